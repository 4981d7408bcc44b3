"""Reads an answer that somebody typed as a number. The text is never run as code.

>>> {read(s).value for s in ("2 28/29", "E(1) = 86/29 throws", "2+28/29.")}
{Fraction(86, 29)}
>>> [str(read(text).value) for text in ("34,4 %", "3 · 10⁵", "1 in 24")]
['43/125', '300000', '1/24']
>>> read("5 : 9").odds
(5, 9)
>>> read("306,810").value, read("306,810").grouped
(Fraction(30681, 100), 306810)
>>> [
...     str(read(text).value)
...     for text in ("Fraction(36, 5)", r"7\\frac{1}{5}", "E_2 = 6**2/5")
... ]
['36/5', '36/5', '36/5']
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import gcd, isqrt, prod, sqrt

from games.validate import short_repr
from games_exercises.spellings import (
    AGAINST_WORDS,
    CENT,
    NO_UNIT,
    ORDINALS,
    OVER_WORDS,
    PARTS,
    PERCENT,
    ROOT,
    TIMES,
    plain_text,
)
from games_exercises.texts import quote

__all__ = ["LONGEST", "Answer", "is_date", "read"]

LONGEST = 60  # characters; the answers of the book need less than half of them
MAX_POWER_DIGITS = 60  # decimal digits of a power
FLOAT_DIGITS = 9  # a float that agrees to so many digits has only its last bits wrong

_MONTHS = (
    "jan january januar janv janvier enero feb february februar févr février febrero mar march mär "
    "märz mrz mars marzo apr april avr avril abril may mai mayo jun june juni juin junio jul july "
    "juli juil juillet julio aug august août agosto sep sept september septembre septiembre oct "
    "october okt oktober octobre octubre nov november novembre noviembre dec december dez dezember "
    "déc décembre dic diciembre"
)
_MONTH = f"(?:{'|'.join(_MONTHS.split())})"
# spreadsheets make dates of 4/7
_DATE = re.compile(
    rf"\d+-\d\d-\d\d|\d+[-. ]+{_MONTH}\.?|{_MONTH}[-. ]+\d+"
    r"|\d\d?\.\d\d?\.(?:\d\d)?\d\d|\d\d?/\d\d?/\d{4}"
)
_TWO_NUMBERS = re.compile(r"\d.*(?: and | or |[,;] ).*\d")
_GROUP = r"(?:[.,']| (?!\d+ ?/))(?=\d{3}(?!\d))\d{3}"  # 2 128/129 is not 2128/129
_NUMBER = rf"\d+(?:{_GROUP})*(?:[.,]\d*)?|[.,]\d+"
_TOKEN = re.compile(rf" ?(?:(?P<number>{_NUMBER})(?:e(?P<e>[-+]?\d{{1,2}}))?|(?P<other>[a-z]+|.))")
_WORDS = r"[^\W\d_]\w*'*(?:_?\([^()]*(?:\([^()]*\)[^()]*)*\))?"  # mean, E_2, x1, P(X = 1)
_LABEL = re.compile(rf"{_WORDS}(?:[ :/-]+{_WORDS})*(?: (?<=field )\d+)?")  # the mean from field 1
_UNKNOWN = re.compile(r"\b(?!sqrt)[a-z]\w*'*(?:\(|_\d)|\b[a-z]\d+\b")  # E(2), E_2, x1
_HEAD = re.compile(rf"^({_WORDS}(?: {_WORDS})*(?: (?<=field )\d+)?) ?: ?(?=\S)")  # Answer: 36/5
_ITEM = re.compile(  # 3) 36/5, (c) 36/5, #2: 36/5; but in #99 the sign means "number"
    r"^(?:(?:\d{1,2}|\(?[a-z])\) ?(?=\S)|#\d{1,2}(?:[:.)] ?| )(?=\S)|#(?=\d+$))"
)
_COMMENT = re.compile(r"(.*\d.*) \(([^()]*)\)")  # 36/5 (turns), 100/11 (= 9.09)
_LEAD = re.compile(r"([a-z]{2,}(?: or [a-z]+)?)(?:, ?(\d+)| \((\d+)\))")  # RRRRR, 62
_SAME_NUMBER = re.compile(r"[,;] | or |,? i\.? ?e\.?,? ")  # 36/5 or 7.2
_ROUGHLY = re.compile(r"^(?:=|or\b|i\.? ?e\.?,? |circa\b|rounded\b)+ *")
# What a count refers to has no meaning here: by 2 equations, with 4 players.
_PHRASE = re.compile(
    r"(?<=[\d%)]) (?:from|(?:after|at|by|for|if|since|using|when|with|because)(?: \d+)?)"
    r" [a-z][a-z0-9 ]*$"
)
_HYPHEN = re.compile(r"(?<![\d.,/^*+)-])([1-9]\d*)-(\d+)/(\d+)(?![\d/.,(*+-])")  # 7-1/5
# parts that say nothing, as in 1/3!, 2. 1/3, 22 of 46 cards
_IDLE_PART = re.compile(
    r"((?:.*[^\d.,/])?1 ?/ ?1?\d)!|\d{1,2}\. (\d+ ?/ ?\d+)|(\d+) (?:out )?of \d+(?: [a-z ]+)?"
)
_OPEN_END = re.compile(r"(\d*[.,])(\d) ?(?:…|\.{3})")  # 0.6… may be 0.6 or 2/3
_ONE_OF_SEVERAL = {"the", "every", "each", "last"}  # the third field is no third
_ADVICE = "Write a number such as 907, 17/39, 2 17/39, 2.39, 17.3 % or 17 : 39."


@dataclass(frozen=True)
class Answer:
    """A number that was read from an answer.

    Attributes:
        value: the number. For odds a : b this is the quotient a/b.
        step: one unit of the last digit, if the answer has digits alone, such as 2.5 or 3e5.
        odds: (a, b), if the answer is odds.
        cancel: the common divisor of the fraction or odds, 1 if they are in lowest terms.
        grouped: the other value of the answer, if its comma or point can separate thousands.
        mixed: the other value of the answer, if its hyphen can join a whole number and a fraction.
        other: the other value of the answer, if a part of it can have no meaning, as in 1/3!, in
            the numbered answer 2. 1/3, or in 22 of 46 cards, if the last digit can repeat, as in
            0.6…, or if the point of 1 in 5.865 can separate thousands.
        is_percent: whether the answer has a sign or a word for per cent.
    """

    value: Fraction
    step: Fraction | None = None
    odds: tuple[int, int] | None = None
    cancel: int = 1
    grouped: int | None = None
    mixed: Fraction | None = None
    other: Fraction | None = None
    is_percent: bool = False

    def agrees(self, value: Fraction) -> bool:
        """Return whether the answer is a float of this value: nine digits or more agree.

        >>> (
        ...     read("7.2000000000000055").agrees(Fraction(36, 5)),
        ...     read("7.2").agrees(Fraction(36, 5)),
        ... )
        (True, False)
        """
        if self.step is not None and value == 0:
            return 0 < abs(self.value) < Fraction(1, 10**FLOAT_DIGITS)
        if self.step is None or abs(self.value) < 10 ** (FLOAT_DIGITS - 1) * self.step:
            return False
        return bool(abs(self.value - value) * 10**FLOAT_DIGITS <= abs(value))


def read(text: str, longest: int = LONGEST, *, is_odds: bool = False) -> Answer:
    """Return the number that a text stands for.

    The text can be a whole number, with or without marks between the thousands, a fraction, a
    mixed number, a decimal with a point or a comma, a percentage of any of these, a power, product
    or root, or odds a : b. It can be written in LaTeX, or as Python prints it. The text may also
    have a name before the number (``E =``), words before and after the number (about 5 throws),
    the same number once more (100/11 or 9.09), and brackets or quotation marks.

    Args:
        text: the text that was typed.
        longest: the largest number of characters. Formulas of the texts are longer than answers.
        is_odds: whether odds are asked for. Then ``9-31``, ``(9, 31)`` and the time ``9:31:00``,
            which a spreadsheet makes of odds, are odds, too.

    Raises:
        TypeError: the answer is not a text.
        ValueError: the text is too long, or is not a number. The message says what to write.

    >>> read("0,6").value, read("0,6").step, read("6 : 9").cancel
    (Fraction(3, 5), Fraction(1, 10), 3)
    >>> read("9-31", is_odds=True).odds
    (9, 31)
    >>> read("3 or 4")
    Traceback (most recent call last):
    ValueError: '3 or 4' names more than one number. Write only the one that is asked for.
    >>> read("many")
    Traceback (most recent call last):
    ValueError: 'many' is no number that can be read. Write a number such as 907, 17/39, \
2 17/39, 2.39, 17.3 % or 17 : 39.
    """
    if not isinstance(text, str):
        raise TypeError(f"The answer is {short_repr(text)}, but must be a text.")
    if len(text) > longest:
        raise ValueError(f"An answer has at most {longest} characters; this one has {len(text)}.")
    plain = plain_text(text)
    if re.fullmatch(r"\([^()]*[:%][^()]*\)", plain):  # (31 : 19), (36 %)
        plain = plain[1:-1]
    if is_date(text):
        raise ValueError(f"{quote(text)} is a date. A spreadsheet may have made it. {_ADVICE}")
    if plain.startswith("±"):
        raise ValueError(f"{quote(text)} stands for two numbers. Write it without the sign ±.")
    if not plain.strip("= "):
        raise ValueError(f"There is no answer yet. {_ADVICE}")
    message = f"{quote(text)} names more than one number. Write only the one that is asked for."
    try:
        answer = _common_number(_as_odds(plain) if is_odds else plain)
        if answer and (match := _HYPHEN.search(plain)) and int(match[2]) < int(match[3]):
            mixed_number = _common_number(_HYPHEN.sub(r"\1 \2/\3", plain, count=1))
            answer = replace(answer, mixed=mixed_number.value if mixed_number else None)
        if answer and (match := _IDLE_PART.fullmatch(text.strip()) or _IDLE_PART.fullmatch(plain)):
            alone = match[match.lastindex or 0]
            answer = replace(answer, other=read(alone, longest).value)
        if answer and (match := _OPEN_END.fullmatch(text.strip())):
            answer = replace(answer, other=read(f"{match[1]}({match[2]})", longest).value)
    except SyntaxError:
        if _TWO_NUMBERS.search(text):
            raise ValueError(message) from None
        raise ValueError(f"{quote(text)} is no number that can be read. {_ADVICE}") from None
    except ZeroDivisionError:
        raise ValueError(f"{quote(text)} divides by 0.") from None
    except _NegativeRoot:
        raise ValueError(
            f"{quote(text)} takes the square root of a negative number: there is none."
        ) from None
    if not answer:
        if _TWO_NUMBERS.search(text) and "=" not in plain:
            raise ValueError(message)
        raise ValueError(f"{quote(text)} names numbers that differ. Write the one that you mean.")
    return answer


def is_date(text: str) -> bool:
    """Return whether a text is a date, as spreadsheets make of fractions and odds.

    >>> [text for text in ("04. Jul", "07.12.2026", "4/7") if is_date(text)]
    ['04. Jul', '07.12.2026']
    """
    return bool(_DATE.fullmatch(plain_text(text[:LONGEST])))


def _common_number(plain: str) -> Answer | None:
    """Return the number of a text that may name it several times, or None if two names differ."""
    plain = _HEAD.sub("", _ITEM.sub("", plain))
    plain = _HEAD.sub("", plain)  # Yvonne : Zara 17 : 15
    parts = [part for part in _split_at_equals(plain) if part]
    if len(parts) > 2 and _LABEL.fullmatch(parts[0]):  # E(1) = 1 + 1/6 E(2) = 86/29
        parts[1:-1] = [part for part in parts[1:-1] if not _is_equation(part, parts[0])]
    numbers = [part for part in parts if not _LABEL.fullmatch(part)]
    readings = [reading for part in numbers or parts[-1:] for reading in _readings(part)]
    exact = min(readings, key=lambda reading: reading.step or 0)  # of 86/29 = 2.966
    for reading in readings:
        gap, step = abs(reading.value - exact.value), reading.step or 0
        has_two_digits = abs(reading.value) >= 10 * step  # 0.5 is not 0.5008 rounded
        is_rounded = has_two_digits and (gap < step < 1 or 2 * gap < step)
        if gap and not is_rounded and not reading.agrees(exact.value):
            return None
    return exact


def _is_equation(part: str, label: str) -> bool:
    """Return whether a text is a sum or product with unknowns, such as 1 + 1/6 E(2)."""
    outer_text = re.sub(r"\([^()]*\)", "", part)
    has_unknown = _UNKNOWN.search(part) or label in part.split()
    return bool(has_unknown and re.search("[-+*]", outer_text)) and not re.search(
        "[,;]", outer_text
    )


def _split_at_equals(plain: str) -> Iterator[str]:
    """Yield the parts of a text between its equals signs. Those within brackets do not count."""
    depth, start = 0, 0
    for place, character in enumerate(plain):
        depth += (character == "(") - (character == ")")
        if character == "=" and depth <= 0:
            yield plain[start:place].strip()
            start = place + 1
    yield plain[start:].strip()


def _readings(part: str) -> list[Answer]:
    """Return the numbers that a text names. Words that only comment on a number are left out."""
    try:
        return [_Line(part).answer()]
    except SyntaxError:
        if match := _COMMENT.fullmatch(part):
            has_number = any(character.isdigit() for character in match[2])
            pieces = [match[1], _ROUGHLY.sub("", match[2]) if has_number else match[2]]
        elif (match := _LEAD.fullmatch(part)) and NO_UNIT.isdisjoint({*match[1].split()} - {"or"}):
            pieces = [match[2] or match[3]]
        elif _SAME_NUMBER.search(part):
            pieces = [_ROUGHLY.sub("", piece) for piece in _SAME_NUMBER.split(part)]
            if len(set(pieces)) < len(pieces):  # 1/2, 1/2 are two numbers
                raise
        elif len(cut := _PHRASE.sub("", part)) < len(part):
            pieces = [cut]
        else:
            raise
    readings = []
    for piece in pieces:
        if any(character.isdigit() for character in piece):
            readings += _readings(piece)
        elif not readings or not piece or not all(word.isalpha() for word in piece.split()):
            raise SyntaxError
        elif not NO_UNIT.isdisjoint(piece.split()):  # 3, or more
            readings += _readings(piece)
    return readings


def _as_odds(plain: str) -> str:
    """Return a text with a colon between the two numbers of odds."""
    inner = plain[1:-1] if re.fullmatch(r"\([^()]*\)", plain) else plain
    inner = re.sub(r"(\d+:\d+):00(?:\.0+)?", r"\1", inner)
    if not (":" in inner or AGAINST_WORDS & set(inner.split())):
        signs = r"(?<=\d) ?[-,;|] ?(?=\d)"
        is_decimal = re.fullmatch(r"0,\d+", inner)  # odds do not begin with 0
        if len(re.findall(signs, inner)) == 1 and not (is_decimal or re.search(r"[/.%]", inner)):
            return re.sub(signs, ":", inner)
    return inner


class _NegativeRoot(ArithmeticError):
    """An answer takes the square root of a negative number."""


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
        self.is_percent = False  # whether the number that was read last is a percentage

    def is_next(self, *signs: str) -> bool:
        """Return whether the next sign is one of these."""
        return self.position < len(self.tokens) and self.tokens[self.position]["other"] in signs

    def accept(self, *signs: str) -> bool:
        """Read the next sign if it is one of these, and return whether it was."""
        is_next = self.is_next(*signs)
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
        first = self.amount()
        if self.accept(*AGAINST_WORDS):
            is_percent = self.is_percent
            self.accept(".")  # vs.
            second = self.amount()
            if is_percent or self.is_percent:
                raise SyntaxError
            first = _odds(first, second)
        while self.accept(".", "!", "?"):
            pass
        if self.position < len(self.tokens):
            raise SyntaxError
        return first

    def amount(self) -> Answer:
        """Read a number with the words before and after it."""
        word_before = ""
        while self.word and self.word not in NO_UNIT:  # words before the number: about, field, ca.
            word_before = self.word
            self.position += 1
            if self.accept("("):  # this would be the call of a function
                raise SyntaxError
            self.accept(".")
        if self.accept(*PARTS):
            value, rest = Fraction(1, PARTS[self.last]), self.tokens[self.position :]
            is_place = self.last in ORDINALS and (
                word_before in _ONE_OF_SEVERAL or (rest and rest[0]["other"] not in ("of", "."))
            )
            if is_place or any(token["number"] for token in rest):  # third field, half of 9900
                raise SyntaxError
            self.position += len(rest)
            # a word multiplies, as in "half a million"
            return Answer(value * prod(TIMES.get(token["other"], 1) for token in rest))
        self.accept("*")  # ×10
        first = self.sum()
        if self.accept(*PARTS):
            first = Answer(first.value / PARTS[self.last])
        elif self.accept(*TIMES):
            first = Answer(first.value * TIMES[self.last])
        self.is_percent = self.accept(*PERCENT) or (
            self.accept(*CENT) and self.accept(CENT[self.last])
        )
        if self.is_percent:
            step = first.step / 100 if first.step else None
            first = Answer(first.value / 100, step, is_percent=True)
        while (
            self.word and self.word not in NO_UNIT
        ):  # words after the number: throws, points of the game
            self.position += 1
            if self.last == "times":
                self.accept("more")
        return first

    def sum(self) -> Answer:
        """Read a sum of products, with a sign before each."""
        is_below = self.accept("-", "+") and self.last == "-"
        answer = self.product()
        if is_below:
            answer = Answer(-answer.value, answer.step, cancel=answer.cancel)
        while self.accept("+", "-"):
            sign = -1 if self.last == "-" else 1
            answer = Answer(answer.value + sign * self.product().value)
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
        while (
            (is_root := self.is_next(*ROOT))  # 2√2
            or self.accept("*")
            or (
                not is_over
                and (self.accept(*OVER_WORDS) or (self.accept("out") and self.accept("of")))
            )
        ):
            is_over = not is_root and self.last != "*"
            is_share = is_over and self.last.isalpha() and self.last != "over"
            operand = self.total() if is_share else self.power()
            integers = [_integer(part) for part in (answer, operand)]
            if not is_over:
                is_ten = set(str(operand.value)) <= set("10/")
                step = answer.step * operand.value if answer.step and is_ten else None
                answer = Answer(answer.value * operand.value, step)
            elif None not in integers:
                numerator, denominator = (integer or 0 for integer in integers)
                is_open = operand.grouped is not None and answer.grouped is None  # 1 in 5.865
                open_value = answer.value / operand.value if is_open else None
                answer = Answer(
                    Fraction(numerator, denominator),
                    cancel=gcd(numerator, denominator),
                    other=open_value,
                )
            else:
                answer = Answer(answer.value / operand.value)
        return answer

    def total(self) -> Answer:
        """Read the total of a share: 24, a hundred, ten thousand."""
        total = Answer(Fraction(1)) if self.accept("a") else self.power()
        if self.accept(*TIMES):
            return Answer(total.value * TIMES[self.last])
        if self.last == "a":
            raise SyntaxError
        return total

    def power(self) -> Answer:
        """Read a number, or a term in brackets, and its exponent."""
        if self.accept(*ROOT):
            sign = -1 if self.accept("-") else 1
            return Answer(_root(sign * self.power().value))
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
            if exponent == Fraction(1, 2) and answer.value:  # 1000^(1/2)
                root = _root(answer.value)
                return Answer(1 / root if is_negative else root)
            if (
                exponent.denominator > 1
                or exponent * length > MAX_POWER_DIGITS
                or (is_negative and not answer.value)
            ):
                raise SyntaxError
            value = answer.value ** int(exponent)
            return Answer(1 / value if is_negative else value, None)
        return answer


def _root(value: Fraction) -> Fraction:
    """Return a square root. The result is exact if the root is a fraction."""
    if value < 0:
        raise _NegativeRoot
    numerator, denominator = isqrt(value.numerator), isqrt(value.denominator)
    exact = Fraction(numerator, denominator)
    return exact if exact**2 == value else Fraction(sqrt(value))


def _integer(answer: Answer) -> int | None:
    """Return an answer as a whole number, or None. In 9,900/29 the comma separates thousands."""
    if answer.grouped is not None:
        return answer.grouped
    return int(answer.value) if answer.value.denominator == 1 else None


def _odds(first: Answer, second: Answer) -> Answer:
    first_part, second_part = _integer(first), _integer(second)
    if first_part is None or second_part is None:  # 1/3 : 2/3
        value = first.value / second.value
        return Answer(value, odds=value.as_integer_ratio())
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
