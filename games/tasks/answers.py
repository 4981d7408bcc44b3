"""What somebody typed as an answer, read as a number. It is never run as code.

>>> read("2 28/29").value == read("86/29").value == read("= 172 / 58").value
True
>>> read("34,4 %").value, read("½").value, read("5 : 9").odds
(Fraction(43, 125), Fraction(1, 2), (5, 9))
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from games.arguments import shown

__all__ = ["LONGEST", "Answer", "read"]

LONGEST = 60  # characters; no answer of the book needs half as many

# What keyboards, textbooks and spreadsheets write for the same.
_ALIKE = str.maketrans({"−": "-", "–": "-", "⁄": "/", "∕": "/", "÷": "/", "∶": ":", "٫": "."})
_WHOLE = r"[0-9]+"
_GROUPED = re.compile(r"[0-9]{1,3}(?: [0-9]{3})+")
_FRACTION = re.compile(rf"(?:(?P<whole>{_WHOLE}) )?(?P<above>{_WHOLE}) ?/ ?(?P<below>{_WHOLE})")
_DECIMAL = re.compile(rf"(?P<whole>{_WHOLE})?[.,](?P<places>[0-9]*)|{_WHOLE}")
_ODDS = re.compile(rf"(?P<for>{_WHOLE}) ?(?::| to ) ?(?P<against>{_WHOLE})")
_HOW = "Write a number such as 7, 86/29, 2 28/29, 2.966, 34.4 % or 5 : 9."


@dataclass(frozen=True)
class Answer:
    """A number as somebody gave it.

    Attributes:
        value: the number; of odds a : b the quotient a/b.
        places: how many decimals were given, or None if it was a fraction.
        odds: (a, b), if odds were given.
        cancel: by what its fraction or odds can be cancelled, 1 if by nothing.
    """

    value: Fraction
    places: int | None = None
    odds: tuple[int, int] | None = None
    cancel: int = 1


def read(text: str) -> Answer:
    """Return the number that a text stands for.

    It may be a whole number, a fraction, a mixed number, a decimal with a point or a comma, a
    percentage of any of these, or odds a : b; fractions may be single characters, such as ½.

    Args:
        text: at most 60 characters.

    Raises:
        TypeError: the answer is not a text.
        ValueError: the text is too long, or is no number; the message says what to write.

    >>> read("0,6"), read("6 : 9").cancel
    (Answer(value=Fraction(3, 5), places=1, odds=None, cancel=1), 3)
    >>> read("2 ** 9")
    Traceback (most recent call last):
    ValueError: '2 ** 9' is no number that can be read. Write a number such as 7, 86/29, 2 28/29, \
2.966, 34.4 % or 5 : 9.
    """
    if not isinstance(text, str):
        raise TypeError(f"The answer is {shown(text)}, but must be a text.")
    if len(text) > LONGEST:
        raise ValueError(f"An answer has at most {LONGEST} characters; this one has {len(text)}.")
    plain = _plain(text)
    if not plain:
        raise ValueError(f"There is no answer yet. {_HOW}")
    body = plain.removesuffix("%").rstrip()
    hundredth = Fraction(1, 100 if body != plain else 1)
    sign = -1 if body.startswith("-") else 1
    body = body.removeprefix("-").removeprefix("+").lstrip()
    if _GROUPED.fullmatch(body):
        body = body.replace(" ", "")
    if it := _FRACTION.fullmatch(body):
        above, below = int(it["above"]), int(it["below"])
        if below == 0:
            raise ValueError(f"{shown(text)} divides by 0.")
        value = (int(it["whole"] or 0) + Fraction(above, below)) * sign * hundredth
        return Answer(value, cancel=gcd(above, below))
    if (it := _DECIMAL.fullmatch(body)) and body not in (".", ","):
        places = len(it["places"] or "")
        digits = (it["whole"] or "0") + (it["places"] or "") if it["places"] is not None else body
        value = Fraction(int(digits), 10**places) * sign * hundredth
        return Answer(value, places + (2 if hundredth < 1 else 0))
    if (it := _ODDS.fullmatch(body)) and body == plain:
        ours, theirs = int(it["for"]), int(it["against"])
        if theirs == 0:
            raise ValueError(f"{shown(text)} are no odds: what stands second must be more than 0.")
        return Answer(Fraction(ours, theirs), odds=(ours, theirs), cancel=gcd(ours, theirs))
    raise ValueError(f"{shown(text)} is no number that can be read. {_HOW}")


def _plain(text: str) -> str:
    """Return a text in plain digits and signs, with single spaces between its parts."""
    parts = []
    for character in text.translate(_ALIKE):
        if unicodedata.decomposition(character).startswith("<fraction>"):
            above, _, below = unicodedata.normalize("NFKC", character).partition("⁄")
            parts.append(f" {above}/{below}")
        elif unicodedata.category(character) == "Nd":
            parts.append(str(unicodedata.decimal(character)))
        else:
            wide = unicodedata.normalize("NFKC", character)
            parts.append(wide if len(wide) == 1 and not wide.isdigit() else character)
    return " ".join("".join(parts).lower().split()).removeprefix("=").lstrip()
