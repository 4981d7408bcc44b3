"""Games as programs: known answers, mistakes with their line, hostile texts and tables."""

import json
import os
import re
import shutil
import sys
import time
import warnings
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from random import Random
from types import CodeType
from uuid import uuid4

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain
from games.maths.simulate import estimate
from games_widgets.your_game.app import EXAMPLES
from own_games import exploration, isolated, program
from own_games.grammar import COUNT_TURN, FUNCTIONS, REPORT_LINE, read
from own_games.process import Process
from own_games.program import (
    MAX_LIMITS,
    Limits,
    ProgramError,
    Table,
    answer,
    read_table,
    solve_actions,
    solve_table,
    solve_table_incremental,
    solve_text,
    tabulate,
    tabulate_isolated,
    wait_for_table,
)
from own_games.program import solve as solve_step
from tests.conftest import others_slow
from tests.helpers.your_game import PIGLET, TEXTS, WRONG, solve

pytestmark = pytest.mark.usefixtures("bounded")
COIN = "start = 0\ndef step(n):\n    return {n: 1} if n == 2 else {n + 1: 1/2, 0: 1/2}\n"


# Names of the reader

READER_NAMES = [
    "turn",
    "returned",
    "count",
    "counter",
    "step_count",
    "line",
    "exact",
    "number",
    "row",
]


@pytest.mark.parametrize("name", READER_NAMES)
@pytest.mark.parametrize(
    "text",
    [
        """
start = 0, 0
def step(state):
    NAME, points = state
    for side in (0, 1):
        NAME = 1 - NAME
    NAME = 1 - NAME
    return {state: 1} if points == 2 else {(NAME, points + 1): 1/2, (NAME, 0): 0.5}
""",
        """
start = 0
calls = []
def NAME():
    calls.append(1)
def step(points):
    calls.clear()
    for _ in range(3):
        pass
    NAME()
    assert len(calls) == 1
    return {points: 1} if points == 2 else {points + 1: 1/2, 0: 1/2}
""",
        """
start = 0
class Coin:
    NAME = 1/2
    def toss(self, NAME):
        for _ in range(3):
            NAME = NAME
        return {NAME: 1} if NAME == 2 else {NAME + 1: self.NAME, 0: 1 - self.NAME}
def step(NAME):
    return Coin().toss(NAME=NAME)
""",
    ],
    ids=["variable", "function", "attribute and argument"],
)
def test_a_name_of_the_reader_breaks_no_text(text, name):
    game = solve(text.replace("NAME", name))
    assert game.mean == 6


@pytest.mark.parametrize("name", ["opponent", "cost", "gain", "output", "slider", "policy"])
@pytest.mark.parametrize("first_line", ["NAME = 1/2", "NAME, other = 1/2, 0"])
def test_a_name_that_the_page_knows_may_be_a_number_of_the_text(name, first_line):
    text = f"{first_line}\n{COIN}".replace("1/2, 0: 1/2", "NAME, 0: 1 - NAME")
    game = solve(text.replace("NAME", name))
    assert game.mean == 6
    assert not game.gains


@given(st.sampled_from([*EXAMPLES.values(), PIGLET]))
def test_the_code_adds_only_names_with_a_space(text):
    reading = read(text)

    def names_of(code):
        yield from (*code.co_names, *code.co_varnames, *code.co_freevars, *code.co_cellvars)
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                yield from names_of(constant)

    own_names = set(names_of(compile(reading.tree, "as written", "exec")))
    new_names = set(names_of(reading.code)) - own_names
    assert new_names
    assert all(" " in name for name in new_names)


# Known answers


def test_known_answers():
    faces = solve(EXAMPLES["All six faces"])
    assert faces.mean == sum(Fraction(6, k) for k in range(1, 7))
    assert solve(EXAMPLES["Heads twice"]).mean == 6  # 2 + 4, the overlaps of HH (Conway)
    bold = solve(EXAMPLES["Bold or timid"])
    win, lose = Fraction(2, 5), Fraction(3, 5)
    assert bold.value == win * (win + lose * win)  # Dubins and Savage, from 3/8
    assert bold.value == bold.process.value("3")
    pig = solve(EXAMPLES["One turn of Pig"])
    holds = [pot for pot in range(2, 30) if "hold" in pig.process.best(str(pot))]
    assert holds == list(range(20, 30))  # Neller and Presser: hold at 20; at 20 it is a tie
    assert "throw" in pig.process.best("20")
    assert round(float(pig.value), 4) == 8.1418


@pytest.mark.parametrize("goal", [3, 5, 9])
@pytest.mark.parametrize("win_chance", ["1/2", "0.4", "2/3"])
def test_the_gamblers_ruin_has_the_chances_of_the_textbook(goal, win_chance):
    text = (
        f"start = 2\ndef step(n):\n  if n in (0, {goal}): return {{n: 1}}\n"
        f"  return {{n + 1: {win_chance}, n - 1: 1 - {win_chance}}}"
    )
    ratio = (1 - Fraction(win_chance)) / Fraction(win_chance)
    chance = Fraction(2, goal) if ratio == 1 else (1 - ratio**2) / (1 - ratio**goal)
    assert solve(text).ends[str(goal)] == chance


def test_a_game_of_two():
    assert solve(PIGLET).value == Fraction(4, 7)  # Neller and Presser
    for instead, message in {
        "opponent = 3": "opponent must be a function",
        "def opponent(s):\n    return s[0]": r"opponent\(\(0, 0, 0, 0\)\) is 0, but must be",
        "def opponent(s):\n    return 'B'": "is 'B', but must be True or False: there are two pla",
    }.items():
        with pytest.raises(ProgramError, match=message):
            solve(PIGLET.replace("def opponent(s):\n    return s[0] == 1", instead))


def test_functions_of_a_notebook():
    def actions(state):
        remaining, face = state
        if not remaining:
            return face
        throw = {(remaining - 1, n): Fraction(1, 6) for n in range(1, 7)}
        return {"throw": throw, "stop": {(0, face): 1}}

    game = solve_actions((3, 0), actions)
    assert game.value == Fraction(14, 3)
    assert game.process.best((2, 4)) == ("throw",)
    assert solve_actions((3, 0), actions, lambda state: True).value == 0  # stop at once
    assert solve_step((), lambda s: {s: 1} if len(s) == 2 else {(*s, 1): "1/3", s: "2/3"}).mean == 6
    for call in (
        lambda: solve_step(0, 5),
        lambda: solve_step([], lambda s: {0: 1}),
        lambda: solve_step(0, lambda s: {1: 0.5, 0: 0.5}),
        lambda: solve_step(0, lambda s: {s + 1: 1}, limits=Limits(states=9)),
        lambda: solve_actions(0, actions, opponent=3),
        lambda: solve_step(0, lambda s: {s: 1}),
    ):
        with pytest.raises(ProgramError):
            call()


SHUT_THE_BOX = (TEXTS / "shut_the_box.txt").read_text("utf-8")


def test_a_large_game_fits():
    assert round(float(solve(SHUT_THE_BOX).value), 4) == -11.1575  # as by `DecisionProcess`
    with pytest.raises(ProgramError, match=r"than 400 states.*Limits\(states=…\) allows more"):
        solve(SHUT_THE_BOX, states=400)


# Exact numbers, and all of Python


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("0.12345678901234567891", Fraction(12345678901234567891, 10**20)),
        ("1e-400", Fraction(1, 10**400)),
        ("1_0.2_5", Fraction(41, 4)),
        ("1E3", Fraction(1000)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1e400", Fraction(10**400)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ('len("é") * 0.3', Fraction(3, 10)),
        ("2**-1 * 1", 0.5),
        ("-7 / 2", Fraction(-7, 2)),
        ("True / 4", Fraction(1, 4)),
        ("math.sqrt(1/4)", 0.5),
        ("math.sqrt(4) / 4", 0.5),
        ("1 / math.sqrt(4)", 0.5),
        ("float('0.5') / (1/2)", 1.0),
        ("Decimal(1) / 8", Decimal := __import__("decimal").Decimal("0.125")),
        ("(lambda a, b=1/3: a / b)(1)", Fraction(3)),
        ("[x / 2 for x in (1, 3)]", [Fraction(1, 2), Fraction(3, 2)]),
        ('f"{1/3} {0.5!r} {2:03d} {1/8:.2f} {10/4:6.1f}"', "1/3 Fraction(1, 2) 002 0.12    2.5"),
        ("round(1/3, 2)", Fraction(33, 100)),
        ("str(Path('a') / 'b')", os.path.join("a", "b")),
        ("sum([0.1] * 10) == 1", True),
        ("1 < 3/2 < 2", True),
        ("isinstance(1/2, Fraction)", True),
    ],
)  # fmt: skip
def test_numbers_are_what_their_digits_say(expression, value):
    names = ran(
        f"import math\nfrom decimal import Decimal\nfrom pathlib import Path\nx = {expression}"
    )
    assert names["x"] == value
    assert type(names["x"]) is type(value)


def ran(text):
    reading = read(text)
    names = reading.numbers | FUNCTIONS
    names |= {COUNT_TURN: int, REPORT_LINE: lambda value, line: value}
    names |= {"Fraction": Fraction, "__name__": "__main__"}
    exec(reading.code, names)
    return names


def leaf():
    integers = st.integers(0, 30).map(lambda n: (str(n), n))
    tenth = st.integers(0, 300).map(lambda n: (f"{n // 10}.{n % 10}", Fraction(n, 10)))
    return integers | tenth


BY_HAND = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: Fraction(a) / Fraction(b),
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "<": lambda a, b: a < b,
}


@given(
    st.recursive(
        leaf(),
        lambda inner: st.tuples(inner, st.sampled_from(sorted(BY_HAND)), inner),
        max_leaves=9,
    )
)
@settings(max_examples=200)
def test_expressions_are_what_they_are_with_fractions_by_hand(tree):
    def source_of(node):
        return (
            node[0] if len(node) == 2 else f"({source_of(node[0])} {node[1]} {source_of(node[2])})"
        )

    def worth(node):
        return node[1] if len(node) == 2 else BY_HAND[node[1]](worth(node[0]), worth(node[2]))

    try:
        value = worth(tree)
    except ZeroDivisionError:
        assume(False)
    for statement in (f"x = {source_of(tree)}", f"x = [0, {source_of(tree)}][1]"):
        result = ran(statement)["x"]
        assert result == value
        assert type(result) is type(value)
    if len(tree) == 3 and tree[1] != "<" and not isinstance(worth(tree[0]), bool):
        a, op, b = tree
        d = ran(f"d = {{'a': {source_of(a)}}}\nd['a'] {op}= {source_of(b)}")["d"]
        assert d["a"] == value
        assert isinstance(d["a"], Fraction if op == "/" else int | Fraction)


WHOLE = (TEXTS / "whole.txt").read_text("utf-8")


def test_all_of_python_may_be_used():
    names = ran(WHOLE)
    assert names["values"][0] == [Fraction(1, 2), Fraction(1, 4), 3]
    assert names["values"][2] == "   1/2"
    assert (names["found"], names["done"], names["grown"]) == (1, True, [1, 1])
    assert names["Counted"].made == 2
    assert names["__doc__"] == "A game in all of Python."
    table = tabulate(WHOLE)
    assert table.printed == "all: 1/3!"
    assert solve_table(table).mean == 4
    assert table.names[0].startswith("Place(at=1, weight=Fraction(1, 2)")


def test_numbers_in_a_game_are_exact():
    game = solve(
        "start = 0\nhalf = 1\nhalf /= 2\n"
        "def step(n):\n  return {n: 1} if n else {1: 0.1, 2: 1/3, 3: 1e-1 + half - 1/30}"
    )
    assert game.ends == {"1": Fraction(1, 10), "2": Fraction(1, 3), "3": Fraction(17, 30)}
    assert game.decimals == (("0.1", Fraction(1, 10)), ("1e-1", Fraction(1, 10)))
    with pytest.raises(ProgramError, match=r"but must be exact: write Fraction\(1, 2\)$"):
        solve("import math\nstart = 0\ndef step(n): return {1: math.sqrt(1/4), 0: 1/2}")
    for chance in ("Fraction(1, 2)", '"1/2"', "0.5", "1/2", "5/10", "Fraction('0.5')"):
        assert solve(COIN.replace("1/2", chance)).mean == 6


# Mistakes


MISTAKES = [
    (mistake["text"], mistake.get("line"), mistake["message"]) for mistake in WRONG["mistakes"]
] + [
    ("x = 1\u202e0\n" + COIN, 1, "cannot be seen"),
    ("#" * 21000, None, "at most 20000"),
    ("start = 1" + "+1" * 5000, None, "nested too deeply"),
    (EXAMPLES["Bold or timid"] + "def policy(n):\n  return 1", 10, "policy is not used"),
    (EXAMPLES["Bold or timid"] + "policy = {3: 1}", 10, "let actions offer your choice alone"),
]


@pytest.mark.parametrize(("text", "line", "message"), MISTAKES)
def test_mistakes_are_told_with_their_line(text, line, message):
    with pytest.raises(ProgramError) as error_info:
        solve(text)
    assert message in str(error_info.value)
    assert error_info.value.line == line
    assert str(error_info.value).startswith(
        f"Line {line}: " if line else ("", error_info.value.message)
    )
    with pytest.raises(ProgramError) as caught_again:
        read_table(answer(text, "{}"))
    assert str(caught_again.value) == str(error_info.value)


def test_what_is_used_is_heard():
    used_text = (
        "def value(n): return n == 2\n_spare = lambda: 0\ndef _later(): pass\nclass Odd: pass\n"
    )
    assert solve(used_text + COIN.replace("n == 2", "value(n)")).mean == 6


@pytest.mark.parametrize("case", WRONG["endless"])
def test_what_never_ends_is_ended(case):
    with pytest.raises(ProgramError, match=case["message"]) as error_info:
        solve(case["text"], seconds=1)
    assert error_info.value.line == case.get("line")


def test_the_turns_are_counted_for_the_whole_game():
    text = "start = 0\ndef step(n):\n  for i in range(20_000): pass\n  return {min(n + 1, END): 1}"
    assert solve(text.replace("END", "4"), seconds=1).mean == 4
    with pytest.raises(
        ProgramError, match=r"Line 3: not finished after 1 seconds, or after 1000000 tur"
    ):
        solve(text.replace("END", "1900"), seconds=1)


@pytest.mark.parametrize("case", WRONG["long"])
def test_games_that_would_take_long_to_solve_are_refused(case):
    with pytest.raises(ProgramError, match=case["message"]):
        solve(case["text"], seconds=600)  # so that no slow machine reaches this limit first


def test_a_text_may_take_so_many_seconds(monkeypatch):
    clock = iter(range(0, 1000, 3))
    monkeypatch.setattr(exploration, "perf_counter", lambda: next(clock))
    with pytest.raises(
        ProgramError, match=r"still finding states after 10 seconds; there are 5 so"
    ):
        tabulate("start = 0\ndef step(n): return {n + 1: 1}")


@pytest.mark.parametrize("text", [None, b"start = 0", ["start = 0"], 5])
def test_what_is_no_text_is_a_type_error(text):
    for run in (tabulate, tabulate_isolated, solve_text):
        with pytest.raises(TypeError, match=r"text is of type .*, but must be a str"):
            run(text)


@pytest.mark.parametrize("name", Limits._fields)
def test_limits_are_seen_and_bounded(name):
    for bad, kind in (
        (0, ValueError),
        (getattr(MAX_LIMITS, name) + 1, ValueError),
        ("9", TypeError),
    ):
        with pytest.raises(kind, match=f"{name} is .*{bad}"):
            tabulate(COIN, Limits(**{name: bad}))
        reply = json.loads(answer(COIN, json.dumps({name: bad})))
        assert name in reply["error"]


# The table that a text hands over


def test_names_are_short_plain_and_no_two_alike():
    table = tabulate(
        "class Odd:\n  def __str__(self): return 'odd'\na, b = Odd(), Odd()\nstart = 1\n"
        "def step(n):\n  if n != 1: return {n: 1}\n"
        "  return {to: 1/9 for to in ('1', '', (2, 1/2), frozenset({3}), 'x' * 999, 'x' * 998,"
        " a, b, '\\x07')}"
    )
    x = "x" * 189 + "…"
    names = ["1", "'1'", "“”", "(2, 1/2)", "{3}", f"'{x}'", f"{x} (2)", "odd", "odd (2)", "�"]
    assert list(table.names) == names
    assert Table.from_json(table.to_json()) == table


def test_what_is_printed_is_kept_as_text():
    def output_of(call):
        return tabulate(f"start = 1\ndef step(n):\n  {call}\n  return {{0: 1}}").printed

    assert output_of("print(n, '<b>', 1/2)") == "1 <b> 1/2\n0 <b> 1/2\n"
    assert len(output_of("print('x' * 10**6)")) == 4000
    assert output_of("print('\\x1b\\u202e', end=None)") == "��\n��\n"
    with pytest.raises(ProgramError) as error_info:
        read_table(answer("print('here')\nx = 1 / 0", "{}"))
    assert (error_info.value.printed, error_info.value.line) == ("here\n", 2)


def test_an_answer_is_always_one():
    for text in (
        COIN, "", "raise SystemExit", "raise KeyboardInterrupt", "raise GeneratorExit",
        "class E(BaseException):\n  def __str__(self): raise self\nraise E",
        "class S:\n  __hash__ = None\n  def __repr__(self): 1/0\nstart = S()\ndef step(n): pass",
        "import json\njson.dumps = None", "raise ValueError('x' * 10**6)",
        "raise ValueError('\\ud800')",
        None, 5, "start = 0\ndef step(n): return {'\\ud800': 1}",
    ):  # fmt: skip
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(json, "dumps", json.dumps)
            reply = answer(text, "{}")
        try:
            read_table(reply)
        except ProgramError as error:
            assert len(str(error)) < 1100
    for limits in ("", "[]", "{}5", '{"x": 1}', "null"):
        assert "error" in json.loads(answer(COIN, limits))


PARTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
    | st.sampled_from(["step", "actions", "", "1/2", "1/0", "-3", "a", "9" * 5000]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=8,
)  # fmt: skip
# chances as texts: a fault in the grammar must not keep these tests from being found
GOOD = [
    json.loads(tabulate("x = 0.5\n" + text.replace("1/2", '"1/2"')).to_json())
    for text in (COIN, PIGLET)
]


@st.composite
def nearly(draw):
    """A table in which one part is replaced, left out, or doubled."""
    table = place = json.loads(json.dumps(draw(st.sampled_from(GOOD))))
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        key = draw(st.sampled_from(keys))
        if isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
            place = place[key]
            continue
        change = draw(st.sampled_from(["other", "gone", "twice"]))
        if change == "gone":
            del place[key]
        elif change == "twice" and isinstance(place, list):
            place.insert(key, place[key])
        else:
            place[key] = draw(PARTS)
        return table


@given(nearly() | PARTS)
@settings(max_examples=400)
def test_a_table_from_a_stranger_is_right_or_refused(data):
    try:
        table = Table.from_json(json.dumps(data))
    except ProgramError as error:
        assert str(error).startswith("what came back is no table: ")
        return
    for row in table.rows:
        for _, (total, *transitions) in () if isinstance(row, Fraction) else row:
            assert sum(transitions[1::2]) == total
            assert min(transitions[1::2]) > 0
            assert max(transitions[::2]) < len(table.names)
    assert Table.from_json(table.to_json()) == table
    with suppress(ProgramError):
        solve_table(table)


def test_an_answer_keeps_to_the_limits_that_were_asked_for():
    reply = answer(COIN, "{}")
    assert read_table(reply, Limits(states=3, ways=5, digits=5)) == tabulate(COIN)
    for smaller in (Limits(states=2), Limits(ways=4), Limits(digits=4)):
        with pytest.raises(ProgramError, match="what came back is no table"):
            read_table(reply, smaller)
        with pytest.raises(ProgramError, match="what came back is no table"):
            list(wait_for_table(Slow(reply, 0), smaller))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([2, -1, 1, 0, 1], "leads to no state"),
        ([2, 3, 1, 0, 1], "leads to no state"),
        ([2, 1, 1, 1, 1], "leads twice"),
        ([1, 0, 2, 1, -1], "do not sum to 1"),
        ([1, 0, 0, 1, 1], "do not sum to 1"),
        ([3, 0, 1, 1, 1], "do not sum to 1"),
        ([1, True, 1], "no whole number"),
        ([1.0, 1, 1.0], "no whole number"),
        ([1, 1], "too short"),
        ([], "too short"),
        (5, "a list is none"),
    ],
)
def test_rows_that_are_none_are_refused(row, message):
    with pytest.raises(ProgramError, match=message):
        Table.from_json(json.dumps(GOOD[0] | {"rows": [[["", row]], *GOOD[0]["rows"][1:]]}))


@given(st.text(max_size=60) | st.binary(max_size=60).map(repr))
def test_text_that_is_no_answer_is_refused(text):
    for reads in (Table.from_json, read_table):
        with pytest.raises(ProgramError):
            reads(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 1_000_000,
        '{"a":' * 300_000,
        "[" + "[],[" * 600_000,
        '"' + "x" * 9_000_000 + '"',
        "9" * 5000,
        '{"error": "' + "x" * 2000 + '"}',
        '{"error": "\\u202e"}',
        '{"error": 5}',
        '{"error": "x", "line": true}',
        '{"error": "x", "line": -1}',
        '{"error": "x", "printed": 3}',
        '{"table": 1, "more": 2}',
        json.dumps(GOOD[0] | {"names": ["x"] * 60_000, "rows": [""] * 60_000}),
        json.dumps(GOOD[0] | {"names": ["x" * 201, "y", "z"]}),
        json.dumps(GOOD[0] | {"rows": [[["", [2**13_001, 1, 2**13_001]]]] * 3}),
        json.dumps(GOOD[1] | {"opposed": [99]}),
        json.dumps(GOOD[0] | {"rows": "1"}),
    ],
)
def test_bombs_among_answers_do_not_go_off(text):
    with pytest.raises(ProgramError) as error_info:
        read_table(text if "names" not in text[:200] else f'{{"table": {text}}}')
    assert len(str(error_info.value)) < 1000


# Texts of other people, in a separate process


@pytest.mark.parametrize("case", others_slow(WRONG["hostile"], *WRONG["hostile"][:4]))
def test_a_hostile_text_ends_and_is_told_in_plain_words(case, monkeypatch):
    monkeypatch.setattr(Process, "grace", 3)
    with pytest.raises(ProgramError) as error_info:
        tabulate_isolated(case["text"], Limits(seconds=1))
    assert case.get("message", "") in str(error_info.value)
    assert 10 < len(str(error_info.value)) < 500


def test_what_a_text_does_to_its_process_leaves_its_answer_alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # its modules must not replace ours
    odd = "import sys, os\nsys.stdout.close()\nos.close(1)\nos.close(2)\nprint('kept')\n" + COIN
    assert tabulate_isolated(odd).printed == "kept\n"
    split = "import os\ntry: os.fork()\nexcept OSError: pass\n"  # only root may
    assert tabulate_isolated(split + COIN) == tabulate(COIN)
    assert solve_text(COIN).mean == 6
    shadow = tmp_path / "json.py"
    shadow.write_text("raise SystemExit", "utf-8")
    assert tabulate_isolated(COIN) == tabulate(COIN)


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="processes are looked up in /proc")
def test_a_process_is_stopped_with_all_that_it_has_started(tmp_path):
    ids_file = tmp_path / "ids"
    text = (
        "import os, time\nn = 1\ntry: os.fork(); n = 2\nexcept OSError: pass\n"  # only root may
        f"open({str(ids_file)!r}, 'a').write(f'{{os.getpid()}} ' * n)\ntime.sleep(100)"
    )
    ids_file.touch()
    ids_file.chmod(0o666)
    pending = program.start_isolated(text, Limits())
    # Two processes write two numbers each.
    while len(ids := ids_file.read_text("utf-8").split()) < 1 or len(ids) == 2:
        assert pending.poll() is None
        time.sleep(0.01)
    pending.stop()

    def runs(pid):
        try:
            state = re.search(r"\) (.)", Path(f"/proc/{pid}/stat").read_text("utf-8"))[1]
        except (FileNotFoundError, ProcessLookupError):
            return False
        return state != "Z"

    while any(map(runs, ids_file.read_text("utf-8").split())):
        time.sleep(0.01)  # ends within the time limit of a test


# Three ways to leave the group of processes that is stopped.
WAYS_TO_DETACH = {
    "fork": "if os.fork() == 0:\n    os.setsid()\n    os.execv(CODE[0], CODE)",
    "subprocess": "import subprocess\nsubprocess.Popen(CODE, start_new_session=True)",
    "spawn": "os.posix_spawn(CODE[0], CODE, os.environ, setsid=True)",
}


def command(pid):
    """Return the command of a process, or "" if it has ended meanwhile."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def marked_processes(mark):
    """Return the numbers of the processes that have this mark in their commands."""
    return [pid for pid in os.listdir("/proc") if pid.isdecimal() and mark in command(pid)]


@pytest.mark.parametrize("ending", WAYS_TO_DETACH)
@pytest.mark.skipif(not os.path.isdir("/proc"), reason="processes are looked up in /proc")
def test_no_process_outlives_its_text_or_a_warning_says_so(ending, monkeypatch):
    """Root gets a warning, unless the account without rights can read this Python."""
    mark = f"outlives-{uuid4()}"
    code = f"import os, sys\nCODE = ['/bin/sh', '-c', 'sleep 30; : {mark}']\n"
    text = f"{code}{WAYS_TO_DETACH[ending]}\n{COIN}"
    pythons = [sys.executable, *filter(None, [shutil.which("python3", path="/usr/bin")])]
    for python in pythons:
        monkeypatch.setattr(sys, "executable", python)
        with warnings.catch_warnings(record=True) as caught_warnings:
            warnings.simplefilter("always")
            with suppress(ProgramError):  # it may not start other processes
                tabulate_isolated(text)
        warnings_given = [
            str(warning.message)
            for warning in caught_warnings
            if warning.category is RuntimeWarning
        ]
        is_warned = any("may outlive it" in text for text in warnings_given)
        deadline = time.monotonic() + 10  # a process that was killed may take a moment to end
        while (
            (remaining := marked_processes(mark)) and not is_warned and time.monotonic() < deadline
        ):
            time.sleep(0.05)
        for pid in remaining:
            with suppress(ProcessLookupError):  # it has ended meanwhile
                os.kill(int(pid), 9)
        assert is_warned or not remaining
        assert os.getuid() == 0 or not warnings_given


def test_where_there_is_no_wall_a_text_is_refused(monkeypatch):
    monkeypatch.setattr(sys, "platform", "emscripten")
    with pytest.raises(ProgramError, match="there is neither here"):
        program.start_isolated(COIN, Limits())


class Slow:
    """A text that runs elsewhere and has its answer after so many calls of `poll`."""

    grace = 5

    def __init__(self, text, looks):
        self.text, self.looks, self.stopped = text, looks, 0

    def poll(self):
        self.looks -= 1
        return self.text if self.looks < 0 else None

    def stop(self):
        self.stopped += 1


def test_a_text_elsewhere_is_waited_for_and_always_stopped(monkeypatch):
    pending = Slow(answer(COIN, "{}"), 3)
    process = wait_for_table(pending, Limits())
    assert len([next(process) for _ in range(3)]) == 3
    with pytest.raises(StopIteration) as error_info:
        next(process)
    assert error_info.value.value == tabulate(COIN)
    assert pending.stopped == 1
    pending = Slow("[]", 1)
    with pytest.raises(ProgramError, match="its parts are wrong"):
        list(wait_for_table(pending, Limits()))
    assert pending.stopped == 1
    pending = Slow("", 10**9)
    next(process := wait_for_table(pending, Limits()))
    process.close()
    assert pending.stopped == 1
    clock = iter(range(100))
    monkeypatch.setattr(isolated, "perf_counter", lambda: next(clock))
    with pytest.raises(ProgramError, match="not finished after 10 seconds"):
        list(wait_for_table(Slow("", 10**9), Limits()))


# The game


def test_work_is_done_piece_by_piece():
    shares = list(solve_table_incremental(tabulate(EXAMPLES["Snakes and ladders"])))
    assert len(shares) > 3
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.parametrize("label", EXAMPLES)
def test_games_played_agree_with_the_equations(label):
    game = solve(EXAMPLES[label])
    steps = estimate(lambda rng: len(list(game.walk(rng))) - 1, runs=3000, seed=1)
    assert abs(steps.errors_from(game.mean)) < 3.5
    assert abs(sum(game.survival_curve_float) - game.mean) < 0.1 * game.mean  # the rest of the tail
    assert game.chain.quantile(game.start, "1/2") == game.median
    assert list(game.walk(Random(1)))[-1] in game.ends
    if game.process:
        payoff = estimate(lambda rng: game.worth[list(game.walk(rng))[-1]], runs=3000, seed=2)
        assert abs(payoff.errors_from(game.value)) < 3.5
        assert abs(payoff.standard_error * 3000**0.5 - game.value_deviation_float) < 0.1 * 20


def test_what_a_game_has_found_out_stays_as_it_is():
    game = solve(COIN)
    with pytest.raises(TypeError):
        game.ends["H"] = 5
    with pytest.raises(AttributeError):
        game.worth.clear()


def test_a_long_game_has_no_median_and_a_curve_that_is_cut():
    game = solve("start = 0\ndef step(n):\n  return {n: 1} if n == 40 else {n + 1: 1/3, 0: 2/3}")
    assert game.mean == Fraction(3**41 - 3, 2)
    assert game.median is None
    assert len(game.survival_curve_float) < 10_000


TABLES = st.integers(1, 5).flatmap(
    lambda n: st.lists(
        st.lists(st.integers(0, 4), min_size=n + 1, max_size=n + 1), min_size=n, max_size=n
    )
)


@given(TABLES)
@settings(max_examples=60)
def test_a_program_and_its_table_are_the_same_chain(weights):
    size = len(weights)
    table = {
        i: {j: Fraction(w, sum(row)) for j, w in enumerate(row) if w} or {i: Fraction(1)}
        for i, row in enumerate(weights)
    }
    table[size] = {size: Fraction(1)}
    text = f"rows = {weights}\nstart = 0\ndef step(i):\n  if i == {size}: return {{i: 1}}\n"
    text += "  row = rows[i]\n  total = sum(row)\n  if total == 0: return {i: 1}\n"
    text += "  return {j: w/total for j, w in enumerate(row)}"
    states_seen = [0]
    for i in states_seen:
        states_seen += [j for j in table[i] if j not in states_seen]
    try:
        chain = AbsorbingChain({i: table[i] for i in states_seen})
    except ValueError:
        chain = None
    if chain is None:
        shares = LongRunChain({i: table[i] for i in states_seen}).shares(0)
        assert solve(text).shares == {str(n): share for n, share in shares.items()}
    elif 0 in chain.absorbing:
        with pytest.raises(ProgramError):
            solve(text)
    else:
        game = solve(text)
        assert game.mean == chain.expected_steps(0)
        assert game.ends == {str(n): p for n, p in chain.absorption_probabilities(0).items()}
        assert solve_step(0, table.__getitem__).mean == game.mean


@given(st.sampled_from(sorted(EXAMPLES)), st.data())
@settings(max_examples=100)
def test_a_broken_text_is_told_and_nothing_else_happens(label, data):
    text = EXAMPLES[label]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 30, len(text))))
    try:
        solve(text[:start] + text[end:], states=300, seconds=1)
    except ProgramError as error:
        assert len(str(error)) < 500
