"""Long computations in slices, so that a page can draw, show the progress or stop in between.

A function ``…_incremental`` is a generator. After each slice it yields the share of the work that
is done, from 0 to 1. At the end it returns the result. `finish` does all the work at once.
"""

from collections.abc import Generator
from typing import Generic, TypeAlias, TypeVar

__all__ = ["Incremental", "Resumable", "finish"]

Result = TypeVar("Result")
Incremental: TypeAlias = Generator[float, None, Result]


def finish(work: Incremental[Result]) -> Result:
    """Do all of the work, and return its result.

    Args:
        work: what a function ``…_incremental`` returned.

    Returns:
        The result of the work.

    Raises:
        ValueError, TypeError: as the work does.

    >>> def count_incremental(n):
    ...     for i in range(n):
    ...         yield (i + 1) / n
    ...     return n
    >>> finish(count_incremental(3))
    3
    """
    while True:
        try:
            next(work)
        except StopIteration as stop:
            result: Result = stop.value
            return result


class Resumable(Generic[Result]):
    """Work that several callers can share: each of them continues where the last one stopped.

    A plain generator is closed with the first caller that gives up. This one stays open.

    Attributes:
        is_done: whether all the work is done.
        result: the result of the work, once it is done.

    >>> def count_incremental(n):
    ...     for i in range(n):
    ...         yield (i + 1) / n
    ...     return n
    >>> work = Resumable(count_incremental(2))
    >>> next(work), work.is_done
    (0.5, False)
    >>> list(work), work.is_done, work.result
    ([1.0], True, 2)
    """

    result: Result

    def __init__(self, work: Incremental[Result]) -> None:
        self._work = work
        self.is_done = False

    def __iter__(self) -> "Resumable[Result]":
        return self

    def __next__(self) -> float:
        try:
            return next(self._work)
        except StopIteration as stop:
            if not self.is_done:
                self.is_done, self.result = True, stop.value
            raise StopIteration(self.result) from None
