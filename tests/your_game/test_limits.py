"""A message about a limit names the way that raises it, and no other."""

import re

import pytest

from games.maths import survival
from games_widgets.drawing.curves import Axis, Chart
from games_widgets.your_game import app as apps
from games_widgets.your_game import view
from games_widgets.your_game.app import higher_limit
from own_games.program import MAX_LIMITS, Limits, ProgramError, answer, read_table, tabulate
from tests.helpers.apps import send, unhurried, wait
from tests.helpers.program_bench import Program, RunHere, texts_run_here
from tests.helpers.your_game import solve

__all__ = ["texts_run_here", "unhurried"]

LADDER = """
start = 0
def step(n):
    return {n: 1} if n == SIZE else {n + 1: 1/2, 0: 1/2}
"""
WIDE = """
start = 0
def step(n):
    return {n: 1} if n < 0 or n > 700 else {n + 1: 1/2, **{-k: 1/2/300 for k in range(1, 301)}}
"""
TURNING = """
start = 0
for _ in range(TURNS):
    pass
def step(n):
    return {1: 1}
"""


def ask_after(bench, steps):
    """Ask for the chances after this many steps."""
    send(bench.surface, {"act": "after", "value": steps})
    wait(bench.surface)


@pytest.fixture
def bench():
    app = Program()
    assert not app.can_raise_a_limit
    return app


@pytest.mark.parametrize(
    ("text", "small", "label"),
    [
        (LADDER.replace("SIZE", "400"), {"states": 300}, "Allow 20 000 states"),
        (TURNING.replace("TURNS", "1_500_000"), {"seconds": 1}, "Allow 60 seconds"),
        pytest.param(
            WIDE,
            {},
            "Allow 12 500 states and 500 000 ways",
            marks=pytest.mark.slow,  # ten seconds: a game with so many ways is solved
        ),
    ],
    ids=["states", "seconds", "ways"],
)
def test_button_raises_the_limit_that_the_message_names(bench, text, small, label):
    for name, value in small.items():
        getattr(bench, name).value = value
    bench.run(text)
    assert f"The button “{label}” raises this limit." in bench.surface.notice.replace("\u202f", " ")
    assert not re.search(r"[^.?!”] The (button|line)", bench.surface.notice)  # whole sentences
    assert bench.more_button.description.replace("\u202f", " ") == label
    assert bench.can_raise_a_limit
    bench.more_button.click()
    wait(bench.surface)
    assert bench.surface.notice == ""
    assert not bench.can_raise_a_limit
    assert bench.box.value == text
    assert "states" in bench.surface.model.summary


def test_highest_limit_names_no_way(bench, monkeypatch):
    class Full(RunHere):
        def poll(self):
            return '{"error": "the game is too large", "line": null, "limit": "states"}'

    monkeypatch.setattr(apps, "run_isolated", Full)
    bench.states.value = MAX_LIMITS.states
    bench.run("start = 0")
    assert bench.surface.notice.endswith("The page allows no more.")
    assert not bench.can_raise_a_limit


def test_button_goes_with_the_next_run(bench):
    bench.states.value = 10
    bench.run(LADDER.replace("SIZE", "40"))
    assert bench.can_raise_a_limit
    bench.run("start = 1/0")
    assert not bench.can_raise_a_limit


@pytest.mark.parametrize("limit", Limits._fields)
def test_every_limit_is_raised_step_by_step_to_the_most(limit):
    settings = {"states": 5000, "seconds": 10}
    value_before = 0
    for _ in range(10):
        value = getattr(Limits.for_states(**settings), limit)
        assert value > value_before
        new_value, label = higher_limit(limit, **settings)
        if not new_value:
            break
        assert f"{getattr(Limits.for_states(**(settings | new_value)), limit)}" in re.sub(
            "\\W", "", label
        )
        settings |= new_value
        value_before = value
    assert getattr(Limits.for_states(**settings).checked(), limit) == getattr(MAX_LIMITS, limit)


def test_number_of_steps_that_takes_too_long_is_refused(bench, monkeypatch):
    monkeypatch.setattr(survival, "TERMS", 10**6)
    bench.run(LADDER.replace("SIZE", "60"))
    ask_after(bench, "999999")
    assert "999\u202f999 steps of this game would take too long here" in bench.surface.notice
    assert "effort" not in bench.surface.notice
    step_limit = re.search(r"Ask for ([\d\u202f]+) steps or fewer", bench.surface.notice)[1]
    ask_after(bench, re.sub(r"\D", "", step_limit))
    assert bench.surface.notice == ""


def test_large_game_shows_the_chances_of_fewer_steps(monkeypatch):
    monkeypatch.setattr(survival, "TERMS", 2000)
    monkeypatch.setattr(view, "EXACT_TERMS", 10)
    game = solve(LADDER.replace("SIZE", "6"))
    assert game.mean == 126
    chart = Chart((), Axis("t", 0, 1), Axis("P", 0, 1), "")
    monkeypatch.setattr(view, "_survival", lambda game, sample: chart)
    assert view.program(game).length.content.form.steps == 2000 // (game.size + 10)


def test_limit_crosses_the_wall():
    with pytest.raises(ProgramError) as error_info:
        read_table(answer(LADDER.replace("SIZE", "40"), '{"states": 10}'))
    assert error_info.value.limit == "states"
    assert "MAX_LIMITS" not in error_info.value.message
    with pytest.raises(ProgramError, match="its limit is odd"):
        read_table('{"error": "late", "line": null, "limit": "patience"}')


def test_message_in_python_names_the_way_of_python():
    with pytest.raises(
        ProgramError, match=r"Limits\(states=…\) allows more, up to that of MAX_LIMITS"
    ):
        tabulate(LADDER.replace("SIZE", "40"), Limits(states=10))
