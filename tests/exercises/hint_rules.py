"""The rules that hints name: RULES[name](*case) computes the answer as the hints say.

Each rule follows the words of the last hint, and not the solution of the book. A hint that is true
for the first question only gives another answer than the package in one of the variants.
"""

from collections.abc import Callable
from fractions import Fraction as F
from math import sqrt
from typing import Any

from games.chase import Chase
from games.race import Race
from tests.oracles.equations import solution

RULES: dict[str, Callable[..., Any]] = {}


def rule(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return a decorator that stores a function as the rule of these tasks."""

    def store(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            assert name not in RULES, name
            RULES[name] = function
        return function

    return store


def is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


# Race


@rule("race-drift")
def _(faces: int) -> F:
    return F(sum(-face if is_prime(face) else face for face in range(1, faces + 1)), faces)


@rule("race-exercise-fibonacci")
def _(fields: int) -> F:
    means = [Race(n, 2).expected_throws for n in (3, 4, 5)]
    while len(means) < fields - 2:
        last_differences = means[-1] - means[-2] + means[-2] - means[-3]
        means.append(means[-1] + last_differences + 2)
    return means[fields - 3]


@rule("race-rule-again")
def _(fields: int, faces: int) -> F:
    return Race(fields, faces).expected_throws * (1 - F(1, faces))


@rule("race-check-first")
def _(faces: int) -> F:
    return 1 / F(sum(not is_prime(face) for face in range(1, faces + 1)), faces)


@rule("race-check-old")
def _(stays: F) -> F:
    return 1 / (1 - stays)


@rule("race-check-apart")
def _(error: F) -> float:
    return sqrt(error**2 + error**2)


@rule("race-exercise-coupled")
def _(fields: int) -> F:
    clamp, stay = Race(fields), Race(fields, below="stay")
    difference = clamp.expected_throws - stay.expected_throws
    # 3 * root(variances / n) = difference
    return (clamp.variance_throws + stay.variance_throws) * 9 / difference**2


@rule("race-exercise-backwards")
def _(j: int) -> F:
    return sum(list(Race().expected_visits().values())[:j], F(0))


@rule("race-exercise-variance")
def _(faces: int) -> F:
    moves = [-face if is_prime(face) else face for face in range(1, faces + 1)]
    drift = F(sum(moves), faces)
    variance = sum((move - drift) ** 2 for move in moves) / faces
    return variance * (1 / drift) / drift / drift


# Chase


def pairs_of_moves(p: F) -> list[tuple[int, int, F]]:
    """Return the nine pairs of moves of two dice, with their chances."""
    moves = ((-1, p), (0, 1 - 2 * p), (1, p))
    return [(one, other, a * b) for one, a in moves for other, b in moves]


@rule("chase-check-variance")
def _(p: F) -> F:
    one_die = 2 * p
    return one_die + one_die


@rule("chase-check-states")
def _(players: int) -> int:
    return players * (players - 1)


@rule("chase-check-swap")
def _(p: F) -> F:
    both_stay = (1 - 2 * p) ** 2
    return 1 / (1 - both_stay)


@rule("chase-exercise-small")
def _(players: int, p: F, distance: int) -> F:
    ends = (q for one, other, q in pairs_of_moves(p) if (distance + other - one) % players == 0)
    return 1 / sum(ends, F(0))


@rule("chase-check-four", "chase-exercise-six")
def _(players: int, p: F, distance: int) -> F:
    half = players // 2
    equations = []
    for d in range(1, half + 1):
        row = [F(d == column) for column in range(1, half + 1)] + [F(1)]
        for one, other, chance in pairs_of_moves(p):
            after = (d + other - one) % players
            after = min(after, players - after)
            if after:
                row[after - 1] -= chance
        equations.append(row)
    return solution(equations)[min(distance, players - distance) - 1]


@rule("chase-check-lift")
def _(distance: int) -> float:
    lift = Chase(100).expected_turns_float - F(3, 2) * 50 * 50
    return float(F(3, 2) * distance * (100 - distance) + lift)


@rule("chase-exercise-idle")
def _(players: int) -> F:
    changes = sum(chance for one, other, chance in pairs_of_moves(F(1, 6)) if one != other)
    return Chase(players).expected_turns * changes


@rule("chase-exercise-one-way")
def _(players: int) -> F:
    d, variance = F(players, 2), 2 * F(1, 3) * F(2, 3)
    return d * (players - d) / variance


@rule("chase-exercise-coins")
def _(players: int, distance: int) -> F:
    steps = F(distance, 2) * F(players - distance, 2)
    return 2 * steps


@rule("chase-rule-one-moves")
def _(players: int, p: F, distance: int) -> F:
    return F(distance * (players - distance)) / (2 * p)


@rule("chase-check-same")
def _(players: int, distance: int, p: F) -> F:
    places = {distance, players - distance}
    pairs = pairs_of_moves(p)
    return sum((q for one, other, q in pairs if (distance + other - one) % players in places), F(0))


@rule("chase-check-error", "sources-check-error")
def _(games: int) -> float:
    return 3087 / sqrt(games)


@rule("chase-check-starts")
def _(most: int) -> int:
    return sum(n * (n - 1) for n in range(2, most + 1))


@rule("chase-check-digits")
def _(games: int) -> int:
    error, digits, unit = 3000 / sqrt(games), 0, F(1000)
    while error < unit / 2:
        digits, unit = digits + 1, unit / 10
    return digits


@rule("chase-exercise-near")
def _(players: int) -> float:
    chances = Chase(players, distance=1).loser_probabilities_float
    return chances[0] + chances[1]


@rule("chase-exercise-twice")
def _(players: int) -> float:
    return Chase(2 * players).expected_turns_float / Chase(players).expected_turns_float
