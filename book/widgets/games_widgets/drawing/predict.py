"""Pictures of a question that is answered after a guess: the form, the guess, the answer."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction

from games_widgets.drawing.markup import Html, bar, element
from games_widgets.drawing.parts import Button
from games_widgets.drawing.render import Parts, render

NO_GUESS = "You asked to be shown."


@dataclass(frozen=True)
class Title:
    """The question, or the title of an app, as a heading.

    No line begins with the last number of a sentence.

    >>> render(Title("Your friend needs 2. And you?")).split("needs")[1]
    '\\xa02. And you?</p>'
    """

    text: str


@render.register
def _(title: Title) -> Html:
    title_text = re.sub(r" (?=\d+[.,:?])", "\N{NO-BREAK SPACE}", title.text)
    return element("p", title_text, class_="oe-title", role="heading", aria_level="3")


@dataclass(frozen=True)
class GuessForm:
    """The form in which a reader types a number.

    Attributes:
        unit: written after it.
    """

    unit: str
    summary: str


@dataclass(frozen=True)
class GuessBars:
    """The guess, if there is one, and the answer, as bars.

    Attributes:
        values: the labels and the numbers.
        unit: written after them.
    """

    values: tuple[tuple[str, Fraction], ...]
    unit: str


@dataclass(frozen=True)
class GuessedNumber(Parts):
    """A number was guessed, and the answer can be revealed."""

    reveal: Button
    summary: str


@dataclass(frozen=True)
class AnsweredNumber(Parts):
    """The answer to a question for a number."""

    bars: GuessBars
    again: Button
    summary: str


@dataclass(frozen=True)
class Options:
    """A question with a few answers to choose from.

    Attributes:
        options: a button for each answer.
        next_step: the button that shows the answer, or asks again.
    """

    options: tuple[Button, ...]
    next_step: Button
    summary: str


WAIVE = Button("Just show me", "waive", look="quiet")
REVEAL = Button("Reveal", "reveal", look="primary", gets_focus=True)
ASK_AGAIN = Button("Ask me again", "again", gets_focus=True)


def number(
    unit: str, guess: Fraction | None, answer: Fraction | None, reason: str
) -> GuessForm | GuessedNumber | AnsweredNumber:
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
        return GuessForm(unit, "Guess first. Then you see the answer.")
    sentence = guessed_number(unit, guess)
    if answer is None:
        return GuessedNumber(REVEAL, sentence)
    verdict = ""
    if guess is not None:
        miss = guess - answer
        rounded_value = Fraction(round(100 * abs(miss)), 100) if unit == "%" else abs(miss)
        gap = _with_unit(rounded_value or abs(miss), "points" if unit == "%" else unit)
        verdict = f" You were {gap} too {'high' if miss > 0 else 'low'}." if miss else " Exactly!"
    values = () if guess is None else (("your guess", guess),)
    return AnsweredNumber(
        GuessBars((*values, ("the answer", answer)), unit),
        ASK_AGAIN,
        f"{sentence} The answer: {_with_unit(answer, unit)}.{verdict} {reason}",
    )


@render.register
def _(form: GuessForm) -> Html:
    return element(
        "form",
        element(
            "label",
            "Your guess ",
            element("input", class_="oe-input", inputmode="decimal", autocomplete="off"),
            f" {form.unit}" if form.unit else None,
        ),
        element("button", "This is my guess", type="submit", class_="oe-button"),
        render(WAIVE),
        class_="oe-buttons",
        data_act="guess",
    )


@render.register
def _(bars: GuessBars) -> Html:
    top = max(abs(value) for _, value in bars.values) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", label, scope="row"),
            bar(abs(value) / top),
            element("td", _with_unit(value, bars.unit)),
        )
        for label, value in bars.values
    )
    return element("table", element("tbody", *rows), class_="oe-bars oe-guessed")


def choice(options: Sequence[str], guess: str | None, answer: str | None, reason: str) -> Options:
    """Return the picture of a question with a few answers; words mark the guess and the answer.

    >>> choice(["yes", "no"], "no", "yes", "One side does.").summary
    'You said “no”. The answer: yes. One side does.'
    """
    is_revealed = answer is not None
    buttons = tuple(
        Button(
            option
            + (" ✓ the answer" if is_revealed and option == answer else "")
            + (" (your guess)" if is_revealed and option == guess else ""),
            "guess",
            option,
            is_disabled=is_revealed,
            is_pressed=option == guess,
        )
        for option in options
    )
    if is_revealed:
        summary = f"{guessed_choice(guess)} The answer: {answer}. {reason}"
        return Options(buttons, ASK_AGAIN, summary)
    if guess is None:
        return Options(buttons, WAIVE, "Choose first. Then you see the answer.")
    return Options(buttons, REVEAL, guessed_choice(guess))


@render.register
def _(question: Options) -> Html:
    buttons = (render(option) for option in question.options)
    return Html.of(
        element("div", *buttons, class_="oe-buttons", data_arrows=True), render(question.next_step)
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
