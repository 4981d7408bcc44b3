"""The messages that every module gives to bad input."""

from fractions import Fraction

from games.validate import choice, function, integer, probability, short_repr
from tests.refusals import refused


def test_what_is_good_is_taken():
    assert integer("n", 3, 0, 5) == 3
    assert probability("p", "1/6") == probability("p", Fraction(1, 6)) == Fraction(1, 6)
    assert probability("p", 0) == 0
    assert choice("joker", "free", ("free", "forced")) == "free"
    assert function("key", len, "the state") is len


# test_bad_input.py gives more wrong values to all functions with an argument of each kind
test_messages = refused(
    (lambda: integer("n", 6, 0, 5, hint="too many"), "n is 6, but must be from 0 to 5: too many"),
    (lambda: integer("n", -1, 0), "n is -1, but must be at least 0"),
    (lambda: integer("n", 9, None, 5), "n is 9, but must be at most 5"),
    (lambda: integer("n", 1, 1, 0), "nothing fits"),
    (lambda: integer("n", 1.0, 0, 5), TypeError, "n is 1.0, but must be a whole number"),
    (lambda: probability("p", "1e9999999"), "p is "),
    (lambda: probability("p", 0.5), TypeError, "p is "),
    (lambda: choice("joker", "Free", ("free", "forced")), "must be one of 'free', 'forced'"),
    (lambda: function("key", 5, "the state"), TypeError, "key is 5, but must be a function"),
    (lambda: function("policy", 0, "v and f", "optimal"), TypeError, "of v and f, like optimal"),
)


def test_short_repr_keeps_messages_short():
    assert len(short_repr("x" * 10_000)) == 60
    assert short_repr(10**100_000) == "an integer of 332193 bits"
