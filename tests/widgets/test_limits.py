"""The least and the greatest value of each whole number that an app accepts.

The table is read apart from the code. If a limit of the code is changed by mistake, an app may take
too long, or draw more than there is room for, and nothing else notices it.
"""

import inspect
import re

import pytest

from games_widgets.apps.seeds import MAX_SEED
from tests.helpers.apps import apps

# The other settings have their first values.
LIMITS = {
    "chains.app.drain": {"t": (0, 40)},
    "chains.app.mirror": {
        "coins": (1, 50),
        "win": (1, 60),
        "lose": (1, 60),
        "seed": (0, MAX_SEED),
        "rounds": (0, 30),
    },
    "chains.app.ruin": {"goal": (2, 8), "start": (1, 5), "up": (0, 100), "tie": (0, 100)},
    "chains.app.tail": {
        "goal": (2, 20),
        "start": (1, 9),
        "up": (0, 100),
        "tie": (0, 100),
        "t": (0, 61),
    },
    "chase.app.explorer": {"players": (3, 200), "left": (0, 12), "right": (0, 10)},
    "chase.app.folding": {"players": (3, 8), "left": (0, 12), "right": (0, 10)},
    "chase.app.game": {
        "players": (3, 100),
        "left": (0, 12),
        "right": (0, 10),
        "seed": (0, MAX_SEED),
    },
    "chase.app.shape": {"players": (3, 200), "left": (0, 12), "right": (0, 7), "taken": (0, 20)},
    "chase.app.stuck_dice": {"thousands": (1, 20), "seed": (0, MAX_SEED)},
    "counting.app.last": {"at": (0, 5)},
    "counting.app.points": {"a": (1, 6), "b": (1, 6), "heads": (0, 100)},
    "counting.app.say_now": {"red": (1, 26), "black": (1, 26), "seed": (0, MAX_SEED)},
    "lucky_draws.app.beats": {"k": (2, 4), "red": (0, 52), "black": (0, 52)},
    "lucky_draws.app.early": {"seed": (0, MAX_SEED), "position": (-8, 0)},
    "lucky_draws.app.explorer": {"red": (0, 52), "black": (0, 52)},
    "lucky_draws.app.lengths": {"red": (2, 26), "black": (2, 26)},
    "lucky_draws.app.overlaps": {"shift": (0, 3)},
    "lucky_draws.app_deal.game": {
        "k": (1, 8),
        "red": (1, 26),
        "black": (1, 26),
        "seed": (0, MAX_SEED),
    },
    "lucky_draws.app_deal.watch": {"red": (0, 52), "black": (0, 52), "seed": (0, MAX_SEED)},
    "lucky_draws.app_evidence.tally": {
        "zara_wins": (0, 100),
        "yvonne_wins": (0, 100),
        "chance": (1, 99),
    },
    "lucky_draws.app_stopping.looks": {"seed": (0, MAX_SEED), "position": (1, 200)},
    "lucky_draws.app_stopping.walk": {"seed": (0, MAX_SEED), "position": (0, 150)},
    "lucky_draws.app_tricks.game": {"seed": (0, MAX_SEED)},
    "pig.app.game": {"goal": (1, 40), "seed": (0, MAX_SEED)},
    "pig.app_frontier.frontier": {"goal": (2, 8), "at": (0, 4)},
    "placement.app.explorer": {"V": (2, 1000), "F": (1, 20), "r": (0, 99)},
    "placement.app.game": {"V": (2, 1000), "F": (1, 20), "seed": (0, MAX_SEED)},
    "placement.app.limit": {"F": (2, 10), "at": (0, 17)},
    "placement.app.sharing": {"V": (3, 6), "at": (0, 21)},
    "race.app.explorer": {"fields": (3, 150), "faces": (1, 12), "field": (1, 99)},
    "race.app.game": {"fields": (3, 150), "faces": (1, 12), "seed": (0, MAX_SEED)},
    "race.app.game_with_ledger": {"fields": (3, 150), "faces": (1, 12), "seed": (0, MAX_SEED)},
    "race.app.ledger": {"fields": (3, 150), "faces": (1, 12), "wall": (-200, 0)},
    "race.app.lengths": {"fields": (3, 150), "faces": (1, 12)},
    "race.app.two_markers": {"fields": (3, 150), "faces": (1, 12), "seed": (0, MAX_SEED)},
    "yazy.app.game": {"seed": (0, MAX_SEED), "beat": (1, 280)},
    "yazy.app_advice.adviser": {"rerolls_left": (0, 2), "made": (0, 280)},
    "yazy.app_advice.lattice": {"rerolls_left": (0, 2), "step": (0, 63)},
    "yazy.app_lanes.larger": {"a": (6, 98), "b": (5, 100)},
    "yazy.app_reach.reach": {"target": (100, 280)},
    "yazy.app_scores.explorer": {
        "rerolls": (0, 3),
        "target": (1, 280),
        "full_house": (0, 100),
        "straight": (0, 100),
        "five_of_a_kind": (0, 100),
        "at": (1, 11),
    },
    "yazy.app_targets.targets": {"target": (1, 280), "made": (0, 280)},
}
APPS = [*apps()]
ALLOWED_RANGE = re.compile(r"from (-?\d+) to (\d+)")


def range_in_refusal(build, name, value):
    """Return the range in the message for a refused value, or None if it has no range."""
    try:
        build(**{name: value})
    except ValueError as error:
        match = ALLOWED_RANGE.search(str(error))
        return match and tuple(map(int, match.groups()))
    return None


@pytest.mark.parametrize("build", APPS)
def test_limits_of_an_app_are_those_of_the_table(build):
    names = [
        parameter.name
        for parameter in inspect.signature(build).parameters.values()
        if type(parameter.default) is int or parameter.name == "seed"
    ]
    ranges = {name: range_in_refusal(build, name, -(10**6)) for name in names}
    limits = {name: ends for name, ends in ranges.items() if ends}
    app = f"{build.__module__.partition('.')[2]}.{build.__name__}"
    assert limits == LIMITS.get(app, {})
    for name, (low, high) in limits.items():
        assert range_in_refusal(build, name, low - 1) == (low, high)
        assert range_in_refusal(build, name, high + 1) == (low, high)
