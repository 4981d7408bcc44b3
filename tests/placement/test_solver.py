"""Placement: the exact table against raw boards, the author's recurrence, and play."""

from collections import Counter
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise
from math import comb, fsum, isclose
from random import Random

import pytest

from games import placement
from games.maths.simulate import estimate
from games.placement import (
    advice,
    best_fields,
    equal_spacing,
    equal_spacing_limit_float,
    evenly,
    limit_thresholds_float,
    place,
    play,
    ratio,
    roll,
    state,
    thresholds,
    win,
    win_float,
    win_limit,
    win_limit_float,
)
from tests.oracles.placement import RawGame, every_field, next_field

SMALL = [(V, F) for V in range(8) for F in range(V + 3)]
BOARDS = [(6, 3), (7, 4), (5, 5), (9, 2)]


@pytest.mark.parametrize(("V", "F"), [(V, F) for V, F in SMALL if 1 <= F <= V])
def test_the_first_draw_equals_raw_boards(V, F):
    game = RawGame(V, F)
    for r in range(V):
        moves = game.moves(game.start, r)
        assert [(f, place(V, F, r, f)) for f in range(F)] == moves
        best = max(p for _, p in moves)
        assert roll(V, F, r) == best
        assert best_fields(V, F, r) == tuple(f for f, p in moves if p == best)
    firsts = [next(r for r in range(V) if f in best_fields(V, F, r)) for f in range(F)]
    assert thresholds(V, F) == tuple(firsts)


@pytest.mark.parametrize(("V", "F"), BOARDS)
def test_state_and_advice_equal_raw_boards_on_reachable_boards(V, F):
    game = RawGame(V, F)
    boards = game.reachable()
    assert len(boards) > 30
    for board in boards:
        assert state(V, board) == game.chance(board)
        for r in set(range(V)) - set(board):
            options = advice(V, list(board), r)
            assert sorted(options) == game.moves(board, r)
            assert list(options) == sorted(options, key=lambda option: (-option[1], option[0]))


def test_edges():
    assert win(0, 0) == win(7, 0) == 1
    assert win(3, 4) == win(0, 1) == 0
    assert all(win(n, n) == win(n, 1) == 1 for n in range(1, 20))
    assert win(1, 1) == 1
    assert roll(2, 3, 0) == place(2, 3, 1, 2) == 0
    assert state(0, []) == state(5, [4]) == state(3, [0, 1, 2]) == 1
    assert state(5, [None, 0]) == state(5, [2, None, 3]) == state(2, [None] * 3) == 0
    assert advice(9, [2, 7], 3) == advice(2, [0], 1) == ()


def test_a_draw_may_go_where_it_loses():
    # legal, because the fields stay increasing, but field 0 cannot be filled below 0
    assert advice(5, [None, None], 0) == ((0, Fraction(1)), (1, Fraction(0)))


@pytest.mark.parametrize(("V", "F"), [(10, 4), (30, 5), (60, 7), (120, 9)])
def test_win_equals_the_recurrence_of_the_author(V, F):
    assert isclose(win_float(V, F), every_field(V, F), rel_tol=1e-12)
    assert isclose(win_float(V, F), next_field(V, F), rel_tol=1e-12)


def test_the_order_of_questions_does_not_matter(monkeypatch):
    expected = {(V, F): win(V, F) for V in range(0, 90, 7) for F in range(12)}
    pairs = list(expected)
    Random(1).shuffle(pairs)
    monkeypatch.setattr(placement, "_WINS", placement._Wins())
    assert {pair: win(*pair) for pair in pairs} == expected


@pytest.mark.slow
def test_limits_of_the_table():
    """A quicker twin is `test_win_approaches_its_limit_like_one_over_v`."""
    # with 2000 values the game is close to its limit, but a bit easier
    assert 1 < win_float(2000, 40) / win_limit_float(40) < 1.5


# The interlacing lemma and what follows from it


def test_ratios_interlace():
    for v in range(80):
        for f in range(min(v, 38) + 1):
            assert ratio(v + 1, f + 1) <= ratio(v, f) <= ratio(v + 1, f)


def test_the_best_field_stays_or_rises_by_one():
    for V in range(1, 41):
        for F in range(1, min(V, 9) + 1):
            best = [best_fields(V, F, r) for r in range(V)]
            assert best[0] == (0,)
            assert best[-1] == (F - 1,)
            for fields, next_fields in pairwise(best):
                assert next_fields[0] - fields[0] in (0, 1)
                assert next_fields[-1] - fields[-1] in (0, 1)
                assert len(fields) <= 2


def test_a_wrong_entry_is_not_certified(monkeypatch):
    for F, V, change in ((3, 9, 1), (4, 20, -1), (2, 6, 1)):
        table = placement._Wins()
        table.column(F, V)
        table.table.columns[F][V] += change * table.table.columns[F][V] // 3
        monkeypatch.setattr(placement, "_WINS", table)
        with pytest.raises(ArithmeticError, match="interlacing lemma fails"):
            win(V + 30, F + 2)


@pytest.mark.parametrize(("V", "F"), [(9, 2), (9, 3), (20, 4), (40, 12)])
def test_the_certificate_accepts_exactly_its_bounds(V, F):
    """R(V−1, F−1) <= R(V, F−1) <= R(V−1, F−2): the entries at both bounds pass, the next do not."""

    def is_accepted(entry):
        table = placement._Columns().extended_copy(F, V)
        table.columns[F][V] = entry
        try:
            table._certify(F, V, V)
        except ArithmeticError:
            return False
        return True

    H = placement._Columns().extended_copy(F, V).columns
    smallest = -(-H[F][V - 1] * H[F - 1][V] // H[F - 1][V - 1])
    largest = F * H[F - 1][V] * H[F - 1][V - 1] // ((F - 1) * H[F - 2][V - 1])
    assert smallest <= H[F][V] <= largest
    assert is_accepted(smallest)
    assert is_accepted(largest)
    assert not is_accepted(smallest - 1)
    assert not is_accepted(largest + 1)


def test_each_entry_is_certified_once(monkeypatch):
    counts = Counter()

    def note(_, F, first, last):
        counts.update((v, F) for v in range(first, last + 1))

    monkeypatch.setattr(placement._Columns, "_certify", note)
    table = placement._Wins()
    for V, F in ((9, 3), (6, 4), (40, 5), (70, 6)):
        table.column(F, V)
    assert counts == Counter((v, F) for F in range(2, 7) for v in range(F, 96))


# The limit


def test_exact_limits():
    assert win_limit(2) == Fraction(3, 4)
    # known digits of the denominators: 97 and 659
    assert [len(str(win_limit(F).denominator)) for F in (5, 6)] == [97, 659]
    assert all(isclose(win_limit(F), win_limit_float(F), rel_tol=1e-12) for F in range(7))


@pytest.mark.parametrize("F", range(2, 9))
def test_limit_is_the_integral_of_the_envelope(F):
    values = [win_limit_float(f) for f in range(F)]

    def best(x):
        return max(
            comb(F - 1, f) * x**f * (1 - x) ** (F - 1 - f) * values[f] * values[F - 1 - f]
            for f in range(F)
        )

    n = 4000  # midpoints
    integral = sum(best((i + 0.5) / n) for i in range(n)) / n
    assert isclose(integral, win_limit_float(F), rel_tol=1e-5)


@pytest.mark.parametrize("F", range(1, 8))
def test_win_approaches_its_limit_like_one_over_v(F):
    gaps = [V * (win_float(V, F) - win_limit_float(F)) for V in (500, 1000, 2000)]
    assert all(abs(b - a) <= 0.01 * abs(a) + 1e-9 for a, b in pairwise(gaps))


def test_limit_thresholds():
    assert limit_thresholds_float(3) == pytest.approx((0, 3 / 11, 8 / 11))
    for F in (2, 5, 9):
        finite = [t / 2000 for t in thresholds(2000, F)]
        assert finite == pytest.approx(limit_thresholds_float(F), abs=2e-3)


# Equal spacing


@pytest.mark.parametrize(("V", "F"), SMALL)
def test_equal_spacing_equals_raw_boards(V, F):
    @cache
    def chance(board):
        if None not in board:
            return Fraction(1)
        draws = [r for r in range(V) if r not in board]
        total = Fraction(0)
        for r in draws:
            left = max((i for i, b in enumerate(board) if b is not None and b < r), default=-1)
            right = min((i for i, b in enumerate(board) if b is not None and b > r), default=F)
            low = board[left] if left >= 0 else -1
            high = board[right] if right < F else V
            v, f = high - low - 1, right - left - 1
            if f == 0 or f > v:
                continue
            field = left + 1 + ((r - low - 1) * f) // v
            total += chance((*board[:field], r, *board[field + 1 :]))
        return total / len(draws) if draws else Fraction(0)

    assert equal_spacing(V, F) == chance((None,) * F)


def test_the_optimum_wins_more_often_than_equal_spacing():
    # Kuklinski and Vogel, arXiv 2311.16084: 21 % more often with 20 fields
    gain = win_limit_float(20) / equal_spacing_limit_float(20)
    assert round(gain, 2) == 1.21
    assert round(1 - 1 / gain, 2) == 0.17
    assert all(equal_spacing(60, F) <= win(60, F) for F in range(12))
    assert equal_spacing(60, 8) < win(60, 8)
    ratio_to_limit = float(equal_spacing(1000, 5)) / equal_spacing_limit_float(5)
    assert ratio_to_limit == pytest.approx(1, abs=0.02)


# Play


@pytest.mark.parametrize(("V", "F"), [(10, 3), (30, 5), (100, 6)])
def test_simulation_agrees(V, F):
    best = estimate(partial(play, V=V, F=F), 4000, seed=20261120)
    assert abs(best.errors_from(win(V, F))) < 3
    equal = estimate(partial(play, V=V, F=F, policy=evenly), 4000, seed=20261120)
    assert abs(equal.errors_from(equal_spacing(V, F))) < 3


def test_the_float_sums_are_rounded_once():
    # from Python 3.12 on, sum() compensates rounding errors; fsum() is always exact
    for f, x in ((0, 0.3), (7, 0.2), (11, 0.7), (30, 0.9)):
        terms = [comb(40, k) * x**k * (1 - x) ** (40 - k) for k in range(f + 1, 41)]
        assert placement._more_than(f, 40, x) == fsum(terms)


def test_play_of_certain_games():
    assert play(Random(1), 0, 0) == play(Random(1), 5, 0) == play(Random(1), 4, 4) == 1
    assert play(Random(1), 2, 3) == 0


# Bad input


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: win(10**9, 3), "V is 1000000000, but must be from 0 to 2000"),
        (lambda: best_fields(3, 4, 0), "F is 4, but must be from 1 to 3: 3 values cannot fill"),
        (lambda: place(9, 3, 9, 0), "r is 9, but must be from 0 to 8"),
        (lambda: place(9, 3, 0, 3), "f is 3, but must be from 0 to 2"),
        (lambda: state(9, [3, None, 3]), "must be increasing"),
        (lambda: state(9, [9]), r"fields\[0\] is 9"),
        (lambda: advice(9, [3, None], 3), "field 0 holds already"),
        (lambda: win_limit(7), "use win_limit_float"),
        (lambda: play(Random(1), 9, 3, lambda v, f, j: -1), r"policy\(9, 3, \d\) is -1"),
        (lambda: play(Random(1), 9, 3, lambda v, f, j: f), r"policy\(9, 3, \d\) is 3, but must be"),
        (lambda: play(Random(1), 9, 3, lambda v, f, j: 0.0), r"policy\(9, 3, \d\) is 0\.0"),
        (lambda: placement.optimal(3, 4, 1), "f is 4, but must be from 1 to 3"),
        (lambda: placement.optimal(3, 2, 3), "j is 3, but must be from 0 to 2"),
        (lambda: evenly(3, 2, -1), "j is -1, but must be from 0 to 2"),
    ],
)
def test_errors_name_parameter_value_and_range(call, message):
    with pytest.raises((ValueError, TypeError), match=message):
        call()
