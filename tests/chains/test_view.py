"""Pictures of the gambler's ruin, compared with the textbook formulas."""

import re
from fractions import Fraction
from itertools import accumulate, product
from math import ceil, pi, sin
from random import Random

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix

from games.chains.playing import GAMES as WALKS
from games.chains.playing import Duel, Ruin, Walk
from games_widgets.chains.view import ruin
from games_widgets.chains.view_mirror import mirror
from games_widgets.chains.view_tail import tail
from games_widgets.chains.view_walk import STACK, walk
from games_widgets.drawing.text import number, percent
from tests.helpers.markup import Parsed

HALF, NO_DRAW = Fraction(1, 2), Fraction(0)
GAMES = [
    Ruin(goal, start, win, tie)
    for goal, win, tie in product(
        (2, 3, 6, 8), (Fraction(37, 100), HALF), (NO_DRAW, Fraction(9, 10))
    )
    for start in {1, goal // 2, goal - 1}
]


def reach(game):
    """Return the chance of the goal by the formula of Feller, chapter XIV."""
    r = (1 - game.win) / game.win
    if r == 1:
        return Fraction(game.start, game.goal)
    return (r**game.start - 1) / (r**game.goal - 1)


def mean(game):
    """Return the expected number of rounds by the formula of Feller, chapter XIV."""
    p = game.win
    if p == HALF:
        rounds = Fraction(game.start * (game.goal - game.start))
    else:
        rounds = (game.start - game.goal * reach(game)) / (1 - 2 * p)
    return rounds / (1 - game.tie)


@pytest.mark.parametrize("game", GAMES)
def test_mean_and_reach_equal_the_textbook(game):
    assert (game.mean, game.reach) == (mean(game), reach(game))
    picture = ruin(game)
    assert number(mean(game), 2).removesuffix(".00") in picture.summary
    assert percent(reach(game)) in picture.summary
    assert percent(reach(game)) in picture.html


def test_a_game_of_draws_alone_is_refused():
    with pytest.raises(ValueError, match="the game never ends"):
        ruin(Ruin(4, 2, HALF, Fraction(1)))


@pytest.mark.parametrize("win", [Fraction(0), Fraction(1)])
def test_a_game_without_chance_has_no_deviation(win):
    game = Ruin(8, 3, win, NO_DRAW)
    picture = ruin(game)
    assert game.reach == win
    assert game.deviation == 0
    assert "give or take 0" in picture.summary


@given(goal=st.integers(2, 8), win=st.integers(0, 100), tie=st.integers(0, 9), data=st.data())
@settings(max_examples=60)
def test_no_summary_overstates_a_chance(goal, win, tie, data):
    start = data.draw(st.integers(1, goal - 1))
    game = Ruin(goal, start, Fraction(win, 100), Fraction(tie, 10))
    picture = ruin(game)
    text = Parsed(picture.html).text
    if 0 < win < 100:
        assert not re.search(r"chance 100 %|chance 0 %", picture.summary)
        assert "100 %exactly" not in text


# The token and its bricks, and the layers


def heights(markup, kind):
    """Return the heights of the pieces of this kind, as shares of the full height."""
    matches = re.findall(rf'height="([\d.]+)" class="oe-{kind}"', markup)
    return [float(height) / STACK for height in matches]


def test_the_visits_of_the_games_equal_those_of_the_text():
    rows = {name: tuple(map(str, game.visits)) for name, game in WALKS.items()}
    assert rows == {
        "heads twice in a row": ("4", "2"),
        "heads, then tails": ("2", "2"),
        "heads three times in a row": ("8", "4", "2"),
        "two coins, until none or five": ("6/5", "12/5", "8/5", "4/5"),
    }


@pytest.mark.parametrize("game", WALKS.values(), ids=WALKS)
def test_the_stacks_settle_at_the_row_of_n(game):
    position, rng = Walk.begin(game), Random(1)
    for _ in range(4000):
        while not position.is_over:
            position = position.step(rng)
        position = Walk.begin(game, position)
    picture = walk(position, heights_visible=True)
    brick_heights = heights(picture.html, "brick")
    exact = [float(visits) for visits in game.visits]
    assert [height / brick_heights[0] * exact[0] for height in brick_heights] == pytest.approx(
        exact, rel=0.06
    )
    assert [bricks / position.games for bricks in position.bricks] == pytest.approx(exact, rel=0.06)
    lines = [float(y) for y in re.findall(r'd="M[-\d.]+ ([\d.]+)h50"', picture.html)]
    line_heights = [STACK + 18 - y for y in lines]  # above the ground
    assert [height / line_heights[0] * exact[0] for height in line_heights] == pytest.approx(
        exact, rel=0.01
    )


def test_a_step_is_highlighted_and_described():
    start = Walk.begin(WALKS["heads twice in a row"])
    picture = walk(start._replace(state="H", previous="T", steps=1, bricks=(1, 1)))
    [start_x] = re.findall(r'oe-edge oe-is-lit"><path d="M([-\d.]+) ', picture.html)
    assert 0 < float(start_x) < 65  # from T at 0, not back from H at 130
    assert picture.summary == "Toss 1 leads from T to H, and there is a brick more."
    label = next(
        attributes["aria-label"]
        for _, attributes in Parsed(picture.html).elements
        if "role" in attributes
    )
    assert "from T to T (1/2) and H (1/2); from H to T (1/2) and HH (1/2)." in label
    assert "Bricks per game: 1 on T and 1 on H." in label
    last_picture = walk(start._replace(state="HH", previous="H", steps=2, bricks=(1, 1)))
    assert last_picture.summary == "Toss 2 leads from H to HH: this game is over after 2 tosses."


# The mirror and the tail


@pytest.mark.parametrize("duel", [Duel(6, 49, 51), Duel(12, 15, 27), Duel(3, 5, 1), Duel(1, 1, 1)])
def test_the_odds_of_game_and_mirror_image_are_right(duel):
    coins, win, lose = duel
    assert duel.reach == Fraction(win**coins, win**coins + lose**coins)
    assert percent(duel.reach) in mirror(duel, 7, 30).summary
    path = list(accumulate(duel.play(Random("7 of the mirror, 0")), initial=0))
    assert abs(path[-1]) == coins > max(map(abs, path[:-1]))
    for place in (0, 5, 12, 24):
        rounds = ceil(Fraction(place * (len(path) - 1), 24))
        stage = BeautifulSoup(mirror(duel, 7, place).html, "html.parser").select_one(".oe-stage")
        mine, image = (
            [float(height) for height in path["d"].strip("Mz").split()[1::2]]
            for path in reversed(stage.select(".oe-mine"))
        )
        assert [-height for height in mine] == image == path[: rounds + 1]
        lead = abs(path[rounds])
        power = str(lead).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")) if lead > 1 else ""
        odds = f"{win}{power} : {lose}{power}" if lead else "1 : 1"
        assert stage.strong.text == odds
    assert len(stage.select(".oe-beside")) == 0
    stage = BeautifulSoup(mirror(duel, 7, 30).html, "html.parser").select_one(".oe-stage")
    assert len(stage.select(".oe-beside")) == 24


def test_the_summary_has_the_numbers_of_huygens():
    summary = mirror(Duel(12, 15, 27), 1, 30).summary.replace("\u202f", "")
    assert f"that is {5**12} : {9**12}" in summary


@pytest.mark.parametrize("game", [Ruin(10, 3, HALF, NO_DRAW), Ruin(6, 1, Fraction(1, 3), HALF / 5)])
def test_the_shares_of_old_games_fit_the_pattern(game):
    chain = game.chain
    Q = Matrix(chain.Q)
    period = 1 if game.tie else 2
    for t in (0, 1, 9, 60, 61):
        stage = BeautifulSoup(tail(game, t).html, "html.parser").select_one(".oe-stage")
        styles = [
            dict(declaration.split(":") for declaration in bar["style"].split(";"))
            for bar in stage.select("i")
        ]
        shares = [float(t["--now"]) for t in styles]
        exact = [float(value) for value in (Q**t).row(game.start - 1)]
        assert shares == pytest.approx(
            [value * max(shares) / max(exact) for value in exact], abs=2e-4
        )
        alive = [chain.survival_float(game.start, value) for value in (t, max(t - period, 0))]
        if t:
            assert percent(Fraction(round(alive[0], 9))) in tail(game, t).summary
        if t >= period:
            assert stage.strong.text.startswith(percent(Fraction(round(alive[0] / alive[1], 9))))
    pattern = Matrix([float(style["--stays"]) for style in styles]).T
    next_pattern = pattern * Q
    ratio = next_pattern[0] / pattern[0]
    assert [float(value) for value in next_pattern] == pytest.approx(
        [float(ratio * value) for value in pattern], abs=2e-4
    )
    assert all(shares[k] <= pattern[k] + 2e-4 for k in range(len(shares)))
    if game.win == HALF:
        assert list(map(float, pattern)) == pytest.approx(
            [sin(pi * i / 10) for i in range(1, 10)], abs=2e-4
        )
