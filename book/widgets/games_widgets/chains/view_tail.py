"""The scene of the tail: games of coins that are not over settle into a constant pattern."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import pi, prod, sin, sqrt

from games.chains.playing import Ruin
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, percent

__all__ = ["STAGES", "TailPicture", "tail"]

LAST = 61  # rounds
STAGES = (
    Stage(0, "the start"),
    Stage(4, "four rounds"),
    Stage(20, "twenty rounds"),
    Stage(60, "sixty rounds", "Dashed: the pattern that stays. Now one round more."),
    Stage(LAST, "one round more"),
)


@dataclass(frozen=True)
class TailPicture:
    """The coins in the games that go on, scaled to fit below the constant pattern.

    Attributes:
        heights: the share of these games for each number of coins, from 1 on, scaled.
        pattern: the heights of the constant pattern, if it is shown.
        left: the share of the games that the last rounds have left; None at the start.
        rounds: how many last rounds these are, 1 or 2.
    """

    heights: tuple[float, ...]
    pattern: tuple[float, ...] | None
    left: Fraction | None
    rounds: int
    summary: str

    @property
    def alt_text(self) -> str:
        """The picture in words."""
        return f"Bars: how many coins there are in the games that go on. {self.summary}"


def tail(game: Ruin, t: int = 0) -> Scene[TailPicture]:
    """Return the scene: the distribution of coins in the games that go on after t rounds.

    Args:
        game: the game of coins.
        t: the number of rounds, 0 to 61.

    >>> tail(Ruin(10, 3, Fraction(1, 2), Fraction(0)), 4).summary
    'After 4 rounds 87.50 % of the games go on; here they are by their coins, enlarged.'
    """
    scrubber = ScrubberInput("Rounds", t, 0, LAST, count(t, "round"))
    return Scene(partial(_picture, game), t, STAGES, scrubber)


Shares = dict[int, float]


@lru_cache(maxsize=8)
def _distributions(game: Ruin) -> tuple[list[Shares], list[float], Shares]:
    """Return the shares by coins after each round, the survival rates, and the constant pattern.

    The shares are those of the games that go on. The pattern is √(p/q)^i · sin(πi/goal) on i coins,
    where p and q are the chances to win and lose a round: a round only changes its size.
    """
    rows = {coins: game.chain.step(coins) for coins in game.chain.transient}
    moves = {
        coins: {target: float(p) for target, p in row.items() if target in rows}
        for coins, row in rows.items()
    }
    shares, left_shares = [{game.start: 1.0}], [1.0]
    for _ in range(LAST):
        next_shares: Shares = {}
        for coins, share in shares[-1].items():
            for target, p in moves[coins].items():
                next_shares[target] = next_shares.get(target, 0.0) + share * p
        left_shares.append(sum(next_shares.values()))
        shares.append(
            {coins: share / (left_shares[-1] or 1) for coins, share in next_shares.items() if share}
        )
    odds = float(game.win / (1 - game.win)) if game.win < 1 else 0.0
    pattern = {coins: sqrt(odds) ** coins * sin(pi * coins / game.goal) for coins in rows}
    return shares, left_shares, pattern


def _picture(game: Ruin, t: int) -> TailPicture:
    """Return the picture: the shares after t rounds, scaled to fit below the constant pattern."""
    shares, left_shares, pattern = _distributions(game)
    current, rounds, top = shares[t], 1 if game.tie else 2, max(pattern.values()) or 1.0
    fits = max((share / (pattern[coins] or share) for coins, share in current.items()), default=1.0)
    p_alive = Fraction(prod(left_shares[: t + 1]))
    summary = (
        f"After {count(t, 'round')} {percent(p_alive)} of the games go on; here they are by their "
        "coins, enlarged."
        if t
        else f"All games begin with {count(game.start, 'coin')}. Those that end leave the picture."
    )
    stays = tuple(height / top for height in pattern.values())
    return TailPicture(
        heights=tuple(current.get(coins, 0) / fits / top for coins in pattern),
        pattern=stays if t >= LAST - 1 else None,
        left=Fraction(prod(left_shares[t - rounds + 1 : t + 1])) if t >= rounds else None,
        rounds=rounds,
        summary=summary,
    )
