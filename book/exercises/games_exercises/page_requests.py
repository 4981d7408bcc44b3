"""Answers to the requests of the forms in a page (book/static/answers.js).

book/live.toml names `answer` as the book's handler of requests. A reader's answer is data: it is
read as a number and never run.
"""

from typing import TypedDict

import games_exercises as tasks
from games_exercises.view import question


class Request(TypedDict, total=False):
    """A request of a form. Without a text it asks for the next variant of the task."""

    task: str
    number: int  # of the variant
    text: str  # the reader's answer
    misses: int  # earlier answers to this variant that were wrong in no known way


class Answer(TypedDict, total=False):
    """The answer to a request: a reply to the reader, the next variant, or why there is none."""

    verdict: str
    message: str
    number: int
    prompt: str
    options: list[str]
    unknown: str


def answer(request: Request) -> Answer:
    """Return the answer to a request of a form.

    Args:
        request: the task, the number of its variant, and the reader's answer if there is one.

    Returns:
        the reply to the reader's answer, or the next variant. ``unknown`` says why there is no such
        task or variant: the browser may have stored the request with another version of the book.

    >>> four = {"task": "race-exercise-four", "number": 1}
    >>> answer({**four, "text": "172/58", "misses": 0})
    {'verdict': 'right', 'message': '✓ Right; cancel by 2.'}
    >>> answer(four)["number"]
    2
    >>> answer({**four, "number": 0})["unknown"]
    'number is 0, but must be from 1 to 40'
    """
    try:
        task = tasks.task(request["task"])
        if "text" not in request:
            variant = task.after(request["number"])
            options = [variant.format_answer(place) for place in range(len(variant.options))]
            return {"number": variant.number, "prompt": variant.prompt, "options": options}
        variant = task.variant(request["number"])
        reply = tasks.check(variant, request["text"], request["misses"])
        return {"verdict": reply.verdict, "message": question(variant, reply).summary}
    except (TypeError, ValueError) as error:
        return {"unknown": str(error)}
