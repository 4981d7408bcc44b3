"""Linear systems of a few equations, exactly in integers and fast in complex floats.

A row holds the coefficients of an equation and, as its last entry, the constant on the right side.
(`games.maths.elimination` is for the states of chains: it subtracts nothing, and is at home in
large and sparse systems.)
"""

from collections.abc import Callable, Sequence
from operator import floordiv, mul, truediv
from typing import Any

__all__ = ["solve_complex", "solve_integers"]

Row = Sequence[Any]


def solve_integers(rows: Sequence[Sequence[int]]) -> tuple[list[int], int]:
    """Return the solution of an integer system, without a fraction on the way (Bareiss).

    All entries stay determinants of the original ones, so that the divisions leave no remainder.

    Args:
        rows: as many equations as unknowns; they have exactly one solution.

    Returns:
        The solution as integers over a common denominator, and that denominator.

    Raises:
        ValueError: the equations have no solution, or more than one.

    >>> solve_integers([[2, 1, 5], [1, -1, 1]])  # 2x + y = 5, x − y = 1
    ([-6, -3], -3)
    """

    def shorter(row: Row, top: Row, scale: int) -> Row:
        pivot, first = top[0], row[0]
        return [(pivot * a - first * b) // scale for a, b in zip(row[1:], top[1:], strict=True)]

    triangle = _triangle(rows, shorter)
    scale = triangle[-1][0] if triangle else 1
    return _solution(triangle, scale, floordiv), scale


def solve_complex(rows: Sequence[Sequence[complex]]) -> list[complex]:
    """Return the solution of a complex system.

    Args:
        rows: as many equations as unknowns; they have exactly one solution.

    Returns:
        The solution.

    Raises:
        ValueError: the equations have no solution, or more than one.

    >>> solve_complex([[2, 1, 5], [1, 1j, 2 + 1j]])
    [(2+0j), (1+0j)]
    """

    def shorter(row: Row, top: Row, _: complex) -> Row:
        factor = row[0] / top[0]
        return [a - factor * b for a, b in zip(row[1:], top[1:], strict=True)]

    return _solution(_triangle(rows, shorter), 1, truediv)


def _triangle(rows: Sequence[Row], shorter: Callable[[Row, Row, Any], Row]) -> list[Row]:
    """Return a row for each unknown, without the unknowns before it.

    The row with the largest first entry, the pivot, eliminates the first unknown of the others.

    Args:
        rows: the equations.
        shorter: gives a row without its first unknown, from this row, the row with the pivot, and
            the pivot before.
    """
    triangle: list[Row] = []
    pivot: Any = 1
    while rows:
        k = max(range(len(rows)), key=lambda k: abs(rows[k][0]))
        top = rows[k]
        if not top[0]:
            raise ValueError("rows have no solution, or more than one")
        rows = [shorter(row, top, pivot) for row in (*rows[:k], *rows[k + 1 :])]
        triangle.append(top)
        pivot = top[0]
    return triangle


def _solution(triangle: list[Row], scale: Any, divide: Callable[[Any, Any], Any]) -> list[Any]:
    """Return the unknowns, times the scale, from the last to the first one."""
    solution: list[Any] = []
    for first, *row, constant in reversed(triangle):
        known_sum = sum(map(mul, row, reversed(solution)))
        solution.append(divide(scale * constant - known_sum, first))
    return solution[::-1]
