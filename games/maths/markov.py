"""Absorbing Markov chains, solved exactly.

A **Markov chain** moves from state to state; where it goes next depends on the state it is in and
on nothing else. A state is **absorbing** if the chain never leaves it (the game is over), and
**transient** otherwise. In an *absorbing chain* an absorbing state can be reached from every
state; then the game ends with probability 1, wherever it starts.

With the transient states listed first, the table of all transition probabilities has these parts:

    from transient states    Q  R      Q: to transient states
    from absorbing states    0  I      R: to absorbing states

The **fundamental matrix** is N = I + Q + Q² + … = (I − Q)⁻¹. Its entry in row i and column j is
the expected number of visits to state j of a chain that starts in state i. All else follows:

    expected steps              t = N 1
    variance of the steps       N u
    absorption probabilities    B = N R
    survival                    P(T > k) = row sums of Qᵏ

Here u is the variance of t after one step. The module `games.maths.elimination` solves the
equations: exactly with integers, or in floats that stay accurate however long the game is. The
module `games.maths.survival` computes the survival probabilities.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, pairwise
from math import gcd, inf, isqrt, lcm, nextafter
from random import Random
from sys import maxsize
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from games.incremental import Incremental, finish
from games.maths import survival, transitions
from games.maths.brackets import Bracket, brackets_incremental_float
from games.maths.elimination import ExactElimination, FloatElimination, NeverLeft, Row, Solver
from games.maths.flint_solver import FlintSolver, exact_solver_incremental
from games.maths.graph import ancestors
from games.maths.iteration import FloatIteration, float_solver, residual_float
from games.maths.survival import PlayedForward
from games.maths.transitions import LIMIT, Table
from games.validate import (
    Chance,
    Weights,
    below_1,
    exact_number,
    finite_float,
    function,
    hashable,
    integer,
    random_source,
    short_number,
    short_repr,
)

__all__ = ["TOSS", "AbsorbingChain", "NeverEnds", "Table"]

State = TypeVar("State", bound=Hashable)
Block = TypeVar("Block", bound=Hashable)
Number = TypeVar("Number", bound=Fraction | float)

DENSE = 1_000_000  # entries of a matrix written out in full


class NeverEnds(ValueError):
    """From some state of a chain no absorbing state can be reached."""


@dataclass(frozen=True, init=False, repr=False, eq=False)
class AbsorbingChain(Generic[State]):
    """A Markov chain that ends, given by its table {state: {next: probability}}.

    Args:
        table: for each state its row, {next: probability}. A state is any hashable value, a
            probability a `Fraction`, an ``int`` or a text like "1/6". A state with the row
            {state: 1} is absorbing. For a type checker a variable with such a table is a
            ``Table[str]``, if its states are texts.
        effort: how many times the usual work a result may take, 1 or more. What takes more than a
            few seconds with 1 is refused.

    Attributes:
        transient: the states that the chain leaves for good, in the order of the table.
        absorbing: the states in which it ends, in the order of the table.

    Two chains are equal if they have the same states, in the same order, and the same
    probabilities. The order within a row does not matter.

    Raises:
        TypeError: a probability is a float, or the table is not a dict of dicts.
        ValueError: a probability is negative, a row does not sum to 1, a row leads to a state
            that has none, or no absorbing state can be reached from some state. The message
            names the state.

    Source:
        John G. Kemeny and J. Laurie Snell, Finite Markov Chains, chapter III.

    Toss a coin until heads come twice in a row:

    >>> toss = AbsorbingChain({
    ...     "": {"": "1/2", "H": "1/2"},
    ...     "H": {"": "1/2", "HH": "1/2"},
    ...     "HH": {"HH": 1},
    ... })
    >>> toss
    <AbsorbingChain of 2 transient states ('', 'H') and 1 absorbing state ('HH')>
    >>> toss.expected_steps(""), toss.variance_steps("")
    (Fraction(6, 1), Fraction(22, 1))
    """

    transient: tuple[State, ...]
    absorbing: tuple[State, ...]
    # for each transient state its total and ((column, weight), …) in the order transient, absorbing
    _rows: tuple[Row, ...]
    _effort: int

    def __init__(self, table: Table[State], *, effort: int = 1) -> None:
        effort = integer("effort", effort, 1)
        rows = transitions.checked_rows(table)
        absorbing = tuple(state for state, row in rows.items() if row.of.keys() == {state})
        absorbing_set = set(absorbing)
        transient = tuple(state for state in rows if state not in absorbing_set)
        column = {state: j for j, state in enumerate(transient + absorbing)}
        object.__setattr__(self, "transient", transient)
        object.__setattr__(self, "absorbing", absorbing)
        object.__setattr__(self, "_rows", transitions.numbered_rows(rows, transient, column))
        object.__setattr__(self, "_effort", effort)
        self._check_that_chain_ends()

    @cached_property
    def _content(self) -> tuple[object, ...]:
        """What two equal chains have in common; the order within a row does not matter."""
        rows = tuple([(total, tuple(sorted(row))) for total, row in self._rows])
        return self.transient, self.absorbing, rows

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AbsorbingChain):
            return NotImplemented
        return self is other or self._content == other._content

    def __hash__(self) -> int:
        return hash(self._content)

    def _check_that_chain_ends(self) -> None:
        """Raise an error if no absorbing state can be reached from some state.

        The search goes backwards from the absorbing states. A state that it misses never ends.
        """
        size = len(self.transient)
        successors: list[list[int]] = [[j for j, _ in row] for _, row in self._rows]
        successors += [[] for _ in self.absorbing]
        can_end = ancestors(range(size, len(successors)), successors)
        if len(can_end) < len(successors):
            state = next(state for i, state in enumerate(self.transient) if i not in can_end)
            raise NeverEnds(
                f"from state {short_repr(state)} no absorbing state can be reached, so the chain "
                "may never end: a state in which it ends has the row {state: 1}, and "
                "games.maths.long_run is for chains that go on"
            )

    @classmethod
    def from_step(
        cls,
        step: Callable[[State], Mapping[State, Chance]],
        start: State,
        *more_starts: State,
        limit: int = LIMIT,
        effort: int = 1,
    ) -> "AbsorbingChain[State]":
        """Explore the chain that a step function describes, from its start (or several starts).

        Args:
            step: step(state) -> {next: probability}; an absorbing state returns {state: 1}.
            start: the first state; the states come in the order in which they are found.
            more_starts: further states from which to explore.
            limit: the number of states allowed, so that an infinite chain is refused.
            effort: as the class says.

        Returns:
            The chain on all states that were found.

        Raises:
            TypeError: as the class says, and if step is not a function.
            ValueError: as the class says, and for more than ``limit`` states.

        >>> def step(place):  # a fair walk until one of the ends
        ...     if place in (0, 3):
        ...         return {place: 1}
        ...     return {place - 1: Fraction(1, 2), place + 1: Fraction(1, 2)}
        >>> AbsorbingChain.from_step(step, 1)
        <AbsorbingChain of 2 transient states (1, 2) and 2 absorbing states (0, 3)>
        >>> AbsorbingChain.from_step(lambda n: {n + 1: 1}, 0)
        Traceback (most recent call last):
        ValueError: step leads from 0 to more than 100000 states: is the chain infinite? \
If not, raise limit
        """
        return cls(transitions.explored_rows(step, (start, *more_starts), limit), effort=effort)

    @classmethod
    def from_matrices(
        cls,
        Q: Sequence[Sequence[Chance]],
        R: Sequence[Sequence[Chance]],
        *,
        transient: Sequence[Any] | None = None,
        absorbing: Sequence[Any] | None = None,
        effort: int = 1,
    ) -> "AbsorbingChain[Any]":
        """Build a chain from its matrices.

        Args:
            Q: one row for each transient state, one column for each transient state.
            R: one row for each transient state, one column for each absorbing state.
            transient: their names; 0, 1, … unless given.
            absorbing: their names; the numbers that follow unless given.
            effort: as the class says.

        Returns:
            The chain, its states in the order of the matrices.

        Raises:
            TypeError: as the class says, and if a matrix is not a list of rows.
            ValueError: as the class says, and if the shapes do not fit, or a matrix has more than
                a million entries times ``effort``.

        >>> Q, R = [[0, "1/2"], ["1/2", 0]], [["1/2", 0], [0, "1/2"]]
        >>> AbsorbingChain.from_matrices(Q, R)
        <AbsorbingChain of 2 transient states (0, 1) and 2 absorbing states (2, 3)>
        """
        effort = integer("effort", effort, 1)
        inner, outer = _matrix_rows("Q", Q, effort), _matrix_rows("R", R, effort)
        size, end_count = len(inner), len(outer[0]) if outer else 0
        for name, rows, width in (("Q", inner, size), ("R", outer, end_count)):
            if [len(row) for row in rows] != [width] * size:
                raise ValueError(
                    f"{name} has rows of length {short_repr([len(row) for row in rows])}, but must "
                    "have "
                    f"{size} rows of length {width}: Q is square, and R has one row for each of Q"
                )
        transient_names = _entries("transient", range(size) if transient is None else transient)
        absorbing_names = _entries(
            "absorbing", range(size, size + end_count) if absorbing is None else absorbing
        )
        for name, states, number in (
            ("transient", transient_names, size),
            ("absorbing", absorbing_names, end_count),
        ):
            different = {hashable(f"a state of {name}", state) for state in states}
            if not len(states) == len(different) == number:
                raise ValueError(
                    f"{name} is {short_repr(states)}, but must have {number} different states"
                )
        states = transient_names + absorbing_names
        table = {
            state: dict(zip(states, q + r, strict=True))
            for state, q, r in zip(transient_names, inner, outer, strict=True)
        }
        table.update({state: {state: 1} for state in absorbing_names})
        chain: AbsorbingChain[Any] = cls(table, effort=effort)
        if chain.transient != tuple(transient_names):
            state = next(state for state in transient_names if state not in chain.transient)
            raise ValueError(
                f"state {short_repr(state)} of Q is never left: it belongs to absorbing"
            )
        return chain

    @cached_property
    def _column(self) -> dict[State, int]:
        return {state: j for j, state in enumerate(self.transient + self.absorbing)}

    def _find(self, state: State, name: str = "state") -> int:
        return transitions.find(state, self._column, self, name)

    def step(self, state: State) -> dict[State, Fraction]:
        """Return where the chain goes from a state: {next: probability}.

        Args:
            state: any of them; from an absorbing one it goes nowhere else.

        Raises:
            ValueError: the chain has no such state.

        >>> TOSS.step("H")
        {'': Fraction(1, 2), 'HH': Fraction(1, 2)}
        """
        i, size = self._find(state), len(self.transient)
        if i >= size:
            return {state: Fraction(1)}
        total, row = self._rows[i]
        return {self._state(j): Fraction(weight, total) for j, weight in row}

    def _state(self, j: int) -> State:
        size = len(self.transient)
        return self.transient[j] if j < size else self.absorbing[j - size]

    @property
    def Q(self) -> tuple[tuple[Fraction, ...], ...]:
        """The probabilities of steps between transient states, in the order of `transient`.

        Raises:
            ValueError: the matrix has more than a million entries; `step` gives single rows.

        >>> AbsorbingChain({"a": {"a": "1/3", "b": "2/3"}, "b": {"b": 1}}).Q
        ((Fraction(1, 3),),)
        """
        return self._matrix("Q", 0, len(self.transient))

    @property
    def R(self) -> tuple[tuple[Fraction, ...], ...]:
        """The probabilities of steps into absorbing states, in the order of `absorbing`.

        Raises:
            ValueError: the matrix has more than a million entries; `step` gives single rows.

        >>> AbsorbingChain({"a": {"a": "1/3", "b": "2/3"}, "b": {"b": 1}}).R
        ((Fraction(2, 3),),)
        """
        return self._matrix("R", len(self.transient), len(self.absorbing))

    def _matrix(self, name: str, first: int, width: int) -> tuple[tuple[Fraction, ...], ...]:
        max_states = DENSE * self._effort
        if len(self.transient) * width > max_states:
            raise ValueError(
                f"{name} has {len(self.transient)} rows of {width} entries, "
                f"but at most {max_states} "
                f"entries are written out: effort={10 * self._effort} allows more, and step(state) "
                "gives single rows"
            )
        matrix = []
        for total, row in self._rows:
            line = [Fraction(0)] * width
            for j, weight in row:
                if first <= j < first + width:
                    line[j - first] = Fraction(weight, total)
            matrix.append(tuple(line))
        return tuple(matrix)

    @cached_property
    def _exact(self) -> ExactElimination | FlintSolver:
        return finish(exact_solver_incremental(self._rows, self._effort))

    @cached_property
    def _float(self) -> FloatElimination | FloatIteration:
        try:
            return float_solver(self._rows, self._effort)
        except NeverLeft as error:
            raise ValueError(
                f"state {short_repr(self.transient[error.state])} is left with a probability that "
                "is too small for a float: ask for the exact result"
            ) from None

    def solve_incremental(self) -> Iterator[float]:
        """Do the work behind all exact results in slices: yield the progress from 0 to 1.

        To call this is never necessary, because each exact result does the work when it is first
        needed. Between two slices a program can show the progress, or stop.

        Raises:
            ValueError: the chain is too large for exact arithmetic.

        >>> once = AbsorbingChain({"": {"": "1/2", "H": "1/2"}, "H": {"H": 1}})
        >>> list(once.solve_incremental())
        [1.0]
        """
        if "_exact" not in self.__dict__:
            self.__dict__["_exact"] = yield from exact_solver_incremental(self._rows, self._effort)

    def fundamental_matrix(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return N = (I − Q)⁻¹ = I + Q + Q² + …: row i holds the expected visits from state i.

        Returns:
            Rows and columns in the order of `transient`. A visit at the start counts.

        Raises:
            ValueError: the exact matrix would be too large; `expected_visits` gives single rows.

        >>> TOSS.fundamental_matrix()
        ((Fraction(4, 1), Fraction(2, 1)), (Fraction(2, 1), Fraction(2, 1)))
        """
        size = len(self.transient)
        work = size * self._exact.entries
        max_states = DENSE * self._effort
        if work > max_states:
            raise ValueError(
                f"N of {size} states would take {work} operations on long fractions, but at most "
                f"{max_states} are allowed: effort={10 * self._effort} allows more, and "
                "expected_visits(state) gives single rows"
            )
        zero, one = Fraction(0), Fraction(1)
        budget = self._exact.budget()
        columns = [
            self._exact.solve([one if i == j else zero for i in range(size)], budget)
            for j in range(size)
        ]
        return tuple(zip(*columns, strict=True))

    def expected_visits(self, state: State) -> dict[State, Fraction]:
        """Return the expected number of visits to each transient state: a row of N.

        Args:
            state: where the chain starts; that visit counts.

        Returns:
            {transient state: expected number of visits}

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic.

        >>> TOSS.expected_visits("H")
        {'': Fraction(2, 1), 'H': Fraction(2, 1)}
        """
        return dict(zip(self.transient, self._visits(self._exact, self._find(state)), strict=True))

    def expected_visits_float(self, state: State) -> dict[State, float]:
        """Return `expected_visits` in floats.

        Args:
            state: where the chain starts; that visit counts.

        Returns:
            {transient state: expected number of visits}

        Raises:
            ValueError: the chain has no such state, is too large, or a result is.

        >>> TOSS.expected_visits_float("H")
        {'': 2.0, 'H': 2.0}
        """
        visits = map(finite_float, self._visits(self._float, self._find(state)))
        return dict(zip(self.transient, visits, strict=True))

    def _visits(self, elimination: Solver[Number], i: int) -> list[Number]:
        """Return a row of N in the numbers of an elimination."""
        start = [elimination.zero] * len(self.transient)
        if i < len(start):
            start[i] = elimination.one
        return elimination.visits(start)

    def variance_visits(self, state: State, target: State) -> Fraction:
        """Return the variance of the number of visits to a transient state.

        Once there, the chain returns with the same probability each time, so the visits are
        geometric: Var = N(i, j)·(2N(j, j) − 1) − N(i, j)².

        Args:
            state: where the chain starts; that visit counts.
            target: the transient state whose visits are counted.

        Raises:
            ValueError: the chain has no such states, target is absorbing, or the chain is too
                large for exact arithmetic.

        >>> TOSS.variance_visits("", "H")
        Fraction(2, 1)
        """
        j = self._find(target, "target")
        if j >= len(self.transient):
            raise ValueError(f"target is {short_repr(target)}, but must be a transient state")
        visits = self._visits(self._exact, self._find(state))[j]
        visits_from_target = self._visits(self._exact, j)[j]
        return visits * (2 * visits_from_target - 1) - visits**2

    def hitting_probability(self, state: State, target: State) -> Fraction:
        """Return the probability that the chain ever comes to a state.

        N(i, j) = P(i comes to j)·N(j, j), for what follows a first visit does not depend on i.

        Args:
            state: where the chain starts; if it is the target, the probability is 1.
            target: a transient or absorbing state.

        Raises:
            ValueError: the chain has no such states, or is too large for exact arithmetic.

        >>> walk = AbsorbingChain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"},
        ...     2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
        >>> walk.hitting_probability(1, 2), walk.hitting_probability(1, 3)
        (Fraction(1, 2), Fraction(1, 3))
        """
        i, j = self._find(state), self._find(target, "target")
        if i == j:
            return Fraction(1)
        if j >= len(self.transient):
            return self.absorption_probabilities(state)[target]
        return self._visits(self._exact, i)[j] / self._visits(self._exact, j)[j]

    def absorption_probabilities(self, state: State) -> dict[State, Fraction]:
        """Return the probability of each end of the chain: a row of B = N R.

        Args:
            state: where the chain starts.

        Returns:
            {absorbing state: probability that the chain ends there}

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic.

        >>> walk = AbsorbingChain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"},
        ...     2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
        >>> walk.absorption_probabilities(1)
        {0: Fraction(2, 3), 3: Fraction(1, 3)}
        """
        i, size = self._find(state), len(self.transient)
        terms: list[list[tuple[int, Fraction]]] = [[] for _ in self.absorbing]
        if i >= size:
            terms[i - size].append((1, Fraction(1)))
        else:
            for visits, (total, row) in zip(self._visits(self._exact, i), self._rows, strict=True):
                for j, weight in row:
                    if j >= size:
                        terms[j - size].append((weight, visits / total))
        chances = [ExactElimination.combine(summands, 1) for summands in terms]
        return dict(zip(self.absorbing, chances, strict=True))

    def absorption_probabilities_float(self, state: State) -> dict[State, float]:
        """Return `absorption_probabilities` in floats.

        Args:
            state: where the chain starts.

        Returns:
            {absorbing state: probability that the chain ends there}. Where a chain is so large
            that it is solved by sweeps, what is missing from their sum, 1, says how far they are
            off, apart from rounding.

        Raises:
            ValueError: the chain has no such state, or is too large.

        >>> walk = AbsorbingChain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"},
        ...     2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
        >>> ends = walk.absorption_probabilities_float(1)
        >>> {end: round(p, 12) for end, p in ends.items()}
        {0: 0.666666666667, 3: 0.333333333333}
        """
        i, size = self._find(state), len(self.transient)
        chances = [float(i == j) for j in range(size, size + len(self.absorbing))]
        for visits, (total, row) in zip(self._visits(self._float, i), self._rows, strict=True):
            for j, weight in row:
                if j >= size:
                    chances[j - size] += weight / total * visits
        return dict(zip(self.absorbing, chances, strict=True))

    def conditioned_on(self, *ends: State) -> "AbsorbingChain[State]":
        """Return the chain under the condition that it ends in one of the given states.

        Let h(i) be the probability to end there from i. Under the condition, a step from i to j
        has the probability P(i, j) h(j) / h(i): a step that makes this end more likely counts
        more. The times of this chain are the times of the first one, given its end.

        Args:
            ends: one absorbing state, or several.

        Returns:
            The chain on those states from which it can end there.

        Raises:
            ValueError: no state is given, one is not absorbing, or the chain is too large for
                exact arithmetic.

        Source:
            The h-transform of J. L. Doob (1957).

        How long does a walk take that ends on the right?

        >>> walk = AbsorbingChain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"},
        ...     2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
        >>> walk.conditioned_on(3).step(2)
        {1: Fraction(1, 4), 3: Fraction(3, 4)}
        >>> walk.expected_steps(1), walk.conditioned_on(3).expected_steps(1)
        (Fraction(2, 1), Fraction(8, 3))
        """
        size = len(self.transient)
        if not ends:
            raise ValueError("ends is empty, but must have one absorbing state or more")
        end_columns = {self._find(end, "ends") for end in ends}
        for j in end_columns:
            if j < size:
                raise ValueError(
                    f"ends has {short_repr(self._state(j))}, but must be absorbing states"
                )
        first_step = [
            Fraction(sum([weight for j, weight in row if j in end_columns]), total)
            for total, row in self._rows
        ]
        chance = self._exact.solve(first_step)
        chance += [Fraction(j in end_columns) for j in range(size, size + len(self.absorbing))]
        table: dict[State, dict[State, Fraction]] = {
            self._state(i): {
                self._state(j): Fraction(weight, total) * chance[j] / chance[i]
                for j, weight in row
                if chance[j]
            }
            for i, (total, row) in enumerate(self._rows)
            if chance[i]
        }
        table.update({self._state(j): {self._state(j): Fraction(1)} for j in sorted(end_columns)})
        return AbsorbingChain(table, effort=self._effort)

    def expected_steps(self, state: State) -> Fraction:
        """Return the expected number of steps until the chain ends.

        From every transient state i one step is made, then it goes on from where that led:
        t(i) = 1 + Σⱼ Q(i, j) t(j), that is t = N 1. The solution for all states is kept.

        Args:
            state: where the chain starts.

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic;
                `expected_steps_float` has room for more.

        >>> TOSS.expected_steps("")
        Fraction(6, 1)
        """
        return self._steps[self._find(state)]

    @cached_property
    def _steps(self) -> list[Fraction]:
        steps = self._exact.solve([Fraction(1)] * len(self.transient))
        return steps + [Fraction(0)] * len(self.absorbing)

    def expected_steps_float(self, state: State) -> float:
        """Return `expected_steps` as a float that is accurate for long games, too.

        Args:
            state: where the chain starts.

        Raises:
            ValueError: the chain has no such state, is too large, or the result is.

        >>> walk = {n: {n - 1: "1/2", n + 1: "1/2"} for n in range(1, 1000)}
        >>> walk = AbsorbingChain(walk | {0: {0: 1}, 1000: {1000: 1}})
        >>> f"{walk.expected_steps_float(500):.6f}"
        '250000.000000'
        """
        return finite_float(self._steps_float[self._find(state)])

    @cached_property
    def residual_float(self) -> float:
        """The largest error of the expected steps in floats, put into their equations.

        It is the largest size of 1 + Σⱼ Q(i, j) t(j) − t(i) over all transient states i. If it is
        r < 1, each `expected_steps_float` differs from `expected_steps` by at most the share
        r / (1 − r) of its value, apart from the rounding errors of r itself. Chains that are too
        large for an elimination are solved by `games.maths.iteration` until r is small.

        Raises:
            ValueError: the chain is too large.

        >>> TOSS.residual_float
        0.0
        """
        size = len(self.transient)
        return residual_float(self._rows, self._steps_float[:size], [1.0] * size)

    @cached_property
    def _steps_float(self) -> list[float]:
        return self._float.solve([1.0] * len(self.transient)) + [0.0] * len(self.absorbing)

    def variance_steps(self, state: State) -> Fraction:
        """Return the variance of the number of steps until the chain ends.

        Each step makes the expected end jump from t(i) to 1 + t(j); the variances u(i) of these
        jumps add up over all visits: Var = N u. (In matrices: (2N − I)t − t∘t.)

        Args:
            state: where the chain starts.

        Returns:
            The variance, in steps squared.

        Raises:
            ValueError: the chain has no such state, or is too large for exact arithmetic.

        >>> TOSS.variance_steps("")
        Fraction(22, 1)
        """
        return self._variances[self._find(state)]

    @cached_property
    def _variances(self) -> list[Fraction]:
        return self._variances_of(self._steps, [Fraction(1)] * len(self.transient))

    def _variances_of(self, mean: list[Fraction], reward: list[Fraction]) -> list[Fraction]:
        """Return the variance of a sum of rewards, given its mean from each state."""
        jumps = []
        for i, (total, row) in enumerate(self._rows):
            later_mean = mean[i] - reward[i]
            unit = lcm(later_mean.denominator, *[mean[j].denominator for j, _ in row])
            later_units = int(later_mean * unit)
            square = sum(weight * (int(mean[j] * unit) - later_units) ** 2 for j, weight in row)
            jumps.append(Fraction(square, total * unit**2))
        return self._exact.solve(jumps) + [Fraction(0)] * len(self.absorbing)

    def variance_steps_float(self, state: State) -> float:
        """Return `variance_steps` as a float.

        Args:
            state: where the chain starts.

        Raises:
            ValueError: the chain has no such state, is too large, or the result is.

        >>> TOSS.variance_steps_float("")
        22.0
        """
        return finite_float(self._variances_float[self._find(state)])

    @cached_property
    def _variances_float(self) -> list[float]:
        t = self._steps_float
        jumps = [
            sum([weight / total * (jump := t[j] - (t[i] - 1)) * jump for j, weight in row])
            for i, (total, row) in enumerate(self._rows)
        ]
        return self._float.solve(jumps) + [0.0] * len(self.absorbing)

    def expected_reward(self, reward: Callable[[State], Fraction | int]) -> dict[State, Fraction]:
        """Return the expected sum of rewards, for every state as start.

        x(i) = reward(i) + Σⱼ P(i, j) x(j) for a transient state, x(i) = reward(i) for an absorbing
        one. If the reward is 1 on all transient states, this is the expected number of steps. If
        it is 1 on a single absorbing state, this is the probability to end there.

        Args:
            reward: what a visit to a state is worth: an ``int`` or a ``Fraction``, of any sign.

        Returns:
            {state: expected sum of the rewards from this visit on}, transient states first.

        Raises:
            TypeError: a reward is a float, or ``reward`` is not a function.
            ValueError: the chain is too large for exact arithmetic.

        >>> walk = AbsorbingChain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"},
        ...     2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
        >>> walk.expected_reward(lambda place: 30 if place == 3 else -1)[1]
        Fraction(22, 3)
        """
        return dict(zip(self._column, self._rewards(self._worth(reward)), strict=True))

    def variance_reward(self, reward: Callable[[State], Fraction | int]) -> dict[State, Fraction]:
        """Return the variance of the sum of rewards, for every state as start.

        In a step from i to j the expected sum jumps from x(i) − reward(i) to x(j). The variances
        of these jumps add up over all visits, as in `variance_steps`, where each reward is 1.

        Args:
            reward: what a visit to a state is worth, as for `expected_reward`.

        Returns:
            {state: variance of the sum of the rewards from this visit on}, transient states first.

        Raises:
            TypeError: a reward is a float, or ``reward`` is not a function.
            ValueError: the chain is too large for exact arithmetic.

        >>> walk = AbsorbingChain({0: {0: 1}, 1: {0: "1/2", 2: "1/2"},
        ...     2: {1: "1/2", 3: "1/2"}, 3: {3: 1}})
        >>> variance = walk.variance_reward(lambda place: 30 if place == 3 else 0)
        >>> variance[1]  # 900 · 1/3 · 2/3
        Fraction(200, 1)
        """
        worth = self._worth(reward)
        return dict(zip(self._column, self._variances_of(self._rewards(worth), worth), strict=True))

    def _worth(self, reward: Callable[[State], Fraction | int]) -> list[Fraction]:
        function("reward", reward, "the state")
        return [exact_number("reward({})", reward(state), state) for state in self._column]

    def _rewards(self, worth: list[Fraction]) -> list[Fraction]:
        """Return the expected sum of rewards from each state."""
        size = len(self.transient)
        first_reward = [
            ExactElimination.combine(
                [(total, worth[i]), *[(weight, worth[j]) for j, weight in row if j >= size]], total
            )
            for i, (total, row) in enumerate(self._rows)
        ]
        return self._exact.solve(first_reward) + worth[size:]

    def survival(self, state: State, t: int) -> Fraction:
        """Return P(T > t), the probability that the chain has not ended after ``t`` steps.

        The distribution over the states is updated step by step.

        Args:
            state: where the chain starts.
            t: a number of steps, at least 0.

        Raises:
            ValueError: the chain has no such state, or ``t`` is too large for exact arithmetic;
                `survival_curve_float` has room for more.

        >>> TOSS.survival("", 4)
        Fraction(1, 2)
        """
        t = integer("t", t, 0)
        return survival.chance(self._rows, self._find(state), t, self._effort)

    def survival_curve(self, state: State, last: int) -> tuple[Fraction, ...]:
        """Return P(T > t) for t = 0, 1, …, last.

        Args:
            state: where the chain starts.
            last: a number of steps, at least 0.

        Raises:
            ValueError: the chain has no such state, or ``last`` is too large.

        >>> [str(chance) for chance in TOSS.survival_curve("", 5)]
        ['1', '1', '3/4', '5/8', '1/2', '13/32']
        """
        last = self._last(last)
        return survival.curve(self._rows, self._find(state), last, self._effort)

    def _last(self, last: int) -> int:
        hint = f"effort={10 * self._effort} allows more"
        return integer("last", last, 0, LIMIT * self._effort, hint=hint)

    def time_distribution(self, state: State, last: int) -> tuple[Fraction, ...]:
        """Return P(T = t) for t = 0, 1, …, last: the probability to end with exactly that step.

        Args:
            state: where the chain starts.
            last: a number of steps, at least 0.

        Raises:
            ValueError: the chain has no such state, or ``last`` is too large.

        >>> [str(chance) for chance in TOSS.time_distribution("", 5)]
        ['0', '0', '1/4', '1/8', '1/8', '3/32']
        """
        curve = (Fraction(1), *self.survival_curve(state, last))
        return tuple(p - q for p, q in pairwise(curve))

    def survival_float(self, state: State, t: int) -> float:
        """Return `survival` in floats.

        Args:
            state: where the chain starts.
            t: a number of steps, at least 0.

        Raises:
            ValueError: the chain has no such state, or ``t`` is too large.

        >>> TOSS.survival_float("", 4)
        0.5
        """
        t = integer("t", t, 0)
        return survival.chance_float(self._rows, self._find(state), t, self._effort)

    def survival_curve_float(self, state: State, last: int) -> tuple[float, ...]:
        """Return `survival_curve` in floats.

        Args:
            state: where the chain starts.
            last: a number of steps, at least 0.

        Raises:
            ValueError: the chain has no such state, or ``last`` is too large.

        >>> TOSS.survival_curve_float("", 5)
        (1.0, 1.0, 0.75, 0.625, 0.5, 0.40625)
        """
        last = self._last(last)
        return survival.curve_float(self._rows, self._find(state), last, self._effort)

    def play_forward_float(
        self, state: State, *, rest: float = 1e-9, last: int = 10_000
    ) -> PlayedForward:
        """Play all games at once, step by step, in floats, and return how they have ended so far.

        No equation is solved, so a chain may be far larger than for exact results. The answer
        says how much of the chance is left, and so how far it may be from the truth.

        Args:
            state: where the chain starts.
            rest: play until at most this part of the chance is left; at least 0, below 1.
            last: play at most so many steps, from 1 to 100 000.

        Returns:
            The number of steps played, the chance that is left (rest), the chance of each end, too
            small by this rest at most, and as mean the sum of P(T > t) for these steps, which is
            below the expected number of steps. Long work ends early, and then more is left.

        Raises:
            ValueError: the chain has no such state, or rest or last is out of range.
            TypeError: last is not a whole number, or rest is not a number.

        >>> played = TOSS.play_forward_float("", rest=1e-6)
        >>> played.steps, played.rest_float < 1e-6, round(played.mean_float, 4)
        (66, True, 6.0)
        """
        return finish(self.play_forward_incremental_float(state, rest=rest, last=last))

    def play_forward_incremental_float(
        self, state: State, *, rest: float = 1e-9, last: int = 10_000
    ) -> Incremental[PlayedForward]:
        """Do what `play_forward_float` does piece by piece: yield the progress from 0 to 1.

        Args:
            state: as there.
            rest: as there.
            last: as there.

        Raises:
            ValueError, TypeError: as there.

        >>> finish(TOSS.play_forward_incremental_float("", last=2)).rest_float
        0.75
        """
        if isinstance(rest, bool) or not isinstance(rest, int | float):
            raise TypeError(f"rest is of type {type(rest).__name__}, but must be a float")
        if not 0 <= rest < 1:
            raise ValueError(f"rest is {short_repr(rest)}, but must be at least 0 and below 1")
        last = integer("last", last, 1, LIMIT)
        return self._played_forward(self._find(state), rest, last)

    def _played_forward(self, start: int, rest: float, last: int) -> Incremental[PlayedForward]:
        states = (*self.transient, *self.absorbing)
        if start >= len(self._rows):
            return PlayedForward(0, 0.0, MappingProxyType({states[start]: 1.0}), 0.0)
        forward = yield from survival.play_forward_float(
            self._rows, start, rest, last, self._effort
        )
        ends = {states[j]: chance for j, chance in forward.ends_float.items()}
        return forward._replace(ends_float=MappingProxyType(ends))

    def reward_bracket_float(
        self, reward: Callable[[State], Fraction | int], state: State
    ) -> Bracket:
        """Return two bounds in floats for `expected_reward`, for a chain too large for it.

        Args:
            reward: as for `expected_reward`.
            state: where the chain starts.

        Returns:
            The bounds, between which the expected sum is, whatever the rounding. Long work ends
            early, and then they are farther apart, or infinite.

        Raises:
            TypeError: as for `expected_reward`.
            ValueError: the chain has no such state, or a reward is too large for a float.

        >>> tosses = lambda state: int(state != "HH")
        >>> lower, upper = TOSS.reward_bracket_float(tosses, "")
        >>> lower <= 6 <= upper, upper - lower < 1e-9
        (True, True)
        """
        return finish(self.reward_bracket_incremental_float(reward, state))

    def reward_bracket_incremental_float(
        self, reward: Callable[[State], Fraction | int], state: State
    ) -> Incremental[Bracket]:
        """Do what `reward_bracket_float` does piece by piece: yield the progress from 0 to 1.

        Args:
            reward: as there.
            state: as there.

        Raises:
            TypeError, ValueError: as there.

        >>> nothing = TOSS.reward_bracket_incremental_float(lambda state: 0, "")
        >>> finish(nothing).upper_float < 1e-9
        True
        """
        return self._reward_bracket(self._worth(reward), self._find(state))

    def _reward_bracket(self, rewards: list[Fraction], start: int) -> Incremental[Bracket]:
        ends = [()] * len(self.absorbing)
        bounds = []
        for sign in (1, -1):  # what steps bring, and what they cost
            parts = [max(sign * value, Fraction(0)) for value in rewards]
            if not any(parts):
                bounds.append(Bracket(0.0, 0.0))
                continue
            rows = [
                [(part, total, row)] for part, (total, row) in zip(parts, self._rows, strict=False)
            ]
            values, _ = yield from brackets_incremental_float(
                [*rows, *ends], parts, [False] * len(parts), self._effort
            )
            bounds.append(values[start])
        gains, costs = bounds
        return Bracket(
            nextafter(gains.lower_float - costs.upper_float, -inf),
            nextafter(gains.upper_float - costs.lower_float, inf),
        )

    def quantile(self, state: State, level: Chance) -> int:
        """Return the first ``t`` with P(T ≤ t) ≥ level; level ½ gives the median.

        The answer is exact, however close the chance comes to the level.

        Args:
            state: where the chain starts.
            level: an exact probability below 1.

        Raises:
            TypeError: the level is a float.
            ValueError: the chain has no such state, the level is out of range, or ``t`` is so
                large that it would take too long.

        >>> TOSS.quantile("", "1/2"), TOSS.quantile("", "99/100")
        (4, 23)
        """
        level = below_1("level", level)
        return survival.quantile(self._rows, self._find(state), level, self._effort)

    def walk(self, rng: Random, state: State) -> Iterator[State]:
        """Play once: yield the states of one random walk until the chain ends.

        Args:
            rng: the source of chance; the same seed gives the same walk.
            state: where the chain starts.

        Returns:
            An iterator over the states, the first and the last included. It ends with probability
            1, though it may take long: `expected_steps_float` says how long on average.

        Raises:
            TypeError: rng is not a random.Random.
            ValueError: the chain has no such state.

        >>> list(TOSS.walk(Random(1), ""))
        ['', '', '', 'H', '', 'H', 'HH']
        """
        random_source(rng)
        return map(self._state, transitions.walk(rng, self._cumulative_rows, self._find(state)))

    @cached_property
    def _cumulative_rows(self) -> transitions.CumulativeRows:
        return transitions.cumulative_rows(self._rows)

    def lump(self, key: Callable[[State], Block]) -> "AbsorbingChain[Block]":
        """Merge the states to which ``key`` gives the same block, if the blocks form a chain.

        They do iff P(x → block) is the same for all x of a block. The times until the end and the
        probabilities to end in a block are then those of the large chain.

        Args:
            key: key(state) -> block, any hashable value, which becomes the state of the new chain.

        Returns:
            The chain on the blocks.

        Raises:
            ValueError: two states of a block lead to some block with different probabilities (the
                message names all three), or a block has transient and absorbing states.

        >>> coin = AbsorbingChain({  # two coins, each put aside when it shows heads
        ...     "TT": {"TT": "1/4", "TH": "1/4", "HT": "1/4", "HH": "1/4"},
        ...     "TH": {"TH": "1/2", "HH": "1/2"},
        ...     "HT": {"HT": "1/2", "HH": "1/2"},
        ...     "HH": {"HH": 1},
        ... })
        >>> heads = coin.lump(lambda coins: coins.count("H"))
        >>> heads.step(0)
        {0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
        >>> heads.expected_steps(0) == coin.expected_steps("TT") == Fraction(8, 3)
        True
        >>> coin.lump(lambda coins: coins[0])
        Traceback (most recent call last):
        ValueError: block 'H' would hold the transient state 'HT' and the absorbing state 'HH': \
does the chain end there, or not?
        """
        function("key", key, "the state")
        states, size = self.transient + self.absorbing, len(self.transient)
        blocks = [hashable(f"key({short_repr(state)})", key(state)) for state in states]
        first: dict[Block, State] = {}
        for state, block in zip(states, blocks, strict=True):
            first.setdefault(block, state)
        transient_blocks = set(blocks[:size])
        for state, block in zip(self.absorbing, blocks[size:], strict=True):
            if block in transient_blocks:
                raise ValueError(
                    f"block {short_repr(block)} would hold the transient state "
                    f"{short_repr(first[block])} "
                    f"and the absorbing state {short_repr(state)}: does the chain end there, or "
                    "not?"
                )
        rows: dict[Block, Weights[Block]] = {}
        for state, block, (total, row) in zip(self.transient, blocks, self._rows, strict=False):
            block_weights: dict[Block, int] = {}
            for j, weight in row:
                block_weights[blocks[j]] = block_weights.get(blocks[j], 0) + weight
            common = gcd(*block_weights.values())
            lumped_row = Weights(
                total // common,
                {target: weight // common for target, weight in block_weights.items()},
            )
            first_row = rows.setdefault(block, lumped_row)
            if lumped_row != first_row:
                first_chances, chances = (
                    {target: Fraction(weight, row.total) for target, weight in row.of.items()}
                    for row in (first_row, lumped_row)
                )
                target = next(
                    target
                    for target in {**first_chances, **chances}
                    if first_chances.get(target) != chances.get(target)
                )
                first_chance, chance = (
                    short_number(row_chances.get(target, Fraction(0)))
                    for row_chances in (first_chances, chances)
                )
                raise ValueError(
                    f"states {short_repr(first[block])} and {short_repr(state)} are both in block "
                    f"{short_repr(block)}, but go to block {short_repr(target)} with probabilities "
                    f"{first_chance} and {chance}: these blocks form no chain"
                )
        rows.update({block: Weights(1, {block: 1}) for block in blocks[size:]})
        return AbsorbingChain(rows, effort=self._effort)  # type: ignore[arg-type]

    def __repr__(self) -> str:
        def describe(kind: str, states: tuple[State, ...]) -> str:
            if not states:
                return f"no {kind} state"
            names = ", ".join([short_repr(state, 20) for state in states[:4]])
            ellipsis = ", …" if len(states) > 4 else ""
            noun = "state" if len(states) == 1 else "states"
            return f"{len(states)} {kind} {noun} ({names}{ellipsis})"

        absorbing_part = describe("absorbing", self.absorbing)
        return f"<AbsorbingChain of {describe('transient', self.transient)} and {absorbing_part}>"


TOSS = AbsorbingChain({"": {"": "1/2", "H": "1/2"}, "H": {"": "1/2", "HH": "1/2"}, "HH": {"HH": 1}})
"""Toss a coin until heads come twice in a row: the example in the docstrings above."""


def _entries(name: str, entries: object, limit: int = LIMIT) -> list[Any]:
    try:
        if isinstance(entries, str | bytes):
            raise TypeError
        iterator = iter(entries)  # type: ignore[call-overload]
    except TypeError:
        raise TypeError(f"{name} is {short_repr(entries)}, but must be a list") from None
    values = list(islice(iterator, min(limit, maxsize - 1) + 1))  # there may be no end
    if len(values) > limit:
        raise ValueError(
            f"{name} has more than {limit} entries, which is the limit: a higher effort allows more"
        )
    return values


def _matrix_rows(name: str, matrix: object, effort: int) -> list[list[Any]]:
    rows: list[list[Any]] = []
    room = DENSE * effort
    for row in _entries(name, matrix, isqrt(room)):
        rows.append(_entries(f"a row of {name}", row, room))
        room -= len(rows[-1])
    return rows
