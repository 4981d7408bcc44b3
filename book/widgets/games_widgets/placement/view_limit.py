"""The scene of the limit: curves become straight lines in log-odds and with more values."""

from dataclasses import dataclass
from functools import lru_cache
from math import comb, exp, inf, log

from games import placement
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import list_text, with_minus
from games_widgets.placement.view_split import sample_chances

SIZES = (11, 15, 20, 50, 100, 200, 1000, inf)  # values
STRETCH, POINTS = 10, 80  # places until the scale is that of log-odds; points of a line
STAGES = (
    Stage(0, "humps", "Drag: the ends of the axis are stretched, and small chances move down."),
    Stage(STRETCH, "log-odds", "Drag on for more values."),
    Stage(STRETCH + 4, "100 values", "Read the slopes. Which numbers do they approach?"),
    Stage(
        STRETCH + 7,
        "values without end",
        "The lines are straight, and their upper edge is best play.",
    ),
)
Place = tuple[float, float]  # shares of the width and the height, from the upper left corner


@dataclass(frozen=True)
class FieldLine:
    """The chance on a field over the first draw, on the scale of the picture.

    Attributes:
        points: the line; a point below the lower edge is left out.
        label: the place of its number.
        slope: of the line where the field is best, in log-odds; None on other scales.
    """

    points: tuple[Place, ...]
    label: Place
    slope: float | None


@dataclass(frozen=True)
class Limit:
    """The chance on each field over the first draw, on one scale.

    Attributes:
        lines: those of the fields.
        edge: the upper edge of the lines: best play.
        corners: where the best field changes, as shares of the values; empty but in the limit.
        corner_places: the same, as shares of the width.
        height_label: what the height measures.
        width_labels: the left end, the name and the right end of the scale.
        summary: what there is to see.
    """

    lines: tuple[FieldLine, ...]
    edge: tuple[Place, ...]
    corners: tuple[float, ...]
    corner_places: tuple[float, ...]
    height_label: str
    width_labels: tuple[str, str, str]
    summary: str


def limit(F: int, position: int) -> Scene[Limit]:
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
    scrubber = ScrubberInput(
        "The scale, then the values", position, 0, STAGES[-1].at, value_text=label
    )
    return Scene(lambda position: _picture(F, position), position, STAGES, scrubber)


def _scale(position: int) -> tuple[float, float]:
    """Return the exponent q of the scale, from 1 to 0, and the number of values."""
    return max(0, 1 - position / STRETCH), SIZES[max(0, position - STRETCH)]


def _values(V: float) -> str:
    return "values without end" if inf == V else f"{V:.0f} values"


@lru_cache(maxsize=128)
def _picture(F: int, position: int) -> Limit:
    q, V = _scale(position)
    corners = placement.limit_thresholds_float(F)[1:]
    xs, chances = _chances(F, V)
    xs_stretched = [_stretched_x(x, q) for x in xs]
    lines = [[_stretched_y(p, x, q, F) for x, p in zip(xs, line, strict=True)] for line in chances]
    edge = [max(ys) for ys in zip(*lines, strict=True)]
    half_width = _stretched_x(1 / (1 + exp(-_reach(F))), q)
    visible = [y for x, y in zip(xs_stretched, edge, strict=True) if abs(x) <= half_width]
    top, bottom = max(visible), max(min(visible) - 2.5, -1 / q if q else -inf)

    def place(x: float, y: float) -> Place:
        return 0.5 + x / half_width / 2, (top - y) / (top - bottom)

    def visible_points(line: list[float]) -> tuple[Place, ...]:
        points = zip(xs_stretched, line, strict=True)
        return tuple(place(x, y) for x, y in points if y >= bottom)

    fields, slopes = [], []
    for line in lines:
        best = [n for n, y in enumerate(line) if y == edge[n]]
        middle = best[len(best) // 2]
        label_x = min(max(xs_stretched[middle], -0.9 * half_width), 0.9 * half_width)
        indices = [
            n for n in range(best[0] - 1, best[-1] + 2) if n >= 0 and line[n : n + 1] > [-inf]
        ]
        slopes.append(
            (line[indices[-1]] - line[indices[0]])
            / (xs_stretched[indices[-1]] - xs_stretched[indices[0]])
        )
        label = place(label_x, line[middle])
        fields.append(FieldLine(visible_points(line), label, None if q else slopes[-1]))
    if not q:
        height_label = "log P(win), minus what all fields share"
        width_labels = f"−{half_width:.1f}", "log-odds", f"{half_width:.1f}"
    elif q == 1:
        height_label, width_labels = "P(win)", ("0", "first number", f"{V - 1:.0f}")
    else:
        height_label, width_labels = "P(win), stretched", ("←", "first number, ends stretched", "→")
    return Limit(
        tuple(fields),
        visible_points(edge),
        corners if inf == V else (),
        tuple(place(_stretched_x(x, 0), 0)[0] for x in corners) if inf == V else (),
        height_label,
        width_labels,
        summary=_summary(q, V, F, corners, slopes),
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
        draws, lines = sample_chances(size, F, POINTS)
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


def signed_slope(slope: float) -> str:
    """Return a slope with its sign.

    >>> signed_slope(-0.5), signed_slope(0.001)
    ('−0.50', '0.00')
    """
    return with_minus(f"{slope:+.2f}") if round(slope, 2) else "0.00"


def _summary(q: float, V: float, F: int, corners: tuple[float, ...], slopes: list[float]) -> str:
    if inf == V:
        places = list_text([f"{x:.3f}" for x in corners])
        return f"Values without end: the best field changes at x = {places}."
    if q == 1:
        return f"{_values(V)}, {F} fields: P(win) over the first number, a hump for each field."
    if q:
        return "The ends of the axis are stretched, and small chances move down."
    return (
        f"{_values(V)}, in log-odds. Where it is best, field 0 has the slope "
        f"{signed_slope(slopes[0])}, and field {F - 1} has {signed_slope(slopes[-1])}."
    )
