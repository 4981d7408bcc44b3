"""Pictures of a game that a reader has brought: the game, the graph, the length, a simulation."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from games.maths import survival
from games_widgets.drawing.curves import Axis, Chart, Line, Mark
from games_widgets.drawing.graph import Edge, Graph, Node, Place, Roomy, in_layers
from games_widgets.drawing.matrix import Cells, Matrix
from games_widgets.drawing.parts import (
    Bar,
    Button,
    Buttons,
    Cell,
    Headline,
    Headlines,
    Paragraph,
    Remark,
    Row,
    Scrolling,
    Section,
    Table,
)
from games_widgets.drawing.render import Parts
from games_widgets.drawing.tally import Lengths, LengthTally, in_words
from games_widgets.drawing.text import (
    count,
    exact,
    exactly,
    list_text,
    number,
    percent,
    rounded,
    to_eight_digits,
    with_minus,
)
from own_games.program import MAX_STEPS, ForwardDecisions, Game, label

State = Any

MAX_GRAPH_STATES = 24  # the most states of a readable graph
ARROWS = 60
STEP = 104.0  # pixels between layers: room for the labels of two arrows, there and back
CROWD = 12  # with more arrows, those with the usual chance have no label
MAX_MATRIX_STATES = 300  # the most states of a matrix with visible squares
MAX_USUAL_STEPS = 10_000  # steps that the reader has not chosen; more may be chosen
EXACT_TERMS = 20_000  # additions of fractions: some hundredths of a second
MAX_ROWS = 3000  # of a table with its folded part
VISIBLE_ROWS = 30  # rows of a table; the rest is folded
END_MEAN = "mean of the end"
SHORT = 60  # digits of a fraction that is shown at once
FLAT = 0.75  # of all games: a curve that ends with more of them shows too little
DIGITS = 3000  # of a number in a fraction that is shown in full


FORMS = ("exactly", "at least", "at most")  # of the chance of an outcome


class Question(NamedTuple):
    """The questions of the reader about an answer.

    Attributes:
        form: one of `FORMS`: the chance of exactly, at least or at most an end that is a number.
        after: the number of steps after which the chances are shown; None for the usual number.
        end: the label of the end under whose condition the length is shown; "" for no condition.
    """

    form: str = FORMS[0]
    after: int | None = None
    end: str = ""


USUAL = Question()


class Sample(NamedTuple):
    """Simulated games: the length and the end of each."""

    steps: tuple[int, ...] = ()
    ends: tuple[State, ...] = ()

    def plus(self, sample: "Sample") -> "Sample":
        """Return the sum of this sample and another one."""
        return Sample(self.steps + sample.steps, self.ends + sample.ends)


NO_SAMPLE = Sample()


def state_text(state: State, length: int = 16) -> str:
    """Return a state as it is written in a box or a table.

    >>> state_text("home"), state_text(""), state_text((2, Fraction(1, 2)))
    ('home', '“”', '(2, 1/2)')
    >>> state_text(frozenset({1})), state_text(-3)
    ('{1}', '−3')
    """
    text = with_minus(label(state))
    return text if len(text) <= length else text[: length - 1] + "…"


# The models


@dataclass(frozen=True)
class FoldedValue:
    """A value that is long when it is written out, folded.

    Attributes:
        label: what is written in place of the value.
        value: a fraction, or a function as text.
    """

    label: str
    value: Fraction | str


@dataclass(frozen=True)
class Figures(Parts):
    """The main numbers, to two digits, to eight, and exactly."""

    headlines: Headlines
    eight_digits: Remark | None
    exactly: tuple[FoldedValue, ...]


@dataclass(frozen=True)
class PrintedText:
    """What the program of the reader has printed."""

    text: str


@dataclass(frozen=True)
class SmallMap(Parts):
    """The graph of a small game, which can be watched."""

    graph: Roomy
    watch: Buttons
    remark: Remark


@dataclass(frozen=True)
class LargeMap(Parts):
    """The matrix of a game that is too large for a graph."""

    matrix: Matrix
    remark: Remark


Map = SmallMap | LargeMap | Remark


@dataclass(frozen=True)
class LongTable:
    """A table that may be long: some of its rows, and the rest of them folded.

    Attributes:
        table: the whole table.
        first: the first row that is not folded.
    """

    table: Table
    first: int = 0


@dataclass(frozen=True)
class FoldedTable:
    """A table that is folded under a label."""

    label: str
    table: Scrolling[LongTable]


class Visit(NamedTuple):
    """The visits from a start: a row of N.

    Attributes:
        start: the state in which the game starts.
        is_chosen: whether the rest of the picture has this start.
        visits: how often a game is in each state, on average.
        steps: how many steps it takes, on average.
    """

    start: State
    is_chosen: bool
    visits: tuple[Fraction, ...]
    steps: Fraction


@dataclass(frozen=True)
class Visits:
    """N as a table; the heads of the rows choose the start."""

    rows: tuple[Visit, ...]


@dataclass(frozen=True)
class OnScreen:
    """A text that a printed page leaves out."""

    text: str


@dataclass(frozen=True)
class VisitsPart(Parts):
    """N and a remark on it."""

    visits: Visits
    remark: Remark


@dataclass(frozen=True)
class Ends(Parts):
    """The chance of each end.

    Attributes:
        forms: choose between exactly, at least and at most, where ends are numbers.
        left_out: how many ends have no row.
        hint: what the reader can do.
    """

    forms: Buttons | None
    table: LongTable
    left_out: Remark | None
    hint: Paragraph | None


@dataclass(frozen=True)
class StepsForm:
    """The form in which a reader types a number of steps."""

    steps: int


@dataclass(frozen=True)
class Length(Parts):
    """The length of the game, perhaps under the condition of an end."""

    condition: Paragraph | None
    without_condition: Buttons | None
    survival: Chart | Remark
    form: StepsForm
    chances: Table


@dataclass(frozen=True)
class Simulation(Parts):
    """The games that were played here, beside what is expected."""

    values: LengthTally | None
    steps: LengthTally | None
    buttons: Buttons


@dataclass(frozen=True)
class ProgramPicture(Parts):
    """Everything about a game that was written as a program.

    Attributes:
        curves: the answers against the places of its slider; None without a slider.
    """

    figures: Figures
    curves: Section[Any] | None
    decimals: Remark | None
    printed: Section[PrintedText] | None
    ends: Section[Ends] | None
    choices: Section[LongTable | Remark] | None
    map: Section[Map]
    length: Section[Length]
    simulation: Section[Simulation]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.simulation.content.values, self.simulation.content.steps)


@dataclass(frozen=True)
class ChainPicture(Parts):
    """Everything about a small chain that was written state by state."""

    figures: Figures
    ends: Section[Ends] | None
    map: Section[Map]
    visits: Section[VisitsPart]
    length: Section[Length]
    simulation: Section[Simulation]
    summary: str

    @property
    def result(self) -> str:
        """The tally in plain text."""
        return in_words(self.simulation.content.values, self.simulation.content.steps)


@dataclass(frozen=True)
class Waiting(Parts):
    """The picture in place of a game whose code nobody has run yet."""

    remark: Remark
    summary: str


@dataclass(frozen=True)
class EditorHead:
    """The heading over the rows of the editor of a chain."""


@dataclass(frozen=True)
class Fault:
    """The message below a wrong row of the editor."""

    problem: str


# The two apps


def program(
    game: Game,
    sample: Sample = NO_SAMPLE,
    *,
    watched_state: State = None,
    question: Question = USUAL,
) -> ProgramPicture:
    """Return everything about a game that was written as a program.

    Args:
        game: what is shown.
        sample: simulated games.
        at: the state that is highlighted, where a game is watched.
        question: what the reader asks.
    """
    return ProgramPicture(
        figures=_figures(game),
        curves=None,
        decimals=decimals_remark(game.decimals),
        printed=printed_section(game.printed),
        ends=_ends(game, sample, question),
        choices=_choices(game) if game.process else None,
        map=Section(_map_title(game), _map(game, watched_state)),
        length=_length(game, sample, question),
        simulation=_simulation(game, sample),
        summary=_summary(game),
    )


def chain(
    game: Game,
    sample: Sample = NO_SAMPLE,
    *,
    watched_state: State = None,
    question: Question = USUAL,
) -> ChainPicture:
    """Return everything about a small chain that was written state by state.

    Args:
        game: what is shown.
        sample: simulated games.
        at: the state that is highlighted, where a game is watched.
        question: what the reader asks.
    """
    title = "N: expected visits to the state of the column, from the state of the row"
    return ChainPicture(
        figures=_figures(game),
        ends=_ends(game, sample, question),
        map=Section("The chain", _map(game, watched_state)),
        visits=Section(title, _visits(game)),
        length=_length(game, sample, question),
        simulation=_simulation(game, sample),
        summary=_summary(game),
    )


def waiting() -> Waiting:
    """Return the picture in place of a game whose code nobody has run yet."""
    summary = (
        "This code has not run: it came with a link, or you have stopped it. Read it, then press "
        "Run."
    )
    note = (
        "The sender of the link wrote this code, not the book. Nothing of it runs before you press "
        "Run, and then behind a wall: it can take time and memory of this tab until you stop it, "
        "and nothing else. Only a table of states and chances comes back."
    )
    return Waiting(Remark(note), summary)


# The parts


def _figures(game: Game) -> Figures:
    median, end_mean = game.median, _end_mean(game)
    figures = [_worth(game)] if game.process or game.gains else []
    if end_mean is not None:
        figures.append((END_MEAN, end_mean))
    figures.append(("steps on average", game.mean))
    folded_values = [_folded_fraction(label, value) for label, value in figures]
    headlines = [
        Headline(label, rounded(value), "" if long else exactly(value, SHORT))
        for (label, value), long in zip(figures, folded_values, strict=True)
    ]
    end_deviation = game.end_distribution.deviation_float
    if end_mean is not None and end_deviation is not None:
        headlines.insert(1, Headline("its standard deviation", number(end_deviation, 2)))
    if game.deviation_float:
        headlines.append(Headline("standard deviation", number(game.deviation_float, 2)))
    if game.deviation_float and median is not None:
        headlines.append(Headline("half are over after", count(median, "step")))
    in_digits = [
        f"{label} {to_eight_digits(value)}" for label, value in figures if (100 * value) % 1
    ]
    return Figures(
        Headlines(tuple(headlines)),
        Remark(f"To eight digits: {'; '.join(in_digits)}.") if in_digits else None,
        tuple(filter(None, folded_values)),
    )


def is_cost(game: Game | ForwardDecisions) -> bool:
    """Return whether the steps of a game cost something, and nothing else counts."""
    return bool(game.gains) and max(game.gains.values()) <= 0 and not any(game.worth.values())


def worth_name(costs: bool, somebody_decides: bool) -> str:
    """Return what the value of a game is called."""
    if somebody_decides:
        return "best play costs" if costs else "best play is worth"
    return "cost on average" if costs else "gain on average"


def _worth(game: Game) -> tuple[str, Fraction]:
    """Return the value or the cost of the game, with its label."""
    costs = is_cost(game)
    return worth_name(costs, bool(game.process)), -game.value if costs else game.value


def worth_label(game: Game) -> str:
    """Return what the value of a game is called; "" if it has none."""
    return _worth(game)[0] if game.process or game.gains else ""


def _end_mean(game: Game) -> Fraction | None:
    """Return the mean of the ends if they are several numbers and nobody decides."""
    distribution = game.end_distribution
    return distribution.mean if len(distribution.outcomes) > 1 and not game.process else None


def _folded_fraction(name: str, value: Fraction, length: int = SHORT) -> FoldedValue | None:
    """Return a fraction that is folded if it is long; None if it is short, or far too long."""
    text = exact(value, length)
    longest = max(abs(value.numerator), value.denominator)
    if not text.startswith("a ") or longest >= 10**DIGITS:
        return None
    return FoldedValue(f"{name}, exactly: {text}" if name else text, value)


def exact_value(value: Fraction) -> str | tuple[FoldedValue | str, str]:
    """Return a fraction, folded if it is long, with its digits."""
    if value.denominator == 1:
        return with_minus(str(value))
    return _folded_fraction("", value, 24) or exact(value, 24), f" {_decimal(value)}"


def _decimal(value: Fraction) -> str:
    """Return a fraction in eight digits after its sign, = or ≈.

    >>> _decimal(Fraction(5, 8)), _decimal(Fraction(2, 3))
    ('= 0.625', '≈ 0.66666667')
    """
    return f"{'≈' if value * 10**8 % 1 else '='} {to_eight_digits(value)}"


def decimals_remark(decimals: Sequence[tuple[str, Fraction]]) -> Remark | None:
    """Return how the decimals of a text are read; None if it has none."""
    if not decimals:
        return None
    readings = list_text(f"{text} is read as {value}" for text, value in decimals[:4])
    return Remark(f"Numbers are exact here: {readings}.")


def printed_section(text: str) -> Section[PrintedText] | None:
    """Return what a text has printed; None if it is nothing."""
    return Section("What it printed", PrintedText(text)) if text else None


def _map_title(game: Game) -> str:
    title = "The game under a best policy" if game.process else "The game"
    return f"{title}: {count(len(game.states), 'state')}"


def _map(game: Game, watched_state: State) -> Map:
    """Return the graph of a small game, the matrix of a larger one, or only the size."""
    if is_drawn(game):
        return _small_map(game, watched_state)
    if len(game.states) <= MAX_MATRIX_STATES:
        return _large_map(game)
    return Remark(
        f"A picture of {count(len(game.states), 'state')} and {count(game.size, 'way')} would be "
        "too large to read. The answer is exact all the same."
    )


def is_drawn(game: Game) -> bool:
    """Return whether the game is small enough for a graph that can be read."""
    return len(game.states) <= MAX_GRAPH_STATES and game.size <= ARROWS


def _small_map(game: Game, watched_state: State) -> SmallMap:
    chain, number_of = game.chain, {state: str(i) for i, state in enumerate(game.states)}
    ends = set(chain.absorbing)
    nodes = tuple(
        Node(
            number_of[state],
            state_text(state),
            note=_note(game, state),
            kind=" ".join(
                word
                for word, is_so in (
                    ("start", state == game.start),
                    ("end", state in ends),
                    ("highlighted", watched_state is not None and state == watched_state),
                )
                if is_so
            ),
        )
        for state in game.states
    )
    moves = [
        (state, target, chance)
        for state in chain.transient
        for target, chance in chain.step(state).items()
    ]
    usual = _usual([chance for *_, chance in moves])
    edges = tuple(
        Edge(number_of[state], number_of[target], "" if chance == usual else str(chance))
        for state, target, chance in moves
    )
    alt_text = "A graph. " + " ".join(
        f"From {state_text(state)}: "
        + list_text(
            f"{chance} to {state_text(target)}" for target, chance in chain.step(state).items()
        )
        + "."
        for state in chain.transient
    )
    start = number_of[game.start]
    wide, narrow = (
        _drawing(nodes, edges, in_layers(nodes, edges, start, upright=upright, step=STEP), alt_text)
        for upright in (False, True)
    )
    return SmallMap(
        Roomy(wide, narrow),
        Buttons((Button("Watch one game", "watch"),)),
        Remark(
            "Dashed: the start. Thick: an end. "
            + (
                "Each arrow has its chance."
                if usual is None
                else f"An arrow without a number has the chance {usual}."
            )
        ),
    )


def _drawing(
    nodes: tuple[Node, ...], edges: tuple[Edge, ...], places: Mapping[str, Place], alt_text: str
) -> Graph:
    return Graph(nodes, edges, tuple(places[node.name] for node in nodes), alt_text)


def _usual(chances: Sequence[Fraction]) -> Fraction | None:
    """Return the chance of more than half of the arrows, if there are too many to label each."""
    if len(chances) <= CROWD:
        return None
    ((usual, count),) = Counter(chances).most_common(1)
    return usual if 2 * count > len(chances) else None


def _note(game: Game, state: State) -> str:
    if not game.process:
        return ""
    if state in game.worth:
        return f"worth {number(game.worth[state])}"
    actions = game.process.advice(state)
    return state_text(actions[0][0], 12) if len(actions) > 1 else ""


def _large_map(game: Game) -> LargeMap:
    chain, column = game.chain, {state: i for i, state in enumerate(game.states)}
    cells: dict[float, list[Cells]] = {
        1.0: [(column[state], column[state], 1) for state in chain.absorbing]
    }
    for state in chain.transient:
        for target, chance in chain.step(state).items():
            shade = 0.25 + 0.75 * float(chance)
            cells.setdefault(shade, []).append((column[state], column[target], 1))
    size = len(chain.transient)
    return LargeMap(
        Matrix(
            tuple((shade, tuple(places)) for shade, places in cells.items()),
            len(game.states),
            tuple(range(len(game.states))),
            alt_text=f"The matrix of the chances of all steps between {len(game.states)} states, "
            f"of which {len(chain.absorbing)} end the game.",
            line_below=size,
            line_after=size,
        ),
        Remark(
            "There are too many states for a graph. Here each row is a state, and each square is "
            "a way to the state of its column: the stronger its colour, the likelier the way. The "
            "ends come last, after the lines."
        ),
    )


def _choices(game: Game) -> Section[LongTable | Remark]:
    """Return the choices of a best policy in all states with a choice."""
    process = game.process
    assert process is not None
    costs = is_cost(game)
    open_states = [s for s in game.chain.transient if len(process.advice(s)) > 1]
    rows = []
    for state in open_states[:MAX_ROWS]:
        (first, best), (runner_up, second), *_ = process.advice(state)
        if costs:
            best, second = -best, -second
        equal_actions = [action for action in process.best(state) if action != first]
        next_best = (
            f"{state_text(equal_actions[0] if equal_actions else runner_up, 24)}: {rounded(second)}"
        )
        rows.append(
            Row(
                state_text(state, 24),
                (
                    Cell(state_text(first, 24), "sum"),
                    rounded(best),
                    f"as good: {next_best}" if equal_actions else next_best,
                ),
            )
        )
    if not rows:
        return Section("What is best", Remark("No state offers a choice."))
    left_out = len(open_states) - len(rows)
    heads = ("state", "best", "costs" if costs else "is worth", "next best")
    return Section(
        "What is best",
        LongTable(Table(heads, tuple(rows), "ledger")),
        Remark(
            f"{_deciding(game)} The table lists the states that best play meets, in the order in "
            f"which they are found{f'; {left_out} more are left out' if left_out else ''}."
        ),
    )


def _deciding(game: Game) -> str:
    """Return in words who decides, and for what aim: three players do not play one by one."""
    if any(map(game.opposed.__contains__, game.states)):
        return (
            "Two players decide: one wants the number at the end large, and the opponent wants it "
            "small."
        )
    if is_cost(game):
        return "All decisions are made for the same aim, a small cost on the way."
    if game.gains:
        return "All decisions are made for the same aim, a large number at the end and on the way."
    return "All decisions are made for the same aim, a large number at the end."


def _visits(game: Game) -> VisitsPart:
    chain = game.chain
    rows = (
        Visit(state, state == game.start, tuple(row), chain.expected_steps(state))
        for state, row in zip(chain.transient, chain.fundamental_matrix(), strict=True)
    )
    return VisitsPart(
        Visits(tuple(rows)),
        Remark(("Steps: the sum of the row.", OnScreen(" Choose a row to start there."))),
    )


def _ends(game: Game, sample: Sample, question: Question) -> Section[Ends] | None:
    """Return the chance of each end. A single end is left out, unless it has a value."""
    distribution = game.end_distribution
    if len(distribution.outcomes) == 1 and not game.process:
        return None
    is_ordered = _end_mean(game) is not None
    chances = {
        "exactly": distribution.chances,
        "at least": distribution.at_least,
        "at most": distribution.at_most,
    }[question.form if is_ordered else "exactly"]
    end_counts = Counter(label(end) for end in sample.ends)
    worth = {label(end): value for end, value in game.worth.items()}
    heads = ["end", "chance", "exact value"]
    heads += ["worth"] * bool(game.process) + ["played"] * bool(sample.ends)
    rows = []
    pairs = list(zip(distribution.outcomes, chances, strict=True))
    for end, chance in pairs[:MAX_ROWS]:
        cells: list[object] = [percent(chance), Cell(exact_value(chance), "long")]
        if game.process:
            cells.append(number(worth[end]))
        if sample.ends:
            cells.append(percent(Fraction(end_counts[end], len(sample.ends))))
        cells.append(Bar(chance, is_silent=True))
        head = Button(state_text(end, 24), "given", end, is_pressed=end == question.end)
        rows.append(Row(head, tuple(cells)))
    left_out = len(pairs) - len(rows)
    hint = "Choose an end, and the length below is that of the games that end so."
    return Section(
        "How it ends",
        Ends(
            form_buttons(question) if is_ordered else None,
            LongTable(
                Table((*heads, Cell()), tuple(rows), "bars your-ends"),
                likeliest_rows(distribution.chances) if is_ordered else 0,
            ),
            Remark(f"{left_out} other ends are left out.") if left_out else None,
            Paragraph(hint, "remark on-screen") if len(pairs) > 1 else None,
        ),
    )


def likeliest_rows(chances: Sequence[Fraction]) -> int:
    """Return where the rows begin that are shown of a table in order: those with most chance.

    >>> likeliest_rows([Fraction(1, 40)] * 40), likeliest_rows([Fraction(0)] * 40 + [Fraction(1)])
    (0, 11)
    """
    sums = [Fraction(0), *accumulate(chances[:MAX_ROWS])]
    rows = min(VISIBLE_ROWS, len(sums) - 1)
    return max(range(len(sums) - rows), key=lambda first: sums[first + rows] - sums[first])


def form_buttons(question: Question) -> Buttons:
    """Return the buttons that choose between exactly, at least and at most."""
    return Buttons(
        tuple(Button(form, "form", form, is_pressed=form == question.form) for form in FORMS)
    )


def _length(game: Game, sample: Sample, question: Question) -> Section[Length]:
    """Return the length of the game, perhaps under the condition of an end."""
    end = next((end for end in game.ends if label(end) == question.end), None)
    if end is None or len(game.ends) == 1:
        length = Length(None, None, _survival(game, sample), *_chances_of_length(game, question))
        return Section("How long it lasts", length)
    conditional = game.conditioned_on(end)
    mean = conditional.mean
    sentence = (
        f"Given that it ends in {state_text(end, 24)}, the game takes {exact(mean)} steps "
        "on average"
        f"{f' ({_decimal(mean)})' if mean.denominator > 1 else ''}, with a standard deviation of "
        f"{number(conditional.deviation_float, 2)}. The simulated games are left out."
    )
    return Section(
        f"How long it lasts, given the end {state_text(end, 24)}",
        Length(
            Paragraph(sentence),
            Buttons((Button("Without this condition", "given", ""),)),
            _survival(conditional, NO_SAMPLE),
            *_chances_of_length(conditional, question),
        ),
    )


def _chances_at(game: Game, t: int) -> Sequence[Fraction | float]:
    if t * (game.size + 10) <= EXACT_TERMS:
        return game.chances_at(t)
    try:
        return game.chances_at_float(t)
    except ValueError:
        max_steps = _quick_steps(game)
        raise ValueError(
            f"The chances of {number(t)} steps of this game would take too long here. Ask for "
            f"{number(max_steps)} steps or fewer."
        ) from None


def _quick_steps(game: Game) -> int:
    """Return a number of steps whose chances can be found in floats, whatever the game."""
    return max(1, min(MAX_STEPS, survival.TERMS // (game.size + 10)))


def _chances_of_length(game: Game, question: Question) -> tuple[StepsForm, Table]:
    """Return the chances of a length of exactly, at least and at most so many steps."""
    t = question.after or min(max(math.ceil(game.mean), 1), MAX_USUAL_STEPS)
    try:
        chances = _chances_at(game, t)
    except ValueError:
        if question.after:
            raise
        t = _quick_steps(game)
        chances = _chances_at(game, t)
    rows = []
    for form, chance in zip(FORMS, chances, strict=True):
        value = exact_value(chance) if isinstance(chance, Fraction) else to_eight_digits(chance)
        bar = Bar(min(Fraction(chance), Fraction(1)), is_silent=True)
        cells = (percent(Fraction(chance)), Cell(value, "long"), bar)
        rows.append(Row(f"{form} {count(t, 'step')}", cells))
    heads = ("it takes", "chance", "exact value", Cell())
    return StepsForm(t), Table(heads, tuple(rows), "bars your-ends")


def _survival(game: Game, sample: Sample) -> Chart | Remark:
    curve, mean, median = game.survival_curve_float, game.mean, game.median
    last = len(curve) - 1
    if median is None and curve[-1] > FLAT:
        alt_text = (
            f"The game is too long for a curve here: after {count(last, 'step')}, "
            f"{percent(Fraction(min(curve[-1], 1.0)))} of all games still go on. The mean is "
            f"{rounded(mean)}, with a standard deviation of {number(game.deviation_float, 2)}; "
            "the median was not computed."
        )
        return Remark(alt_text)
    shapes = [Line(tuple(enumerate(curve)), "exact", steps=True, filled=True)]
    alt_text = (
        "The chance that the game is not over after t steps falls from 100 % at t = 0 to "
        f"{percent(Fraction(min(curve[-1], 1.0)))} at t = {last}. The mean is {rounded(mean)}."
    )
    if sample.steps:
        ends_at = Counter(sample.steps)
        end_counts = accumulate(ends_at[t] for t in range(last + 1))
        shares = tuple((t, 1 - games / len(sample.steps)) for t, games in enumerate(end_counts))
        shapes.append(
            Line(shares, f"{count(len(sample.steps), 'game')} played", "dashed", steps=True)
        )
        alt_text += f" Of {count(len(sample.steps), 'game')} played, the share is drawn beside it."
    marks = [Mark(float(mean), f"mean {rounded(mean)}")]
    if median is not None:
        marks.append(Mark(median, f"median {median}", "dashed"))
    return Chart(
        tuple(shapes),
        x=Axis("steps t", 0, last),
        y=Axis("P(T > t): not over after t steps", 0, 1, _whole_percent),
        marks=tuple(marks),
        alt_text=alt_text,
        height=11,
    )


def _whole_percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def _simulation(game: Game, sample: Sample) -> Section[Simulation]:
    values = steps = None
    if sample.steps:
        steps = LengthTally(_lengths(sample), "step", game.mean, game.deviation_float)
        if game.process and not game.gains:
            worth = [game.worth[end] for end in sample.ends]
            values = LengthTally(
                Lengths(len(worth), sum(worth, Fraction(0)), min(worth), max(worth)),
                "point",
                game.value,
                game.value_deviation_float,
                "brought",
            )
    buttons = (
        Button("Play 100 games", "play"),
        Button("Reset tally", "clear", is_disabled=not sample.steps),
    )
    return Section("A simulation beside it", Simulation(values, steps, Buttons(buttons)))


def _lengths(sample: Sample) -> Lengths:
    return Lengths(len(sample.steps), sum(sample.steps), min(sample.steps), max(sample.steps))


def _summary(game: Game) -> str:
    parts = [f"{count(len(game.states), 'state')}."]
    if game.process or game.gains:
        name, worth = _worth(game)
        verb = "" if game.process else " is"
        parts.append(f"{name[0].upper()}{name[1:]}{verb} {_number_text(worth)}.")
    parts.append(
        f"From {state_text(game.start)}, a game takes {_number_text(game.mean)} steps on average "
        f"(± {number(game.deviation_float, 2)})."
    )
    if len(game.ends) > 1 and not game.process:
        top = max(game.ends.values())
        likeliest, *rest = [state_text(end) for end, chance in game.ends.items() if chance == top]
        likeliest = (
            f"{1 + len(rest)} ends are likeliest, each"
            if rest
            else f"Its likeliest end is {likeliest},"
        )
        parts.append(f"{likeliest} with chance {percent(top)}.")
    return " ".join(parts)


def _number_text(value: Fraction) -> str:
    """Return a number as exactly as a short text can give it."""
    if value.denominator == 1:
        return number(value)
    text = exact(value, 16)
    return rounded(value) if text.startswith("a ") else f"{text} ≈ {number(value, 2)}"
