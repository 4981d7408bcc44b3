"""Decision processes, solved exactly: games in which somebody chooses.

In each state of a **decision process** a player chooses an action, and chance leads to the next
state. Each end of the game has a payoff, a number. The value of a state is the expected payoff
under the best play:

    value(s) = max over actions a of Σ p(s' | s, a) value(s')

Where an opponent chooses, who wants a small number, min takes the place of max.

**If no state can return, the solver works backwards.** Each value follows from values that are
already known.

**If states can return, the solver uses policy iteration.** A *policy* fixes an action for each
state. Under a policy the game is an absorbing chain, and elimination finds its values. *Policy
iteration* then changes the action wherever another action is strictly better against these values,
and solves again. Each policy is better than the one before, and there are finitely many. So the
iteration ends, with the exact optimum. (With an opponent, the opponent improves until no change is
left; then the player changes once; and so on.)

The iteration begins with a policy under which the game ends. Then the game ends under each later
policy, too. To see why, suppose that play could stay among some states for ever. In each step the
old values would keep their mean on these states, or gain where an action has changed. In the long
run they cannot gain. So no action has changed on these states, and play could already stay there
for ever under the old policy.

**Gains and a discount.** An action may bring a gain at once, and the value of the next state may
count d times:

    value(s) = max over actions a of gain(s, a) + d Σ p(s' | s, a) value(s')

A discount d < 1 is the same as a game that ends before each step with probability 1 − d and payoff
0. So each policy has a value, the iteration may begin with any policy, and play need not end.
Without a discount play must end. If it ends under one policy and no longer under the next, the
values plus the gains so far rise in the long run. By the argument above the values alone do not,
so the gains do: going round brings more and more, and there is no best policy. The solver refuses
such a game. (An opponent could stop such a round in time, which makes matters less simple. So a
game with gains and an opponent needs a discount.)

**Components.** States that can reach each other form a component. Play that leaves a component
never returns to it. So the components are solved one after the other, backwards, and policy
iteration is needed only inside a component in which states can return.
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, chain
from operator import add
from random import Random
from sys import float_info
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from games.incremental import Incremental, finish
from games.maths.brackets import DecisionBrackets, brackets_incremental_float
from games.maths.elimination import (
    Elimination,
    ExactElimination,
    FloatElimination,
    NeverLeft,
    TooLarge,
)
from games.maths.flint_solver import exact_solver_incremental
from games.maths.graph import components
from games.maths.iteration import float_solver
from games.maths.markov import AbsorbingChain
from games.maths.transitions import LIMIT, find
from games.validate import (
    Chance,
    Exact,
    Weights,
    exact_number,
    finite_float,
    function,
    hashable,
    integer,
    probability,
    random_source,
    short_number,
    short_repr,
    weights,
)

__all__ = ["DecisionProcess"]

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
Number = TypeVar("Number", bound=Fraction | float)

MOVES = 10**6  # limit for one game that is played: some seconds
CUT_OFF = object()  # the state in which a discounted game ends early
BITS = 10**8  # limit for all exact values together: some seconds, and 12 MB


class Option(NamedTuple):
    """An action of a state, with its possible next states.

    Attributes:
        action: the action, as the caller names it.
        gain: what the action brings at once.
        total: the sum of the weights.
        weights: for each target its share of the total.
        cumulative: the cumulative sums of the weights, for `DecisionProcess.play`.
        targets: the numbers of the next states.
    """

    action: Any
    gain: Fraction
    total: int
    weights: tuple[int, ...]
    cumulative: tuple[int, ...]
    targets: tuple[int, ...]


class Solution(NamedTuple, Generic[Number]):
    """The values of all states and the best policy.

    Attributes:
        values: for each state its value.
        choices: for each state the number of the option that is chosen.
        policies: for each component that needed policy iteration, how many policies were tried.
    """

    values: list[Number]
    choices: list[int]
    policies: list[int]


@dataclass(frozen=True, init=False, repr=False, eq=False)
class DecisionProcess(Generic[State, Action]):
    """A game of choices and chance, given by its actions.

    Args:
        actions: actions(state) -> {action: {next: probability}}, or a number (an ``int`` or a
            `Fraction`) where the game ends: what this end is worth. For a dict of all states this
            is its method ``get``.
        start: the first state; all others are found from it.
        opponent: opponent(state) is true where the opponent chooses, who wants the number to be
            small. It is not called for ends. Without it there is one player only.
        gain: gain(state, action) is what an action brings at once, an ``int`` or a `Fraction`.
            Without it there are no gains. With an opponent it needs a discount.
        discount: how much the next step counts, above 0 and at most 1; a float is refused.
        limit: the number of states allowed, so that an infinite game is refused.
        effort: how many times the usual work a result may take, 1 or more. What takes more than a
            few seconds with 1 is refused.

    Attributes:
        states: all states that play can reach, in the order in which they are found.
        discount: the discount, as a `Fraction`.

    Raises:
        TypeError: a probability or a number is a float, or ``actions`` returns something else.
        ValueError: probabilities are negative or do not sum to 1, there are too many states, or
            from some state the game cannot end, whatever is chosen, and nothing is discounted.
            The message names the state.

    Without a discount, only policies under which the game ends are compared. (The rules do not say
    what endless play is worth. With negative payoffs a player might prefer it.) So a player who
    could go round alone has to stop at last. But sometimes player and opponent can keep each other
    going round, and the one who stops first loses by it. Then max–min (the opponent has to stop)
    is more than min–max (the player has to stop). Such a game has no value, and `value` raises a
    ValueError.

    Source:
        R. A. Howard, Dynamic Programming and Markov Processes (1960); with an opponent,
        A. J. Hoffman and R. M. Karp, On Nonterminating Stochastic Games (1966).

    Throw a die up to three times and stop when you like; the last throw counts:

    >>> def actions(state):
    ...     left, face = state
    ...     if left == 0:
    ...         return face
    ...     throw = {(left - 1, n): Fraction(1, 6) for n in range(1, 7)}
    ...     return {"stop": {(0, face): 1}, "throw": throw}
    >>> dice = DecisionProcess(actions, (3, 0))
    >>> dice.value((3, 0))
    Fraction(14, 3)
    >>> [face for face in range(1, 7) if dice.best((2, face)) == ("stop",)]
    [5, 6]

    Throw as often as you like and keep the last throw, but every throw is the last one, and worth
    nothing, with probability 1/10. Now a state can return:

    >>> def actions(face):
    ...     if isinstance(face, str):
    ...         return int(face)
    ...     throw = {n: "9/60" for n in range(1, 7)} | {"0": "1/10"}
    ...     return {"keep": {str(face): 1}, "throw": throw}
    >>> dice = DecisionProcess(actions, 1)
    >>> dice.value(1)
    Fraction(33, 8)
    >>> dice.best(4), dice.best(5)
    (('throw',), ('keep',))

    A machine that works brings 3 a month, and fails in one month of five; a new one costs 5, and a
    month to wait. What a month later brings counts for nine tenths:

    >>> months = {
    ...     "works": {"run": {"works": "4/5", "broken": "1/5"}},
    ...     "broken": {"buy": {"works": "1"}, "rest": {"broken": "1"}},
    ... }
    >>> machine = DecisionProcess(
    ...     months.get,
    ...     "works",
    ...     gain=lambda state, action: {"run": 3, "buy": -5, "rest": 0}[action],
    ...     discount="9/10",
    ... )
    >>> machine.value("works"), machine.best("broken")
    (Fraction(1050, 59), ('buy',))
    """

    states: tuple[State, ...]
    discount: Fraction
    _number: dict[State, int]
    _options: tuple[tuple[Option, ...], ...]  # empty where the game ends
    _payoffs: tuple[Fraction, ...]  # 0 where the game goes on
    _opponent: tuple[bool, ...]
    _plain: bool  # whether there are no gains and no discount
    _effort: int
    _components: tuple[tuple[int, ...], ...]  # a component leads only to earlier components

    def __init__(
        self,
        actions: Callable[[State], Mapping[Action, Mapping[State, Chance]] | Exact | None],
        start: State,
        *,
        opponent: Callable[[State], bool] | None = None,
        gain: Callable[[State, Action], Exact] | None = None,
        discount: Chance = 1,
        limit: int = LIMIT,
        effort: int = 1,
    ) -> None:
        limit = integer("limit", limit, 1)
        effort = integer("effort", effort, 1)
        discount = probability("discount", discount)
        if not discount:
            raise ValueError("discount is 0, but must be above 0: with 0 only one step counts")
        function("actions", actions, "the state", "the method get of a dict of all states")
        if opponent is not None:
            function("opponent", opponent, "the state")
        if gain is not None:
            function("gain", gain, "the state and the action")
        if gain is not None and opponent is not None and discount == 1:
            raise ValueError("gain and opponent are given, but discount is 1, and must be below 1")
        zero = Fraction(0)
        states = [hashable("start", start)]
        number = {start: 0}
        options: list[tuple[Option, ...]] = []
        payoffs: list[Fraction] = []
        # most weights recur, so each tuple of weights is stored once, with its cumulative sums
        weights_seen: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for state in states:
            result = actions(state)
            if result is None:
                raise TypeError(
                    f"actions({short_repr(state)}) is None, but must be {{action: {{next: "
                    "probability}}, or a number where the game ends: is this state missing?"
                )
            state_options = []
            if isinstance(result, Mapping):
                for action, row in result.items():
                    total, row_weights = weights("actions({})[{}]", row, state, action)
                    for next_state in row_weights:
                        if next_state not in number:
                            number[next_state] = len(states)
                            states.append(next_state)
                    chances = tuple(row_weights.values())
                    if chances not in weights_seen:
                        weights_seen[chances] = chances, tuple(accumulate(chances))
                    targets = tuple([number[next_state] for next_state in row_weights])
                    gain_value = zero
                    if gain is not None:
                        gain_value = exact_number(
                            "gain({}, {})", gain(state, action), state, action
                        )
                    state_options.append(
                        Option(action, gain_value, total, *weights_seen[chances], targets)
                    )
                if not state_options:
                    raise ValueError(
                        f"actions({short_repr(state)}) has no action; where the game ends it must "
                        "be a number"
                    )
            options.append(tuple(state_options))
            payoffs.append(zero if state_options else exact_number("actions({})", result, state))
            if len(states) > limit:
                raise ValueError(
                    f"actions lead from {short_repr(start)} to more than {limit} states: "
                    "is the game infinite? If not, raise limit"
                )
        opponent_choices = [
            bool(opponent and state_options and opponent(state))
            for state, state_options in zip(states, options, strict=True)
        ]
        self.__dict__.update(
            states=tuple(states),
            discount=discount,
            _number=number,
            _options=tuple(options),
            _payoffs=tuple(payoffs),
            _opponent=tuple(opponent_choices),
            _plain=gain is None and discount == 1,
            _effort=effort,
        )
        self.__dict__["_components"] = tuple(components(len(states), self._successors))
        for component in self._components if discount == 1 else ():
            component_states = set(component)
            if options[component[0]] and all(
                component_states.issuperset(self._successors(s)) for s in component
            ):
                raise ValueError(
                    f"from state {short_repr(states[min(component)])} the game never ends, "
                    "whatever is chosen; where it ends, actions returns a number"
                )

    def _successors(self, s: int) -> Iterator[int]:
        return chain.from_iterable([option.targets for option in self._options[s]])

    def _find(self, state: State) -> int:
        return find(state, self._number, self)

    def value(self, state: State) -> Fraction:
        """Return the expected payoff of a state under the best play.

        Args:
            state: any state that play can reach.

        Raises:
            ValueError: there is no such state, the game has no value (player and opponent could
                go round for ever, and whoever stops first loses by it; or going round brings more
                and more), or the values have too many digits; `value_float` has room for more.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.value("go")
        Fraction(4, 1)
        """
        return self._exact.values[self._find(state)]

    def value_float(self, state: State) -> float:
        """Return `value` as a float; for games whose exact values have too many digits.

        Args:
            state: any state that play can reach.

        Raises:
            ValueError: there is no such state, the game has no value, or it or its numbers are too
                large.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.value_float("go")
        4.0
        """
        return finite_float(self._float.values[self._find(state)])

    def advice(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return every action of a state with its value, if all later play is the best.

        Args:
            state: any state that play can reach.

        Returns:
            ((action, value), …), the best first; () where the game has ended. For an opponent the
            smallest value is the best. Among equal values the action of `policy` comes first, then
            the others in the order of ``actions``.

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.advice("go")
        (('bold', Fraction(4, 1)), ('safe', Fraction(3, 1)))
        """
        s = self._find(state)
        values, choices, _ = self._exact
        worth = [self._worth(ExactElimination, option, values) for option in self._options[s]]
        sign = 1 if self._opponent[s] else -1
        order = sorted(range(len(worth)), key=lambda a: (sign * worth[a], a != choices[s]))
        return tuple((self._options[s][a].action, worth[a]) for a in order)

    def best(self, state: State) -> tuple[Action, ...]:
        """Return all optimal actions in a state.

        Args:
            state: any state that play can reach.

        Returns:
            The actions that keep the value of the state, that of `policy` first; () where the game
            has ended. (If waiting costs nothing, to wait is among them. To wait for ever is not
            optimal: the first action leads to the end of the game.)

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {4: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.best("go")
        ('safe', 'bold')
        """
        value = self.value(state)
        return tuple(action for action, worth in self.advice(state) if worth == value)

    def brackets_float(self) -> DecisionBrackets[State, Action]:
        """Return two bounds in floats for all values, for a game too large for `value`.

        The value of each state is between its bounds, whatever the rounding. Long work ends early,
        and then the bounds are farther apart. (They may also stay apart where player and opponent
        can keep each other going round.)

        Returns:
            The bounds of each state and of each action, if all later play is the best. A bound is
            infinite where steps bring something and none is known.

        Raises:
            ValueError: there is a discount; some steps bring something and others cost something;
                going round brings more and more; or a number is too large for a float.

        >>> bet = {"safe": {3: 1}, "bold": {"go": "1/2", 0: "1/4", 8: "1/4"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> brackets = game.brackets_float()
        >>> lower, upper = brackets.values_float["go"]
        >>> lower <= game.value("go") <= upper, upper - lower < 1e-9
        (True, True)
        >>> brackets.candidates("go")
        ('bold',)
        """
        return finish(self.brackets_incremental_float())

    def brackets_incremental_float(self) -> Incremental[DecisionBrackets[State, Action]]:
        """Do what `brackets_float` does piece by piece: yield the progress from 0 to 1.

        Raises:
            ValueError: as there.

        >>> game = DecisionProcess(lambda n: {"on": {n + 1: 1}} if n < 3 else n, 0)
        >>> finish(game.brackets_incremental_float()).candidates(2)
        ('on',)
        """
        if self.discount != 1:
            raise ValueError(
                f"discount is {short_number(self.discount)}, but bounds in floats need discount 1"
            )
        rows = [
            [(o.gain, o.total, tuple(zip(o.targets, o.weights, strict=True))) for o in options]
            for options in self._options
        ]
        values, worths = yield from brackets_incremental_float(
            rows, self._payoffs, self._opponent, self._effort
        )
        actions = {
            state: MappingProxyType(
                {o.action: bracket for o, bracket in zip(options, option_worths, strict=True)}
            )
            for state, options, option_worths in zip(
                self.states, self._options, worths, strict=True
            )
            if options
        }
        minimizers = zip(self.states, self._opponent, strict=True)
        return DecisionBrackets(
            MappingProxyType(dict(zip(self.states, values, strict=True))),
            MappingProxyType(actions),
            frozenset([state for state, is_opposed in minimizers if is_opposed]),
        )

    def policy(self) -> dict[State, Action]:
        """Return an optimal policy: {state: action}. Without a discount the game ends under it.

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.policy()
        {'go': 'bold'}
        """
        rows = zip(self.states, self._options, self._exact.choices, strict=True)
        return {state: options[a].action for state, options, a in rows if options}

    def policies_tried(self) -> int:
        """Return how many policies policy iteration has evaluated until none was better.

        The first and the last policy count. The iteration runs in floats first and then in exact
        numbers; both are counted. If several components need policy iteration, the result is the
        largest number for one of them. If none does, it is 0.

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.policies_tried()
        0
        """
        exact = self._exact.policies
        try:
            floats = self._float.policies
        except ValueError:
            floats = [0] * len(exact)
        return max(map(add, exact, floats), default=0)

    def policy_chain(
        self, policy: Mapping[State, Action] | Callable[[State], Action]
    ) -> AbsorbingChain[State]:
        """Return the game under a policy: an absorbing chain from the start, nothing discounted.

        Args:
            policy: the action in each state that it can reach, as a dict or a function.

        Raises:
            TypeError: the policy is neither a dict nor a function.
            ValueError: an action is not among those of its state, or the game may never end under
                this policy.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.policy_chain({"go": "bold"})
        <AbsorbingChain of 1 transient state ('go') and 2 absorbing states (0, 8)>
        """
        return self._chain(self._chooser(policy), Fraction(1))

    def _chain(self, choose: Callable[[int], Option], discount: Fraction) -> AbsorbingChain[Any]:
        """Return the game under a policy; a discount adds steps to the state CUT_OFF."""
        numerator, denominator = discount.as_integer_ratio()

        def step(state: Any) -> Any:
            s = None if state is CUT_OFF else self._number[state]
            if s is None or not self._options[s]:
                return {state: 1}
            option = choose(s)
            targets: dict[Any, int] = {
                self.states[j]: numerator * weight
                for j, weight in zip(option.targets, option.weights, strict=True)
            }
            if numerator < denominator:
                targets[CUT_OFF] = (denominator - numerator) * option.total
            return Weights(denominator * option.total, targets)

        return AbsorbingChain.from_step(
            step, self.states[0], limit=len(self.states) + 1, effort=self._effort
        )

    def policy_value(self, policy: Mapping[State, Action] | Callable[[State], Action]) -> Fraction:
        """Return the expected payoff of a policy from the start.

        Args:
            policy: the action in each state that it can reach, as a dict or a function.

        Raises:
            TypeError: as for `policy_chain`.
            ValueError: as for `policy_chain`; with a discount the game need not end.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> game.policy_value(lambda state: "safe")
        Fraction(3, 1)
        """
        choose = cache(self._chooser(policy, may_stay=self.discount < 1))

        def reward(state: Any) -> Fraction:
            if state is CUT_OFF:
                return Fraction(0)
            s = self._number[state]
            return choose(s).gain if self._options[s] else self._payoffs[s]

        return self._chain(choose, self.discount).expected_reward(reward)[self.states[0]]

    def play(
        self,
        rng: Random,
        policy: Mapping[State, Action] | Callable[[State], Action] | None = None,
    ) -> Fraction:
        """Play one game from the start and return the payoff plus all gains, without discount.

        Args:
            rng: the source of chance; the same seed gives the same game.
            policy: the action in each state, as a dict or a function; the best one unless given.

        Returns:
            The payoff of the end, plus all gains. Without a discount the mean of many games comes
            close to `policy_value`.

        Raises:
            TypeError: rng is not a random.Random, or the policy is neither a dict nor a function.
            ValueError: an action is not among those of its state, or the game has not ended after
                a million moves times ``effort``; without a policy also as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda n: bet if n == "go" else n, "go")
        >>> [int(game.play(Random(seed))) for seed in range(8)]
        [8, 0, 0, 0, 0, 8, 0, 8]
        >>> game.play(Random(1), {"go": "safe"})
        Fraction(3, 1)
        """
        random_source(rng)
        choose = self._best_option if policy is None else self._chooser(policy)
        s, gains = 0, Fraction(0)
        moves = MOVES * self._effort
        for _ in range(moves):
            if not self._options[s]:
                return gains + self._payoffs[s]
            option = choose(s)
            if option.gain:
                gains += option.gain
            # exact, however small a chance is
            s = option.targets[bisect(option.cumulative, rng.randrange(option.total))]
        raise ValueError(
            f"policy has not ended the game after {moves} moves, which is the limit: "
            f"effort={10 * self._effort} allows more"
        )

    def _best_option(self, s: int) -> Option:
        return self._options[s][self._exact.choices[s]]

    def _chooser(
        self,
        policy: Mapping[State, Action] | Callable[[State], Action],
        may_stay: bool = False,
    ) -> Callable[[int], Option]:
        """Return a function from the number of a state to the option that the policy takes."""
        choose = policy.get if isinstance(policy, Mapping) else policy
        if not callable(choose):
            raise TypeError(f"policy is {short_repr(policy)}, but must be a dict or a function")

        def option_of(s: int) -> Option:
            state, options = self.states[s], self._options[s]
            action = choose(state)
            option = next((option for option in options if option.action == action), None)
            if option is None:
                actions = ", ".join([short_repr(option.action) for option in options])
                raise ValueError(
                    f"policy takes {short_repr(action)} in state {short_repr(state)}, but must "
                    f"take one of {actions}"
                )
            if option.targets == (s,) and not may_stay:
                raise ValueError(
                    f"policy takes {short_repr(action)} in state {short_repr(state)}, which leads "
                    "nowhere else: the game would never end"
                )
            return option

        return option_of

    def __repr__(self) -> str:
        state_count, end_count = len(self.states), sum([not options for options in self._options])
        noun = "state" if state_count == 1 else "states"
        verb = "ends" if end_count == 1 else "end"
        return (
            f"<DecisionProcess of {state_count} {noun}, {end_count} of them {verb} the game, "
            f"from {short_repr(self.states[0])}>"
        )

    @cached_property
    def _exact(self) -> Solution[Fraction]:
        """The exact solution; the policy found in floats, usually the best, is the first guess."""
        try:
            guess = list(self._float.choices)
        except ValueError:
            guess = [0] * len(self.states)
        return self._solve(ExactElimination, Solution([*self._payoffs], guess, []), Fraction(0))

    @cached_property
    def _float(self) -> Solution[float]:
        gains = [option.gain for options in self._options for option in options]
        try:
            payoffs = [float(payoff) for payoff in self._payoffs]
            largest = float(max(map(abs, gains), default=0) / (1 - self.discount or 1))
        except OverflowError:
            raise ValueError("the game brings a number that is too large for a float") from None
        # a difference that rounding can explain is no reason to change a policy
        slack = 16 * float_info.epsilon * max([largest, *map(abs, payoffs)])
        return self._solve(FloatElimination, Solution(payoffs, [0] * len(payoffs), []), slack)

    def _solve(
        self, kind: type[Elimination[Any]], solution: Solution[Any], slack: Any
    ) -> Solution[Any]:
        """Solve one component after the other, from the ends of the game backwards."""
        values, choices, _ = solution
        bits, limit = 0, BITS * self._effort
        for component in self._components:
            s = component[0]
            if not self._options[s]:
                continue
            if len(component) == 1 and all(s not in option.targets for option in self._options[s]):
                values[s], choices[s] = self._choose(kind, s, values)
            else:
                self._iterate(kind, component, solution, slack * len(component))
            bits += sum([kind.size(values[s]) for s in component])
            if bits > limit:
                raise TooLarge(
                    f"the exact values of {self!r} have more than {limit} binary digits, which is "
                    f"the limit: effort={10 * self._effort} allows more, and value_float has room "
                    "for more"
                )
        return solution

    def _worth(self, kind: type[Elimination[Any]], option: Option, values: Sequence[Any]) -> Any:
        """Return gain + d Σ p(s') value(s') over the states that an option leads to."""
        terms = [
            (weight, values[j]) for j, weight in zip(option.targets, option.weights, strict=True)
        ]
        worth = kind.combine(terms, option.total)
        return worth if self._plain else self.discount * worth + option.gain

    def _choose(self, kind: type[Elimination[Any]], s: int, values: list[Any]) -> tuple[Any, int]:
        """Return the value of the best option of a state, and the number of that option."""
        worths = [self._worth(kind, option, values) for option in self._options[s]]
        best = min(worths) if self._opponent[s] else max(worths)
        return best, worths.index(best)

    def _iterate(
        self,
        kind: type[Elimination[Any]],
        component: tuple[int, ...],
        solution: Solution[Any],
        slack: Any,
    ) -> None:
        """Find the best policy of one component by policy iteration."""
        values, choices, _ = solution

        def improve(opponent: bool) -> bool:
            change = False
            for s in component:
                if self._opponent[s] is opponent and len(self._options[s]) > 1:
                    best, a = self._choose(kind, s, values)
                    if abs(best - self._worth(kind, self._options[s][choices[s]], values)) > slack:
                        choices[s] = a
                        change = True
            return change

        if self.discount == 1:
            self._lead_out(component, choices)
        self._evaluate(kind, component, solution)
        solution.policies.append(1)
        while improve(opponent=True) or improve(opponent=False):
            old_values = [values[s] for s in component]
            self._evaluate(kind, component, solution)
            solution.policies[-1] += 1
            # in long play gains add up, so the rounding error may exceed the slack
            new_values = [values[s] for s in component]
            if slack and not any(self._opponent) and sum(new_values) <= sum(old_values):
                break
        for opponent in (False, True) if self.discount == 1 else ():
            waiting_states = self._states_of_waiting(kind, component, values, slack, opponent)
            if waiting_states:
                names = ", ".join(
                    [short_repr(self.states[s], 20) for s in sorted(waiting_states)[:4]]
                )
                ellipsis = ", …" if len(waiting_states) > 4 else ""
                raise ValueError(
                    f"from state {short_repr(self.states[min(waiting_states)])} the game has no "
                    f"value: player and opponent could go round for ever ({names}{ellipsis}), "
                    "and whoever stops first loses by it. Say what endless play is worth: let the "
                    "game end after so many rounds, or with some probability in each"
                )

    def _states_of_waiting(
        self,
        kind: type[Elimination[Any]],
        component: tuple[int, ...],
        values: list[Any],
        slack: Any,
        opponent: bool,
    ) -> set[int]:
        """Return the states in which one side can wait until the other side gives something away.

        The values solve the equations of the best play. Another solution, better for the side that
        waits, exists if and only if there is a set of states with these properties:

        - The waiting side can stay in the set by options that keep the value, and all options of
          the other side that keep the value stay in it, too.
        - From each state of the set play can come to a state where the other side has an option
          that loses something. The other side must take it if the game is to end.

        The search begins with all states and removes those that do not fit.
        """
        if len({self._opponent[s] for s in component if len(self._options[s]) > 1}) < 2:
            return set()
        keeps_value = {
            s: [
                abs(self._worth(kind, option, values) - values[s]) <= slack
                for option in self._options[s]
            ]
            for s in component
        }
        sources: dict[int, set[int]] = {s: set() for s in component}
        for s in component:
            for j in self._successors(s):
                sources.get(j, set()).add(s)
        waiting_states, size_before = set(component), 0

        def fits(s: int) -> bool:
            stays = [
                waiting_states.issuperset(option.targets)
                for option, keeps in zip(self._options[s], keeps_value[s], strict=True)
                if keeps
            ]
            return any(stays) if self._opponent[s] is opponent else all(stays)

        while waiting_states and len(waiting_states) != size_before:
            size_before = len(waiting_states)
            queue = [s for s in waiting_states if not fits(s)]
            while queue:
                s = queue.pop()
                if s in waiting_states:
                    waiting_states.remove(s)
                    queue += [i for i in sources[s] & waiting_states if not fits(i)]
            gives_away = [
                s
                for s in waiting_states
                if self._opponent[s] is not opponent and not all(keeps_value[s])
            ]
            queue = gives_away
            reachable = set(queue)
            for j in queue:
                for s in (sources[j] & waiting_states) - reachable:
                    waits = self._opponent[s] is opponent
                    if any(
                        j in option.targets
                        and (not waits or (keeps and waiting_states.issuperset(option.targets)))
                        for option, keeps in zip(self._options[s], keeps_value[s], strict=True)
                    ):
                        reachable.add(s)
                        queue.append(s)
            waiting_states = reachable
        return waiting_states

    def _lead_out(self, component: tuple[int, ...], choices: list[int]) -> None:
        """Keep the options that lead out of the component in the end, and replace the others."""
        sources: dict[int, list[tuple[int, int]]] = {s: [] for s in component}
        edges_out: list[tuple[int, int]] = []
        for s in component:
            for a, option in enumerate(self._options[s]):
                for j in option.targets:
                    sources.get(j, edges_out).append((s, a))
        exit_options: dict[int, int] = {}
        for keep in (True, False):
            queue = [*edges_out, *[edge for j in exit_options for edge in sources[j]]]
            for s, a in queue:
                if s not in exit_options and (a == choices[s] or not keep):
                    exit_options[s] = a
                    queue += sources[s]
        for s, a in exit_options.items():
            choices[s] = a

    def _evaluate(
        self,
        kind: type[Elimination[Any]],
        component: tuple[int, ...],
        solution: Solution[Any],
    ) -> None:
        """Solve the absorbing chain that the chosen options make of a component."""
        values, choices, _ = solution
        local = {s: k for k, s in enumerate(component)}
        outer_place = len(component)
        numerator, denominator = self.discount.as_integer_ratio()
        rows = []
        for s in component:
            option = self._options[s][choices[s]]
            weighted_targets = zip(option.targets, option.weights, strict=True)
            steps = [
                (local.get(j, outer_place), numerator * weight) for j, weight in weighted_targets
            ]
            if numerator < denominator:
                steps.append((outer_place, (denominator - numerator) * option.total))
            rows.append((denominator * option.total, steps))
            values[s] = kind.zero  # so that _worth counts only the gain and states outside
        rewards = [self._worth(kind, self._options[s][choices[s]], values) for s in component]
        solver: Any
        try:
            if kind is ExactElimination:
                solver = finish(exact_solver_incremental(rows, self._effort))
            else:
                solver = float_solver(rows, self._effort)
            solution_values = solver.solve(rewards)
        except NeverLeft as error:
            place = f"state {short_repr(self.states[component[error.state]])}"
            raise ValueError(
                f"{place} has no value: going round from there brings more and more. Let the game "
                "end, or give a discount"
                if kind is ExactElimination
                else f"{place} is left with a probability that is too small for a float: ask for "
                "the exact value"
            ) from None
        for s, value in zip(component, solution_values, strict=True):
            values[s] = value
