"""What an app says of many games in its summary, which is read aloud when it changes."""

import pytest

from games_widgets.chase import app as chase
from games_widgets.lucky_draws import app_tricks
from games_widgets.pig import app as pig
from games_widgets.placement import app as placement
from games_widgets.race import app as race
from games_widgets.your_game import app as your_game
from tests.helpers.apps import click, unhurried, wait
from tests.helpers.markup import Parsed

__all__ = ["unhurried"]  # a fixture

APPS = {
    "a race": (lambda: race.game(20), "many"),
    "two markers": (lambda: race.two_markers(20), "many"),
    "the chase": (lambda: chase.game(6), "many"),
    "Pig": (pig.game, "many"),
    "placement": (lambda: placement.game(20, 3, 1), "many"),
    "decks": (app_tricks.game, "many"),
    "a chain": (your_game.chain, "play"),
}


@pytest.mark.parametrize("name", APPS)
def test_the_summary_tells_the_result_of_many_games(name):
    make, act = APPS[name]
    surface = make().children[-1]
    wait(surface)
    summary_before = surface.summary
    click(surface, act)
    wait(surface)
    result = surface.summary
    assert "100" in result
    assert result.split(".")[0] in Parsed(surface.html).text
    click(surface, "clear")
    assert surface.summary == summary_before
