"""The game on the welcome page: three colours for the reader, three for Zara, and cards."""

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from games.lucky_draws import LuckyDraws
from games.lucky_draws.playing import Deal
from games.validate import short_repr
from games_widgets.drawing.cards import back, card, spoken
from games_widgets.drawing.markup import Html, Picture, button, div, element, section
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count, percent
from games_widgets.lucky_draws.view import best_replies, chain_of_replies, cycle

CARDS_IN_SIGHT = 10
ROUNDS_BEFORE_WHY = 3  # before the reader has lost a few times, the reason would be a spoiler
COLOURS = {"R": "red", "B": "black"}


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
        is_word = len(word) == 3 and set(word) <= set(COLOURS)
        is_score = len(numbers) == 2 and all(
            number.isascii() and number.isdecimal() and len(number) <= 4 for number in numbers
        )
        if not is_word or not is_score or int(numbers[0]) > int(numbers[1]):
            raise ValueError(
                f"dare is {short_repr(text)}, but must be three colours, the rounds won and the "
                "rounds played, such as RRB-3-10"
            )
        return cls(word, *map(int, numbers))


def welcome(
    word: str,
    reply: str,
    deal: Deal | None,
    score: Tally,
    chance: Fraction | None,
    dare: Dare | None,
    *,
    is_running: bool,
) -> Picture:
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
    html = Html.of(
        div(
            "oe-hands oe-side-by-side",
            _reader_hand(word, can_change=not is_running),
            _opponent_hand(reply),
        ),
        div("oe-table", _buttons(deal, is_running=is_running), _score(score)),
        _cards(deal),
        _reason(word, reply, score, chance) if chance is not None else None,
    )
    return Picture(html, _summary(word, reply, deal, dare if not score.games else None))


def _reader_hand(word: str, *, can_change: bool) -> Html:
    cards: Iterable[Html] = map(card, word)
    if can_change:
        cards = (
            card(
                colour,
                "turn",
                str(place),
                aria_label=f"Your card {place} is {COLOURS[colour]}: change its colour",
            )
            for place, colour in enumerate(word, start=1)
        )
    return _hand("You", "oe-yvonne", f"Your colours: {spoken(word)}", cards, arrows=can_change)


def _opponent_hand(reply: str) -> Html:
    label = f"Zara’s colours: {spoken(reply)}" if reply else "Zara names her colours after you"
    cards = map(card, reply) if reply else (back() for _ in range(3))
    return _hand("Zara", "oe-zara", label, cards)


def _hand(
    player: str, kind: str, label: str, cards: Iterable[Html], *, arrows: bool = False
) -> Html:
    return div(
        "oe-hand-row",
        element("span", player, class_=f"oe-player {kind}"),
        element(
            "div",
            *cards,
            class_="oe-hand",
            role="group",
            aria_label=label,
            data_arrows=arrows,
            style="--k:3",
        ),
    )


def _buttons(deal: Deal | None, *, is_running: bool) -> Html:
    if is_running:
        first = button("Skip", "skip", kind="primary", data_next=True)
    else:
        label = "Deal again" if deal else "Deal"
        first = button(label, "deal", kind="primary", data_next=True)
    ten = button("Ten rounds", "ten", disabled=is_running)
    return div("oe-buttons oe-grow", first, ten)


def _score(score: Tally) -> Html | None:
    if not score.games:
        return None
    return div(
        "oe-chance oe-score",
        element("span", "You : Zara", class_="oe-label"),
        element("strong", f"{score.wins} : {score.games - score.wins}"),
    )


def _cards(deal: Deal | None) -> Html:
    """Return the last cards on the table; places without a card have one face down."""
    table = deal.table if deal else ""
    in_sight = table[-CARDS_IN_SIGHT:]
    end = len(in_sight) - (3 if deal and deal.complete else 0)
    cards = [
        card(colour, kind="lit" if place >= end and deal and deal.complete else "")
        for place, colour in enumerate(in_sight)
    ]
    cards += [back()] * (CARDS_IN_SIGHT - len(cards))
    alt_text = f"The last cards: {spoken(in_sight)}." if in_sight else "No card is turned up yet."
    return element("div", *cards, class_="oe-dealt oe-one-row", role="img", aria_label=alt_text)


def _summary(word: str, reply: str, deal: Deal | None, dare: Dare | None) -> str:
    if deal is None and dare:
        return (
            f"A friend named {spoken(dare.word)} and won {dare.wins} of "
            f"{count(dare.rounds, 'round')} against Zara. Can you do better? Name your three."
        )
    if deal is None:
        return "Name your three colours: click a card to change it. Then deal."
    if not deal.over:
        return f"You have {word}, Zara takes {reply}."
    if deal.complete is None:
        winner = "You win" if deal.winner == "Yvonne" else "Zara wins"
        return f"The pack is used up, and a coin decides: {winner} the round."
    if deal.winner == "Yvonne":
        return f"Card {deal.dealt_count} completes your {word}. You win the round!"
    return f"Card {deal.dealt_count} completes Zara’s {reply}. Zara wins the round."


def _reason(word: str, reply: str, score: Tally, chance: Fraction) -> Html:
    """Return what happens in the long run, the circle of words, and where to go next."""
    lost = score.games - score.wins
    table = LuckyDraws().table(3)
    best = best_replies(table)
    text = f"Zara beat me {lost} : {score.wins} at three colours. Can you do better?"
    return section(
        f"Zara won {lost} of {count(score.games, 'round')}",
        element(
            "p",
            f"With {reply} against {word} Zara wins {percent(chance)} of all rounds in the long "
            "run. Other colours do not help: each three loses to another three. An arrow leads "
            "from the winner to the loser, with the winner’s share of all rounds in percent.",
        ),
        cycle(table, best, chain_of_replies(best, word), chain_alone=True),
        div(
            "oe-buttons oe-only-live",
            element("a", "Why?", href="lucky_draws.html", class_="oe-button oe-primary"),
            button(
                "Dare a friend",
                "share",
                f"dare={Dare(word, score.wins, score.games).text}",
                data_text=text,
            ),
        ),
    )
