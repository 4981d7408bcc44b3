"""A history reads like a tuple, and never changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.history import BLOCK, History

SIZES = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK + 7]


@pytest.mark.parametrize("size", SIZES)
def test_a_history_reads_as_a_tuple(size):
    entries = tuple(range(size))
    history = History.of(entries)
    assert (tuple(history), len(history)) == (entries, size)
    assert [history[i] for i in range(-size, size)] == [entries[i] for i in range(-size, size)]
    assert history[-3:] == entries[-3:]
    for index in (size, -size - 1):
        with pytest.raises(IndexError):
            history[index]


@given(st.sampled_from(SIZES), st.lists(st.integers(), max_size=5))
def test_one_entry_more_is_another_history(size, new_entries):
    entries = list(range(size))
    history, states = History.of(entries), []
    for entry in new_entries:
        states.append((history, list(history)))
        history = history.plus(entry)
    assert history == History.of([*entries, *new_entries])
    assert all(list(state) == expected for state, expected in states)
