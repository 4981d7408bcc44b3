"""The markup of a token on the graph of a small chain, and of the stacks on its states.

The boxes stand in a row, the stacks above them, loops and long arrows below them.
"""

from collections.abc import Mapping
from functools import lru_cache

from games.chains.playing import Game
from games_widgets.chains.view_walk import Stack, StatesInRow
from games_widgets.drawing.graph import HEIGHT, LETTER
from games_widgets.drawing.markup import Html, element
from games_widgets.drawing.render import render

STACK = 100.0  # pixels of the highest stack
FINEST = 3.0  # pixels; thinner bricks are drawn as one piece
THINNEST = 0.5  # pixels; a thinner layer is joined to the layer below
PITCH = {3: 130.0, 4: 110.0}  # number of states: distance of neighbours; 84 for more states


@render.register(StatesInRow)
@lru_cache(maxsize=128)  # the stages of a chain, and places where the reader has put the scrubber
def _(row: StatesInRow) -> Html:
    game, token = row.game, row.token
    states = game.states
    pitch = PITCH.get(len(states), 84.0)
    x = {state: i * pitch for i, state in enumerate(states)}
    widths = {state: max(38.0, LETTER * len(state) + 18) for state in states}
    level = STACK + 46
    depth = 78.0 if any(_runs_below(game, a, b) for a in states for b in game.rows[a]) else 26.0
    x_min, width = -0.5 * pitch, len(states) * pitch
    arrows = [
        _arrow(
            x,
            widths,
            level,
            a,
            b,
            is_highlighted=(a, b) == (row.previous, token),
            has_reverse=_returns(game, a, b),
        )
        for a in game.chain.transient
        for b in game.chain.step(a)
    ]
    # a highlighted arrow is drawn on top
    arrows.sort(key=lambda arrow: "oe-is-highlighted" in arrow)
    return element(
        "svg",
        element("path", d=f"M{_n(x_min)} {_n(level - 26)}h{_n(width)}", class_="oe-ground"),
        *arrows,
        *(
            element(
                "g",
                element(
                    "rect",
                    x=_n(x[state] - widths[state] / 2),
                    y=_n(level - HEIGHT / 2),
                    width=_n(widths[state]),
                    height=_n(HEIGHT),
                    rx="8",
                ),
                class_="oe-node oe-is-end" if state in game.chain.absorbing else "oe-node",
            )
            for state in states
        ),
        element(
            "circle",
            r="18",
            class_="oe-hopper",
            style=f"--x:{_n(x[token])}px;--y:{_n(level)}px",
        )
        if token
        else None,
        *(
            element(
                "text",
                state,
                x=_n(x[state]),
                y=_n(level + 5),
                class_="oe-token-label" if state == token else None,
            )
            for state in states
        ),
        *(_stack(x[stack.state], level - 28, stack) for stack in row.stacks),
        viewBox=f"{_n(x_min)} 0 {_n(width)} {_n(level + depth)}",
        class_="oe-graph oe-stacks",
        role="img",
        aria_label=row.alt_text,
        focusable="false",
        style=f"--wide:{_n(width)}px",
    )


def _runs_below(game: Game, a: str, b: str) -> bool:
    """Return whether an arrow runs below the boxes: a loop, or one that passes another box."""
    states = game.states
    return a in game.chain.transient and (a == b or abs(states.index(a) - states.index(b)) > 1)


def _returns(game: Game, a: str, b: str) -> bool:
    """Return whether there is an arrow in the other direction, too."""
    return b in game.chain.transient and a in game.rows[b]


def _arrow(
    x: Mapping[str, float],
    widths: Mapping[str, float],
    level: float,
    a: str,
    b: str,
    *,
    is_highlighted: bool,
    has_reverse: bool,
) -> Html:
    bottom, label = level + HEIGHT / 2, "1/2"
    onward = 1 if x[b] > x[a] else -1
    if a == b:
        path = f"M{_n(x[a] - 13)} {_n(bottom)}c-22 46 42 46 22 7"
        arrowhead, tag = _head(x[a] + 7, bottom, 0, -1), (x[a] - 2, bottom + 44)
    elif abs(list(x).index(a) - list(x).index(b)) > 1:
        start, end = x[a], x[b] - 17 * onward
        path = (
            f"M{_n(start)} {_n(bottom)}C{_n(start)} {_n(bottom + 58)} {_n(end)} {_n(bottom + 58)} "
        )
        path += f"{_n(end)} {_n(bottom + 8)}"
        arrowhead, tag = _head(end, bottom, 0, -1), ((start + end) / 2, bottom + 54)
    else:
        y = level - 6 * onward if has_reverse else level
        start, end = x[a] + onward * (widths[a] / 2 + 2), x[b] - onward * (widths[b] / 2 + 3)
        path = f"M{_n(start)} {_n(y)}H{_n(end - 8 * onward)}"
        arrowhead = _head(end, y, onward, 0)
        tag = ((start + end) / 2, y - 11 * (onward if has_reverse else 1))
    return element(
        "g",
        element("path", d=path),
        element("path", d=arrowhead, class_="oe-arrowhead"),
        element("text", label, x=_n(tag[0]), y=_n(tag[1] + 5)),
        class_="oe-edge oe-is-highlighted" if is_highlighted else "oe-edge",
    )


def _head(x: float, y: float, dx: int, dy: int) -> str:
    u, v, a, b = x - 8 * dx, y - 8 * dy, 4.5 * dx, 4.5 * dy
    return f"M{_n(x)} {_n(y)}L{_n(u - b)} {_n(v + a)}L{_n(u + b)} {_n(v - a)}Z"


def _stack(x: float, floor: float, stack: Stack) -> Html:
    stack_height = STACK * stack.height
    brick_count = 1 if stack_height < FINEST * stack.brick_count else stack.brick_count
    level, pieces = 0.0, list[tuple[float, float, bool]]()
    for k, part in enumerate(
        stack.layers or (stack.height / (brick_count or 1),) * brick_count, start=1
    ):
        level += STACK * part
        is_water = k == len(stack.layers)
        if pieces and not is_water and STACK * part < THINNEST:
            pieces[-1] = level, pieces[-1][1] + STACK * part, False
        else:
            pieces.append((level, STACK * part, is_water))
    bricks = (
        element(
            "rect",
            x=_n(x - 17),
            y=_n(floor - level),
            width="34",
            height=f"{part:.2f}",
            class_="oe-water" if is_water else "oe-brick",
        )
        for level, part, is_water in pieces
    )
    line = STACK * (stack.target or 0)
    crosses_label = stack_height < line < stack_height + 24
    label_height = line if crosses_label else stack_height  # the label stands above the line
    return element(
        "g",
        *bricks,
        element(
            "path",
            d=f"M{_n(x - 25)} {_n(floor - STACK * stack.target)}h50",
            class_="oe-target-line",
        )
        if stack.target is not None
        else None,
        element(
            "text", stack.label, x=_n(x), y=_n(floor - label_height - 7), class_="oe-node-note"
        ),
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
