"""Pictures of a game that a reader has brought: the game, the graph, the length, a simulation."""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import Any, NamedTuple

from games.your_game.program import Game, label
from games_widgets.drawing.curves import Axis, Line, Mark, chart
from games_widgets.drawing.graph import Edge, Node, graph, in_layers, roomy
from games_widgets.drawing.markup import (
    Html,
    Picture,
    bar,
    button,
    div,
    element,
    headline,
    headlines,
    hidden,
    joined,
    remark,
    section,
    table,
)
from games_widgets.drawing.matrix import Cells, entries, matrix
from games_widgets.drawing.tally import Lengths, lengths
from games_widgets.drawing.text import (
    count,
    exact,
    exactly,
    listed,
    number,
    percent,
    rounded,
    to_eight_digits,
)

State = Any

DRAWN = 24  # states of a graph that can still be read
ARROWS = 60
STEP = 104.0  # pixels between layers: room for the labels of two arrows, there and back
CROWD = 12  # arrows, beyond which those with the usual chance have no label
SHADED = 300  # states of a matrix whose squares can still be seen
LISTED = 30  # rows of a table; the rest is folded
MAX_USUAL_STEPS = 10_000  # after which chances are shown unless the reader asks for more
EXACT_TERMS = 20_000  # additions of fractions: some hundredths of a second
MAX_ROWS = 3000  # of a table with its folded part
END_MEAN = "mean of the end"
SHORT = 60  # digits of a fraction that is shown at once
FLAT = 0.75  # of all games at the end of a curve, which then says too little
DIGITS = 3000  # of a number in a fraction that is shown in full


FORMS = ("exactly", "at least", "at most")  # of the chance of an outcome


class Asked(NamedTuple):
    """What the reader asks of an answer.

    Attributes:
        form: one of `FORMS`: the chance of exactly, at least or at most an end that is a number.
        after: the number of steps after which the chances are shown; None for the usual number.
        end: the label of the end under whose condition the length is shown; "" for no condition.
    """

    form: str = FORMS[0]
    after: int | None = None
    end: str = ""


USUAL = Asked()


class Sample(NamedTuple):
    """Simulated games: how long each was, and where it ended."""

    steps: tuple[int, ...] = ()
    ends: tuple[State, ...] = ()

    def plus(self, other: "Sample") -> "Sample":
        """Return this sample and another one together."""
        return Sample(self.steps + other.steps, self.ends + other.ends)


NONE = Sample()


def named(state: State, length: int = 16) -> str:
    """Return a state as it is written in a box or a table.

    >>> named("home"), named(""), named((2, Fraction(1, 2))), named(frozenset({1}))
    ('home', '“”', '(2, 1/2)', '{1}')
    """
    text = label(state)
    return text if len(text) <= length else text[: length - 1] + "…"


# The two apps


def program(
    game: Game, sample: Sample = NONE, *, at: State = None, asked: Asked = USUAL
) -> Picture:
    """Return everything about a game that was written as a program.

    Args:
        game: what is shown.
        sample: simulated games.
        at: the state that is lit, where a game is watched.
        asked: what the reader asks.
    """
    return _whole(
        game,
        sample,
        asked,
        before=[_decimals(game.decimals), _printed(game.printed)],
        after=[
            _choices(game) if game.process else None,
            section(_map_title(game), _map(game, at)),
        ],
    )


def chain(game: Game, sample: Sample = NONE, *, at: State = None, asked: Asked = USUAL) -> Picture:
    """Return everything about a small chain that was written state by state.

    Args:
        game: what is shown.
        sample: simulated games.
        at: the state that is lit, where a game is watched.
        asked: what the reader asks.
    """
    title = "N: how often a game from the row’s state is in the column’s"
    return _whole(
        game,
        sample,
        asked,
        after=[section("The chain", _map(game, at)), section(title, _visits(game))],
    )


def _whole(
    game: Game,
    sample: Sample,
    asked: Asked,
    *,
    before: Sequence[Html | None] = (),
    after: Sequence[Html | None],
) -> Picture:
    """Return a picture of what both apps show, with the parts of one app around the ends."""
    html = Html.of(
        _headlines(game),
        *before,
        _endings(game, sample, asked),
        *after,
        _length(game, sample, asked),
        section("A simulation beside it", _simulation(game, sample)),
    )
    return Picture(html, _summary(game))


def waiting() -> Picture:
    """Return what is shown in place of a game whose code nobody has run yet."""
    summary = (
        "This code has not run: it came with a link, or you have stopped it. Read it, then press "
        "Run."
    )
    note = (
        "Code in a link is its sender’s and not the book’s. Nothing of it runs before you press "
        "Run, and then behind a wall: it can take time and memory of this tab until you stop it, "
        "and nothing else. Only a table of states and chances comes back."
    )
    return Picture(remark(note), summary)


HEAD = Html.of(
    element("b", "State"),
    " and the states it goes to, each with its chance. Where nothing follows, the game ends.",
)


def faulty(problem: str) -> Html:
    """Return what is said below a row that is wrong; nothing if it is right."""
    return element("span", problem, class_="oe-fault") if problem else Html()


# The parts


def _headlines(game: Game) -> Html:
    median, end_mean = game.median, _end_mean(game)
    figures = [_worth(game)] if game.process or game.gains else []
    if end_mean is not None:
        figures.append((END_MEAN, end_mean))
    figures.append(("steps on average", game.mean))
    in_full = [_in_full(label, value) for label, value in figures]
    figures_drawn = [
        headline(label, rounded(value), "" if full else exactly(value, SHORT))
        for (label, value), full in zip(figures, in_full, strict=True)
    ]
    end_deviation = game.end_distribution.deviation_float
    if end_mean is not None and end_deviation is not None:
        figures_drawn.insert(1, headline("its standard deviation", number(end_deviation, 2)))
    if game.deviation_float:
        figures_drawn.append(headline("standard deviation", number(game.deviation_float, 2)))
    if game.deviation_float and median is not None:
        figures_drawn.append(headline("half are over after", count(median, "step")))
    in_digits = [
        f"{label} {to_eight_digits(value)}" for label, value in figures if (100 * value) % 1
    ]
    digits = remark(f"To eight digits: {'; '.join(in_digits)}.") if in_digits else None
    return Html.of(headlines(*figures_drawn), digits, *in_full)


def _worth(game: Game) -> tuple[str, Fraction]:
    """Return what the game is worth, or what it costs, with its label."""
    is_cost = game.gains and max(game.gains.values()) <= 0 and not any(game.worth.values())
    if not game.process:
        return ("cost on average", -game.value) if is_cost else ("gain on average", game.value)
    return ("best play costs", -game.value) if is_cost else ("best play is worth", game.value)


def _end_mean(game: Game) -> Fraction | None:
    """Return the mean of the ends if they are several numbers and nobody decides."""
    distribution = game.end_distribution
    return distribution.mean if len(distribution.outcomes) > 1 and not game.process else None


def _in_full(name: str, value: Fraction, length: int = SHORT) -> Html | None:
    """Return a long fraction, folded, in all its digits; a click on them selects all to copy."""
    text = exact(value, length)
    longest = max(abs(value.numerator), value.denominator)
    if not text.startswith("a ") or longest >= 10**DIGITS:
        return None
    return element(
        "details",
        element("summary", f"{name}, exactly: {text}" if name else text),
        element("code", str(value)),
        class_="oe-in-full",
    )


def _to_open(value: Fraction) -> Html:
    """Return a fraction, folded if it is long, with its digits."""
    if value.denominator == 1:
        return Html(str(value))
    return Html.of(_in_full("", value, 24) or exact(value, 24), f" {_decimal(value)}")


def _decimal(value: Fraction) -> str:
    """Return a fraction in eight digits after its sign, = or ≈.

    >>> _decimal(Fraction(5, 8)), _decimal(Fraction(2, 3))
    ('= 0.625', '≈ 0.66666667')
    """
    return f"{'≈' if value * 10**8 % 1 else '='} {to_eight_digits(value)}"


def _decimals(decimals: Sequence[tuple[str, Fraction]]) -> Html | None:
    if not decimals:
        return None
    readings = listed(f"{text} as {value}" for text, value in decimals[:4])
    return remark(f"Numbers are exact here: {readings} is read.")


def _printed(text: str) -> Html | None:
    return section("What it printed", element("pre", text, class_="oe-printed")) if text else None


def _map_title(game: Game) -> str:
    title = "The game under a best policy" if game.process else "The game"
    return f"{title}: {count(len(game.states), 'state')}"


def _map(game: Game, at: State) -> Html:
    """Return a graph of a small game, the matrix of a larger one, or how large it is."""
    if is_drawn(game):
        return _graph(game, at)
    if len(game.states) <= SHADED:
        return _matrix(game)
    return remark(
        f"With {count(len(game.states), 'state')} and {count(game.size, 'way')} there is no "
        "picture that could be read; the answer is exact all the same."
    )


def is_drawn(game: Game) -> bool:
    """Return whether the game is small enough for a graph that can be read."""
    return len(game.states) <= DRAWN and game.size <= ARROWS


def _graph(game: Game, at: State) -> Html:
    chain, number_of = game.chain, {state: str(i) for i, state in enumerate(game.states)}
    ends = set(chain.absorbing)
    nodes = [
        Node(
            number_of[state],
            named(state),
            note=_note(game, state),
            kind=" ".join(
                word
                for word, is_so in (
                    ("start", state == game.start),
                    ("end", state in ends),
                    ("lit", at is not None and state == at),
                )
                if is_so
            ),
        )
        for state in game.states
    ]
    moves = [
        (state, target, chance)
        for state in chain.transient
        for target, chance in chain.step(state).items()
    ]
    usual = _usual([chance for *_, chance in moves])
    edges = [
        Edge(number_of[state], number_of[target], "" if chance == usual else str(chance))
        for state, target, chance in moves
    ]
    alt_text = "A graph. " + " ".join(
        f"From {named(state)}: "
        + listed(f"{chance} to {named(target)}" for target, chance in chain.step(state).items())
        + "."
        for state in chain.transient
    )
    start = number_of[game.start]
    drawings = (
        graph(
            nodes,
            edges,
            in_layers(nodes, edges, start, upright=upright, step=STEP),
            alt_text=alt_text,
        )
        for upright in (False, True)
    )
    return Html.of(
        roomy(*drawings),
        div("oe-buttons", button("Watch one game", "watch")),
        remark(
            "Dashed: the start. Thick: an end. "
            + (
                "Each arrow has its chance."
                if usual is None
                else f"An arrow without a number has the chance {usual}."
            )
        ),
    )


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
    return named(actions[0][0], 12) if len(actions) > 1 else ""


def _matrix(game: Game) -> Html:
    chain, column = game.chain, {state: i for i, state in enumerate(game.states)}
    cells: dict[float, list[Cells]] = {
        1.0: [(column[state], column[state], 1) for state in chain.absorbing]
    }
    for state in chain.transient:
        for target, chance in chain.step(state).items():
            shade = 0.25 + 0.75 * float(chance)
            cells.setdefault(shade, []).append((column[state], column[target], 1))
    size = len(chain.transient)
    picture = matrix(
        entries(cells),
        len(game.states),
        range(len(game.states)),
        alt_text=f"The matrix of the chances of all steps between {len(game.states)} states, of "
        f"which {len(chain.absorbing)} end the game.",
        lines=f"M0 {size}H{len(game.states)}M{size} 0V{len(game.states)}",
    )
    note = remark(
        "Too many for a graph: each row is a state, each square a way to the state of its column, "
        "the stronger its colour, the likelier. The ends come last, behind the lines."
    )
    return Html.of(picture, note)


def _choices(game: Game) -> Html:
    """Return what a best policy does, wherever there is something to choose."""
    process = game.process
    assert process is not None
    open_states = [s for s in game.chain.transient if len(process.advice(s)) > 1]
    rows = []
    for state in open_states[:MAX_ROWS]:
        (first, best), (runner_up, second), *_ = process.advice(state)
        tied = [action for action in process.best(state) if action != first]
        rows.append(
            element(
                "tr",
                element("th", named(state, 24), scope="row"),
                element("td", named(first, 24), class_="oe-sum"),
                element("td", rounded(best)),
                element(
                    "td",
                    f"{'as good: ' if tied else ''}{named(tied[0] if tied else runner_up, 24)}: "
                    f"{rounded(second)}",
                ),
            )
        )
    if not rows:
        return section("What is best", remark("There is never a choice."))
    left_out = len(open_states) - len(rows)
    heads = ("state", "best", "is worth", "next best")
    return section(
        "What is best",
        *_folded(heads, rows, "oe-ledger"),
        remark(
            f"{_deciding(game)} The states that best play meets, in the order in which they are "
            f"found"
            f"{f'; {left_out} more are left out' if left_out else ''}."
        ),
    )


def _deciding(game: Game) -> str:
    """Return who decides: of three players nobody shall think that each plays for himself."""
    if any(map(game.opposed.__contains__, game.states)):
        return (
            "Two players decide: one wants the number at the end large, and the opponent wants it "
            "small."
        )
    if game.gains:
        return "All decisions are made for the same aim, a large number at the end and on the way."
    return "All decisions are made for the same aim, a large number at the end."


def _visits(game: Game) -> Html:
    """Return N as a table; the heads of the rows are buttons that choose the start."""
    chain = game.chain
    N = chain.fundamental_matrix()
    maximum = max(map(max, N))
    rows = (
        element(
            "tr",
            element(
                "th",
                button(
                    Html.of(hidden("start from "), named(state, 10)),
                    "start",
                    str(state),
                    aria_pressed="true" if state == game.start else "false",
                ),
                scope="row",
            ),
            *(
                element("td", _short(visits), style=f"--share:{float(visits / maximum):.3f}")
                for visits in row
            ),
            element("td", _short(chain.expected_steps(state)), class_="oe-sum"),
            class_="oe-is-best" if state == game.start else None,
        )
        for state, row in zip(chain.transient, N, strict=True)
    )
    heads = ("from", *(named(state, 8) for state in chain.transient), "steps")
    return Html.of(
        table(heads, rows, kind="oe-cells", data_arrows=True),
        remark(
            "Steps: the sum of the row.",
            element("span", " Choose a row to start there.", class_="oe-on-screen"),
        ),
    )


def _short(value: Fraction) -> str:
    """Return a fraction in full if it is short, else with three digits."""
    text = str(value)
    return text if len(text) <= 5 else number(value, 2 if value < 10 else 1 if value < 100 else 0)


def _folded(heads: Sequence[str | Html], rows: Sequence[Html], kind: str) -> Iterator[Html]:
    """Yield a table of the first rows, and the rest of them folded."""
    yield table(heads, rows[:LISTED], kind=kind)
    if rows[LISTED:]:
        yield element(
            "details",
            element("summary", f"{count(len(rows) - LISTED, 'more row')}"),
            table(heads, rows[LISTED:], kind=kind),
            class_="oe-more-rows",
        )


def _endings(game: Game, sample: Sample, asked: Asked) -> Html | None:
    """Return how likely each end is. A single end says nothing, unless it is worth something."""
    distribution = game.end_distribution
    if len(distribution.outcomes) == 1 and not game.process:
        return None
    is_ordered = _end_mean(game) is not None
    chances = {
        "exactly": distribution.chances,
        "at least": distribution.at_least,
        "at most": distribution.at_most,
    }[asked.form if is_ordered else "exactly"]
    played = Counter(label(end) for end in sample.ends)
    worth = {label(end): value for end, value in game.worth.items()}
    heads: list[str | Html] = ["end", "chance", "exact value"]
    heads += ["worth"] * bool(game.process) + ["played"] * bool(sample.ends)
    rows = []
    pairs = list(zip(distribution.outcomes, chances, strict=True))
    for end, chance in pairs[:MAX_ROWS]:
        pressed = "true" if end == asked.end else "false"
        cells = [
            element("th", button(named(end, 24), "given", end, aria_pressed=pressed), scope="row"),
            element("td", percent(chance)),
            element("td", _to_open(chance), class_="oe-long"),
        ]
        if game.process:
            cells.append(element("td", number(worth[end])))
        if sample.ends:
            cells.append(element("td", percent(Fraction(played[end], len(sample.ends)))))
        cells.append(bar(chance, aria_hidden="true"))
        rows.append(element("tr", *cells))
    left_out = len(pairs) - len(rows)
    return section(
        "How it ends",
        _form_buttons(asked) if is_ordered else None,
        *_folded([*heads, element("td")], rows, "oe-bars oe-your-ends"),
        remark(f"{left_out} other ends are left out.") if left_out else None,
        element(
            "p",
            "Choose an end, and the length below is that of the games that end so.",
            class_="oe-remark oe-on-screen",
        )
        if len(pairs) > 1
        else None,
    )


def _form_buttons(asked: Asked) -> Html:
    """Return the buttons that choose between exactly, at least and at most."""
    return div(
        "oe-buttons",
        *(
            button(form, "form", form, aria_pressed="true" if form == asked.form else "false")
            for form in FORMS
        ),
    )


def _length(game: Game, sample: Sample, asked: Asked) -> Html:
    """Return how long the game lasts, perhaps under the condition of an end."""
    end = next((end for end in game.ends if label(end) == asked.end), None)
    if end is None or len(game.ends) == 1:
        after = _after(game, asked)
        return section("How long it lasts", _survival(game, sample), after)
    conditioned = game.given(end)
    mean = conditioned.mean
    sentence = (
        f"Given that it ends in {named(end, 24)}, the game takes {exact(mean)} steps on average"
        f"{f' ({_decimal(mean)})' if mean.denominator > 1 else ''}, with a standard deviation of "
        f"{number(conditioned.deviation_float, 2)}. The simulated games are left out."
    )
    return section(
        f"How long it lasts, given the end {named(end, 24)}",
        element("p", sentence),
        div("oe-buttons", button("Without this condition", "given", "")),
        _survival(conditioned, NONE),
        _after(conditioned, asked),
    )


def _chances_at(game: Game, t: int) -> Sequence[Fraction | float]:
    is_quick = t * (game.size + 10) <= EXACT_TERMS
    return game.chances_at(t) if is_quick else game.chances_at_float(t)


def _after(game: Game, asked: Asked) -> Html:
    """Return the chances of a length of exactly, at least and at most so many steps."""
    t = asked.after or min(max(math.ceil(game.mean), 1), MAX_USUAL_STEPS)
    rows = (
        element(
            "tr",
            element("th", f"{form} {count(t, 'step')}", scope="row"),
            element("td", percent(Fraction(chance))),
            element(
                "td",
                _to_open(chance) if isinstance(chance, Fraction) else to_eight_digits(chance),
                class_="oe-long",
            ),
            bar(min(Fraction(chance), Fraction(1)), aria_hidden="true"),
        )
        for form, chance in zip(FORMS, _chances_at(game, t), strict=True)
    )
    form = element(
        "form",
        element(
            "label",
            "Steps: ",
            element(
                "input", class_="oe-input", inputmode="numeric", autocomplete="off", value=str(t)
            ),
        ),
        element("button", "Show their chances", type="submit", class_="oe-button"),
        class_="oe-buttons",
        data_act="after",
    )
    heads = ["it takes", "chance", "exact value", element("td")]
    return Html.of(form, table(heads, rows, kind="oe-bars oe-your-ends"))


def _survival(game: Game, sample: Sample) -> Html:
    curve, mean, median = game.survival_curve_float, game.mean, game.median
    last = len(curve) - 1
    if median is None and curve[-1] > FLAT:
        alt_text = (
            f"Too long a game for a curve here: after {count(last, 'step')}, "
            f"{percent(Fraction(min(curve[-1], 1.0)))} of all games still go on. The mean is "
            f"{rounded(mean)}, with a standard deviation of {number(game.deviation_float, 2)}; "
            "when half are over has not been worked out."
        )
        return remark(alt_text)
    shapes = [Line(list(enumerate(curve)), "exact", steps=True, filled=True)]
    alt_text = (
        "The chance that the game is not over after t steps falls from 100 % at t = 0 to "
        f"{percent(Fraction(min(curve[-1], 1.0)))} at t = {last}. The mean is {rounded(mean)}."
    )
    if sample.steps:
        ended = Counter(sample.steps)
        finished = accumulate(ended[t] for t in range(last + 1))
        shares = [(t, 1 - games / len(sample.steps)) for t, games in enumerate(finished)]
        shapes.append(
            Line(shares, f"{count(len(sample.steps), 'game')} played", "dashed", steps=True)
        )
        alt_text += f" Of {count(len(sample.steps), 'game')} played, the share is drawn beside it."
    marks = [Mark(float(mean), f"mean {rounded(mean)}")]
    if median is not None:
        marks.append(Mark(median, f"median {median}", "dashed"))
    return chart(
        *shapes,
        x=Axis("steps t", 0, last),
        y=Axis("P(T > t): not over after t steps", 0, 1, lambda share: f"{100 * share:.0f} %"),
        marks=marks,
        alt_text=alt_text,
        height=11,
    )


def _simulation(game: Game, sample: Sample) -> Html:
    parts: list[Html | None] = []
    if sample.steps:
        if game.process and not game.gains:
            worth = [game.worth[end] for end in sample.ends]
            parts.append(
                lengths(
                    Lengths(len(worth), sum(worth, Fraction(0)), min(worth), max(worth)),
                    "point",
                    game.value,
                    game.value_deviation_float,
                    "brought",
                )
            )
        parts.append(lengths(_lengths(sample), "step", game.mean, game.deviation_float))
    clear = button("Reset tally", "clear", disabled=not sample.steps)
    parts.append(div("oe-buttons", button("Play 100 games", "play"), clear))
    return joined(parts)


def _lengths(sample: Sample) -> Lengths:
    return Lengths(len(sample.steps), sum(sample.steps), min(sample.steps), max(sample.steps))


def _summary(game: Game) -> str:
    parts = [f"{count(len(game.states), 'state')}."]
    if game.process or game.gains:
        worth_label, worth = _worth(game)
        parts.append(
            f"{worth_label[0].upper()}{worth_label[1:]}: {_number_text(worth)}."
            if not game.process or game.gains
            else f"Best play is worth {_number_text(worth)}."
        )
    parts.append(
        f"From {named(game.start)}, a game takes {_number_text(game.mean)} steps on average, "
        f"give or take {number(game.deviation_float, 2)}."
    )
    if len(game.ends) > 1 and not game.process:
        top = max(game.ends.values())
        likeliest, *rest = [named(end) for end, chance in game.ends.items() if chance == top]
        likeliest = (
            f"{1 + len(rest)} ends are likeliest, each"
            if rest
            else f"Its likeliest end is {likeliest},"
        )
        parts.append(f"{likeliest} with chance {percent(top)}.")
    return " ".join(parts)


def _number_text(value: Fraction) -> str:
    """Return a number that is as exact as it can be said."""
    if value.denominator == 1:
        return number(value)
    text = exact(value, 16)
    return rounded(value) if text.startswith("a ") else f"{text} ≈ {number(value, 2)}"
