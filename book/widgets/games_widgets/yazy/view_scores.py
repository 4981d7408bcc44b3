"""Pictures of the scores of best play: the growth of their two humps, and other rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from games import yazy
from games.yazy import CATEGORIES, Yazy
from games_widgets.drawing.curves import Axis, Chart, Dots, Line, Mark, Shape
from games_widgets.drawing.parts import Headline, Headlines
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, exactly, number, percent, summand
from games_widgets.yazy.models import CategorySwitches
from games_widgets.yazy.view_advice import category_name


def tails(chances: Sequence[float]) -> list[float]:
    """Return P(total ≥ 0), P(total ≥ 1), …, given P(total = 0), P(total = 1), …"""
    return [min(1.0, tail) for tail in [*accumulate(reversed(chances))][::-1]]


def deviation(chances: Sequence[float]) -> float:
    """Return the standard deviation of the total, given P(total = 0), P(total = 1), …"""
    mean = sum(p * total for total, p in enumerate(chances))
    return sqrt(sum(p * (total - mean) ** 2 for total, p in enumerate(chances)))


@dataclass(frozen=True, eq=False)
class Results:
    """The results of a game that are known.

    Attributes:
        game: the game.
        chances: P(total = 0), P(total = 1), …, playing for the mean.
        growth: see `games.yazy.Yazy.score_growth_incremental`, in the order of `order`.
    """

    game: Yazy
    chances: Sequence[float]
    growth: Sequence[tuple[Sequence[float], Sequence[float]]]


@dataclass(frozen=True)
class ScoresPicture(Parts):
    """The chance of each number of points."""

    chart: Chart
    summary: str


@dataclass(frozen=True)
class ScoreDetails(Parts):
    """The folded details of the scene: the rules, and the scores under these rules."""

    categories: CategorySwitches
    figures: Headlines


def order(game: Yazy) -> tuple[str, ...]:
    """Return the categories in the order in which they are added: five of a kind first."""
    return tuple(category for category in yazy.GROWTH if category in game.categories)


def stages(game: Yazy) -> tuple[Stage, ...]:
    """Return the stages of the scene: one category, two, half of them, all.

    >>> [stage.at for stage in stages(yazy.Yazy())]
    [1, 2, 6, 11]
    """
    first, last = order(game)[0], len(game.categories)
    points = game.five_of_a_kind if first == CATEGORIES[-1] else 0
    says = {
        1: f"Two bars, {points} points apart.",
        2: "Both bars spread in the same way.",
        last: "The games without it are on the left, those with it on the right.",
    }
    names = {1: f"{category_name(first)} alone", last: "the whole card"}
    return tuple(
        Stage(size, names.get(size, f"{size} categories"), says.get(size, "") if points else "")
        for size in sorted({1, min(2, last), (last + 1) // 2, last})
    )


def explorer(
    results: Results, target: int, size: int, full_game: Yazy | None = None
) -> Scene[ScoresPicture]:
    """Return the scene of the humps; behind it the rules, and how likely a number of points is.

    Args:
        results: what is known of the game.
        target: a total, 1 to the largest.
        size: how many categories there are, 1 to all that are known.
        full_game: the whole game, while the results are those of the first
            categories alone.
    """
    game, mean = full_game or results.game, results.game.expected_score
    reach_chance = min(1.0, sum(results.chances[target:]))
    figures = number(mean, 2), f"{deviation(results.chances):.2f}", percent(Fraction(reach_chance))
    names = "expected score", "standard deviation", f"P(at least {target})"
    notes = exactly(mean, 30), "", ""
    if full_game:
        figures, notes = ("…", "…", "…"), ("…", "", "")
    places = tuple(
        stage._replace(printed=stage.at <= len(results.growth)) for stage in stages(game)
    )
    behind_part = ScoreDetails(
        CategorySwitches("Categories that exist", "category", CATEGORIES, game.categories),
        Headlines(tuple(map(Headline, names, figures, notes))),
    )
    label = count(size, "category", "categories")
    scrubber = ScrubberInput("Categories", size, 1, len(game.categories), value_text=label)
    return Scene(partial(_humps, results, game), size, places, scrubber, behind_part)


@lru_cache(maxsize=64)
def _humps(results: Results, game: Yazy, size: int) -> ScoresPicture:
    """Return the chance of each total with the first categories, and with points in the first."""
    names = order(game)[:size]
    unscored_growth, scored_growth = results.growth[size - 1]
    total_chances = [a + b for a, b in zip(unscored_growth, scored_growth, strict=True)]
    mean, top = results.game.value(names), max(total_chances)
    summary = (
        f"{size} categories, {category_name(names[-1])} added"
        if size > 1
        else f"Only {category_name(names[0])}"
    )
    summary += f": {number(mean, 2)} points on average"
    shapes: list[Shape] = [
        Line(tuple(enumerate(total_chances)), "all games", steps=True, filled=True)
    ]
    marks = [Mark(float(mean), f"mean {number(mean, 2)}")]
    if names[0] == CATEGORIES[-1] and any(scored_growth):
        summary += f", five of a kind in {percent(Fraction(min(1.0, sum(scored_growth))))} of games"
        shapes.append(
            Line(tuple(enumerate(scored_growth)), "with five of a kind", "dashed", steps=True)
        )
        means = [_mean(unscored_growth), _mean(scored_growth)]
        marks = [
            Mark(means[0], f"without it {means[0]:.1f}"),
            Mark(means[1], f"with it {means[1]:.1f}", "dashed"),
        ]
    chart = Chart(
        tuple(shapes),
        x=Axis("points", 0, max(1, game.largest_total)),
        y=Axis("chance", 0, 1.05 * top, share),
        marks=tuple(marks),
        alt_text=f"The chance of each number of points. The likeliest is "
        f"{total_chances.index(top)} with {percent(Fraction(top))}.",
    )
    return ScoresPicture(chart, f"{summary}.")


def _mean(chances: Sequence[float]) -> float:
    """Return the mean of the totals whose chances are given up to a common factor."""
    return float(sum(t * p for t, p in enumerate(chances)) / sum(chances))


class FinishedGame(NamedTuple):
    """A game that is over.

    Attributes:
        points: the score of the player.
        best: the score of the best player with the same dice.
        loss: how many points the decisions of the player lost, on average.
    """

    points: int
    best: int
    loss: float


def games(finished_games: Sequence[FinishedGame]) -> ScoresPicture:
    """Return games of a player among all games of the best player, and what luck did in each.

    Args:
        finished_games: the games, at least one.
    """
    mean, chances = yazy.standard_scores()
    last, top = finished_games[-1], max(chances)
    luck = last.points - float(mean) + last.loss
    loss_text, by_luck = (summand(value, 2).replace(" ", "\xa0") for value in (-last.loss, luck))
    reach_text = percent(Fraction(sum(chances[last.points :])))
    summary = (
        f"{last.points} points in the last game: {number(mean, 2)} that the best player expects, "
        f"{loss_text} given away, {by_luck} by luck. The best player "
        f"makes as many or more in {reach_text} of all games, and made "
        f"{last.best} with these dice."
    )
    chart = Chart(
        (
            Line(
                tuple(enumerate(chances)), "all games of the best player", steps=True, filled=True
            ),
            Dots(tuple((value.points, 0.05 * top) for value in finished_games), "a game each"),
        ),
        x=Axis("final score", 0, yazy.Yazy().largest_total),
        y=Axis("chance", 0, 1.05 * top, share),
        marks=(
            Mark(last.points, f"last game {last.points}"),
            Mark(last.best, f"best player {last.best}", "dashed"),
        ),
        alt_text=summary,
    )
    return ScoresPicture(chart, summary)


def share(value: float) -> str:
    """Return a share as the numbers along an axis have it."""
    return f"{number(100 * value)} %"
