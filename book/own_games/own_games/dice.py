"""Dice of icepool in a text: as rows of a game, and as distributions that the text shows.

icepool is a library for dice. The solvers do not need it. A die can only occur if the text has
imported icepool, so the module is looked up here and never imported.
"""

import math
import sys
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from games.validate import Weights, place_text, short_repr, weights

__all__ = ["divide", "is_die", "outcomes_of", "row_of"]


def is_die(value: object) -> bool:
    """Return whether a value is a die of icepool, or another distribution that it can expand.

    >>> is_die({1: Fraction(1, 2), 2: Fraction(1, 2)})
    False
    """
    icepool = sys.modules.get("icepool")
    if icepool is None:
        return False
    return isinstance(value, icepool.Population | icepool.MultisetExpression)


def row_of(row: object, place: str, *names: object) -> object:
    """Return a row with a die replaced by its weights; another row as it is.

    Args:
        row: anything.
        place: the place of the row, with ``{}`` for each of ``names``.
        names: the values for ``{}``. They become text only if there is an error.

    Raises:
        ValueError: a die has no outcome.
        TypeError: the next states are dice, or contain dice.

    >>> row_of({1: 1}, "step({})", 0)
    {1: 1}
    """
    if is_die(row):
        return _weights(row, place, names)
    if "icepool" in sys.modules and isinstance(row, Mapping):
        for state in row:
            if _has_die(state):
                raise TypeError(
                    f"{place_text(place, names)} leads to a Die as if it were a state: mix dice "
                    "with icepool.Die({die: weight, state: weight}), whose weights are whole "
                    "numbers"
                )
    return row


def outcomes_of(name: str, value: object) -> Weights[Any]:
    """Return the weights of a value that a text shows with ``output``.

    Args:
        name: the name under which it is shown.
        value: a die, a dict {outcome: chance}, a number, or a text.

    Raises:
        TypeError: it is something else.
        ValueError: a die has no outcome; the chances do not sum to 1.

    >>> outcomes_of("coin", {"heads": Fraction(2, 3), "tails": Fraction(1, 3)})
    Weights(total=3, of={'heads': 2, 'tails': 1})
    >>> outcomes_of("two", 2)
    Weights(total=1, of={2: 1})
    """
    if is_die(value):
        return _weights(value, "output({})", (name,))
    if isinstance(value, Mapping):
        return weights("output({})", value, name)
    if isinstance(value, int | Fraction | str):
        return Weights(1, {value: 1})
    raise TypeError(
        f"output({short_repr(name)}) is {short_repr(value)}, but must be a Die of icepool, a dict "
        "{outcome: chance}, a number or a text"
    )


def divide(numerator: Any, denominator: Any) -> Any:
    """Return a quotient. The outcomes of a die are divided exactly, not to floats.

    >>> divide(1.0, 2)
    0.5
    """
    if is_die(numerator) or is_die(denominator):
        numerator = numerator * Fraction(1)
    return numerator / denominator


def _weights(die: Any, place: str, names: tuple[object, ...]) -> Weights[Any]:
    population = die if isinstance(die, Mapping) else die.expand()
    counts: Counter[Any] = Counter()
    for outcome, quantity in population.items():
        if _has_die(outcome):
            raise TypeError(
                f"{place_text(place, names)} is a Die with the outcome {short_repr(outcome)}, "
                "which contains a Die: throw it with .map before it becomes an outcome"
            )
        if quantity:
            counts[_plain(outcome)] += quantity
    if not counts:
        raise ValueError(
            f"{place_text(place, names)} is a Die without any outcome: is everything rerolled?"
        )
    divisor = math.gcd(*counts.values())
    quantity_of = {outcome: quantity // divisor for outcome, quantity in counts.items()}
    return Weights(sum(quantity_of.values()), quantity_of)


def _has_die(value: object) -> bool:
    return is_die(value) or (isinstance(value, tuple) and any(map(_has_die, value)))


def _plain(outcome: Any) -> Any:
    """Return an outcome with each vector as a tuple: a vector is not equal to a tuple."""
    if isinstance(outcome, sys.modules["icepool"].Vector | tuple):
        parts = [_plain(part) for part in outcome]
        is_named = hasattr(outcome, "_fields")
        return type(outcome)(*parts) if is_named else tuple(parts)
    return outcome
