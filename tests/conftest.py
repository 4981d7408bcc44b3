"""What the browser tests share: the served book, a browser, and pages that are watched.

    def test_something(page, book):
        live(page, f"{book}/book/placement.html")

A page is cut off from every other host. A request to one, an error in the console, an uncaught
exception or a missing file fails the test when it ends; a test that causes one on purpose takes it
out of ``page.faults``.
"""

import importlib.util
import os
import resource
import socketserver
import sys
import threading
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from hypothesis import settings
from playwright.sync_api import Page, expect, sync_playwright

from tests import chromium

ROOT = Path(__file__).parents[1]
# a game that test_sixth.py puts into a copy of the tree, and a book that test_bridge.py builds
collect_ignore = ["sixth", "second"]
TOOLS = ROOT / "book" / "build"
SITE = ROOT / "_build" / "html"
# In milliseconds: a machine at work on other things is slow, and no test is about that.
PATIENCE = int(os.environ.get("PATIENCE", "60000"))
expect.set_options(timeout=PATIENCE)

# No test is about how fast a machine is. In a hosted run all examples are those of the time before.
settings.register_profile("book", deadline=None, max_examples=50, derandomize="CI" in os.environ)
settings.register_profile("slow", deadline=None, max_examples=500)
settings.load_profile("book")

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
# A browser in a test does not compile Python a second time, to run faster: most tests are over by
# then, and it takes a quarter of a page's start.
ONCE = "--js-flags=--no-wasm-dynamic-tiering --no-wasm-tier-up"


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the tests marked `slow`, too")


def pytest_configure(config):
    if config.getoption("--slow"):
        settings.load_profile("slow")
    if config.pluginmanager.hasplugin("nbval"):
        from nbval import kernel

        kind, sockets = kernel.KernelManager, tool("notebooks").sockets
        kernel.KernelManager = lambda **options: kind(**sockets(), **options)


def pytest_collection_modifyitems(config, items):
    """Leave out the slow tests unless they are wanted; begin with the files that take longest."""
    if not config.getoption("--slow"):
        slow = [test for test in items if test.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [test for test in items if not test.get_closest_marker("slow")]
    browser = [test for test in items if test.get_closest_marker("browser")]
    for test in browser:  # a machine may be too busy for one; what is broken fails twice
        test.add_marker(pytest.mark.flaky(reruns=1))
    long_files = {test.path for test in browser}
    items.sort(key=lambda test: test.path not in long_files and test.path.suffix != ".ipynb")


def others_slow(values, *quick):
    """Mark all values but the chosen ones as slow; without a choice, all but the first."""
    values = list(values)
    quick = list(quick or values[:1])
    missing = [value for value in quick if value not in values]
    if missing and SITE.is_dir():  # pages are known only where the book is built
        raise ValueError(f"others_slow: {missing} are not among the values {values}")
    slow = pytest.mark.slow
    return [value if value in quick else pytest.param(value, marks=slow) for value in values]


def tool(name):
    """Return a module of book/build, which may import others of them."""
    if str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
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


@pytest.fixture
def bounded():
    """A memory in which a test fails by its name where a bound is broken, and ends no run."""
    limit_before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, limit_before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, limit_before)


@pytest.fixture(scope="session")
def book(tmp_path_factory):
    """The address of the built book."""
    assert (SITE / "index.html").is_file(), "there is no built book: run `make html`"
    with served(SITE, tmp_path_factory.mktemp("served")) as address:
        yield address


@pytest.fixture(scope="module")
def strangers():
    """A proxy that leads nowhere and notes who is asked for: (its port, the list)."""
    hosts = []

    class Note(socketserver.StreamRequestHandler):
        def handle(self):
            hosts.append(self.rfile.readline().decode("latin-1").strip())

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Note) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1], hosts
        server.shutdown()


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="session")
def browser(playwright):
    executable = chromium.find()
    if executable is None:
        pytest.fail(chromium.HOW)
    running = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, ONCE])
    yield running
    running.close()


@pytest.fixture(scope="session")
def everyone(browser):
    """What all pages share: files once fetched, WebAssembly once compiled.

    Their reader wants no motion: who waits for each die to settle waits long. Tests of what moves
    say so (`in_motion` in tests/live.py).
    """
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    yield context
    context.close()


@pytest.fixture(scope="module")
def context(everyone):
    """The same; what the tests of a file have left in the browser goes with them."""
    yield everyone
    for origin in everyone.storage_state()["origins"]:
        page = everyone.new_page()
        page.route("**", lambda route: route.fulfill(body=""))
        page.goto(origin["origin"])
        page.evaluate("localStorage.clear()")
        page.close()


@pytest.fixture
def page(context):
    """A new page, watched."""
    with watching(context) as page:
        yield page
    context.unroute_all()
    context.clear_cookies()


@pytest.fixture(scope="module")
def opened(context, book):
    """The live pages that the tests of a file share: see tests/live.py."""
    from tests.live import Opened  # which uses what is above

    with ExitStack() as stack:
        yield Opened(context, book, stack)


@contextmanager
def watched(browser, **options):
    """A page in a context of its own with these options (viewport, ...), watched."""
    quiet = {"service_workers": "block"} | options
    with browser.new_context(**quiet) as context, watching(context) as page:
        listen(context, page.faults.append)  # to its service worker, too
        yield page


@contextmanager
def watching(context):
    """A new page of a context, watched, with all that it opens."""
    page = context.new_page()
    page.faults = []
    windows = []

    def watch(page, note=page.faults.append):
        windows.append(page)
        listen(page, note)
        page.on("pageerror", lambda error: note(f"exception: {error}"))
        page.on(
            "console", lambda message: message.type == "error" and note(f"console: {message.text}")
        )
        page.on("popup", watch)

    watch(page)
    try:
        yield page
    finally:  # what a failed test leaves open would slow all that follow
        for window in windows:
            window.close()
    assert page.faults == []


def listen(pages, note):
    """Note each request to another host, and each that fails."""
    local = ("http://127.0.0.1", "file:", "blob:", "data:")
    pages.on(
        "request", lambda request: request.url.startswith(local) or note(f"asked for {request.url}")
    )
    pages.on(
        "response",
        lambda response: response.status < 400 or note(f"{response.status} for {response.url}"),
    )


def live(page: Page, address: str) -> None:
    """Open a page and wait until Python is there, and all of a long page is laid out."""
    page.goto(address)
    page.wait_for_selector("html[data-live=on]:not([data-layout])", timeout=PATIENCE)


# The line, however busy the machine is: Python starts from memory, or plainly (page.js).
FETCHED = "[{{encodedBodySize: 1, responseStart: 0, responseEnd: {}}}]"
FAST, SLOW = (f"performance.getEntriesByName = () => {FETCHED.format(index)}" for index in (0, 1))


def is_from_memory(page: Page) -> bool:
    """Whether Python has started from the memory that the book brings."""
    return page.workers[0].evaluate("performance.getEntriesByName('from memory').length") == 1
