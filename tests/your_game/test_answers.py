"""The answer in the form of the question: ends that are numbers, lengths, and conditions."""

from fractions import Fraction
from itertools import product

import pytest

from games.your_game.distribution import Distribution
from games_widgets.drawing.text import exact, percent, to_eight_digits
from games_widgets.your_game import app as apps
from games_widgets.your_game import view
from tests.helpers.apps import AppDriver, send, wait
from tests.helpers.markup import Parsed
from tests.helpers.your_game import COIN, solve

THREE_DICE = """
start = 0, 0
def step(state):
    if isinstance(state, int):
        return {state: 1}
    thrown, total = state
    sums = [total + face for face in range(1, 7)]
    return {n if thrown == 2 else (thrown + 1, n): 1/6 for n in sums}
"""
RUIN = """
start = 2
def step(coins):
    return {coins: 1} if coins in (0, 5) else {coins + 1: 2/5, coins - 1: 3/5}
"""


class Bench(AppDriver):
    def __init__(self, text):
        tree = apps.program(text)
        self.address, _, self.bench, self.surface = tree.children


def throws():
    """Return how often each total comes with three dice."""
    totals = [sum(dice) for dice in product(range(1, 7), repeat=3)]
    return {str(n): Fraction(totals.count(n), len(totals)) for n in range(3, 19)}


def test_numbers_are_in_order_with_mean_and_deviation():
    distribution = solve(THREE_DICE).end_distribution
    assert distribution.outcomes == tuple(map(str, range(3, 19)))
    assert dict(distribution.chance_of) == throws()
    assert distribution.mean == Fraction(21, 2)
    assert distribution.deviation_float == pytest.approx((35 / 4) ** 0.5)


@pytest.mark.parametrize("n", range(3, 19))
def test_at_least_and_at_most_are_sums(n):
    distribution = solve(THREE_DICE).end_distribution
    chances = throws()
    i = distribution.outcomes.index(str(n))
    assert distribution.at_least[i] == sum(chances[str(k)] for k in range(n, 19))
    assert distribution.at_most[i] == sum(chances[str(k)] for k in range(3, n + 1))


def test_words_are_in_order_of_their_chances():
    distribution = Distribution.of({"10": Fraction(1, 4), "home": Fraction(3, 4)})
    assert distribution.outcomes == ("home", "10")
    assert distribution.mean is distribution.deviation_float is None


@pytest.mark.parametrize("form", view.FORMS)
def test_the_picture_has_the_form_that_was_asked(form):
    game = solve(THREE_DICE)
    distribution = game.end_distribution
    chances = {"exactly": distribution.chances, "at least": distribution.at_least}
    picture = view.program(game, asked=view.Asked(form))
    text = Parsed(picture.html).text
    for chance in chances.get(form, distribution.at_most):
        assert percent(chance) in text
        if chance != 1:
            assert to_eight_digits(chance) in text
    assert "mean of the end10.50" in text


def test_many_ends_are_all_there_some_of_them_folded():
    game = solve("start = 0\ndef step(n): return {n: 1} if n else {k: 1/80 for k in range(1, 81)}")
    html = view.program(game).html
    text = Parsed(html).text
    assert "50 more rows" in text
    assert all(f">{n}</button>" in html for n in range(1, 81))


@pytest.mark.parametrize("t", [1, 2, 5, 40])
def test_chances_of_a_length_are_those_of_the_survival(t):
    game = solve(RUIN)
    survival = game.chain.survival_curve("2", t)
    exactly, at_least, at_most = game.chances_at(t)
    assert exactly == survival[t - 1] - survival[t]
    assert at_least == survival[t - 1]
    assert at_most == 1 - survival[t]


def test_chances_of_a_long_game_are_floats():
    game = solve(RUIN)
    assert game.chances_at_float(7) == pytest.approx([float(p) for p in game.chances_at(7)])
    assert game.chances_at_float(100_000) == pytest.approx((0, 0, 1))
    text = Parsed(view.program(game, asked=view.Asked(after=100_000)).html).text
    assert "at most 100\N{NARROW NO-BREAK SPACE}000 steps" in text
    with pytest.raises(ValueError, match="t is 0, but must be from 1"):
        game.chances_at(0)


def test_a_condition_changes_the_length():
    game = solve(RUIN)
    rich = game.given("5")
    assert rich.ends == {"5": 1}
    chances = game.ends
    total = sum(chances[end] * game.given(end).mean for end in chances)
    assert total == game.mean
    with pytest.raises(ValueError, match="end is '3'"):
        game.given("3")
    text = Parsed(view.program(game, asked=view.Asked(end="5")).html).text
    assert f"Given that it ends in 5, the game takes {exact(rich.mean)} steps" in text


def test_what_is_asked_stands_in_the_address():
    bench = Bench(RUIN)
    assert "given" not in bench.address.query
    bench.click("given", "5")
    wait(bench.surface)
    assert "Given that it ends in 5" in bench.text
    assert "given=5" in bench.address.query
    send(bench.surface, {"act": "after", "value": "3"})
    assert "exactly 3 steps" in bench.text
    send(bench.surface, {"act": "after", "value": "none"})
    assert "must be from 1 to" in bench.surface.notice
    send(bench.surface, {"act": "after", "value": ""})
    bench.click("given", "5")
    assert "Given that" not in bench.text


def test_one_end_has_no_condition_and_no_mean():
    text = Parsed(view.program(solve(COIN)).html).text
    assert "mean of the end" not in text
    assert "How it ends" not in text
