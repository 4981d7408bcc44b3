"""Pictures of the chase, compared as data with what the solver says."""

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import hypot, log10, pi, sqrt

import pytest

from games.chase import Chase
from games.chase.playing import Dice, Run, Square
from games.maths.markov import AbsorbingChain
from games_widgets.chase.view import Endless, Token, explorer, game_lengths, stuck_dice
from games_widgets.chase.view import table as table_of
from games_widgets.chase.view_fold import folding
from games_widgets.chase.view_shape import shape
from games_widgets.drawing.render import render
from games_widgets.drawing.text import count, number, percent
from tests.helpers.markup import Parsed


def twelfths(players, left, right, distance=None):
    """Return a chase whose chances are given in twelfths."""
    return Chase(players, Fraction(left, 12), Fraction(right, 12), distance)


ENDLESS = [twelfths(8, 6, 6, 3), twelfths(4, 1, 11, 1), twelfths(20, 5, 7, 19)]


CHASES = [
    Chase(12, distance=5),
    Chase(9, "1/4", "1/12", 2),
    Chase(40, "5/12", "5/12", 6),
    Chase(61, "1/3", "1/4", 30),
    Chase(100, distance=1),
]


@pytest.mark.parametrize("chase", CHASES)
def test_explorer_shows_mean_quantiles_and_survival(chase):
    ring, gap = chase.ring_chain, min(chase.distance, chase.players - chase.distance)
    mean, picture = ring.expected_steps(gap), explorer(chase)
    times = {level: ring.quantile(gap, f"{level}/100") for level in (10, 50, 90, 99)}
    assert picture.figures.by_label == {
        "Expected turns": number(mean, 2),
        "Standard deviation": number(sqrt(chase.variance_turns), 2),
        "Median": number(times[50]),
    }
    chart = picture.survival.content
    assert {mark.x for mark in chart.marks} == {*times.values(), float(mean)}
    (line,) = chart.shapes
    assert line.points[-1][0] == times[99]
    alive = ring.survival_curve_float(gap, times[99])
    for turns, chance in line.points:
        assert chance == pytest.approx(alive[turns])
    assert f"takes {number(mean, 2)} turns on average" in picture.summary
    half, low, high, late = (number(times[level]) for level in (50, 10, 90, 99))
    assert picture.summary.endswith(
        f"Half of all games are over by turn {half}, 1 in 10 by turn {low}, 9 in 10 by turn {high} "
        f"and 99 in 100 by turn {late}."
    )


def test_the_last_dot_is_at_the_distance_of_the_dice():
    run = Run.start(twelfths(8, 6, 6, 4))
    for moves in ((0, 0), (1, 0), (1, -1)):
        line, dots = table_of(run).distances.content.shapes
        assert line.points == tuple(enumerate(run.distances))
        assert dots.points == ((run.turns, run.distance),)
        run = run.throw(*moves)


@pytest.mark.parametrize(
    "chase", [twelfths(9, 0, 4, 3), twelfths(8, 6, 6, 4), twelfths(5, 6, 6, 2)]
)
def test_without_jumps_there_is_no_lift(chase):
    assert shape(chase, 20).summary.startswith("Nothing remains")


@pytest.mark.parametrize("chase", ENDLESS)
def test_a_game_without_end_is_explained(chase):
    picture = explorer(chase)
    assert picture.summary.endswith("the game never ends.")
    assert "always on seats of different kinds" in text_of(picture.reason)
    assert picture.table.shades == tuple(seat % 2 for seat in range(chase.players))
    start = Run.start(chase)
    game = table_of(start)
    assert text_of(game.why_endless).startswith("This game never ends.")
    assert not game.controls.can_end
    assert game.many_games.content.buttons.content[0].is_disabled
    assert table_of(start, odds_visible=True).turns.expected == "still expected: for ever"
    assert "will never meet" in table_of(start.throw(1, -1)).summary


@pytest.mark.parametrize("chase", [twelfths(5, 0, 0), twelfths(6, 0, 0), twelfths(5, 0, 12)])
def test_dice_that_do_the_same_are_explained(chase):
    reason = "stay as far apart as they are, for ever"
    assert reason in text_of(explorer(chase).reason)
    for picture in (folding(Square(chase)), shape(chase)):
        assert isinstance(picture, Endless)
        assert reason in picture.summary
    assert reason in text_of(table_of(Run.start(chase)).why_endless)


def text_of(model):
    """Return the text of a model as a reader sees it."""
    return Parsed(render(model)).text


@pytest.mark.parametrize("chase", [*CHASES, Chase(8, "1/2", "1/2")])
def test_bars_sink_by_the_part_of_the_parabola(chase):
    n, left, right = chase.players, chase.left, chase.right
    games = [replace(chase, distance=d) for d in range(1, n)]
    means = {game.distance: game.expected_turns for game in games if not game.never_ends}
    spread = 2 * (left + right - (left - right) ** 2)
    parabola = {d: d * (n - d) / spread for d in range(n + 1)}
    for twentieths in range(0, 21, 5):
        bars, line = shape(chase, twentieths).picture.bars.shapes
        rest = {
            d: float(mean - Fraction(twentieths, 20) * parabola[d]) for d, mean in means.items()
        }
        assert dict(bars.points) == pytest.approx(rest, abs=1e-6)
        if twentieths < 20:
            curve = {
                d: float((1 - Fraction(twentieths, 20)) * height) for d, height in parabola.items()
            }
            assert dict(line.points) == pytest.approx(curve)
    if n >= 30:  # far from both ends nothing is left but the lift
        lift = float(means[n // 2] - parabola[n // 2])
        assert line.points == ((0, pytest.approx(lift)), (n, pytest.approx(lift)))
        assert f"the lift of {number(lift, 2)} turns" in shape(chase, 20).summary


# Folding


SQUARES = [
    Square(Chase(3)),
    Square(twelfths(6, 5, 1)),
    Square(Chase(7), loaded=True),
    Square(twelfths(8, 6, 6)),
]


def tables(square, seat):
    """Return the small tables of a picture by row and column."""
    picture = folding(square, seat).picture
    return {divmod(k, square.players): table for k, table in enumerate(picture.tables)}


def test_the_slider_of_the_fold_says_each_place_by_other_words():
    square = Square(Chase(6))
    words = [folding(square, place).scrubber.value_text for place in range(61)]
    assert len(set(words)) == 61
    assert words[20] == "all tables turned"
    assert words[25] == "between all tables turned and a line, 25 %"


@pytest.mark.parametrize("square", SQUARES)
def test_a_square_turns_falls_and_is_folded(square):
    n = square.players
    for scrubber, place in (
        (0, lambda i, j: (j, i, i, j)),
        (20, lambda i, j: ((j - i) % n, i, 0, j - i)),
        (40, lambda i, j: ((j - i) % n, n - 1, 0, j - i)),
        (60, lambda i, j: (min((j - i) % n, (i - j) % n), n - 1, 0, j - i)),
    ):
        for (i, j), table in tables(square, scrubber).items():
            numbers = table.x, table.y, table.first, table.second
            if square.folds or scrubber < 60 or (j - i) % n <= n / 2:
                assert numbers == pytest.approx(place(i, j), abs=1e-3)
            else:  # the page stays ajar
                assert table.y < n - 1.3
    for scrubber in (7, 31, 44, 51, 57):  # on the way all squares are inside
        places = [(table.x, table.y) for table in tables(square, scrubber).values()]
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
        for (i, j), table in tables(square, scrubber).items():
            mean = means.get((i, j))
            assert table.is_end == (i == j)
            assert table.turns == ("end" if i == j else number(mean, 2) if mean else "∞")
            largest = max(filter(None, means.values()))
            assert table.heat == pytest.approx(float((mean or 0) / largest))
    is_alike = all(mean == means.get((j, i)) for (i, j), mean in means.items())
    assert square.folds == is_alike == (not square.loaded)
    assert ("The line does not fold" in folding(square, 60).summary) == square.loaded
    remaining = n // 2 if is_alike else n - 1
    assert f"{remaining} " in folding(square, 60).summary
    assert folding(square, 60).picture.remaining == count(remaining, "number")
    assert folding(square, 39).picture.remaining is None


# The round table


def run_after(chase, *turns):
    """Return the game after some turns; a turn is where both dice go."""
    run = Run.start(chase)
    for moves in turns:
        run = run.throw(*moves)
    return run


@pytest.mark.parametrize("n", [3, 8, 25, 100])
def test_dice_lie_before_their_seats(n):
    run = run_after(Chase(n), (1, 0), (-1, -1), (0, 1))
    table = table_of(run).table
    assert len(table.shades) == n
    assert table.tokens == (Token(run.seats[0], 0), Token(run.seats[1], 1))
    assert table.gap == run.distance


@pytest.mark.parametrize("n", [3, 8, 25, 100])
def test_drawn_seats_and_dice_lie_on_circles(n):
    run = run_after(Chase(n), (1, 0), (-1, -1), (0, 1))
    markup = render(table_of(run).table)
    seats = places(r'data-link="seat \d+"', markup)
    assert len(seats) == n
    assert all(hypot(x, y) == pytest.approx(100, abs=0.1) for x, y in seats)
    for (x, y), seat in zip(tokens(markup), run.seats, strict=True):
        (a, b), distance = seats[seat], hypot(x, y)
        assert hypot(x / distance - a / 100, y / distance - b / 100) < pi / n  # it is the nearest
    texts = re.findall(r"<text[^>]*>([^<]*)</text>", markup)
    assert [text for text in texts if text in ("↺", "↻")] == ["↺"]  # the first die was kept
    assert Parsed(markup)


def places(part, markup):
    """Return the centres of the circles that have an attribute."""
    return [
        (float(x), float(y)) for x, y in re.findall(rf'cx="(\S+)" cy="(\S+)"[^>]*{part}', markup)
    ]


def tokens(markup):
    """Return the places of both dice."""
    positions = re.findall(r'transform="translate\((\S+) (\S+)\)', markup)
    return [(float(x), float(y)) for x, y in positions]


@pytest.mark.parametrize("seats", [(0, 1), (1, 0), (4, 4), (99, 0), (0, 98)])
def test_dice_that_are_near_do_not_hide_each_other(seats):
    run = replace(Run.start(Chase()), seats=seats)
    (x, y), (a, b) = tokens(render(table_of(run).table))
    assert hypot(a - x, b - y) > 20
    clockwise = (seats[1] - seats[0]) % 100 < 50
    if seats[0] != seats[1]:
        assert (y * a - x * b > 0) == clockwise


@pytest.mark.parametrize("face", range(1, 7))
def test_six_sides_have_pips_and_twelve_have_numbers(face):
    ordinary = table_of(Run.start(Chase(8)).after_faces(face, 2)).table
    assert [token.face for token in ordinary.tokens] == [face, 2]
    seats = len(ordinary.shades) + 1  # circles, with the table itself
    assert render(ordinary).count("<circle") == seats + face + 2
    assert "1 passes to the left (↻); 6 passes to the right (↺)" in ordinary.legend.content
    twelve = table_of(Run.start(twelfths(8, 1, 3, 4)).after_faces(face + 6, 1)).table
    assert twelve.sides == 12
    assert f"<text>{face + 6}</text>" in render(twelve)
    assert render(twelve).count("<circle") == seats
    assert "1 passes to the left (↻); 10 to 12 passes to the right (↺)" in twelve.legend.content


def test_the_drawn_table_says_what_it_shows():
    table = replace(table_of(Run.start(Chase(8))).table, alt_text='Seats <1> & "2"')
    markup = render(table)
    Parsed(markup)
    assert 'role="img" aria-label="Seats &lt;1&gt; &amp; &quot;2&quot;"' in markup


def test_faces_move_as_often_as_the_law_says():
    for left in range(12):
        for right in range(13 - left):
            chase = twelfths(8, left, right)
            dice = Dice.of(chase)
            moves = [dice.move(face) for face in range(1, dice.sides + 1)]
            assert Fraction(moves.count(-1), dice.sides) == chase.left
            assert Fraction(moves.count(1), dice.sides) == chase.right


def test_a_swap_is_seen():
    swap = table_of(run_after(Chase(8, distance=1), (1, -1)))
    assert swap.table.has_swapped
    assert "a swap," in render(swap.table)
    assert "not a meeting!" in render(swap.table)
    for other_run in (
        run_after(Chase(8, distance=1), (1, 1)),
        run_after(Chase(8, distance=1), (1, 0)),
    ):
        assert not table_of(other_run).table.has_swapped
        assert (
            "not a meeting" not in render(table_of(other_run).table) + table_of(other_run).summary
        )


def test_the_tally_has_columns_for_its_games():
    lengths = [1, 4, 5, 5, 50, 51, 60, 60, 60, 100]
    start = Run.start(Chase(8))
    many_games = table_of(start, games_played=lengths).many_games.content
    (dots,) = many_games.chart.shapes
    columns = Counter(turns // 5 for turns, _ in dots.points)
    assert columns == Counter(turns // 5 for turns in lengths)
    assert {mark.label: mark.x for mark in many_games.chart.marks} == {
        "half by 50": 50,
        "mean 39.60": 39.6,
    }
    assert "10 games took 39.60 turns on average, from 1 to 100" in text_of(many_games.tally)
    exact = table_of(start, games_played=lengths, odds_visible=True).many_games.content
    assert exact.tally.expected == Chase(8).expected_turns
    assert exact.tally.mean == Fraction(396, 10)
    _, line = exact.chart.shapes
    assert sum(games for _, games in line.points) == pytest.approx(
        10 * (1 - Chase(8).survival_float(104))
    )
    assert table_of(start).many_games.content.chart is None


def test_own_games_lie_over_the_exact_distribution():
    chase, lengths = Chase(8), [4, 17, 17, 60]
    picture = game_lengths([(Chase(9), 5), *((chase, turns) for turns in lengths)])
    mean, half = chase.expected_turns_float, chase.quantile_float("1/2")
    below = sum(turns < mean for turns in lengths)
    assert f"4 games of 8 players: {below} took less than the mean" in picture.summary
    assert [mark.x for mark in picture.lengths.marks] == [half, mean]
    dots, _ = picture.lengths.shapes
    assert len(dots.points) == 4


def test_the_summary_describes_each_turn():
    start = table_of(Run.start(Chase(8)))
    assert "the dice at seats 0 and 4" in start.summary
    assert not start.controls.has_begun
    one_turn = run_after(Chase(8), (1, 0))
    rest = number(Chase(8, distance=3).expected_turns, 2)
    assert table_of(one_turn, odds_visible=True).summary == (
        "First die passed to the right, second kept: they are at seats 1 and 4, 3 apart. "
        f"Still expected: {rest} turns."
    )
    assert table_of(one_turn, odds_visible=True).turns.expected == f"still expected: {rest}"
    assert table_of(one_turn).turns.expected == ""
    assert table_of(one_turn).summary.endswith("3 apart.")
    swap = run_after(Chase(8, distance=1), (1, -1))
    assert swap.is_swapped
    assert (
        "which is not a meeting: nobody holds both, and the game goes on" in table_of(swap).summary
    )
    assert not run_after(Chase(8, distance=1), (1, 1)).is_swapped
    assert not run_after(Chase(3), (1, 1), (-1, -1)).is_swapped
    end_table = run_after(Chase(8), (1, -1), (1, -1))
    assert end_table.is_over
    picture = table_of(end_table)
    assert "seat 2 holds both and has lost, after 2 turns" in picture.summary
    assert picture.turns.so_far == 2
    assert picture.controls.is_over
    assert picture.table.loser == 2
    assert table_of(one_turn).table.loser is None
    running = table_of(one_turn, running=True, note="<b>")
    assert running.controls.is_running
    assert "<b>" not in render(running)


@pytest.mark.parametrize("chase", [Chase(8), twelfths(9, 5, 1, 2), Chase(20, distance=1)])
def test_seats_are_shaded_by_their_chance_to_lose(chase):
    start = Run.start(chase)
    table_without_odds = table_of(start)
    assert set(table_without_odds.table.shades) == {0}
    assert table_without_odds.losers is None
    picture = table_of(start, odds_visible=True)
    chances, n = chase.loser_probabilities, chase.players
    low, high = min(chances), max(chances)
    heats = [float((chance - low) / (high - low)) for chance in chances]
    assert picture.table.shades == pytest.approx(heats, abs=1e-9)
    bars, line = picture.losers.content.chances.shapes
    assert dict(bars.points) == pytest.approx(dict(enumerate(map(float, chances))))
    assert [height for _, height in line.points] == [1 / n, 1 / n]
    assert f"with {percent(max(chances))}; least likely" in picture.table.alt_text


SMALL_CHASES = [
    twelfths(players, left, right, distance)
    for players in range(3, 9)
    for left, right in ((1, 3), (1, 4), (2, 2), (5, 1))
    for distance in range(1, players // 2 + 1)
    if not twelfths(players, left, right, distance).never_ends
]


@pytest.mark.parametrize("chase", SMALL_CHASES)
def test_seats_that_lose_most_and_least_are_those_of_the_exact_chances(chase):
    chances = chase.loser_probabilities
    text = table_of(Run.start(chase), odds_visible=True).losers.content.chances.alt_text
    if len(set(chances)) == 1:
        assert f"All seats lose equally often, with {percent(chances[0])}." in text
        return
    for words, chance in (("Most likely to lose", max(chances)), ("least likely", min(chances))):
        seats = re.search(rf"{words}: seats? ([\d, and]+) with {percent(chance)}", text)[1]
        assert {int(seat) for seat in re.findall(r"\d+", seats)} == {
            seat for seat, seat_chance in enumerate(chances) if seat_chance == chance
        }


def test_many_games_have_columns_a_mean_and_a_median():
    lengths = [*range(500, 1500), 20_001, 3_000_000]
    picture = stuck_dice(7, lengths, 5000)
    mean = sum(lengths) / len(lengths)
    assert picture.figures.by_label == {"Half of them over by": "1000", "Mean": number(mean, 0)}
    assert picture.summary.startswith(f"1002 games took {number(mean, 2)} turns on average.")
    assert "Half of them were over by turn 1000." in picture.summary
    assert f"The longest took {number(3_000_000)}." in picture.summary
    assert "2 games took more than 20\u202f000. Without them the mean would be 999.50" in (
        picture.summary
    )
    chart = picture.lengths.content
    (bars,) = chart.shapes
    counts = Counter(int(6 * log10(turns)) for turns in lengths)
    assert {int(6 * place): games for place, games in bars.points} == {
        k: counts[k] for k in range(6, 54)
    }
    assert bars.highlighted == tuple(place for place, _ in bars.points if 10**place > 20_000)
    assert chart.x.format_value(7) == "10⁷"
    marks = {"half by 1000": 3, f"mean {number(mean, 0)}": log10(mean)}
    assert {mark.label: mark.x for mark in chart.marks} == pytest.approx(marks)
    assert "Without" not in stuck_dice(7, [900, 1000], 5000).summary
    long_game_text = "1 game took more than 20\u202f000. Without it the mean would be 20"
    assert long_game_text in stuck_dice(5, [10, 30, 2_000_000], 9).summary
    more_button, _ = stuck_dice(7, lengths, 1002).buttons.content
    assert (more_button.act, more_button.is_disabled) == ("more", True)
