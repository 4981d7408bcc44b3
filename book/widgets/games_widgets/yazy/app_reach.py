"""The app of two plans at every target: the reader drags a line along two curves."""

from ipywidgets import VBox

from games_widgets.apps.scene import Scrubber, scene
from games_widgets.yazy import view_reach
from games_widgets.yazy.view_targets import standard_plans

__all__ = ["reach"]


def reach(target: int = 100) -> VBox:
    """Return the scene of two plans, one for the mean and one for a target.

    Args:
        target: 100 to 280.
    """
    plans = standard_plans()
    scrubber = Scrubber("target", target, view_reach.LEAST, len(plans.usual) - 1)
    return scene(
        "reach",
        "What does playing for the target win?",
        {"target": scrubber},
        lambda: view_reach.reach(plans, scrubber.value),
        lambda: view_reach.stages(plans),
        step=2,
    ).tree
