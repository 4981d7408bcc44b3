"""The table of a chain, {state: {next: probability}}: checked, explored, numbered, and walked.

`games.maths.markov` and `games.maths.long_run` share it.
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from random import Random
from typing import Any, TypeAlias, TypeVar

from games.maths.elimination import Row
from games.validate import Chance, Weights, function, hashable, integer, short_repr, weights

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
            f"table is {short_repr(table)}, but must be a dict {{state: {{next: probability}}}}: "
            "from a matrix P it is {i: dict(enumerate(row)) for i, row in enumerate(P)}"
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
    function("step", step, "the state")
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


def numbered_rows(
    rows: Mapping[State, Weights[State]], sources: Iterable[State], number: Mapping[State, int]
) -> tuple[Row, ...]:
    """Return the rows of some states, with the numbers of the next states in place of the states.

    Args:
        rows: the rows of all states.
        sources: the states whose rows are returned, in this order.
        number: the number of each state.

    Raises:
        ValueError: a row leads to a state that has no number, because it has no row.

    >>> numbered_rows({"a": Weights(2, {"a": 1, "b": 1})}, ["a"], dict(a=0, b=1))
    ((2, ((0, 1), (1, 1))),)
    """
    numbered_row_list = []
    for state in sources:
        total, row = rows[state]
        try:
            numbered_row_list.append(
                (total, tuple([(number[target], n) for target, n in row.items()]))
            )
        except KeyError:
            unknown = next(target for target in row if target not in number)
            raise ValueError(
                f"the row of {short_repr(state)} leads to {short_repr(unknown)}, which has no row "
                "of its own: a state in which the chain ends has the row {state: 1}"
            ) from None
    return tuple(numbered_row_list)


def find(state: object, number: Mapping[Any, int], owner: object, name: str = "state") -> int:
    """Return the number of a state, or raise an error.

    Args:
        state: the state.
        number: the number of each state.
        owner: what has these states.
        name: what the caller calls the state.

    Raises:
        ValueError: there is no such state.

    >>> find("c", {"a": 0}, "the chain")
    Traceback (most recent call last):
    ValueError: state is 'c', but must be a state of 'the chain'
    """
    try:
        return number[state]
    except (KeyError, TypeError):
        raise ValueError(
            f"{name} is {short_repr(state)}, but must be a state of {owner!r}"
        ) from None


CumulativeRows = Sequence[tuple[Sequence[int], Sequence[int]]]


def cumulative_rows(rows: Iterable[Row]) -> CumulativeRows:
    """Return for each row the numbers of its next states, and the cumulative sums of its weights.

    >>> cumulative_rows([(6, ((0, 1), (1, 2), (2, 3)))])
    [([0, 1, 2], [1, 3, 6])]
    """
    return [
        ([j for j, _ in row], list(accumulate([weight for _, weight in row]))) for _, row in rows
    ]


def walk(rng: Random, rows: CumulativeRows, i: int) -> Iterator[int]:
    """Yield the numbers of the states of one random walk, until it is in a state without a row.

    Args:
        rng: the source of chance.
        rows: from `cumulative_rows`.
        i: the number of the first state.

    >>> list(walk(Random(1), [([1], [1])], 0))
    [0, 1]
    """
    yield i
    while i < len(rows):
        targets, cumulative = rows[i]
        # a draw of whole numbers is exact, however small a chance is
        i = targets[bisect(cumulative, rng.randrange(cumulative[-1]))]
        yield i
