"""The renderer of `games_widgets.lucky_draws.view_tricks`."""

from games_widgets.drawing.cards import word
from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render
from games_widgets.drawing.text import count
from games_widgets.lucky_draws.view_tricks import TricksOf

__all__: list[str] = []


@render.register
def _(tricks: TricksOf) -> Html:
    tiles = (
        element(
            "span",
            word(tricks.word),
            element("span", count(size, "card"), class_="oe-note"),
            class_="oe-trick",
        )
        for size in tricks.sizes
    )
    return div(
        "oe-hand-row",
        element("span", tricks.player, class_=f"oe-player oe-{tricks.player.lower()}"),
        div(
            "oe-tricks",
            *tiles,
            None if tricks.sizes else element("span", "none yet", class_="oe-note"),
        ),
    )
