"""Numbers in words: how every picture writes a probability, a fraction and a list.

A rounded number must not say more than is true: what is neither impossible nor certain is never
written as 0 % or 100 %, however many digits that takes.
"""

import re
from collections.abc import Iterable
from decimal import Context, Decimal
from fractions import Fraction
from math import log10

HYPHEN = re.compile(r"(?<![\w.)\]}])-(?=\d)")  # before a number, not between two parts
SUPERSCRIPT = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


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


def chance_in_words(p: Fraction) -> str:
    """Return a probability for a sentence: as `percent`, or in words where it is very small.

    >>> chance_in_words(Fraction(1, 3)), chance_in_words(Fraction(1, 66_225_000))
    ('33.33 %', '1 in 66 million')
    >>> chance_in_words(Fraction(1, 1_500_000)), chance_in_words(Fraction(1, 7 * 10**15))
    ('1 in 1.5 million', '1 in 7.00 × 10¹⁵')
    """
    if not 0 < p < Fraction(1, 10**6):
        return percent(p)
    for name, scale in (("million", 10**6), ("billion", 10**9), ("trillion", 10**12)):
        count = 1 / (p * scale)
        if count < 1000:
            return f"1 in {number(count, 0 if count >= 10 else 1)} {name}"
    return f"1 in {number(1 / p, 2)}"


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
        percents, hundredths = divmod(round(10_000 * p), 100)
        return f"{percents}.{hundredths:02d}"
    three_digits = Context(prec=3).divide(Decimal(100 * p.numerator), Decimal(p.denominator))
    mantissa, exponent = f"{three_digits:.2e}".split("e")
    if int(exponent) >= -4:
        return f"{three_digits:.{2 - int(exponent)}f}"
    return f"{mantissa} × 10{exponent.translate(SUPERSCRIPT)}"


def signed_points(p: Fraction) -> str:
    """Return `points` with its sign, + or −, unless it is 0.

    >>> signed_points(Fraction(1, 50)), signed_points(Fraction(0))
    ('+2.00', '0')
    """
    return f"+{points(p)}" if p > 0 else points(p)


def summand(value: Fraction | float, decimals: int) -> str:
    """Return a number as a part of a sum, with its sign before it.

    >>> summand(3, 2), summand(Fraction(-1, 4), 2)
    ('+ 3.00', '− 0.25')
    """
    return f"− {number(-value, decimals)}" if value < 0 else f"+ {number(value, decimals)}"


def number(value: Fraction | float, decimals: int | None = None) -> str:
    r"""Return a number with so many decimals, or all that it has, and long ones in groups of three.

    Very small and very large numbers are written with a power of ten.

    >>> number(Fraction(2743, 7), 2), number(0.25), number(1234567), number(-3, 1)
    ('391.86', '0.25', '1\u202f234\u202f567', '−3.0')
    >>> number(3.00104e21, 2), number(1e-5), number(Fraction(1, 7919), 2)
    ('3.00 × 10²¹', '10⁻⁵', '1.26 × 10⁻⁴')
    """
    if value < 0:
        return "−" + number(-value, decimals)
    scale = 10 ** (4 if decimals is None else decimals)
    numerator, denominator = value.as_integer_ratio()
    if numerator and not denominator <= scale * numerator < 10**12 * scale * denominator:
        return _with_power(Fraction(value), decimals)
    if decimals is None:
        shortest = Decimal(repr(float(value))).normalize()
        decimals = max(0, -int(shortest.as_tuple().exponent))
    integer, rest = divmod(
        (2 * numerator * 10**decimals + denominator) // (2 * denominator), 10**decimals
    )
    return f"{_group_digits(integer)}.{rest:0{decimals}d}" if decimals else _group_digits(integer)


def rounded(value: Fraction) -> str:
    """Return an integer in full, any other number with two decimals.

    >>> rounded(Fraction(4)), rounded(Fraction(5, 6))
    ('4', '0.83')
    """
    return number(value, None if value.denominator == 1 else 2)


def to_eight_digits(value: Fraction | float) -> str:
    """Return a number with eight decimals, or with eight digits where it is small.

    >>> to_eight_digits(Fraction(1, 3)), to_eight_digits(Fraction(4761, 8000))
    ('0.33333333', '0.595125')
    >>> to_eight_digits(Fraction(1, 70_000_000_000)), to_eight_digits(-2)
    ('1.4285714 × 10⁻¹¹', '−2')
    """
    if value < 0:
        return "−" + to_eight_digits(-value)
    numerator, denominator = value.as_integer_ratio()
    if numerator and not denominator <= 1000 * numerator < 10**12 * denominator:
        digits = Context(prec=8).divide(Decimal(numerator), Decimal(denominator)).normalize()
        mantissa, exponent = f"{digits:e}".split("e")
        return f"{mantissa} × 10{exponent.removeprefix('+').translate(SUPERSCRIPT)}"
    text = number(value, 8)
    return text.rstrip("0").rstrip(".") if "." in text else text


def _group_digits(n: int) -> str:
    return f"{n:_}".replace("_", "\N{NARROW NO-BREAK SPACE}") if n > 9999 else str(n)


def _with_power(value: Fraction, decimals: int | None) -> str:
    digits = Context(prec=15 if decimals is None else 3)
    quotient = digits.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize()
    mantissa, exponent = f"{quotient:e}".split("e")
    power = f"10{exponent.removeprefix('+').translate(SUPERSCRIPT)}"
    if decimals is not None:
        mantissa = f"{Decimal(mantissa):.2f}"
    return power if mantissa == "1" else f"{mantissa} × {power}"


def with_minus(text: str) -> str:
    """Return a text with a minus sign, and no hyphen, before each negative number.

    >>> with_minus("-57/35"), with_minus("(-1, half-open, 2026-11-30)")
    ('−57/35', '(−1, half-open, 2026-11-30)')
    """
    return HYPHEN.sub("−", text)


def exact(p: Fraction, length: int = 40) -> str:
    """Return a fraction in full if it is short, else how many digits it has.

    >>> exact(Fraction(-5, 6)), exact(Fraction(1, 3**200), 20)
    ('−5/6', 'a fraction of 1 over 96 digits')
    """
    numerator, denominator = _digits(p.numerator), _digits(p.denominator)
    if numerator + denominator < length:
        return with_minus(str(p))
    return f"a fraction of {numerator} over {denominator} digits"


def exactly(p: Fraction, length: int = 40) -> str:
    """Return the `exact` fraction as a note to a rounded number; "" where nothing was rounded.

    >>> exactly(Fraction(5, 6)), exactly(Fraction(4))
    ('exactly 5/6', '')
    """
    return "" if p.denominator == 1 else f"exactly {exact(p, length)}"


def count(number: int, singular: str, plural: str = "") -> str:
    r"""Return a number with its noun, in the plural unless the number is 1.

    >>> count(1, "field"), count(20_000, "field"), count(2, "category", "categories")
    ('1 field', '20\u202f000 fields', '2 categories')
    """
    return f"{_group_digits(number)} {singular if number == 1 else plural or singular + 's'}"


def list_text(items: Iterable[object], last: str = "and") -> str:
    """Return the items as a reader would list them.

    >>> list_text([3]), list_text([3, 4]), list_text([3, 4, 5], "or")
    ('3', '3 and 4', '3, 4 or 5')
    """
    *head, tail = map(str, items)
    return f"{', '.join(head)} {last} {tail}" if head else tail


def _digits(n: int) -> int:
    """Return how many decimal digits n has; ``str`` refuses the longest."""
    n = abs(n) or 1
    minimum: int = int((n.bit_length() - 1) * log10(2)) + 1
    return minimum + int(n >= 10**minimum)
