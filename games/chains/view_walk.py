"""Pictures of a token on the graph of a small chain: its bricks, and layers of chance.

The states stand in a row, so that a stack can grow on each. In `walk` the stacks are made of
visits: one brick for each, pressed flat as games add up, so that a stack is as high as the visits
per game and settles at a row of the fundamental matrix. In `drain` they are layers, each as thick
as the chance to be there after so many steps, and grow up to the same row.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import NamedTuple

from games.chains.playing import STEPS, Game, Walk
from games.kit.graph import HEIGHT, LETTER
from games.kit.markup import Html, Picture, button, div, element, remark
from games.kit.scene import Stage, hand, scene
from games.kit.text import count, listed, number, percent, rounded

STACK = 100.0  # pixels of the highest stack
FINEST = 3.0  # pixels of a brick that is still seen as one
THINNEST = 0.5  # pixels of a layer that is drawn as one
AFTER = (
    Stage(0, "the start", "Pull, and the chance moves on."),
    Stage(1, "one step"),
    Stage(2, "two steps"),
    Stage(5, "five steps"),
    Stage(STEPS, "nearly all is over"),
)
PITCH = {3: 130.0, 4: 110.0}  # between neighbours; 84 if there are more


class Stack(NamedTuple):
    """What stands on a state.

    Attributes:
        height: a share of the highest.
        label: the number over it.
        parts: how many bricks it has.
        layers: what it is made of instead, shares of the highest; the last is where the chance is.
        wanted: a height to compare with, marked by a dashed line.
    """

    height: float
    label: str
    parts: int = 1
    layers: Sequence[float] = ()
    wanted: float | None = None


def walk(now: Walk, *, running: bool = False, told: bool = False) -> Picture:
    """Return the token on its graph, and a brick for each visit.

    Args:
        now: the game.
        running: whether steps follow each other by themselves.
        told: whether the heights at which the stacks settle may be told.

    >>> from games.chains.playing import GAMES
    >>> walk(Walk.begin(GAMES["heads twice in a row"])).summary
    'The token stands on T and has put its first brick there.'
    """
    game = now.game
    per_game = [Fraction(laid, now.games) for laid in now.bricks]
    top = max(ceil(max(*per_game, *game.visits)), 4)
    shown = 0 if now.games == 1 else 2
    stacks = {
        state: Stack(
            float(mean / top),
            number(mean, shown),
            laid,
            wanted=float(exact / top) if told else None,
        )
        for state, mean, laid, exact in zip(
            game.chain.transient, per_game, now.bricks, game.visits, strict=True
        )
    }
    noun = count(now.games, "game")
    heights = listed(
        f"{number(mean, shown)} on {state}"
        for state, mean in zip(game.chain.transient, per_game, strict=True)
    )
    picture = _row(game, stacks, now.here, now.before, f"Bricks per game: {heights}.")
    html = Html.of(
        picture,
        div(
            "oe-buttons",
            button(
                game.step.capitalize(),
                "step",
                kind="" if now.over else "primary",
                disabled=now.over or running,
                data_next=not now.over,
            ),
            button("Stop", "stop") if running else button("Run", "run", disabled=now.over),
            button("Next game", "new", kind="primary" if now.over else "", data_next=now.over),
            button("100 games", "many"),
            button("Clear the bricks", "clear", disabled=now.games == 1 and not now.steps),
            button("Show where they settle", "tell", aria_pressed="true" if told else "false"),
        ),
        remark(
            (
                "One brick for each visit. "
                if now.games == 1
                else f"The bricks of {noun}, pressed to one {_nth(now.games)} of their height: a "
                "stack is as high as the visits per game. "
            ),
            f"Dashed: the heights at which the stacks settle, {_settled(game)}." if told else None,
        ),
    )
    return Picture(html, _summary(now, noun, heights))


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


def _summary(now: Walk, noun: str, heights: str) -> str:
    mean = f" Bricks per game, after {noun}: {heights}." if now.games > 1 else ""
    if not now.steps:
        return f"The token stands on {now.here} and has put its first brick there.{mean}"
    led = f"{now.game.step.capitalize()} {now.steps} leads from {now.before} to {now.here}"
    if now.over:
        return f"{led}: this game is over after {_steps(now.game, now.steps)}.{mean}"
    return f"{led}, and there is a brick more.{mean}"


def drain(game: Game, t: int) -> Picture:
    """Return the scene of the layers: in each step the chance moves on, and leaves one behind.

    Args:
        game: whose chances these are.
        t: the number of steps, 0 to 40.

    >>> from games.chains.playing import GAMES
    >>> drain(GAMES["heads twice in a row"], 3).summary
    'After 3 tosses: 37.50 % in T, 25.00 % in H and 37.50 % in HH. The layers are 2.38 high on T \
and 1 on H.'
    """
    held = hand("Steps t", t, 0, STEPS, said=_steps(game, t))
    return scene(partial(_layered, game), t, AFTER, held)


@lru_cache(maxsize=128)
def _layered(game: Game, t: int) -> Picture:
    """Return where the chance is after t steps, on top of the layers that it has left."""
    top, past, stacks = ceil(max(game.visits)), game.chances[: t + 1], dict[str, Stack]()
    told_high = list[str]()
    for state in game.states:
        layers, now = [it.get(state, Fraction(0)) for it in past], past[-1].get(state, Fraction(0))
        if state in game.chain.absorbing:
            stacks[state] = Stack(float(now / top), percent(now), layers=[float(now / top)])
            continue
        wanted = game.visits[len(told_high)] if t == STEPS else None
        high = sum(layers, Fraction(0))
        label = rounded(high)
        told_high.append(f"{label}{' high' * (not told_high)} on {state}")
        stacks[state] = Stack(
            float(high / top),
            label,
            layers=[float(it / top) for it in layers],
            wanted=None if wanted is None else float(wanted / top),
        )
    where = listed(f"{percent(past[-1].get(it, Fraction(0)))} in {it}" for it in game.states)
    told = f"After {_steps(game, t)}: {where}. The layers are {listed(told_high)}."
    if t == STEPS:
        told = (
            f"The layers settle at {_settled(game)}, the visits of a game: N adds up all that the "
            "chance has left."
        )
    return Picture(_row(game, stacks, "", "", told), told)


def _settled(game: Game) -> str:
    """Return the row of N that belongs to the start, in words."""
    return listed(
        f"{number(visits)} on {state}" if visits.denominator < 6 else f"{visits} on {state}"
        for state, visits in zip(game.chain.transient, game.visits, strict=True)
    )


# The drawing: boxes in a row, stacks above them, loops and long ways back below.


def _row(game: Game, stacks: Mapping[str, Stack], here: str, before: str, told: str) -> Html:
    states = game.states
    pitch = PITCH.get(len(states), 84.0)
    x = {state: i * pitch for i, state in enumerate(states)}
    wide = {state: max(38.0, LETTER * len(state) + 18) for state in states}
    level = STACK + 46
    deep = 78.0 if any(_is_low(game, a, b) for a in states for b in game.rows[a]) else 26.0
    left, width = -0.5 * pitch, len(states) * pitch
    arrows = [
        _arrow(x, wide, level, a, b, lit=(a, b) == (before, here), back=_returns(game, a, b))
        for a in game.chain.transient
        for b in game.chain.step(a)
    ]
    arrows.sort(key=lambda it: "oe-is-lit" in it)  # what is lit lies above
    return element(
        "svg",
        element("path", d=f"M{_n(left)} {_n(level - 26)}h{_n(width)}", class_="oe-ground"),
        *arrows,
        *(
            element(
                "g",
                element(
                    "rect",
                    x=_n(x[state] - wide[state] / 2),
                    y=_n(level - HEIGHT / 2),
                    width=_n(wide[state]),
                    height=_n(HEIGHT),
                    rx="8",
                ),
                class_="oe-node oe-is-end" if state in game.chain.absorbing else "oe-node",
            )
            for state in states
        ),
        element(
            "circle", r="18", class_="oe-hopper", style=f"--x:{_n(x[here])}px;--y:{_n(level)}px"
        )
        if here
        else None,
        *(
            element(
                "text",
                state,
                x=_n(x[state]),
                y=_n(level + 5),
                class_="oe-held" if state == here else None,
            )
            for state in states
        ),
        *(_stack(x[state], level - 28, it) for state, it in stacks.items()),
        viewBox=f"{_n(left)} 0 {_n(width)} {_n(level + deep)}",
        class_="oe-graph oe-stacks",
        role="img",
        aria_label=f"{_described(game)} {told}",
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


def _is_low(game: Game, a: str, b: str) -> bool:
    """Whether an arrow runs below the boxes: a loop, or a way back over another box."""
    states = game.states
    return a in game.chain.transient and (a == b or abs(states.index(a) - states.index(b)) > 1)


def _returns(game: Game, a: str, b: str) -> bool:
    """Whether there is an arrow back."""
    return b in game.chain.transient and a in game.rows[b]


def _arrow(
    x: Mapping[str, float],
    wide: Mapping[str, float],
    level: float,
    a: str,
    b: str,
    *,
    lit: bool,
    back: bool,
) -> Html:
    low, label = level + HEIGHT / 2, "1/2"
    onward = 1 if x[b] > x[a] else -1
    if a == b:
        path = f"M{_n(x[a] - 13)} {_n(low)}c-22 46 42 46 22 7"
        head, tag = _head(x[a] + 7, low, 0, -1), (x[a] - 2, low + 44)
    elif abs(list(x).index(a) - list(x).index(b)) > 1:
        start, end = x[a], x[b] - 17 * onward
        path = f"M{_n(start)} {_n(low)}C{_n(start)} {_n(low + 58)} {_n(end)} {_n(low + 58)} "
        path += f"{_n(end)} {_n(low + 8)}"
        head, tag = _head(end, low, 0, -1), ((start + end) / 2, low + 54)
    else:
        y = level - 6 * onward if back else level
        start, end = x[a] + onward * (wide[a] / 2 + 2), x[b] - onward * (wide[b] / 2 + 3)
        path = f"M{_n(start)} {_n(y)}H{_n(end - 8 * onward)}"
        head = _head(end, y, onward, 0)
        tag = ((start + end) / 2, y - 11 * (onward if back else 1))
    return element(
        "g",
        element("path", d=path),
        element("path", d=head, class_="oe-arrowhead"),
        element("text", label, x=_n(tag[0]), y=_n(tag[1] + 5)),
        class_="oe-edge oe-is-lit" if lit else "oe-edge",
    )


def _head(x: float, y: float, dx: int, dy: int) -> str:
    u, v, a, b = x - 8 * dx, y - 8 * dy, 4.5 * dx, 4.5 * dy
    return f"M{_n(x)} {_n(y)}L{_n(u - b)} {_n(v + a)}L{_n(u + b)} {_n(v - a)}Z"


def _stack(x: float, floor: float, it: Stack) -> Html:
    tall = STACK * it.height
    parts = 1 if tall < FINEST * it.parts else it.parts
    high, pieces = 0.0, list[tuple[float, float, bool]]()
    for k, part in enumerate(it.layers or [it.height / (parts or 1)] * parts, start=1):
        high += STACK * part
        is_water = k == len(it.layers)
        if pieces and not is_water and STACK * part < THINNEST:
            pieces[-1] = high, pieces[-1][1] + STACK * part, False
        else:
            pieces.append((high, STACK * part, is_water))
    bricks = (
        element(
            "rect",
            x=_n(x - 17),
            y=_n(floor - high),
            width="34",
            height=f"{part:.2f}",
            class_="oe-water" if is_water else "oe-brick",
        )
        for high, part, is_water in pieces
    )
    line = STACK * (it.wanted or 0)
    above = line if tall < line < tall + 24 else tall  # no line through the number
    return element(
        "g",
        *bricks,
        element("path", d=f"M{_n(x - 25)} {_n(floor - STACK * it.wanted)}h50", class_="oe-wanted")
        if it.wanted is not None
        else None,
        element("text", it.label, x=_n(x), y=_n(floor - above - 7), class_="oe-node-note"),
    )


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
