"""The unfinished game, and the deck in which you say "now" before a card."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

__all__ = ["POLICIES", "Deck", "Position", "positions"]

Policy = Callable[[int, int], bool]


POLICIES: dict[str, Policy] = {
    "At once": lambda red, black: True,
    "As soon as more red than black cards are left": lambda red, black: red > black,
    "As soon as there are three more": lambda red, black: red >= black + 3,
    "Never: take the last card": lambda red, black: False,
}


class Position(NamedTuple):
    """A position of the unfinished game.

    Attributes:
        win: your chance to win.
        tosses: the expected number of tosses to come.
    """

    win: Fraction
    tosses: Fraction


def positions(a: int, b: int, heads: Fraction) -> dict[tuple[int, int], Position]:
    """Return all positions of the unfinished game that can follow (a, b), and (a, b).

    Win(a, b) = heads · Win(a−1, b) + (1 − heads) · Win(a, b−1), and the mean number of tosses is
    T(a, b) = 1 + heads · T(a−1, b) + (1 − heads) · T(a, b−1).

    >>> positions(1, 2, Fraction(1, 2))[1, 2]
    Position(win=Fraction(3, 4), tosses=Fraction(3, 2))
    """
    tails = 1 - heads
    table: dict[tuple[int, int], Position] = {}
    for i in range(a + 1):
        for j in range(b + 1):
            if i and j:
                after_heads, after_tails = table[i - 1, j], table[i, j - 1]
                win = heads * after_heads.win + tails * after_tails.win
                table[i, j] = Position(
                    win, 1 + heads * after_heads.tosses + tails * after_tails.tosses
                )
            else:
                table[i, j] = Position(Fraction(i == 0), Fraction(0))
    return table


@dataclass(frozen=True)
class Deck:
    """A game in progress. It never changes: a move returns a new game.

    Attributes:
        cards: the whole deck, a text of R and B, in the order in which it is turned over.
        open_count: how many cards are open, including the card that follows "now".
        is_over: whether "now" was said.
    """

    cards: str
    open_count: int = 0
    is_over: bool = False

    @property
    def cards_seen(self) -> str:
        """The cards that were open before "now"."""
        return self.cards[: self.open_count - self.is_over]

    @property
    def cards_left(self) -> tuple[int, int]:
        """The numbers of red and of black cards that were face down before "now"."""
        cards = self.cards[len(self.cards_seen) :]
        return cards.count("R"), cards.count("B")

    @property
    def chance(self) -> Fraction:
        """The chance that the next card is red."""
        red, black = self.cards_left
        return Fraction(red, red + black)

    @property
    def is_won(self) -> bool:
        """Whether the card after "now" was red."""
        return self.is_over and self.cards[self.open_count - 1] == "R"

    @property
    def is_last_card(self) -> bool:
        """Whether only one card is left; it is the player's card in any case."""
        return not self.is_over and self.open_count == len(self.cards) - 1

    def turn(self) -> "Deck":
        """Return the game with one more card open; unchanged after "now" and at the last card.

        >>> Deck("RBB").turn().cards_left
        (0, 2)
        """
        return (
            self
            if self.is_over or self.is_last_card
            else replace(self, open_count=self.open_count + 1)
        )

    def say_now(self) -> "Deck":
        """Return the game after "now": the next card is turned over and decides.

        >>> Deck("BRB").turn().say_now().is_won
        True
        """
        return self if self.is_over else Deck(self.cards, self.open_count + 1, is_over=True)

    def play_out(self, policy: Policy) -> "Deck":
        """Return the game at its end, if a policy decides from the numbers of cards left."""
        deck = self
        while not deck.is_over:
            deck = deck.say_now() if deck.is_last_card or policy(*deck.cards_left) else deck.turn()
        return deck
