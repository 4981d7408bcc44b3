"""The chase under way: a table, and two dice that go round it."""

from fractions import Fraction
from typing import NamedTuple, TypedDict

__all__ = ["UNIT", "Chase", "Table"]

UNIT = 12  # the probabilities are twelfths
EVEN = 2  # a law in sixths is one of ordinary dice; else they have twelve sides


class Law(TypedDict):
    """The chances as the solver takes them."""

    left: Fraction
    right: Fraction


class Start(Law):
    """The same with the distance."""

    distance: int


class Table(NamedTuple):
    """The table and how its dice are passed.

    Attributes:
        players: how many sit round it.
        left, right: the chances, in twelfths, that a die is passed to the left and to the right.
        distance: how many seats apart the dice start.
    """

    players: int = 100
    left: int = 2
    right: int = 2
    distance: int = 50

    @property
    def law(self) -> Law:
        """The chances as the solver takes them."""
        return {"left": Fraction(self.left, UNIT), "right": Fraction(self.right, UNIT)}

    @property
    def start(self) -> Start:
        """The chances and the distance as the solver takes them."""
        return {**self.law, "distance": self.distance}

    @property
    def sides(self) -> int:
        """How many sides its dice have: 6, or 12 if the chances are no sixths."""
        return UNIT // EVEN if self.left % EVEN == self.right % EVEN == 0 else UNIT

    def moves(self, face: int) -> int:
        """Return where a die goes that shows this face: −1 to the left, 1 to the right, or 0.

        >>> [Table(8, 2, 2, 4).moves(face) for face in range(1, 7)]
        [-1, 0, 0, 0, 0, 1]
        """
        left, right = (side * self.sides // UNIT for side in (self.left, self.right))
        return -1 if face <= left else 1 if face > self.sides - right else 0

    @property
    def rigid(self) -> bool:
        """Whether both dice always do the same."""
        return UNIT in (self.left, self.right, UNIT - self.left - self.right)

    @property
    def endless(self) -> str:
        """Why the game never ends; "" if it ends."""
        if self.rigid:
            return (
                "Both dice do the same in every turn, so they stay as far apart as they are, for "
                "ever."
            )
        if self.left + self.right < UNIT or self.players % 2 or self.distance % 2 == 0:
            return ""
        return (
            "Each die moves in every turn, and each move leads from an even seat to an odd one or "
            f"back. The dice start {self.distance} apart, one on an even seat and one on an odd "
            "one. So they are always on seats of different kinds, and never on the same."
        )


class Chase(NamedTuple):
    """A game under way.

    Attributes:
        table: where it is played.
        seats: of the first and the second die.
        threw: where they went in the last turn: −1 for left, 0 for kept, 1 for right.
        distances: after 0, 1, 2, … turns, along the shorter way.
        faces: what they show, if that is known.
    """

    table: Table
    seats: tuple[int, int]
    threw: tuple[int, int] | None
    distances: list[int]
    faces: tuple[int, int] | None = None

    @classmethod
    def at_start(cls, table: Table) -> "Chase":
        """Return a game before its first turn."""
        n, d = table.players, table.distance
        return cls(table, (0, d), None, [min(d, n - d)])

    @property
    def over(self) -> bool:
        """Whether one player holds both dice."""
        return self.seats[0] == self.seats[1]

    @property
    def swapped(self) -> bool:
        """Whether the dice have changed places in the last turn."""
        if self.threw is None or len(self.distances) < 2 or self.over:
            return False
        n, (a, b), (x, y) = self.table.players, self.seats, self.threw
        return x == -y != 0 and (a - x) % n == b and (b - y) % n == a

    def after(self, first: int, second: int) -> "Chase":
        """Return the game one turn later, when the dice went there; its distances grow."""
        n, (a, b) = self.table.players, self.seats
        a, b = (a + first) % n, (b + second) % n
        self.distances.append(min((a - b) % n, (b - a) % n))
        return Chase(self.table, (a, b), (first, second), self.distances)

    def thrown(self, first: int, second: int) -> "Chase":
        """Return the game one turn later, when the dice show these faces; its distances grow."""
        after = self.after(self.table.moves(first), self.table.moves(second))
        return after._replace(faces=(first, second))
