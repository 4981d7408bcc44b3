"""Figures of the page on speed: sound SVG, the same for the same numbers, right fits."""

import re

from games_widgets.plots import speed
from games_widgets.plots.style import INK
from tests.refusals import refused

FAST, SLOW = {"least": 0.001, "greatest": 0.002}, {"least": 0.5, "greatest": 0.6}
SQUARE = {n: 3e-6 * n**2 for n in (10, 20, 50, 100)}
DOUBLING = {n: 1e-4 * 2**n for n in (2, 3, 4, 7)}
FIGURES = {  # figure: arguments, and others for which it must look different
    speed.beside: (
        ([("one", SLOW, FAST), ("another", FAST, FAST)],),
        ([("one", SLOW, SLOW), ("another", FAST, FAST)],),
    ),
    speed.growth: (
        ({"squares": SQUARE, "doubling": DOUBLING}, "size"),
        ({"squares": SQUARE}, "size"),
    ),
}
test_a_figure_refuses_what_it_cannot_draw = refused(
    (lambda: speed.beside([]), "len(rows) is 0"),
    (lambda: speed.beside([("one", SLOW, FAST)] * 21), "len(rows) is 21"),
    (lambda: speed.growth({}, "size"), "len(series) is 0"),
    (lambda: speed.growth({"one point": {1: 1.0}}, "size"), "['one point']) is 1"),
    (lambda: speed.growth({"none": {}}, "size"), "['none']) is 0"),
)


def texts(figure):
    """Return the texts of a figure; powers of ten are drawn in parts."""
    return re.findall(r"<text[^>]*>([^<]+)</text>", figure.svg)


def test_the_legend_has_the_exponent_of_large_sizes():
    slow_start = {n: seconds + 1e-3 * (n == 10) for n, seconds in SQUARE.items()}
    assert "squares: 2.00" in texts(speed.growth({"squares": slow_start}, "size"))


def test_a_negative_exponent_has_a_minus_sign():
    falling = {n: 1 / n for n in (10, 20, 50)}
    assert "falling: −1.00" in texts(speed.growth({"falling": falling}, "size"))


def test_the_legend_has_the_true_factor():
    figure = speed.growth({"doubling": DOUBLING}, "size", by_factor=True)
    assert "doubling: ×2.00" in texts(figure)


def test_the_ratio_is_that_of_the_shortest_runs():
    assert "×500" in texts(speed.beside([("one", SLOW, FAST)]))


def test_ours_has_one_colour_wherever_it_stands():
    for name in ("ours", "others"):
        figure = speed.growth({"before": SQUARE, name: DOUBLING}, "size")
        assert (f"stroke: {INK}; stroke-width: 1.2" in figure.svg) == (name == "ours")
