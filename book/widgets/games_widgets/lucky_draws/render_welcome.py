"""The renderer of `games_widgets.lucky_draws.view_welcome`."""

from games_widgets.drawing.markup import Html, button, div, element
from games_widgets.drawing.render import render
from games_widgets.lucky_draws.view_welcome import NextSteps

__all__: list[str] = []


@render.register
def _(steps: NextSteps) -> Html:
    return div(
        "oe-buttons oe-only-live",
        element("a", "Why?", href="lucky_draws.html#lucky-idea", class_="oe-button oe-primary"),
        button("Dare a friend", "share", f"dare={steps.dare.text}", data_text=steps.text),
    )
