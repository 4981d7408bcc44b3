"""Absorbing Markov chains, solved exactly.

A **Markov chain** moves from state to state; where it goes next depends on the state it is in and
on nothing else. A state is **absorbing** if the chain never leaves it (the game is over), and
**transient** otherwise. The chain is an *absorbing chain* if from every state an absorbing one can
be reached; then the game ends with probability 1, from wherever it starts.

With the transient states listed first, the table of all transition probabilities is

    P = [ Q  R ]      Q: from transient to transient states
        [ 0  I ]      R: from transient to absorbing states

The **fundamental matrix** N = I + Q + Q² + … = (I − Q)⁻¹ holds in row i, column j the expected
number of visits to state j of a chain that starts in state i. Everything else follows from it:

    expected steps              t = N 1
    variance of the steps       N u,  where u is the variance of t one step ahead
    absorption probabilities    B = N R
    survival                    P(T > k) = row sums of Qᵏ

How it is computed. To *eliminate* a state s is to watch the chain only while it is elsewhere: a
path i → s → … → s → j becomes one step i → j, and no probability is lost. Repeating this until no
transient state is left, and undoing it in reverse, solves any equation with I − Q. The weight with
which s is left is the sum of the weights of its ways out, so that nothing is ever subtracted
(Grassmann, Taksar and Heyman, 1985): in floats every result keeps its relative accuracy, however
long the game. For exact results a row is held as integers over one unit, divided by their greatest
common divisor. The state with the fewest ways in times ways out goes first (Markowitz), so a chain
whose table is sparse or banded stays so.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from heapq import heapify, heappop, heappush
from html import escape
from math import gcd, isfinite, lcm
from typing import Any, Generic, NamedTuple, TypeVar

from games.arguments import probability, shown, whole

__all__ = ["AbsorbingChain"]

State = TypeVar("State", bound=Hashable)
Block = TypeVar("Block", bound=Hashable)

LIMIT = 50_000  # states found from a step function, unless the caller allows more
DENSE = 1_000_000  # entries of a matrix that is written out in full
WORK = 10**9  # bits handled by one exact computation: a few seconds


class Weights(NamedTuple, Generic[State]):
    """A probability distribution: positive integer weights, and the total they sum to."""

    total: int
    of: dict[State, int]


def weights(where: str, row: Mapping[State, object]) -> Weights[State]:
    """Return a distribution as integer weights, or raise an error that names the place.

    >>> weights("step('a')", {"b": Fraction(1, 2), "c": Fraction(1, 3), "d": "1/6", "e": 0})
    Weights(total=6, of={'b': 3, 'c': 2, 'd': 1})
    """
    if isinstance(row, Weights):
        return row
    if not isinstance(row, Mapping):
        raise TypeError(f"{where} is {shown(row)}, but must be a dict {{next: probability}}")
    exact = {
        to: chance
        if type(chance) is Fraction and 0 <= chance.numerator <= chance.denominator
        else probability(f"{where}[{shown(to)}]", chance)
        for to, chance in row.items()
    }
    total = lcm(*[chance.denominator for chance in exact.values()])
    of = {
        to: chance.numerator * (total // chance.denominator)
        for to, chance in exact.items()
        if chance.numerator
    }
    if sum(of.values()) != total:
        found = shown(str(Fraction(sum(of.values()), total)))
        raise ValueError(
            f"the probabilities of {where} sum to {found}, but must sum to 1: "
            "is an outcome missing, or counted twice?"
        )
    return Weights(total, of)


@dataclass(frozen=True, init=False, repr=False)
class AbsorbingChain(Generic[State]):
    """A Markov chain that ends, given by its table {state: {next: probability}}.

    Attributes:
        transient: the states that the chain leaves for good, in the order of the table.
        absorbing: the states in which it ends.
    """

    transient: tuple[State, ...]
    absorbing: tuple[State, ...]
    _rows: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]

    def __init__(self, table: Mapping[State, Mapping[State, object]]) -> None:
        if not isinstance(table, Mapping):
            raise TypeError(
                f"table is {shown(table)}, but must be a dict {{state: {{next: probability}}}}"
            )
        rows = {state: weights(f"the row of {shown(state)}", row) for state, row in table.items()}
        absorbing = tuple(state for state, (_, of) in rows.items() if of.keys() == {state})
        ended = set(absorbing)
        transient = tuple(state for state in rows if state not in ended)
        column = {state: j for j, state in enumerate(transient + absorbing)}
        indexed = []
        for state in transient:
            total, of = rows[state]
            for to in of:
                if to not in column:
                    raise ValueError(
                        f"the row of {shown(state)} leads to {shown(to)}, which has no row of its "
                        "own: where the chain ends, the row is {state: 1}"
                    )
            indexed.append((total, tuple((column[to], weight) for to, weight in of.items())))
        object.__setattr__(self, "transient", transient)
        object.__setattr__(self, "absorbing", absorbing)
        object.__setattr__(self, "_rows", tuple(indexed))
        self._check_that_it_ends()

    @classmethod
    def from_step(
        cls,
        step: Callable[[State], Mapping[State, object]],
        start: State,
        *more_starts: State,
        limit: int = LIMIT,
    ) -> "AbsorbingChain[State]":
        """Explore a chain from its start."""
        limit = whole("limit", limit, 1)
        table: dict[State, Any] = {}
        found = dict.fromkeys((start, *more_starts))
        queue = list(found)
        for state in queue:
            row = weights(f"step({shown(state)})", step(state))
            table[state] = row
            for to in row.of:
                if to not in found:
                    found[to] = None
                    queue.append(to)
            if len(found) > limit:
                raise ValueError(
                    f"step leads from {shown(start)} to more than {limit} states, the limit: "
                    "is the chain infinite? If not, say limit=…"
                )
        return cls(table)

    @classmethod
    def from_matrices(
        cls,
        Q: Sequence[Sequence[object]],
        R: Sequence[Sequence[object]],
        *,
        transient: Sequence[Any] | None = None,
        absorbing: Sequence[Any] | None = None,
    ) -> "AbsorbingChain[Any]":
        """Build a chain from its matrices Q and R."""
        Q, R = [list(row) for row in Q], [list(row) for row in R]
        if len(Q) != len(R):
            raise ValueError(f"Q has {len(Q)} rows and R has {len(R)}, but both need one a state")
        ends = len(R[0]) if R else len(absorbing or ())
        moving = range(len(Q)) if transient is None else transient
        ended = range(len(Q), len(Q) + ends) if absorbing is None else absorbing
        names = [*moving, *ended]
        if len(moving) != len(Q) or len(ended) != ends or len(set(names)) != len(names):
            raise ValueError(
                f"transient and absorbing must name {len(Q)} and {ends} different states"
            )
        table: dict[Any, dict[Any, object]] = {}
        for state, q, r in zip(moving, Q, R, strict=True):
            if len(q) != len(Q) or len(r) != ends:
                raise ValueError(
                    f"the row of {shown(state)} has {len(q)} entries in Q and {len(r)} in R, "
                    f"but must have {len(Q)} and {ends}"
                )
            table[state] = dict(zip(names, q + r, strict=True))
        return cls(table | {state: {state: 1} for state in ended})

    def _check_that_it_ends(self) -> None:
        size = len(self.transient)
        sources: list[list[int]] = [[] for _ in range(size + len(self.absorbing))]
        for i, (_, row) in enumerate(self._rows):
            for j, _ in row:
                sources[j].append(i)
        ending = set(range(size, len(sources)))
        queue = list(ending)
        for j in queue:
            for i in sources[j]:
                if i not in ending:
                    ending.add(i)
                    queue.append(i)
        for i, state in enumerate(self.transient):
            if i not in ending:
                raise ValueError(
                    f"from state {shown(state)} no absorbing state can be reached, so the game "
                    "never ends there; an absorbing state has the row {state: 1}"
                )

    @cached_property
    def _index(self) -> dict[State, int]:
        return {state: i for i, state in enumerate(self.transient + self.absorbing)}

    def _find(self, state: State) -> int:
        try:
            return self._index[state]
        except (KeyError, TypeError):
            raise ValueError(f"state is {shown(state)}, but must be a state of {self!r}") from None

    @property
    def Q(self) -> tuple[tuple[Fraction, ...], ...]:
        """The transition probabilities between transient states."""
        return self._matrix(0, len(self.transient))

    @property
    def R(self) -> tuple[tuple[Fraction, ...], ...]:
        """The transition probabilities from transient to absorbing states."""
        return self._matrix(len(self.transient), len(self.absorbing))

    def _matrix(self, first: int, width: int) -> tuple[tuple[Fraction, ...], ...]:
        matrix = []
        for total, row in self._rows:
            line = [Fraction(0)] * width
            for j, weight in row:
                if first <= j < first + width:
                    line[j - first] = Fraction(weight, total)
            matrix.append(tuple(line))
        return tuple(matrix)

    def step(self, state: State) -> dict[State, Fraction]:
        """Return where the chain goes from a state: {next: probability}."""
        i = self._find(state)
        if i >= len(self.transient):
            return {state: Fraction(1)}
        total, row = self._rows[i]
        states = self.transient + self.absorbing
        return {states[j]: Fraction(weight, total) for j, weight in row}

    @cached_property
    def _exact(self) -> "_Elimination":
        return _eliminate(self._rows, exact=True)

    @cached_property
    def _float(self) -> "_Elimination":
        return _eliminate(self._rows, exact=False)

    @cached_property
    def _steps(self) -> list[Any]:
        return self._exact.solve([Fraction(1)] * len(self.transient))

    def expected_steps(self, state: State) -> Fraction:
        """Return the expected number of steps until the chain, started in ``state``, ends."""
        i = self._find(state)
        return self._steps[i] if i < len(self.transient) else Fraction(0)

    @cached_property
    def _steps_float(self) -> list[Any]:
        return self._float.solve([1.0] * len(self.transient))

    def expected_steps_float(self, state: State) -> float:
        """Return `expected_steps` as a float, accurate for long games and large chains too."""
        i = self._find(state)
        return self._steps_float[i] if i < len(self.transient) else 0.0

    @cached_property
    def _variances(self) -> list[Any]:
        ahead = [*self._steps, *[Fraction(0)] * len(self.absorbing)]
        spread = [
            sum(weight * (ahead[j] - ahead[i] + 1) ** 2 for j, weight in row) / total
            for i, (total, row) in enumerate(self._rows)
        ]
        return self._exact.solve(spread)

    def variance_steps(self, state: State) -> Fraction:
        """Return the variance of the number of steps until the chain ends."""
        i = self._find(state)
        return self._variances[i] if i < len(self.transient) else Fraction(0)

    def _visits(self, i: int) -> list[Any]:
        start = [Fraction(0)] * len(self.transient)
        start[i] = Fraction(1)
        return self._exact.solve_transposed(start)

    def expected_visits(self, state: State) -> dict[State, Fraction]:
        """Return how often each transient state is visited on average: a row of N."""
        i = self._find(state)
        if i >= len(self.transient):
            return dict.fromkeys(self.transient, Fraction(0))
        return dict(zip(self.transient, self._visits(i), strict=True))

    def fundamental_matrix(self) -> tuple[tuple[Fraction, ...], ...]:
        """Return N = (I − Q)⁻¹, the expected visits from each transient state to each."""
        return tuple(tuple(self._visits(i)) for i in range(len(self.transient)))

    def absorption_probabilities(self, state: State) -> dict[State, Fraction]:
        """Return for each absorbing state the probability that the chain ends there."""
        i, size = self._find(state), len(self.transient)
        ends = [Fraction(0)] * len(self.absorbing)
        if i >= size:
            ends[i - size] = Fraction(1)
        else:
            for visits, (total, row) in zip(self._visits(i), self._rows, strict=True):
                for j, weight in row:
                    if j >= size:
                        ends[j - size] += visits * Fraction(weight, total)
        return dict(zip(self.absorbing, ends, strict=True))

    def survival(self, state: State, t: int) -> Fraction:
        """Return P(T > t), the probability that the game is not over after ``t`` steps."""
        t = whole("t", t, 0)
        i = self._find(state)
        if i >= len(self.transient):
            return Fraction(0)
        size = len(self.transient)
        unit = lcm(*[total for total, _ in self._rows])
        scaled = [
            [(j, weight * (unit // total)) for j, weight in row if j < size]
            for total, row in self._rows
        ]
        mass = {i: 1}
        for _ in range(t):
            ahead: dict[int, int] = {}
            for i, m in mass.items():
                for j, weight in scaled[i]:
                    ahead[j] = ahead.get(j, 0) + m * weight
            mass = ahead
        return Fraction(sum(mass.values()), unit**t)

    def lump(self, key: Callable[[State], Block]) -> "AbsorbingChain[Block]":
        """Merge the states that ``key`` sends to one block, if that is legal."""
        blocks: dict[Block, tuple[State, Any]] = {}
        for state in self.transient + self.absorbing:
            row: dict[Block, Fraction] = {}
            for to, chance in self.step(state).items():
                block = key(to)
                row[block] = row.get(block, Fraction(0)) + chance
            here = key(state)
            first, known = blocks.setdefault(here, (state, row))
            if row != known:
                target = next(b for b in {**row, **known} if row.get(b, 0) != known.get(b, 0))
                raise ValueError(
                    f"states {shown(first)} and {shown(state)} of block {shown(here)} cannot be "
                    f"lumped: they go to block {shown(target)} with probability "
                    f"{known.get(target, 0)} and {row.get(target, 0)}"
                )
        return AbsorbingChain({block: row for block, (_, row) in blocks.items()})

    def __repr__(self) -> str:
        return (
            f"AbsorbingChain({len(self.transient)} transient, {len(self.absorbing)} absorbing "
            "states)"
        )


class _Step(NamedTuple):
    state: int
    unit: Any
    leave: Any
    out: list[tuple[int, Any]]
    into: list[tuple[int, Any, Any]]


@dataclass(frozen=True)
class _Elimination:
    steps: list[_Step]
    exact: bool

    def solve(self, c: list[Any]) -> list[Any]:
        """Solve x = Q x + c."""
        x = list(c)
        ratio = Fraction if self.exact else (lambda a, b: a / b)
        for s, unit, leave, _, into in self.steps:
            scaled = x[s] * ratio(unit, leave)
            for i, weight, whole_ in into:
                x[i] += ratio(weight, whole_) * scaled
            x[s] = scaled
        for s, _, leave, out, _ in reversed(self.steps):
            if self.exact:
                den = lcm(*[x[j].denominator for j, _ in out])
                num = sum(w * x[j].numerator * (den // x[j].denominator) for j, w in out)
                x[s] += Fraction(num, den * leave)
            else:
                x[s] += sum(w * x[j] for j, w in out) / leave
        return x

    def solve_transposed(self, m: list[Any]) -> list[Any]:
        """Solve v = v Q + m."""
        v = list(m)
        ratio = Fraction if self.exact else (lambda a, b: a / b)
        for s, _, leave, out, _ in self.steps:
            if v[s]:
                scaled = v[s] / leave
                for j, weight in out:
                    v[j] += weight * scaled
        for s, unit, leave, _, into in reversed(self.steps):
            for i, weight, whole_ in into:
                v[s] += v[i] * ratio(weight, whole_)
            v[s] *= ratio(unit, leave)
        return v


def _eliminate(rows: Any, exact: bool) -> _Elimination:
    size = len(rows)
    ways: list[dict[int, Any]] = []
    ends: list[Any] = []
    units: list[Any] = []
    sources: list[set[int]] = [set() for _ in range(size)]
    for i, (total, row) in enumerate(rows):
        scale = 1 if exact else total
        ways.append({j: w if exact else w / scale for j, w in row if j < size and j != i})
        end = sum(w for j, w in row if j >= size)
        ends.append(end if exact else end / scale)
        units.append(total if exact else 1.0)
        for j in ways[i]:
            sources[j].add(i)
    heap = [(len(sources[i]) * len(ways[i]), i) for i in range(size)]
    heapify(heap)
    done = [False] * size
    steps = []
    while heap:
        cost, s = heappop(heap)
        if done[s] or cost != len(sources[s]) * len(ways[s]):
            continue
        done[s] = True
        out = ways[s]
        leave = ends[s] + sum(out.values())
        into = []
        for j in out:
            sources[j].discard(s)
        for i in sources[s]:
            row = ways[i]
            weight = row.pop(s)
            into.append((i, weight, units[i]))
            if exact:
                g = gcd(weight, leave)
                a, b = leave // g, weight // g
                if a != 1:
                    for j in row:
                        row[j] *= a
                    ends[i] *= a
                    units[i] *= a
            else:
                b = weight / leave
            for j, w in out.items():
                if j == i:
                    continue
                if j in row:
                    row[j] += b * w
                else:
                    row[j] = b * w
                    sources[j].add(i)
            ends[i] += b * ends[s]
            if exact:
                g = gcd(units[i], ends[i], *row.values())
                if g != 1:
                    for j in row:
                        row[j] //= g
                    ends[i] //= g
                    units[i] //= g
        for i in {*sources[s], *out}:
            heappush(heap, (len(sources[i]) * len(ways[i]), i))
        steps.append(_Step(s, units[s], leave, list(out.items()), into))
    return _Elimination(steps, exact)
