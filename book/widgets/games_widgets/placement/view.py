"""Pictures of the placement game: the board, the policy as a strip, the chances as bars."""

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import comb
from typing import Literal, NamedTuple

from games import placement
from games.placement.playing import Gap, Play
from games_widgets.drawing.curves import Axis, Chart, Line
from games_widgets.drawing.parts import (
    Button,
    Buttons,
    Cell,
    Headline,
    Headlines,
    OddsButton,
    Paragraph,
    Remark,
    Row,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.scene import Scene, ScrubberInput
from games_widgets.drawing.tally import Tally, WinTally, in_words
from games_widgets.drawing.text import (
    chance_in_words,
    count,
    exactly,
    list_text,
    percent,
    points,
    signed_points,
)
from games_widgets.placement.view_split import Split, split, stages

# The explorer: the first draw of a game.


@dataclass(frozen=True)
class Strip:
    """The values as a strip of bands: which field takes which first draw.

    Attributes:
        bands: the draws for which each field is best.
        best: the best fields for the draw.
        draw: the first draw.
    """

    bands: tuple[range, ...]
    best: tuple[int, ...]
    draw: int

    @property
    def alt_text(self) -> str:
        """The strip in words, for readers who do not see it."""
        labels = "; ".join(
            f"field {f} takes {span_text(band)}" for f, band in enumerate(self.bands)
        )
        last = self.bands[-1][-1]
        return f"The numbers 0 to {last} as a strip: {labels}. The number {self.draw} is marked."


@dataclass(frozen=True)
class FieldChances:
    """The chance to win after the first draw went on each field.

    Attributes:
        takes: the draws for which each field is best.
        chances: the chance after placing the draw on each field.
    """

    takes: tuple[range, ...]
    chances: tuple[Fraction, ...]

    @property
    def regrets(self) -> tuple[Fraction, ...]:
        """How much worse each field is than the best one."""
        return tuple(max(self.chances) - chance for chance in self.chances)


@dataclass(frozen=True)
class Details(Parts):
    """What is folded away with the settings."""

    figures: Headlines
    strip: Section[Strip]
    chances: Section[FieldChances]


def explorer(V: int, F: int, r: int) -> Scene[Split]:
    """Return the scene of the draw r, with details: P(win), the policy as a strip, all placements.

    >>> explorer(3, 2, 1).summary.partition(":")[0]
    '1 goes on field 0 or 1'
    """
    scrubber = ScrubberInput(
        "Number r", r, 0, V - 1, value_text=str(r), start=0.5 / V, end=1 - 0.5 / V
    )
    return Scene(partial(split, V, F), r, stages(V, F), scrubber, details(V, F, r))


def details(V: int, F: int, r: int) -> Details:
    """Return P(win), the policy as a strip and the chances on all fields.

    Ticks below the strip show bands of equal width: equal spacing, the intuitive policy.
    """
    chance_before, chance_after = placement.win(V, F), placement.roll(V, F, r)
    spans = tuple(range(*span) for span in pairwise((*placement.thresholds(V, F), V)))
    return Details(
        Headlines(
            (
                Headline(
                    "P(win) before the first number",
                    chance_in_words(chance_before),
                    exactly(chance_before),
                ),
                Headline(
                    f"P(win) after the number {r}",
                    chance_in_words(chance_after),
                    exactly(chance_after),
                ),
            )
        ),
        Section(
            "Which field takes which first number",
            Strip(spans, placement.best_fields(V, F, r), r),
            Remark("Ticks: bands of equal width, as equal spacing has them."),
        ),
        Section(
            f"P(win) for each field on which {r} may be placed",
            FieldChances(spans, tuple(placement.place(V, F, r, f) for f in range(F))),
        ),
    )


# The game: a position, and the moves that led to it.


class Field(NamedTuple):
    """A field of the board.

    Attributes:
        value: the number on it; None if it is empty.
        is_legal: whether the number on the table may be placed there.
        is_best: whether that is hinted at as the best move.
        is_last: whether the last number was placed there.
    """

    value: int | None
    is_legal: bool = False
    is_best: bool = False
    is_last: bool = False


class UnplacedNumber(NamedTuple):
    """A number that no field can take.

    Attributes:
        number: the number.
        field: the field beside which it hovers.
        side: the side of that field.
        is_at_end: whether it is beyond the first or the last field.
    """

    number: int
    field: int
    side: Literal["left", "right"]
    is_at_end: bool


@dataclass(frozen=True)
class Board:
    """The board of a game.

    Attributes:
        fields: the fields in order.
        number: the number on the table.
        is_won: whether all fields are full.
        unplaced: the number that lost the game.
    """

    fields: tuple[Field, ...]
    number: int | None
    is_won: bool
    unplaced: UnplacedNumber | None


@dataclass(frozen=True)
class Outlook:
    """The values as a strip of gaps, each with its open fields.

    Attributes:
        V, F: how many values and fields there are.
        gaps: the runs of values that can still come.
        number: the number on the table, which is marked.
        product: P(win) as a product, in a sentence, if it is visible.
    """

    V: int
    F: int
    gaps: tuple[Gap, ...]
    number: int | None
    product: Remark | None

    @property
    def alt_text(self) -> str:
        """The strip in words, for readers who do not see it."""
        labels = []
        for values, fields in self.gaps:
            text = f"{count(len(values), 'value')} for {count(len(fields), 'field')}"
            labels.append(f"{span_text(values)}: {text if fields else 'no field left'}")
        if self.number is not None:
            labels.append(f"the number {self.number} is marked")
        return f"The values 0 to {self.V - 1}. {'; '.join(labels)}."


@dataclass(frozen=True)
class Meter:
    """P(win) as a number and a bar.

    Attributes:
        chance: None while it is hidden.
        button: the button that shows or hides it.
    """

    chance: Fraction | None
    button: Button | OddsButton


@dataclass(frozen=True)
class Ledger(Parts):
    """The moves as a table, and their sums in a sentence."""

    moves: Table
    sums: Remark


@dataclass(frozen=True)
class Tallies(Parts):
    """The games that the reader won, and those that best play won."""

    reader: Paragraph | None
    machine: WinTally | Paragraph | None
    buttons: Buttons


@dataclass(frozen=True)
class Game:
    """A game under way.

    Attributes:
        number: the number on the table.
        is_rolled: whether it waits for a field.
        buttons: the buttons of this game.
        meter: P(win).
        board: the fields.
        outlook: the values that can still be placed, unless the game is won.
        course: P(win) after each step, if it is visible.
        ledger: the moves, if P(win) is visible.
        tallies: the games that were won.
        summary: what happened last, and what to do next.
    """

    number: int | None
    is_rolled: bool
    buttons: Buttons
    meter: Meter
    board: Board
    outlook: Section[Outlook] | None
    course: Section[Chart] | None
    ledger: Section[Ledger] | None
    tallies: Section[Tallies]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.tallies.content.machine)


def game(
    play: Play,
    *,
    reader: Tally,
    machine: Tally,
    chance_visible: bool = True,
    odds_visible: bool = True,
    chance_asked: bool = False,
    hint: bool = False,
    running: bool = False,
    note: str = "",
    player: str = "reader",
) -> Game:
    """Return the table of a game: number, buttons, board, P(win), moves and tallies.

    Args:
        play: the game.
        reader: the games that the reader finished.
        machine: the games of the autoplay.
        chance_visible: whether P(win) may be seen, and with it what each move cost.
        odds_visible: whether moves are judged at all; if not, P(win) is not shown either.
        chance_asked: whether the reader has just asked for P(win), so that the sentence gives it.
        hint: whether to mark the best fields.
        running: whether the autoplay is moving.
        note: what is different in the next game, if anything is.
        player: "reader", "machine" or "both": who made the moves.
    """
    start = not play.is_over and not play.is_rolled
    chance_visible = chance_visible and odds_visible
    moves_visible = chance_visible and bool(play.moves)
    buttons = (
        Button("Roll a number", "roll", look="primary", is_disabled=not start, gets_focus=start),
        Button("Hint", "hint", is_disabled=not play.is_rolled or hint),
        Button("Stop", "stop")
        if running
        else Button("Autoplay", "autoplay", is_disabled=play.is_over),
        Button("New game", "new", look="primary" if play.is_over else "", gets_focus=play.is_over),
        Button("Same numbers again", "again", is_disabled=play.is_untouched),
        Remark(note) if note else None,
    )
    verb = "Hide" if chance_visible else "Show"
    switch = Button(verb, "chance", spoken=f"{verb} P(win)")
    summary = _summary(play, hint, chance_visible, odds_visible, player)
    if chance_asked and chance_visible and (play.is_rolled or not play.moves):
        summary += f" P(win) is {chance_in_words(play.chance)}."
    return Game(
        number=play.number,
        is_rolled=play.is_rolled,
        buttons=Buttons(buttons, "grow"),
        meter=Meter(
            play.chance if chance_visible else None, switch if odds_visible else OddsButton()
        ),
        board=board(play, hint),
        outlook=None
        if play.is_won
        else Section("The values that can still be placed", outlook(play, chance_visible)),
        course=Section("P(win) from number to number", course(play)) if moves_visible else None,
        ledger=Section("Moves", ledger(play, player)) if moves_visible else None,
        tallies=Section(
            f"Tally for {count(play.V, 'value')} and {count(play.F, 'field')}",
            _tallies(play, reader, machine, chance_visible, odds_visible),
        ),
        summary=summary,
    )


def board(play: Play, hint: bool = False) -> Board:
    """Return the board as the game looks; a hint marks the best fields."""
    last = play.moves[-1].field if play.moves else None
    fields = (
        Field(
            value,
            is_legal=f in play.advice,
            is_best=hint and f in play.best,
            is_last=f == last and f not in play.advice,
        )
        for f, value in enumerate(play.fields)
    )
    return Board(tuple(fields), play.number, play.is_won, _unplaced_number(play))


def outlook(play: Play, chance_visible: bool = True) -> Outlook:
    """Return the values as a strip: gaps with their fields, dead values, the number on the table.

    With it stands P(win), if it is visible, as a product: the chance that the draws split well
    times the chances of the gaps.
    """
    has_product = chance_visible and play.moves and not play.is_over and not play.is_rolled
    return Outlook(
        play.V,
        play.F,
        tuple(gap for gap in play.gaps if gap.values),
        play.number,
        Remark(_product(play)) if has_product else None,
    )


def _product(play: Play) -> str:
    """Return the sentence that gives P(win) as a product."""
    gaps = [(len(values), len(fields)) for values, fields in play.gaps if fields]
    n, m = play.V - len(play.moves), sum(F for _, F in gaps)
    split_chance = Fraction(1, comb(n, m))
    for V, F in gaps:
        split_chance *= comb(V, F)
    wins = " × ".join(percent(placement.win(V, F)) for V, F in gaps)
    parts = "the gap is won" if len(gaps) == 1 else "the gaps are won, one by one"
    return (
        f"{percent(split_chance)} that the draws split well × {wins} that {parts} = "
        f"{percent(play.chance)}"
    )


def course(play: Play) -> Chart:
    """Return P(win) over the game as a curve, with a step at each draw and each placement."""
    steps = [(0.0, play.moves[0].chance_before)]
    for n, move in enumerate(play.moves):
        steps += [(n + 0.5, move.best_chance), (n + 1.0, move.chance)]
    if play.is_rolled:
        steps.append((len(play.moves) + 0.5, play.chance))
    top = float(max(chance for _, chance in steps)) or 1.0
    return Chart(
        (Line(tuple((x, float(chance)) for x, chance in steps), filled=True),),
        x=Axis("numbers placed", 0, play.F, whole_numbers=True),
        y=Axis("P(win)", 0, top, _three_digits),
        alt_text=f"P(win) begins at {chance_in_words(steps[0][1])}. "
        + " ".join(
            f"{move.number} makes it {chance_in_words(move.best_chance)}, and its place "
            f"{chance_in_words(move.chance)}."
            for move in play.moves
        ),
        height=7,
    )


def _three_digits(share: float) -> str:
    return f"{100 * share:.3g} %"


def ledger(play: Play, player: str = "reader") -> Ledger:
    """Return the moves as a table: the luck of each draw, the loss of each move, and the sums.

    The chance at the start + luck − loss is exactly the chance at the end.
    """
    heads = ("number", "luck", "field", "P(win), %", "best field", "P(win) there, %", "loss")
    rows = tuple(
        Row(
            move.number,
            (
                signed_points(move.luck),
                "none" if move.field is None else move.field,
                points(move.chance),
                ", ".join(map(str, move.best)) or "none",
                points(move.best_chance),
                Cell(points(move.loss), "is-loss" if move.loss else ""),
            ),
        )
        for move in play.moves
    )
    sums = Row("sum", (signed_points(play.luck), *4 * [None], points(play.loss)))
    luck = f"{'−' if play.luck < 0 else '+'} {points(abs(play.luck))}"
    return Ledger(
        Table(heads, rows, "ledger", foot=sums),
        Remark(
            f"{percent(play.moves[0].chance_before)} at the start {luck} by the luck of the draws "
            f"− {points(play.loss)} by {_MOVES[player]} = {percent(play.moves[-1].chance)}. "
            "Luck and loss are in percentage points."
        ),
    )


_MOVES = {"reader": "your moves", "machine": "the moves of the autoplay", "both": "the moves"}


def _summary(play: Play, hint: bool, chance_visible: bool, odds_visible: bool, player: str) -> str:
    """Return a sentence on what happened last and what to do next."""
    if play.is_rolled:
        legal = sorted(play.advice)
        place = (
            f"field {legal[0]}"
            if len(legal) == 1
            else f"one of the fields {legal[0]} to {legal[-1]}"
        )
        best = f" Best: field {list_text(play.best, 'or')}." if hint else ""
        subject = "The autoplay" if player == "machine" else "You"
        return f"{subject} rolled {play.number}. Place it on {place}.{best}"
    if not play.moves:
        return (
            f"Roll a number from 0 to {play.V - 1}. It must go on one of the {play.F} fields, "
            "and the numbers must increase from field to field."
        )
    move = play.moves[-1]
    cost = f" {_cost(play, chance_visible, player)}" if odds_visible else ""
    if play.is_lost:
        return (
            f"{move.number} belongs {_position_of_unplaced(play)}, and there is no field left "
            f"for it: the game is lost.{cost}"
        )
    if not odds_visible:
        judgement = ""
    elif not move.loss:
        judgement = ", the best move."
        if chance_visible:
            judgement += f" P(win) is {chance_in_words(move.chance)}."
    elif chance_visible:
        judgement = (
            f", P(win) is {chance_in_words(move.chance)}. "
            f"Field {list_text(move.best, 'or')} is best, with "
            f"{chance_in_words(move.best_chance)}: you lost {points(move.loss)} points."
        )
    else:
        judgement = f", but field {list_text(move.best, 'or')} was better."
    if play.is_won:
        return (
            "All fields are full, and in order: the game is won! "
            f"The last number was {move.number}.{cost}"
        )
    return f"{move.number} went on field {move.field}{judgement or '.'} Roll again."


def _cost(play: Play, chance_visible: bool, player: str) -> str:
    """Return a sentence on what the moves of a game cost."""
    moves = _MOVES[player].capitalize()
    if chance_visible:
        return f"{moves} lost {points(play.loss)} points in all."
    errors = sum(move.loss > 0 for move in play.moves)
    if not errors:
        return f"Each of {_MOVES[player]} was the best one."
    verb = "was" if errors == 1 else "were"
    return f"{errors} of {_MOVES[player]} {verb} not the best. Show P(win) to see what that cost."


def _position_of_unplaced(play: Play) -> str:
    """Return in words the position that the number that lost the game would need."""
    f = _field_below(play)
    left_neighbour = f"{play.fields[f]} on field {f}" if f >= 0 else ""
    right_neighbour = f"{play.fields[f + 1]} on field {f + 1}" if f + 1 < play.F else ""
    if left_neighbour and right_neighbour:
        return f"between {left_neighbour} and {right_neighbour}"
    return (
        f"to the right of {left_neighbour}"
        if left_neighbour
        else f"to the left of {right_neighbour}"
    )


def _field_below(play: Play) -> int:
    """Return the last field whose number is below the one that lost the game; −1 if none is."""
    number = play.moves[-1].number
    return max(
        (f for f, value in enumerate(play.fields) if value is not None and value < number),
        default=-1,
    )


def _unplaced_number(play: Play) -> UnplacedNumber | None:
    """Return the number that lost the game, if it is lost."""
    if not play.is_lost:
        return None
    below = _field_below(play)
    return UnplacedNumber(
        play.moves[-1].number,
        max(below, 0),
        "left" if below < 0 else "right",
        is_at_end=below in (-1, play.F - 1),
    )


def _tallies(
    play: Play, reader: Tally, machine: Tally, chance_visible: bool, odds_visible: bool
) -> Tallies:
    """Return the tallies; the autoplay is compared with the exact chance if that is visible."""
    games = f"{machine.wins} of {count(machine.games, 'game')}"
    hint_text = " Show P(win) to compare that with the exact chance." if odds_visible else ""
    machine_tally: WinTally | Paragraph | None = None
    if machine.games and chance_visible:
        machine_tally = WinTally("Best play", machine, placement.win(play.V, play.F))
    elif machine.games:
        machine_tally = Paragraph(f"Best play won {games}.{hint_text}")
    return Tallies(
        Paragraph(f"You won {reader.wins} of {count(reader.games, 'game')}.")
        if reader.games
        else None,
        machine_tally,
        Buttons(
            (
                Button("Autoplay 100 games", "many"),
                Button("Reset tally", "clear", is_disabled=not machine.games + reader.games),
            )
        ),
    )


def span_text(span: range) -> str:
    """Return the ends of a span.

    >>> span_text(range(3, 4)), span_text(range(3, 6))
    ('3', '3 to 5')
    """
    return str(span[0]) if len(span) == 1 else f"{span[0]} to {span[-1]}"
