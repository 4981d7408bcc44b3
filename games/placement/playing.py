"""A placement game in progress: its draws, its placements and their chances."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from games import placement

__all__ = ["Gap", "Move", "Play"]


class Move(NamedTuple):
    """One draw and its placement, with the chances before and after.

    Attributes:
        number: the draw.
        chance_before: P(win) before it.
        field: where it was placed; None if no field was legal.
        chance: P(win) after that.
        best: the fields that were best.
        best_chance: P(win) after one of those.
    """

    number: int
    chance_before: Fraction
    field: int | None
    chance: Fraction
    best: tuple[int, ...]
    best_chance: Fraction

    @property
    def luck(self) -> Fraction:
        """How much the draw changed P(win)."""
        return self.best_chance - self.chance_before

    @property
    def loss(self) -> Fraction:
        """How much worse the placement was than the best one: the regret."""
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
    """A game in progress. It never changes: a roll or a placement returns a new game.

    Attributes:
        V: how many values there are.
        draws: the numbers in the order in which they come; one for each field.
        moves: the placements so far.
        is_rolled: whether the next number lies on the table.
    """

    V: int
    draws: tuple[int, ...]
    moves: tuple[Move, ...] = ()
    is_rolled: bool = False

    @property
    def F(self) -> int:
        """The number of fields."""
        return len(self.draws)

    @cached_property
    def fields(self) -> tuple[int | None, ...]:
        """The number on each field, or None."""
        numbers = {move.field: move.number for move in self.moves}
        return tuple(numbers.get(f) for f in range(self.F))

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        """The values that can still come, in runs, each with its open fields.

        >>> Play(9, (3, 5, 8)).roll().place(0).roll().place(1).gaps
        (Gap(values=range(0, 3), fields=range(0, 0)), Gap(values=range(4, 5), fields=range(1, 1)), \
Gap(values=range(6, 9), fields=range(2, 3)))
        """
        runs, value, field = [], 0, 0
        for f, number in enumerate((*self.fields, self.V)):
            if number is not None:
                runs.append(Gap(range(value, number), range(field, f)))
                value, field = number + 1, f + 1
        return tuple(run for run in runs if run.values or run.fields)

    @property
    def is_untouched(self) -> bool:
        """Whether no number has been rolled yet."""
        return not self.moves and not self.is_rolled

    @property
    def is_won(self) -> bool:
        """Whether all fields are full."""
        return None not in self.fields

    @property
    def is_lost(self) -> bool:
        """Whether a number came that no field could take."""
        return bool(self.moves) and self.moves[-1].field is None

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to do."""
        return self.is_won or self.is_lost

    @property
    def number(self) -> int | None:
        """The number on the table."""
        if self.is_lost:
            return self.moves[-1].number
        return self.draws[len(self.moves)] if self.is_rolled else None

    @cached_property
    def advice(self) -> dict[int, Fraction]:
        """The legal fields for the number on the table, and P(win) after each; best first."""
        if not self.is_rolled:
            return {}
        return dict(placement.advice(self.V, self.fields, self.draws[len(self.moves)]))

    @property
    def best(self) -> tuple[int, ...]:
        """The best fields for the number on the table."""
        return tuple(f for f, chance in self.advice.items() if chance == self.chance)

    @cached_property
    def chance(self) -> Fraction:
        """P(win) now, with best play from here."""
        if self.is_over:
            return Fraction(self.is_won)
        if self.is_rolled:
            return max(self.advice.values(), default=Fraction(0))
        return placement.state(self.V, self.fields)

    @property
    def loss(self) -> Fraction:
        """The total regret of the moves."""
        return sum((move.loss for move in self.moves), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """The total change of P(win) by the draws."""
        return sum((move.luck for move in self.moves), Fraction(0))

    def roll(self) -> "Play":
        """Return the game with the next number on the table; it is lost if no field is legal."""
        if self.is_over or self.is_rolled:
            return self
        play = replace(self, is_rolled=True)
        return play if play.advice else play._with_move(None)

    def place(self, field: int) -> "Play":
        """Return the game with the number on a field, or the same game if that is not legal."""
        return self._with_move(field) if field in self.advice else self

    def _with_move(self, field: int | None) -> "Play":
        move = Move(
            self.draws[len(self.moves)],
            placement.state(self.V, self.fields),
            field,
            Fraction(0) if field is None else self.advice[field],
            self.best,
            self.chance,
        )
        return Play(self.V, self.draws, (*self.moves, move))
