"""The markup of the scene of a turn, backwards."""

from games_widgets.drawing.dice import DiceRow
from games_widgets.drawing.markup import Html, div, element
from games_widgets.drawing.render import render
from games_widgets.yazy.render_keeps import edges
from games_widgets.yazy.view_climb import ClimbNode, SizeRow, Sizes, SmallLattice, in_short

SHADES = 12


@render.register
def _(lattice: SmallLattice) -> Html:
    return element(
        "div",
        edges(lattice.edges),
        element("ul", *map(_node, lattice.nodes)),
        class_="oe-lattice oe-climb",
        style=f"--lines:{lattice.lines}",
        role="img",
        aria_label=lattice.alt_text,
    )


def _node(node: ClimbNode) -> Html:
    numbers = element(
        "span",
        None if node.faded is None else element("s", in_short(node.faded)),
        None if node.value is None else element("strong", in_short(node.value)),
        class_="oe-odds",
    )
    look = "oe-keep oe-is-here" if node.is_here else "oe-keep"
    box = div(look, render(DiceRow(node.keep, "nothing")), numbers)
    x, y = node.place
    return element("li", box, style=f"--x:{x:.4f};--y:{y:.4f};--heat:{node.heat:.3f}")


@render.register
def _(sizes: Sizes) -> Html:
    return div("oe-sizes", *map(_size, sizes.rows))


def _size(row: SizeRow) -> Html:
    """Return the keeps of one size as cells, the darker the higher their chance."""
    shades: dict[int, list[str]] = {}
    for n, chance in enumerate(row.chances):
        if chance:
            shade = round(SHADES * float(chance) ** (1 / 3))
            shades.setdefault(shade, []).append(f"M{n} 0h1v1h-1z")
    cells = element(
        "svg",
        *(
            element("path", d="".join(squares), opacity=f"{shade / SHADES:.2f}")
            for shade, squares in shades.items()
        ),
        viewBox=f"0 0 {len(row.chances)} 1",
        preserveAspectRatio="none",
        focusable="false",
    )
    return div(
        "oe-size oe-is-here" if row.is_here else "oe-size",
        element("span", row.name),
        element("strong", row.range_text, class_="oe-odds"),
        cells,
    )
