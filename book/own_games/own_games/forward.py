"""Games that are too large for exact results: answers in floats, with how far they may be off.

A chain is played forward step by step: all games at once, until little of the chance is left. Where
somebody decides, or where steps bring or cost something, two bounds are improved until they are
close (see `games.maths.brackets`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from games.incremental import Incremental
from games.maths.brackets import Bracket, DecisionBrackets
from games.maths.decision import DecisionProcess
from games.maths.markov import AbsorbingChain
from games.maths.survival import PlayedForward
from own_games.solution import SolvedGame

__all__ = ["ForwardDecisions"]

State = Any

EFFORT = 10  # times the usual work: a minute or less


@dataclass(frozen=True, eq=False, repr=False)
class ForwardDecisions(SolvedGame):
    """A game with decisions that is too large for exact results: bounds in floats.

    Attributes:
        start: its first state.
        process: the decisions.
        brackets: the bounds of all values, and of all actions.
        decimals: the decimals in its text, each with its fraction.
        printed: the output of its text.
        gains: what a step from each state brings, a cost below 0; empty if nothing is counted.
        worth: what each end is worth.
    """

    process: DecisionProcess[State, Any]
    brackets: DecisionBrackets[State, Any]
    worth: Mapping[State, Fraction] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def states(self) -> tuple[State, ...]:
        """All states, in the order in which they are found."""
        return self.process.states

    @property
    def value(self) -> Bracket:
        """Two bounds of what the best play can expect."""
        return self.brackets.values_float[self.start]

    @property
    def choices(self) -> tuple[State, ...]:
        """The states that offer a choice, in the order in which they are found."""
        actions = self.brackets.actions_float
        return tuple([state for state in self.states if len(actions.get(state, ())) > 1])


def play_chain_incremental(
    chain: AbsorbingChain[State], start: State, gains: Mapping[State, Fraction]
) -> Incremental[tuple[PlayedForward, Bracket, Bracket | None]]:
    """Play a chain forward: yield the progress from 0 to 1.

    Args:
        chain: the chain; its effort says how much work is allowed.
        start: its first state.
        gains: what a step from each state brings; empty if nothing is counted.

    Returns:
        How it ends so far, the bounds of its expected number of steps, and those of what all steps
        bring; None if nothing is counted.
    """
    result = yield from chain.play_forward_incremental_float(start)
    goes_on = set(chain.transient)
    length = yield from chain.reward_bracket_incremental_float(
        lambda state: int(state in goes_on), start
    )
    if not gains:
        return result, length, None
    constant = {gains[state] for state in goes_on}
    if constant == {Fraction(1)} or constant == {Fraction(-1)}:  # the usual cost
        return result, length, length if constant == {Fraction(1)} else length.negated()
    gain = yield from chain.reward_bracket_incremental_float(gains.__getitem__, start)
    return result, length, gain


def check_signs(gains: Mapping[State, Fraction]) -> None:
    """Refuse decisions that bring something in some states and cost something in others.

    Args:
        gains: what a step from each state brings.

    Raises:
        ValueError: some gains are above 0 and others below 0.
    """
    if gains and min(gains.values()) < 0 < max(gains.values()):
        raise ValueError(
            "exact results of this game would take too long. Rounded results need steps that all "
            "cost something or all bring something, and in this game some cost and others bring "
            "something: let a state hold less, or merge states that go on in the same way"
        )
