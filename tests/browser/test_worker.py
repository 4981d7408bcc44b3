"""What the service worker (offline.js) keeps, serves and fetches again: a table, in an empty page.

The worker runs there as an ordinary script, so a test needs no second start of a browser.
"""

import json

import pytest

from tests.conftest import watched
from tests.helpers.failures import HOST, LIVE, digest, empty_page, set_host
from tests.live import soon

pytestmark = pytest.mark.browser
RIGHT = {
    "_static/live/0/page.js": "let page;",
    "book/race.html": "<title>Race</title>",
    "a.zip": "zip",
}
SCRIPT, CHAPTER, ARCHIVE = RIGHT
FILES = {path: [digest(content), len(content)] for path, content in RIGHT.items()}
CONSTANTS = f"""const FIRST = "book/race.html";
const START = {{ all: [] }};
const LATER = [];
const TYPES = {{ js: "javascript" }};
const FILES = {json.dumps(FILES)};
"""
BEGIN = """window.registration = { scope: `${location.origin}/` };
window.handlers = {};
window.addEventListener = (name, handle) => (handlers[name] = handle);"""
ASK = """async ({ path, mode, cache, method }) => {
  const request = { url: `${location.origin}/${path}`, mode, cache, method };
  let answer;
  handlers.fetch({ request, respondWith: (response) => (answer = response) });
  if (!answer) return null;
  const response = await Promise.resolve(answer).catch(({ message }) => message);
  return typeof response === "string" ? response : [response.status, await response.text()];
}"""
KEEP = """async ({ place, text, type }) => {
  const cache = await caches.open(`odds, exactly, checked ${location.origin}/`);
  await cache.put(place, new Response(text, { headers: { "Content-Type": type } }));
}"""
TYPE = "text/javascript"
GOOD, BAD = [RIGHT[SCRIPT], TYPE], ["wrong", TYPE]
ODD = [RIGHT[SCRIPT], "text/plain"]
# What is kept; what the host sends by the mode of the cache; what the page gets, None for what the
# worker leaves to the browser; and the modes in which the host was asked.
ROWS = {
    "kept": (SCRIPT, GOOD, {}, [200, RIGHT[SCRIPT]], []),
    "not kept": (SCRIPT, None, {"default": GOOD}, [200, RIGHT[SCRIPT]], ["default"]),
    "kept, another content": (SCRIPT, BAD, {"default": GOOD}, [200, RIGHT[SCRIPT]], ["default"]),
    "kept, another type": (SCRIPT, ODD, {"default": GOOD}, [200, RIGHT[SCRIPT]], ["default"]),
    "damaged in the browser's cache": (
        SCRIPT,
        None,
        {"default": BAD, "reload": GOOD},
        [200, RIGHT[SCRIPT]],
        ["default", "reload"],
    ),
    "of a wrong type in the browser's cache": (
        SCRIPT,
        None,
        {"default": ODD, "reload": GOOD},
        [200, RIGHT[SCRIPT]],
        ["default", "reload"],
    ),
    "gone from the host": (
        SCRIPT,
        None,
        {"any": ["", "text/html", 404]},
        [404, ""],
        ["default", "reload", "default"],
    ),
    "no network": (SCRIPT, None, {}, "no network", ["default", "reload", "default"]),
    "a page": (
        CHAPTER,
        None,
        {"no-cache": [RIGHT[CHAPTER], "text/html"]},
        [200, RIGHT[CHAPTER]],
        ["no-cache"],
    ),
    "not in the book": ("other.js", None, {"any": GOOD}, None, []),
}


@pytest.fixture
def worker(browser):
    script = (LIVE / "offline.js").read_text("utf-8")
    with watched(browser) as page:
        empty_page(page)
        page.add_script_tag(content=f"{BEGIN}\n(() => {{ {CONSTANTS}\n{script} }})();")
        yield page
        page.faults.clear()


def ask(page, path, **changes):
    request = {"path": path, "mode": "cors", "cache": "default", "method": "GET"}
    return page.evaluate(ASK, request | changes)


def keep(page, path, text, kind="text/plain"):
    place = f"{HOST}/{path}?sha256={FILES[path][0]}"
    page.evaluate(KEEP, {"place": place, "text": text, "type": kind})


def modes(page, path):
    """Return the modes of the cache in which the host was asked for a file."""
    return [line.split()[0] for line in page.evaluate("asked") if line.endswith(f" /{path}")]


@pytest.mark.parametrize("name", ROWS)
def test_the_page_gets_the_right_file_or_what_the_host_says(worker, name):
    path, kept_response, answers, result, modes_expected = ROWS[name]
    if kept_response:
        keep(worker, path, *kept_response)
    set_host(worker, {f"/{path}": answers})
    assert ask(worker, path) == result
    assert modes(worker, path) == modes_expected
    if result and result[0] == 200:  # from now on without the host
        set_host(worker, {f"/{path}": {}})
        assert ask(worker, path) == result
        assert modes(worker, path) == modes_expected


@pytest.mark.parametrize("sent", [GOOD, BAD, ODD])
def test_a_page_that_mends_gets_a_fresh_file_if_the_host_has_the_right_one(worker, sent):
    keep(worker, SCRIPT, *GOOD)
    set_host(worker, {f"/{SCRIPT}": {"reload": sent}})
    assert ask(worker, SCRIPT, cache="reload") == [200, RIGHT[SCRIPT]]
    assert modes(worker, SCRIPT) == ["reload"]


@pytest.mark.parametrize("change", [{"cache": "only-if-cached"}, {"method": "POST"}])
def test_some_requests_are_the_browsers_own(worker, change):
    keep(worker, SCRIPT, *GOOD)
    assert ask(worker, SCRIPT, **change) is None


def test_a_page_that_is_not_kept_names_those_that_are(worker):
    status, text = ask(worker, CHAPTER, mode="navigate")
    assert status == 503
    assert "This page is not kept here" in text
    assert ">Front page</a>" not in text
    keep(worker, CHAPTER, RIGHT[CHAPTER], "text/html")
    assert ask(worker, CHAPTER, mode="navigate") == [200, RIGHT[CHAPTER]]


# What the host does while the whole book is fetched, and the reason that the reader sees.
WHOLE = {
    "works": ({}, ""),
    "no network": ({f"/{ARCHIVE}": {}}, "The host does not answer, or there is no network."),
    "missing": ({f"/{ARCHIVE}": {"any": ["", "text/html", 404]}}, "The host has no a.zip (404)."),
    "another version": ({f"/{ARCHIVE}": {"any": ["new"]}}, "The host has another a.zip than this"),
    "wrong type": ({f"/{SCRIPT}": {"any": ODD}}, "with the content type “text/plain”"),
    "no room": (None, "This browser has no more room for it."),
}


@pytest.mark.parametrize("name", WHOLE)
def test_keeping_the_whole_book_ends_with_all_or_with_the_reason(worker, name):
    answers, reason = WHOLE[name]
    set_host(worker, {f"/{path}": {"any": [content, TYPE]} for path, content in RIGHT.items()})
    set_host(worker, answers or {})
    if answers is None:
        worker.evaluate("""() => {
          Cache.prototype.put = async () => { throw new DOMException("", "QuotaExceededError"); };
        }""")
    worker.evaluate("""() => {
      window.reports = [];
      const source = { postMessage: (report) => reports.push(report) };
      const wait = (work) => work.then(() => (window.isDone = true));
      handlers.message({ data: { is: "whole" }, source, waitUntil: wait });
    }""")
    soon(worker, lambda: worker.evaluate("window.isDone"), True)
    reports = worker.evaluate("reports")  # the progress of other files may come after a failure
    whole = sum(map(len, RIGHT.values()))
    assert {report["of"] for report in reports} == {whole}
    assert (whole in [report["kept"] for report in reports]) == (not reason)
    (failure,) = [report["failed"] for report in reports if report.get("failed")] or [""]
    assert reason in failure
    assert bool(failure) == bool(reason)
