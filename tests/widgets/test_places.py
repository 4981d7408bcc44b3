"""The place and the length of each part of a picture, read by scales and ticks as readers do.

Words may be right beside a bar that is too long. So lengths and places in the markup are compared
here with the numbers of the model.
"""

import re
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from games_widgets.drawing.matrix import Matrix
from games_widgets.drawing.render import render
from games_widgets.drawing.tally import Lengths, LengthTally, Tally, WinTally, games_chart
from games_widgets.drawing.text import count, number, percent
from tests.widgets.pictures import assert_close, charts, near_places, places, value_of

HALF = Fraction(1, 2)
approx = pytest.approx


# All games


def on_track(markup, expected, error, observed):
    """Return whether all parts of the track of a tally are in place, by the numbers at its ends."""
    distance = float(re.search(r"tally differs by ([\d.]+) standard errors", markup)[1])
    if error:  # the text rounds to a tenth
        assert distance == pytest.approx(
            float(abs(observed - expected) / error), rel=1e-6, abs=0.051
        )
    scale = BeautifulSoup(markup, "html.parser").select(".oe-scale span")
    texts = [label.text.removeprefix("over ").removesuffix(" %") for label in scale]
    (low, slack), (high, extra) = map(value_of, texts)

    def place(value):
        return float((min(max(value, low), high) - low) / (high - low))

    expected_places = {
        f"oe-error-{n}": (place(expected - n * error), place(expected + n * error)) for n in (2, 1)
    }
    tolerance = 1e-4 + 2 * float((slack + extra) / (high - low))
    assert low - slack <= observed <= high + extra
    expected_places |= {"oe-expected": place(expected), "oe-observed": place(observed)}
    return places(markup, ".oe-track span") == near_places(expected_places, tolerance)


@settings(max_examples=50)
@given(st.integers(1, 500), st.data(), st.fractions(0, 1))
def test_the_track_of_a_tally_of_wins(games, data, expected):
    wins = data.draw(st.integers(0, games))
    error = Fraction(sqrt(expected * (1 - expected) / games))
    markup = render(WinTally("X", Tally(games, wins), expected))
    text = BeautifulSoup(markup, "html.parser").p.text
    assert f"{wins} of {count(games, 'game')}: {percent(Fraction(wins, games))}." in text
    assert f"Expected: {percent(expected)} with" in text
    assert on_track(markup, 100 * expected, 100 * error, Fraction(100 * wins, games))


@settings(max_examples=50)
@given(st.lists(st.integers(1, 10**4), min_size=1, max_size=30), st.integers(1, 10**4))
def test_a_track_of_lengths_is_scaled_to_its_mean(games, expected):
    stats = Lengths(len(games), sum(games), min(games), max(games), tuple(games))
    markup = render(LengthTally(stats, "turn", Fraction(expected), 99.0))
    mean, error = Fraction(sum(games), len(games)), Fraction(99 / sqrt(len(games)))
    text = BeautifulSoup(markup, "html.parser").p.text
    assert f"{number(mean, 2)} turns on average, from {number(min(games))} to " in text
    assert f"to {number(max(games))}. Expected: {number(expected, 2)} with" in text
    assert f"standard error of {number(error, 2)};" in text
    assert on_track(markup, expected, error, mean)


@settings(max_examples=40)
@given(st.lists(st.integers(-40, 300), min_size=1, max_size=60), st.integers(1, 9))
def test_a_pile_of_games_stands_where_they_ended(games, times):
    """Few games are dots, and the line is the expected number of games."""
    law = [min(1.0, max(0.0, value / 400)) for value in range(800)]
    model = games_chart(games * times, "points", at_most=lambda points: law[points + 41])
    html = render(model)
    (chart,) = charts(html)
    middles = [round(2 * x) / 2 for x, _ in chart["dashed"]]
    width = int(middles[1] - middles[0]) if len(middles) > 1 else int(2 * middles[0] + 1)
    starts = [int(middle - (width - 1) / 2) for middle in middles]
    counts = [times * sum(start <= game < start + width for game in games) for start in starts]
    assert sum(counts) == len(games) * times
    expected = [law[start + width + 40] - law[start + 40] for start in starts]
    line = pytest.approx([sum(counts) * share for share in expected], abs=max(4, *counts) / 1000)
    assert [y for _, y in chart["dashed"]] == line
    if max(counts) <= 12:
        dots = Counter(round(2 * x) / 2 for x, _ in chart["dots"])
        assert [dots[x] for x in middles] == counts
    else:
        assert_close(chart["columns"], *zip(middles, counts, strict=True))
    assert "dashed" not in charts(render(games_chart(games, "points")))[0]


def test_beside_a_matrix_its_row_is_named():
    html = render(Matrix((), 8, tuple(range(5)), "", highlighted=(3,), row_mark="row 3"))
    assert places(html, ".oe-beside span") == {"row 3": 3.5 / 5}
    (frame,) = BeautifulSoup(html, "html.parser").select("rect")
    assert (frame["y"], frame["width"], frame["height"]) == ("3", "8", "1")
