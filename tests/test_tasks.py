"""Tasks: each question has its answer by a second method, and is fair."""

import json
import re
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest

from games import tasks
from games.tasks.answers import LONGEST
from games.tasks.question import MOST
from tests.twins import TWINS

BOOK = Path(__file__).parents[1] / "book"
TASKS = [it for chapter in tasks.CHAPTERS for it in tasks.chapter(chapter)]
FOUR = tasks.task("race-exercise-four").variant()
ODDS = tasks.task("lucky-exercise-conway").variant()
FINISH = tasks.task("race-exercise-finish").variant()


@cache
def variants():
    return [it for task in TASKS for it in task.variants]


def named(it):
    return it.name


@pytest.mark.parametrize("task", TASKS, ids=named)
def test_every_answer_is_right_by_a_second_method(task):
    assert task.variants  # a wrong answer may leave none that is fair
    for it in task.variants:
        second = TWINS[task.name](*it.case)
        if it.options:
            assert second == it.options[int(it.answer)], it.case
        elif isinstance(second, float):
            assert second == pytest.approx(float(it.answer), rel=1e-7), it.case
        else:
            assert second == it.answer, it.case


@pytest.mark.parametrize("task", TASKS, ids=named)
def test_every_variant_is_fair(task):
    first = task.variant()
    assert first.case == task.first_case  # the book's question has not been filtered out
    answers = [it.prompt if it.options else it.shown for it in task.variants]
    assert len(set(answers)) == len(answers) <= MOST
    for number, it in enumerate(task.variants, 1):
        assert it == task.variant(number)
        assert it.number == number
        assert tasks.check(it, it.shown).verdict == "right"
        told = {it.answer, *(wrong.value for wrong in it.wrongs)}
        assert len(told) == len(it.wrongs) + 1
        for wrong in it.wrongs:
            reply = tasks.check(it, it.written(wrong.value))
            assert reply.verdict == "known", (it, wrong)
            assert wrong.idea in reply.message
            assert wrong.hint in reply.message
        if task.by_hand and not task.digits:
            for part in ("numerator", "denominator"):
                sizes = [len(str(abs(getattr(v.answer, part)))) for v in (it, first)]
                assert abs(sizes[0] - sizes[1]) <= 1


@pytest.mark.parametrize("task", [it for it in TASKS if it.form == "choice"], ids=named)
def test_something_to_choose_cannot_be_guessed(task):
    right = set()
    for it in task.variants:
        assert 3 <= len(it.options) <= 5
        assert len(set(it.options)) == len(it.options) == len(it.wrongs) + 1
        assert sorted([int(it.answer), *(int(wrong.value) for wrong in it.wrongs)]) == [
            *range(len(it.options))
        ]
        # a letter alone stands for the option in its place
        assert not any(re.fullmatch("[A-Za-z]|.{81,}", option) for option in it.options)
        right.add(it.options[int(it.answer)])
        letter, words = it.shown.split(") ", 1)
        for text in (letter, letter.upper(), f" {letter}) ", f"({letter})", f"{letter}.", words):
            assert tasks.check(it, text).message == "Right."
        assert tasks.check(it, words.upper()).verdict == "right"
        assert tasks.check(it, "").message.startswith("There is no answer yet.")
        for text in ("z", "0", f"{letter} {letter}", words + " or not", "7" * 1024):
            reply = tasks.check(it, text)
            assert reply.verdict == "unread"
            assert len(reply.message) < 200
    assert len(right) > 1  # not always the same


def test_the_right_one_is_not_always_in_the_same_place():
    places = [int(it.answer) for it in variants() if it.options]
    for place in range(3):
        assert places.count(place) > len(places) / 10


def test_a_1_that_is_prime_leads_to_the_start_where_that_is_said():
    said = 0
    for it in tasks.task("race-check-faces").variants:
        field, faces = it.case
        primes = [face for face in (1, 2, 3, 5, 7, 11) if face <= faces and field - face <= 1]
        for wrong in it.wrongs:
            if wrong.idea == "a 1 that is prime":
                said += 1
                assert list(map(int, re.findall(r"\d+", it.options[int(wrong.value)]))) == primes
    assert said


def test_no_question_is_that_of_another_task():
    prompts = [it.prompt for it in variants()]
    assert [it for it, count in Counter(prompts).items() if count > 1] == []


def test_there_are_enough():
    assert {task.name for task in TASKS} == set(TWINS)
    for chapter in tasks.CHAPTERS:
        assert len(tasks.chapter(chapter)) >= 5, chapter
    assert sum(task.by_hand for task in TASKS) >= 30
    assert sum(len(task.variants) >= 5 for task in TASKS) >= 60
    assert all(any(it.rubric for it in tasks.chapter(chapter)) for chapter in tasks.CHAPTERS)
    assert all(task.variant().wrongs for task in TASKS)


def test_a_rubric_is_for_a_rule_that_is_new_and_a_derivation():
    asks = re.compile(r"(Write down|Give) (a |the |your )?(line|equation|reason)")
    for task in TASKS:
        prompt = task.variant().prompt
        assert bool(task.rubric) == ("One rule is new: " in prompt) == bool(asks.search(prompt))
        assert all(it.points > 0 for it in task.rubric)


def test_words_are_sentences():
    for it in variants():
        assert re.search(r"[.?]$", it.prompt), it.prompt
        assert "  " not in it.prompt
        for wrong in it.wrongs:
            assert re.search(r"[.?…]$", wrong.hint), wrong.hint
            assert not wrong.idea.endswith("."), wrong.idea
            right = it.options[int(it.answer)] if it.options else it.shown
            assert right not in wrong.hint.split(), (it.case, wrong.hint)


def test_names_are_labels_of_the_book():
    sources = [
        "".join(cell["source"])
        for path in BOOK.glob("*.ipynb")
        for cell in json.loads(path.read_text("utf-8"))["cells"]
        if cell["cell_type"] == "markdown"
    ]
    labels = re.findall(r"^:label: ([\w-]+)$", "\n".join(sources), re.MULTILINE)
    for task in TASKS:
        if "-exercise-" in task.name:
            assert labels.count(task.name) == 1


def test_after_the_last_question_comes_the_first():
    task = tasks.task("race-exercise-fibonacci")
    number, seen = 1, []
    for _ in task.variants:
        number = task.after(number).number
        seen.append(number)
    assert seen == [*range(2, len(task.variants) + 1), 1]
    with pytest.raises(ValueError, match="number is 20"):
        task.after(20)


# Reading answers


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("86/29", Fraction(86, 29)),
        (" = 172 / 58 ", Fraction(86, 29)),
        ("2 28/29", Fraction(86, 29)),
        ("−2 1/2", Fraction(-5, 2)),
        ("2½", Fraction(5, 2)),
        ("⅞", Fraction(7, 8)),
        ("3⁄4", Fraction(3, 4)),
        ("2.966", Fraction(2966, 1000)),
        ("2,966", Fraction(2966, 1000)),
        (",5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("34.4 %", Fraction(344, 1000)),
        ("34,4%", Fraction(344, 1000)),
        ("33 1/3 %", Fraction(1, 3)),
        ("1 000 000", Fraction(10**6)),
        ("+7", Fraction(7)),
        ("5:9", Fraction(5, 9)),
        ("5 to 9", Fraction(5, 9)),
        ("٣/٤", Fraction(3, 4)),
        ("12", Fraction(12)),
    ],
)
def test_an_answer_is_read(text, value):
    assert tasks.read(text).value == value


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            " ",
            "=",
            "x",
            "1/0",
            "1:0",
            ".",
            ",",
            "%",
            "1e9",
            "1_000",
            "1/2/3",
            "2 ** 9",
            "0x10",
        ),
        *("1,234.5", "1.5/2", "--1", "5:9 %", "nan", "inf", "²", "1²", "1 2", "__import__('os')"),
        *("\N{ROMAN NUMERAL FIVE}", "1\x00", "½ ½", "½/2"),
    ],
)
def test_what_is_no_number_is_refused_in_a_sentence(text):
    reply = tasks.check(FOUR, text)
    assert reply.verdict == "unread"
    assert re.search(r"[.!]$", reply.message)
    assert len(reply.message) < 200


def test_a_kilobyte_of_digits_is_refused_kindly():
    reply = tasks.check(FOUR, "7" * 1024)
    assert reply == ("unread", "An answer has at most 60 characters; this one has 1024.")
    assert tasks.check(FOUR, "7" * LONGEST).verdict == "not yet"


# What an answer is told


@pytest.mark.parametrize(
    ("it", "text", "verdict", "words"),
    [
        (FOUR, "86/29", "right", "Right."),
        (FOUR, "172/58", "right", "Right; cancel by 2."),
        (FOUR, "2 28/29", "right", "Right."),
        (FOUR, "2.966", "close", "an exact number is asked for"),
        (FOUR, "3", "not yet", "Not yet."),
        (FOUR, "3.0", "not yet", "Not yet."),
        (FOUR, "102/35", "known", "a marker that stays where it is"),
        (FOUR, "2,914", "known", "a marker that stays where it is"),
        (FOUR, "5:9", "unread", "A single number"),
        (ODDS, "4 : 7", "right", "Right."),
        (ODDS, "8:14", "right", "Right; cancel by 2."),
        (ODDS, "4/7", "right", "Right."),
        (ODDS, "4/11", "known", "That is the chance."),
        (ODDS, "7:4", "known", "Whose numbers stand on top?"),
        (FINISH, "435.15", "right", "Right."),
        (FINISH, "435,2", "close", "5 digits"),
        (FINISH, "435.1", "not yet", "Not yet."),
        (FINISH, "435.14", "not yet", "Not yet."),
        (FINISH, "435.16", "not yet", "Not yet."),
        (FINISH, "371.38", "known", "beyond the last field"),
        (tasks.task("counting-exercise-biased").variant(), "5:4", "right", "Right."),
        (tasks.task("counting-exercise-biased").variant(), "55.6 %", "close", "exact"),
        (tasks.task("counting-exercise-biased").variant(), "75 %", "known", "a fair coin"),
    ],
)
def test_an_answer_is_told(it, text, verdict, words):
    reply = tasks.check(it, text)
    assert reply.verdict == verdict
    assert words in reply.message


def test_what_is_asked_for_is_said_before():
    assert FOUR.asks == "Exact: a whole number, a fraction, or a decimal that ends there."
    assert ODDS.asks == "Exact odds, such as 3 : 5."
    assert "to 5 digits" in FINISH.asks
    assert "per cent" in tasks.task("chains-exercise-bold").variant().asks


@pytest.mark.parametrize("number", [0, -1, 10**6, 2.5, "1"])
def test_a_variant_that_is_not_there(number):
    with pytest.raises((ValueError, TypeError), match=r"^number is .*must be"):
        tasks.task("race-exercise-four").variant(number)


@pytest.mark.parametrize("name", ["race", "", "x" * 10**5, None])
def test_a_task_that_is_not_there(name):
    with pytest.raises(ValueError, match="There is no task"):
        tasks.task(name)
