"""Figures of games that return and in which you choose: values that converge, and when to stop."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.kit.plots.style import (
    LINE,
    MUTED,
    bare,
    box,
    drawing,
    line_colour,
    paper_colour,
    sheet,
)
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from games.arguments import shown, whole

__all__ = ["holds", "sweeps"]


@drawing
def sweeps(curves: Mapping[str, Sequence[float]], exact: Mapping[str, Fraction]) -> Figure:
    """Return the values of some positions after 0, 1, … sweeps of value iteration.

    Args:
        curves: name of a position -> its values, equally many for each; 1 to 8 of them.
        exact: name -> the limit, drawn dashed.

    >>> sweeps({"start": [0, 0.5, 0.5]}, {"start": Fraction(4, 7)})
    <Drawing sweeps>
    """
    size = whole("len(curves)", len(curves), 1, 8, hint="more curves cannot be told apart")
    figure, axes = sheet(5.6, 3.4)
    for i, (name, values) in enumerate(curves.items()):
        if name not in exact:
            raise ValueError(f"exact has no value for {shown(name)}")
        colour = line_colour(i, size)
        axes.axhline(float(exact[name]), color=colour, linewidth=1, linestyle=(0, (4, 3)))
        axes.plot(range(len(values)), values, color=colour, marker="o", markersize=3.5)
        axes.annotate(
            f"{name}: {exact[name]}",
            (len(values) - 1, float(exact[name])),
            (8, 0),
            textcoords="offset points",
            va="center",
        )
    last = max(map(len, curves.values())) - 1
    axes.set(xlabel="sweeps", ylabel="value", xlim=(-0.3, last), ylim=(-0.03, 1.03))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure


@drawing
def holds(first_hold: Mapping[tuple[int, int], int | None]) -> Figure:
    """Return the table of when to hold: a row for each score of yours, a column for the other's.

    Args:
        first_hold: {(your score, the other's): the first pot with which holding is best, or None
            if it never is}, for all pairs of scores below some goal of 1 to 20.

    >>> holds({(0, 0): 1})
    <Drawing holds>
    """
    whole("len(first_hold)", len(first_hold), 1, 400, hint="the goal is at most 20")
    goal = max(max(scores) for scores in first_hold) + 1
    pots = [pot for pot in first_hold.values() if pot]
    low, high = min(pots, default=1), max(pots, default=1)
    figure, axes = sheet(0.42 * max(goal + 2, 6), 0.36 * max(goal + 2, 6))
    bare(axes, (-1.6, goal - 0.4), (goal - 0.4, -1.6))
    for mine in range(goal):
        for yours in range(goal):
            if (mine, yours) not in first_hold:
                raise ValueError(f"first_hold has no entry for {(mine, yours)}")
            pot = first_hold[mine, yours]
            paper = paper_colour(pot - low, high - low + 1) if pot else LINE
            box(axes, yours - 0.5, mine, 1, 1, paper, str(pot) if pot else "–")
    for score in range(goal):
        axes.text(-0.85, score, str(score), ha="center", va="center", color=MUTED)
        axes.text(score, -0.85, str(score), ha="center", va="center", color=MUTED)
    axes.text(-1.45, (goal - 1) / 2, "your score", rotation=90, ha="center", va="center")
    axes.text((goal - 1) / 2, -1.4, "your opponent's score", ha="center", va="center")
    return figure
