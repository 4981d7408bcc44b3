"""The scene of the fold: a square of small tables that turns, falls into a line and is folded."""

from functools import lru_cache, partial
from math import cos, pi, sin

from games.chase.playing import Square
from games_widgets.chase.view import why_endless
from games_widgets.drawing.markup import Picture, element, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import count, number

PART = 20  # places of the scrubber from one stage to the next
STAGES = (
    Stage(0, "all pairs", "How many different numbers are there? Pull, and see."),
    Stage(PART, "all tables turned", "In each column all tables are the same now."),
    Stage(2 * PART, "a line", "The seats are forgotten. Now look from the other side."),
    Stage(3 * PART, "the other side"),
)


def folding(square: Square, at: int = 0) -> Picture:
    """Return the scene: all pairs of seats as small tables, each with the turns still to come.

    Args:
        square: how many players there are, and how their dice are passed.
        at: the place of the scrubber: 0 is the square, at 20 each row is turned, 40 is a line,
            and at 60 the line is folded.

    >>> from games.chase import Chase
    >>> folding(Square(Chase(6)), 60).summary
    'Folded in the middle, and what meets is equal: 36 pairs have become 3 distances and the end.'
    """
    if not square.turns:
        return Picture(
            element("p", element("strong", "It never ends.")),
            why_endless(square.chase),
        )
    stage = STAGES[min(-(-at // PART), 3)].name
    scrubber = scrubber_input("The fold", at, 0, 3 * PART, value_text=stage, start=0.04, end=0.96)
    return scene(partial(_draw, square), at, STAGES, scrubber)


def _eased(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


@lru_cache(maxsize=128)
def _draw(square: Square, at: int) -> Picture:
    """Return the small tables, moved as far as the scrubber has come."""
    n, turns = square.players, square.turns
    turned, fallen, folded = (_eased(at / PART - part) for part in range(3))
    if not square.folds:  # the page comes down, meets what is different, and stays ajar
        folded = 0.62 * folded + 0.5 * sin(pi * folded)
    angle = pi * folded
    most = max(turns.values())
    cells = []
    for i in range(n):
        for j in range(n):
            d = (j - i) % n
            x, y = (j - turned * i + 0.5) % n - 0.5, i + fallen * (n - 1 - i)
            beyond = max(d - n / 2, 0) if folded else 0
            if beyond:  # what is folded turns like a page
                x, y = n / 2 + beyond * cos(angle), y - beyond * sin(angle)
            label = number(turns[i, j], 2) if (i, j) in turns else "∞" if d else "end"
            cells.append(
                element(
                    "span",
                    element("i"),
                    odds_part(label),
                    class_="oe-pair-cell oe-is-end" if d == 0 else "oe-pair-cell",
                    data_link=min(d, n - d) if square.folds else d,
                    style=f"--x:{x:.3f};--y:{y:.3f};--a:{i - turned * i:.3f};"
                    f"--b:{j - turned * i:.3f};--flip:{cos(angle) if beyond else 1:.3f};"
                    f"--heat:{float(turns.get((i, j), 0) / most):.3f}",
                )
            )
    summary = _summary(square, at)
    left = n // 2 if square.folds and at == 3 * PART else n - 1
    picture = element(
        "div",
        *cells,
        odds_part(element("strong", count(left, "number"))) if fallen == 1 else None,
        class_="oe-fold",
        role="img",
        aria_label=f"{n} times {n} little tables, each with two dice. {summary}",
        style=f"--n:{n};--rows:{n - fallen * (n - 1) + 0.5 * n * sin(angle) * fallen:.3f}",
    )
    return Picture(picture, summary)


def _summary(square: Square, at: int) -> str:
    n = square.players
    if at < PART:
        return f"{n * n} pairs of seats, each with the turns still to come."
    if at < 2 * PART:
        return (
            "Each table was turned until its filled die lay at the bottom, and no number changed."
        )
    if at < 3 * PART:
        return f"The rows lie on each other, and what meets is equal: {n - 1} numbers and the end."
    if square.folds:
        return (
            f"Folded in the middle, and what meets is equal: {n * n} pairs have become "
            f"{count(n // 2, 'distance')} and the end."
        )
    return (
        "It does not close: one way round is not the other if the second die goes left alone. "
        f"{n - 1} numbers remain."
    )
