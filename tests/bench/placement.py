"""Placement: the integer table beside the author's method, with and without the {f, f+1} rule."""

from fractions import Fraction
from functools import partial
from math import isclose, perm

from games import placement
from tests.bench.harness import Case, series
from tests.oracles.placement import every_field, next_field

__all__ = ["cases"]


def cases() -> list[Case]:
    def exact(V: int, F: int = 10) -> float:
        column = placement._Wins().column(F, V)  # a cold table, and longer than `win` would have it
        return float(Fraction(column[V], perm(V, F)))

    is_close = partial(isclose, rel_tol=1e-9)
    slow = {
        "every field": (partial(every_field, F=10), 400),
        "f and f+1": (partial(next_field, F=10), 800),
    }
    sizes = (100, 200, 400, 800, 2000, 4000, 8000)
    growing = series("placement", "Win({}, 10)", exact, slow, sizes, is_close)
    largest = Case(
        game="placement",
        name="Win(1000, 20)",
        ours=partial(exact, 1000, 20),
        others={"f and f+1": partial(next_field, 1000, 20)},
        same=is_close,
    )
    return [*growing, largest]
