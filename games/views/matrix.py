"""Large matrices as pictures: a square for each entry, the darker the larger it is.

The rows are linked: they light up with the other parts of the picture that stand for the same state
(see `games.apps.surface`). Who cannot see the picture gets its text.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from games.views.markup import Html, element

__all__ = ["Cells", "matrix"]


class Cells(NamedTuple):
    """Equal entries side by side.

    Attributes:
        row, column: where the first of them stands, from 0.
        width: how many there are.
        shade: from 0, invisible, to 1.
    """

    row: int
    column: int
    width: int
    shade: float


def matrix(
    cells: Iterable[Cells],
    columns: int,
    links: Sequence[str | int],
    *,
    told: str,
    lit: Sequence[int] = (),
    beside: str = "",
    ends: tuple[str | int, str | int] | None = None,
    lines: str = "",
) -> Html:
    """Return the picture of a matrix.

    Args:
        cells: the entries that are not 0.
        columns: how many there are.
        links: for each row what lights up with it.
        told: everything that the picture shows, for those who do not see it.
        lit: the rows that stand out, side by side.
        beside: written beside the first of them.
        ends: written over the first and the last column.
        lines: the path of lines between blocks, in columns and rows.
    """
    shades: dict[float, list[str]] = {}
    for row, column, width, shade in cells:
        shades.setdefault(shade, []).append(f"M{column} {row}h{width}")
    height = len(links)
    picture = element(
        "svg",
        *(
            element(
                "path",
                class_="oe-entries",
                d="".join(paths),
                transform="translate(0 .5)",
                opacity=f"{shade:.3f}",
            )
            for shade, paths in sorted(shades.items())
        ),
        element("path", class_="oe-between", d=lines) if lines else None,
        element("rect", class_="oe-frame", y=lit[0], width=columns, height=len(lit))
        if lit
        else None,
        element(
            "g",
            *(element("rect", y=y, data_link=link) for y, link in enumerate(links)),
            class_="oe-strips",
        ),
        viewBox=f"0 0 {columns} {height}",
        preserveAspectRatio="none",
        focusable="false",
    )
    return element(
        "div",
        element("div", *(element("span", end) for end in ends), class_="oe-ends") if ends else None,
        element(
            "div",
            element("span", beside, style=f"--at:{(lit[0] + 0.5) / height:.4f}"),
            class_="oe-beside",
            aria_hidden="true",
        )
        if beside and lit
        else None,
        element("div", picture, class_="oe-square", role="img", aria_label=told),
        class_="oe-matrix",
    )
