"""The markup of the form for an answer."""

from games_exercises.view import AnswerForm
from games_widgets.drawing.markup import Html, element
from games_widgets.drawing.parts import Button
from games_widgets.drawing.render import render


@render.register
def _(form: AnswerForm) -> Html:
    if form.options:
        legend = element("legend", "Your answer")
        answer = element("fieldset", legend, *map(_option, form.options), class_="oe-options")
    else:
        field = element("input", class_="oe-input", autocomplete="off", maxlength=1000)
        answer = element("label", "Your answer ", field)
    return element(
        "form",
        answer,
        element("button", "Check", type="submit", class_="oe-button"),
        render(Button("Another like this", "another")),
        class_="oe-buttons",
        data_act="answer",
    )


def _option(text: str) -> Html:
    # Radio buttons with the same name form a group.
    return element("label", element("input", type="radio", name="option", value=text), " ", text)
