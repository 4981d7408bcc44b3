"""The frontier of hold: policy iteration on Piglet and Pig, round by round."""

from ipywidgets import VBox

from games.pig import Variant
from games_widgets.apps.controls import menu, slider
from games_widgets.apps.scene import scene_app
from games_widgets.pig import view_frontier

__all__ = ["frontier"]


def frontier(goal: int = view_frontier.HIGHEST, at: int = 0, *, kind: Variant = "Piglet") -> VBox:
    """Return the app of a timid policy that the reader improves until it no longer changes.

    Args:
        goal: the points that win, 2 to 8.
        at: how often the policy was improved, 0 to 4.
        kind: "Piglet" or "Pig".
    """
    game = menu("kind", kind, ("Piglet", "Pig"), "Game")
    highest = view_frontier.HIGHEST
    points = slider("goal", goal, 2, highest, "Goal")
    return scene_app(
        "frontier",
        "When should one hold?",
        {"kind": game, "goal": points},
        view_frontier.frontier,
        view_frontier.ROUNDS,
        at,
        presets={
            "Piglet by hand": {"kind": "Piglet", "goal": 2, "at": 0},
            "Pig itself": {"kind": "Pig", "goal": highest, "at": 0},
        },
    )
