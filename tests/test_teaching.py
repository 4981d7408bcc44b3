"""The links of the page for teachers: each opens an app with settings that it takes."""

import html
import re
from pathlib import Path
from urllib.parse import parse_qsl

import pytest

from games.apps.address import Address
from tests.test_book import module, of_games

PAGE = Path(__file__).parents[1] / "book" / "teaching.md"
LINKS = re.findall(r'href="(\w+)\.html\?([^"]+)"', PAGE.read_text(encoding="utf-8"))


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


def test_a_setting_that_is_not_taken_would_be_noticed():
    _, notices = opened("placement", "V=5000&F=4")
    assert notices != []
