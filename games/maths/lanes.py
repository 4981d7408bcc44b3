"""Many whole numbers packed into one integer, so that one operation works on all of them.

Python adds integers of a hundred thousand bits in one pass, at the speed of C. So many numbers can
stand side by side in one big integer, each in a **lane** of its own: one addition adds them all.
The top bit of each lane is its **guard**. It is 0 in every number. The guards also make it possible
to find the larger of two numbers in every lane at once:

    a with its guard set, minus b      the guard is cleared where a < b and stays set where a ≥ b;
                                       no borrow leaves the lane
    guard − (guard moved to bit 0)     sets all lower bits of a lane whose guard stays set
    b + (a − b where the bits are set) is the larger of the two

The vector unit of a processor works in the same way. Here lanes can have any width, and numpy is
not needed.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

__all__ = ["Lanes"]


@dataclass(frozen=True)
class Lanes:
    """A way to pack ``count`` numbers from 0 to 2^(width−1) − 1 into one integer.

    The caller makes sure that each number fits into its lane. A check would take longer than the
    work itself.

    Attributes:
        count: the number of lanes; the first lane has the lowest bits.
        width: the bits of a lane, guard included; a multiple of 8.

    >>> lanes = Lanes(count=3, width=16)
    >>> a, b = lanes.pack([10, 20, 30]), lanes.pack([12, 5, 30])
    >>> (
    ...     lanes.unpack(a + b),
    ...     lanes.unpack(7 * a),
    ...     lanes.unpack(lanes.maximum(a, b)),
    ... )
    ([22, 25, 60], [70, 140, 210], [12, 20, 30])
    """

    count: int
    width: int

    @classmethod
    def for_numbers_up_to(cls, largest: int, count: int) -> "Lanes":
        """Return the narrowest lanes for numbers from 0 to ``largest``.

        Args:
            largest: the largest number that will ever be in a lane, at least 0.
            count: how many lanes.

        >>> Lanes.for_numbers_up_to(127, 3), Lanes.for_numbers_up_to(128, 3)
        (Lanes(count=3, width=8), Lanes(count=3, width=16))
        """
        return cls(count, (largest.bit_length() + 8) // 8 * 8)

    @cached_property
    def ones(self) -> int:
        """The number 1 in every lane, so that k · ones has k in every lane."""
        return int.from_bytes((1).to_bytes(self.width // 8, "little") * self.count, "little")

    @cached_property
    def guards(self) -> int:
        """The guard of every lane."""
        return self.ones << self.width - 1

    def pack(self, numbers: Iterable[int]) -> int:
        """Return one integer with the numbers in its lanes.

        Args:
            numbers: as many as there are lanes, each of which fits.

        >>> hex(Lanes(count=3, width=8).pack([1, 2, 3]))
        '0x30201'
        """
        size = self.width // 8
        return int.from_bytes(b"".join([n.to_bytes(size, "little") for n in numbers]), "little")

    def unpack(self, packed_lanes: int) -> list[int]:
        """Return the numbers of all lanes.

        Args:
            packed_lanes: the result of `pack`, or of a computation with such results.

        >>> Lanes(count=3, width=8).unpack(0x030201)
        [1, 2, 3]
        """
        size = self.width // 8
        raw = packed_lanes.to_bytes(size * self.count, "little")
        return [int.from_bytes(raw[i : i + size], "little") for i in range(0, len(raw), size)]

    def maximum(self, a: int, b: int) -> int:
        """Return the larger of a and b, lane by lane.

        Args:
            a: packed numbers.
            b: others, in the same lanes.

        >>> lanes = Lanes(count=2, width=8)
        >>> lanes.unpack(lanes.maximum(lanes.pack([3, 9]), lanes.pack([5, 4])))
        [5, 9]
        """
        guards = self.guards
        difference = (a | guards) - b
        guard_bits = difference & guards
        return b + (difference & guard_bits - (guard_bits >> self.width - 1))

    def maximum_and_mask(self, a: int, b: int) -> tuple[int, int]:
        """Return the larger of a and b, and a mask: all bits below the guard are set where b > a.

        Args:
            a: packed numbers.
            b: others, in the same lanes.

        >>> lanes = Lanes(count=2, width=8)
        >>> a, b = lanes.pack([3, 9]), lanes.pack([5, 4])
        >>> largest, mask = lanes.maximum_and_mask(a, b)
        >>> lanes.unpack(largest), lanes.unpack(mask)
        ([5, 9], [127, 0])
        """
        guards = self.guards
        difference = (a | guards) - b
        guard_bits = difference & guards
        first = guard_bits - (guard_bits >> self.width - 1)
        return b + (difference & first), first ^ guards - self.ones

    def divider(self, bits: int) -> Callable[[int], int]:
        """Return a function that divides every number by 2^times and rounds down.

        Args:
            bits: 0 to width.

        >>> lanes = Lanes(count=2, width=8)
        >>> lanes.unpack(lanes.divider(1)(lanes.pack([5, 8])))
        [2, 4]
        """
        mask = self.ones * ((1 << self.width - bits) - 1)
        return lambda packed_lanes: packed_lanes >> bits & mask
