"""Placement: the integer table beside the author's way, with and without the {f, f+1} rule."""

from functools import partial
from math import comb, isclose

from games import placement
from tests.bench.harness import Case

__all__ = ["cases", "every_field", "next_field"]


def every_field(V: int, F: int) -> float:
    """Return Win(V, F) by the recurrence as it stands, trying every field: O(V²F²)."""
    win = [[1.0] + [0.0] * F for _ in range(V + 1)]
    for v in range(1, V + 1):
        for n in range(1, min(v, F) + 1):
            win[v][n] = sum(max(_place(win, v, n, r, f) for f in range(n)) for r in range(v)) / v
    return win[V][F]


def next_field(V: int, F: int) -> float:
    """Return Win(V, F) trying f and f+1 only, where f is best for the draw before: O(V²F)."""
    win = [[1.0] + [0.0] * F for _ in range(V + 1)]
    for v in range(1, V + 1):
        for n in range(1, min(v, F) + 1):
            total, best = 0.0, 0
            for r in range(v):
                chance = _place(win, v, n, r, best)
                if best + 1 < n and (other := _place(win, v, n, r, best + 1)) > chance:
                    chance, best = other, best + 1
                total += chance
            win[v][n] = total / v
    return win[V][F]


def _place(win: list[list[float]], v: int, n: int, r: int, f: int) -> float:
    splits = comb(r, f) * comb(v - r - 1, n - f - 1)
    return splits / comb(v - 1, n - 1) * win[r][f] * win[v - r - 1][n - f - 1]


def cases() -> list[Case]:
    def exact(V: int, F: int) -> float:
        placement._WINS = placement._Wins()  # a cold table each time
        return placement.win_float(V, F)

    same = partial(isclose, rel_tol=1e-9)
    series = [
        Case(
            game="placement",
            name=f"Win({V}, 10)",
            ours=partial(exact, V, 10),
            others={
                "every field": partial(every_field, V, 10),
                "f and f+1": partial(next_field, V, 10),
            },
            same=same,
            size=V,
        )
        for V in (50, 100, 200)
    ]
    largest = Case(
        game="placement",
        name="Win(1000, 20)",
        ours=partial(exact, 1000, 20),
        others={"f and f+1": partial(next_field, 1000, 20)},
        same=same,
    )
    return [*series, largest]
