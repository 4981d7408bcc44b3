"""The scores of best play: what the rules make of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import sqrt
from typing import NamedTuple

from games import yazy
from games.kit.curves import Axis, Bars, Dots, Line, Mark, chart
from games.kit.markup import Html, Picture, div, headline, headlines, remark, section
from games.kit.text import count, exactly, number, percent, summand
from games.yazy import CATEGORIES, Rules, Solution
from games.yazy.view_advice import switches

__all__ = ["Ended", "Results", "deviation", "explorer", "games", "share", "tails"]

FEW_TOTALS = 60  # up to so many points the density is drawn as bars


def tails(chances: Sequence[float]) -> list[float]:
    """Return P(total ≥ 0), P(total ≥ 1), …, given P(total = 0), P(total = 1), …"""
    return [min(1.0, tail) for tail in [*accumulate(reversed(chances))][::-1]]


def deviation(chances: Sequence[float]) -> float:
    """Return the standard deviation of the total, given P(total = 0), P(total = 1), …"""
    mean = sum(p * total for total, p in enumerate(chances))
    return sqrt(sum(p * (total - mean) ** 2 for total, p in enumerate(chances)))


@dataclass(frozen=True)
class Results:
    """What is known of a game so far; the rest is still being worked out.

    Attributes:
        rules: the rules.
        expected: the expected score.
        solution: the game, solved for the mean.
        chances: P(total = 0), P(total = 1), …, playing for the mean.
    """

    rules: Rules
    expected: Fraction
    solution: Solution
    chances: Sequence[float] | None = None

    @cached_property
    def reached(self) -> list[float]:
        """P(total ≥ 0), P(total ≥ 1), …, playing for the mean."""
        return tails(self.chances or ())

    @property
    def deviation(self) -> float:
        """The standard deviation of the total, playing for the mean."""
        return deviation(self.chances or ())


def explorer(results: Results, target: int) -> Picture:
    """Return the expected score, the density, and the chance to reach a number of points.

    Args:
        results: what is known of the game; a density that is missing is being worked out.
        target: a total, 1 to the largest.
    """
    rules, mean = results.rules, results.expected
    heads = [headline("expected score", number(mean, 2), exactly(mean, 30))]
    if results.chances is None:
        density: Html = remark("is being worked out …")
    else:
        heads += [
            headline("standard deviation", f"{results.deviation:.2f}"),
            headline(f"P(at least {target})", percent(Fraction(results.reached[target]))),
        ]
        density = _density(results, target)
    html = Html.of(
        _switches(rules), headlines(*heads), section("How likely each final score is", density)
    )
    return Picture(html, _told(results, target))


def _told(results: Results, target: int) -> str:
    rules = results.rules
    size = len(rules.categories)
    what = "all 11 categories" if size == 11 else count(size, "category", "categories")
    text = (
        f"With {count(rules.rerolls, 'reroll')} and {what}, best play scores "
        f"{number(results.expected, 2)} points on average."
    )
    if results.chances is None:
        return text
    reached = percent(Fraction(results.reached[target]))
    return f"{text} It makes {target} or more in {reached} of games."


def _switches(rules: Rules) -> Html:
    """Return the categories as switches."""
    return Html.of(
        div("oe-label", "Categories that exist"),
        switches("category", CATEGORIES, rules.categories),
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
    reached = percent(Fraction(sum(chances[last.points :])))
    told = (
        f"{last.points} points in the last game: {number(mean, 2)} that the best player expects, "
        f"{summand(-last.lost, 2)} given away, {summand(luck, 2)} by luck. The best player "
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
        told=told,
    )
    return Picture(drawn, told)


def _density(results: Results, target: int) -> Html:
    chances = results.chances or ()
    top = max(chances)
    points = [*enumerate(chances)]
    shape: Line | Bars = (
        Bars(points) if len(chances) <= FEW_TOTALS else Line(points, steps=True, filled=True)
    )
    mean, likeliest = results.expected, max(range(len(chances)), key=chances.__getitem__)
    return chart(
        shape,
        x=Axis("final score", 0, max(1, results.rules.largest_total)),
        y=Axis("chance", 0, 1.05 * top, share),
        marks=[
            Mark(float(mean), f"mean {number(mean, 2)}"),
            Mark(target, f"at least {target}", "dashed"),
        ],
        told=f"The chance of each final score from 0 to {results.rules.largest_total}. The "
        f"likeliest is {likeliest} with {percent(Fraction(top))}; the mean is {number(mean, 2)}, "
        f"the standard deviation {results.deviation:.2f}.",
    )


def share(value: float) -> str:
    """Return a share as the numbers along an axis have it."""
    return f"{number(100 * value)} %"
