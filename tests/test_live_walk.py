"""A random walk over every app of every page: no error, one truth, bounded memory.

The walk itself is walk.js. It does to an app what a reader could do, some hundred times: keys on
sliders, choices, presets, clicks and keys on the picture, nonsense in text fields.
"""

import ast
from pathlib import Path
from urllib.parse import urlsplit

import nbformat
import pytest
from ipywidgets import VBox
from playwright.sync_api import expect

from games.apps.address import Address
from games.apps.surface import Surface
from tests.conftest import PATIENCE, ROOT, live, watched
from tests.test_book import chapters

pytestmark = [pytest.mark.book, pytest.mark.browser]

WALK = Path(__file__).with_name("walk.js").read_text(encoding="utf-8")
STEPS, QUESTION = 100, 20  # acts on each app and on each question, twice
LIVE = [
    path.stem for path in chapters() if path.is_file() and "tag_live" in path.read_text("utf-8")
]
# Their pictures show a game under way, of which the address tells the seed but not the moves.
PLAYED = {"game"}


def widgets(widget):
    """The widget and all widgets in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets(child)


def twins(chapter):
    """The apps of a chapter in this Python: name -> (address, surface)."""
    notebook = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4)
    namespace, found = {"display": lambda *_: None}, {}
    for cell in notebook.cells:
        if "live" not in cell.metadata.get("tags", []):
            continue
        *body, last = ast.parse(cell.source).body
        exec(compile(ast.Module(body, []), chapter, "exec"), namespace)
        if not isinstance(last, ast.Expr):
            exec(compile(ast.Module([last], []), chapter, "exec"), namespace)
            continue
        shown = eval(compile(ast.Expression(last.value), chapter, "eval"), namespace)
        parts = list(widgets(shown)) if isinstance(shown, VBox) else []
        for address in (it for it in parts if isinstance(it, Address)):
            found[address.app] = address, next(it for it in parts if isinstance(it, Surface))
    return found


def settle(page, app):
    assert app.evaluate("(app, patience) => walk.settled(app, patience)", PATIENCE)


def at(page, app):
    """Where an app stands: its query and name in the address, its summary, its picture as text."""
    copy = app.get_by_role("button", name="Copy link")
    if copy.count() == 0:
        return None
    copy.click()
    link = urlsplit(page.evaluate("walk.copied"))
    summary = app.locator(".oe-summary").inner_text()
    picture = app.locator(".oe-picture").evaluate("it => it.textContent")
    return link.query, link.fragment.removeprefix("app-"), summary, picture


def weight(page):
    """What the page holds, after its garbage was collected: bytes, nodes, listeners; and models."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {it["name"]: it["value"] for it in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {
        "bytes": metrics["JSHeapUsedSize"],
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        "models": page.evaluate("walk.opened"),
        "python": page.workers[0].evaluate("memory.buffer.byteLength"),
    }


@pytest.fixture
def walked(browser):
    """A page that can be walked on; its worker tells how much memory Python has."""
    tell = """
        {
          const { instantiate, instantiateStreaming } = WebAssembly;
          const note = (done) => ((self.memory ??= (done.instance ?? done).exports.memory), done);
          WebAssembly.instantiate = (...words) => instantiate(...words).then(note);
          WebAssembly.instantiateStreaming = (...they) => instantiateStreaming(...they).then(note);
        }
    """
    with watched(browser, reduced_motion="reduce") as page:
        page.add_init_script(WALK)

        def patched(route):
            script = route.fetch()
            route.fulfill(response=script, body=tell + script.text())

        page.context.route("**/worker*.js", patched)
        yield page


def has_not_grown(after, before):
    """Assert that a page holds hardly more than it did."""
    assert after["models"] == before["models"]
    assert after["bytes"] < before["bytes"] + 4e6
    assert after["nodes"] < 1.2 * before["nodes"] + 1000
    assert after["listeners"] < 1.2 * before["listeners"] + 200
    assert after["python"] < 128e6  # the caches of the solvers are bounded


CHANGES = """async ([slider, changes]) => {
  const app = slider.closest(".oe-app");
  for (let n = 0; n < changes; n += 1) {
    const key = n % 80 < 40 ? "ArrowLeft" : "ArrowRight";
    const before = app.textContent;
    slider.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    if (!(await walk.settled(app, 60_000)) || app.textContent === before) return n;
  }
  return changes;
}"""


@pytest.mark.parametrize("chapter", ["race", "chase"])
def test_500_changes_leave_no_more_behind_than_80(walked, book, chapter):
    live(walked, f"{book}/book/{chapter}.html")
    slider = walked.locator("#app-explorer [role=slider]").first.element_handle()
    assert walked.evaluate(CHANGES, [slider, 80]) == 80
    before = weight(walked)
    assert walked.evaluate(CHANGES, [slider, 500]) == 500
    has_not_grown(weight(walked), before)


@pytest.mark.parametrize("chapter", LIVE)
def test_a_random_walk_over_each_app_leaves_it_whole(walked, book, chapter):
    page = walked
    address = f"{book}/book/{chapter}.html"
    live(page, address)
    apps = page.locator(".oe-app:visible").all()
    assert apps

    def walk(seed):
        """Walk over each app, and return what it says in the end, before it is reset."""
        left = []
        for n, app in enumerate(apps):
            take = "(app, [steps, seed]) => walk.take(app, steps, seed)"
            steps = STEPS if app.locator(".oe-header").count() else QUESTION
            assert app.evaluate(take, [steps, seed + n]) is None, f"seed {seed + n}"
            settle(page, app)
            left.append(at(page, app))
            app.evaluate("walk.reset")
            settle(page, app)
        return left

    walk(1)
    before = weight(page)
    left = walk(1001)
    has_not_grown(weight(page), before)

    others = twins(chapter)
    for query, name, summary, picture in filter(None, left):
        if name in PLAYED:
            continue
        twin, surface = others[name]
        twin.location = f"?{query}"
        while surface.progress is not None:
            surface.act("tick", "still")
        assert surface.summary == summary, query
        live(page, f"{address}?{query}")
        app = page.locator(f"#app-{name} .oe-app")
        settle(page, app)
        expect(app.locator(".oe-summary")).to_have_text(summary)
        assert at(page, app) == (query, name, summary, picture)
