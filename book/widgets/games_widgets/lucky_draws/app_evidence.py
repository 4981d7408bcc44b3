"""The app of a tally of rounds, and what it says of Zara's chance."""

from fractions import Fraction

from ipywidgets import VBox

from games_widgets.apps.base import App
from games_widgets.apps.controls import slider
from games_widgets.drawing.render import Model
from games_widgets.lucky_draws import view_evidence

__all__ = ["tally"]

MAX_ROUNDS = 100  # rounds of each player


def tally(zara_wins: int = 7, yvonne_wins: int = 3, chance: int = 66) -> VBox:
    """Return an app with a tally of rounds, and what it says of Zara's chance.

    Args:
        zara_wins: the rounds that Zara has won, 0 to 100.
        yvonne_wins: the rounds that the reader has won, 0 to 100.
        chance: Zara's suspected chance in each round, in percent, 1 to 99.
    """
    zara_slider = slider("zara_wins", zara_wins, 0, MAX_ROUNDS, "She won")
    yvonne_slider = slider("yvonne_wins", yvonne_wins, 0, MAX_ROUNDS, "You won")
    percent = slider("chance", chance, 1, 99, "Suspected")
    settings = {"hers": zara_slider, "yours": yvonne_slider, "chance": percent}

    def draw() -> Model:
        return view_evidence.tally(
            zara_slider.value, yvonne_slider.value, Fraction(percent.value, 100)
        )

    def act(act: str, _value: str) -> None:
        if act in ("hers", "yours"):
            frame.apply({act: min(settings[act].value + 1, MAX_ROUNDS)})

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
            "Five to five": {"hers": 5, "yours": 5, "chance": 66},
            "A new evening": {"hers": 0, "yours": 0, "chance": 66},
        },
    )
    return frame.tree
