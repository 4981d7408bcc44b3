"""Figures of Yazy: the chances to reach a target, and numbers in the lanes of one integer."""

from collections.abc import Sequence
from itertools import accumulate
from operator import sub

from games.kit.plots.style import (
    ALERT,
    FIRST,
    FIRST_PAPER,
    INK,
    MUTED,
    bare,
    centred,
    drawing,
    sheet,
)
from matplotlib.figure import Figure

from games import yazy
from games.arguments import whole
from games.maths.lanes import Lanes
from games.yazy import targets as yazy_targets

__all__ = ["lanes", "reach"]


@drawing
def reach(marked: int = 171) -> Figure:
    """Return the chance to reach each target by its own best policy, and by that for the mean.

    Args:
        marked: the target at which the difference is drawn, 1 to 280.

    >>> reach(200)
    <Drawing reach>
    """
    marked = whole("marked", marked, 1, 280, hint="no score is larger")
    odds = yazy.standard_scores().chances_float
    by_mean = list(accumulate(reversed(odds)))[::-1]
    by_target = [yazy_targets.chance_to_reach_float(target) for target in range(len(odds))]
    figure, axes = sheet(5, 3.4)
    targets = range(len(odds))
    axes.fill_between(targets, by_mean, by_target, color=FIRST_PAPER, linewidth=0)
    # as in the app, where playing for the mean is the first line
    axes.plot(targets, by_mean, color=FIRST, label="playing for the mean")
    axes.plot(targets, by_target, color=ALERT, ls=(0, (4, 2)), label="playing for that target")
    axes.plot([marked] * 2, [by_mean[marked], by_target[marked]], color=INK, marker="o", ms=4)
    for chance, side in ((by_target[marked], 1), (by_mean[marked], -1)):
        axes.annotate(
            f"{100 * chance:.1f} %",
            (marked, chance),
            (8 * side, 4 * side),
            textcoords="offset points",
            ha="left" if side > 0 else "right",
            va="bottom" if side > 0 else "top",
        )
    axes.set(xlabel="target", ylabel="chance to reach it", ylim=(0, 1.02), xlim=(40, 280))
    axes.legend(loc="upper right")
    return figure


@drawing
def lanes(a: Sequence[int], b: Sequence[int]) -> Figure:
    """Return how the larger of two numbers is found in three lanes at once, bit by bit.

    Args:
        a, b: three numbers each, 0 to 127; the first stands on the right.

    >>> lanes([10, 20, 30], [12, 5, 30])
    <Drawing lanes>
    """
    for name, numbers in (("a", a), ("b", b)):
        whole(f"len({name})", len(numbers), 3, 3, hint="there are three lanes")
        for it in numbers:
            whole(f"a number of {name}", it, 0, 127, hint="the top bit of a lane is its guard")
    three = Lanes(count=3, width=8)
    first, second = three.pack(a), three.pack(b)
    left = (first | three.guards) - second
    stayed = left & three.guards
    larger = three.larger(first, second)
    rows: tuple[tuple[str, int, Sequence[object]], ...] = (
        ("a, guards set", first | three.guards, a),
        ("minus b", second, b),
        ("leaves", left, ["stays" if it >= 0 else "is lost" for it in map(sub, a, b)]),
        ("full lanes", stayed - (stayed >> 7), ()),
        ("the larger", larger, three.unpack(larger)),
    )
    figure, axes = sheet(5, 2.9)
    bare(axes, (-7.6, 25.8), (8.6, -1.2))
    for line, (name, packed, told) in enumerate(rows):
        y = 2 * line
        axes.text(-0.8, y, name, ha="right", va="center")
        for lane, text in enumerate(map(str, told)):
            ink = ALERT if text == "is lost" else INK
            centred(axes, 21.5 - 9 * lane, y - 0.75, text, color=ink, weight="bold")
        for n, bit in enumerate(f"{packed:024b}"):
            paper = (MUTED if n % 8 else FIRST) if bit == "1" else "white"
            pen = ALERT if line == 2 and n % 8 == 0 and bit == "0" else MUTED
            axes.plot(n + n // 8, y, "s", ms=9, mfc=paper, mec=pen)
    return figure
