"""Figures of lucky draws: sound SVG, steady, alone, and strict about input."""

from xml.etree import ElementTree

import pytest

from games.plots import lucky_draws as plots

FIGURES = {  # figure: arguments, and others for which it must look different
    plots.sliding: (("RRB", "BRR"), ("RRB", "BBR")),
    plots.orders: (("RR", "BR", 2, 2), ("RR", "RB", 2, 2)),
    plots.automaton: (("RBRB", "BBRR"), ("RBRB", "BBRB")),
    plots.edge: ((4,), (5,)),
    plots.approach: (([("RBR", "RRB")], (13, 26)), ([("RRB", "BRR")], (13, 26))),
}


def test_every_figure_is_here():
    assert {draw.__name__ for draw in FIGURES} == set(plots.__all__)


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_a_figure_is_drawn_the_same_each_time_and_differs_where_numbers_do(draw):
    some, others = FIGURES[draw]
    first, again, other = draw(*some), draw(*some), draw(*others)
    assert first == again
    assert first.svg != other.svg
    assert repr(first) == f"<Drawing {draw.__name__}>"


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_a_figure_stands_alone(draw):
    svg = ElementTree.fromstring(draw(*FIGURES[draw][0])._repr_svg_())
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    for part in svg.iter():
        assert not part.tag.endswith(("}text", "}image")), "fonts and packers differ"


@pytest.mark.parametrize(
    ("draw", "arguments", "names"),
    [
        (plots.sliding, ("RRB", "RRB"), "a and b"),
        (plots.sliding, ("R" * 7, "B" * 7), "len"),
        (plots.orders, ("RR", "BR", 9, 9), "number of orders"),
        (plots.orders, ("RR", "BR", -1, 2), "red"),
        (plots.automaton, ("RRB", "RBR"), "first cards"),
        (plots.edge, (2,), "longest"),
        (plots.approach, ([],), "len"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, arguments, names):
    with pytest.raises(ValueError, match=names):
        draw(*arguments)


def test_the_figure_of_orders_names_who_wins(monkeypatch):
    """The labels must be those of the exact solver: one win of six for RR against BR."""
    seen = []
    monkeypatch.setattr(plots.Axes, "text", lambda _, x, y, text, **style: seen.append(text))
    plots.orders("RR", "BR", 2, 2)
    assert (seen.count("Yvonne"), seen.count("Zara"), seen.count("the coin")) == (1, 5, 0)
