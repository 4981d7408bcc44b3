"""Every page of the built book in a browser, on a phone: whole, live, and without a fault."""

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import live, watched
from tests.test_book import SITE, chapters

pytestmark = [pytest.mark.book, pytest.mark.browser]

PAGES = [path.relative_to(SITE).as_posix() for path in chapters()]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_whole_and_live(browser, book, path):
    with watched(browser, viewport={"width": 360, "height": 780}) as page:
        is_live = "tag_live" in (SITE / path).read_text(encoding="utf-8")
        (live if is_live else Page.goto)(page, f"{book}/{path}")
        expect(page.locator("article .math:not(:has(mjx-container))")).to_have_count(0)
        assert page.locator("mjx-merror").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        for cell in page.locator(".cell.tag_live").all():
            status = cell.locator(".live-status")
            if status.count():
                expect(status).to_have_text("Live")
