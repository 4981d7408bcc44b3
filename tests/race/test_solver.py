"""The race: the walk up the board against raw throws, chain, roots, ledger, and play."""

import re
from fractions import Fraction
from functools import partial
from itertools import islice
from math import isclose
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import race
from games.maths.markov import AbsorbingChain
from games.maths.simulate import estimate
from games.race import (
    chain,
    characteristic_roots_float,
    expected_throws,
    expected_throws_by_field,
    expected_throws_float,
    expected_visits,
    land,
    ledger,
    max_fields,
    moves,
    play,
    quantile_float,
    survival_curve_float,
    survival_float,
    survivals_float,
    variance_throws,
)
from tests.oracles.race import by_the_rules
from tests.refusals import refused

RULES = ["clamp", "stay"]
GRID = [
    (fields, faces, below)
    for fields in (1, 2, 3, 4, 5, 7, 10, 16, 33)
    for faces in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 20)
    for below in RULES
]


def boards(*sizes):
    """Boards of so many fields and faces, by each rule."""
    found = [(*size, below) for size in sizes for below in RULES]
    return pytest.mark.parametrize(("fields", "faces", "below"), found)


def test_landing_follows_the_rules():
    for below in RULES:
        for fields in (1, 2, 5, 30):
            for field in range(1, fields + 1):
                for face in range(1, 21):
                    wanted = by_the_rules(field, face, fields, below)
                    assert land(field, face, fields, below=below) == wanted


# Known answers


def test_the_puzzle():
    # the essay's own results [race]: 371.381, and 365.777 for its homework
    assert f"{float(expected_throws()):.3f}" == "371.381"
    assert f"{float(expected_throws(below='stay')):.3f}" == "365.777"
    # its simulation gave 368.994 with 10 000 games, where one standard error is 2.58
    error = float(variance_throws()) ** 0.5 / 100
    assert abs(368.994 - float(expected_throws())) < error < 2.6


def test_the_first_guess_of_594_and_its_corrections():
    clamp = ledger()
    assert clamp.distance / clamp.drift == 594
    assert round(float(clamp.overshoot), 4) == 1.6162
    assert round(float(clamp.pushes), 4) == 38.7194
    # E − 6n at 100 fields, and far out
    assert f"{float(expected_throws()) - 600:.2f}" == "-228.62"
    assert f"{expected_throws_float(10**6) - 6 * 10**6:.3f}" == "-256.606"
    assert f"{expected_throws_float(10**6, below='stay') - 6 * 10**6:.3f}" == "-262.950"
    assert f"{float(expected_throws(4000)) - 24000:.3f}" == "-256.606"
    assert f"{float(expected_throws(4000, below='stay')) - 24000:.3f}" == "-262.950"


def test_two_faces_on_a_hundred_fields_take_3e21_throws():
    assert f"{float(expected_throws(100, 2)):.0e}" == "3e+21"


def test_moves():
    assert moves() == (1, -2, -3, 4, -5, 6)
    assert moves(12) == (1, -2, -3, 4, -5, 6, -7, 8, 9, 10, -11, 12)
    # there are 25 primes up to 100, and their sum is 1060
    assert sum(move < 0 for move in moves(100)) == 25
    assert sum(moves(100)) == 5050 - 2 * 1060
    # the drift is 0 with 4 faces, negative with 2, 3, 5, 7, positive with all others
    assert [n for n in range(1, 101) if sum(moves(n)) == 0] == [4]
    assert [n for n in range(1, 101) if sum(moves(n)) < 0] == [2, 3, 5, 7]


@pytest.mark.parametrize("below", RULES)
def test_edge_cases(below):
    for faces in (1, 2, 4, 6, 7, 30):
        assert expected_throws(1, faces, below=below) == 0
        assert expected_throws_float(1, faces, below=below) == 0
        assert variance_throws(1, faces, below=below) == 0
        assert expected_visits(1, faces, below=below) == {}
        assert chain(1, faces, below=below).expected_steps(1) == 0
        # on two fields any move forward wins: a geometric waiting time
        forward = Fraction(sum(move > 0 for move in moves(faces)), faces)
        assert expected_throws(2, faces, below=below) == 1 / forward
        assert variance_throws(2, faces, below=below) == (1 - forward) / forward**2
    for fields in (1, 2, 9, 200):  # one face: a field a throw, for sure
        assert expected_throws(fields, 1, below=below) == fields - 1
        assert isclose(expected_throws_float(fields, 1, below=below), fields - 1)
        assert variance_throws(fields, 1, below=below) == 0


# Independent methods over a grid


@pytest.mark.parametrize(("fields", "faces", "below"), GRID)
def test_walk_chain_roots_and_ledger_agree(fields, faces, below):
    known = chain(fields, faces, below=below)
    throws = expected_throws_by_field(fields, faces, below=below)
    assert throws == {field: known.expected_steps(field) for field in range(1, fields + 1)}
    assert throws[1] == expected_throws(fields, faces, below=below)
    assert variance_throws(fields, faces, below=below) == known.variance_steps(1)

    assert expected_visits(fields, faces, below=below) == known.expected_visits(1)

    entry = ledger(fields, faces, below=below)
    assert entry.throws == throws[1]
    assert entry.visits_float == tuple(map(float, known.expected_visits(1).values()))
    assert entry.distance + entry.overshoot == entry.drift * throws[1] + entry.pushes

    assert isclose(
        expected_throws_float(fields, faces, below=below), throws[1], rel_tol=1e-13, abs_tol=0
    )


@pytest.mark.parametrize(("fields", "faces", "below"), [g for g in GRID if g[0] in (2, 5, 16)])
def test_overshoot_and_pushes_by_chains_that_remember_them(fields, faces, below):
    """The overshoot is where a chain without a last field is absorbed, pushes are its rewards."""
    longest = max(moves(faces))
    table = {field: {field: 1} for field in range(fields, fields + longest)}
    gains = {}
    for field in range(1, fields):
        row, gain = {}, 0
        for face, move in enumerate(moves(faces), start=1):
            to = field + move if move > 0 else by_the_rules(field, face, fields, below)
            row[to] = row.get(to, 0) + Fraction(1, faces)
            gain += Fraction(to - field - move, faces)
        table[field], gains[field] = row, gain
    remembering = AbsorbingChain(table)
    ends = remembering.absorption_probabilities(1)
    entry = ledger(fields, faces, below=below)
    assert entry.overshoot == sum((end - fields) * chance for end, chance in ends.items())
    visits = remembering.expected_visits(1)
    assert entry.pushes == sum(gains[field] * often for field, often in visits.items())


@pytest.mark.parametrize(("fields", "faces"), [(10, 4), (100, 6), (12, 5), (20, 12), (4, 30)])
@pytest.mark.parametrize("below", RULES)
def test_play_agrees(fields, faces, below):
    found = estimate(partial(play, fields=fields, faces=faces, below=below), 2000, seed=7)
    assert abs(found.errors_from(expected_throws(fields, faces, below=below))) < 4
    variance = found.standard_error**2 * found.runs
    assert isclose(variance, variance_throws(fields, faces, below=below), rel_tol=0.25)


# Large boards, in floats


@boards(
    (5000, 6),
    (1000, 8),
    (1000, 4),
    (1400, 2),
    (600, 3),
    (3000, 5),
    (2000, 7),
    (900, 30),
    (120, 100),
)
def test_roots_agree_with_the_exact_walk(fields, faces, below):
    exact = expected_throws(fields, faces, below=below)
    assert isclose(expected_throws_float(fields, faces, below=below), exact, rel_tol=2e-12)


def test_without_drift_the_time_grows_with_the_square():
    # far from both ends, E is −i²/σ² + c₁·i + c₀, and σ² = (1 + 4 + 9 + 16)/4
    for below in RULES:
        times = [expected_throws_float(n, 4, below=below) for n in (10**6, 2 * 10**6, 3 * 10**6)]
        second_difference = times[2] - 2 * times[1] + times[0]
        assert isclose(second_difference, 2 * 10**12 / 7.5, rel_tol=1e-6)


@pytest.mark.parametrize("faces", [2, 3, 5, 7])
def test_against_the_drift_the_time_grows_like_the_least_root_outside(faces):
    ratio = expected_throws(401, faces) / expected_throws(400, faces)
    root = next(abs(root) for root in characteristic_roots_float(faces) if abs(root) > 1)
    assert isclose(ratio, root, rel_tol=1e-9)


@pytest.mark.parametrize("faces", range(1, 41))
def test_characteristic_roots(faces):
    steps = moves(faces)
    roots = characteristic_roots_float(faces)
    double = sum(steps) == 0
    assert len(roots) == max(steps) - min(0, *steps) - 1 - double
    for root in roots:
        assert abs(sum(root**step for step in steps) / faces - 1) < 1e-9
        assert abs(abs(root) - 1) > 1e-3
    assert all(abs(a - b) > 1e-3 for i, a in enumerate(roots) for b in roots[:i])
    # inside the unit circle as many as the longest way back, less one where the drift is not up
    inside = sum(abs(root) < 1 for root in roots)
    assert inside == -min(0, *steps) - (sum(steps) <= 0)


# Properties


@settings(max_examples=60)
@given(st.integers(2, 60), st.integers(1, 25), st.sampled_from(RULES))
def test_a_longer_board_takes_longer_and_the_equations_hold(fields, faces, below):
    throws = expected_throws_by_field(fields, faces, below=below)
    assert expected_throws(fields + 1, faces, below=below) > throws[1]
    for field in range(1, fields):
        after = [
            throws[by_the_rules(field, n, fields, below)] for n in range(1, min(faces, 22) + 1)
        ]
        if faces <= 22:
            assert throws[field] == 1 + sum(after) / Fraction(faces)


def test_staying_below_is_faster_than_the_clamp_with_six_faces():
    # a marker that stays is never behind one that is put back on field 1 from the same field
    for fields in range(3, 60):
        assert expected_throws(fields, below="stay") <= expected_throws(fields)


def test_the_chain_is_the_board():
    board = chain(5, 6)
    assert set(board.transient) == {1, 2, 3, 4}
    assert board.absorbing == (5,)
    assert board.step(2) == {
        1: Fraction(1, 2),  # by 2, 3 and 5
        3: Fraction(1, 6),
        5: Fraction(1, 3),  # by 4 and 6
    }
    stays = chain(fields=10, faces=4, below="stay")
    assert stays.step(3) == {to: Fraction(1, 4) for to in (4, 1, 3, 7)}
    assert stays.expected_steps(1) == expected_throws(10, 4, below="stay")
    assert stays.survival(1, 3) == 1 - Fraction(4, 64)  # 4+4+4, and 4+4+1 in three orders


@pytest.mark.parametrize(("fields", "faces", "below"), GRID)
def test_survival_in_lanes_is_that_of_the_chain(fields, faces, below):
    known = chain(fields, faces, below=below)
    curve = survival_curve_float(60, fields, faces, below=below)
    for alive, wanted in zip(curve, known.survival_curve(1, 60), strict=True):
        assert isclose(alive, wanted, rel_tol=1e-14)
    assert survival_float(60, fields, faces, below=below) == curve[60]
    if fields < 20 and curve[60] < 0.1:
        for level in ("0", "1/10", "1/3", "9/10"):
            wanted = known.quantile(1, level)
            assert quantile_float(level, fields, faces, below=below) == wanted


@boards((60, 6), (12, 5), (25, 100), (2, 100), (3, 97), (6, 2), (30, 4), (40, 7))
def test_survival_stays_right_for_long(fields, faces, below):
    floats = chain(fields, faces, below=below).survival_curve_float(1, 2000)
    for alive, wanted in zip(survivals_float(fields, faces, below=below), floats, strict=False):
        assert isclose(alive, wanted, rel_tol=1e-10, abs_tol=1e-270)
    total, mean = 0.0, expected_throws(fields, faces, below=below)
    for alive in survivals_float(fields, faces, below=below):
        total += alive
        if alive < 1e-14:
            break
    assert isclose(total, mean, rel_tol=1e-9)  # E[T] is the sum of P(T > t)


@boards(
    (235, 6), (236, 6), (240, 6), (500, 6), (300, 4), (300, 8), (500, 9), (2000, 12), (120, 100)
)
def test_survival_stays_right_on_long_boards(fields, faces, below):
    total = 0.0
    for alive in islice(survivals_float(fields, faces, below=below), 500_000):
        total += alive
        if alive < 1e-16 or total > 20_000:  # more than any of these boards takes
            break
    # E[T] is the sum of P(T > t); it comes from the roots, which know nothing of lanes
    assert isclose(total, expected_throws_float(fields, faces, below=below), rel_tol=1e-11)


def test_survival_at_the_end_of_its_range():
    assert max_fields(1) == max_fields(6) == 5000
    surely = survival_curve_float(5001, 5000, 1)  # each throw moves by one
    assert surely == (1.0,) * 4999 + (0.0,) * 3
    soon = survival_curve_float(2000, 5000, 6)
    assert all(0.999999 < alive <= 1 for alive in soon)
    assert not any(survival_curve_float(3, 1, 6))


@pytest.mark.parametrize("below", RULES)
@pytest.mark.parametrize("faces", [6, 76, 77, 97])
def test_boards_shorter_than_the_die(faces, below):
    for fields in (2, faces // 2, faces - 5, faces, faces + 1):
        exact = float(expected_throws(fields, faces, below=below))
        assert isclose(expected_throws_float(fields, faces, below=below), exact, rel_tol=1e-12)


# Bad input


test_limits_are_named = refused(
    (lambda: expected_throws(10**9), "fields is 1000000000, but must be from 1 to 5000"),
    (lambda: chain(10**9), re.compile("to 5000: .*expected_throws_float")),
    (lambda: moves(101), "faces is 101, but must be from 1 to 100"),
    (lambda: expected_throws(below="bounce"), re.compile("below is 'bounce', .*'clamp', 'stay'")),
    (lambda: expected_throws_float(10**6, 2), re.compile("from 1 to 1454: .* float")),
    (lambda: expected_throws_float(10**1000), "fields is an integer of"),
    (lambda: play(Random(1), 100, 2), re.compile(r"at most 1000000 throws on average, .* 3e\+21")),
    (lambda: survival_float(50_001, 5000), "t is 50001, but must be from 0 to 50000: each throw"),
    (lambda: survival_curve_float(1_000_001), "last is 1000001, but must be from 0 to 1000000"),
    (lambda: quantile_float("1/2", 5000, 2), "fewer races than that are over after 150000 throws"),
)


@pytest.mark.parametrize("faces", [2, 3, 5, 7])
def test_the_last_board_that_a_float_can_answer_for(faces):
    limit, _ = race._longest_float(moves(faces))
    assert expected_throws_float(limit, faces) > 1e300
    with pytest.raises(ValueError, match=f"from 1 to {limit}"):
        expected_throws_float(limit + 1, faces)


def test_results_repeat_whatever_was_asked_before():
    first = [expected_throws_float(n, 6) for n in (5, 50, 500)]
    race._characteristic_roots.cache_clear()
    race._landings.cache_clear()
    assert [expected_throws_float(n, 6) for n in (5, 50, 500)] == first


@pytest.mark.parametrize("below", race.BELOW)
@pytest.mark.parametrize("faces", [2, 4, 6, 7])
@pytest.mark.parametrize("fields", [2, 5, 12])
def test_a_quantile_is_refused_by_a_lower_bound_of_what_is_left(fields, faces, below):
    chain = race.chain(fields, faces, below=below)
    for t in (0, 3, 20, 100):
        assert race._least_left(t, fields, faces, below) <= chain.survival(1, t)


def test_a_quantile_that_is_far_out_of_reach_is_refused_at_once(monkeypatch):
    walked = []
    plain = race.survivals_float

    def watched(*args, **options):
        for alive in plain(*args, **options):
            walked.append(alive)
            yield alive

    monkeypatch.setattr(race, "survivals_float", watched)
    for fields, faces in ((100, 3), (100, 5), (5000, 4)):
        with pytest.raises(ValueError, match="but fewer races than that are over after"):
            race.quantile_float("1/2", fields, faces)
        assert len(walked) <= race.SOON + 1
        walked.clear()
