"""Pages of the built book without JavaScript show the stored view of each app."""

import re
import tomllib

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import expect

from tests.conftest import ROOT, others_slow, watched, watching
from tests.helpers.pages import REPRESENTATIVE, SITE, lively, paths
from tests.helpers.selectors import APP, BARS, BUTTON, PICTURE, STAGE_STRIP, STILL, SUMMARY
from tests.live import page_of

pytestmark = [pytest.mark.book, pytest.mark.browser]


@pytest.fixture(scope="module")
def phone(browser):
    options = {"java_script_enabled": False, "viewport": {"width": 360, "height": 780}}
    with browser.new_context(**options) as context:
        yield context


# The inline formulas that are wider than their block, which cuts them off.
CUT = """() => {
  for (const node of document.querySelectorAll("article details")) node.open = true;
  const isInline = (node) => getComputedStyle(node).display === "inline";
  const block = (node) => (isInline(node) ? block(node.parentElement) : node);
  const edge = (node) => node.getBoundingClientRect().right;
  const letters = (node) => [...node.querySelectorAll("mjx-math mjx-c")];
  return [...document.querySelectorAll("article span.math")]
    .filter((node) => letters(node).some((letter) => edge(letter) > edge(block(node)) + 1))
    .map((node) => node.querySelector("math").textContent);
}"""

WIDTHS = "all => all.map((node) => node.getBoundingClientRect().width)"
DISPLAYS = "all => all.map((node) => getComputedStyle(node).display)"
CELLS = """all => all.map((node) =>
  [node.innerText, node.querySelectorAll("button").length, node.getBoundingClientRect().right])"""


@pytest.mark.parametrize("path", others_slow(paths(), *REPRESENTATIVE))
def test_still_page_shows_apps_and_formulas(phone, book, path):
    with watching(phone) as page:
        page.goto(f"{book}/{path}")
        assert page.evaluate(CUT) == []
        formulas = page.locator(".math")
        assert page.locator(".math > mjx-container").count() == formulas.count()
        assert page.locator("mjx-merror").count() == 0
        widths = page.locator(".math mjx-math:visible").evaluate_all(WIDTHS)
        assert all(width > 5 for width in widths[:3])

        cells = page.locator(".cell.tag_live .cell_output").evaluate_all(CELLS)
        assert bool(cells) is (path in lively())
        for text, buttons, right in cells:
            assert len(text) > 10, text
            assert buttons == 0
            assert right <= 360
        tables = page.locator(f"{APP} table").evaluate_all(DISPLAYS)
        assert set(tables) <= {"table"}  # no stylesheet of one game has a class of another
        summaries = page.locator(SUMMARY).filter(has_text=re.compile(r"\d %")).all_text_contents()
        assert not [
            summary for summary in summaries if re.search(r"\d %", summary)
        ]  # the sign is on one line with its number
        for app in page.locator(APP).all():
            assert app.locator(f"{SUMMARY}, {PICTURE}").count() > 0


def test_still_view_shows_the_stored_state(browser, book):
    with watched(browser, java_script_enabled=False) as page:
        page.goto(f"{book}/{page_of('Where should the first number go?')}")
        explorer = page.locator(APP, has_text="Where should the first number go?")
        expect(explorer).to_contain_text("Values V: 100")
        expect(explorer.locator(SUMMARY)).to_contain_text("Over all numbers: 22.90 %")
        expect(explorer.locator(f"{BARS} tbody tr")).to_have_count(5)
        expect(explorer).to_have_css("border-top-style", "solid")  # the stylesheet is there


def test_printed_question_has_only_its_answers_to_tick(browser, book):
    with watched(browser, java_script_enabled=False) as page:
        page.emulate_media(media="print")
        page.goto(f"{book}/book/counting.html")
        buttons = page.locator(f"{STILL} {BUTTON}:visible")
        assert buttons.count() > 3
        assert {button.get_attribute("data-act") for button in buttons.all()} == {"guess"}
        page.goto(f"{book}/book/your_game.html")
        expect(page.locator(f"{STILL} .oe-run")).to_be_hidden()


def test_still_view_has_the_menu_value_and_a_picture():
    page = (SITE / page_of("What does a step save?")).read_text("utf-8")
    assert "Start rule: goes to field 1<" in page
    apps = (SITE / "book" / "apps.html").read_text("utf-8")
    pictures = re.findall(r'<div class="live-picture" inert aria-hidden="true"[^>]*>(.*)', apps)
    assert len(pictures) > 30
    for picture in (BeautifulSoup(markup, "html.parser") for markup in pictures):
        assert picture.select(f"{APP} > {PICTURE} > *")
        assert not picture.select(f"button, {STAGE_STRIP}")
    played_games = tomllib.loads((ROOT / "book" / "played.toml").read_text("utf-8"))
    assert played_games.keys() <= set(re.findall(r'data-app-link="([^"]*)"', apps))
    assert any("114353204550" in picture for picture in pictures)
    index = (SITE / "searchindex.js").read_text("utf-8")
    assert "114353204550" not in index  # a search does not find texts of pictures


def test_app_appears_when_it_is_complete(phone, book):
    text = (SITE / "book" / "index.html").read_text("utf-8")
    start, end = (text.index(mark) for mark in (f'class="{PICTURE[1:]}"', "<i hidden></i></div><p"))
    with watching(phone) as page:
        come = [text[: start + 800], text[:end], text[: end + 20]]
        page.route("**/index.html", lambda route: route.fulfill(body=come.pop(0)))
        for is_seen in (False, False, True):
            page.goto(f"{book}/book/index.html")
            assert page.locator(f"{PICTURE} .oe-card").count() > 1
            assert page.locator(PICTURE).is_visible() is is_seen


# Letters of drawings as high as they are on the screen, by the letters of their files in points.
LEFT = "node => node.getBoundingClientRect().left + parseFloat(getComputedStyle(node).paddingLeft)"
ASIDE = """all => all.map((node) => {
  const { left, right } = node.getBoundingClientRect();
  return left + right - document.documentElement.clientWidth;
})"""
LOW = """all => all.map((node) =>
  11 * node.getBoundingClientRect().width / (0.75 * node.naturalWidth))"""


def test_figure_on_a_phone_has_readable_letters(phone, book):
    with watching(phone) as page:
        page.goto(f"{book}/book/chains.html")
        figures = page.locator(".cell_output figure > img")
        for img in figures.all():
            img.scroll_into_view_if_needed()
        assert min(figures.evaluate_all(LOW)) > 10.9
        for figure in page.locator(".cell_output figure:has(> img)").all():  # no figure scrolls
            assert figure.evaluate(
                "node => node.scrollWidth <= node.clientWidth && node.clientWidth <= 360"
            )
        page.set_viewport_size({"width": 600, "height": 780})  # where there is room on both sides
        assert max(map(abs, figures.evaluate_all(ASIDE))) < 1
        page.set_viewport_size({"width": 360, "height": 780})
        for app in page.locator(f"{APP} {PICTURE}:has(> figure > figcaption)").all()[:1]:
            heading = app.locator("> figure > figcaption").first
            assert heading.evaluate(LEFT) == app.evaluate(LEFT)  # headings in apps are not captions
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
