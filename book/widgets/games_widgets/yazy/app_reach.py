"""Two plans compared at every target: a line that the reader drags along two curves."""

from functools import cache

from ipywidgets import VBox

from games import yazy
from games.yazy import targets as yazy_targets
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.yazy import view_reach
from games_widgets.yazy.view_targets import Plans

__all__ = ["reach"]


@cache
def _plans() -> Plans:
    """Return the two plans for the standard game."""
    chances = yazy.standard_scores().chances_float
    return Plans.of(yazy.standard_game(), chances, yazy_targets.opening_solution())


def reach(target: int = 100) -> VBox:
    """Return the scene of two plans, one for the mean and one for a target.

    Args:
        target: 100 to 280.
    """
    plans = _plans()
    scrubber = Scrubber("target", target, view_reach.LEAST, len(plans.usual) - 1)
    return scene(
        "reach",
        "What does playing for the target win?",
        {"target": scrubber},
        lambda: view_reach.reach(plans, scrubber.value),
        lambda: view_reach.stages(plans),
        step=2,
    ).tree
