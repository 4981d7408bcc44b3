"""The chase under way: two dice that go round a table; and the square of all pairs of seats."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

from games.chase import Chase
from games.history import History
from games.maths.markov import AbsorbingChain

__all__ = ["Dice", "Run", "Square"]

SIX_SIDES, TWELVE_SIDES = 6, 12


class Dice(NamedTuple):
    """Dice that are passed on by the face they show, with the chances of a chase.

    Attributes:
        sides: how many sides each has: 6, or 12 if the chances are no sixths.
        left: how many faces pass a die to the left; these are the lowest ones.
        right: how many faces pass a die to the right; these are the highest ones.
    """

    sides: int
    left: int
    right: int

    @classmethod
    def of(cls, chase: Chase) -> "Dice":
        """Return the dice of a chase.

        >>> Dice.of(Chase(8)), Dice.of(Chase(8, "1/4", "1/6"))
        (Dice(sides=6, left=1, right=1), Dice(sides=12, left=3, right=2))
        """
        is_sixths = lcm(chase.left.denominator, chase.right.denominator, SIX_SIDES) == SIX_SIDES
        sides = SIX_SIDES if is_sixths else TWELVE_SIDES
        return cls(sides, int(chase.left * sides), int(chase.right * sides))

    def move(self, face: int) -> int:
        """Return where a die goes that shows this face: −1 to the left, 1 to the right, or 0.

        >>> [Dice(6, 1, 1).move(face) for face in range(1, 7)]
        [-1, 0, 0, 0, 0, 1]
        """
        return -1 if face <= self.left else 1 if face > self.sides - self.right else 0


@dataclass(frozen=True)
class Run:
    """A chase under way.

    Attributes:
        chase: the table, and how its dice are passed.
        seats: the seat of the first and that of the second die.
        distances: the distance after 0, 1, 2, … turns, along the shorter way.
        moves: where the dice went in the last turn: −1 is left, 1 is right, and 0 is nowhere; None
            before the first turn.
        faces: the faces of the dice in the last turn, if they are known.
    """

    chase: Chase
    seats: tuple[int, int]
    distances: History[int]
    moves: tuple[int, int] | None = None
    faces: tuple[int, int] | None = None

    @classmethod
    def start(cls, chase: Chase) -> "Run":
        """Return a game before its first turn."""
        n, d = chase.players, chase.distance
        return cls(chase, (0, d), History.of([min(d, n - d)]))

    @property
    def distance(self) -> int:
        """The distance between the dice, along the shorter way."""
        return self.distances[-1]

    @property
    def turns(self) -> int:
        """How many turns were made."""
        return len(self.distances) - 1

    @property
    def is_over(self) -> bool:
        """Whether one player holds both dice."""
        return self.seats[0] == self.seats[1]

    @property
    def is_swapped(self) -> bool:
        """Whether the dice have changed places in the last turn."""
        if self.moves is None or self.is_over:
            return False
        n, (a, b), (x, y) = self.chase.players, self.seats, self.moves
        return x == -y != 0 and (a - x) % n == b and (b - y) % n == a

    def throw(self, first: int, second: int, faces: tuple[int, int] | None = None) -> "Run":
        """Return the game one turn later; this one stays as it is.

        Args:
            first: where the first die goes: −1, 0 or 1.
            second: where the second die goes.
            faces: the faces of the dice, if they are known.

        >>> start = Run.start(Chase(8))
        >>> list(start.throw(1, 0).throw(1, -1).distances), list(start.distances)
        ([4, 3, 1], [4])
        """
        n, (a, b) = self.chase.players, self.seats
        a, b = (a + first) % n, (b + second) % n
        distances = self.distances.plus(min((a - b) % n, (b - a) % n))
        return Run(self.chase, (a, b), distances, (first, second), faces)

    def after_faces(self, first: int, second: int) -> "Run":
        """Return the game one turn later, when the dice show these faces."""
        dice = Dice.of(self.chase)
        return self.throw(dice.move(first), dice.move(second), (first, second))


@dataclass(frozen=True)
class Square:
    """All pairs of seats at a table whose second die may be loaded.

    Attributes:
        chase: the table, and how its dice are passed; its distance does not matter.
        loaded: whether the second die goes left where the other goes left or right.
    """

    chase: Chase
    loaded: bool = False

    @property
    def players(self) -> int:
        """How many players sit round the table."""
        return self.chase.players

    @property
    def folds(self) -> bool:
        """Whether both ways round the table are alike, so that only the shorter one matters.

        >>> fair, loaded = (
        ...     Square(Chase(6, "5/12", "1/12")),
        ...     Square(Chase(6), loaded=True),
        ... )
        >>> fair.folds, loaded.folds
        (True, False)
        """
        return _solve(self).folds

    @property
    def turns(self) -> Mapping[tuple[int, int], Fraction]:
        """The expected turns from each pair to the end; there is no pair if the dice cannot meet.

        Only the way from the first die to the second one counts. `AbsorbingChain.lump` merges the
        pairs in which it is the same, and checks that they may be merged.

        >>> Square(Chase(4)).turns[1, 3]
        Fraction(36, 5)
        """
        return _solve(self).turns


Pair = tuple[int, int]


class Solution(NamedTuple):
    """The results of a square; see `Square`."""

    turns: Mapping[Pair, Fraction]
    folds: bool


@lru_cache(maxsize=16)
def _solve(square: Square) -> Solution:
    chase = square.chase
    n, left, right = chase.players, chase.left, chase.right
    first = {-1: left, 0: 1 - left - right, 1: right}
    second = {-1: left + right, 0: first[0], 1: Fraction(0)} if square.loaded else first
    moves = [(a, b, p * q) for (a, p), (b, q) in product(first.items(), second.items()) if p * q]
    distances, size = {0}, 0  # from which the dice can meet
    while size < len(distances):
        size = len(distances)
        distances |= {(d - b + a) % n for d in distances for a, b, _ in moves}
    if size == 1:
        return Solution(MappingProxyType({}), False)
    table: dict[Pair, dict[Pair, Fraction]] = {}
    for i, d in product(range(n), sorted(distances)):
        j = (i + d) % n
        chances: dict[Pair, Fraction] = defaultdict(Fraction)
        for a, b, chance in moves if d else [(0, 0, Fraction(1))]:
            chances[(i + a) % n, (j + b) % n] += chance
        table[i, j] = chances
    pairs = AbsorbingChain(table)
    line = pairs.lump(lambda pair: (pair[1] - pair[0]) % n)
    turns = {(i, j): line.expected_steps((j - i) % n) for i, j in pairs.transient}
    try:
        pairs.lump(lambda pair: min((pair[1] - pair[0]) % n, (pair[0] - pair[1]) % n))
    except ValueError:
        return Solution(MappingProxyType(turns), False)
    return Solution(MappingProxyType(turns), True)
