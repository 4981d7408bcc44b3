"""Apps of small absorbing chains: a token on a graph, and the gambler's ruin."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from random import Random

from ipywidgets import VBox

from games.chains.playing import GAMES, STEPS, Duel, Ruin, Walk
from games.validate import integer
from games_widgets.apps.base import App, Job
from games_widgets.apps.controls import Dropdown, IntSlider, menu, seed_box, slider
from games_widgets.apps.moves import Moves
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.apps.seeds import fresh
from games_widgets.chains import view, view_mirror, view_tail, view_walk
from games_widgets.drawing.render import Model

__all__ = ["drain", "mirror", "ruin", "tail", "walk"]

MAX_GOAL = 8  # a larger matrix would not fit on a phone
MAX_COINS, MAX_ODDS = 50, 60
MAX_TAIL_GOAL = 20
GAMES_AT_ONCE = 100
PACE = 450, 45  # milliseconds for a step, and for a game
HEADS = "heads twice in a row"


def walk(game: str = HEADS) -> VBox:
    """Return the app of a token that moves from state to state and puts a brick on each of them.

    The first game is the same for all readers. The hundred games differ from reader to reader.

    Args:
        game: which chain, by its name in `games.chains.playing.GAMES`.
    """
    return _Token(game).frame.tree


def drain(game: str = HEADS, t: int = 0) -> VBox:
    """Return the app of the chances after t steps, and the layers of earlier steps.

    Args:
        game: which chain, by its name in `games.chains.playing.GAMES`.
        t: the number of steps, 0 to 40.
    """
    menu, scrubber = _game_menu(game), Scrubber("t", t, 0, STEPS)
    return scene(
        "drain",
        "How high will the layers grow?",
        {"game": menu, "t": scrubber},
        lambda: view_walk.drain(GAMES[menu.value], scrubber.value),
        lambda: view_walk.STAGES,
    ).tree


def mirror(coins: int = 6, win: int = 49, lose: int = 51, seed: int = 2, rounds: int = 0) -> VBox:
    """Return the app of a game of coins beside its mirror image, and the odds of the two.

    Args:
        coins: the number of coins at the start, 1 to 50; the goal is twice as many.
        win, lose: the odds of a round, 1 to 60 each.
        seed: the seed of the games, 0 to 999 999 999.
        rounds: the place of the scrubber, 0 to 30: see `games_widgets.chains.view_mirror.mirror`.
    """
    coins_slider = slider("coins", coins, 1, MAX_COINS, "Coins")
    win_slider = slider("win", win, 1, MAX_ODDS, "Won")
    lose_slider = slider("lose", lose, 1, MAX_ODDS, "Lost")
    seed_control, scrubber = (
        seed_box(seed),
        Scrubber("rounds", rounds, 0, view_mirror.STAGES[-1].at),
    )
    settings = {
        "coins": coins_slider,
        "win": win_slider,
        "lose": lose_slider,
        "seed": seed_control,
        "rounds": scrubber,
    }

    def act(act: str, value: str) -> None:
        if act == "new":
            frame.apply({"seed": fresh(), "rounds": 0})

    frame = scene(
        "mirror",
        "What are the odds?",
        settings,
        lambda: view_mirror.mirror(
            Duel(coins_slider.value, win_slider.value, lose_slider.value),
            seed_control.value,
            scrubber.value,
        ),
        lambda: view_mirror.STAGES,
        act=act,
        presets={
            "Fifty coins at 49 %": {"coins": 50, "win": 49, "lose": 51, "rounds": 0},
            "Huygens’ problem": {"coins": 12, "win": 15, "lose": 27, "rounds": 0},
            "A fair game": {"coins": 6, "win": 1, "lose": 1, "rounds": 0},
        },
    )
    return frame.tree


def tail(goal: int = 10, start: int = 3, up: int = 50, tie: int = 0, t: int = 0) -> VBox:
    """Return the app of the coins in the games that still go on after t rounds.

    Args:
        goal: the number of coins at which the player stops, 2 to 20.
        start: the number of coins at the beginning, 1 to goal − 1.
        up: the chance in percent to win a coin in a round that is no draw.
        tie: the chance of a draw in percent, a multiple of 10.
        t: the number of rounds, 0 to 61.
    """
    settings, fit = _coins(goal, start, up, tie, MAX_TAIL_GOAL)
    scrubber = Scrubber("t", t, 0, view_tail.STAGES[-1].at)
    return scene(
        "tail",
        "What do old games look like?",
        settings | {"t": scrubber},
        lambda: view_tail.tail(_ruin(settings), scrubber.value),
        lambda: view_tail.STAGES,
        pace=60,
        fit=fit,
        presets={
            "Another start": {"goal": 10, "start": 8, "up": 50, "tie": 0, "t": 60},
            "Not fair": {"goal": 10, "start": 3, "up": 35, "tie": 0, "t": 60},
            "A draw in ten rounds": {"goal": 10, "start": 3, "up": 50, "tie": 10, "t": 60},
        },
    ).tree


def ruin(goal: int = 6, start: int = 2, up: int = 50, tie: int = 0) -> VBox:
    """Return the app of the gambler's ruin, with N, the length of the game, and its end.

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

    frame = App(
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
    goal: int, start: int, up: int, tie: int, max_goal: int
) -> tuple[dict[str, IntSlider], Callable[[], None]]:
    """Return the controls of a game of coins, and a function that keeps start below goal."""
    goal_slider = slider("goal", goal, 2, max_goal, "Goal")
    hint = "the game is over with none, or the goal"
    start_slider = slider("start", start, 1, goal - 1, "Start", hint=hint)

    def fit() -> None:
        start_slider.max = goal_slider.value - 1

    return {
        "goal": goal_slider,
        "start": start_slider,
        "up": slider("up", up, 0, 100, "Win in %"),
        "tie": IntSlider(integer("tie", tie, 0, 100), 0, 100, 10, description="Draw in %"),
    }, fit


def _ruin(settings: Mapping[str, IntSlider]) -> Ruin:
    """Return the game with these settings."""
    goal, start, win, tie = (settings[name].value for name in ("goal", "start", "up", "tie"))
    return Ruin(goal, start, Fraction(win, 100), Fraction(tie, 100))


def _game_menu(game: str) -> Dropdown:
    return menu("game", game, GAMES, "Game")


class _Token(Moves):
    """The app of the token and the bricks of all games so far."""

    moves = ("step", "new", "game")
    state: Walk
    frame: App

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game_menu = _game_menu(game)
        self.heights_visible = False
        self.start()
        title, settings = "A token, and its bricks", {"game": self.game_menu}
        self.frame = App(
            "walk",
            title,
            settings,
            self.draw,
            act=self.act,
            settings_folded=True,
            tell=self.tell,
            game=self,
        )

    def start(self) -> None:
        """Begin the first game."""
        self.origin, self.past_moves = {"game": self.game_menu.value}, []
        self.chosen_game = GAMES[self.game_menu.value]
        self.state = Walk.begin(self.chosen_game)
        self.shuffle()

    def shuffle(self, seed: str = "") -> None:
        """Seed the chance of the current game."""
        self.rng = Random(f"{self.chosen_game.name}{seed}: game {self.state.games}")

    def draw(self) -> Model:
        """Draw the token; if another game was chosen, begin it without bricks."""
        if GAMES[self.game_menu.value] is not self.chosen_game:
            self.frame.cancel()
            self.start()
        return view_walk.walk(
            self.state, running=self.running, heights_visible=self.heights_visible
        )

    def tell(self, heights_visible: bool) -> None:
        """Show where the stacks settle from now on, or hide it."""
        self.heights_visible = heights_visible

    def act(self, act: str, value: str) -> None:
        """Handle a click."""
        if act == "run":
            self.frame.run(self.watchable(self.repeat("step")), PACE[0])
        elif act == "many":
            self.frame.run(self.watchable(self.play_many()), PACE[1])
        else:
            self.frame.cancel()
            if act == "tell":
                self.tell(not self.heights_visible)
            elif act in ("clear", "preset"):
                self.start()
            else:
                self.do(act)
            self.frame.redraw()

    def move(self, act: str, value: str) -> None:
        """Make a step, or end this game and begin the next one, which "game" also plays."""
        if act == "step" and not self.state.is_over:
            self.state = self.state.step(self.rng)
        elif act in ("new", "game"):
            self.finish()
            self.state = Walk.begin(self.chosen_game, self.state)
            self.shuffle(value)
            if act == "game":
                self.finish()

    def finish(self) -> None:
        """Play the game to its end."""
        while not self.state.is_over:
            self.state = self.state.step(self.rng)

    def play_many(self) -> Job:
        """Play many games while the reader watches, with a fresh seed for each reader."""
        seed = str(fresh())
        for _ in range(GAMES_AT_ONCE):
            self.do("game", seed)
            if self.frame.pause:
                self.frame.redraw()
            yield None
