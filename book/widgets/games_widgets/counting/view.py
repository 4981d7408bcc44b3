"""Pictures of the unfinished game, and of the deck in which you say "now" before a card."""

from dataclasses import dataclass
from fractions import Fraction

from games.counting.playing import Deck, positions
from games_widgets.drawing.cards import Card, CardBack
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Headline,
    Headlines,
    OddsPart,
    Paragraph,
    Remark,
    Section,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count, exactly, number, percent

# The unfinished game.


@dataclass(frozen=True)
class Chances:
    """Your chance to win from all positions on the way.

    Attributes:
        rows: a row for each number of points that you need, from 0, with a chance for each number
            that your friend needs, from 0; None for the position that nobody can reach.
    """

    rows: tuple[tuple[Fraction | None, ...], ...]


@dataclass(frozen=True)
class UnfinishedGame(Parts):
    """The chance to win an unfinished game."""

    figures: Headlines
    chances: Section[Chances]
    corner: OddsPart[Paragraph]
    summary: str


def points(a: int, b: int, heads: Fraction) -> UnfinishedGame:
    """Return your chance to win from (a, b), and the table of all positions on the way.

    Args:
        a: the points that you still need, at least 1.
        b: those that your friend needs, at least 1.
        heads: the chance that a toss gives you the point.

    >>> points(1, 2, Fraction(1, 2)).summary
    'You need 1 point, your friend needs 2 points: you win with chance 75.00 %, after 1.50 tosses \
on average.'
    """
    tails = 1 - heads
    chances = positions(a, b, heads)
    chance, mean = chances[a, b]
    above, to_the_left = chances[a - 1, b].win, chances[a, b - 1].win
    rows = tuple(
        tuple(chances[i, j].win if i or j else None for j in range(b + 1)) for i in range(a + 1)
    )
    return UnfinishedGame(
        Headlines(
            (
                Headline("your chance", percent(chance), exactly(chance)),
                Headline("share of 64 coins", number(64 * chance, 2), exactly(64 * chance)),
                Headline("tosses on average", number(mean, 2), exactly(mean)),
            )
        ),
        Section("Your chance in percent if you need a points, your friend b", Chances(rows)),
        OddsPart(
            Paragraph(
                f"The corner: {percent(heads)} of {percent(above)}, the cell above, and "
                f"{percent(tails)} of {percent(to_the_left)}, the cell to its left, make "
                f"{percent(chance)}."
            )
        ),
        f"You need {count(a, 'point')}, your friend needs {count(b, 'point')}: you win with "
        f"chance {percent(chance)}, after {number(mean, 2)} tosses on average.",
    )


# Say "now".


@dataclass(frozen=True)
class Odds:
    """The chance that the next card is red, and the cards that are left."""

    chance: Fraction
    red: int
    black: int


@dataclass(frozen=True)
class TurnedCards:
    """The cards that came, and room for all others.

    Attributes:
        cards: a text of R and B.
        size: how many cards the deck has.
    """

    cards: str
    size: int


@dataclass(frozen=True)
class ReaderTally(Parts):
    """The games that the reader won."""

    wins: Paragraph
    buttons: Buttons


@dataclass(frozen=True)
class DeckTable:
    """A game: next card, buttons, the cards that came, and the tally.

    Attributes:
        label: whose card it is.
        card: your card after "now", else the back of the next one.
        buttons: the buttons of this game.
        odds: what is known of the next card.
        turned: the cards that came.
        tally: the games that the reader won.
        summary: what happened last, and what to do next.
    """

    label: str
    card: Card | CardBack
    buttons: Buttons
    odds: Odds
    turned: Section[TurnedCards]
    tally: Section[ReaderTally]
    summary: str


def deck_table(deck: Deck, *, reader: Tally, note: str = "") -> DeckTable:
    """Return the picture of a game.

    Args:
        deck: the game.
        reader: the games that the reader finished.
        note: what is different in the next deck, if anything is.

    >>> deck_table(Deck("RB").say_now(), reader=Tally(1, 1)).summary
    'The card is red: you win!'
    """
    can_turn = not (deck.is_over or deck.is_last_card)
    card: Card | CardBack = CardBack()
    if deck.is_over:
        card = Card(deck.cards[deck.open_count - 1], "highlighted" if deck.is_won else "")
    buttons = (
        Button("Turn it over", "turn", is_disabled=not can_turn, gets_focus=can_turn),
        Button(
            "Now!", "now", look="primary", is_disabled=deck.is_over, gets_focus=deck.is_last_card
        ),
        Button("New deck", "new", look="primary" if deck.is_over else "", gets_focus=deck.is_over),
        Remark(note) if note else None,
    )
    return DeckTable(
        label="your card" if deck.is_over else "next card",
        card=card,
        buttons=Buttons(buttons, "grow"),
        odds=Odds(deck.chance, *deck.cards_left),
        turned=Section(
            f"The cards that came: {_counts(deck.cards_seen)}",
            TurnedCards(deck.cards_seen, len(deck.cards)),
        ),
        tally=Section(
            "Tally",
            ReaderTally(
                Paragraph(f"You won {reader.wins} of {count(reader.games, 'game')}."),
                Buttons((Button("Reset tally", "clear", is_disabled=not reader.games),)),
            ),
        ),
        summary=_summary(deck),
    )


def _counts(cards: str) -> str:
    """Return how many cards of each colour there are."""
    return f"{cards.count('R')} red, {cards.count('B')} black"


def _summary(deck: Deck) -> str:
    if deck.is_over:
        return "The card is red: you win!" if deck.is_won else "The card is black: you lose."
    red, black = deck.cards_left
    if deck.is_last_card:
        colour = "red" if red else "black"
        return f"One card is left, and it is yours. You know its colour: {colour}."
    text = f"{count(red + black, 'card')} are left, {red} red and {black} black."
    if not deck.open_count:
        return f"{text} Turn cards over, or say “now”: you win if the next card is red."
    return f"{deck.cards_seen[-1:].replace('R', 'Red').replace('B', 'Black')}. {text}"
