"""A game of your own, as a few lines of Python: run, turned into a plain table, and solved exactly.

The text says where the game starts and where it goes from there::

    start = 0


    def step(place):
        if place == 4:
            return {4: 1}
        return {place + 1: 1/2, 0: 1/2}

``step(state)`` returns {next: probability}; where the game ends it returns {state: 1}. If somebody
decides, write ``actions(state)`` instead: it returns {action: {next: probability}}, or a number
where the game ends: what this end is worth (see `games.maths.decision`). For a game of two, add
``opponent(state)``, which is True where the other one decides, who wants that number to be small.

``cost = 1`` or ``cost(state)`` is what each step from a state costs, and ``gain`` is what it
brings, unless the text itself uses this name. Where somebody decides, best play makes the end's
worth plus all gains, less all costs, as large as possible. So ends that are worth 0 and a cost of 1
ask for the fewest steps.

``p = slider(2/5)`` gives the text a number that its reader moves: the same text is then a game for
each place of the slider (see `games.your_game.slider`).

A row may also be a ``Die`` of icepool. A text can show distributions instead of a game: each
``output(die, name)`` shows one, and neither ``start`` nor ``step`` is needed.

**Numbers are exact.** In this text 1/6 is a sixth and 0.1 is a tenth, not the floats next to them
(see `games.your_game.grammar`). Everything else is Python, all of it.

**Running a text and solving its game are two things.** `tabulate` runs a text here and now, and
what it returns is a `Table`: states by their names, rows of whole numbers, nothing that could do
anything. `solved` makes a `Game` of a table. So a text of somebody else can be run behind a wall,
and its table, handed over as text, is checked like any other input. The wall is the caller's: in
the page of the book it is a frame that can reach nothing, on a computer of your own
`apart` gives the text a process with bounds of time and memory.

In a notebook the rules may be functions instead: `solve` and `solve_actions`.
"""

import ast
import json
import math
import re
import sys
from collections import Counter
from collections.abc import Callable, Container, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import chain, count, repeat
from operator import length_hint
from random import Random
from time import perf_counter, sleep
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol, TypeAlias

from games.incremental import Incremental, finish
from games.maths.decision import DecisionProcess
from games.maths.elimination import TooLarge
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain, NeverEnds
from games.maths.survival import PlayedForward
from games.validate import Exact, Weights, exact_number, hashable, integer, short_repr, weights
from games.your_game.dice import is_die, outcomes_of, row_of
from games.your_game.distribution import Distribution
from games.your_game.grammar import (
    COUNT_TURN,
    FILE,
    FUNCTIONS,
    LENGTH,
    REPORT_LINE,
    ProgramError,
    Reading,
    read,
)
from games.your_game.slider import Slider

__all__ = [
    "LENGTH",
    "MAX_STEPS",
    "MOST",
    "USUAL",
    "EndlessGame",
    "ForwardGame",
    "Game",
    "Limits",
    "Outputs",
    "ProgramError",
    "Table",
    "answer",
    "apart",
    "awaited",
    "begun",
    "label",
    "received",
    "received_answers",
    "replied",
    "solve",
    "solve_actions",
    "solve_text",
    "solved",
    "solved_incremental",
    "tabulate",
]

TURNS = 1_000_000  # turns of loops for each second that a text is allowed
NUMBER = 13_000  # binary digits of one number in a table: some 4000 decimal ones
NAME = 200  # characters of the name of a state or an action
PRINTED = 4000  # characters that a text may print
TOLD = 1000  # characters of a message
SIZE = 8_000_000  # characters of a table that is handed over
PARTS = 1_500_000  # lists in it
MEMORY = 512  # megabytes of a process apart
OUTPUTS = 100  # distributions that a text may show
FORWARD = 10  # times the usual work for a game that is played forward: a minute or less
TERMS = 300_000  # additions on the way to a survival curve: some hundredths of a second

MAX_STEPS = 1_000_000  # of `Game.chances_at`

State = Any


class Limits(NamedTuple):
    """How much a text may do.

    Attributes:
        states: that the game may have.
        ways: that lead on from all states together.
        digits: binary ones of the denominators of all states together.
        seconds: that the text may take. Loops may turn a million times for each, which is the same
            on every machine.
    """

    states: int = 5000
    ways: int = 200_000
    digits: int = 300_000
    seconds: int = 10

    @classmethod
    def for_states(cls, states: int, seconds: int) -> "Limits":
        """Return limits whose ways and digits go with the number of states.

        Args:
            states: the states that a game may have.
            seconds: the seconds that the text may take.

        Raises:
            None: `checked` looks at the numbers.

        >>> (
        ...     Limits.for_states(5000, 10) == Limits(),
        ...     Limits.for_states(20_000, 10).ways,
        ... )
        (True, 500000)
        """
        ways = max(200_000, min(500_000, WAYS_PER_STATE * states))
        digits = max(300_000, min(3_000_000, 60 * states))
        return cls(states, ways, digits, seconds)

    def checked(self) -> "Limits":
        """Return these limits, if none is higher than that of `MOST`.

        Raises:
            TypeError: one is not a whole number.
            ValueError: one is below 1, or too high.

        >>> Limits(seconds=1000).checked()
        Traceback (most recent call last):
        ValueError: seconds is 1000, but must be from 1 to 600
        """
        pairs = zip(self._fields, self, MOST, strict=True)
        return Limits(*[integer(name, value, 1, upper) for name, value, upper in pairs])


WAYS_PER_STATE = 40  # of the limits that go with a number of states
USUAL = Limits()
MOST = Limits(50_000, 500_000, 3_000_000, 600)


@dataclass(frozen=True, eq=False, repr=False)
class Game:
    """A game and its solution, which is worked out when it is asked for.

    Attributes:
        start: its first state.
        chain: the game, or where somebody decides, the game under a best policy.
        process: the decisions; None if there are none.
        decimals: the numbers with a point in its text, and what they were taken for.
        printed: what its text has printed.
        opposed: the states in which the opponent decides.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.

    >>> half = Fraction(1, 2)
    >>> game = solve(1, lambda n: {n: half, 0: half} if n else {0: 1})
    >>> game.states, game.size, game.ends[0], game.mean, game.median
    ((1, 0), 2, Fraction(1, 1), Fraction(2, 1), 1)
    >>> round(game.deviation_float, 6), game.survival_curve_float[:4]
    (1.414214, (1.0, 0.5, 0.25, 0.125))

    Where somebody decides, a game has a value:

    >>> bold = {"bold": {0: half, 8: half}}
    >>> bet = solve_actions("go", lambda it: bold if it == "go" else it)
    >>> bet.value, bet.value_deviation_float, bet.worth[8]
    (Fraction(4, 1), 4.0, Fraction(8, 1))
    """

    start: State
    chain: AbsorbingChain[State]
    process: DecisionProcess[State, Any] | None = None
    decimals: tuple[tuple[str, Fraction], ...] = ()
    printed: str = ""
    opposed: frozenset[State] = frozenset()
    gains: Mapping[State, Fraction] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        decided = ", with decisions" if self.process else ""
        return f"<Game of {len(self.states)} states from {short_repr(self.start)}{decided}>"

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
    def end_distribution(self) -> Distribution:
        """The distribution of the ends, by their labels."""
        return Distribution.of({label(end): chance for end, chance in self.ends.items()})

    def given(self, end: State) -> "Game":
        """Return the game under the condition that it ends in a given state.

        Args:
            end: one of `ends`.

        Raises:
            ValueError: the game does not end there.

        >>> walk = solve(
        ...     1, lambda n: {n - 1: "1/2", n + 1: "1/2"} if 0 < n < 3 else {n: 1}
        ... )
        >>> walk.mean, walk.given(3).mean
        (Fraction(2, 1), Fraction(8, 3))
        """
        if not self.ends.get(end):
            raise ValueError(f"end is {short_repr(end)}, but must be an end of {self!r}")
        return Game(self.start, self.chain.conditioned_on(end))

    def chances_at(self, t: int) -> tuple[Fraction, Fraction, Fraction]:
        """Return the chances that the game has exactly, at least and at most t steps.

        Args:
            t: a number of steps, from 1 to 1 000 000.

        Raises:
            ValueError: t is out of range, or so large that it takes too long.
            TypeError: t is not a whole number.

        >>> toss = solve(0, lambda n: {1: 1} if n else {0: "1/2", 1: "1/2"})
        >>> toss.chances_at(3)
        (Fraction(1, 8), Fraction(1, 4), Fraction(7, 8))
        """
        t = integer("t", t, 1, MAX_STEPS)
        survival_before, survival_now = (
            self.chain.survival(self.start, step) for step in (t - 1, t)
        )
        return survival_before - survival_now, survival_before, 1 - survival_now

    def chances_at_float(self, t: int) -> tuple[float, float, float]:
        """Return `chances_at` in floats, for a game with many states or many steps.

        Args:
            t: as for `chances_at`.

        Raises:
            ValueError, TypeError: as for `chances_at`.

        >>> game = solve(0, lambda n: {0: "1/2", 1: "1/2"} if n == 0 else {1: 1})
        >>> game.chances_at_float(3)
        (0.125, 0.25, 0.875)
        """
        t = integer("t", t, 1, MAX_STEPS)
        survival_before, survival_now = (
            self.chain.survival_float(self.start, step) for step in (t - 1, t)
        )
        return survival_before - survival_now, survival_before, 1 - survival_now

    @cached_property
    def worth(self) -> Mapping[State, Fraction]:
        """What each end is worth, where somebody decides."""
        process = self.process
        return MappingProxyType({end: process.value(end) for end in self.ends} if process else {})

    @cached_property
    def value(self) -> Fraction:
        """What the best play can expect: the mean of the ends' worth and of all gains."""
        return self._expected[self.start]

    @cached_property
    def _expected(self) -> Mapping[State, Fraction]:
        return self.chain.expected_reward(self._reward)

    def _reward(self, state: State) -> Fraction:
        return self.worth.get(state, self.gains.get(state, Fraction(0)))

    @cached_property
    def value_deviation_float(self) -> float:
        """The standard deviation of what one game brings."""
        return math.sqrt(self.chain.variance_reward(self._reward)[self.start])

    @cached_property
    def survival_curve_float(self) -> tuple[float, ...]:
        """P(T > t) for t = 0, 1, …, as far as most games last, or as it is soon worked out."""
        horizon = max(math.ceil(self.mean + Fraction(3 * self.deviation_float)), 4)
        return self.chain.survival_curve_float(self.start, min(horizon, TERMS // (self.size + 10)))

    @cached_property
    def median(self) -> int | None:
        """The first t by which half of all games are over; None if that is far away."""
        is_cheap = 2 * self.mean * (self.size + 10) < TERMS  # the median is at most twice the mean
        return self.chain.quantile(self.start, "1/2") if is_cheap else None

    def walk(self, rng: Random) -> Iterator[State]:
        """Yield the states of one game, played by the chances alone, without any solution.

        Args:
            rng: the source of chance; the same seed gives the same game.

        Raises:
            TypeError: rng is not a random.Random.

        >>> game = solve(2, lambda n: {n - 1: 1} if n else {0: 1})
        >>> list(game.walk(Random(1)))
        [2, 1, 0]
        """
        return self.chain.walk(rng, self.start)


@dataclass(frozen=True, eq=False, repr=False)
class EndlessGame:
    """A chain that need not end, and what it does in the long run.

    Attributes:
        start: its first state.
        chain: the chain.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.

    >>> weather = {"sun": {"sun": "3/4", "rain": "1/4"}, "rain": {"sun": 1}}
    >>> game = solve("sun", weather.get)
    >>> game.shares["rain"], game.chain.return_time("rain")
    (Fraction(1, 5), Fraction(5, 1))
    """

    start: State
    chain: LongRunChain[State]
    decimals: tuple[tuple[str, Fraction], ...] = ()
    printed: str = ""
    gains: Mapping[State, Fraction] = field(default_factory=lambda: MappingProxyType({}))

    def __repr__(self) -> str:
        count = len(self.states)
        return f"<EndlessGame of {count} states from {short_repr(self.start)}>"

    @property
    def states(self) -> tuple[State, ...]:
        """All states, in the order in which they are found."""
        return self.chain.states

    @cached_property
    def size(self) -> int:
        """The number of ways that lead on from all states together."""
        return sum(len(self.chain.step(state)) for state in self.states)

    @cached_property
    def shares(self) -> Mapping[State, Fraction]:
        """The expected share of all steps that the chain spends in each state, for ever."""
        return MappingProxyType(self.chain.shares(self.start))

    @cached_property
    def gain_per_step(self) -> Fraction:
        """What a step brings in the long run, on average."""
        return sum((share * self.gains[s] for s, share in self.shares.items()), Fraction(0))

    @cached_property
    def distribution(self) -> Distribution:
        """The shares as the distribution of a state at a time far away, by labels."""
        return Distribution.of({label(s): share for s, share in self.shares.items() if share})


@dataclass(frozen=True, eq=False, repr=False)
class ForwardGame:
    """A game that is too large for exact results: it was played forward, step by step, in floats.

    Attributes:
        start: its first state.
        chain: the game.
        played: the chances of the ends so far, and the chance that is left.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.
    """

    start: State
    chain: AbsorbingChain[State]
    played: PlayedForward
    decimals: tuple[tuple[str, Fraction], ...] = ()
    printed: str = ""

    def __repr__(self) -> str:
        return f"<ForwardGame of {len(self.states)} states from {short_repr(self.start)}>"

    @property
    def states(self) -> tuple[State, ...]:
        """All states, those that end the game last."""
        return (*self.chain.transient, *self.chain.absorbing)


@dataclass(frozen=True, eq=False, repr=False)
class Outputs:
    """The distributions that a text shows.

    Attributes:
        distributions: the distributions by their names, in the order of the text.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.

    >>> shown = solved(tabulate("output({1: 1/3, 2: 2/3}, 'a coin')"))
    >>> shown, shown.distributions["a coin"].mean
    (<Outputs of 'a coin'>, Fraction(5, 3))
    """

    distributions: Mapping[str, Distribution]
    decimals: tuple[tuple[str, Fraction], ...] = ()
    printed: str = ""

    def __repr__(self) -> str:
        return f"<Outputs of {', '.join(map(repr, self.distributions))}>"


Solved: TypeAlias = Game | EndlessGame | ForwardGame | Outputs

Row = tuple[int, ...]  # the total, and then for each way on the number of the state and its weight
Rows = tuple[tuple[str, Row], ...] | Fraction  # by the name of the action; or what the end is worth
Output = tuple[str, tuple[tuple[str, int], ...]]  # its name, and the weight of each outcome


@dataclass(frozen=True)
class Table:
    """A game as plain data: what is left of a text that has been run.

    Attributes:
        kind: "step" or "actions", the rule that the text has; "output" if it has none and shows
            distributions.
        names: how each state is shown, no two alike, the start first.
        rows: for each state its row, under the name "", or those of its actions; of an end of a
            game with decisions what it is worth. A row is (total, next, weight, next, weight, …).
        opposed: the numbers of the states in which the opponent decides.
        decimals: the numbers with a point in the text, and what they were taken for.
        printed: what the text has printed.
        gains: for each state what a step from there brings; empty if nothing is counted.
        slider: the slider of the text; None if there is none.
        outputs: the distributions that a text of the kind "output" shows, each with its name.

    >>> coin = tabulate('''
    ... start = 0
    ... def step(n):
    ...     return {n: 1} if n else {0: 1/3, 1: 2/3}
    ... ''')
    >>> coin.names, coin.rows
    (('0', '1'), ((('', (3, 0, 1, 1, 2)),), (('', (1, 1, 1)),)))
    >>> Table.from_json(coin.to_json()) == coin
    True
    """

    kind: str
    names: tuple[str, ...]
    rows: tuple[Rows, ...]
    opposed: tuple[int, ...] = ()
    decimals: tuple[tuple[str, Fraction], ...] = ()
    printed: str = ""
    gains: tuple[Fraction, ...] = ()
    slider: Slider | None = None
    outputs: tuple[Output, ...] = ()

    def to_json(self) -> str:
        """Return the table as text.

        >>> tabulate("start = 1\\ndef step(n): return {0: 1}").to_json()[:60]
        '{"kind": "step", "names": ["1", "0"], "rows": [[["", [1, 1, '
        """
        rows = [
            str(rows_of_state) if isinstance(rows_of_state, Fraction) else rows_of_state
            for rows_of_state in self.rows
        ]
        decimals = [(digits_text, str(value)) for digits_text, value in self.decimals]
        gains = [str(gain) for gain in self.gains]
        slider = [str(part) for part in self.slider] if self.slider else None
        plain = {"rows": rows, "decimals": decimals, "gains": gains, "slider": slider}
        return json.dumps(vars(self) | plain)

    @classmethod
    def from_json(cls, text: str) -> "Table":
        """Return the table that a text describes, whoever wrote it.

        Args:
            text: as from `to_json`; anything else is refused.

        Raises:
            ProgramError: it is no table, or a larger one than `MOST` allows.

        >>> Table.from_json('{"kind": "step"}')
        Traceback (most recent call last):
        games.your_game.program.ProgramError: what came back is no table: its parts are wrong
        """
        return _table(_loaded(text), MOST)


def _loaded(text: str) -> Any:
    """Return what a text in JSON says, if it is not too large."""
    _must(isinstance(text, str), "it is no text")
    size = len(text), text.count("[") + text.count("{")
    _must(size[0] <= SIZE and size[1] <= PARTS, "it is too large")
    try:
        return json.loads(text)
    except (ValueError, RecursionError, MemoryError):
        _must(False, "it cannot be read")


def _must(holds: bool, message: str) -> None:
    if not holds:
        raise ProgramError(f"what came back is no table: {message}")


def _table(data: Any, limits: Limits) -> Table:
    _must(isinstance(data, dict) and data.keys() == _PARTS, "its parts are wrong")
    kind, decimals = data["kind"], data["decimals"]
    _must(kind in ("step", "actions", "output"), "its kind is not step, actions or output")
    _must(_is_text(data["printed"], PRINTED, "\n\t"), "what it printed is no text")
    outputs = tuple([_output(given, limits.ways) for given in _listed(data["outputs"], OUTPUTS)])
    _must(len({name for name, _ in outputs}) == len(outputs), "two outputs have the same name")
    _must(bool(outputs) == (kind == "output"), "it has outputs and a game, or neither")
    names, rows, opposed = [
        _listed(data[part], limits.states) for part in ("names", "rows", "opposed")
    ]
    _must(bool(names) != (kind == "output"), "it has no states")
    _must(len(names) == len(rows), "it has not one row for each state")
    _must(all(_is_text(name, NAME) for name in names), "a name is no short text")
    _must(len(set(names)) == len(names), "two states have the same name")
    numbers = all(type(number) is int and 0 <= number < len(names) for number in opposed)
    _must(numbers and len(set(opposed)) == len(opposed), "there is no such state of an opponent")
    checked_rows: list[Rows] = []
    transitions = digits = 0
    for given in rows:
        if isinstance(given, str):
            _must(kind == "actions", "an end is worth something, but nobody decides")
            checked_rows.append(_fraction(given))
            continue
        row = tuple([_action(pair, len(names)) for pair in _listed(given, limits.ways)])
        actions = [action for action, _ in row]
        _must(len(set(actions)) == len(actions) > 0, "a state has not one row for each action")
        _must(kind == "actions" or actions == [""], "there is an action, but nobody decides")
        transitions += sum([len(weights_row) // 2 for _, weights_row in row])
        digits += sum([weights_row[0].bit_length() for _, weights_row in row])
        checked_rows.append(row)
    _must(transitions <= limits.ways and digits <= limits.digits, "its rows are too large")
    pairs = [_listed(pair, 2) for pair in _listed(decimals, 100)]
    _must(all(len(pair) == 2 and _is_text(pair[0], NAME) for pair in pairs), "a decimal is none")
    exactly = tuple([(digits_text, _fraction(value)) for digits_text, value in pairs])
    gains = tuple([_fraction(gain) for gain in _listed(data["gains"], len(names))])
    _must(len(gains) in (0, len(names)), "it has not one gain for each state")
    return Table(
        kind,
        tuple(names),
        tuple(checked_rows),
        tuple(opposed),
        exactly,
        data["printed"],
        gains,
        _slider(data["slider"]),
        outputs,
    )


def _slider(data: Any) -> Slider | None:
    if data is None:
        return None
    parts = _listed(data, len(Slider._fields))
    _must(len(parts) == len(Slider._fields) and _is_text(parts[0], NAME), "its slider has no name")
    try:
        return Slider.of(parts[0], *map(_fraction, parts[1:]))
    except ValueError as error:
        message = "what came back is no table: its slider has no such places"
        raise ProgramError(message) from error


_PARTS = set(Table.__dataclass_fields__)
_FRACTION = re.compile(r"-?[0-9]{1,4000}(/[1-9][0-9]{0,3999})?")


def _listed(value: Any, limit: int) -> list[Any]:
    _must(isinstance(value, list) and len(value) <= limit, "a list is none, or too long")
    return list(value)


def _is_text(value: Any, limit: int, allowed: str = "") -> bool:
    return (
        isinstance(value, str)
        and len(value) <= limit
        and value.translate(dict.fromkeys(map(ord, allowed))).isprintable()
    )


def _fraction(value: Any) -> Fraction:
    _must(isinstance(value, str) and bool(_FRACTION.fullmatch(value)), "a number is no fraction")
    return Fraction(value)


def _output(given: Any, limit: int) -> Output:
    pair = _listed(given, 2)
    _must(len(pair) == 2 and _is_text(pair[0], NAME), "an output has no name")
    outcomes = [tuple(_listed(outcome, 2)) for outcome in _listed(pair[1], limit)]
    _must(all(len(outcome) == 2 for outcome in outcomes), "an outcome has no weight")
    _must(all(_is_text(name, NAME) for name, _ in outcomes), "an outcome is no short text")
    _must(len({name for name, _ in outcomes}) == len(outcomes) > 0, "two outcomes are the same")
    _must(
        all(type(weight) is int and weight > 0 for _, weight in outcomes),
        "a weight is no whole number above 0",
    )
    _must(not _is_long(sum(weight for _, weight in outcomes)), "a chance has too many digits")
    return pair[0], tuple(outcomes)


def _action(given: Any, states: int) -> tuple[str, Row]:
    pair = _listed(given, 2)
    _must(len(pair) == 2 and _is_text(pair[0], NAME), "an action has no name")
    row = _listed(pair[1], 2 * states + 1)
    _must(all(type(entry) is int for entry in row), "a row holds something that is no whole number")
    total, targets, shares = sum(row[:1]), row[1::2], row[2::2]
    _must(len(targets) == len(shares) > 0, "a row is too short")
    _must(all(0 <= target < states for target in targets), "a row leads to no state")
    _must(len(set(targets)) == len(targets), "a row leads twice to the same state")
    _must(min(shares) > 0 and sum(shares) == total, "the chances of a row do not sum to 1")
    _must(total.bit_length() <= NUMBER, "a chance has too many digits")
    return pair[0], tuple(row)


# From a table, or from functions, to the game


class _Exploration(NamedTuple):
    """What a game leads to from its start, which comes first.

    Attributes:
        rows: for each state its weights, those of each action, or what the end is worth.
        opposed: whether the opponent decides there.
        gains: what a step from each state brings; empty if nothing is counted.
    """

    kind: str
    rows: dict[State, Any]
    opposed: dict[State, bool]
    gains: Mapping[State, Fraction] = MappingProxyType({})

    def built(self) -> AbsorbingChain[Any] | LongRunChain[Any] | DecisionProcess[Any, Any]:
        """Return the chain or the decisions, not yet solved."""
        start = next(iter(self.rows))
        try:
            message = f"start is {short_repr(start)}, but there the game is already over"
            if self.kind == "step":
                try:
                    chain = AbsorbingChain(self.rows)
                except NeverEnds:
                    return LongRunChain(self.rows)
                if start in chain.absorbing:
                    raise ProgramError(message)
                return chain
            if isinstance(self.rows[start], Fraction):
                raise ProgramError(message)
            limit, opponent = len(self.rows), self.opposed.__getitem__
            if not self.gains:
                return DecisionProcess(self.rows.__getitem__, start, opponent=opponent, limit=limit)
            if any(self.opposed.values()):
                raise ProgramError(
                    "a game with an opponent cannot have a cost or gain of each step: add them up "
                    "in the state, and count them in the number of the end"
                )
            gains = self.gains
            return DecisionProcess(
                self.rows.__getitem__, start, gain=lambda state, _: gains[state], limit=limit
            )
        except ProgramError:
            raise
        except (TypeError, ValueError) as error:
            raise ProgramError(str(error)) from None


def _solved_incremental(
    exploration: _Exploration, table: Table | None = None
) -> Incremental[Solved]:
    chain, process = exploration.built(), None
    remarks = (table.decimals, table.printed) if table else ((), "")
    start = next(iter(exploration.rows))
    try:
        if isinstance(chain, LongRunChain):
            yield from chain.solve_incremental()
            return EndlessGame(start, chain, *remarks, exploration.gains)
        if isinstance(chain, DecisionProcess):
            process, chain = chain, chain.policy_chain(chain.policy())
        try:
            yield from chain.solve_incremental()
        except TooLarge:
            if process or exploration.gains:
                raise
            patient = AbsorbingChain(exploration.rows, effort=FORWARD)
            played = yield from patient.play_forward_incremental_float(start)
            return ForwardGame(start, patient, played, *remarks)
    except (TypeError, ValueError) as error:
        raise ProgramError(_without_floats(str(error))) from None
    opposed = frozenset([state for state, is_so in exploration.opposed.items() if is_so])
    return Game(start, chain, process, *remarks, opposed, exploration.gains)


def _without_floats(message: str) -> str:
    """Return a message of a solver, without the ways out that a text does not have."""
    message = message.replace(", or give a discount", "")
    problem, limit, _ = message.partition(", which is the limit: ")
    if not limit:
        return message
    return f"{problem}{limit}let a state hold less, or merge states that go on in the same way"


def solved_incremental(table: Table) -> Incremental[Solved]:
    """Do what `solved` does piece by piece: yield the progress from 0 to 1, return the game.

    Args:
        table: as for `solved`.

    Raises:
        ProgramError: as for `solved`.
    """
    if table.kind == "output":
        return _outputs(table)
    names = table.names

    def weighed(row: Row) -> Weights[str]:
        return Weights(
            row[0], {names[target]: n for target, n in zip(row[1::2], row[2::2], strict=True)}
        )

    rows: dict[State, Any] = {}
    for name, given in zip(names, table.rows, strict=True):
        rows[name] = given
        if not isinstance(given, Fraction):
            options = {action: weighed(row) for action, row in given}
            rows[name] = options[""] if table.kind == "step" else options
    opposed = dict.fromkeys(names, False) | {names[i]: True for i in table.opposed}
    gains = MappingProxyType(dict(zip(names, table.gains, strict=True)) if table.gains else {})
    exploration = _Exploration(table.kind, rows, opposed, gains)
    return (yield from _solved_incremental(exploration, table))


def _outputs(table: Table) -> Outputs:
    distributions = {}
    for name, outcomes in table.outputs:
        total = sum(weight for _, weight in outcomes)
        distributions[name] = Distribution.of(
            {outcome: Fraction(weight, total) for outcome, weight in outcomes}
        )
    return Outputs(MappingProxyType(distributions), table.decimals, table.printed)


def solved(table: Table) -> Solved:
    """Solve the game of a table; its states are their names.

    Args:
        table: from `tabulate`, `apart` or `Table.from_json`.

    Returns:
        The game; an `EndlessGame` where nobody decides and no end can be reached from some state; a
        `ForwardGame` where nobody decides and exact results would take too long; `Outputs` of a
        text that shows distributions.

    Raises:
        ProgramError: the game is over at the start, or has no value.

    >>> game = solved(tabulate('''
    ... start = ""
    ... def step(seen):
    ...     if seen == "HH":
    ...         return {seen: 1}
    ...     return {seen + "H": 1/2, "": 1/2}
    ... '''))
    >>> game.mean, game.states
    (Fraction(6, 1), ('“”', 'H', 'HH'))
    """
    return finish(solved_incremental(table))


def solve(start: State, step: Callable[[State], object], *, limits: Limits = MOST) -> Solved:
    """Solve the game that a step function describes.

    Args:
        start: the first state, any hashable value.
        step: step(state) -> {next: probability}; where the game ends {state: 1}. Each is asked
            twice, and must answer the same.
        limits: how much it may do.

    Returns:
        The game, with the states that the function knows; an `EndlessGame` if no end can be reached
        from some state.

    Raises:
        ProgramError: the game is too large, or is over at the start; a row is wrong, as
            `AbsorbingChain` says.

    >>> solve(3, lambda n: {n - 1: "1/2", n: "1/2"} if n else {0: 1}).mean
    Fraction(6, 1)
    """
    return finish(_solved_incremental(_explored(start, "step", step, None, limits.checked())))


def solve_actions(
    start: State,
    actions: Callable[[State], object],
    opponent: Callable[[State], bool] | None = None,
    *,
    limits: Limits = MOST,
) -> Game:
    """Solve the game that a function of its actions describes.

    Args:
        start: the first state, any hashable value.
        actions: actions(state) -> {action: {next: probability}}; where the game ends a number,
            what this end is worth.
        opponent: opponent(state) is True where the other player decides, who wants that number to
            be small; without it there is one player only.
        limits: how much they may do.

    Returns:
        The game, with the states that the functions know.

    Raises:
        ProgramError: the game is too large, need not end, has no value, or is over at the start; a
            row is wrong, as `DecisionProcess` says.

    >>> throw = {n: Fraction(1, 6) for n in range(1, 7)}
    >>> def actions(face):
    ...     if face < 0:
    ...         return -face
    ...     kept = {-n: p for n, p in throw.items()}
    ...     return {"throw": kept} if face else {"first": throw}
    >>> game = solve_actions(0, actions)
    >>> game.value
    Fraction(7, 2)
    """
    if opponent is not None and not callable(opponent):
        raise ProgramError("opponent must be a function of the state")
    exploration = _explored(start, "actions", actions, opponent, limits.checked())
    game = finish(_solved_incremental(exploration))
    assert isinstance(game, Game)  # decisions that need not end have no value and are refused
    return game


# From the rules to all states


@contextmanager
def _plainly(_place: str) -> Iterator[Callable[[], object]]:
    try:
        yield bool
    except (TypeError, ValueError) as error:
        raise ProgramError(str(error)) from error


def _explored(
    start: State,
    kind: str,
    rule: Callable[[State], object],
    opponent: Callable[[State], object] | None,
    limits: Limits,
    watch: Callable[[str], Any] = _plainly,
    gain: Callable[[State], Fraction] | None = None,
) -> _Exploration:
    """Return all states to which a rule leads, with their rows."""
    if not callable(rule):
        raise ProgramError(f"{kind} must be a function of the state")
    with watch("start"):
        rows: dict[State, Any] = {hashable("start", start): None}
    opposed: dict[State, bool] = {}
    gains: dict[State, Fraction] = {}

    outcomes: set[State] = set()  # states that were outcomes of dice

    def answer_for(state: State) -> tuple[Any, bool]:
        try:
            given = rule(state)
        except Exception as error:
            if state in outcomes:
                error.add_note(
                    f"{short_repr(state)} is an outcome of a Die, and so the next state: make "
                    "states of the outcomes, as in d6.map(lambda face: ...)"
                )
            raise
        row = _READ[kind](state, given)
        if kind == "step" and is_die(given):
            outcomes.update(row.of)
        goes_on = kind == "actions" and opponent is not None and isinstance(row, dict)
        return row, bool(opponent and goes_on and _is_opposed(state, opponent(state)))

    queue, transitions, digits, began = [start], 0, 0, perf_counter()
    for state in queue:
        with watch(f"{kind}({short_repr(state)})") as mark_repeat:
            row, opposed[state] = answer_for(state)
            mark_repeat()
            if (row, opposed[state]) != answer_for(state):
                raise ValueError(
                    f"{kind}({short_repr(state)}) returns something else when it is called again. "
                    "Write the chances into the row {next: probability}, and use neither random "
                    "nor a clock. A state of a class of your own needs @dataclass(frozen=True)"
                )
            rows[state] = row
            weighed = _weighed(row)
            if gain:
                goes_on = any(option.of.keys() != {state} for option in weighed)
                gains[state] = gain(state) if goes_on else Fraction(0)
            for target in (target for option in weighed for target in option.of):
                if target not in rows:
                    rows[target] = None
                    queue.append(target)
            transitions += sum([len(option.of) for option in weighed])
            digits += sum([option.total.bit_length() for option in weighed])
            if any(_is_long(option.total) for option in weighed) or (
                isinstance(row, Fraction) and (_is_long(row.numerator) or _is_long(row.denominator))
            ):
                raise ValueError(
                    f"{kind}({short_repr(state)}) has a number of more than 3900 digits"
                )
            if transitions > limits.ways or digits > limits.digits:
                limit, excess = (
                    ("ways", f"{limits.ways} ways on")
                    if transitions > limits.ways
                    else ("digits", f"{limits.digits} binary digits in its chances")
                )
                raise ProgramError(
                    f"the game has more than {excess}, in {kind}({short_repr(state)}): can it be "
                    "made smaller?",
                    limit=limit,
                )
        if len(queue) > limits.states:
            raise ProgramError(
                f"{kind} leads from {short_repr(start)} to more than {limits.states} states, such "
                f"as {short_repr(queue[-1])}: is the game endless, or does a state hold more than "
                "is needed?",
                limit="states",
            )
        if perf_counter() - began > limits.seconds:
            raise ProgramError(
                f"still finding states after {limits.seconds} seconds; there are {len(queue)} so "
                f"far, such as {short_repr(state)}",
                limit="seconds",
            )
    return _Exploration(kind, rows, opposed, MappingProxyType(gains))


def _is_long(number: int) -> bool:
    return number.bit_length() > NUMBER


def _weighed(row: Any) -> list[Weights[State]]:
    if isinstance(row, Weights):
        return [row]
    return list(row.values()) if isinstance(row, dict) else []


def _is_opposed(state: State, turn: object) -> bool:
    if not isinstance(turn, bool):
        raise TypeError(
            f"opponent({short_repr(state)}) is {short_repr(turn)}, but must be True or False: "
            "there are two "
            "players at most, of whom one wants the number large and the opponent wants it small"
        )
    return turn


def _step(state: State, row: object) -> Any:
    if row is None:
        raise ValueError(
            f"step({short_repr(state)}) returns nothing: is a return missing? Where the game ends, "
            f"return {{state: 1}}"
        )
    return weights("step({})", row_of(row, "step({})", state), state)


def _actions(state: State, options: object) -> Any:
    if options is None:
        raise ValueError(
            f"actions({short_repr(state)}) returns nothing: is a return missing? Where the game "
            "ends, return a number"
        )
    if is_die(options):
        raise TypeError(
            f"actions({short_repr(state)}) is a Die, but must be {{action: Die}}, or a number "
            "where the game ends"
        )
    if not isinstance(options, Mapping):
        return exact_number("actions({})", options, state)
    if not options:
        raise ValueError(
            f"actions({short_repr(state)}) has no action; where the game ends it must be a number"
        )
    place = "actions({})[{}]"
    return {
        action: weights(place, row_of(row, place, state, action), state, action)
        for action, row in options.items()
    }


_READ: dict[str, Callable[[State, object], Any]] = {
    "step": _step,
    "actions": _actions,
}


# A text, run here


def tabulate(text: str, limits: Limits = USUAL, place: Exact | None = None) -> Table:
    """Run a text, here and now, and return its game as a table.

    Args:
        text: assigns ``start`` and defines ``step`` or ``actions``, or calls ``output``. It can do
            whatever this Python can: of a text that is not yours, ask `apart`.
        limits: how much it may do, each up to that of `MOST`.
        place: where the slider of the text is; without it, where the text puts it.

    Raises:
        TypeError: the text is no text, a limit no whole number, or the place not exact.
        ValueError: a limit is out of range.
        ProgramError: the text is not such a program, fails, never ends, or describes no game that
            ends. The message names the line, if there is one to name, and the state.

    >>> tabulate("start = 1\\ndef step(n):\\n    return {n + 1: 1/3}")
    Traceback (most recent call last):
    games.your_game.program.ProgramError: Line 3: step(1) has probabilities of sum 1/3, not 1: is \
an outcome missing, or are two with the same next state not added up?
    """
    limits = limits.checked()
    given = None if place is None else exact_number("place", place)
    run = _Run(read(text), limits, given)
    try:
        with run.watched("this text"):
            exec(run.reading.code, run.names)
        if given is not None and run.slider is None:
            raise ProgramError(f"place is {given}, but the text has no slider")
        if run.has_outputs():
            return run.table_of_outputs()
        start, kind = run.found()
        rule, opponent = run.names[kind], run.names.get("opponent")
        gain = run.gain()
        exploration = _explored(start, kind, rule, opponent, limits, run.watched, gain)
        run.has_outputs()  # a rule may have called output, too
        with run.watched("the names of the states"):
            table = _written(exploration, run)
        exploration.built()
    except ProgramError as error:
        error.printed = run.printed
        raise
    return table


class Late(BaseException):
    """The time of a text is over."""


class _Run:
    """A text that is being run, and what it has done so far."""

    def __init__(self, reading: Reading, limits: Limits, place: Fraction | None = None) -> None:
        self.reading, self.limits = reading, limits
        self.place = place
        self.slider: Slider | None = None
        self.line: int | None = None
        self.printed = ""
        self.turns = repeat(None, limits.seconds * TURNS + 1)  # the quickest of all counters
        self.names = reading.numbers | FUNCTIONS
        self.names |= {COUNT_TURN: self.turns.__next__, REPORT_LINE: self._report_line}
        self.names |= {"__name__": "__main__", "Fraction": Fraction, "print": self._print}
        self.names["slider"] = self._slider_word()  # a variable of this name takes its place
        self.names["output"] = self._output  # a text may use the name for something else
        self.outputs: list[tuple[str, Weights[State]]] = []

    def _report_line(self, value: object, line: int) -> object:
        self.line = line
        return value

    def _slider_word(self) -> Callable[..., int | Fraction]:
        """Return the function that a text calls as slider(value)."""

        def slider(
            value: object, low: object = 0, high: object = 1, step: object = None
        ) -> int | Fraction:
            frame = sys._getframe(1)
            is_outside = frame.f_code is self.reading.code
            name = _slider_names(self.reading.tree).get(frame.f_lineno) if is_outside else None
            if name is None:
                raise ProgramError(
                    "slider must stand in a line of its own, outside of functions and loops: "
                    "p = slider(2/5)"
                )
            if self.slider:
                raise ProgramError(
                    "a text can have one slider, and it has one already: "
                    f"{self.slider.name}. Write a number here"
                )
            try:
                self.slider = Slider.of(name, value, low, high, step)
            except (TypeError, ValueError) as error:
                raise ProgramError(str(error)) from None
            return self._place_number(self.slider)

        slider.__qualname__ = "slider"  # as messages of Python name it
        return slider

    def _place_number(self, slider: Slider) -> int | Fraction:
        place = slider.value if self.place is None else self.place
        if not slider.low <= place <= slider.high:
            raise ProgramError(
                f"the slider {slider.name} goes from {slider.low} to {slider.high}, but its place "
                f"is {_clean(str(place), 60)}"
            )
        return slider.number(place)

    def _mark_repeat(self) -> None:
        self.is_again = True

    def _print(self, *values: object, sep: str = " ", end: str = "\n", **keywords: Any) -> None:
        if keywords.get("file"):
            print(*values, sep=sep, end=end, **keywords)
        elif len(self.printed) < PRINTED and not self.is_again:
            text = (" " if sep is None else sep).join(map(str, values))
            text += "\n" if end is None else end
            self.printed = _clean(self.printed + text, PRINTED, "\n\t")

    def _output(self, value: object, name: object = "") -> None:
        """Keep a distribution, to be shown under a name."""
        if self.is_again:
            return
        if len(self.outputs) == OUTPUTS:
            raise ValueError(f"there are more than {OUTPUTS} outputs")
        text = str(name) or f"output {len(self.outputs) + 1}"
        self.outputs.append((text, outcomes_of(text, value)))

    _output.__qualname__ = "output"  # messages of Python name it so

    def rules(self) -> list[str]:
        """Return the kinds of rule that the text has defined."""
        return [kind for kind in _READ if callable(self.names.get(kind))]

    def has_outputs(self) -> bool:
        """Return whether the text shows distributions.

        Raises:
            ProgramError: it also has the rule of a game.
        """
        rules = self.rules()
        if self.outputs and rules:
            raise ProgramError(
                f"the text has {rules[0]}(state) and calls output: write a game or distributions, "
                "each in a text of its own"
            )
        return bool(self.outputs)

    def table_of_outputs(self) -> Table:
        """Return the distributions of the text as a table."""
        names: dict[str, Weights[State]] = {}
        for given, outcomes in self.outputs:
            names[_unused(_clean(given, NAME - 10), names)] = outcomes
        if self.slider:
            raise ProgramError("the text calls output and has a slider, which needs a step")
        with self.watched("the outcomes"):
            if any(_is_long(outcomes.total) for outcomes in names.values()):
                raise ValueError("a chance has more than 3900 digits")
            if sum(len(outcomes.of) for outcomes in names.values()) > self.limits.ways:
                raise ProgramError(f"there are more than {self.limits.ways} outcomes", limit="ways")
            outputs = tuple([(name, _labelled(outcomes)) for name, outcomes in names.items()])
        return Table(
            "output",
            (),
            (),
            decimals=self.decimals(),
            printed=self.printed,
            outputs=outputs,
        )

    def decimals(self) -> tuple[tuple[str, Fraction], ...]:
        """Return the decimals of the text that are short enough to be shown."""
        short = [pair for pair in self.reading.decimals if len(f"{pair[0]}{pair[1]}") < NAME]
        return tuple(short[:100])

    @contextmanager
    def watched(self, place: str) -> Iterator[Callable[[], object]]:
        """Watch one piece of work, and turn what goes wrong there into a `ProgramError`.

        It yields what is to be called before the work is done again.
        """
        self.line, self.is_again = None, False
        try:
            yield self._mark_repeat
            error: BaseException | None = None
        except KeyboardInterrupt:
            raise
        except BaseException as caught:
            error = caught
        limit, line = "", self._last(error)
        if isinstance(error, Late) or not length_hint(self.turns):
            limit = "seconds"
            message = (
                f"not finished after {self.limits.seconds} seconds, or after "
                f"{self.limits.seconds * TURNS} turns of loops, in {place}: is there an endless "
                "loop?"
            )
        elif isinstance(error, RecursionError):
            message = (
                f"too many calls wait for each other, in {place}: does a function call itself? "
                "Fill a table instead, from the smallest case up"
            )
        elif isinstance(error, MemoryError):
            message = f"out of memory, in {place}: is a list endless, or a number very large?"
        elif error is None:
            return
        elif isinstance(error, SystemExit):
            message = f"the text ends Python, in {place}: does it call exit?"
        elif isinstance(error, ProgramError):
            message, limit = error.message, error.limit
        else:
            message = str(error).replace("\n", " ")
            if place not in message or isinstance(error, KeyError):
                if isinstance(error, ModuleNotFoundError):
                    message += _where_modules_are(error.name or "")
                message += "".join(f". {note}" for note in getattr(error, "__notes__", ()))
                kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
                message = f"{kind}{_clean(message, 300)}, in {place}"
            elif len(message) > TOLD:
                message = _clean(message, TOLD)
        raise ProgramError(message, line, limit=limit) from None

    def _last(self, error: BaseException | None) -> int | None:
        """Return the last line of the text that an error came through."""
        if error and isinstance(error.__cause__, StopIteration):
            error = error.__cause__  # within a generator
        line, trace = self.line, error.__traceback__ if error else None
        while trace:
            if trace.tb_frame.f_code.co_filename == FILE:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line

    def found(self) -> tuple[State, str]:
        """Return the start and the kind of rule that the text has defined."""
        names, lines = self.names, _lines(self.reading.tree)
        rules = self.rules()
        if not rules:
            raise ProgramError(
                "the text must define step(state), or actions(state) where somebody decides"
            )
        if len(rules) > 1:
            raise ProgramError(
                "the text must define step(state) or actions(state), and both are there: which is "
                "it?"
            )
        if "start" not in names:
            raise ProgramError("start is missing: write a line such as start = 0")
        if is_die(names["start"]):
            message = "start is a Die, but must be one state: let its step return the Die"
            raise ProgramError(message, lines.get("start"))
        try:
            start = hashable("start", names["start"])
        except TypeError as error:
            raise ProgramError(str(error), lines.get("start")) from None
        if "opponent" in names:
            if not callable(names["opponent"]):
                raise ProgramError("opponent must be a function of the state", lines["opponent"])
            if rules == ["step"]:
                message = (
                    "opponent is there, but nobody decides: write actions(state) in place of step"
                )
                raise ProgramError(message, lines["opponent"])
        _nothing_unheard(self.reading.tree, lines)
        return start, rules[0]

    def gain(self) -> Callable[[State], Fraction] | None:
        """Return what a step from a state brings; None if nothing is counted."""
        tree = self.reading.tree
        given = [name for name in _COUNTED if name in self.names and not _uses(tree, name)]
        if not given:
            return None
        if len(given) > 1:
            raise ProgramError("the text has a cost and a gain, but may have one of them")
        [name] = given
        rule, sign = self.names[name], _COUNTED[name]
        if callable(rule):
            return lambda state: sign * exact_number(name + "({})", rule(state), state)
        try:
            constant = sign * exact_number(name, rule)
        except (TypeError, ValueError) as error:
            line = _lines(tree).get(name)
            raise ProgramError(f"{error}, or a function of the state", line) from None
        return lambda _: constant


def _lines(tree: ast.Module) -> dict[str, int]:
    """Return where the names of a text get their values, the functions among them."""
    lines = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines[node.name] = node.lineno
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            lines |= {target.id: node.lineno for target in targets if isinstance(target, ast.Name)}
    return lines


def _slider_names(tree: ast.Module) -> dict[int, str]:
    """Return the variables that calls in lines of their own give a value, by the line."""
    names: dict[int, str] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if len(targets) == 1 and isinstance(targets[0], ast.Name):
                names.setdefault(node.value.lineno, targets[0].id)
    return names


# What a text might mean to be heard, and what to write instead
_OWN = "the page finds best play. To see your own, let actions offer your choice alone"
_COUNTED = {"cost": -1, "gain": 1}  # names that say what a step costs or brings
_HEARD = ("start", "opponent", *_READ, *_COUNTED)
_POINTS = (
    "name what a step brings gain, and what it costs cost. What an end is worth is the number that "
    "actions returns"
)
_WORTH = ["reward", "rewards", "gains", "payoff", "payoffs", "discount", "costs"]
_QUESTIONS = dict.fromkeys(["policy", "strategy", "choose"], _OWN) | dict.fromkeys(_WORTH, _POINTS)


def _nothing_unheard(tree: ast.Module, lines: Mapping[str, int]) -> None:
    """Refuse a text with a function that nothing asks: the answer would be to another question."""
    for node in tree.body:
        is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        is_lambda = isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda)
        for name, line in lines.items():
            if line != node.lineno or name in _HEARD or name[0] == "_":
                continue
            if not (is_function or is_lambda or name in _QUESTIONS):
                continue
            if not _uses(tree, name):
                hint = _QUESTIONS.get(
                    name,
                    "the page calls step, or actions and opponent. Call it yourself, or begin its "
                    "name with _",
                )
                raise ProgramError(f"{name} is not used: {hint}", line)


def _uses(tree: ast.Module, name: str) -> bool:
    """Return whether a text uses a name, outside of the statement that defines it."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=used_name, ctx=ast.Load()) | ast.Constant(value=used_name) if (
                used_name == name
            ):
                definition = _definition(tree, name)
                if definition is None or not any(part is node for part in ast.walk(definition)):
                    return True
    return False


def _definition(tree: ast.Module, name: str) -> ast.stmt | None:
    """Return the last statement of a text that gives a name its value."""
    line = _lines(tree).get(name)
    return next((statement for statement in tree.body if statement.lineno == line), None)


def label(state: State) -> str:
    """Return how a state or an action is shown.

    Args:
        state: any value.

    Raises:
        Exception: whatever the ``str`` of the value does.

    >>> [label(it) for it in ("home", "", (2, Fraction(1, 2)), frozenset({1}))]
    ['home', '“”', '(2, 1/2)', '{1}']
    """
    if isinstance(state, tuple):
        return f"({', '.join(map(label, state))})"
    if isinstance(state, frozenset):
        return f"{{{', '.join(sorted(map(label, state)))}}}"
    return str(state) or "“”"


def _unused(name: str, used: Container[str], plain: str = "") -> str:
    """Return a name, or its plain form with a number, so that it is not used yet."""
    numbered = (f"{plain or name} ({n})" for n in count(2))
    return next(one for one in chain([name], numbered) if one not in used)


def _labels(values: Sequence[State]) -> dict[State, str]:
    """Return how each of several values is shown, no two alike."""
    labels = {value: _clean(label(value), NAME - 10) for value in values}
    alike = Counter(labels.values())
    used: set[str] = set()
    for value, plain in labels.items():
        name = repr(plain) if alike[plain] > 1 and isinstance(value, str) else plain
        name = _unused(name, used, plain)
        used.add(name)
        labels[value] = name
    return labels


def _labelled(outcomes: Weights[State]) -> tuple[tuple[str, int], ...]:
    """Return the weight of each outcome by its label. Outcomes with the same label are one."""
    weight_of: Counter[str] = Counter()
    for outcome, weight in outcomes.of.items():
        weight_of[_clean(label(outcome), NAME)] += weight
    return tuple(weight_of.items())


def _where_modules_are(name: str) -> str:
    """Return where a missing module can be had, as the end of a message."""
    if sys.platform == "emscripten":
        return ": a text can import the standard library, icepool and sympy"
    if name.partition(".")[0] == "icepool":
        return ": it is not installed here. Install it with pip install icepool"
    return ""


def _clean(text: str, limit: int, allowed: str = "") -> str:
    """Return a text without what cannot be seen, and not too long."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join([char if char.isprintable() or char in allowed else "�" for char in cut])


def _written(exploration: _Exploration, run: _Run) -> Table:
    names = _labels(list(exploration.rows))
    number = {state: i for i, state in enumerate(names)}

    def flat(row: Weights[State]) -> Row:
        return (
            row.total,
            *(entry for target, share in row.of.items() for entry in (number[target], share)),
        )

    rows: list[Rows] = []
    for row in exploration.rows.values():
        if isinstance(row, dict):
            actions = _labels(list(row))
            rows.append(
                tuple([(actions[action], flat(action_row)) for action, action_row in row.items()])
            )
        else:
            rows.append((("", flat(row)),) if isinstance(row, Weights) else row)
    opposed = [number[state] for state, is_so in exploration.opposed.items() if is_so]
    return Table(
        exploration.kind,
        tuple(names.values()),
        tuple(rows),
        tuple(opposed),
        run.decimals(),
        run.printed,
        tuple(exploration.gains.values()),
        run.slider,
    )


# A text, run behind a wall


def answer(text: str, limits_json: str, places_json: str = "") -> str:
    """Return what `tabulate` makes of a text, as JSON: for a Python behind a wall, which runs it.

    Args:
        text: as for `tabulate`.
        limits_json: the limits, by their names.
        places_json: a list of places of its slider, as texts; without it, where the text puts it.

    Returns:
        {"table": …}, or {"error": message, "line": n or null, "printed": text, "limit": the name
        of the limit that was reached, or ""}. With places
        {"answers": [such an answer for each place]}; the last of them are left out where they would
        take more than half of the seconds, or be too long together.

    Raises:
        None: an exception of any kind is told in the answer.

    >>> answer("start = 0", "{}")[:50]
    '{"error": "the text must define step(state), or ac'
    """
    try:
        if not places_json:
            return _answer(text, limits_json)
        began, seconds = perf_counter(), Limits(**json.loads(limits_json)).seconds
        answers: list[str] = []
        size = parts = 0
        for place in json.loads(places_json):
            reply = _answer(text, limits_json, Fraction(place))
            size += len(reply) + 2
            parts += reply.count("[") + reply.count("{")
            if answers and (size > SIZE - 20 or parts > PARTS - 2):
                break
            answers.append(reply)
            if perf_counter() - began > seconds / 2:
                break
        return f'{{"answers": [{", ".join(answers)}]}}'
    except BaseException:  # such as an exception of the text that cannot be told
        return '{"error": "the text has broken the Python in which it ran", "line": null}'


def _answer(text: str, limits_json: str, place: Fraction | None = None) -> str:
    try:
        table = tabulate(text, Limits(**json.loads(limits_json)), place).to_json()
        if len(table) < SIZE - 20:
            return f'{{"table": {table}}}'
        raise ProgramError("the table of this game is too large: give its states shorter names")
    except ProgramError as error:
        reply = {"error": _clean(error.message, TOLD), "line": error.line, "limit": error.limit}
        return json.dumps(reply | {"printed": _clean(error.printed, PRINTED, "\n\t")})
    except (TypeError, ValueError) as error:
        return json.dumps({"error": _clean(str(error), TOLD), "line": None, "printed": ""})


def received(text: str, limits: Limits = MOST) -> Table:
    """Return the table that an `answer` holds, whoever wrote it.

    Args:
        text: an answer.
        limits: those that were asked for: who answers need not have kept them.

    Raises:
        ProgramError: it says what is wrong with the game, or it is no answer.

    >>> received(answer("start = 0", "{}"))
    Traceback (most recent call last):
    games.your_game.program.ProgramError: the text must define step(state), or actions(state) \
where somebody decides
    """
    return _received(_loaded(text), limits)


def received_answers(text: str, most: int, limits: Limits = MOST) -> list[Table | ProgramError]:
    """Return what an `answer` for several places of a slider holds, whoever wrote it.

    Args:
        text: an answer.
        most: the number of places that were asked for.
        limits: those that were asked for.

    Returns:
        For each place its table, or why there is none.

    Raises:
        ProgramError: the text has not run at all, or this is no answer.

    >>> text = "p = slider(1/2)\\nstart = 1\\n"
    >>> text += "def step(n): return {0: p, n: 1 - p} if n else {0: 1}"
    >>> tables = received_answers(answer(text, "{}", '["1/3", "3"]'), 2)
    >>> tables[0].rows[0], str(tables[1])
    ((('', (3, 1, 1, 0, 2)),), 'Line 1: the slider p goes from 0 to 1, but its place is 3')
    """
    data = _loaded(text)
    if isinstance(data, dict) and "error" in data:
        _received(data, limits)
    _must(isinstance(data, dict) and data.keys() == {"answers"}, "its parts are wrong")
    answers: list[Table | ProgramError] = []
    for part in _listed(data["answers"], most):
        try:
            answers.append(_received(part, limits))
        except ProgramError as error:
            answers.append(error)
    _must(bool(answers), "it has no answer")
    return answers


def _received(data: Any, limits: Limits) -> Table:
    if isinstance(data, dict) and "error" in data:
        message, line, printed = data["error"], data.get("line"), data.get("printed", "")
        _must(_is_text(message, TOLD) and _is_text(printed, PRINTED, "\n\t"), "its message is odd")
        _must(line is None or (type(line) is int and 0 < line <= LENGTH), "its line is odd")
        limit = data.get("limit", "")
        _must(limit in ("", *Limits._fields), "its limit is odd")
        raise ProgramError(message, line, printed, limit)
    _must(isinstance(data, dict) and data.keys() == {"table"}, "its parts are wrong")
    return _table(data["table"], limits)


class Pending(Protocol):
    """A text that runs somewhere else.

    Attributes:
        grace: the seconds in which its Python may start.
    """

    grace: int

    def poll(self) -> str | None:
        """Return its `answer`, or None as long as there is none."""

    def stop(self) -> None:
        """End it, if it has not ended."""


def begun(text: str, limits: Limits, places_json: str = "") -> Pending:
    """Have a text run in a process of its own, within bounds of time and of memory.

    Args:
        text: as for `tabulate`.
        limits: how much it may do.
        places_json: as for `answer`.

    Returns:
        The text at work.

    Raises:
        ProgramError: there are no processes here, as in a page that brings no wall of its own.

    >>> pending = begun("while True: pass", USUAL)
    >>> pending.poll()
    >>> pending.stop()
    """
    if sys.platform == "emscripten":
        raise ProgramError(
            "a text can be run apart in the page of the book and in a Python on a computer, but "
            "there is neither here"
        )
    from games.your_game.process import Process

    given = text, json.dumps(limits.checked()._asdict()), places_json
    return Process(given, limits.seconds, MEMORY, SIZE)


def awaited(pending: Pending, limits: Limits) -> Generator[int, None, Table]:
    """Wait for a text that runs somewhere else: yield the seconds so far, return its table.

    Args:
        pending: the text; it is stopped when nobody waits any more.
        limits: with the seconds that it may take; a little more is given it to begin.

    Raises:
        ProgramError: as from `received`, or it took too long.

    >>> text = "start = 1\\ndef step(n): return {n - 1: 1} if n else {n: 1}"
    >>> finish(awaited(begun(text, USUAL), USUAL)).names
    ('1', '0')
    """
    return received((yield from replied(pending, limits)), limits)


def replied(pending: Pending, limits: Limits) -> Generator[int, None, str]:
    """Wait for a text that runs somewhere else: yield the seconds so far, return its `answer`.

    Args:
        pending: as for `awaited`.
        limits: as for `awaited`.

    Raises:
        ProgramError: it took too long.

    >>> finish(replied(begun("start = 0", USUAL), USUAL))[:30]
    '{"error": "the text must defin'
    """
    began = perf_counter()
    try:
        while (reply := pending.poll()) is None:
            passed = perf_counter() - began
            if passed > limits.seconds + pending.grace:
                raise ProgramError(
                    f"not finished after {limits.seconds} seconds: is there an endless loop, or "
                    "something very large?",
                    limit="seconds",
                )
            yield int(passed)
    finally:
        pending.stop()
    return reply


def apart(text: str, limits: Limits = USUAL) -> Table:
    """Return what `tabulate` does, run in a process of its own: for texts of others, as of a class.

    The process ends when its seconds of computing are over, or 5 more of any kind, and gets no more
    than 512 megabytes; it cannot start others. Root is not bound by the last: for root the process
    runs under the account without rights (65534, "nobody"). Where that account cannot read this
    Python, a RuntimeWarning says that what the text starts may outlive it. Windows has only the
    bound of the time, and says so by a RuntimeWarning; macOS does not keep that of memory. What the
    process may *reach* is not bounded: it could read and delete your files. Against malice use an
    account, a container or a machine that has nothing to lose, or the page of the book, whose wall
    is that of the browser.

    Args:
        text: as for `tabulate`.
        limits: how much it may do, each up to that of `MOST`.

    Raises:
        TypeError, ValueError, ProgramError: as from `tabulate`; or the process came to an end.

    >>> apart("start = 1\\ndef step(n): return {n - 1: 1} if n else {n: 1}").names
    ('1', '0')
    """
    if not isinstance(text, str):
        raise TypeError(f"text is of type {type(text).__name__}, but must be a str")
    waiting = awaited(begun(text, limits.checked()), limits)
    while True:
        try:
            next(waiting)
        except StopIteration as stop:
            table: Table = stop.value
            return table
        sleep(0.01)


def solve_text(text: str, limits: Limits = USUAL) -> Solved:
    """Solve the game of a text that is run in a process of its own.

    Args:
        text: as for `tabulate`.
        limits: as for `apart`.

    Returns:
        The game, as from `solved`.

    Raises:
        TypeError, ValueError, ProgramError: as from `apart` and from `solved`.

    >>> text = "start = 1\\ndef step(n): return {n - 1: 1} if n else {n: 1}"
    >>> solve_text(text).mean
    Fraction(1, 1)
    """
    return solved(apart(text, limits))
