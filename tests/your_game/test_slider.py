"""A text with a slider: its places, its curves, and the functions that the curves are."""

import json
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.incremental import finish
from games_widgets.your_game import app as apps
from games_widgets.your_game import view_slider
from games_widgets.your_game.app import GALLERY
from own_games import program, replies
from own_games.curves import answers, curves_incremental, most_places
from own_games.program import (
    Limits,
    ProgramError,
    Table,
    answer,
    read_answers,
    solve_table,
    tabulate,
)
from own_games.rational import CHECKS, RationalFunction, interpolate
from own_games.slider import Slider
from tests.helpers.apps import send, unhurried, wait
from tests.helpers.markup import Parsed
from tests.helpers.program_bench import Program, RunHere, texts_run_here

__all__ = ["texts_run_here", "unhurried"]

HALF = Fraction(1, 2)
TENNIS = """
p = slider(2/5)
start = 0
def step(lead):
    return {lead: 1} if abs(lead) == 2 else {lead + 1: p, lead - 1: 1 - p}
"""


def text_of(line, rule="return {0: 1} if state == 0 else {0: 1/2, 1: 1/2}"):
    return f"{line}\nstart = 1\ndef step(state):\n    {rule}"


def curves_of(text):
    table = tabulate(text)
    tables = {}
    for place in table.slider.places(most_places(table)):
        try:
            tables[place] = tabulate(text, place=place)
        except ProgramError as error:
            tables[place] = error
    return finish(curves_incremental(table.slider, tables))


@pytest.mark.parametrize(("last", "places"), [(249, 101), (250, 51), (2500, 21)])
def test_a_larger_game_is_solved_at_fewer_places(last, places):
    """A chain with this last state has one state and one way more than this number."""
    step = f"def step(n): return {{n + 1: 1}} if n < {last} else {{n: 1}}"
    assert most_places(tabulate(f"start = 0\n{step}\n")) == places


# The word in a text


def test_slider_gives_the_text_the_number_at_its_place():
    first, moved_table = tabulate(TENNIS), tabulate(TENNIS, place=Fraction(1, 3))
    assert first.slider == Slider("p", Fraction(2, 5), Fraction(0), Fraction(1), Fraction(1, 100))
    assert first.rows == tabulate(TENNIS.replace("slider(2/5)", "2/5")).rows
    assert moved_table.rows == tabulate(TENNIS.replace("slider(2/5)", "1/3")).rows
    assert Table.from_json(moved_table.to_json()) == moved_table


def test_slider_of_whole_numbers_gives_an_int():
    rule = "return {state: 1} if state else {n: 1/faces for n in range(1, faces + 1)}"
    table = tabulate(text_of("faces = slider(6, 2, 8)", rule).replace("start = 1", "start = 0"))
    assert len(table.names) == 7
    assert table.slider.numbers(100) == (2, 3, 4, 5, 6, 7, 8)
    assert all(isinstance(number, int) for number in table.slider.numbers(100))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("p = slider(2)", "the slider p begins at 2, but must begin between its ends 0 and 1"),
        ("p = slider()", "slider() missing 1 required positional argument: 'value'"),
        ("p = 1 - slider(1/2)", "slider must stand in a line of its own"),
        ("for _ in (1, 2): p = slider(1/2)", "slider must stand in a line of its own"),
        ("def p(): return slider(1/2)\np()", "slider must stand in a line of its own"),
        ("p = slider(1/2)\nq = slider(1/3)", "Line 2: a text can have one slider"),
        ("p = slider(1/2, 1, 0)", "the slider p goes from 1 to 0"),
        ("p = slider(1/2, step=2)", "the step of the slider p is 2"),
        ("p = slider(1/2, step=1/5000)", "the slider p has more than 1000 steps"),
        ("p = slider('half')", "value of the slider p is 'half', but must be exact"),
        ("import math\np = slider(math.pi / 4)", "Line 2: value of the slider p is 0.78"),
    ],
)
def test_wrong_slider_is_refused_in_plain_words(line, message):
    with pytest.raises(ProgramError) as error_info:
        tabulate(text_of(line))
    assert message in str(error_info.value)
    assert "_Run" not in str(error_info.value)


@pytest.mark.parametrize(
    "line",
    [
        "slider = 1/2",
        "def slider(x): return x\np = slider(1/2)\nq = [slider(x) for x in (1, 2)]",
        "from math import sin as slider",
        "def f(slider): return slider\np = f(1)",
    ],
)
def test_own_name_slider_of_a_text_breaks_nothing(line):
    table = tabulate(text_of(line))
    assert table.slider is None
    assert solve_table(table).mean == 2


@pytest.mark.parametrize(
    ("place", "message"), [(3, "goes from 0 to 1, but its place is 3"), (-1, "its place is -1")]
)
def test_place_outside_the_slider_is_refused(place, message):
    with pytest.raises(ProgramError, match=message):
        tabulate(TENNIS, place=place)


def test_place_of_a_text_without_a_slider_is_refused():
    with pytest.raises(ProgramError, match="place is 1/2, but the text has no slider"):
        tabulate(text_of(""), place=HALF)


@given(
    st.fractions(max_denominator=50), st.fractions(0, 9, max_denominator=50), st.integers(2, 200)
)
def test_places_are_few_in_order_and_have_both_ends(low, length, max_places):
    high = low + length + Fraction(1, 7)
    value = low + (high - low) / 3
    slider = Slider.of("p", value, low, high)
    places = slider.places(max_places)
    assert list(places) == sorted(set(places))
    assert {low, value} <= set(places)
    assert high - places[-1] < slider.step
    assert len(places) <= max_places + 2


# Behind the wall


def test_answers_hold_a_table_for_each_place():
    curves_found = read_answers(answer(TENNIS, "{}", '["1/3", "5", "1/2"]'), 3)
    assert curves_found[0] == tabulate(TENNIS, place=Fraction(1, 3))
    assert curves_found[2] == tabulate(TENNIS, place=HALF)
    assert "its place is 5" in curves_found[1].message


def test_answers_that_take_long_are_left_for_the_next_time(monkeypatch):
    clock = iter(range(0, 1000, 6))
    monkeypatch.setattr(replies, "perf_counter", lambda: next(clock))
    curves_found = read_answers(answer(TENNIS, json.dumps({"seconds": 10**2}), '["0", "1"]'), 2)
    assert len(curves_found) == 2
    curves_found = read_answers(answer(TENNIS, json.dumps({"seconds": 10}), '["0", "1"]'), 2)
    assert len(curves_found) == 1


def test_answers_that_are_long_together_are_cut(monkeypatch):
    long = len(tabulate(TENNIS).to_json())
    monkeypatch.setattr(replies, "MAX_TABLE", 2 * long + 200)
    places = json.dumps([str(Fraction(n, 10)) for n in range(10)])
    reply = answer(TENNIS, "{}", places)
    assert len(reply) <= replies.MAX_TABLE
    assert 0 < len(read_answers(reply, 10)) < 10


@pytest.mark.parametrize(
    "reply",
    [
        '{"answers": []}',
        '{"answers": [{"table": 1}, {"table": 1}, {"table": 1}]}',
        '{"answers": 5}',
        '{"table": {}}',
        "[]",
        "nonsense",
        json.dumps({"error": "stopped", "line": None}),
    ],
)
def test_odd_replies_are_refused(reply):
    with pytest.raises(ProgramError):
        read_answers(reply, 2)


@pytest.mark.parametrize(
    "slider",
    [
        ["p", "1", "0", "1"],
        ["p", "5", "0", "1", "1/2"],
        ["p", "1/2", "0", "1", "1/9999"],
        ["p" * 300, "1/2", "0", "1", "1/2"],
        "p",
    ],
)
def test_odd_sliders_of_a_table_are_refused(slider):
    data = json.loads(tabulate(TENNIS).to_json()) | {"slider": slider}
    with pytest.raises(ProgramError, match="what came back is no table"):
        Table.from_json(json.dumps(data))


# Functions

COEFFICIENTS = st.lists(st.integers(-20, 20), min_size=1, max_size=6)


@given(COEFFICIENTS, COEFFICIENTS)
def test_quotient_of_polynomials_is_found_from_its_values(numerator, denominator):
    def value(coefficients, x):
        return sum((c * x**k for k, c in enumerate(coefficients)), Fraction(0))

    places = [Fraction(n, 9) for n in range(2, 30)]
    points = [
        (x, value(numerator, x) / value(denominator, x)) for x in places if value(denominator, x)
    ]
    if len(points) < 20:
        return
    function = interpolate(points)
    assert function is not None
    for x in (Fraction(7, 3), Fraction(-5, 2), Fraction(1, 10)):
        if value(denominator, x):
            assert function(x) == value(numerator, x) / value(denominator, x)
    assert sum(function.degrees) <= len(numerator) + len(denominator) - 2


def test_function_is_refused_where_a_value_disagrees():
    points = [(Fraction(n), Fraction(n) ** 2) for n in range(30)]
    assert interpolate(points).text("n") == "n²"
    points[17] = (Fraction(17), Fraction(0))
    assert interpolate(points) is None


def test_function_needs_values_that_check_it():
    points = [(Fraction(n), Fraction(n)) for n in range(2 + CHECKS)]
    assert interpolate(points) == RationalFunction((0, 1), (1,))
    assert interpolate(points[:-1]) is None
    assert interpolate([]) is None


def test_function_of_many_values_is_checked_at_all_of_them():
    points = [(Fraction(n), 1 / Fraction(n + 1)) for n in range(101)]
    assert interpolate(points).text("x") == "1/(x + 1)"
    for wrong in (50, 99):
        new_points = [*points]
        new_points[wrong] = (Fraction(wrong), HALF)
        assert interpolate(new_points) is None


@pytest.mark.parametrize(
    ("numerator", "denominator", "text"),
    [
        ((), (1,), "0"),
        ((3,), (1,), "3"),
        ((0, -1), (2,), "−p/2"),
        ((1,), (0, 2), "1/(2p)"),
        ((1,), (0, 0, 1), "1/p²"),
        ((-1, 0, 1), (1, -1), "(p² − 1)/(−p + 1)"),
        ((0,) * 12 + (1,), (1,), "p¹²"),
    ],
)
def test_function_is_written_as_in_a_book(numerator, denominator, text):
    assert RationalFunction(numerator, denominator).text("p") == text


# Curves


def test_curves_are_the_exact_answers_at_the_places():
    curves_found = curves_of(TENNIS)
    assert curves_found.left_out == ()
    for place, value in curves_found.ends["2"].points:
        assert value == place**2 / (place**2 + (1 - place) ** 2)
    assert curves_found.ends["2"].function.text("p") == "p²/(2p² − 2p + 1)"
    assert curves_found.numbers["steps"].function.text("p") == "2/(2p² − 2p + 1)"
    assert list(curves_found.numbers) == ["end", "steps"]


def test_places_without_an_answer_are_named():
    curves_found = curves_of(
        text_of("p = slider(1/2)", "return {state: 1 - p, 0: p} if state else {0: 1}")
    )
    assert curves_found.left_out == (0,)  # there the game is over at its start
    assert curves_found.numbers["steps"].function.text("p") == "1/p"


def test_curve_of_best_play_has_no_single_function():
    text = "p = slider(1/4)\nstart = 1\n" + (
        "def actions(n):\n    return n if n != 1 else {'bold': {0: 1 - p, 2: p}, 'safe': {1/2: 1}}"
    )
    curve = curves_of(text).numbers["value"]
    assert dict(curve.points) == {p: max(2 * p, HALF) for p, _ in curve.points}
    assert curve.function is None


def test_curves_of_a_long_run_are_shares():
    rule = "return {1 - state: p, state: 1 - p} if state else {1: 1/3, 0: 2/3}"
    curves_found = curves_of(text_of("p = slider(1/2, 1/10, 9/10)", rule))
    assert curves_found.kind == "long run"
    assert curves_found.ends["1"].function.text("p") == "1/(3p + 1)"


def test_gallery_has_a_game_whose_curve_is_known():
    table = tabulate(GALLERY["Table tennis"])
    assert table.slider.value == Fraction(29, 50)
    assert answers(solve_table(table)).ends["won"] == solve_table(table).ends["won"]


# The app


@pytest.fixture
def bench():
    """An app whose text is that of a reader."""
    app = Program()
    assert not app.has_slider
    app.run(TENNIS)
    return app


def functions(model):
    return {row.head: row.cells[0].content for row in model.curves.content.functions.rows}


def test_slider_of_a_text_appears_with_its_curves(bench):
    assert bench.has_slider
    assert bench.slider.value == Fraction(2, 5)
    assert bench.slider.description == "p"
    assert len(bench.slider.options) == 101
    assert functions(bench.model)["chance of 2"] == "p²/(2p² − 2p + 1)"
    assert all(chart.marks[0].x == 0.4 for chart in bench.model.curves.content.charts)
    assert Parsed(bench.surface.html)


def test_moved_slider_recomputes_the_exact_answer(bench):
    runs = len(RunHere.started)
    bench.move(HALF)
    assert len(RunHere.started) == runs  # all places are there already
    assert bench.model.figures.headlines.by_label["steps on average"] == "4"
    assert bench.model.curves.content.charts[0].marks[0].label == "p = 1/2"
    assert "slider=1%2F2" in bench.address.query
    bench.move(Fraction(2, 5))
    assert "slider" not in bench.address.query


def test_link_brings_the_place_of_the_slider():
    app = Program()
    app.visit(f"?app=program&slider=1%2F3&code={apps.pack(TENNIS)}")
    assert app.model == apps.view.waiting()
    app.button.click()
    wait(app.surface)
    assert app.surface.notice == ""
    assert app.slider.value == Fraction(1, 3)  # which is not on the grid
    assert app.model.figures.headlines.by_label["steps on average"] == "3.60"


@pytest.mark.parametrize(
    ("place", "code", "message"),
    [
        ("7", TENNIS, "the slider p goes from 0 to 1, but its place is 7. This part of it is ign"),
        ("1/2", text_of("x = 1"), "place is 1/2, but the text has no slider"),
    ],
)
def test_wrong_place_of_a_link_is_named_and_ignored(place, code, message):
    app = Program()
    app.visit(f"?app=program&slider={place}&code={apps.pack(code)}")
    app.button.click()
    wait(app.surface)
    assert message in app.surface.notice
    assert "slider" not in app.address.query
    assert app.model.figures.headlines


def test_place_that_is_no_number_is_named_at_once():
    app = Program()
    app.visit("?app=program&slider=left&code=Bold+or+timid")
    assert "slider is left, but must be a number such as 2/5" in app.surface.notice


def test_new_text_begins_where_it_says(bench):
    bench.move(HALF)
    bench.run(TENNIS.replace("2/5", "1/4"))
    assert bench.slider.value == Fraction(1, 4)
    assert "slider" not in bench.address.query
    bench.run(text_of("x = 1"))
    assert not bench.has_slider
    assert bench.model.curves is None


def test_wrong_text_hides_the_slider_of_the_text_before(bench):
    bench.run("start = 1/0")
    assert not bench.has_slider
    bench.box.value = TENNIS
    wait(bench.surface)
    assert bench.has_slider
    bench.move(HALF)
    assert bench.model.figures.headlines.by_label["steps on average"] == "4"


def test_preset_puts_the_slider_back():
    app = Program(TENNIS)
    app.move(HALF)
    send(app.surface, {"act": "preset", "value": "Reset"})
    wait(app.surface)
    assert app.slider.value == Fraction(2, 5)
    assert app.model.figures.headlines.by_label["steps on average"] == "3.85"


def test_place_where_the_text_fails_is_told_over_the_last_picture():
    app = Program()
    app.run(text_of("p = slider(1/2)", "return {1 - state: 1/p, 1: 1 - 1/p} if state else {0: 1}"))
    assert "must be from 0 to 1" in app.surface.notice
    app.run(text_of("p = slider(1)", "return {0: p, 1: 1 - p} if state and 1/p else {0: 1}"))
    figures_before = app.model.figures
    app.move(0)
    assert "ZeroDivisionError" in app.surface.notice
    assert app.surface.stale
    assert app.model.figures == figures_before
    assert "The curves leave out p = 0" in app.model.curves.content.remark.content


def test_curves_that_take_too_long_leave_the_answer(monkeypatch):
    class Late(RunHere):
        def poll(self):
            late = json.dumps({"error": "it was stopped", "line": None})
            return late if self.places else super().poll()

    monkeypatch.setattr(apps, "run_isolated", Late)
    app = Program()
    app.run(TENNIS)
    assert not app.has_slider
    assert app.model.figures.headlines.by_label["steps on average"] == "3.85"
    assert "it was stopped" in app.model.curves.content.content


def test_text_of_a_process_has_its_curves(monkeypatch):
    monkeypatch.setattr(apps, "run_isolated", program.start_isolated)
    app = Program()
    app.box.value = TENNIS
    app.button.click()
    for _ in range(2000):
        if app.surface.progress is None:
            break
        time.sleep(0.02)
        send(app.surface, {"act": "tick", "value": ""})
    assert app.has_slider
    assert functions(app.model)["steps on average"] == "2/(2p² − 2p + 1)"


def test_cost_is_drawn_as_a_cost():
    text = TENNIS.replace("start = 0", "start = 0\ncost = 2")
    app = Program(text)
    assert functions(app.model)["cost on average"] == "4/(2p² − 2p + 1)"
    charts = {chart.y.title: chart for chart in app.model.curves.content.charts}
    assert charts["cost on average"].shapes[0].points[50] == (0.5, 8.0)


def test_limits_of_the_reader_hold_at_every_place():
    with pytest.raises(ProgramError, match="more than 3 states"):
        tabulate(TENNIS, Limits(states=3), HALF)


def test_answers_too_large_to_draw_leave_the_figures():
    app = Program()
    rule = "return {state + 1: p, 0: 1 - p} if state < 200 else {state: 1}"
    app.run(text_of("p = slider(1/2)", rule))
    assert app.surface.notice == ""
    assert app.model.figures.headlines
    assert "too large to be drawn" in app.model.curves.content.content


def test_small_numbers_keep_their_ticks():
    assert view_slider._short(1e-8) != "0"


def test_single_end_has_no_mean_of_the_end():
    rule = "return {state: 1} if state == 2 else {state + 1: p, 0: 1 - p}"
    app = Program(text_of("p = slider(1/2, 1/10, 9/10)", rule))
    assert [*functions(app.model)] == ["steps on average"]
