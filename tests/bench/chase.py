"""Chase: every step from the author's way, a dense inverse over all pairs, to the closed form."""

from functools import partial
from math import isclose

from games import chase
from games.maths.simulate import estimate
from tests.bench.harness import Case, series
from tests.oracles.chase import iteration_numpy, pairs_float, solution_float

__all__ = ["cases"]


def cases() -> list[Case]:
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
    methods = {
        "dense inverse": (pairs_float, 20),
        "dense solution": (solution_float, 36),
        "sparse solution": (sparse_solution, 36),
        "iteration, numpy": (iteration_numpy, 100),
        "unordered pairs": (unordered_pairs, 36),
        "distances": (distances, 3000),
    }
    sizes = (4, 8, 12, 16, 20, 24, 30, 36, 100, 300, 1000, 3000)
    ours, name = chase.expected_turns_float, "{} players, step by step"
    steps = series("chase", name, ours, methods, sizes, same)
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
