"""Pictures of the race: the board, its matrix, the length of the game, the ledger, a race run."""

from collections import Counter
from collections.abc import Generator, Sequence
from fractions import Fraction
from functools import cache, lru_cache, partial
from itertools import accumulate, islice, pairwise
from math import ceil, log, sqrt
from typing import NamedTuple

from games import race
from games.kit import dice
from games.kit.curves import Axis, Bars, Dots, Line, Mark, chart, in_percent, over_by
from games.kit.markup import (
    Html,
    Picture,
    button,
    controls,
    div,
    element,
    headline,
    headlines,
    hidden,
    remark,
    section,
    table,
    tells,
)
from games.kit.matrix import Cells, entries, matrix
from games.kit.scene import Stage, hand, scene
from games.kit.tally import Lengths, pile
from games.kit.tally import lengths as tally
from games.kit.text import count, exactly, listed, number, percent, summand
from games.race.playing import Board, Lanes, Run, mean_move, throws_by_field
from games.race.view_step import stages, step

LONGEST = 100_000  # mean throws of a race whose length is followed throw by throw
BINS = 40


# The explorer: the board and the transition matrix, linked.


def _set(board: Board) -> str:
    """Return the board in words, to begin a sentence with."""
    die = "one face" if board.faces == 1 else f"{board.faces} faces"
    return f"On {board.fields} fields with a die of {die}"


class Solved(NamedTuple):
    """What the explorer shows of a board, whichever field is chosen.

    Attributes:
        throws: the expected throws from each field.
        visits: the expected visits of each field but the last, in a race from field 1.
        most: the most of these.
        rows: for each field but the last {next field: faces that lead there}.
        places: each field but the last as a button, while it is not marked.
        entries: those of the matrix, drawn.
    """

    throws: tuple[float, ...]
    visits: tuple[float, ...]
    most: float
    rows: tuple[Counter[int], ...]
    places: tuple[Html, ...]
    entries: Html


@lru_cache(maxsize=4)
def _solved(board: Board) -> Solved:
    fields, faces, below = board
    throws = tuple(map(float, throws_by_field(board).values()))
    visits = _throws(board, 0).ledger.visits_float
    rows = tuple(Counter(sorted(it)) for it in race.landings(fields, faces, below=below))
    cells: dict[int, list[Cells]] = {}
    for y, row in enumerate(rows):
        for to, ways in row.items():
            cells.setdefault(ways, []).append((y, to - 1, 1))
    most = max(cells)
    drawn = entries({0.3 + 0.7 * ways / most: those for ways, those in cells.items()})
    solved = Solved(throws, visits, max(visits), rows, (), drawn)
    places = tuple(_place(board, solved, field) for field in range(1, fields))
    return solved._replace(places=places)


def explorer(board: Board, field: int) -> Picture:
    """Return the scene of the step from a field; behind it the board and its matrix.

    >>> explorer(Board(4), 2).summary
    'From field 2 there are 2.90 throws to go, not 12. The step on saves 0.41 of them, not 6.'
    """
    solved = _solved(board)
    behind = div(
        "oe-pair",
        section("The board", _fields(board, solved, field)),
        tells(section("Its matrix: from each field to others", _matrix(board, solved, field))),
    )
    start, end = ((it - 0.5) / board.fields for it in (1, board.fields - 1))
    said = f"field {field}"
    held = hand("Field", field, 1, board.fields - 1, said=said, start=start, end=end)
    return scene(partial(step, board), field, stages(board), held, behind)


def _fields(board: Board, solved: Solved, chosen: int) -> Html:
    """Return the board as buttons that choose a field; each carries what is known of it."""
    reached = solved.rows[chosen - 1]
    places = list(solved.places)
    for field in {chosen, *reached} - {board.fields}:
        places[field - 1] = _place(
            board, solved, field, ways=reached.get(field, 0), chosen=field == chosen
        )
    ways = reached.get(board.fields)
    goal = element(
        "span",
        board.fields,
        element("small", _chance(ways, board.faces), class_="oe-tells") if ways else "⚑",
        class_="oe-place oe-is-goal" + " oe-is-reached" * bool(ways),
    )
    return element(
        "div",
        *places,
        goal,
        element(
            "p",
            "Shade: expected visits. Outlined, with their chances: where the chosen field leads.",
            class_="oe-note oe-tells",
        ),
        class_="oe-places",
        role="group",
        aria_label="The board: choose a field",
        data_arrows=True,
        style=_wide(board),
    )


def _place(
    board: Board, solved: Solved, field: int, ways: int = 0, *, chosen: bool = False
) -> Html:
    """Return a field; its label is shown below the board while it is lit (see view.css).

    Args:
        ways: the faces that lead there from the chosen field.
        chosen: whether it is the chosen field itself.
    """
    often, to_go = solved.visits[field - 1], solved.throws[field - 1]
    label = (
        f"Field {field}: {number(often, 2)} visits on average, {number(to_go, 2)} throws to go; "
        f"leads to {_row(solved.rows[field - 1], board.faces)}."
    )
    marks = " oe-is-chosen" * chosen + " oe-is-reached" * bool(ways)
    state = 'aria-current="true"' if chosen else 'tabindex="-1"'
    chance = f'<small class="oe-tells">{_chance(ways, board.faces)}</small>' if ways else ""
    return Html(  # a hundred of them: too many for `element`
        f'<button type="button" class="oe-place{marks}" aria-label="{label}" data-act="field" '
        f'data-value="{field}" data-link="{field}" {state} '
        f'style="--heat:{sqrt(often / solved.most):.3f}">{field}{chance}</button>'
    )


def _wide(board: Board) -> str:
    return f"--wide:{board.fields if board.fields <= 12 else 10}"


def _row(row: dict[int, int], faces: int) -> str:
    """Return a row of the matrix in words.

    >>> _row({1: 3, 2: 1, 5: 1, 7: 1}, 6)
    '2, 5 and 7 with 1/6 each, 1 with 1/2'
    """
    by_ways: dict[int, list[int]] = {}
    for to, ways in row.items():
        by_ways.setdefault(ways, []).append(to)
    return ", ".join(
        f"{listed(fields)} with {_chance(ways, faces)}" + " each" * (len(fields) > 1)
        for ways, fields in sorted(by_ways.items())
    )


@lru_cache(maxsize=256)
def _chance(ways: int, faces: int) -> str:
    return str(Fraction(ways, faces))


def _matrix(board: Board, solved: Solved, chosen: int) -> Html:
    """Return the matrix [Q R] as a picture: its rows light up with the fields of the board."""
    last = board.fields
    leads = _row(solved.rows[chosen - 1], board.faces)
    return matrix(
        solved.entries,
        last,
        range(1, last),
        lit=[chosen - 1],
        beside=f"{chosen} ▸",
        ends=("to field 1", last),
        lines=f"M{last - 1} 0V{last - 1}",
        told=f"The transition matrix: {count(last - 1, 'row')}, one for each field but the last, "
        f"and {count(last, 'column')}. Row {chosen} leads to {leads}. The rows form a band along "
        "the diagonal, because every field but those at the ends moves the marker alike.",
    )


def visits(runs: Sequence[Run]) -> Picture:
    """Return from which fields the throws of races were made, beside what is to be expected.

    Args:
        runs: races that are over; those on the board of the last one count.
    """
    board = runs[-1].board
    seen = [it for it in runs if it.board == board]
    throws = Counter(field for it in seen for field in it.path[:-1])
    mean = [(field, throws[field] / len(seen)) for field in range(1, board.fields)]
    solved = _solved(board)
    most = max(range(1, board.fields), key=throws.__getitem__)
    told = (
        f"{count(len(seen), 'race')} on {board.fields} fields with {throws.total()} throws, "
        f"{number(Fraction(throws.total(), len(seen)), 2)} in a race; "
        f"{number(solved.throws[0], 2)} are to be expected. Most throws, {throws[most]}, were made "
        f"from field {most}."
    )
    drawn = chart(
        Bars(mean, "throws in a race"),
        Line(list(enumerate(solved.visits, start=1)), "expected", "dashed"),
        x=Axis("field", 0.5, board.fields + 0.5),
        y=Axis("throws", 0, max(solved.most, *(times for _, times in mean))),
        told=told,
        height=9,
    )
    return Picture(drawn, told)


# How long a race lasts.


def lengths(board: Board) -> Generator[float, None, Picture]:
    """Work out how the length of a race is distributed, in steps; return the picture."""
    mean, deviation = board.throws, board.deviation
    if mean > LONGEST:
        return _too_long(board, mean, deviation)
    curve, alive = race.survivals_float(*board[:2], below=board.below), [2.0]
    while alive[-1] > 0.01:
        alive += islice(curve, 100)
        yield min(0.99, len(alive) / float(6 * mean))
    del alive[0]
    low, median, high, late = (
        next(t for t, chance in enumerate(alive) if chance <= over)
        for over in (0.9, 0.5, 0.1, 0.01)
    )
    width = max(1, -(-late // BINS))
    ends = range(0, max(late, 4) + width, width)
    alive += islice(curve, max(0, ends[-1] + 1 - len(alive)))
    bins = [(start + (width + 1) / 2, alive[start] - alive[end]) for start, end in pairwise(ends)]
    marks, quantiles = over_by("races", "throw", mean, low, median, high, late)
    end = ends[-1] + 0.5
    each = "each throw" if width == 1 else f"each {width} throws"
    html = Html.of(
        _figures(mean, deviation, median),
        section(
            f"How likely the race ends within {each}",
            chart(
                Bars(bins),
                x=Axis("throws", 0.5, end),
                y=Axis("chance", 0, max(height for _, height in bins), in_percent),
                marks=marks,
                told=f"A histogram of the number of throws in steps of {width}: highest near "
                f"{number(max(bins, key=lambda it: it[1])[0])} throws, with a long tail to the "
                f"right. {quantiles} The mean is {number(mean, 2)}.",
            ),
        ),
        section(
            "How likely the race still goes on, on a logarithmic scale",
            chart(
                Line(list(enumerate(alive[: ends[-1] + 1])), steps=True),
                x=Axis("throws t", 0, end),
                y=Axis("P(T > t)", 0.005, 1, in_percent, log=True),
                told="P(T > t), the chance that a race takes more than t throws, on a "
                "logarithmic scale: after a while a straight line, because each throw then "
                "ends the same share of the races that are left.",
                height=9,
            ),
            remark("The straight tail: races that have lasted long have forgotten how long."),
        ),
    )
    return Picture(
        html,
        f"{_set(board)}, a race takes {number(mean, 2)} ± {number(deviation, 2)} throws. "
        + quantiles,
    )


def _figures(mean: Fraction, deviation: float, median: int | None = None) -> Html:
    return headlines(
        headline("Mean", number(mean, 2), exactly(mean)),
        headline("Standard deviation", number(deviation, 2)),
        None if median is None else headline("Median", number(median)),
    )


def _too_long(board: Board, mean: Fraction, deviation: float) -> Picture:
    ratio = deviation / float(mean)
    html = Html.of(
        _figures(mean, deviation),
        element(
            "p",
            f"Nobody throws {number(mean, 2)} times, nor is it worked out here throw by throw. "
            f"The standard deviation is {ratio:.3f} times the mean. For a game that each throw "
            "ends with the same small chance, that ratio is nearly 1: the marker always falls "
            "back to the start, and every attempt is like the first.",
        ),
    )
    return Picture(
        html,
        f"{_set(board)}, a race takes {number(mean, 2)} throws on average: too many to follow one "
        "by one, though the mean is exact.",
    )


# The ledger: from the tempting estimate to the truth.


class Entry(NamedTuple):
    """A line of a ledger: what it is, how much it adds, and whether it is a sum."""

    name: str
    amount: Fraction
    total: bool = False


def ledger(board: Board, wall: int = 0) -> Picture:
    """Return the scene of the wall: where there is none, distance over drift is nearly right.

    Behind it stands the ledger in fields. Without a drift forward nobody comes home on a board that
    has no start, and that ledger is all there is.

    Args:
        board: its first field has the wall behind it; its rule is what the wall does.
        wall: how far the wall is from there, −200 to 0 in steps of five; at −200 there is none.

    >>> ledger(Board(100), -50).summary
    'The wall, 50 fields behind the start, pushes the marker on and saves 76.69 throws: 527.01 \
remain.'
    """
    if mean_move(board) > 0:
        said, width = _where(wall) if wall > -BEHIND else "no wall", BEHIND + board.fields
        held = hand("The wall", wall, -BEHIND, 0, said=said, step=STEP, end=BEHIND / width)
        return scene(partial(_walled, board), wall, WALLS, held, _in_fields(board))
    entries = _throws(board, 0).ledger
    why = (
        "0: the moves forward and back cancel out, and the distance cannot be divided by it"
        if entries.drift == 0
        else f"{number(entries.drift, 2)} fields a throw: backwards. Distance over drift would be "
        "a negative number of throws"
    )
    return Picture(
        _in_fields(board),
        f"{_set(board)}, there is no tempting estimate, for the drift is {why}. What gets the "
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


@lru_cache(maxsize=64)  # the stages of a board, and where the hand has been
def _walled(board: Board, wall: int) -> Picture:
    """Return where the throws are made while the wall is there, and the books in throws."""
    free, now, start = (_throws(board, it) for it in (-BEHIND, wall, 0))
    distance, overshoot, pushes, drift, throws, _ = now.ledger
    guess, more, saved = distance / drift, overshoot / drift, pushes / drift
    top = max(*free.piles, *start.piles)
    bars = (
        element("i", style=f"--free:{all_ / top:.3f};--now:{here / top:.3f}")
        for all_, here in zip(free.piles, now.piles, strict=True)
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
    width = BEHIND + board.fields
    drawn = element(
        "div",
        element("div", *bars, class_="oe-piles"),
        element("div", class_="oe-wall", style=f"--to:{(BEHIND + wall) / width:.4f}"),
        element("span", number(1 - BEHIND), style="--at:0"),
        element("span", "start", style=f"--at:{BEHIND / width:.4f}"),
        element("span", board.fields, style="--at:1"),
        tells(element("strong", number(throws, 2), element("small", " throws, by their field"))),
        class_="oe-walled",
        role="img",
        aria_label=f"Expected visits of the fields from {number(1 - BEHIND)} to {board.fields}: "
        "those beyond the wall are saved.",
    )
    return Picture(Html.of(drawn, tells(_waterfall(books, "throws"))), summary)


class Throws(NamedTuple):
    """The ledger of a board with a wall, and how many throws each few fields of the picture see."""

    ledger: race.Ledger
    piles: tuple[float, ...]


@lru_cache(maxsize=64)
def _throws(board: Board, wall: int) -> Throws:
    behind = _unfelt(board.faces) if wall == -BEHIND else -wall
    fields = board.fields + behind
    entries = race.ledger(fields, board.faces, below=board.below, start=behind + 1)
    visits = dict(enumerate(entries.visits_float, start=1 - behind))
    firsts = range(1 - BEHIND, board.fields, STEP)
    piles = (sum(visits.get(at, 0.0) for at in range(it, it + STEP)) for it in firsts)
    return Throws(entries, tuple(piles))


@cache
def _unfelt(faces: int) -> int:
    """Return how many fields behind the start no wall is felt: the powers of the roots vanish."""
    roots = (abs(it) for it in race.characteristic_roots_float(faces))
    slowest = max((it for it in roots if it < 1), default=FELT)
    return ceil(log(FELT) / log(slowest))


@lru_cache(maxsize=4)  # the same for all places of the hand
def _in_fields(board: Board) -> Html:
    """Return the ledger in fields, and what the other start rule would do."""
    distance, overshoot, pushes, drift, throws, _ = _throws(board, 0).ledger
    other = Board(*board[:2], "stay" if board.below == "clamp" else "clamp")
    fields = _waterfall(
        [
            Entry("drift of all throws", drift * throws),
            Entry("pushes at the start", pushes),
            Entry("the way that was made", distance + overshoot, True),
            Entry("of which beyond the last field", -overshoot),
            Entry("distance", Fraction(distance), True),
        ],
        "fields",
    )
    return tells(
        section("On our board: where the way comes from, in fields", fields),
        remark(
            f"If a marker that would go before field 1 {_RULE[other.below]} instead, a race "
            f"takes {number(other.throws, 2)} throws."
        ),
    )


_RULE = {"clamp": "goes to field 1", "stay": "stays where it is"}


def _waterfall(entries: Sequence[Entry], unit: str) -> Html:
    """Return the entries as a table of floating bars: each begins where the one before ended."""
    ends = list(
        accumulate(
            entries, lambda end, it: it.amount if it.total else end + it.amount, initial=Fraction(0)
        )
    )
    low, high = min(ends), max(ends)
    span = float(high - low) or 1.0
    rows = []
    for (before, after), entry in zip(pairwise(ends), entries, strict=True):
        start = Fraction(0) if entry.total else before
        left, right = sorted((float(start - low) / span, float(after - low) / span))
        kind = "total" if entry.total else "gain" if entry.amount >= 0 else "cost"
        if not entry.amount:
            kind = "none"
        shown = f"= {number(entry.amount, 2)}" if entry.total else summand(entry.amount, 2)
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
                element("td", shown),
                class_="oe-is-total" if entry.total else None,
            )
        )
    heads = ("entry", element("td", class_="oe-bar"), unit)
    zero = f"--zero:{float(-low) / span:.4f}"
    return table(heads, rows, kind="oe-waterfall", style=zero)


def _signed_fraction(value: Fraction) -> str:
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"


# A race run throw by throw.


def run(
    now: Run,
    *,
    played: Lengths,
    running: bool = False,
    share: float | None = None,
    note: str = "",
    told: bool = False,
    kept: bool = False,
) -> Picture:
    """Return the table of a race: die, board with the marker, its path, and the tally.

    Args:
        now: the race.
        played: the races that were run at once.
        running: whether throws follow each other by themselves.
        share: of a race that is over, the chance that one is over by then.
        note: what a new race will be like, if not like this one.
        told: whether exact values may be told.
        kept: whether the ledger of this race is kept, and its ghost shown.
    """
    board = now.board
    to_go = throws_by_field(board)[now.path[-1]]
    html = Html.of(
        div(
            "oe-table",
            _die(now.face, board, now.thrown),
            _buttons(
                now.over,
                bool(now.thrown),
                running,
                note,
                button("Keep the ledger", "ledger", aria_pressed="true" if kept else "false"),
            ),
            _thrown(now.thrown, f"expected still: {number(to_go, 2)}" if told else ""),
        ),
        _track(now, ghost=kept),
        section("The ledger of this race, in fields", _kept(now)) if kept else None,
        section("The way so far", _way(now)),
        section("Many races", _tally(board, played, told), _many(played, told, "races")),
    )
    return Picture(html, _told(now, to_go if told else None, share))


def _buttons(over: bool, begun: bool, running: bool, note: str, *more: Html) -> Html:
    return controls(
        ("Throw", "step"),
        "New race",
        "Same throws again",
        *more,
        over=over,
        begun=begun,
        running=running,
        note=note,
    )


def _thrown(throws: int, more: str) -> Html:
    return div(
        "oe-chance",
        element("span", "throws so far", class_="oe-label"),
        element("strong", number(throws)),
        element("span", more, class_="oe-label oe-second") if more else None,
    )


def _tally(board: Board, played: Lengths, told: bool) -> Html | None:
    if not played.games:
        return None
    drawn = pile(
        map(int, played.each),
        "throws of a race",
        of="race",
        at_most=(lambda throws: 1 - _alive(board, throws)) if told else None,
        marks=[Mark(float(board.throws), f"mean {number(board.throws, 2)}")] if told else (),
    )
    mean = board.throws if told else None
    return Html.of(drawn, tally(played, "throw", mean, board.deviation, of="race"))


def _alive(board: Board, throws: int) -> float:
    """Return the chance that a race takes more throws."""
    return _curve(board, 1 << max(throws, 255).bit_length())[max(throws, 0)]


@lru_cache(maxsize=4)
def _curve(board: Board, last: int) -> tuple[float, ...]:
    fields, faces, below = board
    return race.survival_curve_float(last, fields, faces, below=below)


def _many(played: Lengths, told: bool, what: str) -> Html:
    return div(
        "oe-buttons",
        button(f"Run 100 {what}", "many"),
        button("Reset tally", "clear", disabled=not played.games),
        button("Show exact values", "tell", aria_pressed="true" if told else "false", data_key="o"),
    )


def _kept(now: Run) -> Html:
    """Return where the way that was made so far comes from."""
    drift = mean_move(now.board) * now.thrown
    way = now.path[-1] - 1 + now.beyond
    entries = [
        Entry(f"drift of {count(now.thrown, 'throw')}", drift),
        Entry("pushes at the start", Fraction(now.pushed)),
        Entry("luck of the die", way - drift - now.pushed),
        Entry("the way so far", Fraction(way), True),
    ]
    if now.over:
        entries += [
            Entry("of which beyond the last field", Fraction(-now.beyond)),
            Entry("distance", Fraction(now.board.fields - 1), True),
        ]
    return Html.of(
        _waterfall(entries, "fields"),
        remark(
            "The dotted field is where a marker would be that moves by the drift, "
            f"{_signed_fraction(mean_move(now.board))}, in each throw. Luck is what the die "
            "gave beyond its mean: 0 on average, whenever you look."
        ),
    )


def _told(now: Run, to_go: Fraction | None, share: float | None) -> str:
    if now.face is None:
        return (
            "Throw the die: 1 and composite numbers move the marker forward, primes move it back. "
            f"The race ends on field {now.board.fields}."
        )
    before, after = now.path[-2:]
    moved = f"{_threw(now.face, now.board)}: from field {before} to field {after}"
    if now.push:
        moved += ", for there is nothing before field 1"
    if not now.over:
        return moved + ("." if to_go is None else f". Expected still: {number(to_go, 2)} throws.")
    told = "" if share is None else f" {percent(Fraction(share))} of all races are over by then."
    return f"{moved}. The race is won after {count(now.thrown, 'throw')}.{told}"


def _threw(face: int, board: Board) -> str:
    step = race.moves(board.faces)[face - 1]
    return f"You threw {face}, " + (f"forward {step}" if step > 0 else f"back {-step}")


def _die(face: int | None, board: Board, thrown: int) -> Html:
    """Return the die after so many throws."""
    kind, how, cube = "waiting", "the die", element("span", "?", class_="oe-cube")
    if face is not None:
        step = race.moves(board.faces)[face - 1]
        kind = "forward" if step > 0 else "back"
        how = f"forward {step} ▶" if step > 0 else f"◀ back {-step}"
        if face <= 6:  # such dice have pips
            cube = Html.of(hidden(f"{face}: "), dice.rolled(face, thrown))
        else:
            cube = element("span", face, class_=f"oe-cube {dice.rolling(thrown)}")
    return div(
        "oe-throw", element("strong", cube), element("span", how, class_=f"oe-how oe-is-{kind}")
    )


def _track(now: Run, *, ghost: bool = False) -> Html:
    """Return the board with the marker on it, where it came from, and where the ghost is."""
    here = now.path[-1]
    before = now.path[-2] if now.thrown else None
    drifted = now.ghost if ghost else None
    cells = []
    for field in range(1, now.board.fields + 1):
        kind = "oe-place"
        content: Html | int = element("span", field)
        if field == drifted:
            kind += " oe-is-ghost"
        if field == now.board.fields:
            kind += " oe-is-goal"
        if field == here:
            kind += " oe-is-here"
            content = Html.of(content, element("span", hidden("the marker"), class_="oe-marker"))
        elif field == before:
            kind += " oe-was-here"
        cells.append(div(kind, content))
    came = f", it came from field {before}" if before else ""
    return element(
        "div",
        *cells,
        class_="oe-places oe-is-track",
        role="img",
        aria_label=f"The board: the marker is on field {here} of {now.board.fields}{came}."
        + (f" By the drift alone it would be on field {drifted}." if drifted else ""),
        style=_wide(now.board),
    )


def _way(now: Run) -> Html:
    thrown = now.thrown
    every = max(1, thrown // 400)
    points = [(t, now.path[t]) for t in (*range(0, thrown, every), thrown)]
    return chart(
        Line([(float(t), float(field)) for t, field in points], steps=True),
        Dots([points[-1]]),
        x=Axis("throws", 0, max(20, thrown)),
        y=Axis("field", 0, now.board.fields),
        told=f"The field after each of {count(thrown, 'throw')}: from 1 to {now.path[-1]}, the "
        f"furthest so far being {max(now.path)}.",
        height=9,
    )


# Two markers and one die.


def lanes(
    now: Lanes, *, played: Lengths, running: bool = False, note: str = "", told: bool = False
) -> Picture:
    """Return two boards, one for each start rule, on which the same throws are made.

    Args:
        now: the two races.
        played: by how many throws the clamped marker took longer, in pairs run at once.
        running: whether throws follow each other by themselves.
        note: what new races will be like, if not like these.
        told: whether exact values may be told.
    """
    board = now.clamp.board
    face = (now.clamp if now.clamp.thrown == now.thrown else now.stay).face
    html = Html.of(
        div(
            "oe-table",
            _die(face, board, now.thrown),
            _buttons(now.over, bool(now.thrown), running, note),
            _thrown(now.thrown, ""),
        ),
        *(
            section(
                f"It {_RULE[it.board.below]}: {count(it.thrown, 'throw')}, pushed by "
                f"{count(it.pushed, 'field')}",
                _track(it),
            )
            for it in now
        ),
        section("Many pairs of races", _pairs(board, played, told), _many(played, told, "pairs")),
    )
    return Picture(html, _both(now, face))


def _pairs(board: Board, played: Lengths, told: bool) -> Html | None:
    """Return how much longer the clamped marker took in the races of the tally."""
    stay = Board(*board[:2], "stay")
    exact = f" Exactly: {number(board.throws - stay.throws, 2)}." if told else ""
    if not played.games:
        return remark(exact) if told else None
    return div(
        "oe-tally",
        (
            pile(map(int, played.each), "throws more for the marker that is clamped", of="pair")
            if played.each
            else None
        ),
        element(
            "p",
            f"In {count(played.games, 'pair')}, the marker that is clamped took ",
            element("strong", f"{number(Fraction(played.total, played.games), 2)} throws"),
            f" more on average, from {number(played.shortest)} to {number(played.longest)}.{exact}",
        ),
    )


def _both(now: Lanes, face: int | None) -> str:
    if face is None:
        return "One die, two markers. Throw it, and watch where they part."
    places = f"{now.clamp.path[-1]} and {now.stay.path[-1]}"
    told = f"{_threw(face, now.clamp.board)}: the markers are on fields {places}."
    if now.over:
        late = now.clamp.thrown - now.stay.thrown
        told += " Both have won, " + (
            f"the one that stays {count(late, 'throw')} earlier." if late else "by the same throw."
        )
    elif now.stay.over:
        told += f" The one that stays has won after {count(now.stay.thrown, 'throw')}."
    return told
