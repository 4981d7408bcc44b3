"""Run a text in this process, and make a table of its game."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from itertools import repeat
from operator import length_hint
from typing import Any

from games.validate import Exact, Weights, exact_number, hashable
from own_games.dice import is_die, outcomes_of
from own_games.exploration import ROW_READERS, Exploration, explore
from own_games.grammar import (
    COUNT_TURN,
    FILE,
    FUNCTIONS,
    REPORT_LINE,
    ProgramError,
    Reading,
    read,
)
from own_games.labels import clean, labels_of, unused_name, weights_by_label
from own_games.limits import (
    DEFAULT_LIMITS,
    MAX_MESSAGE,
    MAX_NAME,
    MAX_OUTPUTS,
    MAX_PRINTED,
    Limits,
    is_long,
)
from own_games.names import SIGN_BY_NAME, lines_of, name_of_call, refuse_unused, uses
from own_games.slider import Slider
from own_games.table import Row, Rows, Table

__all__ = ["OutOfTime", "tabulate"]

TURNS = 1_000_000  # turns of loops for each second that a text is allowed

State = Any


def tabulate(text: str, limits: Limits = DEFAULT_LIMITS, place: Exact | None = None) -> Table:
    """Run a text, here and now, and return its game as a table.

    Args:
        text: assigns ``start`` and defines ``step`` or ``actions``, or calls ``output``. It can do
            whatever this Python can: of a text that is not yours, ask `tabulate_isolated`.
        limits: how much it may do, each up to that of `MAX_LIMITS`.
        place: where the slider of the text is; without it, where the text puts it.

    Raises:
        TypeError: the text is no text, a limit no whole number, or the place not exact.
        ValueError: a limit is out of range.
        ProgramError: the text is not such a program, fails, never ends, or describes no game that
            ends. The message names the line, if there is one to name, and the state.

    >>> tabulate("start = 1\\ndef step(n):\\n    return {n + 1: 1/3}")
    Traceback (most recent call last):
    own_games.program.ProgramError: Line 3: step(1) has probabilities of sum 1/3, not 1: is \
an outcome missing, or are two with the same next state not added up?
    """
    limits = limits.checked()
    place_number = None if place is None else exact_number("place", place)
    run = _Run(read(text), limits, place_number)
    try:
        with run.reporting_errors("this text"):
            exec(run.reading.code, run.names)
        if place_number is not None and run.slider is None:
            raise ProgramError(f"place is {place_number}, but the text has no slider")
        if run.has_outputs():
            return run.table_of_outputs()
        start, kind = run.find_rules()
        rule, opponent, gain = run.names[kind], run.opponent(kind), run.gain()
        exploration = explore(start, kind, rule, opponent, limits, run.reporting_errors, gain)
        run.has_outputs()  # a rule may have called output, too
        with run.reporting_errors("the names of the states"):
            table = _table_of(exploration, run)
        exploration.build_process()
    except ProgramError as error:
        error.printed = run.printed
        raise
    return table


class OutOfTime(BaseException):
    """The time of a text is over."""


class _Run:
    """A text that is being run, and what it has done so far."""

    def __init__(self, reading: Reading, limits: Limits, place: Fraction | None = None) -> None:
        self.reading, self.limits = reading, limits
        self.place = place
        self.slider: Slider | None = None
        self.line: int | None = None
        self.printed = ""
        self.turns = repeat(None, limits.seconds * TURNS + 1)  # the quickest of all counters
        self.names = reading.numbers | FUNCTIONS
        self.names |= {COUNT_TURN: self.turns.__next__, REPORT_LINE: self._report_line}
        self.names |= {"__name__": "__main__", "Fraction": Fraction, "print": self._print}
        self.names["slider"] = self._slider_word()  # a variable of this name takes its place
        self.names["output"] = self._output  # a text may use the name for something else
        self.outputs: list[tuple[str, Weights[State]]] = []

    def _report_line(self, value: object, line: int) -> object:
        self.line = line
        return value

    def _slider_word(self) -> Callable[..., int | Fraction]:
        """Return the function that a text calls as slider(value)."""

        def slider(
            value: object, low: object = 0, high: object = 1, step: object = None
        ) -> int | Fraction:
            frame = sys._getframe(1)
            is_outside = frame.f_code is self.reading.code
            name = name_of_call(self.reading.tree, frame.f_lineno) if is_outside else None
            if name is None:
                raise ProgramError(
                    "slider must stand in a line of its own, outside of functions and loops: "
                    "p = slider(2/5)"
                )
            if self.slider:
                raise ProgramError(
                    "a text can have one slider, and it has one already: "
                    f"{self.slider.name}. Write a number here"
                )
            try:
                self.slider = Slider.of(name, value, low, high, step)
            except (TypeError, ValueError) as error:
                raise ProgramError(str(error)) from None
            return self._place_number(self.slider)

        slider.__qualname__ = "slider"  # as messages of Python name it
        return slider

    def _place_number(self, slider: Slider) -> int | Fraction:
        place = slider.value if self.place is None else self.place
        if not slider.low <= place <= slider.high:
            raise ProgramError(
                f"the slider {slider.name} goes from {slider.low} to {slider.high}, but its place "
                f"is {clean(str(place), 60)}"
            )
        return slider.number(place)

    def _mark_repeat(self) -> None:
        self.is_again = True

    def _print(self, *values: object, sep: str = " ", end: str = "\n", **keywords: Any) -> None:
        if keywords.get("file"):
            print(*values, sep=sep, end=end, **keywords)
        elif len(self.printed) < MAX_PRINTED and not self.is_again:
            text = (" " if sep is None else sep).join(map(str, values))
            text += "\n" if end is None else end
            self.printed = clean(self.printed + text, MAX_PRINTED, "\n\t")

    def _output(self, value: object, name: object = "") -> None:
        """Keep a distribution, to be shown under a name."""
        if self.is_again:
            return
        if len(self.outputs) == MAX_OUTPUTS:
            raise ValueError(f"there are more than {MAX_OUTPUTS} outputs")
        text = str(name) or f"output {len(self.outputs) + 1}"
        self.outputs.append((text, outcomes_of(text, value)))

    _output.__qualname__ = "output"  # messages of Python name it so

    def rules(self) -> list[str]:
        """Return the kinds of rule that the text has defined."""
        return [kind for kind in ROW_READERS if callable(self.names.get(kind))]

    def has_outputs(self) -> bool:
        """Return whether the text shows distributions.

        Raises:
            ProgramError: it also has the rule of a game.
        """
        rules = self.rules()
        if self.outputs and rules:
            raise ProgramError(
                f"the text has {rules[0]}(state) and calls output: write a game or distributions, "
                "each in a text of its own"
            )
        return bool(self.outputs)

    def table_of_outputs(self) -> Table:
        """Return the distributions of the text as a table."""
        names: dict[str, Weights[State]] = {}
        for output_name, outcomes in self.outputs:
            names[unused_name(clean(output_name, MAX_NAME - 10), names)] = outcomes
        if self.slider:
            raise ProgramError("the text calls output and has a slider, which needs a step")
        with self.reporting_errors("the outcomes"):
            if any(is_long(outcomes.total) for outcomes in names.values()):
                raise ValueError("a chance has more than 3900 digits")
            if sum(len(outcomes.of) for outcomes in names.values()) > self.limits.ways:
                raise ProgramError(f"there are more than {self.limits.ways} outcomes", limit="ways")
            outputs = tuple(
                [(name, weights_by_label(outcomes)) for name, outcomes in names.items()]
            )
        decimals = self.decimals()
        return Table("output", (), (), decimals=decimals, printed=self.printed, outputs=outputs)

    def decimals(self) -> tuple[tuple[str, Fraction], ...]:
        """Return the decimals of the text that are short enough to be shown."""
        short = [pair for pair in self.reading.decimals if len(f"{pair[0]}{pair[1]}") < MAX_NAME]
        return tuple(short[:100])

    @contextmanager
    def reporting_errors(self, place: str) -> Iterator[Callable[[], object]]:
        """Watch one piece of work, and turn what goes wrong there into a `ProgramError`.

        It yields what is to be called before the work is done again.
        """
        self.line, self.is_again = None, False
        try:
            yield self._mark_repeat
            error: BaseException | None = None
        except KeyboardInterrupt:
            raise
        except BaseException as caught:
            error = caught
        limit, line = "", self._last(error)
        if isinstance(error, OutOfTime) or not length_hint(self.turns):
            limit = "seconds"
            message = (
                f"not finished after {self.limits.seconds} seconds, or after "
                f"{self.limits.seconds * TURNS} turns of loops, in {place}: is there an endless "
                "loop?"
            )
        elif isinstance(error, RecursionError):
            message = (
                f"too many calls wait for each other, in {place}: does a function call itself? "
                "Fill a table instead, from the smallest case up"
            )
        elif isinstance(error, MemoryError):
            message = f"out of memory, in {place}: is a list endless, or a number very large?"
        elif error is None:
            return
        elif isinstance(error, SystemExit):
            message = f"the text ends Python, in {place}: does it call exit?"
        elif isinstance(error, ProgramError):
            message, limit = error.message, error.limit
        else:
            message = str(error).replace("\n", " ")
            if place not in message or isinstance(error, KeyError):
                if isinstance(error, ModuleNotFoundError):
                    message += _where_modules_are(error.name or "")
                message += "".join(f". {note}" for note in getattr(error, "__notes__", ()))
                kind = "" if isinstance(error, ImportError) else f"{type(error).__name__}: "
                message = f"{kind}{clean(message, 300)}, in {place}"
            elif len(message) > MAX_MESSAGE:
                message = clean(message, MAX_MESSAGE)
        raise ProgramError(message, line, limit=limit) from None

    def _last(self, error: BaseException | None) -> int | None:
        """Return the last line of the text that an error came through."""
        if error and isinstance(error.__cause__, StopIteration):
            error = error.__cause__  # within a generator
        line, trace = self.line, error.__traceback__ if error else None
        while trace:
            if trace.tb_frame.f_code.co_filename == FILE:
                line = trace.tb_lineno
            trace = trace.tb_next
        return line

    def find_rules(self) -> tuple[State, str]:
        """Return the start and the kind of rule that the text has defined."""
        names, lines = self.names, lines_of(self.reading.tree)
        rules = self.rules()
        if not rules:
            raise ProgramError(
                "the text must define step(state), or actions(state) where somebody decides"
            )
        if len(rules) > 1:
            raise ProgramError(
                "the text must define step(state) or actions(state), and both are there: which is "
                "it?"
            )
        if "start" not in names:
            raise ProgramError("start is missing: write a line such as start = 0")
        if is_die(names["start"]):
            message = "start is a Die, but must be one state: let its step return the Die"
            raise ProgramError(message, lines.get("start"))
        try:
            start = hashable("start", names["start"])
        except TypeError as error:
            raise ProgramError(str(error), lines.get("start")) from None
        refuse_unused(self.reading.tree, lines)
        return start, rules[0]

    def opponent(self, kind: str) -> Callable[[State], object] | None:
        """Return the function that says where the opponent decides; None if there is none."""
        tree = self.reading.tree
        if "opponent" not in self.names:
            return None
        function: Callable[[State], object] = self.names["opponent"]
        line = lines_of(tree).get("opponent")
        if not callable(function):
            if uses(tree, "opponent"):
                return None  # a name of the text for something else
            raise ProgramError("opponent must be a function of the state", line)
        if kind == "step":
            message = "opponent is there, but nobody decides: write actions(state) in place of step"
            raise ProgramError(message, line)
        return function

    def gain(self) -> Callable[[State], Fraction] | None:
        """Return what a step from a state brings; None if nothing is counted."""
        tree = self.reading.tree
        names_defined = [
            name for name in SIGN_BY_NAME if name in self.names and not uses(tree, name)
        ]
        if not names_defined:
            return None
        if len(names_defined) > 1:
            raise ProgramError("the text has a cost and a gain, but may have one of them")
        [name] = names_defined
        rule, sign = self.names[name], SIGN_BY_NAME[name]
        if callable(rule):
            return lambda state: sign * exact_number(name + "({})", rule(state), state)
        try:
            constant = sign * exact_number(name, rule)
        except (TypeError, ValueError) as error:
            line = lines_of(tree).get(name)
            raise ProgramError(f"{error}, or a function of the state", line) from None
        return lambda _: constant


def _where_modules_are(name: str) -> str:
    """Return where a missing module can be had, as the end of a message."""
    if sys.platform == "emscripten":
        return ": a text can import the standard library, icepool and sympy"
    if name.partition(".")[0] == "icepool":
        return ": it is not installed here. Install it with pip install icepool"
    return ""


def _table_of(exploration: Exploration, run: _Run) -> Table:
    names = labels_of(list(exploration.rows))
    number = {state: i for i, state in enumerate(names)}

    def flat(row: Weights[State]) -> Row:
        return (
            row.total,
            *(entry for target, share in row.of.items() for entry in (number[target], share)),
        )

    rows: list[Rows] = []
    for row in exploration.rows.values():
        if isinstance(row, dict):
            actions = labels_of(list(row))
            rows.append(
                tuple([(actions[action], flat(action_row)) for action, action_row in row.items()])
            )
        else:
            rows.append((("", flat(row)),) if isinstance(row, Weights) else row)
    opponent_numbers = [number[state] for state, is_so in exploration.opposed.items() if is_so]
    return Table(
        exploration.kind,
        tuple(names.values()),
        tuple(rows),
        tuple(opponent_numbers),
        run.decimals(),
        run.printed,
        tuple(exploration.gains.values()),
        run.slider,
    )
