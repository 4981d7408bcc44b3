"""The race: the walk up the board against raw throws, chain, roots, ledger, and play."""

import pickle
import re
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from itertools import islice
from math import isclose
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maths.markov import AbsorbingChain
from games.maths.simulate import estimate
from games.race import EARLY_THROWS, Race
from tests.oracles.race import by_the_rules
from tests.refusals import refused

RULES = ["clamp", "stay"]
GRID = [
    Race(fields, faces, below)
    for fields in (1, 2, 3, 4, 5, 7, 10, 16, 33)
    for faces in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 20)
    for below in RULES
]


def races(*sizes):
    """Races with so many fields and faces, by each rule."""
    return each_race([Race(*size, below) for size in sizes for below in RULES])


def each_race(some_races):
    return pytest.mark.parametrize("race", some_races, ids=map(str, some_races))


def test_landing_follows_the_rules():
    for race in (Race(fields, 20, below) for fields in (1, 2, 5, 30) for below in RULES):
        for field in range(1, race.fields + 1):
            fields_reached = [
                by_the_rules(field, face, race.fields, race.below) for face in range(1, 21)
            ]
            assert [race.land(field, face) for face in range(1, 21)] == fields_reached
            if field < race.fields:
                assert list(race.landings[field - 1]) == fields_reached


# Known answers


def test_the_puzzle():
    # the essay's own results [race]: 371.381, and 365.777 for its homework
    assert f"{float(Race().expected_throws):.3f}" == "371.381"
    assert f"{float(Race(below='stay').expected_throws):.3f}" == "365.777"
    # its simulation gave 368.994 with 10 000 games, where one standard error is 2.58
    error = float(Race().variance_throws) ** 0.5 / 100
    assert abs(368.994 - float(Race().expected_throws)) < error < 2.6


def test_the_first_guess_of_594_and_its_corrections():
    clamp = Race().ledger()
    assert clamp.distance / clamp.drift == 594
    assert round(float(clamp.overshoot), 4) == 1.6162
    assert round(float(clamp.pushes), 4) == 38.7194
    # E − 6n at 100 fields, and far out
    assert f"{float(Race().expected_throws) - 600:.2f}" == "-228.62"
    assert f"{Race(10**6).expected_throws_float - 6 * 10**6:.3f}" == "-256.606"
    assert f"{Race(10**6, below='stay').expected_throws_float - 6 * 10**6:.3f}" == "-262.950"
    assert f"{float(Race(4000).expected_throws) - 24000:.3f}" == "-256.606"
    assert f"{float(Race(4000, below='stay').expected_throws) - 24000:.3f}" == "-262.950"


def test_two_faces_on_a_hundred_fields_take_3e21_throws():
    assert f"{float(Race(100, 2).expected_throws):.0e}" == "3e+21"


def moves(faces):
    return Race(faces=faces).moves


def test_moves():
    assert Race().moves == (1, -2, -3, 4, -5, 6)
    assert moves(12) == (1, -2, -3, 4, -5, 6, -7, 8, 9, 10, -11, 12)
    # there are 25 primes up to 100, and their sum is 1060
    assert sum(move < 0 for move in moves(100)) == 25
    assert sum(moves(100)) == 5050 - 2 * 1060
    # the drift is 0 with 4 faces, negative with 2, 3, 5, 7, positive with all others
    assert [n for n in range(1, 101) if Race(faces=n).drift == 0] == [4]
    assert [n for n in range(1, 101) if Race(faces=n).drift < 0] == [2, 3, 5, 7]


@pytest.mark.parametrize("below", RULES)
def test_edge_cases(below):
    for faces in (1, 2, 4, 6, 7, 30):
        single = Race(1, faces, below)
        assert single.expected_throws == single.expected_throws_float == 0
        assert single.variance_throws == 0
        assert single.expected_visits() == {}
        assert single.chain.expected_steps(1) == 0
        # on two fields any move forward wins: a geometric waiting time
        forward = Fraction(sum(move > 0 for move in moves(faces)), faces)
        assert Race(2, faces, below).expected_throws == 1 / forward
        assert Race(2, faces, below).variance_throws == (1 - forward) / forward**2
    for fields in (1, 2, 9, 200):  # one face: a field a throw, for sure
        sure = Race(fields, 1, below)
        assert sure.expected_throws == fields - 1
        assert isclose(sure.expected_throws_float, fields - 1)
        assert sure.variance_throws == 0


# Independent methods over a grid


@each_race(GRID)
def test_walk_chain_roots_and_ledger_agree(race):
    chain, throws = race.chain, race.expected_throws_by_field
    assert throws == {field: chain.expected_steps(field) for field in range(1, race.fields + 1)}
    assert throws[1] == race.expected_throws
    assert race.variance_throws == chain.variance_steps(1)

    assert race.expected_visits() == chain.expected_visits(1)

    entry = race.ledger()
    assert entry.throws == throws[1]
    assert entry.visits_float == tuple(map(float, chain.expected_visits(1).values()))
    assert entry.distance + entry.overshoot == entry.drift * throws[1] + entry.pushes

    assert isclose(race.expected_throws_float, throws[1], rel_tol=1e-13, abs_tol=0)


@each_race([race for race in GRID if race.fields in (2, 5, 16)])
def test_overshoot_and_pushes_by_chains_that_remember_them(race):
    """The overshoot is where a chain without a last field is absorbed, pushes are its rewards."""
    fields, faces, below = race.values().values()
    longest = max(race.moves)
    table = {field: {field: 1} for field in range(fields, fields + longest)}
    gains = {}
    for field in range(1, fields):
        row, gain = {}, 0
        for face, move in enumerate(race.moves, start=1):
            target = field + move if move > 0 else by_the_rules(field, face, fields, below)
            row[target] = row.get(target, 0) + Fraction(1, faces)
            gain += Fraction(target - field - move, faces)
        table[field], gains[field] = row, gain
    remembering = AbsorbingChain(table)
    ends = remembering.absorption_probabilities(1)
    entry = race.ledger()
    assert entry.overshoot == sum((end - fields) * chance for end, chance in ends.items())
    visits = remembering.expected_visits(1)
    assert entry.pushes == sum(gains[field] * visit for field, visit in visits.items())


@races((10, 4), (100, 6), (12, 5), (20, 12), (4, 30))
def test_play_agrees(race):
    result = estimate(race.play, 2000, seed=7)
    assert abs(result.errors_from(race.expected_throws)) < 4
    variance = result.standard_error**2 * result.runs
    assert isclose(variance, race.variance_throws, rel_tol=0.25)


# Large boards, in floats


@races(
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
def test_roots_agree_with_the_exact_walk(race):
    assert isclose(race.expected_throws_float, race.expected_throws, rel_tol=2e-12)


def test_without_drift_the_time_grows_with_the_square():
    # far from both ends, E is −i²/σ² + c₁·i + c₀, and σ² = (1 + 4 + 9 + 16)/4
    for below in RULES:
        lengths = (10**6, 2 * 10**6, 3 * 10**6)
        times = [Race(fields, 4, below).expected_throws_float for fields in lengths]
        second_difference = times[2] - 2 * times[1] + times[0]
        assert isclose(second_difference, 2 * 10**12 / 7.5, rel_tol=1e-6)


@pytest.mark.parametrize("faces", [2, 3, 5, 7])
def test_time_against_the_drift_grows_like_the_least_root(faces):
    race, longer = Race(400, faces), Race(401, faces)
    ratio = longer.expected_throws / race.expected_throws
    root = next(abs(root) for root in race.characteristic_roots_float if abs(root) > 1)
    assert isclose(ratio, root, rel_tol=1e-9)


@pytest.mark.parametrize("faces", range(1, 41))
def test_characteristic_roots(faces):
    steps = moves(faces)
    roots = Race(faces=faces).characteristic_roots_float
    double = sum(steps) == 0
    assert len(roots) == max(steps) - min(0, *steps) - 1 - double
    for root in roots:
        assert abs(sum(root**step for step in steps) / faces - 1) < 1e-9
        assert abs(abs(root) - 1) > 1e-3
    assert all(abs(a - b) > 1e-3 for i, a in enumerate(roots) for b in roots[:i])
    # inside the unit circle as many as the longest way back, less one where the drift is not up
    inner_root_count = sum(abs(root) < 1 for root in roots)
    assert inner_root_count == -min(0, *steps) - (sum(steps) <= 0)


# Properties


@settings(max_examples=60)
@given(st.integers(2, 60), st.integers(1, 25), st.sampled_from(RULES))
def test_a_longer_board_takes_longer_and_the_equations_hold(fields, faces, below):
    throws = Race(fields, faces, below).expected_throws_by_field
    assert Race(fields + 1, faces, below).expected_throws > throws[1]
    for field in range(1, fields):
        next_throws = [
            throws[by_the_rules(field, n, fields, below)] for n in range(1, min(faces, 22) + 1)
        ]
        if faces <= 22:
            assert throws[field] == 1 + sum(next_throws) / Fraction(faces)


def test_staying_below_is_faster_than_the_clamp_with_six_faces():
    # a marker that stays is never behind one that is put back on field 1 from the same field
    for fields in range(3, 60):
        assert Race(fields, below="stay").expected_throws <= Race(fields).expected_throws


def test_the_chain_is_the_board():
    board = Race(5, 6).chain
    assert set(board.transient) == {1, 2, 3, 4}
    assert board.absorbing == (5,)
    assert board.step(2) == {
        1: Fraction(1, 2),  # by 2, 3 and 5
        3: Fraction(1, 6),
        5: Fraction(1, 3),  # by 4 and 6
    }
    race = Race(fields=10, faces=4, below="stay")
    stays = race.chain
    assert stays.step(3) == {target: Fraction(1, 4) for target in (4, 1, 3, 7)}
    assert stays.expected_steps(1) == race.expected_throws
    assert stays.survival(1, 3) == 1 - Fraction(4, 64)  # 4+4+4, and 4+4+1 in three orders


@each_race(GRID)
def test_survival_in_lanes_is_that_of_the_chain(race):
    chain = race.chain
    curve = race.survival_curve_float(60)
    for alive, expected in zip(curve, chain.survival_curve(1, 60), strict=True):
        assert isclose(alive, expected, rel_tol=1e-14)
    assert race.survival_float(60) == curve[60]
    if race.fields < 20 and curve[60] < 0.1:
        for level in ("0", "1/10", "1/3", "9/10"):
            assert race.quantile_float(level) == chain.quantile(1, level)


@races((60, 6), (12, 5), (25, 100), (2, 100), (3, 97), (6, 2), (30, 4), (40, 7))
def test_survival_stays_right_for_long(race):
    floats = race.chain.survival_curve_float(1, 2000)
    for alive, expected in zip(race.iter_survival_float(), floats, strict=False):
        assert isclose(alive, expected, rel_tol=1e-10, abs_tol=1e-270)
    total, mean = 0.0, race.expected_throws
    for alive in race.iter_survival_float():
        total += alive
        if alive < 1e-14:
            break
    assert isclose(total, mean, rel_tol=1e-9)  # E[T] is the sum of P(T > t)


@races((235, 6), (236, 6), (240, 6), (500, 6), (300, 4), (300, 8), (500, 9), (2000, 12), (120, 100))
def test_survival_stays_right_on_long_boards(race):
    total = 0.0
    for alive in islice(race.iter_survival_float(), 500_000):
        total += alive
        if alive < 1e-16 or total > 20_000:  # more than any of these boards takes
            break
    # E[T] is the sum of P(T > t); it comes from the roots, which know nothing of lanes
    assert isclose(total, race.expected_throws_float, rel_tol=1e-11)


def test_survival_at_the_end_of_its_range():
    assert Race(faces=1).max_fields == Race(faces=6).max_fields == 5000
    surely = Race(5000, 1).survival_curve_float(5001)  # each throw moves by one
    assert surely == (1.0,) * 4999 + (0.0,) * 3
    early_curve = Race(5000, 6).survival_curve_float(2000)
    assert all(0.999999 < alive <= 1 for alive in early_curve)
    assert not any(Race(1, 6).survival_curve_float(3))


@pytest.mark.parametrize("below", RULES)
@pytest.mark.parametrize("faces", [6, 76, 77, 97])
def test_boards_shorter_than_the_die(faces, below):
    for fields in (2, faces // 2, faces - 5, faces, faces + 1):
        race = Race(fields, faces, below)
        assert isclose(race.expected_throws_float, race.expected_throws, rel_tol=1e-12)


# Bad input


test_limits_are_named = refused(
    (lambda: Race(10**9).expected_throws, "fields is 1000000000, but must be from 1 to 5000"),
    (lambda: Race(10**9).chain, re.compile("to 5000: .*expected_throws_float")),
    (lambda: Race(10**9).survival_float(0), "fields is 1000000000, but must be from 1 to 5000"),
    (lambda: Race(faces=101), "faces is 101, but must be from 1 to 100"),
    (lambda: Race(below="bounce"), re.compile("below is 'bounce', .*'clamp', 'stay'")),
    (lambda: Race(10**6, 2).expected_throws_float, re.compile("from 1 to 1454: .* float")),
    (lambda: Race(10**1000), "fields is an integer of"),
    (lambda: Race().land(3, 7), "face is 7, but must be from 1 to 6"),
    (lambda: Race(100, 2).play(Random(1)), re.compile(r"at most 1000000 throws .* 3e\+21")),
    (lambda: Race(5000).survival_float(50_001), "t is 50001, but must be from 0 to 50000: each"),
    (lambda: Race().survival_curve_float(1_000_001), "must be from 0 to 1000000"),
    (lambda: Race(5000, 2).quantile_float("1/2"), "fewer races than that are over after 150000"),
)


@pytest.mark.parametrize("faces", [2, 3, 5, 7])
def test_the_last_board_that_a_float_can_answer_for(faces):
    with pytest.raises(ValueError, match="from 1 to") as error_info:
        _ = Race(10**6, faces).expected_throws_float
    limit = int(re.search(r"from 1 to (\d+)", str(error_info.value))[1])
    assert Race(limit, faces).expected_throws_float > 1e300
    with pytest.raises(ValueError, match=f"from 1 to {limit}"):
        _ = Race(limit + 1, faces).expected_throws_float


@races((2, 2), (5, 4), (5, 6), (12, 6), (12, 7))
def test_a_quantile_is_refused_by_a_lower_bound_of_what_is_left(race):
    for t in (0, 3, 20, 100):
        assert race._least_survival(t) <= race.chain.survival(1, t)


def test_a_quantile_that_is_far_out_of_reach_is_refused_at_once(monkeypatch):
    steps_followed = []
    plain = Race.iter_survival_float

    def watch(race):
        for chance in plain(race):
            steps_followed.append(chance)
            yield chance

    monkeypatch.setattr(Race, "iter_survival_float", watch)
    for race in (Race(100, 3), Race(100, 5), Race(5000, 4)):
        with pytest.raises(ValueError, match="but fewer races than that are over after"):
            race.quantile_float("1/2")
        assert len(steps_followed) <= EARLY_THROWS + 1
        steps_followed.clear()


# The value


def test_a_race_is_a_value_that_never_changes():
    race = Race(12, 8, "stay")
    assert race == Race(12, 8, "stay") != Race(12, 8)
    assert len({race, Race(12, 8, "stay"), Race(12, 8)}) == 2
    with pytest.raises(FrozenInstanceError):
        race.fields = 13
    with pytest.raises(TypeError):
        race.expected_throws_by_field[1] = 0
    race.expected_visits().clear()
    assert sum(race.expected_visits().values()) == race.expected_throws


def test_copy_of_a_race_finds_the_same_results():
    race = Race(12, 8, "stay")
    results = race.expected_throws, race.chain.expected_steps(1)
    for race_copy in (copy(race), deepcopy(race), pickle.loads(pickle.dumps(race))):
        assert race_copy == race
        assert (race_copy.expected_throws, race_copy.chain.expected_steps(1)) == results
    longer = replace(race, fields=13)
    assert longer.expected_throws == Race(13, 8, "stay").expected_throws != race.expected_throws
