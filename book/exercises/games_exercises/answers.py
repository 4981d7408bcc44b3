"""Reads an answer that somebody typed as a number. The text is never run as code.

>>> {read(s).value for s in ("2 28/29", "E(1) = 86/29 throws", "2+28/29.")}
{Fraction(86, 29)}
>>> [str(read(text).value) for text in ("34,4 %", "3 · 10⁵", "1 in 24")]
['43/125', '300000', '1/24']
>>> read("5 : 9").odds
(5, 9)
>>> read("306,810").value, read("306,810").grouped
(Fraction(30681, 100), 306810)
"""

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, gcd, isqrt, prod, sqrt

from games.validate import short_repr

__all__ = ["LONGEST", "Answer", "read"]

LONGEST = 60  # characters; the answers of the book need less than half of them
MOST = 60  # decimal digits of a power

# Signs with the same meaning, as keyboards, textbooks and spreadsheets write them.
_ALIKE = str.maketrans("−–⁄∕÷∶٫×·⋅’[]{}≈~\u2009\u202f", "--///:.***'()()==  ", "$€£")
_NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = ("thir", "four", "fif", "six", "seven", "eigh", "nine")
_TENS = ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")
_NAMED = {word: str(n) for n, word in enumerate((*_NUMERALS, "eleven", "twelve"), 1)}
_NAMED |= {f"{word}teen": str(n) for n, word in enumerate(_TEENS, 13)}
_NAMED |= {f"{word}ty": f"{n}0" for n, word in enumerate(_TENS, 2)}
_NAMED |= {
    f"{word}ty-{_NUMERALS[n - 1]}": f"{m}{n}"
    for m, word in enumerate(_TENS, 2)
    for n in range(1, 10)
}
_NAMED |= {"zero": "0", "minus": "-", "once": "1", "twice": "2"}
_PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}  # two thirds
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_PARTS |= {word + s: n for n, word in enumerate(_ORDINALS, 3) for s in ("", "s")}
_TIMES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_PERCENT = {"%", "percent", "pct"}
_ROOT = ("√", "sqrt", "root")
_OVER = {"/", "in", "of", "over"}  # 1/24, 1 in 24, 3 of 8
_NO_UNIT = _OVER | {*_TIMES, *_PARTS, *_ROOT, "and", "not", "or", "plus", "to"}
_NO_UNIT |= {"above", "below", "least", "less", "more", "most", "than", "under", "without"}
_MONTH = "(?:jan|feb|mar|mär|mrz|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)"
_DATE = re.compile(
    rf"\d+-\d\d-\d\d|\d+[-. ]+{_MONTH}|{_MONTH}[-. ]+\d+"
)  # spreadsheets make dates of 4/7
# The noun after a count has no meaning here: one game in four.
_COUNTED = re.compile(
    rf"(?<=\d) (?!(?:{'|'.join(sorted(_NO_UNIT | _PERCENT | {'out'}))})\b)[a-z]+"
    r"(?= (?:in|out of) (?:a |\d))"
)
_AND_PART = re.compile(rf"(?<=\d) and (?:a|(\d+)) ({'|'.join(_PARTS)})\b")  # 6 and a half
_SEVERAL = re.compile(r"\d.*(?: and | or |[,;] ).*\d")
_FACTORIAL = re.compile(r"(?<![\d.,/])1 ?/ ?(1?\d)!")  # elsewhere the sign ends a sentence: 5!
_WHOLE = re.compile(r"(?<=[\d%!)]) (?:of [a-z ]+|in all)$")  # 12 % of all games
_GROUP = r"(?:[.,']| (?!\d+ ?/))(?=\d{3}(?!\d))\d{3}"  # 2 128/129 is not 2128/129
_NUMBER = rf"\d+(?:{_GROUP})*(?:[.,]\d*)?|[.,]\d+"
_TOKEN = re.compile(rf" ?(?:(?P<number>{_NUMBER})(?:e(?P<e>[-+]?\d{{1,2}}))?|(?P<other>[a-z]+|.))")
_LABEL = re.compile(r"[^\W\d_]+(?: ?\([\w, ]*\))?(?: [^\W\d_]+)*")  # E(1), P(win), the mean
_HOW = "Write a number such as 907, 17/39, 2 17/39, 2.39, 17.3 % or 17 : 39."


@dataclass(frozen=True)
class Answer:
    """A number that was read from an answer.

    Attributes:
        value: the number. For odds a : b this is the quotient a/b.
        step: one unit of the last digit, if the answer has digits alone, such as 2.5 or 3e5.
        odds: (a, b), if the answer is odds.
        cancel: the common divisor of the fraction or odds, 1 if they are in lowest terms.
        grouped: the other value of the answer, if its comma or point can separate thousands.
    """

    value: Fraction
    step: Fraction | None = None
    odds: tuple[int, int] | None = None
    cancel: int = 1
    grouped: int | None = None


def read(text: str, longest: int = LONGEST) -> Answer:
    """Return the number that a text stands for.

    The text can be a whole number, with or without marks between the thousands, a fraction, a
    mixed number, a decimal with a point or a comma, a percentage of any of these, a power, product
    or root, or odds a : b. The text may also have a name before the number (``E =``), words before
    and after the number (about 5 throws), and brackets around the number.

    Args:
        text: the text that was typed.
        longest: the largest number of characters. Formulas of the texts are longer than answers.

    Raises:
        TypeError: the answer is not a text.
        ValueError: the text is too long, or is not a number. The message says what to write.

    >>> read("0,6"), read("6 : 9").cancel
    (Answer(value=Fraction(3, 5), step=Fraction(1, 10), odds=None, cancel=1, grouped=None), 3)
    >>> read("2 ** 9")
    Traceback (most recent call last):
    ValueError: '2 ** 9' is no number that can be read. Write a number such as 907, 17/39, \
2 17/39, 2.39, 17.3 % or 17 : 39.
    """
    if not isinstance(text, str):
        raise TypeError(f"The answer is {short_repr(text)}, but must be a text.")
    if len(text) > longest:
        raise ValueError(f"An answer has at most {longest} characters; this one has {len(text)}.")
    plain = _plain(text)
    if _DATE.fullmatch(plain):
        raise ValueError(f"{short_repr(text)} is a date. A spreadsheet may have made it. {_HOW}")
    parts = [part.strip() for part in plain.split("=")]
    if not any(parts):
        raise ValueError(f"There is no answer yet. {_HOW}")
    try:
        last = next(part for part in reversed(parts) if part)
        readings = [
            _Line(part).answer()
            for part in parts
            if part == last or (part and not _LABEL.fullmatch(part))
        ]
    except SyntaxError:
        if _SEVERAL.search(text):
            advice = "Write only the one that is asked for"
            raise ValueError(f"{short_repr(text)} names more than one number. {advice}.") from None
        raise ValueError(f"{short_repr(text)} is no number that can be read. {_HOW}") from None
    except ZeroDivisionError:
        raise ValueError(f"{short_repr(text)} divides by 0.") from None
    exact = min(readings, key=lambda reading: reading.step or 0)  # of 86/29 = 2.966
    if any(abs(reading.value - exact.value) > (reading.step or 0) for reading in readings):
        raise ValueError(f"{short_repr(text)} names numbers that differ. Which one do you mean?")
    return exact


class _Line:
    """The signs of an answer, and the position of the next sign to read."""

    def __init__(self, text: str) -> None:
        self.tokens: list[re.Match[str]] = []
        while text:
            if not (token := _TOKEN.match(text)):
                raise SyntaxError
            self.tokens.append(token)
            text = text[token.end() :]
        self.position = 0

    def accept(self, *signs: str) -> bool:
        """Read the next sign if it is one of these, and return whether it was."""
        is_next = self.position < len(self.tokens) and self.tokens[self.position]["other"] in signs
        self.position += is_next
        return is_next

    @property
    def last(self) -> str:
        """The sign that was read last."""
        return self.tokens[self.position - 1]["other"]

    @property
    def word(self) -> str:
        """The next sign if it is a word, else an empty text."""
        sign = self.tokens[self.position]["other"] if self.position < len(self.tokens) else ""
        return sign if sign and sign.isalpha() else ""

    def answer(self) -> Answer:
        """Read all signs and return their number."""
        while self.word and self.word not in _NO_UNIT:  # words before the number: about, field, ca.
            self.position += 1
            if self.accept("("):  # this would be the call of a function
                raise SyntaxError
            self.accept(".")
        if self.accept(*_PARTS):
            value, rest = Fraction(1, _PARTS[self.last]), self.tokens[self.position :]
            if any(token["number"] for token in rest):  # half of 9900
                raise SyntaxError
            return Answer(
                value * prod(_TIMES.get(token["other"], 1) for token in rest)
            )  # half a million
        self.accept("*")  # ×10
        first = self.sum()
        if self.accept(":", "to"):
            first = _odds(first, self.sum())
        elif self.accept(*_PARTS):
            first = Answer(first.value / _PARTS[self.last])
        elif self.accept(*_TIMES):
            first = Answer(first.value * _TIMES[self.last])
        if not first.odds and (
            self.accept(*_PERCENT) or (self.accept("per") and self.accept("cent"))
        ):
            first = Answer(first.value / 100, first.step / 100 if first.step else None)
        while (
            self.word and self.word not in _NO_UNIT
        ):  # words after the number: throws, points of the game
            self.position += 1
            if self.last == "times":
                self.accept("more")
        while self.accept(".", "!", "?"):
            pass
        if self.position < len(self.tokens):
            raise SyntaxError
        return first

    def sum(self) -> Answer:
        """Read a sum of products, with a sign before each."""
        is_below = self.accept("-", "+") and self.last == "-"
        answer = self.product()
        if is_below:
            answer = Answer(-answer.value, answer.step, cancel=answer.cancel)
        while self.accept("+", "-"):
            by = -1 if self.last == "-" else 1
            answer = Answer(answer.value + by * self.product().value)
        return answer

    def product(self) -> Answer:
        """Read a mixed number, factors, or a fraction."""
        answer = self.power()
        if (
            answer.step == 1
            and self.position < len(self.tokens)
            and self.tokens[self.position]["number"]
        ):
            part = self.product()  # 2 28/29
            if part.step or not 0 <= part.value < 1:
                raise SyntaxError
            return Answer(answer.value + part.value, cancel=part.cancel)
        is_over = False  # 1/2/3 is not a fraction
        while self.accept("*") or (
            not is_over and (self.accept(*_OVER) or (self.accept("out") and self.accept("of")))
        ):
            is_over = self.last != "*"
            by = self.total() if self.last in {"in", "of"} else self.power()
            integers = [_integer(part) for part in (answer, by)]
            if not is_over:
                is_ten = set(str(by.value)) <= set("10/")
                step = answer.step * by.value if answer.step and is_ten else None
                answer = Answer(answer.value * by.value, step)
            elif None not in integers:
                above, below = (integer or 0 for integer in integers)
                answer = Answer(Fraction(above, below), cancel=gcd(above, below))
            else:
                answer = Answer(answer.value / by.value)
        return answer

    def total(self) -> Answer:
        """Read the total of a share: 24, a hundred, ten thousand."""
        by = Answer(Fraction(1)) if self.accept("a") else self.power()
        if self.accept(*_TIMES):
            return Answer(by.value * _TIMES[self.last])
        if self.last == "a":
            raise SyntaxError
        return by

    def power(self) -> Answer:
        """Read a number, or a term in brackets, and its exponent."""
        if self.accept(*_ROOT):
            return Answer(_root(self.power().value))
        if self.accept("("):
            answer = self.sum()
            if not self.accept(")"):
                raise SyntaxError
        else:
            if self.position == len(self.tokens) or not self.tokens[self.position]["number"]:
                raise SyntaxError
            answer = _decimal(**self.tokens[self.position].groupdict())
            self.position += 1
        if self.accept("^"):
            is_negative = self.accept("-")
            exponent = self.power().value
            length = len(str(answer.value))
            if (
                exponent.denominator > 1
                or exponent * length > MOST
                or (is_negative and not answer.value)
            ):
                raise SyntaxError
            value = answer.value ** int(exponent)
            return Answer(1 / value if is_negative else value, None)
        return answer


def _root(value: Fraction) -> Fraction:
    """Return a square root. The result is exact if the root is a fraction."""
    if value < 0:
        raise SyntaxError
    above, below = isqrt(value.numerator), isqrt(value.denominator)
    exact = Fraction(above, below)
    return exact if exact**2 == value else Fraction(sqrt(value))


def _integer(answer: Answer) -> int | None:
    """Return an answer as a whole number, or None. In 9,900/29 the comma separates thousands."""
    if answer.grouped is not None:
        return answer.grouped
    return int(answer.value) if answer.value.denominator == 1 else None


def _odds(first: Answer, second: Answer) -> Answer:
    first_part, second_part = _integer(first), _integer(second)
    if first_part is None or second_part is None:
        return Answer(first.value / second.value)
    return Answer(
        Fraction(first_part, second_part),
        odds=(first_part, second_part),
        cancel=gcd(first_part, second_part),
    )


def _decimal(number: str, e: str | None, **_: object) -> Answer:
    """Read digits with marks between them.

    A mark that can be a decimal mark or a mark between thousands is read as a decimal mark.
    """
    digits, mark, places = number.rstrip(".,"), "", ""  # the last point of 25.724. ends a sentence
    marks = [character for character in digits if character in ".,"]
    if marks and (len(marks) == 1 or marks[-1] not in marks[:-1]):
        digits, mark, places = digits.rpartition(marks[-1])
        places = re.sub("[ ']", "", places)  # 3.141 593
    groups = re.split("[., ']", digits)
    is_grouped = len(groups) > 1
    if is_grouped and (
        len(groups[0]) > 3
        or len({character for character in digits if not character.isdigit()}) > 1
    ):
        raise SyntaxError
    scale = Fraction(10) ** int(e or 0)
    step = scale / 10 ** len(places)
    value = int("".join(groups) + places or "0") * step
    can_be = (
        mark and len(places) == 3 and not is_grouped and re.fullmatch("[1-9][0-9]{0,2}", digits)
    )
    return Answer(value, step, grouped=int(digits + places) if can_be and not e else None)


def _plain(text: str) -> str:
    """Return a text with plain digits and signs, and single spaces between its parts."""
    parts: list[str] = []
    raised = False
    for character in text.translate(_ALIKE):
        kind = unicodedata.decomposition(character).partition(">")[0]
        normalized = unicodedata.normalize("NFKC", character)
        if kind == "<fraction":
            above, _, below = normalized.partition("⁄")
            parts.append(f" {above}/{below}")
        elif kind == "<super" and normalized in "0123456789−+":
            parts.append(("" if raised else "^") + normalized.replace("−", "-"))
        elif unicodedata.category(character) == "Nd":
            parts.append(str(unicodedata.decimal(character)))
        else:
            parts.append(
                normalized if len(normalized) == 1 and not normalized.isdigit() else character
            )
        raised = kind == "<super"
    words = "".join(parts).lower().split()
    text = _COUNTED.sub("", " ".join(_NAMED.get(word, word) for word in words))
    text = _AND_PART.sub(lambda match: f" {match[1] or 1}/{_PARTS[match[2]]}", text)
    text = _WHOLE.sub("", text)
    return _FACTORIAL.sub(lambda match: f"1/{factorial(int(match[1]))}", text)
