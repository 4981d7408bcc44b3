"""The pictures of small chains, compared with the textbook formulas and the solver."""

import re
from collections import Counter
from fractions import Fraction
from itertools import accumulate, product
from math import ceil, pi, sin
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import Matrix

from games.chains.playing import GAMES as WALKS
from games.chains.playing import Duel, Ruin, Walk
from games.maths.markov import AbsorbingChain
from games_widgets.chains.render_walk import STACK
from games_widgets.chains.view import ruin
from games_widgets.chains.view_mirror import mirror
from games_widgets.chains.view_tail import tail
from games_widgets.chains.view_walk import Stack, StatesInRow, drain, walk
from games_widgets.drawing.render import complete_model, render
from games_widgets.drawing.text import list_text, number, percent
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
    assert picture.figures.by_label == {
        "rounds on average": number(mean(game), 2),
        "standard deviation": number(float(game.chain.variance_steps(game.start)) ** 0.5, 2),
        f"chance of {game.goal} before 0": percent(reach(game)),
    }


@pytest.mark.parametrize("game", [Ruin(6, 2, HALF, NO_DRAW), Ruin(5, 4, Fraction(2, 5), HALF)])
def test_the_matrix_has_the_visits_from_each_number_of_coins(game):
    matrix, chain = ruin(game).matrix.content.content, game.chain
    assert matrix.coins == tuple(range(1, game.goal))
    assert matrix.start == game.start
    for coins, visits, rounds, goal in zip(
        matrix.coins, matrix.visits, matrix.rounds, matrix.reach, strict=True
    ):
        assert dict(zip(matrix.coins, visits, strict=True)) == chain.expected_visits(coins)
        assert rounds == sum(visits)
        assert goal == chain.absorption_probabilities(coins)[game.goal]


def test_a_game_of_draws_alone_is_refused():
    with pytest.raises(ValueError, match="the game never ends"):
        ruin(Ruin(4, 2, HALF, Fraction(1)))


@pytest.mark.parametrize("win", [Fraction(0), Fraction(1)])
def test_a_game_without_chance_has_no_deviation(win):
    game = Ruin(8, 3, win, NO_DRAW)
    picture = ruin(game)
    assert game.reach == win
    assert game.deviation == 0
    assert " ± 0.00 rounds" in picture.summary


@given(goal=st.integers(2, 8), win=st.integers(0, 100), tie=st.integers(0, 9), data=st.data())
@settings(max_examples=60)
def test_no_summary_overstates_a_chance(goal, win, tie, data):
    start = data.draw(st.integers(1, goal - 1))
    game = Ruin(goal, start, Fraction(win, 100), Fraction(tie, 10))
    picture = ruin(game)
    if 0 < win < 100:
        assert not re.search(r"chance 100 %|chance 0 %", picture.summary)
        assert picture.figures.by_label[f"chance of {goal} before 0"] not in ("0 %", "100 %")


# The token and its bricks, and the layers


def test_the_visits_of_the_games_equal_those_of_the_text():
    rows = {name: tuple(map(str, game.visits)) for name, game in WALKS.items()}
    assert rows == {
        "heads twice in a row": ("4", "2"),
        "heads, then tails": ("2", "2"),
        "heads three times in a row": ("8", "4", "2"),
        "two coins, until none or five": ("6/5", "12/5", "8/5", "4/5"),
    }


@pytest.mark.parametrize("game", WALKS.values(), ids=WALKS)
def test_stacks_are_as_high_as_the_visits_per_game(game):
    position, visits, rng = Walk.begin(game), Counter([game.start]), Random(game.name)
    for games in range(1, 8):
        while not position.is_over:
            position = position.step(rng)
            visits[position.state] += 1
        if games < 7:
            position = Walk.begin(game, position)
            visits[game.start] += 1
    exact = AbsorbingChain(game.rows).expected_visits(game.start)
    picture = walk(position, heights_visible=True)
    means = {state: Fraction(visits[state], 7) for state in exact}
    stacks = {stack.state: stack for stack in picture.row.stacks}
    assert {state: stack.label for state, stack in stacks.items()} == {
        state: number(mean, 2) for state, mean in means.items()
    }
    top = max(4, ceil(max(*means.values(), *exact.values())))
    for state, stack in stacks.items():
        assert stack.brick_count == visits[state]
        assert stack.height == pytest.approx(float(means[state] / top))
        assert stack.target == pytest.approx(float(exact[state] / top))
        assert f"{number(means[state], 2)} on {state}" in picture.summary
    assert (picture.row.token, picture.row.previous) == (position.state, position.previous)
    words = picture.remark.content
    assert "The bricks of 7 games, pressed to one 7th of their height" in words
    settled_text = words.partition("settle, ")[2].rstrip(".")
    pairs = [pair.split(" on ") for pair in re.split(", | and ", settled_text)]
    assert {state: Fraction(value) for value, state in pairs} == exact
    scene_without_visits = walk(position)
    assert "settle" not in scene_without_visits.remark.content
    assert {stack.target for stack in scene_without_visits.row.stacks} == {None}


@pytest.mark.parametrize("game", WALKS.values(), ids=WALKS)
def test_the_stacks_settle_at_the_row_of_n(game):
    position, rng = Walk.begin(game), Random(1)
    for _ in range(4000):
        while not position.is_over:
            position = position.step(rng)
        position = Walk.begin(game, position)
    stacks = walk(position, heights_visible=True).row.stacks
    assert [stack.height for stack in stacks] == pytest.approx(
        [stack.target for stack in stacks], rel=0.06
    )


def test_a_step_is_described():
    start = Walk.begin(WALKS["heads twice in a row"])
    picture = walk(start._replace(state="H", previous="0", steps=1, bricks=(1, 1)))
    assert picture.summary == "Toss 1 leads from 0 to H, and there is a brick more."
    words = picture.row.alt_text
    assert "from 0 to 0 (1/2) and H (1/2); from H to 0 (1/2) and HH (1/2)." in words
    assert "Bricks per game: 1 on 0 and 1 on H." in words
    last_picture = walk(start._replace(state="HH", previous="H", steps=2, bricks=(1, 1)))
    assert last_picture.summary == "Toss 2 leads from H to HH: this game is over after 2 tosses."


@pytest.mark.parametrize("game", WALKS.values(), ids=WALKS)
@pytest.mark.parametrize("t", [0, 1, 4, 40])
def test_each_step_adds_a_layer_of_chance(game, t):
    chances = [{game.start: Fraction(1)}]
    for _ in range(t):
        following = Counter()
        for state, chance in chances[-1].items():
            for target, p in game.rows[state].items():
                following[target] += chance * Fraction(p)
        chances.append(following)
    scene = drain(game, t)
    top = ceil(max(game.visits))
    assert [stack.state for stack in scene.picture.row.stacks] == list(game.rows)
    for stack in scene.picture.row.stacks:
        layers = [step.get(stack.state, Fraction(0)) for step in chances]
        total = sum(layers)
        if stack.state in game.chain.absorbing:
            layers, total = layers[-1:], layers[-1]
            assert stack.label == percent(total)
        else:
            assert stack.label == number(total, None if total.denominator == 1 else 2)
        assert stack.layers == pytest.approx([float(layer / top) for layer in layers])
        assert stack.height == pytest.approx(float(total / top))
        assert (stack.target is not None) == (t == 40 and stack.state in game.chain.transient)
    places = [f"{percent(Fraction(chances[t].get(state, 0)))} in {state}" for state in game.rows]
    assert (f": {list_text(places)}. The layers" in scene.summary) == (t < 40)
    assert ("settle at" in scene.summary) == (t == 40)


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
        picture = mirror(duel, 7, place).picture
        assert picture.lead == tuple(path[: rounds + 1])
        assert (picture.rounds, picture.other_games) == (len(path) - 1, ())
        lead = abs(path[rounds])
        power = str(lead).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")) if lead > 1 else ""
        assert picture.odds == (f"{win}{power} : {lose}{power}" if lead else "1 : 1")
    other_games = mirror(duel, 7, 30).picture.other_games
    assert len(other_games) == 12
    for n, game in enumerate(other_games, start=1):
        pattern = accumulate(duel.play(Random(f"7 of the mirror, {n}")), initial=0)
        assert game == tuple(pattern)[: len(path)]


def test_the_summary_has_the_numbers_of_huygens():
    summary = mirror(Duel(12, 15, 27), 1, 30).summary.replace("\u202f", "")
    assert f"that is {5**12} : {9**12}" in summary


@pytest.mark.parametrize("game", [Ruin(10, 3, HALF, NO_DRAW), Ruin(6, 1, Fraction(1, 3), HALF / 5)])
def test_the_shares_of_old_games_fit_the_pattern(game):
    chain = game.chain
    Q = Matrix(chain.Q)
    for t in (0, 1, 9, 60, 61):
        picture = tail(game, t).picture
        exact = [float(value) for value in (Q**t).row(game.start - 1)]
        scale = max(picture.heights) / max(exact)
        assert picture.heights == pytest.approx([value * scale for value in exact], abs=1e-6)
        assert picture.rounds == (1 if game.tie else 2)
        alive = [chain.survival_float(game.start, max(n, 0)) for n in (t, t - picture.rounds)]
        if t:
            assert percent(Fraction(round(alive[0], 9))) in tail(game, t).summary
        if t >= picture.rounds:
            assert float(picture.left) == pytest.approx(alive[0] / alive[1])
        else:
            assert picture.left is None
        assert (picture.pattern is None) == (t < 60)
    pattern = Matrix(picture.pattern).T
    next_pattern = pattern * Q
    ratio = next_pattern[0] / pattern[0]
    assert list(next_pattern) == pytest.approx(list(ratio * pattern), abs=1e-9)
    assert max(picture.pattern) == pytest.approx(1)
    below = zip(picture.heights, picture.pattern, strict=True)
    assert all(height <= limit + 1e-9 for height, limit in below)
    if game.win == HALF:
        assert picture.pattern == pytest.approx([sin(pi * i / 10) for i in range(1, 10)])


# The markup


def pieces(markup, tag):
    """Return the attributes of the elements with this tag."""
    return [attributes for name, attributes in Parsed(markup).elements if name == tag]


def test_rows_of_the_matrix_are_buttons_that_set_the_start():
    game = Ruin(6, 2, HALF, NO_DRAW)
    markup = render(ruin(game).matrix)
    buttons = pieces(markup, "button")
    assert {button["data-act"] for button in buttons} == {"start"}
    assert [button["data-value"] for button in buttons] == ["1", "2", "3", "4", "5"]
    pressed_values = [
        button["data-value"] for button in buttons if button["aria-pressed"] == "true"
    ]
    assert pressed_values == ["2"]
    assert [head["scope"] for head in pieces(markup, "th")] == ["col"] * 8 + ["row"] * 5
    assert "start with 2" in Parsed(markup).text
    styles = [cell["style"] for cell in pieces(markup, "td") if "style" in cell]
    shares = [float(style.removeprefix("--share:")) for style in styles]
    entries = [entry for row in game.chain.fundamental_matrix() for entry in row]
    assert shares == pytest.approx([float(entry / max(entries)) for entry in entries], abs=6e-4)


def test_pieces_of_a_stack_are_as_high_as_the_model_says():
    game = WALKS["heads twice in a row"]
    layered_stack = Stack("0", 0.5, "<b>", layers=(0.25, 0.2, 0.05), target=0.9)
    markup = render(StatesInRow(game, (layered_stack, Stack("H", 0.4, "2", 4)), "", "H", "0"))
    blocks = [rect for rect in pieces(markup, "rect") if rect["width"] == "34"]
    heights = [float(block["height"]) for block in blocks]
    goal_pattern = [0.25, 0.2, 0.05, 0.1, 0.1, 0.1, 0.1]
    assert heights == pytest.approx([STACK * share for share in goal_pattern], abs=0.01)
    bottoms = [float(block["y"]) + float(block["height"]) for block in blocks]
    floor = max(bottoms)
    assert bottoms[:3] == pytest.approx([floor, floor - 25, floor - 45], abs=0.11)
    [line] = re.findall(r'd="M[-\d.]+ ([\d.]+)h50"', markup)
    assert floor - float(line) == pytest.approx(90, abs=0.11)
    assert "b" not in [tag for tag, _ in Parsed(markup).elements]


def test_the_last_step_is_the_arrow_that_is_drawn_on_top():
    game = WALKS["heads twice in a row"]

    def arrows(previous):
        row = StatesInRow(game, (Stack("0", 0.5, "1"), Stack("H", 0.5, "1")), "", "H", previous)
        paths = [path["d"] for path in pieces(render(row), "path")]
        return [path for path in paths if "Z" not in path]  # the heads of arrows end with Z

    assert sorted(arrows("")) == sorted(arrows("0"))
    [start] = re.findall(r"^M([-\d.]+) ", arrows("0")[-1])
    assert 0 < float(start) < 65  # from state 0 at 0, not back from H at 130


def test_the_mirror_image_is_drawn_upside_down():
    picture = mirror(Duel(3, 5, 1), 7, 24).picture
    *_, image, own_path = [path["d"] for path in pieces(render(picture), "path")]
    heights = [[float(y) for y in path.strip("Mz").split()[1::2]] for path in (own_path, image)]
    assert heights[0] == [-lead for lead in picture.lead]
    assert heights[1] == list(picture.lead)


def test_bars_of_the_tail_stand_beside_the_pattern():
    picture = tail(Ruin(6, 1, Fraction(1, 3), NO_DRAW), 60).picture
    styles = [bar["style"] for bar in pieces(render(picture), "i")]
    shares = [[float(n) for n in re.findall(r":([\d.]+)", style)] for style in styles]
    assert shares == [
        pytest.approx(height_pair, abs=6e-5)
        for height_pair in zip(picture.heights, picture.pattern, strict=True)
    ]
    assert f"{percent(picture.left)} is what two rounds leave" in Parsed(render(picture)).text


@pytest.mark.parametrize(
    "model",
    [
        walk(Walk.begin(WALKS["heads, then tails"])),
        drain(WALKS["heads, then tails"], 2),
        mirror(Duel(6, 49, 51), 2, 30),
        tail(Ruin(6, 1, HALF, NO_DRAW), 20),
    ],
    ids=["walk", "drain", "mirror", "tail"],
)
def test_each_drawing_is_described(model):
    elements = Parsed(render(complete_model(model))).elements
    drawings = [attributes for _, attributes in elements if attributes.get("role") == "img"]
    assert drawings
    assert all(len(drawing["aria-label"]) > 40 for drawing in drawings)
