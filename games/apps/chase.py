"""The chase: the round table to watch, how long a game lasts, and how pairs fold into distances."""

from collections.abc import Generator
from random import Random
from typing import Any

from ipywidgets import BoundedIntText, Dropdown, IntSlider, VBox

from games import chase
from games.apps import predict as predictions
from games.apps.frame import Frame, Job
from games.apps.seeds import MAX_SEED, fresh
from games.apps.surface import Surface
from games.arguments import whole
from games.views import chase as views
from games.views.chase import Chase, Table
from games.views.markup import Picture
from games.views.tally import Lengths
from games.views.text import number

__all__ = ["explorer", "folding", "game", "predict", "predict_swap"]

UNIT = 12  # probabilities are twelfths
MIN_PLAYERS = 3
MAX_PLAYERS = 200
MAX_SEATS = 100  # at a table that is drawn
MAX_GRID = 12  # players whose pairs are drawn one by one
MAX_TURNS = 100_000  # of one game that are kept
FOLDED = 30  # steps of the folding
SPEEDS = {"slow": (700, 1), "quick": (150, 1), "fast": (40, 20)}  # milliseconds, turns at a time


def explorer(
    players: int = 100, left: int = 2, right: int = 2, distance: int | None = None
) -> VBox:
    """Return the expected turns, how they are distributed, E by distance, and N as a heat map.

    Args:
        players: how many there are, 3 to 200.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.
    """
    table = _Settings(players, left, right, distance, MAX_PLAYERS)
    return Frame(
        "explorer",
        "How long does the chase last?",
        table.named,
        lambda: views.explorer(table.now),
        fit=table.fit,
        presets={
            "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
            "A ripple to see": {"players": 12, "left": 5, "right": 5, "distance": 6},
            "All one way": {"players": 100, "left": 0, "right": 4, "distance": 50},
            "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
        },
    ).tree


def folding(players: int = 6, left: int = 2, right: int = 2, distance: int = 2) -> VBox:
    """Return the grid of pairs of seats, which folds along its diagonals into one line.

    Args:
        players: how many there are, 3 to 12.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        distance: the one that is lit, 1 to players − 1.
    """
    table = _Settings(players, left, right, distance, MAX_GRID)
    fold = IntSlider(0, 0, FOLDED, description="Fold")

    def act(act: str, value: str) -> None:
        if act == "fold":
            frame.run(turned(FOLDED), 40)
        elif act == "unfold":
            frame.run(turned(0), 40)
        elif act == "preset":
            frame.cancel()

    def turned(end: int) -> Job:
        while fold.value != end:
            fold.value += 1 if end > fold.value else -1
            yield None

    frame = Frame(
        "folding",
        "From pairs to distances",
        table.named | {"fold": fold},
        lambda: views.folding(table.now, 3 * fold.value / FOLDED),
        fit=table.fit,
        act=act,
        presets={
            "Four players": {"players": 4, "left": 2, "right": 2, "distance": 1, "fold": 0},
            "Five: none opposite": {"players": 5, "left": 2, "right": 2, "distance": 2, "fold": 0},
            "Left more than right": {"players": 6, "left": 6, "right": 1, "distance": 2, "fold": 0},
            "Never at rest": {"players": 8, "left": 6, "right": 6, "distance": 2, "fold": 0},
        },
    )
    return frame.tree


def game(
    players: int = 100,
    left: int = 2,
    right: int = 2,
    distance: int | None = None,
    seed: int | None = None,
) -> VBox:
    """Return the round table with two dice that are passed on, turn by turn or by themselves.

    What the dice show depends on the seed alone, so one seed gives all tables the same dice. The
    first game has seed 1; each new one draws another, which is shown.

    Args:
        players: how many there are, 3 to 100.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.
        seed: 0 to 999 999 999.
    """
    table = _Settings(players, left, right, distance, MAX_SEATS)
    return _Round(table, 1 if seed is None else seed).frame.tree


def predict(players: int = 100) -> Surface:
    """Return the question how many times longer the game is with twice the players."""
    once, twice = (chase.expected_turns(n) for n in (players, 2 * players))
    return predictions.number(
        f"With {players} players the dice start opposite each other. With {2 * players} players, "
        "how many times as long does the game last?",
        twice / once,
        unit="times",
        high=1000,
        why=f"{number(once, 2)} turns become {number(twice, 2)}: twice the way takes four times "
        "as long, for steps to and fro cancel out. The ripple makes it slightly less.",
    )


def predict_swap() -> Surface:
    """Return the question whether a swap ends the game."""
    apart, chances = 1, chase.ring_chain(100).step(1)
    options = ["yes, the game is over", "no, it goes on"]
    return predictions.choice(
        "Two neighbours hold one die each. One passes to the right and one to the left, so that "
        "the dice change places. Does that end the game?",
        options,
        options[1],
        why=f"After the turn each of them holds one die again, and the distance is still {apart}. "
        f"From neighbours the game ends in one turn with {chances[0]}: one die must be kept.",
    )


class _Settings:
    """The controls that say what table it is, and how its dice are passed."""

    def __init__(
        self, players: int, left: int, right: int, distance: int | None, most: int
    ) -> None:
        players = whole("players", players, MIN_PLAYERS, most, hint="games.chase goes further")
        left = whole("left", left, 0, UNIT - 1, hint="twelfths")
        right = whole("right", right, 0, UNIT - left, hint="twelfths, 12 at most with left")
        if distance is None:
            distance = players // 2
        distance = whole("distance", distance, 1, players - 1)
        self.players = IntSlider(players, MIN_PLAYERS, most, description="Players")
        self.left = IntSlider(left, 0, UNIT - 1, description="Left, 12ths")
        self.right = IntSlider(right, 0, UNIT - left, description="Right, 12ths")
        self.distance = IntSlider(distance, 1, players - 1, description="Distance")
        self.before = players

    @property
    def named(self) -> dict[str, Any]:
        """The controls by their names in the address."""
        return {
            "players": self.players,
            "left": self.left,
            "right": self.right,
            "distance": self.distance,
        }

    @property
    def now(self) -> Table:
        """The table that they ask for."""
        return Table(self.players.value, self.left.value, self.right.value, self.distance.value)

    def fit(self) -> None:
        """Keep the chances at 1 at most together, and dice that are opposite, opposite."""
        players, before = self.players.value, self.before
        self.before = players
        self.right.max = UNIT - self.left.value
        opposite = self.distance.value == before // 2
        self.distance.max = players - 1
        if opposite and players != before:
            self.distance.value = players // 2


class _Round:
    """The table at which one game is played, and the tally of many."""

    def __init__(self, table: _Settings, seed: int) -> None:
        self.table = table
        seed = whole("seed", seed, 0, MAX_SEED)
        self.seed = BoundedIntText(seed, min=0, max=MAX_SEED, description="Seed")
        self.speed = Dropdown(value="quick", options=list(SPEEDS), description="Speed")
        self.running = False
        self.played, self.tallied = Lengths(), table.now
        self.start()
        self.frame = Frame(
            "game",
            "The chase",
            table.named | {"seed": self.seed, "speed": self.speed},
            self.draw,
            fit=table.fit,
            act=self.act,
            presets={
                "A small round": {"players": 8, "left": 2, "right": 2, "distance": 4},
                "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
                "Neighbours": {"players": 30, "left": 2, "right": 2, "distance": 1},
                "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
            },
            first=True,
        )

    @property
    def wanted(self) -> tuple[Table, int]:
        """What the settings ask for: the table and the seed."""
        return self.table.now, self.seed.value

    def start(self) -> None:
        """Begin the game that the settings ask for; a tally holds for one table."""
        self.set_out = self.wanted
        table, seed = self.set_out
        if self.tallied != table:
            self.played, self.tallied = Lengths(), table
        self.rng = Random(f"{seed} of the chase")
        self.now = Chase.at_start(table)

    def draw(self) -> Picture:
        """Show the table; the settings shape a game until its first turn."""
        if self.wanted != self.set_out and self.now.threw is None:
            self.start()
        table, seed = self.wanted
        left, right = table.law.values()
        return views.play(
            self.now,
            played=self.played,
            running=self.running,
            note=""
            if self.wanted == self.set_out
            else f"New game will have {table.players} players, dice {table.distance} apart, passed "
            f"to the left with {left} and to the right with {right}, and seed {seed}.",
        )

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
        if act in ("turn", "new", "again", "preset"):
            self.frame.cancel()
        if act == "turn":
            self.turn()
        elif act == "new":
            if self.seed.value == self.set_out[1]:
                self.frame.apply({"seed": fresh()})
            self.start()
        elif act == "again":
            table, seed = self.set_out
            self.frame.apply({**table._asdict(), "seed": seed})
            self.start()
        elif act == "preset":
            self.start()
        elif act == "clear":
            self.played = Lengths()
        self.frame.redraw()

    def turn(self) -> bool:
        """Have both dice thrown and passed on; return whether there was a turn left."""
        if self.now.over:
            return False
        if len(self.now.distances) > MAX_TURNS:
            self.frame.say(f"A game of more than {MAX_TURNS} turns is not followed to its end.")
            return False
        self.now = self.now.after(self.throw(), self.throw())
        return True

    def throw(self) -> int:
        """Return where a die goes: −1 to the left, 1 to the right, or 0."""
        table, shown = self.now.table, int(self.rng.random() * UNIT)
        return -1 if shown < table.left else 1 if shown >= UNIT - table.right else 0

    def watched(self) -> Job:
        """Play until the game is over, in view of the reader."""
        self.running = True
        try:
            while all(self.turn() for _ in range(SPEEDS[self.speed.value][1])):
                if self.frame.pause:
                    self.frame.redraw()
                yield None
        finally:
            self.running = False

    def unwatched(self) -> Generator[float, None, None]:
        """Play until the game is over."""
        while self.turn():
            yield len(self.now.distances) / MAX_TURNS

    def many(self, games: int) -> Generator[float, None, None]:
        """Play many games at this table, each with dice of its own."""
        table, seed = self.set_out
        for done in range(1, games + 1):
            rng = Random(f"{seed} tally {self.played.games}")
            self.played = self.played.add(chase.play(rng, table.players, **table.start))
            yield done / games
