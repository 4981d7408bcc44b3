"""Figures of the race: its moves, its matrices, and longer boards."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Any

from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch
from matplotlib.path import Path
from matplotlib.ticker import FixedLocator, FuncFormatter

from games.race import Below, Race
from games.validate import integer
from games_widgets.plots.style import (
    ALERT,
    FIRST,
    FIRST_PAPER,
    INK,
    LINE,
    MUTED,
    SECOND,
    bare,
    box,
    centre_text,
    drawing,
    sheet,
)

__all__ = ["deficit", "matrices", "moves", "roots"]

CLAMP, STAY = FIRST, SECOND
PUZZLE = Race()


@drawing
def moves(field: int, race: Race = PUZZLE) -> Figure:
    """Return the board around a field, with an arrow for each face of the die.

    Args:
        field: 1 to fields − 1.
        race: a race on 2 fields or more.

    >>> moves(3)
    <Drawing moves>
    """
    fields = integer("fields", race.fields, 2)
    field = integer("field", field, 1, fields - 1)
    first, last = max(1, field + min(0, *race.moves)), min(fields, field + max(race.moves))
    landings = {face: race.land(field, face) for face in range(1, race.faces + 1)}
    figure, axes = sheet(5, 1.6)
    bare(axes, (first - 0.6, last + 0.6), (0.5, -2.5))
    for place in range(first, last + 1):
        shade = FIRST_PAPER if place == field else "white"
        box(axes, place - 0.45, 0, 0.9, 0.8, shade, str(place))
    for is_back, offset in ((False, 0.1), (True, -0.1)):
        faces_to: dict[int, list[str]] = {}
        for face, field_after in landings.items():
            if (race.moves[face - 1] < 0) == is_back:
                faces_to.setdefault(field_after, []).append(str(face))
        for field_after, faces in faces_to.items():
            start = field + offset
            end = field - 0.3 if field_after == field else field_after
            depth = 0.62 * max(abs(field_after - field), 1.5)  # of the handle of the curve
            peak = ((start + end) / 2, -0.5 - depth)
            axes.add_patch(
                FancyArrowPatch(
                    path=Path([(start, -0.45), peak, (end, -0.45)], [1, 3, 3]),
                    arrowstyle="-|>",
                    mutation_scale=11,
                    color=ALERT if is_back else FIRST,
                    linewidth=1.5,
                )
            )
            paper = {"facecolor": "white", "edgecolor": "none", "pad": 0.8}
            centre_text(
                axes, peak[0] + 3.5 * offset, (peak[1] - 0.45) / 2, ", ".join(faces), bbox=paper
            )
    return figure


@drawing
def matrices(race: Race) -> Figure:
    """Return Q and N side by side as pictures; a larger entry has a stronger colour.

    Args:
        race: a race on 5 to 40 fields.

    >>> matrices(Race(10))
    <Drawing matrices>
    """
    hint = "every entry takes a square of the figure"
    fields = integer("fields", race.fields, 5, 40, hint=hint)
    chain = race.chain
    tables = {"Q, up to {:.2g}": chain.Q, "N, up to {:.1f}": chain.fundamental_matrix()}
    figure = Figure(figsize=(5, 3), layout="constrained")
    for axes, (title, table) in zip(figure.subplots(1, 2), tables.items(), strict=True):
        entries = {
            (j + 0.5, i + 0.5): float(entry)
            for i, row in enumerate(table)
            for j, entry in enumerate(row)
            if entry
        }
        largest = max(entries.values())
        squares = [[(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)] for x, y in entries]
        shades = [to_rgba(FIRST, (entry / largest) ** 0.6) for entry in entries.values()]
        axes.add_collection(PolyCollection(squares, facecolors=shades, linewidth=0))
        axes.set_title(title.format(largest), size=11, color=MUTED)
        axes.set(xlabel="to field", xlim=(0.5, fields - 0.5), ylim=(fields - 0.5, 0.5))
        axes.set_aspect("equal")
        axes.grid(visible=False)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(FixedLocator([1, *range(5, fields, 5)]))
    figure.axes[0].set_ylabel("from field")
    return figure


@drawing
def roots(faces: int = 6) -> Figure:
    """Return the characteristic roots in the plane, with the unit circle and the root 1.

    Args:
        faces: how many faces the die has, 2 to 20.

    >>> roots(6)
    <Drawing roots>
    """
    faces = integer("faces", faces, 2, 20)
    all_roots = Race(faces=faces).characteristic_roots_float
    figure, axes = sheet(5, 4.6)
    angles = [2 * pi * k / 120 for k in range(121)]
    axes.plot([cos(a) for a in angles], [sin(a) for a in angles], color=MUTED, linewidth=1)
    for label, marker, colour, roots_of_kind in (
        ("inside: forget the start", "o", CLAMP, [z for z in all_roots if abs(z) < 1]),
        ("outside: feel the end", "s", STAY, [z for z in all_roots if abs(z) > 1]),
        ("1: the constant", "x", INK, [1 + 0j]),
    ):
        axes.plot(
            [z.real for z in roots_of_kind],
            [z.imag for z in roots_of_kind],
            marker,
            color=colour,
            markersize=12 if marker == "x" else 7,  # so that the root 0.978 does not hide it
            label=label,
        )
    axes.set_aspect("equal")
    axes.set(xlabel="real part", ylabel="imaginary part")
    axes.margins(0.08)
    figure.legend(loc="outside lower center")
    largest_inner_root = max((z for z in all_roots if abs(z) < 1), key=abs, default=0j)
    if largest_inner_root:
        text = f"{abs(largest_inner_root):.3f}"
        axes.annotate(
            text,
            (largest_inner_root.real, largest_inner_root.imag),
            (-34, 6),
            textcoords="offset points",
        )
    return figure


@drawing
def deficit(sizes: Sequence[int] = tuple(range(5, 401, 5))) -> Figure:
    """Return the expected throws less six for each field, with the limits that they tend to.

    Args:
        sizes: boards of 2 to 1 000 000 fields, from small to large; at least two.

    >>> deficit([10, 100, 200])
    <Drawing deficit>
    """
    integer("len(sizes)", len(sizes), 2, 1000, hint="a curve has a beginning and an end")
    sizes = [integer("sizes", n, 2, 10**6) for n in sizes]
    figure, axes = sheet(5, 3.1)
    rules: tuple[tuple[Below, str, Any], ...] = (
        ("clamp", CLAMP, "-"),
        ("stay", STAY, (0, (5, 1.5))),
    )
    for below, colour, style in rules:
        gaps = [Race(n, below=below).expected_throws_float - 6 * n for n in sizes]
        limit = Race(10**6, below=below).expected_throws_float - 6 * 10**6
        axes.plot(sizes, gaps, color=colour, linestyle=style, label=f"E − 6n, {below}")
        axes.axhline(limit, color=colour, linewidth=0.9, linestyle=(0, (1, 2)))
    if sizes[0] <= 100 <= sizes[-1]:
        deficit_at_100 = PUZZLE.expected_throws_float - 600
        axes.plot([100], [deficit_at_100], "o", color=INK, markersize=6)
        axes.annotate(
            f"n = 100: {deficit_at_100:.2f}".replace("-", "−"),
            (100, deficit_at_100),
            (114, deficit_at_100 + 18),
        )
    axes.set(xlabel="fields n", ylabel="throws", xlim=(sizes[0], sizes[-1]))
    axes.yaxis.set_major_formatter(FuncFormatter(lambda y, _: f"{y:.0f}".replace("-", "−")))
    axes.legend(loc="upper right")
    axes.grid(color=LINE)
    return figure
