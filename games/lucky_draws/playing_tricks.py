"""The state of a deck that is dealt for tricks: the cards on the table, and the tricks so far."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from games.lucky_draws.playing import PLAYERS, machine
from games.lucky_draws.tricks import Tricks

__all__ = ["DealtDeck", "Trick"]


class Trick(NamedTuple):
    """A trick.

    Attributes:
        player: the player who takes it, "Yvonne" or "Zara".
        cards: the cards that were on the table.
    """

    player: str
    cards: str


@dataclass(frozen=True)
class DealtDeck:
    """A shuffled deck, and the number of cards dealt.

    Attributes:
        game: the cards of the deck.
        yvonne, zara: the words.
        cards: the cards in their shuffled order.
        dealt_count: how many cards were dealt.
    """

    game: Tricks
    yvonne: str
    zara: str
    cards: str
    dealt_count: int = 0

    @property
    def is_over(self) -> bool:
        """Whether the last card was dealt."""
        return self.dealt_count == len(self.cards)

    @cached_property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks so far."""
        return tuple(self._tricks())

    def _tricks(self) -> Iterator[Trick]:
        automaton, state, table = machine(self.yvonne, self.zara), "", ""
        for colour in self.cards[: self.dealt_count]:
            table += colour
            state = automaton.step(state, colour)
            winner = automaton.match(state)
            if winner is not None:
                yield Trick(PLAYERS[winner], table)
                state = table = ""

    @property
    def row(self) -> str:
        """The cards since the last trick."""
        start = sum(len(trick.cards) for trick in self.tricks)
        return self.cards[start : self.dealt_count]

    @property
    def new_trick(self) -> Trick | None:
        """The trick that the last card completed, or None."""
        return self.tricks[-1] if self.tricks and not self.row else None

    def tricks_of(self, player: str) -> list[Trick]:
        """Return the tricks of a player."""
        return [trick for trick in self.tricks if trick.player == player]

    @property
    def lead(self) -> int:
        """Yvonne's tricks less Zara's."""
        return len(self.tricks_of("Yvonne")) - len(self.tricks_of("Zara"))

    def step(self) -> "DealtDeck":
        """Return the deck with one more card dealt."""
        return self if self.is_over else replace(self, dealt_count=self.dealt_count + 1)
