"""Games as values: each parameter has one description, from which all uses of it follow.

A game is a frozen dataclass that inherits `Game`. Each of its fields is a `parameter` with a
default and a kind. From the kinds follow the check of each value with its message, and the list of
parameters in the docstring. An app makes its controls and its address from the same kinds
(`games_widgets.apps.parameters`).

>>> from inspect import getdoc
>>> @dataclass(frozen=True)
... class Tosses(Game):
...     '''Coins that are tossed until all of them show heads.'''
...
...     coins: int = parameter(
...         3, Integer("Coins", "how many coins there are", 1, 20)
...     )
...     heads: Fraction = parameter(
...         "1/2", Probability("Heads", "the chance of heads")
...     )
>>> Tosses(2)
Tosses(coins=2, heads=Fraction(1, 2))
>>> Tosses(21)
Traceback (most recent call last):
ValueError: coins is 21, but must be from 1 to 20
>>> print(getdoc(Tosses))
Coins that are tossed until all of them show heads.
<BLANKLINE>
Args:
    coins: how many coins there are, 1 to 20; by default 3.
    heads: the chance of heads, 0 to 1; by default 1/2.
<BLANKLINE>
Raises:
    ValueError: a parameter is out of range.
    TypeError: a parameter is of the wrong kind.
"""

import dataclasses
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from inspect import cleandoc
from typing import Any, Self

from games.validate import choice, integer, probability

__all__ = ["Choice", "Game", "Integer", "Kind", "Probability", "parameter"]


@dataclass(frozen=True)
class Kind(ABC):
    """The description of a parameter.

    Attributes:
        label: names the control of an app, in a word or two.
        meaning: what the parameter says of the game, in a few words.
    """

    label: str
    meaning: str

    @property
    @abstractmethod
    def allowed_values(self) -> str:
        """The allowed values, in words."""

    @abstractmethod
    def validate(self, name: str, value: Any) -> Any:
        """Return the value as the game uses it, or raise an error that names the parameter.

        Args:
            name: the name of the parameter.
            value: the value that was given.

        Raises:
            TypeError: the value is of the wrong kind.
            ValueError: the value is out of range.
        """

    def in_words(self, value: Any) -> str:
        """Return a value as the docstring of a game writes it.

        Args:
            value: a valid value.
        """
        return str(value)

    def to_setting(self, value: Any) -> int | str:
        """Return what a control and an address show for a value.

        Args:
            value: a valid value.
        """
        setting: int | str = value
        return setting

    def from_setting(self, setting: int | str) -> Any:
        """Return the value that a control or an address shows; the inverse of `to_setting`.

        Args:
            setting: what is shown.
        """
        return setting


@dataclass(frozen=True)
class Integer(Kind):
    """A whole number.

    Attributes:
        low: the least value.
        high: the greatest value.
        hint: the likely cause of a value that is out of range.

    >>> fields = Integer("Fields", "how many fields the board has", 1, 5000)
    >>> drawn = fields.restrict(3, 150, "a longer board does not fit on a page")
    >>> drawn.validate("fields", 151)
    Traceback (most recent call last):
    ValueError: fields is 151, but must be from 3 to 150: a longer board does not fit on a page
    """

    low: int
    high: int
    hint: str = ""

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        return f"{self.low} to {_in_short(self.high)}"

    def validate(self, name: str, value: Any) -> int:
        """Return the value as an ``int`` in the range, see `Kind.validate`."""
        return integer(name, value, self.low, self.high, hint=self.hint)

    def restrict(self, low: int, high: int, hint: str = "") -> Self:
        """Return the same parameter with a narrower range, such as an app has.

        Args:
            low: the least value.
            high: the greatest value.
            hint: the likely cause of a value that is out of this range.
        """
        return replace(self, low=low, high=high, hint=hint)


@dataclass(frozen=True)
class Choice(Kind):
    """One of a few words.

    Attributes:
        options: the label and the value of each option.

    >>> below = Choice(
    ...     "Rule", "what a die does", (("rests", "rest"), ("goes on", "go"))
    ... )
    >>> below.allowed_values, below.label_of("go")
    ('"rest" or "go"', 'goes on')
    """

    options: tuple[tuple[str, str], ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The values of all options."""
        return tuple(value for _, value in self.options)

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        return " or ".join(f'"{value}"' for value in self.values)

    def validate(self, name: str, value: Any) -> str:
        """Return the value if it is one of the options, see `Kind.validate`."""
        option: str = choice(name, value, self.values)
        return option

    def label_of(self, value: str) -> str:
        """Return the label of an option.

        Args:
            value: the value of the option.
        """
        return next(label for label, option in self.options if option == value)


@dataclass(frozen=True)
class Probability(Kind):
    """An exact number from 0 to 1.

    Attributes:
        parts: an app sets the number as so many of these parts of 1.

    >>> left = Probability("Left", "the chance that a die goes left", 12)
    >>> left.to_setting(Fraction(1, 6)), left.from_setting(2)
    (2, Fraction(1, 6))
    """

    parts: int = 100

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        return "0 to 1"

    def validate(self, name: str, value: Any) -> Fraction:
        """Return the value as a ``Fraction``, see `Kind.validate`."""
        return probability(name, value)

    def to_setting(self, value: Fraction) -> int:
        """Return the number of parts that is nearest to the value."""
        return round(value * self.parts)

    def from_setting(self, setting: int | str) -> Fraction:
        """Return the value of so many parts."""
        return Fraction(int(setting), self.parts)


def parameter(default: Any, kind: Kind) -> Any:
    """Return the dataclass field of a parameter of a `Game`.

    Args:
        default: its value unless another is given.
        kind: its description.
    """
    return dataclasses.field(default=default, metadata={"kind": kind})


class Game:
    """The base of all games: parameters that are checked once and never change.

    Results may be kept in a ``cached_property``. They are gone with the value. Copies and pickles
    leave them out.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        lines = []
        for name, field in vars(cls).items():
            if isinstance(field, dataclasses.Field):
                kind = _kind(field)
                default = f"by default {kind.in_words(field.default)}"
                lines.append(f"    {name}: {kind.meaning}, {kind.allowed_values}; {default}.")
        raises = [
            "Raises:",
            "    ValueError: a parameter is out of range.",
            "    TypeError: a parameter is of the wrong kind.",
        ]
        text = [cleandoc(cls.__doc__ or ""), "", "Args:", *lines, "", *raises]
        cls.__doc__ = "\n".join(text)

    def __post_init__(self) -> None:
        for name, kind in self.parameters().items():
            object.__setattr__(self, name, kind.validate(name, getattr(self, name)))

    def __getstate__(self) -> dict[str, Any]:
        return self.values()

    @classmethod
    def parameters(cls) -> dict[str, Kind]:
        """Return the kind of each parameter, by its name."""
        return {field.name: _kind(field) for field in dataclasses.fields(cls)}  # type: ignore[arg-type]

    @classmethod
    def restrict(cls, kinds: Mapping[str, Kind], **values: Any) -> Self:
        """Return a game whose parameters are bounded more narrowly, as in an app.

        Args:
            kinds: the narrower kind of parameters, by their names.
            values: the value of each parameter that has not its default.

        Raises:
            TypeError: a value is of the wrong kind.
            ValueError: a value is out of the narrower range.
        """
        for name, kind in kinds.items():
            if name in values:
                kind.validate(name, values[name])
        return cls(**values)

    def values(self) -> dict[str, Any]:
        """Return the value of each parameter, by its name."""
        return {name: getattr(self, name) for name in self.parameters()}


def _kind(field: dataclasses.Field[Any]) -> Kind:
    kind: Kind = field.metadata["kind"]
    return kind


def _in_short(number: int) -> str:
    """Return a number, powers of ten from a million on as such.

    >>> _in_short(5000), _in_short(10**150)
    ('5000', '10^150')
    """
    digits = str(number)
    return f"10^{len(digits) - 1}" if digits.rstrip("0") == "1" and number >= 10**6 else digits
