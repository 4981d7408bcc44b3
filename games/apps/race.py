"""The race: run it, see its matrix and how long it lasts, and the ledger that explains that."""

from collections.abc import Generator
from itertools import islice
from random import Random

from ipywidgets import BoundedIntText, Dropdown, IntSlider, VBox

from games import race
from games.apps import predict as predictions
from games.apps.frame import Frame, Job, Value
from games.apps.seeds import MAX_SEED, fresh
from games.apps.surface import Surface
from games.arguments import choice, whole
from games.views import race as views
from games.views.markup import Picture
from games.views.race import Board, Run
from games.views.tally import Lengths

__all__ = ["explorer", "game", "ledger", "lengths", "predict", "predict_rule"]

MIN_FIELDS, MAX_FIELDS = 3, 150  # the solver goes further, but the board must fit on a page
MAX_FACES = 12
MAX_PATH = 100_000  # throws of one race that are kept
RULES = (("goes to field 1", "clamp"), ("stays where it is", "stay"))
SPEEDS = {"slow": (700, 1), "quick": (150, 1), "fast": (40, 5)}  # milliseconds, throws at a time


def explorer(fields: int = 100, faces: int = 6, below: str = "clamp", field: int = 7) -> VBox:
    """Return board and transition matrix, linked, with what is expected from and on each field.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
        field: the chosen field, 1 to fields − 1.
    """
    board = _Settings(fields, faces, below)
    field = whole("field", field, 1, fields - 1)
    chosen = IntSlider(field, 1, fields - 1, description="Field")

    def fit() -> None:
        chosen.max = board.fields.value - 1

    def act(act: str, value: str) -> None:
        if act == "field" and value.isdecimal():
            frame.apply({"field": min(int(value), chosen.max)})

    frame = Frame(
        "explorer",
        "From each field to the next",
        board.named | {"field": chosen},
        lambda: views.explorer(board.now, chosen.value),
        fit=fit,
        act=act,
        presets={
            "Small enough to read": {"fields": 12, "faces": 6, "below": "clamp", "field": 3},
            "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp", "field": 7},
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
        "lengths", title, board.named, lambda: views.lengths(board.now), presets=presets
    ).tree


def ledger(fields: int = 100, faces: int = 6, below: str = "clamp") -> VBox:
    """Return the ledger that turns distance over drift into the expected throws.

    Args:
        fields: how many fields the board has, 3 to 150.
        faces: how many faces the die has, 1 to 12.
        below: "clamp" or "stay", see `games.race.chain`.
    """
    board = _Settings(fields, faces, below)
    presets: dict[str, dict[str, Value]] = {
        "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp"},
        "The other start rule": {"fields": 100, "faces": 6, "below": "stay"},
        "No drift at all": {"fields": 100, "faces": 4, "below": "clamp"},
        "Nearly right": {"fields": 150, "faces": 10, "below": "clamp"},
    }
    title = "Why distance over drift is wrong"
    return Frame(
        "ledger", title, board.named, lambda: views.ledger(board.now), presets=presets
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
    return _Table(fields, faces, below, 1 if seed is None else seed).frame.tree


def predict(fields: int = 100) -> Surface:
    """Return the question whether distance over drift is too high or too low."""
    guess = views.ledger(Board(fields)).summary
    entries = race.ledger(fields)
    high = entries.distance / entries.drift > entries.throws
    options = ["too high", "just right", "too low"]
    return predictions.choice(
        f"A throw moves the marker forward by 1/6 field on average, and it has {fields - 1} fields "
        f"to go: {6 * (fields - 1)} throws. Is that estimate of the expected throws too high or "
        "too low?",
        options,
        options[0] if high else options[2],
        why=f"{guess} Moves back count for less where nothing lies behind.",
    )


def predict_rule(fields: int = 100) -> Surface:
    """Return the question which start rule makes for the faster race."""
    clamp, stay = Board(fields), Board(fields, below="stay")
    options = ["goes to field 1", "stays where it is", "both alike"]
    means = clamp.throws, stay.throws
    return predictions.choice(
        "A marker on field 3 throws a 5. Which rule makes for the faster race: that it goes to "
        "field 1, or that it stays where it is?",
        options,
        options[2] if means[0] == means[1] else options[means.index(min(means))],
        why=views.compared(clamp, stay),
    )


class _Settings:
    """The controls that say what board it is."""

    def __init__(self, fields: int, faces: int, below: str) -> None:
        fields = whole("fields", fields, MIN_FIELDS, MAX_FIELDS, hint="games.race goes further")
        faces = whole("faces", faces, 1, MAX_FACES, hint="games.race goes further")
        below = choice("below", below, [value for _, value in RULES])
        self.fields = IntSlider(fields, MIN_FIELDS, MAX_FIELDS, description="Fields")
        self.faces = IntSlider(faces, 1, MAX_FACES, description="Faces")
        self.below = Dropdown(value=below, options=RULES, description="Start rule")

    @property
    def named(self) -> dict[str, IntSlider | Dropdown]:
        """The controls by their names in the address."""
        return {"fields": self.fields, "faces": self.faces, "below": self.below}

    @property
    def now(self) -> Board:
        """The board that they ask for."""
        return Board(self.fields.value, self.faces.value, self.below.value)


class _Table:
    """The table at which one race is run, and the tally of many."""

    def __init__(self, fields: int, faces: int, below: str, seed: int) -> None:
        self.board = _Settings(fields, faces, below)
        seed = whole("seed", seed, 0, MAX_SEED)
        self.seed = BoundedIntText(seed, min=0, max=MAX_SEED, description="Seed")
        self.speed = Dropdown(value="quick", options=list(SPEEDS), description="Speed")
        self.running = False
        self.played, self.tallied = Lengths(), self.board.now
        self.start()
        self.frame = Frame(
            "game",
            "The race",
            self.board.named | {"seed": self.seed, "speed": self.speed},
            self.draw,
            act=self.act,
            presets={
                "Short": {"fields": 20, "faces": 6, "below": "clamp"},
                "As in the puzzle": {"fields": 100, "faces": 6, "below": "clamp"},
                "The other start rule": {"fields": 100, "faces": 6, "below": "stay"},
                "Uphill": {"fields": 20, "faces": 5, "below": "clamp"},
            },
            first=True,
        )

    @property
    def wanted(self) -> tuple[Board, int]:
        """What the settings ask for: the board and the seed."""
        return self.board.now, self.seed.value

    def start(self) -> None:
        """Begin the race that the settings ask for; a tally holds for one board."""
        self.set_out = self.wanted
        board, seed = self.set_out
        if self.tallied != board:
            self.played, self.tallied = Lengths(), board
        self.rng = Random(f"{seed} of {board.faces}")
        self.run = Run(board, [1])

    def draw(self) -> Picture:
        """Show the table; the settings shape a race until its first throw."""
        if self.wanted != self.set_out and self.run.face is None:
            self.start()
        board, seed = self.wanted
        rule = next(label for label, value in RULES if value == board.below)
        return views.run(
            self.run,
            played=self.played,
            running=self.running,
            share=self.share,
            note=""
            if self.wanted == self.set_out
            else f"New race will have {board.fields} fields, {board.faces} faces, a marker that "
            f"{rule}, and seed {seed}.",
        )

    @property
    def share(self) -> float | None:
        """The chance that a race is over by the throw by which this one was."""
        if not self.run.over:
            return None
        fields, faces, below = self.run.board
        alive = race.survival_float(fields, faces, below=below)
        return 1 - next(islice(alive, len(self.run.path) - 1, None))

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "run":
            self.frame.run(self.watched(), lambda: SPEEDS[self.speed.value][0])
            return
        if act == "finish":
            self.frame.run(self.unwatched())
            return
        if act == "many":
            self.frame.run(self.many(100))
            return
        if act in ("throw", "new", "again", "preset"):
            self.frame.cancel()
        if act == "throw":
            self.throw()
        elif act == "new":
            if self.seed.value == self.set_out[1]:
                self.frame.apply({"seed": fresh()})
            self.start()
        elif act == "again":
            board, seed = self.set_out
            self.frame.apply({**board._asdict(), "seed": seed})
            self.start()
        elif act == "preset":
            self.start()
        elif act == "clear":
            self.played = Lengths()
        self.frame.redraw()

    def throw(self) -> bool:
        """Throw the die and move the marker; return whether there was a throw left."""
        board, path, _ = self.run
        if self.run.over:
            return False
        if len(path) > MAX_PATH:
            self.frame.say(f"A race of more than {MAX_PATH} throws is not followed to its end.")
            return False
        face = 1 + int(self.rng.random() * board.faces)
        path.append(race.land(path[-1], face, board.fields, below=board.below))
        self.run = Run(board, path, face)
        return True

    def watched(self) -> Job:
        """Throw until the race is over, in view of the reader."""
        self.running = True
        try:
            while all(self.throw() for _ in range(SPEEDS[self.speed.value][1])):
                if self.frame.pause:
                    self.frame.redraw()
                yield None
        finally:
            self.running = False

    def unwatched(self) -> Generator[float, None, None]:
        """Throw until the race is over."""
        while self.throw():
            yield len(self.run.path) / MAX_PATH

    def many(self, races: int) -> Generator[float, None, None]:
        """Run many races on this board, each with throws of its own."""
        board, seed = self.set_out
        for done in range(1, races + 1):
            rng = Random(f"{seed} tally {self.played.games}")
            length = race.play(rng, board.fields, board.faces, below=board.below)
            self.played = self.played.add(length)
            yield done / races
