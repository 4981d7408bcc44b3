"""The live page: how long its start takes, and how fast a picture follows a slider.

Measured in Chromium, the book served on this machine: each page as a first visit, in a browser
context that has seen nothing yet; the same where Python's memory is missing and it starts plainly;
and as a later visit, when the book is kept. A change lasts from the step of the pointer that drags
a slider until Python's answer stands in the page, which the next frame shows; the first comes when
the page is at rest. Each app is dragged three times. The worst of all changes tells as much of what
else ran on this machine as of the app; so there is the usual worst besides: the middle one of the
worst of each time.
"""

import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests import chromium
from tests.conftest import FAST, FLAGS, SITE, is_from_memory, live, served

__all__ = ["measure", "why_not"]

REST = 2000  # milliseconds after the start

WATCH = """
window.starts = {};
new MutationObserver(() => {
  const state = document.documentElement?.dataset.live;
  if (state) starts[state] ??= performance.now();
}).observe(document, { attributeFilter: ["data-live"], childList: true, subtree: true });
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

# Every slider of every app is dragged 24 steps: four on, four back, or sooner at an end of it.
# Returns milliseconds by app.
DRAG = """async () => {
  const times = {};
  const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  for (const handle of document.querySelectorAll(".tag_live .noUi-handle")) {
    const app = handle.closest("[role=group][aria-label]")?.getAttribute("aria-label");
    if (!app || handle.closest("[disabled]") || !handle.checkVisibility()) continue;
    const { left } = handle.getBoundingClientRect();
    const step = handle.closest(".noUi-base").getBoundingClientRect().width
      / (handle.ariaValueMax - handle.ariaValueMin);
    let place = 0;
    const point = (type) => handle.firstElementChild.dispatchEvent(
      new MouseEvent(type, { bubbles: true, buttons: 1, clientX: left + place * step }));
    point("mousedown");
    for (let n = 0, way = 1, run = 0, ends = 0; n < 24 && ends < 2; ) {
      window.asked = false;
      const answer = new Promise((resolve) => (window.answered = resolve));
      const start = performance.now();
      place += way;
      point("mousemove");
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
    point("mouseup");
  }
  return times;
}"""


def why_not() -> str | None:
    """Return why nothing can be measured here, or None."""
    if not (SITE / "index.html").is_file():
        return "there is no built book: run `make html`"
    return None if chromium.find() else chromium.HOW


def measure(starts: int = 3) -> Iterator[dict[str, object]]:
    """Yield a row for the start of every live page and for the changes in every app, in seconds."""
    pages = [it for it in sorted((SITE / "book").glob("*.html")) if "tag_live" in it.read_text()]
    with (
        tempfile.TemporaryDirectory() as below,
        served(SITE, Path(below)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=FLAGS)
        later = _visited(browser, f"{address}/book/{pages[0].name}") if pages else None
        for page in pages:
            url = f"{address}/book/{page.name}"
            runs = [_open(browser, url, drag=True) for _ in range(starts)]
            yield _row(page.stem, "start, first visit", [[start] for start, _ in runs])
            plain = [[_open(browser, url, plainly=True)[0]] for _ in range(starts)]
            yield _row(page.stem, "start, first visit, plainly", plain)
            again = [[_start(later, url)] for _ in range(starts)]
            yield _row(page.stem, "start, later visit", again)
            for app in runs[0][1]:
                yield _row(page.stem, app, [times[app] for _, times in runs])
        browser.close()


def _visited(browser: Browser, url: str) -> BrowserContext:
    """Return a browser context that keeps the book."""
    context = browser.new_context(service_workers="allow")
    context.add_init_script(f"{FAST};{WATCH}")
    page = context.new_page()
    live(page, url)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    return context


def _start(context: BrowserContext, url: str) -> float:
    """Return when a later page was live, in milliseconds."""
    page = context.new_page()
    live(page, url)
    start = page.evaluate("starts.on")
    page.close()
    return start


def _open(
    browser: Browser, url: str, *, drag: bool = False, plainly: bool = False
) -> tuple[float, dict[str, list[float]]]:
    """Return when a page was live and, if wanted, the times of all changes, in milliseconds."""
    context = browser.new_context(service_workers="block")
    context.add_init_script(f"{FAST};{WATCH}")
    if plainly:
        context.route("**/memory.bin", lambda route: route.fulfill(status=404))
    page = context.new_page()
    live(page, url)
    assert is_from_memory(page) != plainly
    start = page.evaluate("starts.on")
    page.wait_for_timeout(REST)
    times = page.evaluate(DRAG) if drag else {}
    context.close()
    return start, times


def _row(page: str, name: str, runs: list[list[float]]) -> dict[str, object]:
    """Return the figures of one thing, from the milliseconds that each run took."""
    times = [time / 1e3 for run in runs for time in run]
    usual = statistics.median(max(run) for run in runs) / 1e3
    median, worst = statistics.median(times), max(times)
    figures = {"median": median, "usual worst": usual, "worst": worst, "times": len(times)}
    return {"page": page, "name": name, **figures}
