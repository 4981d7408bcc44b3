"""The chase: the round table to watch, how long a game lasts, how pairs fold into distances.

And thousands of games of dice that hardly ever rest, among them the one that makes their mean.
"""

from bisect import bisect_right
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil
from random import Random
from typing import Any

from games.kit.apps import predict as predictions
from games.kit.apps.controls import Dropdown, IntSlider, seed_box
from games.kit.apps.frame import Frame, Job, Value
from games.kit.apps.runner import Runner
from games.kit.apps.seeds import fresh
from games.kit.apps.surface import Surface
from ipywidgets import VBox

from games import chase
from games.arguments import choice, whole
from games.chase import view
from games.chase.playing import Chase, Table
from games.kit.markup import Picture

__all__ = ["explorer", "folding", "game", "predict", "predict_swap", "stuck"]

UNIT = 12  # probabilities are twelfths
MIN_PLAYERS = 3
MAX_PLAYERS = 200
MAX_SEATS = 100  # at a table that is drawn
MAX_GRID = 12  # players whose pairs are drawn one by one
FOLDED = 30  # steps of the folding
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
        lambda: view.explorer(table.now),
        fit=table.fit,
        presets={
            "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
            "A ripple to see": {"players": 12, "left": 5, "right": 5, "distance": 6},
            "All one way": {"players": 100, "left": 0, "right": 4, "distance": 50},
            "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
        },
    ).tree


def folding(players: int = 6, left: int = 2, right: int = 2, distance: int = 2) -> VBox:
    """Return the table of pairs of seats, which is sheared, stacked and folded into one line.

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
        lambda: view.folding(table.now, 3 * fold.value / FOLDED),
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


def predict(players: int = 100) -> Surface:
    """Return the question by which factor the game is longer with twice the players."""
    once, twice = (chase.expected_turns(n) for n in (players, 2 * players))
    return predictions.number(
        f"With {players} players the dice start opposite each other. If {2 * players} sit down "
        "instead, by which factor is the game longer, on average?",
        twice / once,
        high=1000,
        name="twice",
        why="Twice the way takes about four times as long, for steps to and fro cancel out. That "
        "it is slightly less than four has a reason, too.",
    )


def predict_swap() -> Surface:
    """Return the question whether a swap ends the game."""
    chances = chase.ring_chain(100).step(1)
    options = ["yes, the game is over", "no, it goes on"]
    return predictions.choice(
        "Two neighbours hold one die each. One passes to the right and one to the left, so that "
        "the dice change places. Does that end the game?",
        options,
        options[1],
        name="swap",
        why="After the turn each of them holds one die again, and that is no loss. From neighbours "
        f"the game ends in one turn with chance {chances[0]}: one die must be kept.",
    )


def stuck(rest: int = 7, thousands: int = 1, seed: int = 40) -> VBox:
    """Return how long thousands of games took whose dice hardly ever rest, with median and mean.

    The games are those of 100 players with dice opposite each other. They are not played turn by
    turn, which would take minutes; their lengths are drawn, by chance, from the exact distribution.

    Args:
        rest: a die rests once in 10^rest throws, 2, 4, 6, 7, 8 or 9; never if it is 0.
        thousands: of games, 1 to 20.
        seed: 0 to 999 999 999.
    """
    choice("rest", rest, [value for _, value in RESTS])
    thousands = whole("thousands", thousands, 1, THOUSANDS)
    rests = Dropdown(value=rest, options=RESTS, description="A die rests")
    games = IntSlider(thousands, 1, THOUSANDS, description="Thousands")
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

    frame = Frame(
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


class _Round(Runner[Table, Chase]):
    """The table at which one game is played, and the tally of many."""

    leap = 20

    def __init__(
        self,
        title: str,
        settings: _Settings,
        seed: int,
        presets: Mapping[str, Mapping[str, Value]],
    ) -> None:
        self.lengths: list[int] = []  # of the games of the tally
        super().__init__(title, settings, seed, presets)

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

    def over(self, now: Chase) -> bool:
        """Return whether one player holds both dice."""
        return now.over

    def length(self, setup: Table, rng: Random) -> int:
        """Play a game that nobody watches; return its turns."""
        if not self.played.games:
            self.lengths.clear()
        self.lengths.append(chase.play(rng, setup.players, **setup.start))
        return self.lengths[-1]

    def picture(self, now: Chase, note: str) -> Picture:
        """Return the round table."""
        return view.play(
            now,
            played=self.lengths[: self.played.games],
            exact=self.told,
            running=self.running,
            note=note,
        )

    def about(self, setup: Table) -> str:
        """Return what a game at this table has."""
        left, right = setup.law.values()
        return (
            f"{setup.players} players, dice {setup.distance} apart, passed to the left with {left} "
            f"and to the right with {right}"
        )
