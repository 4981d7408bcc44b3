"""The markup of the functions of a text with a slider."""

from games_widgets.drawing.markup import Html, element
from games_widgets.drawing.render import render
from games_widgets.your_game.view_slider import FoldedFunction


@render.register
def _(function: FoldedFunction) -> Html:
    return element(
        "details",
        element("summary", function.label),
        element("code", function.text),
        class_="oe-in-full",
    )
