"""The distributions that a text shows: one chart and one table."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from games_widgets.drawing.curves import Axis, Bars, Chart, Line, Mark, Shape, in_percent
from games_widgets.drawing.parts import (
    Bar,
    Buttons,
    Cell,
    Headline,
    Headlines,
    Remark,
    Row,
    Scrolling,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, exact, exactly, list_text, number, percent, rounded
from games_widgets.your_game.view import (
    FORMS,
    MAX_ROWS,
    USUAL,
    FoldedTable,
    LongTable,
    PrintedText,
    Question,
    decimals_remark,
    exact_value,
    form_buttons,
    likeliest_rows,
    printed_section,
    state_text,
)
from own_games.distribution import Distribution
from own_games.program import Outputs

__all__ = ["OutputsPicture", "outputs"]

MAX_NAMED = 4  # distributions that the summary names
HUES = (230, 35, 145, 320, 90, 275, 10, 190)
STYLES = ("solid", "dashed", "dotted")


@dataclass(frozen=True)
class OutputsPicture(Parts):
    """The distributions that a text shows.

    Attributes:
        figures: the mean and the deviation; None where there are several distributions.
        forms: choose between exactly, at least and at most, where outcomes are numbers.
    """

    figures: Headlines | None
    decimals: Remark | None
    printed: Section[PrintedText] | None
    forms: Buttons | None
    chart: Chart | None
    table: Scrolling[LongTable]
    left_out: Remark | None
    fractions: FoldedTable | None
    summary: str


def outputs(results: Outputs, question: Question = USUAL) -> OutputsPicture:
    """Return the distributions that a text shows.

    Args:
        results: the distributions.
        question: whether the chances are those of exactly, at least or at most an outcome.
    """
    numeric = {name: d for name, d in results.distributions.items() if d.numbers is not None}
    all_numeric = len(numeric) == len(results.distributions)
    form = question.form if all_numeric else FORMS[0]
    rows = _rows(results.distributions, form)
    first, *others = results.distributions.values()
    is_single = not others
    left_out = len(rows) - MAX_ROWS
    label = "The distributions"
    return OutputsPicture(
        figures=_figures(numeric) if is_single else None,
        decimals=decimals_remark(results.decimals),
        printed=printed_section(results.printed),
        forms=form_buttons(question) if all_numeric else None,
        chart=_chart(numeric, form) if numeric else None,
        table=Scrolling(
            label,
            _single(first, rows, form) if is_single else _several_columns(results, rows),
        ),
        left_out=Remark(f"{left_out} other outcomes are left out.") if left_out > 0 else None,
        fractions=None
        if is_single
        else FoldedTable("The same as fractions", _exact(results, rows)),
        summary=_summary(results.distributions),
    )


Chances = list[tuple[str, tuple[Fraction, ...]]]  # an outcome, and its chance in each distribution


def _rows(distributions: Mapping[str, Distribution], form: str) -> Chances:
    """Return the chances of each outcome of any distribution, in order."""
    outcomes = dict.fromkeys(o for d in distributions.values() for o in d.outcomes)
    ordered_outcomes = list(outcomes)
    if all(d.numbers is not None for d in distributions.values()):
        ordered_outcomes.sort(key=Fraction)
    columns = [_chances(d, ordered_outcomes, form) for d in distributions.values()]
    return [
        (outcome, row)
        for outcome, row in zip(ordered_outcomes, zip(*columns, strict=True), strict=True)
    ]


def _chances(distribution: Distribution, outcomes: list[str], form: str) -> list[Fraction]:
    if form == "exactly":
        return [distribution.chance_of.get(outcome, Fraction(0)) for outcome in outcomes]
    numbers = distribution.numbers
    assert numbers is not None
    if form == "at most":
        sums = (Fraction(0), *distribution.at_most)
        return [sums[bisect_right(numbers, Fraction(outcome))] for outcome in outcomes]
    sums = (*distribution.at_least, Fraction(0))
    return [sums[bisect_left(numbers, Fraction(outcome))] for outcome in outcomes]


def _figures(numeric: Mapping[str, Distribution]) -> Headlines | None:
    figures = []
    for distribution in numeric.values():
        if distribution.mean is not None and distribution.deviation_float is not None:
            mean, deviation = distribution.mean, number(distribution.deviation_float, 2)
            figures.append(Headline("mean", rounded(mean), exactly(mean, 60)))
            figures.append(Headline("standard deviation", deviation))
    return Headlines(tuple(figures)) if figures else None


def _chart(numeric: Mapping[str, Distribution], form: str) -> Chart | None:
    """Return the chances as bars or lines; None if both ends of the axis are the same float."""
    curves = {}
    for name, distribution in numeric.items():
        assert distribution.numbers is not None
        chances = _chances(distribution, list(distribution.outcomes), form)
        pairs = zip(distribution.numbers, chances, strict=True)
        curves[name] = tuple((float(x), float(chance)) for x, chance in pairs)
    places = sorted({x for points in curves.values() for x, _ in points})
    top = max(chance for points in curves.values() for _, chance in points)
    gap = min((b - a for a, b in pairwise(places)), default=1.0)
    if places[0] - gap / 2 == places[-1] + gap / 2:
        return None
    shapes: list[Shape] = []
    marks: tuple[Mark, ...] = ()
    if len(curves) == 1:
        [(name, points)] = curves.items()
        mean = numeric[name].mean
        shapes, marks = (
            [Bars(points)],
            () if mean is None else (Mark(float(mean), f"mean {rounded(mean)}"),),
        )
    else:
        shapes = [
            Line(points, state_text(name, 24), STYLES[n // len(HUES) % 3], tint=_tint(n))
            for n, (name, points) in enumerate(curves.items())
        ]
    return Chart(
        tuple(shapes),
        x=Axis("outcome", places[0] - gap / 2, places[-1] + gap / 2, whole_numbers=gap >= 1),
        y=Axis(f"chance of {form} this outcome", 0, top, in_percent),
        marks=marks,
        alt_text=f"The chance of {form} each outcome. "
        + " ".join(_sentence(name, distribution) for name, distribution in numeric.items()),
    )


def _tint(n: int) -> str:
    return f"--hue:{HUES[n % len(HUES)]}"


def _single(distribution: Distribution, rows: Chances, form: str) -> LongTable:
    """Return the outcomes of one distribution, with their chances as fractions and as bars."""
    cells = [
        Row(
            state_text(outcome, 24),
            (percent(chance), Cell(exact_value(chance), "long"), Bar(chance, is_silent=True)),
        )
        for outcome, (chance,) in rows[:MAX_ROWS]
    ]
    heads = ("outcome", "chance" if form == "exactly" else form, "exact value", Cell())
    start = 0 if distribution.numbers is None else likeliest_rows(distribution.chances)
    return LongTable(Table(heads, tuple(cells), "bars your-ends"), start)


def _several_columns(results: Outputs, rows: Chances) -> LongTable:
    """Return a column for each distribution, with its mean and its deviation on top."""
    means = [d.mean for d in results.distributions.values()]
    deviations = [d.deviation_float for d in results.distributions.values()]
    head_rows = [
        Row("mean", tuple("" if m is None else rounded(m) for m in means), "is-total"),
        Row(
            "standard deviation",
            tuple("" if d is None else number(d, 2) for d in deviations),
            "is-total",
        ),
    ]
    return _columns(
        results,
        head_rows,
        [
            Row(state_text(o, 24), tuple(percent(p) if p else "–" for p in chances))
            for o, chances in rows[:MAX_ROWS]
        ],
    )


def _exact(results: Outputs, rows: Chances) -> Scrolling[LongTable]:
    means = [d.mean for d in results.distributions.values()]
    head_row = Row("mean", tuple("" if m is None else exact(m, 24) for m in means), "is-total")
    table = _columns(
        results,
        [head_row],
        [
            Row(state_text(o, 24), tuple(exact(p, 24) for p in chances))
            for o, chances in rows[:MAX_ROWS]
        ],
    )
    return Scrolling("The distributions as fractions", table)


def _columns(results: Outputs, head_rows: list[Row], rest: list[Row]) -> LongTable:
    """Return a table with a column for each distribution. Without any mean it has no head rows."""
    heads = ("outcome", *(state_text(name, 24) for name in results.distributions))
    has_means = any(d.mean is not None for d in results.distributions.values())
    return LongTable(Table(heads, (*(head_rows if has_means else ()), *rest), ""))


def _summary(distributions: Mapping[str, Distribution]) -> str:
    sentences = [_sentence(name, d) for name, d in list(distributions.items())[:MAX_NAMED]]
    rest = len(distributions) - MAX_NAMED
    return " ".join(sentences + ([f"{count(rest, 'more distribution')}."] if rest > 0 else []))


def _sentence(name: str, distribution: Distribution) -> str:
    if distribution.mean is None or distribution.deviation_float is None:
        top = max(distribution.chances)
        likeliest = [o for o in distribution.outcomes if distribution.chance_of[o] == top]
        outcomes_text = list_text(map(state_text, likeliest[:3]))
        return f"{state_text(name, 24)}: likeliest is {outcomes_text}, {percent(top)}."
    return (
        f"{state_text(name, 24)}: mean {rounded(distribution.mean)} ± "
        f"{number(distribution.deviation_float, 2)}."
    )
