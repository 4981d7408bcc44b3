"""Hints and replies are true in every variant, and options of a choice differ as values."""

import re
from collections import Counter
from fractions import Fraction

import pytest

import games_exercises as tasks
from tests.exercises.hint_rules import RULES
from tests.helpers.tasks import TASKS

RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@pytest.mark.parametrize("name", RULES)
def test_rule_of_the_hints_gives_the_answer(name):
    for variant in tasks.task(name).variants:
        result = RULES[name](*variant.case)
        if variant.options:
            assert option_value(result) == option_value(variant.options[int(variant.answer)])
        elif isinstance(result, float):
            assert result == pytest.approx(float(variant.answer), rel=1e-6), variant.case
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


def option_value(option):
    """Return an option as a value: a polynomial, a number, a set of numbers, or its own words."""
    if re.fullmatch(r"[xy⁰¹²³⁴⁵⁶⁷⁸⁹ +\d]*[xy][xy⁰¹²³⁴⁵⁶⁷⁸⁹ +\d]*", option):
        polynomial = Counter()
        for term in option.split(" + "):
            powers = Counter()
            for letter, exponent in re.findall(r"([xy])([⁰¹²³⁴⁵⁶⁷⁸⁹]*)", term):
                powers[letter] += int(exponent.translate(RAISED) or 1)
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


@pytest.mark.parametrize(
    "chapter", ["race", "chase", "chains", "counting", "placement", "lucky_draws"]
)
def test_reply_to_a_fixed_number_is_computed(chapter):
    """A number typed for the first variant is wrong in others, but 0, 1 and 1/2 need no variant."""
    fixed = {
        (task.name, wrong.idea)
        for task in tasks.chapter(chapter)
        for wrong in task.variant().formulas
        if re.fullmatch(r"= [^{]*", wrong.idea) and wrong.value not in {0, 1, Fraction(1, 2)}
    }
    assert fixed == set()
