"""A small absorbing chain to play with: coins won and lost until none is left or enough are."""

from fractions import Fraction
from random import Random

from ipywidgets import VBox

from games.apps.controls import IntSlider
from games.apps.frame import Frame
from games.arguments import whole
from games.views import chains as views
from games.views.markup import Picture

__all__ = ["ruin"]

MAX_GOAL = 8  # the matrix is as wide as a phone


def ruin(goal: int = 6, start: int = 2, up: int = 50, tie: int = 0) -> VBox:
    """Return sliders for the gambler's ruin, with N, the length of the game, and how it ends.

    Args:
        goal: the number of coins at which the player stops, 2 to 8.
        start: the number of coins at the beginning, 1 to goal − 1.
        up: the chance in percent to win a coin in a round that is no draw.
        tie: the chance of a draw in percent, a multiple of 10.
    """
    return _Table(goal, start, up, tie).frame.tree


class _Table:
    """The settings, and the games played with them."""

    def __init__(self, goal: int, start: int, up: int, tie: int) -> None:
        goal = whole("goal", goal, 2, MAX_GOAL)
        start = whole("start", start, 1, goal - 1, hint="the game is over with none, or the goal")
        self.goal = IntSlider(goal, 2, MAX_GOAL, description="Goal")
        self.start = IntSlider(start, 1, goal - 1, description="Start")
        self.up = IntSlider(whole("up", up, 0, 100), 0, 100, description="Win in %")
        self.tie = IntSlider(whole("tie", tie, 0, 100), 0, 100, 10, description="Draw in %")
        self.game = self.wanted
        self.played: list[int] = []
        self.frame = Frame(
            "ruin",
            "Coins until none is left, or enough are",
            {"goal": self.goal, "start": self.start, "up": self.up, "tie": self.tie},
            self.draw,
            fit=self.fit,
            act=self.act,
            presets={
                "By hand": {"goal": 3, "start": 1, "up": 50, "tie": 0},
                "One coin, goal eight": {"goal": 8, "start": 1, "up": 50, "tie": 0},
                "Roulette, nearly": {"goal": 8, "start": 4, "up": 49, "tie": 0},
                "Nine draws in ten": {"goal": 3, "start": 1, "up": 50, "tie": 90},
            },
            first=True,
        )

    @property
    def wanted(self) -> views.Ruin:
        """The game that the settings ask for."""
        up, tie = Fraction(self.up.value, 100), Fraction(self.tie.value, 100)
        return views.Ruin(self.goal.value, self.start.value, up, tie)

    def fit(self) -> None:
        """Keep the start below the goal."""
        self.start.max = self.goal.value - 1

    def draw(self) -> Picture:
        """Show the game; a tally holds for one game."""
        wanted = self.wanted
        picture = views.ruin(wanted, self.played if wanted == self.game else ())
        if wanted != self.game:
            self.game, self.played = wanted, []
        return picture

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "start" and value.isdecimal():
            self.frame.apply({"start": int(value)})
        elif act == "play":
            game, before = self.game, len(self.played)
            rng = Random(f"{game} after {before} games")
            self.played += [game.play(rng) for _ in range(100)]
            self.frame.redraw()
        elif act == "clear":
            self.played = []
            self.frame.redraw()
