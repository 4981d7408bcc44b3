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
"""

from collections import deque
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from random import Random
from typing import NamedTuple

from games.incremental import Incremental, finish
from games.lucky_draws import penney
from games.lucky_draws.words import LONGEST_IN_TABLE, Table, all_words, coloured, two_words
from games.maths.automaton import PrefixAutomaton
from games.validate import integer, random_source, short_repr

__all__ = [
    "Convergence",
    "Deal",
    "Reply",
    "Solution",
    "best_reply",
    "convergence",
    "count_optimal_words",
    "deal",
    "play",
    "solve",
    "solve_incremental",
    "table",
    "table_incremental",
    "win_probability",
    "win_probability_after",
]

MOST_CARDS = 416  # of each colour, as in sixteen packs: any pair of words then takes a second
MOST_SEARCHED_CARDS = 104  # both colours together, as in two packs: for a search of the best reply
LONGEST_SEARCHED = 17  # the longest words that can come at all from one pack
MOST_POSITIONS = 1_000_000  # states of the automaton times cards left of either colour

HALF = Fraction(1, 2)


# A pair of words and a deck ----------------------------------------------------------------------

Shifts = tuple[tuple[int, int], ...]  # (cards, reds among them)


@lru_cache(maxsize=4096)  # some 10 MB: in a search most pairs of words share their shifts
def _lead(
    left: int, red: int, k: int, y: int, z: int, yy: Shifts, zy: Shifts, yz: Shifts, zz: Shifts
) -> int:
    """Count the orders in which Yvonne's word is first, minus those in which Zara's is.

    This is the recurrence of the module's docstring, with one number for each polynomial.

    Args:
        left, red: the cards left in the deck, and the reds among them.
        k, y, z: the length of the words, and their reds.
        yy, zy, yz, zz: the shifts from Yvonne's word to itself, from Zara's to Yvonne's, …
    """
    width = left + 2  # bits of a coefficient, which is at most 2^left and has a sign
    past_y: deque[int] = deque(maxlen=k)  # Y_{t−k} … Y_{t−1}
    past_z: deque[int] = deque(maxlen=k)
    into_y = [(past_y, d, a * width) for d, a in yy] + [(past_z, d, a * width) for d, a in zy]
    into_z = [(past_y, d, a * width) for d, a in yz] + [(past_z, d, a * width) for d, a in zz]
    y, z = y * width, z * width
    neither, lead = 1, 0
    for t in range(left - k + 1):
        if t:
            neither += neither << width
        if t >= k:
            neither -= (past_y[0] << y) + (past_z[0] << z)
        first_y = first_z = neither
        for past, d, a in into_y:
            if d <= t:
                first_y -= past[-d] << a
        for past, d, a in into_z:
            if d <= t:
                first_z -= past[-d] << a
        past_y.append(first_y)
        past_z.append(first_z)
        lead += (lead << width) + (first_y << y) - (first_z << z)
    return _coefficient(lead, red, width)


def _coefficient(packed: int, place: int, width: int) -> int:
    """Return one coefficient of a packed polynomial; it may be negative.

    >>> _coefficient(5 - (3 << 8) + (7 << 16), 1, 8)
    -3
    """
    packed += 1 << place * width >> 1  # the lower coefficients may be negative: round them away
    sign = 1 << (width - 1)
    return ((packed >> place * width) + sign) % (1 << width) - sign


class _Game:
    """A deck, and the length of the words.

    Here a word is a whole number. Bit i is 1 if card i is red. So ``x >> d`` is the word x without
    its first d cards, and ``y & low[k - d]`` is the first k − d cards of the word y.
    """

    def __init__(self, k: int, red: int, black: int) -> None:
        self.k, self.red, self.black = k, red, black
        self.left = red + black - 2 * k
        self.low = [(1 << cards) - 1 for cards in range(k + 1)]
        # with larger shifts, words do not overlap, or the later word does not fit into the deck
        self.shifts = range(1, min(k, self.left - k + 1))
        self._split = [(d, self.low[d], self.low[k - d]) for d in self.shifts]

    def shifts_between(self, x: int, y: int) -> Shifts:
        """Return the shifts from word x to word y, with the reds in that many cards of x."""
        return tuple(
            [(d, (x & head).bit_count()) for d, head, tail in self._split if x >> d == y & tail]
        )

    def lead(self, yvonne: int, zara: int, own: Shifts | None = None) -> int:
        """Return Yvonne's lead; ``own`` are the shifts from her word to itself, if known."""
        y, z = yvonne.bit_count(), zara.bit_count()
        return _lead(
            self.left,
            self.red - y - z,
            self.k,
            y,
            z,
            self.shifts_between(yvonne, yvonne) if own is None else own,
            self.shifts_between(zara, yvonne),
            self.shifts_between(yvonne, zara),
            self.shifts_between(zara, zara),
        )

    def chance(self, yvonne: int, zara: int) -> Fraction:
        reds = self.red - yvonne.bit_count() - zara.bit_count()
        return HALF + Fraction(self.lead(yvonne, zara), 2 * comb(self.left, reds))

    def text(self, word: int) -> str:
        return "".join(["BR"[word >> i & 1] for i in range(self.k)])


def _bits(word: str) -> int:
    return sum([1 << i for i, card in enumerate(word) if card == "R"])


def win_probability(yvonne: str, zara: str, *, red: int = 26, black: int = 26) -> Fraction:
    """Return the chance that Yvonne's word wins against Zara's.

    It is ½ + L/(2·C(n, r)). Here n cards with r reds are left after both words have left the deck.
    L counts the orders of these cards in which Yvonne's word is first, minus those in which Zara's
    is. The module's docstring has the recurrence for L.

    Args:
        yvonne, zara: two different words of R and B, of equal length.
        red, black: the cards of the full deck, 0 to 416 each, from which both words are taken.

    Raises:
        TypeError: a word is not text, or a number of cards not an int.
        ValueError: the words are equal, or have two lengths or other letters, or the deck does not
            have their cards.

    Source:
        Internet Problem Solving Contest, Solution to Problem L - Lucky draws.

    >>> win_probability("RBR", "RRB")
    Fraction(5435156667257, 15780742227900)
    >>> win_probability("RRB", "BRR", red=4, black=3)  # one card is left
    Fraction(1, 2)
    """
    yvonne, zara, red, black = _checked(yvonne, zara, red, black)
    game = _Game(len(yvonne), red, black)
    return game.chance(_bits(yvonne), _bits(zara))


def win_probability_after(
    yvonne: str, zara: str, dealt_cards: str, *, red: int = 26, black: int = 26
) -> Fraction:
    """Return the chance that Yvonne's word wins after some cards of the deck were dealt.

    This is the plain way, backwards through the deck. With the state s of the prefix automaton of
    both words, and i red and j black cards to come, the chance is

        W(s, i, j) = i/(i+j)·W(s after R, i−1, j) + j/(i+j)·W(s after B, i, j−1),

    where W is 1 once Yvonne's word is complete, 0 once Zara's is, and ½ if no cards are left.

    Args:
        yvonne, zara: two different words of R and B, of equal length.
        dealt_cards: the cards on the table, in order; "" before the first card.
        red, black: the cards of the full deck, from which both words are taken; few enough for a
            million triples (s, i, j).

    Raises:
        TypeError, ValueError: as for `win_probability`; also for cards on the table that are not
            in the deck.

    Source:
        Internet Problem Solving Contest, Solution to Problem L - Lucky draws.

    >>> for cards in ("", "R", "RR", "RRB"):
    ...     print(win_probability_after("RRB", "BRR", cards, red=7, black=6))
    2/7
    8/15
    1
    1
    """
    yvonne, zara, red, black = _checked(yvonne, zara, red, black)
    dealt_cards = coloured("dealt_cards", dealt_cards, shortest=0, longest=2 * MOST_CARDS)
    used_cards = yvonne + zara + dealt_cards
    i, j = red - used_cards.count("R"), black - used_cards.count("B")
    if i < 0 or j < 0:
        raise ValueError(
            f"dealt_cards is {short_repr(dealt_cards)}, but the deck had only "
            f"{i + dealt_cards.count('R')} red and {j + dealt_cards.count('B')} black cards once "
            "both words were out"
        )
    automaton = PrefixAutomaton([yvonne, zara])
    winner = automaton.find(dealt_cards)
    if winner is not None:
        return Fraction(1 - winner.pattern)
    size = len(automaton.states) * (i + 1) * (j + 1)
    if size > MOST_POSITIONS:
        raise ValueError(
            f"red is {red} and black is {black}, but that makes {size} positions, "
            f"and at most {MOST_POSITIONS} are allowed: use win_probability, or a smaller deck"
        )
    state = ""
    for card in dealt_cards:
        state = automaton.step(state, card)
    return Fraction(_wins_twice(automaton, state, i, j), 2 * comb(i + j, i))


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
        TypeError, ValueError: as for `win_probability`; also if decks is not a list.

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
        chance = win_probability(yvonne, zara, red=cards, black=cards)
        rows.append(Convergence(cards, chance, chance - limit))
    return tuple(rows)


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


def deal(rng: Random, yvonne: str, zara: str, *, red: int = 26, black: int = 26) -> Deal:
    """Shuffle the deck, deal it, and let the coin decide if neither word comes.

    Args:
        rng: the source of random numbers; the same seed gives the same deal.
        yvonne, zara: two different words of R and B, of equal length.
        red, black: the cards of the full deck, from which both words are taken.

    Returns:
        A `Deal`: the cards in their order, the winner, and the last card of the winner's word.

    Raises:
        TypeError, ValueError: as for `win_probability`; TypeError also if rng is not a
            random.Random.

    >>> deal(Random(2), "RRB", "BRR", red=8, black=8)
    Deal(cards='BBRBBBRBRR', winner='zara', end=10)
    """
    yvonne, zara, red, black = _checked(yvonne, zara, red, black)
    random_source(rng)
    used_cards = yvonne + zara
    deck = ["R"] * (red - used_cards.count("R")) + ["B"] * (black - used_cards.count("B"))
    rng.shuffle(deck)
    cards = "".join(deck)
    hits = [(cards.find(word), name) for word, name in ((yvonne, "yvonne"), (zara, "zara"))]
    start, winner = min([hit for hit in hits if hit[0] >= 0], default=(None, ""))
    if start is None:
        return Deal(cards, rng.choice(("yvonne", "zara")), None)
    return Deal(cards, winner, start + len(yvonne))


def play(rng: Random, yvonne: str, zara: str, *, red: int = 26, black: int = 26) -> int:
    """Play one game and return 1 if Yvonne wins it, else 0, for a simulation.

    Args:
        rng, yvonne, zara, red, black: as for `deal`.

    Returns:
        1 or 0; an integer, so that the mean of many games is a frequency.

    Raises:
        TypeError, ValueError: as for `deal`.

    >>> from games.maths.simulate import estimate
    >>> games = estimate(lambda rng: play(rng, "RBR", "RRB"), runs=1000, seed=1)
    >>> round(games.mean, 2)
    0.33
    """
    return int(deal(rng, yvonne, zara, red=red, black=black).winner == "yvonne")


# The best reply, and the best word ---------------------------------------------------------------


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


@lru_cache(maxsize=256)  # at most 2^18 numbers: the words of a search have up to 17 cards
def _words(cards: int, reds: int) -> tuple[int, ...]:
    """Return all words with this number of cards and of reds."""
    if reds in (0, cards):
        return ((1 << reds) - 1,)
    last = 1 << (cards - 1)
    with_last_red = [word | last for word in _words(cards - 1, reds - 1)]
    return (*_words(cards - 1, reds), *with_last_red)


class _Search(_Game):
    """The search for good words.

    The deck that is left depends on the reds of the words. So leads are compared as *edges*: an
    edge is Yvonne's chance minus Zara's, in units that make every edge a whole number.

    Replies come in classes. Let d be the least shift from Zara's word to Yvonne's. Then Zara's word
    is d free cards followed by the beginning of Yvonne's word. Without a shift that matters, all k
    cards are free. The class (d, f) has d free cards, and f of them are red.
    """

    def __init__(self, k: int, red: int, black: int) -> None:
        super().__init__(k, red, black)
        self.even = red == black  # then swapping the colours changes nothing
        self.decks = [comb(self.left, reds) for reds in range(self.left + 1)]
        self.unit = lcm(*self.decks)
        self._classes: dict[tuple[int, int, int], list[tuple[int, int, int]]] = {}

    def edge(self, lead: int, y: int, z: int) -> int:
        return lead * (self.unit // self.decks[self.red - y - z])

    def words_of_yvonne(self) -> range:
        """Return the numbers of reds that Yvonne's word can have.

        Every such word leaves Zara a reply. At least k cards remain. If they make only one word,
        this word has one colour, and it is Yvonne's only if the whole deck has that colour.
        """
        return range(max(0, self.k - self.black), min(self.k, self.red) + 1)

    def replies(self, y: int) -> range:
        """Return the numbers of reds that Zara's word can have if Yvonne's has y."""
        return range(max(0, 2 * self.k - y - self.black), min(self.k, self.red - y) + 1)

    def any_reply(self, yvonne: int) -> int:
        """Return a legal reply; its number of reds is as near as possible to the complement's."""
        y, low, k = yvonne.bit_count(), self.low, self.k
        reds = sorted(self.replies(y), key=lambda z: abs(y + z - k))
        blocks = (block for z in reds for block in (low[z] << (k - z), low[z]))
        return next(block for block in blocks if block != yvonne)

    def places(self, cards: int, reds: int, deck: int) -> int:
        """Count the places of a row of cards, ``reds`` of them red, in all orders of a deck."""
        rest = self.left - cards
        return (rest + 1) * comb(rest, deck - reds) if rest >= 0 and deck >= reds else 0

    def places_apart(self, reds: int, deck: int) -> int:
        """Count the places of two words that do not overlap, first one, then the other."""
        rest = self.left - 2 * self.k
        return comb(rest + 2, 2) * comb(rest, deck - reds) if rest >= 0 and deck >= reds else 0

    def bound(self, yvonne: int, own: Shifts, shift: int, z: int) -> int:
        """Return a lower bound of the edge for all replies of z reds with this least shift.

        Take one order of the deck. At each place of Yvonne's word count 1 minus the number of words
        that are complete before, and add these numbers up. If Yvonne is first, her first place adds
        1 and the other places add 0 or less. If she is not first, no place adds more than 0. So she
        wins at least as many orders as her word has places, less the pairs of a word and hers after
        it. Zara wins at most as many orders as her word has places. The pairs that overlap are
        known, because the least shift fixes all shifts from Zara's word to Yvonne's.
        """
        k, y = self.k, yvonne.bit_count()
        deck = self.red - y - z
        lead = self.places(k, y, deck) - self.places(k, z, deck)
        lead -= self.places_apart(2 * y, deck) + self.places_apart(y + z, deck)
        for d, reds in own:
            lead -= self.places(k + d, y + reds, deck)
        end = yvonne & self.low[k - shift]  # the end of Zara's word is the beginning of Yvonne's
        for d in self.shifts[shift - 1 :]:
            begin = yvonne & self.low[k - d]
            if end >> d - shift == begin:
                lead -= self.places(k + d, y + z - begin.bit_count(), deck)
        return self.edge(lead, y, z)

    def classes(self, y: int, shift: int, fixed: int) -> list[tuple[int, int, int]]:
        """Return (guess, d, f) for the classes with d = ``shift`` and ``fixed`` reds not free.

        The guess of the edge uses the largest terms of the bound. It sets the order of the search,
        and the result does not depend on it.
        """
        key = y, shift, fixed
        if key not in self._classes:
            entries = []
            for z in self.replies(y):
                if fixed <= z <= fixed + shift:
                    deck = self.red - y - z
                    lead = self.places(self.k, y, deck) - self.places(self.k, z, deck)
                    lead -= self.places(self.k + shift, y + z - fixed, deck)
                    entries.append((self.edge(lead, y, z), shift, z - fixed))
            self._classes[key] = entries
        return self._classes[key]

    def answer(self, yvonne: int, floor: int | None = None) -> tuple[int, int]:
        """Return Yvonne's edge against Zara's best reply, and that reply.

        With a floor, the search ends at the first reply that leaves her at most the floor.
        """
        k, y = self.k, yvonne.bit_count()
        if self.left < k:  # no word can come
            return 0, self.any_reply(yvonne)
        own = self.shifts_between(yvonne, yvonne)
        classes = [
            entry
            for shift in (*self.shifts, k)
            for entry in self.classes(y, shift, (yvonne & self.low[k - shift]).bit_count())
        ]
        best, reply = self.unit + 1, yvonne
        for _, shift, reds in sorted(classes):
            begin = yvonne & self.low[k - shift]
            z = reds + begin.bit_count()
            if self.bound(yvonne, own, shift, z) >= best:
                continue
            for free in _words(shift, reds):
                zara = free | begin << shift
                if zara == yvonne:
                    continue
                edge = self.edge(self.lead(yvonne, zara, own), y, z)
                if edge < best:
                    best, reply = edge, zara
                    if floor is not None and best <= floor:
                        return best, reply
        return best, reply

    def hopeless(self, y: int, floor: int) -> bool:
        """Return whether a simple reply shows that no word of y reds gives more than the floor.

        The reply is all blacks, then all reds; or reds first, if Yvonne has that word. It does not
        overlap itself, so it appears in at least as many orders as it has places, less the pairs of
        places. In each of these orders one player wins. Yvonne wins at most as many orders as her
        word has places, and Zara wins the rest.
        """
        for z in self.replies(y):
            if 0 < z < self.k:
                deck = self.red - y - z
                comes = self.places(self.k, z, deck) - self.places_apart(2 * z, deck)
                if self.edge(2 * self.places(self.k, y, deck) - comes, y, z) <= floor:
                    return True
        return False

    def solve_incremental(self) -> Incremental[tuple[int, int, int]]:
        """Find Yvonne's edge, one of her best words, and one of Zara's best replies."""
        k, red, black = self.k, self.red, self.black
        by_mix = sorted(self.words_of_yvonne(), key=lambda y: (abs(y * black - (k - y) * red), y))
        if self.left < k:
            yvonne = self.low[by_mix[0]]
            return 0, yvonne, self.any_reply(yvonne)
        best = -self.unit - 1, 0, 0
        words, tried = sum([comb(k, y) for y in by_mix]), 0
        for y in by_mix:
            tried += comb(k, y)
            if self.hopeless(y, best[0]):
                continue
            for yvonne in _words(k, y):
                if self.even and not yvonne & 1:
                    continue
                edge, zara = self.answer(yvonne, best[0])
                yield tried / words
                if edge > best[0]:
                    best = edge, yvonne, zara
                    if self.even and edge == 0:  # Zara has the complement, so there is no more
                        return best
        return best

    def count(self) -> int:
        """Count Yvonne's best words."""
        reds = self.words_of_yvonne()
        if self.left < self.k:
            return sum([comb(self.k, y) for y in reds])
        best, *_ = finish(self.solve_incremental())
        total = 0
        for y in reds:
            if not self.hopeless(y, best - 1):
                words = [word for word in _words(self.k, y) if word & 1 or not self.even]
                total += sum([self.answer(word, best - 1)[0] == best for word in words])
        return 2 * total if self.even else total


def best_reply(yvonne: str, *, red: int = 26, black: int = 26) -> Reply:
    """Return one of Zara's best replies to a word, and Yvonne's chance against it.

    It is the minimum of `win_probability` over Zara's legal words. Words that end as Yvonne's word
    begins are the most dangerous, and the search tries them first. A bound shows that the other
    words cannot do better.

    Args:
        yvonne: a word of R and B.
        red, black: the cards of the full deck, at most 104 together. A word of more than 17
            cards is allowed only if no word can come any more, that is, if three words have
            more cards than the deck.

    Returns:
        A `Reply`: her word and the probability that it leaves to Yvonne.

    Raises:
        TypeError: the word is not text, or a number of cards not an int.
        ValueError: the word is empty, has other letters, is not in the deck or leaves no legal
            reply; or the search would be too long.

    Source:
        Internet Problem Solving Contest, Solution to Problem L - Lucky draws.

    >>> word, probability = best_reply("RRR")
    >>> word, round(float(probability), 4)
    ('BRR', 0.0876)
    >>> best_reply("RRR", red=12, black=2)  # with hardly a black card
    Reply(word='BRR', probability=Fraction(5, 8))
    """
    yvonne = coloured("yvonne", yvonne)
    red, black = _deck(red, black)
    _check_cards("yvonne", yvonne, red, black, "in the deck")
    search = _search("the length of yvonne", len(yvonne), red, black)
    _, zara = search.answer(_bits(yvonne))
    return Reply(search.text(zara), search.chance(_bits(yvonne), zara))


def solve(k: int, *, red: int = 26, black: int = 26) -> Solution:
    """Solve the game for words of k cards: Yvonne's chance if both choose as well as possible.

    It is the maximum over Yvonne's words of the minimum over Zara's replies. The search drops a
    word as soon as one reply leaves it no more than the best word so far has. If the deck has as
    many red as black cards, Zara may always name the complement. Then Yvonne never has more than ½,
    and a word with ½ ends the search.

    If a deck has both colours and at least 2k cards, each word of Yvonne's leaves Zara a reply. No
    other deck holds two words, and the game cannot be played with it.

    Args:
        k: the length of the words, 1 to half the number of cards; more than 17 only if no word can
            come any more, that is, for 3k > red + black.
        red, black: the cards of the full deck, at most 104 together.

    Returns:
        A `Solution`: the probability, and one optimal pair of words.

    Raises:
        TypeError: an argument is not an int.
        ValueError: k is out of range, the cards do not suffice, or the search would be too long.

    Source:
        Internet Problem Solving Contest, Solution to Problem L - Lucky draws.

    >>> solve(3)
    Solution(probability=Fraction(5435156667257, 15780742227900), yvonne='RBR', zara='RRB')
    >>> solve(17).probability, solve(3, red=12, black=2).probability
    (Fraction(1, 2), Fraction(5, 8))
    """
    return finish(solve_incremental(k, red=red, black=black))


def solve_incremental(k: int, *, red: int = 26, black: int = 26) -> Incremental[Solution]:
    """Do the work of `solve` in pieces, for a page that must show other things in between.

    Args:
        k, red, black: as for `solve`.

    Yields:
        The share of Yvonne's words that will soon be tried, from 0 to 1, after each word.

    Returns:
        The result of `solve`, as the value of the generator.

    Raises:
        TypeError, ValueError: as for `solve`.

    >>> [sum(1 for _ in solve_incremental(k)) for k in (3, 18)]
    [4, 0]
    """
    return _solve_incremental(_search("k", k, red, black))


def _solve_incremental(search: _Search) -> Incremental[Solution]:
    edge, yvonne, zara = yield from search.solve_incremental()
    chance = HALF + Fraction(edge, 2 * search.unit)
    return Solution(chance, search.text(yvonne), search.text(zara))


def count_optimal_words(k: int, *, red: int = 26, black: int = 26) -> int:
    """Return the number of words with which Yvonne has the chance that `solve` gives.

    Args:
        k, red, black: as for `solve`.

    Raises:
        TypeError, ValueError: as for `solve`.

    >>> [count_optimal_words(k) for k in (1, 2, 3, 4, 18)]
    [2, 2, 2, 2, 262144]
    """
    return _search("k", k, red, black).count()


def _search(name: str, k: int, red: int, black: int) -> _Search:
    red, black = _deck(red, black)
    cards = red + black
    if cards > MOST_SEARCHED_CARDS:
        raise ValueError(
            f"red + black is {cards}, but must be at most {MOST_SEARCHED_CARDS} where the best "
            "reply is searched: win_probability takes larger decks"
        )
    k = integer(name, k, 1, cards // 2, hint="the cards of both words are taken from the deck")
    if not red or not black:
        raise ValueError(
            f"{'black' if red else 'red'} is 0, but a deck of one colour has one word of {k} "
            "cards, and Zara may not name the same as Yvonne"
        )
    if k > LONGEST_SEARCHED and 3 * k <= cards:
        raise ValueError(
            f"{name} is {k}, but with {cards} cards must be at most {LONGEST_SEARCHED} (the words "
            f"double with each card), or at least {cards // 3 + 1}, where no word can come"
        )
    return _Search(k, red, black)


# All words of a length against all others --------------------------------------------------------


def table(k: int, *, red: int = 26, black: int = 26) -> Table:
    """Return a table of `win_probability` from a deck, for all pairs of words.

    Args:
        k: the length of the words, 1 to 6.
        red, black: the cards of the full deck, at most 104 together.

    Returns:
        The `Table`; an entry is None if the deck does not hold both words.

    Raises:
        TypeError, ValueError: an argument is not an int, or out of range.

    >>> round(float(table(3).chance("RRB", "RBR")), 4)
    0.6556
    >>> len(table(4).cycles(3))
    60
    >>> len(penney.table(4).cycles(3))  # the deck breaks ties of the coin
    14
    """
    return finish(table_incremental(k, red=red, black=black))


def table_incremental(k: int, *, red: int = 26, black: int = 26) -> Incremental[Table]:
    """Do the work of `table` in pieces, a row at a time.

    Args:
        k, red, black: as for `table`.

    Yields:
        The share of the work that is done, from 0 to 1.

    Returns:
        The result of `table`, as the value of the generator.

    Raises:
        TypeError, ValueError: as for `table`.

    >>> list(table_incremental(2))
    [0.25, 0.5, 0.75, 1.0]
    """
    k = integer("k", k, 1, LONGEST_IN_TABLE, hint="the table has 4^k entries")
    red, black = _deck(red, black)
    integer("red + black", red + black, 0, MOST_SEARCHED_CARDS, hint="the table has 4^k entries")
    return _table_incremental(_Game(k, red, black))


def _table_incremental(game: _Game) -> Incremental[Table]:
    k, red, black = game.k, game.red, game.black

    def chance(yvonne: str, zara: str) -> Fraction | None:
        reds = (yvonne + zara).count("R")
        in_deck = reds <= red and 2 * k - reds <= black
        return game.chance(_bits(yvonne), _bits(zara)) if in_deck and yvonne != zara else None

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


# Checks of arguments -----------------------------------------------------------------------------


def _deck(red: int, black: int) -> tuple[int, int]:
    hint = "the work grows with the square of the deck"
    return integer("red", red, 0, MOST_CARDS, hint=hint), integer(
        "black", black, 0, MOST_CARDS, hint=hint
    )


def _checked(yvonne: str, zara: str, red: int, black: int) -> tuple[str, str, int, int]:
    yvonne, zara = two_words("yvonne", yvonne, "zara", zara)
    red, black = _deck(red, black)
    _check_cards("yvonne", yvonne, red, black, "in the deck")
    reds = yvonne.count("R")
    black_left = black - (len(yvonne) - reds)
    _check_cards("zara", zara, red - reds, black_left, f"left once {short_repr(yvonne)} is out")
    return yvonne, zara, red, black


def _check_cards(name: str, word: str, red: int, black: int, place: str) -> None:
    reds = word.count("R")
    if reds > red or len(word) - reds > black:
        raise ValueError(
            f"{name} is {short_repr(word)}, of {reds} red and {len(word) - reds} black cards, but "
            f"only {red} red and {black} black cards are {place}"
        )
