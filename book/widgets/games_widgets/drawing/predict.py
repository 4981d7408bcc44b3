"""Pictures of a question that is answered after a guess: the form, the guess, both."""

import re
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

from games_widgets.drawing.markup import Html, Picture, bar, button, element, joined

_NONE = "You asked to be shown."


def question(text: str) -> Html:
    """Return the question, which stands over everything else; no line begins with a last number.

    >>> question("Your friend needs 2. And you?").split("needs")[1]
    '\\xa02. And you?</p>'
    """
    tied = re.sub(r" (?=\d+[.,:?])", "\N{NO-BREAK SPACE}", text)
    return element("p", tied, class_="oe-title", role="heading", aria_level="3")


def number(unit: str, guess: Fraction | None, answer: Fraction | None, why: str) -> Picture:
    """Return the picture of a question for a number.

    Args:
        unit: written after guess and answer.
        guess: None as long as there is none, or where the answer was asked for without one.
        answer: None as long as it is not told.
        why: told with the answer.

    >>> number("", Fraction(3), Fraction(5), "Count them.").summary
    'You said 3. The answer: 5. You were 2 too low. Count them.'
    """
    if guess is None and answer is None:
        form = element(
            "form",
            element(
                "label",
                "Your guess ",
                element("input", class_="oe-input", inputmode="decimal", autocomplete="off"),
                f" {unit}" if unit else None,
            ),
            element("button", "This is my guess", type="submit", class_="oe-button"),
            _waive(),
            class_="oe-buttons",
            data_act="guess",
        )
        return Picture(form, "Guess first; then the answer is revealed.")
    mine = said_number(unit, guess)
    if answer is None:
        return Picture(_reveal(), mine)
    verdict = ""
    if guess is not None:
        miss = guess - answer
        gap = _shown(abs(miss), "points" if unit == "%" else unit)
        verdict = f" You were {gap} too {'high' if miss > 0 else 'low'}." if miss else " Exactly!"
    top = max(abs(guess or Fraction(0)), abs(answer)) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", label, scope="row"),
            bar(abs(value) / top),
            element("td", _shown(value, unit)),
        )
        for label, value in (("your guess", guess), ("the answer", answer))
        if value is not None
    )
    return Picture(
        joined((element("table", element("tbody", *rows), class_="oe-bars oe-guessed"), _again())),
        f"{mine} The answer: {_shown(answer, unit)}.{verdict} {why}",
    )


def choice(options: Sequence[str], guess: str | None, answer: str | None, why: str) -> Picture:
    """Return the picture of a question with a few answers; guess and truth are marked in words.

    >>> choice(["yes", "no"], "no", "yes", "One side does.").summary
    'You said “no”. The answer: yes. One side does.'
    """
    told = answer is not None
    buttons = (
        button(
            option
            + (" ✓ the answer" if told and option == answer else "")
            + (" (your guess)" if told and option == guess else ""),
            "guess",
            option,
            disabled=told,
            aria_pressed="true" if option == guess else "false",
        )
        for option in options
    )
    html = joined(
        (
            element("div", *buttons, class_="oe-buttons", data_arrows=True),
            _again() if told else _waive() if guess is None else _reveal(),
        )
    )
    if guess is None and not told:
        return Picture(html, "Choose first; then the answer is revealed.")
    return Picture(html, said_choice(guess) + (f" The answer: {answer}. {why}" if told else ""))


def said_number(unit: str, guess: Fraction | None) -> str:
    """Return the sentence that says a guess again, or that there was none.

    >>> said_number("points", Fraction(150)), said_number("", None)
    ('You said 150 points.', 'You asked to be shown.')
    """
    return _NONE if guess is None else f"You said {_shown(guess, unit)}."


def said_choice(guess: str | None) -> str:
    """Return the sentence that says again what was chosen, or that nothing was.

    >>> said_choice("fewer")
    'You said “fewer”.'
    """
    return _NONE if guess is None else f"You said “{guess}”."


def _waive() -> Html:
    return button("Just show me", "waive", kind="quiet")


def _reveal() -> Html:
    return button("Reveal", "reveal", kind="primary", data_next=True)


def _again() -> Html:
    return button("Ask me again", "again", data_next=True)


def _shown(value: Fraction, unit: str) -> str:
    """Return a number with four digits that count."""
    if value.denominator == 1:
        text = str(value)
    else:
        quotient = Context(prec=4).divide(Decimal(value.numerator), Decimal(value.denominator))
        text = f"{quotient:f}"
    if value == 1:
        unit = unit.removesuffix("es" if unit.endswith("sses") else "s")
    return f"{text} {unit}" if unit else text
