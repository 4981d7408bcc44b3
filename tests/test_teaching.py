"""The links of the page for teachers: each opens an app with settings that it takes."""

import html
import re
from itertools import product
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from games import lucky_draws
from games.apps import chase
from games.apps.address import Address
from games.apps.lucky_draws import _shuffle
from games.apps.seeds import shuffled
from games.views.placement import Play
from tests.test_book import module, of_games

PAGE = Path(__file__).parents[1] / "book" / "teaching.md"
TEXT = PAGE.read_text(encoding="utf-8")
ADDRESSES = re.findall(r'href="(\w+)\.html\?([^"#]+)([^"]*)"', TEXT)
LINKS = [(page, query) for page, query, _ in ADDRESSES]


def parts(widget):
    yield widget
    for child in getattr(widget, "children", ()):
        yield from parts(child)


def opened(page, query):
    """Return the app that an address asks for, its address, and what it says about it."""
    name = dict(parse_qsl(query)).get("app", "game")
    tree = getattr(module(page), name)()
    address = next(part for part in parts(tree) if isinstance(part, Address))
    address.location = f"?{query}"
    return address, [part.notice for part in parts(tree) if getattr(part, "notice", "")]


def test_every_game_has_a_link():
    assert len(of_games()) >= 5
    assert {module(page) for page, _ in LINKS} >= {module(page) for page in of_games()}


@pytest.mark.parametrize(("page", "query"), LINKS)
def test_a_link_asks_for_what_the_app_takes(page, query):
    address, notices = opened(page, html.unescape(query))
    asked = dict(parse_qsl(html.unescape(query)))
    assert set(asked) - {"app"} <= set(address.names)
    assert asked.get("app", address.app) == address.app
    assert ("app" in asked) is not address.first
    assert notices == []


@pytest.mark.parametrize(("page", "query", "anchor"), ADDRESSES)
def test_a_link_leads_to_its_app(page, query, anchor):
    assert anchor == f"#app-{dict(parse_qsl(html.unescape(query))).get('app', 'game')}"


def seed_of(page):
    """Return the seed of the first link to the game of a page."""
    first = next(html.unescape(query) for it, query in LINKS if it == page)
    return int(dict(parse_qsl(first))["seed"])


def test_the_cards_of_the_class_beat_six_of_eight_words():
    lost = 0
    for word in map("".join, product("RB", repeat=3)):
        reply = lucky_draws.best_reply(word).pattern
        deal = _shuffle(word, reply, 26, 26, seed_of("lucky_draws"))
        while not deal.over:
            deal = deal.step()
        lost += deal.winner == "Zara"
    assert lost == 6
    assert "six of the eight words lose" in TEXT


def test_the_dice_of_the_class_swap_in_the_seventh_turn():
    settings = chase._Settings(8, 2, 2, 4, chase.MAX_SEATS)
    game = chase._Round("", settings, seed_of("chase"), {})
    now, swaps = game.begin(settings.now, seed_of("chase")), []
    while not now.over:
        now = game.step(now)
        swaps.append(now.swapped)
    assert [turn for turn, it in enumerate(swaps, 1) if it] == [7]
    assert len(swaps) == 9


@pytest.mark.parametrize("first", [1, 2])
def test_the_numbers_of_the_class_part_two_first_moves(first):
    draws = shuffled(range(20), seed_of("placement"), 4)
    assert ", ".join(map(str, draws)) in TEXT
    play = Play(20, draws).roll().place(first)
    while not play.over:
        play = play.place(play.best[0]) if play.rolled else play.roll()
    assert play.won is (first == 2)


def test_a_setting_that_is_not_taken_would_be_noticed():
    _, notices = opened("placement", "V=5000&F=4")
    assert notices != []
