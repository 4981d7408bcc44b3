"""Pictures of the chase: the round table, the length of a game, and thousands of games."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, cos, log10, pi, sin, sqrt
from statistics import median_low

from games import chase
from games.chase.playing import UNIT, Chase, Table
from games_widgets.drawing import dice
from games_widgets.drawing.curves import Axis, Bars, Dots, Line, Mark, chart, end_times, in_percent
from games_widgets.drawing.dice import PIPS
from games_widgets.drawing.markup import (
    Html,
    Picture,
    button,
    controls,
    div,
    element,
    headline,
    headlines,
    joined,
    remark,
    section,
)
from games_widgets.drawing.tally import Lengths, pile
from games_widgets.drawing.tally import lengths as tally
from games_widgets.drawing.text import SUPERSCRIPT, count, exactly, listed, number, percent

STEPS = 6  # columns for each factor of ten
LONG = 20_000  # turns: hardly a game that is not stuck lasts so long
# The explorer: how long the game lasts.


def _set(table: Table) -> str:
    """Return the table in words, to begin a sentence with."""
    return (
        f"With {table.players} players, dice {count(table.distance, 'seat')} apart, passed to "
        f"the left with {table.law['left']} and to the right with {table.law['right']},"
    )


def explorer(table: Table) -> Picture:
    """Return the expected turns and how they are distributed.

    >>> explorer(Table(4, 2, 2, 2)).summary
    'With 4 players, dice 2 seats apart, passed to the left with 1/6 and to the right with 1/6, \
the game takes 7.20 turns on average. Half of all games are over by turn 5, 1 in 10 by turn 2, \
9 in 10 by turn 15 and 99 in 100 by turn 28.'
    """
    parts: list[Html | None] = []
    if table.endless:
        summary = f"{_set(table)} the game never ends."
        parts += [
            element("p", element("strong", "It never ends. "), table.endless),
            div("oe-round", _ring(table, None, None)),
        ]
    else:
        mean = chase.expected_turns(table.players, **table.start)
        deviation = sqrt(chase.variance_turns_float(table.players, **table.start))
        low, median, high, late = (
            chase.quantile_float(level, table.players, **table.start)
            for level in ("1/10", "1/2", "9/10", "99/100")
        )
        marks, quantiles = end_times("games", "turn", mean, low, median, high, late)
        summary = f"{_set(table)} the game takes {number(mean, 2)} turns on average. {quantiles}"
        parts += [
            headlines(
                headline("Expected turns", number(mean, 2), exactly(mean)),
                headline("Standard deviation", number(deviation, 2)),
                headline("Median", number(median)),
            ),
            section(
                "How likely the game still goes on",
                chart(
                    Line(_survival(table, late), steps=late <= 100, filled=True),
                    x=Axis("turns t", 0, late),
                    y=Axis("P(T > t)", 0, 1, in_percent),
                    marks=marks,
                    alt_text="P(T > t), the chance that the game takes more than t turns, falls "
                    f"from 100 % to 1 %. {quantiles} The mean is {number(mean, 2)}.",
                ),
            ),
        ]
    return Picture(joined(parts), summary)


def _survival(table: Table, last: int) -> list[tuple[float, float]]:
    step = max(1, last // 100)
    return [
        (turns, chase.survival_float(turns, table.players, **table.start))
        for turns in (*range(0, last, step), last)
    ]


# The table and a game.


def play(
    now: Chase,
    *,
    played: Sequence[int] = (),
    exact: bool = False,
    running: bool = False,
    note: str = "",
) -> Picture:
    """Return the table of a game: the ring and its dice, the distance, the tally of many games.

    Args:
        now: the game.
        played: the lengths of the games that were played at once.
        exact: whether the reader has asked for what the solver knows: the mean of the rest, who
            loses, and what the tally should be.
        running: whether turns follow each other by themselves.
        note: what a new game will be like, if not like this one.
    """
    table, turns = now.table, len(now.distances) - 1
    ends = not table.endless
    chances = _losers(table) if ends and exact else None
    still = ""
    if exact:
        here = Table(*table[:3], distance=(now.seats[1] - now.seats[0]) % table.players)
        to_go = 0.0 if now.over or not ends else _mean(here)
        still = f"expected still: {number(to_go, 2) if ends else 'for ever'}"
    html = Html.of(
        div(
            "oe-table",
            div(
                "oe-chance",
                element("span", "turns so far", class_="oe-label"),
                element("strong", number(turns)),
                element("span", still or "\N{NO-BREAK SPACE}", class_="oe-label oe-second"),
            ),
            controls(
                ("Turn", "step"),
                "New game",
                "Same dice again",
                is_over=now.over,
                has_begun=bool(turns),
                is_running=running,
                ends=ends,
                note=note,
            ),
        ),
        (
            element("p", element("strong", "This game never ends. "), table.endless)
            if not ends
            else None
        ),
        div(
            "oe-pair",
            div("oe-round", _ring(table, now, chances), _legend(table, chances)),
            element(
                "div",
                section("The distance so far", _way(now)),
                section("Who loses, by seat", _losing(chances, table)) if chances else None,
            ),
        ),
        section(
            "Many games",
            _lengths(table, played, exact=exact) if played else None,
            div(
                "oe-buttons",
                button("Play 100 games", "many", disabled=not ends),
                button("Reset tally", "clear", disabled=not played),
                button(
                    "Show exact values",
                    "tell",
                    aria_pressed="true" if exact else "false",
                    data_key="o",
                ),
            ),
        ),
    )
    return Picture(html, _told(now, f" Expected still: {number(to_go, 2)} turns." if exact else ""))


def _mean(table: Table) -> float:
    return chase.expected_turns_float(table.players, **table.start)


def _lengths(table: Table, played: Sequence[int], *, exact: bool) -> Html:
    """Return how long the games were that were played at once: columns, mean and median."""
    half, mean = median_low(played), sum(played) / len(played)
    drawn = pile(
        played,
        "turns of a game",
        at_most=(lambda turns: 1 - _alive(table, max(turns, 0))) if exact else None,
        marks=[
            Mark(half, f"half by {number(half)}", "dashed"),
            Mark(mean, f"mean {number(mean, 2)}"),
        ],
    )
    if exact:
        total = Lengths(len(played), sum(played), min(played), max(played))
        deviation = sqrt(chase.variance_turns_float(table.players, **table.start))
        words = tally(total, "turn", chase.expected_turns(table.players, **table.start), deviation)
    else:
        words = element(
            "p",
            f"{count(len(played), 'game')} took ",
            element("strong", f"{number(mean, 2)} turns"),
            f" on average, from {min(played)} to {number(max(played))}; half of them were over by "
            f"turn {number(half)}.",
            class_="oe-tally",
        )
    return Html.of(drawn, words)


def lasted(games: Sequence[tuple[Table, int]]) -> Picture:
    """Return the lengths of games over the exact distribution, with its median and its mean.

    Args:
        games: table and turns of games that are over; those at the table of the last one count.
    """
    table = games[-1][0]
    turns = [it for at, it in games if at == table]
    mean, half = _mean(table), chase.quantile_float("1/2", table.players, **table.start)
    below, least = sum(it < mean for it in turns), sum(it <= half for it in turns)
    told = (
        f"{count(len(turns), 'game')} of {table.players} players: {below} took less than the mean "
        f"of {number(mean, 2)} turns, {least} not more than the median of {number(half)}."
    )
    drawn = pile(
        turns,
        "turns of a game",
        at_most=lambda by: 1 - _alive(table, max(by, 0)),
        marks=[
            Mark(half, f"median {number(half)}", "dashed"),
            Mark(mean, f"mean {number(mean, 2)}"),
        ],
        high=ceil(2 * mean),
    )
    return Picture(drawn, told)


def _alive(table: Table, turns: int) -> float:
    return chase.survival_float(turns, table.players, **table.start)


@lru_cache(maxsize=8)
def _losers(table: Table) -> tuple[float, ...]:
    return chase.loser_probabilities_float(table.players, **table.start)


_DONE = {-1: "passed to the left", 0: "kept", 1: "passed to the right"}
_SIGN = {-1: "↻", 1: "↺"}


def _told(now: Chase, still: str) -> str:
    table, turns, (a, b) = now.table, len(now.distances) - 1, now.seats
    if now.threw is None:
        ends = (
            "Whoever holds both after a turn has lost." if not table.endless else "It never ends."
        )
        return (
            f"{table.players} players, the dice at seats {a} and {b}. Each turn both are passed "
            f"on: to the left with {table.law['left']}, to the right with {table.law['right']}. "
            f"{ends}"
        )
    first, second = (_DONE[move] for move in now.threw)
    moved = f"First die {first}, second {second}: they are at seats {a} and {b}"
    if now.over:
        return (
            f"First die {first}, second {second}: seat {a} holds both and has lost, after "
            f"{count(turns, 'turn')}."
        )
    if now.swapped:
        moved += ". They have swapped, which is not a meeting: nobody holds both, and it goes on"
    if table.endless:
        return f"{moved}, {now.distances[-1]} apart, and will never meet."
    return f"{moved}, {now.distances[-1]} apart.{still}"


def _ring(table: Table, now: Chase | None, chances: Sequence[float] | None) -> Html:
    """Return the round table from above: its seats, the dice, and how far apart they are.

    Seat 0 is at the bottom; to the right of it, for one who sits there, comes seat 1. Seats are
    shaded by their chances to lose, or else the odd ones where that decides that nobody does.
    """
    n = table.players
    seats = now.seats if now else (0, table.distance)
    radius = min(10.0, 0.42 * 2 * pi * 100 / n)
    most = max(chances) if chances else 1.0
    least = min(chances) if chances else 0.0

    def at(seat: float, distance: float) -> tuple[str, str]:
        angle = 2 * pi * seat / n
        return f"{distance * sin(angle):.2f}", f"{distance * cos(angle):.2f}"

    def before(seat: float) -> float:
        """How far from the middle a die lies, so that no corner of it touches its seat."""
        angle = 2 * pi * seat / n
        return 82 - 6 * (abs(sin(angle)) + abs(cos(angle)))

    gap = min((seats[0] - seats[1]) % n, (seats[1] - seats[0]) % n)
    swapped = bool(now and now.swapped)
    parts = [element("circle", class_="oe-top", r=64)]
    if gap:
        ends = " ".join(f"{x} {y}" for x, y in (at(seat, 62) for seat in seats))
        parts.append(element("path", class_="oe-chord", d=f"M{ends}"))
    for seat in range(n):
        x, y = at(seat, 100)
        heat = (
            (chances[seat] - least) / (most - least or 1.0)
            if chances
            else float(seat % 2 and bool(table.endless))
        )
        lost = " oe-has-lost" * bool(now and now.over and seat == seats[0])
        parts.append(
            Html(  # a hundred of them: too many for `element`
                f'<circle class="oe-seat{lost}" cx="{x}" cy="{y}" r="{radius:.2f}" '
                f'data-link="seat {seat}" style="--heat:{heat:.3f}"></circle>'
            )
        )
        if n <= 24:
            parts.append(element("text", seat, class_="oe-seat-number", x=x, y=y))
    threw = now.threw if now and now.threw else (0, 0)
    faces = now.faces if now and now.faces else (0, 0)
    room = max(0.0, 0.32 * n / (2 * pi) - gap)  # in seats, that both dice lack beside each other
    around = 1 if (seats[1] - seats[0]) % n == gap else -1  # the way from the first to the second
    for die, (seat, move, face) in enumerate(zip(seats, threw, faces, strict=True)):
        aside = around * (die - 0.5) * room
        x, y = at(seat + aside, before(seat + aside))
        parts.append(
            element(
                "g",
                element(
                    "g",
                    element("rect", x=-10, y=-10, width=20, height=20, rx=4),
                    _face(face, table.sides),
                    class_=dice.rolling(len(now.distances)) if now and now.faces else None,
                ),
                class_=f"oe-token oe-is-{'first' if die == 0 else 'second'}",
                transform=f"translate({x} {y})",
            )
        )
        if move:
            x, y = at(seat + aside, 54)
            parts.append(element("text", _SIGN[move], class_="oe-moved", x=x, y=y))
    parts.append(element("text", gap, class_="oe-gap", y=-4))
    unit = ("together", "seat apart")[gap] if gap < 2 else "seats apart"
    parts.append(element("text", unit, class_="oe-gap-unit", y=20))
    if swapped:
        parts.append(element("text", "a swap, not a meeting!", class_="oe-gap-unit", y=34))
    told = f"A round table with {n} seats. The dice are at seats {seats[0]} and {seats[1]}."
    if chances:
        told += f" {_worst(chances)}"
    return element(
        "svg",
        *parts,
        viewBox="-112 -112 224 224",
        class_="oe-ring" + " oe-has-swapped" * swapped,
        role="img",
        aria_label=told,
        focusable="false",
    )


def _face(face: int, sides: int) -> Html | None:
    """Return what is on a die: pips, a number if it has more sides than six, nothing for 0."""
    if not face:
        return None
    if sides > max(PIPS):
        return element("text", face)
    return joined(
        element("circle", class_="oe-pip", cx=5 * x, cy=5 * y, r=2) for x, y in PIPS[face]
    )


def _worst(chances: Sequence[float]) -> str:
    """Say who is most and least likely to lose."""

    def seats(chance: float) -> str:
        found = [seat for seat, it in enumerate(chances) if abs(it - chance) < 1e-9]
        return f"seat {found[0]}" if len(found) == 1 else f"seats {listed(found[:8])}"

    most, least = max(chances), min(chances)
    if most - least < 1e-9:
        return f"All seats lose equally often, with {percent(Fraction(most))}."
    return (
        f"Most likely to lose: {seats(most)} with {percent(Fraction(most))}; least likely: "
        f"{seats(least)} with {percent(Fraction(least))}."
    )


def _legend(table: Table, chances: Sequence[float] | None) -> Html:
    left, right = (side * table.sides // UNIT for side in (table.left, table.right))
    turned = [
        _faces(1, left, "passes to the left (↻)"),
        _faces(table.sides - right + 1, table.sides, "passes to the right (↺)"),
    ]
    rule = "; ".join(filter(None, turned))
    shade = (
        " Shade: odd seats."
        if table.endless
        else " Shade of a seat: its chance to lose."
        if chances
        else ""
    )
    dice = "Filled: the first die; outlined: the second."
    if table.sides > max(PIPS):
        dice += " They have twelve sides."
    return remark(f"{dice} {rule}.{shade}")


def _faces(low: int, high: int, does: str) -> str:
    """Say what some faces do; "" for none."""
    if low > high:
        return ""
    return f"{low if low == high else f'{low} to {high}'} {does}"


def _losing(chances: Sequence[float], table: Table) -> Html:
    n = table.players
    bars = chart(
        Bars(list(enumerate(chances)), "", [f"seat {seat}" for seat in range(n)]),
        Line([(-0.5, 1 / n), (n - 0.5, 1 / n)], "", "dashed"),
        x=Axis("seat", -0.5, n - 0.5),
        y=Axis("chance to lose", 0, max(chances), in_percent),
        alt_text=f"Bars: the chance to lose of each seat. {_worst(chances)} A line marks equal "
        f"chances, {percent(Fraction(1, n))}.",
        height=6,
    )
    return Html.of(bars, remark(_worst(chances)))


def _way(now: Chase) -> Html:
    turns = len(now.distances) - 1
    every = max(1, turns // 400)
    points = [(float(t), float(now.distances[t])) for t in (*range(0, turns, every), turns)]
    return chart(
        Line(points, steps=True),
        Dots(points[-1:]),  # before the first turn there is no line yet
        x=Axis("turns", 0, max(20, turns)),
        y=Axis("seats apart", 0, now.table.players // 2),
        alt_text=f"The distance after each of {count(turns, 'turn')}: from {now.distances[0]} to "
        f"{now.distances[-1]}.",
        height=6,
    )


# Thousands of games whose dice hardly ever rest.


def stuck(rest: int, lengths: Sequence[int], most: int) -> Picture:
    """Return how long games took whose dice rest once in 10^rest throws, with median and mean.

    Args:
        rest: 0 for dice that never do.
        lengths: of the games, in the order in which they were played.
        most: how many games there can be.

    >>> stuck(0, [900, 1000, 1100], 3).summary.partition(" Half")[0]
    '3 games took 1000.00 turns on average.'
    """
    mean, half = sum(lengths) / len(lengths), median_low(lengths)
    last = 4 if not rest else rest + 2
    columns = Counter(int(STEPS * log10(turns)) for turns in lengths)
    points = [((k + 0.5) / STEPS, float(columns[k])) for k in range(STEPS, STEPS * last)]
    late = [turns for turns in lengths if turns > LONG]
    told = (
        f"{count(len(lengths), 'game')} took {number(mean, 2)} turns on average. Half of them were "
        f"over by turn {number(half)}. The longest took {number(max(lengths))}."
    )
    if late and rest:
        without = (sum(lengths) - sum(late)) / (len(lengths) - len(late) or 1)
        told += (
            f" {count(len(late), 'game')} took more than {number(LONG)}. Without "
            f"{'it' if len(late) == 1 else 'them'} the mean would be {number(without, 2)}."
        )
    drawn = chart(
        Bars(points, highlighted=[place for place, _ in points if 10**place > LONG]),
        x=Axis("turns of a game (logarithmic)", 1, last, _tenfold),
        y=Axis("games", 0.5, 2 * max(columns.values()), log=True),
        marks=[
            Mark(log10(half), f"half by {number(half)}", "dashed"),
            Mark(log10(mean), f"mean {number(mean, 0)}"),
        ],
        alt_text=f"Columns: how many games took how long, on logarithmic axes. {told}",
    )
    html = Html.of(
        headlines(
            headline("Half of them over by", number(half)),
            headline("Mean", number(mean, 0)),
        ),
        section("How long they took", drawn),
        div(
            "oe-buttons",
            button("Play on", "more", kind="primary", disabled=len(lengths) == most),
            button("Other games", "others"),
        ),
    )
    return Picture(html, told)


def _tenfold(exponent: float) -> str:
    return "10" + str(int(exponent)).translate(SUPERSCRIPT) if exponent == int(exponent) else ""
