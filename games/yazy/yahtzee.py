"""Yahtzee: the official game of thirteen categories, by the same walks as Yazy.

It has two boxes more than Yazy (a small straight for 30 points, and chance, the sum of all dice)
and three rules that make it matter how the closed boxes were filled:

- **Upper bonus**: 35 points once the ones … sixes sum to 63.
- **Yahtzee bonus**: 100 points for every later Yahtzee (five equal dice), if the Yahtzee box holds
  50 points.
- **Joker**: a Yahtzee that is rolled when the Yahtzee box is filled, with 50 or 0, and the upper
  box of its number too, scores 25, 30 or 40 as a full house or straight. By the *free* rule it
  may still go to any open box. By the *forced* rule it must go to the upper box of its number if
  that is open, else to an open lower box, else to an upper box for nothing.

So a position is the set of open boxes, the points needed for the upper bonus, and whether the
Yahtzee box holds 50; what a position is worth follows as in `games.yazy`. Needs that can no longer
be met count as one. That leaves about 400 000 positions.

The distribution of the score, which `games.yazy` has, is not to be had here: it would take that of
up to 1576 totals for each of these positions, minutes and hundreds of megabytes. `play` with
`games.maths.simulate.estimate` measures it.

Which rules the numbers of the literature belong to:

    254.5896  both bonuses, free joker (Verhoeff and Scheffers 1999, Glenn 2006)
    254.5877  both bonuses, forced joker: the rules as sold, two thousandths less
    245.8708  upper bonus alone, no joker: quoted as 245.87
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from itertools import chain, combinations
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from games import yazy
from games.incremental import Incremental, finish
from games.maths.lanes import Lanes
from games.maths.turn import Dice, Turn, sorted_dice
from games.parameters import Choice, Game, Kind, parameter
from games.validate import choice, function, instance, integer, random_source, short_repr
from games.yazy import scorecard
from games.yazy.scorecard import (
    DICE,
    Action,
    Contest,
    bits,
    check_action,
    each_bit,
    in_order,
    rank_actions,
    reroll,
    window,
)

__all__ = [
    "CATEGORIES",
    "JOKERS",
    "Solution",
    "Yahtzee",
    "play",
    "score",
]

CATEGORIES = (
    *yazy.FACES,
    "three_of_a_kind",
    "four_of_a_kind",
    "full_house",
    "small_straight",
    "large_straight",
    "yahtzee",
    "chance",
)
Joker = Literal["free", "forced", "none"]
JOKERS: tuple[Joker, ...] = ("free", "forced", "none")
UPPER = len(yazy.FACES)
YAHTZEE = CATEGORIES.index("yahtzee")
UPPER_GOAL, UPPER_BONUS, YAHTZEE_BONUS = 63, 35, 100
YAZY = yazy.Yazy()  # the other points are the same
JOKER_POINTS = {"full_house": 25, "small_straight": 30, "large_straight": 40}
REROLLS = 2
LARGEST = 1575  # thirteen Yahtzees under the free joker rule
TABLE = "yahtzee.json"
WIDTHS = (64, 96, 128)
TINY = 1 << 64  # values are multiples of 1/TINY inside a turn

# from the roll, the rerolls left, the open categories, the points made, upper_total and fifty
Policy = Callable[[Dice, int, tuple[str, ...], int, int, bool], Action]
Outcome = tuple[int, int]  # points without a joker, and the face of a Yahtzee (else 0)


def _flag(name: str, value: bool) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{name} is {short_repr(value)}, but must be True or False")
    return value


class Flag(Kind):
    """Whether something is so."""

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        return "True or False"

    def validate(self, name: str, value: Any) -> bool:
        """Return the value if it is True or False, see `Kind.validate`."""
        return _flag(name, value)


UPPER_RULE = Flag("Upper bonus", "whether 35 points are given once the upper boxes sum to 63")
YAHTZEE_RULE = Flag(
    "Yahtzee bonus", "whether 100 points are given for each Yahtzee after one that scored 50"
)
JOKER_RULE = Choice(
    "Joker", "the joker rule, as the module says", tuple((joker, joker) for joker in JOKERS)
)


@dataclass(frozen=True)
class Yahtzee(Game):
    """A game of Yahtzee, with some of the three additional rules.

    >>> Yahtzee(joker="forced").expected_score_float
    254.5877287344959
    """

    upper_bonus: bool = parameter(True, UPPER_RULE)
    yahtzee_bonus: bool = parameter(True, YAHTZEE_RULE)
    joker: Joker = parameter("free", JOKER_RULE)

    @property
    def expected_score_float(self) -> float:
        """The expected score of a whole game, played as well as possible.

        It comes from a table of these twelve numbers, which was made with `solve_incremental`.
        `solve` finds them again, in a second without the upper bonus and in some twenty with it.
        T. Verhoeff and E. Scheffers, *Optimal Solitaire Yahtzee Player*, 1999, and J. Glenn, *An
        Optimal Strategy for Yahtzee*, 2006, have 254.5896, by the free joker rule.

        >>> [
        ...     round(Yahtzee(joker=joker).expected_score_float, 4)
        ...     for joker in ("free", "forced")
        ... ]
        [254.5896, 254.5877]
        >>> round(Yahtzee(yahtzee_bonus=False, joker="none").expected_score_float, 2)
        245.87
        """
        return _table()[self]

    def solve(
        self,
        open_categories: Iterable[str] = CATEGORIES,
        upper_total: int = 0,
        fifty: bool = False,
    ) -> "Solution":
        """Solve the game from a situation on.

        value(S, n, y), of an open set S with n points needed for the upper bonus and y telling
        whether the Yahtzee box holds 50, is the mean over the first roll of the best of all keeps,
        where at the end of the turn a roll is worth

            max over c in S of gain(c, roll) + bonus + value(S − c, max(n', 0), y').

        Here n' is n less the points of an upper box, and y' is true if c scores 50 as the Yahtzee
        box; the bonus is 35 if n > 0 ≥ n', else 0.

        Args:
            open_categories: those not yet scored.
            upper_total: the points in the closed ones of ones … sixes.
            fifty: whether the Yahtzee box holds 50.

        Returns:
            A `Solution` of this situation and all that can follow. The whole game takes some
            twenty seconds, a second without the upper bonus; every closed box about halves it.

        Raises:
            ValueError: a category is unknown or named twice, or the total or fifty does not fit.
            TypeError: something is of the wrong kind.

        >>> lower = CATEGORIES[9:]
        >>> rest = Yahtzee().solve(lower, upper_total=63)
        >>> round(rest.value_float(lower, 63), 4)
        78.7098
        """
        return finish(self.solve_incremental(open_categories, upper_total, fifty))

    def solve_incremental(
        self,
        open_categories: Iterable[str] = CATEGORIES,
        upper_total: int = 0,
        fifty: bool = False,
        width: int = 64,
    ) -> Incremental["Solution"]:
        """Do what `solve` does piece by piece, for a page that shows progress and may stop.

        Args:
            open_categories, upper_total, fifty: as for `solve`.
            width: bits of a number with a fixed point: 64, or 96 or 128 for smaller errors.

        Yields:
            The share of the work that is done, from 0 to 1.

        Returns:
            A `Solution`, as the value of the generator.

        Raises:
            ValueError: a category is unknown or named twice, or the total or fifty does not fit.
            TypeError: something is of the wrong kind.
        """
        position, points_needed = _situation(self, open_categories, upper_total, fifty)
        return _solve_incremental(self, position, points_needed, choice("width", width, WIDTHS))


class Position(NamedTuple):
    """The open boxes as bits, and whether the Yahtzee box holds 50 (and the rules care)."""

    boxes: int
    fifty: bool

    def next_position(self, box: int, points: int, game: Yahtzee) -> "Position":
        """Return the position when a box has been filled."""
        fifty = self.fifty or (box == YAHTZEE and points > 0 and game.yahtzee_bonus)
        return Position(self.boxes ^ 1 << box, fifty)

    def gain(self, box: int, points: int, face: int, game: Yahtzee) -> int:
        """Return what a roll scores in a box, upper bonus aside, or −1 if it may not go there.

        Args:
            box: the number of the box.
            points: what the roll scores there by itself.
            face: the number of a Yahtzee, 0 if the roll is none.
            game: the game.
        """
        if not self.boxes >> box & 1:
            return -1
        if not face or self.boxes >> YAHTZEE & 1:
            return points
        own_box_open = self.boxes >> face - 1 & 1
        if game.joker == "forced" and box != face - 1:
            lower_open = self.boxes >> UPPER
            if own_box_open or (lower_open and box < UPPER):
                return -1
        if game.joker != "none" and not own_box_open:
            points = JOKER_POINTS.get(CATEGORIES[box], points)
        return points + (YAHTZEE_BONUS if self.fifty else 0)

    def allowed_values(self, roll: Dice, game: Yahtzee) -> list[str]:
        """Return the open categories into which the joker rule lets a roll go."""
        outcomes = [_outcome(game, name, roll) for name in CATEGORIES]
        gains = [self.gain(box, *outcome, game) for box, outcome in enumerate(outcomes)]
        return [name for name, gain in zip(CATEGORIES, gains, strict=True) if gain >= 0]


def score(category: str, dice: Iterable[int]) -> int:
    """Return the points of five dice in a category, without joker and bonuses.

    Args:
        category: one of ``CATEGORIES``.
        dice: five faces from 1 to 6, in any order.

    Raises:
        ValueError: the category or a face is unknown, or there are not five dice.
        TypeError: something is of the wrong kind.

    >>> [score(category, (3, 4, 5, 6, 3)) for category in CATEGORIES]
    [0, 0, 6, 4, 5, 6, 0, 0, 0, 30, 0, 0, 21]
    """
    return _score(choice("category", category, CATEGORIES), sorted_dice("dice", dice, DICE))


def _score(category: str, roll: Dice) -> int:
    if category == "chance":
        return sum(roll)
    if category == "small_straight":
        return 30 if any({n, n + 1, n + 2, n + 3} <= set(roll) for n in (1, 2, 3)) else 0
    name_in_yazy = {"large_straight": "straight", "yahtzee": "five_of_a_kind"}
    return YAZY.points(name_in_yazy.get(category, category), roll)


@lru_cache(maxsize=1)
def _table() -> dict[Yahtzee, float]:
    rows = json.loads((files("games.yazy.tables") / TABLE).read_text("utf-8"))
    return {
        Yahtzee(row["upper_bonus"], row["yahtzee_bonus"], row["joker"]): row["expected_score"]
        for row in rows
    }


@dataclass(frozen=True, eq=False, repr=False)
class Solution:
    """A game of Yahtzee, or the rest of one, solved. `Yahtzee.solve` returns one.

    Values are floats from numbers with a fixed point; they are at most 10⁻⁸ too small.

    Attributes:
        game: the game.
        rows: for each position its values: with the upper bonus made; then, if it can still be
            made at the start, with each number of points needed; and last with the bonus lost.
        needs: for each set of open boxes the numbers of points that may be needed.
    """

    game: Yahtzee
    rows: Mapping[Position, Sequence[float]]
    needs: Mapping[int, range]

    def __post_init__(self) -> None:
        rows = {position: tuple(row) for position, row in self.rows.items()}
        object.__setattr__(self, "rows", MappingProxyType(rows))
        object.__setattr__(self, "needs", MappingProxyType(dict(self.needs)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.game, dict(self.rows), dict(self.needs))  # as in `games.yazy`

    def __repr__(self) -> str:
        max_open = max([position.boxes.bit_count() for position in self.rows], default=0)
        return f"<Solution of {len(self.rows)} positions with up to {max_open} open categories>"

    def value_float(
        self, open_categories: Iterable[str], upper_total: int = 0, fifty: bool = False
    ) -> float:
        """Return the expected points of the rest of the game, the upper bonus included.

        Args:
            open_categories: those not yet scored, in any order.
            upper_total: the points in the closed ones of ones … sixes.
            fifty: whether the Yahtzee box holds 50.

        Raises:
            ValueError: a category is unknown or named twice, the total or fifty does not fit the
                open categories, or this solution does not cover the situation.
            TypeError: something is of the wrong kind.

        >>> rest = Yahtzee().solve(("sixes", "yahtzee"), upper_total=50)
        >>> round(rest.value_float(("sixes", "yahtzee"), 50), 4)
        36.8963
        >>> round(rest.value_float(("yahtzee",), 62), 4)
        2.3014
        """
        position, points_needed = _situation(self.game, open_categories, upper_total, fifty)
        return self._value(position, points_needed)

    def advice_float(
        self,
        dice: Iterable[int],
        rerolls_left: int,
        open_categories: Iterable[str],
        upper_total: int = 0,
        fifty: bool = False,
    ) -> tuple[tuple[Action, float], ...]:
        """Return every different action with its value, the best first.

        Args:
            dice: the five dice on the table, in any order.
            rerolls_left: 0, 1 or 2; with 0 the roll must be scored.
            open_categories: those not yet scored, the one to be scored now included.
            upper_total: the points in the closed ones of ones … sixes.
            fifty: whether the Yahtzee box holds 50.

        Returns:
            ((action, value), …) as in `games.yazy.Yazy.advice`; only categories that the joker
            rule allows are listed.

        Raises:
            ValueError: not five dice, an unknown face or category, too many rerolls, a total or
                fifty that does not fit, or a situation that this solution does not cover.
            TypeError: something is of the wrong kind.

        A second Yahtzee brings a bonus of 100 and, forced, leaves no choice:

        >>> boxes = ("fours", "sixes", "large_straight")
        >>> rest = Yahtzee(joker="forced").solve(boxes, upper_total=20, fifty=True)
        >>> options = rest.advice_float((4, 4, 4, 4, 4), 0, boxes, 20, True)
        >>> [action for action, _ in options]
        [('score', 'fours')]
        """
        position, points_needed = _situation(self.game, open_categories, upper_total, fifty)
        roll = sorted_dice("dice", dice, DICE)
        rerolls_left = integer(
            "rerolls_left", rerolls_left, 0, REROLLS, hint="two is as many as there are"
        )
        if not position.boxes:
            return ()
        scores = []
        for box, name in enumerate(CATEGORIES):
            worth = self._worth(position, points_needed, box, _outcome(self.game, name, roll))
            if worth >= 0:
                scores.append((name, worth))
        keeps = (
            _turn(self, position, points_needed).advice(roll, rerolls_left) if rerolls_left else ()
        )
        return rank_actions(scores, ((keep, float(value)) for keep, value in keeps))

    def policy(self) -> Policy:
        """Return the policy that maximizes the expected score, as `play` takes it.

        Returns:
            A function of the dice, the rerolls left, the open categories, the points made, the
            points in the closed ones of ones … sixes, and whether the Yahtzee box holds 50. It
            gives the first action of `advice_float`; the points made do not matter to it.

        >>> rest = Yahtzee().solve(("sixes", "yahtzee"), upper_total=50)
        >>> best = rest.policy()
        >>> best((1, 2, 6, 6, 6), 1, ("sixes", "yahtzee"), 0, 50, False)
        ('keep', (6, 6, 6))
        """

        def best(
            dice: Dice,
            rerolls_left: int,
            names: tuple[str, ...],
            points: int,
            upper: int,
            fifty: bool,
        ) -> Action:
            return self.advice_float(dice, rerolls_left, names, upper, fifty)[0][0]

        return best

    def _worth(self, position: Position, points_needed: int, box: int, outcome: Outcome) -> float:
        """Return what it is worth to score a roll in a box, or −1 if it may not go there."""
        points, face = outcome
        gain = position.gain(box, points, face, self.game)
        if gain < 0:
            return -1.0
        points_left = max(0, points_needed - points) if box < UPPER else points_needed
        bonus = UPPER_BONUS if points_needed and not points_left else 0
        return (
            gain + bonus + self._value(position.next_position(box, points, self.game), points_left)
        )

    def _value(self, position: Position, points_needed: int) -> float:
        if not position.boxes:
            return 0.0
        row = self.rows.get(position, ())
        if not points_needed and row:
            return row[0]
        if points_needed > _largest_upper_total(position.boxes) and len(row) > 1:
            return row[-1]
        needs = self.needs.get(position.boxes, range(0))
        if row and points_needed in needs:
            return row[1 + points_needed - needs.start]
        raise ValueError(
            f"{position.boxes.bit_count()} categories are open and {points_needed} points are "
            "needed for the upper bonus, but this solution does not cover that: ask "
            "Yahtzee(…).solve(open_categories, upper_total, fifty) for it"
        )


def _solve_incremental(
    game: Yahtzee, root: Position, points_needed: int, width: int
) -> Incremental[Solution]:
    rest = _Remainder(game, root, points_needed)
    rows = yield from scorecard.solve_incremental(
        _contest(game),
        rest.layers[1:],
        {position: bytes(width // 8 * rest.size(position)) for position in rest.layers[0]},
        rest.size,
        rest.entries,
        REROLLS,
        LARGEST,
        width,
    )
    return Solution(game, rows, rest.needs)


class _Remainder:
    """The rest of a game from a situation on: its positions, and how their rows follow."""

    def __init__(self, game: Yahtzee, root: Position, points_needed: int) -> None:
        self.game, self.points_needed = game, points_needed
        boxes = list(each_bit(root.boxes))
        sets = [[sum(subset) for subset in combinations(boxes, n)] for n in range(len(boxes) + 1)]
        self.needs = {
            boxes: range(
                max(1, points_needed - _largest_upper_total(root.boxes ^ boxes)),
                min(points_needed, _largest_upper_total(boxes)) + 1,
            )
            for boxes in chain(*sets)
        }
        self.layers = [
            [
                Position(boxes, fifty)
                for boxes in layer
                for fifty in (False, True)
                if fifty == root.fifty
                or (game.yahtzee_bonus and (root.boxes ^ boxes) >> YAHTZEE & 1)
            ]
            for layer in sets
        ]

    def size(self, position: Position) -> int:
        """The values of a row: with the bonus made, with each need, and with the bonus lost."""
        return len(self.needs[position.boxes]) + 2 if self.points_needed else 1

    def row_after(
        self, row: bytes, position: Position, box: int, points: int, bonus: int, width: int
    ) -> bytes:
        """Return the row of a position, from that of the position after points in an upper box."""
        made_value, lost_value = row[:width], row[-width:]
        newly_made_value = (int.from_bytes(made_value, "little") + bonus).to_bytes(width, "little")
        needs, next_needs = self.needs[position.boxes], self.needs[position.boxes ^ 1 << box]
        span = needs.start - points, needs.stop - points
        return (
            made_value
            + window(row[width:-width], next_needs.start, *span, newly_made_value, lost_value)
            + lost_value
        )

    def entries(
        self,
        previous_rows: Mapping[Position, bytes],
        block: Sequence[Position],
        lanes: Lanes,
        units: Fraction,
    ) -> list[int]:
        """Return for each entry of the contest what it is worth, for all rows of a block."""
        width, full = lanes.width // 8, (1 << lanes.width) - 1
        sizes = [self.size(position) for position in block]

        @cache
        def in_units(points: int) -> int:
            return int(max(points, 0) * units)

        @cache
        def spread(numbers: tuple[int, ...]) -> int:
            pairs = zip(numbers, sizes, strict=True)
            return int.from_bytes(
                b"".join([n.to_bytes(width, "little") * k for n, k in pairs]), "little"
            )

        @cache
        def rows_after(box: int, points: int) -> int:
            rows = []
            for position, size in zip(block, sizes, strict=True):
                if not position.boxes >> box & 1:
                    rows.append(bytes(width * size))
                    continue
                row = previous_rows[position.next_position(box, points, self.game)]
                if box < UPPER and self.points_needed:
                    bonus = in_units(UPPER_BONUS)
                    row = self.row_after(row, position, box, points, bonus, width)
                rows.append(row)
            return int.from_bytes(b"".join(rows), "little")

        packed_lanes = []
        for box, (points, face) in _contest(self.game).entries:
            # apart from the gain, points matter only in the upper boxes and the Yahtzee box
            rows = rows_after(box, points if box < UPPER or box == YAHTZEE else 0)
            gains = [position.gain(box, points, face, self.game) for position in block]
            allowed_entries = spread(tuple([full if gain >= 0 else 0 for gain in gains]))
            packed_lanes.append((rows & allowed_entries) + spread(tuple(map(in_units, gains))))
        return packed_lanes


def play(
    rng: Random,
    solution: Solution,
    open_categories: Iterable[str] = CATEGORIES,
    upper_total: int = 0,
    fifty: bool = False,
    policy: Policy | None = None,
) -> int:
    """Play a game, or the rest of one, and return the points it brings.

    Args:
        rng: the source of chance; the same seed gives the same game.
        solution: the game, solved; it must cover the situation, unless a policy is given:
            then only its game matters.
        open_categories: those not yet scored.
        upper_total: the points in the closed ones of ones … sixes.
        fifty: whether the Yahtzee box holds 50.
        policy: gives the action, ("score", category) or ("keep", dice), from the dice in rising
            order, the rerolls left, the open categories, the points made since `play` began, the
            upper total and fifty; unless given, `Solution.policy`.

    Returns:
        The points of the open categories, with all bonuses that come with them.

    Raises:
        ValueError: as for `Solution.value_float`; or the policy scores where the rules do not
            allow it, keeps dice that are not there, or keeps some when no reroll is left.
        TypeError: rng is not a `random.Random`, solution not a `Solution`, policy not a function,
            or something else is of the wrong kind.

    >>> last_two = ("sixes", "yahtzee")
    >>> endgame = Yahtzee().solve(last_two, upper_total=50)
    >>> play(Random(2), endgame, last_two, 50)
    53

    A player who scores at once, where it brings most, makes fewer points:

    >>> def hasty(dice, rerolls_left, names, points, upper_total, fifty):
    ...     return "score", max(names, key=lambda name: score(name, dice))
    >>> play(Random(1), Yahtzee().solve(()), policy=hasty)
    143
    """
    random_source(rng)
    game = instance("solution", solution, Solution, "Yahtzee().solve(…)").game
    position, points_needed = _situation(game, open_categories, upper_total, fifty)
    if policy is None:
        policy = solution.policy()
    choose, total = function("policy", policy, "the situation", "solution.policy()"), 0
    while position.boxes:
        names = tuple([name for box, name in enumerate(CATEGORIES) if position.boxes >> box & 1])
        roll, rerolls_left = reroll(rng, ()), REROLLS
        while True:
            answer = choose(roll, rerolls_left, names, total, upper_total, fifty)
            action = check_action(answer, roll, rerolls_left, position.allowed_values(roll, game))
            if action[0] == "score":
                break
            roll, rerolls_left = reroll(rng, action[1]), rerolls_left - 1
        box, (points, face) = CATEGORIES.index(action[1]), _outcome(game, action[1], roll)
        total += position.gain(box, points, face, game)
        if box < UPPER:
            upper_total += points
            total += UPPER_BONUS if points_needed and points >= points_needed else 0
            points_needed = max(0, points_needed - points)
        fifty = fifty or (box == YAHTZEE and points > 0)
        position = position.next_position(box, points, game)
    return total


@lru_cache(maxsize=8)
def _contest(game: Yahtzee) -> Contest[Outcome]:
    """Return the knock-out among the boxes."""
    return Contest.of([[_outcome(game, name, roll) for name in CATEGORIES] for roll in DICE.rolls])


def _outcome(game: Yahtzee, category: str, roll: Dice) -> Outcome:
    """Return what a roll scores by itself, and its face if the rules treat it as a Yahtzee."""
    special = roll[0] == roll[-1] and (game.yahtzee_bonus or game.joker != "none")
    return _score(category, roll), roll[0] if special else 0


@lru_cache(maxsize=64)  # about 100 kB each
def _turn(solution: Solution, position: Position, points_needed: int) -> Turn:
    contest = _contest(solution.game)
    worth = [
        int(TINY * solution._worth(position, points_needed, box, outcome))
        for box, outcome in contest.entries
    ]
    return Turn.of(contest.best(worth, max), TINY, REROLLS, DICE)


def _largest_upper_total(boxes: int) -> int:
    """Return the most that the ones … sixes of a set of boxes can bring: five dice in each."""
    return sum(5 * face for face in range(1, UPPER + 1) if boxes >> face - 1 & 1)


def _situation(
    game: Yahtzee, open_categories: Iterable[str], upper_total: int, fifty: bool
) -> tuple[Position, int]:
    """Return the position and the points needed for the upper bonus."""
    names = in_order("open_categories", open_categories, CATEGORIES)
    boxes = bits(names, CATEGORIES)
    closed_mask = (1 << len(CATEGORIES)) - 1 ^ boxes
    total = integer(
        "upper_total",
        upper_total,
        0,
        _largest_upper_total(closed_mask),
        hint="the closed ones of ones … sixes have five dice each",
    )
    if _flag("fifty", fifty) and "yahtzee" in names:
        raise ValueError("fifty is True, but yahtzee is among open_categories: it has no points")
    points_needed = max(0, UPPER_GOAL - total) if game.upper_bonus else 0
    return Position(boxes, fifty and game.yahtzee_bonus), points_needed
