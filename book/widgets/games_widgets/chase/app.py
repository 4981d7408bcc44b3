"""The chase: the round table to watch, how long a game lasts, how pairs fold into distances.

And thousands of games of dice that hardly ever rest, among them the one that makes their mean.
"""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from math import ceil
from random import Random

from ipywidgets import VBox

from games import chase
from games.chase.playing import Chase, Square, Table
from games.validate import integer
from games_widgets.apps.base import App, Job
from games_widgets.apps.controls import IntSlider, menu, seed_box, slider
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.saved_games import saved_games_widget
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.apps.seeds import MAX_SEED, fresh
from games_widgets.apps.simulation import MAX_STEPS, Settings, SimulationApp
from games_widgets.chase import view, view_fold, view_shape
from games_widgets.drawing.markup import Picture

__all__ = ["explorer", "folding", "game", "lasted", "shape", "stuck"]

UNIT = 12  # probabilities are twelfths
MIN_PLAYERS = 3
MAX_PLAYERS = 200
MAX_SEATS = 100  # at a table that is drawn
MAX_GRID = 8  # players whose pairs are drawn one by one
SECONDS = (("is like the first", "alike"), ("never goes right", "loaded"))
THOUSANDS = 20  # games of dice that hardly ever rest, at most
GRID = 40  # turns for each factor of ten between which the lengths of such games are interpolated
RESTS = (
    ("never", 0),
    ("once in 100 throws", 2),
    ("once in 10 000", 4),
    ("once in a million", 6),
    ("once in 10 million", 7),
    ("once in 100 million", 8),
    ("once in a billion", 9),
)


def explorer(
    players: int = 100, left: int = 2, right: int = 2, distance: int | None = None
) -> VBox:
    """Return the expected turns, and how they are distributed.

    Args:
        players: how many there are, 3 to 200.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.
    """
    table = _Settings(players, left, right, distance, MAX_PLAYERS)
    return App(
        "explorer",
        "How long does the chase last?",
        table.controls,
        lambda: view.explorer(table.setup),
        fit=table.fit,
        presets={
            "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
            "Neighbours": {"players": 100, "left": 2, "right": 2, "distance": 1},
            "All one way": {"players": 100, "left": 0, "right": 4, "distance": 50},
            "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
        },
    ).tree


def folding(players: int = 6, left: int = 2, right: int = 2, second: str = "alike") -> VBox:
    """Return the square of all pairs of seats, which turns, falls into a line and is folded.

    Args:
        players: how many there are, 3 to 8.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        second: "alike", or "loaded": then the second die goes left, too, where it would go right.
    """
    table = _Settings(players, left, right, None, MAX_GRID)
    other = menu("second", second, SECONDS, "Second die")
    held = Scrubber("fold", 0, 0, view_fold.STAGES[-1].at)
    named = {it: table.controls[it] for it in ("players", "left", "right")}

    def draw() -> Picture:
        now = Square(*table.setup[:3], loaded=other.value == "loaded")
        return view_fold.folding(now, held.value)

    return scene(
        "folding",
        "How many of these numbers are different?",
        named | {"second": other, "fold": held},
        draw,
        lambda: view_fold.STAGES,
        pace=40,
        fit=table.fit,
        presets={
            label: {"players": n, "left": left, "right": right, "second": die, "fold": 0}
            for label, n, left, right, die in (
                ("Four players", 4, 2, 2, "alike"),
                ("Five: none opposite", 5, 2, 2, "alike"),
                ("Left more than right", 6, 6, 1, "alike"),
                ("One loaded die", 6, 2, 2, "loaded"),
                ("Never at rest", 8, 6, 6, "alike"),
            )
        },
    ).tree


def game(
    players: int = 8,
    left: int = 2,
    right: int = 2,
    distance: int | None = None,
    seed: int | None = None,
) -> VBox:
    """Return the round table with two dice that are passed on, turn by turn or by themselves.

    What the dice show depends on the seed alone, so one seed gives all tables the same dice. The
    first game has seed 1; each new one draws another, which is shown. What the solver knows of the
    game is told when the reader asks for it.

    Args:
        players: how many there are, 3 to 100.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.
        seed: 0 to 999 999 999.
    """
    table = _Settings(players, left, right, distance, MAX_SEATS)
    presets = {
        "A small round": {"players": 8, "left": 2, "right": 2, "distance": 4},
        "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
        "Neighbours": {"players": 30, "left": 2, "right": 2, "distance": 1},
        "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
    }
    return _Round("The chase", table, 1 if seed is None else seed, presets).frame.tree


def shape(players: int = 12, left: int = 5, right: int = 5, taken: int = 0) -> VBox:
    """Return the mean by distance, less a parabola that the reader takes away.

    Args:
        players: how many there are, 3 to 200.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        taken: how many twentieths of the parabola are gone, 0 to 20.
    """
    table = _Settings(players, left, right, None, MAX_PLAYERS)
    held = Scrubber("taken", taken, 0, view_shape.TAKEN[-1].at)
    return scene(
        "shape",
        "A parabola, or nearly?",
        {it: table.controls[it] for it in ("players", "left", "right")} | {"taken": held},
        lambda: view_shape.shape(table.setup, held.value),
        lambda: view_shape.TAKEN,
        fit=table.fit,
        presets={
            "A ripple to see": {"players": 12, "left": 5, "right": 5, "taken": taken},
            "As in the puzzle": {"players": 100, "left": 2, "right": 2, "taken": 20},
            "All one way": {"players": 100, "left": 0, "right": 4, "taken": 20},
        },
    ).tree


def stuck(rest: int = 7, thousands: int = 1, seed: int = 40) -> VBox:
    """Return how long thousands of games took whose dice hardly ever rest, with median and mean.

    The games are those of 100 players with dice opposite each other. They are not played turn by
    turn, which would take minutes; their lengths are drawn, by chance, from the exact distribution.

    Args:
        rest: a die rests once in 10^rest throws, 2, 4, 6, 7, 8 or 9; never if it is 0.
        thousands: of games, 1 to 20.
        seed: 0 to 999 999 999.
    """
    rests = menu("rest", rest, RESTS, "A die rests")
    games = slider("thousands", thousands, 1, THOUSANDS, "Thousands")
    seeds = seed_box(seed)

    def draw() -> Picture:
        lengths = _drawn(rests.value, seeds.value)
        return view.stuck(rests.value, lengths[: 1000 * games.value], 1000 * THOUSANDS)

    def act(act: str, value: str) -> None:
        if act == "more":
            frame.run(on(), 300)
        elif act == "others":
            frame.cancel()
            frame.apply({"thousands": 1, "seed": fresh()})
        elif act == "preset":
            frame.cancel()

    def on() -> Job:
        while games.value < THOUSANDS:
            games.value += 1
            yield None

    frame = App(
        "stuck",
        "Thousands of games, and one of them",
        {"rest": rests, "thousands": games, "seed": seeds},
        draw,
        act=act,
        presets={
            "A coin: it never rests": {"rest": 0, "thousands": 1, "seed": seed},
            "Now and then": {"rest": 2, "thousands": 1, "seed": seed},
            "Hardly ever": {"rest": 7, "thousands": 1, "seed": seed},
        },
    )
    return frame.tree


@lru_cache(maxsize=4)
def _drawn(rest: int, seed: int) -> tuple[int, ...]:
    """Return lengths of games of 100 players whose dice rest once in 10^rest throws; 0: never.

    Each is the turn at which P(T > t) falls below a random number, interpolated between turns
    that follow each other in a geometric sequence.
    """
    rng = Random(f"{seed} of dice that rest {rest}")
    move = (1 - Fraction(1, 10**rest) * (rest > 0)) / 2
    alive, turns = [1.0], [0]
    while alive[-1] > 1e-12:
        k = len(turns)
        turns.append(max(turns[-1] + 1, round(10 ** (k / GRID))))
        alive.append(chase.survival_float(turns[-1], left=move, right=move))
    ended = [1 - share for share in alive]
    lengths = []
    for _ in range(1000 * THOUSANDS):
        chance = rng.random()
        after = bisect_right(ended, chance)
        before, later = ended[after - 1], ended[after]
        share = (chance - before) / (later - before)
        lengths.append(turns[after - 1] + ceil(share * (turns[after] - turns[after - 1])))
    return tuple(lengths)


def lasted() -> HtmlWidget:
    """Return how long the reader's games were, over how long games are to be expected."""
    table = Table(8, 2, 2, 4)
    rngs = (Random(f"{n} of nobody") for n in range(10))
    nobodys = [(table, chase.play(rng, table.players, **table.start)) for rng in rngs]
    return saved_games_widget("chases", "How long your games were", _chase, nobodys, view.lasted)


Ended = tuple[Table, int]  # and how many turns the game took


def _table(players: int, left: int, right: int, distance: int | None, most: int) -> Table:
    """Return a table that fits on a page, or raise a ``ValueError``."""
    players = integer("players", players, MIN_PLAYERS, most, hint="games.chase goes further")
    left = integer("left", left, 0, UNIT, hint="twelfths")
    right = integer("right", right, 0, UNIT - left, hint="twelfths, 12 at most with left")
    if distance is None:
        distance = players // 2
    return Table(players, left, right, integer("distance", distance, 1, players - 1))


def _chase(players: str, left: str, right: str, distance: str, seed: str, turns: str) -> Ended:
    """Return a game that was kept, or raise a ``ValueError``."""
    table = _table(int(players), int(left), int(right), int(distance), MAX_SEATS)
    if table.endless:
        raise ValueError(table.endless)
    integer("seed", int(seed), 0, MAX_SEED)
    return table, integer("turns", int(turns), 1, MAX_STEPS)


class _Settings(Settings[Table]):
    """The controls that say what table it is, and how its dice are passed."""

    def __init__(
        self, players: int, left: int, right: int, distance: int | None, most: int
    ) -> None:
        distance = _table(players, left, right, distance, most).distance
        self.players = IntSlider(players, MIN_PLAYERS, most, description="Players")
        self.left = IntSlider(left, 0, UNIT, description="Left, 12ths")
        self.right = IntSlider(right, 0, UNIT, description="Right, 12ths")
        self.distance = IntSlider(distance, 1, players - 1, description="Distance")
        self.before = players, left
        dice = {"left": self.left, "right": self.right, "distance": self.distance}
        super().__init__(Table, players=self.players, **dice)

    def fit(self) -> None:
        """Keep the chances at 1 at most together, and dice that are opposite, opposite."""
        players, (before, left) = self.players.value, self.before
        moved, other = self.left, self.right
        if moved.value == left:
            moved, other = other, moved
        other.value = min(other.value, UNIT - moved.value)  # it gives way
        self.before = players, self.left.value
        opposite = self.distance.value == before // 2
        self.distance.max = players - 1
        if opposite and players != before:
            self.distance.value = players // 2


class _Round(SimulationApp[Table, Chase]):
    """The table at which one game is played, and the tally of many."""

    keeps, leap = "chases", 20

    def begin(self, setup: Table, seed: int) -> Chase:
        """Hand out the dice; what they show depends on the seed alone."""
        self.rng = Random(f"{seed} of the chase")
        return Chase.at_start(setup)

    def step(self, now: Chase) -> Chase:
        """Have both dice thrown and passed on."""
        return now.thrown(self._throw(now.table), self._throw(now.table))

    def _throw(self, table: Table) -> int:
        """Return the face that a die shows."""
        return int(self.rng.random() * UNIT) * table.sides // UNIT + 1

    def steps(self, now: Chase) -> int:
        """Return the number of turns."""
        return len(now.distances) - 1

    def length(self, setup: Table, rng: Random) -> int:
        """Play a game that nobody watches; return its turns."""
        return chase.play(rng, setup.players, **setup.start)

    def picture(self, now: Chase, note: str) -> Picture:
        """Return the round table."""
        return view.play(
            now,
            played=[int(turns) for turns in self.played.values],
            exact=self.odds_visible,
            running=self.running,
            note=note,
        )

    def describe(self, setup: Table) -> str:
        """Return what a game at this table has."""
        left, right = setup.law.values()
        return (
            f"{setup.players} players, dice {setup.distance} apart, passed to the left with {left} "
            f"and to the right with {right}"
        )
