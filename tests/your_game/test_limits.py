"""A message about a limit names the way that raises it, and no other."""

import json
import re

import pytest

from games.maths import survival
from games.your_game.program import MOST, Limits, ProgramError, answer, received, tabulate
from games_widgets.drawing.curves import Axis, Chart
from games_widgets.your_game import app as apps
from games_widgets.your_game import view
from games_widgets.your_game.app import raised
from tests.helpers.apps import send, unhurried, wait
from tests.helpers.your_game import solve

__all__ = ["unhurried"]

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


class Here:
    """A text that runs in this process in place of one that runs elsewhere."""

    grace = 5

    def __init__(self, text, limits, places=""):
        self.reply = answer(text, json.dumps(limits._asdict()), places)

    def poll(self):
        return self.reply

    def stop(self):
        pass


class Bench:
    """The app, whose texts are those of a reader."""

    def __init__(self):
        self.tree = apps.program()
        self.address, controls, bench, self.surface = self.tree.children
        self.states, self.seconds = controls.children
        self.box, (self.button, self.more, _) = bench.children[0], bench.children[1].children

    @property
    def is_offered(self):
        return "oe-is-off" not in self.more._dom_classes

    def visit_after(self, steps):
        send(self.surface, {"act": "after", "value": steps})
        wait(self.surface)

    def run(self, text):
        self.box.value = text
        self.button.click()
        wait(self.surface)


@pytest.fixture(autouse=True, scope="module")
def here():
    """Let texts run in this process."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apps, "elsewhere", Here)
        yield


@pytest.fixture
def bench():
    app = Bench()
    assert not app.is_offered
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
    assert bench.more.description.replace("\u202f", " ") == label
    assert bench.is_offered
    bench.more.click()
    wait(bench.surface)
    assert bench.surface.notice == ""
    assert not bench.is_offered
    assert bench.box.value == text
    assert "states" in bench.surface.model.summary or "3 states" in bench.surface.model.summary


def test_highest_limit_names_no_way(bench, monkeypatch):
    class Full(Here):
        def __init__(self, text, limits, places=""):
            self.reply = '{"error": "the game is too large", "line": null, "limit": "states"}'

    monkeypatch.setattr(apps, "elsewhere", Full)
    bench.states.value = MOST.states
    bench.run("start = 0")
    assert bench.surface.notice.endswith("The page allows no more.")
    assert not bench.is_offered


def test_button_goes_with_the_next_run(bench):
    bench.states.value = 10
    bench.run(LADDER.replace("SIZE", "40"))
    assert bench.is_offered
    bench.run("start = 1/0")
    assert not bench.is_offered


@pytest.mark.parametrize("limit", Limits._fields)
def test_every_limit_is_raised_step_by_step_to_the_most(limit):
    settings = {"states": 5000, "seconds": 10}
    before = 0
    for _ in range(10):
        now = getattr(Limits.for_states(**settings), limit)
        assert now > before
        more, label = raised(limit, **settings)
        if not more:
            break
        assert f"{getattr(Limits.for_states(**(settings | more)), limit)}" in re.sub(
            "\\W", "", label
        )
        settings |= more
        before = now
    assert getattr(Limits.for_states(**settings).checked(), limit) == getattr(MOST, limit)


def test_number_of_steps_that_takes_too_long_is_refused(bench, monkeypatch):
    monkeypatch.setattr(survival, "TERMS", 10**6)
    monkeypatch.setattr(view, "FLOAT_TERMS", 10**6)
    bench.run(LADDER.replace("SIZE", "60"))
    bench.visit_after("999999")
    assert "999\u202f999 steps of this game would take too long here" in bench.surface.notice
    assert "effort" not in bench.surface.notice
    allowed = re.search(r"Ask for ([\d\u202f]+) steps or fewer", bench.surface.notice)[1]
    bench.visit_after(re.sub(r"\D", "", allowed))
    assert bench.surface.notice == ""


def test_large_game_shows_the_chances_of_fewer_steps(monkeypatch):
    monkeypatch.setattr(survival, "TERMS", 2000)
    monkeypatch.setattr(view, "FLOAT_TERMS", 2000)
    monkeypatch.setattr(view, "EXACT_TERMS", 10)
    game = solve(LADDER.replace("SIZE", "6"))
    assert game.mean == 126
    chart = Chart((), Axis("t", 0, 1), Axis("P", 0, 1), "")
    monkeypatch.setattr(view, "_survival", lambda game, sample: chart)
    assert view.program(game).length.content.form.steps == 2000 // (game.size + 10)


def test_limit_crosses_the_wall():
    with pytest.raises(ProgramError) as caught:
        received(answer(LADDER.replace("SIZE", "40"), '{"states": 10}'))
    assert caught.value.limit == "states"
    assert "MOST" not in caught.value.message
    with pytest.raises(ProgramError, match="its limit is odd"):
        received('{"error": "late", "line": null, "limit": "patience"}')


def test_message_in_python_names_the_way_of_python():
    with pytest.raises(ProgramError, match=r"Limits\(states=…\) allows more, up to that of MOST"):
        tabulate(LADDER.replace("SIZE", "40"), Limits(states=10))
