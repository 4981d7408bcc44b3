"""The scene of the limit: curves become straight lines in log-odds and with more values."""

from functools import lru_cache
from math import comb, exp, inf, log

from games import placement
from games_widgets.drawing.markup import Html, Picture, div, element, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import listed
from games_widgets.placement.view_split import hue, sampled

SIZES = (11, 15, 20, 50, 100, 200, 1000, inf)  # values
STRETCH, POINTS = 10, 80  # places until the scale is that of log-odds; points of a line
STAGES = (
    Stage(0, "humps", "Pull the ends apart, and the small chances down."),
    Stage(STRETCH, "log-odds", "Now let there be more values."),
    Stage(STRETCH + 4, "100 values", "Read the slopes: what do they go to?"),
    Stage(STRETCH + 7, "values without end", "Straight lines, and their upper edge is best play."),
)
Points = list[tuple[float, float]]


def limit(F: int, position: int) -> Picture:
    """Return the scene: the chance on each field over the first draw, on a scale that changes.

    In the first half the scale changes: q goes from 1 to 0. A draw at the share x of the range is
    drawn at (x^q − (1−x)^q)/q. A chance p is divided by (x·(1−x))^((1−q)·(F−1)/2), a factor that
    all fields share, and then drawn at height (p^q − 1)/q. For q = 0 this gives the log-odds t of x
    and the logarithm of the rest of p. In the second half the number of values grows. In the limit
    field f is the straight line log a_f + (f − (F−1)/2)·t.

    Args:
        F: how many fields there are, 2 to 10.
        position: 0 to 17.

    >>> limit(3, 17).summary.partition(". ")[0]
    'Values without end: the best field changes at x = 0.273 and 0.727'
    """
    q, V = _scale(position)
    label = f"{_values(V)}, " + (f"stretched to {1 - q:.0%}" if q else "in log-odds")
    scrubber = scrubber_input(
        "The scale, then the values", position, 0, STAGES[-1].at, value_text=label
    )
    return scene(lambda position: _picture(F, position), position, STAGES, scrubber)


def _scale(position: int) -> tuple[float, float]:
    """Return the exponent q of the scale, from 1 to 0, and the number of values."""
    return max(0, 1 - position / STRETCH), SIZES[max(0, position - STRETCH)]


def _values(V: float) -> str:
    return "values without end" if inf == V else f"{V:.0f} values"


@lru_cache(maxsize=128)
def _picture(F: int, position: int) -> Picture:
    q, V = _scale(position)
    corners = placement.limit_thresholds_float(F)[1:]
    xs, chances = _chances(F, V)
    xs_stretched = [_stretched_x(x, q) for x in xs]
    lines = [[_stretched_y(p, x, q, F) for x, p in zip(xs, line, strict=True)] for line in chances]
    edge = [max(ys) for ys in zip(*lines, strict=True)]
    half_width = _stretched_x(1 / (1 + exp(-_reach(F))), q)
    visible = [y for x, y in zip(xs_stretched, edge, strict=True) if abs(x) <= half_width]
    top, bottom = max(visible), max(min(visible) - 2.5, -1 / q if q else -inf)

    def place(x: float, y: float) -> tuple[float, float]:
        return 0.5 + x / half_width / 2, (top - y) / (top - bottom)

    def path(line: list[float]) -> str:
        places = [place(x, y) for x, y in zip(xs_stretched, line, strict=True) if y >= bottom]
        return "M" + "L".join(f"{1000 * a:.0f} {1000 * b:.0f}" for a, b in places)

    tags, slopes = [], []
    for f, line in enumerate(lines):
        best = [n for n, y in enumerate(line) if y == edge[n]]
        middle = best[len(best) // 2]
        x, y = place(
            min(max(xs_stretched[middle], -0.9 * half_width), 0.9 * half_width), line[middle]
        )
        tags.append(element("span", f, style=f"--at:{x:.4f};--up:{y:.4f};{hue(f, F)}"))
        indices = [
            n for n in range(best[0] - 1, best[-1] + 2) if n >= 0 and line[n : n + 1] > [-inf]
        ]
        slopes.append(
            (line[indices[-1]] - line[indices[0]])
            / (xs_stretched[indices[-1]] - xs_stretched[indices[0]])
        )
    if inf == V:
        tags += [
            element(
                "i",
                element("small", f"{x:.3f}") if F <= 6 else None,
                style=f"--at:{place(_stretched_x(x, 0), 0)[0]:.4f}",
            )
            for x in corners
        ]
    svg = element(
        "svg",
        element("path", d=path(edge)),
        *(element("path", d=path(line), style=hue(f, F)) for f, line in enumerate(lines)),
        viewBox="0 0 1000 1000",
        preserveAspectRatio="none",
        focusable="false",
    )
    alt_text = _alt_text(q, V, F, corners, slopes)
    axes = {
        0.0: (
            "log P(win), less the common part",
            f"−{half_width:.1f}",
            "log-odds",
            f"{half_width:.1f}",
        ),
        1.0: ("P(win)", "0", "first number", f"{V - 1:.0f}"),
    }
    y_label, *x_labels = axes.get(
        q, ("P(win), pulled down", "←", "first number, pulled apart", "→")
    )
    tags.append(element("small", y_label))
    return Picture(
        Html.of(
            element(
                "div",
                element("div", svg, *tags, class_="oe-straight", role="img", aria_label=alt_text),
                div("oe-scale", *(element("span", ys) for ys in x_labels)),
            ),
            odds_part(
                div("oe-label", "the fields" if q else "the fields, and their slopes"),
                div("oe-slopes", *(_slope(f, F, None if q else ys) for f, ys in enumerate(slopes))),
            ),
        ),
        alt_text,
    )


@lru_cache(maxsize=16)
def _reach(F: int) -> float:
    """Return the half-width of the picture in log-odds."""
    last = placement.limit_thresholds_float(F)[-1]
    return log(last / (1 - last)) + 1.5


@lru_cache(maxsize=32)
def _chances(F: int, V: float) -> tuple[list[float], list[list[float]]]:
    """Return some points of the range, in order, and the chance on each field there."""
    if inf > V:
        size = round(V)
        draws, lines = sampled(size, F, POINTS)
        return [(r + 0.5) / size for r in draws], lines
    wins = [placement.win_limit_float(f) for f in range(F)]
    xs = [1 / (1 + exp(_reach(F) * (1 - 2 * n / POINTS))) for n in range(POINTS + 1)]
    factors = [comb(F - 1, f) * wins[f] * wins[F - 1 - f] for f in range(F)]
    return xs, [[a * x**f * (1 - x) ** (F - 1 - f) for x in xs] for f, a in enumerate(factors)]


def _stretched_x(x: float, q: float) -> float:
    return (x**q - (1 - x) ** q) / q if q else log(x / (1 - x))


def _stretched_y(p: float, x: float, q: float, F: int) -> float:
    p /= (x * (1 - x)) ** ((1 - q) * (F - 1) / 2)
    if q:
        return float((p**q - 1) / q)
    return log(p) if p else -inf


def _slope(f: int, F: int, slope: float | None) -> Html:
    note = None if slope is None else element("small", _signed(slope))
    return element("span", f"field {f}", note, style=hue(f, F))


def _signed(slope: float) -> str:
    return f"{slope:+.2f}".replace("-", "−") if round(slope, 2) else "0.00"


def _alt_text(q: float, V: float, F: int, corners: tuple[float, ...], slopes: list[float]) -> str:
    if inf == V:
        places = listed([f"{x:.3f}" for x in corners])
        return f"Values without end: the best field changes at x = {places}."
    if q == 1:
        return f"{_values(V)}, {F} fields: P(win) over the first number, a hump for each field."
    if q:
        return "The ends are pulled apart, and small chances down."
    return (
        f"{_values(V)}, in log-odds. Where it is best, field 0 has the slope "
        f"{_signed(slopes[0])}, and field {F - 1} has {_signed(slopes[-1])}."
    )
