"""A whole pack dealt for tricks: the row on the table, who took what, and many packs."""

from fractions import Fraction
from functools import lru_cache
from itertools import accumulate

from games.lucky_draws import tricks
from games.lucky_draws.playing import PLAYERS
from games.lucky_draws.playing_tricks import Pack, Pair
from games_widgets.drawing.cards import card, spoken, word
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
from games_widgets.lucky_draws.view import hand


@lru_cache(maxsize=16)
def _leads(pair: Pair) -> dict[int, Fraction]:
    return dict(tricks.leads(*pair[:2], red=pair.red, black=pair.black))


def table(
    pack: Pack,
    *,
    played: Lengths,
    running: bool = False,
    note: str = "",
    odds_visible: bool = False,
) -> Picture:
    """Return the table at which a whole pack is dealt.

    Args:
        pack: the pack.
        played: Yvonne's leads in the packs that were dealt at once.
        running: whether cards follow each other by themselves.
        note: what a new pack will be like, if not like this one.
        odds_visible: whether exact values are shown.

    >>> table(Pack(Pair("RRB", "BRR", 2, 1), "BRR", 3), played=Lengths()).summary
    'Red. Zara takes 3 cards. The pack is dealt: Zara wins with 1 trick to 0.'
    """
    pair = pack.pair
    html = Html.of(
        div("oe-hands", hand("Yvonne", pair.y, turns=False), hand("Zara", pair.z, turns=False)),
        div(
            "oe-table",
            controls(
                ("Deal a card", "step"),
                "New shuffle",
                "Same pack again",
                is_over=pack.over,
                has_begun=bool(pack.dealt),
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
                    f"{count(len(pack.deck) - pack.dealt, 'card')} left",
                    class_="oe-label",
                ),
            ),
        ),
        _row(pack),
        section("Tricks", *(_taken(pack, who) for who in PLAYERS)),
        section(
            "Many packs",
            _odds(pair) if odds_visible else None,
            _many(pair, played, odds_visible) if played.games else None,
            div(
                "oe-buttons",
                button("Deal 100 packs", "many"),
                button("Reset tally", "clear", disabled=not played.games),
                button(
                    "Show exact values",
                    "tell",
                    aria_pressed="true" if odds_visible else "false",
                    data_key="o",
                ),
            ),
        ),
    )
    return Picture(html, _told(pack))


def _score(pack: Pack) -> str:
    return " : ".join(str(len(pack.of(who))) for who in PLAYERS)


def _row(pack: Pack) -> Html:
    """Return the cards on the table; a trick stays in sight until the next card."""
    trick = pack.taken
    cards = trick.cards if trick else pack.row
    lit = len(pack.pair.y) if trick else 0
    drawn = [
        card(
            colour,
            kind="lit" * (place >= len(cards) - lit) + " dealt" * (place == len(cards) - 1),
        )
        for place, colour in enumerate(cards)
    ]
    label = f"On the table: {spoken(cards)}."
    if trick:
        label += f" {trick.who} takes them."
    return element(
        "div",
        element("div", *drawn, class_="oe-dealt", role="img", aria_label=label),
        element(
            "p",
            f"{trick.who} takes {count(len(cards), 'card')}." if trick else "",
            class_=f"oe-takes-it oe-{trick.who.lower()}" if trick else "oe-takes-it",
            aria_hidden="true",
        ),
    )


def _taken(pack: Pack, who: str) -> Html:
    tricks = pack.of(who)
    return div(
        "oe-hand-row",
        element("span", who, class_=f"oe-player oe-{who.lower()}"),
        div(
            "oe-tricks",
            *(
                element(
                    "span",
                    word(trick.cards[-len(pack.pair.y) :]),
                    element("span", count(len(trick.cards), "card"), class_="oe-note"),
                    class_="oe-trick",
                )
                for trick in tricks
            ),
            element("span", "none yet", class_="oe-note") if not tricks else None,
        ),
    )


def _odds(pair: Pair) -> Html:
    leads, none = _leads(pair), Fraction(0)
    yvonne = sum((chance for lead, chance in leads.items() if lead > 0), none)
    draw = leads.get(0, none)
    return headlines(
        headline("Yvonne has more", percent(yvonne), kind="yvonne"),
        headline("as many", percent(draw)),
        headline("Zara has more", percent(1 - yvonne - draw), kind="zara"),
    )


def _many(pair: Pair, played: Lengths, odds_visible: bool) -> Html:
    """Return the leads of many packs over their exact distribution."""
    leads = list(map(int, played.values))
    at_most = None
    if odds_visible:
        exact = _leads(pair)
        low, high = min(exact), max(exact)
        below = list(accumulate(float(exact.get(lead, 0)) for lead in range(low, high + 1)))

        def at_most(lead: int) -> float:
            return below[min(lead, high) - low] if lead >= low else 0.0

    won = sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)
    return Html.of(
        pile(leads, "Yvonne’s tricks less Zara’s", noun="pack", at_most=at_most),
        element(
            "p",
            f"In {count(len(leads), 'pack')} Yvonne had more tricks {won[0]} times and Zara "
            f"{won[1]} times, and {len(leads) - sum(won)} were drawn. Yvonne’s lead was ",
            element("strong", number(Fraction(played.total, played.games), 2)),
            " on average.",
        ),
    )


def _told(pack: Pack) -> str:
    if not pack.dealt:
        return (
            f"{count(len(pack.deck), 'card')}, and both words stay in. Each word that comes takes "
            "the cards on the table; most tricks win. Deal a card."
        )
    colour = "Red." if pack.deck[pack.dealt - 1] == "R" else "Black."
    trick = pack.taken
    sentence = f"{colour} {trick.who} takes {count(len(trick.cards), 'card')}." if trick else colour
    if not pack.over:
        return f"{sentence} Yvonne {_score(pack).replace(' : ', ', Zara ')}."
    most, least = sorted((len(pack.of(who)) for who in PLAYERS), reverse=True)
    if most == least:
        return f"{sentence} The pack is dealt: a draw, {most} to {least}."
    winner = PLAYERS[pack.lead < 0]
    return f"{sentence} The pack is dealt: {winner} wins with {count(most, 'trick')} to {least}."
