"""Links to terms of the glossary show the definition beside the link."""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.conftest import tool, watched
from tests.helpers.pages import SITE, Page
from tests.helpers.selectors import TERM
from tests.live import PHONE, RULES, dark, no_fault

pytestmark = pytest.mark.book

GLOSSARY = SITE / "book" / "glossary.json"


def test_terms_have_their_definition_up_to_the_arrow():
    definitions = json.loads(GLOSSARY.read_text("utf-8"))
    ids = Page(SITE / "book" / "glossary.html").ids
    assert set(definitions) == {name for name in ids if name.startswith("term-")}
    assert len(definitions) > 60
    for name, text in definitions.items():
        assert len(re.sub("<[^>]+>", "", text)) > 20, name
        assert "→" not in text
        assert re.findall(r"<(?!/?m|/?annotation|/?semantics)", text) == [], name
    assert "<math" in definitions["term-fundamental-matrix"]
    assert definitions["term-Monte-Carlo"] == definitions["term-simulation"]
    page = (SITE / "book" / "glossary.html").read_text("utf-8")
    assert tool("glossary_terms").definitions(page) == definitions
    assert GLOSSARY.stat().st_size < 60_000


def test_definitions_escape_words_and_keep_formulas():
    page = (
        '<dl class="glossary"><dt id="term-x">x</dt><dd><p>A <em>b</em> &lt; <span><mjx-container>'
        "<mjx-math></mjx-math><math><mi>c</mi></math></mjx-container></span>. → D</p></dd></dl>"
    )
    assert tool("glossary_terms").definitions(page) == {
        "term-x": "A b &lt; <math><mi>c</mi></math>."
    }


def show(link, block="center"):
    """Scroll to a link, and wait until the page has closed the open definition."""
    link.evaluate(
        "(node, block) => new Promise((done) => {"
        " node.scrollIntoView({ block, behavior: 'instant' });"
        " requestAnimationFrame(() => requestAnimationFrame(done)); })",
        block,
    )


def expect_within(page, links, box, width):
    """Expect the definition of a link at the foot of the window in view, and not over the link."""
    for link in links.all()[::3]:
        page.keyboard.press("Escape")
        page.mouse.move(2, 2)
        show(link, "end")
        link.hover()
        expect(link).to_have_attribute("aria-describedby", "live-term")
        box_place, link_box = box.bounding_box(), link.bounding_box()
        low = box_place["y"] + box_place["height"]
        assert 0 <= box_place["x"] <= width - box_place["width"]
        assert (
            low <= link_box["y"]
            or link_box["y"] + link_box["height"] <= box_place["y"] <= 780 - box_place["height"]
        )
    page.keyboard.press("Escape")


@pytest.mark.browser
def test_pointer_and_keyboard_show_a_definition(browser, book):
    with watched(browser) as page:
        requests = []
        page.on("request", lambda request: requests.append(request.url.rpartition("/")[2]))
        page.goto(f"{book}/book/glossary.html")
        links = page.locator("article dd a[href^='#term-']")
        box = page.get_by_role("tooltip")
        page.wait_for_load_state()
        assert "glossary.json" not in requests
        assert links.count() > 0
        page.route("**/glossary.json", lambda route: route.abort())
        show(links.first)
        with page.expect_event("requestfailed"):
            links.first.hover()
        page.unroute("**/glossary.json")
        page.faults.clear()
        for width in (1280, PHONE["width"]):
            page.set_viewport_size({"width": width, "height": 780})
            link = links.first
            link.scroll_into_view_if_needed()
            page.mouse.move(2, 2)
            link.hover()
            expect(box).to_be_visible()
            expect(link).to_have_attribute("aria-describedby", "live-term")
            link_box, box_place = link.bounding_box(), box.bounding_box()
            below = box_place["y"] >= link_box["y"] + link_box["height"]
            assert below or box_place["y"] + box_place["height"] <= link_box["y"]
            assert box_place["x"] >= 0
            assert box_place["x"] + box_place["width"] <= width
            box.hover()  # the pointer may go into it
            page.wait_for_timeout(400)
            expect(box).to_be_visible()
            no_fault(page, RULES, [TERM])
            page.keyboard.press("Escape")
            expect(box).to_be_hidden()
            expect(link).not_to_have_attribute("aria-describedby", "live-term")
        expect_within(page, links, box, width)
        page.mouse.move(2, 2)
        link.focus()
        page.keyboard.press("Tab")
        page.keyboard.press("Shift+Tab")
        expect(box).to_be_visible()
        dark(page)
        no_fault(page, ["color-contrast"], [TERM])
        page.emulate_media(media="print")
        expect(box).to_be_hidden()
        page.emulate_media(media="screen")
        expect(box).to_be_visible()
        page.keyboard.press("Tab")
        expect(link).not_to_be_focused()
        expect(link).not_to_have_attribute("aria-describedby", "live-term")
