"""One style for all figures: light pages, dark pages and paper.

A figure has dark ink on white, and the colours of the games are those of the apps. No meaning
depends on colour alone. A dark page shows the same figure in light ink on its own paper
(book/live/style.css), so a caption may not call anything in it dark or light.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from io import StringIO
from math import cos, radians, sin
from typing import Any, ParamSpec

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from games.maths.simulate import Estimate
from games.validate import integer

# The colours of the apps on paper (book/widgets/games_widgets/drawing/style.css): one accent, one
# for what is lost or goes back, and the second of two players or rules; the rest is ink.
INK, MUTED, LINE, ALERT = "#1d2733", "#566272", "#ccd4dc", "#a5321b"
FIRST, SECOND, FIRST_PAPER = "#0f6474", "#8a4b0f", "#d8e9ec"
# The font of the pages, so that a figure has the type of the text around it. Only the reader's
# machine has this font. The layout of a figure uses the font of matplotlib, which is wider.
FAMILY = '-apple-system, BlinkMacSystemFont, "Segoe UI", "Helvetica Neue", Arial, sans-serif'
STYLE = {
    "figure.facecolor": "white",
    "font.size": 11,
    "text.color": INK,
    "axes.edgecolor": MUTED,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "lines.linewidth": 1.8,
    "legend.frameon": False,
    "svg.fonttype": "none",
}

P = ParamSpec("P")


@dataclass(frozen=True, repr=False)
class Drawing:
    """A finished figure, as SVG text."""

    name: str
    svg: str

    def __repr__(self) -> str:
        return f"<Drawing {self.name}>"

    def _repr_svg_(self) -> str:
        return self.svg


def drawing(draw: Callable[P, Figure]) -> Callable[P, Drawing]:
    """Decorate a function that fills a figure so that it returns a drawing in the book's style."""

    @wraps(draw)
    def draw_in_style(*args: P.args, **kwargs: P.kwargs) -> Drawing:
        with rc_context(STYLE):  # type: ignore[arg-type]
            text = StringIO()
            figure = draw(*args, **kwargs)
            figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
        return Drawing(draw.__name__, _with_stable_ids(_in_type(text.getvalue())))

    return draw_in_style


def _in_type(svg: str) -> str:
    """Return a figure in the fonts of the page."""
    return re.sub(r"'DejaVu Sans'[^;\"]*", FAMILY.replace('"', "'"), svg)


def _with_stable_ids(svg: str) -> str:
    """Return a figure whose ids are the same in each run and on each machine.

    The ids of matplotlib are new in each run, and depend on the last bit of each coordinate, which
    differs from one processor to another. These ids depend on what is written in the figure, which
    is rounded.

    >>> _with_stable_ids('<g id="p0123456789"/><g clip-path="url(#p0123456789)"/>')
    '<g id="pec43d487be-1"/><g clip-path="url(#pec43d487be-1)"/>'
    """
    ids = dict.fromkeys(re.findall(r'id="([a-z][0-9a-f]{10})"', svg))
    if not ids:
        return svg
    pattern = "|".join(ids)
    digest = sha256(re.sub(pattern, "", svg).encode()).hexdigest()[:10]
    names = {name: f"{name[0]}{digest}-{n}" for n, name in enumerate(ids, 1)}
    return re.sub(pattern, lambda match: names[match[0]], svg)


@drawing
def convergence(estimates: Sequence[Estimate], truth: float) -> Figure:
    """Return simulations of growing length with their intervals, beside the exact value.

    Args:
        estimates: what `games.maths.simulate.estimate` returned; at least one.
        truth: the exact value.

    >>> from games.maths.simulate import estimate
    >>> convergence([estimate(lambda rng: rng.random(), runs, seed=1) for runs in (10, 100)], 0.5)
    <Drawing convergence>
    """
    integer(
        "len(estimates)", len(estimates), 1, 50, hint="the figure has room for some simulations"
    )
    figure, axes = sheet(5, 3)
    axes.axhline(float(truth), color=ALERT, linestyle=(0, (4, 2)), label="exact")
    runs = [estimate.runs for estimate in estimates]
    means = [estimate.mean for estimate in estimates]
    reach = [estimate.interval[1] - estimate.mean for estimate in estimates]
    axes.errorbar(runs, means, reach, fmt="o", color=INK, capsize=4, label="simulated, 95 %")
    axes.set(xscale="log", xlabel="games", ylabel="share of games won")
    axes.xaxis.set_major_locator(FixedLocator(runs))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:,.0f}".replace(",", " ")))
    axes.margins(x=0.12)
    axes.legend(loc="lower right")
    return figure


def sheet(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    return figure, figure.add_subplot()


def bare(axes: Axes, x_range: tuple[float, float], y_range: tuple[float, float]) -> None:
    """Hide the axes, and let y grow downwards as in text."""
    axes.set(xlim=x_range, ylim=y_range)
    axes.axis("off")


def note(axes: Axes, text: str, x: float, y: float, *, direction: float) -> None:
    """Write a text above a point, to its right (``direction`` above 0) or left (below 0)."""
    side = (direction > 0) - (direction < 0)
    axes.annotate(
        text,
        (x, y),
        (8 * side, 7),
        textcoords="offset points",
        ha=("right", "center", "left")[side + 1],
    )


def box(
    axes: Axes, left: float, middle: float, width: float, height: float, paper: str, text: str
) -> None:
    bottom = middle - height / 2
    axes.add_patch(
        Rectangle((left, bottom), width, height, facecolor=paper, edgecolor=MUTED, linewidth=1)
    )
    centre_text(axes, left + width / 2, middle, text)


def centre_text(axes: Axes, x: float, y: float, text: str, **style: Any) -> None:
    """Write a text with its middle at a point."""
    axes.text(x, y, text, ha="center", va="center", **style)


def line_colour(f: int, F: int) -> str:
    """Return the colour of field f for lines: that of the apps, from blue over green to amber."""
    return _oklch(0.58, 0.1, 265 - 195 * f / max(F - 1, 1))


def paper_colour(f: int | None, F: int) -> str:
    """Return the colour of field f for surfaces under text; white without a field."""
    return "white" if f is None else _oklch(0.88, 0.065, 265 - 195 * f / max(F - 1, 1))


def _oklch(lightness: float, chroma: float, hue: float) -> str:
    """Return an OKLCH colour as #rrggbb, as a browser would.

    >>> _oklch(0.58, 0.1, 265)
    '#5d79b6'
    """
    a, b = chroma * cos(radians(hue)), chroma * sin(radians(hue))
    long_cone = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium_cone = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short_cone = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    linear = (
        4.0767416621 * long_cone - 3.3077115913 * medium_cone + 0.2309699292 * short_cone,
        -1.2684380046 * long_cone + 2.6097574011 * medium_cone - 0.3413193965 * short_cone,
        -0.0041960863 * long_cone - 0.7034186147 * medium_cone + 1.7076147010 * short_cone,
    )
    return "#" + "".join(f"{round(255 * _gamma(min(max(c, 0), 1))):02x}" for c in linear)


def _gamma(c: float) -> float:
    return 12.92 * c if c <= 0.0031308 else 1.055 * c ** (1 / 2.4) - 0.055
