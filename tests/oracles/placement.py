"""Placement: raw boards, and the recurrence of its source."""

from fractions import Fraction
from functools import cache
from math import comb


class RawGame:
    """Expectimax over raw boards, without gaps, binomials or other theory.

    If `repeat` is true, a number may be drawn again.
    """

    def __init__(self, V, F, *, repeat=False):
        self.V, self.F, self.repeat = V, F, repeat
        self.start = (None,) * F

    @cache  # noqa: B019 - a RawGame lives as long as its test
    def chance(self, board):
        if None not in board:
            return Fraction(1)
        draws = [r for r in range(self.V) if self.repeat or r not in board]
        if not draws:
            return Fraction(0)
        best = (max((p for _, p in self.moves(board, r)), default=Fraction(0)) for r in draws)
        return sum(best, start=Fraction(0)) / len(draws)

    @cache  # noqa: B019
    def moves(self, board, r):
        next_boards = [
            (f, (*board[:f], r, *board[f + 1 :])) for f in range(self.F) if board[f] is None
        ]
        return [(f, self.chance(b)) for f, b in next_boards if self.increasing(b)]

    def reachable(self, board=None, states=None):
        states = set() if states is None else states
        board = self.start if board is None else board
        if board not in states:
            states.add(board)
            for r in set(range(self.V)) - set(board):
                for f, _ in self.moves(board, r):
                    self.reachable((*board[:f], r, *board[f + 1 :]), states)
        return states

    @staticmethod
    def increasing(board):
        filled_values = [value for value in board if value is not None]
        return filled_values == sorted(set(filled_values))


def every_field(V: int, F: int) -> float:
    """Return Win(V, F) by the plain recurrence, which tries every field: O(V²F²)."""
    win = [[1.0] + [0.0] * F for _ in range(V + 1)]
    for v in range(1, V + 1):
        for n in range(1, min(v, F) + 1):
            win[v][n] = sum(max(_place(win, v, n, r, f) for f in range(n)) for r in range(v)) / v
    return win[V][F]


def next_field(V: int, F: int) -> float:
    """Return Win(V, F), trying f and f+1 only; f is the best field of the draw before: O(V²F)."""
    win = [[1.0] + [0.0] * F for _ in range(V + 1)]
    for v in range(1, V + 1):
        for n in range(1, min(v, F) + 1):
            total, best = 0.0, 0
            for r in range(v):
                chance = _place(win, v, n, r, best)
                if best + 1 < n and (other_chance := _place(win, v, n, r, best + 1)) > chance:
                    chance, best = other_chance, best + 1
                total += chance
            win[v][n] = total / v
    return win[V][F]


def _place(win: list[list[float]], v: int, n: int, r: int, f: int) -> float:
    splits = comb(r, f) * comb(v - r - 1, n - f - 1)
    return splits / comb(v - 1, n - 1) * win[r][f] * win[v - r - 1][n - f - 1]


@cache
def sequences(V, F, policy=None):
    """Return how many sequences of F draws from V values a policy wins; None is the best one.

    It is the same recurrence in whole numbers.
    """
    if F == 0 or F > V:
        return int(F == 0)
    wins = [[sequences(r, f, policy) for r in range(V)] for f in range(F)]
    fields = [
        [
            comb(F - 1, f) * below * above
            for below, above in zip(wins[f], wins[-1 - f][::-1], strict=True)
        ]
        for f in range(F)
    ]
    if policy is None:
        return sum(map(max, *fields, [0] * V))
    return sum(fields[policy(V, F, r)][r] for r in range(V))
