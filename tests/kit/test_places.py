"""Where each part of a picture lies and how long it is: read by scales and ticks, as readers do.

Words may be right beside a bar that is too long. So lengths and places are compared here with the
solvers, as `tests/kit/test_labels.py` compares what is written.
"""

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import comb, sqrt

import pytest
from bs4 import BeautifulSoup
from hypothesis import given, settings
from hypothesis import strategies as st

from games import chase, lucky_draws, placement, race, yazy
from games.chains import view as chains
from games.chains.playing import Ruin
from games.chase import view as chase_views
from games.chase.playing import Chase, Table
from games.counting import view as counting
from games.counting.playing import Deck
from games.kit.matrix import matrix
from games.kit.tally import Lengths, Tally, lengths, pile, tally
from games.lucky_draws import penney
from games.lucky_draws import view as draws_views
from games.placement import view as placement_views
from games.race import view as race_views
from games.race.playing import Board, Run
from games.toolkit import pig
from games.toolkit import view as toolkit
from games.toolkit.playing import Play
from games.yazy import standard_scores, standard_solution
from games.yazy import targets as yazy_targets
from games.yazy import view_advice as yazy_advice
from games.yazy import view_scores as yazy_scores
from games.yazy import view_targets as target_views
from games.your_game import view as your_game
from games.your_game.app import EXAMPLES
from tests.kit.pictures import charts, places, value_of
from tests.kit.test_labels import played
from tests.race.test_view import finished
from tests.your_game.test_program import solve

HALF = Fraction(1, 2)
approx = pytest.approx


def at(wanted, near=6e-5):
    """Return places to compare with those that were read: styles have four digits, or three."""
    return {name: approx(share, abs=near) for name, share in wanted.items()}


def through(read, *wanted):
    """Whether the points read from a chart are those, but for what no eye would see."""
    for one, other in zip(zip(*read, strict=True), zip(*wanted, strict=True), strict=True):
        other = [*map(float, other)]
        assert one == approx(other, rel=2e-3, abs=1e-3 * max(map(abs, other)))
    return True


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


# Placement


@settings(max_examples=30)
@given(st.data())
def test_where_the_first_number_goes(data):
    V = data.draw(st.integers(1, 60))
    F, r = data.draw(st.integers(1, min(V, 8))), data.draw(st.integers(0, V - 1))
    html = placement_views.explorer(V, F, r).html
    assert places(html, ".oe-needle") == at({str(r): (r + 0.5) / V})
    even = places(html, ".oe-ticks span").values()
    assert [*even] == approx([f / F for f in range(1, F)], abs=6e-5)
    best = placement.roll(V, F, r)
    bars = {f"field {f}": placement.place(V, F, r, f) / best for f in range(F)}
    assert places(html, ".oe-fill") == at(bars)


@pytest.mark.parametrize("seed", range(6))
def test_the_chance_in_the_course_of_a_placement_game(seed):
    play = played(12, 4, seed)
    steps = [(0, placement.win(12, 4))]
    for n, move in enumerate(play.moves):
        steps += [(n + 0.5, move.best_chance), (n + 1, move.chance)]
    (chart,) = charts(placement_views.course(play))
    assert through(chart["solid"], *((x, 100 * y) for x, y in steps))
    shown = placement_views.game(play, reader=Tally(), machine=Tally()).html
    assert places(shown, ".oe-fill") == at({"P(win) now": play.chance})


# The race


@pytest.mark.parametrize(
    "board", [Board(12, 6, "clamp"), Board(40, 8, "stay"), Board(20, 2), Board()]
)
def test_the_race(board):
    n, last, html = 3, board.fields, race_views.explorer(board, 3).html
    throws = race.expected_throws_by_field(*board[:2], below=board.below)
    visits = race.expected_visits(*board[:2], below=board.below)
    of_throws, of_visits = charts(html)
    assert through(of_throws["columns"], *list(throws.items())[:-1])
    assert through(of_throws["lit"], (n, throws[n]))
    assert through(of_visits["columns"], *visits.items())
    assert through(of_visits["lit"], (n, visits[n]))
    drift = Fraction(sum(race.moves(board.faces)), board.faces)
    assert ("dashed" in of_throws) == (drift > 0)
    if drift > 0:
        assert through(of_throws["dashed"], (1, (last - 1) / drift), (last, 0))
    heat = {str(field): sqrt(often / max(visits.values())) for field, often in visits.items()}
    assert places(html, "button.oe-place") == at(heat, 6e-4)
    now = Run(board, [1, 5, 2, 1, 7, 3, 9])
    way = charts(race_views.run(now, played=Lengths()).html)[0]
    assert through(way["solid"], *enumerate(now.path))


@pytest.mark.parametrize("board", [Board(12, 6, "clamp"), Board(30, 8, "stay"), Board(20, 6)])
def test_how_long_a_race_lasts(board):
    histogram, curve = charts(finished(race_views.lengths(board))[0].html)
    chain = race.chain(*board[:2], below=board.below)
    names = {"1 in 10 by": "1/10", "half by": "1/2", "9 in 10 by": "9/10", "99 in 100 by": "99/100"}
    marks = {f"{name} {(t := chain.quantile(1, of))}": t for name, of in names.items()}
    marks[f"mean {float(board.throws):.2f}"] = float(board.throws)
    assert histogram["marks"] == at(marks, max(marks.values()) / 1000)
    alive = [float(it) for it in chain.survival_curve_float(1, 2 * max(marks.values()) // 1)]
    shown = [(t, chance) for t, chance in enumerate(alive[: len(curve["solid"])]) if chance > 0.005]
    assert through(curve["solid"][: len(shown)], *((t, 100 * chance) for t, chance in shown))
    width = round(histogram["columns"][1][0] - histogram["columns"][0][0])
    assert through(
        histogram["columns"],
        *(
            (start + (width + 1) / 2, 100 * (alive[start] - alive[start + width]))
            for start in range(0, width * len(histogram["columns"]), width)
        ),
    )


# The chase


@pytest.mark.parametrize("table", [Table(12, 2, 2, 5), Table(9, 3, 1, 2), Table(40, 5, 5, 6)])
def test_the_chase(table):
    n, law = table.players, table.law
    html = chase_views.explorer(table).html
    survival, turns, over, *_ = charts(html)
    ring = chase.ring_chain(n, **law)
    near = min(table.distance, n - table.distance)
    mean = {d: float(ring.expected_steps(min(d, n - d))) for d in range(1, n)}
    for t, chance in survival["solid"]:
        assert chance == approx(100 * chase.survival_float(round(t), n, **table.start), abs=0.2)
    assert list(survival["marks"].values()) == approx(
        sorted(
            [mean[near], *(ring.quantile(near, it) for it in ("1/10", "1/2", "9/10", "99/100"))]
        ),
        rel=2e-3,
    )
    spread = 2 * (law["left"] + law["right"] - (law["left"] - law["right"]) ** 2)
    parabola = {d: float(d * (n - d) / spread) for d in range(n + 1)}
    assert through(turns["columns"], *mean.items())
    assert through(turns["lit"], (table.distance, mean[table.distance]))
    assert through(turns["dashed"], *parabola.items())
    few = range(1, min(n, 21))
    assert through(over["columns"], *((d, mean[d] - parabola[d]) for d in few))
    if n == 40:  # far from both ends nothing is left but the lift
        lift = mean[20] - parabola[20]
        assert through(over["dashed"], (0, lift), (20, lift))
    if n < 20:
        N = ring.fundamental_matrix()
        heat = {
            (f"from {i}", f"to {j}"): often / max(map(max, N))
            for i, row in enumerate(N, 1)
            for j, often in enumerate(row, 1)
        }
        assert places(html, "td[style]") == at(heat, 6e-4)


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


@pytest.mark.parametrize("game", [Ruin(6, 2, HALF, Fraction(0)), Ruin(5, 4, Fraction(2, 5), HALF)])
def test_the_ruin(game):
    lasted = [1, 1, 2, 3, 3, 5, 8, 40]
    html = chains.ruin(game, lasted).html
    N = game.chain.fundamental_matrix()
    full = {
        (f"start with {i}", str(j)): often / max(map(max, N))
        for i, row in enumerate(N, 1)
        for j, often in enumerate(row, 1)
    }
    assert places(html, "td[style]") == at(full, 6e-4)
    (chart,) = charts(chains.survival(game, lasted))
    still(chart, game, lasted)


def still(chart, game, lasted):
    """Whether the curve of what still goes on is exact, beside that of the games played."""
    mean, median = (
        chart["marks"].values() if game.mean <= game.median else [*chart["marks"].values()][::-1]
    )
    assert (mean, median) == (approx(float(game.mean), rel=5e-3), approx(game.median, rel=5e-3))
    ts = range(len(chart["solid"]))
    curve = game.chain.survival_curve_float(game.start, len(ts))
    assert through(chart["solid"], *((t, 100 * curve[t]) for t in ts))
    over = [Fraction(sum(it > t for it in lasted), len(lasted)) for t in ts]
    assert through(chart["dashed"], *((t, 100 * share) for t, share in enumerate(over)))


@pytest.mark.parametrize("label", ["Heads twice", "One turn of Pig"])
def test_a_game_of_ones_own(label):
    game = solve(EXAMPLES[label])
    sample = your_game.Sample((1, 2, 2, 9), tuple(list(game.ends)[:1] * 4))
    html = your_game.program(game, sample).html
    still(charts(html)[0], game, sample.steps)
    if len(game.ends) > 1:
        ends = {your_game.named(end, 24): chance for end, chance in game.ends.items()}
        assert places(html, ".oe-your-ends .oe-fill") == at(ends)


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


@pytest.mark.parametrize("deck", [("RRB", "BRR", 26, 26), ("RRR", "BRR", 12, 2)])
def test_two_words(deck):
    yvonne, zara, red, black = deck
    table = draws_views.replies(*deck)
    shares, marks = places(table, ".oe-share"), places(table, ".oe-other")
    assert shares.keys() == marks.keys()
    assert len(shares) > 2
    for zaras in shares:
        chance = lucky_draws.win_probability(yvonne, zaras, red=red, black=black)
        assert shares[zaras] == approx(float(chance), abs=6e-5)
        assert marks[zaras] == approx(float(penney.win_probability(yvonne, zaras)), abs=6e-5)
    chart = charts(draws_views.explorer(*deck).html)[-1]
    coin = 100 * penney.win_probability(yvonne, zara)
    assert [y for _, y in chart["dashed"]] == approx([float(coin)] * 2, rel=2e-3)
    for cards, shown in chart["solid"]:
        chance = lucky_draws.win_probability(yvonne, zara, red=round(cards), black=round(cards))
        assert shown == approx(float(100 * chance), rel=2e-3)
    assert list(chart["marks"].values()) == ([approx(red, abs=0.05)] if red == black else [])


@pytest.mark.parametrize("table", [penney.table(3), lucky_draws.table(3, red=12, black=2)])
def test_which_word_beats_which(table):
    html = draws_views.beats(table, table.words[0], "something").html
    known = {(y, z): table.chance(y, z) for y in table.words for z in table.words}
    wanted = {pair: chance for pair, chance in known.items() if chance is not None}
    assert places(html, "td[style]") == at(wanted, 6e-4)


def test_the_best_words_of_each_length():
    found = {k: lucky_draws.solve(k, red=6, black=6) for k in range(1, 5)}
    (chart,) = charts(draws_views.lengths(6, 6, found).html)
    chances = {k: 100 * it.probability for k, it in found.items()}
    assert through(chart["columns"], *chances.items())
    assert through(chart["dashed"], (0.5, 50), (4.5, 50))
    worst = [(k, it) for k, it in chances.items() if it == min(chances.values())]
    assert through(chart["lit"], *worst)


# Yazy

SOLUTION = standard_solution()


@pytest.mark.parametrize(("roll", "left"), [((1, 2, 3, 4, 4), 2), ((6, 6, 2, 2, 2), 1)])
def test_what_each_action_loses_and_where_it_leads(roll, left):
    advice = dict(SOLUTION.advice(roll, left, yazy.CATEGORIES))
    best, worst = max(advice.values()), min(advice.values())
    bars = {yazy_advice.said(it): (best - worth) / (best - worst) for it, worth in advice.items()}
    assert places(yazy_advice.options(advice, 1000), ".oe-fill") == at(bars)
    keep = max((it for it in advice if it[0] == "keep"), key=advice.get)[1]
    ends = SOLUTION.outlook(keep, left, yazy.CATEGORIES)
    most = max(chance for chance, _ in ends.values())
    bars = {yazy_advice.named(name): chance / most for name, (chance, _) in ends.items()}
    assert places(yazy_advice._outlook(ends), ".oe-fill") == at(bars)


def test_how_likely_each_score_is():
    chances = yazy.score_distribution_float(rules := yazy.Rules(rerolls=1, categories=("ones",)))
    solution = yazy.solve(rules)
    results = yazy_scores.Results(rules, solution.expected_score, solution, chances)
    (chart,) = charts(yazy_scores.explorer(results, 4).html)
    inner = list(enumerate(chances))[1:-1]  # bars at the ends are cut in half
    assert through(chart["columns"][1:-1], *((score, 100 * p) for score, p in inner))
    marks = [float(solution.expected_score), 4.0]
    assert [*chart["marks"].values()] == approx(sorted(marks), rel=2e-3)


def test_two_plans():
    usual = [*accumulate(reversed(standard_scores().chances_float))][::-1]
    plans = target_views.Plans.of(
        SOLUTION, standard_scores().chances_float, yazy_targets.opening_solution()
    )
    html = target_views.targets(plans, 171, target_views.Situation(yazy.CATEGORIES)).html
    reach, gain = charts(html)
    best = [yazy_targets.chance_to_reach_float(target) for target in range(281)]
    assert through(reach["solid"], *enumerate(100 * it for it in usual))
    assert through(reach["dashed"], *enumerate(100 * it for it in best))
    gains = (100 * (b - a) for a, b in zip(usual, best, strict=True))
    assert through(gain["solid"], *enumerate(gains))
    for chart in (reach, gain):
        assert [*chart["marks"].values()] == approx([171], rel=1e-3)
