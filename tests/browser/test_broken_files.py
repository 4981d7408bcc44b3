"""The page reports each broken file of a live page within ten seconds, however it is broken.

A run of the page collects the files that it requests. Another test checks that they include all
files of the build.
"""

from fnmatch import fnmatch
from itertools import product

import pytest
from playwright.sync_api import TimeoutError

from tests.conftest import others_slow
from tests.helpers.page_uses import FAULT, IS_LIVE, REPORT_TIME, USES, visited
from tests.helpers.pages import LIVE

pytestmark = [pytest.mark.book, pytest.mark.browser]

DAMAGES = {
    "missing": lambda content: {"status": 404},
    "empty": lambda content: {"body": b""},
    "cut off": lambda content: {"body": content[: len(content) // 2]},
    "of a portal": lambda content: {"body": "<!doctype html><title>Log in</title>"},
    "held up": None,
}
TYPES = {"js": "text/javascript", "css": "text/css", "html": "text/html"}
TYPES |= {"wasm": "application/wasm"}
# Uses in which the page may work without the file.
ANOTHER_WAY = {"start", "start, slow line", "cell", "search", "projector", "own game"}
EARLIER_USE = {
    "cell": "editor",
    "sympy": "cell",
    "icepool": "cell",
    "formula": "cell",
    "widget": "cell",
}
# The files are divided into this many parts, and each part is one test.
PARTS = {"start": 9, "start, slow line": 12, "projector": 6, "cell": 3, "own game": 2}
ROWS = [(*pair, f"{n}") for pair in product(USES, DAMAGES) for n in range(PARTS.get(pair[0], 1))]
# Files that no page or only another page requests.
REST = ["*/LICENSE*", "mathjax/[!t]*", "apps.js", "results.js", "widget.js"]


@pytest.fixture(scope="module")
def files_of_use(browser, book):
    """For each use: the files that the page requests, and its text. Each use is run once."""
    files_of_uses = {}

    def use(name):
        if name not in files_of_uses:
            with visited(browser, book, name) as (page, requests_seen):
                known_urls, text = set(), ""
                if USES[name][2]:
                    page.wait_for_selector(IS_LIVE)
                    known_urls, text = set(requests_seen), page.content()
                    USES[name][2](page)
                page.wait_for_selector(USES[name][3], state="attached")
                known_count = 0
                while known_count < (known_count := len(requests_seen)):  # time for later requests
                    page.wait_for_timeout(700)
                text = text or page.content()
            files = [
                url.partition("/_static/live/")[2] for url in requests_seen if url not in known_urls
            ]
            files_of_uses[name] = [file for file in dict.fromkeys(files) if file], text
        return files_of_uses[name]

    return use


def break_file(file, damage, held_routes):
    """Make one file arrive broken in this way."""
    kind = TYPES.get(file.rpartition(".")[2], "application/octet-stream")

    def answer(route):
        if DAMAGES[damage]:
            content = (LIVE / file).read_bytes()
            route.fulfill(**{"content_type": kind, **DAMAGES[damage](content)})
        else:
            held_routes.append(route)

    return lambda context: context.route(f"**/{file}", answer)


def is_told(browser, book, use, file, damage, is_named):
    """Return whether the page reports the fault; some unnamed files may have a substitute."""
    _, _, act, goal = USES[use]
    held_routes = []
    with visited(browser, book, use, break_file(file, damage, held_routes)) as (page, _):
        if act:
            page.wait_for_selector(IS_LIVE)
            act(page)
        message = page.locator(FAULT).filter(visible=True).first
        ends = (
            message if is_named or use not in ANOTHER_WAY else message.or_(page.locator(goal)).first
        )
        for wait in (
            REPORT_TIME,
            *[2500] * 16,
        ):  # a file that is requested late is reported late
            try:
                ends.wait_for(timeout=wait, state="attached")
                return True
            except TimeoutError:
                page.clock.fast_forward(REPORT_TIME)
        for route in held_routes:
            route.abort()
    return False


@pytest.mark.slow
@pytest.mark.parametrize("fault", others_slow(ROWS), ids=", ".join)
def test_a_broken_file_is_told(browser, book, files_of_use, fault):
    use, damage, part = fault
    files, text = files_of_use(use)
    if use in EARLIER_USE:
        files = [file for file in files if file not in files_of_use(EARLIER_USE[use])[0]]
    assert files
    files = files[int(part) :: PARTS.get(use, 1)]
    faults = [file for file in files if not is_told(browser, book, use, file, damage, file in text)]
    assert faults == []


@pytest.mark.slow
def test_each_file_of_the_build_is_asked_for(files_of_use):
    requests_seen = {file for use in USES for file in files_of_use(use)[0]}
    built_files = {path.relative_to(LIVE).as_posix() for path in LIVE.rglob("*") if path.is_file()}
    remaining = [file.partition("/")[2] for file in sorted(built_files - requests_seen)]
    assert [file for file in remaining if not any(fnmatch(file, rest) for rest in REST)] == []
