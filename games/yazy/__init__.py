"""Yazy: eleven categories, five dice, two rerolls.

A game has one turn for each category. In a turn you roll five dice, may reroll any of them twice,
and score the result in a category that is still open. How many points can you expect, if you play
as well as possible?

Points already made do not change what is best, since max(a + x, a + y) = a + max(x, y): only the
open categories matter. Let value(S) be the expected points from an open set S on, with
value(∅) = 0. At the end of a turn

    best(S, roll, 0) = max over c in S of points(c, roll) + value(S − c).

With rerolls left, a keep is worth the mean over the rolls that can follow, and a roll is worth the
best of scoring it and of all its keeps (`games.maths.turn`). value(S) is the mean over the first
roll. There are 2¹¹ = 2048 sets S. All sets of one size are solved at once (`games.yazy.scorecard`),
in exact integers: each of a turn's three rolls of five dice multiplies the common denominator by
6⁵.

A player who needs a *total* (to beat a finished score, for example) plays another game:
`games.yazy.targets`.
"""

import json
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import accumulate, combinations
from math import ceil, isclose
from operator import mul
from random import Random
from typing import Any, NamedTuple, Self

from games.incremental import Incremental, finish
from games.maths.lanes import Lanes
from games.maths.turn import Dice, Turn, sorted_dice
from games.parameters import Game, Integer, Kind, parameter
from games.validate import choice, function, integer, random_source, real_number, short_repr
from games.yazy.scorecard import (
    DICE,
    HALVINGS,
    Action,
    Contest,
    Policy,
    bits,
    check_action,
    frequencies,
    in_order,
    means,
    rank_actions,
    reroll,
)

__all__ = [
    "CATEGORIES",
    "Action",
    "Duel",
    "Scores",
    "Yazy",
    "chance_to_beat",
    "standard_game",
    "standard_growth_float",
    "standard_scores",
]

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
FIXED_WIDTH = 88  # bits of a fixed-point number: its error is far below that of a float
SETS_PER_SOLUTION_BLOCK = 64  # a page can draw between two blocks
SETS_PER_DISTRIBUTION_BLOCK = 16  # fewer, since distributions take longer
TABLE = "yazy_standard.json"
GROWTH = (*CATEGORIES[-1:], *CATEGORIES[:-1])
Growth = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]
FloatGrowth = tuple[tuple[float, ...], tuple[float, ...]]


class Card(Kind):
    """The categories of a game, each at most once, in the order of `CATEGORIES`."""

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        return "some of ``CATEGORIES``, in any order"

    def in_words(self, value: Any) -> str:
        """Return a value as the docstring of a game writes it."""
        return "all of them" if value == CATEGORIES else super().in_words(value)

    def validate(self, name: str, value: Any) -> tuple[str, ...]:
        """Return the categories in the order of the card, see `Kind.validate`."""
        return in_order(name, value, CATEGORIES)


REROLLS = Integer("Rerolls", "how often dice may be rolled again in a turn", 0, MAX_REROLLS)
FULL_HOUSE = Integer(
    "Full house", "the points of three dice of one number and two of another", 0, MAX_BONUS
)
STRAIGHT = Integer("Straight", "the points of 1 2 3 4 5 or 2 3 4 5 6", 0, MAX_BONUS)
FIVE_OF_A_KIND = Integer("5 of a kind", "the points of five equal dice", 0, MAX_BONUS)
CARD = Card("Categories", "those that are played")


@dataclass(frozen=True)
class Yazy(Game):
    """A game of Yazy. The first question about a whole game takes a third of a second.

    >>> (
    ...     float(Yazy().expected_score),
    ...     round(float(Yazy(straight=30).expected_score), 2),
    ... )
    (165.7573187094255, 157.49)
    >>> Yazy(rerolls=1, categories=("sixes", "ones")).categories
    ('ones', 'sixes')
    """

    rerolls: int = parameter(2, REROLLS)
    full_house: int = parameter(25, FULL_HOUSE)
    straight: int = parameter(40, STRAIGHT)
    five_of_a_kind: int = parameter(50, FIVE_OF_A_KIND)
    categories: tuple[str, ...] = parameter(CATEGORIES, CARD)

    # The rules

    def score(self, category: str, dice: Iterable[int]) -> int:
        """Return the points of five dice in a category.

        Ones … sixes count the dice of that face, times the face. Three and four of a kind count
        all dice, if at least three or four are equal. A full house needs two different numbers, a
        straight five dice in a row, five of a kind five equal dice.

        Args:
            category: one of ``CATEGORIES``.
            dice: five faces from 1 to 6, in any order.

        Raises:
            ValueError: the category or a face is unknown, or there are not five dice.
            TypeError: something is of the wrong kind.

        >>> [Yazy().score(category, (3, 3, 5, 3, 5)) for category in CATEGORIES]
        [0, 0, 9, 0, 10, 0, 19, 0, 25, 0, 0]
        """
        roll = sorted_dice("dice", dice, DICE)
        return self.points(choice("category", category, CATEGORIES), roll)

    def points(self, category: str, roll: Dice) -> int:
        """Return the same for five dice in rising order, unchecked.

        Args:
            category: one of ``CATEGORIES``.
            roll: five faces, the smallest first.

        >>> Yazy(full_house=30).points("full_house", (1, 1, 6, 6, 6))
        30
        """
        if category in FACES:
            face = FACES.index(category) + 1
            return face * roll.count(face)
        largest_group = max(map(roll.count, roll))
        if category == "three_of_a_kind":
            return sum(roll) if largest_group >= 3 else 0
        if category == "four_of_a_kind":
            return sum(roll) if largest_group >= 4 else 0
        if category == "full_house":
            return self.full_house if largest_group == 3 and len(set(roll)) == 2 else 0
        if category == "straight":
            return self.straight if largest_group == 1 and roll[-1] - roll[0] == 4 else 0
        return self.five_of_a_kind if largest_group == 5 else 0

    @property
    def largest_total(self) -> int:
        """The total of the best roll in every category.

        >>> Yazy().largest_total
        280
        """
        return self.largest_totals[-1]

    @cached_property
    def largest_totals(self) -> tuple[int, ...]:
        """The largest total of each set of categories, as bits."""
        totals = [0]
        for name in self.categories:
            best = max(self.points(name, roll) for roll in DICE.rolls)
            totals += [total + best for total in totals]
        return tuple(totals)

    @cached_property
    def contest(self) -> Contest[int]:
        """The knock-out among the categories, whose outcomes are points."""
        return Contest.of(
            [[self.points(name, roll) for name in self.categories] for roll in DICE.rolls]
        )

    # The values of all sets of open categories

    @cached_property
    def values_by_set(self) -> tuple[int, ...]:
        """For each set of open categories, as bits, its value times its common denominator.

        A bit stands for a category, in the order of ``categories``. The denominator is 6^5 for
        each roll of all dice that is still to come. `value` gives the same numbers as fractions.
        """
        return finish(self._values_incremental())

    def solve_incremental(self) -> Incremental[Self]:
        """Find all values piece by piece, for a page that shows progress and may stop in between.

        Yields:
            The share of the work that is done, from 0 to 1.

        Returns:
            The game itself, which has its values then; as the value of the generator.

        >>> game = Yazy(categories=("ones", "twos", "threes"))
        >>> [round(done, 2) for done in game.solve_incremental()]
        [0.43, 0.86, 1.0]
        """
        if "values_by_set" not in vars(self):
            vars(self)["values_by_set"] = yield from self._values_incremental()
        return self

    def _values_incremental(self) -> Incremental[tuple[int, ...]]:
        size = len(self.categories)
        values = [0] * (1 << size)
        solved_sets = 0
        for turns in range(1, size + 1):
            for block in _sets(size, turns, SETS_PER_SOLUTION_BLOCK):
                lanes, entries = self._entries(values, block)
                packed_lanes = means(self.contest, entries, self.rerolls, lanes.maximum)
                for mask, value in zip(block, lanes.unpack(packed_lanes), strict=True):
                    values[mask] = value - self._unit(turns)  # the point lent by `_entries`
                solved_sets += len(block)
                yield solved_sets / (len(values) - 1)
        return tuple(values)

    def _entries(self, values: Sequence[int], block: Sequence[int]) -> tuple[Lanes, list[int]]:
        """Return lanes for a block of open sets, and the packed value of each contest entry.

        Each open category is lent one point, so that it is worth more than a closed one, which
        is 0.
        """
        turns = block[0].bit_count()
        unit = self._unit(turns - 1)
        largest_total = max(self.largest_totals[mask] for mask in block) + turns
        lanes = Lanes.for_numbers_up_to(largest_total * self._unit(turns), len(block))
        cards = [1 << category for category in range(len(self.categories))]
        later_values = [
            lanes.pack(values[mask ^ card] if mask & card else 0 for mask in block)
            for card in cards
        ]
        lent_points = [lanes.pack(unit if mask & card else 0 for mask in block) for card in cards]
        return lanes, [
            later_values[c] + (points + 1) * lent_points[c] for c, points in self.contest.entries
        ]

    def _unit(self, turns: int) -> int:
        """Return the common denominator of all means over so many turns."""
        unit: int = DICE.outcomes ** ((self.rerolls + 1) * turns)
        return unit

    @property
    def expected_score(self) -> Fraction:
        """The expected score of a whole game, played as well as possible.

        value(S) = the mean of best(S, roll, rerolls) over the first roll, where

            best(S, roll, 0) = max over c in S of points(c, roll) + value(S − c),
            best(S, roll, r) = max of best(S, roll, 0) and the worth of each keep.

        A keep in the roll is worth the mean of best(S, next roll, r − 1). The blog post on Yazy
        gives 165.76 for the standard rules.

        >>> [round(float(Yazy(rerolls).expected_score), 2) for rerolls in (0, 1, 2)]
        [75.87, 127.14, 165.76]
        >>> no_rerolls = Yazy(rerolls=0, categories=("straight",))
        >>> no_rerolls.expected_score == Fraction(40 * 2 * 120, 6**5)
        True
        """
        return self.value(self.categories)

    @property
    def expected_score_float(self) -> float:
        """The expected score as a float: the exact value, rounded once.

        The values of all sets are found in fixed-point numbers first, which are shorter than the
        exact ones. Each is a little too small, and it is known by how much at most. If the largest
        number that is possible rounds to the same float, this is the result. Otherwise the exact
        value is computed.

        >>> Yazy().expected_score_float
        165.7573187094255
        """
        if "values_by_set" not in vars(self):
            low, high = self._expected_score_bounds
            if float(low) == float(high):
                return float(low)
        return float(self.expected_score)

    @cached_property
    def _expected_score_bounds(self) -> tuple[Fraction, Fraction]:
        """Two numbers between which the expected score lies.

        The recurrence is that of `expected_score`, in lanes of a fixed width, as
        `games.yazy.scorecard.solve_incremental` does it: after each of the rerolls + 1 rolls of a
        turn the values are halved 13 times and lose less than a unit. Each category is lent a
        point, as in `_entries`; it loses less than a unit when it is lent, and one when it is
        given back.
        """
        size = len(self.categories)
        values = [0] * (1 << size)
        largest = max(self.largest_totals[-1] + size, 1)
        units = Fraction((1 << FIXED_WIDTH - 1 - HALVINGS) // largest)  # units that make 1
        loss = 0
        for turns in range(1, size + 1):
            masks = next(_sets(size, turns, len(values)))
            lanes = Lanes(len(masks), FIXED_WIDTH)
            later_values, is_open = [], []
            for card in (1 << category for category in range(size)):
                later_values.append(
                    lanes.pack(values[mask ^ card] if mask & card else 0 for mask in masks)
                )
                is_open.append(lanes.pack(int(bool(mask & card)) for mask in masks))
            entries = [
                later_values[c] + int((points + 1) * units) * is_open[c]
                for c, points in self.contest.entries
            ]
            divider = lanes.divider(HALVINGS)
            packed_lanes = means(self.contest, entries, self.rerolls, lanes.maximum, divider)
            units *= Fraction(DICE.outcomes, 1 << HALVINGS) ** (self.rerolls + 1)
            lent_points = ceil(units)
            for mask, value in zip(masks, lanes.unpack(packed_lanes), strict=True):
                values[mask] = max(value - lent_points, 0)
            loss += self.rerolls + 3
        return values[-1] / units, (values[-1] + loss) / units

    def value(self, open_categories: Iterable[str]) -> Fraction:
        """Return the expected points of the rest of the game, before the next turn.

        Args:
            open_categories: those not yet scored, in any order.

        Raises:
            ValueError: a category is not in the game, or named twice.
            TypeError: this is not a collection of names.

        >>> Yazy().value({"five_of_a_kind"}) / 50
        Fraction(347897, 7558272)
        """
        mask = open_set(self, open_categories)
        return Fraction(self.values_by_set[mask], self._unit(mask.bit_count()))

    def advice(
        self, dice: Iterable[int], rerolls_left: int, open_categories: Iterable[str]
    ) -> tuple[tuple[Action, Fraction], ...]:
        """Return every different action with its value, the best first.

        Args:
            dice: the five dice on the table, in any order.
            rerolls_left: 0 to ``rerolls``; with 0 the roll must be scored.
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

        >>> options = Yazy().advice((4, 4, 4, 1, 6), 1, ["fours", "sixes"])
        >>> for action, value in options[:3]:
        ...     print(action, round(float(value), 3))
        ('keep', (4, 4, 4)) 25.972
        ('keep', (4, 4, 4, 6)) 25.306
        ('keep', (1, 4, 4, 4)) 25.306
        """
        roll, rerolls_left, mask = decision(self, dice, rerolls_left, open_categories)
        if not mask:
            return ()
        unit = self._unit(mask.bit_count() - 1)
        scores = (
            (name, self.points(name, roll) + Fraction(self.values_by_set[mask ^ 1 << c], unit))
            for c, name in enumerate(self.categories)
            if mask >> c & 1
        )
        return rank_actions(
            scores, _turn(self, mask).advice(roll, rerolls_left) if rerolls_left else ()
        )

    def turn(self, open_categories: Iterable[str]) -> Turn:
        """Return the next turn, solved: the value of every keep, and a plan for every roll.

        Args:
            open_categories: those not yet scored, at least one.

        Raises:
            ValueError: there is none, or one is not in the game, or named twice.
            TypeError: this is not a collection of names.

        >>> Yazy().turn(["straight"]).keep_value((3, 4, 5), rerolls_left=1)
        Fraction(40, 9)
        """
        return _turn(self, open_set(self, open_categories, nonempty=True))

    def policy(self) -> Policy:
        """Return the policy that maximizes the expected score, as `play` takes it.

        Returns:
            A function of the dice, the rerolls left, the open categories and the points made. It
            gives the first action of `advice`; the points do not matter to it.

        >>> best = Yazy().policy()
        >>> best((4, 4, 4, 1, 6), 1, ("fours", "sixes"), 100)
        ('keep', (4, 4, 4))
        """

        def best(
            dice: Iterable[int], rerolls_left: int, open_categories: Iterable[str], points: int
        ) -> Action:
            roll, rerolls_left, mask = decision(
                self, dice, rerolls_left, open_categories, nonempty=True
            )
            return plan(self, mask).action(roll, rerolls_left)

        return best

    def outlook(
        self, keep: Iterable[int], rerolls_left: int, open_categories: Iterable[str]
    ) -> dict[str, tuple[Fraction, Fraction]]:
        """Return in which categories a turn is scored if these dice are kept and then played best.

        A chance of 1 starts at the keep and flows from keeps to rolls, by chance, and from rolls
        to the best keep in them, by plan. So Σ chance · (mean + value of the other categories) is
        the value of the keep.

        Args:
            keep: some dice, in any order; all five end the turn.
            rerolls_left: before the other dice are rolled, 0 (for five dice) to ``rerolls``.
            open_categories: those not yet scored, at least one.

        Returns:
            {category: (chance, mean)}: how likely the turn is scored there, and the mean points
            that it then brings. Categories without a chance are left out.

        Raises:
            ValueError: as for `advice`, or no reroll is left for the other dice.
            TypeError: something is of the wrong kind.

        >>> outlook = Yazy().outlook((6, 6, 6), 1, ["sixes", "five_of_a_kind"])
        >>> {name: (str(p), str(mean)) for name, (p, mean) in outlook.items()}
        {'sixes': ('35/36', '138/7'), 'five_of_a_kind': ('1/36', '50')}
        """
        kept_dice = sorted_dice("keep", keep, DICE, partial=True)
        min_rerolls = int(len(kept_dice) < DICE.dice)
        rerolls_left = integer("rerolls_left", rerolls_left, min_rerolls, self.rerolls)
        best = plan(self, open_set(self, open_categories, nonempty=True))
        first = DICE.first_roll
        flow = [int(dice == kept_dice) for dice in DICE.keeps]
        ended_flow = [0] * len(DICE.rolls)
        for rerolls_after in reversed(range(rerolls_left)):
            later_outcomes = DICE.outcomes ** (rerolls_after + 1)
            ended_flow = [
                ending + later_outcomes * stop_flow
                for ending, stop_flow in zip(ended_flow, flow[first:], strict=True)
            ]
            weighted_flow = [
                weight * ending for weight, ending in zip(DICE.weights, flow[:first], strict=False)
            ]
            flow = [0] * first + DICE.spread(weighted_flow + [0] * len(DICE.rolls))
            if rerolls_after:
                reroll_flow, flow = flow[first:], [0] * len(DICE.keeps)
                for place, ending in zip(best.keeps[rerolls_after - 1], reroll_flow, strict=True):
                    flow[place] += ending
        counts, points = dict.fromkeys(self.categories, 0), dict.fromkeys(self.categories, 0)
        ends = zip(ended_flow, flow[first:], DICE.rolls, best.categories, strict=True)
        for ending, stop_flow, roll, name in ends:
            if ending + stop_flow:
                counts[name] += ending + stop_flow
                points[name] += (ending + stop_flow) * self.points(name, roll)
        total_count = sum(counts.values())
        return {
            name: (Fraction(counts[name], total_count), Fraction(points[name], counts[name]))
            for name in self.categories
            if counts[name]
        }

    # The whole distribution of the score

    @cached_property
    def score_distribution(self) -> tuple[Fraction, ...]:
        """The exact chances of all totals when the expected score is maximized.

        The chance of a total t from an open set S on follows the policy. P is the chance of a turn:

            chance(S, t) = Σ over c, p of P(p points in c) · chance(S − c, t − p)

        All totals of one set are packed into one integer, so that a sum over t is one addition.
        The result is (P(total = 0), P(total = 1), …), up to the largest total. The standard rules
        take a second, large bonuses longer. Actions of equal value are chosen as `advice` lists
        them: scoring first, in the order of ``CATEGORIES``, then the keep with the highest dice.

        >>> odds = Yazy(rerolls=0, categories=("straight",)).score_distribution
        >>> odds[0], odds[40], sum(odds)
        (Fraction(157, 162), Fraction(5, 162), Fraction(1, 1))
        """
        full_card = (1 << len(self.categories)) - 1
        return finish(self._distributions_incremental([full_card]))[full_card]

    @property
    def score_distribution_float(self) -> tuple[float, ...]:
        """The same chances as floats: each exact chance, rounded once.

        >>> odds = Yazy().score_distribution_float
        >>> (
        ...     len(odds),
        ...     round(sum(total * chance for total, chance in enumerate(odds)), 4),
        ... )
        (281, 165.7573)
        """
        return tuple(map(float, self.score_distribution))

    @property
    def variance_score(self) -> Fraction:
        """The variance of the score when its mean is maximized, in points squared.

        Var = Σ t²·P(total = t) − (Σ t·P(total = t))², over the totals of `score_distribution`.

        >>> round(float(Yazy().variance_score) ** 0.5, 2)
        32.38
        """
        square: Fraction = sum(
            (total * total * chance for total, chance in enumerate(self.score_distribution)),
            Fraction(0),
        )
        return square - self.expected_score**2

    def score_growth_incremental(
        self, categories: Sequence[str]
    ) -> Incremental[tuple[Growth, ...]]:
        """Find the distribution of the total for the first category, the first two, and so on.

        P(S, t) = Σ P(the turn scores x in c) · P(S − c, t − x), as for `score_distribution`, where
        a total counts apart once the first category has brought points.

        Args:
            categories: some categories of the game, in the order in which they are added.

        Yields:
            The share of the work that is done, from 0 to 1.

        Returns:
            Of the first category, the first two, …: (P(total = 0 and the first has scored
            nothing), …) and (P(total = 0 and it has scored), …), as the value of the generator.

        Raises:
            ValueError: a category is not there, or there twice.
            TypeError: categories has no order.

        >>> unscored, scored = finish(Yazy(0).score_growth_incremental(["ones"]))[0]
        >>> unscored[0] == Fraction(5, 6) ** 5, sum(unscored + scored)
        (True, Fraction(1, 1))
        """
        if not isinstance(categories, Sequence):
            raise TypeError(
                f"categories is {short_repr(categories)}, but must be a sequence: "
                "their order matters"
            )
        in_order("categories", categories, self.categories, nonempty=True)
        return self._growth_incremental(list(categories))

    def _growth_incremental(self, order: list[str]) -> Incremental[tuple[Growth, ...]]:
        sets = [bits(order[: index + 1], self.categories) for index in range(len(order))]
        first = self.categories.index(order[0])
        distributions = yield from self._distributions_incremental(sets, first)
        offset = self.largest_total + 1
        return tuple(
            (distributions[mask][: self.largest_totals[mask] + 1], distributions[mask][offset:])
            for mask in sets
        )

    def _distributions_incremental(
        self, masks: Sequence[int], marked_category: int = -1
    ) -> Incremental[dict[int, tuple[Fraction, ...]]]:
        """Find the chances of all totals for some open sets, as bits.

        If a category is marked, the games in which it brought points stand apart: they come
        behind the others, as if that category had more points than all together.
        """
        knockout, size = self.contest, len(self.categories)
        offset = (self.largest_total + 1) * (marked_category >= 0)
        distributions: dict[int, tuple[Fraction, ...]] = {0: (Fraction(1),)}
        rows = {0: [1]}  # for each open set of the layer: in how many ways each total comes
        solved_sets = 0
        for turns in range(1, size + 1):
            width = Lanes.for_numbers_up_to(self._unit(turns), count=1).width
            packed_lanes = {mask: Lanes(len(row), width).pack(row) for mask, row in rows.items()}
            rows = {}
            for block in _sets(size, turns, SETS_PER_DISTRIBUTION_BLOCK):
                lanes, entries = self._entries(self.values_by_set, block)
                counts = dict.fromkeys(block, 0)
                flows = frequencies(knockout, entries, self.rerolls, lanes)
                for (category, points), flow in zip(knockout.entries, flows, strict=True):
                    shift = width * (points + offset * (category == marked_category and points > 0))
                    for mask, chance in zip(block, lanes.unpack(flow), strict=True):
                        if chance:
                            counts[mask] += chance * packed_lanes[mask ^ 1 << category] << shift
                for mask in block:
                    totals = self.largest_totals[mask] + 1 + offset
                    rows[mask] = Lanes(totals, width).unpack(counts[mask])
                solved_sets += len(block)
                yield solved_sets / ((1 << size) - 1)
            for mask in rows.keys() & masks:
                distributions[mask] = tuple(
                    Fraction(count, self._unit(turns)) for count in rows[mask]
                )
        return distributions

    # A game

    def play(self, rng: Random, policy: Policy | None = None) -> int:
        """Play one game and return the total.

        Args:
            rng: the source of chance; the same seed gives the same game.
            policy: gives the action, ("score", category) or ("keep", dice), from the dice in
                rising order, the rerolls left, the open categories and the points made; unless
                given, `policy`, which maximizes the expected score.

        Returns:
            The points of all categories.

        Raises:
            ValueError: the policy scores in a category that is not open, keeps dice that are not
                there, or keeps some when no reroll is left.
            TypeError: rng is not a `random.Random`, or policy not a function.

        >>> Yazy(categories=("fives", "sixes")).play(Random(1))
        28

        A player who scores at once, in the first category that is open, makes fewer points:

        >>> def at_once(dice, rerolls_left, names, points):
        ...     return "score", names[0]
        >>> Yazy().play(Random(1), at_once)
        18
        """
        random_source(rng)
        choose = self._best if policy is None else _check_policy(policy)
        total, names = 0, self.categories
        while names:
            roll, rerolls_left = reroll(rng, ()), self.rerolls
            while (action := choose(roll, rerolls_left, names, total))[0] == "keep":
                roll, rerolls_left = reroll(rng, action[1]), rerolls_left - 1
            total += self.points(action[1], roll)
            names = tuple([name for name in names if name != action[1]])
        return total

    def _best(self, roll: Dice, rerolls_left: int, names: tuple[str, ...], points: int) -> Action:
        """Return the choice of `policy` for a situation that was checked before."""
        return plan(self, bits(names, self.categories)).action(roll, rerolls_left)


# Games against other players


class Duel(NamedTuple):
    """The result of one total against another: three chances that sum to 1.

    Attributes:
        win: that the total of the first strategy is larger.
        tie: that both are the same.
        lose: that the total of its rival is larger.
    """

    win: Fraction | float
    tie: Fraction | float
    lose: Fraction | float


def chance_to_beat(
    odds: Sequence[Fraction | float], rival_odds: Sequence[Fraction | float]
) -> Duel:
    """Return the chances that one fixed strategy beats, ties with and loses to another.

    Each plays for itself: neither adapts to what the other has scored. So the totals are
    independent, and P(win) = Σ_t odds(t) · P(rival's total < t).

    Args:
        odds: P(total = 0), P(total = 1), … of one strategy, at most 100 000 of them.
        rival_odds: the same of its rival; it may be longer or shorter.

    Returns:
        A `Duel`, exact if both are.

    Raises:
        ValueError: probabilities are out of range or do not sum to 1.
        TypeError: something is not a sequence of Fractions or floats.

    >>> third = Fraction(1, 3)
    >>> chance_to_beat([0, third, third, third], [third, 0, 2 * third])
    Duel(win=Fraction(5, 9), tie=Fraction(2, 9), lose=Fraction(2, 9))
    """
    odds, rival_odds = _distribution("odds", odds), _distribution("rival_odds", rival_odds)
    size = max(len(odds), len(rival_odds))
    odds, rival_odds = odds + [0] * (size - len(odds)), rival_odds + [0] * (size - len(rival_odds))
    return Duel(
        win=sum(map(mul, odds, accumulate(rival_odds, initial=Fraction(0)))),
        tie=sum(map(mul, odds, rival_odds)),
        lose=sum(map(mul, rival_odds, accumulate(odds, initial=Fraction(0)))),
    )


def _distribution(name: str, odds: Sequence[Fraction | float]) -> list[Fraction | float]:
    if isinstance(odds, (str, bytes)) or not isinstance(odds, Sequence):
        raise TypeError(f"{name} is {short_repr(odds)}, but must be a sequence of probabilities")
    if len(odds) > MAX_TOTALS:
        raise ValueError(f"{name} has {len(odds)} totals, but may have at most {MAX_TOTALS}")
    chances = [real_number(f"{name}[{total}]", chance) for total, chance in enumerate(odds)]
    for total, chance in enumerate(chances):
        if not 0 <= chance <= 1:
            raise ValueError(
                f"{name}[{total}] is {short_repr(odds[total])}, but must be from 0 to 1"
            )
    total_chance = sum(chances, start=Fraction(0))
    if not isclose(total_chance, 1, rel_tol=1e-9):
        raise ValueError(f"{name} sums to {float(total_chance)}, but must sum to 1")
    return chances


# The standard game, from tables, so that a page has it at once


class Scores(NamedTuple):
    """The scores of best play by the standard rules.

    Attributes:
        expected_score: the expected score, exactly.
        chances_float: P(total = 0), P(total = 1), …, as `Yazy.score_distribution_float`.
    """

    expected_score: Fraction
    chances_float: tuple[float, ...]

    def __repr__(self) -> str:
        return (
            f"<Scores of mean {float(self.expected_score):.6g}, "
            f"from 0 to {len(self.chances_float) - 1}>"
        )


def standard_game() -> Yazy:
    """Return ``Yazy()`` with its values from a table in place of a computation.

    >>> (
    ...     standard_game() == Yazy(),
    ...     standard_game().values_by_set == Yazy().values_by_set,
    ... )
    (True, True)
    """
    return _standard()[0]


def standard_scores(rerolls: int = 2) -> Scores:
    """Return the expected score and the distribution by the standard rules, from a table.

    Args:
        rerolls: 0 to 3.

    Raises:
        ValueError: rerolls is out of range.
        TypeError: rerolls is not a whole number.

    >>> [
    ...     round(float(standard_scores(rerolls).expected_score), 2)
    ...     for rerolls in (2, 3)
    ... ]
    [165.76, 197.52]
    """
    return _standard()[1][integer("rerolls", rerolls, 0, MAX_REROLLS)]


def standard_growth_float() -> tuple[FloatGrowth, ...]:
    """Return, from a table, what `Yazy.score_growth_incremental` finds by the standard rules.

    The categories are added in the order of `GROWTH`; the chances have six digits.

    >>> unscored, scored = standard_growth_float()[0]
    >>> len(scored), scored[50]
    (51, 0.0460286)
    """
    return _standard()[2]


@lru_cache(maxsize=1)
def _standard() -> tuple[Yazy, tuple[Scores, ...], tuple[FloatGrowth, ...]]:
    table = json.loads((files("games.yazy.tables") / TABLE).read_text("utf-8"))
    scores = zip(table["expected_scores"], table["chances"], strict=True)
    game = Yazy()
    vars(game)["values_by_set"] = tuple(table["values"])
    return (
        game,
        tuple(Scores(Fraction(mean), tuple(chances)) for mean, chances in scores),
        tuple(
            (tuple(unscored_growth), tuple(scored_growth))
            for unscored_growth, scored_growth in table["growth"]
        ),
    )


# Parts that the methods above and `games.yazy.targets` share


def _check_policy(policy: Policy) -> Policy:
    """Return a policy that says what is wrong with an answer."""
    arguments = "the dice, the rerolls left, the open categories and the points made"
    function("policy", policy, arguments, "Yazy().policy()")
    return lambda roll, rerolls_left, names, points: check_action(
        policy(roll, rerolls_left, names, points), roll, rerolls_left, names
    )


class Plan(NamedTuple):
    """The best actions in a turn, for each roll in the order of ``DICE.rolls``.

    Attributes:
        keeps: for 1, 2, … rerolls left the place of the best keep. The place of the whole roll
            means that the player stops.
        categories: the best category.
    """

    keeps: Sequence[Sequence[int]]
    categories: Sequence[str]

    @classmethod
    def of(cls, game: Yazy, turn: Turn, values: Sequence[int]) -> "Plan":
        """Return the plan of a solved turn, given the values of the entries of the contest."""
        knockout = game.contest
        worths = [(value, c) for value, (c, _) in zip(values, knockout.entries, strict=True)]
        best = knockout.best(worths, lambda a, b: b if b[0] > a[0] else a)
        keeps = [array("H", row) for row in turn.policy()]
        return cls(keeps, [game.categories[c] for _, c in best])

    def action(self, roll: Dice, rerolls_left: int) -> Action:
        """Return the best action: the first that `Yazy.advice` lists. A player who stops scores."""
        place = DICE.place[roll]
        keep = self.keeps[rerolls_left - 1][place - DICE.first_roll] if rerolls_left else place
        if keep == place:
            return "score", self.categories[place - DICE.first_roll]
        return "keep", DICE.keeps[keep]


@lru_cache(maxsize=4096)  # about 3 kB each, and 2047 for a whole game by one policy
def plan(game: Yazy, mask: int) -> Plan:
    """Return the best actions in the next turn, with a set of categories open, as bits."""
    return Plan.of(game, _turn(game, mask), _values(game, mask))


def _values(game: Yazy, mask: int) -> list[int]:
    """Return the value of each entry of the contest, with the denominator of the later turns."""
    unit = game._unit(mask.bit_count() - 1)
    return [
        unit * points + game.values_by_set[mask ^ 1 << c] if mask >> c & 1 else -1
        for c, points in game.contest.entries
    ]


@lru_cache(maxsize=64)  # about 120 kB each
def _turn(game: Yazy, mask: int) -> Turn:
    scores = game.contest.best(_values(game, mask), max)
    return Turn.of(scores, game._unit(mask.bit_count() - 1), game.rerolls, DICE)


def _sets(size: int, turns: int, block: int) -> Iterator[list[int]]:
    """Yield all sets of so many categories, as bits, in blocks."""
    masks = list(map(sum, combinations([1 << c for c in range(size)], turns)))
    for start in range(0, len(masks), block):
        yield masks[start : start + block]


def decision(
    game: Yazy,
    dice: Iterable[int],
    rerolls_left: int,
    open_categories: Iterable[str],
    *,
    nonempty: bool = False,
) -> tuple[Dice, int, int]:
    """Return a roll, the rerolls left and the open set as bits, or say what is wrong with them."""
    return (
        sorted_dice("dice", dice, DICE),
        integer("rerolls_left", rerolls_left, 0, game.rerolls, hint="as many as the rules allow"),
        open_set(game, open_categories, nonempty=nonempty),
    )


def open_set(game: Yazy, open_categories: Iterable[str], *, nonempty: bool = False) -> int:
    """Return the open categories as bits, or say what is wrong with them."""
    names = in_order("open_categories", open_categories, game.categories, nonempty=nonempty)
    return bits(names, game.categories)
