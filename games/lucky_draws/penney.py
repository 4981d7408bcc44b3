"""Penney's game: two words of colours race in the flips of a fair coin.

Yvonne names a word of k colours such as ``"RRB"``, then Zara names another. A fair coin is red on
one side and black on the other. It is flipped until the last k flips are one of the words (Penney
1969). It is the game of `games.lucky_draws` with a deck that never ends. The two sides may have any
other letters: ``"HTH"`` is a word, too. `games.maths.automaton.PrefixAutomaton` has an example with
a coin that is not fair.

**Overlaps decide.** Suppose that the end of one word is the beginning of the other. Then the first
word is often complete before the second. Conway's *leading number* of two words adds up their
overlaps: an overlap of l cards counts 2^(l − 1). Four of these numbers give the odds.

The recurrence of `games.lucky_draws` is the same with u = 1 and a factor ½ for each card. `chain`
gives all results a second way, by equations.
"""

from fractions import Fraction

from games.lucky_draws.words import (
    LONGEST_IN_TABLE,
    LONGEST_WORD,
    Table,
    all_words,
    different,
    same_length,
)
from games.maths.automaton import PrefixAutomaton
from games.maths.markov import AbsorbingChain
from games.validate import integer, short_repr

__all__ = [
    "chain",
    "game_length",
    "leading_number",
    "overlaps",
    "table",
    "waiting_time",
    "win_probability",
]


def _sides(**words: str) -> str:
    """Return the letters of words, at most two, or raise an error that names a word."""
    for name, word in words.items():
        if not isinstance(word, str):
            raise TypeError(f'{name} is {short_repr(word)}, but must be a text like "HTH"')
        if not 1 <= len(word) <= LONGEST_WORD:
            raise ValueError(
                f"{name} is {short_repr(word)} of length {len(word)}, but must have from 1 to "
                f"{LONGEST_WORD} letters"
            )
    letters = "".join(dict.fromkeys("".join(words.values())))
    if len(letters) > 2:
        words_found = " and ".join(
            [f"{name} is {short_repr(word)}" for name, word in words.items()]
        )
        raise ValueError(
            f"{words_found}, with {len(letters)} different letters, but a coin has two sides"
        )
    return letters


def overlaps(earlier_word: str, later_word: str) -> tuple[int, ...]:
    """Return the lengths l for which the last l cards of one word are the first l of another.

    Slide the later word to the right under the earlier one. The overlaps are the places where all
    cards agree that lie one under the other.

    Args:
        earlier_word: the word that starts first, of at most two different letters.
        later_word: the word that starts later; it may be the same word or have another length.

    Returns:
        The lengths, shortest first. A word overlaps itself in its full length, too.

    Raises:
        ValueError: a word is empty, has more than 500 letters, or the words have more than two
            different letters.

    Source:
        Leo J. Guibas and Andrew M. Odlyzko, String overlaps, J. Combin. Theory A 30 (1981).

    >>> overlaps("BRR", "RRB"), overlaps("RRB", "BRR"), overlaps("HTH", "HTH")
    ((1, 2), (1,), (1, 3))
    """
    _sides(earlier_word=earlier_word, later_word=later_word)
    longest = min(len(earlier_word), len(later_word))
    return tuple([n for n in range(1, longest + 1) if later_word.startswith(earlier_word[-n:])])


def leading_number(earlier_word: str, later_word: str) -> int:
    """Return Conway's leading number: the sum of 2^(l − 1) over the overlaps l of two words.

    Args:
        earlier_word, later_word: two words, as for `overlaps`.

    Raises:
        ValueError: as for `overlaps`.

    Source:
        M. Gardner, On the paradoxical situations that arise from nontransitive relations,
        Scientific American 231 (October 1974), which made Conway's rule known.

    >>> [leading_number(x, y) for x in ("RRB", "BRR") for y in ("RRB", "BRR")]
    [4, 1, 3, 4]
    """
    return sum(1 << (length - 1) for length in overlaps(earlier_word, later_word))


def win_probability(yvonne: str, zara: str) -> Fraction:
    """Return the chance that Yvonne's word comes before Zara's in flips of a fair coin.

    With XY for the leading number of X and Y, the odds of Y against Z are
    (ZZ − ZY) : (YY − YZ) (Conway).

    Args:
        yvonne, zara: two different words of equal length, 1 to 500, in the same two letters.

    Raises:
        TypeError: a word is not a text.
        ValueError: equal words, unequal lengths, more than two different letters.

    Source:
        W. Penney, Problem 95: Penney-Ante, J. Recreational Math. 2 (1969); the rule is Conway's,
        a proof in Guibas and Odlyzko (1981).

    >>> win_probability("RRB", "BRR"), win_probability("TTT", "HTT")
    (Fraction(1, 4), Fraction(1, 8))
    """
    return _chance(*_leading_numbers(yvonne, zara))


def _leading_numbers(yvonne: str, zara: str) -> tuple[int, int, int, int]:
    """Return the leading numbers of Y and Y, Y and Z, Z and Y, Z and Z."""
    _sides(yvonne=yvonne, zara=zara)
    pair = different("yvonne", yvonne, "zara", zara)
    yy, yz, zy, zz = [leading_number(a, b) for a in pair for b in pair]
    return yy, yz, zy, zz


def _chance(yy: int, yz: int, zy: int, zz: int) -> Fraction:
    """Return the chance of Y against Z from their four leading numbers."""
    for_y, for_z = zz - zy, yy - yz
    return Fraction(for_y, for_y + for_z)


def waiting_time(word: str) -> int:
    """Return the expected number of flips of a fair coin until a word is complete.

    It is twice the leading number of the word with itself. A word that overlaps itself comes in
    clusters, with long waits between them. The word with the shorter wait may lose the race.

    Args:
        word: a word of length 1 to 500, of at most two different letters.

    Raises:
        TypeError: the word is not a text.
        ValueError: the word is empty, too long, or has more than two different letters.

    Source:
        P. T. Nielsen, On the expected duration of a search for a fixed pattern in random data,
        IEEE Trans. Inform. Theory 19 (1973).

    >>> [waiting_time(word) for word in ("RRB", "HTH", "RRR")]
    [8, 10, 14]
    """
    _sides(word=word)
    return 2 * leading_number(word, word)


def game_length(yvonne: str, zara: str) -> Fraction:
    """Return the expected number of flips of a fair coin until one of two words is complete.

    With XY for the leading number of X and Y, it is
    2·(YY·ZZ − YZ·ZY) / (YY + ZZ − YZ − ZY).

    Args:
        yvonne, zara: two different words of equal length, 1 to 500, in the same two letters.

    Raises:
        ValueError: as for `win_probability`.

    Source:
        Guibas and Odlyzko (1981).

    >>> game_length("RRB", "BRR")
    Fraction(13, 2)
    """
    yy, yz, zy, zz = _leading_numbers(yvonne, zara)
    return Fraction(2 * (yy * zz - yz * zy), yy + zz - yz - zy)


def chain(*patterns: str) -> AbsorbingChain[str]:
    """Return the chain of the coin game: the prefix automaton, driven by a fair coin.

    The states are the prefixes of the words; the words themselves are absorbing. The chain gives
    the odds, the waiting times and more a second way, by solving equations.

    Args:
        patterns: one or more different words of equal length, in the same two letters, at most
            1000 letters in all.

    Raises:
        TypeError, ValueError: as for `win_probability`; also for too many letters.

    >>> race = chain("RRB", "BRR")
    >>> race.absorption_probabilities("")
    {'RRB': Fraction(1, 4), 'BRR': Fraction(3, 4)}
    >>> race.expected_steps("")
    Fraction(13, 2)
    """
    words = {f"patterns[{i}]": word for i, word in enumerate(patterns)}
    letters = _sides(**words)
    for name, word in words.items():
        same_length("patterns[0]", patterns[0], name, word)
    automaton = PrefixAutomaton(patterns)  # raises an error for equal words and for no word
    sides = letters if len(letters) == 2 else letters + next(x for x in "RB" if x not in letters)

    def step(state: str) -> dict[str, Fraction]:
        if automaton.match(state) is not None:
            return {state: Fraction(1)}
        return {automaton.step(state, side): Fraction(1, 2) for side in sides}

    return AbsorbingChain.from_step(step, "")


def table(k: int) -> Table:
    """Return a table of `win_probability` with a fair coin, for all pairs of words.

    Args:
        k: the length of the words, 1 to 6.

    Raises:
        TypeError, ValueError: k is not an int, or out of range.

    >>> table(3).chance("RRB", "RBR")
    Fraction(2, 3)
    """
    k = integer("k", k, 1, LONGEST_IN_TABLE, hint="the table has 4^k entries")
    words = all_words(k)
    lead = {(a, b): leading_number(a, b) for a in words for b in words}

    def chance(a: str, b: str) -> Fraction | None:
        if a == b:
            return None
        return _chance(lead[a, a], lead[a, b], lead[b, a], lead[b, b])

    return Table(words, tuple([tuple([chance(a, b) for b in words]) for a in words]))
