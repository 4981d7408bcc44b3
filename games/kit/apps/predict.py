"""Guess first: a question that tells its answer only to a reader who has committed to a guess.

A guess that was given turns the answer into news. Nor does the page know the answer before: it
comes with the click on Reveal.
"""

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from games.kit.apps.surface import Surface

from games.arguments import choice as one_of
from games.arguments import shown
from games.kit import predict as views
from games.kit.markup import Picture

__all__ = ["choice", "number"]

Guess = TypeVar("Guess")


def number(
    question: str,
    answer: Fraction | int,
    *,
    unit: str = "",
    low: int = 0,
    high: int = 10**9,
    why: str = "",
) -> Surface:
    """Return a question to which the answer is a number.

    Args:
        question: a sentence.
        answer: the truth, exact; it is shown with four digits that count.
        unit: written after the guess and the answer.
        low: the least sensible guess.
        high: the greatest.
        why: a sentence told with the answer.
    """

    def read(text: str) -> Fraction:
        plain = text.strip().replace("−", "-").replace(",", ".").removesuffix("%").strip()
        if not re.fullmatch(r"-?([0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20})", plain):
            raise ValueError(f"Your guess is {shown(text)}, but must be a number, such as 12.5.")
        guess = Fraction(plain)
        if not low <= guess <= high:
            raise ValueError(f"Your guess is {plain}, but must be from {low} to {high}.")
        return guess

    def picture(guess: Fraction | None, revealed: bool) -> Picture:
        return views.number(unit, guess, Fraction(answer) if revealed else None, why)

    return _ask(question, read, picture)


def choice(question: str, options: Sequence[str], answer: str, *, why: str = "") -> Surface:
    """Return a question with a few answers to choose from.

    Args:
        question: a sentence.
        options: two or more answers.
        answer: the right one of them.
        why: a sentence told with it.
    """
    one_of("answer", answer, options)

    def picture(guess: str | None, revealed: bool) -> Picture:
        return views.choice(options, guess, answer if revealed else None, why)

    return _ask(question, lambda text: one_of("Your guess", text, options), picture)


def _ask(
    question: str,
    read: Callable[[str], Guess],
    picture: Callable[[Guess | None, bool], Picture],
) -> Surface:
    """Return the surface that leads from the question over the guess to the answer.

    Args:
        question: what is asked.
        read: turns what the reader gave into a guess, or raises a ``ValueError`` that helps.
        picture: draws the question for a guess, and whether the answer may be told.
    """
    surface = Surface(menu=views.question(question))
    surface.add_class("oe-app")
    guess: Guess | None = None
    revealed = False

    def act(act: str, value: str) -> None:
        nonlocal guess, revealed
        surface.notice = ""
        if act == "guess" and not revealed:
            try:
                guess = read(value)
            except ValueError as error:
                surface.notice = str(error)
        elif act == "reveal":
            revealed = guess is not None
        elif act == "again":
            guess, revealed = None, False
        draw()

    def draw() -> None:
        with surface.hold_sync():
            surface.html, surface.summary = picture(guess, revealed)

    surface.on_act(act)
    draw()
    return surface
