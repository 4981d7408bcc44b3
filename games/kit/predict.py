"""Pictures of a question that is answered after a guess: the form, the guess, both."""

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

from games.kit.markup import Html, Picture, bar, button, element, joined

__all__ = ["choice", "number", "question"]


def question(text: str) -> Html:
    """Return the question, which stands over everything else."""
    return element("p", text, class_="oe-title")


def number(unit: str, guess: Fraction | None, answer: Fraction | None, why: str) -> Picture:
    """Return the picture of a question for a number.

    Args:
        unit: written after guess and answer.
        guess: None as long as there is none.
        answer: None as long as it is not told.
        why: told with the answer.

    >>> number("", Fraction(3), Fraction(5), "Count them.").summary
    'Your guess: 3. The answer: 5. You are 2 too low. Count them.'
    """
    if guess is None:
        form = element(
            "form",
            element(
                "label",
                "Your guess ",
                element("input", class_="oe-input", inputmode="decimal", autocomplete="off"),
                f" {unit}" if unit else None,
            ),
            element("button", "This is my guess", type="submit", class_="oe-button"),
            _reveal(False),
            class_="oe-buttons",
            data_act="guess",
        )
        return Picture(form, "Guess first; then the answer is revealed.")
    mine = f"Your guess: {_shown(guess, unit)}."
    if answer is None:
        return Picture(_reveal(True), mine)
    miss = guess - answer
    gap = _shown(abs(miss), "points" if unit == "%" else unit)
    verdict = f"You are {gap} too {'high' if miss > 0 else 'low'}."
    top = max(abs(guess), abs(answer)) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", label, scope="row"),
            bar(abs(value) / top),
            element("td", _shown(value, unit)),
        )
        for label, value in (("your guess", guess), ("the answer", answer))
    )
    return Picture(
        joined((element("table", element("tbody", *rows), class_="oe-bars oe-guessed"), _again())),
        f"{mine} The answer: {_shown(answer, unit)}. {verdict if miss else 'Exactly!'} {why}",
    )


def choice(options: Sequence[str], guess: str | None, answer: str | None, why: str) -> Picture:
    """Return the picture of a question with a few answers; guess and truth are marked in words.

    >>> choice(["yes", "no"], "no", "yes", "One side does.").summary
    'Your guess: no. The answer: yes. One side does.'
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
            _again() if told else _reveal(guess is not None),
        )
    )
    if guess is None:
        return Picture(html, "Choose first; then the answer is revealed.")
    return Picture(
        html, f"Your guess: {guess}." + (f" The answer: {answer}. {why}" if told else "")
    )


def _reveal(ready: bool) -> Html:
    return button("Reveal", "reveal", kind="primary", disabled=not ready, data_next=True)


def _again() -> Html:
    return button("Guess again", "again", data_next=True)


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
