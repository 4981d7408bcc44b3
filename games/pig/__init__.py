"""Pig and Piglet: throw on, or hold?

Two players. Whoever has the turn throws as often as they like, and what is thrown goes into a
**pot**. Some throw empties it, and the turn passes with nothing. A player who **holds** adds the
pot to their score, and the turn passes, too. Who first reaches the goal wins, pot included. In Pig
a die is thrown, a 1 empties the pot, and the other faces are points; in Piglet a coin is tossed,
heads is a point, and tails empties.

**Only what is missing counts.** Let W(m, n, k) be the chance to win of the player who has the turn,
needs m points, has k in the pot, and an opponent who needs n. With the chance b of a throw that
empties the pot,

    throw = b (1 − W(n, m, 0)) + (1 − b) · the mean of W(m, n, k + points)
    hold  = 1 − W(n, m − k, 0)
    W     = the larger of the two;  W = 1 where k ≥ m

and with an empty pot one has to throw.

**Two unknowns at a time.** Points that were held are safe, so one pair (m, n) is solved after the
other, small ones first, and each has two unknowns: x = W(m, n, 0) and y = W(n, m, 0). Once it is
fixed at which pots a player holds, walking down from the full pot makes x = a + c (1 − y), with
numbers a and c, and the same for y. Policy iteration finds where to hold: one player improves until
nothing is left to change, then the other does so once, until neither can (`games.maths.decision`
says why that ends).
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import NamedTuple

from games.validate import choice, integer, random_source, real_number, short_repr

__all__ = ["GAMES", "Improvement", "Rules", "improvements", "options", "play", "throw", "win"]

# from the own score, the other player's and the pot: "throw" or "hold"
Policy = Callable[[int, int, int], str]


class Rules(NamedTuple):
    """What a throw does.

    Attributes:
        points: what goes into the pot, equally likely, if it is not emptied.
        bust: the chance that it is.
        highest: the largest goal for which the fractions are still short.
    """

    points: tuple[int, ...]
    bust: Fraction
    highest: int


GAMES: Mapping[str, Rules] = {
    "Pig": Rules((2, 3, 4, 5, 6), Fraction(1, 6), 40),
    "Piglet": Rules((1,), Fraction(1, 2), 20),
}


class _Pot(NamedTuple):
    """What a turn is worth with some pot: ``sure + passed × the chance after the turn passed``."""

    sure: Fraction
    passed: Fraction

    def at(self, passed: Fraction) -> Fraction:
        """Return the chance to win, if it is ``passed`` once the turn has passed without a pot."""
        return self.sure + self.passed * passed


WON, HALF = _Pot(Fraction(1), Fraction(0)), Fraction(1, 2)


def win(goal: int, mine: int = 0, other: int = 0, pot: int = 0, *, kind: str = "Pig") -> Fraction:
    """Return the chance to win of the player who has the turn, if both play as well as possible.

    Args:
        goal: the points that win, 1 to 40 in Pig and 1 to 20 in Piglet.
        mine: the score of the player who has the turn, 0 to goal − 1.
        other: the opponent's score, 0 to goal − 1.
        pot: the points in the pot, 0 to goal + 5; as many as are missing win.
        kind: "Pig" or "Piglet".

    Raises:
        ValueError: the kind is unknown, or a number is out of range.
        TypeError: a number is not whole.

    Source:
        T. W. Neller and C. G. M. Presser, Optimal play of the dice game Pig, The UMAP Journal 25
        (2004).

    >>> win(2, kind="Piglet"), win(3)
    (Fraction(4, 7), Fraction(36, 43))
    """
    missing, others, pot = _checked(goal, mine, other, pot, kind)
    if pot >= missing:
        return Fraction(1)
    return _turn(kind, missing, others)[pot]


def options(
    goal: int, mine: int = 0, other: int = 0, pot: int = 0, *, kind: str = "Pig"
) -> dict[str, Fraction]:
    """Return what the player who has the turn may do, with the chance to win of each.

    Args:
        goal, mine, other, pot, kind: as for `win`; with a pot that wins there is nothing to do.

    Returns:
        {"throw": chance, "hold": chance}; without "hold" where the pot is empty.

    Raises:
        ValueError, TypeError: as for `win`.

    >>> found = options(2, pot=1, kind="Piglet")
    >>> {what: str(chance) for what, chance in found.items()}
    {'throw': '5/7', 'hold': '3/5'}
    """
    missing, others, pot = _checked(goal, mine, other, pot, kind)
    if pot >= missing:
        return {}
    points, bust, _ = GAMES[kind]
    turn = _turn(kind, missing, others)
    more = [turn[pot + n] if pot + n < missing else Fraction(1) for n in points]
    passed = 1 - _begin(kind, others, missing)
    found = {"throw": bust * passed + (1 - bust) * sum(more) / len(points)}
    if pot:
        found["hold"] = 1 - _begin(kind, others, missing - pot)
    return found


class Improvement(NamedTuple):
    """A policy on the way to the best one.

    Attributes:
        holds: the pots with which it holds, by the own score and the other player's.
        chance: of the player who begins and keeps to it, against the best reply.
    """

    holds: Mapping[tuple[int, int], frozenset[int]]
    chance: Fraction


def improvements(goal: int, kind: str = "Piglet") -> tuple[Improvement, ...]:
    """Return the policies of policy iteration, from one that always holds to the best.

    A policy is solved against the best reply to it; then it throws wherever that is better against
    these values, and holds where that is. So the chance goes up until nothing is left to change.

    Args:
        goal: the points that win, 1 to 20: the fractions grow.
        kind: "Pig" or "Piglet".

    Raises:
        ValueError: the kind is unknown, or the goal is out of range.
        TypeError: the goal is not whole.

    Source:
        A. J. Hoffman and R. M. Karp, On nonterminating stochastic games, Management Science 12
        (1966).

    >>> [str(it.chance) for it in improvements(2)]
    ['64/135', '4/7']
    """
    kind = choice("kind", kind, tuple(GAMES))
    goal = integer("goal", goal, 1, 20, hint="the fractions grow")
    numbers = range(1, goal + 1)
    found: list[Improvement] = []
    while True:
        pairs = {(m, n): _played(kind, m, n, len(found)) for m in numbers for n in numbers}
        named = {(goal - m, goal - n): it.holds for (m, n), it in pairs.items()}
        found.append(Improvement(named, pairs[goal, goal].mine))
        if all(it.better == it.holds for it in pairs.values()):
            return tuple(found)


def throw(chance: float, kind: str = "Pig") -> int:
    """Return what is thrown, for a number from 0 to 1 that chance gave: 1 empties the pot of Pig.

    Args:
        chance: 0 ≤ chance < 1.
        kind: "Pig" for a face, 1 to 6; "Piglet" for 1, heads, or 0, tails.

    Raises:
        ValueError: the kind is unknown, or the chance is out of range.
        TypeError: the chance is not a number.

    >>> throw(0.99), throw(0.0), throw(0.3, "Piglet")
    (6, 1, 0)
    """
    choice("kind", kind, tuple(GAMES))
    number = real_number("chance", chance)
    if not 0 <= number < 1:
        raise ValueError(f"chance is {short_repr(chance)}, but must be from 0 up to 1, without 1")
    return 1 + int(6 * number) if kind == "Pig" else int(2 * number)


def play(
    rng: Random,
    goal: int,
    policy: Policy | None = None,
    opponent: Policy | None = None,
    *,
    kind: str = "Pig",
) -> bool:
    """Play one game and return whether the player who begins wins.

    Args:
        rng: the source of chance; the same seed gives the same game.
        goal: as for `win`.
        policy: what the player who begins does, "throw" or "hold", from the own score, the other
            player's and what is in the pot; the best unless given. It is not asked where the pot
            is empty or wins.
        opponent: the same for the other player.
        kind: as for `win`.

    Returns:
        True or False, which count as 1 and 0 where a mean is taken.

    Raises:
        ValueError: as for `win`; also if a policy gives something else.
        TypeError: as for `win`; also if rng is not a random.Random, or a policy not a function.

    >>> play(Random(1), 10, kind="Piglet")
    False
    >>> def hold_at_20(mine, other, pot):
    ...     return "hold" if pot >= 20 else "throw"
    >>> sum(play(Random(seed), 40, hold_at_20) for seed in range(100))
    47
    """
    random_source(rng)
    _checked(goal, 0, 0, 0, kind)

    def best(mine: int, other: int, pot: int) -> str:
        return "hold" if _holds(kind, goal - mine, goal - other, pot) else "throw"

    given = {"policy": policy, "opponent": opponent}
    choose = [best if it is None else _asked(name, it) for name, it in given.items()]
    scores, pot, who = [0, 0], 0, 0
    while True:
        if pot and choose[who](scores[who], scores[1 - who], pot) == "hold":
            scores[who] += pot
            pot, who = 0, 1 - who
            continue
        face = throw(rng.random(), kind)
        if face not in GAMES[kind].points:
            pot, who = 0, 1 - who
            continue
        pot += face
        if scores[who] + pot >= goal:
            return who == 0


def _asked(name: str, policy: Policy) -> Policy:
    """Return a policy that says what is wrong with an answer."""
    if not callable(policy):
        raise TypeError(
            f"{name} is {short_repr(policy)}, but must be a function of the own score, the other "
            "player's and the pot"
        )

    def answer(mine: int, other: int, pot: int) -> str:
        asked = f"{name}({mine}, {other}, {pot})"
        return choice(asked, policy(mine, other, pot), ("throw", "hold"))

    return answer


def _checked(goal: int, mine: int, other: int, pot: int, kind: str) -> tuple[int, int, int]:
    """Return what both players need, and the pot."""
    kind = choice("kind", kind, tuple(GAMES))
    goal = integer("goal", goal, 1, GAMES[kind].highest, hint="the fractions grow")
    mine = integer("mine", mine, 0, goal - 1, hint="a score that reaches the goal has won")
    other = integer("other", other, 0, goal - 1, hint="a score that reaches the goal has won")
    pot = integer("pot", pot, 0, goal + 5, hint="no throw makes more")
    return goal - mine, goal - other, pot


@cache  # as many as there are pairs up to the highest goals
def _holds(kind: str, missing: int, others: int, pot: int) -> bool:
    hold = 1 - _begin(kind, others, missing - pot)
    return hold == _turn(kind, missing, others)[pot]


@cache
def _turn(kind: str, missing: int, others: int) -> tuple[Fraction, ...]:
    """Return the chance to win with each pot that does not win yet."""
    passed = 1 - _begin(kind, others, missing)
    return tuple(pot.at(passed) for pot in _best(kind, _held(kind, missing, others), passed))


def _begin(kind: str, missing: int, others: int) -> Fraction:
    """Return the chance to win at the beginning of a turn."""
    both = _pair(kind, max(missing, others), min(missing, others))
    return both[missing < others]


@cache  # as many as there are pairs up to the highest goals
def _pair(kind: str, m: int, n: int) -> tuple[Fraction, Fraction]:
    """Return W(m, n, 0) and W(n, m, 0), by policy iteration: m ≥ n."""
    held, replied = _held(kind, m, n), _held(kind, n, m)
    x, y = Fraction(0), HALF
    while True:
        first = _best(kind, held, 1 - y)[0]
        if first.at(1 - y) == x:
            return x, y
        x, y = _replied(kind, first, replied, y)


def _held(kind: str, missing: int, others: int) -> list[Fraction]:
    """Return the chance to win of a player who holds with a pot of 1, 2, … that does not win."""
    return [1 - _begin(kind, others, left) for left in range(1, missing)][::-1]  # small games first


def _replied(
    kind: str, first: _Pot, held: Sequence[Fraction], y: Fraction = HALF
) -> tuple[Fraction, Fraction]:
    """Return both chances at the start of a turn, if the second replies to the first's at best."""
    while True:
        x = first.at(1 - y)
        second = _best(kind, held, 1 - x)[0]
        if second.at(1 - x) == y:
            return x, y
        y = second.at(1 - first.sure - first.passed) / (1 - first.passed * second.passed)


class _Played(NamedTuple):
    """A pair of policy iteration: with which pots the first holds, both chances, what is better."""

    holds: frozenset[int]
    mine: Fraction
    others: Fraction
    better: frozenset[int]


@cache  # as many as there are pairs up to the highest goal, and rounds
def _played(kind: str, m: int, n: int, count: int) -> _Played:
    """Return what a pair comes to after so many improvements; no goal changes that."""
    before = _played(kind, m, n, count - 1) if count else None
    holds, start = (before.better, before.others) if before else (frozenset(range(1, m)), HALF)
    rules, held = GAMES[kind], [1 - _played(kind, m - k, n, count).others for k in range(1, m)]
    pots = [WON] * (m + rules.points[-1])
    for k in reversed(range(m)):
        pots[k] = _Pot(held[k - 1], Fraction(0)) if k in holds else _on(rules, pots[k:])
    replied = [1 - _played(kind, m, n - k, count).mine for k in range(1, n)]
    x, y = _replied(kind, pots[0], replied, start)
    passed = 1 - y
    thrown = [(_on(rules, pots[k:]) if k in holds else pots[k]).at(passed) for k in range(1, m)]
    better = (  # where both are worth the same, nothing changes
        k
        for k, (hold, on) in enumerate(zip(held, thrown, strict=True), 1)
        if hold > on or (hold == on and k in holds)
    )
    return _Played(holds, x, y, frozenset(better))


def _best(kind: str, held: Sequence[Fraction], passed: Fraction) -> list[_Pot]:
    """Return what each pot is worth to a player who holds where it is best.

    Args:
        held: what it is worth to hold with 1, 2, ….
        passed: the chance to win once the turn has passed without a pot.
    """
    rules, missing = GAMES[kind], len(held) + 1
    pots = [WON] * (missing + rules.points[-1])
    holds = False
    for k in reversed(range(missing)):
        on = _on(rules, pots[k:]) if holds else _never(kind, missing - k)
        if k and held[k - 1] > on.at(passed):
            on, holds = _Pot(held[k - 1], Fraction(0)), True
        pots[k] = on
    return pots[:missing]


@cache
def _never(kind: str, missing: int) -> _Pot:
    """Return what a pot is worth to a player who needs so many points and never holds."""
    rules = GAMES[kind]
    above = [_never(kind, missing - n) if n < missing else WON for n in range(1, 7)]
    return _on(rules, [WON, *above])


def _on(rules: Rules, pots: Sequence[_Pot]) -> _Pot:
    """Return what it is worth to throw, from what pots of 0, 1, … more points are worth."""
    each = (1 - rules.bust) / len(rules.points)
    more = [pots[n] for n in rules.points]
    sure = each * sum((pot.sure for pot in more), Fraction(0))
    return _Pot(sure, each * sum((pot.passed for pot in more), Fraction(0)) + rules.bust)
