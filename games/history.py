"""What happened in a game so far, as a sequence that never changes.

A game under way is a state, and a move gives a new state with one entry more. To copy a long tuple
for each move would take time that grows with the square of the moves. So the entries stand in
blocks of equal length, which all later states share, and a move copies the last block alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeVar, overload

__all__ = ["History"]

Entry = TypeVar("Entry")
BLOCK = 256  # entries


@dataclass(frozen=True)
class History(Sequence[Entry]):
    """A sequence that never changes; `plus` returns a longer one in little time.

    Attributes:
        blocks: the first entries, in full blocks.
        last: the entries after them, fewer than a block.

    >>> short = History.of("ab")
    >>> long = short.plus("c")
    >>> list(short), list(long), long[-1], len(long)
    (['a', 'b'], ['a', 'b', 'c'], 'c', 3)
    """

    blocks: tuple[tuple[Entry, ...], ...] = ()
    last: tuple[Entry, ...] = ()

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> "History[Entry]":
        """Return the history of these entries.

        Args:
            entries: from the first to the last.
        """
        all_entries = tuple(entries)
        full = len(all_entries) // BLOCK * BLOCK
        return cls(
            tuple(all_entries[i : i + BLOCK] for i in range(0, full, BLOCK)), all_entries[full:]
        )

    def plus(self, entry: Entry) -> "History[Entry]":
        """Return a history with one entry more; this one stays as it is.

        Args:
            entry: the new last one.
        """
        last = (*self.last, entry)
        if len(last) < BLOCK:
            return History(self.blocks, last)
        return History((*self.blocks, last))

    def __len__(self) -> int:
        return BLOCK * len(self.blocks) + len(self.last)

    def __iter__(self) -> Iterator[Entry]:
        return chain(*self.blocks, self.last)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Entry, ...]: ...
    def __getitem__(self, index: int | slice) -> Entry | tuple[Entry, ...]:
        if isinstance(index, slice):
            return tuple(self)[index]
        block, place = divmod(range(len(self))[index], BLOCK)
        entries = self.blocks[block] if block < len(self.blocks) else self.last
        return entries[place]
