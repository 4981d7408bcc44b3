"""Lucky draws: one recurrence for a pair, one bounded search, beside the author's methods."""

from fractions import Fraction
from functools import partial
from math import inf

from games.lucky_draws import LuckyDraws
from games.lucky_draws.pairs import _lead
from games.lucky_draws.search import words_with
from tests.bench.harness import Case, series
from tests.oracles.lucky_draws import by_automaton, by_last_cards, every_pair, most_promising

__all__ = ["cases"]

WORDS = ("RRBRBBRR", "BRRBRBBR")  # their beginnings are played against each other


def words(k: int) -> tuple[str, str]:
    return WORDS[0][:k], WORDS[1][:k]


def cases() -> list[Case]:
    def cold() -> None:
        _lead.cache_clear()
        words_with.cache_clear()

    def pair(k: int, cards: int = 26) -> Fraction:
        cold()
        return LuckyDraws(cards, cards).win_probability(*words(k))

    def solve_fresh(k: int) -> Fraction:
        cold()
        return LuckyDraws().solve(k).probability

    def all_solved() -> list[Fraction]:
        return [solve_fresh(k) for k in range(1, 27)]

    by_length = {
        "the last k cards": (lambda k: by_last_cards(*words(k)), inf),
        "the automaton": (lambda k: by_automaton(*words(k)), inf),
    }
    by_deck = {"the automaton": (lambda cards: by_automaton(*words(4), cards, cards), 208)}
    searches = {"every pair": (every_pair, 4), "most promising first": (most_promising, 7)}
    two = "two words, k = "
    return [
        *series("lucky_draws", two + "{}", pair, by_length, range(3, 9)),
        *series(
            "lucky_draws",
            two + "4, deck {0} + {0}",
            partial(pair, 4),
            by_deck,
            (26, 52, 104, 208, 416),
        ),
        *series(
            "lucky_draws", "solve({})", solve_fresh, searches, (3, 4, 5, 6, 7, 9, 11, 13, 15, 16)
        ),
        Case(game="lucky_draws", name="solve(1) … solve(26)", ours=all_solved),
    ]
