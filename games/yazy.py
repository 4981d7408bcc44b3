"""Yazy: eleven categories, five dice, two rerolls.

A game has one turn for each category. In a turn you roll five dice, may reroll any of them twice,
and score the result in a category that is still open. How many points can you expect, if you play
as well as possible?

Points already made do not change what is best, since max(a + x, a + y) = a + max(x, y): only the
open categories matter. Let value(S) be the expected points from an open set S on, with
value(∅) = 0. At the end of a turn

    best(S, roll, 0) = max over c in S of points(c, roll) + value(S − c),

with r rerolls left a keep is worth the mean over the rolls that come, and a roll the best of
scoring it and of all its keeps (`games.turn`); value(S) is the mean over the first roll. There are
2¹¹ = 2048 sets S. All sets of one size are solved at once (`games.scorecard`), in exact integers:
each of a turn's three rolls of five dice multiplies the common denominator by 6⁵.

A player who needs a *total* (to beat a finished score, say) plays another game. His state is the
open set and the points still needed, and at the end he has reached the target or not:

    chance(S, n) = mean over rolls of max over c in S of chance(S − c, n − points(c, roll)),
    chance(∅, n) = 1 if n ≤ 0, else 0.

The same recursion, for all targets at once. It maximizes the chance to reach a number that is
fixed beforehand; against an opponent who still answers it would not be enough.
"""

import json
import zlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from importlib.resources import files
from itertools import accumulate, combinations
from math import isclose
from operator import mul
from random import Random
from sys import byteorder
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from games import scorecard
from games.arguments import choice, seeded, shown, whole
from games.lanes import Lanes
from games.piecemeal import Piecemeal, finish
from games.scorecard import (
    DICE,
    Action,
    Contest,
    frequencies,
    in_order,
    means,
    ranked,
    window,
)
from games.turn import Dice, Turn, sorted_dice

__all__ = [
    "CATEGORIES",
    "Action",
    "Departure",
    "Duel",
    "Rules",
    "Scores",
    "Solution",
    "TargetSolution",
    "chance_to_beat",
    "chance_to_reach_float",
    "departures",
    "expected_score",
    "expected_score_float",
    "opening_targets",
    "play",
    "score",
    "score_distribution",
    "score_distribution_float",
    "score_distribution_piecemeal",
    "solve",
    "solve_piecemeal",
    "solve_targets",
    "solve_targets_piecemeal",
    "standard_scores",
    "standard_solution",
    "variance_score",
]

Kind = TypeVar("Kind")

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
CATEGORIES = (
    *FACES,
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "straight",
    "five_of_a_kind",
)
MAX_REROLLS = 3
MAX_BONUS = 1000
MAX_TOTALS = 100_000
MANY = 64  # sets of categories solved together; a page can draw between two such steps
FEW = 16  # for the distribution, which takes longer
OPENING = 9  # open categories at least, in the table
TABLE = "yazy_targets.bin"
STANDARD_TABLE = "yazy_standard.json"
WIDTHS = (64, 96, 128)
TINY = 1 << 100  # chances are multiples of 1/TINY inside a turn


@dataclass(frozen=True)
class Rules:
    """The rules of a game of Yazy.

    Attributes:
        rerolls: how often dice may be rolled again in a turn, 0 to 3.
        full_house: points for three dice of one number and two of another, 0 to 1000.
        straight: points for 1 2 3 4 5 or 2 3 4 5 6, 0 to 1000.
        five_of_a_kind: points for five equal dice, 0 to 1000.
        categories: those that are played, in any order; kept in the order of ``CATEGORIES``.

    Raises:
        ValueError: a number is out of range, a category is unknown or named twice.
        TypeError: a number is not whole, or categories is not a collection of names.

    >>> Rules(rerolls=1, categories=("sixes", "ones")).categories
    ('ones', 'sixes')
    """

    rerolls: int = 2
    full_house: int = 25
    straight: int = 40
    five_of_a_kind: int = 50
    categories: tuple[str, ...] = CATEGORIES

    def __post_init__(self) -> None:
        hold = partial(object.__setattr__, self)
        hold("rerolls", whole("rerolls", self.rerolls, 0, MAX_REROLLS))
        for bonus in ("full_house", "straight", "five_of_a_kind"):
            hold(bonus, whole(bonus, getattr(self, bonus), 0, MAX_BONUS))
        hold("categories", in_order("categories", self.categories, CATEGORIES))

    def score(self, category: str, dice: Iterable[int]) -> int:
        """Return the points of five dice in a category, as `score` does, by these rules.

        Args:
            category: one of ``CATEGORIES``.
            dice: five faces from 1 to 6, in any order.

        Raises:
            ValueError: the category or a face is unknown, or there are not five dice.
            TypeError: something is of the wrong kind.

        >>> Rules(full_house=30).score("full_house", (1, 6, 1, 6, 6))
        30
        """
        return self.points(
            choice("category", category, CATEGORIES), sorted_dice("dice", dice, DICE)
        )

    def points(self, category: str, roll: Dice) -> int:
        """Return the same for five dice in rising order, unchecked.

        Args:
            category: one of ``CATEGORIES``.
            roll: five faces, the smallest first.

        >>> Rules(full_house=30).points("full_house", (1, 1, 6, 6, 6))
        30
        """
        if category in FACES:
            face = FACES.index(category) + 1
            return face * roll.count(face)
        most = max(map(roll.count, roll))
        if category == "three_of_a_kind":
            return sum(roll) if most >= 3 else 0
        if category == "four_of_a_kind":
            return sum(roll) if most >= 4 else 0
        if category == "full_house":
            return self.full_house if most == 3 and len(set(roll)) == 2 else 0
        if category == "straight":
            return self.straight if most == 1 and roll[-1] - roll[0] == 4 else 0
        return self.five_of_a_kind if most == 5 else 0


def score(category: str, dice: Iterable[int]) -> int:
    """Return the points of five dice in a category, by the standard rules.

    Ones … sixes count the dice of that face, times the face. Three and four of a kind count all
    dice, if at least three or four are equal. A full house (25) needs two different numbers, a
    straight (40) five dice in a row, five of a kind (50) five equal dice.

    Args:
        category: one of ``CATEGORIES``.
        dice: five faces from 1 to 6, in any order.

    Raises:
        ValueError: the category or a face is unknown, or there are not five dice.
        TypeError: something is of the wrong kind.

    >>> [score(category, (3, 3, 5, 3, 5)) for category in CATEGORIES]
    [0, 0, 9, 0, 10, 0, 19, 0, 25, 0, 0]
    """
    return STANDARD.score(category, dice)


STANDARD = Rules()


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """A game of Yazy, solved exactly. `solve` returns one.

    Attributes:
        rules: the rules.
        values: for each set of open categories (its bits, in the order of ``rules.categories``) the
            value times 6^5 for each roll of all dice that is to come.
    """

    rules: Rules
    values: tuple[int, ...]

    def __repr__(self) -> str:
        size, again = len(self.rules.categories), self.rules.rerolls
        what = f"{size} categor{'y' if size == 1 else 'ies'} and {again} reroll{'s'[: again != 1]}"
        return f"<Solution of {what}, worth {float(self.expected_score):.6g}>"

    @property
    def expected_score(self) -> Fraction:
        """The expected score of a whole game."""
        return self.value(self.rules.categories)

    def value(self, open_categories: Iterable[str]) -> Fraction:
        """Return the expected points of the rest of the game, before the next turn.

        Args:
            open_categories: those not yet scored, in any order.

        Raises:
            ValueError: a category is not in the game, or named twice.
            TypeError: this is not a collection of names.

        >>> solve().value({"five_of_a_kind"}) / 50
        Fraction(347897, 7558272)
        """
        names = in_order("open_categories", open_categories, self.rules.categories)
        return Fraction(self.values[_bits(self.rules, names)], _unit(self.rules, len(names)))

    def advice(
        self, dice: Iterable[int], rerolls_left: int, open_categories: Iterable[str]
    ) -> tuple[tuple[Action, Fraction], ...]:
        """Return every different action with its value, the best first.

        Args:
            dice: the five dice on the table, in any order.
            rerolls_left: 0 to ``rules.rerolls``; with 0 the roll must be scored.
            open_categories: those not yet scored, the one to be scored now included.

        Returns:
            ((action, value), …), () if no category is open. An action is ("score", category), or
            ("keep", dice): these stay, the others are rolled again. To keep all five is to score
            them where they are worth most. The value is what the rest of the game brings on
            average, this turn included. Where values are equal, scoring comes first, in the order
            of ``CATEGORIES``, then the keep with the highest dice.

        Raises:
            ValueError: not five dice, an unknown face or category, or too many rerolls.
            TypeError: something is of the wrong kind.

        >>> for action, value in solve().advice((4, 4, 4, 1, 6), 1, ["fours", "sixes"])[:3]:
        ...     print(action, round(float(value), 3))
        ('keep', (4, 4, 4)) 25.972
        ('keep', (4, 4, 4, 6)) 25.306
        ('keep', (1, 4, 4, 4)) 25.306
        """
        roll, left, names = _decision(self.rules, dice, rerolls_left, open_categories)
        if not names:
            return ()
        mask, unit = _bits(self.rules, names), _unit(self.rules, len(names) - 1)
        scores = (
            (name, self.rules.points(name, roll) + Fraction(self.values[mask ^ bit], unit))
            for name, bit in zip(names, _each(mask), strict=True)
        )
        return ranked(scores, _turn(self, mask).advice(roll, left) if left else ())

    def turn(self, open_categories: Iterable[str]) -> Turn:
        """Return the next turn, solved: the value of every keep, and a plan for every roll.

        Args:
            open_categories: those not yet scored, at least one.

        Raises:
            ValueError: there is none, or one is not in the game, or named twice.
            TypeError: this is not a collection of names.

        >>> solve().turn(["straight"]).keep_value((3, 4, 5), rerolls_left=1)
        Fraction(40, 9)
        """
        return _turn(self, _bits(self.rules, _some(self.rules, open_categories)))

    def outlook(
        self, keep: Iterable[int], rerolls_left: int, open_categories: Iterable[str]
    ) -> dict[str, tuple[Fraction, Fraction]]:
        """Return where the turn ends if these dice are kept and all else is played at its best.

        A chance of 1 starts at the keep and flows from keeps to rolls, by chance, and from rolls
        to the best keep in them, by plan. So Σ chance · (mean + value of the other categories) is
        the value of the keep.

        Args:
            keep: some dice, in any order; all five end the turn.
            rerolls_left: before the other dice are rolled, 0 (for five dice) to ``rules.rerolls``.
            open_categories: those not yet scored, at least one.

        Returns:
            {category: (chance, mean)}: how likely the turn is scored there, and the mean points
            that it then brings. Categories without a chance are left out.

        Raises:
            ValueError: as for `advice`, or no reroll is left for the other dice.
            TypeError: something is of the wrong kind.

        >>> outlook = solve().outlook((6, 6, 6), 1, ["sixes", "five_of_a_kind"])
        >>> {category: (str(chance), str(mean)) for category, (chance, mean) in outlook.items()}
        {'sixes': ('35/36', '138/7'), 'five_of_a_kind': ('1/36', '50')}
        """
        kept = sorted_dice("keep", keep, DICE, partial=True)
        least = int(len(kept) < DICE.dice)
        left = whole("rerolls_left", rerolls_left, least, self.rules.rerolls)
        names = _some(self.rules, open_categories)
        plans, choices = _policy(self, _bits(self.rules, names))
        first = DICE.first_roll
        flow, ended = [int(it == kept) for it in DICE.keeps], [0] * len(DICE.rolls)
        for after in reversed(range(left)):
            waits = DICE.outcomes ** (after + 1)
            ended = [n + waits * stopped for n, stopped in zip(ended, flow[first:], strict=True)]
            rolling = [w * n for w, n in zip(DICE.weights, flow[:first], strict=False)]
            flow = [0] * first + DICE.spread(rolling + [0] * len(DICE.rolls))
            if after:
                rolled, flow = flow[first:], [0] * len(DICE.keeps)
                for place, n in zip(plans[after - 1], rolled, strict=True):
                    flow[place] += n
        ways, points = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
        for n, stopped, roll, c in zip(ended, flow[first:], DICE.rolls, choices, strict=True):
            name = self.rules.categories[c]
            if n + stopped:
                ways[name] += n + stopped
                points[name] += (n + stopped) * self.rules.points(name, roll)
        everything = sum(ways.values())
        return {
            name: (Fraction(ways[name], everything), Fraction(points[name], ways[name]))
            for name in names
            if ways[name]
        }


def solve(rules: Rules = STANDARD) -> Solution:
    """Solve a game: the value of every set of open categories, exactly.

    value(S) = the mean of best(S, roll, rerolls) over the first roll, where::

        best(S, roll, 0) = max over c in S of points(c, roll) + value(S − c)
        best(S, roll, r) = max of best(S, roll, 0) and, over all keeps in the roll, of the mean of
                           best(S, next roll, r − 1)

    Args:
        rules: the rules; the standard ones take a third of a second.

    Returns:
        A `Solution`; the last few are remembered.

    Raises:
        TypeError: rules is not a `Rules`.

    Source:
        The blog post on Yazy; it gives 165.76 for the standard rules.

    >>> float(solve().expected_score)
    165.7573187094255
    >>> no_rerolls = Rules(rerolls=0, categories=("straight",))
    >>> solve(no_rerolls).expected_score == Fraction(40 * 2 * 120, 6**5)
    True
    """
    return _solve(_rules(rules))


@lru_cache(maxsize=16)  # a solution of all 2048 sets takes 250 kB
def _solve(rules: Rules) -> Solution:
    return finish(solve_piecemeal(rules))


def solve_piecemeal(rules: Rules = STANDARD) -> Piecemeal[Solution]:
    """Do what `solve` does piece by piece, for a page that shows progress and may stop in between.

    Args:
        rules: the rules.

    Yields:
        How much is done, from 0 to 1.

    Returns:
        What `solve` returns, as the value of the generator.

    Raises:
        TypeError: rules is not a `Rules`.

    >>> [round(done, 2) for done in solve_piecemeal(Rules(categories=("ones", "twos", "threes")))]
    [0.43, 0.86, 1.0]
    """
    return _solve_piecemeal(_rules(rules))


def _solve_piecemeal(rules: Rules) -> Piecemeal[Solution]:
    size = len(rules.categories)
    values = [0] * (1 << size)
    done = 0
    for turns in range(1, size + 1):
        for block in _sets(size, turns, MANY):
            lanes, entries = _entries(rules, values, block)
            packed = means(_contest(rules), entries, rules.rerolls, lanes.larger)
            for mask, value in zip(block, lanes.unpack(packed), strict=True):
                values[mask] = value - _unit(rules, turns)  # the point lent by `_entries`
            done += len(block)
            yield done / (len(values) - 1)
    return Solution(rules, tuple(values))


def expected_score(rerolls: int = 2) -> Fraction:
    """Return the expected score of a whole game by the standard rules: `solve` in short.

    Args:
        rerolls: 0 to 3.

    Raises:
        ValueError: rerolls is out of range.
        TypeError: rerolls is not a whole number.

    >>> [round(float(expected_score(rerolls)), 2) for rerolls in (0, 1, 2)]
    [75.87, 127.14, 165.76]
    """
    return solve(Rules(rerolls)).expected_score


def expected_score_float(rerolls: int = 2) -> float:
    """Return `expected_score` as a float: the exact value, rounded once.

    Args:
        rerolls: 0 to 3.

    Raises:
        ValueError: rerolls is out of range.
        TypeError: rerolls is not a whole number.

    >>> expected_score_float()
    165.7573187094255
    """
    return float(expected_score(rerolls))


def variance_score(rerolls: int = 2) -> Fraction:
    """Return the variance of the score by the standard rules when its mean is maximized.

    Var = Σ t²·P(total = t) − (Σ t·P(total = t))², over the totals of `score_distribution`.

    Args:
        rerolls: 0 to 3.

    Returns:
        The exact variance, in points squared; the first call takes a second or two.

    Raises:
        ValueError: rerolls is out of range.
        TypeError: rerolls is not a whole number.

    >>> round(float(variance_score()) ** 0.5, 2)
    32.38
    """
    odds = score_distribution(Rules(rerolls))
    square: Fraction = sum((t * t * chance for t, chance in enumerate(odds)), Fraction(0))
    return square - expected_score(rerolls) ** 2


# The whole distribution of the score, and games against others.


def score_distribution(rules: Rules = STANDARD) -> tuple[Fraction, ...]:
    """Return the exact distribution of the total score when the expected score is maximized.

    The chance of a total t from an open set S on follows the policy, which is known by now:

        chance(S, t) = Σ over c, p of P(p points in c at this turn) · chance(S − c, t − p)

    All totals of one set are packed into one integer, so that a sum over t is one addition.

    Args:
        rules: the rules; the standard ones take a second, large bonuses longer.

    Returns:
        P(total = 0), P(total = 1), … up to the largest total; 280 by the standard rules. Actions of
        equal value are chosen as `Solution.advice` lists them: scoring first, in the order of
        ``CATEGORIES``, then the keep with the highest dice.

    Raises:
        TypeError: rules is not a `Rules`.

    >>> odds = score_distribution(Rules(rerolls=0, categories=("straight",)))
    >>> odds[0], odds[40], sum(odds)
    (Fraction(157, 162), Fraction(5, 162), Fraction(1, 1))
    """
    return _score_distribution(_rules(rules))


@lru_cache(maxsize=8)
def _score_distribution(rules: Rules) -> tuple[Fraction, ...]:
    return finish(score_distribution_piecemeal(_solve(rules)))


def score_distribution_piecemeal(
    solution: Solution,
) -> Piecemeal[tuple[Fraction, ...]]:
    """Do what `score_distribution` does piece by piece, for a page that shows progress.

    Args:
        solution: the game, solved.

    Yields:
        How much is done, from 0 to 1.

    Returns:
        P(total = 0), P(total = 1), …, as the value of the generator.

    Raises:
        TypeError: solution is not a `Solution`.

    >>> work = score_distribution_piecemeal(solve(Rules(categories=("ones", "straight"))))
    >>> [round(done, 2) for done in work]
    [0.67, 1.0]
    """
    return _score_distribution_piecemeal(_kind("solution", solution, Solution, "solve(…)"))


def _score_distribution_piecemeal(
    solution: Solution,
) -> Piecemeal[tuple[Fraction, ...]]:
    rules, size = solution.rules, len(solution.rules.categories)
    contest = _contest(rules)
    rows, done = {0: [1]}, 0  # for each open set of the layer: in how many ways each total comes
    for turns in range(1, size + 1):
        width = Lanes.up_to(_unit(rules, turns), count=1).width
        packed = {mask: Lanes(len(row), width).pack(row) for mask, row in rows.items()}
        rows = {}
        for block in _sets(size, turns, FEW):
            lanes, entries = _entries(rules, solution.values, block)
            ways = dict.fromkeys(block, 0)
            flows = frequencies(contest, entries, rules.rerolls, lanes)
            for (category, points), flow in zip(contest.entries, flows, strict=True):
                for mask, chance in zip(block, lanes.unpack(flow), strict=True):
                    if chance:
                        ways[mask] += chance * packed[mask ^ 1 << category] << points * width
            for mask in block:
                rows[mask] = Lanes(_most(rules, mask) + 1, width).unpack(ways[mask])
            done += len(block)
            yield done / ((1 << size) - 1)
    return tuple(Fraction(n, _unit(rules, size)) for n in rows[(1 << size) - 1])


def score_distribution_float(rules: Rules = STANDARD) -> tuple[float, ...]:
    """Return `score_distribution` as floats: P(total = 0), …, P(total = 280).

    Args:
        rules: the rules; the largest total is 280 by the standard ones.

    Returns:
        Each exact chance, rounded once. Ties between actions are broken as the exact one says.

    Raises:
        TypeError: rules is not a `Rules`.

    >>> odds = score_distribution_float()
    >>> len(odds), round(sum(total * chance for total, chance in enumerate(odds)), 4)
    (281, 165.7573)
    """
    return tuple(map(float, score_distribution(rules)))


class Duel(NamedTuple):
    """How one total fares against another: three chances that sum to 1."""

    win: Fraction | float
    tie: Fraction | float
    lose: Fraction | float


def chance_to_beat(ours: Sequence[Fraction | float], theirs: Sequence[Fraction | float]) -> Duel:
    """Return the chances that one fixed strategy beats, ties with and loses to another.

    Each plays for itself: neither adapts to what the other has scored. So the totals are
    independent, and P(win) = Σ_t ours(t) · P(theirs < t).

    Args:
        ours: P(total = 0), P(total = 1), … of one strategy, at most 100 000 of them.
        theirs: the same of the other; it may be longer or shorter.

    Returns:
        A `Duel`, exact if both are.

    Raises:
        ValueError: probabilities are out of range or do not sum to 1.
        TypeError: something is not a sequence of Fractions or floats.

    >>> third = Fraction(1, 3)
    >>> chance_to_beat([0, third, third, third], [third, 0, 2 * third])
    Duel(win=Fraction(5, 9), tie=Fraction(2, 9), lose=Fraction(2, 9))
    """
    ours, theirs = _distribution("ours", ours), _distribution("theirs", theirs)
    longer = max(len(ours), len(theirs))
    ours, theirs = ours + [0] * (longer - len(ours)), theirs + [0] * (longer - len(theirs))
    return Duel(
        win=sum(map(mul, ours, accumulate(theirs, initial=Fraction(0)))),
        tie=sum(map(mul, ours, theirs)),
        lose=sum(map(mul, theirs, accumulate(ours, initial=Fraction(0)))),
    )


def _distribution(name: str, odds: Sequence[Fraction | float]) -> list[Fraction | float]:
    if isinstance(odds, (str, bytes)) or not isinstance(odds, Sequence):
        raise TypeError(f"{name} is {shown(odds)}, but must be a sequence of probabilities")
    if len(odds) > MAX_TOTALS:
        raise ValueError(f"{name} has {len(odds)} totals, but may have at most {MAX_TOTALS}")
    for total, chance in enumerate(odds):
        if isinstance(chance, bool) or not isinstance(chance, (int, Fraction, float)):
            raise TypeError(f"{name}[{total}] is {shown(chance)}, but must be a Fraction or float")
        if not 0 <= chance <= 1:
            raise ValueError(f"{name}[{total}] is {shown(chance)}, but must be from 0 to 1")
    everything = sum(odds, start=Fraction(0))
    if not isclose(everything, 1, rel_tol=1e-9):
        raise ValueError(f"{name} sums to {float(everything)}, but must sum to 1")
    return list(odds)


# Playing for a target.


@dataclass(frozen=True, eq=False, repr=False)
class TargetSolution:
    """The largest chances to reach targets. `solve_targets` and `opening_targets` return one.

    Chances are floats from numbers with a fixed point; they are at most 10⁻¹² too small.

    Attributes:
        rules: the rules.
        rows: for each set of open categories (as bits): the smallest number of points needed that
            is solved, and the chances for that and the following numbers.
    """

    rules: Rules
    rows: Mapping[int, tuple[int, Sequence[float]]]

    def __post_init__(self) -> None:
        rows = {mask: (first, tuple(row)) for mask, (first, row) in self.rows.items()}
        object.__setattr__(self, "rows", MappingProxyType(rows))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rules, dict(self.rows))  # no mapping proxy can be pickled

    def __repr__(self) -> str:
        chances = sum([len(row) for _, row in self.rows.values()])
        return f"<TargetSolution of {chances} chances with {len(self.rows)} sets of categories>"

    def chance_float(self, open_categories: Iterable[str], needed: int) -> float:
        """Return the best policy's chance to score at least so many points from here on.

        Args:
            open_categories: those not yet scored, in any order.
            needed: the target less the points already made; any whole number.

        Raises:
            ValueError: a category is not in the game, or this solution does not cover the
                situation (see `covers`).
            TypeError: something is of the wrong kind.

        >>> opening_targets().chance_float(CATEGORIES, 200)
        0.219133827876...
        """
        names = in_order("open_categories", open_categories, self.rules.categories)
        return self._chance(_bits(self.rules, names), whole("needed", needed))

    def covers(self, open_categories: Iterable[str], needed: int) -> bool:
        """Return whether `advice_float` is to be had for this situation.

        A solution covers the situations that can follow from the one it was made for; that of
        `opening_targets` the first two turns.

        Args:
            open_categories: those not yet scored, in any order.
            needed: the target less the points already made; any whole number.

        Raises:
            ValueError: a category is not in the game, or named twice.
            TypeError: something is of the wrong kind.

        >>> opening_targets().covers(CATEGORIES, 200), opening_targets().covers(FACES, 60)
        (True, False)
        """
        names = in_order("open_categories", open_categories, self.rules.categories)
        mask, needed = _bits(self.rules, names), whole("needed", needed)
        try:
            for category, points in _contest(self.rules).entries:
                if mask >> category & 1:
                    self._chance(mask ^ 1 << category, needed - points)
        except ValueError:
            return False
        return True

    def advice_float(
        self,
        dice: Iterable[int],
        rerolls_left: int,
        open_categories: Iterable[str],
        needed: int,
    ) -> tuple[tuple[Action, float], ...]:
        """Return every different action with the chance it leaves, the best first.

        Args:
            dice: the five dice on the table, in any order.
            rerolls_left: 0 to ``rules.rerolls``; with 0 the roll must be scored.
            open_categories: those not yet scored, the one to be scored now included.
            needed: the target less the points already made; any whole number.

        Returns:
            ((action, chance), …), () if no category is open; actions and ties as in
            `Solution.advice`. Chances closer than 10⁻¹² may be equal in truth.

        Raises:
            ValueError: not five dice, an unknown face or category, too many rerolls, or this
                solution does not cover the situation (see `covers`).
            TypeError: something is of the wrong kind.

        58 points from two turns are a straight and three sixes:

        >>> last_two = ("sixes", "straight")
        >>> endgame = solve_targets(open_categories=last_two, needed=58)
        >>> [(action, round(chance, 4)) for action, chance in endgame.advice_float(
        ...     (2, 3, 4, 5, 5), 1, last_two, needed=58)][:2]
        [(('keep', (2, 3, 4, 5)), 0.1183), (('keep', (3, 4, 5)), 0.0394)]
        """
        roll, left, names = _decision(self.rules, dice, rerolls_left, open_categories)
        needed = whole("needed", needed)
        if not names:
            return ()
        mask = _bits(self.rules, names)
        scores = (
            (name, self._chance(mask ^ bit, needed - self.rules.points(name, roll)))
            for name, bit in zip(names, _each(mask), strict=True)
        )
        keeps = _target_turn(self, mask, needed).advice(roll, left) if left else ()
        return ranked(scores, ((keep, float(chance)) for keep, chance in keeps))

    def turn(self, open_categories: Iterable[str], needed: int) -> Turn:
        """Return the next turn, solved for a number of points, as `Solution.turn` for the mean.

        Args:
            open_categories: those not yet scored, at least one.
            needed: the target less the points already made; any whole number.

        Raises:
            ValueError: as there, or this solution does not cover the situation (see `covers`).
            TypeError: something is of the wrong kind.

        >>> endgame = solve_targets(open_categories=("straight",), needed=40)
        >>> endgame.turn(["straight"], 40).advice((2, 3, 4, 5, 5), rerolls_left=1)[0][0]
        (2, 3, 4, 5)
        """
        names = _some(self.rules, open_categories)
        return _target_turn(self, _bits(self.rules, names), whole("needed", needed))

    def _chance(self, mask: int, needed: int) -> float:
        if needed <= 0:
            return 1.0
        if needed > _most(self.rules, mask):
            return 0.0
        first, row = self.rows.get(mask, (1, ()))
        if first <= needed < first + len(row):
            return row[needed - first]
        raise ValueError(
            f"needed is {needed} with {mask.bit_count()} categories open, but this solution does "
            "not cover that: ask solve_targets(rules, open_categories, needed)"
        )


def solve_targets(
    rules: Rules = STANDARD,
    open_categories: Iterable[str] | None = None,
    needed: int | None = None,
) -> TargetSolution:
    """Find the largest chance to reach a target, and with it the policy, from a situation on.

    chance(S, n) = the mean over the first roll of best(S, n, roll, rerolls), where::

        best(S, n, roll, 0) = max over c in S of chance(S − c, n − points(c, roll))
        best(S, n, roll, r) = max of best(S, n, roll, 0) and, over all keeps in the roll, of the
                              mean of best(S, n, next roll, r − 1)

    and chance(∅, n) is 1 if n ≤ 0, else 0.

    Args:
        rules: the rules.
        open_categories: those not yet scored; all of them unless given.
        needed: the points still needed; all numbers at once unless given. All of them from the
            start take ten to fifteen seconds, one number two thirds of that; each category that is
            closed more than halves the time; a third reroll and larger bonuses prolong it.

    Returns:
        A `TargetSolution` for this situation and all that can follow.

    Raises:
        ValueError: a category is not in the game, or named twice.
        TypeError: something is of the wrong kind.

    With a full house and a straight still open, how likely is at least one of them?

    >>> last_two = ("full_house", "straight")
    >>> round(solve_targets(open_categories=last_two, needed=25).chance_float(last_two, 25), 6)
    0.631091
    """
    return finish(solve_targets_piecemeal(rules, open_categories, needed))


def solve_targets_piecemeal(
    rules: Rules = STANDARD,
    open_categories: Iterable[str] | None = None,
    needed: int | None = None,
    width: int = 64,
) -> Piecemeal[TargetSolution]:
    """Do what `solve_targets` does piece by piece, for a page that shows progress.

    Args:
        rules, open_categories, needed: as for `solve_targets`.
        width: bits of a number with a fixed point: 64, or 96 or 128 for smaller errors.

    Yields:
        How much is done, from 0 to 1.

    Returns:
        A `TargetSolution`, as the value of the generator.

    Raises:
        ValueError: a category is not in the game, or named twice.
        TypeError: something is of the wrong kind.
    """
    rules = _rules(rules)
    names = rules.categories if open_categories is None else open_categories
    root = _bits(rules, in_order("open_categories", names, rules.categories))
    targets = range(1, _most(rules, root) + 1)
    if needed is not None:
        targets = range(whole("needed", needed), whole("needed", needed) + 1)
    return _solve_targets_piecemeal(rules, root, targets, choice("width", width, WIDTHS))


def _solve_targets_piecemeal(
    rules: Rules, root: int, targets: range, width: int
) -> Piecemeal[TargetSolution]:
    needs = _Needs(rules, root, targets)
    if not root:
        return TargetSolution(rules, {})
    rows = yield from scorecard.solve_piecemeal(
        _contest(rules),
        needs.layers,
        {},
        needs.size,
        needs.entries,
        rules.rerolls,
        largest=1,
        width=width,
    )
    return TargetSolution(rules, {mask: (needs.of[mask].start, row) for mask, row in rows.items()})


class _Needs:
    """What may be needed with each set of categories open, and how its chances follow.

    If all of ``targets`` are asked for with the set ``root`` open, then with only a part of it
    open as much as the closed ones may bring is no longer needed. What is certain (a need up to 0)
    or impossible is left out.
    """

    def __init__(self, rules: Rules, root: int, targets: range) -> None:
        self.rules = rules
        bits = list(_each(root))
        sets = [list(map(sum, combinations(bits, n))) for n in range(len(bits) + 1)]
        self.of = {
            mask: range(
                max(1, targets.start - _most(rules, root ^ mask)),
                min(targets.stop, _most(rules, mask) + 1),
            )
            for layer in sets
            for mask in layer
        }
        self.layers = [[mask for mask in layer if self.of[mask]] for layer in sets[1:]]

    def size(self, mask: int) -> int:
        return len(self.of[mask])

    def entries(
        self, before: Mapping[int, bytes], block: Sequence[int], lanes: Lanes, units: Fraction
    ) -> list[int]:
        """Return for each entry of the contest the chance it leaves, for all rows of a block."""
        certain = int(units).to_bytes(lanes.width // 8, "little")
        impossible = bytes(lanes.width // 8)
        packed = []
        for category, points in _contest(self.rules).entries:
            rows = []
            for mask in block:
                needs, later = self.of[mask], mask ^ 1 << category
                if later > mask:  # the category is closed
                    rows.append(impossible * len(needs))
                    continue
                row, first = before.get(later, b""), self.of[later].start
                left = needs.start - points, needs.stop - points
                rows.append(window(row, first, *left, certain, impossible))
            packed.append(int.from_bytes(b"".join(rows), "little"))
        return packed


@lru_cache(maxsize=1)
def opening_targets() -> TargetSolution:
    """Return the largest chances to reach any target in the opening of the standard game.

    They come from a table, made by ``solve_targets_piecemeal(width=128)``, of all situations with
    nine or more open categories. It gives the chance at the start at once, and advice for two
    turns; from there on `solve_targets` takes a second or two for the number of points then needed.

    Returns:
        A `TargetSolution` by the standard rules.

    >>> start = opening_targets()
    >>> start.advice_float((5, 5, 5, 5, 5), 2, CATEGORIES, needed=200)[0][0]
    ('score', 'five_of_a_kind')
    """
    values = array("d")
    values.frombytes(zlib.decompress((files("games") / "tables" / TABLE).read_bytes()))
    if byteorder == "big":
        values.byteswap()
    rows, start = {}, 0
    for mask in opening_sets():
        stop = start + _most(STANDARD, mask)
        rows[mask] = 1, values[start:stop]
        start = stop
    return TargetSolution(STANDARD, rows)


def opening_sets() -> list[int]:
    """Return the sets of open categories in the order of the table of `opening_targets`."""
    everything = (1 << len(CATEGORIES)) - 1
    return [mask for mask in range(everything, 0, -1) if mask.bit_count() >= OPENING]


def chance_to_reach_float(target: int) -> float:
    """Return the chance that the best policy for it scores at least a target, standard rules.

    No policy is best for all targets: each has its own. `opening_targets` gives their advice.

    Args:
        target: any whole number; up to 0 the chance is 1, beyond 280 it is 0.

    Raises:
        TypeError: target is not a whole number.

    >>> [round(chance_to_reach_float(target), 4) for target in (100, 166, 200, 281)]
    [0.9884, 0.5571, 0.2191, 0.0]
    """
    return opening_targets().chance_float(CATEGORIES, whole("target", target))


class Departure(NamedTuple):
    """A first roll of a turn where a target calls for another action than the mean.

    Attributes:
        roll: the dice.
        chance: of this roll.
        for_mean: the best action for the expected score.
        for_target: the best action for the chance to reach the target.
        reached_mean_float: that chance after the one, if all later decisions are for the target.
        reached_target_float: and after the other.
    """

    roll: Dice
    chance: Fraction
    for_mean: Action
    for_target: Action
    reached_mean_float: float
    reached_target_float: float


def departures(
    solution: Solution,
    targets: TargetSolution,
    needed: int,
    open_categories: Iterable[str] | None = None,
) -> tuple[Departure, ...]:
    """Return the first rolls of a turn where a target calls for another action than the mean.

    Args:
        solution: the game, solved for the mean.
        targets: the same game, solved for targets; it must cover the situation.
        needed: the target less the points already made; any whole number.
        open_categories: those not yet scored; all of them unless given.

    Returns:
        The rolls at which the best action for the mean lowers the chance, by more than 10⁻¹⁰; those
        first that lower it most, weighed with how often they come.

    Raises:
        ValueError: the rules differ, a category is not in the game, or ``targets`` does not cover
            the situation.
        TypeError: something is of the wrong kind.

    With a full house and a straight open, two pairs are worth most as a start of the first. But
    who needs 40 points must have the second:

    >>> last_two = Rules(categories=("full_house", "straight"))
    >>> first = departures(solve(last_two), solve_targets(last_two, needed=40), 40)[0]
    >>> first.roll, first.for_mean, first.for_target
    ((2, 2, 3, 3, 4), ('keep', (2, 2, 3, 3)), ('keep', (2, 3, 4)))
    """
    rules = _kind("solution", solution, Solution, "solve(…)").rules
    if _kind("targets", targets, TargetSolution, "solve_targets(…)").rules != rules:
        raise ValueError(f"targets is for {targets.rules}, but solution is for {rules}")
    names = _some(rules, rules.categories if open_categories is None else open_categories)
    mask, needed, rerolls = _bits(rules, names), whole("needed", needed), rules.rerolls
    goal, plans = _target_turn(targets, mask, needed), _policy(solution, mask)
    stops = range(DICE.first_roll, len(DICE.keeps))  # to keep all is to stop, and to score

    def plan(policy: Sequence[Sequence[int]], choices: Sequence[int]) -> list[Action]:
        return [
            ("score", rules.categories[category]) if place in stops else ("keep", DICE.keeps[place])
            for place, category in zip(policy[-1] if rerolls else stops, choices, strict=True)
        ]

    def reached(roll: Dice, action: Action) -> float:
        if action[0] == "keep":
            return float(goal.keep_value(action[1], rerolls))
        points = rules.points(action[1], roll)
        return targets._chance(mask ^ _bits(rules, [action[1]]), needed - points)

    for_mean = plan(*plans)
    for_target = plan(goal.policy(), _choices(rules, _target_values(targets, mask, needed)))
    ways = DICE.spread([1] + [0] * (len(DICE.keeps) - 1))
    found = [
        Departure(
            roll,
            Fraction(n, DICE.outcomes),
            mean,
            target,
            reached(roll, mean),
            reached(roll, target),
        )
        for roll, n, mean, target in zip(DICE.rolls, ways, for_mean, for_target, strict=True)
        if mean != target
    ]
    cost = {
        it: float(it.chance) * (it.reached_target_float - it.reached_mean_float) for it in found
    }
    costly = [it for it in found if it.reached_target_float - it.reached_mean_float > 1e-10]
    return tuple(sorted(costly, key=cost.__getitem__, reverse=True))


# The standard game, ready at once for a page that has just been opened.


class Scores(NamedTuple):
    """What best play scores by the standard rules.

    Attributes:
        expected_score: the expected score, exactly.
        chances_float: P(total = 0), P(total = 1), …, as `score_distribution_float` gives them.
    """

    expected_score: Fraction
    chances_float: tuple[float, ...]

    def __repr__(self) -> str:
        return (
            f"<Scores of mean {float(self.expected_score):.6g}, "
            f"from 0 to {len(self.chances_float) - 1}>"
        )


def standard_solution() -> Solution:
    """Return what ``solve()`` returns, from a table in place of a computation.

    >>> standard_solution().values == solve().values
    True
    """
    return _standard()[0]


def standard_scores(rerolls: int = 2) -> Scores:
    """Return the expected score and the distribution by the standard rules, from a table.

    Args:
        rerolls: 0 to 3.

    Raises:
        ValueError: rerolls is out of range.
        TypeError: rerolls is not a whole number.

    >>> [round(float(standard_scores(rerolls).expected_score), 2) for rerolls in (2, 3)]
    [165.76, 197.52]
    """
    return _standard()[1][whole("rerolls", rerolls, 0, MAX_REROLLS)]


@lru_cache(maxsize=1)
def _standard() -> tuple[Solution, tuple[Scores, ...]]:
    table = json.loads((files("games") / "tables" / STANDARD_TABLE).read_text("utf-8"))
    scores = zip(table["expected_scores"], table["chances"], strict=True)
    return (
        Solution(STANDARD, tuple(table["values"])),
        tuple(Scores(Fraction(mean), tuple(chances)) for mean, chances in scores),
    )


# Playing, and the pieces that the functions above share.


def play(rng: Random, rules: Rules = STANDARD) -> int:
    """Play one game with the policy that maximizes the expected score, and return the total.

    Args:
        rng: the source of chance; the same seed gives the same game.
        rules: the rules.

    Returns:
        The points of all categories.

    Raises:
        TypeError: rng is not a `random.Random`, or rules not a `Rules`.

    >>> play(Random(1), Rules(categories=("fives", "sixes")))
    28
    """
    seeded(rng)
    solution, total = solve(rules), 0
    mask = (1 << len(solution.rules.categories)) - 1
    while mask:
        plans, choices = _policy(solution, mask)
        place = _rolled(rng, ())
        for plan in reversed(plans):
            keep = plan[place - DICE.first_roll]
            if keep == place:
                break
            place = _rolled(rng, DICE.keeps[keep])
        category = choices[place - DICE.first_roll]
        name = solution.rules.categories[category]
        total += solution.rules.points(name, DICE.keeps[place])
        mask ^= 1 << category
    return total


def _rolled(rng: Random, keep: Dice) -> int:
    new = rng.choices(range(1, DICE.faces + 1), k=DICE.dice - len(keep))
    return DICE._place[tuple(sorted((*keep, *new)))]


@lru_cache(maxsize=2048)  # about 6 kB each
def _policy(solution: Solution, mask: int) -> tuple[list[list[int]], list[int]]:
    """Return the best keep of each roll, for 1, 2, … rerolls left, and its best category."""
    choices = _choices(solution.rules, _values(solution, mask))
    return _turn(solution, mask).policy(), choices


def _choices(rules: Rules, values: Sequence[int]) -> list[int]:
    """Return the best category for each roll, given what the entries of the contest are worth."""
    contest = _contest(rules)
    ranked = [(value, c) for value, (c, _) in zip(values, contest.entries, strict=True)]
    return [c for _, c in contest.best(ranked, lambda a, b: b if b[0] > a[0] else a)]


def _values(solution: Solution, mask: int) -> list[int]:
    """Return what each entry of the contest is worth, on the denominator of the later turns."""
    unit = _unit(solution.rules, mask.bit_count() - 1)
    return [
        unit * points + solution.values[mask ^ 1 << c] if mask >> c & 1 else -1
        for c, points in _contest(solution.rules).entries
    ]


@lru_cache(maxsize=64)  # about 120 kB each
def _turn(solution: Solution, mask: int) -> Turn:
    rules = solution.rules
    scores = _contest(rules).best(_values(solution, mask), max)
    return Turn.of(scores, _unit(rules, mask.bit_count() - 1), rules.rerolls, DICE)


@lru_cache(maxsize=64)  # about 80 kB each
def _target_turn(solution: TargetSolution, mask: int, needed: int) -> Turn:
    scores = _contest(solution.rules).best(_target_values(solution, mask, needed), max)
    return Turn.of(scores, TINY, solution.rules.rerolls, DICE)


def _target_values(solution: TargetSolution, mask: int, needed: int) -> list[int]:
    """Return the chance after each entry of the contest, in multiples of 1/TINY."""
    return [
        int(solution._chance(mask ^ 1 << c, needed - points) * TINY) if mask >> c & 1 else -1
        for c, points in _contest(solution.rules).entries
    ]


def _entries(rules: Rules, values: Sequence[int], block: Sequence[int]) -> tuple[Lanes, list[int]]:
    """Return lanes for a block of open sets, and the packed value of each entry of the contest.

    Each open category is lent one point, so that it is worth more than a closed one, which is 0.
    """
    turns = block[0].bit_count()
    unit, most = _unit(rules, turns - 1), max(_most(rules, mask) for mask in block) + turns
    lanes = Lanes.up_to(most * _unit(rules, turns), len(block))
    bits = [1 << category for category in range(len(rules.categories))]
    later = [lanes.pack(values[m ^ bit] if m & bit else 0 for m in block) for bit in bits]
    point = [lanes.pack(unit if m & bit else 0 for m in block) for bit in bits]
    return lanes, [later[c] + (points + 1) * point[c] for c, points in _contest(rules).entries]


@lru_cache(maxsize=16)
def _contest(rules: Rules) -> Contest[int]:
    """Return the knock-out among the categories, whose outcomes are points."""
    names = rules.categories
    return Contest.of([[rules.points(name, roll) for name in names] for roll in DICE.rolls])


def _unit(rules: Rules, turns: int) -> int:
    """Return the common denominator of all means over so many turns."""
    unit: int = DICE.outcomes ** ((rules.rerolls + 1) * turns)
    return unit


def _sets(size: int, turns: int, block: int) -> Iterator[list[int]]:
    """Yield all sets of so many categories, as bits, in blocks."""
    masks = list(map(sum, combinations([1 << c for c in range(size)], turns)))
    for start in range(0, len(masks), block):
        yield masks[start : start + block]


def _each(mask: int) -> Iterator[int]:
    return (1 << c for c in range(mask.bit_length()) if mask >> c & 1)


def _bits(rules: Rules, names: Iterable[str]) -> int:
    return sum(1 << rules.categories.index(name) for name in names)


def _most(rules: Rules, mask: int) -> int:
    """Return the largest total of a set of categories."""
    return _mosts(rules)[mask]


@lru_cache(maxsize=16)
def _mosts(rules: Rules) -> list[int]:
    totals = [0]
    for name in rules.categories:
        best = max(rules.points(name, roll) for roll in DICE.rolls)
        totals += [total + best for total in totals]
    return totals


def _rules(rules: Rules) -> Rules:
    return _kind("rules", rules, Rules, "Rules(…)")


def _kind(name: str, value: Kind, kind: type[Kind], maker: str) -> Kind:
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {shown(value)}, but must be made by {maker}")
    return value


def _some(rules: Rules, open_categories: Iterable[str]) -> tuple[str, ...]:
    names = in_order("open_categories", open_categories, rules.categories)
    if not names:
        raise ValueError("open_categories is empty, but a turn needs a category to be scored in")
    return names


def _decision(
    rules: Rules, dice: Iterable[int], rerolls_left: int, open_categories: Iterable[str]
) -> tuple[Dice, int, tuple[str, ...]]:
    return (
        sorted_dice("dice", dice, DICE),
        whole("rerolls_left", rerolls_left, 0, rules.rerolls, hint="as many as the rules allow"),
        in_order("open_categories", open_categories, rules.categories),
    )
