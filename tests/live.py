"""An app in the built page, as a reader uses it, for the browser tests of the chapters."""

import html
import json
import re
from contextlib import ExitStack, contextmanager
from functools import cache, lru_cache
from io import BytesIO
from time import monotonic

import zxingcpp
from axe_playwright_python.sync_playwright import Axe
from PIL import Image
from playwright.sync_api import Page, expect

from games_widgets.drawing.render import complete_model, render
from tests.conftest import PATIENCE, live, watching
from tests.helpers.markup import Parsed
from tests.helpers.pages import SITE, chapters
from tests.helpers.selectors import HEADER, PICTURE, PRESETS, SUMMARY, TITLE

PHONE = {"width": 360, "height": 780}
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]
# Rules for a whole page that is not scrolled: the bar of a scrolled page may cover half a button.
WHOLE = [*RULES, "wcag22aa", "best-practice"]


def soon(page: Page, read_value, expected):
    """Expect something soon. Unlike `expect`, `soon` does not wait longer after each look."""
    end, pause = monotonic() + PATIENCE / 1000, 10
    while (current := read_value()) != expected and monotonic() < end:
        page.wait_for_timeout(pause := min(pause + 3, 40))  # each look is work for the page, too
    assert current == expected


def unfold(box):
    """Show the settings of an app. In a game a button hides them."""
    settings_button = box.locator(f"{HEADER} button[aria-expanded=false]")
    if settings_button.count():
        settings_button.click()


@contextmanager
def in_motion(page):
    """Turn on motion in a page, as for readers without a wish for reduced motion."""
    page.emulate_media(reduced_motion="no-preference")
    yield
    page.emulate_media(reduced_motion="reduce")


@contextmanager
def held_up(page, files="**/*.wasm"):
    """Hold back requests for these files, by default for a file that Python needs."""
    open_pages = []
    page.context.route(files, lambda route: open_pages.append(route))
    yield open_pages
    for route in open_pages:
        route.continue_()
    page.context.unroute(files)


class LiveApp:
    """One app of a page, by its title."""

    def __init__(self, page: Page, title: str, *, exact: bool = True) -> None:
        self.page = page
        # attributes are faster: a search by role goes through the whole page each time
        comparison = "=" if exact else "*="
        quoted_title = json.dumps(title, ensure_ascii=False)
        self.box = page.locator(f"[role=group][aria-label{comparison}{quoted_title}]")
        self.summary = self.box.locator(SUMMARY)
        self.picture = self.box.locator(PICTURE)
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
        text = "node => node.value ?? node.textContent"
        for _ in range(5):  # an answer of Python may overwrite the typed text
            field.fill(str(value))
            field.press("Enter")
            if field.evaluate(text) == str(value):
                break

    def click(self, button):
        """Click a button."""
        self.button(button).click()

    def button(self, name):
        """Return a button by its whole name."""
        return self.box.get_by_role("button", name=name, exact=True)

    def stands(self, name, value):
        """Wait until a slider has this value. A preset would overwrite anything typed before."""
        slider = self.box.get_by_role("slider", name=name, exact=True)
        expect(slider).to_have_attribute("aria-valuenow", re.compile(rf"^{value}(\.0)?$"))

    def shows(self, picture):
        """Wait for a picture: its sentence, all its text, and all its labels."""
        expect(self.summary).to_have_text(picture.summary)
        # The sentence may be the same as before.
        # Another test covers the non-breaking spaces that the page inserts.
        drawn_markup = self.picture.inner_html
        soon(
            self.page,
            lambda: texts_of(with_plain_spaces(drawn_markup())),
            texts_of(with_plain_spaces(render(complete_model(picture)))),
        )

    def presets(self):
        """Return the names of the presets; the last is Reset."""
        return self.box.locator(f"{PRESETS} button").all_inner_texts()

    def tab_to(self, button):
        """Press Tab until a button has the focus."""
        self.box.locator("button").first.focus()
        for _ in range(60):
            if self.button(button).evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way to {button!r} by the Tab key")


def tells_presets(app, first):
    """Assert that each preset gives a sentence, and that Reset restores the first sentence."""
    app.click("Reset")
    app.shows(first)
    texts = [app.summary.inner_text()]
    *presets, _ = app.presets()
    for name in [preset for preset in presets if preset != "As in the puzzle"]:
        app.click(name)
        expect(app.summary).not_to_have_text(texts[-1])
        expect(app.button(name)).to_have_attribute("aria-pressed", "true")
        texts.append(app.summary.inner_text())
    assert len(set(texts)) >= len(presets)
    app.click("Reset")
    app.shows(first)


def with_plain_spaces(markup):
    """Return the text as Python sent it: the page adds the non-breaking spaces."""
    return markup.replace("&nbsp;", " ").replace("\N{NO-BREAK SPACE}", " ")


@cache
def page_of(title: str) -> str:
    """Return the first chapter with an app or a question whose title contains this text."""
    title_pattern = re.compile(f'class="{TITLE[1:]}"[^>]*>[^<]*{re.escape(html.escape(title))}')
    _, *other_paths = chapters()  # the first page shows an app of a chapter, too
    matches = [
        path for path in other_paths if title_pattern.search(path.read_text(encoding="utf-8"))
    ]
    assert matches, f"{title!r} is on no page"
    return matches[0].relative_to(SITE).as_posix()


class Opened:
    """The live pages of the book by the titles of their apps. Each page is opened once.

    Changes by an earlier test remain, so begin each test with a preset.
    """

    def __init__(self, context, book, stack: ExitStack) -> None:
        self.context, self.book, self.stack = context, book, stack
        self.pages: dict[str, Page] = {}

    def address(self, title: str) -> str:
        """Return the address of an app."""
        return f"{self.book}/{page_of(title)}"

    def page(self, title: str) -> Page:
        """Return the page of an app, live."""
        address = self.address(title)
        if address not in self.pages:
            self.pages[address] = self.stack.enter_context(watching(self.context))
            live(self.pages[address], address)
        return self.pages[address]

    def __call__(self, title: str) -> LiveApp:
        """Return an app."""
        return LiveApp(self.page(title), title)

    def question(self, words: str) -> LiveApp:
        """Return a question by some of its words."""
        return LiveApp(self.page(words), words, exact=False)


def scan(code):
    """Return the text of a QR code on the screen."""
    with Image.open(BytesIO(code.screenshot())) as image:
        return [barcode.text for barcode in zxingcpp.read_barcodes(image)]


def hover_part(layer, place):
    """Move the pointer over one of the linked parts of a drawing, counted from 0."""
    share = (place + 0.5) / len(layer.get_attribute("data-links").split())
    x, y = (share, 0.5) if layer.get_attribute("data-vertical") is None else (0.5, share)
    box = layer.bounding_box()
    layer.hover(position={"x": x * box["width"], "y": y * box["height"]})


@lru_cache(maxsize=4)  # a test that waits repeats the same call
def texts_of(markup):
    """Return the text of a picture, with the labels for screen readers."""
    parsed_markup = Parsed(markup)
    return parsed_markup.text, [
        attributes["aria-label"]
        for _, attributes in parsed_markup.elements
        if "aria-label" in attributes
    ]


@contextmanager
def on_a_phone(page):
    """Make the page as narrow as a phone within the block."""
    size_before = page.viewport_size
    page.set_viewport_size(PHONE)
    yield
    page.set_viewport_size(size_before)


def fits(page):
    """Assert that no picture is wider than its frame.

    Scrolling parts are two pixels wider, to leave room for the outline of a focused element.
    """
    for box in page.locator(PICTURE).all():
        assert box.evaluate("node => node.scrollWidth <= node.clientWidth + 2")


def is_accessible(page, *parts, exclude=()):
    """Assert that axe finds no fault in light and dark colours, and that nothing is too wide.

    Axe is slow on a long page. So selectors may name the parts to check and the parts to leave
    out. Without parts the whole page is checked, by more rules. In the dark only the colours are
    checked, because nothing else differs.
    """
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    no_fault(page, RULES if parts else WHOLE, parts, exclude)
    dark(page)
    no_fault(page, ["color-contrast"], parts, exclude)
    page.emulate_media(color_scheme="light")


def dark(page):
    """Switch the page to dark colours, and wait until all colours have changed."""
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    ends = "animation.effect.getComputedTiming().endTime"
    fading = f"document.getAnimations().some((animation) => {ends} < Infinity)"
    soon(page, lambda: page.evaluate(fading), False)


def no_fault(page, rules, parts=(), left_out=()):
    """Assert that axe finds no fault by these rules or sets of rules, on the page or its parts."""
    context = {"include": list(parts or ["html"]), "exclude": list(left_out)}
    options = {"runOnly": rules, "resultTypes": ["violations"], "preload": False}
    if "wcag22aa" in rules:
        options["rules"] = {"target-size": {"enabled": True}}  # off in axe, even for this set
    violations = Axe().run(page, context=context, options=options).response["violations"]
    faults = [
        (fault["id"], [node["html"][:120] for node in fault["nodes"]][:3]) for fault in violations
    ]
    assert not faults, "\n".join(map(str, faults))
