"""The live page: how long its start takes, and how fast a picture follows a slider.

Measured in Chromium, the book served on this machine.

A start lasts until Python answers the reader. Each page is started in three ways: as a first visit
in a new browser; as a first visit without the snapshot of Python's memory; and as a later visit,
when the browser has the book in its cache. Playwright is not connected during a start, because it
would add half a second.

A change lasts from the move of the pointer that drags a slider until Python's answer is in the
page. The first drag begins when the page is idle. Each app is dragged three times. The slowest of
all changes may be due to other programs on the machine. So the median of the slowest change of each
drag is recorded, too.

Three uses of cells of code are timed, each in a live page in which no cell has run: the first run
of a plain cell, which needs only an import from another cell; the first opening of a cell as an
editor; and the first import of sympy by a cell. Python for the cells starts when the pointer
reaches a cell. So a run is timed twice: after the pointer has rested on the cell, as when somebody
reads, and at once, as after a first touch. A reader who goes straight to the button waits for a
time between the two.
"""

import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Browser, Locator, Page, Playwright, sync_playwright

from tests import chromium
from tests.conftest import FAST, FLAGS, SITE, live, served
from tests.helpers.selectors import HEADER, RUNNABLE, STAGE

__all__ = ["aside", "measure", "why_not"]

REST = 2  # seconds until a new browser or a live page is idle
SOON = 3  # seconds in which nearly every page becomes live

# The time at which the page became live, in milliseconds.
LIVE_TIME = """new Promise((resolve) => {
  const hear = (list) => list.getEntriesByName("live").map((entry) => resolve(entry.startTime));
  new PerformanceObserver(hear).observe({ type: "mark", buffered: true });
})"""

WATCH = """
window.Worker = class extends Worker {
  constructor(...those) {
    super(...those);
    this.addEventListener("message", ({ data }) => {
      if (JSON.parse(data.text).kind === "done") setTimeout(() => window.answered?.());
    });
  }

  postMessage(...those) {
    window.asked = true;
    super.postMessage(...those);
  }
};
"""

# Every slider of every app, and the hand of each scene, is dragged 24 steps: four on, four back, or
# sooner at an end of it.
# Returns milliseconds by app.
DRAG = """async ([header, stage]) => {
  const times = {};
  for (const fold of document.querySelectorAll(`${header} [aria-expanded=false]`)) fold.click();
  const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const handle of document.querySelectorAll(".tag_live :is(.noUi-handle, [data-scrubber])")) {
    const app = handle.closest("[role=group][aria-label]")?.getAttribute("aria-label");
    if (!app || handle.closest("[disabled]") || !handle.checkVisibility()) continue;
    const { left } = handle.getBoundingClientRect();
    const { width } = handle.closest(`.noUi-base, ${stage}`).getBoundingClientRect();
    const step = width / (handle.ariaValueMax - handle.ariaValueMin);
    let place = 0;
    const point = (type) => handle.firstElementChild.dispatchEvent(
      new MouseEvent(type, { bubbles: true, buttons: 1, clientX: left + place * step }));
    const first = Number(handle.value);
    const pull = () => {
      const { value } = handle;
      handle.value = first + place * handle.step;
      if (handle.value !== value) handle.dispatchEvent(new Event("input", { bubbles: true }));
    };
    const [take, move, leave] = handle.matches("[data-scrubber]")
      ? [() => {}, pull, () => {}]
      : ["mousedown", "mousemove", "mouseup"].map((type) => () => point(type));
    take();
    for (let n = 0, way = 1, run = 0, ends = 0; n < 24 && ends < 2; ) {
      window.asked = false;
      const answer = new Promise((resolve) => (window.answered = resolve));
      const start = performance.now();
      place += way;
      move();
      await Promise.race([answer, sleep(100).then(() => window.asked && answer)]);
      if (window.asked) {
        (times[app] ??= []).push(performance.now() - start);
        n++;
        run++;
        ends = 0;
      } else {
        place -= way; // at the end nothing changes, and nobody is asked
        ends++;
      }
      if (!window.asked || run % 4 === 0) way = -way;
      await sleep(20);
    }
    leave();
  }
  return times;
}"""


CELLS = "counting"  # a page with apps and plain cells
OWN_GAME_PAGE = "your_game"  # and a page with apps, cells and a game of the reader's own
GAME = "start = 99\ndef step(n): return {n - 1: 1} if n else {0: 1}"
PLAIN = "floats"  # a text in the code of the cell that is run
IMPORT = "?code=import%20sympy"
ASIDE = ("*/sympy.zip", "*/codemirror.js", "*/needs.py", "*/runner.py")

# Milliseconds from the click until the cell has run or is an editor.
CLICK = """async ([cell, name]) => {
  const isDone = {
    "Run this cell": () => document.documentElement.dataset.cells === "idle",
    "Edit this cell": () => document.activeElement.closest(".cm-content"),
  }[name];
  const start = performance.now();
  cell.querySelector(`[aria-label^="${name}"]`).click();
  const channel = new MessageChannel();
  while (!isDone()) {
    await new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(0);
    });
  }
  return performance.now() - start;
}"""


def why_not() -> str | None:
    """Return the reason why this machine can measure nothing, or None."""
    if not (SITE / "index.html").is_file():
        return "there is no built book: run `make html`"
    return None if _browser() else chromium.INSTALL_HINT


def _browser() -> str | None:
    """Return the path of an ordinary browser, or None."""
    return chromium.find(names=chromium.WHOLE) or chromium.find()


def measure(times: int = 3) -> Iterator[dict[str, Any]]:
    """Yield a row for the start of every live page and for the changes in every app, in seconds."""
    pages = [
        path
        for path in sorted((SITE / "book").glob("*.html"))
        if "tag_live" in path.read_text("utf-8")
    ]
    with (
        _two_books() as (book, plain),
        sync_playwright() as playwright,
        _keeping(playwright, f"{book}/book/index.html") as keeper,
    ):
        browser = playwright.chromium.launch(executable_path=_browser(), args=FLAGS)
        for page in pages:
            path = f"book/{page.name}"
            first = [_first_start(playwright, f"{book}/{path}") for _ in range(times)]
            yield _row(page.stem, "start, first visit", [[time] for time in first])
            plainly = [_first_start(playwright, f"{plain}/{path}") for _ in range(times)]
            yield _row(page.stem, "start, first visit, plainly", [[time] for time in plainly])
            later_starts = [_start(playwright, keeper, f"{book}/{path}") for _ in range(times)]
            yield _row(page.stem, "start, later visit", [[time] for time in later_starts])
            runs = [_drag(browser, f"{book}/{path}") for _ in range(times)]
            for app in runs[0]:
                yield _row(page.stem, app, [run[app] for run in runs])
        uses = [_use_cells(browser, f"{book}/book/{CELLS}.html") for _ in range(times)]
        for name in uses[0]:
            yield _row(CELLS, name, [[use[name]] for use in uses])
        browser.close()


def aside() -> int:
    """Return how many bytes are fetched only by readers who run or change cells."""
    files = {path for pattern in ASIDE for path in SITE.glob(f"_static/live/{pattern}")}
    files |= {path for pattern in ASIDE for path in SITE.glob(f"_static/live/*/{pattern}")}
    return sum(path.stat().st_size for path in files)


def memory() -> dict[str, int]:
    """Return the bytes of a tab: with apps, after a cell, and after a reader's own game."""
    with _two_books() as (book, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=_browser(), args=FLAGS)
        with _at_rest(browser, f"{book}/book/{OWN_GAME_PAGE}.html") as page:
            sizes = {"apps": _bytes_of_tabs(browser)}
            page.locator("#scratch").get_by_label("Run this cell").evaluate("node => node.click()")
            page.wait_for_selector("html[data-cells=idle]")
            sizes["apps and cells"] = _bytes_of_tabs(browser)
            page.get_by_role("textbox", name="Your game in Python").fill(GAME)
            page.get_by_role("button", name="Run", exact=True).click()
            page.get_by_text("99 steps").first.wait_for(state="attached")
            page.wait_for_timeout(REST * 1000)  # the Python for the next text is there
            sizes["apps, cells and an own game"] = _bytes_of_tabs(browser)
        browser.close()
    return sizes


def _bytes_of_tabs(browser: Browser) -> int:
    """Return the memory of the processes of all tabs. Shared memory is divided among them."""
    processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
    tabs = [
        Path(f"/proc/{process['id']}/smaps_rollup")
        for process in processes
        if process["type"] == "renderer"
    ]
    lines = [line.split() for tab in tabs for line in tab.read_text("utf-8").splitlines()]
    return sum(1024 * int(line[1]) for line in lines if line[0] == "Pss:")


@contextmanager
def _two_books() -> Iterator[tuple[str, str]]:
    """Serve the book twice: with and without the snapshot from which Python starts."""
    with tempfile.TemporaryDirectory() as below:
        site_without_apps = Path(below, "without")
        shutil.copytree(SITE, site_without_apps, ignore=shutil.ignore_patterns("memory.bin"))
        for name in ("book", "plain"):
            Path(below, name).mkdir()
        with (
            served(SITE, Path(below, "book")) as book,
            served(site_without_apps, Path(below, "plain")) as plain,
        ):
            yield book, plain


@contextmanager
def _unwatched() -> Iterator[str]:
    """Run a browser with an empty cache; yield the address of its remote control."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        port_file = Path(profile, "DevToolsActivePort")
        options = ("--headless", "--remote-debugging-port=0", "--window-size=1280,720")
        command = [
            str(_browser()),
            *FLAGS,
            *options,
            f"--user-data-dir={profile}",
            "about:blank",
        ]
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            while not (port_file.exists() and port_file.read_text("utf-8")):
                if running.poll() is not None:
                    raise RuntimeError(f"{command[0]} ended with {running.returncode}")
                time.sleep(0.05)
            time.sleep(REST)
            yield f"http://127.0.0.1:{port_file.read_text('utf-8').split()[0]}"
        finally:
            running.kill()
            running.wait()


@contextmanager
def _open_page(playwright: Playwright, browser: str, url: str) -> Iterator[tuple[float, Page]]:
    """Open a page; yield the time when it became live, in milliseconds, and the page."""
    urlopen(Request(f"{browser}/json/new?{url}", method="PUT")).close()
    time.sleep(SOON)
    watch_page = playwright.chromium.connect_over_cdp(browser)
    page = next(candidate for candidate in watch_page.contexts[0].pages if candidate.url == url)
    yield page.evaluate(LIVE_TIME), page
    page.close()
    watch_page.close()


def _start(playwright: Playwright, browser: str, url: str) -> float:
    with _open_page(playwright, browser, url) as (start, _):
        return start


def _first_start(playwright: Playwright, url: str) -> float:
    with _unwatched() as browser:
        return _start(playwright, browser, url)


@contextmanager
def _keeping(playwright: Playwright, url: str) -> Iterator[str]:
    """Run a browser that has the book of this page in its cache."""
    with _unwatched() as browser:
        with _open_page(playwright, browser, url) as (_, page):
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        yield browser


def _drag(browser: Browser, url: str) -> dict[str, list[float]]:
    """Return the milliseconds of all changes, by app."""
    context = browser.new_context(service_workers="block")
    context.add_init_script(f"{FAST};{WATCH}")
    page = context.new_page()
    live(page, url)
    page.wait_for_timeout(REST * 1000)
    times = page.evaluate(DRAG, [HEADER, STAGE])
    context.close()
    return times


def _use_cells(browser: Browser, url: str) -> dict[str, float]:
    """Return the milliseconds that cells take when they are first used."""
    times = {}
    for name, is_announced in (("pointer at rest on it", True), ("out of the blue", False)):
        with _at_rest(browser, url + IMPORT) as page:
            cell = page.locator(RUNNABLE, has_text=PLAIN).first
            if is_announced:
                cell.locator("pre").first.hover()
                page.wait_for_timeout(REST * 1000)
            times[f"cell, first run, {name}"] = _click(page, cell, "Run this cell")
            if is_announced:
                scratch = page.locator("#scratch")
                scratch.get_by_label("Run this cell").hover()  # needed before a click
                page.wait_for_timeout(REST * 1000)
                times["cell, first import of sympy"] = _click(page, scratch, "Run this cell")
    with _at_rest(browser, url) as page:
        cell = page.locator(RUNNABLE, has_text=PLAIN).first
        times["cell, first editor"] = _click(page, cell, "Edit this cell")
    return times


@contextmanager
def _at_rest(browser: Browser, url: str) -> Iterator[Page]:
    """Open a live page in a browser with an empty cache, and wait until the page is idle."""
    context = browser.new_context(service_workers="block")
    context.add_init_script(FAST)
    page = context.new_page()
    live(page, url)
    page.wait_for_timeout(REST * 1000)
    yield page
    context.close()


def _click(page: Page, cell: Locator, name: str) -> float:
    """Click a button of a cell; return how many milliseconds its work took."""
    return page.evaluate(CLICK, [cell.element_handle(), name])


def _row(page: str, name: str, runs: list[list[float]]) -> dict[str, Any]:
    """Return the figures of one thing, from the milliseconds that each run took."""
    times = [time / 1e3 for run in runs for time in run]
    usual = statistics.median(max(run) for run in runs) / 1e3
    median, worst = statistics.median(times), max(times)
    figures = {"median": median, "usual worst": usual, "worst": worst, "times": len(times)}
    return {"page": page, "name": name, **figures}
