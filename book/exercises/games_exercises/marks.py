"""Marks and comments for a file of answers. Answers are data and are never run as code.

>>> from games_exercises import sheets
>>> from games_exercises.rosters import read_roster
>>> roster = read_roster("student\\nAnna\\nBen")
>>> dealt = sheets.deal(roster.students, ("race-exercise-ledger",), seed=3)
>>> right = f"Anna,race-exercise-ledger,{dealt[0].variant.answer_text}"
>>> answers = read_answers(
...     f"student,task,answer\\n{right}", ["race-exercise-ledger"]
... )
>>> for result in mark(dealt, answers.rows, roster):
...     print(result.student, result.points, result.verdict)
Anna 1 right
Ben 0 missing
"""

import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

import games_exercises as tasks
from games_exercises.rosters import Columns, Roster, Student, known_as, nearest
from games_exercises.sheets import HOMEWORK, Homework, Sheet
from games_exercises.tables import read_table, write_table
from games_exercises.texts import quote

__all__ = [
    "BY_HAND",
    "AnswerRow",
    "Answers",
    "ByHand",
    "Doubts",
    "Mark",
    "doubts",
    "mark",
    "points_text",
    "read_answers",
    "read_by_hand",
    "read_dealt",
    "to_look_at",
    "write_by_hand",
    "write_dealt",
    "write_form",
    "write_marks",
]

Owner = tuple[str, str]  # a student's name in its plainest form, and what else identifies them

_POINTS = re.compile(r"(\d+(?:[.,]\d{1,2})?)?(?:(?:^|(?<=\d) )([13]/[24]))?")  # 1.5, 1 1/2
_CLOSE = "right, but rounded or in another form"
_PARTS = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4"}
_LIKE_A_TASK = re.compile(r"[a-z]+(?:-[a-z]+)+")
_NO_ANSWER = re.compile(
    r"[-–—−?./…\s]+|n/a|idk|(?:i )?(?:don['’]?t|do not) know|(?:i have )?no (?:answer|idea)"
    r"|not answered|k\. ?a\.|keine (?:ahnung|antwort)|(?:ich )?wei(?:ß|ss) (?:ich |es )?nicht",
    re.IGNORECASE,
)


class AnswerRow(NamedTuple):
    """An answer from the file of answers.

    Attributes:
        student: the name as the file has it.
        task: the name of the task as the file has it.
        answer: the text of the answer.
        line: the number of the line in the file.
        ids: numbers, user names and addresses in the line that may identify the student.
    """

    student: str
    task: str
    answer: str
    line: int
    ids: tuple[str, ...] = ()


class Answers(NamedTuple):
    """The answers of a file, and what somebody should look at.

    Attributes:
        rows: the answers in their order.
        notes: sentences on columns and lines that may be wrong.
        separator: the sign between two columns of the file.
        short_lines: the numbers of lines that have fewer columns than the first.
        missing_tasks: the tasks that no column names.
    """

    rows: tuple[AnswerRow, ...]
    notes: tuple[str, ...]
    separator: str
    short_lines: tuple[int, ...] = ()
    missing_tasks: tuple[str, ...] = ()


class Doubts(NamedTuple):
    """Answers that may stand in the wrong place, or that a spreadsheet may have changed.

    Attributes:
        notes: a sentence on each of them.
        owners: the students whose points are not certain because of them.
    """

    notes: tuple[str, ...] = ()
    owners: frozenset[Owner] = frozenset()


class ByHand(NamedTuple):
    """What a person gives an answer.

    Attributes:
        points: the points in place of those of the program, or in a task with a rubric besides
            those of a right number; None if they are still open.
        comment: a sentence for the student, or an empty text.
        row: the columns of `write_by_hand` without points and comment, as the table has them.
    """

    points: Fraction | None
    comment: str = ""
    row: tuple[str, ...] = ()

    def is_for(self, mark: "Mark") -> bool:
        """Return whether this is for the question of a mark, and not for an earlier answer.

        An answer that needs nobody must be the one in the table: a student may have given another
        one since. A line without an answer or a number is for any.
        """
        if not self.row:
            return True
        number, answer = (self.row[BY_HAND.index(head)] for head in ("number", "answer"))
        is_same = not answer or _fold_case(answer) == _fold_case(mark.answer)
        is_expected = mark.needs_person or mark.verdict in ("close", "missing")
        return number in ("", str(mark.number)) and (is_same or is_expected)


class Mark(NamedTuple):
    """The mark of an answer.

    Attributes:
        student: the name of the student.
        id: what identifies the student besides the name, or an empty text.
        task: the name of the task.
        number: the number of the variant, 0 if there is no such question.
        answer: the text of the answer.
        points: the points of a right answer, else 0.
        out_of: the points that the task has.
        verdict: as of `games_exercises.check`; or "missing"; or "replaced" for an answer that a
            later one replaces; or "no such question" if the student is not on the roster or does
            not have the task.
        comment: a sentence for the student or the teacher.
        by_hand: the points that a person gave, as in `ByHand`, or None.
        comment_by_hand: the comment of that person, or an empty text.
    """

    student: str
    id: str
    task: str
    number: int
    answer: str
    points: int
    out_of: int
    verdict: str
    comment: str
    by_hand: Fraction | None = None
    comment_by_hand: str = ""

    @property
    def owner(self) -> Owner:
        """The student in a form that is equal for all spellings of the name."""
        return known_as(self.student), self.id.casefold()

    @property
    def total(self) -> Fraction:
        """All points of the answer. Those by hand count besides the number only with a rubric."""
        if self.by_hand is None:
            return Fraction(self.points)
        besides = self.points if self.has_rubric else 0
        return min(besides + self.by_hand, Fraction(self.out_of))

    @property
    def has_rubric(self) -> bool:
        """Whether a person marks a derivation besides the number."""
        return self.number > 0 and bool(tasks.task(self.task).rubric)

    @property
    def feedback(self) -> str:
        """The comment for the student: that of the program, and then that of a person.

        The comment of the program is left out if the points by hand contradict it, or if it only
        says that the program cannot read the answer.
        """
        if self.is_open or not (self.by_hand is not None or self.comment_by_hand):
            return self.comment
        by_hand = self.comment_by_hand or "Marked by hand."
        is_confirmed = (self.verdict == "right") == (self.total == self.out_of)
        is_kept = self.has_rubric or self.verdict == "close" or is_confirmed
        return f"{self.comment} {by_hand}" if is_kept and self.verdict != "unread" else by_hand

    @property
    def needs_person(self) -> bool:
        """Whether a person marks the answer: it is unread, or a derivation with a rubric."""
        if self.verdict == "unread":
            return True
        return self.has_rubric and self.verdict not in ("missing", "replaced")

    @property
    def is_open(self) -> bool:
        """Whether a person has still to mark the answer."""
        return self.needs_person and self.by_hand is None


def write_dealt(dealt_sheets: Sequence[Sheet], separator: str = ",") -> str:
    """Return the sheets of a class as CSV: the student, the task and the number of each question.

    Args:
        dealt_sheets: the sheets of a class.
        separator: the sign between two columns.

    >>> from games_exercises.sheets import Sheet
    >>> write_dealt([Sheet("Anna", "race-drift", 2, "17")]).split()
    ['student,task,number,id', 'Anna,race-drift,2,17']
    """
    return write_table(Sheet._fields, dealt_sheets, separator)


def read_dealt(text: str) -> tuple[Sheet, ...]:
    """Return the sheets that `write_dealt` has written.

    Args:
        text: the content of the file.

    Raises:
        ValueError: a column is missing, or a line names a question that does not exist.

    >>> read_dealt("student,task,number,id\\nAnna,race-drift,2,17")
    (Sheet(student='Anna', task='race-drift', number=2, id='17'),)
    """
    dealt_sheets = []
    table = read_table(text, "the list of questions")
    places = _places(table.heads, ("student", "task", "number"), "the list of questions")
    ids = [n for n, head in enumerate(table.heads) if head == "id"]
    for line, row in table.rows:
        try:
            student, task, number, *rest = (
                row[n] if n < len(row) else "" for n in (*places, *ids[:1])
            )
            sheet = Sheet(student, task, int(number), *rest)
            sheet.variant  # noqa: B018
        except ValueError as error:
            raise ValueError(f"Line {line} of the list of questions: {error}") from None
        dealt_sheets.append(sheet)
    return tuple(dealt_sheets)


def write_form(dealt_sheets: Sequence[Sheet], separator: str = ",") -> str:
    """Return a table for the answers of a class: a line for each student, a column for each task.

    `read_answers` reads it when it has been filled in. Its headings can also be the questions of a
    form.

    Args:
        dealt_sheets: the sheets of a class.
        separator: the sign between two columns.

    >>> print(write_form([Sheet("Anna", "race-drift", 2, "17")]))
    student,id,1. The drift of a die (race-drift)
    Anna,17,
    <BLANKLINE>
    """
    students = dict.fromkeys((sheet.student, sheet.id) for sheet in dealt_sheets)
    names = dict.fromkeys(sheet.task for sheet in dealt_sheets)
    heads = [f"{n}. {tasks.task(name).title} ({name})" for n, name in enumerate(names, 1)]
    rows = [(*student, *[""] * len(heads)) for student in students]
    return write_table(("student", "id", *heads), rows, separator)


def read_answers(text: str, names: Collection[str]) -> Answers:
    """Return the answers of a CSV file with the columns student, task and answer.

    The file may instead have one line for each student, and one column for each task, with the
    name of the task in its heading, as in *2. Six players (chase-exercise-six)*. Students may be
    named as in a roster, or have an ID number, a user name or an address.

    Args:
        text: the content of the file.
        names: the names of the tasks that were set.

    Raises:
        ValueError: a column is missing or comes twice, a line has more columns than the first, or
            the text is not CSV.

    >>> text = "student;1. Drift (race-drift);race-dirft\\nAnna;1/6;1/6"
    >>> answers = read_answers(text, ["race-drift"])
    >>> answers.rows
    (AnswerRow(student='Anna', task='race-drift', answer='1/6', line=2, ids=()),)
    >>> answers.notes
    ("The column 'race-dirft' is no task that was set. Is it 'race-drift'?",)
    >>> read_answers("who,answer\\nAnna,3", ["race-drift"])
    Traceback (most recent call last):
    ValueError: The first line of the answers must name the columns student, task and answer, or \
student and each task; it names who and answer.
    """
    table = read_table(text, "the answers")
    heads = [head.casefold() for head in table.heads]
    columns = Columns.of(table.heads)
    task_columns = [(n, name) for n, head in enumerate(heads) for name in _tasks_in(head, names)]
    is_long = {"task", "answer"} <= set(heads)
    if not (columns.names or columns.ids) or not (is_long or task_columns):
        listing = " and ".join(heads)[:100] or "nothing"
        raise ValueError(
            "The first line of the answers must name the columns student, task and answer, or "
            f"student and each task; it names {listing}."
        )
    if is_long:
        task_column, answer_column = heads.index("task"), heads.index("answer")
        answer_rows = tuple(
            AnswerRow(
                columns.name(row),
                row[task_column],
                row[answer_column] if answer_column < len(row) else "",
                line,
                columns.all_ids(row),
            )
            for line, row in table.rows
            if task_column < len(row)
        )
        incomplete_lines = [
            f"Line {line} of the answers has {len(row)} of {len(heads)} columns."
            for line, row in table.rows
            if len(row) <= max(task_column, answer_column)
        ]
        return Answers(answer_rows, tuple(incomplete_lines), table.separator)
    counts = Counter(name for _, name in task_columns)
    if repeated_names := [name for name, count in counts.items() if count > 1]:
        places = " and ".join(str(n + 1) for n, name in task_columns if name == repeated_names[0])
        raise ValueError(
            f"The columns {places} of the answers are both {repeated_names[0]!r}. "
            "Which one counts? "
            "Rename the other one."
        )
    answer_rows = tuple(
        AnswerRow(
            columns.name(row), name, row[n] if n < len(row) else "", line, columns.all_ids(row)
        )
        for line, row in table.rows
        for n, name in task_columns
    )
    short_rows = [(line, row) for line, row in table.rows if len(row) < len(heads)]
    notes = [
        f"Line {line} of the answers has {len(row)} of {len(heads)} columns. Is one missing, and "
        "does each answer stand under its task?"
        for line, row in short_rows
    ]
    return Answers(
        answer_rows,
        (*_notes_on_columns(table.heads, columns, task_columns, names), *notes),
        table.separator,
        tuple(line for line, _ in short_rows),
        tuple(name for name in names if name not in counts),
    )


def _tasks_in(head: str, names: Collection[str]) -> list[str]:
    """Return the names of tasks that stand in a heading, also with spaces in place of hyphens."""
    patterns = {name: "[-_ ]+".join(map(re.escape, name.split("-"))) for name in names}
    return [
        name
        for name, pattern in patterns.items()
        if re.search(rf"(?<![\w-]){pattern}(?![\w-])", head)
    ]


def _notes_on_columns(
    heads: Sequence[str],
    columns: Columns,
    task_columns: Sequence[tuple[int, str]],
    names: Collection[str],
) -> list[str]:
    column_numbers = {n for n, _ in task_columns}
    known_tasks = {name for _, name in task_columns}
    notes, unused_columns = [], []
    for n, head in enumerate(heads):
        words = [] if n in column_numbers else _LIKE_A_TASK.findall(head.casefold())
        similar = [name for word in words for name in get_close_matches(word, names, 1, 0.75)]
        is_task = any(word in _all_names() for word in words)
        if similar or is_task:
            hint = f" Is it {similar[0]!r}?" if similar else ""
            notes.append(f"The column {quote(head)} is no task that was set.{hint}")
        elif head and n not in {*column_numbers, *columns.names, *columns.ids}:
            unused_columns.append(quote(head))
    if unused_columns:
        notes.append(f"These columns are not used: {', '.join(unused_columns)}.")
    notes += [
        f"No column has the answers to {name!r}, so no student gets a total."
        for name in names
        if name not in known_tasks
    ]
    return notes


def _all_names() -> set[str]:
    return {task.name for chapter in tasks.CHAPTERS for task in tasks.chapter(chapter)}


def mark(
    dealt_sheets: Iterable[Sheet],
    answer_rows: Iterable[AnswerRow],
    roster: Roster,
    homework: Homework = HOMEWORK,
    points_by_hand: Mapping[tuple[Owner, str], ByHand] = MappingProxyType({}),
) -> tuple[Mark, ...]:
    """Return a mark for each question of a class, and one for each answer without a question.

    If a question has several answers, the last one that is not empty counts. The earlier ones are
    listed at the end. The text of this module has an example.

    Args:
        dealt_sheets: the sheets of a class.
        answer_rows: the answers, in the order of their file.
        roster: the students of the class.
        homework: the points of the tasks.
        points_by_hand: points that a person gave, as `read_by_hand` returns them.
    """
    place = {(sheet.owner, sheet.task): sheet for sheet in dealt_sheets}
    last: dict[tuple[Owner, str], AnswerRow] = {}
    rest = []
    for answer in answer_rows:
        student = roster.find(answer.student, answer.ids)
        owner = (known_as(student.name), student.id.casefold()) if student else ("", "")
        question = (owner, answer.task.strip().casefold())
        if question not in place:
            if answer.answer:
                rest.append(_stray_mark(answer, student, roster))
            continue
        is_empty = not answer.answer or _says_nothing(answer)
        if question in last and not is_empty:
            rest.append(_replaced_mark(last[question], place[question], homework))
        if question not in last or not is_empty:  # an empty answer does not replace an earlier one
            last[question] = answer
    marks = []
    for question, sheet in place.items():
        out_of = homework.points_of(sheet.task)
        start = (sheet.student, sheet.id, sheet.task, sheet.number)
        text = last[question].answer if question in last else ""
        if not text or _says_nothing(last[question]):
            entry = Mark(*start, text, 0, out_of, "missing", "There is no answer.")
        else:
            verdict, message = tasks.check(sheet.variant, text)
            points = _points_of_number(sheet.task, out_of) if verdict == "right" else 0
            entry = Mark(*start, text, points, out_of, verdict, message)
        by_hand = points_by_hand.get(question)
        if by_hand and by_hand.is_for(entry):
            entry = entry._replace(by_hand=by_hand.points, comment_by_hand=by_hand.comment)
        marks.append(entry)
    return (*_shared(marks), *rest)


def _shared(marks: Iterable[Mark]) -> list[Mark]:
    """Give answers without points those of equal answers, if all of these have the same.

    Derivations are marked one by one.
    """
    marks = list(marks)
    decisions: dict[Hashable, set[tuple[Fraction, str]]] = {}
    for entry in marks:
        if entry.by_hand is not None and _shares_points(entry):
            decisions.setdefault(_equal(entry), set()).add((entry.by_hand, entry.comment_by_hand))
    for n, entry in enumerate(marks):
        is_without = entry.by_hand is None and _shares_points(entry)
        decision_set = decisions.get(_equal(entry), set()) if is_without else set()
        if len({points for points, _ in decision_set}) == 1:
            (points, comment), *other_decisions = decision_set
            comment = entry.comment_by_hand or ("" if other_decisions else comment)
            marks[n] = entry._replace(by_hand=points, comment_by_hand=comment)
    return marks


def _shares_points(mark: Mark) -> bool:
    return mark.verdict in ("unread", "close") and not mark.has_rubric


def _says_nothing(answer_row: AnswerRow) -> bool:
    """Return whether an answer is a dash, or says that the student does not know.

    A task with a rubric may have a derivation on paper, so a person looks at each such answer.
    """
    has_rubric = bool(tasks.task(answer_row.task.strip().casefold()).rubric)
    return bool(_NO_ANSWER.fullmatch(answer_row.answer.strip())) and not has_rubric


def _points_of_number(task: str, out_of: int) -> int:
    """Return the points of a right number. A derivation has the other points of its rubric."""
    rubric = tasks.task(task).rubric
    return min(rubric[-1].points, out_of) if rubric else out_of


def _stray_mark(answer_row: AnswerRow, student: Student | None, roster: Roster) -> Mark:
    name = student.name if student else answer_row.student or " ".join(answer_row.ids)
    if student:
        task = answer_row.task.strip().casefold()
        similar_tasks = get_close_matches(task, _all_names() - {task}, 1, 0.75)
        is_task = task in _all_names()
        hint = f". Is it {similar_tasks[0]!r}?" if similar_tasks and not is_task else ""
        reason = f"{name[:60]!r} was not given the task {answer_row.task[:60]!r}{hint}"
    elif not name:
        reason = "no student is named"
    else:
        similar = nearest(name, roster.students)
        hint = f" Is it {similar.name!r}?" if similar else ""
        reason = f"{name[:60]!r} is not on the roster.{hint}"
        namesakes = sum(known_as(student.name) == known_as(name) for student in roster.students)
        owner = roster.find("", answer_row.ids)
        if owner:
            ids = " and ".join(answer_row.ids)[:60]
            reason = f"{name[:60]!r} is named, but {ids} belongs to {owner.name[:60]!r}"
        elif namesakes > 1:
            reason = f"{name[:60]!r} is on the roster more than once, so the line needs an ID"
    comment = f"Line {answer_row.line} of the answers: {reason.removesuffix('.')}"
    comment += "" if comment.endswith("?") else "."
    return Mark(name, "", answer_row.task, 0, answer_row.answer, 0, 0, "no such question", comment)


def _replaced_mark(answer_row: AnswerRow, sheet: Sheet, homework: Homework) -> Mark:
    comment = f"Line {answer_row.line} of the answers: a later answer counts."
    start = (sheet.student, sheet.id, sheet.task, sheet.number)
    return Mark(*start, answer_row.answer, 0, homework.points_of(sheet.task), "replaced", comment)


def write_marks(marks: Iterable[Mark], separator: str = ",") -> str:
    """Return marks as CSV. A text that a spreadsheet could run as a formula gets a ' before it.

    The last column has the total of each answer. It is empty as long as a person has to mark it.

    Args:
        marks: the marks of a class.
        separator: the sign between two columns.
    """
    heads = Mark._fields
    place = heads.index("by_hand")
    rows = [
        (
            *entry[:place],
            points_text(entry.by_hand),
            *entry[place + 1 :],
            "" if entry.is_open else points_text(entry.total),
        )
        for entry in marks
    ]
    return write_table((*heads, "total"), rows, separator)


def points_text(points: Fraction | None) -> str:
    """Return points as a decimal, and no points as an empty text.

    >>> points_text(Fraction(7, 2)), points_text(Fraction(4)), points_text(None)
    ('3.5', '4', '')
    """
    return "" if points is None else f"{float(points):.2f}".rstrip("0").rstrip(".")


BY_HAND = ("student", "id", "task", "number", "answer", "at most", "points by hand")


def write_by_hand(
    marks: Iterable[Mark], separator: str = ",", unused: Iterable[ByHand] = ()
) -> str:
    """Return a table to fill in: the points that a person gives to answers that need one.

    Each line has the right answer. For each task, unread answers come first, equal ones below one
    another. Derivations follow, those with a right number first; the first one has the rubric.
    Answers in another form, which may get points, come last, with others that a person has marked.

    Args:
        marks: the marks of a class.
        separator: the sign between two columns.
        unused: points of an earlier table that no mark has; they stay, at the end.

    >>> mark = Mark("Anna", "17", "race-drift", 1, "a sixth", 0, 1, "unread", "?")
    >>> print(write_by_hand([mark]))
    student,id,task,number,answer,right answer,at most,points by hand,comment,why
    Anna,17,race-drift,1,a sixth,1/6,1,,,?
    <BLANKLINE>
    """
    marks = tuple(marks)
    places = {name: n for n, name in enumerate(dict.fromkeys(entry.task for entry in marks))}
    verdicts = ("unread", "right", "close", "known", "not yet", "missing")
    listing = (
        entry
        for entry in marks
        if entry.needs_person
        or entry.verdict == "close"
        or entry.by_hand is not None
        or entry.comment_by_hand
    )
    rows: list[tuple[object, ...]] = []
    explained_tasks: set[str] = set()
    previous = None
    for entry in sorted(
        listing,
        key=lambda entry: (places[entry.task], verdicts.index(entry.verdict), *_equal(entry)),
    ):
        reason = entry.comment
        if entry.needs_person and entry.verdict != "unread":
            words = {"right": "right", "close": _CLOSE}.get(entry.verdict, "wrong")
            reason = f"a derivation: its number is {words}."
            # the rubric is long, and the same for all of a task
            if entry.task not in explained_tasks:
                lines = (
                    f"{line.points}: {line.description}" for line in tasks.task(entry.task).rubric
                )
                reason += f" The points: {' '.join(lines)}"
                explained_tasks.add(entry.task)
        elif _equal(entry) == previous and _shares_points(entry):
            reason = "the same answer as in the line above"
        elif entry.verdict == "close":
            reason = f"{_CLOSE}: this stays at 0 points if you give none"
        elif not entry.needs_person and entry.comment:
            reason = f"you have marked it; the program says: {entry.comment}"
        previous = _equal(entry)
        start = (
            entry.student,
            entry.id,
            entry.task,
            entry.number,
            entry.answer,
            _right_answer(entry),
        )
        decision = (points_text(entry.by_hand), entry.comment_by_hand)
        max_points = entry.out_of - (entry.points if entry.has_rubric else 0)
        rows.append((*start, max_points, *decision, reason))
    for by_hand in unused:
        reason = "these points count for no answer: correct the line, or delete it"
        decision = (points_text(by_hand.points), by_hand.comment)
        rows.append((*by_hand.row[:5], "", *by_hand.row[5:], *decision, reason))
    heads = (*BY_HAND[:5], "right answer", *BY_HAND[5:], "comment", "why")
    return write_table(heads, rows, separator)


def _right_answer(mark: Mark) -> str:
    return tasks.task(mark.task).variant(mark.number).answer_text


def _equal(mark: Mark) -> tuple[str, int, str]:
    """Return what is the same for answers on which one decision is enough."""
    return mark.task, mark.number, _fold_case(mark.answer)


def _fold_case(text: str) -> str:
    return " ".join(text.casefold().split())


def read_by_hand(
    text: str, roster: Roster | None = None, homework: Homework = HOMEWORK
) -> dict[tuple[Owner, str], ByHand]:
    """Return the points and comments that were filled into a table of `write_by_hand`.

    A line that somebody has added needs only a student, a task and points.

    Args:
        text: the content of the file.
        roster: the students of the class, who are then found as `Roster.find` finds them. Without
            it a name and an ID must be written as they were.
        homework: the points of the tasks, for lines that do not name the largest number.

    Raises:
        ValueError: points are not a number from 0 to the largest that their line names, or two
            lines give points to one answer. The message has all such lines.

    >>> head = "student,id,task,number,answer,at most,points by hand,comment"
    >>> line = "Anna,17,race-drift,2,a sixth,1,0.5,Nearly."
    >>> found = read_by_hand(f"{head}\\n{line}")
    >>> found[("anna", "17"), "race-drift"][:2]
    (Fraction(1, 2), 'Nearly.')
    """
    table = read_table(text, "the points by hand")
    places = _places(table.heads, BY_HAND, "the points by hand")
    comments = [n for n, head in enumerate(table.heads) if head.casefold() == "comment"][:1]
    by_hand: dict[tuple[Owner, str], ByHand] = {}
    lines: dict[tuple[Owner, str], int] = {}
    problems = []
    for line, cells in table.rows:
        *row, points_cell = (cells[n] if n < len(cells) else "" for n in places)
        comment = "".join(cells[n] for n in comments if n < len(cells))
        name, id_, task, _, _, max_points = row
        student = roster.find(name, (id_,)) if roster else None
        owner = (student.name, student.id) if student else (name, id_)
        question = (known_as(owner[0]), owner[1].casefold()), task
        points = None
        if points_cell:
            points = _read_points(points_cell)
            limit = int(max_points) if max_points.isdecimal() else _largest(task, homework)
            if points is None or points > limit:
                problems.append(
                    f"Line {line} of the points by hand gives {quote(points_cell)} points, "
                    f"but must "
                    f"give a number from 0 to {limit}, such as {min(limit, 1)} or 0.5."
                )
                continue
            if question in lines:
                problems.append(
                    f"Lines {lines[question]} and {line} of the points by hand both give points to "
                    f"{name} for {task}. Delete one of them."
                )
                continue
            lines[question] = line
        earlier = by_hand.get(question)
        if earlier and points_cell:
            comment = comment or earlier.comment
        if points_cell or (comment and not earlier):
            by_hand[question] = ByHand(points, comment, tuple(row))
    if problems:
        raise ValueError("\n".join(problems))
    return by_hand


def _read_points(text: str) -> Fraction | None:
    """Return points such as 1.5, 1,5, 1½ or 1 1/2, or None for any other text.

    >>> [str(_read_points(text)) for text in ("1,5", "½", "2½", "1 1/2", "11/2", "")]
    ['3/2', '1/2', '5/2', '3/2', 'None', 'None']
    """
    plain = "".join(_PARTS.get(sign, sign) for sign in text).strip()
    match = _POINTS.fullmatch(" ".join(plain.split())) if plain else None
    if not match:
        return None
    return sum((Fraction(part.replace(",", ".")) for part in match.groups("0")), Fraction())


def _largest(task: str, homework: Homework) -> int:
    """Return the largest number of points by hand in a line that does not name it."""
    return homework.points_of(task) if task in _all_names() else 1


def doubts(
    dealt_sheets: Iterable[Sheet], answers: Answers, roster: Roster, marks: Iterable[Mark] = ()
) -> Doubts:
    """Return the doubts about answers that can be read and are not right.

    An answer may stand under the wrong task: it is right in the next column, or the two parts of
    a decimal comma stand in two columns. A spreadsheet may have made the number of a day of it.

    Args:
        dealt_sheets: the sheets of a class.
        answers: the answers of a file.
        roster: the students of the class.
        marks: the marks of the class. No doubt is left about a student whose answers are all right
            or marked by a person.
    """
    is_settled: dict[Owner, bool] = {}
    for entry in marks:
        if entry.number and entry.verdict != "replaced":
            is_certain = entry.verdict == "right" or entry.by_hand is not None
            is_settled[entry.owner] = is_settled.get(entry.owner, True) and is_certain
    place = {(sheet.owner, sheet.task): sheet for sheet in dealt_sheets}
    lines: dict[int, list[tuple[Sheet, str]]] = {}
    for answer in answers.rows:
        student = roster.find(answer.student, answer.ids)
        owner = (known_as(student.name), student.id.casefold()) if student else ("", "")
        if sheet := place.get((owner, answer.task.strip().casefold())):
            lines.setdefault(answer.line, []).append((sheet, answer.answer))
    notes, owners = [], set()
    for line, row in lines.items():
        if is_settled.get(row[0][0].owner):
            continue
        remarks = [*_notes_on_shifts(row), *_days(row)]
        notes += [f"Line {line} of the answers: {remark}" for remark in remarks]
        if remarks or answers.missing_tasks or line in answers.short_lines:
            owners.add(row[0][0].owner)
    return Doubts(tuple(notes), frozenset(owners))


def _notes_on_shifts(row: Sequence[tuple[Sheet, str]]) -> Iterator[str]:
    """Yield a note on each answer of a line that would be right in the next column."""
    right = [_is_right(sheet, text) for sheet, text in row]
    for left in range(len(row) - 1):
        (sheet, text), (next_sheet, next_text) = row[left : left + 2]
        if right[left]:
            continue
        if text.isdecimal() and next_text.isdecimal() and _is_right(sheet, f"{text},{next_text}"):
            yield f"{text} and {next_text} may be {text},{next_text}. Put it into quotation marks."
        elif not right[left + 1]:
            shifted_answers = [(text, "right")] if _is_right(next_sheet, text) else []
            shifted_answers += [(next_text, "left")] if _is_right(sheet, next_text) else []
            for answer, side in shifted_answers:
                direction = f"one column further to the {side}"
                yield f"{quote(answer)} is right {direction}. Has a column moved?"


def _days(row: Sequence[tuple[Sheet, str]]) -> Iterator[str]:
    """Yield a note on each number of a day, which a spreadsheet makes of a date such as 4/7."""
    for sheet, text in row:
        is_day = re.fullmatch(r"[34]\d{4}(?:\.0)?", text) and abs(sheet.variant.answer) < 1000
        if is_day and not sheet.variant.options:
            yield f"{text} may be a date that a spreadsheet has made of a fraction."


def _is_right(sheet: Sheet, text: str) -> bool:
    return bool(text) and tasks.check(sheet.variant, text).verdict == "right"


def to_look_at(marks: Iterable[Mark], notes: Iterable[str], roster: Roster) -> tuple[str, ...]:
    """Return sentences on all that a person should look at before the points are given out.

    Args:
        marks: the marks of a class.
        notes: the notes of `read_answers`.
        roster: the students of the class.
    """
    marks = tuple(marks)
    lines = list(notes)
    lines += dict.fromkeys(entry.comment for entry in marks if entry.verdict == "no such question")
    marks_that_count = {
        (entry.owner, entry.task): entry for entry in marks if entry.verdict != "replaced"
    }
    lines += [
        line
        for entry in marks
        if entry.verdict == "replaced"
        for line in _on_replaced(entry, marks_that_count[entry.owner, entry.task])
    ]
    unread = Counter(entry.task for entry in marks if entry.is_open and entry.verdict == "unread")
    derivations = Counter(entry.task for entry in marks if entry.is_open) - unread
    for kind, counts in (("unread answer", unread), ("derivation", derivations)):
        lines += [
            f"{task}: {count} {kind}{'s' * (count > 1)} to mark in by_hand.csv."
            for task, count in counts.items()
        ]
    close_counts = Counter(
        entry.task
        for entry in marks
        if entry.verdict == "close" and entry.by_hand is None and not entry.is_open
    )
    lines += [
        f"{task}: {count} answer{'s' * (count > 1)} {_CLOSE}, with 0 points unless you give some "
        "in by_hand.csv."
        for task, count in close_counts.items()
    ]
    answered_tasks = {entry.task for entry in marks if entry.answer}
    namesakes = Counter(known_as(student.name) for student in roster.students)
    for student in roster.students:
        owner = (known_as(student.name), student.id.casefold())
        own_marks = [
            entry for entry in marks if entry.owner == owner and entry.verdict != "replaced"
        ]
        name = f"{student.name} ({student.id})" if namesakes[owner[0]] > 1 else student.name
        if own_marks and all(
            entry.verdict == "missing" and not entry.answer for entry in own_marks
        ):
            lines.append(f"{name} has handed in nothing.")
            continue
        empty = [
            entry.task
            for entry in own_marks
            if entry.number
            and not entry.answer
            and entry.by_hand is None
            and entry.task in answered_tasks
        ]
        if empty:
            lines.append(f"{name} has no answer to {' and '.join(empty)}, which gives 0 points.")
    return tuple(lines)


def _on_replaced(earlier: Mark, later: Mark) -> Iterator[str]:
    """Yield a sentence on a replaced answer that might have more points than the later one."""
    if _fold_case(earlier.answer) == _fold_case(later.answer):
        return
    question = tasks.task(earlier.task).variant(earlier.number)
    verdict = tasks.check(question, earlier.answer).verdict
    words = {"right": "is right", "close": f"is {_CLOSE}", "unread": "was not read"}
    if verdict == "right":
        has_less = later.verdict != "right" and later.total < later.out_of
    else:
        has_less = not later.is_open and later.total < later.out_of
    if verdict in words and has_less:
        answer = quote(earlier.answer)
        yield f"{earlier.student}, {earlier.task}: {answer} {words[verdict]}. {earlier.comment}"


def _places(heads: Sequence[str], names: Sequence[str], subject: str) -> list[int]:
    """Return the places of columns."""
    plain = [head.casefold() for head in heads]
    if not set(names) <= set(plain):
        required_columns = f"{', '.join(names[:-1])} and {names[-1]}"
        present = " and ".join(plain)[:100] or "nothing"
        raise ValueError(
            f"The first line of {subject} must name the columns {required_columns}; "
            f"it names {present}."
        )
    return [plain.index(name) for name in names]
