"""The closed form of mean and variance: a parabola and a ripple.

The ripple is given by three numbers:

    h = (1−λ^d)(1−λ^(n−d))/j,  c = (1+λ^n)/j,  both with j = (λ−1/λ)(1−λ^n),
    g = (λ^d−λ^(n−d))/(1−λ^n).

All of them are 0 where there are no steps of 2.
"""

from fractions import Fraction
from functools import lru_cache
from math import asinh, exp, expm1, gcd, sinh, sqrt
from typing import TypeVar

from games.chase.walk import Law, Walk, meeting_distances, walk
from games.validate import short_repr

Real = TypeVar("Real", Fraction, float)
MAX_BITS = 200_000  # of an exact result, roughly


def mean(steps: Walk) -> Fraction:
    """Return the expected number of turns."""
    n, d, two, one, unit = steps
    h, _, _, last_power = _lucas_ripple(n, d, two, one)
    return Fraction((d * (n - d) * last_power + 2 * n * h) * unit, (8 * two + 2 * one) * last_power)


def mean_float(steps: Walk) -> float:
    """Return the expected number of turns in constant time."""
    n, d, two, one, unit = steps
    h, _, _ = _ripple_float(n, d, two, one)
    return (d * (n - d) + 2 * n * h) * (unit / (8 * two + 2 * one))


def variance(steps: Walk) -> Fraction:
    """Return the variance of the number of turns."""
    n, d, two, one, unit = steps
    *ripple, last_power = _lucas_ripple(n, d, two, one)
    h, c, g = (Fraction(number, last_power) for number in ripple)
    return _variance(n, d, Fraction(two, unit), Fraction(one, unit), h, c, g)


def variance_float(steps: Walk) -> float:
    """Return the variance of the number of turns in constant time."""
    n, d, two, one, unit = steps
    return _variance(n, d, two / unit, one / unit, *_ripple_float(n, d, two, one))


@lru_cache(maxsize=8)  # of at most 1000 numbers each
def means_twice_round(n: int, law: Law) -> tuple[range, int, tuple[float, ...]]:
    """Return the means from all places of the ring of the distances from which the dice can meet.

    Returns:
        The distances along the shorter way, the size of the ring (its step leads round it), and
        E of each place on it, twice round from 0.
    """
    distances = meeting_distances(n, law)
    size = len(distances) + 1
    half = distances[: size // 2]
    turns = [mean_float(walk(n, d, law)) for d in half]
    return half, size, tuple(2 * [0.0, *turns, *reversed(turns[: (size - 1) // 2])])


def _lucas_ripple(n: int, d: int, two: int, one: int) -> tuple[int, int, int, int]:
    """Return h, c and g as integers over a common denominator, which comes last."""
    if not two:
        return 0, 0, 0, 1
    common = gcd(two, one)
    a, p = two // common, -(2 * two + one) // common  # λ + 1/λ = p/a
    if n * p.bit_length() > MAX_BITS:
        raise ValueError(
            f"players is {short_repr(n)}, but must be at most {MAX_BITS // p.bit_length()} with "
            "these probabilities: the digits of the exact result grow with their number; "
            "the results in floats exist for any"
        )
    (un, vn), (ud, vd), (ue, ve) = (_lucas(k, p, a * a) for k in (n, d, n - d))
    ad, ae = a**d, a ** (n - d)
    return a * (un - ae * ud - ad * ue), a * un, ae * vd - ad * ve, 2 * ad * ae - vn


def _lucas(k: int, p: int, q: int) -> tuple[int, int]:
    """Return the Lucas numbers U_k and V_k: x_(k+1) = p·x_k − q·x_(k−1) from 0, 1 and 2, p.

    >>> # the numbers of Fibonacci, and those of Lucas
    >>> [_lucas(k, 1, -1) for k in range(5)]
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

    def rest_to_1(k: int) -> float:
        """Return 1 − λ^k."""
        return 1 + exp(-theta * k) if k % 2 else -expm1(-theta * k)

    rest_d, rest_e, rest_n = rest_to_1(d), rest_to_1(n - d), rest_to_1(n)
    j = 2 * sinh(theta) * rest_n
    return rest_d * rest_e / j, (2 - rest_n) / j, (rest_e - rest_d) / rest_n


def _variance(n: int, d: int, a: Real, b: Real, h: Real, c: Real, g: Real) -> Real:
    """Return the variance from the ripple, a and b being the probabilities of steps of 2 and 1.

    With u = d − n/2 and w = λ^d + λ^(n−d), E(d) is a constant less u²/σ² less a multiple of w. So
    S is a sum of u⁴, u², u·(λ^d − λ^(n−d)), w and 1. The equations fix the first three factors,
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
