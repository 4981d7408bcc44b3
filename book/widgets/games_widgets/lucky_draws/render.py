"""The renderers of `games_widgets.lucky_draws.view` and of the models that its views share."""

from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render
from games_widgets.lucky_draws.models import (
    CardRow,
    CardsOnTable,
    Duel,
    Hand,
    Hands,
    Meter,
    TableTop,
    TakenCards,
)

__all__: list[str] = []


@render.register
def _(hand: Hand) -> Html:
    return div(
        "oe-hand-row",
        element("span", hand.player, class_=f"oe-player oe-{hand.look}"),
        element(
            "div",
            *map(render, hand.cards),
            class_="oe-hand",
            role="group",
            aria_label=hand.alt_text,
            data_arrows=hand.has_arrows,
            style=f"--k:{len(hand.cards)}",
        ),
    )


@render.register
def _(hands: Hands) -> Html:
    look = f"oe-hands oe-{hands.look}" if hands.look else "oe-hands"
    return div(look, render(hands.yvonne), render(hands.zara), render(hands.buttons))


@render.register
def _(duel: Duel) -> Html:
    mark = None
    if duel.compared is not None:
        mark = element("span", class_="oe-compared", style=f"--at:{float(duel.compared):.4f}")
    return element(
        "span",
        element("span", class_="oe-share", style=f"--share:{float(duel.chance):.4f}"),
        element("span", class_="oe-half-line"),
        mark,
        class_="oe-duel",
        aria_hidden="true",
    )


@render.register
def _(meter: Meter) -> Html:
    return div(
        f"oe-key-figure oe-{meter.look}" if meter.look else "oe-key-figure",
        element("span", meter.label, class_="oe-label"),
        element("strong", meter.value),
        element("span", render(meter.duel), class_="oe-bar") if meter.duel else None,
        element("span", meter.note, class_="oe-label") if meter.note else None,
    )


@render.register
def _(top: TableTop) -> Html:
    return div("oe-table", render(top.buttons), render(top.meter))


@render.register
def _(row: CardRow) -> Html:
    return element(
        "div",
        *map(render, row.cards),
        class_=f"oe-dealt oe-{row.look}" if row.look else "oe-dealt",
        role="img",
        aria_label=row.alt_text,
    )


@render.register
def _(cards: TakenCards) -> Html:
    look = f"oe-trick-winner oe-{cards.player.lower()}" if cards.player else "oe-trick-winner"
    return element("p", cards.text, class_=look, aria_hidden="true")


@render.register
def _(cards: CardsOnTable) -> Html:
    return element("div", render(cards.row), render(cards.note))
