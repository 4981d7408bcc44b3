"""Oracles: slow and plain versions of the games, and comparisons of the package with them.

A module here contains the rules of a game and tries every case: every order of the cards, every
lock of the dice, every throw. Equations are solved by Gauss and Jordan. No oracle imports `games`.
`comparisons` draws games at random and compares both answers. Tests, tasks and benchmarks use the
same oracles.

    python -m tests.oracles [SEED]

makes all comparisons and records them in ``record.json``. The page *Results* shows this record.
"""

from tests.oracles import chase, counting, equations, lucky_draws, pig, placement, race, yazy

__all__ = ["chase", "counting", "equations", "lucky_draws", "pig", "placement", "race", "yazy"]
