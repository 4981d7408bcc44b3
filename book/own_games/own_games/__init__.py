"""Games of a reader's own: rules as a text or as functions, solved by the chains of `games`.

- `own_games.program` has the public names: `solve`, `solve_text` and what they return.
- `own_games.distribution` has the distribution of one result, such as a length.
- `own_games.states` reads a chain that is written as a list of states.

A text is never run with the rights of the book (`isolated.py`). No picture and no widget stands
here: they are in `games_widgets.your_game`. The standard library alone is needed.
"""
