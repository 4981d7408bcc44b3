"""Arguments that users get wrong, and the one way in which every module says so.

A ``TypeError`` says that a value is of the wrong kind, a ``ValueError`` that it is out of range.
Both name the parameter, the value, what is allowed, and the likely cause.
"""

from collections.abc import Collection, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite, lcm
from numbers import Rational, Real
from operator import index
from random import Random
from sys import float_info
from typing import Any, Generic, NamedTuple, SupportsIndex, TypeAlias, TypeVar

__all__ = [
    "Chance",
    "Exact",
    "Weights",
    "below_1",
    "choice",
    "exact",
    "exact_number",
    "finite_float",
    "hashable",
    "integer",
    "made",
    "probability",
    "real_number",
    "seeded",
    "weights",
]

Exact: TypeAlias = Fraction | int | Decimal | Rational  # as `exact_number` takes it
Chance: TypeAlias = Exact | str  # as `probability` takes it
Option = TypeVar("Option")
Kind = TypeVar("Kind")
State = TypeVar("State", bound=Hashable)
MAX_DIGITS = 1000  # of a text or a Decimal: "1e-999999999" would fill the memory


def short_repr(value: object, length: int = 60) -> str:
    """Return ``repr(value)`` cut to a length that fits into a message.

    >>> short_repr([0] * 1000)
    '[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0…'
    """
    if isinstance(value, int) and value.bit_length() > 200:
        return f"an integer of {value.bit_length()} bits"
    try:
        text = repr(value)
    except Exception:  # a message must not fail because of the value that it is about
        return f"a value of type {type(value).__name__}, which cannot be shown"
    return text if len(text) <= length else text[: length - 1] + "…"


def integer(
    name: str,
    value: SupportsIndex,
    low: int | None = None,
    high: int | None = None,
    *,
    hint: str = "",
) -> int:
    """Return ``value`` as an ``int`` with ``low <= value <= high``, or raise an error that helps.

    Args:
        name: what the caller calls the value.
        value: what was given; the whole numbers of other packages will do, a bool will not.
        low: the least that is allowed, None for any.
        high: the most, None for any.
        hint: the likely cause of an error, said after a colon.

    Raises:
        TypeError: the value is not a whole number.
        ValueError: it is out of range.

    >>> integer("faces", 6, 2, 100)
    6
    >>> integer("faces", 7, 2, 6, hint="a die of the shop has six")
    Traceback (most recent call last):
    ValueError: faces is 7, but must be from 2 to 6: a die of the shop has six
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = int(index(value))
    except TypeError:
        raise TypeError(
            f"{name} is {short_repr(value)}, but must be a whole number (int){_because(hint)}"
        ) from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(
            f"{name} is {short_repr(number)}, but must be {_range(low, high)}{_because(hint)}"
        )
    return number


def exact(value: object) -> Fraction | None:
    """Return an exact number as a ``Fraction`` of Python's own ints, or None.

    The ints of other packages have a fixed size. A ``Fraction`` that is made of them keeps them,
    and computes wrong numbers without a word once they overflow.

    Args:
        value: an int, a Fraction, a Decimal, a rational number of another package, or anything
            else, for which the result is None. A bool is no number here.

    >>> from decimal import Decimal
    >>> exact(Decimal("0.5")), exact(3), exact(0.5), exact(True)
    (Fraction(1, 2), Fraction(3, 1), None, None)
    """
    if type(value) is Fraction and type(value.numerator) is type(value.denominator) is int:
        return value  # the common case, without copying
    if isinstance(value, bool):
        return None
    try:
        if isinstance(value, Rational):
            return Fraction(int(index(value.numerator)), int(index(value.denominator)))
        if isinstance(value, Decimal):
            exponent = value.as_tuple().exponent  # a letter where the value is not finite
            if not isinstance(exponent, int) or exponent < -MAX_DIGITS:
                return None
            return Fraction(value) if value.adjusted() <= MAX_DIGITS else None
        if isinstance(value, SupportsIndex):  # such as an array of a single number
            return Fraction(int(index(value)))
    except (TypeError, ZeroDivisionError):  # a class has these attributes, too
        pass
    return None


def real_number(name: str, value: object) -> Fraction | float:
    """Return an exact number as a ``Fraction``, any other number as a ``float``, or raise an error.

    Args:
        name: what the caller calls the value.
        value: a number of Python's or of another package; a bool is none.

    Raises:
        TypeError: it is no number, or a complex one.
        ValueError: it is too large for a float, or a Decimal that signals an error.

    >>> real_number("chance", "1/2")
    Traceback (most recent call last):
    TypeError: chance is '1/2', but must be a number
    """
    number = exact(value)
    if number is not None:
        return number
    if isinstance(value, bool) or not isinstance(value, Real | Decimal):
        raise TypeError(f"{name} is {short_repr(value)}, but must be a number")
    try:
        return float(value)
    except (OverflowError, ValueError):
        raise ValueError(f"{name} is {short_repr(value)}, but must fit a float") from None


def probability(name: str, value: object) -> Fraction:
    """Return ``value`` as a ``Fraction`` with ``0 <= value <= 1``, or raise an error that helps.

    Floats are refused: ``0.1`` is not one tenth. Write ``Fraction(1, 10)`` or ``"1/10"``.

    Args:
        name: what the caller calls the value.
        value: a Fraction, 0 or 1, a text of at most 1000 characters, a Decimal, or a rational
            number of another package.

    Raises:
        TypeError: the value is a float, or of another kind.
        ValueError: it is out of range, or a text that is no number.

    >>> probability("left", "1/6")
    Fraction(1, 6)
    >>> probability("left", 0.5)
    Traceback (most recent call last):
    TypeError: left is 0.5, a float, but must be exact: write Fraction(1, 2)
    """
    if isinstance(value, str):
        if len(value) > MAX_DIGITS or "e" in value.lower():
            raise ValueError(f'{name} is {short_repr(value)}, but must be a text like "1/6"')
        try:
            number = Fraction(value)
        except (ValueError, ZeroDivisionError):
            told = f'{name} is {short_repr(value)}, but must be a number like "1/6"'
            raise ValueError(told) from None
    else:
        found = exact(value)
        if found is None:
            raise _inexact(name, value)
        number = found
    if not 0 <= number.numerator <= number.denominator:
        raise ValueError(f"{name} is {short_repr(str(number))}, but must be from 0 to 1")
    return number


def _inexact(name: str, value: object) -> TypeError | ValueError:
    """Return the error about a probability that is not exact."""
    if isinstance(value, Decimal):
        reason = f"of at most {MAX_DIGITS} digits" if value.is_finite() else "from 0 to 1"
        return ValueError(f"{name} is {short_repr(value)}, but must be {reason}")
    if isinstance(value, bool) or not isinstance(value, Real):
        allowed = 'a Fraction, an int or a text like "1/6"'
        return TypeError(f"{name} is {short_repr(value)}, but must be {allowed}")
    try:
        near = Fraction(float(value)).limit_denominator(1000)
    except (ValueError, OverflowError):
        return ValueError(f"{name} is {value}, but must be from 0 to 1")
    return TypeError(
        f"{name} is {value!r}, a float, but must be exact: "
        f"write Fraction({near.numerator}, {near.denominator})"
    )


def below_1(name: str, value: object) -> Fraction:
    """Return the level of a quantile: a `probability` that some time reaches.

    Args:
        name: what the caller calls the value.
        value: as for `probability`.

    Raises:
        TypeError, ValueError: it is no probability.
        ValueError: it is 1.

    >>> below_1("level", "1/2")
    Fraction(1, 2)
    >>> below_1("level", 1)
    Traceback (most recent call last):
    ValueError: level is 1, but must be below: a game may last for any time
    """
    level = probability(name, value)
    if level == 1:
        raise ValueError(f"{name} is 1, but must be below: a game may last for any time")
    return level


def choice(name: str, value: Option, options: Collection[Option]) -> Option:
    """Return ``value`` if it is one of ``options``, or raise an error that lists them.

    Args:
        name: what the caller calls the value.
        value: what was given; 1 is not True here, nor 1.0.
        options: what is allowed, few enough to be listed.

    Raises:
        ValueError: it is none of them.

    >>> choice("below", "bounce", ("clamp", "stay"))
    Traceback (most recent call last):
    ValueError: below is 'bounce', but must be one of 'clamp', 'stay'
    """
    for option in options:
        if type(option) is type(value) and option == value:
            return option
    listed = ", ".join(map(repr, options))
    raise ValueError(f"{name} is {short_repr(value)}, but must be one of {listed}")


def seeded(rng: Random) -> Random:
    """Return a source of chance, or raise an error that says what one is.

    Args:
        rng: what was given for it.

    Raises:
        TypeError: it is no ``random.Random``.

    >>> seeded(1)
    Traceback (most recent call last):
    TypeError: rng is 1, but must be a random.Random, like Random(1)
    """
    if not isinstance(rng, Random):
        raise TypeError(f"rng is {short_repr(rng)}, but must be a random.Random, like Random(1)")
    return rng


def made(name: str, value: Kind, kind: type[Kind], maker: str) -> Kind:
    """Return a value of one of our own kinds, or raise an error that says what makes one.

    Args:
        name: what the caller calls the value.
        value: what was given.
        kind: what it must be.
        maker: what makes such values, as a reader would write it.

    Raises:
        TypeError: it is of another kind.

    >>> made("rng", 1, Random, "Random(…)")
    Traceback (most recent call last):
    TypeError: rng is 1, but must be made by Random(…)
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {short_repr(value)}, but must be made by {maker}")
    return value


def exact_number(place: str, number: object, *names: object) -> Fraction:
    """Return a number of any size and sign, or raise an error that says where it stands.

    Args:
        place: where it stands, with ``{}`` for each of ``names``.
        number: an int, a Fraction, a Decimal, or a rational number of another package.
        names: what fills the place, written only if there is an error.

    Raises:
        TypeError: it is not exact.

    >>> exact_number("reward({})", 0.5, "home")
    Traceback (most recent call last):
    TypeError: reward('home') is 0.5, but must be exact: an int or a Fraction
    """
    found = exact(number)
    if found is None:
        raise TypeError(
            f"{_at(place, names)} is {short_repr(number)}, but must be exact: an int or a Fraction"
        )
    return found


def hashable(name: str, state: State) -> State:
    """Return a state that can be looked up in a dict, or raise an error.

    Args:
        name: what the caller calls the state.
        state: anything.

    Raises:
        TypeError: it is a list, or something else that can change.

    >>> hashable("start", [0, 0])
    Traceback (most recent call last):
    TypeError: start is [0, 0], but a state must be hashable: a tuple, not a list
    """
    try:
        hash(state)
    except TypeError:
        raise TypeError(
            f"{name} is {short_repr(state)}, but a state must be hashable: a tuple, not a list"
        ) from None
    return state


def finite_float(number: float) -> float:
    """Return a float that is a number, or raise an error.

    Args:
        number: the result of a computation in floats.

    Raises:
        ValueError: it is infinite, or no number.

    >>> finite_float(0.5)
    0.5
    >>> finite_float(float("inf"))
    Traceback (most recent call last):
    ValueError: the result is larger than the largest float, 1.8e+308: ask for the exact one
    """
    if not isfinite(number):
        raise ValueError(
            f"the result is larger than the largest float, {float_info.max:.3g}: ask for the "
            "exact one"
        )
    return number


class Weights(NamedTuple, Generic[State]):
    """A probability distribution as positive integers and the total that they sum to.

    Attributes:
        total: the sum of all.
        of: for each outcome that is possible its share of the total.
    """

    total: int
    of: dict[State, int]


def weights(place: str, row: object, *names: object) -> Weights[Any]:
    """Return a distribution as integer weights, or raise an error that says where it stands.

    Args:
        place: where it stands, with ``{}`` for each of ``names``.
        row: a dict from outcomes to chances, each as `probability` takes it; or `Weights`.
        names: what fills the place, written only if there is an error.

    Raises:
        TypeError: the row is no dict, or a chance is not exact.
        ValueError: a chance is out of range, or they do not sum to 1.

    >>> weights("step({})", {"b": Fraction(1, 2), "c": Fraction(1, 3), "d": "1/6", "e": 0}, "a")
    Weights(total=6, of={'b': 3, 'c': 2, 'd': 1})
    >>> weights("step({})", {"b": Fraction(1, 2), "c": Fraction(1, 3)}, "a")
    Traceback (most recent call last):
    ValueError: step('a') has probabilities of sum 5/6, not 1: \
is an outcome missing, or are two with the same next state not added up?
    """
    if isinstance(row, Weights):
        return row
    if not isinstance(row, Mapping):
        raise TypeError(
            f"{_at(place, names)} is {short_repr(row)}, but must be a dict {{next: probability}}"
        )
    chances = {}
    for to, chance in row.items():
        found = exact(chance)
        if found is None or not 0 <= found.numerator <= found.denominator:
            found = probability(f"{_at(place, names)}[{short_repr(to)}]", chance)
        if found:
            chances[to] = found
    total = lcm(*[chance.denominator for chance in chances.values()])
    of = {to: chance.numerator * (total // chance.denominator) for to, chance in chances.items()}
    if sum(of.values()) != total:
        reached = _short(Fraction(sum(of.values()), total))
        raise ValueError(
            f"{_at(place, names)} has probabilities of sum {reached}, not 1: "
            "is an outcome missing, or are two with the same next state not added up?"
        )
    return Weights(total, of)


def _short(chance: Fraction) -> str:
    """Return a probability that fits into a message.

    >>> _short(Fraction(86, 29)), _short(Fraction(1, 3**40))
    ('86/29', '≈ 8.225e-20')
    """
    text = str(chance)
    return text if len(text) <= 12 else f"≈ {float(chance):.4g}"


def _range(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"from {low} to {high}" if low <= high else f"from {low}, and nothing fits"


def _because(hint: str) -> str:
    return f": {hint}" if hint else ""


def _at(place: str, names: tuple[object, ...]) -> str:
    return place.format(*map(short_repr, names))
