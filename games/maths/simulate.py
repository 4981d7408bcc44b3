"""Simulation: play many games with a seed, and say how far the mean may be off.

The mean of n independent games misses the true mean by about σ/√n, where σ is the standard
deviation of one game: for one more digit, play a hundred times as many games. A simulation checks
an exact result; it never replaces it.
"""

from collections.abc import Callable
from fractions import Fraction
from math import isfinite, sqrt
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from games.arguments import shown, whole

__all__ = ["Estimate", "estimate"]

MAX_RUNS = 10_000_000
_TWO_SIDED_95 = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """What a simulation says of a mean, as floats: simulation is never exact.

    Attributes:
        mean: the mean of all games.
        standard_error: the standard deviation of that mean, estimated from the same games.
        interval: the mean ± 1.96 standard errors, which holds the truth in 95 of 100 simulations
            if the games are many; do not trust it where hardly any game was won, or lost.
        runs: how many games were played.
    """

    mean: float
    standard_error: float
    interval: tuple[float, float]
    runs: int

    def errors_from(self, truth: Fraction | float) -> float:
        """Return by how many standard errors the mean misses a value: usually from −2 to 2.

        Args:
            truth: the value, a number that is not too large for a float.

        Raises:
            ValueError: it is not finite.
            TypeError: it is not a number.

        >>> Estimate(0.75, 0.125, (0.505, 0.995), 13).errors_from(0.5)
        2.0
        """
        miss = self.mean - _number("truth is", truth, "be")
        if self.standard_error == 0:
            return 0.0 if miss == 0 else float("inf") if miss > 0 else float("-inf")
        return miss / self.standard_error


def estimate(play: Callable[[Random], int | Fraction | float], runs: int, seed: int) -> Estimate:
    """Play a game many times and return the mean with its standard error and interval.

    With games x_1 … x_n, the mean is m = Σx/n and its standard error √(Σ(x−m)² / (n(n−1))).

    Args:
        play: plays one game with the given source of chance and returns its result: a score, a
            number of turns, or 1 and 0 for won and lost.
        runs: how many games, 2 to 10 000 000.
        seed: any whole number; the same seed gives the same games.

    Returns:
        An `Estimate` of floats.

    Raises:
        ValueError: runs is out of range.
        TypeError: seed or runs is not a whole number, or play does not return numbers; also
            ValueError, if it returns one that is not finite or too large for a float.

    >>> die = estimate(lambda rng: rng.randint(1, 6), runs=1000, seed=1)
    >>> round(die.mean, 2), round(die.standard_error, 2), die.runs
    (3.53, 0.05, 1000)
    """
    runs = whole("runs", runs, 2, MAX_RUNS, hint="the time grows with the number of games")
    seed = whole("seed", seed)
    if not callable(play):
        raise TypeError(f"play is {shown(play)}, but must be a function of a random.Random")
    rng = Random(seed)
    mean, squares = 0.0, 0.0
    for n in range(1, runs + 1):
        result = _number("play returned", play(rng), "return")
        miss = result - mean
        mean += miss / n  # Welford's update: no difference of two large sums
        squares += miss * (result - mean)
    error = sqrt(squares / (runs - 1) / runs)
    reach = _TWO_SIDED_95 * error
    return Estimate(mean, error, (mean - reach, mean + reach), runs)


def _number(subject: str, value: object, verb: str) -> float:
    if not isinstance(value, int | Fraction | float):
        raise TypeError(f"{subject} {shown(value)}, but must {verb} a number")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(
            f"{subject} {shown(value)}, but must {verb} one that fits a float"
        ) from None
    if not isfinite(number):
        raise ValueError(f"{subject} {number}, but must {verb} a finite number")
    return number
