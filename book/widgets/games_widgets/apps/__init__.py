"""The parts of apps: explorers with sliders and games to play, as trees of Jupyter widgets.

The ``app.py`` of a room has functions that return a widget, so that a cell reads ``app.game()``.
The same code runs in JupyterLab and in the published page. An app is put together from

- `base.App`: settings, presets, messages, long work in slices, the address;
- `game.GameApp`: a game to play, and `simulation.SimulationApp`: a game to watch;
- `scene.scene`: an app in which the reader moves one thing from stage to stage;
- `controls`: sliders and the like, which share one layout;
- `html_widget.HtmlWidget`: the one widget that shows a picture and receives clicks on it;
- `address.Address`: title and link, settings from and to the address bar;
- ``playing.py`` and ``view.py`` of the room: the game under way, and the pictures themselves.
"""
