"""The long run of a chain that need not end: shares of time, return times, classes and periods."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.maths.long_run import StateClass
from games_widgets.drawing.parts import (
    Bar,
    Button,
    Buttons,
    Cell,
    Headline,
    Headlines,
    Paragraph,
    Remark,
    Row,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import in_words
from games_widgets.drawing.text import (
    count,
    exact,
    exactly,
    list_text,
    number,
    percent,
    to_eight_digits,
)
from games_widgets.your_game.view import state_text
from own_games.program import EndlessGame, label

__all__ = ["LongRunPicture", "Walk", "long_run"]

State = Any

MAX_ROWS = 1000  # of the table of shares
NAMES = 6  # states of a class that are named
STEPS = 10_000  # of a simulated walk at a time


@dataclass(frozen=True)
class Walk:
    """A simulated walk.

    Attributes:
        steps: how many steps it has made.
        visits: how often it was in each state after a step.
    """

    steps: int = 0
    visits: Mapping[State, int] = field(default_factory=lambda: MappingProxyType({}))

    def plus(self, visits: Counter[State]) -> "Walk":
        """Return this walk and more of its visits."""
        return Walk(self.steps + visits.total(), MappingProxyType(Counter(self.visits) + visits))


@dataclass(frozen=True)
class LongRunPicture(Parts):
    """What a chain does in the long run.

    Attributes:
        curves: the answers against the places of its slider; None without a slider.
    """

    figures: Headlines
    curves: Section[Any] | None
    reason: Remark
    shares: Section[Table]
    classes: Section[Table] | None
    simulation: Section[tuple[Paragraph | None, Buttons]]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.simulation.content[0])


def long_run(game: EndlessGame, walk: Walk = Walk()) -> LongRunPicture:
    """Return the long run of a chain.

    Args:
        game: the chain.
        walk: a simulated walk, whose shares are shown beside the exact ones.
    """
    likeliest = max(game.shares, key=game.shares.__getitem__)
    closed_classes = [group for group in game.chain.classes if group.is_closed]
    return LongRunPicture(
        figures=_figures(game, likeliest),
        curves=None,
        reason=Remark(_sentence(game, closed_classes)),
        shares=Section(
            "In the long run: the share of all steps in each state",
            _share_table(game, walk),
            Remark(
                "The return time of a state is the expected number of steps until the game is back "
                "in it, 1 divided by its share once the game is in its class."
            ),
        ),
        classes=_classes(game, closed_classes) if len(game.chain.classes) > 1 else None,
        simulation=Section(
            "A simulation beside it",
            (
                Paragraph(f"Simulated: {count(walk.steps, 'step')}.") if walk.steps else None,
                Buttons(
                    (
                        Button(f"Play {number(STEPS)} steps", "play"),
                        Button("Reset tally", "clear", is_disabled=not walk.steps),
                    )
                ),
            ),
        ),
        summary=f"{count(len(game.states), 'state')}. The game need not end. In the long run it "
        f"spends {percent(game.shares[likeliest])} of all steps in {state_text(likeliest, 24)}.",
    )


def _figures(game: EndlessGame, likeliest: State) -> Headlines:
    share, name = game.shares[likeliest], state_text(likeliest, 24)
    figures = [Headline(f"of all steps in {name}", percent(share), exactly(share))]
    mean = game.distribution.mean
    if mean is not None:
        figures.append(Headline("mean of the state", number(mean, 2), exactly(mean)))
    if game.gains:
        label_text, gain = "gain of a step", game.gain_per_step
        if max(game.gains.values()) <= 0:
            label_text, gain = "cost of a step", -gain
        figures.append(Headline(label_text, number(gain, 2), exactly(gain)))
    until_closed = game.chain.expected_steps_until_closed(game.start)
    if until_closed:
        note = exactly(until_closed)
        figures.append(Headline("steps until it stays in one class", number(until_closed, 2), note))
    return Headlines(tuple(figures))


def _sentence(game: EndlessGame, closed_classes: list[StateClass[State]]) -> str:
    if len(game.chain.classes) == 1:
        period = closed_classes[0].period
        sentence = "From each state every other can be reached, and no state ends the game."
        if period > 1:
            sentence += (
                f" The game goes through {period} phases in turn, so a share is the mean over "
                f"{count(period, 'step')}."
            )
        return sentence
    if len(closed_classes) == 1:
        return "After some time the game stays in one class of states for ever."
    count_text = f"{len(closed_classes)} classes of states"
    return f"After some time the game stays in one of {count_text} for ever."


def _share_table(game: EndlessGame, walk: Walk) -> Table:
    rows = []
    for state in _order(game)[:MAX_ROWS]:
        share = game.shares[state]
        cells: list[object] = [percent(share), _exact(share)]
        cells.append(exact(game.chain.return_time(state), 24) if share else "–")
        if walk.steps:
            cells.append(percent(Fraction(walk.visits.get(state, 0), walk.steps)))
        rows.append(Row(state_text(state, 24), (*cells, Bar(share))))
    heads = ("state", "share", "exact value", "return time")
    return Table((*heads, *["played"] * bool(walk.steps), Cell()), tuple(rows), "bars your-ends")


def _order(game: EndlessGame) -> list[State]:
    """Return the states by value if they are numbers, and otherwise the largest share first."""
    places = {name: place for place, name in enumerate(game.distribution.outcomes)}
    return sorted(game.shares, key=lambda state: places.get(label(state), len(places)))


def _exact(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value)
    text = exact(value, 24)
    return f"{text} ≈ {to_eight_digits(value)}"


def _classes(game: EndlessGame, closed_classes: list[StateClass[State]]) -> Section[Table]:
    chances = game.chain.class_chances(game.start)
    rows = []
    for n, group in enumerate(game.chain.classes):
        if group in closed_classes:
            chance = chances.get(n, Fraction(0))
            row = (count(len(group.states), "state"), str(group.period), percent(chance))
            rows.append(Row(_names(group), (*row, Bar(chance))))
    for_ever = Table(
        ("class", "size", "period", "chance to come to it", Cell()), tuple(rows), "bars your-ends"
    )
    return Section("Where the game stays for ever", for_ever)


def _names(group: StateClass[State]) -> str:
    names = [state_text(state, 24) for state in group.states[:NAMES]]
    left_count = len(group.states) - len(names)
    return f"{', '.join(names)} and {left_count} more" if left_count else list_text(names)
