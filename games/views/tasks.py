"""Pictures of a task: the question, a form for the answer, and what the answer is told."""

from games.tasks.question import Reply, Variant
from games.views.markup import Picture, button, element, joined

__all__ = ["question"]

SIGNS = {"right": "✓ ", "known": "✗ ", "not yet": "✗ ", "close": "≈ ", "unread": ""}


def question(it: Variant, reply: Reply | None = None) -> Picture:
    """Return the picture of a question, and of what the last answer to it is told.

    >>> from games import tasks
    >>> four = tasks.task("race-exercise-four").variant()
    >>> question(four, tasks.check(four, "172/58")).summary
    '✓ Right; cancel by 2.'
    """
    field = element("input", class_="oe-input", autocomplete="off", maxlength=1000)
    form = element(
        "form",
        element("label", "Your answer ", field),
        element("button", "Check", type="submit", class_="oe-button"),
        button("Another like this", "another"),
        class_="oe-buttons",
        data_act="answer",
    )
    html = joined((element("p", it.prompt), form, element("p", it.asks, class_="oe-note")))
    return Picture(html, SIGNS[reply.verdict] + reply.message if reply else "")
