"""The placement chapter as its readers have it: a static page, live, no other host in reach."""

import re
from random import Random

import pytest
from games.kit.apps.seeds import shuffled
from playwright.sync_api import expect

from games import placement
from games.kit.text import percent
from tests.conftest import SITE, UNTYPESET, live, watched, watching
from tests.live import LiveApp, page_of, unfold

pytestmark = [pytest.mark.book, pytest.mark.browser]

GAME = "The placement game"
EXPLORER = "Where should the first number go?"


@pytest.fixture
def page(opened):
    """The chapter, opened once."""
    return opened.page(GAME)


def game(page):
    unfold(page.locator("#app-game"))
    return page.get_by_role("group", name=GAME)


def explorer(page):
    return page.get_by_role("group", name=EXPLORER)


def deal(page, V, F, seed):
    """Have a game of this size dealt anew, and return its part of the page."""
    app = LiveApp(page, GAME)
    app.click("Reset")
    expect(app.summary).to_contain_text("Roll")
    for name, value in (("Values V", V), ("Fields F", F), ("Seed", seed)):
        app.type(name, value)
    if app.button("Show").count():
        expect(app.picture).not_to_contain_text("%")  # a reader guesses first
        app.click("Show")
    chance = app.picture.locator(".oe-chance strong")
    expect(chance).to_have_text(percent(placement.win(V, F)))
    return app.box


def number(page):
    drawn = game(page).locator(".oe-drawn strong")
    expect(drawn).to_have_text(re.compile(r"^\d+$"))
    return int(drawn.inner_text())


def test_mathematics_is_typeset_and_every_app_is_live(page):
    expect(page.locator(UNTYPESET)).to_have_count(0)
    assert page.locator("mjx-container").count() > 100
    assert page.locator("mjx-merror").count() == 0
    cells = page.locator(".cell.tag_live")
    assert cells.count() >= 4
    for cell in cells.all():
        expect(cell.get_by_role("status").last).to_have_text("Live")


def test_sliders_change_number_and_picture_to_what_the_solver_says(page):
    box = explorer(page)
    V, F, r = (box.get_by_role("slider", name=name, exact=True) for name in
               ("Values V", "Fields F", "Number r"))  # fmt: skip
    box.get_by_role("button", name="Settings").click()
    V.press("ArrowRight")
    F.press("ArrowLeft")
    r.press("ArrowRight")
    now = [int(float(it.get_attribute("aria-valuenow"))) for it in (V, F)]
    assert [*now, int(r.input_value())] == [101, 4, 1]
    wins, rolls = percent(placement.win(101, 4)), percent(placement.roll(101, 4, 1))
    expect(box.locator(".oe-summary")).to_contain_text(wins)
    expect(box.locator(".oe-picture")).to_contain_text(rolls)
    rows = box.locator(".oe-bars tbody tr")
    expect(rows).to_have_count(4)
    for f, row in enumerate(rows.all()):
        expect(row).to_contain_text(percent(placement.place(101, 4, 1, f)))
    expect(page).to_have_url(re.compile(r"\?app=explorer&V=101&F=4&r=1$"))


def test_a_whole_game_by_mouse(page):
    box, draws = deal(page, 30, 4, seed=7), shuffled(range(30), 7, 4)
    fields = [None] * 4
    rng = Random(1)
    for r in draws:
        box.get_by_role("button", name="Roll a number").click()
        expect(box.locator(".oe-drawn strong")).to_have_text(str(r))
        options = dict(placement.advice(30, fields, r))
        offered = box.get_by_role("button", name=f"Place {r} on")
        expect(offered).to_have_count(len(options))
        if not options:
            break
        f = rng.choice(sorted(options))
        box.get_by_role("button", name=f"Place {r} on field {f}").click()
        fields[f] = r
        expect(box.locator(".oe-chance strong")).to_have_text(percent(options[f]))
    ended = "won" if None not in fields else "lost"
    expect(box.locator(".oe-summary")).to_contain_text(f"the game is {ended}")
    expect(box.locator(".oe-summary")).to_contain_text("Your moves lost")


def test_a_whole_game_by_keyboard_alone(page):
    box, draws = deal(page, 12, 3, seed=4), shuffled(range(12), 4, 3)
    roll = box.get_by_role("button", name="Roll a number")
    LiveApp(page, GAME).tab_to("Roll a number")
    fields = [None] * 3
    for r in draws:
        expect(roll).to_be_focused()
        page.keyboard.press("Enter")
        expect(box.locator(".oe-drawn strong")).to_have_text(str(r))
        options = [f for f, _ in placement.advice(12, fields, r)]
        if not options:
            break
        target = options[0]
        expect(box.get_by_role("button", name=f"Place {r} on field {min(options)}")).to_be_focused()
        for _ in range(target - min(options)):
            page.keyboard.press("ArrowRight")
        page.keyboard.press("Enter")
        fields[target] = r
        expect(
            box.locator(".oe-is-filled .oe-value", has_text=re.compile(rf"^{r}$"))
        ).to_be_visible()
    expect(box.locator(".oe-summary")).to_contain_text("the game is")


def test_hint_autoplay_and_tally(page):
    box = deal(page, 20, 4, seed=3)
    box.get_by_role("button", name="Hide").click()
    box.get_by_role("button", name="Roll a number").click()
    best = placement.best_fields(20, 4, number(page))
    box.get_by_role("button", name="Hint").click()
    expect(box.get_by_role("button", name="★ best")).to_have_count(len(best))
    box.get_by_role("button", name="Autoplay", exact=True).click()
    expect(box.locator(".oe-summary")).to_contain_text("the game is")
    box.get_by_role("button", name="Autoplay 100 games").click()
    expect(box.locator(".oe-picture")).to_contain_text("of 100 games")
    expect(box.locator(".oe-picture")).not_to_contain_text(percent(placement.win(20, 4)))
    box.get_by_role("button", name="Show").click()
    expect(box.locator(".oe-picture")).to_contain_text(percent(placement.win(20, 4)))


@pytest.mark.turn(5)
def test_nonsense_in_the_address_is_told_and_stays_text(context, opened):
    with watching(context) as page:
        live(page, f"{opened.address(GAME)}?V=<img src=x onerror=alert(1)>&F=999&seed=7")
        notice = game(page).get_by_role("alert")
        expect(notice).to_contain_text("<img src=x")
        expect(notice).to_contain_text("F is 999, but must be from 1 to 20")
        assert page.locator("img[src=x]").count() == 0
        expect(game(page).get_by_role("spinbutton")).to_have_value("7")


def test_without_a_server_the_stored_view_stays_and_says_how_to_serve(browser):
    with watched(browser) as page:
        page.goto((SITE / page_of(EXPLORER)).as_uri())
        still = page.locator(".live-still").filter(has_text=EXPLORER)
        expect(still.locator(".oe-summary")).to_contain_text("Over all numbers")
        expect(page.locator(".live-status").first).to_contain_text("http.server")
        page.faults.clear()  # a browser reports what it refuses to a page without a server
