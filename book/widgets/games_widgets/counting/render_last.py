"""Renderers of all orders of a small deck."""

from functools import lru_cache

from games_widgets.counting.view_last import Group, Orders, OtherPolicies
from games_widgets.drawing.cards import NAMES
from games_widgets.drawing.markup import Html, div, element, odds_text
from games_widgets.drawing.render import render


@render.register
@lru_cache(maxsize=32)
def _(picture: Orders) -> Html:
    total = element(
        "div",
        element("b", "framed and red, in all"),
        element("strong", odds_text(f"{picture.wins} of {picture.size}")),
    )
    orders = element(
        "div",
        *map(render, picture.groups),
        total,
        class_="oe-orders",
        role="img",
        aria_label=picture.summary,
    )
    return element("div", element("b", f"“Now” {picture.policy.lower()}"), orders)


@render.register
def _(group: Group) -> Html:
    rows = (
        element(
            "div",
            *(
                element(
                    "b",
                    card,
                    class_=_look(card, is_seen=n < group.cards_seen, has_bet=n == group.bet),
                )
                for n, card in enumerate(order)
            ),
            element("i", style=f"--at:{group.bet}"),
        )
        for order in group.orders
    )
    wins = odds_text(f"{group.wins} of {len(group.orders)}")
    return element("div", element("div", *rows), element("span", wins))


def _look(card: str, *, is_seen: bool, has_bet: bool) -> str:
    looks = ["oe-tile", f"oe-{NAMES[card]}"]
    if is_seen:
        looks.append("oe-is-seen")
    if has_bet:
        looks.append("oe-is-bet")
    return " ".join(looks)


@render.register
def _(policies: OtherPolicies) -> Html:
    label = element("span", "or say “now”", class_="oe-label")
    return div("oe-buttons", label, *map(render, policies.buttons))
