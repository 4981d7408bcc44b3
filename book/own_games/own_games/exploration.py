"""Find all states of a game: `explore` asks the rules for the row of each state."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from time import perf_counter
from types import MappingProxyType
from typing import Any, NamedTuple

from games.maths.decision import DecisionProcess
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain, NeverEnds
from games.validate import Weights, exact_number, hashable, short_repr, weights
from own_games.dice import is_die, row_of
from own_games.grammar import ProgramError
from own_games.limits import Limits, is_long

State = Any


class Exploration(NamedTuple):
    """What a game leads to from its start, which comes first.

    Attributes:
        rows: for each state its weights, those of each action, or what the end is worth.
        opposed: whether the opponent decides there.
        gains: what a step from each state brings; empty if nothing is counted.
    """

    kind: str
    rows: dict[State, Any]
    opposed: dict[State, bool]
    gains: Mapping[State, Fraction] = MappingProxyType({})

    def build_process(
        self, effort: int = 1
    ) -> AbsorbingChain[Any] | LongRunChain[Any] | DecisionProcess[Any, Any]:
        """Return the chain or the decisions, not yet solved; the effort is that of the solver."""
        start = next(iter(self.rows))
        try:
            message = f"start is {short_repr(start)}, but there the game is already over"
            if self.kind == "step":
                try:
                    chain = AbsorbingChain(self.rows, effort=effort)
                except NeverEnds:
                    return LongRunChain(self.rows)
                if start in chain.absorbing:
                    raise ProgramError(message)
                return chain
            if isinstance(self.rows[start], Fraction):
                raise ProgramError(message)
            limit, opponent = len(self.rows), self.opposed.__getitem__
            rules = self.rows.__getitem__
            if not self.gains:
                return DecisionProcess(rules, start, opponent=opponent, limit=limit, effort=effort)
            if any(self.opposed.values()):
                raise ProgramError(
                    "a game with an opponent cannot have a cost or gain of each step: add them up "
                    "in the state, and count them in the number of the end"
                )
            gains = self.gains
            return DecisionProcess(
                rules, start, gain=lambda state, _: gains[state], limit=limit, effort=effort
            )
        except ProgramError:
            raise
        except (TypeError, ValueError) as error:
            raise ProgramError(str(error)) from None


@contextmanager
def _plainly(_place: str) -> Iterator[Callable[[], object]]:
    try:
        yield bool
    except (TypeError, ValueError) as error:
        raise ProgramError(str(error)) from error


def explore(
    start: State,
    kind: str,
    rule: Callable[[State], object],
    opponent: Callable[[State], object] | None,
    limits: Limits,
    watch: Callable[[str], Any] = _plainly,
    gain: Callable[[State], Fraction] | None = None,
) -> Exploration:
    """Return all states to which a rule leads, with their rows."""
    if not callable(rule):
        raise ProgramError(f"{kind} must be a function of the state")
    with watch("start"):
        rows: dict[State, Any] = {hashable("start", start): None}
    is_opponent: dict[State, bool] = {}
    gains: dict[State, Fraction] = {}

    outcomes: set[State] = set()  # states that were outcomes of dice

    def answer_for(state: State) -> tuple[Any, bool]:
        try:
            reply = rule(state)
        except Exception as error:
            if state in outcomes:
                error.add_note(
                    f"{short_repr(state)} is an outcome of a Die, and so the next state: make "
                    "states of the outcomes, as in d6.map(lambda face: ...)"
                )
            raise
        row = ROW_READERS[kind](state, reply)
        if kind == "step" and is_die(reply):
            outcomes.update(row.of)
        goes_on = kind == "actions" and opponent is not None and isinstance(row, dict)
        return row, bool(opponent and goes_on and _is_opposed(state, opponent(state)))

    queue, transitions, digits, began = [start], 0, 0, perf_counter()
    for state in queue:
        with watch(f"{kind}({short_repr(state)})") as mark_repeat:
            row, is_opponent[state] = answer_for(state)
            mark_repeat()
            if (row, is_opponent[state]) != answer_for(state):
                raise ValueError(
                    f"{kind}({short_repr(state)}) returns something else when it is called again. "
                    "Write the chances into the row {next: probability}, and use neither random "
                    "nor a clock. A state of a class of your own needs @dataclass(frozen=True)"
                )
            rows[state] = row
            weighed_row = _weigh(row)
            if gain:
                goes_on = any(option.of.keys() != {state} for option in weighed_row)
                gains[state] = gain(state) if goes_on else Fraction(0)
            for target in (target for option in weighed_row for target in option.of):
                if target not in rows:
                    rows[target] = None
                    queue.append(target)
            transitions += sum([len(option.of) for option in weighed_row])
            digits += sum([option.total.bit_length() for option in weighed_row])
            if any(is_long(option.total) for option in weighed_row) or (
                isinstance(row, Fraction) and (is_long(row.numerator) or is_long(row.denominator))
            ):
                raise ValueError(
                    f"{kind}({short_repr(state)}) has a number of more than 3900 digits"
                )
            if transitions > limits.ways or digits > limits.digits:
                limit, excess = (
                    ("ways", f"{limits.ways} ways on")
                    if transitions > limits.ways
                    else ("digits", f"{limits.digits} binary digits in its chances")
                )
                raise ProgramError(
                    f"the game has more than {excess}, in {kind}({short_repr(state)}): can it be "
                    "made smaller?",
                    limit=limit,
                )
        if len(queue) > limits.states:
            raise ProgramError(
                f"{kind} leads from {short_repr(start)} to more than {limits.states} states, such "
                f"as {short_repr(queue[-1])}: is the game endless, or does a state hold more than "
                "is needed?",
                limit="states",
            )
        if perf_counter() - began > limits.seconds:
            raise ProgramError(
                f"still finding states after {limits.seconds} seconds; there are {len(queue)} so "
                f"far, such as {short_repr(state)}",
                limit="seconds",
            )
    return Exploration(kind, rows, is_opponent, MappingProxyType(gains))


def _weigh(row: Any) -> list[Weights[State]]:
    if isinstance(row, Weights):
        return [row]
    return list(row.values()) if isinstance(row, dict) else []


def _is_opposed(state: State, turn: object) -> bool:
    if not isinstance(turn, bool):
        raise TypeError(
            f"opponent({short_repr(state)}) is {short_repr(turn)}, but must be True or False: "
            "there are two players at most. One wants the number large, and the opponent small"
        )
    return turn


def _step(state: State, row: object) -> Any:
    if row is None:
        raise ValueError(
            f"step({short_repr(state)}) returns nothing: is a return missing? Where the game ends, "
            f"return {{state: 1}}"
        )
    return weights("step({})", row_of(row, "step({})", state), state)


def _actions(state: State, options: object) -> Any:
    if options is None:
        raise ValueError(
            f"actions({short_repr(state)}) returns nothing: is a return missing? Where the game "
            "ends, return a number"
        )
    if is_die(options):
        raise TypeError(
            f"actions({short_repr(state)}) is a Die, but must be {{action: Die}}, or a number "
            "where the game ends"
        )
    if not isinstance(options, Mapping):
        return exact_number("actions({})", options, state)
    if not options:
        raise ValueError(
            f"actions({short_repr(state)}) has no action; where the game ends it must be a number"
        )
    place = "actions({})[{}]"
    return {
        action: weights(place, row_of(row, place, state, action), state, action)
        for action, row in options.items()
    }


ROW_READERS: dict[str, Callable[[State, object], Any]] = {
    "step": _step,
    "actions": _actions,
}
