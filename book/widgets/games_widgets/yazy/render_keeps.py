"""The markup of the lattice of keeps."""

from collections.abc import Iterable
from fractions import Fraction

from games_widgets.drawing import dice
from games_widgets.drawing.dice import DiceRow
from games_widgets.drawing.markup import Html, element, remark
from games_widgets.drawing.render import render
from games_widgets.yazy.view_keeps import KeepEdge, KeepLattice, KeepNode, NextDie, code, in_short

LOOKS = {"": "oe-keep-edge", "near": "oe-keep-edge oe-is-near", "flow": "oe-keep-edge oe-flow"}


@render.register
def _(lattice: KeepLattice) -> Html:
    return element(
        "div",
        edges(lattice.edges, aria_hidden="true"),
        element("ul", *map(_node, lattice.nodes), role="list"),
        class_="oe-lattice",
        style=f"--lines:{lattice.lines}",
        data_arrows=True,
        role="group",
        aria_label=lattice.alt_text,
    )


def edges(lines: Iterable[KeepEdge], **attributes: str) -> Html:
    """Return the drawing of the lines of a lattice.

    Args:
        lines: the lines.
        attributes: attributes of the drawing.
    """
    paths: dict[str, list[str]] = {look: [] for look in LOOKS}
    for line in lines:
        (x, y), (to_x, to_y) = line.start, line.end
        paths[line.look].append(
            f"M{1000 * x:.0f} {1000 * y:.0f}L{1000 * to_x:.0f} {1000 * to_y:.0f}"
        )
    return element(
        "svg",
        *(element("path", class_=LOOKS[look], d="".join(d)) for look, d in paths.items()),
        viewBox="0 0 1000 1000",
        preserveAspectRatio="none",
        focusable="false",
        **attributes,
    )


def _node(node: KeepNode) -> Html:
    x, y = node.place
    looks = ["oe-keep", *["oe-is-best"] * node.is_best, *["oe-is-here"] * node.is_here]
    return element(
        "li",
        element(
            "button",
            render(DiceRow(node.keep, "nothing")),
            element("span", "★ " * node.is_best, "stop: " * node.is_all, in_short(node.value)),
            type="button",
            class_=" ".join(looks),
            data_act="keep",
            data_value=code(node.keep),
            aria_current="true" if node.is_here else None,
            data_next_focus=node.is_here,
            style=f"--heat:{node.heat:.3f}",
        ),
        style=f"--x:{x:.4f};--y:{y:.4f}",
    )


@render.register
def _(die: NextDie) -> Html:
    # A bar shows the difference to the mean, so the sum of the bars is 0.
    changes = [value - die.mean for value in die.values]
    largest_change = max(map(abs, changes)) or Fraction(1)
    falls = (
        _fall(face, value, change, change / largest_change)
        for face, (value, change) in enumerate(zip(die.values, changes, strict=True), 1)
    )
    faces, values = len(die.values), " + ".join(map(in_short, die.values))
    return Html.of(
        element("ul", *falls, class_="oe-outcomes", role="list", data_arrows=True),
        remark(
            f"The mean of the {faces}: ({values}) / {faces} = ",
            element("strong", in_short(die.mean)),
            f", the value of {dice.spoken(die.lying)}. The bars show how far each face lies "
            "above or below it. Press one to let the die fall so.",
        ),
    )


def _fall(face: int, value: Fraction, change: Fraction, share: Fraction) -> Html:
    """Return a face of the next die as a button."""
    bar = element(
        "span",
        class_="oe-column-bar",
        style=f"--change:{float(share):.4f}",
        aria_hidden="true",
    )
    button = element(
        "button",
        dice.face(face),
        element("span", f"if {face} falls", class_="oe-hidden"),
        bar,
        element("strong", in_short(value)),
        element("span", f"{'−' if change < 0 else '+'}{in_short(abs(change))}", class_="oe-tag"),
        type="button",
        class_="oe-outcome",
        data_act="fall",
        data_value=face,
    )
    return element("li", button)
