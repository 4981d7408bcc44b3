"""Simulation: play many games with a seed, and estimate the error of their mean.

The mean of n independent games differs from the true mean by about σ/√n, where σ is the standard
deviation of one game. So one more digit takes a hundred times as many games. A simulation can
check an exact result. It does not replace it.
"""

from collections.abc import Callable
from math import isfinite, sqrt
from random import Random
from statistics import NormalDist
from typing import NamedTuple

from games.validate import Exact, function, integer, real_number, short_repr

__all__ = ["Estimate", "estimate"]

MAX_RUNS = 10_000_000
_TWO_SIDED_95 = NormalDist().inv_cdf(0.975)


class Estimate(NamedTuple):
    """The result of a simulation: an estimated mean and its error, as floats.

    Attributes:
        mean: the mean of all games.
        standard_error: the standard deviation of that mean, estimated from the same games.
        interval: the mean ± 1.96 standard errors. If the games are many, it contains the true mean
            in 95 of 100 simulations. If nearly all games are won, or lost, it is not reliable.
        runs: how many games were played.
    """

    mean: float
    standard_error: float
    interval: tuple[float, float]
    runs: int

    def errors_from(self, truth: Exact | float) -> float:
        """Return the difference from the true mean in standard errors: usually from −2 to 2.

        Args:
            truth: the true mean, a number that is not too large for a float.

        Raises:
            ValueError: truth is not finite.
            TypeError: truth is not a number.

        >>> Estimate(0.75, 0.125, (0.505, 0.995), 13).errors_from(0.5)
        2.0
        """
        miss = self.mean - _number("truth is", truth, "be")
        if self.standard_error == 0:
            return 0.0 if miss == 0 else float("inf") if miss > 0 else float("-inf")
        return miss / self.standard_error


def estimate(play: Callable[[Random], Exact | float], runs: int, seed: int) -> Estimate:
    """Play a game many times and return the mean with its standard error and interval.

    For games x_1 … x_n, the mean is m = Σx/n, and its standard error is √(Σ(x−m)² / (n(n−1))).

    Args:
        play: a function that plays one game with a given random.Random and returns its result: a
            score, a number of turns, or 1 for won and 0 for lost.
        runs: how many games to play, 2 to 10 000 000.
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
    runs = integer("runs", runs, 2, MAX_RUNS, hint="the time grows with the number of games")
    seed = integer("seed", seed)
    function("play", play, "a random.Random")
    rng = Random(seed)
    mean, squares = 0.0, 0.0
    for n in range(1, runs + 1):
        result = _number("play returned", play(rng), "return")
        miss = result - mean
        mean += miss / n  # Welford's update does not subtract two large sums
        squares += miss * (result - mean)
    error = sqrt(squares / (runs - 1) / runs)
    reach = _TWO_SIDED_95 * error
    return Estimate(mean, error, (mean - reach, mean + reach), runs)


def _number(subject: str, value: object, verb: str) -> float:
    try:
        # True and False stand for won and lost
        number = float(real_number("", int(value) if isinstance(value, bool) else value))
    except TypeError:
        raise TypeError(f"{subject} {short_repr(value)}, but must {verb} a number") from None
    except (OverflowError, ValueError):
        raise ValueError(
            f"{subject} {short_repr(value)}, but must {verb} one that fits a float"
        ) from None
    if not isfinite(number):
        raise ValueError(f"{subject} {number}, but must {verb} a finite number")
    return number
