"""Pictures of the chase, read back and compared with what the solver says."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import atan2, hypot, log10, pi

import pytest
from bs4 import BeautifulSoup

from games.chase import Chase
from games.chase.playing import Dice, Run, Square
from games.maths.markov import AbsorbingChain
from games_widgets.chase.view import explorer, stuck
from games_widgets.chase.view import table as table_of
from games_widgets.chase.view_fold import folding
from games_widgets.chase.view_shape import shape
from games_widgets.drawing.text import count, number, percent
from tests.helpers.markup import Parsed
from tests.widgets.pictures import at, charts, figures, places, through


def twelfths(players, left, right, distance=None):
    """Return a chase whose chances are given in twelfths."""
    return Chase(players, Fraction(left, 12), Fraction(right, 12), distance)


ENDLESS = [twelfths(8, 6, 6, 3), twelfths(4, 1, 11, 1), twelfths(20, 5, 7, 19)]


def test_the_last_dot_is_at_the_distance_of_the_dice():
    run = Run.start(twelfths(8, 6, 6, 4))
    for moves in ((0, 0), (1, 0), (1, -1)):
        curve = charts(table_of(run).html)[0]
        assert through(curve["solid"], *enumerate(run.distances))
        assert through(curve["dots"], (run.turns, run.distance))
        run = run.after(*moves)


@pytest.mark.parametrize(
    "chase", [twelfths(9, 0, 4, 3), twelfths(8, 6, 6, 4), twelfths(5, 6, 6, 2)]
)
def test_without_jumps_there_is_no_lift(chase):
    assert shape(chase, 20).summary.startswith("Nothing remains")


@pytest.mark.parametrize("chase", ENDLESS)
def test_a_game_without_end_is_explained(chase):
    picture = explorer(chase)
    assert picture.summary.endswith("the game never ends.")
    assert "always on seats of different kinds" in picture.html
    start = Run.start(chase)
    html = table_of(start).html
    assert "This game never ends" in html
    assert "for ever" in table_of(start, odds_visible=True).html
    assert not {"finish", "many"} & {act for act, _ in Parsed(html).acts()}
    assert "will never meet" in table_of(start.after(1, -1)).summary


@pytest.mark.parametrize("chase", [twelfths(5, 0, 0), twelfths(6, 0, 0), twelfths(5, 0, 12)])
def test_dice_that_do_the_same_are_explained(chase):
    reason = "stay as far apart as they are, for ever"
    assert reason in explorer(chase).html
    assert reason in folding(Square(chase)).summary
    assert reason in shape(chase).summary
    assert "stay as far apart" in table_of(Run.start(chase)).html


# Folding


def tables(square, at):
    """Return the small tables of a picture: (row, column) -> (x, y, a, b, text)."""
    n, page = square.players, BeautifulSoup(folding(square, at).html, "html.parser")
    cells = page.select_one(".oe-fold").select(".oe-pair-cell")
    tables = {}
    for k, cell in enumerate(cells):
        style = dict(pair.split(":") for pair in cell["style"].replace("--", "").split(";"))
        tables[divmod(k, n)] = *(float(style[name]) for name in "xyab"), cell.text
    return tables


SQUARES = [
    Square(Chase(3)),
    Square(twelfths(6, 5, 1)),
    Square(Chase(7), loaded=True),
    Square(twelfths(8, 6, 6)),
]


@pytest.mark.parametrize("square", SQUARES)
def test_a_square_turns_falls_and_is_folded(square):
    n = square.players
    for scrubber, place in (
        (0, lambda i, j: (j, i, i, j)),
        (20, lambda i, j: ((j - i) % n, i, 0, j - i)),
        (40, lambda i, j: ((j - i) % n, n - 1, 0, j - i)),
        (60, lambda i, j: (min((j - i) % n, (i - j) % n), n - 1, 0, j - i)),
    ):
        for (i, j), (*numbers, _) in tables(square, scrubber).items():
            if square.folds or scrubber < 60 or (j - i) % n <= n / 2:
                assert numbers == pytest.approx(place(i, j), abs=1e-3)
            else:  # the page stays ajar
                assert numbers[1] < n - 1.3
    for scrubber in (7, 31, 44, 51, 57):  # on the way all squares are inside
        places = [(x, y) for x, y, *_ in tables(square, scrubber).values()]
        assert all(-0.5 <= x <= n - 0.5 and 0 <= y <= n - 1 for x, y in places)


@pytest.mark.parametrize("square", [*SQUARES, Square(twelfths(4, 0, 3), loaded=True)])
def test_what_meets_is_equal_unless_one_die_is_loaded(square):
    n, left, right = square.players, square.chase.left, square.chase.right
    law = [(-1, left), (0, 1 - left - right), (1, right)]
    other_law = [(-1, left + right), (0, 1 - left - right)] if square.loaded else law

    def step(pair):
        if pair[0] == pair[1]:
            return {pair: 1}
        chances = Counter()
        for (a, p), (b, q) in product(law, other_law):
            chances[(pair[0] + a) % n, (pair[1] + b) % n] += p * q
        return +chances

    means = {}
    for i, j in product(range(n), repeat=2):
        if square.loaded:
            chain = AbsorbingChain.from_step(step, (i, j))
            means[i, j] = chain.expected_steps((i, j)) if i != j else None
        elif i != j:
            chase = replace(square.chase, distance=(j - i) % n)
            means[i, j] = None if chase.never_ends else chase.expected_turns
    for scrubber in (0, 33, 60):
        for (i, j), (*_, text) in tables(square, scrubber).items():
            mean = means.get((i, j))
            assert text == ("end" if i == j else number(mean, 2) if mean else "∞")
    is_alike = all(mean == means.get((j, i)) for (i, j), mean in means.items())
    assert square.folds == is_alike == (not square.loaded)
    assert ("It does not close" in folding(square, 60).summary) == square.loaded
    remaining = n // 2 if is_alike else n - 1
    assert f"{remaining} " in folding(square, 60).summary
    strong = BeautifulSoup(folding(square, 60).html, "html.parser").select_one(".oe-fold strong")
    assert strong.text == count(remaining, "number")


# The round table


def after(chase, *turns):
    """Return the game after some turns; a turn is where both dice go."""
    run = Run.start(chase)
    for moves in turns:
        run = run.after(*moves)
    return run


def seat_of(markup, kind, n):
    """Return the seat before which a die lies."""
    x, y = re.search(rf'oe-is-{kind}" transform="translate\((\S+) (\S+)\)', markup).groups()
    return round(atan2(float(x), float(y)) / (2 * pi) * n) % n


@pytest.mark.parametrize("n", [3, 8, 25, 100])
def test_dice_lie_before_their_seats(n):
    run = after(Chase(n), (1, 0), (-1, -1), (0, 1))
    markup = table_of(run).html
    assert (seat_of(markup, "first", n), seat_of(markup, "second", n)) == run.seats
    seats = re.findall(r'class="oe-seat" cx="(\S+)" cy="(\S+)"', markup)
    assert len(seats) == n
    assert all(hypot(float(x), float(y)) == pytest.approx(100, abs=0.1) for x, y in seats)
    assert re.findall(r'class="oe-moved"[^>]*>(.)<', markup) == ["↺"]  # the first die was kept


@pytest.mark.parametrize("seats", [(0, 1), (1, 0), (4, 4), (99, 0), (0, 98)])
def test_dice_that_are_near_do_not_hide_each_other(seats):
    run = replace(Run.start(Chase()), seats=seats)
    places = re.findall(r'transform="translate\((\S+) (\S+)\)', table_of(run).html)
    (x, y), (a, b) = ((float(text) for text in place) for place in places)
    assert hypot(a - x, b - y) > 20
    clockwise = (seats[1] - seats[0]) % 100 < 50
    if seats[0] != seats[1]:
        assert (y * a - x * b > 0) == clockwise


@pytest.mark.parametrize("face", range(1, 7))
def test_six_sides_have_pips_and_twelve_have_numbers(face):
    ordinary = table_of(Run.start(Chase(8)).after_faces(face, 2)).html
    first, second = re.findall(r'class="oe-token.*?</g>', ordinary)
    assert (first.count("oe-pip"), second.count("oe-pip")) == (face, 2)
    places = re.findall(r'cx="(\S+)" cy="(\S+)"', first)
    assert len(set(places)) == face
    assert {(str(-int(x)), str(-int(y))) for x, y in places} == set(places)
    assert "1 passes to the left (↻); 6 passes to the right (↺)" in ordinary
    twelve = table_of(Run.start(twelfths(8, 1, 3, 4)).after_faces(face + 6, 1)).html
    assert f"<text>{face + 6}</text>" in twelve
    assert "oe-pip" not in twelve
    assert "1 passes to the left (↻); 10 to 12 passes to the right (↺)" in twelve


def test_faces_move_as_often_as_the_law_says():
    for left in range(12):
        for right in range(13 - left):
            chase = twelfths(8, left, right)
            dice = Dice.of(chase)
            moves = [dice.move(face) for face in range(1, dice.sides + 1)]
            assert Fraction(moves.count(-1), dice.sides) == chase.left
            assert Fraction(moves.count(1), dice.sides) == chase.right


def test_a_swap_is_seen():
    swap = table_of(after(Chase(8, distance=1), (1, -1)))
    assert "a swap, not a meeting!" in swap.html
    assert "oe-has-swapped" in swap.html
    for other in (after(Chase(8, distance=1), (1, 1)), after(Chase(8, distance=1), (1, 0))):
        assert "not a meeting" not in table_of(other).html + table_of(other).summary
        assert "oe-has-swapped" not in table_of(other).html


def test_the_tally_has_columns_for_its_games():
    lengths = [1, 4, 5, 5, 50, 51, 60, 60, 60, 100]
    start = Run.start(Chase(8))
    markup = table_of(start, played=lengths).html
    _, dots = re.findall(r'class="oe-dots" d="([^"]*)"', markup)
    columns = Counter(int(x) for x in re.findall(r"M(\d+) ", dots))
    counts = Counter(turns // 5 for turns in lengths)
    assert list(columns.values()) == [counts[n] for n in sorted(counts)]
    assert "half by 50<" in markup
    assert "mean 39.60" in markup
    exact = table_of(start, played=lengths, odds_visible=True).html
    assert f"Expected: {number(Chase(8).expected_turns, 2)} with" in exact


def test_the_summary_describes_each_turn():
    start = table_of(Run.start(Chase(8)))
    assert "the dice at seats 0 and 4" in start.summary
    assert ("again", "") not in Parsed(start.html).acts()
    one = after(Chase(8), (1, 0))
    assert table_of(one, odds_visible=True).summary == (
        "First die passed to the right, second kept: they are at seats 1 and 4, 3 apart. "
        f"Expected still: {number(Chase(8, distance=3).expected_turns, 2)} turns."
    )
    assert table_of(one).summary.endswith("3 apart.")
    swap = after(Chase(8, distance=1), (1, -1))
    assert swap.swapped
    assert "which is not a meeting: nobody holds both, and it goes on" in table_of(swap).summary
    assert not after(Chase(8, distance=1), (1, 1)).swapped
    assert not after(Chase(3), (1, 1), (-1, -1)).swapped
    over = after(Chase(8), (1, -1), (1, -1))
    assert over.over
    assert "seat 2 holds both and has lost, after 2 turns" in table_of(over).summary
    acts = {act for act, _ in Parsed(table_of(over).html).acts()}
    assert "new" in acts
    assert not {"turn", "run", "finish"} & acts
    assert "oe-has-lost" in table_of(over).html
    running = table_of(one, running=True, note="<b>")
    assert "stop" in {act for act, _ in Parsed(running.html).acts()}
    assert "<b>" not in running.html


@pytest.mark.parametrize("chase", [Chase(8), twelfths(9, 5, 1, 2), Chase(20, distance=1)])
def test_seats_are_shaded_by_their_chance_to_lose(chase):
    start = Run.start(chase)
    assert set(re.findall(r'"oe-seat"[^>]*--heat:([\d.]+)', table_of(start).html)) == {"0.000"}
    picture = table_of(start, odds_visible=True)
    chances, n = chase.loser_probabilities, chase.players
    low, high = min(chances), max(chances)
    heats = {f"seat {seat}": (chance - low) / (high - low) for seat, chance in enumerate(chances)}
    assert places(picture.html, ".oe-seat") == at(heats, 6e-4)
    _, chart = charts(picture.html)
    assert through(chart["columns"], *((seat, 100 * chance) for seat, chance in enumerate(chances)))
    assert through(chart["dashed"], (-0.5, 100 / n), (n - 0.5, 100 / n))
    assert f"with {percent(max(chances))}; least likely" in picture.html


def test_many_games_have_columns_a_mean_and_a_median():
    lengths = [*range(500, 1500), 20_001, 3_000_000]
    picture = stuck(7, lengths, 5000)
    mean = sum(lengths) / len(lengths)
    assert figures(picture.html) == {"Half of them over by": "1000", "Mean": number(mean, 0)}
    assert picture.summary.startswith(f"1002 games took {number(mean, 2)} turns on average.")
    assert "Half of them were over by turn 1000." in picture.summary
    assert f"The longest took {number(3_000_000)}." in picture.summary
    assert "2 games took more than 20\u202f000. Without them the mean would be 999.50" in (
        picture.summary
    )
    assert "10⁷" in picture.html
    (chart,) = charts(picture.html)
    counts = Counter(int(6 * log10(turns)) for turns in lengths)
    for turns, height in chart["columns"]:
        assert height == pytest.approx(counts[int(6 * log10(turns))] or 0.5, rel=0.01)
    assert len(chart["lit"]) >= 2
    marks = {"half by 1000": 1000, f"mean {number(mean, 0)}": mean}
    assert chart["marks"] == pytest.approx(marks, rel=0.01)
    assert "Without" not in stuck(7, [900, 1000], 5000).summary
    one = "1 game took more than 20\u202f000. Without it the mean would be 20"
    assert one in stuck(5, [10, 30, 2_000_000], 9).summary
    assert "more" not in {act for act, _ in Parsed(stuck(7, lengths, 1002).html).acts()}
