"""A race under way: a board, a marker on it, and two markers with one die."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from games import race

__all__ = ["Board", "Lanes", "Run", "mean_move", "throws_by_field"]


class Board(NamedTuple):
    """The board, the die and the start rule, in the order of the solver's arguments."""

    fields: int = 100
    faces: int = 6
    below: str = "clamp"

    @property
    def throws(self) -> Fraction:
        """The expected number of throws."""
        return throws_by_field(self)[1]

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of throws."""
        return _deviation(self)


@lru_cache(maxsize=4)
def _deviation(board: Board) -> float:
    return sqrt(race.variance_throws(*board[:2], below=board.below))


@lru_cache(maxsize=4)
def throws_by_field(board: Board) -> Mapping[int, Fraction]:
    """Return the expected number of throws from each field."""
    return race.expected_throws_by_field(*board[:2], below=board.below)


class Run(NamedTuple):
    """A race under way.

    Attributes:
        board: what it is run on.
        path: the fields in the order in which they were reached, field 1 first.
        face: what was thrown last; None before the first throw.
        pushed: by how much, in all, moves back fell short at the start.
        beyond: how far the winning throw would go beyond the last field.
    """

    board: Board
    path: list[int]
    face: int | None = None
    pushed: int = 0
    beyond: int = 0

    @property
    def over(self) -> bool:
        """Whether the marker has reached the last field."""
        return self.path[-1] == self.board.fields

    @property
    def thrown(self) -> int:
        """How many throws were made."""
        return len(self.path) - 1

    @property
    def push(self) -> int:
        """By how much the last throw fell short at the start."""
        if self.face is None:
            return 0
        before, after = self.path[-2:]
        return max(0, after - before - race.moves(self.board.faces)[self.face - 1])

    @property
    def ghost(self) -> int | None:
        """The field of a marker that moves by the drift in each throw; None beyond the last."""
        field = int(1 + self.thrown * mean_move(self.board))
        return field if 1 <= field < self.board.fields else None

    def threw(self, face: int) -> "Run":
        """Return the race after a throw; its path grows."""
        board, here = self.board, self.path[-1]
        would = here + race.moves(board.faces)[face - 1]
        there = race.land(here, face, board.fields, below=board.below)
        self.path.append(there)
        pushed = self.pushed + max(0, there - would)
        return Run(board, self.path, face, pushed, max(0, would - board.fields))


def mean_move(board: Board) -> Fraction:
    """Return the mean move of one throw."""
    return Fraction(sum(race.moves(board.faces)), board.faces)


class Lanes(NamedTuple):
    """A race for each start rule, with the same throws.

    Attributes:
        clamp: the race of the marker that is clamped to field 1.
        stay: that of the one that stays where it is.
    """

    clamp: Run
    stay: Run

    @property
    def over(self) -> bool:
        """Whether both have won."""
        return self.clamp.over and self.stay.over

    @property
    def thrown(self) -> int:
        """How often the die was thrown."""
        return max(self.clamp.thrown, self.stay.thrown)

    def threw(self, face: int) -> "Lanes":
        """Return both races after a throw; one that is won takes no more."""
        return Lanes(*(it if it.over else it.threw(face) for it in self))
