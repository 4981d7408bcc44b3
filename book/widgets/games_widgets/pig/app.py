"""Pig and Piglet to play, against a player who chooses as well as possible."""

from collections.abc import Generator
from dataclasses import replace
from random import Random

from ipywidgets import VBox

from games.pig import GOAL, KIND, RULES, Pig, Variant
from games.pig.playing import Play
from games_widgets.apps.base import Job, Work
from games_widgets.apps.controls import seed_box
from games_widgets.apps.game import GameApp
from games_widgets.apps.parameters import GameSettings
from games_widgets.drawing.tally import Tally
from games_widgets.pig import view

__all__ = ["game"]

KINDS = {"kind": KIND, "goal": GOAL.restrict(2, GOAL.high, GOAL.hint)}
GAMES = 100  # of the tally at a time
STEP = 700  # milliseconds between two throws of the other player


def game(kind: Variant = "Piglet", goal: int = 10, seed: int = 1) -> VBox:
    """Return the app of Pig or Piglet against the best player; it shows odds on request.

    The throws depend on the seed and their number alone, so two readers with the same seed who
    choose alike have the same game.

    Args:
        kind: "Pig" or "Piglet".
        goal: the points that win, 2 to 40 in Pig and 2 to 20 in Piglet.
        seed: 0 to 999 999 999.
    """
    return _Table(kind, goal, seed).frame.tree


class _Table(GameApp[Pig]):
    """The table at which one reader plays, and the tallies of the reader and of best play."""

    shape = Pig
    name, first = "pig", False
    moves = ("throw", "hold", "best")
    state: Play

    def __init__(self, kind: Variant, goal: int, seed: int) -> None:
        self.game_settings = GameSettings(Pig(goal, kind), KINDS)
        controls = self.game_settings.controls
        self.kind, self.goal = controls["kind"], controls["goal"]
        self.goal.max = RULES[kind].max_goal
        super().__init__(
            "Pig and Piglet",
            {"kind": self.kind, "goal": self.goal, "seed": seed_box(seed)},
            {
                "Piglet to 10": {"kind": "Piglet", "goal": 10},
                "Pig to 20": {"kind": "Pig", "goal": 20},
                "Pig to 40": {"kind": "Pig", "goal": 40},
            },
            self.fit,
        )

    def fit(self) -> None:
        """Limit the goal to those that have a solution."""
        self.goal.max = RULES[self.kind.value].max_goal

    @property
    def setup(self) -> Pig:
        """The game that the settings ask for."""
        return self.game_settings.setup

    def set_out(self, setup: Pig, seed: int) -> None:
        """Begin a game, before the first throw."""
        self.state = Play(setup)
        self.had_help = self.odds_visible

    def clear(self) -> None:
        """Clear the tallies."""
        self.reader = self.machine = Tally()

    def tell(self, odds_visible: bool) -> None:
        """Show the odds from now on, or hide them; a reader who has seen them had help."""
        super().tell(odds_visible)
        self.had_help |= odds_visible

    def show(self, note: str) -> Work:
        """Return the table."""
        yield from _solve(self.current_game[0])
        return view.game(
            self.state,
            odds=self.odds_visible,
            running=self.running,
            note=note,
            reader=self.reader,
            machine=self.machine,
        )

    def describe(self, setup: Pig) -> str:
        """Return the name of the game."""
        return f"{setup.kind} to {setup.goal}"

    def act(self, act: str, value: str) -> None:
        """Perform the act of a click; then the other player may have a turn."""
        super().act(act, value)
        if act in ("throw", "hold", "go") and not (self.state.is_over or self.state.is_your_turn):
            self.frame.run(self.watchable(self.others_turn()), STEP)

    def move(self, act: str, value: str) -> None:
        """Throw or hold in the reader's turn; in the other turn, make the best decision."""
        if act in ("throw", "hold") and self.state.is_your_turn:
            self.decide(act)
        elif act == "best" and not (self.state.is_over or self.state.is_your_turn):
            self.decide(self.state.best)

    def decide(self, act: str) -> None:
        """Throw or hold, and count the game if the reader played it without help."""
        if act == "hold":
            self.state = self.state.after_hold()
        else:
            setup, seed = self.current_game
            rng = Random(f"{seed} throw {self.state.throw_count}")
            self.state = self.state.after_throw(setup.throw(rng.random()))
        if self.state.is_over and not self.had_help:
            self.reader = self.reader.add(self.state.is_won)

    def others_turn(self) -> Job:
        """Let the best player play its turn, step by step."""
        while not (self.state.is_over or self.state.is_your_turn):
            if self.frame.pause:
                self.frame.redraw()
            yield None
            self.do("best")

    def run_many(self) -> Job:
        """Let the best player play games against itself; each game has other throws."""
        setup, seed = self.current_game
        for game_number in range(1, GAMES + 1):
            rng = Random(f"{seed} tally {self.machine.games}")
            self.machine = self.machine.add(setup.play(rng))
            yield game_number / GAMES


def _solve(setup: Pig) -> Generator[float, None, None]:
    """Solve the smaller games in small steps, before a picture needs them."""
    for smaller in range(1, setup.goal + 1):
        replace(setup, goal=smaller).win()
        yield smaller / setup.goal
