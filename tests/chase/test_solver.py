"""The chase: closed form against distances, pairs, raw throws, high precision, and play."""

import re
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import isclose
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.chase import (
    expected_turns,
    expected_turns_float,
    expected_visits_float,
    loser_probabilities,
    loser_probabilities_float,
    pair_chain,
    play,
    quantile_float,
    ring_chain,
    survival_curve_float,
    survival_float,
    variance_turns,
    variance_turns_float,
)
from games.maths.simulate import estimate
from tests.oracles.chase import (
    ends,
)
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


STARTS = [
    (n, d, left, right)
    for n in range(2, 10)
    for d in range(1, n)
    for left, right in LAWS
    if ends(n, d, left, right)
]


# Known answers


def test_project_euler_227():
    assert f"{float(expected_turns()):.6f}" == "3780.618622"
    assert f"{expected_turns_float():.6f}" == "3780.618622"
    # the deviation of one game is about 3087, so that 1000 games leave ± 98
    assert round(float(variance_turns()) ** 0.5) == 3087


def test_a_hundred_players_nearly_take_3750_and_75_over_the_root_of_6():
    with localcontext() as context:
        context.prec = 60
        exact = expected_turns()
        mean = Decimal(exact.numerator) / Decimal(exact.denominator)
        rest = mean - (3750 + 75 / Decimal(6).sqrt())
    assert 0 < abs(rest) < Decimal("1e-47")


def test_dice_that_never_rest():
    # left = right = 1/2, by d, n and their parity: d(n−d)/2, d(2n−d)/2, (n²−d²)/2, or never
    for n in range(2, 40):
        for d in range(1, n):
            if n % 2 == 0 and d % 2:
                with pytest.raises(ValueError, match="never ends"):
                    expected_turns(n, left=HALF, right=HALF, distance=d)
                continue
            known = d * (n - d) if n % 2 == 0 else d * (2 * n - d) if d % 2 == 0 else n * n - d * d
            assert expected_turns(n, left=HALF, right=HALF, distance=d) == Fraction(known, 2)


# Independent methods over a grid


@pytest.mark.parametrize(("n", "left", "right"), [(n, *law) for n in range(3, 8) for law in LAWS])
def test_lumping_pairs_gives_unordered_pairs_and_then_distances(n, left, right):
    pairs = pair_chain(n, left=left, right=right)
    unordered = pairs.lump(lambda pair: (min(pair), max(pair)))
    assert len(pairs.transient) == 2 * len(unordered.transient)

    def apart(pair):
        return min(abs(pair[0] - pair[1]), n - abs(pair[0] - pair[1]))

    ring = ring_chain(n, left=left, right=right)
    for lumped in (pairs.lump(apart), unordered.lump(apart)):
        assert set(lumped.transient) == set(ring.transient)
        assert all(lumped.step(d) == ring.step(d) for d in ring.transient)


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
        assert isclose(expected_turns_float(n, left=left, right=right, distance=d), float(mean))
        if n <= 1000:
            exact = expected_turns(n, left=left, right=right, distance=d)
            close = Decimal(exact.numerator) / Decimal(exact.denominator) / mean - 1
            assert abs(close) < Decimal("1e-80")


def test_floats_on_a_large_ring_agree_with_subtraction_free_elimination():
    ring = ring_chain(1500, left=Fraction(1, 5), right=Fraction(1, 3))
    for d in (1, 2, 700):
        found = expected_turns_float(1500, left=Fraction(1, 5), right=Fraction(1, 3), distance=d)
        assert isclose(found, ring.expected_steps_float(d), rel_tol=1e-11)


@pytest.mark.parametrize("n", [20, 1001, 30_000])
def test_floats_agree_with_exact_results(n):
    for d in (1, 2, 7, n // 3, n // 2):
        assert isclose(expected_turns_float(n, distance=d), expected_turns(n, distance=d))
        if n < 2000:
            assert isclose(variance_turns_float(n, distance=d), variance_turns(n, distance=d))


@pytest.mark.parametrize(("n", "d", "left", "right"), [
    (30, None, SIXTH, SIXTH),
    (9, 2, Fraction(1, 7), Fraction(2, 5)),
    (7, 3, HALF, HALF),
    (12, 1, Fraction(0), Fraction(1, 4)),
    (2, 1, SIXTH, SIXTH),
])  # fmt: skip
def test_play_agrees(n, d, left, right):
    law = {"left": left, "right": right, "distance": d}
    found = estimate(partial(play, players=n, **law), 1500, seed=11)
    assert abs(found.errors_from(expected_turns(n, **law))) < 4
    assert isclose(found.standard_error**2 * found.runs, variance_turns(n, **law), rel_tol=0.3)


# Who loses


@pytest.mark.parametrize(("n", "d", "left", "right"), STARTS)
def test_losers_by_fouriers_inversion(n, d, left, right):
    law = {"left": left, "right": right, "distance": d}
    assert loser_probabilities_float(n, **law) == pytest.approx(
        loser_probabilities(n, **law), abs=1e-14
    )


def test_losers_of_a_large_table():
    chances = loser_probabilities_float(300)
    assert isclose(sum(chances), 1)
    assert chances[:150] == pytest.approx(chances[150:], rel=1e-12)
    # those who start with a die are the least likely to lose, those between them the most
    assert chances[:76] == tuple(sorted(chances[:76]))


# Properties


CHANCES = st.fractions(0, 1, max_denominator=12)


@settings(max_examples=150)
@given(st.integers(2, 40), st.data(), CHANCES, CHANCES)
def test_any_law_of_the_dice(n, data, left, right):
    assume(left + right <= 1)
    assume(1 not in (left, right) and (left or right))
    d = data.draw(st.integers(1, n - 1))
    law = {"left": left, "right": right, "distance": d}
    if not ends(n, d, left, right):
        for function in (expected_turns, variance_turns, expected_turns_float, play):
            start = (Random(1),) if function is play else ()
            with pytest.raises(ValueError, match="never ends"):
                function(*start, n, **law)
        return
    mean = expected_turns(n, **law)
    assert mean == ring_chain(n, left=left, right=right).expected_steps(min(d, n - d))
    assert mean == expected_turns(n, left=right, right=left, distance=n - d)
    assert isclose(expected_turns_float(n, **law), mean, rel_tol=1e-14)
    variance = variance_turns(n, **law)
    assert isclose(variance_turns_float(n, **law), variance, rel_tol=1e-10)
    # no meeting is possible in less than d/2 turns
    assert mean >= Fraction(min(d, n - d), 2)


def test_twice_the_players_take_nearly_four_times_as_long():
    ratios = [expected_turns(2 * n) / expected_turns(n) for n in (10, 100, 1000)]
    assert ratios == sorted(ratios)
    assert 3.8 < ratios[0] < 3.99 < ratios[2] < 4


@pytest.mark.parametrize(("left", "right"), LAWS)
@pytest.mark.parametrize("n", [*range(3, 10), 24])
def test_visits_from_the_closed_form_are_the_fundamental_matrix(n, left, right):
    ring = ring_chain(n, left=left, right=right)
    for d, wanted in zip(ring.transient, ring.fundamental_matrix(), strict=True):
        visits = expected_visits_float(n, left=left, right=right, distance=d)
        assert visits == expected_visits_float(n, left=left, right=right, distance=n - d)
        assert tuple(visits) == ring.transient
        for often, exactly in zip(visits.values(), wanted, strict=True):
            assert isclose(often, exactly, rel_tol=1e-11)


@pytest.mark.parametrize(("n", "d", "left", "right"), STARTS)
def test_survival_as_a_sum_of_waves_is_that_of_the_chain(n, d, left, right):
    ring = ring_chain(n, left=left, right=right)
    exact = ring.survival_curve(min(d, n - d), 30)
    curve = survival_curve_float(30, n, left=left, right=right, distance=d)
    for t, wanted in enumerate(exact):
        assert isclose(curve[t], wanted, abs_tol=1e-14)
        assert curve[t] == survival_float(t, n, left=left, right=right, distance=d)


@pytest.mark.parametrize(("n", "d", "left", "right"), [it for it in STARTS if it[0] > 7])
def test_quantiles_are_those_of_the_chain(n, d, left, right):
    ring = ring_chain(n, left=left, right=right)
    for level in ("1/10", "1/3", "9/10", "99/100"):
        wanted = ring.quantile(min(d, n - d), level)
        assert quantile_float(level, n, left=left, right=right, distance=d) == wanted


def test_quantiles_of_rare_games_are_those_of_the_chain():
    tiny = Fraction(1, 10**16)
    assert quantile_float(0, 10) == ring_chain(10).quantile(5, 0) == 0
    assert quantile_float(tiny, 100) == ring_chain(100).quantile(50, tiny) == 54
    curve = ring_chain(100).survival_curve(50, 54)
    assert 1 - curve[53] < tiny <= 1 - curve[54]
    for digits in (6, 7, 20):
        level = Fraction(1, 10**digits)
        for n, d in ((7, 3), (30, 11), (60, 45)):
            wanted = ring_chain(n).quantile(min(d, n - d), level)
            assert quantile_float(level, n, distance=d) == wanted
    with pytest.raises(ValueError, match="additions, which is the limit"):
        quantile_float(tiny, 4, left=Fraction(1, 10**30), right=Fraction(1, 10**30))


def test_the_variance_in_floats_is_refused_just_where_it_would_lose_digits():
    n, half = 3, Fraction(1, 2)
    for rest, is_refused in ((Fraction(1, 10**5), False), (Fraction(1, 10**6), True)):
        law = {"left": half, "right": half - rest}
        if is_refused:
            with pytest.raises(ValueError, match="farther from it"):
                variance_turns_float(n, **law)
        else:
            exact = variance_turns(n, **law)
            assert isclose(variance_turns_float(n, **law), exact, rel_tol=1e-11)


@pytest.mark.parametrize("n", [50, 101, 500])
def test_the_waves_of_large_tables_add_up(n):
    """E[T] is the sum of P(T > t), which is the integral of the smooth curve to many digits."""
    mean = expected_turns_float(n)
    step = max(1, round(mean / 3000))
    curve = [survival_float(step * k, n) for k in range(60_000)]
    assert curve[-1] < 1e-8
    assert all(after < before + 1e-12 for before, after in pairwise(curve))
    total = step * (sum(curve) - (curve[0] + curve[-1]) / 2) + 0.5
    assert isclose(total, mean, rel_tol=1e-6)


def test_dice_that_hardly_ever_move():
    slow = {"left": Fraction(1, 10**30), "right": Fraction(1, 10**30)}
    mean = expected_turns_float(10, **slow)
    assert 0.3 < quantile_float("1/2", 10, **slow) / mean < 1
    assert survival_float(10**15, 10, **slow) > 1 - 1e-12


# Bad input


test_limits_are_named = refused(
    (lambda: expected_turns(1), "players is 1, but must be from 2"),
    (lambda: expected_turns(100, distance=0), "distance is 0, but must be from 1 to 99"),
    (lambda: expected_turns(100, distance=100), "distance is 100, but must be from 1 to 99"),
    (
        lambda: expected_turns(left=HALF, right=Fraction(2, 3)),
        "right is '2/3', but must be at most 1 − left, '1/2'",
    ),
    (lambda: expected_turns(left=0.5), TypeError, "left is 0.5, a float, but must be exact"),
    *(
        (
            lambda left=left, right=right: expected_turns(left=left, right=right),
            re.compile("both dice always do the same: .* never ends"),
        )
        for left, right in ((0, 0), (1, 0), (0, 1))
    ),
    (lambda: expected_turns(10**6), "players is 1000000, but must be at most 50000"),
    (lambda: pair_chain(1000), "players is 1000, but must be from 2 to 100"),
    (lambda: ring_chain(10**6), "players is 1000000, but must be from 2 to 5000"),
    (lambda: loser_probabilities(25), re.compile("players is 25, .* from 2 to 24: .* floats")),
    (
        lambda: loser_probabilities(24, left=Fraction(1, 10**20)),
        "players is 24, but must be from 2",
    ),
    (lambda: loser_probabilities_float(501), "players is 501, but must be from 2 to 500"),
    (lambda: pair_chain(2, left=HALF, right=HALF), re.compile("distance is 1, .*even.*never ends")),
    (lambda: expected_turns(left=Fraction(1, 10**60)), "a common denominator of 201 bits"),
    (lambda: play(Random(1), 10**6), re.compile(r"at most 1000000 turns on average, .* 3.75e\+11")),
    (
        lambda: variance_turns_float(5, left=HALF, right=HALF - Fraction(1, 10**9)),
        "floats would lose their digits",
    ),
    (
        lambda: variance_turns_float(10**70, left=Fraction(0), right=Fraction(1, 10**45)),
        "beyond all floats",
    ),
)
