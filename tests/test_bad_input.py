"""Bad input: each argument of each public function is replaced by wrong values.

All public functions of the solvers are found by walking; a table gives a good value for each of
their arguments, by its name, and its kind. The test replaces one argument at a time by values that
are wrong for its kind, and expects a TypeError or ValueError that names the argument.
"""

import inspect
import pickle
import re
import time
from copy import copy, deepcopy
from decimal import Decimal
from fractions import Fraction
from importlib import import_module
from numbers import Rational
from operator import setitem
from random import Random

import flint
import numpy as np
import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from games import chase, lucky_draws, pig, placement, race, yazy
from games.incremental import finish
from games.lucky_draws import evidence, penney, tricks, words
from games.maths import automaton, decision, long_run, markov, simulate, turn
from games.maths.automaton import PrefixAutomaton
from games.maths.decision import DecisionProcess
from games.validate import exact_number, integer, probability, real_number, short_repr
from games.yazy import targets as yazy_targets
from games.yazy import yahtzee
from own_games import program, states
from tests.conftest import ROOT
from tests.rooms import of_kind, rooms

pytestmark = pytest.mark.usefixtures("bounded")
HALF = Fraction(1, 2)
HUGE = Fraction(10**5000, 3)  # Python writes no integer of so many digits


class Unshowable:
    def __repr__(self):
        raise RuntimeError("no way to show this")


def nested(depth):
    value = []
    for _ in range(depth):
        value = [value]
    return value


ALWAYS_WRONG = {  # wrong for every argument except a state or a symbol
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
KINDS = {  # more wrong values for each kind
    "whole": [0.5, "1", HALF, [1], 10**400, -(10**400), True],
    "chance": [0.5, "x", "1/0", 2, -1, HALF + 1, [HALF], 10**400, HUGE, -HUGE, "1e-9", ""],
    "choice": [5, "x", "", ["clamp"]],
    "word": [5, "RX", "", ["R"]],
    "coin word": [5, "RXB", "", ["R"]],
    "words": [5, "RRB", [5], [], [""], ["R", "R"]],
    "dice": [5, "66", [7] * 5, [0] * 5, [6] * 6, [0.5] * 5, [None] * 5],
    "categories": [5, "ones", np.array(0.5), ["x"], ["ones", "ones"], [5], [["ones"]]],
    "function": [5, "f", [], HALF],
    "rng": [5, 0.5, "rng", []],
    "share": [5, 1.0, -0.5, "0.5", [0.5]],
    "made": [5, "x", [], {}],
    "flag": [0, 1, "True", []],
    "level": [0.5, "x", 1, 2, -1, HUGE],
    "odds": [5, "x", [5], [HALF], [-1, 2], ["1"]],
    "rows": [5, "a: b", [5], ["a"], [("a",)], [("a", 5)]],
    "text": [5, [], HALF],
    "state": [],  # a state may be anything that is hashable
    "matrix": [5, "x", np.array(0.5), [5], [np.array(0.5)], [[2]], [["x"]], [[1, 2]]],
    "table": [5, "x", [], {}, {1: 5}, {1: {2: 1}}, {1: {1: 0.5}}, {1: {1: HALF}}, {1: {1: HUGE}}],
    "policy": [5, [], "x"],
    "truth": ["1", [1], 10**400],
    "decks": [5, "", "13", [0.5], ["13"], [-1], [10**400], bytearray(b"\x0d")],
    "symbols": [5, HALF],
    "board": [5, "x", [1.5], [3, None, 3], [9]],
    "names": [5, "a", ["a", "c"], ["x", "x"]],
    "any whole": [0.5, "1", HALF, [1], True],
    "large": [0.5, "1", HALF, [1], -1, 0, True],
}
LISTS = {"a set of sets", "a deep list", "a list with a long number"}
OF_USE = {"function": {"a type"}, "policy": {"a type"}, "names": LISTS}  # values of `ALWAYS`
OF_USE["symbols"] = LISTS | {"None", "bytes"}

TOSS = markov.AbsorbingChain(
    {"": {"": HALF, "H": HALF}, "H": {"": HALF, "HH": HALF}, "HH": {"HH": 1}}
)
WEATHER = long_run.LongRunChain({"sun": {"rain": 1}, "rain": {"sun": 1}})
PROCESS = DecisionProcess(lambda s: {"safe": {3: 1}} if s == "go" else s, "go")
AUTOMATON = PrefixAutomaton(["RRB", "BRR"])
PAIR = turn.solve(lambda dice: dice[0] == dice[1], dice=2)
LITTLE = yazy.Yazy(categories=("ones", "straight"))
LITTLE_TARGETS = yazy_targets.solve(LITTLE)
LAST = yahtzee.Yahtzee().solve(("chance",))
ONES = ["ones"]

# The kind of an argument and a good value, by its name: in all modules, and in one module.
ANYWHERE = {
    "rng": ("rng", Random(1)), "t": ("whole", 3), "last": ("whole", 3), "level": ("level", HALF),
    "faces": ("whole", 6),
}  # fmt: skip
WORDS = {
    "yvonne": ("word", "RRB"), "zara": ("word", "BRR"), "red": ("whole", 8), "black": ("whole", 8),
    "k": ("whole", 2),
}  # fmt: skip
DICE = {
    "dice": ("dice", (1, 2, 3, 4, 5)), "rerolls_left": ("whole", 1), "category": ("choice", "ones"),
    "open_categories": ("categories", ONES), "target": ("any whole", 9),
    "points_needed": ("any whole", 3),
    "game": ("made", LITTLE),
    "width": (None, 64),
}  # fmt: skip
ARGUMENTS = {
    placement: {
        "V": ("whole", 5), "F": ("whole", 3), "r": ("whole", 2), "f": ("whole", 1),
        "v": ("whole", 5), "j": ("whole", 1), "fields": ("board", [None, None, None]),
        "policy": ("function", placement.evenly)},
    race: {"fields": ("whole", 10), "below": ("choice", "stay"), "field": ("whole", 1),
           "face": ("whole", 2), "start": ("whole", 1)},
    chase: {"players": ("whole", 4), "left": ("chance", "1/6"), "right": ("chance", "1/6"),
            "distance": ("whole", 1)},
    lucky_draws: WORDS | {"dealt_cards": ("text", "R"), "decks": ("decks", [5, 6])},
    penney: WORDS | {"earlier_word": ("word", "RB"), "later_word": ("word", "BR"),
                     "word": ("coin word", "RB"),
                     "patterns": ("word", "RB")},
    words: WORDS | {"word": ("word", "RR"), "opponent": ("word", "RB"), "length": ("whole", 3)},
    tricks: WORDS,
    evidence: WORDS | {
        "game": ("made?", lucky_draws.LuckyDraws(8, 8)),
        "zara_wins": ("whole", 1), "yvonne_wins": ("whole", 2), "rounds": ("whole", 5),
        "power": ("level", HALF),
        "chance": ("chance", "2/3"), "against": ("chance", HALF), "alternative": ("chance", "3/4"),
        "odds": ("whole", 3), "chances": ("table", {"a": HALF}), "prior": ("table", {"a": 1})},
    pig: {"goal": ("whole", 5), "own_score": ("whole", 1), "other_score": ("whole", 2),
          "pot": ("whole", 1), "kind": ("choice", "Pig"), "chance": ("share", 0.5),
          "policy": ("function", lambda own_score, other_score, pot: "throw"),
          "opponent": ("function", lambda own_score, other_score, pot: "throw")},
    yazy: DICE | {
        "rerolls": ("whole", 1), "full_house": ("whole", 25), "straight": ("whole", 40),
        "five_of_a_kind": ("whole", 50), "categories": ("categories", ONES),
        "keep": ("dice", (1, 2)),
        "policy": ("function", LITTLE.policy()), "odds": ("odds", [HALF, HALF]),
        "rival_odds": ("odds", [1])},
    yazy_targets: DICE | {"targets": ("made", LITTLE_TARGETS)},
    yahtzee: DICE | {
        "upper_bonus": ("flag", True), "yahtzee_bonus": ("flag", True), "joker": ("choice", "free"),
        "open_categories": ("categories", ["chance"]),
        "upper_total": ("whole", 0), "fifty": ("flag", False), "solution": ("made", LAST),
        "policy": ("function", LAST.policy())},
    turn: {"dice": ("whole", 2), "keep": ("dice", (1,)), "score": ("function", sum),
           "rerolls": ("whole", 1), "rerolls_left": ("whole", 1)},
    markov: {
        "state": ("state", ""), "target": ("state", "H"), "table": ("table", {1: {1: 1}}),
        "step": ("function", lambda s: {s: 1}), "start": (None, 0), "limit": ("large", 5),
        "effort": ("large", 1),
        "Q": ("matrix", [[0]]), "R": ("matrix", [[1]]), "transient": ("names", ["a"]),
        "absorbing": ("names", ["b"]), "reward": ("function", lambda state: 1),
        "key": ("function", len), "rest": ("share", 0.5)},
    long_run: {
        "state": ("state", "sun"), "table": ("table", {1: {1: 1}}),
        "step": ("function", lambda s: {s: 1}), "start": (None, "sun"), "limit": ("large", 5),
        "effort": ("large", 1)},
    decision: {
        "state": ("state", "go"), "policy": ("policy", {"go": "safe"}), "start": (None, 0),
        "actions": ("function", lambda s: 1), "opponent": ("function", lambda s: True),
        "gain": ("function", lambda s, a: 1), "discount": ("chance", HALF), "limit": ("large", 5),
        "effort": ("large", 1)},
    automaton: {"state": ("state", "R"), "symbol": ("text", "R"), "symbols": ("symbols", "RB"),
                "patterns": ("words", ["RRB"]), "limit": ("large", 5)},
    simulate: {"play": ("function", lambda rng: 1), "runs": ("whole", 2), "seed": ("any whole", 1),
               "truth": ("truth", 1)},
    states: {"name": ("text", "a"), "ways": ("text", ""), "text": ("text", "a:"),
             "rows": ("rows", [states.Row("a", "b 1"), states.Row("b")])},
    program: {},
}  # fmt: skip
OTHER_MEANINGS = {  # functions whose argument of this name has another meaning
    turn.sorted_dice: {"name": (None, "dice"), "dice": ("dice", (1, 2)),
                       "keeps": ("made", turn.lattice(2)), "partial": (None, False)},
    PAIR.advice: {"dice": ("dice", (1, 2))},
}  # fmt: skip
RESULTS = [LITTLE, PAIR, LITTLE_TARGETS, yahtzee.Yahtzee(), LAST, TOSS, PROCESS, AUTOMATON]
RESULTS += [
    race.Race(10),
    chase.Chase(4),
    lucky_draws.LuckyDraws(8, 8),
    tricks.Tricks(8, 8),
    pig.Pig(5),
    WEATHER,
    penney.table(2),
    simulate.estimate(lambda rng: 1, 2, 1),
]
MORE_FUNCTIONS = [
    yazy.Yazy,
    yahtzee.Yahtzee,
    DecisionProcess,
    PrefixAutomaton,
    markov.AbsorbingChain,
]
MORE_FUNCTIONS += [race.Race, chase.Chase, lucky_draws.LuckyDraws, tricks.Tricks, pig.Pig]
MORE_FUNCTIONS += [program.solve(1, lambda n: {0: 1}).walk]
MORE_FUNCTIONS += [long_run.LongRunChain]
EXCEPTIONS = {  # these have their own tests, or their caller checks the arguments
    "games.validate", "games.maths.flint_solver", "games.maths.graph", "games.maths.iteration",
    "games.maths.linear", "games.maths.polynomial",
    "games.parameters", "restrict",
    "games.maths.survival", "games.incremental", "book_results",
    "own_games.dice", "own_games.grammar", "own_games.process",
    "own_games.program", "own_games.slider", "own_games.curves",
    "own_games.rational", "own_games.labels", "own_games.solving",
    "own_games.running", "own_games.replies", "own_games.isolated",
    "games.yazy.scorecard", "of", "points",
}  # fmt: skip


def bad_values(kind):
    fine = {"None"} if kind.endswith("?") else set()
    kind = kind.rstrip("?")
    fine |= OF_USE.get(kind, set())
    return [*(value for name, value in ALWAYS_WRONG.items() if name not in fine), *KINDS[kind]]


NAMES = {  # what a message may name in place of the parameter
    "Q": ["row", "R "],
    "R": ["row", "absorbing"],
    "table": ["row"],
}
for room in rooms():  # a game may bring its own arguments with its tests
    if (ROOT / "tests" / room / "test_solver.py").exists():
        room_arguments = getattr(import_module(f"tests.{room}.test_solver"), "ARGUMENTS", None)
        if room_arguments:
            ARGUMENTS[import_module(f"games.{room}")] = room_arguments


def public():
    """Yield each public function of the solvers, and each method of those results."""
    for module in of_kind("solver"):
        if module.__name__ not in EXCEPTIONS:
            members = (getattr(module, name) for name in getattr(module, "__all__", ()))
            yield from filter(inspect.isfunction, members)
    for result in RESULTS:
        for name, method in inspect.getmembers(result, inspect.ismethod):
            if not name.startswith("_") and name not in EXCEPTIONS:
                yield method
    yield from MORE_FUNCTIONS


def known_arguments(function):
    """Return the arguments of a function, each with its kind and a good value."""
    values = (
        ANYWHERE
        | ARGUMENTS.get(import_module(function.__module__), {})
        | OTHER_MEANINGS.get(function, {})
    )
    parameters = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind != parameter.VAR_POSITIONAL
    ]
    lacks = {parameter.name for parameter in parameters} - values.keys()
    assert not lacks, f"{function.__module__}.{function.__qualname__}: no good value of {lacks}"
    optional = {parameter.name: "?" * (parameter.default is None) for parameter in parameters}
    return {name: (kind and kind + optional[name], good) for name, (kind, good) in values.items()
            if name in optional}  # fmt: skip


PUBLIC = [*public()]
CASES = [
    pytest.param(function, name, kind, id=f"{function.__module__}.{function.__qualname__}-{name}")
    for function in PUBLIC
    for name, (kind, _) in known_arguments(function).items()
    if kind
]


@pytest.mark.parametrize(("function", "name", "kind"), CASES)
def test_bad_arguments_are_named(function, name, kind):
    good = {name: value for name, (_, value) in known_arguments(function).items()}
    for value in bad_values(kind):
        start = time.process_time()
        with pytest.raises((TypeError, ValueError)) as error_info:
            function(**(good | {name: value}))
        message = str(error_info.value)
        assert any(word in message for word in [name, *NAMES.get(name, [])])
        assert len(message) < 1000
        assert time.process_time() - start < 60  # the call must end
    function(**good)


SIMPLE = (
    st.none() | st.booleans() | st.integers(-3, 12) | st.floats() | st.binary(max_size=3)
    | st.fractions(-1, 2, max_denominator=60) | st.text("RBx1/", max_size=8)
    | st.sampled_from([10**9, -(10**30), 10**400, "RB" * 300, "é", 1j, Fraction(1, 10**60)])
)  # fmt: skip
ROWS = st.dictionaries(st.text(max_size=1), SIMPLE | st.dictionaries(st.text(max_size=1), SIMPLE))
ANYTHING = SIMPLE | st.lists(SIMPLE, max_size=5) | ROWS
GOOD = st.sampled_from([value for values in ARGUMENTS.values() for _, value in values.values()])


@given(st.data())
@settings(max_examples=500)
def test_every_call_gets_an_answer_or_a_reason(data):
    function = data.draw(st.sampled_from(PUBLIC))
    anything = ANYTHING | GOOD | ANYTHING.map(lambda value: lambda *_: value)
    words = {
        name: data.draw(st.just(good) | anything)
        for name, (_, good) in known_arguments(function).items()
    }
    has_varargs = inspect.getfullargspec(function).varargs
    try:
        function(*data.draw(st.lists(ANYTHING, max_size=3)) if has_varargs else (), **words)
    except (TypeError, ValueError) as error:
        assert str(error)


@pytest.mark.parametrize(
    ("result", "field"),
    [
        (LITTLE, "categories"),
        (LITTLE, "values_by_set"),
        (LITTLE.turn(["ones"]), "sums"),
        (LITTLE.turn(["ones"]), "scores"),
        (LITTLE_TARGETS, "rows"),
        (LITTLE_TARGETS.rows, 3),
        (LITTLE_TARGETS.rows[3], 1),
        (LITTLE_TARGETS.rows[3][1], 0),
        (yazy_targets.opening_solution().rows[2047][1], 199),
        (yazy.standard_game().values_by_set, -1),
        (LITTLE.values_by_set, -1),
        (LITTLE.turn(["ones"]).sums[0], 0),
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


@pytest.mark.parametrize("result", [LITTLE, LITTLE_TARGETS, LAST, PAIR, AUTOMATON, TOSS])
def test_results_can_be_copied_and_pickled(result):
    turn.lattice(5).place  # noqa: B018 - what has been asked for must not get into the way
    for duplicate in (copy(result), deepcopy(result), pickle.loads(pickle.dumps(result))):
        assert type(duplicate) is type(result)
        assert repr(duplicate) == repr(result)
        for name in ("values_by_set", "rows", "needs", "sums", "scores", "states", "transient"):
            assert getattr(duplicate, name, None) == getattr(result, name, None)


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
    assert short_repr(value) == text


def test_whole_numbers_of_other_packages_are_taken():
    class Number:
        def __init__(self, number):
            self.number = number

        def __index__(self):
            return self.number

    assert integer("n", Number(3)) == 3
    assert probability("p", Number(1)) == 1
    with pytest.raises(ValueError, match="p is 2,"):
        probability("p", Number(2))


class OtherRational(Rational):
    """A rational number of another package, with only the methods of the interface."""

    def __init__(self, numerator, denominator):
        self.parts = numerator, denominator

    numerator = property(lambda self: self.parts[0])
    denominator = property(lambda self: self.parts[1])

    def _not_asked(self, *_):
        raise NotImplementedError

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = _not_asked
    __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = __pow__ = _not_asked
    __rpow__ = __neg__ = __pos__ = __abs__ = __eq__ = __lt__ = __le__ = __trunc__ = _not_asked
    __floor__ = __ceil__ = __round__ = _not_asked
    __hash__ = object.__hash__


class OwnFraction(Fraction):
    pass


FORMS = {  # the forms in which another program may give the number n/d
    "numpy on top": lambda n, d: Fraction(np.int64(n), d),
    "numpy below": lambda n, d: Fraction(n, np.int64(d)),
    "numpy on top and below": lambda n, d: Fraction(np.int32(n), np.int32(d)),
    "sympy": sympy.Rational,
    "sympy in a Fraction": lambda n, d: Fraction(sympy.Integer(n), sympy.Integer(d)),
    "a subclass": OwnFraction,
    "another package": OtherRational,
    "python-flint": flint.fmpq,
}
EXACT = {"chance", "level", "odds", "table", "matrix", "truth", "share"}
RETURN_NUMBERS = {"actions", "gain", "play", "reward", "score", "step"}


def in_form(value, form):
    """Return the same value with each number in the form of another program."""
    if isinstance(value, dict):
        return {key: in_form(part, form) for key, part in value.items()}
    if isinstance(value, list):
        return [in_form(part, form) for part in value]
    if isinstance(value, str):
        return in_form(Fraction(value), form) if re.fullmatch(r"[0-9]+/[0-9]+", value) else value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return form(value.numerator, value.denominator)
    return (lambda *arguments: in_form(value(*arguments), form)) if callable(value) else value


def typed_result(function, arguments):
    """Return what a function returns, with the kinds of all numbers in it, so that it compares."""
    # An earlier game has used the random numbers of the old generator.
    fresh = {"rng": Random(1)} if "rng" in arguments else {}
    result = function(**(arguments | fresh))
    return with_types(finish(result) if inspect.isgenerator(result) else result)


def with_types(value):
    if isinstance(value, Fraction):
        parts = value.numerator, value.denominator
        return [type(value), *((type(part), part) for part in parts)]
    if isinstance(value, dict):
        return [(with_types(key), with_types(item)) for key, item in value.items()]
    if isinstance(value, tuple | list):
        return [type(value), *map(with_types, value)]
    if hasattr(value, "__dict__") and not callable(value):
        return [type(value), *((key, with_types(item)) for key, item in vars(value).items())]
    return type(value), None if callable(value) else repr(value)


def takes_exact(function):
    """Return the names of the arguments that are, hold or return exact numbers."""
    kinds = {
        name: (kind or "").rstrip("?") for name, (kind, _) in known_arguments(function).items()
    }
    return [name for name, kind in kinds.items() if kind in EXACT or name in RETURN_NUMBERS]


TAKE_NUMBERS = [
    pytest.param(function, id=f"{function.__module__}.{function.__qualname__}")
    for function in PUBLIC
    if takes_exact(function)
]


@pytest.mark.parametrize("function", TAKE_NUMBERS)
def test_exact_numbers_of_other_packages_give_the_same_result(function):
    good = {name: value for name, (_, value) in known_arguments(function).items()}
    expected = typed_result(function, good)
    for form in FORMS.values():
        other_arguments = {name: in_form(good[name], form) for name in takes_exact(function)}
        assert typed_result(function, good | other_arguments) == expected


def test_a_decimal_is_taken_as_the_number_that_is_written():
    assert probability("p", Decimal("0.1")) == Fraction(1, 10)
    assert exact_number("gain", Decimal("-12.50")) == Fraction(-25, 2)
    assert real_number("n", Decimal("0.1")) == Fraction(1, 10)
    third = {"a": Decimal("0.3"), "b": Decimal("0.7")}
    chain = markov.AbsorbingChain({"s": third, "a": {"a": Decimal(1)}, "b": {"b": 1}})
    assert chain.hitting_probability("s", "a") == Fraction(3, 10)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (Decimal("NaN"), "must be"),
        (Decimal("sNaN"), "must be"),
        (Decimal("-Infinity"), "must be"),
        (Decimal("1e-999999999"), "must be"),  # as a Fraction it would fill the memory
        (Decimal("1e999999999"), "must be"),
        (np.float64(0.5), "must be exact"),
        (np.float32(0.5), "must be exact"),
        (sympy.Float(0.5), "must be exact"),
        (sympy.nan, "must be"),
        (sympy.oo, "must be"),
        (np.bool_(True), "must be"),
        (sympy.true, "must be"),
        (np.complex128(1), "must be"),
    ],
)
def test_what_is_not_exact_in_other_packages_is_refused(value, reason):
    for take in (probability, exact_number):
        with pytest.raises((TypeError, ValueError), match=f"p is .*{reason}"):
            take("p", value)


def test_counts_of_numpy_do_not_overflow_without_a_word():
    rolls = np.array([1, 1, 2, 3, 3, 3, 4, 5, 6, 6])
    left, right = (Fraction(np.sum(rolls == face), rolls.size) for face in (1, 6))
    assert chase.Chase(20, left, right).expected_turns_float == pytest.approx(131.454972)
    assert evidence.rounds_needed(Fraction(np.int64(7), np.int64(10))) == 53
    assert evidence.likelihood_ratio(30, 10, Fraction(np.int64(2), 3)) > 0


@pytest.mark.parametrize("kind", [np.int64, np.float64, np.float32, Decimal, sympy.Integer])
def test_a_simulation_takes_numbers_of_every_kind(kind):
    estimate = simulate.estimate(lambda rng: kind(rng.randint(1, 6)), 10, 1)
    assert estimate == simulate.estimate(lambda rng: rng.randint(1, 6), 10, 1)
    assert estimate.errors_from(kind(3)) == estimate.errors_from(3)


def test_where_the_order_matters_a_sequence_is_asked_for():
    for categories in (iter(["ones"]), {"ones"}):
        with pytest.raises(TypeError, match=r"categories is .* must be a sequence"):
            LITTLE.score_growth_incremental(categories)
