"""Decision processes, solved exactly: games in which somebody chooses.

In each state of a **decision process** somebody chooses an action, and chance leads on to the next
state. Where the game ends it is worth a number. The value of a state is what the best play can
expect there; where the game goes on,

    value(s) = max over actions a of Σ p(s' | s, a) value(s')

(min in place of max where an opponent chooses, who wants the number to be small).

**If no state can return, work backwards.** Every value stands on values found before.

**If states can return, solve equations.** A *policy* fixes an action for each state. What is left
is an absorbing chain, whose expected end is found by elimination. *Policy iteration* then changes
the action wherever another one is strictly better against these values, and solves again. Each
policy is better than the last and there are finitely many, so it ends, with the exact optimum.
(With an opponent: the opponent improves until nothing is left to change, then the player changes
once, and so on.)

It begins with a policy under which the game ends, and then the game ends under each later policy,
too. For suppose that play could stay among some states for ever. From step to step the old values
would keep their mean there, and gain where an action has changed. In the long run they cannot gain,
so no action has changed among these states, and the old policy would not have ended the game.

**Gains and a discount.** An action may bring a gain at once, and what comes a step later may count
for d times as much:

    value(s) = max over actions a of gain(s, a) + d Σ p(s' | s, a) value(s')

A discount d < 1 is a game that ends before each step with probability 1 − d, for nothing. So each
policy has a value, the iteration may begin with any, and play need not end. Without a discount it
must. If it ends under one policy and no longer under the next, the values plus the gains so far
rise in the long run, so by the argument above the gains do: going round brings more and more, and
there is no best. This is refused. (With an opponent, who would break it off in time, matters are
less simple: there gains ask for a discount.)

**In between.** States that can reach each other form a component. From component to component there
is no return, so they are solved one after the other, backwards, and policy iteration is needed only
inside a component with a way back.
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, chain
from operator import add
from random import Random
from sys import float_info
from typing import Any, Generic, NamedTuple, TypeVar

from games.arguments import (
    Chance,
    Weights,
    exact_number,
    finite_float,
    hashable,
    probability,
    seeded,
    shown,
    weights,
    whole,
)
from games.maths.elimination import Elimination, ExactElimination, FloatElimination, NeverLeft
from games.maths.markov import LIMIT, AbsorbingChain

__all__ = ["DecisionProcess"]

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
Number = TypeVar("Number", bound=Fraction | float)

MOVES = 10**6  # of one game that is played: some seconds
CUT_OFF = object()  # the state in which a game ends that is not played on, with a discount
BITS = 10**8  # of all exact values together: some seconds, and 12 MB


class Option(NamedTuple):
    """What one action does: the states that it leads to, by number, and their weights.

    Attributes:
        gain: what it brings at once.
        total: all weights together.
        cumulative: the weights added up so far, for `DecisionProcess.play`.
    """

    action: Any
    gain: Fraction
    total: int
    weights: tuple[int, ...]
    cumulative: tuple[int, ...]
    targets: tuple[int, ...]


class Solution(NamedTuple, Generic[Number]):
    """For each state its value, and which option is chosen there.

    Attributes:
        values: of the states.
        choices: the number of the option.
        policies: how many policies were tried in each component with a way back.
    """

    values: list[Number]
    choices: list[int]
    policies: list[int]


@dataclass(frozen=True, init=False, repr=False, eq=False)
class DecisionProcess(Generic[State, Action]):
    """A game in which somebody chooses, given by its actions.

    Args:
        actions: actions(state) -> {action: {next: probability}}, or a number (an ``int`` or a
            `Fraction`) where the game ends: what this end is worth.
        start: the first state; all others are found from it.
        opponent: opponent(state) is true where the opponent chooses, who wants the number to be
            small; it is not asked about ends. Without it there is one player only.
        gain: gain(state, action) is what an action brings at once, an ``int`` or a `Fraction`;
            nothing unless given. With an opponent it needs a discount.
        discount: what the next step counts for, above 0 and at most 1; a float is refused.
        limit: the number of states allowed, so that an infinite game is refused.

    Attributes:
        states: all states that play can reach, in the order in which they are found.
        discount: the discount, as a `Fraction`.

    Raises:
        TypeError: a probability or a number is a float, or ``actions`` returns something else.
        ValueError: probabilities are negative or do not sum to 1, there are too many states, or
            from some state the game cannot end, whatever is chosen, and nothing is discounted.
            The message names the state.

    Without a discount, only play that ends is compared. (What a game that never ends is worth, the
    rules would have to say: with negative numbers a player might prefer it.) A player who could go
    round alone thus has to stop at last. But where player and opponent could keep each other going
    round, and whoever stops first loses by it, max–min (the opponent has to stop) is more than
    min–max (the player has to): such a game has no value, and whoever asks for it gets a
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
    ...     "broken": {"buy": {"works": 1}, "rest": {"broken": 1}},
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
    _options: tuple[tuple[Option, ...], ...]  # none where the game ends
    _payoffs: tuple[Fraction, ...]  # 0 where it goes on
    _opponent: tuple[bool, ...]
    _plain: bool  # no gains and no discount
    _components: tuple[tuple[int, ...], ...]  # none leads to one that stands behind it

    def __init__(
        self,
        actions: Callable[[State], Mapping[Action, Mapping[State, object]] | int | Fraction],
        start: State,
        *,
        opponent: Callable[[State], bool] | None = None,
        gain: Callable[[State, Action], int | Fraction] | None = None,
        discount: Chance = 1,
        limit: int = LIMIT,
    ) -> None:
        limit = whole("limit", limit, 1)
        discount = probability("discount", discount)
        if not discount:
            raise ValueError("discount is 0, but must be above: then only one step would count")
        if not callable(actions):
            raise TypeError(f"actions is {shown(actions)}, but must be a function of the state")
        if opponent is not None and not callable(opponent):
            raise TypeError(f"opponent is {shown(opponent)}, but must be a function of the state")
        if gain is not None and not callable(gain):
            raise TypeError(
                f"gain is {shown(gain)}, but must be a function of the state and the action"
            )
        if gain is not None and opponent is not None and discount == 1:
            raise ValueError("gain and opponent are given, but discount is 1: it must be below")
        nothing = Fraction(0)
        states = [hashable("start", start)]
        number = {start: 0}
        options: list[tuple[Option, ...]] = []
        payoffs: list[Fraction] = []
        # most weights recur: keep each once, and as they add up
        weights_seen: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for state in states:
            result = actions(state)
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
                    gain_value = nothing
                    if gain is not None:
                        gain_value = exact_number(
                            "gain({}, {})", gain(state, action), state, action
                        )
                    state_options.append(
                        Option(action, gain_value, total, *weights_seen[chances], targets)
                    )
                if not state_options:
                    raise ValueError(
                        f"actions({shown(state)}) has no action; where the game ends it must be "
                        "a number"
                    )
            options.append(tuple(state_options))
            payoffs.append(nothing if state_options else exact_number("actions({})", result, state))
            if len(states) > limit:
                raise ValueError(
                    f"actions lead from {shown(start)} to more than {limit} states: "
                    "is the game infinite? If not, raise limit"
                )
        opposed = [
            bool(opponent and state_options and opponent(state))
            for state, state_options in zip(states, options, strict=True)
        ]
        self.__dict__.update(
            states=tuple(states),
            discount=discount,
            _number=number,
            _options=tuple(options),
            _payoffs=tuple(payoffs),
            _opponent=tuple(opposed),
            _plain=gain is None and discount == 1,
        )
        self.__dict__["_components"] = tuple(components(len(states), self._successors))
        for component in self._components if discount == 1 else ():
            inside = set(component)
            if options[component[0]] and all(
                inside.issuperset(self._successors(s)) for s in component
            ):
                raise ValueError(
                    f"from state {shown(states[min(component)])} the game never ends, whatever is "
                    "chosen; where it ends, actions returns a number"
                )

    def _successors(self, s: int) -> Iterator[int]:
        return chain.from_iterable([option.targets for option in self._options[s]])

    def _find(self, state: State) -> int:
        try:
            return self._number[state]
        except (KeyError, TypeError):
            raise ValueError(f"state is {shown(state)}, but must be a state of {self!r}") from None

    def value(self, state: State) -> Fraction:
        """Return what the best play can expect from a state on.

        Args:
            state: any state that play can reach.

        Raises:
            ValueError: there is no such state, the game has no value (player and opponent could
                go round for ever, and whoever stops first loses by it; or going round brings more
                and more), or the values have too many digits; `value_float` has room for more.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
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
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
        >>> game.value_float("go")
        4.0
        """
        return finite_float(self._float.values[self._find(state)])

    def advice(self, state: State) -> tuple[tuple[Action, Fraction], ...]:
        """Return every action and its value, if the play that follows is the best.

        Args:
            state: any state that play can reach.

        Returns:
            ((action, value), …), best first; () where the game has ended. An opponent's best is
            the smallest. Among equals the action of `policy` comes first, then the others in the
            order of ``actions``.

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
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
            has ended. (Where one may wait for nothing, waiting is among them. But to wait for ever
            is not optimal: to end the game, take the first.)

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {4: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
        >>> game.best("go")
        ('safe', 'bold')
        """
        value = self.value(state)
        return tuple(action for action, worth in self.advice(state) if worth == value)

    def policy(self) -> dict[State, Action]:
        """Return an optimal policy: {state: action}. Without a discount the game ends under it.

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
        >>> game.policy()
        {'go': 'bold'}
        """
        rows = zip(self.states, self._options, self._exact.choices, strict=True)
        return {state: options[a].action for state, options, a in rows if options}

    def policies_tried(self) -> int:
        """Return how many policies policy iteration has evaluated until none was better.

        The first one counts, and so does the last, which was found to be optimal. Floats lead the
        way, exact numbers have the last word: both are counted. In a game with several components
        that have a way back, it is the largest number for one of them; without any it is 0, for
        then everything is solved backwards.

        Raises:
            ValueError: as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
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
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
        >>> game.policy_chain({"go": "bold"})
        <AbsorbingChain of 1 transient state ('go') and 2 absorbing states (0, 8)>
        """
        return self._chain(self._chooser(policy), Fraction(1))

    def _chain(self, choose: Callable[[int], Option], discount: Fraction) -> AbsorbingChain[Any]:
        """Return the game under a policy; what a discount takes away leads to the state OVER."""
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

        return AbsorbingChain.from_step(step, self.states[0], limit=len(self.states) + 1)

    def policy_value(self, policy: Mapping[State, Action] | Callable[[State], Action]) -> Fraction:
        """Return what play by a policy can expect from the start.

        Args:
            policy: the action in each state that it can reach, as a dict or a function.

        Raises:
            TypeError: as for `policy_chain`.
            ValueError: as for `policy_chain`; with a discount the game need not end.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
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
        """Play one game from the start and return what it brings, nothing discounted.

        Args:
            rng: the source of chance; the same seed gives the same game.
            policy: the action in each state, as a dict or a function; the best one unless given.

        Returns:
            What the end is worth, and all gains. The mean of many games is `policy_value`, nearly,
            if there is no discount.

        Raises:
            TypeError: rng is not a random.Random, or the policy is neither a dict nor a function.
            ValueError: an action is not among those of its state, or the game has not ended after
                a million moves; without a policy also as for `value`.

        >>> bet = {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}}
        >>> game = DecisionProcess(lambda state: bet if state == "go" else state, "go")
        >>> [int(game.play(Random(seed))) for seed in range(8)]
        [8, 0, 0, 0, 0, 8, 0, 8]
        >>> game.play(Random(1), {"go": "safe"})
        Fraction(3, 1)
        """
        seeded(rng)
        choose = self._best_option if policy is None else self._chooser(policy)
        s, gains = 0, Fraction(0)
        for _ in range(MOVES):
            if not self._options[s]:
                return gains + self._payoffs[s]
            option = choose(s)
            if option.gain:
                gains += option.gain
            # exact, however small a chance is
            s = option.targets[bisect(option.cumulative, rng.randrange(option.total))]
        raise ValueError(f"policy has not ended the game after {MOVES} moves, which is the limit")

    def _best_option(self, s: int) -> Option:
        return self._options[s][self._exact.choices[s]]

    def _chooser(
        self,
        policy: Mapping[State, Action] | Callable[[State], Action],
        may_stay: bool = False,
    ) -> Callable[[int], Option]:
        """Return what gives the option that a policy takes in a state, by its number."""
        choose = policy.get if isinstance(policy, Mapping) else policy
        if not callable(choose):
            raise TypeError(f"policy is {shown(policy)}, but must be a dict or a function")

        def option_of(s: int) -> Option:
            state, options = self.states[s], self._options[s]
            action = choose(state)
            option = next((option for option in options if option.action == action), None)
            if option is None:
                allowed = ", ".join([shown(option.action) for option in options])
                raise ValueError(
                    f"policy takes {shown(action)} in state {shown(state)}, but must take one of "
                    f"{allowed}"
                )
            if option.targets == (s,) and not may_stay:
                raise ValueError(
                    f"policy takes {shown(action)} in state {shown(state)}, which leads nowhere "
                    "else: the game would never end"
                )
            return option

        return option_of

    def __repr__(self) -> str:
        state_count, end_count = len(self.states), sum([not options for options in self._options])
        noun = "state" if state_count == 1 else "states"
        verb = "ends" if end_count == 1 else "end"
        return (
            f"<DecisionProcess of {state_count} {noun}, {end_count} of them {verb} the game, "
            f"from {shown(self.states[0])}>"
        )

    @cached_property
    def _exact(self) -> Solution[Fraction]:
        """Improve the policy found in floats, which is the best or nearly so."""
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
        # what rounding may gain is no reason to change a policy
        slack = 16 * float_info.epsilon * max([largest, *map(abs, payoffs)])
        return self._solve(FloatElimination, Solution(payoffs, [0] * len(payoffs), []), slack)

    def _solve(
        self, kind: type[Elimination[Any]], solution: Solution[Any], slack: Any
    ) -> Solution[Any]:
        """Solve one component after the other, from the ends of the game backwards."""
        values, choices, _ = solution
        bits = 0
        for component in self._components:
            s = component[0]
            if not self._options[s]:
                continue
            if len(component) == 1 and all(s not in option.targets for option in self._options[s]):
                values[s], choices[s] = self._choose(kind, s, values)
            else:
                self._iterate(kind, component, solution, slack * len(component))
            bits += sum([kind.size(values[s]) for s in component])
            if bits > BITS:
                raise ValueError(
                    f"the exact values of {self!r} have more than {BITS} binary digits, which is "
                    "the limit: value_float has room for more"
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
        """Return what the best option of a state is worth, and which it is."""
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
            # in long play gains add up, and rounding may be more than the slack
            new_values = [values[s] for s in component]
            if slack and not any(self._opponent) and sum(new_values) <= sum(old_values):
                break
        for opponent in (False, True) if self.discount == 1 else ():
            waiting_states = self._waiting(kind, component, values, slack, opponent)
            if waiting_states:
                names = ", ".join([shown(self.states[s], 20) for s in sorted(waiting_states)[:4]])
                ellipsis = ", …" if len(waiting_states) > 4 else ""
                raise ValueError(
                    f"from state {shown(self.states[min(waiting_states)])} the game has no value: "
                    f"player and opponent could go round for ever ({names}{ellipsis}), "
                    "and whoever stops first loses by it. Say what endless play is worth: let the "
                    "game end after so many rounds, or with some probability in each"
                )

    def _waiting(
        self,
        kind: type[Elimination[Any]],
        component: tuple[int, ...],
        values: list[Any],
        slack: Any,
        opponent: bool,
    ) -> set[int]:
        """Return the states in which one side can wait until the other gives something away.

        These values are one solution of the equations of the best play; is there another under
        which the game ends, better for the one who waits? That is so just if there is a set of
        states that he can stay in by options that keep the value, as the other does by all his
        that keep it; and from each of which the other can be brought to where he has an option
        that loses him something, as he must take if the game is to end. So begin with all states,
        and take away those that do not fit.
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
        inside, size_before = set(component), 0

        def fits(s: int) -> bool:
            stays = [
                inside.issuperset(option.targets)
                for option, keeps in zip(self._options[s], keeps_value[s], strict=True)
                if keeps
            ]
            return any(stays) if self._opponent[s] is opponent else all(stays)

        while inside and len(inside) != size_before:
            size_before = len(inside)
            queue = [s for s in inside if not fits(s)]
            while queue:
                s = queue.pop()
                if s in inside:
                    inside.remove(s)
                    queue += [i for i in sources[s] & inside if not fits(i)]
            gives_away = [
                s for s in inside if self._opponent[s] is not opponent and not all(keeps_value[s])
            ]
            queue = gives_away
            reachable = set(queue)
            for j in queue:
                for s in (sources[j] & inside) - reachable:
                    waits = self._opponent[s] is opponent
                    if any(
                        j in option.targets
                        and (not waits or (keeps and inside.issuperset(option.targets)))
                        for option, keeps in zip(self._options[s], keeps_value[s], strict=True)
                    ):
                        reachable.add(s)
                        queue.append(s)
            inside = reachable
        return inside

    def _lead_out(self, component: tuple[int, ...], choices: list[int]) -> None:
        """Keep the chosen options as far as they lead out of the component; replace the others."""
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
        outside = len(component)
        numerator, denominator = self.discount.as_integer_ratio()
        rows = []
        for s in component:
            option = self._options[s][choices[s]]
            weighted_targets = zip(option.targets, option.weights, strict=True)
            steps = [(local.get(j, outside), numerator * weight) for j, weight in weighted_targets]
            if numerator < denominator:
                steps.append((outside, (denominator - numerator) * option.total))
            rows.append((denominator * option.total, steps))
            values[s] = kind.zero  # so that its worth is what comes at once, or outside
        rewards = [self._worth(kind, self._options[s][choices[s]], values) for s in component]
        try:
            solution_values = kind(rows).solve(rewards)
        except NeverLeft as error:
            place = f"state {shown(self.states[component[error.state]])}"
            raise ValueError(
                f"{place} has no value: going round from there brings more and more. Let the game "
                "end, or give a discount"
                if kind is ExactElimination
                else f"{place} is left with a probability that is too small for a float: ask for "
                "the exact value"
            ) from None
        for s, value in zip(component, solution_values, strict=True):
            values[s] = value


def components(size: int, successors: Callable[[int], Iterable[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the strongly connected components of a graph, each after those that it leads to.

    Args:
        size: the number of nodes 0, 1, …
        successors: the nodes to which a node leads.

    Source:
        R. E. Tarjan, Depth-First Search and Linear Graph Algorithms (1972).

    >>> list(components(4, [[1], [2], [1, 3], []].__getitem__))
    [(3,), (2, 1), (0,)]
    """
    visit_time = [0] * size  # when a node was met; 0: not yet
    low_link = [0] * size  # the earliest node of its component that it is known to reach
    open_nodes: list[int] = []  # nodes whose component is not complete
    is_complete = [False] * size
    time = 0
    for root in range(size):
        path = [] if visit_time[root] else [(root, iter(successors(root)))]
        while path:
            node, remaining = path[-1]
            if not visit_time[node]:
                time += 1
                visit_time[node] = low_link[node] = time
                open_nodes.append(node)
            for target in remaining:
                if not visit_time[target]:
                    path.append((target, iter(successors(target))))
                    break
                if not is_complete[target]:
                    low_link[node] = min(low_link[node], low_link[target])
            else:
                path.pop()
                if path:
                    parent = path[-1][0]
                    low_link[parent] = min(low_link[parent], low_link[node])
                if low_link[node] == visit_time[node]:
                    component = [open_nodes.pop()]
                    while component[-1] != node:
                        component.append(open_nodes.pop())
                    for member in component:
                        is_complete[member] = True
                    yield tuple(component)
