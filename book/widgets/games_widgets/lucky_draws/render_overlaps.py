"""The renderers of `games_widgets.lucky_draws.view_overlaps`."""

from games_widgets.drawing.cards import Card
from games_widgets.drawing.markup import Html, element, for_screen_readers
from games_widgets.drawing.render import render
from games_widgets.lucky_draws.view_overlaps import OverlapLength, Sliding

__all__: list[str] = []


@render.register
def _(sliding: Sliding) -> Html:
    """Return five rows of a grid: a name, cards, signs between the cards, cards, a name."""
    k, shift, fits = len(sliding.upper_word), sliding.shift, sliding.fits
    parts = [
        _name(sliding.upper_player),
        *(_card(colour, fits.get(i)) for i, colour in enumerate(sliding.upper_word)),
        *map(_sign, fits.values()),
        *(_card(colour, fits.get(i + shift)) for i, colour in enumerate(sliding.lower_word)),
        _name(sliding.lower_player),
    ]
    rows = [(1, 0, 1), (2, 0, k), (3, shift, k - shift), (4, shift, k), (5, shift, 1)]
    cells = [(row, start + i) for row, start, length in rows for i in range(length)]
    return element(
        "div",
        *(
            element("div", part, style=f"grid-area:{row}/{column + 1}")
            for part, (row, column) in zip(parts, cells, strict=True)
        ),
        class_="oe-sliding oe-is-small" if k > 6 else "oe-sliding",
        style=f"--columns:{2 * k}",
        role="img",
        aria_label=sliding.alt_text,
    )


def _name(player: str) -> Html:
    return element("span", player, class_=f"oe-player oe-{player.lower()}")


def _card(colour: str, fits: bool | None) -> Html:
    return render(Card(colour, "highlighted" if fits else ""))


def _sign(fits: bool) -> Html:
    return element(
        "span", "=" if fits else "≠", class_="oe-sign" if fits else "oe-sign oe-is-different"
    )


@render.register
def _(head: OverlapLength) -> Html:
    cards = "card" if head.length == 1 else "cards"
    return Html.of(element("span", head.length), for_screen_readers(f" {cards} in common"))
