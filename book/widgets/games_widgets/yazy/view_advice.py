"""What to do with a roll of Yazy, what it is worth, and why: for games and for a real table."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.maths.turn import Dice
from games.yazy import Action, Solution
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
        made: the points already made.
    """

    targets: TargetSolution
    total: int
    made: int

    @property
    def needed(self) -> int:
        """The points that are still needed; none if that is not above 0."""
        return self.total - self.made


def named(category: str) -> str:
    """Return a category as it is written in a sentence.

    >>> named("four_of_a_kind")
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


def shown_action(action: Action) -> Html:
    """Return an action with its dice.

    >>> "oe-die-6" in shown_action(("keep", (6, 6))), shown_action(("score", "ones"))
    (True, 'score ones')
    """
    if action[0] == "score":
        return Html.of(f"score {named(action[1])}")
    return Html.of("keep ", dice.row(action[1], "nothing"))


def said(action: Action, *, ing: bool = False) -> str:
    """Return an action in words.

    >>> said(("keep", ())), said(("score", "full_house"), ing=True)
    ('keep nothing', 'scoring full house')
    """
    if action[0] == "keep":
        return f"{'keeping' if ing else 'keep'} {dice.spoken(action[1])}"
    return f"{'scoring' if ing else 'score'} {named(action[1])}"


class Weighed(NamedTuple):
    """An action, weighed by both plans.

    Attributes:
        action: the action.
        chance: to reach the total, if all later decisions are made for it.
        mean: the expected final score, if all later decisions are made for that.
    """

    action: Action
    chance: Fraction
    mean: Fraction


def weighed(
    solution: Solution, roll: Sequence[int], left: int, names: Sequence[str], goal: Goal
) -> tuple[list[Weighed], Weighed]:
    """Return all actions, those first that reach the total most often; and the best for the mean.

    Where chances are equal, the larger mean comes first: so the best for the total is that for the
    mean, wherever it serves as well.
    """
    means = different(solution, roll, left, names)
    usual = next(iter(means))
    found = [
        Weighed(action, Fraction(chance), goal.made + means[action])
        for action, chance in goal.targets.advice_float(roll, left, names, goal.needed)
        if action in means
    ]
    even = max(it.chance for it in found) - Fraction(EVEN)

    def order(it: Weighed) -> tuple[Fraction, Fraction, bool]:
        return -min(it.chance, even), -it.mean, it.action != usual

    return sorted(found, key=order), next(it for it in found if it.action == usual)


# Why one action is better than another.


def why(
    solution: Solution,
    roll: Dice,
    left: int,
    names: Sequence[str],
    better: Action,
    worse: Action | None,
    told: str = "the next best choice",
) -> str:
    """Return in one sentence why the better of two actions is better.

    The value of an action is Σ chance · (points + what is open then), over the categories in which
    the turn may end. So the difference of two values is a sum over categories, and the largest part
    of it is the reason.

    Args:
        solution: the game, solved.
        roll, left, names: the dice, the rerolls left, the open categories.
        better, worse: the two actions; no ``worse`` if all others are as good.
        told: what to call the worse one.
    """
    if worse is None:
        return "Nothing else is worse."
    first, second = (_ends(solution, roll, left, names, it) for it in (better, worse))
    open_then = {name: float(solution.value(set(names) - {name})) for name in {**first, **second}}
    if better[0] == worse[0] == "score":
        return _why_score(first, second, open_then)
    if "score" in (better[0], worse[0]):
        return _why_stop(better, first, second, open_then)
    base = sum(p * (mean + open_then[name]) for name, (p, mean) in second.items())
    gains = {
        name: sum(
            sign * p * (mean + later - base)
            for sign, ends in ((1, first), (-1, second))
            for p, mean in [ends.get(name, (0.0, 0.0))]
        )
        for name, later in open_then.items()
    }
    name = max(gains, key=gains.__getitem__)
    (p, mean), (q, other) = (ends.get(name, (0.0, 0.0)) for ends in (first, second))
    this = said(better, ing=True)
    if q and abs(p - q) < 0.01 and mean > other:
        return (
            f"Why: {this} makes {named(name)} bring {mean:.2f} points on average, not {other:.2f}."
        )
    one, two = percent(Fraction(p)), percent(Fraction(q))
    if p > q:
        return f"Why: {this} ends in {named(name)} in {one} of all cases, {told} in {two}."
    return (
        f"Why: {told} gives {named(name)} away for {other:.2f} points on average in {two} of all "
        f"cases, {this} in {one}."
    )


def _ends(solution: Solution, roll: Dice, left: int, names: Sequence[str], action: Action) -> Ends:
    """Return in which category the turn ends: how likely, and with how many points on average."""
    if action[0] == "score":
        return {action[1]: (1.0, float(solution.rules.points(action[1], roll)))}
    ends = solution.outlook(action[1], left, names)
    return {name: (float(chance), float(mean)) for name, (chance, mean) in ends.items()}


def _why_score(first: Ends, second: Ends, open_then: Mapping[str, float]) -> str:
    ((better, (_, made)),) = first.items()
    ((worse, (_, other)),) = second.items()
    now, later = made - other, open_then[better] - open_then[worse]
    brings = f"{named(better)} brings {made:.0f} now, {named(worse)} {other:.0f}"
    if now > 0 and later > 0:
        return f"Why: {brings}, and what stays open is worth {later:.2f} more, too."
    if now > 0:
        return f"Why: {brings}; what stays open is worth only {-later:.2f} less."
    return f"Why: {brings}; but what stays open is worth {later:.2f} more."


def _why_stop(better: Action, first: Ends, second: Ends, open_then: Mapping[str, float]) -> str:
    stop, go = (first, second) if better[0] == "score" else (second, first)
    ((name, (_, made)),) = stop.items()
    mean = sum(p * m for p, m in go.values())
    later = sum(p * open_then[it] for it, (p, _) in go.items()) - open_then[name]
    brings = f"{named(name)} brings {made:.0f} points now, rolling on {mean:.2f} on average"
    then = f", and what then stays open is worth {abs(later):.2f} {'more' if later > 0 else 'less'}"
    return f"Why: {brings}{then if later else ''}."


# Advice as a table, and the adviser.


def options(advice: Mapping[Action, Fraction], most: int, *, worth: bool = True) -> Html:
    """Return the best actions as a table, with what each is worth and a bar for what it loses.

    Args:
        advice: each action with the expected score after it, the best first.
        most: how many are listed.
        worth: whether the expected scores may be seen; what is lost always is.
    """
    best = next(iter(advice.values()))
    seen = list(advice.items())[:most]
    worst = max(best - value for _, value in seen) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", shown_action(action), scope="row"),
            element("td", points(value)) if worth else None,
            element("td", "★ best" if value == best else points(best - value)),
            bar((best - value) / worst),
            class_="oe-is-best" if value == best else None,
        )
        for action, value in seen
    )
    heads = ("action", "worth" if worth else None, "loss", element("td", class_="oe-bar"))
    return table(heads, rows, kind="oe-bars oe-options")


def plans(found: Sequence[Weighed], usual: Weighed, goal: Goal, most: int) -> Html:
    """Return the actions that reach the total most often, and the best for the mean, as a table."""
    best = found[0].chance
    seen = found[:most]
    if usual not in seen:
        seen = [*seen, usual]
    rows = (
        element(
            "tr",
            element("th", shown_action(it.action), scope="row"),
            element("td", percent(it.chance)),
            element("td", "★ best" if best - it.chance <= EVEN else percentage(best - it.chance)),
            element("td", "★ " if it.mean == usual.mean else None, points(it.mean)),
            class_="oe-is-best" if best - it.chance <= EVEN else None,
        )
        for it in seen
    )
    heads = ("action", f"P(≥ {goal.total})", "loss", "mean")
    return table(heads, rows, kind="oe-bars oe-options oe-plans")


def compared(best: Weighed, usual: Weighed, goal: Goal) -> str:
    """Return in one or two sentences how the best action for the total differs from the other."""
    if goal.needed <= 0:
        return f"You have {goal.total} already: whatever you do, you reach them."
    if not best.chance:
        return f"{goal.total} are out of reach: no way from here brings {goal.needed} points more."
    if best.action == usual.action:
        return "The plan for the mean does the same here."
    more = usual.mean - best.mean
    brings = f"{points(more)} points more" if more else "as many points"
    return (
        f"The plan for the mean says: {said(usual.action)}. That brings {brings} on average, but "
        f"reaches {goal.total} in only {percent(usual.chance)} of games, "
        f"{percentage(best.chance - usual.chance)} percentage points less."
    )


def adviser(
    solution: Solution,
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
        solution: the game, solved.
        roll: the five dice, in their places.
        left: rerolls left.
        names: the open categories, at least one.
        goal: the total to reach; without one, the advice is for the mean.
        everything: whether to list all actions, or the best few.
        fixed: whether dice and categories are as they are, and not to be clicked.
    """
    note = "Click a die to turn it to its next face, a category to close or open it."
    table = (
        _cast(roll, fixed),
        None if fixed else remark(note),
        None if fixed else _chips(solution, roll, names),
    )
    rerolls = "no reroll" if not left else count(left, "reroll")
    where = f"With {dice.spoken(roll)}, {rerolls} left"
    if goal:
        found, usual = weighed(solution, roll, left, names, goal)
        best = found[0]
        return Picture(
            Html.of(*table, odds_part(*_for_total(found, usual, goal, everything))),
            f"{where}, {opened(names)} open and {count(goal.made, 'point')} made, the best for a "
            f"total of {goal.total} is to {said(best.action)}: that reaches it in "
            f"{percent(best.chance)} of games.",
        )
    advice = different(solution, roll, left, names)
    (action, worth), *others = advice.items()
    next_best = next((it for it, value in others if value < worth), None)
    ends = (
        solution.outlook(action[1], left, names)
        if action[0] == "keep"
        else {action[1]: (Fraction(1), Fraction(solution.rules.score(action[1], roll)))}
    )
    reason = why(solution, tuple(sorted(roll)), left, names, action, next_best)
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
        f"{where} and {opened(names)} open, the best is to {said(action)}: from here on "
        f"{points(worth)} points on average.",
    )


def _for_total(
    found: Sequence[Weighed], usual: Weighed, goal: Goal, everything: bool
) -> tuple[Html, ...]:
    """Return the best action for a total, how it differs from the other plan, and all actions."""
    best = found[0]
    return (
        _advised(
            f"Best for {goal.total}",
            best.action,
            f"reaches {goal.total} in {percent(best.chance)} of games",
        ),
        element("p", compared(best, usual, goal), class_="oe-why"),
        section(
            "What can be done",
            plans(found, usual, goal, len(found) if everything else FEW),
            _all_or_few(len(found), everything) or "",
        ),
    )


def _advised(label: str, best: Action, note: str) -> Html:
    return div(
        "oe-advised",
        element("span", label, class_="oe-label"),
        element("strong", shown_action(best)),
        element("span", note, class_="oe-note"),
    )


def _all_or_few(actions: int, everything: bool) -> Html | None:
    """Return the button for all actions, where they are more than a few."""
    if actions <= FEW:
        return None
    label = "Show the best" if everything else f"Show all {actions}"
    return div("oe-buttons", button(label, "all"))


def opened(names: Sequence[str]) -> str:
    """Return which categories are open, or how many.

    >>> opened(["sixes", "full_house"]), opened(["ones", "twos", "threes", "fours"])
    ('sixes and full house', '4 categories')
    """
    return listed(map(named, names)) if len(names) < 4 else f"{len(names)} categories"


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
    """Return the place of a die that does not lie there yet."""
    die = element("span", class_="oe-die oe-blank", aria_hidden="true")
    return element("span", die, *below, class_="oe-on-table")


def tray(dice: Iterable[Html]) -> Html:
    """Return dice to be clicked, side by side."""
    return element(
        "div", *dice, class_="oe-tray", data_arrows=True, role="group", aria_label="The dice"
    )


def switches(act: str, categories: Iterable[str], on: Sequence[str]) -> Html:
    """Return categories as switches, some of them on."""
    items = (
        element(
            "li",
            button(
                Html.of("✓ " if name in on else "– ", named(name)),
                act,
                name,
                aria_pressed="true" if name in on else "false",
            ),
        )
        for name in categories
    )
    return element("ul", *items, class_="oe-switches", role="list", data_arrows=True)


def sheet(entries: Sequence[Html], label: str) -> Html:
    """Return the entries of a score sheet in two columns."""
    return element(
        "ul",
        *(element("li", it) for it in entries),
        class_="oe-sheet",
        role="list",
        aria_label=label,
        data_arrows=True,
        style=f"--rows:{(len(entries) + 1) // 2}",
    )


def _chips(solution: Solution, roll: Sequence[int], names: Sequence[str]) -> Html:
    """Return the categories as switches, open or closed, with what the dice would score."""
    items = [
        element(
            "button",
            element("span", named(name)),
            element("span", "open" if name in names else "closed", class_="oe-tag"),
            element("strong", solution.rules.score(name, roll) if name in names else "–"),
            type="button",
            class_="oe-entry" + " oe-is-legal" * (name in names),
            data_act="category",
            data_value=name,
            aria_pressed="true" if name in names else "false",
        )
        for name in solution.rules.categories
    ]
    return sheet(items, "Which categories are open")


def _outlook(ends: Mapping[str, tuple[Fraction, Fraction]]) -> Html:
    top = max(chance for chance, _ in ends.values())
    rows = (
        element(
            "tr",
            element("th", named(name), scope="row"),
            bar(chance / top),
            element("td", percent(chance)),
            element("td", points(mean)),
        )
        for name, (chance, mean) in sorted(ends.items(), key=lambda item: item[1][0], reverse=True)
    )
    heads = ("category", element("td", class_="oe-bar"), "chance", "mean points")
    return table(heads, rows, kind="oe-bars oe-endings")
