"""Pictures of a race that is run throw by throw, and of two markers that race with one die."""

from fractions import Fraction
from functools import lru_cache

from games.race import BELOW, Race
from games.race.playing import Pair, Run
from games_widgets.drawing import dice
from games_widgets.drawing.curves import Axis, Dots, Line, Mark, chart
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    controls,
    div,
    element,
    hidden,
    remark,
    section,
)
from games_widgets.drawing.tally import Lengths, pile
from games_widgets.drawing.tally import lengths as tally
from games_widgets.drawing.text import count, number, percent
from games_widgets.race.view_board import columns
from games_widgets.race.view_ledger import Entry, waterfall

__all__ = ["pair_table", "table"]

LEAST_CURVE = 256  # throws for which the survival curve is worked out at least
PLACES_OF_PATH = 400  # at most so many fields of the way are drawn


def table(
    run: Run,
    *,
    played: Lengths,
    running: bool = False,
    share: float | None = None,
    note: str = "",
    odds_visible: bool = False,
    with_ledger: bool = False,
) -> Picture:
    """Return the table of a race: die, board with the marker, its path, and the tally.

    Args:
        run: the race.
        played: the races that were run at once.
        running: whether throws follow each other by themselves.
        share: of a race that is over, the chance that one is over by then.
        note: what a new race will be like, if not like this one.
        odds_visible: whether exact values are shown.
        with_ledger: whether the ledger of this race is shown, and its ghost.
    """
    race = run.race
    to_go = race.expected_throws_by_field[run.field] if odds_visible else None
    expected = "" if to_go is None else f"expected still: {number(to_go, 2)}"
    pressed = "true" if with_ledger else "false"
    html = Html.of(
        div(
            "oe-table",
            _die(run.face, race, run.throws),
            _buttons(
                run.over,
                bool(run.throws),
                running,
                note,
                button("Keep the ledger", "ledger", aria_pressed=pressed),
            ),
            _throws_so_far(run.throws, expected),
        ),
        _track(run, ghost=with_ledger),
        section("The ledger of this race, in fields", _ledger(run)) if with_ledger else None,
        section("The way so far", _way(run)),
        section(
            "Many races",
            _tally(race, played, odds_visible),
            _tally_buttons(played, odds_visible, "races"),
        ),
    )
    return Picture(html, _summary(run, to_go, share))


def _buttons(is_over: bool, has_begun: bool, running: bool, note: str, *more: Html) -> Html:
    return controls(
        ("Throw", "step"),
        "New race",
        "Same throws again",
        *more,
        is_over=is_over,
        has_begun=has_begun,
        is_running=running,
        note=note,
    )


def _throws_so_far(throws: int, expected: str) -> Html:
    return div(
        "oe-chance",
        element("span", "throws so far", class_="oe-label"),
        element("strong", number(throws)),
        element("span", expected, class_="oe-label oe-second") if expected else None,
    )


def _tally(race: Race, played: Lengths, odds_visible: bool) -> Html | None:
    if not played.games:
        return None
    mean = race.expected_throws if odds_visible else None
    marks = [] if mean is None else [Mark(float(mean), f"mean {number(mean, 2)}")]
    drawn = pile(
        map(int, played.values),
        "throws of a race",
        noun="race",
        at_most=(lambda throws: 1 - _survival(race, throws)) if odds_visible else None,
        marks=marks,
    )
    return Html.of(drawn, tally(played, "throw", mean, race.deviation_float, noun="race"))


def _survival(race: Race, throws: int) -> float:
    """Return the chance that a race takes more throws."""
    last = 1 << max(throws, LEAST_CURVE - 1).bit_length()
    return _curve(race, last)[max(throws, 0)]


@lru_cache(maxsize=4)
def _curve(race: Race, last: int) -> tuple[float, ...]:
    return race.survival_curve_float(last)


def _tally_buttons(played: Lengths, odds_visible: bool, games: str) -> Html:
    pressed = "true" if odds_visible else "false"
    return div(
        "oe-buttons",
        button(f"Run 100 {games}", "many"),
        button("Reset tally", "clear", disabled=not played.games),
        button("Show exact values", "tell", aria_pressed=pressed, data_key="o"),
    )


def _ledger(run: Run) -> Html:
    """Return the sources of the way that was made so far."""
    drift = run.race.drift * run.throws
    way = run.field - 1 + run.beyond
    entries = [
        Entry(f"drift of {count(run.throws, 'throw')}", drift),
        Entry("pushes at the start", Fraction(run.pushed)),
        Entry("luck of the die", way - drift - run.pushed),
        Entry("the way so far", Fraction(way), True),
    ]
    if run.over:
        entries += [
            Entry("of which beyond the last field", Fraction(-run.beyond)),
            Entry("distance", Fraction(run.race.fields - 1), True),
        ]
    return Html.of(
        waterfall(entries, "fields"),
        remark(
            "The dotted field is where a marker would be that moves by the drift, "
            f"{_signed(run.race.drift)}, in each throw. Luck is what the die "
            "gave beyond its mean: 0 on average, whenever you look."
        ),
    )


def _signed(value: Fraction) -> str:
    """Return a fraction with its sign.

    >>> _signed(Fraction(1, 6)), _signed(Fraction(-1)), _signed(Fraction(0))
    ('+1/6', '−1', '0')
    """
    if value < 0:
        return f"−{-value}"
    return f"+{value}" if value else "0"


def _summary(run: Run, to_go: Fraction | None, share: float | None) -> str:
    if run.face is None:
        return (
            "Throw the die: 1 and composite numbers move the marker forward, primes move it back. "
            f"The race ends on field {run.race.fields}."
        )
    moved = f"{_throw(run.race, run.face)}: from field {run.path[-2]} to field {run.field}"
    if run.push:
        moved += ", for there is nothing before field 1"
    if not run.over:
        return f"{moved}." if to_go is None else f"{moved}. {_expected(to_go)}"
    won = f"{moved}. The race is won after {count(run.throws, 'throw')}."
    if share is None:
        return won
    return f"{won} {percent(Fraction(share))} of all races are over by then."


def _expected(to_go: Fraction) -> str:
    return f"Expected still: {number(to_go, 2)} throws."


def _throw(race: Race, face: int) -> str:
    """Return in words what a face does."""
    move = race.moves[face - 1]
    return f"You threw {face}, forward {move}" if move > 0 else f"You threw {face}, back {-move}"


def _die(face: int | None, race: Race, throws: int) -> Html:
    """Return the die after so many throws."""
    kind, effect, cube = "waiting", "the die", element("span", "?", class_="oe-cube")
    if face is not None:
        move = race.moves[face - 1]
        kind = "forward" if move > 0 else "back"
        effect = f"forward {move} ▶" if move > 0 else f"◀ back {-move}"
        if face <= 6:  # such dice have pips
            cube = Html.of(hidden(f"{face}: "), dice.rolling_face(face, throws))
        else:
            cube = element("span", face, class_=f"oe-cube {dice.rolling(throws)}")
    return div(
        "oe-throw",
        element("strong", cube),
        element("span", effect, class_=f"oe-how oe-is-{kind}"),
    )


def _track(run: Run, *, ghost: bool = False) -> Html:
    """Return the board with the marker on it, where it came from, and where the ghost is."""
    before = run.path[-2] if run.throws else None
    drifted = run.ghost if ghost else None
    last = run.race.fields
    cells = []
    for field in range(1, last + 1):
        kind = "oe-place"
        content: Html | int = element("span", field)
        if field == drifted:
            kind += " oe-is-ghost"
        if field == last:
            kind += " oe-is-goal"
        if field == run.field:
            kind += " oe-is-here"
            content = Html.of(content, element("span", hidden("the marker"), class_="oe-marker"))
        elif field == before:
            kind += " oe-was-here"
        cells.append(div(kind, content))
    alt_text = f"The board: the marker is on field {run.field} of {last}"
    if before:
        alt_text += f", it came from field {before}"
    alt_text += "."
    if drifted:
        alt_text += f" By the drift alone it would be on field {drifted}."
    return element(
        "div",
        *cells,
        class_="oe-places oe-is-track",
        role="img",
        aria_label=alt_text,
        style=columns(run.race),
    )


def _way(run: Run) -> Html:
    step = max(1, run.throws // PLACES_OF_PATH)
    path = tuple(run.path)
    points = [(t, path[t]) for t in (*range(0, run.throws, step), run.throws)]
    return chart(
        Line([(float(t), float(field)) for t, field in points], steps=True),
        Dots([points[-1]]),
        x=Axis("throws", 0, max(20, run.throws)),
        y=Axis("field", 0, run.race.fields),
        alt_text=f"The field after each of {count(run.throws, 'throw')}: from 1 to {run.field}, "
        f"the furthest so far being {max(path)}.",
        height=9,
    )


# Two markers and one die


def pair_table(
    pair: Pair,
    *,
    played: Lengths,
    running: bool = False,
    note: str = "",
    odds_visible: bool = False,
) -> Picture:
    """Return two boards, one for each start rule, on which the same throws are made.

    Args:
        pair: the two races.
        played: by how many throws the clamped marker took longer, in pairs run at once.
        running: whether throws follow each other by themselves.
        note: what new races will be like, if not like these.
        odds_visible: whether exact values are shown.
    """
    race = pair.clamp.race
    still_on = pair.clamp if pair.clamp.throws == pair.throws else pair.stay
    html = Html.of(
        div(
            "oe-table",
            _die(still_on.face, race, pair.throws),
            _buttons(pair.over, bool(pair.throws), running, note),
            _throws_so_far(pair.throws, ""),
        ),
        _marker(pair.clamp),
        _marker(pair.stay),
        section(
            "Many pairs of races",
            _differences(pair, played, odds_visible),
            _tally_buttons(played, odds_visible, "pairs"),
        ),
    )
    return Picture(html, _pair_summary(pair, still_on.face))


def _marker(run: Run) -> Html:
    rule = BELOW.label_of(run.race.below)
    pushed = count(run.pushed, "field")
    return section(f"It {rule}: {count(run.throws, 'throw')}, pushed by {pushed}", _track(run))


def _differences(pair: Pair, played: Lengths, odds_visible: bool) -> Html | None:
    """Return how much longer the clamped marker took in the races of the tally."""
    exact = ""
    if odds_visible:
        difference = pair.clamp.race.expected_throws - pair.stay.race.expected_throws
        exact = f" Exactly: {number(difference, 2)}."
    if not played.games:
        return remark(exact) if odds_visible else None
    return div(
        "oe-tally",
        (
            pile(map(int, played.values), "throws more for the marker that is clamped", noun="pair")
            if played.values
            else None
        ),
        element(
            "p",
            f"In {count(played.games, 'pair')}, the marker that is clamped took ",
            element("strong", f"{number(Fraction(played.total, played.games), 2)} throws"),
            f" more on average, from {number(played.shortest)} to {number(played.longest)}.{exact}",
        ),
    )


def _pair_summary(pair: Pair, face: int | None) -> str:
    if face is None:
        return "One die, two markers. Throw it, and watch where they part."
    clamp, stay = pair.clamp, pair.stay
    places = f"{clamp.field} and {stay.field}"
    summary = f"{_throw(clamp.race, face)}: the markers are on fields {places}."
    if pair.over:
        late = clamp.throws - stay.throws
        if late:
            return f"{summary} Both have won, the one that stays {count(late, 'throw')} earlier."
        return f"{summary} Both have won, by the same throw."
    if stay.over:
        return f"{summary} The one that stays has won after {count(stay.throws, 'throw')}."
    return summary
