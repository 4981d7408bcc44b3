"""What a page may weigh on the line: until it can be read, and until it is live."""

import gzip
import re
from functools import cache

import pytest

from tests.helpers.pages import LIVE, SITE, TABLED, chapters, lively, local, pages

pytestmark = pytest.mark.book

# In thousands of bytes, as a host sends them that compresses.
HTML = 115  # one page alone
DRAWN = 188  # with all styles: letters, icons and the pictures of apps are there
READ = 235  # with the scripts that it waits for
BEGIN = 270  # with what else its head asks for
SHRINKS = {".html", ".js", ".css", ".svg", ".wasm", ".json", ".py"}
# With Python: from memory, or plainly, as on a slow line.
PROGRAM = {"pyodide.js", "pyodide.asm.js", "worker.js", "bridge.py", "anywidget.js"}
PROGRAM |= {"widgets.css", "widgets.js", "requirejs/require.js"}
MEMORY = PROGRAM | {"pyodide.asm.wasm", "memory.bin"}
PLAIN = PROGRAM | {f"{name}.xz" for name in ("pyodide.asm.wasm", "stdlib.zip", "packages.zip")}
PLAIN |= {"games.zip.xz", "xz-decompress.min.js"}
FROM_MEMORY, PLAINLY = 9850, 4970
STYLES = re.compile(r'<link(?=[^>]*rel="(?:[^"]* )?stylesheet)[^>]*href="([^"]*)"')
DEFERRED = re.compile(r"<script(?=[^>]*\sdefer)[^>]*\ssrc=\"([^\"]*)\"")


@cache
def sent(path):
    """Return how many thousand bytes a host sends for a file."""
    whole = path.read_bytes()
    return len(gzip.compress(whole, 6) if path.suffix in SHRINKS else whole) / 1000


def weights(path):
    """Return what a page weighs alone, until it is drawn, is read, and its scripts are there."""
    page, text = pages()[path], path.read_text("utf-8")
    (styles,) = STYLES.findall(text)
    drawn = {local(page, styles)}
    read = drawn | {local(page, it) for it in page.awaited}
    begin = read | {local(page, it) for it in DEFERRED.findall(text)}
    return [sent(path) + sum(map(sent, files)) for files in ((), drawn, read, begin)]


def python(*names: str) -> float:
    """Return what these files weigh, of which Python starts."""
    files = [path for name in names for path in LIVE.rglob(name)]
    assert len(files) == len(names)
    return sum(map(sent, files))


def test_no_page_is_heavier_than_its_budget():
    for path in chapters():
        for weight, most in zip(weights(path), (HTML, DRAWN, READ, BEGIN), strict=True):
            assert weight <= most, f"{path.name}: {weight:.0f} of {most} kB"


@pytest.mark.parametrize(
    ("start", "most"), [(MEMORY, FROM_MEMORY), (PLAIN, PLAINLY)], ids=["memory", "plain"]
)
def test_no_live_page_is_heavier_than_its_budget(start, most):
    tables = {path: python(*names) for path, names in TABLED.items()}
    heaviest = max(weights(SITE / path)[-1] + tables.get(path, 0) for path in lively())
    assert heaviest + python(*start) <= most


def test_what_the_budget_weighs_is_what_a_page_loads():
    # a page that loads nothing would be within any budget
    for html, drawn, read, begin in map(weights, map(SITE.joinpath, lively())):
        assert drawn > html + 50
        assert read > drawn + 30
        assert begin > read + 15
