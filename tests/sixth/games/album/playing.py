"""An album under way: its pictures, and the packets bought so far."""

from typing import NamedTuple

__all__ = ["Album"]


class Album(NamedTuple):
    """An album, and the pictures bought so far.

    >>> Album(3).bought(2).bought(2)
    Album(pictures=3, packets=2, have=frozenset({2}))
    """

    pictures: int
    packets: int = 0
    have: frozenset[int] = frozenset()

    def bought(self, picture: int) -> "Album":
        """Return the album after one more packet."""
        return self._replace(packets=self.packets + 1, have=self.have | {picture})
