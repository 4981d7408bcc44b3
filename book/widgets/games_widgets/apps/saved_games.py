"""What was played on a page, and comes back further down as data of whoever played it.

A game tells the page of each round that is over, as a row of words and numbers (`GameApp.keep`).
The page keeps the last ten in the reader's browser, and gives them to what shows them again.
Whoever has not played is shown games of nobody's, and is told so. A row may come back from
anywhere: it counts only if ``read`` takes it, which refuses as a solver does.

>>> text = added(added("", ("RRR", 17)), ("RBR", 18))
>>> rows(text, lambda word, seed: (word, int(seed)))
[('RRR', 17), ('RBR', 18)]
>>> rows("RRR;RBR x;;<b> 2", lambda word, seed: (word, int(seed)))
[('<b>', 2)]
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from games_widgets.apps.html_widget import Kept
from games_widgets.drawing.markup import Picture, element

__all__ = ["added", "rows", "saved_games_widget"]

MOST = 10  # rows that are kept
Row = TypeVar("Row")


def added(text: str, row: Sequence[object]) -> str:
    """Return what is kept with one more row, the last; one that is there already stays."""
    before, last = text.split(";") if text else [], " ".join(map(str, row))
    return text if last in before else ";".join([*before, last][-MOST:])


def rows(text: str, read: Callable[..., Row]) -> list[Row]:
    """Return the rows of what was kept; what makes no sense is left out.

    Args:
        text: as `added` has made it, or anything else.
        read: takes the words of a row, or raises a ``ValueError`` or ``TypeError``.
    """
    found = []
    for row in text.split(";")[-MOST:]:
        try:
            found.append(read(*row.split()))
        except (ValueError, TypeError):
            continue
    return found


def saved_games_widget(
    name: str,
    title: str,
    read: Callable[..., Row],
    nobodys: Sequence[Row],
    draw: Callable[[Sequence[Row]], Picture],
) -> Kept:
    """Return what was played at the table that keeps its games by this name.

    Args:
        name: `GameApp.keeps` of the game.
        title: shown at the top, as the reader's own.
        read: as of `rows`.
        nobodys: rows for readers who have not played.
        draw: returns their picture.
    """
    surface = Kept(menu=element("p", title, class_="oe-title"), name=name)
    surface.add_class("oe-app")

    def show(kept: str) -> None:
        own = rows(kept, read)
        picture = draw(own or nobodys)
        summary = picture.summary if own else f"{NOBODYS} {picture.summary}"
        with surface.hold_sync():
            surface.html, surface.summary, surface.kept = picture.html, summary, kept

    def act(act: str, value: str) -> None:
        if act == "recall":
            show(value)

    surface.on_act(act)
    show("")
    return surface


NOBODYS = "No game of yours is kept yet, so these are nobody’s games; yours take their place."
