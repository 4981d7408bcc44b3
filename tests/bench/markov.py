"""Chains and decisions beside textbook elimination, sympy, icepool, numpy and value iteration."""

from fractions import Fraction
from functools import partial
from math import isclose

import icepool
import numpy
import sympy
from sympy.stats import DiscreteMarkovChain

from games import chase
from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from tests.bench.harness import Case

__all__ = ["cases", "pig", "pig_by_value_iteration", "steps_by_gauss"]


def steps_by_gauss(Q: tuple) -> Fraction:
    """Return the first row of (I − Q)⁻¹ 1, by Gauss and Jordan's elimination of the full matrix."""
    rows = [[int(i == j) - q for j, q in enumerate(row)] + [1] for i, row in enumerate(Q)]
    for c in range(len(rows)):
        rows[c] = [a / rows[c][c] for a in rows[c]]
        for r, row in enumerate(rows):
            if r != c and row[c]:
                rows[r] = [a - row[c] * b for a, b in zip(row, rows[c], strict=True)]
    return rows[0][-1]


def steps_by_numpy(Q: tuple) -> float:
    matrix = numpy.eye(len(Q)) - numpy.array(Q, dtype=float)
    return float(numpy.linalg.solve(matrix, numpy.ones(len(Q)))[-1])


def steps_by_icepool(table: dict, start: object) -> Fraction:
    """Return the expected steps by icepool; the chances are multiples of 1/36."""
    ways = {state: {to: int(p * 36) for to, p in row.items()} for state, row in table.items()}
    return icepool.Die([start]).mean_time_to_absorb(lambda s: icepool.Die(ways[s]), star=False)


def matrix_by_sympy(table: dict) -> tuple:
    """Return the fundamental matrix by sympy, in the order of the table."""
    number = {state: i for i, state in enumerate(table)}
    P = sympy.zeros(len(table))
    for i, row in enumerate(table.values()):
        for to, p in row.items():
            P[i, number[to]] = sympy.Rational(p.numerator, p.denominator)
    oracle = DiscreteMarkovChain("X", state_space=list(number.values()), trans_probs=P)
    N = oracle.fundamental_matrix()
    transient = [i for i in oracle.decompose()[0] if P[i, i] != 1]
    order = sorted(range(len(transient)), key=transient.__getitem__)
    return tuple(tuple(Fraction(str(N[a, b])) for b in order) for a in order)


def pig(target: int) -> DecisionProcess:
    """Pig, as in the chapter: a state is (player, points of each, points of this turn)."""

    def actions(state: tuple) -> dict | int:
        player, points, turn = state
        if points[player] + turn >= target:
            return 1 - player
        held = (points[0] + turn, points[1]) if player == 0 else (points[0], points[1] + turn)
        roll = {(player, points, turn + n): Fraction(1, 6) for n in range(2, 7)}
        roll[1 - player, points, 0] = Fraction(1, 6)
        return {"roll": roll, "hold": {(1 - player, held, 0): 1}}

    return DecisionProcess(actions, (0, (0, 0), 0), opponent=lambda state: state[0] == 1)


def pig_by_value_iteration(target: int) -> float:
    """Return the first player's chance as Neller and Presser do, until nothing changes."""
    scores = range(target - 1, -1, -1)
    wins = {(i, j, k): 0.0 for i in scores for j in scores for k in range(target - i)}

    def win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else wins[i, j, k]

    change = 1.0
    while change > 1e-13:
        change = 0.0
        for (i, j, k), before in wins.items():
            roll = 1 - win(j, i, 0) + sum([win(i, j, k + n) for n in range(2, 7)])
            wins[i, j, k] = max(roll / 6, 1 - win(j, i + k, 0))
            change = max(change, abs(wins[i, j, k] - before))
    return wins[0, 0, 0]


def cases() -> list[Case]:
    def table(chain: AbsorbingChain) -> dict:
        return {state: chain.step(state) for state in (*chain.transient, *chain.absorbing)}

    pairs, few = table(chase.pair_chain(9)), table(chase.pair_chain(4))
    ring = table(chase.ring_chain(1000))
    return [
        Case(
            game="markov",
            name="72 states, expected steps",
            ours=lambda: AbsorbingChain(pairs).expected_steps((0, 1)),
            others={
                "Gauss, fractions": lambda: steps_by_gauss(AbsorbingChain(pairs).Q),
                "icepool": partial(steps_by_icepool, pairs, (0, 1)),
            },
        ),
        Case(
            game="markov",
            name="500 states, expected steps, float",
            ours=lambda: AbsorbingChain(ring).expected_steps_float(500),
            others={"numpy, full matrix": lambda: steps_by_numpy(AbsorbingChain(ring).Q)},
            same=partial(isclose, rel_tol=1e-6),
        ),
        Case(
            game="markov",
            name="12 states, N",
            ours=lambda: AbsorbingChain(few).fundamental_matrix(),
            others={"sympy.stats": partial(matrix_by_sympy, few)},
        ),
        Case(
            game="decision",
            name="Pig to 16 points",
            ours=lambda: pig(16).value((0, (0, 0), 0)),
            others={
                "ours, float": lambda: pig(16).value_float((0, (0, 0), 0)),
                "value iteration, float": partial(pig_by_value_iteration, 16),
            },
            same=partial(isclose, rel_tol=1e-9),
        ),
    ]
