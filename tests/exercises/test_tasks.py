"""Tasks: each question has its answer by a second method, and is fair."""

import json
import re
import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

import pytest

import games_exercises as tasks
from games_exercises import question
from games_exercises.answers import _HOW, LONGEST
from games_exercises.question import MOST
from games_exercises.texts import texts
from tests.exercises.twins import TWINS
from tests.helpers.tasks import TASKS, variants

WORDS = tomllib.loads(Path(__file__).with_name("answers.toml").read_text("utf-8"))
PLAUSIBLE = tomllib.loads(Path(__file__).with_name("plausible.toml").read_text("utf-8"))
FOUR = tasks.task("race-exercise-four").variant()
ODDS = tasks.task("lucky-exercise-conway").variant()
BIASED = tasks.task("counting-exercise-biased").variant()
TELLING = tasks.task("chase-exercise-telling").variant()
FINISH = tasks.task("race-exercise-finish").variant()


def named(it):
    return it.name


@cache
def found(name, case):
    """What the second method finds."""
    return TWINS[name](*case)


@pytest.mark.parametrize("task", [tasks.task(name) for name in TWINS], ids=named)
def test_answers_agree_with_a_second_method(task):
    assert task.variants  # a wrong answer may leave none that is fair
    for it in task.variants:
        second = found(task.name, it.case)
        if it.options:
            assert second == it.options[int(it.answer)], it.case
        elif isinstance(second, float):
            assert second == pytest.approx(float(it.answer), rel=1e-7), it.case
        else:
            assert second == it.answer, it.case


SAYING = ["{}", "{}.", "E = {}", "about {}", "{} in all", "= {}", "+{}", "is {}", " {} .", "${}$"]


def spellings(it, value):
    """Ten ways to write a number, and more if it is known exactly."""
    told = [words.format(it.answer_text) for words in SAYING]
    if isinstance(value, float):
        return told
    value = Fraction(value)
    above, below = value.numerator, value.denominator
    if it.form == "odds":
        return [*told, f"{above} to {below}", f"{2 * above} : {2 * below}", f"{above}/{below}"]
    whole, rest = divmod(above, below)
    told += [f"({value}) games", f"E = {value}.", f"{3 * above}/{3 * below}"]
    if above > below > 1:
        told += [f"{whole} {rest}/{below}", f"{whole} + {rest}/{below}"]
    if above >= 1000 and below == 1:
        told += [f"{above:,}", f"{above:,}".replace(",", "."), f"{above:,}".replace(",", "\u202f")]
    if it.form == "chance":
        told += [f"{100 * value} per cent", f"{above} in {below}", f"{above} : {below - above}"]
    return told


@pytest.mark.parametrize("task", TASKS, ids=named)
def test_right_answer_is_right_in_every_spelling(task):
    for it in task.variants:
        if not it.options:
            for text in spellings(it, it.answer):
                if 0 < it.answer != 1 and len(text) <= LONGEST:
                    assert tasks.check(it, text).verdict == "right", (it.case, text)


@pytest.mark.parametrize("task", [it for it in TASKS if it.rubric], ids=named)
def test_a_rule_that_is_new_changes_the_answer(task):
    old = task.variant().wrongs[0].idea.partition(" 1")[0]
    for it in task.variants:
        assert it.wrongs[0].idea.startswith(old), it.case
        assert it.wrongs[0].value != it.answer


def test_no_question_is_much_easier_than_the_first():
    # these were: one toss, and what the chapters work out
    gone = {"counting-exercise-two-three": (1, 1), "race-exercise-four": (3, 6)}
    for name, case in (gone | {"yazy-exercise-ten": (6,)}).items():
        assert case not in [it.case for it in tasks.task(name).variants]
    for task in TASKS:
        if task.by_hand and not task.digits and not task.variant().options:
            trivial = [it.number for it in task.variants if it.answer in (0, 1)]
            assert trivial in ([], [1]) or task.variant().answer in (0, 1), task.name


def printed(cell):
    """Return the numbers in what a cell prints."""
    text = " ".join("".join(it.get("text", [])) for it in cell.get("outputs", []))
    found = re.findall(r"(?<![\w.,/])\d+(?:[./]\d+)?\b", text.replace(",", ""))
    return {Fraction(it) for it in found}


def test_no_cell_prints_what_is_asked_for_beside_or_below_it():
    """Small numbers come up by chance, in other variants fractions with small denominators, too."""
    asked = {it.name: it.variants for it in TASKS if it.form != "choice"}
    for name in ("placement-exercise-four", "placement-exercise-ring"):
        del asked[name]  # which ask for the reason why it is a number that was there before
    for path in Path(__file__).parents[2].glob("book/*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        for n, cell in enumerate(cells):
            names = re.findall(r"^:(?:label|name): (\S+)$", "".join(cell["source"]), re.MULTILINE)
            for name in asked.keys() & set(names):
                after = f"after-{name}"
                near = set()
                for it in cells[: n + 3]:
                    folded = it["metadata"].get("jupyter", {}).get("outputs_hidden")
                    tags = it["metadata"].get("tags", [])
                    if after not in tags and ("-check-" in name or not folded):
                        near |= printed(it)
                first, *_ = asked[name]
                first = first.answer if first.form == "odds" else Fraction(first.answer_text)
                assert first in {Fraction(1, 2), *range(100)} or first not in near, name
                for it in asked[name]:
                    assert it.digits or it.answer.denominator < 10 or it.answer not in near, it


@pytest.mark.parametrize("task", TASKS, ids=named)
def test_every_variant_is_fair(task):
    first = task.variant()
    assert first.case == task.first_case  # the book's question has not been filtered out
    answers = [it.prompt if it.options else it.answer_text for it in task.variants]
    assert len(set(answers)) == len(answers) <= MOST
    for number, it in enumerate(task.variants, 1):
        assert it == task.variant(number)
        assert it.number == number
        assert tasks.check(it, it.answer_text).verdict == "right"
        told = {it.answer, *(wrong.value for wrong in it.wrongs)}
        assert len(told) == len(it.wrongs) + 1
        for wrong in it.wrongs:
            reply = tasks.check(it, it.format_answer(wrong.value))
            assert reply.verdict == "known", (it, wrong)
            assert reply.message == wrong.reply
        for limit in it.formulas:
            assert limit.idea[0] != "<" or it.answer >= limit.value, (it.case, limit)
            assert limit.idea[0] != ">" or it.answer <= limit.value, (it.case, limit)
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
        letter, words = it.answer_text.split(") ", 1)
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


def test_each_chapter_has_a_rubric_and_three_second_methods():
    for chapter in tasks.CHAPTERS:
        assert any(task.rubric for task in tasks.chapter(chapter))
        assert len({task.name for task in tasks.chapter(chapter)} & set(TWINS)) >= 3
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
        for wrong in (*it.wrongs, *it.formulas):
            assert re.search(r"[.?]$", wrong.reply), wrong.idea
            assert not wrong.idea.endswith("."), wrong.idea
            right = it.options[int(it.answer)] if it.options else it.answer_text
            is_told = right in re.split("[ .?]", wrong.reply) and right not in it.prompt
            assert not is_told, (it.case, wrong.reply)
        assert bool(it.hints) != bool(it.options)
        for hint in it.hints:
            assert re.search(r"[.?]$", hint), hint
            assert "{" not in hint
            assert it.answer_text not in re.split("[ .?]", hint) or it.answer_text in it.prompt, (
                it.case,
                hint,
            )


@pytest.mark.parametrize("chapter", tasks.CHAPTERS)
def test_what_is_said_is_used_and_nothing_is_said_twice(chapter):
    used = {
        (task.name, w.idea)
        for task in tasks.chapter(chapter)
        for v in task.variants
        for w in (*v.wrongs, *v.formulas)
    }
    every, names = [], {task.name for task in tasks.chapter(chapter)}
    for name, words in texts(chapter).items():
        assert name in names or name[0] in "*#", name
        for idea, reply in words.items():
            if idea in ("title", "about", "like", "rubric", "hints") or idea.startswith("prompt"):
                every += reply if idea == "hints" else []
                continue
            every.append(reply)
            assert name not in names or (name, idea) in used, (name, idea)
            assert len(reply) < 160
            assert not reply.startswith("That is the number for")
    assert [it for it, count in Counter(every).items() if count > 1] == []


def test_no_two_tasks_say_the_same_to_any_number():
    nouns = [it.variant().about for it in TASKS if it.form != "choice"]
    assert len(set(nouns)) == len(nouns)
    for ways in texts("slips")["any"].values():
        assert len(set(ways)) == len(ways)
        assert all("{about}" in way for way in ways)


@pytest.mark.parametrize("task", TASKS, ids=named)
def test_every_prompt_is_asked(task):
    for key, text in task._words.items():
        if key.startswith("prompt"):
            parts = map(re.escape, re.split(r"\{\w+\}", text))
            asked = re.compile(".+".join(parts))
            assert any(asked.fullmatch(it.prompt) for it in task.variants), key


@pytest.mark.parametrize(
    "blank", ["{face}", "{faces.real}", "{faces!r}", "{0}", "{}", "{faces", "}"]
)
def test_a_blank_that_nothing_fills_is_told_with_its_task(blank, monkeypatch):
    drift = tasks.task("race-drift")
    monkeypatch.setitem(texts("race")["race-drift"], "prompt", f"A die of {blank}")
    with pytest.raises(ValueError, match=r"task race-drift has [{}].*nothing fills.*\{faces\}"):
        question.task("race-drift", [(6,)])(drift._make).variant()


@pytest.mark.parametrize("formula", ["{face} - 1", "{faces} ** 2", "1/0", "faces", ""])
def test_a_formula_that_cannot_be_worked_out_is_refused(formula, monkeypatch):
    drift = tasks.task("race-drift")
    monkeypatch.setitem(texts("race")["race-drift"], f"= {formula}", "Is it?")
    with pytest.raises(ValueError, match=r"nothing fills|no number|divides by 0|no answer"):
        question.task("race-drift", [(6,)])(drift._make).variant()


@pytest.mark.parametrize("chapter", PLAUSIBLE)
def test_of_what_is_plausible_four_in_five_are_understood(chapter):
    for name, answers in PLAUSIBLE[chapter].items():
        assert len(answers) == (20 if re.search("-(check|exercise)-", name) else 10), name
        for ten in (answers[:10], answers[10:]):
            told = [tasks.check(tasks.task(name).variant(), it) for it in sorted(set(ten))]
            assert "right" not in [it.verdict for it in told], name
            assert sum(not it.message.startswith("Not yet.") for it in told) >= len(ten) * 4 / 5


@pytest.mark.parametrize("chapter", PLAUSIBLE)
def test_four_in_five_are_understood_without_what_any_number_would_get(chapter):
    """To be told that it is too large or too small, from the answer on, is no understanding."""
    tens = [[], []]
    for name, answers in PLAUSIBLE[chapter].items():
        it = tasks.task(name).variant()
        bare = {wrong.reply for wrong in it.formulas if wrong.value == it.answer}
        replies = [tasks.check(it, text).message for text in answers]
        told = [reply in bare or reply.startswith("Not yet.") for reply in replies]
        assert sum(told) <= len(told) / 5, name
        tens = [tens[0] + told[:10], tens[1] + told[10:]]
    assert all(sum(told) <= len(told) / 5 for told in tens)


def test_a_prompt_that_is_missing_is_told_with_its_task():
    drift = tasks.task("race-drift")
    with pytest.raises(ValueError, match="Task race-drifts has no 'prompt'"):
        question.task("race-drifts", [(6,)])(drift._make).variant()


def test_hints_get_better_and_end_with_the_way_to_the_solution():
    told = [tasks.check(FOUR, "1000", again).message for again in range(5)]
    assert told[:2] == [f"Not yet. {hint}" for hint in FOUR.hints]
    assert tasks.check(FOUR, "1/2").message.startswith("Less than a single throw?")
    assert tasks.check(FOUR, "1/2", 1).message == told[1]
    assert "Open the solution" in told[2]
    assert told[2] == told[3] == told[4]


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


SPELLINGS = [(text, Fraction(value)) for value, texts in WORDS["read"].items() for text in texts]


@pytest.mark.parametrize(("text", "value"), SPELLINGS)
def test_an_answer_is_read(text, value):
    assert tasks.read(text).value == value


@pytest.mark.parametrize("text", WORDS["none"]["texts"])
def test_what_is_no_number_is_refused_in_a_sentence(text):
    reply = tasks.check(FOUR, text)
    assert reply.verdict == "unread"
    assert re.search(r"[.!?]$", reply.message)
    assert len(reply.message) < 200


def test_a_kilobyte_of_digits_is_refused_kindly():
    reply = tasks.check(FOUR, "7" * 1024)
    assert reply == ("unread", "An answer has at most 60 characters; this one has 1024.")
    assert tasks.check(FOUR, "7" * LONGEST).verdict == "not yet"


def test_ten_thousand_hostile_answers_get_a_sentence():
    random = Random(1)
    signs = "0123456789" * 3 + ".,:/%^*+-=()[]{}'$ eE½²⁹−·٣\x00\u202f\n<>&\\_abthousandinof"
    whole = [text for text, _ in SPELLINGS] + ["__import__('os')", "<script>", "9^9^9^9", "1e400"]
    for n in range(10_000):
        few = (
            random.choices(signs, k=random.randrange(1, 40))
            if n % 2
            else random.choices(whole, k=2)
        )
        reply = tasks.check((FOUR, BIASED, ODDS, TELLING)[n // 2 % 4], "".join(few))
        assert reply.message.endswith((".", "?"))
        assert len(reply.message) < 300


def test_no_example_is_the_answer_of_any_question():
    examples = [
        tasks.read(it) for it in re.findall(r"as (.*)\.$", _HOW)[0].replace(" or", ",").split(", ")
    ]
    assert len(examples) == 6
    for it in variants():
        if not it.options:
            assert it.answer not in {example.value for example in examples}, it


# What an answer is told


@pytest.mark.parametrize(
    ("task", "text", "verdict", "words"),
    [(task, *told) for task, rows in WORDS["told"].items() for told in rows],
)
def test_an_answer_is_told(task, text, verdict, words):
    it = tasks.task(task).variant()
    reply = tasks.check(it, text)
    assert reply.verdict == verdict
    assert words in reply.message
    assert it.answer_text not in reply.message.split()


def test_what_is_asked_for_is_said_before():
    assert FOUR.asks == "The exact number: if it does not end as a decimal, a fraction."
    assert ODDS.asks == "Exact odds, in two whole numbers."
    assert "5 % more or less" in TELLING.asks
    assert "with 5 digits" in FINISH.asks
    assert "per cent" in tasks.task("chains-exercise-bold").variant().asks


@pytest.mark.parametrize("number", [0, -1, 10**6, 2.5, "1"])
def test_a_variant_that_is_not_there(number):
    with pytest.raises((ValueError, TypeError), match=r"^number is .*must be"):
        tasks.task("race-exercise-four").variant(number)


@pytest.mark.parametrize("name", ["race", "", "x" * 10**5, None])
def test_a_task_that_is_not_there(name):
    with pytest.raises(ValueError, match="There is no task"):
        tasks.task(name)
