"""Figures of lucky draws: sound SVG, steady, alone, and strict about input."""

import pytest

from games.lucky_draws import penney
from games_widgets.lucky_draws import plots
from tests.refusals import refused

FIGURES = {  # figure: arguments, and others for which it must look different
    plots.sliding: (("RRB", "BRR"), ("RRB", "BBR")),
    plots.gamblers: (("RRBBRBR", "RBR"), ("RRBBBRBR", "RBR")),
    plots.occurrences: (("RRRRB", ["RRR"]), ("RRRBB", ["RRR"])),
    plots.orders: (("RR", "BR", 2, 2), ("RR", "RB", 2, 2)),
    plots.automaton: (("RBRB", "BBRR"), ("RBRB", "BBRB")),
    plots.edge: ((4,), (5,)),
    plots.approach: (([("RBR", "RRB")], (13, 26)), ([("RRB", "BRR")], (13, 26))),
}


test_what_cannot_be_drawn_is_refused = refused(
    (lambda: plots.sliding("RRB", "RRB"), "yvonne and zara"),
    (lambda: plots.sliding("R" * 7, "B" * 7), "len"),
    (lambda: plots.gamblers("RRRR", "RRR"), "first 'RRR'"),
    (lambda: plots.gamblers("RRB", "RBR"), "first 'RBR'"),
    (lambda: plots.gamblers("B" * 10 + "RRR", "RRR"), "len"),
    (lambda: plots.occurrences("R" * 201, ["RR"]), "len"),
    (lambda: plots.occurrences("RRB", []), "len"),
    (lambda: plots.occurrences("RRB", ["RX"]), "later"),
    (lambda: plots.orders("RR", "BR", 9, 9), "number of orders"),
    (lambda: plots.orders("RR", "BR", -1, 2), "red"),
    (lambda: plots.automaton("RRB", "RBR"), "first cards"),
    (lambda: plots.edge(2), "longest"),
    (lambda: plots.approach([]), "len"),
)


def test_the_figure_of_orders_names_who_wins(monkeypatch):
    """The labels must be those of the exact solver: one win of six for RR against BR."""
    seen = []
    monkeypatch.setattr(plots.Axes, "text", lambda _, x, y, text, **style: seen.append(text))
    plots.orders("RR", "BR", 2, 2)
    assert (seen.count("Yvonne"), seen.count("Zara"), seen.count("the coin")) == (1, 5, 0)


@pytest.mark.parametrize("row", ["RRBBRBR", "RBR", "BBRRBBRRBR"])
def test_the_gamblers_who_are_left_hold_the_mean_wait(monkeypatch, row):
    """They hold 2^l for each overlap: together the exact mean number of flips."""
    seen = []
    monkeypatch.setattr(plots.Axes, "text", lambda _, x, y, text, **style: seen.append(text))
    plots.gamblers(row, "RBR")
    held = [int(text.removeprefix("holds ")) for text in seen if text.startswith("holds")]
    assert sorted(held) == [2, 8]
    assert sum(held) == penney.waiting_time("RBR")
    assert sum(text.startswith("gambler") for text in seen) == len(row)


def test_the_edge_is_zaras_chance_less_yvonnes(monkeypatch):
    seen = []
    monkeypatch.setattr(plots.Axes, "plot", lambda _, *data, **style: seen.append(data[:2]))
    monkeypatch.setattr(plots.Axes, "legend", lambda *_, **style: None)
    plots.edge(5)
    (lengths, gaps), (ties, _) = seen
    assert list(zip(lengths, gaps, strict=True)) == [
        (k, float(1 - 2 * plots.lucky_draws.solve(k).probability)) for k in (3, 4, 5)
    ]
    assert ties == [1, 2]


def test_a_bar_lies_under_each_occurrence(monkeypatch):
    bars = []

    def add(_, patch):
        if patch.get_height() == 0.6:
            bars.append((round(patch.get_x()), round(patch.get_width() + 0.2)))

    monkeypatch.setattr(plots.Axes, "add_patch", add)
    plots.occurrences("RRRRB" + "B" * 34 + "RRR", ["RRR", "RRB"])
    assert bars == [(0, 3), (1, 3), (39, 1), (0, 2), (2, 3)]  # the third is on two lines
