"""The scene of the two plans: how often each of them reaches a target."""

from dataclasses import dataclass
from fractions import Fraction

from games_widgets.drawing.curves import Axis, Chart, Dots, Line, Mark
from games_widgets.drawing.parts import Headline, Headlines
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import chance_in_words
from games_widgets.yazy.view_scores import share
from games_widgets.yazy.view_targets import Plans

LEAST = 100  # below this target both plans reach it nearly always


@dataclass(frozen=True)
class ReachPicture(Parts):
    """The chances that two plans reach a target.

    Attributes:
        figures: the chances at the target, and their difference.
        curves: the chances at all targets, with a line at this one.
        summary: the same in a sentence.
    """

    figures: Headlines
    curves: Chart
    summary: str


def widest_gap(plans: Plans) -> int:
    """Return the target at which playing for it wins most."""
    gaps = [best - usual for usual, best in zip(plans.usual, plans.best, strict=True)]
    return max(range(len(gaps)), key=gaps.__getitem__)


def stages(plans: Plans) -> tuple[Stage, ...]:
    """Return the stages of the scene: a safe target, the widest gap, a bold target."""
    widest = widest_gap(plans)
    return (
        Stage(
            LEAST, "a safe target", "Drag the line to a higher target.", next_label=f"To {widest}"
        ),
        Stage(
            widest, "the widest gap", "No other target gains so many games.", next_label="To 240"
        ),
        Stage(240, "a daring target", "Here both plans nearly always fail."),
    )


def reach(plans: Plans, target: int) -> Scene[ReachPicture]:
    """Return the scene: two curves over all targets, and a line that the reader drags.

    Args:
        plans: playing for the mean, and playing for each target.
        target: 100 to the largest total.
    """
    largest = len(plans.usual) - 1
    scrubber = ScrubberInput("Target", target, LEAST, largest, value_text=f"target {target}")
    return Scene(lambda place: _picture(plans, place), target, stages(plans), scrubber)


def _picture(plans: Plans, target: int) -> ReachPicture:
    usual, best = plans.usual[target], plans.best[target]
    usual_text, best_text = chance_in_words(Fraction(usual)), chance_in_words(Fraction(best))
    gain = f"{100 * (best - usual):.1f}"
    return ReachPicture(
        figures=Headlines(
            (
                Headline("playing for the mean", usual_text),
                Headline(f"playing for {target}", best_text),
                Headline("more games of a hundred", gain),
            )
        ),
        curves=Chart(
            (
                Line(tuple(enumerate(plans.usual)), "playing for the mean"),
                Line(tuple(enumerate(plans.best)), "playing for that target", "dashed"),
                Dots(((target, usual), (target, best))),
            ),
            x=Axis("target", LEAST, len(plans.usual) - 1),
            y=Axis("chance to reach it", 0, 1, share),
            marks=(Mark(target, f"target {target}"),),
            alt_text="The chance to reach a target falls from nearly 100 % to 0, with both plans. "
            f"At {target} it is {usual_text} with the plan for the mean, "
            f"and {best_text} with the plan for {target}.",
            scrubs=True,
        ),
        summary=f"Target {target}: {gain} more games of a hundred.",
    )
