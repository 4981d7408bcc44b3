"""The results of a text: a game with its solution, an endless game, or distributions."""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import Any, TypeAlias, TypeVar

from games.maths.brackets import Bracket
from games.maths.decision import DecisionProcess
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain
from games.maths.survival import PlayedForward
from games.validate import integer, short_repr
from own_games.distribution import Distribution
from own_games.forward import ForwardDecisions
from own_games.labels import label
from own_games.solution import Result, SolvedGame

__all__ = ["MAX_STEPS", "EndlessGame", "ForwardGame", "Game", "Outputs", "Solved"]

MAX_STEPS = 1_000_000  # of `Game.chances_at`
TERMS = 300_000  # additions on the way to a survival curve: some hundredths of a second

State = Any
Number = TypeVar("Number", Fraction, float)


@dataclass(frozen=True, eq=False, repr=False)
class Game(SolvedGame):
    """A game and its solution, which is worked out when it is asked for.

    Attributes:
        start: its first state.
        chain: the game, or where somebody decides, the game under a best policy.
        process: the decisions; None if there are none.
        decimals: the numbers with a point in its text, and what they were taken for.
        printed: what its text has printed.
        opposed: the states in which the opponent decides.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.

    >>> from own_games.program import solve, solve_actions
    >>> half = Fraction(1, 2)
    >>> game = solve(1, lambda n: {n: half, 0: half} if n else {0: 1})
    >>> game.states, game.size, game.ends[0], game.mean, game.median
    ((1, 0), 2, Fraction(1, 1), Fraction(2, 1), 1)
    >>> round(game.deviation_float, 6), game.survival_curve_float[:4]
    (1.414214, (1.0, 0.5, 0.25, 0.125))

    Where somebody decides, a game has a value:

    >>> bold = {"bold": {0: half, 8: half}}
    >>> bet = solve_actions("go", lambda state: bold if state == "go" else state)
    >>> bet.value, bet.value_deviation_float, bet.worth[8]
    (Fraction(4, 1), 4.0, Fraction(8, 1))
    """

    chain: AbsorbingChain[State]
    process: DecisionProcess[State, Any] | None = None
    opposed: frozenset[State] = frozenset()

    def __repr__(self) -> str:
        decision_note = ", with decisions" if self.process else ""
        return f"<Game of {len(self.states)} states from {short_repr(self.start)}{decision_note}>"

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

    def conditioned_on(self, end: State) -> "Game":
        """Return the game under the condition that it ends in a given state.

        Args:
            end: one of `ends`.

        Raises:
            ValueError: the game does not end there.

        >>> from own_games.program import solve
        >>> walk = solve(
        ...     1, lambda n: {n - 1: "1/2", n + 1: "1/2"} if 0 < n < 3 else {n: 1}
        ... )
        >>> walk.mean, walk.conditioned_on(3).mean
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

        >>> from own_games.program import solve
        >>> toss = solve(0, lambda n: {1: 1} if n else {0: "1/2", 1: "1/2"})
        >>> toss.chances_at(3)
        (Fraction(1, 8), Fraction(1, 4), Fraction(7, 8))
        """
        return self._chances_at(t, self.chain.survival)

    def chances_at_float(self, t: int) -> tuple[float, float, float]:
        """Return `chances_at` in floats, for a game with many states or many steps.

        Args:
            t: as for `chances_at`.

        Raises:
            ValueError, TypeError: as for `chances_at`.

        >>> from own_games.program import solve
        >>> game = solve(0, lambda n: {0: "1/2", 1: "1/2"} if n == 0 else {1: 1})
        >>> game.chances_at_float(3)
        (0.125, 0.25, 0.875)
        """
        return self._chances_at(t, self.chain.survival_float)

    def _chances_at(
        self, t: int, survival: Callable[[State, int], Number]
    ) -> tuple[Number, Number, Number]:
        t = integer("t", t, 1, MAX_STEPS)
        survival_before, survival_after = survival(self.start, t - 1), survival(self.start, t)
        return survival_before - survival_after, survival_before, 1 - survival_after

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

        >>> from own_games.program import solve
        >>> game = solve(2, lambda n: {n - 1: 1} if n else {0: 1})
        >>> list(game.walk(Random(1)))
        [2, 1, 0]
        """
        return self.chain.walk(rng, self.start)


@dataclass(frozen=True, eq=False, repr=False)
class EndlessGame(SolvedGame):
    """A chain that need not end, and what it does in the long run.

    Attributes:
        start: its first state.
        chain: the chain.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.

    >>> from own_games.program import solve
    >>> weather = {"sun": {"sun": "3/4", "rain": "1/4"}, "rain": {"sun": 1}}
    >>> game = solve("sun", weather.get)
    >>> game.shares["rain"], game.chain.return_time("rain")
    (Fraction(1, 5), Fraction(5, 1))
    """

    chain: LongRunChain[State]

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
class ForwardGame(SolvedGame):
    """A game that is too large for exact results: it was played forward, step by step, in floats.

    Attributes:
        start: its first state.
        chain: the game.
        played: the chances of the ends so far, and the chance that is left.
        length: two bounds of the expected number of steps.
        gain: two bounds of what all steps together bring on average; None if nothing is counted.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.
    """

    chain: AbsorbingChain[State]
    played: PlayedForward
    length: Bracket
    gain: Bracket | None = None

    @property
    def states(self) -> tuple[State, ...]:
        """All states, those that end the game last."""
        return (*self.chain.transient, *self.chain.absorbing)


@dataclass(frozen=True, eq=False, repr=False)
class Outputs(Result):
    """The distributions that a text shows.

    Attributes:
        distributions: the distributions by their names, in the order of the text.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.

    >>> from own_games.program import solve_table, tabulate
    >>> outputs = solve_table(tabulate("output({1: 1/3, 2: 2/3}, 'a coin')"))
    >>> outputs, outputs.distributions["a coin"].mean
    (<Outputs of 'a coin'>, Fraction(5, 3))
    """

    distributions: Mapping[str, Distribution]

    def __repr__(self) -> str:
        return f"<Outputs of {', '.join(map(repr, self.distributions))}>"


Solved: TypeAlias = Game | EndlessGame | ForwardGame | ForwardDecisions | Outputs
