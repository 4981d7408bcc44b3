"""Yazy for a target: chances against raw dice, the table, and two policies that differ."""

from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import isclose
from random import Random

import pytest

from book.build import yazy_tables as tables
from games.incremental import finish
from games.maths import turn
from games.maths.simulate import estimate
from games.yazy import CATEGORIES, Yazy
from games.yazy import targets as yazy_targets
from games.yazy.targets import chance_to_reach_float, departures, opening_solution, solve
from tests.helpers.yazy import SHORT_GAME, SMALL_GAMES
from tests.oracles.yazy import points
from tests.refusals import refused


@pytest.mark.parametrize(("category", "points_needed"), [("twos", 6), ("three_of_a_kind", 23)])
def test_one_category_reaches_its_target_by_one_turn(category, points_needed):
    exact = turn.solve(lambda dice: points(Yazy(), category, dice) >= points_needed).value
    chance = solve(Yazy(), [category]).chance_float([category], points_needed)
    assert exact - Fraction(1, 10**14) <= Fraction(chance) <= exact + Fraction(1, 10**16)


@pytest.mark.parametrize("points_needed", [1, 17, 60, 95, 300, -5])
def test_one_target_agrees_with_all(points_needed):
    full_solution = solve(SHORT_GAME)
    one_target = solve(SHORT_GAME, SHORT_GAME.categories, points_needed)
    for size in range(1, 6):
        for names in combinations(SHORT_GAME.categories, size):
            closed_names = set(SHORT_GAME.categories) - set(names)
            for points_made in {
                0,
                sum(points(SHORT_GAME, c, (5, 5, 5, 5, 5)) for c in closed_names),
            }:
                points_left = points_needed - points_made
                assert one_target.chance_float(names, points_left) == full_solution.chance_float(
                    names, points_left
                )
                assert one_target.covers(names, points_left)


def test_target_solver_accepts_a_category_without_points():
    game = Yazy(rerolls=0, straight=0, categories=("straight", "five_of_a_kind"))
    solution = solve(game, points_needed=50)
    assert isclose(solution.chance_float(game.categories, 50), 1 - (1 - 6**-4) ** 2, abs_tol=1e-15)


def test_target_advice_is_what_its_recursion_says():
    game = SMALL_GAMES[5]
    solution, names = solve(game), game.categories
    for points_needed in (5, 20, 33):
        for roll in turn.lattice().rolls[::20]:
            final = solution.advice_float(roll, 0, names, points_needed)
            assert dict(final) == {
                ("score", c): solution.chance_float(
                    [d for d in names if d != c], points_needed - points(game, c, roll)
                )
                for c in names
            }
            for (kind, keep), chance in solution.advice_float(roll, 1, names, points_needed):
                if kind == "keep" and len(keep) < 5:
                    mean = sum(
                        float(p) * solution.advice_float(new, 0, names, points_needed)[0][1]
                        for new, p in turn.chances(keep).items()
                    )
                    assert isclose(chance, mean, abs_tol=1e-12)
    assert solution.advice_float((1, 2, 3, 4, 5), 2, (), 5) == ()


def best_before_rolling(solution, names, points_needed):
    return sum(
        float(p) * solution.advice_float(roll, 2, names, points_needed)[0][1]
        for roll, p in turn.chances().items()
    )


@pytest.mark.parametrize("points_needed", [40, 150, 166, 230])
def test_the_table_follows_from_itself(points_needed):
    """The chances with 11 and 10 open categories are those of the recursion, in plain turns."""
    table, rng = opening_solution(), Random(points_needed)
    for closed_names in (0, 1):
        names = rng.sample(CATEGORIES, 11 - closed_names)
        best_chance = best_before_rolling(table, names, points_needed)
        assert isclose(table.chance_float(names, points_needed), best_chance, rel_tol=1e-12)


@pytest.mark.slow
def test_the_table_is_what_the_solver_finds():
    """A quicker twin is `test_the_table_follows_from_itself`."""
    names = [c for c in CATEGORIES if c not in ("ones", "straight")]
    table, solution = opening_solution(), solve(Yazy(), names, points_needed=140)
    assert isclose(solution.chance_float(names, 140), table.chance_float(names, 140), abs_tol=1e-12)
    assert solution.covers(names, 140)
    assert not table.covers(names, 140)
    assert solution.advice_float((1, 1, 2, 3, 5), 2, names, 140)


def test_the_generator_writes_the_table_that_is_read():
    # the rows of the table, put through the generator again, give the same bytes
    stored_bytes = (tables.OPENINGS / yazy_targets.TABLE).read_bytes()
    assert tables.opening_targets(opening_solution()) == stored_bytes
    rows = {mask: (2, row) for mask, (_, row) in opening_solution().rows.items()}
    with pytest.raises(ValueError, match="begins with 2"):
        tables.opening_targets(yazy_targets.TargetSolution(Yazy(), rows))


def test_target_policy_is_at_least_as_good_as_the_mean_policy():
    odds = Yazy().score_distribution_float
    reach_chance = [chance_to_reach_float(target) for target in range(-1, 283)]
    assert reach_chance[0] == reach_chance[1] == 1
    assert reach_chance[-1] == 0
    assert all(a >= b for a, b in pairwise(reach_chance))
    for target in range(1, 281):
        assert chance_to_reach_float(target) >= sum(odds[target:]) * (1 - 1e-12)
    # the price of risk: at some targets the gain is large
    assert max(chance_to_reach_float(t) - sum(odds[t:]) for t in range(281)) > 0.05


def test_largest_target_needs_the_best_roll_everywhere():
    game = Yazy(rerolls=1, categories=("ones", "sixes", "straight", "full_house"))
    largest = {"ones": 5, "sixes": 30, "straight": 40, "full_house": 25}

    @cache
    def chance(names):
        if not names:
            return Fraction(1)

        def worth(dice):
            hits = (c for c in names if points(game, c, dice) == largest[c])
            return max((chance(names - {c}) for c in hits), default=Fraction(0))

        return turn.solve(worth, game.rerolls).value

    exact = chance(frozenset(game.categories))
    wide_solution = finish(yazy_targets.solve_incremental(game, width=128))
    assert isclose(wide_solution.chance_float(game.categories, 100), exact, rel_tol=1e-12)
    assert isclose(solve(game).chance_float(game.categories, 100), exact, abs_tol=1e-13)


def test_turns_hold_the_chances_of_advice_for_a_target():
    table, dice = opening_solution(), (1, 1, 4, 5, 6)
    solved_turn = table.turn(CATEGORIES, 190)
    assert isclose(solved_turn.value, table.chance_float(CATEGORIES, 190), rel_tol=1e-12)
    for (kind, keep), chance in table.advice_float(dice, 2, CATEGORIES, 190):
        if kind == "keep":
            assert isclose(solved_turn.keep_value(keep, 2), chance, rel_tol=1e-12)


@pytest.mark.parametrize(
    ("game", "points_needed"), [(SMALL_GAMES[2], 41), (SMALL_GAMES[4], 20), (SMALL_GAMES[5], 19)]
)
def test_departures_are_where_advice_differs(game, points_needed):
    targets, rerolls_left = solve(game), game.rerolls
    expected = {}
    for roll, p in turn.chances().items():
        mean = game.advice(roll, rerolls_left, game.categories)[0][0]
        chances = dict(targets.advice_float(roll, rerolls_left, game.categories, points_needed))
        if max(chances.values()) - chances[mean] > 1e-10:
            expected[roll] = p, mean, chances[mean], max(chances.values())
    result = departures(targets, points_needed)
    assert result
    assert {departure.roll for departure in result} == set(expected)
    for departure in result:
        p, mean, reach_chance, best = expected[departure.roll]
        chances = dict(
            targets.advice_float(departure.roll, rerolls_left, game.categories, points_needed)
        )
        assert (departure.chance, departure.for_mean) == (p, mean)
        assert isclose(chances[departure.for_target], best, rel_tol=1e-12)
        assert isclose(departure.reached_mean_float, reach_chance, rel_tol=1e-12)
        assert isclose(departure.reached_target_float, best, rel_tol=1e-12)
    costs = [
        departure.chance * Fraction(departure.reached_target_float - departure.reached_mean_float)
        for departure in result
    ]
    assert all(a >= b * (1 - Fraction(1, 10**9)) for a, b in pairwise(costs))
    assert departures(targets, 0) == departures(targets, 10**6) == ()


# Policies.


@pytest.mark.parametrize("game", SMALL_GAMES)
def test_the_best_policy_leaves_the_best_chance(game):
    solution, names, rng = solve(game), game.categories, Random(2)
    for target in (3, 20, 41):
        policy = solution.policy(target)
        for points_made in (0, 11):
            for rerolls_left in range(game.rerolls + 1):
                for roll in rng.sample(turn.lattice().rolls, 10):
                    chances = dict(
                        solution.advice_float(roll, rerolls_left, names, target - points_made)
                    )
                    best = chances[policy(roll, rerolls_left, names, points_made)]
                    assert isclose(best, max(chances.values()), abs_tol=1e-12)


def test_target_policy_reaches_the_target_with_its_chance():
    game, target = SMALL_GAMES[5], 33
    solution = solve(game, points_needed=target)
    policy = solution.policy(target)
    simulation = estimate(lambda rng: game.play(rng, policy) >= target, runs=3000, seed=5)
    chance = Fraction(solution.chance_float(game.categories, target))
    assert abs(simulation.errors_from(chance)) < 3
    plain = sum(game.score_distribution[target:])
    assert chance > plain * Fraction(11, 10)  # so the policy for the mean would fail the line above


# Bad input.


test_errors_name_parameter_value_and_range = refused(
    (lambda: opening_solution().chance_float(CATEGORIES[:3], 9), "targets.solve"),
    (lambda: opening_solution().turn(CATEGORIES[:3], 9), "targets.solve"),
    (lambda: opening_solution().policy(9)((1,) * 5, 2, CATEGORIES[:3], 0), "targets.solve"),
    (lambda: departures(opening_solution(), 9, CATEGORIES[:3]), "targets.solve"),
)


def test_game_without_categories_reaches_only_past_targets():
    empty_game = solve(Yazy(categories=()))
    assert [empty_game.chance_float((), points_needed) for points_needed in (-1, 0, 1)] == [1, 1, 0]
