"""Whichever file of the live page is broken, in whichever way: it is told within ten seconds.

What the page asks for is seen while it is used; that all of the build is among it is a test, too.
"""

from contextlib import contextmanager
from fnmatch import fnmatch
from itertools import product

import pytest
from playwright.sync_api import TimeoutError

from tests.conftest import FAST, PATIENCE, SLOW, others_slow
from tests.helpers.pages import LIVE

pytestmark = [pytest.mark.book, pytest.mark.browser]

LATE = 10_000  # milliseconds until it is told
WAYS = {
    "missing": lambda content: {"status": 404},
    "empty": lambda content: {"body": b""},
    "cut off": lambda content: {"body": content[: len(content) // 2]},
    "of a portal": lambda content: {"body": "<!doctype html><title>Log in</title>"},
    "held up": None,
}
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
TYPES |= {"wasm": "application/wasm"}
TOLD = """:is(.live-status, .cell-note):has(button:text-matches("Start again|Load the page anew")),
  [role=alert]:has-text("a file of this page is missing"), .cell-note:has-text("is gone: "),
  .cell-error:is(:has-text("not come"), :has-text("is missing")),
  .answer-reply:has-text("Try again.")"""
IS_LIVE = "html[data-live=on]:not([data-layout])"


def pressed(selector):
    return lambda page: page.locator(selector).first.evaluate("it => it.click()")


def written(code):
    """Have the cell at the end of the page run this."""

    def write(page):
        page.locator("#scratch").get_by_role("button", name="Edit this cell").click()
        page.locator("#scratch .cm-content").fill(code)
        page.keyboard.press("Shift+Enter")

    return write


def played(page):
    """Run a game of one's own, which is none of those that the page gives."""
    page.get_by_role("textbox", name="Your game in Python").fill("start = 0")
    page.locator(".oe-app button:text-is('Run')").click()


def answered(page):
    """Press Check where nothing has been answered."""
    form = page.locator("form.answer:visible").first
    form.locator("input").first.focus()
    form.get_by_role("button", name="Check").click()


RUN = ".cell-can [aria-label^='Run this cell']"
VIEW = "html[data-cells=idle] #scratch .cell-view"
PROJECTED = "chains.html?app=ruin&present=1"
SEARCH = "dialog[open] [role=combobox], #search-results"
# On which page and line; what is done once it is live; what is there if all goes well.
USES = {
    "start": ("chains.html", FAST, None, IS_LIVE),
    "start, slow line": ("yazy_to_win.html", SLOW, None, IS_LIVE),
    "cell": ("chains.html", FAST, written("print(6 * 7)"), "#scratch .stream"),
    "cell, slow line": ("chains.html", SLOW, pressed(RUN), "html[data-cells=busy]"),
    "answer, slow line": ("chains.html", SLOW, answered, "form.answer :text('no answer yet')"),
    "editor": ("chains.html", FAST, pressed("[aria-label='Edit this cell']"), ".cm-content"),
    "sympy": ("chains.html", FAST, written("import sympy\nprint(6 * 7)"), "#scratch .stream"),
    "formula": ("chains.html", FAST, written("from sympy import Integer\nInteger(6)"), VIEW),
    "widget": ("chains.html", FAST, written("import ipywidgets\nipywidgets.Button()"), VIEW),
    "own game": ("your_game.html", FAST, played, ".oe-notice:has-text('must define step')"),
    "search": ("chains.html", FAST, lambda page: page.keyboard.press("Control+k"), SEARCH),
    "projector": (PROJECTED, FAST, None, IS_LIVE),
    "code": (PROJECTED, FAST, pressed(".live-bar button:has-text('QR')"), ".live-code svg"),
}
# Where it may go another way without the file, and of which only what another does not ask for is
# tried.
ANOTHER_WAY = {"start", "start, slow line", "cell", "search", "projector", "own game"}
MORE = {"cell": "editor", "sympy": "cell", "formula": "cell", "widget": "cell"}
# Into so many parts its files fall, of which each has its turn.
PARTS = {"start": 9, "start, slow line": 12, "projector": 6, "cell": 3, "own game": 2}
ROWS = [(*it, f"{n}") for it in product(USES, WAYS) for n in range(PARTS.get(it[0], 1))]
# What nobody asks for, or only another page.
REST = ["*/LICENSE*", "mathjax/[!t]*", "apps.js", "results.js", "widget.js"]


@pytest.fixture(scope="module")
def used(browser, book):
    """For a use the files for which the page asks, and its text, each found once."""
    found = {}

    def use(name):
        if name not in found:
            with visited(browser, book, name) as (page, asked):
                before, text = set(), ""
                if USES[name][2]:
                    page.wait_for_selector(IS_LIVE)
                    before, text = set(asked), page.content()
                    USES[name][2](page)
                page.wait_for_selector(USES[name][3], state="attached")
                known = 0
                while known < (known := len(asked)):  # and what else it asks for
                    page.wait_for_timeout(700)
                text = text or page.content()
            files = [it.partition("/_static/live/")[2] for it in asked if it not in before]
            found[name] = [it for it in dict.fromkeys(files) if it], text
        return found[name]

    return use


@contextmanager
def visited(browser, book, use, prepare=lambda context: None):
    """A page in a browser that has seen nothing yet, and what it asks for."""
    path, line, *_ = USES[use]
    asked = []
    with browser.new_context(service_workers="block") as context:
        prepare(context)
        context.on("request", lambda it: asked.append(it.url))
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.clock.install()
        page.add_init_script(line)
        page.goto(f"{book}/book/{path}", wait_until="commit")
        yield page, asked


def broken(file, way, held):
    """Have one file come in this way."""
    kind = TYPES.get(file.rpartition(".")[2], "application/octet-stream")

    def answer(route):
        if WAYS[way]:
            content = (LIVE / file).read_bytes()
            route.fulfill(**{"content_type": kind, **WAYS[way](content)})
        else:
            held.append(route)

    return lambda context: context.route(f"**/{file}", answer)


def is_told(browser, book, use, file, way, is_named):
    """Whether it is told, or another way is found; what the page itself names is always told."""
    _, _, do, done = USES[use]
    held = []
    with visited(browser, book, use, broken(file, way, held)) as (page, _):
        if do:
            page.wait_for_selector(IS_LIVE)
            do(page)
        told = page.locator(TOLD).filter(visible=True).first
        ends = told if is_named or use not in ANOTHER_WAY else told.or_(page.locator(done)).first
        for wait in (LATE, *[2500] * 16):  # what is asked for late is late later
            try:
                ends.wait_for(timeout=wait, state="attached")
                return True
            except TimeoutError:
                page.clock.fast_forward(LATE)
        for route in held:
            route.abort()
    return False


@pytest.mark.parametrize("fault", others_slow(ROWS), ids=", ".join)
def test_a_broken_file_is_told(browser, book, used, fault):
    use, way, part = fault
    files, text = used(use)
    if use in MORE:
        files = [it for it in files if it not in used(MORE[use])[0]]
    assert files
    files = files[int(part) :: PARTS.get(use, 1)]
    faults = [it for it in files if not is_told(browser, book, use, it, way, it in text)]
    assert faults == []


@pytest.mark.slow
def test_each_file_of_the_build_is_asked_for(used):
    asked = {it for use in USES for it in used(use)[0]}
    built = {it.relative_to(LIVE).as_posix() for it in LIVE.rglob("*") if it.is_file()}
    left = [it.partition("/")[2] for it in sorted(built - asked)]
    assert [it for it in left if not any(fnmatch(it, rest) for rest in REST)] == []
