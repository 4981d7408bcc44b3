"""How much a text may do, and how long what it names and prints may be."""

from typing import NamedTuple

from games.validate import integer

__all__ = ["MOST", "USUAL", "Limits"]

NUMBER = 13_000  # binary digits of one number in a table: some 4000 decimal ones
NAME = 200  # characters of the name of a state or an action
PRINT_LENGTH = 4000  # characters that a text may print
MESSAGE = 1000  # characters of a message
SIZE = 8_000_000  # characters of a table that is handed over
PARTS = 1_500_000  # lists in it
OUTPUTS = 100  # distributions that a text may show


class Limits(NamedTuple):
    """How much a text may do.

    Attributes:
        states: that the game may have.
        ways: that lead on from all states together.
        digits: binary ones of the denominators of all states together.
        seconds: that the text may take. Loops may turn a million times for each, which is the same
            on every machine.
    """

    states: int = 5000
    ways: int = 200_000
    digits: int = 300_000
    seconds: int = 10

    @classmethod
    def for_states(cls, states: int, seconds: int) -> "Limits":
        """Return limits whose ways and digits go with the number of states.

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
        """Return these limits, if none is higher than that of `MOST`.

        Raises:
            TypeError: one is not a whole number.
            ValueError: one is below 1, or too high.

        >>> Limits(seconds=1000).checked()
        Traceback (most recent call last):
        ValueError: seconds is 1000, but must be from 1 to 600
        """
        pairs = zip(self._fields, self, MOST, strict=True)
        return Limits(*[integer(name, value, 1, upper) for name, value, upper in pairs])


WAYS_PER_STATE = 40  # of the limits that go with a number of states
USUAL = Limits()
MOST = Limits(50_000, 500_000, 3_000_000, 600)


def is_long(number: int) -> bool:
    """Return whether a number is too long for a table."""
    return number.bit_length() > NUMBER
