"""The answers of a text with a slider: the curve of each answer, and its function."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from games_widgets.drawing.curves import Axis, Chart, Line, Mark, in_percent
from games_widgets.drawing.parts import Cell, Remark, Row, Section, Table
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, list_text, number, percent, rounded, with_minus
from games_widgets.your_game.view import END_MEAN, FoldedValue, is_cost, state_text, worth_label
from own_games.curves import Curve, Curves
from own_games.program import EndlessGame, Game
from own_games.rational import RationalFunction
from own_games.slider import Slider

__all__ = ["CurvesPicture", "curves", "waiting", "without_curves"]

STYLES = ("solid", "dashed", "dotted")  # the chart draws as many ends as there are styles
SHORT = 60  # a function with more characters is folded
MAX_NAMED = 4  # the remark names so many of the places that are left out
STEEP = 100  # a curve that grows by this factor has a logarithmic axis
HEIGHT = 9


@dataclass(frozen=True)
class CurvesPicture(Parts):
    """The curves, and their functions."""

    charts: tuple[Chart, ...]
    functions: Table
    remark: Remark


def waiting(slider: Slider) -> Section[Remark]:
    """Return the picture in place of curves that are still being worked out.

    Args:
        slider: the slider of the text.
    """
    text = "The game is being solved at each place of the slider. Then you can move it."
    return Section(_title(slider), Remark(text))


def without_curves(slider: Slider, problem: str) -> Section[Remark]:
    """Return the picture in place of curves that could not be worked out.

    Args:
        slider: the slider of the text.
        problem: why not.
    """
    return Section(_title(slider), Remark(f"The slider cannot be moved: {problem}"))


def curves(
    answer_curves: Curves, place: Fraction, game: Game | EndlessGame
) -> Section[CurvesPicture] | Section[Remark]:
    """Return the curves of all answers of a text.

    Args:
        answer_curves: the curves.
        place: where the slider is.
        game: the game at this place.
    """
    slider = answer_curves.slider
    if len(answer_curves.usual_answers) < 2:
        return without_curves(slider, "there are exact answers at fewer than two of its places.")
    marks = (Mark(float(place), f"{slider.name} = {with_minus(str(place))}"),)
    axis = Axis(slider.name, float(slider.low), float(slider.high), whole_numbers=slider.is_whole)
    charts = []
    ends = _drawn_ends(answer_curves, game)
    if ends:
        charts.append(_chart_of_ends(ends, axis, marks, answer_curves))
    numbers = _numbers(answer_curves, game)
    charts += [_chart(number, axis, marks) for number in numbers]
    rows = [
        _row(_Number(_chance_name(end, answer_curves), curve), slider)
        for end, curve in ends.items()
    ]
    rows += [_row(number, slider) for number in numbers]
    table = Table(("answer", f"as a function of {slider.name}"), tuple(rows), "ledger your-curves")
    return Section(
        _title(slider),
        CurvesPicture(tuple(charts), table, Remark(_sentence(answer_curves, game, ends))),
    )


def _title(slider: Slider) -> str:
    return f"The answers for each {slider.name}"


class _Number(NamedTuple):
    """An answer with its name. The sign is −1 if the curve has gains but the name says cost."""

    name: str
    curve: Curve
    sign: int = 1


def _numbers(answer_curves: Curves, game: Game | EndlessGame) -> list[_Number]:
    names = {
        "end": END_MEAN,
        "steps": "steps on average",
        "state": "mean of the state",
        "gain": "gain of a step",
    }
    costs = set()
    if isinstance(game, Game):
        names["value"] = worth_label(game) or "best play is worth"
        if is_cost(game):
            costs.add("value")
    elif game.gains and max(game.gains.values()) <= 0:
        names["gain"] = "cost of a step"
        costs.add("gain")
    return [
        _Number(names[key], curve, -1 if key in costs else 1)
        for key, curve in answer_curves.numbers.items()
        if key in names and (key != "end" or len(answer_curves.ends) > 1)
    ]


def _drawn_ends(answer_curves: Curves, game: Game | EndlessGame) -> Mapping[str, Curve]:
    """Return the ends with a curve; none if there is only one end, or if somebody decides."""
    if len(answer_curves.ends) < 2 or (isinstance(game, Game) and game.process):
        return {}
    return answer_curves.ends


def _chance_name(end: str, answer_curves: Curves) -> str:
    return f"{'share' if answer_curves.kind == 'long run' else 'chance'} of {state_text(end, 24)}"


def _chart_of_ends(
    ends: Mapping[str, Curve], axis: Axis, marks: tuple[Mark, ...], answer_curves: Curves
) -> Chart:
    drawn_ends = list(ends.items())[: len(STYLES)]
    lines = tuple(
        [
            Line(_floats(curve), _chance_name(end, answer_curves), style)
            for (end, curve), style in zip(drawn_ends, STYLES, strict=False)
        ]
    )
    descriptions = "; ".join(
        f"{_chance_name(end, answer_curves)} goes from {percent(curve.points[0][1])} to "
        f"{percent(curve.points[-1][1])}"
        for end, curve in drawn_ends
    )
    quantity = "share of all steps" if answer_curves.kind == "long run" else "chance of each end"
    return Chart(
        lines,
        x=axis,
        y=Axis(quantity, 0, 1, in_percent),
        marks=marks,
        alt_text=f"The {quantity} against {axis.title}: {descriptions}.",
        height=HEIGHT,
    )


def _chart(answer: _Number, axis: Axis, marks: tuple[Mark, ...]) -> Chart:
    name = answer.name
    points = tuple([(x, answer.sign * y) for x, y in _floats(answer.curve)])
    values = [y for _, y in points]
    low, high = min(values), max(values)
    is_steep = low > 0 and high > STEEP * low
    if is_steep:
        y = Axis(name, low, high, _short, log=True)
    else:
        bottom, top = min(low, 0.0), max(high, 0.0)
        y = Axis(name, bottom, top if top > bottom else bottom + 1, _short)
    return Chart(
        (Line(points),),
        x=axis,
        y=y,
        marks=marks,
        alt_text=f"{name[0].upper()}{name[1:]} against {axis.title}: "
        f"{_short(values[0])} at {number(points[0][0])}, {_short(values[-1])} at "
        f"{number(points[-1][0])}, {_short(low)} at the least and {_short(high)} at the most.",
        height=HEIGHT,
    )


def _floats(curve: Curve) -> tuple[tuple[float, float], ...]:
    return tuple([(float(x), float(y)) for x, y in curve.points])


def _short(value: float) -> str:
    return rounded(Fraction(value))


def _row(answer: _Number, slider: Slider) -> Row:
    name, function = answer.name, answer.curve.function
    if function is None:
        return Row(name, (Cell("no single quotient of polynomials of low degree", "long"),))
    numerator = tuple([answer.sign * coefficient for coefficient in function.numerator])
    function = RationalFunction(numerator, function.denominator)
    text = function.text(slider.name)
    if len(text) > SHORT:
        top, bottom = function.degrees
        degrees = f"of degrees {top} and {bottom}" if bottom else f"of degree {top}"
        kind = "a quotient of polynomials" if bottom else "a polynomial"
        return Row(name, (Cell(FoldedValue(f"{kind} {degrees}", text), "long"),))
    return Row(name, (Cell(text, "long"),))


def _sentence(answer_curves: Curves, game: Game | EndlessGame, ends: Mapping[str, Curve]) -> str:
    sentences = [
        f"Each curve joins exact answers at "
        f"{count(len(answer_curves.usual_answers), 'place')} of the slider. "
        "Where the table has a function, it was found from some of them and meets all the others "
        "exactly."
    ]
    if isinstance(game, Game) and game.process:
        sentences.append(
            "Where the best play changes on the way, a curve consists of several functions."
        )
    if len(ends) > len(STYLES):
        sentences.append(f"The chart has the {len(STYLES)} ends that are the likeliest on average.")
    if answer_curves.left_out:
        places = [with_minus(str(place)) for place in answer_curves.left_out[:MAX_NAMED]]
        unnamed = len(answer_curves.left_out) - len(places)
        names = f"{', '.join(places)} and {unnamed} more" if unnamed else list_text(places)
        sentences.append(f"The curves leave out {answer_curves.slider.name} = {names}.")
    return " ".join(sentences)
