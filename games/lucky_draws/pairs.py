"""All pairs of words of one length in a deck, by the recurrence of `games.lucky_draws`."""

from collections import deque
from fractions import Fraction
from functools import lru_cache
from math import comb

HALF = Fraction(1, 2)

Shifts = tuple[tuple[int, int], ...]  # (cards, reds among them)


@lru_cache(maxsize=4096)  # some 10 MB: in a search most pairs of words share their shifts
def _lead(
    left: int, red: int, k: int, y: int, z: int, yy: Shifts, zy: Shifts, yz: Shifts, zz: Shifts
) -> int:
    """Count the orders in which Yvonne's word is first, minus those in which Zara's is.

    This is the recurrence of `games.lucky_draws`, with one number for each polynomial.

    Args:
        left, red: the cards left in the deck, and the reds among them.
        k, y, z: the length of the words, and their reds.
        yy, zy, yz, zz: the shifts from Yvonne's word to itself, from Zara's to Yvonne's, …
    """
    width = left + 2  # bits of a coefficient, which is at most 2^left and has a sign
    past_y: deque[int] = deque(maxlen=k)  # Y_{t−k} … Y_{t−1}
    past_z: deque[int] = deque(maxlen=k)
    into_y = [(past_y, d, a * width) for d, a in yy] + [(past_z, d, a * width) for d, a in zy]
    into_z = [(past_y, d, a * width) for d, a in yz] + [(past_z, d, a * width) for d, a in zz]
    y, z = y * width, z * width
    no_match, lead = 1, 0
    for t in range(left - k + 1):
        if t:
            no_match += no_match << width
        if t >= k:
            no_match -= (past_y[0] << y) + (past_z[0] << z)
        first_y = first_z = no_match
        for past_values, d, a in into_y:
            if d <= t:
                first_y -= past_values[-d] << a
        for past_values, d, a in into_z:
            if d <= t:
                first_z -= past_values[-d] << a
        past_y.append(first_y)
        past_z.append(first_z)
        lead += (lead << width) + (first_y << y) - (first_z << z)
    return _coefficient(lead, red, width)


def _coefficient(number: int, place: int, width: int) -> int:
    """Return one coefficient of a packed polynomial; it may be negative.

    >>> _coefficient(5 - (3 << 8) + (7 << 16), 1, 8)
    -3
    """
    number += 1 << place * width >> 1  # the lower coefficients may be negative: round them away
    sign = 1 << (width - 1)
    return ((number >> place * width) + sign) % (1 << width) - sign


class Pairs:
    """A deck, and the length of the words.

    Here a word is a whole number. Bit i is 1 if card i is red. So ``x >> d`` is the word x without
    its first d cards, and ``y & low[k - d]`` is the first k − d cards of the word y.
    """

    def __init__(self, k: int, red: int, black: int) -> None:
        self.k, self.red, self.black = k, red, black
        self.left = red + black - 2 * k
        self.low = [(1 << cards) - 1 for cards in range(k + 1)]
        # with larger shifts, words do not overlap, or the later word does not fit into the deck
        self.shifts = range(1, min(k, self.left - k + 1))
        self._split = [(d, self.low[d], self.low[k - d]) for d in self.shifts]

    def shifts_between(self, x: int, y: int) -> Shifts:
        """Return the shifts from word x to word y, with the reds in that many cards of x."""
        return tuple(
            [(d, (x & head).bit_count()) for d, head, tail in self._split if x >> d == y & tail]
        )

    def lead(self, yvonne: int, zara: int, own_shifts: Shifts | None = None) -> int:
        """Return Yvonne's lead; ``own_shifts`` go from her word to itself, if they are known."""
        y, z = yvonne.bit_count(), zara.bit_count()
        return _lead(
            self.left,
            self.red - y - z,
            self.k,
            y,
            z,
            self.shifts_between(yvonne, yvonne) if own_shifts is None else own_shifts,
            self.shifts_between(zara, yvonne),
            self.shifts_between(yvonne, zara),
            self.shifts_between(zara, zara),
        )

    def chance(self, yvonne: int, zara: int) -> Fraction:
        """Return the chance that Yvonne's word wins."""
        reds = self.red - yvonne.bit_count() - zara.bit_count()
        return HALF + Fraction(self.lead(yvonne, zara), 2 * comb(self.left, reds))

    def text(self, word: int) -> str:
        """Return a word as text, such as "RRB"."""
        return "".join(["BR"[word >> i & 1] for i in range(self.k)])


def bits(word: str) -> int:
    """Return a word as a whole number, see `Pairs`."""
    return sum([1 << i for i, card in enumerate(word) if card == "R"])
