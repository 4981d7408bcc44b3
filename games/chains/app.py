"""Small absorbing chains to play with: a token on a graph, and coins won and lost."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from games.kit.apps.controls import Dropdown, IntSlider, menu, seed_box, slider
from games.kit.apps.frame import Frame, Job
from games.kit.apps.moves import Moves
from games.kit.apps.scene import Hand, scene
from games.kit.apps.seeds import fresh
from ipywidgets import VBox

from games.arguments import whole
from games.chains import view, view_mirror, view_tail
from games.chains import view_walk as chains_walk
from games.chains.playing import GAMES, STEPS, Duel, Ruin, Walk
from games.kit.markup import Picture

__all__ = ["drain", "mirror", "ruin", "tail", "walk"]

MAX_GOAL = 8  # the matrix is as wide as a phone
MAX_COINS, MAX_ODDS = 50, 60
MAX_OLD = 20
MANY = 100  # games at a time
PACE = 450, 45  # milliseconds to watch a step, and a game
HEADS = "heads twice in a row"


def walk(game: str = HEADS) -> VBox:
    """Return a token that hops from state to state and puts a brick on each that it visits.

    All readers meet the same first game; of a hundred games each meets others.

    Args:
        game: which chain, by its name in `games.chains.playing.GAMES`.
    """
    return _Token(game).frame.tree


def drain(game: str = HEADS, t: int = 0) -> VBox:
    """Return where the chance is after t steps, and the layers that it has left behind.

    Args:
        game: which chain, by its name in `games.chains.playing.GAMES`.
        t: the number of steps, 0 to 40.
    """
    which, held = _chosen(game), Hand("t", t, 0, STEPS)
    return scene(
        "drain",
        "How high will the layers grow?",
        {"game": which, "t": held},
        lambda: chains_walk.drain(GAMES[which.value], held.value),
        lambda: chains_walk.AFTER,
    ).tree


def mirror(coins: int = 6, win: int = 49, lose: int = 51, seed: int = 2, rounds: int = 0) -> VBox:
    """Return a game of coins beside its mirror image, and the odds of the two.

    Args:
        coins: how many there are at the start, 1 to 50; the goal is twice as many.
        win, lose: the odds of a round, 1 to 60 each.
        seed: 0 to 999 999 999.
        rounds: the place of the hand, 0 to 30: see `games.chains.view_mirror.mirror`.
    """
    begin = slider("coins", coins, 1, MAX_COINS, "Coins")
    won = slider("win", win, 1, MAX_ODDS, "Won")
    lost = slider("lose", lose, 1, MAX_ODDS, "Lost")
    box, held = seed_box(seed), Hand("rounds", rounds, 0, view_mirror.SEEN[-1].at)
    named = {"coins": begin, "win": won, "lose": lost, "seed": box, "rounds": held}

    def act(act: str, value: str) -> None:
        if act == "new":
            frame.apply({"seed": fresh(), "rounds": 0})

    frame = scene(
        "mirror",
        "What are the odds?",
        named,
        lambda: view_mirror.mirror(Duel(begin.value, won.value, lost.value), box.value, held.value),
        lambda: view_mirror.SEEN,
        act=act,
        presets={
            "Fifty coins at 49 %": {"coins": 50, "win": 49, "lose": 51, "rounds": 0},
            "Huygens’ problem": {"coins": 12, "win": 15, "lose": 27, "rounds": 0},
            "A fair game": {"coins": 6, "win": 1, "lose": 1, "rounds": 0},
        },
    )
    return frame.tree


def tail(goal: int = 10, start: int = 3, up: int = 50, tie: int = 0, t: int = 0) -> VBox:
    """Return how many coins there are in the games that still go on, as these grow old.

    Args:
        goal: the number of coins at which the player stops, 2 to 20.
        start: the number of coins at the beginning, 1 to goal − 1.
        up: the chance in percent to win a coin in a round that is no draw.
        tie: the chance of a draw in percent, a multiple of 10.
        t: the number of rounds, 0 to 61.
    """
    settings, fit = _coins(goal, start, up, tie, MAX_OLD)
    held = Hand("t", t, 0, view_tail.AGES[-1].at)
    return scene(
        "tail",
        "What do old games look like?",
        settings | {"t": held},
        lambda: view_tail.tail(_ruin(settings), held.value),
        lambda: view_tail.AGES,
        pace=60,
        fit=fit,
        presets={
            "Another start": {"goal": 10, "start": 8, "up": 50, "tie": 0, "t": 60},
            "Not fair": {"goal": 10, "start": 3, "up": 35, "tie": 0, "t": 60},
            "A draw in ten rounds": {"goal": 10, "start": 3, "up": 50, "tie": 10, "t": 60},
        },
    ).tree


def ruin(goal: int = 6, start: int = 2, up: int = 50, tie: int = 0) -> VBox:
    """Return sliders for the gambler's ruin, with N, the length of the game, and how it ends.

    Args:
        goal: the number of coins at which the player stops, 2 to 8.
        start: the number of coins at the beginning, 1 to goal − 1.
        up: the chance in percent to win a coin in a round that is no draw.
        tie: the chance of a draw in percent, a multiple of 10.
    """
    settings, fit = _coins(goal, start, up, tie, MAX_GOAL)
    first = settings["start"]

    def act(act: str, value: str) -> None:
        if act == "start" and value.isdecimal():
            frame.apply({"start": min(max(int(value), first.min), first.max)})

    frame = Frame(
        "ruin",
        "Coins until none is left, or enough are",
        settings,
        lambda: view.ruin(_ruin(settings)),
        fit=fit,
        act=act,
        presets={
            "By hand": {"goal": 3, "start": 1, "up": 50, "tie": 0},
            "One coin, goal eight": {"goal": 8, "start": 1, "up": 50, "tie": 0},
            "Roulette, nearly": {"goal": 8, "start": 4, "up": 49, "tie": 0},
            "Nine draws in ten": {"goal": 3, "start": 1, "up": 50, "tie": 90},
        },
        first=True,
    )
    return frame.tree


def _coins(
    goal: int, start: int, up: int, tie: int, most: int
) -> tuple[dict[str, IntSlider], Callable[[], None]]:
    """Return the controls of a game of coins, and what keeps its start below its goal."""
    stop, over = slider("goal", goal, 2, most, "Goal"), "the game is over with none, or the goal"
    first = slider("start", start, 1, goal - 1, "Start", hint=over)

    def fit() -> None:
        first.max = stop.value - 1

    return {
        "goal": stop,
        "start": first,
        "up": slider("up", up, 0, 100, "Win in %"),
        "tie": IntSlider(whole("tie", tie, 0, 100), 0, 100, 10, description="Draw in %"),
    }, fit


def _ruin(settings: Mapping[str, IntSlider]) -> Ruin:
    """Return the game that they ask for."""
    goal, start, up, tie = (settings[it].value for it in ("goal", "start", "up", "tie"))
    return Ruin(goal, start, Fraction(up, 100), Fraction(tie, 100))


def _chosen(game: str) -> Dropdown:
    return menu("game", game, GAMES, "Game")


class _Token(Moves):
    """The token, and the bricks of all games so far."""

    moves = ("step", "new", "game")
    now: Walk
    frame: Frame

    def __init__(self, game: str) -> None:
        super().__init__()
        self.which = _chosen(game)
        self.told = False
        self.start()
        title, settings = "A token, and its bricks", {"game": self.which}
        self.frame = Frame("walk", title, settings, self.draw, act=self.act, folded=True, game=self)

    def start(self) -> None:
        """Begin the first game."""
        self.origin, self.made = {"game": self.which.value}, []
        self.set_out = GAMES[self.which.value]
        self.now = Walk.begin(self.set_out)
        self.shuffle()

    def shuffle(self, seed: str = "") -> None:
        """Take the steps of the game that begins."""
        self.rng = Random(f"{self.set_out.name}{seed}: game {self.now.games}")

    def draw(self) -> Picture:
        """Show the token; another game begins without bricks."""
        if GAMES[self.which.value] is not self.set_out:
            self.frame.cancel()
            self.start()
        return chains_walk.walk(self.now, running=self.running, told=self.told)

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "run":
            self.frame.run(self.watched(self.going_on("step")), PACE[0])
        elif act == "many":
            self.frame.run(self.watched(self.many()), PACE[1])
        else:
            self.frame.cancel()
            if act == "tell":
                self.told = not self.told
            elif act in ("clear", "preset"):
                self.start()
            else:
                self.do(act)
            self.frame.redraw()

    def move(self, act: str, value: str) -> None:
        """Make a step; or begin one more game, when this one is over, and perhaps play it."""
        if act == "step" and not self.now.over:
            self.now = self.now.step(self.rng)
        elif act in ("new", "game"):
            self.finish()
            self.now = Walk.begin(self.set_out, self.now)
            self.shuffle(value)
            if act == "game":
                self.finish()

    def finish(self) -> None:
        """Play the game to its end."""
        while not self.now.over:
            self.now = self.now.step(self.rng)

    def many(self) -> Job:
        """Play many games, in view of the reader; no two readers learn from the same."""
        seed = str(fresh())
        for _ in range(MANY):
            self.do("game", seed)
            if self.frame.pause:
                self.frame.redraw()
            yield None
