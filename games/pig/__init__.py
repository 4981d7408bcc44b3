"""Pig and Piglet: throw again, or hold?

Two players take turns. A player throws as often as they like, and the points go into a **pot**. A
bad throw empties the pot, and the turn passes with no points. A player who **holds** adds the pot
to their score, and the turn passes. The player whose score and pot together first reach the goal
wins. In Pig the players throw a die: a 1 empties the pot, and the other faces are points. In
Piglet they toss a coin: heads is a point, and tails empties the pot.

**Only the missing points count.** Let W(m, n, k) be the chance to win of the player who has the
turn, needs m points and has k in the pot, if the opponent needs n. With the chance b of a throw
that empties the pot,

    throw = b (1 − W(n, m, 0)) + (1 − b) · the mean of W(m, n, k + points)
    hold  = 1 − W(n, m − k, 0)
    W     = the larger of the two;  W = 1 where k ≥ m

With an empty pot a player has to throw.

**Two unknowns at a time.** A score never falls, so the solver takes one pair (m, n) after the
other, small ones first. Each pair has two unknowns: x = W(m, n, 0) and y = W(n, m, 0). If the pots
with which a player holds are fixed, the recurrence from the largest pot down gives
x = a + c (1 − y), with numbers a and c, and an equation of the same form for y. Policy iteration
finds the pots with which to hold: one player improves as long as possible, then the other improves
once, until neither can improve (`games.maths.decision` says why that ends).

>>> Pig(2, "Piglet").win()
Fraction(4, 7)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from random import Random
from types import MappingProxyType
from typing import Literal, NamedTuple

from games.parameters import Choice, Game, Integer, parameter
from games.validate import choice, function, integer, random_source, real_number, short_repr

__all__ = ["RULES", "Improvement", "Pig", "Rules", "Variant"]

MAX_GOAL_IMPROVED = 20  # of `Pig.improvements`
HINT = "the fractions grow"

# from the own score, the other player's score and the pot to "throw" or "hold"
Policy = Callable[[int, int, int], str]


class Rules(NamedTuple):
    """The results of a throw.

    Attributes:
        points: the equally likely numbers of points of a throw that does not empty the pot.
        bust: the chance that a throw empties the pot.
        max_goal: the largest goal for which the fractions are short.
    """

    points: tuple[int, ...]
    bust: Fraction
    max_goal: int


Variant = Literal["Pig", "Piglet"]
RULES: Mapping[str, Rules] = MappingProxyType(
    {
        "Pig": Rules((2, 3, 4, 5, 6), Fraction(1, 6), 40),
        "Piglet": Rules((1,), Fraction(1, 2), 20),
    }
)
GOAL = Integer("Goal", "the points that win", 1, 40, HINT)
KIND = Choice("Game", "what is thrown, a die or a coin", tuple((kind, kind) for kind in RULES))


class Improvement(NamedTuple):
    """A policy of policy iteration.

    Attributes:
        holds: the pots with which the policy holds, by the own score and the other player's score.
        chance: the chance to win of a player who begins and follows the policy, if the other player
            replies as well as possible.
    """

    holds: Mapping[tuple[int, int], frozenset[int]]
    chance: Fraction


@dataclass(frozen=True)
class Pig(Game):
    """A game of Pig or Piglet for two players.

    The goal of Piglet is at most 20.

    >>> Pig(3).win()
    Fraction(36, 43)
    """

    goal: int = parameter(40, GOAL)
    kind: Variant = parameter("Pig", KIND)

    def __post_init__(self) -> None:
        super().__post_init__()
        integer("goal", self.goal, 1, self.rules.max_goal, hint=HINT)

    @property
    def rules(self) -> Rules:
        """The results of a throw.

        >>> Pig(10, "Piglet").rules
        Rules(points=(1,), bust=Fraction(1, 2), max_goal=20)
        """
        return RULES[self.kind]

    def win(self, own_score: int = 0, other_score: int = 0, pot: int = 0) -> Fraction:
        """Return the chance to win of the player who has the turn, if both play optimally.

        W = the larger of throw and hold, W = 1 where the pot holds all missing points.

        Args:
            own_score: the score of the player who has the turn, 0 to goal − 1.
            other_score: the opponent's score, 0 to goal − 1.
            pot: the points in the pot, 0 to goal + 5; as many as are missing win.

        Raises:
            ValueError: a number is out of range.
            TypeError: a number is not whole.

        Source:
            T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig, The UMAP Journal
            25 (2004).

        >>> Pig(2, "Piglet").win(pot=1)
        Fraction(5, 7)
        """
        missing, opponent_missing, pot = self._check_position(own_score, other_score, pot)
        if pot >= missing:
            return Fraction(1)
        return _turn(self.kind, missing, opponent_missing)[pot]

    def options(
        self, own_score: int = 0, other_score: int = 0, pot: int = 0
    ) -> dict[str, Fraction]:
        """Return the choices of the player who has the turn, each with its chance to win.

        throw = b (1 − W(n, m, 0)) + (1 − b) · the mean of W(m, n, k + points),
        hold  = 1 − W(n, m − k, 0).

        Args:
            own_score, other_score, pot: as for `win`. With a pot that wins there is no choice.

        Returns:
            {"throw": chance, "hold": chance}; without "hold" if the pot is empty.

        Raises:
            ValueError, TypeError: as for `win`.

        >>> chances = Pig(2, "Piglet").options(pot=1)
        >>> {action: str(chance) for action, chance in chances.items()}
        {'throw': '5/7', 'hold': '3/5'}
        """
        missing, opponent_missing, pot = self._check_position(own_score, other_score, pot)
        if pot >= missing:
            return {}
        points, bust, _ = self.rules
        turn = _turn(self.kind, missing, opponent_missing)
        next_chances = [turn[pot + n] if pot + n < missing else Fraction(1) for n in points]
        pass_chance = 1 - _begin(self.kind, opponent_missing, missing)
        chances = {"throw": bust * pass_chance + (1 - bust) * sum(next_chances) / len(points)}
        if pot:
            chances["hold"] = 1 - _begin(self.kind, opponent_missing, missing - pot)
        return chances

    @cached_property
    def improvements(self) -> tuple[Improvement, ...]:
        """The policies of policy iteration, from one that always holds to an optimal one.

        Each round solves a policy against the best reply to it. The next policy throws where these
        values make a throw better, and holds where they make a hold better. The chance grows from
        round to round until no choice changes.

        Raises:
            ValueError: the goal is above 20.

        Source:
            A. J. Hoffman and R. M. Karp, On nonterminating stochastic games, Management Science 12
            (1966).

        >>> [str(policy.chance) for policy in Pig(2, "Piglet").improvements]
        ['64/135', '4/7']
        """
        goal = integer("goal", self.goal, 1, MAX_GOAL_IMPROVED, hint=HINT)
        numbers = range(1, goal + 1)
        policies: list[Improvement] = []
        while True:
            count = len(policies)
            pairs = {(m, n): _pair_round(self.kind, m, n, count) for m in numbers for n in numbers}
            holds = {(goal - m, goal - n): state.holds for (m, n), state in pairs.items()}
            policies.append(Improvement(MappingProxyType(holds), pairs[goal, goal].own_chance))
            if all(state.better == state.holds for state in pairs.values()):
                return tuple(policies)

    def throw(self, chance: float) -> int:
        """Return the result of a throw for a random number from 0 to 1.

        Args:
            chance: 0 ≤ chance < 1.

        Returns:
            In Pig a face, 1 to 6; in Piglet 1 for heads, 0 for tails.

        Raises:
            ValueError: the chance is out of range.
            TypeError: the chance is not a number.

        >>> Pig().throw(0.99), Pig().throw(0.0), Pig(20, "Piglet").throw(0.3)
        (6, 1, 0)
        """
        number = real_number("chance", chance)
        if not 0 <= number < 1:
            raise ValueError(
                f"chance is {short_repr(chance)}, but must be from 0 up to 1, without 1"
            )
        return 1 + int(6 * number) if self.kind == "Pig" else int(2 * number)

    def play(
        self, rng: Random, policy: Policy | None = None, opponent: Policy | None = None
    ) -> bool:
        """Play one game and return whether the player who begins wins.

        Args:
            rng: the source of chance; the same seed gives the same game.
            policy: the policy of the player who begins, a function of the own score, the other
                player's score and the pot that returns "throw" or "hold"; by default an optimal
                policy. The game does not call it if the pot is empty or wins.
            opponent: the policy of the other player.

        Returns:
            True or False, which count as 1 and 0 where a mean is taken.

        Raises:
            ValueError: a policy returns another value.
            TypeError: rng is not a random.Random, or a policy not a function.

        >>> Pig(10, "Piglet").play(Random(1))
        False
        >>> def hold_at_20(own_score, other_score, pot):
        ...     return "hold" if pot >= 20 else "throw"
        >>> sum(Pig(40).play(Random(seed), hold_at_20) for seed in range(100))
        47
        """
        random_source(rng)

        def best(own_score: int, other_score: int, pot: int) -> str:
            holds = _holds(self.kind, self.goal - own_score, self.goal - other_score, pot)
            return "hold" if holds else "throw"

        policies = {"policy": policy, "opponent": opponent}
        choose = [
            best if chooser is None else _checked_policy(name, chooser)
            for name, chooser in policies.items()
        ]
        scores, pot, player = [0, 0], 0, 0
        while True:
            if pot and choose[player](scores[player], scores[1 - player], pot) == "hold":
                scores[player] += pot
                pot, player = 0, 1 - player
                continue
            face = self.throw(rng.random())
            if face not in self.rules.points:
                pot, player = 0, 1 - player
                continue
            pot += face
            if scores[player] + pot >= self.goal:
                return player == 0

    def _check_position(self, own_score: int, other_score: int, pot: int) -> tuple[int, int, int]:
        """Return the points that both players need, and the pot."""
        goal, hint = self.goal, "a score that reaches the goal has won"
        own_score = integer("own_score", own_score, 0, goal - 1, hint=hint)
        other_score = integer("other_score", other_score, 0, goal - 1, hint=hint)
        pot = integer("pot", pot, 0, goal + 5, hint="no throw makes more")
        return goal - own_score, goal - other_score, pot


def _checked_policy(name: str, policy: Policy) -> Policy:
    """Return the policy with a check of each result."""
    function(name, policy, "the own score, the other player's and the pot")

    def answer(own_score: int, other_score: int, pot: int) -> str:
        call = f"{name}({own_score}, {other_score}, {pot})"
        return choice(call, policy(own_score, other_score, pot), ("throw", "hold"))

    return answer


class _Pot(NamedTuple):
    """The value of a pot: ``sure + passed × the chance to win after the turn has passed``."""

    sure: Fraction
    pass_share: Fraction

    def at(self, pass_chance: Fraction) -> Fraction:
        """Return the chance to win, given the chance after the turn has passed without a pot."""
        return self.sure + self.pass_share * pass_chance


SURE_WIN, HALF = _Pot(Fraction(1), Fraction(0)), Fraction(1, 2)


@cache  # bounded: one entry for each pair up to the highest goals
def _holds(kind: str, missing: int, opponent_missing: int, pot: int) -> bool:
    hold = 1 - _begin(kind, opponent_missing, missing - pot)
    return hold == _turn(kind, missing, opponent_missing)[pot]


@cache
def _turn(kind: str, missing: int, opponent_missing: int) -> tuple[Fraction, ...]:
    """Return the chance to win with each pot that does not win yet."""
    pass_chance = 1 - _begin(kind, opponent_missing, missing)
    return tuple(
        pot.at(pass_chance)
        for pot in _best(kind, _hold_values(kind, missing, opponent_missing), pass_chance)
    )


def _begin(kind: str, missing: int, opponent_missing: int) -> Fraction:
    """Return the chance to win at the beginning of a turn."""
    chances = _pair(kind, max(missing, opponent_missing), min(missing, opponent_missing))
    return chances[missing < opponent_missing]


@cache  # bounded: one entry for each pair up to the highest goals
def _pair(kind: str, m: int, n: int) -> tuple[Fraction, Fraction]:
    """Return W(m, n, 0) and W(n, m, 0), by policy iteration: m ≥ n."""
    hold_values, reply_values = _hold_values(kind, m, n), _hold_values(kind, n, m)
    x, y = Fraction(0), HALF
    while True:
        first = _best(kind, hold_values, 1 - y)[0]
        if first.at(1 - y) == x:
            return x, y
        x, y = _best_reply(kind, first, reply_values, y)


def _hold_values(kind: str, missing: int, opponent_missing: int) -> list[Fraction]:
    """Return the chance to win of a player who holds, for each pot of 1, 2, … that does not win."""
    # ``left`` goes up, so that smaller games are solved before larger ones
    chances = [1 - _begin(kind, opponent_missing, left) for left in range(1, missing)]
    return chances[::-1]


def _best_reply(
    kind: str, first: _Pot, hold_values: Sequence[Fraction], y: Fraction = HALF
) -> tuple[Fraction, Fraction]:
    """Return both chances at the start of a turn, if the second player replies best."""
    while True:
        x = first.at(1 - y)
        second = _best(kind, hold_values, 1 - x)[0]
        if second.at(1 - x) == y:
            return x, y
        y = second.at(1 - first.sure - first.pass_share) / (
            1 - first.pass_share * second.pass_share
        )


class _PairRound(NamedTuple):
    """One round for a pair: pots with which the first player holds, chances and better pots."""

    holds: frozenset[int]
    own_chance: Fraction
    opponent_chance: Fraction
    better: frozenset[int]


@cache  # as many as there are pairs up to the highest goal, and rounds
def _pair_round(kind: str, m: int, n: int, count: int) -> _PairRound:
    """Return the result of a pair after ``count`` improvements. It does not depend on the goal."""
    previous = _pair_round(kind, m, n, count - 1) if count else None
    holds, start = (
        (previous.better, previous.opponent_chance) if previous else (frozenset(range(1, m)), HALF)
    )
    rules = RULES[kind]
    hold_values = [1 - _pair_round(kind, m - k, n, count).opponent_chance for k in range(1, m)]
    pots = [SURE_WIN] * (m + rules.points[-1])
    for k in reversed(range(m)):
        pots[k] = (
            _Pot(hold_values[k - 1], Fraction(0)) if k in holds else _throw_value(rules, pots[k:])
        )
    reply_values = [1 - _pair_round(kind, m, n - k, count).own_chance for k in range(1, n)]
    x, y = _best_reply(kind, pots[0], reply_values, start)
    pass_chance = 1 - y
    throw_values = [
        (_throw_value(rules, pots[k:]) if k in holds else pots[k]).at(pass_chance)
        for k in range(1, m)
    ]
    better = (  # equal values change nothing
        k
        for k, (hold, throw_value) in enumerate(zip(hold_values, throw_values, strict=True), 1)
        if hold > throw_value or (hold == throw_value and k in holds)
    )
    return _PairRound(holds, x, y, frozenset(better))


def _best(kind: str, hold_values: Sequence[Fraction], pass_chance: Fraction) -> list[_Pot]:
    """Return the value of each pot for a player who holds where that is best.

    Args:
        hold_values: the value of a hold with a pot of 1, 2, ….
        pass_chance: the chance to win once the turn has passed without a pot.
    """
    rules, missing = RULES[kind], len(hold_values) + 1
    pots = [SURE_WIN] * (missing + rules.points[-1])
    holds = False
    for k in reversed(range(missing)):
        throw_value = (
            _throw_value(rules, pots[k:]) if holds else _never_hold_value(kind, missing - k)
        )
        if k and hold_values[k - 1] > throw_value.at(pass_chance):
            throw_value, holds = _Pot(hold_values[k - 1], Fraction(0)), True
        pots[k] = throw_value
    return pots[:missing]


@cache
def _never_hold_value(kind: str, missing: int) -> _Pot:
    """Return the value of a pot for a player who needs ``missing`` points and never holds."""
    rules = RULES[kind]
    next_pots = [
        _never_hold_value(kind, missing - n) if n < missing else SURE_WIN for n in range(1, 7)
    ]
    return _throw_value(rules, [SURE_WIN, *next_pots])


def _throw_value(rules: Rules, pots: Sequence[_Pot]) -> _Pot:
    """Return the value of a throw, from the values of pots with 0, 1, … more points."""
    share = (1 - rules.bust) / len(rules.points)
    next_pots = [pots[n] for n in rules.points]
    sure = share * sum((pot.sure for pot in next_pots), Fraction(0))
    return _Pot(sure, share * sum((pot.pass_share for pot in next_pots), Fraction(0)) + rules.bust)
