"""An unfinished game to play with: how many points each player misses, and how fair the coin is."""

from fractions import Fraction

from ipywidgets import VBox

from games.apps.controls import IntSlider
from games.apps.frame import Frame
from games.arguments import whole
from games.views import counting as views
from games.views.markup import Picture

__all__ = ["points"]

MOST = 6  # the table is as wide as a phone


def points(a: int = 1, b: int = 2, heads: int = 50) -> VBox:
    """Return sliders for an unfinished game, with all positions on the way to its end.

    Args:
        a: the points that you miss, 1 to 6.
        b: the points that your friend misses, 1 to 6.
        heads: the chance in percent that a toss gives you the point.
    """
    yours = IntSlider(whole("a", a, 1, MOST), 1, MOST, description="You miss a")
    others = IntSlider(whole("b", b, 1, MOST), 1, MOST, description="Friend b")
    chance = IntSlider(whole("heads", heads, 0, 100), 0, 100, description="Heads in %")

    def draw() -> Picture:
        return views.points(yours.value, others.value, Fraction(chance.value, 100))

    return Frame(
        "points",
        "An unfinished game",
        {"a": yours, "b": others, "heads": chance},
        draw,
        presets={
            "Pascal’s letter": {"a": 1, "b": 2, "heads": 50},
            "All before you": {"a": 6, "b": 6, "heads": 50},
            "A lead, but a poor coin": {"a": 2, "b": 4, "heads": 40},
        },
        first=True,
    ).tree
