"""Figures of Yazy: a lattice of keeps, scores, and the chances to reach a target."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, combinations

from games.kit.plots.style import (
    ALERT,
    FIRST,
    FIRST_PAPER,
    INK,
    MUTED,
    bare,
    box,
    drawing,
    line_colour,
    sheet,
)
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from games import yazy
from games.arguments import whole
from games.maths.turn import Dice, solve
from games.yazy import targets as yazy_targets

__all__ = ["densities", "lattice", "reach"]


@drawing
def lattice(score: Callable[[Dice], int | Fraction], faces: int = 3) -> Figure:
    """Return the lattice of two dice, with what each keep is worth before the last reroll.

    Above each roll stands the best that can be done with it: to stop, or a keep.

    Args:
        score: gives the worth of a roll, as in `games.maths.turn.solve`.
        faces: how many faces a die has, 2 to 4.

    >>> lattice(sum, faces=2)
    <Drawing lattice>
    """
    faces = whole("faces", faces, 2, 4, hint="every roll takes a box of the figure")
    turn = solve(score, rerolls=1, dice=2, faces=faces)
    rows = _rows(turn.lattice.keeps)
    wide = len(rows[-1])
    figure, axes = sheet(5.4, 3.9)
    bare(axes, (-0.1, wide + 0.1), (2.95, -0.95))
    places = _places(rows, wide, lambda size: 1.3 * (2 - size))
    _edges(axes, places)
    for keep, (x, y) in places.items():
        paper = "white" if len(keep) == 2 else FIRST_PAPER
        box(axes, x - 0.38, y, 0.76, 0.6, paper, f"{_named(keep)}\n{turn.keep_value(keep, 1)}")
        if len(keep) == 2:
            best, worth = turn.advice(keep, 1)[0]
            verb = "stop" if best == keep else f"keep {_named(best)}"
            axes.text(x, y - 0.76, verb, ha="center", va="center", color=MUTED)
            axes.text(x, y - 0.48, str(worth), ha="center", va="center", weight="bold")
    return figure


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


# Below here: the pieces that the figures share.


def _rows(keeps: Iterable[Dice]) -> list[list[Dice]]:
    """Return the keeps of each size, the empty one first."""
    rows: list[list[Dice]] = []
    for keep in keeps:
        rows += [[] for _ in range(len(keep) + 1 - len(rows))]
        rows[len(keep)].append(keep)
    return rows


def _places(
    rows: Sequence[Sequence[Dice]], wide: int, height: Callable[[int], float]
) -> dict[Dice, tuple[float, float]]:
    """Return where each keep is drawn: every row in the middle of the sheet."""
    return {
        keep: ((n + 0.5) * wide / len(row), height(size))
        for size, row in enumerate(rows)
        for n, keep in enumerate(row)
    }


def _edges(axes: Axes, places: dict[Dice, tuple[float, float]]) -> None:
    """Draw a line from each keep to what it becomes with one die more."""
    for keep, (x, y) in places.items():
        for part in set(combinations(keep, len(keep) - 1)) if keep else ():
            u, v = places[part]
            axes.plot([x, u], [y, v], color=MUTED, linewidth=0.8, zorder=0)


def _named(keep: Dice) -> str:
    return " ".join(map(str, keep)) or "none"
