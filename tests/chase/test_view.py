"""Pictures of the chase, read back and compared with what the solver says."""

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from math import atan2, hypot, log10, pi

import pytest
from bs4 import BeautifulSoup

from games import chase
from games.chase.playing import Chase, Square, Table
from games.maths.markov import AbsorbingChain
from games_widgets.chase.view import explorer, play, stuck
from games_widgets.chase.view_fold import folding
from games_widgets.chase.view_shape import shape
from games_widgets.drawing.text import count, number, percent
from tests.helpers.markup import Parsed
from tests.widgets.pictures import at, charts, figures, places, through

ENDLESS = [Table(8, 6, 6, 3), Table(4, 1, 11, 1), Table(20, 5, 7, 19)]


def test_a_game_is_endless_where_the_solver_says_so():
    for players in range(3, 9):
        for left in range(12):
            for right in range(13 - left):
                for distance in range(1, players):
                    table = Table(players, left, right, distance)
                    try:
                        chase.expected_turns_float(players, **table.start)
                    except ValueError:
                        assert table.endless
                    else:
                        assert not table.endless


def test_the_way_has_a_dot_where_the_dice_are():
    game = Chase.at_start(Table(8, 6, 6, 4))
    for move in ((0, 0), (1, 0), (1, -1)):
        way = charts(play(game).html)[0]
        turns = len(game.distances) - 1
        assert through(way["solid"], *enumerate(game.distances))
        assert through(way["dots"], (turns, game.distances[-1]))
        game = game.after(*move)


@pytest.mark.parametrize("table", [Table(9, 0, 4, 3), Table(8, 6, 6, 4), Table(5, 6, 6, 2)])
def test_without_jumps_there_is_no_lift(table):
    assert shape(table, 20).summary.startswith("Nothing remains")


@pytest.mark.parametrize("table", ENDLESS)
def test_a_game_without_end_is_explained_in_place(table):
    picture = explorer(table)
    assert picture.summary.endswith("the game never ends.")
    assert "always on seats of different kinds" in picture.html
    game = play(Chase.at_start(table))
    assert "This game never ends" in game.html
    assert "for ever" in play(Chase.at_start(table), exact=True).html
    assert not {"finish", "many"} & {act for act, _ in Parsed(game.html).acts()}
    assert "will never meet" in play(Chase.at_start(table).after(1, -1)).summary
    for rigid in (Table(5, 0, 0, 2), Table(6, 0, 0, 3), Table(5, 0, 12, 2)):
        assert "stay as far apart as they are, for ever" in explorer(rigid).html
        assert "stay as far apart as they are, for ever" in folding(Square(*rigid[:3])).summary
        assert "stay as far apart as they are, for ever" in shape(rigid).summary
        assert "stay as far apart" in play(Chase.at_start(rigid)).html


# Folding


def tables(square, at):
    """Return the little tables of a picture: (row, column) -> (x, y, a, b, what is on it)."""
    n, found = square.players, BeautifulSoup(folding(square, at).html, "html.parser")
    cells = found.select_one(".oe-fold").select(".oe-pair-cell")
    read = {}
    for k, cell in enumerate(cells):
        style = dict(it.split(":") for it in cell["style"].replace("--", "").split(";"))
        read[divmod(k, n)] = *(float(style[it]) for it in "xyab"), cell.text
    return read


SQUARES = [Square(3, 2, 2), Square(6, 5, 1), Square(7, 2, 2, loaded=True), Square(8, 6, 6)]


@pytest.mark.parametrize("square", SQUARES)
def test_a_square_of_tables_turns_falls_and_is_folded(square):
    n = square.players
    for held, place in (
        (0, lambda i, j: (j, i, i, j)),
        (20, lambda i, j: ((j - i) % n, i, 0, j - i)),
        (40, lambda i, j: ((j - i) % n, n - 1, 0, j - i)),
        (60, lambda i, j: (min((j - i) % n, (i - j) % n), n - 1, 0, j - i)),
    ):
        for (i, j), (*read, _) in tables(square, held).items():
            if square.folds or held < 60 or (j - i) % n <= n / 2:
                assert read == pytest.approx(place(i, j), abs=1e-3)
            else:  # it stays ajar
                assert read[1] < n - 1.3
    for held in (7, 31, 44, 51, 57):  # on the way all squares are inside
        inside = (
            -0.5 <= x <= n - 0.5 and 0 <= y <= n - 1 for x, y, *_ in tables(square, held).values()
        )
        assert all(inside)


@pytest.mark.parametrize("square", [*SQUARES, Square(4, 0, 3, loaded=True)])
def test_what_meets_is_equal_unless_one_die_is_loaded(square):
    n, left, right, loaded = square
    walks = AbsorbingChain.from_step if loaded else None
    law = [(-1, left), (0, 12 - left - right), (1, right)]
    other = [(-1, left + right), (0, 12 - left - right)] if loaded else law

    def step(pair):
        if pair[0] == pair[1]:
            return {pair: 1}
        ways = Counter()
        for (a, p), (b, q) in product(law, other):
            ways[(pair[0] + a) % n, (pair[1] + b) % n] += Fraction(p * q, 144)
        return +ways

    wanted = {}
    for i, j in product(range(n), repeat=2):
        if loaded:
            wanted[i, j] = walks(step, (i, j)).expected_steps((i, j)) if i != j else None
        elif i != j and not Table(n, left, right, (j - i) % n).endless:
            start = {"left": Fraction(left, 12), "right": Fraction(right, 12)}
            wanted[i, j] = chase.expected_turns(n, **start, distance=(j - i) % n)
    for held in (0, 33, 60):
        for (i, j), (*_, said) in tables(square, held).items():
            turns = wanted.get((i, j))
            assert said == ("end" if i == j else number(turns, 2) if turns else "∞")
    alike = all(turns == wanted.get((j, i)) for (i, j), turns in wanted.items())
    assert square.folds == alike == (not loaded)
    assert ("It does not close" in folding(square, 60).summary) == loaded
    left_over = n // 2 if alike else n - 1
    assert f"{left_over} " in folding(square, 60).summary
    strong = BeautifulSoup(folding(square, 60).html, "html.parser").select_one(".oe-fold strong")
    assert strong.text == count(left_over, "number")


# The round table


def after(table, *moves):
    game = Chase.at_start(table)
    for move in moves:
        game = game.after(*move)
    return game


def shown(game, **options):
    return play(game, **options)


def seat_of(markup, kind, n):
    """Return the seat before which a die lies."""
    x, y = re.search(rf'oe-is-{kind}" transform="translate\((\S+) (\S+)\)', markup).groups()
    return round(atan2(float(x), float(y)) / (2 * pi) * n) % n


@pytest.mark.parametrize("n", [3, 8, 25, 100])
def test_dice_lie_before_their_seats(n):
    game = after(Table(n, 2, 2, n // 2), (1, 0), (-1, -1), (0, 1))
    markup = shown(game).html
    assert (seat_of(markup, "first", n), seat_of(markup, "second", n)) == game.seats
    seats = re.findall(r'class="oe-seat" cx="(\S+)" cy="(\S+)"', markup)
    assert len(seats) == n
    assert all(hypot(float(x), float(y)) == pytest.approx(100, abs=0.1) for x, y in seats)
    assert re.findall(r'class="oe-moved"[^>]*>(.)<', markup) == ["↺"]  # the first die was kept


@pytest.mark.parametrize("seats", [(0, 1), (1, 0), (4, 4), (99, 0), (0, 98)])
def test_dice_that_are_near_do_not_hide_each_other(seats):
    game = Chase.at_start(Table(100, 2, 2, 50))._replace(seats=seats)
    places = re.findall(r'transform="translate\((\S+) (\S+)\)', shown(game).html)
    (x, y), (a, b) = ((float(it) for it in place) for place in places)
    assert hypot(a - x, b - y) > 20
    clockwise = (seats[1] - seats[0]) % 100 < 50
    if seats[0] != seats[1]:
        assert (y * a - x * b > 0) == clockwise


@pytest.mark.parametrize("face", range(1, 7))
def test_a_die_of_six_sides_has_pips_and_one_of_twelve_a_number(face):
    ordinary = shown(Chase.at_start(Table(8, 2, 2, 4)).thrown(face, 2)).html
    first, second = re.findall(r'class="oe-token.*?</g>', ordinary)
    assert (first.count("oe-pip"), second.count("oe-pip")) == (face, 2)
    places = re.findall(r'cx="(\S+)" cy="(\S+)"', first)
    assert len(set(places)) == face
    assert {(str(-int(x)), str(-int(y))) for x, y in places} == set(places)
    assert "1 passes to the left (↻); 6 passes to the right (↺)" in ordinary
    twelve = shown(Chase.at_start(Table(8, 1, 3, 4)).thrown(face + 6, 1)).html
    assert f"<text>{face + 6}</text>" in twelve
    assert "oe-pip" not in twelve
    assert "1 passes to the left (↻); 10 to 12 passes to the right (↺)" in twelve


def test_faces_move_as_often_as_the_law_says():
    for left in range(12):
        for right in range(13 - left):
            table = Table(8, left, right, 4)
            moves = [table.moves(face) for face in range(1, table.sides + 1)]
            assert Fraction(moves.count(-1), table.sides) == table.law["left"]
            assert Fraction(moves.count(1), table.sides) == table.law["right"]


def test_a_swap_is_seen():
    swap = shown(after(Table(8, 2, 2, 1), (1, -1)))
    assert "a swap, not a meeting!" in swap.html
    assert "oe-has-swapped" in swap.html
    for other in (after(Table(8, 2, 2, 1), (1, 1)), after(Table(8, 2, 2, 1), (1, 0))):
        assert "not a meeting" not in shown(other).html + shown(other).summary
        assert "oe-has-swapped" not in shown(other).html


def test_the_tally_has_columns_for_its_games():
    table, lengths = Table(8, 2, 2, 4), [1, 4, 5, 5, 50, 51, 60, 60, 60, 100]
    game = Chase.at_start(table)
    markup = shown(game, played=lengths).html
    _, dots = re.findall(r'class="oe-dots" d="([^"]*)"', markup)
    columns = Counter(int(x) for x in re.findall(r"M(\d+) ", dots))
    wanted = Counter(turns // 5 for turns in lengths)
    assert list(columns.values()) == [wanted[n] for n in sorted(wanted)]
    assert "half by 50<" in markup
    assert "mean 39.60" in markup
    exact = shown(game, played=lengths, exact=True).html
    assert f"Expected: {number(chase.expected_turns(8), 2)} with" in exact


def test_turns_are_told():
    table = Table(8, 2, 2, 4)
    start = shown(Chase.at_start(table))
    assert "the dice at seats 0 and 4" in start.summary
    assert ("again", "") not in Parsed(start.html).acts()
    one = after(table, (1, 0))
    assert shown(one, exact=True).summary == (
        "First die passed to the right, second kept: they are at seats 1 and 4, 3 apart. "
        f"Expected still: {number(chase.expected_turns(8, distance=3), 2)} turns."
    )
    assert shown(one).summary.endswith("3 apart.")
    swap = after(Table(8, 2, 2, 1), (1, -1))
    assert swap.swapped
    assert "which is not a meeting: nobody holds both, and it goes on" in shown(swap).summary
    assert not after(Table(8, 2, 2, 1), (1, 1)).swapped
    assert not after(Table(3, 2, 2, 1), (1, 1), (-1, -1)).swapped
    over = after(table, (1, -1), (1, -1))
    assert over.over
    assert "seat 2 holds both and has lost, after 2 turns" in shown(over).summary
    acts = {act for act, _ in Parsed(shown(over).html).acts()}
    assert "new" in acts
    assert not {"turn", "run", "finish"} & acts
    assert "oe-has-lost" in shown(over).html
    running = shown(one, running=True, note="<b>")
    assert "stop" in {act for act, _ in Parsed(running.html).acts()}
    assert "<b>" not in running.html


@pytest.mark.parametrize("table", [Table(8, 2, 2, 4), Table(9, 5, 1, 2), Table(20, 2, 2, 1)])
def test_who_loses_is_shaded_and_told(table):
    assert set(re.findall(r'"oe-seat"[^>]*--heat:([\d.]+)', shown(Chase.at_start(table)).html)) == {
        "0.000"
    }
    picture = shown(Chase.at_start(table), exact=True)
    chances = chase.loser_probabilities(table.players, **table.start)
    low, high, n = min(chances), max(chances), table.players
    heats = {f"seat {seat}": (it - low) / (high - low) for seat, it in enumerate(chances)}
    assert places(picture.html, ".oe-seat") == at(heats, 6e-4)
    _, chart = charts(picture.html)
    assert through(chart["columns"], *((seat, 100 * it) for seat, it in enumerate(chances)))
    assert through(chart["dashed"], (-0.5, 100 / n), (n - 0.5, 100 / n))
    assert f"with {percent(max(chances))}; least likely" in picture.html


def test_thousands_of_games_have_columns_a_mean_and_a_median():
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
    for turns, many in chart["columns"]:
        assert many == pytest.approx(counts[int(6 * log10(turns))] or 0.5, rel=0.01)
    assert len(chart["lit"]) >= 2
    marks = {"half by 1000": 1000, f"mean {number(mean, 0)}": mean}
    assert chart["marks"] == pytest.approx(marks, rel=0.01)
    assert "Without" not in stuck(7, [900, 1000], 5000).summary
    one = "1 game took more than 20\u202f000. Without it the mean would be 20"
    assert one in stuck(5, [10, 30, 2_000_000], 9).summary
    assert "more" not in {act for act, _ in Parsed(stuck(7, lengths, 1002).html).acts()}
