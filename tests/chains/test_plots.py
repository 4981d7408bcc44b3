"""Figures of chains and of the race."""

from fractions import Fraction

from games.maths.markov import AbsorbingChain
from games.race import Race
from games_widgets.chains import plots as chains
from games_widgets.plots.style import Drawing
from games_widgets.race import plots as race
from tests.refusals import refused

HALF = Fraction(1, 2)
TOSS = AbsorbingChain({"T": {"T": HALF, "H": HALF}, "H": {"T": HALF, "HH": HALF}, "HH": {"HH": 1}})
BIASED_TOSS = AbsorbingChain(
    {"T": {"T": HALF, "H": HALF}, "H": {"T": "1/3", "HH": "2/3"}, "HH": {"HH": 1}}
)
ROW = {"T": (0, 0), "H": (1, 0), "HH": (2, 0)}
FIGURES = {  # figure: arguments, and others for which it must look different
    chains.diagram: ((TOSS, ROW), (BIASED_TOSS, ROW)),
    chains.survival: ((TOSS, "T", 20), (TOSS, "H", 20)),
    race.moves: ((2, Race(9)), (3, Race(9))),
    race.matrices: ((Race(9),), (Race(10),)),
    race.roots: ((6,), (7,)),
    race.deficit: (([9, 100],), ([9, 101],)),
}


def test_a_diagram_takes_a_table_or_a_chain():
    assert isinstance(
        chains.diagram({"a": {"b": 1}, "b": {"a": 1}}, {"a": (0, 0), "b": (1, 0)}), Drawing
    )
    table = {state: TOSS.step(state) for state in ("T", "H", "HH")}
    assert chains.diagram(table, ROW) == chains.diagram(TOSS, ROW)


def test_the_start_rules_give_different_figures():
    assert race.moves(2, Race(9, below="stay")) != race.moves(2, Race(9))


test_errors_name_the_cause = refused(
    (lambda: chains.diagram(TOSS, {"T": (0, 0)}), "places has no place for the state 'H'"),
    (lambda: chains.survival(TOSS, "T", 1), "last is 1, but must be from 2 to 10000"),
    (lambda: race.moves(100), "field is 100, but must be from 1 to 99"),
    (lambda: race.matrices(Race(41)), "fields is 41, but must be from 5 to 40"),
    (lambda: race.roots(1), "faces is 1, but must be from 2 to 20"),
    (lambda: race.deficit([100]), "len(sizes) is 1"),
    (lambda: race.deficit([100, 10**7]), "sizes is 10000000"),
)
