"""What to do with a roll of Yazy, what it is worth, and why: for games and for a real table."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.maths.turn import Dice
from games.yazy import Action, Yazy
from games.yazy.playing import different
from games.yazy.targets import TargetSolution
from games_widgets.drawing import dice
from games_widgets.drawing.markup import (
    Content,
    Html,
    Picture,
    bar,
    button,
    div,
    element,
    odds_part,
    remark,
    section,
    table,
)
from games_widgets.drawing.text import count, listed, number, percent
from games_widgets.drawing.text import points as percentage

FEW = 8
EVEN = 1e-10  # chances this close may be equal: they are known to 10⁻¹²
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


def action_html(action: Action) -> Html:
    """Return an action with its dice.

    >>> "oe-die-6" in action_html(("keep", (6, 6))), action_html(("score", "ones"))
    (True, 'score ones')
    """
    if action[0] == "score":
        return Html.of(f"score {category_name(action[1])}")
    return Html.of("keep ", dice.row(action[1], "nothing"))


def action_text(action: Action, *, ing: bool = False) -> str:
    """Return an action in words.

    >>> action_text(("keep", ())), action_text(("score", "full_house"), ing=True)
    ('keep nothing', 'scoring full house')
    """
    if action[0] == "keep":
        return f"{'keeping' if ing else 'keep'} {dice.spoken(action[1])}"
    return f"{'scoring' if ing else 'score'} {category_name(action[1])}"


class Weighed(NamedTuple):
    """An action, weighed by both plans.

    Attributes:
        action: the action.
        chance: to reach the total, if all later decisions are made for it.
        mean: the expected final score, if all later decisions are made for the mean.
    """

    action: Action
    chance: Fraction
    mean: Fraction


def weighed(
    game: Yazy, roll: Sequence[int], left: int, names: Sequence[str], goal: Goal
) -> tuple[list[Weighed], Weighed]:
    """Return all actions, those first that reach the total most often; and the best for the mean.

    Where chances are equal, the larger mean comes first: so the best for the total is that for the
    mean, wherever it serves as well.
    """
    means = different(game, roll, left, names)
    best_for_mean = next(iter(means))
    options = [
        Weighed(action, Fraction(chance), goal.points_made + means[action])
        for action, chance in goal.targets.advice_float(roll, left, names, goal.points_needed)
        if action in means
    ]
    even = max(option.chance for option in options) - Fraction(EVEN)

    def order(option: Weighed) -> tuple[Fraction, Fraction, bool]:
        return -min(option.chance, even), -option.mean, option.action != best_for_mean

    return sorted(options, key=order), next(
        option for option in options if option.action == best_for_mean
    )


# Why one action is better than another.


def why(
    game: Yazy,
    roll: Dice,
    left: int,
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
    first, second = (_ends(game, roll, left, names, action) for action in (better, worse))
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


def _ends(game: Yazy, roll: Dice, left: int, names: Sequence[str], action: Action) -> Ends:
    """Return in which category the turn ends: how likely, and with how many points on average."""
    if action[0] == "score":
        return {action[1]: (1.0, float(game.points(action[1], roll)))}
    ends = game.outlook(action[1], left, names)
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


def options(advice: Mapping[Action, Fraction], max_rows: int, *, worth: bool = True) -> Html:
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
        element(
            "tr",
            element("th", action_html(action), scope="row"),
            element("td", points(value)) if worth else None,
            element("td", "★ best" if value == best else points(best - value)),
            bar((best - value) / worst),
            class_="oe-is-best" if value == best else None,
        )
        for action, value in listed_actions
    )
    heads = ("action", "worth" if worth else None, "loss", element("td", class_="oe-bar"))
    return table(heads, rows, kind="oe-bars oe-options")


def plans(options: Sequence[Weighed], best_for_mean: Weighed, goal: Goal, max_rows: int) -> Html:
    """Return the actions that reach the total most often, and the best for the mean, as a table."""
    best = options[0].chance
    listed_options = options[:max_rows]
    if best_for_mean not in listed_options:
        listed_options = [*listed_options, best_for_mean]
    rows = (
        element(
            "tr",
            element("th", action_html(option.action), scope="row"),
            element("td", percent(option.chance)),
            element(
                "td", "★ best" if best - option.chance <= EVEN else percentage(best - option.chance)
            ),
            element("td", "★ " if option.mean == best_for_mean.mean else None, points(option.mean)),
            class_="oe-is-best" if best - option.chance <= EVEN else None,
        )
        for option in listed_options
    )
    heads = ("action", f"P(≥ {goal.total})", "loss", "mean")
    return table(heads, rows, kind="oe-bars oe-options oe-plans")


def compared(best: Weighed, best_for_mean: Weighed, goal: Goal) -> str:
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
    left: int,
    names: Sequence[str],
    *,
    goal: Goal | None = None,
    everything: bool = False,
    fixed: bool = False,
) -> Picture:
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
    note = "Click a die to turn it to its next face, a category to close or open it."
    table = (
        _cast(roll, fixed),
        None if fixed else remark(note),
        None if fixed else _chips(game, roll, names),
    )
    rerolls = "no reroll" if not left else count(left, "reroll")
    situation = f"With {dice.spoken(roll)}, {rerolls} left"
    if goal:
        weighed_options, best_for_mean = weighed(game, roll, left, names, goal)
        best = weighed_options[0]
        return Picture(
            Html.of(
                *table, odds_part(*_for_total(weighed_options, best_for_mean, goal, everything))
            ),
            f"{situation}, {open_categories_text(names)} open and "
            f"{count(goal.points_made, 'point')} made, "
            f"the best for a total of {goal.total} is to {action_text(best.action)}: "
            f"that reaches it in {percent(best.chance)} of games.",
        )
    advice = different(game, roll, left, names)
    (action, worth), *other_actions = advice.items()
    next_best = next((option for option, value in other_actions if value < worth), None)
    ends = (
        game.outlook(action[1], left, names)
        if action[0] == "keep"
        else {action[1]: (Fraction(1), Fraction(game.score(action[1], roll)))}
    )
    reason = why(game, tuple(sorted(roll)), left, names, action, next_best)
    html = Html.of(
        *table,
        odds_part(
            _advised("Best", action, f"worth {points(worth)} points"),
            element("p", reason, class_="oe-why"),
            div(
                "oe-pair",
                section(
                    "What can be done",
                    options(advice, len(advice) if everything else FEW),
                    _all_or_few(len(advice), everything),
                ),
                section("Where the turn ends, after the best", _outlook(ends)),
            ),
        ),
    )
    return Picture(
        html,
        f"{situation} and {open_categories_text(names)} open, the best is to "
        f"{action_text(action)}: from here on {points(worth)} points on average.",
    )


def _for_total(
    options: Sequence[Weighed], best_for_mean: Weighed, goal: Goal, everything: bool
) -> tuple[Html, ...]:
    """Return the best action for a total, how it differs from the other plan, and all actions."""
    best = options[0]
    return (
        _advised(
            f"Best for {goal.total}",
            best.action,
            f"reaches {goal.total} in {percent(best.chance)} of games",
        ),
        element("p", compared(best, best_for_mean, goal), class_="oe-why"),
        section(
            "What can be done",
            plans(options, best_for_mean, goal, len(options) if everything else FEW),
            _all_or_few(len(options), everything) or "",
        ),
    )


def _advised(label: str, best: Action, note: str) -> Html:
    return div(
        "oe-advised",
        element("span", label, class_="oe-label"),
        element("strong", action_html(best)),
        element("span", note, class_="oe-note"),
    )


def _all_or_few(actions: int, everything: bool) -> Html | None:
    """Return the button for all actions, where they are more than a few."""
    if actions <= FEW:
        return None
    label = "Show the best" if everything else f"Show all {actions}"
    return div("oe-buttons", button(label, "all"))


def open_categories_text(names: Sequence[str]) -> str:
    """Return which categories are open, or how many.

    >>> open_categories_text(["sixes", "full_house"])
    'sixes and full house'
    >>> open_categories_text(["ones", "twos", "threes", "fours"])
    '4 categories'
    """
    return listed(map(category_name, names)) if len(names) < 4 else f"{len(names)} categories"


def _cast(roll: Sequence[int], fixed: bool) -> Html:
    """Return the five dice, each of which turns to its next face when it is clicked."""
    items = (
        dice.die(
            face,
            "turn",
            place,
            f"Die {place + 1}: {face}" + ("" if fixed else f". Turn it to {face % 6 + 1}"),
            disabled=fixed,
        )
        for place, face in enumerate(roll)
    )
    return tray(items)


def blank(*below: Content) -> Html:
    """Return the empty place of a die that has not been rolled yet."""
    die = element("span", class_="oe-die oe-blank", aria_hidden="true")
    return element("span", die, *below, class_="oe-on-table")


def tray(dice: Iterable[Html]) -> Html:
    """Return dice to be clicked, side by side."""
    return element(
        "div", *dice, class_="oe-tray", data_arrows=True, role="group", aria_label="The dice"
    )


def switches(act: str, categories: Iterable[str], active: Sequence[str]) -> Html:
    """Return categories as switches, those in ``active`` switched on."""
    items = (
        element(
            "li",
            button(
                Html.of("✓ " if name in active else "– ", category_name(name)),
                act,
                name,
                aria_pressed="true" if name in active else "false",
            ),
        )
        for name in categories
    )
    return element("ul", *items, class_="oe-switches", role="list", data_arrows=True)


def sheet(entries: Sequence[Html], label: str) -> Html:
    """Return the entries of a score sheet in two columns."""
    return element(
        "ul",
        *(element("li", entry) for entry in entries),
        class_="oe-sheet",
        role="list",
        aria_label=label,
        data_arrows=True,
        style=f"--rows:{(len(entries) + 1) // 2}",
    )


def _chips(game: Yazy, roll: Sequence[int], names: Sequence[str]) -> Html:
    """Return the categories as switches, open or closed, with what the dice would score."""
    items = [
        element(
            "button",
            element("span", category_name(name)),
            element("span", "open" if name in names else "closed", class_="oe-tag"),
            element("strong", game.score(name, roll) if name in names else "–"),
            type="button",
            class_="oe-entry oe-is-legal" if name in names else "oe-entry",
            data_act="category",
            data_value=name,
            aria_pressed="true" if name in names else "false",
        )
        for name in game.categories
    ]
    return sheet(items, "Which categories are open")


def _outlook(ends: Mapping[str, tuple[Fraction, Fraction]]) -> Html:
    top = max(chance for chance, _ in ends.values())
    rows = (
        element(
            "tr",
            element("th", category_name(name), scope="row"),
            bar(chance / top),
            element("td", percent(chance)),
            element("td", points(mean)),
        )
        for name, (chance, mean) in sorted(ends.items(), key=lambda item: item[1][0], reverse=True)
    )
    heads = ("category", element("td", class_="oe-bar"), "chance", "mean points")
    return table(heads, rows, kind="oe-bars oe-endings")
