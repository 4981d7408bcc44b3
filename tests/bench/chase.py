"""Chase: every step from the author's way, a dense inverse over all pairs, to the closed form."""

from functools import partial
from math import isclose

import numpy

from games import chase
from games.maths.simulate import estimate
from tests.bench.harness import Case

__all__ = [
    "build_Q",
    "cases",
    "fundamental_matrix",
    "iteration_numpy",
    "pairs_float",
    "solution",
    "state_to_index",
]


def state_to_index(i: int, j: int, n: int) -> int:
    """Return the number of the pair (i, j), found by counting all pairs before it."""
    index = 0
    for a in range(n):
        for b in range(n):
            if a != b:
                if a == i and b == j:
                    return index
                index += 1
    return -1


def build_Q(n: int, p: float = 1 / 6) -> list[list[float]]:
    """Return the transition probabilities between the n(n−1) ordered pairs, as a full matrix."""
    size = n * (n - 1)
    Q = [[0.0] * size for _ in range(size)]
    moves = [(-1, p), (0, 1 - 2 * p), (1, p)]
    for i in range(n):
        for j in range(n):
            if i != j:
                row = Q[state_to_index(i, j, n)]
                for move, chance in moves:
                    for other, also in moves:
                        to = (i + move) % n, (j + other) % n
                        if to[0] != to[1]:
                            row[state_to_index(*to, n)] += chance * also
    return Q


def fundamental_matrix(Q: list[list[float]]) -> list[list[float]]:
    """Return N = (I − Q)⁻¹ by Gauss and Jordan's elimination."""
    size = len(Q)
    rows = [
        [(i == j) - q for j, q in enumerate(row)] + [float(i == j) for j in range(size)]
        for i, row in enumerate(Q)
    ]
    for c in range(size):
        p = max(range(c, size), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        pivot = rows[c][c]
        rows[c] = [a / pivot for a in rows[c]]
        for r in range(size):
            factor = rows[r][c]
            if r != c and factor:
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[c], strict=True)]
    return [row[size:] for row in rows]


def pairs_float(n: int) -> float:
    """Return the expected turns from opposite seats: the sum of a row of N."""
    return sum(fundamental_matrix(build_Q(n))[state_to_index(0, n // 2, n)])


def solution(Q: list[list[float]]) -> list[float]:
    """Return E, where (I − Q) E = 1, by Gauss's elimination: one column in place of N."""
    rows = [[(i == j) - q for j, q in enumerate(row)] + [1.0] for i, row in enumerate(Q)]
    for c in range(len(rows)):
        p = max(range(c, len(rows)), key=lambda r: abs(rows[r][c]))
        rows[c], rows[p] = rows[p], rows[c]
        for row in rows[c + 1 :]:
            if row[c]:
                factor = row[c] / rows[c][c]
                row[c:] = [a - factor * b for a, b in zip(row[c:], rows[c][c:], strict=True)]
    turns = [0.0] * len(rows)
    for c in reversed(range(len(rows))):
        known = sum(a * e for a, e in zip(rows[c][c + 1 : -1], turns[c + 1 :], strict=True))
        turns[c] = (rows[c][-1] - known) / rows[c][c]
    return turns


def iteration_numpy(n: int, accuracy: float = 1e-10) -> float:
    """Return the expected turns by E ← 1 + QE on the square of all pairs, without any matrix.

    E is moved by one die along the rows, then by the other along the columns.
    """
    turns, change = numpy.zeros((n, n)), numpy.inf
    while change > accuracy * n**-2 * turns[0, n // 2]:  # what is missing is about n² times that
        before = turns[0, n // 2]
        for axis in (0, 1):
            either_side = numpy.roll(turns, 1, axis) + numpy.roll(turns, -1, axis)
            turns = (4 * turns + either_side) / 6
        turns += 1
        numpy.fill_diagonal(turns, 0)
        change = turns[0, n // 2] - before
    return float(turns[0, n // 2])


def cases() -> list[Case]:
    def dense_solution(n: int) -> float:
        return solution(build_Q(n))[state_to_index(0, n // 2, n)]

    def sparse_solution(n: int) -> float:
        return chase.pair_chain(n).expected_steps_float((0, n // 2))

    def unordered_pairs(n: int) -> float:
        pairs = chase.pair_chain(n).lump(lambda pair: (min(pair), max(pair)))
        return pairs.expected_steps_float((0, n // 2))

    def distances(n: int) -> float:
        return chase.ring_chain(n).expected_steps_float(n // 2)

    def distances_exact(n: int) -> float:
        return float(chase.ring_chain(n).expected_steps(n // 2))

    def games(runs: int, n: int) -> float:
        return estimate(lambda rng: chase.play(rng, n), runs, seed=1).mean

    same = partial(isclose, rel_tol=1e-8)
    roughly = partial(isclose, rel_tol=0.3)  # a game's length is off by 82 %, 100 games by 8 %
    dense = {"dense inverse": pairs_float, "dense solution": dense_solution}
    sparse = {
        "sparse solution": sparse_solution,
        "iteration, numpy": iteration_numpy,
        "unordered pairs": unordered_pairs,
    }
    few = {"distances": distances}
    ladder = dict.fromkeys((4, 6, 8, 12, 16), dense | sparse | few)
    ladder |= dict.fromkeys((24, 36), sparse | few)
    ladder |= {100: {"iteration, numpy": iteration_numpy} | few}
    steps = [
        Case(
            game="chase",
            name=f"{n} players, step by step",
            ours=partial(chase.expected_turns_float, n),
            others={name: partial(method, n) for name, method in methods.items()},
            same=same,
            size=n,
        )
        for n, methods in ladder.items()
    ]
    simulated = [
        Case(
            game="chase",
            name=f"{n} players, {runs} games simulated",
            ours=partial(chase.expected_turns_float, n),
            others={"simulation": partial(games, runs, n)},
            same=roughly,
            size=size,
        )
        for size, n, runs in [
            *[(n, n, 200) for n in (20, 40, 80, 160)],
            *[(runs, 20, runs) for runs in (100, 400, 800)],
        ]
    ]
    hundred = Case(
        game="chase",
        name="100 players, exact",
        ours=lambda: float(chase.expected_turns(100)),
        others={"distances, exact": partial(distances_exact, 100)},
        same=same,
    )
    million = Case(
        game="chase",
        name="1 000 000 players, closed form",
        ours=partial(chase.expected_turns_float, 10**6),
    )
    return [*steps, *simulated, hundred, million]
