"""Games of chance, solved exactly.

The solvers need the standard library alone, so the same code runs in CPython and in the page.
Results are ``int`` or ``fractions.Fraction`` unless a name says ``float``.

Each chapter has a room, and what it needs is there. Five games are solvers that read like the
derivation in their chapter:

- `games.placement`: drop draws from V values into F increasing fields
- `games.yazy`: eleven categories, five dice, two rerolls (with `games.yazy.targets`, to reach a
  total, and `games.yazy.yahtzee`, the official game)
- `games.race`: a board on which primes go back
- `games.chase`: two dice round a table
- `games.lucky_draws`: whose word of colours comes first from a shuffled deck (and
  `games.lucky_draws.penney`, with a coin for the deck, `games.lucky_draws.tricks`, where the whole
  pack is played, and `games.lucky_draws.evidence`, for what a tally of rounds shows)

A sixth, `games.pig`, is that of the chapter on the toolkit. `games.counting` and `games.chains`
have the games of the first two chapters, and `games.your_game.program` solves a game of the
reader's own, whose rules are functions or a text.

``playing.py`` of a room is the game under way: a state, whose moves return new states and say by
the solution what was given away. What the rooms share is in `games.maths`.

This package is the mathematics alone. It has no picture, no widget and no question: these are in
`games_widgets` and `games_exercises`, which import it.

>>> from games.race import Race
>>> Race(fields=3).expected_throws
Fraction(14, 5)
"""

__version__ = "0.1.0"
