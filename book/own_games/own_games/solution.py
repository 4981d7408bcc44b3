"""What all results of a text have in common."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.validate import short_repr

__all__ = ["Result", "SolvedGame"]

State = Any


@dataclass(frozen=True, eq=False, repr=False)
class Result:
    """The result of a text.

    Attributes:
        decimals: the decimals in the text, each with its fraction.
        printed: the output of the text.
    """

    decimals: tuple[tuple[str, Fraction], ...] = field(default=(), kw_only=True)
    printed: str = field(default="", kw_only=True)


@dataclass(frozen=True, eq=False, repr=False)
class SolvedGame(Result):
    """A game in which states follow each other.

    Attributes:
        start: its first state.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.
    """

    start: State
    gains: Mapping[State, Fraction] = field(
        default_factory=lambda: MappingProxyType({}), kw_only=True
    )

    def __repr__(self) -> str:
        count = len(self.states)
        return f"<{type(self).__name__} of {count} states from {short_repr(self.start)}>"

    @property
    def states(self) -> Sequence[State]:
        """All states."""
        raise NotImplementedError
