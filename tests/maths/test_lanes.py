"""Lanes: arithmetic on packed numbers, compared with plain arithmetic."""

from hypothesis import given, settings
from hypothesis import strategies as st

from games.maths.lanes import Lanes


@st.composite
def two_packs(draw):
    width = 8 * draw(st.integers(1, 12))
    numbers = st.integers(0, 2 ** (width - 1) - 1)
    edges = st.sampled_from([0, 1, 2 ** (width - 1) - 1])
    pairs = draw(st.lists(st.tuples(numbers | edges, numbers | edges), max_size=20))
    return width, [a for a, _ in pairs], [b for _, b in pairs]


@given(two_packs())
@settings(max_examples=200)
def test_lanes_agree_with_plain_arithmetic(packs):
    width, first, second = packs
    lanes = Lanes(len(first), width)
    a, b = lanes.pack(first), lanes.pack(second)
    assert lanes.unpack(a) == first
    assert lanes.unpack(lanes.maximum(a, b)) == list(map(max, first, second))
    maximum, mask = lanes.maximum_and_mask(a, b)
    assert maximum == lanes.maximum(a, b)
    full = 2 ** (width - 1) - 1
    assert lanes.unpack(mask) == [full * (y > x) for x, y in zip(first, second, strict=True)]
    for times in (1, 7):
        assert lanes.unpack(lanes.divider(times)(a)) == [x // 2**times for x in first]


@given(st.integers(0, 2**70), st.integers(1, 5))
def test_the_narrowest_lanes_fit_the_largest_number(largest, count):
    lanes = Lanes.for_numbers_up_to(largest, count)
    assert lanes.width % 8 == 0
    assert largest < 2 ** (lanes.width - 1)
    assert lanes.width == 8 or largest >= 2 ** (lanes.width - 9)
    assert lanes.unpack(largest * lanes.ones) == [largest] * count
