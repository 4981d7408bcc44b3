"""Pictures of advice for a roll of Yazy, with values and reasons."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games.maths.turn import Dice
from games.yazy import Action, Yazy
from games.yazy.playing import different
from games.yazy.targets import TargetSolution
from games_widgets.drawing import dice
from games_widgets.drawing.dice import DieButton
from games_widgets.drawing.parts import (
    Bar,
    Button,
    Buttons,
    Cell,
    OddsPart,
    Paragraph,
    Remark,
    Row,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, list_text, number, percent
from games_widgets.drawing.text import points as percentage
from games_widgets.yazy.models import ActionName, Entry, Pair, Sheet, Tray

SHORT_LIST = 8
TIE = 1e-10  # chances this close count as equal: their error is up to 10⁻¹²
Ends = Mapping[str, tuple[float, float]]


class Goal(NamedTuple):
    """A total to reach, for a reader who does not play for the mean.

    Attributes:
        targets: the chances to reach it; they cover the situation.
        total: the total.
        points_made: the points already made.
    """

    targets: TargetSolution
    total: int
    points_made: int

    @property
    def points_needed(self) -> int:
        """The points that are still needed; none if that is not above 0."""
        return self.total - self.points_made


def category_name(category: str) -> str:
    """Return a category as it is written in a sentence.

    >>> category_name("four_of_a_kind")
    'four of a kind'
    """
    return category.replace("_", " ")


def points(value: Fraction) -> str:
    """Return points with two decimals, or more where they are few.

    >>> points(Fraction(25, 2)), points(Fraction(1, 300)), points(Fraction(0))
    ('12.50', '0.0033', '0.00')
    """
    decimals = 2
    while 0 < abs(value) < Fraction(1, 2 * 10**decimals) and decimals < 6:
        decimals += 1
    return number(value, decimals if decimals == 2 else decimals + 1)


def action_text(action: Action, *, ing: bool = False) -> str:
    """Return an action in words.

    >>> action_text(("keep", ())), action_text(("score", "full_house"), ing=True)
    ('keep nothing', 'scoring full house')
    """
    if action[0] == "keep":
        return f"{'keeping' if ing else 'keep'} {dice.spoken(action[1])}"
    return f"{'scoring' if ing else 'score'} {category_name(action[1])}"


class WeighedAction(NamedTuple):
    """An action with its value for both plans.

    Attributes:
        action: the action.
        chance: to reach the total, if all later decisions are made for it.
        mean: the expected final score, if all later decisions are made for the mean.
    """

    action: Action
    chance: Fraction
    mean: Fraction


def weigh_actions(
    game: Yazy, roll: Sequence[int], rerolls_left: int, names: Sequence[str], goal: Goal
) -> tuple[list[WeighedAction], WeighedAction]:
    """Return all actions, those first that reach the total most often; and the best for the mean.

    Where chances are equal, the larger mean comes first: so the best for the total is that for the
    mean, wherever it serves as well.
    """
    means = different(game, roll, rerolls_left, names)
    best_for_mean = next(iter(means))
    options = [
        WeighedAction(action, Fraction(chance), goal.points_made + means[action])
        for action, chance in goal.targets.advice_float(
            roll, rerolls_left, names, goal.points_needed
        )
        if action in means
    ]
    equal_chance = max(option.chance for option in options) - Fraction(TIE)

    def order(option: WeighedAction) -> tuple[Fraction, Fraction, bool]:
        return -min(option.chance, equal_chance), -option.mean, option.action != best_for_mean

    return sorted(options, key=order), next(
        option for option in options if option.action == best_for_mean
    )


# Why one action is better than another.


def reason_for(
    game: Yazy,
    roll: Dice,
    rerolls_left: int,
    names: Sequence[str],
    better: Action,
    worse: Action | None,
    worse_name: str = "the next best choice",
) -> str:
    """Return in one sentence why the better of two actions is better.

    The value of an action is Σ chance · (points + what is open then), over the categories in which
    the turn may end. So the difference of two values is a sum over categories, and the largest part
    of it is the reason.

    Args:
        game: the game.
        roll, left, names: the dice, the rerolls left, the open categories.
        better, worse: the two actions; no ``worse`` if all others are as good.
        worse_name: what the sentence calls the worse one.
    """
    if worse is None:
        return "Nothing else is worse."
    first, second = (_ends(game, roll, rerolls_left, names, action) for action in (better, worse))
    open_then = {name: float(game.value(set(names) - {name})) for name in {**first, **second}}
    if better[0] == worse[0] == "score":
        return _why_score(first, second, open_then)
    if "score" in (better[0], worse[0]):
        return _why_stop(better, first, second, open_then)
    base = sum(p * (mean + open_then[name]) for name, (p, mean) in second.items())
    gains = {
        name: sum(
            sign * p * (mean + open_value - base)
            for sign, ends in ((1, first), (-1, second))
            for p, mean in [ends.get(name, (0.0, 0.0))]
        )
        for name, open_value in open_then.items()
    }
    name = max(gains, key=gains.__getitem__)
    (p, mean), (q, other_mean) = (ends.get(name, (0.0, 0.0)) for ends in (first, second))
    better_name, category = action_text(better, ing=True), category_name(name)
    if q and abs(p - q) < 0.01 and mean > other_mean:
        return (
            f"Why: {better_name} makes {category} bring {mean:.2f} points on average, "
            f"not {other_mean:.2f}."
        )
    better_share, worse_share = percent(Fraction(p)), percent(Fraction(q))
    if p > q:
        return (
            f"Why: {better_name} ends in {category} in {better_share} of all cases, "
            f"{worse_name} in {worse_share}."
        )
    return (
        f"Why: {worse_name} gives {category} away for {other_mean:.2f} points on average "
        f"in {worse_share} of all cases, {better_name} in {better_share}."
    )


def _ends(game: Yazy, roll: Dice, rerolls_left: int, names: Sequence[str], action: Action) -> Ends:
    """Return in which category the turn ends: how likely, and with how many points on average."""
    if action[0] == "score":
        return {action[1]: (1.0, float(game.points(action[1], roll)))}
    ends = game.outlook(action[1], rerolls_left, names)
    return {name: (float(chance), float(mean)) for name, (chance, mean) in ends.items()}


def _why_score(first: Ends, second: Ends, open_then: Mapping[str, float]) -> str:
    ((better, (_, better_points)),) = first.items()
    ((worse, (_, worse_points)),) = second.items()
    points_gain, value_gain = better_points - worse_points, open_then[better] - open_then[worse]
    brings = f"{category_name(better)} brings {better_points:.0f} now, "
    brings += f"{category_name(worse)} {worse_points:.0f}"
    if points_gain > 0 and value_gain > 0:
        return f"Why: {brings}, and what stays open is worth {value_gain:.2f} more, too."
    if points_gain > 0:
        return f"Why: {brings}; what stays open is worth only {-value_gain:.2f} less."
    return f"Why: {brings}; but what stays open is worth {value_gain:.2f} more."


def _why_stop(better: Action, first: Ends, second: Ends, open_then: Mapping[str, float]) -> str:
    stop, roll_on = (first, second) if better[0] == "score" else (second, first)
    ((name, (_, points_made)),) = stop.items()
    mean = sum(p * m for p, m in roll_on.values())
    value_gain = (
        sum(p * open_then[category] for category, (p, _) in roll_on.items()) - open_then[name]
    )
    reason = f"Why: {category_name(name)} brings {points_made:.0f} points now, "
    reason += f"rolling on {mean:.2f} on average"
    if value_gain:
        difference = f"{abs(value_gain):.2f} {'more' if value_gain > 0 else 'less'}"
        reason += f", and what then stays open is worth {difference}"
    return f"{reason}."


# Advice as a table, and the adviser.


@dataclass(frozen=True)
class Best:
    """The best action, in large letters.

    Attributes:
        label: what it is best for.
        action: the action.
        note: what it brings.
    """

    label: str
    action: Action
    note: str


@dataclass(frozen=True)
class Possible(Parts):
    """The possible actions, and a button for more or fewer of them."""

    table: Table
    more_buttons: Buttons | None


@dataclass(frozen=True)
class MeanAdvice(Parts):
    """Advice for the mean: the best action, why it is best, and where it leads."""

    best: Best
    reason: Paragraph
    details: Pair[Section[Possible], Section[Table]]


@dataclass(frozen=True)
class TotalAdvice(Parts):
    """Advice for a total: the best action, and how it differs from that for the mean."""

    best: Best
    reason: Paragraph
    possible: Section[Possible]


@dataclass(frozen=True)
class AdviserPicture(Parts):
    """Advice for dice on a real table.

    Attributes:
        dice: the dice.
        instructions: how to change them; None if the reader cannot.
        sheet: which categories are open; None if the reader cannot change that.
        advice: what to do.
    """

    dice: Tray
    instructions: Remark | None
    sheet: Sheet | None
    advice: OddsPart[MeanAdvice] | OddsPart[TotalAdvice]
    summary: str


def options(advice: Mapping[Action, Fraction], max_rows: int, *, worth: bool = True) -> Table:
    """Return the best actions as a table, with what each is worth and a bar for what it loses.

    Args:
        advice: each action with the expected score after it, the best first.
        max_rows: how many actions the table lists at most.
        worth: whether the table shows expected scores; it always shows losses.
    """
    best = next(iter(advice.values()))
    listed_actions = list(advice.items())[:max_rows]
    worst = max(best - value for _, value in listed_actions) or Fraction(1)
    rows = (
        Row(
            ActionName(action),
            (
                *((points(value),) if worth else ()),
                "★ best" if value == best else points(best - value),
                Bar((best - value) / worst),
            ),
            "is-best" if value == best else "",
        )
        for action, value in listed_actions
    )
    heads = ("action", "worth" if worth else None, "loss", Cell(look="bar"))
    return Table(heads, tuple(rows), "bars options")


def plans(
    options: Sequence[WeighedAction], best_for_mean: WeighedAction, goal: Goal, max_rows: int
) -> Table:
    """Return the actions that reach the total most often, and the best for the mean, as a table."""
    best = options[0].chance
    listed_options = list(options[:max_rows])
    if best_for_mean not in listed_options:
        listed_options.append(best_for_mean)
    rows = (
        Row(
            ActionName(option.action),
            (
                percent(option.chance),
                "★ best" if best - option.chance <= TIE else percentage(best - option.chance),
                "★ " * (option.mean == best_for_mean.mean) + points(option.mean),
            ),
            "is-best" if best - option.chance <= TIE else "",
        )
        for option in listed_options
    )
    heads = ("action", f"P(≥ {goal.total})", "loss", "mean")
    return Table(heads, tuple(rows), "bars options plans")


def comparison(best: WeighedAction, best_for_mean: WeighedAction, goal: Goal) -> str:
    """Return in one or two sentences how the best action for the total differs from the other."""
    if goal.points_needed <= 0:
        return f"You have {goal.total} already: whatever you do, you reach them."
    if not best.chance:
        return (
            f"{goal.total} are out of reach: no way from here brings {goal.points_needed} "
            "points more."
        )
    if best.action == best_for_mean.action:
        return "The plan for the mean does the same here."
    difference = best_for_mean.mean - best.mean
    brings = f"{points(difference)} points more" if difference else "as many points"
    return (
        f"The plan for the mean says: {action_text(best_for_mean.action)}. That brings {brings} "
        f"on average, but reaches {goal.total} in only {percent(best_for_mean.chance)} of games, "
        f"{percentage(best.chance - best_for_mean.chance)} percentage points less."
    )


def adviser(
    game: Yazy,
    roll: Sequence[int],
    rerolls_left: int,
    names: Sequence[str],
    *,
    goal: Goal | None = None,
    everything: bool = False,
    fixed: bool = False,
) -> AdviserPicture:
    """Return advice for dice on a real table.

    Args:
        game: the game.
        roll: the five dice, in their places.
        left: rerolls left.
        names: the open categories, at least one.
        goal: the total to reach; without one, the advice is for the mean.
        everything: whether to list all actions, or the best few.
        fixed: whether the reader cannot change dice and categories.
    """
    note = "Press a die to turn it to its next face, a category to close or open it."
    table = (
        _cast(roll, fixed),
        None if fixed else Remark(note),
        None if fixed else _sheet(game, roll, names),
    )
    rerolls = "no reroll" if not rerolls_left else count(rerolls_left, "reroll")
    situation = f"With {dice.spoken(roll)}, {rerolls} left"
    if goal:
        weighed_options, best_for_mean = weigh_actions(game, roll, rerolls_left, names, goal)
        best = weighed_options[0]
        return AdviserPicture(
            *table,
            OddsPart(_for_total(weighed_options, best_for_mean, goal, everything)),
            f"{situation}, {open_categories_text(names)} open and "
            f"{count(goal.points_made, 'point')} made, "
            f"the best for a total of {goal.total} is to {action_text(best.action)}: "
            f"that reaches it in {percent(best.chance)} of games.",
        )
    advice = different(game, roll, rerolls_left, names)
    action, worth = next(iter(advice.items()))
    return AdviserPicture(
        *table,
        OddsPart(_for_mean(game, roll, rerolls_left, names, advice, everything)),
        f"{situation} and {open_categories_text(names)} open, the best is to "
        f"{action_text(action)}: from here on {points(worth)} points on average.",
    )


def _for_mean(
    game: Yazy,
    roll: Sequence[int],
    rerolls_left: int,
    names: Sequence[str],
    advice: Mapping[Action, Fraction],
    everything: bool,
) -> MeanAdvice:
    """Return the best action for the mean, why it is best, all actions, and where it leads."""
    (action, worth), *other_actions = advice.items()
    next_best = next((option for option, value in other_actions if value < worth), None)
    ends = (
        game.outlook(action[1], rerolls_left, names)
        if action[0] == "keep"
        else {action[1]: (Fraction(1), Fraction(game.score(action[1], roll)))}
    )
    rows = len(advice) if everything else SHORT_LIST
    return MeanAdvice(
        best=Best("Best", action, f"worth {points(worth)} points"),
        reason=Paragraph(
            reason_for(game, tuple(sorted(roll)), rerolls_left, names, action, next_best),
            "explanation",
        ),
        details=Pair(
            Section(
                "What can be done",
                Possible(options(advice, rows), _all_or_few(len(advice), everything)),
            ),
            Section("Where the turn ends, after the best", _outlook(ends)),
        ),
    )


def _for_total(
    options: Sequence[WeighedAction], best_for_mean: WeighedAction, goal: Goal, everything: bool
) -> TotalAdvice:
    """Return the best action for a total, how it differs from the other plan, and all actions."""
    best, rows = options[0], len(options) if everything else SHORT_LIST
    return TotalAdvice(
        best=Best(
            f"Best for {goal.total}",
            best.action,
            f"reaches {goal.total} in {percent(best.chance)} of games",
        ),
        reason=Paragraph(comparison(best, best_for_mean, goal), "explanation"),
        possible=Section(
            "What can be done",
            Possible(
                plans(options, best_for_mean, goal, rows), _all_or_few(len(options), everything)
            ),
        ),
    )


def _all_or_few(actions: int, everything: bool) -> Buttons | None:
    """Return the button for all actions, where they are more than a few."""
    if actions <= SHORT_LIST:
        return None
    return Buttons((Button("Show the best" if everything else f"Show all {actions}", "all"),))


def open_categories_text(names: Sequence[str]) -> str:
    """Return which categories are open, or how many.

    >>> open_categories_text(["sixes", "full_house"])
    'sixes and full house'
    >>> open_categories_text(["ones", "twos", "threes", "fours"])
    '4 categories'
    """
    return list_text(map(category_name, names)) if len(names) < 4 else f"{len(names)} categories"


def _cast(roll: Sequence[int], fixed: bool) -> Tray:
    """Return the five dice, each of which turns to its next face when it is clicked."""
    cast = (
        DieButton(
            face,
            "turn",
            place,
            f"Die {place + 1}: {face}" + ("" if fixed else f". Turn it to {face % 6 + 1}"),
            is_disabled=fixed,
        )
        for place, face in enumerate(roll)
    )
    return Tray(tuple(cast), "The dice")


def _sheet(game: Yazy, roll: Sequence[int], names: Sequence[str]) -> Sheet:
    """Return the categories as switches, open or closed, with what the dice would score."""
    entries = (
        Entry(
            name,
            "legal" if name in names else "",
            "open" if name in names else "closed",
            game.score(name, roll) if name in names else None,
            act="category",
            is_pressed=name in names,
        )
        for name in game.categories
    )
    return Sheet(tuple(entries), "Which categories are open")


def _outlook(ends: Mapping[str, tuple[Fraction, Fraction]]) -> Table:
    """Return where the turn ends: the chance of each category, and the mean points then."""
    top = max(chance for chance, _ in ends.values())
    rows = (
        Row(category_name(name), (Bar(chance / top), percent(chance), points(mean)))
        for name, (chance, mean) in sorted(ends.items(), key=lambda item: item[1][0], reverse=True)
    )
    heads = ("category", Cell(look="bar"), "chance", "mean points")
    return Table(heads, tuple(rows), "bars endings")
