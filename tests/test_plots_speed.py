"""Figures of the page on speed: sound SVG, the same for the same numbers, right fits."""

from xml.etree import ElementTree

import pytest

from games.plots import speed

FAST, SLOW = {"least": 0.001, "greatest": 0.002}, {"least": 0.5, "greatest": 0.6}
SQUARE = {n: 3e-6 * n**2 for n in (10, 20, 50, 100)}
DOUBLING = {n: 1e-4 * 2**n for n in (2, 3, 4, 7)}
FIGURES = {
    "beside": ([("one", SLOW, FAST), ("another", FAST, FAST)],),
    "growth": ({"squares": SQUARE, "doubling": DOUBLING}, "size"),
}
WRONG = {
    "beside": [([],), ([("one", SLOW, FAST)] * 21,)],
    "growth": [({}, "size"), ({"one point": {1: 1.0}}, "size"), ({"none": {}}, "size")],
}


def test_every_figure_is_here():
    assert set(FIGURES) == set(WRONG) == set(speed.__all__)


@pytest.mark.parametrize("name", FIGURES)
def test_a_figure_is_sound_and_drawn_the_same_each_time(name):
    draw = getattr(speed, name)
    first = draw(*FIGURES[name])
    assert first == draw(*FIGURES[name])
    svg = ElementTree.fromstring(first._repr_svg_())
    assert svg.tag.endswith("svg")
    references = {value for part in svg.iter() for key, value in part.items() if "href" in key}
    assert all(reference.startswith("#") for reference in references)


@pytest.mark.parametrize("name", WRONG)
def test_a_figure_refuses_what_it_cannot_draw(name):
    for arguments in WRONG[name]:
        with pytest.raises((TypeError, ValueError)):
            getattr(speed, name)(*arguments)


def texts(figure):
    """Return what a figure says: matplotlib notes each text in a comment before its glyphs."""
    return [line.strip("<!- >") for line in figure.svg.splitlines() if "<!--" in line]


def test_the_legend_has_the_true_exponent():
    assert "squares: 2.00" in texts(speed.growth({"squares": SQUARE}, "size"))


def test_the_legend_has_the_true_factor():
    figure = speed.growth({"doubling": DOUBLING}, "size", by_factor=True)
    assert "doubling: ×2.00" in texts(figure)


def test_the_ratio_is_that_of_the_shortest_runs():
    assert "×500" in texts(speed.beside([("one", SLOW, FAST)]))
