"""The common parts of all games to play: next game, same game again, automatic run, odds."""

import re
from types import SimpleNamespace

import pytest

from games_widgets.apps.game import GameApp
from games_widgets.chase import app as chase
from games_widgets.counting import app as counting
from games_widgets.lucky_draws import app_deal as lucky_deal
from games_widgets.lucky_draws import app_tricks as tricks
from games_widgets.pig import app as pig
from games_widgets.placement import app as placement
from games_widgets.race import app as race
from games_widgets.yazy import app as yazy
from tests.helpers.apps import click, send, unhurried, wait
from tests.helpers.markup import Parsed
from tests.rooms import of_kind

__all__ = ["unhurried"]  # a fixture, shared by all apps

GAMES = {
    "placement": SimpleNamespace(
        build=placement.game, first=["roll"], runs="autoplay", other={"F": 6},
    ),
    "yazy": SimpleNamespace(
        build=yazy.game, first=["roll"], runs="autoplay", other={"card": "faces"},
    ),
    "pig": SimpleNamespace(build=pig.game, first=["throw"], runs=None, other={"goal": 7}),
    "counting": SimpleNamespace(
        build=counting.say_now, first=["turn"], runs=None, other={"red": 3},
    ),
    "lucky_draws": SimpleNamespace(
        build=lucky_deal.game, first=["name", "deal"], runs="run", other={"k": 4},
    ),
    "race": SimpleNamespace(build=race.game, first=["step"], runs="run", other={"fields": 20}),
    "lanes": SimpleNamespace(
        build=race.two_markers, first=["step"], runs="run", other={"fields": 20}
    ),
    "chase": SimpleNamespace(build=chase.game, first=["step"], runs="run", other={"players": 9}),
    "tricks": SimpleNamespace(build=tricks.game, first=["step"], runs="run", other={"red": 20}),
}  # fmt: skip


class Game:
    def __init__(self, kind):
        self.kind = kind
        self.address, _, self.surface = kind.build().children

    def click(self, *acts):
        for act in acts:
            click(self.surface, act)

    def ask(self, **settings):
        """Open a link with these settings; the others keep their values."""
        values = dict(part.split("=") for part in self.address.query.split("&"))
        values.pop("moves", None)
        values |= {"app": self.address.app} | settings
        self.address.location = "?" + "&".join(f"{name}={value}" for name, value in values.items())

    @property
    def seed(self):
        return re.search(r"seed=(\d+)", self.address.query)[1]

    @property
    def acts(self):
        return {act for act, _ in Parsed(self.surface.html).acts()}


@pytest.fixture(params=GAMES)
def game(request):
    return Game(GAMES[request.param])


def for_games(names):
    return pytest.mark.parametrize("game", names, indirect=True)


def below(kind):
    for subclass in kind.__subclasses__():
        yield from (subclass, *below(subclass))


def test_no_game_is_missing_here():
    of_kind("app")  # imports them
    shared_module = "games_widgets.apps.simulation"
    assert {table.__module__ for table in below(GameApp)} - {shared_module} == {
        driver.build.__module__ for driver in GAMES.values()
    }


def test_settings_belong_to_the_next_game_after_a_move(game):
    previous = game.surface.html
    game.ask(**game.kind.other, seed=7)
    html_of_settings = game.surface.html
    assert html_of_settings != previous
    assert "The next one" not in html_of_settings
    game.click(*game.kind.first)
    result = game.surface.html
    game.ask(seed=8)
    assert re.search(r"The next one: [^<>]+, seed 8\.", game.surface.html)
    game.ask(seed=7)
    assert game.surface.html == result  # the run continues
    game.ask(seed=8)
    game.click("new")
    assert "The next one" not in game.surface.html
    assert game.seed == "8"  # the reader chose it
    game.click(*game.kind.first, "new")
    assert game.seed != "8"


def test_the_same_game_comes_again(game):
    game.ask(**game.kind.other, seed=7)
    first = game.surface.html
    game.click(*game.kind.first)
    has_moved = game.surface.html
    if "again" not in game.acts:
        assert game.kind.build in (lucky_deal.game, counting.say_now)
        return
    game.ask(seed=9)
    game.click("again")
    assert (game.surface.html, game.seed) == (first, "7")
    game.click(*game.kind.first)
    assert game.surface.html == has_moved


@for_games([name for name, game_app in GAMES.items() if game_app.runs])
def test_what_runs_yields_to_the_reader(game):
    for act, value in (("preset", "Reset"), ("new", "")):
        game.click(*game.kind.first, game.kind.runs)
        assert "stop" in game.acts
        send(game.surface, {"act": act, "value": value})
        assert "stop" not in game.acts
        at_rest = game.surface.html
        wait(game.surface)
        assert game.surface.html == at_rest


@for_games([name for name in GAMES if name != "counting"])  # there the surface hides the odds
def test_a_link_has_odds_told_or_kept_back(game):
    html_by_setting = {}
    for tell in (1, 0, 1):
        game.ask(tell=tell)
        assert html_by_setting.setdefault(tell, game.surface.html) == game.surface.html
        assert game.surface.odds_visible is None
    assert html_by_setting[0] != html_by_setting[1]
    game.ask(tell=0)
    send(game.surface, {"act": "tell", "value": ""})
    assert game.surface.html == html_by_setting[1]
