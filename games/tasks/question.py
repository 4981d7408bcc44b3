"""What a task is: a question with an exact answer, the wrong answers to expect, and its like.

The chapters' modules say how a question is made from a few numbers. All such numbers are listed and
tried here, and a question is kept only if it is fair: no wrong answer is right by accident, no two
wrong answers are the same, no other variant has its answer (or of a choice, its prompt), and it is
about as hard as the first.
"""

import string
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from math import sqrt
from random import Random
from typing import Any, Literal, NamedTuple

from games.arguments import shown, whole
from games.tasks.answers import Answer, read

__all__ = [
    "Criterion",
    "Question",
    "Reply",
    "Task",
    "Variant",
    "Wrong",
    "check",
    "choose",
    "distinct",
    "power",
    "task",
]

Form = Literal["number", "chance", "odds", "choice"]
Verdict = Literal["right", "known", "close", "not yet", "unread"]
MOST = 40  # variants of a task: more than a class needs


class Wrong(NamedTuple):
    """A wrong answer to expect.

    Attributes:
        value: the number to which the wrong idea leads; of a choice, its place among the options.
        idea: completes "That is the number for …", or of a choice "That would be right for …".
        hint: a sentence that helps on, without the answer.
    """

    value: Fraction | int
    idea: str
    hint: str


class Question(NamedTuple):
    """A prompt in plain text, the exact answer, and the wrong answers to expect.

    Where there is something to choose, the answer is the place of the right option (`choose`).
    """

    prompt: str
    answer: Fraction | int
    wrongs: tuple[Wrong, ...] = ()
    options: tuple[str, ...] = ()


class Criterion(NamedTuple):
    """A line of a rubric: what earns so many points."""

    points: int
    what: str


class Reply(NamedTuple):
    """What an answer is told.

    Attributes:
        verdict: "right"; "known" for a wrong answer that was expected; "close" for one that is
            right as far as it goes, in digits; "not yet"; "unread" for what is no number, or none
            of the options.
        message: a sentence or two.
    """

    verdict: Verdict
    message: str


@dataclass(frozen=True)
class Variant:
    """One question of a task.

    Attributes:
        task: the task's name.
        number: 1 for the question of the book, then 2, 3, …
        case: the numbers from which the question was made.
        prompt: the question as plain text.
        answer: the exact answer; of odds a : b the quotient a/b, of a choice the place of the right
            option.
        wrongs: the wrong answers to expect.
        form: "number", "chance", "odds" or "choice".
        digits: how many digits are asked for, or 0 for an exact answer.
        options: what there is to choose from, if it is a choice.
    """

    task: str
    number: int
    case: tuple[Any, ...]
    prompt: str
    answer: Fraction
    wrongs: tuple[Wrong, ...]
    form: Form
    digits: int
    options: tuple[str, ...] = ()

    @property
    def asks(self) -> str:
        """What kind of answer is asked for, to be said before."""
        if self.options:
            return "Choose one."
        if self.form == "odds":
            return "Exact odds, such as 3 : 5."
        percent = " or per cent" if self.form == "chance" else ""
        if self.digits:
            return f"A decimal{percent}, to {self.digits} digits that count; or exact."
        return f"Exact: a whole number, a fraction, or a decimal{percent} that ends there."

    @property
    def shown(self) -> str:
        """The answer as a text that `check` takes."""
        return self.written(self.answer)

    def written(self, value: Fraction | int) -> str:
        """Return a number as an answer to this question, or an option with its letter.

        Args:
            value: the number; of a choice the place of the option, from 0.
        """
        if self.options:
            return f"{string.ascii_lowercase[int(value)]}) {self.options[int(value)]}"
        return _written(value, self.form, self.digits)

    def comment(self, wrong: Wrong) -> str:
        """Return what whoever gives this wrong answer is told.

        Args:
            wrong: one of ``wrongs``.
        """
        is_what = "would be right" if self.options else "is the number"
        return f"That {is_what} for {wrong.idea}. {wrong.hint}"


class Task:
    """A question of which there are several, all as hard and all fair.

    Attributes:
        name: the label of its exercise in the book, if it belongs to one.
        title: a few words.
        by_hand: whether pencil and paper are enough.
        form: "number", "chance", "odds" or "choice".
        digits: how many digits are asked for, or 0 for an exact answer.
        rubric: for a task that changes a rule and asks for a derivation: what earns points.
    """

    def __init__(
        self,
        make: Callable[..., Question],
        name: str,
        title: str,
        cases: Iterable[tuple[Any, ...]],
        by_hand: bool,
        form: Form,
        digits: int,
        rubric: tuple[Criterion, ...],
    ) -> None:
        self.name, self.title, self.by_hand = name, title, by_hand
        self.form, self.digits, self.rubric = form, digits, rubric
        self._make, self._cases = make, tuple(cases)
        self._found: list[Variant] = []
        self._coming = self._fair()

    def __repr__(self) -> str:
        return f"<Task {self.name}: {self.title}>"

    @property
    def first_case(self) -> tuple[Any, ...]:
        """The numbers of the question in the book."""
        return self._cases[0]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All questions that are fair, at most 40; the first is that of the book."""
        while self._more():
            pass
        return tuple(self._found)

    def variant(self, number: int = 1) -> Variant:
        """Return a question by its number, from 1. No more are made than are needed.

        Args:
            number: 1 for the question of the book, 40 at most.

        Raises:
            TypeError, ValueError: there is none of this number.
        """
        whole("number", number, 1, MOST)
        while len(self._found) < number and self._more():
            pass
        return self._found[whole("number", number, 1, len(self._found)) - 1]

    def after(self, number: int) -> Variant:
        """Return the question after one of this number; after the last comes the first.

        Args:
            number: of a question that there is.

        Raises:
            TypeError, ValueError: there is none of this number.
        """
        whole("number", number, 1, MOST)
        while len(self._found) <= number and self._more():
            pass
        return self._found[whole("number", number, 1, len(self._found)) % len(self._found)]

    def _more(self) -> bool:
        """Find one more question that is fair, if there is one."""
        found = next(self._coming, None)
        if found:
            self._found.append(found)
        return found is not None

    def _fair(self) -> Iterator[Variant]:
        found = self._found
        for case in self._cases:
            question = self._make(*case)
            it = Variant(
                self.name,
                len(found) + 1,
                case,
                question.prompt,
                Fraction(question.answer),
                tuple(Wrong(Fraction(value), *words) for value, *words in question.wrongs),
                self.form,
                self.digits,
                question.options,
            )
            first = found[0] if found else it
            numbers = [it.answer, *(wrong.value for wrong in it.wrongs)]
            told = {it.written(number) for number in numbers}
            # Of a few options, the same may be right for several questions.
            is_new = all(
                it.prompt != other.prompt if it.options else it.shown != other.shown
                for other in found
            )
            is_fair = len(told) == len(numbers) and is_new and len(it.options) not in (1, 2)
            if is_fair and (self.digits or not self.by_hand or _as_hard(it, first)):
                yield it
            if len(found) == MOST:
                return


def distinct(answer: Fraction, wrongs: Iterable[Wrong]) -> tuple[Wrong, ...]:
    """Leave out the wrong ideas that make no difference here; of two alike the first stays.

    Args:
        answer: the right one.
        wrongs: ideas, the likeliest first.

    >>> [it.idea for it in distinct(Fraction(3), [Wrong(3, "luck", ""), Wrong(4, "haste", "")])]
    ['haste']
    """
    told: dict[Fraction | int, Wrong] = {}
    for wrong in wrongs:
        if wrong.value != answer:
            told.setdefault(wrong.value, wrong)
    return tuple(told.values())


def power(exponent: int, base: object = 10) -> str:
    """Return a power as it is printed.

    >>> power(18), power(-3), power(2, "n")
    ('10¹⁸', '10⁻³', 'n²')
    """
    return f"{base}{str(exponent).translate(_RAISED)}"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def choose(
    prompt: str,
    right: str,
    wrongs: Iterable[tuple[str, str, str]],
    order: Sequence[str] = (),
) -> Question:
    """Return a question with a few answers to choose from.

    Args:
        prompt: the question.
        right: the right option.
        wrongs: the other options, each with its idea and its hint; what is the right one here, or
            has been there before, is left out.
        order: the order of the options if they have one; without it they are shuffled, always in
            the same way.

    >>> choose("Heads or tails?", "tails", [("heads", "a coin with two heads", "Turn it.")]).answer
    1
    """
    told: dict[str, tuple[str, str]] = {}
    for text, *words in wrongs:
        if text != right:
            told.setdefault(text, (words[0], words[1]))
    options = [right, *told]
    if order:
        options.sort(key=order.index)
    else:
        options.sort()
        Random(prompt).shuffle(options)
    return Question(
        prompt,
        options.index(right),
        tuple(Wrong(options.index(text), *words) for text, words in told.items()),
        tuple(options),
    )


def standard_error(prompt: str, spread: int, games: int, single: tuple[str, str]) -> Question:
    """Return the question how far the mean of so many games can be trusted.

    Args:
        prompt: the question.
        spread: the standard deviation of one game.
        games: how many there are.
        single: idea and hint for whoever takes that deviation for the error.

    >>> standard_error("…", 45, 100, ("one game", "Here are 100.")).answer
    Fraction(9, 2)
    """
    return Question(
        prompt,
        Fraction(spread / sqrt(games)),
        (
            Wrong(
                Fraction(spread, games),
                "an error that shrinks like 1/n",
                "It shrinks like 1 over the root of n.",
            ),
            Wrong(spread, *single),
        ),
    )


def task(
    name: str,
    title: str,
    cases: Iterable[tuple[Any, ...]],
    *,
    by_hand: bool = True,
    form: Form = "number",
    digits: int = 0,
    rubric: tuple[Criterion, ...] = (),
) -> Callable[[Callable[..., Question]], Task]:
    """Turn a function that makes a question from a case into a `Task`.

    Args:
        name: of its exercise in the book; or the page, "check", and a word; or a name of its own.
        title: a few words.
        cases: the arguments of the function, those of the book's question first.
        by_hand: whether pencil and paper are enough.
        form: "number", "chance", "odds" or "choice".
        digits: how many digits are asked for, or 0 for an exact answer.
        rubric: what earns points, if a derivation is asked for.

    >>> @task("coins-double", "Twice as many", [(n,) for n in (3, 4, 5)])
    ... def double(n):
    ...     return Question(f"What is twice {n}?", 2 * n)
    >>> double.variant(2).prompt, double.variant(2).shown
    ('What is twice 4?', '8')
    """
    return lambda make: Task(make, name, title, cases, by_hand, form, digits, rubric)


def check(variant: Variant, text: str) -> Reply:
    """Return what an answer to a question is told.

    Args:
        variant: the question.
        text: what was typed: a number as `read` takes it, or of a choice the option or its letter.

    Returns:
        A verdict with a sentence; what cannot be read is told so, and raises nothing.

    >>> from games import tasks
    >>> four = tasks.task("race-exercise-four").variant()
    >>> for answer in ("172/58", "102/35", "2.966", "3", "__import__('os')"):
    ...     print(check(four, answer).message)
    Right; cancel by 2.
    That is the number for a marker that stays where it is. Before field 1 it is put on field 1.
    Right as far as it goes, but an exact number is asked for: write a fraction.
    Not yet.
    "__import__('os')" is no number that can be read. Write a number such as 7, 86/29, 2 28/29, \
2.966, 34.4 % or 5 : 9.
    """
    if variant.options:
        return _chosen(variant, text)
    try:
        given = read(text)
        value = _meant(variant, given)
    except ValueError as error:
        return Reply("unread", str(error))
    if _is_near(variant, value, variant.answer):
        places = given.places
        if variant.digits and places is not None and value != variant.answer:
            needed = _places(unit(variant.answer, variant.digits))
            if places < needed:
                return Reply("close", _more_digits(variant))
        cancel = f"; cancel by {given.cancel}" if given.cancel > 1 else ""
        return Reply("right", f"Right{cancel}.")
    if variant.form == "odds" and value == variant.answer / (1 + variant.answer):
        return Reply("known", "That is the chance. The odds are asked for: chance against chance.")
    if _agree(given, value, variant.answer):
        if variant.digits:
            return Reply("close", _more_digits(variant))
        message = "Right as far as it goes, but an exact number is asked for: write a fraction."
        return Reply("close", message)
    for wrong in variant.wrongs:
        truth = Fraction(wrong.value)
        if _is_near(variant, value, truth) or _agree(given, value, truth):
            return Reply("known", variant.comment(wrong))
    return Reply("not yet", "Not yet.")


def _chosen(variant: Variant, text: str) -> Reply:
    """Return what the choice of an option is told; its letter is enough."""
    given = " ".join(text.casefold().split())
    last = string.ascii_lowercase[len(variant.options) - 1]
    if not given:
        return Reply("unread", f"There is no answer yet. Choose one, from a to {last}.")
    for place, option in enumerate(variant.options):
        letter, words = string.ascii_lowercase[place], option.casefold()
        if given in (
            letter,
            f"{letter})",
            f"({letter})",
            f"{letter}.",
            f"{letter}) {words}",
            words,
        ):
            if place == variant.answer:
                return Reply("right", "Right.")
            wrong = next(it for it in variant.wrongs if it.value == place)
            return Reply("known", variant.comment(wrong))
    how = f"Write a letter from a to {last}."
    return Reply("unread", f"{shown(text)} is none of the answers to choose from. {how}")


def _more_digits(variant: Variant) -> str:
    return f"Right as far as it goes; {variant.digits} digits that count are asked for."


def _meant(variant: Variant, given: Answer) -> Fraction:
    """Return the number in the terms of a question, or raise what to write in its place."""
    if given.odds is None or variant.form == "odds":
        return given.value
    if variant.form == "chance":
        ours, theirs = given.odds
        return Fraction(ours, ours + theirs)
    raise ValueError("A single number is asked for, not odds.")


def _is_near(variant: Variant, value: Fraction, truth: Fraction) -> bool:
    """Whether a number is another one to the digits that are asked for."""
    return 2 * abs(value - truth) <= (unit(truth, variant.digits) if variant.digits else 0)


def _agree(given: Answer, value: Fraction, truth: Fraction) -> bool:
    """Whether a decimal of three digits or more is another number, rounded."""
    shift: int = 10 ** (given.places or 0)
    return shift > 1 and abs(value) * shift >= 100 and 2 * abs(value - truth) * shift <= 1


def _as_hard(it: Variant, first: Variant) -> bool:
    """Whether the fractions of two answers differ in length by a digit at most."""
    return all(
        abs(len(str(abs(one))) - len(str(abs(other)))) <= 1
        for one, other in (
            (it.answer.numerator, first.answer.numerator),
            (it.answer.denominator, first.answer.denominator),
        )
    )


def unit(value: Fraction, digits: int) -> Fraction:
    """Return one unit in the last of so many digits that count."""
    if value == 0:
        return Fraction(1, 10 ** (digits - 1))
    exponent = _decimal(value, digits).adjusted() - digits + 1
    return Fraction(10) ** exponent


def _places(unit: Fraction) -> int:
    return len(str(unit.denominator)) - 1


def rounded(value: Fraction | int, digits: int) -> str:
    """Return a number as a decimal with so many digits that count."""
    value = Fraction(value)
    return str(value) if value.denominator == 1 else f"{_decimal(value, digits):f}"


def _decimal(value: Fraction, digits: int) -> Decimal:
    return Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator))


def _written(value: Fraction | int, form: Form, digits: int) -> str:
    """Return a number as an answer: odds, a decimal, or a fraction.

    >>> _written(Fraction(5, 9), "odds", 0), _written(Fraction(5, 9), "chance", 4)
    ('5 : 9', '0.5556')
    """
    value = Fraction(value)
    if form == "odds":
        return f"{value.numerator} : {value.denominator}"
    return rounded(value, digits) if digits else str(value)
