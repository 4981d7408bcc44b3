"""The scene of the parabola: it is taken away from the mean, and a lift and a ripple remain."""

from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import asinh, exp, sinh, sqrt
from typing import NamedTuple

from games.chase import Chase
from games_widgets.chase.view import Endless, why_endless
from games_widgets.drawing.curves import Axis, Bars, Chart, Line
from games_widgets.drawing.parts import Paragraph, Strong
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import number

END = 20  # places of the scrubber from the mean to what remains
TAKEN = (
    Stage(0, "the mean", "Drag to take it away."),
    Stage(END // 2, "half of it"),
    Stage(END, "what remains"),
)


@dataclass(frozen=True)
class Shape(Parts):
    """The mean by distance, less a part of the parabola."""

    bars: Chart
    summary: str


def shape(chase: Chase, place: int = 0) -> Scene[Shape] | Endless:
    """Return the scene: the mean by distance, less a parabola that the reader takes away.

    Args:
        chase: the table, and how its dice are passed; its distance does not matter.
        place: how many twentieths of the parabola are gone.

    >>> shape(Chase(12, "5/12", "5/12"), 20).summary
    'What remains without the parabola is a level line, the lift of 7.35 turns, and a ripple that \
dies out from both ends.'
    """
    if chase.is_rigid:
        return Endless(Paragraph(Strong("It never ends. ")), why_endless(chase))
    scrubber = ScrubberInput("The parabola", place, 0, END, value_text=f"{5 * place} % taken away")
    return Scene(partial(_draw, chase), place, TAKEN, scrubber)


@lru_cache(maxsize=64)
def _draw(chase: Chase, place: int) -> Shape:
    """Return the mean by distance, less so many twentieths of the parabola."""
    n, share = chase.players, 1 - place / END
    turns, parabola, lift = _distances(chase)
    rest = {d: round(mean - (1 - share) * parabola[d], 9) for d, mean in turns.items()}
    level = ((0.0, lift), (float(n), lift))
    curve = tuple((d, share * height) for d, height in parabola.items())
    line = Line(curve, "d(n−d)/σ²", "dashed")
    if not share:
        line = Line(level, "the lift", "dashed")
    summary = _summary(chase, place)
    links = tuple(str(min(d, n - d)) for d in turns)
    bars = Chart(
        (Bars(tuple(rest.items()), "turns on average", links), line),
        x=Axis("distance at the start, in seats", 0, n),
        # The axis is the same at all places, so that the bars are seen to sink.
        y=Axis("turns", 0, 1.05 * max(turns.values())),
        alt_text=summary,
        height=13,
    )
    return Shape(bars, summary)


def _summary(chase: Chase, place: int) -> str:
    turns, _, lift = _distances(chase)
    move_chance = chase.left + chase.right
    if place < END:
        sentence = (
            f"{5 * place} % of the parabola are gone."
            if place
            else "The dashed line is a parabola."
        )
        return (
            f"{chase.players} players, dice that move in {move_chance.numerator} of "
            f"{move_chance.denominator} throws, and the mean of a game by the distance at "
            "its start: "
            f"{number(max(turns.values()), 2)} turns at most. {sentence}"
        )
    if not lift:
        return "Nothing remains: if the dice cannot jump over each other, the parabola is the mean."
    return (
        f"What remains without the parabola is a level line, the lift of {number(lift, 2)} turns, "
        "and a ripple that dies out from both ends."
    )


class Distances(NamedTuple):
    """The results for all distances.

    Attributes:
        turns: the expected turns from each distance from which the dice can meet.
        parabola: the expected turns without jumps over a meeting, from each distance.
        lift: what the jumps add far from both ends; 0 where there are none.
    """

    turns: dict[int, float]
    parabola: dict[int, float]
    lift: float


@lru_cache(maxsize=4)
def _distances(chase: Chase) -> Distances:
    n, left, right = chase.players, chase.left, chase.right
    spread = float(2 * (left + right - (left - right) ** 2))
    games = [replace(chase, distance=d) for d in range(1, n)]
    return Distances(
        {game.distance: game.expected_turns_float for game in games if not game.never_ends},
        {d: d * (n - d) / spread for d in range(n + 1)},
        _lift(chase),
    )


def _lift(chase: Chase) -> float:
    """Return the part of E − parabola in the middle that no longer alternates.

    It is 2n/σ² · (1 + λⁿ) / ((λ − 1/λ)(1 − λⁿ)), where λ = −e^−θ; see `games.chase`.
    """
    n, left, right = chase.players, chase.left, chase.right
    double_steps, single_steps = left * right, (1 - left - right) * (left + right)
    if not double_steps or not single_steps:
        return 0.0  # there are no jumps, or all steps are of 2, which is like steps of 1
    theta = 2 * asinh(sqrt(single_steps / double_steps) / 2)
    power = exp(-theta * n) * (-1 if n % 2 else 1)
    share = (1 + power) / (2 * sinh(theta) * (1 - power))
    return share * float(2 * n / (8 * double_steps + 2 * single_steps))
