"""Where each part of a picture lies and how long it is: read by scales and ticks, as readers do.

Words may be right beside a bar that is too long. So lengths and places are compared here with the
solvers, as `tests/kit/test_labels.py` compares what is written.
"""

from collections import Counter
from fractions import Fraction
from math import comb, sqrt

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from games import chase, yazy
from games.chase import view as chase_views
from games.chase.playing import Chase, Table
from games.counting import view as counting
from games.counting.playing import Deck
from games.kit.matrix import matrix
from games.kit.tally import Lengths, Tally, lengths, pile, tally
from games.toolkit import pig
from games.toolkit import view as toolkit
from games.toolkit.playing import Play
from games.yazy import standard_solution
from games.yazy import view_scores as yazy_scores
from tests.kit.pictures import at, charts, places, through, value_of

HALF = Fraction(1, 2)
approx = pytest.approx


# All games


def on_track(markup, expected, error, seen):
    """Whether the track of a tally has all in its place, by the numbers at its ends."""
    scale = BeautifulSoup(markup, "html.parser").select(".oe-scale span")
    texts = [it.text.removeprefix("over ").removesuffix(" %") for it in scale]
    (low, slack), (high, more) = map(value_of, texts)

    def place(value):
        return float((min(max(value, low), high) - low) / (high - low))

    wanted = {
        f"oe-error-{n}": (place(expected - n * error), place(expected + n * error)) for n in (2, 1)
    }
    near = 1e-4 + 2 * float((slack + more) / (high - low))
    assert low - slack <= seen <= high + more
    wanted |= {"oe-expected": place(expected), "oe-observed": place(seen)}
    return places(markup, ".oe-track span") == at(wanted, near)


@settings(max_examples=50)
@given(st.integers(1, 500), st.data(), st.fractions(0, 1))
def test_the_track_of_a_tally_of_wins(games, data, expected):
    wins = data.draw(st.integers(0, games))
    error = Fraction(sqrt(expected * (1 - expected) / games))
    markup = tally("X", Tally(games, wins), expected)
    assert on_track(markup, 100 * expected, 100 * error, Fraction(100 * wins, games))


@settings(max_examples=50)
@given(st.lists(st.integers(1, 10**4), min_size=1, max_size=30), st.integers(1, 10**4))
def test_the_track_of_a_tally_of_lengths_is_as_long_as_its_mean_is_off(games, expected):
    of = Lengths(len(games), sum(games), min(games), max(games), tuple(games))
    markup = lengths(of, "turn", Fraction(expected), 99.0)
    mean, error = Fraction(sum(games), len(games)), Fraction(99 / sqrt(len(games)))
    assert on_track(markup, expected, error, mean)


@given(st.lists(st.integers(0, 30), min_size=1, max_size=200))
def test_a_pile_of_games_stands_where_they_ended(games):
    (chart,) = charts(pile(games, "points", at_most=lambda most: (most + 1) / 40, low=0, high=29))
    many = Counter(games)
    if max(games) < 30:
        assert through(chart["dashed"], *((n, len(games) / 40) for n in range(30)))
        stand = Counter(round(x) for x, _ in chart["dots"])
        assert stand == (many if max(many.values()) <= 12 else {})
        for n, height in chart["columns"]:
            assert height == approx(many[round(n)], abs=0.01 + max(many.values()) / 1000)


def test_beside_a_matrix_its_row_is_named():
    html = matrix("", 8, range(5), told="", lit=[3], beside="row 3")
    assert places(html, ".oe-beside span") == {"row 3": 3.5 / 5}
    (frame,) = BeautifulSoup(html, "html.parser").select("rect")
    assert (frame["y"], frame["width"], frame["height"]) == ("3", "8", "1")


# The race


# The chase


@pytest.mark.parametrize("table", [Table(8, 2, 2, 4), Table(9, 5, 1, 2), Table(20, 2, 2, 1)])
def test_who_loses_beside_equal_chances(table):
    n, game = table.players, Chase.at_start(table).after(1, 0).after(0, 1).after(1, 1)
    way, chart = charts(chase_views.play(game, exact=True).html)
    chances = chase.loser_probabilities(n, **table.start)
    assert through(chart["columns"], *((seat, 100 * it) for seat, it in enumerate(chances)))
    assert through(chart["dashed"], (-0.5, 100 / n), (n - 0.5, 100 / n))
    assert through(way["solid"], *enumerate(game.distances))
    assert through(way["dots"], (3, game.distances[-1]))


# Chains, counting, and games of one's own


@pytest.mark.parametrize(("a", "b", "heads"), [(3, 2, HALF), (4, 5, Fraction(2, 5))])
def test_the_unfinished_game(a, b, heads):
    filled = {
        (str(i), str(j)): sum(
            comb(i + j - 1, k) * heads**k * (1 - heads) ** (i + j - 1 - k) for k in range(i, i + j)
        )
        for i in range(a + 1)
        for j in range(b + 1)
        if i or j
    }
    assert places(counting.points(a, b, heads).html, "td[style]") == at(filled, 6e-4)


def test_the_next_card_and_what_policies_win():
    seen = {"first": Tally(100, 48), "last": Tally(100, 53)}
    html = counting.now(Deck("RRBRBBRB", 2), reader=Tally(), policies=seen).html
    wanted = {"next card red": Fraction(2, 6), "first": 0.48, "last": 0.53}
    assert places(html, ".oe-fill") == at(wanted)


@pytest.mark.parametrize("faces", [(4, 5), (4, 5, "hold", 6), (5, 5, "hold", 2, "hold", 6, 6)])
def test_pig(faces):
    play = Play("Pig", 30)
    for face in faces:
        play = play.held() if face == "hold" else play.threw(face)
    html = toolkit.game(play, odds=True, reader=Tally(), machine=Tally()).html
    lanes = [it["aria-label"] for it in BeautifulSoup(html, "html.parser").select(".oe-lane")]
    pots = [play.pot * (play.turn.who == who) for who in (0, 1)]
    banked = {name: Fraction(score, 30) for name, score in zip(lanes, play.scores, strict=True)}
    assert places(html, ".oe-banked") == at(banked)
    assert places(html, ".oe-in-pot") == at(
        {n: pot / 30 for n, pot in zip(lanes, pots, strict=True)}
    )
    mine, theirs = play.scores if play.yours else play.scores[::-1]
    chances = pig.options(30, mine, theirs, play.pot, kind="Pig")
    assert places(html, ".oe-choices .oe-fill") == at(chances)


# Lucky draws


# Yazy

SOLUTION = standard_solution()


def test_how_likely_each_score_is():
    chances = yazy.score_distribution_float(rules := yazy.Rules(rerolls=1, categories=("ones",)))
    solution = yazy.solve(rules)
    results = yazy_scores.Results(rules, solution.expected_score, solution, chances)
    (chart,) = charts(yazy_scores.explorer(results, 4).html)
    inner = list(enumerate(chances))[1:-1]  # bars at the ends are cut in half
    assert through(chart["columns"][1:-1], *((score, 100 * p) for score, p in inner))
    marks = [float(solution.expected_score), 4.0]
    assert [*chart["marks"].values()] == approx(sorted(marks), rel=2e-3)
