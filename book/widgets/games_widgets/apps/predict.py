"""Guess first: a question that tells its answer only to a reader who has committed to a guess.

A guess that was given turns the answer into news. Nor does the widget hold the answer before: it
comes with the click on Reveal, or on "Just show me". A page of the book keeps guesses in the
reader's browser (book/live/modules/guesses.js), and what it gives back is read as if typed anew.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from traitlets import Unicode

from games.validate import choice as one_of
from games.validate import short_repr
from games_widgets.apps.html_widget import Kept
from games_widgets.drawing import predict as views
from games_widgets.drawing.markup import Picture

__all__ = ["Question", "choice", "number"]

Guess = TypeVar("Guess")


class Question(Kept):
    """A surface of which a page may keep what the reader said.

    It keeps "said" or "told" and the guess, "shown" if it was waived, "open" if nothing is.

    Attributes:
        says: the sentence that says it again, empty while there is nothing to say.
    """

    says = Unicode().tag(sync=True)


def number(
    question: str,
    answer: Fraction | int,
    *,
    unit: str = "",
    low: int = 0,
    high: int = 10**9,
    why: str = "",
    name: str = "",
) -> Question:
    """Return a question to which the answer is a number.

    Args:
        question: a sentence.
        answer: the truth, exact; it is shown with four digits that count.
        unit: written after the guess and the answer.
        low: the least sensible guess.
        high: the greatest.
        why: a sentence told with the answer.
        name: by which a page keeps the guess; if it is empty, it does not.
    """

    def read(text: str) -> Fraction:
        plain = text.strip().replace("−", "-").replace(",", ".").removesuffix("%").strip()
        if not re.fullmatch(r"-?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})", plain):
            raise ValueError(
                f"Your guess is {short_repr(text)}, but must be a number, such as 12.5."
            )
        guess = Fraction(plain)
        if not low <= guess <= high:
            raise ValueError(f"Your guess is {plain}, but must be from {low} to {high}.")
        return guess

    def picture(guess: Fraction | None, revealed: bool) -> Picture:
        return views.number(unit, guess, Fraction(answer) if revealed else None, why)

    return _ask(question, read, picture, lambda guess: views.said_number(unit, guess), name)


def choice(
    question: str, options: Sequence[str], answer: str, *, why: str = "", name: str = ""
) -> Question:
    """Return a question with a few answers to choose from.

    Args:
        question: a sentence.
        options: two or more answers.
        answer: the right one of them.
        why: a sentence told with it.
        name: by which a page keeps the choice; if it is empty, it does not.
    """
    one_of("answer", answer, options)

    def picture(guess: str | None, revealed: bool) -> Picture:
        return views.choice(options, guess, answer if revealed else None, why)

    def read(text: str) -> str:
        return one_of("Your guess", text, options)

    return _ask(question, read, picture, views.said_choice, name)


def _ask(
    question: str,
    read: Callable[[str], Guess],
    picture: Callable[[Guess | None, bool], Picture],
    says: Callable[[Guess | None], str],
    name: str,
) -> Question:
    """Return the surface that leads from the question over the guess to the answer.

    Args:
        question: what is asked.
        read: turns what the reader gave into a guess, or raises a ``ValueError`` that helps.
        picture: draws the question for a guess, and whether the answer may be told.
        says: says the guess again.
        name: by which it is kept.
    """
    surface = Question(menu=views.question(question), name=name)
    surface.add_class("oe-app")
    given, stage = "", "open"
    guess: Guess | None = None

    def recall(kept: str) -> None:
        """Be as it was when this was kept; of anything else nothing is left."""
        nonlocal given, guess, stage
        stage, _, given = kept.partition(" ")
        guess = None
        try:
            if stage in ("said", "told"):
                guess = read(given)
            elif kept != "shown":
                stage = "open"
        except ValueError:
            stage = "open"

    def act(act: str, value: str) -> None:
        nonlocal given, guess, stage
        surface.notice = ""
        if act == "guess" and stage in ("open", "said"):
            try:
                given, guess, stage = value.strip(), read(value), "said"
            except ValueError as error:
                surface.notice = str(error)
        elif act == "reveal" and stage == "said":
            stage = "told"
        elif act == "waive" and stage == "open":
            stage = "shown"
        elif act == "again":
            guess, stage = None, "open"
        elif act == "recall":
            recall(value)
        with surface.hold_sync():
            draw()
            surface.kept = stage if guess is None else f"{stage} {given}"
            surface.says = "" if stage == "open" else says(guess)

    def draw() -> None:
        with surface.hold_sync():
            surface.html, surface.summary = picture(guess, stage in ("told", "shown"))

    surface.on_act(act)
    draw()
    return surface
