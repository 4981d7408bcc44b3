"""The app of a scene: the scrubber that the reader moves, and the way from stage to stage."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ipywidgets import VBox, Widget
from traitlets import HasTraits, Int

from games.validate import integer
from games_widgets.apps.base import App, Job, Value, Work
from games_widgets.drawing.render import Model
from games_widgets.drawing.scene import Stage, neighbours

__all__ = ["Scrubber", "scene", "scene_app"]

PACE = 120  # milliseconds from one place to the next, on the way to a stage


class Scrubber(HasTraits):
    """The place of a scrubber: the reader changes it in the picture.

    Args:
        name: the name of the caller's parameter.
        value: the place, low to high.
        low, high: the first and the last place.

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
    draw: Callable[[], Model | Work],
    stages: Callable[[], Sequence[Stage]],
    *,
    step: int = 1,
    pace: int = PACE,
    fit: Callable[[], None] = lambda: None,
    act: Callable[[str, str], None] = lambda act, value: None,
    presets: Mapping[str, Mapping[str, Value]] | None = None,
) -> App:
    """Return the app of a scene whose settings and presets are folded away.

    Args:
        name: its name in the address.
        title: the question.
        settings: as those of an `App`; one of them is the `Scrubber`.
        draw: returns the `games_widgets.drawing.scene.Scene` for the present settings.
        stages: returns its stages, for the present settings.
        step: the distance from one place of the scrubber to the next, on the way to a stage.
        pace: milliseconds from one such place to the next.
        fit: as for an `App`.
        act: receives all other acts of the reader in the picture.
        presets: label -> the settings it stands for.
    """
    [(place_name, scrubber)] = [item for item in settings.items() if isinstance(item[1], Scrubber)]

    destination: int | None = None  # the place that a motion is on its way to

    def hear(name: str, value: str) -> None:
        start = scrubber.value if destination is None else destination
        frame.cancel()
        if name == "hand":
            if value.removeprefix("-").isdecimal():
                frame.apply({place_name: min(max(int(value), scrubber.min), scrubber.max)})
        elif name in ("back", "next"):
            stage = neighbours(stages(), start)[name == "next"]
            frame.put({place_name: start})  # a second press ends the motion at once
            if stage:
                frame.run(moves(stage.at), pace)
            else:
                frame.redraw()
        else:
            act(name, value)

    def moves(goal: int) -> Job:
        nonlocal destination
        destination = goal
        try:
            while scrubber.value != goal:
                rest = goal - scrubber.value
                is_last_step = abs(rest) <= step or not frame.pause
                scrubber.value = (
                    goal if is_last_step else scrubber.value + (step if rest > 0 else -step)
                )
                yield None
        finally:  # also where the reader does something else on the way
            destination = None

    frame = App(
        name, title, settings, draw, fit=fit, act=hear, presets=presets, settings_folded=True
    )
    return frame


def scene_app(
    name: str,
    title: str,
    settings: Mapping[str, Widget],
    draw: Callable[..., Model],
    stages: Sequence[Stage],
    place: int,
    **options: Any,
) -> VBox:
    """Return the app of a scene whose stages are always the same.

    Args:
        name, title: as for a `scene`.
        settings: without the scrubber, which is named "at" and goes from the first stage to the
            last.
        draw: returns the picture for the values of the settings and the place of the scrubber.
        stages: two or more.
        place: the first place of the scrubber.
        options: as for a `scene`.
    """
    all_settings = {**settings, "at": Scrubber("at", place, stages[0].at, stages[-1].at)}

    def picture() -> Model:
        return draw(*(setting.value for setting in all_settings.values()))

    return scene(name, title, all_settings, picture, lambda: stages, **options).tree
