"""An album of pictures: each packet has one of them, and all are equally likely.

With k of n pictures in the album, the next packet brings a new one with probability (n − k)/n, so
it takes n/(n − k) packets on average until one does:

    E(k) = n/(n − k) + E(k + 1),  E(n) = 0.
"""

from fractions import Fraction
from random import Random

from games.maths.markov import AbsorbingChain
from games.validate import integer, random_source

__all__ = ["chain", "expected_packets", "play"]

MOST = 500


def chain(pictures: int = 6) -> AbsorbingChain[int]:
    """Return the chain of the number of pictures in the album.

    Args:
        pictures: how many there are, 1 to 500.

    Raises:
        TypeError, ValueError: pictures is not a whole number, or out of range.

    >>> chain(2).expected_steps(0)
    Fraction(3, 1)
    """
    n = integer("pictures", pictures, 1, MOST)
    rows = {k: {k: Fraction(k, n), k + 1: Fraction(n - k, n)} for k in range(n)}
    return AbsorbingChain(rows | {n: {n: Fraction(1)}})


def expected_packets(pictures: int = 6) -> Fraction:
    """Return the expected number of packets until the album is full.

    Args:
        pictures: how many there are, 1 to 500.

    Raises:
        TypeError, ValueError: pictures is not a whole number, or out of range.

    >>> expected_packets()
    Fraction(147, 10)
    """
    n = integer("pictures", pictures, 1, MOST)
    return sum((Fraction(n, n - k) for k in range(n)), Fraction(0))


def play(rng: Random, pictures: int = 6) -> int:
    """Fill an album with random packets; return their number.

    Args:
        rng: the source of chance.
        pictures: how many there are, 1 to 500.

    Raises:
        TypeError, ValueError: an argument is not what it must be, or out of range.

    >>> play(Random(1), 1)
    1
    """
    rng, n = random_source(rng), integer("pictures", pictures, 1, MOST)
    collected: set[int] = set()
    packets = 0
    while len(collected) < n:
        collected.add(rng.randrange(n))
        packets += 1
    return packets
