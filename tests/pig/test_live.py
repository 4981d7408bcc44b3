"""Pig in the page of its chapter: played, thrown, and seen without motion, colour or room."""

import re

import pytest
from playwright.sync_api import expect

from tests.conftest import live, others_slow, watched
from tests.live import LiveApp, is_accessible, on_a_phone

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "Pig and Piglet"


@pytest.fixture
def game(live_app):
    app = live_app(GAME)
    app.box.get_by_role("button", name="Pig to 20", exact=True).click()
    return app


def test_a_game_is_played_to_its_end(game):
    throw = game.button("Throw")
    for _ in range(60):
        expect(throw.or_(game.button("New game")).first).to_be_visible()
        if "win" in game.summary.inner_text() and "wins." not in game.summary.inner_text():
            break
        if throw.is_enabled():
            throw.click()
        game.page.wait_for_timeout(50)
    expect(game.summary).to_have_text(re.compile(r"(You win|The best player wins), \d+ to \d+\."))
    game.click("New game")
    expect(game.summary).to_contain_text("You begin.")


def test_the_value_of_each_choice_is_shown_on_demand(game):
    bars = game.picture.locator(".oe-choices tr")
    expect(bars).to_have_count(0)
    game.click("Show the odds")
    expect(bars).to_have_count(1)
    expect(bars.first).to_contain_text(re.compile(r"throw ★\s*61\.56 %"))
    game.click("Hide the odds")


@pytest.mark.parametrize("motion", others_slow(["no-preference", "reduce"]))
def test_a_die_settles_unless_the_reader_prefers_stillness(game, motion):
    """What it shows is there at once, whether it moves or not."""
    game.page.emulate_media(reduced_motion=motion)
    old_text = game.picture.locator(".oe-player-name").count()
    game.picture.evaluate(
        "node => node.addEventListener('animationstart', (e) => (window.rolled = e.animationName))"
    )
    game.page.evaluate("window.rolled = ''")
    game.click("Throw")
    expect(game.picture.locator(".oe-throw .oe-die")).to_be_visible()
    expect(game.summary).to_have_text(re.compile("threw"))
    assert old_text <= game.picture.locator(".oe-player-name").count()
    game.page.wait_for_timeout(100)
    die = game.page.evaluate("window.rolled")
    assert die.startswith("oe-rolls") == (motion == "no-preference")
    game.page.emulate_media(reduced_motion="reduce")


@pytest.mark.slow
def test_it_is_accessible_at_its_widest_and_narrowest(game):
    game.click("Throw")
    is_accessible(game.page, "#app-pig")
    with on_a_phone(game.page):
        is_accessible(game.page, "#app-pig")


@pytest.mark.slow
def test_forced_colours_and_large_sizes_lose_nothing(browser, live_app):
    """Forced colours, and 1280 pixels at 400 %: score, pot and die are still told apart."""
    small = {"width": 320, "height": 256}
    with watched(browser, viewport=small, forced_colors="active", reduced_motion="reduce") as page:
        live(page, live_app.address(GAME))
        app = LiveApp(page, GAME)
        app.click("Toss")
        expect(app.summary).to_contain_text("tossed")
        assert page.evaluate("document.documentElement.scrollWidth") <= 320
        bank_bar, paper = app.picture.locator(".oe-lane").first.evaluate(
            "node => [getComputedStyle(node.firstChild).backgroundColor,"
            " getComputedStyle(node).backgroundColor]"
        )
        assert bank_bar != paper
