"""Lucky draws for a whole pack: each complete word takes a trick, and most tricks win.

This is Steve Humble and Yutaka Nishiyama's card version of Penney's game. Yvonne names a word of
colours, then Zara names another. Both words stay in the pack, which is shuffled and dealt to its
last card. When a word is complete, its owner takes the cards on the table as a trick, and the next
word must begin with a new card. The player with more tricks at the end wins.

**The state** of a game has three parts: the state of the prefix automaton, the cards left, and
Yvonne's lead. The lead is her tricks less Zara's. Let w_{i,j}(s, l) count the rows of i red and j
black cards after which the automaton is in state s and the lead is l. The next card moves s along
its arrow. If that completes a word, s is the empty prefix again, and l goes up by one for Yvonne's
word or down by one for Zara's. The last card of a row is red or black, so

    w_{i,j}(s', l') = Σ w_{i−1,j}(s, l) + Σ w_{i,j−1}(s, l).

The first sum is over all (s, l) that a red card takes to (s', l'), the second over those that a
black card takes there. The start is w_{0,0} = 1 for the empty prefix and the lead 0. There are
C(r + b, r) orders of r red and b black cards, all equally likely. The sum of w_{r,b}(s, l) over s
counts those that end with the lead l.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from games.lucky_draws.words import all_words, coloured, two_words
from games.maths.automaton import PrefixAutomaton
from games.validate import integer, random_source

__all__ = ["Outcome", "Reply", "best_reply", "leads", "outcome", "play"]

MOST_CARDS = 52  # of each colour, as in two packs
LONGEST_WORD = 26
LONGEST_ANSWERED = 5  # the longest word of Yvonne's for which all replies are tried


class Outcome(NamedTuple):
    """How a whole pack ends.

    Attributes:
        yvonne: the chance that Yvonne has more tricks.
        zara: the chance that Zara has more tricks.
        draw: the chance that both have the same number.
    """

    yvonne: Fraction
    zara: Fraction
    draw: Fraction


class Reply(NamedTuple):
    """A word of Zara's, and its effect.

    Attributes:
        word: Zara's word.
        outcome: how a whole pack ends.
    """

    word: str
    outcome: Outcome


def leads(yvonne: str, zara: str, *, red: int = 26, black: int = 26) -> Mapping[int, Fraction]:
    """Return the chance of each lead, Yvonne's tricks less Zara's, after a whole pack.

    Args:
        yvonne, zara: two different words of R and B, of equal length, 1 to 26.
        red, black: the cards of the pack, 0 to 52 each; the words stay in it.

    Returns:
        Lead -> chance, the smallest lead first. Impossible leads are left out.

    Raises:
        TypeError: a word is not text, or a number of cards not an int.
        ValueError: the words are equal or of two lengths, have other letters or too many, or a
            number of cards is out of range.

    Source:
        Humble and Nishiyama, Humble-Nishiyama randomness game, Mathematics Today 46 (2010).

    >>> leads("R", "B", red=2, black=1)
    {1: Fraction(1, 1)}
    >>> chances = leads("RR", "BR", red=2, black=2)
    >>> {lead: str(chance) for lead, chance in chances.items()}
    {-2: '1/6', -1: '2/3', 1: '1/6'}
    """
    machine, red, black = _checked(yvonne, zara, red, black)
    moves = {
        (state, card): _move(machine, state, card)
        for state in machine.states
        if machine.match(state) is None
        for card in "RB"
    }
    previous_row: list[
        Counter[tuple[str, int]]
    ] = []  # keyed by black cards, with one red card less
    for i in range(red + 1):
        row: list[Counter[tuple[str, int]]] = []
        for j in range(black + 1):
            cell: Counter[tuple[str, int]] = Counter({("", 0): 1} if i == j == 0 else {})
            for previous_cell, card in (
                (previous_row[j] if i else None, "R"),
                (row[-1] if j else None, "B"),
            ):
                for (state, lead), count in (previous_cell or {}).items():
                    next_state, step = moves[state, card]
                    cell[next_state, lead + step] += count
            row.append(cell)
        previous_row = row
    orders: Counter[int] = Counter()
    for (_, lead), count in previous_row[-1].items():
        orders[lead] += count
    return {lead: Fraction(orders[lead], comb(red + black, red)) for lead in sorted(orders)}


def _move(machine: PrefixAutomaton[str], state: str, card: str) -> tuple[str, int]:
    """Return the state after one more card, and the change of the lead."""
    state = machine.step(state, card)
    winner = machine.match(state)
    return (state, 0) if winner is None else ("", 1 - 2 * winner)


def outcome(yvonne: str, zara: str, *, red: int = 26, black: int = 26) -> Outcome:
    """Return the chances of more tricks for Yvonne, more tricks for Zara, and a draw.

    Args:
        yvonne, zara, red, black: as for `leads`.

    Raises:
        TypeError, ValueError: as for `leads`.

    Source:
        Humble and Nishiyama, Humble-Nishiyama randomness game, Mathematics Today 46 (2010).

    >>> [f"{float(chance):.2%}" for chance in outcome("RRR", "BRR")]
    ['0.11%', '99.49%', '0.40%']
    """
    chances = leads(yvonne, zara, red=red, black=black)
    zero = Fraction(0)
    return Outcome(
        sum((chance for lead, chance in chances.items() if lead > 0), zero),
        sum((chance for lead, chance in chances.items() if lead < 0), zero),
        chances.get(0, zero),
    )


def best_reply(yvonne: str, *, red: int = 26, black: int = 26) -> Reply:
    """Return the word of that length with which Zara has more tricks most often.

    Of several such words it is one with which Yvonne has more tricks least often.

    Args:
        yvonne: a word of R and B, of 1 to 5 cards; 5 cards and the largest pack take some ten
            seconds.
        red, black: as for `leads`.

    Raises:
        TypeError, ValueError: as for `leads`.

    >>> best_reply("RRR").word, best_reply("RBR").word
    ('BRR', 'RRB')
    """
    yvonne = coloured("yvonne", yvonne, longest=LONGEST_ANSWERED)
    replies = [word for word in all_words(len(yvonne)) if word != yvonne]
    options = [Reply(word, outcome(yvonne, word, red=red, black=black)) for word in replies]
    return max(options, key=lambda reply: (reply.outcome.zara, -reply.outcome.yvonne))


def play(rng: Random, yvonne: str, zara: str, *, red: int = 26, black: int = 26) -> int:
    """Shuffle and deal one whole pack; return Yvonne's lead in tricks.

    Args:
        rng: the source of random numbers; the same seed gives the same game.
        yvonne, zara, red, black: as for `leads`.

    Returns:
        Yvonne's tricks less Zara's.

    Raises:
        TypeError, ValueError: as for `leads`; TypeError also if rng is not a random.Random.

    >>> from random import Random
    >>> play(Random(1), "R", "B")
    0
    """
    random_source(rng)
    machine, red, black = _checked(yvonne, zara, red, black)
    deck = list("R" * red + "B" * black)
    rng.shuffle(deck)
    state, lead = "", 0
    for card in deck:
        state, step = _move(machine, state, card)
        lead += step
    return lead


def _checked(yvonne: str, zara: str, red: int, black: int) -> tuple[PrefixAutomaton[str], int, int]:
    yvonne, zara = two_words("yvonne", yvonne, "zara", zara, LONGEST_WORD)
    red = integer("red", red, 0, MOST_CARDS, hint="the positions grow with the square of the pack")
    black = integer("black", black, 0, MOST_CARDS, hint="as for red")
    return PrefixAutomaton([yvonne, zara]), red, black
