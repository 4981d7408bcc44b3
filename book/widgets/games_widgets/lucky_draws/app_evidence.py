"""A tally of rounds, the reader's own, and what it says of Zara's chance; and a guess before it."""

from fractions import Fraction

from ipywidgets import VBox

from games_widgets.apps.base import App
from games_widgets.apps.controls import slider
from games_widgets.drawing.markup import Picture
from games_widgets.lucky_draws import view_evidence

__all__ = ["tally"]

MOST = 100  # rounds of each player


def tally(hers: int = 7, yours: int = 3, chance: int = 66) -> VBox:
    """Return what a tally says of Zara's chance; each of its numbers, and the chance, is a slider.

    Args:
        hers, yours: the rounds that she and that you have won, 0 to 100 each.
        chance: her suspected chance in each round, in percent, 1 to 99.
    """
    lost = slider("hers", hers, 0, MOST, "She won")
    won = slider("yours", yours, 0, MOST, "You won")
    percent = slider("chance", chance, 1, 99, "Suspected")
    settings = {"hers": lost, "yours": won, "chance": percent}

    def draw() -> Picture:
        return view_evidence.tally(lost.value, won.value, Fraction(percent.value, 100))

    def act(act: str, _value: str) -> None:
        if act in ("hers", "yours"):
            frame.apply({act: min(settings[act].value + 1, MOST)})

    frame = App(
        "tally",
        "What does your tally say?",
        settings,
        draw,
        act=act,
        presets={
            "One evening": {"hers": 7, "yours": 3, "chance": 66},
            "Ten such evenings": {"hers": 70, "yours": 30, "chance": 66},
            "Nine to one": {"hers": 9, "yours": 1, "chance": 66},
            "Five all": {"hers": 5, "yours": 5, "chance": 66},
            "A new evening": {"hers": 0, "yours": 0, "chance": 66},
        },
    )
    return frame.tree
