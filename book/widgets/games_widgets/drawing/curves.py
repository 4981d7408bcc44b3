"""Charts: lines, steps and bars over an axis, with marks that carry their label.

A chart must be readable on a phone and on a projector. So only the drawing scales: lines and bars
are SVG without text, in a square that is stretched to the frame. All text is HTML: it keeps its
size, and its position is a share of the width or the height.

    Chart(
        (Line(tuple(enumerate(survival)), steps=True),),
        x=Axis("throws t", 0, 1000),
        y=Axis("P(T > t)", 0, 1, in_percent),
        marks=(Mark(371.38, "mean 371.38"),),
        alt_text="The chance that the game lasts longer falls from 100 % …",
    )
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

from games_widgets.drawing.markup import Html, div, element, link_layer
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number

SIDE = 4000  # units of the square: finer than the pixels of any screen
FINE = 400  # points of a line; nobody would see more
Points = Sequence[tuple[float, float]]


def in_percent(share: float) -> str:
    """Return a share as it is written beside a tick.

    >>> in_percent(0.07), in_percent(1)
    ('7 %', '100 %')
    """
    return f"{number(round(100 * share, 9))} %"


class Axis(NamedTuple):
    """What a direction of a chart measures.

    Attributes:
        title: what it is, with its unit.
        low, high: the first and the last value; low < high, and 0 < low if the axis is logarithmic.
        format_value: a function that writes a value beside its tick.
        log: whether equal distances are equal ratios.
        whole_numbers: whether only whole numbers have a tick.
    """

    title: str
    low: float
    high: float
    format_value: Callable[[float], str] = number
    log: bool = False
    whole_numbers: bool = False

    def places(self) -> Callable[[float], int]:
        """Return a function from a value to its place, 0 to ``SIDE``."""
        low, high = self.low, self.high
        if self.log:
            return lambda value: round(SIDE * self.share(value))
        scale = SIDE / (high - low)
        return lambda value: round((min(max(value, low), high) - low) * scale)

    def share(self, value: float) -> float:
        """Return how far along the axis a value lies, 0 to 1; values beyond its ends lie there.

        >>> Axis("t", 0, 200).share(50), Axis("P", 0.01, 1, log=True).share(0.1)
        (0.25, 0.5)
        """
        value = min(max(value, self.low), self.high)
        if self.log:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)


class Line(NamedTuple):
    """A curve through points that go from left to right.

    Attributes:
        points: (x, y).
        name: its text in the legend of a chart with several shapes.
        style: "solid", "dashed" or "dotted"; each has a colour of its own, too.
        steps: whether the value stays until the next point, as probabilities of a time do.
        filled: whether the area below is tinted.
        tint: a colour of its own instead, as a style such as "--hue:265".
    """

    points: Points
    name: str = ""
    style: str = "solid"
    steps: bool = False
    filled: bool = False
    tint: str | None = None


class Bars(NamedTuple):
    """A bar for each point, as wide as the distance of neighbours.

    Attributes:
        points: (x, height).
        name: its text in the legend of a chart with several shapes.
        links: the link of each bar, in the same order; the bars stand equally far apart.
        highlighted: the x of the bars that are highlighted.
    """

    points: Points
    name: str = ""
    links: Sequence[str] = ()
    highlighted: Sequence[float] = ()


class Dots(NamedTuple):
    """A dot at each point; it stays round when the chart is stretched.

    Attributes:
        points: (x, y).
        name: its text in the legend of a chart with several shapes.
    """

    points: Points
    name: str = ""


Shape = Line | Bars | Dots


class Mark(NamedTuple):
    """A place on the horizontal axis with a label over the chart, such as a mean.

    Attributes:
        x: where.
        label: a short text that includes the value.
        style: "solid", "dashed" or "dotted".
    """

    x: float
    label: str
    style: str = "solid"


def end_times(
    games: str, unit: str, mean: Fraction, low: int, median: int, high: int, latest: int
) -> tuple[list[Mark], str]:
    """Return the times by which shares of all games are over, as marks and as a sentence.

    Args:
        games, unit: the words for the games and for one step of a game.
        mean: how long a game takes on average.
        low, median, high, latest: when 1 in 10, half, 9 in 10 and 99 in 100 are over.

    >>> end_times("games", "turn", Fraction(7), 2, 5, 15, 28)[1].partition(" and")[0]
    'Half of all games are over by turn 5, 1 in 10 by turn 2, 9 in 10 by turn 15'
    """
    marks = [
        Mark(low, f"1 in 10 by {number(low)}", "dotted"),
        Mark(median, f"half by {number(median)}", "dashed"),
        Mark(float(mean), f"mean {number(mean, 2)}"),
        Mark(high, f"9 in 10 by {number(high)}", "dotted"),
        Mark(latest, f"99 in 100 by {number(latest)}", "dotted"),
    ]
    sentence = (
        f"Half of all {games} are over by {unit} {number(median)}, "
        f"1 in 10 by {unit} {number(low)}, 9 in 10 by {unit} {number(high)} "
        f"and 99 in 100 by {unit} {number(latest)}."
    )
    return marks, sentence


@dataclass(frozen=True)
class Chart:
    """A chart.

    Attributes:
        shapes: what is drawn, from back to front.
        x, y: the axes.
        alt_text: the chart in words, for readers who do not see it.
        marks: places on the horizontal axis; those beyond its ends are left out.
        height: of the drawing, in lines of 16 pixels.
        scrubs: whether the reader can drag its marks, which moves the scrubber of the scene.
    """

    shapes: tuple[Shape, ...]
    x: Axis
    y: Axis
    alt_text: str
    marks: tuple[Mark, ...] = ()
    height: float = 13
    scrubs: bool = False


@render.register
def _(chart: Chart) -> Html:
    shapes, x, y = chart.shapes, chart.x, chart.y
    visible_marks = sorted(
        (mark for mark in chart.marks if x.low <= mark.x <= x.high), key=lambda shape: shape.x
    )
    columns, levels = ticks(x), ticks(y, 5)
    has_highlight = any(isinstance(shape, Bars) and shape.highlighted for shape in shapes)
    drawing = element(
        "svg",
        element("path", class_="oe-grid", d=_grid(x, y, columns, levels)),
        *(_shape(shape, x, y, has_highlight) for shape in shapes),
        viewBox=f"0 0 {SIDE} {SIDE}",
        preserveAspectRatio="none",
        focusable="false",
    )
    return element(
        "div",
        _legend(shapes),
        div("oe-chart-y-title", y.title),
        div("oe-axis-y", *(_tick(y, value, f"{y.share(value):.4f}") for value in levels)),
        element(
            "div",
            drawing,
            *_layers(shapes, x),
            *_flags(visible_marks, x),
            class_="oe-plot",
            data_scrub_range=f"{x.low} {x.high}" if chart.scrubs else None,
        ),
        div("oe-axis-x", *_x_labels(x, columns)),
        div("oe-chart-x-title", x.title),
        class_="oe-chart",
        role="img",
        aria_label=chart.alt_text,
        style=f"--height:{chart.height}rem;--flags:{len(visible_marks)}",
    )


def ticks(axis: Axis, target: int = 8) -> list[float]:
    """Return round values along an axis, roughly as many as asked for.

    >>> ticks(Axis("t", 0, 100), 5), ticks(Axis("t", 3, 7), 5)
    ([0, 20, 40, 60, 80, 100], [3, 4, 5, 6, 7])
    >>> ticks(Axis("moves", 0, 2), 5), ticks(Axis("moves", 0, 2, whole_numbers=True), 5)
    ([0.0, 0.5, 1.0, 1.5, 2.0], [0, 1, 2])
    >>> ticks(Axis("P", 0.001, 1, log=True))
    [0.001, 0.01, 0.1, 1]
    """
    if axis.log:
        first, last = ceil(log10(axis.low) - 1e-9), floor(log10(axis.high) + 1e-9)
        skip = max(1, ceil((last - first) / target))
        return [_power(exponent) for exponent in range(first, last + 1, skip)]
    rough = (axis.high - axis.low) / target
    if axis.whole_numbers:
        rough = max(1, rough)
    exponent = floor(log10(rough))
    factor = next(
        factor for factor in (1, 2, 5, 10) if factor * 10.0**exponent >= rough * (1 - 1e-9)
    )
    if factor == 10:
        factor, exponent = 1, exponent + 1
    step = factor * _power(exponent)
    counts = range(ceil(axis.low / step - 1e-9), floor(axis.high / step + 1e-9) + 1)
    return [round(count * step, max(0, -exponent)) for count in counts]


def _power(exponent: int) -> float:
    return 10**exponent if exponent >= 0 else float(f"1e{exponent}")


def _grid(x: Axis, y: Axis, columns: Sequence[float], levels: Sequence[float]) -> str:
    right, high = x.places(), y.places()
    upright = [f"M{right(value)} 0V{SIDE}" for value in columns]
    level = [f"M0 {SIDE - high(value)}H{SIDE}" for value in levels]
    return "".join(upright + level)


def _shape(shape: Shape, x: Axis, y: Axis, has_highlight: bool) -> Html:
    if isinstance(shape, Dots):
        right, high = x.places(), y.places()
        places = ((right(a), SIDE - high(b)) for a, b in shape.points)
        # The length is not 0, because Firefox prints a line of length 0 as a stroke over the chart.
        return element("path", class_="oe-dots", d="".join(f"M{a} {b}h1" for a, b in places))
    return _bars(shape, x, y) if isinstance(shape, Bars) else _line(shape, x, y, has_highlight)


def _line(line: Line, x: Axis, y: Axis, has_highlight: bool) -> Html:
    right, high = x.places(), y.places()
    stride = max(1, len(line.points) // FINE)
    places = [
        (right(point[0]), SIDE - high(point[1]))
        for point in (*line.points[:-1:stride], *line.points[-1:])
    ]
    path = [f"M{a} {b}" for a, b in places[:1]]
    if line.steps:
        path += [f"H{a}V{b}" for previous, (a, b) in pairwise(places) if previous != (a, b)]
    else:
        path += [f"L{a} {b}" for a, b in places[1:]]
    path_text = "".join(path)
    parts = [element("path", class_=f"oe-line oe-{line.style}", d=path_text, style=line.tint)]
    if has_highlight and line.style == "dashed":  # a highlighted bar would hide it
        parts.insert(0, element("path", class_="oe-casing", d=path_text))
    if line.filled and places:
        shape = f"{path_text}V{SIDE}H{places[0][0]}Z"
        parts.insert(0, element("path", class_="oe-area", d=shape))
    return element("g", *parts)


def _bars(bars: Bars, x: Axis, y: Axis) -> Html:
    right, high = x.places(), y.places()
    half = _half(bars, x)
    shapes = {}
    for place, height in bars.points:
        start, end = right(place - half), right(place + half)
        gap = (end - start) // 8
        shapes[place] = f"M{start + gap} {SIDE}V{SIDE - high(height)}H{end - gap}V{SIDE}"
    highlighted_path = "".join(shapes.get(place, "") for place in bars.highlighted)
    return Html.of(
        element("path", class_="oe-columns", d="".join(shapes.values())),
        element("path", class_="oe-highlight", d=highlighted_path) if highlighted_path else None,
    )


def _half(bars: Bars, x: Axis) -> float:
    """Return half of the width of a bar and its gap."""
    places = [place for place, _ in bars.points]
    return min((b - a for a, b in pairwise(places)), default=x.high - x.low) / 2


def _layers(shapes: Iterable[Shape], x: Axis) -> Iterator[Html]:
    """Yield the layers that link the bars."""
    for shape in shapes:
        if isinstance(shape, Bars) and shape.links:
            half = _half(shape, x)
            first, last = shape.points[0][0], shape.points[-1][0]
            yield link_layer(shape.links, start=x.share(first - half), end=x.share(last + half))


def _flags(marks: Sequence[Mark], x: Axis) -> list[Html]:
    """Return a line and a label for each mark, the labels in rows so that none hides another.

    A label stands to the right of its line, above the lines that follow. Near the right end it
    stands to the left. If a label would cross the line of another mark on a phone, all labels stand
    on one side where there is room. Otherwise those on the left stand above the others.
    """
    shares, indices = [x.share(mark.x) for mark in marks], range(len(marks))
    widths = [0.05 + 0.022 * len(mark.label) for mark in marks]  # as shares of a phone's chart
    right = [i for i in indices if shares[i] <= 0.55]
    left = [i for i in indices if i not in right]
    order = [*right, *left[::-1]]
    if any(shares[j] < shares[i] < shares[j] + widths[i] + 0.03 for i in left for j in right):
        if shares[0] > widths[0]:
            left, right = [*indices], []
        elif shares[-1] + widths[-1] < 1:
            left, right = [], [*indices]
        order = [*left[::-1], *right]
    rows = {i: len(marks) - row for row, i in enumerate(order)}
    return [
        element(
            "div",
            element("span", mark.label),
            class_=f"oe-flag oe-{mark.style}" + (" oe-is-left" if i in left else ""),
            style=f"--at:{shares[i]:.4f};--row:{rows[i]}",
        )
        for i, mark in enumerate(marks)
    ]


def _tick(axis: Axis, value: float, share: str, kind: str | None = None) -> Html:
    return element("span", axis.format_value(value), class_=kind, style=f"--at:{share}")


def _x_labels(x: Axis, values: Sequence[float]) -> list[Html]:
    """Return the labels below the chart; a narrow chart hides every second one."""
    return [
        _tick(x, value, f"{x.share(value):.4f}", "oe-wide-only" if i % 2 else None)
        for i, value in enumerate(values)
    ]


def _legend(shapes: Sequence[Shape]) -> Html | None:
    if len(shapes) < 2:
        return None
    items = (
        element(
            "li", element("span", class_=f"oe-key oe-{_key(shape)}", style=_tint(shape)), shape.name
        )
        for shape in shapes
        if shape.name
    )
    return element("ul", *items, class_="oe-legend")


def _tint(shape: Shape) -> str | None:
    return shape.tint if isinstance(shape, Line) else None


def _key(shape: Shape) -> str:
    """Return the look of a shape in the legend."""
    if isinstance(shape, Line):
        return shape.style
    return "bars" if isinstance(shape, Bars) else "round"
