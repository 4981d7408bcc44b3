"""The scene of the split: a first number cuts the game in two, and its chance is a product."""

from bisect import bisect_right
from fractions import Fraction
from functools import lru_cache
from math import comb

from games import placement
from games.kit.markup import Html, Picture, bar, div, element, table, tells
from games.kit.scene import Stage
from games.kit.text import count, listed, percent

POINTS = 100  # draws, at most about so many, whose chances make a hump


def stages(V: int, F: int) -> tuple[Stage, ...]:
    """Return where the scene rests: at the ends, where the best field first changes, in the middle.

    >>> [it.at for it in stages(100, 5)]
    [0, 13, 14, 49, 99]
    """
    first = placement.thresholds(V, F)[1:2]
    found = {
        0: Stage(0, "the smallest", "It takes nothing away from the others. Drag it up."),
        (V - 1) // 2: Stage((V - 1) // 2, "the middle", "Two games, nearly alike."),
        V - 1: Stage(V - 1, "the largest", "Each field was best once, one after the other."),
    }
    for r in first:
        found.setdefault(r - 1, Stage(r - 1, "nearly as good", "A step further they change."))
        found.setdefault(r, Stage(r, "the change", "The fields have changed places."))
    return tuple(found[r] for r in sorted(found))


def split(V: int, F: int, r: int) -> Picture:
    """Return the board cut in two under a number, the three chances of its product, and the humps.

    >>> split(9, 3, 3).summary
    '3 goes on field 1: 53.57 % × 100 % × 100 % = 53.57 %. Over all numbers: 58.33 %.'
    """
    return _drawn(V, F, r)


@lru_cache(maxsize=64)  # the stages of a game, and where the hand has been
def _drawn(V: int, F: int, r: int) -> Picture:
    chances = [placement.place(V, F, r, f) for f in range(F)]
    best = placement.best_fields(V, F, r)
    others = sorted(
        (f for f in range(F) if f != best[0]), key=lambda f: (-chances[f], abs(f - best[0]))
    )
    f = best[0]
    told = (
        f"{r} goes on field {listed(best, 'or')}: {' × '.join(map(percent, _parts(V, F, r, f)))} = "
        f"{percent(chances[f])}. Over all numbers: {percent(placement.win(V, F))}."
    )
    html = Html.of(
        div("oe-cut", _fields(F, r, f), _values(V, F, r, f)),
        tells(
            _products(V, F, r, sorted([f, *others[:1]])),
            humps(V, F, r),
            div(
                "oe-scale",
                element("span", "P(win), dashed its mean, by first number: 0"),
                element("span", V - 1),
            ),
        ),
    )
    return Picture(html, told)


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
    """Return the values below the number and those above it, with the fields that are theirs."""
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
    said = ", ".join(
        f"{count(n, 'value')} {where} for {count(fields, 'field')}" for where, n, fields, _ in sides
    )
    return element(
        "div", *parts, class_="oe-bands oe-outlook", role="img", aria_label=f"Number {r}: {said}."
    )


def _parts(V: int, F: int, r: int, f: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the three factors of Place(V, F, r, f)."""
    s, g = V - 1 - r, F - 1 - f
    ways = Fraction(comb(r, f) * comb(s, g), comb(V - 1, F - 1))
    return ways, placement.win(r, f), placement.win(s, g)


def _products(V: int, F: int, r: int, fields: list[int]) -> Html:
    """Return for each of the fields its factors, each as what it leaves of the bar before."""
    best = placement.roll(V, F, r)
    columns = []
    for f in fields:
        left, cells = Fraction(1), []
        for part in _parts(V, F, r, f):
            left *= part
            cells.append((percent(part), left))
        columns.append([*cells, (f"= {percent(left)}", left)])
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
            f"on field {f}" + " ★" * (column[3][1] == best)
            for f, column in zip(fields, columns, strict=True)
        ),
    )
    return table(heads, rows, kind="oe-products")


def sampled(V: int, F: int, points: int) -> tuple[list[int], list[list[float]]]:
    """Return about so many of the draws, and for each field the chance with each of them on it."""
    half = range(0, (V + 1) // 2, max(1, V // points))
    draws = sorted({*half, *(V - 1 - r for r in half)})
    left = [[float(placement.place(V, F, r, f)) for r in draws] for f in range((F + 1) // 2)]
    return draws, [*left, *(it[::-1] for it in left[: F // 2][::-1])]  # the others mirror them


@lru_cache(maxsize=4)
def _curves(V: int, F: int) -> tuple[list[int], list[list[str]], float]:
    """Return some of the draws, for each field, and the best, the points of a curve, and the mean.

    The mean is what best play wins over all draws, as a share of the height.
    """
    draws, curves = sampled(V, F, POINTS)
    curves.append([*map(max, zip(*curves, strict=True))])
    top = max(curves[-1])
    across = [f"{1000 * (r + 0.5) / V:.0f}" for r in draws]
    return (
        draws,
        [
            [f"{x} {100 - 96 * y / top:.1f}" for x, y in zip(across, curve, strict=True)]
            for curve in curves
        ],
        1 - 0.96 * float(placement.win(V, F)) / top,
    )


def humps(V: int, F: int, r: int) -> Html:
    """Return the chance on each field as a curve over the draws, as far as the number has come."""
    draws, curves, mean = _curves(V, F)
    seen = bisect_right(draws, r)
    *fields, best = ("M" + "L".join(points[:seen]) + "h1" for points in curves)
    return element(
        "svg",
        element("path", d=best),
        *(element("path", d=drawn, style=hue(f, F)) for f, drawn in enumerate(fields)),
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
