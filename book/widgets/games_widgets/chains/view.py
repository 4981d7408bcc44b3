"""The gambler's ruin, a small absorbing chain."""

from dataclasses import dataclass
from fractions import Fraction

from games.chains.playing import Ruin
from games_widgets.drawing.parts import Headline, Headlines, OddsPart, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, exactly, number, percent, rounded

__all__ = ["FundamentalMatrix", "RuinPicture", "ruin"]


@dataclass(frozen=True)
class FundamentalMatrix:
    """The matrix N, the sum of each row, and the chance to reach the goal from there.

    Attributes:
        coins: the numbers of coins that the rows and the columns stand for.
        visits: the entries, row by row.
        rounds: the sum of each row: the expected number of rounds.
        reach: the chance to reach the goal, for each row.
        start: the number of coins at the beginning.
    """

    coins: tuple[int, ...]
    visits: tuple[tuple[Fraction, ...], ...]
    rounds: tuple[Fraction, ...]
    reach: tuple[Fraction, ...]
    start: int


@dataclass(frozen=True)
class RuinPicture(Parts):
    """The matrix N and the numbers that follow from it."""

    figures: Headlines
    matrix: OddsPart[Section[FundamentalMatrix]]
    summary: str


def ruin(game: Ruin) -> RuinPicture:
    """Return the matrix N and the numbers that follow from it.

    >>> ruin(Ruin(3, 1, Fraction(1, 2), Fraction(0))).summary
    'From 1 coin, a game takes 2 ± 1.41 rounds on average; half of all games are over \
after 1 round. The goal of 3 coins is reached with chance 33.33 %.'
    """
    mean, deviation, reach = game.mean, number(game.deviation, 2), game.reach
    title = "N: how often a game from the row’s coins has the column’s coins"
    return RuinPicture(
        figures=Headlines(
            (
                Headline("rounds on average", number(mean, 2), exactly(mean)),
                Headline("standard deviation", deviation),
                Headline(f"chance of {game.goal} before 0", percent(reach), exactly(reach)),
            )
        ),
        matrix=OddsPart(Section(title, _matrix(game))),
        summary=f"From {count(game.start, 'coin')}, a game takes {rounded(mean)} ± {deviation} "
        f"rounds on average; half of all games are over after "
        f"{count(game.median, 'round')}. The goal of {count(game.goal, 'coin')} is reached with "
        f"chance {percent(reach)}.",
    )


def _matrix(game: Ruin) -> FundamentalMatrix:
    chain = game.chain
    coins = tuple(chain.transient)
    goal = chain.expected_reward(lambda coins: int(coins == game.goal))
    return FundamentalMatrix(
        coins=coins,
        visits=tuple(map(tuple, chain.fundamental_matrix())),
        rounds=tuple(map(chain.expected_steps, coins)),
        reach=tuple(goal[number] for number in coins),
        start=game.start,
    )
