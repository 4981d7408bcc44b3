"""The roots of polynomials, in floats."""

import cmath
from collections.abc import Sequence
from math import pi

__all__ = ["roots_float"]


def roots_float(coefficients: Sequence[int]) -> list[complex]:
    """Return the roots of a polynomial, all at once (Aberth).

    Each root takes Newton's step, corrected by a push away from the others:

        z ← z − w / (1 − w · Σ 1/(z − other)),  w = p(z) / p′(z).

    Args:
        coefficients: those of 1, z, z², …; the first and the last are not 0, and no root is double.

    Returns:
        The roots in no particular order.

    Raises:
        ValueError: the first or the last coefficient is 0.

    >>> roots = roots_float([-1, -1, 1])  # z² = z + 1
    >>> sorted(round(root.real, 6) for root in roots)
    [-0.618034, 1.618034]
    """
    if not coefficients or not coefficients[0] or not coefficients[-1]:
        raise ValueError("coefficients must begin and end with a number that is not 0")
    degree = len(coefficients) - 1
    radius = abs(coefficients[0] / coefficients[-1]) ** (1 / max(degree, 1))
    roots = [cmath.rect(radius, 2 * pi * (k + 0.25) / degree) for k in range(degree)]
    for _ in range(100):
        largest = 0.0
        for k, z in enumerate(roots):
            value = slope = 0j
            for coefficient in reversed(coefficients):
                slope = slope * z + value
                value = value * z + coefficient
            newton = value / slope
            push = sum(1 / (z - other_root) for j, other_root in enumerate(roots) if j != k)
            step = newton / (1 - newton * push)
            roots[k] = z - step
            largest = max(largest, abs(step / z))
        if largest < 1e-15:
            break
    return roots
