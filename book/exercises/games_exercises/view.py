"""Pictures of a task: the question, a form for the answer, and the reply."""

from games_exercises.question import Reply, Variant
from games_widgets.drawing.markup import Html, Picture, button, element, remark

SIGNS = {"right": "✓ ", "known": "✗ ", "not yet": "✗ ", "close": "≈ ", "unread": ""}


def question(variant: Variant, reply: Reply | None = None) -> Picture:
    """Return the picture of a question, with the reply to the last answer.

    >>> import games_exercises as tasks
    >>> four = tasks.task("race-exercise-four").variant()
    >>> question(four, tasks.check(four, "172/58")).summary
    '✓ Right; cancel by 2.'
    """
    if variant.options:
        given = element(
            "fieldset",
            element("legend", "Your answer"),
            *(_option(variant.format_answer(place)) for place in range(len(variant.options))),
            class_="oe-options",
        )
    else:
        field = element("input", class_="oe-input", autocomplete="off", maxlength=1000)
        given = element("label", "Your answer ", field)
    form = element(
        "form",
        given,
        element("button", "Check", type="submit", class_="oe-button"),
        button("Another like this", "another"),
        class_="oe-buttons",
        data_act="answer",
    )
    html = Html.of(element("p", variant.prompt), form, remark(variant.asks))
    return Picture(html, SIGNS[reply.verdict] + reply.message if reply else "")


def _option(text: str) -> Html:
    # Radio buttons with the same name form a group.
    return element("label", element("input", type="radio", name="option", value=text), " ", text)
