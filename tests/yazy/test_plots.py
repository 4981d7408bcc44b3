"""Figures of Yazy: sound SVG, the same for the same numbers, and no silent nonsense."""

from games.yazy import plots
from tests.refusals import refused

FIGURES = {  # figure: arguments, and others for which it must look different
    plots.lanes: (([10, 20, 30], [12, 5, 30]), ([10, 20, 30], [12, 5, 31])),
    plots.reach: ((171,), (200,)),
}


test_a_refusal_names_the_cause = refused(
    (lambda: plots.reach(281), "marked is 281, but must be from 1 to 280"),
    (lambda: plots.lanes([1, 2], [3, 4, 5]), "len(a) is 2, but must be from 3 to 3"),
    (lambda: plots.lanes([1, 2, 3], [3, 4, 128]), "number of b is 128, but must be from 0 to 127"),
)
