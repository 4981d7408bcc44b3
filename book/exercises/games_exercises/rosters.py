"""The students of a class, as a list of names or as a learning platform exports them.

>>> roster = read_roster(
...     "First name,Last name,ID number\\nJörg,Müller,17\\nAnna,Bauer,18\\n"
... )
>>> [(student.name, student.id) for student in roster.students]
[('Jörg Müller', '17'), ('Anna Bauer', '18')]
>>> roster.find("Mueller, Jörg").name
'Jörg Müller'
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import NamedTuple

from games_exercises.tables import read_table

__all__ = [
    "Columns",
    "Roster",
    "Student",
    "has_heads_of_canvas",
    "known_as",
    "nearest",
    "read_roster",
]

MOST_STUDENTS = 1000
_NAMES = {"student", "students", "name", "full name", "student name", "participant", "teilnehmer"}
_FIRST_NAMES = {"first name", "firstname", "vorname", "prénom", "given name"}
_LAST_NAMES = {"last name", "lastname", "surname", "nachname", "nom de famille", "family name"}
# What identifies a student, the best first: as Moodle, Canvas, forms and offices call it.
_IDS = (
    "id number",
    "id",
    "student id",
    "student number",
    "matrikelnummer",
    "id-nummer",
    "sis user id",
    "sis login id",
    "username",
    "user name",
    "login",
    "email address",
    "email",
    "e-mail",
    "mail",
    "e-mail-adresse",
    "adresse de courriel",
)
_OF_A_FORM = {
    "completion time",
    "fertigstellungszeit",
    "heure de fin",
}  # Microsoft Forms numbers answers by "ID"
_NO_STUDENTS = {"points possible", "student, test", "test student"}  # lines of Canvas
_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "ß": "ss", "ł": "l"}

_APOSTROPHE = re.compile("['’‘ʼ`´]")


class Columns(NamedTuple):
    """The columns of a table that say who a student is.

    Attributes:
        names: the places of the columns that together have the name, first names first.
        ids: the places of the columns that identify a student, the best first.
    """

    names: tuple[int, ...]
    ids: tuple[int, ...]

    @classmethod
    def of(cls, heads: Sequence[str]) -> "Columns":
        """Return the columns by their headings.

        >>> Columns.of(("Last name", "First name", "Email address"))
        Columns(names=(1, 0), ids=(2,))
        """
        plain = [head.casefold() for head in heads]
        first = [n for n, head in enumerate(plain) if head in _FIRST_NAMES]
        last = [n for n, head in enumerate(plain) if head in _LAST_NAMES]
        full_names = sorted(
            (n for n, head in enumerate(plain) if head in _NAMES),
            key=lambda n: plain[n] != "student",
        )
        names = [*first[:1], *last[:1]] if first and last else full_names[:1]
        ids = [head for head in _IDS if head != "id" or _OF_A_FORM.isdisjoint(plain)]
        if has_heads_of_canvas(plain):  # students do not know the number that Canvas gives them
            ids.sort(key=lambda head: head != "sis user id")
        return cls(tuple(names), tuple(plain.index(head) for head in ids if head in plain))

    def name(self, row: Sequence[str]) -> str:
        """Return the name in a row."""
        return " ".join(row[n] for n in self.names if n < len(row)).strip()

    def all_ids(self, row: Sequence[str]) -> tuple[str, ...]:
        """Return what identifies the student of a row, the best first."""
        return tuple(row[n] for n in self.ids if n < len(row) and row[n])


class Student(NamedTuple):
    """A student of a roster.

    Attributes:
        name: the name as the roster has it.
        ids: numbers, user names and addresses that identify the student, the best first.
        row: the cells of the student in the roster.
    """

    name: str
    ids: tuple[str, ...] = ()
    row: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """What identifies the student best, or an empty text."""
        return self.ids[0] if self.ids else ""


class Roster(NamedTuple):
    """The students of a class.

    Attributes:
        students: the students in their order.
        heads: the headings of the columns.
        separator: the sign between two columns of the file.
        left_out: lines that are not students, such as *Points Possible* of Canvas.
    """

    students: tuple[Student, ...]
    heads: tuple[str, ...] = ("student",)
    separator: str = ","
    left_out: tuple[tuple[str, ...], ...] = ()

    def find(self, name: str, ids: Iterable[str] = ()) -> Student | None:
        """Return the student with this name or identity, or None if none or several fit.

        What identifies a student counts more than a name, but not against the name of another
        student. The order of the parts of a name makes no difference, and neither do accents,
        apostrophes, or ae for ä. Zeros before a number, which spreadsheets take away, make none
        if no number is the same with them.

        Args:
            name: a name as somebody wrote it.
            ids: numbers, user names and addresses that may identify the student.
        """
        spellings = {spelling.casefold() for spelling in (*ids, name) if spelling}
        by_id = [
            s for s in self.students if spellings & {spelling.casefold() for spelling in s.ids}
        ]
        if not by_id and (numbers := {*map(_without_zeros, spellings)} - {""}):
            by_id = [s for s in self.students if numbers & {*map(_without_zeros, s.ids)}]
        if len(by_id) == 1:
            is_of_another = name and self._is_name_of_another(name, by_id[0])
            return None if is_of_another else by_id[0]
        students, plain = by_id or self.students, known_as(name)
        exact = [s for s in students if known_as(s.name) == plain]
        same_parts = [s for s in students if _parts(known_as(s.name)) == _parts(plain)]
        loose = [s for s in students if _spellings(s.name) & _spellings(name)]
        fit = exact or same_parts or loose
        return fit[0] if len(fit) == 1 else None

    def namesakes(self, name: str) -> tuple[Student, ...]:
        """Return the students whose name may be meant by a name.

        Args:
            name: a name as somebody wrote it.
        """
        return tuple(s for s in self.students if _spellings(s.name) & _spellings(name))

    def _is_name_of_another(self, name: str, student: Student) -> bool:
        """Return whether a name belongs to other students and not to this one."""
        namesakes = self.namesakes(name)
        return bool(namesakes) and student not in namesakes


def read_roster(text: str) -> Roster:
    """Return the students of a roster: one name on each line, or CSV with headings.

    One column is called ``student`` or ``name``, or two have the first and the last names. Other
    columns stay with the student. An ID number, user name or address tells two students of one
    name apart.

    Args:
        text: the content of the file, with commas, semicolons or tabs.

    Raises:
        ValueError: the roster has no students, has a student twice, or has a line without a name.
            The message names all such lines.

    >>> roster = read_roster("student;group\\nAnna;1\\nBen;2")
    >>> [student.name for student in roster.students]
    ['Anna', 'Ben']
    >>> read_roster("Anna\\n\\nBen\\nAnna")
    Traceback (most recent call last):
    ValueError: The roster has Anna on lines 1 and 4. Give each student a name or an ID of their \
own.
    """
    table = read_table(text, "the roster")
    columns, heads, rows = Columns.of(table.heads), table.heads, table.rows
    if not columns.names and len(heads) == 1:  # a list of names without a heading
        first_line = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").split("\n")
        line = next(n for n, cell in enumerate(first_line, 1) if cell.strip())
        rows = ((line, heads), *rows)
        columns, heads = Columns((0,), ()), ("student",)
    elif not columns.names and heads:
        raise ValueError(
            f"The first line of the roster names the columns {', '.join(heads)[:100]}. It must "
            'name a column "student", or two columns "first name" and "last name".'
        )
    problems: list[str] = []
    students: list[Student] = []
    left_out: list[tuple[str, ...]] = []
    no_students = _NO_STUDENTS if has_heads_of_canvas(heads) else {"points possible"}
    lines: list[int] = []
    for line, row in rows:
        name, ids = columns.name(row), columns.all_ids(row)
        is_remark = not name and not ids and has_heads_of_canvas(heads)  # Manual Posting
        if is_remark or (known_as(name) in no_students and len(heads) > 1):
            left_out.append(row)
        elif not name:
            problems.append(f"Line {line} of the roster has no student")
        else:
            students.append(Student(name, ids, row))
            lines.append(line)
    alike: dict[str, list[int]] = {}
    for n, student in enumerate(students):
        alike.setdefault(known_as(student.name), []).append(n)
    for places in alike.values():
        ids_of_namesakes = {students[n].id.casefold() for n in places}
        if len(places) > 1 and (len(ids_of_namesakes) < len(places) or "" in ids_of_namesakes):
            names = dict.fromkeys(students[n].name[:60] for n in places)
            problems.append(
                f"The roster has {' and '.join(names)} on lines "
                f"{' and '.join(str(lines[n]) for n in places)}. "
                "Give each student a name or an ID of their own"
            )
    if not rows:
        problems.append("The roster has no students")
    if len(students) > MOST_STUDENTS:
        problems.append(f"The roster has {len(students)} students, but at most {MOST_STUDENTS} fit")
    if problems:
        raise ValueError("; ".join(problems) + ".")
    return Roster(tuple(students), heads, table.separator, tuple(left_out))


def has_heads_of_canvas(heads: Iterable[str]) -> bool:
    """Return whether these are the headings of a gradebook that Canvas has exported.

    Canvas can give the last and the first name columns of their own.

    Args:
        heads: the headings.

    >>> has_heads_of_canvas(["Student", "ID", "SIS Login ID", "Section"])
    True
    >>> has_heads_of_canvas(["LastName", "FirstName", "ID", "Section"])
    True
    """
    plain = {head.casefold() for head in heads}
    return {"id", "section"} <= plain and ("student" in plain or {"lastname", "firstname"} <= plain)


def known_as(name: str) -> str:
    """Return a name in a form that is equal for all spellings of one name.

    Case, spaces and the encoding of letters such as é make no difference.

    Args:
        name: a name as somebody wrote it.

    >>> known_as("JOSE\N{COMBINING ACUTE ACCENT}  Diaz") == known_as("José Diaz")
    True
    """
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def _without_zeros(text: str) -> str:
    """Return a number without zeros before it, and an empty text for any other text."""
    return text.lstrip("0") if text.isdecimal() else ""


def _parts(name: str) -> tuple[str, ...]:
    """Return the parts of a name in the order of the alphabet."""
    return tuple(sorted(re.findall(r"\w+", _APOSTROPHE.sub("", name))))


def _spellings(name: str) -> set[tuple[str, ...]]:
    """Return a name without accents, and with ae for ä, its parts in the order of the alphabet."""
    plain = known_as(name)
    spelled_out = "".join(_LETTERS.get(letter, letter) for letter in plain)
    results = set()
    for spelling in (plain, plain.replace("ø", "o"), spelled_out):
        letters = unicodedata.normalize("NFKD", spelling)
        bare = "".join(letter for letter in letters if not unicodedata.combining(letter))
        results.add(_parts(bare))
    return results - {()}


def nearest(name: str, students: Iterable[Student]) -> Student | None:
    """Return the student whose name is nearest to a name, or None if none is near.

    >>> nearest("Ana Bauer", [Student("Bauer, Anna"), Student("Ben Cohen")]).name
    'Bauer, Anna'
    """
    students = tuple(students)
    plain_name = "".join(known_as(name).split())
    without_spaces = [s for s in students if "".join(known_as(s.name).split()) == plain_name]
    if without_spaces:
        return without_spaces[0]
    by_spelling = {
        " ".join(spelling): student
        for student in students
        for spelling in sorted(_spellings(student.name))
    }
    for spelling in sorted(_spellings(name)):
        if matches := get_close_matches(" ".join(spelling), by_spelling, 1, 0.7):
            return by_spelling[matches[0]]
        parts = set(spelling)
        holding = [
            student
            for spelling_known, student in by_spelling.items()
            if parts & set(spelling_known.split())
        ]
        if holding and all(student == holding[0] for student in holding):
            return holding[0]
    return None
