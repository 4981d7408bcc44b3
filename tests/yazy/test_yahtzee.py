"""Yahtzee against the literature, and small games against a solver written a second time."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb, isclose
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from book.build import yazy_tables as tables
from games.incremental import finish
from games.maths import simulate, turn
from games.yazy import yahtzee
from games.yazy.yahtzee import (
    CATEGORIES,
    JOKERS,
    Yahtzee,
    score,
)
from tests.conftest import others_slow
from tests.refusals import refused

FACES = ("ones", "twos", "threes", "fours", "fives", "sixes")
GAMES = [Yahtzee(*flags) for flags in product((True, False), (True, False), JOKERS)]
ROLLS = [tuple(dice) for dice in product(range(1, 7), repeat=5)]


def points(category, dice):
    """The score of a category, written again from the rules in the box."""
    count = Counter(dice)
    run = max(n for n in range(1, 6) for low in dice if set(range(low, low + n)) <= set(dice))
    match category:
        case "three_of_a_kind":
            return sum(dice) * (max(count.values()) >= 3)
        case "four_of_a_kind":
            return sum(dice) * (max(count.values()) >= 4)
        case "full_house":
            return 25 * (sorted(count.values()) == [2, 3])
        case "small_straight":
            return 30 * (run >= 4)
        case "large_straight":
            return 40 * (run >= 5)
        case "yahtzee":
            return 50 * (len(count) == 1)
        case "chance":
            return sum(dice)
    face = FACES.index(category) + 1
    return face * count[face]


ORDERS: dict = {}  # for each roll the places of its orders among the 6^5 outcomes
for place, dice in enumerate(ROLLS):
    ORDERS.setdefault(tuple(sorted(dice)), []).append(place)
POINTS = {(name, roll): points(name, roll) for name in CATEGORIES for roll in ORDERS}


def raw_game(game):
    """Return a function value(open boxes, upper total, fifty) that looks at all dice, one by one.

    It tries each way to keep some of the five dice, for all 6^5 outcomes.
    """

    def possible_boxes(names, fifty, dice):
        """Yield (category, points, Yahtzee bonus) for each box that the roll may go to."""
        own_box = FACES[dice[0] - 1]
        extra = len(set(dice)) == 1 and "yahtzee" not in names
        bonus = 100 if extra and fifty and game.yahtzee_bonus else 0
        allowed_boxes = set(names)
        if extra and game.joker == "forced":
            lower = allowed_boxes - set(FACES)
            allowed_boxes = {own_box} if own_box in allowed_boxes else lower or allowed_boxes
        for name in allowed_boxes:
            gained_points = POINTS[name, dice]
            if extra and game.joker != "none" and own_box not in names:
                gained_points = {"full_house": 25, "small_straight": 30, "large_straight": 40}.get(
                    name, gained_points
                )
            yield name, gained_points, bonus

    @cache
    def value(names, upper, fifty):
        if not names:
            return 0.0
        stop = np.full(len(ROLLS), -1.0)
        for dice, places in ORDERS.items():
            best = -1.0
            for name, gained_points, bonus in possible_boxes(names, fifty, dice):
                total = upper + gained_points * (name in FACES)
                upper_bonus = 35 if game.upper_bonus and upper < 63 <= total else 0
                next_fifty = fifty or (name == "yahtzee" and gained_points == 50)
                rest = value(names - {name}, total, next_fifty)
                best = max(best, gained_points + bonus + upper_bonus + rest)
            stop[places] = best
        stage = stop = stop.reshape((6,) * 5)
        for _ in range(2):
            best = stop
            for number in range(1, 6):
                for axes in combinations(range(5), number):
                    best = np.maximum(best, stage.mean(axis=axes, keepdims=True))
            stage = best
        return float(stage.mean())

    return value


# The numbers of the literature.


@pytest.mark.parametrize(
    ("game", "known_score"),
    [
        # T. Verhoeff and E. Scheffers 1999, J. Glenn 2006: a Yahtzee may go to any open box
        ({}, "254.5896"),
        # the forced rule, solved by the public crate yahtzee-engine 0.1.0
        ({"joker": "forced"}, "254.5877"),
        # the game without Yahtzee bonuses and jokers
        ({"yahtzee_bonus": False, "joker": "none"}, "245.87"),
    ],
)
def test_expected_scores_agree_with_the_literature(game, known_score):
    digits = len(known_score.split(".")[1])
    assert f"{Yahtzee(**game).expected_score_float:.{digits}f}" == known_score


@pytest.mark.parametrize("game", others_slow(GAMES[6:10]))
def test_the_table_is_what_the_solver_finds(game):
    value, table = game.solve().value_float(CATEGORIES), game.expected_score_float
    assert isclose(value, table, rel_tol=1e-11)
    assert value < table + 1e-12


@pytest.mark.slow
def test_the_largest_game_is_what_the_table_says():
    game = Yahtzee(yahtzee_bonus=False, joker="none")
    value = game.solve().value_float(CATEGORIES)
    assert isclose(value, game.expected_score_float, rel_tol=1e-11)


def test_the_generator_writes_the_table_that_is_read(monkeypatch):
    class KnownSolution:
        def __init__(self, game):
            self.game = game

        def value_float(self, names):
            assert names == CATEGORIES
            return self.game.expected_score_float

    def known_steps(game, width):
        assert width >= 96
        yield 1.0
        return KnownSolution(game)

    monkeypatch.setattr(Yahtzee, "solve_incremental", known_steps)
    stored_text = (tables.TABLES / yahtzee.TABLE).read_text(encoding="utf-8")
    assert tables.yahtzee_scores() == stored_text


def test_table_holds_all_rules_in_the_right_order():
    value = {game: game.expected_score_float for game in GAMES}
    for upper, bonus in product((True, False), repeat=2):
        free, forced_joker, without_joker = (
            value[Yahtzee(upper, bonus, joker)] for joker in JOKERS
        )
        assert free > forced_joker > without_joker  # jokers help, even forced ones
    for flag, joker in product((True, False), JOKERS):
        assert 0 < value[Yahtzee(True, flag, joker)] - value[Yahtzee(False, flag, joker)] < 35
        assert value[Yahtzee(flag, True, joker)] > value[Yahtzee(flag, False, joker)]


# Small games against raw dice.


SITUATIONS = [
    (("ones", "yahtzee"), 58, False),
    (("sixes", "full_house"), 40, True),
    (("fives", "fours", "chance"), 20, True),
    (("small_straight", "large_straight"), 0, True),
    (("threes", "yahtzee", "full_house"), 52, False),
    (("ones", "twos"), 55, True),
    (("sixes", "chance"), 62, False),
    (("four_of_a_kind", "twos", "yahtzee"), 63, False),
]


@pytest.mark.parametrize("game", GAMES)
def test_rests_of_games_equal_raw_dice(game):
    value = raw_game(game)
    for names, upper, fifty in SITUATIONS:
        solution = game.solve(names, upper, fifty)
        expected = value(frozenset(names), upper, fifty)
        assert isclose(solution.value_float(names, upper, fifty), expected, rel_tol=1e-10)
        for size in range(1, len(names)):
            for boxes in map(frozenset, combinations(names, size)):
                closed_boxes = set(names) - boxes
                largest_upper = sum(5 * (FACES.index(c) + 1) for c in closed_boxes & set(FACES))
                holds = {fifty} if "yahtzee" in names and "yahtzee" in boxes else {fifty, True}
                if "yahtzee" not in names:
                    holds = {fifty}
                for total, later_fifty in product({upper, upper + largest_upper}, holds):
                    solved_value = solution.value_float(boxes, total, later_fifty)
                    assert isclose(
                        solved_value, value(boxes, total, later_fifty), rel_tol=1e-10, abs_tol=1e-9
                    )


@pytest.mark.parametrize("game", others_slow(GAMES[:6], *GAMES[:2]))
def test_advice_is_what_its_recursion_says(game):
    rng = Random(2)
    for names, upper, fifty in SITUATIONS[:5]:
        solution = game.solve(names, upper, fifty)
        situation = names, upper, fifty
        best = sum(
            float(p) * solution.advice_float(roll, 2, *situation)[0][1]
            for roll, p in turn.chances().items()
        )
        assert isclose(best, solution.value_float(*situation), rel_tol=1e-10)
        for roll in [*rng.sample(turn.lattice().rolls, 4), (5,) * 5]:
            for (kind, keep), worth in solution.advice_float(roll, 1, *situation):
                if kind == "keep" and len(keep) < 5:
                    mean = sum(
                        float(p) * solution.advice_float(new, 0, *situation)[0][1]
                        for new, p in turn.chances(keep).items()
                    )
                    assert isclose(worth, mean, rel_tol=1e-10)
            scores = [
                value
                for (kind, _), value in solution.advice_float(roll, 2, *situation)
                if kind == "score"
            ]
            keep_all = dict(solution.advice_float(roll, 2, *situation))["keep", roll]
            assert isclose(keep_all, max(scores), rel_tol=1e-12)


def test_what_the_joker_rules_allow():
    boxes = ("fours", "sixes", "large_straight", "chance")
    dice = (4, 4, 4, 4, 4)

    def allowed_values(joker, names, upper=0):
        solution = Yahtzee(joker=joker).solve(names, upper, True)
        advice = solution.advice_float(dice, 0, names, upper, True)
        return {name: round(value - min(v for _, v in advice), 6) for (_, name), value in advice}

    assert set(allowed_values("forced", boxes)) == {"fours"}
    assert set(allowed_values("forced", boxes[1:], 20)) == {"large_straight", "chance"}
    assert set(allowed_values("forced", ("sixes", "ones"), 20)) == {"sixes", "ones"}
    assert set(allowed_values("free", boxes)) == set(boxes) == set(allowed_values("none", boxes))

    def gain(joker, names, upper):
        solution = Yahtzee(joker=joker).solve(names, upper, True)
        return solution.advice_float(dice, 0, names, upper, True)[0][1]

    last = ("large_straight",)
    assert isclose(gain("free", last, 20), 140)  # the box of the fours is filled: a joker
    assert isclose(gain("none", last, 20), 100)
    assert isclose(gain("forced", ("chance",), 0), 120)
    # 43 + 20 points make the upper bonus: 20 + 100 + 35
    assert isclose(gain("free", ("fours",), 43), 155)


def test_scores_follow_the_rules():
    for category in CATEGORIES[6:]:
        for dice in turn.lattice().rolls:
            assert score(category, dice[::-1]) == points(category, dice)
    assert score("chance", (6, 6, 5, 1, 2)) == 20
    assert score("small_straight", (3, 4, 6, 5, 3)) == 30
    assert score("full_house", (2,) * 5) == 0


def test_pieces_show_progress_and_end_with_the_solution():
    names = CATEGORIES[:6]
    steps = Yahtzee().solve_incremental(names)
    shares = list(steps)
    assert shares == sorted(shares)
    assert shares[-1] == 1
    wide_value = finish(Yahtzee().solve_incremental(names, width=128)).value_float(names)
    assert isclose(wide_value, Yahtzee().solve(names).value_float(names), rel_tol=1e-11)
    assert Yahtzee().solve(()).value_float((), 70) == 0
    assert Yahtzee().solve(()).advice_float((1, 2, 3, 4, 5), 2, (), 70) == ()


# Bad input.


SMALL = ("ones", "yahtzee")


test_errors_name_parameter_value_and_range = refused(
    (lambda: Yahtzee(joker="wild"), "one of 'free', 'forced', 'none'"),
    (lambda: Yahtzee().solve(("ones",) * 2), "'ones' twice"),
    (lambda: Yahtzee().solve(CATEGORIES[1:], upper_total=6), "from 0 to 5"),
    (lambda: Yahtzee().solve(CATEGORIES, fifty=True), "fifty is True"),
    (lambda: Yahtzee().solve(SMALL).value_float(CATEGORIES), "does not cover"),
    (lambda: Yahtzee().solve(SMALL, 63).value_float(SMALL, 60), "does not cover"),
    (lambda: Yahtzee().solve(SMALL).advice_float((1,) * 5, 3, SMALL), "rerolls_left is 3"),
    (lambda: yahtzee.play(Random(1), Yahtzee().solve(("chance",))), "does not cover"),
)


@given(st.sampled_from(GAMES), st.sets(st.sampled_from(CATEGORIES), max_size=3), st.data())
@settings(max_examples=20)
def test_another_open_box_never_hurts(game, names, data):
    more_names = names | {data.draw(st.sampled_from(CATEGORIES))}
    upper = data.draw(st.integers(0, 5 * sum(FACES.index(c) + 1 for c in set(FACES) - more_names)))
    solution = game.solve(more_names, upper)
    if more_names - names != {"yahtzee"}:  # with the Yahtzee box open there are no jokers
        assert (
            solution.value_float(more_names, upper)
            >= game.solve(names, upper).value_float(names, upper) - 1e-9
        )
    assert yahtzee.LARGEST >= solution.value_float(more_names, upper) >= 0


@pytest.mark.parametrize(
    ("boxes", "upper_total", "fifty"),
    [
        (("sixes", "yahtzee"), 50, False),
        pytest.param(("fours", "large_straight", "chance"), 60, True, marks=pytest.mark.slow),
        ((), 0, False),
    ],
)
def test_play_scores_what_the_solution_promises(boxes, upper_total, fifty):
    rest = Yahtzee().solve(boxes, upper_total, fifty)
    simulation = simulate.estimate(
        lambda rng: yahtzee.play(rng, rest, boxes, upper_total, fifty), runs=1500, seed=1
    )
    assert abs(simulation.errors_from(rest.value_float(boxes, upper_total, fifty))) < 4


SIXES_AND_YAHTZEE = ("sixes", "yahtzee")


@pytest.mark.parametrize("first", SIXES_AND_YAHTZEE)
def test_a_policy_scores_what_its_chances_say(first):
    """Keep sixes, reroll all other dice, and score in a fixed order. This policy needs no plan."""
    six = 1 - Fraction(5, 6) ** 3
    lucky = six**5 + Fraction(5, 6) ** 10 * 5 * Fraction(1, 6) ** 5  # five others in the last roll
    bonus = sum(comb(5, k) * six**k * (1 - six) ** (5 - k) for k in range(3, 6))  # 50 + 18 ≥ 63
    exact = 30 * six + 35 * bonus + 50 * lucky
    if first == "yahtzee":
        exact += 100 * lucky**2
    calls = []

    def policy(dice, rerolls_left, names, points, upper_total, fifty):
        calls.append((rerolls_left, names, points, upper_total, fifty))
        name = first if first in names else names[0]
        return ("keep", (6,) * dice.count(6)) if rerolls_left else ("score", name)

    rules_alone = Yahtzee().solve(())
    simulation = simulate.estimate(
        lambda rng: yahtzee.play(rng, rules_alone, SIXES_AND_YAHTZEE, 50, policy=policy), 4000, 1
    )
    assert abs(simulation.errors_from(exact)) < 4
    assert {rerolls_left for rerolls_left, *_ in calls} == {0, 1, 2}
    situations = {
        (points, upper, fifty) for _, names, points, upper, fifty in calls if len(names) == 1
    }
    if first == "yahtzee":
        assert situations == {(0, 50, False), (50, 50, True)}
    else:
        assert situations == {(6 * k + 35 * (k > 2), 50 + 6 * k, False) for k in range(6)}


def test_the_best_policy_is_played_unless_another_is_given():
    rest = Yahtzee().solve(SMALL, 40)
    best = rest.policy()
    for seed in range(30):
        expected = yahtzee.play(Random(seed), rest, SMALL, 40)
        assert yahtzee.play(Random(seed), rest, SMALL, 40, policy=best) == expected
    assert (
        best((1, 1, 2, 3, 4), 2, SMALL, 0, 40, False)
        == (rest.advice_float((1, 1, 2, 3, 4), 2, SMALL, 40)[0][0])
    )


def test_a_policy_keeps_to_its_rolls_and_to_the_joker_rule():
    rest = Yahtzee().solve(())
    with pytest.raises(ValueError, match=r"rerolls left: 0, but must give \(.*\) with one of 'ch"):
        yahtzee.play(Random(1), rest, ("chance",), policy=lambda dice, *_: ("keep", dice))
    forced_joker = Yahtzee(joker="forced").solve(())

    def chance_first(dice, rerolls_left, names, *_):
        return ("keep", (6,) * dice.count(6)) if rerolls_left else ("score", names[-1])

    def play_often():
        for seed in range(500):
            yahtzee.play(Random(seed), forced_joker, ("sixes", "chance"), policy=chance_first)

    # with the Yahtzee box filled, five sixes must go to the sixes
    with pytest.raises(ValueError, match=r"for \(6, 6, 6, 6, 6\), .* with one of 'sixes'$"):
        play_often()
