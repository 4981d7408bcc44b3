"""Rows of rosters, answers and points by hand that are short, long, empty or given twice."""

import csv
from fractions import Fraction
from io import StringIO

import pytest

from games_exercises import gradebook, marks, sheets
from games_exercises.marks import AnswerRow, read_answers, read_by_hand
from games_exercises.rosters import read_roster

TASKS = ("race-drift", "race-check-faces")
HEAD = "student,id,task,number,answer,at most,points by hand,comment"
SHORT = "Line {} of the answers has {} of {} columns."
ANNA = AnswerRow("Anna", "race-drift", "1/6", 2)
LONG_FORM = "student,task,answer"

# Files of answers: the answers that are read, the beginnings of the notes, and the short lines that
# leave the total of a student open.
ANSWERS = {
    "whole": (f"{LONG_FORM}\nAnna,race-drift,1/6", [ANNA], [], ()),
    "no answer": (
        f"{LONG_FORM}\nAnna,race-drift",
        [ANNA._replace(answer="")],
        [SHORT.format(2, 2, 3)],
        (),
    ),
    "no task": (f"{LONG_FORM}\nAnna", [], [SHORT.format(2, 1, 3)], ()),
    "no task after the answer": (
        "student,answer,task\nAnna,1/6",
        [],
        [SHORT.format(2, 2, 3)],
        (),
    ),
    "no other column": (f"{LONG_FORM},group\nAnna,race-drift,1/6", [ANNA], [], ()),
    "an empty line": (
        f"{LONG_FORM}\n\n,,\nAnna,race-drift,1/6",
        [ANNA._replace(line=4)],
        [],
        (),
    ),
    "a line that names the separator": (
        "sep=;\nstudent;task;answer\nAnna;race-drift\nAnna;race-drift;1/6",
        [ANNA._replace(answer="", line=3), ANNA._replace(line=4)],
        [SHORT.format(3, 2, 3)],
        (),
    ),
    "no second answer": (
        "student,race-drift,race-check-faces\nAnna,1/6",
        [ANNA, ANNA._replace(task="race-check-faces", answer="")],
        [SHORT.format(2, 2, 3)[:-1]],
        (2,),
    ),
    "no column at the end": (
        "student,race-drift,race-check-faces,group\nBen,1/6,4,A\nAnna,1/6,4",
        [
            AnswerRow("Ben", "race-drift", "1/6", 2),
            AnswerRow("Ben", "race-check-faces", "4", 2),
            ANNA._replace(line=3),
            AnswerRow("Anna", "race-check-faces", "4", 3),
        ],
        ["These columns are not used", SHORT.format(3, 3, 4)[:-1]],
        (3,),
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_of_an_odd_row_are_read_and_noted(name):
    text, answer_texts, notes, short_lines = ANSWERS[name]
    answers = read_answers(text, TASKS)
    assert list(answers.rows) == answer_texts
    assert len(answers.notes) == len(notes)
    assert all(map(str.startswith, answers.notes, notes)), answers.notes
    assert answers.short_lines == short_lines


def test_a_short_line_leaves_the_total_of_its_student_open():
    roster = read_roster("student\nAnna\nBen")
    dealt_sheets = sheets.deal(roster.students, TASKS, seed=1)
    right = {(sheet.student, sheet.task): sheet.variant.answer_text for sheet in dealt_sheets}
    lines = [["student", *TASKS, "group"]]
    lines += [[name, *(right[name, task] for task in TASKS), "A"] for name in ("Anna", "Ben")]
    for lost_rows, doubtful in ((0, ()), (1, ("Ben",)), (2, ("Ben",))):
        lines[2] = [*lines[2][: 4 - lost_rows]]
        answers = read_answers("\n".join(map("\t".join, lines)), TASKS)
        mark_list = marks.mark(dealt_sheets, answers.rows, roster)
        doubts = marks.doubts(dealt_sheets, answers, roster)
        assert gradebook.without_total(roster, mark_list, doubts.owners) == doubtful


# Lines of points by hand for one answer: the points and the comment that count, or the refusal.
BY_HAND = {
    "points": ([",1,Good."], (1, "Good.")),
    "no comment column": ([",1"], (1, "")),
    "a comment alone": ([",,Good."], (None, "Good.")),
    "nothing": ([",,"], None),
    "a comment, then points": ([",,Good.", ",1,"], (1, "Good.")),
    "a comment, then points with another": ([",,Good.", ",1,Fair."], (1, "Fair.")),
    "points, then a comment": ([",1,Good.", ",,Fair."], (1, "Good.")),
    "points, then nothing": ([",1,Good.", ",,"], (1, "Good.")),
    "nothing, then points": ([",,", ",½,Good."], (Fraction(1, 2), "Good.")),
    "points twice": ([",1,Good.", ",1,Good."], "Lines 2 and 3 of the points by hand both give"),
    "too many, then points": ([",2,", ",1,"], "Line 2 of the points by hand gives"),
    "below 0": ([",-1,"], "Line 2 of the points by hand gives"),
    "points, and a line that ends early": ([",1,Good.", None], (1, "Good.")),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_points_by_hand_of_odd_rows(name):
    ends, result = BY_HAND[name]
    rows = ["Anna,17,race-drift" + ("" if end is None else f",2,a sixth,1{end}") for end in ends]
    text = "\n".join([HEAD, *rows])
    if isinstance(result, str):
        with pytest.raises(ValueError, match=result):
            read_by_hand(text)
    else:
        points_found = read_by_hand(text)
        decisions = [(entry.points, entry.comment) for entry in points_found.values()]
        assert decisions == ([] if result is None else [result])


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_every_row_of_a_gradebook_has_the_columns_of_its_heading(separator):
    text = "student,group,room\nAnna,A,1\nBen,B\nCyd\n,,\nDan,,3".replace(",", separator)
    roster = read_roster(text)
    dealt_sheets = sheets.deal(roster.students, TASKS, seed=1)
    mark_list = marks.mark(dealt_sheets, [], roster)
    gradebook_text = gradebook.with_points(roster, mark_list, "Homework")
    rows = list(csv.reader(StringIO(gradebook_text), delimiter=separator))
    assert [row[0] for row in rows[1:]] == ["Anna", "Ben", "Cyd", "Dan"]
    assert {len(row) for row in rows} == {5}


def test_a_canvas_file_of_short_rows_has_the_columns_of_its_heading():
    heads = "Student,ID,SIS Login ID,Section,Notes"
    roster = read_roster(f'{heads}\n"Bauer, Anna",17,ab,One,late\n"Cohen, Ben",18,bc,One\n')
    dealt_sheets = sheets.deal(roster.students, TASKS, seed=1)
    rows = list(
        csv.reader(StringIO(gradebook.canvas(roster, marks.mark(dealt_sheets, [], roster), "H")))
    )
    assert [row[0] for row in rows[1:]][-2:] == ["Bauer, Anna", "Cohen, Ben"]
    assert {len(row) for row in rows} == {5}
