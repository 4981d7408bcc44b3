"""Tasks as files for learning platforms: Moodle XML, text2qti (for QTI) and CSV.

Moodle's numerical questions take decimals, not fractions. So they ask for four significant digits,
or more if four do not distinguish the answers, and for odds a : b for the quotient a/b. Each wrong
answer has its comment. QTI has comments only for choices, so each question becomes a choice there.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from html import escape
from io import StringIO
from itertools import groupby, pairwise
from random import Random

from games_exercises.question import Variant, Wrong, rounded, unit

__all__ = [
    "FORMATS",
    "digits_needed",
    "ideas",
    "moodle_category",
    "moodle_choice",
    "moodle_quiz",
    "moodle_xml",
    "table",
    "text2qti",
]

DIGITS, MOST_DIGITS = 4, 9  # significant digits
MAX_WRONGS = 6  # wrong answers of a choice or a row


def digits_needed(variant: Variant) -> int | None:
    """Return how many digits distinguish the right answer to a question from all wrong ones.

    At least four are asked for, or as many as the question asks for. If nine are too few, the
    result is None, and Moodle cannot have the question.

    >>> import games_exercises as tasks
    >>> start = tasks.task("race-rule-start")
    >>> [digits_needed(variant) for variant in start.variants]
    [5, 6, 7, 4, 4, 4]
    """
    fewest = variant.digits or DIGITS
    enough_digits = (
        digits for digits in range(fewest, MOST_DIGITS + 1) if _are_apart(variant, digits)
    )
    return next(enough_digits, None)


def _are_apart(variant: Variant, digits: int) -> bool:
    """Return whether so many digits distinguish all answers."""
    numbers = sorted([variant.answer, *(Fraction(wrong.value) for wrong in variant.wrongs)])
    return all(b - a > 1.01 * unit(b, digits) for a, b in pairwise(numbers))


def _digits(variant: Variant) -> int:
    return digits_needed(variant) or DIGITS


def ideas(variant: Variant) -> tuple[Wrong, ...]:
    """Return the expected wrong answers, with those by formulas that decimals distinguish."""
    digits = _digits(variant)
    for formula in variant.formulas:
        longer_variant = replace(variant, wrongs=(*variant.wrongs, formula))
        if formula.idea[0] == "=" and _are_apart(longer_variant, digits):
            variant = longer_variant
    return variant.wrongs


def _ask(variant: Variant) -> str:
    digits = _digits(variant)
    request = "the quotient a/b of the odds a : b" if variant.form == "odds" else "the answer"
    if variant.form != "odds" and variant.answer.denominator == 1 and not variant.digits:
        return f"{variant.prompt} Exactly, or as a decimal to {digits} significant digits."
    return f"{variant.prompt} Give {request} as a decimal, to {digits} significant digits."


def _numbers(variant: Variant) -> list[tuple[Fraction, str, str, str]]:
    """Return (worth in per cent, number, tolerance, comment) per answer, the right one first."""
    digits = _digits(variant)
    rows = [(Fraction(100), variant.answer, "Right.")]
    rows += [(Fraction(0), Fraction(wrong.value), wrong.reply) for wrong in ideas(variant)]
    # The numbers get more digits than the question asks for. So a reader may round a half up or to
    # even.
    return [
        (worth, rounded(value, digits + 4), _tolerance(variant, value), comment)
        for worth, value, comment in rows
    ]


def _tolerance(variant: Variant, value: Fraction) -> str:
    if not value and variant.answer:
        return "0"  # zero is not rounded, and a small right answer may be near it
    share = variant.tolerance * abs(value) if value == variant.answer else Fraction(0)
    return rounded(max(share, unit(value, _digits(variant)) * Fraction(1001, 2000)), 4)


def _choices(variant: Variant) -> list[tuple[str, str, bool]]:
    """Return (option, comment, whether it is right) for each option of a choice."""
    replies = {int(wrong.value): wrong.reply for wrong in variant.wrongs}
    return [
        (option, replies.get(place, "Right."), place == variant.answer)
        for place, option in enumerate(variant.options)
    ]


def moodle_xml(variants: Iterable[Variant], category: str = "Odds, Exactly") -> str:
    """Return questions as Moodle XML. Each task has a category for its variants of each level.

    >>> import games_exercises as tasks
    >>> print(moodle_xml([tasks.task("race-drift").variant()]).splitlines()[1])
    <quiz>
    """
    parts, last = [], ""
    for variant in _by_level(filter(digits_needed, variants)):
        own_name = variant.task if variant.level == "usual" else f"{variant.task} ({variant.level})"
        if own_name != last:
            last = own_name
            parts.append(moodle_category(f"{category}/{own_name}"))
        name = f"{variant.task} {variant.number}"
        if variant.options:
            choices = _choices(variant)
            parts.append(moodle_choice(name, variant.prompt, choices, _general_feedback(variant)))
            continue
        answers = "\n".join(
            f'<answer fraction="{worth}" format="plain_text"><text>{number}</text>'
            f"<tolerance>{tolerance}</tolerance>"
            f'<feedback format="html"><text>{escape(comment, quote=False)}</text></feedback>'
            "</answer>"
            for worth, number, tolerance, comment in _numbers(variant)
        )
        text = escape(f"<p>{escape(_ask(variant), quote=False)}</p>", quote=False)
        parts.append(
            f'<question type="numerical"><name><text>{name}</text></name>\n'
            f'<questiontext format="html"><text>{text}</text></questiontext>\n'
            f"{_moodle_head(name, _general_feedback(variant))}\n"
            f"{answers}\n<unitgradingtype>0</unitgradingtype><showunits>3</showunits></question>"
        )
    return moodle_quiz(parts)


def _by_level(variants: Iterable[Variant]) -> Iterator[Variant]:
    """Yield the variants of each task by their levels, those that are equally hard first."""
    for _, group in groupby(variants, key=lambda variant: variant.task):
        yield from sorted(
            group, key=lambda variant: ("usual", "easier", "harder").index(variant.level)
        )


def _moodle_head(name: str, feedback: str) -> str:
    """Return the elements that all questions of Moodle have.

    Moodle recognises a question by its idnumber.
    """
    return (
        '<generalfeedback format="plain_text">'
        f"<text>{escape(feedback, quote=False)}</text></generalfeedback>"
        "<defaultgrade>1</defaultgrade><penalty>0</penalty><hidden>0</hidden>"
        f"<idnumber>{name.replace(' ', '-')}</idnumber>"
    )


def _general_feedback(variant: Variant) -> str:
    """Return what everybody is told after the quiz: the answer, and the first steps."""
    answer = variant.answer_text
    if not variant.options and not variant.digits and variant.answer.denominator > 1:
        answer += f", about {rounded(variant.answer, DIGITS)}"
    if variant.form == "odds":
        answer = f"{variant.answer_text}, so the quotient is {rounded(variant.answer, DIGITS)}"
    return " ".join([f"The answer is {answer}.", *variant.hints])


def moodle_choice(
    name: str, prompt: str, choices: Iterable[tuple[str, str, bool]], feedback: str
) -> str:
    """Return a question with a choice as an element of Moodle XML.

    Args:
        name: the name of the question in Moodle.
        prompt: the question as plain text.
        choices: the options, each with its comment and whether it is right.
        feedback: what everybody is told after the quiz.
    """
    answers = "\n".join(
        f'<answer fraction="{100 if is_right else 0}" format="plain_text">'
        f'<text>{escape(text, quote=False)}</text><feedback format="plain_text">'
        f"<text>{escape(comment, quote=False)}</text></feedback></answer>"
        for text, comment, is_right in choices
    )
    return (
        f'<question type="multichoice"><name><text>{name}</text></name>\n'
        f'<questiontext format="plain_text"><text>{escape(prompt, quote=False)}</text>'
        f"</questiontext>\n{_moodle_head(name, feedback)}"
        "<single>true</single><shuffleanswers>true</shuffleanswers>"
        f"<answernumbering>abc</answernumbering>\n{answers}\n</question>"
    )


def moodle_category(path: str) -> str:
    """Return the element of Moodle XML that begins a category of questions."""
    text = escape(f"$course$/top/{path}", quote=False)
    return f'<question type="category"><category><text>{text}</text></category></question>'


def moodle_quiz(questions: Iterable[str]) -> str:
    """Return a file of Moodle XML with these elements."""
    body = "\n".join(questions)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n{body}\n</quiz>\n'


def text2qti(variants: Iterable[Variant], title: str = "Odds, Exactly") -> str:
    """Return questions with choices in the format of text2qti, which converts them to QTI.

    The variants of a task that are equally hard are a group, from which each student draws one.

    >>> import games_exercises as tasks
    >>> print(text2qti([tasks.task("race-drift").variant()]).splitlines()[3])
    pick: 1
    """
    parts = [f"Quiz title: {title}"]
    usual = (variant for variant in variants if variant.level == "usual")
    for _, group in groupby(usual, key=lambda variant: variant.task):
        questions = [_text2qti_question(n, variant) for n, variant in enumerate(group, 1)]
        parts.append(
            "\n\n".join(["GROUP\npick: 1\npoints per question: 1", *questions, "END_GROUP"])
        )
    return "\n\n".join(parts) + "\n"


def _text2qti_question(number: int, variant: Variant) -> str:
    choices = _choices(variant)
    if not choices:
        choices = [(variant.answer_text, "Right.", True)]
        # Two numbers may look alike to the digits that the question asks for.
        wrongs = {variant.format_answer(wrong.value): wrong.reply for wrong in ideas(variant)[::-1]}
        wrongs.pop(variant.answer_text, None)
        choices += [(text, reply, False) for text, reply in list(wrongs.items())[::-1][:MAX_WRONGS]]
        if len(choices) == 1:
            choices.append(("None of these", "There is such a number; compute it.", False))
        Random(f"{variant.task} {variant.number}").shuffle(choices)
    lines = [f"Title: {variant.task} {variant.number}", f"{number}.  {_markdown(variant.prompt)}"]
    for letter, (text, comment, is_right) in zip("abcdefgh", choices, strict=False):
        mark = "*" if is_right else ""
        lines += [f"{mark}{letter})  {_markdown(text)}", f"... {_markdown(comment)}"]
    return "\n".join(lines)


def _markdown(text: str) -> str:
    return "".join(
        f"\\{character}" if character in "\\`*_#$[]<>|" else character for character in text
    )


def table(variants: Iterable[Variant]) -> str:
    """Return questions as CSV, with wrong answers and their comments.

    >>> import games_exercises as tasks
    >>> table([tasks.task("race-drift").variant()]).splitlines()[0][:36]
    'task,number,level,question,asks,answ'
    """
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    pairs = [f"{head} {n}" for n in range(1, MAX_WRONGS + 1) for head in ("wrong", "comment")]
    writer.writerow(["task", "number", "level", "question", "asks", "answer", *pairs])
    for variant in variants:
        row = [variant.task, variant.number, variant.level]
        row += [variant.prompt, variant.asks, variant.answer_text]
        for wrong in ideas(variant)[:MAX_WRONGS]:
            row += [variant.format_answer(wrong.value), wrong.reply]
        writer.writerow(row)
    return buffer.getvalue()


FORMATS: dict[str, Callable[[Iterable[Variant]], str]] = {
    "moodle.xml": moodle_xml,
    "text2qti.txt": text2qti,
    "questions.csv": table,
}
