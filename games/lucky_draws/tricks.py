"""Lucky draws for a whole deck: each complete word takes a trick, and most tricks win.

This is Steve Humble and Yutaka Nishiyama's card version of Penney's game. Yvonne names a word of
colours, then Zara names another. Both words stay in the deck, which is shuffled and dealt to its
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
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from games.lucky_draws.words import all_words, checked_word, two_words
from games.maths.automaton import PrefixAutomaton
from games.parameters import Game, Integer, parameter
from games.validate import random_source

__all__ = ["Outcome", "Reply", "Tricks"]

MOST_CARDS = 52  # of each colour, as in two decks
LONGEST_WORD = 26
LONGEST_FOR_REPLY = 5  # the longest word of Yvonne's for which `best_reply` tries all replies

Cell = Counter[tuple[str, int]]  # how many rows end with a state of the automaton and a lead

HINT = "the number of positions grows with the square of the deck"
RED = Integer("Red", "how many red cards the deck has", 0, MOST_CARDS, HINT)
BLACK = Integer("Black", "how many black cards the deck has", 0, MOST_CARDS, HINT)


class Outcome(NamedTuple):
    """How a whole deck ends.

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
        outcome: how a whole deck ends.
    """

    word: str
    outcome: Outcome


@dataclass(frozen=True)
class Tricks(Game):
    """A race of two words for tricks, in a whole deck; the words stay in it.

    The game, and simulations of it, are from [humble2010].

    >>> Tricks(red=2, black=1).leads("R", "B")
    {1: Fraction(1, 1)}
    """

    red: int = parameter(26, RED)
    black: int = parameter(26, BLACK)

    def leads(self, yvonne: str, zara: str) -> Mapping[int, Fraction]:
        """Return the chance of each lead, Yvonne's tricks less Zara's, after a whole deck.

        Args:
            yvonne, zara: two different words of R and B, of equal length, 1 to 26.

        Returns:
            Lead -> chance, the smallest lead first. Impossible leads are left out.

        Raises:
            TypeError: a word is not text.
            ValueError: the words are equal or of two lengths, or have other letters or too many.

        >>> Tricks(red=2, black=1).leads("R", "B")
        {1: Fraction(1, 1)}
        >>> chances = Tricks(red=2, black=2).leads("RR", "BR")
        >>> {lead: str(chance) for lead, chance in chances.items()}
        {-2: '1/6', -1: '2/3', 1: '1/6'}
        """
        red, black, machine = self.red, self.black, _machine(yvonne, zara)
        moves = {
            (state, card): _move(machine, state, card)
            for state in machine.states
            if machine.match(state) is None
            for card in "RB"
        }
        previous_row: list[Cell] = []  # with one red card less, by black cards
        for i in range(red + 1):
            row: list[Cell] = []
            for j in range(black + 1):
                cell: Cell = Counter({("", 0): 1} if i == j == 0 else {})
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

    def outcome(self, yvonne: str, zara: str) -> Outcome:
        """Return the chances of more tricks for Yvonne, more tricks for Zara, and a draw.

        Args:
            yvonne, zara: as for `leads`.

        Raises:
            TypeError, ValueError: as for `leads`.

        >>> [f"{float(chance):.2%}" for chance in Tricks().outcome("RRR", "BRR")]
        ['0.11%', '99.49%', '0.40%']
        """
        chances = self.leads(yvonne, zara)
        zero = Fraction(0)
        return Outcome(
            sum((chance for lead, chance in chances.items() if lead > 0), zero),
            sum((chance for lead, chance in chances.items() if lead < 0), zero),
            chances.get(0, zero),
        )

    def best_reply(self, yvonne: str) -> Reply:
        """Return the word of that length with which Zara has more tricks most often.

        Of several such words it is one with which Yvonne has more tricks least often.

        Args:
            yvonne: a word of R and B, of 1 to 5 cards; 5 cards and the largest deck take some ten
                seconds.

        Raises:
            TypeError, ValueError: as for `leads`.

        >>> Tricks().best_reply("RRR").word, Tricks().best_reply("RBR").word
        ('BRR', 'RRB')
        """
        yvonne = checked_word("yvonne", yvonne, longest=LONGEST_FOR_REPLY)
        replies = [word for word in all_words(len(yvonne)) if word != yvonne]
        options = [Reply(word, self.outcome(yvonne, word)) for word in replies]
        return max(options, key=lambda reply: (reply.outcome.zara, -reply.outcome.yvonne))

    def play(self, rng: Random, yvonne: str, zara: str) -> int:
        """Shuffle and deal one whole deck; return Yvonne's lead in tricks.

        Args:
            rng: the source of random numbers; the same seed gives the same game.
            yvonne, zara: as for `leads`.

        Returns:
            Yvonne's tricks less Zara's.

        Raises:
            TypeError, ValueError: as for `leads`; TypeError also if rng is not a random.Random.

        >>> Tricks().play(Random(1), "R", "B")
        0
        """
        random_source(rng)
        machine = _machine(yvonne, zara)
        deck = list("R" * self.red + "B" * self.black)
        rng.shuffle(deck)
        state, lead = "", 0
        for card in deck:
            state, step = _move(machine, state, card)
            lead += step
        return lead


def _move(machine: PrefixAutomaton[str], state: str, card: str) -> tuple[str, int]:
    """Return the state after one more card, and the change of the lead."""
    state = machine.step(state, card)
    winner = machine.match(state)
    return (state, 0) if winner is None else ("", 1 - 2 * winner)


def _machine(yvonne: str, zara: str) -> PrefixAutomaton[str]:
    """Return the automaton of two words that can play against each other, or raise an error."""
    return PrefixAutomaton(two_words("yvonne", yvonne, "zara", zara, LONGEST_WORD))
