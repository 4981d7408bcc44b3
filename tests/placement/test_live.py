"""The apps of the placement chapter, live in a page, without access to other hosts."""

import re
from random import Random

import pytest
from playwright.sync_api import expect

from games import placement
from games_widgets.apps.seeds import shuffled
from games_widgets.drawing.text import percent
from games_widgets.placement import view
from tests.conftest import live, watching
from tests.helpers.selectors import KEY_FIGURE
from tests.live import LiveApp

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "The placement game"
EXPLORER = "Where should the first number go?"


@pytest.fixture
def game(live_app):
    return live_app(GAME)


def deal(app, V, F, seed):
    """Start a new game of this size."""
    app.click("Reset")
    expect(app.summary).to_contain_text("Roll")
    for name, value in (("Values V", V), ("Fields F", F), ("Seed", seed)):
        app.type(name, value)
    if app.button("Show P(win)").count():
        expect(app.picture).not_to_contain_text("%")  # a reader guesses first
        app.click("Show P(win)")
    expect(chance(app)).to_have_text(percent(placement.win(V, F)))


def chance(app):
    return app.picture.locator(f"{KEY_FIGURE} strong")


def drawn_number(app):
    return app.picture.locator(".oe-drawn strong")


def test_sliders_update_number_and_picture(live_app):
    app = live_app(EXPLORER)
    app.press("Values V", "ArrowRight")
    app.press("Fields F", "ArrowLeft")
    app.press("Number r", "ArrowRight")
    app.shows(view.explorer(101, 4, 1))
    expect(app.page).to_have_url(re.compile(r"\?app=explorer&V=101&F=4&r=1$"))


def test_a_whole_game_by_mouse(game):
    deal(game, 30, 4, seed=7)
    fields = [None] * 4
    rng = Random(1)
    for r in shuffled(range(30), 7, 4):
        game.click("Roll a number")
        expect(drawn_number(game)).to_have_text(str(r))
        options = dict(placement.advice(30, fields, r))
        buttons = game.box.get_by_role("button", name=f"Place {r} on")
        expect(buttons).to_have_count(len(options))
        if not options:
            break
        f = rng.choice(sorted(options))
        game.box.get_by_role("button", name=f"Place {r} on field {f}").click()
        fields[f] = r
        expect(chance(game)).to_have_text(percent(options[f]))
    verb = "won" if None not in fields else "lost"
    expect(game.summary).to_contain_text(f"the game is {verb}")
    expect(game.summary).to_contain_text("Your moves lost")


def test_a_whole_game_by_keyboard_alone(game):
    deal(game, 12, 3, seed=4)
    game.tab_to("Roll a number")
    fields, keyboard = [None] * 3, game.page.keyboard
    for r in shuffled(range(12), 4, 3):
        expect(game.button("Roll a number")).to_be_focused()
        keyboard.press("Enter")
        expect(drawn_number(game)).to_have_text(str(r))
        options = [f for f, _ in placement.advice(12, fields, r)]
        if not options:
            break
        target, first = options[0], f"Place {r} on field {min(options)}"
        expect(game.box.get_by_role("button", name=first)).to_be_focused()
        for _ in range(target - min(options)):
            keyboard.press("ArrowRight")
        keyboard.press("Enter")
        fields[target] = r
        filled_fields = game.box.locator(".oe-is-filled .oe-value", has_text=re.compile(rf"^{r}$"))
        expect(filled_fields).to_be_visible()
    expect(game.summary).to_contain_text("the game is")


@pytest.mark.slow
def test_hint_autoplay_and_tally(game):
    deal(game, 20, 4, seed=3)
    game.click("Hide P(win)")
    game.click("Roll a number")
    expect(drawn_number(game)).to_have_text(re.compile(r"^\d+$"))
    best = placement.best_fields(20, 4, int(drawn_number(game).inner_text()))
    game.click("Hint")
    expect(game.box.get_by_role("button", name="★ best")).to_have_count(len(best))
    game.click("Autoplay")
    expect(game.summary).to_contain_text("the game is")
    game.click("Autoplay 100 games")
    expect(game.picture).to_contain_text("of 100 games")
    expect(game.picture).not_to_contain_text(percent(placement.win(20, 4)))
    game.click("Show P(win)")
    expect(game.picture).to_contain_text(percent(placement.win(20, 4)))


@pytest.mark.slow
def test_an_invalid_address_is_reported_as_text(context, live_app):
    with watching(context) as page:
        live(page, f"{live_app.address(GAME)}?V=<img src=x onerror=alert(1)>&F=999&seed=7")
        app = LiveApp(page, GAME)
        expect(app.notice).to_contain_text("<img src=x")
        expect(app.notice).to_contain_text("F is 999, but must be from 1 to 20")
        assert page.locator("img[src=x]").count() == 0
        expect(app.box.get_by_role("spinbutton")).to_have_value("7")
