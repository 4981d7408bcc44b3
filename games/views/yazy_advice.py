"""What to do with a roll of Yazy, what it is worth, and why: for games and for a real table."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.turn import Dice
from games.views import dice
from games.views.markup import Html, Picture, button, element, joined, section
from games.views.text import count, listed, number, percent
from games.yazy import Action, Solution

__all__ = ["adviser", "different", "named", "options", "points", "said", "shown_action", "why"]

FEW = 8
Ends = Mapping[str, tuple[float, float]]


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
        return joined([f"score {named(action[1])}"])
    return joined(["keep ", dice.row(action[1], "nothing")])


def said(action: Action, *, ing: bool = False) -> str:
    """Return an action in words.

    >>> said(("keep", ())), said(("score", "full_house"), ing=True)
    ('keep nothing', 'scoring full house')
    """
    if action[0] == "keep":
        return f"{'keeping' if ing else 'keep'} {dice.spoken(action[1])}"
    return f"{'scoring' if ing else 'score'} {named(action[1])}"


def different(
    solution: Solution, roll: Sequence[int], left: int, names: Sequence[str]
) -> dict[Action, Fraction]:
    """Return the advice, without the keep of all five dice: that is to score them."""
    advice = solution.advice(roll, left, names)
    return {it: value for it, value in advice if it[0] == "score" or len(it[1]) < len(roll)}


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
    if abs(p - q) < 0.01 and mean > other:
        return (
            f"Why: {this} makes {named(name)} bring {mean:.2f} points on average, not {other:.2f}."
        )
    one, two = percent(Fraction(p)), percent(Fraction(q))
    if p > q:
        return f"Why: {this} ends in {named(name)} in {one} of all cases, {told} in {two}."
    return (
        f"Why: {told} gives up {named(name)}, for {other:.2f} points on average, in {two} of all "
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
    sums = (
        f"{named(name)} brings {made:.0f} points now, rolling on {mean:.2f} on average, "
        f"and what then stays open is worth {abs(later):.2f} {'more' if later > 0 else 'less'}"
    )
    return f"Why: {sums}."


# Advice as a table, and the adviser.


def options(advice: Mapping[Action, Fraction], most: int) -> Html:
    """Return the best actions as a table, with what each is worth and a bar for what it loses."""
    best = next(iter(advice.values()))
    seen = list(advice.items())[:most]
    worst = max(best - worth for _, worth in seen) or Fraction(1)
    rows = (
        element(
            "tr",
            element("th", shown_action(action), scope="row"),
            element("td", points(worth)),
            element("td", "★ best" if worth == best else points(best - worth)),
            element(
                "td",
                element(
                    "span",
                    class_="oe-fill",
                    style=f"--share:{float((best - worth) / worst):.4f}",
                ),
                class_="oe-bar",
            ),
            class_="oe-is-best" if worth == best else None,
        )
        for action, worth in seen
    )
    heads = (
        element("th", "action", scope="col"),
        element("th", "worth", scope="col"),
        element("th", "loss", scope="col"),
        element("td", class_="oe-bar"),
    )
    return element(
        "table",
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
        class_="oe-bars oe-options",
    )


def adviser(
    solution: Solution,
    roll: Sequence[int],
    left: int,
    names: Sequence[str],
    *,
    everything: bool = False,
    fixed: bool = False,
) -> Picture:
    """Return advice for dice on a real table.

    Args:
        solution: the game, solved.
        roll: the five dice, in their places.
        left: rerolls left.
        names: the open categories, at least one.
        everything: whether to list all actions, or the best few.
        fixed: whether dice and categories are as they are, and not to be clicked.
    """
    advice = different(solution, roll, left, names)
    (best, worth), *others = advice.items()
    next_best = next((it for it, value in others if value < worth), None)
    ends = (
        solution.outlook(best[1], left, names)
        if best[0] == "keep"
        else {best[1]: (Fraction(1), Fraction(solution.rules.score(best[1], roll)))}
    )
    label = "Show the best" if everything else f"Show all {len(advice)}"
    html = joined(
        (
            _cast(roll, fixed),
            None
            if fixed
            else element(
                "p",
                "Click a die to turn it to its next face, a category to close or open it.",
                class_="oe-note",
            ),
            None if fixed else _chips(solution, roll, names),
            element(
                "div",
                element("span", "Best", class_="oe-label"),
                element("strong", shown_action(best)),
                element("span", f"worth {points(worth)} points", class_="oe-note"),
                class_="oe-advised",
            ),
            element(
                "p",
                why(solution, tuple(sorted(roll)), left, names, best, next_best),
                class_="oe-why",
            ),
            element(
                "div",
                section(
                    "What can be done",
                    options(advice, len(advice) if everything else FEW),
                    element("div", button(label, "all"), class_="oe-buttons")
                    if len(advice) > FEW
                    else None,
                ),
                section("Where the turn ends, after the best", _outlook(ends)),
                class_="oe-pair",
            ),
        )
    )
    rerolls = "no reroll" if not left else count(left, "reroll")
    return Picture(
        html,
        f"With {dice.spoken(roll)}, {rerolls} left and {_open(names)} open, the best is to "
        f"{said(best)}: from here on {points(worth)} points on average.",
    )


def _open(names: Sequence[str]) -> str:
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
    return element(
        "div", *items, class_="oe-tray", data_arrows=True, role="group", aria_label="The dice"
    )


def _chips(solution: Solution, roll: Sequence[int], names: Sequence[str]) -> Html:
    """Return the categories as switches, open or closed, with what the dice would score."""
    items = (
        element(
            "li",
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
            ),
        )
        for name in solution.rules.categories
    )
    return element(
        "ul",
        *items,
        class_="oe-sheet",
        role="list",
        aria_label="Which categories are open",
        data_arrows=True,
        style=f"--rows:{(len(solution.rules.categories) + 1) // 2}",
    )


def _outlook(ends: Mapping[str, tuple[Fraction, Fraction]]) -> Html:
    top = max(chance for chance, _ in ends.values())
    rows = (
        element(
            "tr",
            element("th", named(name), scope="row"),
            element(
                "td",
                element("span", class_="oe-fill", style=f"--share:{float(chance / top):.4f}"),
                class_="oe-bar",
            ),
            element("td", percent(chance)),
            element("td", points(mean)),
        )
        for name, (chance, mean) in sorted(ends.items(), key=lambda item: item[1][0], reverse=True)
    )
    heads = (
        element("th", "category", scope="col"),
        element("td", class_="oe-bar"),
        element("th", "chance", scope="col"),
        element("th", "mean points", scope="col"),
    )
    return element(
        "table",
        element("thead", element("tr", *heads)),
        element("tbody", *rows),
        class_="oe-bars oe-outlook",
    )
