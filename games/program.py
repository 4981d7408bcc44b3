"""A game of your own, as a few lines of Python, run within bounds and solved exactly.

The text says where the game starts and where it goes from there::

    start = 0

    def step(place):
        if place == 4:
            return {4: 1}
        return {place + 1: 1/2, 0: 1/2}

``step(state)`` returns {next: probability}; where the game ends it returns {state: 1}. If somebody
decides, write ``actions(state)`` instead: it returns {action: {next: probability}}, or a number
where the game ends: what this end is worth (see `games.decision`). For a game of two, add
``opponent(state)``, which is true where the other one decides, who wants that number to be small.

**Numbers are exact.** In this text 1/6 is a sixth and 0.1 is a tenth, not the floats next to them.

**The text may come from a stranger.** So it is written in a part of Python: functions, loops,
conditions and expressions, with the harmless functions of the standard library. There are no
classes, files or attributes that begin with an underscore, and so no way out of the text. What it
does is counted line by line, which ends an endless loop. (What a single line does is not counted:
``10**10**9`` has to be stopped from outside, as the published page does.)
"""

import ast
import builtins
import collections
import functools
import itertools
import math
import re
import sys
import warnings
from bisect import bisect
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from types import CodeType, FrameType, SimpleNamespace
from typing import Any

from games.arguments import shown, whole
from games.decision import DecisionProcess
from games.markov import AbsorbingChain, exact_number, hashable, weights

__all__ = ["Game", "ProgramError", "solve", "solving"]

STATES = 2000  # that a game may have
LINES = 200_000  # that one call may run through: a fraction of a second
LENGTH = 5000  # characters of a text
DEPTH = 200  # functions that may wait for each other
TERMS = 300_000  # additions on the way to a survival curve: some hundredths of a second
FILE = "<your game>"

State = Any


class ProgramError(ValueError):
    """What is wrong with a text.

    Attributes:
        line: the number of the line, from 1; None if no single line is to blame.
    """

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(f"Line {line}: {message}" if line else message)
        self.line = line


@dataclass(frozen=True, eq=False)
class Game:
    """A game and its solution, which is worked out when it is asked for.

    Attributes:
        start: its first state.
        chain: the game, or where somebody decides, the game under a best policy.
        process: the decisions; None if there are none.
        decimals: the numbers with a point in its text, and what they were taken for.
    """

    start: State
    chain: AbsorbingChain[State]
    process: DecisionProcess[State, Any] | None = None
    decimals: tuple[tuple[str, Fraction], ...] = ()

    @cached_property
    def states(self) -> tuple[State, ...]:
        """All states, those that end the game last."""
        return (*self.chain.transient, *self.chain.absorbing)

    @cached_property
    def size(self) -> int:
        """How many ways lead on from all states together."""
        return sum(len(self.chain.step(state)) for state in self.chain.transient)

    @cached_property
    def mean(self) -> Fraction:
        """The expected number of steps."""
        return self.chain.expected_steps(self.start)

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of the number of steps."""
        return math.sqrt(self.chain.variance_steps(self.start))

    @cached_property
    def ends(self) -> dict[State, Fraction]:
        """How likely each end is."""
        return self.chain.absorption_probabilities(self.start)

    @cached_property
    def worth(self) -> dict[State, Fraction]:
        """What each end is worth, where somebody decides."""
        process = self.process
        return {end: process.value(end) for end in self.ends} if process else {}

    @cached_property
    def value(self) -> Fraction:
        """What the best play can expect, as the mean of what the ends are worth."""
        return sum((chance * self.worth[end] for end, chance in self.ends.items()), Fraction(0))

    @cached_property
    def value_deviation(self) -> float:
        """The standard deviation of what one game brings."""
        squares = sum(chance * self.worth[end] ** 2 for end, chance in self.ends.items())
        return math.sqrt(squares - self.value**2)

    @cached_property
    def curve(self) -> tuple[float, ...]:
        """P(T > t) for t = 0, 1, …, as far as most games last, or as it is soon worked out."""
        far = max(math.ceil(self.mean + Fraction(3 * self.deviation)), 4)
        return self.chain.survival_curve_float(self.start, min(far, TERMS // (self.size + 10)))

    @cached_property
    def median(self) -> int | None:
        """The first t by which half of all games are over; None if that is far away."""
        soon = 2 * self.mean * (self.size + 10) < TERMS  # the median is at most twice the mean
        return self.chain.quantile(self.start, "1/2") if soon else None

    @cached_property
    def _ways(self) -> dict[State, tuple[list[State], list[float]]]:
        ways = {}
        for state in self.chain.transient:
            row = self.chain.step(state)
            ways[state] = list(row), [float(upto) for upto in itertools.accumulate(row.values())]
        return ways

    def walk(self, rng: Random) -> Generator[State, None, None]:
        """Yield the states of one game, played by the chances alone, without any solution.

        >>> game = solve("start = 2\\ndef step(n): return {n - 1: 1} if n else {0: 1}")
        >>> list(game.walk(Random(1)))
        [2, 1, 0]
        """
        state = self.start
        yield state
        while state in self._ways:
            states, upto = self._ways[state]
            state = states[bisect(upto, rng.random())]
            yield state


def solve(text: str, *, limit: int = STATES) -> Game:
    """Run a text and return the game that it describes.

    Args:
        text: assigns ``start`` and defines ``step`` or ``actions``.
        limit: the number of states allowed.

    Raises:
        ProgramError: the text is not such a program, fails, never ends, or describes no game that
            ends. The message names the line, if there is one to name, and the state.

    >>> game = solve('''
    ... start = ""
    ... def step(seen):
    ...     if seen == "HH":
    ...         return {seen: 1}
    ...     return {seen + "H": 1/2, "": 1/2}
    ... ''')
    >>> game.chain.expected_steps("")
    Fraction(6, 1)
    >>> solve("start = 1\\ndef step(n):\\n    return {n + 1: 1/3}")
    Traceback (most recent call last):
    games.program.ProgramError: Line 3: step(1) has probabilities of sum 1/3, not 1: is an outcome \
missing, or are two with the same next state not added up?
    """
    work = solving(text, limit=limit)
    while True:
        try:
            next(work)
        except StopIteration as done:
            game: Game = done.value
            return game


def solving(text: str, *, limit: int = STATES) -> Generator[float, None, Game]:
    """Do what `solve` does in small steps: yield the progress from 0 to 1, return the game.

    Args:
        text: as for `solve`.
        limit: as for `solve`.

    Raises:
        ProgramError: as for `solve`.
    """
    limit = whole("limit", limit, 1)
    tree, code, decimals = _read(text)
    watch = _Watch()
    names = {"__builtins__": _NAMES | {"__import__": _import}, _EXACT: _exact, _RATIO: Fraction}
    with watch.over("this text"):
        exec(code, names)
    start, kind, rule = _found(names, tree)
    opponent: Any = names.get("opponent", lambda _state: False)
    if not callable(opponent):
        raise ProgramError("opponent must be a function of the state")
    table: dict[State, Any] = {start: None}
    opposed: dict[State, bool] = {}
    queue = [start]
    for done, state in enumerate(queue):
        place = f"{kind}({shown(state)})"
        with watch.over(place):
            row = rule(state)
            table[state], following = _READ[kind](state, row)
            opposed[state] = kind == "actions" and bool(following and opponent(state))
            for to in following:
                if to not in table:
                    table[to] = None
                    queue.append(to)
        if len(queue) > limit:
            raise ProgramError(
                f"{kind} leads from {shown(start)} to more than {limit} states, such as "
                f"{shown(queue[-1])}: is the game endless? Remember no more than you must, or make "
                "the game smaller."
            )
        yield 0.8 * done / len(queue)
    try:
        process = None
        if kind == "actions":
            process = DecisionProcess(
                table.__getitem__, start, opponent=opposed.__getitem__, limit=limit
            )
            chain = process.policy_chain(process.policy())
        else:
            chain = AbsorbingChain(table)
        for share in chain.solving():
            yield 0.8 + 0.2 * share
    except (TypeError, ValueError) as error:
        raise ProgramError(str(error)) from None
    if start in chain.absorbing:
        raise ProgramError(f"start is {shown(start)}, but there the game is over: nothing happens")
    return Game(start, chain, process, decimals)


# What the text may be


_NODES = (
    "Module FunctionDef Lambda arguments arg Return Yield YieldFrom Assign AugAssign AnnAssign "
    "Delete Expr NamedExpr For While If IfExp Pass Break Continue Raise Assert Import ImportFrom "
    "alias Global Nonlocal operator unaryop boolop cmpop expr_context BinOp UnaryOp BoolOp Compare "
    "Call keyword Starred Constant JoinedStr FormattedValue Name Attribute Subscript Slice Tuple "
    "List Set Dict ListComp SetComp DictComp GeneratorExp comprehension Match match_case "
    "MatchValue MatchSingleton MatchSequence MatchMapping MatchStar MatchAs MatchOr"
)
_ALLOWED = tuple(getattr(ast, name) for name in _NODES.split())
_CALLED = {
    ast.ClassDef: "class: a tuple or a namedtuple serves as a state",
    ast.Try: "try: write a condition instead",
    ast.With: "with",
    ast.AsyncFunctionDef: "async",
}
_LISTED = (
    "abs all any bool chr dict divmod enumerate filter float frozenset hash int isinstance iter "
    "len list map max min next ord pow range repr reversed round set slice sorted str sum tuple "
    "zip ValueError TypeError KeyError IndexError AssertionError"
)
_NAMES = {name: getattr(builtins, name) for name in _LISTED.split()} | {"Fraction": Fraction}
_HARMLESS: dict[str, Any] = {
    "math": math,
    "fractions": SimpleNamespace(Fraction=Fraction),
    "itertools": itertools,
    "functools": SimpleNamespace(
        **{name: getattr(functools, name) for name in ("cache", "lru_cache", "partial", "reduce")}
    ),
    "collections": SimpleNamespace(
        **{
            name: getattr(collections, name)
            for name in ("Counter", "defaultdict", "deque", "namedtuple", "OrderedDict")
        }
    ),
}
# Attributes without an underscore that lead from a function or generator to what is around it.
_INSIDE = re.compile(r"_(?!replace$|asdict$|fields$)|(gi|cr|ag|tb|f|co)_")
_EXACT, _RATIO = "exact quotient", "ratio of"  # names that no text can use


def _read(text: str) -> tuple[ast.Module, CodeType, tuple[tuple[str, Fraction], ...]]:
    """Return the text as a tree, as code of exact arithmetic, and its decimal numbers."""
    if len(text) > LENGTH:
        raise ProgramError(f"the text has {len(text)} characters, but at most {LENGTH} are allowed")
    for number, written in enumerate(text.splitlines(), start=1):
        if not written.replace("\t", " ").isprintable():
            raise ProgramError("here stands a character that cannot be seen", number)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            tree = ast.parse(text, FILE)
    except SyntaxError as error:
        raise ProgramError(error.msg, error.lineno) from None
    except (ValueError, MemoryError, RecursionError) as error:
        raise ProgramError(f"this is no Python: {error}") from None
    for node in ast.walk(tree):
        line = getattr(node, "lineno", None)
        if not isinstance(node, _ALLOWED):
            called = _CALLED.get(type(node), type(node).__name__.lower())
            raise ProgramError(f"in this box there is no {called}", line)
        for name in _names(node):
            if name.startswith("__") or (isinstance(node, ast.Attribute) and _INSIDE.match(name)):
                raise ProgramError(f"in this box there is no {name}", line)
    exactly = _Exactly()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            code = compile(ast.fix_missing_locations(exactly.visit(tree)), FILE, "exec")
    except SyntaxError as error:
        raise ProgramError(error.msg, error.lineno) from None
    except RecursionError:
        raise ProgramError("an expression is nested too deeply") from None
    return tree, code, tuple(exactly.decimals.items())


def _names(node: ast.AST) -> list[str]:
    """Return all names that a node uses or makes."""
    found: list[str] = []
    for field in ("id", "attr", "name", "arg", "names", "rest", "module", "asname"):
        value = getattr(node, field, None)
        values = value if isinstance(value, list) else [value]
        found += [name for name in values if isinstance(name, str)]
    return found


class _Exactly(ast.NodeTransformer):
    """Turns a decimal number into the fraction that it means, and a / b into an exact quotient."""

    def __init__(self) -> None:
        self.decimals: dict[str, Fraction] = {}

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        if not isinstance(node.value, float) or math.isinf(node.value):
            return node
        value = Fraction(repr(node.value))
        self.decimals[repr(node.value)] = value
        parts = [ast.Constant(value.numerator), ast.Constant(value.denominator)]
        return ast.copy_location(_call(_RATIO, *parts), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.BinOp:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            node.right = ast.copy_location(_call(_EXACT, node.right), node.right)
        return node

    def visit_While(self, node: ast.While) -> ast.While:
        """Let ``while True: pass`` have a body: Python 3.11 does not tell of an empty one."""
        self.generic_visit(node)
        node.body.insert(0, ast.copy_location(ast.Expr(ast.Name(_EXACT, ast.Load())), node))
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AugAssign:
        self.generic_visit(node)
        if isinstance(node.op, ast.Div):
            node.value = ast.copy_location(_call(_EXACT, node.value), node.value)
        return node


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def _exact(number: Any) -> Any:
    return Fraction(number) if type(number) is int else number


def _import(name: str, *_: object) -> Any:
    if name in _HARMLESS:
        return _HARMLESS[name]
    if name == "random":
        raise ImportError("random is not needed: say how likely each outcome is, and none is drawn")
    raise ImportError(f"in this box there is no {name}, only {', '.join(_HARMLESS)}")


def _found(names: dict[str, Any], tree: ast.Module) -> tuple[State, str, Callable[[State], Any]]:
    """Return what the text has defined: the start, and which rule leads on."""
    rules = [kind for kind in _READ if callable(names.get(kind))]
    if len(rules) != 1:
        both = "both are there" if rules else "none of them is there"
        raise ProgramError(
            f"the text must define step(state) or actions(state), and {both}: which is it?"
            if rules
            else "the text must define step(state), or actions(state) where somebody decides"
        )
    if "start" not in names:
        raise ProgramError("where does the game start? Write a line such as start = 0")
    try:
        start = hashable("start", names["start"])
    except TypeError as error:
        lines = [node.lineno for node in tree.body if isinstance(node, ast.Assign)]
        raise ProgramError(str(error), lines[0] if lines else None) from None
    return start, rules[0], names[rules[0]]


# What the rules may return


def _step(state: State, row: object) -> tuple[Any, list[State]]:
    if row is None:
        raise ValueError(
            f"step({shown(state)}) returns nothing: is a return missing? Where the game ends, "
            f"return {{state: 1}}"
        )
    ways = weights("step({})", row, state)
    return ways, list(ways.of)


def _actions(state: State, found: object) -> tuple[Any, list[State]]:
    if found is None:
        raise ValueError(
            f"actions({shown(state)}) returns nothing: is a return missing? Where the game ends, "
            "return a number"
        )
    if not isinstance(found, Mapping):
        return exact_number("actions({})", found, state), []
    if not found:
        raise ValueError(
            f"actions({shown(state)}) has no action; where the game ends it must be a number"
        )
    rows = {action: weights("actions({})[{}]", row, state, action) for action, row in found.items()}
    return rows, [to for ways in rows.values() for to in ways.of]


_READ: dict[str, Callable[[State, object], tuple[Any, list[State]]]] = {
    "step": _step,
    "actions": _actions,
}


# How it is watched


class _Runaway(BaseException):
    """The text runs on and on. (Not an `Exception`, which library code might catch.)"""


class _Watch:
    """Counts the lines that the text runs through, and knows the last of them."""

    def __init__(self) -> None:
        self.line: int | None = None
        self.left = 0
        self.depth = 0

    @contextmanager
    def over(self, place: str) -> Generator[None, None, None]:
        """Watch one piece of work, and turn what goes wrong there into a `ProgramError`."""
        self.left, self.line, self.depth = LINES, None, 0
        before = sys.gettrace()
        sys.settrace(self._enter)
        try:
            yield
        except _Runaway as runaway:
            raise ProgramError(str(runaway).format(place), self.line) from None
        except MemoryError:
            raise ProgramError(
                f"out of memory, in {place}: is a list endless?", self.line
            ) from None
        except RecursionError:
            raise ProgramError(_TOO_DEEP.format(place), self.line) from None
        except Exception as error:
            sys.settrace(before)
            told = str(error)
            if place not in told:
                kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
                told = f"{kind}{_cut(told)}, in {place}"
            raise ProgramError(told, self.line) from None
        finally:
            sys.settrace(before)

    def _enter(self, frame: FrameType, event: str, _argument: object) -> Any:
        self._count()
        if frame.f_code.co_filename != FILE:
            return None
        self.depth += event == "call"
        if self.depth > DEPTH:
            raise _Runaway(_TOO_DEEP)
        return self._go_on

    def _go_on(self, frame: FrameType, event: str, _argument: object) -> Any:
        if event == "line":
            self.line = frame.f_lineno
            self._count()
        elif event == "return":
            self.depth -= 1
        return self._go_on

    def _count(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _Runaway(_TOO_LONG)


_TOO_LONG = f"still at work after {LINES} lines, in {{}}: is there an endless loop?"
_TOO_DEEP = f"more than {DEPTH} functions wait for each other, in {{}}: does one call itself?"


def _cut(text: str, length: int = 200) -> str:
    """Return a text cut to a length that fits into a message."""
    return text if len(text) <= length else text[: length - 1] + "…"
