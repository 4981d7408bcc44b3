"""Limits of a text: its work, and the length of its names, numbers and prints."""

from typing import NamedTuple

from games.validate import integer

__all__ = ["DEFAULT_LIMITS", "MAX_LIMITS", "Limits"]

MAX_NUMBER_BITS = 13_000  # of a number in a table; these are some 4000 decimal digits
MAX_NAME = 200  # characters of the name of a state or an action
MAX_PRINTED = 4000  # characters that a text may print
MAX_MESSAGE = 1000  # characters of a message
MAX_TABLE = 8_000_000  # characters of a table as JSON
MAX_LISTS = 1_500_000  # lists in a table as JSON
MAX_OUTPUTS = 100  # distributions that a text may show


class Limits(NamedTuple):
    """How much a text may do.

    Attributes:
        states: the number of states of the game.
        ways: the number of ways from one state to the next, from all states together.
        digits: the binary digits of the denominators of all states together.
        seconds: the time of the text. Each second also allows a million turns of loops, a limit
            that is the same on every machine.
    """

    states: int = 5000
    ways: int = 200_000
    digits: int = 300_000
    seconds: int = 10

    @classmethod
    def for_states(cls, states: int, seconds: int) -> "Limits":
        """Return limits whose ways and digits grow with the number of states.

        Args:
            states: the states that a game may have.
            seconds: the seconds that the text may take.

        Raises:
            None: `checked` looks at the numbers.

        >>> (
        ...     Limits.for_states(5000, 10) == Limits(),
        ...     Limits.for_states(20_000, 10).ways,
        ... )
        (True, 500000)
        """
        ways = max(200_000, min(500_000, WAYS_PER_STATE * states))
        digits = max(300_000, min(3_000_000, 60 * states))
        return cls(states, ways, digits, seconds)

    def checked(self) -> "Limits":
        """Return these limits if none is higher than in `MAX_LIMITS`.

        Raises:
            TypeError: one is not a whole number.
            ValueError: one is below 1, or too high.

        >>> Limits(seconds=1000).checked()
        Traceback (most recent call last):
        ValueError: seconds is 1000, but must be from 1 to 600
        """
        pairs = zip(self._fields, self, MAX_LIMITS, strict=True)
        return Limits(*[integer(name, value, 1, upper) for name, value, upper in pairs])


WAYS_PER_STATE = 40  # for `Limits.for_states`
DEFAULT_LIMITS = Limits()
MAX_LIMITS = Limits(50_000, 500_000, 3_000_000, 600)


def is_long(number: int) -> bool:
    """Return whether a number is too long for a table."""
    return number.bit_length() > MAX_NUMBER_BITS
