"""Pictures of a whole deck that is dealt for tricks: the table, the tricks, and many decks."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from games.lucky_draws.playing import PLAYERS
from games.lucky_draws.playing_tricks import DealtDeck
from games.lucky_draws.tricks import Tricks
from games_widgets.drawing.cards import spoken
from games_widgets.drawing.curves import Chart
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Controls,
    Headline,
    Headlines,
    Paragraph,
    Section,
    Strong,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Lengths, games_chart, in_words
from games_widgets.drawing.text import count, number, percent
from games_widgets.lucky_draws.models import (
    CardRow,
    CardsOnTable,
    Hands,
    Meter,
    TableTop,
    TakenCards,
    dealt_cards,
    hand,
)

__all__ = ["ManyDecks", "TablePicture", "TricksOf", "table"]


@dataclass(frozen=True)
class TricksOf:
    """The tricks of a player.

    Attributes:
        player: "Yvonne" or "Zara".
        word: the player's word, with which each trick ends.
        sizes: how many cards each trick has.
    """

    player: str
    word: str
    sizes: tuple[int, ...]


@dataclass(frozen=True)
class ManyDecks(Parts):
    """The leads of many decks, beside their exact distribution.

    Attributes:
        chances: the exact chances; None while they are hidden.
        leads: the chart of Yvonne's leads; None before the first deck.
        counts: how many decks each player won.
    """

    chances: Headlines | None
    leads: Chart | None
    counts: Paragraph | None
    buttons: Buttons


@dataclass(frozen=True)
class TablePicture(Parts):
    """The table at which a whole deck is dealt."""

    hands: Hands
    top: TableTop
    cards: CardsOnTable
    tricks: Section[tuple[TricksOf, ...]]
    many_decks: Section[ManyDecks]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.many_decks.content.counts)


@lru_cache(maxsize=16)
def _leads(game: Tricks, yvonne: str, zara: str) -> dict[int, Fraction]:
    return dict(game.leads(yvonne, zara))


def table(
    deck: DealtDeck,
    *,
    tally: Lengths,
    running: bool = False,
    note: str = "",
    odds_visible: bool = False,
) -> TablePicture:
    """Return the table at which a whole deck is dealt.

    Args:
        deck: the deck.
        tally: Yvonne's leads in the decks that were dealt at once.
        running: whether cards are dealt without a click.
        note: the settings of a new deck, if they differ from those of this one.
        odds_visible: whether exact values are shown.

    >>> table(DealtDeck(Tricks(2, 1), "RRB", "BRR", "BRR", 3), tally=Lengths()).summary
    'Red. Zara takes 3 cards. The deck is dealt: Zara wins with 1 trick to 0.'
    """
    controls = Controls(
        "Deal a card",
        "New shuffle",
        "Same deck again",
        is_over=deck.is_over,
        has_begun=bool(deck.dealt_count),
        is_running=running,
        run="Deal on",
        note=note,
    )
    remaining = f"{count(len(deck.cards) - deck.dealt_count, 'card')} left"
    return TablePicture(
        hands=Hands(hand("Yvonne", deck.yvonne, turns=False), hand("Zara", deck.zara, turns=False)),
        top=TableTop(controls, Meter("Yvonne : Zara", _score(deck), note=remaining)),
        cards=_cards_on_table(deck),
        tricks=Section("Tricks", tuple(_tricks_of(deck, player) for player in PLAYERS)),
        many_decks=Section("Many decks", _many_decks(deck, tally, odds_visible)),
        summary=_summary(deck),
    )


def _score(deck: DealtDeck) -> str:
    return " : ".join(str(len(deck.tricks_of(player))) for player in PLAYERS)


def _cards_on_table(deck: DealtDeck) -> CardsOnTable:
    """Return the cards on the table; a trick stays visible until the next card."""
    trick = deck.new_trick
    cards = trick.cards if trick else deck.row
    alt_text = f"On the table: {spoken(cards)}."
    if trick is None:
        return CardsOnTable(CardRow(dealt_cards(cards, 0), alt_text), TakenCards("", ""))
    alt_text += f" {trick.player} takes them."
    note = TakenCards(trick.player, f"{trick.player} takes {count(len(cards), 'card')}.")
    return CardsOnTable(CardRow(dealt_cards(cards, len(deck.yvonne)), alt_text), note)


def _tricks_of(deck: DealtDeck, player: str) -> TricksOf:
    word = deck.yvonne if player == "Yvonne" else deck.zara
    return TricksOf(player, word, tuple(len(trick.cards) for trick in deck.tricks_of(player)))


def _chances(leads: dict[int, Fraction]) -> Headlines:
    yvonne = sum((chance for lead, chance in leads.items() if lead > 0), Fraction(0))
    draw = leads.get(0, Fraction(0))
    return Headlines(
        (
            Headline("Yvonne has more", percent(yvonne), look="yvonne"),
            Headline("as many", percent(draw)),
            Headline("Zara has more", percent(1 - yvonne - draw), look="zara"),
        )
    )


def _many_decks(deck: DealtDeck, tally: Lengths, odds_visible: bool) -> ManyDecks:
    """Return the leads of many decks over their exact distribution."""
    exact = _leads(deck.game, deck.yvonne, deck.zara) if odds_visible else None
    return ManyDecks(
        chances=_chances(exact) if exact else None,
        leads=_chart(tally, exact) if tally.games else None,
        counts=_counts(tally) if tally.games else None,
        buttons=Buttons(
            (
                Button("Deal 100 decks", "many"),
                Button("Reset tally", "clear", is_disabled=not tally.games),
                Button("Show exact values", "tell", is_pressed=odds_visible, key="o"),
            )
        ),
    )


def _chart(tally: Lengths, exact: dict[int, Fraction] | None) -> Chart:
    at_most = None
    if exact:
        low, high = min(exact), max(exact)
        below = list(accumulate(float(exact.get(lead, 0)) for lead in range(low, high + 1)))

        def at_most(lead: int) -> float:
            return below[min(lead, high) - low] if lead >= low else 0.0

    leads = map(int, tally.values)
    return games_chart(leads, "Yvonne’s tricks less Zara’s", noun="deck", at_most=at_most)


def _counts(tally: Lengths) -> Paragraph:
    yvonne = sum(lead > 0 for lead in tally.values)
    zara = sum(lead < 0 for lead in tally.values)
    return Paragraph(
        (
            f"In {count(tally.games, 'deck')} Yvonne had more tricks {yvonne} times and "
            f"Zara {zara} times, and {tally.games - yvonne - zara} were drawn. "
            "Yvonne’s lead was ",
            Strong(number(Fraction(tally.total, tally.games), 2)),
            " on average.",
        )
    )


def _summary(deck: DealtDeck) -> str:
    if not deck.dealt_count:
        return (
            f"{count(len(deck.cards), 'card')}, and both words stay in. Each word that comes takes "
            "the cards on the table; most tricks win. Deal a card."
        )
    colour = "Red." if deck.cards[deck.dealt_count - 1] == "R" else "Black."
    trick = deck.new_trick
    summary = (
        f"{colour} {trick.player} takes {count(len(trick.cards), 'card')}." if trick else colour
    )
    if not deck.is_over:
        return f"{summary} Yvonne {_score(deck).replace(' : ', ', Zara ')}."
    winner_count, loser_count = sorted(
        (len(deck.tricks_of(player)) for player in PLAYERS), reverse=True
    )
    if winner_count == loser_count:
        return f"{summary} The deck is dealt: a draw, {winner_count} to {loser_count}."
    winner = PLAYERS[deck.lead < 0]
    score = f"{count(winner_count, 'trick')} to {loser_count}"
    return f"{summary} The deck is dealt: {winner} wins with {score}."
