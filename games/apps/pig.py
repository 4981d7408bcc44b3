"""Pig and Piglet to play, against a player who chooses as well as possible."""

from collections.abc import Generator
from random import Random

from ipywidgets import VBox

from games import pig
from games.apps.controls import BoundedIntText, Dropdown, IntSlider
from games.apps.frame import Frame, Job, Work
from games.apps.seeds import MAX_SEED, fresh
from games.arguments import choice, whole
from games.plays.pig import Play
from games.views import pig as views
from games.views.tally import Tally

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


class _Table:
    """The table at which one reader plays: the game under way, and what outlasts it."""

    def __init__(self, kind: str, goal: int, seed: int) -> None:
        kinds = tuple(pig.GAMES)
        self.kind = Dropdown(value=choice("kind", kind, kinds), options=kinds, description="Game")
        highest = pig.GAMES[kind].highest
        goal = whole("goal", goal, 2, highest, hint="the fractions grow")
        self.goal = IntSlider(goal, 2, highest, description="Goal")
        seed = whole("seed", seed, 0, MAX_SEED)
        self.seed = BoundedIntText(seed, min=0, max=MAX_SEED, description="Seed")
        self.dealt = ("", 0, 0)
        self.odds = self.running = False
        self.begin()
        self.frame = Frame(
            "pig",
            "Pig and Piglet",
            {"kind": self.kind, "goal": self.goal, "seed": self.seed},
            self.draw,
            fit=self.fit,
            act=self.act,
            presets={
                "Piglet to 10": {"kind": "Piglet", "goal": 10},
                "Pig to 20": {"kind": "Pig", "goal": 20},
                "Pig to 40": {"kind": "Pig", "goal": 40},
            },
            folded=True,
        )

    def fit(self) -> None:
        """Keep the goal among those that are solved."""
        self.goal.max = pig.GAMES[self.kind.value].highest

    @property
    def wanted(self) -> tuple[str, int, int]:
        """What the settings ask for: the game, the goal and the seed."""
        return self.kind.value, self.goal.value, self.seed.value

    def begin(self) -> None:
        """Begin the game that the settings ask for; tallies hold for one game and goal."""
        if self.wanted[:2] != self.dealt[:2]:
            self.reader = self.machine = Tally()
        kind, goal, _ = self.dealt = self.wanted
        self.play = Play(kind, goal)
        self.helped = self.odds

    def draw(self) -> Work:
        """Show the table; the settings shape a game until its first throw."""
        if self.wanted != self.dealt and not self.play.thrown:
            self.begin()
        kind, goal, seed = self.wanted
        yield from _solve(*self.dealt[:2])
        return views.game(
            self.play,
            odds=self.odds,
            running=self.running,
            note=""
            if self.wanted == self.dealt
            else f"The new game will be {kind} to {goal} with seed {seed}.",
            reader=self.reader,
            machine=self.machine,
        )

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "many":
            self.frame.run(self.many())
            return
        if act in ("new", "again", "preset") or (act in ("throw", "hold") and self.play.yours):
            self.frame.cancel()
        if act in ("throw", "hold"):
            if self.play.yours:
                self.move(act)
        elif act == "odds":
            self.odds = not self.odds
            self.helped = True
        elif act == "new":
            if self.seed.value == self.dealt[2]:
                self.frame.apply({"seed": fresh()})
            self.begin()
        elif act == "again":
            self.frame.apply(dict(zip(("kind", "goal", "seed"), self.dealt, strict=True)))
            self.begin()
            self.helped = True
        elif act == "preset":
            self.begin()
        elif act == "clear":
            self.reader = self.machine = Tally()
        self.frame.redraw()
        if act in ("throw", "hold", "go") and not (self.play.over or self.play.yours):
            self.frame.run(self.others_turn(), STEP)

    def move(self, act: str) -> None:
        """Throw or hold, and count the game if the reader played it without help."""
        if act == "hold":
            self.play = self.play.held()
        else:
            kind, _, seed = self.dealt
            rng = Random(f"{seed} throw {self.play.thrown}")
            self.play = self.play.threw(pig.throw(rng.random(), kind))
        if self.play.over and not self.helped:
            self.reader = self.reader.add(self.play.won)

    def others_turn(self) -> Job:
        """Let the best player make its turn, in view of the reader."""
        self.running = True
        try:
            while not (self.play.over or self.play.yours):
                if self.frame.pause:
                    self.frame.redraw()
                yield None
                self.move(self.play.best)
        finally:
            self.running = False

    def many(self) -> Job:
        """Let the best player play games against itself, each with throws of its own."""
        kind, goal, seed = self.dealt
        for played in range(1, GAMES + 1):
            rng = Random(f"{seed} tally {self.machine.games}")
            self.machine = self.machine.add(pig.play(rng, goal, kind=kind))
            yield played / GAMES


def _solve(kind: str, goal: int) -> Generator[float, None, None]:
    """Solve the smaller games first, in small steps, so that what is drawn finds them solved."""
    for smaller in range(1, goal + 1):
        pig.win(smaller, kind=kind)
        yield smaller / goal
