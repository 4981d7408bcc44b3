"""The markup of the ledger of the race."""

from functools import lru_cache

from games_widgets.drawing.markup import Html, element, odds_part
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number
from games_widgets.race.view_ledger import FIELDS_BEHIND, WalledBoard


@render.register(WalledBoard)
@lru_cache(maxsize=64)  # places where the reader has put the wall
def _(board: WalledBoard) -> Html:
    width = FIELDS_BEHIND + board.fields
    bars = (
        element(
            "i", style=f"--free:{free_pile / board.highest:.3f};--now:{pile / board.highest:.3f}"
        )
        for free_pile, pile in zip(board.free, board.walled, strict=True)
    )
    drawing = element(
        "div",
        element("div", *bars, class_="oe-piles"),
        element("div", class_="oe-wall", style=f"--to:{(FIELDS_BEHIND + board.wall) / width:.4f}"),
        element("span", number(1 - FIELDS_BEHIND), style="--at:0"),
        element("span", "start", style=f"--at:{FIELDS_BEHIND / width:.4f}"),
        element("span", board.fields, style="--at:1"),
        odds_part(
            element("strong", number(board.throws, 2), element("small", " throws, by their field"))
        ),
        class_="oe-walled-board",
        role="img",
        aria_label=board.alt_text,
    )
    return Html.of(drawing, odds_part(render(board.books)))
