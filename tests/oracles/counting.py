"""The unfinished game: all that may still be tossed."""

from fractions import Fraction
from itertools import product

HALF = Fraction(1, 2)


def tosses(n):
    return product("HT", repeat=n)


def weight(word, heads):
    return heads ** word.count("H") * (1 - heads) ** word.count("T")


def match(a, b, heads=HALF, worth=1):
    """List all games of a + b tosses and look who is there first."""
    won = Fraction(0)
    for word in tosses(a + b):
        mine, theirs = 0, 0
        for it in word:
            mine, theirs = mine + (it == "H"), theirs + worth * (it == "T")
            if mine >= a or theirs >= b:
                break
        won += weight(word, heads) * (mine >= a)
    return won
