"""A random walk over every app of every page: no error, equal results, bounded memory.

The walk itself is walk.js. It does some hundred random acts in an app: keys on sliders, choices,
presets, clicks and keys on the picture, nonsense in text fields. The live cells then run here,
receive the same messages as the page's Python, and must show the same.

`make test` walks over the first apps of one chapter, `make test-slow` over all.
"""

import json
import re
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlsplit

import comm
import nbformat
import pytest
from comm.base_comm import BaseComm
from ipywidgets.widgets.widget import _instances
from playwright.sync_api import expect

from games_widgets.apps import base as frame
from games_widgets.apps import controls, seeds
from games_widgets.apps.address import Address
from games_widgets.apps.html_widget import HtmlWidget
from tests.conftest import FAST, PATIENCE, ROOT, is_from_memory, live, others_slow, tool, watched
from tests.helpers.pages import SITE, lively
from tests.helpers.selectors import APP, HEADER, PICTURE, PRESETS, PROGRESS, SUMMARY, SURFACE
from tests.live import page_of, texts_of, with_plain_spaces

pytestmark = [pytest.mark.book, pytest.mark.browser]

SELECTORS = {
    "surface": SURFACE,
    "presets": PRESETS,
    "progress": PROGRESS,
    "summary": SUMMARY,
    "picture": PICTURE,
}
WALK = f"window.partsOfApps = {json.dumps(SELECTORS)};\n"
WALK += Path(__file__).with_name("walk.js").read_text(encoding="utf-8")
STEPS, QUESTION = 100, 20  # acts on each app and on each question; each walk is done twice
TURN = 2  # apps
APPS = {
    Path(path).stem: (SITE / path).read_text("utf-8").count(f'class="{APP[1:]}')
    for path in lively()
}
WALKS = [(page, first) for page, apps in APPS.items() for first in range(0, apps, TURN)]
# These pictures show a game under way. The address has its seed but not its moves.
GAMES_UNDER_WAY = {"game", "kept", "lanes", "pig", "walk"}

# Everywhere long work is divided into the same steps, and a fresh seed is the same.
SEED, TICK = 7, 2e-3
EVEN = f"""
import itertools
from games_widgets.apps import base as frame, seeds
frame.perf_counter = itertools.count(0, {TICK}).__next__
seeds.randbelow = lambda below: {SEED}
"""


class Twin:
    """The live cells of a chapter, run in this Python as in a page."""

    def __init__(self, chapter, monkeypatch):
        notebook = nbformat.read(ROOT / "book" / f"{chapter}.ipynb", as_version=4)
        ids = iter(sorted(tool("stored_widgets").models(notebook)))
        self.lines = lines = {}  # the widgets by their ids in the page

        class Line(BaseComm):
            def __init__(self, *args, **options):
                super().__init__(*args, **options)
                lines[next(ids, None)] = self

            def publish_msg(self, *_, **__):
                pass

        monkeypatch.setattr(comm, "create_comm", Line)
        monkeypatch.setattr(frame, "sys", SimpleNamespace(platform="emscripten"))
        monkeypatch.setattr(frame, "perf_counter", count(0, TICK).__next__)
        monkeypatch.setattr(seeds, "randbelow", lambda below: SEED)
        monkeypatch.setattr(controls, "_shared", {})
        namespace = {"display": lambda *_: None}
        for cell in notebook.cells:
            if "live" in cell.metadata.get("tags", []):
                exec(compile(cell.source, chapter, "exec"), namespace)

    def hear(self, model, text):
        """Deliver a message of the page to one of the widgets."""
        message = {"content": {"data": json.loads(text)}, "buffers": []}
        self.lines[model].handle_msg(message)

    def part(self, model, kind):
        """Return the surface of an app, or its address."""
        root = _instances[self.lines[model].comm_id]
        return next(widget for widget in widgets(root) if isinstance(widget, kind))

    def visit(self, model, query):
        """Open an app with this address, and return its surface once all is drawn."""
        surface = self.part(model, HtmlWidget)
        surface.act("draw")
        self.part(model, Address).location = f"?{query}"
        while surface.progress is not None:
            surface.act("tick", "still")
        return surface


def widgets(widget):
    """The widget and all widgets in it."""
    yield widget
    for child in getattr(widget, "children", ()):
        yield from widgets(child)


def settle(page, app):
    assert app.evaluate("(app, patience) => walk.settled(app, patience)", PATIENCE)


def stand(app):
    """Return the state of an app and the number of messages before it; see walk.js."""
    end_state = app.evaluate("(app, patience) => walk.stand(app, patience)", PATIENCE)
    assert end_state
    return end_state


def place_in(page, app):
    """Return the state of an app: its query and name in the address, its summary, its text.

    Return None if the address does not determine the state: there is none, or games were counted.
    """
    copy = app.get_by_role("button", name="Copy link")
    if copy.count() == 0 or app.locator("[data-act=clear]:enabled").count():
        return None
    copy.click()
    link = urlsplit(page.evaluate("walk.copied"))
    summary = app.locator(SUMMARY).inner_text()
    picture = app.locator(PICTURE).evaluate("node => node.textContent")
    return link.query, link.fragment.removeprefix("app-"), summary, picture


def weight(page):
    """Return the sizes of a page after garbage collection: bytes, nodes, listeners, models."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {
        metric["name"]: metric["value"]
        for metric in session.send("Performance.getMetrics")["metrics"]
    }
    session.detach()
    return {
        "bytes": metrics["JSHeapUsedSize"],
        "nodes": metrics["Nodes"],
        "listeners": metrics["JSEventListeners"],
        "models": page.evaluate("walk.opened"),
        "python": page.workers[0].evaluate("memory.buffer.byteLength"),
    }


@pytest.fixture
def walk_page(browser):
    """A page for the walk; its worker reports the memory of Python."""
    tell = """
        {
          const { instantiate, instantiateStreaming } = WebAssembly;
          const note = (done) => ((self.memory ??= (done.instance ?? done).exports.memory), done);
          WebAssembly.instantiate = (...words) => instantiate(...words).then(note);
          WebAssembly.instantiateStreaming = (...they) => instantiateStreaming(...they).then(note);
        }
    """

    def change(route):
        response = route.fetch()
        pattern = re.compile(r'(let \w+=(\w+)\.pyimport\("bridge"\)),')  # its form in the bundle
        code_text = f"runPython({json.dumps(EVEN)});let "
        body, times = pattern.subn(
            lambda match: f"{match[1]};{match[2]}.{code_text}", response.text()
        )
        assert times == 1
        route.fulfill(response=response, body=tell + body)

    with watched(browser, reduced_motion="reduce") as page:
        page.add_init_script(f"{FAST}; {WALK}")
        page.context.route("**/worker.js", change)
        yield page


def has_not_grown(current, earlier):
    """Assert that a page has hardly grown."""
    assert current["models"] == earlier["models"]
    assert current["bytes"] < earlier["bytes"] + 4e6
    assert current["nodes"] < 1.2 * earlier["nodes"] + 1000
    assert current["listeners"] < 1.2 * earlier["listeners"] + 200
    assert current["python"] < 128e6  # the caches of the solvers are bounded


CHANGES = """async ([app, slider, changes]) => {
  for (let n = 0; n < changes; n += 1) {
    const key = n % 80 < 40 ? "ArrowLeft" : "ArrowRight";
    const before = app.textContent;
    slider.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    if (!(await walk.settled(app, 60_000)) || app.textContent === before) return n;
  }
  return changes;
}"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "title", others_slow(["How long does a race last?", "How long does the chase last?"])
)
@pytest.mark.parametrize("changes", [240, pytest.param(1000, marks=pytest.mark.slow)])
def test_many_changes_leave_no_more_behind_than_80(walk_page, book, title, changes):
    live(walk_page, f"{book}/{page_of(title)}")
    app = walk_page.get_by_role("group", name=title, exact=True)
    page_parts = app.element_handle(), app.get_by_role("slider").first.element_handle()
    assert walk_page.evaluate(CHANGES, [*page_parts, 80]) == 80
    weight_before = weight(walk_page)
    assert walk_page.evaluate(CHANGES, [*page_parts, changes]) == changes
    has_not_grown(weight(walk_page), weight_before)


@pytest.mark.slow
@pytest.mark.parametrize("place", others_slow(WALKS, ("race", 0)), ids="{0[0]}-{0[1]}".format)
def test_a_random_walk_over_each_app_leaves_it_whole(walk_page, book, place, monkeypatch):
    page, (chapter, first) = walk_page, place
    address = f"{book}/book/{chapter}.html"
    live(page, address)
    assert is_from_memory(page)
    apps = page.locator(f"{APP}:visible").all()
    assert len(apps) == APPS[chapter]
    apps = apps[first : first + TURN]
    ends = []  # the last state of each app

    def walk(seed):
        """Walk over each app, and return its last state before the reset."""
        left = []
        for n, app in enumerate(apps):
            take = "(app, [steps, seed]) => walk.take(app, steps, seed)"
            steps = STEPS if app.locator(HEADER).count() else QUESTION
            assert app.evaluate(take, [steps, seed + n]) is None, f"seed {seed + n}"
            ends.append(stand(app))
            left.append(place_in(page, app))
            app.evaluate("walk.reset")
            settle(page, app)
        return left

    walk(1)
    weight_before = weight(page)
    left = walk(1001)
    has_not_grown(weight(page), weight_before)

    twin = Twin(chapter, monkeypatch)
    received_count, finished = page.evaluate("walk.heard"), 0
    for end in ends if chapter != "speed" else ():  # it shows measured times, which differ
        for message in received_count[finished : end["heard"]]:
            twin.hear(**message)
        finished = end["heard"]
        surface = twin.part(end["model"], HtmlWidget)
        state_before = (
            with_plain_spaces(end["summary"]),
            texts_of(with_plain_spaces(end["picture"])),
        )
        assert (
            with_plain_spaces(surface.summary),
            texts_of(with_plain_spaces(surface.html)),
        ) == state_before

    fresh = Twin(chapter, monkeypatch)
    for end, end_state in zip(ends[len(apps) :], left, strict=True):
        if end_state is None or end_state[1] in GAMES_UNDER_WAY:
            continue
        query, name, summary, picture = end_state
        assert with_plain_spaces(fresh.visit(end["model"], query).summary) == with_plain_spaces(
            summary
        ), query
        live(page, f"{address}?{query}")
        app = page.locator(f"#app-{name} {APP}")
        settle(page, app)
        expect(app.locator(SUMMARY)).to_have_text(summary)
        assert place_in(page, app) == (query, name, summary, picture)
