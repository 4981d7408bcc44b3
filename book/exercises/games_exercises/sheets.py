"""Printed sheets: a page with different numbers for each student, and a key for the teacher.

>>> roster = read_roster("student\\nAnna Bauer\\nBen Cohen\\n")
>>> names = "race-exercise-four", "lucky-exercise-conway"
>>> [(page.student, page.number) for page in deal(roster, names, seed=7)][:2]
[('Anna Bauer', 2), ('Anna Bauer', 36)]
"""

import csv
import unicodedata
from collections import Counter
from collections.abc import Sequence
from html import escape
from importlib.resources import files
from io import StringIO
from random import Random
from typing import NamedTuple

import games_exercises as tasks
from games.validate import integer, short_repr

__all__ = ["PAGE", "Sheet", "deal", "key", "known_as", "read_roster", "sheets"]

MOST_STUDENTS = 1000
MOST_TASKS = 30
FIRST_NAMES = {"first name", "vorname", "prénom"}  # as Moodle exports them
LAST_NAMES = {"last name", "surname", "nachname", "nom de famille"}

PAGE = (files("games_exercises") / "sheets.html").read_text("utf-8")


class Sheet(NamedTuple):
    """A question of a student.

    Attributes:
        student: the name as the roster has it.
        task: the name of the task.
        number: the number of the variant.
    """

    student: str
    task: str
    number: int

    @property
    def variant(self) -> tasks.Variant:
        """The question itself."""
        return tasks.task(self.task).variant(self.number)


def read_roster(text: str) -> tuple[str, ...]:
    """Return the students of a roster: CSV with a column ``student``, or one name on each line.

    The file may instead have columns for first and last names, as Moodle exports them.

    Args:
        text: the content of the file, with commas or semicolons.

    Raises:
        ValueError: the roster has no students, has a student twice, or has a line without a name.
            The message names all such lines.

    >>> read_roster("student;group\\nAnna;1\\nBen;2")
    ('Anna', 'Ben')
    >>> read_roster("Anna\\n\\nBen\\nAnna")
    Traceback (most recent call last):
    ValueError: The roster has Anna on lines 1 and 4. Give each student a name of their own.
    """
    rows = _rows(text)
    problems: list[str] = []
    if rows:
        heads = [head.casefold() for head in rows[0][1]]
        name_columns = [n for n, head in enumerate(heads) if head in FIRST_NAMES | LAST_NAMES]
        if "student" in heads or len(name_columns) == 2:
            columns = sorted(name_columns, key=lambda n: heads[n] in LAST_NAMES)
            columns = [heads.index("student")] if "student" in heads else columns
            for line, row in rows[1:]:
                if len(row) > len(heads):
                    problems.append(
                        f"line {line} of the roster has {len(row)} columns, but the first "
                        f"names {len(heads)}: put a name with a comma into quotation marks"
                    )
            rows = [
                (line, [" ".join(row[n] for n in columns if n < len(row)).strip()])
                for line, row in rows[1:]
            ]
        elif len(rows[0][1]) > 1:
            raise ValueError(
                f"The roster begins with {short_repr(','.join(rows[0][1]))}. With more than one "
                "column "
                'it needs a first line that names them, one of them "student".'
            )
    lines: dict[str, list[int]] = {}
    for line, row in rows:
        name = row[0]
        if not name:
            problems.append(f"line {line} of the roster has no student")
        else:
            lines.setdefault(name, []).append(line)
    alike: dict[str, list[str]] = {}
    for name in lines:
        alike.setdefault(known_as(name), []).append(name)
    for names in alike.values():
        line_numbers = sorted(line for name in names for line in lines[name])
        if len(line_numbers) > 1:
            lines_text = " and ".join(map(str, line_numbers))
            names_text = " and ".join(name[:60] for name in names)
            problems.append(
                f"The roster has {names_text} on lines {lines_text}. "
                "Give each student a name of their own"
            )
    if not rows:
        problems.append("The roster has no students")
    if len(rows) > MOST_STUDENTS:
        problems.append(f"The roster has {len(rows)} students, but at most {MOST_STUDENTS} fit")
    if problems:
        raise ValueError("; ".join(problems) + ".")
    return tuple(lines)


def known_as(student: str) -> str:
    """Return a name in a form that is equal for all spellings of one student.

    Case, spaces and the encoding of letters such as é make no difference.

    Args:
        student: a name as somebody wrote it.

    >>> known_as("JOSE\N{COMBINING ACUTE ACCENT}  Diaz") == known_as("José Diaz")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", student).casefold().split())


def _between(text: str) -> str:
    """Return the separator of the columns of a CSV file."""
    first = text.partition("\n")[0]
    return max(";\t,", key=first.count)


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """Return the lines of a CSV file that are not empty, each with its number."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    try:
        reader = csv.reader(StringIO(text), delimiter=_between(text), strict=True)
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise ValueError(f"This is no CSV file: {error}.") from None
    return [(line, row) for line, row in rows if any(row)]


def deal(students: Sequence[str], names: Sequence[str], seed: int = 1) -> tuple[Sheet, ...]:
    """Return the variants of each student. Neighbours on the roster get different variants.

    The variants of each task are shuffled and dealt like cards. After the last variant, the next
    round begins at a later one. The shift is the column of the task on the sheet, so two students
    in different rounds do not get the same sheet. The same students, tasks and seed give the same
    sheets.

    Args:
        students: the students in the order of the roster.
        names: the names of the tasks, at least one.
        seed: a whole number of at least 0. Another seed gives other sheets.

    Raises:
        TypeError: the seed is not a whole number.
        ValueError: a task does not exist or is named twice, or there are too many tasks.

    >>> dealt = deal(("Anna", "Ben"), ("race-drift",), seed=1)
    >>> [(sheet.student, sheet.number) for sheet in dealt]
    [('Anna', 6), ('Ben', 4)]
    """
    integer("seed", seed, 0)
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise ValueError(f"The task {repeated[0]!r} is named twice.")
    if not 1 <= len(names) <= MOST_TASKS:
        raise ValueError(f"There are {len(names)} tasks, but must be 1 to {MOST_TASKS} on a sheet.")
    decks = {}
    for name in names:
        deck = list(range(1, len(tasks.task(name).variants) + 1))
        Random(f"{seed} {name}").shuffle(deck)
        decks[name] = deck

    def dealt_number(place: int, at: int, name: str) -> int:
        deck = decks[name]
        rounds = place // len(deck) * (at % max(len(deck) - 1, 1))
        return deck[(place + rounds) % len(deck)]

    return tuple(
        Sheet(student, name, dealt_number(place, column, name))
        for place, student in enumerate(students)
        for column, name in enumerate(names)
    )


def sheets(dealt_sheets: Sequence[Sheet], title: str = "Odds, Exactly") -> str:
    """Return a page of HTML to print: a sheet for each student.

    Args:
        dealt_sheets: the questions of a class.
        title: the title of each sheet. The name of the student follows.

    >>> page = sheets(deal(("Anna <3",), ("race-exercise-four",)))
    >>> "Anna &lt;3" in page, "102/35" in page
    (True, False)
    """
    parts = []
    for student in dict.fromkeys(sheet.student for sheet in dealt_sheets):
        questions = "\n".join(
            _question(sheet) for sheet in dealt_sheets if sheet.student == student
        )
        head = f"<h1>{escape(title)}: {escape(student)}</h1>"
        parts.append(f"<section>{head}\n<ol>{questions}</ol></section>")
    return PAGE.format(title=escape(title), body="\n".join(parts))


def _question(sheet: Sheet) -> str:
    variant, rubric = sheet.variant, tasks.task(sheet.task).rubric
    asks = f'<p class="asks">{escape(variant.asks)} <small>({sheet.task})</small></p>'
    room = '<div class="derivation"></div>' if rubric else ""
    options = "".join(
        f'<p class="option">{escape(variant.format_answer(place))}</p>'
        for place in range(len(variant.options))
    )
    return f'<li>{escape(variant.prompt)}{asks}{options}{room}<p class="answer">Answer:</p></li>'


def key(dealt_sheets: Sequence[Sheet], title: str = "Odds, Exactly") -> str:
    """Return the page for the teacher: the answers, the expected wrong answers, and the rubrics.

    Args:
        dealt_sheets: the questions of a class.
        title: the title of the page.

    >>> dealt = deal(("Anna",), ("race-exercise-four",))
    >>> "102/35" in key(dealt)  # a wrong answer to expect
    False
    """
    rows = []
    for sheet in dealt_sheets:
        wrongs = "; ".join(
            f"{sheet.variant.format_answer(wrong.value)}: {wrong.idea}"
            for wrong in sheet.variant.wrongs
        )
        cells = (sheet.student, sheet.task, sheet.variant.prompt, sheet.variant.answer_text, wrongs)
        rows.append("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    heads = "".join(
        f"<th>{head}</th>" for head in ("student", "task", "question", "answer", "if wrong")
    )
    parts = [
        f"<h1>{escape(title)}: key</h1><table><thead><tr>{heads}</tr></thead>",
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
    return PAGE.format(title=f"{escape(title)}: key", body="\n".join(parts))
