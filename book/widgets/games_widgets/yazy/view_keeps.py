"""The lattice of keeps below a roll, with the value that flows through it; see `games.maths.turn`.

Two steps take turns. The player chooses: a roll is worth the best of all keeps below it, so value
flows up along the best path. Chance decides: a keep is worth the mean of the six keeps that it
becomes with one die more, so value flows back from these. A reader walks one edge with each click:
the reader takes a die out of the keep or puts it back, or lets the next die fall.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations, pairwise

from games.maths.turn import Dice, Turn
from games_widgets.drawing import dice
from games_widgets.drawing.dice import DieButton
from games_widgets.drawing.parts import Button, Buttons, OddsPart, Paragraph, Remark, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, number
from games_widgets.yazy.models import BlankDie, Felt, Tray

ROW = 5  # nodes that fit side by side on a phone; more nodes alternate between two lines


@dataclass(frozen=True)
class Walk:
    """A place in the lattice: a roll, the dice kept of it, and dice that have fallen since.

    Attributes:
        turn: the turn, solved.
        roll: all dice, in rising order.
        left: rerolls left, at least 1.
        keep: some or all dice of the roll, in rising order.
        fallen: dice rolled since then, in order. At least one die is still to be rolled.
        places: the places in the roll of the dice kept, to tell dice of the same number apart;
            ignored where they do not fit the keep.
    """

    turn: Turn = field(repr=False)
    roll: Dice
    rerolls_left: int
    keep: Dice
    fallen: Dice = ()
    places: frozenset[int] = frozenset()

    @cached_property
    def kept_places(self) -> frozenset[int]:
        """The places in the roll of the dice kept."""
        if tuple(sorted(self.roll[n] for n in self.places)) == self.keep:
            return self.places
        rest, places = list(self.keep), set()
        for n, face in enumerate(self.roll):
            if face in rest:
                rest.remove(face)
                places.add(n)
        return frozenset(places)

    @cached_property
    def values(self) -> dict[Dice, Fraction]:
        """Each keep below the roll with its value, large keeps first."""
        sizes = range(len(self.roll), -1, -1)
        keeps = (keep for n in sizes for keep in sorted(set(combinations(self.roll, n))))
        return {keep: self.turn.keep_value(keep, self.rerolls_left) for keep in keeps}

    @cached_property
    def best(self) -> Dice:
        """The best keep; of several the one with the highest dice."""
        return self.turn.advice(self.roll, self.rerolls_left)[0][0]

    @cached_property
    def path(self) -> tuple[Dice, ...]:
        """The keeps from the roll down to the best keep, each the best one with one die less."""
        path = [self.roll]
        while path[-1] != self.best:
            steps = (part for part in with_one_less(path[-1]) if _is_part(self.best, part))
            path.append(max(steps, key=self.values.__getitem__))
        return tuple(path)

    @property
    def lying(self) -> Dice:
        """The present dice in rising order: those kept and those that have fallen."""
        return tuple(sorted(self.keep + self.fallen))

    @property
    def missing(self) -> int:
        """The number of dice that still have to be rolled."""
        return len(self.roll) - len(self.lying)

    @cached_property
    def value(self) -> Fraction:
        """The value of the present dice."""
        return self.turn.keep_value(self.lying, self.rerolls_left)

    @cached_property
    def next(self) -> dict[int, Fraction]:
        """The present dice with each face of the next die."""
        if not self.missing:
            return {}
        return {face: self._value_with(face) for face in range(1, self.turn.lattice.faces + 1)}

    def _value_with(self, face: int) -> Fraction:
        lie = tuple(sorted((*self.lying, face)))
        if self.missing > 1:
            return self.turn.keep_value(lie, self.rerolls_left)
        return self.turn.advice(lie, self.rerolls_left - 1)[0][1]


Place = tuple[float, float]  # across and down, as shares of the drawing


@dataclass(frozen=True)
class KeepEdge:
    """A line of the lattice from a keep to one with one die less.

    Attributes:
        upper, lower: the two keeps.
        start, end: the places of the lower keep and of the upper one, because value flows up.
        look: "near" beside the place of the reader, "flow" where value flows, or "".
    """

    upper: Dice
    lower: Dice
    start: Place
    end: Place
    look: str


@dataclass(frozen=True)
class KeepNode:
    """A keep in the lattice, to be clicked.

    Attributes:
        keep: the keep.
        place: where it is.
        value: what it is worth.
        heat: the strength of its colour, from 0 to 1.
        is_best: whether it is the best keep.
        is_here: whether the reader is there.
        is_all: whether it is the whole roll, so that the turn ends with it.
    """

    keep: Dice
    place: Place
    value: Fraction
    heat: float
    is_best: bool
    is_here: bool
    is_all: bool


@dataclass(frozen=True)
class KeepLattice:
    """The keeps below a roll: a node for each, a line for each die less.

    Attributes:
        nodes: the keeps, large ones first.
        edges: the lines between them.
        lines: how many lines of nodes there are.
        alt_text: what there is to see, in a sentence.
    """

    nodes: tuple[KeepNode, ...]
    edges: tuple[KeepEdge, ...]
    lines: int
    alt_text: str


@dataclass(frozen=True)
class NextDie:
    """The value of the present dice with each face of the next die.

    Attributes:
        lying: the dice that lie.
        values: what they are worth with each face; the number of the face is its place, from 1.
        mean: the mean of these values, which the dice that lie are worth.
    """

    lying: Dice
    values: tuple[Fraction, ...]
    mean: Fraction


@dataclass(frozen=True)
class Ways(Parts):
    """The results of the next die, and the possible keeps."""

    chance: Section[NextDie | Paragraph]
    choice: Section[KeepLattice]


@dataclass(frozen=True)
class WalkPicture(Parts):
    """A place in the lattice: the dice, and the ways that lead on."""

    dice: Felt[Tray]
    buttons: Buttons
    next_steps: OddsPart[Ways]
    summary: str


def walk(place: Walk) -> WalkPicture:
    """Return the dice, the lattice below the roll, and what the next die may bring.

    Args:
        place: where the reader is.
    """
    best, roll = place.best, place.roll
    next_die: NextDie | Paragraph = Paragraph(_stop(place))
    if place.missing:
        next_die = NextDie(place.lying, tuple(place.next.values()), place.value)
    return WalkPicture(
        dice=Felt(_tray(place)),
        buttons=Buttons(
            (
                Button("Take the last die back", "lift", is_disabled=not place.fallen),
                Button("Go to the best keep", "keep", code(best), is_disabled=place.lying == best),
                Button("Keep all again", "keep", code(roll), is_disabled=place.lying == roll),
            ),
            "below-picture",
        ),
        next_steps=OddsPart(
            Ways(
                chance=Section(_heading(place), next_die),
                choice=Section(
                    f"You choose: every keep below {dice.spoken(roll)}, and what it is worth",
                    lattice(place),
                    Remark(
                        "Each line takes one die away; the stronger the colour, the higher the "
                        "value. The roll at the top is worth as much as the best keep below it: "
                        "value flows up along the thick path."
                    ),
                ),
            )
        ),
        summary=_summary(place),
    )


def _summary(place: Walk) -> str:
    """Return a sentence on the place of the reader and its value."""
    best, value = place.best, place.value
    top = place.values[best]
    rerolls = count(place.rerolls_left, "reroll")
    situation = f"{dice.spoken(place.roll)} with {rerolls} left. "
    if place.fallen:
        return (
            f"{situation}You kept {dice.spoken(place.keep)}, then fell "
            f"{dice.spoken(place.fallen)}: now worth {in_short(value)}. "
            "Choose what the next die shows."
        )
    if place.keep == best:
        return f"{situation}To keep {dice.spoken(best)} is best and worth {in_short(top)}."
    return (
        f"{situation}To keep {dice.spoken(place.keep)} is worth {in_short(value)}; the best, "
        f"{dice.spoken(best)}, is worth {in_short(top)}, {in_short(top - value)} more."
    )


def lattice(place: Walk) -> KeepLattice:
    """Return the keeps below a roll as a drawing."""
    levels: dict[int, list[Dice]] = {}
    for keep in place.values:
        levels.setdefault(len(keep), []).append(keep)
    spots, line = {}, 0
    for keeps in levels.values():
        lines = 2 if len(keeps) > ROW else 1
        for n, keep in enumerate(keeps):
            spots[keep] = (n + 0.5) / len(keeps), line + n % lines
        line += lines
    places = {keep: (x, (y + 0.5) / line) for keep, (x, y) in spots.items()}
    path = set(pairwise(place.path))

    def look(upper: Dice, lower: Dice) -> str:
        if (upper, lower) in path:
            return "flow"
        return "near" if place.keep in (upper, lower) else ""

    ranks = sorted(set(place.values.values()))
    nodes = (
        KeepNode(
            keep=keep,
            place=places[keep],
            value=value,
            heat=ranks.index(value) / max(1, len(ranks) - 1),
            is_best=keep == place.best,
            is_here=keep == place.keep,
            is_all=keep == place.roll,
        )
        for keep, value in place.values.items()
    )
    return KeepLattice(
        nodes=tuple(nodes),
        edges=edges(places, look),
        lines=line,
        alt_text=f"The keeps below {dice.spoken(place.roll)}, each with one die more or less "
        f"beside it. The best path: {', then '.join(map(dice.spoken, place.path))}.",
    )


def edges(places: Mapping[Dice, Place], look: Callable[[Dice, Dice], str]) -> tuple[KeepEdge, ...]:
    """Return the lines from keeps to those with one die less, by their places and their looks."""
    return tuple(
        KeepEdge(upper, lower, places[lower], place, look(upper, lower))
        for upper, place in places.items()
        for lower in with_one_less(upper)
    )


def _tray(place: Walk) -> Tray:
    """Return the dice of the roll; once dice have fallen, those that lie and the missing ones."""
    if place.fallen:
        lying: list[DieButton | BlankDie] = [
            *(
                DieButton(face, "none", n, f"{face}, kept", "kept", "kept", is_disabled=True)
                for n, face in enumerate(place.keep)
            ),
            *(
                DieButton(face, "none", n, f"{face}, fallen", "fell", is_disabled=True)
                for n, face in enumerate(place.fallen, len(place.keep))
            ),
        ]
        return Tray((*lying, *[BlankDie("to fall")] * place.missing))
    kept_places = place.kept_places
    return Tray(
        tuple(
            DieButton(
                face,
                "die",
                n,
                f"Die {n + 1}: {face}, {'kept' if n in kept_places else 'to be rolled'}",
                "kept" if n in kept_places else "roll",
                "kept" if n in kept_places else "",
                is_pressed=n in kept_places,
            )
            for n, face in enumerate(place.roll)
        ),
        "The dice",
    )


def _heading(place: Walk) -> str:
    if not place.missing:
        return "Keep all five: the turn ends"
    return f"Chance decides: {dice.spoken(place.lying)} and one die more" + (
        f", {place.missing} still to fall" if place.missing > 1 else ", the last"
    )


def _stop(place: Walk) -> str:
    return (
        "To keep all is to score the roll where it is worth most: "
        f"{in_short(place.value)} points from here on. Press a die to roll it again."
    )


def with_one_less(keep: Dice) -> list[Dice]:
    """Return the different keeps with one die less."""
    return sorted({keep[:n] + keep[n + 1 :] for n in range(len(keep))})


def _is_part(part: Dice, keep: Dice) -> bool:
    return all(part.count(face) <= keep.count(face) for face in set(part))


def code(keep: Sequence[int]) -> str:
    """Return dice as digits, the value of a click."""
    return "".join(map(str, keep))


def in_short(value: Fraction) -> str:
    """Return a value with two decimals, or four where it is small."""
    return number(value, 2) if value >= Fraction(1, 100) or not value else number(value, 4)
