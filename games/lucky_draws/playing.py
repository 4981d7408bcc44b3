"""The state of a deck that is dealt, and of a round in which the reader names a word."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from games.lucky_draws import LuckyDraws
from games.maths.automaton import PrefixAutomaton

__all__ = ["PLAYERS", "Choice", "Contest", "Deal", "Round", "machine"]

PLAYERS = ("Yvonne", "Zara")


@dataclass(frozen=True)
class Deal:
    """Two words, a shuffled deck without their cards, and the number of cards dealt.

    Attributes:
        game: the full deck.
        yvonne, zara: the words.
        deck: the shuffled deck.
        coin: the player whom the coin favours if neither word comes, "Yvonne" or "Zara".
        dealt_count: how many cards are on the table.
    """

    game: LuckyDraws
    yvonne: str
    zara: str
    deck: str
    coin: str
    dealt_count: int = 0

    @property
    def table(self) -> str:
        """The cards on the table."""
        return self.deck[: self.dealt_count]

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The states of the automaton so far; the last one is the present state."""
        automaton = machine(self.yvonne, self.zara)
        states = [""]
        for colour in self.table:
            states.append(automaton.step(states[-1], colour))
        return tuple(states)

    @property
    def complete(self) -> str | None:
        """The player whose word is complete, or None."""
        index = machine(self.yvonne, self.zara).match(self.states[-1])
        return None if index is None else PLAYERS[index]

    @property
    def is_over(self) -> bool:
        """Whether no card needs to be dealt any more."""
        return self.complete is not None or self.dealt_count == len(self.deck)

    @property
    def winner(self) -> str | None:
        """The winner, or None before the game is over."""
        return (self.complete or self.coin) if self.is_over else None

    @cached_property
    def chances(self) -> tuple[Fraction, ...]:
        """Yvonne's chance before the first card and after each."""
        return tuple(
            [
                _chance(self.game, self.yvonne, self.zara, self.deck[:n])
                for n in range(self.dealt_count + 1)
            ]
        )

    def chance(self, player: str) -> Fraction:
        """Return a player's chance to win; after the game it is 1 or 0."""
        if self.is_over:
            return Fraction(player == self.winner)
        return self.chances[-1] if player == "Yvonne" else 1 - self.chances[-1]

    def step(self) -> "Deal":
        """Return the game with one more card on the table."""
        return self if self.is_over else replace(self, dealt_count=self.dealt_count + 1)


@lru_cache(maxsize=64)
def machine(yvonne: str, zara: str) -> PrefixAutomaton[str]:
    """Return the prefix automaton of two words."""
    return PrefixAutomaton([yvonne, zara])


@lru_cache(maxsize=2048)  # fractions of at most 30 digits
def _chance(game: LuckyDraws, yvonne: str, zara: str, dealt_cards: str) -> Fraction:
    return game.win_probability_after(yvonne, zara, dealt_cards)


class Choice(NamedTuple):
    """A word that the reader named, and its chance.

    Attributes:
        role: the player that the reader is, "Yvonne" or "Zara".
        yvonne, zara: both words.
        chance: the reader's chance, if Zara answers as well as possible.
        best: a best word.
        best_chance: the chance of the best word.
    """

    role: str
    yvonne: str
    zara: str
    chance: Fraction
    best: str
    best_chance: Fraction

    @property
    def word(self) -> str:
        """The reader's word."""
        return self.yvonne if self.role == "Yvonne" else self.zara

    @property
    def loss(self) -> Fraction:
        """The chance that the word lost against the best word: the regret."""
        return self.best_chance - self.chance


@dataclass(frozen=True)
class Contest:
    """One round against the best opponent.

    Attributes:
        game: the full deck.
        role: the player that the reader is, "Yvonne" or "Zara".
        word: the reader's word, with its cards as they are turned.
        opponent_word: the opponent's word; "" while Zara waits for the reader's word.
        deal: the cards; None before both words are named.
        hint: whether the reader has asked for the best word.
    """

    game: LuckyDraws
    role: str
    word: str
    opponent_word: str
    deal: Deal | None = None
    hint: bool = False

    @property
    def opponent(self) -> str:
        """The player that the reader is not."""
        return "Zara" if self.role == "Yvonne" else "Yvonne"

    @property
    def words(self) -> tuple[str, str]:
        """Yvonne's word and Zara's."""
        return (
            (self.word, self.opponent_word)
            if self.role == "Yvonne"
            else (self.opponent_word, self.word)
        )

    @cached_property
    def best(self) -> tuple[str, Fraction]:
        """One of the reader's best words, and its chance."""
        if self.role == "Yvonne":
            best = self.game.solve(len(self.word))
            return best.yvonne, best.probability
        reply = self.game.best_reply(self.opponent_word)
        return reply.word, 1 - reply.probability

    @cached_property
    def choice(self) -> Choice:
        """The reader's word and its chance, after both words are named."""
        yvonne, zara = self.words
        chance = self.game.win_probability(yvonne, zara)
        if self.role == "Zara":
            chance = 1 - chance
        return Choice(self.role, yvonne, zara, chance, *self.best)


class Round(NamedTuple):
    """A round that is over.

    Attributes:
        choice: the reader's word and its chance.
        reader_won: whether the reader won the round.
    """

    choice: Choice
    reader_won: bool
