"""A card of categories, each to be scored once: many positions solved at once.

A **position** between two turns is a set of open categories, with whatever else the rules make you
remember (points still needed, a bonus in sight). It is worth the mean of the best roll to come:

    value(position) = mean over rolls, with the best rerolls, of max_c (points(c, roll)
                      + value(position after c))

so positions are solved in layers, those with the fewest open categories first. Two things make it
fast. All positions of a layer are packed into the lanes of one integer (`games.maths.lanes`), and
one walk through the lattice of keeps (`games.maths.turn`) serves them all. And the maximum over
categories is a knock-out *contest*: categories meet in pairs, the winners meet, and so on; a match
that looks the same for many rolls is played once. For Yazy's 11 categories and 252 rolls 835
matches do what 2520 comparisons would.
"""

from array import array
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress
from operator import itemgetter
from random import Random
from typing import Generic, Literal, TypeVar

from games.incremental import Incremental
from games.maths.lanes import Lanes
from games.maths.turn import Dice, lattice
from games.validate import choice, short_repr

__all__ = [
    "DICE",
    "Action",
    "Contest",
    "Policy",
    "bits",
    "check_action",
    "each_bit",
    "frequencies",
    "in_order",
    "means",
    "rank_actions",
    "reroll",
    "solve_incremental",
    "window",
]

Outcome = TypeVar("Outcome", bound=Hashable)
Position = TypeVar("Position", bound=Hashable)
Value = TypeVar("Value")
Worth = TypeVar("Worth", Fraction, float)
Action = tuple[Literal["keep"], Dice] | tuple[Literal["score"], str]
# from the roll, the rerolls left, the open categories and the points made
Policy = Callable[[Dice, int, tuple[str, ...], int], Action]

DICE = lattice()  # five dice of six faces
HALVINGS = DICE.outcomes.bit_length()  # 2^13 is the first power of two beyond 6^5
# Lanes solved together. 462 integers of 2 kB fit in the processor's cache, and a page can draw
# between two blocks.
BLOCK = 250


@dataclass(frozen=True, eq=False, repr=False)
class Contest(Generic[Outcome]):
    """The knock-out among categories, for every roll.

    Attributes:
        entries: the different (category, outcome) that a roll can bring.
        matches: pairs of contestants: numbers of entries, then of the winners of earlier matches.
        winners: for each roll, the number of its last winner.
    """

    entries: tuple[tuple[int, Outcome], ...]
    matches: tuple[tuple[int, int], ...]
    winners: tuple[int, ...]

    def __repr__(self) -> str:
        return f"<Contest of {len(self.entries)} entries in {len(self.matches)} matches>"

    @classmethod
    def of(cls, outcomes: Sequence[Sequence[Outcome]]) -> "Contest[Outcome]":
        """Draw up the matches, given what each roll (first index) brings in each category.

        >>> contest = Contest.of([(0, 7), (1, 7), (2, 8)])  # three rolls
        >>> contest.entries, contest.matches, contest.winners
        (((0, 0), (1, 7), (0, 1), (0, 2), (1, 8)), ((0, 1), (2, 1), (3, 4)), (5, 6, 7))
        """
        entries: dict[tuple[int, Outcome], int] = {}
        matches: dict[tuple[int, int], int] = {}

        def winner(contestants: list[int]) -> int:
            if len(contestants) == 1:
                return contestants[0]
            half = len(contestants) // 2
            match = winner(contestants[:half]), winner(contestants[half:])
            return matches.setdefault(match, len(entries) + len(matches))

        lists = [
            [entries.setdefault(entry, len(entries)) for entry in enumerate(roll)]
            for roll in outcomes
        ]
        winners = tuple(winner(contestants) for contestants in lists if contestants)
        return cls(tuple(entries), tuple(matches), winners)

    def best(
        self, entries: Sequence[Value], larger: Callable[[Value, Value], Value]
    ) -> list[Value]:
        """Return the best value for each roll, given the value of each entry."""
        values = list(entries)
        for first, second in self.matches:
            values.append(larger(values[first], values[second]))
        return [values[winner] for winner in self.winners]


def means(
    contest: Contest[Outcome],
    entries: Sequence[int],
    rerolls: int,
    larger: Callable[[int, int], int],
    rescale: Callable[[int], int] = lambda value: value,
) -> int:
    """Return what a turn is worth before its first roll, times 6^5 for each roll of all dice.

    Args:
        contest: the contest among the categories.
        entries: the value of each of its entries; a number, or many packed into lanes.
        rerolls: how many rerolls the turn has.
        larger: the larger of two values.
        rescale: applied to all values after each factor 6^5.
    """
    stop = best = contest.best(entries, larger)
    for _ in range(rerolls):
        stop = [DICE.outcomes * value for value in stop]
        best = DICE.best(DICE.on_common_scale(DICE.sums(best), stop), larger)
        stop, best = [*map(rescale, stop)], [*map(rescale, best)]
    return rescale(DICE.sums(best)[0])


def frequencies(
    contest: Contest[Outcome], entries: Sequence[int], rerolls: int, lanes: Lanes
) -> list[int]:
    """Return how often each entry is scored under best play, times 6^5 for each roll of all dice.

    The function walks the lattice once more, backwards: a chance of 1 starts at the empty keep and
    flows to the rolls, from each roll to its best keep, and at the end through the contest to the
    entries. Where values are equal, the earlier category is scored, scoring comes
    before rolling, and of several keeps that with the highest dice is kept.

    Args:
        contest: the contest among the categories.
        entries: the packed value of each of its entries.
        rerolls: how many rerolls the turn has.
        lanes: how the values are packed; the chances are packed in the same way.
    """
    second_wins: list[int] = []  # for each comparison, full lanes where the second was larger

    def larger(a: int, b: int) -> int:
        winner, mask = lanes.maximum_and_mask(a, b)
        second_wins.append(mask)
        return winner

    means(contest, entries, rerolls, larger)
    no_keeps, no_rolls = [0] * DICE.first_roll, [0] * len(DICE.rolls)
    keep_flow, score_flow = [lanes.ones, *no_keeps[1:]], no_rolls
    for rerolls_left in reversed(range(rerolls + 1)):
        sums = [
            weight * keep_count for weight, keep_count in zip(DICE.weights, keep_flow, strict=False)
        ]
        flow = no_keeps + DICE.spread(sums + no_rolls)
        if rerolls_left:
            for keep, part in reversed(DICE.removals):
                transfer = flow[keep] & second_wins.pop()
                flow[keep] -= transfer
                flow[part] += transfer
        keep_flow, stop_flow = flow[: DICE.first_roll], flow[DICE.first_roll :]
        later_outcomes = DICE.outcomes**rerolls_left
        score_flow = [
            earlier + later_outcomes * addition
            for earlier, addition in zip(score_flow, stop_flow, strict=True)
        ]
    win_counts = [0] * (len(contest.entries) + len(contest.matches))
    for winner, roll_count in zip(contest.winners, score_flow, strict=True):
        win_counts[winner] += roll_count
    for a, b in reversed(contest.matches):
        count = win_counts.pop()
        transfer = count & second_wins.pop()
        win_counts[a] += count - transfer
        win_counts[b] += transfer
    return win_counts


def solve_incremental(
    contest: Contest[Outcome],
    layers: Sequence[Sequence[Position]],
    final_rows: dict[Position, bytes],
    size: Callable[[Position], int],
    entries: Callable[[dict[Position, bytes], Sequence[Position], Lanes, Fraction], Sequence[int]],
    rerolls: int,
    largest: int,
    width: int = 64,
) -> Incremental[dict[Position, "array[float]"]]:
    """Solve layer after layer in fixed-point numbers, where exact ones would grow too long.

    A position may stand for a row of values, one for each number of points still needed, say. All
    values are stored as integers, as numbers of units. Each roll of all dice multiplies these
    by 6^5; then they are halved 13 times, so that they do not grow, and the unit changes by
    6^5 / 2^13. The division loses less than one unit for each of the rerolls + 1 rolls of a
    turn, so the results are a little too small.

    Args:
        contest: the contest among the categories.
        layers: the positions to solve, each later than those that follow from it.
        final_rows: the rows of positions where the game is over, as packed lanes (bytes).
        size: how many values the row of a position has.
        entries: from the rows of the layer before, some positions, the lanes that hold their rows
            one after another, and how many units make 1: the packed value of each entry of the
            contest, 0 where a position does not allow it.
        rerolls: how many rerolls a turn has.
        largest: no value ever exceeds it.
        width: bits of a lane; 2^(width − 14) / largest units make 1 at the end of the game.

    Yields:
        The share of the work that is done, from 0 to 1, often enough to show progress.

    Returns:
        The row of each position, as floats.
    """
    units = Fraction(1 << width - 1 - HALVINGS, largest)  # units that make 1
    total_size = sum(size(position) for layer in layers for position in layer)
    solutions: dict[Position, array[float]] = {}
    previous_rows, solved_size = final_rows, 0
    for layer in layers:
        rows: dict[Position, bytes] = {}
        next_units = units * Fraction(DICE.outcomes, 1 << HALVINGS) ** (rerolls + 1)
        next_units_float = float(next_units)
        for block in _blocks(layer, size):
            lanes = Lanes(sum(map(size, block)), width)
            values_of_entries = entries(previous_rows, block, lanes, units)
            packed_lanes = means(
                contest, values_of_entries, rerolls, lanes.maximum, lanes.divider(HALVINGS)
            )
            values, packed_bytes = (
                lanes.unpack(packed_lanes),
                packed_lanes.to_bytes(lanes.count * width // 8, "little"),
            )
            start = 0
            for position in block:
                stop = start + size(position)
                rows[position] = packed_bytes[start * width // 8 : stop * width // 8]
                solutions[position] = array(
                    "d", [value / next_units_float for value in values[start:stop]]
                )
                start = stop
            solved_size += lanes.count
            yield solved_size / total_size
        previous_rows, units = rows, next_units
    return solutions


def _blocks(
    layer: Sequence[Position], size: Callable[[Position], int]
) -> Generator[list[Position], None, None]:
    block: list[Position] = []
    lanes = 0
    for position in layer:
        block.append(position)
        lanes += size(position)
        if lanes >= BLOCK:
            yield block
            block, lanes = [], 0
    if block:
        yield block


def window(
    row: bytes, start: int, first: int, stop: int, low_lane: bytes, high_lane: bytes
) -> bytes:
    """Return the lanes first … stop − 1 of a row that holds those from ``start`` on.

    Lanes up to 0 hold ``low_lane``, those beyond the row hold ``high_lane``. Both are one
    lane long, which gives the length of a lane.

    >>> window(b"bc", 1, -1, 5, b"a", b"z")
    b'aabczz'
    """
    size = len(low_lane)
    end = start + len(row) // size
    middle = row[max(first - start, 0) * size : max(stop - start, 0) * size]
    return low_lane * (min(stop, 1) - first) + middle + high_lane * (stop - max(first, end))


def in_order(
    name: str, names: Iterable[str], order: Sequence[str], *, nonempty: bool = False
) -> tuple[str, ...]:
    """Return some categories in the order of the card, or raise an error that says what is wrong.

    Args:
        name: what the caller calls them.
        names: the categories, in any order.
        order: those of the game.
        nonempty: whether there must be one at least.

    Raises:
        ValueError: a category is not allowed, named twice, or missing.
        TypeError: this is not a collection of names.

    >>> in_order("open_categories", {"twos", "ones"}, ("ones", "twos", "threes"))
    ('ones', 'twos')
    """
    try:
        if isinstance(names, str):
            raise TypeError
        iterator = iter(names)
    except TypeError:
        raise TypeError(
            f"{name} is {short_repr(names)}, but must be a collection of categories"
        ) from None
    selection: set[str] = set()
    for category in iterator:
        if choice(f"a category in {name}", category, order) in selection:
            raise ValueError(f"{name} has {category!r} twice, but each is scored only once")
        selection.add(category)
    if nonempty and not selection:
        raise ValueError(f"{name} is empty, but a turn needs a category to be scored in")
    return tuple(compress(order, map(selection.__contains__, order)))


def check_action(action: object, roll: Dice, rerolls_left: int, names: Sequence[str]) -> Action:
    """Return what a policy gives for a roll, its dice in rising order, or say what is wrong.

    Args:
        action: what it gives.
        roll: the dice on the table.
        rerolls_left: with 0 the roll must be scored.
        names: the categories in which it may be scored.

    Raises:
        ValueError: the action is not allowed.

    >>> check_action(("keep", (5, 3)), (1, 3, 3, 5, 5), 1, ["ones"])
    ('keep', (3, 5))
    >>> check_action(("score", "twos"), (1, 3, 3, 5, 5), 0, ["ones", "fives"])
    Traceback (most recent call last):
    ValueError: policy gives ('score', 'twos') for (1, 3, 3, 5, 5), rerolls left: 0, but must give \
('score', category) with one of 'ones', 'fives'
    """
    match action:
        case ("score", str(name)) if name in names:
            return "score", name
        case ("keep", tuple(dice)) if rerolls_left and all(
            dice.count(face) <= roll.count(face) for face in dice
        ):
            return "keep", tuple(sorted(map(int, dice)))
    keeps = ", or ('keep', dice) with dice of the roll" if rerolls_left else ""
    raise ValueError(
        f"policy gives {short_repr(action)} for {roll}, rerolls left: {rerolls_left}, but must "
        f"give ('score', category) with one of {', '.join(map(repr, names))}{keeps}"
    )


def bits(names: Iterable[str], categories: Sequence[str]) -> int:
    """Return a set of categories as a number, with a bit for each.

    >>> bin(bits(["twos", "fours"], ("ones", "twos", "threes", "fours")))
    '0b1010'
    """
    return sum(1 << categories.index(name) for name in names)


def each_bit(mask: int) -> Iterator[int]:
    """Yield the bits of a number, the lowest first.

    >>> list(each_bit(0b1010))
    [2, 8]
    """
    return (1 << place for place in range(mask.bit_length()) if mask >> place & 1)


def rank_actions(
    scores: Iterable[tuple[str, Worth]], keeps: Iterable[tuple[Dice, Worth]]
) -> tuple[tuple[Action, Worth], ...]:
    """Return the actions with what they are worth, the best first; equals stay in order.

    >>> rank_actions([("ones", 0.5), ("twos", 0.75)], [((1, 1), 0.75)])
    ((('score', 'twos'), 0.75), (('keep', (1, 1)), 0.75), (('score', 'ones'), 0.5))
    """
    actions: list[tuple[Action, Worth]] = [(("score", name), worth) for name, worth in scores]
    actions += [(("keep", keep), worth) for keep, worth in keeps]
    return tuple(sorted(actions, key=itemgetter(1), reverse=True))


def reroll(rng: Random, keep: Dice) -> Dice:
    """Return a roll in which some dice stay and the others fall anew.

    >>> reroll(Random(1), (6, 6, 6))
    (1, 6, 6, 6, 6)
    """
    fresh_dice = rng.choices(range(1, DICE.faces + 1), k=DICE.dice - len(keep))
    return tuple(sorted((*keep, *fresh_dice)))
