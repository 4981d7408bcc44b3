"""The scene of the tail: what is left of old games of coins settles into a pattern that stays."""

from fractions import Fraction
from functools import lru_cache, partial
from math import pi, prod, sin, sqrt

from games.chains.playing import Ruin
from games.kit.markup import Picture, element, tells
from games.kit.scene import Stage, hand, scene
from games.kit.text import count, percent

LAST = 61  # rounds
AGES = (
    Stage(0, "the start"),
    Stage(4, "four rounds"),
    Stage(20, "twenty rounds"),
    Stage(60, "sixty rounds", "Dashed: the pattern that stays. Now one round more."),
    Stage(LAST, "one round more"),
)


def tail(game: Ruin, t: int = 0) -> Picture:
    """Return the scene: of the games that still go on after t rounds, how many have which coins.

    Args:
        game: the game of coins.
        t: the number of rounds, 0 to 61.

    >>> tail(Ruin(10, 3, Fraction(1, 2), Fraction(0)), 4).summary
    'After 4 rounds 87.50 % of the games go on; here they are by their coins, enlarged.'
    """
    held = hand("Rounds", t, 0, LAST, said=count(t, "round"))
    return scene(partial(_left, game), t, AGES, held)


Shares = dict[int, float]


@lru_cache(maxsize=8)
def _aged(game: Ruin) -> tuple[list[Shares], list[float], Shares]:
    """Return of those that go on the shares by coins, what each round leaves, and what stays.

    What stays is √(up/down)^i · sin(πi/goal) on i coins: a round changes its size alone.
    """
    rows = {it: game.chain.step(it) for it in game.chain.transient}
    moves = {it: {to: float(p) for to, p in row.items() if to in rows} for it, row in rows.items()}
    shares, leave = [{game.start: 1.0}], [1.0]
    for _ in range(LAST):
        after: Shares = {}
        for coins, share in shares[-1].items():
            for to, p in moves[coins].items():
                after[to] = after.get(to, 0.0) + share * p
        leave.append(sum(after.values()))
        shares.append({it: share / (leave[-1] or 1) for it, share in after.items() if share})
    odds = float(game.up / (1 - game.up)) if game.up < 1 else 0.0
    stays = {it: sqrt(odds) ** it * sin(pi * it / game.goal) for it in rows}
    return shares, leave, stays


@lru_cache(maxsize=128)
def _left(game: Ruin, t: int) -> Picture:
    """Return the shares after t rounds, as large as fits below the pattern that stays."""
    shares, leave, stays = _aged(game)
    now, period, top = shares[t], 1 if game.tie else 2, max(stays.values()) or 1.0
    fits = max((share / (stays[it] or share) for it, share in now.items()), default=1.0)
    bars = (
        element(
            "i",
            style=f"--now:{now.get(it, 0) / fits / top:.4f}"
            + f";--stays:{stays[it] / top:.4f}" * (t >= LAST - 1),
        )
        for it in stays
    )
    alive = Fraction(prod(leave[: t + 1]))
    told = (
        f"After {count(t, 'round')} {percent(alive)} of the games go on; here they are by their "
        "coins, enlarged."
        if t
        else f"All games begin with {count(game.start, 'coin')}. Those that end leave the picture."
    )
    last = percent(Fraction(prod(leave[t - period + 1 : t + 1]))) if t >= period else "100 %"
    rounds = "is what one round leaves" if period == 1 else "is what two rounds leave"
    drawn = element(
        "div",
        element("div", *bars),
        element("div", *(element("span", it) for it in stays), class_="oe-axis"),
        element("p", "coins", class_="oe-note"),
        tells(element("strong", last, element("small", " ", rounds if t >= period else "go on"))),
        class_="oe-tail",
        role="img",
        aria_label=f"Bars: how many coins there are in the games that go on. {told}",
    )
    return Picture(drawn, told)
