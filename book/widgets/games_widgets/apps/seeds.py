"""Seeds: one small number that determines everything random in a game.

Two players with the same seed get the same numbers, whatever they choose, because each draw depends
only on the seed and its position. Only ``Random.random`` is used: of all methods it is
the one that promises the same sequence in every version of Python.
"""

from collections.abc import Sequence
from random import Random
from secrets import randbelow
from typing import TypeVar

__all__ = ["MAX_SEED", "fresh", "shuffled"]

Item = TypeVar("Item")

MAX_SEED = 999_999_999


def fresh() -> int:
    """Return a new seed: three digits, so that a friend can type it easily.

    It comes from the system and not from ``random``, whose state a page that starts from a stored
    image of Python's memory would share with every other visit.
    """
    return 100 + randbelow(900)


def shuffled(items: Sequence[Item], seed: int, length: int) -> tuple[Item, ...]:
    """Return the first items of the shuffle of a seed.

    A longer result begins with the shorter one.

    >>> shuffled(range(100), seed=7, length=4)
    (87, 41, 53, 1)
    """
    rng, deck = Random(f"{seed} of {len(items)}"), list(items)
    for i in range(length):
        j = i + int(rng.random() * (len(deck) - i))
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck[:length])
