"""Pictures of a token on the graph of a small chain: its bricks, and layers of chance.

The states stand in a row, and a stack grows on each of them. In `walk` a stack consists of bricks,
one for each visit. The height of all bricks is divided by the number of games, so the height of a
stack is the visits per game. It approaches an entry of the fundamental matrix. In `drain` a stack
consists of layers, one for each step; the thickness of a layer is the chance to be there after that
step. These stacks grow to the same heights.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import NamedTuple

from games.chains.playing import STEPS, Game, Walk
from games_widgets.drawing.graph import HEIGHT, LETTER
from games_widgets.drawing.markup import Html, Picture, button, div, element, remark
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, listed, number, percent, rounded

STACK = 100.0  # pixels of the highest stack
FINEST = 3.0  # pixels; thinner bricks are drawn as one piece
THINNEST = 0.5  # pixels; a thinner layer is joined to the layer below
STAGES = (
    Stage(0, "the start", "Pull, and the chance moves on."),
    Stage(1, "one step"),
    Stage(2, "two steps"),
    Stage(5, "five steps"),
    Stage(STEPS, "nearly all is over"),
)
PITCH = {3: 130.0, 4: 110.0}  # number of states: distance of neighbours; 84 for more states


class Stack(NamedTuple):
    """The stack on a state.

    Attributes:
        height: the height, as a share of the full height.
        label: the number over the stack.
        brick_count: how many bricks the stack has.
        layers: the layers of a stack without bricks, as shares of the full height; the last layer
            is the chance to be there now.
        target: a height to compare with, marked by a dashed line.
    """

    height: float
    label: str
    brick_count: int = 1
    layers: Sequence[float] = ()
    target: float | None = None


def walk(position: Walk, *, running: bool = False, heights_visible: bool = False) -> Picture:
    """Return the token on its graph, and a brick for each visit.

    Args:
        position: the game.
        running: whether the steps follow each other automatically.
        heights_visible: whether the heights at which the stacks settle are visible.

    >>> from games.chains.playing import GAMES
    >>> walk(Walk.begin(GAMES["heads twice in a row"])).summary
    'The token stands on T and has put its first brick there.'
    """
    game = position.game
    per_game = [Fraction(bricks, position.games) for bricks in position.bricks]
    top = max(ceil(max(*per_game, *game.visits)), 4)
    decimals = 0 if position.games == 1 else 2
    stacks = {
        state: Stack(
            float(mean / top),
            number(mean, decimals),
            bricks,
            target=float(exact / top) if heights_visible else None,
        )
        for state, mean, bricks, exact in zip(
            game.chain.transient, per_game, position.bricks, game.visits, strict=True
        )
    }
    noun = count(position.games, "game")
    heights = listed(
        f"{number(mean, decimals)} on {state}"
        for state, mean in zip(game.chain.transient, per_game, strict=True)
    )
    picture = _row(game, stacks, position.state, position.previous, f"Bricks per game: {heights}.")
    html = Html.of(
        picture,
        div(
            "oe-buttons",
            button(
                game.step.capitalize(),
                "step",
                kind="" if position.is_over else "primary",
                disabled=position.is_over or running,
                data_next=not position.is_over,
            ),
            button("Stop", "stop") if running else button("Run", "run", disabled=position.is_over),
            button(
                "Next game",
                "new",
                kind="primary" if position.is_over else "",
                data_next=position.is_over,
            ),
            button("100 games", "many"),
            button(
                "Clear the bricks", "clear", disabled=position.games == 1 and not position.steps
            ),
            button(
                "Show where they settle",
                "tell",
                aria_pressed="true" if heights_visible else "false",
            ),
        ),
        remark(
            (
                "One brick for each visit. "
                if position.games == 1
                else f"The bricks of {noun}, pressed to one {_nth(position.games)} of their "
                "height: a stack is as high as the visits per game. "
            ),
            f"Dashed: the heights at which the stacks settle, {_settled(game)}."
            if heights_visible
            else None,
        ),
    )
    return Picture(html, _summary(position, noun, heights))


def _steps(game: Game, n: int) -> str:
    """Return a number of steps in words.

    >>> from games.chains.playing import GAMES
    >>> _steps(GAMES["heads, then tails"], 2)
    '2 tosses'
    """
    return count(n, game.step).replace("sss", "sses")


def _nth(n: int) -> str:
    kind = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return "half" if n == 2 else f"{n}{kind}"


def _summary(position: Walk, noun: str, heights: str) -> str:
    mean = f" Bricks per game, after {noun}: {heights}." if position.games > 1 else ""
    if not position.steps:
        return f"The token stands on {position.state} and has put its first brick there.{mean}"
    step_text = (
        f"{position.game.step.capitalize()} {position.steps} leads from {position.previous} "
        f"to {position.state}"
    )
    if position.is_over:
        return (
            f"{step_text}: this game is over after {_steps(position.game, position.steps)}.{mean}"
        )
    return f"{step_text}, and there is a brick more.{mean}"


def drain(game: Game, t: int) -> Picture:
    """Return the scene of the layers: each step adds a layer to the stack of each state.

    Args:
        game: the chain.
        t: the number of steps, 0 to 40.

    >>> from games.chains.playing import GAMES
    >>> drain(GAMES["heads twice in a row"], 3).summary
    'After 3 tosses: 37.50 % in T, 25.00 % in H and 37.50 % in HH. The layers are 2.38 high on T \
and 1 on H.'
    """
    scrubber = scrubber_input("Steps t", t, 0, STEPS, value_text=_steps(game, t))
    return scene(partial(_layered, game), t, STAGES, scrubber)


@lru_cache(maxsize=128)
def _layered(game: Game, t: int) -> Picture:
    """Return the picture: the chances after t steps, on top of the layers of earlier steps."""
    top, past, stacks = ceil(max(game.visits)), game.chances[: t + 1], dict[str, Stack]()
    heights = list[str]()
    for state in game.states:
        layers, chance = (
            [chances.get(state, Fraction(0)) for chances in past],
            past[-1].get(state, Fraction(0)),
        )
        if state in game.chain.absorbing:
            stacks[state] = Stack(
                float(chance / top), percent(chance), layers=[float(chance / top)]
            )
            continue
        target = game.visits[len(heights)] if t == STEPS else None
        height = sum(layers, Fraction(0))
        label = rounded(height)
        heights.append(f"{label} on {state}" if heights else f"{label} high on {state}")
        stacks[state] = Stack(
            float(height / top),
            label,
            layers=[float(layer / top) for layer in layers],
            target=None if target is None else float(target / top),
        )
    places = listed(
        f"{percent(past[-1].get(state, Fraction(0)))} in {state}" for state in game.states
    )
    summary = f"After {_steps(game, t)}: {places}. The layers are {listed(heights)}."
    if t == STEPS:
        summary = (
            f"The layers settle at {_settled(game)}, the visits of a game: N adds up all that the "
            "chance has left."
        )
    return Picture(_row(game, stacks, "", "", summary), summary)


def _settled(game: Game) -> str:
    """Return the row of N that belongs to the start, in words."""
    return listed(
        f"{number(visits)} on {state}" if visits.denominator < 6 else f"{visits} on {state}"
        for state, visits in zip(game.chain.transient, game.visits, strict=True)
    )


# The drawing: boxes in a row, stacks above them, loops and long arrows below them.


def _row(
    game: Game, stacks: Mapping[str, Stack], token_state: str, previous: str, text: str
) -> Html:
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
            is_highlighted=(a, b) == (previous, token_state),
            has_reverse=_returns(game, a, b),
        )
        for a in game.chain.transient
        for b in game.chain.step(a)
    ]
    arrows.sort(key=lambda arrow: "oe-is-lit" in arrow)  # a highlighted arrow is drawn on top
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
            style=f"--x:{_n(x[token_state])}px;--y:{_n(level)}px",
        )
        if token_state
        else None,
        *(
            element(
                "text",
                state,
                x=_n(x[state]),
                y=_n(level + 5),
                class_="oe-held" if state == token_state else None,
            )
            for state in states
        ),
        *(_stack(x[state], level - 28, arrow) for state, arrow in stacks.items()),
        viewBox=f"{_n(x_min)} 0 {_n(width)} {_n(level + depth)}",
        class_="oe-graph oe-stacks",
        role="img",
        aria_label=f"{_described(game)} {text}",
        focusable="false",
        style=f"--wide:{_n(width)}px",
    )


def _described(game: Game) -> str:
    """Return the graph in words."""
    rows = (
        f"from {a} to {listed(f'{b} ({p})' for b, p in game.rows[a].items())}"
        for a in game.chain.transient
    )
    return f"{count(len(game.states), 'state')} in a row; {'; '.join(rows)}."


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
        class_="oe-edge oe-is-lit" if is_highlighted else "oe-edge",
    )


def _head(x: float, y: float, dx: int, dy: int) -> str:
    u, v, a, b = x - 8 * dx, y - 8 * dy, 4.5 * dx, 4.5 * dy
    return f"M{_n(x)} {_n(y)}L{_n(u - b)} {_n(v + a)}L{_n(u + b)} {_n(v - a)}Z"


def _stack(x: float, floor: float, stack: Stack) -> Html:
    stack_height = STACK * stack.height
    brick_count = 1 if stack_height < FINEST * stack.brick_count else stack.brick_count
    level, pieces = 0.0, list[tuple[float, float, bool]]()
    for k, part in enumerate(
        stack.layers or [stack.height / (brick_count or 1)] * brick_count, start=1
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
            "path", d=f"M{_n(x - 25)} {_n(floor - STACK * stack.target)}h50", class_="oe-wanted"
        )
        if stack.target is not None
        else None,
        element(
            "text", stack.label, x=_n(x), y=_n(floor - label_height - 7), class_="oe-node-note"
        ),
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
