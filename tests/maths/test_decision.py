"""Decision processes against every policy, value iteration, and the solved games."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import isclose
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.maths.decision import DecisionProcess, components
from games.maths.elimination import FloatElimination
from games.maths.markov import AbsorbingChain
from games.maths.simulate import estimate
from tests.maths.pig import pig
from tests.oracles.pig import pig_by_value_iteration


@st.composite
def games(draw, ends_anyway, opponent=False):
    """Draw small games with ties; if ``ends_anyway``, each action may end the game."""
    size = draw(st.integers(1, 4))
    states = [*range(size), "low", "mid", "high"]
    worth = {"low": Fraction(-2), "mid": Fraction(1), "high": Fraction(3)}
    table = {}
    for i in range(size):
        table[i] = {}
        for a in range(draw(st.integers(1, 3))):
            targets = draw(st.sets(st.sampled_from(states), min_size=1, max_size=4))
            if ends_anyway or a == 0:
                targets |= {draw(st.sampled_from(states[max(i + 1, size if ends_anyway else 0) :]))}
            weights = {j: draw(st.integers(1, 3)) for j in sorted(targets, key=str)}
            table[i][a] = {j: Fraction(w, sum(weights.values())) for j, w in weights.items()}
    minimizes = draw(st.sets(st.integers(0, size - 1))) if opponent else set()

    def actions(state):
        return worth[state] if state in worth else table[state]

    return DecisionProcess(actions, 0, opponent=minimizes.__contains__), minimizes


def policies(process, states):
    """Return all policies on these states."""
    choices = [[action for action, _ in process.advice(state)] for state in states]
    return [dict(zip(states, choice, strict=True)) for choice in product(*choices)]


def deciding(process):
    return [state for state in process.states if process.advice(state)]


class TestEveryPolicy:
    @given(games(ends_anyway=False))
    @settings(max_examples=60)
    def test_one_player(self, game):
        process, _ = game
        values = []
        for policy in policies(process, deciding(process)):
            try:
                values.append(process.policy_value(policy))
            except ValueError as error:
                assert "never end" in str(error)
        assert process.value(0) == max(values)
        assert process.policy_value(process.policy()) == max(values)

    @given(games(ends_anyway=True, opponent=True))
    @settings(max_examples=60)
    def test_two_players(self, game):
        process, minimizes = game
        maximizing = [state for state in deciding(process) if state not in minimizes]
        minimizing = [state for state in deciding(process) if state in minimizes]
        assert process.value(0) == max(
            min(process.policy_value(policy | reply) for reply in policies(process, minimizing))
            for policy in policies(process, maximizing)
        )

    @given(games(ends_anyway=False, opponent=True))
    @settings(max_examples=60)
    def test_the_optimality_equation(self, game):
        process, minimizes = game
        try:
            process.value(0)
        except ValueError as error:  # both sides can wait: see `quarrels` below
            assert "has no value" in str(error)
            assume(False)
        for state in deciding(process):
            advice = process.advice(state)
            extreme = min if state in minimizes else max
            value = process.value(state)
            assert value == extreme(worth for _, worth in advice)
            assert isclose(process.value_float(state), value, rel_tol=1e-9, abs_tol=1e-9)
            assert process.best(state) == tuple(a for a, worth in advice if worth == value)
            assert process.best(state)[0] == process.policy()[state]
            order = [worth for _, worth in advice]
            assert order == sorted(order, reverse=state not in minimizes)
        first = process.policy_chain(lambda state: process.best(state)[0])  # it ends
        assert first.transient[0] == 0
        assert process.policy_value(process.policy()) == process.value(0)


class TestPig:
    @pytest.mark.parametrize(
        ("target", "faces"), [(1, 6), (2, 6), (7, 6), (16, 6), (9, 2), (14, 3), (16, 4)]
    )
    def test_agrees_with_value_iteration(self, target, faces):
        game, twin = pig(target, faces), pig_by_value_iteration(target, faces)
        for player, points, turn in game.states:
            own_points, opposing = points[player], points[1 - player]
            if own_points + turn < target:
                value = game.value((player, points, turn))
                wins = 1 - value if player else value
                assert isclose(wins, twin[own_points, opposing, turn], rel_tol=1e-9)
                assert isclose(value, game.value_float((player, points, turn)), rel_tol=1e-12)

    def test_holding_is_best_only_with_few_faces(self):
        def best_actions(game):
            return {game.best(state) for state in game.states}

        assert best_actions(pig(16)) == {("roll",), ()}
        assert best_actions(pig(14, faces=3)) == {("roll",), ("hold",), ()}

    def test_by_hand(self):
        # to reach 2 points any throw but a 1 wins: v = 5/6 + 1/6 (1 − v), so v = 6/7
        start = (0, (0, 0), 0)
        assert pig(2).value(start) == Fraction(6, 7)
        assert pig(2).best(start) == ("roll",)
        assert dict(pig(2).advice(start))["hold"] == Fraction(1, 7)

    def test_the_policy_chain_has_the_value(self):
        game = pig(8)
        chain = game.policy_chain(game.policy())
        wins = sum(
            p
            for (player, _, _), p in chain.absorption_probabilities(chain.transient[0]).items()
            if player == 0
        )
        assert wins == game.value((0, (0, 0), 0))
        hold_at_4 = game.policy_value(
            lambda state: game.policy()[state] if state[0] else "hold" if state[2] >= 4 else "roll"
        )
        assert hold_at_4 < wins


class TestPlay:
    def test_the_mean_of_many_games_is_the_value(self):
        game = pig(8)
        best = estimate(game.play, runs=3000, seed=1)
        assert abs(best.errors_from(game.value((0, (0, 0), 0)))) < 3

        def hasty(state):
            return "roll" if state[2] == 0 else "hold"

        slow = estimate(lambda rng: game.play(rng, hasty), runs=3000, seed=2)
        assert abs(slow.errors_from(game.policy_value(hasty))) < 3
        assert game.play(Random(3)) == game.play(Random(3), game.policy())

    def test_bad_policies_are_refused_in_play(self, monkeypatch):
        game = pig(2)
        with pytest.raises(ValueError, match=r"policy takes 'stop' in state .* one of 'roll'"):
            game.play(Random(1), lambda state: "stop")
        monkeypatch.setattr("games.maths.decision.MOVES", 50)
        with pytest.raises(ValueError, match="has not ended the game after 50 moves"):
            game.play(Random(1), lambda state: "hold")


class TestEndless:
    """Only play that ends is compared, whatever the payoffs are."""

    def test_endless_waiting_has_no_value(self):
        for bill in (-1, 0, 1):

            def actions(state, bill=bill):
                return bill if state == "paid" else {"wait": {"now": 1}, "pay": {"paid": 1}}

            game = DecisionProcess(actions, "now")
            assert game.value("now") == bill
            assert game.best("now") == ("pay", "wait")  # to wait loses nothing, but it comes second
            assert game.policy() == {"now": "pay"}
            with pytest.raises(ValueError, match=r"policy takes 'wait' in state 'now'.* never end"):
                game.policy_chain({"now": "wait"})

    def test_two_players_who_wait_have_no_value(self):
        def actions(state):
            if isinstance(state, int):
                return state
            return {
                "pass": {"you" if state == "me" else "me": 1},
                "end": {3 if state == "me" else 5: 1},
            }

        game = DecisionProcess(actions, "me", opponent=lambda state: state == "you")
        with pytest.raises(ValueError, match=r"no value: .* \('me', 'you'\)"):
            game.value("me")  # 3 if I have to end it, 5 if you have to

    def test_a_state_without_an_end_is_refused(self):
        table = {"start": {"go": {"trap": "1/2", "end": "1/2"}}, "trap": {"turn": {"trap": 1}}}
        with pytest.raises(ValueError, match="from state 'trap' the game never ends, whatever"):
            DecisionProcess(lambda state: table.get(state, 1), "start")
        with pytest.raises(ValueError, match="from state 0 the game never ends"):
            DecisionProcess(lambda n: {"on": {(n + 1) % 7: 1}}, 0)

    def test_the_iteration_leaves_an_endless_first_policy(self):
        # the first action of each state circles for ever; policy iteration must not begin there
        def actions(n):
            return (
                10 if n == 5 else {"circle": {(n + 1) % 5: 1}, "leave": {5: "1/100", 0: "99/100"}}
            )

        game = DecisionProcess(actions, 0)
        assert game.value(0) == 10 == game.value_float(0)


class TestLargeAndSmall:
    def test_long_chains_need_no_stack(self):
        game = DecisionProcess(lambda n: 7 if n == 30_000 else {"on": {n + 1: 1}}, 0)
        assert game.value(0) == 7 == game.value_float(0)
        ring = DecisionProcess(
            lambda n: 7 if n == "end" else {"on": {(n + 1) % 5000: "1/2", "end": "1/2"}}, 0
        )
        assert isclose(ring.value_float(0), 7)

    def test_components(self):
        graph = [[1], [2, 3], [0], [4], [5, 3], [], [6, 0]]
        parts = list(components(len(graph), graph.__getitem__))
        assert sorted(map(sorted, parts)) == [[0, 1, 2], [3, 4], [5], [6]]
        place = {node: k for k, nodes in enumerate(parts) for node in nodes}
        assert all(
            place[target] <= place[node] for node, targets in enumerate(graph) for target in targets
        )

    def test_exact_beyond_floats(self):
        huge = 10**400
        game = DecisionProcess(
            lambda s: {"on": {"s": "1/2", huge: "1/2"}, "off": {0: 1}} if s == "s" else s, "s"
        )
        assert game.value("s") == huge
        with pytest.raises(ValueError, match="too large for a float"):
            game.value_float("s")

    def test_probabilities_beyond_floats(self):
        tiny = Fraction(1, 10**400)
        for row in ({"s": tiny, 9: 1 - tiny}, {0: tiny, 9: 1 - tiny}):
            game = DecisionProcess(lambda s, row=row: {"go": row} if s == "s" else s, "s")
            assert game.value_float("s") == 9
            assert game.value("s") == (9 if "s" in row else 9 - 9 * tiny)

    def test_a_start_that_is_an_end(self):
        game = DecisionProcess(lambda state: Fraction(2, 3), "over")
        assert (game.value("over"), game.best("over"), game.advice("over")) == (
            Fraction(2, 3),
            (),
            (),
        )
        assert game.policy() == {}
        assert game.policy_value({}) == Fraction(2, 3)


class TestBadInput:
    @pytest.mark.parametrize(
        ("result", "error", "words"),
        [
            ({}, ValueError, ["'s'", "no action"]),
            ({"go": {}}, ValueError, ["'s'", "'go'", "0, not 1"]),
            ({"go": {1: "1/3", 2: "1/3"}}, ValueError, ["'s'", "'go'", "2/3, not 1"]),
            ({"go": {1: 0.5, 2: 0.5}}, TypeError, ["'s'", "'go'", "float"]),
            ({"go": {1: 2, 2: -1}}, ValueError, ["'s'", "'go'", "0 to 1"]),
            ({"go": 1}, TypeError, ["'s'", "'go'", "dict"]),
            (0.5, TypeError, ["'s'", "0.5", "exact"]),
            (True, TypeError, ["'s'", "True"]),
            (None, TypeError, ["'s'", "None"]),
            ("win", TypeError, ["'s'", "'win'"]),
        ],
    )
    def test_actions(self, result, error, words):
        with pytest.raises(error) as error_info:
            DecisionProcess(lambda state: result if state == "s" else 1, "s")
        assert all(word in str(error_info.value) for word in words), error_info.value

    def test_states_and_policies(self):
        game = pig(2)
        with pytest.raises(ValueError, match="must be a state of <DecisionProcess of"):
            game.value((0, (9, 9), 9))
        with pytest.raises(
            ValueError, match=r"policy takes 'stop' in state .* one of 'roll', 'hold'"
        ):
            game.policy_chain(lambda state: "stop")
        with pytest.raises(ValueError, match="policy takes None"):
            game.policy_value({})

    def test_too_much_work_is_refused(self, monkeypatch):
        def actions(n):  # the denominators double in length with each step
            return n if n in (0, 1) else {"on": {n - 1: Fraction(1, n), n - 2: 1 - Fraction(1, n)}}

        monkeypatch.setattr("games.maths.decision.BITS", 10**4)
        game = DecisionProcess(actions, 500)
        with pytest.raises(ValueError, match=r"more than 10000 binary digits.*value_float"):
            game.value(500)
        assert 0 < game.value_float(500) < 1
        monkeypatch.setattr(FloatElimination, "limit", 10)
        monkeypatch.setattr("games.maths.iteration.TERMS", 10)
        with pytest.raises(ValueError, match="is the limit"):
            pig(12).value_float((0, (0, 0), 0))


# Games for two without a value


def two_player_game(table, **options):
    """Return a game of a player P and an opponent O; each number is an end with this payoff."""
    return DecisionProcess(lambda s: table.get(s, s), "P", opponent=lambda s: s == "O", **options)


# both can go round for ever, and the one who stops first loses by it
QUARREL = {"P": {"exit": {1: 1}, "go": {"O": 1}}, "O": {"exit": {5: 1}, "back": {"P": 1}}}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("result", ["value", "value_float"])
def test_a_game_without_a_value_is_refused_in_any_order(order, result):
    game = two_player_game(QUARREL | {"P": dict([*QUARREL["P"].items()][::order])})
    with pytest.raises(ValueError, match=r"from state 'P' the game has no value: .* \('P', 'O'\)"):
        getattr(game, result)("P")


def test_one_side_that_waits_alone_has_to_stop():
    table = {
        "P": {"wait": {"P": 1}, "go": {"O": 1}, "exit": {1: 1}},
        "O": {"wait": {"O": 1}, "exit": {2: 1}},
    }
    for order in (1, -1):
        game = two_player_game({s: dict([*row.items()][::order]) for s, row in table.items()})
        assert (game.value("P"), game.value("O")) == (2, 2)
        assert game.policy() == {"P": "go", "O": "exit"}


def test_a_harmless_wait_does_not_hide_a_missing_value():
    # after "give" the player may wait, which changes nothing
    table = {
        "P": {"exit": {1: 1}, "go": {"O": 1}},
        "O": {"back": {"P": 1}, "give": {"Y": 1}},
        "Y": {"wait": {"Y": 1}, "exit": {5: 1}, "return": {"P": 1}},
    }
    with pytest.raises(ValueError, match="no value"):
        two_player_game(table).value("P")


@st.composite
def quarrels(draw):
    """Draw a game of few states of both sides, with few ends."""
    size = draw(st.integers(2, 4))
    places = [*range(size), *"abc"]
    worth = dict(zip("abc", draw(st.tuples(*[st.integers(-2, 2)] * 3)), strict=True))

    def option(choices):
        if choices[0] == choices[1]:
            return {choices[0]: 1}
        return dict.fromkeys(choices, Fraction(1, 2))

    place = st.sampled_from(places)
    row = st.tuples(place, place).map(option) | place.map(lambda target: {target: 1})
    table = {s: draw(st.lists(row, min_size=1, max_size=3)) for s in range(size)}
    return table, worth, frozenset(draw(st.sets(st.integers(0, size - 1))))


def solved_by_all_policies(table, worth, opponent_states):
    """Return max–min and min–max of each state over the policies that let the game end."""
    maximizing = [s for s in table if s not in opponent_states]
    minimizing = [s for s in table if s in opponent_states]

    @cache
    def values(outer_choice, inner_choice):
        actions = dict(zip(maximizing, outer_choice, strict=True)) | dict(
            zip(minimizing, inner_choice, strict=True)
        )
        rows = {s: table[s][a] for s, a in actions.items()}
        ending_states = {"a", "b", "c"}
        while new_states := {
            s for s in rows if s not in ending_states and ending_states & rows[s].keys()
        }:
            ending_states |= new_states
        if not rows.keys() <= ending_states:
            return None
        chain = AbsorbingChain(rows | {end: {end: 1} for end in worth})
        reward = chain.expected_reward(lambda s: worth.get(s, 0))
        return [reward[s] for s in table]

    def all_choices(states):
        return list(product(*[range(len(table[s])) for s in states]))

    def optimum(outer, inner, as_pair, pick, pick_inner):
        optima = []
        for outer_choice in outer:
            finite = [values(*as_pair(outer_choice, inner_choice)) for inner_choice in inner]
            if finite := [row for row in finite if row]:
                optima.append([pick_inner(column) for column in zip(*finite, strict=True)])
        return [pick(column) for column in zip(*optima, strict=True)]

    max_min = optimum(
        all_choices(maximizing), all_choices(minimizing), lambda a, b: (a, b), max, min
    )
    min_max = optimum(
        all_choices(minimizing), all_choices(maximizing), lambda a, b: (b, a), min, max
    )
    return max_min, min_max


@settings(deadline=None, max_examples=300)
@given(quarrels(), st.randoms(use_true_random=False))
def test_a_game_for_two_has_one_value_or_is_refused(game, rng):
    table, worth, opponent_states = game
    try:
        processes = [
            DecisionProcess(
                lambda s, t=t: dict(enumerate(t[s])) if s in t else worth[s],
                0,
                opponent=opponent_states.__contains__,
            )
            for t in (
                table,
                *({s: rng.sample(row, len(row)) for s, row in table.items()} for _ in range(3)),
            )
        ]
    except ValueError as error:
        assert "never ends" in str(error)
        return
    states = [s for s in processes[0].states if s in table]
    reachable_table = {s: table[s] for s in states}
    maxmin, minmax = solved_by_all_policies(reachable_table, worth, opponent_states)
    for process in processes:
        try:
            values = [process.value(s) for s in states]
        except ValueError as error:
            assert "has no value" in str(error)
            assert maxmin != minmax
        else:
            assert values == maxmin == minmax


def test_policies_tried_counts_policies():
    # the first policy stops at once, wherever it is
    def actions(n):
        if n == 6:
            return 1
        if n == -1:
            return 0
        return {"end": {-1: 1}, "on": {n + 1: "1/2", 0: "1/2"}}

    game = DecisionProcess(actions, 0)
    assert game.value(0) == 1
    assert game.policies_tried() > 2  # the first was not the best, and the exact one agrees
    single = DecisionProcess(lambda n: {"on": {0: "1/2", 1: "1/2"}} if n == 0 else 1, 0)
    assert single.policies_tried() == 2  # one in floats, one exact
    huge = DecisionProcess(lambda n: {"on": {0: "1/2", 1: "1/2"}} if n == 0 else 10**400, 0)
    assert huge.policies_tried() == 1  # floats cannot hold the number


# Gains and discounts


@st.composite
def ventures(draw):
    """Draw rows of probabilities and gains: {state: {action: …}}."""
    size = draw(st.integers(1, 3))
    rows, gains = {}, {}
    for s in range(size):
        for a in range(draw(st.integers(1, 3))):
            targets = draw(st.sets(st.sampled_from([*range(size), "end"]), min_size=1, max_size=3))
            weights = {j: draw(st.integers(1, 3)) for j in sorted(targets, key=str)}
            row = {j: Fraction(w, sum(weights.values())) for j, w in weights.items()}
            rows.setdefault(s, {})[a] = row
            gains[s, a] = Fraction(draw(st.integers(-3, 3)), draw(st.integers(1, 2)))
    return rows, gains


END = Fraction(3, 2)  # the payoff of the end
DISCOUNTS = st.sampled_from([Fraction(1, 3), Fraction(9, 10), Fraction(999, 1000)])


def venture(rows, gains, discount, opponent_states=frozenset()):
    return DecisionProcess(
        lambda s: END if s == "end" else rows[s],
        0,
        opponent=opponent_states.__contains__ if opponent_states else None,
        gain=lambda s, a: gains[s, a],
        discount=discount,
    )


def by_hand(rows, gains, discount, policy):
    """Return the values under a policy, by Gauss and Jordan; None if play may never end."""
    states = list(policy)
    table = []
    for s in states:
        row = rows[s][policy[s]]
        constant = gains[s, policy[s]] + discount * row.get("end", 0) * END
        table.append([(s == j) - discount * row.get(j, 0) for j in states] + [constant])
    for k in range(len(states)):
        pivot = next((i for i in range(k, len(states)) if table[i][k]), None)
        if pivot is None:
            return None
        table[k], table[pivot] = table[pivot], table[k]
        table[k] = [x / table[k][k] for x in table[k]]
        for i, row in enumerate(table):
            if i != k and row[k]:
                table[i] = [x - row[k] * y for x, y in zip(row, table[k], strict=True)]
    return {s: row[-1] for s, row in zip(states, table, strict=True)}


def every_policy(rows, states):
    return [
        dict(zip(states, actions, strict=True)) for actions in product(*[rows[s] for s in states])
    ]


@given(ventures(), DISCOUNTS)
@settings(max_examples=60)
def test_a_discounted_value_is_that_of_the_best_policy(game, discount):
    rows, gains = game
    process = venture(rows, gains, discount)
    states = [s for s in process.states if s != "end"]
    results = [
        (by_hand(rows, gains, discount, policy), policy) for policy in every_policy(rows, states)
    ]
    for values, policy in results:
        assert process.policy_value(policy) == values[0]
    for s in states:
        assert process.value(s) == max(values[s] for values, _ in results)
        assert isclose(process.value_float(s), process.value(s), rel_tol=1e-9, abs_tol=1e-9)
        assert process.advice(s)[0] == (process.policy()[s], process.value(s))
        for action, worth in process.advice(s):
            next_value = sum(p * process.value(j) for j, p in rows[s][action].items())
            assert worth == gains[s, action] + discount * next_value
    assert process.policy_value(process.policy()) == process.value(0)


@given(ventures(), DISCOUNTS, st.sets(st.integers(0, 2), min_size=1))
@settings(max_examples=60)
def test_a_discounted_game_for_two_always_has_a_value(game, discount, opponent_states):
    rows, gains = game
    process = venture(rows, gains, discount, frozenset(opponent_states))
    maximizing = [s for s in process.states if s != "end" and s not in opponent_states]
    minimizing = [s for s in process.states if s in opponent_states]
    table = [
        [by_hand(rows, gains, discount, policy | reply) for reply in every_policy(rows, minimizing)]
        for policy in every_policy(rows, maximizing)
    ]
    for s in [*maximizing, *minimizing]:
        worth = [[values[s] for values in row] for row in table]
        assert process.value(s) == max(map(min, worth)) == min(map(max, zip(*worth, strict=True)))
        assert isclose(process.value_float(s), process.value(s), rel_tol=1e-9, abs_tol=1e-9)


@given(ventures())
@settings(max_examples=100)
def test_gains_without_a_discount_have_a_maximum_or_none(game):
    rows, gains = game
    try:
        process = venture(rows, gains, 1)
    except ValueError as error:
        assert "never ends, whatever" in str(error)
        return
    states = [s for s in process.states if s != "end"]
    policies = every_policy(rows, states)
    almost = 1 - Fraction(1, 10**9)  # with this discount an unbounded sum becomes huge
    discounted_values = [by_hand(rows, gains, almost, policy) for policy in policies]
    try:
        values = [process.value(s) for s in states]
    except ValueError as error:
        assert "going round from there brings more and more" in str(error)
        assert max(max(values.values()) for values in discounted_values) > 10**5
    else:
        ending_policies = [
            policy for policy in policies if by_hand(rows, gains, Fraction(1), policy)
        ]
        for s, value in zip(states, values, strict=True):
            assert value == max(
                by_hand(rows, gains, Fraction(1), policy)[s] for policy in ending_policies
            )
            assert max(values[s] for values in discounted_values) < 10**4
            if ending_policies == policies:  # otherwise endless play may be better under a discount
                assert abs(venture(rows, gains, almost).value(s) - value) < Fraction(1, 10**4)
            assert isclose(process.value_float(s), value, rel_tol=1e-9, abs_tol=1e-9)
        best = process.policy()
        assert process.policy_value(best) == values[0]
        assert venture(rows, gains, almost).policy_chain(best) == process.policy_chain(best)


def test_a_discounted_walk_stops_as_in_feller():
    # W. Feller, An Introduction to Probability Theory I, XIV.4: the mean of dⁿ, where n is when
    # the walk from i reaches N before 0, is (xⁱ − yⁱ) / (xᴺ − yᴺ) with d/2 (x² + 1) = x; d = 4/5
    def reach_factor(i, N):
        return (2**i - Fraction(1, 2**i)) / (2**N - Fraction(1, 2**N))

    def actions(place):
        if isinstance(place, str):
            return int(place) ** 2
        row = {place - 1: "1/2", place + 1: "1/2"} if 0 < place < 12 else {str(place): 1}
        return {"on": row, "stop": {str(place): 1}}

    walk = DecisionProcess(actions, 1, discount="4/5")
    stop = Fraction(4, 5)  # which is a step, too
    for i in range(1, 12):
        assert walk.value(i) == stop * max(N**2 * reach_factor(i, max(i, N)) for N in range(i, 13))
    assert walk.value(1) == stop * Fraction(12, 7)
    assert [i for i in range(1, 12) if walk.best(i) == ("on",)] == [1, 2]
    assert walk.policy_value(lambda i: "on" if i != 5 else "stop") == stop * 25 * reach_factor(1, 5)


def test_a_machine_is_replaced_as_in_bellman():
    # R. Bellman, Equipment replacement policy (1955): renewed at each age N for ever, it costs
    # (Σ dⁿ cost(n) + dᴺ price) / (1 − dᴺ), and the best N makes that the least
    d, price = Fraction(9, 10), 20

    def renewed_at(N):
        return (sum(d**n * n**2 for n in range(N)) + d**N * price) / (1 - d**N)

    def costs(age, action):
        return -price if action == "renew" else -(age**2)

    machine = DecisionProcess(
        lambda age: {"use": {min(age + 1, 30): 1}, "renew": {1: 1}},
        1,
        gain=costs,
        discount=d,
    )
    best_age = min(range(1, 30), key=renewed_at)
    assert [age for age in range(1, 31) if "renew" in machine.best(age)] == [*range(best_age, 31)]
    assert machine.value(1) == -renewed_at(best_age) / d


def test_tiny_payoffs_get_the_best_policy():
    half, tiny = Fraction(1, 2), Fraction(1, 10**30)

    def options(state):
        if state != "on":
            return state
        return {"one": {"on": half, tiny: half}, "two": {"on": half, 2 * tiny: half}}

    process = DecisionProcess(options, "on")
    assert process.value("on") == 2 * tiny
    assert process.value_float("on") == pytest.approx(2e-30, rel=1e-12, abs=0)


def test_rounding_in_long_play_ends_the_iteration():
    # all policies are equally good, and their values differ only by rounding
    for seed in range(20):
        rng = Random(seed)
        level = {s: rng.randint(-100, 100) for s in range(9)} | {"end": 0}
        continue_chance = 1 - Fraction(1, 10**9)
        rows = {
            s: {
                a: dict.fromkeys(rng.sample(range(9), 3), continue_chance / 3)
                | {"end": 1 - continue_chance}
                for a in range(4)
            }
            for s in range(9)
        }
        gains = {
            (s, a): level[s] - 1 - sum(p * level[j] for j, p in rows[s][a].items())
            for s in rows
            for a in rows[s]
        }
        process = venture(rows, gains, 1)
        assert process.value(0) == level[0] - 10**9 + END
        assert isclose(process.value_float(0), process.value(0))


def test_play_returns_gains_without_discount():
    rows = {0: {"on": {0: "2/3", "end": "1/3"}}}
    game = venture(rows, {(0, "on"): 2}, "1/2")
    assert game.value(0) == game.policy_value({0: "on"}) == 3 + END / 4
    result = estimate(game.play, runs=2000, seed=1)
    assert abs(result.errors_from(6 + END)) < 3
    assert game.policy_chain({0: "on"}).expected_steps(0) == 3


def test_discounted_play_need_not_end():
    rows = {0: {"stay": {0: 1}, "round": {1: 1}}, 1: {"back": {0: 1}}}
    game = venture(rows, {(0, "stay"): 1, (0, "round"): 0, (1, "back"): 3}, "1/2")
    assert (game.value(0), game.value(1), game.policy_value({0: "stay"})) == (2, 4, 2)
    assert game.best(0) == ("stay", "round")
    with pytest.raises(ValueError, match="never end"):
        game.policy_chain({0: "stay"})
    with pytest.raises(ValueError, match="never end"):
        game.play(Random(1), {0: "stay"})


def test_endless_gains_are_refused():
    game = venture({0: {"stay": {0: 1}, "stop": {"end": 1}}}, {(0, "stay"): 1, (0, "stop"): 0}, 1)
    with pytest.raises(ValueError, match=r"state 0 has no value: going round .* more and more"):
        game.value(0)
    with pytest.raises(ValueError, match="ask for the exact value"):
        game.value_float(0)
    assert game.policy_value({0: "stop"}) == END


def test_a_discount_gives_an_endless_game_a_value():
    game = two_player_game(QUARREL, discount="9/10")
    assert (game.value("P"), game.value("O")) == (Fraction(9, 10), Fraction(81, 100))


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"discount": 0}, ValueError, "discount is 0, but must be above"),
        ({"discount": 2}, ValueError, "discount is 2, but must be from 0 to 1"),
        ({"discount": 0.9}, TypeError, r"write Fraction\(9, 10\)$"),
        ({"gain": 3}, TypeError, "gain is 3, but must be a function of the state and the action"),
        ({"gain": lambda s, a: 0.5}, TypeError, r"gain\('s', 'go'\) is 0.5, but must be exact"),
        ({"gain": lambda s, a: 10**400}, ValueError, "too large for a float"),
        ({"gain": lambda s, a: 1, "opponent": lambda s: True}, ValueError, "discount is 1"),
    ],
)
def test_bad_gains_and_discounts_are_refused(arguments, error, words):
    with pytest.raises(error, match=words):
        DecisionProcess(lambda s: {"go": {1: 1}} if s == "s" else s, "s", **arguments).value_float(
            "s"
        )
