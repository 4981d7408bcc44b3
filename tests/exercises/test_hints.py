"""Hints and replies are true in every variant, and options of a choice differ as values."""

import re
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

import games_exercises as tasks
from tests.exercises.hint_rules import RULES
from tests.helpers.tasks import TASKS

EXPONENT_DIGITS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.mark.parametrize("name", RULES)
def test_rule_of_the_hints_gives_the_answer(name):
    for variant in tasks.task(name).variants:
        result = RULES[name](*variant.case)
        if variant.options:
            assert option_value(result) == option_value(variant.options[int(variant.answer)])
        elif isinstance(result, float):
            # An extrapolation is only near the answer; every other float has it to its last digits.
            error = 1e-6 if name == "lucky-exercise-richardson" else 1e-10
            assert result == pytest.approx(float(variant.answer), rel=error), variant.case
        else:
            assert result == variant.answer, variant.case


def test_every_task_with_hints_has_a_rule():
    assert {task.name for task in TASKS if task.variant().hints} <= RULES.keys()


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_hints_and_replies_are_one_or_two_plain_sentences(task):
    for variant in task.variants:
        replies = [wrong.reply for wrong in (*variant.wrongs, *variant.formulas)]
        for text in (*variant.hints, *replies):
            assert re.fullmatch(r"[A-Z`].*\.", text), text
            assert len(re.findall(r"\.(?= [A-Z`]|$)", text)) <= 2, text
            assert not text.startswith(("So ", "Already ", "Hardly ")), text


SIZE = re.compile(
    r"Your (?:number|face) is (?:a little )?(?:(?P<word>one|two) )?too (?P<side>large|small)"
    r"(?: by (?P<number>\d+(?:/\d+)?))?"
)
NUMBERS = {"one": 1, "two": 2}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_reply_about_the_size_of_a_wrong_number_is_true(task):
    for variant in task.variants:
        for wrong in variant.formulas:
            if wrong.idea.startswith("=") and (size := SIZE.match(wrong.reply)):
                excess = wrong.value - variant.answer
                if not excess:  # in this variant the slip leads to the answer
                    continue
                assert (excess > 0) == (size["side"] == "large"), wrong
                stated_size = size["number"] or NUMBERS.get(size["word"])
                assert stated_size is None or abs(excess) == Fraction(stated_size), wrong


# Replies that say what to do with a wrong number: their words, and the formula of the number.
CORRECTIONS = {
    "chase-check-swap": (
        "Subtract the chance that both move, which you counted twice",
        "1/(4 * {p})",
    ),
    "chase-exercise-twice": ("You squared twice", "{times}^4"),
    "chase-exercise-telling": ("You squared the three standard errors twice", "9 * {answer}"),
    "counting-check-cost": (
        "You used the factor twice for each player. Use it once",
        "{factor}^(2 * {players})",
    ),
    "placement-exercise-telling": ("You squared the three standard errors twice", "9 * {answer}"),
    "race-exercise-coupled": (
        "factor for three standard errors twice. Use it once",
        "9 * {answer}",
    ),
    "yazy-exercise-risk": ("Your number is the chance to fail twice", "(1 - {answer})^2"),
}
CORRECT_FUNCTIONS = {
    "chase-check-swap": lambda wrong, p: 1 / (1 / wrong - (2 * p) ** 2),
    "chase-exercise-twice": lambda wrong, players: sqrt(wrong),
    "counting-check-cost": lambda wrong, *_: sqrt(wrong),
    "yazy-exercise-risk": lambda wrong, *_: 1 - sqrt(wrong),
}


@pytest.mark.parametrize("name", CORRECTIONS)
def test_reply_that_is_followed_leads_to_the_answer(name):
    says, formula = CORRECTIONS[name]
    correct = CORRECT_FUNCTIONS.get(name, lambda wrong, *_: wrong / 9)
    for variant in tasks.task(name).variants:
        (wrong,) = [wrong for wrong in variant.formulas if wrong.idea == f"= {formula}"]
        assert says in wrong.reply
        result = float(correct(wrong.value, *variant.case))
        assert result == pytest.approx(float(variant.answer), rel=0.1), variant.case


def option_value(option):
    """Return an option as a value: a polynomial, a number, a set of numbers, or its own words."""
    if re.fullmatch(r"[xy⁰¹²³⁴⁵⁶⁷⁸⁹ +\d]*[xy][xy⁰¹²³⁴⁵⁶⁷⁸⁹ +\d]*", option):
        polynomial = Counter()
        for term in option.split(" + "):
            powers = Counter()
            for letter, exponent in re.findall(r"([xy])([⁰¹²³⁴⁵⁶⁷⁸⁹]*)", term):
                powers[letter] += int(exponent.translate(EXPONENT_DIGITS) or 1)
            number = re.match(r"\d+", term)
            polynomial[frozenset(powers.items())] += int(number[0]) if number else 1
        return frozenset(polynomial.items())
    try:
        return tasks.read(option).value
    except ValueError:
        if re.fullmatch(r"\d+(, \d+)*( and \d+)?", option):
            return frozenset(re.findall(r"\d+", option))
        return option.casefold()


@pytest.mark.parametrize(
    ("option", "equal_option"),
    [
        ("y + y²", "y² + y"),
        ("xy² + y", "y + y²x"),
        ("1/2", "2/4"),
        ("2, 3 and 5", "5, 2 and 3"),
    ],
)
def test_equal_options_have_one_value(option, equal_option):
    assert option_value(option) == option_value(equal_option)


@pytest.mark.parametrize(
    "task", [task for task in TASKS if task.form == "choice"], ids=lambda task: task.name
)
def test_options_of_a_choice_differ_as_values(task):
    for variant in task.variants:
        values = {option_value(option) for option in variant.options}
        assert len(values) == len(variant.options), variant.options


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_each_wrong_answer_has_a_reply_of_its_own(task):
    for variant in task.variants:
        replies = Counter(wrong.reply for wrong in variant.wrongs)
        assert max(replies.values(), default=1) == 1, (variant.case, replies.most_common(1))


def test_reply_names_a_game_for_which_the_rule_is_right():
    for variant in tasks.task("counting-check-stop").variants:
        _, faces = variant.case
        for wrong in variant.wrongs:
            throws = int(re.search(r"up to (\d+) throw", wrong.reply)[1])
            option = variant.options[int(wrong.value)]
            assert RULES["counting-check-stop"](throws, faces) == option, variant.case


def test_reply_compares_the_draw_with_equal_spacing():
    compared_count = 0
    for variant in tasks.task("placement-check-corner").variants:
        fields, percent = variant.case
        edges = [Fraction(100 * field, fields) for field in range(fields + 1)]
        for wrong in variant.wrongs:
            if match := re.search(r"would (begin|end) at (\d+) %", wrong.reply):
                field, edge = int(wrong.value), int(match[2])
                assert edge == edges[field + (match[1] == "end")], wrong
                assert (edge > percent) == (match[1] == "begin"), wrong
                compared_count += 1
    assert compared_count


def test_reply_shows_how_a_sequence_wins():
    for variant in tasks.task("placement-check-loses").variants:
        (field_of_1,) = variant.case
        for wrong in variant.wrongs:
            first, second = re.findall(r"\d", variant.options[int(wrong.value)])
            places = dict(re.findall(r"(\d) (?:goes )?on field (\d)", wrong.reply))
            assert places[first] == (str(field_of_1) if first == "1" else str(int(first) // 2))
            smaller, larger = sorted((first, second))
            assert (places[smaller], places[larger]) == ("0", "1"), wrong


@pytest.mark.parametrize(
    "chapter", ["race", "chase", "chains", "counting", "placement", "lucky_draws"]
)
def test_reply_to_a_fixed_number_is_computed(chapter):
    """A number typed for the first variant is wrong in others, but 0, 1 and 1/2 need no variant."""
    fixed_answers = {
        (task.name, wrong.idea)
        for task in tasks.chapter(chapter)
        for wrong in task.variant().formulas
        if re.fullmatch(r"= [^{]*", wrong.idea) and wrong.value not in {0, 1, Fraction(1, 2)}
    }
    assert fixed_answers == set()
