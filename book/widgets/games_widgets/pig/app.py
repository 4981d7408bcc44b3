"""Pig and Piglet to play, against a player who chooses as well as possible."""

from collections.abc import Generator
from random import Random
from typing import NamedTuple

from ipywidgets import VBox

from games import pig
from games.pig.playing import Play
from games_widgets.apps.base import Job, Work
from games_widgets.apps.controls import menu, seed_box, slider
from games_widgets.apps.game import GameApp
from games_widgets.drawing.tally import Tally
from games_widgets.pig import view

__all__ = ["game"]

GAMES = 100  # of the tally at a time
STEP = 700  # milliseconds between two throws of the other player


def game(kind: str = "Piglet", goal: int = 10, seed: int = 1) -> VBox:
    """Return Pig or Piglet to play against the best player, with the odds for those who ask.

    The throws depend on the seed and their number alone, so two readers with the same seed who
    choose alike have the same game.

    Args:
        kind: "Pig" or "Piglet".
        goal: the points that win, 2 to 40 in Pig and 2 to 20 in Piglet.
        seed: 0 to 999 999 999.
    """
    return _Table(kind, goal, seed).frame.tree


class _Setup(NamedTuple):
    """Which game it is, and to how many points."""

    kind: str
    goal: int


class _Table(GameApp[_Setup]):
    """The table at which one reader plays, and the tallies of the reader and of best play."""

    shape = _Setup
    name, first = "pig", False
    moves = ("throw", "hold", "best")
    state: Play

    def __init__(self, kind: str, goal: int, seed: int) -> None:
        self.kind = menu("kind", kind, pig.GAMES, "Game")
        highest = pig.GAMES[kind].highest
        self.goal = slider("goal", goal, 2, highest, "Goal", hint="the fractions grow")
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
        """Keep the goal among those that are solved."""
        self.goal.max = pig.GAMES[self.kind.value].highest

    def set_out(self, setup: _Setup, seed: int) -> None:
        """Begin a game; nothing is thrown yet."""
        self.state = Play(*setup)
        self.helped = self.odds_visible

    def clear(self) -> None:
        """Forget the tallies."""
        self.reader = self.machine = Tally()

    def tell(self, odds_visible: bool) -> None:
        """Tell the odds from now on, or keep them back; whoever has seen them had help."""
        super().tell(odds_visible)
        self.helped |= odds_visible

    def show(self, note: str) -> Work:
        """Return the table."""
        yield from _solve(*self.current_game[0])
        return view.game(
            self.state,
            odds=self.odds_visible,
            running=self.running,
            note=note,
            reader=self.reader,
            machine=self.machine,
        )

    def describe(self, setup: _Setup) -> str:
        """Return what game it is."""
        return f"{setup.kind} to {setup.goal}"

    def act(self, act: str, value: str) -> None:
        """Do what was clicked; then it may be the other player's turn."""
        super().act(act, value)
        if act in ("throw", "hold", "go") and not (self.state.is_over or self.state.is_your_turn):
            self.frame.run(self.watchable(self.others_turn()), STEP)

    def move(self, act: str, value: str) -> None:
        """Throw or hold, in the reader's turn; or do what is best, in the other's."""
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
            self.state = self.state.after_throw(pig.throw(rng.random(), setup.kind))
        if self.state.is_over and not self.helped:
            self.reader = self.reader.add(self.state.is_won)

    def others_turn(self) -> Job:
        """Let the best player make its turn, in view of the reader."""
        while not (self.state.is_over or self.state.is_your_turn):
            if self.frame.pause:
                self.frame.redraw()
            yield None
            self.do("best")

    def many(self) -> Job:
        """Let the best player play games against itself, each with throws of its own."""
        (kind, goal), seed = self.current_game
        for game_number in range(1, GAMES + 1):
            rng = Random(f"{seed} tally {self.machine.games}")
            self.machine = self.machine.add(pig.play(rng, goal, kind=kind))
            yield game_number / GAMES


def _solve(kind: str, goal: int) -> Generator[float, None, None]:
    """Solve the smaller games first, in small steps, so that what is drawn finds them solved."""
    for smaller in range(1, goal + 1):
        pig.win(smaller, kind=kind)
        yield smaller / goal
