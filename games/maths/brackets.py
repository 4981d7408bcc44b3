"""Two bounds in floats for the value of each state of a game that is too large for exact results.

In each state somebody chooses, or chance alone decides. Each step brings a number, and so does each
end; no number here is below 0. **Value iteration** improves both bounds step by step:

    bound(s) ← best over options a of number(s, a) + Σ p(s' | s, a) bound(s')

**From below** a state that is not decided counts as the worst end, **from above** as the best one.
At every moment the value is between the two bounds. Each result is rounded away from the value, so
the rounding of floats is no exception.

**Components.** States that can reach each other form a component. The components are solved one
after the other, backwards, so only the bounds inside one component have to come together.

**Rounds that bring nothing.** Where a player can go round for ever, the bound from above would stay
at the best end: each state of the round would rely on the next one. All states of such a round have
the same value, the value of its best exit. So they are merged into one state.

**Where steps bring something**, no end is a bound from above, because a game may be long. There a
second quantity helps. Let x be the bounds from below. One more step raises them by r at most. Let h
be nearly the longest expected number of steps (whoever wants a small number keeps to the best
options found), so that one more step raises h by less than 1/2. Then x + 2 r h is a bound from
above: one more step adds r at most to x, and takes at least r away from 2 r h. Where nobody
chooses, there is a bound from below of the same kind, and elimination finds x and h.

Source:
    S. Haddad and B. Monmege, Interval Iteration Algorithm for MDPs and IMDPs (2018).
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf, isfinite, isnan, nextafter
from sys import float_info
from typing import Any, Generic, NamedTuple, TypeVar

from games.incremental import Incremental
from games.maths.elimination import FloatElimination, NeverLeft, TooLarge
from games.maths.graph import components
from games.validate import short_repr

__all__ = ["Bracket", "DecisionBrackets"]

State = TypeVar("State")
Action = TypeVar("Action")

TERMS = 10**7  # limit for the terms added: about a second
TOLERANCE = 1e-12  # of the largest number: the bounds of a component that are so close are settled
SMALLEST = 1e-300  # more than is lost where a product is too small for a float
LARGEST_TOTAL = 10**300  # for a weight of 1: smaller chances are refused
SLICE = 10**5  # terms between two reports of the progress
ENDLESS_GAIN = "going round in this game brings more and more, so it has no value: let the game end"

# What it brings, the total weight, ((next state, weight), …)
Option = tuple[Fraction, int, Sequence[tuple[int, int]]]
Terms = tuple[tuple[float, int], ...]  # chance and next state
Node = tuple[int, bool, list[tuple[float, Terms]]]  # state, whether small is best, its options

Bounds = list[float] | dict[int, float]  # by the state


class Bracket(NamedTuple):
    """Two bounds of a number.

    Attributes:
        lower_float: the number is this, or more.
        upper_float: the number is this, or less; infinity if no such bound is known.
    """

    lower_float: float
    upper_float: float

    @property
    def width_float(self) -> float:
        """How far the bounds are apart."""
        return self.upper_float - self.lower_float

    def negated(self) -> "Bracket":
        """Return the bounds of the negative number.

        >>> Bracket(1.0, 2.0).negated()
        Bracket(lower_float=-2.0, upper_float=-1.0)
        """
        return Bracket(-self.upper_float, -self.lower_float)


class DecisionBrackets(NamedTuple, Generic[State, Action]):
    """What is known of the best play of a game that is too large for exact results.

    Attributes:
        values_float: for each state the bounds of its value.
        actions_float: for each state in which play goes on the bounds of each action.
        opposed: the states in which the opponent chooses, who wants the number to be small.
    """

    values_float: Mapping[State, Bracket]
    actions_float: Mapping[State, Mapping[Action, Bracket]]
    opposed: frozenset[State]

    def candidates(self, state: State) -> tuple[Action, ...]:
        """Return the actions of a state that may be the best, those with the best bounds first.

        Args:
            state: a state in which play goes on.

        Returns:
            A single action if it is certainly the best one. Several that are equally good stay.

        Raises:
            ValueError: there is no such state, or play has ended there.

        >>> bets = {"safe": Bracket(3.0, 3.0), "bold": Bracket(3.5, 4.5)}
        >>> bets["rash"] = Bracket(0.0, 4.0)
        >>> DecisionBrackets({}, {"go": bets}, frozenset()).candidates("go")
        ('bold', 'rash')
        """
        bounds = self.actions_float.get(state)
        if not bounds:
            raise ValueError(
                f"state is {short_repr(state)}, but must be a state in which play goes on"
            )
        if state in self.opposed:
            bounds = {action: bracket.negated() for action, bracket in bounds.items()}
        best_lower = max(bracket.lower_float for bracket in bounds.values())
        candidates = [
            action for action, bracket in bounds.items() if bracket.upper_float >= best_lower
        ]
        return tuple(sorted(candidates, key=lambda action: -bounds[action].lower_float))


def brackets_incremental_float(
    options: Sequence[Sequence[Option]],
    payoffs: Sequence[Fraction],
    is_opponent: Sequence[bool],
    effort: int = 1,
) -> Incremental[tuple[list[Bracket], list[list[Bracket]]]]:
    """Return the bounds of each state, and of each option of each state.

    Args:
        options: for each state its options; none where the game ends.
        payoffs: for each state what its end is worth.
        is_opponent: for each state whether somebody chooses there who wants the number to be small.
        effort: how many times the usual work is allowed.

    Raises:
        ValueError: some options bring something and others cost something, going round brings more
            and more, a number is too large for a float, or a chance is too small for one.

    >>> from games.incremental import finish
    >>> half, nothing = [(0, 1), (1, 1)], Fraction(0)
    >>> game = [[(Fraction(-1), 2, half)], []]  # a coin for each toss until heads
    >>> brackets = brackets_incremental_float(game, [nothing] * 2, [False] * 2)
    >>> (toss, _), _ = finish(brackets)
    >>> toss.lower_float <= -2 <= toss.upper_float, toss.width_float < 1e-9
    (True, True)
    """
    for choices in options:
        for _, total, row in choices:
            if total > LARGEST_TOTAL and total > LARGEST_TOTAL * min(weight for _, weight in row):
                raise ValueError(
                    "a chance is below 10⁻³⁰⁰, too small for bounds in floats: leave it out"
                )
    gains = [gain for choices in options for gain, _, _ in choices]
    is_cost = min(gains, default=0) < 0
    if is_cost and max(gains) > 0:
        raise ValueError(
            "gain is above 0 in some places and below 0 in others, but bounds in floats need gains "
            "of one sign"
        )
    # Numbers are counted from the worst end, and costs from the best end, so none is below 0.
    at_ends = [payoff for payoff, choices in zip(payoffs, options, strict=True) if not choices]
    origin, sign = (max(at_ends), -1) if is_cost else (min(at_ends), 1)

    def shift_back(bracket: Bracket) -> Bracket:
        low, high = bracket.negated() if is_cost else bracket
        return Bracket(_sum(origin, low, -inf), _sum(origin, high, inf))

    try:
        work = Brackets(
            [[(sign * gain, total, row) for gain, total, row in choices] for choices in options],
            [
                Fraction(0) if choices else sign * (payoff - origin)
                for payoff, choices in zip(payoffs, options, strict=True)
            ],
            [is_cost is not is_opposed for is_opposed in is_opponent],
            effort,
        )
        yield from work.solve()
        values = [shift_back(work.bracket(s)) for s in range(len(options))]
        worths = [[shift_back(work.option_bracket(o)) for o in choices] for choices in work.options]
    except OverflowError:
        raise ValueError("the game brings a number that is too large for a float") from None
    return values, worths


def _sum(origin: Fraction, value: float, direction: float) -> float:
    """Return a sum, rounded in one direction."""
    base = float(origin)
    if not value and base == origin:
        return base
    return nextafter(nextafter(base, direction) + value, direction)


def _bounds_of_targets(nodes: Sequence[Node], bounds: Sequence[float]) -> dict[int, float]:
    """Return the bounds of all states to which nodes lead."""
    targets = {j for _, _, options in nodes for _, terms in options for _, j in terms}
    return {j: bounds[j] for j in targets}


class Brackets:
    """The bounds of all states, while they are improved.

    Args:
        options: for each state its options; none where the game ends.
        ends: for each state what its end brings, at least 0.
        wants_small: for each state whether a small number is best for whoever chooses there.
        effort: how many times the usual work is allowed.
    """

    def __init__(
        self,
        options: Sequence[Sequence[Option]],
        ends: Sequence[Fraction],
        wants_small: Sequence[bool],
        effort: int = 1,
    ) -> None:
        self.options, self.wants_small = options, wants_small
        self.node_of = list(range(len(options)))
        terms = max([len(row) for choices in options for _, _, row in choices], default=0)
        self.error = (terms + 8) * float_info.epsilon  # of one step, and some to spare
        self.low = [self._rounded_down(float(end)) for end in ends]
        self.high = [self._rounded_up(float(end)) if end else 0.0 for end in ends]
        self.effort = effort
        self.terms_left = self.terms_allowed = TERMS * effort

    def _rounded_down(self, value: float) -> float:
        return max(0.0, value * (1 - self.error) - SMALLEST)

    def _rounded_up(self, value: float) -> float:
        return value * (1 + self.error) + SMALLEST

    def bracket(self, state: int) -> Bracket:
        """Return the bounds of a state.

        Raises:
            OverflowError: its number is too large for a float.
        """
        node = self.node_of[state]
        if self.low[node] == inf:
            raise OverflowError
        return Bracket(self.low[node], self.high[node])

    def option_bracket(self, option: Option) -> Bracket:
        """Return the bounds of an option."""
        gain, total, row = option
        terms = [(self.node_of[j], weight / total) for j, weight in row]
        low, high = [
            float(gain) + sum([p * bounds[j] for j, p in terms]) for bounds in (self.low, self.high)
        ]
        return Bracket(self._rounded_down(low), self._rounded_up(high))

    def solve(self) -> Incremental[None]:
        """Improve all bounds, until they are close or the work is done.

        Yields the progress from 0 to 1.

        Raises:
            OverflowError: a number is too large for a float.
        """
        size, done_count, terms_reported = len(self.options), 0, self.terms_left

        def progress(states: float) -> float:
            return min(1.0, max(states / size, 1 - self.terms_left / self.terms_allowed))

        for component in components(
            size, lambda s: [j for _, _, row in self.options[s] for j, _ in row]
        ):
            if self.options[component[0]]:
                for share in self._solve(component):
                    yield progress(done_count + share * len(component))
            done_count += len(component)
            if terms_reported - self.terms_left > SLICE:
                terms_reported = self.terms_left
                yield progress(done_count)

    def _solve(self, component: tuple[int, ...]) -> Incremental[None]:
        nodes = self._nodes(component)
        inner_states = {s for s, _, _ in nodes}
        outer_states = {
            j for _, _, options in nodes for _, terms in options for _, j in terms
        } - inner_states
        lowest, highest = [
            choose(bounds[j] for j in outer_states)
            for choose, bounds in ((min, self.low), (max, self.high))
        ]
        gap_outside = max(self.high[j] - self.low[j] for j in outer_states)
        brings_nothing = not any(gain for _, _, options in nodes for gain, _ in options)
        for s in inner_states:
            self.low[s], self.high[s] = lowest, highest if brings_nothing else inf
        size = sum(len(terms) for _, _, options in nodes for _, terms in options)
        if len(nodes) == 1:
            self.terms_left -= 2 * size + 10
            self.high[nodes[0][0]] = inf  # one step to known states says all
            self._sweep(nodes, self.low, self._raise)
            self._sweep(nodes, self.high, self._lower)
            return
        is_chain = all(len(options) == 1 for _, _, options in nodes)
        if is_chain and (yield from self._bound_chain(nodes, inner_states)):
            return
        stop = self.terms_left // 2  # half of the work is left to other components
        from_above = brings_nothing and highest < inf
        while True:
            change = self._sweep(nodes, self.low, self._raise)
            if from_above:
                change = max(change, self._sweep(nodes, self.high, self._lower))
                scale = max(self.high[s] for s in inner_states)
                gap = max(self.high[s] - self.low[s] for s in inner_states)
                is_settled = gap <= gap_outside + TOLERANCE * scale
                is_settled = is_settled or change <= 4 * float_info.epsilon * scale
            else:
                is_settled = change <= TOLERANCE / 10 * max(self.low[s] for s in inner_states)
            nodes.reverse()
            self.terms_left -= (1 + from_above) * size + 10 * len(nodes)
            if is_settled or self.terms_left <= stop:
                break
            yield 0.0
        if not brings_nothing and highest < inf:
            yield from self._bound_by_length(nodes, inner_states, may_eliminate=not is_chain)

    def _raise(self, old: float, worth: float) -> float:
        return max(old, self._rounded_down(worth))

    def _lower(self, old: float, worth: float) -> float:
        return min(old, self._rounded_up(worth))

    @staticmethod
    def _sweep(nodes: Sequence[Node], bounds: Bounds, improve: Any) -> float:
        """Improve the bound of each node once, and return the largest change."""
        change = 0.0
        for s, small, options in nodes:
            worths = [gain + sum([p * bounds[j] for p, j in terms]) for gain, terms in options]
            old = bounds[s]
            new = improve(old, min(worths) if small else max(worths))
            if new != old:
                change = max(change, abs(new - old))
                bounds[s] = new
        return change

    def _bound_by_length(
        self, nodes: Sequence[Node], inner_states: set[int], may_eliminate: bool
    ) -> Incremental[None]:
        """Find the bounds from above that the longest expected number of steps gives."""
        policy_nodes: list[Node] = []
        for s, small, options in nodes:
            if small:
                worths = self._worths(options, self.low)
                options = [options[worths.index(min(worths))]]
            policy_nodes.append((s, False, options))
        steps = self._steps(policy_nodes, inner_states)
        if may_eliminate and all(len(options) == 1 for _, _, options in policy_nodes):
            solution = yield from self._eliminate(policy_nodes, inner_states)
            if solution and self._bound_from_above(policy_nodes, steps, *solution[1:]):
                return
        values = _bounds_of_targets(policy_nodes, self.high) | {
            s: self.low[s] for s in inner_states
        }
        lengths = dict.fromkeys(inner_states, 0.0)
        size = sum(len(terms) for _, _, options in policy_nodes for _, terms in options)
        stop = self.terms_left // 2
        while True:
            change = self._sweep(policy_nodes, values, max)
            change_of_length = self._sweep(steps, lengths, max)
            policy_nodes.reverse()
            steps.reverse()
            self.terms_left -= 2 * size + 10 * len(policy_nodes)
            is_settled = change <= TOLERANCE / 10 * max(values[s] for s in inner_states)
            if (is_settled and change_of_length < 0.01) or self.terms_left <= stop:
                break
            yield 0.0
        self._bound_from_above(policy_nodes, steps, values, lengths)

    @staticmethod
    def _steps(nodes: Sequence[Node], inner_states: set[int]) -> list[Node]:
        """Return the same nodes for the number of steps: each brings 1, and all else nothing."""
        return [
            (
                s,
                False,
                [(1.0, tuple([(p, j) for p, j in terms if j in inner_states])) for _, terms in o],
            )
            for s, _, o in nodes
        ]

    def _bound_from_above(
        self,
        nodes: Sequence[Node],
        steps: Sequence[Node],
        values: Bounds,
        lengths: Bounds,
    ) -> bool:
        """Lower the bounds from above to what these values and lengths prove, if they do."""
        if max(self._growth(node, lengths) for node in steps) >= 0.5:
            return False
        growth = max(self._growth(node, values) for node in nodes)
        for s, _, _ in nodes:
            self.high[s] = self._lower(self.high[s], values[s] + 2 * growth * lengths[s])
        return True

    def _bound_chain(self, nodes: Sequence[Node], inner_states: set[int]) -> Incremental[bool]:
        """Find both bounds where nobody chooses, and return whether they were found."""
        solution = yield from self._eliminate(nodes, inner_states)
        if solution is None:
            return False
        low, high, lengths = solution
        if not all(isfinite(low[s]) for s in inner_states):
            return False
        steps = self._steps(nodes, inner_states)
        if not self._bound_from_above(nodes, steps, high, lengths):
            return False
        loss = max(
            low[s] - self._rounded_down(self._worths(options, low)[0]) for s, _, options in nodes
        )
        loss = self._rounded_up(max(0.0, loss))
        for s in inner_states:
            self.low[s] = self._raise(self.low[s], low[s] - 2 * loss * lengths[s])
        return True

    def _eliminate(
        self, nodes: Sequence[Node], inner_states: set[int]
    ) -> Incremental[tuple[Bounds, Bounds, Bounds] | None]:
        """Solve the equations of nodes without a choice by elimination, nearly.

        Returns:
            The values for the lower bounds outside, those for the upper ones, and the expected
            numbers of steps; None if there are too many nodes, or no work or memory is left.
        """
        if self.terms_left <= 0:
            return None
        inside_in_order = [s for s, _, _ in nodes]
        number = {s: i for i, s in enumerate(inside_in_order)}
        rows: list[Any] = [
            (1, [(number.get(j, len(nodes)), p) for p, j in terms]) for _, _, [(_, terms)] in nodes
        ]
        try:
            solver = yield from FloatElimination.incremental(rows, self.effort)
        except (NeverLeft, TooLarge, MemoryError):  # in a page memory is small
            return None
        self.terms_left -= solver.work
        solutions: list[dict[int, float]] = []
        for bounds in (self.low, self.high, None):
            rewards = [1.0] * len(nodes)
            if bounds:
                rewards = [
                    gain + sum([p * bounds[j] for p, j in terms if j not in inner_states])
                    for _, _, [(gain, terms)] in nodes
                ]
            solution = zip(inside_in_order, solver.solve(rewards), strict=True)
            solutions.append((_bounds_of_targets(nodes, bounds) if bounds else {}) | dict(solution))
        return solutions[0], solutions[1], solutions[2]

    def _growth(self, node: Node, values: Bounds) -> float:
        """Return how much more a node is worth after one more step, at least 0."""
        s, _, options = node
        upper_worth = self._rounded_up(max(self._worths(options, values))) - values[s]
        return inf if isnan(upper_worth) else self._rounded_up(max(0.0, upper_worth))

    @staticmethod
    def _worths(options: Sequence[tuple[float, Terms]], bounds: Bounds) -> list[float]:
        return [gain + sum([p * bounds[j] for p, j in terms]) for gain, terms in options]

    def _nodes(self, component: tuple[int, ...]) -> list[Node]:
        """Return the states of a component without steps to themselves, and rounds merged."""
        groups = self._rounds(component) if len(component) > 1 else []
        for group in groups:
            for s in group:
                self.node_of[s] = group[0]
        members: dict[int, list[int]] = {}
        for s in sorted(component, reverse=True):  # states that are found late are near the ends
            members.setdefault(self.node_of[s], []).append(s)
        nodes = []
        for node, group in members.items():
            options: list[tuple[float, Terms]] = []
            for s in group:
                for gain, total, row in self.options[s]:
                    weights: dict[int, int] = {}
                    for j, weight in row:
                        target = self.node_of[j]
                        weights[target] = weights.get(target, 0) + weight
                    leave_weight = total - weights.pop(node, 0)
                    if weights:  # the others never end the game
                        terms = [(weight / leave_weight, j) for j, weight in weights.items()]
                        number = (float(gain * total / leave_weight) or SMALLEST) if gain else 0.0
                        options.append((number, tuple(terms)))
                    elif gain and not self.wants_small[s]:
                        raise ValueError(ENDLESS_GAIN)
            wants_small = any(self.wants_small[s] for s in group if len(self.options[s]) > 1)
            nodes.append((node, wants_small, options))
        return nodes

    def _rounds(self, component: tuple[int, ...]) -> list[list[int]]:
        """Return the sets of states in which one player can go round for ever, for nothing."""
        state_sets = []
        sides = {self.wants_small[s] for s in component if len(self.options[s]) > 1}
        for side in sides:
            work = [
                [s for s in component if len(self.options[s]) == 1 or self.wants_small[s] is side]
            ]
            while work:
                states, targets = self._inner_moves(work.pop(), side)
                parts = list(components(len(states), targets.__getitem__))
                if len(parts) == 1:
                    state_sets.append(states)
                else:
                    work += [[states[i] for i in part] for part in parts if len(part) > 1]
        return state_sets

    def _inner_moves(
        self, states: list[int], wants_small: bool
    ) -> tuple[list[int], list[list[int]]]:
        """Return the states that can stay among the given ones for ever, and where they may go."""
        inside = set(states)
        rows_of = {
            s: [
                [j for j, _ in row]
                for gain, _, row in self.options[s]
                if not (gain and wants_small)
            ]
            for s in states
        }
        sources: dict[int, list[int]] = {s: [] for s in states}
        for s in states:
            for row in rows_of[s]:
                for j in row:
                    sources.get(j, []).append(s)
        queue = list(states)
        for s in queue:
            if s in inside and not any(inside.issuperset(row) for row in rows_of[s]):
                inside.remove(s)
                queue += sources[s]
        inner_states = [s for s in states if s in inside]
        number = {s: i for i, s in enumerate(inner_states)}
        return inner_states, [
            [number[j] for row in rows_of[s] if inside.issuperset(row) for j in row]
            for s in inner_states
        ]
