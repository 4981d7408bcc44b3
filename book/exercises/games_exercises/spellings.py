"""Puts an answer into plain signs: what people, spreadsheets, LaTeX and Python write for them.

>>> (
...     plain_text(r"\\frac{36}{5} turns"),
...     plain_text("Fraction(36, 5)"),
...     plain_text("−2½"),
... )
('36/5 turns', '36/5', '-2 1/2')
"""

import re
import unicodedata
from fractions import Fraction
from math import factorial

__all__ = [
    "AGAINST_WORDS",
    "CENT",
    "NO_UNIT",
    "ORDINALS",
    "OVER_WORDS",
    "PARTS",
    "PERCENT",
    "ROOT",
    "TIMES",
    "plain_text",
]

# Signs with the same meaning, as keyboards, textbooks and spreadsheets write them.
_ALIKE = str.maketrans(
    "−–—⁄∕⟋÷∶꞉٫×·⋅‘’`[]{}≈≅≃~→⇒\u2009\u202f", "---////::.***'''()()======  ", '$€£“”„«»"✓✔'
)
_NUMERALS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_TEENS = ("thir", "four", "fif", "six", "seven", "eigh", "nine")
_TENS = ("twen", "thir", "for", "fif", "six", "seven", "eigh", "nine")
_DIGITS_OF_WORDS = {word: str(n) for n, word in enumerate((*_NUMERALS, "eleven", "twelve"), 1)}
_DIGITS_OF_WORDS |= {f"{word}teen": str(n) for n, word in enumerate(_TEENS, 13)}
_DIGITS_OF_WORDS |= {f"{word}ty": f"{n}0" for n, word in enumerate(_TENS, 2)}
_DIGITS_OF_WORDS |= {
    f"{word}ty-{_NUMERALS[n - 1]}": f"{m}{n}"
    for m, word in enumerate(_TENS, 2)
    for n in range(1, 10)
}
_DIGITS_OF_WORDS |= {"zero": "0", "minus": "-", "negative": "-", "once": "1", "twice": "2"}
PARTS = {"half": 2, "halves": 2, "quarter": 4, "quarters": 4}  # two thirds
ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
PARTS |= {word + s: n for n, word in enumerate(ORDINALS, 3) for s in ("", "s")}
TIMES = {"hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9}
PERCENT = {"%", "percent", "pct", "prozent"}
CENT = {"per": "cent", "pour": "cent", "por": "ciento"}  # per cent
ROOT = ("√", "sqrt", "root")
OVER_WORDS = {"/", "in", "of", "over", "von", "sur", "durch"}  # 1/24, 1 in 24, 3 of 8
AGAINST_WORDS = {":", "to", "zu", "gegen", "v", "vs", "versus", "against", "contre"}  # 17 : 15
NO_UNIT = OVER_WORDS | AGAINST_WORDS | {*TIMES, *PARTS, *ROOT, "and", "not", "or", "plus"}
NO_UNIT |= {"above", "below", "least", "less", "more", "most", "than", "under", "without"}
NO_UNIT |= {"isnt", "never", "nor", "except", "but", "wrong"}
NO_UNIT |= {"binary", "hex", "base"}  # binary 11
NO_UNIT |= {"recurring", "repeating", "repeated", "periodic"}  # 0.16 recurring
NO_UNIT |= {
    "k",
    "m",
    "mio",
    "mrd",
    "bn",
    "dozen",
    "trillion",
    "mille",
    "permille",
    "promille",
    "ppm",
}
NO_UNIT |= {"squared", "cubed", "factorial", "double", "triple", "ln", "log", "exp", "sin", "cos"}
# A noun after a count is left out, as "game" in one game in four.
_NOUN_AFTER_COUNT = re.compile(
    rf"(?<=\d) (?!(?:{'|'.join(sorted(NO_UNIT | PERCENT | {'out'}))})\b)[a-z]+"
    r"(?= (?:in|out of) (?:a |\d))"
)
_AND_PART = re.compile(rf"(?<=\d) and (?:a|(\d+)) ({'|'.join(PARTS)})\b")  # 6 and a half
_FACTORIAL = re.compile(r"(?<![\d.,/])1 ?/ ?(1?\d)!")  # elsewhere the sign ends a sentence: 5!
# as in 12 % of all games
_WHOLE = re.compile(r"(?:(?<=[\d%!)])|(?<=cent)|(?<=pct)) (?:of [a-z ]+|in all)$")
_RAISED_OVER_LOWERED = re.compile("([⁰¹²³⁴-⁹]+)[⁄/∕]([₀-₉]+)")  # ⁸⁄₃
_PRECISION = re.compile(  # 2.667 to 4 digits, 2.667 (4 s.f.)
    r"(?<=\d),? \(?(?:rounded )?(?:to |with )?\d+ "
    r"?(?:(?:significant |decimal )?(?:digits?|figures?|places?|decimals?)|s\.?f\.?|d\.?p\.?)\)?$"
)
_SUBJECT = re.compile(  # a chance of 7/27
    r"^(?:[a-z]+ )*(?:chance|probability|odds|mean|average|total|value|share|result|factor) of "
    r"(?=[\d(.√-])"
)
# a number as Python prints it
_CALL = re.compile(
    r"\b(?:\w+\.)*(?:fraction|rational|decimal|float\d*|int\d+|mp[fq]|array|tensor)"
    r"\('?\(?([^()']*)\)?'?\)"
)
_PAIR = re.compile(r" ?(-?\d+) ?, ?(\d+) ?")
_ONE_REPEATS = re.compile(  # 0.6 recurring; of 0.16 recurring the 6 alone may repeat
    r"(?<![\d.,])(\d*[.,])(\d) \(?(?:recurring|repeating|periodic)\)?"
)
_HYPHEN_OF_FRACTION = re.compile(rf"(?<=[\w]) ?-(?={'|'.join(ORDINALS)})")  # two-thirds
_REPEATING = re.compile(r"(\d*)[.,](\d*)\((\d+)\)")  # 0.1(6)
_LATEX = (
    (r"\\overline *\{(\d+)\}", r"(\1)"),
    (r"\\(?:[cdt]|nice)?frac *(\d) *(\d)", r" \1/\2"),
    (r"\\(?:[cdt]|nice)?frac *\{ *(-?\d+) *\} *\{ *(\d+) *\}", r" \1/\2"),
    (r"\\(?:[cdt]|nice)?frac *\{([^{}]*)\} *\{([^{}]*)\}", r" ((\1)/(\2))"),
    (r"\{ *(\d+) *\\over *(\d+) *\}", r" \1/\2"),
    (r"\\colon(?![a-z])", ":"),
    (r"\\(?:cdot|times)(?![a-z])", "*"),
    (r"\\(?:approx|simeq|sim|doteq)(?![a-z])", "="),
    (r"\\(?:text|boxed|math[a-z]+|operatorname) *\{([^{}]*)\}", r" \1"),
    (r"\\(?:left|right|displaystyle)(?![a-z])", ""),
    (r"\\sqrt", "sqrt"),
    (r"\\%", "%"),
    (r"\\[()\[\],;:! ]|\\q?quad", " "),
)
_PLAIN = (
    (_ONE_REPEATS, r"\1(\2)"),
    (re.compile(r"(?<=\d) ?(?:…|\.{2,})(?! ?\d)"), ""),  # 0.166…
    (re.compile(r"\^ (\d+/\d+)"), r"^(\1)"),  # 5^½
    (re.compile(r"(?<=[\d)]) ?\*$"), ""),  # 10×
    (re.compile(r"(?<=\d) ?(?:percentage points?|pp)\b"), "%"),
    (re.compile(r"^(\*+)(.*\d.*)\1$"), r"\2"),  # **8/3**
    (re.compile(r"\*\*"), "^"),
    (re.compile(r"[-=]>|:=(?= ?[\d(.√+-])"), "="),
    (re.compile(r"(?<=[a-z])'(?=[a-z])"), ""),  # it's
    (re.compile(r"(?<=\d)-to-(?=\d)"), " to "),
    (re.compile(r"^(\d*[.,]\d+) (?:in|out of) 100$"), r"\1 %"),
    (re.compile(r"(?<=[\d)])(?<!\b0) ?x ?(?=[\d(])"), "*"),  # 512 x 512
    (re.compile(r"(?<=of) the (?=\d)"), " "),  # 2 of the 4
    (re.compile(r"\bdivided by\b"), "/"),
    (re.compile(r"\bmultiplied by\b"), "*"),
    (re.compile(r"(?<=\d) (?:and|&) +(?=\d+ ?/ ?\d)"), " "),  # 7 and 1/5
    (re.compile(r"^(?:50 ?[-/] ?50|fifty-fifty)$"), "50:50"),
)


def plain_text(text: str) -> str:
    """Return a text with plain digits and signs, and single spaces between its parts."""
    parts: list[str] = []
    raised_digits = False
    if "\\" in text:
        for latex, plain in _LATEX:
            text = re.sub(latex, plain, text)
    text = _RAISED_OVER_LOWERED.sub(_fraction, text)
    for character in text.translate(_ALIKE):
        kind = unicodedata.decomposition(character).partition(">")[0]
        plain_character = unicodedata.normalize("NFKC", character)
        if kind == "<fraction":
            numerator, _, denominator = plain_character.partition("⁄")
            parts.append(f" {numerator}/{denominator}")
        elif kind == "<super" and plain_character in "0123456789−+":
            parts.append(("" if raised_digits else "^") + plain_character.replace("−", "-"))
        elif unicodedata.category(character) == "Nd":
            parts.append(str(unicodedata.decimal(character)))
        else:
            parts.append(
                plain_character
                if len(plain_character) == 1 and not plain_character.isdigit()
                else character
            )
        raised_digits = kind == "<super"
    words = _HYPHEN_OF_FRACTION.sub(" ", "".join(parts).lower()).strip("' ").rstrip("; ").split()
    text = _NOUN_AFTER_COUNT.sub("", " ".join(_DIGITS_OF_WORDS.get(word, word) for word in words))
    text = _AND_PART.sub(lambda match: f" {match[1] or 1}/{PARTS[match[2]]}", text)
    for pattern, plain in _PLAIN:
        text = pattern.sub(plain, text)
    text = _REPEATING.sub(_repeating, _CALL.sub(_argument, text))
    text = _SUBJECT.sub("", _PRECISION.sub("", _WHOLE.sub("", text)))
    return _FACTORIAL.sub(lambda match: f"1/{factorial(int(match[1]))}", text)


def _fraction(raised_digits: re.Match[str]) -> str:
    """Return a fraction of raised and lowered digits in plain digits."""
    numerator, denominator = (
        unicodedata.normalize("NFKC", digits) for digits in raised_digits.groups()
    )
    return f" {numerator}/{denominator}"


def _argument(call: re.Match[str]) -> str:
    """Return the number that Python prints as a call, such as Fraction(36, 5)."""
    pair = _PAIR.fullmatch(call[1])
    return f"{pair[1]}/{pair[2]}" if pair else call[1]


def _repeating(decimal: re.Match[str]) -> str:
    """Return a repeating decimal as a fraction. Of 0.1(6) the 6 repeats."""
    integer, places, period = decimal.groups()
    denominator = 10 ** len(places) * (10 ** len(period) - 1)
    numerator = int(integer + places + period) - int(integer + places or "0")
    return f"({Fraction(numerator, denominator)})"
