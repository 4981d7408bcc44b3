"""The markup of the scene of the tail."""

from games_widgets.chains.view_tail import TailPicture
from games_widgets.drawing.markup import Html, element, odds_part
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent


@render.register
def _(picture: TailPicture) -> Html:
    styles = [f"--now:{height:.4f}" for height in picture.heights]
    if picture.pattern:
        styles = [
            f"{style};--stays:{height:.4f}"
            for style, height in zip(styles, picture.pattern, strict=True)
        ]
    if picture.left is None:
        share, words = "100 %", "go on"
    else:
        share = percent(picture.left)
        words = "is what one round leaves" if picture.rounds == 1 else "is what two rounds leave"
    coins = range(1, len(styles) + 1)
    return element(
        "div",
        element("div", *(element("i", style=style) for style in styles)),
        element("div", *(element("span", number) for number in coins), class_="oe-axis"),
        element("p", "coins", class_="oe-note"),
        odds_part(element("strong", share, element("small", " ", words))),
        class_="oe-tail",
        role="img",
        aria_label=picture.alt_text,
    )
