"""Pictures of the chase: the round table, the length of a game, pairs that fold into distances."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import asinh, cos, exp, log10, pi, sin, sinh, sqrt
from statistics import median_low
from typing import Any, NamedTuple

from games import chase
from games.chase.playing import UNIT, Chase, Table
from games.kit import dice, markup
from games.kit.curves import Axis, Bars, Dots, Line, Mark, chart
from games.kit.markup import (
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
    scrolling,
    section,
    tells,
)
from games.kit.matrix import Cells, entries, matrix
from games.kit.tally import Lengths, pile
from games.kit.tally import lengths as tally
from games.kit.text import count, exactly, listed, number, percent

__all__ = ["STAGES", "explorer", "folding", "play", "stuck"]

MAX_NUMBERS = 8  # distances of a matrix whose numbers are written in its cells
MAX_PAIRS = 6  # players for whom N is shown for all pairs
SHADES = 64  # so many that no step between two is seen
NEAR = 20  # distances from one end at which the ripple is drawn
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
    """Return the expected turns, their distribution, E by distance, and N as a heat map.

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
        quantiles = (
            f"Half of all games are over by turn {number(median)}, 1 in 10 by turn {number(low)}, "
            f"9 in 10 by turn {number(high)} and 99 in 100 by turn {number(late)}."
        )
        marks = [
            Mark(low, f"1 in 10 by {number(low)}", "dotted"),
            Mark(median, f"half by {number(median)}", "dashed"),
            Mark(float(mean), f"mean {number(mean, 2)}"),
            Mark(high, f"9 in 10 by {number(high)}", "dotted"),
            Mark(late, f"99 in 100 by {number(late)}", "dotted"),
        ]
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
                    y=Axis("P(T > t)", 0, 1, _percent),
                    marks=marks,
                    told="P(T > t), the chance that the game takes more than t turns, falls from "
                    f"100 % to 1 %. {quantiles} The mean is {number(mean, 2)}.",
                ),
            ),
        ]
    if not table.rigid:
        parts += _by_distance(table)
    return Picture(joined(parts), summary)


def _survival(table: Table, last: int) -> list[tuple[float, float]]:
    step = max(1, last // 100)
    return [
        (turns, chase.survival_float(turns, table.players, **table.start))
        for turns in (*range(0, last, step), last)
    ]


class Distances(NamedTuple):
    """What the explorer shows of all distances, whichever the dice start from.

    Attributes:
        turns: the expected turns from each distance from which the dice can meet.
        parabola: what they would be without jumps over a meeting.
        lift: what those add far from both ends; 0 where there are none.
        visits: N of the distances along the shorter way.
        entries: the same in shades, drawn.
    """

    turns: dict[int, float]
    parabola: dict[int, float]
    lift: float
    visits: dict[int, dict[int, float]]
    entries: Html


@lru_cache(maxsize=4)
def _distances(n: int, left: int, right: int) -> Distances:
    law = Table(n, left, right).law
    spread = float(2 * (law["left"] + law["right"] - (law["left"] - law["right"]) ** 2))
    distances = chase.expected_visits_float(n, distance=min(2, n - 1), **law)
    visits = {d: chase.expected_visits_float(n, distance=d, **law) for d in distances}
    half = {d: sum(row.values()) for d, row in visits.items()}
    turns = half | {n - d: half[d] for d in reversed(half)}
    return Distances(
        turns,
        {d: d * (n - d) / spread for d in range(n + 1)},
        _lift(n, law["left"], law["right"]),
        visits,
        _shaded(visits.values(), _most(visits)),
    )


def _lift(n: int, left: Fraction, right: Fraction) -> float:
    """Return what E has in the middle over its parabola, that part which no longer alternates.

    It is 2n/σ² · (1 + λⁿ) / ((λ − 1/λ)(1 − λⁿ)), where λ = −e^−θ; see `games.chase`.
    """
    two, one = left * right, (1 - left - right) * (left + right)
    if not two or not one:
        return 0.0  # no jumps, or a walk by steps of 2 alone, which is one by steps of 1
    theta = 2 * asinh(sqrt(one / two) / 2)
    power = exp(-theta * n) * (-1 if n % 2 else 1)
    share = (1 + power) / (2 * sinh(theta) * (1 - power))
    return share * float(2 * n / (8 * two + 2 * one))


def _most(visits: dict[int, dict[int, float]]) -> float:
    return max(max(row.values()) for row in visits.values())


def _by_distance(table: Table) -> list[Html]:
    """Return E as parabola, lift and ripple, and N, for all distances."""
    n = table.players
    turns, parabola, lift, *_ = _distances(n, table.left, table.right)
    x = Axis("distance at the start, in seats", 0, n)
    bars = chart(
        Bars(
            list(turns.items()),
            "expected turns",
            [str(min(d, n - d)) for d in turns],
            [table.distance],
        ),
        Line(list(parabola.items()), "the parabola d(n−d)/σ²", "dashed"),
        x=x,
        y=Axis("turns", 0, max(turns.values())),
        told="Bars: expected turns by distance at the start, nearly on a parabola: highest "
        f"in the middle, {number(max(turns.values()), 2)} turns, and falling to both sides.",
        height=10,
    )
    return [
        section("Expected turns by distance", bars),
        section(
            "What the jumps over a meeting add: a lift, and a ripple at the ends",
            _over_the_parabola(table)
            if lift
            else element(
                "p", "Here they add nothing: dice that step one apart never jump over a meeting."
            ),
        ),
        section(
            "N: expected visits to a distance (column) from a distance (row)",
            _heat(table, min(table.distance, n - table.distance)),
        ),
    ]


def _over_the_parabola(table: Table) -> Html:
    """Return E less its parabola near one end, where it swings about the lift."""
    n = table.players
    turns, parabola, lift, *_ = _distances(n, table.left, table.right)
    last = min(n, NEAR)
    over = {d: turns[d] - parabola[d] for d in range(1, min(last + 1, n))}
    links = [str(min(d, n - d)) for d in over]
    drawn = chart(
        Bars(list(over.items()), "expected turns less the parabola", links, [table.distance]),
        Line([(0, lift), (last, lift)], "the lift", "dashed"),
        x=Axis("distance at the start, in seats", 0, last + 0.5 * (last < n)),
        y=Axis("turns", 0, max(lift, *over.values())),
        told=f"Bars: expected turns less the parabola, {number(over[1], 2)} at distance 1. They "
        f"swing about a level line, the lift of {number(lift, 2)} turns, and soon keep to it.",
        height=6,
    )
    note = f"The lift: {number(lift, 2)} turns."
    if last < n:
        note += f" Only the first {last} distances are drawn; beyond them nothing new happens "
        note += "until the other end."
    return Html.of(drawn, remark(note))


def _heat(table: Table, chosen: int) -> Html:
    """Return N as a heat map: with numbers if it is small, as a picture if it is not."""
    *_, visits, drawn = _distances(table.players, table.left, table.right)
    most = _most(visits)
    if len(visits) <= MAX_NUMBERS:
        return _numbers(visits, chosen, most)
    distances = list(visits)
    first, last = distances[0], distances[-1]
    told = (
        f"The fundamental matrix N of the distances {first} to {last} as a heat map. The more "
        f"distant the start, the more visits; the most are {number(most, 2)}, at large distances "
        f"from large ones, and few at distance {first}."
    )
    if chosen in visits:
        told += f" In row {chosen} the most are {number(max(visits[chosen].values()), 2)}."
    mirror = " The last column is fainter, as opposite seats are so both ways round."
    return Html.of(
        matrix(
            drawn,
            len(distances),
            distances,
            lit=[distances.index(chosen)] if chosen in visits else (),
            beside=f"{chosen} ▸",
            ends=(f"to {first}", last),
            told=told,
        ),
        remark(
            f"Strongest shade: {number(most, 2)} visits." + mirror * (2 * last == table.players)
        ),
    )


def _shaded(rows: Iterable[Mapping[Any, float]], most: float) -> Html:
    """Return the entries of a matrix in a few shades, neighbours of one shade together."""
    scale = SHADES / most
    cells: dict[float, list[Cells]] = {}
    for y, row in enumerate(rows):
        shades = bytes([int(scale * often + 0.5) for often in row.values()])
        for run in _RUN.finditer(shades):
            start, end = run.span()
            cells.setdefault(run[0][0] / SHADES, []).append((y, start, end - start))
    return entries(cells)


_RUN = re.compile(rb"([^\0])\1*", re.DOTALL)  # one shade, but not the lightest


def _numbers(visits: dict[int, dict[int, float]], chosen: int, most: float) -> Html:
    rows = (
        element(
            "tr",
            element("th", f"from {i}", scope="row"),
            *(
                element("td", number(often, 2), style=f"--heat:{often / most:.3f}")
                for often in row.values()
            ),
            element("td", number(sum(row.values()), 2)),
            data_link=i,
            class_="oe-is-chosen" if i == chosen else None,
        )
        for i, row in visits.items()
    )
    heads = (element("td"), *(f"to {d}" for d in visits), "turns")
    return scrolling("Visits", markup.table(heads, rows, kind="oe-heat"))


# Lumping: the pairs fold into distances.

STAGES = (
    "All pairs of seats: the row is the seat of the first die, the column that of the second",
    "Each row moved to the left by its number: now a column holds the pairs of one distance",
    "The rows laid on top of each other: what happens next depends on the distance alone",
    "Folded in the middle: d seats one way round are n − d the other way",
)


def folding(table: Table, fold: float) -> Picture:
    """Return the table of pairs on its way into one line of distances, and N before and after.

    Args:
        table: how many players there are and how they pass; the distance is the one that is lit.
        fold: from 0, the grid, over 1, sheared, and 2, stacked, to 3, folded.
    """
    n = table.players
    chosen = min(table.distance, n - table.distance)
    stage = STAGES[round(fold)]
    if table.rigid:
        return Picture(
            element("p", element("strong", "It never ends. "), table.endless),
            f"{count(n, 'player')}: the distance of the dice never changes.",
        )
    ring = chase.ring_chain(n, **table.law)
    rows = []
    for d in range(n // 2 + 1):
        known = d in ring.transient
        leads = ring.step(d) if known else {}
        pairs = n if d in (0, n / 2) else 2 * n
        turns = chase.expected_turns(n, **table.law, distance=d) if known else None
        rows.append(
            element(
                "tr",
                element("th", d, scope="row"),
                element("td", pairs),
                element(
                    "td",
                    "the game is over"
                    if d == 0
                    else ", ".join(
                        f"{to}\N{NO-BREAK SPACE}with\N{NO-BREAK SPACE}{leads[to]}"
                        for to in sorted(leads)
                    )
                    or "odd distances only",
                    class_="oe-leads",
                ),
                element(
                    "td", tells("0" if d == 0 else "never" if turns is None else number(turns, 2))
                ),
                data_link=d,
                class_="oe-is-chosen" if d == chosen else None,
            )
        )
    leads_to = element("th", "leads to", scope="col", class_="oe-leads")
    heads = ("distance", "pairs", leads_to, "expected turns")
    html = Html.of(
        section(
            stage,
            _grid(table, fold, chosen),
            div(
                "oe-buttons",
                button("Fold", "fold", kind="primary", disabled=fold == 3),
                button("Unfold", "unfold", disabled=fold == 0),
            ),
        ),
        section(
            f"One line of {count(n // 2, 'distance')} and the end, for {n * n} pairs",
            scrolling("Distances", markup.table(heads, rows, kind="oe-lumped")),
        ),
        _both(table, chosen),
    )
    pairs = n if chosen == n / 2 else 2 * n
    return Picture(
        html,
        f"{stage}. {count(n, 'player')}: {n * n} pairs become {n // 2} distances and the end. "
        f"Lit: distance {chosen}, {pairs} pairs.",
    )


def _grid(table: Table, fold: float, chosen: int) -> Html:
    """Return the pairs as squares, moved as far as the folding has come."""
    n = table.players
    sheared, stacked, folded = (_eased(fold - stage) for stage in range(3))
    cells = []
    for i in range(n):
        for j in range(n):
            d = (j - i) % n
            near = min(d, n - d)
            x = (j - sheared * i + 0.5) % n - 0.5  # each row turns like a ring
            x += folded * (near - d)
            y = i * (1 - stacked)
            kind = " oe-is-chosen" * (near == chosen) + " oe-is-end" * (d == 0)
            cells.append(
                element(
                    "span",
                    near if folded > 0.5 else d,
                    class_=f"oe-pair-cell{kind}",
                    data_link=near,
                    style=f"--x:{x:.3f};--y:{y:.3f}",
                )
            )
    heights = n - (n - 1) * stacked
    return element(
        "div",
        *cells,
        class_="oe-fold",
        role="img",
        aria_label=f"{n} times {n} squares, each with the distance between its seats. "
        f"{STAGES[round(fold)]}.",
        style=f"--n:{n};--rows:{heights:.3f}",
    )


def _eased(share: float) -> float:
    share = min(max(share, 0.0), 1.0)
    return share * share * (3 - 2 * share)


def _both(table: Table, chosen: int) -> Html:
    n = table.players
    small = section("N of the distances", _heat(table, chosen))
    if n > MAX_PAIRS:
        note = remark(f"For up to {MAX_PAIRS} players N is shown here for all pairs, too.")
        return Html.of(small, note)
    pairs = _pair_visits(n, table.left, table.right)
    return div(
        "oe-pair",
        section(
            f"N of all {len(pairs)} pairs",
            _pair_heat(pairs, n, chosen),
            remark(
                "Sorted by distance. In each row, the entries of a block add up to one entry of N "
                "of the distances: the same for all rows of a block."
            ),
        ),
        small,
    )


Pair = tuple[int, int]


@lru_cache(maxsize=8)
def _pair_visits(n: int, left: int, right: int) -> dict[Pair, dict[Pair, float]]:
    """Return N of the pairs: a row for the first die at seat 0 holds, turned round, for all."""
    chain = chase.pair_chain(n, left=Fraction(left, UNIT), right=Fraction(right, UNIT))

    def near(pair: Pair) -> tuple[int, Pair]:
        d = (pair[1] - pair[0]) % n
        return min(d, n - d), pair

    pairs = sorted(chain.transient, key=near)
    rows: dict[Pair, dict[Pair, float]] = {}
    for i, j in pairs:
        if i == 0:
            for (a, b), often in chain.expected_visits((0, j)).items():
                for k in range(n):
                    to = (a + k) % n, (b + k) % n
                    rows.setdefault((k, (j + k) % n), {})[to] = float(often)
    return {pair: {to: rows[pair][to] for to in pairs} for pair in pairs}


def _pair_heat(pairs: dict[Pair, dict[Pair, float]], n: int, chosen: int) -> Html:
    near = [min((j - i) % n, (i - j) % n) for i, j in pairs]
    size, most = len(pairs), max(max(row.values()) for row in pairs.values())
    edges = [k for k in range(1, size) if near[k] != near[k - 1]]
    return matrix(
        _shaded(pairs.values(), most),
        size,
        near,
        lit=[k for k in range(size) if near[k] == chosen],
        lines="".join(f"M{k} 0V{size}M0 {k}H{size}" for k in edges),
        told=f"The fundamental matrix N of all {size} pairs as a heat map in blocks, one for each "
        f"two distances; the most are {number(most, 2)} visits. Rows of one block differ in their "
        "order alone.",
    )


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
                element("span", still, class_="oe-label oe-second") if still else None,
            ),
            controls(
                ("Turn", "step"),
                "New game",
                "Same dice again",
                over=now.over,
                begun=bool(turns),
                running=running,
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


_PIPS = {  # of the faces, in thirds of a die from its middle
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def _face(face: int, sides: int) -> Html | None:
    """Return what is on a die: pips, a number if it has more sides than six, nothing for 0."""
    if not face:
        return None
    if sides > max(_PIPS):
        return element("text", face)
    return joined(
        element("circle", class_="oe-pip", cx=5 * x, cy=5 * y, r=2) for x, y in _PIPS[face]
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
    if table.sides > max(_PIPS):
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
        y=Axis("chance to lose", 0, max(chances), _percent),
        told=f"Bars: the chance to lose of each seat. {_worst(chances)} A line marks equal "
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
        told=f"The distance after each of {count(turns, 'turn')}: from {now.distances[0]} to "
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
        Bars(points, lit=[place for place, _ in points if 10**place > LONG]),
        x=Axis("turns of a game (logarithmic)", 1, last, _tenfold),
        y=Axis("games", 0.5, 2 * max(columns.values()), log=True),
        marks=[
            Mark(log10(half), f"half by {number(half)}", "dashed"),
            Mark(log10(mean), f"mean {number(mean, 0)}"),
        ],
        told=f"Columns: how many games took how long, on logarithmic axes. {told}",
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
    return "10" + str(int(exponent)).translate(_RAISED) if exponent == int(exponent) else ""


_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def _percent(share: float) -> str:
    return f"{number(round(100 * share, 9))} %"
