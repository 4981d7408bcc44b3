"""The app of a scene: what moves under the reader's hand, and the way from stage to stage."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.kit.apps.frame import Frame, Job, Value
from ipywidgets import VBox
from traitlets import HasTraits, Int

from games.arguments import whole
from games.kit.markup import Picture
from games.kit.scene import Stage, neighbours

__all__ = ["Hand", "scene"]

PACE = 120  # milliseconds from one place to the next, on the way to a stage


class Hand(HasTraits):
    """The place of what moves: the reader changes it in the picture.

    Args:
        name: what the caller calls it.
        value: the place, low to high.
        low, high: the first and the last.

    >>> Hand("wall", -20, -200, 0).value
    -20
    """

    value, min, max = Int(), Int(), Int()

    def __init__(self, name: str, value: int, low: int, high: int) -> None:
        super().__init__(value=whole(name, value, low, high), min=low, max=high)


def scene(
    name: str,
    title: str,
    settings: Mapping[str, Any],
    draw: Callable[[], Picture],
    stages: Sequence[Stage],
    *,
    step: int = 1,
    presets: Mapping[str, Mapping[str, Value]] | None = None,
) -> VBox:
    """Return a scene whose settings and presets are folded away.

    Args:
        name: its name in the address.
        title: the question.
        settings: as those of a `Frame`; one of them is the `Hand`.
        draw: returns the picture, a `games.kit.scene.scene`, for the present settings.
        stages: its stages.
        step: from one place of the hand to the next, on the way to a stage.
        presets: label -> the settings it stands for.
    """
    [(what, held)] = [it for it in settings.items() if isinstance(it[1], Hand)]

    def act(act: str, value: str) -> None:
        frame.cancel()
        if act == "hand" and value.removeprefix("-").isdecimal():
            frame.apply({what: min(max(int(value), held.min), held.max)})
        elif act in ("back", "next"):
            stage = neighbours(stages, held.value)[act == "next"]
            if stage:
                frame.run(moves(stage.at), PACE)

    def moves(to: int) -> Job:
        while held.value != to:
            left = to - held.value
            near = abs(left) <= step or not frame.pause
            held.value = to if near else held.value + (step if left > 0 else -step)
            yield None

    frame = Frame(name, title, settings, draw, act=act, presets=presets, folded=True)
    return frame.tree
