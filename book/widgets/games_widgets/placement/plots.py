"""Figures of the placement game: first moves, positions, the policy, its proof and its limit."""

from collections.abc import Sequence

from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, NullLocator

from games import placement
from games.validate import integer
from games_widgets.plots.style import (
    ALERT,
    FIRST,
    INK,
    LINE,
    MUTED,
    bare,
    box,
    drawing,
    line_colour,
    note,
    paper_colour,
    sheet,
)

__all__ = [
    "advantage",
    "borders",
    "first_moves",
    "interlacing",
    "merging",
    "position",
    "staircase",
]


@drawing
def first_moves(V: int, F: int) -> Figure:
    """Return every first move of a small game: the board after it and the chance that it leaves.

    Args:
        V: how many values there are, 1 to 9.
        F: how many fields there are, 1 to V and at most 4.

    >>> first_moves(3, 2)
    <Drawing first_moves>
    """
    V = integer("V", V, 1, 9, hint="every value takes a row of the figure")
    F = integer("F", F, 1, min(V, 4), hint="every field takes a column of the figure")
    figure, axes = sheet(5, 0.5 + 0.55 * V)
    bare(axes, (-0.6, F), (V - 0.4, -0.75))
    for f in range(F):
        axes.text(f + 0.5, -0.55, f"on field {f}", ha="center", va="center", color=MUTED)
    for r in range(V):
        axes.text(-0.55, r, f"draw {r}", va="center")
        best = placement.best_fields(V, F, r)
        for f in range(F):
            for field in range(F):
                paper = paper_colour(f, F) if field == f else "white"
                x = f + 0.08 + field * 0.5 / F
                box(axes, x, r, 0.5 / F, 0.52, paper, str(r) if field == f else "")
            chance, weight = placement.place(V, F, r, f), "bold" if f in best else "normal"
            axes.text(f + 0.62, r, str(chance), va="center", weight=weight)
            if f in best:
                axes.text(f + 0.83, r, "best", va="center", color=MUTED)
    return figure


@drawing
def position(V: int, fields: Sequence[int | None]) -> Figure:
    """Return a position: the fields at the top, the values of each gap at the bottom.

    Args:
        V: how many values there are, 1 to 30.
        fields: what each field holds, a value or None, as in `games.placement.state`.

    >>> position(9, [None, 3, None])
    <Drawing position>
    """
    V = integer("V", V, 1, 30, hint="every value takes a box of the figure")
    placement.state(V, fields)  # raises an error if this is not a position
    figure, axes = sheet(5, 1.9)
    bare(axes, (-0.1, V + 0.1), (2.75, -0.5))
    F = len(fields)
    width = V / max(V, F)
    axes.text(0, -0.25, "the fields", color=MUTED)
    axes.text(0, 1.35, "the values", color=MUTED)
    gaps = _gaps(V, fields)
    for f, value in enumerate(fields):
        x = f * width + (V - F * width) / 2
        hue = next((f0 for f0, span, _ in gaps if f in span), None)
        box(axes, x, 0.4, width, 0.62, paper_colour(hue, F), "" if value is None else str(value))
    for r in range(V):
        hue = next((f0 for f0, _, span in gaps if r in span), None)
        text = str(r)
        if r in fields:
            box(axes, r, 2.0, 1, 0.62, "white", text)
        elif hue is None:
            box(axes, r, 2.0, 1, 0.62, LINE, text)
            axes.plot([r + 0.2, r + 0.8], [2.22, 1.78], color=ALERT)
        else:
            box(axes, r, 2.0, 1, 0.62, paper_colour(hue, F), text)
    return figure


@drawing
def staircase(V: int, F: int) -> Figure:
    """Return the best field for every first draw, beside the field of equal spacing.

    Args:
        V: how many values there are, 2 to 2000.
        F: how many fields there are, 1 to V and at most 40.

    >>> staircase(20, 4)
    <Drawing staircase>
    """
    best_starts = placement.thresholds(V, F)
    equal_starts = [-(-f * V // F) for f in range(F)]
    figure, axes = sheet(5, 3.4)
    for starts, label, colour, dash in (
        (best_starts, "optimum", FIRST, "-"),
        (equal_starts, "equal spacing", ALERT, (0, (4, 2))),
    ):
        edges = [*starts, V]
        axes.stairs(
            list(range(F)),
            [edge - 0.5 for edge in edges],
            baseline=None,
            color=colour,
            linewidth=2,
            linestyle=dash,
            label=label,
        )
    axes.set(xlabel="first draw r", ylabel="field", xlim=(-1, V))
    axes.yaxis.set_major_locator(FixedLocator(list(range(F))))
    axes.legend(loc="upper left")
    return figure


@drawing
def interlacing(first: int, last: int) -> Figure:
    """Return the ratios R(v, f), f < v, for the rows v = first … last on a logarithmic axis.

    Args:
        first: the lowest row, 1 to last.
        last: the highest row, at most 30.

    >>> interlacing(3, 5)
    <Drawing interlacing>
    """
    last = integer("last", last, 1, 30, hint="more points cannot be told apart")
    first = integer("first", first, 1, last, hint="the rows go from first to last")
    figure, axes = sheet(5, 3.2)
    rows = {v: [float(placement.ratio(v, f)) for f in range(v)] for v in range(first, last + 1)}
    for v in range(first, last):
        lower_row, upper_row = rows[v], rows[v + 1]
        for f in range(v):
            axes.plot([lower_row[f], upper_row[f]], [v, v + 1], color=MUTED, linewidth=0.9)
            axes.plot(
                [lower_row[f], upper_row[f + 1]], [v, v + 1], "--", color=MUTED, linewidth=0.9
            )
    for v, ratios in rows.items():
        for f, ratio in enumerate(ratios):
            axes.plot([ratio], [v], "o", color=line_colour(f, last), markersize=6)
            if v == last:
                note(axes, f"f = {f}" if f < 2 else f"{f}", ratio, v, direction=0)
    axes.set(xscale="log", xlabel="R(v, f), on a logarithmic axis", ylabel="row v")
    axes.xaxis.set_major_locator(FixedLocator([0.1, 0.2, 0.5, 1, 2, 5, 10, 20]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda ratio, _: f"{ratio:g}"))
    axes.yaxis.set_major_locator(FixedLocator(list(rows)))
    axes.grid(visible=False, axis="x")
    axes.margins(y=0.14)
    return figure


@drawing
def merging(V: int, F: int, r: int) -> Figure:
    """Return the ratios of both sides for two draws: the F−1 largest determine the best field.

    For the draw r, the numbers R(r, f) of its left side and R(s, g) of its right side, s = V−1−r,
    stand in two rows. The best field is the number of ratios that belong to the left side and are
    among the F−1 largest.

    Args:
        V: how many values there are, 2 to 200.
        F: how many fields there are, 2 to V and at most 10.
        r: the first of the two draws, F−1 to V−1−F.

    >>> merging(30, 6, 9)
    <Drawing merging>
    """
    V = integer("V", V, 2, 200, hint="every ratio takes a point of the figure")
    F = integer("F", F, 2, min(V, 10), hint="more points cannot be told apart")
    r = integer("r", r, F - 1, V - 1 - F, hint="both sides need values for all fields but one")
    figure, axes = sheet(5, 3.4)
    right_of_axes = axes.get_yaxis_transform()
    for draw, top in ((r, 4.0), (r + 1, 1.0)):
        sides = [[float(placement.ratio(v, f)) for f in range(F - 1)] for v in (draw, V - 1 - draw)]
        ratios_in_order = sorted((ratio for side in sides for ratio in side), reverse=True)
        threshold = (ratios_in_order[F - 2] * ratios_in_order[F - 1]) ** 0.5
        axes.plot(
            [threshold, threshold], [top - 1.35, top + 0.35], color=ALERT, linestyle=(0, (4, 2))
        )
        for side, (name, ratios) in enumerate(zip(("left", "right"), sides, strict=True)):
            colour, y = (FIRST, INK)[side], top - side
            axes.plot(ratios, [y] * len(ratios), color=LINE, linewidth=1, zorder=0)
            for ratio in ratios:
                paper = colour if ratio > threshold else "white"
                axes.plot([ratio], [y], "o", color=colour, markerfacecolor=paper, markersize=7)
            filled_count = sum(ratio > threshold for ratio in ratios)
            axes.text(1.02, y, f"{name}: {filled_count}", va="center", transform=right_of_axes)
        axes.text(0.015, top + 0.65, f"draw {draw}", va="center", transform=right_of_axes)
    axes.set(xscale="log", xlabel=f"ratios, on a logarithmic axis; the {F - 1} largest are filled")
    axes.set(ylim=(-0.7, 5))
    axes.xaxis.set_major_locator(FixedLocator([0.5, 1, 2, 5, 10, 20, 50, 100]))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda ratio, _: f"{ratio:g}"))
    axes.yaxis.set_major_locator(NullLocator())
    axes.grid(visible=False)
    return figure


@drawing
def borders(F: int) -> Figure:
    """Return where the best field changes in the continuous game, for 2 … F fields.

    Border f of F fields, times F−1, lies within 0.081 of f − 1/2. Borders of equal spacing are
    drawn, too.

    Args:
        F: the largest number of fields, 2 to 12.

    >>> borders(4)
    <Drawing borders>
    """
    F = integer("F", F, 2, 12, hint="more borders cannot be told apart")
    figure, axes = sheet(5, 3.6)
    for f in range(1, F):
        axes.axvspan(f - 0.581, f - 0.419, color=paper_colour(f - 1, F - 1), linewidth=0)
    for fields in range(2, F + 1):
        y = [fields] * (fields - 1)
        equal_borders = [f * (fields - 1) / fields for f in range(1, fields)]
        best_borders = [x * (fields - 1) for x in placement.limit_thresholds_float(fields)[1:]]
        label = fields == F
        axes.plot(
            equal_borders,
            y,
            "x",
            color=ALERT,
            markersize=5,
            label="equal spacing" if label else None,
        )
        axes.plot(
            best_borders, y, "o", color=INK, markersize=4.5, label="best play" if label else None
        )
    axes.set(xlabel="border, times F − 1", ylabel="fields F", xlim=(0, F - 1))
    axes.xaxis.set_major_locator(FixedLocator([f - 0.5 for f in range(1, F)]))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.yaxis.set_major_locator(FixedLocator(range(2, F + 1)))
    axes.grid(visible=False)
    figure.legend(loc="outside upper center", ncols=2)
    return figure


@drawing
def advantage(F: int, values: Sequence[int] = (50, 200)) -> Figure:
    """Return how much more often the optimum wins than equal spacing, for 1 … F fields.

    Args:
        F: the largest number of fields, 1 to 20.
        values: numbers of values V, from F to 200, to show beside the limit V → ∞; at most 3.

    >>> advantage(3, values=[20])
    <Drawing advantage>
    """
    F = integer("F", F, 1, 20, hint="the work grows with F³")
    integer("len(values)", len(values), 0, 3, hint="more curves cannot be told apart")
    fields = range(1, F + 1)
    figure, axes = sheet(5, 3.2)
    for V, marker, colour in zip(values, "osD", (ALERT, FIRST, MUTED), strict=False):
        V = integer("values", V, F, 200, hint="the work grows with V²F²")
        gains = [float(placement.win(V, f) / placement.equal_spacing(V, f) - 1) for f in fields]
        axes.plot(fields, gains, marker, color=colour, markersize=5, label=f"V = {V}")
    gains = [
        placement.win_limit_float(f) / placement.equal_spacing_limit_float(f) - 1 for f in fields
    ]
    axes.plot(fields, gains, color=INK, label="V → ∞")
    axes.set(xlabel="fields F", ylabel="the optimum wins\nmore often by", ylim=(0, None))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:.0f} %"))
    axes.legend(loc="upper left")
    return figure


# A helper that figures share.


def _gaps(V: int, fields: Sequence[int | None]) -> list[tuple[int, range, range]]:
    """Return for each gap its first field, its fields, and the values that it can take."""
    gaps, previous, first_field = [], -1, 0
    for field, value in enumerate((*fields, V)):
        if value is None:
            continue
        if field > first_field:
            gaps.append((first_field, range(first_field, field), range(previous + 1, value)))
        previous, first_field = value, field + 1
    return gaps
