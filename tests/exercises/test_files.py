"""Sheets, marks and files for platforms: for a class of thirty, with mistakes planted."""

import csv
import doctest
import os
import re
import shlex
import subprocess
import sys
import venv
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from html import escape
from io import StringIO
from itertools import pairwise
from pathlib import Path
from shutil import which
from xml.etree import ElementTree

import pytest
from bs4 import BeautifulSoup
from pypdf import PdfReader

import games_exercises as tasks
from games_exercises import marks, platforms, sheets
from games_exercises.__main__ import BROWSERS, main
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
DEALT = sheets.deal(CLASS, NAMES, seed=7)


@cache
def apart():
    return [it for it in variants() if platforms.is_distinguishable(it)]


def rows(text):
    return list(csv.DictReader(StringIO(text)))


def answers(*lines):
    return marks.read_answers("\n".join(("student,task,answer", *lines)))


# Sheets


def test_a_seed_gives_the_same_sheets_and_another_seed_others():
    assert sheets.deal(CLASS, NAMES, seed=7) == DEALT
    assert sheets.deal(CLASS, NAMES, seed=8) != DEALT
    two = tuple(it for it in DEALT if it.task in NAMES[:2])
    assert sheets.deal(CLASS, NAMES[:2], seed=7) == two  # whatever else is on the sheet


def test_neighbours_have_different_questions_and_all_are_used():
    for name in NAMES:
        numbers = [it.number for it in DEALT if it.task == name]
        assert all(one != other for one, other in pairwise(numbers))
        counts = Counter(numbers)
        assert len(counts) == min(30, len(tasks.task(name).variants))
        assert max(counts.values()) - min(counts.values()) <= 1


def test_a_sheet_has_its_questions_and_no_answer():
    page = BeautifulSoup(sheets.sheets(DEALT), "html.parser")
    sections = page.find_all("section")
    assert len(sections) == 30
    for student, section in zip(CLASS, sections, strict=True):
        assert section.h1.text.endswith(f": {student}")
        mine = [it.variant for it in DEALT if it.student == student]
        assert [it.contents[0] for it in section.find_all("li")] == [it.prompt for it in mine]
        told = [it.format_answer(place) for it in mine for place in range(len(it.options))]
        assert [it.text for it in section.select(".option")] == told != []
        for variant in mine:
            for wrong in variant.wrongs:
                assert wrong.idea not in section.text or wrong.idea in variant.prompt
    assert len(page.select(".derivation")) == 30  # of race-rule-start


def test_the_key_has_all_answers_and_the_rubric():
    page = BeautifulSoup(sheets.key(DEALT), "html.parser")
    lines = [[it.text for it in row.find_all("td")] for row in page.find_all("tr")[1:]]
    assert [(*it[:2], it[3]) for it in lines] == [
        (it.student, it.task, it.variant.answer_text) for it in DEALT
    ]
    rubric = tasks.task("race-rule-start").rubric
    lines = [f"{criterion.points}: {criterion.description}" for criterion in rubric]
    assert [it.text for it in page.ul.find_all("li")] == lines


@pytest.mark.parametrize(
    ("text", "students"),
    [
        ("student\nAnna\nBen\n", ("Anna", "Ben")),
        ("\ufeffgroup;Student\n1;Anna\n2; Ben \n\n", ("Anna", "Ben")),
        ("Anna\nBen", ("Anna", "Ben")),
        ('student,mail\n"Bauer, Anna",a@b\n', ("Bauer, Anna",)),
        ("First name,Last name,Email\nJörg,Müller,j@x\nAnna,Bauer,", ("Jörg Müller", "Anna Bauer")),
        ("Nachname;Vorname\nMüller;Jörg", ("Jörg Müller",)),
    ],
)
def test_a_roster_is_read(text, students):
    assert sheets.read_roster(text) == students


test_a_roster_that_is_wrong_is_told_where = refused(
    (lambda: sheets.read_roster(""), "no students"),
    (lambda: sheets.read_roster("student\n"), "no students"),
    (lambda: sheets.read_roster("Anna\nBen\nAnna"), "Anna on lines 1 and 3"),
    # they are one in the marks
    (lambda: sheets.read_roster("Anna B\nBen\nANNA  b"), "Anna B and ANNA  b on lines 1 and 3"),
    (lambda: sheets.read_roster("name,group\nAnna,1"), 'one of them "student"'),
    (
        lambda: sheets.read_roster("student,group\n,1\n,2"),
        re.compile("line 2 .* line 3 .*no student"),
    ),
    (lambda: sheets.read_roster('student\n"Anna'), "no CSV file"),
    (
        lambda: sheets.read_roster("student,mail\nMüller, Jörg,j@x"),
        re.compile("line 2 .* has 3 columns, but the first names 2"),
    ),
    (
        lambda: sheets.read_roster("\n".join(map(str, range(1200)))),
        "1200 students, but at most 1000",
    ),
)


test_what_cannot_be_dealt = refused(
    (lambda: sheets.deal(CLASS, ("race-exercise-for",), 1), "Is it 'race-exercise-four'"),
    (lambda: sheets.deal(CLASS, NAMES * 2, 1), "named twice"),
    (lambda: sheets.deal(CLASS, (), 1), "0 tasks"),
    (lambda: sheets.deal(CLASS, NAMES, -1), "seed is -1"),
)


# Marks


def test_a_class_of_thirty_with_planted_mistakes():
    planted = {
        0: lambda it: (it.answer_text, "right"),
        1: lambda it: (it.format_answer(it.wrongs[0].value), "known"),
        2: lambda it: ("", "missing"),
        3: lambda it: ("7" * 1024, "unread"),
        4: lambda it: ("=HYPERLINK(1)", "unread"),
        5: lambda it: ("__import__('os').system('true')", "unread"),
        6: lambda it: (str((it.answer + 1) / 2), "unread" if it.options else "not yet"),
        7: lambda it: (it.answer_text.replace("/", " / ").upper(), "right"),
    }
    lines, expected = [], []
    for n, it in enumerate(DEALT):
        answer, verdict = planted[n % 8](it.variant)
        lines.append(f'{it.student.upper()},{it.task},"{answer}"')
        expected.append(verdict)
    found = marks.mark(DEALT, answers(*lines))
    assert [it.verdict for it in found] == expected
    assert [it.points for it in found] == [int(it == "right") for it in expected]
    assert all(it.comment for it in found)
    table = rows(marks.write_marks(found))
    assert [(it["student"], it["task"]) for it in table] == [it[:2] for it in DEALT]
    assert not any(cell.startswith(("=", "+", "-", "@")) for it in table for cell in it.values())


@pytest.mark.parametrize("sign", "=+-@＝＋－＠")
@pytest.mark.parametrize("before", ["", " ", "Anna;", "Anna,", "Anna\t", "Anna; ", "Anna\n"])
def test_no_answer_begins_a_formula_wherever_a_spreadsheet_splits_it(before, sign):
    answer = f"{before}{sign}HYPERLINK(1)"
    found = marks.mark(DEALT, [marks.Given(CLASS[0], NAMES[0], answer, 2)])
    written = marks.write_marks(found, answers_text="student;task;answer")
    for between in ",;\t|":
        cells = [it for row in csv.reader(StringIO(written), delimiter=between) for it in row]
        assert any("HYPERLINK" in it for it in cells)
        assert not [it for it in cells if it.strip().startswith(sign)]
    assert answer.strip() in {it.answer.strip() for it in marks.read_answers(written)}


def test_no_two_of_a_class_have_the_same_sheet():
    names = ("counting-check-win", "counting-check-calls", "counting-rule-two-points")
    dealt = sheets.deal(CLASS, names, seed=7)
    whole = [tuple(it.number for it in dealt if it.student == student) for student in CLASS]
    assert len(set(whole)) == len(CLASS)
    assert all(a != b for one, two in pairwise(whole) for a, b in zip(one, two, strict=True))


def test_an_empty_line_takes_no_answer_back():
    line = f"Student 1,race-exercise-four,{DEALT[0].variant.answer_text}"
    found = marks.mark(DEALT, answers(line, "Student 1,race-exercise-four,"))
    assert (found[0].verdict, len(found)) == ("right", len(DEALT))


def test_a_line_for_each_student_will_do():
    shown = [it.variant.answer_text for it in DEALT[: len(NAMES)]]
    head, row = ";".join(("student", "mail", *NAMES)), ";".join(("Student 1", "a@b", *shown))
    found = marks.mark(DEALT, marks.read_answers(f"{head}\n{row}"))
    assert [it.verdict for it in found][: len(NAMES)] == ["right"] * len(NAMES)


def test_a_half_may_be_rounded_up_or_to_even():
    it = tasks.task("counting-check-win").variant(5)
    assert it.answer == Fraction(21, 32)
    quiz = ElementTree.fromstring(platforms.moodle_xml([it]))
    for number in ("0.65625", "0.6563", "0.6562"):
        assert moodle(quiz[1], Decimal(number))[0] == "100"
    assert moodle(quiz[1], Decimal("0.6564")) is None
    assert it.format_answer(it.answer) == "21/32"
    assert platforms.rounded(it.answer, 4) == "0.6563"


def test_nothing_that_was_given_is_lost():
    given = answers(
        "Student 1,race-exercise-four,1",
        "Stranger,race-exercise-four,2",
        "Student 1,race-drift,3",
        f"student 1,race-exercise-four,{DEALT[0].variant.answer_text}",
    )
    found = marks.mark(DEALT, given)
    assert len(found) == len(DEALT) + 3
    assert found[0].points == 1
    assert [(it.verdict, it.answer) for it in found[len(DEALT) :]] == [
        ("no such question", "2"),
        ("no such question", "3"),
        ("replaced", "1"),
    ]
    assert "Line 3" in found[len(DEALT)].comment


test_answers_that_are_wrong = refused(
    (lambda: marks.read_answers(""), "must name the columns"),
    (lambda: marks.read_answers("who,answer\nAnna,3"), "it names who and answer"),
    (lambda: marks.read_answers('student,task,answer\n"Anna'), "no CSV file"),
)


def test_who_has_which_question_is_written_and_read():
    odd = (sheets.Sheet("=Anna", "race-drift", 2), sheets.Sheet('B "x", y', "race-drift", 1))
    assert marks.read_dealt(marks.write_dealt((*DEALT, *odd))) == (*DEALT, *odd)
    with pytest.raises(ValueError, match=r"^Line 2 of the list of questions: number is 99"):
        marks.read_dealt("student,task,number\nAnna,race-drift,99")


LATE = 2  # of six students, who hands in twice


def answered(n, variant):
    """Return the lines that student number n hands in for a question, and the verdict to come."""
    wrong = variant.wrongs[n % len(variant.wrongs)]
    return [
        ([variant.answer_text], "right"),
        ([variant.format_answer(wrong.value)], "known"),
        (["17 000 000", variant.answer_text], "right"),  # the last counts
        ([], "missing"),
        (["__import__('os').remove('marks.csv')"], "unread"),
        (["=HYPERLINK(1)"], "unread"),
    ][n % 6]


def test_a_homework_for_thirty_by_the_commands_of_the_readme(tmp_path, capsys):
    readme = (ROOT / "README.md").read_text("utf-8")
    roster, given, out = tmp_path / "class.csv", tmp_path / "answers.csv", tmp_path / "out"
    roster.write_text("student;group\n" + "".join(f"{name};1\n" for name in CLASS), "utf-8-sig")

    def make(target, **changed):
        (line,) = re.findall(rf"^make {target} .*$", readme, re.MULTILINE)
        told = dict(it.split("=", 1) for it in shlex.split(line)[2:]) | changed | {"OUT": out}
        command = ["make", "-s", "-o", ".venv/ready", target]  # what is installed is not looked at
        command += [f"{name}={value}" for name, value in told.items()]
        return subprocess.run(
            command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False
        ), told

    done, told = make("sheets", ROSTER=roster)
    assert done.returncode == 0, done.stderr
    names = told["TASKS"].split()
    dealt = sheets.deal(CLASS, names, int(told["SEED"]))
    assert marks.read_dealt((out / "dealt.csv").read_text("utf-8")) == dealt
    printed = (out / "sheets.html").read_text("utf-8")
    key = (out / "key.html").read_text("utf-8")
    for it in dealt:
        assert escape(it.variant.prompt) in printed
        assert escape(it.variant.answer_text) in key
    pdf = out / "sheets.pdf"
    assert not pdf.exists() or len(PdfReader(pdf).pages) == len(CLASS)

    lines, expected = ["Name;student;task;answer"], []
    for n, it in enumerate(dealt):
        texts, verdict = answered(n, it.variant)
        lines += [f";{it.student.lower()};{it.task};{text}" for text in texts]
        expected.append((it.student, it.task, verdict))
    given.write_text("\n".join([*lines, f";Stranger;{names[0]};1"]), "utf-8")
    done, _ = make("marks", ANSWERS=given)
    assert done.returncode == 0, done.stderr
    text = (out / "marks.csv").read_text("utf-8-sig")
    table = list(csv.DictReader(StringIO(text), delimiter=";"))  # as the answers have it
    assert [(it["student"], it["task"], it["verdict"]) for it in table[: len(dealt)]] == expected
    verdicts = Counter(it["verdict"] for it in table)
    came = len(table) - verdicts["missing"]
    assert f"{verdicts['unread']} of {came} answers could not be read" in done.stdout
    late = sum(n % 6 == LATE for n in range(len(dealt)))
    odd = [it["verdict"] for it in table[len(dealt) :]]
    assert sorted(odd) == ["no such question"] + ["replaced"] * late
    for it, sheet in zip(table, dealt, strict=False):
        assert it["points"] == str(int(it["verdict"] == "right"))
        if it["verdict"] == "known":
            assert it["comment"] in [wrong.reply for wrong in sheet.variant.wrongs]

    # What goes wrong is told in a sentence, and what is there stays.
    kept = {path.name: path.read_bytes() for path in out.iterdir()}
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
        given.write_bytes(next(it for it in [*files.values(), b""] if isinstance(it, bytes)))
        told = {name: it if isinstance(it, str) else given for name, it in files.items()}
        done, _ = make(target, **told)
        assert done.returncode != 0
        assert words in done.stderr
        assert "Traceback" not in done.stderr
        assert {path.name: path.read_bytes() for path in out.iterdir()} == kept
    given.write_text("student,task,answer\nAnna,race-drift,1\n", "utf-8")
    assert main(["marks", "--answers", str(given), "--out", str(tmp_path)]) == 1
    assert "`make sheets` writes it" in capsys.readouterr().err


@pytest.mark.skipif(not any(map(which, BROWSERS)), reason="no browser to print with")
def test_each_page_of_a_long_sheet_is_of_a4_and_has_the_name_on_it(tmp_path):
    roster = tmp_path / "class.csv"
    roster.write_text("Anna\nBen\n", "utf-8")
    names = ["race-rule-start", "race-rule-again", "placement-rule-blind", *NAMES[:3]]
    asked = ["sheets", "--roster", str(roster), "--tasks", " ".join(names), "--out", str(tmp_path)]
    assert main(asked) == 0
    pages = PdfReader(tmp_path / "sheets.pdf").pages
    assert [it.extract_text().split("\n")[0] for it in pages] == [
        f"Odds, Exactly: {name}" for name in ("Anna", "Anna", "Ben", "Ben")
    ]
    assert {tuple(round(float(side)) for side in it.mediabox) for it in pages} == {(0, 0, 595, 842)}


def test_a_list_that_nobody_reads_to_its_end_stops_without_a_word():
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "games_exercises", "list"]
    done = subprocess.run(command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_page_for_teachers_shows_what_python_says():
    page = Path(__file__).parents[2] / "book" / "teaching_tasks.md"
    text = page.read_text("utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(test) == (0, 5)


# Files for platforms


def moodle(question, number):
    """What Moodle gives for a number: the first answer within its tolerance."""
    for answer in question.findall("answer"):
        gap = abs(Decimal(answer.findtext("text")) - number)
        if gap <= Decimal(answer.findtext("tolerance")):
            return answer.get("fraction"), answer.findtext("feedback/text")
    return None


def test_moodle_takes_each_answer_for_what_it_is():
    quiz = ElementTree.fromstring(platforms.moodle_xml(variants()))
    questions = [it for it in quiz if it.get("type") != "category"]
    assert len(apart()) > 0.95 * len(variants())
    for it, question in zip(apart(), questions, strict=True):
        assert question.findtext("name/text") == f"{it.task} {it.number}"
        assert question.get("type") == ("multichoice" if it.options else "numerical")
        if it.options:
            assert question.findtext("questiontext/text") == it.prompt
            assert question.findtext("single") == "true"
            told = [
                [answer.get("fraction"), answer.findtext("text")]
                for answer in question.findall("answer")
            ]
            worth = ["100" if place == it.answer else "0" for place in range(len(it.options))]
            assert told == [list(pair) for pair in zip(worth, it.options, strict=True)]
            continue
        assert (
            it.prompt in BeautifulSoup(question.findtext("questiontext/text"), "html.parser").text
        )
        for value, fraction, words in [
            (it.answer, "100", "Right."),
            *((wrong.value, "0", wrong.reply) for wrong in platforms.ideas(it)),
        ]:
            number = Decimal(platforms.rounded(value, it.digits or platforms.DIGITS))
            assert moodle(question, number)[0] == fraction, (it, value)
            assert words in moodle(question, number)[1]
            near = Decimal(value.numerator) / Decimal(value.denominator)
            assert moodle(question, near)[0] == fraction


def test_every_file_has_every_comment():
    texts = {name: to(variants()) for name, to in platforms.FORMATS.items()}
    plain = {name: re.sub(r"\\(.)", r"\1", text) for name, text in texts.items()}
    plain["moodle.xml"] = "".join(ElementTree.fromstring(texts["moodle.xml"]).itertext())
    plain["questions.csv"] = texts["questions.csv"].replace('""', '"')
    for it in apart():
        for wrong in platforms.ideas(it)[: platforms.MOST]:
            for name, text in plain.items():
                assert wrong.reply in text, name
    table = rows(texts["questions.csv"])
    assert [(it["task"], it["answer"]) for it in table] == [
        (it.task, it.answer_text) for it in variants()
    ]


@pytest.mark.slow
def test_what_turns_them_into_qti_takes_them(tmp_path):
    for name, to in platforms.FORMATS.items():
        (tmp_path / name).write_text(to(variants()), "utf-8")
    venv.create(tmp_path / "env", with_pip=True)
    python = tmp_path / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [python, "-m", "pip", "install", "--quiet", "text2qti==0.8.0"]
    subprocess.run(pip, check=True)
    subprocess.run([python.with_name("text2qti"), "text2qti.txt"], cwd=tmp_path, check=True)
    assert (tmp_path / "text2qti.zip").stat().st_size > 10**5
