"""Charts and tallies of lengths, read back and compared with the numbers that went in."""

import re
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games_widgets.drawing.curves import SIDE, Axis, Bars, Chart, Line, Mark, ticks
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Lengths, LengthTally
from games_widgets.drawing.text import number
from tests.helpers.markup import Parsed
from tests.helpers.selectors import COLUMNS, FLAG, LINE
from tests.widgets.pictures import paths, value_of

X, Y = Axis("time", 0, 10), Axis("chance", 0, 1)


def chart(*shapes, x=X, y=Y, alt_text="", marks=()):
    return render(Chart(shapes, x, y, alt_text, tuple(marks)))


def test_a_line_goes_through_its_points():
    points = [(0, 1), (5, 0.5), (10, 0)]
    assert paths(chart(Line(points)), LINE) == [[(0, 0), (SIDE // 2, SIDE // 2), (SIDE, SIDE)]]


def test_steps_keep_their_value_until_the_next_point():
    points = [(0, 1), (5, 0.5), (10, 0)]
    assert paths(chart(Line(points, steps=True)), LINE) == [
        [(0, 0), (2000, 0), (2000, 2000), (4000, 2000), (4000, 4000)]
    ]


def test_a_long_line_is_thinned_but_keeps_its_ends():
    points = [(n / 1000, n / 10_000) for n in range(10_001)]
    drawing = paths(chart(Line(points)), LINE)[0]
    assert (drawing[0], drawing[-1]) == ((0, SIDE), (SIDE, 0))
    assert 300 < len(drawing) < 1000


@given(st.lists(st.floats(0, 1), min_size=1, max_size=10))
def test_bars_are_as_high_as_their_values(heights):
    points = list(enumerate(heights, start=1))
    links = [f"field-{n}" for n, _ in points]
    markup = chart(Bars(points, links=links, highlighted=[1]), x=Axis("n", 0, 11))
    drawing = paths(markup, COLUMNS)
    tops = [(SIDE - top[1]) / SIDE for _, top, *_ in drawing]
    assert tops == pytest.approx(heights, abs=1 / SIDE)
    for (first, *_), (second, *_) in pairwise(drawing):
        assert first[0] < second[0]
    layer = next(
        attributes for _, attributes in Parsed(markup).elements if "data-links" in attributes
    )
    assert layer["data-links"].split() == links
    start, end = (11 * float(number) for number in re.findall(r"--\w+:([\d.]+)", layer["style"]))
    assert [start, end] == pytest.approx([0.5, len(heights) + 0.5], abs=0.01) or len(heights) == 1
    assert paths(markup, ".oe-highlight") == drawing[:1]


def test_a_dashed_line_is_visible_on_highlighted_bars():
    points = [(1, 0.2), (2, 0.9)]
    for style, line_dashes in (("dashed", [2]), ("dashed", []), ("solid", [2])):
        line = Line(points, "expected", style=style)
        markup = chart(Bars(points, highlighted=line_dashes), line)
        expected_casing = paths(markup, LINE) if line_dashes and style == "dashed" else []
        assert paths(markup, ".oe-casing") == expected_casing


def test_everything_stays_inside():
    points = [(-5, 7), (3, float(10**9)), (20, -4)]
    for shape in (Line(points), Line(points, steps=True, filled=True), Bars(points)):
        for kind in (LINE, ".oe-area", COLUMNS):
            for corners in paths(chart(shape), kind):
                assert all(0 <= x <= SIDE and 0 <= y <= SIDE for x, y in corners)


@given(st.lists(st.floats(0, 10), max_size=6))
def test_marks_stand_at_their_values_and_hide_no_label(places):
    markup = chart(marks=[Mark(place, f"at {place!r}") for place in places])
    flags = re.findall(rf'class="{FLAG[1:]}[^"]*" style="--at:([\d.]+);--row:(\d+)"', markup)
    assert [float(place) for place, _ in flags] == pytest.approx(
        [place / 10 for place in sorted(places)], abs=1e-4
    )
    assert sorted(int(row) for _, row in flags) == list(range(1, len(places) + 1))
    text = Parsed(markup).text
    assert all(f"at {place!r}" in text for place in places)


def test_labels_cross_no_line_of_another_mark_on_a_phone():
    """The chart of the chase has five kinds of marks on one side. A letter has some 6 pixels."""
    chase = ((0.66, 14), (1.93, 12), (2.54, 12), (5.25, 15), (10, 19))
    humps = (((5.4, 16), (7.2, 13)), ((4.01, 15), (6.77, 13)), ((4.2, 17), (6.2, 12)))
    for places in (chase, *humps, ((0, 14), (1.8, 12)), ((6.2, 15), (6.6, 13))):
        drawing = chart(marks=[Mark(place, "m" * letters) for place, letters in places])
        flags = re.findall(r"oe-solid( oe-is-left)?\" style=\"--at:([\d.]+);--row:(\d)", drawing)
        for (left, position, row), (_, letters) in zip(flags, places, strict=True):
            label_width = (12 + 5.5 * letters) / 256
            low, high = sorted(
                (float(position), float(position) + (-label_width if left else label_width))
            )
            assert -0.01 < low < high < 1.06  # a chart has a margin on its right
            assert not [
                start
                for _, start, other_row in flags
                if low < float(start) < high and other_row > row
            ]


def test_a_mark_beyond_the_end_is_left_out():
    markup = chart(marks=[Mark(11, "later"), Mark(3, "now")])
    assert "later" not in markup
    assert "now" in markup


def test_a_chart_has_its_alt_text_and_escapes_text():
    markup = chart(
        Line([(0, 0)], "<one>"),
        Line([(0, 1)], "two", "dashed"),
        x=Axis("<x>", 0, 1, lambda value: f"<{value}>"),
        y=Axis("<y>", 0, 1),
        marks=[Mark(0.5, "<mark>")],
        alt_text='"<text>"',
    )
    parsed_markup = Parsed(markup)
    assert parsed_markup.elements[0][1]["role"] == "img"
    assert parsed_markup.elements[0][1]["aria-label"] == '"<text>"'
    for text in ("<one>", "two", "<x>", "<y>", "<mark>", "<0.4>"):
        assert text in parsed_markup.text
    assert "oe-key oe-dashed" in markup
    assert "oe-legend" not in chart(Line([(0, 0)], "one"))


@given(st.floats(-1e4, 1e4), st.floats(1e-2, 1e6), st.integers(3, 10))
def test_ticks_are_round_in_order_and_inside(low, width, wanted_count):
    axis = Axis("x", low, low + width)
    tick_values = ticks(axis, wanted_count)
    assert tick_values == sorted(set(tick_values))
    assert len(tick_values) <= wanted_count + 2
    assert all(low - 1e-6 * width <= tick <= low + width * 1.000001 for tick in tick_values)
    if len(tick_values) > 1:
        step = tick_values[-1] - tick_values[0]
        assert re.match(r"[125]\.0+e", f"{step / (len(tick_values) - 1):.4e}")


@given(st.integers(-12, 0), st.integers(1, 30))
def test_ticks_of_a_logarithmic_axis_are_powers_of_ten(low, decades):
    tick_values = ticks(Axis("x", 10.0**low, 10.0 ** (low + decades), log=True))
    assert tick_values[0] == pytest.approx(10.0**low)
    assert 2 <= len(tick_values) <= 9
    assert all(re.fullmatch(r"1\.0+e[+-]\d+", f"{tick:.6e}") for tick in tick_values)


@given(st.fractions(0, 10**9), st.integers(1, 4))
def test_numbers_are_honest(value, decimals):
    text = number(value, decimals)
    parsed_markup, half = value_of(text)
    assert abs(parsed_markup - value) <= half
    assert (parsed_markup == 0) == (value == 0)
    assert number(-value, decimals) == ("−" + number(value, decimals) if value else text)


def test_games_of_one_length_have_no_standard_error():
    tally = LengthTally(Lengths(3, 6, 2, 2), "throw", Fraction(2), 0.0)
    assert tally.error == 0
    assert "differs by 0.0 standard errors" in render(tally)
