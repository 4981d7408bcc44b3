"""Lucky draws: all orders of the cards, and the methods of its source."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from heapq import heapify, heappop, heappush
from itertools import combinations, product
from math import comb

from tests.oracles.equations import solve_equations

HALF = Fraction(1, 2)
Chance = Callable[[str, str, int, int], Fraction]


@cache
def words(k):
    return list(map("".join, product("RB", repeat=k)))


@cache
def orders(red, black):
    """All orders of a deck."""
    places = range(red + black)
    return ["".join("BR"[i in reds] for i in places) for reds in combinations(places, red)]


def by_all_orders(yvonne, zara, red, black, dealt_cards=""):
    """Return Yvonne's chance from a list of all decks that begin with the cards dealt."""
    all_cards = yvonne + zara
    decks = orders(red - all_cards.count("R"), black - all_cards.count("B"))
    points = [points_of(deck, yvonne, zara) for deck in decks if deck.startswith(dealt_cards)]
    return Fraction(sum(points), 2 * len(points))


def points_of(deck, yvonne, zara):
    """2 if Yvonne's word comes first, 0 if Zara's, 1 if the coin decides."""
    for end in range(len(yvonne), len(deck) + 1):
        if deck[:end].endswith(yvonne):
            return 2
        if deck[:end].endswith(zara):
            return 0
    return 1


def legal(yvonne: str, zara: str, red: int, black: int) -> bool:
    all_cards = yvonne + zara
    return yvonne != zara and all_cards.count("R") <= red and all_cards.count("B") <= black


def minimax(k, red, black, chance=by_all_orders):
    """Yvonne's word -> its chance against the best reply."""
    answers = {
        y: [chance(y, z, red, black) for z in words(k) if legal(y, z, red, black)] for y in words(k)
    }
    return {yvonne: min(chances) for yvonne, chances in answers.items() if chances}


def by_last_cards(yvonne: str, zara: str, red: int = 26, black: int = 26) -> Fraction:
    """Return Yvonne's chance; a position is the last k cards and the cards left: 2^k·26²."""
    k = len(yvonne)
    next_states = {
        word: ((word + "R")[-k:], (word + "B")[-k:]) for n in range(k + 1) for word in words(n)
    }
    return _by_states(yvonne, zara, red, black, next_states)


def by_automaton(yvonne: str, zara: str, red: int = 26, black: int = 26) -> Fraction:
    """Return Yvonne's chance; a state has the last cards that begin a word: 2k·26² states."""
    prefixes = {word[:end] for word in (yvonne, zara) for end in range(len(yvonne) + 1)}

    def longest(cards: str) -> str:
        return next(cards[i:] for i in range(len(cards) + 1) if cards[i:] in prefixes)

    next_states = {state: (longest(state + "R"), longest(state + "B")) for state in prefixes}
    return _by_states(yvonne, zara, red, black, next_states)


def _by_states(
    yvonne: str, zara: str, red: int, black: int, next_states: Mapping[str, tuple[str, str]]
) -> Fraction:
    """Return Yvonne's chance; `after` returns the next state after a red or a black card."""
    all_cards = yvonne + zara
    deck = red - all_cards.count("R"), black - all_cards.count("B")

    @cache
    def count_wins(state: str, i: int, j: int) -> int:
        """Count the orders of the cards left that Yvonne wins, both sides of the coin apart."""
        if state == yvonne:
            return 2 * comb(i + j, i)
        if state == zara:
            return 0
        if i == j == 0:
            return 1
        after_red, after_black = next_states[state]
        return (count_wins(after_red, i - 1, j) if i else 0) + (
            count_wins(after_black, i, j - 1) if j else 0
        )

    return Fraction(count_wins("", *deck), 2 * comb(sum(deck), deck[0]))


def every_pair(
    k: int, red: int = 26, black: int = 26, chance: Chance = by_automaton
) -> Fraction | None:
    """Return Yvonne's chance by plain minimax, or None if the deck has no two words."""
    return max(minimax(k, red, black, chance).values(), default=None)


def most_promising(k: int, red: int = 26, black: int = 26) -> Fraction | None:
    """Return Yvonne's chance by the author's search: always go on with the best word so far.

    Replies that end as Yvonne's word begins are tested first. Replies that cannot win are
    skipped, which is right with equal colours, where Zara always has one that leaves her ½.
    """

    def replies(yvonne: str) -> list[str]:
        deck = [z for z in words(k) if legal(yvonne, z, red, black)]
        wins = [z for z in deck if can_win(yvonne, z)]
        return sorted(wins, key=lambda z: depth(yvonne, z)) or deck[:1]

    def can_win(yvonne: str, zara: str) -> bool:
        cards_out = yvonne + zara + zara
        return cards_out.count("R") <= red and cards_out.count("B") <= black

    def depth(yvonne: str, zara: str) -> int:
        return next(d for d in range(1, k + 1) if yvonne.startswith(zara[d:]))

    to_try = {y: replies(y) for y in words(k)}
    queue = [(Fraction(-1), y, 0) for y in words(k) if to_try[y]]  # the greatest chance comes first
    heapify(queue)
    while queue:
        negative, y, search_place = heappop(queue)
        if search_place == len(to_try[y]):
            return -negative
        chance = by_automaton(y, to_try[y][search_place], red, black)
        heappush(queue, (max(negative, -chance), y, search_place + 1))
    return None


def count_tricks(cards, words):
    """How many tricks each word takes, read from left to right with no automaton."""
    tricks_of = dict.fromkeys(words, 0)
    table = ""
    for card in cards:
        table += card
        for word in words:
            if table.endswith(word):
                tricks_of[word] += 1
                table = ""
                break
    return tuple(tricks_of[word] for word in words)


def leads(yvonne, zara, red, black):
    """Return the chance of each lead in tricks, by the cards of the trick so far.

    A state has the last k − 1 of these cards, without an automaton and without merged states.
    """
    k = len(yvonne)

    @cache
    def lead_orders(table, r, b):
        counts = Counter({0: 1} if r == b == 0 else {})
        for card, rest in (("R", (r - 1, b)), ("B", (r, b - 1))):
            if min(rest) >= 0:
                last_cards = (table + card)[-k:]
                trick_gain = (last_cards == yvonne) - (last_cards == zara)
                for lead, orders in lead_orders("" if trick_gain else last_cards, *rest).items():
                    counts[lead + trick_gain] += orders
        return counts

    return {
        lead: Fraction(orders, comb(red + black, red))
        for lead, orders in lead_orders("", red, black).items()
    }


def race_of_words(a, b, red=HALF, worth=0):
    """Play until a word is complete; the state is the last cards."""
    k = len(a) - 1  # so many cards must be remembered

    def step(last):
        transitions = []
        for card, p in (("R", red), ("B", 1 - red)):
            state = last + card
            is_over = state.endswith((a, b))
            value = Fraction(state.endswith(a)) if not worth else 1
            transitions.append((p, None, value) if is_over else (p, state[-k:] if k else "", worth))
        return transitions

    return solve_equations(step, "")
