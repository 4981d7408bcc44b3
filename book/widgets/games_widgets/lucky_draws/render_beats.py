"""The renderer of `games_widgets.lucky_draws.view_beats`."""

from fractions import Fraction

from games_widgets.drawing import markup
from games_widgets.drawing.cards import WordOfCards
from games_widgets.drawing.markup import Html, element
from games_widgets.drawing.parts import Button
from games_widgets.drawing.render import render
from games_widgets.lucky_draws.view_beats import Chances, brief

__all__: list[str] = []


@render.register
def _(chances: Chances) -> Html:
    words, nbsp = chances.table.words, "\N{NO-BREAK SPACE}"
    heads = (element("th", render(WordOfCards(text)), scope="col") for text in words)
    rows = []
    for text, row, best in zip(words, chances.table.rows, chances.best, strict=True):
        is_chosen = text == chances.chosen_word
        pick = Button(
            WordOfCards(text),
            "follow",
            text,
            look="quiet",
            is_pressed=is_chosen or None,
            spoken=f"Yvonne names {text}",
        )
        cells = (
            _cell(chance, "–" if text == reply else "×", reply in best)
            for reply, chance in zip(words, row, strict=True)
        )
        head = element("th", render(pick), scope="row")
        rows.append(element("tr", head, *cells, class_="oe-is-chosen" if is_chosen else None))
    corner = f"Yvonne{nbsp}↓ Zara{nbsp}→"
    return markup.table((corner, *heads), rows, kind="oe-beats", arrows=True)


def _cell(chance: Fraction | None, empty_text: str, is_best: bool) -> Html:
    """Return a cell as text for speed: a table may have 256 cells."""
    if chance is None:
        return Html(f"<td>{empty_text}</td>")
    kind, star = (" oe-is-best", '<span class="oe-star">★</span>') if is_best else ("", "")
    style = f"--share:{float(chance):.3f}"
    return Html(f'<td class="oe-beat-chance{kind}" style="{style}">{brief(chance)}{star}</td>')
