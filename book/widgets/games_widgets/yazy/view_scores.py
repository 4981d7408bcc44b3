"""The scores of best play: how their two humps grow, and what the rules make of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from games import yazy
from games.yazy import CATEGORIES, Rules, Solution
from games_widgets.drawing.curves import Axis, Dots, Line, Mark, chart
from games_widgets.drawing.markup import Html, Picture, div, headline, headlines
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, exactly, number, percent, summand
from games_widgets.yazy.view_advice import named, switches


def tails(chances: Sequence[float]) -> list[float]:
    """Return P(total ≥ 0), P(total ≥ 1), …, given P(total = 0), P(total = 1), …"""
    return [min(1.0, tail) for tail in [*accumulate(reversed(chances))][::-1]]


def deviation(chances: Sequence[float]) -> float:
    """Return the standard deviation of the total, given P(total = 0), P(total = 1), …"""
    mean = sum(p * total for total, p in enumerate(chances))
    return sqrt(sum(p * (total - mean) ** 2 for total, p in enumerate(chances)))


@dataclass(frozen=True, eq=False)
class Results:
    """What is known of a game.

    Attributes:
        solution: the game, solved for the mean.
        chances: P(total = 0), P(total = 1), …, playing for the mean.
        growth: see `games.yazy.score_growth_incremental`, in the order of `order`.
    """

    solution: Solution
    chances: Sequence[float]
    growth: Sequence[tuple[Sequence[float], Sequence[float]]]


def order(rules: Rules) -> tuple[str, ...]:
    """Return the categories in the order in which they are added: five of a kind first."""
    return tuple(it for it in yazy.GROWTH if it in rules.categories)


def stages(rules: Rules) -> tuple[Stage, ...]:
    """Return where the scene rests: with one category, two, half of them, all.

    >>> [it.at for it in stages(yazy.STANDARD)]
    [1, 2, 6, 11]
    """
    first, last = order(rules)[0], len(rules.categories)
    points = rules.five_of_a_kind if first == CATEGORIES[-1] else 0
    says = {
        1: f"Two bars, {points} points apart.",
        2: "Each bar spreads, both alike.",
        last: "Left are the games without it, right those with it.",
    }
    names = {1: f"{named(first)} alone", last: "the whole card"}
    return tuple(
        Stage(at, names.get(at, f"{at} categories"), says.get(at, "") if points else "")
        for at in sorted({1, min(2, last), (last + 1) // 2, last})
    )


def explorer(results: Results, target: int, at: int, whole: Rules | None = None) -> Picture:
    """Return the scene of the humps; behind it the rules, and how likely a number of points is.

    Args:
        results: what is known of the game.
        target: a total, 1 to the largest.
        at: how many categories there are, 1 to all that are known.
        whole: the rules, while the results are those of the first categories alone.
    """
    rules, mean = whole or results.solution.rules, results.solution.expected_score
    reached = min(1.0, sum(results.chances[target:]))
    told = number(mean, 2), f"{deviation(results.chances):.2f}", percent(Fraction(reached))
    names = "expected score", "standard deviation", f"P(at least {target})"
    notes = exactly(mean, 30), "", ""
    if whole:
        told, notes = ("…", "…", "…"), ("…", "", "")
    places = [it._replace(printed=it.at <= len(results.growth)) for it in stages(rules)]
    behind = Html.of(_switches(rules), headlines(*map(headline, names, told, notes)))
    said = count(at, "category", "categories")
    held = scrubber_input("Categories", at, 1, len(rules.categories), value_text=said)
    return scene(partial(_grown, results, rules), at, places, held, behind)


@lru_cache(maxsize=64)
def _grown(results: Results, rules: Rules, at: int) -> Picture:
    """Return how likely each total is with the first categories, and with points in the first."""
    names = order(rules)[:at]
    without, scored = results.growth[at - 1]
    together = [a + b for a, b in zip(without, scored, strict=True)]
    mean, top = results.solution.value(names), max(together)
    told = f"{at} categories, {named(names[-1])} added" if at > 1 else f"Only {named(names[0])}"
    told += f": {number(mean, 2)} points on average"
    parts = [Line([*enumerate(together)], "all games", steps=True, filled=True)]
    marks = [Mark(float(mean), f"mean {number(mean, 2)}")]
    if names[0] == CATEGORIES[-1] and any(scored):
        told += f", five of a kind in {percent(Fraction(min(1.0, sum(scored))))} of games"
        parts.append(Line([*enumerate(scored)], "with five of a kind", "dashed", steps=True))
        means = [float(sum(t * p for t, p in enumerate(it)) / sum(it)) for it in (without, scored)]
        marks = [
            Mark(means[0], f"without it {means[0]:.1f}"),
            Mark(means[1], f"with it {means[1]:.1f}", "dashed"),
        ]
    drawn = chart(
        *parts,
        x=Axis("points", 0, max(1, rules.largest_total)),
        y=Axis("chance", 0, 1.05 * top, share),
        marks=marks,
        alt_text=f"The chance of each number of points. The likeliest is {together.index(top)} "
        f"with {percent(Fraction(top))}.",
    )
    return Picture(drawn, f"{told}.")


def _switches(rules: Rules) -> Html:
    """Return the categories as switches."""
    return Html.of(
        div("oe-label", "Categories that exist"), switches("category", CATEGORIES, rules.categories)
    )


class Ended(NamedTuple):
    """A game that is over.

    Attributes:
        points: of the player.
        best: of the best player with the same dice.
        lost: what the player has given away, on average.
    """

    points: int
    best: int
    lost: float


def games(ended: Sequence[Ended]) -> Picture:
    """Return games of a player among all games of the best player, and what luck did in each.

    Args:
        ended: the games, at least one.
    """
    mean, chances = yazy.standard_scores()
    last, top = ended[-1], max(chances)
    luck = last.points - float(mean) + last.lost
    given, by_luck = (summand(it, 2).replace(" ", "\xa0") for it in (-last.lost, luck))
    reached = percent(Fraction(sum(chances[last.points :])))
    told = (
        f"{last.points} points in the last game: {number(mean, 2)} that the best player expects, "
        f"{given} given away, {by_luck} by luck. The best player "
        f"makes as many or more in {reached} of all games, and made {last.best} of these dice."
    )
    drawn = chart(
        Line([*enumerate(chances)], "all games of the best player", steps=True, filled=True),
        Dots([(it.points, 0.05 * top) for it in ended], "a game each"),
        x=Axis("final score", 0, yazy.STANDARD.largest_total),
        y=Axis("chance", 0, 1.05 * top, share),
        marks=[
            Mark(last.points, f"last game {last.points}"),
            Mark(last.best, f"best player {last.best}", "dashed"),
        ],
        alt_text=told,
    )
    return Picture(drawn, told)


def share(value: float) -> str:
    """Return a share as the numbers along an axis have it."""
    return f"{number(100 * value)} %"
