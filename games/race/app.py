"""The race: run it, what a step saves, how long it lasts, and the ledger that explains that."""

from random import Random
from typing import NamedTuple

from games.kit.apps.controls import Dropdown, IntSlider, values_of
from games.kit.apps.frame import Frame, Value
from games.kit.apps.played import again
from games.kit.apps.runner import Runner, Settings
from games.kit.apps.scene import Hand, scene
from games.kit.apps.seeds import MAX_SEED
from games.kit.apps.surface import Surface
from ipywidgets import VBox

from games import race
from games.arguments import choice, whole
from games.kit.markup import Picture
from games.race import view
from games.race.playing import Board, Lanes, Run
from games.race.view_step import stages

__all__ = ["explorer", "game", "kept", "lanes", "ledger", "lengths", "visits"]

MIN_FIELDS, MAX_FIELDS = 3, 150  # the solver goes further, but the board must fit on a page
MAX_FACES = 12
LONGEST_KEPT = 5000  # throws of a race that is run again
RULES = (("goes to field 1", "clamp"), ("stays where it is", "stay"))


def explorer(fields: int = 100, faces: int = 6, below: str = "clamp", field: int = 1) -> VBox:
    """Return what a step saves from field to field, with the board and its matrix behind.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
        field: where the marker is, 1 to fields − 1.
    """
    board = _Settings(fields, faces, below)
    held = Hand("field", field, 1, fields - 1)

    def fit() -> None:
        held.max = board.now.fields - 1
        held.value = min(held.value, held.max)

    def act(act: str, value: str) -> None:
        if act == "field" and value.isdecimal():
            frame.apply({"field": min(max(int(value), 1), held.max)})

    frame = scene(
        "explorer",
        "What does a step save?",
        board.named | {"field": held},
        lambda: view.explorer(board.now, held.value),
        lambda: stages(board.now),
        pace=60,
        fit=fit,
        act=act,
        presets={
            "Small enough to read": {"fields": 12, "faces": 6, "below": "clamp", "field": 3},
            "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp", "field": 1},
            "Pushed on at the start": {"fields": 100, "faces": 6, "below": "clamp", "field": 2},
            "Always backwards": {"fields": 30, "faces": 5, "below": "clamp", "field": 15},
        },
    )
    return frame.tree


def lengths(fields: int = 100, faces: int = 6, below: str = "clamp") -> VBox:
    """Return how the number of throws is distributed, with mean, median and quantiles.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
    """
    board = _Settings(fields, faces, below)
    presets: dict[str, dict[str, Value]] = {
        "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp"},
        "A short race": {"fields": 10, "faces": 6, "below": "clamp"},
        "A generous die": {"fields": 100, "faces": 10, "below": "clamp"},
        "Nobody lives to see it": {"fields": 100, "faces": 2, "below": "clamp"},
    }
    title = "How long does a race last?"
    return Frame(
        "lengths", title, board.named, lambda: view.lengths(board.now), presets=presets
    ).tree


def ledger(fields: int = 100, faces: int = 6, below: str = "clamp", wall: int = -200) -> VBox:
    """Return the wall that comes nearer and shortens the race, and the ledger of that.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
        wall: how far the wall is behind field 1, −200 to 0; at −200 there is none.
    """
    board = _Settings(fields, faces, below)
    held = Hand("wall", wall, view.WALLS[0].at, 0)
    return scene(
        "ledger",
        "On which board is distance over drift right?",
        board.named | {"wall": held},
        lambda: view.ledger(board.now, held.value),
        lambda: view.WALLS,
        step=view.STEP,
        presets={
            "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp", "wall": wall},
            "The other start rule": {"fields": 100, "faces": 6, "below": "stay", "wall": 0},
            "No drift at all": {"fields": 100, "faces": 4, "below": "clamp", "wall": 0},
            "Nearly right": {"fields": 150, "faces": 10, "below": "clamp", "wall": 0},
        },
    ).tree


def game(fields: int = 100, faces: int = 6, below: str = "clamp", seed: int | None = None) -> VBox:
    """Return a race to run, throw by throw or by itself, and a tally of many.

    The throws depend on the faces and the seed alone, so one seed gives two boards and both start
    rules the same throws. The first race has seed 1; each new one draws another, which is shown.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
        seed: 0 to 999 999 999.
    """
    board = _Settings(fields, faces, below)
    return _Table("The race", board, 1 if seed is None else seed, _PRESETS).frame.tree


def kept(fields: int = 100, faces: int = 6, below: str = "clamp", seed: int = 1) -> VBox:
    """Return the same race to run, with its ledger kept throw by throw.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
        seed: 0 to 999 999 999.
    """
    board = _Settings(fields, faces, below)
    return _Kept("The race, with its ledger", board, seed, _PRESETS).frame.tree


def lanes(fields: int = 30, faces: int = 6, seed: int = 11) -> VBox:
    """Return two markers to run with one die, one for each start rule, and a tally of many pairs.

    Args:
        fields: how many fields each board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        seed: 0 to 999 999 999.
    """
    presets: dict[str, dict[str, Value]] = {
        "Short": {"fields": 30, "faces": 6},
        "As in the puzzle": {"fields": 100, "faces": 6},
    }
    one = _Settings(fields, faces, "clamp").named
    both = Settings(_Size, fields=one["fields"], faces=one["faces"])
    return _Pair("Two markers, one die", both, seed, presets).frame.tree


def visits() -> Surface:
    """Return from which fields the reader threw in the races run above."""
    nobodys = [_race("20", "6", "clamp", str(seed)) for seed in range(1, 11)]
    title = "Where your throws were made"
    return again("races", title, _race, nobodys, view.visits)


def _race(fields: str, faces: str, below: str, seed: str, throws: str = "0") -> Run:
    """Run a race again that was kept, or raise a ``ValueError``."""
    board = _board(int(fields), int(faces), below)
    whole("throws", int(throws), 0, LONGEST_KEPT)
    rng = _dice(whole("seed", int(seed), 0, MAX_SEED), board.faces)
    now = Run(board, [1])
    while not now.over and now.thrown < LONGEST_KEPT:
        now = now.threw(_thrown(rng, board))
    return now


_PRESETS: dict[str, dict[str, Value]] = {
    "Short": {"fields": 20, "faces": 6, "below": "clamp"},
    "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp"},
    "The other start rule": {"fields": 100, "faces": 6, "below": "stay"},
    "Uphill": {"fields": 20, "faces": 5, "below": "clamp"},
}


def _board(fields: int, faces: int, below: str) -> Board:
    """Return a board that fits on a page, or raise a ``ValueError``."""
    return Board(
        whole("fields", fields, MIN_FIELDS, MAX_FIELDS, hint="games.race goes further"),
        whole("faces", faces, 1, MAX_FACES, hint="games.race goes further"),
        choice("below", below, values_of(RULES)),
    )


class _Settings(Settings[Board]):
    """The controls that say what board it is."""

    def __init__(self, fields: int, faces: int, below: str) -> None:
        _board(fields, faces, below)
        super().__init__(
            Board,
            fields=IntSlider(fields, MIN_FIELDS, MAX_FIELDS, description="Fields"),
            faces=IntSlider(faces, 1, MAX_FACES, description="Faces"),
            below=Dropdown(value=below, options=RULES, description="Start rule"),
        )


class _Size(NamedTuple):
    """The board and the die of two markers, whose start rules differ."""

    fields: int
    faces: int


class _Table(Runner[Board, Run]):
    """The table at which one race is run, and the tally of many.

    Attributes:
        kept: whether the ledger is kept.
    """

    keeps, leap = "races", 5
    beside = (*Runner.beside, "ledger")
    kept = False

    def begin(self, setup: Board, seed: int) -> Run:
        """Put the marker on field 1."""
        self.rng = _dice(seed, setup.faces)
        return Run(setup, [1])

    def step(self, now: Run) -> Run:
        """Throw the die and move the marker."""
        return now.threw(_thrown(self.rng, now.board))

    def steps(self, now: Run) -> int:
        """Return the number of throws."""
        return now.thrown

    def length(self, setup: Board, rng: Random) -> int:
        """Run a race that nobody watches; return its throws."""
        return race.play(rng, setup.fields, setup.faces, below=setup.below)

    def picture(self, now: Run, note: str) -> Picture:
        """Return the table of the race."""
        return view.run(
            now,
            played=self.played,
            running=self.running,
            share=_share(now) if self.told else None,
            note=note,
            told=self.told,
            kept=self.kept,
        )

    def about(self, setup: Board) -> str:
        """Return what a race on this board has."""
        rule = next(label for label, value in RULES if value == setup.below)
        return f"{setup.fields} fields, {setup.faces} faces, a marker that {rule}"

    def move(self, act: str, value: str) -> None:
        """Make a throw, or keep the ledger from now on, or no more."""
        if act == "ledger":
            self.kept = not self.kept
        super().move(act, value)


class _Kept(_Table):
    """The same, with the ledger kept from the start."""

    name, first, keeps, kept = "kept", False, "", True


class _Pair(Runner[_Size, Lanes]):
    """The table of two markers with one die, and the tally of how far apart they win."""

    name, first, leap = "lanes", False, 5

    def begin(self, setup: _Size, seed: int) -> Lanes:
        """Put both markers on field 1."""
        self.rng = _dice(seed, setup.faces)
        return _set_out(setup)

    def step(self, now: Lanes) -> Lanes:
        """Throw the die once for both."""
        return now.threw(_thrown(self.rng, now.clamp.board))

    def steps(self, now: Lanes) -> int:
        """Return the number of throws."""
        return now.thrown

    def length(self, setup: _Size, rng: Random) -> int:
        """Run a pair that nobody watches; return how many throws the clamped marker needs more."""
        longest = 10**6
        if Board(*setup).throws > longest:
            raise ValueError(f"A race may take at most {longest} throws on average to be run here.")
        now = _set_out(setup)
        while not now.over:
            now = now.threw(_thrown(rng, now.clamp.board))
        return now.clamp.thrown - now.stay.thrown

    def picture(self, now: Lanes, note: str) -> Picture:
        """Return the table of both."""
        return view.lanes(now, played=self.played, running=self.running, note=note, told=self.told)

    def about(self, setup: _Size) -> str:
        """Return what races on this board have."""
        return f"{setup.fields} fields, {setup.faces} faces"


def _set_out(setup: _Size) -> Lanes:
    return Lanes(*(Run(Board(*setup, below), [1]) for _, below in RULES))


def _dice(seed: int, faces: int) -> Random:
    """Return what a race, and the same race again, throws with."""
    return Random(f"{seed} of {faces}")


def _thrown(rng: Random, board: Board) -> int:
    return 1 + int(rng.random() * board.faces)


def _share(now: Run) -> float | None:
    """Return the chance that a race is over by the throw by which this one was."""
    if not now.over:
        return None
    fields, faces, below = now.board
    return 1 - race.survival_float(now.thrown, fields, faces, below=below)
