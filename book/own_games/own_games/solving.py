"""From a table, or from functions, to the solved game."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.incremental import Incremental, finish
from games.maths.decision import DecisionProcess
from games.maths.elimination import TooLarge
from games.maths.long_run import LongRunChain
from games.maths.markov import AbsorbingChain
from games.validate import Weights
from own_games.distribution import Distribution
from own_games.exploration import Exploration, explore
from own_games.forward import (
    EFFORT,
    ForwardDecisions,
    check_signs,
    play_chain_incremental,
)
from own_games.grammar import ProgramError
from own_games.limits import MAX_LIMITS, Limits
from own_games.results import EndlessGame, ForwardGame, Game, Outputs, Solved
from own_games.table import Row, Table

__all__ = ["solve", "solve_actions", "solve_table", "solve_table_incremental"]

State = Any


def _solved_incremental(
    exploration: Exploration, table: Table | None = None, exact: bool = False
) -> Incremental[Solved]:
    chain, process = exploration.build_process(), None
    common: dict[str, Any] = {"gains": exploration.gains}
    if table:
        common |= {"decimals": table.decimals, "printed": table.printed}
    start = next(iter(exploration.rows))
    opponent_states = frozenset([state for state, is_so in exploration.opposed.items() if is_so])
    try:
        if isinstance(chain, LongRunChain):
            yield from chain.solve_incremental()
            return EndlessGame(start, chain, **common)
        try:
            if isinstance(chain, DecisionProcess):
                process, chain = chain, chain.policy_chain(chain.policy())
            yield from chain.solve_incremental()
            game = Game(start, chain, process, opponent_states, **common)
            if not exact:
                _work_out(game)
            return game
        except TooLarge:
            if exact:
                raise
            return (yield from _forward_incremental(exploration, start, common))
    except (TypeError, ValueError) as error:
        raise ProgramError(_without_floats(str(error))) from None


def _work_out(game: Game) -> None:
    """Work out the numbers that are always shown. They may be too long where the chain is not."""
    with suppress(OverflowError):  # the numbers are exact, but one of them is too large for a float
        _ = game.ends, game.mean, game.deviation_float
        if game.process or game.gains:
            _ = game.value, game.value_deviation_float


def _forward_incremental(
    exploration: Exploration, start: State, common: Mapping[str, Any]
) -> Incremental[ForwardGame | ForwardDecisions]:
    """Return a game that is too large for exact results, in floats."""
    gains, rows = exploration.gains, exploration.rows
    chain = exploration.build_process(EFFORT)
    if isinstance(chain, DecisionProcess):
        check_signs(gains)
        brackets = yield from chain.brackets_incremental_float()
        worth = {state: row for state, row in rows.items() if isinstance(row, Fraction)}
        return ForwardDecisions(start, chain, brackets, MappingProxyType(worth), **common)
    assert isinstance(chain, AbsorbingChain)  # a chain without an end is not played forward
    result = yield from play_chain_incremental(chain, start, gains)
    return ForwardGame(start, chain, *result, **common)


def _without_floats(message: str) -> str:
    """Return a message of a solver, without the ways out that a text does not have."""
    message = message.replace(", or give a discount", "")
    problem, limit, _ = message.partition(", which is the limit: ")
    if not limit:
        return message
    return f"{problem}{limit}let a state hold less, or merge states that go on in the same way"


def solve_table_incremental(table: Table, *, exact: bool = False) -> Incremental[Solved]:
    """Do what `solve_table` does piece by piece: yield the progress from 0 to 1, return the game.

    Args:
        table: as for `solve_table`.
        exact: whether a game that is too large for exact results is refused.

    Raises:
        ProgramError: as for `solve_table`.
    """
    if table.kind == "output":
        return _outputs(table)
    names = table.names

    def weigh(row: Row) -> Weights[str]:
        return Weights(
            row[0], {names[target]: n for target, n in zip(row[1::2], row[2::2], strict=True)}
        )

    rows: dict[State, Any] = {}
    for name, table_row in zip(names, table.rows, strict=True):
        rows[name] = table_row
        if not isinstance(table_row, Fraction):
            options = {action: weigh(row) for action, row in table_row}
            rows[name] = options[""] if table.kind == "step" else options
    opponent_states = dict.fromkeys(names, False) | {names[i]: True for i in table.opposed}
    gains = MappingProxyType(dict(zip(names, table.gains, strict=True)) if table.gains else {})
    exploration = Exploration(table.kind, rows, opponent_states, gains)
    return (yield from _solved_incremental(exploration, table, exact))


def _outputs(table: Table) -> Outputs:
    distributions = {}
    for name, outcomes in table.outputs:
        total = sum(weight for _, weight in outcomes)
        distributions[name] = Distribution.of(
            {outcome: Fraction(weight, total) for outcome, weight in outcomes}
        )
    return Outputs(MappingProxyType(distributions), decimals=table.decimals, printed=table.printed)


def solve_table(table: Table) -> Solved:
    """Solve the game of a table; its states are their names.

    Args:
        table: from `tabulate`, `tabulate_isolated` or `Table.from_json`.

    Returns:
        The game; an `EndlessGame` where nobody decides and no end can be reached from some state;
        where exact results would take too long a `ForwardGame`, or with decisions
        `ForwardDecisions`; `Outputs` of a text that shows distributions.

    Raises:
        ProgramError: the game is over at the start, or has no value.

    >>> from own_games.program import tabulate
    >>> game = solve_table(tabulate('''
    ... start = ""
    ... def step(seen):
    ...     if seen == "HH":
    ...         return {seen: 1}
    ...     return {seen + "H": 1/2, "": 1/2}
    ... '''))
    >>> game.mean, game.states
    (Fraction(6, 1), ('“”', 'H', 'HH'))
    """
    return finish(solve_table_incremental(table))


def solve(start: State, step: Callable[[State], object], *, limits: Limits = MAX_LIMITS) -> Solved:
    """Solve the game that a step function describes.

    Args:
        start: the first state, any hashable value.
        step: step(state) -> {next: probability}; where the game ends {state: 1}. Each is asked
            twice, and must answer the same.
        limits: how much it may do.

    Returns:
        The game, with the states that the function knows; an `EndlessGame` if no end can be reached
        from some state.

    Raises:
        ProgramError: the game is too large, or is over at the start; a row is wrong, as
            `AbsorbingChain` says.

    >>> solve(3, lambda n: {n - 1: "1/2", n: "1/2"} if n else {0: 1}).mean
    Fraction(6, 1)
    """
    return finish(_solved_incremental(explore(start, "step", step, None, limits.checked())))


def solve_actions(
    start: State,
    actions: Callable[[State], object],
    opponent: Callable[[State], bool] | None = None,
    *,
    limits: Limits = MAX_LIMITS,
) -> Game | ForwardDecisions:
    """Solve the game that a function of its actions describes.

    Args:
        start: the first state, any hashable value.
        actions: actions(state) -> {action: {next: probability}}; where the game ends a number,
            what this end is worth.
        opponent: opponent(state) is True where the other player decides, who wants that number to
            be small; without it there is one player only.
        limits: how much they may do.

    Returns:
        The game, with the states that the functions know; `ForwardDecisions` where exact results
        would take too long.

    Raises:
        ProgramError: the game is too large, need not end, has no value, or is over at the start; a
            row is wrong, as `DecisionProcess` says.

    >>> throw = {n: Fraction(1, 6) for n in range(1, 7)}
    >>> def actions(face):
    ...     if face < 0:
    ...         return -face
    ...     last_throw = {-n: p for n, p in throw.items()}
    ...     return {"throw": last_throw} if face else {"first": throw}
    >>> game = solve_actions(0, actions)
    >>> game.value
    Fraction(7, 2)
    """
    if opponent is not None and not callable(opponent):
        raise ProgramError("opponent must be a function of the state")
    exploration = explore(start, "actions", actions, opponent, limits.checked())
    game = finish(_solved_incremental(exploration))
    # decisions that need not end have no value and are refused
    assert isinstance(game, Game | ForwardDecisions)
    return game
