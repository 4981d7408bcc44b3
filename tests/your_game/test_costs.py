"""Costs and gains of steps: fewest steps, total costs, costs in the long run."""

import sys
from fractions import Fraction

import pytest

from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from games_widgets.your_game import view, view_long_run
from own_games.program import ProgramError, Table, tabulate
from tests.helpers.your_game import solve

FEWEST = """
start = 11
cost = 1

def actions(left):
    if left == 0:
        return 0
    throw = {}
    for face in range(1, 7):
        to = max(left - face, 0)
        throw[to] = throw.get(to, 0) + 1/6
    return {"throw": throw, "walk": {max(left - 4, 0): 1}}
"""
RUIN = "start = 2\ndef step(n): return {n: 1} if n in (0, 5) else {n + 1: 1/2, n - 1: 1/2}\n"
WEATHER = """
start = "sun"
def step(day): return {"sun": 3/4, "rain": 1/4} if day == "sun" else {"sun": 1/2, "rain": 1/2}
def cost(day): return 3 if day == "rain" else 0
"""


def fewest(remaining, cache={0: Fraction(0)}):  # noqa: B006 - solved from the smallest up
    """Return the fewest steps on average, by the recurrence."""
    if remaining not in cache:
        for n in range(1, remaining + 1):
            throw = sum(cache[max(n - face, 0)] for face in range(1, 7)) / 6
            cache[n] = 1 + min(throw, cache[max(n - 4, 0)])
    return cache[remaining]


def test_the_fewest_steps_are_those_of_the_recurrence():
    game = solve(FEWEST)
    assert game.value == -fewest(11)
    assert game.mean == fewest(11)
    assert game.value_deviation_float == pytest.approx(game.deviation_float)
    assert "Best play costs" in view.program(game).summary


def test_the_table_of_choices_has_the_costs_of_the_headline():
    game = solve(FEWEST)
    table = view.program(game).choices.content.table
    assert table.heads[2] == "costs"
    costs = {row.head: row.cells[1] for row in table.rows}
    assert costs["11"] == view.rounded(fewest(11))
    assert all(cost == view.rounded(fewest(int(remaining))) for remaining, cost in costs.items())


def test_costs_by_state_are_gains_below_zero():
    costly = FEWEST.replace("cost = 1", "cost = lambda left: left/2")
    rows = tabulate(costly)
    names = {name: i for i, name in enumerate(rows.names)}
    assert rows.gains[names["11"]] == Fraction(-11, 2)
    assert rows.gains[names["0"]] == 0
    game = solve(costly)

    def actions(remaining):
        if remaining == 0:
            return 0
        throw = [max(remaining - face, 0) for face in range(1, 7)]
        row = {target: Fraction(throw.count(target), 6) for target in throw}
        return {"throw": row, "walk": {max(remaining - 4, 0): 1}}

    twin = DecisionProcess(actions, 11, gain=lambda remaining, action: Fraction(-remaining, 2))
    assert game.value == twin.value(11)


def test_a_gain_of_each_step_is_a_reward_of_the_chain():
    game = solve(RUIN + "def gain(n): return n")
    chain = AbsorbingChain.from_step(
        lambda n: {n: 1} if n in (0, 5) else {n + 1: "1/2", n - 1: "1/2"}, 2
    )
    assert game.value == chain.expected_reward(lambda n: n if 0 < n < 5 else 0)[2]
    assert "Gain on average" in view.program(game).summary


def test_the_long_run_has_a_cost_for_each_step():
    game = solve(WEATHER)
    assert game.gain_per_step == -game.shares["rain"] * 3
    assert view_long_run.long_run(game).figures.by_label["cost of a step"] == "1.00"


def test_a_gain_that_is_a_loss_on_average_has_its_sign():
    text = "start = 0\ndef step(n): return {1 - n: 1}\ndef gain(n): return 1 if n else -4"
    figures = view_long_run.long_run(solve(text)).figures
    assert figures.by_label["gain of a step"] == "−1.50"


def test_gains_are_handed_over():
    table = tabulate(FEWEST)
    assert Table.from_json(table.to_json()) == table
    assert set(table.gains) == {-1, 0}


def test_a_name_that_the_text_uses_is_its_own():
    own_text = RUIN.replace("1/2, n", "cost, n").replace("n - 1: 1/2", "n - 1: 1 - cost")
    game = solve("cost = 1/2\n" + own_text)
    assert game.gains == {}
    assert game.mean == solve(RUIN).mean


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RUIN + "cost = 1\ngain = 2", "a cost and a gain"),
        (RUIN + "cost = 'much'", "Line 3: cost is 'much'"),
        (RUIN + "def cost(n): return 'much'", "must be"),
        (
            "start = 0\ncost = 1\ndef opponent(n): return n == 1\n"
            "def actions(n): return {'a': {n + 1: 1}} if n < 2 else 0",
            "an opponent cannot have a cost",
        ),
    ],
)
def test_wrong_costs_are_named(text, message):
    with pytest.raises(ProgramError, match=message):
        tabulate(text)


# A game of 401 states without an end that is too large for exact results in pure Python.
TANGLE = """
start = 0
def step(n):
    row = {}
    for k in range(1, 200):
        to = (n * k + k * k + 7 * k) % 401
        row[to] = row.get(to, 0) + k/19900
    return row
"""


def test_a_game_that_is_too_large_names_no_way_that_is_not_there(monkeypatch):
    monkeypatch.setitem(sys.modules, "flint", None)
    with pytest.raises(ProgramError, match="let a state hold less") as error_info:
        solve(f"cost = 1\n{TANGLE}", seconds=200)
    assert "floats" not in str(error_info.value)
