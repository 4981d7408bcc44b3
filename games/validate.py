"""Checks of arguments. All modules use them, so that all error messages have the same form.

A ``TypeError`` says that a value has the wrong type. A ``ValueError`` says that it is out of range.
Both name the parameter, the value, what is allowed, and the likely cause.
"""

from collections.abc import Collection, Hashable, Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite, lcm
from numbers import Real
from operator import index
from random import Random
from sys import float_info
from typing import Any, Generic, NamedTuple, Protocol, SupportsIndex, TypeAlias, TypeVar

__all__ = [
    "Chance",
    "Exact",
    "Weights",
    "below_1",
    "choice",
    "exact",
    "exact_number",
    "finite_float",
    "function",
    "hashable",
    "instance",
    "integer",
    "place_text",
    "probability",
    "random_source",
    "real_number",
    "weights",
]


class RationalLike(Protocol):
    """A rational number of any package."""

    @property
    def numerator(self) -> SupportsIndex: ...

    @property
    def denominator(self) -> SupportsIndex: ...


Exact: TypeAlias = Fraction | int | Decimal | RationalLike  # what `exact_number` accepts
Chance: TypeAlias = Exact | str  # what `probability` accepts
Option = TypeVar("Option")
Kind = TypeVar("Kind")
State = TypeVar("State", bound=Hashable)
MAX_DIGITS = 1000  # the limit of a text or a Decimal: "1e-999999999" would fill the memory


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


def short_number(number: Fraction) -> str:
    """Return a number in a form that fits into a message.

    >>> short_number(Fraction(86, 29)), short_number(Fraction(1, 3**40))
    ('86/29', '≈ 8.225e-20')
    >>> short_number(Fraction(10**5000))
    'a number of 16610 bits'
    """
    bits = max(number.numerator.bit_length(), number.denominator.bit_length())
    if bits <= 200:
        text = str(number)
        if len(text) <= 12:
            return text
    try:
        return f"≈ {float(number):.4g}"
    except OverflowError:
        return f"a number of {bits} bits"


def integer(
    name: str,
    value: SupportsIndex,
    low: int | None = None,
    high: int | None = None,
    *,
    hint: str = "",
) -> int:
    """Return ``value`` as an ``int`` from ``low`` to ``high``, or raise an error that names it.

    Args:
        name: what the caller calls the value.
        value: an int, or an integer of another package. A bool is not allowed.
        low: the least allowed value, or None for no limit.
        high: the greatest allowed value, or None for no limit.
        hint: the likely cause of an error. It follows a colon in the message.

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
            f"{name} is {short_repr(value)}, but must be a whole number (int){_hint_text(hint)}"
        ) from None
    if (low is not None and number < low) or (high is not None and number > high):
        raise ValueError(
            f"{name} is {short_repr(number)}, but must be "
            f"{_range_text(low, high)}{_hint_text(hint)}"
        )
    return number


def exact(value: object) -> Fraction | None:
    """Return an exact number as a ``Fraction`` of Python's own ints, or None.

    The ints of other packages have a fixed size. A ``Fraction`` does not convert them. It computes
    wrong numbers without an error once they overflow.

    Args:
        value: an int, a Fraction, a Decimal or a rational number of another package. The result
            for anything else is None. A bool is not a number here.

    >>> from decimal import Decimal
    >>> exact(Decimal("0.5")), exact(3), exact(0.5), exact(True)
    (Fraction(1, 2), Fraction(3, 1), None, None)
    """
    if type(value) is Fraction and type(value.numerator) is type(value.denominator) is int:
        return value  # the common case needs no copy
    if isinstance(value, bool):
        return None
    try:
        # Not every package registers its rational numbers as such (python-flint does not).
        if hasattr(value, "numerator") and hasattr(value, "denominator"):
            return Fraction(int(index(value.numerator)), int(index(value.denominator)))
        if isinstance(value, Decimal):
            exponent = value.as_tuple().exponent  # a letter if the value is not finite
            if not isinstance(exponent, int) or exponent < -MAX_DIGITS:
                return None
            return Fraction(value) if value.adjusted() <= MAX_DIGITS else None
        if isinstance(value, SupportsIndex):  # for example an array of a single number
            return Fraction(int(index(value)))
    except (TypeError, ZeroDivisionError):  # a class has these attributes, but they are no numbers
        pass
    return None


def real_number(name: str, value: object) -> Fraction | float:
    """Return an exact number as a ``Fraction``, any other number as a ``float``, or raise an error.

    Args:
        name: what the caller calls the value.
        value: a number of Python or of another package. A bool is not a number here.

    Raises:
        TypeError: the value is not a number, or it is a complex number.
        ValueError: the value is too large for a float, or a Decimal that signals an error.

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
    """Return ``value`` as a ``Fraction`` from 0 to 1, or raise an error that names it.

    A float raises an error: ``0.1`` is not one tenth. Write ``Fraction(1, 10)`` or ``"1/10"``.

    Args:
        name: what the caller calls the value.
        value: a Fraction, 0 or 1, a text of at most 1000 characters, a Decimal, or a rational
            number of another package.

    Raises:
        TypeError: the value is a float, or it has another wrong type.
        ValueError: the value is out of range, or a text that is not a number.

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
            message = f'{name} is {short_repr(value)}, but must be a number like "1/6"'
            raise ValueError(message) from None
    else:
        exact_value = exact(value)
        if exact_value is None:
            raise _inexact_error(name, value)
        number = exact_value
    if not 0 <= number.numerator <= number.denominator:
        raise ValueError(f"{name} is {short_number(number)}, but must be from 0 to 1")
    return number


def _inexact_error(name: str, value: object) -> TypeError | ValueError:
    """Return the error about a probability that is not exact."""
    if isinstance(value, Decimal):
        reason = f"of at most {MAX_DIGITS} digits" if value.is_finite() else "from 0 to 1"
        return ValueError(f"{name} is {short_repr(value)}, but must be {reason}")
    if isinstance(value, bool) or not isinstance(value, Real):
        allowed_values = 'a Fraction, an int or a text like "1/6"'
        return TypeError(f"{name} is {short_repr(value)}, but must be {allowed_values}")
    try:
        neighbour = Fraction(float(value)).limit_denominator(1000)
    except (ValueError, OverflowError):
        return ValueError(f"{name} is {value}, but must be from 0 to 1")
    return TypeError(
        f"{name} is {value!r}, a float, but must be exact: "
        f"write Fraction({neighbour.numerator}, {neighbour.denominator})"
    )


def below_1(name: str, value: object) -> Fraction:
    """Return the level of a quantile: a `probability` below 1.

    Args:
        name: what the caller calls the value.
        value: what `probability` accepts.

    Raises:
        TypeError, ValueError: the value is not a probability.
        ValueError: the value is 1.

    >>> below_1("level", "1/2")
    Fraction(1, 2)
    >>> below_1("level", 1)
    Traceback (most recent call last):
    ValueError: level is 1, but must be below 1: a game may last for any time
    """
    level = probability(name, value)
    if level == 1:
        raise ValueError(f"{name} is 1, but must be below 1: a game may last for any time")
    return level


def choice(name: str, value: Option, options: Collection[Option]) -> Option:
    """Return ``value`` if it is one of ``options``, or raise an error that lists them.

    Args:
        name: what the caller calls the value.
        value: the value to check. Its type counts: 1 differs from True and from 1.0.
        options: the allowed values, few enough for a list in a message.

    Raises:
        ValueError: the value is none of them.

    >>> choice("below", "bounce", ("clamp", "stay"))
    Traceback (most recent call last):
    ValueError: below is 'bounce', but must be one of 'clamp', 'stay'
    """
    for option in options:
        if type(option) is type(value) and option == value:
            return option
    option_list = ", ".join(map(repr, options))
    raise ValueError(f"{name} is {short_repr(value)}, but must be one of {option_list}")


def random_source(rng: Random) -> Random:
    """Return ``rng`` if it is a source of random numbers, or raise an error.

    Args:
        rng: the value to check.

    Raises:
        TypeError: ``rng`` is not a ``random.Random``.

    >>> random_source(1)
    Traceback (most recent call last):
    TypeError: rng is 1, but must be a random.Random, like Random(1)
    """
    if not isinstance(rng, Random):
        raise TypeError(f"rng is {short_repr(rng)}, but must be a random.Random, like Random(1)")
    return rng


def instance(name: str, value: Kind, kind: type[Kind], maker: str) -> Kind:
    """Return ``value`` if it is an instance of a class, or raise an error that names its maker.

    Args:
        name: what the caller calls the value.
        value: the value to check.
        kind: the class of the value.
        maker: the call that makes such values, as a reader would write it.

    Raises:
        TypeError: the value belongs to another class.

    >>> instance("rng", 1, Random, "Random(…)")
    Traceback (most recent call last):
    TypeError: rng is 1, but must be made by Random(…)
    """
    if not isinstance(value, kind):
        raise TypeError(f"{name} is {short_repr(value)}, but must be made by {maker}")
    return value


def function(name: str, value: Kind, arguments: str, hint: str = "") -> Kind:
    """Return ``value`` if it can be called, or raise an error that says with what.

    Args:
        name: what the caller calls the value.
        value: the value to check.
        arguments: the arguments of the function, in words.
        hint: an example of such a function, as a reader would write it.

    Raises:
        TypeError: the value is not a function.

    >>> function("step", 5, "the state")
    Traceback (most recent call last):
    TypeError: step is 5, but must be a function of the state
    """
    if not callable(value):
        example = f", like {hint}" if hint else ""
        raise TypeError(
            f"{name} is {short_repr(value)}, but must be a function of {arguments}{example}"
        )
    return value


def exact_number(place: str, number: object, *names: object) -> Fraction:
    """Return any exact number as a ``Fraction``, or raise an error that names its place.

    Args:
        place: the place of the number, with ``{}`` for each of ``names``.
        number: an int, a Fraction, a Decimal, or a rational number of another package.
        names: the values for ``{}``. They become text only if there is an error.

    Raises:
        TypeError: the number is not exact.

    >>> exact_number("reward({})", 0.5, "home")
    Traceback (most recent call last):
    TypeError: reward('home') is 0.5, but must be exact: an int or a Fraction
    """
    exact_value = exact(number)
    if exact_value is None:
        raise TypeError(
            f"{place_text(place, names)} is {short_repr(number)}, but must be exact: an int or a "
            "Fraction"
        )
    return exact_value


def hashable(name: str, state: State) -> State:
    """Return a state that can be a key of a dict, or raise an error.

    Args:
        name: what the caller calls the state.
        state: the value to check.

    Raises:
        TypeError: the state is a list or another value that can change.

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
    """Return a float that is finite, or raise an error.

    Args:
        number: the result of a computation in floats.

    Raises:
        ValueError: the number is infinite or NaN.

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
    """A probability distribution as positive integers and their sum.

    Attributes:
        total: the sum of all weights.
        of: the weight of each possible outcome.
    """

    total: int
    of: dict[State, int]


def weights(place: str, row: object, *names: object) -> Weights[Any]:
    """Return a distribution as integer weights, or raise an error that names its place.

    Args:
        place: the place of the distribution, with ``{}`` for each of ``names``.
        row: a dict from outcomes to chances that `probability` accepts, or `Weights`.
        names: the values for ``{}``. They become text only if there is an error.

    Raises:
        TypeError: the row is not a dict, or a chance is not exact.
        ValueError: a chance is out of range, or the sum of the chances is not 1.

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
            f"{place_text(place, names)} is {short_repr(row)}, but must be a dict "
            f"{{next: probability}}"
        )
    chances = {}
    for outcome, value in row.items():
        chance = exact(value)
        if chance is None or not 0 <= chance.numerator <= chance.denominator:
            chance = probability(f"{place_text(place, names)}[{short_repr(outcome)}]", value)
        if chance:
            chances[outcome] = chance
    total = lcm(*[chance.denominator for chance in chances.values()])
    integer_weights = {
        outcome: chance.numerator * (total // chance.denominator)
        for outcome, chance in chances.items()
    }
    if sum(integer_weights.values()) != total:
        chance_sum = short_number(Fraction(sum(integer_weights.values()), total))
        raise ValueError(
            f"{place_text(place, names)} has probabilities of sum {chance_sum}, not 1: "
            "is an outcome missing, or are two with the same next state not added up?"
        )
    return Weights(total, integer_weights)


def _range_text(low: int | None, high: int | None) -> str:
    if low is None:
        return f"at most {high}"
    if high is None:
        return f"at least {low}"
    return f"from {low} to {high}" if low <= high else f"from {low}, and nothing fits"


def _hint_text(hint: str) -> str:
    return f": {hint}" if hint else ""


def place_text(place: str, names: tuple[object, ...]) -> str:
    return place.format(*map(short_repr, names))
