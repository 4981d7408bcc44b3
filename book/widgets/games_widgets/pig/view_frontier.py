"""The scene of policy iteration: when to hold in Piglet or Pig, from a timid policy to the best."""

from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from games.pig import RULES, Improvement, Pig, Variant
from games_widgets.drawing.parts import OddsPart, Paragraph, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import count, percent

HIGHEST = 8  # points that win; with a higher goal the first picture would be slow
ROUNDS = (
    Stage(
        0,
        "timid",
        "Every pot is held. The next policy throws where that is worth more.",
        next_label="Improve",
    ),
    Stage(
        1,
        "improved once",
        "Frames show what changed. All values changed, too.",
        next_label="Improve",
    ),
    Stage(2, "twice", next_label="Improve"),
    Stage(3, "three times", next_label="Improve"),
    Stage(4, "it stands", "Nothing changes any more: this is exactly the best policy."),
)


class Field(NamedTuple):
    """The policy for a pair of scores.

    Attributes:
        pot: the least pot with which it holds; None if it never does.
        is_changed: whether the last round changed it.
    """

    pot: int | None
    is_changed: bool


@dataclass(frozen=True)
class Policy:
    """When to hold: for each of your scores a row, in it a field for each of the other's."""

    rows: tuple[tuple[Field, ...], ...]


@dataclass(frozen=True)
class Round(Parts):
    """The policy after some rounds, with the values of those before it."""

    policy: Section[Policy]
    values: OddsPart[Paragraph]
    summary: str


def frontier(kind: Variant, goal: int, at: int) -> Scene[Round]:
    """Return the scene: the least pot with which a policy holds, for all scores, round by round.

    Args:
        kind: "Piglet", or "Pig", where nobody holds in so short a game.
        goal: the points that win, 2 to 8.
        at: 0 to 4, how often the timid policy was improved; it may have stood before that.

    >>> frontier("Piglet", 8, 0).summary.partition(". ")[0]
    'The first player wins 43.57 %, whatever the other does'
    """
    label = f"improved {count(at, 'time')}"
    scrubber = ScrubberInput("Rounds", at, 0, ROUNDS[-1].at, value_text=label, start=0.05, end=0.95)
    return Scene(partial(_round, kind, goal), at, ROUNDS, scrubber)


@lru_cache(maxsize=64)
def _round(kind: Variant, goal: int, at: int) -> Round:
    """Return the policy after so many rounds, with what the last one changed."""
    policies = Pig(goal, kind).improvements
    last = len(policies) - 1
    current, previous = (_firsts(policies[min(n, last)], kind) for n in (at, max(at - 1, 0)))
    change_count = sum(pot != previous[scores] for scores, pot in current.items())
    summary = (
        f"The first player wins {percent(policies[min(at, last)].chance)}, whatever the other does."
    )
    if at:
        summary = f"{count(change_count, 'field')} changed. {summary}"
    values = " → ".join(percent(policy.chance) for policy in policies[: at + 1])
    rows = tuple(
        tuple(
            Field(current[scores], current[scores] != previous[scores])
            for scores in ((own_score, other_score) for other_score in range(goal))
        )
        for own_score in range(goal)
    )
    return Round(
        Section("The least pot with which to hold", Policy(rows)),
        OddsPart(Paragraph(f"Begins and wins: {values}")),
        summary,
    )


def _firsts(policy: Improvement, kind: str) -> dict[tuple[int, int], int | None]:
    """Return for each pair of scores the least pot at which the policy holds, if any."""
    pots = range(RULES[kind].points[0], HIGHEST)
    return {
        scores: next((pot for pot in pots if pot in holds), None)
        for scores, holds in policy.holds.items()
    }
