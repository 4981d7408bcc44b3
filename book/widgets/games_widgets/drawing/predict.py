"""Pictures of a question that is answered after a guess: the form, the guess, the answer."""

import re
from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

from games_widgets.drawing.markup import Html, Picture, bar, button, element, joined

NO_GUESS = "You asked to be shown."


def question(text: str) -> Html:
    """Return the question as a heading; no line begins with the last number of a sentence.

    >>> question("Your friend needs 2. And you?").split("needs")[1]
    '\\xa02. And you?</p>'
    """
    tied = re.sub(r" (?=\d+[.,:?])", "\N{NO-BREAK SPACE}", text)
    return element("p", tied, class_="oe-title", role="heading", aria_level="3")


def number(unit: str, guess: Fraction | None, answer: Fraction | None, reason: str) -> Picture:
    """Return the picture of a question for a number.

    Args:
        unit: written after guess and answer.
        guess: None without a guess, also where the reader asked for the answer at once.
        answer: None until it is revealed.
        reason: a sentence shown with the answer.

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
            _waive_button(),
            class_="oe-buttons",
            data_act="guess",
        )
        return Picture(form, "Guess first; then the answer is revealed.")
    sentence = guessed_number(unit, guess)
    if answer is None:
        return Picture(_reveal_button(), sentence)
    verdict = ""
    if guess is not None:
        miss = guess - answer
        gap = _with_unit(abs(miss), "points" if unit == "%" else unit)
        verdict = f" You were {gap} too {'high' if miss > 0 else 'low'}." if miss else " Exactly!"
    top = max(abs(guess or Fraction(0)), abs(answer)) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", label, scope="row"),
            bar(abs(value) / top),
            element("td", _with_unit(value, unit)),
        )
        for label, value in (("your guess", guess), ("the answer", answer))
        if value is not None
    )
    return Picture(
        joined(
            (
                element("table", element("tbody", *rows), class_="oe-bars oe-guessed"),
                _ask_again_button(),
            )
        ),
        f"{sentence} The answer: {_with_unit(answer, unit)}.{verdict} {reason}",
    )


def choice(options: Sequence[str], guess: str | None, answer: str | None, reason: str) -> Picture:
    """Return the picture of a question with a few answers; words mark the guess and the answer.

    >>> choice(["yes", "no"], "no", "yes", "One side does.").summary
    'You said “no”. The answer: yes. One side does.'
    """
    is_revealed = answer is not None
    buttons = (
        button(
            option
            + (" ✓ the answer" if is_revealed and option == answer else "")
            + (" (your guess)" if is_revealed and option == guess else ""),
            "guess",
            option,
            disabled=is_revealed,
            aria_pressed="true" if option == guess else "false",
        )
        for option in options
    )
    html = joined(
        (
            element("div", *buttons, class_="oe-buttons", data_arrows=True),
            _ask_again_button()
            if is_revealed
            else _waive_button()
            if guess is None
            else _reveal_button(),
        )
    )
    if guess is None and not is_revealed:
        return Picture(html, "Choose first; then the answer is revealed.")
    return Picture(
        html, guessed_choice(guess) + (f" The answer: {answer}. {reason}" if is_revealed else "")
    )


def guessed_number(unit: str, guess: Fraction | None) -> str:
    """Return the sentence that repeats the guess, or says that there was none.

    >>> guessed_number("points", Fraction(150)), guessed_number("", None)
    ('You said 150 points.', 'You asked to be shown.')
    """
    return NO_GUESS if guess is None else f"You said {_with_unit(guess, unit)}."


def guessed_choice(guess: str | None) -> str:
    """Return the sentence that repeats the choice, or says that there was none.

    >>> guessed_choice("fewer")
    'You said “fewer”.'
    """
    return NO_GUESS if guess is None else f"You said “{guess}”."


def _waive_button() -> Html:
    return button("Just show me", "waive", kind="quiet")


def _reveal_button() -> Html:
    return button("Reveal", "reveal", kind="primary", data_next=True)


def _ask_again_button() -> Html:
    return button("Ask me again", "again", data_next=True)


def _with_unit(value: Fraction, unit: str) -> str:
    """Return a number with four significant digits, and its unit."""
    if value.denominator == 1:
        text = str(value)
    else:
        quotient = Context(prec=4).divide(Decimal(value.numerator), Decimal(value.denominator))
        text = f"{quotient:f}"
    if value == 1:
        unit = unit.removesuffix("es" if unit.endswith("sses") else "s")
    return f"{text} {unit}" if unit else text
