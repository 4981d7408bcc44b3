"""The scene of the step: what it saves to stand a field further, on each field of the board."""

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games import race
from games.kit.markup import Html, Picture, div, element, tells
from games.kit.scene import Stage
from games.kit.text import number, rounded
from games.race.playing import Board, mean_move, throws_by_field

FEW = 16  # fields of a board on which there is room for chances
SLOT = 10  # units of the drawing for a field


@lru_cache(maxsize=4)
def _saved(board: Board) -> tuple[Fraction, ...]:
    """Return by how many throws each field but the last is further away than the next."""
    return tuple(here - after for here, after in pairwise(throws_by_field(board).values()))


def stages(board: Board) -> tuple[Stage, ...]:
    """Return where the scene rests: on both ends, and where half of what drift promises is saved.

    >>> [it.at for it in stages(Board(100))]
    [1, 31, 99]
    """
    saved, drift, last = _saved(board), mean_move(board), board.fields - 1
    middle, end = Stage((last + 1) // 2, "halfway"), ""
    start = "Together the bars are a race." if drift > 0 else ""
    if drift > 0:
        half = next((at for at, it in enumerate(saved, 1) if 2 * drift * it >= 1), last)
        first, there = (
            (last + 1 - at) / drift - throws_by_field(board)[at] for at in (1, half)
        )  # throws that are missing on the way from there
        more = "Most of what is missing lies behind."
        middle = Stage(half, "half of it", more if 2 * there < first else "")
        if saved[-1] * drift > 1:
            end = "Who is sent back has a long way."
    found = {middle.at: middle, 1: Stage(1, "the start", start), last: Stage(last, "the end", end)}
    return tuple(found[at] for at in sorted(found))


def step(board: Board, field: int) -> Picture:
    """Return what each step saves, those still to come in colour, and where a throw leads.

    Args:
        board: the board.
        field: where the marker is, 1 to fields − 1.

    >>> step(Board(100), 50).summary
    'From field 50 there are 249.83 throws to go, not 300. The step on saves 4.07 of them, not 6.'
    """
    return _drawn(board, field)


@lru_cache(maxsize=64)  # the stages of a board, and where the hand has been
def _drawn(board: Board, field: int) -> Picture:
    saved, drift, to_go = _saved(board), mean_move(board), throws_by_field(board)[field]
    here, last = saved[field - 1], board.fields
    line, each = None, 1 / drift if drift > 0 else Fraction(0)
    guess = [f", not {rounded(steps * each)}" if each else "" for steps in (last - field, 1)]
    told = f"From field {field} there are {number(to_go, 2)} throws to go{guess[0]}. "
    told += f"The step on saves {number(here, 2)} of them{guess[1]}."
    top, low = max(*saved, each), min(*saved, Fraction(0))

    def up(value: Fraction) -> float:
        return float((value - low) / (top - low))

    def bars(fields: range) -> Html:
        zero = f"{100 - 100 * up(Fraction(0)):.2f}"
        shapes = (
            f"M{SLOT * at - SLOT} {zero}V{100 - 100 * up(saved[at - 1]):.2f}h{SLOT - 1}V{zero}"
            for at in fields
        )
        return element("path", d="".join(shapes))

    if each:
        line = element(
            "i", element("small", rounded(each)), style=f"--up:{up(each):.4f};--of:{1 / last:.4f}"
        )
    tag = f"{_at(field, board)};--up:{up(max(here, each)):.4f}"
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
        tells(element("b", number(here, 2), style=tag)),
    )
    faces = race.landings(*board[:2], below=board.below)[field - 1]
    leads = (
        element(
            "i",
            str(Fraction(ways, len(faces))) if last <= FEW else None,
            style=f"{_at(to, board)};--of:{1 / last:.4f}",
        )
        for to, ways in sorted(Counter(faces).items())
    )
    html = element(
        "div",
        tells(
            element(
                "strong",
                number(to_go, 2),
                element("small", f" throws to go from field {field}"),
            )
        ),
        drawn,
        div("oe-leads", tells(*leads)),
        div("oe-scale", element("span", "field 1"), element("span", last)),
        class_="oe-saving",
        role="img",
        aria_label=f"Bars: what each step saves, {number(saved[0], 2)} throws on field 1, "
        f"{number(here, 2)} on field {field}, {number(saved[-1], 2)} on field {last - 1}. Marked "
        f"below: where a throw leads from field {field}.",
    )
    return Picture(html, told)


def _at(field: int, board: Board) -> str:
    return f"--at:{(field - 0.5) / board.fields:.4f}"
