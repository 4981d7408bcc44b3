"""Yazy for a target: the largest chance to make so many points, and how to play for it.

A player who needs a *total* (to beat a finished score, say) plays another game than one who makes
as many points as possible on average (`games.yazy`). The state is the open set and the points still
needed, and at the end the target is reached or not:

    chance(S, n) = mean over rolls of best(S, n, roll),  chance(∅, n) = [n ≤ 0],
    best(S, n, roll) = max over c in S of chance(S − c, n − points(c, roll)).

The same recursion, for all targets at once. It maximizes the chance to reach a number that is
fixed beforehand; against an opponent who still answers it would not be enough.
"""

import zlib
from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import combinations
from sys import byteorder
from types import MappingProxyType
from typing import NamedTuple

from games import yazy
from games.incremental import Incremental, finish
from games.maths.lanes import Lanes
from games.maths.turn import Dice, Turn
from games.validate import choice, instance, integer
from games.yazy import CATEGORIES, Yazy, scorecard
from games.yazy.scorecard import DICE, Action, Policy, bits, each_bit, rank_actions, window

__all__ = [
    "Departure",
    "TargetSolution",
    "chance_to_reach_float",
    "departures",
    "opening_solution",
    "solve",
    "solve_incremental",
]

OPENING = 9  # the table has all situations with at least so many open categories
TABLE = "yazy_targets.bin"
WIDTHS = (64, 96, 128)
TINY = 1 << 100  # inside a turn, chances are multiples of 1/TINY


@dataclass(frozen=True, eq=False, repr=False)
class TargetSolution:
    """The largest chances to reach targets. `solve` and `opening_solution` return one.

    Chances are floats from numbers with a fixed point; they are at most 10⁻¹² too small.

    Attributes:
        game: the game.
        rows: for each set of open categories (as bits): the smallest number of points needed that
            is solved, and the chances for that and the following numbers.
    """

    game: Yazy
    rows: Mapping[int, tuple[int, Sequence[float]]]

    def __post_init__(self) -> None:
        rows = {mask: (first, tuple(row)) for mask, (first, row) in self.rows.items()}
        object.__setattr__(self, "rows", MappingProxyType(rows))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.game, dict(self.rows))  # no mapping proxy can be pickled

    def __repr__(self) -> str:
        chances = sum([len(row) for _, row in self.rows.values()])
        return f"<TargetSolution of {chances} chances with {len(self.rows)} sets of categories>"

    def chance_float(self, open_categories: Iterable[str], points_needed: int) -> float:
        """Return the best policy's chance to score at least so many points from here on.

        Args:
            open_categories: those not yet scored, in any order.
            points_needed: the target less the points already made; any whole number.

        Raises:
            ValueError: a category is not in the game, or this solution does not cover the
                situation (see `covers`).
            TypeError: something is of the wrong kind.

        >>> opening_solution().chance_float(CATEGORIES, 200)
        0.219133827876...
        """
        mask = yazy.open_set(self.game, open_categories)
        return self._chance(mask, integer("points_needed", points_needed))

    def covers(self, open_categories: Iterable[str], points_needed: int) -> bool:
        """Return whether this solution has the advice for a situation.

        A solution covers all situations that can follow from the situation for which it was made.
        The solution of `opening_solution` covers the first two turns.

        Args:
            open_categories: those not yet scored, in any order.
            points_needed: the target less the points already made; any whole number.

        Raises:
            ValueError: a category is not in the game, or named twice.
            TypeError: something is of the wrong kind.

        >>> known = opening_solution()
        >>> known.covers(CATEGORIES, 60), known.covers(CATEGORIES[:6], 60)
        (True, False)
        """
        mask = yazy.open_set(self.game, open_categories)
        points_needed = integer("points_needed", points_needed)
        try:
            for category, points in self.game.contest.entries:
                if mask >> category & 1:
                    self._chance(mask ^ 1 << category, points_needed - points)
        except ValueError:
            return False
        return True

    def advice_float(
        self,
        dice: Iterable[int],
        rerolls_left: int,
        open_categories: Iterable[str],
        points_needed: int,
    ) -> tuple[tuple[Action, float], ...]:
        """Return every different action with the chance it leaves, the best first.

        Args:
            dice: the five dice on the table, in any order.
            rerolls_left: 0 to ``game.rerolls``; with 0 the roll must be scored.
            open_categories: those not yet scored, the one to be scored now included.
            points_needed: the target less the points already made; any whole number.

        Returns:
            ((action, chance), …), () if no category is open; actions and ties as in
            `Yazy.advice`. Chances closer than 10⁻¹² may be equal in truth.

        Raises:
            ValueError: not five dice, an unknown face or category, too many rerolls, or this
                solution does not cover the situation (see `covers`).
            TypeError: something is of the wrong kind.

        58 points from two turns are a straight and three sixes:

        >>> last_two = ("sixes", "straight")
        >>> endgame = solve(Yazy(), last_two, points_needed=58)
        >>> [(action, round(chance, 4)) for action, chance in endgame.advice_float(
        ...     (2, 3, 4, 5, 5), 1, last_two, points_needed=58)][:2]
        [(('keep', (2, 3, 4, 5)), 0.1183), (('keep', (3, 4, 5)), 0.0394)]
        """
        roll, rerolls_left, mask = yazy.decision(self.game, dice, rerolls_left, open_categories)
        points_needed = integer("points_needed", points_needed)
        if not mask:
            return ()
        scores = (
            (name, self._chance(mask ^ 1 << c, points_needed - self.game.points(name, roll)))
            for c, name in enumerate(self.game.categories)
            if mask >> c & 1
        )
        keeps = _turn(self, mask, points_needed).advice(roll, rerolls_left) if rerolls_left else ()
        return rank_actions(scores, ((keep, float(chance)) for keep, chance in keeps))

    def turn(self, open_categories: Iterable[str], points_needed: int) -> Turn:
        """Return the next turn, solved for a number of points, as `Yazy.turn` for the mean.

        Args:
            open_categories: those not yet scored, at least one.
            points_needed: the target less the points already made; any whole number.

        Raises:
            ValueError: as there, or this solution does not cover the situation (see `covers`).
            TypeError: something is of the wrong kind.

        >>> endgame = solve(Yazy(), ("straight",), points_needed=40)
        >>> turn = endgame.turn(["straight"], 40)
        >>> turn.advice((2, 3, 4, 5, 5), rerolls_left=1)[0][0]
        (2, 3, 4, 5)
        """
        mask = yazy.open_set(self.game, open_categories, nonempty=True)
        return _turn(self, mask, integer("points_needed", points_needed))

    def policy(self, target: int) -> Policy:
        """Return the policy that maximizes the chance to reach a total, as `Yazy.play` takes it.

        Args:
            target: the total, points already made included; any whole number.

        Returns:
            A function of the dice, the rerolls left, the open categories and the points made. It
            gives the first action of `advice_float`, or one that is as good to 10⁻¹².

        Raises:
            TypeError: target is not a whole number.

        >>> last_two = Yazy(categories=("full_house", "straight"))
        >>> for_40 = solve(last_two, points_needed=40).policy(40)
        >>> for_40((2, 2, 3, 3, 4), 2, last_two.categories, 0)
        ('keep', (2, 3, 4))
        >>> from random import Random
        >>> last_two.play(Random(1), for_40)
        40
        """
        target = integer("target", target)

        def best(
            dice: Iterable[int], rerolls_left: int, open_categories: Iterable[str], points: int
        ) -> Action:
            roll, rerolls_left, mask = yazy.decision(
                self.game, dice, rerolls_left, open_categories, nonempty=True
            )
            return _plan(self, mask, target - integer("points", points)).action(roll, rerolls_left)

        return best

    def _chance(self, mask: int, points_needed: int) -> float:
        if points_needed <= 0:
            return 1.0
        if points_needed > self.game.largest_totals[mask]:
            return 0.0
        first, row = self.rows.get(mask, (1, ()))
        if first <= points_needed < first + len(row):
            return row[points_needed - first]
        raise ValueError(
            f"points_needed is {points_needed} with {mask.bit_count()} categories open, but this "
            "solution does not cover that: ask "
            "targets.solve(game, open_categories, points_needed)"
        )


def solve(
    game: Yazy,
    open_categories: Iterable[str] | None = None,
    points_needed: int | None = None,
) -> TargetSolution:
    """Find the largest chance to reach a target, and with it the policy, from a situation on.

    chance(S, n) = the mean over the first roll of best(S, n, roll, rerolls), where

        best(S, n, roll, 0) = max over c in S of chance(S − c, n − points(c, roll)),
        best(S, n, roll, r) = max of best(S, n, roll, 0) and the worth of each keep,

    A keep in the roll is worth the mean of best(S, n, next roll, r − 1), and chance(∅, n) is 1 if
    n ≤ 0, else 0.

    Args:
        game: the game.
        open_categories: those not yet scored; all of them unless given.
        points_needed: the points still needed; all numbers at once unless given. All numbers from
            the start take ten to fifteen seconds, one number two thirds of that; each closed
            category more than halves the time; a third reroll and larger bonuses prolong it.

    Returns:
        A `TargetSolution` for this situation and all that can follow.

    Raises:
        ValueError: a category is not in the game, or named twice.
        TypeError: something is of the wrong kind.

    With a full house and a straight still open, how likely is at least one of them?

    >>> last_two = ("full_house", "straight")
    >>> endgame = solve(Yazy(), last_two, 25)
    >>> round(endgame.chance_float(last_two, 25), 6)
    0.631091
    """
    return finish(solve_incremental(game, open_categories, points_needed))


def solve_incremental(
    game: Yazy,
    open_categories: Iterable[str] | None = None,
    points_needed: int | None = None,
    width: int = 64,
) -> Incremental[TargetSolution]:
    """Do what `solve` does piece by piece, for a page that shows progress.

    Args:
        game, open_categories, points_needed: as for `solve`.
        width: bits of a number with a fixed point: 64, or 96 or 128 for smaller errors.

    Yields:
        The share of the work that is done, from 0 to 1.

    Returns:
        A `TargetSolution`, as the value of the generator.

    Raises:
        ValueError: a category is not in the game, or named twice.
        TypeError: something is of the wrong kind.
    """
    instance("game", game, Yazy, "Yazy(…)")
    root = yazy.open_set(game, game.categories if open_categories is None else open_categories)
    targets = range(1, game.largest_totals[root] + 1)
    if points_needed is not None:
        points_needed = integer("points_needed", points_needed)
        targets = range(points_needed, points_needed + 1)
    return _solve_incremental(game, root, targets, choice("width", width, WIDTHS))


def _solve_incremental(
    game: Yazy, root: int, targets: range, width: int
) -> Incremental[TargetSolution]:
    needs = _Needs(game, root, targets)
    if not root:
        return TargetSolution(game, {})
    rows = yield from scorecard.solve_incremental(
        game.contest,
        needs.layers,
        {},
        needs.size,
        needs.entries,
        game.rerolls,
        largest=1,
        width=width,
    )
    return TargetSolution(
        game, {mask: (needs.ranges[mask].start, row) for mask, row in rows.items()}
    )


class _Needs:
    """The points that may be needed with each set of open categories, and their chances.

    At first the set ``root`` is open, and the numbers in ``targets`` are needed. A category that is
    closed later has brought from 0 to its largest number of points, so fewer points are needed.
    Needs that are certain (0 or less) or impossible are left out.
    """

    def __init__(self, game: Yazy, root: int, targets: range) -> None:
        self.game = game
        largest_totals, cards = game.largest_totals, list(each_bit(root))
        sets = [list(map(sum, combinations(cards, n))) for n in range(len(cards) + 1)]
        self.ranges = {
            mask: range(
                max(1, targets.start - largest_totals[root ^ mask]),
                min(targets.stop, largest_totals[mask] + 1),
            )
            for layer in sets
            for mask in layer
        }
        self.layers = [[mask for mask in layer if self.ranges[mask]] for layer in sets[1:]]

    def size(self, mask: int) -> int:
        return len(self.ranges[mask])

    def entries(
        self,
        previous_rows: Mapping[int, bytes],
        block: Sequence[int],
        lanes: Lanes,
        units: Fraction,
    ) -> list[int]:
        """Return for each entry of the contest the chance it leaves, for all rows of a block."""
        certain = int(units).to_bytes(lanes.width // 8, "little")
        impossible = bytes(lanes.width // 8)
        packed_entries = []
        for category, points in self.game.contest.entries:
            rows = []
            for mask in block:
                needs, next_mask = self.ranges[mask], mask ^ 1 << category
                if next_mask > mask:  # the category is closed
                    rows.append(impossible * len(needs))
                    continue
                row, first = previous_rows.get(next_mask, b""), self.ranges[next_mask].start
                span = needs.start - points, needs.stop - points
                rows.append(window(row, first, *span, certain, impossible))
            packed_entries.append(int.from_bytes(b"".join(rows), "little"))
        return packed_entries


@lru_cache(maxsize=1)
def opening_solution() -> TargetSolution:
    """Return the largest chances to reach any target in the opening of the standard game.

    They come from a table, made by ``solve_incremental(width=128)``, of all situations with
    nine or more open categories. It gives the chance at the start at once, and advice for two
    turns; from there on `solve` takes a second or two for the number of points then needed.

    Returns:
        A `TargetSolution` by the standard game.

    >>> start = opening_solution()
    >>> start.advice_float((5,) * 5, 2, CATEGORIES, points_needed=200)[0][0]
    ('score', 'five_of_a_kind')
    """
    values = array("d")
    values.frombytes(zlib.decompress((files("games.yazy.openings") / TABLE).read_bytes()))
    if byteorder == "big":
        values.byteswap()
    game = yazy.standard_game()
    rows, start = {}, 0
    for mask in opening_sets():
        stop = start + game.largest_totals[mask]
        rows[mask] = 1, values[start:stop]
        start = stop
    return TargetSolution(game, rows)


def opening_sets() -> list[int]:
    """Return the sets of open categories in the order of the table of `opening_solution`."""
    all_categories = (1 << len(CATEGORIES)) - 1
    return [mask for mask in range(all_categories, 0, -1) if mask.bit_count() >= OPENING]


def chance_to_reach_float(target: int) -> float:
    """Return the chance that the best policy for it scores at least a target, standard game.

    No policy is best for all targets: each has its own. `opening_solution` gives their advice.

    Args:
        target: any whole number; up to 0 the chance is 1, beyond 280 it is 0.

    Raises:
        TypeError: target is not a whole number.

    >>> [round(chance_to_reach_float(n), 4) for n in (100, 166, 200, 281)]
    [0.9884, 0.5571, 0.2191, 0.0]
    """
    return opening_solution().chance_float(CATEGORIES, integer("target", target))


class Departure(NamedTuple):
    """A first roll of a turn where a target calls for another action than the mean.

    Attributes:
        roll: the dice.
        chance: of this roll.
        for_mean: the best action for the expected score.
        for_target: the best action for the chance to reach the target.
        reached_mean_float: the chance to reach the target after `for_mean`, if all later decisions
            are for the target.
        reached_target_float: the same chance after `for_target`.
    """

    roll: Dice
    chance: Fraction
    for_mean: Action
    for_target: Action
    reached_mean_float: float
    reached_target_float: float


def departures(
    targets: TargetSolution,
    points_needed: int,
    open_categories: Iterable[str] | None = None,
) -> tuple[Departure, ...]:
    """Return the first rolls of a turn where a target calls for another action than the mean.

    Args:
        targets: the game, solved for targets; it must cover the situation.
        points_needed: the target less the points already made; any whole number.
        open_categories: those not yet scored; all of them unless given.

    Returns:
        The rolls at which the best action for the mean lowers the chance by more than 10⁻¹⁰. The
        first ones cost most: the chance of the roll, times what the action lowers.

    Raises:
        ValueError: a category is not in the game, or ``targets`` does not cover the situation.
        TypeError: something is of the wrong kind.

    With a full house and a straight open, two pairs are worth most as a start of a full house. But
    whoever needs 40 points must have a straight:

    >>> last_two = Yazy(categories=("full_house", "straight"))
    >>> first = departures(solve(last_two, points_needed=40), 40)[0]
    >>> first.roll, first.for_mean, first.for_target
    ((2, 2, 3, 3, 4), ('keep', (2, 2, 3, 3)), ('keep', (2, 3, 4)))
    """
    game = instance("targets", targets, TargetSolution, "targets.solve(…)").game
    names = game.categories if open_categories is None else open_categories
    mask = yazy.open_set(game, names, nonempty=True)
    points_needed, rerolls = integer("points_needed", points_needed), game.rerolls
    turn = _turn(targets, mask, points_needed)

    def chance_after(roll: Dice, action: Action) -> float:
        if action[0] == "keep":
            return float(turn.keep_value(action[1], rerolls))
        closed_mask = bits([action[1]], game.categories)
        return targets._chance(mask ^ closed_mask, points_needed - game.points(action[1], roll))

    def gain(departure: Departure) -> float:
        return departure.reached_target_float - departure.reached_mean_float

    for_mean, for_target = yazy.plan(game, mask), _plan(targets, mask, points_needed)
    roll_counts = DICE.spread([1] + [0] * (len(DICE.keeps) - 1))
    candidates = []
    for roll, count in zip(DICE.rolls, roll_counts, strict=True):
        mean, target = (plan.action(roll, rerolls) for plan in (for_mean, for_target))
        if mean != target:
            chances = chance_after(roll, mean), chance_after(roll, target)
            candidates.append(
                Departure(roll, Fraction(count, DICE.outcomes), mean, target, *chances)
            )
    costly = [departure for departure in candidates if gain(departure) > 1e-10]
    return tuple(
        sorted(
            costly, key=lambda departure: float(departure.chance) * gain(departure), reverse=True
        )
    )


# Parts that the functions above share.


@lru_cache(maxsize=2048)  # about 6 kB each
def _plan(solution: TargetSolution, mask: int, points_needed: int) -> yazy.Plan:
    turn = _turn(solution, mask, points_needed)
    return yazy.Plan.of(solution.game, turn, _values(solution, mask, points_needed))


@lru_cache(maxsize=64)  # about 80 kB each
def _turn(solution: TargetSolution, mask: int, points_needed: int) -> Turn:
    scores = solution.game.contest.best(_values(solution, mask, points_needed), max)
    return Turn.of(scores, TINY, solution.game.rerolls, DICE)


def _values(solution: TargetSolution, mask: int, points_needed: int) -> list[int]:
    """Return the chance after each entry of the contest, in multiples of 1/TINY."""
    return [
        int(solution._chance(mask ^ 1 << c, points_needed - points) * TINY) if mask >> c & 1 else -1
        for c, points in solution.game.contest.entries
    ]
