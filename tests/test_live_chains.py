"""The app of the chapter on absorbing chains as its readers have it: in a page, live."""

import re
from fractions import Fraction

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from games.views.chains import Ruin
from games.views.text import number, percent
from tests.conftest import live, watched

pytestmark = [pytest.mark.book, pytest.mark.browser]


@pytest.fixture(scope="module")
def chapter(book):
    return f"{book}/book/chains.html"


def ruin(page):
    return page.get_by_role("group", name="Coins until none is left, or enough are")


def shows(box, game):
    expect(box.locator(".oe-summary")).to_contain_text(percent(game.reach))
    expect(box.locator(".oe-headlines")).to_contain_text(number(game.mean, 2))
    chosen = box.locator("tr.oe-is-best")
    expect(chosen.locator("button")).to_contain_text(str(game.start))
    expect(chosen.locator("td")).to_have_count(game.goal + 1)


def test_sliders_rows_and_keys_set_the_game(page, chapter):
    live(page, chapter)
    box = ruin(page)
    goal, start, up, tie = (
        box.get_by_role("slider", name=name, exact=True)
        for name in ("Goal", "Start", "Win in %", "Draw in %")
    )
    shows(box, Ruin(6, 2, Fraction(1, 2), Fraction(0)))
    goal.press("ArrowRight")
    up.press("ArrowLeft")
    tie.press("ArrowRight")
    game = Ruin(7, 2, Fraction(49, 100), Fraction(1, 10))
    shows(box, game)
    expect(page).to_have_url(re.compile(r"\?goal=7&start=2&up=49&tie=10$"))
    row = box.locator("tbody tr").nth(1).get_by_role("button")
    row.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    shows(box, Ruin(7, 3, game.up, game.tie))
    expect(start).to_have_attribute("aria-valuenow", re.compile(r"^3(\.0)?$"))
    box.get_by_role("button", name="Play 100 games").click()
    expect(box.locator(".oe-tally")).to_contain_text("100 games took")


def test_a_game_that_never_ends_is_told_over_the_last_picture(page, chapter):
    live(page, f"{chapter}?goal=3&start=1&up=50&tie=90")
    box = ruin(page)
    shows(box, Ruin(3, 1, Fraction(1, 2), Fraction(9, 10)))
    box.get_by_role("slider", name="Draw in %", exact=True).press("ArrowRight")
    expect(box.get_by_role("alert")).to_contain_text("the game never ends")
    shows(box, Ruin(3, 1, Fraction(1, 2), Fraction(9, 10)))


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("chapter", ["chains", "race"])
def test_accessible_and_within_a_phone(browser, book, chapter, scheme):
    options = {"color_scheme": scheme, "viewport": {"width": 360, "height": 780}}
    with watched(browser, **options) as page:
        live(page, f"{book}/book/{chapter}.html")
        page.wait_for_selector("mjx-container")
        assert page.locator("mjx-merror").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        rules = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "preload": False}
        ours = {"include": [".bd-article"], "exclude": [".citation-list"]}  # Sphinx writes those
        found = Axe().run(page, context=ours, options=rules).response["violations"]
        told = [(it["id"], [node["html"][:120] for node in it["nodes"]][:3]) for it in found]
        assert "\n".join(map(str, told)) == ""
