"""Chains that need not end: known answers, and other ways to the same numbers."""

import json
from collections import Counter
from fractions import Fraction
from itertools import islice
from math import lcm
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain
from tests.refusals import refused

HALF = Fraction(1, 2)
RECORDS = json.loads(Path(__file__).with_name("long_run_records.json").read_text("utf-8"))
WEATHER = {"sun": {"sun": "3/4", "rain": "1/4"}, "rain": {"sun": HALF, "rain": HALF}}
FORK = {0: {1: "1/3", 2: "2/3"}, 1: {1: 1}, 2: {3: 1}, 3: {2: 1}}


@st.composite
def chains(draw, size=7):
    """Draw a table of up to seven states; a row leads to up to three of them."""
    n = draw(st.integers(1, size))
    table = {}
    for state in range(n):
        targets = draw(st.lists(st.integers(0, n - 1), min_size=1, max_size=3, unique=True))
        parts = [draw(st.integers(1, 5)) for _ in targets]
        table[state] = {
            target: Fraction(part, sum(parts)) for target, part in zip(targets, parts, strict=True)
        }
    return table


def matrix(table):
    """Return the table as a matrix of floats."""
    return np.array([[float(table[i].get(j, 0)) for j in table] for i in table])


def test_a_queue_of_five_places_has_geometric_shares():
    queue = {n: {} for n in range(6)}
    for n in range(6):
        for change, chance in ((1, Fraction(1, 3)), (-1, Fraction(2, 3))):
            target = min(max(n + change, 0), 5)
            queue[n][target] = queue[n].get(target, Fraction(0)) + chance
    shares = LongRunChain(queue).shares(0)
    assert shares == {n: Fraction(32, 63) / 2**n for n in range(6)}


def test_return_times_of_a_knight_on_a_chessboard():
    """The share of a square is in proportion to its moves; from a corner: 336 / 2 moves."""
    leaps = [(a, b) for a in (-2, -1, 1, 2) for b in (-2, -1, 1, 2) if abs(a) != abs(b)]

    def step(square):
        moves = [(square[0] + a, square[1] + b) for a, b in leaps]
        moves = [move for move in moves if min(move) >= 0 and max(move) < 8]
        return {move: Fraction(1, len(moves)) for move in moves}

    chain = LongRunChain.from_step(step, (0, 0))
    assert chain.return_time((0, 0)) == 168
    assert [(len(group.states), group.period) for group in chain.classes] == [(64, 2)]


@given(chains())
def test_shares_are_stationary_and_sum_to_1(table):
    chain = LongRunChain(table)
    for group in chain.classes:
        if group.is_closed:
            pi = chain.stationary(group.states[0])
            assert sum(pi.values()) == 1
            for j in group.states:
                assert pi[j] == sum(pi[i] * table[i].get(j, 0) for i in group.states)
                assert chain.return_time(j) == 1 / pi[j]


@given(chains())
def test_shares_are_the_limit_of_the_mean_distribution(table):
    chain, P = LongRunChain(table), matrix(table)
    lazy = (P + np.eye(len(P))) / 2  # the same shares, and no period
    limit = np.linalg.matrix_power(lazy, 2**20)
    for start in table:
        assert np.allclose(limit[start], [float(x) for x in chain.shares(start).values()])


@given(chains())
def test_classes_are_those_of_reachability(table):
    P = matrix(table)
    reach = np.linalg.matrix_power(P + np.eye(len(P)), len(P)) > 0
    chain = LongRunChain(table)
    for group in chain.classes:
        for i in table:
            communicate = all(reach[i, j] and reach[j, i] for j in group.states)
            assert communicate == (i in group.states)
        assert group.is_closed == (
            {j for i in group.states for j in table if reach[i, j]} == set(group.states)
        )
        first = group.states[0]
        return_times = [t for t in range(1, 60) if np.linalg.matrix_power(P > 0, t)[first, first]]
        assert group.period == (np.gcd.reduce(return_times) if return_times else 0)


@given(chains())
def test_a_chain_with_ends_agrees_with_the_absorbing_chain(table):
    try:
        absorbing = AbsorbingChain(table)
    except ValueError:
        return
    chain = LongRunChain(table)
    for start in table:
        shares = chain.shares(start)
        ends = absorbing.absorption_probabilities(start)
        assert {end: shares[end] for end in ends} == ends
        assert chain.expected_steps_until_closed(start) == absorbing.expected_steps(start)


def test_a_long_walk_visits_states_in_their_shares():
    chain = LongRunChain(WEATHER)
    days = Counter(islice(chain.walk(Random(1), "sun"), 20_000))
    assert abs(days["sun"] / 20_000 - chain.shares("sun")["sun"]) < Fraction(2, 100)


def test_the_work_can_be_done_in_slices():
    chain = LongRunChain({n: {(n + 1) % 50: HALF, n: HALF} for n in range(50)})
    progress = list(chain.solve_incremental())
    assert len(progress) > 10
    assert progress[-1] == 1
    assert chain.shares(0) == dict.fromkeys(range(50), Fraction(1, 50))


@pytest.mark.parametrize("seed", range(20))
def test_eigenvectors_are_the_shares_and_eigenvalues_the_period(seed):
    """Of a closed class as many eigenvalues have size 1 as its period says (Perron, Frobenius)."""
    table = random_table(Random(seed))
    chain, P = LongRunChain(table), matrix(table)
    closed_classes = [group for group in chain.classes if group.is_closed]
    assert closed_classes
    for group in closed_classes:
        values, vectors = np.linalg.eig(P[np.ix_(group.states, group.states)].T)
        assert group.period == np.sum(np.isclose(abs(values), 1))
        vector = vectors[:, np.argmin(abs(values - 1))].real
        shares = chain.stationary(group.states[0])
        assert np.allclose(vector / vector.sum(), [float(x) for x in shares.values()])


@pytest.mark.parametrize("seed", range(20))
def test_return_times_solve_the_equations_of_first_steps(seed):
    """The time to a state is 1 plus the mean of the times from the next states."""
    table = random_table(Random(seed))
    chain, P = LongRunChain(table), matrix(table)
    for group in chain.classes:
        if not group.is_closed:
            continue
        group_matrix = P[np.ix_(group.states, group.states)]
        for place, state in enumerate(group.states):
            other_states = group_matrix.copy()
            other_states[:, place] = 0  # the walk ends when it is back
            times = np.linalg.solve(
                np.eye(len(other_states)) - other_states, np.ones(len(other_states))
            )
            assert np.isclose(times[place], float(chain.return_time(state)))


def random_table(rng):
    n = rng.randint(2, 8)
    table = {}
    for state in range(n):
        parts = {target: rng.randint(1, 5) for target in rng.sample(range(n), rng.randint(1, 2))}
        table[state] = {
            target: Fraction(part, sum(parts.values())) for target, part in parts.items()
        }
    return table


@pytest.mark.parametrize("number", range(len(RECORDS["chains"])))
def test_quantecon_and_pydtmc_have_recorded_the_same(number):
    """See `tests.maths.long_run_records`: neither package is needed here."""
    record = RECORDS["chains"][number]
    table = {
        i: {j: Fraction(weight, sum(row)) for j, weight in enumerate(row) if weight}
        for i, row in enumerate(record["weights"])
    }
    chain = LongRunChain(table)
    closed = {group.states: group for group in chain.classes if group.is_closed}
    quantecon, pydtmc = record["quantecon"], record["pydtmc"]
    for package in (quantecon, pydtmc):
        assert sorted(list(group.states) for group in chain.classes) == package["classes"]
        assert sorted(tuple(group["states"]) for group in package["closed"]) == sorted(closed)
    assert lcm(*(group.period for group in closed.values())) == quantecon["period"]
    for group in quantecon["closed"]:
        shares = chain.stationary(group["states"][0])
        assert [float(shares[i]) for i in group["states"]] == pytest.approx(group["shares"])
    for group in pydtmc["closed"]:
        assert closed[tuple(group["states"])].period == group["period"]
        if group["return_times"]:
            times = [float(chain.return_time(i)) for i in group["states"]]
            assert times == pytest.approx(group["return_times"])


def test_record_of_other_packages_has_periods_and_several_closed_classes():
    """Otherwise the comparison would see little."""
    closed = [chain["pydtmc"]["closed"] for chain in RECORDS["chains"]]
    assert sum(len(groups) > 1 for groups in closed) > 3
    assert len({group["period"] for groups in closed for group in groups}) > 2
    assert sum(bool(group["return_times"]) for groups in closed for group in groups) > 20


@pytest.mark.parametrize(("table", "message"), [(5, "table is 5"), ({0: {0: 1.0}}, "row of 0")])
def test_wrong_types_are_named(table, message):
    with pytest.raises(TypeError, match=message):
        LongRunChain(table)


def test_the_error_for_a_matrix_says_how_to_make_a_table():
    P = [["1/2", "1/2"], [1, 0]]
    with pytest.raises(TypeError) as error_info:
        LongRunChain(P)
    table = eval(str(error_info.value).partition("from a matrix P it is ")[2], {"P": P})
    assert LongRunChain(table).shares(0) == {0: Fraction(2, 3), 1: Fraction(1, 3)}


test_bad_input_error_names_the_cause = refused(
    (lambda: LongRunChain({}), "table is empty"),
    (lambda: LongRunChain({0: {1: 1}}), "leads to 1, which has no row"),
    (lambda: LongRunChain({0: {0: HALF}}), "sum 1/2"),
    (lambda: LongRunChain.from_step(lambda n: {n + 1: 1}, 0, limit=9), "more than 9 states"),
    (lambda: LongRunChain(FORK).stationary(0), "must be in a closed class"),
    (lambda: LongRunChain(FORK).shares(9), "state is 9"),
)
