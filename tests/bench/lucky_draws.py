"""Lucky draws: one recurrence for a pair, one bounded search, beside the author's ways."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from heapq import heapify, heappop, heappush
from itertools import product
from math import comb

from games import lucky_draws
from tests.bench.harness import Case

__all__ = ["by_automaton", "by_last_cards", "cases", "every_pair", "most_promising"]

WORDS = ("RRBRBBRR", "BRRBRBBR")  # their beginnings are played against each other


def by_last_cards(yvonne: str, zara: str, red: int = 26, black: int = 26) -> Fraction:
    """Return Yvonne's chance; a position is the last k cards and the cards left: 2^k·26²."""
    k = len(yvonne)
    both = yvonne + zara
    deck = red - both.count("R"), black - both.count("B")

    @cache
    def won(last: str, i: int, j: int) -> int:
        """Count the orders of the cards left that Yvonne wins, both sides of the coin apart."""
        if last == yvonne:
            return 2 * comb(i + j, i)
        if last == zara:
            return 0
        if i == j == 0:
            return 1
        after_red = won((last + "R")[-k:], i - 1, j) if i else 0
        return after_red + (won((last + "B")[-k:], i, j - 1) if j else 0)

    return Fraction(won("", *deck), 2 * comb(sum(deck), deck[0]))


def by_automaton(yvonne: str, zara: str, red: int = 26, black: int = 26) -> Fraction:
    """Return Yvonne's chance; of the last cards, only what begins a word is kept: 2k·26²."""
    prefixes = {word[:end] for word in (yvonne, zara) for end in range(len(yvonne) + 1)}

    def longest(cards: str) -> str:
        return next(cards[i:] for i in range(len(cards) + 1) if cards[i:] in prefixes)

    after = {state: (longest(state + "R"), longest(state + "B")) for state in prefixes}
    both = yvonne + zara
    deck = red - both.count("R"), black - both.count("B")

    @cache
    def won(state: str, i: int, j: int) -> int:
        if state == yvonne:
            return 2 * comb(i + j, i)
        if state == zara:
            return 0
        if i == j == 0:
            return 1
        after_red, after_black = after[state]
        return (won(after_red, i - 1, j) if i else 0) + (won(after_black, i, j - 1) if j else 0)

    return Fraction(won("", *deck), 2 * comb(sum(deck), deck[0]))


def legal(yvonne: str, zara: str, red: int, black: int) -> bool:
    both = yvonne + zara
    return yvonne != zara and both.count("R") <= red and both.count("B") <= black


Chance = Callable[[str, str, int, int], Fraction]


def every_pair(
    k: int, red: int = 26, black: int = 26, chance: Chance = by_automaton
) -> Fraction | None:
    """Return Yvonne's chance by the minimax as it stands; None if no two words are there."""
    words = list(map("".join, product("RB", repeat=k)))
    answers = [[chance(y, z, red, black) for z in words if legal(y, z, red, black)] for y in words]
    return max((min(chances) for chances in answers if chances), default=None)


def most_promising(k: int, red: int = 26, black: int = 26) -> Fraction | None:
    """Return Yvonne's chance by the author's search: always go on with the best word so far.

    Replies that end as Yvonne's word begins are tested first. Replies that cannot win are
    skipped, which is right with equal colours, where Zara always has one that leaves her ½.
    """
    words = list(map("".join, product("RB", repeat=k)))

    def replies(yvonne: str) -> list[str]:
        deck = [z for z in words if legal(yvonne, z, red, black)]
        wins = [z for z in deck if can_win(yvonne, z)]
        return sorted(wins, key=lambda z: depth(yvonne, z)) or deck[:1]

    def can_win(yvonne: str, zara: str) -> bool:
        out = yvonne + zara + zara
        return out.count("R") <= red and out.count("B") <= black

    def depth(yvonne: str, zara: str) -> int:
        return next(d for d in range(1, k + 1) if yvonne.startswith(zara[d:]))

    to_try = {y: replies(y) for y in words}
    queue = [(Fraction(-1), y, 0) for y in words if to_try[y]]  # the greatest chance comes first
    heapify(queue)
    while queue:
        negative, y, tried = heappop(queue)
        if tried == len(to_try[y]):
            return -negative
        found = by_automaton(y, to_try[y][tried], red, black)
        heappush(queue, (max(negative, -found), y, tried + 1))
    return None


def cases() -> list[Case]:
    def cold() -> None:
        lucky_draws._lead.cache_clear()
        lucky_draws._words.cache_clear()

    def pair(yvonne: str, zara: str, cards: int) -> Fraction:
        cold()
        return lucky_draws.win_probability(yvonne, zara, red=cards, black=cards)

    def solved(k: int) -> Fraction:
        cold()
        return lucky_draws.solve(k).probability

    def all_solved() -> list[Fraction]:
        return [solved(k) for k in range(1, 27)]

    by_length = [
        Case(
            game="lucky_draws",
            name=f"two words, k = {k}",
            ours=partial(pair, WORDS[0][:k], WORDS[1][:k], 26),
            others={
                "the last k cards": partial(by_last_cards, WORDS[0][:k], WORDS[1][:k]),
                "the automaton": partial(by_automaton, WORDS[0][:k], WORDS[1][:k]),
            },
            size=k,
        )
        for k in range(3, 9)
    ]
    by_deck = [
        Case(
            game="lucky_draws",
            name=f"two words, k = 4, deck {cards} + {cards}",
            ours=partial(pair, WORDS[0][:4], WORDS[1][:4], cards),
            others={
                "the automaton": partial(by_automaton, WORDS[0][:4], WORDS[1][:4], cards, cards)
            },
            size=cards,
        )
        for cards in (13, 26, 52, 104)
    ]
    searches = [
        Case(
            game="lucky_draws",
            name=f"solve({k})",
            ours=partial(solved, k),
            others={
                **({"every pair": partial(every_pair, k)} if k <= 4 else {}),
                "most promising first": partial(most_promising, k),
            },
            size=k,
        )
        for k in (3, 4, 5, 6, 7)
    ]
    longer = [
        Case(game="lucky_draws", name=f"solve({k})", ours=partial(solved, k), size=k)
        for k in (9, 11, 13, 15, 16)
    ]
    whole = Case(game="lucky_draws", name="solve(1) … solve(26)", ours=all_solved)
    return [*by_length, *by_deck, *searches, *longer, whole]
