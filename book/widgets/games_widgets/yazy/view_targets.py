"""The chance to reach a target, and where its plan differs from the plan for the mean."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from games import yazy
from games.maths.turn import Dice
from games.yazy import Yazy
from games.yazy.targets import Departure, TargetSolution, departures, opening_solution
from games_widgets.drawing.curves import Axis, Chart, Line, Mark
from games_widgets.drawing.dice import DiceRow
from games_widgets.drawing.parts import (
    Button,
    Headline,
    Headlines,
    Paragraph,
    Remark,
    Row,
    Section,
    Strong,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, percent
from games_widgets.yazy.models import ActionName, CategorySwitches, Charts
from games_widgets.yazy.view_advice import (
    Goal,
    comparison,
    open_categories_text,
    plans,
    weigh_actions,
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


@cache
def standard_plans() -> Plans:
    """Return the two plans for the standard game."""
    chances = yazy.standard_scores().chances_float
    return Plans.of(yazy.standard_game(), chances, opening_solution())


@dataclass(frozen=True)
class Situation:
    """The situation of a game in which two plans are compared.

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


@dataclass(frozen=True)
class PointsStepper:
    """The points already made, and buttons that change them.

    Attributes:
        points_made: the points.
        fewer_buttons, more_buttons: the buttons before and after them.
    """

    points_made: int
    fewer_buttons: tuple[Button, ...]
    more_buttons: tuple[Button, ...]


@dataclass(frozen=True)
class WorkOffer:
    """The offer to work out what takes long."""

    button: Button
    note: str


@dataclass(frozen=True)
class ActionChance:
    """An action, and the chance to reach the target after it."""

    action: ActionName
    chance: float


@dataclass(frozen=True)
class ChosenRoll:
    """The actions for a roll, and the difference of the two plans there.

    Attributes:
        roll: the roll.
        text: the rerolls left, and how the plans differ.
        plans: all that can be done.
    """

    roll: DiceRow
    text: str
    plans: Table


@dataclass(frozen=True)
class PartingRolls(Parts):
    """The rolls at which the two plans differ, and one of them in full."""

    text: Paragraph
    rolls: Table | None
    chosen_roll: ChosenRoll | Remark


@dataclass(frozen=True)
class Comparison(Parts):
    """The differences of the two plans in a situation that the reader chooses."""

    categories: CategorySwitches
    points_made: PointsStepper
    result: PartingRolls | Paragraph | WorkOffer | Remark


@dataclass(frozen=True)
class TargetsPicture(Parts):
    """The chance to reach a target with two plans, and where the plans differ."""

    figures: Headlines
    curves: Section[Charts]
    comparison: Section[Comparison]
    summary: str


def targets(
    both_plans: Plans, target: int, situation: Situation, *, waiting: bool = False
) -> TargetsPicture:
    """Return the chance to reach a target with two plans, and what the target calls for.

    Args:
        both_plans: the two plans.
        target: a total, 1 to the largest.
        situation: where in the game the function compares the two plans.
        waiting: whether the chances that are missing there are being computed now; if not, a
            button starts that.
    """
    usual, best = both_plans.usual[target], both_plans.best[target]
    return TargetsPicture(
        figures=Headlines(
            (
                Headline(f"P(at least {target}), playing for the mean", percent(Fraction(usual))),
                Headline(
                    f"P(at least {target}), playing for {target}",
                    percent(Fraction(best)),
                    f"{100 * (best - usual):.2f} percentage points more",
                ),
            )
        ),
        curves=Section("The chance to reach a target, with two plans", _curves(both_plans, target)),
        comparison=Section(
            f"Where the plan for {target} differs from the plan for the mean",
            _comparison(both_plans, target, situation, waiting),
        ),
        summary=_summary(both_plans, target, situation),
    )


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


def _curves(both_plans: Plans, target: int) -> Charts:
    usual, best, largest_target = both_plans.usual, both_plans.best, len(both_plans.usual) - 1
    chances_text = (
        f"{percent(Fraction(usual[target]))} with the plan for the mean, "
        f"{percent(Fraction(best[target]))} with the plan for that target"
    )
    reach = Chart(
        (
            Line(tuple(enumerate(usual)), "playing for the mean"),
            Line(tuple(enumerate(best)), "playing for that target", "dashed"),
        ),
        x=Axis("target", 0, largest_target),
        y=Axis("chance to reach it", 0, 1, share),
        marks=(Mark(target, f"target {target}", "dashed"),),
        alt_text="The chance to reach a target falls from 100 % at 0. "
        f"At {target} it is {chances_text}.",
    )
    gains = [b - u for u, b in zip(usual, best, strict=True)]
    widest = max(range(len(gains)), key=gains.__getitem__)
    gain = Chart(
        (Line(tuple((t, max(0.0, 100 * g)) for t, g in enumerate(gains)), filled=True),),
        x=Axis("target", 0, largest_target),
        y=Axis("gain in percentage points", 0, max(1.0, 105 * gains[widest])),
        marks=(Mark(target, f"target {target}: {100 * gains[target]:.2f}", "dashed"),),
        alt_text=f"What playing for the target gains over playing for the mean: most at {widest}, "
        f"{100 * gains[widest]:.2f} percentage points; {100 * gains[target]:.2f} at {target}.",
    )
    return Charts(reach, gain)


def _comparison(both_plans: Plans, target: int, situation: Situation, waiting: bool) -> Comparison:
    """Return where the two plans part, in a situation that the reader chooses."""
    result: PartingRolls | Paragraph | WorkOffer | Remark
    if target <= situation.points_made:
        result = Paragraph(f"You have {target} already: there is nothing left to decide.")
    elif situation.targets:
        goal = Goal(situation.targets, target, situation.points_made)
        result = _parting_rolls(both_plans.game, goal, situation)
    elif waiting:
        result = Remark("is being worked out …")
    else:
        result = WorkOffer(
            Button("Work it out", "follow"), "It takes a minute or so, and can be stopped."
        )
    return Comparison(
        categories=CategorySwitches(
            "Categories still open", "open", both_plans.game.categories, situation.names
        ),
        points_made=PointsStepper(
            situation.points_made,
            tuple(Button(f"−{-n}", "made", n, spoken=f"{-n} points less") for n in STEPS if n < 0),
            (
                *(Button(f"+{n}", "made", n, spoken=f"{n} points more") for n in STEPS if n > 0),
                Button("To the start", "start", look="quiet"),
            ),
        ),
        result=result,
    )


def _parting_rolls(game: Yazy, goal: Goal, situation: Situation) -> PartingRolls | Paragraph:
    """Return the first rolls of the turn at which the two plans part, and one in full."""
    total, names = goal.total, situation.names
    chance = goal.targets.chance_float(names, goal.points_needed)
    if not chance:
        return Paragraph(
            f"{total} points are out of reach: the open categories do not bring "
            f"{goal.points_needed} points."
        )
    rolls = departures(goal.targets, goal.points_needed, names)
    if rolls:
        share_of_rolls = sum((departure.chance for departure in rolls), Fraction(0))
        parting_text = f"At {percent(share_of_rolls)} of all first rolls the two plans differ. "
        parting_text += "The most costly ones are:" if len(rolls) > ROWS else "They are these:"
    else:
        parting_text = "At the first roll of the turn both plans do the same."
    start = f"{count(goal.points_needed, 'point')} needed: the plan for {total} makes them in "
    heads = ("first roll", f"for the mean, and P(≥ {total})", f"for {total}, and P(≥ {total})")
    rows = tuple(_row(departure, situation.roll) for departure in rolls[:ROWS])
    return PartingRolls(
        text=Paragraph((start, Strong(percent(Fraction(chance))), " of games. ", parting_text)),
        rolls=Table(heads, rows, "differing-rolls", has_arrows=True) if rows else None,
        chosen_roll=_chosen_roll(game, goal, situation),
    )


def _row(departure: Departure, chosen_roll: Dice | None) -> Row:
    pick = Button(
        DiceRow(departure.roll),
        "first",
        "".join(map(str, departure.roll)),
        look="quiet",
        is_pressed=departure.roll == chosen_roll or None,
    )
    return Row(
        pick,
        (
            ActionChance(ActionName(departure.for_mean), departure.reached_mean_float),
            ActionChance(ActionName(departure.for_target), departure.reached_target_float),
        ),
    )


def _chosen_roll(game: Yazy, goal: Goal, situation: Situation) -> ChosenRoll | Remark:
    """Return what can be done with the roll that the reader has chosen."""
    if situation.roll is None:
        return Remark("Choose a roll to see all that can be done with it.")
    rerolls_left = game.rerolls
    options, best_for_mean = weigh_actions(
        game, situation.roll, rerolls_left, situation.names, goal
    )
    difference = comparison(options[0], best_for_mean, goal)
    return ChosenRoll(
        roll=DiceRow(situation.roll),
        text=f" with {count(rerolls_left, 'reroll')} left. {difference}",
        plans=plans(options, best_for_mean, goal, ROWS),
    )
