"""Apps of the chase: the round table to watch, the length of a game, and the fold into distances.

One more app has thousands of games of dice that hardly ever rest; a single game makes their mean.
An app sets the chances of a die in twelfths.
"""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from math import ceil
from random import Random
from typing import Any

from ipywidgets import VBox

from games.chase import DISTANCE, LEFT, PLAYERS, RIGHT, Chase
from games.chase.playing import Dice, Run, Square
from games.validate import integer
from games_widgets.apps.base import App, Job
from games_widgets.apps.controls import menu, seed_box, slider
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.parameters import GameSettings
from games_widgets.apps.saved_games import saved_games_widget
from games_widgets.apps.scene import Scrubber, scene
from games_widgets.apps.seeds import MAX_SEED, fresh
from games_widgets.apps.simulation import MAX_STEPS, SimulationApp
from games_widgets.chase import view, view_fold, view_shape
from games_widgets.drawing.render import Model

__all__ = ["explorer", "folding", "game", "game_lengths", "shape", "stuck_dice"]

TWELVE = LEFT.parts
HINT = "games.chase goes further"
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
    settings = _settings(players, left, right, distance, MAX_PLAYERS)
    return App(
        "explorer",
        "How long does the chase last?",
        settings.controls,
        lambda: view.explorer(settings.setup),
        fit=settings.fit,
        presets={
            "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
            "Neighbours": {"players": 100, "left": 2, "right": 2, "distance": 1},
            "All one way": {"players": 100, "left": 0, "right": 4, "distance": 50},
            "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
        },
    ).tree


def folding(players: int = 6, left: int = 2, right: int = 2, second: str = "alike") -> VBox:
    """Return the app of all pairs of seats: a square that turns, becomes a line and is folded.

    Args:
        players: how many there are, 3 to 8.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        second: "alike", or "loaded": then the second die goes left, too, where it would go right.
    """
    settings = _settings(players, left, right, None, MAX_GRID)
    second_die = menu("second", second, SECONDS, "Second die")
    scrubber = Scrubber("fold", 0, 0, view_fold.STAGES[-1].at)

    def draw() -> Model:
        square = Square(settings.setup, loaded=second_die.value == "loaded")
        return view_fold.folding(square, scrubber.value)

    return scene(
        "folding",
        "Which pairs of seats are the same game?",
        settings.without_distance | {"second": second_die, "fold": scrubber},
        draw,
        lambda: view_fold.STAGES,
        pace=40,
        fit=settings.fit,
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
    """Return the app of the round table with two dice, by single turns or automatically.

    What the dice show depends on the seed alone, so one seed gives all tables the same dice. The
    first game has seed 1; each new one draws another, which is shown. What the solver knows of the
    game is shown when the reader asks for it.

    Args:
        players: how many there are, 3 to 100.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.
        seed: 0 to 999 999 999.
    """
    settings = _settings(players, left, right, distance, MAX_SEATS)
    presets = {
        "Four players": {"players": 4, "left": 2, "right": 2, "distance": 2},
        "Eight players": {"players": 8, "left": 2, "right": 2, "distance": 4},
        "As in the puzzle": {"players": 100, "left": 2, "right": 2, "distance": 50},
        "Neighbours": {"players": 30, "left": 2, "right": 2, "distance": 1},
        "It never ends": {"players": 8, "left": 6, "right": 6, "distance": 3},
    }
    return _Table("The chase", settings, 1 if seed is None else seed, presets).frame.tree


def shape(players: int = 12, left: int = 5, right: int = 5, taken: int = 0) -> VBox:
    """Return the mean by distance, less a parabola that the reader takes away.

    Args:
        players: how many there are, 3 to 200.
        left, right: the chances that a die is passed to the left and to the right, in twelfths;
            12 at most together.
        taken: how many twentieths of the parabola are gone, 0 to 20.
    """
    settings = _settings(players, left, right, None, MAX_PLAYERS)
    scrubber = Scrubber("taken", taken, 0, view_shape.TAKEN[-1].at)
    return scene(
        "shape",
        "A parabola, or nearly?",
        settings.without_distance | {"taken": scrubber},
        lambda: view_shape.shape(settings.setup, scrubber.value),
        lambda: view_shape.TAKEN,
        fit=settings.fit,
        presets={
            "A ripple to see": {"players": 12, "left": 5, "right": 5, "taken": taken},
            "As in the puzzle": {"players": 100, "left": 2, "right": 2, "taken": 20},
            "All one way": {"players": 100, "left": 0, "right": 4, "taken": 20},
        },
    ).tree


def stuck_dice(rest: int = 7, thousands: int = 1, seed: int = 40) -> VBox:
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

    def draw() -> Model:
        lengths = _lengths(rests.value, seeds.value)
        return view.stuck_dice(rests.value, lengths[: 1000 * games.value], 1000 * THOUSANDS)

    def act(act: str, value: str) -> None:
        if act == "more":
            frame.run(play_on(), 300)
        elif act == "others":
            frame.cancel()
            frame.apply({"thousands": 1, "seed": fresh()})
        elif act == "preset":
            frame.cancel()

    def play_on() -> Job:
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
def _lengths(rest: int, seed: int) -> tuple[int, ...]:
    """Return lengths of games of 100 players whose dice rest once in 10^rest throws; 0: never.

    Each is the turn at which P(T > t) falls below a random number, interpolated between turns
    that follow each other in a geometric sequence.
    """
    rng = Random(f"{seed} of dice that rest {rest}")
    share = Fraction(1, 10**rest) if rest else Fraction(0)
    chase = Chase(100, (1 - share) / 2, (1 - share) / 2)
    alive, turns = [1.0], [0]
    while alive[-1] > 1e-12:
        k = len(turns)
        turns.append(max(turns[-1] + 1, round(10 ** (k / GRID))))
        alive.append(chase.survival_float(turns[-1]))
    end_shares = [1 - share for share in alive]
    lengths = []
    for _ in range(1000 * THOUSANDS):
        chance = rng.random()
        k = bisect_right(end_shares, chance)
        part = (chance - end_shares[k - 1]) / (end_shares[k] - end_shares[k - 1])
        lengths.append(turns[k - 1] + ceil(part * (turns[k] - turns[k - 1])))
    return tuple(lengths)


def game_lengths() -> HtmlWidget:
    """Return the app of the lengths of the reader's games, over the exact distribution."""
    chase = Chase(8)
    examples = [(chase, chase.play(Random(f"{n} of nobody"))) for n in range(10)]
    return saved_games_widget(
        "chases", "How long your games were", _read_game, examples, view.game_lengths
    )


class _Settings(GameSettings[Chase]):
    """The controls of the players, the chances of a die and the distance."""

    def __init__(self, chase: Chase, max_players: int) -> None:
        kinds = {
            "players": PLAYERS.restrict(MIN_PLAYERS, max_players, HINT),
            "left": LEFT,
            "right": RIGHT,
            "distance": DISTANCE.restrict(1, chase.players - 1),
        }
        super().__init__(chase, kinds)
        self.last_values = self.controls["players"].value, self.controls["left"].value

    @property
    def without_distance(self) -> dict[str, Any]:
        """The controls for dice whose distance does not matter."""
        return {name: self.controls[name] for name in ("players", "left", "right")}

    def fit(self) -> None:
        """Limit the sum of the chances to 1; dice that were opposite stay opposite."""
        players, distance = self.controls["players"].value, self.controls["distance"]
        players_before, left_before = self.last_values
        moved_chance, other_chance = self.controls["left"], self.controls["right"]
        if moved_chance.value == left_before:
            moved_chance, other_chance = other_chance, moved_chance
        # the other chance gets smaller
        other_chance.value = min(other_chance.value, TWELVE - moved_chance.value)
        self.last_values = players, self.controls["left"].value
        opposite = distance.value == players_before // 2
        distance.max = players - 1
        if opposite and players != players_before:
            distance.value = players // 2


def _settings(
    players: int, left: int, right: int, distance: int | None, max_players: int
) -> _Settings:
    return _Settings(_chase(players, left, right, distance, max_players), max_players)


def _chase(players: int, left: int, right: int, distance: int | None, max_players: int) -> Chase:
    """Return a chase that fits on a page, or raise a ``ValueError``."""
    left = integer("left", left, 0, TWELVE, hint="twelfths")
    right = integer("right", right, 0, TWELVE - left, hint="twelfths, 12 at most with left")
    kinds = {"players": PLAYERS.restrict(MIN_PLAYERS, max_players, HINT)}
    chances = {"left": LEFT.from_setting(left), "right": RIGHT.from_setting(right)}
    return Chase.restrict(kinds, players=players, **chances, distance=distance)


FinishedGame = tuple[Chase, int]  # and the number of turns of the game


def _read_game(
    players: str, left: str, right: str, distance: str, seed: str, turns: str
) -> FinishedGame:
    """Return a game that the page has stored, or raise a ``ValueError``."""
    chase = _chase(int(players), int(left), int(right), int(distance), MAX_SEATS)
    if chase.never_ends:
        raise ValueError(view.why_endless(chase))
    integer("seed", int(seed), 0, MAX_SEED)
    return chase, integer("turns", int(turns), 1, MAX_STEPS)


class _Table(SimulationApp[Chase, Run]):
    """The table at which one game is played, and the tally of many."""

    keeps, leap = "chases", 20

    def begin(self, setup: Chase, seed: int) -> Run:
        """Give out the dice; their throws depend on the seed alone."""
        self.rng = Random(f"{seed} of the chase")
        return Run.start(setup)

    def step(self, state: Run) -> Run:
        """Throw both dice and pass them on."""
        sides = Dice.of(state.chase).sides
        return state.after_faces(self._throw(sides), self._throw(sides))

    def _throw(self, sides: int) -> int:
        """Return the face that a die shows."""
        return int(self.rng.random() * TWELVE) * sides // TWELVE + 1

    def steps(self, state: Run) -> int:
        """Return the number of turns."""
        return state.turns

    def length(self, setup: Chase, rng: Random) -> int:
        """Play a game out of view; return the number of its turns."""
        return setup.play(rng)

    def picture(self, state: Run, note: str) -> Model:
        """Return the round table."""
        return view.table(
            state,
            games_played=[int(turns) for turns in self.games_played.values],
            odds_visible=self.odds_visible,
            running=self.running,
            note=note,
        )

    def describe(self, setup: Chase) -> str:
        """Return the settings of a game in words."""
        return (
            f"{setup.players} players, dice {setup.distance} apart, passed to the left with "
            f"{setup.left} and to the right with {setup.right}"
        )
