"""Work done piece by piece, so that a page can draw, show the progress, or give up in between.

A function ``…_piecemeal`` is a generator: it yields how much is done, from 0 to 1, and returns the
result. `finish` does all of it at once.
"""

from collections.abc import Generator
from typing import Generic, TypeAlias, TypeVar

__all__ = ["Piecemeal", "Resumable", "finish"]

Result = TypeVar("Result")
Piecemeal: TypeAlias = Generator[float, None, Result]


def finish(work: Piecemeal[Result]) -> Result:
    """Do all of the work, and return its result.

    Args:
        work: what a function ``…_piecemeal`` returned.

    Returns:
        What the work comes to.

    Raises:
        ValueError, TypeError: as the work does.

    >>> def count_piecemeal(n):
    ...     for i in range(n):
    ...         yield (i + 1) / n
    ...     return n
    >>> finish(count_piecemeal(3))
    3
    """
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result


class Resumable(Generic[Result]):
    """Work that goes on where it was left, whoever asks: not closed with the first that waits.

    Attributes:
        done: whether all of it is.
        result: what came of it, once it is done.

    >>> def count_piecemeal(n):
    ...     for i in range(n):
    ...         yield (i + 1) / n
    ...     return n
    >>> work = Resumable(count_piecemeal(2))
    >>> next(work), work.done
    (0.5, False)
    >>> list(work), work.done, work.result
    ([1.0], True, 2)
    """

    result: Result

    def __init__(self, work: Piecemeal[Result]) -> None:
        self._work = work
        self.done = False

    def __iter__(self) -> "Resumable[Result]":
        return self

    def __next__(self) -> float:
        try:
            return next(self._work)
        except StopIteration as stop:
            if not self.done:
                self.done, self.result = True, stop.value
            raise StopIteration(self.result) from None
