"""Bad input, systematically: each argument of each public function, replaced by values of no use.

A table gives one good call for every public function and method of the solvers, and says of what
kind each argument is. The test replaces one argument at a time by values that are wrong for its
kind, and wants a TypeError or ValueError that names the parameter.
"""

import inspect
import pickle
import time
from copy import copy, deepcopy
from fractions import Fraction
from importlib import import_module
from operator import setitem
from random import Random

import pytest

from games import chase, lucky_draws, race, yazy
from games.arguments import probability, shown, whole
from games.lucky_draws import evidence, penney, tricks, words
from games.maths import markov, simulate, turn
from games.maths.automaton import PrefixAutomaton
from games.maths.decision import DecisionProcess
from games.toolkit import pig
from games.yazy import targets as yazy_targets
from games.yazy import yahtzee
from games.your_game import program, states
from tests.conftest import ROOT
from tests.rooms import of_kind, rooms

HALF = Fraction(1, 2)


class Unshowable:
    def __repr__(self):
        raise RuntimeError("no way to show this")


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


ALWAYS = {  # of no use as any argument but a state or a symbol
    "None": None,
    "an object": object(),
    "no repr": Unshowable(),
    "bytes": b"\x05",
    "nan": float("nan"),
    "inf": float("inf"),
    "complex": 1j,
    "a set of sets": {frozenset()},
    "a type": int,
    "a deep list": nested(100_000),
    "a list with a long number": [10**5000],
}
KINDS = {  # what else is of no use
    "whole": [0.5, "1", HALF, [1], 10**400, -(10**400), True],
    "chance": [0.5, "x", "1/0", 2, -1, HALF + 1, [HALF], 10**400, "1e-9", ""],
    "choice": [5, "x", "", ["clamp"]],
    "word": [5, "RX", "", ["R"]],
    "words": [5, "RRB", [5], [], [""], ["R", "R"]],
    "dice": [5, "66", [7] * 5, [0] * 5, [6] * 6, [0.5] * 5, [None] * 5],
    "categories": [5, "ones", ["x"], ["ones", "ones"], [5], [["ones"]]],
    "function": [5, "f", [], HALF],
    "rng": [5, 0.5, "rng", []],
    "share": [5, 1.0, -0.5, "0.5", [0.5]],
    "made": [5, "x", [], {}],
    "flag": [0, 1, "True", []],
    "level": [0.5, "x", 1, 2, -1],
    "odds": [5, "x", [5], [HALF], [-1, 2], ["1"]],
    "rows": [5, "a: b", [5], ["a"], [("a",)], [("a", 5)]],
    "text": [5, [], HALF],
    "state": [],  # a state may be anything that is hashable
    "matrix": [5, "x", [5], [[2]], [["x"]], [[1, 2]]],
    "table": [5, "x", [], {}, {1: 5}, {1: {2: 1}}, {1: {1: 0.5}}, {1: {1: HALF}}],
    "policy": [5, [], "x"],
    "truth": ["1", [1], 10**400],
    "decks": [5, "", "13", [0.5], ["13"], [-1], [10**400], bytearray(b"\x0d")],
    "symbols": [5, HALF],
}
OPTIONAL = {"None"}

TOSS = markov.AbsorbingChain(
    {"": {"": HALF, "H": HALF}, "H": {"": HALF, "HH": HALF}, "HH": {"HH": 1}}
)
PROCESS = DecisionProcess(lambda s: {"safe": {3: 1}} if s == "go" else s, "go")
AUTOMATON = PrefixAutomaton(["RRB", "BRR"])
PAIR = turn.solve(lambda dice: dice[0] == dice[1], dice=2)
LITTLE = yazy.Rules(categories=("ones", "straight"))
LITTLE_SOLUTION, LITTLE_TARGETS = yazy.solve(LITTLE), yazy_targets.solve(LITTLE)
LAST = yahtzee.solve(open_categories=("chance",))
LAW = {"left": "chance", "right": "chance"}
SIXTHS = {"left": Fraction(1, 6), "right": Fraction(1, 6)}
BOARD = {"fields": "whole", "faces": "whole", "below": "choice"}
TEN = {"fields": 10, "faces": 6, "below": "stay"}
ROUND = {"players": "whole", **LAW, "distance": "whole?"}
FOUR = {"players": 4, **SIXTHS, "distance": 1}
PLAYERS = {"yvonne": "word", "zara": "word"}
WORDS = {"yvonne": "RRB", "zara": "BRR"}
DECK = {"red": "whole", "black": "whole"}
CARDS = {"red": 8, "black": 8}
OPEN = {"open_categories": "categories"}
ONES = {"open_categories": ["ones"]}

# (function, its arguments, of what kind they are)
CALLS = [
    (race.moves, {"faces": 6}, {"faces": "whole"}),
    (race.land, {"field": 1, "face": 2, "fields": 5, "below": "stay"},
     {"field": "whole", "face": "whole", "fields": "large", "below": "choice"}),
    *[(function, TEN, BOARD) for function in (
        race.landings, race.chain, race.expected_throws, race.expected_throws_by_field,
        race.variance_throws, race.expected_visits, race.ledger, race.expected_throws_float,
        race.survivals_float)],
    (race.survival_float, {"t": 3, **TEN}, {"t": "whole", **BOARD}),
    (race.survival_curve_float, {"last": 3, **TEN}, {"last": "whole", **BOARD}),
    (race.quantile_float, {"level": HALF, **TEN}, {"level": "level", **BOARD}),
    (race.max_fields, {"faces": 6}, {"faces": "whole"}),
    (race.characteristic_roots_float, {"faces": 6}, {"faces": "whole"}),
    (race.play, {"rng": Random(1), **TEN}, {"rng": "rng", **BOARD}),
    *[(function, {"players": 4, **SIXTHS}, {"players": "whole", **LAW}) for function in (
        chase.pair_chain, chase.ring_chain)],
    *[(function, FOUR, ROUND) for function in (
        chase.expected_turns, chase.variance_turns, chase.expected_turns_float,
        chase.expected_visits_float,
        chase.variance_turns_float, chase.loser_probabilities, chase.loser_probabilities_float)],
    (chase.survival_float, {"t": 3, **FOUR}, {"t": "whole", **ROUND}),
    (chase.survival_curve_float, {"last": 3, **FOUR}, {"last": "whole", **ROUND}),
    (chase.quantile_float, {"level": HALF, **FOUR}, {"level": "level", **ROUND}),
    (chase.play, {"rng": Random(1), **FOUR}, {"rng": "rng", **ROUND}),
    (penney.overlaps, {"earlier": "RB", "later": "BR"}, {"earlier": "word", "later": "word"}),
    (penney.leading_number, {"earlier": "RB", "later": "BR"},
     {"earlier": "word", "later": "word"}),
    *[(function, {"yvonne": "RB", "zara": "BR"}, PLAYERS) for function in (
        penney.win_probability, penney.game_length)],
    (penney.waiting_time, {"word": "RB"}, {"word": "word"}),
    (lucky_draws.win_probability, WORDS | CARDS, PLAYERS | DECK),
    (lucky_draws.win_probability_after, WORDS | CARDS | {"dealt": "R"},
     PLAYERS | DECK | {"dealt": "text"}),
    (lucky_draws.convergence, WORDS | {"decks": [5, 6]}, PLAYERS | {"decks": "decks"}),
    (lucky_draws.deal, {"rng": Random(1)} | WORDS | CARDS, {"rng": "rng"} | PLAYERS | DECK),
    (lucky_draws.play, {"rng": Random(1)} | WORDS | CARDS, {"rng": "rng"} | PLAYERS | DECK),
    (lucky_draws.best_reply, {"yvonne": "RB"} | CARDS, {"yvonne": "word"} | DECK),
    *[(function, {"k": 2} | CARDS, {"k": "whole"} | DECK) for function in (
        lucky_draws.solve, lucky_draws.solve_piecemeal, lucky_draws.count_optimal_words,
        lucky_draws.table, lucky_draws.table_piecemeal)],
    (penney.table, {"k": 2}, {"k": "whole"}),
    (words.all_words, {"k": 2}, {"k": "whole"}),
    (penney.table(2).chance, {"word": "RR", "other": "RB"},
     {"word": "word", "other": "word"}),
    (penney.table(2).beaten_by, {"word": "RR"}, {"word": "word"}),
    (penney.table(2).cycles, {"length": 3}, {"length": "whole"}),
    *[(function, {"goal": 5, "mine": 1, "other": 2, "pot": 1, "kind": "Pig"},
       {"goal": "whole", "mine": "whole", "other": "whole", "pot": "whole", "kind": "choice"})
      for function in (pig.win, pig.options)],
    (pig.throw, {"chance": 0.5, "kind": "Pig"}, {"chance": "share", "kind": "choice"}),
    (pig.play, {"rng": Random(1), "goal": 5, "policy": lambda mine, other, pot: "throw",
                "opponent": lambda mine, other, pot: "throw", "kind": "Pig"},
     {"rng": "rng", "goal": "whole", "policy": "function?", "opponent": "function?",
      "kind": "choice"}),
    *[(function, WORDS | CARDS, PLAYERS | DECK) for function in (tricks.leads, tricks.outcome)],
    (tricks.best_reply, {"yvonne": "RB"} | CARDS, {"yvonne": "word"} | DECK),
    (tricks.play, {"rng": Random(1)} | WORDS | CARDS, {"rng": "rng"} | PLAYERS | DECK),
    (evidence.tail, {"hers": 3, "rounds": 5, "chance": HALF},
     {"hers": "whole", "rounds": "whole", "chance": "chance"}),
    (evidence.likelihood_ratio, {"hers": 3, "yours": 2, "chance": HALF, "against": HALF},
     {"hers": "whole", "yours": "whole", "chance": "chance", "against": "chance"}),
    (evidence.least_convincing, {"rounds": 5, "level": HALF},
     {"rounds": "whole", "level": "level"}),
    (evidence.rounds_needed, {"chance": "9/10", "level": HALF, "power": HALF},
     {"chance": "chance", "level": "level", "power": "level"}),
    (evidence.posterior, {"chances": {"a": HALF}, "hers": 1, "yours": 2, "prior": {"a": 1}},
     {"chances": "table", "hers": "whole", "yours": "whole", "prior": "table?"}),
    (evidence.word_chances, {"yvonne": "RB"} | CARDS, {"yvonne": "word"} | DECK),
    (evidence.sequential, {"chance": HALF, "alternative": "2/3", "odds": 3, "rounds": 5},
     {"chance": "chance", "alternative": "chance", "odds": "whole", "rounds": "whole"}),
    (program.solve(1, lambda n: {0: 1}).walk, {"rng": Random(1)},
     {"rng": "rng"}),
    (turn.lattice, {"dice": 2, "faces": 3}, {"dice": "whole", "faces": "whole"}),
    (turn.chances, {"keep": (1,), "dice": 2, "faces": 3},
     {"keep": "dice", "dice": "whole", "faces": "whole"}),
    (turn.solve, {"score": sum, "rerolls": 1, "dice": 2, "faces": 3},
     {"score": "function", "rerolls": "whole", "dice": "whole", "faces": "whole"}),
    (turn.sorted_dice, {"name": "dice", "dice": (1, 2), "keeps": turn.lattice(2)},
     {"dice": "dice", "keeps": "made"}),
    (PAIR.advice, {"dice": (1, 2), "rerolls_left": 1}, {"dice": "dice", "rerolls_left": "whole"}),
    (PAIR.keep_value, {"keep": (1,), "rerolls_left": 1}, {"keep": "dice", "rerolls_left": "whole"}),
    (yazy.Rules, {"rerolls": 1, "full_house": 25, "straight": 40, "five_of_a_kind": 50,
                  "categories": ["ones"]},
     {"rerolls": "whole", "full_house": "whole", "straight": "whole", "five_of_a_kind": "whole",
      "categories": "categories"}),
    *[(function, {"category": "ones", "dice": (1, 2, 3, 4, 5)},
       {"category": "choice", "dice": "dice"})
      for function in (yazy.score, yazy.Rules().score, yahtzee.score)],
    *[(function, {"rules": LITTLE}, {"rules": "made"}) for function in (
        yazy.solve, yazy.solve_piecemeal, yazy.score_distribution, yazy.score_distribution_float)],
    *[(function, {"rerolls": 1}, {"rerolls": "whole"}) for function in (
        yazy.standard_scores, yazy.expected_score, yazy.expected_score_float,
        yazy.variance_score)],
    (yazy.play, {"rng": Random(1), "rules": LITTLE, "policy": LITTLE_SOLUTION.policy()},
     {"rng": "rng", "rules": "made", "policy": "function?"}),
    (LITTLE_TARGETS.policy, {"target": 9}, {"target": "any whole"}),
    (yazy.score_distribution_piecemeal, {"solution": LITTLE_SOLUTION}, {"solution": "made"}),
    (yazy.chance_to_beat, {"ours": [HALF, HALF], "theirs": [1]},
     {"ours": "odds", "theirs": "odds"}),
    (yazy_targets.chance_to_reach_float, {"target": 9}, {"target": "any whole"}),
    *[(function, {"rules": LITTLE, **ONES, "needed": 3},
       {"rules": "made", "open_categories": "categories?", "needed": "any whole?"})
      for function in (yazy_targets.solve, yazy_targets.solve_piecemeal)],
    (yazy_targets.departures,
     {"solution": LITTLE_SOLUTION, "targets": LITTLE_TARGETS, "needed": 3, **ONES},
     {"solution": "made", "targets": "made", "needed": "any whole",
      "open_categories": "categories?"}),
    (LITTLE_SOLUTION.value, ONES, OPEN),
    (LITTLE_SOLUTION.turn, ONES, OPEN),
    (LITTLE_SOLUTION.advice, {"dice": (1, 2, 3, 4, 5), "rerolls_left": 1, **ONES},
     {"dice": "dice", "rerolls_left": "whole", **OPEN}),
    (LITTLE_SOLUTION.outlook, {"keep": (1, 2), "rerolls_left": 1, **ONES},
     {"keep": "dice", "rerolls_left": "whole", **OPEN}),
    *[(function, {**ONES, "needed": 3}, {**OPEN, "needed": "any whole"}) for function in (
        LITTLE_TARGETS.chance_float, LITTLE_TARGETS.covers, LITTLE_TARGETS.turn)],
    (LITTLE_TARGETS.advice_float, {"dice": (1, 2, 3, 4, 5), "rerolls_left": 1, **ONES, "needed": 3},
     {"dice": "dice", "rerolls_left": "whole", **OPEN, "needed": "any whole"}),
    (yahtzee.Rules, {"upper_bonus": True, "yahtzee_bonus": True, "joker": "free"},
     {"upper_bonus": "flag", "yahtzee_bonus": "flag", "joker": "choice"}),
    (yahtzee.expected_score_float, {"upper_bonus": True, "yahtzee_bonus": True, "joker": "free"},
     {"upper_bonus": "flag", "yahtzee_bonus": "flag", "joker": "choice"}),
    (yahtzee.solve, {"rules": yahtzee.Rules(), "open_categories": ["chance"], "upper_total": 63,
                     "fifty": True},
     {"rules": "made", **OPEN, "upper_total": "whole", "fifty": "flag"}),
    (LAST.value_float, {"open_categories": ["chance"], "upper_total": 0, "fifty": False},
     {**OPEN, "upper_total": "whole", "fifty": "flag"}),
    (yahtzee.play, {"rng": Random(1), "solution": LAST, "open_categories": ["chance"],
                    "upper_total": 0, "fifty": False, "policy": LAST.policy()},
     {"rng": "rng", "solution": "made", **OPEN, "upper_total": "whole", "fifty": "flag",
      "policy": "function?"}),
    (TOSS.walk, {"rng": Random(1), "state": ""}, {"rng": "rng", "state": "state"}),
    *[(function, {"state": "", "target": "H"}, {"state": "state", "target": "state"})
      for function in (TOSS.variance_visits, TOSS.hitting_probability)],
    (LAST.advice_float, {"dice": (1, 2, 3, 4, 5), "rerolls_left": 1, "open_categories": ["chance"],
                   "upper_total": 0, "fifty": False},
     {"dice": "dice", "rerolls_left": "whole", **OPEN, "upper_total": "whole", "fifty": "flag"}),
    (markov.AbsorbingChain, {"table": {1: {1: 1}}}, {"table": "table"}),
    (markov.AbsorbingChain.from_step, {"step": lambda s: {s: 1}, "start": 0, "limit": 5},
     {"step": "function", "limit": "large"}),
    (markov.AbsorbingChain.from_matrices,
     {"Q": [[0]], "R": [[1]], "transient": ["a"], "absorbing": ["b"]},
     {"Q": "matrix", "R": "matrix", "transient": "names", "absorbing": "names"}),
    *[(function, {"state": ""}, {"state": "state"}) for function in (
        TOSS.step, TOSS.expected_visits, TOSS.absorption_probabilities, TOSS.expected_steps,
        TOSS.expected_steps_float, TOSS.variance_steps, TOSS.variance_steps_float,
        TOSS.expected_visits_float, TOSS.absorption_probabilities_float)],
    *[(function, {"reward": lambda state: 1}, {"reward": "function"}) for function in (
        TOSS.expected_reward, TOSS.variance_reward)],
    (TOSS.survival, {"state": "", "t": 3}, {"state": "state", "t": "whole"}),
    *[(function, {"state": "", "last": 3}, {"state": "state", "last": "whole"}) for function in (
        TOSS.survival_curve, TOSS.survival_curve_float, TOSS.time_distribution)],
    (TOSS.quantile, {"state": "", "level": HALF}, {"state": "state", "level": "level"}),
    (TOSS.lump, {"key": len}, {"key": "function"}),
    (DecisionProcess, {"actions": lambda s: 1, "start": 0, "opponent": lambda s: True,
                       "gain": lambda s, a: 1, "discount": HALF, "limit": 5},
     {"actions": "function", "opponent": "function?", "gain": "function?", "discount": "chance",
      "limit": "large"}),
    *[(function, {"state": "go"}, {"state": "state"}) for function in (
        PROCESS.value, PROCESS.value_float, PROCESS.advice, PROCESS.best)],
    (PROCESS.policy_chain, {"policy": {"go": "safe"}}, {"policy": "policy"}),
    (PROCESS.policy_value, {"policy": {"go": "safe"}}, {"policy": "policy"}),
    (PROCESS.play, {"rng": Random(1), "policy": {"go": "safe"}},
     {"rng": "rng", "policy": "policy?"}),
    (PrefixAutomaton, {"patterns": ["RRB"]}, {"patterns": "words"}),
    (AUTOMATON.step, {"state": "R", "symbol": "R"}, {"state": "state", "symbol": "text"}),
    (AUTOMATON.matched, {"state": "R"}, {"state": "state"}),
    (AUTOMATON.all_matched, {"state": "R"}, {"state": "state"}),
    (AUTOMATON.fail, {"state": "R"}, {"state": "state"}),
    (AUTOMATON.find, {"symbols": "RB"}, {"symbols": "symbols"}),
    (simulate.estimate, {"play": lambda rng: 1, "runs": 2, "seed": 1},
     {"play": "function", "runs": "whole", "seed": "any whole"}),
    (simulate.estimate(lambda rng: 1, 2, 1).errors_from, {"truth": 1}, {"truth": "truth"}),
    (states.plain, {"name": "a", "ways": ""}, {"name": "text", "ways": "text"}),
    (states.parsed, {"text": "a:"}, {"text": "text"}),
    *[(function, {"rows": [states.Row("a", "b 1"), states.Row("b")]}, {"rows": "rows"})
      for function in (states.written, states.problems, states.chain)],
]  # fmt: skip


def bad_values(kind):
    optional = kind.endswith("?")
    kind = kind.rstrip("?")
    always = {name: value for name, value in ALWAYS.items() if not (optional and name == "None")}
    if kind == "names":
        always.pop("None")
        always.pop("a list with a long number")
        always.pop("a deep list")
        always.pop("a set of sets")
        return [*always.values(), 5, "a", ["a", "c"], ["x", "x"]]
    if kind in ("function", "policy"):
        always.pop("a type")  # which can be called
    if kind == "symbols":
        always.pop("None")
        always = {name: value for name, value in always.items() if "list" not in name}
        always = {name: value for name, value in always.items() if "set" not in name}
        always.pop("bytes")
        return [*always.values(), 5, HALF]
    if kind == "any whole":
        return [*always.values(), 0.5, "1", HALF, [1], True]
    if kind == "large":
        return [*always.values(), 0.5, "1", HALF, [1], -1, 0, True]
    return [*always.values(), *KINDS[kind]]


NAMES = {  # what a message may name in place of the parameter: a part of it, or what it must fit
    "Q": ["row", "R "],
    "R": ["row", "absorbing"],
    "table": ["row"],
}
for room in rooms():  # a game may bring its own calls with its tests
    if (ROOT / "tests" / room / "test_solver.py").exists():
        CALLS += getattr(import_module(f"tests.{room}.test_solver"), "CALLS", ())
CASES = [
    pytest.param(function, good, name, kind, id=f"{function.__qualname__}-{name}-{n}")
    for n, (function, good, kinds) in enumerate(CALLS)
    for name, kind in kinds.items()
]


@pytest.mark.parametrize(("function", "good", "name", "kind"), CASES)
def test_bad_arguments_are_named(function, good, name, kind):
    for value in bad_values(kind):
        started = time.process_time()
        with pytest.raises((TypeError, ValueError)) as caught:
            function(**(good | {name: value}))
        message = str(caught.value)
        assert any(word in message for word in [name, *NAMES.get(name, [])])
        assert len(message) < 1000
        assert time.process_time() - started < 60  # no hang
    function(**good)


# which take any number of words, or check as `solve` does
SEVERAL = {"chain", "solve_piecemeal"}
OWN = {  # these have such tests of their own, or are steps of what checks for them
    "games.arguments", "games.maths.survival", "games.piecemeal", "games.placement",
    "games.your_game.grammar", "games.your_game.process", "games.your_game.program",
    "games.yazy.scorecard",
}  # fmt: skip


def test_every_public_callable_is_in_the_table():
    called = {function.__qualname__.rpartition(".")[2] for function, _, _ in CALLS}
    called |= {function.__name__ for function, _, _ in CALLS}
    for module in of_kind("solver"):
        for public in () if module.__name__ in OWN else getattr(module, "__all__", ()):
            it = getattr(module, public)
            if inspect.isfunction(it) and inspect.signature(it).parameters:
                assert public in called | SEVERAL, f"{module.__name__}.{public}"


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (LITTLE_SOLUTION, "values"),
        (LITTLE_SOLUTION.turn(["ones"]), "sums"),
        (LITTLE_SOLUTION.turn(["ones"]), "scores"),
        (LITTLE_TARGETS, "rows"),
        (LITTLE_TARGETS.rows, 3),
        (LITTLE_TARGETS.rows[3], 1),
        (LITTLE_TARGETS.rows[3][1], 0),
        (yazy_targets.opening_solution().rows[2047][1], 199),
        (yazy.standard_solution().values, -1),
        (yazy.solve(LITTLE).values, -1),
        (LITTLE_SOLUTION.turn(["ones"]).sums[0], 0),
        (LAST, "rows"),
        (LAST.rows, next(iter(LAST.rows))),
        (LAST.needs, 0),
        (next(iter(LAST.rows.values())), 0),
        (turn.lattice(2).place, ()),
        (turn.lattice(2), "keeps"),
        (AUTOMATON, "patterns"),
        (AUTOMATON, "states"),
        (AUTOMATON, "alphabet"),
        (TOSS, "transient"),
        (PROCESS, "states"),
        (penney.table(2), "rows"),
    ],
)
def test_results_cannot_be_changed(result, field):
    change = setattr if isinstance(field, str) else setitem
    with pytest.raises((AttributeError, TypeError)):
        change(result, field, ())
    for change in ("clear", "append", "pop", "update"):
        assert not hasattr(result, change)


@pytest.mark.parametrize("result", [LITTLE_SOLUTION, LITTLE_TARGETS, LAST, PAIR, AUTOMATON, TOSS])
def test_results_can_be_copied_and_pickled(result):
    turn.lattice(5).place  # noqa: B018 - what has been asked for must not get into the way
    for again in (copy(result), deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert type(again) is type(result)
        assert repr(again) == repr(result)
        for name in ("values", "rows", "needs", "sums", "scores", "states", "transient"):
            assert getattr(again, name, None) == getattr(result, name, None)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ([10**5000], "a value of type list, which cannot be shown"),
        (Unshowable(), "a value of type Unshowable, which cannot be shown"),
        (nested(100_000), "a value of type list, which cannot be shown"),
        (10**400, "an integer of 1329 bits"),
    ],
)
def test_whatever_is_wrong_can_be_shown(value, text):
    assert shown(value) == text


def test_whole_numbers_of_other_packages_are_taken():
    class Number:
        def __init__(self, number):
            self.number = number

        def __index__(self):
            return self.number

    assert whole("n", Number(3)) == 3
    assert probability("p", Number(1)) == 1
    with pytest.raises(ValueError, match="p is '2'"):
        probability("p", Number(2))
