"""A tally of simulated games beside the exact result, with its standard error."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

from games_widgets.drawing.curves import Axis, Bars, Chart, Dots, Line, Mark, Shape
from games_widgets.drawing.markup import Html, div, element, remark
from games_widgets.drawing.parts import Paragraph, Strong
from games_widgets.drawing.render import render
from games_widgets.drawing.text import count, number, percent, points

COLUMNS = 30  # of a pile, at most
DOTS = 12  # games in a column that are drawn one by one
WIDE, MOST_DOTS = 40, 400  # dots in a row, and in all, of games won and lost


class Tally(NamedTuple):
    """The number of games that were played, and of those that were won."""

    games: int = 0
    wins: int = 0

    def add(self, is_win: bool) -> "Tally":
        """Return the tally with one more game."""
        return Tally(self.games + 1, self.wins + is_win)


@dataclass(frozen=True)
class WinTally:
    """The share of wins, as a mark beside the exact chance and its bands of error.

    The mean of n games has the standard error √(p(1−p)/n), with the exact p: two in three tallies
    lie within one of it, nineteen in twenty within two.

    Attributes:
        player: who played.
        results: at least one game.
        expected: the exact chance to win one.

    >>> "Best play won 13 of 100" in render(WinTally("Best play", Tally(100, 13), Fraction(1, 10)))
    True
    """

    player: str
    results: Tally
    expected: Fraction

    @property
    def share(self) -> Fraction:
        """The share of games that were won."""
        return Fraction(self.results.wins, self.results.games)

    @property
    def error(self) -> Fraction:
        """The standard error of the share."""
        return Fraction(sqrt(self.expected * (1 - self.expected) / self.results.games))

    @property
    def words(self) -> Paragraph:
        """The tally in words, compared with the exact chance."""
        results, expected, share, error = self.results, self.expected, self.share, self.error
        return Paragraph(
            (
                f"{self.player} won {results.wins} of {count(results.games, 'game')}: ",
                Strong(percent(share)),
                f". Expected: {percent(expected)} with a standard error of {points(error)}; "
                f"the tally differs by {_errors_off(share, expected, error)} standard errors.",
            )
        )


@render.register
def _(tally: WinTally) -> Html:
    expected, share, error = tally.expected, tally.share, tally.error
    return div(
        "oe-tally",
        render(tally.words),
        _dots(tally.results),
        _track(
            expected,
            error,
            share,
            Fraction(0),
            max(share, min(Fraction(1), 3 * expected)) or Fraction(1),
            percent,
        ),
        remark(_LEGEND.format("chance")),
    )


class Lengths(NamedTuple):
    """The lengths of games that were played, each and in all."""

    games: int = 0
    total: int | Fraction = 0
    shortest: int | Fraction = 0
    longest: int | Fraction = 0
    values: tuple[int | Fraction, ...] = ()

    def add(self, length: int | Fraction) -> "Lengths":
        """Return the tally with one more game."""
        shortest = min(self.shortest, length) if self.games else length
        longest = max(self.longest, length) if self.games else length
        values = (*self.values, length)
        return Lengths(self.games + 1, self.total + length, shortest, longest, values)


@dataclass(frozen=True)
class LengthTally:
    """The mean length of the games, as a mark beside the exact mean and its bands of error.

    The mean of n games has the standard error σ/√n, with the exact σ.

    Attributes:
        results: at least one game.
        unit: in the singular, such as "turn".
        expected: the exact mean; None while it is hidden.
        deviation: the standard deviation σ of one game.
        verb: the verb between games and units.
        noun: what a game is called, in the singular.

    >>> "390.00 throws" in render(
    ...     LengthTally(Lengths(100, 39000, 90, 1500), "throw", Fraction(371), 258.0))
    True
    """

    results: Lengths
    unit: str
    expected: Fraction | None
    deviation: float
    verb: str = "took"
    noun: str = "game"

    @property
    def mean(self) -> Fraction:
        """The mean length of the games."""
        return Fraction(self.results.total, self.results.games)

    @property
    def error(self) -> Fraction:
        """The standard error of the mean."""
        return Fraction(self.deviation / sqrt(self.results.games))

    @property
    def words(self) -> Paragraph:
        """The tally in words, compared with the exact mean if that is visible."""
        results, expected = self.results, self.expected
        sentence = (
            f"{count(results.games, self.noun)} {self.verb} ",
            Strong(f"{number(self.mean, 2)} {self.unit}s"),
            f" on average, from {number(results.shortest)} to {number(results.longest)}.",
        )
        if expected is None:
            return Paragraph(sentence, "tally")
        comparison = (
            f" Expected: {number(expected, 2)} with a standard error of {number(self.error, 2)}; "
            f"the tally differs by {_errors_off(self.mean, expected, self.error)} standard errors."
        )
        return Paragraph((*sentence, comparison))


@render.register
def _(tally: LengthTally) -> Html:
    mean, expected = tally.mean, tally.expected
    if expected is None:
        return render(tally.words)
    error = tally.error
    reach = max(4 * error, abs(mean - expected)) or Fraction(1)
    return div(
        "oe-tally",
        render(tally.words),
        _track(
            expected,
            error,
            mean,
            expected - reach,
            expected + reach,
            lambda value: number(value, 2),
        ),
        remark(_LEGEND.format("mean")),
    )


def in_words(*tallies: WinTally | LengthTally | Paragraph | None) -> str:
    """Return tallies in plain text.

    >>> in_words(None, LengthTally(Lengths(2, 6, 1, 5), "throw", None, 2.0))
    '2 games took 3.00 throws on average, from 1 to 5.'
    """
    texts = (
        tally.text if isinstance(tally, Paragraph) else tally.words.text
        for tally in tallies
        if tally
    )
    return " ".join(texts)


def _errors_off(observed: Fraction, expected: Fraction, error: Fraction) -> str:
    """Return by how many standard errors a tally is off."""
    return f"{float(abs(observed - expected) / error if error else 0):.1f}"


def games_chart(
    games: Iterable[int],
    x: str,
    *,
    noun: str = "game",
    at_most: Callable[[int], float] | None = None,
    high: int = 0,
    marks: Iterable[Mark] = (),
) -> Chart:
    """Return games as dots, or many as bars, beside the expected number of games.

    Args:
        games: the value of each, at least one.
        x: the name of the value, with its unit.
        noun: what a game is called, in the singular.
        at_most: the exact chance of a value at most so large; None while it is hidden.
        high: the least end of the axis, which shows 0, too.
        marks: places on the axis.

    >>> games_chart([3, 3, 5], "throws").shapes[0].points
    ((3.0, 0.5), (3.0, 1.5), (5.0, 0.5))
    """
    values = Counter(games)
    low, high = min(0, *values), max(high, *values)
    width = _round_width((high - low + 1) / COLUMNS)
    first = width * (low // width)
    starts = range(first, high + 1, width)
    columns = Counter({(value - first) // width: 0 for value in values})
    for value, times in values.items():
        columns[(value - first) // width] += times
    total, top = sum(values.values()), max(columns.values())
    middle = [start + (width - 1) / 2 for start in starts]
    shapes: list[Shape] = []
    if top <= DOTS:
        dots = tuple((middle[n], k + 0.5) for n in sorted(columns) for k in range(columns[n]))
        shapes.append(Dots(dots, f"a {noun} each"))
    else:
        shapes.append(
            Bars(
                tuple((middle_value, float(columns[n])) for n, middle_value in enumerate(middle)),
                f"{noun}s",
            )
        )
    if at_most:
        below = [at_most(edge - 1) for edge in (*starts, starts[-1] + width)]
        expected = [total * (b - a) for a, b in pairwise(below)]
        shapes.append(Line(tuple(zip(middle, expected, strict=True)), "expected", "dashed"))
        top = max(top, ceil(max(expected)))
    return Chart(
        tuple(shapes),
        x=Axis(x, first - 0.5, starts[-1] + width - 0.5),
        y=Axis(f"{noun}s" if width == 1 else f"{noun}s in columns of {width}", 0, max(top, 4)),
        marks=tuple(marks),
        alt_text=f"{count(total, noun)} by {x}, from {number(min(values))} to {number(max(values))}"
        + (", beside how many are to be expected." if at_most else "."),
        height=8,
    )


def _round_width(minimum: float) -> int:
    """Return the smallest of 1, 2, 5, 10, 20, … that is at least the minimum."""
    power = 1
    while True:
        for factor in (1, 2, 5):
            if factor * power >= minimum:
                return factor * power
        power *= 10


def _dots(results: Tally) -> Html | None:
    """Return each game as a dot: first those won, which are full, then those lost."""
    if results.games > MOST_DOTS:
        return None
    rows = -(-results.games // WIDE)
    columns = -(-results.games // rows)
    places = [f"M{n // rows + 0.5} {n % rows + 0.5}h0" for n in range(results.games)]
    return element(
        "svg",
        element("path", class_="oe-dots oe-is-lost", d="".join(places[results.wins :])),
        element("path", class_="oe-dots", d="".join(places[: results.wins])),
        viewBox=f"0 0 {columns} {rows}",
        class_="oe-games",
        style=f"--columns:{columns}",
        aria_hidden="true",
        focusable="false",
    )


_LEGEND = (
    "Line: the exact {}. Shades: one and two standard errors. Diamond: the tally. "
    "For half the error, play four times as many games."
)


def _track(
    expected: Fraction,
    error: Fraction,
    observed: Fraction,
    low: Fraction,
    high: Fraction,
    to_text: Callable[[Fraction], str],
) -> Html:
    """Return a line from low to high with the expected value, its bands of error, and the tally."""

    def position(value: Fraction) -> str:
        share = (value - low) / (high - low)
        return f"{float(min(max(share, Fraction(0)), Fraction(1))):.4f}"

    def band(errors: int) -> Html:
        start, end = expected - errors * error, expected + errors * error
        style = f"--from:{position(start)};--to:{position(end)}"
        return element("span", class_=f"oe-error oe-error-{errors}", style=style)

    track = div(
        "oe-track",
        band(2),
        band(1),
        element("span", class_="oe-expected", style=f"--at:{position(expected)}"),
        element("span", class_="oe-observed", style=f"--at:{position(observed)}"),
    )
    ends = (element("span", to_text(value)) for value in (low, high))
    scale = div("oe-scale", *ends)
    return element("div", track, scale, aria_hidden="true")
