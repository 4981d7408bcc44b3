"""Variants of one task are equally hard for a class: states, steps and digits are measured."""

import pytest

import games_exercises as tasks
from games_exercises import catalogue, sheets
from games_exercises.rosters import Student
from games_exercises.texts import texts
from tests.exercises import efforts
from tests.helpers.lessons import HOMEWORK


def work(task, variants):
    return [efforts.effort(task, variant) for variant in variants]


def test_effort_counts_the_states_of_a_race():
    four = tasks.task("race-exercise-four")
    states = [variant.states for variant in work(four, four.variants)]
    assert states == [fields - 1 for fields, _ in (variant.case for variant in four.variants)]


@pytest.mark.parametrize("name", ["lucky-rule-biased", *HOMEWORK["race"]])
def test_variants_for_a_class_are_equally_hard(name):
    task = tasks.task(name)
    if efforts.is_measured(task):
        assert efforts.are_equally_hard(work(task, task.usual))
    assert len(task.usual) > 3


def test_a_bound_refuses_a_variant_with_twice_the_states():
    task = tasks.task("lucky-rule-biased")
    assert not efforts.are_equally_hard(work(task, [task.variant(1), task.variant(40)]))


@pytest.mark.slow
def test_stored_levels_are_the_measured_ones():
    assert efforts.FILE.read_text("utf-8") == efforts.text(), (
        "run python -m tests.exercises.efforts"
    )
    for task, by_number in efforts.measured_tasks():
        assert efforts.are_equally_hard([by_number[variant.number] for variant in task.usual]), task


def test_levels_name_variants_that_exist():
    for name, levels in texts("levels").items():
        numbers = [number for own_numbers in levels.values() for number in own_numbers]
        assert set(numbers) < {variant.number for variant in tasks.task(name).variants}
        assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("count", [30, 200])
@pytest.mark.parametrize("page", HOMEWORK)
def test_sheets_of_a_class_differ_while_variants_allow(page, count):
    students = [Student(f"Student {n}") for n in range(count)]
    sheet_list = sheets.deal(students, HOMEWORK[page], seed=3)
    dealt_to, different, possible = sheets.different_sheets(sheet_list)
    assert (dealt_to, different) == (count, min(count, possible))
    assert {sheet.variant.level for sheet in sheet_list} == {"usual"}


def test_catalogue_states_how_many_variants_are_equally_hard():
    task = tasks.task("lucky-rule-biased")
    assert "40 variants (32 equally hard, which the sheets use; 8 easier)" in catalogue.entry(task)
