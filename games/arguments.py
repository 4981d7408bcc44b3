"""Arguments that users get wrong, and the one way in which every module says so.

A ``TypeError`` says that a value is of the wrong kind, a ``ValueError`` that it is out of range.
Both name the parameter, the value, what is allowed, and the likely cause.
"""

from collections.abc import Collection
from contextlib import suppress
from fractions import Fraction
from operator import index
from typing import SupportsIndex, TypeVar

__all__ = ["choice", "probability", "whole"]

Option = TypeVar("Option")


def shown(value: object, length: int = 60) -> str:
    """Return ``repr(value)`` cut to a length that fits into a message.

    >>> shown([0] * 1000)
    '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0…'
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # a message must not fail because of the value that it is about
        return f"a value of type {type(value).__name__}, which cannot be shown"
    return text if len(text) <= length else text[: length - 1] + "…"


def whole(
    name: str,
    value: SupportsIndex,
    low: int | None = None,
    high: int | None = None,
    *,
    hint: str = "",
) -> int:
    """Return ``value`` as an ``int`` with ``low <= value <= high``, or raise an error that helps.

    >>> whole("faces", 6, 2, 100)
    6
    >>> whole("faces", 7, 2, 6, hint="a die of the shop has six")
    Traceback (most recent call last):
    ValueError: faces is 7, but must be from 2 to 6: a die of the shop has six
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(value)
    except TypeError:
        raise TypeError(
            f"{name} is {shown(value)}, but must be a whole number (int){_because(hint)}"
        ) from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(
            f"{name} is {shown(number)}, but must be {_range(low, high)}{_because(hint)}"
        )
    return number


def probability(name: str, value: object, *, hint: str = "") -> Fraction:
    """Return ``value`` as a ``Fraction`` with ``0 <= value <= 1``, or raise an error that helps.

    Floats are refused: ``0.1`` is not one tenth. Write ``Fraction(1, 10)`` or ``"1/10"``.

    >>> probability("left", "1/6")
    Fraction(1, 6)
    >>> probability("left", 0.5)
    Traceback (most recent call last):
    TypeError: left is 0.5, a float, but must be exact: write Fraction(1, 2) or "1/2"
    """
    if type(value) is Fraction and 0 <= value.numerator <= value.denominator:
        return value  # the common case, without copying
    if isinstance(value, float):
        try:
            near = Fraction(value).limit_denominator(1000)
        except (ValueError, OverflowError):
            raise ValueError(f"{name} is {value}, but must be from 0 to 1") from None
        raise TypeError(
            f"{name} is {value!r}, a float, but must be exact: "
            f'write Fraction({near.numerator}, {near.denominator}) or "{near}"{_because(hint)}'
        )
    if not isinstance(value, int | Fraction | str) and isinstance(value, SupportsIndex):
        with suppress(TypeError):  # a class has the method, too
            value = index(value)  # the whole numbers of other packages, as for `whole`
    if isinstance(value, bool) or not isinstance(value, (int, Fraction, str)):
        raise TypeError(
            f"{name} is {shown(value)}, but must be a Fraction, an int "
            f'or a text like "1/6"{_because(hint)}'
        )
    if isinstance(value, str) and (len(value) > 1000 or "e" in value.lower()):
        raise ValueError(f'{name} is {shown(value)}, but must be a text like "1/6"{_because(hint)}')
    try:
        number = Fraction(value)
    except (ValueError, ZeroDivisionError):
        raise ValueError(
            f'{name} is {shown(value)}, but must be a number like "1/6"{_because(hint)}'
        ) from None
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is {shown(str(number))}, but must be from 0 to 1{_because(hint)}")
    return number


def choice(name: str, value: Option, options: Collection[Option], *, hint: str = "") -> Option:
    """Return ``value`` if it is one of ``options``, or raise an error that lists them.

    >>> choice("below", "bounce", ("clamp", "stay"))
    Traceback (most recent call last):
    ValueError: below is 'bounce', but must be one of 'clamp', 'stay'
    """
    for option in options:
        if type(option) is type(value) and option == value:
            return option
    listed = ", ".join(map(repr, options))
    raise ValueError(f"{name} is {shown(value)}, but must be one of {listed}{_because(hint)}")


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"from {low} to {high}" if low <= high else f"from {low}, and nothing fits"


def _because(hint: str) -> str:
    return f": {hint}" if hint else ""
