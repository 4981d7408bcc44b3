"""The game on the welcome page: three colours for the reader, three for Zara, and cards."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from games.lucky_draws import LuckyDraws
from games.lucky_draws.playing import Deal
from games.lucky_draws.words import Table
from games.validate import short_repr
from games_widgets.drawing.cards import NAMES, Card, CardBack, spoken
from games_widgets.drawing.graph import Roomy
from games_widgets.drawing.parts import Button, Buttons, Paragraph, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count, percent
from games_widgets.lucky_draws.models import CardRow, Hand, Hands, Meter, TableTop
from games_widgets.lucky_draws.view_beats import best_replies, chain_of_replies, cycle

__all__ = ["Dare", "NextSteps", "Reason", "WelcomePicture", "welcome"]

CARDS_IN_SIGHT = 10
ROUNDS_BEFORE_WHY = 3  # before the reader has lost a few times, the reason would be a spoiler


class Dare(NamedTuple):
    """What a friend's link says: the friend's three colours, and how the friend fared.

    Attributes:
        word: the friend's colours.
        wins: the rounds that the friend won.
        rounds: the rounds that the friend played.
    """

    word: str
    wins: int
    rounds: int

    @property
    def text(self) -> str:
        """The form that an address carries.

        >>> Dare("RRB", 3, 10).text
        'RRB-3-10'
        """
        return f"{self.word}-{self.wins}-{self.rounds}"

    @classmethod
    def parse(cls, text: str) -> "Dare":
        """Return the dare of an address, which a stranger may have written.

        Raises:
            ValueError: the text is not three colours and two numbers of rounds.

        >>> Dare.parse("RRB-3-10")
        Dare(word='RRB', wins=3, rounds=10)
        """
        word, *numbers = text.split("-")
        is_word = len(word) == 3 and set(word) <= set(NAMES)
        is_score = len(numbers) == 2 and all(
            number.isascii() and number.isdecimal() and len(number) <= 4 for number in numbers
        )
        if not is_word or not is_score or int(numbers[0]) > int(numbers[1]):
            raise ValueError(
                f"dare is {short_repr(text)}, but must be three colours, the rounds won and the "
                "rounds played, such as RRB-3-10"
            )
        return cls(word, *map(int, numbers))


@dataclass(frozen=True)
class NextSteps:
    """The link to the chapter, and the button that makes a link for a friend.

    Attributes:
        dare: what the friend's link says.
        text: what is sent with it.
    """

    dare: Dare
    text: str


@dataclass(frozen=True)
class Reason(Parts):
    """What happens in the long run, the circle of words, and where to go next."""

    long_run: Paragraph
    circle: Roomy
    next_steps: NextSteps


@dataclass(frozen=True)
class WelcomePicture(Parts):
    """The table: both players' colours, the cards, the score, and later the reason."""

    hands: Hands
    top: TableTop
    cards: CardRow
    reason: Section[Reason] | None
    summary: str


def welcome(
    word: str,
    reply: str,
    deal: Deal | None,
    score: Tally,
    chance: Fraction | None,
    dare: Dare | None,
    *,
    is_running: bool,
) -> WelcomePicture:
    """Return the table: both players' colours, the cards, the score, and later the reason.

    Args:
        word: the reader's three colours.
        reply: Zara's three colours; "" while she waits.
        deal: the cards; None before the first round with these colours.
        score: the rounds that are over, and those that the reader won.
        chance: the exact chance of Zara's three against the reader's, once it is no spoiler.
        dare: what a friend's link says.
        is_running: whether cards are turned up without a click.
    """
    hands = Hands(
        _reader_hand(word, can_change=not is_running), _opponent_hand(reply), look="side-by-side"
    )
    return WelcomePicture(
        hands=hands,
        top=TableTop(_buttons(is_running=is_running), _score(score)),
        cards=_cards(deal),
        reason=None if chance is None else _reason(word, reply, score, chance),
        summary=_summary(word, reply, deal, None if score.games else dare),
    )


def _reader_hand(word: str, *, can_change: bool) -> Hand:
    cards: Iterable[Card] = map(Card, word)
    if can_change:
        cards = (
            Card(
                colour,
                act="turn",
                value=str(place),
                spoken=f"Your card {place} is {NAMES[colour]}: change its colour",
            )
            for place, colour in enumerate(word, start=1)
        )
    alt_text = f"Your colours: {spoken(word)}"
    return Hand("You", tuple(cards), alt_text, "yvonne", has_arrows=can_change)


def _opponent_hand(reply: str) -> Hand:
    if not reply:
        return Hand("Zara", (CardBack(),) * 3, "Zara names her colours after you", "zara")
    return Hand("Zara", tuple(map(Card, reply)), f"Zara’s colours: {spoken(reply)}", "zara")


def _buttons(*, is_running: bool) -> Buttons:
    """Return the buttons. Each keeps its place, so that a second tap changes nothing else."""
    return Buttons(
        (
            Button(
                "Deal", "deal", look="primary", is_disabled=is_running, gets_focus=not is_running
            ),
            Button("Skip", "skip", is_disabled=not is_running, gets_focus=is_running),
            Button("Ten rounds", "ten", is_disabled=is_running),
        ),
        "grow",
    )


def _score(score: Tally) -> Meter:
    return Meter("You : Zara", f"{score.wins} : {score.games - score.wins}", look="score")


def _cards(deal: Deal | None) -> CardRow:
    """Return the last cards on the table; places without a card have one face down."""
    table = deal.table if deal else ""
    in_sight = table[-CARDS_IN_SIGHT:]
    word_length = 3 if deal and deal.complete else 0
    end = len(in_sight) - word_length
    cards = [
        Card(colour, "highlighted" if place >= end else "") for place, colour in enumerate(in_sight)
    ]
    backs = [CardBack()] * (CARDS_IN_SIGHT - len(cards))
    alt_text = f"The last cards: {spoken(in_sight)}." if in_sight else "No card is turned up yet."
    return CardRow((*cards, *backs), alt_text, "one-row")


def _summary(word: str, reply: str, deal: Deal | None, dare: Dare | None) -> str:
    if deal is None and dare:
        return (
            f"A friend named {spoken(dare.word)} and won {dare.wins} of "
            f"{count(dare.rounds, 'round')} against Zara. Can you do better? Name your three."
        )
    if deal is None:
        return "Name your three colours: press a card to change it. Then deal."
    if not deal.is_over:
        return f"You have {word}, Zara takes {reply}."
    if deal.complete is None:
        winner = "You win" if deal.winner == "Yvonne" else "Zara wins"
        return f"The deck is used up, and a coin decides: {winner} the round."
    if deal.winner == "Yvonne":
        return f"Card {deal.dealt_count} completes your {word}. You win the round!"
    return f"Card {deal.dealt_count} completes Zara’s {reply}. Zara wins the round."


@lru_cache(maxsize=1)
def _table_of_a_deck() -> Table:
    """Return the chances of all threes with a full deck; the table stands after every round."""
    return LuckyDraws().table(3)


def _reason(word: str, reply: str, score: Tally, chance: Fraction) -> Section[Reason]:
    zara_wins = score.games - score.wins
    table = _table_of_a_deck()
    best = best_replies(table)
    return Section(
        f"Zara won {zara_wins} of {count(score.games, 'round')}",
        Reason(
            long_run=Paragraph(
                f"With {reply} against {word} Zara wins {percent(chance)} of all rounds in the "
                "long run. Other colours do not help: each three loses to another three. An arrow "
                "leads from the winner to the loser, with the winner’s share of all rounds in "
                "percent."
            ),
            circle=cycle(table, best, chain_of_replies(best, word), chain_alone=True),
            next_steps=NextSteps(
                Dare(word, score.wins, score.games),
                f"Zara beat me {zara_wins} : {score.wins} at three colours. Can you do better?",
            ),
        ),
    )
