"""Beside which label, and below which heading, each number of a picture stands.

A picture may hold every right number and say the wrong thing of each. So all the labels of a
picture are read back here, with what stands beside them, and compared with the solvers.
"""

from fractions import Fraction
from itertools import count as naturals
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

from games import chase, lucky_draws, placement, race, yazy
from games.apps.your_game import EXAMPLES
from games.program import solve
from games.views import chains, counting, lucky_deal, yazy_advice, yazy_scores, your_game
from games.views import chase as chase_views
from games.views import lucky_draws as draws_views
from games.views import placement as placement_views
from games.views import race as race_views
from games.views import yazy as yazy_views
from games.views.chains import Ruin
from games.views.chase import Table
from games.views.lucky_deal import Choice, Deal, Round
from games.views.race import Board
from games.views.tally import Lengths, Tally, lengths, tally
from games.views.text import exact, number, percent, points, signed
from games.yazy import standard_scores, standard_solution
from tests.test_views import columns, figures
from tests.test_views_race import finished

HALF = Fraction(1, 2)


def headed(rows, *names):
    """Return those rows that stand below all of these headings."""
    found = [row for row in rows if set(names) <= set(row)]
    assert found, f"no table has {names}"
    return found


@pytest.mark.parametrize(("V", "F", "r"), [(20, 4, 6), (9, 3, 8), (100, 10, 42)])
def test_where_the_first_number_goes(V, F, r):
    html = placement_views.explorer(V, F, r).html
    assert figures(html) == {
        "P(win) before the first number": percent(placement.win(V, F)),
        f"P(win) after the number {r}": percent(placement.roll(V, F, r)),
    }
    chances = [placement.place(V, F, r, f) for f in range(F)]
    firsts = [*placement.thresholds(V, F), V]
    for f, row in enumerate(headed(columns(html), "field")):
        first, last = firsts[f], firsts[f + 1] - 1
        assert row["field"] == f"field {f}"
        assert row["takes"] == (str(first) if first == last else f"{first} to {last}")
        assert row["P(win)"] == percent(chances[f])
        assert row.get("exactly", str(chances[f])) == str(chances[f])
        lost = max(chances) - chances[f]
        assert row["regret"] == (points(lost) if lost else "★ best")


def played(V, F, seed):
    """A game of placement in which each move is the worst that is allowed."""
    rng = Random(seed)
    play = placement_views.Play(V, rng.sample(range(V), F))
    while not play.over:
        play = play.roll()
        if not play.over:
            play = play.place(min(play.advice, key=play.advice.__getitem__))
    return play


@pytest.mark.parametrize("seed", range(6))
def test_the_moves_of_a_placement_game(seed):
    play = played(12, 4, seed)
    *rows, total = columns(placement_views.ledger(play))
    chance = placement.win(12, 4)
    for move, row in zip(play.moves, rows, strict=True):
        fields = [None] * 4
        for earlier in play.moves[: play.moves.index(move)]:
            fields[earlier.field] = earlier.number
        allowed = dict(placement.advice(12, fields, move.number))
        best = max(allowed.values(), default=Fraction(0))
        after = allowed.get(move.field, Fraction(0))
        assert row["number"] == str(move.number)
        assert row["luck"] == signed(best - chance)
        assert row["field"] == ("none" if move.field is None else str(move.field))
        assert row["P(win), %"] == points(after)
        assert row["P(win), % (2)"] == points(best)
        assert row["loss"] == points(best - after)
        found = [str(f) for f in sorted(allowed) if allowed[f] == best]
        assert all(f in row["best field"] for f in found or ["none"])
        chance = after
    assert (total["number"], total["luck"]) == ("sum", signed(play.luck))
    assert total["loss"] == points(play.loss)
    assert play.luck != play.loss  # else the columns could be exchanged


@pytest.mark.parametrize("board", [Board(12, 6, "clamp"), Board(40, 8, "stay")])
def test_the_race(board):
    throws = race.expected_throws_by_field(*board[:2], below=board.below)
    assert figures(race_views.explorer(board, 3).html) == {
        "Expected throws of a race": number(throws[0], 2),
        "Expected throws from field 3": number(throws[2], 2),
    }
    deviation = sqrt(race.variance_throws(*board[:2], below=board.below))
    alive = race.survival_float(*board[:2], below=board.below)
    median = next(t for t, chance in zip(naturals(), alive, strict=False) if chance <= 0.5)
    picture, _ = finished(race_views.lengths(board))
    assert figures(picture.html) == {
        "Mean": number(throws[0], 2),
        "Standard deviation": number(deviation, 2),
        "Median": number(median),
    }
    found = race.ledger(*board[:2], below=board.below)
    first, second = headed(columns(race_views.ledger(board).html), "entry"), []
    second = [row for row in first if "throws" not in row]
    told = {row["entry"]: row["throws"].lstrip("=+ ") for row in first if "throws" in row}
    drift, distance, overshoot, pushes = found.drift, found.distance, found.overshoot, found.pushes
    assert told["distance over drift"] == number(distance / drift, 2)
    assert told["the overshoot takes throws, too"] == number(overshoot / drift, 2)
    saved = number(-pushes / drift, 2).replace("−", "− ")
    assert told["pushes at the start save throws"] == saved
    (unit,) = {name for row in second for name in row} - {"entry", ""}
    made = {row["entry"]: row[unit].lstrip("=+ ").replace("− ", "−") for row in second}
    assert made["drift of all throws"] == number(drift * found.throws, 2)
    assert made["the way that was made"] == number(distance + overshoot, 2)
    assert made["of which beyond the last field"] == number(-overshoot, 2)


@pytest.mark.parametrize("table", [Table(12, 2, 2, 6), Table(9, 3, 1, 2)])
def test_the_chase(table):
    n = table.players
    html = chase_views.explorer(table).html
    ring = chase.ring_chain(n, **table.law)
    near = min(table.distance, n - table.distance)
    assert figures(html) == {
        "Expected turns": number(chase.expected_turns(n, **table.start), 2),
        "Standard deviation": number(sqrt(chase.variance_turns(n, **table.start)), 2),
        "Median": number(ring.quantile(near, "1/2")),
    }
    rows = headed(columns(html), "turns")
    for i, (row, line) in enumerate(zip(rows, ring.fundamental_matrix(), strict=True), start=1):
        assert row[""] == f"from {i}"
        assert row["turns"] == number(ring.expected_steps(i), 2)
        for j, often in enumerate(line, start=1):
            assert row[f"to {j}"] == number(often, 2)


def test_distances_instead_of_pairs():
    html = chase_views.folding(Table(6, 3, 1, 2), 0).html
    ring = chase.ring_chain(6, left=Fraction(1, 4), right=Fraction(1, 12))
    rows = headed(columns(html), "distance")
    assert [row["distance"] for row in rows] == [str(d) for d in range(4)]
    assert [row["pairs"] for row in rows] == ["6", "12", "12", "6"]
    for d, row in enumerate(rows[1:], start=1):
        assert row["expected turns"] == number(ring.expected_steps(d), 2)
        ways = (f"{to}\xa0with\xa0{chance}" for to, chance in sorted(ring.step(d).items()))
        assert row["leads to"] == ", ".join(ways)


@pytest.mark.parametrize("game", [Ruin(6, 2, HALF, Fraction(0)), Ruin(5, 4, Fraction(2, 5), HALF)])
def test_the_ruin(game):
    html = chains.ruin(game).html
    assert figures(html) == {
        "rounds on average": number(game.chain.expected_steps(game.start), 2),
        "standard deviation": number(sqrt(game.chain.variance_steps(game.start)), 2),
        f"chance of {game.goal} before 0": percent(
            game.chain.absorption_probabilities(game.start)[game.goal]
        ),
    }
    for coins, row in enumerate(headed(columns(html), "from", "goal"), start=1):
        assert row["from"] == f"start with {coins}"
        goal = float(100 * game.chain.absorption_probabilities(coins)[game.goal])
        assert row["goal"] == f"{goal:.1f}"
        assert float(row["sum"]) == pytest.approx(float(game.chain.expected_steps(coins)), abs=0.06)
        for other, often in game.chain.expected_visits(coins).items():
            assert float(row[str(other)]) == pytest.approx(float(often), abs=0.06)


def test_the_unfinished_game():
    assert figures(counting.points(1, 2, HALF).html) == {
        "your chance": percent(Fraction(3, 4)),
        "your share of 64 coins": "48.00",
        "tosses on average": "1.50",
    }
    # two points before two are lost, with heads in 2 of 5: 2/5·2/5·(1 + 2·3/5)
    poor = figures(counting.points(2, 2, Fraction(2, 5)).html)
    assert poor["your chance"] == percent(Fraction(44, 125))
    rows = headed(columns(counting.points(2, 3, HALF).html), "a \\ b")
    # the friend's chance to win three tosses before two are lost, by counting: 5 of 16
    assert (rows[2]["a \\ b"], rows[2]["3"]) == ("2", "68.8")
    assert rows[1]["3"] == "87.5"


@pytest.mark.parametrize(
    "deck", [("RRB", "BRR", 26, 26), ("RRR", "BRR", 12, 2), ("RB", "BB", 4, 6)]
)
def test_two_words(deck):
    yvonne, zara, red, black = deck
    html = draws_views.explorer(*deck).html
    chance = lucky_draws.win_probability(yvonne, zara, red=red, black=black)
    coin = lucky_draws.coin_win_probability(yvonne, zara)
    assert figures(html) == {
        "Yvonne wins": percent(chance),
        "Zara wins": percent(1 - chance),
        "Yvonne, with an endless coin": percent(coin),
    }
    rows = headed(columns(html), "Zara names", "Yvonne wins", "with a coin")
    assert rows
    for row in rows:
        reply = row["Zara names"]
        assert row["with a coin"] == percent(lucky_draws.coin_win_probability(yvonne, reply))
        if row["Yvonne wins"] != "–":
            found = lucky_draws.win_probability(yvonne, reply, red=red, black=black)
            assert row["Yvonne wins"] == percent(found)


def test_overlaps():
    html = draws_views.overlaps("RRB", "BRR", "Zara then Yvonne", 1).html
    words = {"Yvonne": "RRB", "Zara": "BRR"}
    rows = headed(columns(html), "cards in common", "number")
    assert len(rows) == 4
    for row in rows:
        first, second = (words[who] for who in row["cards in common"].split(" then "))
        assert row["number"] == str(lucky_draws.leading_number(first, second))
        for size in lucky_draws.overlaps(first, second):
            assert row[f"{size} cards in common"] == "1"


def test_which_word_beats_which():
    table = lucky_draws.coin_table(3)
    html = draws_views.beats(table, "RRR", "an endless coin").html
    rows = headed(columns(html), "Yvonne ↓ Zara →")
    assert len(rows) == 8
    for row in rows:
        for zara in table.words:
            chance = table.chance(row["Yvonne ↓ Zara →"], zara)
            shown = row[zara].replace("★", "")
            if chance is not None:
                assert shown == ("½" if chance == HALF else f"{float(100 * chance):.1f}")


def test_the_best_words_of_each_length():
    found = {k: lucky_draws.solve(k, red=6, black=6) for k in range(1, 5)}
    rows = headed(columns(draws_views.lengths(6, 6, found).html), "cards", "Zara's edge")
    for (k, best), row in zip(found.items(), rows, strict=True):
        assert row["cards"] == str(k)
        assert row["Yvonne wins"] == percent(best.probability)
        edge = 1 - 2 * best.probability
        assert row["Zara's edge"] == (signed(edge) if edge else "a tie")
        assert (row["Yvonne names"], row["Zara replies"]) == (best.yvonne, best.zara)


def test_a_deck_that_is_dealt():
    deal = Deal("RRB", "BRR", 26, 26, "BRRB" + "RB" * 24, "Yvonne").step()
    html = lucky_deal.watch("RRB", "BRR", 26, 26, deal, Tally(), running=False).html
    now = lucky_draws.win_probability_after("RRB", "BRR", "B")
    assert figures(html) == {"Yvonne's chance now": percent(now)}


def test_the_rounds_of_a_match():
    chance, best = Fraction(1, 5), Fraction(1, 3)
    rounds = [
        Round(Choice("Yvonne", "RRB", "BRR", chance, "RBB", best), True),
        Round(Choice("Zara", "RBR", "BRB", HALF, "BRB", HALF), False),
    ]
    html = lucky_deal.played(rounds)
    first, second = columns(html)
    assert first == {
        "you": "Yvonne",
        "Yvonne": "RRB",
        "Zara": "BRR",
        "your chance": percent(chance),
        "best word": "RBB",
        "its chance": percent(best),
        "lost": points(best - chance),
        "result": "won",
    }
    assert (second["best word"], second["lost"], second["result"]) == ("yours", "0", "lost")
    assert f"lost {points(best - chance)} points in 2 rounds. You won 1;" in html


SOLUTION = standard_solution()


def test_the_table_of_a_yazy_game():
    throws = [[[3, 3, 3, 5, 6]] * 3] * 5
    play = yazy_views.Play(SOLUTION, yazy.CATEGORIES[6:], throws).rolled()
    play = play.scored("full_house").rolled()  # no points for it
    html = yazy_views.game(play, shown=True).html
    facts = figures(html)
    assert facts["points made"] == "0"
    assert facts["turn"] == "2 of 5"
    assert facts["rerolls left"] == "2"
    assert facts["expected final score"].startswith(yazy_advice.points(play.worth))
    (last,) = play.decisions
    options = dict(SOLUTION.advice((3, 3, 3, 5, 6), 2, yazy.CATEGORIES[6:]))
    best = max(options.values())
    decided = {row[""]: row for row in headed(columns(html), "action", "expected score")}
    you, other = decided["you"], decided["best"]
    worth = options["score", "full_house"]
    assert you["expected score"] == yazy_advice.points(worth)
    assert you["loss"] == yazy_advice.points(best - worth)
    assert other["expected score"] == yazy_advice.points(best)
    assert other["loss"] == "★ best"
    (row, total) = headed(columns(html), "turn", "luck")
    luck = best - SOLUTION.value(yazy.CATEGORIES[6:])
    assert row["loss"] == total["loss"] == yazy_advice.points(best - worth)
    assert row["luck"].lstrip("+") == total["luck"].lstrip("+") == yazy_advice.points(luck)
    assert last.loss == best - worth


@pytest.mark.parametrize(("roll", "left"), [((1, 2, 3, 4, 4), 2), ((6, 6, 2, 2, 2), 1)])
def test_what_each_action_is_worth(roll, left):
    advice = yazy_advice.different(SOLUTION, roll, left, yazy.CATEGORIES)
    best = max(advice.values())
    rows = headed(columns(yazy_advice.options(advice, 100)), "action", "worth", "loss")
    for (action, worth), row in zip(advice.items(), rows, strict=True):
        assert row["action"] == yazy_advice.said(action)
        assert row["worth"] == yazy_advice.points(worth)
        assert row["loss"] == ("★ best" if worth == best else yazy_advice.points(best - worth))


def test_two_plans_side_by_side():
    names = ("full_house", "straight")
    targets = yazy.solve_targets(open_categories=names)
    goal = yazy_advice.Goal(targets, 171, 131)
    html = yazy_advice.adviser(SOLUTION, (2, 2, 3, 3, 4), 2, names, goal=goal).html
    found, usual = yazy_advice.weighed(SOLUTION, (2, 2, 3, 3, 4), 2, names, goal)
    rows = headed(columns(html), "action", "P(≥ 171)", "loss", "mean")
    assert [row["action"] for row in rows[:3]] == [yazy_advice.said(it.action) for it in found[:3]]
    weighed = {yazy_advice.said(it.action): it for it in found}
    for row in rows:
        it = weighed[row["action"]]
        assert row["P(≥ 171)"] == percent(it.chance)
        assert row["mean"].removeprefix("★ ") == yazy_advice.points(it.mean)
        assert row["mean"].startswith("★") == (it.mean == usual.mean)
        assert row["loss"].startswith("★") == (found[0].chance - it.chance < 1e-9)


def test_more_or_less_of_what_stays_open():
    """The reason for an action says which way the rest of the game changes."""
    for roll in ((1, 1, 1, 2, 2), (6, 6, 6, 6, 1), (2, 3, 4, 5, 5), (4, 4, 4, 2, 1)):
        for left in (1, 2):
            advice = dict(SOLUTION.advice(roll, left, yazy.CATEGORIES))
            scores = [it for it in advice if it[0] == "score"]
            keeps = [it for it in advice if it[0] == "keep" and len(it[1]) < 5]
            stop, go = scores[0], keeps[0]
            told = yazy_advice.why(SOLUTION, roll, left, yazy.CATEGORIES, stop, go)
            rest = tuple(it for it in yazy.CATEGORIES if it != stop[1])
            ends = SOLUTION.outlook(go[1], left, yazy.CATEGORIES)
            later = -SOLUTION.value(rest)
            for name, (chance, _) in ends.items():
                left_open = tuple(it for it in yazy.CATEGORIES if it != name)
                later += chance * SOLUTION.value(left_open)
            word = "more" if later > 0 else "less"
            assert f"what then stays open is worth {abs(float(later)):.2f} {word}" in told


def test_the_scores_of_best_play():
    mean, chances = standard_scores()
    targets = yazy.opening_targets()
    odds = [float(it) for it in chances]
    results = yazy_scores.Results(yazy.STANDARD, mean, SOLUTION, odds, targets)
    told = figures(yazy_scores.explorer(results, 171).html)
    reached = sum(odds[171:])
    assert told["expected score"] == number(mean, 2)
    assert told["P(at least 171), playing for the mean"] == percent(Fraction(reached))
    best = yazy.chance_to_reach_float(171)
    assert told["P(at least 171), playing for 171"] == percent(Fraction(best))
    assert best > reached


def test_where_two_plans_part():
    names = ("full_house", "straight", "five_of_a_kind")
    targets = yazy.solve_targets(open_categories=names)
    mean, chances = standard_scores()
    situation = yazy_scores.Situation(names, 131, None, targets)
    results = yazy_scores.Results(
        yazy.STANDARD, mean, SOLUTION, list(map(float, chances)), yazy.opening_targets()
    )
    html = yazy_scores.explorer(results, 171, situation).html
    rows = headed(columns(html), "first roll")
    found = yazy.departures(SOLUTION, targets, 40, names)
    assert rows
    for row, it in zip(rows, found, strict=False):
        for_mean = row["for the mean, and P(≥ 171)"]
        for_target = row["for 171, and P(≥ 171)"]
        assert for_mean.endswith(percent(Fraction(it.reached_mean)))
        assert for_target.endswith(percent(Fraction(it.reached_target)))
        assert yazy_advice.said(it.for_mean) in for_mean
        assert yazy_advice.said(it.for_target) in for_target


@pytest.mark.parametrize("label", EXAMPLES)
def test_a_game_of_ones_own(label):
    game = solve(EXAMPLES[label])
    sample = your_game.Sample((1, 2, 3), tuple(list(game.ends)[:1] * 3))
    html = your_game.program(game, sample).html
    told = figures(html)
    assert told["standard deviation"] == number(game.deviation, 2)
    assert game.mean.denominator > 1 or number(game.mean) in told.values()
    several = len(game.ends) > 1 or game.process
    rows = headed(columns(html), "end", "chance", "exactly") if several else ()
    ends = {your_game.named(end, 24): end for end in game.ends}
    for row in rows:
        end = ends[row["end"]]
        assert row["chance"] == percent(game.ends[end])
        assert row["exactly"] == exact(game.ends[end], 24)
        if game.process:
            assert row["worth"] == number(game.worth[end])
        first = next(iter(game.ends))
        assert row["played"] == percent(Fraction(int(end == first)))


def test_tallies_say_what_was_seen_and_what_was_expected():
    told = tally("Best play", Tally(100, 13), Fraction(1, 10))
    assert f"<strong>{percent(Fraction(13, 100))}</strong>. Expected: 10.00 % with" in told
    told = lengths(Lengths(4, 40, 3, 20), "throw", Fraction(12), 5.0)
    assert "<strong>10.00 throws</strong> on average, from 3 to 20. Expected: 12.00" in told


def test_no_chance_but_one_is_written_as_certain():
    for p, q in pairwise(Fraction(n, 10**6) for n in range(999_940, 1_000_001)):
        assert percent(p) != "100.00 %"
        assert (percent(q) == "100 %") == (q == 1)
    assert percent(Fraction(99995, 100000)) == "over 99.99 %"
