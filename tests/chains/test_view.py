"""Pictures of the gambler's ruin, read back and compared with the textbook formulas."""

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
from games.chains.view import ruin
from games.chains.view_mirror import mirror
from games.chains.view_tail import tail
from games.chains.view_walk import STACK, walk
from games.kit.text import number, percent
from tests.kit.test_views import Parsed

HALF, NEVER = Fraction(1, 2), Fraction(0)
GAMES = [
    Ruin(goal, start, up, tie)
    for goal, up, tie in product((2, 3, 6, 8), (Fraction(37, 100), HALF), (NEVER, Fraction(9, 10)))
    for start in {1, goal // 2, goal - 1}
]


def reach(game):
    """Return the chance of the goal by the formula of Feller, chapter XIV."""
    r = (1 - game.up) / game.up
    if r == 1:
        return Fraction(game.start, game.goal)
    return (r**game.start - 1) / (r**game.goal - 1)


def mean(game):
    """Return the expected number of rounds by the formula of Feller, chapter XIV."""
    p = game.up
    if p == HALF:
        rounds = Fraction(game.start * (game.goal - game.start))
    else:
        rounds = (game.start - game.goal * reach(game)) / (1 - 2 * p)
    return rounds / (1 - game.tie)


@pytest.mark.parametrize("game", GAMES)
def test_the_game_is_that_of_the_textbook(game):
    assert (game.mean, game.reach) == (mean(game), reach(game))
    picture = ruin(game)
    assert number(mean(game), 2).removesuffix(".00") in picture.summary
    assert percent(reach(game)) in picture.summary
    assert percent(reach(game)) in picture.html


def test_only_draws_never_end():
    with pytest.raises(ValueError, match="the game never ends"):
        ruin(Ruin(4, 2, HALF, Fraction(1)))


@pytest.mark.parametrize("up", [Fraction(0), Fraction(1)])
def test_a_game_without_chance_is_shown(up):
    game = Ruin(8, 3, up, NEVER)
    picture = ruin(game)
    assert game.reach == up
    assert game.deviation == 0
    assert "give or take 0" in picture.summary


@given(goal=st.integers(2, 8), up=st.integers(0, 100), tie=st.integers(0, 9), data=st.data())
@settings(max_examples=60)
def test_every_game_gives_sound_markup_and_no_chance_is_overstated(goal, up, tie, data):
    start = data.draw(st.integers(1, goal - 1))
    game = Ruin(goal, start, Fraction(up, 100), Fraction(tie, 10))
    picture = ruin(game)
    text = Parsed(picture.html).text
    if 0 < up < 100:
        assert not re.search(r"chance 100 %|chance 0 %", picture.summary)
        assert "100 %exactly" not in text


# The token and its bricks, and the layers


def heights(markup, kind):
    """Return how high each stack is, in shares of the highest; that of bricks in one piece."""
    found = re.findall(rf'height="([\d.]+)" class="oe-{kind}"', markup)
    return [float(height) / STACK for height in found]


def test_the_rows_of_the_games_are_those_of_the_text():
    rows = {name: tuple(map(str, game.visits)) for name, game in WALKS.items()}
    assert rows == {
        "heads twice in a row": ("4", "2"),
        "heads, then tails": ("2", "2"),
        "heads three times in a row": ("8", "4", "2"),
        "two coins, until none or five": ("6/5", "12/5", "8/5", "4/5"),
    }


@pytest.mark.parametrize("game", WALKS.values(), ids=WALKS)
def test_the_stacks_settle_at_the_row_of_n(game):
    now, rng = Walk.begin(game), Random(1)
    for _ in range(4000):
        while not now.over:
            now = now.step(rng)
        now = Walk.begin(game, now)
    picture = walk(now, told=True)
    drawn = heights(picture.html, "brick")
    exact = [float(visits) for visits in game.visits]
    assert [height / drawn[0] * exact[0] for height in drawn] == pytest.approx(exact, rel=0.06)
    assert [laid / now.games for laid in now.bricks] == pytest.approx(exact, rel=0.06)
    lines = [float(y) for y in re.findall(r'd="M[-\d.]+ ([\d.]+)h50"', picture.html)]
    wanted = [STACK + 18 - y for y in lines]  # above the ground
    assert [height / wanted[0] * exact[0] for height in wanted] == pytest.approx(exact, rel=0.01)


def test_a_step_is_lit_and_told():
    start = Walk.begin(WALKS["heads twice in a row"])
    picture = walk(start._replace(here="H", before="T", steps=1, bricks=(1, 1)))
    [start_x] = re.findall(r'oe-edge oe-is-lit"><path d="M([-\d.]+) ', picture.html)
    assert 0 < float(start_x) < 65  # from T at 0, not back from H at 130
    assert picture.summary == "Toss 1 leads from T to H, and there is a brick more."
    label = next(it["aria-label"] for _, it in Parsed(picture.html).elements if "role" in it)
    assert "from T to T (1/2) and H (1/2); from H to T (1/2) and HH (1/2)." in label
    assert "Bricks per game: 1 on T and 1 on H." in label
    over = walk(start._replace(here="HH", before="H", steps=2, bricks=(1, 1)))
    assert over.summary == "Toss 2 leads from H to HH: this game is over after 2 tosses."


# The mirror and the tail


@pytest.mark.parametrize("duel", [Duel(6, 49, 51), Duel(12, 15, 27), Duel(3, 5, 1), Duel(1, 1, 1)])
def test_a_game_and_its_mirror_image_are_at_the_odds_that_the_text_says(duel):
    coins, win, lose = duel
    assert duel.reach == Fraction(win**coins, win**coins + lose**coins)
    assert percent(duel.reach) in mirror(duel, 7, 30).summary
    path = list(accumulate(duel.play(Random("7 of the mirror, 0")), initial=0))
    assert abs(path[-1]) == coins > max(map(abs, path[:-1]))
    for place in (0, 5, 12, 24):
        rounds = ceil(Fraction(place * (len(path) - 1), 24))
        shown = BeautifulSoup(mirror(duel, 7, place).html, "html.parser").select_one(".oe-stage")
        mine, image = (
            [float(it) for it in path["d"].strip("Mz").split()[1::2]]
            for path in reversed(shown.select(".oe-mine"))
        )
        assert [-it for it in mine] == image == path[: rounds + 1]
        lead = abs(path[rounds])
        power = str(lead).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")) if lead > 1 else ""
        odds = f"{win}{power} : {lose}{power}" if lead else "1 : 1"
        assert shown.strong.text == odds
    assert len(shown.select(".oe-beside")) == 0
    many = BeautifulSoup(mirror(duel, 7, 30).html, "html.parser").select_one(".oe-stage")
    assert len(many.select(".oe-beside")) == 24


def test_huygens_numbers_are_told():
    told = mirror(Duel(12, 15, 27), 1, 30).summary.replace("\u202f", "")
    assert f"that is {5**12} : {9**12}" in told


@pytest.mark.parametrize("game", [Ruin(10, 3, HALF, NEVER), Ruin(6, 1, Fraction(1, 3), HALF / 5)])
def test_old_games_fill_the_pattern_that_stays(game):
    chain = game.chain
    Q = Matrix(chain.Q)
    period = 1 if game.tie else 2
    for t in (0, 1, 9, 60, 61):
        shown = BeautifulSoup(tail(game, t).html, "html.parser").select_one(".oe-stage")
        styles = [
            dict(it.split(":") for it in bar["style"].split(";")) for bar in shown.select("i")
        ]
        now = [float(it["--now"]) for it in styles]
        exact = [float(it) for it in (Q**t).row(game.start - 1)]
        assert now == pytest.approx([it * max(now) / max(exact) for it in exact], abs=2e-4)
        alive = [chain.survival_float(game.start, it) for it in (t, max(t - period, 0))]
        if t:
            assert percent(Fraction(round(alive[0], 9))) in tail(game, t).summary
        if t >= period:
            assert shown.strong.text.startswith(percent(Fraction(round(alive[0] / alive[1], 9))))
    stays = Matrix([float(it["--stays"]) for it in styles]).T
    on = stays * Q
    ratio = on[0] / stays[0]
    assert [float(it) for it in on] == pytest.approx([float(ratio * it) for it in stays], abs=2e-4)
    assert all(now[k] <= stays[k] + 2e-4 for k in range(len(now)))
    if game.up == HALF:
        assert list(map(float, stays)) == pytest.approx(
            [sin(pi * i / 10) for i in range(1, 10)], abs=2e-4
        )
