"""The models that several pictures of lucky draws share: words, cards on the table, chances."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from games_widgets.drawing.cards import Card, CardBack, spoken
from games_widgets.drawing.parts import Button, Buttons, Controls, Paragraph, Remark
from games_widgets.drawing.render import Parts

__all__ = [
    "CardRow",
    "CardsOnTable",
    "Duel",
    "FaultPicture",
    "Hand",
    "Hands",
    "Meter",
    "TableTop",
    "TakenCards",
    "dealt_cards",
    "hand",
    "hands",
    "warning",
]


@dataclass(frozen=True)
class Hand:
    """The word of a player, as cards in a row.

    Attributes:
        player: the name beside the cards.
        cards: the cards; those that can be turned have an act.
        alt_text: the word as people say it.
        look: the colour of the name, that of a player in small letters.
        has_arrows: whether the arrow keys move from card to card.
    """

    player: str
    cards: tuple[Card | CardBack, ...]
    alt_text: str
    look: str
    has_arrows: bool = False

    @property
    def word(self) -> str:
        """The letters of the cards that are face up."""
        return "".join(card.colour for card in self.cards if isinstance(card, Card))


@dataclass(frozen=True)
class Hands:
    """The words of both players, and perhaps buttons that change them."""

    yvonne: Hand
    zara: Hand
    buttons: Buttons | None = None
    look: str = ""


@dataclass(frozen=True)
class FaultPicture(Parts):
    """Two words that cannot play, and why."""

    hands: Hands
    fault: Paragraph
    summary: str


@dataclass(frozen=True)
class Duel:
    """A bar that Yvonne and Zara share as they share the games, with a tick at ½.

    Attributes:
        chance: Yvonne's chance.
        compared: a chance to mark for comparison.
    """

    chance: Fraction
    compared: Fraction | None = None


@dataclass(frozen=True)
class Meter:
    """A number under its label, and what belongs to it.

    Attributes:
        label, value: texts.
        duel: the chance as a bar.
        note: a text below.
        look: such as "score".
    """

    label: str
    value: str
    duel: Duel | None = None
    note: str = ""
    look: str = ""


@dataclass(frozen=True)
class TableTop:
    """The buttons of a game, and beside them how it stands."""

    buttons: Buttons | Controls
    meter: Meter | None


@dataclass(frozen=True)
class CardRow:
    """Cards on the table.

    Attributes:
        cards: from the first to the last.
        alt_text: the cards as people say them.
        look: such as "one-row".
    """

    cards: tuple[Card | CardBack, ...]
    alt_text: str
    look: str = ""


@dataclass(frozen=True)
class TakenCards:
    """A sentence on who takes the cards on the table; "" and "" if nobody does."""

    player: str
    text: str


@dataclass(frozen=True)
class CardsOnTable:
    """Cards on the table, and a text under them."""

    row: CardRow
    note: Remark | TakenCards


def hand(player: str, text: str | None, *, turns: bool = True, size: int = 0) -> Hand:
    """Return the word of Yvonne or Zara; each card is a button that turns it.

    Args:
        player: "Yvonne" or "Zara".
        text: the word; None if it is hidden.
        turns: whether the cards can be turned.
        size: how many cards to draw face down, for a hidden word.

    >>> hand("Zara", "RB").cards[1].spoken
    'Zara’s card 2 is black: turn it'
    >>> hand("Zara", None, size=3).alt_text
    'Zara’s word: not named yet'
    """
    cards: Iterable[Card | CardBack]
    if text is None:
        cards = [CardBack()] * size
    elif turns:
        cards = (
            Card(
                colour,
                act="turn",
                value=f"{player} {i}",
                spoken=f"{player}’s card {i} is {Card(colour).name}: turn it",
            )
            for i, colour in enumerate(text, start=1)
        )
    else:
        cards = map(Card, text)
    label = "not named yet" if text is None else spoken(text)
    return Hand(player, tuple(cards), f"{player}’s word: {label}", player.lower(), turns)


def hands(yvonne: str, zara: str) -> Hands:
    """Return both words as cards to turn, and buttons that change them."""
    buttons = (
        Button("Best reply", "reply"),
        Button("Complement", "complement"),
        Button("Swap words", "swap"),
        Button("− card", "shorter", spoken="One card less in each word"),
        Button("+ card", "longer", spoken="One card more in each word"),
    )
    return Hands(hand("Yvonne", yvonne), hand("Zara", zara), Buttons(buttons))


def warning(text: str) -> Paragraph:
    """Return a message in the picture that says what is wrong."""
    return Paragraph(text, "problem")


def dealt_cards(cards: str, highlighted: int) -> tuple[Card, ...]:
    """Return the cards on a table, with the last ones highlighted.

    Args:
        cards: the cards in order; the last one has just been dealt.
        highlighted: how many of the last cards are highlighted.

    >>> [card.look for card in dealt_cards("RRB", 2)]
    ['', 'highlighted', 'highlighted dealt']
    """
    looks = ["highlighted" if i >= len(cards) - highlighted else "" for i in range(len(cards))]
    if looks:
        looks[-1] = f"{looks[-1]} dealt".strip()
    return tuple(map(Card, cards, looks))
