"""What a task is: a question with an exact answer, the wrong answers to expect, and its like.

The chapters' modules say how a question is made from a few numbers, and their files of texts in
which words it is asked. All such numbers are listed and tried here, and a question is kept only if
it is fair: no wrong answer is right by accident, no two wrong answers are the same, no other
variant has its answer (or of a choice, its prompt), and it is about as hard as the first.
"""

import string
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar
from zlib import crc32

from games.validate import integer, short_repr
from games_exercises.answers import LONGEST, Answer, read
from games_exercises.texts import fill_blanks, task_texts, texts

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
    "gathered",
    "power",
    "task",
]

Place = TypeVar("Place", bound=Hashable)
Form = Literal["number", "chance", "percent", "odds", "choice"]
Verdict = Literal["right", "known", "close", "not yet", "unread"]
MOST = 40  # variants of a task: more than a class needs


class Wrong(NamedTuple):
    """A wrong answer to expect.

    Attributes:
        value: the number to which the wrong idea leads; of a choice, its place among the options.
        idea: the idea in a few words, under which the reply stands in the chapter's file of texts.
        reply: what whoever has this idea is told, without the answer.
    """

    value: Fraction | int
    idea: str
    reply: str = ""


class Question(NamedTuple):
    """The exact answer, the wrong answers to expect, and what the words of the question need.

    Attributes:
        answer: the right one; of a choice its place among the options (`choose`).
        wrongs: the wrong answers to expect.
        options: what there is to choose from, if it is a choice.
        blanks: what fills the blanks of the texts, beside the numbers of the case.
        text: under which name the prompt stands in the chapter's file of texts.
        is_loose: whether the options have no order of their own.
    """

    answer: Fraction | int
    wrongs: tuple[Wrong, ...] = ()
    options: tuple[str, ...] = ()
    blanks: Mapping[str, object] = MappingProxyType({})
    text: str = "prompt"
    is_loose: bool = False

    @classmethod
    def of(cls, answer: Fraction | int, *wrongs: Wrong, **fields: Any) -> "Question":
        """Return a question of its answer, the wrong ones, and what else it has by name."""
        return cls(answer, wrongs, **fields)

    @classmethod
    def apart(cls, answer: Fraction | int, *wrongs: Wrong, **fields: Any) -> "Question":
        """Return the same without the wrong ideas that make no difference here (`distinct`)."""
        return cls(answer, distinct(Fraction(answer), wrongs), **fields)

    def shuffled(self, seed: str) -> "Question":
        """Return the question with its options in another order, for a seed always the same."""
        places = list(range(len(self.options)))
        Random(seed).shuffle(places)
        return self._replace(
            answer=places.index(int(self.answer)),
            wrongs=tuple(
                wrong._replace(value=places.index(int(wrong.value))) for wrong in self.wrongs
            ),
            options=tuple(self.options[place] for place in places),
        )


class Criterion(NamedTuple):
    """A line of a rubric: what earns so many points."""

    points: int
    description: str


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
        form: "number", "chance", "percent", "odds" or "choice".
        digits: how many digits are asked for, or 0 for an exact answer.
        options: what there is to choose from, if it is a choice.
        tolerance: how far an estimate may be off, as a share of the answer.
        hints: for an answer that nobody foresaw, the better one last.
        formulas: more wrong answers, by the formulas of the file of texts: ``= 2 * {faces}`` for
            a number, ``< 7/2`` and ``> 6`` for all beyond what the answer can be.
        about: what is asked for, as a noun: in replies that any number may get.
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
    tolerance: Fraction = Fraction(0)
    hints: tuple[str, ...] = ()
    formulas: tuple[Wrong, ...] = ()
    about: str = ""

    @property
    def asks(self) -> str:
        """What kind of answer is asked for, to be said before."""
        if self.options:
            return "Choose one."
        if self.form == "odds":
            return "Exact odds, in two whole numbers."
        if self.tolerance:
            return f"A good estimate: {100 * self.tolerance} % more or less will do."
        if self.form == "percent":
            return "In per cent, rounded to a whole number."
        percent = " or per cent" if self.form == "chance" else ""
        if self.digits:
            exact = "" if len(str(self.answer)) > LONGEST / 2 else "; or the exact number"  # a root
            return f"A decimal{percent}, with {self.digits} digits that count{exact}."
        return f"The exact number: if it does not end as a decimal{percent}, a fraction."

    @property
    def answer_text(self) -> str:
        """The answer as a text that `check` takes."""
        return self.format_answer(self.answer)

    def format_answer(self, value: Fraction | int) -> str:
        """Return a number as an answer to this question, or an option with its letter.

        Args:
            value: the number; of a choice the place of the option, from 0.
        """
        if self.options:
            return f"{string.ascii_lowercase[int(value)]}) {self.options[int(value)]}"
        return _format_answer(value, self.form, self.digits)


class Task:
    """A question of which there are several, all as hard and all fair.

    Attributes:
        name: the label of its exercise in the book, if it belongs to one.
        by_hand: whether pencil and paper are enough.
        form: "number", "chance", "percent", "odds" or "choice".
        digits: how many digits are asked for, or 0 for an exact answer.
    """

    def __init__(
        self,
        make: Callable[..., Question],
        name: str,
        cases: Iterable[tuple[Any, ...]],
        by_hand: bool,
        form: Form,
        digits: int,
        tolerance: Fraction,
    ) -> None:
        self.name, self.by_hand = name, by_hand
        self.form, self.digits, self.tolerance = form, digits, tolerance
        self._make, self._cases = make, tuple(cases)
        self._variants: list[Variant] = []
        self._fair_variants = self._iter_fair()

    def __repr__(self) -> str:
        return f"<Task {self.name}: {self.title}>"

    @property
    def title(self) -> str:
        """A few words."""
        return self._text("title")

    @property
    def rubric(self) -> tuple[Criterion, ...]:
        """What earns points, if a rule is changed and a derivation asked for."""
        return tuple(Criterion(*row) for row in self._words.get("rubric", ()))

    @property
    def first_case(self) -> tuple[Any, ...]:
        """The numbers of the question in the book."""
        return self._cases[0]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All questions that are fair, at most 40; the first is that of the book."""
        while self._find_next():
            pass
        return tuple(self._variants)

    def variant(self, number: int = 1) -> Variant:
        """Return a question by its number, from 1. No more are made than are needed.

        Args:
            number: 1 for the question of the book, 40 at most.

        Raises:
            TypeError, ValueError: there is none of this number.
        """
        integer("number", number, 1, MOST)
        while len(self._variants) < number and self._find_next():
            pass
        return self._variants[integer("number", number, 1, len(self._variants)) - 1]

    def after(self, number: int) -> Variant:
        """Return the question after one of this number; after the last comes the first.

        Args:
            number: of a question that there is.

        Raises:
            TypeError, ValueError: there is none of this number.
        """
        integer("number", number, 1, MOST)
        while len(self._variants) <= number and self._find_next():
            pass
        return self._variants[
            integer("number", number, 1, len(self._variants)) % len(self._variants)
        ]

    def _find_next(self) -> bool:
        """Find one more question that is fair, if there is one."""
        variant = next(self._fair_variants, None)
        if variant:
            self._variants.append(variant)
        return variant is not None

    @property
    def _words(self) -> dict[str, Any]:
        return task_texts(self._make.__module__.split(".")[-1], self.name)

    def _text(self, key: str) -> str:
        if key not in self._words:
            raise ValueError(f"Task {self.name} has no {key!r} in the TOML file of its chapter.")
        return str(self._words[key])

    def _iter_fair(self) -> Iterator[Variant]:
        variants, words = self._variants, self._words
        names = self._make.__code__.co_varnames
        for case in self._cases:
            question = self._make(*case)
            numbers = dict(zip(names, case, strict=False))
            blanks = {**numbers, **question.blanks}
            prompt = fill_blanks(self._text(question.text), blanks, self.name)
            about = blanks["about"] = "" if question.options else self._text("about")
            if question.is_loose:
                question = question.shuffled(prompt)
            variant = Variant(
                self.name,
                len(variants) + 1,
                case,
                prompt,
                Fraction(question.answer),
                tuple(
                    Wrong(
                        Fraction(value),
                        idea,
                        fill_blanks(words.get(idea, reply), blanks, self.name),
                    )
                    for value, idea, reply in question.wrongs
                ),
                self.form,
                self.digits,
                question.options,
                self.tolerance,
                tuple(fill_blanks(hint, blanks, self.name) for hint in words.get("hints", ())),
                tuple(self._formulas({**blanks, **numbers, "answer": question.answer}, blanks)),
                about,
            )
            first = variants[0] if variants else variant
            values = [variant.answer, *(wrong.value for wrong in variant.wrongs)]
            written_values = {variant.format_answer(value) for value in values}
            # Of a few options, the same may be right for several questions.
            is_new = all(
                variant.prompt != earlier.prompt
                if variant.options
                else variant.answer_text != earlier.answer_text
                for earlier in variants
            )
            is_fair = (
                len(written_values) == len(values) and is_new and len(variant.options) not in (1, 2)
            )
            is_free = variant.options or self.digits or not self.by_hand
            if is_fair and (is_free or _as_hard(variant, first)):
                yield variant
            if len(variants) == MOST:
                return

    def _formulas(self, numbers: dict[str, Any], blanks: dict[str, Any]) -> Iterator[Wrong]:
        """Yield the wrong ideas that are formulas."""
        bracketed = {name: f"({value})" for name, value in numbers.items()}
        for idea, reply in self._words.items():
            if idea[:2] in ("= ", "< ", "> "):
                value = read(fill_blanks(idea[2:], bracketed, self.name), 1000).value
                yield Wrong(value, idea, fill_blanks(reply, blanks, self.name))


def distinct(answer: Fraction, wrongs: Iterable[Wrong]) -> tuple[Wrong, ...]:
    """Leave out the wrong ideas that make no difference here; of two alike the first stays.

    Args:
        answer: the right one.
        wrongs: ideas, the likeliest first.

    >>> wrongs = [Wrong(3, "luck"), Wrong(4, "haste")]
    >>> [wrong.idea for wrong in distinct(Fraction(3), wrongs)]
    ['haste']
    """
    by_value: dict[Fraction | int, Wrong] = {}
    for wrong in wrongs:
        if wrong.value != answer:
            by_value.setdefault(wrong.value, wrong)
    return tuple(by_value.values())


def gathered(transitions: Iterable[tuple[Place, Fraction]]) -> dict[Place, Fraction]:
    """Return the chance of each place, to which several ways may lead.

    Args:
        transitions: each with the place to which it leads, and its chance.

    >>> gathered((max(face, 5), Fraction(1, 6)) for face in range(1, 7))
    {5: Fraction(5, 6), 6: Fraction(1, 6)}
    """
    chances: dict[Place, Fraction] = {}
    for place, chance in transitions:
        chances[place] = chances.get(place, Fraction(0)) + chance
    return chances


def power(exponent: int, base: object = 10) -> str:
    """Return a power as it is printed.

    >>> power(18), power(-3), power(2, "n")
    ('10¹⁸', '10⁻³', 'n²')
    """
    return f"{base}{str(exponent).translate(_RAISED)}"


_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def choose(
    right: str,
    wrongs: Iterable[tuple[str, str]],
    order: Sequence[str] = (),
    blanks: Mapping[str, object] = MappingProxyType({}),
    text: str = "prompt",
) -> Question:
    """Return a question with a few answers to choose from.

    Args:
        right: the right option.
        wrongs: the other options, each with its idea; what is the right one here, or has been there
            before, is left out.
        order: the order of the options if they have one; without it they are shuffled, always in
            the same way for the same prompt.
        blanks: what fills the blanks of the texts, beside the numbers of the case.
        text: under which name the prompt stands in the chapter's file of texts.

    >>> choose("tails", [("heads", "a coin with two heads")]).options
    ('heads', 'tails')
    """
    ideas: dict[str, str] = {}
    for option, idea in wrongs:
        if option != right:
            ideas.setdefault(option, idea)
    options = sorted([right, *ideas], key=order.index if order else None)
    return Question(
        options.index(right),
        tuple(Wrong(options.index(option), idea) for option, idea in ideas.items()),
        tuple(options),
        blanks,
        text,
        is_loose=not order,
    )


def standard_error(spread: int, games: int, single: str) -> Question:
    """Return the question how far the mean of so many games can be trusted.

    Args:
        spread: the standard deviation of one game, a blank of the prompt.
        games: how many there are; with its thousands apart the blank ``grouped``.
        single: the idea of whoever takes that deviation for the error.

    >>> standard_error(45, 100, "one game").answer
    Fraction(9, 2)
    """
    wrongs = (
        Wrong(Fraction(spread, games), "an error that shrinks like 1/n"),
        Wrong(spread, single),
    )
    blanks = {"spread": spread, "grouped": f"{games:,}"}
    return Question(Fraction(spread / sqrt(games)), wrongs, blanks=blanks)


def task(
    name: str,
    cases: Iterable[tuple[Any, ...]],
    *,
    by_hand: bool = True,
    form: Form = "number",
    digits: int = 0,
    tolerance: Fraction = Fraction(0),
) -> Callable[[Callable[..., Question]], Task]:
    """Turn a function that makes a question from a case into a `Task`.

    Its title, its prompt and all else that is said stand under its name in the chapter's file of
    texts, with blanks for the arguments of the function.

    Args:
        name: of its exercise in the book; or the page, "check", and a word; or a name of its own.
        cases: the arguments of the function, those of the book's question first.
        by_hand: whether pencil and paper are enough.
        form: "number", "chance", "percent", "odds" or "choice".
        digits: how many digits are asked for, or 0 for an exact answer.
        tolerance: of an estimate, how far it may be off, as a share of the answer.

    >>> from games_exercises.chapters.race import from_first
    >>> from_first.title, from_first.variant().answer_text
    ('Throws from the first field', '2')
    """
    return lambda make: Task(make, name, cases, by_hand, form, digits, tolerance)


def check(variant: Variant, text: str, misses: int = 0) -> Reply:
    """Return what an answer to a question is told.

    Args:
        variant: the question.
        text: what was typed: a number as `read` takes it, or of a choice the option or its letter.
        misses: how many earlier answers were not understood. After the first of them, which may be
            told that it is too large or too small, the hints get better.

    Returns:
        A verdict with a sentence; what cannot be read is told so, and raises nothing.

    >>> import games_exercises as tasks
    >>> four = tasks.task("race-exercise-four").variant()
    >>> for answer in ("172/58", "102/35", "2.966", "2", "E(1) = 86/29 throws"):
    ...     print(check(four, answer).message)
    Right; cancel by 2.
    On your board a marker that cannot go back stays where it is. Read again where it is put.
    Right, rounded. For the mean number of throws on this board an exact number is asked for: \
write a fraction.
    Not yet. Write one equation for each field: one throw, and then what each face leads to.
    Right.
    """
    reply = _reply(variant, text)
    if reply.verdict == "not yet" and (misses or not reply.message):
        hints = (*variant.hints, _slip(variant, "solution"))
        return Reply("not yet", f"Not yet. {hints[min(misses, len(hints) - 1)]}")
    return reply


def _reply(variant: Variant, text: str) -> Reply:
    if variant.options:
        return _reply_to_choice(variant, text)
    try:
        given = read(text)
    except ValueError as error:
        return Reply("unread", str(error))
    readings = [given]
    if given.grouped is not None:
        readings.append(replace(given, value=Fraction(given.grouped), step=Fraction(1)))
    replies = [_reply_to_number(variant, reading) for reading in readings]
    for verdict in ("right", "close", "known"):
        for reply in replies:
            if reply.verdict == verdict:
                return reply
    if given.grouped is None:
        return replies[0]
    decimal = f"{float(given.value):g}"
    advice = f"Write {given.grouped} without the mark, or {decimal}0"
    return Reply("unread", f"Is that {given.grouped}, or {decimal}? {advice}.")


def _reply_to_number(variant: Variant, given: Answer) -> Reply:
    """Return what a number is told."""
    if given.odds and variant.form == "chance":
        first_part, second_part = given.odds
        as_chance = _reply_to_number(
            variant, Answer(Fraction(first_part, first_part + second_part), cancel=given.cancel)
        )
        if as_chance.verdict == "right":
            return as_chance
        return Reply("unread", _slip(variant, "odds"))
    value = given.value
    if variant.form == "percent" and abs(value) > 1:
        value, given = value / 100, Answer(value / 100, given.step and given.step / 100)
    if _is_near(variant, value, variant.answer):
        is_exact = not variant.digits or bool(variant.tolerance) or value == variant.answer
        if not is_exact and given.step and given.step > unit(variant.answer, variant.digits):
            return Reply("close", _slip(variant, "digits"))
        cancel = f"; cancel by {given.cancel}" if given.cancel > 1 else ""
        return Reply("right", f"Right{cancel}.")
    if variant.form == "odds" and value == variant.answer / (1 + variant.answer):
        return Reply("known", _slip(variant, "chance"))
    wrongs = [*variant.wrongs, *(formula for formula in variant.formulas if formula.idea[0] == "=")]
    known = [wrong for wrong in wrongs if _is_near(variant, value, Fraction(wrong.value))]
    if not known and _agree(given, variant.answer):
        exact = "fraction" if variant.answer.denominator > 1 else "whole"
        return Reply("close", _slip(variant, "digits" if variant.digits else exact))
    known += [wrong for wrong in wrongs if _is_meant(variant, given, Fraction(wrong.value))]
    if known:
        return Reply("known", known[0].reply)
    for name, truth in _slips(variant):
        if _is_meant(variant, given, truth):
            return Reply("known", _slip(variant, name))
    if variant.form == "chance" and value > 1:
        return Reply("unread", _slip(variant, "percent"))
    if variant.digits and abs(value - variant.answer) <= abs(variant.answer) / 100:
        return Reply("known", _slip(variant, "near"))
    for formula in variant.formulas if given.grouped is None else ():
        if formula.idea[0] == (
            "<" if value < formula.value else ">" if value > formula.value else ""
        ):
            return Reply("not yet", formula.reply)
    return Reply("not yet", "")


def _slip(variant: Variant, name: str) -> str:
    """Return what is said to a slip, in one of several ways, and about what the task asks for."""
    wordings = texts("slips")["any"][name]
    folded = "answer" if "-check-" in variant.task else "solution"
    blanks = {"about": variant.about, "digits": variant.digits, "folded": folded}
    return fill_blanks(wordings[crc32(variant.task.encode()) % len(wordings)], blanks, variant.task)


def _slips(variant: Variant) -> Iterator[tuple[str, Fraction]]:
    """Yield what becomes of an answer by slips that can happen anywhere, by their names."""
    answer, form = variant.answer, variant.form
    if form == "chance":
        yield "opposite", 1 - answer
        yield "against", answer / (1 - answer or 1)
        yield from (("sure", Fraction(chance)) for chance in (0, 1))
    if answer and form != "odds":
        yield from (("reciprocal", 1 / answer), ("sign", -answer))
        if form == "number" and (answer.denominator > 1 or abs(answer) > 5):
            yield from (("one", answer + 1), ("one", answer - 1))
        if answer > 0:
            yield from (("root", answer**2), ("root", Fraction(sqrt(answer))))
        yield from (("double", 2 * answer), ("half", answer / 2))
        places = (-3, -2, -1, 1) if form == "chance" else (-3, -2, -1, 1, 2, 3)
        yield from (("point", answer * Fraction(10) ** n) for n in places)


def _reply_to_choice(variant: Variant, text: str) -> Reply:
    """Return what the choice of an option is told; its letter is enough."""
    given = " ".join(text.casefold().split())
    last = string.ascii_lowercase[len(variant.options) - 1]
    if not given:
        return Reply("unread", f"There is no answer yet. Choose one, from a to {last}.")
    for place, option in enumerate(variant.options):
        letter, words = string.ascii_lowercase[place], option.casefold()
        letter_forms = [letter, f"{letter})", f"({letter})", f"{letter}."]
        if given in (*letter_forms, words, f"{letter}) {words}"):
            if place == variant.answer:
                return Reply("right", "Right.")
            wrong = next(wrong for wrong in variant.wrongs if wrong.value == place)
            return Reply("known", wrong.reply)
    advice = f"Write a letter from a to {last}."
    return Reply("unread", f"{short_repr(text)} is none of the answers to choose from. {advice}")


def _is_near(variant: Variant, value: Fraction, truth: Fraction) -> bool:
    """Whether a number is another one to the digits that are asked for."""
    if variant.tolerance:
        return abs(value - truth) <= variant.tolerance * abs(truth)
    return 2 * abs(value - truth) <= (unit(truth, variant.digits) if variant.digits else 0)


def _agree(given: Answer, truth: Fraction) -> bool:
    """Whether a decimal of two digits or more, or full per cents, is another number, rounded."""
    value, step = given.value, given.step
    if step is None or (abs(value) < 10 * step and not (value and step <= Fraction(1, 100))):
        return False
    return 2 * abs(value - truth) <= step


def _is_meant(variant: Variant, given: Answer, truth: Fraction) -> bool:
    """Whether a number is a wrong one, rounded, or but for what was rounded on the way there."""
    slack = min(abs(truth) / 1000, abs(truth - variant.answer) / 10) if variant.digits else 0
    is_about = abs(given.value - truth) <= slack
    return is_about or _is_near(variant, given.value, truth) or _agree(given, truth)


def _as_hard(variant: Variant, first: Variant) -> bool:
    """Whether a question asks for about as much work as the first.

    Its answer is as long, and not seen at once; and its numbers, which say how many equations
    there are, are together not a third of those of the first, nor three times as much.
    """
    sizes = [(abs(one.numerator), abs(one.denominator)) for one in (variant.answer, first.answer)]
    is_long = all(
        abs(len(str(one)) - len(str(second))) <= 1 for one, second in zip(*sizes, strict=True)
    )
    is_plain = variant.answer in (0, 1) and first.answer not in (0, 1)
    small_numbers = [[n for n in one.case if isinstance(n, int)] for one in (variant, first)]
    sums = [sum(numbers) for numbers in small_numbers if max(numbers, default=0) <= 20]
    return is_long and not is_plain and (len(sums) < 2 or max(sums) <= 3 * min(sums))


def unit(value: Fraction, digits: int) -> Fraction:
    """Return one unit in the last of so many digits that count."""
    if value == 0:
        return Fraction(1, 10 ** (digits - 1))
    exponent = _decimal(value, digits).adjusted() - digits + 1
    return Fraction(10) ** exponent


def rounded(value: Fraction | int, digits: int) -> str:
    """Return a number as a decimal with so many digits that count."""
    value = Fraction(value)
    return str(value) if value.denominator == 1 else f"{_decimal(value, digits):f}"


def _decimal(value: Fraction, digits: int) -> Decimal:
    return Context(digits, ROUND_HALF_UP).divide(
        Decimal(value.numerator), Decimal(value.denominator)
    )


def _format_answer(value: Fraction | int, form: Form, digits: int) -> str:
    """Return a number as an answer: odds, a decimal, or a fraction.

    >>> _format_answer(Fraction(5, 9), "odds", 0), _format_answer(Fraction(5, 9), "chance", 4)
    ('5 : 9', '0.5556')
    """
    value = Fraction(value)
    if form == "odds":
        return f"{value.numerator} : {value.denominator}"
    return rounded(value, digits) if digits else str(value)
