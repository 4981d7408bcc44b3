"""Pictures of the chase: the round table, the length of a game, and thousands of games."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, log10
from statistics import median_low

from games.chase import Chase
from games.chase.playing import Dice, Run
from games_widgets.drawing.curves import Axis, Bars, Chart, Dots, Line, Mark, end_times, in_percent
from games_widgets.drawing.dice import PIPS
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Controls,
    Headline,
    Headlines,
    Paragraph,
    Remark,
    Section,
    Strong,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Lengths, LengthTally, games_chart, in_words
from games_widgets.drawing.text import SUPERSCRIPT, count, exactly, list_text, number, percent

STEPS = 6  # columns for each factor of ten
LONG = 20_000  # turns; almost all games without stuck dice are shorter


@dataclass(frozen=True)
class Token:
    """A die on the table.

    Attributes:
        seat: the seat before which it lies.
        move: where it was passed in the last turn: −1 is left, 1 is right, and 0 is nowhere.
        face: the face that is up; 0 if nobody knows it.
    """

    seat: int
    move: int = 0
    face: int = 0


@dataclass(frozen=True)
class RoundTable:
    """The round table from above.

    Attributes:
        shades: the shade of each seat, from 0 to 1.
        tokens: the first and the second die.
        sides: how many sides a die has.
        throws: the number of throws so far, if the dice were just thrown.
        loser: the seat that holds both dice.
        has_swapped: whether the dice have just changed places.
        alt_text: the table in words, for readers who do not see it.
        legend: what dice and shades mean.
    """

    shades: tuple[float, ...]
    tokens: tuple[Token, Token]
    sides: int
    throws: int | None
    loser: int | None
    has_swapped: bool
    alt_text: str
    legend: Remark | None = None

    @property
    def gap(self) -> int:
        """The distance between the dice, along the shorter way."""
        first, second = (token.seat for token in self.tokens)
        n = len(self.shades)
        return min((first - second) % n, (second - first) % n)


@dataclass(frozen=True)
class Endless(Parts):
    """A game whose dice never meet, and the reason."""

    reason: Paragraph
    summary: str
    table: RoundTable | None = None


@dataclass(frozen=True)
class Explorer(Parts):
    """How long a game takes."""

    figures: Headlines
    survival: Section[Chart]
    summary: str


@dataclass(frozen=True)
class Turns:
    """The turns so far, and those that are still to be expected, in words."""

    so_far: int
    expected: str


@dataclass(frozen=True)
class Losers(Parts):
    """Who loses: the chance of each seat."""

    chances: Chart
    extremes: Remark


@dataclass(frozen=True)
class ManyGames(Parts):
    """The lengths of the games that were played at once."""

    chart: Chart | None
    tally: LengthTally | Paragraph | None
    buttons: Buttons


@dataclass(frozen=True)
class Game:
    """A game under way.

    Attributes:
        turns: how many there were.
        controls: the buttons of this game.
        why_endless: why the game never ends, if it does not.
        table: the players and their dice.
        distances: the distance of the dice after each turn.
        losers: who loses, if the odds are visible.
        many_games: games that were played at once.
        summary: what happened last.
    """

    turns: Turns
    controls: Controls
    why_endless: Paragraph | None
    table: RoundTable
    distances: Section[Chart]
    losers: Section[Losers] | None
    many_games: Section[ManyGames]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.many_games.content.tally)


@dataclass(frozen=True)
class GameLengths(Parts):
    """The lengths of the reader's games."""

    lengths: Chart
    summary: str


@dataclass(frozen=True)
class StuckDice(Parts):
    """The lengths of thousands of games."""

    figures: Headlines
    lengths: Section[Chart]
    buttons: Buttons
    summary: str


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


def explorer(chase: Chase) -> Explorer | Endless:
    """Return the expected turns and how they are distributed.

    >>> explorer(Chase(4)).summary
    'With 4 players, dice 2 seats apart, passed to the left with 1/6 and to the right with 1/6, \
the game takes 7.20 turns on average. Half of all games are over by turn 5, 1 in 10 by turn 2, \
9 in 10 by turn 15 and 99 in 100 by turn 28.'
    """
    start = _start_of_sentence(chase)
    if chase.never_ends:
        return Endless(
            Paragraph((Strong("It never ends. "), why_endless(chase))),
            f"{start} the game never ends.",
            _round_table(chase),
        )
    mean = chase.expected_turns
    low, median, high, almost_all = (
        chase.quantile_float(level) for level in ("1/10", "1/2", "9/10", "99/100")
    )
    marks, quantiles = end_times("games", "turn", mean, low, median, high, almost_all)
    return Explorer(
        figures=Headlines(
            (
                Headline("Expected turns", number(mean, 2), exactly(mean)),
                Headline("Standard deviation", number(chase.deviation_float, 2)),
                Headline("Median", number(median)),
            )
        ),
        survival=Section(
            "How likely the game still goes on",
            Chart(
                (Line(_survival(chase, almost_all), steps=almost_all <= 100, filled=True),),
                x=Axis("turns t", 0, almost_all),
                y=Axis("P(T > t)", 0, 1, in_percent),
                marks=tuple(marks),
                alt_text="P(T > t), the chance that the game takes more than t turns, falls "
                f"from 100 % to 1 %. {quantiles} The mean is {number(mean, 2)}.",
            ),
        ),
        summary=f"{start} the game takes {number(mean, 2)} turns on average. {quantiles}",
    )


def _survival(chase: Chase, last: int) -> tuple[tuple[float, float], ...]:
    step = max(1, last // 100)
    times = (*range(0, last, step), last)
    return tuple((turns, chase.survival_float(turns)) for turns in times)


# The table and a game.


def table(
    run: Run,
    *,
    games_played: Sequence[int] = (),
    odds_visible: bool = False,
    running: bool = False,
    note: str = "",
) -> Game:
    """Return the table of a game: the ring and its dice, the distance, the tally of many games.

    Args:
        run: the game.
        games_played: the lengths of the games that were played at once.
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
        label = f"still expected: {number(rest, 2) if ends else 'for ever'}"
        summary_of_rest = f" Still expected: {number(rest, 2)} turns."
    return Game(
        turns=Turns(turns, label),
        controls=Controls(
            "Turn",
            "New game",
            "Same dice again",
            is_over=run.is_over,
            has_begun=bool(turns),
            is_running=running,
            can_end=ends,
            note=note,
        ),
        why_endless=(
            None if ends else Paragraph((Strong("This game never ends. "), why_endless(chase)))
        ),
        table=_round_table(chase, run, chances, _legend(chase, chances)),
        distances=Section("The distance so far", _distances(run)),
        losers=Section("Who loses, by seat", _losers(chances)) if chances else None,
        many_games=Section(
            "Many games", _many_games(chase, games_played, odds_visible=odds_visible)
        ),
        summary=_summary(run, summary_of_rest),
    )


def _expected_rest(run: Run) -> float:
    """Return the mean number of turns that remain; 0 if none remains or the game never ends."""
    if run.is_over or run.chase.never_ends:
        return 0.0
    gap = (run.seats[1] - run.seats[0]) % run.chase.players
    return replace(run.chase, distance=gap).expected_turns_float


def _many_games(chase: Chase, games_played: Sequence[int], *, odds_visible: bool) -> ManyGames:
    """Return the lengths of the games that were played at once: columns, mean and median."""
    buttons = Buttons(
        (
            Button("Play 100 games", "many", is_disabled=chase.never_ends),
            Button("Reset tally", "clear", is_disabled=not games_played),
            Button("Show exact values", "tell", is_pressed=odds_visible, key="o"),
        )
    )
    if not games_played:
        return ManyGames(None, None, buttons)
    half, mean = median_low(games_played), sum(games_played) / len(games_played)
    chart = games_chart(
        games_played,
        "turns of a game",
        at_most=(lambda turns: 1 - chase.survival_float(max(turns, 0))) if odds_visible else None,
        marks=[
            Mark(half, f"half by {number(half)}", "dashed"),
            Mark(mean, f"mean {number(mean, 2)}"),
        ],
    )
    if odds_visible:
        total = Lengths(len(games_played), sum(games_played), min(games_played), max(games_played))
        exact = LengthTally(total, "turn", chase.expected_turns, chase.deviation_float)
        return ManyGames(chart, exact, buttons)
    words = (
        f"{count(len(games_played), 'game')} took ",
        Strong(f"{number(mean, 2)} turns"),
        f" on average, from {min(games_played)} to {number(max(games_played))}; half of them "
        f"were over by turn {number(half)}.",
    )
    return ManyGames(chart, Paragraph(words, "tally"), buttons)


def game_lengths(games: Sequence[tuple[Chase, int]]) -> GameLengths:
    """Return the lengths of games over the exact distribution, with its median and its mean.

    Args:
        games: chase and turns of games that are over; those that are like the last one count.
    """
    chase = games[-1][0]
    lengths = [turns for game, turns in games if game == chase]
    mean, half = chase.expected_turns_float, chase.quantile_float("1/2")
    below_mean, up_to_median = (
        sum(turns < mean for turns in lengths),
        sum(turns <= half for turns in lengths),
    )
    summary = (
        f"{count(len(lengths), 'game')} of {chase.players} players: {below_mean} took less than "
        f"the mean of {number(mean, 2)} turns, {up_to_median} not more than the median of "
        f"{number(half)}."
    )
    chart = games_chart(
        lengths,
        "turns of a game",
        at_most=lambda turns: 1 - chase.survival_float(max(turns, 0)),
        marks=[
            Mark(half, f"median {number(half)}", "dashed"),
            Mark(mean, f"mean {number(mean, 2)}"),
        ],
        high=ceil(2 * mean),
    )
    return GameLengths(chart, summary)


MOVES = {-1: "passed to the left", 0: "kept", 1: "passed to the right"}


def _summary(run: Run, rest: str) -> str:
    chase, (a, b) = run.chase, run.seats
    if run.moves is None:
        ends = "It never ends." if chase.never_ends else "Whoever holds both after a turn has lost."
        return (
            f"{chase.players} players, the dice at seats {a} and {b}. Each turn a die goes left "
            f"with chance {chase.left} and right with chance {chase.right}. {ends}"
        )
    first, second = (MOVES[move] for move in run.moves)
    moves = f"First die {first}, second {second}: they are at seats {a} and {b}"
    if run.is_over:
        return (
            f"First die {first}, second {second}: seat {a} holds both and has lost, after "
            f"{count(run.turns, 'turn')}."
        )
    if run.is_swapped:
        moves += (
            ". They have swapped, which is not a meeting: nobody holds both, and the game goes on"
        )
    if chase.never_ends:
        return f"{moves}, {run.distance} apart, and will never meet."
    return f"{moves}, {run.distance} apart.{rest}"


def _round_table(
    chase: Chase,
    run: Run | None = None,
    chances: Sequence[float] | None = None,
    legend: Remark | None = None,
) -> RoundTable:
    """Return the round table: its seats, the dice, and how far apart they are.

    Seats are shaded by their chances to lose. In a game that never ends, the odd seats are shaded.
    """
    n, run = chase.players, run or Run.start(chase)
    alt_text = f"A round table with {n} seats. The dice are at seats {run.seats[0]} and "
    alt_text += f"{run.seats[1]}."
    if chances:
        least_chance, most_chance = min(chances), max(chances)
        shades = tuple(
            (chance - least_chance) / (most_chance - least_chance or 1.0) for chance in chances
        )
        alt_text += f" {_worst(chances)}"
    else:
        shades = tuple(float(seat % 2 == 1 and chase.never_ends) for seat in range(n))
    first, second = zip(run.seats, run.moves or (0, 0), run.faces or (0, 0), strict=True)
    return RoundTable(
        shades,
        (Token(*first), Token(*second)),
        sides=Dice.of(chase).sides,
        throws=run.turns + 1 if run.faces else None,
        loser=run.seats[0] if run.is_over else None,
        has_swapped=run.is_swapped,
        alt_text=alt_text,
        legend=legend,
    )


def _worst(chances: Sequence[float]) -> str:
    """Return who is most and least likely to lose."""

    def seats(chance: float) -> str:
        equal = [
            seat for seat, seat_chance in enumerate(chances) if abs(seat_chance - chance) < 1e-9
        ]
        return f"seat {equal[0]}" if len(equal) == 1 else f"seats {list_text(equal[:8])}"

    most_chance, least_chance = max(chances), min(chances)
    if most_chance - least_chance < 1e-9:
        return f"All seats lose equally often, with {percent(Fraction(most_chance))}."
    return (
        f"Most likely to lose: {seats(most_chance)} with {percent(Fraction(most_chance))}; "
        f"least likely: {seats(least_chance)} with {percent(Fraction(least_chance))}."
    )


def _legend(chase: Chase, chances: Sequence[float] | None) -> Remark:
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
    return Remark(f"{tokens} {rule}.{shade}")


def _faces(low: int, high: int, action: str) -> str:
    """Return the faces from low to high with their action, in words; "" if there are none."""
    if low > high:
        return ""
    return f"{low if low == high else f'{low} to {high}'} {action}"


def _losers(chances: Sequence[float]) -> Losers:
    n = len(chances)
    chart = Chart(
        (
            Bars(tuple(enumerate(chances)), "", tuple(f"seat {seat}" for seat in range(n))),
            Line(((-0.5, 1 / n), (n - 0.5, 1 / n)), "", "dashed"),
        ),
        x=Axis("seat", -0.5, n - 0.5),
        y=Axis("chance to lose", 0, max(chances), in_percent),
        alt_text=f"Bars: the chance to lose of each seat. {_worst(chances)} A line marks equal "
        f"chances, {percent(Fraction(1, n))}.",
        height=6,
    )
    return Losers(chart, Remark(_worst(chances)))


def _distances(run: Run) -> Chart:
    turns, distances = run.turns, run.distances
    step = max(1, turns // 400)
    points = tuple((float(t), float(distances[t])) for t in (*range(0, turns, step), turns))
    return Chart(
        (
            Line(points, steps=True),
            Dots(points[-1:]),  # before the first turn there is no line yet
        ),
        x=Axis("turns", 0, max(20, turns)),
        y=Axis("seats apart", 0, run.chase.players // 2),
        alt_text=f"The distance after each of {count(turns, 'turn')}: from {distances[0]} to "
        f"{distances[-1]}.",
        height=6,
    )


# Thousands of games whose dice hardly ever rest.


def stuck_dice(rest: int, lengths: Sequence[int], max_games: int) -> StuckDice:
    """Return how long games took whose dice rest once in 10^rest throws, with median and mean.

    Args:
        rest: the exponent; 0 for dice that never rest.
        lengths: the turns of the games, in the order in which they were played.
        max_games: how many games there can be.

    >>> stuck_dice(0, [900, 1000, 1100], 3).summary.partition(" Half")[0]
    '3 games took 1000.00 turns on average.'
    """
    mean, half = sum(lengths) / len(lengths), median_low(lengths)
    last = 4 if not rest else rest + 2
    columns = Counter(int(STEPS * log10(turns)) for turns in lengths)
    points = tuple(((k + 0.5) / STEPS, float(columns[k])) for k in range(STEPS, STEPS * last))
    long_games = [turns for turns in lengths if turns > LONG]
    summary = (
        f"{count(len(lengths), 'game')} took {number(mean, 2)} turns on average. Half of them were "
        f"over by turn {number(half)}. The longest took {number(max(lengths))}."
    )
    if long_games and rest:
        mean_of_rest = (sum(lengths) - sum(long_games)) / (len(lengths) - len(long_games) or 1)
        pronoun = "it" if len(long_games) == 1 else "them"
        summary += (
            f" {count(len(long_games), 'game')} took more than {number(LONG)}. Without "
            f"{pronoun} the mean would be {number(mean_of_rest, 2)}."
        )
    chart = Chart(
        (Bars(points, highlighted=tuple(place for place, _ in points if 10**place > LONG)),),
        x=Axis("turns of a game (logarithmic)", 1, last, _tenfold),
        y=Axis("games", 0.5, 2 * max(columns.values()), log=True),
        marks=(
            Mark(log10(half), f"half by {number(half)}", "dashed"),
            Mark(log10(mean), f"mean {number(mean, 0)}"),
        ),
        alt_text=f"Columns: how many games took how long, on logarithmic axes. {summary}",
    )
    return StuckDice(
        figures=Headlines(
            (
                Headline("Half of them over by", number(half)),
                Headline("Mean", number(mean, 0)),
            )
        ),
        lengths=Section("How long they took", chart),
        buttons=Buttons(
            (
                Button("Play on", "more", look="primary", is_disabled=len(lengths) == max_games),
                Button("Other games", "others"),
            )
        ),
        summary=summary,
    )


def _tenfold(exponent: float) -> str:
    return "10" + str(int(exponent)).translate(SUPERSCRIPT) if exponent == int(exponent) else ""
