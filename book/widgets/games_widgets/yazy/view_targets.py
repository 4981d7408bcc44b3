"""The chance to reach a target, and where its plan differs from the plan for the mean."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from games.maths.turn import Dice
from games.yazy import Yazy
from games.yazy.targets import Departure, TargetSolution, departures
from games_widgets.drawing import dice
from games_widgets.drawing.curves import Axis, Line, Mark, chart
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    div,
    element,
    headline,
    headlines,
    remark,
    section,
    table,
)
from games_widgets.drawing.text import count, percent
from games_widgets.yazy.view_advice import (
    Goal,
    action_html,
    compared,
    open_categories_text,
    plans,
    switches,
    weighed,
)
from games_widgets.yazy.view_scores import share, tails

ROWS = 6
STEPS = (-10, -1, 1, 10)  # of the points made


class Plans(NamedTuple):
    """Two ways to play a whole game: for the mean, and for each target.

    Attributes:
        game: the game.
        usual: P(total ≥ 0), P(total ≥ 1), …, playing for the mean.
        best: the same, playing for each target itself.
    """

    game: Yazy
    usual: Sequence[float]
    best: Sequence[float]

    @classmethod
    def of(cls, game: Yazy, chances: Sequence[float], targets: TargetSolution) -> "Plans":
        """Return them for the chances of each total and a solution that covers all targets."""
        usual = tails(chances)
        names = game.categories
        return cls(game, usual, [targets.chance_float(names, n) for n in range(len(usual))])


@dataclass(frozen=True)
class Situation:
    """Where in a game two plans are compared.

    Attributes:
        names: the open categories, at least one.
        points_made: the points already made.
        roll: the first roll of the turn, where a reader wants to see more of it.
        targets: the chances to reach totals from here on; None as long as they are not known.
    """

    names: tuple[str, ...]
    points_made: int = 0
    roll: Dice | None = None
    targets: TargetSolution | None = field(default=None, repr=False)


def targets(
    both_plans: Plans, target: int, situation: Situation, *, waiting: bool = False
) -> Picture:
    """Return the chance to reach a target with two plans, and what the target calls for.

    Args:
        both_plans: the two plans.
        target: a total, 1 to the largest.
        situation: where in the game the function compares the two plans.
        waiting: whether the chances that are missing there are being computed now; if not, a
            button starts that.
    """
    usual, best = both_plans.usual[target], both_plans.best[target]
    html = Html.of(
        headlines(
            headline(f"P(at least {target}), playing for the mean", percent(Fraction(usual))),
            headline(
                f"P(at least {target}), playing for {target}",
                percent(Fraction(best)),
                f"{100 * (best - usual):.2f} percentage points more",
            ),
        ),
        section("The chance to reach a target, with two plans", _curves(both_plans, target)),
        _comparison(both_plans, target, situation, waiting),
    )
    return Picture(html, _summary(both_plans, target, situation))


def _summary(both_plans: Plans, target: int, situation: Situation) -> str:
    text = (
        f"Playing for the mean makes {target} or more in "
        f"{percent(Fraction(both_plans.usual[target]))} of games; playing for {target} from "
        f"the start makes them in {percent(Fraction(both_plans.best[target]))}."
    )
    if situation.targets and (
        situation.points_made or situation.names != both_plans.game.categories
    ):
        chance = Fraction(
            situation.targets.chance_float(situation.names, target - situation.points_made)
        )
        text += (
            f" With {open_categories_text(situation.names)} open and "
            f"{count(situation.points_made, 'point')} made, it is {percent(chance)}."
        )
    return text


def _curves(both_plans: Plans, target: int) -> Html:
    usual, best, largest_target = both_plans.usual, both_plans.best, len(both_plans.usual) - 1
    chances_text = (
        f"{percent(Fraction(usual[target]))} with the plan for the mean, "
        f"{percent(Fraction(best[target]))} with the plan for that target"
    )
    reach = chart(
        Line([*enumerate(usual)], "playing for the mean"),
        Line([*enumerate(best)], "playing for that target", "dashed"),
        x=Axis("target", 0, largest_target),
        y=Axis("chance to reach it", 0, 1, share),
        marks=[Mark(target, f"target {target}", "dashed")],
        alt_text="The chance to reach a target falls from 100 % at 0. "
        f"At {target} it is {chances_text}.",
    )
    gains = [b - u for u, b in zip(usual, best, strict=True)]
    widest = max(range(len(gains)), key=gains.__getitem__)
    gain = chart(
        Line([(t, max(0.0, 100 * g)) for t, g in enumerate(gains)], filled=True),
        x=Axis("target", 0, largest_target),
        y=Axis("gain in percentage points", 0, max(1.0, 105 * gains[widest])),
        marks=[Mark(target, f"target {target}: {100 * gains[target]:.2f}", "dashed")],
        alt_text=f"What playing for the target gains over playing for the mean: most at {widest}, "
        f"{100 * gains[widest]:.2f} percentage points; {100 * gains[target]:.2f} at {target}.",
    )
    charts = (div("oe-charted", picture) for picture in (reach, gain))
    return div("oe-pair", *charts)


def _comparison(both_plans: Plans, target: int, situation: Situation, waiting: bool) -> Html:
    """Return where the two plans part, in a situation that the reader chooses."""
    points_needed = target - situation.points_made
    title = f"Where the plan for {target} departs from the plan for the mean"
    controls = _situation(both_plans.game, situation)
    if points_needed <= 0:
        content: Html = element("p", f"You have {target} already: there is nothing left to decide.")
    elif not situation.targets:
        content = _work(waiting)
    else:
        content = _departures(
            both_plans.game, Goal(situation.targets, target, situation.points_made), situation
        )
    return section(title, controls, content)


def _situation(game: Yazy, situation: Situation) -> Html:
    """Return switches for the open categories, and buttons for the points made."""
    left = (button(f"−{-n}", "made", n, aria_label=f"{-n} points less") for n in STEPS if n < 0)
    right = (button(f"+{n}", "made", n, aria_label=f"{n} points more") for n in STEPS if n > 0)
    return Html.of(
        div("oe-label", "Categories still open"),
        switches("open", game.categories, situation.names),
        div(
            "oe-buttons oe-stepper",
            element("span", "Points made", class_="oe-label"),
            *left,
            element("strong", situation.points_made, class_="oe-made"),
            *right,
            button("To the start", "start", kind="quiet"),
        ),
    )


def _departures(game: Yazy, goal: Goal, situation: Situation) -> Html:
    """Return the first rolls of the turn at which the two plans part, and one in full."""
    total, names = goal.total, situation.names
    chance = goal.targets.chance_float(names, goal.points_needed)
    if not chance:
        return element(
            "p",
            f"{total} are out of reach: the open categories do not bring "
            f"{goal.points_needed} points.",
        )
    departing_rolls = departures(goal.targets, goal.points_needed, names)
    start = f"{count(goal.points_needed, 'point')} needed: the plan for {total} makes them in "
    summary = [start, element("strong", percent(Fraction(chance))), " of games. "]
    if not departing_rolls:
        summary.append("At the first roll of the turn the plan for the mean serves as well.")
        return Html.of(element("p", *summary), _one(game, goal, situation))
    share_of_rolls = sum((departure.chance for departure in departing_rolls), Fraction(0))
    summary.append(
        f"At {percent(share_of_rolls)} of all first rolls the two plans part. "
        + ("These cost most:" if len(departing_rolls) > ROWS else "These are all:")
    )
    heads = ("first roll", f"for the mean, and P(≥ {total})", f"for {total}, and P(≥ {total})")
    return Html.of(
        element("p", *summary),
        table(
            heads,
            (_departure(departure, situation.roll) for departure in departing_rolls[:ROWS]),
            kind="oe-parting",
            arrows=True,
        ),
        _one(game, goal, situation),
    )


def _departure(departure: Departure, selected_roll: Dice | None) -> Html:
    pick = button(
        dice.row(departure.roll),
        "first",
        "".join(map(str, departure.roll)),
        kind="quiet",
        aria_pressed="true" if departure.roll == selected_roll else None,
    )
    return element(
        "tr",
        element("th", pick, scope="row"),
        element("td", action_html(departure.for_mean), _reaching(departure.reached_mean_float)),
        element("td", action_html(departure.for_target), _reaching(departure.reached_target_float)),
    )


def _one(game: Yazy, goal: Goal, situation: Situation) -> Html | None:
    """Return what can be done with the roll that the reader has chosen."""
    if situation.roll is None:
        return remark("Click a roll to see all that can be done with it.")
    left = game.rerolls
    options, best_for_mean = weighed(game, situation.roll, left, situation.names, goal)
    return div(
        "oe-one",
        element(
            "p",
            dice.row(situation.roll),
            f" with {count(left, 'reroll')} left. ",
            compared(options[0], best_for_mean, goal),
            class_="oe-why",
        ),
        plans(options, best_for_mean, goal, ROWS),
    )


def _reaching(chance: float) -> Html:
    return element("span", percent(Fraction(chance)), class_="oe-reaching")


def _work(waiting: bool) -> Html:
    if waiting:
        return remark("is being worked out …")
    return div(
        "oe-buttons",
        button("Work it out", "follow"),
        element("span", "It takes a minute or so, and can be stopped.", class_="oe-note"),
    )
