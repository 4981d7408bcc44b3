"""The markup of what several pictures of the race share."""

from functools import lru_cache

from games_widgets.drawing.markup import Html, element, table
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number, summand
from games_widgets.race.models import Waterfall


@render.register(Waterfall)
@lru_cache(maxsize=64)  # ledgers of places where the reader has put the wall
def _(waterfall: Waterfall) -> Html:
    low, high = waterfall.limits
    span = float(high - low) or 1.0
    rows = []
    for entry, bar in zip(waterfall.entries, waterfall.bars, strict=True):
        left, right = (float(end - low) / span for end in bar)
        kind = "total" if entry.total else "gain" if entry.amount >= 0 else "cost"
        if not entry.amount:
            kind = "no-change"
        style = f"--from:{left:.4f};--to:{right:.4f}"
        rows.append(
            element(
                "tr",
                element("th", entry.name, scope="row"),
                element(
                    "td",
                    element("span", class_=f"oe-float oe-{kind}", style=style),
                    class_="oe-bar",
                ),
                element(
                    "td",
                    f"= {number(entry.amount, 2)}" if entry.total else summand(entry.amount, 2),
                ),
                class_="oe-is-total" if entry.total else None,
            )
        )
    heads = ("entry", element("td", class_="oe-bar"), waterfall.unit)
    return table(heads, rows, kind="oe-waterfall", style=f"--zero:{float(-low) / span:.4f}")
