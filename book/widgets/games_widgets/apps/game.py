"""The base of apps in which a reader plays: the game under way, and the record of its end.

The games differ in their moves and their looks. All else is here. The settings change a game until
its first move; after that they are for the next game. The reader can start another game, or the
same game again. An act of the reader stops an automatic run. Odds are visible on request. Chance
depends on the seed, so two readers with the same seed get the same game.

    class _Table(GameApp[_Size]):
        shape = _Size
        def set_out(self, setup: _Size, seed: int) -> None: ...
        def move(self, act: str, value: str) -> None: ...
"""

from abc import abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from games.parameters import Game
from games_widgets.apps.base import App, Value, Work
from games_widgets.apps.html_widget import SavedWidget
from games_widgets.apps.moves import Job, Moves
from games_widgets.apps.saved_games import add_row
from games_widgets.apps.seeds import fresh
from games_widgets.drawing.render import Model

__all__ = ["GameApp", "values_of_setup"]

SetupT = TypeVar("SetupT", bound="NamedTuple | Game")


def values_of_setup(setup: "NamedTuple | Game") -> dict[str, Any]:
    """Return what each control of a setup shows, by its name.

    A setup is a game, or a named tuple that may have a game among its fields.
    """
    if isinstance(setup, Game):
        kinds = setup.parameters()
        return {name: kinds[name].to_setting(value) for name, value in setup.values().items()}
    values: dict[str, Any] = {}
    for name, value in setup._asdict().items():
        values |= values_of_setup(value) if isinstance(value, Game) else {name: value}
    return values


class GameApp(Moves, Generic[SetupT]):
    """The table of one reader; its ``frame`` shows it.

    Args:
        title: shown at the top.
        settings: name in the address -> control. One is "seed"; each field of the setup is another.
        presets: label -> the settings it stands for.
        fit: adapts the limits of the settings to each other.

    Attributes:
        shape: the type of a setup; each of its fields is a setting.
        name: the name of the app in the address.
        first: whether it is the first of its page.
        keeps: the name under which a page saves finished games.
        has_odds_button: whether its own button shows the odds, or else that of the surface.
        side_acts: acts that do not stop an automatic run; all others stop it.
        odds_visible: whether the table shows the odds.
        pace: milliseconds from one step of the autoplay to the next, if there is one.
        current_game: the setup and the seed of the game.
    """

    shape: type[SetupT]
    name = "game"
    keeps = ""
    first = True
    has_odds_button = True
    side_acts: tuple[str, ...] = ("tell", "clear")
    odds_visible = False
    pace = 0
    frame: App

    def __init__(
        self,
        title: str,
        settings: Mapping[str, Any],
        presets: Mapping[str, Mapping[str, Value]],
        fit: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.settings = settings
        self.seed = settings["seed"]
        self.current_game = self.next_game
        self.clear()
        self.start()
        self.frame = App(
            self.name,
            title,
            settings,
            self.draw,
            fit=fit,
            act=self.act,
            presets=presets,
            first=self.first,
            settings_folded=True,
            tell=self.tell if self.has_odds_button else None,
            remark=self.remark,
            game=self,
            keeps=self.keeps,
        )

    # Parts that each game defines

    @abstractmethod
    def set_out(self, setup: SetupT, seed: int) -> None:
        """Set up a game before its first move."""

    @abstractmethod
    def clear(self) -> None:
        """Clear the tally."""

    @abstractmethod
    def show(self, note: str) -> Model | Work:
        """Return the table, with a note on what the next game will be like."""

    @abstractmethod
    def describe(self, setup: SetupT) -> str:
        """Describe a game with this setup, such as "100 fields, 6 faces"."""

    def run_many(self) -> Job:
        """Play many games for the tally, if there is one."""
        yield from ()

    # Shared parts

    @property
    def setup(self) -> SetupT:
        """The setup that the settings ask for, without the seed."""
        make: Any = self.shape
        setup: SetupT = make._make(self.settings[name].value for name in make._fields)
        return setup

    @property
    def under_way(self) -> bool:
        """Whether a move was made, so that the settings are for the next game."""
        return bool(self.past_moves)

    @property
    def next_game(self) -> tuple[SetupT, int]:
        """The setup and the seed that the settings ask for."""
        return self.setup, self.seed.value

    @property
    def note(self) -> str:
        """A description of the next game if it differs from this one."""
        setup, seed = self.next_game
        if (setup, seed) == self.current_game:
            return ""
        return f"The next one: {self.describe(setup)}, seed {seed}."

    def remark(self, names: Collection[str]) -> str:
        """Return a sentence on which game has the settings that the reader has just changed."""
        if self.origin.keys().isdisjoint(names):
            return ""
        setup, seed = self.next_game
        game = f"{self.describe(setup)}, seed {seed}"
        if self.note:
            return f"The new settings are for the next one: {game}."
        return f"This one: {game}."

    def tell(self, odds_visible: bool) -> None:
        """Show the odds from now on, or hide them."""
        self.odds_visible = odds_visible

    def start(self) -> None:
        """Start the game that the settings ask for; another setup clears the tally."""
        previous, self.current_game = self.current_game, self.next_game
        if self.current_game[0] != previous[0]:
            self.clear()
        self.had_help, self.past_moves = False, []
        setup, seed = self.current_game
        values = {**values_of_setup(setup), "seed": seed}
        self.origin = {name: value for name, value in values.items() if name in self.settings}
        self.set_out(setup, seed)

    def start_another(self) -> None:
        """Start another game, with a new seed unless the reader has chosen one."""
        if self.seed.value == self.current_game[1]:
            self.frame.put({"seed": fresh()})
        self.start()

    def keep(self, *row: object) -> None:
        """Let the page save a finished game of the reader's own, as words and numbers."""
        if isinstance(self.frame.surface, SavedWidget) and not self.had_help:
            self.frame.surface.saved_text = add_row(self.frame.surface.saved_text, row)

    def draw(self) -> Model | Work:
        """Return the table; before the first move the game follows the settings."""
        if self.next_game != self.current_game and not self.under_way:
            self.start()
        return self.show(self.note)

    def act(self, act: str, value: str) -> None:
        """Act on a click."""
        if act == "many":
            self.frame.run(self.run_many(), tells_result=True)
            return
        if act == "autoplay" and self.pace:
            self.frame.run(self.watchable(self.repeat("best")), self.pace)
            return
        if act not in self.side_acts:
            self.frame.cancel()
        if act == "tell":
            self.tell(not self.odds_visible)
        elif act == "new":
            self.start_another()
        elif act == "again":
            self.frame.put(self.origin)
            self.start()
            self.had_help = True
        elif act == "preset":
            self.start()
        elif act == "clear":
            self.clear()
        else:
            self.do(act, value)
        self.frame.redraw()
