"""Absorbing chains against plain linear algebra and path counting."""

import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise, product
from math import isclose, sqrt
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.chase import Chase
from games.maths import survival, transitions
from games.maths.elimination import Budget, ExactElimination
from games.maths.markov import AbsorbingChain
from tests.oracles.equations import identity_minus, inverse, times

TOSS = {"": {"": "1/2", "H": "1/2"}, "H": {"": "1/2", "HH": "1/2"}, "HH": {"HH": 1}}


def race(fields, moves=(1, -2, -3, 4, -5, 6)):
    def step(field):
        if field == fields:
            return {fields: 1}
        targets = [max(1, min(field + move, fields)) for move in moves]
        return {field: Fraction(n, len(moves)) for field, n in Counter(targets).items()}

    return AbsorbingChain.from_step(step, 1)


def ring(players):
    """The distance of two dice at a round table, each passed left or right with chance 1/6."""

    def step(d):
        row = Counter()
        for shift, count in ((-2, 1), (-1, 8), (0, 18), (1, 8), (2, 1)):
            target = (d + shift) % players
            row[min(target, players - target)] += Fraction(count, 36)
        return row if d else {0: 1}

    return AbsorbingChain.from_step(step, players // 2)


def walk(last, win=Fraction(1, 2)):
    table = {n: {n - 1: 1 - win, n + 1: win} for n in range(1, last)}
    return AbsorbingChain({0: {0: 1}, **table, last: {last: 1}})


@st.composite
def chains(draw, max_size=7):
    """Draw small chains with self-loops, cycles and states that nothing leads to."""
    size, end_count = draw(st.integers(1, max_size)), draw(st.integers(1, 3))
    table = {f"end {k}": {f"end {k}": 1} for k in range(end_count)}
    states = [*range(size), *table]
    for i in range(size):
        onward = draw(st.sampled_from(states[i + 1 :]))  # so that the chain can end
        other_states = draw(st.sets(st.sampled_from(states), max_size=4))
        weights = {
            target: draw(st.integers(1, 9)) for target in [onward, *(other_states - {onward})]
        }
        table[i] = {target: Fraction(w, sum(weights.values())) for target, w in weights.items()}
    return AbsorbingChain(table)


class TestKnownAnswers:
    def test_two_heads_in_a_row(self):
        # 6 tosses; the numbers of words that avoid HH are Fibonacci numbers
        toss = AbsorbingChain(TOSS)
        fibonacci = [1, 2]
        while len(fibonacci) < 30:
            fibonacci.append(sum(fibonacci[-2:]))
        assert toss.expected_steps("") == 6
        assert [toss.survival("", t) * 2**t for t in range(30)] == fibonacci

    @pytest.mark.parametrize("win", [Fraction(1, 2), Fraction(2, 5), Fraction(9, 10)])
    def test_gamblers_ruin(self, win):
        # Feller, An Introduction to Probability Theory, XIV.2 and XIV.3
        chain, last, odds = walk(12, win), 12, (1 - win) / win
        for z in range(last + 1):
            ruin = 1 - Fraction(z, last) if odds == 1 else (odds**z - odds**last) / (1 - odds**last)
            steps = z * (last - z) if odds == 1 else (z - last * (1 - ruin)) / (1 - 2 * win)
            assert chain.absorption_probabilities(z) == {0: ruin, last: 1 - ruin}
            assert chain.expected_steps(z) == steps


class TestLinearAlgebra:
    @given(chains())
    @settings(max_examples=60)
    def test_everything_follows_from_the_inverse(self, chain):
        N = inverse(identity_minus(chain.Q))
        assert chain.fundamental_matrix() == N
        B = times(N, chain.R)
        t = [sum(row) for row in N]
        for i, state in enumerate(chain.transient):
            assert tuple(chain.expected_visits(state).values()) == N[i]
            assert chain.expected_steps(state) == t[i]
            assert tuple(chain.absorption_probabilities(state).values()) == B[i]
            # the textbook has (2N − I)t − t∘t; our solver sums the variances of single steps
            second = 2 * sum(n * s for n, s in zip(N[i], t, strict=True)) - t[i]
            assert chain.variance_steps(state) == second - t[i] ** 2

    @given(chains())
    @settings(max_examples=40)
    def test_floats_agree(self, chain):
        for state in (*chain.transient, *chain.absorbing):
            for exact, float_value in (
                (chain.expected_steps(state), chain.expected_steps_float(state)),
                (chain.variance_steps(state), chain.variance_steps_float(state)),
            ):
                assert isclose(exact, float_value, rel_tol=1e-12, abs_tol=1e-12)
            for exactly, roughly in (
                (chain.expected_visits, chain.expected_visits_float),
                (chain.absorption_probabilities, chain.absorption_probabilities_float),
            ):
                assert list(roughly(state)) == list(exactly(state))
                assert all(
                    isclose(value, exactly(state)[target], rel_tol=1e-12)
                    for target, value in roughly(state).items()
                )
            curve = chain.survival_curve_float(state, 20)
            assert all(
                isclose(a, b, rel_tol=1e-13)
                for a, b in zip(chain.survival_curve(state, 20), curve, strict=True)
            )

    @given(chains(), st.data())
    @settings(max_examples=40)
    def test_rewards_of_any_sign(self, chain, data):
        states = [*chain.transient, *chain.absorbing]
        worth = {s: data.draw(st.fractions(-9, 9, max_denominator=9)) for s in states}
        total = chain.expected_reward(worth.__getitem__)
        assert list(total) == states
        for state in chain.transient:  # the expected reward is visits times rewards, ends included
            visits = chain.expected_visits(state).items()
            ends = chain.absorption_probabilities(state).items()
            assert total[state] == sum(worth[s] * n for s, n in (*visits, *ends))
        assert all(total[end] == worth[end] for end in chain.absorbing)

    def test_absorbing_states_are_over(self):
        toss = AbsorbingChain(TOSS)
        assert toss.expected_steps("HH") == toss.variance_steps("HH") == 0
        assert toss.expected_steps_float("HH") == toss.variance_steps_float("HH") == 0
        assert toss.expected_visits("HH") == {"": 0, "H": 0}
        assert toss.absorption_probabilities("HH") == {"HH": 1}
        assert toss.survival("HH", 0) == toss.survival("HH", 10**12) == 0
        assert toss.time_distribution("HH", 2) == (1, 0, 0)
        assert toss.quantile("HH", "99/100") == 0
        single = AbsorbingChain.from_step(lambda s: {s: 1}, "over")
        assert (single.transient, single.absorbing, single.Q, single.R) == ((), ("over",), (), ())
        assert single.fundamental_matrix() == ()
        assert single.expected_steps("over") == 0


class TestTime:
    @given(chains(max_size=4), st.integers(0, 6))
    @settings(max_examples=30)
    def test_survival_counts_paths(self, chain, t):
        start = chain.transient[0]
        paths = {(start,): Fraction(1)}
        for _ in range(t):
            paths = {
                (*path, target): p * q
                for path, p in paths.items()
                for target, q in chain.step(path[-1]).items()
            }
        alive = sum((p for path, p in paths.items() if path[-1] in chain.transient), Fraction(0))
        assert chain.survival(start, t) == alive

    @given(chains(), st.integers(0, 12))
    @settings(max_examples=30)
    def test_the_distribution_is_the_decrease_of_survival(self, chain, last):
        start = chain.transient[-1]
        curve = [chain.survival(start, t) for t in range(last + 1)]
        assert chain.survival_curve(start, last) == tuple(curve)
        falls = [p - q for p, q in pairwise([Fraction(1), *curve])]
        assert chain.time_distribution(start, last) == tuple(falls)

    @given(chains(), st.fractions(0, Fraction(98, 100), max_denominator=50))
    @settings(max_examples=40)
    def test_quantile(self, chain, level):
        start = chain.transient[0]
        assume(chain.expected_steps(start) < 50)
        t = chain.quantile(start, level)
        assert 1 - chain.survival(start, t) >= level
        assert t == 0 or 1 - chain.survival(start, t - 1) < level

    def test_quantile_where_floats_cannot_tell(self):
        third = AbsorbingChain({0: {0: "2/3", 1: "1/3"}, 1: {1: 1}})
        for t in range(1, 200, 17):
            exact, bit = 1 - Fraction(2, 3) ** t, Fraction(1, 10**60)
            assert third.quantile(0, exact) == third.quantile(0, exact - bit) == t
            assert third.quantile(0, exact + bit) == t + 1
        assert third.quantile(0, 1 - Fraction(1, 10**400)) == 2272  # 400 / log₁₀ 1.5 = 2271.5…
        assert third.quantile(0, 1 - Fraction(1, 10**5000)) == 28395  # 28394.2…

    @pytest.mark.parametrize("t", [1870, 4000])
    def test_quantile_where_the_rest_is_below_the_least_float(self, t):
        third = AbsorbingChain({0: {0: "2/3", 1: "1/3"}, 1: {1: 1}})
        rest, bit = Fraction(2, 3) ** t, Fraction(1, 10**4000)
        assert third.quantile(0, 1 - rest) == third.quantile(0, 1 - rest - bit) == t
        assert third.quantile(0, 1 - rest + bit) == t + 1


class TestLumping:
    def test_distance_forgets_who_loses(self):
        pairs = Chase(4).pair_chain
        assert len(pairs.absorbing) == 4
        assert pairs.lump(lambda s: (s[0] - s[1]) % 4).absorbing == (0,)
        seats = pairs.absorption_probabilities((0, 2))
        assert seats[0, 0] == seats[2, 2]
        assert sum(seats.values()) == 1

    def test_an_illegal_lumping_names_states_and_block(self):
        with pytest.raises(ValueError) as error:
            walk(6).lump(lambda n: "inside" if n not in (0, 6) else n)
        assert str(error.value) == (
            "states 1 and 2 are both in block 'inside', but go to block 0 with probabilities "
            "1/2 and 0: these blocks form no chain"
        )

    def test_a_lumping_needs_equal_probabilities(self):
        half, third = Fraction(1, 2), Fraction(1, 3)
        table = {"a": {"end": half, "b": half}, "b": {"end": third, "a": 1 - third}}
        chain = AbsorbingChain({**table, "end": {"end": 1}})
        with pytest.raises(ValueError, match="1/2 and 1/3"):
            chain.lump(lambda state: state == "end")

    def test_blocks_must_not_hide_the_end(self):
        with pytest.raises(ValueError, match=r"'x'.*transient state 1 .*absorbing state 0"):
            walk(4).lump(lambda n: "x" if n < 2 else n)

    @given(chains(), st.functions(like=lambda s: ..., returns=st.integers(0, 2), pure=True))
    @settings(max_examples=60)
    def test_a_legal_lumping_keeps_the_time(self, chain, key):
        def block(state):
            return (state in chain.absorbing, key(state))

        legal = all(
            Counter(row(x)) == Counter(row(y))
            for x, y in product(chain.transient, repeat=2)
            if block(x) == block(y)
            for row in [lambda s: blocks_of(chain, s, block)]
        )
        try:
            lumped_chain = chain.lump(block)
        except ValueError:
            assert not legal
        else:
            assert legal
            for state in chain.transient:
                assert lumped_chain.expected_steps(block(state)) == chain.expected_steps(state)
                assert lumped_chain.variance_steps(block(state)) == chain.variance_steps(state)
                assert lumped_chain.survival(block(state), 5) == chain.survival(state, 5)


def blocks_of(chain, state, block):
    row = Counter()
    for target, p in chain.step(state).items():
        row[block(target)] += p
    return row


class TestLongGames:
    def test_floats_keep_their_digits(self):
        n = 20_000
        chain = ring(n)
        # the closed form of the chase: n²/(16p) and a rest, whose λ^(n/2) is far below one digit
        closed_form = n * n * 6 / 16 + 3 * n / sqrt(96)
        assert isclose(chain.expected_steps_float(n // 2), closed_form, rel_tol=1e-12)

    def test_a_race_of_3e21_throws(self):
        # a coin that goes 1 forward or 2 back: 3·10²¹ throws for 100 fields
        coin = race(100, moves=(1, -2))
        assert 1e21 < coin.expected_steps(1) < 1e22
        assert isclose(coin.expected_steps_float(1), coin.expected_steps(1), rel_tol=1e-12)
        assert isclose(coin.variance_steps_float(1), coin.variance_steps(1), rel_tol=1e-12)

    def test_probabilities_beyond_floats(self):
        tiny = Fraction(1, 10**400)
        chain = AbsorbingChain({0: {0: tiny, 1: 1 - tiny}, 1: {1: 1}})
        assert chain.expected_steps_float(0) == 1 == chain.survival_curve_float(0, 1)[0]
        assert chain.expected_steps(0) == 1 / (1 - tiny)
        assert chain.quantile(0, 1 - tiny) == 1
        assert chain.quantile(0, 1 - tiny / 2) == 2

    def test_overflow_is_an_error(self):
        coin = race(1200, moves=(1, -2, -3, -5, -7))
        with pytest.raises(ValueError, match="largest float"):
            coin.expected_steps_float(1)
        long_chain = AbsorbingChain(
            {n: {n + 1: Fraction(1, 10**200), 0: 1 - Fraction(1, 10**200)} for n in range(4)}
            | {4: {4: 1}}
        )
        with pytest.raises(ValueError, match="float"):
            long_chain.expected_steps_float(0)
        assert long_chain.expected_steps(0) > 10**799


class TestBadInput:
    @pytest.mark.parametrize(
        ("row", "error", "words"),
        [
            ({"b": Fraction(1, 2)}, ValueError, ["'a'", "1/2", "not 1"]),
            ({"b": Fraction(1, 2), "c": 1}, ValueError, ["'a'", "3/2", "not 1"]),
            ({"b": Fraction(3, 2), "a": Fraction(-1, 2)}, ValueError, ["'a'", "3/2", "0 to 1"]),
            ({"b": 2, "a": -1}, ValueError, ["'a'", "from 0 to 1"]),
            ({"b": 0.5, "a": 0.5}, TypeError, ["'a'", "'b'", "0.5", "float", "Fraction(1, 2)"]),
            ({"b": float("nan")}, ValueError, ["'a'", "nan"]),
            ({"b": "half"}, ValueError, ["'a'", "half"]),
            ({"b": None}, TypeError, ["'a'", "None"]),
            ({"b": True}, TypeError, ["'a'", "True"]),
            ({}, ValueError, ["'a'", "0, not 1"]),
            (None, TypeError, ["'a'", "None", "dict"]),
            ([("b", 1)], TypeError, ["'a'", "dict"]),
        ],
    )
    def test_rows(self, row, error, words):
        def step(state):
            return row if state == "a" else {state: 1}

        with pytest.raises(error) as from_step:
            AbsorbingChain.from_step(step, "a")
        with pytest.raises(error) as from_table:
            AbsorbingChain({"a": row, "b": {"b": 1}, "c": {"c": 1}})
        for message in (str(from_step.value), str(from_table.value)):
            assert all(word in message for word in words), message

    def test_a_chain_must_end(self):
        for table in (
            {"stuck": {"loop": 1}, "loop": {"stuck": "1/2", "loop": "1/2"}, "end": {"end": 1}},
            {"go": {"end": "1/2", "stuck": "1/2"}, "end": {"end": 1}, "stuck": {"s": 1},
             "s": {"stuck": 1}},
        ):  # fmt: skip
            with pytest.raises(ValueError, match=r"from state 'stuck' no absorbing state"):
                AbsorbingChain(table)
        # on an even ring with p = ½ and an odd distance the dice never meet: E = 1 + E has no
        # solution
        with pytest.raises(ValueError, match="from state 1 no absorbing state"):
            AbsorbingChain.from_step(lambda d: {1: "1/2", 3: "1/2"} if d % 2 else {d: 1}, 1)

    def test_a_row_is_missing(self):
        with pytest.raises(ValueError, match="row of 'a' leads to 'b', which has no row"):
            AbsorbingChain({"a": {"b": 1}})

    def test_an_infinite_chain_is_refused(self):
        with pytest.raises(ValueError, match="from 0 to more than 50 states: is the chain infin"):
            AbsorbingChain.from_step(lambda n: {n + 1: "1/2", 0: "1/2"}, 0, limit=50)
        with pytest.raises(ValueError, match=f"more than {transitions.LIMIT} states"):
            AbsorbingChain.from_step(lambda n: {n + 1: Fraction(1)}, 0)
        assert len(walk(50).transient) == 49
        assert AbsorbingChain.from_step(walk(50).step, 1, limit=51) is not None

    def test_matrices(self):
        half = Fraction(1, 2)
        build = AbsorbingChain.from_matrices
        chain = build(
            [[0, half], [half, 0]], [[half], [half]], transient=["a", "b"], absorbing=["c"]
        )
        assert ((0, half), (half, 0)) == chain.Q
        assert ((half,), (half,)) == chain.R
        assert (chain.transient, chain.absorbing) == (("a", "b"), ("c",))
        for Q, R, words in (
            ([[half]], [[half], [half]], "R has rows of length .1, 1."),
            ([[half, 0]], [[half]], "Q has rows of length .2."),
            ([[0, half], [half]], [[half], [half]], "Q has rows of length"),
            ([[half]], [[Fraction(1, 3)]], "row of 0 .* sum 5/6, not 1"),
            ([[1]], [[0]], "state 0 of Q is never left"),
            ([[0, 1], [1, 0]], [[0], [0]], "from state 0 no absorbing state"),
        ):
            with pytest.raises(ValueError, match=words):
                build(Q, R)
        for names in ({"transient": [1, 1]}, {"absorbing": [1, 2]}, {"transient": [3]}):
            with pytest.raises(ValueError, match="different states"):
                build([[0, half], [half, 0]], [[half], [half]], **names)
        for Q, R in ((1, [[1]]), ([[0]], None), ([0], [[1]]), (["0"], [[1]])):
            with pytest.raises(TypeError):
                build(Q, R)

    def test_exact_survival_limits_the_bits_of_its_weights(self):
        dense = {}
        for i in range(12):
            weights = [(7 + i + 3 * j) ** 16 for j in range(13)]
            dense[i] = {j: Fraction(n, sum(weights)) for j, n in enumerate(weights)}
        chain = AbsorbingChain(dense | {12: {12: 1}})
        assert len(chain.survival_curve(0, 20)) == 21
        with pytest.raises(ValueError, match="bits of exact arithmetic"):
            chain.survival_curve(0, 120)

    def test_too_much_work_is_refused(self, monkeypatch):
        large = walk(1500)
        for matrix in (lambda: large.Q, large.fundamental_matrix):
            with pytest.raises(ValueError, match=r"1499 .* 1000000 .*: .* gives single rows"):
                matrix()
        with pytest.raises(ValueError, match="survival_curve_float has room"):
            large.survival(750, 10**9)
        with pytest.raises(ValueError, match="is the limit"):
            large.quantile(750, "999999/1000000")
        with pytest.raises(ValueError, match="from 0 to"):
            large.survival_curve_float(750, 10**9)
        with pytest.raises(ValueError, match="4999 states would take more than"):
            race(5000).expected_steps(1)
        monkeypatch.setitem(sys.modules, "flint", None)  # it would solve this
        monkeypatch.setattr(ExactElimination, "limit", 1000)
        with pytest.raises(
            ValueError, match=r"99 states would take more than 1000 operations on digits.*floats"
        ):
            race(100).expected_steps(1)


class TestAsAnObject:
    def test_several_starts(self):
        chain = AbsorbingChain.from_step(lambda n: {n // 2: 1}, 9, 12)
        assert (chain.transient, chain.absorbing) == ((9, 12, 4, 6, 2, 3, 1), (0,))

    def test_chances_of_zero_are_not_explored(self):
        chain = AbsorbingChain.from_step(lambda n: {0: 1, n + 1: 0}, 5)
        assert (chain.transient, chain.absorbing) == ((5,), (0,))

    def test_states_of_any_kind(self):
        last = frozenset({"done"})
        chain = AbsorbingChain({("a", 1): {None: 1}, None: {last: 1}, last: {last: 1}})
        assert chain.expected_steps(("a", 1)) == 2

    def test_repr_is_short(self):
        assert repr(AbsorbingChain(TOSS)) == (
            "<AbsorbingChain of 2 transient states ('', 'H') and 1 absorbing state ('HH')>"
        )
        assert len(repr(walk(1000))) < 100


def birth_and_death(size):
    """A walk whose chances have many different denominators, so that results grow long."""

    def step(i):
        p_down = Fraction(1, 3 + i % 97)
        return {i - 1: p_down, i + 1: 1 - p_down}

    return AbsorbingChain({i: step(i) for i in range(1, size)} | {0: {0: 1}, size: {size: 1}})


def test_solutions_with_too_many_digits_are_refused():
    chain = birth_and_death(60)
    assert chain.variance_steps(1) > 0  # small solutions are not refused
    exact = chain._exact
    exact.budget = lambda: Budget(100, "too much")
    with pytest.raises(ValueError, match="too much"):
        exact.solve([Fraction(1)] * 59)
    with pytest.raises(ValueError, match="too much"):
        chain.expected_visits(1)
    with pytest.raises(ValueError, match="too much"):
        chain.fundamental_matrix()
    # all columns share one budget
    chain = birth_and_death(30)
    column = [Fraction(1)] + [Fraction(0)] * 28
    spent = chain._exact.budget()
    chain._exact.solve(column, spent)
    limit = 3 * (chain._exact.limit - spent.remaining)
    chain._exact.budget = lambda: Budget(limit, "too much")
    chain._exact.solve(column)
    with pytest.raises(ValueError, match="too much"):
        chain.fundamental_matrix()


def test_a_solution_has_the_budget_of_the_elimination():
    chain = birth_and_death(5)
    assert chain._exact.budget().remaining == chain._exact.limit == 8 * 10**8
    with pytest.raises(ValueError, match=r"exact arithmetic on 4 states .* floats.* room"):
        chain._exact.budget().spend(10**9, 1)


def test_the_order_of_rows_does_not_matter_for_equality():
    first = AbsorbingChain({0: {0: "1/2", 1: "1/2"}, 1: {1: 1}})
    second = AbsorbingChain({0: {1: "1/2", 0: "2/4"}, 1: {0: 0, 1: 1}})
    assert first == second
    assert hash(first) == hash(second)
    assert first.step(0) == second.step(0)
    assert first != AbsorbingChain({0: {0: "1/3", 1: "2/3"}, 1: {1: 1}})
    assert first != AbsorbingChain({0: {0: "1/2", 2: "1/2"}, 2: {2: 1}})
    assert first != AbsorbingChain({2: {2: "1/2", 1: "1/2"}, 1: {1: 1}})
    assert first != "no chain"
    assert len({first, second}) == 1


@settings(deadline=None, max_examples=60)
@given(chains(), st.randoms(use_true_random=False))
def test_a_chain_equals_the_chain_of_its_matrices(chain, rng):
    rebuilt = AbsorbingChain.from_matrices(
        chain.Q, chain.R, transient=chain.transient, absorbing=chain.absorbing
    )
    states = (*chain.transient, *chain.absorbing)
    rows = [(state, [*chain.step(state).items()]) for state in states]
    for _, row in rows:
        rng.shuffle(row)
    shuffled_chain = AbsorbingChain({state: dict(row) for state, row in rows})
    assert chain == rebuilt == shuffled_chain
    assert hash(chain) == hash(rebuilt) == hash(shuffled_chain)


def test_matrices_without_end_are_refused():
    valid = {"Q": [[0]], "R": [[1]]}
    for name, value in (
        ("Q", iter(int, 1)),
        ("Q", [iter(int, 1)]),
        ("R", iter(list, 1)),
        ("R", [iter(int, 1)]),
        ("transient", iter(int, 1)),
        ("absorbing", iter(int, 1)),
        ("transient", ["a", "a"]),
        ("absorbing", ["a", "b"]),
    ):
        with pytest.raises((TypeError, ValueError), match=name):
            AbsorbingChain.from_matrices(**(valid | {name: value}))


def test_a_state_that_floats_never_leave_is_named():
    rare = Fraction(1, 10**400)
    chain = AbsorbingChain({"stuck": {"stuck": 1 - rare, "end": rare}, "end": {"end": 1}})
    assert chain.expected_steps("stuck") == 10**400
    with pytest.raises(ValueError, match=r"state 'stuck' is left with a probability .* too small"):
        chain.expected_steps_float("stuck")


def test_quantiles_of_rare_ends():
    tiny = Fraction(1, 2**80)
    walk = AbsorbingChain({0: {0: 1}} | {n: {n - 1: "1/2", n: "1/2"} for n in range(1, 41)})
    expected = next(t for t, p in enumerate(walk.survival_curve(40, 80)) if 1 - p >= tiny)
    assert walk.quantile(40, tiny) == expected
    assert walk.quantile(40, 0) == 0
    assert walk.quantile(40, Fraction(1, 2**40)) == 40  # hit exactly: forty heads
    assert walk.quantile(40, Fraction(1, 2**40) + tiny) == 41


def test_a_quantile_computes_exact_chances_once(monkeypatch):
    walks = []

    def chain_of_rows(rows, start, *limit):
        walks.append(start)
        return walk(rows, start, *limit)

    walk = survival._survival
    monkeypatch.setattr(survival, "_survival", chain_of_rows)
    coin = AbsorbingChain({0: {0: "1/2", 1: "1/2"}, 1: {1: 1}})
    assert coin.quantile(0, 1 - Fraction(1, 2**1100)) == 1100  # floats end with 2^−1074
    assert walks == [0]


@settings(deadline=None, max_examples=40)
@given(chains(max_size=4))
def test_hits_and_the_variance_of_visits(chain):
    """Compare with a chain whose target is absorbing, and with geometric visits."""
    states = (*chain.transient, *chain.absorbing)
    for target in states:
        table = {state: chain.step(state) for state in states} | {target: {target: Fraction(1)}}
        caught = AbsorbingChain(table)
        for start in states:
            hit = caught.absorption_probabilities(start)[target]
            assert chain.hitting_probability(start, target) == hit
            if target in chain.transient:
                row = chain.step(target)
                return_chance = sum(
                    p * caught.absorption_probabilities(s)[target] for s, p in row.items()
                )
                mean = 1 / (1 - return_chance)  # of the visits, once there: they are geometric
                square = (1 + return_chance) / (1 - return_chance) ** 2
                assert chain.variance_visits(start, target) == hit * square - (hit * mean) ** 2
    with pytest.raises(ValueError, match="target is 'end 0', but must be a transient state"):
        chain.variance_visits(0, "end 0")
    with pytest.raises(ValueError, match="target is 'nowhere'"):
        chain.hitting_probability(0, "nowhere")


@given(chains(max_size=5), st.data())
@settings(max_examples=30)
def test_the_variance_of_rewards_equals_second_moments(chain, data):
    states = [*chain.transient, *chain.absorbing]
    worth = {s: data.draw(st.fractions(-9, 9, max_denominator=9)) for s in states}
    mean = chain.expected_reward(worth.__getitem__)
    # E[(r + W)²] = r² + 2r·E[W] + E[W²], and W is what comes after this visit
    square = chain.expected_reward(lambda s: worth[s] ** 2 + 2 * worth[s] * (mean[s] - worth[s]))
    expected = {s: square[s] - mean[s] ** 2 for s in states}
    assert chain.variance_reward(worth.__getitem__) == expected
    steps = chain.variance_reward(lambda s: int(s in chain.transient))
    assert steps == {s: chain.variance_steps(s) for s in states}


def ending(chain, start, end, last):
    """Return P(T = t, and the chain ends in ``end``) for t = 0, 1, …, last."""
    mass, chances = {start: Fraction(1)}, []
    for _ in range(last + 1):
        chances.append(mass.pop(end, Fraction(0)))
        next_mass = Counter()
        for state, p_state in mass.items():
            if state in chain.transient:
                for target, p in chain.step(state).items():
                    next_mass[target] += p_state * p
        mass = dict(next_mass)
    return chances


@given(chains(max_size=5))
@settings(max_examples=30)
def test_a_conditioned_chain_has_the_times_of_such_games(chain):
    for start in chain.transient:
        end_chances = chain.absorption_probabilities(start)
        mean = square = 0
        for end, chance in end_chances.items():
            if not chance:
                with pytest.raises(ValueError, match="must be a state of"):
                    chain.conditioned_on(end).expected_steps(start)
                continue
            conditioned_chain = chain.conditioned_on(end)
            assert conditioned_chain.absorbing == (end,)
            times = conditioned_chain.time_distribution(start, 5)
            assert [p * chance for p in times] == ending(chain, start, end, 5)
            mean += chance * conditioned_chain.expected_steps(start)
            square += chance * (
                conditioned_chain.variance_steps(start)
                + conditioned_chain.expected_steps(start) ** 2
            )
        assert mean == chain.expected_steps(start)
        assert square - mean**2 == chain.variance_steps(start)
        if all(end_chances.values()):
            assert chain.conditioned_on(*reversed(chain.absorbing)) == chain


def test_walks_that_end_on_one_side():
    # W. Feller, XIV, or F. Stern (1975): a fair walk from i to N takes (N² − i²)/3 steps
    fair = walk(12).conditioned_on(12)
    assert [fair.expected_steps(i) for i in range(1, 12)] == [
        Fraction(144 - i * i, 3) for i in range(1, 12)
    ]
    with pytest.raises(ValueError, match="ends is empty"):
        walk(3).conditioned_on()
    with pytest.raises(ValueError, match="ends has 1, but must be absorbing states"):
        walk(3).conditioned_on(1)
    with pytest.raises(ValueError, match="ends is 5, but must be a state of"):
        walk(3).conditioned_on(0, 5)


def test_walks_follow_the_chances():
    chain = AbsorbingChain(
        {"a": {"a": "1/7", "b": "2/7", "x": "4/7"}, "b": {"a": "1/3", "y": "2/3"}}
        | {end: {end: 1} for end in "xy"}
    )
    walks = [list(chain.walk(Random(seed), "a")) for seed in range(4000)]
    assert walks == [list(chain.walk(Random(seed), "a")) for seed in range(4000)]
    assert all(walk[0] == "a" and walk[-1] in chain.absorbing for walk in walks)
    assert all(b in chain.step(a) for walk in walks for a, b in pairwise(walk))
    steps = Counter(step for walk in walks for step in pairwise(walk))
    visits = Counter(state for walk in walks for state in walk)
    for state in chain.transient:
        for target, chance in chain.step(state).items():
            expected, n = float(chance), visits[state]
            deviation = sqrt(n * expected * (1 - expected))
            assert abs(steps[state, target] - n * expected) < 4 * deviation
    assert list(chain.walk(Random(1), "x")) == ["x"]
    with pytest.raises(ValueError, match="state is 'c'"):
        chain.walk(Random(1), "c")
