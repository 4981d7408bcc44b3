"""The law of a die, and the walk of the distance between the two dice.

All chances are integer weights over one common denominator.
"""

from fractions import Fraction
from math import lcm
from typing import NamedTuple

from games.validate import short_number, short_repr

MAX_UNIT = 10**50  # the common denominator of left and right


class Law(NamedTuple):
    """What a die does in a turn, as integer weights.

    Attributes:
        left: the weight of a pass to the left.
        rest: the weight of a die that stays where it is.
        right: the weight of a pass to the right.
        unit: the sum of the weights.
    """

    left: int
    rest: int
    right: int
    unit: int

    @classmethod
    def of(cls, left: Fraction, right: Fraction) -> "Law":
        """Return the law of dice that are passed on with these chances.

        Raises:
            ValueError: the chances do not fit together.
        """
        unit = lcm(left.denominator, right.denominator)
        to_left = left.numerator * (unit // left.denominator)
        to_right = right.numerator * (unit // right.denominator)
        rest = unit - to_left - to_right
        if rest < 0:
            raise ValueError(
                f"right is {short_number(right)}, but must be at most 1 − left, "
                f"{short_number(1 - left)}: a die goes one way or the other"
            )
        if unit > MAX_UNIT:
            raise ValueError(
                f"left and right have a common denominator of {unit.bit_length()} bits, but it may "
                f"have at most {MAX_UNIT.bit_length()}"
            )
        return cls(to_left, rest, to_right, unit)

    @property
    def two(self) -> int:
        """The weight, over unit², of a distance that grows by 2, and of one that falls by 2."""
        return self.left * self.right

    @property
    def one(self) -> int:
        """The weight, over unit², of a distance that grows by 1, and of one that falls by 1."""
        return self.rest * (self.left + self.right)

    @property
    def is_rigid(self) -> bool:
        """Whether both dice always do the same."""
        return self.unit in (self.left, self.rest, self.right)


class Walk(NamedTuple):
    """The walk of the distance on a ring.

    Attributes:
        n: the length of the ring.
        d: the distance at the start.
        two: the weight of a step by +2, and that of a step by −2.
        one: the weight of a step by +1, and that of a step by −1.
        unit: the sum of all weights, that of no step included.
    """

    n: int
    d: int
    two: int
    one: int
    unit: int


def walk(n: int, d: int, law: Law) -> Walk:
    """Return the walk of the distance, or raise a ``ValueError`` if the dice never meet.

    Dice that never rest change their distance by 2 or not at all. Then the steps are counted in
    units of 2.
    """
    require_moving(law)
    if law.rest:
        return Walk(n, d, law.two, law.one, law.unit**2)
    if n % 2:
        return Walk(n, d * (n + 1) // 2 % n, 0, law.two, law.unit**2)  # d/2 modulo n
    if d % 2:
        raise _never_even(n, d)
    return Walk(n // 2, d // 2, 0, law.two, law.unit**2)


def meeting_distances(n: int, law: Law) -> range:
    """Return the distances from which the dice can meet, or raise a ``ValueError``."""
    require_moving(law)
    if law.rest or n % 2:
        return range(1, n)
    if n == 2:
        raise _never_even(n, 1)
    return range(2, n, 2)


def require_moving(law: Law) -> None:
    """Raise a ``ValueError`` if the distance can never change."""
    if law.is_rigid:
        left, right = Fraction(law.left, law.unit), Fraction(law.right, law.unit)
        raise ValueError(
            f"left is {left} and right is {right}, but then both dice always do the same: their "
            "distance never changes, and the game never ends"
        )


def _never_even(n: int, d: int) -> ValueError:
    return ValueError(
        f"distance is {short_repr(d)}, but must be even: with an even number of players "
        f"({short_repr(n)}) and dice that never rest (left + right = 1) it changes by 2 or not at "
        "all, so an odd one stays odd, and the game never ends"
    )
