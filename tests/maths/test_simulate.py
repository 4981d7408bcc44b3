"""The simulator: its mean, its error, and its seed."""

from fractions import Fraction
from math import inf
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.maths.simulate import Estimate, estimate
from tests.refusals import refused


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=40))
def test_mean_and_error_are_those_of_the_textbook(results):
    games = iter(results)
    result = estimate(lambda rng: next(games), len(results), seed=0)
    assert result.mean == pytest.approx(mean(results))
    assert result.standard_error == pytest.approx(stdev(results) / len(results) ** 0.5)
    low, high = result.interval
    assert low <= result.mean <= high
    assert high - low == pytest.approx(2 * 1.959963984540054 * result.standard_error)


def test_a_seed_repeats_the_games():
    def play(rng):
        return rng.random()

    assert estimate(play, 100, seed=3) == estimate(play, 100, seed=3)
    assert estimate(play, 100, seed=3) != estimate(play, 100, seed=4)


def test_the_interval_contains_the_mean_in_95_of_100_runs():
    hit_count = 0
    for seed in range(400):
        low, high = estimate(lambda rng: rng.randint(1, 6), 200, seed).interval
        hit_count += low <= 3.5 <= high
    assert 0.91 < hit_count / 400 < 0.99


def test_errors_from():
    certain = Estimate(1.0, 0.0, (1.0, 1.0), 9)
    assert certain.errors_from(Fraction(1)) == 0
    assert certain.errors_from(0) == inf
    assert certain.errors_from(2) == -inf


test_errors_name_parameter_value_and_range = refused(
    (lambda: estimate(lambda rng: 1, 1, 0), "runs is 1, but must be from 2 to 10000000"),
    (lambda: estimate(lambda rng: 1, 10**9, 0), "runs is 1000000000"),
    (lambda: estimate(lambda rng: "won", 2, 0), TypeError, "play returned 'won'"),
    (lambda: estimate(lambda rng: None, 2, 0), TypeError, "play returned None"),
)
