"""Printed sheets: a page with different numbers for each student, and a key for the teacher.

>>> from games_exercises.rosters import read_roster
>>> roster = read_roster("student\\nAnna Bauer\\nBen Cohen\\n")
>>> names = "race-exercise-four", "lucky-exercise-conway"
>>> [
...     (page.student, page.number)
...     for page in deal(roster.students, names, seed=7)
... ][:2]
[('Anna Bauer', 5), ('Anna Bauer', 36)]
"""

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.resources import files
from itertools import islice, product
from math import prod
from random import Random
from types import MappingProxyType
from typing import NamedTuple

import games_exercises as tasks
from games.validate import integer
from games_exercises.rosters import Student, known_as

__all__ = ["PAGE", "Homework", "Sheet", "deal", "different_sheets", "key", "rules", "sheets"]

MOST_TASKS = 30
MOST_TRIES = 10_000  # combinations of variants that are tried for a sheet that nobody has

PAGE = (files("games_exercises") / "sheets.html").read_text("utf-8")


class Homework(NamedTuple):
    """The head of each sheet.

    Attributes:
        title: the title of each sheet.
        due: the day on which the sheets are due, as it is to be printed, or an empty text.
        points: the points of tasks, by their names. Other tasks have 1 point, or as many as their
            rubric.
    """

    title: str = "Odds, Exactly"
    due: str = ""
    points: Mapping[str, int] = MappingProxyType({})

    def points_of(self, task: str) -> int:
        """Return the points of a task.

        >>> (
        ...     Homework().points_of("race-rule-start"),
        ...     Homework(points={"race-drift": 2}).points_of("race-drift"),
        ... )
        (4, 2)
        """
        rubric = sum(criterion.points for criterion in tasks.task(task).rubric)
        return self.points.get(task, rubric or 1)


HOMEWORK = Homework()


class Sheet(NamedTuple):
    """A question of a student.

    Attributes:
        student: the name as the roster has it.
        task: the name of the task.
        number: the number of the variant.
        id: what identifies the student besides the name, or an empty text.
    """

    student: str
    task: str
    number: int
    id: str = ""

    @property
    def owner(self) -> tuple[str, str]:
        """The student in a form that is equal for all spellings of the name."""
        return known_as(self.student), self.id.casefold()

    @property
    def variant(self) -> tasks.Variant:
        """The question itself."""
        return tasks.task(self.task).variant(self.number)


def deal(students: Sequence[Student], names: Sequence[str], seed: int = 1) -> tuple[Sheet, ...]:
    """Return the variants of each student. Neighbours on the roster get different variants.

    Those variants of each task that are equally hard are shuffled and dealt like cards. After the
    last one, the next round begins at a later one. If somebody has all these variants together, the
    student gets another combination, as long as there is one. The same students, tasks and seed
    give the same sheets.

    Args:
        students: the students in the order of the roster.
        names: the names of the tasks, at least one.
        seed: a whole number of at least 0. Another seed gives other sheets.

    Raises:
        TypeError: the seed is not a whole number.
        ValueError: a task does not exist or is named twice, or there are too many tasks.

    >>> dealt = deal((Student("Anna"), Student("Ben")), ("race-drift",), seed=1)
    >>> [(sheet.student, sheet.number) for sheet in dealt]
    [('Anna', 6), ('Ben', 4)]
    """
    integer("seed", seed, 0)
    repeated_names = [name for name, count in Counter(names).items() if count > 1]
    if repeated_names:
        raise ValueError(f"The task {repeated_names[0]!r} is named twice.")
    if not 1 <= len(names) <= MOST_TASKS:
        raise ValueError(f"There are {len(names)} tasks, but must be 1 to {MOST_TASKS} on a sheet.")
    decks = {}
    for name in names:
        deck = [variant.number for variant in tasks.task(name).usual]
        Random(f"{seed} {name}").shuffle(deck)
        decks[name] = deck

    def usual(place: int) -> tuple[int, ...]:
        numbers = []
        for column, deck in enumerate(decks.values()):
            rounds = place // len(deck) * (column % max(len(deck) - 1, 1))
            numbers.append(deck[(place + rounds) % len(deck)])
        return tuple(numbers)

    combinations: list[tuple[int, ...]] = []
    used_combinations: set[tuple[int, ...]] = set()
    for place in range(len(students)):
        numbers = usual(place)
        if numbers in used_combinations:
            free_options = islice(
                (
                    deal_option
                    for deal_option in product(*decks.values())
                    if deal_option not in used_combinations
                ),
                MOST_TRIES,
            )
            previous = combinations[-1]
            numbers = min(
                free_options,
                key=lambda deal_option: sum(
                    a == b for a, b in zip(deal_option, previous, strict=True)
                ),
                default=numbers,
            )
        combinations.append(numbers)
        used_combinations.add(numbers)
    return tuple(
        Sheet(student.name, name, number, student.id)
        for student, numbers in zip(students, combinations, strict=True)
        for name, number in zip(names, numbers, strict=True)
    )


def different_sheets(dealt_sheets: Sequence[Sheet]) -> tuple[int, int, int]:
    """Return how many students there are, how many sheets differ, and how many could differ.

    >>> different_sheets(deal((Student("Anna"), Student("Ben")), ("race-drift",)))
    (2, 2, 10)
    """
    by_student: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for sheet in dealt_sheets:
        by_student.setdefault(sheet.owner, []).append((sheet.task, sheet.number))
    names = dict.fromkeys(sheet.task for sheet in dealt_sheets)
    possible = prod(len(tasks.task(name).usual) for name in names)
    return (
        len(by_student),
        len({tuple(questions) for questions in by_student.values()}),
        possible,
    )


@cache
def _rules() -> dict[str, dict[str, str]]:
    return tomllib.loads((files("games_exercises") / "rules.toml").read_text("utf-8"))


def rules(variants: Iterable[tasks.Variant]) -> tuple[str, ...]:
    """Return the rules of the games of some questions, each once.

    Args:
        variants: the questions.

    >>> [text[:9] for text in rules([tasks.task("race-drift").variant()])]
    ['The race:']
    """
    chapters = {task.name: name for name in tasks.CHAPTERS for task in tasks.chapter(name)}
    texts = {
        rule["text"]: None
        for variant in variants
        for rule in _rules().values()
        if rule.get("chapter") == chapters[variant.task]
        or ("words" in rule and re.search(rule["words"], variant.prompt))
    }
    return tuple(texts)


def sheets(dealt_sheets: Sequence[Sheet], homework: Homework = HOMEWORK) -> str:
    """Return a page of HTML to print: a sheet for each student, with the rules of the games.

    Args:
        dealt_sheets: the questions of a class.
        homework: the head of each sheet. The name of the student follows.

    >>> page = sheets(deal((Student("Anna <3"),), ("race-exercise-four",)))
    >>> "Anna &lt;3" in page, "102/35" in page
    (True, False)
    """
    by_student: dict[tuple[str, str], list[Sheet]] = {}
    for sheet in dealt_sheets:
        by_student.setdefault(sheet.owner, []).append(sheet)
    names = _distinct_names(dealt_sheets)
    parts = []
    for owner, own_sheets in by_student.items():
        student = names[owner]
        points = sum(homework.points_of(sheet.task) for sheet in own_sheets)
        due = f"Due: {escape(homework.due)}. " if homework.due else ""
        lines = [f'<p class="due">{due}{_points(points)} in all.</p>']
        lines += [
            f'<p class="rules">{escape(text)}</p>'
            for text in rules(sheet.variant for sheet in own_sheets)
        ]
        questions = "\n".join(_question(sheet, homework) for sheet in own_sheets)
        head = f"<h1>{escape(homework.title)}: {escape(student)}</h1>"
        parts.append(f"<section>{head}\n{''.join(lines)}<ol>{questions}</ol></section>")
    return PAGE.format(title=escape(homework.title), body="\n".join(parts))


def _distinct_names(dealt_sheets: Sequence[Sheet]) -> dict[tuple[str, str], str]:
    """Return the name of each student, with what else tells namesakes apart."""
    first_sheets = {sheet.owner: sheet for sheet in reversed(dealt_sheets)}
    namesakes = Counter(name for name, _ in first_sheets)
    return {
        owner: f"{sheet.student} ({sheet.id})" if namesakes[owner[0]] > 1 else sheet.student
        for owner, sheet in first_sheets.items()
    }


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


def _question(sheet: Sheet, homework: Homework) -> str:
    variant, rubric = sheet.variant, tasks.task(sheet.task).rubric
    points = _points(homework.points_of(sheet.task))
    asks = f'<p class="asks">{escape(variant.asks)} {points}. <small>({sheet.task})</small></p>'
    room = '<div class="derivation"></div>' if rubric else ""
    options = "".join(
        f'<p class="option">{escape(variant.format_answer(place))}</p>'
        for place in range(len(variant.options))
    )
    return f'<li>{escape(variant.prompt)}{asks}{options}{room}<p class="answer">Answer:</p></li>'


def key(dealt_sheets: Sequence[Sheet], homework: Homework = HOMEWORK) -> str:
    """Return the page for the teacher: the answers, the expected wrong answers, and the rubrics.

    Args:
        dealt_sheets: the questions of a class.
        homework: the head of each sheet.

    >>> dealt = deal((Student("Anna"),), ("race-exercise-four",))
    >>> "102/35" in key(dealt)  # a wrong answer to expect
    False
    """
    names = _distinct_names(dealt_sheets)
    rows = []
    for sheet in dealt_sheets:
        name, variant = names[sheet.owner], sheet.variant
        wrongs = "; ".join(
            f"{variant.format_answer(wrong.value)}: {wrong.idea}" for wrong in variant.wrongs
        )
        cells = (name, sheet.task, variant.prompt, variant.answer_text, wrongs)
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    heads = "".join(
        f"<th>{head}</th>" for head in ("student", "task", "question", "answer", "if wrong")
    )
    parts = [
        f"<h1>{escape(homework.title)}: key</h1><table><thead><tr>{heads}</tr></thead>",
        *rows,
        "</table>",
    ]
    for name in dict.fromkeys(sheet.task for sheet in dealt_sheets):
        task = tasks.task(name)
        lines = "".join(
            f"<li>{criterion.points}: {escape(criterion.description)}</li>"
            for criterion in task.rubric
        )
        if lines:
            parts.append(f"<h2>{escape(task.title)}: points</h2><ul>{lines}</ul>")
    return PAGE.format(title=f"{escape(homework.title)}: key", body="\n".join(parts))
