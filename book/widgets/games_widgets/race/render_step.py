"""The markup of the scene of the step."""

from games_widgets.drawing.markup import Html, div
from games_widgets.drawing.render import render
from games_widgets.race.view_step import StepPicture


@render.register
def _(picture: StepPicture) -> Html:
    return div("oe-saving", render(picture.throws_left), render(picture.savings))
