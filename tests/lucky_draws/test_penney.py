"""Penney's game with a coin: Conway's rule agrees with equations and with published numbers."""

from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.lucky_draws.penney import (
    chain,
    game_length,
    leading_number,
    overlaps,
    table,
    waiting_time,
    win_probability,
)
from tests.oracles.lucky_draws import words
from tests.refusals import refused


def test_best_replies_are_the_published_ones():
    """The best replies to words of three, and their chances: Gardner, 1974."""
    known_replies = {
        "RRR": ("BRR", Fraction(7, 8)),
        "RRB": ("BRR", Fraction(3, 4)),
        "RBR": ("RRB", Fraction(2, 3)),
        "RBB": ("RRB", Fraction(2, 3)),
    }
    for yvonne, (reply, chance) in known_replies.items():
        chances = {z: win_probability(z, yvonne) for z in words(3) if z != yvonne}
        assert win_probability(reply, yvonne) == chance == max(chances.values())


@pytest.mark.parametrize("k", [1, 2, 3, 4])
def test_conways_rule_agrees_with_the_chain(k):
    for a, b in permutations(words(k), 2):
        by_equations = chain(a, b)
        assert by_equations.absorption_probabilities("") == {
            a: win_probability(a, b),
            b: win_probability(b, a),
        }
        assert by_equations.expected_steps("") == game_length(a, b)


def test_word_with_the_shorter_wait_may_lose():
    # RBRR takes 18 flips on average, BRBR 20; yet BRBR is first nine times in fourteen
    assert waiting_time("RBRR") == 18
    assert waiting_time("BRBR") == 20
    assert win_probability("BRBR", "RBRR") == Fraction(9, 14)


@pytest.mark.parametrize("letters", ["HT", "10", "ZB", "é–"])
def test_words_may_have_any_two_letters(letters):
    """What is known of R and B is known of any two letters."""
    letter_map = str.maketrans("RB", letters)
    for a, b in permutations(words(3), 2):
        first, second = a.translate(letter_map), b.translate(letter_map)
        assert win_probability(first, second) == win_probability(a, b)
        assert game_length(first, second) == game_length(a, b)
        assert waiting_time(first) == waiting_time(a) == chain(first).expected_steps("")
        ends = chain(first, second).absorption_probabilities("")
        assert ends[first] == win_probability(a, b)


@settings(max_examples=100)
@given(st.text("RB", min_size=1, max_size=9), st.text("RB", min_size=1, max_size=9))
def test_overlaps_agree_with_their_definition(earlier_word, later_word):
    lengths = range(1, min(len(earlier_word), len(later_word)) + 1)
    truth = [n for n in lengths if earlier_word[len(earlier_word) - n :] == later_word[:n]]
    assert list(overlaps(earlier_word, later_word)) == truth
    assert f"{leading_number(earlier_word, later_word):b}" == "".join(
        "1" if n in truth else "0" for n in range(max(truth, default=1), 0, -1)
    )


test_bad_arguments_are_refused = refused(
    (lambda: table(3).chance("RRB", "RRRR"), "opponent is 'RRRR'"),
    (lambda: table(4).cycles(7), "length is 7, but must be from 3 to 6"),
    (lambda: table(4).cycles(2), "length is 2"),
    (lambda: win_probability("R", "R"), "yvonne and zara are both 'R'"),
    (lambda: game_length("R", "RB"), "must be of one length"),
    (lambda: waiting_time("R" * 501), "of length 501"),
    (lambda: waiting_time("HTX"), "word is 'HTX', with 3 different letters, but a coin has two"),
    (lambda: win_probability("RR", "HT"), "yvonne is 'RR' and zara is 'HT', with 3 different"),
    (lambda: overlaps("", "H"), "earlier_word is '' of length 0"),
    (lambda: chain("HH", "TT", "HX"), "patterns[2] is 'HX', with 3 different letters"),
    (lambda: chain(), "patterns is empty"),
    (lambda: chain("R", "RB"), "patterns[1] is 'RB'"),
    (lambda: chain("R", "B", "R"), "the same as patterns[0]"),
)
