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

>>> Chase(4).expected_turns, Chase().expected_turns_float
(Fraction(36, 5), 3780.61862178479)
"""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isfinite, isqrt, sqrt
from random import Random
from typing import TypeVar

from games.chase import closed_form
from games.chase.losers import loser_chances
from games.chase.walk import Law, Walk, meeting_distances, walk
from games.chase.waves import Waves
from games.maths.markov import AbsorbingChain
from games.parameters import Game, Integer, Probability, parameter
from games.validate import Chance, below_1, integer, random_source, short_number, short_repr

__all__ = ["Chase"]

MAX_PLAYERS = 10**70  # its fourth power is still a float
MAX_PLAYERS_PAIRS = 100  # about 10 000 pairs
MAX_PLAYERS_RING = 5_000
MAX_PLAYERS_WAVES = 500  # the work grows with players², and so it does for the losers in floats
MAX_TURNS = 10**15
MAX_CURVE = 100_000  # turns: some seconds
MAX_SEATS_COST = 10**6  # players⁴ · (bits of the common denominator): about a second
MAX_MEAN_PLAYED = 10**6  # turns: about a second

EARLY_LEVEL = Fraction(1, 10**6)  # from this level on the waves are precise enough for a quantile

Pair = tuple[int, int]
State = TypeVar("State")


@dataclass(frozen=True)
class Distance(Integer):
    """The distance at the start. It is at most the number of players less 1."""

    @property
    def allowed_values(self) -> str:
        """The allowed values, in words."""
        return "1 to players − 1, or None for ⌊players/2⌋"


PLAYERS = Integer("Players", "how many players sit round the table", 2, MAX_PLAYERS)
LEFT = Probability("Left in 12", "the chance that a die is passed to the left in a turn", 12)
RIGHT = Probability("Right in 12", "the chance that a die is passed to the right in a turn", 12)
DISTANCE = Distance(
    "Distance",
    "how many seats to the right of the first die the second one starts",
    1,
    MAX_PLAYERS - 1,
)


@dataclass(frozen=True)
class Chase(Game):
    """A chase of two dice round a table; left and right are at most 1 together.

    The dice start at seat 0 and at the seat ``distance``. A pass to the right raises the seat by 1.

    Some dice never meet, see `never_ends`. All results of such a game raise a ``ValueError``, and
    so do results for more players than the result allows.

    >>> Chase(7, left="1/2", right="1/2", distance=2).expected_turns
    Fraction(12, 1)
    >>> Chase(9).distance
    4
    """

    players: int = parameter(100, PLAYERS)
    left: Fraction = parameter("1/6", LEFT)
    right: Fraction = parameter("1/6", RIGHT)
    distance: int = parameter(None, DISTANCE)

    def __post_init__(self) -> None:
        players, distance = PLAYERS.validate("players", self.players), self.distance
        distance = (
            players // 2 if distance is None else integer("distance", distance, 1, players - 1)
        )
        object.__setattr__(self, "distance", distance)
        super().__post_init__()
        Law.of(self.left, self.right)  # raises an error if they do not fit together

    # The rules

    @cached_property
    def _law(self) -> Law:
        return Law.of(self.left, self.right)

    @cached_property
    def _walk(self) -> Walk:
        return walk(self.players, self.distance, self._law)

    @property
    def is_rigid(self) -> bool:
        """Whether both dice always do the same, so that their distance never changes.

        >>> Chase(8, 1, 0).is_rigid, Chase(8, "1/2", "1/2").is_rigid
        (True, False)
        """
        return self._law.is_rigid

    @property
    def never_ends(self) -> bool:
        """Whether the dice can never meet.

        They cannot if both always do the same. And they cannot if they never rest, the number of
        players is even and the distance is odd: then the distance stays odd.

        >>> Chase(8, "1/2", "1/2", 3).never_ends, Chase(8, "1/2", "1/2", 4).never_ends
        (True, False)
        """
        has_odd_gap = self.players % 2 == 0 and self.distance % 2 == 1
        return self.is_rigid or (has_odd_gap and self._law.rest == 0)

    # The chains

    @cached_property
    def pair_chain(self) -> AbsorbingChain[Pair]:
        """The chase as an absorbing chain on ordered pairs of seats, for at most 100 players.

        Its states are (seat of the first die, seat of the second), seats 0 to n−1. In (s, s), which
        is absorbing, s has lost. The chain has all pairs from which the dice can meet: those at
        even distance if the number of players is even and the dice never rest, else all pairs. The
        game and the pairs as states are from [chase].

        >>> pairs = Chase(4).pair_chain
        >>> pairs.expected_steps((0, 2))
        Fraction(36, 5)
        >>> len(pairs.step((0, 2)))  # (3, 1) and (1, 3) are two of these pairs
        9
        """
        n, law = self._at_most(MAX_PLAYERS_PAIRS, "there are players² pairs"), self._law
        moves = [(-1, law.left), (0, law.rest), (1, law.right)]

        def step(pair: Pair) -> dict[Pair, Fraction]:
            weights: Counter[Pair] = Counter()
            for move, weight in moves:
                for other_move, weight_of_other in moves:
                    target = (pair[0] + move) % n, (pair[1] + other_move) % n
                    weights[target] += weight * weight_of_other
            return _chances(weights, law)

        distances = meeting_distances(n, law)
        pairs = sorted((i, (i + d) % n) for i in range(n) for d in distances)
        ends = {(i, i): {(i, i): Fraction(1)} for i in range(n)}
        return AbsorbingChain({pair: step(pair) for pair in pairs} | ends)

    @cached_property
    def ring_chain(self) -> AbsorbingChain[int]:
        """The chase as an absorbing chain on distances, for at most 5000 players.

        It is `pair_chain` with pairs merged. Its states are the distances 1 to ⌊n/2⌋ between the
        dice, along the shorter way round the table, and 0 where the game ends. The chain knows the
        exact distribution of the turns: ask it for ``survival``, ``time_distribution`` or
        ``quantile``.

        >>> Chase(100).ring_chain.step(1)  # a swap leaves the distance 1
        {1: Fraction(19, 36), 0: Fraction(2, 9), 2: Fraction(2, 9), 3: Fraction(1, 36)}
        >>> Chase(100).ring_chain.quantile(50, "1/2")  # the median
        2864
        """
        n, law = self._at_most(MAX_PLAYERS_RING), self._law
        both_stay = law.unit**2 - 2 * law.two - 2 * law.one
        changes = [(-2, law.two), (-1, law.one), (0, both_stay), (1, law.one), (2, law.two)]

        def step(distance: int) -> dict[int, Fraction]:
            weights: Counter[int] = Counter()
            for change, weight in changes:
                next_distance = (distance + change) % n
                weights[min(next_distance, n - next_distance)] += weight
            return _chances(weights, law)

        distances = [d for d in meeting_distances(n, law) if 2 * d <= n]
        return AbsorbingChain({d: step(d) for d in distances} | {0: {0: Fraction(1)}})

    def _at_most(self, limit: int, hint: str = "") -> int:
        return integer("players", self.players, 2, limit, hint=hint)

    @property
    def _shorter_distance(self) -> int:
        return min(self.distance, self.players - self.distance)

    # Mean and variance

    @cached_property
    def expected_turns(self) -> Fraction:
        """The expected number of turns until one player holds both dice.

        E(d) = (d(n−d) + 2n·h(d)) / σ², with h(d) in Lucas numbers; see the description of the
        module. There may be up to 50 000 players with the usual dice, fewer where the chances have
        longer fractions. Games differ widely: see `variance_turns`. The game is that of Project
        Euler 227, by way of [chase]; the closed form is ours.

        >>> Chase(4).expected_turns
        Fraction(36, 5)
        >>> float(Chase().expected_turns)  # nearly 3750 + 75/√6
        3780.61862178479
        """
        return closed_form.mean(self._walk)

    @cached_property
    def variance_turns(self) -> Fraction:
        """The variance of the number of turns.

        S(d) = E[T²] obeys the equations of E with 2·E(d) − 1 in place of 1. They have a closed
        form, too; without a ripple, and with x = d(n−d) and m the mean fourth power of a change of
        the distance, the variance S − E² is x·(d² + (n−d)² − 3σ² + m/σ²) / (3σ⁴). There may be as
        many players as for `expected_turns`.

        >>> float(Chase().variance_turns) ** 0.5
        3086.9109360233865
        """
        return closed_form.variance(self._walk)

    @cached_property
    def expected_turns_float(self) -> float:
        """The expected number of turns for any number of players, in constant time.

        It is the closed form with λ = −e^−θ, θ = 2·arsinh(√(b/a)/2), where nothing cancels. It has
        15 digits or so.

        >>> Chase(100).expected_turns_float, Chase(10**6).expected_turns_float
        (3780.61862178479, 375000306186.21783)
        """
        return closed_form.mean_float(self._walk)

    @cached_property
    def variance_turns_float(self) -> float:
        """The variance of the number of turns as a float, in constant time.

        It is the closed form of `variance_turns` with the ripple of `expected_turns_float`. It has
        15 digits or so, and 11 if the number of players is odd and left + right is nearly 1. Where
        left + right is so near 1 that floats would not do, it raises a ``ValueError``.

        >>> Chase(100).variance_turns_float ** 0.5
        3086.910936023387
        """
        n, _, two, one, _ = steps = self._walk
        if n % 2 and 10_000 * n * n * one < two:
            raise ValueError(
                f"left is {self.left} and right is {self.right}, but their sum must be 1, or "
                "differ more from 1: floats would lose their digits here; variance_turns is exact"
            )
        variance = closed_form.variance_float(steps)
        if not isfinite(variance):
            raise ValueError(
                f"players is {short_repr(n)}, but with left = {self.left} and right = {self.right} "
                "this is too many: the variance is beyond all floats"
            )
        return variance

    @property
    def deviation_float(self) -> float:
        """The standard deviation of the number of turns, see `variance_turns_float`.

        >>> round(Chase().deviation_float, 6)
        3086.910936
        """
        return sqrt(self.variance_turns_float)

    def expected_visits_float(self) -> dict[int, float]:
        """Return how often the dice are at each distance on average, from the closed form of E.

        From distance i, the dice are at distance j, counted one way round, (E(i) + E(j) − E(i−j))/m
        times on average before they meet, m being the number of distances that they can have: so it
        is in every game that is as likely to go back as forth. Both ways round together,

            N(i, j) = (2E(i) + 2E(j) − E(i−j) − E(i+j)) / m,

        and half of it if j = n/2.

        Returns:
            {distance: expected visits} for the distances 1 to ⌊n/2⌋ from which the dice can meet,
            as `AbsorbingChain.expected_visits` of `ring_chain`; the start counts.

        Raises:
            ValueError: there are more than 500 players, or the dice never meet.

        >>> for start in (1, 2):
        ...     visits = Chase(4, distance=start).expected_visits_float()
        ...     print([round(visit, 6) for visit in visits.values()])
        [4.05, 1.8]
        [3.6, 3.6]
        """
        n = self._at_most(MAX_PLAYERS_WAVES, "there is an entry for each distance")
        self._require_end()
        half, size, turns = closed_form.means_twice_round(n, self._law)
        i = half.index(self._shorter_distance) + 1
        back, forth = turns[size + i - 1 :: -1], turns[i + 1 :]  # E(i−j) and E(i+j)
        row = [
            (2 * turns[i] + 2 * mean - backward - forward) / size
            for _, mean, backward, forward in zip(half, turns[1:], back, forth, strict=False)
        ]
        if size % 2 == 0:
            row[-1] /= 2
        return dict(zip(half, row, strict=True))

    def _require_end(self) -> None:
        walk(self.players, self.distance, self._law)

    # The distribution of the turns

    @cached_property
    def _waves(self) -> Waves:
        self._at_most(MAX_PLAYERS_WAVES, "the work grows with players²")
        return Waves(self._walk)

    def survival_float(self, t: int) -> float:
        """Return P(T > t), the chance that the game takes more turns, as a sum of powers.

        On a ring where nothing ends, a wave cos(2πkd/n) of the distance keeps its form and shrinks,
        in each turn by the factor φ(k) = 1 − 2a − 2b + 2b·cos(2πk/n) + 2a·cos(4πk/n). Where
        distance 0 ends the game, the waves that last are v(d) = Σ cos(2πkd/n)/(μ−φ(k)), for those μ
        for which v(0) = 0: there is one between any two neighbours among the φ(k). So

            P(T > t) = the sum over these μ of weight(μ)·μ^t.

        Args:
            t: a number of turns, 0 to 10^15.

        Returns:
            The chance, to 10 decimals or more.

        Raises:
            ValueError: t is out of range, there are more than 500 players, or the dice never meet.
            TypeError: t is not a integer number.

        >>> [round(Chase().survival_float(t), 6) for t in (2864, 10_000)]
        [0.499884, 0.048714]
        """
        t = integer("t", t, 0, MAX_TURNS)
        return self._waves.survival(t)

    def survival_curve_float(self, last: int) -> tuple[float, ...]:
        """Return P(T > t) for t = 0, 1, …, last, see `survival_float`.

        Args:
            last: a number of turns, 0 to 100 000.

        Returns:
            The chances, to 10 decimals or more.

        Raises:
            ValueError: last is out of range, there are more than 500 players, or the dice never
                meet.
            TypeError: last is not a integer number.

        >>> [round(chance, 4) for chance in Chase(4).survival_curve_float(4)]
        [1.0, 0.9444, 0.8179, 0.6943, 0.5864]
        """
        last = integer("last", last, 0, MAX_CURVE)
        return tuple([self._waves.survival(t) for t in range(last + 1)])

    def quantile_float(self, level: Chance) -> int:
        """Return the first t with P(T ≤ t) ≥ level, see `survival_float`; ½ gives the median.

        Below a level of 10^−6 the waves nearly cancel, and the chances of few turns are added up in
        their place (`ring_chain`).

        Args:
            level: an exact probability below 1.

        Returns:
            The quantile. If the chance comes to 10 decimals so close to the level that floats
            cannot tell, it may be off by one; ``ring_chain.quantile`` is exact, and slower.

        Raises:
            ValueError: level is out of range, there are more than 500 players, the dice never meet,
                or the level is below 10^−6 and takes so many turns that adding them up would take
                too long.
            TypeError: level is not exact.

        >>> Chase().quantile_float("1/2"), Chase().quantile_float("9/10")
        (2864, 7796)
        """
        level = below_1("level", level)
        waves = self._waves
        if level < EARLY_LEVEL:
            return self.ring_chain.quantile(self._shorter_distance, level)
        still_on = float(1 - level)
        if not still_on:
            raise ValueError(
                f"level is {short_number(level)}, but floats cannot tell it from 1: "
                "ring_chain.quantile is exact"
            )
        return waves.first_below(still_on)

    # Who loses

    @cached_property
    def loser_probabilities(self) -> tuple[Fraction, ...]:
        """The probability to lose of the seats 0, 1, …, players − 1.

        The distances forget where the dice are, so this needs the pairs, though not their order: it
        is the probability that the chain on unordered pairs is absorbed in (s, s). There may be up
        to 24 players with the usual dice, fewer where the chances have longer fractions.

        >>> [str(chance) for chance in Chase(4).loser_probabilities]
        ['5/22', '3/11', '5/22', '3/11']
        """
        longest = isqrt(isqrt(MAX_SEATS_COST // self._law.unit.bit_length()))
        hint = "equations are players², and their digits grow as well; there is a result in floats"
        self._at_most(longest, hint)
        self._require_end()
        pairs = self.pair_chain.lump(lambda pair: (min(pair), max(pair)))
        chances = pairs.absorption_probabilities((0, self.distance))
        return tuple(chances[seat, seat] for seat in range(self.players))

    @cached_property
    def loser_probabilities_float(self) -> tuple[float, ...]:
        """The probability to lose of the seats 0, 1, …, players − 1, for at most 500 players.

        Let s be the loser's seat, counted from the first die, and F(d) the mean of z^s at distance
        d. When the first die goes to the right, s is 1 more than before, so the equations of F are
        those of a meeting with factors z: F(d) is the sum over both dice of chance·z^(move of the
        first)·F(d + change), and F(0) = F(n) = 1. Solved for each n-th root of unity z, they give
        the probabilities by Fourier's inversion, to 10 digits or more.

        >>> [round(p, 6) for p in Chase(4).loser_probabilities_float]  # 5/22, 3/11
        [0.227273, 0.272727, 0.227273, 0.272727]
        """
        self._at_most(MAX_PLAYERS_WAVES, "the work grows with players²")
        self._require_end()
        return loser_chances(self.players, self.distance, self._law)

    # A game

    def play(self, rng: Random) -> int:
        """Play one game, die by die, and return how many turns it took.

        Args:
            rng: the source of chance; the same seed gives the same game.

        Returns:
            The number of turns.

        Raises:
            ValueError: the dice never meet, or a game takes more than 10^6 turns on average (as it
                does from some 1600 players on).
            TypeError: rng is not a random.Random.

        >>> Chase().play(Random(1))
        4947
        """
        random_source(rng)
        mean = self.expected_turns_float
        if mean > MAX_MEAN_PLAYED:
            raise ValueError(
                f"players is {short_repr(self.players)}, but a game may take at most "
                f"{MAX_MEAN_PLAYED} turns on average, and this one takes {mean:.3g}"
            )
        n, law = self.players, self._law
        left_end, rest_end = law.left / law.unit, (law.left + law.rest) / law.unit

        def move() -> int:
            chance = rng.random()
            return -1 if chance < left_end else 0 if chance < rest_end else 1

        first, second, turns = 0, self.distance, 0
        while first != second:
            first = (first + move()) % n
            second = (second + move()) % n
            turns += 1
        return turns


def _chances(weights: Counter[State], law: Law) -> dict[State, Fraction]:
    return {state: Fraction(weight, law.unit**2) for state, weight in weights.items() if weight}
