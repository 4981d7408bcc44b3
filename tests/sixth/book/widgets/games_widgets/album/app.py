"""An album to fill: how many packets will it take?"""

from ipywidgets import VBox

from games.album.playing import Album
from games.validate import integer
from games_widgets.album import view
from games_widgets.apps.base import App
from games_widgets.apps.controls import IntSlider

__all__ = ["explorer"]


def explorer(pictures: int = 6) -> VBox:
    """Return a slider for the pictures, and what is expected of their album.

    Args:
        pictures: how many there are, 1 to 500.
    """
    value = integer("pictures", pictures, 1, 500)
    slider = IntSlider(value=value, min=1, max=500, description="Pictures")
    settings = {"pictures": slider}
    return App("album", "An album", settings, lambda: view.filled(Album(slider.value))).tree
