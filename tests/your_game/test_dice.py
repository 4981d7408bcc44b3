"""Dice of icepool in a text: as rows of a game, and as distributions that the text shows."""

import json
import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from games_widgets.drawing.curves import Bars, Line
from games_widgets.your_game import app as apps
from games_widgets.your_game import view_outputs
from games_widgets.your_game.app import DICE
from games_widgets.your_game.view import FORMS, Question
from own_games.program import Limits, Outputs, ProgramError, Table, tabulate
from tests.helpers.apps import click, send, wait
from tests.helpers.your_game import solve

THROWS = [sum(dice) for dice in product(range(1, 7), repeat=3)]
THREE = "from icepool import d6\noutput(3 @ d6, '3d6')"
BOARD = """
from icepool import d6
start = 0
def step(place):
    if place == 12:
        return {12: 1}
    ROW
"""
BY_DIE = "return d6.map(lambda face: min(place + face, 12))"
BY_HAND = """row = {}
    for face in range(1, 7):
        to = min(place + face, 12)
        row[to] = row.get(to, 0) + 1/6
    return row"""


def test_output_shows_the_exact_distribution_of_dice():
    results = solve(f"{THREE}\noutput(d6.pool(3).highest(1).sum(), 'best')")
    assert isinstance(results, Outputs)
    three, best = results.distributions.values()
    expected = {str(n): Fraction(count, 216) for n, count in Counter(THROWS).items()}
    assert three.chance_of == expected
    assert three.mean == Fraction(21, 2)
    assert best.mean == Fraction(sum(max(d) for d in product(range(1, 7), repeat=3)), 216)


def test_outputs_have_their_names_and_no_two_the_same():
    results = solve("output(1)\noutput(2, 'two')\noutput({2: 1/3, 3: 2/3}, 'two')\nprint('hi')")
    assert list(results.distributions) == ["output 1", "two", "two (2)"]
    assert results.distributions["two (2)"].mean == Fraction(8, 3)
    assert results.printed == "hi\n"


def test_division_of_a_die_is_exact():
    results = solve("from icepool import d6\noutput(d6 / 3, 'a')\noutput(1 / d6, 'b')")
    a, b = results.distributions.values()
    assert a.mean == Fraction(7, 6)
    assert b.mean == Fraction(sum(Fraction(1, n) for n in range(1, 7)), 6)


def test_die_as_a_row_is_the_row_of_its_outcomes():
    by_die, by_hand = (solve(BOARD.replace("ROW", row)) for row in (BY_DIE, BY_HAND))
    assert by_die.states == by_hand.states
    assert by_die.mean == by_hand.mean


def test_dice_are_rows_of_actions():
    text = (
        "from icepool import d6, highest\nstart = 0\ndef actions(best):\n    if best: return best\n"
    )
    game = solve(f"{text}    return {{'one': d6, 'best of two': highest(d6, d6)}}")
    assert game.value == Fraction(161, 36)


def test_vectors_of_icepool_become_tuples():
    text = "from icepool import d6, vectorize\nstart = (0, 0)\ndef step(pair):\n"
    text += (
        "    first, second = pair\n    return {pair: 1} if pair != (0, 0) else vectorize(d6, d6)"
    )
    assert solve(text).ends["(6, 6)"] == Fraction(1, 36)


@pytest.mark.parametrize(
    "text",
    [
        "output = 3\nstart = 0\ndef step(n):\n    return {n: 1} if n else {output: 1}",
        "start = 0\ndef output(n): return {3: 1}\ndef step(n): return {n: 1} if n else output(n)",
        "start = 0\ndef step(output):\n    return {output: 1} if output else {3: 1}",
    ],
)
def test_a_text_may_call_its_own_things_output(text):
    assert solve(text).ends == {"3": 1}


IMPORT = "from icepool import d6, Die\nstart = 0\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"{IMPORT}def step(n): return d6 if n == 0 else {{n[0]: 1}}", "outcome of a Die"),
        (f"{IMPORT}def step(n): return {{d6: 1/2, 0: 1/2}}", "mix dice with"),
        (f"{IMPORT}def step(n): return Die([])", "Die without any outcome"),
        (f"{IMPORT}def actions(n): return d6", "must be {action: Die}"),
        ("from icepool import d6\nstart = d6\ndef step(n): return {n: 1}", "must be one state"),
        (f"{IMPORT}output(d6)\ndef step(n): return {{1: 1}}", "calls output"),
        (f"{IMPORT}def step(n):\n    output(d6)\n    return {{1: 1}}", "calls output"),
        ("output([1])", "must be a Die of icepool"),
        ("output({1: 1/2})", "probabilities of sum 1/2"),
        ("for n in range(101): output(n)", "more than 100 outputs"),
        ("output({2**14_000: 1/2, 1: 1/2})\noutput({1: 1/3**9000, 2: 1 - 1/3**9000})", "digits"),
    ],
)
def test_wrong_use_of_dice_is_said_in_words(text, message):
    with pytest.raises(ProgramError, match=message):
        tabulate(text)


def test_missing_icepool_is_said_with_the_way_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "icepool", None)  # as where it is not installed
    with pytest.raises(ProgramError, match=r"Line 1: .*pip install icepool"):
        tabulate(THREE)


GOOD = json.loads(tabulate("output({1: 1/3, 2: 2/3}, 'a')\noutput(2, 'b')").to_json())


@pytest.mark.parametrize(
    "change",
    [
        {"outputs": []},
        {"outputs": 1},
        {"kind": "step"},
        {"outputs": [["a", [["1", 0]]]]},
        {"outputs": [["a", [["1", "1"]]]]},
        {"outputs": [["a", [["1", True]]]]},
        {"outputs": [["a", [["1", 1], ["1", 2]]]]},
        {"outputs": [["a", []]]},
        {"outputs": [["a", [["1", 1]]], ["a", [["1", 1]]]]},
        {"outputs": [["a" * 300, [["1", 1]]]]},
        {"outputs": [["a", [["\x1b", 1]]]]},
        {"outputs": [["a", [["1", 10**4000]]]]},
        {"outputs": [[str(n), [["1", 1]]] for n in range(101)]},
        {"names": ["0"]},
    ],
)
def test_harmful_table_of_outputs_is_refused(change):
    assert Table.from_json(json.dumps(GOOD)).kind == "output"
    with pytest.raises(ProgramError, match="what came back is no table"):
        Table.from_json(json.dumps(GOOD | change))


# The picture


def chances(table):
    """Return the first cell of each row of a table."""
    return [row.cells[0] for row in table.content.table.rows]


def test_one_output_has_mean_deviation_and_bars():
    picture = view_outputs.outputs(solve(THREE))
    assert picture.figures.by_label == {
        "mean": "10.50",
        "standard deviation": f"{sqrt(35 / 4):.2f}",
    }
    [bars] = picture.chart.shapes
    assert isinstance(bars, Bars)
    assert dict(bars.points)[10] == pytest.approx(27 / 216)


@pytest.mark.parametrize("form", FORMS)
def test_several_outputs_share_a_chart_and_a_table(form):
    text = f"{THREE}\noutput({{4: 1/4, 20: 3/4}}, 'odd')\noutput(2, 'two')"
    picture = view_outputs.outputs(solve(text), Question(form))
    lines = picture.chart.shapes
    assert [line.name for line in lines] == ["3d6", "odd", "two"]
    assert all(isinstance(line, Line) for line in lines)
    mean, deviation, *rows = picture.table.content.table.rows
    assert mean.cells == ("10.50", "16", "2")
    assert deviation.cells[0] == "2.96"
    assert [row.head for row in rows] == [str(n) for n in (*range(2, 19), 20)]
    compare = {"exactly": int.__eq__, "at least": int.__ge__, "at most": int.__le__}[form]
    fractions = picture.fractions.table.content.table.rows[1:]
    for row in fractions:
        n = int(row.head)
        assert Fraction(row.cells[0]) == Fraction(sum(compare(t, n) for t in THROWS), 216)
        odd = Fraction(1, 4) * compare(4, n) + Fraction(3, 4) * compare(20, n)
        assert row.cells[1:] == (str(odd), str(int(compare(2, n))))


def test_outputs_that_are_words_have_no_chart():
    picture = view_outputs.outputs(solve("output({'won': 2/3, 'lost': 1/3})"), Question("at least"))
    assert (picture.chart, picture.forms, picture.figures) == (None, None, None)
    assert chances(picture.table) == ["66.67 %", "33.33 %"]


def test_app_shows_dice_and_changes_the_form():
    app = apps.program()
    *_, surface = app.children
    click(surface, "preset", "The best three dice")
    wait(surface)
    results = solve(DICE["The best three dice"])
    assert surface.model == view_outputs.outputs(results)
    click(surface, "form", "at least")
    assert surface.model == view_outputs.outputs(results, Question("at least"))
    send(surface, {"act": "play", "value": ""})  # there is no game to play
    assert surface.model == view_outputs.outputs(results, Question("at least"))


def test_mean_of_zero_is_marked():
    chart = view_outputs.outputs(solve("output({-1: 1/2, 1: 1/2})")).chart
    assert [mark.x for mark in chart.marks] == [0]


def test_single_outcome_that_floats_cannot_frame_has_no_chart():
    picture = view_outputs.outputs(solve("output({10**20: 1})"))
    assert picture.chart is None
    assert "mean 10²⁰" in picture.summary


def test_too_many_outcomes_name_the_limit_that_is_raised():
    with pytest.raises(ProgramError) as error_info:
        tabulate("output({n: 1/20 for n in range(20)})", Limits(ways=10))
    assert error_info.value.limit == "ways"
