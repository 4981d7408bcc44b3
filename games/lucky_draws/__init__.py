"""Lucky draws: two words of colours race in the cards of a shuffled deck.

Yvonne names a word of k colours such as ``"RRB"`` (two red cards, then a black one), then Zara
names another. The cards of both words leave the deck. The rest is shuffled and dealt. The word that
appears first in k consecutive cards wins. If neither word appears, a fair coin decides.

**Overlaps.** Words compete by overlapping. Suppose that the end of Zara's word is the beginning of
Yvonne's. Then Zara's word is often complete before Yvonne's. A *shift* d from X to Y means that Y
begins with the cards of X after its first d. So Y may start d cards after X has started.

**Counting.** Take all beginnings of t cards, and sort them by their reds. This gives a polynomial
in u, in which the coefficient of u^i counts the beginnings with i reds. Let N_t count the
beginnings in which neither word is complete. Let Y_t count the beginnings on which Yvonne's word
can be laid and is then the first to be complete. Z_t is the same for Zara's word. One more card on
a beginning either leaves both words incomplete or completes one:

    N_t = (1 + u)·N_{t−1} − u^y·Y_{t−k} − u^z·Z_{t−k},    N_0 = 1,

where y and z are the reds of the words. Lay Yvonne's word on a beginning that N_t counts. It is the
first, unless a word that started d cards earlier was complete before, with a shift d:

    Y_t = N_t − Σ_d u^a·Y_{t−d} − Σ_d u^b·Z_{t−d}.

The first sum is over the shifts from Yvonne's word to itself, the second over the shifts from
Zara's word to Yvonne's. The exponents a and b are the reds among the first d cards of the word that
started earlier. The equation of Z_t is alike. With n cards and r reds in the deck, all orders of
the cards that follow count, and Yvonne's lead over Zara is

    L = coefficient of u^r in Σ_t (1 + u)^{n−k−t}·(u^y·Y_t − u^z·Z_t),
    P(Yvonne wins) = ½ + L / (2·C(n, r)).

**One number instead of a polynomial.** Every coefficient above counts some of the 2^t beginnings.
With u = 2^w and w > n, each coefficient has its own w bits. A polynomial is then a single integer,
and a multiplication by u is a shift of its bits.

With a coin instead of a deck it is Penney's game: `games.lucky_draws.penney`.

>>> LuckyDraws().solve(3)
Solution(probability=Fraction(5435156667257, 15780742227900), yvonne='RBR', zara='RRB')
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from random import Random
from typing import NamedTuple

from games.incremental import Incremental, finish
from games.lucky_draws import penney
from games.lucky_draws.pairs import HALF, Pairs, bits
from games.lucky_draws.search import Search
from games.lucky_draws.words import LONGEST_IN_TABLE, Table, all_words, checked_word, two_words
from games.maths.automaton import PrefixAutomaton
from games.parameters import Game, Integer, parameter
from games.validate import integer, random_source, short_repr

__all__ = ["Convergence", "Deal", "LuckyDraws", "Reply", "Solution", "convergence"]

MOST_CARDS = 416  # of each colour, as in sixteen decks: any pair of words then takes a second
MOST_SEARCHED_CARDS = 104  # both colours together, as in two decks: for a search of the best reply
LONGEST_SEARCHED = 17  # the longest words that can come at all from one deck
MOST_POSITIONS = 1_000_000  # states of the automaton times cards left of either colour

HINT = "the work grows with the square of the deck"
RED = Integer("Red cards", "how many red cards the full deck has", 0, MOST_CARDS, HINT)
BLACK = Integer("Black cards", "how many black cards the full deck has", 0, MOST_CARDS, HINT)


class Deal(NamedTuple):
    """The course of one game.

    Attributes:
        cards: the whole deck in its order, without the cards of the words.
        winner: "yvonne" or "zara".
        end: the number of cards that completed the winner's word; None if the coin decided.
    """

    cards: str
    winner: str
    end: int | None


class Reply(NamedTuple):
    """A best reply of Zara's.

    Attributes:
        word: the word that she names.
        probability: the chance that it leaves to Yvonne.
    """

    word: str
    probability: Fraction


class Solution(NamedTuple):
    """The result if both play as well as possible.

    Attributes:
        probability: Yvonne's chance.
        yvonne: one of her best words.
        zara: a best reply to it.
    """

    probability: Fraction
    yvonne: str
    zara: str


@dataclass(frozen=True)
class LuckyDraws(Game):
    """A race of two words in the cards of a shuffled deck.

    The cards of both words are taken from the full deck before it is shuffled. A search for best
    words needs a deck of at most 104 cards.

    >>> LuckyDraws(red=5, black=3).win_probability("RR", "BR")
    Fraction(1, 6)
    >>> LuckyDraws(red=12, black=2).solve(3).probability
    Fraction(5, 8)
    """

    red: int = parameter(26, RED)
    black: int = parameter(26, BLACK)

    # Two words

    def win_probability(self, yvonne: str, zara: str) -> Fraction:
        """Return the chance that Yvonne's word wins against Zara's.

        It is ½ + L/(2·C(n, r)). Here n cards with r reds are left after both words have left the
        deck. L counts the orders of these cards in which Yvonne's word is first, minus those in
        which Zara's is. The module's docstring has the recurrence for L. The game and the plain way
        to its chances are from [luckydraws].

        Args:
            yvonne, zara: two different words of R and B, of equal length.

        Raises:
            TypeError: a word is not text.
            ValueError: the words are equal, or have two lengths or other letters, or the deck does
                not have their cards.

        >>> LuckyDraws().win_probability("RBR", "RRB")
        Fraction(5435156667257, 15780742227900)
        >>> one_card_left = LuckyDraws(red=4, black=3)
        >>> one_card_left.win_probability("RRB", "BRR")
        Fraction(1, 2)
        """
        yvonne, zara = self._pair(yvonne, zara)
        return Pairs(len(yvonne), self.red, self.black).chance(bits(yvonne), bits(zara))

    def win_probability_after(self, yvonne: str, zara: str, dealt_cards: str) -> Fraction:
        """Return the chance that Yvonne's word wins after some cards of the deck were dealt.

        This is the plain way, backwards through the deck. With the state s of the prefix automaton
        of both words, and i red and j black cards to come, the chance is

            W(s, i, j) = i/(i+j)·W(s after R, i−1, j) + j/(i+j)·W(s after B, i, j−1),

        where W is 1 once Yvonne's word is complete, 0 once Zara's is, and ½ if no cards are left.
        The way is that of [luckydraws].

        Args:
            yvonne, zara: two different words of R and B, of equal length.
            dealt_cards: the cards on the table, in order; "" before the first card.

        Raises:
            TypeError: as for `win_probability`.
            ValueError: as for `win_probability`; also for cards on the table that are not in the
                deck, and for more than a million triples (s, i, j).

        >>> game = LuckyDraws(red=7, black=6)
        >>> for cards in ("", "R", "RR", "RRB"):
        ...     print(game.win_probability_after("RRB", "BRR", cards))
        2/7
        8/15
        1
        1
        """
        yvonne, zara = self._pair(yvonne, zara)
        dealt_cards = checked_word("dealt_cards", dealt_cards, shortest=0, longest=2 * MOST_CARDS)
        red_left, black_left = self._cards_left(yvonne + zara)
        i, j = red_left - dealt_cards.count("R"), black_left - dealt_cards.count("B")
        if i < 0 or j < 0:
            raise ValueError(
                f"dealt_cards is {short_repr(dealt_cards)}, but the deck had only {red_left} red "
                f"and {black_left} black cards once both words were out"
            )
        automaton = PrefixAutomaton([yvonne, zara])
        winner = automaton.find(dealt_cards)
        if winner is not None:
            return Fraction(1 - winner.pattern)
        size = len(automaton.states) * (i + 1) * (j + 1)
        if size > MOST_POSITIONS:
            raise ValueError(
                f"red is {self.red} and black is {self.black}, but that makes {size} positions, "
                f"and at most {MOST_POSITIONS} are allowed: use win_probability, or a smaller deck"
            )
        state = ""
        for card in dealt_cards:
            state = automaton.step(state, card)
        return Fraction(_wins_twice(automaton, state, i, j), 2 * comb(i + j, i))

    def _pair(self, yvonne: str, zara: str) -> tuple[str, str]:
        """Return two words if they can play with this deck, or raise an error."""
        yvonne, zara = two_words("yvonne", yvonne, "zara", zara)
        self._require_cards(yvonne)
        red, black = self._cards_left(yvonne)
        _require_cards("zara", zara, red, black, f"left once {short_repr(yvonne)} is out")
        return yvonne, zara

    def _require_cards(self, yvonne: str) -> None:
        _require_cards("yvonne", yvonne, self.red, self.black, "in the deck")

    def _cards_left(self, cards: str) -> tuple[int, int]:
        """Return how many red and black cards are left without these cards."""
        return self.red - cards.count("R"), self.black - cards.count("B")

    # One game

    def deal(self, rng: Random, yvonne: str, zara: str) -> Deal:
        """Shuffle the deck, deal it, and let the coin decide if neither word comes.

        Args:
            rng: the source of random numbers; the same seed gives the same deal.
            yvonne, zara: two different words of R and B, of equal length.

        Returns:
            A `Deal`: the cards in their order, the winner, and the last card of the winner's word.

        Raises:
            TypeError, ValueError: as for `win_probability`; TypeError also if rng is not a
                random.Random.

        >>> LuckyDraws(red=8, black=8).deal(Random(2), "RRB", "BRR")
        Deal(cards='BBRBBBRBRR', winner='zara', end=10)
        """
        yvonne, zara = self._pair(yvonne, zara)
        random_source(rng)
        red, black = self._cards_left(yvonne + zara)
        deck = ["R"] * red + ["B"] * black
        rng.shuffle(deck)
        cards = "".join(deck)
        hits = [(cards.find(word), name) for word, name in ((yvonne, "yvonne"), (zara, "zara"))]
        start, winner = min([hit for hit in hits if hit[0] >= 0], default=(None, ""))
        if start is None:
            return Deal(cards, rng.choice(("yvonne", "zara")), None)
        return Deal(cards, winner, start + len(yvonne))

    def play(self, rng: Random, yvonne: str, zara: str) -> int:
        """Play one game and return 1 if Yvonne wins it, else 0, for a simulation.

        Args:
            rng, yvonne, zara: as for `deal`.

        Returns:
            1 or 0; an integer, so that the mean of many games is a frequency.

        Raises:
            TypeError, ValueError: as for `deal`.

        >>> from games.maths.simulate import estimate
        >>> game = LuckyDraws()
        >>> games = estimate(
        ...     lambda rng: game.play(rng, "RBR", "RRB"), runs=1000, seed=1
        ... )
        >>> round(games.mean, 2)
        0.33
        """
        return int(self.deal(rng, yvonne, zara).winner == "yvonne")

    # The best reply, and the best word

    def best_reply(self, yvonne: str) -> Reply:
        """Return one of Zara's best replies to a word, and Yvonne's chance against it.

        It is the minimum of `win_probability` over Zara's legal words. Words that end as Yvonne's
        word begins are the most dangerous, and the search tries them first. A bound shows that the
        other words cannot do better. The order of the search is from [luckydraws].

        Args:
            yvonne: a word of R and B. It may have more than 17 cards only if no word can come any
                more, that is, if three words have more cards than the deck.

        Returns:
            A `Reply`: her word and the probability that it leaves to Yvonne.

        Raises:
            TypeError: the word is not text.
            ValueError: the word is empty, has other letters, is not in the deck or leaves no legal
                reply; or the search would be too long.

        >>> word, probability = LuckyDraws().best_reply("RRR")
        >>> word, round(float(probability), 4)
        ('BRR', 0.0876)
        >>> LuckyDraws(red=12, black=2).best_reply("RRR")  # with hardly a black card
        Reply(word='BRR', probability=Fraction(5, 8))
        """
        yvonne = checked_word("yvonne", yvonne)
        self._require_cards(yvonne)
        search = self._search("the length of yvonne", len(yvonne))
        _, zara = search.answer(bits(yvonne))
        return Reply(search.text(zara), search.chance(bits(yvonne), zara))

    def solve(self, k: int) -> Solution:
        """Solve the game for words of k cards: Yvonne's chance if both choose as well as possible.

        It is the maximum over Yvonne's words of the minimum over Zara's replies. The search drops a
        word as soon as one reply leaves it no more than the best word so far has. If the deck has
        as many red as black cards, Zara may always name the complement. Then Yvonne never has more
        than ½, and a word with ½ ends the search. The puzzle, and these ideas, are from
        [luckydraws].

        If a deck has both colours and at least 2k cards, each word of Yvonne's leaves Zara a reply.
        No other deck holds two words, and the game cannot be played with it.

        Args:
            k: the length of the words, 1 to half the number of cards; more than 17 only if no word
                can come any more, that is, for 3k > red + black.

        Returns:
            A `Solution`: the probability, and one optimal pair of words.

        Raises:
            TypeError: k is not an int.
            ValueError: k is out of range, the cards do not suffice, or the search would be too
                long.

        >>> LuckyDraws().solve(17).probability
        Fraction(1, 2)
        """
        return finish(self.solve_incremental(k))

    def solve_incremental(self, k: int) -> Incremental[Solution]:
        """Do the work of `solve` in pieces, for a page that must show other things in between.

        Args:
            k: as for `solve`.

        Yields:
            The share of Yvonne's words that will soon be tried, from 0 to 1, after each word.

        Returns:
            The result of `solve`, as the value of the generator.

        Raises:
            TypeError, ValueError: as for `solve`.

        >>> [sum(1 for _ in LuckyDraws().solve_incremental(k)) for k in (3, 18)]
        [4, 0]
        """
        return _solve_incremental(self._search("k", k))

    def count_optimal_words(self, k: int) -> int:
        """Return the number of words with which Yvonne has the chance that `solve` gives.

        Args:
            k: as for `solve`.

        Raises:
            TypeError, ValueError: as for `solve`.

        >>> [LuckyDraws().count_optimal_words(k) for k in (1, 2, 3, 4, 18)]
        [2, 2, 2, 2, 262144]
        """
        return self._search("k", k).count()

    def _search(self, name: str, k: int) -> Search:
        cards = self.red + self.black
        if cards > MOST_SEARCHED_CARDS:
            raise ValueError(
                f"red + black is {cards}, but must be at most {MOST_SEARCHED_CARDS} where the best "
                "reply is searched: win_probability takes larger decks"
            )
        hint = "the cards of both words are taken from the deck"
        k = integer(name, k, 1, cards // 2, hint=hint)
        if not self.red or not self.black:
            raise ValueError(
                f"{'black' if self.red else 'red'} is 0, but a deck of one colour has one word of "
                f"{k} cards, and Zara may not name the same as Yvonne"
            )
        if k > LONGEST_SEARCHED and 3 * k <= cards:
            raise ValueError(
                f"{name} is {k}, but with {cards} cards must be at most {LONGEST_SEARCHED} (the "
                f"words double with each card), or at least {cards // 3 + 1}, where no word can "
                "come"
            )
        return Search(k, self.red, self.black)

    # All words of a length against all others

    def table(self, k: int) -> Table:
        """Return a table of `win_probability` for all pairs of words.

        Args:
            k: the length of the words, 1 to 6.

        Returns:
            The `Table`; an entry is None if the deck does not hold both words.

        Raises:
            TypeError: k is not an int.
            ValueError: k is out of range, or the deck has more than 104 cards.

        >>> game = LuckyDraws()
        >>> round(float(game.table(3).chance("RRB", "RBR")), 4)
        0.6556
        >>> len(game.table(4).cycles(3))
        60
        >>> len(penney.table(4).cycles(3))  # the deck breaks ties of the coin
        14
        """
        return finish(self.table_incremental(k))

    def table_incremental(self, k: int) -> Incremental[Table]:
        """Do the work of `table` in pieces, a row at a time.

        Args:
            k: as for `table`.

        Yields:
            The share of the work that is done, from 0 to 1.

        Returns:
            The result of `table`, as the value of the generator.

        Raises:
            TypeError, ValueError: as for `table`.

        >>> list(LuckyDraws().table_incremental(2))
        [0.25, 0.5, 0.75, 1.0]
        """
        hint = "the table has 4^k entries"
        k = integer("k", k, 1, LONGEST_IN_TABLE, hint=hint)
        integer("red + black", self.red + self.black, 0, MOST_SEARCHED_CARDS, hint=hint)
        return _table_incremental(Pairs(k, self.red, self.black))


class Convergence(NamedTuple):
    """The difference between a deck and the coin.

    Attributes:
        cards: the cards of each colour.
        probability: Yvonne's chance with the deck.
        gap: that chance minus her chance with a coin.
    """

    cards: int
    probability: Fraction
    gap: Fraction


def convergence(
    yvonne: str, zara: str, decks: Sequence[int] = (13, 26, 52, 104, 208, 416)
) -> tuple[Convergence, ...]:
    """Return how the game with ever larger decks approaches the game with an endless coin.

    Args:
        yvonne, zara: two different words of R and B, of equal length.
        decks: the number of red cards of each deck, which is also its number of black cards.

    Returns:
        For each deck: its number, Yvonne's chance, and her chance minus that with a coin.

    Raises:
        TypeError, ValueError: as for `LuckyDraws.win_probability`; also if decks is not a list.

    >>> for cards, chance, gap in convergence("RBR", "RRB", [13, 26, 52]):
    ...     print(cards, round(float(chance), 4), round(float(gap), 4))
    13 0.3587 0.0253
    26 0.3444 0.0111
    52 0.3386 0.0052
    """
    yvonne, zara = two_words("yvonne", yvonne, "zara", zara)
    limit = penney.win_probability(yvonne, zara)
    if isinstance(decks, str | bytes | bytearray | memoryview) or not isinstance(decks, Sequence):
        raise TypeError(f"decks is {short_repr(decks)}, but must be a list of numbers of cards")
    rows = []
    for n, number in enumerate(decks):
        cards = integer(f"decks[{n}]", number, 0, MOST_CARDS)
        chance = LuckyDraws(cards, cards).win_probability(yvonne, zara)
        rows.append(Convergence(cards, chance, chance - limit))
    return tuple(rows)


def _wins_twice(automaton: PrefixAutomaton[str], state: str, red: int, black: int) -> int:
    """Count twice the orders that Yvonne wins, and once those that the coin decides."""
    next_states = {s: (automaton.step(s, "R"), automaton.step(s, "B")) for s in automaton.states}
    winners = {s: automaton.match(s) for s in automaton.states}
    row: list[dict[str, int]] = []
    for i in range(red + 1):
        previous_row, row = row, []
        for j in range(black + 1):
            cell = {}
            for s, (after_red, after_black) in next_states.items():
                if winners[s] is not None:
                    cell[s] = 2 * comb(i + j, i) if winners[s] == 0 else 0
                elif i == j == 0:
                    cell[s] = 1
                else:
                    cell[s] = previous_row[j][after_red] if i else 0
                    cell[s] += row[j - 1][after_black] if j else 0
            row.append(cell)
    return row[black][state]


def _solve_incremental(search: Search) -> Incremental[Solution]:
    edge, yvonne, zara = yield from search.solve_incremental()
    chance = HALF + Fraction(edge, 2 * search.unit)
    return Solution(chance, search.text(yvonne), search.text(zara))


def _table_incremental(pairs: Pairs) -> Incremental[Table]:
    k, red, black = pairs.k, pairs.red, pairs.black

    def chance(yvonne: str, zara: str) -> Fraction | None:
        reds = (yvonne + zara).count("R")
        in_deck = reds <= red and 2 * k - reds <= black
        return pairs.chance(bits(yvonne), bits(zara)) if in_deck and yvonne != zara else None

    words = all_words(k)
    rows: list[tuple[Fraction | None, ...]] = []
    for i, yvonne in enumerate(words):
        row = [
            None if opposite is None else 1 - opposite
            for opposite in (earlier_row[i] for earlier_row in rows)
        ]
        rows.append((*row, *[chance(yvonne, zara) for zara in words[i:]]))
        yield len(rows) / len(words)
    return Table(words, tuple(rows))


def _require_cards(name: str, word: str, red: int, black: int, place: str) -> None:
    reds = word.count("R")
    if reds > red or len(word) - reds > black:
        raise ValueError(
            f"{name} is {short_repr(word)}, of {reds} red and {len(word) - reds} black cards, but "
            f"only {red} red and {black} black cards are {place}"
        )
