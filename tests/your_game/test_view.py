"""Pictures of brought games, read back and compared with what the solver says."""

import re
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest

from games.your_game import states
from games.your_game.program import Game
from games_widgets.drawing.text import exact, number
from games_widgets.your_game.app import CHAINS, EXAMPLES
from games_widgets.your_game.view import (
    NONE,
    Sample,
    chain,
    faulty,
    is_drawn,
    named,
    program,
    waiting,
)
from tests.helpers.markup import Parsed
from tests.helpers.placement import rows
from tests.helpers.your_game import PIGLET, solve
from tests.widgets.pictures import places


def played(game, times, seed=1):
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
    picture = program(game, played(game, times) if times else NONE)
    parsed = Parsed(picture.html)
    assert exact(game.mean, 60) in parsed.text
    assert number(game.deviation_float, 2) in parsed.text
    assert f"median {game.median}" in parsed.text
    assert f"{len(game.states)} states" in picture.summary
    if game.process:
        assert exact(game.value, 60) in parsed.text
        for state in game.chain.transient:
            options = game.process.advice(state)
            if len(options) > 1:
                assert f"{named(state, 24)}{options[0][0]}" in parsed.text
    assert ("games took" in parsed.text) == bool(times)
    assert (("clear", "") in parsed.acts()) == bool(times)
    assert ("play", "") in parsed.acts()


def test_in_a_crowd_of_arrows_the_usual_chance_is_said_once():
    def labels(text):
        html = program(solve(text)).html
        wide = html.split('class="oe-graph"')[1]
        return re.findall(r'<g class="oe-edge[^>]*>.*?</g>', wide), Parsed(html).text

    arrows, text = labels(EXAMPLES["Snakes and ladders"])
    assert "An arrow without a number has the chance 1/3." in text
    assert len(arrows) > 12
    assert [it for it in arrows if ">1/3<" in it] == []
    assert sum("<text" in it for it in arrows) == sum(">1<" in it for it in arrows) == 1
    arrows, text = labels(EXAMPLES["Heads twice"])
    assert "Each arrow has its chance." in text
    assert all(">1/2<" in it for it in arrows)
    # many arrows, and none of the chances is that of more than half of them
    die = "def step(n): return {n: 1} if n > 9 else {n + 1: 1/2, n + 2: 1/3, n + 3: 1/6}"
    arrows, text = labels(f"start = 0\n{die}")
    assert "Each arrow has its chance." in text
    assert all("<text" in it for it in arrows)


@pytest.mark.parametrize("name", ["Heads twice", "The way home", "Tennis from deuce"])
def test_on_a_phone_labels_stand_apart(name):
    chain_ = states.chain(states.parsed(CHAINS[name]))
    html = chain(Game(chain_.transient[0], chain_)).html
    *_, narrow = html.split('class="oe-graph"')
    ground = r'<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="18">'
    labels = [tuple(map(float, it)) for it in re.findall(ground, narrow)]
    assert len(labels) == sum(len(chain_.step(it)) for it in chain_.transient)
    for (x, y, wide), (u, v, broad) in combinations(labels, 2):
        assert max(u - x - wide, x - u - broad, abs(v - y) - 18) >= 3


def test_the_size_decides_what_is_drawn():
    small, middle, large = line(20), line(200), line(900)
    assert [is_drawn(game) for game in (small, middle, large)] == [True, False, False]
    assert 'class="oe-graph"' in program(small).html
    assert 'class="oe-matrix"' in program(middle).html
    assert "901 states" in Parsed(program(large).html).text
    assert "no picture that could be read" in Parsed(program(large).html).text
    for game, offered in ((small, True), (middle, False)):
        assert (("watch", "") in Parsed(program(game).html).acts()) == offered
    assert len(program(large).html) < 60_000


def test_the_matrix_has_a_square_for_each_way():
    game = line(200)
    squares = re.findall(r"M\d+ \d+h1", program(game).html)
    assert len(squares) == game.size + len(game.chain.absorbing)


def test_the_graph_says_each_way_and_lights_one_state():
    game = solve(EXAMPLES["Snakes and ladders"])
    html = program(game, at="5").html
    assert html.count("oe-is-lit") == 2  # in the wide drawing and in the narrow one
    assert "oe-is-lit" not in program(game).html
    told = [it["aria-label"] for name, it in Parsed(html).elements if it.get("class") == "oe-graph"]
    for state in game.chain.transient:
        for to, chance in game.chain.step(state).items():
            assert f"{chance} to {to}" in told[0]


def test_states_of_the_same_name_keep_apart():
    game = solve("start = 1\ndef step(n): return {n: 1} if n == '1' else {1: 1/2, '1': 1/2}")
    assert len(Parsed(program(game).html).elements) > 20
    html = program(game).html
    assert html.count(">1</text>") == html.count(">&#x27;1&#x27;</text>") == 2


@pytest.mark.parametrize("label", [label for label in CHAINS if label != "A trap"])
def test_a_chain_shows_n_and_how_it_ends(label):
    found = states.chain(states.parsed(CHAINS[label]))
    game = Game(found.transient[0], found)
    picture = chain(game, played(game, 50))
    N = found.fundamental_matrix()
    table = [row for row in rows(picture.html) if row[0].startswith("start from")]
    for (name, *visits, steps), state, row in zip(table, found.transient, N, strict=True):
        assert name == f"start from {state}"
        for shown, value in zip(visits, row, strict=True):
            assert float(Fraction(shown)) == pytest.approx(float(value), rel=0.005)
        assert float(Fraction(steps)) == pytest.approx(
            float(found.expected_steps(state)), rel=0.005
        )
    full = [float(visits / max(map(max, N))) for row in N for visits in row]
    assert [*places(picture.html, "td[style]").values()] == pytest.approx(full, abs=6e-4)
    pressed = [it for _, it in Parsed(picture.html).elements if it.get("aria-pressed") == "true"]
    assert [it["data-value"] for it in pressed] == [str(game.start)]


def test_text_stays_text():
    evil = "<script>alert(1)</script>"
    game = solve(f"start = {evil!r}\ndef step(n): return {{'<i>': 1}}")
    for picture in (program(game, played(game, 3)), chain(game)):
        tags = {name for name, _ in Parsed(picture.html).elements}
        assert not tags & {"script", "i"}
        assert "&lt;script&gt;" in picture.html
    assert Parsed(faulty(evil)).elements == [("span", {"class": "oe-fault"})]
    assert faulty("") == ""


def test_names_are_short_and_plain():
    assert named("x" * 99) == "x" * 15 + "…"
    assert named((1, ("a", Fraction(1, 3)))) == "(1, (a, 1/3))"
    assert named(frozenset({2, 1})) == "{1, 2}"
    assert len(named(tuple(range(1000)), 24)) == 24
    assert named(None) == "None"


def test_decimals_are_explained():
    game = solve("start = 0\ndef step(n): return {n: 1} if n else {1: 0.25, 0: 0.75}")
    text = Parsed(program(game).html).text
    assert "0.25 as 1/4 and 0.75 as 3/4" in text
    assert "Numbers are exact here" not in program(solve(EXAMPLES["Heads twice"])).html


def test_what_waits_says_so():
    assert "has not run" in waiting().summary
    assert Parsed(waiting().html).acts() == []


def test_a_curve_that_would_say_nothing_is_told_in_words():
    album = solve(
        "start = 0\ndef step(n): return {n: 1} if n == 640 else {n: n/640, n + 1: 1 - n/640}"
    )
    text = Parsed(program(album).html).text
    assert "Too long a game for a curve here: after 232 steps, over 99.99 % of all games" in text
    assert "The mean is 4505.26, with a standard deviation of" in text
    assert "oe-chart" not in program(album).html
    assert "Too long a game" not in program(line(30)).html


def test_fractions_of_ends_open():
    game = solve("start = 0\ndef step(n):\n  return {n: 1} if n else {1: 1/3**60, 2: 1 - 1/3**60}")
    html = program(game).html.replace("<wbr>", "")
    assert f"<code>{Fraction(1, 3**60)}</code>" in html
    assert "<summary>a fraction of 1 over 29 digits</summary>" in html


def test_who_decides_is_said():
    bold = solve(EXAMPLES["Bold or timid"])
    assert "All decisions are made for the same aim" in program(bold).html
    assert "Two players decide" in program(solve(PIGLET)).html


def test_what_was_printed_is_text():
    html = program(solve("print('<b>bold</b>')\n" + EXAMPLES["Heads twice"])).html
    assert "&lt;b&gt;bold&lt;/b&gt;" in html
    assert "What it printed" not in program(line(3)).html


def test_a_median_that_is_far_away_is_not_told():
    far = solve("start = 0\ndef step(n):\n  return {n: 1} if n == 90 else {n + 1: 1/3, 0: 2/3}")
    assert "median" not in Parsed(program(far).html).text


def test_a_long_fraction_can_be_seen_and_copied():
    board = solve(EXAMPLES["Snakes and ladders"])
    assert "<details" not in program(board).html  # short ones stand there anyway
    long = solve("start = 0\ndef step(n):\n  return {n: 1} if n == 70 else {n + 1: 3/7, 0: 4/7}")
    assert f"<code>{long.mean}</code>" in program(long).html.replace("<wbr>", "")
    far = "{0: p, 1: 1 - p} if n == 0 else {n: 1}"
    far = solve(f"start = 0\np = 1/10**3800\ndef step(n):\n  return {far}")
    assert "<details" not in program(far).html  # more digits than anybody wants
