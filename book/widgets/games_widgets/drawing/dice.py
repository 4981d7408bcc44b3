"""Dice: on the table, in a row of a table, in a sentence.

A die is drawn by the stylesheet, pips and all; its number is there as text, too. Its size
follows the text around it.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from games_widgets.drawing.markup import Html, element, for_screen_readers
from games_widgets.drawing.render import render

PIPS = {  # of the faces, in thirds of a die from its middle
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


@dataclass(frozen=True)
class Die:
    """A die; a model around it gives its number in words.

    Attributes:
        number: the face that is up.
        throws: the number of throws so far, if the die was just thrown. An animation then shows
            how it comes to rest.

    >>> render(Die(5)), render(Die(5, throws=1))
    ('<span class="oe-die oe-die-5" aria-hidden="true"></span>', \
'<span class="oe-die oe-die-5 oe-rolls-1" aria-hidden="true"></span>')
    """

    number: int
    throws: int | None = None


@render.register
def _(die: Die) -> Html:
    return face(die.number, "" if die.throws is None else rolling(die.throws))


@dataclass(frozen=True)
class DiceRow:
    """Dice in a row, as tall as the text.

    Attributes:
        numbers: the faces that are up.
        empty: a text for no dice.

    >>> render(DiceRow((2, 6))).count("oe-die "), render(DiceRow(()))
    (2, '<span>no die</span>')
    """

    numbers: tuple[int, ...]
    empty: str = "no die"


@render.register
def _(dice: DiceRow) -> Html:
    if not dice.numbers:
        return element("span", dice.empty)
    label = for_screen_readers(" ".join(map(str, dice.numbers)))
    return element("span", label, *map(face, dice.numbers), class_="oe-dice")


@dataclass(frozen=True)
class DieButton:
    """A die to be clicked.

    Attributes:
        number: the face that is up.
        act, value: what a click sends to the app.
        label: what the click does, for screen readers.
        below: content under the die.
        look: "kept" for a die that stays.
        throws: as for a `Die`.
        is_pressed: whether it is pressed; None for a die that does not stay pressed.
        gets_focus: whether the focus moves here when the focused part disappears.
        is_disabled: whether it cannot be clicked.
        key: the key that does the same.
    """

    number: int
    act: str
    value: str | int
    label: str
    below: object = None
    look: str = ""
    throws: int | None = None
    is_pressed: bool | None = None
    gets_focus: bool = False
    is_disabled: bool = False
    key: str | None = None


@render.register
def _(button: DieButton) -> Html:
    pressed_text = None if button.is_pressed is None else str(button.is_pressed).lower()
    below = None if button.below is None else render(button.below)
    return element(
        "button",
        render(Die(button.number, button.throws)),
        None if below is None else element("span", below, class_="oe-tag"),
        type="button",
        class_=f"oe-on-table oe-is-{button.look}" if button.look else "oe-on-table",
        data_act=button.act,
        data_value=button.value,
        aria_label=button.label,
        aria_pressed=pressed_text,
        data_next_focus=button.gets_focus,
        disabled=button.is_disabled,
        data_key=button.key,
        aria_keyshortcuts=button.key,
    )


@lru_cache(maxsize=64)
def face(number: int, kind: str = "") -> Html:
    """Return the picture of a die; the caller must give its number in words.

    >>> face(5)
    '<span class="oe-die oe-die-5" aria-hidden="true"></span>'
    """
    classes = f"oe-die oe-die-{number} {kind}".rstrip()
    return element("span", class_=classes, aria_hidden="true")


def rolling(throws: int) -> str:
    """Return the class of a die that was just thrown, so that an animation shows it settle.

    An animation starts again when its name changes, so two names take turns.

    Args:
        throws: the number of throws so far.

    >>> rolling(4), rolling(5)
    ('oe-rolls-0', 'oe-rolls-1')
    """
    return f"oe-rolls-{throws % 2}"


def spoken(dice: Iterable[int]) -> str:
    """Return dice as they are named in a sentence.

    >>> spoken((2, 6)), spoken(())
    ('2 6', 'nothing')
    """
    return " ".join(map(str, dice)) or "nothing"
