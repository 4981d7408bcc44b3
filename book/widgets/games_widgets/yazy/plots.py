"""Figures of Yazy: the chances to reach a target."""

from itertools import accumulate

from matplotlib.figure import Figure

from games import yazy
from games.validate import integer
from games.yazy import targets as yazy_targets
from games_widgets.plots.style import ALERT, FIRST, FIRST_PAPER, INK, drawing, sheet

__all__ = ["reach"]


@drawing
def reach(marked: int = 171) -> Figure:
    """Return the chance to reach each target by its own best policy, and by that for the mean.

    Args:
        marked: the target at which the difference is drawn, 1 to 280.

    >>> reach(200)
    <Drawing reach>
    """
    marked = integer("marked", marked, 1, 280, hint="no score is larger")
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
