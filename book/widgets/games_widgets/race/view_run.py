"""A race that is run throw by throw, and two markers that race with one die."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from games.race import BELOW, Race
from games.race.playing import Pair, Run
from games_widgets.drawing.curves import Axis, Chart, Dots, Line, Mark
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Controls,
    Paragraph,
    Remark,
    Section,
    Strong,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Lengths, LengthTally, games_chart, in_words
from games_widgets.drawing.text import count, number, percent
from games_widgets.race.models import Entry, Waterfall

__all__ = [
    "Differences",
    "ManyPairs",
    "ManyRaces",
    "PairTable",
    "RunLedger",
    "RunTable",
    "ThrownDie",
    "Top",
    "Track",
    "pair_table",
    "table",
]

MIN_CURVE = 256  # the survival curve is computed for at least so many throws
MAX_PATH_POINTS = 400  # the chart of the way has about so many points at most


@dataclass(frozen=True)
class ThrownDie:
    """The die, and what its last face did.

    Attributes:
        face: the face that is up; None before the first throw.
        move: what it does; 0 before the first throw.
        throws: the number of throws so far.
    """

    face: int | None
    move: int
    throws: int


@dataclass(frozen=True)
class Top:
    """What is above the board: the die, the buttons, the number of throws.

    Attributes:
        to_go: the expected throws that are still to come, if they are shown.
    """

    die: ThrownDie
    controls: Controls
    throws: int
    to_go: Fraction | None = None


@dataclass(frozen=True)
class Track:
    """The board with the marker on it.

    Attributes:
        last: the last field.
        field: where the marker is.
        previous_field: where it came from; None before the first throw.
        ghost: where a marker would be that moves by the drift alone, if that is shown.
    """

    last: int
    field: int
    previous_field: int | None
    ghost: int | None = None

    @property
    def alt_text(self) -> str:
        """The board in words."""
        text = f"The board: the marker is on field {self.field} of {self.last}"
        if self.previous_field:
            text += f", it came from field {self.previous_field}"
        text += "."
        if self.ghost:
            text += f" By the drift alone it would be on field {self.ghost}."
        return text


@dataclass(frozen=True)
class RunLedger(Parts):
    """The sources of the way that was made so far."""

    books: Waterfall
    remark: Remark


@dataclass(frozen=True)
class ManyRaces(Parts):
    """The tally of races that were run at once."""

    games: Chart | None
    tally: LengthTally | None
    buttons: Buttons


@dataclass(frozen=True)
class RunTable(Parts):
    """The table of a race."""

    top: Top
    track: Track
    ledger: Section[RunLedger] | None
    path_chart: Section[Chart]
    many_races: Section[ManyRaces]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.many_races.content.tally)


def table(
    run: Run,
    *,
    games_played: Lengths,
    running: bool = False,
    share: float | None = None,
    note: str = "",
    odds_visible: bool = False,
    with_ledger: bool = False,
) -> RunTable:
    """Return the table of a race: die, board with the marker, its path, and the tally.

    Args:
        run: the race.
        games_played: the races that were run at once.
        running: whether throws follow each other by themselves.
        share: the chance that a race is over after as many throws; None until this race is over.
        note: how a new race will differ from this one; empty if it will not.
        odds_visible: whether exact values are shown.
        with_ledger: whether the ledger of this race is shown, and its ghost.
    """
    race = run.race
    to_go = race.expected_throws_by_field[run.field] if odds_visible else None
    many_races = ManyRaces(
        _games(race, games_played, odds_visible) if games_played.games else None,
        _tally(race, games_played, odds_visible) if games_played.games else None,
        _tally_buttons(games_played, odds_visible, "races"),
    )
    return RunTable(
        top=Top(
            _die(run.face, race, run.throws),
            _controls(run.is_over, bool(run.throws), running, note),
            run.throws,
            to_go,
        ),
        track=_track(run, ghost=with_ledger),
        ledger=Section("The ledger of this race, in fields", _ledger(run)) if with_ledger else None,
        path_chart=Section("The way so far", _way_chart(run)),
        many_races=Section("Many races", many_races),
        summary=_summary(run, to_go, share),
    )


def _die(face: int | None, race: Race, throws: int) -> ThrownDie:
    return ThrownDie(face, 0 if face is None else race.moves[face - 1], throws)


def _controls(is_over: bool, has_begun: bool, running: bool, note: str) -> Controls:
    return Controls(
        "Throw",
        "New race",
        "Same throws again",
        is_over=is_over,
        has_begun=has_begun,
        is_running=running,
        note=note,
    )


def _games(race: Race, games_played: Lengths, odds_visible: bool) -> Chart:
    mean = race.expected_throws
    return games_chart(
        map(int, games_played.values),
        "throws of a race",
        noun="race",
        at_most=(lambda throws: 1 - _survival(race, throws)) if odds_visible else None,
        marks=[Mark(float(mean), f"mean {number(mean, 2)}")] if odds_visible else [],
    )


def _tally(race: Race, games_played: Lengths, odds_visible: bool) -> LengthTally:
    mean = race.expected_throws if odds_visible else None
    return LengthTally(games_played, "throw", mean, race.deviation_float, noun="race")


def _survival(race: Race, throws: int) -> float:
    """Return the chance that a race takes more throws."""
    last = 1 << max(throws, MIN_CURVE - 1).bit_length()
    return _curve(race, last)[max(throws, 0)]


@lru_cache(maxsize=4)
def _curve(race: Race, last: int) -> tuple[float, ...]:
    return race.survival_curve_float(last)


def _tally_buttons(games_played: Lengths, odds_visible: bool, games: str) -> Buttons:
    return Buttons(
        (
            Button(f"Run 100 {games}", "many"),
            Button("Reset tally", "clear", is_disabled=not games_played.games),
            Button("Show exact values", "tell", is_pressed=odds_visible, key="o"),
        )
    )


def _ledger(run: Run) -> RunLedger:
    """Return the sources of the way that was made so far."""
    drift = run.race.drift * run.throws
    distance = run.field - 1 + run.excess
    entries = [
        Entry(f"drift of {count(run.throws, 'throw')}", drift),
        Entry("pushes at the start", Fraction(run.shortfall)),
        Entry("luck of the die", distance - drift - run.shortfall),
        Entry("the way so far", Fraction(distance), True),
    ]
    if run.is_over:
        entries += [
            Entry("of which beyond the last field", Fraction(-run.excess)),
            Entry("distance", Fraction(run.race.fields - 1), True),
        ]
    remark = Remark(
        "The dotted field shows a marker that moves by the drift, "
        f"{_signed_text(run.race.drift)}, in each throw. Luck is what the die gave beyond its "
        "mean; on average it is 0 after every throw."
    )
    return RunLedger(Waterfall(tuple(entries), "fields"), remark)


def _signed_text(value: Fraction) -> str:
    """Return a fraction with its sign.

    >>> _signed_text(Fraction(1, 6)), _signed_text(Fraction(-1)), _signed_text(Fraction(0))
    ('+1/6', '−1', '0')
    """
    if value < 0:
        return f"−{-value}"
    return f"+{value}" if value else "0"


def _summary(run: Run, to_go: Fraction | None, share: float | None) -> str:
    if run.face is None:
        return (
            "Throw the die: a prime moves the marker back, every other number moves it forward. "
            f"The race ends on field {run.race.fields}."
        )
    text = f"{_throw(run.race, run.face)}: from field {run.path[-2]} to field {run.field}"
    if run.push:
        text += ", because there is no field before field 1"
    if not run.is_over:
        return f"{text}." if to_go is None else f"{text}. {_expected(to_go)}"
    won_text = f"{text}. The race is won after {count(run.throws, 'throw')}."
    if share is None:
        return won_text
    return f"{won_text} {percent(Fraction(share))} of all races are over by then."


def _expected(to_go: Fraction) -> str:
    return f"Still expected: {number(to_go, 2)} throws."


def _throw(race: Race, face: int) -> str:
    """Return in words what a face does."""
    move = race.moves[face - 1]
    return f"You threw {face}, forward {move}" if move > 0 else f"You threw {face}, back {-move}"


def _track(run: Run, *, ghost: bool = False) -> Track:
    """Return the board with the marker on it, where it came from, and where the ghost is."""
    previous = run.path[-2] if run.throws else None
    return Track(run.race.fields, run.field, previous, run.ghost if ghost else None)


def _way_chart(run: Run) -> Chart:
    step = max(1, run.throws // MAX_PATH_POINTS)
    path = tuple(run.path)
    points = tuple((t, path[t]) for t in (*range(0, run.throws, step), run.throws))
    return Chart(
        (Line(points, steps=True), Dots(points[-1:])),
        x=Axis("throws", 0, max(20, run.throws)),
        y=Axis("field", 0, run.race.fields),
        alt_text=f"The field after each of {count(run.throws, 'throw')}: from 1 to {run.field}, "
        f"the furthest so far being {max(path)}.",
        height=9,
    )


# Two markers and one die


@dataclass(frozen=True)
class Differences:
    """By how many throws the clamped marker took longer in many pairs of races.

    Attributes:
        games_played: the pairs.
        games: the chart of the pairs; None without pairs.
        exact: the exact mean, if it is shown.
    """

    games_played: Lengths
    games: Chart | None
    exact: Fraction | None

    @property
    def words(self) -> Paragraph:
        """The mean in words; empty without pairs and without the exact mean."""
        lengths = self.games_played
        exact = "" if self.exact is None else f" Exactly: {number(self.exact, 2)}."
        if not lengths.games:
            return Paragraph(exact, "note")
        return Paragraph(
            (
                f"In {count(lengths.games, 'pair')}, the marker that goes to field 1 took ",
                Strong(f"{number(Fraction(lengths.total, lengths.games), 2)} throws"),
                f" more on average, from {number(lengths.shortest)} to "
                f"{number(lengths.longest)}.{exact}",
            )
        )


@dataclass(frozen=True)
class ManyPairs(Parts):
    """The tally of pairs that were run at once."""

    differences: Differences
    buttons: Buttons


@dataclass(frozen=True)
class PairTable(Parts):
    """Two boards, one for each start rule, on which the same throws are made."""

    top: Top
    clamp: Section[Track]
    stay: Section[Track]
    many_pairs: Section[ManyPairs]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.many_pairs.content.differences.words)


def pair_table(
    pair: Pair,
    *,
    games_played: Lengths,
    running: bool = False,
    note: str = "",
    odds_visible: bool = False,
) -> PairTable:
    """Return two boards, one for each start rule, on which the same throws are made.

    Args:
        pair: the two races.
        games_played: by how many throws the clamped marker took longer, in pairs run at once.
        running: whether throws follow each other by themselves.
        note: how new races will differ from these; empty if they will not.
        odds_visible: whether exact values are shown.
    """
    race = pair.clamp.race
    still_on = pair.clamp if pair.clamp.throws == pair.throws else pair.stay
    many_pairs = ManyPairs(
        _differences(pair, games_played, odds_visible),
        _tally_buttons(games_played, odds_visible, "pairs"),
    )
    return PairTable(
        top=Top(
            _die(still_on.face, race, pair.throws),
            _controls(pair.is_over, bool(pair.throws), running, note),
            pair.throws,
        ),
        clamp=_marker(pair.clamp),
        stay=_marker(pair.stay),
        many_pairs=Section("Many pairs of races", many_pairs),
        summary=_pair_summary(pair, still_on.face),
    )


def _marker(run: Run) -> Section[Track]:
    rule = BELOW.label_of(run.race.below)
    push_text = count(run.shortfall, "field")
    return Section(f"It {rule}: {count(run.throws, 'throw')}, pushed by {push_text}", _track(run))


def _differences(pair: Pair, games_played: Lengths, odds_visible: bool) -> Differences:
    """Return how much longer the clamped marker took in the races of the tally."""
    exact = pair.clamp.race.expected_throws - pair.stay.race.expected_throws
    axis_text = "more throws for the marker that goes to field 1"
    games = (
        games_chart(map(int, games_played.values), axis_text, noun="pair")
        if games_played.values
        else None
    )
    return Differences(games_played, games, exact if odds_visible else None)


def _pair_summary(pair: Pair, face: int | None) -> str:
    if face is None:
        return "One die, two markers. Throw it, and watch where they separate."
    clamp, stay = pair.clamp, pair.stay
    places = f"{clamp.field} and {stay.field}"
    summary = f"{_throw(clamp.race, face)}: the markers are on fields {places}."
    if pair.is_over:
        lead = clamp.throws - stay.throws
        if lead:
            return (
                f"{summary} Both have won; the one that stays won {count(lead, 'throw')} earlier."
            )
        return f"{summary} Both have won with the same throw."
    if stay.is_over:
        return f"{summary} The one that stays has won after {count(stay.throws, 'throw')}."
    return summary
