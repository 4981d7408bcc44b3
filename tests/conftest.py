"""What the browser tests share: the served book, a browser, and pages that are watched.

    def test_something(page, book):
        live(page, f"{book}/book/placement.html")

A page is cut off from every other host. A request to one, an error in the console, an uncaught
exception or a missing file fails the test when it ends; a test that causes one on purpose takes it
out of ``page.faults``.
"""

import importlib.util
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests import chromium

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
PATIENCE = (
    60_000  # milliseconds: a machine at work on other things is slow, and no test is about that
)
expect.set_options(timeout=PATIENCE)

UNTYPESET = "article .math:not(:has(mjx-container))"

# No look-ups in the background, no other host: a name leads nowhere.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)


def tool(name):
    """Return a module of book/tools."""
    spec = importlib.util.spec_from_file_location(name, ROOT / "book" / "tools" / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@contextmanager
def served(site, below):
    """Serve a site under a sub-path, as GitHub Pages does, from the folder `below`."""
    (below / "odds").symlink_to(site, target_is_directory=True)
    server = tool("serve").server(below)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/odds"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """The address of the built book."""
    assert (SITE / "index.html").is_file(), "there is no built book: run `make html`"
    with served(SITE, tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright):
    executable = chromium.find()
    if executable is None:
        pytest.fail(chromium.HOW)
    running = playwright.chromium.launch(executable_path=executable, args=FLAGS)
    yield running
    running.close()


@pytest.fixture
def page(browser):
    """A page in a new context, watched."""
    with watched(browser) as page:
        yield page


@contextmanager
def watched(browser, **options):
    """A page in a new context with these options (color_scheme, viewport, ...), watched."""
    context = browser.new_context(**{"service_workers": "block"} | options)
    page = context.new_page()
    page.faults = []
    note = page.faults.append
    local = ("http://127.0.0.1", "file:", "blob:", "data:")
    context.on("request", lambda it: it.url.startswith(local) or note(f"asked for {it.url}"))
    context.on("response", lambda it: it.status < 400 or note(f"{it.status} for {it.url}"))
    page.on("pageerror", lambda error: note(f"exception: {error}"))
    page.on("console", lambda it: it.type == "error" and note(f"console: {it.text}"))
    yield page
    context.close()
    assert page.faults == []


def live(page: Page, address: str) -> None:
    """Open a page and wait until Python is there, and all of a long page is laid out."""
    page.goto(address)
    page.wait_for_selector("html[data-live=on]:not([data-layout])", timeout=PATIENCE)


# The line, however busy the machine is: Python starts from memory, or plainly (page.js).
FETCHED = "[{{encodedBodySize: 1, responseStart: 0, responseEnd: {}}}]"
FAST, SLOW = (f"performance.getEntriesByName = () => {FETCHED.format(it)}" for it in (0, 1))


def is_from_memory(page: Page) -> bool:
    """Whether Python has started from the memory that the book brings."""
    return page.workers[0].evaluate("performance.getEntriesByName('from memory').length") == 1
