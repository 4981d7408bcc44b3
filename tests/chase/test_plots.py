"""Figures of the chase: sound SVG, the same for the same numbers, and no silent nonsense."""

from fractions import Fraction

import pytest

from games_widgets.chase import plots

RESTS = [Fraction(1, 10), Fraction(0)]
FIGURES = {  # figure: arguments, and others for which it must look different
    plots.matrices: ((4,), (3,)),
    plots.never: ((12, RESTS), (12, RESTS[:1])),
    plots.seats: ((10,), (10, 3)),
}
WRONG = {
    "matrices": [(2,), (5,)],
    "never": [(12, []), (12, 5 * RESTS), (3, RESTS)],
    "seats": [(2,), (201,), (10, 10)],
}


@pytest.mark.parametrize("name", plots.__all__)
def test_a_figure_refuses_what_it_cannot_draw(name):
    for arguments in WRONG[name]:
        with pytest.raises((TypeError, ValueError)):
            getattr(plots, name)(*arguments)
