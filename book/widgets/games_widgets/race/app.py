"""Apps of the race: a race to run, the worth of a step, the length of a race, and the ledger."""

from random import Random

from ipywidgets import VBox

from games.race import BELOW, FACES, FIELDS, Below, Race
from games.race.playing import Pair, Run
from games.validate import integer
from games_widgets.apps.base import App, Value
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.parameters import GameSettings
from games_widgets.apps.saved_games import saved_games_widget
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.apps.seeds import MAX_SEED
from games_widgets.apps.simulation import SimulationApp
from games_widgets.drawing.render import Model
from games_widgets.race import view_board, view_ledger, view_lengths, view_run
from games_widgets.race.view_step import stages

__all__ = ["explorer", "game", "game_with_ledger", "ledger", "lengths", "two_markers", "visits"]

HINT = "games.race goes further"
SIZE = {"fields": FIELDS.restrict(3, 150, HINT), "faces": FACES.restrict(1, 12, HINT)}  # on a page
MAX_THROWS_AGAIN = 5000  # the most throws of a stored race that is run again
MAX_MEAN_PAIR = 10**6  # throws of a race of two markers that is run out of view


def explorer(fields: int = 100, faces: int = 6, below: Below = "clamp", field: int = 1) -> VBox:
    """Return the app of what a step saves on each field; its details are the board and the matrix.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.Race`.
        field: the field of the marker, 1 to fields − 1.
    """
    settings = _settings(fields, faces, below)
    scrubber = Scrubber("field", field, 1, fields - 1)

    def fit() -> None:
        scrubber.max = settings.setup.fields - 1
        scrubber.value = min(scrubber.value, scrubber.max)

    def act(act: str, value: str) -> None:
        if act == "field" and value.isdecimal():
            frame.apply({"field": min(max(int(value), 1), scrubber.max)})

    frame = scene(
        "explorer",
        "What does a step save?",
        settings.controls | {"field": scrubber},
        lambda: view_board.explorer(settings.setup, scrubber.value),
        lambda: stages(settings.setup),
        pace=60,
        fit=fit,
        act=act,
        presets={
            "Small enough to read": {"fields": 12, "faces": 6, "below": "clamp", "field": 3},
            "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp", "field": 1},
            "Pushed at the start": {"fields": 100, "faces": 6, "below": "clamp", "field": 2},
            "A drift backwards": {"fields": 30, "faces": 5, "below": "clamp", "field": 15},
        },
    )
    return frame.tree


def lengths(fields: int = 100, faces: int = 6, below: Below = "clamp") -> VBox:
    """Return how the number of throws is distributed, with mean, median and quantiles.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.Race`.
    """
    settings = _settings(fields, faces, below)
    presets: dict[str, dict[str, Value]] = {
        "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp"},
        "A short race": {"fields": 10, "faces": 6, "below": "clamp"},
        "A die of ten faces": {"fields": 100, "faces": 10, "below": "clamp"},
        "Far too long to play": {"fields": 100, "faces": 2, "below": "clamp"},
    }
    return App(
        "lengths",
        "How long does a race last?",
        settings.controls,
        lambda: view_lengths.lengths(settings.setup),
        presets=presets,
    ).tree


def ledger(fields: int = 100, faces: int = 6, below: Below = "clamp", wall: int = -200) -> VBox:
    """Return the app of a wall that comes nearer and shortens the race, with its ledger.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.Race`.
        wall: how far the wall is behind field 1, −200 to 0; at −200 there is none.
    """
    settings = _settings(fields, faces, below)
    walls = view_ledger.WALLS
    scrubber = Scrubber("wall", wall, walls[0].at, walls[-1].at)
    return scene(
        "ledger",
        "On which board is the drift estimate right?",
        settings.controls | {"wall": scrubber},
        lambda: view_ledger.ledger(settings.setup, scrubber.value),
        lambda: walls,
        step=view_ledger.STEP,
        presets={
            "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp", "wall": wall},
            "The other start rule": {"fields": 100, "faces": 6, "below": "stay", "wall": 0},
            "No drift at all": {"fields": 100, "faces": 4, "below": "clamp", "wall": 0},
            "Nearly right": {"fields": 150, "faces": 10, "below": "clamp", "wall": 0},
        },
    ).tree


def game(
    fields: int = 100, faces: int = 6, below: Below = "clamp", seed: int | None = None
) -> VBox:
    """Return the app of a race to run, by single throws or automatically, and a tally of many.

    The throws depend on the faces and the seed alone, so one seed gives two boards and both start
    rules the same throws. The first race has seed 1; each new one draws another, which is shown.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.Race`.
        seed: 0 to 999 999 999.
    """
    settings = _settings(fields, faces, below)
    return _Table("The race", settings, 1 if seed is None else seed, PRESETS).frame.tree


def game_with_ledger(
    fields: int = 100, faces: int = 6, below: Below = "clamp", seed: int = 1
) -> VBox:
    """Return the same race to run, with its ledger throw by throw.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.Race`.
        seed: 0 to 999 999 999.
    """
    settings = _settings(fields, faces, below)
    return _TableWithLedger("The race, with its ledger", settings, seed, PRESETS).frame.tree


def two_markers(fields: int = 30, faces: int = 6, seed: int = 76) -> VBox:
    """Return two markers to run with one die, one for each start rule, and a tally of many pairs.

    With seed 76 on 30 fields they separate at the third throw, and the one that stays wins first.

    Args:
        fields: how many fields each board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        seed: 0 to 999 999 999.
    """
    presets: dict[str, dict[str, Value]] = {
        "Short": {"fields": 30, "faces": 6},
        "As in the puzzle": {"fields": 100, "faces": 6},
    }
    settings = GameSettings(Race.restrict(SIZE, fields=fields, faces=faces), SIZE)
    return _PairTable("Two markers, one die", settings, seed, presets).frame.tree


def visits() -> HtmlWidget:
    """Return the app of the fields from which the reader threw in the stored races."""
    examples = [_run_again("20", "6", "clamp", str(seed)) for seed in range(1, 11)]
    title = "Where your throws were made"
    return saved_games_widget("races", title, _run_again, examples, view_board.visits)


PRESETS: dict[str, dict[str, Value]] = {
    "Short": {"fields": 20, "faces": 6, "below": "clamp"},
    "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp"},
    "The other start rule": {"fields": 100, "faces": 6, "below": "stay"},
    "A drift backwards": {"fields": 20, "faces": 5, "below": "clamp"},
}


def _settings(fields: int, faces: int, below: Below) -> GameSettings[Race]:
    """Return the controls of the board, the die and the start rule."""
    race = Race.restrict(SIZE, fields=fields, faces=faces, below=below)
    return GameSettings(race, {**SIZE, "below": BELOW})


def _run_again(fields: str, faces: str, below: Below, seed: str, throws: str = "0") -> Run:
    """Return a race that the page has stored, run again, or raise a ``ValueError``."""
    race = Race.restrict(SIZE, fields=int(fields), faces=int(faces), below=below)
    integer("throws", int(throws), 0, MAX_THROWS_AGAIN)
    rng = _dice(integer("seed", int(seed), 0, MAX_SEED), race)
    run = Run(race)
    while not run.is_over and run.throws < MAX_THROWS_AGAIN:
        run = run.throw(_throw(rng, race))
    return run


class _Table(SimulationApp[Race, Run]):
    """The table at which one race is run, and the tally of many.

    Attributes:
        with_ledger: whether the ledger of the race is shown.
    """

    keeps, leap = "races", 5
    with_ledger = False

    def begin(self, setup: Race, seed: int) -> Run:
        """Put the marker on field 1."""
        self.rng = _dice(seed, setup)
        return Run(setup)

    def step(self, run: Run) -> Run:
        """Throw the die and move the marker."""
        return run.throw(_throw(self.rng, run.race))

    def steps(self, run: Run) -> int:
        """Return the number of throws."""
        return run.throws

    def length(self, setup: Race, rng: Random) -> int:
        """Run a race out of view; return the number of its throws."""
        return setup.play(rng)

    def picture(self, state: Run, note: str) -> Model:
        """Return the table of the race."""
        is_over = state.is_over and self.odds_visible
        return view_run.table(
            state,
            games_played=self.games_played,
            running=self.running,
            share=1 - state.race.survival_float(state.throws) if is_over else None,
            note=note,
            odds_visible=self.odds_visible,
            with_ledger=self.with_ledger,
        )

    def describe(self, setup: Race) -> str:
        """Return the settings of a race in words."""
        rule = BELOW.label_of(setup.below)
        return f"{setup.fields} fields, {setup.faces} faces, a marker that {rule}"


class _TableWithLedger(_Table):
    """The table of one race, with its ledger."""

    name, first, with_ledger = "kept", False, True


class _PairTable(SimulationApp[Race, Pair]):
    """The table of two markers with one die, and the tally of how far apart they win."""

    name, first, leap = "lanes", False, 5

    def begin(self, setup: Race, seed: int) -> Pair:
        """Put both markers on field 1."""
        self.rng = _dice(seed, setup)
        return Pair.start(setup)

    def step(self, pair: Pair) -> Pair:
        """Throw the die once for both."""
        return pair.throw(_throw(self.rng, pair.clamp.race))

    def steps(self, pair: Pair) -> int:
        """Return the number of throws."""
        return pair.throws

    def length(self, setup: Race, rng: Random) -> int:
        """Run a pair out of view; return how many more throws the clamped marker needs."""
        if setup.expected_throws > MAX_MEAN_PAIR:
            raise ValueError(
                f"A race may take at most {MAX_MEAN_PAIR} throws on average to be run here."
            )
        pair = Pair.start(setup)
        while not pair.is_over:
            pair = pair.throw(_throw(rng, setup))
        return pair.clamp.throws - pair.stay.throws

    def picture(self, state: Pair, note: str) -> Model:
        """Return the table of both."""
        return view_run.pair_table(
            state,
            games_played=self.games_played,
            running=self.running,
            note=note,
            odds_visible=self.odds_visible,
        )

    def describe(self, setup: Race) -> str:
        """Return the settings of both races in words."""
        return f"{setup.fields} fields, {setup.faces} faces"


def _dice(seed: int, race: Race) -> Random:
    """Return the source of the throws of a race; the same seed gives the same throws."""
    return Random(f"{seed} of {race.faces}")


def _throw(rng: Random, race: Race) -> int:
    return 1 + int(rng.random() * race.faces)
