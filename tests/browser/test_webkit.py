"""The live page in WebKit: the same as in Chromium, as far as another browser could differ."""

import pytest

from tests import webkit
from tests.book.test_offline import address, site  # noqa: F401 -- two fixtures
from tests.browser.test_firefox import (  # noqa: F401 -- tests for both
    serves_no_poison,
    test_a_slider_changes_the_number_to_what_the_solver_says,
    test_clicks_play_the_game_to_its_end,
    test_forms_are_answered_and_kept,
)
from tests.browser.test_wall import LIVE, ROWS, stands

pytestmark = [pytest.mark.book, pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser(strangers):
    found = webkit.find()
    if found is None:
        pytest.skip(webkit.HOW)
    running = webkit.WebKit(*found, strangers[0])
    yield running
    running.close()


@pytest.fixture(scope="module")
def page(browser, book):
    """The placement page, live and laid out, for all tests: each begins with what it needs."""
    browser.goto(f"{book}/book/placement.html?V=12&F=3&seed=4")
    browser.until(LIVE)
    return browser


def test_it_turns_dark_and_light_again(page):
    theme = "document.documentElement.dataset.theme"
    paper = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)[0]"
    seen = set()
    for _ in range(3):
        page.evaluate("document.querySelector('.theme-switch-button').click()")
        shown = page.evaluate(theme)
        page.until(f"({paper} < 100) === {'true' if shown == 'dark' else 'false'}")
        seen.add(shown)
    assert seen == {"dark", "light"}


def test_a_link_leads_to_another_live_page_and_nobody_else_is_asked(page, strangers):
    page.evaluate("document.querySelector('.bd-links a[href$=\"race.html\"]').click()")
    page.until(f"location.pathname.endsWith('/race.html') && {LIVE}")
    assert strangers[1] == []


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS)
def test_the_wall_stands(browser, book, strangers, row):
    stands(row, browser, book, strangers)


@pytest.mark.slow
def test_what_somebody_else_has_put_into_the_cache_is_not_served(browser, address):  # noqa: F811
    serves_no_poison(browser, address)
