"""Two bounds in floats enclose the exact values of games with decisions, and of chains."""

from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import inf
from random import Random

import pytest

from games.maths import brackets
from games.maths.brackets import Bracket, DecisionBrackets
from games.maths.decision import DecisionProcess
from games.maths.elimination import FloatElimination
from games.maths.markov import AbsorbingChain

CLOSE = 1e-9


def random_game(seed, sign=0, is_opponent=False):
    """Return a small game, often with ways back, or None if it need not end."""
    rng = Random(seed)
    size = rng.randint(1, 8)
    max_back = rng.choice([1, 3])  # how far a way may lead back; 1: not at all
    ends = {size: Fraction(rng.randint(-5, 5)), size + 1: Fraction(7, 3), size + 2: Fraction(0)}
    rows = {}
    for state in range(size):
        rows[state] = {}
        for action in range(rng.randint(1, 3)):
            low = max(0, state - 3) if max_back > 1 else state + 1
            targets = [rng.randrange(low, size + 3) for _ in range(rng.choice([1, 1, 2, 3]))]
            row = {}
            for target in targets:
                row[target] = row.get(target, 0) + Fraction(1, len(targets))
            rows[state][action] = row
    gains = {(s, a): sign * Fraction(rng.randint(0, 3), 2) for s, row in rows.items() for a in row}
    opponents = {state: rng.random() < 0.5 for state in rows}
    try:
        game = DecisionProcess(
            lambda state: rows.get(state, ends.get(state)),
            0,
            opponent=opponents.__getitem__ if is_opponent else None,
            gain=(lambda state, action: gains[state, action]) if sign else None,
        )
        game.value(0)
    except ValueError:
        return None
    return game


@pytest.mark.parametrize(
    ("sign", "is_opponent"),
    [(0, False), (1, False), (-1, False), (0, True)],
    ids=["ends", "gains", "costs", "opponent"],
)
def test_bounds_enclose_the_exact_values(sign, is_opponent):
    games = [random_game(seed, sign, is_opponent) for seed in range(150)]
    games = [game for game in games if game]
    assert len(games) > 60
    tight = 0
    for game in games:
        bounds = game.brackets_float()
        for state in game.states:
            lower, upper = bounds.values_float[state]
            assert lower <= game.value(state) <= upper
            tight += upper - lower < CLOSE
            for action, value in game.advice(state):
                lower, upper = bounds.actions_float[state][action]
                assert lower <= value <= upper
            if state in bounds.actions_float:
                assert set(game.best(state)) <= set(bounds.candidates(state))
    states = sum(len(game.states) for game in games)
    assert tight == states if not is_opponent else tight > 0.95 * states


def policies(game):
    """Yield all policies of a game."""
    open_states = [state for state in game.states if game.advice(state)]
    for actions in product(*[[action for action, _ in game.advice(s)] for s in open_states]):
        yield dict(zip(open_states, actions, strict=True))


def test_bounds_enclose_the_best_of_all_policies():
    games = [game for seed in range(12) if (game := random_game(seed, sign=-1))]
    assert len(games) > 5
    for game in games:
        best = -inf
        for policy in policies(game):
            with suppress(ValueError):  # a policy that never ends the game
                best = max(best, game.policy_value(policy))
        lower, upper = game.brackets_float().values_float[0]
        assert lower <= best <= upper < lower + CLOSE


def rounds(state):
    """Walk round a square for nothing, jump from one corner, or stop at another."""
    if isinstance(state, str):
        return int(state)
    walk = {"walk": {(state + 1) % 4: 1}, "turn": {(state + 1) % 4: "1/2", (state - 1) % 4: "1/2"}}
    more_rows = {2: {"jump": {"9": "1/3", "0": "2/3"}}, 3: {"stop": {"2": 1}}}
    return walk | more_rows.get(state, {})


def test_rounds_for_nothing_do_not_keep_bounds_apart():
    bounds = DecisionProcess(rounds, 0).brackets_float()
    for state in range(4):
        lower, upper = bounds.values_float[state]
        assert lower <= 3 <= upper < lower + CLOSE
    assert set(bounds.candidates(2)) == {"jump", "walk", "turn"}
    assert set(bounds.candidates(3)) == {"walk", "turn"}


def test_rounds_of_an_opponent_do_not_keep_bounds_apart():
    bounds = DecisionProcess(rounds, 0, opponent=lambda state: True).brackets_float()
    lower, upper = bounds.values_float[0]
    assert lower <= 2 <= upper < lower + CLOSE
    assert set(bounds.candidates(3)) == {"stop", "walk", "turn"}


def test_less_work_leaves_wider_bounds_that_hold(monkeypatch):
    def walk(n):
        if n in (0, 16):
            return n // 16
        return {"left": {n - 1: "11/20", n + 1: "9/20"}, "right": {n - 1: "1/2", n + 1: "1/2"}}

    widths = []
    game = DecisionProcess(walk, 8)
    for terms in (100, 10**4, 10**6):
        monkeypatch.setattr(brackets, "TERMS", terms)
        lower, upper = game.brackets_float().values_float[8]
        assert lower <= Fraction(1, 2) <= upper
        widths.append(upper - lower)
    assert widths[0] > widths[1] > widths[2]
    assert widths[2] < CLOSE


def test_actions_with_the_same_certain_value_are_all_candidates():
    certain = {"a": Bracket(1.0, 1.0), "b": Bracket(1.0, 1.0), "c": Bracket(0.0, 0.5)}
    bounds = DecisionBrackets({}, {0: certain}, frozenset())
    assert bounds.candidates(0) == ("a", "b")


def test_one_action_is_left_where_its_bounds_are_best():
    game = DecisionProcess(lambda n: {"a": {1: 1}, "b": {"n": 1, 2: 0}} if n == 0 else 1, 0)
    assert game.brackets_float().candidates(0) == ("a", "b")  # equally good
    game = DecisionProcess(lambda n: {"a": {1: 1}, "b": {2: 1}} if n == 0 else n, 0)
    assert game.brackets_float().candidates(0) == ("b",)
    with pytest.raises(ValueError, match="state is 1, but must be a state in which play goes on"):
        game.brackets_float().candidates(1)
    game = DecisionProcess(
        lambda n: {"a": {1: 1}, "b": {2: 1}} if n == 0 else n, 0, opponent=lambda n: True
    )
    assert game.brackets_float().candidates(0) == ("a",)
    game = DecisionProcess(
        lambda n: {"a": {1: 1}, "b": {2: 1}} if n == 0 else 1, 0, opponent=lambda n: True
    )
    assert game.brackets_float().candidates(0) == ("a", "b")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"gain": lambda state, action: 1 if state else -1}, "gains of one sign"),
        ({"discount": "1/2"}, "discount is 1/2"),
        ({"gain": lambda state, action: 1}, "more and more"),
        ({"gain": lambda state, action: 10**400}, "too large for a float"),
    ],
)
def test_games_without_bounds_in_floats_are_refused(options, message):
    def actions(n):
        return 0 if n == 2 else {"on": {n + 1: 1}, "back": {0: 1}}

    with pytest.raises(ValueError, match=message):
        DecisionProcess(actions, 0, **options).brackets_float()


TINY = Fraction(1, 10**400)


@pytest.mark.parametrize(
    ("rows", "gain", "message"),
    [
        ({0: {"go": {1: TINY, 2: 1 - TINY}}, 1: 1000, 2: 0}, 0, "a chance is below 10⁻³⁰⁰"),
        ({0: {"go": {1: "1/2", 2: "1/2"}}, 1: 10**400, 2: 0}, 0, "too large for a float"),
        ({n: {"go": {n + 1: 1}} for n in range(3)} | {3: 0}, 10**308, "too large for a float"),
    ],
    ids=["chance", "end", "sum"],
)
def test_numbers_that_no_float_can_hold_are_refused(rows, gain, message):
    game = DecisionProcess(rows.get, 0, gain=lambda state, action: gain)
    with pytest.raises(ValueError, match=message):
        game.brackets_float()


def test_progress_rises_to_the_end(monkeypatch):
    def walk(n):
        if n in (0, 60):
            return n // 60
        return {"left": {n - 1: "11/20", n + 1: "9/20"}, "right": {n - 1: "1/2", n + 1: "1/2"}}

    def line(n):
        return {"on": {n + 1: 1}, "far": {n + 2: 1}} if n < 3000 else n

    monkeypatch.setattr(brackets, "SLICE", 10**4)
    for rules, start in ((walk, 30), (line, 0)):
        progress = list(DecisionProcess(rules, start).brackets_incremental_float())
        assert 0 <= progress[0] < 0.9
        assert progress == sorted(progress)
        assert progress[-1] <= 1


def test_bounds_of_rewards_enclose_the_exact_sum():
    for seed in range(60):
        rng = Random(seed)
        size = rng.randint(1, 7)
        rows = {size: {size: 1}, size + 1: {size + 1: 1}}
        for state in range(size):
            targets = [rng.randrange(size + 2) for _ in range(3)] + [size + rng.randrange(2)]
            rows[state] = {t: Fraction(targets.count(t), len(targets)) for t in targets}
        chain = AbsorbingChain(rows)
        rewards = {state: Fraction(rng.randint(-9, 9), 4) for state in rows}
        exact = chain.expected_reward(rewards.__getitem__)
        for state in range(size):
            lower, upper = chain.reward_bracket_float(rewards.__getitem__, state)
            assert lower <= exact[state] <= upper < lower + CLOSE


@pytest.mark.parametrize("factor", [1 - 1e-6, 1 + 1e-6])
def test_bounds_hold_where_elimination_is_not_precise(factor, monkeypatch):
    solve = FloatElimination.solve
    monkeypatch.setattr(
        FloatElimination, "solve", lambda self, rewards: [factor * x for x in solve(self, rewards)]
    )
    walk = {n: {n - 1: "1/2", n + 1: "1/2"} for n in range(1, 9)} | {0: {0: 1}, 9: {9: 1}}
    chain = AbsorbingChain(walk)
    lower, upper = chain.reward_bracket_float(lambda n: n % 9, 4)
    assert lower <= chain.expected_reward(lambda n: n % 9)[4] <= upper < lower + 0.1


@pytest.mark.parametrize("turns", [0, 5])
def test_bounds_hold_where_elimination_has_too_little_memory(turns, monkeypatch):
    def use_all_memory(rows, effort):
        yield from [0.0] * turns
        raise MemoryError

    monkeypatch.setattr(FloatElimination, "incremental", use_all_memory)
    walk = {n: {n - 1: "1/2", n + 1: "1/2"} for n in range(1, 9)} | {0: {0: 1}, 9: {9: 1}}
    chain = AbsorbingChain(walk)
    lower, upper = chain.reward_bracket_float(lambda n: n % 9, 4)
    assert lower <= chain.expected_reward(lambda n: n % 9)[4] <= upper < lower + 0.1


def test_a_long_game_has_bounds_of_its_length():
    size = 100

    def step(n):
        return {n: 1} if n == size else {max(n - 1, 0): "1/2", n + 1: "1/2"}

    chain = AbsorbingChain.from_step(step, 0)
    lower, upper = chain.reward_bracket_float(lambda n: int(n < size), 0)
    assert lower <= size * (size + 1) <= upper < lower + 1e-4


def test_a_game_too_long_for_its_work_has_one_bound(monkeypatch):
    monkeypatch.setattr(brackets, "TERMS", 10**5)
    rare = Fraction(1, 10**18)  # the error of a float is larger
    chain = AbsorbingChain({0: {2: 1}, 2: {0: 1 - rare, 1: rare}, 1: {1: 1}})
    lower, upper = chain.reward_bracket_float(lambda n: int(n != 1), 0)
    assert 1000 < lower <= 2 * 10**18 < upper
