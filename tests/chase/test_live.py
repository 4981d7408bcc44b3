"""The apps of the chapter on the chase as its readers have them: in the built page, live."""

import re
from fractions import Fraction
from random import Random

import pytest
from playwright.sync_api import expect

from games import chase
from games.chase import view as views
from games.chase.app import _drawn
from games.chase.playing import Table
from games.chase.view import STAGES
from games.kit.text import number
from tests.conftest import live
from tests.live import LiveApp, in_motion, is_accessible, on_a_phone, tells_presets

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "The chase"
EXPLORER = "How long does the chase last?"
FOLDING = "From pairs to distances"
STUCK = "Thousands of games, and one of them"


def set_all(app, table):
    """Move every control of a table, by typing and by keys."""
    app.type("Players", table.players - 1)
    app.press("Players", "ArrowRight")
    app.type("Left, 12ths", table.left + 1)
    app.press("Left, 12ths", "ArrowLeft")
    app.type("Right, 12ths", table.right - 1)
    app.press("Right, 12ths", "ArrowRight")
    app.type("Distance", table.distance + 1)
    app.press("Distance", "ArrowLeft")


def ask(app):
    """Have the game show its exact values, if it does not."""
    button = app.picture.get_by_role("button", name=re.compile("exact values"))
    if button.get_attribute("aria-pressed") == "false":
        button.click()
    expect(button).to_have_attribute("aria-pressed", "true")


def seats(now, steps):
    """Yield the seats after each turn of a game with these dice."""
    table, (a, b) = now
    while a != b:
        moves = []
        for _ in range(2):
            shown = int(steps.random() * 12)
            moves.append(-1 if shown < table.left else 1 if shown >= 12 - table.right else 0)
        a, b = (a + moves[0]) % table.players, (b + moves[1]) % table.players
        yield a, b


@pytest.mark.parametrize("table", [Table(12, 5, 5, 6), Table(30, 1, 4, 11), Table(7, 6, 6, 3)])
def test_the_explorer_follows_every_control(opened, table):
    app = opened(EXPLORER)
    app.click("Reset")
    app.stands("Players", 100)
    set_all(app, table)
    app.shows(views.explorer(table))
    mean = chase.expected_turns(table.players, **table.start)
    deviation = float(chase.variance_turns(table.players, **table.start)) ** 0.5
    ring = chase.ring_chain(table.players, **table.law)
    near = min(table.distance, table.players - table.distance)
    median = ring.quantile(near, "1/2")
    figures = app.picture.locator(".oe-headlines strong")
    expect(figures).to_have_text([number(mean, 2), number(deviation, 2), number(median)])
    for level, told in (("1/10", "1 in 10"), ("9/10", "9 in 10"), ("99/100", "99 in 100")):
        mark = app.picture.locator(".oe-flag", has_text=f"{told} by {ring.quantile(near, level)}")
        expect(mark).to_have_count(1)


def test_a_chase_without_end_is_told(opened):
    app = opened(EXPLORER)
    app.click("It never ends")
    app.shows(views.explorer(Table(8, 6, 6, 3)))
    app.press("Distance", "ArrowRight")  # an even distance
    app.shows(views.explorer(Table(8, 6, 6, 4)))


def test_the_grid_folds_by_button_and_by_slider(opened):
    app = opened(FOLDING)
    app.click("Reset")
    app.stands("Players", 6)
    set_all(app, Table(5, 3, 1, 2))
    app.shows(views.folding(Table(5, 3, 1, 2), 0))
    app.type("Fold", 9)
    app.press("Fold", "ArrowRight")
    app.shows(views.folding(Table(5, 3, 1, 2), 1))
    app.click("Fold")
    expect(app.summary).to_contain_text(STAGES[3])
    app.shows(views.folding(Table(5, 3, 1, 2), 3))
    app.stands("Fold", 30)
    ring = chase.ring_chain(5, left=Fraction(1, 4), right=Fraction(1, 12))
    N = ring.fundamental_matrix()
    shown = app.picture.locator(".oe-heat td[style]").all_inner_texts()
    assert shown == [number(often, 2) for row in N for often in row]
    app.click("Unfold")
    app.shows(views.folding(Table(5, 3, 1, 2), 0))
    expect(app.button("Unfold")).to_be_disabled()  # until then, the table below still moves
    app.picture.locator(".oe-lumped tbody tr").nth(1).hover()
    expect(app.picture.locator(".oe-pair-cell.oe-linked")).to_have_count(10)


FIRST = {
    EXPLORER: views.explorer(Table(100, 2, 2, 50)),
    FOLDING: views.folding(Table(6, 2, 2, 2), 0),
}


@pytest.mark.parametrize("title", FIRST)
def test_every_preset_gives_a_picture_and_reset_the_first(opened, title):
    tells_presets(opened(title), FIRST[title])


def test_a_whole_chase_by_mouse(opened):
    app, table = opened(GAME), Table(5, 3, 4, 2)
    app.click("A small round")
    app.stands("Players", 8)
    set_all(app, table)
    app.type("Seed", 5)
    ask(app)
    ring = app.picture.get_by_role("img", name=re.compile("^A round table with 5 seats"))
    losers = app.picture.get_by_role("img", name=re.compile("the chance to lose of each seat"))
    chances = chase.loser_probabilities(5, **table.start)
    expect(losers).to_have_accessible_name(
        re.compile(re.escape(f"{float(100 * max(chances)):.2f}"))
    )
    turns = 0
    for a, b in seats((table, (0, 2)), Random("5 of the chase")):
        turns += 1
        app.click("Turn")
        expect(ring).to_have_accessible_name(re.compile(f"The dice are at seats {a} and {b}"))
        chance = app.picture.locator(".oe-chance")
        expect(chance.locator("strong")).to_have_text(str(turns))
        if a != b:
            to_go = chase.expected_turns(5, **table.law, distance=(b - a) % 5)
            expect(chance).to_contain_text(f"expected still: {number(to_go, 2)}")
    expect(app.summary).to_contain_text(f"seat {a} holds both and has lost, after {turns} turn")
    for name in ("Turn", "Run", "To the end"):
        expect(app.button(name)).to_be_disabled()
    app.click("Same dice again")
    app.click("To the end")
    expect(app.picture.locator(".oe-chance strong")).to_have_text(str(turns))


def test_a_whole_chase_by_keyboard_alone(opened):
    app = opened(GAME)
    app.click("A small round")
    app.stands("Players", 8)
    app.type("Players", 4)
    app.type("Seed", 8)
    expect(app.picture.locator(".oe-chance strong")).to_have_text("0")
    app.tab_to("Turn")
    ends = [*seats((Table(4, 2, 2, 2), (0, 2)), Random("8 of the chase"))]
    for turns in range(1, len(ends) + 1):
        app.page.keyboard.press("Enter")
        expect(app.picture.locator(".oe-chance strong")).to_have_text(str(turns))
    expect(app.summary).to_contain_text(f"seat {ends[-1][0]} holds both and has lost")
    expect(app.button("New game")).to_be_focused()
    app.page.keyboard.press("Enter")
    expect(app.picture.locator(".oe-chance strong")).to_have_text("0")


def test_a_chase_runs_and_stops_and_many_are_tallied(opened):
    app = opened(GAME)
    app.click("Neighbours")
    app.stands("Players", 30)
    app.type("Players", 40)
    app.type("Distance", 20)
    app.type("Seed", 9)  # a long game, which is not over before it is stopped
    app.choose("Speed", "quick")
    with in_motion(app.page):
        app.click("Run")
        expect(app.picture.locator(".oe-chance strong")).not_to_have_text("0")
        app.click("Stop")
        expect(app.button("Stop")).to_have_count(0)
    ask(app)
    app.click("Play 100 games")
    games = [chase.play(Random(f"9 tally {n}"), 40) for n in range(100)]
    tally = app.picture.locator(".oe-tally")
    expect(tally).to_contain_text(f"{number(Fraction(sum(games), 100), 2)} turns")
    expect(tally).to_contain_text(f"Expected: {number(chase.expected_turns(40), 2)} with")
    app.click("Reset tally")
    expect(tally).to_have_count(0)
    app.click("It never ends")
    expect(app.picture).to_contain_text("This game never ends")
    expect(app.button("To the end")).to_be_disabled()


@pytest.mark.parametrize(("question", "option", "told"), [
    ("Two neighbours hold one die each", "no, it goes on", "2/9"),
    ("Who is most likely to lose?", "those midway", "The answer: those midway"),
])  # fmt: skip
def test_a_question_answers_after_the_guess(opened, question, option, told):
    box = opened.page(question).locator(".cell.tag_live .cell_output", has_text=question)
    expect(box).not_to_contain_text(told)
    box.get_by_role("button", name=option).click()
    box.get_by_role("button", name="Reveal").click()
    expect(box).to_contain_text(told)


def test_a_number_is_guessed(opened):
    question = "by which factor"
    box = opened.page(question).locator(".cell.tag_live .cell_output", has_text=question)
    box.get_by_role("textbox").fill("2")
    box.get_by_role("button", name="This is my guess").click()
    box.get_by_role("button", name="Reveal").click()
    ratio = float(chase.expected_turns(200) / chase.expected_turns(100))
    expect(box).to_contain_text(f"The answer: {ratio:.4g}.")


@pytest.mark.turn(3)
def test_the_exact_values_of_a_game_are_hidden_at_first_and_its_dice_have_pips(page, opened):
    live(page, opened.address(GAME))
    app = LiveApp(page, GAME)
    app.stands("Players", 8)
    app.click("Turn")
    expect(app.picture.locator(".oe-chance strong")).to_have_text("1")
    rng = Random("1 of the chase")
    faces = sum(int(6 * rng.random()) + 1 for _ in range(2))
    expect(app.picture.locator(".oe-pip")).to_have_count(faces)
    app.click("Play 100 games")
    expect(app.picture.locator(".oe-tally")).to_contain_text("half of them were over by")
    expect(app.picture).not_to_contain_text(re.compile("xpected|to lose"))
    app.click("Show exact values")
    expect(app.picture).to_contain_text("expected still")


def test_one_of_four_thousand_games_doubles_the_mean(opened):
    app = opened(STUCK)
    app.click("Reset")
    app.stands("Thousands", 1)
    lengths = _drawn(7, 40)
    app.shows(views.stuck(7, lengths[:1000], 20_000))
    app.type("Thousands", 3)
    app.press("Thousands", "ArrowRight")
    app.shows(views.stuck(7, lengths[:4000], 20_000))
    app.choose("A die rests", "never")
    app.shows(views.stuck(0, _drawn(0, 40)[:4000], 20_000))


@pytest.mark.turn(3)
def test_the_page_without_equations_shows_a_ripple(page, book):
    live(page, f"{book}/book/chase_closed.html")
    app = LiveApp(page, EXPLORER)
    app.shows(views.explorer(Table(12, 5, 5, 6)))
    app.press("Players", "ArrowRight")
    app.shows(views.explorer(Table(13, 5, 5, 6)))


@pytest.mark.turn(3)
def test_a_link_gives_the_same_again_and_nonsense_is_told(page, opened):
    query = "app=folding&players=<img src=x>&left=40&right=1&fold=30"
    live(page, f"{opened.address(FOLDING)}?{query}")
    app = LiveApp(page, FOLDING)
    expect(app.notice).to_contain_text("players is '<img src=x>'")
    expect(app.notice).to_contain_text("left is 40")
    assert page.locator("img[src=x]").count() == 0
    app.shows(views.folding(Table(6, 2, 1, 2), 3))
    app.press("Players", "ArrowRight")
    app.shows(views.folding(Table(7, 2, 1, 2), 3))
    wanted = r"\?app=folding&players=7&left=2&right=1&distance=2&fold=30"
    expect(page).to_have_url(re.compile(wanted))
    live(page, page.url)
    app.shows(views.folding(Table(7, 2, 1, 2), 3))
    expect(app.notice).to_be_hidden()


@pytest.mark.turn(3)
def test_accessible_and_within_a_phone(opened):
    app = opened(GAME)
    app.click("A small round")
    app.stands("Players", 8)
    app.click("Turn")
    app.click("Play 100 games")
    expect(app.picture.locator(".oe-tally")).to_contain_text("100 games took")
    with on_a_phone(app.page):
        is_accessible(app.page, "#app-game")
