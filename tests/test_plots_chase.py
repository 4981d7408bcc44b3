"""Figures of the chase: sound SVG, the same for the same numbers, and no silent nonsense."""

from fractions import Fraction

import pytest

from games.plots import chase as plots

RESTS = [Fraction(1, 10), Fraction(0)]
FIGURES = {
    "costs": ({"a method": {10: 0.1, 20: 0.8}, "another": {10: 0.2}},),
    "curve": (12,),
    "lengths": (20,),
    "matrices": (4,),
    "never": (12, RESTS),
    "pairs": (8,),
    "seats": (10,),
}
OTHERS = {
    "costs": ({"a method": {10: 0.1, 20: 0.4}, "another": {10: 0.2}},),
    "curve": (13,),
    "lengths": (21,),
    "matrices": (3,),
    "never": (12, RESTS[:1]),
    "pairs": (7,),
    "seats": (10, 3),
}
WRONG = {
    "costs": [({},)],
    "curve": [(3,), (61,), ("12",)],
    "lengths": [(3,), (201,)],
    "matrices": [(2,), (5,)],
    "never": [(12, []), (12, 5 * RESTS), (3, RESTS)],
    "pairs": [(2,), (13,)],
    "seats": [(2,), (201,), (10, 10)],
}


@pytest.mark.parametrize("name", plots.__all__)
def test_a_figure_refuses_what_it_cannot_draw(name):
    for arguments in WRONG[name]:
        with pytest.raises((TypeError, ValueError)):
            getattr(plots, name)(*arguments)
