"""Figures of lucky draws show the numbers of the solver and refuse bad arguments."""

import pytest

from games.lucky_draws import LuckyDraws, penney
from games_widgets.lucky_draws import plots
from tests.refusals import refused

FIGURES = {  # figure -> arguments, and other arguments that give a different figure
    plots.sliding: (("RRB", "BRR"), ("RRB", "BBR")),
    plots.gamblers: (("RRBBRBR", "RBR"), ("RRBBBRBR", "RBR")),
    plots.occurrences: (("RRRRB", ["RRR"]), ("RRRBB", ["RRR"])),
    plots.orders: (("RR", "BR", 2, 2), ("RR", "RB", 2, 2)),
    plots.automaton: (("RBRB", "BBRR"), ("RBRB", "BBRB")),
    plots.edge: ((4,), (5,)),
    plots.approach: (([("RBR", "RRB")], (13, 26)), ([("RRB", "BRR")], (13, 26))),
}


test_bad_arguments_are_refused = refused(
    (lambda: plots.sliding("RRB", "RRB"), "yvonne and zara"),
    (lambda: plots.sliding("R" * 7, "B" * 7), "len"),
    (lambda: plots.gamblers("RRRR", "RRR"), "first 'RRR'"),
    (lambda: plots.gamblers("RRB", "RBR"), "first 'RBR'"),
    (lambda: plots.gamblers("B" * 10 + "RRR", "RRR"), "len"),
    (lambda: plots.occurrences("R" * 201, ["RR"]), "len"),
    (lambda: plots.occurrences("RRB", []), "len"),
    (lambda: plots.occurrences("RRB", ["RX"]), "a word of words is 'RX'"),
    (lambda: plots.orders("RR", "BR", 9, 9), "number of orders"),
    (lambda: plots.orders("RR", "BR", -1, 2), "red"),
    (lambda: plots.automaton("RRB", "RBR"), "first cards"),
    (lambda: plots.edge(2), "longest"),
    (lambda: plots.approach([]), "len"),
)


def test_figure_of_orders_names_the_winners(monkeypatch):
    """The labels agree with the exact solver: RR wins one order of six against BR."""
    labels = []
    monkeypatch.setattr(plots.Axes, "text", lambda _, x, y, text, **style: labels.append(text))
    plots.orders("RR", "BR", 2, 2)
    assert (labels.count("Yvonne"), labels.count("Zara"), labels.count("the coin")) == (1, 5, 0)


@pytest.mark.parametrize("row", ["RRBBRBR", "RBR", "BBRRBBRRBR"])
def test_last_gamblers_hold_the_mean_wait(monkeypatch, row):
    """They hold 2^l for each overlap l. The sum is the exact mean number of flips."""
    labels = []
    monkeypatch.setattr(plots.Axes, "text", lambda _, x, y, text, **style: labels.append(text))
    plots.gamblers(row, "RBR")
    stakes = [int(text.removeprefix("holds ")) for text in labels if text.startswith("holds")]
    assert sorted(stakes) == [2, 8]
    assert sum(stakes) == penney.waiting_time("RBR")
    assert sum(text.startswith("gambler") for text in labels) == len(row)


def test_edge_is_zaras_chance_less_yvonnes(monkeypatch):
    plots_drawn = []
    monkeypatch.setattr(plots.Axes, "plot", lambda _, *data, **style: plots_drawn.append(data[:2]))
    monkeypatch.setattr(plots.Axes, "legend", lambda *_, **style: None)
    plots.edge(5)
    (lengths, gaps), (ties, _) = plots_drawn
    assert list(zip(lengths, gaps, strict=True)) == [
        (k, float(1 - 2 * LuckyDraws().solve(k).probability)) for k in (3, 4, 5)
    ]
    assert ties == [1, 2]


def test_bar_lies_under_each_occurrence(monkeypatch):
    bars = []

    def add(_, patch):
        if patch.get_height() == 0.6:
            bars.append((round(patch.get_x()), round(patch.get_width() + 0.2)))

    monkeypatch.setattr(plots.Axes, "add_patch", add)
    plots.occurrences("RRRRB" + "B" * 34 + "RRR", ["RRR", "RRB"])
    assert bars == [(0, 3), (1, 3), (39, 1), (0, 2), (2, 3)]  # the third place is on two lines
