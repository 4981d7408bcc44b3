"""A quotient of two polynomials, found from exact values.

A quotient of polynomials whose degrees are n and d is known from n + d + 1 of its values. The
Euclidean algorithm finds it: applied to Π (x − xᵢ) and to the polynomial through all points, each
of its rows is a quotient that meets the points, and a quotient of low degree is among them.

The fractions of that algorithm would grow very long. So it works modulo a large prime. What it
finds becomes a quotient with whole numbers, and the exact values decide whether it is right.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import NamedTuple

__all__ = ["CHECKS", "RationalFunction", "interpolate"]

CHECKS = 4  # the least number of values that agree beyond those from which a quotient is found
ENOUGH = 51  # points from which a quotient is found; the others only check it
_PRIME = 2**607 - 1
_SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

Polynomial = list[int]  # the coefficients of 1, x, x², …, the last one not 0; [] is 0


class RationalFunction(NamedTuple):
    """A quotient of two polynomials with whole coefficients, in lowest terms.

    Attributes:
        numerator: the coefficients of 1, x, x², …; () is 0.
        denominator: its coefficients in the same order.

    >>> RationalFunction((0, 0, 1), (1, -2, 2)).text("p")
    'p²/(2p² − 2p + 1)'
    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    def __call__(self, x: Fraction) -> Fraction:
        """Return the value at x.

        Raises:
            ZeroDivisionError: the function has a pole there.

        >>> RationalFunction((0, 1), (1, 1))(Fraction(1))
        Fraction(1, 2)
        """
        return _value(self.numerator, x) / _value(self.denominator, x)

    @property
    def degrees(self) -> tuple[int, int]:
        """The degrees of the numerator and of the denominator."""
        return max(len(self.numerator) - 1, 0), len(self.denominator) - 1

    def text(self, name: str) -> str:
        """Return the function as it is written in a text.

        Args:
            name: the name of x.

        >>> RationalFunction((1, -2), (3,)).text("win")
        '(−2·win + 1)/3'
        """
        numerator, denominator = (
            _polynomial_text(self.numerator, name),
            _polynomial_text(self.denominator, name),
        )
        if self.denominator == (1,):
            return numerator
        if " " in numerator:
            numerator = f"({numerator})"
        is_plain = len(self.denominator) == 1 or (
            self.denominator[-1] == 1 and not any(self.denominator[:-1])
        )
        return f"{numerator}/{denominator if is_plain else f'({denominator})'}"


def interpolate(points: Sequence[tuple[Fraction, Fraction]]) -> RationalFunction | None:
    """Return the quotient of polynomials of lowest degree that meets all points.

    Args:
        points: (x, value), each x once.

    Returns:
        The quotient, if at least `CHECKS` values more than those that determine it agree with it.
        None if there is no such quotient.

    >>> points = [(Fraction(n, 7), Fraction(n, 7) ** 2 / (1 + Fraction(n, 7))) for n in range(9)]
    >>> interpolate(points).text("x")
    'x²/(x + 1)'
    >>> interpolate(points[:6]) is None
    True
    """
    if any(number.denominator % _PRIME == 0 for point in points for number in point):
        return None
    stride = -(-len(points) // ENOUGH) or 1
    residues = [(_residue(x), _residue(y)) for x, y in points[::stride]]
    numerator, denominator = _lowest(residues)
    if max(len(numerator) - 1, 0) + len(denominator) + CHECKS > len(residues):
        return None
    function = _with_whole_numbers(numerator, denominator)
    if function is None:
        return None
    for x, y in points:
        bottom = _value(function.denominator, x)
        if not bottom or _value(function.numerator, x) != y * bottom:
            return None
    return function


def _value(coefficients: Sequence[int], x: Fraction) -> Fraction:
    value = Fraction(0)
    for coefficient in reversed(coefficients):
        value = value * x + coefficient
    return value


def _residue(number: Fraction) -> int:
    return number.numerator * pow(number.denominator, -1, _PRIME) % _PRIME


# Polynomials modulo the prime


def _trim(polynomial: Polynomial) -> Polynomial:
    while polynomial and not polynomial[-1]:
        polynomial.pop()
    return polynomial


def _evaluate(polynomial: Polynomial, x: int) -> int:
    value = 0
    for coefficient in reversed(polynomial):
        value = (value * x + coefficient) % _PRIME
    return value


def _product(first: Polynomial, second: Polynomial) -> Polynomial:
    product = [0] * (len(first) + len(second))
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] = (product[i + j] + a * b) % _PRIME
    return _trim(product)


def _difference(left: Polynomial, right: Polynomial) -> Polynomial:
    size = max(len(left), len(right))
    first, second = (part + [0] * (size - len(part)) for part in (left, right))
    return _trim([(a - b) % _PRIME for a, b in zip(first, second, strict=True)])


def _divide(first: Polynomial, second: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return the quotient and the remainder."""
    inverse, rest = pow(second[-1], -1, _PRIME), [*first]
    quotient = [0] * max(len(first) - len(second) + 1, 0)
    for shift in reversed(range(len(quotient))):
        factor = rest[shift + len(second) - 1] * inverse % _PRIME
        quotient[shift] = factor
        for i, coefficient in enumerate(second):
            rest[shift + i] = (rest[shift + i] - factor * coefficient) % _PRIME
    return quotient, _trim(rest)


def _lowest(points: Sequence[tuple[int, int]]) -> tuple[Polynomial, Polynomial]:
    """Return the quotient of lowest degree among the rows of the Euclidean algorithm."""
    vanishing: Polynomial = [1]
    interpolation: Polynomial = []
    for x, y in points:  # Newton's way: each point adds a multiple of the product so far
        distance = _evaluate(interpolation, x) - y
        factor = distance * pow(_evaluate(vanishing, x), -1, _PRIME) % _PRIME
        interpolation = _difference(interpolation, _product([factor] if factor else [], vanishing))
        vanishing = _product(vanishing, [-x % _PRIME, 1])
    old: tuple[Polynomial, Polynomial] = (vanishing, [])
    new: tuple[Polynomial, Polynomial] = (interpolation, [1])
    best = new
    while new[0]:
        quotient, rest = _divide(old[0], new[0])
        old, new = new, (rest, _difference(old[1], _product(quotient, new[1])))
        if len(new[0]) + len(new[1]) < len(best[0]) + len(best[1]):
            best = new
    return best


# Back to whole numbers


def _with_whole_numbers(numerator: Polynomial, denominator: Polynomial) -> RationalFunction | None:
    """Return the quotient with whole coefficients; None if they are too long for the prime."""
    scale = pow(denominator[-1], -1, _PRIME)
    fractions = [_fraction(c * scale % _PRIME) for c in (*numerator, *denominator)]
    numbers = [number for number in fractions if number is not None]
    if len(numbers) < len(fractions):
        return None
    unit = lcm(*[number.denominator for number in numbers])
    whole = [int(number * unit) for number in numbers]
    common = gcd(*whole)
    whole = [number // common for number in whole]
    return RationalFunction(tuple(whole[: len(numerator)]), tuple(whole[len(numerator) :]))


def _fraction(residue: int) -> Fraction | None:
    """Return the short fraction that has this residue."""
    bound = 1 << 303  # below the root of half the prime
    old, new = (_PRIME, 0), (residue, 1)
    while new[0] >= bound:
        quotient = old[0] // new[0]
        old, new = new, (old[0] - quotient * new[0], old[1] - quotient * new[1])
    return Fraction(*new) if new[1] and abs(new[1]) < bound else None


# As text


def _polynomial_text(coefficients: Sequence[int], name: str) -> str:
    """Return a polynomial, the highest power first."""
    terms = [
        ("−" if coefficient < 0 else "+", _term(abs(coefficient), power, name))
        for power, coefficient in reversed(list(enumerate(coefficients)))
        if coefficient
    ]
    if not terms:
        return "0"
    (sign, first), *other_terms = terms
    return "".join([sign.strip("+"), first, *[f" {sign} {term}" for sign, term in other_terms]])


def _term(coefficient: int, power: int, name: str) -> str:
    if not power:
        return str(coefficient)
    exponent = str(power).translate(_SUPERSCRIPTS) if power > 1 else ""
    if coefficient == 1:
        return f"{name}{exponent}"
    return f"{coefficient}{'·' if len(name) > 1 else ''}{name}{exponent}"
