"""Chase: two dice go round a table until one player holds both.

n players sit round a table and two of them hold a die. Each turn both throw; with probability
``left`` a die goes to the left neighbour, with probability ``right`` to the right one, otherwise
it stays. When a player holds both dice after a turn, the game is over and that player has lost.
Two neighbours who pass to each other swap their dice: nobody holds both, and the game goes on.

**From pairs to distances.** The state is the pair of seats with a die: n² of them. For the length
of the game much less will do, for the chances of the next distance follow from the distance alone.
The dice move independently and by the same law, so their distance round the table changes by

    2 with probability a = left·right,
    1 with probability b = (1 − left − right)(left + right),

and so either way, symmetrically even if left ≠ right; σ² = 8a + 2b is its variance in one turn, and
d seats one way round are as good as n − d the other: ⌊n/2⌋ distances are left.

**The closed form.** E(d) = 1 + a·E(d−2) + b·E(d−1) + (1−2a−2b)·E(d) + b·E(d+1) + a·E(d+2), where
E(0) = E(n) = 0 and, since a swap leaves the distance 1, E(−1) = E(1), E(n+1) = E(n−1). Steps of 1
alone would give the parabola d(n−d)/σ². Jumps over a meeting add a ripple: with λ + 1/λ = −2 − b/a,

    E(d) = (d(n−d) + 2n·h(d)) / σ²,
    h(d) = (1−λ^d)(1−λ^(n−d)) / ((λ−1/λ)(1−λ^n)).

**Why the result is rational.** Exchange λ and 1/λ, and h stays what it is. So it can be written in
the Lucas sequences U_k = (λ^k−λ^−k)/(λ−1/λ) and V_k = λ^k+λ^−k, which are rational:

    h(d) = (U_n − U_d − U_(n−d)) / (2 − V_n).

**Dice that never rest** (b = 0) change their distance by 2 or not at all. With n even they never
meet at an odd distance, and at an even one they walk by steps of 1 on a ring of n/2. With n odd
they go round twice; counted in steps of 2, they walk by steps of 1 on a ring of n.
"""

import cmath
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import asinh, cos, exp, expm1, gcd, isfinite, isqrt, lcm, log, log1p, pi, sin, sinh, sqrt
from random import Random
from typing import NamedTuple, TypeVar

from games.maths.markov import AbsorbingChain
from games.validate import Chance, below_1, integer, probability, random_source, short_repr

__all__ = [
    "expected_turns",
    "expected_turns_float",
    "expected_visits_float",
    "loser_probabilities",
    "loser_probabilities_float",
    "pair_chain",
    "play",
    "quantile_float",
    "ring_chain",
    "survival_curve_float",
    "survival_float",
    "variance_turns",
    "variance_turns_float",
]

MAX_PLAYERS = 10**70  # its fourth power is still a float
MAX_PLAYERS_PAIRS = 100  # about 10 000 pairs
MAX_PLAYERS_RING = 5_000
MAX_PLAYERS_SEATS_FLOAT = 500
MAX_PLAYERS_WAVES = 500
MAX_TURNS = 10**15
MAX_CURVE = 100_000  # turns: some seconds
MAX_SEATS_COST = 10**6  # players⁴ · (bits of the common denominator): about a second
MAX_UNIT = 10**50  # the common denominator of left and right
MAX_BITS = 200_000  # of an exact result, roughly
MAX_MEAN_PLAYED = 10**6  # turns: about a second

SIXTH = Fraction(1, 6)
EARLY = Fraction(1, 10**6)  # levels from which the waves are precise enough for a quantile

Pair = tuple[int, int]
Real = TypeVar("Real", Fraction, float)


def pair_chain(
    players: int = 100, *, left: Chance = SIXTH, right: Chance = SIXTH
) -> AbsorbingChain[Pair]:
    """Return the chase as an absorbing chain on ordered pairs of seats.

    Its states are (seat of the first die, seat of the second), seats 0 to n−1; (s, s) is absorbing:
    s has lost. Passing to the right raises the seat by 1.

    Args:
        players: how many players there are, 2 to 100.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.

    Returns:
        The chain, on all pairs from which the dice can meet: on those at even distance if the
        number of players is even and the dice never rest, on all pairs else.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players is not a whole number, or a probability is not exact.

    Source:
        The game and the pairs as states are from [chase].

    >>> pairs = pair_chain(4)
    >>> pairs.expected_steps((0, 2))
    Fraction(36, 5)
    >>> len(pairs.step((0, 2)))  # (3, 1) and (1, 3) are two of these pairs
    9
    """
    players = integer("players", players, 2, MAX_PLAYERS_PAIRS, hint="there are players² pairs")
    law = _law(left, right)
    moves = [(-1, law.left), (0, law.rest), (1, law.right)]

    def step(pair: Pair) -> dict[Pair, Fraction]:
        ways: Counter[Pair] = Counter()
        for move, weight in moves:
            for other, weight_of_other in moves:
                after = (pair[0] + move) % players, (pair[1] + other) % players
                ways[after] += weight * weight_of_other
        return {after: Fraction(way, law.unit**2) for after, way in ways.items() if way}

    distances = _meeting_distances(players, law)
    pairs = sorted((i, (i + d) % players) for i in range(players) for d in distances)
    ends = {(i, i): {(i, i): Fraction(1)} for i in range(players)}
    return AbsorbingChain({pair: step(pair) for pair in pairs} | ends)


def ring_chain(
    players: int = 100, *, left: Chance = SIXTH, right: Chance = SIXTH
) -> AbsorbingChain[int]:
    """Return the chase as an absorbing chain on distances: `pair_chain` with pairs merged.

    Its states are the distances 1 to ⌊n/2⌋ between the dice, along the shorter way round the table,
    and 0 where the game ends.

    Args:
        players: how many players there are, 2 to 5000.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.

    Returns:
        The chain, on all distances from which the dice can meet, see `pair_chain`. It knows how the
        length of the game is distributed: ask it for the ``survival``, the ``time_distribution``,
        or a ``quantile``.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players is not a whole number, or a probability is not exact.

    >>> ring_chain(100).step(1)  # a swap leaves the distance 1
    {1: Fraction(19, 36), 0: Fraction(2, 9), 2: Fraction(2, 9), 3: Fraction(1, 36)}
    >>> ring_chain(100).quantile(50, "1/2")  # half of all games are over by then
    2864
    """
    players = integer("players", players, 2, MAX_PLAYERS_RING)
    law = _law(left, right)
    still = law.unit**2 - 2 * law.two - 2 * law.one
    changes = [(-2, law.two), (-1, law.one), (0, still), (1, law.one), (2, law.two)]

    def step(distance: int) -> dict[int, Fraction]:
        ways: Counter[int] = Counter()
        for change, weight in changes:
            after = (distance + change) % players
            ways[min(after, players - after)] += weight
        return {after: Fraction(way, law.unit**2) for after, way in ways.items() if way}

    distances = [d for d in _meeting_distances(players, law) if 2 * d <= players]
    return AbsorbingChain({d: step(d) for d in distances} | {0: {0: Fraction(1)}})


def expected_turns(
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> Fraction:
    """Return the expected number of turns until one player holds both dice.

    E(d) = (d(n−d) + 2n·h(d)) / σ², with h(d) in Lucas numbers; see the description of the module.

    Args:
        players: how many players there are, at least 2; up to 50 000 with the usual dice, fewer
            where the probabilities have longer fractions.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The exact mean. Games differ widely: see `variance_turns`.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    Source:
        The game is that of Project Euler 227, by way of [chase]; the closed form is ours.

    >>> expected_turns(4)
    Fraction(36, 5)
    >>> float(expected_turns())  # nearly 3750 + 75/√6
    3780.61862178479
    >>> expected_turns(7, left=Fraction(1, 2), right=Fraction(1, 2), distance=2)
    Fraction(12, 1)
    """
    n, d, two, one, unit = _walk(*_start(players, left, right, distance))
    h, _, _, below = _lucas_ripple(n, d, two, one)
    return Fraction((d * (n - d) * below + 2 * n * h) * unit, (8 * two + 2 * one) * below)


def variance_turns(
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> Fraction:
    """Return the variance of the number of turns.

    S(d) = E[T²] obeys the equations of E with 2·E(d) − 1 in place of 1. They have a closed form,
    too; without a ripple, and with x = d(n−d) and m the mean fourth power of a change of the
    distance, the variance S − E² is x·(d² + (n−d)² − 3σ² + m/σ²) / (3σ⁴).

    Args:
        players: how many players there are, at least 2; up to 50 000 with the usual dice, fewer
            where the probabilities have longer fractions.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The exact variance.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> float(variance_turns()) ** 0.5
    3086.9109360233865
    """
    n, d, two, one, unit = _walk(*_start(players, left, right, distance))
    *ripple, below = _lucas_ripple(n, d, two, one)
    h, c, g = (Fraction(number, below) for number in ripple)
    return _variance(n, d, Fraction(two, unit), Fraction(one, unit), h, c, g)


def expected_turns_float(
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> float:
    """Return the expected number of turns for any number of players, in constant time.

    The closed form with λ = −e^−θ, θ = 2·arsinh(√(b/a)/2), where nothing cancels.

    Args:
        players: how many players there are, 2 to 10^70.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The mean, to 15 digits or so.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> expected_turns_float(100), expected_turns_float(10**6)
    (3780.61862178479, 375000306186.21783)
    """
    return _mean_float(_walk(*_start(players, left, right, distance)))


def expected_visits_float(
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> dict[int, float]:
    """Return how often the dice are at each distance on average, from the closed form of E.

    From distance i, the dice are at distance j, counted one way round, (E(i) + E(j) − E(i−j))/m
    times on average before they meet, m being the number of distances that they can have: so it is
    in every game that is as likely to go back as forth. Both ways round together,

        N(i, j) = (2E(i) + 2E(j) − E(i−j) − E(i+j)) / m,

    and half of it if j = n/2.

    Args:
        players: how many players there are, 2 to 500.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        {distance: expected visits} for the distances 1 to ⌊n/2⌋ from which the dice can meet, as
        `AbsorbingChain.expected_visits` of `ring_chain`; the start counts.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> for start in (1, 2):
    ...     visits = expected_visits_float(4, distance=start).values()
    ...     print([round(often, 6) for often in visits])
    [4.05, 1.8]
    [3.6, 3.6]
    """
    n = integer(
        "players", players, 2, MAX_PLAYERS_WAVES, hint="there is an entry for each distance"
    )
    n, d, law = _start(n, left, right, distance)
    _walk(n, d, law)  # refuses dice that never meet
    half, size, turns = _twice_round(n, law)
    i = half.index(min(d, n - d)) + 1
    back, forth = turns[size + i - 1 :: -1], turns[i + 1 :]  # E(i−j) and E(i+j)
    here = 2 * turns[i]
    row = [
        (here + 2 * to - before - after) / size
        for _, to, before, after in zip(half, turns[1:], back, forth, strict=False)
    ]
    if size % 2 == 0:
        row[-1] /= 2
    return dict(zip(half, row, strict=True))


def variance_turns_float(
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> float:
    """Return the variance of the number of turns as a float, in constant time.

    The closed form of `variance_turns` with the ripple of `expected_turns_float`.

    Args:
        players: how many players there are, 2 to 10^70.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The variance, to 15 digits or so; 11 if the number of players is odd and left + right
        nearly 1.

    Raises:
        ValueError: an argument is out of range, the dice never meet, or left + right is so near 1
            that floats would not do.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> variance_turns_float(100) ** 0.5
    3086.910936023387
    """
    n, d, two, one, unit = _walk(*_start(players, left, right, distance))
    if n % 2 and 10_000 * n * n * one < two:
        raise ValueError(
            f"left is {left} and right is {right}, but their sum must be 1 or farther from it: so "
            "close to it floats would lose their digits; variance_turns is exact"
        )
    variance = _variance(n, d, two / unit, one / unit, *_ripple_float(n, d, two, one))
    if not isfinite(variance):
        raise ValueError(
            f"players is {short_repr(n)}, but with left = {left} and right = {right} this is too "
            "many: the variance is beyond all floats"
        )
    return variance


def survival_float(
    t: int,
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> float:
    """Return P(T > t), the chance that the game takes more turns, as a sum of powers.

    On a ring where nothing ends, a wave cos(2πkd/n) of the distance keeps its form and shrinks, in
    each turn by the factor φ(k) = 1 − 2a − 2b + 2b·cos(2πk/n) + 2a·cos(4πk/n). Where distance 0
    ends the game, the waves that last are v(d) = Σ cos(2πkd/n)/(μ−φ(k)), for those μ for which
    v(0) = 0: there is one between any two neighbours among the φ(k). So

        P(T > t) = the sum over these μ of weight(μ)·μ^t.

    Args:
        t: a number of turns, 0 to 10^15.
        players: how many players there are, 2 to 500.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The chance, to 10 decimals or more.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: t, players or distance is not a whole number, or a probability is not exact.

    >>> round(survival_float(2864), 6), round(survival_float(10_000), 6)
    (0.499884, 0.048714)
    """
    t = integer("t", t, 0, MAX_TURNS)
    return _survival(_waves(players, left, right, distance), t)


def survival_curve_float(
    last: int,
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> tuple[float, ...]:
    """Return P(T > t) for t = 0, 1, …, last, see `survival_float`.

    Args:
        last: a number of turns, 0 to 100 000.
        players: how many players there are, 2 to 500.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The chances, to 10 decimals or more.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: last, players or distance is not a whole number, or a probability is not exact.

    >>> [round(chance, 4) for chance in survival_curve_float(4, 4)]
    [1.0, 0.9444, 0.8179, 0.6943, 0.5864]
    """
    last = integer("last", last, 0, MAX_CURVE)
    waves = _waves(players, left, right, distance)
    return tuple([_survival(waves, t) for t in range(last + 1)])


def quantile_float(
    level: Chance,
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> int:
    """Return the first t with P(T ≤ t) ≥ level, from `survival_float`; level ½ gives the median.

    Below a level of 10^−6 the waves nearly cancel, and the chances of few turns are added up in
    their place (`ring_chain`).

    Args:
        level: an exact probability below 1.
        players: how many players there are, 2 to 500.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The quantile. If the chance comes to 10 decimals so close to the level that floats cannot
        tell, it may be off by one; ``ring_chain(players).quantile`` is exact, and slower.

    Raises:
        ValueError: an argument is out of range, the dice never meet, or the level is below 10^−6
            and takes so many turns that adding them up would take too long.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> quantile_float("1/2"), quantile_float("9/10")
    (2864, 7796)
    """
    level = below_1("level", level)
    goal = 1 - level
    if level < EARLY:
        n = integer("players", players, 2, MAX_PLAYERS_WAVES, hint="the work grows with players²")
        n, d, law = _start(n, left, right, distance)
        _walk(n, d, law)  # refuses dice that never meet
        return ring_chain(n, left=left, right=right).quantile(min(d, n - d), level)
    waves, over = _waves(players, left, right, distance), float(goal)
    weight, rate = waves.wave(0)  # which alone would come so low at about:
    after, reached = 0, max(1, round(log(over / max(weight, over)) / rate))
    while _survival(waves, reached) > over:
        after, reached = reached, 2 * reached
    while after < reached // 2 and _survival(waves, reached // 2) <= over:
        reached //= 2
    while reached - after > 1:
        middle = (after + reached) // 2
        if _survival(waves, middle) > over:
            after = middle
        else:
            reached = middle
    return reached


def loser_probabilities(
    players: int,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> tuple[Fraction, ...]:
    """Return the probability to lose of each seat.

    The distances forget where the dice are, so this needs the pairs, though not their order: it is
    the probability that the chain on unordered pairs is absorbed in (s, s).

    Args:
        players: how many players there are, 2 to 24 with the usual dice, fewer where the
            probabilities have longer fractions.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: the dice start at seat 0 and this many seats to the right of it, 1 to players − 1;
            None is ⌊players/2⌋.

    Returns:
        The exact probabilities of the seats 0, 1, …, players − 1.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> [str(chance) for chance in loser_probabilities(4)]
    ['5/22', '3/11', '5/22', '3/11']
    """
    n, d, law = _start(players, left, right, distance)
    longest = isqrt(isqrt(MAX_SEATS_COST // law.unit.bit_length()))
    hint = "equations are players², and their digits grow as well; there is a function in floats"
    integer("players", n, 2, longest, hint=hint)
    _walk(n, d, law)  # refuses dice that never meet
    pairs = pair_chain(n, left=left, right=right).lump(lambda pair: (min(pair), max(pair)))
    chances = pairs.absorption_probabilities((0, d))
    return tuple(chances[seat, seat] for seat in range(n))


def loser_probabilities_float(
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> tuple[float, ...]:
    """Return the probability to lose of each seat, for larger tables.

    Let s be the loser's seat, counted from the first die, and F(d) the mean of z^s at distance d.
    When the first die goes to the right, s is 1 more than before, so the equations of F are those
    of a meeting with factors z: F(d) is the sum over both dice of chance·z^(move of the first)·
    F(d + change), and F(0) = F(n) = 1. Solved for each n-th root of unity z, they give the
    probabilities by Fourier's inversion.

    Args:
        players: how many players there are, 2 to 500.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: the dice start at seat 0 and this many seats to the right of it, 1 to players − 1;
            None is ⌊players/2⌋.

    Returns:
        The probabilities of the seats 0, 1, …, players − 1, to 10 digits or more.

    Raises:
        ValueError: an argument is out of range, or the dice never meet.
        TypeError: players or distance is not a whole number, or a probability is not exact.

    >>> [round(p, 6) for p in loser_probabilities_float(4)]  # 5/22 and 3/11
    [0.227273, 0.272727, 0.227273, 0.272727]
    """
    n, d, law = _start(players, left, right, distance)
    integer("players", n, 2, MAX_PLAYERS_SEATS_FLOAT, hint="the work grows with players²")
    _walk(n, d, law)  # refuses dice that never meet
    roots = [cmath.rect(1, 2 * pi * k / n) for k in range(n)]
    # conjugate roots have conjugate means, so half of them will do
    half = [(1 + 0j) / 2, *[_mean_of_power(z, n, d, law) for z in roots[1 : n // 2 + 1]]]
    if n % 2 == 0:
        half[-1] /= 2
    return tuple(
        2 * sum([(mean * roots[-k * seat % n]).real for k, mean in enumerate(half)]) / n
        for seat in range(n)
    )


def play(
    rng: Random,
    players: int = 100,
    *,
    left: Chance = SIXTH,
    right: Chance = SIXTH,
    distance: int | None = None,
) -> int:
    """Play one game, die by die, and return how many turns it took.

    Args:
        rng: the source of chance; the same seed gives the same game.
        players: how many players there are, at least 2.
        left, right: the probabilities that a die is passed to the left and to the right, in a turn;
            their sum is at most 1.
        distance: how many seats apart the dice start, 1 to players − 1; None is ⌊players/2⌋.

    Returns:
        The number of turns.

    Raises:
        ValueError: an argument is out of range, the dice never meet, or they take more than 10^6
            turns on average (some 1600 players).
        TypeError: rng is not a random.Random, players or distance is not a whole number, or a
            probability is not exact.

    >>> play(Random(1))
    4947
    """
    random_source(rng)
    mean = expected_turns_float(players, left=left, right=right, distance=distance)
    if mean > MAX_MEAN_PLAYED:
        raise ValueError(
            f"players is {short_repr(players)}, but a game may take at most {MAX_MEAN_PLAYED} "
            f"turns on average, and this one takes {mean:.3g}"
        )
    n, second, law = _start(players, left, right, distance)
    to_left, to_rest = law.left / law.unit, (law.left + law.rest) / law.unit

    def move() -> int:
        chance = rng.random()
        return -1 if chance < to_left else 0 if chance < to_rest else 1

    first, turns = 0, 0
    while first != second:
        first = (first + move()) % n
        second = (second + move()) % n
        turns += 1
    return turns


# Below here: the pieces that the functions above share.


class _Law(NamedTuple):
    """What a die does in a turn, as integer weights over their sum, ``unit``."""

    left: int
    rest: int
    right: int
    unit: int

    @property
    def two(self) -> int:
        """The weight, over unit², of a distance that grows by 2, and of one that falls by 2."""
        return self.left * self.right

    @property
    def one(self) -> int:
        """The same for 1."""
        return self.rest * (self.left + self.right)


def _law(left: Chance, right: Chance) -> _Law:
    left, right = probability("left", left), probability("right", right)
    unit = lcm(left.denominator, right.denominator)
    to_left = left.numerator * (unit // left.denominator)
    to_right = right.numerator * (unit // right.denominator)
    rest = unit - to_left - to_right
    if rest < 0:
        raise ValueError(
            f"right is {short_repr(str(right))}, but must be at most 1 − left, "
            f"{short_repr(str(1 - left))}: a die goes one way or the other"
        )
    if unit > MAX_UNIT:
        raise ValueError(
            f"left and right have a common denominator of {unit.bit_length()} bits, but it may "
            f"have at most {MAX_UNIT.bit_length()}"
        )
    if unit in (to_left, rest, to_right):
        raise ValueError(
            f"left is {left} and right is {right}, but then both dice always do the same: their "
            "distance never changes, and the game never ends"
        )
    return _Law(to_left, rest, to_right, unit)


def _start(
    players: int, left: Chance, right: Chance, distance: int | None
) -> tuple[int, int, _Law]:
    n = integer("players", players, 2, MAX_PLAYERS)
    d = n // 2 if distance is None else integer("distance", distance, 1, n - 1)
    return n, d, _law(left, right)


class _Walk(NamedTuple):
    """The walk of the distance: ±2 with probability two/unit each, ±1 with one/unit each."""

    n: int
    d: int
    two: int
    one: int
    unit: int


def _walk(n: int, d: int, law: _Law) -> _Walk:
    """Return the walk of the distance by steps of 1 at least, or say that the dice never meet."""
    if law.rest:
        return _Walk(n, d, law.two, law.one, law.unit**2)
    if n % 2:
        return _Walk(n, d * (n + 1) // 2 % n, 0, law.two, law.unit**2)  # d/2 modulo n
    if d % 2:
        raise _never(n, d)
    return _Walk(n // 2, d // 2, 0, law.two, law.unit**2)


def _meeting_distances(n: int, law: _Law) -> range:
    if law.rest or n % 2:
        return range(1, n)
    if n == 2:
        raise _never(n, 1)
    return range(2, n, 2)


def _never(n: int, d: int) -> ValueError:
    return ValueError(
        f"distance is {short_repr(d)}, but must be even: with an even number of players "
        f"({short_repr(n)}) and dice that never rest (left + right = 1) it changes by 2 or not at "
        "all, so an odd one stays odd, and the game never ends"
    )


# The ripple: h = (1−λ^d)(1−λ^(n−d))/j, c = (1+λ^n)/j, both with j = (λ−1/λ)(1−λ^n), and
# g = (λ^d−λ^(n−d))/(1−λ^n). All are 0 where there are no steps of 2.


def _lucas_ripple(n: int, d: int, two: int, one: int) -> tuple[int, int, int, int]:
    """Return h, c and g as integers over a common denominator, the last."""
    if not two:
        return 0, 0, 0, 1
    common = gcd(two, one)
    a, p = two // common, -(2 * two + one) // common  # λ + 1/λ = p/a
    if n * p.bit_length() > MAX_BITS:
        raise ValueError(
            f"players is {short_repr(n)}, but must be at most {MAX_BITS // p.bit_length()} with "
            "these probabilities: the digits of the exact result grow with their number; "
            "the functions in floats take any"
        )
    (un, vn), (ud, vd), (ue, ve) = (_lucas(k, p, a * a) for k in (n, d, n - d))
    ad, ae = a**d, a ** (n - d)
    return a * (un - ae * ud - ad * ue), a * un, ae * vd - ad * ve, 2 * ad * ae - vn


def _lucas(k: int, p: int, q: int) -> tuple[int, int]:
    """Return the Lucas numbers U_k and V_k: x_(k+1) = p·x_k − q·x_(k−1) from 0, 1 and 2, p.

    >>> [_lucas(k, 1, -1) for k in range(5)]  # Fibonacci's and Lucas's own
    [(0, 2), (1, 1), (1, 3), (2, 4), (3, 7)]
    """
    u, v, power = 0, 2, 1  # of index 0; power is q^index
    for bit in f"{k:b}":
        u, v, power = u * v, v * v - 2 * power, power * power
        if bit == "1":
            u, v, power = (p * u + v) // 2, ((p * p - 4 * q) * u + p * v) // 2, power * q
    return u, v


def _ripple_float(n: int, d: int, two: int, one: int) -> tuple[float, float, float]:
    """Return h, c and g. Nothing cancels, because λ = −e^−θ is never near 1."""
    if two << 100 < one:
        return 0.0, 0.0, 0.0  # too small for floats to show
    theta = 2 * asinh(sqrt(one / two) / 2)

    def short_of_1(k: int) -> float:
        """Return 1 − λ^k."""
        return 1 + exp(-theta * k) if k % 2 else -expm1(-theta * k)

    to_d, to_e, to_n = short_of_1(d), short_of_1(n - d), short_of_1(n)
    j = 2 * sinh(theta) * to_n
    return to_d * to_e / j, (2 - to_n) / j, (to_e - to_d) / to_n


def _mean_float(walk: _Walk) -> float:
    n, d, two, one, unit = walk
    h, _, _ = _ripple_float(n, d, two, one)
    return (d * (n - d) + 2 * n * h) * (unit / (8 * two + 2 * one))


@lru_cache(maxsize=8)  # of at most 1000 numbers each
def _twice_round(n: int, law: _Law) -> tuple[range, int, tuple[float, ...]]:
    """Return the meeting distances along the shorter way, the size of the ring that all of them
    make (their step leads round it), and E of each place on it, twice round from 0.
    """
    meeting = _meeting_distances(n, law)
    size = len(meeting) + 1
    half = meeting[: size // 2]
    turns = [_mean_float(_walk(n, d, law)) for d in half]
    return half, size, tuple(2 * [0.0, *turns, *reversed(turns[: (size - 1) // 2])])


class _Wave(NamedTuple):
    """What a wave adds to P(T > t): weight·e^(rate·t), the rate being negative."""

    weight: float
    rate: float


class _Ripple(NamedTuple):
    """The waves of one loss on a ring where nothing ends.

    Attributes:
        loss: the share 1 − φ(k) that they lose in each turn.
        many: how many k have it.
        at: the sum of their cos(2πkd/n).
    """

    loss: float
    many: int
    at: float


class _Waves:
    """The waves that last, the slowest first; each is found when it is asked for.

    Wave j loses more than ripple j and less than the next.
    """

    def __init__(self, ripples: list[_Ripple]) -> None:
        self.ripples = ripples
        self.rates = [_rate(ripple.loss) for ripple in ripples[:-1]]  # no wave j is slower
        self.found: dict[int, _Wave] = {}

    def wave(self, j: int) -> _Wave:
        """Return wave j. (It depends on no other, so threads may find the same one twice.)"""
        if j not in self.found:
            loss = _loss_between(self.ripples, j)
            at_d = sum([it.at / (it.loss - loss) for it in self.ripples])
            square = sum([it.many / (it.loss - loss) ** 2 for it in self.ripples])
            self.found[j] = _Wave(-at_d / (loss * square), _rate(loss))
        return self.found[j]


def _rate(loss: float) -> float:
    return log1p(-min(loss, 1 - 2**-53))  # no loss exceeds 1: φ(k) is a square


def _survival(waves: _Waves, turns: int) -> float:
    if turns == 0:
        return 1.0  # the sum of all waves
    total = 0.0
    for j, least in enumerate(waves.rates):
        if turns * least < -50:
            break  # of this and the others still less is left
        weight, rate = waves.wave(j)
        total += weight * exp(turns * rate)
    return min(max(total, 0.0), 1.0)


def _waves(players: int, left: Chance, right: Chance, distance: int | None) -> _Waves:
    players = integer("players", players, 2, MAX_PLAYERS_WAVES, hint="the work grows with players²")
    return _waves_of(_walk(*_start(players, left, right, distance)))


@lru_cache(maxsize=8)  # of at most 250 waves each
def _waves_of(walk: _Walk) -> _Waves:
    n, d = walk.n, walk.d
    two, one = 4 * walk.two / walk.unit, 4 * walk.one / walk.unit
    ripples: list[_Ripple] = []
    for k in range(n // 2 + 1):
        angle = pi * k / n
        many = 1 if 2 * k % n == 0 else 2
        loss = two * sin(2 * angle) ** 2 + one * sin(angle) ** 2
        ripples.append(_Ripple(loss, many, many * cos(2 * pi * (k * d % n) / n)))
    ripples.sort()
    merged = ripples[:1]
    for loss, many, at in ripples[1:]:
        same = merged[-1]
        if loss - same.loss < 1e-13 * loss:
            merged[-1] = _Ripple(same.loss, same.many + many, same.at + at)
        else:
            merged.append(_Ripple(loss, many, at))
    return _Waves(merged)


def _loss_between(ripples: list[_Ripple], j: int) -> float:
    """Return the x between the losses of ripples j and j + 1 at which Σ many/(x − loss) is 0.

    Times (x − low)(x − high) the sum has no pole there, and is nearly straight. False position
    finds where it is 0, if the value at an end that stays twice is halved (the Illinois rule).
    """
    low, high = ripples[j], ripples[j + 1]
    others = [(it.loss, it.many) for it in (*ripples[:j], *ripples[j + 2 :])]
    a, b = low.loss, high.loss
    at_a, at_b = (a - b) * low.many, (b - a) * high.many
    x, moved = a, 0
    for _ in range(100):
        before, x = x, (a * at_b - b * at_a) / (at_b - at_a)
        if abs(x - before) <= 1e-15 * x or not a < x < b:
            break
        to_low, to_high = x - low.loss, x - high.loss
        rest = sum([many / (x - loss) for loss, many in others])
        at_x = to_high * low.many + to_low * high.many + to_low * to_high * rest
        if at_x < 0:
            a, at_a, at_b = x, at_x, at_b / 2 if moved < 0 else at_b
            moved = -1
        else:
            b, at_b, at_a = x, at_x, at_a / 2 if moved > 0 else at_a
            moved = 1
    return x


def _mean_of_power(z: complex, n: int, d: int, law: _Law) -> complex:
    """Return F(d), the mean of z^(seat of the loser), for an n-th root z ≠ 1 of unity.

    Let w² = z and F(k) = w^k·H(k). In the equations of H up and down are alike:

        both·(H(k+2) + H(k−2)) + one·(H(k+1) + H(k−1)) = stay·H(k)

    A power λ^k solves them if t = λ + 1/λ solves both·(t² − 2) + one·t = stay. One seat beyond the
    end is a swap, so H(−1) = H(1) and H(n+1) = H(n−1); and H(0) = 1, H(n) = w^n = ±1. Hence H is
    a sum of waves λ^k ± λ^(n−k), one for each t, which is 1 and turns at 0.
    """
    left, rest, right = law.left / law.unit, law.rest / law.unit, law.right / law.unit
    w = cmath.sqrt(z)
    sign = round((w**n).real)
    both, one = left * right, rest * (right * w + left / w)
    stay = 1 - rest * rest - left * left / z - right * right * z

    def wave(t: complex) -> Callable[[int], complex]:
        root = cmath.sqrt(t * t - 4)
        base = 2 / max(t + root, t - root, key=abs)
        return lambda k: base**k + sign * base ** (n - k)

    if both == 0:
        only = wave(stay / one)
        return w**d * only(d) / only(0)
    middle, root = -one / (2 * both), cmath.sqrt(one * one + 4 * both * (stay + 2 * both))
    first, second = wave(middle + root / (2 * both)), wave(middle - root / (2 * both))
    turn1, turn2 = first(1) - first(-1), second(1) - second(-1)
    scale = first(0) * turn2 - second(0) * turn1
    return w**d * (first(d) * turn2 - second(d) * turn1) / scale


def _variance(n: int, d: int, a: Real, b: Real, h: Real, c: Real, g: Real) -> Real:
    """Return the variance from the ripple, a and b being the probabilities of steps of 2 and 1.

    With u = d − n/2 and w = λ^d + λ^(n−d), E(d) is a constant less u²/σ² less a multiple of w. So
    S is a sum of u⁴, u², u·(λ^d − λ^(n−d)), w and 1; the equations fix the first three factors,
    S(0) = 0 and S(−1) = S(1) the others. In the result everything with u is folded into d and n.
    """
    s = 8 * a + 2 * b
    fourth = 32 * a + 2 * b
    x = d * (n - d)
    y = x + 2 * n * h
    pole = 2 * a * a / (b * s)  # 1/(λ−1/λ)²
    rest = 3 * n * c * h - h + 3 * pole * ((n - 2 * d) * g - n) + 12 * a * (2 * a + b) / (b * s) * h
    square = (n * n - 3 * s + fourth / s + 12 * n * c) * y + x * x + 4 * n * rest
    return square / (3 * s * s) - (y / s) * (y / s)
