"""Games of chance, solved exactly.

The solvers need the standard library alone, so the same code runs in CPython and in the page.
Results are ``int`` or ``fractions.Fraction`` unless a name says ``float``.

Five games, each a module that reads like the derivation in its chapter:

- `games.placement`: drop draws from V values into F increasing fields
- `games.yazy`: eleven categories, five dice, two rerolls (with `games.yazy_targets`, to reach a
  total, and `games.yahtzee`, the official game)
- `games.race`: a board on which primes go back
- `games.chase`: two dice round a table
- `games.lucky_draws`: whose word of colours comes first from a shuffled deck (and `games.penney`,
  with a coin for the deck, and `games.tricks`, where the whole pack is played)

A sixth, `games.pig`, is that of the chapter on the toolkit.

Their main numbers, to be looked up and cited: `games.results`.

The mathematics they share: `games.markov`, `games.decision`, `games.automaton`, `games.turn` (with
`games.scorecard` and `games.lanes`, many turns at once), `games.simulate`.

Questions about all of them, with exact answers and the wrong ones to expect: `games.tasks`.

Each is imported when it is first asked for:

>>> import games
>>> games.race.expected_throws(3)
Fraction(14, 5)
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"

_MODULES = (
    "arguments",
    "automaton",
    "box",
    "chase",
    "decision",
    "elimination",
    "grammar",
    "lanes",
    "lucky_draws",
    "markov",
    "penney",
    "piecemeal",
    "pig",
    "placement",
    "program",
    "race",
    "results",
    "scorecard",
    "simulate",
    "states",
    "survival",
    "tasks",
    "tricks",
    "turn",
    "words",
    "yahtzee",
    "yazy",
    "yazy_targets",
)


def __getattr__(name: str) -> ModuleType:
    if name in _MODULES:
        return import_module(f"games.{name}")
    raise AttributeError(f"module 'games' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*globals(), *_MODULES])
