"""Code of strangers and its output reach nothing of the book: attacks in real browsers.

Each row of the table runs in Firefox and Chromium. Tests that need another server, a log of
requests and downloads, or printing run only in Chromium.
"""

import json
from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests import chromium
from tests.conftest import live, others_slow, watched, watching
from tests.helpers.cells import Cells
from tests.helpers.paper import print_page, words
from tests.helpers.selectors import CELL_NOTE
from tests.helpers.wall import (
    MARKUP,
    PAGE,
    ROWS,
    VEIL,
    ReaderCell,
    WaitingPage,
    calls_no_host,
    stands,
    widget,
)

pytestmark = [pytest.mark.book, pytest.mark.browser]


CLICK = "el.querySelectorAll('a, button').forEach((node) => node.click())"
MARKUP.append(widget(f"el.innerHTML = {json.dumps(VEIL)}; {CLICK}"))


@pytest.mark.slow
def test_no_host_is_called_ahead(playwright, book, tmp_path):
    """The test needs an ordinary window: in a private one Chromium never preconnects."""
    executable = chromium.find(names=chromium.WHOLE)
    if executable is None:
        pytest.skip("there is no whole Chromium here, and the headless shell calls no host ahead")
    quiet = ["--disable-background-networking", "--headless"]
    options = {"executable_path": executable, "ignore_default_args": quiet}
    options["args"] = ["--no-sandbox", "--headless=new"]
    with playwright.chromium.launch_persistent_context(tmp_path, **options) as window:
        calls_no_host(ReaderCell(WaitingPage(window.new_page()), book))


@pytest.mark.parametrize("row", others_slow(ROWS[1:]))
def test_it_stands(browser, book, strangers, row):
    proxy = {"server": f"http://127.0.0.1:{strangers[0]}", "bypass": "127.0.0.1"}
    with watched(browser, proxy=proxy) as page:
        page.on("download", lambda download: strangers[1].append(f"leak: {download.url}"))
        stands(row, WaitingPage(page), book, strangers)
        page.faults.clear()  # what the browser says of each try


@pytest.fixture(scope="module")
def cells(context, book):
    """The cells of one page, which several tests share."""
    with watching(context) as page:
        page.goto(f"{book}/{PAGE}")
        yield Cells(page)
        page.evaluate("localStorage.clear()")
        page.faults.clear()  # what the browser says of each try


def test_no_file_is_sent_that_python_does_not_start_from(cells, book):
    requests_seen = []
    cells.page.on("request", lambda request: requests_seen.append(request.url))
    want = json.dumps({"kind": "want", "path": "../../genindex.html"})
    cells.answer(f"import bridge\nbridge.post({want!r}, None)")
    cells.answer("1 + 1")
    assert not [url for url in requests_seen if "genindex" in url]


def test_what_is_printed_or_fails_is_text(cells):
    bold = "<b>bold</b>"
    assert cells.answer(f"print({bold!r})\n{bold!r}") == f"{bold}\n{bold!r}"
    assert bold in cells.answer(f"raise ValueError({bold!r})")
    assert cells[-1].locator("b").count() == 0


def test_what_a_frame_shows_is_printed_in_the_ink_of_the_paper(cells):
    table = "<table><tr><td>walled</td><td>and printed</td></tr></table>"
    cells.fill(1, f"from IPython.display import HTML\nHTML({table!r})")
    cells.run(1)
    cells.page.emulate_media(color_scheme="dark")
    cells.page.wait_for_selector("html[data-theme=dark]")
    assert "walledandprinted" in words(print_page(cells.page))
    cells.page.emulate_media(media="print", color_scheme="dark")
    for part in (cells[1].locator(".cell_input"), cells.view(1).locator("table")):
        box = part.bounding_box()
        shot = Image.open(BytesIO(cells.page.screenshot(clip=box, full_page=True)))
        assert shot.convert("L").getpixel((shot.width - 6, 6)) > 240


def test_no_text_becomes_a_script_of_the_page(page, book):
    """Give a widget of the page a script as text; only the sandbox may run such a script."""
    live(page, f"{book}/{PAGE}")
    has_run = """async () => {
      const manager = await liveWidgets.manager();
      const text = "globalThis.hasRun = true; export default { render() {} }";
      const version = { model_module_version: "~0.11.*", view_module_version: "~0.11.*" };
      const names = { model_name: "AnyModel", view_name: "AnyView" };
      const modules = { model_module: "anywidget", view_module: "anywidget" };
      const model = await manager.new_model(
        { ...version, ...names, ...modules, model_id: "text" },
        { _esm: text, _anywidget_id: "text", _view_module: "anywidget", _view_name: "AnyView" },
      );
      document.body.append(Object.assign(document.createElement("div"), { id: "place" }));
      const view = manager.create_view(model).then((view) => manager.display_view(view, place));
      await view.catch(() => {});
      await new Promise((later) => setTimeout(later, 2000)); // the script comes after the view
      return "hasRun" in globalThis;
    }"""
    assert not page.evaluate(has_run)
    page.faults.clear()  # the browser's error for a widget without a script


def test_nothing_is_run_where_the_browser_keeps_no_wall(page, book):
    def open_wall(route):
        answer = route.fetch()
        body = answer.text().replace('sandbox="allow-scripts"', "")
        route.fulfill(response=answer, body=body)

    page.route("**/sandbox.html", open_wall)
    page.goto(f"{book}/{PAGE}")
    cells = Cells(page)
    cells.fill(-1, "6 * 7")
    cells.press(-1, "Run this cell")
    cells.rest()
    expect(cells[-1].locator(CELL_NOTE)).to_contain_text("cannot keep the code apart")
    assert cells.shown(-1) == ""
    page.evaluate("localStorage.clear()")
    page.goto("about:blank")  # after it no message comes
    page.faults.clear()  # a page with a route has no cache
