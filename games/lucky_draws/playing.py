"""A deck being dealt, and a round in which the reader names a word."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from games import lucky_draws
from games.maths.automaton import PrefixAutomaton

__all__ = ["PLAYERS", "Choice", "Contest", "Deal", "Round", "machine"]

PLAYERS = ("Yvonne", "Zara")


@dataclass(frozen=True)
class Deal:
    """Two words, a shuffled deck without their cards, and how much of it has been dealt.

    Attributes:
        yvonne, zara: the words.
        red, black: the cards of the full deck.
        deck: the shuffled deck.
        coin: whom the coin favours if neither word comes, "Yvonne" or "Zara".
        dealt: how many cards are on the table.
    """

    yvonne: str
    zara: str
    red: int
    black: int
    deck: str
    coin: str
    dealt: int = 0

    @property
    def table(self) -> str:
        """The cards on the table."""
        return self.deck[: self.dealt]

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The states of the automaton so far, the present one last."""
        automaton = machine(self.yvonne, self.zara)
        states = [""]
        for colour in self.table:
            states.append(automaton.step(states[-1], colour))
        return tuple(states)

    @property
    def complete(self) -> str | None:
        """Whose word is complete."""
        index = machine(self.yvonne, self.zara).match(self.states[-1])
        return None if index is None else PLAYERS[index]

    @property
    def over(self) -> bool:
        """Whether no card needs to be dealt any more."""
        return self.complete is not None or self.dealt == len(self.deck)

    @property
    def winner(self) -> str | None:
        """Who has won, once the game is over."""
        return (self.complete or self.coin) if self.over else None

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """Yvonne's chance before the first card and after each."""
        return tuple(
            [
                _chance(self.yvonne, self.zara, self.deck[:dealt], self.red, self.black)
                for dealt in range(self.dealt + 1)
            ]
        )

    def chance(self, who: str) -> Fraction:
        """Return somebody's chance now; when the coin has spoken, 1 or 0."""
        if self.over:
            return Fraction(who == self.winner)
        return self.chances[-1] if who == "Yvonne" else 1 - self.chances[-1]

    def step(self) -> "Deal":
        """Return the game with one more card on the table."""
        return self if self.over else replace(self, dealt=self.dealt + 1)


@lru_cache(maxsize=64)
def machine(yvonne: str, zara: str) -> PrefixAutomaton[str]:
    """Return the prefix automaton of two words."""
    return PrefixAutomaton([yvonne, zara])


@lru_cache(maxsize=2048)  # fractions of at most 30 digits
def _chance(yvonne: str, zara: str, dealt: str, red: int, black: int) -> Fraction:
    return lucky_draws.win_probability_after(yvonne, zara, dealt, red=red, black=black)


class Choice(NamedTuple):
    """A word that the reader named, and what it was worth.

    Attributes:
        you: who the reader is, "Yvonne" or "Zara".
        yvonne, zara: both words.
        chance: the reader's chance, if Zara answers as well as possible.
        best: a best word.
        best_chance: its chance.
    """

    you: str
    yvonne: str
    zara: str
    chance: Fraction
    best: str
    best_chance: Fraction

    @property
    def word(self) -> str:
        """The reader's word."""
        return self.yvonne if self.you == "Yvonne" else self.zara

    @property
    def loss(self) -> Fraction:
        """What the word gave away: the regret."""
        return self.best_chance - self.chance


@dataclass(frozen=True)
class Contest:
    """One round against the best opponent.

    Attributes:
        you: who the reader is, "Yvonne" or "Zara".
        word: the reader's word, as its cards are turned.
        other: the opponent's word; "" while Zara waits for the reader's.
        red, black: the cards of the deck.
        deal: the cards, once both words are named.
        hint: whether the best word was asked for.
    """

    you: str
    word: str
    other: str
    red: int
    black: int
    deal: Deal | None = None
    hint: bool = False

    @property
    def opponent(self) -> str:
        """Who the reader is not."""
        return "Zara" if self.you == "Yvonne" else "Yvonne"

    @property
    def words(self) -> tuple[str, str]:
        """Yvonne's word and Zara's."""
        return (self.word, self.other) if self.you == "Yvonne" else (self.other, self.word)

    @cached_property
    def best(self) -> tuple[str, Fraction]:
        """A best word of the reader's, and its chance."""
        if self.you == "Yvonne":
            best = lucky_draws.solve(len(self.word), red=self.red, black=self.black)
            return best.yvonne, best.probability
        reply = lucky_draws.best_reply(self.other, red=self.red, black=self.black)
        return reply.word, 1 - reply.probability

    @cached_property
    def choice(self) -> Choice:
        """The reader's word judged, once both are named."""
        yvonne, zara = self.words
        chance = lucky_draws.win_probability(yvonne, zara, red=self.red, black=self.black)
        if self.you == "Zara":
            chance = 1 - chance
        return Choice(self.you, yvonne, zara, chance, *self.best)


class Round(NamedTuple):
    """A round that is over."""

    choice: Choice
    won: bool
