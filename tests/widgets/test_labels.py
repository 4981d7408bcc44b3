"""Beside which label, and below which heading, each number of a picture stands, and its bar.

A picture may hold every right number and say the wrong thing of each. So all the labels of a
picture are read back, here or with the other tests of its view, with what stands beside them, the
bars and curves by their scales, and compared with the solvers.
"""

import re
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import ceil, sqrt
from random import Random

import pytest
from bs4 import BeautifulSoup

from games.chains.playing import GAMES, Ruin, Walk
from games.maths.markov import AbsorbingChain
from games_widgets.chains import view as chains
from games_widgets.chains import view_walk as chains_walk
from games_widgets.drawing.text import count, exact, listed, number, percent
from games_widgets.your_game import view as your_game
from games_widgets.your_game.app import EXAMPLES
from tests.helpers.your_game import solve
from tests.widgets.pictures import at, charts, columns, figures, headed, places, through

HALF = Fraction(1, 2)


@pytest.mark.parametrize("game", [Ruin(6, 2, HALF, Fraction(0)), Ruin(5, 4, Fraction(2, 5), HALF)])
def test_the_ruin(game):
    html = chains.ruin(game).html
    assert figures(html) == {
        "rounds on average": number(game.chain.expected_steps(game.start), 2),
        "standard deviation": number(sqrt(game.chain.variance_steps(game.start)), 2),
        f"chance of {game.goal} before 0": percent(
            game.chain.absorption_probabilities(game.start)[game.goal]
        ),
    }
    full = places(html, "td[style]")
    for coins, row in enumerate(headed(columns(html), "from", "goal"), start=1):
        assert row["from"] == f"start with {coins}"
        goal = float(100 * game.chain.absorption_probabilities(coins)[game.goal])
        assert row["goal"] == f"{goal:.1f}"
        assert float(row["sum"]) == pytest.approx(float(game.chain.expected_steps(coins)), abs=0.06)
        for other, often in game.chain.expected_visits(coins).items():
            assert float(row[str(other)]) == pytest.approx(float(often), abs=0.06)
            share = float(often / max(map(max, game.chain.fundamental_matrix())))
            assert full[row["from"], str(other)] == pytest.approx(share, abs=6e-4)


@pytest.mark.parametrize("name", GAMES)
def test_the_bricks_of_a_token(name):
    game, rng = GAMES[name], Random(name)
    now, visits = Walk.begin(game), Counter([game.start])
    for n in range(1, 8):
        while not now.is_over:
            now = now.step(rng)
            visits[now.state] += 1
        if n < 7:
            now = Walk.begin(game, now)
            visits[game.start] += 1
    exact = AbsorbingChain(game.rows).expected_visits(game.start)
    html, summary = chains_walk.walk(now, heights_visible=True)
    page = BeautifulSoup(html, "html.parser")
    means = {state: Fraction(visits[state], 7) for state in exact}
    assert over_boxes(page) == {state: number(mean, 2) for state, mean in means.items()}
    for state, mean in means.items():
        assert f"{number(mean, 2)} on {state}" in summary.partition("after 7 games: ")[2]
    told = page.select_one(".oe-note").text
    assert "The bricks of 7 games, pressed to one 7th of their height" in told
    settled = told.partition("settle, ")[2].rstrip(". ")
    pairs = [it.split(" on ") for it in re.split(", | and ", settled)]
    assert {state: Fraction(value) for value, state in pairs} == exact
    # the dashed line over a stack stands as high as it says, on the scale of the bricks
    (floor,) = {
        Fraction(it["y"]) + Fraction(it["height"]).limit_denominator(100)
        for it in page.select("rect.oe-brick")[:1]
    }
    boxes = {it["x"]: it.text for it in page.svg.find_all("text", recursive=False)}
    lines = {}
    for it in page.select("path.oe-wanted"):
        x, y = map(float, re.match(r"M(\S+) (\S+)h50", it["d"]).groups())
        lines[next(boxes[at] for at in boxes if float(at) == x + 25)] = float(floor) - y
    (unit,) = {round(high / float(exact[state]), 0) for state, high in lines.items()}
    assert len(lines) == len(exact)
    assert unit > 10
    assert page.select_one(".oe-held").text == now.state
    (x,) = re.findall(r"--x:(\S+?)px", page.select_one(".oe-hopper")["style"])
    assert boxes[x] == now.state
    assert "settle" not in BeautifulSoup(chains_walk.walk(now).html, "html.parser").p.text


def over_boxes(page):
    """Return the number over each box of a row of states."""
    boxes = {it["x"]: it.text for it in page.svg.find_all("text", recursive=False)}
    return {boxes[it["x"]]: it.text for it in page.select("text.oe-node-note")}


def still(chart, game, lasted):
    """Whether the curve of what still goes on is exact, beside that of the games played."""
    marks = {name.split()[0]: x for name, x in chart["marks"].items()}
    assert marks == at({"mean": game.mean, "median": game.median}, 0.01)
    ts = range(len(chart["solid"]))
    curve = game.chain.survival_curve_float(game.start, len(ts))
    assert through(chart["solid"], *((t, 100 * curve[t]) for t in ts))
    over = [Fraction(sum(it > t for it in lasted), len(lasted)) for t in ts]
    assert through(chart["dashed"], *((t, 100 * share) for t, share in enumerate(over)))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("t", [0, 1, 4, 40])
def test_layers_of_chance(name, t):
    game = GAMES[name]
    chances = Counter({game.start: Fraction(1)})
    so_far = Counter(chances)
    for _ in range(t):
        ahead = Counter()
        for state, chance in chances.items():
            for to, p in game.rows[state].items():
                ahead[to] += chance * Fraction(p)
        chances = ahead
        so_far.update(ahead)
    html, summary = chains_walk.drain(game, t)
    page = BeautifulSoup(html, "html.parser").select_one(".oe-stage")
    where = [f"{percent(Fraction(chances[state]))} in {state}" for state in game.rows]
    if t < 40:
        assert f"{count(t, game.step).replace('sss', 'sses')}: {listed(where)}. The" in summary
    assert over_boxes(page) == {
        state: percent(Fraction(chances[state]))
        if row == {state: "1"}
        else number(so_far[state], 2).removesuffix(".00" if so_far[state] % 1 == 0 else " ")
        for state, row in game.rows.items()
    }
    boxes = {float(it["x"]): it.text for it in page.svg.find_all("text", recursive=False)}
    top, high = ceil(max(game.visits)), Counter()
    for it in page.select("rect.oe-water, rect.oe-brick"):
        state = boxes[float(it["x"]) + 17]
        high[state] += float(it["height"])
        if it["class"] == ["oe-water"]:  # what lies on top is where the chance is now
            assert float(it["height"]) == pytest.approx(100 * float(chances[state]) / top, abs=0.01)
    for state in game.chain.transient:
        assert high[state] == pytest.approx(100 * float(so_far[state]) / top, abs=0.14)
    assert bool(page.select(".oe-wanted")) == ("settle at" in summary) == (t == 40)


@pytest.mark.parametrize("label", EXAMPLES)
def test_a_game_of_ones_own(label):
    game = solve(EXAMPLES[label])
    sample = your_game.Sample((1, 2, 3), tuple(list(game.ends)[:1] * 3))
    html = your_game.program(game, sample).html
    still(charts(html)[0], game, sample.steps)
    told = figures(html)
    assert told["standard deviation"] == number(game.deviation_float, 2)
    assert game.mean.denominator > 1 or number(game.mean) in told.values()
    several = len(game.ends) > 1 or game.process
    rows = headed(columns(html), "end", "chance", "exactly") if several else ()
    ends = {your_game.named(end, 24): end for end in game.ends}
    bars = places(html, ".oe-your-ends .oe-fill")
    for row in rows:
        end = ends[row["end"]]
        assert bars[row["end"]] == pytest.approx(float(game.ends[end]), abs=6e-5)
        assert row["chance"] == percent(game.ends[end])
        assert row["exactly"] == exact(game.ends[end], 24)
        if game.process:
            assert row["worth"] == number(game.worth[end])
        first = next(iter(game.ends))
        assert row["played"] == percent(Fraction(int(end == first)))


def test_no_chance_but_one_is_written_as_certain():
    for p, q in pairwise(Fraction(n, 10**6) for n in range(999_940, 1_000_001)):
        assert percent(p) != "100.00 %"
        assert (percent(q) == "100 %") == (q == 1)
    assert percent(Fraction(99995, 100000)) == "over 99.99 %"
