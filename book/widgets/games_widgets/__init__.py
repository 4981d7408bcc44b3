"""What shows the games of the package `games`: pictures, apps and figures for the printed page.

- `games_widgets.drawing` has what all pictures share: markup, charts, cards, dice, numbers in
  words.
- `games_widgets.apps` has what all apps share: settings, messages, addresses, games to play.
- `games_widgets.plots` has what the figures for the printed page share.
- Each game has a room. There ``view.py`` draws a solution or a game under way as HTML and SVG,
  ``app.py`` has the sliders and the playable games, and ``plots.py`` has the figures.

A number is computed by `games`, never here. No question to the reader and no answer stands here:
they are in `games_exercises`. Pictures need the standard library alone; apps need ipywidgets and
anywidget, and figures need matplotlib.
"""

from importlib import import_module

for _package in ("anywidget", "ipywidgets"):
    try:
        import_module(_package)
    except ModuleNotFoundError as error:
        message = f'{error.name} is missing. In a checkout of the book: pip install ".[apps]"'
        raise ModuleNotFoundError(message, name=error.name) from error
