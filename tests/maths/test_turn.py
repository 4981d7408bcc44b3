"""A turn: the lattice of keeps, compared with all ordered outcomes of the dice."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import comb

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maths import turn as module
from games.maths.turn import Turn, chances, lattice, solve
from tests.oracles.yazy import raw_turn
from tests.refusals import refused

SIZES = [(1, 2), (1, 6), (2, 2), (2, 6), (3, 4), (4, 3), (5, 2)]


def worth(total, power):
    return Fraction(int(total), power)


def lucky(dice):
    """Return a score without any pattern, so that no keep is best for a simple reason."""
    return hash(dice) % 1009


def longest_run(dice):
    return max(len(set(dice) & set(range(low, low + n))) == n and n for low in dice for n in dice)


@pytest.mark.parametrize(("dice", "faces"), SIZES)
@pytest.mark.parametrize("rerolls", [0, 1, 2, 3])
@pytest.mark.parametrize("score", [sum, lucky, longest_run, lambda dice: dice[0] == dice[-1]])
def test_small_turns_equal_raw_dice(score, dice, faces, rerolls):
    turn = solve(score, rerolls, dice, faces)
    stages = raw_turn(score, rerolls, dice, faces)
    assert turn.value == worth(stages[-1].sum(), faces ** (dice * (rerolls + 1)))
    for rerolls_left, stage in enumerate(stages):
        for outcome in product(range(faces), repeat=dice):
            roll = [face + 1 for face in outcome]
            assert turn.advice(roll, rerolls_left)[0][1] == worth(
                stage[outcome], faces ** (dice * rerolls_left)
            )


def test_five_dice_equal_raw_dice():
    """6⁵ outcomes and 32 locks, as the source of Yazy has them, exactly."""
    stages = raw_turn(lucky, 2, 5, 6)
    turn = solve(lucky)
    assert turn.value == worth(stages[-1].sum(), 6**15)
    for roll in turn.lattice.rolls[::5]:
        for rerolls_left in (1, 2):
            advice = dict(turn.advice(roll, rerolls_left))
            assert max(advice.values()) == worth(
                stages[rerolls_left][place(roll)], 6 ** (5 * rerolls_left)
            )
            for is_locked in product((True, False), repeat=5):
                keep = tuple(face for face, lock in zip(roll, is_locked, strict=True) if lock)
                if not all(is_locked):
                    index = tuple(
                        face - 1 if lock else slice(None)
                        for face, lock in zip(roll, is_locked, strict=True)
                    )
                    stage = stages[rerolls_left - 1][index]
                    assert advice[keep] == worth(
                        stage.sum(), stage.size * 6 ** (5 * (rerolls_left - 1))
                    )


def place(roll):
    return tuple(face - 1 for face in roll)


def test_the_lattice_has_the_sizes_of_the_book():
    five = lattice()
    assert len(five.rolls) == comb(10, 5) == 252
    assert len(five.keeps) == comb(11, 5) == 462
    assert len(five.removals) == sum(len(set(keep)) for keep in five.keeps) == 1260
    assert sum(map(len, five.additions)) == 1260
    # the source counts about 32 × 252 = 8064 transitions of a roll; there are at most 1683
    assert sum(comb(5, n) * comb(n + 5, 5) for n in range(6)) == 1683
    keeps = [len({k for n in range(6) for k in combinations(roll, n)}) for roll in five.rolls]
    assert round(sum(keeps) / 252, 1) == 17.3
    by_chance = sum(n * chances()[roll] for n, roll in zip(keeps, five.rolls, strict=True))
    assert round(float(by_chance), 1) == 21.4


@pytest.mark.parametrize(("dice", "faces"), [*SIZES, (5, 6)])
def test_chances_count_ordered_outcomes(dice, faces):
    for keep in lattice(dice, faces).keeps:
        rolled_dice = dice - len(keep)
        rolls = product(range(1, faces + 1), repeat=rolled_dice)
        if faces**rolled_dice > 300:
            continue
        count = Counter(tuple(sorted((*keep, *roll))) for roll in rolls)
        assert chances(keep, dice, faces) == {
            r: Fraction(n, faces**rolled_dice) for r, n in count.items()
        }


def test_chances_agree_with_icepool():
    pool = icepool.d6.pool(5).expand()
    assert chances() == {tuple(roll): pool.probability(roll) for roll in pool}


def test_the_chance_of_five_equal_dice():
    # the well-known chance of five equal dice, if that is the only goal: 4.6029 %
    assert round(float(solve(lambda dice: dice[0] == dice[-1]).value), 6) == 0.046029


@given(st.integers(0, 10**6), st.sampled_from(SIZES), st.integers(0, 3))
@settings(max_examples=40)
def test_turns_have_the_expected_properties(seed, size, rerolls):
    dice, faces = size

    def score(roll):
        return hash((seed, roll)) % 50

    turn = solve(score, rerolls, dice, faces)
    first = chances((), dice, faces)
    mean = sum(p * score(roll) for roll, p in first.items())
    assert mean <= turn.value <= max(map(score, turn.lattice.rolls))
    assert turn.value == sum(p * turn.advice(roll, rerolls)[0][1] for roll, p in first.items())
    assert turn.value <= solve(score, rerolls + 1, dice, faces).value
    scaled_turn = solve(lambda roll: 3 * score(roll) + Fraction(1, 2), rerolls, dice, faces)
    assert scaled_turn.value == 3 * turn.value + Fraction(1, 2)
    for rerolls_left, plan in enumerate(turn.policy(), start=1):
        for roll, place in zip(turn.lattice.rolls, plan, strict=True):
            advice = turn.advice(roll, rerolls_left)
            assert advice[0][0] == turn.lattice.keeps[place]
            assert [v for _, v in advice] == sorted((v for _, v in advice), reverse=True)
            assert len({keep for keep, _ in advice}) == len(advice)
            if len(advice[0][0]) < dice:
                assert turn.keep_value(advice[0][0], rerolls_left) == advice[0][1]


def test_equal_keeps_come_with_the_highest_dice_first():
    zero_value = solve(lambda dice: 1)
    keeps = [keep for keep, _ in zero_value.advice((6, 1, 5, 1, 6), 2)]
    assert keeps[:4] == [(1, 1, 5, 6, 6), (1, 5, 6, 6), (5, 6, 6), (1, 1, 6, 6)]
    assert keeps[-1] == ()
    assert keeps == sorted(keeps, key=lambda keep: keep[::-1], reverse=True)


def test_the_order_of_the_dice_does_not_matter():
    turn = solve(sum, 1, dice=3)
    assert turn.advice((6, 1, 3), 1) == turn.advice([3, 6, 1], 1)
    assert chances([6, 2]) == chances((2, 6))


test_errors_name_parameter_value_and_range = refused(
    (lambda: lattice(20, 20), "at most 20000 keeps"),
    (lambda: lattice(19_999, 1), "together may have at most 400000 dice"),
    (lambda: lattice(106, 2), "together may have at most 400000 dice"),
    (lambda: chances((1, 2, 3), dice=2), "must have at most 2"),
    (lambda: chances((7,)), "a face in keep is 7, but must be from 1 to 6"),
    (lambda: solve(lambda dice: 0.5), TypeError, "is 0.5, but must be exact"),
    (lambda: solve(sum, rerolls=21), "rerolls is 21"),
    (lambda: solve(sum).advice((1, 2, 3, 4), 2), "with 4 dice, but must have 5"),
    (lambda: solve(sum).advice((1, 2, 3, 4, 5), 3), "rerolls_left is 3"),
    (lambda: solve(sum).keep_value((), 0), "rerolls_left is 0"),
)


def test_too_many_dice_are_refused_before_the_work(monkeypatch):
    for dice, faces in ((5, 6), (3, 1), (1, 4), (7, 3)):
        monkeypatch.setattr(module, "MAX_DICE_IN_KEEPS", 10**6)
        dice_count = sum(map(len, lattice(dice, faces).keeps))
        monkeypatch.setattr(module, "MAX_DICE_IN_KEEPS", dice_count)
        lattice(dice, faces)
        monkeypatch.setattr(module, "MAX_DICE_IN_KEEPS", dice_count - 1)
        with pytest.raises(ValueError, match=f"together may have at most {dice_count - 1} dice"):
            lattice(dice, faces)


def test_scores_are_stored_as_integers():
    turn = solve(lambda dice: Fraction(dice[0], 6), rerolls=0, dice=1)
    assert isinstance(turn, Turn)
    assert turn.unit == 6
    assert all(isinstance(score, int) for score in turn.scores)
    assert turn.value == Fraction(7, 12)
