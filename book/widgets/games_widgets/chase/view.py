"""Pictures of the chase: the round table, the length of a game, and thousands of games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, cos, log10, pi, sin
from statistics import median_low

from games.chase import Chase
from games.chase.playing import Dice, Run
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


def why_endless(chase: Chase) -> str:
    """Return why the dice of a game never meet.

    >>> why_endless(Chase(8, 1, 0))
    'Both dice do the same in every turn, so they stay as far apart as they are, for ever.'
    """
    if chase.is_rigid:
        return (
            "Both dice do the same in every turn, so they stay as far apart as they are, for ever."
        )
    return (
        "Each die moves in every turn, and each move leads from an even seat to an odd one or "
        f"back. The dice start {chase.distance} apart, one on an even seat and one on an odd "
        "one. So they are always on seats of different kinds, and never on the same."
    )


# The explorer: how long the game lasts.


def _start_of_sentence(chase: Chase) -> str:
    return (
        f"With {chase.players} players, dice {count(chase.distance, 'seat')} apart, passed to "
        f"the left with {chase.left} and to the right with {chase.right},"
    )


def explorer(chase: Chase) -> Picture:
    """Return the expected turns and how they are distributed.

    >>> explorer(Chase(4)).summary
    'With 4 players, dice 2 seats apart, passed to the left with 1/6 and to the right with 1/6, \
the game takes 7.20 turns on average. Half of all games are over by turn 5, 1 in 10 by turn 2, \
9 in 10 by turn 15 and 99 in 100 by turn 28.'
    """
    parts: list[Html | None] = []
    start = _start_of_sentence(chase)
    if chase.never_ends:
        summary = f"{start} the game never ends."
        parts += [
            element("p", element("strong", "It never ends. "), why_endless(chase)),
            div("oe-round", _ring(chase, None, None)),
        ]
    else:
        mean = chase.expected_turns
        low, median, high, late = (
            chase.quantile_float(level) for level in ("1/10", "1/2", "9/10", "99/100")
        )
        marks, quantiles = end_times("games", "turn", mean, low, median, high, late)
        summary = f"{start} the game takes {number(mean, 2)} turns on average. {quantiles}"
        parts += [
            headlines(
                headline("Expected turns", number(mean, 2), exactly(mean)),
                headline("Standard deviation", number(chase.deviation_float, 2)),
                headline("Median", number(median)),
            ),
            section(
                "How likely the game still goes on",
                chart(
                    Line(_survival(chase, late), steps=late <= 100, filled=True),
                    x=Axis("turns t", 0, late),
                    y=Axis("P(T > t)", 0, 1, in_percent),
                    marks=marks,
                    alt_text="P(T > t), the chance that the game takes more than t turns, falls "
                    f"from 100 % to 1 %. {quantiles} The mean is {number(mean, 2)}.",
                ),
            ),
        ]
    return Picture(joined(parts), summary)


def _survival(chase: Chase, last: int) -> list[tuple[float, float]]:
    step = max(1, last // 100)
    return [(turns, chase.survival_float(turns)) for turns in (*range(0, last, step), last)]


# The table and a game.


def table(
    run: Run,
    *,
    played: Sequence[int] = (),
    odds_visible: bool = False,
    running: bool = False,
    note: str = "",
) -> Picture:
    """Return the table of a game: the ring and its dice, the distance, the tally of many games.

    Args:
        run: the game.
        played: the lengths of the games that were played at once.
        odds_visible: whether what the solver knows is shown: the mean of the rest, who loses, and
            what the tally should be.
        running: whether turns follow each other by themselves.
        note: what a new game will be like, if not like this one.
    """
    chase, turns = run.chase, run.turns
    ends = not chase.never_ends
    chances = chase.loser_probabilities_float if ends and odds_visible else None
    label = summary_of_rest = ""
    if odds_visible:
        rest = _expected_rest(run)
        label = f"expected still: {number(rest, 2) if ends else 'for ever'}"
        summary_of_rest = f" Expected still: {number(rest, 2)} turns."
    html = Html.of(
        div(
            "oe-table",
            div(
                "oe-chance",
                element("span", "turns so far", class_="oe-label"),
                element("strong", number(turns)),
                element("span", label or "\N{NO-BREAK SPACE}", class_="oe-label oe-second"),
            ),
            controls(
                ("Turn", "step"),
                "New game",
                "Same dice again",
                is_over=run.over,
                has_begun=bool(turns),
                is_running=running,
                ends=ends,
                note=note,
            ),
        ),
        (
            element("p", element("strong", "This game never ends. "), why_endless(chase))
            if not ends
            else None
        ),
        div(
            "oe-pair",
            div("oe-round", _ring(chase, run, chances), _legend(chase, chances)),
            element(
                "div",
                section("The distance so far", _distances(run)),
                section("Who loses, by seat", _losers(chances)) if chances else None,
            ),
        ),
        section(
            "Many games",
            _lengths(chase, played, odds_visible=odds_visible) if played else None,
            div(
                "oe-buttons",
                button("Play 100 games", "many", disabled=not ends),
                button("Reset tally", "clear", disabled=not played),
                button(
                    "Show exact values",
                    "tell",
                    aria_pressed="true" if odds_visible else "false",
                    data_key="o",
                ),
            ),
        ),
    )
    return Picture(html, _summary(run, summary_of_rest))


def _expected_rest(run: Run) -> float:
    """Return the mean of the turns that are still to come; 0 if none is, or no end."""
    if run.over or run.chase.never_ends:
        return 0.0
    gap = (run.seats[1] - run.seats[0]) % run.chase.players
    return replace(run.chase, distance=gap).expected_turns_float


def _lengths(chase: Chase, played: Sequence[int], *, odds_visible: bool) -> Html:
    """Return how long the games were that were played at once: columns, mean and median."""
    half, mean = median_low(played), sum(played) / len(played)
    drawn = pile(
        played,
        "turns of a game",
        at_most=(lambda turns: 1 - chase.survival_float(max(turns, 0))) if odds_visible else None,
        marks=[
            Mark(half, f"half by {number(half)}", "dashed"),
            Mark(mean, f"mean {number(mean, 2)}"),
        ],
    )
    if odds_visible:
        total = Lengths(len(played), sum(played), min(played), max(played))
        words = tally(total, "turn", chase.expected_turns, chase.deviation_float)
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


def lasted(games: Sequence[tuple[Chase, int]]) -> Picture:
    """Return the lengths of games over the exact distribution, with its median and its mean.

    Args:
        games: chase and turns of games that are over; those that are like the last one count.
    """
    chase = games[-1][0]
    lengths = [turns for other, turns in games if other == chase]
    mean, half = chase.expected_turns_float, chase.quantile_float("1/2")
    below, least = sum(turns < mean for turns in lengths), sum(turns <= half for turns in lengths)
    summary = (
        f"{count(len(lengths), 'game')} of {chase.players} players: {below} took less than the "
        f"mean of {number(mean, 2)} turns, {least} not more than the median of {number(half)}."
    )
    drawn = pile(
        lengths,
        "turns of a game",
        at_most=lambda turns: 1 - chase.survival_float(max(turns, 0)),
        marks=[
            Mark(half, f"median {number(half)}", "dashed"),
            Mark(mean, f"mean {number(mean, 2)}"),
        ],
        high=ceil(2 * mean),
    )
    return Picture(drawn, summary)


MOVES = {-1: "passed to the left", 0: "kept", 1: "passed to the right"}
SIGNS = {-1: "↻", 1: "↺"}


def _summary(run: Run, rest: str) -> str:
    chase, (a, b) = run.chase, run.seats
    if run.moves is None:
        ends = "It never ends." if chase.never_ends else "Whoever holds both after a turn has lost."
        return (
            f"{chase.players} players, the dice at seats {a} and {b}. Each turn both are passed "
            f"on: to the left with {chase.left}, to the right with {chase.right}. {ends}"
        )
    first, second = (MOVES[move] for move in run.moves)
    moves = f"First die {first}, second {second}: they are at seats {a} and {b}"
    if run.over:
        return (
            f"First die {first}, second {second}: seat {a} holds both and has lost, after "
            f"{count(run.turns, 'turn')}."
        )
    if run.swapped:
        moves += ". They have swapped, which is not a meeting: nobody holds both, and it goes on"
    if chase.never_ends:
        return f"{moves}, {run.distance} apart, and will never meet."
    return f"{moves}, {run.distance} apart.{rest}"


def _ring(chase: Chase, run: Run | None, chances: Sequence[float] | None) -> Html:
    """Return the round table from above: its seats, the dice, and how far apart they are.

    Seat 0 is at the bottom. Seat 1 comes to the right of it, for a player who sits there. Seats are
    shaded by their chances to lose. In a game that never ends, the odd seats are shaded.
    """
    n = chase.players
    seats = run.seats if run else (0, chase.distance)
    radius = min(10.0, 0.42 * 2 * pi * 100 / n)
    most = max(chances) if chances else 1.0
    least = min(chances) if chances else 0.0

    def at(seat: float, distance: float) -> tuple[str, str]:
        angle = 2 * pi * seat / n
        return f"{distance * sin(angle):.2f}", f"{distance * cos(angle):.2f}"

    def die_distance(seat: float) -> float:
        """Return how far from the middle a die lies, so that no corner of it touches its seat."""
        angle = 2 * pi * seat / n
        return 82 - 6 * (abs(sin(angle)) + abs(cos(angle)))

    gap = min((seats[0] - seats[1]) % n, (seats[1] - seats[0]) % n)
    swapped = run is not None and run.swapped
    parts = [element("circle", class_="oe-top", r=64)]
    if gap:
        ends = " ".join(f"{x} {y}" for x, y in (at(seat, 62) for seat in seats))
        parts.append(element("path", class_="oe-chord", d=f"M{ends}"))
    for seat in range(n):
        x, y = at(seat, 100)
        heat = (
            (chances[seat] - least) / (most - least or 1.0)
            if chances
            else float(seat % 2 == 1 and chase.never_ends)
        )
        has_lost = run is not None and run.over and seat == seats[0]
        lost = " oe-has-lost" if has_lost else ""
        parts.append(
            Html(  # a hundred of them: too many for `element`
                f'<circle class="oe-seat{lost}" cx="{x}" cy="{y}" r="{radius:.2f}" '
                f'data-link="seat {seat}" style="--heat:{heat:.3f}"></circle>'
            )
        )
        if n <= 24:
            parts.append(element("text", seat, class_="oe-seat-number", x=x, y=y))
    moves = run.moves if run and run.moves else (0, 0)
    faces = run.faces if run and run.faces else (0, 0)
    room = max(0.0, 0.32 * n / (2 * pi) - gap)  # in seats, that both dice lack beside each other
    around = 1 if (seats[1] - seats[0]) % n == gap else -1  # the way from the first to the second
    for die, (seat, move, face) in enumerate(zip(seats, moves, faces, strict=True)):
        aside = around * (die - 0.5) * room
        x, y = at(seat + aside, die_distance(seat + aside))
        parts.append(
            element(
                "g",
                element(
                    "g",
                    element("rect", x=-10, y=-10, width=20, height=20, rx=4),
                    _face(face, Dice.of(chase).sides),
                    class_=dice.rolling(run.turns + 1) if run and run.faces else None,
                ),
                class_=f"oe-token oe-is-{'first' if die == 0 else 'second'}",
                transform=f"translate({x} {y})",
            )
        )
        if move:
            x, y = at(seat + aside, 54)
            parts.append(element("text", SIGNS[move], class_="oe-moved", x=x, y=y))
    parts.append(element("text", gap, class_="oe-gap", y=-4))
    unit = ("together", "seat apart")[gap] if gap < 2 else "seats apart"
    parts.append(element("text", unit, class_="oe-gap-unit", y=20))
    if swapped:
        parts.append(element("text", "a swap, not a meeting!", class_="oe-gap-unit", y=34))
    alt_text = f"A round table with {n} seats. The dice are at seats {seats[0]} and {seats[1]}."
    if chances:
        alt_text += f" {_worst(chances)}"
    return element(
        "svg",
        *parts,
        viewBox="-112 -112 224 224",
        class_="oe-ring oe-has-swapped" if swapped else "oe-ring",
        role="img",
        aria_label=alt_text,
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
    """Return who is most and least likely to lose."""

    def seats(chance: float) -> str:
        equal = [seat for seat, other in enumerate(chances) if abs(other - chance) < 1e-9]
        return f"seat {equal[0]}" if len(equal) == 1 else f"seats {listed(equal[:8])}"

    most, least = max(chances), min(chances)
    if most - least < 1e-9:
        return f"All seats lose equally often, with {percent(Fraction(most))}."
    return (
        f"Most likely to lose: {seats(most)} with {percent(Fraction(most))}; least likely: "
        f"{seats(least)} with {percent(Fraction(least))}."
    )


def _legend(chase: Chase, chances: Sequence[float] | None) -> Html:
    sides, left, right = Dice.of(chase)
    rules = [
        _faces(1, left, "passes to the left (↻)"),
        _faces(sides - right + 1, sides, "passes to the right (↺)"),
    ]
    rule = "; ".join(filter(None, rules))
    shade = (
        " Shade: odd seats."
        if chase.never_ends
        else " Shade of a seat: its chance to lose."
        if chances
        else ""
    )
    tokens = "Filled: the first die; outlined: the second."
    if sides > max(PIPS):
        tokens += " They have twelve sides."
    return remark(f"{tokens} {rule}.{shade}")


def _faces(low: int, high: int, action: str) -> str:
    """Return what some faces do; "" if there are none."""
    if low > high:
        return ""
    return f"{low if low == high else f'{low} to {high}'} {action}"


def _losers(chances: Sequence[float]) -> Html:
    n = len(chances)
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


def _distances(run: Run) -> Html:
    turns, distances = run.turns, run.distances
    step = max(1, turns // 400)
    points = [(float(t), float(distances[t])) for t in (*range(0, turns, step), turns)]
    return chart(
        Line(points, steps=True),
        Dots(points[-1:]),  # before the first turn there is no line yet
        x=Axis("turns", 0, max(20, turns)),
        y=Axis("seats apart", 0, run.chase.players // 2),
        alt_text=f"The distance after each of {count(turns, 'turn')}: from {distances[0]} to "
        f"{distances[-1]}.",
        height=6,
    )


# Thousands of games whose dice hardly ever rest.


def stuck(rest: int, lengths: Sequence[int], most: int) -> Picture:
    """Return how long games took whose dice rest once in 10^rest throws, with median and mean.

    Args:
        rest: the exponent; 0 for dice that never rest.
        lengths: the turns of the games, in the order in which they were played.
        most: how many games there can be.

    >>> stuck(0, [900, 1000, 1100], 3).summary.partition(" Half")[0]
    '3 games took 1000.00 turns on average.'
    """
    mean, half = sum(lengths) / len(lengths), median_low(lengths)
    last = 4 if not rest else rest + 2
    columns = Counter(int(STEPS * log10(turns)) for turns in lengths)
    points = [((k + 0.5) / STEPS, float(columns[k])) for k in range(STEPS, STEPS * last)]
    late = [turns for turns in lengths if turns > LONG]
    summary = (
        f"{count(len(lengths), 'game')} took {number(mean, 2)} turns on average. Half of them were "
        f"over by turn {number(half)}. The longest took {number(max(lengths))}."
    )
    if late and rest:
        others = (sum(lengths) - sum(late)) / (len(lengths) - len(late) or 1)
        pronoun = "it" if len(late) == 1 else "them"
        summary += (
            f" {count(len(late), 'game')} took more than {number(LONG)}. Without "
            f"{pronoun} the mean would be {number(others, 2)}."
        )
    columns_chart = chart(
        Bars(points, highlighted=[place for place, _ in points if 10**place > LONG]),
        x=Axis("turns of a game (logarithmic)", 1, last, _tenfold),
        y=Axis("games", 0.5, 2 * max(columns.values()), log=True),
        marks=[
            Mark(log10(half), f"half by {number(half)}", "dashed"),
            Mark(log10(mean), f"mean {number(mean, 0)}"),
        ],
        alt_text=f"Columns: how many games took how long, on logarithmic axes. {summary}",
    )
    html = Html.of(
        headlines(
            headline("Half of them over by", number(half)),
            headline("Mean", number(mean, 0)),
        ),
        section("How long they took", columns_chart),
        div(
            "oe-buttons",
            button("Play on", "more", kind="primary", disabled=len(lengths) == most),
            button("Other games", "others"),
        ),
    )
    return Picture(html, summary)


def _tenfold(exponent: float) -> str:
    return "10" + str(int(exponent)).translate(SUPERSCRIPT) if exponent == int(exponent) else ""
