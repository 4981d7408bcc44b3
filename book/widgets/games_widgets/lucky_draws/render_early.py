"""The renderers of `games_widgets.lucky_draws.view_early`."""

from functools import lru_cache

from games_widgets.drawing.markup import Html, element, odds_part
from games_widgets.drawing.render import render
from games_widgets.lucky_draws.view_early import Place, Rounds, Row

__all__: list[str] = []


@render.register
def _(rounds: Rounds) -> Html:
    rows = map(_row, rounds.rows)
    return element("div", *rows, class_="oe-early", role="img", aria_label=rounds.summary)


@lru_cache(maxsize=256)
def _row(row: Row) -> Html:
    name = element("b", row.winner, class_=f"oe-{row.winner.lower()}" if row.winner else None)
    return element("div", element("div", odds_part(name)), *map(render, row.places))


@render.register
def _(place: Place) -> Html:
    zara = "oe-of-zara oe-starts" if place.starts_zara else "oe-of-zara" if place.in_zara else None
    return element(
        "div",
        render(place.card),
        element("i", class_=zara),
        element("i", class_="oe-of-yvonne" if place.in_yvonne else None),
    )
