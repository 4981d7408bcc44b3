"""Figures of Yazy: sound SVG, the same for the same numbers, and no silent nonsense."""

from games_widgets.yazy import plots
from tests.refusals import refused

FIGURES = {  # figure: arguments, and others for which it must look different
    plots.reach: ((171,), (200,)),
}


test_a_refusal_names_the_cause = refused(
    (lambda: plots.reach(281), "marked is 281, but must be from 1 to 280"),
)
