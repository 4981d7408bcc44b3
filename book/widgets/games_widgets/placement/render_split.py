"""Renderers of the split: the board and the values that are cut, the product, and the humps."""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from operator import mul

from games_widgets.drawing.markup import Html, bar, div, element, odds_part, table
from games_widgets.drawing.render import render
from games_widgets.drawing.text import percent
from games_widgets.placement.view_split import Curves, Cut, Humps, Products, Split

FACTORS = ("the draws split", "× left game", "× right game", "P(win)")


def gap_label(values: int, fields: int) -> Html:
    """Return the label of a gap. The styles hide its nouns where the gap is narrow."""
    return Html.of(values, _noun(values, "value"), " for ", fields, _noun(fields, "field"))


def _noun(number: int, singular: str) -> Html:
    text = singular if number == 1 else f"{singular}s"
    return element("span", f" {text}", class_="oe-gap-noun")


def hue(f: float, F: int) -> str:
    """Return the colour of field f: from blue over green to amber, at one lightness."""
    return f"--hue:{265 - 195 * f / max(F - 1, 1):.0f}"


@render.register
@lru_cache(maxsize=64)  # the stages of a game, and the last places of the scrubber
def _(picture: Split) -> Html:
    F = len(picture.humps.curves.fields)
    scale = div(
        "oe-scale",
        element("span", 0),
        element("span", "P(win) by the first number; dashed: its mean"),
        element("span", picture.humps.V - 1),
    )
    return Html.of(
        render(picture.cut),
        odds_part(_products(picture.products, F), render(picture.humps), scale),
    )


@render.register
def _(cut: Cut) -> Html:
    r, f, below, above = cut.number, cut.field, cut.below, cut.above
    F, V = below.fields + 1 + above.fields, below.values + 1 + above.values
    fields = (
        element(
            "span",
            element("small", n),
            r if n == f else None,
            class_="oe-is-cut" if n == f else None,
            style=hue(n, F),
        )
        for n in range(F)
    )
    bands = (
        element(
            "span",
            element("span", gap_label(side.values, side.fields)),
            class_="oe-band",
            style=f"--from:{start:.4f};--to:{end:.4f};{hue(min(max(middle, 0), F - 1), F)}",
        )
        for side, middle, start, end in (
            (below, (f - 1) / 2, 0, r / V),
            (above, (F + f) / 2, (r + 1) / V, 1),
        )
        if side.values
    )
    return div(
        "oe-split",
        element("div", *fields, class_="oe-fields", aria_hidden="true"),
        element("div", *bands, class_="oe-bands oe-outlook", role="img", aria_label=cut.alt_text),
    )


def _products(products: Products, F: int) -> Html:
    """Return a table of the factors of each field, with bars that shrink by each factor."""
    columns = []
    for product in products.columns:
        lengths = [*accumulate(product.factors, mul), product.chance]
        texts = [*map(percent, product.factors), f"= {percent(product.chance)}"]
        columns.append([*zip(lengths, texts, strict=True)])
    fields = [product.field for product in products.columns]

    def cell(share: Fraction, text: str, field: int) -> Html:
        return element("td", bar(share, within="span"), text, style=hue(field, F))

    rows = (
        element(
            "tr",
            element("th", name, scope="row"),
            *(cell(*column[n], f) for f, column in zip(fields, columns, strict=True)),
            class_="oe-is-total" if name == FACTORS[-1] else None,
        )
        for n, name in enumerate(FACTORS)
    )
    heads = (f"on field {f} ★" if best else f"on field {f}" for f, best, _ in products.columns)
    return table(
        (element("td"), *heads), rows, kind="oe-products", aria_label="P(win) as a product"
    )


@render.register
def _(humps: Humps) -> Html:
    F, lines = len(humps.curves.fields), _lines(humps.curves, humps.V)
    count = bisect_right(humps.curves.draws, humps.last)
    *fields, best = ("M" + "L".join(points[:count]) + "h1" for points in lines)
    mean = 1 - 0.96 * humps.curves.mean / max(humps.curves.best)
    return element(
        "svg",
        element("path", d=best),
        *(element("path", d=path, style=hue(f, F)) for f, path in enumerate(fields)),
        class_="oe-humps",
        style=f"--mean:{mean:.4f}",
        viewBox="0 0 1000 100",
        preserveAspectRatio="none",
        role="img",
        aria_label=humps.alt_text,
    )


@lru_cache(maxsize=4)
def _lines(curves: Curves, V: int) -> list[list[str]]:
    """Return the points of the curve of each field, and of one for the best field."""
    best = curves.best
    top = max(best)
    xs = [f"{1000 * (r + 0.5) / V:.0f}" for r in curves.draws]
    return [
        [f"{x} {100 - 96 * y / top:.1f}" for x, y in zip(xs, curve, strict=True)]
        for curve in (*curves.fields, best)
    ]
