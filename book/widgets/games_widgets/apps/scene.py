"""The app of a scene: what moves under the reader's hand, and the way from stage to stage."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ipywidgets import VBox, Widget
from traitlets import HasTraits, Int

from games.validate import integer
from games_widgets.apps.base import App, Job, Value, Work
from games_widgets.drawing.markup import Picture
from games_widgets.drawing.scene import Stage, neighbours

__all__ = ["Scrubber", "scene", "staged"]

PACE = 120  # milliseconds from one place to the next, on the way to a stage


class Scrubber(HasTraits):
    """The place of what moves: the reader changes it in the picture.

    Args:
        name: what the caller calls it.
        value: the place, low to high.
        low, high: the first and the last.

    >>> Scrubber("wall", -20, -200, 0).value
    -20
    """

    value, min, max = Int(), Int(), Int()

    def __init__(self, name: str, value: int, low: int, high: int) -> None:
        super().__init__(value=integer(name, value, low, high), min=low, max=high)


def scene(
    name: str,
    title: str,
    settings: Mapping[str, Any],
    draw: Callable[[], Picture | Work],
    stages: Callable[[], Sequence[Stage]],
    *,
    step: int = 1,
    pace: int = PACE,
    fit: Callable[[], None] = lambda: None,
    act: Callable[[str, str], None] = lambda act, value: None,
    presets: Mapping[str, Mapping[str, Value]] | None = None,
) -> App:
    """Return the frame of a scene whose settings and presets are folded away.

    Args:
        name: its name in the address.
        title: the question.
        settings: as those of a `App`; one of them is the `Scrubber`.
        draw: returns the picture, a `games_widgets.drawing.scene.scene`, for the present settings.
        stages: returns its stages, for the present settings.
        step: from one place of the hand to the next, on the way to a stage.
        pace: milliseconds from one such place to the next.
        fit: as for a `App`.
        act: hears what else the reader does in the picture.
        presets: label -> the settings it stands for.
    """
    [(what, held)] = [it for it in settings.items() if isinstance(it[1], Scrubber)]

    def hear(name: str, value: str) -> None:
        frame.cancel()
        if name == "hand":
            if value.removeprefix("-").isdecimal():
                frame.apply({what: min(max(int(value), held.min), held.max)})
        elif name in ("back", "next"):
            stage = neighbours(stages(), held.value)[name == "next"]
            if stage:
                frame.run(moves(stage.at), pace)
        else:
            act(name, value)

    def moves(to: int) -> Job:
        while held.value != to:
            left = to - held.value
            near = abs(left) <= step or not frame.pause
            held.value = to if near else held.value + (step if left > 0 else -step)
            yield None

    frame = App(name, title, settings, draw, fit=fit, act=hear, presets=presets, folded=True)
    return frame


def staged(
    name: str,
    title: str,
    settings: Mapping[str, Widget],
    draw: Callable[..., Picture],
    stages: Sequence[Stage],
    at: int,
    **more: Any,
) -> VBox:
    """Return the app of a scene whose stages are always the same.

    Args:
        name, title: as for a `scene`.
        settings: without the hand, which is called "at" and goes from the first stage to the last.
        draw: returns the picture for the values of the settings and the place of the hand.
        stages: two or more.
        at: where the hand is at first.
        more: as for a `scene`.
    """
    whole = {**settings, "at": Scrubber("at", at, stages[0].at, stages[-1].at)}
    shown = (lambda: draw(*(it.value for it in whole.values())), lambda: stages)
    return scene(name, title, whole, *shown, **more).tree
