"""A game of chance alone that the reader starts and watches, and the tally of many such games.

The race and the chase differ in what a step is and how it looks; all else is here: a step at a
time, steps that follow each other at a pace, the way to the end at once, a new game and the same
one again, a hundred games for the tally. The dice depend on the seed, so one seed gives two readers
the same game.

    class _Table(Runner[Board, Run]):
        def begin(self, board: Board, seed: int) -> Run: ...
        def step(self, now: Run) -> Run: ...
"""

from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from random import Random
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from games.apps.controls import BoundedIntText, Dropdown
from games.apps.frame import Frame, Job, Value
from games.apps.seeds import MAX_SEED, fresh
from games.arguments import whole
from games.views.markup import Picture
from games.views.tally import Lengths

__all__ = ["Runner", "Settings"]

MANY = 100  # games for the tally at a time
SPEEDS = {"slow": 700, "quick": 150, "fast": 40}  # milliseconds between two pictures
MAX_STEPS = 100_000  # of one game that are kept

SetupT = TypeVar("SetupT", bound=NamedTuple)
NowT = TypeVar("NowT")
SetupT_co = TypeVar("SetupT_co", bound=NamedTuple, covariant=True)


class Settings(Protocol[SetupT_co]):
    """The controls that say what game it is."""

    @property
    def named(self) -> Mapping[str, Any]:
        """The controls by their names in the address, which are the fields of the setup."""

    @property
    def now(self) -> SetupT_co:
        """What they ask for."""

    def fit(self) -> None:
        """Adapt their limits to each other."""


class Runner(ABC, Generic[SetupT, NowT]):
    """The table of one game; its ``frame`` shows it.

    Args:
        title: shown at the top.
        settings: the controls.
        seed: 0 to 999 999 999.
        presets: label -> the settings it stands for.

    Attributes:
        name: that of the app in the address.
        first: whether it is the first of its page.
        leap: how many steps are one to watch, when the game goes fast.
        exact: whether the reader has asked for what the solver knows.
        now: the game as it stands.
        running: whether steps follow each other by themselves.
        played: the tally; it holds for one setup.
    """

    name = "game"
    first = True
    leap = 1
    exact = False

    def __init__(
        self,
        title: str,
        settings: Settings[SetupT],
        seed: int,
        presets: Mapping[str, Mapping[str, Value]],
    ) -> None:
        self.settings = settings
        seed = whole("seed", seed, 0, MAX_SEED)
        self.seed = BoundedIntText(seed, min=0, max=MAX_SEED, description="Seed")
        self.speed = Dropdown(value="quick", options=list(SPEEDS), description="Speed")
        self.running = False
        self.played, self.tallied = Lengths(), settings.now
        self.start()
        self.frame = Frame(
            self.name,
            title,
            {**settings.named, "seed": self.seed, "speed": self.speed},
            self._draw,
            fit=settings.fit,
            act=self._act,
            presets=presets,
            first=self.first,
            folded=True,
            tell=self.tell,
        )

    # What a game makes its own

    @abstractmethod
    def begin(self, setup: SetupT, seed: int) -> NowT:
        """Return a game before its first step."""

    @abstractmethod
    def step(self, now: NowT) -> NowT:
        """Return the game one step later."""

    @abstractmethod
    def steps(self, now: NowT) -> int:
        """Return how many steps were made."""

    @abstractmethod
    def over(self, now: NowT) -> bool:
        """Return whether the game is over."""

    @abstractmethod
    def length(self, setup: SetupT, rng: Random) -> int:
        """Play a game that nobody watches; return how many steps it took."""

    @abstractmethod
    def picture(self, now: NowT, note: str) -> Picture:
        """Return the table, with a note on what a new game will be like."""

    @abstractmethod
    def told(self, setup: SetupT) -> str:
        """Return what a game with this setup has, such as "100 fields, 6 faces"."""

    # What they share

    def tell(self, exact: bool) -> None:
        """Show what the solver knows from now on, or hide it."""
        self.exact = exact

    @property
    def wanted(self) -> tuple[SetupT, int]:
        """What the settings ask for: the setup and the seed."""
        return self.settings.now, self.seed.value

    def start(self) -> None:
        """Begin the game that the settings ask for."""
        self.set_out = setup, seed = self.wanted
        if self.tallied != setup:
            self.played, self.tallied = Lengths(), setup
        self.now = self.begin(setup, seed)

    def _draw(self) -> Picture:
        """Show the table; the settings shape a game until its first step."""
        if self.wanted != self.set_out and not self.steps(self.now):
            self.start()
        setup, seed = self.wanted
        differs = self.wanted != self.set_out
        note = f"The next one will have {self.told(setup)}, and seed {seed}." if differs else ""
        return self.picture(self.now, note)

    def _act(self, act: str, value: str) -> None:
        if act == "run":
            self.frame.run(self._watched(), lambda: SPEEDS[self.speed.value])
        elif act == "finish":
            self.frame.run(self._unwatched())
        elif act == "many":
            self.frame.run(self._many())
        elif act == "tell":
            self.tell(not self.exact)
            self.frame.redraw()  # a game that runs goes on
        else:
            if act != "clear":
                self.frame.cancel()
            self._act_at_once(act)
            self.frame.redraw()

    def _act_at_once(self, act: str) -> None:
        if act == "step":
            self._go_on()
        elif act == "new":
            if self.seed.value == self.set_out[1]:
                self.frame.apply({"seed": fresh()})
            self.start()
        elif act == "again":
            setup, seed = self.set_out
            self.frame.apply({**setup._asdict(), "seed": seed})
            self.start()
        elif act == "preset":
            self.start()
        elif act == "clear":
            self.played = Lengths()

    def _go_on(self) -> bool:
        """Make one step; return whether there was one left."""
        if self.over(self.now):
            return False
        if self.steps(self.now) >= MAX_STEPS:
            self.frame.say(f"After {MAX_STEPS} steps a game is not followed any further.")
            return False
        self.now = self.step(self.now)
        return True

    def _watched(self) -> Job:
        """Go on until the game is over, in view of the reader."""
        self.running = True
        try:
            while all(self._go_on() for _ in range(self.leap if self.speed.value == "fast" else 1)):
                if self.frame.pause:
                    self.frame.redraw()
                yield None
        finally:
            self.running = False

    def _unwatched(self) -> Generator[float, None, None]:
        """Go on until the game is over."""
        while self._go_on():
            yield self.steps(self.now) / MAX_STEPS

    def _many(self) -> Generator[float, None, None]:
        """Play many games for the tally, each with dice of its own."""
        setup, seed = self.set_out
        for done in range(1, MANY + 1):
            rng = Random(f"{seed} tally {self.played.games}")
            self.played = self.played.add(self.length(setup, rng))
            yield done / MANY
