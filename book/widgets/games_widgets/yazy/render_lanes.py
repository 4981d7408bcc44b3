"""The markup of three lanes of a subtraction."""

from games_widgets.drawing.markup import Html, div, element, odds_text
from games_widgets.drawing.render import render
from games_widgets.yazy.view_lanes import Lane, LaneRow, Subtraction


@render.register
def _(subtraction: Subtraction) -> Html:
    return element(
        "div",
        *map(_row, subtraction.rows),
        class_="oe-bits-rows",
        role="img",
        aria_label=subtraction.summary,
    )


def _row(row: LaneRow) -> Html:
    lanes = (_lane(lane, row.tells_odds) for lane in reversed(row.lanes))
    return div("oe-bits-row", element("span", row.name), *lanes)


def _lane(lane: Lane, tells_odds: bool) -> Html:
    """Return the bits of a lane, the guard first, and their meaning below."""
    squares = {"oe-guard": "", "oe-bit-one": "", "oe-bit-zero": ""}
    for n, bit in enumerate(f"{lane.value:08b}"):
        is_guard = n == 0 and (bit == "1" or lane.guard_is_lost)
        kind = "oe-guard" if is_guard else "oe-bit-one" if bit == "1" else "oe-bit-zero"
        squares[kind] += f"M{10 * n + 1} 1h8v8h-8z"
    paths = [element("path", d=d, class_=kind) for kind, d in squares.items() if d]
    drawing = element("svg", *paths, viewBox="0 0 80 10", focusable="false")
    css = "oe-bits oe-is-lost" if lane.guard_is_lost else "oe-bits"
    meaning = odds_text(lane.meaning) if tells_odds else lane.meaning
    return div(css, drawing, element("b", meaning))
