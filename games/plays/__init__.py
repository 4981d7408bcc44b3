"""Games under way: what is on the table, what may be done, and what each move was worth.

A play is a state: a move gives a new one, and says by the solution what it gave away. It knows no
picture and no widget; `games.views` draws it, and an app of `games.apps` keeps the present one.
"""
