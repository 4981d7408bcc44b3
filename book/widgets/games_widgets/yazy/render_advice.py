"""The markup of advice."""

from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render
from games_widgets.yazy.models import ActionName
from games_widgets.yazy.view_advice import Best


@render.register
def _(best: Best) -> Html:
    return div(
        "oe-advised",
        element("span", best.label, class_="oe-label"),
        element("strong", render(ActionName(best.action))),
        element("span", best.note, class_="oe-note"),
    )
