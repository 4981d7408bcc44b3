"""Tasks: questions with an exact answer and expected wrong answers, in many variants.

The module of a chapter makes a question from a few numbers, and its TOML file has the words. A
task tries all its numbers, and keeps a question only if it is fair: no wrong answer is right by
accident, no two wrong answers are equal, no other variant has the same answer (for a choice, the
same prompt), and the question is about as hard as the first.
"""

import re
import string
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from math import sqrt
from random import Random
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar
from unicodedata import normalize
from zlib import crc32

from games.validate import integer
from games_exercises.answers import FLOAT_DIGITS, LONGEST, Answer, is_date, read
from games_exercises.texts import fill_blanks, quote, task_texts, texts

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
Level = Literal["easier", "usual", "harder"]
MAX_VARIANTS = 40  # variants of a task; a class needs fewer

# In a choice these words have no meaning, neither in an option nor in an answer.
_IDLE_WORDS = {
    *("the", "and", "with", "und", "et", "&"),
    *("card", "cards", "face", "faces", "field", "fields", "number", "numbers"),
}
_IDLE_PHRASE = re.compile(
    r"^\W*(?:the |my )?(?:answer|choice|letter|option|antwort)(?: is| ist)?\b"
    r"|\b(?:that|those) of (?:the )?(?=fields?\b)"
)
_BECAUSE = re.compile(r"\b(?:because|since|weil|denn)\b", re.IGNORECASE)
# These words around a choice say nothing against it. Any other word leaves it to a person.
_PREPOSITIONS = {"at", "on", "in", "by", "of", "from", "mit", "bei"}
_FILLERS = {
    *("i", "think", "guess", "believe", "say", "it", "its", "is", "are", "must", "be", "so"),
    *("my", "this", "that", "only", "just", "wins", "won", "therefore", "hence", "clearly"),
    *("answer", "choice", "option", "letter", "probably"),
    *("ich", "denke", "glaube", "es", "ist", "nur", "antwort", "karte", "gewinnt"),
}
_A_GUESS = re.compile(r"^(?:just )?a guess\b")
_ARTICLE = re.compile(r"(?<!\w)a\s+\w")  # a card; but in "a, 4" and at the end it is a letter
_DASH = re.compile(r"(?<=[^\W\d_])\)? [-–—] (?=\w)")
_NEGATIONS = {"no", "not", "never", "none", "cannot", "nicht", "kein", "keine"}
# Cyrillic letters that look like Latin ones. Not в, which looks like b but is the third letter.
_LOOK_ALIKES = str.maketrans("асе", "ace")
_CYRILLIC = re.compile(r"(?<!\w)[а-я](?!\w)")
_SECOND_THOUGHTS = {"actually", "but", "or", "sorry", "aber", "oder"}


# Words for the other side, or for odds that are turned round.
_OTHER_SIDE = re.compile(
    r"other|second|opposite|revers|invers|\blos|\bander|\bzweite", re.IGNORECASE
)
_DECIMAL = r"\d+(?:[.,]\d+)?"
_RAISED_POINT = re.compile(r"([^\d/]*\d+)[·⋅∙•](\d+(?![\d^⁰-⁹¹²³⁻])[^\d/]*)")  # 5·6 for 5.6
_RANGE = re.compile(rf"[^\d/]*?({_DECIMAL}) ?(?:%? ?[-–—]|(to|bis)) ?({_DECIMAL})[^\d/]*")  # 30-35
_TWO_DECIMALS = re.compile(rf"({_DECIMAL}) ?: ?({_DECIMAL})")  # 1 : 0.4839


class Wrong(NamedTuple):
    """An expected wrong answer.

    Attributes:
        value: the number to which the wrong idea leads. For a choice, its place in the options.
        idea: the idea in a few words. It is the key of the reply in the TOML file of the chapter.
        reply: the text for somebody with this idea. It does not contain the answer.
        blanks: values for the blanks of this reply alone, as pairs of a name and a value.
    """

    value: Fraction | int
    idea: str
    reply: str = ""
    blanks: tuple[tuple[str, object], ...] = ()


class Question(NamedTuple):
    """The exact answer, the expected wrong answers, and the values for the words of a question.

    Attributes:
        answer: the right answer. For a choice, its place in the options (`choose`).
        wrongs: the expected wrong answers.
        options: the options of a choice, else empty.
        blanks: values for the blanks of the texts, besides the numbers of the case.
        text: the key of the prompt in the TOML file of the chapter.
        is_loose: whether the options have no order, and may be shuffled.
    """

    answer: Fraction | int
    wrongs: tuple[Wrong, ...] = ()
    options: tuple[str, ...] = ()
    blanks: Mapping[str, object] = MappingProxyType({})
    text: str = "prompt"
    is_loose: bool = False

    @classmethod
    def of(cls, answer: Fraction | int, *wrongs: Wrong, **fields: Any) -> "Question":
        """Return a question with these answers, and other fields by their names."""
        return cls(answer, wrongs, **fields)

    @classmethod
    def apart(cls, answer: Fraction | int, *wrongs: Wrong, **fields: Any) -> "Question":
        """Return a question as `of` does, but only with distinct wrong answers (`distinct`)."""
        return cls(answer, distinct(Fraction(answer), wrongs), **fields)

    def shuffled(self, seed: str) -> "Question":
        """Return the question with shuffled options. A seed always gives the same order."""
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
    """A line of a rubric.

    Attributes:
        points: the points that it earns.
        description: what earns the points.
    """

    points: int
    description: str


class Reply(NamedTuple):
    """The reply to an answer.

    Attributes:
        verdict: "right"; "known" for an expected wrong answer; "close" for a right answer in
            another form, such as too few digits or a chance in place of odds; "unread" for a text
            that is not a number, or not an option; "not yet" for any other answer.
        message: one or two sentences.
    """

    verdict: Verdict
    message: str


@dataclass(frozen=True)
class Variant:
    """One question of a task.

    Attributes:
        task: the name of the task.
        number: 1 for the question of the book, then 2, 3, …
        case: the numbers from which the question was made.
        prompt: the question as plain text.
        answer: the exact answer. For odds a : b this is the quotient a/b, for a choice the place
            of the right option.
        wrongs: the expected wrong answers.
        form: "number", "chance", "percent", "odds" or "choice".
        digits: how many digits the question asks for, or 0 for an exact answer.
        options: the options of a choice, else empty.
        tolerance: the largest error of an estimate, as a share of the answer.
        hints: hints for unexpected answers, the best one last.
        formulas: more wrong answers, by the formulas of the TOML file: ``= 2 * {faces}`` for a
            number, ``< 7/2`` and ``> 6`` for all numbers beyond the possible answers.
        about: the unknown as a noun, for replies that do not depend on the task.
        sides: the names of each side of odds, or of each player of a chance, the one asked for
            first. An answer may have them beside its numbers.
        by_hand: whether pencil and paper are enough.
        level: "easier" or "harder" than the usual variants of the task, which are equally hard.
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
    sides: tuple[tuple[str, ...], ...] = ()
    by_hand: bool = True
    level: Level = "usual"

    @property
    def asks(self) -> str:
        """A sentence about the kind of answer, for the reader before the answer."""
        if self.options:
            return "Choose one."
        if self.form == "odds":
            return "Exact odds, in two whole numbers."
        if self.tolerance:
            return f"An estimate, with an error of at most {100 * self.tolerance} %."
        if self.form == "percent":
            return "In per cent, rounded to a whole number."
        percent = " or per cent" if self.form == "chance" else ""
        if self.digits:
            exact = "" if len(str(self.answer)) > LONGEST / 2 else "; or the exact number"  # a root
            return f"A decimal{percent}, with {self.digits} significant digits{exact}."
        whole = "" if percent else "a whole number, "
        return f"The exact number: {whole}a fraction, or a decimal{percent} that ends."

    @property
    def answer_text(self) -> str:
        """The right answer as a text that `check` accepts."""
        return self.format_answer(self.answer)

    def format_answer(self, value: Fraction | int) -> str:
        """Return the text of an answer to this question: a number, or an option with its letter.

        Args:
            value: the number. For a choice, the place of the option, from 0.
        """
        if self.options:
            return f"{string.ascii_lowercase[int(value)]}) {self.options[int(value)]}"
        return _format_answer(value, self.form, self.digits)


class Task:
    """A question with variants that are all fair and about as hard.

    Attributes:
        name: the name of the task. If it belongs to an exercise of the book, the label of that.
        by_hand: whether pencil and paper are enough.
        form: "number", "chance", "percent", "odds" or "choice".
        digits: how many digits the question asks for, or 0 for an exact answer.
        tolerance: the largest error of an estimate, as a share of the answer.
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

    def __copy__(self) -> "Task":
        """Return the task itself: it is a constant, as a function is."""
        return self

    def __deepcopy__(self, memo: object) -> "Task":
        return self

    def __reduce__(self) -> tuple[Callable[[str], "Task"], tuple[str]]:
        """Return how a pickled task is found again: by its name."""
        from games_exercises import task as task_of_name  # it imports this module

        return task_of_name, (self.name,)

    @property
    def title(self) -> str:
        """The title of the task, a few words."""
        return self._text("title")

    @property
    def rubric(self) -> tuple[Criterion, ...]:
        """The rubric of a task with a new rule, which asks for a derivation; else empty."""
        return tuple(Criterion(*row) for row in self._words.get("rubric", ()))

    @property
    def first_case(self) -> tuple[Any, ...]:
        """The numbers of the question in the book."""
        return self._cases[0]

    @property
    def variants(self) -> tuple[Variant, ...]:
        """All fair questions, at most 40. The first one is that of the book."""
        while self._find_next():
            pass
        return tuple(self._variants)

    @property
    def usual(self) -> tuple[Variant, ...]:
        """The variants that are equally hard, by their states and steps: those for a class."""
        return tuple(variant for variant in self.variants if variant.level == "usual")

    def variant(self, number: int = 1) -> Variant:
        """Return a question by its number. Questions are made only when they are needed.

        Args:
            number: 1 for the question of the book, 40 at most.

        Raises:
            TypeError: the number is not a whole number.
            ValueError: no question has this number.
        """
        integer("number", number, 1, MAX_VARIANTS)
        while len(self._variants) < number and self._find_next():
            pass
        return self._variants[integer("number", number, 1, len(self._variants)) - 1]

    def after(self, number: int) -> Variant:
        """Return the question after the one with this number. The first follows the last.

        Args:
            number: the number of a question, from 1.

        Raises:
            TypeError: the number is not a whole number.
            ValueError: no question has this number.
        """
        integer("number", number, 1, MAX_VARIANTS)
        while len(self._variants) <= number and self._find_next():
            pass
        return self._variants[
            integer("number", number, 1, len(self._variants)) % len(self._variants)
        ]

    def _find_next(self) -> bool:
        """Find one more fair question, and return whether there was one."""
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
        variants, words, level_of = self._variants, self._words, _levels(self.name)
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
                        fill_blanks(
                            words.get(idea, reply), {**blanks, **dict(own_words)}, self.name
                        ),
                    )
                    for value, idea, reply, own_words in question.wrongs
                ),
                self.form,
                self.digits,
                question.options,
                self.tolerance,
                tuple(fill_blanks(hint, blanks, self.name) for hint in words.get("hints", ())),
                tuple(self._formulas({**blanks, **numbers, "answer": question.answer}, blanks)),
                about,
                tuple(
                    tuple(fill_blanks(name, blanks, self.name) for name in side)
                    for side in words.get("sides", ())
                ),
                self.by_hand,
                level_of.get(len(variants) + 1, "usual"),
            )
            first = variants[0] if variants else variant
            values = [variant.answer, *(wrong.value for wrong in variant.wrongs)]
            written_values = {variant.format_answer(value) for value in values}
            # Choices have few options, so the same option may be right for several questions.
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
            if len(variants) == MAX_VARIANTS:
                return

    def _formulas(self, numbers: dict[str, Any], blanks: dict[str, Any]) -> Iterator[Wrong]:
        """Yield the wrong answers that the TOML file gives by formulas."""
        bracketed_numbers = {name: f"({value})" for name, value in numbers.items()}
        for idea, reply in self._words.items():
            if idea[:2] in ("= ", "< ", "> "):
                value = read(fill_blanks(idea[2:], bracketed_numbers, self.name), 1000).value
                yield Wrong(value, idea, fill_blanks(reply, blanks, self.name))


def _levels(name: str) -> dict[int, Level]:
    """Return the level of each variant of a task that is easier or harder, by its number."""
    levels: dict[Level, list[int]] = texts("levels").get(name, {})
    return {number: level for level, numbers in levels.items() for number in numbers}


def distinct(answer: Fraction, wrongs: Iterable[Wrong]) -> tuple[Wrong, ...]:
    """Return the wrong answers that differ from the right one and from earlier ones.

    Args:
        answer: the right answer.
        wrongs: wrong answers, the likeliest first.

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
    """Return the chance of each place: the sum over all transitions that lead to it.

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
    """Return the text of a power, with a raised exponent.

    >>> power(18), power(-3), power(2, "n")
    ('10¹⁸', '10⁻³', 'n²')
    """
    return f"{base}{str(exponent).translate(_EXPONENT_SIGNS)}"


_EXPONENT_SIGNS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def choose(
    right: str,
    wrongs: Iterable[tuple[str, str]],
    order: Sequence[str] = (),
    blanks: Mapping[str, object] = MappingProxyType({}),
    text: str = "prompt",
    details: Mapping[str, Mapping[str, object]] = MappingProxyType({}),
) -> Question:
    """Return a question with a few answers to choose from.

    Args:
        right: the right option.
        wrongs: the other options, each with its idea. An option that equals the right one or an
            earlier one is left out.
        order: the order of the options, if they have one. Without it they are shuffled, always in
            the same way for the same prompt.
        blanks: values for the blanks of the texts, besides the numbers of the case.
        text: the key of the prompt in the TOML file of the chapter.
        details: for an option, values for the blanks of its reply alone.

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
        tuple(
            Wrong(options.index(option), idea, blanks=tuple(details.get(option, {}).items()))
            for option, idea in ideas.items()
        ),
        tuple(options),
        blanks,
        text,
        is_loose=not order,
    )


def standard_error(spread: int, games: int, single: str) -> Question:
    """Return the question about the standard error of a mean over some games.

    Args:
        spread: the standard deviation of one game, which fills a blank of the prompt.
        games: the number of games. With a mark between thousands it fills the blank ``grouped``.
        single: the wrong idea that the error of the mean is the deviation of one game.

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

    The TOML file of the chapter has the title, the prompt and the replies under the name of the
    task, with blanks for the arguments of the function.

    Args:
        name: the label of an exercise in the book; or the page, "check", and a word; or any other
            name.
        cases: the arguments of the function, those of the question in the book first.
        by_hand: whether pencil and paper are enough.
        form: "number", "chance", "percent", "odds" or "choice".
        digits: how many digits the question asks for, or 0 for an exact answer.
        tolerance: the largest error of an estimate, as a share of the answer.

    >>> from games_exercises.chapters.race import from_first
    >>> from_first.title, from_first.variant().answer_text
    ('Throws from the first field', '2')
    """
    return lambda make: Task(make, name, cases, by_hand, form, digits, tolerance)


def check(variant: Variant, text: str, misses: int = 0) -> Reply:
    """Return the reply to an answer.

    Args:
        variant: the question.
        text: the text that was typed: a number as `read` accepts it, or for a choice the option
            or its letter.
        misses: how many earlier answers were not understood. The reply to the first one may say
            that it is too large or too small. Later replies are hints, which get better.

    Returns:
        A verdict with a sentence. A text that cannot be read raises no error.

    >>> import games_exercises as tasks
    >>> four = tasks.task("race-exercise-four").variant()
    >>> for answer in ("172/58", "102/35", "2.966", "2", "E(1) = 86/29 throws"):
    ...     print(check(four, answer).message)
    Right; cancel by 2.
    You let a marker stay in its place if it cannot go back so far. By the rule of this race it is \
put on field 1.
    Your number is right, but rounded. Write the exact fraction for the mean number of throws on \
this board.
    Not yet. Write one equation for each field: 1 for the throw, plus the mean over the fields to \
which the faces lead.
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
        answer = read(text, is_odds=variant.form == "odds")
    except ValueError as error:
        return Reply("unread", str(error))
    if variant.form == "odds" and not answer.odds:
        return _reply_to_no_odds(variant, answer)
    if variant.form == "odds" and _is_quotient(variant, text):
        return _reply_to_no_odds(variant, Answer(variant.answer, Fraction(1)))
    if variant.sides and _is_of_other_side(variant, text):
        own_words, other_words = (side[0] for side in variant.sides[:2])
        is_odds = variant.form == "odds"
        quantity = f"the odds of {own_words} against {other_words}" if is_odds else variant.about
        numbers = "two numbers" if is_odds else "one number"
        return Reply("unread", f"Write {quantity} as {numbers}, without the words.")
    if (
        variant.form == "odds"
        and answer.value != variant.answer
        and _is_rounded_odds(variant, text)
    ):
        return Reply("close", _slip(variant, "rounded_odds"))
    readings, question = [answer], ""
    is_chance = variant.form in ("chance", "percent")
    if answer.grouped is not None and variant.form != "chance":  # a chance has no thousands
        readings.append(replace(answer, value=Fraction(answer.grouped), step=Fraction(1)))
        decimal = f"{float(answer.value):g}"
        advice = f"Write {answer.grouped} without the mark, or {decimal}0"
        question = f"Is that {answer.grouped}, or {decimal}? {advice}."
    if answer.mixed is not None and not is_chance:
        readings.append(Answer(answer.mixed))
        integer, part = divmod(answer.mixed, 1)
        mixed_text, difference = f"{integer} {part}", f"{integer} - {part}"
        question = f"Is that {mixed_text}, or {difference}? Write “{mixed_text}” or “{difference}”."
    if answer.other is not None and not (is_chance and answer.other > 1):
        readings.append(Answer(answer.other))
        question = f"Is that {answer.other}, or {answer.value}? Write the number alone."
    if raised_match := _RAISED_POINT.fullmatch(text.strip()):
        point = f"{raised_match[1]}.{raised_match[2]}".strip()
        with suppress(ValueError):
            readings.append(read(point))
        question = f"Is that {point}, or a product? Write “{point}”, or the product as one number."
    replies = [_reply_to_number(variant, reading) for reading in readings]
    is_range = variant.form != "odds" and _is_range(text, is_odds=is_chance)
    if is_range and "right" not in [reply.verdict for reply in replies]:
        advice = "Write only the one that you mean."
        return Reply("unread", f"{quote(text)} names more than one number. {advice}")
    for verdict in ("right", "close", "known"):
        for reply in replies:
            if reply.verdict == verdict:
                return reply
    return Reply("unread", question) if question else replies[0]


def _is_quotient(variant: Variant, text: str) -> bool:
    """Return whether the odds in a text such as 2,5 are rather their quotient with a comma."""
    match = re.fullmatch(r"(\d+),(\d+)", text.strip())
    if not match:
        return False
    whole, part = match.groups()
    is_pair = int(whole) == variant.answer * int(part)
    quotient = Fraction(f"{whole}.{part}")
    return not is_pair and abs(quotient - variant.answer) <= Fraction(1, 10 ** len(part))


def _is_of_other_side(variant: Variant, text: str) -> bool:
    """Return whether an answer may be that of another side, by the words beside its numbers.

    For odds of RRB against RBB these are RBB : RRB = 2 : 1, or 2 : 1 for the other word.
    """
    side_of = {name.casefold(): n for n, side in enumerate(variant.sides) for name in side}
    words = re.findall(r"[^\W\d_]+", text.casefold())
    first = next((side_of[word] for word in words if word in side_of), 0)
    return first > 0 or bool(_OTHER_SIDE.search(text))


def _is_rounded_odds(variant: Variant, text: str) -> bool:
    """Return whether odds such as 1 : 0.4839 are rounded from the right ones.

    Their decimals have at least two digits, as the other answers that are close.
    """
    match = _TWO_DECIMALS.fullmatch(text.strip())
    if not match:
        return False
    parts = [Fraction(part.replace(",", ".")) for part in match.groups()]
    places = [
        len(re.split("[.,]", part)[1]) if part.strip("0123456789") else 0 for part in match.groups()
    ]
    steps = [Fraction(1, 2 * 10**n) if n else Fraction(0) for n in places]
    if not any(steps) or any(part < 10 * 2 * step for part, step in zip(parts, steps, strict=True)):
        return False
    lowest = (parts[0] - steps[0]) / (parts[1] + steps[1])
    highest = (parts[0] + steps[0]) / (parts[1] - steps[1])
    return lowest <= variant.answer <= highest


def _is_range(text: str, *, is_odds: bool) -> bool:
    """Return whether an answer is a range of numbers, such as 30-35, and not a difference.

    Args:
        text: the answer.
        is_odds: whether the word "to" rather stands for odds, as in 1 to 5.
    """
    match = _RANGE.fullmatch(" ".join(text.split()))
    if not match or (is_odds and match[2]):
        return False
    low, high = (Fraction(match[n].replace(",", ".")) for n in (1, 3))
    return low < high


def _reply_to_no_odds(variant: Variant, answer: Answer) -> Reply:
    """Return the reply to a number that is given where odds are asked for.

    A bare 1/2 may mean the odds 1 : 2 or the chance 1/2, whose odds are 1 : 1.
    """
    chance = variant.answer / (1 + variant.answer)
    if answer.value == chance or _agree(answer, chance):
        return Reply("close", _slip(variant, "chance"))
    advice = "Odds are two whole numbers with a colon between them"
    if answer.step is not None or not 0 < answer.value < 1:
        return Reply("unread", f"{advice}.")
    numerator, denominator = answer.value.as_integer_ratio()
    readings = f"the odds {numerator} : {denominator}, or the chance {numerator}/{denominator}"
    return Reply("unread", f"Is that {readings}? {advice}.")


def _reply_to_number(variant: Variant, answer: Answer) -> Reply:
    """Return the reply to a number."""
    if answer.odds and variant.form in ("chance", "percent"):
        first_part, second_part = answer.odds
        if variant.form == "chance" and min(answer.odds) >= 0:
            chance = Fraction(first_part, first_part + second_part)
            as_chance = _reply_to_number(variant, Answer(chance, cancel=answer.cancel))
            if as_chance.verdict == "right":
                return as_chance
        return Reply("unread", _slip(variant, "odds"))
    value = answer.value
    if variant.form == "percent" and abs(value) > 1 and not answer.is_percent:
        value, answer = value / 100, Answer(value / 100, answer.step and answer.step / 100)
    if _is_near(variant, value, variant.answer):
        is_exact = not variant.digits or bool(variant.tolerance) or value == variant.answer
        if not is_exact and answer.step and answer.step > unit(variant.answer, variant.digits):
            return Reply("close", _slip(variant, "digits"))
        cancel = f"; cancel by {answer.cancel}" if answer.cancel > 1 else ""
        return Reply("right", f"Right{cancel}.")
    exact = "fraction" if variant.answer.denominator > 1 else "whole"
    if answer.agrees(variant.answer):
        is_decimal = Fraction(_decimal(variant.answer, FLOAT_DIGITS)) == variant.answer
        if is_decimal or not variant.by_hand:  # only the last bits of a float are wrong
            return Reply("right", "Right.")
        return Reply("close", _slip(variant, exact))
    wrongs = [*variant.wrongs, *(formula for formula in variant.formulas if formula.idea[0] == "=")]
    known_wrongs = [wrong for wrong in wrongs if answer.agrees(Fraction(wrong.value))]
    known_wrongs += [wrong for wrong in wrongs if _is_near(variant, value, Fraction(wrong.value))]
    is_cut_off = _is_cut_off(answer, variant.answer)
    if not known_wrongs and (is_cut_off or _agree(answer, variant.answer)):
        if not variant.digits:
            return Reply("close", _slip(variant, exact))
        is_short = (answer.step or 0) > unit(variant.answer, variant.digits)
        return Reply("close", _slip(variant, "digits" if is_short else "near"))
    known_wrongs += [wrong for wrong in wrongs if _is_meant(variant, answer, Fraction(wrong.value))]
    if known_wrongs:
        return Reply("known", known_wrongs[0].reply)
    if variant.form == "chance" and value > 1 and _is_near(variant, value / 100, variant.answer):
        return Reply("unread", _slip(variant, "percent"))  # 10 for 10 %, and not for 1/10
    for name, truth in _slips(variant):
        if _is_meant(variant, answer, truth):
            return Reply("known", _slip(variant, name))
    if variant.form == "chance" and value > 1:
        return Reply("unread", _slip(variant, "percent"))
    if variant.digits and abs(value - variant.answer) <= abs(variant.answer) / 100:
        return Reply("known", _slip(variant, "near"))
    for formula in variant.formulas if answer.grouped is None else ():
        if formula.idea[0] == (
            "<" if value < formula.value else ">" if value > formula.value else ""
        ):
            return Reply("not yet", formula.reply)
    return Reply("not yet", "")


def _slip(variant: Variant, name: str) -> str:
    """Return the reply to a general slip. The task selects one of several wordings."""
    wordings = texts("slips")["any"][name]
    folded_part = "answer" if "-check-" in variant.task else "solution"
    blanks = {"about": variant.about, "digits": variant.digits, "folded": folded_part}
    return fill_blanks(wordings[crc32(variant.task.encode()) % len(wordings)], blanks, variant.task)


def _slips(variant: Variant) -> Iterator[tuple[str, Fraction]]:
    """Yield the names and the results of general slips, which can happen in any task."""
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
    """Return the reply to a choice: an option or its letter, and perhaps a reason after it."""
    last = string.ascii_lowercase[len(variant.options) - 1]
    if not _words_and_signs(text):
        return Reply("unread", f"There is no answer yet. Choose one, from a to {last}.")
    place = _place_of_choice(variant.options, text)
    if place is None and is_date(text):
        reason = "is a date. A spreadsheet may have made it"
        return Reply("unread", f"{quote(text)} {reason}. Write a letter from a to {last}.")
    if place is None and _CYRILLIC.search(text.casefold()):
        advice = f"Write a Latin letter from a to {last}."
        return Reply("unread", f"{quote(text)} has a Cyrillic letter. {advice}")
    if place is None:
        advice = f"Write a letter from a to {last}."
        return Reply("unread", f"{quote(text)} is none of the answers to choose from. {advice}")
    if place == variant.answer:
        return Reply("right", "Right.")
    return Reply("known", next(wrong for wrong in variant.wrongs if wrong.value == place).reply)


def _place_of_choice(options: Sequence[str], text: str) -> int | None:
    """Return the place of the option that a text names, or None if it is not certain.

    >>> options = ("3", "2, 3 and 5", "none")
    >>> [
    ...     _place_of_choice(options, text)
    ...     for text in ("faces 2, 3 und 5", "c, because 1 is no prime")
    ... ]
    [1, 2]
    >>> _place_of_choice(options, "c because b is wrong") is None
    True
    """
    choice, *reasons = _BECAUSE.split(text, maxsplit=1)
    choice = _CYRILLIC.sub(lambda match: match[0].translate(_LOOK_ALIKES), choice.casefold())
    answer = _words_and_signs(choice)
    letters = string.ascii_lowercase[: len(options)]
    words_of = [_words_and_signs(option) for option in options]
    places = [
        place
        for place, (letter, words) in enumerate(zip(letters, words_of, strict=True))
        if answer in {(letter,), words, (letter, *words)}
    ]
    places = places or _places_of_free_text(words_of, choice)
    if not places:
        return None
    place = places[0]
    names = {*letters, *map(str.casefold, options)} - {letters[place], options[place].casefold()}
    return place if all(_is_reason(reason, names) for reason in reasons) else None


def _places_of_free_text(words_of: Sequence[tuple[str, ...]], text: str) -> list[int]:
    """Return the place of the only option that a text with other words names, or nothing.

    The text has the letter of the option, or all its words, or both. All other words are fillers.

    Args:
        words_of: the words of each option.
        text: the text in small letters, without a reason.

    >>> words_of = [("zara", "3"), ("zara", "4"), ("3", "5")]
    >>> texts = ("i think b", "b, 4", "zara at card 4", "5/3", "b, 3", "not b")
    >>> [_places_of_free_text(words_of, text) for text in texts]
    [[1], [1], [1], [2], [], []]
    """
    plain = _A_GUESS.sub("", re.sub(r"(?<=[^\W\d_])['’](?=[^\W\d_])", "", text.strip()))
    answer = _words_and_signs(_DASH.sub(" ", plain))
    letters = tuple(string.ascii_lowercase[: len(words_of)])
    named_words = [word for word in answer if word in letters]
    if named_words:
        if len(named_words) > 1 or _ARTICLE.search(plain) or not _NEGATIONS.isdisjoint(answer):
            return []
        place = letters.index(named_words[0])
        idle = {*_FILLERS, *_PREPOSITIONS, *named_words}
        rest = tuple(word for word in answer if word not in idle)
        return [place] if _belongs_to_one(rest, place, words_of) else []
    return [place for place in range(len(words_of)) if _is_content(answer, place, words_of)]


def _belongs_to_one(rest: tuple[str, ...], place: int, words_of: Sequence[tuple[str, ...]]) -> bool:
    """Return whether the words beside the letter of an option do not speak for another one."""
    own_words = words_of[place]
    if all(word.isdecimal() for word in own_words):
        return not rest or sorted(rest) == sorted(own_words)
    starts = range(len(own_words) - len(rest) + 1)
    is_part = any(own_words[start : start + len(rest)] == rest for start in starts)
    is_of_another = rest != own_words and rest in words_of
    return is_part and all(map(str.isalnum, rest)) and not is_of_another


def _is_content(answer: tuple[str, ...], place: int, words_of: Sequence[tuple[str, ...]]) -> bool:
    """Return whether a text has all words of an option, and besides only fillers.

    Numbers may stand in any order, and so may a name and a number.
    """
    own_words = words_of[place]
    is_set = all(word.isdecimal() for word in own_words)
    idle = {*_FILLERS, *(() if is_set else _PREPOSITIONS)} - {*own_words}
    if is_set and not any("/" in words for words in words_of):
        idle.add("/")
    words = tuple(word for word in answer if word not in idle)
    if words == own_words:
        return True
    is_loose = is_set or (len(own_words) == 2 and all(map(str.isalnum, own_words)))
    alike = [word_list for word_list in words_of if sorted(word_list) == sorted(own_words)]
    return is_loose and sorted(words) == sorted(own_words) and len(alike) == 1


def _is_reason(text: str, other_names: Collection[str]) -> bool:
    """Return whether the words after "because" take nothing back.

    They do not name another option by its letter or by its only word, and have no word such as
    "or". The word a names an option only at the end. Elsewhere it is an article.
    """
    words = re.findall(r"[^\W\d_]+", text.casefold())
    names = {*other_names, *_SECOND_THOUGHTS}
    return names.isdisjoint(words[-1:]) and (names - {"a"}).isdisjoint(words)


def _words_and_signs(text: str) -> tuple[str, ...]:
    """Return the words, numbers and signs of an option.

    Spaces, brackets, and words such as "the", "and", "with" and "faces" make no difference.

    >>> _words_and_signs("Answer: (B)."), _words_and_signs("x² − 3, 4")
    (('b',), ('x', '^', '2', '-', '3', '4'))
    >>> _words_and_signs("those of the fields 1 & 2")
    ('1', '2')
    """
    plain = re.sub("([⁰¹²³⁴-⁹]+)", r"^\1", text.replace("−", "-"))
    plain = normalize("NFKC", plain).casefold().replace("**", "^")
    plain = _IDLE_PHRASE.sub("", re.sub(r"[·⋅×]|(?<=\d) ?x ?(?=\d)", "*", plain))
    words = re.findall(r"\d+|[^\W\d_]+|[^\w\s.,:;()'\"“”!?{}]", plain)
    return tuple(word for word in words if word not in _IDLE_WORDS)


def _is_near(variant: Variant, value: Fraction, truth: Fraction) -> bool:
    """Return whether two numbers agree to the digits that the question asks for."""
    if variant.tolerance:
        return abs(value - truth) <= variant.tolerance * abs(truth)
    return 2 * abs(value - truth) <= (unit(truth, variant.digits) if variant.digits else 0)


def _agree(answer: Answer, truth: Fraction) -> bool:
    """Return whether an answer is a rounded number, or a float of it.

    A rounded number is a decimal of at least two digits, or a full per cent.
    """
    value, step = answer.value, answer.step
    if step is None or (abs(value) < 10 * step and not (value and step <= Fraction(1, 100))):
        return False
    return 2 * abs(value - truth) <= step or answer.agrees(truth)


def _is_cut_off(answer: Answer, truth: Fraction) -> bool:
    """Return whether an answer is a decimal of three digits or more that was not rounded up."""
    value, step = answer.value, answer.step
    if step is None or abs(value) < 100 * step or value * truth < 0:
        return False
    return 0 <= abs(truth) - abs(value) < step


def _is_meant(variant: Variant, answer: Answer, truth: Fraction) -> bool:
    """Return whether an answer is a wrong number, perhaps rounded at the end or on the way."""
    slack = min(abs(truth) / 1000, abs(truth - variant.answer) / 10) if variant.digits else 0
    is_about = abs(answer.value - truth) <= slack
    return is_about or _is_near(variant, answer.value, truth) or _agree(answer, truth)


def _as_hard(variant: Variant, first: Variant) -> bool:
    """Return whether a question asks for about as much work as the first.

    Its answer has about the same length, and is not 0 or 1 unless that of the first is. Small
    numbers say how many equations there are. Their sum is at least a third of the sum for the
    first question, and at most three times that sum.
    """
    sizes = [
        (abs(value.numerator), abs(value.denominator)) for value in (variant.answer, first.answer)
    ]
    is_long = all(
        abs(len(str(size)) - len(str(other_size))) <= 1
        for size, other_size in zip(*sizes, strict=True)
    )
    is_plain = variant.answer in (0, 1) and first.answer not in (0, 1)
    small_numbers = [[n for n in entry.case if isinstance(n, int)] for entry in (variant, first)]
    sums = [sum(numbers) for numbers in small_numbers if max(numbers, default=0) <= 20]
    return is_long and not is_plain and (len(sums) < 2 or max(sums) <= 3 * min(sums))


def unit(value: Fraction, digits: int) -> Fraction:
    """Return one unit in the last of the given number of significant digits."""
    if value == 0:
        return Fraction(1, 10 ** (digits - 1))
    exponent = _decimal(value, digits).adjusted() - digits + 1
    return Fraction(10) ** exponent


def rounded(value: Fraction | int, digits: int) -> str:
    """Return a number as a decimal with the given number of significant digits."""
    value = Fraction(value)
    return str(value) if value.denominator == 1 else f"{_decimal(value, digits):f}"


def _decimal(value: Fraction, digits: int) -> Decimal:
    return Context(digits, ROUND_HALF_UP).divide(
        Decimal(value.numerator), Decimal(value.denominator)
    )


def _format_answer(value: Fraction | int, form: Form, digits: int) -> str:
    """Return the text of an answer: odds, a decimal, or a fraction.

    >>> (
    ...     _format_answer(Fraction(5, 9), "odds", 0),
    ...     _format_answer(Fraction(5, 9), "chance", 4),
    ... )
    ('5 : 9', '0.5556')
    """
    value = Fraction(value)
    if form == "odds":
        return f"{value.numerator} : {value.denominator}"
    return rounded(value, digits) if digits else str(value)
