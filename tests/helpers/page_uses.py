"""Ways in which a reader uses a page, for tests of files that are broken or repaired."""

from contextlib import contextmanager

from tests.conftest import FAST, PATIENCE, SLOW
from tests.helpers.selectors import APP, BAR, CELL_ERROR, CELL_NOTE, CODE_BOARD, RUNNABLE, STATUS

REPORT_TIME = 10_000  # milliseconds until the page reports a fault
FAULT = f""":is({STATUS}, {CELL_NOTE}):has(button:text-matches("Start again|Load the page anew")),
  [role=alert]:has-text("a file of this page is missing"), {CELL_NOTE}:has-text("is gone: "),
  {CELL_ERROR}:is(:has-text("not come"), :has-text("is missing")),
  .answer-reply:has-text("Try again.")"""
IS_LIVE = "html[data-live=on]:not([data-layout])"


def press(selector):
    return lambda page: page.locator(selector).first.evaluate("node => node.click()")


def run_code(code):
    """Run this code in the last cell of the page."""

    def write(page):
        editor = page.locator("#scratch .cm-content")
        if not editor.count():
            page.locator("#scratch").get_by_role("button", name="Edit this cell").click()
        editor.fill(code)
        page.keyboard.press("Shift+Enter")

    return write


def run_own_game(page):
    """Run a reader's own game, which is not one of the examples on the page."""
    page.get_by_role("textbox", name="Your game in Python").fill("start = 0")
    page.locator(f"{APP} button:text-is('Run')").click()


def check_without_answer(page):
    """Press Check without an answer."""
    form = page.locator("form.answer:visible").first
    form.locator("input").first.focus()
    form.get_by_role("button", name="Check").click()


RUN = f"{RUNNABLE} [aria-label^='Run this cell']"
VIEW = "html[data-cells=idle] #scratch .cell-view"
PROJECTED_PAGE = "chains.html?app=ruin&present=1"
VOTE = ".vote-board input"
SEARCH = "dialog[open] [role=combobox], #search-results"
# The page and the network; the action after the start; the element that a success shows.
USES = {
    "start": ("chains.html", FAST, None, IS_LIVE),
    "start, slow line": ("yazy_to_win.html", SLOW, None, IS_LIVE),
    "cell": ("chains.html", FAST, run_code("print(6 * 7)"), "#scratch .stream"),
    "cell, slow line": ("chains.html", SLOW, press(RUN), "html[data-cells=busy]"),
    "answer, slow line": (
        "chains.html",
        SLOW,
        check_without_answer,
        "form.answer :text('no answer yet')",
    ),
    "editor": ("chains.html", FAST, press("[aria-label^='Edit this cell']"), ".cm-content"),
    "sympy": ("chains.html", FAST, run_code("import sympy\nprint(6 * 7)"), "#scratch .stream"),
    "icepool": (
        "chains.html",
        FAST,
        run_code("import icepool\nprint(icepool.d(6).mean())"),
        "#scratch .stream",
    ),
    "formula": ("chains.html", FAST, run_code("from sympy import Integer\nInteger(6)"), VIEW),
    "widget": ("chains.html", FAST, run_code("import ipywidgets\nipywidgets.Button()"), VIEW),
    "own game": ("your_game.html", FAST, run_own_game, ".oe-notice:has-text('must define step')"),
    "search": ("chains.html", FAST, lambda page: page.keyboard.press("Control+k"), SEARCH),
    "projector": (PROJECTED_PAGE, FAST, None, IS_LIVE),
    "vote": ("teaching/chase.html?vote=swap&present=1", FAST, None, VOTE),
    "code": (PROJECTED_PAGE, FAST, press(f"{BAR} button:has-text('QR')"), f"{CODE_BOARD} svg"),
}


@contextmanager
def visited(browser, book, use, prepare=lambda context: None):
    """A page in a browser with an empty cache, and its requests."""
    path, line, *_ = USES[use]
    requests_seen = []
    with browser.new_context(service_workers="block") as context:
        prepare(context)
        context.on("request", lambda request: requests_seen.append(request.url))
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.clock.install()
        page.add_init_script(line)
        page.goto(f"{book}/book/{path}", wait_until="commit")
        yield page, requests_seen
