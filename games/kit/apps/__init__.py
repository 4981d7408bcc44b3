"""What apps are made of: explorers with sliders and games to play, as trees of Jupyter widgets.

The ``app.py`` of a room has functions that return a widget, so that a cell reads ``app.game()``.
The same code runs in JupyterLab and in the published page. An app is put together from

- `frame.Frame`: settings, presets, messages, long work in slices, the address;
- `table.Table`: a game to play in a frame, and `runner.Runner`: a game to watch;
- `scene.scene`: one thing that the reader moves, from stage to stage, in a frame;
- `controls`: sliders and the like, which share one layout;
- `surface.Surface`: the one widget that shows a picture and hears clicks on it;
- `address.Address`: title and link, settings from and to the address bar;
- ``playing.py`` and ``view.py`` of the room: the game under way, and the pictures themselves.
"""

from importlib import import_module

for _needed in ("anywidget", "ipywidgets"):
    try:
        import_module(_needed)
    except ModuleNotFoundError as error:
        _how = f'{error.name} is missing; in a checkout of the book: pip install ".[apps]"'
        raise ModuleNotFoundError(_how, name=error.name) from error
