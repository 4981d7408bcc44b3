"""Run a text away from this Python: in a process of its own, or in a frame of the page."""

import json
import sys
from collections.abc import Generator
from time import perf_counter, sleep
from typing import Protocol

from own_games.grammar import ProgramError
from own_games.limits import DEFAULT_LIMITS, MAX_TABLE, Limits
from own_games.process import Process
from own_games.replies import read_table
from own_games.results import Solved
from own_games.solving import solve_table
from own_games.table import Table

__all__ = [
    "Pending",
    "solve_text",
    "start_isolated",
    "tabulate_isolated",
    "wait_for_reply",
    "wait_for_table",
]

MEMORY = 512  # megabytes of the process


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


def start_isolated(text: str, limits: Limits, places_json: str = "") -> Pending:
    """Have a text run in a process of its own, within bounds of time and of memory.

    Args:
        text: as for `tabulate`.
        limits: how much it may do.
        places_json: as for `answer`.

    Returns:
        The text at work.

    Raises:
        ProgramError: there are no processes here, as in a page that brings no wall of its own.

    >>> pending = start_isolated("while True: pass", DEFAULT_LIMITS)
    >>> pending.poll()
    >>> pending.stop()
    """
    if sys.platform == "emscripten":
        raise ProgramError(
            "a text can be run apart in the page of the book and in a Python on a computer, but "
            "there is neither here"
        )
    request = text, json.dumps(limits.checked()._asdict()), places_json
    return Process(request, limits.seconds, MEMORY, MAX_TABLE)


def wait_for_table(pending: Pending, limits: Limits) -> Generator[int, None, Table]:
    """Wait for a text that runs somewhere else: yield the seconds so far, return its table.

    Args:
        pending: the text; it is stopped when nobody waits any more.
        limits: with the seconds that it may take; a little more is given it to begin.

    Raises:
        ProgramError: as from `read_table`, or it took too long.

    >>> from games.incremental import finish
    >>> text = "start = 1\\ndef step(n): return {n - 1: 1} if n else {n: 1}"
    >>> pending = start_isolated(text, DEFAULT_LIMITS)
    >>> finish(wait_for_table(pending, DEFAULT_LIMITS)).names
    ('1', '0')
    """
    return read_table((yield from wait_for_reply(pending, limits)), limits)


def wait_for_reply(pending: Pending, limits: Limits) -> Generator[int, None, str]:
    """Wait for a text that runs somewhere else: yield the seconds so far, return its `answer`.

    Args:
        pending: as for `wait_for_table`.
        limits: as for `wait_for_table`.

    Raises:
        ProgramError: it took too long.

    >>> from games.incremental import finish
    >>> pending = start_isolated("start = 0", DEFAULT_LIMITS)
    >>> finish(wait_for_reply(pending, DEFAULT_LIMITS))[:30]
    '{"error": "the text must defin'
    """
    began = perf_counter()
    try:
        while (reply := pending.poll()) is None:
            seconds = perf_counter() - began
            if seconds > limits.seconds + pending.grace:
                raise ProgramError(
                    f"not finished after {limits.seconds} seconds: is there an endless loop, or "
                    "something very large?",
                    limit="seconds",
                )
            yield int(seconds)
    finally:
        pending.stop()
    return reply


def tabulate_isolated(text: str, limits: Limits = DEFAULT_LIMITS) -> Table:
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
        limits: how much it may do, each up to that of `MAX_LIMITS`.

    Raises:
        TypeError, ValueError, ProgramError: as from `tabulate`; or the process came to an end.

    >>> text = "start = 1\\ndef step(n): return {n - 1: 1} if n else {n: 1}"
    >>> tabulate_isolated(text).names
    ('1', '0')
    """
    if not isinstance(text, str):
        raise TypeError(f"text is of type {type(text).__name__}, but must be a str")
    process = wait_for_table(start_isolated(text, limits.checked()), limits)
    while True:
        try:
            next(process)
        except StopIteration as stop:
            table: Table = stop.value
            return table
        sleep(0.01)


def solve_text(text: str, limits: Limits = DEFAULT_LIMITS) -> Solved:
    """Solve the game of a text that is run in a process of its own.

    Args:
        text: as for `tabulate`.
        limits: as for `tabulate_isolated`.

    Returns:
        The game, as from `solve_table`.

    Raises:
        TypeError, ValueError, ProgramError: as from `tabulate_isolated` and from `solve_table`.

    >>> text = "start = 1\\ndef step(n): return {n - 1: 1} if n else {n: 1}"
    >>> solve_text(text).mean
    Fraction(1, 1)
    """
    return solve_table(tabulate_isolated(text, limits))
