"""A game that is too large for exact results is played forward, and the rest is named."""

import sys
from fractions import Fraction

import pytest

from games.maths.elimination import ExactElimination
from games.maths.markov import AbsorbingChain
from games.your_game.program import ForwardGame, ProgramError
from games_widgets.drawing.text import number, to_eight_digits
from games_widgets.your_game import app as apps
from tests.helpers.your_game import solve

WALK = AbsorbingChain(
    {n: {n - 1: "1/3", n + 1: "2/3"} for n in range(1, 6)} | {0: {0: 1}, 6: {6: 1}}
)

RUIN = """
start = 2
def step(n):
    return {n - 1: 1/3, n + 1: 2/3} if 0 < n < 6 else {n: 1}
"""


@pytest.mark.parametrize("last", [1, 7, 40, 1000])
def test_playing_forward_brackets_the_exact_results(last):
    played = WALK.play_forward_float(2, last=last)
    exact = WALK.absorption_probabilities(2)
    for end, chance in exact.items():
        lower_bound = played.ends_float.get(end, 0.0)
        assert lower_bound <= chance + 1e-15 <= lower_bound + played.rest_float + 2e-15
    assert played.rest_float == pytest.approx(float(WALK.survival(2, played.steps)))
    curve = WALK.survival_curve(2, played.steps - 1)
    assert played.mean_float == pytest.approx(float(sum(curve)))
    assert played.mean_float <= WALK.expected_steps(2)


def test_playing_forward_stops_as_soon_as_little_is_left():
    played = WALK.play_forward_float(2, rest=0.01)
    before, after = (WALK.survival(2, t) for t in (played.steps - 1, played.steps))
    assert after <= Fraction(1, 100) < before
    assert list(played.ends_float) == [6, 0]  # the likeliest first


def test_work_that_is_too_long_leaves_more():
    slow = AbsorbingChain({0: {0: "999999999/1000000000", 1: "1/1000000000"}, 1: {1: 1}})
    played = slow.play_forward_float(0)
    assert played.steps == 10_000
    assert played.rest_float == pytest.approx(1 - 1e-5)


def test_playing_forward_from_an_end_is_over_at_once():
    assert WALK.play_forward_float(6) == (0, 0.0, {6: 1.0}, 0.0)


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"rest": 2}, ValueError, "rest is 2, but must be at least 0 and below 1"),
        ({"rest": "small"}, TypeError, "rest is of type str"),
        ({"last": 0}, ValueError, "last is 0"),
    ],
)
def test_wrong_bounds_of_playing_forward_are_named(given, error, message):
    with pytest.raises(error, match=message):
        WALK.play_forward_float(2, **given)


@pytest.fixture
def small_limit(monkeypatch):
    """Exact results are allowed less work than the smallest game needs."""
    monkeypatch.setitem(sys.modules, "flint", None)
    monkeypatch.setattr(ExactElimination, "limit", 1)


def test_a_text_that_is_too_large_is_played_forward(small_limit):
    game = solve(RUIN)
    assert isinstance(game, ForwardGame)
    assert game.played.rest_float <= 1e-9
    for end, chance in WALK.absorption_probabilities(2).items():
        assert game.played.ends_float[str(end)] == pytest.approx(float(chance), abs=2e-9)
    assert game.played.mean_float == pytest.approx(float(WALK.expected_steps(2)), abs=1e-6)


def test_the_page_names_the_chance_that_is_left(small_limit):
    picture = apps.program(RUIN).children[3].model
    played = WALK.play_forward_float(2)
    rows = {row.head: row.cells[1] for row in picture.ends.content.table.rows}
    assert rows == {str(end): to_eight_digits(chance) for end, chance in played.ends_float.items()}
    assert (
        f"after {played.steps} steps, {to_eight_digits(played.rest_float)}" in picture.why.content
    )
    assert picture.figures.by_label["steps on average, or more"] == number(played.mean_float, 2)


def test_best_play_that_is_too_large_is_refused(small_limit):
    text = "start = 0\ndef actions(n): return 1 if n == 2 else {'go': {n + 1: 1/2, 0: 1/2}}"
    with pytest.raises(ProgramError, match="let a state hold less"):
        solve(text)
