"""Pictures of what Yazy brings: expected score, density, and the chance to reach a target."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import sqrt

from games.turn import Dice
from games.views import dice
from games.views.curves import Axis, Bars, Line, Mark, chart
from games.views.markup import Html, Picture, button, element, headline, headlines, joined, section
from games.views.text import count, exactly, number, percent
from games.views.yazy_advice import Goal, compared, named, opened, plans, shown_action, weighed
from games.yazy import CATEGORIES, Departure, Rules, Solution, TargetSolution, departures

__all__ = ["Results", "Situation", "explorer"]

FEW_TOTALS = 60  # up to so many points the density is drawn as bars
ROWS = 6
STEPS = (-10, -1, 1, 10)  # of the points made


@dataclass(frozen=True)
class Situation:
    """Where in a game two plans are compared.

    Attributes:
        names: the open categories, at least one.
        made: the points already made.
        roll: the first roll of the turn, where a reader wants to see more of it.
        targets: the chances to reach totals from here on; None as long as they are not known.
    """

    names: tuple[str, ...]
    made: int = 0
    roll: Dice | None = None
    targets: TargetSolution | None = field(default=None, repr=False)


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


def explorer(
    results: Results,
    target: int,
    situation: Situation | None = None,
    *,
    waiting: bool = False,
) -> Picture:
    """Return the expected score, the density, the chance to reach a target, and what it calls for.

    Args:
        results: what is known of the game.
        target: a total, 1 to the largest.
        situation: where to compare the two plans; at the start, if none is given.
        waiting: whether what is missing is being worked out now, or only on request.
    """
    rules, known = results.rules, results.chances is not None
    situation = situation or Situation(rules.categories, targets=results.targets)
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
            _missing("The best plan for every target", waiting)
            if known and not results.targets
            else None,
            _parting(results, target, situation, waiting) if known else None,
        )
    )
    return Picture(html, _told(results, target, situation))


def _told(results: Results, target: int, situation: Situation) -> str:
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
    text += (
        f"; playing for {target} from the start makes them in "
        f"{percent(Fraction(results.reachable[target]))}."
    )
    if situation.targets and (situation.made or situation.names != rules.categories):
        chance = Fraction(situation.targets.chance(situation.names, target - situation.made))
        text += (
            f" With {opened(situation.names)} open and {count(situation.made, 'point')} made, "
            f"it is {percent(chance)}."
        )
    return text


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


def _parting(results: Results, target: int, situation: Situation, waiting: bool) -> Html:
    """Return where the two plans part, in a situation that the reader chooses."""
    made, needed = situation.made, target - situation.made
    at_start = situation.names == results.rules.categories and not made
    title = f"Where the plan for {target} departs from the plan for the mean"
    if at_start and not situation.targets:
        return joined(())  # the button for the whole game is there already
    where = _situation(results.rules, situation)
    if needed <= 0:
        told: Html = element("p", f"You have {target} already: there is nothing left to decide.")
    elif not situation.targets:
        told = _work("follow", waiting)
    else:
        told = _departures(results.solution, Goal(situation.targets, target, made), situation)
    return section(title, where, told)


def _situation(rules: Rules, situation: Situation) -> Html:
    """Return switches for the open categories, and buttons for the points made."""
    switches = (
        element(
            "li",
            button(
                joined(("✓ " if name in situation.names else "– ", named(name))),
                "open",
                name,
                aria_pressed="true" if name in situation.names else "false",
            ),
        )
        for name in rules.categories
    )
    left = (button(f"−{-n}", "made", n, aria_label=f"{-n} points less") for n in STEPS if n < 0)
    right = (button(f"+{n}", "made", n, aria_label=f"{n} points more") for n in STEPS if n > 0)
    return joined(
        (
            element("div", "Categories still open", class_="oe-label"),
            element("ul", *switches, class_="oe-switches", role="list", data_arrows=True),
            element(
                "div",
                element("span", "Points made", class_="oe-label"),
                *left,
                element("strong", situation.made, class_="oe-made"),
                *right,
                button("To the start", "start", kind="quiet"),
                class_="oe-buttons",
            ),
        )
    )


def _departures(solution: Solution, goal: Goal, situation: Situation) -> Html:
    """Return the first rolls of the turn at which the two plans part, and one in full."""
    total, names = goal.total, situation.names
    chance = goal.targets.chance(names, goal.needed)
    if not chance:
        return element(
            "p",
            f"{total} are out of reach: the open categories do not bring {goal.needed} points.",
        )
    found = departures(solution, goal.targets, goal.needed, names)
    start = f"{count(goal.needed, 'point')} needed: the plan for {total} makes them in "
    summary = [start, element("strong", percent(Fraction(chance))), " of games. "]
    if not found:
        summary.append("At the first roll of the turn the plan for the mean serves as well.")
        return joined((element("p", *summary), _one(solution, goal, situation)))
    share = sum((it.chance for it in found), Fraction(0))
    summary.append(
        f"At {percent(share)} of all first rolls the two plans part. "
        + ("These cost most:" if len(found) > ROWS else "These are all:")
    )
    heads = ("first roll", f"for the mean, and P(≥ {total})", f"for {total}, and P(≥ {total})")
    return joined(
        (
            element("p", *summary),
            element(
                "table",
                element(
                    "thead", element("tr", *(element("th", head, scope="col") for head in heads))
                ),
                element(
                    "tbody",
                    *(_departure(it, situation.roll) for it in found[:ROWS]),
                    data_arrows=True,
                ),
                class_="oe-parting",
            ),
            _one(solution, goal, situation),
        )
    )


def _departure(it: Departure, chosen: Dice | None) -> Html:
    pick = button(
        dice.row(it.roll),
        "first",
        "".join(map(str, it.roll)),
        kind="quiet",
        aria_pressed="true" if it.roll == chosen else None,
    )
    return element(
        "tr",
        element("th", pick, scope="row"),
        element("td", shown_action(it.for_mean), _reaching(it.reached_mean)),
        element("td", shown_action(it.for_target), _reaching(it.reached_target)),
    )


def _one(solution: Solution, goal: Goal, situation: Situation) -> Html | None:
    """Return what can be done with the roll that the reader has chosen."""
    if situation.roll is None:
        return element("p", "Click a roll to see all that can be done with it.", class_="oe-note")
    left = solution.rules.rerolls
    found, usual = weighed(solution, situation.roll, left, situation.names, goal)
    return element(
        "div",
        element(
            "p",
            dice.row(situation.roll),
            f" with {count(left, 'reroll')} left. ",
            compared(found[0], usual, goal),
            class_="oe-why",
        ),
        plans(found, usual, goal, ROWS),
        class_="oe-one",
    )


def _reaching(chance: float) -> Html:
    return element("span", percent(Fraction(chance)), class_="oe-reaching")


def _missing(title: str, waiting: bool) -> Html:
    return section(title, _work("work", waiting))


def _work(act: str, waiting: bool) -> Html:
    if waiting:
        return element("p", "is being worked out …", class_="oe-note")
    return element(
        "div",
        button("Work it out", act),
        element("span", "It takes a minute or so, and can be stopped.", class_="oe-note"),
        class_="oe-buttons",
    )


def _share(value: float) -> str:
    return f"{number(100 * value)} %"
