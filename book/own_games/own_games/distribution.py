"""The distribution of a result: how likely each outcome is, exactly, at least and at most."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from types import MappingProxyType

from games.validate import short_repr

__all__ = ["Distribution"]

_NUMBER = re.compile(r"-?[0-9]{1,4000}(/[1-9][0-9]{0,3999}|\.[0-9]{1,4000})?")


@dataclass(frozen=True)
class Distribution:
    """The outcomes of a result with their chances.

    If every outcome is a number, the outcomes are in order of size. Otherwise the likeliest
    outcome comes first.

    Attributes:
        outcomes: the outcomes, as texts.
        chances: the chance of each outcome; together they are 1.

    >>> Distribution.of({"10": Fraction(1, 4), "9": Fraction(3, 4)}).outcomes
    ('9', '10')
    >>> Distribution.of({"lost": Fraction(1, 4), "won": Fraction(3, 4)}).outcomes
    ('won', 'lost')
    """

    outcomes: tuple[str, ...]
    chances: tuple[Fraction, ...]

    @classmethod
    def of(cls, chances: Mapping[str, Fraction]) -> "Distribution":
        """Return the distribution with these chances, in order.

        Args:
            chances: the chance of each outcome.

        Raises:
            ValueError: the chances do not sum to 1.

        >>> Distribution.of({"b": Fraction(1)})
        Distribution(outcomes=('b',), chances=(Fraction(1, 1),))
        """
        if sum(chances.values()) != 1:
            raise ValueError(
                f"chances is {short_repr(dict(chances))}, but their sum must be 1: is an outcome "
                "missing?"
            )
        numbers = _numbers(chances)
        pairs = list(chances.items())
        if numbers is None:
            pairs.sort(key=lambda pair: -pair[1])
        else:
            values = dict(zip(chances, numbers, strict=True))
            pairs.sort(key=lambda pair: values[pair[0]])
        return cls(tuple([outcome for outcome, _ in pairs]), tuple([chance for _, chance in pairs]))

    @cached_property
    def numbers(self) -> tuple[Fraction, ...] | None:
        """The outcomes as numbers; None if one of them is not a number."""
        return _numbers(self.outcomes)

    @cached_property
    def mean(self) -> Fraction | None:
        """The mean of the outcomes; None if one of them is not a number.

        >>> Distribution.of({"1": Fraction(1, 2), "2": Fraction(1, 2)}).mean
        Fraction(3, 2)
        """
        if self.numbers is None:
            return None
        pairs = zip(self.numbers, self.chances, strict=True)
        return sum((number * chance for number, chance in pairs), Fraction(0))

    @cached_property
    def deviation_float(self) -> float | None:
        """The standard deviation of the outcomes; None if one of them is not a number.

        >>> half = Fraction(1, 2)
        >>> Distribution.of({"1": half, "2": half}).deviation_float
        0.5
        """
        if self.numbers is None or self.mean is None:
            return None
        pairs = zip(self.numbers, self.chances, strict=True)
        return math.sqrt(sum((n - self.mean) ** 2 * chance for n, chance in pairs))

    @cached_property
    def at_most(self) -> tuple[Fraction, ...]:
        """For each outcome the chance of this outcome or one before it.

        >>> Distribution.of({"1": Fraction(1, 4), "2": Fraction(3, 4)}).at_most
        (Fraction(1, 4), Fraction(1, 1))
        """
        return tuple(accumulate(self.chances))

    @cached_property
    def at_least(self) -> tuple[Fraction, ...]:
        """For each outcome the chance of this outcome or one after it.

        >>> Distribution.of({"1": Fraction(1, 4), "2": Fraction(3, 4)}).at_least
        (Fraction(1, 1), Fraction(3, 4))
        """
        return tuple(accumulate(reversed(self.chances)))[::-1]

    @cached_property
    def chance_of(self) -> Mapping[str, Fraction]:
        """The chance of each outcome, by the outcome."""
        return MappingProxyType(dict(zip(self.outcomes, self.chances, strict=True)))


def _numbers(outcomes: Iterable[str]) -> tuple[Fraction, ...] | None:
    texts = list(outcomes)
    if not all(_NUMBER.fullmatch(text) for text in texts):
        return None
    return tuple([Fraction(text) for text in texts])
