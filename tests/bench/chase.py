"""Chase: the author's dense inverse over all pairs, faster methods, and the closed form."""

from functools import partial
from math import isclose

from games.chase import Chase
from games.maths.simulate import estimate
from tests.bench.harness import Case, series
from tests.oracles.chase import iteration_numpy, pairs_float, solution_float

__all__ = ["cases"]


def cases() -> list[Case]:
    def sparse_solution(n: int) -> float:
        return Chase(n).pair_chain.expected_steps_float((0, n // 2))

    def unordered_pairs(n: int) -> float:
        pairs = Chase(n).pair_chain.lump(lambda pair: (min(pair), max(pair)))
        return pairs.expected_steps_float((0, n // 2))

    def distances(n: int) -> float:
        return Chase(n).ring_chain.expected_steps_float(n // 2)

    def distances_exact(n: int) -> float:
        return float(Chase(n).ring_chain.expected_steps(n // 2))

    def games(runs: int, n: int) -> float:
        return estimate(Chase(n).play, runs, seed=1).mean

    def closed_form(n: int) -> float:
        return Chase(n).expected_turns_float

    is_close = partial(isclose, rel_tol=1e-8)
    roughly = partial(isclose, rel_tol=0.3)  # 100 games: error 8 %
    methods = {
        "dense inverse": (pairs_float, 20),
        "dense solution": (solution_float, 36),
        "sparse solution": (sparse_solution, 36),
        "iteration, numpy": (iteration_numpy, 100),
        "unordered pairs": (unordered_pairs, 36),
        "distances": (distances, 3000),
    }
    sizes = (4, 8, 12, 16, 20, 24, 30, 36, 100, 300, 1000, 3000)
    name = "{} players, step by step"
    steps = series("chase", name, closed_form, methods, sizes, is_close)
    simulation_cases = [
        Case(
            game="chase",
            name=f"{n} players, {runs} games simulated",
            ours=partial(closed_form, n),
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
        ours=lambda: float(Chase(100).expected_turns),
        others={"distances, exact": partial(distances_exact, 100)},
        same=is_close,
    )
    million = Case(
        game="chase",
        name="1 000 000 players, closed form",
        ours=partial(closed_form, 10**6),
    )
    return [*steps, *simulation_cases, hundred, million]
