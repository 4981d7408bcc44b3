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

**The text may come from a stranger.** So it is written in a part of Python (functions, loops,
conditions and expressions), with the harmless functions of the standard library, and run in a box
(see `games.box`): it can be solved or refused, and nothing else. It reaches nothing but itself, and
what it does is counted against one budget for the whole game.
"""

import ast
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any

from games.arguments import Weights, exact_number, hashable, shown, weights, whole
from games.box import Box
from games.decision import DecisionProcess
from games.grammar import LENGTH, ProgramError
from games.markov import AbsorbingChain
from games.piecemeal import Piecemeal, finish

__all__ = ["LENGTH", "Game", "ProgramError", "solve", "solve_piecemeal"]

STATES = 2000  # that a game may have
SIZE = 1000  # values in a state, with all that is nested in it
WAYS = 50_000  # that lead on from all states together
DIGITS = 60_000  # binary ones of the denominators of all states together
TERMS = 300_000  # additions on the way to a survival curve: some hundredths of a second

State = Any


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game and its solution, which is worked out when it is asked for.

    Attributes:
        start: its first state.
        chain: the game, or where somebody decides, the game under a best policy.
        process: the decisions; None if there are none.
        decimals: the numbers with a point in its text, and what they were taken for.

    >>> game = solve("start = 1\\ndef step(n): return {n: 1/2, 0: 1/2} if n else {0: 1}")
    >>> game.states, game.size, game.ends[0], game.mean, game.median
    ((1, 0), 2, Fraction(1, 1), Fraction(2, 1), 1)
    >>> round(game.deviation_float, 6), game.survival_curve_float[:4]
    (1.414214, (1.0, 0.5, 0.25, 0.125))

    Where somebody decides, a game has a value:

    >>> bet = "start = 'go'\\ndef actions(s): return {'bold': {0: 1/2, 8: 1/2}} if s == 'go' else s"
    >>> solve(bet).value, solve(bet).value_deviation_float, solve(bet).worth[8]
    (Fraction(4, 1), 4.0, Fraction(8, 1))
    """

    start: State
    chain: AbsorbingChain[State]
    process: DecisionProcess[State, Any] | None = None
    decimals: tuple[tuple[str, Fraction], ...] = ()

    def __repr__(self) -> str:
        decided = ", with decisions" if self.process else ""
        return f"<Game of {len(self.states)} states from {shown(self.start)}{decided}>"

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
    def deviation_float(self) -> float:
        """The standard deviation of the number of steps."""
        return math.sqrt(self.chain.variance_steps(self.start))

    @cached_property
    def ends(self) -> Mapping[State, Fraction]:
        """How likely each end is."""
        return MappingProxyType(self.chain.absorption_probabilities(self.start))

    @cached_property
    def worth(self) -> Mapping[State, Fraction]:
        """What each end is worth, where somebody decides."""
        process = self.process
        return MappingProxyType({end: process.value(end) for end in self.ends} if process else {})

    @cached_property
    def value(self) -> Fraction:
        """What the best play can expect, as the mean of what the ends are worth."""
        return sum((chance * self.worth[end] for end, chance in self.ends.items()), Fraction(0))

    @cached_property
    def value_deviation_float(self) -> float:
        """The standard deviation of what one game brings."""
        squares = sum(chance * self.worth[end] ** 2 for end, chance in self.ends.items())
        return math.sqrt(squares - self.value**2)

    @cached_property
    def survival_curve_float(self) -> tuple[float, ...]:
        """P(T > t) for t = 0, 1, …, as far as most games last, or as it is soon worked out."""
        far = max(math.ceil(self.mean + Fraction(3 * self.deviation_float)), 4)
        return self.chain.survival_curve_float(self.start, min(far, TERMS // (self.size + 10)))

    @cached_property
    def median(self) -> int | None:
        """The first t by which half of all games are over; None if that is far away."""
        soon = 2 * self.mean * (self.size + 10) < TERMS  # the median is at most twice the mean
        return self.chain.quantile(self.start, "1/2") if soon else None

    def walk(self, rng: Random) -> Iterator[State]:
        """Yield the states of one game, played by the chances alone, without any solution.

        Args:
            rng: the source of chance; the same seed gives the same game.

        Raises:
            TypeError: rng is not a random.Random.

        >>> game = solve("start = 2\\ndef step(n): return {n - 1: 1} if n else {0: 1}")
        >>> list(game.walk(Random(1)))
        [2, 1, 0]
        """
        return self.chain.walk(rng, self.start)


def solve(text: str, *, limit: int = STATES) -> Game:
    """Run a text and return the game that it describes.

    Args:
        text: assigns ``start`` and defines ``step`` or ``actions``.
        limit: the number of states allowed.

    Returns:
        The game; what is asked of it is worked out then.

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
    return finish(solve_piecemeal(text, limit=limit))


def solve_piecemeal(text: str, *, limit: int = STATES) -> Piecemeal[Game]:
    """Do what `solve` does piece by piece: yield the progress from 0 to 1, return the game.

    Args:
        text: as for `solve`.
        limit: as for `solve`.

    Raises:
        ProgramError: as for `solve`.
    """
    limit = whole("limit", limit, 1)
    box = Box(text)
    with box.over("this text"):
        box.run()
        box.measured(box.names.get("start"), SIZE)
    start, kind, rule = _found(box)
    opponent: Any = box.names.get("opponent", lambda _state: False)
    if not callable(opponent):
        raise ProgramError("opponent must be a function of the state")
    table: dict[State, Any] = {start: None}
    opposed: dict[State, bool] = {}
    ways = digits = 0
    queue = [start]
    for done, state in enumerate(queue):
        place = f"{kind}({shown(state)})"
        with box.over(place):
            row = box.measured(rule(state))
            table[state], following = _READ[kind](state, row)
            opposed[state] = kind == "actions" and bool(following and opponent(state))
            for to in following:
                if to not in table:
                    box.measured(to, SIZE)
                    table[to] = None
                    queue.append(to)
            ways += len(following)
            digits += sum(total.bit_length() for total in _denominators(table[state]))
            if ways > WAYS or digits > DIGITS:
                most = f"{WAYS} ways" if ways > WAYS else f"{DIGITS} binary digits in its chances"
                raise ProgramError(f"the game has more than {most}, in {place}: make it smaller")
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
        for share in chain.solve_piecemeal():
            yield 0.8 + 0.2 * share
    except (TypeError, ValueError) as error:
        raise ProgramError(str(error)) from None
    if start in chain.absorbing:
        raise ProgramError(f"start is {shown(start)}, but there the game is over: nothing happens")
    return Game(start, chain, process, box.decimals)


# What the text has defined, and what its rules may return


def _found(box: Box) -> tuple[State, str, Callable[[State], Any]]:
    """Return what the text has defined: the start, and which rule leads on."""
    names = box.names
    rules = [kind for kind in _READ if callable(names.get(kind))]
    if not rules:
        raise ProgramError(
            "the text must define step(state), or actions(state) where somebody decides"
        )
    if len(rules) > 1:
        raise ProgramError(
            "the text must define step(state) or actions(state), and both are there: which is it?"
        )
    if "start" not in names:
        raise ProgramError("where does the game start? Write a line such as start = 0")
    try:
        start = hashable("start", names["start"])
    except TypeError as error:
        lines = [node.lineno for node in box.tree.body if isinstance(node, ast.Assign)]
        raise ProgramError(str(error), lines[0] if lines else None) from None
    return start, rules[0], names[rules[0]]


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


def _denominators(row: Any) -> list[int]:
    """Return the common denominators of a row, or of those of all actions."""
    rows = row.values() if isinstance(row, dict) else [row]
    return [it.total if isinstance(it, Weights) else it.denominator for it in rows]
