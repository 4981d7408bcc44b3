"""A reader with a phone has buttons that stay under the finger, and a sign at what scrolls."""

from io import BytesIO
from statistics import median

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.conftest import live, others_slow, watched
from tests.helpers.pages import lively
from tests.helpers.selectors import BUTTON, SUMMARY
from tests.live import soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
GAME = "Name three colours"
TAPS = 60  # more than a deck has cards


@pytest.fixture
def phone(browser):
    with watched(browser, reduced_motion="reduce", **PHONE) as page:
        yield page


def place(button):
    """Return the middle of a button on the screen."""
    box = button.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("name", others_slow(["Deal a card", "Deal on", "To the end"]))
def test_no_tap_at_one_place_throws_a_round_away(phone, book, name):
    live(phone, f"{book}/book/lucky_draws.html")
    app = phone.get_by_role("group", name=GAME, exact=True)
    main = app.get_by_role("button", name="Name this word")
    main.scroll_into_view_if_needed()
    _, height = place(main)
    main.tap()
    button = app.get_by_role("button", name=name)
    expect(button).to_be_visible()
    x, y = place(button)
    assert abs(y - height) < 2
    end = app.get_by_text("You win!").or_(app.get_by_text("you lose"))
    for _ in range(TAPS):
        phone.touchscreen.tap(x, y)
        if end.count():
            break
    expect(end).to_have_count(1)
    summary = app.locator(SUMMARY)
    text = summary.inner_text()
    for _ in range(3):
        phone.touchscreen.tap(x, y)
    assert place(app.get_by_role("button", name="Deal a card"))[1] == y
    # Python answers this tap after the taps before it
    app.get_by_role("button", name="Show the odds").tap()
    expect(app.get_by_role("button", name="Hide the odds")).to_be_visible()
    expect(summary).to_have_text(text)


def test_the_button_of_the_first_page_does_nothing_else_under_the_finger(phone, book):
    live(phone, f"{book}/book/index.html")
    app = phone.get_by_role("group", name=GAME, exact=True)
    deal = app.get_by_role("button", name="Deal")
    deal.scroll_into_view_if_needed()
    places = [button.bounding_box() for button in app.locator(BUTTON).all()]
    deal.tap()
    expect(app.get_by_text("wins the round").or_(app.get_by_text("You win"))).to_have_count(1)
    assert [button.bounding_box() for button in app.locator(BUTTON).all()] == places


WIDE = {
    "book/race.html": ".pst-scrollable-table-container",
    "book/race_roots.html": 'mjx-container[display="true"]',
    "book/counting.html": ".cell_input pre",
    "book/your_game.html": "textarea",
}


@pytest.mark.parametrize("page", others_slow(WIDE))
def test_what_is_wider_than_the_phone_has_a_shade_where_there_is_more(phone, book, page):
    (live if page in lively() else Page.goto)(phone, f"{book}/{page}")
    wide = """(all) => all.findIndex(
      (node) => node.checkVisibility() && node.scrollWidth > node.clientWidth
    )"""
    parts = phone.locator(WIDE[page])
    part = parts.nth(parts.evaluate_all(wide))

    def light():
        """Return how light the right edge is where no letter is: most of it."""
        with Image.open(BytesIO(part.screenshot())) as image:
            grey, (width, height) = image.convert("L"), image.size
            return median(grey.getpixel((width - 4, y)) for y in range(height))

    light_at_first = light()
    part.evaluate("(node) => node.scrollTo(node.scrollWidth, 0)")
    soon(phone, lambda: light() > light_at_first + 20, True)
    # the arrow keys scroll it, too
    soon(phone, lambda: part.evaluate("(node) => node.tabIndex"), 0)


def test_the_keyboard_reaches_code_that_was_measured_while_folded(phone, book):
    live(phone, f"{book}/book/race.html")
    missed_count = phone.evaluate("""() => {
        for (const details of document.querySelectorAll("article details")) details.open = true;
        const isMissed = (pre) => pre.scrollWidth > pre.clientWidth && pre.tabIndex < 0;
        window.missed = [...document.querySelectorAll("article details pre")].filter(isMissed);
        return missed.length;
    }""")
    assert missed_count
    soon(phone, lambda: phone.evaluate("missed.filter((pre) => pre.tabIndex < 0).length"), 0)
