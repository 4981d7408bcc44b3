"""Figures of the two short chapters: sound SVG, steady, alone, and strict about input."""

from fractions import Fraction

from games_widgets.counting import plots as counting
from games_widgets.pig import plots as toolkit
from tests.refusals import refused

CURVES = {"start": [0, 0.25, 0.5], "late": [0, 0.5, 0.75]}
LIMITS = {"start": Fraction(4, 7), "late": Fraction(4, 5)}
FIGURES = {  # figure: arguments, and others for which it must look different
    counting.points: ((3, 3), (3, 4)),
    counting.calls: ((10,), (11,)),
    toolkit.sweeps: ((CURVES, LIMITS), (CURVES, LIMITS | {"late": Fraction(3, 4)})),
}


test_a_refusal_names_the_cause = refused(
    (lambda: counting.points(0, 3), "a is 0, but must be from 1 to 5"),
    (lambda: counting.points(3, 6), "b is 6, but must be from 1 to 5"),
    (lambda: counting.calls(1), "last is 1, but must be from 2 to 100"),
    (lambda: toolkit.sweeps({}, {}), "len(curves) is 0"),
    (lambda: toolkit.sweeps(CURVES, {"start": Fraction(1)}), "exact has no value for 'late'"),
)
