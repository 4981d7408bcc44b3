"""Marks and comments for a file of answers. Answers are data and are never run as code.

>>> from games_exercises import sheets
>>> dealt = sheets.deal(("Anna", "Ben"), ("race-exercise-ledger",), seed=3)
>>> right = f"Anna,race-exercise-ledger,{dealt[0].variant.answer_text}"
>>> given = read_answers(f"student,task,answer\\n{right}")
>>> for result in mark(dealt, given):
...     print(result.student, result.points, result.verdict)
Anna 1 right
Ben 0 missing
"""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import NamedTuple

import games_exercises as tasks
from games_exercises.sheets import Sheet, _between, _rows, known_as

__all__ = ["Given", "Mark", "mark", "read_answers", "read_dealt", "write_dealt", "write_marks"]


class Given(NamedTuple):
    """An answer from the file of answers.

    Attributes:
        student: the name as the file has it.
        task: the name of the task as the file has it.
        answer: the text of the answer.
        line: the number of the line in the file.
    """

    student: str
    task: str
    answer: str
    line: int


class Mark(NamedTuple):
    """The mark of an answer.

    Attributes:
        student: the name of the student.
        task: the name of the task.
        number: the number of the variant, 0 if there is no such question.
        answer: the text of the answer.
        points: 1 for a right answer, else 0. A teacher marks a derivation by its rubric.
        verdict: as of `games_exercises.check`; or "missing"; or "replaced" for an answer that a
            later one replaces; or "no such question" if the student is not on the roster or does
            not have the task.
        comment: a sentence for the student or the teacher.
    """

    student: str
    task: str
    number: int
    answer: str
    points: int
    verdict: str
    comment: str


def write_dealt(dealt_sheets: Sequence[Sheet]) -> str:
    """Return the sheets of a class as CSV: the student, the task and the number of each question.

    Args:
        dealt_sheets: the sheets of a class.

    >>> from games_exercises.sheets import Sheet
    >>> write_dealt([Sheet("Anna", "race-drift", 2)]).split()
    ['student,task,number', 'Anna,race-drift,2']
    """
    return _csv(Sheet._fields, dealt_sheets)


def read_dealt(text: str) -> tuple[Sheet, ...]:
    """Return the sheets that `write_dealt` has written.

    Args:
        text: the content of the file.

    Raises:
        ValueError: a column is missing, or a line names a question that does not exist.

    >>> read_dealt("student,task,number\\nAnna,race-drift,2")
    (Sheet(student='Anna', task='race-drift', number=2),)
    """
    dealt_sheets = []
    for line, row in _table(text, Sheet._fields, "the list of questions"):
        try:
            sheet = Sheet(row[0], row[1], int(row[2]))
            sheet.variant  # noqa: B018
        except ValueError as error:
            raise ValueError(f"Line {line} of the list of questions: {error}") from None
        dealt_sheets.append(sheet)
    return tuple(dealt_sheets)


def read_answers(text: str) -> tuple[Given, ...]:
    """Return the answers of a CSV file with the columns student, task and answer.

    The file may instead have one line for each student, and one column for each task, with the
    name of the task as its head. Other columns are ignored. Commas, semicolons or tabs separate
    the columns.

    Args:
        text: the content of the file.

    Raises:
        ValueError: a column is missing, or the text is not CSV.

    >>> read_answers("student;task;answer\\nAnna;race-drift;1/6")
    (Given(student='Anna', task='race-drift', answer='1/6', line=2),)
    >>> read_answers("student;race-drift\\nAnna;1/6")
    (Given(student='Anna', task='race-drift', answer='1/6', line=2),)
    >>> read_answers("who,answer\\nAnna,3")
    Traceback (most recent call last):
    ValueError: The first line of the answers must name the columns student, task and answer; it \
names who and answer.
    """
    heads = [head.casefold() for head in _rows(text)[0][1]] if _rows(text) else []
    names = [head for head in heads if is_task(head)]
    if names and "answer" not in heads:
        return tuple(
            Given(student, name, answer, line)
            for line, (student, *given) in _table(text, ("student", *names), "the answers")
            for name, answer in zip(names, given, strict=True)
        )
    rows = _table(text, ("student", "task", "answer"), "the answers")
    return tuple(Given(row[0], row[1], row[2], line) for line, row in rows)


def mark(dealt_sheets: Iterable[Sheet], given: Iterable[Given]) -> tuple[Mark, ...]:
    """Return a mark for each question of a class, and one for each answer without a question.

    If a question has several answers, the last one that is not empty counts. The earlier ones are
    listed at the end. The text of this module has an example.

    Args:
        dealt_sheets: the sheets of a class.
        given: the answers, in the order of their file.
    """
    place = {(known_as(sheet.student), sheet.task): sheet for sheet in dealt_sheets}
    last: dict[tuple[str, str], Given] = {}
    rest = []
    for answer in given:
        question = (known_as(answer.student), answer.task.strip().casefold())
        if question not in place:
            rest.append(_stray_mark(answer, place))
            continue
        if question in last and answer.answer:
            rest.append(_replaced_mark(last[question], place[question]))
        if answer.answer or question not in last:  # an empty answer does not replace an earlier one
            last[question] = answer
    marks = []
    for question, sheet in place.items():
        row_start = (sheet.student, sheet.task, sheet.number)
        if question not in last or not last[question].answer:
            marks.append(Mark(*row_start, "", 0, "missing", "There is no answer."))
            continue
        reply = tasks.check(sheet.variant, last[question].answer)
        points = int(reply.verdict == "right")
        marks.append(Mark(*row_start, last[question].answer, points, reply.verdict, reply.message))
    return (*marks, *rest)


def is_task(name: str) -> bool:
    """Return whether a task has this name."""
    return any(task.name == name for chapter in tasks.CHAPTERS for task in tasks.chapter(chapter))


def _stray_mark(given: Given, place: Iterable[tuple[str, str]]) -> Mark:
    known = known_as(given.student) in {student for student, _ in place}
    reason = f"had no task {given.task[:60]!r}" if known else "is not on the roster"
    comment = f"Line {given.line} of the answers: {given.student[:60]!r} {reason}."
    return Mark(given.student, given.task, 0, given.answer, 0, "no such question", comment)


def _replaced_mark(given: Given, sheet: Sheet) -> Mark:
    comment = f"Line {given.line} of the answers: a later answer counts."
    return Mark(sheet.student, given.task, sheet.number, given.answer, 0, "replaced", comment)


def write_marks(marks: Iterable[Mark], answers_text: str = ",") -> str:
    """Return marks as CSV. A text that a spreadsheet could run as a formula gets a ' before it.

    Args:
        marks: the marks of a class.
        answers_text: the file of answers. The marks get the separator of its columns.
    """
    return _csv(Mark._fields, marks, _between(answers_text))


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]], between: str = ",") -> str:
    buffer = StringIO()
    writer = csv.writer(buffer, delimiter=between, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([_tame(cell) for cell in row] for row in rows)
    return buffer.getvalue()


# A spreadsheet runs a cell with such a beginning as a formula. It may split the file at another
# separator than ours, so the text after any separator is a beginning, too.
_FORMULA = re.compile(r"(?:^|(?<=[;,\t|\r\n]))(?=\s*[=+\-@＝＋－＠])")
_TAMED = re.compile(r"(?:^|(?<=[;,\t|\r\n]))'(?=\s*[=+\-@＝＋－＠])")


def _tame(cell: object) -> object:
    """Return a text with a ' before each part that a spreadsheet could run as a formula."""
    return _FORMULA.sub("'", cell) if isinstance(cell, str) else cell


def _as_typed(cell: str) -> str:
    """Return a text without the marks that `_tame` has added."""
    return _TAMED.sub("", cell)


def _table(text: str, names: Sequence[str], subject: str) -> list[tuple[int, list[str]]]:
    """Return the rows of a CSV file with their line numbers: the named columns, in this order."""
    rows = _rows(text)
    heads = [head.casefold() for head in rows[0][1]] if rows else []
    if not set(names) <= set(heads):
        required = f"{', '.join(names[:-1])} and {names[-1]}"
        present = " and ".join(heads)[:100] or "nothing"
        raise ValueError(
            f"The first line of {subject} must name the columns {required}; it names {present}."
        )
    columns = [heads.index(name) for name in names]
    return [
        (line, [_as_typed(row[n]) if n < len(row) else "" for n in columns])
        for line, row in rows[1:]
    ]
