"""A game that is too large for exact results is played forward, and the rest is named."""

import sys
from fractions import Fraction
from math import inf, nextafter

import pytest

from games.incremental import finish
from games.maths.brackets import Bracket, DecisionBrackets
from games.maths.decision import DecisionProcess
from games.maths.elimination import Budget, ExactElimination
from games.maths.markov import AbsorbingChain
from games_widgets.drawing.text import number, to_eight_digits
from games_widgets.your_game import app as apps
from games_widgets.your_game import view_forward
from own_games import solving
from own_games.curves import curves_incremental
from own_games.program import (
    ForwardDecisions,
    ForwardGame,
    Limits,
    ProgramError,
    tabulate,
)
from tests.helpers.your_game import PIGLET, solve

WALK = AbsorbingChain(
    {n: {n - 1: "1/3", n + 1: "2/3"} for n in range(1, 6)} | {0: {0: 1}, 6: {6: 1}}
)

RUIN = """
start = 2
def step(n):
    return {n - 1: 1/3, n + 1: 2/3} if 0 < n < 6 else {n: 1}
"""


def test_a_game_whose_results_are_too_long_is_played_forward(monkeypatch):
    """The chain can be eliminated, but its results have too many digits."""
    monkeypatch.setattr(ExactElimination, "budget", lambda self: Budget(-1, "too long"))
    game = solve(RUIN)
    assert isinstance(game, ForwardGame)
    assert game.played.ends_float == pytest.approx(
        {str(end): float(chance) for end, chance in WALK.absorption_probabilities_float(2).items()}
    )


@pytest.mark.parametrize("last", [1, 7, 40, 1000])
def test_playing_forward_brackets_the_exact_results(last):
    forward_run = WALK.play_forward_float(2, last=last)
    exact = WALK.absorption_probabilities(2)
    for end, chance in exact.items():
        lower_bound = forward_run.ends_float.get(end, 0.0)
        assert lower_bound <= chance + 1e-15 <= lower_bound + forward_run.rest_float + 2e-15
    assert forward_run.rest_float == pytest.approx(float(WALK.survival(2, forward_run.steps)))
    curve = WALK.survival_curve(2, forward_run.steps - 1)
    assert forward_run.mean_float == pytest.approx(float(sum(curve)))
    assert forward_run.mean_float <= WALK.expected_steps(2)


def test_playing_forward_stops_as_soon_as_little_is_left():
    forward_run = WALK.play_forward_float(2, rest=0.01)
    alive_before, alive_after = (
        WALK.survival(2, t) for t in (forward_run.steps - 1, forward_run.steps)
    )
    assert alive_after <= Fraction(1, 100) < alive_before
    assert list(forward_run.ends_float) == [6, 0]  # the likeliest first


def test_work_that_is_too_long_leaves_more():
    slow = AbsorbingChain({0: {0: "999999999/1000000000", 1: "1/1000000000"}, 1: {1: 1}})
    forward_run = slow.play_forward_float(0)
    assert forward_run.steps == 10_000
    assert forward_run.rest_float == pytest.approx(1 - 1e-5)


def test_playing_forward_from_an_end_is_over_at_once():
    assert WALK.play_forward_float(6) == (0, 0.0, {6: 1.0}, 0.0)


@pytest.mark.parametrize(
    ("bounds", "error", "message"),
    [
        ({"rest": 2}, ValueError, "rest is 2, but must be at least 0 and below 1"),
        ({"rest": "small"}, TypeError, "rest is of type str"),
        ({"last": 0}, ValueError, "last is 0"),
    ],
)
def test_wrong_bounds_of_playing_forward_are_named(bounds, error, message):
    with pytest.raises(error, match=message):
        WALK.play_forward_float(2, **bounds)


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
    forward_run = WALK.play_forward_float(2)
    rows = {row.head: row.cells[1] for row in picture.table.content.table.rows}
    assert rows == {
        str(end): to_eight_digits(chance) for end, chance in forward_run.ends_float.items()
    }
    assert (
        f"after {forward_run.steps} steps, {to_eight_digits(forward_run.rest_float)}"
        in picture.reason.content
    )
    mean = WALK.expected_steps(2)
    steps = next(f for f in picture.figures.figures if f.label == "steps on average")
    assert (steps.value, steps.note) == (number(mean, 2), f"≈ {to_eight_digits(mean)}")


@pytest.mark.parametrize("rule", ["cost = 2", "gain = 2", "gain = lambda n: n - 3"])
def test_what_steps_bring_is_enclosed_in_a_chain_too_large(rule, small_limit, monkeypatch):
    result = solve(f"{rule}\n{RUIN}")
    monkeypatch.undo()
    exact = solve(f"{rule}\n{RUIN}").value
    lower, upper = result.gain
    assert lower <= exact <= upper < lower + 1e-9
    label = "cost on average" if "cost" in rule else "gain on average"
    headline = next(f for f in view_forward.forward(result).figures.figures if f.label == label)
    assert headline.note == f"≈ {to_eight_digits(abs(exact) if 'cost' in rule else exact)}"


CLIMB = """
print("a climb")
start = 0
def actions(n):
    if n in (-1, 5):
        return n
    return {"safe": {n + 1: 0.5, 0: 1/2}, "bold": {n + 1: 2/3, -1: 1/3}, "wait": {n: 1}}
"""
COSTLY = """
start = 0
cost = 1
def actions(n):
    if n == 5:
        return 0
    safe = {n + 1: 1/2, n - 1: 1/2} if n else {1: 1}
    return {"safe": safe, "bold": {min(n + 2, 5): 3/5, 0: 2/5}}
"""


@pytest.mark.parametrize("text", [CLIMB, COSTLY, PIGLET], ids=["ends", "costs", "opponent"])
def test_best_play_that_is_too_large_has_two_bounds(text, small_limit, monkeypatch):
    result = solve(text)
    assert isinstance(result, ForwardDecisions)
    monkeypatch.undo()
    exact = solve(text)
    for state in result.states:
        lower, upper = result.brackets.values_float[state]
        assert lower <= exact.process.value(state) <= upper < lower + 1e-9
    for state in result.choices:
        assert set(exact.process.best(state)) <= set(result.brackets.candidates(state))
    assert result.worth == {end: exact.process.value(end) for end in result.worth}


def test_the_page_shows_bounds_of_best_play(small_limit):
    picture = apps.program(CLIMB).children[3].model
    assert picture.figures.by_label["best play is worth"] == "5.00"
    assert picture.figures.by_label["best first choice, one of"] == "safe or wait"
    assert picture.printed.content.text == "a climb\n"
    assert "0.5 is read as 1/2" in picture.decimals.content
    rows = {row.head: row.cells[0].content for row in picture.table.content.table.rows}
    assert rows == {str(n): "safe or wait" for n in range(5)}


def test_the_page_shows_bounds_of_the_least_cost(small_limit, monkeypatch):
    picture = view_forward.decisions(solve(COSTLY))
    monkeypatch.undo()
    exact = solve(COSTLY)
    [cost, first, left] = picture.figures.figures
    assert (cost.label, cost.note) == ("best play costs", f"≈ {to_eight_digits(-exact.value)}")
    assert (first.label, first.value) == ("best first choice", exact.process.policy()["0"])
    assert (left.label, left.value) == ("choices that are not certain", "0 of 5")
    costs = {row.head: row.cells[1] for row in picture.table.content.table.rows}
    assert costs["3"] == f"≈ {to_eight_digits(-exact.process.value('3'))}"


def test_bounds_that_are_far_apart_are_both_shown():
    bets = {"low": Bracket(0.0, 0.75), "high": Bracket(0.25, 0.75), "no": Bracket(0.125, 0.125)}
    values = {"go": Bracket(0.25, 0.75)}
    result = ForwardDecisions(
        "go",
        DecisionProcess(lambda state: {"low": {1: 1}} if state == "go" else state, "go"),
        DecisionBrackets(values, {"go": bets}, frozenset()),
    )
    picture = view_forward.decisions(result)
    [value, first, left] = picture.figures.figures
    assert (value.value, value.note) == ("0.25 to 0.75", "between 0.25 and 0.75")
    assert first.value == "high or low"
    assert left.value == "1 of 1"


def test_bounds_are_rounded_away_from_each_other():
    assert view_forward.bounds_text(Bracket(0.123456789, 0.987654321)) == (
        "between 0.12345678 and 0.98765433"
    )
    assert view_forward.bounds_text(Bracket(-0.987654321, inf)) == "−0.98765433 or more"
    assert view_forward.bounds_text(Bracket(-inf, -0.123456789)) == "−0.12345678 or less"
    assert view_forward.bounds_text(Bracket(-inf, inf)) == "no bound is known"


@pytest.mark.parametrize(
    ("bracket", "value", "note"),
    [
        (Bracket(0.0, 1e-300), "0.00", "≈ 0"),
        (Bracket(nextafter(0.125, 0), nextafter(0.125, 1)), "0.13", "≈ 0.125"),
        (Bracket(-inf, inf), "?", "no bound is known"),
    ],
    ids=["nothing", "an eighth", "no bound"],
)
def test_a_value_is_read_where_its_bounds_agree(bracket, value, note):
    result = ForwardDecisions(
        "go",
        DecisionProcess(lambda state: {"on": {1: 1}} if state == "go" else state, "go"),
        DecisionBrackets({"go": bracket}, {"go": {"on": bracket}}, frozenset()),
    )
    headline = view_forward.decisions(result).figures.figures[0]
    assert (headline.value, headline.note) == (value, note)


def test_curves_do_not_wait_for_rounded_results(small_limit, monkeypatch):
    text = f"p = slider(1/3)\n{RUIN.replace('1/3', 'p').replace('2/3', '1 - p')}"
    slider = tabulate(text).slider
    tables = {place: tabulate(text, place=place) for place in slider.places(3)}
    calls = []
    monkeypatch.setattr(solving, "_forward_incremental", lambda *arguments: calls.append(arguments))
    assert finish(curves_incremental(slider, tables)).left_out
    assert not calls


def test_gains_of_both_signs_with_decisions_are_refused(small_limit):
    with pytest.raises(ProgramError, match="some cost and others bring") as error_info:
        solve(COSTLY.replace("cost = 1", "gain = lambda n: n - 1"))
    assert "float" not in str(error_info.value)


# 433 states that can all return to each other: exact results need python-flint.
SIX_DICE = """
# How few throws of six dice until their sum is 30, if each throw spares as many as you like?
start = (1,) * 6
cost = 1
rows = {0: {(): 1}}
for n in range(1, 7):
    rows[n] = {}
    for dice, chance in rows[n - 1].items():
        for face in range(1, 7):
            to = tuple(sorted(dice + (face,)))
            rows[n][to] = rows[n].get(to, 0) + chance/6

def actions(dice):
    if dice == "done":
        return 0
    options = {}
    for n in range(1, 7):
        row = {}
        for new, chance in rows[n].items():
            to = tuple(sorted(dice[n:] + new))
            to = "done" if sum(to) >= 30 else to
            row[to] = row.get(to, 0) + chance
        options[f"throw {n}"] = row
    return options
"""


@pytest.mark.slow  # ten seconds; smaller games are compared with the exact solver
def test_six_dice_to_thirty_in_fewest_throws(monkeypatch):
    """puzzling.stackexchange.com, question 97715: 3.3869 throws after the first one."""
    monkeypatch.setitem(sys.modules, "flint", None)
    result = solve(SIX_DICE, **Limits.for_states(12_500, 60)._asdict())
    lower, upper = result.value
    assert -4.38695 < lower <= upper < -4.38685
    assert upper - lower < 1e-9
    assert len(result.choices) == 433
    assert result.brackets.candidates(result.start) == ("throw 6",)
