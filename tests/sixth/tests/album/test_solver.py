"""The album: known answers and simulation."""

from fractions import Fraction

import pytest

from games.album import chain, expected_packets, play
from games.maths.simulate import estimate

# For the test of bad input: the kind of each argument, and a good value.
ARGUMENTS = {"pictures": ("whole", 6)}


@pytest.mark.parametrize(("pictures", "mean"), [(1, 1), (2, 3), (6, Fraction(147, 10))])
def test_known_answers(pictures, mean):
    assert expected_packets(pictures) == chain(pictures).expected_steps(0) == mean


def test_games_that_are_played_agree():
    games = estimate(play, 2000, seed=1)
    assert abs(games.errors_from(expected_packets())) < 4
