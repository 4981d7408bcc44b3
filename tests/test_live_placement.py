"""The placement chapter as its readers have it: a static page, live, no other host in reach."""

import re
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games import placement
from games.apps.seeds import shuffled
from games.views.text import percent
from tests.conftest import SITE, UNTYPESET, live, watched
from tests.live import unfold

pytestmark = [pytest.mark.book, pytest.mark.browser]


@pytest.fixture(scope="module")
def chapter(book):
    return f"{book}/book/placement.html"


def app(page, title):
    return page.get_by_role("group", name=title)


def game(page):
    unfold(page.locator("#app-game"))
    return app(page, "The placement game")


def explorer(page):
    return app(page, "Where should the first number go?")


def number(page):
    drawn = game(page).locator(".oe-drawn strong")
    expect(drawn).to_have_text(re.compile(r"^\d+$"))
    return int(drawn.inner_text())


def test_mathematics_is_typeset_and_every_app_is_live(page, chapter):
    live(page, chapter)
    expect(page.locator(UNTYPESET)).to_have_count(0)
    assert page.locator("mjx-container").count() > 100
    assert page.locator("mjx-merror").count() == 0
    cells = page.locator(".cell.tag_live")
    assert cells.count() >= 4
    for cell in cells.all():
        expect(cell.get_by_role("status").last).to_have_text("Live")


def test_sliders_change_number_and_picture_to_what_the_solver_says(page, chapter):
    live(page, chapter)
    box = explorer(page)
    V, F, r = (box.get_by_role("slider", name=name, exact=True) for name in
               ("Values V", "Fields F", "Number r"))  # fmt: skip
    V.press("ArrowRight")
    F.press("ArrowLeft")
    r.press("ArrowRight")
    now = [int(float(it.get_attribute("aria-valuenow"))) for it in (V, F, r)]
    assert now == [101, 9, 43]
    wins, rolls = percent(placement.win(101, 9)), percent(placement.roll(101, 9, 43))
    expect(box.locator(".oe-summary")).to_contain_text(wins)
    expect(box.locator(".oe-picture")).to_contain_text(rolls)
    rows = box.locator("table tbody tr")
    expect(rows).to_have_count(9)
    for f, row in enumerate(rows.all()):
        expect(row).to_contain_text(percent(placement.place(101, 9, 43, f)))
    expect(page).to_have_url(re.compile(r"\?app=explorer&V=101&F=9&r=43$"))


def test_a_whole_game_by_mouse(page, chapter):
    live(page, f"{chapter}?V=30&F=4&seed=7")
    box, draws = game(page), shuffled(range(30), 7, 4)
    expect(box).not_to_contain_text("%")  # a reader guesses first
    box.get_by_role("button", name="Show").click()
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


def test_a_whole_game_by_keyboard_alone(page, chapter):
    live(page, f"{chapter}?V=12&F=3&seed=4")
    box, draws = game(page), shuffled(range(12), 4, 3)
    roll = box.get_by_role("button", name="Roll a number")
    for _ in range(60):
        page.keyboard.press("Tab")
        if roll.evaluate("it => it === document.activeElement"):
            break
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


def test_hint_autoplay_and_tally(page, chapter):
    live(page, f"{chapter}?V=20&F=4&seed=3")
    box = game(page)
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


def test_nonsense_in_the_address_is_told_and_stays_text(page, chapter):
    live(page, f"{chapter}?V=<img src=x onerror=alert(1)>&F=999&seed=7")
    notice = game(page).get_by_role("alert")
    expect(notice).to_contain_text("<img src=x")
    expect(notice).to_contain_text("F is 999, but must be from 1 to 20")
    assert page.locator("img[src=x]").count() == 0
    expect(game(page).get_by_role("spinbutton")).to_have_value("7")


def test_without_a_server_the_stored_view_stays_and_says_how_to_serve(browser):
    with watched(browser) as page:
        page.goto((SITE / "book" / "placement.html").as_uri())
        expect(explorer(page).locator(".oe-summary")).to_contain_text("best play wins")
        expect(page.locator(".live-status").first).to_contain_text("http.server")
        page.faults.clear()  # a browser reports what it refuses to a page without a server


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessible_and_within_a_phone(browser, chapter, scheme):
    options = {"color_scheme": scheme, "viewport": {"width": 360, "height": 780}}
    with watched(browser, **options) as page:
        live(page, chapter)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "preload": False}
        ours = {"include": [".bd-article"], "exclude": [".citation-list"]}  # Sphinx writes those
        found = Axe().run(page, context=ours, options=rules).response["violations"]
        told = [(it["id"], [node["html"][:120] for node in it["nodes"]][:3]) for it in found]
        assert "\n".join(map(str, told)) == ""
