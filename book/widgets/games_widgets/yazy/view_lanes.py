"""The scene of the guard: three pairs of numbers in two integers, compared by one subtraction."""

from collections.abc import Sequence
from functools import lru_cache, partial

from games.maths.lanes import Lanes
from games_widgets.drawing.markup import Html, Picture, div, element, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input

THREE = Lanes(count=3, width=8)
LEAST, MOST = 5, 100
SIDES = (10, 12), (30, 30)  # a and b on the right and on the left


def stages(a: int) -> tuple[Stage, ...]:
    """Return where the scene rests for a number of a in the middle, 6 to 98.

    >>> [it.at for it in stages(20)]
    [5, 20, 21, 100]
    """
    return (
        Stage(LEAST, "smaller", "Make the middle number of b larger.", go=f"To {a}"),
        Stage(a, "equal", "Now one more.", go="One more"),
        Stage(a + 1, "larger by one", "The lanes on both sides notice nothing.", go="Much more"),
        Stage(MOST, "much larger", "Nor does it matter by how much.", printed=False),
    )


def larger(a: int, b: int) -> Picture:
    """Return the scene: how the larger of two numbers is found in three lanes at once.

    Args:
        a: the first number in the middle lane, 6 to 98.
        b: the second, 5 to 100.

    >>> larger(20, 20).summary
    'In the middle 20 meets 20: the guard stays, and the larger is 20. Now one more.'
    """
    held = scrubber_input("The middle number of b", b, LEAST, MOST, value_text=str(b))
    return scene(partial(_drawn, a), b, stages(a), held)


@lru_cache(maxsize=32)
def _drawn(middle: int, other: int) -> Picture:
    firsts, seconds = zip(SIDES[0], (middle, other), SIDES[1], strict=True)
    a, b = THREE.pack(firsts), THREE.pack(seconds)
    left = (a | THREE.guards) - b
    stayed = left & THREE.guards
    stays = [it > 0 for it in THREE.unpack(stayed)]
    result = THREE.maximum(a, b)
    most = THREE.unpack(result)
    ends = ["stays" if it else "is lost" for it in stays]
    full = stayed - (stayed >> 7)
    rows: tuple[tuple[str, int, Sequence[int | str]], ...] = (
        ("a with its guards", a | THREE.guards, firsts),
        ("minus b", b, seconds),
        ("leaves", left, [odds_part(f"guard {it}") for it in ends]),
        ("fills these lanes", full, [odds_part("a" if it else "b") for it in stays]),
        ("picks the larger", result, [odds_part(it) for it in most]),
    )
    told = f"In the middle {middle} meets {other}: "
    told += f"the guard {ends[1]}, and the larger is {most[1]}."
    drawn = (_row(*it, stays) for it in rows)
    html = element("div", *drawn, class_="oe-bits-rows", role="img", aria_label=told)
    return Picture(html, told)


def _row(name: str, packed: int, texts: Sequence[int | str], stays: Sequence[bool]) -> Html:
    """Return a line of the subtraction: its lanes, the first on the right."""
    lanes = [
        _lane(value, means, lost=name == "leaves" and not has_guard)
        for value, means, has_guard in zip(THREE.unpack(packed), texts, stays, strict=True)
    ]
    return div("oe-bits-row", element("span", name), *reversed(lanes))


def _lane(value: int, means: int | str, *, lost: bool) -> Html:
    """Return a lane bit by bit, its guard first, and below it what it means."""
    squares = {"oe-guard": "", "oe-one": "", "oe-zero": ""}
    for n, bit in enumerate(f"{value:08b}"):
        is_guard = n == 0 and (bit == "1" or lost)
        kind = "oe-guard" if is_guard else "oe-one" if bit == "1" else "oe-zero"
        squares[kind] += f"M{10 * n + 1} 1h8v8h-8z"
    paths = [element("path", d=d, class_=kind) for kind, d in squares.items() if d]
    drawn = element("svg", *paths, viewBox="0 0 80 10", focusable="false")
    return div("oe-bits" + " oe-is-lost" * lost, drawn, element("b", means))
