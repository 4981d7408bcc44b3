"""The prefix automaton against its definition, searched for symbol by symbol."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.maths.automaton import Edge, Match, PrefixAutomaton
from tests.refusals import refused

TEXTS = st.lists(st.text("RB", min_size=1, max_size=5), min_size=1, max_size=4, unique=True)
NUMBERS = st.lists(
    st.lists(st.integers(0, 2), min_size=1, max_size=4).map(tuple),
    min_size=1,
    max_size=4,
    unique=True,
)


def naive_state(patterns, text):
    """Return the longest suffix of the text that is a prefix of a pattern."""
    prefixes = {pattern[:end] for pattern in patterns for end in range(len(pattern) + 1)}
    suffixes = (text[start:] for start in range(len(text) + 1))
    return next(suffix for suffix in suffixes if suffix in prefixes)


def naive_matches(patterns, text):
    """Return the patterns that end where the text ends, the longest first."""
    ending = [i for i, pattern in enumerate(patterns) if text[-len(pattern) :] == pattern]
    return tuple(sorted(ending, key=lambda i: -len(patterns[i])))


OF_TEXTS = st.tuples(TEXTS, st.text("RBx", max_size=30))
OF_NUMBERS = st.tuples(NUMBERS, st.lists(st.integers(0, 3), max_size=30).map(tuple))


@settings(max_examples=250)
@given(OF_TEXTS | OF_NUMBERS)
def test_the_automaton_follows_its_definition(patterns_and_text):
    patterns, text = patterns_and_text
    automaton = PrefixAutomaton(patterns)
    state = automaton.states[0]
    for end in range(1, len(text) + 1):
        state = automaton.step(state, text[end - 1])
        assert state == naive_state(patterns, text[:end])
        # a suffix longer than the state begins no pattern, so no pattern can end with it
        assert automaton.all_matches(state) == naive_matches(patterns, text[:end])
        assert automaton.match(state) == next(iter(naive_matches(patterns, text[:end])), None)


@settings(max_examples=100)
@given(TEXTS)
def test_states_and_links(patterns):
    automaton = PrefixAutomaton(patterns)
    prefixes = {pattern[:end] for pattern in patterns for end in range(len(pattern) + 1)}
    assert set(automaton.states) == prefixes
    assert len(automaton.states) == len(prefixes)
    assert [len(state) for state in automaton.states] == sorted(map(len, prefixes))
    assert automaton.fail("") == ""
    for state in automaton.states[1:]:
        assert automaton.fail(state) == naive_state(patterns, state[1:])


@settings(max_examples=100)
@given(TEXTS)
def test_edges_are_the_steps(patterns):
    automaton = PrefixAutomaton(patterns)
    edges = list(automaton.edges())
    assert len(edges) == len(automaton.states) * len(automaton.alphabet)
    for source, symbol, target, is_forward in edges:
        assert target == automaton.step(source, symbol)
        assert is_forward == (target == source + symbol)
    # the forward arrows make a tree: one into every state but the root
    assert sorted(e.target for e in edges if e.is_forward) == sorted(automaton.states[1:])


@settings(max_examples=150)
@given(TEXTS, st.text("RB", max_size=30))
def test_find_returns_the_first_hit(patterns, text):
    hits = [(text.find(p) + len(p), -len(p), i) for i, p in enumerate(patterns) if p in text]
    match = PrefixAutomaton(patterns).find(text)
    assert match == (Match(min(hits)[2], min(hits)[0]) if hits else None)


def test_the_example_of_the_source():
    """After RRRBBRB the state for RBRB and BBRR is RB, and its link is B."""
    automaton = PrefixAutomaton(["RBRB", "BBRR"])
    state = ""
    for card in "RRRBBRB":
        state = automaton.step(state, card)
    assert state == "RB"
    assert automaton.fail(state) == "B"


def test_the_classic_example():
    """The patterns he, she, his and hers are those of the paper of Aho and Corasick."""
    automaton = PrefixAutomaton(["he", "she", "his", "hers"])
    links = {"she": "he", "sh": "h", "his": "s", "hers": "s"}
    for state in automaton.states:
        assert automaton.fail(state) == links.get(state, "")
    assert automaton.all_matches("she") == (1, 0)
    assert automaton.find("ushers") == Match(pattern=1, end=4)


def test_a_pattern_inside_another():
    automaton = PrefixAutomaton(["RBR", "B", "RBRB"])
    assert [automaton.match(s) for s in automaton.states] == [None, None, 1, 1, 0, 2]
    assert automaton.all_matches("RBRB") == (2, 1)
    assert automaton.find("RBRB") == Match(pattern=1, end=2)
    assert automaton.find("") is None


def test_symbols_of_any_kind():
    automaton = PrefixAutomaton([("six", 6), (6, None, 6)])
    assert automaton.alphabet == ("six", 6, None)
    assert automaton.step(("six",), 6) == ("six", 6)
    assert automaton.step((6, None), "six") == ("six",)
    assert automaton.step((6, None), "unheard of") == ()
    assert Edge((6,), None, (6, None), True) in set(automaton.edges())
    assert automaton.find([6, None, 6]) == Match(1, 3)


test_bad_patterns = refused(
    (lambda: PrefixAutomaton("RRB"), TypeError, "'RRB', a text: for one pattern write it in [ ]"),
    (lambda: PrefixAutomaton(7), TypeError, "patterns is 7"),
    (lambda: PrefixAutomaton([]), "patterns is empty"),
    (lambda: PrefixAutomaton(["RRB", ""]), "patterns[1] is empty"),
    (lambda: PrefixAutomaton([()]), "patterns[0] is empty"),
    (lambda: PrefixAutomaton(["RRB", "BRR", "RRB"]), "[2] is 'RRB', the same as patterns[0]"),
    (lambda: PrefixAutomaton(["RRB", ("R",)]), TypeError, "texts alone, or tuples alone"),
    (lambda: PrefixAutomaton([["R"]]), TypeError, "['R'], but must be a text or a tuple"),
    (lambda: PrefixAutomaton([(1, [2])]), TypeError, "its symbols must be hashable"),
    (lambda: PrefixAutomaton(["R" * 600, "B" * 600]), "more than 1000 symbols in all"),
)


def test_bad_states_and_symbols():
    automaton = PrefixAutomaton(["RRB", "BRR"])
    with pytest.raises(ValueError, match="must be a prefix of one of the patterns"):
        automaton.match("RRR")
    for symbol in ("RB", "", 5, None, ["R"]):
        with pytest.raises(TypeError, match="must be a text of one character"):
            automaton.step("R", symbol)
    with pytest.raises(TypeError, match="must be hashable"):
        PrefixAutomaton([(1,)]).step((), [1])
