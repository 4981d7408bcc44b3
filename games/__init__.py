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

A sixth, `games.toolkit.pig`, is that of the chapter on the toolkit; `games.counting` and
`games.chains` are the first two chapters, and `games.your_game.program` solves the game of a
reader, by its rules as functions or as text.

In each room

- ``playing.py`` is the game under way: a state, whose moves give new ones and say by the solution
  what was given away. It knows no picture and no widget;
- ``view.py`` draws a solution, or a game under way, as HTML and SVG;
- ``app.py`` has sliders and playable games, as widgets;
- ``tasks.py`` has the questions of the chapter,
- ``results.py`` its main numbers, to be looked up and cited (`games.results`), and
- ``plots.py`` the figures for the printed page. Every function there computes what it shows with
  the solvers, so a figure cannot drift from the text.

What rooms share is in `games.maths`, in `games.kit` (all that shows something) and in
`games.tasks` (questions, with exact answers and the wrong ones to expect). No list names the rooms:
what is there is found.

>>> from games.race import Race
>>> Race(fields=3).expected_throws
Fraction(14, 5)
"""

from pkgutil import iter_modules

__version__ = "0.1.0"


def rooms(kind: str) -> tuple[str, ...]:
    """Return the names of the rooms that have a module of this name.

    >>> "race" in rooms("tasks"), "maths" in rooms("tasks")
    (True, False)
    """
    found = (
        (room.name, f"{path}/{room.name}") for path in __path__ for room in iter_modules([path])
    )
    return tuple(name for name, path in found if kind in {it.name for it in iter_modules([path])})
