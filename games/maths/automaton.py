"""Watch a stream of symbols for several words at once: the prefix automaton.

Symbols are read one at a time. After each of them the question is: how much of a pattern do the
latest symbols spell? Only one thing about the past matters: the longest suffix of the symbols read
that is a prefix of a pattern. This prefix is the **state**. For the pattern ``"RRB"`` the states
are ``""`` (nothing yet), ``"R"``, ``"RR"`` and ``"RRB"`` (complete). If the symbols are random and
independent, the states form a Markov chain.

A symbol that continues the prefix leads **forward**. Any other symbol leads back, to the longest
suffix that is a state again. It is found by **failure links**: the link of a state goes to its
longest proper suffix that is a state. The forward steps and the failure links determine the whole
automaton (Aho and Corasick, 1975).
"""

from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from games.validate import integer, short_repr

__all__ = ["Edge", "Match", "PrefixAutomaton"]

MAX_SYMBOLS = 1000  # the total length of all states, which are prefixes, grows as the square

Word = TypeVar("Word", str, tuple[Hashable, ...])


class Edge(NamedTuple):
    """One step of the automaton: an arrow in its drawing.

    Attributes:
        source: the state before the step.
        symbol: the symbol that is read.
        target: the state after the step.
        is_forward: whether the step makes the prefix longer by one symbol; else it leads back.
    """

    source: Any
    symbol: Any
    target: Any
    is_forward: bool


class Match(NamedTuple):
    """A pattern that was found.

    Attributes:
        pattern: the index of the pattern.
        end: the number of symbols read when the pattern was complete.
    """

    pattern: int
    end: int


class PrefixAutomaton(Generic[Word]):
    """The automaton whose states are the prefixes of the patterns.

    Args:
        patterns: one or more patterns. Either all are texts, or all are tuples of hashable
            symbols. No pattern is empty, and no two are equal. A pattern may contain another:
            `match` says which one counts.
        limit: how many symbols the patterns may have together, 1000 unless given. The states take
            space in proportion to its square.

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
    >>> pairs = ("RR", "B"), ("BR", "B"), ("RRB", "R")
    >>> [automaton.step(state, symbol) for state, symbol in pairs]
    ['RRB', 'B', 'BR']
    >>> automaton.match("RRB"), automaton.match("RR")
    (0, None)

    A coin that is not fair, until one of two words is complete:

    >>> from games.maths.markov import AbsorbingChain
    >>> words = PrefixAutomaton(["HTH", "TTH"])
    >>> def step(seen):
    ...     if words.match(seen) is not None:
    ...         return {seen: 1}
    ...     return {words.step(seen, "H"): "3/5", words.step(seen, "T"): "2/5"}
    >>> AbsorbingChain.from_step(step, "").absorption_probabilities("")["HTH"]
    Fraction(63, 125)
    """

    _patterns: tuple[Word, ...]
    _states: tuple[Word, ...]
    _alphabet: tuple[Any, ...]

    def __init__(self, patterns: Iterable[Word], *, limit: int = MAX_SYMBOLS) -> None:
        limit = integer("limit", limit, 1)
        self._patterns = words = _validated_patterns(patterns, limit)
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
        for state in self.states[1:]:  # in order of length, so shorter states have their links
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
        return f"PrefixAutomaton({short_repr(list(self.patterns))})"

    def step(self, state: Word, symbol: Hashable) -> Word:
        """Return the state after one more symbol.

        It is the longest suffix of ``state + symbol`` that is a prefix of a pattern. Reading can
        continue from a complete pattern. A symbol that no pattern contains leads back to the empty
        prefix.

        Args:
            state: one of the `states`.
            symbol: the next symbol: a character if the patterns are texts, else any hashable value.

        Raises:
            TypeError: the symbol is not a single character of text, or not hashable.
            ValueError: the automaton has no such state.

        >>> PrefixAutomaton([(1, 2, 1, 3)]).step((1, 2, 1), 2)
        (1, 2)
        """
        self._check_state(state)
        single = isinstance(symbol, str) and len(symbol) == 1
        if isinstance(self.patterns[0], str) and not single:
            raise TypeError(f"symbol is {short_repr(symbol)}, but must be a text of one character")
        try:
            return self._next(state, symbol)
        except TypeError:
            raise TypeError(f"symbol is {short_repr(symbol)}, but must be hashable") from None

    def _next(self, state: Word, symbol: Hashable) -> Word:
        while (state, symbol) not in self._forward:
            if not state:
                return state
            state = self._fail[state]
        return self._forward[state, symbol]

    def match(self, state: Word) -> int | None:
        """Return the index of the pattern that is complete in a state, or None.

        If several patterns end together, it is the longest of them; `all_matches` gives them all.
        A pattern inside a longer one is complete as soon as it has been read.

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

        The empty prefix links to itself.

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
        """Yield every step, for each state and each symbol of the alphabet.

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
            symbols: a text, or any other sequence of symbols.

        Returns:
            The first `Match`, or None if there is none.

        Raises:
            TypeError: as `step` says.

        >>> PrefixAutomaton(["RRB", "BRR"]).find("RBBRRB")
        Match(pattern=1, end=5)
        """
        try:
            stream = iter(symbols)
        except TypeError:
            raise TypeError(
                f"symbols is {short_repr(symbols)}, but must be a text or a list"
            ) from None
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
        raise ValueError(
            f"state is {short_repr(state)}, but must be a prefix of one of the patterns"
        )


def _validated_patterns(patterns: Iterable[Word], limit: int) -> tuple[Word, ...]:
    if isinstance(patterns, str):
        raise TypeError(
            f"patterns is {short_repr(patterns)}, a text: for one pattern write it in [ ]"
        )
    try:
        stream = iter(patterns)
    except TypeError:
        raise TypeError(f"patterns is {short_repr(patterns)}, but must be a list of them") from None
    words: list[Word] = []
    symbols = 0
    for word in stream:
        place = f"patterns[{len(words)}]"
        if not isinstance(word, str | tuple):
            raise TypeError(
                f"{place} is {short_repr(word)}, but must be a text or a tuple of symbols"
            )
        if words and isinstance(word, str) != isinstance(words[0], str):
            raise TypeError(
                f"{place} is {short_repr(word)}, but {short_repr(words[0])} is not of its kind: "
                "give texts alone, or tuples alone"
            )
        try:
            hash(word)
        except TypeError:
            raise TypeError(
                f"{place} is {short_repr(word)}, but its symbols must be hashable"
            ) from None
        if not word:
            raise ValueError(f"{place} is empty: it would be complete before anything is read")
        symbols += len(word)
        if symbols > limit:
            raise ValueError(
                f"patterns have more than {limit} symbols in all, which is the limit: raise limit"
            )
        if word in words:
            raise ValueError(
                f"{place} is {short_repr(word)}, the same as patterns[{words.index(word)}]: "
                "no one can tell which of them is complete"
            )
        words.append(word)
    if not words:
        raise ValueError("patterns is empty: give at least one")
    return tuple(words)
