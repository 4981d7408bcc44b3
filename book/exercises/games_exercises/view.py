"""What there is to see of a task: the question, a form for the answer, and the reply."""

from dataclasses import dataclass

from games_exercises.question import Reply, Variant
from games_widgets.drawing.parts import Paragraph, Remark
from games_widgets.drawing.render import Parts

__all__ = ["AnswerForm", "Question", "question"]

SIGNS = {"right": "✓ ", "known": "✗ ", "not yet": "✗ ", "close": "≈ ", "unread": ""}


@dataclass(frozen=True)
class AnswerForm:
    """The form for an answer.

    Attributes:
        options: the answers to choose from; without any the reader types one.
    """

    options: tuple[str, ...]


@dataclass(frozen=True)
class Question(Parts):
    """A question; its summary is the reply to the last answer."""

    prompt: Paragraph
    form: AnswerForm
    asks: Remark
    summary: str


def question(variant: Variant, reply: Reply | None = None) -> Question:
    """Return a question, with the reply to the last answer.

    >>> import games_exercises as tasks
    >>> four = tasks.task("race-exercise-four").variant()
    >>> question(four, tasks.check(four, "172/58")).summary
    '✓ Right; cancel by 2.'
    """
    return Question(
        Paragraph(variant.prompt),
        AnswerForm(tuple(map(variant.format_answer, range(len(variant.options))))),
        Remark(variant.asks),
        SIGNS[reply.verdict] + reply.message if reply else "",
    )
