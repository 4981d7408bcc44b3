"""A link to a place of a page lands there, cold and on a slow machine, on a desk and on a phone."""

import re
from collections import defaultdict
from functools import cache
from itertools import product
from urllib.parse import unquote

import pytest
from playwright.sync_api import expect

from tests.conftest import live, others_slow, watched
from tests.helpers.pages import SITE, chapters
from tests.live import held_up

pytestmark = [pytest.mark.book, pytest.mark.browser]

WIDTHS = (390, 1280)


@cache
def texts():
    """The markup of each page."""
    return {path.relative_to(SITE).as_posix(): path.read_text("utf-8") for path in chapters()}


@cache
def led_to():
    """For each page, the ids in it to which another place of the book links, in their order."""
    expected = defaultdict(set)
    for path, text in texts().items():
        folder = path.rpartition("/")[0]
        for page, place in re.findall(r'href="([\w./-]*\.html)?#([^"]+)"', text):
            expected[f"{folder}/{page}" if page else path].add(unquote(place))
    visible = {
        path: [place for place in re.findall(r'\sid="([^"]+)"', text) if place in expected[path]]
        for path, text in texts().items()
    }
    return {path: places for path, places in visible.items() if places}


@pytest.mark.slow
@pytest.mark.parametrize("case", others_slow(product((1, 2, 3), WIDTHS)), ids=str)
def test_a_cold_link_lands(browser, book, case):
    nth_longest, width = case
    path = sorted(led_to(), key=lambda path: len(texts()[path]))[-nth_longest]
    places = led_to()[path]
    lands(browser, f"{book}/{path}", places[-1 if width == WIDTHS[0] else len(places) // 2], width)


def lands(browser, address, place, width):
    with watched(browser, viewport={"width": width, "height": 844}) as page:
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": 3})
        is_live = "tag_live" in texts()[address.partition("/odds/")[2]]
        (live if is_live else type(page).goto)(page, f"{address}#{place}")
        expect(page.locator("html[data-layout]")).to_have_count(0)
        page.wait_for_timeout(300)
        positions = page.evaluate(
            "(id) => [document.getElementById(id).getBoundingClientRect().top, scrollY,"
            " document.documentElement.scrollHeight - innerHeight]",
            place,
        )
        top, scroll_place, largest = positions
        assert 0 <= top <= 150 or (abs(scroll_place - largest) < 2 and top > 0), (
            place,
            width,
            positions,
        )


def test_a_place_that_is_no_encoded_text_is_no_error(page, book):
    """The browser does not find this place; an exception would fail the test."""
    page.goto(f"{book}/book/race_roots.html#50%")
    page.evaluate("location.hash = '#%E0%A4%A'")
    page.wait_for_timeout(300)
    assert page.evaluate("scrollY") == 0


def test_marks_of_a_search_are_hidden_by_their_link(page, book):
    page.goto(f"{book}/book/race_roots.html?highlight=root")
    marks = page.locator(".highlighted")
    expect(marks.first).to_be_visible()
    page.get_by_role("link", name="Hide Search Matches").click()
    expect(marks).to_have_count(0)


def test_who_goes_on_is_left_alone(browser, book):
    with watched(browser, viewport={"width": 390, "height": 844}) as page, held_up(page):
        path = "book/placement.html"
        page.goto(f"{book}/{path}#{led_to()[path][-1]}")
        page.mouse.move(200, 400)
        page.mouse.wheel(0, -3000)
        page.wait_for_timeout(300)
        page.evaluate("document.querySelector('article h1').style.marginBottom = '500px'")
        page.wait_for_timeout(300)
        place = page.locator(f"[id='{led_to()[path][-1]}']")
        assert place.evaluate("node => node.getBoundingClientRect().top") > 1500


@pytest.mark.parametrize("width", others_slow([390, 1366]))
def test_large_font_cuts_no_title_and_widens_no_page(browser, book, width):
    """The padding of a title keeps its drawing free; its words must stay within that padding."""
    with watched(browser, viewport={"width": width, "height": 768}) as page:
        for name in ("race", "placement", "your_game"):
            page.goto(f"{book}/book/{name}.html")
            page.evaluate("document.documentElement.style.fontSize = '32px'")
            room = page.locator("article h1").evaluate(
                """title => {
                  const words = document.createRange();
                  words.selectNodeContents(title.firstChild);
                  const outer = title.getBoundingClientRect();
                  const padding = parseFloat(getComputedStyle(title).paddingRight);
                  return outer.right - padding - words.getBoundingClientRect().right;
                }"""
            )
            assert room >= 0, name
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
