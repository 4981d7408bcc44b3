"""The fixtures of the browser tests: the served book, a browser, and watched pages.

    def test_something(page, book):
        live(page, f"{book}/book/placement.html")

A page is cut off from every other host. A request to one, an error in the console, an uncaught
exception or a missing file fails the test when it ends. A test that causes such a fault on purpose
removes it from ``page.faults``.
"""

import importlib.util
import os
import resource
import socketserver
import sys
import threading
import tomllib
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
# In milliseconds. The limit is long because a busy machine is slow.
PATIENCE = int(os.environ.get("PATIENCE", "60000"))
expect.set_options(timeout=PATIENCE)

# No test depends on the machine's speed. A hosted run uses the same examples each time.
settings.register_profile("book", deadline=None, max_examples=50, derandomize="CI" in os.environ)
settings.register_profile("slow", deadline=None, max_examples=500)
settings.load_profile("book")

# Cells that only the night runs, by notebook, each with what else finds its faults.
NIGHTLY_CELLS = tomllib.loads((ROOT / "tests" / "nightly_cells.toml").read_text("utf-8"))

UNTYPESET = "article .math:not(:has(mjx-container))"

# The browser makes no requests in the background, and no host name resolves.
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
# The second, optimising compilation of Python is off. It takes a quarter of a page's start, and
# most tests end before they gain from it.
NO_TIER_UP = "--js-flags=--no-wasm-dynamic-tiering --no-wasm-tier-up"


# These scripts fix the speed of the network that page.js reads, so that a busy machine changes
# nothing. Each page is FAST at first: Python starts from memory, which takes the least work.
RESOURCE_TIMING = "[{{encodedBodySize: 1, responseStart: 0, responseEnd: {}}}]"
FAST, SLOW = (
    f"performance.getEntriesByName = () => {RESOURCE_TIMING.format(index)}" for index in (0, 1)
)


def pytest_addoption(parser):
    parser.addoption("--slow", action="store_true", help="run the tests marked `slow`, too")


def pytest_xdist_auto_num_workers():
    """Start three workers on two cores, because a worker often waits for a browser."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_configure(config):
    if config.getoption("--slow"):
        settings.load_profile("slow")
    if config.pluginmanager.hasplugin("nbval"):
        from nbval import kernel

        kind, sockets = kernel.KernelManager, tool("notebooks").sockets
        kernel.KernelManager = lambda **options: kind(**sockets(), **options)


def pytest_collection_modifyitems(config, items):
    """Leave out the slow tests unless they are asked for; run the slowest files first."""
    for test in items:
        cell = getattr(test, "cell", None)
        if cell and cell.id in NIGHTLY_CELLS.get(test.path.stem, ()):
            test.add_marker("slow")
    if not config.getoption("--slow"):
        slow = [test for test in items if test.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [test for test in items if not test.get_closest_marker("slow")]
    browser = [test for test in items if test.get_closest_marker("browser")]
    for test in browser:  # a busy machine may fail a test once; a real fault fails twice
        test.add_marker(pytest.mark.flaky(reruns=1))
    long_files = {test.path for test in browser}
    items.sort(key=lambda test: test.path not in long_files and test.path.suffix != ".ipynb")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """Run the tests of the exercises in one worker, since they share the variants of all tasks."""
    from xdist.scheduler import LoadFileScheduling  # a run without workers does not need xdist

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file = super()._split_scope(nodeid)
            return "tests/exercises" if file.startswith("tests/exercises/") else file

    return Scheduling(config, log) if config.getvalue("dist") == "loadfile" else None


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
    """Return a module of book/build. The module may import others of that folder."""
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
    """Limit the memory, so that a missing bound fails one test and does not end the run."""
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
    """A proxy that refuses and records each requested host: (its port, the list of hosts)."""
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
        pytest.fail(chromium.INSTALL_HINT)
    running = playwright.chromium.launch(executable_path=executable, args=[*FLAGS, NO_TIER_UP])
    yield running
    running.close()


@pytest.fixture(scope="session")
def everyone(browser):
    """A browser context for all pages, so that files and compiled WebAssembly are cached.

    Its pages prefer reduced motion, because animations of dice would take long. Tests of motion
    turn it on (`in_motion` in tests/live.py).
    """
    context = browser.new_context(service_workers="block", reduced_motion="reduce")
    context.add_init_script(FAST)
    yield context
    context.close()


@pytest.fixture(scope="module")
def context(everyone):
    """The shared context. Data that the tests of a file have stored is deleted afterwards."""
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
def live_app(context, book):
    """The live pages that the tests of a file share: see tests/live.py."""
    from tests.live import Opened  # which uses what is above

    with ExitStack() as stack:
        yield Opened(context, book, stack)


@contextmanager
def watched(browser, **options):
    """A watched page in a new context with these options (viewport, ...)."""
    quiet = {"service_workers": "block"} | options
    with browser.new_context(**quiet) as context:
        context.add_init_script(FAST)
        with watching(context) as page:
            listen(context, page.faults.append)  # to its service worker, too
            yield page


@contextmanager
def watching(context):
    """A new watched page of a context. Windows that the page opens are watched, too."""
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
    finally:  # pages that a failed test leaves open would slow all later tests
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
    """Open a page and wait until Python has started and the whole page is laid out."""
    page.goto(address)
    page.wait_for_selector("html[data-live=on]:not([data-layout])", timeout=PATIENCE)


def is_from_memory(page: Page) -> bool:
    """Return whether Python has started from the book's snapshot of memory."""
    return page.workers[0].evaluate("performance.getEntriesByName('from memory').length") == 1
