"""One app in a frame on a page of another origin, such as a course page or a blog."""

import json
import re

import pytest
from playwright.sync_api import expect

from games import placement
from games_widgets.drawing.text import percent
from tests.conftest import PATIENCE, live, served, watched
from tests.helpers.selectors import APP, BARS, SUMMARY, TITLE
from tests.helpers.your_game import COIN
from tests.live import RULES, no_fault, on_a_phone, soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

FOLLOW = """
addEventListener("message", ({ data, source }) => {
  for (const frame of document.querySelectorAll("iframe")) {
    if (frame.contentWindow === source) frame.height = data.liveHeight ?? frame.height;
  }
});
"""


@pytest.fixture
def course(tmp_path):
    """Serve a course page with this content from another port, and return its address."""
    folder = tmp_path / "course"
    folder.mkdir()
    with served(folder, tmp_path) as address:

        def write(content, script=""):
            head = (
                "<meta name='viewport' content='width=device-width'><link rel='icon' href='data:,'>"
            )
            (folder / "index.html").write_text(
                f"<!doctype html>{head}<h1>My course</h1>{content}<p>After.</p>"
                f"<script>{script}</script>",
                "utf-8",
            )
            return f"{address}/index.html"

        yield write


def frame(address, height=500):
    return f'<iframe src="{address}" width="100%" height="{height}" style="border: 0"></iframe>'


# The page around the app moves each frame in it to another document, which imitates the sandbox:
# it reports that it is ready, and answers a call with its own text.
SAYS = "words of the page around"
HOST_SCRIPT = """
addEventListener("message", ({ data }) => {
  if (typeof data === "string") return parent.parent.postMessage({ is: "begun" }, "*");
  if (data.is === "ping") return parent.parent.postMessage({ is: "pong" }, "*");
  if (!data.line) return;
  const say = (message) => data.line.postMessage({ text: JSON.stringify(message), buffers: [] });
  const answer = JSON.stringify({ error: "SAYS", line: null });
  data.line.onmessage = ({ data }) => data.call && say({ kind: "called", answer });
  say({ kind: "begun" });
});
parent.parent.postMessage({ is: "there" }, "*");
""".replace("SAYS", SAYS)
TAKE_OVER = """
const played = document.createElement("script");
played.textContent = HOST_SCRIPT;
setInterval(() => {
  for (let n = 0; n < frames[0].length; n++) {
    const frame = frames[0][n];
    try {
      const { document } = frame; // the browser lets us look: it is ours
      if (document.querySelector("iframe")) continue;
      const inner = document.createElement("iframe");
      inner.srcdoc = played.outerHTML;
      document.body.append(inner);
      window.taken = true;
    } catch {
      frame.location = "about:blank";
    }
  }
}, 5);
""".replace("HOST_SCRIPT", json.dumps(HOST_SCRIPT))


def embedded(page, address):
    """Open a course page and return its live frame."""
    page.goto(address)
    inner = page.frames[1]
    inner.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
    return inner


def wait_until(inner, expression):
    """Wait until an expression in the frame is true. Its policy forbids eval in a page."""
    soon(inner.page, lambda: inner.evaluate(expression), True)


def size(inner, side):
    return inner.evaluate(f"[document.documentElement.scroll{side}, inner{side}]")


def slider(inner, name):
    return inner.get_by_role("slider", name=name, exact=True)


def test_embedded_app_has_its_source_and_a_way_back(page, book, course):
    source = f"{book}/book/placement.html"
    address = course(frame(f"{source}?embed=1&app=explorer&V=50&F=5&r=7"))
    inner = embedded(page, address)
    assert inner.evaluate("origin") != page.evaluate("origin")
    expect(inner.locator(f"{SUMMARY}:visible")).to_have_count(1)
    expect(inner.locator(f"{SUMMARY}:visible")).to_contain_text(percent(placement.win(50, 5)))
    assert inner.locator("h1, h2, header, nav, footer, aside").count() > 5
    expect(inner.locator(":is(h1, h2, header, nav, footer, aside):visible")).to_have_count(0)
    inner.get_by_role("button", name="Settings").click()
    slider(inner, "Fields F").press("ArrowLeft")
    expect(inner.locator(f"{SUMMARY}:visible")).to_contain_text(percent(placement.win(50, 4)))
    wait_until(inner, "location.search.includes('F=4')")
    assert "embed=1" in inner.evaluate("location.search")
    assert page.url == address  # the parent keeps its own address

    back_link = inner.get_by_role("link", name="Placement — Odds, Exactly")
    with page.context.expect_page() as page_info:
        back_link.click()
    chapter = page_info.value
    expect(chapter).to_have_url(f"{source}?app=explorer&V=50&F=4&r=7#app-explorer")
    explorer = chapter.get_by_role("group", name="Where should the first number go?")
    expect(explorer.locator(SUMMARY)).to_contain_text(percent(placement.win(50, 4)))
    expect(explorer.locator(TITLE)).to_be_in_viewport()


def test_page_around_an_embedded_app_cannot_play_its_python(page, book, course):
    """The page around may move a frame of the app; messages from the new document are ignored."""
    address = course(frame(f"{book}/book/your_game.html?embed=1&app=program", 900), TAKE_OVER)
    inner = embedded(page, address)
    inner.get_by_role("textbox", name="Your game in Python").fill(COIN)
    inner.get_by_role("button", name="Run", exact=True).click()
    notice = inner.get_by_role("alert")
    expect(notice.filter(has_text="another page has taken its frame")).to_be_visible()
    assert page.evaluate("window.taken")
    assert SAYS not in inner.locator("body").inner_text()
    page.goto("about:blank")
    page.faults.clear()  # the browser's errors for frames that were moved


@pytest.mark.slow
def test_frame_gets_its_height_if_the_page_listens(page, book, course):
    address = course(frame(f"{book}/book/placement.html?embed=1&app=explorer", 100), FOLLOW)
    inner = embedded(page, address)
    fits = "document.documentElement.scrollHeight <= innerHeight"
    wait_until(inner, fits)
    assert size(inner, "Height")[1] > 400
    height_before = size(inner, "Height")[1]
    inner.get_by_role("button", name="Settings").click()
    slider(inner, "Fields F").press("End")  # more rows in its table
    expect(inner.locator(f"{BARS}:visible tbody tr")).to_have_count(20)
    wait_until(inner, f"innerHeight > {height_before} && {fits}")


@pytest.mark.slow
def test_embedded_app_is_accessible_and_fits_a_phone(page, book, course):
    with on_a_phone(page):
        inner = embedded(page, course(frame(f"{book}/book/placement.html?embed=1")))
        expect(inner.locator(f"{TITLE}:visible")).to_have_text("The placement game")
        frame_width, width = size(inner, "Width")
        assert width < 360
        assert frame_width <= width
        no_fault(inner, RULES, ["html"])
        page.emulate_media(color_scheme="dark")
        wait_until(inner, "document.documentElement.dataset.theme === 'dark'")
        no_fault(inner, ["color-contrast"], ["html"])


@pytest.mark.slow
def test_embed_snippet_shows_the_app_as_it_stands(browser, book, course):
    with watched(browser, permissions=["clipboard-read", "clipboard-write"]) as page:
        live(page, f"{book}/book/placement.html?app=explorer&V=50&F=5&r=7")
        box = page.get_by_role("group", name="Where should the first number go?")
        live_regions = box.get_by_role("status")
        region_count = live_regions.count()
        read_aloud = live_regions.filter(has_text="copied")
        expect(read_aloud).to_have_count(0)
        box.get_by_role("button", name="Copy link").click()
        expect(box.get_by_role("button", name="Link copied")).to_be_visible()
        expect(read_aloud).to_have_text("Link copied")
        assert live_regions.count() == region_count  # only a region that was there before is read
        link = page.evaluate("navigator.clipboard.readText()")
        assert link == f"{book}/book/placement.html?app=explorer&V=50&F=5&r=7#app-explorer"
        expect(read_aloud).to_have_count(0)
        box.get_by_role("button", name="Embed").click()
        expect(box.get_by_role("button", name="HTML copied")).to_be_visible()
        snippet = page.evaluate("navigator.clipboard.readText()")
        assert snippet.count("\n") == 1
        inner = embedded(page, course(snippet))
        expect(inner.locator(f"{SUMMARY}:visible")).to_contain_text(percent(placement.win(50, 5)))
        expect(inner.get_by_role("button", name="Embed")).to_have_count(0)
        assert size(inner, "Height")[0] <= size(inner, "Height")[1]


@pytest.mark.slow
def test_app_without_a_name_goes_by_its_number(page, book, course):
    """A twin is `test_embedded_app_has_its_source_and_a_way_back`."""
    inner = embedded(page, course(frame(f"{book}/book/placement.html?embed=1&app=2")))
    expect(inner.locator(f"{APP}:visible")).to_have_count(1)
    expect(inner.locator(f"{APP}:visible")).to_contain_text("how many of all games")
    expect(inner.get_by_role("link", name="Placement — Odds, Exactly")).to_have_attribute(
        "href", re.compile(r"/book/placement\.html\?app=2#app-2$")
    )


@pytest.mark.slow
@pytest.mark.parametrize("embed", ["", "&embed=1"])
def test_missing_app_raises_a_message_that_lists_the_apps(page, book, embed):
    page.goto(f"{book}/book/placement.html?app=%3Cb%3Efoo%26{embed}&V=50")
    notice = page.locator("p.live-error[role=alert]")
    expect(notice).to_have_text(
        "No app of this page is called “<b>foo&”. There are game, explorer, limit."
    )
    if embed:
        expect(page.locator(f"{APP}:visible")).to_have_count(0)
        expect(page.get_by_role("link", name="Placement — Odds, Exactly")).to_be_visible()
    notice.get_by_role("link", name="explorer").click()
    page.wait_for_selector("html[data-live=on]", timeout=PATIENCE)
    expect(page.locator(f"#app-explorer {SUMMARY}")).to_contain_text(percent(placement.win(50, 5)))
    expect(page.locator(f"#app-explorer {TITLE}")).to_be_in_viewport()
    expect(page.locator("p[role=alert]:visible")).to_have_count(0)
    expect(page.locator(f"{APP}:visible")).to_have_count(1 if embed else 6)
