"""Chase: closed form and distances beside the author's way, a dense inverse over all pairs."""

from functools import partial
from math import isclose

from games import chase
from games.simulate import estimate
from tests.bench.harness import Case

__all__ = ["build_Q", "cases", "fundamental_matrix", "pairs_float", "state_to_index"]


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


def cases() -> list[Case]:
    def exact(players: int) -> float:
        return float(chase.expected_turns(players))

    def distances(players: int) -> float:
        return float(chase.ring_chain(players).expected_steps(players // 2))

    def distances_float(players: int) -> float:
        return chase.ring_chain(players).expected_steps_float(players // 2)

    same = partial(isclose, rel_tol=1e-9)
    series = [
        Case(
            game="chase",
            name=f"{players} players, exact",
            ours=partial(exact, players),
            others={
                "distances, exact": partial(distances, players),
                "all pairs, floats": partial(pairs_float, players),
            },
            same=same,
            size=players,
        )
        for players in (4, 6, 8, 10)
    ]
    hundred = [
        Case(
            game="chase",
            name="100 players, exact",
            ours=partial(exact, 100),
            others={"distances, exact": partial(distances, 100)},
            same=same,
        ),
        Case(
            game="chase",
            name="100 players, closed form",
            ours=partial(chase.expected_turns_float, 100),
            others={
                "distances, floats": partial(distances_float, 100),
                "100 games simulated": lambda: estimate(chase.play, 100, seed=1).mean,
            },
            same=partial(isclose, rel_tol=0.3),  # the simulation may be off by 3 errors of 8 %
        ),
        Case(
            game="chase",
            name="1000 players, closed form",
            ours=partial(chase.expected_turns_float, 1000),
            others={"distances, floats": partial(distances_float, 1000)},
            same=same,
        ),
        Case(
            game="chase",
            name="1 000 000 players, closed form",
            ours=partial(chase.expected_turns_float, 10**6),
        ),
    ]
    return [*series, *hundred]
