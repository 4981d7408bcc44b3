"""The search for Zara's best reply to a word, and for Yvonne's best word."""

from functools import lru_cache
from math import comb, lcm

from games.incremental import Incremental, finish
from games.lucky_draws.pairs import Pairs, Shifts


@lru_cache(maxsize=256)  # at most 2^18 numbers: the words of a search have up to 17 cards
def words_with(cards: int, reds: int) -> tuple[int, ...]:
    """Return all words with this number of cards and of reds."""
    if reds in (0, cards):
        return ((1 << reds) - 1,)
    last = 1 << (cards - 1)
    with_last_red = [word | last for word in words_with(cards - 1, reds - 1)]
    return (*words_with(cards - 1, reds), *with_last_red)


class Search(Pairs):
    """The search for good words.

    The deck that is left depends on the reds of the words. So leads are compared as *edges*: an
    edge is Yvonne's chance minus Zara's, in units that make every edge a whole number.

    Replies come in classes. Let d be the least shift from Zara's word to Yvonne's. Then Zara's word
    is d free cards followed by the beginning of Yvonne's word. Without a shift that matters, all k
    cards are free. The class (d, f) has d free cards, and f of them are red.
    """

    def __init__(self, k: int, red: int, black: int) -> None:
        super().__init__(k, red, black)
        self.is_symmetric = red == black  # then swapping the colours changes nothing
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

    def bound(self, yvonne: int, own_shifts: Shifts, shift: int, z: int) -> int:
        """Return a lower bound of the edge for all replies of z reds with this least shift.

        Take one order of the deck. At each place of Yvonne's word count 1 minus the number of words
        that are complete before, and add these numbers up. If Yvonne is first, her first place adds
        1 and the other places add 0 or less. If she is not first, no place adds more than 0. So the
        orders that she wins are at least the places of her word, minus the pairs of a word and a
        later place of hers. Zara wins at most as many orders as her word has places. The pairs that
        overlap are known, because the least shift fixes all shifts from Zara's word to Yvonne's.
        """
        k, y = self.k, yvonne.bit_count()
        deck = self.red - y - z
        lead = self.places(k, y, deck) - self.places(k, z, deck)
        lead -= self.places_apart(2 * y, deck) + self.places_apart(y + z, deck)
        for d, reds in own_shifts:
            lead -= self.places(k + d, y + reds, deck)
        end = yvonne & self.low[k - shift]  # the end of Zara's word is the beginning of Yvonne's
        for d in self.shifts[shift - 1 :]:
            begin = yvonne & self.low[k - d]
            if end >> d - shift == begin:
                lead -= self.places(k + d, y + z - begin.bit_count(), deck)
        return self.edge(lead, y, z)

    def classes(self, y: int, shift: int, fixed_reds: int) -> list[tuple[int, int, int]]:
        """Return (guess, d, f) for the classes with d = ``shift`` and ``fixed`` reds not free.

        The guess of the edge uses the largest terms of the bound. It sets the order of the search,
        and the result does not depend on it.
        """
        key = y, shift, fixed_reds
        if key not in self._classes:
            entries = []
            for z in self.replies(y):
                if fixed_reds <= z <= fixed_reds + shift:
                    deck = self.red - y - z
                    lead = self.places(self.k, y, deck) - self.places(self.k, z, deck)
                    lead -= self.places(self.k + shift, y + z - fixed_reds, deck)
                    entries.append((self.edge(lead, y, z), shift, z - fixed_reds))
            self._classes[key] = entries
        return self._classes[key]

    def answer(self, yvonne: int, floor: int | None = None) -> tuple[int, int]:
        """Return Yvonne's edge against Zara's best reply, and that reply.

        With a floor, the search ends at the first reply that leaves her at most the floor.
        """
        k, y = self.k, yvonne.bit_count()
        if self.left < k:  # no word can come
            return 0, self.any_reply(yvonne)
        own_shifts = self.shifts_between(yvonne, yvonne)
        classes = [
            entry
            for shift in (*self.shifts, k)
            for entry in self.classes(y, shift, (yvonne & self.low[k - shift]).bit_count())
        ]
        best, reply = self.unit + 1, yvonne
        for _, shift, reds in sorted(classes):
            begin = yvonne & self.low[k - shift]
            z = reds + begin.bit_count()
            if self.bound(yvonne, own_shifts, shift, z) >= best:
                continue
            for free in words_with(shift, reds):
                zara = free | begin << shift
                if zara == yvonne:
                    continue
                edge = self.edge(self.lead(yvonne, zara, own_shifts), y, z)
                if edge < best:
                    best, reply = edge, zara
                    if floor is not None and best <= floor:
                        return best, reply
        return best, reply

    def hopeless(self, y: int, floor: int) -> bool:
        """Return whether a simple reply shows that no word of y reds gives more than the floor.

        The reply is all blacks, then all reds; or reds first, if Yvonne has that word. It does not
        overlap itself, so the orders in which it appears are at least its places, minus the pairs
        of its places. In each of these orders one player wins. Yvonne wins at most as many orders
        as her word has places, and Zara wins the rest.
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
        words, words_tried = sum([comb(k, y) for y in by_mix]), 0
        for y in by_mix:
            words_tried += comb(k, y)
            if self.hopeless(y, best[0]):
                continue
            for yvonne in words_with(k, y):
                if self.is_symmetric and not yvonne & 1:
                    continue
                edge, zara = self.answer(yvonne, best[0])
                yield words_tried / words
                if edge > best[0]:
                    best = edge, yvonne, zara
                    if self.is_symmetric and edge == 0:
                        return best  # Zara has the complement, so there is no larger edge
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
                words = [
                    word for word in words_with(self.k, y) if word & 1 or not self.is_symmetric
                ]
                total += sum([self.answer(word, best - 1)[0] == best for word in words])
        return 2 * total if self.is_symmetric else total
