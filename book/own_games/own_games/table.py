"""A game as plain data: the table that a text describes, and its form as JSON.

A table may come from a stranger. So each part of what comes as JSON is checked.
"""

import json
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from own_games.grammar import ProgramError
from own_games.limits import (
    MAX_LIMITS,
    MAX_LISTS,
    MAX_NAME,
    MAX_OUTPUTS,
    MAX_PRINTED,
    MAX_TABLE,
    Limits,
    is_long,
)
from own_games.slider import Slider

__all__ = ["Table"]

Row = tuple[int, ...]  # the total, and then for each way on the number of the state and its weight
Rows = tuple[tuple[str, Row], ...] | Fraction  # by the name of the action; or what the end is worth
Output = tuple[str, tuple[tuple[str, int], ...]]  # its name, and the weight of each outcome


@dataclass(frozen=True)
class Table:
    """A game as plain data: what is left of a text that has been run.

    Attributes:
        kind: "step" or "actions", the rule that the text has; "output" if it has none and shows
            distributions.
        names: how each state is shown, no two alike, the start first.
        rows: for each state its row, under the name "", or those of its actions; of an end of a
            game with decisions what it is worth. A row is (total, next, weight, next, weight, …).
        opposed: the numbers of the states in which the opponent decides.
        decimals: the numbers with a point in the text, and what they were taken for.
        printed: what the text has printed.
        gains: for each state what a step from there brings; empty if nothing is counted.
        slider: the slider of the text; None if there is none.
        outputs: the distributions that a text of the kind "output" shows, each with its name.

    >>> from own_games.program import tabulate
    >>> coin = tabulate('''
    ... start = 0
    ... def step(n):
    ...     return {n: 1} if n else {0: 1/3, 1: 2/3}
    ... ''')
    >>> coin.names, coin.rows
    (('0', '1'), ((('', (3, 0, 1, 1, 2)),), (('', (1, 1, 1)),)))
    >>> Table.from_json(coin.to_json()) == coin
    True
    """

    kind: str
    names: tuple[str, ...]
    rows: tuple[Rows, ...]
    opposed: tuple[int, ...] = ()
    decimals: tuple[tuple[str, Fraction], ...] = ()
    printed: str = ""
    gains: tuple[Fraction, ...] = ()
    slider: Slider | None = None
    outputs: tuple[Output, ...] = ()

    def to_json(self) -> str:
        """Return the table as text.

        >>> from own_games.program import tabulate
        >>> tabulate("start = 1\\ndef step(n): return {0: 1}").to_json()[:60]
        '{"kind": "step", "names": ["1", "0"], "rows": [[["", [1, 1, '
        """
        rows = [
            str(rows_of_state) if isinstance(rows_of_state, Fraction) else rows_of_state
            for rows_of_state in self.rows
        ]
        decimals = [(digits_text, str(value)) for digits_text, value in self.decimals]
        gains = [str(gain) for gain in self.gains]
        slider = [str(part) for part in self.slider] if self.slider else None
        plain = {"rows": rows, "decimals": decimals, "gains": gains, "slider": slider}
        return json.dumps(vars(self) | plain)

    @classmethod
    def from_json(cls, text: str) -> "Table":
        """Return the table that a text describes, whoever wrote it.

        Args:
            text: as from `to_json`; anything else is refused.

        Raises:
            ProgramError: it is no table, or a larger one than `MAX_LIMITS` allows.

        >>> Table.from_json('{"kind": "step"}')
        Traceback (most recent call last):
        own_games.program.ProgramError: what came back is no table: its parts are wrong
        """
        return checked_table(load(text), MAX_LIMITS)


def load(text: str) -> Any:
    """Return what a text in JSON says, if it is not too large."""
    require(isinstance(text, str), "it is no text")
    size = len(text), text.count("[") + text.count("{")
    require(size[0] <= MAX_TABLE and size[1] <= MAX_LISTS, "it is too large")
    try:
        return json.loads(text)
    except (ValueError, RecursionError, MemoryError):
        require(False, "it cannot be read")


def require(holds: bool, message: str) -> None:
    """Refuse what came back unless a condition holds."""
    if not holds:
        raise ProgramError(f"what came back is no table: {message}")


def checked_table(data: Any, limits: Limits) -> Table:
    """Return the table that data from JSON describe, if each part is right."""
    require(isinstance(data, dict) and data.keys() == _PARTS, "its parts are wrong")
    kind, decimals = data["kind"], data["decimals"]
    require(kind in ("step", "actions", "output"), "its kind is not step, actions or output")
    require(is_text(data["printed"], MAX_PRINTED, "\n\t"), "what it printed is no text")
    outputs = tuple(
        [
            _output(data_entry, limits.ways)
            for data_entry in short_list(data["outputs"], MAX_OUTPUTS)
        ]
    )
    require(len({name for name, _ in outputs}) == len(outputs), "two outputs have the same name")
    require(bool(outputs) == (kind == "output"), "it has outputs and a game, or neither")
    names, rows, opponent_states = [
        short_list(data[part], limits.states) for part in ("names", "rows", "opposed")
    ]
    require(bool(names) != (kind == "output"), "it has no states")
    require(len(names) == len(rows), "it has not one row for each state")
    require(all(is_text(name, MAX_NAME) for name in names), "a name is no short text")
    require(len(set(names)) == len(names), "two states have the same name")
    numbers = all(type(number) is int and 0 <= number < len(names) for number in opponent_states)
    require(
        numbers and len(set(opponent_states)) == len(opponent_states),
        "there is no such state of an opponent",
    )
    checked_rows: list[Rows] = []
    transitions = digits = 0
    for data_entry in rows:
        if isinstance(data_entry, str):
            require(kind == "actions", "an end is worth something, but nobody decides")
            checked_rows.append(_fraction(data_entry))
            continue
        row = tuple([_action(pair, len(names)) for pair in short_list(data_entry, limits.ways)])
        actions = [action for action, _ in row]
        require(len(set(actions)) == len(actions) > 0, "a state has not one row for each action")
        require(kind == "actions" or actions == [""], "there is an action, but nobody decides")
        transitions += sum([len(weights_row) // 2 for _, weights_row in row])
        digits += sum([weights_row[0].bit_length() for _, weights_row in row])
        checked_rows.append(row)
    require(transitions <= limits.ways and digits <= limits.digits, "its rows are too large")
    pairs = [short_list(pair, 2) for pair in short_list(decimals, 100)]
    require(
        all(len(pair) == 2 and is_text(pair[0], MAX_NAME) for pair in pairs), "a decimal is none"
    )
    exactly = tuple([(digits_text, _fraction(value)) for digits_text, value in pairs])
    gains = tuple([_fraction(gain) for gain in short_list(data["gains"], len(names))])
    require(len(gains) in (0, len(names)), "it has not one gain for each state")
    return Table(
        kind,
        tuple(names),
        tuple(checked_rows),
        tuple(opponent_states),
        exactly,
        data["printed"],
        gains,
        _slider(data["slider"]),
        outputs,
    )


def _slider(data: Any) -> Slider | None:
    if data is None:
        return None
    parts = short_list(data, len(Slider._fields))
    require(
        len(parts) == len(Slider._fields) and is_text(parts[0], MAX_NAME), "its slider has no name"
    )
    try:
        return Slider.of(parts[0], *map(_fraction, parts[1:]))
    except ValueError as error:
        message = "what came back is no table: its slider has no such places"
        raise ProgramError(message) from error


_PARTS = set(Table.__dataclass_fields__)
_FRACTION = re.compile(r"-?[0-9]{1,4000}(/[1-9][0-9]{0,3999})?")


def short_list(value: Any, limit: int) -> list[Any]:
    """Return a list that is not longer than the limit."""
    require(isinstance(value, list) and len(value) <= limit, "a list is none, or too long")
    return list(value)


def is_text(value: Any, limit: int, extra_characters: str = "") -> bool:
    """Return whether a value is a short text without characters that cannot be seen."""
    return (
        isinstance(value, str)
        and len(value) <= limit
        and value.translate(dict.fromkeys(map(ord, extra_characters))).isprintable()
    )


def _fraction(value: Any) -> Fraction:
    require(isinstance(value, str) and bool(_FRACTION.fullmatch(value)), "a number is no fraction")
    return Fraction(value)


def _output(data_entry: Any, limit: int) -> Output:
    pair = short_list(data_entry, 2)
    require(len(pair) == 2 and is_text(pair[0], MAX_NAME), "an output has no name")
    outcomes = [tuple(short_list(outcome, 2)) for outcome in short_list(pair[1], limit)]
    require(all(len(outcome) == 2 for outcome in outcomes), "an outcome has no weight")
    require(all(is_text(name, MAX_NAME) for name, _ in outcomes), "an outcome is no short text")
    require(len({name for name, _ in outcomes}) == len(outcomes) > 0, "two outcomes are the same")
    require(
        all(type(weight) is int and weight > 0 for _, weight in outcomes),
        "a weight is no whole number above 0",
    )
    require(not is_long(sum(weight for _, weight in outcomes)), "a chance has too many digits")
    return pair[0], tuple(outcomes)


def _action(data_entry: Any, states: int) -> tuple[str, Row]:
    pair = short_list(data_entry, 2)
    require(len(pair) == 2 and is_text(pair[0], MAX_NAME), "an action has no name")
    row = short_list(pair[1], 2 * states + 1)
    require(
        all(type(entry) is int for entry in row), "a row holds something that is no whole number"
    )
    total, targets, shares = sum(row[:1]), row[1::2], row[2::2]
    require(len(targets) == len(shares) > 0, "a row is too short")
    require(all(0 <= target < states for target in targets), "a row leads to no state")
    require(len(set(targets)) == len(targets), "a row leads twice to the same state")
    require(min(shares) > 0 and sum(shares) == total, "the chances of a row do not sum to 1")
    require(not is_long(total), "a chance has too many digits")
    return pair[0], tuple(row)
