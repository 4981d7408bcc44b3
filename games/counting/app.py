"""An unfinished game to turn with sliders, and a deck to play: which card do you bet on?"""

from fractions import Fraction
from typing import NamedTuple

from games.kit.apps.controls import menu, seed_box, slider
from games.kit.apps.frame import Frame
from games.kit.apps.scene import staged
from games.kit.apps.seeds import shuffled
from games.kit.apps.table import Table
from ipywidgets import VBox

from games.counting import view, view_last
from games.counting.playing import POLICIES, Deck
from games.kit.markup import Picture
from games.kit.tally import Tally
from games.kit.text import count

__all__ = ["last", "points", "say_now"]

MOST = 6  # the table is as wide as a phone
CARDS = 26  # of each colour


def points(a: int = 1, b: int = 2, heads: int = 50) -> VBox:
    """Return sliders for an unfinished game, with all positions on the way to its end.

    Args:
        a: the points that you still need, 1 to 6.
        b: the points that your friend needs, 1 to 6.
        heads: the chance in percent that a toss gives you the point.
    """
    yours = slider("a", a, 1, MOST, "You need a")
    others = slider("b", b, 1, MOST, "Friend b")
    chance = slider("heads", heads, 0, 100, "Heads in %")

    def draw() -> Picture:
        return view.points(yours.value, others.value, Fraction(chance.value, 100))

    return Frame(
        "points",
        "An unfinished game",
        {"a": yours, "b": others, "heads": chance},
        draw,
        presets={
            "Pascal’s letter": {"a": 1, "b": 2, "heads": 50},
            "All before you": {"a": 6, "b": 6, "heads": 50},
            "A lead, but a poor coin": {"a": 2, "b": 4, "heads": 40},
        },
        first=True,
    ).tree


def say_now(red: int = 26, black: int = 26, seed: int = 1) -> VBox:
    """Return a deck to play with: turn cards over, and say "now" before one that should be red.

    Args:
        red: how many red cards there are, 1 to 26.
        black: how many black ones, 1 to 26.
        seed: 0 to 999 999 999; two players with the same seed meet the same deck.
    """
    return _Deal(red, black, seed).frame.tree


def last(policy: str = "As soon as more red than black cards are left", at: int = 0) -> VBox:
    """Return all orders of six cards, and a bet that slides from the next card to the last.

    Args:
        policy: when "now" is said, one of `games.counting.playing.POLICIES`.
        at: how many cards after the next one the bet lies, 0 to 5.
    """
    said = menu("policy", policy, POLICIES, "Say now")
    return staged(
        "last",
        "What is the watching worth?",
        {"policy": said},
        view_last.last,
        view_last.LATER,
        at,
        pace=400,
        presets={it: {"policy": it, "at": 0} for it in POLICIES},
    )


class _Cards(NamedTuple):
    """How many cards of both colours there are."""

    red: int
    black: int


class _Deal(Table[_Cards]):
    """The table at which one reader plays, and the reader's tally."""

    shape = _Cards
    first = tells = False
    moves = ("turn", "now")
    now: Deck

    def __init__(self, red: int, black: int, seed: int) -> None:
        reds = slider("red", red, 1, CARDS, "Red")
        blacks = slider("black", black, 1, CARDS, "Black")
        super().__init__(
            "Say “now”",
            {"red": reds, "black": blacks, "seed": seed_box(seed)},
            {
                "A whole deck": {"red": 26, "black": 26},
                "Four cards": {"red": 2, "black": 2},
                "More red": {"red": 6, "black": 4},
            },
        )

    def set_out(self, setup: _Cards, seed: int) -> None:
        """Shuffle the deck."""
        self.now = Deck(_shuffled(*setup, seed))

    def clear(self) -> None:
        """Forget what was counted."""
        self.reader = Tally()

    def show(self, note: str) -> Picture:
        """Return the table."""
        return view.now(self.now, reader=self.reader, note=note)

    def about(self, setup: _Cards) -> str:
        """Return what a deck of these cards has."""
        return f"{count(setup.red, 'red card')}, {setup.black} black"

    def move(self, act: str, value: str) -> None:
        """Turn a card over, or say "now"."""
        if act == "turn":
            self.now = self.now.turn()
        elif act == "now":
            after = self.now.now()
            if after is not self.now:
                self.now = after
                if not self.helped:
                    self.reader = self.reader.add(after.won)


def _shuffled(red: int, black: int, seed: int) -> str:
    return "".join(shuffled("R" * red + "B" * black, seed, red + black))
