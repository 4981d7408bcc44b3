"""Figures of lucky draws: sound SVG, steady, alone, and strict about input."""

import pytest

from games.plots import lucky_draws as plots

FIGURES = {  # figure: arguments, and others for which it must look different
    plots.sliding: (("RRB", "BRR"), ("RRB", "BBR")),
    plots.orders: (("RR", "BR", 2, 2), ("RR", "RB", 2, 2)),
    plots.automaton: (("RBRB", "BBRR"), ("RBRB", "BBRB")),
    plots.edge: ((4,), (5,)),
    plots.approach: (([("RBR", "RRB")], (13, 26)), ([("RRB", "BRR")], (13, 26))),
}


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
