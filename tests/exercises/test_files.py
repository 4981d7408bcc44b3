"""Sheets, marks and files for platforms, for a class of thirty with planted mistakes."""

import csv
import doctest
import os
import re
import shlex
import subprocess
import sys
import venv
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape
from io import StringIO
from itertools import pairwise, product
from pathlib import Path
from shutil import which
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader

import games_exercises as tasks
from games_exercises import catalogue, gradebook, marks, platforms, sheets
from games_exercises.__main__ import BROWSERS, main
from games_exercises.rosters import Roster, Student, nearest, read_roster
from tests.conftest import ROOT
from tests.helpers.tasks import variants
from tests.refusals import refused

NAMES = (
    "race-exercise-four",
    "lucky-exercise-conway",
    "counting-exercise-biased",
    "race-rule-start",
    "race-check-faces",
)
CLASS = tuple(f"Student {n}" for n in range(1, 31))
ROSTER = Roster(tuple(map(Student, CLASS)))
DEALT_SHEETS = sheets.deal(ROSTER.students, NAMES, seed=7)


@cache
def distinguishable_variants():
    return [variant for variant in variants() if platforms.digits_needed(variant)]


def rows(text):
    return list(csv.DictReader(StringIO(text)))


def answers(*lines):
    return read_answers("\n".join(("student,task,answer", *lines)))


def read_answers(text):
    return marks.read_answers(text, NAMES).rows


def mark(answer_rows):
    return marks.mark(DEALT_SHEETS, answer_rows, ROSTER)


def names_of(text):
    return tuple(student.name for student in read_roster(text).students)


# Sheets


def test_seed_decides_the_sheets():
    assert sheets.deal(ROSTER.students, NAMES, seed=7) == DEALT_SHEETS
    assert sheets.deal(ROSTER.students, NAMES, seed=8) != DEALT_SHEETS
    two = tuple(sheet for sheet in DEALT_SHEETS if sheet.task in NAMES[:2])
    # other tasks on the sheet make no difference
    assert sheets.deal(ROSTER.students, NAMES[:2], seed=7) == two


def test_neighbours_have_different_questions():
    for name in NAMES:
        numbers = [sheet.number for sheet in DEALT_SHEETS if sheet.task == name]
        assert all(first != second for first, second in pairwise(numbers))
        counts = Counter(numbers)
        assert len(counts) == min(30, len(tasks.task(name).usual))
        assert max(counts.values()) - min(counts.values()) <= 1


def test_sheet_has_its_questions_and_no_answer():
    page = BeautifulSoup(sheets.sheets(DEALT_SHEETS), "html.parser")
    sections = page.find_all("section")
    assert len(sections) == 30
    for student, section in zip(CLASS, sections, strict=True):
        assert section.h1.text.endswith(f": {student}")
        own_variants = [sheet.variant for sheet in DEALT_SHEETS if sheet.student == student]
        assert [element.contents[0] for element in section.find_all("li")] == [
            variant.prompt for variant in own_variants
        ]
        option_texts = [
            variant.format_answer(place)
            for variant in own_variants
            for place in range(len(variant.options))
        ]
        assert [element.text for element in section.select(".option")] == option_texts != []
        for variant in own_variants:
            for wrong in variant.wrongs:
                assert wrong.idea not in section.text or wrong.idea in variant.prompt
    assert len(page.select(".derivation")) == 30  # of race-rule-start


def test_key_has_all_answers_and_the_rubric():
    page = BeautifulSoup(sheets.key(DEALT_SHEETS), "html.parser")
    lines = [[cell.text for cell in row.find_all("td")] for row in page.find_all("tr")[1:]]
    assert [(*line[:2], line[3]) for line in lines] == [
        (sheet.student, sheet.task, sheet.variant.answer_text) for sheet in DEALT_SHEETS
    ]
    rubric = tasks.task("race-rule-start").rubric
    lines = [f"{criterion.points}: {criterion.description}" for criterion in rubric]
    assert [element.text for element in page.ul.find_all("li")] == lines


@pytest.mark.parametrize(
    ("text", "students"),
    [
        ("student\nAnna\nBen\n", ("Anna", "Ben")),
        ("\ufeffgroup;Student\n1;Anna\n2; Ben \n\n", ("Anna", "Ben")),
        ("Anna\nBen", ("Anna", "Ben")),
        ('student,mail\n"Bauer, Anna",a@b\n', ("Bauer, Anna",)),
        ("First name,Last name,Email\nJörg,Müller,j@x\nAnna,Bauer,", ("Jörg Müller", "Anna Bauer")),
        ("Nachname;Vorname\nMüller;Jörg", ("Jörg Müller",)),
        ("name,group\nAnna,1", ("Anna",)),
        ("sep=;\nstudent;group\nAnna;1", ("Anna",)),
        ('"sep=,"\nstudent,group\nAnna,1', ("Anna",)),
        ("student,ID number\nAnna,17\nAnna,18", ("Anna", "Anna")),
        (
            "Student,ID,SIS Login ID,Section\n    Points Possible,,,\n"
            '"Bauer, Anna",1,ab,One\n"Student, Test",2,,One\n',
            ("Bauer, Anna",),
        ),
    ],
)
def test_roster_is_read(text, students):
    assert names_of(text) == students


test_a_roster_that_is_wrong_is_told_where = refused(
    (lambda: read_roster(""), "no students"),
    (lambda: read_roster("student\n"), "no students"),
    (lambda: read_roster("Anna\nBen\nAnna"), "Anna on lines 1 and 3"),
    # the marks treat them as one name
    (lambda: read_roster("Anna B\nBen\nANNA  b"), "Anna B and ANNA  b on lines 1 and 3"),
    (lambda: read_roster("Name\n"), "no students"),
    (lambda: read_roster("who,group\nAnna,1"), 'name a column "student"'),
    (lambda: read_roster("student,ID\nAnna,1\nAnna,1"), "Anna on lines 2 and 3"),
    (lambda: read_roster("student,ID\nAnna,1\nAnna,"), "Anna on lines 2 and 3"),
    (
        lambda: read_roster("student,group\n,1\n,2"),
        re.compile("Line 2 .* Line 3 .*no student"),
    ),
    (lambda: read_roster('student\n"Anna'), "no CSV file"),
    (
        lambda: read_roster("student,mail\nMüller, Jörg,j@x"),
        re.compile("Line 2 .* has 3 columns, but the first line has 2"),
    ),
    (
        lambda: read_roster("\n".join(map(str, range(1200)))),
        "1200 students, but at most 1000",
    ),
)


test_what_cannot_be_dealt = refused(
    (lambda: sheets.deal(ROSTER.students, ("race-exercise-for",), 1), "Is it 'race-exercise-four'"),
    (lambda: sheets.deal(ROSTER.students, NAMES * 2, 1), "named twice"),
    (lambda: sheets.deal(ROSTER.students, (), 1), "0 tasks"),
    (lambda: sheets.deal(ROSTER.students, NAMES, -1), "seed is -1"),
)


# Marks


def test_marks_of_a_class_find_planted_mistakes():
    planted_answers = {
        0: lambda variant: (variant.answer_text, "right"),
        1: lambda variant: (variant.format_answer(variant.wrongs[0].value), "known"),
        2: lambda variant: ("", "missing"),
        3: lambda variant: ("7" * 1024, "unread"),
        4: lambda variant: ("=HYPERLINK(1)", "unread"),
        5: lambda variant: ("__import__('os').system('true')", "unread"),
        6: lambda variant: (
            str((variant.answer + 1) / 2),
            "unread" if variant.options or variant.form == "odds" else "not yet",
        ),
        7: lambda variant: (variant.answer_text.replace("/", " / ").upper(), "right"),
    }
    lines, expected = [], []
    for n, sheet in enumerate(DEALT_SHEETS):
        answer, verdict = planted_answers[n % 8](sheet.variant)
        lines.append(f'{sheet.student.upper()},{sheet.task},"{answer}"')
        expected.append(verdict)
    results = mark(answers(*lines))
    assert [result.verdict for result in results] == expected
    assert [result.points for result in results] == [
        int(verdict == "right") for verdict in expected
    ]
    assert all(result.comment for result in results)
    table = rows(marks.write_marks(results))
    assert [(row["student"], row["task"]) for row in table] == [sheet[:2] for sheet in DEALT_SHEETS]
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in table for cell in row.values())


UNSEEN = " \t\n\r\0\u200b\ufeff"  # what a spreadsheet may leave out before a sign


@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
@pytest.mark.parametrize(
    "prefix",
    ["", " ", "Anna;", "Anna,", "Anna\t", "Anna; ", "Anna\n", "\ufeff", "Anna;\u200b", "Anna;\0"],
)
def test_marks_file_begins_no_formula_at_any_separator(prefix, sign):
    answer = f"{prefix}{sign}HYPERLINK(1)"
    results = mark([marks.AnswerRow(CLASS[0], NAMES[0], answer, 2)])
    for separator, split in product(",;", ",;\t|"):
        marks_text = marks.write_marks(results, separator)
        cells = [cell for row in csv.reader(StringIO(marks_text), delimiter=split) for cell in row]
        assert any("HYPERLINK" in cell for cell in cells)
        assert not [cell for cell in cells if cell.strip(UNSEEN).startswith(sign)]
        assert answer.strip() in {
            answer_row.answer.strip() for answer_row in read_answers(marks_text)
        }


def test_students_of_a_class_have_different_sheets():
    names = ("counting-check-win", "counting-check-calls", "counting-rule-two-points")
    dealt_sheets = sheets.deal(ROSTER.students, names, seed=7)
    numbers_by_student = [
        tuple(sheet.number for sheet in dealt_sheets if sheet.student == student)
        for student in CLASS
    ]
    assert len(set(numbers_by_student)) == len(CLASS)
    assert all(
        a != b
        for first, second in pairwise(numbers_by_student)
        for a, b in zip(first, second, strict=True)
    )


def test_empty_answer_replaces_no_answer():
    line = f"Student 1,race-exercise-four,{DEALT_SHEETS[0].variant.answer_text}"
    results = mark(answers(line, "Student 1,race-exercise-four,"))
    assert (results[0].verdict, len(results)) == ("right", len(DEALT_SHEETS))


def test_answers_are_read_from_a_line_for_each_student():
    answer_texts = [sheet.variant.answer_text for sheet in DEALT_SHEETS[: len(NAMES)]]
    head, row = ";".join(("student", "mail", *NAMES)), ";".join(("Student 1", "a@b", *answer_texts))
    results = mark(read_answers(f"{head}\n{row}"))
    assert [result.verdict for result in results][: len(NAMES)] == ["right"] * len(NAMES)


def test_moodle_takes_a_half_rounded_up_or_to_even():
    variant = tasks.task("counting-check-win").variant(5)
    assert variant.answer == Fraction(21, 32)
    quiz = ElementTree.fromstring(platforms.moodle_xml([variant]))
    for number in ("0.65625", "0.6563", "0.6562"):
        assert moodle(quiz[1], Decimal(number))[0] == "100"
    assert moodle(quiz[1], Decimal("0.6564")) is None
    assert variant.format_answer(variant.answer) == "21/32"
    assert platforms.rounded(variant.answer, 4) == "0.6563"


def test_marks_list_every_answer():
    answer_rows = answers(
        "Student 1,race-exercise-four,1",
        "Stranger,race-exercise-four,2",
        "Student 1,race-drift,3",
        f"student 1,race-exercise-four,{DEALT_SHEETS[0].variant.answer_text}",
    )
    results = mark(answer_rows)
    assert len(results) == len(DEALT_SHEETS) + 3
    assert results[0].points == 1
    assert [(result.verdict, result.answer) for result in results[len(DEALT_SHEETS) :]] == [
        ("no such question", "2"),
        ("no such question", "3"),
        ("replaced", "1"),
    ]
    assert "Line 3" in results[len(DEALT_SHEETS)].comment


test_answers_that_are_wrong = refused(
    (lambda: read_answers(""), "must name the columns"),
    (lambda: read_answers("who,answer\nAnna,3"), "it names who and answer"),
    (lambda: read_answers('student,task,answer\n"Anna'), "no CSV file"),
    (
        lambda: read_answers(f"student,{NAMES[0]},{NAMES[1]}\nNg,7,2,8\nLi,1,2\nXu,7,2,9"),
        "Lines 2 and 4 of the answers have more columns than the first line, which has 3",
    ),
    (
        lambda: read_answers(f"student,{NAMES[0]},a ({NAMES[0]})\nNg,1,2"),
        f"columns 2 and 3 of the answers are both '{NAMES[0]}'",
    ),
)


def test_dealt_sheets_survive_writing_and_reading():
    odd = (sheets.Sheet("=Anna", "race-drift", 2, "17"), sheets.Sheet('B "x"', "race-drift", 1))
    for separator in (",", ";", "\t"):
        assert marks.read_dealt(marks.write_dealt((*DEALT_SHEETS, *odd), separator)) == (
            *DEALT_SHEETS,
            *odd,
        )
    with pytest.raises(ValueError, match=r"^Line 2 of the list of questions: number is 99"):
        marks.read_dealt("student,task,number\nAnna,race-drift,99")


def test_sheets_of_a_class_use_the_separator_of_its_roster(tmp_path):
    roster = tmp_path / "class.csv"
    roster.write_text("name;id\nAnna;1\nBen;2\n", "utf-8")
    arguments = ["sheets", "--roster", roster, "--tasks", NAMES[0], "--out", tmp_path / "out"]
    assert main([*map(str, arguments)]) == 0
    text = (tmp_path / "out" / "dealt.csv").read_text("utf-8-sig")
    assert text.split("\n")[0].strip() == "student;task;number;id"
    assert [sheet.id for sheet in marks.read_dealt(text)] == ["1", "2"]


LATE = 2  # the place among six students of one who hands in twice


def student_lines(n, variant):
    """Return the lines of student number n for a question, and the expected verdict."""
    wrong = variant.wrongs[n % len(variant.wrongs)]
    return [
        ([variant.answer_text], "right"),
        ([variant.format_answer(wrong.value)], "known"),
        (["17 000 000", variant.answer_text], "right"),  # only the last one counts
        ([], "missing"),
        (["__import__('os').remove('marks.csv')"], "unread"),
        (["=HYPERLINK(1)"], "unread"),
    ][n % 6]


def test_readme_commands_carry_a_homework_for_thirty(tmp_path, capsys):
    readme = (ROOT / "README.md").read_text("utf-8")
    roster, answers_path, out_folder = (
        tmp_path / "class.csv",
        tmp_path / "answers.csv",
        tmp_path / "out",
    )
    roster.write_text("student;group\n" + "".join(f"{name};1\n" for name in CLASS), "utf-8-sig")

    def make(target, **new_values):
        (line,) = re.findall(rf"^make {target} .*$", readme, re.MULTILINE)
        settings_of_make = (
            dict(setting.split("=", 1) for setting in shlex.split(line)[2:])
            | new_values
            | {"OUT": out_folder}
        )
        command = [
            "make",
            "-s",
            "-o",
            ".venv/ready",
            target,
        ]  # this Python ignores installed packages
        command += [f"{name}={value}" for name, value in settings_of_make.items()]
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
        ), settings_of_make

    process, settings = make("sheets", ROSTER=roster)
    assert process.returncode == 0, process.stderr
    names = settings["TASKS"].split()
    dealt_sheets = sheets.deal(ROSTER.students, names, int(settings["SEED"]))
    assert marks.read_dealt((out_folder / "dealt.csv").read_text("utf-8")) == dealt_sheets
    sheets_text = (out_folder / "sheets.html").read_text("utf-8")
    key = (out_folder / "key.html").read_text("utf-8")
    for dealt_sheet in dealt_sheets:
        assert escape(dealt_sheet.variant.prompt) in sheets_text
        assert escape(dealt_sheet.variant.answer_text) in key
    pdf = out_folder / "sheets.pdf"
    assert not pdf.exists() or len(PdfReader(pdf).pages) == len(CLASS)

    lines, expected = ["Name;student;task;answer"], []
    for n, sheet in enumerate(dealt_sheets):
        texts, verdict = student_lines(n, sheet.variant)
        lines += [f";{sheet.student.lower()};{sheet.task};{text}" for text in texts]
        expected.append((sheet.student, sheet.task, verdict))
    answers_path.write_text("\n".join([*lines, f";Stranger;{names[0]};1"]), "utf-8")
    process, _ = make("marks", ANSWERS=answers_path)
    assert process.returncode == 0, process.stderr
    text = (out_folder / "marks.csv").read_text("utf-8-sig")
    table = list(csv.DictReader(StringIO(text), delimiter=";"))  # the separator of the answers
    assert [
        (row["student"], row["task"], row["verdict"]) for row in table[: len(dealt_sheets)]
    ] == expected
    verdicts = Counter(row["verdict"] for row in table)
    listing = process.stdout.partition("Look at these:")[2]
    unread = map(int, re.findall(r": (\d+) unread answers? to mark in by_hand.csv", listing))
    assert sum(unread) == verdicts["unread"] > 0
    assert "'Stranger' is not on the roster" in listing
    assert "gradebook.csv" not in listing  # the list comes last
    late_answers = sum(n % 6 == LATE for n in range(len(dealt_sheets)))
    odd = [row["verdict"] for row in table[len(dealt_sheets) :]]
    assert sorted(odd) == ["no such question"] + ["replaced"] * late_answers
    for result, sheet in zip(table, dealt_sheets, strict=False):
        assert (result["points"] != "0") == (result["verdict"] == "right")
        if result["verdict"] == "known":
            assert result["comment"] in [wrong.reply for wrong in sheet.variant.wrongs]

    # Errors give a sentence and change no file.
    contents_before = {path.name: path.read_bytes() for path in out_folder.iterdir()}
    for target, words, files in (
        ("sheets", "student1 on lines 1 and 2", {"ROSTER": b"Student1\nstudent1\n"}),
        ("sheets", "says who has which question", {"ROSTER": b"Anna\n"}),
        ("sheets", "CSV UTF-8", {"ROSTER": b"Jos\xe9\n"}),
        ("sheets", "There is no task 'race'", {"ROSTER": b"Anna\n", "TASKS": "race"}),
        ("marks", "must name the columns", {"ANSWERS": b"name,answer\nAnna,1\n"}),
        ("marks", "no CSV file", {"ANSWERS": b'student,task,answer\n"Anna,race-drift,1\n'}),
        ("marks", "There is no file", {"ANSWERS": str(tmp_path / "none.csv")}),
        ("marks", "No file is named. ANSWERS=answers.csv", {"ANSWERS": ""}),
        ("sheets", "No file is named. ROSTER=", {"ROSTER": ""}),
    ):
        answers_path.write_bytes(
            next(content for content in [*files.values(), b""] if isinstance(content, bytes))
        )
        settings = {
            name: content if isinstance(content, str) else answers_path
            for name, content in files.items()
        }
        process, _ = make(target, **settings)
        assert process.returncode != 0
        assert words in process.stderr
        assert "Traceback" not in process.stderr
        assert {path.name: path.read_bytes() for path in out_folder.iterdir()} == contents_before
    answers_path.write_text("student,task,answer\nAnna,race-drift,1\n", "utf-8")
    assert main(["marks", "--answers", str(answers_path), "--out", str(tmp_path)]) == 1
    assert "`make sheets` writes it" in capsys.readouterr().err


def test_table_of_answers_is_filled_in_and_marked(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("games_exercises.__main__.BROWSERS", ())  # printing would take seconds
    roster = tmp_path / "class.csv"
    roster.write_text(
        "Vorname;Nachname;ID-Nummer\nAnna;Bauer;007\nAnna;Bauer;008\nBo;Li;9", "utf-8"
    )

    def run(*command):
        assert main([*command, "--out", str(tmp_path)]) == 0
        return capsys.readouterr().out

    deal = ("sheets", "--roster", str(roster), "--tasks", f"{TASK} race-rule-start")
    run(*deal)
    path = tmp_path / "answers.csv"
    lines = path.read_text("utf-8-sig").splitlines()
    assert [line.split(";")[:2] for line in lines[1:]] == [
        ["Anna Bauer", "007"],
        ["Anna Bauer", "008"],
        ["Bo Li", "9"],
    ]
    right = sheets.deal(read_roster(roster.read_text("utf-8")).students, (TASK,), seed=1)[1]
    lines[2] = f"Anna Bauer;8;{right.variant.answer_text};1"  # a spreadsheet has taken the zeros
    path.write_text("\n".join(lines), "utf-8")
    run(*deal)  # the answers stay
    assert path.read_text("utf-8").splitlines() == lines
    assert "race-rule-start: 1 derivation" in run("marks")

    by_hand = tmp_path / "by_hand.csv"
    text = by_hand.read_text("utf-8-sig")
    assert ";008;" in text
    by_hand.write_text(text.replace(";008;", ";8;").replace(";4;;;", ";4;2,5;;"), "utf-8")
    assert "derivation" not in run("marks")
    gradebook_text = (tmp_path / "gradebook.csv").read_text("utf-8-sig")
    assert "Anna;Bauer;008;3.5;" in gradebook_text
    by_hand.write_text(by_hand.read_text("utf-8-sig").replace("Anna Bauer;008", "Eve;1"), "utf-8")
    assert "gives points for 'race-rule-start' to 'eve 1', who was not given it" in run("marks")
    # Points that count for no answer stay in the table until somebody corrects them.
    by_hand.write_text(by_hand.read_text("utf-8-sig").replace("Eve;1", "Anna Bauer;008"), "utf-8")
    assert "gives points" not in run("marks")
    late = tmp_path / "late.csv"
    late.write_text(path.read_text("utf-8").replace(lines[2], "Anna Bauer;008;;"), "utf-8")
    run("marks", "--answers", str(late))  # a person may still mark what is on paper
    assert ";4;2.5;" in by_hand.read_text("utf-8-sig")
    text = by_hand.read_text("utf-8-sig").replace("race-rule-start;1;", "race-rule-start;2;")
    by_hand.write_text(text, "utf-8")
    assert "to 'anna bauer 008', whose question is another one now" in run("marks")
    assert ";4;2.5;" in by_hand.read_text("utf-8-sig")


@pytest.mark.skipif(not any(map(which, BROWSERS)), reason="no browser to print with")
def test_long_sheet_has_the_name_on_each_a4_page(tmp_path):
    roster = tmp_path / "class.csv"
    roster.write_text("Anna\nBen\n", "utf-8")
    names = ["race-rule-start", "race-rule-again", "placement-rule-blind", *NAMES[:3]]
    arguments = [
        "sheets",
        "--roster",
        str(roster),
        "--tasks",
        " ".join(names),
        "--out",
        str(tmp_path),
    ]
    assert main(arguments) == 0
    pages = PdfReader(tmp_path / "sheets.pdf").pages
    assert [page.extract_text().split("\n")[0] for page in pages] == [
        f"Odds, Exactly: {name}" for name in ("Anna", "Anna", "Ben", "Ben")
    ]
    assert {tuple(round(float(side)) for side in page.mediabox) for page in pages} == {
        (0, 0, 595, 842)
    }


@pytest.mark.slow
def test_task_list_ends_silently_when_its_reader_ends():
    read_end, write = os.pipe()
    os.close(read_end)
    command = [sys.executable, "-m", "games_exercises", "list"]
    process = subprocess.run(command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (process.returncode, process.stderr) == (0, b"")


def test_teachers_page_shows_what_python_prints():
    page = Path(__file__).parents[2] / "book" / "teaching_tasks.md"
    text = page.read_text("utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test) == (0, 5)


# Answers that must not be lost without a message


AWKWARD = read_roster(
    "First name,Last name,ID number,Email address,Group\n"
    "Jörg,Müller,17,jm@x.org,1\n"
    "Anna,Bauer,18,ab@x.org,1\n"
    "Anna,Bauer,19,ab2@x.org,2\n"
    "José,Díaz,20,jd@x.org,2\n"
    "Ng,Li,21,ng@x.org,2\n"
)
TASK = "race-exercise-four"
AWKWARD_DEALT = sheets.deal(AWKWARD.students, (TASK,), seed=3)


def awkward_marks(text):
    answer_rows = marks.read_answers(text, (TASK,))
    return answer_rows, marks.mark(AWKWARD_DEALT, answer_rows.rows, AWKWARD)


@pytest.mark.parametrize(
    ("name", "owner"),
    [
        ("Jörg Müller", "17"),
        ("Müller, Jörg", "17"),
        ("Joerg MUELLER", "17"),
        ("Jorg Muller", "17"),
        ("17", "17"),
        ("ab2@X.org", "19"),
        ("Diaz Jose", "20"),
        ("li, ng", "21"),
        ("Ng’ Li", "21"),
        ("Anna Bauer", None),  # there are two
        ("Jorg Muler", None),
        ("", None),
    ],
)
def test_student_is_found_by_name_or_identity(name, owner):
    student = AWKWARD.find(name)
    assert (student.id if student else None) == owner


def test_student_is_found_by_the_columns_of_a_form():
    right = [sheet.variant.answer_text for sheet in AWKWARD_DEALT]
    lines = [
        f"Timestamp,Email Address,Name,1. Four fields ({TASK})",
        f"1,AB2@x.org,Anna Bauer,{right[2]}",
        f"2,ab@x.org,me,{right[1]}",
        f'3,,"Mueller, Jörg",{right[0]}',
    ]
    answer_rows, results = awkward_marks("\n".join(lines))
    assert answer_rows.notes == ("These columns are not used: 'Timestamp'.",)
    assert [result.verdict for result in results] == ["right"] * 3 + ["missing"] * 2


def test_number_of_an_answer_is_no_number_of_a_student():
    roster = read_roster("student,id\nAnna,1\nBen,2\nCem,3")
    dealt_sheets = sheets.deal(roster.students, (TASK,), seed=3)
    right = dealt_sheets[1].variant.answer_text
    lines = ["ID,Start time,Completion time,Email,Name,student," + TASK]
    lines += [f"1,10:00,10:05,anonymous,,Ben,{right}", "3,10:00,10:06,anonymous,,Bne,7"]
    answer_rows = marks.read_answers("\n".join(lines), (TASK,))
    results = marks.mark(dealt_sheets, answer_rows.rows, roster)
    assert [mark.verdict for mark in results] == ["missing", "right", "missing", "no such question"]


def test_student_is_found_without_the_zeros_before_a_number():
    roster = Roster((Student("Anna Bauer", ("007",)), Student("Anna Bauer", ("0081",))))
    assert roster.find("Anna Bauer", ("7",)) == roster.students[0]
    assert roster.find("81") == roster.students[1]
    two_students = Roster((Student("A", ("007",)), Student("B", ("07",))))
    assert two_students.find("", ("7",)) is None
    assert two_students.find("", ("07",)) == two_students.students[1]


def test_unknown_name_is_listed_with_the_nearest():
    answer_rows, results = awkward_marks(f"student,{TASK}\nJorg Muler,3\nMerkel,3\nNg Li,many")
    listing = marks.to_look_at(results, answer_rows.notes, AWKWARD)
    assert "Line 2 of the answers: 'Jorg Muler' is not on the roster" in listing[0]
    assert listing[0].endswith("Is it 'Jörg Müller'?")
    assert "'Merkel'" in listing[1]
    assert "Is it" not in listing[1]
    assert listing[2] == f"{TASK}: 1 unread answer to mark in by_hand.csv."
    assert "José Díaz has handed in nothing." in listing


def test_name_and_id_of_two_students_give_neither_points():
    answer_rows, results = awkward_marks(f"Name,Id,{TASK}\nNg Li,17,3")
    listing = marks.to_look_at(results, answer_rows.notes, AWKWARD)
    assert listing[0] == "Line 2 of the answers: 'Ng Li' is named, but 17 belongs to 'Jörg Müller'."
    table = rows(gradebook.with_points(AWKWARD, results, "W"))
    assert [row["W"] for row in table] == [""] * len(table)


def test_right_answer_that_a_later_one_replaces_is_listed():
    right = AWKWARD_DEALT[0].variant.answer_text
    answer_rows, results = awkward_marks(f"Id,{TASK}\n17,{right}\n17,3333\n18,5555\n18,3333")
    listing = marks.to_look_at(results, answer_rows.notes, AWKWARD)
    assert [line for line in listing if "later" in line] == [
        f"Jörg Müller, {TASK}: {right!r} is right. Line 2 of the answers: a later answer counts."
    ]


AUTOMATON = "lucky-exercise-automaton"


def later_answer_is_listed(earlier, second_answer, name=AUTOMATON):
    """Return what is listed of a student who answers the question of the book twice."""
    roster = Roster((Student("Chiara"),))
    answer_rows = [
        marks.AnswerRow("Chiara", name, text, n)
        for n, text in enumerate((earlier, second_answer), 2)
    ]
    results = marks.mark([sheets.Sheet("Chiara", name, 1)], answer_rows, roster)
    return [line for line in marks.to_look_at(results, (), roster) if "later answer" in line]


@pytest.mark.parametrize(
    ("name", "earlier", "second_answer", "words"),
    [
        (AUTOMATON, "Zara, or with card 7", "a", "'Zara, or with card 7' was not read. Line 2"),
        (TASK, "2.9655", "7", "'2.9655' is right, but rounded or in another form. Line 2"),
        (TASK, "86/29", "7", "'86/29' is right. Line 2"),
        (TASK, "86/29", "ask me", "'86/29' is right. Line 2"),
        (TASK, "32\\51", "7", r"'32\51' was not read"),
    ],
)
def test_replaced_answer_that_might_have_more_is_listed(name, earlier, second_answer, words):
    (line,) = later_answer_is_listed(earlier, second_answer, name)
    assert f"Chiara, {name}: {words}" in line


@pytest.mark.parametrize(
    ("earlier", "second_answer"),
    [("ask me", "d"), ("a", "b"), ("ask me", "Ask  me"), ("ask me", "or d")],
)
def test_replaced_answer_without_a_loss_is_not_listed(earlier, second_answer):
    assert later_answer_is_listed(earlier, second_answer) == []


def test_feedback_without_a_total_has_no_zero():
    _, results = awkward_marks(f"Id,{TASK}\n17,3333\n18,ask me\n20,-")
    feedback = [row["W feedback"] for row in rows(gradebook.with_points(AWKWARD, results, "W"))]
    assert f"{TASK} 0/1: " in feedback[0]
    assert f"{TASK} ?/1: " in feedback[1]
    assert feedback[2] == "No answer has been handed in."
    assert f"{TASK} 0/1: There is no answer." in feedback[3]


def test_empty_answer_beside_others_is_listed_with_0_points():
    roster = read_roster("student,id\nAnna,1\nAnna,2")
    names = (TASK, "race-check-first", "chase-check-four")
    sheet_list = [sheets.Sheet(s.name, name, 1, s.id) for s in roster.students for name in names]
    text = f"id,{TASK},race-check-first,chase-check-four\n1,86/29,,\n2,1,2,"
    answer_rows = marks.read_answers(text, names).rows
    results = marks.mark(sheet_list, answer_rows, roster)
    listing = marks.to_look_at(results, (), roster)
    assert listing == ("Anna (1) has no answer to race-check-first, which gives 0 points.",)
    assert rows(gradebook.with_points(roster, results, "W"))[0]["W"] == "1"


def test_namesakes_without_an_id_get_no_points_and_are_listed():
    answer_rows, results = awkward_marks(f"student,ID,{TASK}\nAnna Bauer,,3\nAnna Bauer,18,3")
    listing = marks.to_look_at(results, answer_rows.notes, AWKWARD)
    assert "'Anna Bauer' is on the roster more than once" in listing[0]
    table = rows(gradebook.with_points(AWKWARD, results, "W"))
    assert [row["W"] for row in table[1:3]] == ["", ""]


def test_columns_that_are_no_tasks_are_listed():
    answers_text = "student,race-exercise-fuor,lucky-exercise-conway,comment\nNg Li,1,2,3"
    answer_rows = marks.read_answers(answers_text + "", (TASK, "lucky-exercise-conway"))
    assert answer_rows.notes == (
        "The column 'race-exercise-fuor' is no task that was set. Is it 'race-exercise-four'?",
        "These columns are not used: 'comment'.",
        "No column has the answers to 'race-exercise-four', so no student gets a total.",
    )
    reading = marks.read_answers(f"student,{TASK},lucky-exercise-conway\nNg Li,7", NAMES[:2])
    assert "Line 2 of the answers has 2 of 3 columns." in reading.notes[0]


def answers_in_doubt(line, heads="race-check-first,chase-check-four,counting-check-win"):
    """Return the doubts about one line of answers, and the points in the gradebook."""
    names = ("race-check-first", "chase-check-four", "counting-check-win")
    roster = read_roster("student\nAnna")
    # the questions of the book: 2, 36/5 and 11/16
    sheet_list = [sheets.Sheet("Anna", name, 1) for name in names]
    answers = marks.read_answers(f"student,{heads}\nAnna,{line}", names)
    doubts = marks.doubts(sheet_list, answers, roster)
    results = marks.mark(sheet_list, answers.rows, roster)
    return doubts, gradebook.with_points(roster, results, "Points", doubts.owners).splitlines()[1]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("2,7,2", "7 and 2 may be 7,2"),
        ("36/5,11/16,1", "'36/5' is right one column further to the right"),
        ("1,2,36/5", "'2' is right one column further to the left"),
        ("44928,36/5,11/16", "44928 may be a date"),
    ],
)
def test_readable_answer_in_the_wrong_place_is_listed(line, words):
    doubts, points = answers_in_doubt(line)
    assert words in "".join(doubts.notes)
    assert points.startswith("Anna;;")


@pytest.mark.parametrize(
    ("hand_marks", "total"),
    [({"race-check-first": 1, "chase-check-four": 0}, "2"), ({"chase-check-four": 1}, "")],
)
def test_moved_answers_are_settled_once_all_wrong_ones_are_marked_by_hand(hand_marks, total):
    names = ("race-check-first", "chase-check-four", "counting-check-win")
    roster = read_roster("student\nAnna")
    sheet_list = [sheets.Sheet("Anna", name, 1) for name in names]
    answers = marks.read_answers(f"student,{','.join(names)}\nAnna,1,2,11/16", names)
    points = {
        (("anna", ""), name): marks.ByHand(Fraction(number)) for name, number in hand_marks.items()
    }
    results = marks.mark(sheet_list, answers.rows, roster, points_by_hand=points)
    doubts = marks.doubts(sheet_list, answers, roster, results)
    assert bool(doubts.notes) == (total == "")
    line = gradebook.with_points(roster, results, "W", doubts.owners).splitlines()[1]
    assert line.split(";")[:2] == ["Anna", total]


def test_chance_in_place_of_odds_is_listed_to_be_marked_by_hand():
    roster = read_roster("student\nAnna")
    sheet_list = [sheets.Sheet("Anna", "lucky-exercise-conway", 1)]  # 4 : 7
    answer_rows = [marks.AnswerRow("Anna", "lucky-exercise-conway", "4/11", 2)]
    results = marks.mark(sheet_list, answer_rows, roster)
    assert [mark.points for mark in results] == [0]
    listing = rows(marks.write_by_hand(results))
    assert [(mark["answer"], mark["right answer"]) for mark in listing] == [("4/11", "4 : 7")]
    assert any("by_hand.csv" in line for line in marks.to_look_at(results, (), roster))


def test_line_with_a_missing_column_gets_no_total():
    assert answers_in_doubt("2,36/5")[1].startswith("Anna;;")


def test_misspelt_column_leaves_totals_empty():
    heads = "race-check-first,chase check four,counting-check-wins"
    assert answers_in_doubt("2,36/5,11/16", heads)[1].startswith("Anna;;")


@pytest.mark.parametrize("line", ["2,36/5,11/16", "1,36/5,11/16", "3,4,1/2"])
def test_answers_in_their_columns_raise_no_doubt(line):
    doubts, points = answers_in_doubt(line)
    assert doubts == marks.Doubts()
    assert not points.startswith("Anna;;")


def test_gradebook_keeps_the_roster_and_leaves_open_points_empty():
    right = [sheet.variant.answer_text for sheet in AWKWARD_DEALT]
    wrong = AWKWARD_DEALT[1].variant.format_answer(AWKWARD_DEALT[1].variant.wrongs[0].value)
    lines = [f"Id,{TASK}", f"17,{right[0]}", f"18,{wrong}", "19,ask me", "ng@x.com,3"]
    _, results = awkward_marks("\n".join(lines))
    table = rows(gradebook.with_points(AWKWARD, results, "Week 3"))
    assert [tuple(row.values())[:5] for row in table] == [mark.row for mark in AWKWARD.students]
    assert [row["Week 3"] for row in table] == ["1", "0", "", "", ""]
    assert "1/1: Right." in table[0]["Week 3 feedback"]

    sheet = marks.write_by_hand(results)
    assert [(row["id"], row["at most"]) for row in rows(sheet)] == [("19", "1")]
    points = marks.read_by_hand(sheet.replace(",1,,,", ',1,"0,5",Nearly.,'))
    results = marks.mark(
        AWKWARD_DEALT,
        [marks.AnswerRow("", TASK, "ask me", 2, ("19",))],
        AWKWARD,
        points_by_hand=points,
    )
    row = rows(gradebook.with_points(AWKWARD, results, "Week 3"))[2]
    assert row["Week 3"] == "0.5"
    assert row["Week 3 feedback"] == f"{TASK} 0.5/1: Nearly."
    assert rows(marks.write_by_hand(results))[0]["comment"] == "Nearly."
    wrong_line = sheet.splitlines()[1]
    table = f"{sheet}{wrong_line}".replace(",1,,", ",1,2,", 1).replace(",1,,", ",1,many,")
    with pytest.raises(
        ValueError, match=r"2 of .* '2' points, .* from 0 to 1(.|\n)*3 of .* 'many'"
    ):
        marks.read_by_hand(table)


def test_comment_of_the_program_gives_way_to_points_by_hand():
    roster = Roster((Student("Anna"),))
    dealt_sheets = sheets.deal(roster.students, (TASK,), seed=1)
    answer_rows = [marks.AnswerRow("Anna", TASK, "one and a bit", 2)]
    points = {(("anna", ""), TASK): marks.ByHand(Fraction(1))}
    results = marks.mark(dealt_sheets, answer_rows, roster, points_by_hand=points)
    row = rows(gradebook.with_points(roster, results, "W"))[0]
    assert row["W feedback"] == f"{TASK} 1/1: Marked by hand."
    assert "Marked by hand" not in marks.write_by_hand(results)


def test_name_in_another_order_keeps_its_accents():
    students = (Student("José Núñez"), Student("Jose Nunez"), Student("Ole Bjørn"))
    roster = Roster(students)
    assert roster.find("Núñez, José") == students[0]
    assert roster.find("Nunez, Jose") == students[1]
    assert roster.find("Bjorn Ole") == students[2]


def test_nearest_name_may_differ_by_a_space_alone():
    students = (Student("Bo Li"), Student("李 小龙"))
    assert nearest("李小龙", students) == students[1]
    assert nearest("", students) is None


def test_test_student_of_another_platform_is_a_student():
    roster = read_roster("First name,Last name,ID number\nTest,Student,1")
    assert [student.name for student in roster.students] == ["Test Student"]


@pytest.mark.parametrize("answer", ["0,571", "2,5", "1,50"])
def test_quotient_with_a_comma_is_no_pair_of_odds(answer):
    value = float(answer.replace(",", "."))
    task = tasks.task("lucky-exercise-conway")
    variant = replace(task.variant(), answer=Fraction(value).limit_denominator(99))
    assert tasks.check(variant, answer).verdict == "unread"


def test_students_of_a_doubtful_line_are_named():
    roster = Roster((Student("Anna Müller", ("1",)), Student("Anna Müller", ("2",)), Student("Bo")))
    dealt_sheets = sheets.deal(roster.students, (TASK,), seed=1)
    results = marks.mark(dealt_sheets, [marks.AnswerRow("Mueller, Anna", TASK, "1", 2)], roster)
    assert gradebook.without_total(roster, results) == ("Anna Müller (1)", "Anna Müller (2)")


@pytest.mark.parametrize(
    "text", ["-", "–", "?", "...", "idk", "I don’t know", "Weiß nicht", "k. A."]
)
def test_answer_that_says_nothing_waits_for_nobody(text):
    _, results = awkward_marks(f"Id,{TASK}\n17,{text}")
    assert (results[0].verdict, results[0].needs_person) == ("missing", False)
    dealt_sheets = [sheets.Sheet("Anna", "race-rule-start", 1)]  # the paper has a derivation
    answer_rows = [marks.AnswerRow("Anna", "race-rule-start", text, 2)]
    assert marks.mark(dealt_sheets, answer_rows, Roster((Student("Anna"),)))[0].is_open


@pytest.mark.parametrize("text", ["none", "0", "no", "- 5", "x", "no idea, perhaps 5"])
def test_answer_that_says_something_is_not_missing(text):
    _, results = awkward_marks(f'Id,{TASK}\n17,"{text}"')
    assert results[0].verdict != "missing"


def test_dash_takes_no_earlier_answer_back():
    right = AWKWARD_DEALT[0].variant.answer_text
    _, results = awkward_marks(f"Id,{TASK}\n17,{right}\n17,-")
    assert results[0].verdict == "right"


EQUAL = Roster(tuple(map(Student, ("Anna", "Ben", "Cem", "Dora"))))


def marks_of_equal_questions(task, texts, points=None):
    """Return the marks of students who have the same question."""
    dealt_sheets = [sheets.Sheet(student.name, task, 1) for student in EQUAL.students]
    answer_rows = [
        marks.AnswerRow(s.name, task, text, 2)
        for s, text in zip(EQUAL.students, texts, strict=True)
    ]
    return marks.mark(dealt_sheets, answer_rows, EQUAL, points_by_hand=points or {})


def filled_in(table, points):
    """Return a table of points by hand with the points of some lines."""
    lines = rows(table)
    for line in lines:
        line["points by hand"] = points.get(line["student"], "")
    buffer = StringIO()
    writer = csv.DictWriter(buffer, lines[0])
    writer.writeheader()
    writer.writerows(lines)
    return buffer.getvalue()


def points_of(task, texts, points):
    """Return the points by hand of each student, when a teacher fills in those of some."""
    table = marks.write_by_hand(marks_of_equal_questions(task, texts))
    by_hand = marks.read_by_hand(filled_in(table, points))
    results = marks_of_equal_questions(task, texts, by_hand)
    return {mark.student: mark.by_hand for mark in results}


def test_one_decision_marks_all_equal_answers():
    texts = ["some", "many", "Some", "few"]
    table = rows(marks.write_by_hand(marks_of_equal_questions(TASK, texts)))
    assert [line["student"] for line in table] == ["Dora", "Ben", "Anna", "Cem"]
    assert {line["right answer"] for line in table} == {"86/29"}
    assert points_of(TASK, texts, {"Anna": "0.5", "Ben": "0"}) == {
        "Anna": Fraction(1, 2),
        "Ben": 0,
        "Cem": Fraction(1, 2),
        "Dora": None,
    }


def test_two_decisions_on_equal_answers_leave_a_third_open():
    points_given = points_of(TASK, ["some", "some", "some", "few"], {"Anna": "1", "Ben": "0"})
    assert points_given == {"Anna": 1, "Ben": 0, "Cem": None, "Dora": None}


def test_points_are_not_shared_with_a_changed_answer():
    table = marks.write_by_hand(marks_of_equal_questions(TASK, ["some", "some", "few", "few"]))
    by_hand = marks.read_by_hand(filled_in(table, {"Anna": "1"}))
    results = marks_of_equal_questions(TASK, ["some", "7", "few", "few"], by_hand)
    assert [mark.by_hand for mark in results] == [1, None, None, None]


def test_points_for_another_question_of_the_task_do_not_count():
    row = ("Anna", "", TASK, "2", "some", "1")
    by_hand = {(("anna", ""), TASK): marks.ByHand(Fraction(1), "", row)}
    results = marks_of_equal_questions(TASK, ["some"] * 4, by_hand)
    assert {mark.by_hand for mark in results} == {None}


def test_own_comment_stays_beside_shared_points():
    row = ("Ben", "", TASK, "1", "some", "1")
    by_hand = {
        (("anna", ""), TASK): marks.ByHand(Fraction(1), "Good."),
        (("ben", ""), TASK): marks.ByHand(None, "Write a number.", row),
    }
    results = marks_of_equal_questions(TASK, ["some"] * 4, by_hand)
    assert {mark.by_hand for mark in results} == {1}
    comments = [mark.comment_by_hand for mark in results]
    assert comments == ["Good.", "Write a number.", "Good.", "Good."]


def test_comment_without_points_stays_in_the_table():
    table = marks.write_by_hand(marks_of_equal_questions(TASK, ["some"] * 4))
    lines = table.replace(",1,,,", ",1,,A word?,", 1)
    results = marks_of_equal_questions(TASK, ["some"] * 4, marks.read_by_hand(lines))
    assert [line["comment"] for line in rows(marks.write_by_hand(results))] == [
        "A word?",
        "",
        "",
        "",
    ]


def test_words_that_say_nothing_are_listed_and_count_as_handed_in():
    results = marks_of_equal_questions(TASK, ["idk", "", "idk", ""])
    assert [mark.answer for mark in results] == ["idk", "", "idk", ""]
    assert {mark.verdict for mark in results} == {"missing"}
    listing = marks.to_look_at(results, (), EQUAL)
    assert listing == ("Ben has handed in nothing.", "Dora has handed in nothing.")
    totals = [row["W"] for row in rows(gradebook.with_points(EQUAL, results, "W"))]
    assert totals == ["0", "", "0", ""]


def marks_by_hand(name, answer, line):
    """Return the marks of an answer with a line that a teacher has added for it."""
    roster = Roster((Student("Anna"),))
    head = "student,id,task,number,answer,right answer,at most,points by hand,comment"
    homework = sheets.Homework(points={name: 2})
    by_hand = marks.read_by_hand(f"{head}\n{line}", roster, homework)
    answer_rows = [marks.AnswerRow("Anna", name, answer, 2)]
    return marks.mark([sheets.Sheet("Anna", name, 1)], answer_rows, roster, homework, by_hand)


@pytest.mark.parametrize(
    ("answer", "line", "total", "feedback"),
    [
        ("2.9655", f"Anna,,{TASK},1,2.9655,,2,1.5,", Fraction(3, 2), "rounded"),
        ("2.9655", f"Anna,,{TASK},,,,,1½,", Fraction(3, 2), "Marked by hand."),
        ("3", f"Anna,,{TASK},,,,,½,Well tried.", Fraction(1, 2), "one throw for each step"),
        ("3", f"Anna,,{TASK},,,,,½,Well tried.", Fraction(1, 2), "Well tried."),
        ("7", f"Anna,,{TASK},1,7,,2,2,", Fraction(2), "Marked by hand."),
        ("86/29", f'Anna,,{TASK},1,86/29,,2,"0,5",Copied.', Fraction(1, 2), "Copied."),
        ("3", f"Anna,,{TASK},1,ask me,,2,1,", Fraction(0), "one throw for each step"),
    ],
)
def test_points_by_hand_override_any_verdict(answer, line, total, feedback):
    (mark,) = marks_by_hand(TASK, answer, line)
    assert mark.total == total
    assert feedback in mark.feedback
    (row,) = rows(marks.write_marks([mark]))
    assert row["total"] == marks.points_text(total)


def test_points_by_hand_without_a_largest_number_are_checked():
    with pytest.raises(ValueError, match=r"'3' points, but must give a number from 0 to 2, such"):
        marks_by_hand(TASK, "3", f"Anna,,{TASK},,,,,3,")
    double_lines = f"Anna,,{TASK},,,,,1,\nAnna,,{TASK},,,,,2,"
    with pytest.raises(ValueError, match=r"Lines 2 and 3 .* both give points to Anna"):
        marks_by_hand(TASK, "3", double_lines)


def test_rounded_answer_may_stay_without_points():
    texts = ["2.9655", "2.9655", "86/29", "7"]
    results = marks_of_equal_questions(TASK, texts)
    table = rows(marks.write_by_hand(results))
    assert [(line["student"], line["points by hand"]) for line in table] == [
        ("Anna", ""),
        ("Ben", ""),
    ]
    assert "0 points if you give none" in table[0]["why"]
    assert marks.to_look_at(results, (), EQUAL) == (
        f"{TASK}: 2 answers right, but rounded or in another form, with 0 points unless you give "
        "some in by_hand.csv.",
    )
    assert [row["W"] for row in rows(gradebook.with_points(EQUAL, results, "W"))] == [
        "0",
        "0",
        "1",
        "0",
    ]
    points_given = points_of(TASK, texts, {"Anna": "0.5"})
    assert points_given == {
        "Anna": Fraction(1, 2),
        "Ben": Fraction(1, 2),
        "Cem": None,
        "Dora": None,
    }


def test_number_of_a_derivation_keeps_its_comment():
    answer_rows = [marks.AnswerRow("Anna", "race-rule-start", "336/85", 2)]
    points = {(("anna", ""), "race-rule-start"): marks.ByHand(Fraction(2), "Nearly.")}
    sheet_list = [sheets.Sheet("Anna", "race-rule-start", 1)]
    (mark,) = marks.mark(sheet_list, answer_rows, Roster((Student("Anna"),)), points_by_hand=points)
    assert mark.feedback == f"{mark.comment} Nearly."


def test_each_derivation_is_decided_by_itself():
    texts = [tasks.task("race-rule-start").variant().answer_text, "5", "5", "odd"]
    table = rows(marks.write_by_hand(marks_of_equal_questions("race-rule-start", texts)))
    assert [line["student"] for line in table] == ["Dora", "Anna", "Ben", "Cem"]
    assert "its number is right. The points: " in table[1]["why"]
    assert table[2]["why"] == "a derivation: its number is wrong."
    points_given = points_of("race-rule-start", texts, {"Ben": "2"})
    assert points_given == {"Anna": None, "Ben": 2, "Cem": None, "Dora": None}


def test_derivation_has_the_points_of_its_rubric_by_hand():
    roster = Roster((Student("Anna"),))
    dealt_sheets = sheets.deal(roster.students, ("race-rule-start",), seed=1)
    answer_rows = [
        marks.AnswerRow("Anna", "race-rule-start", dealt_sheets[0].variant.answer_text, 2)
    ]
    open_marks = marks.mark(dealt_sheets, answer_rows, roster)
    assert (open_marks[0].points, open_marks[0].out_of) == (1, 4)
    assert rows(gradebook.with_points(roster, open_marks, "W"))[0]["W"] == ""
    assert marks.to_look_at(open_marks, (), roster) == (
        "race-rule-start: 1 derivation to mark in by_hand.csv.",
    )
    points = {(("anna", ""), "race-rule-start"): marks.ByHand(Fraction(2))}
    closed_marks = marks.mark(dealt_sheets, answer_rows, roster, points_by_hand=points)
    assert rows(gradebook.with_points(roster, closed_marks, "W"))[0]["W"] == "3"


def test_canvas_gets_its_own_columns_and_one_assignment():
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section,Old (12),Current Score\n"
        '    Points Possible,,,,,10,(read only)\n"Bauer, Anna",7,s7,ab,One,9,90\n'
        '"Student, Test",8,,x,One,,\n'
    )
    roster = read_roster(text)
    dealt_sheets = sheets.deal(roster.students, (TASK, NAMES[1]), seed=2)
    answer_rows = [
        marks.AnswerRow("Anna Bauer", sheet.task, sheet.variant.answer_text, 2)
        for sheet in dealt_sheets
    ]
    homework = sheets.Homework("Week 3", points={TASK: 2})
    results = marks.mark(dealt_sheets, answer_rows, roster, homework)
    assert gradebook.canvas(roster, results, "Week 3").splitlines() == [
        "Student,ID,SIS User ID,SIS Login ID,Section,Week 3",
        "Points Possible,,,,,3",
        '"Bauer, Anna",7,s7,ab,One,3',
    ]


@pytest.mark.parametrize(
    ("heads", "names"),
    [("Student", '"Bauer, Anna"'), ("LastName,FirstName", "Bauer,Anna")],
)
def test_lines_of_canvas_that_are_no_students_get_no_sheet(heads, names):
    empty = "," * heads.count(",")
    text = (
        f"{heads},ID,SIS Login ID,Section,Old (12),New (13)\n"
        f"{empty},,,,Manual Posting,\n"
        f"    Points Possible{empty},,,,10,5\n"
        f"{names},7,ab,One,9,5\n"
    )
    roster = read_roster(text)
    assert [student.ids for student in roster.students] == [("7", "ab")]
    assert gradebook.canvas(roster, (), "Week 3").splitlines() == [
        f"{heads},ID,SIS Login ID,Section,Week 3",
        f"Points Possible{empty},,,,0",
        f"{names},7,ab,One,",
    ]


def test_canvas_line_of_a_student_without_a_name_is_still_refused():
    with pytest.raises(ValueError, match="Line 3 of the roster has no student"):
        read_roster("Student,ID,Section\nAnna,7,One\n,8,One\n")


def test_canvas_sheets_have_the_number_that_students_know():
    text = "Student,ID,SIS User ID,SIS Login ID,Section\nAnna,90002,001207,a,1\nAnna,90003,,b,1\n"
    roster = read_roster(text)
    assert [student.id for student in roster.students] == ["001207", "90003"]
    assert roster.find("", ("90002",)) == roster.students[0]
    sheet_list = sheets.deal(roster.students, (TASK,), seed=1)
    for page in (sheets.sheets(sheet_list), sheets.key(sheet_list)):
        assert "Anna (001207)" in page
        assert "Anna (90003)" in page


def test_sheets_dealt_with_another_number_are_still_marked(tmp_path):
    roster = "Student,ID,SIS User ID,Section\nAnna,90002,001207,1\n"
    (tmp_path / "roster.csv").write_text(roster, "utf-8")
    sheet_list = [sheets.Sheet("Anna", TASK, 1, "90002")]
    (tmp_path / "dealt.csv").write_text(marks.write_dealt(sheet_list), "utf-8")
    (tmp_path / "answers.csv").write_text(f"student,id,{TASK}\nAnna,90002,86/29\n", "utf-8")
    assert main(["marks", "--out", str(tmp_path)]) == 0
    table = rows((tmp_path / "canvas.csv").read_text("utf-8-sig"))
    assert table[1]["Odds, Exactly"] == "1"


def test_gradebook_keeps_a_dash_of_the_roster_and_no_formula():
    roster = read_roster("student,Quiz,note\nAnna,-,=1+1\nBen,-,- 1\n")
    text = gradebook.with_points(roster, [], "W")
    assert [row["Quiz"] for row in rows(text)] == ["-", "-"]
    assert [row["note"] for row in rows(text)] == ["'=1+1", "'- 1"]


def test_sheets_differ_while_variants_allow():
    names = ("chase-check-four", "chase-check-variance")
    students, different, possible = sheets.different_sheets(
        sheets.deal(ROSTER.students, names, seed=1)
    )
    assert (students, different) == (30, min(30, possible))


@pytest.mark.parametrize("size", [2, 3])
def test_command_reports_students_with_the_same_sheet(tmp_path, monkeypatch, capsys, size):
    monkeypatch.setattr("games_exercises.__main__.BROWSERS", ())  # printing would take seconds
    assert len(tasks.task("placement-check-loses").usual) == 2
    roster = tmp_path / "class.csv"
    roster.write_text("\n".join(CLASS[:size]), "utf-8")
    command = ["sheets", "--roster", str(roster), "--tasks", "placement-check-loses"]
    assert main([*command, "--out", str(tmp_path)]) == 0
    warning = "Some students have the same sheet: 3 students, 2 different sheets."
    assert (warning in capsys.readouterr().out) is (size == 3)


def test_sheet_has_rules_title_day_and_points():
    homework = sheets.Homework("Week 3", "Friday", {TASK: 2})
    page = sheets.sheets(sheets.deal((Student("Anna"),), (TASK, NAMES[3]), seed=1), homework)
    text = BeautifulSoup(page, "html.parser").section.get_text(" ")
    assert "Week 3: Anna" in text
    assert "Due: Friday" in text
    assert "6 points in all" in text
    assert text.count("The race: a marker starts on field 1") == 1


def test_catalogue_has_a_sample_of_each_task():
    page = BeautifulSoup(catalogue.catalogue(tasks.chapter("race")), "html.parser").get_text(" ")
    for task in tasks.chapter("race"):
        assert f"({task.name})" in page
        assert " ".join(task.variant().prompt.split()) in " ".join(page.split())


def test_list_of_a_chapter_has_a_line_for_each_of_its_tasks(tmp_path, capsys):
    assert main(["list", "--chapter", "race", "--out", str(tmp_path)]) == 0
    *lines, path = capsys.readouterr().out.splitlines()
    race = tasks.chapter("race")
    assert [line.split()[0] for line in lines] == [task.name for task in race]
    page = BeautifulSoup(Path(path).read_text("utf-8"), "html.parser")
    links = [link["href"] for link in page.select("table a")]
    assert links == [f"#{task.name}" for task in race]
    assert all(page.find(id=link[1:]) for link in links)
    for name in ("rase", "c"):
        assert main(["list", "--chapter", name, "--out", str(tmp_path)]) == 1
        assert f"chapter is '{name}'" in capsys.readouterr().err


def test_beginning_of_one_chapter_is_enough(tmp_path, capsys):
    assert main(["list", "--chapter", "lucky", "--out", str(tmp_path)]) == 0
    *lines, _ = capsys.readouterr().out.splitlines()
    assert len(lines) == len(tasks.chapter("lucky_draws"))


# Files for platforms


def moodle(question, number):
    """Return the result of Moodle for a number: the first answer within its tolerance."""
    for answer in question.findall("answer"):
        gap = abs(Decimal(answer.findtext("text")) - number)
        if gap <= Decimal(answer.findtext("tolerance")):
            return answer.get("fraction"), answer.findtext("feedback/text")
    return None


@pytest.mark.slow
def test_moodle_judges_each_answer_correctly():
    quiz = ElementTree.fromstring(platforms.moodle_xml(variants()))
    questions = {
        element.findtext("name/text"): element
        for element in quiz
        if element.get("type") != "category"
    }
    assert len(questions) == len(distinguishable_variants()) > 0.95 * len(variants())
    for variant in distinguishable_variants():
        question = questions[f"{variant.task} {variant.number}"]
        assert question.get("type") == ("multichoice" if variant.options else "numerical")
        assert question.findtext("idnumber") == f"{variant.task}-{variant.number}"
        assert variant.answer_text in question.findtext("generalfeedback/text")
        if variant.options:
            assert question.findtext("questiontext/text") == variant.prompt
            assert question.findtext("single") == "true"
            choices = [
                [answer.get("fraction"), answer.findtext("text")]
                for answer in question.findall("answer")
            ]
            worth = [
                "100" if place == variant.answer else "0" for place in range(len(variant.options))
            ]
            assert choices == [list(pair) for pair in zip(worth, variant.options, strict=True)]
            continue
        assert (
            variant.prompt
            in BeautifulSoup(question.findtext("questiontext/text"), "html.parser").text
        )
        for value, fraction, words in [
            (variant.answer, "100", "Right."),
            *((wrong.value, "0", wrong.reply) for wrong in platforms.ideas(variant)),
        ]:
            number = Decimal(platforms.rounded(value, platforms.digits_needed(variant)))
            assert moodle(question, number)[0] == fraction, (variant, value)
            assert words in moodle(question, number)[1]
            decimal = Decimal(value.numerator) / Decimal(value.denominator)
            assert moodle(question, decimal)[0] == fraction


def test_options_of_a_text2qti_question_differ():
    for block in platforms.text2qti(variants()).split("\nTitle: ")[1:]:
        options = re.findall(r"^\*?[a-h]\)  (.+)$", block, re.MULTILINE)
        assert len(set(options)) == len(options) > 1, block
        assert len(re.findall(r"^\*[a-h]\)", block, re.MULTILINE)) == 1


def test_every_platform_file_has_every_comment():
    texts = {name: convert(variants()) for name, convert in platforms.FORMATS.items()}
    plain = {name: re.sub(r"\\(.)", r"\1", text) for name, text in texts.items()}
    plain["moodle.xml"] = "".join(ElementTree.fromstring(texts["moodle.xml"]).itertext())
    plain["questions.csv"] = texts["questions.csv"].replace('""', '"')
    for variant in distinguishable_variants():
        for wrong in platforms.ideas(variant)[: platforms.MAX_WRONGS]:
            for name, text in plain.items():
                if variant.level == "usual" or name != "text2qti.txt":
                    assert wrong.reply in text, name
    table = rows(texts["questions.csv"])
    assert [(row["task"], row["answer"]) for row in table] == [
        (variant.task, variant.answer_text) for variant in variants()
    ]


@pytest.mark.slow
def test_text2qti_accepts_the_questions(tmp_path):
    for name, convert in platforms.FORMATS.items():
        (tmp_path / name).write_text(convert(variants()), "utf-8")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "text2qti==0.8.0"]
    subprocess.run(pip, check=True)
    subprocess.run([python.with_name("text2qti"), "text2qti.txt"], cwd=tmp_path, check=True)
    assert (tmp_path / "text2qti.zip").stat().st_size > 10**5
    with ZipFile(tmp_path / "text2qti.zip") as archive:
        quiz_file = max((archive.read(name) for name in archive.namelist()), key=len)
    quiz = ElementTree.fromstring(quiz_file)
    picks = [mark.text for mark in quiz.iter() if mark.tag.endswith("selection_number")]
    assert picks == ["1"] * len({variant.task for variant in variants()})
    read = [mark.get("title") for mark in quiz.iter() if mark.tag.endswith("}item")]
    usual = [variant for variant in variants() if variant.level == "usual"]
    assert read == [f"{variant.task} {variant.number}" for variant in usual]


# amc2moodle reads pictures with ImageMagick, but these questions have none.
READ = """
import sys
from unittest.mock import Mock
sys.modules["wand"] = sys.modules["wand.image"] = Mock()
from amc2moodle.moodle2amc.bin.moodle2amc import run
run()
"""


@pytest.mark.slow
def test_another_reader_of_moodle_xml_finds_each_answer(tmp_path):
    (tmp_path / "moodle.xml").write_text(platforms.moodle_xml(variants()), "utf-8")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "amc2moodle==2.12.1"]
    subprocess.run(pip, check=True)
    subprocess.run(
        [python, "-c", READ, "moodle.xml"], cwd=tmp_path, check=True, capture_output=True
    )
    latex_text = (tmp_path / "moodle.tex").read_text("utf-8")
    blocks = re.findall(
        r"\\element\{top-Odds Exactly-(.+?)\}\{\s*"
        r"\\begin\{question(?:multx)?\}\{(.+?)\}(.+?)\\end\{question",
        latex_text,
        re.DOTALL,
    )
    read = {name: (category, content) for category, name, content in blocks}
    assert len(read) == len(blocks) == len(distinguishable_variants())
    for variant in distinguishable_variants():
        category, content = read[f"{variant.task} {variant.number}"]
        level = "" if variant.level == "usual" else f" {variant.level}"
        assert category == f"{variant.task}{level}"  # it drops the brackets
        if variant.options:
            (right,) = re.findall(r"\\correctchoice\{(.*)\}\n", content)
            assert content.count(r"\wrongchoice{") == len(variant.options) - 1
            words = re.findall(r"\w+", variant.options[int(variant.answer)])
            assert re.findall(r"\w+", right)[: len(words)] == words
        else:
            (number,) = re.findall(r"\\AMCnumericChoices\{(.+?)\}", content)
            assert float(number) == pytest.approx(float(variant.answer), rel=1e-5)
