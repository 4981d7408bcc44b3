"""Oracles: the games once more, slow and plain, and what of the package is held against them.

A module here says what a game is, and nothing of how it is solved: every order of the cards, every
lock of the dice, every throw followed, equations by Gauss and Jordan. None of them imports `games`.
`comparisons` draws games at random and asks both. Tests, tasks and benchmarks call the same.

    python -m tests.oracles [SEED]

makes them all and writes what was compared to ``record.json``, which the book shows on *Results*.
"""

from tests.oracles import chase, counting, equations, lucky_draws, pig, placement, race, yazy

__all__ = ["chase", "counting", "equations", "lucky_draws", "pig", "placement", "race", "yazy"]
