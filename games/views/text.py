"""Numbers in words: how every picture writes a probability, a fraction and a list.

A rounded number must not say more than is true: what is neither impossible nor certain is never
written as 0 % or 100 %, however many digits that takes.
"""

from collections.abc import Iterable
from decimal import Context, Decimal
from fractions import Fraction
from math import log10

__all__ = ["count", "exact", "listed", "percent", "points", "signed"]

_SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(p: Fraction) -> str:
    """Return a probability as a percentage of two decimals, or more where it is small.

    >>> percent(Fraction(1, 3)), percent(Fraction(1, 7919)), percent(Fraction(1, 10**9))
    ('33.33 %', '0.0126 %', '1.00 × 10⁻⁷ %')
    >>> percent(Fraction(99999, 100000)), percent(Fraction(1))
    ('over 99.99 %', '100 %')
    """
    if p != 1 and p >= Fraction(99995, 100000):
        return "over 99.99 %"
    return f"{points(p)} %"


def points(p: Fraction) -> str:
    """Return a difference of probabilities in percentage points, without the unit.

    >>> points(Fraction(1, 3)), points(Fraction(-1, 50)), points(Fraction(0))
    ('33.33', '−2.00', '0')
    """
    if p < 0:
        return "−" + points(-p)
    if p in (0, 1):
        return str(100 * p)
    if p >= Fraction(1, 1000):
        whole, rest = divmod(round(10_000 * p), 100)
        return f"{whole}.{rest:02d}"
    three_digits = Context(prec=3).divide(Decimal(100 * p.numerator), Decimal(p.denominator))
    mantissa, exponent = f"{three_digits:.2e}".split("e")
    if int(exponent) >= -4:
        return f"{three_digits:.{2 - int(exponent)}f}"
    return f"{mantissa} × 10{exponent.translate(_SUPERSCRIPT)}"


def signed(p: Fraction) -> str:
    """Return `points` with its sign, + or −, unless it is 0.

    >>> signed(Fraction(1, 50)), signed(Fraction(0))
    ('+2.00', '0')
    """
    return f"+{points(p)}" if p > 0 else points(p)


def exact(p: Fraction, length: int = 40) -> str:
    """Return a fraction in full if it is short, else how many digits it has.

    >>> exact(Fraction(5, 6)), exact(Fraction(1, 3**200), 20)
    ('5/6', 'a fraction of 1 over 96 digits')
    """
    above, below = _digits(p.numerator), _digits(p.denominator)
    if above + below < length:
        return str(p)
    return f"a fraction of {above} over {below} digits"


def count(number: int, noun: str) -> str:
    """Return a number with its noun, in the plural where there is not one.

    >>> count(1, "field"), count(2, "field")
    ('1 field', '2 fields')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(items: Iterable[object], last: str = "and") -> str:
    """Return the items as a reader would list them.

    >>> listed([3]), listed([3, 4]), listed([3, 4, 5], "or")
    ('3', '3 and 4', '3, 4 or 5')
    """
    *head, tail = map(str, items)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def _digits(n: int) -> int:
    """Return how many decimal digits n has; ``str`` refuses the longest."""
    n = abs(n) or 1
    least: int = int((n.bit_length() - 1) * log10(2)) + 1
    return least + int(n >= 10**least)
