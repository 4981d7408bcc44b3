"""Models that several pictures of the race share."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import NamedTuple

__all__ = ["Entry", "Waterfall"]


class Entry(NamedTuple):
    """A line of a ledger: its name, its amount, and whether it is a sum."""

    name: str
    amount: Fraction
    total: bool = False


@dataclass(frozen=True)
class Waterfall:
    """A ledger as floating bars: each begins where the one before ended.

    Attributes:
        entries: its lines.
        unit: of the amounts.

    >>> books = Waterfall((Entry("start", Fraction(3), True), Entry("less", Fraction(-1))), "coins")
    >>> [f"{low} to {high}" for low, high in books.bars]
    ['0 to 3', '2 to 3']
    """

    entries: tuple[Entry, ...]
    unit: str

    @property
    def amounts(self) -> dict[str, Fraction]:
        """The amount of each entry, by its name."""
        return {entry.name: entry.amount for entry in self.entries}

    @cached_property
    def _ends(self) -> list[Fraction]:
        def end_after(end: Fraction, entry: Entry) -> Fraction:
            return entry.amount if entry.total else end + entry.amount

        return list(accumulate(self.entries, end_after, initial=Fraction(0)))

    @cached_property
    def bars(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The lower and the upper end of each bar; a sum begins at 0."""
        pairs = zip(pairwise(self._ends), self.entries, strict=True)
        starts = ((Fraction(0) if entry.total else start, end) for (start, end), entry in pairs)
        return tuple((min(ends), max(ends)) for ends in starts)

    @property
    def limits(self) -> tuple[Fraction, Fraction]:
        """The lowest and the highest end of all bars."""
        return min(self._ends), max(self._ends)
