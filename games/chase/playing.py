"""The chase under way: a table, and two dice that go round it; and the square of all its pairs."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypedDict

from games.maths.markov import AbsorbingChain

__all__ = ["UNIT", "Chase", "Square", "Table"]

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
    distances: tuple[int, ...]
    faces: tuple[int, int] | None = None

    @classmethod
    def at_start(cls, table: Table) -> "Chase":
        """Return a game before its first turn."""
        n, d = table.players, table.distance
        return cls(table, (0, d), None, (min(d, n - d),))

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
        """Return the game one turn later, when the dice went there."""
        n, (a, b) = self.table.players, self.seats
        a, b = (a + first) % n, (b + second) % n
        distance = min((a - b) % n, (b - a) % n)
        return Chase(self.table, (a, b), (first, second), (*self.distances, distance))

    def thrown(self, first: int, second: int) -> "Chase":
        """Return the game one turn later, when the dice show these faces."""
        after = self.after(self.table.moves(first), self.table.moves(second))
        return after._replace(faces=(first, second))


class Square(NamedTuple):
    """All pairs of seats at a table whose second die may be loaded.

    Attributes:
        players: how many sit round it.
        left, right: the chances, in twelfths, that a die is passed to the left and to the right.
        loaded: whether the second one goes left, too, where the other would go right.
    """

    players: int
    left: int
    right: int
    loaded: bool = False

    @property
    def folds(self) -> bool:
        """Whether both ways round are alike, so that pairs may be lumped by the shorter one.

        >>> Square(6, 5, 1).folds, Square(6, 2, 2, loaded=True).folds
        (True, False)
        """
        return _folded(self)[1]

    @property
    def turns(self) -> dict[tuple[int, int], Fraction]:
        """The turns that are still to come from each pair; no pair if the dice cannot meet.

        They are solved for pairs turned to seat 0, and `lump` makes sure that they may be.

        >>> Square(4, 2, 2).turns[1, 3]
        Fraction(36, 5)
        """
        return _folded(self)[0]


Pair = tuple[int, int]


@lru_cache(maxsize=16)
def _folded(square: Square) -> tuple[dict[Pair, Fraction], bool]:
    """Return the turns from each pair, and whether pairs may be lumped by the shorter way."""
    n, left, right, loaded = square
    first = {-1: left, 0: UNIT - left - right, 1: right}
    second = {-1: left + right, 0: first[0], 1: 0} if loaded else first
    moves = [(a, b, p * q) for (a, p), (b, q) in product(first.items(), second.items()) if p * q]
    meets, found = {0}, 0
    while found < len(meets):
        found = len(meets)
        meets |= {(d - b + a) % n for d in meets for a, b, _ in moves}
    if found == 1:
        return {}, False
    table: dict[Pair, dict[Pair, Fraction]] = {}
    for i, d in product(range(n), sorted(meets)):
        j = (i + d) % n
        ways: Counter[Pair] = Counter()
        for a, b, weight in moves if d else [(0, 0, UNIT**2)]:
            ways[(i + a) % n, (j + b) % n] += weight
        table[i, j] = {to: Fraction(way, UNIT**2) for to, way in ways.items()}
    pairs = AbsorbingChain(table)
    apart = pairs.lump(lambda it: (it[1] - it[0]) % n)
    turns = {(i, j): apart.expected_steps((j - i) % n) for i, j in pairs.transient}
    try:
        pairs.lump(lambda it: min((it[1] - it[0]) % n, (it[0] - it[1]) % n))
    except ValueError:
        return turns, False
    return turns, True
