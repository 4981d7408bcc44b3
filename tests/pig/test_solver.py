"""Pig and Piglet: known values, the general method as a twin, and simulation."""

import re
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from games.maths.decision import DecisionProcess
from games.maths.simulate import estimate
from games.pig import Pig
from tests.refusals import refused

START = (0, (0, 0), 0)


def test_piglet_to_two_agrees_with_the_chapter():
    values = [Pig(2, "Piglet").win(*scores) for scores in ((1, 1), (1, 0), (0, 1), (0, 0))]
    assert values == [Fraction(2, 3), Fraction(4, 5), Fraction(2, 5), Fraction(4, 7)]
    assert Pig(2, "Piglet").win(0, 1, 1) == Fraction(3, 5)
    assert Pig(2, "Piglet").win(0, 0, 1) == Fraction(5, 7)


def test_pig_up_to_38_has_no_hold_and_a_formula():
    chance = {m: Fraction(1) for m in range(-5, 1)}
    for m in range(1, 39):
        chance[m] = sum(chance[m - n] for n in range(2, 7)) / 6
        assert Pig(m).win() == 1 / (2 - chance[m])
    assert "hold" not in {
        best(38, own_points, 0, pot) for own_points, pot in product(range(38), range(1, 38))
    }
    assert best(39, 0, 0, 22) == "hold"


def best(goal, own_points, other_points, pot, kind="Pig"):
    """Return the best choice; "throw" if both are equally good."""
    chances = Pig(goal, kind).options(own_points, other_points, pot)
    return max(chances, key=chances.get, default="won")


def test_a_pot_that_reaches_the_goal_wins():
    assert Pig(10).win(4, 9, 6) == 1
    assert Pig(10).options(4, 9, 6) == {}


@pytest.mark.parametrize(("kind", "goal"), [("Pig", 40), ("Piglet", 10)])
def test_simulation_agrees_with_exact_chance(kind, goal):
    result = estimate(lambda rng: Pig(goal, kind).play(rng), runs=3000, seed=1)
    assert result.errors_from(Pig(goal, kind).win()) < 3


def hold_at(bar):
    return lambda own_points, other_points, pot: "hold" if pot >= bar else "throw"


def holding_wins(goal, bar, others_bar):
    """Return the chance that the first player wins, if each holds at a fixed pot."""

    def turn(missing, bar):
        """Return the chance of each final pot of a turn; all winning pots share one entry."""
        ends, open_pots = {}, {0: Fraction(1)}
        for pot in range(missing + 6):
            chance = open_pots.pop(pot, Fraction(0))
            if pot >= missing or pot >= bar:
                ends[min(pot, missing)] = ends.get(min(pot, missing), 0) + chance
                continue
            ends[0] = ends.get(0, 0) + chance / 6
            for face in range(2, 7):
                open_pots[pot + face] = open_pots.get(pot + face, 0) + chance / 6
        return ends

    wins = {}  # by the bars and the missing points of both players

    def pass_turn(bars, missing, opponent_missing, ends):
        """Return the chance to win, except after a turn that brings nothing."""
        later_wins = [p * (1 - wins[bars[::-1], opponent_missing, missing - pot])
                 for pot, p in ends.items() if 0 < pot < missing]  # fmt: skip
        return ends.get(missing, 0) + sum(later_wins)

    for m, n in sorted(product(range(1, goal + 1), repeat=2), key=sum):
        first_ends, second_ends = turn(m, bar), turn(n, others_bar)
        bars = (bar, others_bar)
        a, b = pass_turn(bars, m, n, first_ends), pass_turn(bars[::-1], n, m, second_ends)
        own_zero, other_zero = first_ends[0], second_ends[0]
        # x = a + own_zero (1 − y), y = b + other_zero (1 − x)
        x = (a + own_zero * (1 - b - other_zero)) / (1 - own_zero * other_zero)
        wins[bars, m, n], wins[bars[::-1], n, m] = x, b + other_zero * (1 - x)
    return wins[(bar, others_bar), goal, goal]


@pytest.mark.slow
def test_simulated_policies_agree_with_their_chain():
    assert holding_wins(30, 99, 98) == Pig(30).win()  # best play never holds here
    for bars in ((20, 8), (8, 20)):
        exact = holding_wins(40, *bars)
        result = estimate(lambda rng, bars=bars: Pig(40).play(rng, *map(hold_at, bars)), 2000, 1)
        assert abs(result.errors_from(exact)) < 3
    assert holding_wins(40, 20, 8) > holding_wins(40, 8, 20) + Fraction(1, 10)


@pytest.mark.parametrize(("kind", "goal"), [("Pig", 40), ("Piglet", 10)])
def test_play_uses_the_best_policy_by_default(kind, goal):
    def by_options(own_points, other_points, pot):
        return best(goal, own_points, other_points, pot, kind)

    for seed in range(60):
        dice = [Random(seed) for _ in range(3)]  # equal decisions use equally many throws
        result = Pig(goal, kind).play(dice[0])
        assert result == Pig(goal, kind).play(dice[1], by_options)
        assert result == Pig(goal, kind).play(dice[2], None, by_options)
        assert len({source.random() for source in dice}) == 1


def test_throws_are_equally_likely():
    rng = Random(1)
    faces = [Pig().throw(rng.random()) for _ in range(6000)]
    assert set(faces) == set(range(1, 7))
    assert all(abs(faces.count(face) - 1000) < 120 for face in range(1, 7))
    assert [Pig(20, "Piglet").throw(chance) for chance in (0.0, 0.49, 0.5, 0.99)] == [0, 0, 1, 1]


test_bad_input_error_names_the_cause = refused(
    (lambda: Pig(41).win(), "goal is 41"),
    (lambda: Pig(21, "Piglet").win(), "goal is 21"),
    (lambda: Pig(21).improvements, "goal is 21, but must be from 1 to 20"),
    (lambda: Pig(10).win(10), "own_score is 10"),
    (lambda: Pig(10).options(0, 0, 16), "pot is 16"),
    (
        lambda: Pig(40).play(Random(2), lambda *numbers: "stop"),
        re.compile(r"policy\(0, 0, .\) is 'stop', but must be one of 'throw', 'hold'"),
    ),
    (lambda: Pig(40).play(Random(1), None, lambda *numbers: 1), re.compile(r"opponent\(.*\) is 1")),
)


# Policy iteration


def fixed_policy_game(goal, holds):
    """Return Piglet as a game of one decider: the first player follows a fixed policy."""

    def actions(position):
        player, scores, pot = position
        if scores[player] + pot >= goal:
            return 1 - player
        banked_score = tuple(score + pot * (n == player) for n, score in enumerate(scores))
        throw = {(player, scores, pot + 1): "1/2", (1 - player, scores, 0): "1/2"}
        rows = {"throw": throw, "hold": {(1 - player, banked_score, 0): 1}}
        options = ("throw", "hold")[: 1 + (pot > 0)]
        if player == 0:
            options = ("hold",) if pot in holds[scores] else ("throw",)
        return {action: rows[action] for action in options}

    return DecisionProcess(actions, START, opponent=lambda position: position[0])


@pytest.mark.parametrize("goal", [1, 2, 3, 5])
def test_each_improvement_has_its_value_against_best_reply(goal):
    policies = Pig(goal, "Piglet").improvements
    chances = [policy.chance for policy in policies]
    assert chances == [fixed_policy_game(goal, policy.holds).value(START) for policy in policies]
    assert chances == sorted(chances)


@pytest.mark.parametrize(("kind", "goal"), [("Piglet", 6), ("Piglet", 8), ("Pig", 12)])
def test_last_policy_holds_exactly_where_holding_is_better(kind, goal):
    timid, *_, best = Pig(goal, kind).improvements
    assert all(
        pots == {*range(1, goal - own_points)} for (own_points, _), pots in timid.holds.items()
    )
    assert best.chance == Pig(goal, kind).win()
    for (own_points, other_points), pots in best.holds.items():
        for pot in range(1, goal - own_points):
            worth = Pig(goal, kind).options(own_points, other_points, pot)
            assert worth["hold" if pot in pots else "throw"] == max(worth.values())
