"""Pictures of the ledger: from the tempting estimate to the true mean."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial
from math import ceil, log
from typing import NamedTuple

from games.race import BELOW, Ledger, Race
from games_widgets.drawing.parts import OddsPart, Remark, Section
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage
from games_widgets.drawing.text import number
from games_widgets.race.models import Entry, Waterfall
from games_widgets.race.view_lengths import on_board

__all__ = ["FIELDS_BEHIND", "STEP", "WALLS", "FieldsLedger", "NoEstimate", "WalledBoard", "ledger"]


@dataclass(frozen=True)
class WalledBoard:
    """The expected throws on each field while there is a wall, and the ledger in throws.

    Attributes:
        wall: how far the wall is from the start, −200 to 0; at −200 there is none.
        fields: how many fields the board has.
        free: the expected visits of each five fields without a wall, from field −199 on.
        walled: those with the wall.
        highest: the most of all that the reader can see while the wall moves.
        throws: the expected throws with the wall.
        books: where the throws of the drift estimate have gone.
    """

    wall: int
    fields: int
    free: tuple[float, ...]
    walled: tuple[float, ...]
    highest: float
    throws: Fraction
    books: Waterfall
    summary: str

    @property
    def alt_text(self) -> str:
        """The piles in words."""
        return (
            f"Expected visits of the fields from {number(1 - FIELDS_BEHIND)} to {self.fields}: "
            "those beyond the wall are saved."
        )


@dataclass(frozen=True)
class FieldsLedger(Parts):
    """The ledger in fields, and the mean by the other start rule."""

    books: Section[Waterfall]
    other_rule: Remark


@dataclass(frozen=True)
class NoEstimate(Parts):
    """The ledger of a race without a drift forward."""

    in_fields: OddsPart[FieldsLedger]
    summary: str


def ledger(race: Race, wall: int = 0) -> Scene[WalledBoard] | NoEstimate:
    """Return the scene of the wall; without a wall, the drift estimate is nearly right.

    Behind it stands the ledger in fields. Without a drift forward nobody comes home on a board that
    has no start, and that ledger is all there is.

    Args:
        race: its first field has the wall behind it; its start rule is what the wall does.
        wall: how far the wall is from there, −200 to 0 in steps of five; at −200 there is none.

    >>> ledger(Race(100), -50).summary
    'The wall, 50 fields behind the start, pushes the marker forward and saves 76.69 throws: \
527.01 remain.'
    """
    if race.drift > 0:
        place = _wall_text(wall) if wall > -FIELDS_BEHIND else "no wall"
        end = FIELDS_BEHIND / (FIELDS_BEHIND + race.fields)
        scrubber = ScrubberInput("The wall", wall, -FIELDS_BEHIND, 0, place, STEP, end=end)
        return Scene(partial(_draw_wall, race), wall, WALLS, scrubber, _in_fields(race))
    entries = _throws(race, 0).ledger
    reason = (
        "0, and the distance cannot be divided by 0"
        if entries.drift == 0
        else f"backwards, {number(entries.drift, 2)} fields a throw, and the estimate would be "
        "a negative number of throws"
    )
    return NoEstimate(
        _in_fields(race),
        f"{on_board(race)}, there is no drift estimate: the drift is {reason}. The pushes at the "
        f"start bring the marker to the end, after {number(entries.throws, 2)} throws on average.",
    )


FIELDS_BEHIND, STEP = 200, 5  # fields behind the start, and how many of them make a bar
NOTICEABLE = 1e-6  # of a push at the wall, at the start; a smaller one does not change the numbers
WALLS = (
    Stage(-FIELDS_BEHIND, "no wall", "Now drag the wall nearer."),
    Stage(-100, "100 behind"),
    Stage(-50, "50 behind"),
    Stage(-20, "20 behind"),
    Stage(0, "our board", "The drift estimate leaves out the wall."),
)


def _wall_text(wall: int) -> str:
    return f"{-wall} fields behind the start" if wall else "at the start"


@lru_cache(maxsize=64)  # the stages of a board, and places where the reader has put the wall
def _draw_wall(race: Race, wall: int) -> WalledBoard:
    """Return the expected throws on each field while there is a wall, and the ledger in throws."""
    free, wall_throws, start = (_throws(race, place) for place in (-FIELDS_BEHIND, wall, 0))
    distance, overshoot, pushes, drift, throws, _ = wall_throws.ledger
    guess, overshoot_throws, saved_throws = distance / drift, overshoot / drift, pushes / drift
    if wall == -FIELDS_BEHIND:
        summary = (
            f"Without a wall: {number(guess, 2)} throws by the drift estimate and "
            f"{number(overshoot_throws, 2)} for the overshoot make {number(throws, 2)}."
        )
    else:
        summary = (
            f"The wall, {_wall_text(wall)}, pushes the marker forward and saves "
            f"{number(saved_throws, 2)} throws: {number(throws, 2)} remain."
        )
    books = (
        Entry("the drift estimate", guess, True),
        Entry("the overshoot", overshoot_throws),
        Entry("the wall", Fraction(0) if wall == -FIELDS_BEHIND else -saved_throws),
        Entry("throws on average", throws, True),
    )
    return WalledBoard(
        wall=wall,
        fields=race.fields,
        free=free.piles,
        walled=wall_throws.piles,
        highest=max(*free.piles, *start.piles),
        throws=throws,
        books=Waterfall(books, "throws"),
        summary=summary,
    )


class Throws(NamedTuple):
    """The ledger of a board with a wall, and how many throws each few fields of the picture see."""

    ledger: Ledger
    piles: tuple[float, ...]


@lru_cache(maxsize=64)
def _throws(race: Race, wall: int) -> Throws:
    fields_behind = _unfelt(race.faces) if wall == -FIELDS_BEHIND else -wall
    entries = replace(race, fields=race.fields + fields_behind).ledger(start=fields_behind + 1)
    visits = dict(enumerate(entries.visits_float, start=1 - fields_behind))
    firsts = range(1 - FIELDS_BEHIND, race.fields, STEP)
    piles = (
        sum(visits.get(field, 0.0) for field in range(first, first + STEP)) for first in firsts
    )
    return Throws(entries, tuple(piles))


@cache
def _unfelt(faces: int) -> int:
    """Return how many fields behind the start no wall is felt: the powers of the roots vanish."""
    moduli = (abs(root) for root in Race(faces=faces).characteristic_roots_float)
    slowest = max((modulus for modulus in moduli if modulus < 1), default=NOTICEABLE)
    return ceil(log(NOTICEABLE) / log(slowest))


@lru_cache(maxsize=4)  # the same for all places of the wall
def _in_fields(race: Race) -> OddsPart[FieldsLedger]:
    """Return the ledger in fields, and what the other start rule would do."""
    distance, overshoot, pushes, drift, throws, _ = _throws(race, 0).ledger
    other_rule = replace(race, below="stay" if race.below == "clamp" else "clamp")
    rule = BELOW.label_of(other_rule.below)
    entries = (
        Entry("drift of all throws", drift * throws),
        Entry("pushes at the start", pushes),
        Entry("the way covered", distance + overshoot, True),
        Entry("of which beyond the last field", -overshoot),
        Entry("distance", Fraction(distance), True),
    )
    return OddsPart(
        FieldsLedger(
            Section(
                "On our board: where the way comes from, in fields", Waterfall(entries, "fields")
            ),
            Remark(
                f"If the marker {rule} when a move back is too long, a race takes "
                f"{number(other_rule.expected_throws, 2)} throws."
            ),
        )
    )
