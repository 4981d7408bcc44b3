"""Race: all throws are followed, or the dense system of its source is solved."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy

from tests.oracles.equations import solution

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19)


def landing(field, face, below="clamp"):
    """Move the marker as the rules say, on a board without an end."""
    target = field - face if face in PRIMES else field + face
    return target if target >= 1 else {"clamp": 1, "stay": field}[below]


def by_the_rules(field, face, fields, below):
    """Move the marker as the rules say."""
    return min(landing(field, face, below), fields)


def raw_moments(fields, faces, below):
    """Return E[T] and E[T²] by following all sequences of throws until hardly any is left."""
    crowd, mean, square, t = {1: 1.0}, 0.0, 0.0, 0
    while crowd.keys() != {fields} and sum(crowd.values()) > 1e-17:
        t += 1
        next_chances = {}
        for field, weight in crowd.items():
            for face in range(1, faces + 1):
                target = by_the_rules(field, face, fields, below)
                next_chances[target] = next_chances.get(target, 0.0) + weight / faces
        end_chance = next_chances.pop(fields, 0.0)
        mean += t * end_chance
        square += t * t * end_chance
        crowd = next_chances
    return mean, square


def dense(fields: int, faces: int, below: str = "clamp", number: Callable = Fraction) -> list:
    """Return E(1), …, E(last − 1) as the author does: s = (I − P)⁻¹ 1, all zeros included."""
    matrix = [[number(i == j) for j in range(fields - 1)] for i in range(fields - 1)]
    rows = [[*row, number(1)] for row in i_minus_p(matrix, faces, below, number)]
    return solution(rows)


def dense_numpy(fields: int, faces: int, below: str = "clamp") -> float:
    """Return E(1) by the same system and numpy's solver."""
    matrix = i_minus_p(numpy.eye(fields - 1), faces, below, float)
    return float(numpy.linalg.solve(matrix, numpy.ones(fields - 1))[0])


def i_minus_p(matrix: Any, faces: int, below: str, number: Callable) -> Any:
    """Make I − P of the matrix I, in its place."""
    for i, row in enumerate(matrix):
        for face in range(1, faces + 1):
            prime = face > 1 and all(face % k for k in range(2, face))
            target = i - face if prime else i + face
            if target < 0:
                target = 0 if below == "clamp" else i
            if target < len(matrix):
                row[target] -= number(1) / faces
    return matrix
