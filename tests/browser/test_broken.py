"""Whichever file of the live page is broken, in whichever way: it is told within ten seconds.

What the page asks for is seen while it is used; that all of the build is among it is a test, too.
"""

from fnmatch import fnmatch
from itertools import product

import pytest
from playwright.sync_api import TimeoutError

from tests.conftest import others_slow
from tests.helpers.page_uses import IS_LIVE, LATE, TOLD, USES, visited
from tests.helpers.pages import LIVE

pytestmark = [pytest.mark.book, pytest.mark.browser]

WAYS = {
    "missing": lambda content: {"status": 404},
    "empty": lambda content: {"body": b""},
    "cut off": lambda content: {"body": content[: len(content) // 2]},
    "of a portal": lambda content: {"body": "<!doctype html><title>Log in</title>"},
    "held up": None,
}
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
TYPES |= {"wasm": "application/wasm"}
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
