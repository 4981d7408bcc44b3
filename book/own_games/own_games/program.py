"""A game of your own, as a few lines of Python: run, turned into a plain table, and solved exactly.

The text says where the game starts and where it goes from there::

    start = 0


    def step(place):
        if place == 4:
            return {4: 1}
        return {place + 1: 1/2, 0: 1/2}

``step(state)`` returns {next: probability}; where the game ends it returns {state: 1}. If somebody
decides, write ``actions(state)`` instead: it returns {action: {next: probability}}, or a number
where the game ends: what this end is worth (see `games.maths.decision`). For a game of two, add
``opponent(state)``, which is True where the other one decides, who wants that number to be small.

``cost = 1`` or ``cost(state)`` is what each step from a state costs, and ``gain`` is what it
brings, unless the text itself uses this name. Where somebody decides, best play makes the end's
worth plus all gains, less all costs, as large as possible. So ends that are worth 0 and a cost of 1
ask for the fewest steps.

``p = slider(2/5)`` gives the text a number that its reader moves: the same text is then a game for
each place of the slider (see `own_games.slider`).

A row may also be a ``Die`` of icepool. A text can show distributions instead of a game: each
``output(die, name)`` shows one, and neither ``start`` nor ``step`` is needed.

**Numbers are exact.** In this text 1/6 is a sixth and 0.1 is a tenth, not the floats next to them
(see `own_games.grammar`). Everything else is Python, all of it.

**Running a text and solving its game are two steps.** `tabulate` runs a text in this process and
returns a `Table`: states by their names, and rows of whole numbers. A table is data and runs
nothing. `solve_table` makes a `Game` of a table. So a text of somebody else can run behind a wall.
Its table comes as text, and is checked like any other input. The caller provides the wall. In the
page of the book the wall is a frame that can reach nothing. On a computer of your own
`tabulate_isolated` gives the text a process with limits of time and memory.

In a notebook the rules may be functions instead: `solve` and `solve_actions`.

The other modules of this folder do the work, in this order: `own_games.grammar` reads a text,
`own_games.running` runs it, `own_games.exploration` finds the states,
`own_games.table` holds them, `own_games.solving` solves the game, and `own_games.results` has the
results.
"""

from own_games.forward import ForwardDecisions
from own_games.grammar import LENGTH, ProgramError
from own_games.isolated import (
    solve_text,
    start_isolated,
    tabulate_isolated,
    wait_for_reply,
    wait_for_table,
)
from own_games.labels import label
from own_games.limits import DEFAULT_LIMITS, MAX_LIMITS, Limits
from own_games.replies import answer, read_answers, read_table
from own_games.results import MAX_STEPS, EndlessGame, ForwardGame, Game, Outputs
from own_games.running import tabulate
from own_games.solving import solve, solve_actions, solve_table, solve_table_incremental
from own_games.table import Table

__all__ = [
    "DEFAULT_LIMITS",
    "LENGTH",
    "MAX_LIMITS",
    "MAX_STEPS",
    "EndlessGame",
    "ForwardDecisions",
    "ForwardGame",
    "Game",
    "Limits",
    "Outputs",
    "ProgramError",
    "Table",
    "answer",
    "label",
    "read_answers",
    "read_table",
    "solve",
    "solve_actions",
    "solve_table",
    "solve_table_incremental",
    "solve_text",
    "start_isolated",
    "tabulate",
    "tabulate_isolated",
    "wait_for_reply",
    "wait_for_table",
]
