"""The unfinished game: every sequence of tosses that may still follow."""

from fractions import Fraction
from itertools import product

HALF = Fraction(1, 2)


def tosses(n):
    return product("HT", repeat=n)


def weight(word, heads):
    return heads ** word.count("H") * (1 - heads) ** word.count("T")


def match(a, b, heads=HALF, worth=1):
    """List all games of a + b tosses and count who reaches the goal first."""
    chance = Fraction(0)
    for word in tosses(a + b):
        own_points, other_points = 0, 0
        for side in word:
            own_points, other_points = (
                own_points + (side == "H"),
                other_points + worth * (side == "T"),
            )
            if own_points >= a or other_points >= b:
                break
        chance += weight(word, heads) * (own_points >= a)
    return chance
