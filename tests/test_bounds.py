"""Each bound of the solvers: its value is allowed, and the next one is refused."""

import ast
import itertools
import re
from fractions import Fraction
from random import Random

import pytest

from games import placement, yazy
from games.chase import Chase
from games.lucky_draws import LuckyDraws, evidence, penney
from games.lucky_draws.tricks import Tricks
from games.maths import automaton, simulate, turn
from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from games.pig import Pig
from games.race import Race
from games.validate import probability
from own_games import program, states
from own_games.slider import Slider
from tests.conftest import ROOT

pytestmark = pytest.mark.usefixtures("bounded")
LEVEL = Fraction(1, 2)
ONE_STEP = program.solve(0, lambda n: {1: 1})
REFUSAL = "must be|may have|most|more than"


def unit(denominator):
    """Make a chase whose chances have this denominator."""
    return Chase(4, Fraction(1, denominator), 0).expected_turns_float


def line(limit):
    """Build a chain that has ten states."""
    return AbsorbingChain.from_step(lambda n: {min(n + 1, 9): 1}, 0, limit=limit)


def process(limit):
    """Build a process that has ten states."""
    return DecisionProcess(lambda n: {"on": {n + 1: 1}} if n < 9 else 0, 0, limit=limit)


def rows_of(number):
    """Build a reader's own chain with so many states."""
    names = [f"state {n}" for n in range(number)]
    return states.chain(
        [
            *(states.Row(name, f"{next_name} 1") for name, next_name in itertools.pairwise(names)),
            states.Row(names[-1]),
        ]
    )


# A call with a number, the largest allowed number, and the least one. The name is that of the
# constant; a bound without a constant has a name in words.
BOUNDS = {
    "chase.MAX_PLAYERS": (lambda n: Chase(n).expected_turns_float, 10**70, 2),
    "chase.MAX_PLAYERS_RING": (lambda n: Chase(n).ring_chain, 5000, 2),
    "chase.MAX_PLAYERS_WAVES": (lambda n: Chase(n).survival_float(3), 500, 2),
    "chase.MAX_TURNS": (Chase(4).survival_float, 10**15, 0),
    "chase.MAX_CURVE": (Chase(4).survival_curve_float, 100_000, 0),
    "chase.closed_form.MAX_BITS": (lambda n: Chase(n).expected_turns, 50_000, None),
    "chase.walk.MAX_UNIT": (unit, 10**50, None),
    "race.MAX_FACES": (lambda n: Race(faces=n), 100, 1),
    "race.MAX_FIELDS": (Race, 10**150, 1),
    "race fields, exact": (lambda n: Race(n).landings, 5000, None),
    "race.MAX_THROWS": (Race(2).survival_float, 10**6, 0),
    "race.MAX_MEAN_PLAYED": (lambda n: Race(n, faces=4).play(Random(1)), 2737, None),
    "placement.MAX_FIELDS": (lambda n: placement.win(50, n), 40, None),
    "placement.MAX_VALUES": (lambda n: placement.win(n, 2), 2000, None),
    "placement.MAX_LIMIT_FIELDS": (placement.win_limit_float, 100, 0),
    "yazy.MAX_REROLLS": (lambda n: yazy.Yazy(rerolls=n), 3, 0),
    "yazy.MAX_BONUS": (lambda n: yazy.Yazy(straight=n), 1000, 0),
    "yazy full house": (lambda n: yazy.Yazy(full_house=n), 1000, 0),
    "yazy five of a kind": (lambda n: yazy.Yazy(five_of_a_kind=n), 1000, 0),
    "yazy.MAX_TOTALS": (lambda n: yazy.chance_to_beat([1] + [0] * (n - 1), [1]), 100_000, None),
    "maths.turn.MAX_REROLLS": (lambda n: turn.solve(sum, rerolls=n, dice=1), 20, 0),
    "maths.turn.MAX_KEEPS": (lambda n: turn.lattice(1, n - 1), 20_000, None),
    "maths.turn.MAX_DICE_IN_KEEPS": (lambda n: turn.lattice(n, 1), 893, None),  # 399 171 dice
    "maths.automaton.MAX_SYMBOLS": (lambda n: automaton.PrefixAutomaton(["R" * n]), 1000, None),
    "lucky_draws.evidence.MAX_ROUNDS": (lambda n: evidence.tail(n, n, LEVEL), 1000, None),
    "lucky_draws.tricks.MOST_CARDS": (
        lambda n: Tricks(n, 3).outcome("RRB", "BRR"),
        52,
        None,
    ),
    "lucky_draws.MOST_CARDS": (
        lambda n: LuckyDraws(n, 3).win_probability("RR", "BR"),
        416,
        None,
    ),
    "lucky_draws.MOST_SEARCHED_CARDS": (
        lambda n: LuckyDraws(n - 52, 52).solve(2),
        104,
        None,
    ),
    "lucky_draws.words.MOST_PATHS": (penney.table(3).cycles, 8, 3),  # 8⁸ paths
    "own_games.results.MAX_STEPS": (ONE_STEP.chances_at, 10**6, 1),
    "own_games.slider.MAX_STEPS": (lambda n: Slider.of("n", 0, 0, n), 1000, None),
    "own_games.states.MAX_STATES": (rows_of, 12, None),
    "validate.MAX_DIGITS": (lambda n: probability("p", "0." + "1" * (n - 2)), 1000, None),
}
REFUSED_ONLY = {  # calls at the bound itself take too long for a test
    "maths.simulate.MAX_RUNS": (lambda n: simulate.estimate(lambda rng: 1, n, 1), 10_000_000),
    "chase.MAX_PLAYERS_PAIRS": (lambda n: Chase(n).pair_chain, 100),
    "chase.MAX_SEATS_COST": (lambda n: Chase(n).loser_probabilities, 24),
    "chase.MAX_MEAN_PLAYED": (lambda n: Chase(n).play(Random(1)), 1632),
    "race.MAX_MOVED": (Race(5000).survival_float, 50_000),
    "pig.MAX_GOAL_IMPROVED": (lambda n: Pig(n, "Piglet").improvements, 20),
    "lucky_draws.MOST_POSITIONS": (
        lambda n: LuckyDraws(n, n).win_probability_after("RRB", "BRR", ""),
        379,
    ),
}
EXEMPT_BOUNDS = {
    "race.by_roots.MAX_DICE",  # the size of a cache
    "maths.flint_solver.MAX_STATES",  # has its own test, because it may need python-flint
}


def constants():
    """Return the names of all bounds in the packages, each with its module."""
    names_of_bounds = set()
    own_folder = ROOT / "book" / "own_games"
    paths = [(ROOT / "games", path) for path in (ROOT / "games").rglob("*.py")]
    # tests/your_game/test_bounds.py asks for the limits of a text.
    paths += [(own_folder, path) for path in own_folder.rglob("*.py") if path.stem != "limits"]
    for folder, path in paths:
        module = path.relative_to(folder).with_suffix("").as_posix().replace("/", ".")
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.Assign) and not isinstance(node.value, ast.Call):
                names = [name.id for name in node.targets if isinstance(name, ast.Name)]
                names_of_bounds |= {
                    f"{module.removesuffix('.__init__')}.{name}"
                    for name in names
                    if re.match("(MAX|MOST)(_|$)", name)
                }
    return names_of_bounds


def test_each_bound_of_the_package_is_asked_for():
    known_names = EXEMPT_BOUNDS | {name for name in {**BOUNDS, **REFUSED_ONLY} if " " not in name}
    assert constants() - known_names == set(), "give these a line in BOUNDS or REFUSED_ONLY"
    assert known_names - constants() == set(), "these are no constants of the package any more"


@pytest.mark.parametrize("name", BOUNDS)
def test_a_bound_is_allowed_and_the_next_number_is_refused(name):
    ask, highest, lowest = BOUNDS[name]
    ask(highest)
    with pytest.raises(ValueError, match=REFUSAL):
        ask(highest + 1)
    if lowest is not None:
        ask(lowest)
        with pytest.raises(ValueError, match=REFUSAL):
            ask(lowest - 1)


@pytest.mark.parametrize("name", REFUSED_ONLY)
def test_the_number_beyond_a_bound_is_refused(name):
    ask, highest = REFUSED_ONLY[name]
    with pytest.raises(ValueError, match=REFUSAL):
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
