"""Words of colours such as "RRB" (red, red, black), and tables of their chances.

Three games use this module: `games.lucky_draws` deals the words from a deck,
`games.lucky_draws.penney` flips them with a coin, and `games.lucky_draws.tricks` plays a whole
deck.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product

from games.validate import integer, short_repr

__all__ = ["Table", "all_words"]

LONGEST_WORD = 500
LONGEST_LISTED = 20
LONGEST_IN_TABLE = 6  # a table of all words of k cards has 4^k entries
SWAPPED_COLOURS = str.maketrans("RB", "BR")
MOST_PATHS = 20_000_000  # the number of words to the power of the cycle's length


def checked_word(name: str, word: str, shortest: int = 1, longest: int = LONGEST_WORD) -> str:
    """Return a word of colours, or raise an error that says what such a word is.

    Args:
        name: the name that the caller has for the word.
        word: the value to check.
        shortest, longest: how many cards the word may have.

    Raises:
        TypeError: the value is not a text.
        ValueError: the word has too few or too many cards, or other letters than R and B.

    >>> checked_word("word", "RRB")
    'RRB'
    >>> checked_word("word", "HHT")
    Traceback (most recent call last):
    ValueError: word is 'HHT', but must be of the letters R (red) and B (black)
    """
    if not isinstance(word, str):
        raise TypeError(f'{name} is {short_repr(word)}, but must be a text like "RRB"')
    if not shortest <= len(word) <= longest:
        raise ValueError(
            f"{name} is {short_repr(word)} of length {len(word)}, but must have from {shortest} to "
            f"{longest} cards"
        )
    if set(word) - {"R", "B"}:
        raise ValueError(
            f"{name} is {short_repr(word)}, but must be of the letters R (red) and B (black)"
        )
    return word


def complement(word: str) -> str:
    """Return a word with each colour changed into the other.

    >>> complement("RRB")
    'BBR'
    """
    return word.translate(SWAPPED_COLOURS)


def same_length(name: str, word: str, second_name: str, second_word: str) -> None:
    """Raise an error if two words do not have the same number of cards.

    Args:
        name, second_name: the names that the caller has for the words.
        word, second_word: the words.

    Raises:
        ValueError: one word is longer.

    >>> same_length("yvonne", "RRB", "zara", "RB")
    Traceback (most recent call last):
    ValueError: yvonne is 'RRB' and zara is 'RB', of 3 and 2 letters, but both must be of one length
    """
    if len(word) != len(second_word):
        raise ValueError(
            f"{name} is {short_repr(word)} and {second_name} is {short_repr(second_word)}, "
            f"of {len(word)} and {len(second_word)} letters, but both must be of one length"
        )


def two_words(
    name: str, word: str, second_name: str, second_word: str, longest: int = LONGEST_WORD
) -> tuple[str, str]:
    """Return two words that can play against each other, or raise an error.

    Args:
        name, second_name: the names that the caller has for the words.
        word, second_word: the values to check.
        longest: how many cards each word may have.

    Raises:
        TypeError, ValueError: as for `checked_word` and `same_length`; ValueError also if the
            words are equal.

    >>> two_words("yvonne", "RRB", "zara", "BRR")
    ('RRB', 'BRR')
    """
    first, second = (
        checked_word(name, word, 1, longest),
        checked_word(second_name, second_word, 1, longest),
    )
    return different(name, first, second_name, second)


def different(name: str, word: str, second_name: str, second_word: str) -> tuple[str, str]:
    """Return two words of equal length that differ, or raise an error.

    Args:
        name, second_name: the names that the caller has for the words.
        word, second_word: the words.

    Raises:
        ValueError: the words are equal, or one is longer.

    >>> different("yvonne", "HTH", "zara", "HTH")
    Traceback (most recent call last):
    ValueError: yvonne and zara are both 'HTH', but must differ: nobody could win
    """
    same_length(name, word, second_name, second_word)
    if word == second_word:
        raise ValueError(
            f"{name} and {second_name} are both {short_repr(word)}, but must differ: "
            "nobody could win"
        )
    return word, second_word


def all_words(k: int) -> tuple[str, ...]:
    """Return all words of k cards, from RR…R to BB…B.

    Args:
        k: how many cards a word has, 1 to 20.

    Raises:
        TypeError, ValueError: k is not an int, or out of range.

    >>> all_words(2)
    ('RR', 'RB', 'BR', 'BB')
    """
    k = integer("k", k, 1, LONGEST_LISTED, hint="there are 2^k words")
    return tuple(map("".join, product("RB", repeat=k)))


@dataclass(frozen=True, repr=False)
class Table:
    """The chance of each word against each other word of the same length.

    Attributes:
        words: all words of a length, from RR…R to BB…B.
        rows: rows[i][j] is the chance of words[i] against words[j]; None if the two words are equal
            or the deck does not hold both.
    """

    words: tuple[str, ...]
    rows: tuple[tuple[Fraction | None, ...], ...]

    def chance(self, word: str, opponent: str) -> Fraction | None:
        """Return the chance of a word against another, or None if the two cannot play.

        Args:
            word, opponent: two of the `words`.

        Raises:
            ValueError: the table has no such word.

        >>> from games.lucky_draws import penney
        >>> penney.table(2).chance("RR", "BR"), penney.table(2).chance("RR", "RR")
        (Fraction(1, 4), None)
        """
        return self.rows[self._index(word)][self._index(opponent, "opponent")]

    def cycles(self, length: int) -> tuple[tuple[str, ...], ...]:
        """Return the cycles in which each word beats the next, and the last beats the first.

        Each cycle is listed once. It begins with its first word in the order of `words`.

        Args:
            length: the length of the cycles, 3 or more; the number of words to that power may be
                at most 20 000 000.

        Raises:
            TypeError, ValueError: length is not an int, or out of range.

        >>> from games.lucky_draws import penney
        >>> penney.table(3).cycles(3), penney.table(3).cycles(4)
        ((), (('RRB', 'RBB', 'BBR', 'BRR'),))
        """
        longest = max((n for n in range(3, 26) if len(self.words) ** n <= MOST_PATHS), default=2)
        length = integer(
            "length", length, 3, longest, hint="the number of paths to try grows exponentially"
        )
        cycles = []

        def extend(path: list[int]) -> None:
            if len(path) == length:
                if path[0] in self._weaker_words[path[-1]]:
                    cycles.append(tuple([self.words[i] for i in path]))
                return
            for j in self._weaker_words[path[-1]]:
                if j > path[0] and j not in path:
                    extend([*path, j])

        for first in range(len(self.words)):
            extend([first])
        return tuple(cycles)

    @cached_property
    def _weaker_words(self) -> list[list[int]]:
        return [
            [j for j, chance in enumerate(row) if chance is not None and 2 * chance > 1]
            for row in self.rows
        ]

    def __repr__(self) -> str:
        return f"<Table of {len(self.words)} words ({short_repr(self.words[0])}, …)>"

    def _index(self, word: str, name: str = "word") -> int:
        if word not in self.words:
            raise ValueError(
                f"{name} is {short_repr(word)}, but must be one of {short_repr(self.words)}"
            )
        return self.words.index(word)
