"""Figures of Yazy: sound SVG, the same for the same numbers, and no silent nonsense."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.plots import yazy as plots
from games.plots.style import Drawing

FIGURES = {
    "lattice": (sum,),
    "keeps": ((3, 3, 4, 5, 6),),
    "densities": ([2],),
    "reach": (171,),
}
OTHERS = {
    "lattice": (max,),
    "keeps": ((3, 3, 4, 5, 6), 1),
    "densities": ([2, 3],),
    "reach": (200,),
}


@settings(max_examples=20)
@given(st.lists(st.integers(1, 6), min_size=5, max_size=5), st.integers(1, 2))
def test_every_roll_has_its_figure_or_too_many_keeps(roll, left):
    try:
        assert isinstance(plots.keeps(roll, left), Drawing)
    except ValueError as error:
        assert len(set(roll)) == 5
        assert "is 32, but must be from 1 to 24" in str(error)


@pytest.mark.parametrize(
    ("draw", "message"),
    [
        (lambda: plots.lattice(sum, 5), "faces is 5, but must be from 2 to 4"),
        (lambda: plots.keeps((1, 2, 3, 4), 1), "but must have 5"),
        (lambda: plots.keeps((1, 1, 1, 1, 1), 0), "rerolls_left is 0, but must be from 1 to 2"),
        (lambda: plots.keeps((1, 1, 1, 1, 1), 1, ()), "open_categories is empty"),
        (lambda: plots.densities([0, 1, 2, 3, 3]), "len(rerolls) is 5"),
        (lambda: plots.densities([4]), "rerolls is 4, but must be from 0 to 3"),
        (lambda: plots.reach(281), "marked is 281, but must be from 1 to 280"),
    ],
)
def test_a_refusal_names_the_cause(draw, message):
    with pytest.raises(ValueError) as refused:
        draw()
    assert message in str(refused.value)
