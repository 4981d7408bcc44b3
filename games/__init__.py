"""Games of chance, solved exactly.

The solvers need the standard library alone, so the same code runs in CPython and in the page.
Results are ``int`` or ``fractions.Fraction`` unless a name says ``float``.

Games, each with its solver:

- `games.placement`: `win`, `advice`, `thresholds`, …: draws from V values into F increasing fields
- `games.yazy`: `Yazy`: eleven categories, five dice, two rerolls
- `games.yazy.targets`: `solve`, `chance_to_reach_float`: Yazy for a total
- `games.yazy.yahtzee`: `Yahtzee`: the official game of thirteen categories
- `games.race`: `Race`: a board on which primes go back
- `games.chase`: `Chase`: two dice go round a table
- `games.lucky_draws`: `LuckyDraws`: whose word of colours comes first from a shuffled deck
- `games.lucky_draws.penney`: `win_probability`, `waiting_time`, …: the same with flips of a coin
- `games.lucky_draws.tricks`: `Tricks`: the same for a whole deck
- `games.lucky_draws.evidence`: `likelihood_ratio`, …: what a tally of rounds says
- `games.pig`: `Pig`: throw again, or hold

Your own game:

- `games.maths.markov`: `AbsorbingChain`: a chain that ends; where, when, and by which way
- `games.maths.long_run`: `LongRunChain`: a chain that goes on; shares of time, return times
- `games.maths.decision`: `DecisionProcess`: somebody chooses; values and the best policy
- `games.maths.automaton`: `PrefixAutomaton`: a stream of symbols is watched for several words
- `games.maths.turn`: `Turn`: dice that are kept and rerolled
- `games.maths.simulate`: `estimate`: play many games with a seed

Beside these, ``playing.py`` in a folder is the game under way: a state whose moves return new
states and say by the solution what was given away. `games.counting` and `games.chains` have the
small games of two chapters. `games.maths` has the methods that the solvers share. All code shares
`games.parameters`, `games.validate`, `games.incremental` and `games.history`.

This package is the mathematics alone. It has no picture, no widget and no question: these are in
`games_widgets` and `games_exercises`, which import it. `own_games.program` solves rules that are
written as a text or as functions.

>>> from games.race import Race
>>> Race(fields=3).expected_throws
Fraction(14, 5)
"""

__version__ = "0.1.0"
