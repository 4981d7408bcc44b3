"""Each bound of the solvers: its value is allowed, and the next one is refused."""

from fractions import Fraction

import pytest

from games import placement, yazy
from games.chase import Chase
from games.lucky_draws import LuckyDraws, evidence
from games.lucky_draws.tricks import Tricks
from games.maths import automaton, simulate, turn
from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from games.race import Race

pytestmark = pytest.mark.usefixtures("bounded")
LEVEL = Fraction(1, 2)


def unit(denominator):
    """Ask for a chase whose chances have this denominator."""
    return Chase(4, Fraction(1, denominator), 0).expected_turns_float


def line(limit):
    """Build a chain that has ten states."""
    return AbsorbingChain.from_step(lambda n: {min(n + 1, 9): 1}, 0, limit=limit)


def process(limit):
    """Build a process that has ten states."""
    return DecisionProcess(lambda n: {"on": {n + 1: 1}} if n < 9 else 0, 0, limit=limit)


# What is asked for with a number, the largest number that is allowed, and the least.
BOUNDS = {
    "chase players, float": (lambda n: Chase(n).expected_turns_float, 10**70, 2),
    "chase chances": (unit, 10**50, None),
    "race faces": (lambda n: Race(faces=n), 100, 1),
    "race fields": (Race, 10**150, 1),
    "race fields, exact": (lambda n: Race(n).landings, 5000, None),
    "placement fields": (lambda n: placement.win(50, n), 40, None),
    "placement numbers": (lambda n: placement.win(n, 2), 2000, None),
    "yazy rerolls": (lambda n: yazy.Yazy(rerolls=n), 3, 0),
    "yazy bonus": (lambda n: yazy.Yazy(straight=n), 1000, 0),
    "yazy full house": (lambda n: yazy.Yazy(full_house=n), 1000, 0),
    "yazy five of a kind": (lambda n: yazy.Yazy(five_of_a_kind=n), 1000, 0),
    "yazy totals": (lambda n: yazy.chance_to_beat([1] + [0] * (n - 1), [1]), 100_000, None),
    "rerolls of a turn": (lambda n: turn.solve(sum, rerolls=n, dice=1), 20, 0),
    "symbols": (lambda n: automaton.PrefixAutomaton(["R" * n]), 1000, None),
    "evidence rounds": (lambda n: evidence.tail(n, n, LEVEL), 1000, None),
    "cards of tricks": (lambda n: Tricks(n, 3).outcome("RRB", "BRR"), 52, None),
    "cards": (lambda n: LuckyDraws(n, 3).win_probability("RR", "BR"), 416, None),
}
REFUSED_ONLY = {  # where the bound itself takes too long for a test
    "simulated games": (lambda n: simulate.estimate(lambda rng: 1, n, 1), 10_000_000),
}


@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_is_allowed_and_the_next_number_is_refused(name):
    ask, highest, lowest = BOUNDS[name]
    ask(highest)
    with pytest.raises(ValueError, match=r"must be|may have|most|more than"):
        ask(highest + 1)
    if lowest is not None:
        ask(lowest)
        with pytest.raises(ValueError, match=r"must be|may have|most|more than"):
            ask(lowest - 1)


@pytest.mark.parametrize("name", REFUSED_ONLY)
def test_the_number_beyond_a_bound_is_refused(name):
    ask, highest = REFUSED_ONLY[name]
    with pytest.raises(ValueError, match=r"must be|may have|most|more than"):
        ask(highest + 1)


@pytest.mark.parametrize("build", [line, process])
def test_a_limit_of_states_is_the_number_that_is_allowed(build):
    build(10)
    with pytest.raises(ValueError, match="more than 9 states"):
        build(9)


@pytest.mark.parametrize("miss", [Fraction(1, 10**6), 1e-6])
def test_chances_that_nearly_sum_to_1_are_refused(miss):
    yazy.chance_to_beat([0.5, 0.5 + 1e-12], [1])
    with pytest.raises(ValueError, match="odds sums to"):
        yazy.chance_to_beat([LEVEL, LEVEL - miss], [1])
