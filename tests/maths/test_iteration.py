"""Large sparse chains in floats: sweeps agree with exact results and with numpy."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from games.maths import decision, flint_solver, iteration, markov, survival
from games.maths.automaton import PrefixAutomaton
from games.maths.decision import DecisionProcess
from games.maths.elimination import ExactElimination, FloatElimination
from games.maths.iteration import FloatIteration
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain
from tests.refusals import refused

HALF = Fraction(1, 2)


def sparse(size, seed, ends=("left", "right")):
    """Return a table in which each state leads to a few others, and some to an end."""
    rng = Random(seed)
    table = {}
    for i in range(size):
        parts = {rng.randrange(size): rng.randint(1, 9) for _ in range(3)}
        if rng.random() < 0.2 or i == 0:
            parts[rng.choice(ends)] = rng.randint(1, 9)
        table[i] = {j: Fraction(n, sum(parts.values())) for j, n in parts.items()}
        table[i] = dict(sorted(table[i].items(), key=lambda _: rng.random()))
    try:
        return AbsorbingChain(table | {end: {end: 1} for end in ends})
    except ValueError:  # some states do not reach an end
        return sparse(size, seed + 1000, ends)


def lasting(size, leave):
    """Return a ring from which the chain leaves with a small chance in one of its states."""
    ring = {i: {(i + 1) % size: HALF, (i + 2) % size: HALF} for i in range(size)}
    ring[0] = {1: HALF, 2: HALF - leave, "end": leave}
    return AbsorbingChain(ring | {"end": {"end": 1}})


@pytest.fixture
def no_elimination(monkeypatch):
    """Refuse each elimination in floats, so that chains are solved by sweeps."""
    monkeypatch.setattr(FloatElimination, "limit", 0)


@pytest.mark.parametrize("seed", range(6))
def test_sweeps_solve_the_same_equations(seed):
    chain = sparse(40, seed)
    exact, floats = ExactElimination(chain._rows), FloatIteration(chain._rows)
    rng = Random(seed)
    right = [Fraction(rng.randint(-9, 9), rng.randint(1, 9)) for _ in chain.transient]
    for method in ("solve", "visits"):
        expected = [float(x) for x in getattr(exact, method)(right)]
        assert getattr(floats, method)([float(x) for x in right]) == pytest.approx(
            expected, rel=1e-9, abs=1e-9
        )


def test_chains_that_elimination_refuses_have_the_exact_results(no_elimination):
    chain = sparse(60, 3)
    assert isinstance(chain._float, FloatIteration)
    state = chain.transient[5]
    assert chain.expected_visits_float(state) == pytest.approx(
        {s: float(x) for s, x in chain.expected_visits(state).items()}
    )
    assert chain.absorption_probabilities_float(state) == pytest.approx(
        {s: float(x) for s, x in chain.absorption_probabilities(state).items()}
    )
    assert chain.variance_steps_float(state) == pytest.approx(float(chain.variance_steps(state)))


@pytest.mark.parametrize("chain", [sparse(50, 1), lasting(30, Fraction(1, 10**4))])
def test_the_residual_bounds_the_error(chain, no_elimination):
    assert chain.residual_float < 1e-6
    for state in chain.transient:
        exact = chain.expected_steps(state)
        error = abs(Fraction(chain.expected_steps_float(state)) - exact) / exact
        assert error <= 2 * chain.residual_float + 1e-9


def test_a_residual_of_a_wrong_solution_is_large(no_elimination):
    chain = sparse(50, 1)
    chain.__dict__["_steps_float"] = [1.01 * t for t in chain._steps_float]
    assert 0.005 < chain.residual_float < 0.1


def test_a_chain_that_lasts_long_settles_soon(no_elimination):
    """Without extrapolation it would take some million sweeps."""
    chain = lasting(50, Fraction(1, 10**5))
    mean = chain.expected_steps(7)
    assert mean > 10**6
    assert chain.expected_steps_float(7) == pytest.approx(float(mean), rel=1e-7)
    assert sum(chain.absorption_probabilities_float(7).values()) == pytest.approx(1, abs=1e-7)


def test_numpy_solves_a_larger_chain_alike(no_elimination):
    chain = sparse(400, 8)
    size = len(chain.transient)
    matrix = np.eye(size)
    for i, (total, row) in enumerate(chain._rows):
        for j, weight in row:
            if j < size:
                matrix[i, j] -= weight / total
    steps = np.linalg.solve(matrix, np.ones(size))
    assert [chain.expected_steps_float(state) for state in chain.transient] == pytest.approx(
        list(steps)
    )


@pytest.mark.slow  # ten seconds; the smaller chains see what it sees
def test_a_sparse_chain_of_many_states_is_solved():
    rng = Random(5)
    size = 30_000

    def step(n):
        if n == "end":
            return {n: 1}
        targets = {rng.randrange(size): Fraction(1, 8) for _ in range(3)}
        return targets | {"end": 1 - sum(targets.values())}

    chain = AbsorbingChain.from_step(step, 0)
    assert len(chain.transient) > 20_000
    assert chain.residual_float < 1e-12
    assert sum(chain.absorption_probabilities_float(0).values()) == pytest.approx(1, abs=1e-12)


def venture(effort=1):
    """Return a game whose states all lead to each other: the fewest steps to the end."""

    def actions(n):
        if n == "end":
            return 0
        rng = Random(n)
        moves = {}
        for a in range(3):
            parts = [rng.randint(1, 9) for _ in range(3)]
            chances = [Fraction(part, sum(parts)) for part in parts]
            moves[a] = dict(zip([*rng.sample(range(30), 2), "end"], chances, strict=True))
        return moves

    return DecisionProcess(actions, 0, gain=lambda state, action: -1, effort=effort)


def test_sweeps_solve_decisions_that_elimination_refuses(no_elimination):
    game = venture()
    for state in game.states:
        assert game.value_float(state) == pytest.approx(float(game.value(state)))


def test_a_chance_too_small_for_a_float_is_named(no_elimination):
    chain = AbsorbingChain({0: {0: 1 - Fraction(1, 10**400), 1: Fraction(1, 10**400)}, 1: {1: 1}})
    with pytest.raises(ValueError, match="state 0 is left with a probability that is too small"):
        chain.expected_steps_float(0)


# For each limit: the constant behind it, its value here, and what needs more with effort=1.
WALK = {n: {n - 1: HALF, n + 1: HALF} for n in range(1, 12)} | {0: {0: 1}, 12: {12: 1}}
LIMITS = {
    "exact": (ExactElimination, "limit", 5000, lambda c: c.expected_steps(1)),
    "sweeps": (iteration, "TERMS", 4000, lambda c: c.expected_steps_float(1)),
    "Q": (markov, "DENSE", 100, lambda c: c.Q),
    "N": (markov, "DENSE", 100, lambda c: c.fundamental_matrix()),
    "survival": (survival, "BITS", 2000, lambda c: c.survival(6, 40)),
    "survival float": (survival, "TERMS", 500, lambda c: c.survival_float(6, 40)),
    "curve": (markov, "LIMIT", 30, lambda c: c.survival_curve_float(6, 40)),
}


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_of_a_chain_names_the_effort_that_raises_it(name, monkeypatch, no_elimination):
    monkeypatch.setattr(flint_solver, "MAX_STATES", 0)
    place, constant, value, ask = LIMITS[name]
    monkeypatch.setattr(place, constant, value)
    with pytest.raises(ValueError, match="effort=10 allows more"):
        ask(AbsorbingChain(WALK))
    ask(AbsorbingChain(WALK, effort=10))


def test_each_limit_of_decisions_names_the_effort_that_raises_it(monkeypatch):
    for constant, value, ask in (
        ("BITS", 200, lambda game: game.value(0)),
        ("MOVES", 1, lambda game: [game.play(Random(n), lambda s: 0) for n in range(9)]),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(decision, constant, value)
            with pytest.raises(ValueError, match="effort=10 allows more"):
                ask(venture())
            ask(venture(effort=100))


def test_parts_of_a_chain_have_its_effort():
    chain = AbsorbingChain(WALK, effort=7)
    assert chain.conditioned_on(0)._effort == chain.lump(lambda n: n)._effort == 7
    assert AbsorbingChain.from_step(chain.step, 1, effort=7)._effort == 7
    assert AbsorbingChain.from_matrices(chain.Q, chain.R, effort=7)._effort == 7
    assert LongRunChain(WALK, effort=7)._until_closed._effort == 7
    assert venture(effort=7).policy_chain(lambda state: 0)._effort == 7


test_bad_effort_is_refused = refused(
    (lambda: AbsorbingChain(WALK, effort=0), "effort is 0, but must be at least 1"),
    (lambda: LongRunChain(WALK, effort=0), "effort is 0, but must be at least 1"),
    (lambda: venture(effort=0), "effort is 0, but must be at least 1"),
    (lambda: PrefixAutomaton(["RRB"], limit=2), "more than 2 symbols in all, which is the limit"),
)


def test_more_effort_lets_elimination_solve_what_sweeps_would_not(monkeypatch):
    chain = AbsorbingChain(WALK)
    expected, usual_work = chain.expected_steps_float(6), FloatElimination(chain._rows).work
    monkeypatch.setattr(FloatElimination, "limit", usual_work - 1)
    monkeypatch.setattr(iteration, "TERMS", 1)
    chains = [AbsorbingChain(WALK, effort=effort) for effort in (1, 10)]
    with pytest.raises(ValueError, match="effort=10 allows more"):
        chains[0].expected_steps_float(6)
    assert chains[1].expected_steps_float(6) == pytest.approx(expected)
