"""Renderer of the fold."""

from functools import lru_cache

from games_widgets.chase.view_fold import Folding
from games_widgets.drawing.markup import Html, element, odds_part, odds_text
from games_widgets.drawing.render import render


@render.register
@lru_cache(maxsize=128)  # of the places of a scrubber that goes to and fro
def _(picture: Folding) -> Html:
    tables = (
        element(
            "span",
            element("i"),
            odds_text(table.turns),
            class_="oe-pair-cell oe-is-end" if table.is_end else "oe-pair-cell",
            data_link=table.link,
            style=f"--x:{table.x:.3f};--y:{table.y:.3f};--a:{table.first:.3f};"
            f"--b:{table.second:.3f};--flip:{table.flip:.3f};--heat:{table.heat:.3f}",
        )
        for table in picture.tables
    )
    remaining_text = picture.remaining
    return element(
        "div",
        *tables,
        None if remaining_text is None else odds_part(element("strong", remaining_text)),
        class_="oe-fold",
        role="img",
        aria_label=picture.alt_text,
        style=f"--n:{picture.players};--rows:{picture.rows:.3f}",
    )
