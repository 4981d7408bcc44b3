"""Equations with I − Q in floats for large sparse chains, solved by sweeps.

`FloatElimination` is as accurate as floats can be. But where the steps of many states lead
everywhere, its rows fill up. `FloatIteration` leaves the rows as they are.

**Sweeps.** A sweep solves the equation of one state after the other for this state, with the latest
values of the others (Gauss and Seidel):

    x(i) ← (c(i) + the sum of Q(i, j) x(j) over all j ≠ i) / (the probability to leave i)

The error shrinks in each sweep, as play comes closer to its end. States that can reach each other
form a component. Play that leaves a component never returns to it, so the components are solved one
after the other, and only inside a component are sweeps needed. A sweep begins near the exits; where
visits are asked for, it begins near the entrances.

**Extrapolation.** Where a chain lasts long, all values soon change in the same proportion, sweep
after sweep. So from time to time, if most residuals have the same sign, all values are multiplied
by the number for which the residuals sum to 0. Otherwise the last change is added so many times at
once that the sum of their squares becomes as small as possible.

**The residual.** r = c + Q x − x says how far x misses its equations. The error of x is N r, with
the fundamental matrix N. So if |r| ≤ ε c in each state, the error of x is at most the share ε of
the solution. The sweeps end when r is that small for an ε near the precision of a float. Rounding
leaves a residual in proportion to x: if a chain lasts for k steps, its results lose the digits of
k.

Source:
    Richard S. Varga, Matrix Iterative Analysis (1962), chapters 3 and 5.
"""

from collections.abc import Callable, Sequence
from operator import itemgetter, mul
from sys import float_info
from typing import Any, NamedTuple

from games.maths.elimination import FloatElimination, NeverLeft, Row, TooLarge
from games.maths.graph import components

__all__ = ["FloatIteration", "float_solver", "residual_float"]

TERMS = 10**8  # limit for the terms added in all sweeps of one solution: some ten seconds
ACCURACY = 4 * float_info.epsilon  # the share ε at which the sweeps end
SWEEPS = 8  # so many sweeps come between two extrapolations


class _Equation(NamedTuple):
    """The equation of a state in its component: leave · x = b + Σ weights · x(others)."""

    leave: float
    others: Callable[[list[float]], tuple[float, ...]]
    weights: tuple[float, ...]


class _Component(NamedTuple):
    """States that can reach each other.

    Attributes:
        states: their numbers.
        equations: for each state its equation in x = Q x + c.
        transposed_equations: the equation of each state in v = v Q + start, from the last to the
            first.
        outside: for each state ((state of an earlier component, probability), …).
    """

    states: tuple[int, ...]
    equations: tuple[_Equation, ...]
    transposed_equations: tuple[_Equation, ...]
    outside: tuple[tuple[tuple[int, float], ...], ...]


def _equation(leave: float, terms: Sequence[tuple[int, float]]) -> _Equation:
    """Return an equation with the terms (place in the component, weight)."""
    places, weights = [place for place, _ in terms], [weight for _, weight in terms]
    while len(places) < 2:  # an itemgetter of two places or more returns a tuple
        places.append(0)
        weights.append(0.0)
    return _Equation(leave, itemgetter(*places), tuple(weights))


class FloatIteration:
    """Sweeps over the rows of a chain, with which equations can be solved.

    Args:
        rows: as for `FloatElimination`.
        effort: how many times the usual work is allowed.

    Raises:
        ValueError: a state is left with a probability that is too small for a float.

    >>> third = [(3, ((0, 1), (1, 1), (2, 1))), (3, ((0, 1), (2, 2)))]  # 2 is the end
    >>> [round(x, 12) for x in FloatIteration(third).solve([1.0, 1.0])]
    [2.4, 1.8]
    """

    zero, one = 0.0, 1.0

    def __init__(self, rows: Sequence[Row], effort: int = 1) -> None:
        self.effort, size = effort, len(rows)
        leave = []
        steps: list[list[tuple[int, float]]] = []
        for i, (total, row) in enumerate(rows):
            leave.append(sum([weight for j, weight in row if j != i]) / total)
            steps.append([(j, weight / total) for j, weight in row if j < size and j != i])
            if not leave[i]:
                raise NeverLeft(i)
        targets = [[j for j, _ in row] for row in steps]
        self._components = [
            _component(states, leave, steps) for states in components(size, targets.__getitem__)
        ]

    def budget(self) -> None:
        """Return no budget, because each solution counts its own work."""

    def solve(self, rewards: Sequence[float], budget: object = None) -> list[float]:
        """Solve x = Q x + rewards: the expected sum of rewards over all visits, from each state.

        Raises:
            ValueError: it would take too many sweeps.
        """
        x, work = list(rewards), 0
        for states, equations, _, outer_steps in self._components:
            right = [
                sum([weight * x[j] for j, weight in row], x[i])
                for i, row in zip(states, outer_steps, strict=True)
            ]
            values, work = self._settle(equations, right, work, _each_settled)
            for i, value in zip(states, values, strict=True):
                x[i] = value
        return x

    def visits(self, start: Sequence[float]) -> list[float]:
        """Solve v = v Q + start: the expected visits to each state, transposing `solve`.

        Raises:
            ValueError: it would take too many sweeps.
        """
        v, work = list(start), 0
        for states, _, equations, outer_steps in reversed(self._components):
            right = [v[i] for i in reversed(states)]
            if not any(right):
                continue
            values, work = self._settle(equations, right, work, _sum_settled)
            for i, value, row in zip(states, reversed(values), outer_steps, strict=True):
                v[i] = value
                for j, weight in row:
                    v[j] += weight * value
        return v

    def _settle(
        self,
        equations: Sequence[_Equation],
        right: list[float],
        work: int,
        is_settled: Callable[[list[float], list[float]], bool],
    ) -> tuple[list[float], int]:
        """Return the solution of a component, and the terms that were added until then."""
        if len(equations) == 1:
            return [right[0] / equations[0].leave], work + 1
        y, sweep = right.copy(), 0
        terms = sum([len(equation.weights) + 4 for equation in equations])
        while True:
            previous = y.copy()
            for k, (leave, other_values, weights) in enumerate(equations):
                y[k] = (right[k] + sum(map(mul, weights, other_values(y)))) / leave
            work += terms
            sweep += 1
            if y == previous or sweep % SWEEPS == 0:
                residuals = _residuals(equations, right, y)
                tolerances = [
                    ACCURACY * (abs(b) + (len(weights) + 4) * abs(leave * value))
                    for b, value, (leave, _, weights) in zip(right, y, equations, strict=True)
                ]
                work += 2 * terms
                if is_settled(residuals, tolerances):
                    return y, work
                y = _ahead(equations, right, y, previous, residuals)
            if work > TERMS * self.effort:
                raise TooLarge(
                    f"{len(equations)} states that lead to each other have not settled after "
                    f"{TERMS * self.effort} additions, which is the limit: "
                    f"effort={10 * self.effort} allows more"
                )


def _each_settled(residuals: list[float], tolerances: list[float]) -> bool:
    """Return whether each residual is so small that the solution has a small relative error."""
    return all(abs(r) <= bound for r, bound in zip(residuals, tolerances, strict=True))


def _sum_settled(residuals: list[float], tolerances: list[float]) -> bool:
    """Return whether the residuals together are small: no chance of an end misses more."""
    return sum(map(abs, residuals)) <= sum(tolerances)


def _ahead(
    equations: Sequence[_Equation],
    right: list[float],
    y: list[float],
    previous: list[float],
    residuals: list[float],
) -> list[float]:
    """Return y multiplied by a number, or else y plus a multiple of its last change."""
    total, total_missed = sum(right), sum(residuals)
    has_one_sign = 2 * abs(total) > sum(map(abs, right))
    if has_one_sign and 2 * abs(total_missed) > sum(map(abs, residuals)):
        scale = total / (total - total_missed) if total != total_missed else 0.0
        if scale > 0:
            return [scale * value for value in y]
    change = [new - old for new, old in zip(y, previous, strict=True)]
    effect = _residuals(equations, [0.0] * len(y), change)
    if not any(effect):
        return y
    length = -sum(map(mul, residuals, effect)) / sum(map(mul, effect, effect))
    return [value + length * step for value, step in zip(y, change, strict=True)]


def _residuals(equations: Sequence[_Equation], right: list[float], y: list[float]) -> list[float]:
    """Return by how much each equation is missed."""
    return [
        b + sum(map(mul, weights, other_values(y))) - leave * value
        for b, value, (leave, other_values, weights) in zip(right, y, equations, strict=True)
    ]


def _component(
    states: tuple[int, ...], leave: Sequence[float], steps: Sequence[Sequence[tuple[int, float]]]
) -> _Component:
    """Return the equations of a component, given all steps to other states."""
    if len(states) == 1:
        (i,) = states
        alone = (_equation(leave[i], ()),)
        return _Component(states, alone, alone, (tuple(steps[i]),))
    place = {i: k for k, i in enumerate(states)}
    transposed_rows: list[list[tuple[int, float]]] = [[] for _ in states]
    equations, outer_steps = [], []
    for k, i in enumerate(states):
        inner_steps = [(place[j], weight) for j, weight in steps[i] if j in place]
        outer_steps.append(tuple([(j, weight) for j, weight in steps[i] if j not in place]))
        equations.append(_equation(leave[i], inner_steps))
        for target, weight in inner_steps:
            transposed_rows[-1 - target].append((len(states) - 1 - k, weight))
    return _Component(
        states,
        tuple(equations),
        tuple(
            [_equation(leave[i], t) for i, t in zip(reversed(states), transposed_rows, strict=True)]
        ),
        tuple(outer_steps),
    )


def float_solver(rows: Sequence[Row], effort: int = 1) -> FloatElimination | FloatIteration:
    """Return what solves the equations of a chain in floats: by elimination, or else by sweeps.

    Args:
        rows: as for `FloatElimination`.
        effort: how many times the usual work each of the two may take. Where steps are long but go
            along a line, elimination needs a little more than usual, and sweeps need far more.

    Raises:
        ValueError: a state is left with a probability that is too small for a float.
    """
    try:
        return FloatElimination(rows, effort)
    except TooLarge:
        return FloatIteration(rows, effort)


def residual_float(rows: Sequence[Row], x: Sequence[Any], rewards: Sequence[float]) -> float:
    """Return the largest |rewards + Q x − x| over all states.

    Args:
        rows: as for `FloatElimination`.
        x: a solution of x = Q x + rewards, more or less.
        rewards: what a visit to each state brings.

    >>> residual_float([(2, ((0, 1), (1, 1)))], [2.5], [1.0])  # 1 + 2.5 / 2 − 2.5
    0.25
    """
    size, largest = len(rows), 0.0
    for i, (total, row) in enumerate(rows):
        leave = sum([weight for j, weight in row if j != i]) / total
        inner = sum([weight / total * x[j] for j, weight in row if j < size and j != i])
        largest = max(largest, abs(rewards[i] + inner - leave * x[i]))
    return largest
