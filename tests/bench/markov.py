"""Chains and decisions beside textbook elimination, sympy, icepool, numpy and value iteration."""

from fractions import Fraction
from functools import partial
from math import isclose

import icepool
import numpy
import sympy
from sympy.stats import DiscreteMarkovChain

from games.chase import Chase
from games.maths.markov import AbsorbingChain
from tests.bench.harness import Case
from tests.maths.pig import pig
from tests.oracles.equations import identity_minus, inverse
from tests.oracles.pig import pig_by_value_iteration

__all__ = ["cases"]


def steps_by_numpy(Q: tuple) -> float:
    matrix = numpy.eye(len(Q)) - numpy.array(Q, dtype=float)
    return float(numpy.linalg.solve(matrix, numpy.ones(len(Q)))[-1])


def steps_by_icepool(table: dict, start: object) -> Fraction:
    """Return the expected steps by icepool; the chances are multiples of 1/36."""
    weights = {
        state: {target: int(p * 36) for target, p in row.items()} for state, row in table.items()
    }
    return icepool.Die([start]).mean_time_to_absorb(lambda s: icepool.Die(weights[s]), star=False)


def matrix_by_sympy(table: dict) -> tuple:
    """Return the fundamental matrix by sympy, in the order of the table."""
    number = {state: i for i, state in enumerate(table)}
    P = sympy.zeros(len(table))
    for i, row in enumerate(table.values()):
        for target, p in row.items():
            P[i, number[target]] = sympy.Rational(p.numerator, p.denominator)
    oracle = DiscreteMarkovChain("X", state_space=list(number.values()), trans_probs=P)
    N = oracle.fundamental_matrix()
    transient = [i for i in oracle.decompose()[0] if P[i, i] != 1]
    order = sorted(range(len(transient)), key=transient.__getitem__)
    return tuple(tuple(Fraction(str(N[a, b])) for b in order) for a in order)


def cases() -> list[Case]:
    def table(chain: AbsorbingChain) -> dict:
        return {state: chain.step(state) for state in (*chain.transient, *chain.absorbing)}

    pairs, small_table = table(Chase(9).pair_chain), table(Chase(4).pair_chain)
    ring = table(Chase(1000).ring_chain)
    return [
        Case(
            game="markov",
            name="72 states, expected steps",
            ours=lambda: AbsorbingChain(pairs).expected_steps((0, 1)),
            others={
                "Gauss, fractions": lambda: sum(
                    inverse(identity_minus(AbsorbingChain(pairs).Q))[0]
                ),
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
            ours=lambda: AbsorbingChain(small_table).fundamental_matrix(),
            others={"sympy.stats": partial(matrix_by_sympy, small_table)},
        ),
        Case(
            game="decision",
            name="Pig to 16 points",
            ours=lambda: pig(16).value((0, (0, 0), 0)),
            others={
                "ours, float": lambda: pig(16).value_float((0, (0, 0), 0)),
                "value iteration, float": lambda: pig_by_value_iteration(16)[0, 0, 0],
            },
            same=partial(isclose, rel_tol=1e-9),
        ),
    ]
