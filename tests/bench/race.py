"""Race: the walk up the board and the roots beside the author's way, one dense equation system."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isclose

import numpy

from games import race
from tests.bench.harness import Case

__all__ = ["cases", "dense", "dense_numpy"]


def dense(fields: int, faces: int, below: str = "clamp", number: Callable = Fraction) -> list:
    """Return E(1), …, E(last − 1) as the author does: s = (I − P)⁻¹ 1, all zeros included."""
    rows = [[*row, number(1)] for row in _i_minus_p(fields, faces, below, number)]
    size = len(rows)
    for c in range(size):
        p = max(range(c, size), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        for row in rows[c + 1 :]:
            if row[c]:
                factor = row[c] / rows[c][c]
                row[c:] = [a - factor * b for a, b in zip(row[c:], rows[c][c:], strict=True)]
    throws: list = []  # from the last field to the first
    for c in reversed(range(size)):
        known = sum(a * e for a, e in zip(reversed(rows[c][c + 1 : size]), throws, strict=True))
        throws.append((rows[c][size] - known) / rows[c][c])
    return throws[::-1]


def dense_numpy(fields: int, faces: int, below: str = "clamp") -> float:
    """Return E(1) by the same system and numpy's solver."""
    matrix = numpy.array(_i_minus_p(fields, faces, below, float))
    return float(numpy.linalg.solve(matrix, numpy.ones(fields - 1))[0])


def _i_minus_p(fields: int, faces: int, below: str, number: Callable) -> list[list]:
    matrix = [[number(i == j) for j in range(fields - 1)] for i in range(fields - 1)]
    for i, row in enumerate(matrix):
        for face in range(1, faces + 1):
            prime = face > 1 and all(face % k for k in range(2, face))
            to = i - face if prime else i + face
            if to < 0:
                to = 0 if below == "clamp" else i
            if to < fields - 1:
                row[to] -= number(1) / faces
    return matrix


def cases() -> list[Case]:
    def exact(fields: int) -> float:
        race._landings.cache_clear()
        return float(race.expected_throws(fields))

    def by_roots(fields: int) -> float:
        race._characteristic_roots.cache_clear()
        return race.expected_throws_float(fields)

    def by_chain(fields: int) -> float:
        return float(race.chain(fields).expected_steps(1))

    def first(fields: int, number: Callable = Fraction) -> float:
        return float(dense(fields, 6, number=number)[0])

    same = partial(isclose, rel_tol=1e-9)
    series = [
        Case(
            game="race",
            name=f"{fields} fields, exact",
            ours=partial(exact, fields),
            others={
                "chain of fields": partial(by_chain, fields),
                "dense, fractions": partial(first, fields),
            },
            same=same,
            size=fields,
        )
        for fields in (25, 50, 100)
    ]
    floats = [
        Case(
            game="race",
            name=f"{fields} fields, float",
            ours=partial(by_roots, fields),
            others={
                "dense, floats": partial(first, fields, number=float),
                "dense, numpy": partial(dense_numpy, fields, 6),
            },
            same=same,
            size=fields,
        )
        for fields in (50, 100, 200)
    ]
    largest = Case(
        game="race",
        name="1 000 000 fields, float",
        ours=partial(by_roots, 10**6),
    )
    return [*series, *floats, largest]
