"""The answer in the form of the question: ends that are numbers, lengths, and conditions."""

import re
from fractions import Fraction
from itertools import product

import pytest

from games_widgets.drawing.render import render
from games_widgets.drawing.text import exact, percent, to_eight_digits
from games_widgets.your_game import app as apps
from games_widgets.your_game import view, view_outputs
from own_games.distribution import Distribution
from tests.helpers.apps import AppDriver, send, wait
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
    """Return the number of throws of three dice for each total."""
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
    picture = view.program(game, question=view.Question(form))
    pressed_values = [
        button.value for button in picture.ends.content.forms.content if button.is_pressed
    ]
    assert pressed_values == [form]
    rows = picture.ends.content.table.table.rows
    for row, chance in zip(rows, chances.get(form, distribution.at_most), strict=True):
        in_percent, exact_value, bar = row.cells
        assert (in_percent, bar.share) == (percent(chance), chance)
        if chance != 1:
            assert exact_value.content[1].endswith(to_eight_digits(chance))
    assert picture.figures.headlines.by_label["mean of the end"] == "10.50"


def test_many_ends_are_all_there_some_of_them_folded():
    game = solve("start = 0\ndef step(n): return {n: 1} if n else {k: 1/80 for k in range(1, 81)}")
    table = view.program(game).ends.content.table
    labels = [row.head.label for row in table.table.rows]
    assert labels == [str(n) for n in range(1, 81)]
    first, folded_rows = render(table).split("<details")
    assert "50 more rows" in folded_rows
    assert [first.count("<button"), folded_rows.count("<button")] == [30, 50]


def test_the_likeliest_outcomes_are_not_folded():
    """Of the outcomes from −19 to 100, those from 21 to 50 have 99 % of the chance."""
    row = "{k: 1/30 - 1/3000 if 20 < k <= 50 else 1/9000 for k in range(-19, 101)}"
    game = solve(f"start = 'go'\ndef step(n): return {row} if n == 'go' else {{n: 1}}")
    for form in view.FORMS:
        question = view.Question(form)
        ends = view.program(game, question=question).ends.content.table
        shown = view_outputs.outputs(solve(f"output({row}, 'far')"), question).table.content
        assert [ends.table.rows[0].head.label, ends.table.rows[40].head.label] == ["−19", "21"]
        assert [shown.table.rows[0].head, shown.table.rows[40].head] == ["−19", "21"]
        for table in (ends, shown):
            before, rest = render(table).split("</details>", 1)
            visible, after = rest.split("<details", 1)
            assert ("40 rows before" in before, "50 more rows" in after) == (True, True)
            assert all(f">{n}</" in visible for n in (21, 50))


NEGATIVE = "def step(n): return {n: 1} if abs(n) == 3 else {n + 1: 2/5, n - 1: 3/5}\nstart = 0"
NEGATIVE_GAIN = "p = slider(-1, -2, 2)\ndef gain(state): return p/3\n" + COIN
NEGATIVE_SHARES = "start = -2\ndef step(n): return {min(n + 1, 2): 1/3, max(n - 1, -2): 2/3}"


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (NEGATIVE, "−57/35"),
        (NEGATIVE, "−3"),
        (NEGATIVE_SHARES, "−36/31"),
        (NEGATIVE_GAIN, "p = −1"),
        ("output({-1/3: 1/2, (-1, 'a-1'): 1/2}, 'x')", "(−1, a-1)"),
    ],
)
def test_negative_numbers_have_a_minus_sign(text, number):
    box = Bench(text)
    wait(box.surface)
    markup = render(box.surface.model)
    words = re.sub("<[^>]*>", "\n", re.sub("<wbr>|</?b>", "", markup))
    assert number in words
    assert not re.search(r"(?<![\w])-\d", words)


def test_a_fraction_to_be_copied_is_written_as_in_python():
    folded = view.FoldedValue("a fraction", Fraction(-1, 3))
    assert ">-1/3<" in render(folded)


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
    length = view.program(game, question=view.Question(after=100_000)).length.content
    assert length.form.steps == 100_000
    heads = [row.head for row in length.chances.rows]
    assert heads == [f"{form} 100\N{NARROW NO-BREAK SPACE}000 steps" for form in view.FORMS]
    assert [row.cells[0] for row in length.chances.rows][2] == "100 %"
    with pytest.raises(ValueError, match="t is 0, but must be from 1"):
        game.chances_at(0)


def test_a_condition_changes_the_length():
    game = solve(RUIN)
    rich = game.conditioned_on("5")
    assert rich.ends == {"5": 1}
    chances = game.ends
    total = sum(chances[end] * game.conditioned_on(end).mean for end in chances)
    assert total == game.mean
    with pytest.raises(ValueError, match="end is '3'"):
        game.conditioned_on("3")
    length = view.program(game, question=view.Question(end="5")).length.content
    sentence = f"Given that it ends in 5, the game takes {exact(rich.mean)} steps"
    assert length.condition.content.startswith(sentence)
    assert length.survival.marks[0].x == float(rich.mean)


def test_what_is_asked_stands_in_the_address():
    bench = Bench(RUIN)
    assert "given" not in bench.address.query
    bench.click("given", "5")
    wait(bench.surface)
    assert bench.model == view.program(solve(RUIN), question=view.Question(end="5"))
    assert "given=5" in bench.address.query
    send(bench.surface, {"act": "after", "value": "3"})
    assert bench.model.length.content.form.steps == 3
    send(bench.surface, {"act": "after", "value": "none"})
    assert "must be from 1 to" in bench.surface.notice
    send(bench.surface, {"act": "after", "value": ""})
    bench.click("given", "5")
    assert bench.model == view.program(solve(RUIN))


def test_one_end_has_no_condition_and_no_mean():
    picture = view.program(solve(COIN))
    assert "mean of the end" not in picture.figures.headlines.by_label
    assert picture.ends is None
