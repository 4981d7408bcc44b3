"""Beside which label, and below which heading, each number of a picture stands, and its bar.

A picture may hold every right number and say the wrong thing of each. So all the labels of a
picture are read back, here or with the other tests of its view, with what stands beside them, the
bars and curves by their scales, and compared with the solvers.
"""

from fractions import Fraction
from itertools import pairwise

import pytest

from games_widgets.drawing.text import exact, number, percent
from games_widgets.your_game import view as your_game
from games_widgets.your_game.app import EXAMPLES
from tests.helpers.your_game import solve
from tests.widgets.pictures import charts, columns, figures, headed, near_places, places, through

HALF = Fraction(1, 2)


def check_survival(chart, game, lasted):
    """Whether the curve of what still goes on is exact, beside that of the games played."""
    marks = {name.split()[0]: x for name, x in chart["marks"].items()}
    assert marks == near_places({"mean": game.mean, "median": game.median}, 0.01)
    ts = range(len(chart["solid"]))
    curve = game.chain.survival_curve_float(game.start, len(ts))
    assert through(chart["solid"], *((t, 100 * curve[t]) for t in ts))
    shares_over = [Fraction(sum(length > t for length in lasted), len(lasted)) for t in ts]
    assert through(chart["dashed"], *((t, 100 * share) for t, share in enumerate(shares_over)))


@pytest.mark.parametrize("label", EXAMPLES)
def test_a_game_of_ones_own(label):
    game = solve(EXAMPLES[label])
    sample = your_game.Sample((1, 2, 3), tuple(list(game.ends)[:1] * 3))
    html = your_game.program(game, sample).html
    check_survival(charts(html)[0], game, sample.steps)
    values = figures(html)
    assert values["standard deviation"] == number(game.deviation_float, 2)
    assert game.mean.denominator > 1 or number(game.mean) in values.values()
    several = len(game.ends) > 1 or game.process
    rows = headed(columns(html), "end", "chance", "exact value") if several else ()
    ends = {your_game.named(end, 24): end for end in game.ends}
    bars = places(html, ".oe-your-ends .oe-fill")
    for row in rows:
        end = ends[row["end"]]
        assert bars[row["end"]] == pytest.approx(float(game.ends[end]), abs=6e-5)
        assert row["chance"] == percent(game.ends[end])
        assert row["exact value"].startswith(exact(game.ends[end], 24))
        if game.process:
            assert row["worth"] == number(game.worth[end])
        first = next(iter(game.ends))
        assert row["played"] == percent(Fraction(int(end == first)))


def test_no_chance_but_one_is_written_as_certain():
    for p, q in pairwise(Fraction(n, 10**6) for n in range(999_940, 1_000_001)):
        assert percent(p) != "100.00 %"
        assert (percent(q) == "100 %") == (q == 1)
    assert percent(Fraction(99995, 100000)) == "over 99.99 %"
