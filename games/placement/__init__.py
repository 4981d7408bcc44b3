"""Placement: place numbers from 0 to V−1, drawn one by one, on F fields in increasing order.

This module has the exact mathematics of the game, as functions of V and F in the notation of the
source. Pictures, apps and questions belong in other modules of this package.

Numbers are drawn without repetition. Each is placed on one of F fields as soon as it is drawn, and
the filled fields must stay increasing. You win when all fields are full.

A draw r on field f splits the game into two independent games: the values below r on the f fields
to its left, and the values above r on the other fields. So the chance to win under the best play
satisfies

- Win(V, F) = the mean over r of Roll(V, F, r), with Win(V, 0) = 1,
- Roll(V, F, r) = the maximum over f of Place(V, F, r, f),
- Place(V, F, r, f) = C(r, f)·C(V−1−r, F−1−f) / C(V−1, F−1) · Win(r, f) · Win(V−1−r, F−1−f).

It is faster to count sequences. Let H(V, F) be the number of sequences of F different draws that
win; there are V(V−1)…(V−F+1) sequences in all. Then, without any division,

    H(V, F) = Σ_r max_f C(F−1, f)·H(r, f)·H(V−1−r, F−1−f).

Which field is best follows from the ratios R(v, f) = G(v, f+1) / G(v, f), G(v, f) = H(v, f)/f!.
They interlace: R(v+1, f+1) ≤ R(v, f) ≤ R(v+1, f). It follows that the best field rises by 0 or 1 as
r rises by 1, and that each threshold rises by 0 or 1 as V rises by 1. For up to 41 fields the
interlacing is proved for every V, with the help of this table and, for more than twenty fields, of
a longer table in doubles. For every F it is proved if V ≥ 5F³ + 9F. (The proofs are on the book's
pages "Why one step" and "For every number of fields".) In general the question is open. So each
column of the table is certified when it is computed: every exact value rests on comparisons of
this table, not on a conjecture.
"""

from bisect import bisect, bisect_left
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, count, pairwise
from math import comb, factorial, fsum, perm
from operator import mul
from random import Random
from threading import Lock
from typing import TypeVar

from games.validate import function, integer, random_source, short_repr

__all__ = [
    "MAX_FIELDS",
    "MAX_VALUES",
    "advice",
    "best_fields",
    "equal_spacing",
    "equal_spacing_limit_float",
    "evenly",
    "limit_thresholds_float",
    "optimal",
    "place",
    "play",
    "ratio",
    "roll",
    "state",
    "thresholds",
    "win",
    "win_float",
    "win_limit",
    "win_limit_float",
]

MAX_VALUES = 2000
MAX_FIELDS = 40
MAX_LIMIT_FIELDS = 100
_COST = "the work grows with V²F"

Real = TypeVar("Real", Fraction, float)


class _Columns:
    """The columns of H, by F, each from V = 0 up to the largest V that was needed, or a bit more.

    ``MAX_VALUES`` and ``MAX_FIELDS`` bound the size: about 10 MB of integers.
    """

    def __init__(self) -> None:
        self.columns: list[list[int]] = []  # columns[F][V] = H(V, F)
        self.walks: list[list[int]] = []  # walks[F][f]: the first r for which f is best, so far

    def extended_copy(self, F: int, V: int) -> "_Columns":
        """Return a copy in which H(·, 0) … H(·, F) are filled at least for 0 … V."""
        copy = _Columns()
        copy.columns = [*map(list, self.columns)]
        copy.walks = [*map(list, self.walks)]
        for fields in range(len(copy.columns), F + 1):
            copy.columns.append([])
            copy.walks.append(list(range((fields + 1) // 2)))
        for f in range(F + 1):
            copy._extend(f, V)
        return copy

    def _extend(self, F: int, V: int) -> None:
        """Append H(first, F) … H(V, F); by mirror symmetry r and V−1−r are counted together."""
        H, first = self.columns, len(self.columns[F])
        sizes = range(first, V + 1)
        if F == 0:
            H[0] += [1] * len(sizes)
            return
        totals = [0] * len(sizes)
        stops = [v // 2 for v in sizes]
        for f in reversed(range((F + 1) // 2)):
            starts = self._walk(F, f, sizes)
            factor = comb(F - 1, f)
            sums = self._sums_of_few if f < 2 else self._sums
            for i, part in enumerate(sums(f, F - 1 - f, sizes, starts, stops)):
                totals[i] += factor * part
            stops = list(map(min, starts, stops))
        f = (F - 1) // 2
        for i, v in enumerate(sizes):
            totals[i] += totals[i]
            if v % 2:
                totals[i] += comb(F - 1, f) * H[f][v // 2] * H[F - 1 - f][v // 2]
        H[F] += totals
        if F >= 2:
            self._certify(F, max(first, F), V)

    def _walk(self, F: int, f: int, sizes: range) -> list[int]:
        """Return for each V of sizes the first r for which field f is best.

        It rises by 0 or 1 as V rises by 1.
        """
        if f == 0:
            return [0] * len(sizes)
        H, g = self.columns, F - 1 - f
        lower, left, upper, right = H[f], H[f - 1], H[g], H[g + 1]
        r, starts = self.walks[F][f], []
        for v in sizes:
            s = v - 1 - r
            if v > F and f * left[r] * right[s] > (g + 1) * lower[r] * upper[s]:
                r += 1
            starts.append(r)
        self.walks[F][f] = r
        return starts

    def _sums(
        self, f: int, g: int, sizes: range, starts: list[int], ends: list[int]
    ) -> Iterator[int]:
        """Yield Σ H(r, f)·H(v−1−r, g) over start <= r < end, for each v of sizes."""
        lower, upper = self.columns[f], self.columns[g]
        for v, start, end in zip(sizes, starts, ends, strict=True):
            if start < end:
                yield sum(map(mul, lower[start:end], upper[v - 1 - start : v - 1 - end : -1]))
            else:
                yield 0

    def _sums_of_few(
        self, f: int, g: int, sizes: range, starts: list[int], ends: list[int]
    ) -> Iterator[int]:
        """Yield the sums of `_sums` for f = 0 and 1, which are half of all the work, faster.

        H(r, f) is 1 for f = 0 and r = (v−1) − s for f = 1. So two lists of running sums over s are
        enough.
        """
        upper = self.columns[g]
        zeroth = list(accumulate(upper, initial=0))
        first = list(accumulate(map(mul, upper, count()), initial=0))
        for v, start, end in zip(sizes, starts, ends, strict=True):
            low, high = v - end, v - start
            if low >= high:
                yield 0
            elif f == 0:
                yield zeroth[high] - zeroth[low]
            else:
                yield (v - 1) * (zeroth[high] - zeroth[low]) - first[high] + first[low]

    def _certify(self, F: int, first: int, last: int) -> None:
        """Check that the ratios of column F interlace with those of the columns before it."""
        column, previous, before_previous = (
            self.columns[F],
            self.columns[F - 1],
            self.columns[F - 2],
        )
        for v in range(first, last + 1):
            grows_with_v = column[v - 1] * previous[v] <= column[v] * previous[v - 1]
            falls_along_diagonal = (F - 1) * column[v] * before_previous[v - 1] <= F * previous[
                v
            ] * previous[v - 1]
            if not (grows_with_v and falls_along_diagonal):
                raise ArithmeticError(
                    f"the interlacing lemma fails at V = {v}, F = {F}: larger games are not "
                    "certified. This would be a discovery: please report it"
                )


class _Wins:
    """The table of H. To make it longer, a longer copy replaces it; the old one never changes.

    So neither a second thread nor an interrupt (the stop button of a notebook) can leave a column
    without its walks. The lock only prevents two threads from doing the same work.
    """

    def __init__(self) -> None:
        self.table = _Columns()
        self._lock = Lock()

    def column(self, F: int, V: int) -> list[int]:
        """Return H(·, F), filled at least for 0 … V."""
        columns = self.table.columns
        if len(columns) > F and len(columns[F]) > V:
            return columns[F]
        with self._lock:  # V | 31: a caller that asks for V = 1, 2, 3, … needs few copies
            self.table = table = self.table.extended_copy(F, min(V | 31, MAX_VALUES))
        return table.columns[F]


_WINS = _Wins()


def win(V: int, F: int) -> Fraction:
    """Return the probability to win with V values and F fields under the best play.

    Win(V, F) = (1/V)·Σ_r Roll(V, F, r), Win(V, 0) = 1, and Win(V, F) = 0 for F > V.

    Args:
        V: how many values there are, 0 to 2000; they are 0, 1, …, V−1.
        F: how many fields there are, 0 to 40. The first answer at both limits takes some seconds.

    Returns:
        The exact probability. It is certified: see the docstring of the module.

    Raises:
        ValueError: V or F is out of range; the work grows with V²F.
        TypeError: V or F is not a whole number.

    Source:
        The recurrence is that of the game's author [placement]; the integer form is ours.

    >>> win(3, 2)
    Fraction(5, 6)
    >>> float(win(100, 10))
    0.02383721521569216
    """
    V, F = _game(V, F)
    if F > V:
        return Fraction(0)
    return Fraction(_WINS.column(F, V)[V], perm(V, F))


def win_float(V: int, F: int) -> float:
    """Return the float nearest to Win(V, F).

    Args:
        V: how many values there are, 0 to 2000.
        F: how many fields there are, 0 to 40.

    Raises:
        ValueError: V or F is out of range.
        TypeError: V or F is not a whole number.

    >>> win_float(100, 10)
    0.02383721521569216
    """
    return float(win(V, F))


def roll(V: int, F: int, r: int) -> Fraction:
    """Return the probability to win after the first draw is r.

    Roll(V, F, r) = max_f Place(V, F, r, f).

    Args:
        V: how many values there are, 1 to 2000.
        F: how many fields there are, 1 to 40.
        r: the draw, 0 to V−1.

    Returns:
        The exact probability under best play; 0 if F > V.

    Raises:
        ValueError: an argument is out of range.
        TypeError: an argument is not a whole number.

    >>> [str(roll(3, 2, r)) for r in range(3)]
    ['1', '1/2', '1']
    """
    V, F, r = _draw(V, F, r)
    if F > V:
        return Fraction(0)
    return Fraction(max(_placements(V, F, r)), perm(V - 1, F - 1))


def place(V: int, F: int, r: int, f: int) -> Fraction:
    """Return the probability to win after the first draw, r, was placed on field f.

    Place(V, F, r, f) = C(r, f)·C(V−1−r, F−1−f) / C(V−1, F−1) · Win(r, f)·Win(V−1−r, F−1−f):
    exactly f of the later draws must be below r, and then both parts must be won.

    Args:
        V: how many values there are, 1 to 2000.
        F: how many fields there are, 1 to 40.
        r: the draw, 0 to V−1.
        f: the field, 0 (leftmost) to F−1.

    Returns:
        The exact probability under best play of the rest; 0 if F > V.

    Raises:
        ValueError: an argument is out of range.
        TypeError: an argument is not a whole number.

    >>> [str(place(9, 3, 3, f)) for f in range(3)]
    ['2/7', '15/28', '5/56']
    """
    V, F, r = _draw(V, F, r)
    f = integer("f", f, 0, F - 1, hint=f"with {F} fields, the last has number {F - 1}")
    if F > V:
        return Fraction(0)
    return Fraction(_placement(V, F, r, f), perm(V - 1, F - 1))


def best_fields(V: int, F: int, r: int) -> tuple[int, ...]:
    """Return all best fields for the first draw r.

    Ties are exact and rare: two neighbouring fields are equally good, most often because of the
    mirror symmetry of the game.

    Args:
        V: how many values there are, 1 to 2000.
        F: how many fields there are, 1 to V and at most 40.
        r: the draw, 0 to V−1.

    Returns:
        The fields in increasing order.

    Raises:
        ValueError: an argument is out of range, for instance F > V (the game is lost).
        TypeError: an argument is not a whole number.

    >>> best_fields(100, 10, 30)
    (3,)
    >>> best_fields(3, 2, 1)
    (0, 1)
    """
    V, F, r = _draw(V, F, r, playable=True)
    chances = _placements(V, F, r)
    best = max(chances)
    return tuple(f for f, chance in enumerate(chances) if chance == best)


def thresholds(V: int, F: int) -> tuple[int, ...]:
    """Return, for each field, the first draw r for which it is a best field.

    As r rises by 1, the best field stays or rises by 1. So these F numbers are the whole policy for
    the first draw: field f is best from its threshold up to the next one.

    Args:
        V: how many values there are, 1 to 2000.
        F: how many fields there are, 1 to V and at most 40.

    Returns:
        F increasing numbers; the first is 0.

    Raises:
        ValueError: an argument is out of range, for instance F > V (the game is lost).
        TypeError: an argument is not a whole number.

    >>> thresholds(100, 10)
    (0, 6, 17, 28, 39, 50, 61, 72, 83, 94)
    """
    V, F = _game(V, F, playable=True)
    return _thresholds(V, F)


@lru_cache(maxsize=4096)
def _thresholds(V: int, F: int) -> tuple[int, ...]:
    starts = [0]
    for f in range(1, F):

        def fits(r: int, f: int = f) -> bool:
            return _placement(V, F, r, f) >= _placement(V, F, r, f - 1)

        last = V - F + f  # beyond, too few values are left above
        starts.append(bisect_left(range(V), True, starts[-1] + 1, last, key=fits))
    return tuple(starts)


def ratio(v: int, f: int) -> Fraction:
    """Return R(v, f) = G(v, f+1) / G(v, f), where G(v, f) = C(v, f)·Win(v, f).

    Field f+1 is better than field f for a draw r if and only if R(r, f) > R(V−1−r, F−2−f).

    Args:
        v: how many values there are, 0 to 2000.
        f: how many fields there are, 0 to v and at most 39.

    Returns:
        The exact ratio; 0 for f = v.

    Raises:
        ValueError: an argument is out of range.
        TypeError: an argument is not a whole number.

    >>> [str(ratio(4, f)) for f in range(5)]
    ['4', '5/4', '3/5', '1/3', '0']
    """
    v = integer("v", v, 0, MAX_VALUES, hint=_COST)
    f = integer("f", f, 0, min(v, MAX_FIELDS - 1), hint="G(v, f) = 0 for f > v")
    return Fraction(_WINS.column(f + 1, v)[v], (f + 1) * _WINS.column(f, v)[v])


def state(V: int, fields: Sequence[int | None]) -> Fraction:
    """Return the probability to win from a position in the middle of a game.

    Let m be the number of open fields, n the number of values not yet drawn, and let gap i have
    F_i open fields for V_i values. Then
    State = m!/(n(n−1)…(n−m+1)) · Π C(V_i, F_i)·Win(V_i, F_i), because the gaps are independent.

    Args:
        V: how many values there are, 0 to 2000.
        fields: what each field holds, a value from 0 to V−1 or None; 0 to 40 fields.

    Returns:
        The exact probability under best play of the rest: 1 if all fields are full, 0 if some gap
        has fewer values than fields.

    Raises:
        ValueError: V or a value is out of range, or the filled fields are not increasing.
        TypeError: V or a value is not a whole number.

    Source:
        The game's author [placement].

    >>> state(100, [None] * 10) == win(100, 10)
    True
    >>> state(9, [None, 3, None])
    Fraction(15, 28)
    """
    V, board = _position(V, fields)
    return _state(V, board)


def advice(V: int, fields: Sequence[int | None], r: int) -> tuple[tuple[int, Fraction], ...]:
    """Return every field on which the draw r may be placed, with the chance to win after that.

    Args:
        V: how many values there are, 1 to 2000.
        fields: what each field holds, a value from 0 to V−1 or None; 0 to 40 fields.
        r: the draw, 0 to V−1, not yet placed.

    Returns:
        Pairs (field, probability), the best first, equal ones from left to right. It is empty if
        no field is legal, which means that the game is lost (or was over).

    Raises:
        ValueError: an argument is out of range, the filled fields are not increasing, or r was
            drawn before.
        TypeError: an argument is not a whole number.

    >>> [(f, str(p)) for f, p in advice(9, [None, None, 7], 3)]
    [(0, '3/7'), (1, '3/7')]
    >>> advice(9, [2, 7], 3)
    ()
    """
    V, board = _position(V, fields)
    r = integer("r", r, 0, V - 1, hint="a draw is one of the values 0 … V−1")
    if r in board:
        raise ValueError(
            f"r is {r}, which field {board.index(r)} holds already: draws do not repeat"
        )
    legal = _gap(V, board, r)[2]
    chances = ((f, _state(V, (*board[:f], r, *board[f + 1 :]))) for f in legal)
    return tuple(sorted(chances, key=lambda option: (-option[1], option[0])))


def win_limit(F: int) -> Fraction:
    """Return the limit of Win(V, F) as V grows without bound.

    Draws become real numbers x from 0 to 1, and with n = F−1, g = n−f and w for Win,

        w_F = ∫ max_f C(n, f) x^f (1−x)^g w_f w_g dx.

    As functions of t = log(x/(1−x)), the logarithms of the terms are straight lines, up to a common
    part, and the maximum is their upper envelope. Its corners x = a_f/(a_f + a_(f+1)) with
    a_f = C(n, f) w_f w_g are rational, and so is w_F, if each line is part of the envelope. The
    function checks this.

    Args:
        F: how many fields there are, 0 to 6. The denominator has 97 digits for F = 5, 659 for
            F = 6 and more than 4300 for F = 7: see `win_limit_float` for larger games.

    Returns:
        The exact limit.

    Raises:
        ValueError: F is out of range.
        TypeError: F is not a whole number.

    Source:
        The game with real numbers: [kuklinski2023].

    >>> [str(win_limit(F)) for F in range(4)]
    ['1', '1', '3/4', '377/726']
    """
    F = integer("F", F, 0, 6, hint="the exact fraction explodes; use win_limit_float")
    return _limits(F)[F]


def win_limit_float(F: int) -> float:
    """Return the limit of Win(V, F) as V grows without bound, in floating point.

    Args:
        F: how many fields there are, 0 to 100.

    Raises:
        ValueError: F is out of range.
        TypeError: F is not a whole number.

    >>> win_limit_float(20)
    0.00012532022859693663
    """
    F = integer("F", F, 0, MAX_LIMIT_FIELDS, hint="the work grows with F³")
    return _limits_float(F)[F]


def limit_thresholds_float(F: int) -> tuple[float, ...]:
    """Return, for each field, the least x from 0 to 1 for which it is best as V → ∞.

    Args:
        F: how many fields there are, 1 to 100.

    Raises:
        ValueError: F is out of range.
        TypeError: F is not a whole number.

    >>> limit_thresholds_float(3)  # 0, 3/11 and 8/11
    (0.0, 0.2727272727272727, 0.7272727272727273)
    """
    F = integer("F", F, 1, MAX_LIMIT_FIELDS, hint="the work grows with F³")
    return tuple(_corners(F, _limits_float(F - 1))[:-1])


def equal_spacing(V: int, F: int) -> Fraction:
    """Return the probability to win with the intuitive policy: spread the values evenly.

    In each gap of v values and f fields, the j-th value goes to field ⌊j·f/v⌋. The recurrence is
    that of `win`, but with this field instead of the best one.

    Args:
        V: how many values there are, 0 to 2000.
        F: how many fields there are, 0 to 40. At both limits it takes some ten seconds.

    Returns:
        The exact probability; at most Win(V, F).

    Raises:
        ValueError: V or F is out of range.
        TypeError: V or F is not a whole number.

    >>> equal_spacing(3, 2) == win(3, 2)
    True
    >>> float(equal_spacing(100, 10) / win(100, 10))
    0.9111909671705092
    """
    V, F = _game(V, F)
    if F > V:
        return Fraction(0)
    return Fraction(_equal_spacing_table(V, F)[F][V], perm(V, F))


@lru_cache(maxsize=8)
def _equal_spacing_table(V: int, F: int) -> list[list[int]]:
    """Return the table [f][v] of the number of draw sequences that equal spacing wins."""
    table = [[1] * (V + 1)]
    for f in range(1, F + 1):
        column = [0] * (V + 1)
        for v in range(f, V + 1):
            # the j-th value goes to field i for ⌈i·v/f⌉ <= j < ⌈(i+1)·v/f⌉
            starts = [-(-i * v // f) for i in range(f + 1)]
            column[v] = sum(
                comb(f - 1, i)
                * sum(map(mul, table[i][low:high], reversed(table[f - 1 - i][v - high : v - low])))
                for i, (low, high) in enumerate(pairwise(starts))
            )
        table.append(column)
    return table


def equal_spacing_limit_float(F: int) -> float:
    """Return the limit of `equal_spacing` as V grows without bound, in floating point.

    Args:
        F: how many fields there are, 0 to 100.

    Raises:
        ValueError: F is out of range.
        TypeError: F is not a whole number.

    >>> win_limit_float(20) / equal_spacing_limit_float(20)  # 21 % more wins
    1.2095072791850883
    """
    F = integer("F", F, 0, MAX_LIMIT_FIELDS, hint="the work grows with F³")
    values = [1.0]
    for fields in range(1, F + 1):
        values.append(_integral(values, [i / fields for i in range(fields + 1)]))
    return values[F]


Policy = Callable[[int, int, int], int]


def optimal(v: int, f: int, j: int) -> int:
    """Return a best field, the right one of two, for the j-th value of a gap (a `Policy`).

    Args:
        v: how many values the gap has, 1 to 2000.
        f: how many fields it has, 1 to v and at most 40.
        j: which of its values was drawn, 0 to v−1.

    Returns:
        The field, from 0, the leftmost of the gap.

    Raises:
        ValueError: an argument is out of range.
        TypeError: an argument is not a whole number.

    >>> optimal(3, 2, 1)
    1
    """
    v, f, j = _draw(v, f, j, playable=True, names="vfj")
    return bisect(_thresholds(v, f), j) - 1


def evenly(v: int, f: int, j: int) -> int:
    """Return the field of equal spacing for the j-th value of a gap (a `Policy`).

    Args:
        v: how many values the gap has, 1 to 2000.
        f: how many fields it has, 1 to v and at most 40.
        j: which of its values was drawn, 0 to v−1.

    Returns:
        The field ⌊j·f/v⌋, from 0, the leftmost of the gap.

    Raises:
        ValueError: an argument is out of range.
        TypeError: an argument is not a whole number.

    >>> [evenly(9, 3, j) for j in range(9)]
    [0, 0, 0, 1, 1, 1, 2, 2, 2]
    """
    v, f, j = _draw(v, f, j, playable=True, names="vfj")
    return j * f // v


def play(rng: Random, V: int, F: int, policy: Policy = optimal) -> int:
    """Play one game and return 1 if it is won, else 0.

    Args:
        rng: the source of chance; the same seed gives the same draws, whatever the policy.
        V: how many values there are, 0 to 2000.
        F: how many fields there are, 0 to 40; with F > V every game is lost.
        policy: gives the field within a gap from v, f, j: the j-th value (from 0) of a gap of
            v values and f fields.

    Returns:
        1 or 0; an integer, so that a mean of many is a frequency.

    Raises:
        ValueError: V or F is out of range, or the policy leaves the gap.
        TypeError: rng is not a random.Random, V or F is not a whole number, or policy is not a
            function, or does not return a whole number.

    >>> sum(play(Random(seed), 20, 4) for seed in range(100))
    39
    >>> round(100 * win(20, 4), 1)
    Fraction(383, 10)
    """
    random_source(rng)
    V, F = _game(V, F)
    function("policy", policy, "v, f and j", "optimal")
    board: list[int | None] = [None] * F
    for r in rng.sample(range(V), min(V, F)):
        low, high, span = _gap(V, board, r)
        v, f, j = high - low - 1, len(span), r - low - 1
        if not 1 <= f <= v:
            return 0
        field = policy(v, f, j)
        if not (type(field) is int and 0 <= field < f):
            field = integer(f"policy({v}, {f}, {j})", field, 0, f - 1, hint="a field of the gap")
        board[span[field]] = r
    return int(None not in board)


# Helpers that the functions above share.


def _placement(V: int, F: int, r: int, f: int) -> int:
    """Return how many of the (V−1)(V−2)…(V−F+1) later sequences win after r went to field f."""
    g, s = F - 1 - f, V - 1 - r
    if f > r or g > s:
        return 0
    return comb(F - 1, f) * _WINS.column(f, r)[r] * _WINS.column(g, s)[s]


def _placements(V: int, F: int, r: int) -> list[int]:
    return [_placement(V, F, r, f) for f in range(F)]


def _gap(V: int, board: Sequence[int | None], r: int) -> tuple[int, int, range]:
    """Return the values just outside the gap that r falls into, and the gap's open fields."""
    low, high, first, last = -1, V, 0, len(board)
    for field, value in enumerate(board):
        if value is None:
            continue
        if value < r:
            low, first = value, field + 1
        elif value > r:
            high, last = value, field
            break
    return low, high, range(first, last)


def _state(V: int, board: Sequence[int | None]) -> Fraction:
    numerator, denominator_factor, low, first = 1, 1, -1, 0
    for field, value in enumerate((*board, V)):
        if value is None:
            continue
        values, fields = value - low - 1, field - first
        if fields > values:
            return Fraction(0)
        numerator *= _WINS.column(fields, values)[values]
        denominator_factor *= factorial(fields)
        low, first = value, field + 1
    open_fields = sum(value is None for value in board)
    unseen = V - len(board) + open_fields
    return Fraction(
        numerator * factorial(open_fields), denominator_factor * perm(unseen, open_fields)
    )


def _corners(F: int, values: Sequence[Real]) -> list[Real]:
    """Return where the best field changes as V → ∞: from 0 for the first field to 1."""
    weights = [comb(F - 1, f) * values[f] * values[F - 1 - f] for f in range(F)]
    corners = [0 * values[0]]
    corners += [a / (a + b) for a, b in pairwise(weights)]
    corners.append(values[0])
    if any(not a < b for a, b in pairwise(corners)):
        raise ArithmeticError(f"with F = {F} some field is never best: this would be a discovery")
    return corners


def _integral(values: Sequence[Real], corners: Sequence[Real]) -> Real:
    """Return the limit of the chance to win if field f takes the draws from corner f to f+1.

    The integral of C(n, f) x^f (1−x)^(n−f) from 0 to x is 1/F times the probability that more than
    f of F = n+1 uniform numbers lie below x.
    """
    F = len(corners) - 1
    total = 0 * values[0]
    for f, (a, b) in enumerate(pairwise(corners)):
        total += values[f] * values[F - 1 - f] * (_more_than(f, F, b) - _more_than(f, F, a))
    return total / F


def _more_than(f: int, F: int, x: Real) -> Real:
    terms = [comb(F, k) * x**k * (1 - x) ** (F - k) for k in range(f + 1, F + 1)]
    # from Python 3.12 on, sum() rounds floats differently; fsum() is the same in all versions
    return fsum(terms) if isinstance(x, float) else sum(terms, start=0 * x)


def _next(values: Sequence[Real]) -> Real:
    return _integral(values, _corners(len(values), values))


@lru_cache(maxsize=7)
def _limits(F: int) -> tuple[Fraction, ...]:
    return (*(shorter := _limits(F - 1)), _next(shorter)) if F else (Fraction(1),)


@lru_cache(maxsize=MAX_LIMIT_FIELDS + 1)
def _limits_float(F: int) -> tuple[float, ...]:
    return (*(shorter := _limits_float(F - 1)), _next(shorter)) if F else (1.0,)


def _game(V: int, F: int, *, playable: bool = False, names: str = "VF") -> tuple[int, int]:
    """Return V and F after checking them; a playable game has a first draw and can be won."""
    V = integer(names[0], V, int(playable), MAX_VALUES, hint=_COST)
    F = integer(names[1], F, int(playable), MAX_FIELDS, hint=_COST)
    if playable:
        integer(names[1], F, 1, V, hint=f"{V} values cannot fill {F} fields")
    return V, F


def _draw(
    V: int, F: int, r: int, *, playable: bool = False, names: str = "VFr"
) -> tuple[int, int, int]:
    V = integer(names[0], V, 1, MAX_VALUES, hint=_COST)
    F = integer(names[1], F, 1, MAX_FIELDS, hint=_COST)
    V, F = _game(V, F, playable=playable, names=names)
    return V, F, integer(names[2], r, 0, V - 1, hint="a draw is one of the values 0 … V−1")


def _position(V: int, fields: Sequence[int | None]) -> tuple[int, tuple[int | None, ...]]:
    V = integer("V", V, 0, MAX_VALUES, hint=_COST)
    if isinstance(fields, str) or not isinstance(fields, Sequence):
        raise TypeError(
            f"fields is {short_repr(fields)}, but must be a list with a value or None for each "
            "field"
        )
    integer("len(fields)", len(fields), 0, MAX_FIELDS, hint=_COST)
    board = tuple(
        value
        if value is None
        else integer(f"fields[{f}]", value, 0, V - 1, hint="a draw is one of the values 0 … V−1")
        for f, value in enumerate(fields)
    )
    if any(a >= b for a, b in pairwise(value for value in board if value is not None)):
        raise ValueError(
            f"fields is {short_repr(list(board))}, but the filled fields must be increasing"
        )
    return V, board
