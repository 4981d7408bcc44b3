"""Markov chains that need not end: classes, periods, shares of time and return times, exactly.

Two states are in the same **class** if each can be reached from the other. A class is **closed** if
no step leads out of it. In the long run a chain is in a closed class, and it stays there. A closed
class of a single state is the end of an absorbing chain.

**Shares of time.** In a closed class, the share of the steps that the chain spends in each state
tends to a limit π, wherever it starts in this class. π is the only solution of

    π(j) = the sum of π(i) P(i, j) over all states i of the class,
    1 = the sum of π(j).

Cut the chain at a state s of the class: a walk from s ends when it returns to s. The expected
visits v of such a walk are in proportion to π, so π(j) = v(j) / the sum of v, and the sum of v is
the expected time between two visits to s. Hence 1 / π(s) is the **return time** of s.

**Period.** The numbers of steps after which a chain can be back in s have a greatest common
divisor, which is the same for all states of the class. If this period d is 1, the chance to be in
j after t steps tends to π(j). Otherwise the chance goes through d phases for ever, and only its
mean over d steps tends to π(j).
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from games.incremental import Incremental, finish
from games.maths import transitions
from games.maths.elimination import Row
from games.maths.flint_solver import exact_solver_incremental
from games.maths.graph import components
from games.maths.markov import AbsorbingChain
from games.maths.transitions import LIMIT, Table
from games.validate import Chance, Weights, integer, random_source, short_repr

__all__ = ["LongRunChain", "StateClass"]

State = TypeVar("State", bound=Hashable)


class StateClass(NamedTuple, Generic[State]):
    """A class of states, each of which can be reached from each other.

    Attributes:
        states: the states, in the order of the chain.
        is_closed: whether no step leads out of the class.
        period: the greatest common divisor of the lengths of all ways back to a state; 0 if there
            is no way back.
    """

    states: tuple[State, ...]
    is_closed: bool
    period: int


@dataclass(frozen=True, init=False, repr=False, eq=False)
class LongRunChain(Generic[State]):
    """A Markov chain that need not end, given by its table {state: {next: probability}}.

    Args:
        table: for each state its row, {next: probability}. A state is any hashable value, a
            probability a `Fraction`, an ``int`` or a text like "1/6".
        effort: how many times the usual work a result may take, 1 or more. What takes more than a
            few seconds with 1 is refused.

    Attributes:
        states: the states, in the order of the table.

    Raises:
        TypeError: a probability is a float, or the table is not a dict of dicts.
        ValueError: a probability is negative, a row does not sum to 1, or a row leads to a state
            that has none. The message names the state.

    Source:
        John G. Kemeny and J. Laurie Snell, Finite Markov Chains, chapters II, IV and V.

    Sun and rain, from day to day:

    >>> weather = LongRunChain({
    ...     "sun": {"sun": "3/4", "rain": "1/4"},
    ...     "rain": {"sun": "1/2", "rain": "1/2"},
    ... })
    >>> weather.shares("sun")
    {'sun': Fraction(2, 3), 'rain': Fraction(1, 3)}
    >>> weather.return_time("rain")
    Fraction(3, 1)
    """

    states: tuple[State, ...]
    _rows: tuple[Row, ...]
    _effort: int

    def __init__(self, table: Table[State], *, effort: int = 1) -> None:
        effort = integer("effort", effort, 1)
        rows = transitions.checked_rows(table)
        place = {state: i for i, state in enumerate(rows)}
        object.__setattr__(self, "states", tuple(rows))
        object.__setattr__(self, "_rows", transitions.numbered_rows(rows, rows, place))
        object.__setattr__(self, "_effort", effort)

    @classmethod
    def from_step(
        cls,
        step: Callable[[State], Mapping[State, Chance]],
        start: State,
        *,
        limit: int = LIMIT,
        effort: int = 1,
    ) -> "LongRunChain[State]":
        """Return the chain that a step function describes.

        Args:
            step: step(state) -> {next: probability}.
            start: the first state; the states come in the order in which they are found.
            limit: the number of states allowed, so that an infinite chain is refused.
            effort: as the class says.

        Raises:
            TypeError: as the class says, and if step is not a function.
            ValueError: as the class says, and for more than ``limit`` states.

        >>> clock = LongRunChain.from_step(lambda hour: {(hour + 1) % 12: 1}, 0)
        >>> clock.classes[0].period
        12
        """
        return cls(transitions.explored_rows(step, (start,), limit), effort=effort)

    def __repr__(self) -> str:
        closed_count = sum(group.is_closed for group in self.classes)
        noun = "class" if closed_count == 1 else "classes"
        return f"<LongRunChain of {len(self.states)} states with {closed_count} closed {noun}>"

    @cached_property
    def _place(self) -> dict[State, int]:
        return {state: i for i, state in enumerate(self.states)}

    def _find(self, state: State) -> int:
        return transitions.find(state, self._place, self)

    def step(self, state: State) -> dict[State, Fraction]:
        """Return where the chain goes from a state: {next: probability}.

        Args:
            state: any of them.

        Raises:
            ValueError: the chain has no such state.

        >>> LongRunChain({0: {1: 1}, 1: {0: "1/2", 1: "1/2"}}).step(1)
        {0: Fraction(1, 2), 1: Fraction(1, 2)}
        """
        total, row = self._rows[self._find(state)]
        return {self.states[j]: Fraction(weight, total) for j, weight in row}

    @cached_property
    def classes(self) -> tuple[StateClass[State], ...]:
        """The classes of the chain, in the order of their first states.

        >>> chain = LongRunChain({0: {1: "1/2", 2: "1/2"}, 1: {2: 1}, 2: {1: 1}})
        >>> for group in chain.classes:
        ...     print(*group)
        (0,) False 0
        (1, 2) True 2
        """
        successors = [[j for j, _ in row] for _, row in self._rows]
        groups = sorted(map(sorted, components(len(successors), successors.__getitem__)))
        state_classes = []
        for group in groups:
            members = set(group)
            is_closed = all(j in members for i in group for j, _ in self._rows[i][1])
            states = tuple([self.states[i] for i in group])
            state_classes.append(StateClass(states, is_closed, self._period(group[0], members)))
        return tuple(state_classes)

    def _period(self, first: int, members: set[int]) -> int:
        """Return the greatest common divisor of the lengths of all ways back."""
        depth, queue, period = {first: 0}, [first], 0
        for i in queue:
            for j, _ in self._rows[i][1]:
                if j not in members:
                    continue
                if j in depth:
                    period = gcd(period, depth[i] + 1 - depth[j])
                else:
                    depth[j] = depth[i] + 1
                    queue.append(j)
        return period

    @cached_property
    def _class_number(self) -> dict[State, int]:
        return {state: n for n, group in enumerate(self.classes) for state in group.states}

    def stationary(self, state: State) -> dict[State, Fraction]:
        """Return the stationary distribution of the closed class of a state.

        π(j) = the sum of π(i) P(i, j), and the sum of π is 1.

        Args:
            state: a state of a closed class.

        Returns:
            {state of the class: π(state)}

        Raises:
            ValueError: the class of the state is not closed, the chain has no such state, or the
                class is too large for exact arithmetic.

        >>> ring = LongRunChain({0: {1: 1}, 1: {0: "1/2", 2: "1/2"}, 2: {1: 1}})
        >>> [str(share) for share in ring.stationary(0).values()]
        ['1/4', '1/2', '1/4']
        """
        self._find(state)
        number = self._class_number[state]
        if not self.classes[number].is_closed:
            raise ValueError(
                f"state is {short_repr(state)}, but must be in a closed class: the chain leaves "
                "this state for ever"
            )
        return dict(self._stationary(number))

    def _stationary(self, number: int) -> Mapping[State, Fraction]:
        return finish(self._stationary_incremental(number))

    def _stationary_incremental(self, number: int) -> Incremental[Mapping[State, Fraction]]:
        if number not in self._class_shares:
            states = self.classes[number].states
            visits = yield from self._visits_before_return(states)
            cycle = sum(visits, Fraction(0))
            shares = {s: v / cycle for s, v in zip(states, visits, strict=True)}
            self._class_shares[number] = MappingProxyType(shares)
        return self._class_shares[number]

    @cached_property
    def _class_shares(self) -> dict[int, Mapping[State, Fraction]]:  # one entry for each class
        return {}

    def _visits_before_return(self, states: tuple[State, ...]) -> Incremental[list[Fraction]]:
        """Return the expected visits of a walk from the first state until it is back there."""
        inner = {self._place[state]: i for i, state in enumerate(states[1:])}
        if not inner:
            return [Fraction(1)]
        end = len(inner)
        rows = [
            (total, tuple([(inner.get(j, end), weight) for j, weight in row]))
            for total, row in (self._rows[i] for i in inner)
        ]
        elimination = yield from exact_solver_incremental(rows, self._effort)
        total, row = self._rows[self._place[states[0]]]
        first = [Fraction(0)] * end
        for j, weight in row:
            if j in inner:
                first[inner[j]] = Fraction(weight, total)
        return [Fraction(1), *elimination.visits(first)]

    def solve_incremental(self) -> Iterator[float]:
        """Do the work behind all shares in slices: yield the progress from 0 to 1.

        Raises:
            ValueError: the chain is too large for exact arithmetic.

        >>> list(LongRunChain({0: {1: 1}, 1: {0: 1}}).solve_incremental())
        [1.0]
        """
        for number, group in enumerate(self.classes):
            if group.is_closed:
                yield from self._stationary_incremental(number)
        yield from self._until_closed.solve_incremental()

    def return_time(self, state: State) -> Fraction:
        """Return the expected number of steps from a state until the chain is back in it.

        The return time is 1 / π(state).

        Args:
            state: a state of a closed class. From any other state the chain may never come back.

        Raises:
            ValueError: as for `stationary`.

        >>> LongRunChain({0: {1: 1}, 1: {0: "1/2", 1: "1/2"}}).return_time(0)
        Fraction(3, 1)
        """
        return 1 / self.stationary(state)[state]

    @cached_property
    def _until_closed(self) -> AbsorbingChain[Any]:
        """The chain that ends when it comes to a closed class; its end is the class's number."""
        closed_classes = {n for n, group in enumerate(self.classes) if group.is_closed}
        table: dict[Any, Any] = {}
        for i, (total, row) in enumerate(self._rows):
            if self._class_number[self.states[i]] in closed_classes:
                continue
            merged_row: dict[Any, int] = {}
            for j, weight in row:
                number = self._class_number[self.states[j]]
                target = ("closed", number) if number in closed_classes else j
                merged_row[target] = merged_row.get(target, 0) + weight
            table[i] = Weights(total, merged_row)
        table.update({("closed", n): {("closed", n): 1} for n in closed_classes})
        return AbsorbingChain(table, effort=self._effort)

    def class_chances(self, start: State) -> dict[int, Fraction]:
        """Return the chance that the chain comes to each closed class.

        Args:
            start: where the chain starts.

        Returns:
            {number of the class in `classes`: chance}, closed classes with a chance above 0 only.

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic.

        >>> fork = LongRunChain(
        ...     {0: {1: "1/3", 2: "2/3"}, 1: {1: 1}, 2: {3: 1}, 3: {2: 1}}
        ... )
        >>> fork.class_chances(0)
        {1: Fraction(1, 3), 2: Fraction(2, 3)}
        """
        i, number = self._find(start), self._class_number[start]
        if self.classes[number].is_closed:
            return {number: Fraction(1)}
        ends = self._until_closed.absorption_probabilities(i)
        return {n: chance for (_, n), chance in sorted(ends.items()) if chance}

    def shares(self, start: State) -> dict[State, Fraction]:
        """Return the expected share of all steps that the chain spends in each state, for ever.

        A closed class is reached with some chance. Once the chain is there, π says the share.

        Args:
            start: where the chain starts.

        Returns:
            {state: share}, with 0 for states that the chain leaves for ever.

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic.

        >>> fork = LongRunChain(
        ...     {0: {1: "1/3", 2: "2/3"}, 1: {1: 1}, 2: {3: 1}, 3: {2: 1}}
        ... )
        >>> [str(share) for share in fork.shares(0).values()]
        ['0', '1/3', '1/3', '1/3']
        """
        shares = dict.fromkeys(self.states, Fraction(0))
        for number, chance in self.class_chances(start).items():
            for state, share in self._stationary(number).items():
                shares[state] = chance * share
        return shares

    def expected_steps_until_closed(self, start: State) -> Fraction:
        """Return the expected number of steps until the chain is in a closed class.

        Args:
            start: where the chain starts.

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic.

        >>> toss = LongRunChain({0: {0: "1/2", 1: "1/2"}, 1: {1: 1}})
        >>> toss.expected_steps_until_closed(0)
        Fraction(2, 1)
        """
        i = self._find(start)
        if self.classes[self._class_number[start]].is_closed:
            return Fraction(0)
        return self._until_closed.expected_steps(i)

    def walk(self, rng: Random, start: State) -> Iterator[State]:
        """Yield the states of one random walk, without end.

        Args:
            rng: the source of chance; the same seed gives the same walk.
            start: where the chain starts.

        Raises:
            TypeError: rng is not a random.Random.
            ValueError: the chain has no such state.

        >>> from itertools import islice
        >>> list(islice(LongRunChain({0: {1: 1}, 1: {0: 1}}).walk(Random(1), 0), 4))
        [0, 1, 0, 1]
        """
        random_source(rng)
        numbers = transitions.walk(rng, self._cumulative_rows, self._find(start))
        return map(self.states.__getitem__, numbers)

    @cached_property
    def _cumulative_rows(self) -> transitions.CumulativeRows:
        return transitions.cumulative_rows(self._rows)
