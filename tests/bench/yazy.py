"""Yazy, solved with all sets in the lanes of one integer, and in three slower ways.

The author goes through every mask, roll and number of rerolls, and tries all 32 ways to lock dice,
each with all rolls that may come. In optimised C++ that took ten minutes for 11 categories. It is
timed here on a few categories; its cost doubles with each one more.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, combinations_with_replacement, product
from math import factorial, inf, isclose, prod

from games import yazy
from games.maths import turn
from games.yazy import targets as yazy_targets
from games.yazy import yahtzee
from tests.bench.harness import Case, series

__all__ = ["all_locks", "cases", "set_by_set"]

GAME = yazy.Yazy()
SIX_CATEGORIES = ("sixes", "full_house", "straight", "five_of_a_kind", "three_of_a_kind", "fives")
ROLLS = list(combinations_with_replacement(range(1, 7), 5))
LOCKS = list(product((False, True), repeat=5))


def all_locks(categories: Sequence[str]) -> float:
    """Return the expected score by the author's program: every lock, every roll that may come."""
    locks = [
        [tuple(face for face, lock in zip(roll, locks, strict=True) if lock) for locks in LOCKS]
        for roll in ROLLS
    ]
    return _each_keep(categories, locks)


def different_keeps(categories: Sequence[str]) -> float:
    """Return the expected score, if locks that keep the same dice are tried only once."""
    keeps = [{keep for n in range(6) for keep in combinations(roll, n)} for roll in ROLLS]
    return _each_keep(categories, keeps)


def _each_keep(categories: Sequence[str], keeps: Sequence[Iterable[tuple[int, ...]]]) -> float:
    place: dict[tuple[int, ...], int] = {roll: n for n, roll in enumerate(ROLLS)}
    coming = {
        keep: [
            (place[tuple(sorted(keep + new))], _orders(new) / 6 ** len(new))
            for new in combinations_with_replacement(range(1, 7), 5 - len(keep))
        ]
        for n in range(6)
        for keep in combinations_with_replacement(range(1, 7), n)
    }
    points = [[GAME.score(category, roll) for category in categories] for roll in ROLLS]
    value = [0.0] * (1 << len(categories))
    for mask in range(1, len(value)):
        bits = [c for c in range(len(categories)) if mask >> c & 1]
        best = [max(score[c] + value[mask ^ 1 << c] for c in bits) for score in points]
        for _ in range(2):
            best = [
                max(sum(p * best[n] for n, p in coming[keep]) for keep in keep_matrix)
                for keep_matrix in keeps
            ]
        value[mask] = sum(p * best[n] for n, p in coming[()])
    return value[-1]


def _orders(dice: tuple[int, ...]) -> int:
    return factorial(len(dice)) // prod(map(factorial, Counter(dice).values()))


def set_by_set(categories: Sequence[str]) -> Fraction:
    """Return the exact expected score by the lattice of keeps, one set of categories at a time."""
    five = turn.lattice()
    points = [[GAME.score(category, roll) for category in categories] for roll in five.rolls]
    value, unit = [Fraction(0)] * (1 << len(categories)), five.outcomes**3
    for mask in range(1, len(value)):
        bits = [c for c in range(len(categories)) if mask >> c & 1]
        scale = unit ** (len(bits) - 1)
        later_values = {c: int(value[mask ^ 1 << c] * scale) for c in bits}
        scores = [max(score[c] * scale + later_values[c] for c in bits) for score in points]
        value[mask] = turn.Turn.of(scores, scale, 2, five).value
    return value[-1]


def _cold(compute: Callable[[], object]) -> object:
    yahtzee._contest.cache_clear()
    return compute()


def _exact(categories: Sequence[str]) -> Fraction:
    return yazy.Yazy(categories=tuple(categories)).expected_score


def _distribution() -> tuple[Fraction, ...]:
    return yazy.Yazy().score_distribution


def _target(categories: Sequence[str], points_needed: int) -> float:
    solution = yazy_targets.solve(yazy.Yazy(), categories, points_needed)
    return solution.chance_float(categories, points_needed)


def _yahtzee() -> float:
    game = yahtzee.Yahtzee(upper_bonus=False, yahtzee_bonus=False, joker="none")
    return game.solve().value_float(yahtzee.CATEGORIES)


def cases() -> list[Case]:
    is_close = partial(isclose, rel_tol=1e-9)
    other_methods = {
        "all 32 locks (floats)": (lambda n: all_locks(SIX_CATEGORIES[:n]), inf),
        "different keeps (floats)": (lambda n: different_keeps(SIX_CATEGORIES[:n]), inf),
        "lattice, set by set": (lambda n: set_by_set(SIX_CATEGORIES[:n]), inf),
    }

    def few_categories(n: int) -> object:
        return _cold(partial(_exact, SIX_CATEGORIES[:n]))

    return [
        *series(
            "yazy", "value, {} categories", few_categories, other_methods, range(2, 7), is_close
        ),
        Case(
            game="yazy",
            name="value, all 11 categories",
            ours=partial(_cold, partial(_exact, yazy.CATEGORIES)),
            others={"lattice, set by set": partial(set_by_set, yazy.CATEGORIES)},
            same=is_close,
            size=11,
        ),
        Case("yazy", "score distribution, exact", partial(_cold, _distribution)),
        Case(
            "yazy",
            "chance of 80 with 7 left",
            partial(_cold, partial(_target, yazy.CATEGORIES[4:], 80)),
        ),
        Case("yazy", "Yahtzee without its extra rules", partial(_cold, _yahtzee)),
    ]
