"""An unfinished game, and a deck before one card of which you say "now"."""

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
        win: your chance.
        tosses: the mean number of tosses to come.
    """

    win: Fraction
    tosses: Fraction


def positions(a: int, b: int, heads: Fraction) -> dict[tuple[int, int], Position]:
    """Return all positions of the unfinished game on the way from (a, b).

    Win(a, b) = heads · Win(a−1, b) + (1 − heads) · Win(a, b−1), and the mean number of tosses is
    T(a, b) = 1 + heads · T(a−1, b) + (1 − heads) · T(a, b−1).

    >>> positions(1, 2, Fraction(1, 2))[1, 2]
    Position(win=Fraction(3, 4), tosses=Fraction(3, 2))
    """
    tails = 1 - heads
    found: dict[tuple[int, int], Position] = {}
    for i in range(a + 1):
        for j in range(b + 1):
            if i and j:
                up, left = found[i - 1, j], found[i, j - 1]
                win = heads * up.win + tails * left.win
                found[i, j] = Position(win, 1 + heads * up.tosses + tails * left.tosses)
            else:
                found[i, j] = Position(Fraction(i == 0), Fraction(0))
    return found


@dataclass(frozen=True)
class Deck:
    """A game with a deck under way. It never changes: a card turned over gives a new one.

    Attributes:
        cards: the whole deck, a text of R and B, in the order in which it is turned over.
        turned: how many cards lie open; after "now" the card that you said it of, too.
        said: whether "now" was said.
    """

    cards: str
    turned: int = 0
    said: bool = False

    @property
    def seen(self) -> str:
        """The cards that lay open before "now"."""
        return self.cards[: self.turned - self.said]

    @property
    def left(self) -> tuple[int, int]:
        """How many red and how many black cards lay face down before "now"."""
        rest = self.cards[len(self.seen) :]
        return rest.count("R"), rest.count("B")

    @property
    def chance(self) -> Fraction:
        """The chance that the next card is red."""
        red, black = self.left
        return Fraction(red, red + black)

    @property
    def won(self) -> bool:
        """Whether "now" was said of a red card."""
        return self.said and self.cards[self.turned - 1] == "R"

    @property
    def last(self) -> bool:
        """Whether only one card is left, which is taken whatever one says."""
        return not self.said and self.turned == len(self.cards) - 1

    def turn(self) -> "Deck":
        """Return the deck with one more card open; unchanged after "now" and at the last card.

        >>> Deck("RBB").turn().left
        (0, 2)
        """
        return self if self.said or self.last else replace(self, turned=self.turned + 1)

    def now(self) -> "Deck":
        """Return the deck after "now": the next card is the one that counts.

        >>> Deck("BRB").turn().now().won
        True
        """
        return self if self.said else Deck(self.cards, self.turned + 1, said=True)

    def played(self, policy: Policy) -> "Deck":
        """Return the deck at the end, if a policy decides from the cards that are left."""
        deck = self
        while not deck.said:
            deck = deck.now() if deck.last or policy(*deck.left) else deck.turn()
        return deck
