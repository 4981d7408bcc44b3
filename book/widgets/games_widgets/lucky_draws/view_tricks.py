"""Pictures of a whole pack that is dealt for tricks: the table, the tricks, and many packs."""

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from games.lucky_draws.playing import PLAYERS
from games.lucky_draws.playing_tricks import Pack
from games.lucky_draws.tricks import Tricks
from games_widgets.drawing.cards import spoken, word
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    controls,
    div,
    element,
    headline,
    headlines,
    section,
)
from games_widgets.drawing.tally import Lengths, pile
from games_widgets.drawing.text import count, number, percent
from games_widgets.lucky_draws.view import dealt_cards, hand


@lru_cache(maxsize=16)
def _leads(game: Tricks, yvonne: str, zara: str) -> dict[int, Fraction]:
    return dict(game.leads(yvonne, zara))


def table(
    pack: Pack, *, tally: Lengths, running: bool = False, note: str = "", odds_visible: bool = False
) -> Picture:
    """Return the table at which a whole pack is dealt.

    Args:
        pack: the pack.
        tally: Yvonne's leads in the packs that were dealt at once.
        running: whether cards are dealt without a click.
        note: the settings of a new pack, if they differ from those of this one.
        odds_visible: whether exact values are shown.

    >>> table(Pack(Tricks(2, 1), "RRB", "BRR", "BRR", 3), tally=Lengths()).summary
    'Red. Zara takes 3 cards. The pack is dealt: Zara wins with 1 trick to 0.'
    """
    html = Html.of(
        div(
            "oe-hands",
            hand("Yvonne", pack.yvonne, turns=False),
            hand("Zara", pack.zara, turns=False),
        ),
        div(
            "oe-table",
            controls(
                ("Deal a card", "step"),
                "New shuffle",
                "Same pack again",
                is_over=pack.over,
                has_begun=bool(pack.dealt_count),
                is_running=running,
                run="Deal on",
                note=note,
            ),
            div(
                "oe-chance",
                element("span", "Yvonne : Zara", class_="oe-label"),
                element("strong", _score(pack)),
                element(
                    "span",
                    f"{count(len(pack.deck) - pack.dealt_count, 'card')} left",
                    class_="oe-label",
                ),
            ),
        ),
        _row(pack),
        section("Tricks", *(_tricks_row(pack, player) for player in PLAYERS)),
        section(
            "Many packs",
            _odds(pack) if odds_visible else None,
            _many(pack, tally, odds_visible) if tally.games else None,
            div(
                "oe-buttons",
                button("Deal 100 packs", "many"),
                button("Reset tally", "clear", disabled=not tally.games),
                button(
                    "Show exact values",
                    "tell",
                    aria_pressed="true" if odds_visible else "false",
                    data_key="o",
                ),
            ),
        ),
    )
    return Picture(html, _summary(pack))


def _score(pack: Pack) -> str:
    return " : ".join(str(len(pack.tricks_of(player))) for player in PLAYERS)


def _row(pack: Pack) -> Html:
    """Return the cards on the table; a trick stays visible until the next card."""
    trick = pack.new_trick
    cards = trick.cards if trick else pack.row
    word_length = len(pack.yvonne) if trick else 0
    label = f"On the table: {spoken(cards)}."
    if trick:
        label += f" {trick.player} takes them."
    return element(
        "div",
        element(
            "div", *dealt_cards(cards, word_length), class_="oe-dealt", role="img", aria_label=label
        ),
        element(
            "p",
            f"{trick.player} takes {count(len(cards), 'card')}." if trick else "",
            class_=f"oe-takes-it oe-{trick.player.lower()}" if trick else "oe-takes-it",
            aria_hidden="true",
        ),
    )


def _tricks_row(pack: Pack, player: str) -> Html:
    tricks = pack.tricks_of(player)
    return div(
        "oe-hand-row",
        element("span", player, class_=f"oe-player oe-{player.lower()}"),
        div(
            "oe-tricks",
            *(
                element(
                    "span",
                    word(trick.cards[-len(pack.yvonne) :]),
                    element("span", count(len(trick.cards), "card"), class_="oe-note"),
                    class_="oe-trick",
                )
                for trick in tricks
            ),
            element("span", "none yet", class_="oe-note") if not tricks else None,
        ),
    )


def _odds(pack: Pack) -> Html:
    leads, zero = _leads(pack.game, pack.yvonne, pack.zara), Fraction(0)
    yvonne = sum((chance for lead, chance in leads.items() if lead > 0), zero)
    draw = leads.get(0, zero)
    return headlines(
        headline("Yvonne has more", percent(yvonne), kind="yvonne"),
        headline("as many", percent(draw)),
        headline("Zara has more", percent(1 - yvonne - draw), kind="zara"),
    )


def _many(pack: Pack, tally: Lengths, odds_visible: bool) -> Html:
    """Return the leads of many packs over their exact distribution."""
    leads = list(map(int, tally.values))
    at_most = None
    if odds_visible:
        exact = _leads(pack.game, pack.yvonne, pack.zara)
        low, high = min(exact), max(exact)
        below = list(accumulate(float(exact.get(lead, 0)) for lead in range(low, high + 1)))

        def at_most(lead: int) -> float:
            return below[min(lead, high) - low] if lead >= low else 0.0

    win_counts = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    return Html.of(
        pile(leads, "Yvonne’s tricks less Zara’s", noun="pack", at_most=at_most),
        element(
            "p",
            f"In {count(len(leads), 'pack')} Yvonne had more tricks {win_counts[0]} times and "
            f"Zara {win_counts[1]} times, and {len(leads) - sum(win_counts)} were drawn. "
            "Yvonne’s lead was ",
            element("strong", number(Fraction(tally.total, tally.games), 2)),
            " on average.",
        ),
    )


def _summary(pack: Pack) -> str:
    if not pack.dealt_count:
        return (
            f"{count(len(pack.deck), 'card')}, and both words stay in. Each word that comes takes "
            "the cards on the table; most tricks win. Deal a card."
        )
    colour = "Red." if pack.deck[pack.dealt_count - 1] == "R" else "Black."
    trick = pack.new_trick
    summary = (
        f"{colour} {trick.player} takes {count(len(trick.cards), 'card')}." if trick else colour
    )
    if not pack.over:
        return f"{summary} Yvonne {_score(pack).replace(' : ', ', Zara ')}."
    winner_count, loser_count = sorted(
        (len(pack.tricks_of(player)) for player in PLAYERS), reverse=True
    )
    if winner_count == loser_count:
        return f"{summary} The pack is dealt: a draw, {winner_count} to {loser_count}."
    winner = PLAYERS[pack.lead < 0]
    score = f"{count(winner_count, 'trick')} to {loser_count}"
    return f"{summary} The pack is dealt: {winner} wins with {score}."
