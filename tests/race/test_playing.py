"""A race under way: its throws, and that no state of it ever changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.history import History
from games.race import Race
from games.race.playing import Pair, Run
from tests.oracles.race import by_the_rules

FACES = st.lists(st.integers(1, 6), max_size=40)


def run_by(race, *path, **options):
    return Run(race, History.of(path), **options)


def test_a_throw_that_falls_short_or_far_is_booked():
    start = Run(Race(10))
    assert (start.push, start.ghost) == (0, 1)
    short_throw = start.throw(5)
    assert (
        list(short_throw.path),
        short_throw.shortfall,
        short_throw.push,
        short_throw.excess,
    ) == (
        [1, 1],
        5,
        5,
        0,
    )
    far_throw = run_by(Race(10), 1, 7, face=6, shortfall=5).throw(6)
    assert (far_throw.field, far_throw.shortfall, far_throw.push, far_throw.excess) == (10, 5, 0, 3)
    stays = run_by(Race(10, 6, "stay"), 1, 3).throw(5)
    assert (stays.field, stays.shortfall) == (3, 5)
    assert run_by(Race(10), *[1] * 37).ghost == 7  # 1 + 36/6
    assert run_by(Race(10), *[1] * 61).ghost is None  # beyond the board
    assert run_by(Race(10, 5), *[1] * 9).ghost is None  # it drifts backwards


@pytest.mark.parametrize("start", [Run(Race(20)), Pair.start(Race(20))], ids=["race", "pair"])
@given(FACES)
def test_a_throw_leaves_every_earlier_state_as_it_was(start, faces):
    def values_of(state):
        runs = [state] if isinstance(state, Run) else list(state)
        return [(list(run.path), run.throws, run.shortfall, run.is_over) for run in runs]

    states, values_before = [start], [values_of(start)]
    for face in faces:
        if not states[-1].is_over:
            states.append(states[-1].throw(face))
            values_before.append(values_of(states[-1]))
    assert [values_of(state) for state in states] == values_before
    for state in states:  # a second throw from an earlier state begins a race of its own
        if not state.is_over:
            state.throw(1)
    assert [values_of(state) for state in states] == values_before


@given(FACES, st.sampled_from(["clamp", "stay"]))
def test_a_run_goes_where_the_rules_say(faces, below):
    run, field = Run(Race(25, 6, below)), 1
    for face in faces:
        if run.is_over:
            break
        run, field = run.throw(face), by_the_rules(field, face, 25, below)
        assert run.field == field
    assert run.is_over == (field == 25)


def test_a_race_that_is_won_takes_no_more_throws():
    half = Pair(run_by(Race(20), 1, 1, 14), run_by(Race(20, below="stay"), 1, 15, 20))
    assert half.throw(1).stay is half.stay
    assert half.throw(1).clamp.field == 15
