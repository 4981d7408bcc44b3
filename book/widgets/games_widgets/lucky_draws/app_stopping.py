"""The apps of looking after each round: at a p-value, and at the weight of evidence."""

from ipywidgets import VBox

from games_widgets.apps.controls import menu, seed_box
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.drawing.render import Model
from games_widgets.lucky_draws import view_stopping

__all__ = ["looks", "walk"]

FAIR, EDGE = "fair play", "two rounds in three"
EVENINGS = {"An alarm": 19, "An alarm later": 20, "No alarm": 2}


def looks(seed: int = EVENINGS["An alarm"], position: int = 10) -> VBox:
    """Return a scene in which a p-value is looked at after each round of a fair evening.

    Args:
        seed: the seed of the evening, 0 to 999 999 999.
        position: how many looks were taken, 1 to 200.
    """
    box = seed_box(seed)
    scrubber = Scrubber("looks", position, 1, view_stopping.LOOKS)

    def draw() -> Model:
        return view_stopping.looks(box.value, scrubber.value)

    return scene(
        "looks",
        "May you look after every round?",
        {"seed": box, "looks": scrubber},
        draw,
        lambda: view_stopping.LOOK_STAGES,
        presets={label: {"seed": seed, "looks": 10} for label, seed in EVENINGS.items()},
    ).tree


def walk(play: str = FAIR, seed: int = 1, position: int = 0) -> VBox:
    """Return a scene in which the weight of evidence walks between two barriers.

    Args:
        play: "fair play" or "two rounds in three", Zara's true chance.
        seed: the seed of the evenings, 0 to 999 999 999.
        position: how many rounds are played, 0 to 150.
    """
    plays = menu("play", play, (FAIR, EDGE), "Play is")
    box = seed_box(seed)
    scrubber = Scrubber("rounds", position, 0, view_stopping.WALK_ROUNDS)

    def draw() -> Model:
        return view_stopping.walk(plays.value == EDGE, box.value, scrubber.value)

    return scene(
        "walk",
        "A walk between two barriers",
        {"play": plays, "seed": box, "rounds": scrubber},
        draw,
        lambda: view_stopping.WALK_STAGES,
        presets={
            "Fair play": {"play": FAIR, "rounds": 0},
            "She has the edge": {"play": EDGE, "rounds": 0},
        },
    ).tree
