"""The main numbers of the book, each with the line of code that makes it and a second way to it.

A test holds the first way against the second for each. No number stands here: `Result.value` runs
the line.

>>> from games import results
>>> results.find("race-throws-3").value
Fraction(14, 5)
>>> results.find("race-throws-3").line
'race.expected_throws(3)'
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple

import games

__all__ = ["Result", "entries", "find"]


class Result(NamedTuple):
    """A number, and where it comes from.

    Attributes:
        name: what it is cited by; it does not change.
        game: the chapter.
        what: what the number is, in words.
        line: an expression that makes it.
        second: another expression, of the same value by another method.
        source: where the number was published before, as a key of the bibliography, or nothing.

    Example:
        >>> Result("half", "chains", "One half", "Fraction(1, 2)", "1 - Fraction(1, 2)", "").value
        Fraction(1, 2)
    """

    name: str
    game: str
    what: str
    line: str
    second: str
    source: str

    @property
    def value(self) -> Fraction:
        """The number."""
        return self._run(self.line)

    @property
    def checked(self) -> Fraction:
        """The number, by the second method."""
        return self._run(self.second)

    def _run(self, line: str) -> Fraction:
        return Fraction(eval(line, dict(_module(self.game).NAMES)))


def find(name: str) -> Result:
    """Return a result by its name.

    Args:
        name: the name that it is cited by.

    Returns:
        The result, with its line and its value.

    Raises:
        ValueError: there is no result of this name.

    Example:
        >>> find("chase-turns-4").value
        Fraction(36, 5)
    """
    for result in entries():
        if result.name == name:
            return result
    raise ValueError(f"name is {name!r}, but no result has this name: entries() lists all")


def entries() -> tuple[Result, ...]:
    """Return all results: those of each room, from its ``results.py``.

    Returns:
        The results; their names differ.

    Example:
        >>> [result.name for result in entries()][:2]
        ['chains-wait-hh', 'chains-wait-ht']
    """
    return tuple(it for game in games.rooms("results") for it in _module(game).results())


def _module(game: str) -> Any:
    return import_module(f"games.{game}.results")
