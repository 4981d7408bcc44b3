"""Games as programs: known answers, mistakes told by line, no way out, no endless loop."""

import builtins
import collections
import fractions
import functools
import itertools
import json
import math
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.apps.your_game import EXAMPLES
from games.box import Box
from games.markov import AbsorbingChain
from games.program import ProgramError, solve, solve_piecemeal
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
        ("start = 0\nx = [0] * 10**15", 2, "something very large"),
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


HOSTILE = [
    "from collections import deque\nd = 0\nfor i in range(30000): d = deque([d])\nstr(d)",
    "from collections import defaultdict\nd = 0\nfor i in range(30000):\n"
    "    d = defaultdict(int, {0: d})\nstr(d)",
    "x = []\nfor i in range(30000): x = [x.append]\nx[0]()",
    "x = 0\nfor i in range(30000): x = iter([x])\nnext(next(x)) + ''",
    "x = 0\nfor i in range(30000): x = {0: x}.values()\nstr(x)",
    "import math; math.sqrt = lambda x: 0",
    "Fraction.limit_denominator = lambda self, n=0: 7",
    "Fraction.numerator = 3",
    "from collections import Counter\nCounter.items = 3",
    "import math\ndel math.sqrt",
    "import math\nmath.pi += 1",
    "import math\nfor math.pi in [3]: pass",
    "import math\n[0 for math.pi in [3]]",
    "import math\n(math.pi, x) = 1, 2",
    "import math\n[math.pi, *x] = 1, 2",
    "import math\n*math.pi, x = 1, 2",
    "import math\nmath.pi: int = 3",
    "import math\nmatch 3:\n  case math.pi: pass",
    "import math\nwith x as math.pi: pass",
    'import math\nmath.__dict__["pi"] = 3',
    "def f(): pass\nf.x = 1",
    'def f(): pass\n"{0.__globals__}".format(f)',
    'def f(): pass\nlist(map(str.format, ["{0.__globals__}"], [f]))',
    'str.format_map("{a}", {})',
    "f = str.format",
    "x = iter([1])\nfor i in range(30000): x = map(abs, x)\nnext(x)",
    "x = iter([1])\nfor i in range(30000): x = zip(x)\nnext(x)",
    "x = iter([1])\nfor i in range(30000): x = filter(None, x)\nnext(x)",
    "from itertools import chain\nx = iter([1])\nfor i in range(30000): x = chain(x)\nnext(x)",
    "x = iter([1])\nfor i in range(30000): x = (y for y in x)\nnext(x)",
    "def g(x):\n  yield from x\nx = iter([1])\nfor i in range(30000): x = g(x)\nnext(x)",
    "t = ()\nfor i in range(5000): t = (t,)\nstart = t\ndef step(s): return {s: 1}",
    "t = []\nfor i in range(5000): t = [t]\nstr(t)",
    "t = ()\nfor i in range(60): t = (t, t)\n{t: 1}",
    "t = []\nfor i in range(60): t = [t, t]\nstr(t)",
    "t = []; u = []\nfor i in range(60):\n  t = [t, t]; u = [u, u]\nt == u",
    "x = [[] for i in range(60)]\nfor i in range(59):\n"
    "  x[i].append(x[i + 1]); x[i].append(x[i + 1])\nraise ValueError(x[0])",
    "x = [[] for i in range(60)]\nfor i in range(59):\n"
    '  x[i].append(x[i + 1]); x[i].append(x[i + 1])\nf"{x[0]}"',
    "x = 0\nfor i in range(70): x = next(zip([x], [x]))\n{x}",
    "d = {0: 0}\nx = 0\nfor i in range(70): x = list({x: x}.items())[0]",
    "any(iter(int, 1))",
    "10**10**9",
    "import math\nmath.factorial(10**7)",
    'Fraction("1e999999999")',
    'Fraction("1e-999999999")',
    "sum(range(10**9))",
    '"a"*10**9',
    "[0]*10**9",
    "(0,)*10**9",
    "1 << 10**10",
    "pow(3, 10**9)",
    "x = 3\nx **= 10**9",
    "x = 3\nfor i in range(100): x *= x",
    "x = Fraction(3, 7)\nfor i in range(100): x = x * x",
    'x = "a"\nfor i in range(100): x += x',
    "x = [1]\nfor i in range(100): x += x",
    "x = [1]\nfor i in range(100): x.extend(x)",
    "import itertools\nlist(itertools.product(range(10**6), repeat=3))",
    "import itertools\nlist(itertools.product([1], repeat=10**9))",
    "import itertools\nlist(itertools.combinations(range(60), 30))",
    "import itertools\nmax(itertools.count())",
    "import itertools\n5 in itertools.count(6)",
    "-1 in iter(int, 1)",
    "0.5 in range(10**9)",
    "import itertools\nlist(itertools.cycle([1]))",
    "import itertools\nnext(itertools.islice(itertools.count(), 10**9, None))",
    "import itertools\nfor x in itertools.compress(itertools.repeat(1), itertools.repeat(0)): pass",
    "sorted(range(10**9))",
    "tuple(range(10**9))",
    "set(range(10**9))",
    "dict.fromkeys(range(10**9))",
    "dict([range(10**9)])",
    "a, *b = range(10**9)",
    "[*range(10**9)]",
    "print(*range(10**9))",
    "max(*range(10**9))",
    "match range(10**9):\n  case [a, *b]: pass",
    "for a, *b in [range(10**9)]: pass",
    "a, (b, *c) = 1, range(10**9)",
    "x = [0]\nx[:] = range(10**9)",
    '"%1000000000d" % 1',
    'f"{1:1000000000}"',
    'n = 10**9\nf"{1:{n}}"',
    '"a".ljust(10**9)',
    '"a".zfill(10**9)',
    '"a".center(10**9)',
    '"a".expandtabs(10**9)',
    '("a" * 9000).replace("a", "b" * 9000)',
    '("a" * 9000).join(["b"] * 9000)',
    "str(10**5999)",
    'int("9" * 9000)',
    "str(3**12000)",
    "round(Fraction(1, 3), 10**9)",
    "round(5, -10**9)",
    "import math\nmath.comb(10**9, 10**8)",
    "import math\nmath.perm(10**9, 10**8)",
    "import math\nmath.lcm(*[10**50 + i for i in range(10**4)])",
    "import math\nmath.prod(range(1, 10**6))",
    "import math\nmath.isqrt(range(3))",
    "from functools import reduce\nreduce(lambda a, b: a * b, range(1, 10**6))",
    "from collections import deque\ndeque(range(10**9))",
    "from collections import Counter\nCounter(range(10**9))",
    "from collections import Counter\nlist(Counter({1: 10**12}).elements())",
    'from collections import Counter\nc = Counter({1: "a"})\nfor i in range(100): c.update(c)',
    "from collections import Counter\nc = Counter({1: 3})\n"
    "for i in range(100): c = c + c\nwhile True: c = c + c",
    "while True: pass",
    "while 1: x = [[0] * 1000 for i in range(1000)]",
    "x = [x.append(1) for x in [[1]] for y in x]\nx = [1]\n[x.append(1) for y in x]",
    "x = [1]\nfor y in x: x.append(y)",
    "def f(n): return f(n + 1)\nf(0)",
    "f = lambda: f()\nf()",
    "def f(n): return sorted([1, 2], key=lambda x: f(n))\nf(0)",
    "from functools import partial\nf = abs\nfor i in range(30000): f = partial(f)\nf(1)",
    "from functools import cache\nf = abs\nfor i in range(30000): f = cache(f)\nf(1)",
    "f = lambda: 1\nfor i in range(5000): f = (lambda g: lambda: g())(f)\nf()",
    'from collections import namedtuple\nfor i in range(10**6): namedtuple("A", "a b")',
    'from collections import namedtuple\nnamedtuple("A", "a b): pass\\nimport os\\ndef f(")',
    "from collections import defaultdict\nd = defaultdict(lambda: d[len(d)])\nd[0]",
    "x = 1e999999999",
    "x = 1e-999999999",
    "from math import *",
    "1 .real.__class__",
    "(1).numerator.real.conjugate",
    "abs.__self__",
    "next.__self__",
    "[].append.__self__",
    "import math\nmath.sqrt.__self__",
    "raise KeyError(open)",
    "isinstance(1, 5)",
    "import collections.abc",
    "import os.path",
    "from . import x",
    "lambda: (yield)",
    "def f():\n  yield 1\nf().gi_frame.f_globals",
    "def f():\n  x = yield\nf().send(1)",
    'f"{(lambda: 0).__globals__}"',
    "f\"{abs!r:>{'9'*9}}\"",
    'x = "a" * 9999\ny = [x + str(i) for i in range(10**6)]',
    '"a" in 3',
    "slice(1, 2)",
    "x: (1).__class__ = 3",
    "def f(x: (1).__class__): pass",
    'x = b"abc"',
    "x = 1j",
    "global start\ndel abs\ndel start",
    "while True: 1 == 1 == 1",
    "x = 10**5000\nwhile True: y = x * x % 7",
    "x = Fraction(1, 3**9000)\nwhile True: x < x + 1",
    "x = set(range(10**5))\nwhile True: y = x | x",
    "x = list(range(10**5))\nwhile True: del x[0]; x.append(1)",
    "x = list(range(10**5))\nwhile True: y = x[:]",
    "x = list(range(10**5))\nwhile True: y = -1 in x",
    "x = tuple(range(9999))\nwhile True: y = hash(x)",
    "x = tuple(range(9999))\nd = {x: 1}\nwhile True: d[x]",
    "x = list(range(10**5))\nwhile True: max(x)",
]


def fingerprint():
    """Return everything in the shared modules and classes that a text might have changed."""
    shared = (math, itertools, functools, collections, builtins, fractions)
    kinds = (Fraction, Counter, collections.OrderedDict, collections.namedtuple("A", "a"))
    found = {it.__name__: dict(vars(it)) for it in (*shared, *kinds[:-1])}
    found["builtins"].pop("_", None)
    return found, Fraction(1, 3).limit_denominator(2), math.sqrt(4), sys.getrecursionlimit()


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_is_refused_and_has_changed_nothing(text, monkeypatch):
    # a tenth of the work is enough to see that it is bounded
    monkeypatch.setattr("games.box.WORK", 300_000)
    before = fingerprint()
    with pytest.raises(ProgramError) as caught:
        solve(text if "def step" in text else text + "\n" + COIN)
    assert len(str(caught.value)) < 500
    assert fingerprint() == before


def test_a_hostile_text_ends_no_process():
    """What once ended the interpreter itself, in one of its own."""
    code = (
        "import sys, json\nfrom games.program import solve, ProgramError\n"
        "for text in json.load(sys.stdin):\n"
        "  try: solve(text)\n"
        "  except ProgramError: print('refused')\n"
    )
    texts = [text for text in HOSTILE if "30000" in text or "5000" in text]
    assert len(texts) > 8
    done = subprocess.run(
        [sys.executable, "-c", code],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[1],
    )
    assert done.stdout.split() == ["refused"] * len(texts)


@pytest.mark.parametrize("text", [None, b"start = 0", ["start = 0"], 5])
def test_what_is_no_text_is_a_type_error(text):
    with pytest.raises(TypeError, match=r"text is of type .*, but must be a str"):
        solve(text)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("0.12345678901234567891", Fraction(12345678901234567891, 10**20)),
        ("1e-400", Fraction(1, 10**400)),
        ("1_0.2_5", Fraction(41, 4)),
        ("1E3", Fraction(1000)),
        (".5", Fraction(1, 2)),
        ("5.", Fraction(5)),
        ("1e400", Fraction(10**400)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ('"é"; x = 0.3', Fraction(3, 10)),
    ],
)
def test_decimals_are_what_their_digits_say(written, value):
    text = f"x = {written}\n{COIN.replace('start = 0', 'start = (0, x)')}"
    text = text.replace("def step(n):", "def step(s):\n    n, x = s").replace("{n:", "{s:")
    text = text.replace("n + 1:", "(n + 1, x):").replace("0: 1/2", "(0, x): 1/2")
    assert solve(text).start == (0, value)


def test_the_work_is_counted_for_the_whole_game():
    text = "start = 0\ndef step(n):\n  for i in range(20_000): pass\n  return {min(n + 1, END): 1}"
    assert solve(text.replace("END", "4")).mean == 4
    with pytest.raises(ProgramError, match="endless loop"):
        solve(text.replace("END", "1900"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            "start = 0\ndef step(n):\n  p = 1 / 3**5000\n  return {min(n + 1, 80): p, 0: 1 - p}",
            "binary digits",
        ),
        (
            "start = 0\ndef step(n):\n  if n == 900: return {n: 1}\n"
            "  return {m: 1/900 for m in range(1, 901)}",
            "50000 ways",
        ),
    ],
)
def test_chances_that_would_take_long_to_solve_are_refused(text, told):
    with pytest.raises(ProgramError, match=told):
        solve(text)


RIGHT = [
    ("sum(x * x for x in range(10))", 285),
    ("[a for a in 'abc' if a > 'a']", ["b", "c"]),
    ("{n: n * n for n in (1, 2)}", {1: 1, 2: 4}),
    ("sorted([3, 1, 2], reverse=True)", [3, 2, 1]),
    ("sorted('bca', key=lambda c: -ord(c))", ["c", "b", "a"]),
    ("max([3, 1], key=lambda n: -n)", 1),
    ("min((), default=7)", 7),
    ("list(zip('ab', (1, 2)))", [("a", 1), ("b", 2)]),
    ("list(enumerate('ab', 1))", [(1, "a"), (2, "b")]),
    ("list(map(lambda a, b: a + b, [1, 2], [3, 4]))", [4, 6]),
    ("list(filter(None, [0, 1, 2]))", [1, 2]),
    ("next(n for n in itertools.count(1) if n * n > 50)", 8),
    ("list(itertools.accumulate([1, 2, 3]))", [1, 3, 6]),
    ("[(k, list(g)) for k, g in itertools.groupby('aab')]", [("a", ["a", "a"]), ("b", ["b"])]),
    ("list(itertools.islice(itertools.cycle('ab'), 1, 4))", ["b", "a", "b"]),
    ("list(itertools.chain.from_iterable([[1], [2]]))", [1, 2]),
    ("len(list(itertools.product(range(6), repeat=3)))", 216),
    ("list(itertools.combinations('abc', 2))", [("a", "b"), ("a", "c"), ("b", "c")]),
    ("functools.reduce(lambda a, b: a * b, range(1, 6))", 120),
    ("functools.partial(pow, 2)(5)", 32),
    ("math.comb(10, 3) + math.factorial(4) + math.gcd(12, 18) + math.perm(5, 2)", 170),
    ("math.prod([1/2, 1/3])", Fraction(1, 6)),
    ("f'{1/3} {0.5!r:>20} {2:03d} {[1]}'", "1/3       Fraction(1, 2) 002 [1]"),
    ("0 < 1 < (lambda: 2)() < 3", True),
    ("1 > 2 > [][0]", False),
    ("[1, 2, 3, 4][1:3] + [9] * 2", [2, 3, 9, 9]),
    ("(1, 2)[::-1] + ('a',)", (2, 1, "a")),
    ("{**{1: 2}, 3: 4}", {1: 2, 3: 4}),
    ("[*range(3), *'ab']", [0, 1, 2, "a", "b"]),
    ("'-'.join(map(str, range(3))).replace('-', '+')", "0+1+2"),
    ("2**10 // 3 % 7 << 2 | 1 ^ 2 & 3", 2**10 // 3 % 7 << 2 | 1 ^ 2 & 3),
    ("{1, 2} | {3} & {3, 4} - {4}", {1, 2, 3}),
    ("collections.Counter('aab') + collections.Counter('b')", Counter("aabb")),
    ("collections.Counter('aab').most_common(1)", [("a", 2)]),
    ("list(map(str.upper, 'ab'))", ["A", "B"]),
    ("dict([('a', 1)], b=2)", {"a": 1, "b": 2}),
    ("isinstance(1/2, Fraction) and isinstance('', (int, str))", True),
    ("round(7/2) + round(1.25, 1) + int('12') + abs(-3)", 4 + Fraction(6, 5) + 12 + 3),
    ("pow(3, 20, 7) + divmod(17, 5)[1]", pow(3, 20, 7) + 2),
    ("(lambda *a, k=1, **n: (a, k, n))(1, 2, z=3)", ((1, 2), 1, {"z": 3})),
    ("any(x > 2 for x in (1, 3)) and all([]) and not any([0])", True),
    ("list(reversed([1, 2])) == [2, 1] and 3 in range(5) and 'b' not in {'a': 1}", True),
    ("frozenset([1]) == {1} and {'a': 1}.keys() == {'a'}", True),
]


@pytest.mark.parametrize(("expression", "value"), RIGHT)
def test_what_is_allowed_is_what_python_makes_of_it(expression, value):
    modules = "math, itertools, functools, collections"
    box = Box(f"import {modules}\nvalue = {expression}")
    box.run()
    assert box.names["value"] == value
    assert type(box.names["value"]) is type(value)


def test_statements_are_what_python_makes_of_them():
    box = Box("""
def numbers(n):
    while n:
        yield n
        n -= 1
    yield from [0]
row, seen, log = {}, {1}, [1]
for n in numbers(3):
    row[n % 2] = row.get(n % 2, 0) + n
    row[n % 2] *= 2
same = log
log += (2, 3)
seen |= {5}
first, *rest = log
del log[0], row[0]
total: int = 0
for n, m in zip(log, [10, 20]):
    total += n * m
else:
    total -= 1
match ("go", [1, 2]):
    case ("go", [a, *b]) if a == 1:
        total += b[0]
if (half := total / 2) > 3:
    done = True
def outer():
    count = 0
    def inner(by=2):
        nonlocal count
        count += by
        return count
    inner()
    return inner()
four = outer()
assert done, "never"
""")
    box.run()
    names = box.names
    assert names["row"] == {1: 14}
    assert names["same"] is names["log"]
    assert names["log"] == [2, 3]
    assert (names["seen"], names["first"], names["rest"]) == ({1, 5}, 1, [2, 3])
    assert (names["total"], names["half"], names["four"]) == (81, Fraction(81, 2), 4)


def test_a_watched_game_leaves_no_trace(monkeypatch):
    monkeypatch.setattr("games.box.WORK", 100_000)

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
    text = "start = 0\ndef step(n):\n  for i in range(66_000): pass\n"
    assert solve(text + "  return {min(n + 1, 4): 1}").mean == 4


def test_work_is_done_piece_by_piece():
    shares = list(solve_piecemeal(EXAMPLES["Snakes and ladders"]))
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
    assert game.mean == (3**41 - 3) / 2 // 1 or game.mean == Fraction(3**41 - 3, 2)
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
@settings(max_examples=100)
def test_a_broken_text_is_told_and_nothing_else_happens(label, data):
    text = EXAMPLES[label]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(start + 30, len(text))))
    try:
        solve(text[:start] + text[end:], limit=300)
    except ProgramError as error:
        assert len(str(error)) < 500
