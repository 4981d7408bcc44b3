"""How long a race lasts."""

from collections.abc import Generator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, pairwise

from games.race import Race
from games_widgets.drawing.curves import Axis, Bars, Chart, Line, end_times, in_percent
from games_widgets.drawing.parts import Headline, Headlines, Paragraph, Remark, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import exactly, number

__all__ = ["LengthsPicture", "TooLong", "lengths", "on_board"]


LONGEST = 100_000  # mean throws of a race whose length is followed throw by throw
BINS = 40


@dataclass(frozen=True)
class LengthsPicture(Parts):
    """How the number of throws is distributed."""

    figures: Headlines
    histogram: Section[Chart]
    survival: Section[Chart]
    summary: str


@dataclass(frozen=True)
class TooLong(Parts):
    """A race that takes too many throws to follow them one by one."""

    figures: Headlines
    reason: Paragraph
    summary: str


def on_board(race: Race) -> str:
    """Return the board in words, to begin a sentence with."""
    die = "one face" if race.faces == 1 else f"{race.faces} faces"
    return f"On {race.fields} fields with a die of {die}"


def lengths(race: Race) -> Generator[float, None, LengthsPicture | TooLong]:
    """Work out how the length of a race is distributed, in steps; return the picture."""
    mean, deviation = race.expected_throws, race.deviation_float
    if mean > LONGEST:
        return _too_long(race, mean, deviation)
    curve = race.iter_survival_float()
    survival: list[float] = []
    while not survival or survival[-1] > 0.01:
        survival += islice(curve, 100)
        yield min(0.99, len(survival) / float(6 * mean))
    low, median, high, almost_all = (
        next(t for t, chance in enumerate(survival) if chance <= still_on)
        for still_on in (0.9, 0.5, 0.1, 0.01)
    )
    width = max(1, -(-almost_all // BINS))
    ends = range(0, max(almost_all, 4) + width, width)
    survival += islice(curve, max(0, ends[-1] + 1 - len(survival)))
    bins = tuple(
        (start + (width + 1) / 2, survival[start] - survival[end]) for start, end in pairwise(ends)
    )
    highest = max(bins, key=lambda place_and_height: place_and_height[1])
    marks, quantiles = end_times("races", "throw", mean, low, median, high, almost_all)
    end = ends[-1] + 0.5
    bin_text = "each throw" if width == 1 else f"each {width} throws"
    return LengthsPicture(
        figures=_figures(mean, deviation, Headline("Median", number(median))),
        histogram=Section(
            f"How likely the race ends within {bin_text}",
            Chart(
                (Bars(bins),),
                x=Axis("throws", 0.5, end),
                y=Axis("chance", 0, highest[1], in_percent),
                marks=tuple(marks),
                alt_text=f"A histogram of the number of throws in steps of {width}: highest near "
                f"{number(highest[0])} throws, with a long tail to the "
                f"right. {quantiles} The mean is {number(mean, 2)}.",
            ),
        ),
        survival=Section(
            "How likely the race still goes on, on a logarithmic scale",
            Chart(
                (Line(tuple(enumerate(survival[: ends[-1] + 1])), steps=True),),
                x=Axis("throws t", 0, end),
                y=Axis("P(T > t)", 0.005, 1, in_percent, log=True),
                alt_text="P(T > t), the chance that a race takes more than t throws, on a "
                "logarithmic scale: after a while a straight line, because each throw then "
                "ends the same share of the races that are left.",
                height=9,
            ),
            Remark("The straight tail: a long race ends with the same chance in each throw."),
        ),
        summary=f"{on_board(race)}, a race takes {number(mean, 2)} ± {number(deviation, 2)} "
        f"throws. {quantiles}",
    )


def _figures(mean: Fraction, deviation: float, *other_figures: Headline) -> Headlines:
    return Headlines(
        (
            Headline("Mean", number(mean, 2), exactly(mean)),
            Headline("Standard deviation", number(deviation, 2)),
            *other_figures,
        )
    )


def _too_long(race: Race, mean: Fraction, deviation: float) -> TooLong:
    ratio = deviation / float(mean)
    return TooLong(
        figures=_figures(mean, deviation),
        reason=Paragraph(
            f"Nobody throws {number(mean, 2)} times, and the page does not follow so many throws. "
            f"The standard deviation is {ratio:.3f} times the mean. If each throw ends a game "
            "with the same small chance, this ratio is nearly 1. Here the marker always falls "
            "back to the start, and every attempt is like the first."
        ),
        summary=f"{on_board(race)}, a race takes {number(mean, 2)} throws on average: too many to "
        "follow one by one, though the mean is exact.",
    )
