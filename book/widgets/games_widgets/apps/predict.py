"""Guess first: a question that shows its answer only after the reader has made a guess.

After a guess the answer is news. The widget contains no answer before the reader clicks Reveal or
"Just show me". A page of the book saves guesses in the reader's browser
(book/live/modules/guesses.js). A guess that it returns is checked like typed input.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from traitlets import Unicode

from games.validate import choice as one_of
from games.validate import short_repr
from games_widgets.apps.html_widget import SavedWidget
from games_widgets.drawing import predict as views
from games_widgets.drawing.render import Model, render

__all__ = ["Question", "choice", "number"]

Guess = TypeVar("Guess")


class Question(SavedWidget):
    """A surface whose guess a page can save.

    The saved text is "guessed" or "revealed" with the guess, "shown" if the reader asked for the
    answer without a guess, or "open" before both.

    Attributes:
        sentence: the sentence that repeats the guess; empty before it.
    """

    sentence = Unicode().tag(sync=True)


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
        answer: the exact answer; it is shown with four significant digits.
        unit: written after the guess and the answer.
        low: the least sensible guess.
        high: the greatest.
        why: a sentence shown with the answer.
        name: the name under which a page saves the guess; if empty, it is not saved.
    """

    def parse(text: str) -> Fraction:
        plain = text.strip().replace("−", "-").replace(",", ".").removesuffix("%").strip()
        if not re.fullmatch(r"-?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})", plain):
            raise ValueError(
                f"Your guess is {short_repr(text)}, but must be a number, such as 12.5."
            )
        guess = Fraction(plain)
        if not low <= guess <= high:
            raise ValueError(f"Your guess is {plain}, but must be from {low} to {high}.")
        return guess

    def picture(guess: Fraction | None, is_revealed: bool) -> Model:
        return views.number(unit, guess, Fraction(answer) if is_revealed else None, why)

    return _question_widget(
        question, parse, picture, lambda guess: views.guessed_number(unit, guess), name
    )


def choice(
    question: str, options: Sequence[str], answer: str, *, why: str = "", name: str = ""
) -> Question:
    """Return a question with a few answers to choose from.

    Args:
        question: a sentence.
        options: two or more answers.
        answer: the right one of them.
        why: a sentence shown with it.
        name: the name under which a page saves the choice; if empty, it is not saved.
    """
    one_of("answer", answer, options)

    def picture(guess: str | None, is_revealed: bool) -> Model:
        return views.choice(options, guess, answer if is_revealed else None, why)

    def parse(text: str) -> str:
        return one_of("Your guess", text, options)

    return _question_widget(question, parse, picture, views.guessed_choice, name)


def _question_widget(
    question: str,
    parse: Callable[[str], Guess],
    picture: Callable[[Guess | None, bool], Model],
    sentence: Callable[[Guess | None], str],
    name: str,
) -> Question:
    """Return the surface that leads from the question to the guess and to the answer.

    Args:
        question: the question.
        parse: turns the reader's text into a guess, or raises a ``ValueError`` that helps.
        picture: draws the question for a guess and for whether the answer is revealed.
        sentence: returns the sentence that repeats the guess.
        name: the name under which a page saves the guess.
    """
    surface = Question(menu=render(views.Title(question)), name=name)
    surface.add_class("oe-app")
    guess_text, stage = "", "open"
    guess: Guess | None = None

    def recall(saved_text: str) -> None:
        """Return to a saved stage; an invalid text means the first stage."""
        nonlocal guess_text, guess, stage
        stage, _, guess_text = saved_text.partition(" ")
        guess = None
        try:
            if stage in ("guessed", "revealed"):
                guess = parse(guess_text)
            elif saved_text != "shown":
                stage = "open"
        except ValueError:
            stage = "open"

    def act(act: str, value: str) -> None:
        nonlocal guess_text, guess, stage
        surface.notice = ""
        if act == "guess" and stage in ("open", "guessed"):
            try:
                guess_text, guess, stage = value.strip(), parse(value), "guessed"
            except ValueError as error:
                surface.notice = str(error)
        elif act == "reveal" and stage == "guessed":
            stage = "revealed"
        elif act == "waive" and stage == "open":
            stage = "shown"
        elif act == "again":
            guess, stage = None, "open"
        elif act == "recall":
            recall(value)
        with surface.hold_sync():
            draw()
            surface.saved_text = stage if guess is None else f"{stage} {guess_text}"
            surface.sentence = "" if stage == "open" else sentence(guess)

    def draw() -> None:
        surface.show(picture(guess, stage in ("revealed", "shown")))

    surface.on_act(act)
    draw()
    return surface
