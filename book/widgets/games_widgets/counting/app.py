"""Apps of the unfinished game, and of the deck in which you say "now" before a card."""

from fractions import Fraction
from typing import NamedTuple

from ipywidgets import VBox

from games.counting.playing import POLICIES, Deck
from games_widgets.apps.base import App
from games_widgets.apps.controls import menu, seed_box, slider
from games_widgets.apps.game import GameApp
from games_widgets.apps.scene import scene_app
from games_widgets.apps.seeds import shuffled
from games_widgets.counting import view, view_last
from games_widgets.drawing.render import Model
from games_widgets.drawing.tally import Tally
from games_widgets.drawing.text import count

__all__ = ["last", "points", "say_now"]

MAX_POINTS = 6  # a larger table would not fit on a phone
CARDS = 26  # of each colour


def points(a: int = 1, b: int = 2, heads: int = 50) -> VBox:
    """Return the app of the unfinished game, with the table of all positions.

    Args:
        a: the points that you still need, 1 to 6.
        b: the points that your friend needs, 1 to 6.
        heads: the chance in percent that a toss gives you the point.
    """
    own_points = slider("a", a, 1, MAX_POINTS, "You need a")
    friend_points = slider("b", b, 1, MAX_POINTS, "Friend b")
    chance = slider("heads", heads, 0, 100, "Heads in %")

    def draw() -> Model:
        return view.points(own_points.value, friend_points.value, Fraction(chance.value, 100))

    return App(
        "points",
        "An unfinished game",
        {"a": own_points, "b": friend_points, "heads": chance},
        draw,
        presets={
            "Pascal’s letter": {"a": 1, "b": 2, "heads": 50},
            "All before you": {"a": 6, "b": 6, "heads": 50},
            "A lead, but a poor coin": {"a": 2, "b": 4, "heads": 40},
        },
        first=True,
    ).tree


def say_now(red: int = 26, black: int = 26, seed: int = 1) -> VBox:
    """Return the app of the deck: turn cards over, and say "now" before a card that you bet is red.

    Args:
        red: the number of red cards, 1 to 26.
        black: the number of black cards, 1 to 26.
        seed: 0 to 999 999 999; two players with the same seed get the same deck.
    """
    return _Deal(red, black, seed).frame.tree


def last(policy: str = "As soon as more red than black cards are left", at: int = 0) -> VBox:
    """Return the app of all orders of six cards, with a bet on the next or on a later card.

    Args:
        policy: when "now" is said, one of `games.counting.playing.POLICIES`.
        at: how many cards after the next one the bet lies, 0 to 5.
    """
    policy_menu = menu("policy", policy, POLICIES, "Say now")
    return scene_app(
        "last",
        "What is watching worth?",
        {"policy": policy_menu},
        view_last.last,
        view_last.STAGES,
        at,
        pace=400,
        presets={name: {"policy": name, "at": 0} for name in POLICIES},
    )


class _Cards(NamedTuple):
    """The numbers of red and black cards."""

    red: int
    black: int


class _Deal(GameApp[_Cards]):
    """The app of one reader's game and tally."""

    shape = _Cards
    first = tells = False
    moves = ("turn", "now")
    state: Deck

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
        self.state = Deck(_shuffle(*setup, seed))

    def clear(self) -> None:
        """Clear the tally."""
        self.reader = Tally()

    def show(self, note: str) -> Model:
        """Return the picture of the game."""
        return view.deck_table(self.state, reader=self.reader, note=note)

    def describe(self, setup: _Cards) -> str:
        """Return these numbers of cards in words."""
        return f"{count(setup.red, 'red card')}, {setup.black} black"

    def move(self, act: str, value: str) -> None:
        """Turn a card over, or say "now"."""
        if act == "turn":
            self.state = self.state.turn()
        elif act == "now":
            deck = self.state.say_now()
            if deck is not self.state:
                self.state = deck
                if not self.had_help:
                    self.reader = self.reader.add(deck.is_won)


def _shuffle(red: int, black: int, seed: int) -> str:
    return "".join(shuffled("R" * red + "B" * black, seed, red + black))
