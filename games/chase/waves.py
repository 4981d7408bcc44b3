"""The chance that a chase still goes on after each turn, as a sum of waves.

On a ring on which no game ends, a wave of the distance keeps its form and shrinks. Such a wave is
called a ripple here. If the game ends at distance 0, other waves keep their form. What each of them
loses in a turn lies between the losses of two ripples; see `games.chase`.
"""

from collections.abc import Sequence
from math import cos, exp, log, log1p, pi, sin
from typing import NamedTuple

from games.chase.walk import Walk

NEGLIGIBLE = -50  # e^−50 is too small to show in a chance


class Wave(NamedTuple):
    """A wave adds weight·e^(rate·t) to P(T > t), and the rate is negative."""

    weight: float
    rate: float


class Ripple(NamedTuple):
    """The waves of one loss on a ring where nothing ends.

    Attributes:
        loss: the share 1 − φ(k) that they lose in each turn.
        number: how many k have it.
        height: the sum of their cos(2πkd/n).
    """

    loss: float
    number: int
    height: float


class Waves:
    """The waves that last, the slowest first. Each is computed when it is needed.

    Wave j loses more than ripple j and less than ripple j + 1.
    """

    def __init__(self, steps: Walk) -> None:
        self.ripples = _ripples(steps)
        self.rates = [_rate(ripple.loss) for ripple in self.ripples[:-1]]  # no wave j is slower
        self._wave_cache: dict[int, Wave] = {}

    def wave(self, j: int) -> Wave:
        """Return wave j. It depends on no other, so threads may compute the same one twice."""
        if j not in self._wave_cache:
            loss = _loss_between(self.ripples, j)
            height = sum([ripple.height / (ripple.loss - loss) for ripple in self.ripples])
            square = sum([ripple.number / (ripple.loss - loss) ** 2 for ripple in self.ripples])
            self._wave_cache[j] = Wave(-height / (loss * square), _rate(loss))
        return self._wave_cache[j]

    def survival(self, t: int) -> float:
        """Return P(T > t)."""
        if t == 0:
            return 1.0  # the sum of all waves
        total = 0.0
        for j, least_rate in enumerate(self.rates):
            if t * least_rate < NEGLIGIBLE:
                break  # the waves after this one are still smaller
            weight, rate = self.wave(j)
            total += weight * exp(t * rate)
        return min(max(total, 0.0), 1.0)

    def first_below(self, share: float) -> int:
        """Return the first t with P(T > t) ≤ share."""
        weight, rate = self.wave(0)  # the search begins where this wave alone would be so low
        too_early, late_enough = 0, max(1, round(log(share / max(weight, share)) / rate))
        while self.survival(late_enough) > share:
            too_early, late_enough = late_enough, 2 * late_enough
        while too_early < late_enough // 2 and self.survival(late_enough // 2) <= share:
            late_enough //= 2
        while late_enough - too_early > 1:
            middle = (too_early + late_enough) // 2
            if self.survival(middle) > share:
                too_early = middle
            else:
                late_enough = middle
        return late_enough


def _ripples(steps: Walk) -> list[Ripple]:
    """Return the ripples by their loss; those of equal loss are one."""
    n, d = steps.n, steps.d
    two, one = 4 * steps.two / steps.unit, 4 * steps.one / steps.unit
    ripples: list[Ripple] = []
    for k in range(n // 2 + 1):
        angle = pi * k / n
        number = 1 if 2 * k % n == 0 else 2
        loss = two * sin(2 * angle) ** 2 + one * sin(angle) ** 2
        ripples.append(Ripple(loss, number, number * cos(2 * pi * (k * d % n) / n)))
    ripples.sort()
    distinct = ripples[:1]
    for loss, number, height in ripples[1:]:
        last = distinct[-1]
        if loss - last.loss < 1e-13 * loss:
            distinct[-1] = Ripple(last.loss, last.number + number, last.height + height)
        else:
            distinct.append(Ripple(loss, number, height))
    return distinct


def _rate(loss: float) -> float:
    return log1p(-min(loss, 1 - 2**-53))  # no loss exceeds 1: φ(k) is a square


def _loss_between(ripples: Sequence[Ripple], j: int) -> float:
    """Return the x between the losses of ripples j and j + 1 at which Σ number/(x − loss) is 0.

    The sum multiplied by (x − low)(x − high) has no pole there, and is nearly a straight line. Its
    zero is found by false position. If an end stays the same twice, its value is halved (the
    Illinois rule).
    """
    low, high = ripples[j], ripples[j + 1]
    other_poles = [(ripple.loss, ripple.number) for ripple in (*ripples[:j], *ripples[j + 2 :])]
    a, b = low.loss, high.loss
    value_a, value_b = (a - b) * low.number, (b - a) * high.number
    x, last_moved = a, 0
    for _ in range(100):
        previous, x = x, (a * value_b - b * value_a) / (value_b - value_a)
        if abs(x - previous) <= 1e-15 * x or not a < x < b:
            break
        above_low, above_high = x - low.loss, x - high.loss
        rest = sum([number / (x - loss) for loss, number in other_poles])
        value = above_high * low.number + above_low * high.number + above_low * above_high * rest
        if value < 0:
            a, value_a, value_b = x, value, value_b / 2 if last_moved < 0 else value_b
            last_moved = -1
        else:
            b, value_b, value_a = x, value, value_a / 2 if last_moved > 0 else value_a
            last_moved = 1
    return x
