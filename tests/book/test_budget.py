"""The largest weight of a page on the line: until it is readable, and until it is live."""

import gzip
import re
from functools import cache

import pytest

from tests.helpers.pages import LIVE, SITE, TABLES_OF_PAGES, chapters, lively, local, pages

pytestmark = pytest.mark.book

# Thousands of bytes, as a host with compression sends them.
HTML = 117  # one page alone
STYLED_PAGE = 191  # with all styles: letters, icons and the pictures of apps are there
READ = 236  # with the scripts that it waits for
BEGIN = 274  # with what else its head asks for
SHRINKS = {".html", ".js", ".css", ".svg", ".wasm", ".json", ".py"}
# With Python: from memory, or plainly, as on a slow line.
PROGRAM = {"pyodide.js", "pyodide.asm.js", "worker.js", "bridge.py", "anywidget.js"}
PROGRAM |= {"widgets.css", "widgets.js", "requirejs/require.js"}
MEMORY = PROGRAM | {"pyodide.asm.wasm", "memory.bin"}
PLAIN = PROGRAM | {f"{name}.xz" for name in ("pyodide.asm.wasm", "stdlib.zip", "packages.zip")}
PLAIN |= {"book.zip.xz", "xz-decompress.min.js"}
# The stored memory differs by 50 kB from one state of the packages to the next.
FROM_MEMORY, PLAINLY = 11_060, 5120
STYLES = re.compile(r'<link(?=[^>]*rel="(?:[^"]* )?stylesheet)[^>]*href="([^"]*)"')
DEFERRED_SCRIPT = re.compile(r"<script(?=[^>]*\sdefer)[^>]*\ssrc=\"([^\"]*)\"")


@cache
def sent_kilobytes(path):
    """Return how many thousand bytes a host sends for a file."""
    content = path.read_bytes()
    return len(gzip.compress(content, 6) if path.suffix in SHRINKS else content) / 1000


def weights(path):
    """Return the weights of a page: alone, drawn, readable, and with its scripts."""
    page, text = pages()[path], path.read_text("utf-8")
    (styles,) = STYLES.findall(text)
    drawn_paths = {local(page, styles)}
    read_paths = drawn_paths | {local(page, path) for path in page.blocking_scripts}
    begin = read_paths | {local(page, path) for path in DEFERRED_SCRIPT.findall(text)}
    return [
        sent_kilobytes(path) + sum(map(sent_kilobytes, files))
        for files in ((), drawn_paths, read_paths, begin)
    ]


def python(*names: str) -> float:
    """Return the weight of the files from which Python starts."""
    files = [path for name in names for path in LIVE.rglob(name)]
    assert len(files) == len(names)
    return sum(map(sent_kilobytes, files))


def test_page_is_not_heavier_than_its_budget():
    for path in chapters():
        for weight, limit in zip(weights(path), (HTML, STYLED_PAGE, READ, BEGIN), strict=True):
            assert weight <= limit, f"{path.name}: {weight:.0f} of {limit} kB"


@pytest.mark.parametrize(
    ("start", "limits"), [(MEMORY, FROM_MEMORY), (PLAIN, PLAINLY)], ids=["memory", "plain"]
)
def test_live_page_is_not_heavier_than_its_budget(start, limits):
    tables = {path: python(*names) for path, names in TABLES_OF_PAGES.items()}
    heaviest = max(weights(SITE / path)[-1] + tables.get(path, 0) for path in lively())
    assert heaviest + python(*start) <= limits


def test_budget_weighs_what_a_page_loads():
    # a page that loads nothing would be within any budget
    for html, drawn_size, read_size, begin in map(weights, map(SITE.joinpath, lively())):
        assert drawn_size > html + 50
        assert read_size > drawn_size + 30
        assert begin > read_size + 15
