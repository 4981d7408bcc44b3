"""Figures of absorbing chains: diagrams of small chains, and survival curves."""

from collections.abc import Hashable, Mapping
from math import hypot

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch
from matplotlib.ticker import FuncFormatter, NullFormatter

from games.maths.markov import AbsorbingChain
from games.validate import integer, probability, short_repr
from games_widgets.plots.style import FIRST, FIRST_PAPER, INK, MUTED, bare, drawing, sheet

__all__ = ["diagram", "survival"]

Place = tuple[float, float]

MOST_POINTS = 120  # of a curve


@drawing
def diagram(
    chain: AbsorbingChain[Hashable] | Mapping[Hashable, Mapping[Hashable, object]],
    places: Mapping[Hashable, Place],
) -> Figure:
    """Return the diagram of a small chain: a box for each state, an arrow for each step.

    Absorbing states have a double frame. A loop stands above its state.

    Args:
        chain: a chain of at most 12 states, or a table {state: {next: probability}}, which need not
            have an absorbing state.
        places: the centre of each box; neighbours are best 1 apart.

    >>> diagram({"a": {"a": "1/2", "b": "1/2"}, "b": {"b": 1}}, {"a": (0, 0), "b": (1, 0)})
    <Drawing diagram>
    """
    table = (
        chain
        if isinstance(chain, Mapping)
        else {state: chain.step(state) for state in chain.transient + chain.absorbing}
    )
    integer("len(chain)", len(table), 1, 12, hint="more boxes do not fit")
    rows = {
        state: {
            target: probability(f"the chance of {short_repr(target)}", p)
            for target, p in row.items()
        }
        for state, row in table.items()
    }
    absorbing = {state for state, row in rows.items() if row.keys() == {state}}
    states = [*rows, *(target for row in rows.values() for target in row)]
    if states_without_place := [state for state in states if state not in places]:
        raise ValueError(f"places has no place for the state {short_repr(states_without_place[0])}")
    xs, ys = zip(*[places[state] for state in rows], strict=True)
    loops = any(state in row for state, row in rows.items() if state not in absorbing)
    margin_above = 0.85 if loops else 0.4
    width, height = max(xs) - min(xs) + 0.9, max(ys) - min(ys) + margin_above + 0.4
    unit = min(1.35, 5 / width)
    figure, axes = sheet(unit * width, unit * height)
    bare(axes, (min(xs) - 0.45, max(xs) + 0.45), (min(ys) - 0.4, max(ys) + margin_above))
    axes.set_aspect("equal")
    for state in [state for state in rows if state not in absorbing]:
        for target, chance in rows[state].items():
            has_reverse = target not in absorbing and state in rows.get(target, {})
            _arrow(axes, places[state], places[target], str(chance), bent=has_reverse)
    for state in rows:
        _state(axes, places[state], str(state), is_absorbing=state in absorbing)
    return figure


@drawing
def survival(
    chain: AbsorbingChain[Hashable], start: Hashable, last: int, unit: str = "steps"
) -> Figure:
    """Return the survival curve P(T > t) on a linear and on a logarithmic axis.

    Args:
        chain: the chain.
        start: one of its states.
        last: the last t, 2 to 10 000.
        unit: the word for steps, in the plural.

    >>> survival(AbsorbingChain({"a": {"a": "1/2", "b": "1/2"}, "b": {"b": 1}}), "a", 9)
    <Drawing survival>
    """
    last = integer("last", last, 2, 10_000, hint="the work grows with it")
    curve = chain.survival_curve_float(start, last)
    mean, median = chain.expected_steps_float(start), chain.quantile(start, "1/2")
    figure = Figure(figsize=(5, 3), layout="constrained")
    linear, log = figure.subplots(1, 2)
    # Matplotlib thins a path of 128 points or more, and which points it leaves out depends on the
    # processor. A long curve is drawn through fewer points, so that its picture is always the same.
    times = range(0, last + 1, -(-last // MOST_POINTS))
    for axes in (linear, log):
        if len(times) <= last:
            axes.plot(times, [curve[t] for t in times], color=FIRST)
        else:
            axes.step(times, curve, where="post", color=FIRST)
        axes.set(xlabel=f"{unit} t", xlim=(0, last))
        axes.axvline(mean, color=INK, linewidth=1.4)
        axes.axvline(median, color=INK, linestyle=(0, (4, 2)), linewidth=1.4)
    linear.set(ylabel="P(T > t)", ylim=(0, 1.02))
    log.set(yscale="log")
    log.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{share:g}"))
    log.yaxis.set_minor_formatter(NullFormatter())
    for x, text, colour, y in (
        (median, f"median {median}", INK, 0.93),
        (mean, f"mean {mean:.4g}", INK, 0.8),
    ):
        paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
        linear.text(x + last / 50, y, text, color=colour, bbox=paper)
    linear.set_title("on a linear axis", size=11, color=MUTED)
    log.set_title("on a logarithmic axis", size=11, color=MUTED)
    return figure


def _state(axes: Axes, place: Place, text: str, *, is_absorbing: bool) -> None:
    x, y = place
    for grow in (0.07, 0.0) if is_absorbing else (0.0,):
        width, height = 0.5 + grow, 0.36 + grow
        axes.add_patch(
            FancyBboxPatch(
                (x - width / 2, y - height / 2),
                width,
                height,
                boxstyle="round,pad=0,rounding_size=0.09",
                facecolor="white" if is_absorbing else FIRST_PAPER,
                edgecolor=INK,
                linewidth=1.2,
                zorder=3,
            )
        )
    axes.text(x, y, text, ha="center", va="center", zorder=4)


def _arrow(axes: Axes, start: Place, end: Place, text: str, *, bent: bool) -> None:
    """Draw an arrow: a loop above its box, a straight line, or a bow if the arrow is bent."""
    if start == end:
        x, y = start
        start_point, end_point, rad = (x - 0.15, y + 0.19), (x + 0.15, y + 0.19), -1.7
        label = (x, y + 0.19 + 0.4)
    else:
        start_point, end_point = _edge(start, end), _edge(end, start)
        rad = -0.32 if bent else 0.0
        dx, dy = end_point[0] - start_point[0], end_point[1] - start_point[1]
        side = (0.5 * 0.32 if bent else 0) + 0.13 / hypot(dx, dy)
        label = (
            (start_point[0] + end_point[0]) / 2 - dy * side,
            (start_point[1] + end_point[1]) / 2 + dx * side,
        )
    axes.add_patch(
        FancyArrowPatch(
            start_point,
            end_point,
            connectionstyle=f"arc3,rad={rad}",
            arrowstyle="-|>",
            mutation_scale=11,
            shrinkA=0,
            shrinkB=1,
            color=MUTED,
            linewidth=1.3,
            zorder=2,
        )
    )
    axes.text(*label, text, ha="center", va="center", color=INK, zorder=5)


def _edge(start: Place, end: Place) -> Place:
    """Return the point where the straight line to another box leaves this box."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    share = min(0.29 / abs(dx) if dx else 9, 0.22 / abs(dy) if dy else 9)
    return start[0] + share * dx, start[1] + share * dy
