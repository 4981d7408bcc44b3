"""Figures of small recurrences: the unfinished game as a grid, and the cost of plain recursion."""

from fractions import Fraction
from math import comb

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from games.validate import integer
from games_widgets.plots.style import (
    FIRST,
    FIRST_PAPER,
    INK,
    MUTED,
    SECOND,
    bare,
    box,
    drawing,
    sheet,
)

__all__ = ["calls", "points"]


@drawing
def points(a: int, b: int) -> Figure:
    """Return the grid of chances when the next point is a fair toss: Win(0, 0) … Win(a, b).

    Args:
        a: the points that you still need, 1 to 5: the last row.
        b: the points that your friend needs, 1 to 5: the last column.

    >>> points(2, 3)
    <Drawing points>
    """
    a = integer("a", a, 1, 5, hint="more boxes do not fit")
    b = integer("b", b, 1, 5, hint="more boxes do not fit")
    width, height = 0.62, 0.46
    figure, axes = sheet(1.05 * (b + 1.5), 0.8 * (a + 1.3))
    bare(axes, (-1.15, b + 0.4), (a + 0.4, -0.95))
    chances: dict[tuple[int, int], Fraction] = {}
    for i in range(a + 1):
        for j in range(b + 1):
            if i == j == 0:
                continue  # impossible: one of the two has won before
            is_over = i == 0 or j == 0
            chances[i, j] = (
                Fraction(i == 0) if is_over else (chances[i - 1, j] + chances[i, j - 1]) / 2
            )
            paper = "white" if is_over else FIRST_PAPER
            box(axes, j - width / 2, i, width, height, paper, str(chances[i, j]))
            if not is_over:
                for x, y in ((j, i - 1 + height / 2 + 0.02), (j - 1 + width / 2 + 0.02, i)):
                    start = (j, i - height / 2) if x == j else (j - width / 2, i)
                    arrow = {"arrowstyle": "-|>", "color": MUTED, "shrinkA": 0, "shrinkB": 0}
                    axes.annotate("", (x, y), start, arrowprops=arrow)
    for i in range(a + 1):
        axes.text(-0.6, i, str(i), ha="center", va="center", weight="bold")
    for j in range(b + 1):
        axes.text(j, -0.5, str(j), ha="center", va="center", weight="bold")
    axes.text(-1.0, a / 2, "you need a", rotation=90, ha="center", va="center", color=INK)
    axes.text(b / 2, -0.82, "your friend needs b", ha="center", va="center", color=INK)
    return figure


@drawing
def calls(last: int) -> Figure:
    """Return the calls of the plain recursion for Win(n, n) beside the boxes of the table.

    Args:
        last: the last n, 2 to 100.

    >>> calls(10)
    <Drawing calls>
    """
    sizes = range(1, integer("last", last, 2, 100) + 1)
    figure, axes = sheet(5, 3)
    plain = [2 * comb(2 * n, n) - 1 for n in sizes]
    axes.plot(sizes, plain, color=FIRST, label="calls of the plain function")
    boxes = [(n + 1) ** 2 - 1 for n in sizes]
    axes.plot(sizes, boxes, color=SECOND, linestyle=(0, (4, 2)), label="boxes")
    axes.set(yscale="log", xlabel="points n that each player needs", ylabel="how many")
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(loc="upper left")
    return figure
