"""The scene of policy iteration: when to hold in Piglet or Pig, from a timid policy to the best."""

from functools import lru_cache, partial

from games.pig import RULES, Improvement, Pig, Variant
from games_widgets.drawing.markup import Html, Picture, div, element, odds_part, section, table
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, percent

HIGHEST = 8  # points that win: with more, the first picture takes its time
ROUNDS = (
    Stage(0, "timid", "Any pot is held. Go on wherever that is worth more.", go="Improve"),
    Stage(1, "improved once", "Framed is what changed, and with it all values.", go="Improve"),
    Stage(2, "twice", go="Improve"),
    Stage(3, "three times", go="Improve"),
    Stage(4, "it stands", "Nothing is left to change: this is the best there is, exactly."),
)


def frontier(kind: Variant, goal: int, at: int) -> Picture:
    """Return the scene: the least pot with which a policy holds, for all scores, round by round.

    Args:
        kind: "Piglet", or "Pig", where nobody holds in so short a game.
        goal: the points that win, 2 to 8.
        at: 0 to 4, how often the timid policy was improved; it may have stood before that.

    >>> frontier("Piglet", 8, 0).summary.partition(". ")[0]
    'Whoever begins wins 43.57 %, whatever the other does'
    """
    label = f"improved {count(at, 'time')}"
    scrubber = scrubber_input(
        "Rounds", at, 0, ROUNDS[-1].at, value_text=label, start=0.05, end=0.95
    )
    return scene(partial(_draw, kind, goal), at, ROUNDS, scrubber)


@lru_cache(maxsize=64)
def _draw(kind: Variant, goal: int, at: int) -> Picture:
    """Return the table of least pots after so many rounds, with what the last one changed."""
    policies = Pig(goal, kind).improvements
    last = len(policies) - 1
    current, previous = (_firsts(policies[min(n, last)], kind) for n in (at, max(at - 1, 0)))
    changed = sum(pot != previous[scores] for scores, pot in current.items())
    summary = (
        f"Whoever begins wins {percent(policies[min(at, last)].chance)}, whatever the other does."
    )
    if at:
        summary = f"{count(changed, 'field')} changed. {summary}"
    values = " → ".join(percent(policy.chance) for policy in policies[: at + 1])
    rows = (
        element(
            "tr",
            element("th", own_score, scope="row"),
            *(
                _field(current[own_score, other_score], previous[own_score, other_score])
                for other_score in range(goal)
            ),
        )
        for own_score in range(goal)
    )
    axes = (element("span", label) for label in ("your points ↓", "the other’s points →"))
    cells = table([element("td"), *range(goal)], rows, kind="oe-cells oe-frontier")
    return Picture(
        Html.of(
            section("With which pot to hold", div("oe-ends", *axes), cells),
            odds_part(element("p", f"Begins and wins: {values}")),
        ),
        summary,
    )


def _firsts(policy: Improvement, kind: str) -> dict[tuple[int, int], int | None]:
    """Return the least pot that can be with which it holds, if any, for each pair of scores."""
    pots = range(RULES[kind].points[0], HIGHEST)
    return {
        scores: next((pot for pot in pots if pot in holds), None)
        for scores, holds in policy.holds.items()
    }


def _field(pot: int | None, previous: int | None) -> Html:
    return element(
        "td",
        "–" if pot is None else pot,
        # at the frontier 1, 2 and 3 meet: steps that are seen, however high the goal
        style=f"--share:{1 if pot is None else min(0.85, 0.3 * pot - 0.2):.2f}",
        class_="oe-is-changed" if pot != previous else None,
    )
