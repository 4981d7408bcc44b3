"""Figures of games with decisions and repeated positions: values that converge."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from games.validate import integer, short_repr
from games_widgets.plots.style import drawing, line_colour, sheet

__all__ = ["sweeps"]


@drawing
def sweeps(curves: Mapping[str, Sequence[float]], exact: Mapping[str, Fraction]) -> Figure:
    """Return the values of some positions after 0, 1, … sweeps of value iteration.

    Args:
        curves: name of a position -> its values, equally many for each; 1 to 8 of them.
        exact: name -> the limit, drawn dashed.

    >>> sweeps({"start": [0, 0.5, 0.5]}, {"start": Fraction(4, 7)})
    <Drawing sweeps>
    """
    size = integer("len(curves)", len(curves), 1, 8, hint="more curves cannot be told apart")
    figure, axes = sheet(5, 3.4)
    for i, (name, values) in enumerate(curves.items()):
        if name not in exact:
            raise ValueError(f"exact has no value for {short_repr(name)}")
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
