"""Equations with I − Q for large exact chains, solved by python-flint where it is installed.

`ExactElimination` is quick where few steps lead on from each state. It is slow for tables in which
each state leads to many others, and refuses the large ones. For these, `exact_solver_incremental`
uses python-flint, which solves by p-adic lifting (Dixon, 1982). Nothing else needs python-flint,
and without it large tables of this kind are refused.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from math import lcm
from typing import Any

from games.incremental import Incremental
from games.maths.elimination import Budget, ExactElimination, Row, TooLarge
from games.maths.graph import ancestors

__all__ = ["FlintSolver", "exact_solver_incremental"]

MAX_STATES = 1000  # a matrix of so many rows takes about a second
MIN_DENSE_STATES = 50  # from so many on, python-flint is quicker, even if it must be imported
MIN_DENSE_SHARE = 0.25  # of all pairs of states have a step


class FlintSolver:
    """The equations of a chain, in the integers of python-flint.

    Row i is multiplied by its total weight, so that A = D (I − Q) has integer entries.

    Args:
        rows: as for `ExactElimination`.
    """

    zero, one = Fraction(0), Fraction(1)

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows, self._totals = rows, [total for total, _ in rows]

    def __getstate__(self) -> dict[str, Any]:
        return {"_rows": self._rows, "_totals": self._totals}  # a matrix cannot be pickled

    @cached_property
    def _matrix(self) -> Any:
        size = len(self._rows)
        entries = [[0] * size for _ in self._rows]
        for i, (total, steps) in enumerate(self._rows):
            entries[i][i] += total
            for j, weight in steps:
                if j < size:
                    entries[i][j] -= weight
        return _matrix_class()(entries)

    @property
    def entries(self) -> int:
        """The numbers that each solution has to process."""
        return len(self._totals) ** 2

    def budget(self) -> None:
        """Return no budget, because the number of states bounds the work."""

    def solve(self, rewards: Sequence[Fraction], budget: Budget | None = None) -> list[Fraction]:
        """Solve x = Q x + rewards, as `ExactElimination.solve` does."""
        scaled_rewards = [
            total * reward for total, reward in zip(self._totals, rewards, strict=True)
        ]
        return self._solve(self._matrix, scaled_rewards)

    def visits(self, start: Sequence[Fraction]) -> list[Fraction]:
        """Solve v = v Q + start, as `ExactElimination.visits` does."""
        scaled_visits = self._solve(self._matrix.transpose(), start)
        return [total * value for total, value in zip(self._totals, scaled_visits, strict=True)]

    def _solve(self, matrix: Any, right: Sequence[Fraction]) -> list[Fraction]:
        unit = lcm(*[value.denominator for value in right])
        column = _matrix_class()(len(right), 1, [int(value * unit) for value in right])
        solution = matrix.solve(column) / unit
        return [Fraction(int(x.p), int(x.q)) for x in solution.entries()]


def _matrix_class() -> Any:
    """Return the integer matrices of python-flint. Another module may have its name, flint."""
    try:
        return import_module("flint").fmpz_mat
    except AttributeError as error:
        raise ImportError("the module flint is not that of python-flint") from error


def exact_solver_incremental(
    rows: Sequence[Row], effort: int = 1
) -> Incremental[ExactElimination | FlintSolver]:
    """Return what solves the equations of a chain exactly; yield the progress from 0 to 1.

    Args:
        rows: as for `ExactElimination`.
        effort: how many times the usual work is allowed.

    Raises:
        ValueError: the chain is too large for this Python.
    """
    max_states = MAX_STATES * effort
    if len(rows) <= max_states and _is_dense(rows) and _has_flint() and _can_end(rows):
        yield 1.0
        return FlintSolver(rows)
    try:
        return (yield from ExactElimination.incremental(rows, effort))
    except TooLarge as error:
        refusal = str(error)
        if len(rows) > max_states:
            raise
        if not _has_flint():
            raise TooLarge(
                f"{refusal}, and with python-flint the exact ones take up to {max_states} states"
            ) from None
        return FlintSolver(rows)


def _is_dense(rows: Sequence[Row]) -> bool:
    """Return whether elimination would be slow, because most states lead to many others."""
    transitions = sum([len(steps) for _, steps in rows])
    return len(rows) >= MIN_DENSE_STATES and transitions >= MIN_DENSE_SHARE * len(rows) ** 2


def _has_flint() -> bool:
    """Return whether python-flint is installed."""
    try:
        _matrix_class()
    except ImportError:
        return False
    return True


def _can_end(rows: Sequence[Row]) -> bool:
    """Return whether an end can be reached from each state. Elimination names a state if not."""
    end = len(rows)
    successors = [[min(j, end) for j, _ in steps] for _, steps in rows]
    return len(ancestors([end], [*successors, []])) == end + 1
