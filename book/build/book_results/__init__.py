"""The main numbers of the book, each with the line of code that makes it and a second way to it.

A test holds the first way against the second for each. No number stands here: `Result.value` runs
the line. The second way may ask ``oracles``, which are the games once more, slow and plain: the
folder tests/oracles of the book's repository.

>>> import book_results
>>> book_results.find("race-throws-3").value
Fraction(14, 5)
>>> book_results.find("race-throws-3").line
'Race(3).expected_throws'
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, NamedTuple

__all__ = ["KINDS", "Result", "entries", "find"]

GAMES = tuple(sorted(module.name for module in iter_modules(__path__)))
KINDS = ("brute force", "another method", "the recurrence as it stands")


class Result(NamedTuple):
    """A number, and where it comes from.

    Attributes:
        name: what it is cited by; it does not change.
        game: the chapter.
        table: what the numbers of its table are, in words.
        row: which of them it is.
        line: an expression that makes it.
        second: another expression, of the same value by another way.
        check: what kind of way that is, one of `KINDS`, and which.
        printed: where the number was printed before, as a key of the bibliography, or nothing.
        method: whence the game or the formula is, if it is not the book's own.

    Example:
        >>> find("chase-turns-4").value
        Fraction(36, 5)
    """

    name: str
    game: str
    table: str
    row: str
    line: str
    second: str
    check: str
    printed: str = ""
    method: str = ""

    @property
    def what(self) -> str:
        """What the number is, in words."""
        return f"{self.table}: {self.row}"

    @property
    def value(self) -> Fraction:
        """The number."""
        return self.run(self.line)

    def run(self, line: str, **more: Any) -> Fraction:
        """Return what an expression gives.

        Args:
            line: the expression; it may use the names of the room's ``results.py``.
            more: further names, such as ``oracles``.

        Returns:
            The number.

        Raises:
            NameError: a name is missing.

        Example:
            >>> find("chase-turns-4").run("2 * Chase(4).expected_turns")
            Fraction(72, 5)
        """
        return Fraction(eval(line, {**_module(self.game).NAMES, **more}))


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
    return tuple(it for game in GAMES for it in _module(game).results())


def _module(game: str) -> Any:
    return import_module(f"{__name__}.{game}")
