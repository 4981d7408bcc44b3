"""Linear systems of a few equations, exactly in integers and fast in complex floats.

A row holds the coefficients of an equation and, as its last entry, the constant on the right side.
(`games.maths.elimination` is for chains: it subtracts nothing, and is at home in large and sparse
systems.)
"""

from operator import mul

__all__ = ["solve_complex", "solve_integers"]


def solve_integers(rows: list[list[int]]) -> tuple[list[int], int]:
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
    solved, scale = [], 1
    while rows:
        top = next((row for row in rows if row[0]), None)
        if top is None:
            raise ValueError("rows have no solution, or more than one")
        solved.append(top)
        rows = [
            [(top[0] * a - row[0] * b) // scale for a, b in zip(row[1:], top[1:], strict=True)]
            for row in rows
            if row is not top
        ]
        scale = top[0]
    solution: list[int] = []
    for first, *others, constant in reversed(solved):
        known = sum(map(mul, others, reversed(solution)))
        solution.append((scale * constant - known) // first)
    return solution[::-1], scale


def solve_complex(rows: list[list[complex]]) -> list[complex]:
    """Return the solution of a complex system, by elimination with the largest pivots.

    Args:
        rows: as many equations as unknowns; they have exactly one solution.

    Returns:
        The solution.

    Raises:
        ValueError: the equations have no solution, or more than one.

    >>> solve_complex([[2, 1, 5], [1, 1j, 2 + 1j]])
    [(2+0j), (1+0j)]
    """
    rows, size = list(rows), len(rows)
    for c in range(size):
        p = max(range(c, size), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        top = rows[c]
        if not top[c]:
            raise ValueError("rows have no solution, or more than one")
        for r in range(c + 1, size):
            if factor := rows[r][c] / top[c]:
                rows[r] = [a - factor * b for a, b in zip(rows[r], top, strict=True)]
    solution: list[complex] = []
    for c in reversed(range(size)):
        known = sum(map(mul, rows[c][c + 1 : size], reversed(solution)))
        solution.append((rows[c][size] - known) / rows[c][c])
    return solution[::-1]
