"""Renderers of the unfinished game, and of the deck in which you say "now" before a card."""

from fractions import Fraction

from games_widgets.counting.view import Chances, DeckTable, Odds, TurnedCards
from games_widgets.drawing.cards import word
from games_widgets.drawing.markup import Html, bar, div, element, joined, odds_part, table
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent

CARDS_IN_A_ROW = 13


@render.register
def _(chances: Chances) -> Html:
    a, b = len(chances.rows) - 1, len(chances.rows[0]) - 1
    rows = (
        element(
            "tr",
            element("th", i, scope="row"),
            *(
                _cell(share, is_edge=not (i and j), is_corner=(i, j) == (a, b))
                for j, share in enumerate(row)
            ),
        )
        for i, row in enumerate(chances.rows)
    )
    return table(["a \\ b", *range(b + 1)], rows, kind="oe-cells")


def _cell(share: Fraction | None, *, is_edge: bool, is_corner: bool) -> Html:
    if share is None:
        return element("td", "–")  # impossible: one of the two has won before
    text = str(100 * share) if share in (0, 1) else f"{float(100 * share):.1f}"
    return element(
        "td",
        text if is_edge else odds_part(text),  # the edges need no computation
        style=f"--share:{float(share):.3f}",
        class_="oe-sum" if is_corner else None,
    )


@render.register
def _(game: DeckTable) -> Html:
    top_card = element(
        "div",
        element("span", game.label, class_="oe-label"),
        render(game.card),
        class_="oe-drawn",
        style="--card:3rem",
    )
    return Html.of(
        div("oe-table", top_card, render(game.buttons), render(game.odds)),
        render(game.turned),
        render(game.tally),
    )


@render.register
def _(odds: Odds) -> Html:
    return div(
        "oe-key-figure",
        element("span", "next card red", class_="oe-label"),
        element("strong", percent(odds.chance)),
        bar(odds.chance, within="span"),
        element("span", f"{odds.red} red, {odds.black} black left", class_="oe-label"),
    )


@render.register
def _(turned_cards: TurnedCards) -> Html:
    starts = range(0, turned_cards.size, CARDS_IN_A_ROW)
    rows = (turned_cards.cards[start : start + CARDS_IN_A_ROW] for start in starts)
    return joined(div("oe-turned", word(row)) for row in rows)
