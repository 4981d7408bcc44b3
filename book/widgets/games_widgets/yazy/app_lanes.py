"""The app of three pairs of numbers, compared by one subtraction."""

from ipywidgets import VBox

from games_widgets.apps.controls import slider
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.yazy import view_lanes
from games_widgets.yazy.view_lanes import LARGEST, SMALLEST

__all__ = ["larger"]


def larger(a: int = 20, b: int = 5) -> VBox:
    """Return the scene of the guard: the larger of two numbers, in three lanes at once.

    Args:
        a: the first number in the middle lane, 6 to 98.
        b: the second, 5 to 100.
    """
    first = slider("a", a, SMALLEST + 1, LARGEST - 2, "a in the middle")
    second = Scrubber("b", b, SMALLEST, LARGEST)
    return scene(
        "larger",
        "How can one subtraction compare three pairs?",
        {"a": first, "b": second},
        lambda: view_lanes.larger(first.value, second.value),
        lambda: view_lanes.stages(first.value),
    ).tree
