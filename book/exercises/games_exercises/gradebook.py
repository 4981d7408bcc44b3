"""Points in a gradebook: the roster as it came, with a column of points and one of comments.

Moodle imports such a file if the roster has an ID number, an address or a user name. Canvas takes a
column that it does not know for an assignment, so its file has no comments.

>>> from games_exercises.marks import Mark
>>> from games_exercises.rosters import read_roster
>>> roster = read_roster("student;ID number\\nAnna;17\\nBen;18")
>>> marks = [
...     Mark("Anna", "17", "race-drift", 1, "1/6", 1, 1, "right", "Right.")
... ]
>>> print(with_points(roster, marks, "Homework 1"))
student;ID number;Homework 1;Homework 1 feedback
Anna;17;1;race-drift 1/1: Right.
Ben;18;;
<BLANKLINE>
"""

from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction

from games_exercises.marks import Mark, Owner, points_text
from games_exercises.rosters import Roster, Student, has_heads_of_canvas, known_as, nearest
from games_exercises.tables import write_table

__all__ = ["canvas", "is_of_canvas", "with_points", "without_total"]

_CANVAS = ("student", "lastname", "firstname", "id", "sis user id", "sis login id", "section")


def with_points(
    roster: Roster,
    marks: Iterable[Mark],
    title: str,
    uncertain: Collection[Owner] = (),
) -> str:
    """Return the roster with the points and the comments of each student.

    The points stay empty as long as something is open: nothing was handed in, an answer waits for
    a person, an answer may stand in the wrong column, or an answer of nobody on the roster may be
    the student's.

    Args:
        roster: the students of the class.
        marks: the marks of the class.
        title: the title of the column of points.
        uncertain: students whose points stay empty, as `games_exercises.marks.doubts` has them.
    """
    marks = tuple(marks)
    by_student = _by_student(marks)
    doubtful = _doubtful(roster, marks, uncertain)
    width = len(roster.heads)
    rows: list[tuple[object, ...]] = [(*_pad(row, width), "", "") for row in roster.left_out]
    for student in roster.students:
        own_marks = by_student.get(_owner(student), [])
        total = _total(own_marks, student in doubtful)
        is_uncertain = total == ""
        comments = [
            f"{mark.task} {_points(mark, is_uncertain)}/{mark.out_of}: {mark.feedback}"
            for mark in own_marks
        ]
        if own_marks and student not in doubtful and _has_nothing(own_marks):
            comments = ["No answer has been handed in."]
        row = _pad(student.row or (student.name,), width)
        rows.append((*row, total, " ".join(comments)))
    heads = (*roster.heads, title, f"{title} feedback")
    return write_table(heads, rows, roster.separator, keeps_dashes=True)


def is_of_canvas(roster: Roster) -> bool:
    """Return whether a roster is a gradebook that Canvas has exported.

    >>> from games_exercises.rosters import read_roster
    >>> is_of_canvas(
    ...     read_roster(
    ...         'Student,ID,SIS Login ID,Section\\n"Bauer, Anna",17,ab,One'
    ...     )
    ... )
    True
    """
    return has_heads_of_canvas(roster.heads)


def canvas(
    roster: Roster,
    marks: Iterable[Mark],
    title: str,
    uncertain: Collection[Owner] = (),
) -> str:
    """Return a file that Canvas imports: its own columns, and one assignment.

    Args:
        roster: a roster that Canvas has exported.
        marks: the marks of the class.
        title: the name of the assignment. Canvas makes it if there is none of this name.
        uncertain: students whose points stay empty, as for `with_points`.
    """
    marks = tuple(marks)
    columns = [n for n, head in enumerate(roster.heads) if head.casefold() in _CANVAS]
    by_student = _by_student(marks)
    doubtful = _doubtful(roster, marks, uncertain)
    out_of = max(
        (sum(mark.out_of for mark in own_marks) for own_marks in by_student.values()), default=0
    )
    possible = ["Points Possible", *[""] * (len(columns) - 1), out_of]
    rows: list[list[object]] = [possible]
    for student in roster.students:
        row = _pad(student.row, len(roster.heads))
        total = _total(by_student.get(_owner(student), []), student in doubtful)
        rows.append([*(row[n] for n in columns), total])
    heads = [*(roster.heads[n] for n in columns), title]
    return write_table(heads, rows, keeps_dashes=True)


def without_total(
    roster: Roster, marks: Iterable[Mark], uncertain: Collection[Owner] = ()
) -> tuple[str, ...]:
    """Return the students who get no total as long as a line of the answers is in doubt.

    Args:
        roster: the students of the class.
        marks: the marks of the class.
        uncertain: students whose points stay empty, as for `with_points`.
    """
    doubtful = _doubtful(roster, tuple(marks), uncertain)
    return tuple(
        f"{student.name} ({student.id})"
        if len(roster.namesakes(student.name)) > 1
        else student.name
        for student in roster.students
        if student in doubtful
    )


def _owner(student: Student) -> Owner:
    return known_as(student.name), student.id.casefold()


def _by_student(marks: Iterable[Mark]) -> dict[Owner, list[Mark]]:
    """Return the marks of the questions of each student."""
    result: dict[Owner, list[Mark]] = {}
    for mark in marks:
        if mark.number and mark.verdict != "replaced":
            result.setdefault(mark.owner, []).append(mark)
    return result


def _doubtful(roster: Roster, marks: Iterable[Mark], uncertain: Collection[Owner]) -> set[Student]:
    """Return the uncertain students, and those who may own answers of nobody on the roster."""
    strangers = {mark.student for mark in marks if mark.verdict == "no such question"}
    likely = (roster.find(name) or nearest(name, roster.students) for name in strangers)
    namesakes = (student for name in strangers for student in roster.namesakes(name))
    uncertain_students = (student for student in roster.students if _owner(student) in uncertain)
    return {student for student in (*likely, *namesakes, *uncertain_students) if student}


def _points(mark: Mark, is_uncertain: bool) -> str:
    """Return the points of an answer, or a question mark where they may still change."""
    is_unsure = mark.is_open or (is_uncertain and not mark.total)
    return "?" if is_unsure else points_text(mark.total)


def _total(own_marks: Sequence[Mark], is_doubtful: bool) -> str:
    """Return all points of a student, or an empty text if they are not certain."""
    if _has_nothing(own_marks) or is_doubtful or any(mark.is_open for mark in own_marks):
        return ""
    return points_text(sum((mark.total for mark in own_marks), Fraction()))


def _has_nothing(own_marks: Sequence[Mark]) -> bool:
    """Return whether a student has handed in no answer, and has no points by hand."""
    return all(not mark.answer and mark.by_hand is None for mark in own_marks)


def _pad(row: Sequence[str], width: int) -> tuple[str, ...]:
    return (*row, *[""] * (width - len(row)))
