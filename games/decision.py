"""Decision processes, solved exactly: games in which somebody chooses.

In each state of a **decision process** somebody chooses an action, and chance leads on to the next
state. Where the game ends it is worth a number. The value of a state is what the best play can
expect there:

    value(s) = the number                                    where the game ends
    value(s) = max over actions a of Σ p(s' | s, a) value(s')   elsewhere

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

**In between.** States that can reach each other form a component. From component to component there
is no return, so they are solved one after the other, backwards, and policy iteration is needed only
inside a component with a way back.
"""

from bisect import bisect
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, chain
from operator import add
from random import Random
from sys import float_info
from typing import Any, Generic, NamedTuple, TypeVar

from games.arguments import (
    Weights,
    exact_number,
    finite_float,
    hashable,
    seeded,
    shown,
    weights,
    whole,
)
from games.elimination import Elimination, ExactElimination, FloatElimination, NeverLeft
from games.markov import LIMIT, AbsorbingChain

__all__ = ["DecisionProcess"]

State = TypeVar("State", bound=Hashable)
Action = TypeVar("Action", bound=Hashable)
Number = TypeVar("Number", bound=Fraction | float)

MOVES = 10**6  # of one game that is played: some seconds
BITS = 10**8  # of all exact values together: some seconds, and 12 MB


class Option(NamedTuple):
    """What one action does: the states that it leads to, by number, and their weights.

    Attributes:
        total: all weights together.
        upto: the weights added up so far, for `DecisionProcess.play`.
    """

    action: Any
    total: int
    weights: tuple[int, ...]
    upto: tuple[int, ...]
    to: tuple[int, ...]


class Solution(NamedTuple, Generic[Number]):
    """For each state its value, and which option is chosen there.

    Attributes:
        values: of the states.
        chosen: the number of the option.
        policies: how many policies were tried in each component with a way back.
    """

    values: list[Number]
    chosen: list[int]
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
        limit: the number of states allowed, so that an infinite game is refused.

    Attributes:
        states: all states that play can reach, in the order in which they are found.

    Raises:
        TypeError: a probability or a number is a float, or ``actions`` returns something else.
        ValueError: probabilities are negative or do not sum to 1, there are too many states, or
            from some state the game cannot end, whatever is chosen. The message names the state.

    Only play that ends is compared. (What a game that never ends is worth, the rules would have to
    say: with negative numbers a player might prefer it.) A player who could go round alone thus
    has to stop at last. But where player and opponent could keep each other going round, and
    whoever stops first loses by it, max–min (the opponent has to stop) is more than min–max (the
    player has to): such a game has no value, and whoever asks for it gets a ValueError.

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
    ...     throw = {n: Fraction(9, 60) for n in range(1, 7)} | {"0": Fraction(1, 10)}
    ...     return {"keep": {str(face): 1}, "throw": throw}
    >>> dice = DecisionProcess(actions, 1)
    >>> dice.value(1)
    Fraction(33, 8)
    >>> dice.best(4), dice.best(5)
    (('throw',), ('keep',))
    """

    states: tuple[State, ...]
    _number: dict[State, int]
    _options: tuple[tuple[Option, ...], ...]  # none where the game ends
    _payoffs: tuple[Fraction, ...]  # 0 where it goes on
    _opponent: tuple[bool, ...]
    _components: tuple[tuple[int, ...], ...]  # none leads to one that stands behind it

    def __init__(
        self,
        actions: Callable[[State], Mapping[Action, Mapping[State, object]] | int | Fraction],
        start: State,
        *,
        opponent: Callable[[State], bool] | None = None,
        limit: int = LIMIT,
    ) -> None:
        limit = whole("limit", limit, 1)
        if not callable(actions):
            raise TypeError(f"actions is {shown(actions)}, but must be a function of the state")
        if opponent is not None and not callable(opponent):
            raise TypeError(f"opponent is {shown(opponent)}, but must be a function of the state")
        states = [hashable("start", start)]
        number = {start: 0}
        options: list[tuple[Option, ...]] = []
        payoffs: list[Fraction] = []
        # most weights recur: keep each once, and as they add up
        same: dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]] = {}
        for state in states:
            found = actions(state)
            here = []
            if isinstance(found, Mapping):
                for action, row in found.items():
                    total, of = weights("actions({})[{}]", row, state, action)
                    for to in of:
                        if to not in number:
                            number[to] = len(states)
                            states.append(to)
                    chances = tuple(of.values())
                    if chances not in same:
                        same[chances] = chances, tuple(accumulate(chances))
                    ways = tuple([number[to] for to in of])
                    here.append(Option(action, total, *same[chances], ways))
                if not here:
                    raise ValueError(
                        f"actions({shown(state)}) has no action; where the game ends it must be "
                        "a number"
                    )
            options.append(tuple(here))
            payoffs.append(Fraction(0) if here else exact_number("actions({})", found, state))
            if len(states) > limit:
                raise ValueError(
                    f"actions lead from {shown(start)} to more than {limit} states: "
                    "is the game infinite? If not, raise limit"
                )
        opposed = [
            bool(opponent and here and opponent(state))
            for state, here in zip(states, options, strict=True)
        ]
        self.__dict__.update(
            states=tuple(states),
            _number=number,
            _options=tuple(options),
            _payoffs=tuple(payoffs),
            _opponent=tuple(opposed),
        )
        self.__dict__["_components"] = tuple(components(len(states), self._ways))
        for component in self._components:
            inside = set(component)
            if options[component[0]] and all(inside.issuperset(self._ways(s)) for s in component):
                raise ValueError(
                    f"from state {shown(states[min(component)])} the game never ends, whatever is "
                    "chosen; where it ends, actions returns a number"
                )

    def _ways(self, s: int) -> Iterator[int]:
        return chain.from_iterable([option.to for option in self._options[s]])

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
                go round for ever, and whoever stops first loses by it), or the values have too
                many digits; `value_float` has room for more.

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").value("go")
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

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").value_float("go")
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

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").advice("go")
        (('bold', Fraction(4, 1)), ('safe', Fraction(3, 1)))
        """
        s = self._find(state)
        values, chosen, _ = self._exact
        worth = [worth_of(ExactElimination, option, values) for option in self._options[s]]
        sign = 1 if self._opponent[s] else -1
        order = sorted(range(len(worth)), key=lambda a: (sign * worth[a], a != chosen[s]))
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

        >>> def actions(state):
        ...     return {"safe": {4: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").best("go")
        ('safe', 'bold')
        """
        value = self.value(state)
        return tuple(action for action, worth in self.advice(state) if worth == value)

    def policy(self) -> dict[State, Action]:
        """Return an optimal policy under which the game ends: {state: action}.

        Raises:
            ValueError: as for `value`.

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").policy()
        {'go': 'bold'}
        """
        choices = zip(self.states, self._options, self._exact.chosen, strict=True)
        return {state: options[chosen].action for state, options, chosen in choices if options}

    def policies_tried(self) -> int:
        """Return how many policies policy iteration has evaluated until none was better.

        The first one counts, and so does the last, which was found to be optimal. Floats lead the
        way, exact numbers have the last word: both are counted. In a game with several components
        that have a way back, it is the largest number for one of them; without any it is 0, for
        then everything is solved backwards.

        Raises:
            ValueError: as for `value`.

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").policies_tried()
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
        """Return the game under a policy: an absorbing chain from the start.

        Args:
            policy: the action in each state that it can reach, as a dict or a function.

        Raises:
            TypeError: the policy is neither a dict nor a function.
            ValueError: an action is not among those of its state, or the game may never end under
                this policy.

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").policy_chain({"go": "bold"})
        <AbsorbingChain of 1 transient state ('go') and 2 absorbing states (0, 8)>
        """
        choose = self._chooser(policy)

        def step(state: State) -> Any:
            s = self._number[state]
            if not self._options[s]:
                return {state: 1}
            option = choose(s)
            to = [self.states[j] for j in option.to]
            return Weights(option.total, dict(zip(to, option.weights, strict=True)))

        return AbsorbingChain.from_step(step, self.states[0], limit=len(self.states))

    def policy_value(self, policy: Mapping[State, Action] | Callable[[State], Action]) -> Fraction:
        """Return what play by a policy can expect from the start.

        Args:
            policy: the action in each state that it can reach, as a dict or a function.

        Raises:
            TypeError: as for `policy_chain`.
            ValueError: as for `policy_chain`.

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> DecisionProcess(actions, "go").policy_value(lambda state: "safe")
        Fraction(3, 1)
        """
        play = self.policy_chain(policy)
        expected = play.expected_reward(lambda state: self._payoffs[self._number[state]])
        return expected[self.states[0]]

    def play(
        self,
        rng: Random,
        policy: Mapping[State, Action] | Callable[[State], Action] | None = None,
    ) -> Fraction:
        """Play one game from the start and return the number that it ends with.

        Args:
            rng: the source of chance; the same seed gives the same game.
            policy: the action in each state, as a dict or a function; the best one unless given.

        Returns:
            What the end is worth. The mean of many games is `policy_value`, nearly.

        Raises:
            TypeError: rng is not a random.Random, or the policy is neither a dict nor a function.
            ValueError: an action is not among those of its state, or the game has not ended after
                a million moves; without a policy also as for `value`.

        >>> def actions(state):
        ...     return {"safe": {3: 1}, "bold": {0: "1/2", 8: "1/2"}} if state == "go" else state
        >>> game = DecisionProcess(actions, "go")
        >>> [int(game.play(Random(seed))) for seed in range(8)]
        [8, 0, 0, 0, 0, 8, 0, 8]
        >>> game.play(Random(1), {"go": "safe"})
        Fraction(3, 1)
        """
        seeded(rng)
        choose = self._best_option if policy is None else self._chooser(policy)
        s = 0
        for _ in range(MOVES):
            if not self._options[s]:
                return self._payoffs[s]
            option = choose(s)
            # exact, however small a chance is
            s = option.to[bisect(option.upto, rng.randrange(option.total))]
        raise ValueError(f"policy has not ended the game after {MOVES} moves, which is the limit")

    def _best_option(self, s: int) -> Option:
        return self._options[s][self._exact.chosen[s]]

    def _chooser(
        self, policy: Mapping[State, Action] | Callable[[State], Action]
    ) -> Callable[[int], Option]:
        """Return what gives the option that a policy takes in a state, by its number."""
        choose = policy.get if isinstance(policy, Mapping) else policy
        if not callable(choose):
            raise TypeError(f"policy is {shown(policy)}, but must be a dict or a function")

        def option_of(s: int) -> Option:
            state, options = self.states[s], self._options[s]
            action = choose(state)
            option = next((it for it in options if it.action == action), None)
            if option is None:
                allowed = ", ".join([shown(it.action) for it in options])
                raise ValueError(
                    f"policy takes {shown(action)} in state {shown(state)}, but must take one of "
                    f"{allowed}"
                )
            if option.to == (s,):
                raise ValueError(
                    f"policy takes {shown(action)} in state {shown(state)}, which leads nowhere "
                    "else: the game would never end"
                )
            return option

        return option_of

    def __repr__(self) -> str:
        size, ends = len(self.states), sum([not options for options in self._options])
        return (
            f"<DecisionProcess of {size} state{'s'[: size > 1]}, {ends} of them "
            f"end{'s'[: ends == 1]} the game, from {shown(self.states[0])}>"
        )

    @cached_property
    def _exact(self) -> Solution[Fraction]:
        """Improve the policy found in floats, which is the best or nearly so."""
        try:
            guess = list(self._float.chosen)
        except ValueError:
            guess = [0] * len(self.states)
        return self._solve(ExactElimination, Solution(list(self._payoffs), guess, []), 0)

    @cached_property
    def _float(self) -> Solution[float]:
        try:
            payoffs = [float(payoff) for payoff in self._payoffs]
        except OverflowError:
            raise ValueError("the game ends with a number that is too large for a float") from None
        # what rounding may gain is no reason to change a policy
        solution = Solution(payoffs, [0] * len(payoffs), [])
        return self._solve(FloatElimination, solution, 16 * float_info.epsilon)

    def _solve(
        self, kind: type[Elimination[Any]], solution: Solution[Any], rounding: Any
    ) -> Solution[Any]:
        """Solve one component after the other, from the ends of the game backwards."""
        values, chosen, _ = solution
        slack = rounding * max([abs(payoff) for payoff in values])
        bits = 0
        for component in self._components:
            s = component[0]
            if not self._options[s]:
                continue
            if len(component) == 1 and all(s not in option.to for option in self._options[s]):
                values[s], chosen[s] = self._choose(kind, s, values)
            else:
                self._iterate(kind, component, solution, slack * len(component))
            bits += sum([kind.size(values[s]) for s in component])
            if bits > BITS:
                raise ValueError(
                    f"the exact values of {self!r} have more than {BITS} binary digits, which is "
                    "the limit: value_float has room for more"
                )
        return solution

    def _choose(self, kind: type[Elimination[Any]], s: int, values: list[Any]) -> tuple[Any, int]:
        """Return what the best option of a state is worth, and which it is."""
        worth = [worth_of(kind, option, values) for option in self._options[s]]
        best = min(worth) if self._opponent[s] else max(worth)
        return best, worth.index(best)

    def _iterate(
        self,
        kind: type[Elimination[Any]],
        component: tuple[int, ...],
        solution: Solution[Any],
        slack: Any,
    ) -> None:
        """Find the best policy of one component by policy iteration."""
        values, chosen, _ = solution

        def improved(opponent: bool) -> bool:
            change = False
            for s in component:
                if self._opponent[s] is opponent and len(self._options[s]) > 1:
                    best, a = self._choose(kind, s, values)
                    if abs(best - worth_of(kind, self._options[s][chosen[s]], values)) > slack:
                        chosen[s] = a
                        change = True
            return change

        self._lead_out(component, chosen)
        self._evaluate(kind, component, solution)
        solution.policies.append(1)
        while improved(opponent=True) or improved(opponent=False):
            self._evaluate(kind, component, solution)
            solution.policies[-1] += 1
        for opponent in (False, True):
            waiting = self._waiting(kind, component, values, slack, opponent)
            if waiting:
                names = ", ".join([shown(self.states[s], 20) for s in sorted(waiting)[:4]])
                raise ValueError(
                    f"from state {shown(self.states[min(waiting)])} the game has no value: player "
                    f"and opponent could go round for ever ({names}{', …' * (len(waiting) > 4)}), "
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
        keeping = {
            s: [
                abs(worth_of(kind, option, values) - values[s]) <= slack
                for option in self._options[s]
            ]
            for s in component
        }
        sources: dict[int, set[int]] = {s: set() for s in component}
        for s in component:
            for j in self._ways(s):
                sources.get(j, set()).add(s)
        inside, before = set(component), 0

        def fits(s: int) -> bool:
            stays = [
                inside.issuperset(option.to)
                for option, keeps in zip(self._options[s], keeping[s], strict=True)
                if keeps
            ]
            return any(stays) if self._opponent[s] is opponent else all(stays)

        while inside and len(inside) != before:
            before = len(inside)
            queue = [s for s in inside if not fits(s)]
            while queue:
                s = queue.pop()
                if s in inside:
                    inside.remove(s)
                    queue += [i for i in sources[s] & inside if not fits(i)]
            found = [s for s in inside if self._opponent[s] is not opponent and not all(keeping[s])]
            met = set(found)
            for j in found:
                for s in (sources[j] & inside) - met:
                    waits = self._opponent[s] is opponent
                    if any(
                        j in option.to and (not waits or (keeps and inside.issuperset(option.to)))
                        for option, keeps in zip(self._options[s], keeping[s], strict=True)
                    ):
                        met.add(s)
                        found.append(s)
            inside = met
        return inside

    def _lead_out(self, component: tuple[int, ...], chosen: list[int]) -> None:
        """Keep the chosen options as far as they lead out of the component; replace the others."""
        sources: dict[int, list[tuple[int, int]]] = {s: [] for s in component}
        ways_out: list[tuple[int, int]] = []
        for s in component:
            for a, option in enumerate(self._options[s]):
                for j in option.to:
                    sources.get(j, ways_out).append((s, a))
        leading: dict[int, int] = {}
        for keep in (True, False):
            queue = [*ways_out, *[way for j in leading for way in sources[j]]]
            for s, a in queue:
                if s not in leading and (a == chosen[s] or not keep):
                    leading[s] = a
                    queue += sources[s]
        for s, a in leading.items():
            chosen[s] = a

    def _evaluate(
        self,
        kind: type[Elimination[Any]],
        component: tuple[int, ...],
        solution: Solution[Any],
    ) -> None:
        """Solve the absorbing chain that the chosen options make of a component."""
        values, chosen, _ = solution
        local = {s: k for k, s in enumerate(component)}
        outside = len(component)
        rows, rewards = [], []
        for s in component:
            option = self._options[s][chosen[s]]
            steps = list(zip(option.to, option.weights, strict=True))
            rows.append((option.total, [(local.get(j, outside), weight) for j, weight in steps]))
            leaving = [(weight, values[j]) for j, weight in steps if j not in local]
            rewards.append(kind.combine(leaving, option.total))
        try:
            solved = kind(rows).solve(rewards)
        except NeverLeft as error:
            raise ValueError(
                f"state {shown(self.states[component[error.state]])} is left with a probability "
                "that is too small for a float: ask for the exact value"
            ) from None
        for s, value in zip(component, solved, strict=True):
            values[s] = value


def worth_of(kind: type[Elimination[Any]], option: Option, values: list[Any]) -> Any:
    """Return Σ p(s') value(s') over the states that an option leads to."""
    terms = [(weight, values[j]) for j, weight in zip(option.to, option.weights, strict=True)]
    return kind.combine(terms, option.total)


def components(size: int, ways: Callable[[int], Iterable[int]]) -> Iterator[tuple[int, ...]]:
    """Yield the strongly connected components of a graph, each after those that it leads to.

    Args:
        size: the number of nodes 0, 1, …
        ways: the nodes to which a node leads.

    Source:
        R. E. Tarjan, Depth-First Search and Linear Graph Algorithms (1972).

    >>> list(components(4, [[1], [2], [1, 3], []].__getitem__))
    [(3,), (2, 1), (0,)]
    """
    met = [0] * size  # when a node was met; 0: not yet
    earliest = [0] * size  # the earliest node of its component that it is known to reach
    waiting: list[int] = []  # nodes whose component is not complete
    complete = [False] * size
    clock = 0
    for root in range(size):
        path = [] if met[root] else [(root, iter(ways(root)))]
        while path:
            node, rest = path[-1]
            if not met[node]:
                clock += 1
                met[node] = earliest[node] = clock
                waiting.append(node)
            for to in rest:
                if not met[to]:
                    path.append((to, iter(ways(to))))
                    break
                if not complete[to]:
                    earliest[node] = min(earliest[node], earliest[to])
            else:
                path.pop()
                if path:
                    before = path[-1][0]
                    earliest[before] = min(earliest[before], earliest[node])
                if earliest[node] == met[node]:
                    component = [waiting.pop()]
                    while component[-1] != node:
                        component.append(waiting.pop())
                    for member in component:
                        complete[member] = True
                    yield tuple(component)
