"""Pictures of the ledger: from the tempting estimate to the true mean."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, pairwise
from math import ceil, log
from typing import NamedTuple

from games.race import BELOW, Ledger, Race
from games_widgets.drawing.markup import Html, Picture, element, odds_part, remark, section, table
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import number, summand
from games_widgets.race.view_lengths import on_board

__all__ = ["STEP", "WALLS", "Entry", "ledger", "waterfall"]


class Entry(NamedTuple):
    """A line of a ledger: what it is, how much it adds, and whether it is a sum."""

    name: str
    amount: Fraction
    total: bool = False


def ledger(race: Race, wall: int = 0) -> Picture:
    """Return the scene of the wall: where there is none, distance over drift is nearly right.

    Behind it stands the ledger in fields. Without a drift forward nobody comes home on a board that
    has no start, and that ledger is all there is.

    Args:
        race: its first field has the wall behind it; its start rule is what the wall does.
        wall: how far the wall is from there, −200 to 0 in steps of five; at −200 there is none.

    >>> ledger(Race(100), -50).summary
    'The wall, 50 fields behind the start, pushes the marker on and saves 76.69 throws: 527.01 \
remain.'
    """
    if race.drift > 0:
        place = _where(wall) if wall > -BEHIND else "no wall"
        end = BEHIND / (BEHIND + race.fields)
        scrubber = scrubber_input(
            "The wall", wall, -BEHIND, 0, value_text=place, step=STEP, end=end
        )
        return scene(partial(_walled, race), wall, WALLS, scrubber, _in_fields(race))
    entries = _throws(race, 0).ledger
    why = (
        "0: the moves forward and back cancel out, and the distance cannot be divided by it"
        if entries.drift == 0
        else f"{number(entries.drift, 2)} fields a throw: backwards. Distance over drift would be "
        "a negative number of throws"
    )
    return Picture(
        _in_fields(race),
        f"{on_board(race)}, there is no tempting estimate, for the drift is {why}. What gets the "
        f"marker home, after {number(entries.throws, 2)} throws on average, are the pushes at the "
        "start.",
    )


BEHIND, STEP = 200, 5  # fields behind the start, and how many of them make a bar
FELT = 1e-6  # of a push at the wall, at the start: less than the numbers show
WALLS = (
    Stage(-BEHIND, "no wall", "Now pull one nearer."),
    Stage(-100, "100 behind"),
    Stage(-50, "50 behind"),
    Stage(-20, "20 behind"),
    Stage(0, "our board", "Distance over drift forgets the wall."),
)


def _where(wall: int) -> str:
    return f"{-wall} fields behind the start" if wall else "at the start"


@lru_cache(maxsize=64)  # the stages of a board, and places where the reader has put the wall
def _walled(race: Race, wall: int) -> Picture:
    """Return where the throws are made while the wall is there, and the books in throws."""
    free, walled, start = (_throws(race, place) for place in (-BEHIND, wall, 0))
    distance, overshoot, pushes, drift, throws, _ = walled.ledger
    guess, more, saved = distance / drift, overshoot / drift, pushes / drift
    top = max(*free.piles, *start.piles)
    bars = (
        element("i", style=f"--free:{without / top:.3f};--now:{height / top:.3f}")
        for without, height in zip(free.piles, walled.piles, strict=True)
    )
    if wall == -BEHIND:
        summary = (
            f"Without a wall: {number(guess, 2)} throws by distance over drift, and "
            f"{number(more, 2)} for the overshoot, make {number(throws, 2)}."
        )
    else:
        summary = (
            f"The wall, {_where(wall)}, pushes the marker on and saves {number(saved, 2)} throws: "
            f"{number(throws, 2)} remain."
        )
    books = [
        Entry("distance over drift", guess, True),
        Entry("the overshoot", more),
        Entry("the wall", Fraction(0) if wall == -BEHIND else -saved),
        Entry("throws on average", throws, True),
    ]
    width = BEHIND + race.fields
    drawn = element(
        "div",
        element("div", *bars, class_="oe-piles"),
        element("div", class_="oe-wall", style=f"--to:{(BEHIND + wall) / width:.4f}"),
        element("span", number(1 - BEHIND), style="--at:0"),
        element("span", "start", style=f"--at:{BEHIND / width:.4f}"),
        element("span", race.fields, style="--at:1"),
        odds_part(
            element("strong", number(throws, 2), element("small", " throws, by their field"))
        ),
        class_="oe-walled",
        role="img",
        aria_label=f"Expected visits of the fields from {number(1 - BEHIND)} to {race.fields}: "
        "those beyond the wall are saved.",
    )
    return Picture(Html.of(drawn, odds_part(waterfall(books, "throws"))), summary)


class Throws(NamedTuple):
    """The ledger of a board with a wall, and how many throws each few fields of the picture see."""

    ledger: Ledger
    piles: tuple[float, ...]


@lru_cache(maxsize=64)
def _throws(race: Race, wall: int) -> Throws:
    behind = _unfelt(race.faces) if wall == -BEHIND else -wall
    entries = replace(race, fields=race.fields + behind).ledger(start=behind + 1)
    visits = dict(enumerate(entries.visits_float, start=1 - behind))
    firsts = range(1 - BEHIND, race.fields, STEP)
    piles = (
        sum(visits.get(field, 0.0) for field in range(first, first + STEP)) for first in firsts
    )
    return Throws(entries, tuple(piles))


@cache
def _unfelt(faces: int) -> int:
    """Return how many fields behind the start no wall is felt: the powers of the roots vanish."""
    moduli = (abs(root) for root in Race(faces=faces).characteristic_roots_float)
    slowest = max((modulus for modulus in moduli if modulus < 1), default=FELT)
    return ceil(log(FELT) / log(slowest))


@lru_cache(maxsize=4)  # the same for all places of the wall
def _in_fields(race: Race) -> Html:
    """Return the ledger in fields, and what the other start rule would do."""
    distance, overshoot, pushes, drift, throws, _ = _throws(race, 0).ledger
    other = replace(race, below="stay" if race.below == "clamp" else "clamp")
    rule = BELOW.label_of(other.below)
    fields = waterfall(
        [
            Entry("drift of all throws", drift * throws),
            Entry("pushes at the start", pushes),
            Entry("the way that was made", distance + overshoot, True),
            Entry("of which beyond the last field", -overshoot),
            Entry("distance", Fraction(distance), True),
        ],
        "fields",
    )
    return odds_part(
        section("On our board: where the way comes from, in fields", fields),
        remark(
            f"If a marker that would go before field 1 {rule} instead, a race takes "
            f"{number(other.expected_throws, 2)} throws."
        ),
    )


def waterfall(entries: Sequence[Entry], unit: str) -> Html:
    """Return the entries as a table of floating bars: each begins where the one before ended."""

    def end_after(end: Fraction, entry: Entry) -> Fraction:
        return entry.amount if entry.total else end + entry.amount

    ends = list(accumulate(entries, end_after, initial=Fraction(0)))
    low, high = min(ends), max(ends)
    span = float(high - low) or 1.0
    rows = []
    for (before, after), entry in zip(pairwise(ends), entries, strict=True):
        start = Fraction(0) if entry.total else before
        left, right = sorted((float(start - low) / span, float(after - low) / span))
        kind = "total" if entry.total else "gain" if entry.amount >= 0 else "cost"
        if not entry.amount:
            kind = "none"
        amount = f"= {number(entry.amount, 2)}" if entry.total else summand(entry.amount, 2)
        rows.append(
            element(
                "tr",
                element("th", entry.name, scope="row"),
                element(
                    "td",
                    element(
                        "span",
                        class_=f"oe-float oe-{kind}",
                        style=f"--from:{left:.4f};--to:{right:.4f}",
                    ),
                    class_="oe-bar",
                ),
                element("td", amount),
                class_="oe-is-total" if entry.total else None,
            )
        )
    heads = ("entry", element("td", class_="oe-bar"), unit)
    zero = f"--zero:{float(-low) / span:.4f}"
    return table(heads, rows, kind="oe-waterfall", style=zero)
