"""Parameters of games: their check, their controls, and the game that the controls ask for."""

from dataclasses import dataclass
from fractions import Fraction
from inspect import getdoc

import pytest

from games.parameters import Choice, Game, Integer, Probability, parameter
from games_widgets.apps.parameters import GameSettings

SIDES = Choice("Side", "the side that is up first", (("heads", "h"), ("tails", "t")))


@dataclass(frozen=True)
class Tosses(Game):
    """Coins that are tossed."""

    coins: int = parameter(3, Integer("Coins", "how many coins there are", 1, 20))
    side: str = parameter("h", SIDES)
    chance: Fraction = parameter("1/2", Probability("Heads", "the chance of heads", 12))


def settings(game, **narrower):
    return GameSettings(game, Tosses.parameters() | narrower)


@pytest.mark.parametrize(
    ("values", "error", "message"),
    [
        ({"coins": 0}, ValueError, "coins is 0, but must be from 1 to 20"),
        ({"coins": 21}, ValueError, "coins is 21, but must be from 1 to 20"),
        ({"coins": 2.5}, TypeError, "coins is 2.5, but must be a whole number"),
        ({"side": "x"}, ValueError, "side is 'x', but must be one of 'h', 't'"),
        ({"chance": 0.5}, TypeError, "chance is 0.5, a float"),
        ({"chance": 2}, ValueError, "must be from 0 to 1"),
    ],
)
def test_a_bad_parameter_is_named(values, error, message):
    with pytest.raises(error) as error_info:
        Tosses(**values)
    assert message in str(error_info.value)


def test_the_docstring_lists_each_parameter():
    text = getdoc(Tosses)
    assert text.startswith("Coins that are tossed.")
    for line in (
        "coins: how many coins there are, 1 to 20; by default 3.",
        'side: the side that is up first, "h" or "t"; by default h.',
        "chance: the chance of heads, 0 to 1; by default 1/2.",
    ):
        assert line in text


def test_controls_have_the_label_the_range_and_the_value():
    controls = settings(Tosses(5, "t", "1/6"), coins=Integer("Coins", "", 2, 9)).controls
    coins, side, chance = controls["coins"], controls["side"], controls["chance"]
    assert (coins.description, coins.min, coins.max, coins.value) == ("Coins", 2, 9, 5)
    assert (side.description, side.value, [*side.options]) == ("Side", "t", [*SIDES.options])
    assert (chance.description, chance.max, chance.value) == ("Heads", 12, 2)


def test_controls_ask_for_a_game():
    start = Tosses(5, "t", "1/6")
    requests_seen = settings(start)
    assert requests_seen.setup is start  # its results are in the cache
    requests_seen.controls["chance"].value = 3
    assert requests_seen.setup == Tosses(5, "t", "1/4")
    assert requests_seen.setup is requests_seen.setup
    small = GameSettings(start, {"coins": Tosses.parameters()["coins"]})
    small.controls["coins"].value = 7
    assert small.setup == Tosses(7, "t", "1/6")


def test_a_narrower_range_is_checked_first():
    narrow = {"coins": Integer("Coins", "", 2, 9, "no more fit")}
    assert Tosses.restrict(narrow, coins=9) == Tosses(9)
    with pytest.raises(ValueError, match="coins is 10, but must be from 2 to 9: no more fit"):
        Tosses.restrict(narrow, coins=10)
