"""The table of a chain, {state: {next: probability}}: checked, or explored from a step function.

`games.maths.markov` and `games.maths.long_run` begin with it.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TypeAlias, TypeVar

from games.validate import Chance, Weights, hashable, integer, short_repr, weights

State = TypeVar("State", bound=Hashable)

Table: TypeAlias = Mapping[State, Mapping[State, Chance]]  # {state: {next: probability}}
LIMIT = 100_000  # states that a step function may lead to, unless the caller allows more


def checked_rows(table: Table[State]) -> dict[State, Weights[State]]:
    """Return the rows of a table as integer weights.

    Args:
        table: {state: {next: probability}}.

    Raises:
        TypeError: the table or a row is not a dict, or a chance is not exact.
        ValueError: the table is empty, or the chances of a row do not have the sum 1.

    >>> checked_rows({"a": {"a": "1/3", "b": "2/3"}, "b": {"b": 1}})["a"]
    Weights(total=3, of={'a': 1, 'b': 2})
    """
    if not isinstance(table, Mapping):
        raise TypeError(
            f"table is {short_repr(table)}, but must be a dict {{state: {{next: probability}}}}"
        )
    if not table:
        raise ValueError("table is empty, but a chain has at least one state")
    return {state: weights("the row of {}", row, state) for state, row in table.items()}


def explored_rows(
    step: Callable[[State], Mapping[State, Chance]], starts: Iterable[State], limit: int
) -> dict[State, Any]:
    """Return the rows of all states to which a step function leads from some starts.

    Args:
        step: step(state) -> {next: probability}.
        starts: the first states; the others come in the order in which they are found.
        limit: the number of states allowed, so that an infinite chain is refused.

    Raises:
        TypeError: step is not a function, or a row is not a dict, or a chance is not exact.
        ValueError: a row does not have the sum 1, or there are more than ``limit`` states.

    >>> list(explored_rows(lambda hour: {(hour + 5) % 12: 1}, [0], limit=12))[:4]
    [0, 5, 10, 3]
    """
    limit = integer("limit", limit, 1)
    if not callable(step):
        raise TypeError(f"step is {short_repr(step)}, but must be a function of the state")
    queue = list(dict.fromkeys(hashable("start", state) for state in starts))
    start = queue[0]
    table: dict[State, Any] = dict.fromkeys(queue)
    for state in queue:
        row = table[state] = weights("step({})", step(state), state)
        for target in row.of:
            if target not in table:
                table[target] = None
                queue.append(target)
        if len(queue) > limit:
            raise ValueError(
                f"step leads from {short_repr(start)} to more than {limit} states: "
                "is the chain infinite? If not, raise limit"
            )
    return table
