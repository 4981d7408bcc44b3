"""The models that several pictures of Yazy share: actions, dice on the table, the score sheet."""

from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from games.yazy import Action
from games_widgets.drawing.curves import Chart
from games_widgets.drawing.dice import DieButton

__all__ = [
    "ActionName",
    "BlankDie",
    "CategorySwitches",
    "Charts",
    "Entry",
    "Felt",
    "Pair",
    "Sheet",
    "Tray",
]

FirstT = TypeVar("FirstT")
SecondT = TypeVar("SecondT")
FeltT = TypeVar("FeltT")


@dataclass(frozen=True)
class ActionName:
    """An action with its dice, such as "keep 6 6"."""

    action: Action


@dataclass(frozen=True)
class BlankDie:
    """The empty place of a die that has not been rolled yet.

    Attributes:
        below: a text under it.
    """

    below: str = ""


@dataclass(frozen=True)
class Tray:
    """Five dice side by side.

    Attributes:
        dice: the dice.
        label: what they are, for screen readers; empty if none of them can be clicked.
        is_silent: whether screen readers pass over it.
    """

    dice: tuple[DieButton | BlankDie, ...]
    label: str = ""
    is_silent: bool = False


@dataclass(frozen=True)
class Felt(Generic[FeltT]):
    """The felt of the table, and what lies on it."""

    content: FeltT


@dataclass(frozen=True)
class Entry:
    """A line of a score sheet.

    Attributes:
        category: its category.
        state: "made" once it is scored, "legal" if the dice may be scored there, "best" if they
            are worth most there, else "".
        tag: a word beside it.
        points: those made, or those that the dice would score.
        act: what a click sends, with the category as its value; empty if it is no button.
        is_pressed: whether it is pressed, of a button that stays pressed; else None.
        gets_focus: whether the focus moves here when the focused part disappears.
    """

    category: str
    state: Literal["scored", "legal", "best", ""]
    tag: str
    points: int | None = None
    act: str = ""
    is_pressed: bool | None = None
    gets_focus: bool = False


@dataclass(frozen=True)
class Sheet:
    """A score sheet in two columns.

    Attributes:
        entries: its lines.
        label: what they are, for screen readers.
    """

    entries: tuple[Entry, ...]
    label: str


@dataclass(frozen=True)
class CategorySwitches:
    """Categories as switches.

    Attributes:
        label: what they are.
        act: what a click sends, with the category as its value.
        categories: all of them.
        active: those that are switched on.
    """

    label: str
    act: str
    categories: tuple[str, ...]
    active: tuple[str, ...]


@dataclass(frozen=True)
class Pair(Generic[FirstT, SecondT]):
    """Two parts side by side, where there is room."""

    first: FirstT
    second: SecondT


@dataclass(frozen=True)
class Charts:
    """Two charts side by side, where there is room."""

    first: Chart
    second: Chart
