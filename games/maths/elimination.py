"""Equations with I − Q, solved by eliminating the states of a chain one by one.

To *eliminate* a state s is to observe the chain only while it is in other states. A walk
i → s → … → s → j then counts as one step i → j, and no probability is lost:

    p(i, j) ← p(i, j) + p(i, s) · p(s, j) / (the probability to leave s)

When all states are eliminated, back substitution in reverse order solves x = Q x + c.

The probability to leave s is computed as the sum over the exits of s, not as 1 minus the
probability to stay. So there is no subtraction, and floats keep their relative accuracy however
long the chain lasts. This is the algorithm of Grassmann, Taksar and Heyman (1985). Exact rows are
integers without a common divisor. A row may be multiplied by any number, as long as the reward of
the state is multiplied by it, too.

The next state to be eliminated is the one whose number of entries times exits is smallest
(Markowitz, 1957). So a sparse or banded table stays sparse or banded, and a chain that never
returns is solved backwards without a new entry.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import gcd, lcm
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from games.incremental import Incremental, finish

__all__ = ["Elimination", "ExactElimination", "FloatElimination", "Solver", "TooLarge"]

Number = TypeVar("Number", bound=Fraction | float)
Row = tuple[int, Sequence[tuple[int, int]]]  # total weight, ((next state, weight), …)
Exits = dict[int, Any]  # the steps from a state to other states: {next state: weight}

END = -1  # stands for all states that are never eliminated
MIN_SHARE_DONE = 0.05  # a smaller share of the states says little about the rest of the work


class Pivot(NamedTuple):
    """A state at the moment of its elimination.

    Attributes:
        state: its number.
        total: the weight of probability 1 in its first row.
        operations: (s, scale, share, unit) for each state s that was eliminated before and
            changed this row: the row became (scale · row + share · row of s) / unit.
        exit_weight: the sum of the weights of all exits.
        exits: (state, weight) for each exit to a state that is not yet eliminated.
    """

    state: int
    total: int
    operations: list[tuple[int, Any, Any, Any]]
    exit_weight: Any
    exits: list[tuple[int, Any]]


class NeverLeft(ValueError):
    """A state has no exit, or in floats its probability is too small to be noticed.

    Attributes:
        state: its number.
    """

    def __init__(self, state: int) -> None:
        super().__init__(
            f"row {state} is never left, or with a probability that is too small for a float"
        )
        self.state = state


class TooLarge(ValueError):
    """The equations would take too much work."""


class Budget:
    """How much work on digits is left.

    It is needed because a solution may have far longer numbers than its equations.

    Args:
        limit: the work allowed, in products of two digits (30 bits each), roughly.
        too_much_work: the message of the error when the work exceeds the limit.
    """

    def __init__(self, limit: int, too_much_work: str) -> None:
        self.remaining, self.too_much_work = limit, too_much_work

    def spend(self, bits: int, numbers: int) -> None:
        """Count the work of combining so many numbers of so many bits, or raise an error.

        >>> Budget(100, "too long").spend(bits=600, numbers=1)
        Traceback (most recent call last):
        games.maths.elimination.TooLarge: too long
        """
        self.remaining -= numbers * (bits // 30) ** 2
        if self.remaining < 0:
            raise TooLarge(self.too_much_work)


class Solver(Protocol[Number]):
    """What solves the equations of a chain."""

    @property
    def zero(self) -> Number:
        """The number 0."""

    @property
    def one(self) -> Number:
        """The number 1."""

    def visits(self, start: Sequence[Number]) -> list[Number]:
        """Solve v = v Q + start."""


class Elimination(ABC, Generic[Number]):
    """The elimination of the states 0, 1, … of a chain, with which equations can be solved.

    Args:
        rows: for each state its total weight and ((next state, weight), …); a next state that has
            no row is an end. From every state an end can be reached.
        effort: how many times the usual work is allowed.

    Raises:
        ValueError: that would be too much work.
    """

    zero: Number
    one: Number
    limit: int
    early_refusal_factor: ClassVar[int]  # a forecast of so many times the limit is refused at once
    entry: ClassVar[int]  # the work for an entry of a row, if it has few digits
    too_much_work: ClassVar[str]

    def __init__(self, rows: Sequence[Row], effort: int = 1) -> None:
        self._allow(effort)
        finish(self._eliminate(rows))

    def _allow(self, effort: int) -> None:
        self.effort, self.limit = effort, type(self).limit * effort

    @classmethod
    def incremental(cls, rows: Sequence[Row], effort: int = 1) -> Incremental[Self]:
        """Do the work in slices: yield the share of the states that are eliminated."""
        elimination = cls.__new__(cls)
        elimination._allow(effort)
        yield from elimination._eliminate(rows)
        return elimination

    def _eliminate(self, rows: Sequence[Row]) -> Incremental[None]:
        totals: list[Any] = []
        exits: list[Exits] = []
        sources: list[set[int]] = [set() for _ in rows]
        for i, row in enumerate(rows):
            total, steps = self.unit(*row)
            exits_of_s: Exits = {}
            for j, weight in steps:
                if j >= len(rows):
                    exits_of_s[END] = exits_of_s.get(END, 0) + weight
                elif j != i:
                    exits_of_s[j] = weight
                    sources[j].add(i)
            totals.append(total)
            exits.append(exits_of_s)
        operations: list[list[tuple[int, Any, Any, Any]]] = [[] for _ in rows]
        self.pivots: list[Pivot] = []
        self.work = light = heavy = 0
        queue = [(len(sources[s]) * len(exits[s]), s) for s in range(len(rows))]
        heapify(queue)
        is_left = [True] * len(rows)
        while queue:
            path_count, s = heappop(queue)
            if not is_left[s] or path_count != len(sources[s]) * len(exits[s]):
                continue  # an outdated entry; the queue has a newer one for this state
            is_left[s] = False
            exits_of_s = exits[s]
            exit_weight = sum(exits_of_s.values())
            if not exit_weight:
                raise NeverLeft(s)
            successors = exits_of_s.keys() - {END}
            for i in sources[s]:
                weight = exits[i].pop(s)
                exits[i], operation = self.bypass(i, exits[i], weight, exits_of_s, exit_weight)
                operations[i].append((s, *operation))
                light += len(exits[i]) * self.entry
                heavy += len(exits[i]) * self.digit_work(exit_weight)
                for j in successors:
                    sources[j].add(i)
            self.work = light + heavy
            # the simplest states come first: work without digits grows in proportion to the
            # share of the states, and work on digits with its cube
            share_done = max(MIN_SHARE_DONE, (len(self.pivots) + 1) / len(rows))
            forecast = light / share_done + heavy / share_done**3
            if self.work > self.limit or forecast > self.early_refusal_factor * self.limit:
                raise TooLarge(self._refusal(len(rows)))
            for j in successors:
                sources[j] -= {s, j}
            for i in sources[s] | successors:
                heappush(queue, (len(sources[i]) * len(exits[i]), i))
            steps = [(j, weight) for j, weight in exits_of_s.items() if j != END]
            self.pivots.append(Pivot(s, totals[s], operations[s], exit_weight, steps))
            yield len(self.pivots) / len(rows)

    @property
    def entries(self) -> int:
        """How many numbers each solution has to process."""
        return sum([len(pivot.operations) + len(pivot.exits) + 1 for pivot in self.pivots])

    def budget(self) -> Budget:
        """Return the budget for one solution; several solutions may share it."""
        return Budget(self.limit, self._refusal(len(self.pivots)))

    def _refusal(self, states: int) -> str:
        return self.too_much_work.format(states=states, limit=self.limit, more=10 * self.effort)

    def solve(self, rewards: Sequence[Number], budget: Budget | None = None) -> list[Number]:
        """Solve x = Q x + rewards: the expected sum of rewards over all visits, from each state.

        Raises:
            ValueError: the solution has too many digits.
        """
        x = list(rewards)
        budget = budget or self.budget()
        for s, total, operations, _, _ in self.pivots:
            reward = self.combine([(total, x[s])], 1)
            for j, scale, share, unit in operations:
                reward = self.combine([(scale, reward), (share, x[j])], unit)
                budget.spend(self.size(reward), 2)
            x[s] = reward
        for s, _, _, exit_weight, exits in reversed(self.pivots):
            x[s] = self.combine([(1, x[s]), *[(weight, x[j]) for j, weight in exits]], exit_weight)
            budget.spend(self.size(x[s]), 1 + len(exits))
        return x

    def visits(self, start: Sequence[Number]) -> list[Number]:
        """Solve v = v Q + start: the expected visits to each state, transposing `solve`.

        Raises:
            ValueError: the solution has too many digits.
        """
        v = list(start)
        budget = self.budget()
        for s, _, _, exit_weight, exits in self.pivots:
            if v[s]:
                v[s] = self.combine([(1, v[s])], exit_weight)
                for j, weight in exits:
                    v[j] += weight * v[s]
                    budget.spend(self.size(v[j]), 2)
        for s, total, operations, _, _ in reversed(self.pivots):
            visits = v[s]
            for j, scale, share, unit in reversed(operations):
                v[j] += self.combine([(share, visits)], unit)
                visits = self.combine([(scale, visits)], unit)
                budget.spend(self.size(v[j]), 3)
            v[s] = self.combine([(total, visits)], 1)
        return v

    @staticmethod
    @abstractmethod
    def unit(total: int, steps: Sequence[tuple[int, int]]) -> tuple[Any, Sequence[tuple[int, Any]]]:
        """Return a row of the chain in the numbers of this kind of elimination."""

    @staticmethod
    @abstractmethod
    def bypass(
        i: int, row: Exits, weight: Any, exits: Exits, exit_weight: Any
    ) -> tuple[Exits, tuple[Any, Any, Any]]:
        """Return row i after the step i → s is replaced by the exits of s, and the operation."""

    @staticmethod
    @abstractmethod
    def digit_work(exit_weight: Any) -> int:
        """Return the work for the digits of one entry of a row."""

    @staticmethod
    @abstractmethod
    def size(x: Number) -> int:
        """Return the number of binary digits of a result; 0 for floats."""

    @staticmethod
    @abstractmethod
    def combine(terms: Sequence[tuple[Any, Number]], unit: Any) -> Number:
        """Return Σ weight · x / unit."""


class ExactElimination(Elimination[Fraction]):
    """Elimination with integer rows; the results are fractions.

    >>> third = [(3, ((0, 1), (1, 1), (2, 1))), (1, ((2, 1),))]  # 2 is the end
    >>> ExactElimination(third).solve([Fraction(1), Fraction(1)])
    [Fraction(2, 1), Fraction(1, 1)]
    """

    zero, one = Fraction(0), Fraction(1)
    limit = 8 * 10**8  # one to three seconds
    early_refusal_factor = 4
    entry = 1000
    too_much_work = (
        "exact arithmetic on {states} states would take more than {limit} operations on digits, "
        "which is the limit: effort={more} allows more, and a method in floats, where there is "
        "one, has room for more"
    )

    @staticmethod
    def unit(total: int, steps: Sequence[tuple[int, int]]) -> tuple[int, Sequence[tuple[int, int]]]:
        return total, steps

    @staticmethod
    def bypass(
        i: int, row: Exits, weight: int, exits: Exits, exit_weight: int
    ) -> tuple[Exits, tuple[int, int, int]]:
        common = gcd(weight, exit_weight)
        scale, share = exit_weight // common, weight // common
        sum_row = {j: scale * entry for j, entry in row.items()}
        for j, entry in exits.items():
            sum_row[j] = sum_row.get(j, 0) + share * entry
        sum_row.pop(i, None)
        unit = gcd(*sum_row.values())
        if unit > 1:
            sum_row = {j: entry // unit for j, entry in sum_row.items()}
        return sum_row, (scale, share, unit)

    @staticmethod
    def digit_work(exit_weight: int) -> int:
        return (exit_weight.bit_length() // 30) ** 2  # in digits as Python counts them

    @staticmethod
    def size(x: Fraction) -> int:
        return x.denominator.bit_length()

    @staticmethod
    def combine(terms: Sequence[tuple[int, Fraction]], unit: int) -> Fraction:
        common = lcm(*[x.denominator for _, x in terms])
        total = sum([weight * x.numerator * (common // x.denominator) for weight, x in terms])
        return Fraction(total, common * unit)


class FloatElimination(Elimination[float]):
    """Elimination in floats, without a subtraction."""

    zero, one = 0.0, 1.0
    limit = 10**7  # some seconds
    early_refusal_factor = 1  # `games.maths.iteration` solves what is refused
    entry = 1
    too_much_work = "{states} states would take more than {limit} operations, which is the limit"

    @staticmethod
    def unit(
        total: int, steps: Sequence[tuple[int, int]]
    ) -> tuple[float, Sequence[tuple[int, float]]]:
        return 1.0, [(j, weight / total) for j, weight in steps]

    @staticmethod
    def bypass(
        i: int, row: Exits, weight: float, exits: Exits, exit_weight: float
    ) -> tuple[Exits, tuple[float, float, float]]:
        share = weight / exit_weight
        for j, entry in exits.items():
            if j != i:
                row[j] = row.get(j, 0.0) + share * entry
        return row, (1.0, share, 1.0)

    @staticmethod
    def digit_work(exit_weight: float) -> int:
        return 0

    @staticmethod
    def size(x: float) -> int:
        return 0

    @staticmethod
    def combine(terms: Sequence[tuple[float, float]], unit: float) -> float:
        # weights are divided first, because the integers may be too large for a float
        return sum([weight / unit * x for weight, x in terms])
