"""The live page works for another book: a teacher's first attempt, in `tests/second`.

Its one page knows nothing of ours: ordinary ipywidgets with `observe`, a small anywidget, cells
tagged `live`, and a package of its own. Four more cells are those that our book shows to teachers
(book/live_notebook.ipynb). What makes it live is the extension `live_book`.
"""

import gzip
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
import yaml
from playwright.sync_api import expect

from tests.conftest import (
    FAST,
    ROOT,
    SLOW,
    is_from_memory,
    live,
    others_slow,
    served,
    tool,
    watching,
)
from tests.helpers.selectors import STATUS, STILL, SURFACE
from tests.live import held_up, soon

pytestmark = pytest.mark.browser

SECOND = ROOT / "tests" / "second"
VENDOR = ROOT / "book" / "live" / "vendor"


def taught():
    """The sources of the live cells, without ours, that the book's page for teachers shows."""
    lesson = nbformat.read(ROOT / "book" / "live_notebook.ipynb", as_version=4)
    live_cells = [cell.source for cell in lesson.cells if "live" in cell.metadata.get("tags", [])]
    return [source for source in live_cells if "games" not in source]


def notebook():
    """The page of the other book, with these cells before its last."""
    notebook_of_squares = nbformat.read(SECOND / "squares.ipynb", as_version=4)
    cells = [nbformat.v4.new_code_cell(source, metadata={"tags": ["live"]}) for source in taught()]
    notebook_of_squares.cells[-1:-1] = cells
    return notebook_of_squares


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The other book, built with our engine. Its configuration is ours, without parts of our book.

    It has the folders `book/live` and `book/build`, and its own `book/live.toml`. Files that are
    the same for every book are not fetched again.
    """
    assert (VENDOR / "book" / "book.zip").is_file(), "run `make html` first"
    source = shutil.copytree(SECOND, tmp_path_factory.mktemp("teacher") / "second")
    path = source / "squares.ipynb"
    nbformat.write(notebook(), path)
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    del config["launch_buttons"]  # for which our book has an extension
    for name in ("favicon.svg", "references.bib"):
        shutil.copy(ROOT / "book" / name, source / "book")
    of_our_book = shutil.ignore_patterns("__pycache__", "vendor")
    for name in ("live", "build", "templates"):
        shutil.copytree(ROOT / "book" / name, source / "book" / name, ignore=of_our_book)
    for folder in VENDOR.iterdir():
        if folder.name not in ("book", "memory"):
            target = source / "book" / "live" / "vendor" / folder.name
            shutil.copytree(folder, target)
    (source / ".venv").symlink_to(ROOT / ".venv")
    sphinx = config["sphinx"]["config"]
    sphinx["extensions"].remove("odds_exactly")
    sphinx["html_static_path"].remove("book/static")
    for key in ("html_css_files", "html_js_files"):
        sphinx[key] = [
            file
            for file in sphinx[key]
            if not (
                ROOT / "book" / "static" / (file if isinstance(file, str) else file[0])
            ).exists()
        ]
    del config["sphinx"]["local_extensions"]["odds_exactly"]
    (source / "_config.yml").write_text(yaml.safe_dump(config, sort_keys=False), "utf-8")
    commands = [
        [sys.executable, "book/build/fetch.py"],
        [Path(sys.executable).with_name("jupyter-book"), "build", ".", "-n", "-W", "--quiet"],
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(source))
        nbformat.write(tool("notebooks").run(path), path)
        for command in commands:
            process = subprocess.run(
                command, cwd=source, capture_output=True, encoding="utf-8", timeout=180
            )
            assert process.returncode == 0, process.stdout + process.stderr
    return source / "_build" / "html"


@pytest.fixture(scope="module")
def squares(site, tmp_path_factory):
    """The address of the notebook's page."""
    with served(site, tmp_path_factory.mktemp("served")) as address:
        yield f"{address}/squares.html"


def cell(page, n):
    """The n-th live cell: 0 squares, 1 counter, 2 late, 4 birthdays, 6 rooms."""
    return page.locator(".cell.tag_live").nth(n)


def status(page, n):
    return cell(page, n).locator(STATUS)


def slider(page):
    return cell(page, 0).get_by_role("slider", name="n", exact=True)


def text(page):
    return cell(page, 0).locator(".widget-html-content")


@pytest.fixture(scope="module")
def squares_page(context, squares):
    """The live page, opened once. Changes by an earlier test remain."""
    with watching(context) as page:
        live(page, squares)
        yield page


def set_slider(page, n):
    """Set the slider, and wait until Python has followed."""
    slider(page).press("Home")
    for _ in range(n):
        slider(page).press("ArrowRight")
    expect(text(page)).to_have_text(f"{n}² = {n**2}")


def test_a_slider_moves_the_text(squares_page):
    page = squares_page
    expect(text(page)).to_have_text("3² = 9")
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")
    slider(page).press("End")
    expect(text(page)).to_have_text("100² = 10000")
    expect(status(page, 0)).to_have_text("Live")
    page.get_by_role("slider", name="not live").press("ArrowRight")
    expect(page.get_by_role("slider", name="not live")).to_have_attribute("aria-valuetext", "0")


SIZES = """all => all.map((node) => parseFloat(getComputedStyle(node).fontSize)
  / parseFloat(getComputedStyle(node.parentElement).fontSize))"""


def test_a_formula_in_a_widget_is_typeset_as_those_of_the_text(page, squares):
    requests_seen = []
    page.context.on("request", lambda request: requests_seen.append(request.url.rpartition("/")[2]))
    live(page, squares)
    formulas = page.locator("mjx-container")
    expect(formulas).to_have_count(2)
    assert requests_seen.count("tex-svg.js") == 1
    expect(formulas.last.locator("mjx-assistive-mml")).to_have_text("x2")
    in_text, in_widget = formulas.evaluate_all(SIZES)
    assert in_text == pytest.approx(in_widget, rel=0.01)


def test_what_the_book_tells_teachers_is_true(squares_page):
    page = squares_page
    assert len(taught()) == 4
    people = cell(page, 4).get_by_role("slider", name="People", exact=True)
    answer = cell(page, 4).locator(".widget-html-content")
    expect(answer).to_have_text("Two share one with chance 50.7%.")
    people.press("ArrowLeft")
    expect(answer).to_have_text("Two share one with chance 47.6%.")
    for _ in range(21):
        people.press("ArrowLeft")
    experiment = cell(page, 6).locator(".widget-html-content")
    expect(experiment).to_have_text("Not tried yet.")
    cell(page, 6).get_by_role("button", name="Try it out").click()
    expect(experiment).to_contain_text("rooms had a pair.")
    people.press("End")  # the slider reacts while the task runs
    expect(answer).to_have_text("Two share one with chance 100.0%.")
    expect(experiment).to_have_text("0.0% of 20000 rooms had a pair.")
    expect(cell(page, 6).get_by_role("button", name="Try it out")).to_be_enabled()
    expect(status(page, 4)).to_have_text("Live")


def test_stored_view_keeps_early_actions(page, squares):
    with held_up(page):
        page.goto(squares)
        expect(text(page)).to_have_text("3² = 9")
        expect(status(page, 0)).to_have_text("Python is starting…")
        expect(page.locator(".counter")).to_have_text("count 0, said nothing")
        expect(page.get_by_role("slider", name="not live")).to_be_visible()  # all are drawn
        page.evaluate(
            "document.querySelectorAll('.widget-subarea').forEach(node => node.mine = true)"
        )
        for _ in range(3):
            page.locator(".counter").click()
            cell(page, 1).get_by_role("button", name="more").click()
        for _ in range(6):
            slider(page).press("ArrowRight")
        expect(text(page)).to_have_text("3² = 9")
    expect(text(page)).to_have_text("9² = 81")
    expect(slider(page)).to_be_focused()
    expect(slider(page)).to_have_attribute("aria-valuetext", "9")
    expect(page.locator(".counter")).to_have_text("count 3, said tick 3")
    expect(page.locator(".counter")).to_have_attribute("title", "heard 3 3,2,1")
    expect(cell(page, 1).get_by_role("slider")).to_have_count(3)
    # Python has taken over the same widgets that the page already showed.
    assert page.evaluate(
        "[...document.querySelectorAll('.widget-subarea')].every(node => node.mine)"
    )


def test_nothing_moves_when_python_takes_over(page, squares):
    with held_up(page):
        page.goto(squares)
        expect(page.locator(STILL)).to_have_count(0)
        expect(cell(page, 2).get_by_role("button", name="careless")).to_be_visible()
        expect(page.locator("mjx-container")).to_have_count(2)  # that of the widget comes last
        page.evaluate("""() => {
          window.seen = [];
          const see = (changes) => seen.push(...changes.map((change) => change.type));
          const observer = new MutationObserver(see);
          const all = { subtree: true, childList: true, characterData: true, attributes: true };
          for (const area of document.querySelectorAll(".tag_live .widget-subarea")) {
            observer.observe(area, all);
          }
        }""")
    expect(status(page, 0)).to_have_text("Live")
    assert page.evaluate("seen") == []
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")
    assert page.evaluate("seen") != []


@pytest.fixture
def far_cells(page, squares, site):
    """Have the live cells far below the first screen, and the browser never idle; call it to
    let it be idle."""
    html = (site / "squares.html").read_text("utf-8")
    below = html.replace("<article", "<p style='height: 20000px'></p><article", 1)
    page.context.route("**/squares.html", lambda route: route.fulfill(body=below))
    page.add_init_script("window.requestIdleCallback = (go) => (window.idle = go)")
    return lambda: page.evaluate("idle()")


def is_idle(page):
    """Wait for the moment at which Python would have started by itself."""
    page.wait_for_load_state("load")
    page.evaluate("new Promise((go) => requestIdleCallback(() => requestIdleCallback(go)))")


def has_begun(page):
    """Return whether the page has requested Python."""
    return any(
        worker.evaluate(
            "performance.getEntriesByType('resource').some(({name}) => /wasm/.test(name))"
        )
        for worker in page.workers
    )


STARTS = {
    "an app comes near": lambda page, _: page.evaluate("scrollTo(0, 20000 - 1.5 * innerHeight)"),
    "nothing else is to be done": lambda _, be_idle: be_idle(),
    "an app is touched": lambda page, _: slider(page).evaluate(
        "node => node.focus({ preventScroll: true })"
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("occasion", STARTS)
def test_python_starts_when(page, squares, far_cells, occasion):
    page.goto(squares)
    page.wait_for_function("'idle' in window")
    expect(status(page, 0)).to_have_text("Python starts in a moment.")
    assert not has_begun(page)
    STARTS[occasion](page, far_cells)
    expect(status(page, 0)).to_have_text("Live")
    assert has_begun(page)
    assert len(page.workers) == 1
    assert (page.evaluate("scrollY") == 0) == (occasion != "an app comes near")


@pytest.mark.slow
def test_data_saver_starts_python_at_the_first_touch(page, squares, site):
    saving = {"dataSaverEnabled": True}
    page.context.new_cdp_session(page).send("Emulation.setDataSaverOverride", saving)
    requests_seen = []
    page.context.on(
        "request", lambda request: request.method == "GET" and requests_seen.append(request.url)
    )
    page.goto(squares)
    is_idle(page)
    message = re.compile(r"^Touch a control, and Python \((\d+) MB\) starts\.$")
    expect(status(page, 0)).to_have_text(message)
    assert page.workers == []
    size = int(message.match(status(page, 0).inner_text())[1])

    count_before = len(requests_seen)
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")
    files = [
        site / "_static" / url.partition("/_static/")[2] for url in requests_seen[count_before:]
    ]
    packed_size = sum(len(gzip.compress(file.read_bytes())) for file in files if file.is_file())
    assert size == pytest.approx(packed_size / 1e6, abs=0.75)


# The messages to the worker: the changes of widgets, each with the number of its cell.
RECORD = """
window.sentMessages = [];
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (message, ...more) {
  if (message.text) sentMessages.push({ id: message.id, ...JSON.parse(message.text) });
  return postMessage.call(this, message, ...more);
};
"""
VALUES = """sentMessages.filter(({ state }) => "value" in (state ?? {}))
  .map(({ state }) => state.value)"""


def test_queued_changes_keep_their_order_and_the_last_value(page, squares):
    page.add_init_script(RECORD)
    with held_up(page):
        page.goto(squares)
        for _ in range(2):
            page.locator(".counter").click()
            slider(page).press("ArrowRight")
        # count 1 and a message, slider 4, count 2 and a message, slider 5, then up to 8
        for _ in range(3):
            slider(page).press("ArrowRight")
    expect(page.locator(".counter")).to_have_text("count 2, said tick 2")
    expect(text(page)).to_have_text("8² = 64")
    assert page.evaluate(VALUES) == [4, 8]


def test_what_the_reader_changes_meanwhile_does_not_jump_back(squares_page):
    page = squares_page
    set_slider(page, 3)
    cell(page, 2).get_by_role("button", name="slow").click()
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")
    expect(slider(page)).to_have_attribute("aria-valuenow", re.compile(r"^4(\.0)?$"))
    cell(page, 2).get_by_role("button", name="slow").click()
    expect(text(page)).to_have_text("50² = 2500")
    expect(slider(page)).to_have_attribute("aria-valuenow", re.compile(r"^50(\.0)?$"))


def test_anywidget_talks_both_ways_and_widgets_may_come_later(squares_page):
    page = squares_page
    page.locator(".counter").click()
    expect(page.locator(".counter")).to_have_text("count 1, said tick 1")
    cell(page, 1).get_by_role("button", name="more").click()
    cell(page, 1).get_by_role("slider").press("ArrowRight")
    expect(cell(page, 1).locator(".widget-label", has_text="set to")).to_have_text("set to 1")


@pytest.mark.slow
def test_an_anywidget_has_time_to_come_on_a_slow_machine(page, squares):
    page.add_init_script("""AbortSignal.timeout = () => {
      const passed = new AbortController();
      queueMicrotask(() => passed.abort());
      return passed.signal;
    }""")
    live(page, squares)
    page.locator(".counter").click()
    expect(page.locator(".counter")).to_have_text("count 1, said tick 1")


def test_an_error_is_shown_in_place_and_the_next_change_works(squares_page):
    page = squares_page
    set_slider(page, 3)
    for _ in range(9):
        slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("12² = 144")
    slider(page).press("ArrowRight")
    expect(status(page, 0)).to_have_text("ValueError: 13 < unlucky & <b>bold</b>")
    expect(text(page)).to_have_text("12² = 144")
    expect(status(page, 1)).to_have_text("Live")
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("14² = 196")
    expect(status(page, 0)).to_have_text("Live")


def test_display_in_a_handler_says_what_to_do_instead(squares_page):
    page = squares_page
    cell(page, 2).get_by_role("button", name="careless").click()
    expect(status(page, 2)).to_contain_text("set the value of an HTML widget instead")


def test_a_task_goes_on_by_itself_and_its_error_is_shown(squares_page):
    page = squares_page
    cell(page, 2).get_by_role("button", name="patient").click()
    expect(cell(page, 2).locator(".widget-label")).to_have_text("step 2")
    expect(status(page, 2)).to_have_text("ZeroDivisionError: division by zero")


def test_endless_work_can_be_stopped(squares_page):
    page = squares_page
    slider(page).press("End")
    for _ in range(34):
        slider(page).press("ArrowLeft")
    expect(status(page, 0)).to_contain_text("Python is at work…")
    status(page, 0).get_by_role("button").click()
    expect(status(page, 0)).to_have_text("Live")
    expect(text(page)).to_have_text("3² = 9")
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")


def test_python_that_fails_says_why_and_starts_again(squares_page):
    page = squares_page
    lost_message = {"kind": "lost", "brief": "the memory is full"}
    page.workers[0].evaluate(
        f"postMessage({{ text: {json.dumps(json.dumps(lost_message))}, buffers: [] }})"
    )
    expect(status(page, 0)).to_contain_text("Python has stopped. (the memory is full)")
    status(page, 0).get_by_role("button", name="Start again").click()
    expect(status(page, 0)).to_have_text("Live")
    set_slider(page, 4)
    # The page has looked for damaged files in the cache, which does not have all files.
    page.faults[:] = [fault for fault in page.faults if "ERR_CACHE_MISS" not in fault]


@pytest.mark.slow
def test_a_dead_worker_is_noticed_and_started_again(page, squares):
    live(page, squares)
    page.workers[0].evaluate("self.close()")
    expect(status(page, 0)).to_contain_text("Python has stopped.")
    slider(page).press("ArrowRight")
    expect(slider(page)).to_have_attribute("aria-valuetext", "3")
    status(page, 1).get_by_role("button", name="Start again").click()
    expect(status(page, 0)).to_have_text("Live")
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "files"),
    [(FAST, "memory.bin|book.zip.xz"), (SLOW, "pyodide.asm.wasm.xz"), (SLOW, "stdlib.zip.xz")],
    ids=["two", "the program", "the library"],
)
def test_damaged_files_are_fetched_again_past_the_cache(page, squares, site, line, files):
    page.add_init_script(line)
    page.add_init_script(
        "window.again = {}; const plain = fetch;"
        "window.fetch = (url, options) => {"
        "  again[String(url).split('/').at(-1)] = options?.cache;"
        "  return plain(url, options);"
        "};"
    )
    damaged_files = re.compile(files)
    page.context.route(damaged_files, lambda route: route.fulfill(body=b"half of a file"))
    page.goto(squares)
    expect(status(page, 0)).to_contain_text("a file of this page is missing, or came damaged")
    page.context.unroute(damaged_files)
    status(page, 0).get_by_role("button", name="Start again").click()
    expect(status(page, 0)).to_have_text("Live")
    fetch_result = page.evaluate("again")
    del fetch_result["widget.js"]  # the page runs this file already, and only compares it
    del fetch_result["offline.js"]  # the page asks whether the book has a new version
    assert set(fetch_result.values()) == {"reload"}
    names = {file.name for file in site.glob("_static/live/**/*") if file.is_file()}
    assert (
        {"worker.js", "bridge.py", "book.zip.xz", "pyodide.asm.wasm.xz"}
        <= set(fetch_result)
        <= names
    )
    assert ("memory.bin" in fetch_result) == (line == FAST)
    page.faults.clear()


COMES = """([bytes, of]) => worker.onmessage(
    { data: { text: JSON.stringify({ kind: "came", bytes, of }), buffers: [] } })"""
HEARD_MESSAGES = """
    window.Worker = class extends Worker {
      constructor(...its) {
        const note = ({ data }) => data.text.includes('"came"') && (window.came = data.text);
        (window.worker = super(...its)).addEventListener("message", note);
      } };"""


@pytest.mark.slow
def test_a_tap_is_noted_and_how_long_it_takes_once_that_is_known(page, squares, site):
    held_routes = []
    taps = page.locator("[data-waiting-note]")
    files = re.compile(r"\.xz$|bridge\.py$")
    page.context.route(
        files,
        lambda route: (
            route.continue_() if route.request.method == "HEAD" else held_routes.append(route)
        ),
    )
    page.clock.install(time=0)
    page.add_init_script(f"{SLOW}; {HEARD_MESSAGES}")
    page.goto(squares, wait_until="commit")
    soon(page, lambda: len(held_routes), 3)  # the other files arrive while Python starts
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1"))
    app = f"<p class='{SURFACE[1:]}'><button data-act='roll'>Roll</button></p>"
    page.evaluate(
        """(app) => {
          document.body.insertAdjacentHTML("beforeend", app);
          document.body.lastChild.firstChild.click();
        }""",
        app,
    )
    expect(taps).to_have_attribute("data-waiting-note", "noted")
    page.evaluate(COMES, [10, 0])
    page.clock.run_for(5000)
    expect(taps).to_have_attribute("data-waiting-note", "noted")
    page.evaluate(COMES, [100, 710])
    # The note changes at most once in a second.
    expect(taps).to_have_attribute("data-waiting-note", "noted")
    page.clock.run_for(1000)
    expect(taps).to_have_attribute("data-waiting-note", "noted, about 40 s to go")
    page.evaluate(COMES, [600, 710])
    page.clock.run_for(1000)
    expect(taps).to_have_attribute("data-waiting-note", "noted")
    page.evaluate(COMES, [10, 710])  # at this speed it would take many minutes
    page.clock.run_for(1000)
    expect(taps).to_have_attribute("data-waiting-note", "noted")
    page.context.set_offline(True)
    page.clock.run_for(4000)
    expect(taps).to_have_attribute("data-waiting-note", "noted; no network")
    page.context.set_offline(False)
    page.clock.resume()
    page.context.route(files, lambda route: route.continue_())
    for route in held_routes:
        route.continue_()
    expect(status(page, 0)).to_have_text("Live")
    expect(taps).to_have_count(0)
    names = {file.name for file in site.rglob("*.xz")} | {"bridge.py"}
    total_bytes = sum(next(site.rglob(name)).stat().st_size for name in names)
    assert json.loads(page.evaluate("came")) == {
        "kind": "came",
        "bytes": total_bytes,
        "of": total_bytes,
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "file", others_slow(["pyodide.asm.wasm", "widgets.js", "widgets.css"], "widgets.js")
)
def test_what_hangs_is_told_and_comes_in_the_end(page, squares, file):
    page.add_init_script(FAST)
    with held_up(page, f"**/{file}"):
        page.goto(squares, wait_until="commit")
        expect(status(page, 0)).to_contain_text("takes long. If a file of this page is held up")
        expect(status(page, 0).get_by_role("button")).to_be_visible()
        page.wait_for_timeout(2000)  # and early_start.js has looked, too
    expect(status(page, 0)).to_have_text("Live")


@pytest.mark.slow
def test_without_its_script_the_page_shows_what_is_stored(page, squares):
    page.context.route("**/page.js", lambda route: route.fulfill(status=404))
    page.goto(squares)
    expect(cell(page, 0)).to_contain_text("3² = 9")
    expect(status(page, 0)).to_be_hidden()
    # a while later
    page.evaluate("document.getAnimations().forEach((animation) => animation.finish())")
    expect(status(page, 0)).to_have_text(re.compile("This is a still picture"))
    page.faults.clear()


@pytest.mark.slow
@pytest.mark.parametrize("line", [FAST, SLOW], ids=["from memory", "plainly"])
def test_later_files_are_fetched_on_import(page, squares, line):
    page.add_init_script(line)
    requests_seen, lots = [], set()
    page.context.on("request", lambda request: requests_seen.append(request.url.rpartition("/")[2]))
    for _ in range(2):
        live(page, squares)
        assert is_from_memory(page) == (line == FAST)
        assert "stdlib.zip" not in requests_seen
        cell(page, 2).get_by_role("button", name="rare").click()
        import_text = cell(page, 2).get_by_text("colorsys, ipywidgets.embed, 144: ")
        expect(import_text).to_be_visible()
        lots.add(import_text.inner_text())
        assert {"stdlib.zip", "packages.zip"} <= set(requests_seen)
        requests_seen.clear()
    assert len(lots) == 2


START_FAULTS = ["program spoiled", "missing", "spoiled", "of another version", "on a slow line"]


@pytest.mark.parametrize("fault", others_slow(START_FAULTS, "spoiled"))
def test_without_its_memory_python_starts_plainly(page, squares, site, fault):
    (file,) = site.glob("_static/live/*/memory/memory.bin")
    memory = gzip.decompress(file.read_bytes())
    other_memory = memory.replace(b"snp", b"spn", 1)  # Pyodide looks for these letters
    body = {
        "missing": None,
        "spoiled": file.read_bytes()[: 2**20],
        "of another version": gzip.compress(other_memory, 1),
    }.get(fault, file.read_bytes())
    if fault == "program spoiled":
        page.context.route("**/pyodide.asm.wasm", lambda route: route.fulfill(body=b"half of it"))
    page.add_init_script(SLOW if fault == "on a slow line" else FAST)
    answer = {"status": 404} if body is None else {"body": body}
    page.context.route("**/memory.bin", lambda route: route.fulfill(**answer))
    live(page, squares)
    assert not is_from_memory(page)
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")
    page.faults.clear()


@pytest.mark.slow
def test_widgets_stored_by_other_code_are_replaced(page, squares, site):
    html = (site / "squares.html").read_text("utf-8")
    ids = sorted(set(re.findall("0{30}[0-9a-f]{2}", html)))
    assert len(ids) > 20
    other_ids = dict(zip(ids, ids[3:] + ids[:3], strict=True))
    html = re.sub("|".join(ids), lambda match: other_ids[match[0]], html)
    page.context.route("**/squares.html", lambda route: route.fulfill(body=html))
    page.add_init_script(RECORD)
    with held_up(page):
        page.goto(squares)
        expect(page.locator(".counter")).to_have_count(1)
        page.evaluate("window.old = document.querySelector('.counter')")
    page.wait_for_selector("html[data-live=on]:not([data-layout])")
    # The element of a replaced model leaves the page.
    soon(page, lambda: page.evaluate("old.isConnected"), False)
    page.evaluate("sentMessages.length = 0")
    page.evaluate("old.click()")
    slider(page).press("ArrowRight")
    expect(text(page)).to_have_text("4² = 16")
    assert page.evaluate("sentMessages.map(({ state }) => Object.keys(state ?? {}))") == [["value"]]
    expect(page.locator(".counter")).to_have_count(1)


def test_page_from_a_file_says_how_to_serve_it(page, site):
    page.goto((site / "squares.html").as_uri())
    still_view = page.locator(STILL)
    expect(still_view.first).to_contain_text("3² = 9")
    expect(still_view.first).to_be_visible()
    expect(status(page, 0)).to_contain_text("python book/build/serve.py")
    expect(page.get_by_role("slider")).to_have_count(0)  # nothing that would not answer
    assert page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--whole')")
    # From a file a browser loads no module, no font of the theme, and nothing that has a digest. So
    # an inline script of the theme runs without the scripts that it needs.
    harmless = ("font", "widget.js", "ERR_FAILED", "integrity", "DOCUMENTATION_OPTIONS")
    assert all(any(word in fault for word in harmless) for fault in page.faults), page.faults
    page.faults.clear()
