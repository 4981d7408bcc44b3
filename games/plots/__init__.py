"""Figures for the printed page, one module a game.

Every function computes what it shows with the solvers, so a figure cannot drift from the text.
It returns a `games.plots.style.Drawing`, which a notebook shows as SVG: sharp at any size and the
same, byte for byte, whenever its numbers are the same. `games.plots.style` has what they share.
"""

from importlib import import_module

for _needed in ("matplotlib",):
    try:
        import_module(_needed)
    except ModuleNotFoundError as error:
        _how = f'{error.name} is missing: pip install "odds-exactly[plots]"'
        raise ModuleNotFoundError(_how, name=error.name) from error
