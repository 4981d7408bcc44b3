"""Chains: linear equations, by Gauss and Jordan, with fractions."""

from collections.abc import Callable, Sequence
from fractions import Fraction


def solve_equations(step, start, number=Fraction):
    """Solve x(s) = worth + Σ p·x(t), where step(s) lists (p, t, worth).

    The worth counts with its chance; t is None where the game is over.
    """
    states = [start]
    for state in states:
        for _, target, _ in step(state):
            if target is not None and target not in states:
                states.append(target)
    numbers = {state: n for n, state in enumerate(states)}
    rows = []
    for n, state in enumerate(states):
        row = [number(0)] * (len(states) + 1)
        row[n] = number(1)
        for p, target, worth in step(state):
            row[-1] += number(p) * number(worth)
            if target is not None:
                row[numbers[target]] -= number(p)
        rows.append(row)
    return solution(rows)[0]


def inverse(matrix: Sequence, number: Callable = Fraction) -> tuple:
    """Gauss and Jordan, as in any textbook."""
    size = len(matrix)
    rows = [[*row, *(number(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for k in range(size):
        swap = max(range(k, size), key=lambda i: abs(rows[i][k]))
        rows[k], rows[swap] = rows[swap], rows[k]
        pivot = rows[k] = [x / rows[k][k] for x in rows[k]]
        for i, row in enumerate(rows):
            if i != k and (factor := row[k]):
                rows[i] = [x - factor * y for x, y in zip(row, pivot, strict=True)]
    return tuple(tuple(row[size:]) for row in rows)


def solution(rows: list) -> list:
    """Return x, where A x = b and the rows are those of A | b, by Gauss."""
    for c in range(len(rows)):
        p = max(range(c, len(rows)), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        for row in rows[c + 1 :]:
            if row[c]:
                factor = row[c] / rows[c][c]
                row[c:] = [a - factor * b for a, b in zip(row[c:], rows[c][c:], strict=True)]
    values: list = []  # from the last to the first
    for c in reversed(range(len(rows))):
        known_sum = sum(a * x for a, x in zip(rows[c][-2:c:-1], values, strict=True))
        values.append((rows[c][-1] - known_sum) / rows[c][c])
    return values[::-1]


def identity_minus(Q: Sequence) -> list:
    return [[(i == j) - q for j, q in enumerate(row)] for i, row in enumerate(Q)]


def times(A, B):
    return tuple(
        tuple(
            sum(a * b for a, b in zip(row, column, strict=True)) for column in zip(*B, strict=True)
        )
        for row in A
    )
