"""Cards, red and black: in a hand, on the table, in a sentence.

The colour itself, its suit and its letter all name the colour, so nobody needs to see colours.
Words of cards are texts of R and B, as in `games.lucky_draws`.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from games_widgets.drawing.markup import Html, element, for_screen_readers, joined
from games_widgets.drawing.render import render

__all__ = ["Card", "CardBack", "WordOfCards", "paint_letters", "spoken", "word"]

NAMES = {"R": "red", "B": "black"}
SUITS = {"R": "♥\N{VARIATION SELECTOR-15}", "B": "♠\N{VARIATION SELECTOR-15}"}  # text, not emoji


@dataclass(frozen=True)
class Card:
    """A card with its face up; a card with an act is a button.

    Attributes:
        colour: R or B.
        look: such as "highlighted" or "dealt".
        act, value: what a click sends to the app.
        spoken: what screen readers read instead of its letter.

    >>> Card("R").name, "red" in render(Card("R"))
    ('red', True)
    """

    colour: str
    look: str = ""
    act: str | None = None
    value: str | None = None
    spoken: str | None = None

    @property
    def name(self) -> str:
        """The colour in a word."""
        return NAMES[self.colour]


@render.register
def _(model: Card) -> Html:
    looks = (f"oe-is-{word}" for word in model.look.split())
    classes = " ".join(("oe-card", f"oe-{model.name}", *looks))
    face = (
        element("span", model.colour, class_="oe-letter"),
        element("span", SUITS[model.colour], class_="oe-suit", aria_hidden="true"),
    )
    if model.act is None:
        return element("span", *face, class_=classes, aria_label=model.spoken)
    return element(
        "button",
        *face,
        type="button",
        class_=classes,
        data_act=model.act,
        data_value=model.value,
        aria_label=model.spoken,
    )


@dataclass(frozen=True)
class CardBack:
    """A card with its face down."""


@render.register
def _(_model: CardBack) -> Html:
    return element("span", for_screen_readers("a card face down"), class_="oe-card oe-face-down")


@dataclass(frozen=True)
class WordOfCards:
    """A word of cards as small tiles, for tables and sentences."""

    text: str


@render.register
def _(model: WordOfCards) -> Html:
    return word(model.text)


@lru_cache(maxsize=1024)
def word(text: str) -> Html:
    """Return a word of cards as small tiles, for tables and sentences.

    >>> word("RB").count("oe-tile")
    2
    """
    tiles = (element("b", colour, class_=f"oe-tile oe-{NAMES[colour]}") for colour in text)
    return element("span", *tiles, class_="oe-word")


@lru_cache(maxsize=1024)
def paint_letters(text: str) -> Html:
    """Return text for a drawing in which the letters R and B have their colours.

    >>> paint_letters("R")
    '<tspan class="oe-red">R</tspan>'
    """
    if set(text) - set(NAMES):
        return Html.of(text)
    return joined(element("tspan", colour, class_=f"oe-{NAMES[colour]}") for colour in text)


def spoken(text: str) -> str:
    """Return a word of cards as people say it.

    >>> spoken("RRB"), spoken("")
    ('2 red, 1 black', 'no card')
    """
    runs = [f"{len(list(run))} {NAMES[colour]}" for colour, run in groupby(text)]
    return ", ".join(runs) or "no card"
