"""The chase: closed form against distances, pairs, raw throws, high precision, and play."""

import pickle
import re
from dataclasses import FrozenInstanceError, replace
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import pairwise
from math import isclose
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.chase import Chase
from games.maths.simulate import estimate
from tests.oracles.chase import ends
from tests.refusals import refused

SIXTH, HALF = Fraction(1, 6), Fraction(1, 2)
LAWS = [
    (SIXTH, SIXTH),
    (HALF, HALF),
    (Fraction(1, 3), Fraction(2, 3)),
    (Fraction(1, 7), Fraction(2, 5)),
    (Fraction(0), Fraction(1, 4)),
    (Fraction(2, 3), Fraction(0)),
    (Fraction(1, 3), Fraction(1, 3)),
    (Fraction(49, 100), HALF),
]


CHASES = [
    Chase(n, left, right, d)
    for n in range(2, 10)
    for d in range(1, n)
    for left, right in LAWS
    if ends(n, d, left, right)
]


def shorter(chase):
    """Return the distance at the start, along the shorter way."""
    return min(chase.distance, chase.players - chase.distance)


# A value


def test_a_chase_is_a_value():
    chase = Chase(100, "1/6", SIXTH, 50)
    assert chase == Chase() == Chase(players=100)
    assert hash(chase) == hash(Chase())
    assert Chase(7).distance == 3
    assert chase != replace(chase, distance=49)
    assert chase.expected_turns is chase.expected_turns
    assert pickle.loads(pickle.dumps(chase)) == chase
    with pytest.raises(FrozenInstanceError):
        chase.players = 8


@pytest.mark.parametrize("left", range(13))
def test_a_game_never_ends_where_results_refuse_it(left):
    for n in range(3, 9):
        for right in range(13 - left):
            for d in range(1, n):
                chase = Chase(n, Fraction(left, 12), Fraction(right, 12), d)
                is_rigid = 12 in (left, right, 12 - left - right)
                assert chase.never_ends == (is_rigid or not ends(n, d, chase.left, chase.right))
                if chase.never_ends:
                    with pytest.raises(ValueError, match="never ends"):
                        _ = chase.expected_turns_float
                else:
                    assert chase.expected_turns_float > 0


# Known answers


def test_project_euler_227():
    assert f"{float(Chase().expected_turns):.6f}" == "3780.618622"
    assert f"{Chase().expected_turns_float:.6f}" == "3780.618622"
    # the deviation of one game is about 3087, so that 1000 games leave ± 98
    assert round(float(Chase().variance_turns) ** 0.5) == 3087


def test_100_players_take_nearly_3750_plus_75_over_root_6():
    with localcontext() as context:
        context.prec = 60
        exact = Chase().expected_turns
        mean = Decimal(exact.numerator) / Decimal(exact.denominator)
        rest = mean - (3750 + 75 / Decimal(6).sqrt())
    assert 0 < abs(rest) < Decimal("1e-47")


def test_dice_that_never_rest():
    # left = right = 1/2, by d, n and their parity: d(n−d)/2, d(2n−d)/2, (n²−d²)/2, or never
    for n in range(2, 40):
        for d in range(1, n):
            coin = Chase(n, HALF, HALF, d)
            if n % 2 == 0 and d % 2:
                with pytest.raises(ValueError, match="never ends"):
                    _ = coin.expected_turns
                continue
            known_value = (
                d * (n - d) if n % 2 == 0 else d * (2 * n - d) if d % 2 == 0 else n * n - d * d
            )
            assert coin.expected_turns == Fraction(known_value, 2)


# Independent methods over a grid


@pytest.mark.parametrize(("n", "left", "right"), [(n, *law) for n in range(3, 8) for law in LAWS])
def test_pairs_lump_to_unordered_pairs_and_to_distances(n, left, right):
    chase = Chase(n, left, right)
    pairs = chase.pair_chain
    unordered_pairs = pairs.lump(lambda pair: (min(pair), max(pair)))
    assert len(pairs.transient) == 2 * len(unordered_pairs.transient)

    def seats_between(pair):
        return min(abs(pair[0] - pair[1]), n - abs(pair[0] - pair[1]))

    ring = chase.ring_chain
    for lumped_chain in (pairs.lump(seats_between), unordered_pairs.lump(seats_between)):
        assert set(lumped_chain.transient) == set(ring.transient)
        assert all(lumped_chain.step(d) == ring.step(d) for d in ring.transient)


@pytest.mark.parametrize(
    ("n", "d", "left", "right"),
    [
        (100, 50, SIXTH, SIXTH),
        (1000, 3, SIXTH, SIXTH),
        (10**6, 5 * 10**5, SIXTH, SIXTH),
        (10**6, 1, SIXTH, SIXTH),
        (77, 20, Fraction(1, 7), Fraction(2, 5)),
        (99, 34, Fraction(3, 10), Fraction(69, 100)),
        (500, 7, Fraction(1, 100), Fraction(1, 50)),
    ],
)
def test_closed_form_with_sixty_digits(n, d, left, right):
    """The formula in λ itself, where the exact function has Lucas numbers."""
    with localcontext() as context:
        context.prec = 90
        rest = 1 - left - right
        a, b = left * right, rest * (left + right)
        spread = 8 * a + 2 * b
        half = (Decimal((2 + b / a).numerator) / Decimal((2 + b / a).denominator)) / 2
        root = -half + (half * half - 1).sqrt()  # λ + 1/λ = −2·half
        ripple = (1 - root**d) * (1 - root ** (n - d)) / ((root - 1 / root) * (1 - root**n))
        mean = (d * (n - d) + 2 * n * ripple) * spread.denominator / spread.numerator
        chase = Chase(n, left, right, d)
        assert isclose(chase.expected_turns_float, float(mean))
        if n <= 1000:
            exact = chase.expected_turns
            close = Decimal(exact.numerator) / Decimal(exact.denominator) / mean - 1
            assert abs(close) < Decimal("1e-80")


def test_floats_on_a_large_ring_agree_with_the_chain():
    chase = Chase(1500, Fraction(1, 5), Fraction(1, 3))
    for d in (1, 2, 700):
        mean = replace(chase, distance=d).expected_turns_float
        assert isclose(mean, chase.ring_chain.expected_steps_float(d), rel_tol=1e-11)


@pytest.mark.parametrize("n", [20, 1001, 30_000])
def test_floats_agree_with_exact_results(n):
    for d in (1, 2, 7, n // 3, n // 2):
        chase = Chase(n, distance=d)
        assert isclose(chase.expected_turns_float, chase.expected_turns)
        if n < 2000:
            assert isclose(chase.variance_turns_float, chase.variance_turns)
            assert isclose(chase.deviation_float, float(chase.variance_turns) ** 0.5)


@pytest.mark.parametrize("chase", [
    Chase(30),
    Chase(9, Fraction(1, 7), Fraction(2, 5), 2),
    Chase(7, HALF, HALF, 3),
    Chase(12, 0, Fraction(1, 4), 1),
    Chase(2, SIXTH, SIXTH, 1),
])  # fmt: skip
def test_games_that_are_played_agree(chase):
    sample = estimate(chase.play, 1500, seed=11)
    assert abs(sample.errors_from(chase.expected_turns)) < 4
    assert isclose(sample.standard_error**2 * sample.runs, chase.variance_turns, rel_tol=0.3)


# Who loses


@pytest.mark.parametrize("chase", CHASES)
def test_losers_in_floats_are_the_exact_ones(chase):
    exact = chase.loser_probabilities
    assert chase.loser_probabilities_float == pytest.approx(exact, abs=1e-14)


def test_losers_of_a_large_table():
    chances = Chase(300).loser_probabilities_float
    assert isclose(sum(chances), 1)
    assert chances[:150] == pytest.approx(chances[150:], rel=1e-12)
    # A player who starts with a die is the least likely to lose; the middle is the likeliest.
    assert chances[:76] == tuple(sorted(chances[:76]))


# Properties


CHANCES = st.fractions(0, 1, max_denominator=12)


@settings(max_examples=150)
@given(st.integers(2, 40), st.data(), CHANCES, CHANCES)
def test_results_agree_for_any_law_of_the_dice(n, data, left, right):
    assume(left + right <= 1)
    assume(1 not in (left, right) and (left or right))
    d = data.draw(st.integers(1, n - 1))
    chase = Chase(n, left, right, d)
    if not ends(n, d, left, right):
        for name in ("expected_turns", "variance_turns", "expected_turns_float"):
            with pytest.raises(ValueError, match="never ends"):
                getattr(chase, name)
        with pytest.raises(ValueError, match="never ends"):
            chase.play(Random(1))
        return
    mean = chase.expected_turns
    assert mean == chase.ring_chain.expected_steps(shorter(chase))
    assert mean == Chase(n, right, left, n - d).expected_turns
    assert isclose(chase.expected_turns_float, mean, rel_tol=1e-14)
    assert isclose(chase.variance_turns_float, chase.variance_turns, rel_tol=1e-10)
    # no meeting is possible in less than d/2 turns
    assert mean >= Fraction(shorter(chase), 2)


def test_twice_the_players_take_nearly_four_times_as_long():
    ratios = [Chase(2 * n).expected_turns / Chase(n).expected_turns for n in (10, 100, 1000)]
    assert ratios == sorted(ratios)
    assert 3.8 < ratios[0] < 3.99 < ratios[2] < 4


@pytest.mark.parametrize(("left", "right"), LAWS)
@pytest.mark.parametrize("n", [*range(3, 10), 24])
def test_visits_in_floats_are_the_fundamental_matrix(n, left, right):
    ring = Chase(n, left, right).ring_chain
    for d, row in zip(ring.transient, ring.fundamental_matrix(), strict=True):
        visits = Chase(n, left, right, d).expected_visits_float()
        assert visits == Chase(n, left, right, n - d).expected_visits_float()
        assert tuple(visits) == ring.transient
        for visit, exact in zip(visits.values(), row, strict=True):
            assert isclose(visit, exact, rel_tol=1e-11)


@pytest.mark.parametrize("chase", CHASES)
def test_survival_as_a_sum_of_waves_is_that_of_the_chain(chase):
    exact = chase.ring_chain.survival_curve(shorter(chase), 30)
    curve = chase.survival_curve_float(30)
    for t, chance in enumerate(exact):
        assert isclose(curve[t], chance, abs_tol=1e-14)
        assert curve[t] == chase.survival_float(t)


@pytest.mark.parametrize("digits", [3, 6, 9, 11])
def test_waves_of_nearly_equal_loss_stay_apart(digits):
    """With a chance of 2/5 for each side, two ripples of six players lose alike; here nearly so."""
    chase = Chase(6, Fraction(2, 5) + Fraction(1, 10**digits), Fraction(2, 5))
    exact = chase.ring_chain.survival_curve(3, 30)
    for chance, float_chance in zip(exact, chase.survival_curve_float(30), strict=True):
        assert isclose(float_chance, chance, abs_tol=1e-14)


@pytest.mark.parametrize("chase", [chase for chase in CHASES if chase.players > 7])
def test_quantiles_are_those_of_the_chain(chase):
    for level in ("1/10", "1/3", "9/10", "99/100"):
        assert chase.quantile_float(level) == chase.ring_chain.quantile(shorter(chase), level)


def test_a_level_that_floats_cannot_tell_from_1_is_refused():
    level = 1 - Fraction(1, 10**400)
    with pytest.raises(ValueError, match=r"level is ≈ 1, .* ring_chain\.quantile is exact"):
        Chase(4).quantile_float(level)
    assert Chase(4).ring_chain.quantile(2, level) > 1000


@pytest.mark.slow
def test_quantiles_of_rare_games_are_those_of_the_chain():
    tiny = Fraction(1, 10**16)
    assert Chase(10).quantile_float(0) == Chase(10).ring_chain.quantile(5, 0) == 0
    ring = Chase(100).ring_chain
    assert Chase(100).quantile_float(tiny) == ring.quantile(50, tiny) == 54
    curve = ring.survival_curve(50, 54)
    assert 1 - curve[53] < tiny <= 1 - curve[54]
    for digits in (6, 7, 20):
        level = Fraction(1, 10**digits)
        for chase in (Chase(7), Chase(30, distance=11), Chase(60, distance=45)):
            exact = chase.ring_chain.quantile(shorter(chase), level)
            assert chase.quantile_float(level) == exact
    with pytest.raises(ValueError, match="additions, which is the limit"):
        Chase(4, Fraction(1, 10**30), Fraction(1, 10**30)).quantile_float(tiny)


def test_variance_in_floats_is_refused_where_digits_are_lost():
    for rest, is_refused in ((Fraction(1, 10**5), False), (Fraction(1, 10**6), True)):
        chase = Chase(3, HALF, HALF - rest)
        if is_refused:
            with pytest.raises(ValueError, match="floats would lose their digits"):
                _ = chase.variance_turns_float
        else:
            assert isclose(chase.variance_turns_float, chase.variance_turns, rel_tol=1e-11)


@pytest.mark.parametrize("n", [50, 101, 500])
def test_the_waves_of_large_tables_add_up(n):
    """E[T] is the sum of P(T > t), which is the integral of the smooth curve to many digits."""
    chase = Chase(n)
    mean = chase.expected_turns_float
    step = max(1, round(mean / 3000))
    curve = [chase.survival_float(step * k) for k in range(60_000)]
    assert curve[-1] < 1e-8
    assert all(
        next_chance < chance_before + 1e-12 for chance_before, next_chance in pairwise(curve)
    )
    total = step * (sum(curve) - (curve[0] + curve[-1]) / 2) + 0.5
    assert isclose(total, mean, rel_tol=1e-6)


def test_dice_that_hardly_ever_move():
    slow = Chase(10, Fraction(1, 10**30), Fraction(1, 10**30))
    assert 0.3 < slow.quantile_float("1/2") / slow.expected_turns_float < 1
    assert slow.survival_float(10**15) > 1 - 1e-12


# Bad input


test_limits_are_named = refused(
    (lambda: Chase(1), "players is 1, but must be from 2"),
    (lambda: Chase(100, distance=0), "distance is 0, but must be from 1 to 99"),
    (lambda: Chase(100, distance=100), "distance is 100, but must be from 1 to 99"),
    (lambda: Chase(100, distance="5"), TypeError, "distance is '5', but must be a whole number"),
    (
        lambda: Chase(left=HALF, right=Fraction(2, 3)),
        "right is 2/3, but must be at most 1 − left, 1/2",
    ),
    (lambda: Chase(left=0.5), TypeError, "left is 0.5, a float, but must be exact"),
    *(
        (
            lambda left=left, right=right: Chase(left=left, right=right).expected_turns,
            re.compile("both dice always do the same: .* never ends"),
        )
        for left, right in ((0, 0), (1, 0), (0, 1))
    ),
    (lambda: Chase(10**6).expected_turns, "players is 1000000, but must be at most 50000"),
    (lambda: Chase(1000).pair_chain, "players is 1000, but must be from 2 to 100"),
    (lambda: Chase(10**6).ring_chain, "players is 1000000, but must be from 2 to 5000"),
    (lambda: Chase(25).loser_probabilities, re.compile("players is 25, .* from 2 to 24: .* float")),
    (
        lambda: Chase(24, left=Fraction(1, 10**20)).loser_probabilities,
        "players is 24, but must be from 2",
    ),
    (lambda: Chase(501).loser_probabilities_float, "players is 501, but must be from 2 to 500"),
    (lambda: Chase(501).survival_float(1), "players is 501, but must be from 2 to 500"),
    (lambda: Chase(501).expected_visits_float(), "players is 501, but must be from 2 to 500"),
    (lambda: Chase(2, HALF, HALF).pair_chain, re.compile("distance is 1, .*even.*never ends")),
    (lambda: Chase(left=Fraction(1, 10**60)), "a common denominator of 201 bits"),
    (
        lambda: Chase(10**6).play(Random(1)),
        re.compile(r"at most 1000000 turns on average, .* 3.75e\+11"),
    ),
    (
        lambda: Chase(5, HALF, HALF - Fraction(1, 10**9)).variance_turns_float,
        "floats would lose their digits",
    ),
    (
        lambda: Chase(10**70, 0, Fraction(1, 10**45)).variance_turns_float,
        "beyond all floats",
    ),
)
