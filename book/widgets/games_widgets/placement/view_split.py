"""The scene of the split: a first number cuts the game in two, and its chance is a product."""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from math import comb

from games import placement
from games_widgets.drawing.markup import Html, Picture, bar, div, element, odds_part, table
from games_widgets.drawing.scene import Stage
from games_widgets.drawing.text import count, listed, percent

POINTS = 100  # about so many draws, at most, are the points of a hump


def stages(V: int, F: int) -> tuple[Stage, ...]:
    """Return the stages: the ends, the middle, and where the best field first changes.

    >>> [it.at for it in stages(100, 5)]
    [0, 13, 14, 49, 99]
    """
    first = placement.thresholds(V, F)[1:2]
    stages_by_draw = {
        0: Stage(0, "the smallest", "It takes nothing away from the others. Drag it up."),
        (V - 1) // 2: Stage((V - 1) // 2, "the middle", "Two games, nearly alike."),
        V - 1: Stage(V - 1, "the largest", "Each field was best once, one after the other."),
    }
    for r in first:
        stages_by_draw.setdefault(
            r - 1, Stage(r - 1, "nearly as good", "A step further they change.")
        )
        stages_by_draw.setdefault(r, Stage(r, "the change", "The fields have changed places."))
    return tuple(stages_by_draw[r] for r in sorted(stages_by_draw))


def split(V: int, F: int, r: int) -> Picture:
    """Return the board cut in two under a number, the three chances of its product, and the humps.

    >>> split(9, 3, 3).summary
    '3 goes on field 1: 53.57 % × 100 % × 100 % = 53.57 %. Over all numbers: 58.33 %.'
    """
    return _picture(V, F, r)


@lru_cache(maxsize=64)  # the stages of a game, and the last places of the scrubber
def _picture(V: int, F: int, r: int) -> Picture:
    chances = [placement.place(V, F, r, f) for f in range(F)]
    best = placement.best_fields(V, F, r)
    others = sorted(
        (f for f in range(F) if f != best[0]), key=lambda f: (-chances[f], abs(f - best[0]))
    )
    f = best[0]
    summary = (
        f"{r} goes on field {listed(best, 'or')}: {' × '.join(map(percent, _parts(V, F, r, f)))} = "
        f"{percent(chances[f])}. Over all numbers: {percent(placement.win(V, F))}."
    )
    html = Html.of(
        div("oe-cut", _fields(F, r, f), _values(V, F, r, f)),
        odds_part(
            _products(V, F, r, sorted([f, *others[:1]])),
            humps(V, F, r),
            div(
                "oe-scale",
                element("span", "P(win), dashed its mean, by first number: 0"),
                element("span", V - 1),
            ),
        ),
    )
    return Picture(html, summary)


def _fields(F: int, r: int, f: int) -> Html:
    """Return the board, with the number on its field."""
    items = (
        element(
            "span",
            element("small", n),
            r if n == f else None,
            class_="oe-is-cut" if n == f else None,
            style=hue(n, F),
        )
        for n in range(F)
    )
    return element("div", *items, class_="oe-fields", aria_hidden="true")


def _values(V: int, F: int, r: int, f: int) -> Html:
    """Return the values below the number and those above it, with the fields of each side."""
    sides = (("below", r, f, (f - 1) / 2), ("above", V - 1 - r, F - 1 - f, (F + f) / 2))
    parts = [
        element(
            "span",
            element("span", f"{n} for {fields}"),
            class_="oe-band",
            style=f"--from:{start:.4f};--to:{end:.4f};{hue(min(max(middle, 0), F - 1), F)}",
        )
        for (_, n, fields, middle), (start, end) in zip(
            sides, ((0, r / V), ((r + 1) / V, 1)), strict=True
        )
        if n
    ]
    label = ", ".join(
        f"{count(n, 'value')} {side} for {count(fields, 'field')}" for side, n, fields, _ in sides
    )
    return element(
        "div", *parts, class_="oe-bands oe-outlook", role="img", aria_label=f"Number {r}: {label}."
    )


def _parts(V: int, F: int, r: int, f: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the three factors of Place(V, F, r, f)."""
    s, g = V - 1 - r, F - 1 - f
    split_chance = Fraction(comb(r, f) * comb(s, g), comb(V - 1, F - 1))
    return split_chance, placement.win(r, f), placement.win(s, g)


def _products(V: int, F: int, r: int, fields: list[int]) -> Html:
    """Return a table of the factors of each field, with bars that shrink by each factor."""
    best = placement.roll(V, F, r)
    columns = []
    for f in fields:
        product, cells = Fraction(1), []
        for factor in _parts(V, F, r, f):
            product *= factor
            cells.append((percent(factor), product))
        columns.append([*cells, (f"= {percent(product)}", product)])
    names = ("the draws split", "× left game", "× right game", "P(win)")
    rows = (
        element(
            "tr",
            element("th", name, scope="row"),
            *(
                element("td", bar(column[n][1], within="span"), column[n][0], style=hue(f, F))
                for f, column in zip(fields, columns, strict=True)
            ),
            class_="oe-is-total" if n == 3 else None,
        )
        for n, name in enumerate(names)
    )
    heads = (
        "",
        *(
            f"on field {f} ★" if column[3][1] == best else f"on field {f}"
            for f, column in zip(fields, columns, strict=True)
        ),
    )
    return table(heads, rows, kind="oe-products")


def sampled(V: int, F: int, points: int) -> tuple[list[int], list[list[float]]]:
    """Return about so many draws and, for each field, the chances after placing each of them."""
    half = range(0, (V + 1) // 2, max(1, V // points))
    draws = sorted({*half, *(V - 1 - r for r in half)})
    first_half = [[float(placement.place(V, F, r, f)) for r in draws] for f in range((F + 1) // 2)]
    return draws, [
        *first_half,
        *(curve[::-1] for curve in first_half[: F // 2][::-1]),
    ]  # the others mirror them


@lru_cache(maxsize=4)
def _curves(V: int, F: int) -> tuple[list[int], list[list[str]], float]:
    """Return some draws, the curves as lists of points, and the height of the mean.

    There is a curve for each field, and a last one for the best field. The mean is P(win) before
    the draw, as a share of the height.
    """
    draws, curves = sampled(V, F, POINTS)
    curves.append([*map(max, zip(*curves, strict=True))])
    top = max(curves[-1])
    xs = [f"{1000 * (r + 0.5) / V:.0f}" for r in draws]
    return (
        draws,
        [
            [f"{x} {100 - 96 * y / top:.1f}" for x, y in zip(xs, curve, strict=True)]
            for curve in curves
        ],
        1 - 0.96 * float(placement.win(V, F)) / top,
    )


def humps(V: int, F: int, r: int) -> Html:
    """Return the chance on each field as a curve over the draws 0 … r."""
    draws, curves, mean = _curves(V, F)
    count = bisect_right(draws, r)
    *fields, best = ("M" + "L".join(points[:count]) + "h1" for points in curves)
    return element(
        "svg",
        element("path", d=best),
        *(element("path", d=path, style=hue(f, F)) for f, path in enumerate(fields)),
        class_="oe-humps",
        style=f"--mean:{mean:.4f}",
        viewBox="0 0 1000 100",
        preserveAspectRatio="none",
        role="img",
        aria_label=f"P(win) over the number, from 0 to {r}, a curve for each of {F} fields.",
    )


def hue(f: float, F: int) -> str:
    """Return the colour of field f: from blue over green to amber, at one lightness."""
    return f"--hue:{265 - 195 * f / max(F - 1, 1):.0f}"
