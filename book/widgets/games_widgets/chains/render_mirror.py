"""The markup of the scene of the mirror."""

from collections.abc import Sequence
from functools import lru_cache

from games_widgets.chains.view_mirror import AnotherGame, MirrorPicture
from games_widgets.drawing.markup import Html, div, element, odds_part
from games_widgets.drawing.render import render

MAX_POINTS = 200  # a line has at most so many points


@render.register
def _(another: AnotherGame) -> Html:
    return div(None, render(another.button))


@render.register(MirrorPicture)
@lru_cache(maxsize=64)  # places where the reader has put the scrubber
def _(picture: MirrorPicture) -> Html:
    width, coins = picture.rounds, picture.coins
    curves = [("oe-beside", game) for game in picture.other_games]
    curves += [("oe-lead-curve", picture.lead)]
    lines = (
        element(
            "path",
            d=_line(heights, sign),
            class_=f"{kind} oe-is-{'first' if sign > 0 else 'second'}",
        )
        for kind, heights in curves
        for sign in (-1, 1)
    )
    return element(
        "div",
        element(
            "svg",
            element("path", d=f"M0 {-coins}h{width}M0 {coins}h{width}", class_="oe-goals"),
            element("path", d=f"M0 0h{width}", class_="oe-axis"),
            *lines,
            viewBox=f"0 {-coins} {width} {2 * coins}",
            preserveAspectRatio="none",
            focusable="false",
        ),
        *(
            element("span", height, style=f"--at:{share}")
            for height, share in ((2 * coins, 0), (coins, 0.5), (0, 1))
        ),
        element("small", "coins"),
        element("small", "rounds"),
        odds_part(element("strong", picture.odds)),
        class_="oe-mirror",
        role="img",
        aria_label=picture.alt_text,
    )


def _line(heights: Sequence[int], sign: int) -> str:
    """Return the SVG path of a game; wins go up."""
    last_index, stride = len(heights) - 1, len(heights) // MAX_POINTS + 1
    places = (f"{t} {-sign * heights[t]}" for t in (*range(0, last_index, stride), last_index))
    end = "" if last_index else "z"  # before the first round the path is a dot
    return "M" + " ".join(places) + end
