"""The main numbers of the book, each with a line of code that computes it and a second method.

A test compares both methods. No number is typed here: `Result.value` runs the line. The second
method may use ``oracles``, which are slow and simple programs for the same games, in the folder
tests/oracles of the repository.

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
    """A main number and its sources.

    Attributes:
        name: the name for citations, which never changes.
        game: the chapter.
        table: the title of its table.
        row: the label of its row.
        line: an expression that computes the number.
        second: an expression that computes it by another method.
        check: the kind of that method, one of `KINDS`, and a few words about it.
        printed: an earlier print of the number, as a key of the bibliography, or "".
        method: the source of the game or the formula, or "" for the book's own.

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
    def description(self) -> str:
        """A description of the number: its table and its row."""
        return f"{self.table}: {self.row}"

    @property
    def value(self) -> Fraction:
        """The number."""
        return self.run(self.line)

    def run(self, line: str, **names: Any) -> Fraction:
        """Return the value of an expression.

        Args:
            line: the expression. It may use the names of the module of its chapter.
            more: further names, such as ``oracles``.

        Returns:
            The number.

        Raises:
            NameError: a name is missing.

        Example:
            >>> find("chase-turns-4").run("2 * Chase(4).expected_turns")
            Fraction(72, 5)
        """
        return Fraction(eval(line, {**_module(self.game).NAMES, **names}))


def find(name: str) -> Result:
    """Return a result by its name.

    Args:
        name: the name for citations.

    Returns:
        The result, with its line and its value.

    Raises:
        ValueError: no result has this name.

    Example:
        >>> find("chase-turns-4").value
        Fraction(36, 5)
    """
    for result in entries():
        if result.name == name:
            return result
    raise ValueError(f"name is {name!r}, but no result has this name: entries() lists all")


def entries() -> tuple[Result, ...]:
    """Return all results, chapter by chapter.

    Returns:
        The results, which have different names.

    Example:
        >>> [result.name for result in entries()][:2]
        ['chains-wait-hh', 'chains-wait-ht']
    """
    return tuple(result for game in GAMES for result in _module(game).results())


def _module(game: str) -> Any:
    return import_module(f"{__name__}.{game}")
