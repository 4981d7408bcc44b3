"""Large matrices as pictures: a square for each entry, darker for larger ones.

The rows are linked: they are highlighted with the other parts of the picture that stand for the
same state. A text describes the picture for screen readers.
"""

from dataclasses import dataclass
from functools import lru_cache

from games_widgets.drawing.markup import Html, div, element, joined, link_layer
from games_widgets.drawing.render import render

Cells = tuple[int, int, int]  # equal entries side by side: row and column, from 0, and how many
Shades = tuple[tuple[float, tuple[Cells, ...]], ...]  # a shade, from 0 to 1, and its cells


@dataclass(frozen=True)
class Matrix:
    """The picture of a matrix.

    Attributes:
        shades: the cells that are not 0, by their shade: 0 is invisible.
        columns: the number of columns.
        links: the link of each row.
        alt_text: the picture in words, for readers who do not see it.
        highlighted: neighbouring rows that are highlighted.
        row_mark: a text beside the first of them.
        ends: texts over the first and the last column.
        line_below: the number of rows above a line from left to right.
        line_after: the number of columns before a line from top to bottom.
    """

    shades: Shades
    columns: int
    links: tuple[str | int, ...]
    alt_text: str
    highlighted: tuple[int, ...] = ()
    row_mark: str = ""
    ends: tuple[str | int, str | int] | None = None
    line_below: int | None = None
    line_after: int | None = None


@render.register
def _(matrix: Matrix) -> Html:
    columns, height, highlighted_rows = matrix.columns, len(matrix.links), matrix.highlighted
    lines = "" if matrix.line_below is None else f"M0 {matrix.line_below}H{columns}"
    if matrix.line_after is not None:
        lines += f"M{matrix.line_after} 0V{height}"
    picture = element(
        "svg",
        _entries(matrix.shades),
        element("path", class_="oe-between", d=lines) if lines else None,
        element(
            "rect",
            class_="oe-frame",
            y=highlighted_rows[0],
            width=columns,
            height=len(highlighted_rows),
        )
        if highlighted_rows
        else None,
        viewBox=f"0 0 {columns} {height}",
        preserveAspectRatio="none",
        focusable="false",
    )
    return div(
        "oe-matrix",
        div("oe-axis-ends", *(element("span", end) for end in matrix.ends))
        if matrix.ends
        else None,
        (
            element(
                "div",
                element(
                    "span",
                    matrix.row_mark,
                    style=f"--at:{(highlighted_rows[0] + 0.5) / height:.4f}",
                ),
                class_="oe-beside",
                aria_hidden="true",
            )
            if matrix.row_mark and highlighted_rows
            else None
        ),
        element(
            "div",
            picture,
            link_layer(matrix.links, down=True),
            class_="oe-square",
            role="img",
            aria_label=matrix.alt_text,
        ),
    )


@lru_cache(maxsize=8)  # the same for each highlighted row
def _entries(shades: Shades) -> Html:
    return joined(
        element(
            "path",
            class_="oe-entries",
            d="".join([f"M{column} {row}h{width}" for row, column, width in cells]),
            transform="translate(0 .5)",
            opacity=f"{shade:.3f}",
        )
        for shade, cells in sorted(shades)
    )
