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

    >>> [stage.at for stage in stages(20)]
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
    scrubber = scrubber_input("The middle number of b", b, LEAST, MOST, value_text=str(b))
    return scene(partial(_subtraction, a), b, stages(a), scrubber)


@lru_cache(maxsize=32)
def _subtraction(middle: int, second: int) -> Picture:
    firsts, seconds = zip(SIDES[0], (middle, second), SIDES[1], strict=True)
    a, b = THREE.pack(firsts), THREE.pack(seconds)
    difference = (a | THREE.guards) - b
    kept_guards = difference & THREE.guards
    guard_stays = [value > 0 for value in THREE.unpack(kept_guards)]
    result = THREE.maximum(a, b)
    larger_numbers = THREE.unpack(result)
    ends = ["stays" if is_kept else "is lost" for is_kept in guard_stays]
    full = kept_guards - (kept_guards >> 7)
    rows: tuple[tuple[str, int, Sequence[int | str]], ...] = (
        ("a with its guards", a | THREE.guards, firsts),
        ("minus b", b, seconds),
        ("leaves", difference, [odds_part(f"guard {end}") for end in ends]),
        (
            "fills these lanes",
            full,
            [odds_part("a" if is_kept else "b") for is_kept in guard_stays],
        ),
        (
            "picks the larger",
            result,
            [odds_part(larger_number) for larger_number in larger_numbers],
        ),
    )
    summary = f"In the middle {middle} meets {second}: "
    summary += f"the guard {ends[1]}, and the larger is {larger_numbers[1]}."
    rows_html = (_row(*row, guard_stays) for row in rows)
    html = element("div", *rows_html, class_="oe-bits-rows", role="img", aria_label=summary)
    return Picture(html, summary)


def _row(name: str, packed: int, texts: Sequence[int | str], guard_stays: Sequence[bool]) -> Html:
    """Return a line of the subtraction: its lanes, the first on the right."""
    lanes = [
        _lane(value, meaning, guard_is_lost=name == "leaves" and not has_guard)
        for value, meaning, has_guard in zip(THREE.unpack(packed), texts, guard_stays, strict=True)
    ]
    return div("oe-bits-row", element("span", name), *reversed(lanes))


def _lane(value: int, meaning: int | str, *, guard_is_lost: bool) -> Html:
    """Return the bits of a lane, the guard first, and their meaning below."""
    squares = {"oe-guard": "", "oe-one": "", "oe-zero": ""}
    for n, bit in enumerate(f"{value:08b}"):
        is_guard = n == 0 and (bit == "1" or guard_is_lost)
        kind = "oe-guard" if is_guard else "oe-one" if bit == "1" else "oe-zero"
        squares[kind] += f"M{10 * n + 1} 1h8v8h-8z"
    paths = [element("path", d=d, class_=kind) for kind, d in squares.items() if d]
    squares_html = element("svg", *paths, viewBox="0 0 80 10", focusable="false")
    css = "oe-bits oe-is-lost" if guard_is_lost else "oe-bits"
    return div(css, squares_html, element("b", meaning))
