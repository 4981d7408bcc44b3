"""Figures of the two short chapters: sound SVG, steady, alone, and strict about input."""

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from games.plots import counting, toolkit

CURVES = {"start": [0, 0.25, 0.5], "late": [0, 0.5, 0.75]}
LIMITS = {"start": Fraction(4, 7), "late": Fraction(4, 5)}
HOLDS = {(0, 0): 1, (0, 1): None, (1, 0): 2, (1, 1): None}
FIGURES = {  # figure: arguments, and others for which it must look different
    counting.points: ((3, 3), (3, 4)),
    counting.calls: ((10,), (11,)),
    toolkit.sweeps: ((CURVES, LIMITS), (CURVES, LIMITS | {"late": Fraction(3, 4)})),
    toolkit.holds: ((HOLDS,), (HOLDS | {(1, 1): 1},)),
}


def test_every_figure_is_here():
    names = {draw.__name__ for draw in FIGURES}
    assert names == {*counting.__all__, *toolkit.__all__}


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_a_figure_is_drawn_the_same_each_time_and_differs_where_numbers_do(draw):
    some, others = FIGURES[draw]
    first, again, other = draw(*some), draw(*some), draw(*others)
    assert first == again
    assert first.svg != other.svg
    assert repr(first) == f"<Drawing {draw.__name__}>"


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_a_figure_stands_alone(draw):
    svg = ElementTree.fromstring(draw(*FIGURES[draw][0])._repr_svg_())
    assert svg.tag == "{http://www.w3.org/2000/svg}svg"
    for part in svg.iter():
        assert not part.tag.endswith(("}text", "}image")), "fonts and packers differ"


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: counting.points(0, 3), "a is 0, but must be from 1 to 5"),
        (lambda: counting.points(3, 6), "b is 6, but must be from 1 to 5"),
        (lambda: counting.calls(1), "last is 1, but must be from 2 to 100"),
        (lambda: toolkit.sweeps({}, {}), "len(curves) is 0"),
        (lambda: toolkit.sweeps(CURVES, {"start": Fraction(1)}), "exact has no value for 'late'"),
        (lambda: toolkit.holds({}), "len(first_hold) is 0"),
        (lambda: toolkit.holds({(0, 0): 1, (1, 1): 1}), "first_hold has no entry for (0, 1)"),
    ],
)
def test_a_refusal_names_the_cause(draw, message):
    with pytest.raises(ValueError) as refused:
        draw()
    assert message in str(refused.value)
