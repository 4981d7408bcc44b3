"""The settings of the Yazy apps in an address: a letter for each category, and dice as digits."""

import re
from collections.abc import Collection, Sequence

from games.maths.turn import Dice
from games.validate import short_repr
from games.yazy import CATEGORIES

__all__ = [
    "ALL_LETTERS",
    "categories_of",
    "digits",
    "five_dice",
    "letters_of",
    "some_dice",
    "toggle",
]

ALL_LETTERS = "123456tfhsy"  # a letter for each category, in their order
LETTERS = dict(zip(ALL_LETTERS, CATEGORIES, strict=True))


def letters_of(categories: Collection[str]) -> str:
    """Return the letters that stand for some categories.

    >>> letters_of({"straight", "ones"})
    '1s'
    """
    return "".join(letter for letter, name in LETTERS.items() if name in categories)


def categories_of(name: str, letters: str) -> tuple[str, ...]:
    """Return the categories that some letters stand for.

    >>> categories_of("open", "s1")
    ('ones', 'straight')
    """
    if not letters or set(letters) - set(LETTERS) or len(set(letters)) < len(letters):
        raise ValueError(f"{name} is {short_repr(letters)}, but must be some of {ALL_LETTERS}")
    return tuple(category for letter, category in LETTERS.items() if letter in letters)


def toggle(name: str, letters: str, category: str) -> str:
    """Return the letters with a category put in or taken out; one always stays.

    >>> toggle("open", "1s", "twos"), toggle("open", "1s", "ones")
    ('12s', 's')
    """
    categories = set(categories_of(name, letters)) ^ {category}
    if not categories:
        raise ValueError("One category must stay: a turn has to be scored somewhere.")
    return letters_of(categories)


def digits(faces: Sequence[int]) -> str:
    """Return dice in rising order, as digits.

    >>> digits((5, 3, 4))
    '345'
    """
    return "".join(map(str, sorted(faces)))


def some_dice(name: str, text: str) -> Dice:
    """Return the dice, five at most, that a text of digits names."""
    if not re.fullmatch("[1-6]{0,5}", text):
        raise ValueError(
            f"{name} is {short_repr(text)}, but must be up to five numbers from 1 to 6"
        )
    return tuple(map(int, text))


def five_dice(text: str) -> list[int]:
    """Return the five dice that a text names, as a reader may write it.

    >>> five_dice("3 3, 4 5 6")
    [3, 3, 4, 5, 6]
    """
    plain = re.sub(r"[\s,;]", "", text)
    if not re.fullmatch("[1-6]{5}", plain):
        raise ValueError(f"Dice is {short_repr(text)}, but must be five numbers from 1 to 6.")
    return [int(digit) for digit in plain]
