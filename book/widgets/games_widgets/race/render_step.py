"""The markup of the scene of the step."""

from games_widgets.drawing.markup import Html, div, element, odds_part
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number, rounded
from games_widgets.race.view_step import StepPicture

FEW = 16  # fields of a board on which there is room for chances
SLOT = 10  # units of the drawing for a field


@render.register
def _(picture: StepPicture) -> Html:
    field, last, to_go = picture.field, picture.last, picture.to_go
    bars = div("oe-saved", *_bars(picture))
    leads = (
        element(
            "i",
            str(chance) if last <= FEW else None,
            style=f"{_place(landing, last)};--of:{1 / last:.4f}",
        )
        for landing, chance in picture.leads
    )
    return element(
        "div",
        odds_part(
            element(
                "strong",
                number(to_go, 2),
                element("small", f" throws to go from field {field}"),
            )
        ),
        bars,
        div("oe-leads", odds_part(*leads)),
        div("oe-scale", element("span", "field 1"), element("span", last)),
        class_="oe-saving",
        role="img",
        aria_label=picture.alt_text,
    )


def _bars(picture: StepPicture) -> tuple[Html | None, Html, Html]:
    """Return the line of the estimate, the bars, and what a step from this field saves."""
    field, last, promised = picture.field, picture.last, picture.promised
    saved = [float(step) for step in picture.saved]
    saved_here, promised_step = saved[field - 1], float(promised or 0)
    top, low = max(*saved, promised_step), min(*saved, 0.0)

    def height(value: float) -> float:
        return (value - low) / (top - low)

    def bars(fields: range) -> Html:
        zero = f"{100 - 100 * height(0):.2f}"
        tops = {field: f"{100 - 100 * height(saved[field - 1]):.2f}" for field in fields}
        shapes = (
            f"M{SLOT * field - SLOT} {zero}V{top}h{SLOT - 1}V{zero}" for field, top in tops.items()
        )
        return element("path", d="".join(shapes))

    line = None
    if promised:
        style = f"--up:{height(promised_step):.4f};--of:{1 / last:.4f}"
        line = element("i", element("small", rounded(promised)), style=style)
    drawing = element(
        "svg",
        *(bars(range(*ends)) for ends in ((1, field), (field, last), (field, field + 1))),
        viewBox=f"0 0 {SLOT * last} 100",
        preserveAspectRatio="none",
        focusable="false",
    )
    style = f"{_place(field, last)};--up:{height(max(saved_here, promised_step)):.4f}"
    return line, drawing, odds_part(element("b", number(picture.saved_here, 2), style=style))


def _place(field: int, last: int) -> str:
    return f"--at:{(field - 0.5) / last:.4f}"
