"""What figures for the printed page share; those of a game are in the ``plots.py`` of its room.

Each is a `games_widgets.plots.style.Drawing`, which a notebook shows as SVG: sharp at any size and
the same, byte for byte, whenever its numbers are the same.
"""
