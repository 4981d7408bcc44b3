"""Apps of the placement game: the first draw, the limit, a lemma, and the game to play."""

from collections.abc import Generator
from random import Random
from typing import NamedTuple

from ipywidgets import VBox

from games import placement
from games.placement.playing import Play
from games.validate import integer
from games_widgets.apps.base import Job, Work
from games_widgets.apps.controls import IntSlider, seed_box, slider
from games_widgets.apps.game import GameApp
from games_widgets.apps.scene import Scrubber, scene, scene_app
from games_widgets.apps.seeds import shuffled
from games_widgets.drawing.tally import Tally
from games_widgets.placement import view, view_limit, view_sharing, view_split

__all__ = ["explorer", "game", "limit", "sharing"]

MAX_V = 1000  # the solver allows more, but a slider with more values is too fine for a finger
MAX_F = 20
MAX_LINES = 10


def explorer(V: int = 100, F: int = 10, r: int = 42) -> VBox:
    """Return the app of the first draw r: how it splits the game, and the regret of each field.

    Args:
        V: how many values there are, 2 to 1000.
        F: how many fields there are, 1 to 20 and at most V.
        r: the first draw, 0 to V−1.
    """
    values, fields = _sliders(V, F)
    scrubber = Scrubber("r", r, 0, V - 1)

    def fit() -> None:
        _fit(values, fields)
        scrubber.max = values.value - 1
        scrubber.value = min(scrubber.value, scrubber.max)

    def draw() -> Work:
        yield from _solve(values.value, fields.value)
        return view.explorer(values.value, fields.value, scrubber.value)

    return scene(
        "explorer",
        "Where should the first number go?",
        {"V": values, "F": fields, "r": scrubber},
        draw,
        lambda: view_split.stages(values.value, fields.value),
        step=max(1, V // 100),
        pace=60,
        fit=fit,
        presets={
            "Small enough to draw": {"V": 4, "F": 2, "r": 1},
            "Equal spacing errs": {"V": 100, "F": 3, "r": 30},
            "An exact tie": {"V": 20, "F": 3, "r": 5},
            "Twenty numbers": {"V": 1000, "F": 20, "r": 421},
        },
    ).tree


def limit(F: int = 5, at: int = 0) -> VBox:
    """Return the app of the limit: curves that become straight lines on another scale.

    Args:
        F: how many fields there are, 2 to 10.
        at: the place of the scrubber, 0 to 17; see `games_widgets.placement.view_limit.limit`.
    """
    fields = slider("F", F, 2, MAX_LINES, "Fields F")
    return scene_app(
        "limit",
        "From humps to straight lines",
        {"F": fields},
        view_limit.limit,
        view_limit.STAGES,
        at,
        pace=300,
        presets={f"{n} fields": {"F": n, "at": at} for n in (2, 3, 10)},
    )


def sharing(V: int = 4, at: int = 0) -> VBox:
    """Return the app of the growth lemma: copies of terms are shared among draws.

    Args:
        V: how many draws there are, 3 to 6.
        at: how many copies have been given, 0 to V·(V+1)+1; see
        `games_widgets.placement.view_sharing`.
    """
    draws = slider("V", V, 3, 6, "Values V")
    scrubber = Scrubber("at", at, 0, V * (V + 1) + 1)

    def fit() -> None:
        scrubber.max = draws.value * (draws.value + 1) + 1
        scrubber.value = min(scrubber.value, scrubber.max)

    return scene(
        "sharing",
        "How do five terms go to four draws?",
        {"V": draws, "at": scrubber},
        lambda: view_sharing.sharing(draws.value, scrubber.value),
        lambda: view_sharing.stages(draws.value),
        fit=fit,
    ).tree


def game(V: int = 100, F: int = 10, seed: int | None = None, *, chance: bool = True) -> VBox:
    """Return the app of the game: roll, click a legal field, and see what each move cost.

    The draws depend only on V and the seed. So two players with the same seed get the same
    numbers. The first game has seed 1; each new game gets another seed, which is visible.

    Args:
        V: how many values there are, 2 to 1000.
        F: how many fields there are, 1 to 20 and at most V.
        seed: 0 to 999 999 999.
        chance: whether P(win), and with it the cost of each move, is visible from the beginning.
    """
    return _Table(V, F, 1 if seed is None else seed, chance).frame.tree


class _Size(NamedTuple):
    """The size of a game: the number of values and of fields."""

    V: int
    F: int


class _Table(GameApp[_Size]):
    """The app of one reader's game, with the tallies of the reader and of best play."""

    shape = _Size
    side_acts = (*GameApp.side_acts, "hint", "chance")
    moves = ("roll", "place", "best", "hint")
    state: Play
    odds_visible = True
    pace = 600

    def __init__(self, V: int, F: int, seed: int, chance: bool) -> None:
        values, fields = _sliders(V, F)
        self.chance_visible = chance
        super().__init__(
            "The placement game",
            {"V": values, "F": fields, "seed": seed_box(seed)},
            {
                "Warm-up": {"V": 20, "F": 4},
                "Is the advice bad?": {"V": 20, "F": 4, "seed": 1},
                "Five letters": {"V": 26, "F": 5},
                "Classic": {"V": 100, "F": 10},
                "Twenty numbers": {"V": 1000, "F": 20},
            },
            lambda: _fit(values, fields),
        )

    def set_out(self, setup: _Size, seed: int) -> None:
        """Begin a game, before the first roll."""
        self.state = Play(setup.V, shuffled(range(setup.V), seed, setup.F))
        self.players: set[str] = set()
        self.hint = self.chance_asked = False

    def clear(self) -> None:
        """Clear the tallies."""
        self.reader = self.machine = Tally()

    @property
    def player(self) -> str:
        """The player who made the moves of this game: "reader", "machine" or "both"."""
        if {"reader", "machine"} <= self.players:
            return "both"
        return "machine" if "machine" in self.players else "reader"

    def show(self, note: str) -> Work:
        """Return the picture of the game."""
        yield from _solve(*self.current_game[0])
        return view.game(
            self.state,
            chance_visible=self.chance_visible,
            odds_visible=self.odds_visible,
            chance_asked=self.chance_asked,
            hint=self.hint,
            running=self.running,
            note=note,
            reader=self.reader,
            machine=self.machine,
            player=self.player,
        )

    def describe(self, setup: _Size) -> str:
        """Return the size of a game in words."""
        return f"{setup.V} values, {setup.F} fields"

    def move(self, act: str, value: str) -> None:
        """Roll, place, give a hint, or show or hide P(win)."""
        if act == "roll":
            self.go_on("reader", self.state.roll())
        elif act == "place":
            self.go_on("reader", self.state.place(int(value) if value.isdecimal() else -1))
        elif act == "best" and not self.state.is_over:
            play = self.state
            self.go_on("machine", play.place(play.best[0]) if play.is_rolled else play.roll())
        elif act == "hint":
            self.hint = self.had_help = True  # a game with hints does not count for the tally
        elif act == "chance":
            self.chance_visible = self.chance_asked = not self.chance_visible

    def go_on(self, mover: str, play: Play) -> None:
        """Set the next state, and count the game if it ended and the reader played it alone."""
        if play is self.state:
            return
        self.state = play
        self.hint = self.chance_asked = False
        self.players.add(mover)
        if play.is_over and self.player == "reader" and not self.had_help:
            self.reader = self.reader.add(play.is_won)

    def run_many(self, games: int = 100) -> Job:
        """Let the best player play many games of this size, each with other numbers."""
        (V, F), seed = self.current_game
        for n in range(1, games + 1):
            rng = Random(f"{seed} tally {self.machine.games}")
            self.machine = self.machine.add(bool(placement.play(rng, V, F)))
            yield n / games


def _sliders(V: int, F: int) -> tuple[IntSlider, IntSlider]:
    values = slider("V", V, 2, MAX_V, "Values V")
    F = integer("F", F, 1, min(MAX_F, V), hint="each field needs a value of its own")
    return values, IntSlider(F, 1, MAX_F, description="Fields F")


def _fit(values: IntSlider, fields: IntSlider) -> None:
    fields.max = min(MAX_F, values.value)


def _solve(V: int, F: int) -> Generator[float, None, None]:
    """Fill the solver's table up to V and F in small steps, before the picture needs it."""
    for v in range(F, V, 8):
        placement.win(v, F)
        yield v / V
