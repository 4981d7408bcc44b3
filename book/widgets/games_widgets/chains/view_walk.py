"""A token on the graph of a small chain: its bricks, and layers of chance.

The states stand in a row, and a stack grows on each of them. In `walk` a stack consists of bricks,
one for each visit. The height of all bricks is divided by the number of games, so the height of a
stack is the visits per game. It approaches an entry of the fundamental matrix. In `drain` a stack
consists of layers, one for each step; the thickness of a layer is the chance to be there after that
step. These stacks grow to the same heights.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import ceil
from typing import NamedTuple

from games.chains.playing import STEPS, Game, Walk
from games_widgets.drawing.parts import Button, Buttons, Remark
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, list_text, number, percent, rounded

__all__ = ["STAGES", "DrainPicture", "Stack", "StatesInRow", "WalkPicture", "drain", "walk"]

STAGES = (
    Stage(0, "the start", "Drag, and the chance moves on."),
    Stage(1, "one step"),
    Stage(2, "two steps"),
    Stage(5, "five steps"),
    Stage(STEPS, "nearly all are over"),
)


class Stack(NamedTuple):
    """The stack on a state.

    Attributes:
        state: the name of the state.
        height: the height, as a share of the full height.
        label: the number over the stack.
        brick_count: how many bricks the stack has.
        layers: the layers of a stack without bricks, as shares of the full height; the last layer
            is the chance to be there now.
        target: a height to compare with, marked by a dashed line.
    """

    state: str
    height: float
    label: str
    brick_count: int = 1
    layers: tuple[float, ...] = ()
    target: float | None = None


@dataclass(frozen=True)
class StatesInRow:
    """The graph of a chain whose states stand in a row, with stacks on them.

    Attributes:
        game: the chain.
        stacks: some or all of its states have one.
        text: the stacks in words.
        token: the state on which the token stands; "" if there is no token.
        previous: the state that it came from; "" if there is none.
    """

    game: Game
    stacks: tuple[Stack, ...]
    text: str
    token: str = ""
    previous: str = ""

    @property
    def alt_text(self) -> str:
        """The graph and the stacks in words."""
        rows = (
            f"from {a} to {list_text(f'{b} ({p})' for b, p in self.game.rows[a].items())}"
            for a in self.game.chain.transient
        )
        states = count(len(self.game.states), "state")
        return f"{states} in a row; {'; '.join(rows)}. {self.text}"


@dataclass(frozen=True)
class WalkPicture(Parts):
    """The token on its graph, and a brick for each visit."""

    buttons: Buttons  # above the graph, where a reader sees them without scrolling
    row: StatesInRow
    remark: Remark
    summary: str


@dataclass(frozen=True)
class DrainPicture(Parts):
    """The chances after some steps, on top of the layers of earlier steps."""

    row: StatesInRow
    summary: str


def walk(position: Walk, *, running: bool = False, heights_visible: bool = False) -> WalkPicture:
    """Return the token on its graph, and a brick for each visit.

    Args:
        position: the game.
        running: whether the steps follow each other automatically.
        heights_visible: whether the heights at which the stacks settle are visible.

    >>> from games.chains.playing import GAMES
    >>> walk(Walk.begin(GAMES["heads twice in a row"])).summary
    'The token stands on 0 and has put its first brick there.'
    """
    game = position.game
    per_game = [Fraction(bricks, position.games) for bricks in position.bricks]
    top = max(ceil(max(*per_game, *game.visits)), 4)
    decimals = 0 if position.games == 1 else 2
    stacks = tuple(
        Stack(
            state,
            float(mean / top),
            number(mean, decimals),
            bricks,
            target=float(exact / top) if heights_visible else None,
        )
        for state, mean, bricks, exact in zip(
            game.chain.transient, per_game, position.bricks, game.visits, strict=True
        )
    )
    noun = count(position.games, "game")
    heights = list_text(
        f"{number(mean, decimals)} on {state}"
        for state, mean in zip(game.chain.transient, per_game, strict=True)
    )
    if position.games == 1:
        remark = "One brick for each visit. "
    else:
        remark = (
            f"The bricks of {noun}, pressed to one {_nth(position.games)} of their height: a stack "
            "is as high as the visits per game. "
        )
    if heights_visible:
        remark += f"Dashed: the heights at which the stacks settle, {_final_heights(game)}."
    text = f"Bricks per game: {heights}."
    summary = _summary(position, noun, heights)
    if heights_visible:  # on a projector there may be no room for the remark
        summary += f" The stacks settle at {_final_heights(game)}."
    return WalkPicture(
        row=StatesInRow(game, stacks, text, position.state, position.previous),
        buttons=_buttons(position, running=running, heights_visible=heights_visible),
        remark=Remark(remark),
        summary=summary,
    )


def _buttons(position: Walk, *, running: bool, heights_visible: bool) -> Buttons:
    is_over = position.is_over
    return Buttons(
        (
            Button(
                position.game.step.capitalize(),
                "step",
                look="" if is_over else "primary",
                is_disabled=is_over or running,
                gets_focus=not is_over,
            ),
            Button("Stop", "stop") if running else Button("Run", "run", is_disabled=is_over),
            Button("Next game", "new", look="primary" if is_over else "", gets_focus=is_over),
            Button("100 games", "many"),
            Button(
                "Clear the bricks",
                "clear",
                is_disabled=position.games == 1 and not position.steps,
            ),
            Button("Show where they settle", "tell", is_pressed=heights_visible, key="o"),
        )
    )


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


def drain(game: Game, t: int) -> Scene[DrainPicture]:
    """Return the scene of the layers: each step adds a layer to the stack of each state.

    Args:
        game: the chain.
        t: the number of steps, 0 to 40.

    >>> from games.chains.playing import GAMES
    >>> drain(GAMES["heads twice in a row"], 3).summary
    'After 3 tosses: 37.50 % in 0, 25.00 % in H and 37.50 % in HH. The layers are 2.38 high on 0 \
and 1 on H.'
    """
    scrubber = ScrubberInput("Steps t", t, 0, STEPS, _steps(game, t))
    return Scene(partial(_draw_layers, game), t, STAGES, scrubber)


@lru_cache(maxsize=128)
def _draw_layers(game: Game, t: int) -> DrainPicture:
    """Return the picture: the chances after t steps, on top of the layers of earlier steps."""
    top, past_chances, stacks = ceil(max(game.visits)), game.chances[: t + 1], list[Stack]()
    heights = list[str]()
    for state in game.states:
        layers, chance = (
            [chances.get(state, Fraction(0)) for chances in past_chances],
            past_chances[-1].get(state, Fraction(0)),
        )
        if state in game.chain.absorbing:
            share = float(chance / top)
            stacks.append(Stack(state, share, percent(chance), layers=(share,)))
            continue
        target = game.visits[len(heights)] if t == STEPS else None
        height = sum(layers, Fraction(0))
        label = rounded(height)
        heights.append(f"{label} on {state}" if heights else f"{label} high on {state}")
        stacks.append(
            Stack(
                state,
                float(height / top),
                label,
                layers=tuple(float(layer / top) for layer in layers),
                target=None if target is None else float(target / top),
            )
        )
    places = list_text(
        f"{percent(past_chances[-1].get(state, Fraction(0)))} in {state}" for state in game.states
    )
    summary = f"After {_steps(game, t)}: {places}. The layers are {list_text(heights)}."
    if t == STEPS:
        summary = (
            f"The layers settle at {_final_heights(game)}, the visits of a game: N adds up all "
            "that the chance has left."
        )
    return DrainPicture(StatesInRow(game, tuple(stacks), summary), summary)


def _final_heights(game: Game) -> str:
    """Return the row of N that belongs to the start, in words."""
    return list_text(
        f"{number(visits)} on {state}" if visits.denominator < 6 else f"{visits} on {state}"
        for state, visits in zip(game.chain.transient, game.visits, strict=True)
    )
