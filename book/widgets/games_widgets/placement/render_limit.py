"""Renderer of the limit."""

from functools import lru_cache

from games_widgets.drawing.markup import Html, div, element, odds_part
from games_widgets.drawing.render import render
from games_widgets.placement.render_split import hue
from games_widgets.placement.view_limit import Limit, Place, signed_slope

MOST_LABELLED = 6  # fields whose corners have numbers


@render.register
@lru_cache(maxsize=128)
def _(picture: Limit) -> Html:
    F = len(picture.lines)
    svg = element(
        "svg",
        element("path", d=_path(picture.edge)),
        *(
            element("path", d=_path(line.points), style=hue(f, F))
            for f, line in enumerate(picture.lines)
        ),
        viewBox="0 0 1000 1000",
        preserveAspectRatio="none",
        focusable="false",
    )
    numbers = (
        element("span", f, style=f"--at:{line.label[0]:.4f};--up:{line.label[1]:.4f};{hue(f, F)}")
        for f, line in enumerate(picture.lines)
    )
    corners = (
        element(
            "i",
            element("small", f"{corner:.3f}") if F <= MOST_LABELLED else None,
            style=f"--at:{place:.4f}",
        )
        for corner, place in zip(picture.corners, picture.corner_places, strict=True)
    )
    has_slopes = picture.lines[0].slope is not None
    slopes = (
        element(
            "span",
            f"field {f}",
            None if line.slope is None else element("small", signed_slope(line.slope)),
            style=hue(f, F),
        )
        for f, line in enumerate(picture.lines)
    )
    return Html.of(
        div(
            None,
            element(
                "div",
                svg,
                *numbers,
                *corners,
                element("small", picture.height_label),
                class_="oe-straight",
                role="img",
                aria_label=picture.summary,
            ),
            div("oe-scale", *(element("span", label) for label in picture.width_labels)),
        ),
        odds_part(
            div("oe-label", "the fields, and their slopes" if has_slopes else "the fields"),
            div("oe-slopes", *slopes),
        ),
    )


def _path(points: tuple[Place, ...]) -> str:
    return "M" + "L".join(f"{1000 * x:.0f} {1000 * y:.0f}" for x, y in points)
