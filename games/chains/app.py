"""Small absorbing chains to play with: a token on a graph, and coins won and lost."""

from fractions import Fraction
from random import Random

from games.kit.apps.controls import Dropdown, IntSlider
from games.kit.apps.frame import Frame, Job
from ipywidgets import VBox

from games.arguments import choice, whole
from games.chains import view
from games.chains import view_walk as chains_walk
from games.chains.playing import GAMES, Ruin, Walk
from games.chains.view_walk import MAX_STEPS_SHOWN
from games.kit.markup import Picture

__all__ = ["drain", "ruin", "walk"]

MAX_GOAL = 8  # the matrix is as wide as a phone
MANY = 100  # games at a time
PACE = 450, 45  # milliseconds to watch a step, and a game
HEADS = "heads twice in a row"


def walk(game: str = HEADS) -> VBox:
    """Return a token that hops from state to state and puts a brick on each that it visits.

    The steps depend on the game and on the games before alone, so all readers meet the same.

    Args:
        game: which chain, by its name in `games.chains.playing.GAMES`.
    """
    return _Token(game).frame.tree


def drain(game: str = HEADS, t: int = 0) -> VBox:
    """Return where a chain is after t steps, as water that runs from vessel to vessel.

    Args:
        game: which chain, by its name in `games.chains.playing.GAMES`.
        t: the number of steps, 0 to 40.
    """
    which = _chosen(game)
    steps = IntSlider(whole("t", t, 0, MAX_STEPS_SHOWN), 0, MAX_STEPS_SHOWN, description="Steps t")

    def act(act: str, value: str) -> None:
        if act in ("on", "back"):
            after = min(steps.value + 1, MAX_STEPS_SHOWN)
            frame.apply({"t": after if act == "on" else 0})

    frame = Frame(
        "drain",
        "Chance runs like water",
        {"game": which, "t": steps},
        lambda: chains_walk.drain(GAMES[which.value], steps.value),
        act=act,
    )
    return frame.tree


def ruin(goal: int = 6, start: int = 2, up: int = 50, tie: int = 0) -> VBox:
    """Return sliders for the gambler's ruin, with N, the length of the game, and how it ends.

    Args:
        goal: the number of coins at which the player stops, 2 to 8.
        start: the number of coins at the beginning, 1 to goal − 1.
        up: the chance in percent to win a coin in a round that is no draw.
        tie: the chance of a draw in percent, a multiple of 10.
    """
    return _Table(goal, start, up, tie).frame.tree


def _chosen(game: str) -> Dropdown:
    value = choice("game", game, tuple(GAMES))
    return Dropdown(value=value, options=list(GAMES), description="Game")


class _Token:
    """The token, and the bricks of all games so far."""

    def __init__(self, game: str) -> None:
        self.which = _chosen(game)
        self.running = self.told = False
        self.clear()
        self.frame = Frame(
            "walk", "A token, and its bricks", {"game": self.which}, self.draw, act=self.act
        )

    def clear(self) -> None:
        """Begin the first game."""
        self.set_out = GAMES[self.which.value]
        self.now = Walk.begin(self.set_out)
        self.shuffle()

    def shuffle(self) -> None:
        """Take the steps of the game that begins."""
        self.rng = Random(f"{self.set_out.name}: game {self.now.games}")

    def draw(self) -> Picture:
        """Show the token; another game begins without bricks."""
        if GAMES[self.which.value] is not self.set_out:
            self.frame.cancel()
            self.clear()
        return chains_walk.walk(self.now, running=self.running, told=self.told)

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "run":
            self.frame.run(self.watched(), PACE[0])
        elif act == "many":
            self.frame.run(self.many(), PACE[1])
        else:
            self.frame.cancel()
            if act == "step" and not self.now.over:
                self.now = self.now.step(self.rng)
            elif act == "new":
                self.next()
            elif act == "tell":
                self.told = not self.told
            elif act in ("clear", "preset"):
                self.clear()
            self.frame.redraw()

    def next(self) -> None:
        """Begin one more game; one that is under way is played to its end."""
        self.finish()
        self.now = Walk.begin(self.set_out, self.now)
        self.shuffle()

    def finish(self) -> None:
        """Play the game to its end."""
        while not self.now.over:
            self.now = self.now.step(self.rng)

    def watched(self) -> Job:
        """Go on until the game is over, in view of the reader."""
        self.running = True
        try:
            while not self.now.over:
                self.now = self.now.step(self.rng)
                self.seen()
                yield None
        finally:
            self.running = False

    def many(self) -> Job:
        """Play many games, in view of the reader."""
        self.running = True
        try:
            for _ in range(MANY):
                self.next()
                self.finish()
                self.seen()
                yield None
        finally:
            self.running = False

    def seen(self) -> None:
        """Draw, if anybody watches."""
        if self.frame.pause:
            self.frame.redraw()


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
    def wanted(self) -> Ruin:
        """The game that the settings ask for."""
        up, tie = Fraction(self.up.value, 100), Fraction(self.tie.value, 100)
        return Ruin(self.goal.value, self.start.value, up, tie)

    def fit(self) -> None:
        """Keep the start below the goal."""
        self.start.max = self.goal.value - 1

    def draw(self) -> Picture:
        """Show the game; a tally holds for one game."""
        wanted = self.wanted
        picture = view.ruin(wanted, self.played if wanted == self.game else ())
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
