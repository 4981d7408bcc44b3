"""Large exact chains with python-flint: the same results as in pure Python."""

import pickle
import sys
from fractions import Fraction
from random import Random
from types import ModuleType

import pytest

from games.incremental import finish
from games.maths import elimination
from games.maths.decision import DecisionProcess
from games.maths.elimination import ExactElimination
from games.maths.flint_solver import MAX_STATES, FlintSolver, exact_solver_incremental
from games.maths.markov import AbsorbingChain


def needs_flint():
    return pytest.importorskip("flint", reason="python-flint is not installed")


def dense(size, seed):
    """Return a table in which each state leads to every other and to an end."""
    rng = Random(seed)
    table = {}
    for i in range(size):
        parts = {j: rng.randint(0, 9) for j in range(size)} | {"end": rng.randint(1, 9)}
        table[i] = {j: Fraction(n, sum(parts.values())) for j, n in parts.items() if n}
    return table | {"end": {"end": 1}}


@pytest.mark.parametrize("seed", range(5))
def test_flint_solves_the_same_equations(seed):
    needs_flint()
    rows = AbsorbingChain(dense(12, seed))._rows
    pure, flint = ExactElimination(rows), FlintSolver(rows)
    rng = Random(seed)
    right = [Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for _ in rows]
    assert flint.solve(right) == pure.solve(right)
    assert flint.visits(right) == pure.visits(right)


def test_an_unstructured_chain_of_400_states_is_exact():
    needs_flint()
    chain = AbsorbingChain(dense(400, 1))
    assert isinstance(chain._exact, FlintSolver)
    steps = {state: chain.expected_steps(state) for state in chain.transient} | {"end": 0}
    for state in (0, 7, 399):
        row = chain.step(state)
        assert steps[state] == 1 + sum(chance * steps[target] for target, chance in row.items())
    assert sum(chain.expected_visits(0).values()) == steps[0]


@pytest.mark.parametrize("size", [49, 60])
def test_a_dense_chain_is_not_eliminated_first(size):
    needs_flint()
    chain = AbsorbingChain(dense(size, 3))
    assert isinstance(chain._exact, FlintSolver if size == 60 else ExactElimination)
    one = [Fraction(1)] * size
    assert chain._exact.solve(one) == ExactElimination(chain._rows).solve(one)


def test_dense_decisions_without_an_end_are_still_named():
    """Going round in 60 states for ever brings more and more."""
    round_trip = {state: Fraction(1, 60) for state in range(60)}

    def actions(state):
        return 0 if state == "end" else {"stop": {"end": 1}, "go": round_trip}

    process = DecisionProcess(actions, 0, gain=lambda state, action: int(action == "go"))
    with pytest.raises(ValueError, match="has no value: going round"):
        process.value(0)


def test_chain_and_decisions_use_it_where_pure_python_refuses(monkeypatch):
    needs_flint()
    table = dense(30, 2)
    expected = AbsorbingChain(table).expected_steps(0)
    monkeypatch.setattr(ExactElimination, "limit", 10)
    chain = AbsorbingChain(table)
    assert isinstance(chain._exact, FlintSolver)
    assert chain.expected_steps(0) == expected

    def actions(state):
        return 0 if state == "end" else {"go": table[state]}

    process = DecisionProcess(actions, 0, gain=lambda state, action: 1)
    assert process.value(0) == expected
    assert pickle.loads(pickle.dumps(chain._exact)).solve([Fraction(1)] * 30)[0] == expected


@pytest.mark.parametrize("other_module", [None, ModuleType("flint")])
def test_without_flint_the_message_says_what_would_help(monkeypatch, other_module):
    monkeypatch.setitem(sys.modules, "flint", other_module)
    monkeypatch.setattr(ExactElimination, "limit", 10)
    with pytest.raises(ValueError, match=r"with python-flint .* up to 1000 states"):
        AbsorbingChain(dense(30, 2)).expected_steps(0)
    with pytest.raises(elimination.TooLarge):
        finish(exact_solver_incremental(AbsorbingChain(dense(8, 2))._rows))


def test_more_states_than_flint_takes_are_refused(monkeypatch):
    monkeypatch.setattr(ExactElimination, "limit", 10)
    walk = {n: {n - 1: "1/2", n + 1: "1/2"} for n in range(1, MAX_STATES + 2)}
    chain = AbsorbingChain(walk | {0: {0: 1}, MAX_STATES + 2: {MAX_STATES + 2: 1}})
    with pytest.raises(elimination.TooLarge, match=f"exact arithmetic on {MAX_STATES + 1} states"):
        chain.expected_steps(1)
