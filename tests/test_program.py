"""Games as programs: known answers, mistakes told by line, no way out, no endless loop."""

import sys
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.apps.your_game import EXAMPLES
from games.markov import AbsorbingChain
from games.program import ProgramError, solve, solving
from games.simulate import estimate

COIN = "start = 0\ndef step(n):\n    return {n: 1} if n == 2 else {n + 1: 1/2, 0: 1/2}\n"


def test_known_answers():
    faces = solve(EXAMPLES["All six faces"])
    assert faces.mean == sum(Fraction(6, k) for k in range(1, 7))
    assert solve(EXAMPLES["Heads twice"]).mean == 6  # 2 + 4, the overlaps of HH (Conway)
    bold = solve(EXAMPLES["Bold or timid"])
    win, lose = Fraction(2, 5), Fraction(3, 5)
    assert bold.value == win * (win + lose * win)  # Dubins and Savage, from 3/8
    assert bold.value == bold.process.value(3)
    pig = solve(EXAMPLES["One turn of Pig"])
    holds = [pot for pot in range(2, 30) if "hold" in pig.process.best(pot)]
    assert holds == list(range(20, 30))  # Neller and Presser: hold at 20; at 20 it is a tie
    assert "throw" in pig.process.best(20)
    assert round(float(pig.value), 4) == 8.1418


@pytest.mark.parametrize("goal", [3, 5, 9])
@pytest.mark.parametrize("up", ["1/2", "0.4", "2/3"])
def test_the_gamblers_ruin_has_the_chances_of_the_textbook(goal, up):
    text = (
        f"start = 2\ndef step(n):\n  if n in (0, {goal}): return {{n: 1}}\n"
        f"  return {{n + 1: {up}, n - 1: 1 - {up}}}"
    )
    ratio = (1 - Fraction(up)) / Fraction(up)
    chance = Fraction(2, goal) if ratio == 1 else (1 - ratio**2) / (1 - ratio**goal)
    assert solve(text).ends[goal] == chance


def test_a_game_of_two():
    piglet = """
start = (0, 0, 0, 0)
def actions(s):
    who, mine, other, pot = s
    if mine + pot == 2:
        return 1 - who
    throw = {(who, mine, other, pot + 1): 1/2, (1 - who, other, mine, 0): 1/2}
    hold = {(1 - who, other, mine + pot, 0): 1}
    return {"throw": throw, "hold": hold} if pot else {"throw": throw}
def opponent(s):
    return s[0] == 1
"""
    assert solve(piglet).value == Fraction(4, 7)  # Neller and Presser
    with pytest.raises(ProgramError, match="opponent must be a function"):
        solve(piglet.replace("def opponent(s):\n    return s[0] == 1", "opponent = 3"))


def test_numbers_are_exact():
    game = solve(
        "start = 0\nhalf = 1\nhalf /= 2\n"
        "def step(n):\n  return {n: 1} if n else {1: 0.1, 2: 1/3, 3: 1e-1 + half - 1/30}"
    )
    assert game.ends == {1: Fraction(1, 10), 2: Fraction(1, 3), 3: Fraction(17, 30)}
    assert game.decimals == (("0.1", Fraction(1, 10)),)
    with pytest.raises(ProgramError, match="a float, but must be exact"):
        solve("import math\nstart = 0\ndef step(n): return {1: math.sqrt(1/4), 0: 1/2}")
    for chance in ("Fraction(1, 2)", '"1/2"', "0.5", "1/2", "5/10", "Fraction('0.5')"):
        assert solve(COIN.replace("1/2", chance)).mean == 6


def test_harmless_libraries_are_there():
    game = solve("""
from collections import Counter, namedtuple
from fractions import Fraction as F
from functools import cache
from itertools import product
import math

Place = namedtuple("Place", "total left")
start = Place(0, 2)

@cache
def chances(sides):
    return Counter(a + b for a, b in product(range(sides), repeat=2))

def step(place: Place) -> dict:
    match place:
        case (total, 0):
            return {place: 1}
    row = {}
    for n, many in chances(2).items():
        to = place._replace(total=place.total + n, left=place.left - 1)
        row[to] = F(many, math.comb(4, 1))
    return row
""")
    assert {end.total: chance for end, chance in game.ends.items()} == {
        total: Fraction(ways, 16) for total, ways in enumerate((1, 4, 6, 4, 1))
    }


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("", None, "must define step"),
        ("start = 0", None, "must define step"),
        ("def step(n): return {n: 1}", None, "where does the game start"),
        ("start = [0]\ndef step(n): return {n: 1}", 1, "must be hashable"),
        ("start = 0\ndef step(n): return {n: 1}", None, "the game is over"),
        (COIN + "def actions(n): return 1", None, "both are there"),
        ("start = 0\ndef step(n:\n  return {n: 1}", 2, "never closed"),
        ("start = 0\n\ndef step(n):\n  return {m: 1}", 4, "name 'm' is not defined, in step(0)"),
        ("start = 0\ndef step(n):\n  n.x", 3, "AttributeError"),
        ("start = 0\ndef step(n):\n  return 1 / n", 3, "ZeroDivisionError"),
        ("start = 0\ndef step(n):\n  pass", 3, "step(0) returns nothing"),
        ("start = 0\ndef step(n):\n  return {1: 1/2}", 3, "sum 1/2, not 1"),
        ("start = 0\ndef step(n):\n  return {1: 2, 0: -1}", 3, "step(0)[1] is '2', but must be"),
        ("start = 0\ndef step(n):\n  return {[]: 1}", 3, "TypeError: unhashable"),
        ("start = 0\ndef step(n):\n  return [1]", 3, "must be a dict"),
        ("start = 0\ndef step(n):\n  return {1 - n: 1}", None, "no absorbing state can be reached"),
        ("start = 0\ndef step(n):\n  return {n + 1: 1}", None, "more than 2000 states, such as 20"),
        ("start = 0\ndef actions(n):\n  pass", 3, "actions(0) returns nothing"),
        ("start = 0\ndef actions(n):\n  return {}", 3, "actions(0) has no action"),
        ("start = 0\ndef actions(n):\n  return {'a': {1: 1/2}}", 3, "actions(0)['a'] has"),
        ("start = 0\ndef actions(n):\n  return 2**0.5", 3, "must be exact"),
        ("start = 0\ndef actions(n):\n  return {'a': {1 - n: 1}}", None, "the game never ends"),
        ("start = 0\nraise ValueError('no')", 2, "ValueError: no"),
        ("x = 1\u202e0\n" + COIN, 1, "cannot be seen"),
        ("#" * 6000, None, "at most 5000"),
    ],
)
def test_mistakes_are_told_with_their_line(text, line, told):
    with pytest.raises(ProgramError) as caught:
        solve(text)
    assert told in str(caught.value)
    assert caught.value.line == line
    assert str(caught.value).startswith(f"Line {line}: " if line else ("", told[:3]))


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("start = 0\nwhile True:\n  pass", 3, "endless loop"),
        ("start = 0\nwhile True: pass", 2, "endless loop"),
        (
            "start = 0\ndef step(n):\n  while True: n += 1",
            3,
            r"in step\(0\): is there an",
        ),
        ("start = 0\nimport itertools\nsum(1 for n in itertools.count())", 3, "endless loop"),
        ("start = 0\ndef step(n): return [n for n in iter(int, 1)]", 2, "endless loop"),
        ("start = 0\ndef step(n): return step(n)", 2, "functions wait"),
        (
            "from functools import cache\n@cache\ndef f(n): return f(n + 1)\nf(0)",
            3,
            "functions wait",
        ),
        ("f = lambda n: f(n)\nf(0)", 1, "functions wait"),
        ("start = 0\nx = [0] * 10**15", 2, "out of memory"),
        ("start = 1" + "+1" * 2400, None, "nested too deeply"),
    ],
)
def test_what_never_ends_is_ended(text, line, told):
    with pytest.raises(ProgramError, match=told) as caught:
        solve(text)
    assert caught.value.line in (line, line and line - 1)


ESCAPES = [
    "import os",
    "import sys",
    "import js",
    "import pyodide",
    "import random",
    "from fractions import sys",
    "from collections import abc",
    "import functools\nfunctools.wraps",
    "().__class__",
    "(lambda: 0).__globals__",
    "__builtins__",
    "__import__('os')",
    "eval('1')",
    "exec('1')",
    "open('x')",
    "getattr(1, 'real')",
    "type(1)",
    "object()",
    "globals()",
    "vars()",
    "print(1)",
    "(n for n in ()).gi_frame",
    "(lambda: 0).f_back",
    "def f(): pass\nf.__code__",
    "class A: pass",
    "try:\n  pass\nexcept: pass",
    "with x: pass",
    "async def f(): pass",
    "match 1:\n  case int(__class__=c): pass",
    "match {}:\n  case {**__x}: pass",
    "def __f(): pass",
    "def f(__x): pass",
    "import math as __m",
    "global __x",
    "f(__x=1)",
    "1 .real.__class__",
]


@pytest.mark.parametrize("text", ESCAPES)
def test_no_way_leads_out_of_the_text(text):
    with pytest.raises(ProgramError):
        solve(f"{text}\n{COIN}")


def test_a_watched_game_leaves_no_trace():
    def tracer(frame, event, argument):
        return None

    before = sys.gettrace()
    sys.settrace(tracer)
    try:
        solve(COIN)
        kept = sys.gettrace()
        with pytest.raises(ProgramError):
            solve("while True: pass")
        kept = kept is tracer and sys.gettrace() is tracer
    finally:
        sys.settrace(before)
    assert kept


def test_a_long_loop_in_each_state_is_allowed():
    text = f"start = 0\ndef step(n):\n  for i in range(66_000): pass\n"
    assert solve(text + "  return {min(n + 1, 4): 1}").mean == 4


def test_work_is_done_in_small_steps():
    shares = list(solving(EXAMPLES["Snakes and ladders"]))
    assert len(shares) > 15
    assert all(0 <= share <= 1 for share in shares)
    with pytest.raises(TypeError, match="limit"):
        solve(COIN, limit="many")
    with pytest.raises(ProgramError, match="more than 2 states"):
        solve(COIN, limit=2)


@pytest.mark.parametrize("label", EXAMPLES)
def test_games_played_agree_with_the_equations(label):
    game = solve(EXAMPLES[label])
    played = estimate(lambda rng: len(list(game.walk(rng))) - 1, runs=3000, seed=1)
    assert abs(played.errors_from(game.mean)) < 3.5
    assert abs(sum(game.curve) - game.mean) < 0.1 * game.mean  # the rest of the tail
    assert game.chain.quantile(game.start, "1/2") == game.median
    assert list(game.walk(Random(1)))[-1] in game.ends
    if game.process:
        payoff = estimate(lambda rng: game.worth[list(game.walk(rng))[-1]], runs=3000, seed=2)
        assert abs(payoff.errors_from(game.value)) < 3.5
        assert abs(payoff.standard_error * 3000**0.5 - game.value_deviation) < 0.1 * 20


def test_a_long_game_has_no_median_and_a_curve_that_is_cut():
    game = solve("start = 0\ndef step(n):\n  return {n: 1} if n == 40 else {n + 1: 1/3, 0: 2/3}")
    assert game.mean == (3**41 - 3) / 2 // 1 or game.mean == Fraction(3**41 - 3, 2)
    assert game.median is None
    assert len(game.curve) < 10_000


TABLES = st.integers(1, 5).flatmap(
    lambda n: st.lists(
        st.lists(st.integers(0, 4), min_size=n + 1, max_size=n + 1), min_size=n, max_size=n
    )
)


@given(TABLES)
@settings(max_examples=60, deadline=None)
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
    reached = [0]
    for i in reached:
        reached += [j for j in table[i] if j not in reached]
    try:
        chain = AbsorbingChain({i: table[i] for i in reached})
    except ValueError:
        chain = None
    if chain is None or 0 in chain.absorbing:
        with pytest.raises(ProgramError):
            solve(text)
    else:
        game = solve(text)
        assert game.mean == chain.expected_steps(0)
        assert game.ends == chain.absorption_probabilities(0)


@given(st.sampled_from(sorted(EXAMPLES)), st.data())
@settings(max_examples=100, deadline=None)
def test_a_broken_text_is_told_and_nothing_else_happens(label, data):
    text = EXAMPLES[label]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 30, len(text))))
    try:
        solve(text[:start] + text[end:], limit=300)
    except ProgramError as error:
        assert len(str(error)) < 500
