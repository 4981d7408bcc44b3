"""A game of pure chance that the reader starts and watches, and the tally of many such games.

Such games differ in their steps and their looks. The rest is here or in `GameApp`: single steps, an
automatic run at a pace, a jump to the end, and a hundred games for the tally.

    class _Table(SimulationApp[Race, Run]):
        def begin(self, setup: Race, seed: int) -> Run: ...
        def step(self, state: Run) -> Run: ...
"""

from abc import abstractmethod
from collections.abc import Callable, Generator, Mapping
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.parameters import Game
from games_widgets.apps.base import Job, Value
from games_widgets.apps.controls import Dropdown, seed_box
from games_widgets.apps.game import GameApp, values_of_setup
from games_widgets.drawing.render import Model
from games_widgets.drawing.tally import Lengths

__all__ = ["MAX_STEPS", "Settings", "SimulationApp"]

GAMES_AT_ONCE = 100  # games for the tally at a time
SPEEDS = {"slow": 700, "quick": 150, "fast": 40}  # milliseconds between two pictures
MAX_STEPS = 100_000  # of one game

SetupT = TypeVar("SetupT", bound="NamedTuple | Game")
NowT = TypeVar("NowT", bound="Lasting")


class Lasting(Protocol):
    """A game under way."""

    @property
    def is_over(self) -> bool:
        """Whether it is over."""


class Settings(Generic[SetupT]):
    """The controls that choose the setup of a game.

    Args:
        shape: the type of a setup.
        controls: the controls by their names in the address, which are the fields of the setup.
    """

    def __init__(self, shape: type[SetupT], **controls: Any) -> None:
        self.shape, self.controls = shape, controls

    @property
    def setup(self) -> SetupT:
        """The setup that they ask for."""
        make: Callable[..., SetupT] = self.shape
        return make(*(control.value for control in self.controls.values()))

    def fit(self) -> None:
        """Adapt their limits to each other."""
        return


class SimulationApp(GameApp[SetupT], Generic[SetupT, NowT]):
    """The table of one game; its ``frame`` is the app.

    Args:
        title: shown at the top.
        settings: the controls.
        seed: 0 to 999 999 999.
        presets: label -> the settings it stands for.

    Attributes:
        leap: the number of steps between two pictures at the fast speed.
        games_played: the tally.
    """

    leap = 1
    moves, max_moves = ("step",), MAX_STEPS
    state: NowT

    def __init__(
        self,
        title: str,
        settings: Settings[SetupT],
        seed: int,
        presets: Mapping[str, Mapping[str, Value]],
    ) -> None:
        self.game_settings = settings
        box = seed_box(seed)
        self.speed = Dropdown(value="quick", options=list(SPEEDS), description="Speed")
        controls = {**settings.controls, "seed": box, "speed": self.speed}
        super().__init__(title, controls, presets, settings.fit)

    # Parts that each game defines

    @abstractmethod
    def begin(self, setup: SetupT, seed: int) -> NowT:
        """Return a game before its first step."""

    @abstractmethod
    def step(self, state: NowT) -> NowT:
        """Return the game one step later."""

    @abstractmethod
    def steps(self, state: NowT) -> int:
        """Return the number of steps so far."""

    @abstractmethod
    def length(self, setup: SetupT, rng: Random) -> int:
        """Play a game out of view; return the number of its steps."""

    @abstractmethod
    def picture(self, state: NowT, note: str) -> Model:
        """Return the table, with a note on what the next game will be like."""

    # Shared parts

    @property
    def setup(self) -> SetupT:
        """The setup that the settings ask for, without the seed."""
        return self.game_settings.setup

    def set_out(self, setup: SetupT, seed: int) -> None:
        """Set up a game before its first step."""
        self.state = self.begin(setup, seed)

    def clear(self) -> None:
        """Clear the tally."""
        self.games_played = Lengths()

    def show(self, note: str) -> Model:
        """Return the table."""
        return self.picture(self.state, note)

    def act(self, act: str, value: str) -> None:
        """Act on a click."""
        if act == "run":
            self.frame.run(self.watchable(self._visibly()), lambda: SPEEDS[self.speed.value])
        elif act == "finish":
            self.frame.run(self._at_once())
        else:
            super().act(act, value)

    def move(self, act: str, value: str) -> None:
        """Make a step after a click, unless the game is over."""
        if act == "step" and not self.state.is_over:
            if self.steps(self.state) < MAX_STEPS:
                self.state = self.step(self.state)
                if self.state.is_over:
                    setup, seed = self.current_game
                    self.keep(*values_of_setup(setup).values(), seed, self.steps(self.state))
            else:
                self.frame.say(f"After {MAX_STEPS} steps a game is not followed any further.")

    def _visibly(self) -> Job:
        """Play to the end in view of the reader."""
        while all(self.do("step") for _ in range(self.leap if self.speed.value == "fast" else 1)):
            if self.frame.pause:
                self.frame.redraw()
            yield None

    def _at_once(self) -> Generator[float, None, None]:
        """Play to the end at once."""
        while self.do("step"):
            yield self.steps(self.state) / MAX_STEPS

    def run_many(self) -> Job:
        """Play many games for the tally, each with its own dice."""
        setup, seed = self.current_game
        for number in range(1, GAMES_AT_ONCE + 1):
            rng = Random(f"{seed} tally {self.games_played.games}")
            self.games_played = self.games_played.add(self.length(setup, rng))
            yield number / GAMES_AT_ONCE
