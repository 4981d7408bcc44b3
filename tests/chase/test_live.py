"""The apps of the chapter on the chase, live in the built page."""

import re
from dataclasses import replace
from random import Random

import pytest
from playwright.sync_api import expect

from games.chase import Chase
from games.chase.playing import Square
from games_widgets.chase import view_fold
from games_widgets.drawing.text import number
from tests.conftest import live
from tests.helpers.selectors import KEY_FIGURE, TALLY
from tests.live import LiveApp, is_accessible, on_a_phone

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "The chase"
FOLDING = "Which pairs of seats are the same game?"


def set_all(app, players, left, right, distance):
    """Move every control of a table, by typing and by keys."""
    app.type("Players", players - 1)
    app.press("Players", "ArrowRight")
    app.type("Left in 12", left + 1)
    app.press("Left in 12", "ArrowLeft")
    app.type("Right in 12", right - 1)
    app.press("Right in 12", "ArrowRight")
    app.type("Distance", distance + 1)
    app.press("Distance", "ArrowLeft")


def show_odds(app):
    """Click the button that shows the exact values, if they are hidden."""
    button = app.picture.get_by_role("button", name=re.compile("exact values"))
    if button.get_attribute("aria-pressed") == "false":
        button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def seats_after_turns(chase, rng):
    """Yield the seats after each turn of a game with these dice."""
    a, b = 0, chase.distance
    while a != b:
        moves = []
        for _ in range(2):
            face = int(rng.random() * 12)
            moves.append(-1 if face < 12 * chase.left else face >= 12 * (1 - chase.right))
        a, b = (a + moves[0]) % chase.players, (b + moves[1]) % chase.players
        yield a, b


@pytest.mark.slow
def test_the_square_folds_by_hand_and_by_button(live_app):
    app = live_app(FOLDING)
    app.click("Reset")
    app.stands("Players", 6)
    app.type("Players", 5)
    app.press("Left in 12", "ArrowRight")
    app.choose("Second die", "never goes right")
    chase = Chase(5, "1/4", "1/6")
    square = Square(chase, loaded=True)
    app.shows(view_fold.folding(square, 0))
    app.press("The fold", *20 * ["ArrowRight"])
    app.shows(view_fold.folding(square, 20))
    app.click("Next")
    app.shows(view_fold.folding(square, 40))
    app.page.keyboard.press("PageDown")
    expect(app.summary).to_contain_text("The line does not fold")
    app.shows(view_fold.folding(square, 60))
    app.choose("Second die", "is like the first")
    app.shows(view_fold.folding(Square(chase), 60))


def test_a_whole_chase_by_mouse(live_app):
    app, chase = live_app(GAME), Chase(5, "1/4", "1/3", 2)
    app.click("Eight players")
    app.stands("Players", 8)
    set_all(app, 5, 3, 4, 2)
    app.type("Seed", 5)
    show_odds(app)
    ring = app.picture.get_by_role("img", name=re.compile("^A round table with 5 seats"))
    losers = app.picture.get_by_role("img", name=re.compile("the chance to lose of each seat"))
    largest_chance = float(100 * max(chase.loser_probabilities))
    expect(losers).to_have_accessible_name(re.compile(re.escape(f"{largest_chance:.2f}")))
    turns = 0
    for a, b in seats_after_turns(chase, Random("5 of the chase")):
        turns += 1
        app.click("Turn")
        expect(ring).to_have_accessible_name(re.compile(f"The dice are at seats {a} and {b}"))
        chance = app.picture.locator(KEY_FIGURE)
        expect(chance.locator("strong")).to_have_text(str(turns))
        if a != b:
            rest = replace(chase, distance=(b - a) % 5).expected_turns
            expect(chance).to_contain_text(f"still expected: {number(rest, 2)}")
    expect(app.summary).to_contain_text(f"seat {a} holds both and has lost, after {turns} turn")
    for name in ("Turn", "Run", "To the end"):
        expect(app.button(name)).to_be_disabled()
    app.click("Same dice again")
    app.click("To the end")
    expect(app.picture.locator(f"{KEY_FIGURE} strong")).to_have_text(str(turns))


@pytest.mark.slow
def test_exact_values_are_hidden_at_first_and_dice_have_pips(page, live_app):
    live(page, live_app.address(GAME))
    app = LiveApp(page, GAME)
    app.click("Reset")
    app.stands("Players", 8)
    app.click("Turn")
    expect(app.picture.locator(f"{KEY_FIGURE} strong")).to_have_text("1")
    rng = Random("1 of the chase")
    faces = sum(int(6 * rng.random()) + 1 for _ in range(2))
    expect(app.picture.locator(".oe-pip")).to_have_count(faces)
    app.click("Play 100 games")
    expect(app.picture.locator(TALLY)).to_contain_text("half of them were over by")
    expect(app.picture).not_to_contain_text(re.compile("xpected|to lose"))
    app.click("Show exact values")
    expect(app.picture).to_contain_text("still expected")


@pytest.mark.slow
def test_accessible_and_within_a_phone(live_app):
    app = live_app(GAME)
    app.click("Eight players")
    app.stands("Players", 8)
    app.click("Turn")
    app.click("Play 100 games")
    expect(app.picture.locator(TALLY)).to_contain_text("100 games took")
    with on_a_phone(app.page):
        is_accessible(app.page, "#app-game")
