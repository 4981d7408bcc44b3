"""A race under way, and two markers that race with one die."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from games.history import History
from games.race import Race

__all__ = ["Pair", "Run"]

START = History.of([1])


@dataclass(frozen=True)
class Run:
    """A race under way.

    Attributes:
        race: the board, the die and the start rule.
        path: the fields in the order in which they were reached, field 1 first.
        face: the face that was thrown last; None before the first throw.
        shortfall: by how much, in all, moves back fell short at the start.
        excess: how far the winning throw would go beyond the last field.
    """

    race: Race
    path: History[int] = START
    face: int | None = None
    shortfall: int = 0
    excess: int = 0

    @property
    def field(self) -> int:
        """The field on which the marker stands."""
        return self.path[-1]

    @property
    def is_over(self) -> bool:
        """Whether the marker has reached the last field."""
        return self.field == self.race.fields

    @property
    def throws(self) -> int:
        """How many throws were made."""
        return len(self.path) - 1

    @property
    def push(self) -> int:
        """By how much the last throw fell short at the start."""
        if self.face is None:
            return 0
        return max(0, self.field - self.path[-2] - self.race.moves[self.face - 1])

    @property
    def ghost(self) -> int | None:
        """The field of a marker that moves by the drift in each throw; None beyond the board."""
        field = int(1 + self.throws * self.race.drift)
        return field if 1 <= field < self.race.fields else None

    def throw(self, face: int) -> "Run":
        """Return the race after a throw; this one stays as it is.

        >>> start = Run(Race(20))
        >>> list(start.throw(4).throw(6).path), list(start.path)
        ([1, 5, 11], [1])
        """
        race = self.race
        target = self.field + race.moves[face - 1]
        field = race.land(self.field, face)
        return Run(
            race,
            self.path.plus(field),
            face,
            self.shortfall + max(0, field - target),
            max(0, target - race.fields),
        )


class Pair(NamedTuple):
    """A race for each start rule, with the same throws.

    Attributes:
        clamp: the race of the marker that is clamped to field 1.
        stay: the race of the marker that stays where it is.
    """

    clamp: Run
    stay: Run

    @classmethod
    def start(cls, race: Race) -> "Pair":
        """Return both races before the first throw.

        Args:
            race: the board and the die.
        """
        return cls(Run(replace(race, below="clamp")), Run(replace(race, below="stay")))

    @property
    def is_over(self) -> bool:
        """Whether both have won."""
        return self.clamp.is_over and self.stay.is_over

    @property
    def throws(self) -> int:
        """How often the die was thrown."""
        return max(self.clamp.throws, self.stay.throws)

    def throw(self, face: int) -> "Pair":
        """Return both races after a throw; a race that is won takes no more throws."""
        clamp = self.clamp if self.clamp.is_over else self.clamp.throw(face)
        stay = self.stay if self.stay.is_over else self.stay.throw(face)
        return Pair(clamp, stay)
