"""The chance that a race still goes on after each throw, in floats.

From every field a face moves the marker equally far. So the chances of all fields lie side by side
in the lanes of one long integer, and one shift moves all of them. What is shifted beyond the end
has won.
"""

from collections.abc import Iterator

from games.maths.lanes import Lanes

LANE_BITS = 112
PRECISE_BITS = 64  # bits of a chance that are kept in a division
SPARE_BITS = 12  # room for the product with a hundred faces
STEADY = 1e-14  # two losses that differ by this share are equal


def iter_survival(moves: tuple[int, ...], size: int, below: str) -> Iterator[float]:
    """Yield P(T > 0), P(T > 1), …

    Args:
        moves: those of the faces.
        size: how many fields come before the last.
        below: "clamp" or "stay".
    """
    lanes = Lanes(size, LANE_BITS)
    forward = [LANE_BITS * move for move in moves if move > 0]
    backward = [LANE_BITS * -move for move in moves if move < 0]
    back_lanes = [(1 << bits) - 1 for bits in backward]  # the lanes that a move back would remove
    end, lane_mask = LANE_BITS * size, (1 << LANE_BITS) - 1
    board = (1 << end) - 1
    crowd = alive = int(size > 0)  # the chances in lanes, and their sum
    scale, loss = 1.0, 0.0
    while alive:
        yield min(alive / scale, 1.0)  # the scale is a float, rounded now and then
        returned_lanes = sum([crowd & lanes_lost for lanes_lost in back_lanes])
        crowd = sum([crowd << bits for bits in forward], sum([crowd >> bits for bits in backward]))
        # the remainder sums up the lanes
        crowd += returned_lanes % lane_mask if below == "clamp" else returned_lanes
        winners = (crowd >> end) % lane_mask
        alive = len(moves) * alive - winners
        scale *= len(moves)
        crowd &= board
        if alive >> LANE_BITS - SPARE_BITS:
            spare = alive.bit_length() - PRECISE_BITS
            crowd = lanes.divider(spare)(crowd)
            loss_before, loss = loss, winners / (alive + winners)
            # At first nobody can have won. So two losses of 0 are not a steady share.
            if loss and abs(loss - loss_before) <= STEADY * loss:
                yield from _geometric(alive / scale, 1 - loss)
            alive = crowd % lane_mask
            scale /= 2.0**spare
    while True:
        yield 0.0


def _geometric(first: float, ratio: float) -> Iterator[float]:
    """Yield first, first·ratio, first·ratio², …: each throw ends the same share of the races."""
    while True:
        yield first
        first *= ratio
