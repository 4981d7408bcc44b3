"""The scene of a turn, backwards: values come down from the rolls as means and climb as maxima.

At first there are three small dice that know only 1 and 2, keep by keep; then the 462 keeps of five
dice, size by size. A keep lies below all that it may become; see `games.maths.turn`.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import groupby
from typing import NamedTuple

from games.maths.turn import Dice, Turn, solve
from games_widgets.drawing import dice
from games_widgets.drawing.markup import Html, Picture, div, element
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, number, percent
from games_widgets.yazy.view_keeps import edges, less

REROLLS, SHADES = 2, 12
STAGES = (
    Stage(0, "the end", "No reroll is left. What are two worth before the third falls?"),
    Stage(6, "down: means", "Now a roll may choose, and the small keeps speak first."),
    Stage(15, "up: maxima", "So of 1 2 2 you keep the single 1."),
    Stage(30, "another reroll", "Even 2 2 2 goes back into the cup."),
    Stage(36, "the whole turn", "And with five dice?"),
    Stage(62, "five dice", "It is the same walk, and a keep of five dice has six above it."),
    Stage(63, "walk it yourself", printed=False),
)


class Step(NamedTuple):
    """What happens from one place of the hand to the next.

    Attributes:
        left: rerolls left before the dice are rolled; one more than there are at the first roll.
        up: whether each keep hears the best of those below it; if not, it gets its mean.
        keeps: those that get a number.
    """

    left: int
    up: bool
    keeps: tuple[Dice, ...]


class Shown(NamedTuple):
    """What is shown at a place of the hand.

    Attributes:
        turn: the turn, with a reroll more than it has: its first roll rerolls nothing.
        step: the last step, if there is one.
        worth: the number of each keep, if it has one.
        lost: what those that heard a better one were worth by themselves.
    """

    turn: Turn
    step: Step | None
    worth: dict[Dice, Fraction]
    lost: dict[Dice, Fraction]


def climb(at: int, board: Callable[[], Picture]) -> Picture:
    """Return the scene; at its last place stands the board on which the reader walks alone.

    Args:
        at: 0 to 63: steps on three dice, then on five.
        board: draws what is played on at the end.

    >>> climb(1, lambda: None).summary
    '2 2 is the mean of 1 2 2 and 2 2 2 above it: (5 + 6) / 2 = 5.5.'
    """
    last = STAGES[-1].at
    held = scrubber_input("Steps", at, 0, last, value_text=f"step {at}")
    return scene(lambda at: board() if at == last else _drawn(at), at, STAGES, held)


@lru_cache(maxsize=128)  # about 4 kB each
def _drawn(at: int) -> Picture:
    few = at <= STAGES[4].at
    shown = _shown(few, at if few else at - STAGES[4].at - 1)
    told = (_told if few else _told_of_five)(shown)
    drawn = _keeps(shown) if few else _sizes(shown)
    return Picture(drawn, told)


# The walks.


@lru_cache(maxsize=2)
def _steps(few: bool) -> tuple[Turn, tuple[Step, ...]]:
    """Return the turn, and its steps: keep by keep if there are few of them."""
    if few:
        turn = solve(lambda it: 12 if it == (1, 1, 1) else sum(it), REROLLS + 1, dice=3, faces=2)
    else:
        turn = solve(lambda it: int(it[0] == it[-1]), REROLLS + 1)
    keeps = turn.lattice.keeps
    parts = [(it,) for it in keeps] if few else [tuple(it) for _, it in groupby(keeps, len)]

    def steps() -> Iterator[Step]:
        for left in range(1, REROLLS + 2):
            down = [it for it in parts if len(it[0]) < turn.lattice.dice]
            yield from (Step(left, False, it) for it in reversed(down))
            if left <= REROLLS:
                yield from (Step(left, True, it) for it in parts[1:])

    return turn, tuple(steps())


def _shown(few: bool, place: int) -> Shown:
    turn, steps = _steps(few)
    worth = {roll: turn.advice(roll, 0)[0][1] for roll in turn.lattice.rolls}
    lost: dict[Dice, Fraction] = {}
    up = True
    for step in steps[:place]:
        if step.up != up:  # another walk begins
            lost, up = {}, step.up
            if not up:
                worth = {roll: worth[roll] for roll in turn.lattice.rolls}
        for keep in step.keeps:
            best = _best(few, keep, step.left) if up else turn.keep_value(keep, step.left)
            if up and best > worth[keep]:
                lost[keep] = worth[keep]
            worth[keep] = best
    return Shown(turn, steps[place - 1] if place else None, worth, lost)


@lru_cache(maxsize=2048)
def _best(few: bool, keep: Dice, left: int) -> Fraction:
    """Return the best that a keep has heard of those in it, itself among them."""
    own = _steps(few)[0].keep_value(keep, left)
    return max([own, *(_best(few, part, left) for part in less(keep))])


# Three dice: a node for each keep.


def _keeps(shown: Shown) -> Html:
    size = shown.turn.lattice.dice
    at = {
        keep: (0.5 + (2 * sum(keep) - 3 * len(keep)) / 8, size - len(keep))
        for keep in shown.turn.lattice.keeps
    }
    nodes = (_node(shown, keep, x, (y + 0.5) / (size + 1)) for keep, (x, y) in at.items())
    return element(
        "div",
        edges(at, size + 1, partial(_kind, shown)),
        element("ul", *nodes),
        class_="oe-lattice oe-climb",
        style=f"--lines:{size + 1}",
        role="img",
        aria_label="; ".join(
            f"{dice.spoken(keep)}: {_n(value)}" for keep, value in shown.worth.items()
        ),
    )


def _kind(shown: Shown, keep: Dice, part: Dice) -> str:
    """Return the look of the line from a keep to a part of it."""
    step = shown.step
    if step and not step.up and part in step.keeps:
        return "oe-less oe-near"
    if keep in shown.lost and shown.worth[part] == shown.worth[keep]:
        return "oe-less oe-flow"
    return "oe-less"


def _node(shown: Shown, keep: Dice, x: float, y: float) -> Html:
    here = shown.step is not None and keep in shown.step.keeps
    value, lost = shown.worth.get(keep), shown.lost.get(keep)
    numbers = element(
        "span",
        None if lost is None else element("s", _n(lost)),
        None if value is None else element("strong", _n(value)),
        class_="oe-tells",
    )
    box = div("oe-keep" + " oe-is-here" * here, dice.row(keep, "nothing"), numbers)
    heat = float(value or 0) / max(map(float, shown.worth.values()))
    return element("li", box, style=f"--x:{x:.4f};--y:{y:.4f};--heat:{heat:.3f}")


def _told(shown: Shown) -> str:
    """Say what the last step did on three dice."""
    if not shown.step:
        return "Three dice know only 1 and 2; their sum counts, but 1 1 1 brings 12."
    [keep] = shown.step.keeps
    value, name = _n(shown.worth[keep]), dice.spoken(keep)
    if not shown.step.up:
        above = [tuple(sorted((*keep, face))) for face in (1, 2)]
        names, worths = (
            map(dice.spoken, above),
            (_n(shown.worth[it]) for it in above),
        )
        begin = "To keep nothing" if not keep else name
        return (
            f"{begin} is the mean of {' and '.join(names)} above it: ({' + '.join(worths)}) / 2 = "
            f"{value}."
        )
    if keep not in shown.lost:
        return f"{name} hears of nothing better than its own {value}."
    part = next(it for it in less(keep) if shown.worth[it] == shown.worth[keep])
    told = f"{name} hears of {value} from {dice.spoken(part)}. Its own {_n(shown.lost[keep])} fades"
    if len(keep) < shown.turn.lattice.dice:
        return f"{told}."
    best = shown.turn.advice(keep, shown.step.left)[0][0]
    return f"{told}: " + (f"keep {dice.spoken(best)}." if best else "roll all three again.")


# Five dice: a row for each size.


def _sizes(shown: Shown) -> Html:
    rows = groupby(reversed(shown.turn.lattice.keeps), len)
    return div("oe-sizes", *(_size(shown, size, tuple(keeps)[::-1]) for size, keeps in rows))


def _size(shown: Shown, size: int, keeps: tuple[Dice, ...]) -> Html:
    """Return the keeps of one size as cells, the darker the higher their chance."""
    shades: dict[int, list[str]] = {}
    for n, keep in enumerate(keeps):
        if shown.worth.get(keep):
            shade = round(SHADES * float(shown.worth[keep]) ** (1 / 3))
            shades.setdefault(shade, []).append(f"M{n} 0h1v1h-1z")
    drawn = element(
        "svg",
        *(element("path", d="".join(d), opacity=f"{it / SHADES:.2f}") for it, d in shades.items()),
        viewBox=f"0 0 {len(keeps)} 1",
        preserveAspectRatio="none",
        focusable="false",
    )
    here = shown.step is not None and keeps[0] in shown.step.keeps
    worths = [shown.worth[it] for it in keeps if it in shown.worth]
    return div(
        "oe-size" + " oe-is-here" * here,
        element("span", _many(size, len(keeps))),
        element("strong", _range(worths), class_="oe-tells"),
        drawn,
    )


def _range(worths: list[Fraction]) -> str:
    if not worths:
        return ""
    low, high = min(worths), max(worths)
    return percent(high) if low == high else f"{percent(low)} to {percent(high)}"


def _told_of_five(shown: Shown) -> str:
    """Say what the last step did on five dice."""
    if not shown.step:
        return "All rolls of five dice. Five of a kind is what we want, and six of the 252 have it."
    size, left = len(shown.step.keeps[0]), shown.step.left
    who = _many(size, len(shown.step.keeps))
    if size == 0:
        chance = percent(shown.worth[()])
        return f"With {count(left - 1, 'reroll')}, five of a kind comes in {chance} of turns."
    if shown.step.up:
        return f"{who} hear what those below are worth, and each keeps the best."
    return f"{who}: each is the mean of the six above it."


def _many(size: int, many: int) -> str:
    if size == 5:
        return f"{many} rolls"
    return f"{many} keeps of {count(size, 'die', 'dice')}" if size else "nothing kept"


def _n(value: Fraction) -> str:
    return number(value, None if value.denominator <= 8 else 2)
