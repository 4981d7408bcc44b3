"""The scene of the parabola: it is taken away from the mean, and a lift and a ripple remain."""

from fractions import Fraction
from functools import lru_cache, partial
from math import asinh, exp, sinh, sqrt
from typing import NamedTuple

from games import chase
from games.chase.playing import Table
from games_widgets.drawing.curves import Axis, Bars, Line, chart
from games_widgets.drawing.markup import Picture, element
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import number

WHOLE = 20  # places of the hand from the mean to what remains
TAKEN = (
    Stage(0, "the mean", "Take it away."),
    Stage(WHOLE // 2, "half of it"),
    Stage(WHOLE, "what remains"),
)


def shape(table: Table, at: int = 0) -> Picture:
    """Return the scene: the mean by distance, less a parabola that the reader takes away.

    Args:
        table: how many players there are, and how the dice are passed.
        at: how many twentieths of the parabola are gone.

    >>> shape(Table(12, 5, 5), 20).summary
    'What remains without the parabola is a level line, the lift of 7.35 turns, and a ripple that \
dies out from both ends.'
    """
    if table.rigid:
        return Picture(element("p", element("strong", "It never ends. ")), table.endless)
    held = scrubber_input("The parabola", at, 0, WHOLE, value_text=f"{5 * at} % taken away")
    return scene(partial(_less, table), at, TAKEN, held)


@lru_cache(maxsize=64)
def _less(table: Table, at: int) -> Picture:
    """Return the mean by distance, less so many twentieths of the parabola."""
    n, left = table.players, 1 - at / WHOLE
    turns, parabola, lift = _distances(n, table.left, table.right)
    over = {d: round(mean - (1 - left) * parabola[d], 9) for d, mean in turns.items()}
    level = [(0.0, lift), (float(n), lift)]
    beside = Line([(d, left * it) for d, it in parabola.items()], "d(n−d)/σ²", "dashed")
    if not left:
        beside = Line(level, "the lift", "dashed")
    told = _told(table, at)
    drawn = chart(
        Bars(list(over.items()), "turns on average", [str(min(d, n - d)) for d in turns]),
        beside,
        x=Axis("distance at the start, in seats", 0, n),
        # the same at all places, so that the bars are seen to sink
        y=Axis("turns", 0, 1.05 * max(turns.values())),
        alt_text=told,
        height=13,
    )
    return Picture(drawn, told)


def _told(table: Table, at: int) -> str:
    turns, _, lift = _distances(table.players, table.left, table.right)
    if at < WHOLE:
        gone = f"{5 * at} % of the parabola are gone." if at else "The dashed line is a parabola."
        return (
            f"{table.players} players, and the mean of a game by the distance at its start: "
            f"{number(max(turns.values()), 2)} turns at most. {gone}"
        )
    if not lift:
        return "Nothing remains: where no two dice jump over each other, the parabola is all."
    return (
        f"What remains without the parabola is a level line, the lift of {number(lift, 2)} turns, "
        "and a ripple that dies out from both ends."
    )


class Distances(NamedTuple):
    """What is shown of all distances.

    Attributes:
        turns: the expected turns from each distance from which the dice can meet.
        parabola: what they would be without jumps over a meeting.
        lift: what those add far from both ends; 0 where there are none.
    """

    turns: dict[int, float]
    parabola: dict[int, float]
    lift: float


@lru_cache(maxsize=4)
def _distances(n: int, left: int, right: int) -> Distances:
    law = Table(n, left, right).law
    spread = float(2 * (law["left"] + law["right"] - (law["left"] - law["right"]) ** 2))
    meet = [d for d in range(1, n) if not Table(n, left, right, d).endless]
    return Distances(
        {d: chase.expected_turns_float(n, distance=d, **law) for d in meet},
        {d: d * (n - d) / spread for d in range(n + 1)},
        _lift(n, law["left"], law["right"]),
    )


def _lift(n: int, left: Fraction, right: Fraction) -> float:
    """Return what E has in the middle over its parabola, that part which no longer alternates.

    It is 2n/σ² · (1 + λⁿ) / ((λ − 1/λ)(1 − λⁿ)), where λ = −e^−θ; see `games.chase`.
    """
    two, one = left * right, (1 - left - right) * (left + right)
    if not two or not one:
        return 0.0  # no jumps, or a walk by steps of 2 alone, which is one by steps of 1
    theta = 2 * asinh(sqrt(one / two) / 2)
    power = exp(-theta * n) * (-1 if n % 2 else 1)
    share = (1 + power) / (2 * sinh(theta) * (1 - power))
    return share * float(2 * n / (8 * two + 2 * one))
