"""Apps: explorers with sliders and games to play, as trees of ordinary Jupyter widgets.

Each module has functions that return a widget, so that a cell reads ``placement.game()``. The same
code runs in JupyterLab and in the published page. An app is put together from

- `games.apps.frame.Frame`: settings, presets, messages, long work in slices, the address;
- `games.apps.table.Table`: a game to play in a frame, and `games.apps.runner.Runner`: to watch;
- `games.apps.controls`: sliders and the like, which share one layout;
- `games.apps.surface.Surface`: the one widget that shows a picture and hears clicks on it;
- `games.apps.address.Address`: title and link, settings from and to the address bar;
- `games.plays` and `games.views`: the games under way, and the pictures themselves.
"""

from importlib import import_module

for _needed in ("anywidget", "ipywidgets"):
    try:
        import_module(_needed)
    except ModuleNotFoundError as error:
        _how = f'{error.name} is missing: pip install "odds-exactly[apps]"'
        raise ModuleNotFoundError(_how, name=error.name) from error
