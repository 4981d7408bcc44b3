"""A pack under way that is dealt for tricks: the cards on the table, and who took what."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from games.lucky_draws.playing import PLAYERS, machine

__all__ = ["Pack", "Pair", "Trick"]


class Pair(NamedTuple):
    """Two words, and the cards of the pack.

    Attributes:
        y, z: Yvonne's word and Zara's.
        red, black: how many cards there are.
    """

    y: str
    z: str
    red: int
    black: int


class Trick(NamedTuple):
    """A trick.

    Attributes:
        who: "Yvonne" or "Zara".
        cards: what was on the table.
    """

    who: str
    cards: str


@dataclass(frozen=True)
class Pack:
    """A shuffled pack, and how much of it has been dealt.

    Attributes:
        pair: the words and the cards.
        deck: the pack.
        dealt: how many cards were dealt.
    """

    pair: Pair
    deck: str
    dealt: int = 0

    @property
    def over(self) -> bool:
        """Whether the last card was dealt."""
        return self.dealt == len(self.deck)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far."""
        return tuple(self._tricks())

    def _tricks(self) -> Iterator[Trick]:
        automaton, state, table = machine(self.pair.y, self.pair.z), "", ""
        for colour in self.deck[: self.dealt]:
            table += colour
            state = automaton.step(state, colour)
            winner = automaton.match(state)
            if winner is not None:
                yield Trick(PLAYERS[winner], table)
                state = table = ""

    @property
    def row(self) -> str:
        """The cards since the last trick."""
        taken = sum(len(trick.cards) for trick in self.tricks)
        return self.deck[taken : self.dealt]

    @property
    def taken(self) -> Trick | None:
        """The trick that the last card has made."""
        return self.tricks[-1] if self.tricks and not self.row else None

    def of(self, who: str) -> list[Trick]:
        """Return somebody's tricks."""
        return [trick for trick in self.tricks if trick.who == who]

    @property
    def lead(self) -> int:
        """Yvonne's tricks less Zara's."""
        return len(self.of("Yvonne")) - len(self.of("Zara"))

    def step(self) -> "Pack":
        """Return the pack with one more card dealt."""
        return self if self.over else replace(self, dealt=self.dealt + 1)
