"""Games that a reader played on a page, and that the page shows again as data.

A game sends each finished round to the page as a row of words and numbers (`GameApp.keep`). The
page saves the last ten rows in the reader's browser, and passes them to the widget that shows them
again. Readers who have not played see example games, and a sentence says so. A row may come from
anywhere: it counts only if ``parse`` accepts it, which checks it like a solver.

>>> text = add_row(add_row("", ("RRR", 17)), ("RBR", 18))
>>> rows(text, lambda word, seed: (word, int(seed)))
[('RRR', 17), ('RBR', 18)]
>>> rows("RRR;RBR x;;<b> 2", lambda word, seed: (word, int(seed)))
[('<b>', 2)]
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games_widgets.apps.html_widget import SavedWidget
from games_widgets.drawing.parts import Paragraph
from games_widgets.drawing.render import Model, render

__all__ = ["add_row", "rows", "saved_games_widget"]

MAX_ROWS = 10  # rows that are saved
Row = TypeVar("Row")


def add_row(text: str, row: Sequence[object]) -> str:
    """Return the saved text with one more row at its end, unless it has this row already."""
    previous, last = text.split(";") if text else [], " ".join(map(str, row))
    return text if last in previous else ";".join([*previous, last][-MAX_ROWS:])


def rows(text: str, parse: Callable[..., Row]) -> list[Row]:
    """Return the valid rows of a saved text.

    Args:
        text: a text from `add_row`, or any other.
        parse: takes the words of a row, or raises a ``ValueError`` or ``TypeError``.
    """
    valid = []
    for row in text.split(";")[-MAX_ROWS:]:
        try:
            valid.append(parse(*row.split()))
        except (ValueError, TypeError):
            continue
    return valid


def saved_games_widget(
    name: str,
    title: str,
    parse: Callable[..., Row],
    examples: Sequence[Row],
    draw: Callable[[Sequence[Row]], Model],
) -> SavedWidget:
    """Return the widget that shows the saved games of a table.

    Args:
        name: `GameApp.keeps` of the game.
        title: shown at the top.
        parse: as of `rows`.
        examples: rows for readers who have not played.
        draw: returns their picture.
    """
    surface = SavedWidget(menu=render(Paragraph(title, "title")), name=name)
    surface.add_class("oe-app")

    def show(saved_text: str) -> None:
        own_rows = rows(saved_text, parse)
        with surface.hold_sync():
            surface.show(draw(own_rows or examples))
            if not own_rows:
                surface.summary = f"{NOBODYS} {surface.summary}"
            surface.saved_text = saved_text

    def act(act: str, value: str) -> None:
        if act == "recall":
            show(value)

    surface.on_act(act)
    show("")
    return surface


NOBODYS = "These games are examples, until you have finished one of your own."
