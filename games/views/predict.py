"""Pictures of a question that is answered after a guess."""

from collections.abc import Sequence
from decimal import Context, Decimal
from fractions import Fraction

from games.views.markup import Html, Picture, button, element, joined

__all__ = ["choice", "number"]


def number(
    question: str, unit: str, guess: Fraction | None, answer: Fraction | None, why: str
) -> Picture:
    """Return a question for a number: with a form, then with the guess, then with both.

    >>> number("How many?", "", Fraction(3), Fraction(5), "Count them.").summary
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
            class_="oe-form",
            data_act="guess",
        )
        return Picture(_card(question, form, _reveal(False)), "Guess first, then reveal.")
    mine = f"Your guess: {_shown(guess, unit)}."
    if answer is None:
        return Picture(_card(question, element("p", mine), _reveal(True)), mine)
    miss = guess - answer
    verdict = (
        "Exactly!"
        if not miss
        else (f"You are {_shown(abs(miss), unit)} too {'high' if miss > 0 else 'low'}.")
    )
    top = max(abs(guess), abs(answer)) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", label, scope="row"),
            element(
                "td",
                element("span", class_="oe-fill", style=f"--share:{float(abs(value) / top):.4f}"),
                class_="oe-bar",
            ),
            element("td", _shown(value, unit)),
            class_="oe-is-best" if label == "answer" else None,
        )
        for label, value in (("guess", guess), ("answer", answer))
    )
    html = _card(
        question,
        element("table", element("tbody", *rows), class_="oe-bars"),
        button("Guess again", "again"),
    )
    return Picture(html, f"{mine} The answer: {_shown(answer, unit)}. {verdict} {why}".rstrip())


def choice(
    question: str, options: Sequence[str], guess: str | None, answer: str | None, why: str
) -> Picture:
    """Return a question with its options as buttons; the guess and the answer are marked in words.

    >>> choice("Heads?", ["yes", "no"], "no", "yes", "").summary
    'Your guess: no. The answer: yes.'
    """

    def option(text: str) -> Html:
        mark = " ✓ the answer" if text == answer else " ← your guess" if text == guess else ""
        return button(
            joined((text, mark if answer is not None else "")),
            "guess",
            text,
            disabled=answer is not None,
            aria_pressed="true" if text == guess else "false",
        )

    again = answer is not None
    html = _card(
        question,
        element("div", *map(option, options), class_="oe-buttons", data_arrows=True),
        button("Guess again", "again", data_next=True) if again else _reveal(guess is not None),
    )
    if guess is None:
        return Picture(html, "Guess first, then reveal.")
    if answer is None:
        return Picture(html, f"Your guess: {guess}.")
    return Picture(html, f"Your guess: {guess}. The answer: {answer}. {why}".rstrip())


def _card(question: str, *content: Html) -> Html:
    return joined((element("p", question, class_="oe-title"), *content))


def _reveal(ready: bool) -> Html:
    return button("Reveal", "reveal", kind="primary", disabled=not ready, data_next=True)


def _shown(value: Fraction, unit: str) -> str:
    """Return a number with four digits that count."""
    rounded = Context(prec=4).divide(Decimal(value.numerator), Decimal(value.denominator))
    text = str(value) if value.denominator == 1 else f"{rounded:f}".rstrip("0").rstrip(".")
    return f"{text} {unit}" if unit else text
