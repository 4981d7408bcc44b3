"""The scores of best play: what the rules make of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import sqrt

from games.kit.curves import Axis, Bars, Line, Mark, chart
from games.kit.markup import (
    Html,
    Picture,
    button,
    div,
    element,
    headline,
    headlines,
    remark,
    section,
)
from games.kit.text import count, exactly, number, percent
from games.yazy import CATEGORIES, Rules, Solution
from games.yazy.view_advice import named

__all__ = ["Results", "explorer"]

FEW_TOTALS = 60  # up to so many points the density is drawn as bars


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
        tails = [*accumulate(reversed(self.chances or ()))][::-1]
        return [min(1.0, tail) for tail in tails]

    @property
    def deviation(self) -> float:
        """The standard deviation of the total, playing for the mean."""
        mean = float(self.expected)
        squares = (p * (total - mean) ** 2 for total, p in enumerate(self.chances or ()))
        return sqrt(sum(squares))


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
    items = (
        element(
            "li",
            button(
                Html.of("✓ " if name in rules.categories else "– ", named(name)),
                "category",
                name,
                aria_pressed="true" if name in rules.categories else "false",
            ),
        )
        for name in CATEGORIES
    )
    return Html.of(
        div("oe-label", "Categories that exist"),
        element("ul", *items, class_="oe-switches", role="list", data_arrows=True),
    )


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
        y=Axis("chance", 0, 1.05 * top, _share),
        marks=[
            Mark(float(mean), f"mean {number(mean, 2)}"),
            Mark(target, f"at least {target}", "dashed"),
        ],
        told=f"The chance of each final score from 0 to {results.rules.largest_total}. The "
        f"likeliest is {likeliest} with {percent(Fraction(top))}; the mean is {number(mean, 2)}, "
        f"the standard deviation {results.deviation:.2f}.",
    )


def _share(value: float) -> str:
    return f"{number(100 * value)} %"
