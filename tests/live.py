"""An app in the built page as its reader has it, for the browser tests of the chapters."""

import re
from time import monotonic

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.conftest import PATIENCE
from tests.test_views import Parsed

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], "preload": False}
OURS = {"include": [".bd-article"], "exclude": [".citation-list"]}  # Sphinx writes those


def soon(page: Page, seen, wanted):
    """Expect to see something soon; look more often than `expect`, which waits longer each time."""
    end = monotonic() + PATIENCE / 1000
    while (found := seen()) != wanted and monotonic() < end:
        page.wait_for_timeout(10)
    assert found == wanted


def unfold(box):
    """Show the settings of an app, which in a game wait behind a button."""
    folded = box.locator(".oe-header button[aria-expanded=false]")
    if folded.count():
        folded.click()


class LiveApp:
    """One app of a page, by its title."""

    def __init__(self, page: Page, title: str) -> None:
        self.page = page
        self.box = page.get_by_role("group", name=title, exact=True)
        self.summary = self.box.locator(".oe-summary")
        self.picture = self.box.locator(".oe-picture")
        self.notice = self.box.get_by_role("alert")
        unfold(self.box)

    def press(self, name, *keys):
        """Press keys on a slider."""
        for key in keys:
            self.box.get_by_role("slider", name=name, exact=True).press(key)

    def choose(self, name, option):
        """Choose from a menu."""
        self.box.get_by_label(name, exact=True).select_option(label=option)

    def type(self, name, value):
        """Type a number beside a slider, or into a field."""
        field = self.box.get_by_role("textbox", name=f"{name}, as a number")
        if not field.count():
            field = self.box.get_by_role("spinbutton", name=name)
        field.fill(str(value))
        field.press("Enter")

    def click(self, button):
        """Click a button."""
        self.button(button).click()

    def button(self, name):
        """Return a button by its whole name."""
        return self.box.get_by_role("button", name=name, exact=True)

    def stands(self, name, value):
        """Wait until a slider says this; what is typed before a preset has come is overwritten."""
        slider = self.box.get_by_role("slider", name=name, exact=True)
        expect(slider).to_have_attribute("aria-valuenow", re.compile(rf"^{value}(\.0)?$"))

    def shows(self, picture):
        """Wait for a picture of `games.views`: its sentence, all its text, and all its labels."""
        expect(self.summary).to_have_text(picture.summary)
        # The sentence may be the same as before.
        soon(self.page, lambda: told(self.picture.inner_html()), told(picture.html))

    def presets(self):
        """Return the names of the presets; the last is Reset."""
        return self.box.locator(".oe-menu button").all_inner_texts()

    def tab_to(self, button):
        """Press Tab until a button has the focus."""
        self.box.locator("button").first.focus()
        for _ in range(60):
            if self.button(button).evaluate("it => it === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {button!r} by the Tab key")


def over(layer, place):
    """Move the pointer over one of the linked parts of a drawing, counted from 0."""
    share = (place + 0.5) / len(layer.get_attribute("data-links").split())
    x, y = (share, 0.5) if layer.get_attribute("data-down") is None else (0.5, share)
    box = layer.bounding_box()
    layer.hover(position={"x": x * box["width"], "y": y * box["height"]})


def told(markup):
    """Return the text of a picture, and what screen readers are told besides."""
    parsed = Parsed(markup)
    return parsed.text, [it["aria-label"] for _, it in parsed.elements if "aria-label" in it]


def is_accessible(page, *parts):
    """Assert that axe finds nothing of ours, and that nothing is wider than the page.

    Axe takes a while for a long chapter, so these parts of it may be named by selectors.
    """
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    ours = OURS | {"include": list(parts)} if parts else OURS
    found = Axe().run(page, context=ours, options=RULES).response["violations"]
    faults = [(it["id"], [node["html"][:120] for node in it["nodes"]][:3]) for it in found]
    assert not faults, "\n".join(map(str, faults))
