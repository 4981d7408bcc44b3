"""Pictures of games of readers, compared with the solver."""

import re
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games_widgets.drawing.curves import Chart
from games_widgets.drawing.parts import Remark
from games_widgets.drawing.render import render
from games_widgets.drawing.text import exact, exactly, number, percent, rounded
from games_widgets.your_game.app import CHAINS, EXAMPLES
from games_widgets.your_game.view import (
    NO_SAMPLE,
    Fault,
    LargeMap,
    PrintedText,
    Sample,
    SmallMap,
    chain,
    is_drawn,
    program,
    state_text,
    waiting,
)
from own_games import states
from own_games.program import Game
from tests.helpers.markup import Parsed
from tests.helpers.your_game import PIGLET, solve
from tests.widgets.pictures import places


def play_sample(game, times, seed=1):
    rng = Random(seed)
    walks = [list(game.walk(rng)) for _ in range(times)]
    return Sample(tuple(len(walk) - 1 for walk in walks), tuple(walk[-1] for walk in walks))


def line(goal):
    ways = "{n - 1: 1/2, n + 1: 1/2}"
    return solve(f"start = 1\ndef step(n): return {{n: 1}} if n in (0, {goal}) else {ways}")


@pytest.mark.parametrize("label", EXAMPLES)
@pytest.mark.parametrize("times", [0, 100])
def test_a_program_shows_what_the_solver_says(label, times):
    game = solve(EXAMPLES[label])
    sample = play_sample(game, times) if times else NO_SAMPLE
    picture = program(game, sample)
    headlines = picture.figures.headlines.by_label
    assert headlines["steps on average"] == rounded(game.mean)
    assert headlines["standard deviation"] == number(game.deviation_float, 2)
    notes = {figure.label: figure.note for figure in picture.figures.headlines.figures}
    assert notes["steps on average"] == exactly(game.mean, 60)
    assert f"{len(game.states)} states" in picture.summary
    if game.process:
        assert headlines["best play is worth"] == rounded(game.value)
        choices = {state: game.process.advice(state) for state in game.chain.transient}
        best = {
            state_text(s, 24): state_text(o[0][0], 24) for s, o in choices.items() if len(o) > 1
        }
        rows = picture.choices.content.table.rows
        assert {row.head: row.cells[0].content for row in rows} == best
    simulation = picture.simulation.content
    assert [b.act for b in simulation.buttons.content if not b.is_disabled] == (
        ["play", "clear"] if times else ["play"]
    )
    assert (simulation.steps is not None) == bool(times)
    if times:
        assert simulation.steps.mean == Fraction(sum(sample.steps), times)
        assert simulation.steps.expected == game.mean
        assert (simulation.values is not None) == bool(game.process and not game.gains)


@pytest.mark.parametrize("label", EXAMPLES)
def test_the_curves_are_the_survival_and_that_of_the_sample(label):
    game = solve(EXAMPLES[label])
    sample = Sample((1, 2, 3), tuple(list(game.ends)[:1] * 3))
    chart = program(game, sample).length.content.survival
    exact_curve, sample_curve = chart.shapes
    ts = range(len(exact_curve.points))
    curve = game.chain.survival_curve_float(game.start, len(ts))
    assert exact_curve.points == tuple((t, pytest.approx(curve[t])) for t in ts)
    end_shares = [Fraction(sum(steps > t for steps in sample.steps), 3) for t in ts]
    assert sample_curve.points == tuple((t, pytest.approx(float(end_shares[t]))) for t in ts)
    assert [mark.x for mark in chart.marks] == [float(game.mean), game.median]


@pytest.mark.parametrize("label", EXAMPLES)
def test_the_ends_have_their_chances_and_those_of_the_sample(label):
    game = solve(EXAMPLES[label])
    first = next(iter(game.ends))
    picture = program(game, Sample((1, 2, 3), (first,) * 3))
    if picture.ends is None:
        assert len(game.ends) == 1
        return
    ends = {state_text(end, 24): end for end in game.ends}
    table = picture.ends.content.table.table
    assert len(table.rows) == len(ends)
    for row in table.rows:
        end = ends[row.head.label]
        cells = dict(zip(table.heads[1:-1], row.cells, strict=False))
        assert row.cells[-1].share == game.ends[end]
        assert cells["chance"] == percent(game.ends[end])
        value = cells["exact value"].content
        assert ("".join(map(str, value))).startswith(exact(game.ends[end], 24))
        if game.process:
            assert cells["worth"] == number(game.worth[end])
        assert cells["played"] == percent(Fraction(int(end == first)))


def test_usual_chance_of_many_arrows_is_named_once():
    def labels(text):
        game_map = program(solve(text)).map.content
        return [edge.label for edge in game_map.graph.wide.edges], game_map.remark.content

    arrows, text = labels(EXAMPLES["Snakes and ladders"])
    assert "An arrow without a number has the chance 1/3." in text
    assert len(arrows) > 12
    assert sorted(set(arrows)) == ["", "1"]
    assert arrows.count("1") == 1
    arrows, text = labels(EXAMPLES["Heads twice"])
    assert "Each arrow has its chance." in text
    assert set(arrows) == {"1/2"}
    # many arrows, and none of the chances is that of more than half of them
    die = "def step(n): return {n: 1} if n > 9 else {n + 1: 1/2, n + 2: 1/3, n + 3: 1/6}"
    arrows, text = labels(f"start = 0\n{die}")
    assert "Each arrow has its chance." in text
    assert all(arrows)


@pytest.mark.parametrize("name", ["Heads twice", "The way home", "Tennis from deuce"])
def test_labels_do_not_overlap_on_a_phone(name):
    chain_ = states.chain(states.parse(CHAINS[name]))
    narrow = render(chain(Game(chain_.transient[0], chain_)).map.content.graph.narrow)
    ground = r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="18">'
    labels = [tuple(map(float, match)) for match in re.findall(ground, narrow)]
    assert len(labels) == sum(len(chain_.step(state)) for state in chain_.transient)
    for (x, y, wide), (u, v, broad) in combinations(labels, 2):
        assert max(u - x - wide, x - u - broad, abs(v - y) - 18) >= 3


def test_the_size_decides_what_is_drawn():
    small, middle, large = line(20), line(200), line(900)
    assert [is_drawn(game) for game in (small, middle, large)] == [True, False, False]
    maps = [program(game).map.content for game in (small, middle, large)]
    assert [type(game_map) for game_map in maps] == [SmallMap, LargeMap, Remark]
    assert "901 states" in maps[2].content
    assert "would be too large to read" in maps[2].content
    assert [button.act for button in maps[0].watch.content] == ["watch"]
    assert len(render(program(large))) < 60_000


def test_the_matrix_has_a_square_for_each_way():
    game = line(200)
    matrix = program(game).map.content.matrix
    squares = [place for _, places in matrix.shades for place in places]
    assert len(squares) == game.size + len(game.chain.absorbing)
    number_of = {state: i for i, state in enumerate(game.states)}
    transitions = {
        (number_of[state], number_of[target], 1)
        for state in game.states
        for target in (game.chain.step(state) if state in game.chain.transient else [state])
    }
    assert set(squares) == transitions


def test_graph_names_each_way_and_lights_one_state():
    game = solve(EXAMPLES["Snakes and ladders"])
    for seat in ("5", None):
        drawings = program(game, watched_state=seat).map.content.graph
        for graph in (drawings.wide, drawings.narrow):
            highlighted_labels = [node.label for node in graph.nodes if "highlighted" in node.kind]
            assert highlighted_labels == [seat] * (seat is not None)
    for state in game.chain.transient:
        for target, chance in game.chain.step(state).items():
            assert f"{chance} to {target}" in drawings.wide.alt_text


def test_states_with_the_same_name_get_different_labels():
    game = solve("start = 1\ndef step(n): return {n: 1} if n == '1' else {1: 1/2, '1': 1/2}")
    nodes = program(game).map.content.graph.wide.nodes
    assert len({node.name for node in nodes}) == 2
    assert sorted(node.label for node in nodes) == ["'1'", "1"]


@pytest.mark.parametrize("label", [label for label in CHAINS if label != "A trap"])
def test_a_chain_shows_n_and_how_it_ends(label):
    chain_read = states.chain(states.parse(CHAINS[label]))
    game = Game(chain_read.transient[0], chain_read)
    picture = chain(game, play_sample(game, 50))
    visits = picture.visits.content.visits
    assert [row.visits for row in visits.rows] == [*map(tuple, chain_read.fundamental_matrix())]
    for row, state in zip(visits.rows, chain_read.transient, strict=True):
        assert (row.start, row.is_chosen) == (state, state == game.start)
        assert row.steps == sum(row.visits) == chain_read.expected_steps(state)


def test_shades_of_n_are_shares_of_its_largest_entry():
    chain_read = states.chain(states.parse(CHAINS["The way home"]))
    visits = chain(Game(chain_read.transient[0], chain_read)).visits.content.visits
    N = chain_read.fundamental_matrix()
    full = [float(entry / max(map(max, N))) for row in N for entry in row]
    markup = render(visits)
    assert [*places(markup, "td[style]").values()] == pytest.approx(full, abs=6e-4)
    starts = [part for _, part in Parsed(markup).elements if "aria-pressed" in part]
    assert [part["data-value"] for part in starts] == [*map(str, chain_read.transient)]
    assert [part["aria-pressed"] for part in starts] == ["true"] + ["false"] * (len(N) - 1)


def test_text_stays_text():
    evil = "<script>alert(1)</script>"
    game = solve(f"start = {evil!r}\ndef step(n): return {{'<i>': 1}}")
    for picture in (program(game, play_sample(game, 3)), chain(game)):
        tags = {name for name, _ in Parsed(render(picture)).elements}
        assert not tags & {"script", "i"}
        assert "&lt;script&gt;" in render(picture)
    assert [tag for tag, _ in Parsed(render(Fault(evil))).elements] == ["span"]
    assert {tag for tag, _ in Parsed(render(PrintedText(evil))).elements} == {"pre"}


def test_names_are_short_and_plain():
    assert state_text("x" * 99) == "x" * 15 + "…"
    assert state_text((1, ("a", Fraction(1, 3)))) == "(1, (a, 1/3))"
    assert state_text(frozenset({2, 1})) == "{1, 2}"
    assert len(state_text(tuple(range(1000)), 24)) == 24
    assert state_text(None) == "None"


def test_decimals_are_explained():
    game = solve("start = 0\ndef step(n): return {n: 1} if n else {1: 0.25, 0: 0.75}")
    assert "0.25 is read as 1/4 and 0.75 is read as 3/4" in program(game).decimals.content
    assert program(solve(EXAMPLES["Heads twice"])).decimals is None


def test_picture_before_the_first_run_says_so():
    assert "has not run" in waiting().summary
    assert Parsed(render(waiting())).acts() == []


def test_long_game_gets_words_in_place_of_a_curve():
    album = solve(
        "start = 0\ndef step(n): return {n: 1} if n == 640 else {n: n/640, n + 1: 1 - n/640}"
    )
    text = program(album).length.content.survival.content
    assert "The game is too long for a curve here: after 232 steps" in text
    assert "The mean is 4505.26, with a standard deviation of" in text
    assert isinstance(program(line(30)).length.content.survival, Chart)


def test_long_fractions_of_ends_are_shortened():
    game = solve("start = 0\ndef step(n):\n  return {n: 1} if n else {1: 1/3**60, 2: 1 - 1/3**60}")
    small, large = (row.cells[1].content for row in program(game).ends.content.table.table.rows)
    assert (small[0].value, large[0].value) == (Fraction(1, 3**60), 1 - Fraction(1, 3**60))
    assert small[0].label == "a fraction of 1 over 29 digits"
    markup = render(small[0])
    assert Parsed(markup).text == small[0].label + str(small[0].value)
    assert [tag for tag, _ in Parsed(markup).elements] == ["details", "summary", "code"]


def test_picture_names_the_aim_of_all_decisions():
    bold = solve(EXAMPLES["Bold or timid"])
    assert "All decisions are made for the same aim" in program(bold).choices.remark.content
    assert "Two players decide" in program(solve(PIGLET)).choices.remark.content


def test_printed_text_is_shown_as_it_is():
    picture = program(solve("print('<b>bold</b>')\n" + EXAMPLES["Heads twice"]))
    assert picture.printed.content.text.strip() == "<b>bold</b>"
    assert program(line(3)).printed is None


def test_median_that_is_far_away_is_left_out():
    far = solve("start = 0\ndef step(n):\n  return {n: 1} if n == 90 else {n + 1: 1/3, 0: 2/3}")
    picture = program(far)
    assert "half are over after" not in picture.figures.headlines.by_label
    assert isinstance(picture.length.content.survival, Remark)


def test_a_long_fraction_can_be_seen_and_copied():
    board = solve(EXAMPLES["Snakes and ladders"])
    assert program(board).figures.exactly == ()  # short ones stand there anyway
    long = solve("start = 0\ndef step(n):\n  return {n: 1} if n == 70 else {n + 1: 3/7, 0: 4/7}")
    assert [fraction.value for fraction in program(long).figures.exactly] == [long.mean]
    far = "{0: p, 1: 1 - p} if n == 0 else {n: 1}"
    far = solve(f"start = 0\np = 1/10**3800\ndef step(n):\n  return {far}")
    assert program(far).figures.exactly == ()  # more digits than anybody wants
