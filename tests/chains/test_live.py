"""The apps of the chapters on chains and on counting, live in a page."""

import re
from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from games.chains.playing import GAMES, Ruin, Walk
from games_widgets.chains import view as chain_views
from games_widgets.chains.view_walk import walk as token
from games_widgets.counting import view as counting_views
from games_widgets.drawing.text import number, percent
from tests.helpers.selectors import BEST, HEADLINES

pytestmark = [pytest.mark.book, pytest.mark.browser]

TOKEN = "A token, and its bricks"
HEADS = "heads twice in a row"
RUIN = "Coins until none is left, or enough are"
POINTS = "An unfinished game"
HALF, NO_DRAW = Fraction(1, 2), Fraction(0)


def shows(app, game):
    app.shows(chain_views.ruin(game))
    figures = app.picture.locator(f"{HEADLINES} strong")
    reach = percent(game.reach)
    expect(figures).to_have_text([number(game.mean, 2), number(game.deviation, 2), reach])
    chosen_row = app.picture.locator(f"tr{BEST}")
    expect(chosen_row.locator("button")).to_have_accessible_name(f"start with {game.start}")


@pytest.mark.slow
def test_every_control_sets_the_game(live_app):
    app = live_app(RUIN)
    app.click("Reset")
    shows(app, Ruin(6, 2, HALF, NO_DRAW))
    app.press("Goal", "ArrowRight")
    shows(app, Ruin(7, 2, HALF, NO_DRAW))
    app.press("Win in %", "ArrowLeft")
    shows(app, Ruin(7, 2, Fraction(49, 100), NO_DRAW))
    app.press("Draw in %", "ArrowRight")
    shows(app, Ruin(7, 2, Fraction(49, 100), Fraction(1, 10)))
    app.type("Start", 5)
    shows(app, Ruin(7, 5, Fraction(49, 100), Fraction(1, 10)))
    app.type("Goal", 4)  # the start stays below the goal
    shows(app, Ruin(4, 3, Fraction(49, 100), Fraction(1, 10)))
    expect(app.page).to_have_url(re.compile(r"\?goal=4&start=3&up=49&tie=10$"))


def test_a_row_chooses_the_start_by_mouse_and_by_keys(live_app):
    app = live_app(RUIN)
    app.click("Reset")
    app.button("start with 4").click()
    shows(app, Ruin(6, 4, HALF, NO_DRAW))
    app.stands("Start", 4)
    app.page.keyboard.press("ArrowDown")
    app.page.keyboard.press("Enter")
    shows(app, Ruin(6, 5, HALF, NO_DRAW))
    expect(app.button("start with 5")).to_be_focused()


def test_the_token_lays_its_bricks(live_app):
    app = live_app(TOKEN)
    app.click("Reset")
    position, rng = Walk.begin(GAMES[HEADS]), Random(f"{HEADS}: game 1")
    app.shows(token(position))
    app.tab_to("Toss")
    while not position.is_over:
        position = position.step(rng)
        app.page.keyboard.press("Enter")
        app.shows(token(position))
    expect(app.button("Next game")).to_be_focused()
    app.click("Next game")
    app.click("Show where they settle")
    expect(app.picture).to_contain_text("4 on 0 and 2 on H")
    app.click("100 games")
    expect(app.summary).to_contain_text("after 102 games")
    expect(app.button("100 games")).to_be_visible()
    app.choose("Game", "heads, then tails")
    next_game = Walk.begin(GAMES["heads, then tails"])
    app.shows(token(next_game, heights_visible=True))
    app.click("Reset")
    app.click("Show where they settle")


def test_an_endless_game_is_reported_over_the_last_picture(live_app):
    app = live_app(RUIN)
    app.click("Nine draws in ten")
    app.stands("Draw in %", 90)
    app.press("Draw in %", "ArrowRight")
    expect(app.notice).to_contain_text("the game never ends")
    shows(app, Ruin(3, 1, HALF, Fraction(9, 10)))
    expect(app.notice).to_contain_text("The last good picture stays, dimmed.")
    for part in (app.picture, app.summary):  # they are out of date
        expect(part).to_have_css("opacity", "0.88")
    app.press("Draw in %", "ArrowLeft")
    expect(app.notice).to_be_hidden()
    expect(app.summary).to_have_css("opacity", "1")


@pytest.mark.slow
def test_the_unfinished_game_follows_every_control(live_app):
    app = live_app(POINTS)
    app.click("Reset")
    app.shows(counting_views.points(1, 2, HALF))
    app.press("You need a", "ArrowRight", "ArrowRight")
    app.type("Friend b", 5)
    app.press("Heads in %", "ArrowLeft")
    heads = Fraction(49, 100)
    app.shows(counting_views.points(3, 5, heads))
    # the third point comes with toss 3 + lost
    chance = sum(
        heads**3 * (1 - heads) ** losses * (losses + 1) * (losses + 2) / 2 for losses in range(5)
    )
    figures = app.picture.locator(f"{HEADLINES} strong")
    expect(figures.first).to_have_text(percent(chance))
