"""The scene of the fold: a square of small tables that turns, falls into a line and is folded."""

from dataclasses import dataclass
from functools import lru_cache, partial
from math import cos, pi, sin
from typing import NamedTuple

from games.chase.playing import Square
from games_widgets.chase.view import Endless, why_endless
from games_widgets.drawing.parts import Paragraph, Strong
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage, place_in_words
from games_widgets.drawing.text import count, number

PART = 20  # places of the scrubber from one stage to the next
STAGES = (
    Stage(0, "all pairs", "How many different numbers are there? Drag, and see."),
    Stage(PART, "all tables turned", "In each column all tables are the same now."),
    Stage(2 * PART, "a line", "Only the distance is left. Now look from the other side."),
    Stage(3 * PART, "the other side"),
)


class SmallTable(NamedTuple):
    """A pair of seats as a small table. All lengths are in widths of a small table.

    Attributes:
        x, y: its place, from the left and from the top.
        first, second: the seats of the dice, as far as the table has been turned.
        flip: its width, from 1 to −1 as it is folded over.
        heat: its turns, as a share of the largest.
        turns: the turns still to come, in words.
        link: the distance with which it is highlighted.
        is_end: whether the dice have met.
    """

    x: float
    y: float
    first: float
    second: float
    flip: float
    heat: float
    turns: str
    link: int
    is_end: bool


@dataclass(frozen=True)
class Folding:
    """All pairs of seats as small tables, on their way from a square to a folded line.

    Attributes:
        tables: the small tables, row by row.
        players: how many players there are, and so small tables in a row.
        rows: the height of all tables.
        remaining: how many different numbers are left, in words; None before the rows are one.
        summary: what there is to see.
    """

    tables: tuple[SmallTable, ...]
    players: int
    rows: float
    remaining: str | None
    summary: str

    @property
    def alt_text(self) -> str:
        """The picture in words, for readers who do not see it."""
        return (
            f"{self.players} times {self.players} little tables, each with two dice. {self.summary}"
        )


def folding(square: Square, place: int = 0) -> Scene[Folding] | Endless:
    """Return the scene: all pairs of seats as small tables, each with the turns still to come.

    Args:
        square: how many players there are, and how their dice are passed.
        place: the place of the scrubber: 0 is the square, at 20 each row is turned, 40 is a line,
            and at 60 the line is folded.

    >>> from games.chase import Chase
    >>> folding(Square(Chase(6)), 60).summary
    'Folded in the middle, equal numbers meet: 36 pairs have become 3 distances and the end.'
    """
    if not square.turns:
        return Endless(Paragraph(Strong("It never ends.")), why_endless(square.chase))
    words = place_in_words(STAGES, place)
    scrubber = ScrubberInput("The fold", place, 0, 3 * PART, value_text=words, start=0.04, end=0.96)
    return Scene(partial(_draw, square), place, STAGES, scrubber)


def _ease(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


@lru_cache(maxsize=128)
def _draw(square: Square, place: int) -> Folding:
    """Return the small tables, moved as far as the scrubber has come."""
    n, turns = square.players, square.turns
    turn_share, fall_share, fold_share = (_ease(place / PART - part) for part in range(3))
    if not square.folds:  # halves that differ do not close completely
        fold_share = 0.62 * fold_share + 0.5 * sin(pi * fold_share)
    angle = pi * fold_share
    most_turns = max(turns.values())
    tables = []
    for i in range(n):
        for j in range(n):
            d = (j - i) % n
            x, y = (j - turn_share * i + 0.5) % n - 0.5, i + fall_share * (n - 1 - i)
            folded_over = max(d - n / 2, 0) if fold_share else 0
            if folded_over:  # the folded half turns like a page
                x, y = n / 2 + folded_over * cos(angle), y - folded_over * sin(angle)
            label = number(turns[i, j], 2) if (i, j) in turns else "∞" if d else "end"
            tables.append(
                SmallTable(
                    x,
                    y,
                    first=i - turn_share * i,
                    second=j - turn_share * i,
                    flip=cos(angle) if folded_over else 1,
                    heat=float(turns.get((i, j), 0) / most_turns),
                    turns=label,
                    link=min(d, n - d) if square.folds else d,
                    is_end=d == 0,
                )
            )
    left = n // 2 if square.folds and place == 3 * PART else n - 1
    return Folding(
        tuple(tables),
        players=n,
        rows=n - fall_share * (n - 1) + 0.5 * n * sin(angle) * fall_share,
        remaining=count(left, "number") if fall_share == 1 else None,
        summary=_summary(square, place),
    )


def _summary(square: Square, place: int) -> str:
    n = square.players
    if place < PART:
        return f"{n * n} pairs of seats, each with the turns still to come."
    if place < 2 * PART:
        return (
            "Each table was turned until its filled die lay at the bottom, and no number changed."
        )
    if place < 3 * PART:
        return f"The rows lie on each other, and equal numbers meet: {n - 1} numbers and the end."
    if square.folds:
        return (
            f"Folded in the middle, equal numbers meet: {n * n} pairs have become "
            f"{count(n // 2, 'distance')} and the end."
        )
    return (
        "The line does not fold: if one die never goes right, the two ways round differ. "
        f"{n - 1} numbers remain."
    )
