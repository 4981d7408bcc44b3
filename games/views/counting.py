"""Pictures of an unfinished game: two players miss some points, and each toss gives one of them."""

from fractions import Fraction

from games.views.markup import Html, Picture, element, headline, headlines, joined, section
from games.views.text import count, exactly, number, percent

__all__ = ["points"]


def points(a: int, b: int, heads: Fraction) -> Picture:
    """Return your chance to win from (a, b), and the table of all positions on the way.

    Win(a, b) = heads · Win(a−1, b) + (1 − heads) · Win(a, b−1), and the mean number of tosses is
    T(a, b) = 1 + heads · T(a−1, b) + (1 − heads) · T(a, b−1).

    Args:
        a: the points that you miss, at least 1.
        b: those that your friend misses, at least 1.
        heads: the chance that a toss gives you the point.

    >>> points(1, 2, Fraction(1, 2)).summary
    'You miss 1 point, your friend misses 2 points: you win with chance 75.00 %, after 1.50 tosses \
on average.'
    """
    tails = 1 - heads
    win: dict[tuple[int, int], Fraction] = {}
    tosses: dict[tuple[int, int], Fraction] = {}
    for i in range(a + 1):
        for j in range(b + 1):
            if i and j:
                win[i, j] = heads * win[i - 1, j] + tails * win[i, j - 1]
                tosses[i, j] = 1 + heads * tosses[i - 1, j] + tails * tosses[i, j - 1]
            else:
                win[i, j], tosses[i, j] = Fraction(i == 0), Fraction(0)
    chance, mean = win[a, b], tosses[a, b]
    up, left = win[a - 1, b], win[a, b - 1]
    table = element(
        "table",
        element(
            "thead",
            element("tr", element("th", "a \\ b", scope="col"), *_heads(b)),
        ),
        element(
            "tbody",
            *(
                element(
                    "tr",
                    element("th", i, scope="row"),
                    *(_cell(win, i, j, corner=(i, j) == (a, b)) for j in range(b + 1)),
                )
                for i in range(a + 1)
            ),
        ),
        class_="oe-cells",
    )
    html = joined(
        (
            headlines(
                headline("your chance", percent(chance), exactly(chance)),
                headline("your share of 64 coins", number(64 * chance, 2), exactly(64 * chance)),
                headline("tosses on average", number(mean, 2), exactly(mean)),
            ),
            section("Your chance in percent if you miss a, your friend b", table),
            element(
                "p",
                f"The corner: {percent(heads)} of {percent(up)}, the cell above, and "
                f"{percent(tails)} of {percent(left)}, the cell to its left, make "
                f"{percent(chance)}.",
            ),
        )
    )
    return Picture(
        html,
        f"You miss {count(a, 'point')}, your friend misses {count(b, 'point')}: you win with "
        f"chance {percent(chance)}, after {number(mean, 2)} tosses on average.",
    )


def _heads(b: int) -> list[Html]:
    return [element("th", j, scope="col") for j in range(b + 1)]


def _cell(win: dict[tuple[int, int], Fraction], i: int, j: int, *, corner: bool) -> Html:
    if i == j == 0:
        return element("td", "–")  # somebody won before
    share = win[i, j]
    text = str(100 * share) if share in (0, 1) else f"{float(100 * share):.1f}"
    return element(
        "td", text, style=f"--share:{float(share):.3f}", class_="oe-sum" if corner else None
    )
