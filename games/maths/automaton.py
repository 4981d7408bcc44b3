"""Watch a stream of symbols for several words at once: the prefix automaton.

Read symbols one at a time and ask after each: how much of a pattern do the latest symbols spell?
Only one thing about the past can still matter, the longest piece at its end that begins a pattern.
So a **state** is a prefix of a pattern, shown as itself: ``""`` (nothing yet), ``"R"``, ``"RR"``
and at last ``"RRB"``, the pattern complete. Pasts with the same state have the same future; so
when the symbols come by chance, the states form a Markov chain.

A symbol that continues the prefix leads **forward**. Any other leads back, but no further than it
must: drop symbols from the front until the rest, with the new symbol, begins a pattern. The first
such drop is the **failure link** of a state, to its longest proper suffix that is a state too.
Forward steps and failure links are all there is to know (Aho and Corasick, 1975).
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from games.arguments import shown

__all__ = ["Edge", "Match", "PrefixAutomaton"]

MOST_SYMBOLS = 1000  # the states are all prefixes, so their length in all grows as the square

Word = TypeVar("Word", str, tuple[Hashable, ...])


class Edge(NamedTuple):
    """One arrow of the drawing.

    Attributes:
        source: the state from which it leads.
        symbol: what is read there.
        target: the state to which it leads.
        is_forward: whether it lengthens the prefix by one; else it leads back.
    """

    source: Any
    symbol: Any
    target: Any
    is_forward: bool


class Match(NamedTuple):
    """A pattern that was complete.

    Attributes:
        pattern: its index among the patterns.
        end: after how many symbols.
    """

    pattern: int
    end: int


class PrefixAutomaton(Generic[Word]):
    """The automaton whose states are the prefixes of the patterns.

    Args:
        patterns: one or more, all of them texts or all of them tuples of hashable symbols; none
            is empty, no two are equal, and they have at most 1000 symbols in all. A pattern may
            contain another: `match` says which one counts.

    Attributes:
        patterns: the patterns, in the order given.
        states: their prefixes, shortest first; the first is the empty one, where reading begins.
        alphabet: their symbols, in order of appearance. Other symbols may be read as well.

    Raises:
        TypeError: a pattern is neither text nor tuple, or texts and tuples are mixed.
        ValueError: no pattern, an empty one, two equal ones, or too many symbols.

    Source:
        Alfred V. Aho and Margaret J. Corasick, Efficient string matching, Comm. ACM 18 (1975).

    >>> automaton = PrefixAutomaton(["RRB", "BRR"])
    >>> automaton.states
    ('', 'R', 'B', 'RR', 'BR', 'RRB', 'BRR')
    >>> [automaton.step(*it) for it in (("RR", "B"), ("BR", "B"), ("RRB", "R"))]
    ['RRB', 'B', 'BR']
    >>> automaton.match("RRB"), automaton.match("RR")
    (0, None)
    """

    _patterns: tuple[Word, ...]
    _states: tuple[Word, ...]
    _alphabet: tuple[Any, ...]

    def __init__(self, patterns: Iterable[Word]) -> None:
        self._patterns = words = _validated_patterns(patterns)
        prefixes = dict.fromkeys(word[:end] for word in words for end in range(len(word) + 1))
        self._states = tuple(sorted(prefixes, key=len))
        self._alphabet = tuple(dict.fromkeys(symbol for word in words for symbol in word))
        self._forward: dict[tuple[Word, Hashable], Word] = {
            (state[:-1], state[-1]): state for state in self.states[1:]
        }
        root = self.states[0]
        index = {word: i for i, word in enumerate(words)}
        self._fail: dict[Word, Word] = {root: root}
        self._complete: dict[Word, tuple[int, ...]] = {root: ()}
        for state in self.states[1:]:  # shorter states first: their links are there already
            shorter = self._fail[state[:-1]]
            link = root if len(state) == 1 else self._next(shorter, state[-1])
            self._fail[state] = link
            exact_match = (index[state],) if state in index else ()
            self._complete[state] = exact_match + self._complete[link]

    @property
    def patterns(self) -> tuple[Word, ...]:
        """The patterns, in the order given."""
        return self._patterns

    @property
    def states(self) -> tuple[Word, ...]:
        """The prefixes of the patterns, shortest first; the first is the empty one."""
        return self._states

    @property
    def alphabet(self) -> tuple[Any, ...]:
        """The symbols of the patterns, in order of appearance."""
        return self._alphabet

    def __repr__(self) -> str:
        return f"PrefixAutomaton({shown(list(self.patterns))})"

    def step(self, state: Word, symbol: Hashable) -> Word:
        """Return the state after one more symbol.

        It is the longest suffix of ``state + symbol`` that is a prefix of a pattern; a complete
        pattern is a state like any other and is read on from. A symbol that no pattern contains
        leads back to the empty prefix.

        Args:
            state: one of the `states`.
            symbol: what is read next: a character, or what tuples have in place of it.

        Raises:
            TypeError: the symbol is not a single character of text, or not hashable.
            ValueError: the automaton has no such state.

        >>> PrefixAutomaton([(1, 2, 1, 3)]).step((1, 2, 1), 2)
        (1, 2)
        """
        self._check_state(state)
        single = isinstance(symbol, str) and len(symbol) == 1
        if isinstance(self.patterns[0], str) and not single:
            raise TypeError(f"symbol is {shown(symbol)}, but must be a text of one character")
        try:
            return self._next(state, symbol)
        except TypeError:
            raise TypeError(f"symbol is {shown(symbol)}, but must be hashable") from None

    def _next(self, state: Word, symbol: Hashable) -> Word:
        while (state, symbol) not in self._forward:
            if not state:
                return state
            state = self._fail[state]
        return self._forward[state, symbol]

    def match(self, state: Word) -> int | None:
        """Return the index of the pattern that is complete in a state, or None.

        Where several end together, each a suffix of the next, it is the longest; `all_matches`
        gives them all. A pattern inside another one is complete as soon as it has been read, in a
        state on the way to the longer.

        Args:
            state: one of the `states`.

        Raises:
            ValueError: the automaton has no such state.

        >>> automaton = PrefixAutomaton(["B", "RB", "RRBR"])
        >>> [automaton.match(state) for state in ("R", "B", "RB", "RRB", "RRBR")]
        [None, 0, 1, 1, 2]
        """
        self._check_state(state)
        return next(iter(self._complete[state]), None)

    def all_matches(self, state: Word) -> tuple[int, ...]:
        """Return the indices of all patterns that are complete in a state, the longest first.

        Args:
            state: one of the `states`.

        Raises:
            ValueError: the automaton has no such state.

        >>> PrefixAutomaton(["B", "RB", "RRBR"]).all_matches("RRB")
        (1, 0)
        """
        self._check_state(state)
        return self._complete[state]

    def fail(self, state: Word) -> Word:
        """Return the failure link: the longest proper suffix of a state that is a state.

        The empty prefix links to itself. The length of a state is its depth in the drawing.

        Args:
            state: one of the `states`.

        Raises:
            ValueError: the automaton has no such state.

        >>> PrefixAutomaton(["RRB", "BRR"]).fail("BRR")
        'RR'
        """
        self._check_state(state)
        return self._fail[state]

    def edges(self) -> Iterator[Edge]:
        """Yield every arrow of the drawing, by state and symbol of the alphabet.

        >>> for edge in PrefixAutomaton(["RB"]).edges():
        ...     print(edge.source, edge.symbol, edge.target, edge.is_forward, sep=",")
        ,R,R,True
        ,B,,False
        R,R,R,False
        R,B,RB,True
        RB,R,R,False
        RB,B,,False
        """
        for state in self.states:
            for symbol in self.alphabet:
                target = self._next(state, symbol)
                yield Edge(state, symbol, target, len(target) > len(state))

    def find(self, symbols: Iterable[Hashable]) -> Match | None:
        """Read symbols until a pattern is complete.

        Args:
            symbols: a text, or any other row of symbols.

        Returns:
            The first `Match`, or None if the symbols end before.

        Raises:
            TypeError: as `step` says.

        >>> PrefixAutomaton(["RRB", "BRR"]).find("RBBRRB")
        Match(pattern=1, end=5)
        """
        try:
            stream = iter(symbols)
        except TypeError:
            raise TypeError(f"symbols is {shown(symbols)}, but must be a text or a list") from None
        state = self.states[0]
        for end, symbol in enumerate(stream, start=1):
            state = self.step(state, symbol)
            if self._complete[state]:
                return Match(self._complete[state][0], end)
        return None

    def _check_state(self, state: Word) -> None:
        try:
            if state in self._fail:
                return
        except TypeError:
            pass  # not hashable, so not a state
        raise ValueError(f"state is {shown(state)}, but must be a prefix of one of the patterns")


def _validated_patterns(patterns: Iterable[Word]) -> tuple[Word, ...]:
    if isinstance(patterns, str):
        raise TypeError(f"patterns is {shown(patterns)}, a text: for one pattern write it in [ ]")
    try:
        stream = iter(patterns)
    except TypeError:
        raise TypeError(f"patterns is {shown(patterns)}, but must be a list of them") from None
    words: list[Word] = []
    symbols = 0
    for word in stream:
        place = f"patterns[{len(words)}]"
        if not isinstance(word, str | tuple):
            raise TypeError(f"{place} is {shown(word)}, but must be a text or a tuple of symbols")
        if words and isinstance(word, str) != isinstance(words[0], str):
            raise TypeError(
                f"{place} is {shown(word)}, but {shown(words[0])} is not of its kind: "
                "give texts alone, or tuples alone"
            )
        try:
            hash(word)
        except TypeError:
            raise TypeError(f"{place} is {shown(word)}, but its symbols must be hashable") from None
        if not word:
            raise ValueError(f"{place} is empty: it would be complete before anything is read")
        symbols += len(word)
        if symbols > MOST_SYMBOLS:
            raise ValueError(f"patterns have more than {MOST_SYMBOLS} symbols in all")
        if word in words:
            raise ValueError(
                f"{place} is {shown(word)}, the same as patterns[{words.index(word)}]: "
                "no one can tell which of them is complete"
            )
        words.append(word)
    if not words:
        raise ValueError("patterns is empty: give at least one")
    return tuple(words)
