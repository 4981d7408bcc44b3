"""The messages that every module gives to bad input."""

from fractions import Fraction

import pytest

from games.arguments import choice, probability, shown, whole


def test_whole():
    assert whole("n", 3, 0, 5) == 3
    with pytest.raises(ValueError, match="n is 6, but must be from 0 to 5: too many"):
        whole("n", 6, 0, 5, hint="too many")
    with pytest.raises(ValueError, match="n is -1, but must be at least 0"):
        whole("n", -1, 0)
    with pytest.raises(ValueError, match="n is 9, but must be at most 5"):
        whole("n", 9, None, 5)
    with pytest.raises(ValueError, match="nothing fits"):
        whole("n", 1, 1, 0)
    for wrong in (1.0, "1", None, True, Fraction(1)):
        with pytest.raises(TypeError, match="but must be a whole number"):
            whole("n", wrong, 0, 5)


def test_probability():
    assert probability("p", "1/6") == probability("p", Fraction(1, 6)) == Fraction(1, 6)
    assert probability("p", 0) == 0
    for wrong in (Fraction(7, 6), -1, "2", "one", "1/0", "1e9999999", "nan"):
        with pytest.raises(ValueError, match="p is "):
            probability("p", wrong)
    for wrong in (0.5, None, True, [1]):
        with pytest.raises(TypeError, match="p is "):
            probability("p", wrong)
    for wrong in (float("nan"), float("inf")):
        with pytest.raises((ValueError, TypeError), match="p is "):
            probability("p", wrong)


def test_choice():
    assert choice("joker", "free", ("free", "forced")) == "free"
    for wrong in ("Free", 1, None, ["free"]):
        with pytest.raises(ValueError, match="must be one of 'free', 'forced'"):
            choice("joker", wrong, ("free", "forced"))


def test_shown_keeps_messages_short():
    assert len(shown("x" * 10_000)) == 60
    assert shown(10**100_000) == "an integer of 332193 bits"
