"""An album to fill: how many packets will it take?"""

from games.album import view
from games.album.playing import Album
from games.kit.apps.controls import IntSlider
from games.kit.apps.frame import Frame
from ipywidgets import VBox

from games.arguments import whole

__all__ = ["explorer"]


def explorer(pictures: int = 6) -> VBox:
    """Return a slider for the pictures, and what is expected of their album.

    Args:
        pictures: how many there are, 1 to 500.
    """
    value = whole("pictures", pictures, 1, 500)
    slider = IntSlider(value=value, min=1, max=500, description="Pictures")
    settings = {"pictures": slider}
    return Frame("album", "An album", settings, lambda: view.filled(Album(slider.value))).tree
