"""Every page of the built book without JavaScript: the stored view of each app is there to read."""

import pytest
from playwright.sync_api import expect

from tests.conftest import watched
from tests.test_book import SITE, chapters

pytestmark = [pytest.mark.book, pytest.mark.browser]

PAGES = [path.relative_to(SITE).as_posix() for path in chapters()]
LIVE = [path for path in PAGES if "tag_live" in (SITE / path).read_text(encoding="utf-8")]


@pytest.mark.parametrize("path", LIVE)
def test_each_app_is_there_to_read(browser, book, path):
    options = {"java_script_enabled": False, "viewport": {"width": 360, "height": 780}}
    with watched(browser, **options) as page:
        page.goto(f"{book}/{path}")
        shown = page.locator(".cell.tag_live .cell_output")
        assert shown.count() > 0
        for cell in shown.all():
            assert len(cell.inner_text()) > 10, cell.inner_text()
            assert cell.locator("button").count() == 0
            assert cell.evaluate("it => it.getBoundingClientRect().right") <= 360
        for app in page.locator(".oe-app").all():
            assert app.locator(".oe-summary, .oe-picture").count() > 0


# The texts of formulas in a line that reach beyond the block they stand in, where they are cut off.
CUT = """() => {
  for (const it of document.querySelectorAll("article details")) it.open = true;
  const block = (it) => (getComputedStyle(it).display === "inline" ? block(it.parentElement) : it);
  const edge = (it) => it.getBoundingClientRect().right;
  const letters = (it) => [...it.querySelectorAll("mjx-math mjx-c")];
  return [...document.querySelectorAll("article span.math")]
    .filter((it) => letters(it).some((letter) => edge(letter) > edge(block(it)) + 1))
    .map((it) => it.querySelector("math").textContent);
}"""


@pytest.mark.parametrize("path", PAGES)
def test_formulas_are_typeset_and_none_in_a_line_is_cut_off(browser, book, path):
    options = {"java_script_enabled": False, "viewport": {"width": 360, "height": 780}}
    with watched(browser, **options) as page:
        page.goto(f"{book}/{path}")
        assert page.evaluate(CUT) == []
        formulas = page.locator(".math")
        assert page.locator(".math > mjx-container").count() == formulas.count()
        assert page.locator("mjx-merror").count() == 0
        for formula in page.locator(".math:visible mjx-math").all()[:3]:
            assert formula.evaluate("it => it.getBoundingClientRect().width") > 5


def test_settings_sentence_and_picture_are_those_that_are_stored(browser, book):
    with watched(browser, java_script_enabled=False) as page:
        page.goto(f"{book}/book/placement.html")
        explorer = page.locator(".oe-app", has_text="Where should the first number go?")
        expect(explorer).to_contain_text("Values V: 100")
        expect(explorer.locator(".oe-summary")).to_contain_text("best play wins 2.38 %")
        expect(explorer.locator("tbody tr")).to_have_count(10)
        frame = explorer.evaluate("it => getComputedStyle(it).borderTopStyle")
        assert frame == "solid"  # the style of the pictures is there
