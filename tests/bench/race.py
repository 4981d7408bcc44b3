"""Race: the walk up the board and the roots beside the author's method, a dense linear system."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import isclose

from games.race import Race
from games.race import by_roots as roots_solver
from games.race import exact as exact_solver
from tests.bench.harness import Case, series
from tests.oracles.race import dense, dense_numpy

__all__ = ["cases"]


def cases() -> list[Case]:
    def exact(fields: int) -> float:
        moves = Race().moves
        landings = [  # of longer boards than `Race` solves
            [min(max(field + move, 1), fields) for move in moves] for field in range(1, fields)
        ]
        means, scale = exact_solver.means(moves, landings)
        return float(Fraction(means[0], scale))

    def by_roots(fields: int) -> float:
        roots_solver.roots.cache_clear()
        return Race(fields).expected_throws_float

    def by_chain(fields: int) -> float:
        return float(Race(fields).chain.expected_steps(1))

    def first(fields: int, number: Callable = Fraction) -> float:
        return float(dense(fields, 6, number=number)[0])

    is_close = partial(isclose, rel_tol=1e-9)
    exacts = {"chain of fields": (by_chain, 1600), "dense, fractions": (first, 400)}
    floats = {
        "dense, floats": (partial(first, number=float), 1600),
        "dense, numpy": (partial(dense_numpy, faces=6), 3200),
    }
    short_board, long_board = (100, 200, 400, 800, 1600), (5000, 10_000, 20_000)
    in_fractions = series(
        "race", "{} fields, exact", exact, exacts, (*short_board, *long_board), is_close
    )
    in_floats = series(
        "race", "{} fields, float", by_roots, floats, (50, *short_board, 3200), is_close
    )
    largest = Case(
        game="race",
        name="1 000 000 fields, float",
        ours=partial(by_roots, 10**6),
    )
    return [*in_fractions, *in_floats, largest]
