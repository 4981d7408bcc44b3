"""Figures of the page on speed: two methods beside each other, and how cost grows with size."""

import json
from collections.abc import Iterable, Mapping, Sequence
from math import exp, log
from pathlib import Path
from statistics import linear_regression
from typing import Any

from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

from games.validate import integer
from games_widgets.plots.style import ALERT, INK, LINE, MUTED, drawing, line_colour, sheet

__all__ = ["beside", "exponent", "factor", "growth", "measured"]

Seconds = Mapping[str, float]
THIN = "\N{NARROW NO-BREAK SPACE}"
OURS = "o", INK  # the mark of our methods in every figure
LARGEST = 3  # the power is fitted to the largest sizes only, which it describes


def measured() -> dict[str, Any]:
    """Return the measurements of `make bench`: for each case the times of each way, and when.

    >>> sorted(measured())
    ['cases', 'pages', 'runs']
    """
    table = Path(__file__).with_name("benchmarks.json").read_text(encoding="utf-8")
    report: dict[str, Any] = json.loads(table)
    return report


def exponent(times: Mapping[int, float]) -> float:
    """Return the power of the size with which the time grows, at the three largest sizes.

    >>> round(exponent({1: 5, 10: 7, 20: 28, 40: 112}), 12)
    2.0
    """
    return _power(times)[0]


def factor(times: Mapping[int, float]) -> float:
    """Return the factor by which the time grows when the size grows by one.

    >>> round(factor({3: 1, 4: 2, 6: 8}), 12)
    2.0
    """
    return exp(_doubling(times)[0])


def _power(times: Mapping[int, float]) -> tuple[float, float]:
    largest = sorted(times)[-LARGEST:]
    return _line(map(log, largest), [times[n] for n in largest])


def _doubling(times: Mapping[int, float]) -> tuple[float, float]:
    return _line(times, times.values())


def _line(positions: Iterable[float], times: Iterable[float]) -> tuple[float, float]:
    fit = linear_regression(list(positions), list(map(log, times)))
    return fit.slope, fit.intercept


@drawing
def beside(rows: Sequence[tuple[str, Seconds, Seconds]]) -> Figure:
    """Return for each row the time of the source's method and of ours, joined by their ratio.

    Args:
        rows: what is computed, then the source's times and ours, each the "least" and "greatest"
            of several runs in seconds.

    >>> fast, slow = {"least": 0.001, "greatest": 0.002}, {"least": 0.5, "greatest": 0.6}
    >>> beside([("a game", slow, fast)])
    <Drawing beside>
    """
    integer("len(rows)", len(rows), 1, 20, hint="every row takes a line of the figure")
    figure, axes = sheet(5, 1.3 + 0.55 * len(rows))
    for y, (_, source_times, our_times) in enumerate(rows):
        low, high = our_times["least"], source_times["least"]
        axes.plot([low, high], [y, y], color=LINE, linewidth=3, zorder=1)
        for times, (marker, colour) in ((source_times, ("s", ALERT)), (our_times, OURS)):
            label = (
                ("the source’s method, in Python", "ours")[times is our_times] if y == 0 else None
            )
            axes.plot([times["least"], times["greatest"]], [y, y], color=colour, linewidth=1)
            axes.plot(times["least"], y, marker, color=colour, ms=6, label=label, linestyle="none")
        middle = exp((log(low) + log(high)) / 2)
        axes.text(middle, y - 0.17, f"×{_two_digits(high / low)}", ha="center", va="bottom")
    axes.set(xscale="log", xlabel="seconds", ylim=(len(rows) - 0.5, -0.7))
    axes.set_yticks(range(len(rows)), [name for name, _, _ in rows])
    axes.xaxis.set_major_locator(LogLocator(numticks=6))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.grid(visible=False, axis="y")
    figure.legend(loc="outside upper center", ncols=2)
    return figure


@drawing
def growth(
    series: Mapping[str, Mapping[int, float]], size: str, *, by_factor: bool = False
) -> Figure:
    """Return the time of each method by size, with the fitted line and its slope in the legend.

    Args:
        series: for each method, the seconds by size; at least two sizes.
        size: what the size counts.
        by_factor: fit a factor for each step of the size, on a plain horizontal axis; otherwise
            fit a power to the three largest sizes, on a logarithmic one.

    >>> growth({"a method": {10: 0.1, 20: 0.4}}, "size")
    <Drawing growth>
    """
    integer("len(series)", len(series), 1, 8, hint="more methods cannot be told apart")
    for method, times in series.items():
        integer(f"len(series[{method!r}])", len(times), 2, 99, hint="a line needs two points")
    figure, axes = sheet(5, 4.2)
    sizes = sorted({n for times in series.values() for n in times})
    other_methods = [method for method in series if method != "ours"]
    marks = {
        method: ("sD^vPX*p"[k], line_colour(k, len(other_methods)))
        for k, method in enumerate(other_methods)
    }
    for method, times in series.items():
        marker, colour = marks.get(method, OURS)
        slope, start = _doubling(times) if by_factor else _power(times)
        growth_text = f"×{exp(slope):.2f}" if by_factor else f"{slope:z.2f}".replace("-", "−")
        label = f"{method}: {growth_text}"
        axes.plot(list(times), list(times.values()), marker, color=colour, ms=6, label=label)
        ends = [min(times if by_factor else sorted(times)[-LARGEST:]), max(times)]
        line = [exp(start + slope * (n if by_factor else log(n))) for n in ends]
        axes.plot(ends, line, color=colour, linewidth=1.2)
    axes.set(xscale="linear" if by_factor else "log", yscale="log", xlabel=size, ylabel="seconds")
    axes.xaxis.set_major_locator(FixedLocator(_readable_sizes(sizes, by_factor=by_factor)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.xaxis.set_major_formatter(FuncFormatter(lambda n, _: f"{n:.0f}"))
    axes.yaxis.set_major_locator(LogLocator(numticks=8))
    axes.yaxis.set_minor_locator(NullLocator())
    title = "factor for each step of the size" if by_factor else "fitted exponent"
    legend = figure.legend(
        loc="outside upper center",
        ncols=2,
        columnspacing=0.8,
        handlelength=1,
        handletextpad=0.4,
        title=title,
    )
    legend.get_title().set(color=MUTED)
    return figure


def _readable_sizes(sizes: Sequence[int], *, by_factor: bool) -> list[int]:
    """Return the sizes whose numbers do not overlap on the axis."""
    labelled_sizes: list[int] = []
    min_ratio = max(1.2, (sizes[-1] / sizes[0]) ** 0.07)
    for n in sizes:
        if not labelled_sizes or by_factor or n > min_ratio * labelled_sizes[-1]:
            labelled_sizes.append(n)
    return labelled_sizes


def _two_digits(ratio: float) -> str:
    r"""Return a ratio with two significant digits.

    >>> [_two_digits(x) for x in (3.14159, 31.4159, 31415.9)]
    ['3.1', '31', '31\u202f000']
    """
    return f"{ratio:.1f}" if ratio < 9.95 else f"{float(f'{ratio:.1e}'):_.0f}".replace("_", THIN)
