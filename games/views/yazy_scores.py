"""Pictures of what Yazy brings: expected score, density, and the chance to reach a target."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import sqrt

from games.views import dice
from games.views.curves import Axis, Bars, Line, Mark, chart
from games.views.markup import Html, Picture, button, element, headline, headlines, joined, section
from games.views.text import count, exactly, number, percent
from games.views.yazy_advice import named, shown_action
from games.yazy import CATEGORIES, Departure, Rules, Solution, TargetSolution, departures

__all__ = ["Results", "explorer"]

FEW_TOTALS = 60  # up to so many points the density is drawn as bars
ROWS = 6


@dataclass(frozen=True)
class Results:
    """What is known of a game so far; the rest is still being worked out.

    Attributes:
        rules: the rules.
        expected: the expected score.
        solution: the game, solved for the mean.
        chances: P(total = 0), P(total = 1), …, playing for the mean.
        targets: the game, solved for every target.
    """

    rules: Rules
    expected: Fraction
    solution: Solution
    chances: Sequence[float] | None = None
    targets: TargetSolution | None = None

    @property
    def most(self) -> int:
        """The largest total."""
        return most(self.rules)

    @cached_property
    def reached(self) -> list[float]:
        """P(total ≥ 0), P(total ≥ 1), …, playing for the mean."""
        tails = [*accumulate(reversed(self.chances or ()))][::-1]
        return [min(1.0, tail) for tail in tails]

    @cached_property
    def reachable(self) -> list[float]:
        """The same, playing for each target itself."""
        if self.targets is None:
            return []
        names = self.rules.categories
        return [self.targets.chance(names, target) for target in range(self.most + 1)]

    @property
    def deviation(self) -> float:
        """The standard deviation of the total, playing for the mean."""
        mean = float(self.expected)
        squares = (p * (total - mean) ** 2 for total, p in enumerate(self.chances or ()))
        return sqrt(sum(squares))

    def departures(self, target: int) -> tuple[Departure, ...]:
        """The first rolls of the game where the target calls for another action than the mean."""
        return departures(self.solution, self.targets, target) if self.targets else ()


def most(rules: Rules) -> int:
    """Return the largest total.

    >>> most(Rules()), most(Rules(categories=("ones", "straight")))
    (280, 45)
    """
    rolls = [
        *((face,) * 5 for face in range(1, 7)),
        (6, 6, 6, 6, 5),
        (5, 5, 6, 6, 6),
        (2, 3, 4, 5, 6),
    ]
    return sum(max(rules.points(name, roll) for roll in rolls) for name in rules.categories)


def explorer(results: Results, target: int, *, waiting: bool = False) -> Picture:
    """Return the expected score, the density, the chance to reach a target, and what it calls for.

    Args:
        results: what is known of the game.
        target: a total, 1 to the largest.
        waiting: whether what is missing is being worked out now, or only on request.
    """
    rules, known = results.rules, results.chances is not None
    mean = results.expected
    heads = [headline("expected score", number(mean, 2), exactly(mean, 30))]
    if known:
        heads += [
            headline(
                f"P(at least {target}), playing for the mean",
                percent(Fraction(results.reached[target])),
                f"standard deviation of the score {results.deviation:.2f}",
            )
        ]
    if results.targets:
        best, usual = results.reachable[target], results.reached[target]
        heads += [
            headline(
                f"P(at least {target}), playing for {target}",
                percent(Fraction(best)),
                f"{100 * (best - usual):.2f} percentage points more",
            )
        ]
    html = joined(
        (
            _switches(rules),
            headlines(*heads),
            section(
                "How likely each final score is, playing for the mean", _density(results, target)
            )
            if known
            else _missing("The density of the final score", waiting),
            section("The chance to reach a target, with two plans", _curves(results, target))
            if known
            else None,
            _parting(results, target)
            if results.targets
            else _missing("The best plan for every target", waiting)
            if known
            else None,
        )
    )
    return Picture(html, _told(results, target))


def _told(results: Results, target: int) -> str:
    rules = results.rules
    size = len(rules.categories)
    what = "all 11 categories" if size == 11 else count(size, "category").replace("ys", "ies")
    text = (
        f"With {count(rules.rerolls, 'reroll')} and {what}, best play scores "
        f"{number(results.expected, 2)} points on average."
    )
    if results.chances is None:
        return text
    text += f" It makes {target} or more in {percent(Fraction(results.reached[target]))} of games"
    if not results.targets:
        return text + "."
    return (
        f"{text}; playing for {target} from the start makes them in "
        f"{percent(Fraction(results.reachable[target]))}."
    )


def _switches(rules: Rules) -> Html:
    """Return the categories as switches."""
    items = (
        element(
            "li",
            button(
                joined(("✓ " if name in rules.categories else "– ", named(name))),
                "category",
                name,
                aria_pressed="true" if name in rules.categories else "false",
            ),
        )
        for name in CATEGORIES
    )
    return joined(
        (
            element("div", "Categories that exist", class_="oe-label"),
            element("ul", *items, class_="oe-switches", role="list", data_arrows=True),
        )
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
        x=Axis("final score", 0, max(1, results.most)),
        y=Axis("chance", 0, 1.05 * top, _share),
        marks=[
            Mark(float(mean), f"mean {number(mean, 2)}"),
            Mark(target, f"target {target}", "dashed"),
        ],
        told=f"The chance of each final score from 0 to {results.most}. The likeliest is "
        f"{likeliest} with {percent(Fraction(top))}; the mean is {number(mean, 2)}, the standard "
        f"deviation {results.deviation:.2f}.",
    )


def _curves(results: Results, target: int) -> Html:
    usual, best = results.reached, results.reachable
    lines = [Line([*enumerate(usual)], "playing for the mean")]
    told = f"{percent(Fraction(usual[target]))} with the plan for the mean"
    if best:
        lines.append(Line([*enumerate(best)], "playing for that target", "dashed"))
        told += f", {percent(Fraction(best[target]))} with the plan for that target"
    reach = chart(
        *lines,
        x=Axis("target", 0, max(1, results.most)),
        y=Axis("chance to reach it", 0, 1, _share),
        marks=[Mark(target, f"target {target}", "dashed")],
        told=f"The chance to reach a target falls from 100 % at 0. At {target} it is {told}.",
    )
    if not best:
        return reach
    gains = [b - u for u, b in zip(usual, best, strict=True)]
    widest = max(range(len(gains)), key=gains.__getitem__)
    gain = chart(
        Line([(t, max(0.0, 100 * g)) for t, g in enumerate(gains)], filled=True),
        x=Axis("target", 0, max(1, results.most)),
        y=Axis("gain in percentage points", 0, max(1.0, 105 * gains[widest])),
        marks=[Mark(target, f"target {target}: {100 * gains[target]:.2f}", "dashed")],
        told=f"What playing for the target gains over playing for the mean: most at {widest}, "
        f"{100 * gains[widest]:.2f} percentage points; {100 * gains[target]:.2f} at {target}.",
    )
    return element("div", element("div", reach), element("div", gain), class_="oe-pair")


def _parting(results: Results, target: int) -> Html:
    found = results.departures(target)
    share = sum((it.chance for it in found), Fraction(0))
    title = f"Where the plan for {target} departs from the plan for the mean"
    if not found:
        text = (
            "At the first roll of the game, nowhere: the best action for the mean serves as well."
        )
        return section(title, element("p", text))
    rows = (
        element(
            "tr",
            element("th", dice.row(it.roll), scope="row"),
            element("td", shown_action(it.for_mean), _reaching(it.reached_mean)),
            element("td", shown_action(it.for_target), _reaching(it.reached_target)),
        )
        for it in found[:ROWS]
    )
    heads = ("first roll", f"for the mean, and P(≥ {target})", f"for {target}, and P(≥ {target})")
    return section(
        title,
        element(
            "p",
            f"At {percent(share)} of all first rolls the two plans part. "
            + ("These cost most:" if len(found) > ROWS else "These are all:"),
        ),
        element(
            "table",
            element("thead", element("tr", *(element("th", head, scope="col") for head in heads))),
            element("tbody", *rows),
            class_="oe-parting",
        ),
    )


def _reaching(chance: float) -> Html:
    return element("span", percent(Fraction(chance)), class_="oe-reaching")


def _missing(title: str, waiting: bool) -> Html:
    if waiting:
        return section(title, element("p", "is being worked out …", class_="oe-note"))
    return section(
        title,
        element(
            "div",
            button("Work it out", "work"),
            element("span", "It takes a minute or so, and can be stopped.", class_="oe-note"),
            class_="oe-buttons",
        ),
    )


def _share(value: float) -> str:
    return f"{number(100 * value)} %"
