"""Who loses, in floats: the chance of each seat by Fourier's inversion.

Let s be the loser's seat, counted from the first die, and F(d) the mean of z^s at distance d. When
the first die goes to the right, s is 1 more than before. So the equations of F are those of a
meeting with factors z: F(d) is the sum of chance·z^(move of the first)·F(d + change) over the moves
of both dice, and F(0) = F(n) = 1. Solved for each n-th root of unity z, they give the chances of
all seats.
"""

import cmath
from collections.abc import Callable
from math import pi

from games.chase.walk import Law


def loser_chances(n: int, d: int, law: Law) -> tuple[float, ...]:
    """Return the chance to lose of the seats 0, 1, …, n − 1."""
    roots = [cmath.rect(1, 2 * pi * k / n) for k in range(n)]
    # Conjugate roots have conjugate means, so half of them suffice.
    half = [(1 + 0j) / 2, *[_mean_of_power(z, n, d, law) for z in roots[1 : n // 2 + 1]]]
    if n % 2 == 0:
        half[-1] /= 2
    return tuple(
        2 * sum([(mean * roots[-k * seat % n]).real for k, mean in enumerate(half)]) / n
        for seat in range(n)
    )


def _mean_of_power(z: complex, n: int, d: int, law: Law) -> complex:
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
    both_move, one = left * right, rest * (right * w + left / w)
    stay = 1 - rest * rest - left * left / z - right * right * z

    def wave(t: complex) -> Callable[[int], complex]:
        root = cmath.sqrt(t * t - 4)
        base = 2 / max(t + root, t - root, key=abs)
        return lambda k: base**k + sign * base ** (n - k)

    if both_move == 0:
        single = wave(stay / one)
        return w**d * single(d) / single(0)
    middle, root = (
        -one / (2 * both_move),
        cmath.sqrt(one * one + 4 * both_move * (stay + 2 * both_move)),
    )
    first, second = wave(middle + root / (2 * both_move)), wave(middle - root / (2 * both_move))
    turn1, turn2 = first(1) - first(-1), second(1) - second(-1)
    scale = first(0) * turn2 - second(0) * turn1
    return w**d * (first(d) * turn2 - second(d) * turn1) / scale
