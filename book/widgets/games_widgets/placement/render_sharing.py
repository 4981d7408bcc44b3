"""Renderer of the scene in which copies are shared."""

from games_widgets.drawing.markup import Html, div, element, odds_part
from games_widgets.drawing.render import render
from games_widgets.drawing.text import rounded
from games_widgets.placement.render_split import hue
from games_widgets.placement.view_sharing import Comparison, Pile, Sharing


@render.register
def _(picture: Sharing) -> Html:
    n = len(picture.terms)
    terms = (_pile(pile, (k + 0.5) / n, n) for k, pile in enumerate(picture.terms))
    draws = (_pile(pile, (k + 1) / n, n) for k, pile in enumerate(picture.draws))
    return div(
        "oe-sharing",
        div("oe-sharing-piles", *terms),
        div("oe-sharing-piles oe-drawn-piles", *draws),
    )


def _pile(pile: Pile, x: float, terms: int) -> Html:
    """Return a pile of copies, each with the number and in the colour of its term."""
    tiles = (element("i", term, style=hue(term, terms)) for term in pile.copies)
    return element(
        "div",
        div("oe-tiles", *tiles),
        element("span", pile.name),
        render(pile.comparison),
        style=f"--at:{x:.4f}",
    )


@render.register
def _(comparison: Comparison) -> Html:
    return odds_part(
        element("b", rounded(comparison.copies_total), "×"),
        element("small", f"≥ {rounded(comparison.promised)}"),
    )
