"""Scenes: one idea, and one thing that the reader moves until the idea is clear.

The reader moves a scrubber. A function returns the model of the picture for each of its places,
with numbers from a solver. Some of these places are stages. The buttons lead from one stage to the
next, and each stage may say what to look at. On paper all stages stand in a strip.

    STAGES = (Stage(0, "No card", "Turn up a card."), Stage(3, "Three cards", "It is a race."))

    def race(at: int) -> Scene[Hand]:
        scrubber = ScrubberInput("Cards", at, 0, 3, value_text=count(at, "card"))
        return Scene(hand, at, STAGES, scrubber)

`games_widgets.apps.scene` makes an app of it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Generic, NamedTuple, TypeVar

from games_widgets.drawing.markup import Html, button, element, odds_part
from games_widgets.drawing.parts import Label
from games_widgets.drawing.render import Model, Partial, render

ModelT = TypeVar("ModelT", bound=Model)


class Stage(NamedTuple):
    """A place of the scrubber at which a scene rests.

    Attributes:
        at: the place; those of a scene increase.
        name: a few words.
        instruction: what to look at or to do next; it follows the sentence of the picture.
        printed: whether it is in the strip; a stage only to play with is not.
        next_label: the label of the button to the next stage. The last stage keeps the label of
            the stage before it.
    """

    at: int
    name: str
    instruction: str = ""
    printed: bool = True
    next_label: str = "Next"


def neighbours(stages: Sequence[Stage], place: int) -> tuple[Stage | None, Stage | None]:
    """Return the stage before a place and the one after it, None where there is none.

    >>> before, after = neighbours([Stage(0, "a"), Stage(5, "b"), Stage(9, "c")], 5)
    >>> before.name, after.name
    ('a', 'c')
    """
    stages_before = [stage for stage in stages if stage.at < place]
    stages_after = [stage for stage in stages if stage.at > place]
    return stages_before[-1] if stages_before else None, stages_after[0] if stages_after else None


def place_in_words(stages: Sequence[Stage], place: int) -> str:
    """Return the name of a stage, or between which two stages a place lies, and how far.

    >>> stages = [Stage(0, "a square"), Stage(20, "a line")]
    >>> place_in_words(stages, 20), place_in_words(stages, 5)
    ('a line', 'between a square and a line, 25 %')
    """
    for stage in stages:
        if stage.at == place:
            return stage.name
    earlier_stage, later_stage = neighbours(stages, place)
    if not earlier_stage or not later_stage:
        raise ValueError(f"at is {place}, but must be from {stages[0].at} to {stages[-1].at}")
    share = 100 * (place - earlier_stage.at) // (later_stage.at - earlier_stage.at)
    return f"between {earlier_stage.name} and {later_stage.name}, {share} %"


@dataclass(frozen=True)
class ScrubberInput:
    """The input that the reader moves: it sends the act "hand" with its place.

    Attributes:
        label: what moves.
        at: the present place.
        low, high: the first place and the last.
        value_text: the place in words, for screen readers.
        step: from one place to the next.
        start, end: the positions of the first and the last place, as shares of the width.

    >>> render(ScrubberInput("Cards", 2, 0, 9, value_text="2 cards"))[:61]
    '<input type="range" class="oe-scrubber" data-scrubber min="0"'
    """

    label: str
    at: int
    low: int
    high: int
    value_text: str
    step: int = 1
    start: float = 0
    end: float = 1


@render.register
def _(scrubber: ScrubberInput) -> Html:
    return element(
        "input",
        type="range",
        class_="oe-scrubber",
        data_scrubber=True,
        min=scrubber.low,
        max=scrubber.high,
        step=scrubber.step,
        value=scrubber.at,
        aria_label=scrubber.label,
        aria_valuetext=scrubber.value_text,
        style=f"--start:{scrubber.start:.4f};--end:{scrubber.end:.4f}",
    )


@dataclass(frozen=True)
class Scene(Partial, Generic[ModelT]):
    """A scene: its picture, the scrubber, the buttons to other stages, the strip for paper.

    Attributes:
        draw: returns the model of the picture for a place.
        at: the place of the scrubber.
        stages: one or more.
        scrubber: the `ScrubberInput`, and perhaps more models with it.
        folded_part: a model that is folded away with the settings.
        has_strip: whether the strip is there: nobody sees it while the scrubber moves.

    >>> from games_widgets.drawing.parts import Picture
    >>> stages = (Stage(0, "one", "Go on."), Stage(4, "all", "So it is."))
    >>> shown = Scene(lambda at: Picture(at, f"At {at}."), 4, stages, None)
    >>> shown.summary, "2 of 2: all" in render(shown), render(shown.complete()).count("<li")
    ('At 4. So it is.', True, 2)
    """

    draw: Callable[[int], ModelT] = field(compare=False, repr=False)
    at: int
    stages: tuple[Stage, ...]
    scrubber: object
    folded_part: object = None
    has_strip: bool = False

    @cached_property
    def picture(self) -> ModelT:
        """The picture of the place."""
        return self.draw(self.at)

    @property
    def summary(self) -> str:
        """The sentence of the picture, and what the stage says."""
        instructions = (stage.instruction for stage in self.stages if stage.at == self.at)
        return f"{self.picture.summary} {next(instructions, '')}".strip()

    def complete(self) -> "Scene[ModelT]":
        """Return the scene with its strip."""
        return replace(self, has_strip=True)


@render.register
def _(scene: Scene) -> Html:  # type: ignore[type-arg]  # singledispatch takes plain types
    position, stages = scene.at, scene.stages
    previous_stage, next_stage = neighbours(stages, position)
    stages_reached = [stage for stage in stages if stage.at <= position] or stages[:1]
    places = [f"{n} of {len(stages)}: {stage.name}" for n, stage in enumerate(stages, 1)]
    place = places[len(stages_reached) - 1]
    if stages_reached[-1].at != position:
        place = place.partition(":")[0]
    steps = element(
        "div",
        button(
            "Back",
            "back",
            disabled=not previous_stage,
            data_key="pageup",
            data_next_focus=not next_stage,
        ),
        button(
            (stages_reached[-1] if next_stage or not previous_stage else previous_stage).next_label,
            "next",
            kind="primary" if next_stage else "",
            disabled=not next_stage,
            data_key="pagedown",
            data_next_focus=next_stage is not None,
        ),
        render(Label(place)),
        class_="oe-buttons oe-stage-buttons",
    )
    frames = (
        _frame(stage, scene.draw(stage.at), place, stage is not stages[-1])
        for stage, place in zip(stages, places, strict=True)
        if stage.printed and scene.has_strip
    )
    strip = element("ol", *frames, class_="oe-stage-strip", data_drawn_later=not scene.has_strip)
    details = None
    if scene.folded_part is not None:
        details = element("div", render(scene.folded_part), class_="oe-folded-part")
    return Html.of(
        element("div", render(scene.picture), render(scene.scrubber), steps, class_="oe-stage"),
        odds_part(strip),
        details,
    )


def _frame(stage: Stage, picture: Model, place: str, has_next: bool) -> Html:
    """Return a stage of the strip, from which html_widget.js shows it, too."""
    words = element(
        "p",
        element("strong", stage.name.capitalize()),
        ". ",
        picture.summary,
        " ",
        stage.instruction,
    )
    return element(
        "li",
        words,
        element("div", render(picture), class_="oe-stage"),
        data_stage=stage.at,
        data_place=place,
        data_next_label=stage.next_label if has_next else None,
    )
