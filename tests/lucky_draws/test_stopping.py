"""Looking after each round: the chances of alarms and verdicts, and the models of both scenes."""

from fractions import Fraction
from itertools import pairwise, product
from math import log2, prod

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.lucky_draws.evidence import (
    HALF,
    LEVEL,
    alarm_chances,
    least_convincing,
    likelihood_ratio,
    sequential,
    tail,
)
from games_widgets.drawing.text import percent
from games_widgets.lucky_draws import view_stopping as view
from tests.refusals import refused

shares = st.fractions(Fraction(1, 20), Fraction(19, 20), max_denominator=20)


@settings(max_examples=30, deadline=None)
@given(rounds=st.integers(0, 9), q=shares, level=shares)
@example(rounds=4, q=HALF, level=Fraction(1, 4))  # the tail of two wins is exactly the level
def test_alarm_chances_agree_with_all_rows(rounds, q, level):
    alarm_chance = [Fraction(0)] * (rounds + 1)
    for row in product((0, 1), repeat=rounds):
        chance = prod((q if win else 1 - q for win in row), start=Fraction(1))
        wins = [sum(row[:n]) for n in range(rounds + 1)]
        alarms = [n for n in range(1, rounds + 1) if tail(wins[n], n) <= level]
        for n in range(min(alarms, default=rounds + 1), rounds + 1):
            alarm_chance[n] += chance
    assert list(alarm_chances(rounds, level, q)) == alarm_chance


def test_one_look_is_a_tail_and_more_looks_raise_more_alarms():
    chances = alarm_chances(120)
    assert chances[0] == 0
    assert all(chance_before <= next_chance for chance_before, next_chance in pairwise(chances))
    assert all(chances[n] >= tail(least_convincing(n), n) for n in range(1, 121))


test_bad_arguments_of_alarm_chances_are_refused = refused(
    (lambda: alarm_chances(1001), "rounds is 1001"),
    (lambda: alarm_chances(10, 1), "level is 1"),
    (lambda: alarm_chances(10, LEVEL, 2), "must be from 0 to 1"),
)


@pytest.mark.parametrize("rounds", [1, 10, 47, 50, 200])
def test_looks_show_the_alarm_of_an_evening_and_the_chance(rounds):
    picture = view.looks(19, rounds).picture
    values = view.p_values(19)
    alarm = next((n for n in range(1, rounds + 1) if values[n - 1] <= LEVEL), None)
    (mark,) = picture.evening.content.marks
    assert mark.x == (alarm or rounds)
    assert (mark.label == "no alarm") == (alarm is None)
    one_look = tail(least_convincing(rounds), rounds)
    shown_values = list(picture.figures.by_label.values())
    assert shown_values == [percent(alarm_chances(rounds)[rounds]), percent(one_look)]
    line = picture.evening.content.shapes[1].points
    assert line == tuple((n, float(p)) for n, p in enumerate(values[:rounds], 1))


@pytest.mark.parametrize("has_edge", [False, True])
@pytest.mark.parametrize("rounds", [0, 20, 150])
def test_walk_shows_the_chances_of_both_verdicts(has_edge, rounds):
    picture = view.walk(has_edge, 1, rounds).picture
    verdict = sequential("2/3" if has_edge else HALF, "2/3", 19, rounds)
    assert list(picture.figures.by_label.values()) == [
        percent(p) for p in (verdict.edge, verdict.fair, verdict.undecided_chance)
    ]


@pytest.mark.parametrize("has_edge", [False, True])
def test_a_walk_adds_the_weight_of_rounds_up_to_a_barrier(has_edge):
    for evening in range(view.WALKS):
        walk_path = view.path(has_edge, 4, evening)
        wins = 0
        for n, (weight_before, weight) in enumerate(pairwise(walk_path), 1):
            wins += weight > weight_before
            ratio = likelihood_ratio(wins, n - wins, "2/3")
            assert weight == pytest.approx(log2(ratio))
            assert abs(weight_before) < log2(19)
        assert abs(walk_path[-1]) >= log2(19) or len(walk_path) == view.WALK_ROUNDS + 1


def test_walks_end_at_the_barriers_as_often_as_the_solver_says():
    evenings = 400
    for has_edge, q in ((False, HALF), (True, Fraction(2, 3))):
        verdict = sequential(q, "2/3", 19, view.WALK_ROUNDS)
        chance = float(verdict.edge)
        ends_above = sum(view.path(has_edge, 2, n)[-1] >= log2(19) for n in range(evenings))
        deviation = (evenings * chance * (1 - chance)) ** 0.5
        assert abs(ends_above - evenings * chance) < 4 * deviation
