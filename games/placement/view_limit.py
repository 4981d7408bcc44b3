"""The scene of the limit: humps are stretched, and grow straight as there are more values."""

from functools import lru_cache
from math import comb, exp, inf, log

from games import placement
from games.kit.markup import Html, Picture, div, element, tells
from games.kit.scene import Stage, hand, scene
from games.kit.text import listed
from games.placement.view_split import hue, sampled

SIZES = (11, 15, 20, 50, 100, 200, 1000, inf)  # values
STRETCH, POINTS = 10, 80  # places until the scale is that of log-odds; points of a line
STAGES = (
    Stage(0, "humps", "Pull the ends apart, and the small chances down."),
    Stage(STRETCH, "log-odds", "Now let there be more values."),
    Stage(STRETCH + 4, "100 values", "Read the slopes: what do they go to?"),
    Stage(STRETCH + 7, "values without end", "Straight lines, and their upper edge is best play."),
)
Points = list[tuple[float, float]]


def limit(F: int, at: int) -> Picture:
    """Return what each field is worth over the first draw, from humps to straight lines.

    At the first places q goes from 1 to 0. A draw at x of the range stands at (x^q − (1−x)^q)/q,
    and a chance p at (p^q − 1)/q, once its part (x·(1−x))^((1−q)·(F−1)/2), which all fields share,
    is taken out. For q = 0 these are the log-odds t of x and the logarithm of what is left of p.
    After that the values grow. Without end, field f is log a_f + (f − (F−1)/2)·t: a straight line.

    Args:
        F: how many fields there are, 2 to 10.
        at: 0 to 17.

    >>> limit(3, 17).summary.partition(". ")[0]
    'Values without end: the best field changes at x = 0.273 and 0.727'
    """
    q, V = _scale(at)
    said = f"{_values(V)}, " + (f"stretched to {1 - q:.0%}" if q else "in log-odds")
    held = hand("The scale, then the values", at, 0, STAGES[-1].at, said=said)
    return scene(lambda at: _drawn(F, at), at, STAGES, held)


def _scale(at: int) -> tuple[float, float]:
    """Return how far the picture is stretched, from 1 to 0, and how many values there are."""
    return max(0, 1 - at / STRETCH), SIZES[max(0, at - STRETCH)]


def _values(V: float) -> str:
    return "values without end" if inf == V else f"{V:.0f} values"


@lru_cache(maxsize=128)
def _drawn(F: int, at: int) -> Picture:
    q, V = _scale(at)
    corners = placement.limit_thresholds_float(F)[1:]
    xs, chances = _chances(F, V)
    across = [_across(x, q) for x in xs]
    lines = [[_up(p, x, q, F) for x, p in zip(xs, line, strict=True)] for line in chances]
    edge = [max(it) for it in zip(*lines, strict=True)]
    wide = _across(1 / (1 + exp(-_reach(F))), q)
    seen = [y for x, y in zip(across, edge, strict=True) if abs(x) <= wide]
    high, low = max(seen), max(min(seen) - 2.5, -1 / q if q else -inf)

    def place(x: float, y: float) -> tuple[float, float]:
        return 0.5 + x / wide / 2, (high - y) / (high - low)

    def path(line: list[float]) -> str:
        places = [place(x, y) for x, y in zip(across, line, strict=True) if y >= low]
        return "M" + "L".join(f"{1000 * a:.0f} {1000 * b:.0f}" for a, b in places)

    tags, slopes = [], []
    for f, line in enumerate(lines):
        best = [n for n, y in enumerate(line) if y == edge[n]]
        middle = best[len(best) // 2]
        x, y = place(min(max(across[middle], -0.9 * wide), 0.9 * wide), line[middle])
        tags.append(element("span", f, style=f"--at:{x:.4f};--up:{y:.4f};{hue(f, F)}"))
        near = [n for n in range(best[0] - 1, best[-1] + 2) if n >= 0 and line[n : n + 1] > [-inf]]
        slopes.append((line[near[-1]] - line[near[0]]) / (across[near[-1]] - across[near[0]]))
    if inf == V:
        tags += [
            element(
                "i",
                element("small", f"{x:.3f}") if F <= 6 else None,
                style=f"--at:{place(_across(x, 0), 0)[0]:.4f}",
            )
            for x in corners
        ]
    drawn = element(
        "svg",
        element("path", d=path(edge)),
        *(element("path", d=path(line), style=hue(f, F)) for f, line in enumerate(lines)),
        viewBox="0 0 1000 1000",
        preserveAspectRatio="none",
        focusable="false",
    )
    told = _told(q, V, F, corners, slopes)
    axes = {
        0.0: ("log P(win), less the common part", f"−{wide:.1f}", "log-odds", f"{wide:.1f}"),
        1.0: ("P(win)", "0", "first number", f"{V - 1:.0f}"),
    }
    up, *along = axes.get(q, ("P(win), pulled down", "←", "first number, pulled apart", "→"))
    tags.append(element("small", up))
    return Picture(
        Html.of(
            element(
                "div",
                element("div", drawn, *tags, class_="oe-straight", role="img", aria_label=told),
                div("oe-scale", *(element("span", it) for it in along)),
            ),
            tells(
                div("oe-label", "the fields" if q else "the fields, and their slopes"),
                div("oe-slopes", *(_slope(f, F, None if q else it) for f, it in enumerate(slopes))),
            ),
        ),
        told,
    )


@lru_cache(maxsize=16)
def _reach(F: int) -> float:
    """Return how far from the middle the log-odds are shown."""
    last = placement.limit_thresholds_float(F)[-1]
    return log(last / (1 - last)) + 1.5


@lru_cache(maxsize=32)
def _chances(F: int, V: float) -> tuple[list[float], list[list[float]]]:
    """Return some places of the range, in order, and the chance on each field there."""
    if inf > V:
        size = round(V)
        draws, lines = sampled(size, F, POINTS)
        return [(r + 0.5) / size for r in draws], lines
    wins = [placement.win_limit_float(f) for f in range(F)]
    xs = [1 / (1 + exp(_reach(F) * (1 - 2 * n / POINTS))) for n in range(POINTS + 1)]
    ways = [comb(F - 1, f) * wins[f] * wins[F - 1 - f] for f in range(F)]
    return xs, [[a * x**f * (1 - x) ** (F - 1 - f) for x in xs] for f, a in enumerate(ways)]


def _across(x: float, q: float) -> float:
    return (x**q - (1 - x) ** q) / q if q else log(x / (1 - x))


def _up(p: float, x: float, q: float, F: int) -> float:
    p /= (x * (1 - x)) ** ((1 - q) * (F - 1) / 2)
    if q:
        return float((p**q - 1) / q)
    return log(p) if p else -inf


def _slope(f: int, F: int, slope: float | None) -> Html:
    told = None if slope is None else element("small", _signed(slope))
    return element("span", f"field {f}", told, style=hue(f, F))


def _signed(slope: float) -> str:
    return f"{slope:+.2f}".replace("-", "−") if round(slope, 2) else "0.00"


def _told(q: float, V: float, F: int, corners: tuple[float, ...], slopes: list[float]) -> str:
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
