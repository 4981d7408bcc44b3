"""Small absorbing chains to play with: the gambler's ruin, and a token on a graph."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import sqrt
from random import Random
from typing import NamedTuple

from games.maths.markov import AbsorbingChain

__all__ = ["GAMES", "STEPS", "Duel", "Game", "Ruin", "Walk"]

STEPS = 40  # after so many steps nearly all games below are over
Row = Mapping[str, str]


@dataclass(frozen=True)
class Ruin:
    """The gambler's ruin: one coin a round, until the player has no coin or reaches the goal.

    Attributes:
        goal: the number of coins at which the player stops, at least 2.
        start: the number of coins at the beginning, 1 to goal − 1.
        win: the chance to win a coin in a round that is no draw; otherwise a coin is lost.
        tie: the chance of a draw, which changes nothing.
    """

    goal: int
    start: int
    win: Fraction
    tie: Fraction

    @cached_property
    def chain(self) -> AbsorbingChain[int]:
        """The game as a chain whose states are numbers of coins.

        Raises:
            ValueError: every round is a draw.

        >>> Ruin(3, 1, Fraction(1, 2), Fraction(0)).chain.expected_steps(1)
        Fraction(2, 1)
        """
        if self.tie == 1:
            raise ValueError(
                "If every round is a draw, the game never ends: Q = I, so I − Q = 0 has no "
                "inverse, and there is no N."
            )
        table: dict[int, dict[int, Fraction]] = {0: {0: Fraction(1)}}
        for coins in range(1, self.goal):
            table[coins] = {
                coins - 1: (1 - self.tie) * (1 - self.win),
                coins: self.tie,
                coins + 1: (1 - self.tie) * self.win,
            }
        return AbsorbingChain(table | {self.goal: {self.goal: Fraction(1)}})

    @property
    def mean(self) -> Fraction:
        """The expected number of rounds."""
        return self.chain.expected_steps(self.start)

    @property
    def deviation(self) -> float:
        """The standard deviation of the number of rounds."""
        return sqrt(self.chain.variance_steps(self.start))

    @cached_property
    def median(self) -> int:
        """The first t by which half of all games are over."""
        return self.chain.quantile(self.start, "1/2")

    @property
    def reach(self) -> Fraction:
        """The chance to end with the goal."""
        return self.chain.absorption_probabilities(self.start)[self.goal]


class Duel(NamedTuple):
    """A game of coins that ends when the coins are doubled or lost.

    Attributes:
        coins: the number of coins at the start.
        win, lose: the odds of a round, 1 to 60 each.
    """

    coins: int
    win: int
    lose: int

    @property
    def reach(self) -> Fraction:
        """The chance to double the coins.

        >>> Duel(2, 2, 1).reach
        Fraction(4, 5)
        """
        return Ruin(2 * self.coins, self.coins, self._win_chance, Fraction(0)).reach

    @property
    def _win_chance(self) -> Fraction:
        return Fraction(self.win, self.win + self.lose)

    def play(self, rng: Random) -> Iterator[int]:
        """Play a game: yield 1 for each round that is won and −1 for each that is lost."""
        lead, win_chance = 0, float(self._win_chance)
        while abs(lead) < self.coins:
            step = 1 if rng.random() < win_chance else -1
            lead += step
            yield step


@dataclass(frozen=True, eq=False)
class Game:
    """A chain whose states stand in a row.

    Attributes:
        name: the name of the game in the menu.
        step: the word for a step.
        start: the first state.
        rows: for each state in the row {next: chance}.
    """

    name: str
    step: str
    start: str
    rows: Mapping[str, Row]

    @cached_property
    def chain(self) -> AbsorbingChain[str]:
        """The game as a chain."""
        return AbsorbingChain(self.rows)

    @cached_property
    def visits(self) -> tuple[Fraction, ...]:
        """The row of N that belongs to the start."""
        visits = self.chain.expected_visits(self.start)
        return tuple(visits[state] for state in self.chain.transient)

    @cached_property
    def chances(self) -> tuple[dict[str, Fraction], ...]:
        """The distribution {state: chance} after 0, 1, 2, … 40 steps."""
        chances = [{self.start: Fraction(1)}]
        for _ in range(STEPS):
            next_chances: dict[str, Fraction] = {}
            for state, chance in chances[-1].items():
                for target, p in self.chain.step(state).items():
                    next_chances[target] = next_chances.get(target, Fraction(0)) + chance * p
            chances.append(next_chances)
        return tuple(chances)

    @property
    def states(self) -> tuple[str, ...]:
        """All states, from left to right."""
        return tuple(self.rows)


def _heads(*names: str) -> dict[str, Row]:
    """Return the rows of the wait for a run of heads; a state is the run so far, or 0."""
    rows: dict[str, Row] = {
        name: {"0": "1/2", next_name: "1/2"} for name, next_name in pairwise(names)
    }
    return rows | {names[-1]: {names[-1]: "1"}}


def _coins(goal: int) -> dict[str, Row]:
    rows: dict[str, Row] = {"0": {"0": "1"}}
    for n in range(1, goal):
        rows[str(n)] = {str(n - 1): "1/2", str(n + 1): "1/2"}
    return rows | {str(goal): {str(goal): "1"}}


GAMES = {
    game.name: game
    for game in (
        Game("heads twice in a row", "toss", "0", _heads("0", "H", "HH")),
        Game(
            "heads, then tails",
            "toss",
            "0",
            {"0": {"0": "1/2", "H": "1/2"}, "H": {"H": "1/2", "HT": "1/2"}, "HT": {"HT": "1"}},
        ),
        Game("heads three times in a row", "toss", "0", _heads("0", "H", "HH", "HHH")),
        Game("two coins, until none or five", "round", "2", _coins(5)),
    )
}


class Walk(NamedTuple):
    """A game in progress, and the bricks of all games so far.

    Attributes:
        game: the chain.
        state: the state of the token.
        previous: the state before; "" at the start.
        steps: the number of steps in this game.
        bricks: the visits to each transient state, in the order of the chain, in all games.
        games: the number of games, this one included.
    """

    game: Game
    state: str
    previous: str
    steps: int
    bricks: tuple[int, ...]
    games: int

    @classmethod
    def begin(cls, game: Game, last: "Walk | None" = None) -> "Walk":
        """Return a new game, with the bricks of earlier games and one brick for its start.

        >>> Walk.begin(GAMES["heads twice in a row"]).bricks
        (1, 0)
        """
        bricks, games = (last.bricks, last.games) if last else ((0,) * len(game.visits), 0)
        return cls(game, game.start, "", 0, _with_brick(game, bricks, game.start), games + 1)

    @property
    def is_over(self) -> bool:
        """Whether the token is in an absorbing state."""
        return self.state in self.game.chain.absorbing

    def step(self, rng: Random) -> "Walk":
        """Return the game after the next step, with a brick for the new state."""
        row = self.game.chain.step(self.state)
        target = rng.choices(list(row), [float(chance) for chance in row.values()])[0]
        bricks = _with_brick(self.game, self.bricks, target)
        return self._replace(state=target, previous=self.state, steps=self.steps + 1, bricks=bricks)


def _with_brick(game: Game, bricks: tuple[int, ...], state: str) -> tuple[int, ...]:
    return tuple(
        count + (state == transient)
        for transient, count in zip(game.chain.transient, bricks, strict=True)
    )
