"""The race in floats, by characteristic roots: a longer board takes no longer.

Far from both ends all equations are alike. Powers of the characteristic roots solve them, and as
many conditions at the two ends fix the constants.
"""

import cmath
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from itertools import accumulate
from math import log

from games.maths.linear import solve_complex
from games.maths.polynomial import roots_float

Moves = tuple[int, ...]
Function = Callable[[int], complex]  # of the field

MAX_DICE = 100  # dice whose roots are remembered
LARGEST_EXPONENT = 700  # e to this power is still a float


@lru_cache(maxsize=MAX_DICE)
def roots(moves: Moves) -> tuple[complex, ...]:
    """Return the numbers r ≠ 1 for which the mean of r^move is 1, by increasing modulus."""
    longest_back = -min(0, *moves)
    # of z^longest_back·(1 − mean of z^move), lowest first
    polynomial = [0] * (longest_back + max(moves) + 1)
    polynomial[longest_back] = len(moves)
    for move in moves:
        polynomial[longest_back + move] -= 1
    while sum(polynomial) == 0:  # the root 1, which is double if there is no drift
        polynomial = list(accumulate(polynomial))[:-1]
    return tuple(sorted(roots_float(polynomial), key=abs))


def growth(moves: Moves) -> float:
    """Return by what factor each field multiplies the throws if the die moves backwards."""
    return next(abs(root) for root in roots(moves) if abs(root) > 1)


def longest_backwards(moves: Moves) -> int:
    """Return the longest board whose mean is still a float if the die moves backwards."""
    return int(LARGEST_EXPONENT / log(growth(moves)))


def means(fields: int, moves: Moves, below: str, starts: Iterable[int]) -> list[float]:
    """Return the expected throws from some fields of a board longer than the die has faces."""
    free, forced_function = _solutions(fields, moves)
    columns = [_demands(function, fields, moves, below) for function in (*free, forced_function)]
    equations = [[*row, -demand] for *row, demand in zip(*columns, strict=True)]
    terms = [(1, forced_function), *zip(solve_complex(equations), free, strict=True)]
    return [sum(c * function(field) for c, function in terms).real for field in starts]


def _solutions(fields: int, moves: Moves) -> tuple[list[Function], Function]:
    """Return functions that solve f(i) = mean of f(i + move), and one with f(i) = 1 + the mean."""

    def linear(i: int) -> complex:
        return -i * len(moves) / sum(moves)

    def quadratic(i: int) -> complex:
        return -i * i * len(moves) / sum(move * move for move in moves)

    def power(root: complex, i: int) -> complex:
        origin = 1 if abs(root) < 1 else fields  # so that no power on the board is above 1
        return cmath.exp(cmath.log(root) * (i - origin))

    powers = [partial(power, root) for root in roots(moves)]
    if sum(moves):
        return [lambda i: 1, *powers], linear
    return [lambda i: 1, lambda i: i, *powers], quadratic


def _demands(function: Function, fields: int, moves: Moves, below: str) -> list[complex]:
    """Return the sums that must vanish for E, one for each place beyond an end of the board."""
    f = cache(function)
    backward = [-move for move in moves if move < 0]
    longest_back = max(backward, default=0)
    if below == "clamp":
        start = [f(1 - distance) - f(1) for distance in range(1, longest_back + 1)]
    else:
        start = [
            sum(f(i - step) - f(i) for step in backward if step >= i)
            if i < fields
            else f(i - longest_back)
            for i in range(1, longest_back + 1)
        ]
    return start + [f(i) for i in range(fields, fields + max(moves))]
