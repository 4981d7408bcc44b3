"""The scene of the step: what it saves to stand a field further, on each field of the board."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games.race import Race
from games_widgets.drawing.markup import Html, Picture, div, element, odds_part
from games_widgets.drawing.scene import Stage
from games_widgets.drawing.text import number, rounded

FEW = 16  # fields of a board on which there is room for chances
SLOT = 10  # units of the drawing for a field


@lru_cache(maxsize=4)
def _saved(race: Race) -> tuple[Fraction, ...]:
    """Return by how many throws each field but the last is further away than the next."""
    to_go = race.expected_throws_by_field.values()
    return tuple(before - after for before, after in pairwise(to_go))


def stages(race: Race) -> tuple[Stage, ...]:
    """Return where the scene rests: on both ends, and where half of what drift promises is saved.

    >>> [stage.at for stage in stages(Race(100))]
    [1, 31, 99]
    """
    saved, drift, last = _saved(race), race.drift, race.fields - 1
    middle, end = Stage((last + 1) // 2, "halfway"), ""
    start = "Together the bars are a race." if drift > 0 else ""
    if drift > 0:
        half = next((field for field, step in enumerate(saved, 1) if 2 * drift * step >= 1), last)
        missing_at_start, missing_at_half = (
            (last + 1 - field) / drift - race.expected_throws_by_field[field] for field in (1, half)
        )
        is_mostly_behind = 2 * missing_at_half < missing_at_start
        note = "Most of what is missing lies behind." if is_mostly_behind else ""
        middle = Stage(half, "half of it", note)
        if saved[-1] * drift > 1:
            end = "Who is sent back has a long way."
    ends = {1: Stage(1, "the start", start), last: Stage(last, "the end", end)}
    found = {middle.at: middle, **ends}
    return tuple(found[field] for field in sorted(found))


def step(race: Race, field: int) -> Picture:
    """Return what each step saves, those still to come in colour, and where a throw leads.

    Args:
        race: the race.
        field: the field of the marker, 1 to fields − 1.

    >>> step(Race(100), 50).summary
    'From field 50 there are 249.83 throws to go, not 300. The step on saves 4.07 of them, not 6.'
    """
    return _drawn(race, field)


@lru_cache(maxsize=64)  # the stages of a board, and fields where the reader has put the marker
def _drawn(race: Race, field: int) -> Picture:
    saved, drift, to_go = _saved(race), race.drift, race.expected_throws_by_field[field]
    here, last = saved[field - 1], race.fields
    line, each = None, 1 / drift if drift > 0 else Fraction(0)
    guess = [f", not {rounded(steps * each)}" if each else "" for steps in (last - field, 1)]
    summary = f"From field {field} there are {number(to_go, 2)} throws to go{guess[0]}. "
    summary += f"The step on saves {number(here, 2)} of them{guess[1]}."
    top, low = max(*saved, each), min(*saved, Fraction(0))

    def height(value: Fraction) -> float:
        return float((value - low) / (top - low))

    def bars(fields: range) -> Html:
        zero = f"{100 - 100 * height(Fraction(0)):.2f}"
        tops = {field: f"{100 - 100 * height(saved[field - 1]):.2f}" for field in fields}
        shapes = (
            f"M{SLOT * field - SLOT} {zero}V{top}h{SLOT - 1}V{zero}" for field, top in tops.items()
        )
        return element("path", d="".join(shapes))

    if each:
        style = f"--up:{height(each):.4f};--of:{1 / last:.4f}"
        line = element("i", element("small", rounded(each)), style=style)
    tag = f"{_place(field, race)};--up:{height(max(here, each)):.4f}"
    drawn = div(
        "oe-saved",
        line,
        element(
            "svg",
            *(bars(range(*ends)) for ends in ((1, field), (field, last), (field, field + 1))),
            viewBox=f"0 0 {SLOT * last} 100",
            preserveAspectRatio="none",
            focusable="false",
        ),
        odds_part(element("b", number(here, 2), style=tag)),
    )
    leads = (
        element(
            "i",
            str(Fraction(ways, race.faces)) if last <= FEW else None,
            style=f"{_place(landing, race)};--of:{1 / last:.4f}",
        )
        for landing, ways in sorted(Counter(race.landings[field - 1]).items())
    )
    html = element(
        "div",
        odds_part(
            element(
                "strong",
                number(to_go, 2),
                element("small", f" throws to go from field {field}"),
            )
        ),
        drawn,
        div("oe-leads", odds_part(*leads)),
        div("oe-scale", element("span", "field 1"), element("span", last)),
        class_="oe-saving",
        role="img",
        aria_label=f"Bars: what each step saves, {number(saved[0], 2)} throws on field 1, "
        f"{number(here, 2)} on field {field}, {number(saved[-1], 2)} on field {last - 1}. Marked "
        f"below: where a throw leads from field {field}.",
    )
    return Picture(html, summary)


def _place(field: int, race: Race) -> str:
    return f"--at:{(field - 0.5) / race.fields:.4f}"
