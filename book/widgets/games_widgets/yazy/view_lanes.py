"""The scene of the guard: three pairs of numbers in two integers, compared by one subtraction."""

from dataclasses import dataclass
from functools import lru_cache, partial

from games.maths.lanes import Lanes
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage

THREE = Lanes(count=3, width=8)
SMALLEST, LARGEST = 5, 100
SIDES = (10, 12), (30, 30)  # a and b on the right and on the left


@dataclass(frozen=True)
class Lane:
    """The eight bits of a lane.

    Attributes:
        value: the number that the bits make.
        meaning: what stands below.
        guard_is_lost: whether the guard was there and is gone.
    """

    value: int
    meaning: int | str
    guard_is_lost: bool


@dataclass(frozen=True)
class LaneRow:
    """A line of the subtraction.

    Attributes:
        name: what it does.
        lanes: its lanes, the lowest first.
        tells_odds: whether it gives the result away.
    """

    name: str
    lanes: tuple[Lane, ...]
    tells_odds: bool


@dataclass(frozen=True)
class Subtraction:
    """The larger of two numbers, found in three lanes at once."""

    rows: tuple[LaneRow, ...]
    summary: str


def stages(a: int) -> tuple[Stage, ...]:
    """Return the stages of the scene for the number a in the middle lane, 6 to 98.

    >>> [stage.at for stage in stages(20)]
    [5, 20, 21, 100]
    """
    return (
        Stage(SMALLEST, "smaller", "Make the middle number of b larger.", next_label=f"To {a}"),
        Stage(a, "equal", "Now one more.", next_label="One more"),
        Stage(
            a + 1, "larger by one", "The lanes on both sides do not change.", next_label="Much more"
        ),
        Stage(LARGEST, "much larger", "The size of the difference does not matter.", printed=False),
    )


def larger(a: int, b: int) -> Scene[Subtraction]:
    """Return the scene: how the larger of two numbers is found in three lanes at once.

    Args:
        a: the first number in the middle lane, 6 to 98.
        b: the second, 5 to 100.

    >>> larger(20, 20).summary
    'In the middle 20 meets 20: the guard stays, and the larger is 20. Now one more.'
    """
    scrubber = ScrubberInput("The middle number of b", b, SMALLEST, LARGEST, value_text=str(b))
    return Scene(partial(_subtraction, a), b, stages(a), scrubber)


@lru_cache(maxsize=32)
def _subtraction(middle: int, second: int) -> Subtraction:
    firsts, seconds = zip(SIDES[0], (middle, second), SIDES[1], strict=True)
    a, b = THREE.pack(firsts), THREE.pack(seconds)
    difference = (a | THREE.guards) - b
    kept_guards = difference & THREE.guards
    guard_stays = tuple(value > 0 for value in THREE.unpack(kept_guards))
    result = THREE.maximum(a, b)
    larger_numbers = tuple(THREE.unpack(result))
    ends = ["stays" if is_kept else "is lost" for is_kept in guard_stays]
    full = kept_guards - (kept_guards >> 7)
    summary = f"In the middle {middle} meets {second}: "
    summary += f"the guard {ends[1]}, and the larger is {larger_numbers[1]}."
    guards = tuple(f"guard {end}" for end in ends)
    winners = tuple("a" if is_kept else "b" for is_kept in guard_stays)
    return Subtraction(
        rows=(
            _row("a with its guards", a | THREE.guards, firsts),
            _row("minus b", b, seconds),
            _row("leaves", difference, guards, tuple(not stays for stays in guard_stays), True),
            _row("fills these lanes", full, winners, tells_odds=True),
            _row("picks the larger", result, larger_numbers, tells_odds=True),
        ),
        summary=summary,
    )


def _row(
    name: str,
    packed_row: int,
    meanings: tuple[int | str, ...],
    lost_guards: tuple[bool, ...] = (False,) * THREE.count,
    tells_odds: bool = False,
) -> LaneRow:
    """Return a line of the subtraction."""
    lanes = zip(THREE.unpack(packed_row), meanings, lost_guards, strict=True)
    return LaneRow(name, tuple(Lane(*lane) for lane in lanes), tells_odds)
