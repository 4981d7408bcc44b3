"""Figures of Yazy: scores, and the chances to reach a target."""

from collections.abc import Sequence
from itertools import accumulate

from games.kit.plots.style import (
    ALERT,
    FIRST,
    FIRST_PAPER,
    INK,
    drawing,
    line_colour,
    sheet,
)
from matplotlib.figure import Figure

from games import yazy
from games.arguments import whole
from games.yazy import targets as yazy_targets

__all__ = ["densities", "reach"]


@drawing
def densities(rerolls: Sequence[int] = (0, 1, 2, 3)) -> Figure:
    """Return the distribution of the final score under best play, for numbers of rerolls.

    Args:
        rerolls: numbers from 0 to 3, at most four.

    >>> densities([2])
    <Drawing densities>
    """
    whole("len(rerolls)", len(rerolls), 1, 4, hint="more curves cannot be told apart")
    figure, axes = sheet(5.4, 3.3)
    for number, n in enumerate(rerolls):
        mean, odds = yazy.standard_scores(n)
        colour = line_colour(number, len(rerolls))
        axes.plot(range(len(odds)), odds, color=colour, linewidth=2.4 if n == 2 else 0.9)
        axes.plot([float(mean)] * 2, [0, max(odds)], color=colour, lw=1, ls=(0, (4, 2)))
        axes.annotate(
            f"{n} rerolls" if n != 1 else "1 reroll",
            (float(mean), max(odds)),
            (0, 4),
            textcoords="offset points",
            ha="center",
        )
    axes.margins(y=0.14)  # room for the flags; once a limit is set it is too late
    axes.set(xlabel="final score", ylabel="chance", ylim=(0, None), xlim=(0, 280))
    return figure


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
    figure, axes = sheet(5.4, 3.4)
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
