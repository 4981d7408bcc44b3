"""The scene of a turn, backwards: values go down from the rolls as means and up as maxima.

At first there are three small dice that know only 1 and 2, keep by keep; then the 462 keeps of five
dice, size by size. A keep lies below all that it may become; see `games.maths.turn`.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from typing import NamedTuple

from games.maths.turn import Dice, Turn, solve
from games_widgets.drawing import dice
from games_widgets.drawing.render import Model
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, number, percent
from games_widgets.yazy.view_keeps import KeepEdge, Place, edges, with_one_less

REROLLS = 2
STAGES = (
    Stage(0, "the end", "No reroll is left. What are two dice worth before the third falls?"),
    Stage(
        6,
        "down: means",
        "Now one reroll is left. Best values go up, from small keeps to large ones.",
    ),
    Stage(15, "up: maxima", "From 1 2 2 keep only the 1, the best of its keeps."),
    Stage(30, "another reroll", "So you roll even 2 2 2 again."),
    Stage(36, "the whole turn", "Drag on for five dice."),
    Stage(62, "five dice", "The walk is the same. Each keep now has six keeps above it."),
    Stage(63, "walk it yourself", printed=False),
)


class Step(NamedTuple):
    """The change from one picture of the scene to the next.

    Attributes:
        left: rerolls left before the dice are rolled; one more than there are at the first roll.
        is_upward: whether each keep takes the best value of those below it; if not, its mean.
        keeps: those that get a number.
    """

    rerolls_left: int
    is_upward: bool
    keeps: tuple[Dice, ...]


class State(NamedTuple):
    """The state of the scene at one step.

    Attributes:
        turn: the turn, with a reroll more than it has: its first roll rerolls nothing.
        step: the last step, if there is one.
        worth: the value of each keep that has one yet.
        faded: the own value of each keep that took over a better one.
    """

    turn: Turn
    step: Step | None
    worth: dict[Dice, Fraction]
    faded: dict[Dice, Fraction]


@dataclass(frozen=True)
class ClimbNode:
    """A keep of three dice.

    Attributes:
        keep: the keep.
        place: where it is.
        value: what it is worth, if that is known yet.
        faded: its own value, if it took over a better one.
        heat: the strength of its colour, from 0 to 1.
        is_here: whether the last step gave it its number.
    """

    keep: Dice
    place: Place
    value: Fraction | None
    faded: Fraction | None
    heat: float
    is_here: bool


@dataclass(frozen=True)
class SmallLattice:
    """The keeps of three dice with two faces, with the numbers that they have so far.

    Attributes:
        nodes: the keeps.
        edges: the lines between them.
        lines: how many lines of nodes there are.
        alt_text: the numbers of the keeps.
    """

    nodes: tuple[ClimbNode, ...]
    edges: tuple[KeepEdge, ...]
    lines: int
    alt_text: str
    summary: str


@dataclass(frozen=True)
class SizeRow:
    """All keeps of five dice with so many dice.

    Attributes:
        size: how many dice are kept.
        chances: the chance of each keep; None as long as it has none.
        is_here: whether the last step gave them their numbers.
    """

    size: int
    chances: tuple[Fraction | None, ...]
    is_here: bool

    @property
    def name(self) -> str:
        """The number of keeps and their size, in words."""
        return size_name(self.size, len(self.chances))

    @property
    def range_text(self) -> str:
        """From the least chance to the greatest; empty if there is none yet."""
        known_chances = [chance for chance in self.chances if chance is not None]
        if not known_chances:
            return ""
        low, high = min(known_chances), max(known_chances)
        return percent(high) if low == high else f"{percent(low)} to {percent(high)}"


@dataclass(frozen=True)
class Sizes:
    """All keeps of five dice, in a row for each size, the largest first."""

    rows: tuple[SizeRow, ...]
    summary: str


def climb(step: int, board: Callable[[], Model]) -> Scene[Model]:
    """Return the scene; its last step is the board on which the reader walks alone.

    Args:
        step: 0 to 63: steps on three dice, then on five.
        board: draws the board of the last step.

    >>> climb(1, lambda: None).summary
    '2 2 is worth the mean of 1 2 2 and 2 2 2 above it: (5 + 6) / 2 = 5.5.'
    """
    last = STAGES[-1].at
    scrubber = ScrubberInput("Steps", step, 0, last, value_text=f"step {step}")
    return Scene(lambda step: board() if step == last else _stage(step), step, STAGES, scrubber)


@lru_cache(maxsize=128)  # about 4 kB each
def _stage(step: int) -> SmallLattice | Sizes:
    is_small = step <= STAGES[4].at
    state = _state(is_small, step if is_small else step - STAGES[4].at - 1)
    return _small_lattice(state) if is_small else _sizes(state)


# The walks.


def _points_of_three(roll: Dice) -> int:
    return 12 if roll == (1, 1, 1) else sum(roll)


@lru_cache(maxsize=2)
def _steps(is_small: bool) -> tuple[Turn, tuple[Step, ...]]:
    """Return the turn, and its steps: one for each keep of three dice, for each size of five."""
    if is_small:
        turn = solve(_points_of_three, REROLLS + 1, dice=3, faces=2)
    else:
        turn = solve(lambda roll: int(roll[0] == roll[-1]), REROLLS + 1)
    keeps = turn.lattice.keeps
    groups = groupby(keeps, len)
    parts = [(keep,) for keep in keeps] if is_small else [tuple(group) for _, group in groups]

    def steps() -> Iterator[Step]:
        for rerolls_left in range(1, REROLLS + 2):
            smaller_parts = [part for part in parts if len(part[0]) < turn.lattice.dice]
            yield from (Step(rerolls_left, False, part) for part in reversed(smaller_parts))
            if rerolls_left <= REROLLS:
                yield from (Step(rerolls_left, True, part) for part in parts[1:])

    return turn, tuple(steps())


def _state(is_small: bool, place: int) -> State:
    turn, steps = _steps(is_small)
    worth = {roll: turn.advice(roll, 0)[0][1] for roll in turn.lattice.rolls}
    faded_keeps: dict[Dice, Fraction] = {}
    is_upward = True
    for step in steps[:place]:
        if step.is_upward != is_upward:  # another walk begins
            faded_keeps, is_upward = {}, step.is_upward
            if not is_upward:
                worth = {roll: worth[roll] for roll in turn.lattice.rolls}
        for keep in step.keeps:
            best = (
                _best(is_small, keep, step.rerolls_left)
                if is_upward
                else turn.keep_value(keep, step.rerolls_left)
            )
            if is_upward and best > worth[keep]:
                faded_keeps[keep] = worth[keep]
            worth[keep] = best
    return State(turn, steps[place - 1] if place else None, worth, faded_keeps)


@lru_cache(maxsize=2048)
def _best(is_small: bool, keep: Dice, rerolls_left: int) -> Fraction:
    """Return the best value of a keep and of all keeps that are a part of it."""
    own_value = _steps(is_small)[0].keep_value(keep, rerolls_left)
    return max([own_value, *(_best(is_small, part, rerolls_left) for part in with_one_less(keep))])


# Three dice: a node for each keep.


def _small_lattice(state: State) -> SmallLattice:
    size = state.turn.lattice.dice
    places = {
        keep: (0.5 + (2 * sum(keep) - 3 * len(keep)) / 8, (size - len(keep) + 0.5) / (size + 1))
        for keep in state.turn.lattice.keeps
    }
    top, marked_keeps = (
        max(map(float, state.worth.values())),
        state.step.keeps if state.step else (),
    )
    nodes = (
        ClimbNode(
            keep=keep,
            place=place,
            value=state.worth.get(keep),
            faded=state.faded.get(keep),
            heat=float(state.worth.get(keep, 0)) / top,
            is_here=keep in marked_keeps,
        )
        for keep, place in places.items()
    )
    lines = edges(places, partial(_look, state))
    worths = (f"{dice.spoken(keep)}: {in_short(value)}" for keep, value in state.worth.items())
    return SmallLattice(tuple(nodes), lines, size + 1, "; ".join(worths), _summary(state))


def _look(state: State, keep: Dice, part: Dice) -> str:
    """Return the look of the line from a keep to a part of it."""
    step = state.step
    if step and not step.is_upward and part in step.keeps:
        return "near"
    if keep in state.faded and state.worth[part] == state.worth[keep]:
        return "flow"
    return ""


def _summary(state: State) -> str:
    """Return a sentence on the last step with three dice."""
    if not state.step:
        return "Three dice have only the faces 1 and 2. Their sum counts, but 1 1 1 brings 12."
    [keep] = state.step.keeps
    value, name = in_short(state.worth[keep]), dice.spoken(keep)
    if not state.step.is_upward:
        larger_keeps = [tuple(sorted((*keep, face))) for face in (1, 2)]
        names = map(dice.spoken, larger_keeps)
        worths = (in_short(state.worth[larger_keep]) for larger_keep in larger_keeps)
        subject = name if keep else "Keeping nothing"
        return (
            f"{subject} is worth the mean of {' and '.join(names)} above it: "
            f"({' + '.join(worths)}) / 2 = {value}."
        )
    if keep not in state.faded:
        return f"No keep in {name} is worth more than its own {value}."
    part = next(part for part in with_one_less(keep) if state.worth[part] == state.worth[keep])
    own_text = in_short(state.faded[keep])
    if len(keep) < state.turn.lattice.dice:
        text = f"{dice.spoken(part)} is worth {value}. {name} takes this over in place of its own"
        return f"{text} {own_text}."
    best = state.turn.advice(keep, state.step.rerolls_left)[0][0]
    kept_text = f"Keeping {dice.spoken(best) if best else 'nothing'}"
    advice = f"keep {dice.spoken(best)}." if best else "roll all three again."
    return f"{kept_text} is worth {value}, more than the {own_text} of {name}: {advice}"


# Five dice: a row for each size.


def _sizes(state: State) -> Sizes:
    marked_keeps = state.step.keeps if state.step else ()
    rows = (
        SizeRow(size, tuple(map(state.worth.get, keeps)), keeps[0] in marked_keeps)
        for size, keeps in _by_size(state.turn)
    )
    return Sizes(tuple(rows), _summary_of_five(state))


def _by_size(turn: Turn) -> Iterator[tuple[int, tuple[Dice, ...]]]:
    """Yield the keeps of each size in rising order, the rolls first."""
    for size, keeps in groupby(reversed(turn.lattice.keeps), len):
        yield size, tuple(keeps)[::-1]


def _summary_of_five(state: State) -> str:
    """Return a sentence on the last step with five dice."""
    if not state.step:
        return "Six of the 252 rolls of five dice are five of a kind, which we want."
    size, rerolls_left = len(state.step.keeps[0]), state.step.rerolls_left
    name = size_name(size, len(state.step.keeps))
    if size == 0:
        chance = percent(state.worth[()])
        return (
            f"With {count(rerolls_left - 1, 'reroll')}, five of a kind comes in {chance} of turns."
        )
    if state.step.is_upward:
        return f"{name}: each takes the best value of those below it."
    return f"{name}: each is the mean of the six above it."


def size_name(size: int, keeps: int) -> str:
    """Return how many keeps of which size there are.

    >>> size_name(5, 252), size_name(2, 21), size_name(0, 1)
    ('252 rolls', '21 keeps of 2 dice', 'nothing kept')
    """
    if size == 5:
        return f"{keeps} rolls"
    return f"{keeps} keeps of {count(size, 'die', 'dice')}" if size else "nothing kept"


def in_short(value: Fraction) -> str:
    """Return a value as briefly as it can be written with two decimals.

    >>> in_short(Fraction(11, 2)), in_short(Fraction(100, 27))
    ('5.5', '3.70')
    """
    return number(value, None if value.denominator <= 8 else 2)
