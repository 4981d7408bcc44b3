"""The placement game under way: draws, placements, and what each was worth."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from games import placement

__all__ = ["Gap", "Move", "Play"]


class Move(NamedTuple):
    """One draw and where it went, with the chances that judge both.

    Attributes:
        number: the draw.
        before: P(win) before it.
        field: where it was placed; None if no field was legal.
        chance: P(win) after that.
        best: the fields that were best.
        best_chance: P(win) after one of those.
    """

    number: int
    before: Fraction
    field: int | None
    chance: Fraction
    best: tuple[int, ...]
    best_chance: Fraction

    @property
    def luck(self) -> Fraction:
        """What the draw changed."""
        return self.best_chance - self.before

    @property
    def loss(self) -> Fraction:
        """What the player gave away: the regret."""
        return self.best_chance - self.chance


class Gap(NamedTuple):
    """A run of values with the fields that can still take them.

    Attributes:
        values: the values between two numbers on the board, or between one and an end.
        fields: the open fields there; none if the values are dead.
    """

    values: range
    fields: range


@dataclass(frozen=True)
class Play:
    """A game under way. It never changes: a roll and a placement give a new one.

    Attributes:
        V: how many values there are.
        draws: the numbers in the order in which they come; one for each field.
        moves: what has been placed.
        rolled: whether the next number lies on the table.
    """

    V: int
    draws: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    rolled: bool = False

    @property
    def F(self) -> int:
        """How many fields there are."""
        return len(self.draws)

    @cached_property
    def fields(self) -> tuple[int | None, ...]:
        """What each field holds."""
        held = {move.field: move.number for move in self.moves}
        return tuple(held.get(f) for f in range(self.F))

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """The values that have not been placed, in runs, each with its open fields.

        >>> Play(9, (3, 5, 8)).roll().place(0).roll().place(1).gaps
        (Gap(values=range(0, 3), fields=range(0, 0)), Gap(values=range(4, 5), fields=range(1, 1)), \
Gap(values=range(6, 9), fields=range(2, 3)))
        """
        runs, value, field = [], 0, 0
        for f, held in enumerate((*self.fields, self.V)):
            if held is not None:
                runs.append(Gap(range(value, held), range(field, f)))
                value, field = held + 1, f + 1
        return tuple(run for run in runs if run.values or run.fields)

    @property
    def untouched(self) -> bool:
        """Whether no number has been rolled yet."""
        return not self.moves and not self.rolled

    @property
    def won(self) -> bool:
        """Whether all fields are full."""
        return None not in self.fields

    @property
    def lost(self) -> bool:
        """Whether a number came that no field could take."""
        return bool(self.moves) and self.moves[-1].field is None

    @property
    def over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.won or self.lost

    @property
    def number(self) -> int | None:
        """The number on the table."""
        if self.lost:
            return self.moves[-1].number
        return self.draws[len(self.moves)] if self.rolled else None

    @cached_property
    def advice(self) -> dict[int, Fraction]:
        """The legal fields for the number on the table, and P(win) after each; best first."""
        if not self.rolled:
            return {}
        return dict(placement.advice(self.V, self.fields, self.draws[len(self.moves)]))

    @property
    def best(self) -> tuple[int, ...]:
        """The best fields for the number on the table."""
        return tuple(f for f, chance in self.advice.items() if chance == self.chance)

    @cached_property
    def chance(self) -> Fraction:
        """P(win) now, with best play from here."""
        if self.over:
            return Fraction(self.won)
        if self.rolled:
            return max(self.advice.values(), default=Fraction(0))
        return placement.state(self.V, self.fields)

    @property
    def loss(self) -> Fraction:
        """The sum of what the moves gave away: the total regret."""
        return sum((move.loss for move in self.moves), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """The sum of what the draws changed."""
        return sum((move.luck for move in self.moves), Fraction(0))

    def roll(self) -> "Play":
        """Return the game with the next number on the table; lost, if no field can take it."""
        if self.over or self.rolled:
            return self
        after = replace(self, rolled=True)
        return after if after.advice else after._with(None)

    def place(self, field: int) -> "Play":
        """Return the game with the number on a field; unchanged, if that is not legal."""
        return self._with(field) if field in self.advice else self

    def _with(self, field: int | None) -> "Play":
        move = Move(
            self.draws[len(self.moves)],
            placement.state(self.V, self.fields),
            field,
            Fraction(0) if field is None else self.advice[field],
            self.best,
            self.chance,
        )
        return Play(self.V, self.draws, (*self.moves, move))
