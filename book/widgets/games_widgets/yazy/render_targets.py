"""The markup of two plans, and of the rolls where they differ."""

from fractions import Fraction

from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent
from games_widgets.yazy.view_targets import ActionChance, ChosenRoll, PointsStepper, WorkOffer


@render.register
def _(stepper: PointsStepper) -> Html:
    return div(
        "oe-buttons oe-stepper",
        element("span", "Points made", class_="oe-label"),
        *map(render, stepper.fewer_buttons),
        element("strong", stepper.points_made, class_="oe-points"),
        *map(render, stepper.more_buttons),
    )


@render.register
def _(offer: WorkOffer) -> Html:
    note = element("span", offer.note, class_="oe-note")
    return div("oe-buttons", render(offer.button), note)


@render.register
def _(action_chance: ActionChance) -> Html:
    chance = element("span", percent(Fraction(action_chance.chance)), class_="oe-reaching")
    return Html.of(render(action_chance.action), chance)


@render.register
def _(chosen_roll: ChosenRoll) -> Html:
    text = element("p", render(chosen_roll.roll), chosen_roll.text, class_="oe-explanation")
    return div("oe-picked-roll", text, render(chosen_roll.plans))
