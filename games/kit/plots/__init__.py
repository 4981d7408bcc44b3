"""What figures for the printed page share; those of a game are in the ``plots.py`` of its room.

Each is a `games.kit.plots.style.Drawing`, which a notebook shows as SVG: sharp at any size and the
same, byte for byte, whenever its numbers are the same.
"""

from importlib import import_module

for _needed in ("matplotlib",):
    try:
        import_module(_needed)
    except ModuleNotFoundError as error:
        _how = f'{error.name} is missing; in a checkout of the book: pip install ".[plots]"'
        raise ModuleNotFoundError(_how, name=error.name) from error
