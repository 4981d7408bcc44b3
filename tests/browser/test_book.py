"""Every page of the built book on a phone: whole, live, accessible, and without a fault."""

import re
from io import BytesIO
from itertools import product

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.conftest import (
    FAST,
    ROOT,
    SLOW,
    UNTYPESET,
    is_from_memory,
    live,
    others_slow,
    watched,
    watching,
)
from tests.helpers.pages import (
    EXERCISES,
    OPENINGS,
    REPRESENTATIVE,
    SITE,
    TABLES,
    TABLES_OF_PAGES,
    lively,
    paths,
    top_chapters,
)
from tests.helpers.selectors import APP, GAME_CLASS, HEAD_CLASS, PRESETS, STATUS, STILL
from tests.live import held_up, is_accessible, soon

pytestmark = [pytest.mark.book, pytest.mark.browser]

# One program typesets all formulas, and one style colours all code. So one page has them checked.
TYPESET = ["mjx-container", "th:has(mjx-container)", ".highlight"]
LIVE_PAGE = "book/live_notebook.html"


# The elements beyond the right edge of the window that cannot be scrolled into view.
CUT = """() => {
  const beyond = (node) => node.getBoundingClientRect().right > innerWidth + 1;
  const holds = (node) => node !== document.body && getComputedStyle(node).overflowX !== "visible";
  const isCutByScroll = (node) => {
    for (node = node.parentElement; node; node = node.parentElement)
      if (holds(node)) return !beyond(node);
  };
  return [...document.querySelectorAll(".bd-article *:not(mjx-assistive-mml, mjx-assistive-mml *)")]
    .filter((node) => node.getClientRects().length && beyond(node) && !isCutByScroll(node))
    .map((node) => node.outerHTML);
}"""


# The distance from the top of the page to the first button of the first app. It is 0 where no app
# begins in the first screen.
FIRST_BUTTON = """() => {
  const top = (node) => node.getBoundingClientRect().top + scrollY;
  const app = document.querySelector("article .oe-app");
  if (!app || top(app) > innerHeight) return 0;
  const buttons = [...app.querySelectorAll("button, input[type=range]")];
  return top(buttons.find((button) => button.checkVisibility() && !button.closest(".oe-header")));
}"""


# The contrast ratios of pairs of colours of the page, with the hue of a game.
CONTRASTS = """([game, pairs]) => {
  const root = document.documentElement;
  root.className = game;
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const luminance = (name) => {
    root.style.color = `var(${name})`;
    canvas.fillStyle = getComputedStyle(root).color;
    canvas.fillRect(0, 0, 1, 1);
    const linear = (value) =>
      value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(linear);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const seen = pairs.map((pair) => pair.map(luminance).sort((a, b) => b - a));
  return seen.map(([light, dark]) => light / dark);
}"""
# The buttons and folds of the text that are lower than 24 pixels. Axe does not measure folds, and
# passes low buttons that have space around them.
LOW = """() => {
  for (const fold of document.querySelectorAll("article details")) fold.open = true;
  return [...document.querySelectorAll("article :is(summary, button)")]
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().height < 24)
    .map((node) => node.outerHTML.slice(0, 120));
}"""
# The code that is wider than the page.
TOO_WIDE_CODE = """all => all.filter((node) => {
  node.open = true;
  const { right } = node.getBoundingClientRect();
  node.open = false;
  return right > innerWidth;
}).map((node) => node.textContent)"""
TEXTS = [
    ("--pst-color-primary", "--pst-color-background"),
    ("--pst-color-primary", "--pst-color-info-bg"),
    ("--pst-color-text-base", "--pst-color-info-bg"),
    ("--on-primary", "--pst-color-primary"),
    ("--white", "--game"),
]
EDGES = [("--focus", "--pst-color-background"), ("--focus", "--pst-color-info-bg")]


@pytest.fixture(scope="module")
def phone(browser):
    """One browser context for all pages, so that later pages use the cache of earlier ones."""
    context = browser.new_context(service_workers="block", viewport={"width": 360, "height": 780})
    yield context
    context.close()


@pytest.mark.parametrize("path", others_slow(paths(), *REPRESENTATIVE))
def test_a_page_is_whole_and_live(phone, book, path):
    with watching(phone) as page:
        page.add_init_script(FAST)
        requests_seen = set()
        page.on("request", lambda request: requests_seen.add(request.url.rpartition("/")[2]))
        is_live = path in lively()
        (live if is_live else Page.goto)(page, f"{book}/{path}")
        expect(page.locator(UNTYPESET)).to_have_count(0)
        expect(page.locator("html[data-layout]")).to_have_count(0)
        assert page.locator("mjx-merror").count() == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert "tex-svg.js" not in requests_seen  # all formulas are typeset when the book is built
        if is_live:
            assert is_from_memory(page)
            # the memory snapshot has all that the page needs
            assert "stdlib.zip" not in requests_seen
        for cell in page.locator(".cell.tag_live").all():
            status = cell.locator(STATUS)
            if status.count():
                expect(status).to_have_text("Live")
        assert page.locator(".cell > details.hide").evaluate_all(TOO_WIDE_CODE) == []
        page.set_viewport_size({"width": 320, "height": 780})  # or at 400 % on a desk
        assert page.evaluate(CUT) == []
        if path in top_chapters():  # a reader can begin without scrolling far
            for width, height, lowest in ((1366, 650, 600), (390, 844, 2 * 844)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(FIRST_BUTTON) < lowest


@pytest.mark.slow
def test_all_hues_can_be_read_by_day_and_by_night(phone, book):
    style = (ROOT / "book/static/games.css").read_text("utf-8")
    games = re.findall(rf", \.({GAME_CLASS}\w+)\)", style)
    heads = "".join(path.read_text("utf-8") for path in SITE.glob("book/*.html"))
    assert set(games) == set(re.findall(rf'class="{HEAD_CLASS} ({GAME_CLASS}\w+)"', heads))
    with watching(phone) as page:
        page.goto(f"{book}/{LIVE_PAGE}")
        page.add_style_tag(content=":root { --white: #fff }")
        contrasts_seen = set()
        for scheme, game in product(("light", "dark"), games):
            page.emulate_media(color_scheme=scheme)
            expect(page.locator("html")).to_have_attribute("data-theme", scheme)
            contrasts = page.evaluate(CONTRASTS, [game, TEXTS + EDGES])
            assert min(contrasts[: len(TEXTS)]) >= 4.5, (scheme, game, contrasts)
            assert min(contrasts[len(TEXTS) :]) >= 3, (scheme, game, contrasts)
            contrasts_seen.add(tuple(contrasts))
        assert len(contrasts_seen) == 2 * len(games)  # each game has its own hue


@pytest.mark.parametrize(
    ("name", "role", "part"), [("race", "button", "Throw"), ("your_game", "textbox", "State 1")]
)
def test_the_game_is_two_steps_from_the_start(phone, book, name, role, part):
    with watching(phone) as page:
        live(page, f"{book}/book/{name}.html")
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")
        expect(page.get_by_role("link", name="Skip to the game")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.get_by_role(role, name=part, exact=True).first).to_be_focused()


@pytest.mark.slow
@pytest.mark.parametrize("path", others_slow(lively(), "book/race.html"))
def test_slow_line_brings_only_needed_files(phone, book, path):
    with watching(phone) as page:
        page.add_init_script(SLOW)
        requests_seen = set()
        page.on("request", lambda request: requests_seen.add(request.url.rpartition("/")[2]))
        live(page, f"{book}/{path}")
        assert not is_from_memory(page)
        run_buttons = page.get_by_role("button", name="Run this cell", include_hidden=True)
        if run_buttons.count():
            run_buttons.first.evaluate("node => node.click()")
            expect(page.locator("html[data-cells=idle]")).to_have_count(1)
        packed_names = {"pyodide.asm.wasm", "stdlib.zip", "packages.zip", "book.zip"}
        assert {f"{name}.xz" for name in packed_names} <= requests_seen
        assert not requests_seen & (packed_names | {"memory.bin", EXERCISES})
        assert requests_seen & {TABLES, OPENINGS} == TABLES_OF_PAGES.get(path, set())
        form = page.locator("form.answer:visible").first
        if form.count():  # and the files that an answer needs
            form.locator("input").first.focus()  # the form is one line until the reader uses it
            form.get_by_role("button", name="Check").click()
            expect(form.get_by_role("status")).to_contain_text("There is no answer yet.")
            assert EXERCISES in requests_seen


# Axe takes long on the longest chapter, so a short one with an app stands for it.
@pytest.mark.parametrize("path", others_slow(paths(), "book/race_roots.html"))
def test_a_page_is_accessible(phone, book, path):
    """The tests of the chapters check what apps show later."""
    with watching(phone) as page:
        page.add_init_script(FAST)
        (live if path in lively() else Page.goto)(page, f"{book}/{path}")
        expect(page.locator("html[data-layout]")).to_have_count(0)
        is_accessible(page, exclude=() if path == LIVE_PAGE else TYPESET)
        page.set_viewport_size({"width": 1280, "height": 800})
        is_accessible(page, exclude=() if path == LIVE_PAGE else TYPESET)
        for width in (360, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(LOW) == []


def test_each_solution_has_a_button_of_its_own_name(phone, book):
    with watching(phone) as page:
        page.goto(f"{book}/book/chains_when.html")
        folds = page.get_by_role("button", name="Solution to Exercise")
        names = folds.evaluate_all("all => all.map((node) => node.ariaLabel)")
        assert len(set(names)) == len(names) > 1
        expect(folds.first).to_have_attribute("aria-expanded", "false")
        folds.first.press("Enter")
        expect(folds.first).to_have_attribute("aria-expanded", "true")


def test_one_page_shows_formulas_and_code_to_axe():
    page_text = (SITE / LIVE_PAGE).read_text(encoding="utf-8")
    assert "<mjx-container" in page_text
    assert 'class="highlight"' in page_text


@pytest.mark.slow
def test_game_shows_its_board_before_its_settings(browser, book):
    with watched(browser, viewport={"width": 360, "height": 780}) as page:
        live(page, f"{book}/book/placement.html")
        game = page.locator(f"#app-game {APP}")
        seed, presets = game.get_by_label("Seed", exact=True), game.locator(PRESETS)
        roll, board = game.locator("[data-act=roll]"), game.locator(".oe-board")
        expect(seed).to_be_hidden()
        expect(presets).to_be_hidden()
        top = game.bounding_box()["y"]
        for part in (roll, board):
            assert part.bounding_box()["y"] - top < 500  # on one screen
        settings = game.get_by_role("button", name="Settings", exact=True)
        for state in ("true", "false"):
            settings.press("Enter")
            expect(settings).to_have_attribute("aria-expanded", state)
            for part in (seed, presets):
                expect(part).to_be_visible(visible=state == "true")


@pytest.mark.slow
def test_figures_are_ink_on_the_paper_of_the_page(page, book):
    page.goto(f"{book}/book/counting.html")
    expect(page.locator("html[data-layout]")).to_have_count(0)
    figures = page.locator("div.cell_output img:visible").all()[:2]
    for scheme, media in product(["light", "dark"], ["screen", "print"]):
        page.emulate_media(color_scheme=scheme, media=media, reduced_motion="reduce")
        dark = scheme == "dark" and media == "screen"
        for figure in figures:
            figure.evaluate("node => node.decode()")
            soon(page, lambda figure=figure: paper(figure), 18 if dark else 255)
            darkest, lightest = grey_image(figure).getextrema()
            assert lightest - darkest > 150  # and readable on it


def grey_image(figure):
    return Image.open(BytesIO(figure.screenshot())).convert("L")


def paper(figure):
    """The shade of the paper: the theme's own black, or white."""
    return grey_image(figure).getpixel((2, 2))


# Each scrolling element: its box, the colour that covers its shade, and the colour of its ground.
COVERED_BOXES = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const drawn = "mjx-container[display=true], .pst-scrollable-table-container";
  const probe = document.body.appendChild(document.createElement("p"));
  const visible = [...document.querySelectorAll(drawn)].filter((node) => node.checkVisibility());
  return visible.map((node) => {
    probe.style.background = getComputedStyle(node).getPropertyValue("--paper");
    const cover = getComputedStyle(probe).backgroundColor;
    let under = node.parentElement;
    const paper = () => getComputedStyle(under).backgroundColor;
    while (paper() === "rgba(0, 0, 0, 0)") under = under.parentElement;
    return [node.closest(".admonition")?.className ?? "page", cover, paper()];
  });
}"""
# The distance from each box at the end of a section to the line at which the section is clipped.
ROOM = """() => [...document.querySelectorAll(".bd-article section > .admonition:last-child")]
  .map((node) => [node.parentElement, node].map((box) => box.getBoundingClientRect().bottom))
  .map(([parentBottom, bottom]) => parentBottom - bottom)
"""
# The distance from the arrow that opens a solution to the lower edge of its box.
ARROWS = """() => [...document.querySelectorAll(".toggle-hidden .toggle-button")].map((node) =>
  node.closest(".admonition").getBoundingClientRect().bottom - node.getBoundingClientRect().bottom)
"""


@pytest.mark.slow
def test_boxes_are_drawn_to_their_edges(page, book):
    page.set_viewport_size({"width": 360, "height": 780})
    page.goto(f"{book}/book/placement_one_step.html")
    expect(page.locator("html[data-layout]")).to_have_count(0)
    room = page.evaluate(ROOM)
    assert room
    assert min(room) > 1
    arrows = page.evaluate(ARROWS)
    assert arrows
    assert min(arrows) > -2
    page.goto(f"{book}/book/placement_note.html")  # displays in the page, in a proof, an exercise
    expect(page.locator("html[data-layout]")).to_have_count(0)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        covered_boxes = page.evaluate(COVERED_BOXES)
        kinds = {kind.split()[0] for kind, *_ in covered_boxes}
        assert {"page", "proof", "exercise"} <= kinds
        assert [row for row in covered_boxes if row[1] != row[2]] == []


def test_a_table_lets_its_shade_through(page, book):
    page.goto(f"{book}/book/notation.html")
    rows = page.locator(".pst-scrollable-table-container tr")
    papers = rows.evaluate_all("all => all.map((node) => getComputedStyle(node).backgroundColor)")
    assert papers
    # "rgb(…)" would be an opaque colour
    assert [colour for colour in papers if not colour.startswith(("rgba(", "color("))] == []


def test_a_table_has_a_shade_only_where_something_goes_on(page, book):
    page.set_viewport_size({"width": 768, "height": 900})
    page.goto(f"{book}/book/teaching/counting.html")
    tables = page.locator(".pst-scrollable-table-container")
    hidden_widths = tables.evaluate_all(
        "all => all.map((node) => node.scrollWidth - node.clientWidth)"
    )
    assert hidden_widths
    assert set(hidden_widths) == {0}  # a formula with a line break in a table stays visible


SHIFTS = """
window.shifted = 0;
const add = (list) => list.getEntries().forEach((entry) => (shifted += entry.value));
new PerformanceObserver(add).observe({ type: "layout-shift", buffered: true });
window.heights = () => [...document.querySelectorAll(".cell.tag_live:has(STATUS)")]
  .map((entry) => Math.round(entry.getBoundingClientRect().height));
addEventListener("DOMContentLoaded", () => (window.before = heights()));
""".replace("STATUS", STATUS)


@pytest.mark.parametrize("width", others_slow([360, 1280]))
@pytest.mark.parametrize(
    "name", ["index", *others_slow(["race", "lucky_draws", "yazy", "chase", "your_game"])]
)
def test_nothing_moves_while_a_page_comes_to_life(browser, book, name, width):
    with watched(browser, viewport={"width": width, "height": 844}) as page:
        page.add_init_script(SHIFTS)
        live(page, f"{book}/book/{name}.html")
        page.wait_for_timeout(500)
        assert page.evaluate("shifted") < 0.05
        heights_before, heights_after = page.evaluate("before"), page.evaluate("heights()")
        # fractions of a pixel are rounded
        assert heights_after == [pytest.approx(height, abs=1) for height in heights_before]


@pytest.mark.slow
def test_what_is_below_is_laid_out_later_and_no_place_is_missed(browser, book):
    with watched(browser, reduced_motion="reduce") as page:
        with held_up(page):
            page.goto(f"{book}/book/yazy.html")
            expect(page.locator("html[data-layout=seen]")).to_have_count(1)
            expect(page.locator(STILL)).to_have_count(0)  # all apps are drawn
            height = "document.documentElement.scrollHeight"
            estimated_height = page.evaluate(height)
            page.locator("a[href='#verify']").first.evaluate("node => node.click()")
            full_height = page.evaluate(height)
            assert estimated_height < full_height
            top = page.locator("#verify").evaluate("node => node.getBoundingClientRect().top")
            assert 0 <= top < 200

        live(page, f"{book}/book/index.html")
        live(page, f"{book}/book/yazy.html")
        expect(page.locator("html[data-layout]")).to_have_count(0)
        assert page.evaluate(height) == full_height
        for go_there in (
            lambda: page.reload(),
            lambda: page.goto(f"{book}/book/yazy.html?r=1#verify"),
        ):
            go_there()
            expect(page.locator("html[data-layout]")).to_have_count(0)


@pytest.mark.slow
def test_measuring_widget_waits_for_python(browser, book):
    with watched(browser) as page:
        page.add_init_script(
            "window.loads = 0;"
            "const hear = () => addEventListener('load', () => loads++);"
            "addEventListener('DOMContentLoaded', hear);"
        )
        with held_up(page):
            page.goto(f"{book}/book/yazy.html")
            expect(page.locator("html[data-layout=seen]")).to_have_count(1)
            assert page.evaluate("loads") == 0
        expect(page.locator("html[data-live=on]:not([data-layout])")).to_have_count(1)
        assert page.evaluate("loads") == 1
        active = page.locator(".bd-toc-nav .nav-link.active")
        page.locator("#verify").evaluate("node => node.scrollIntoView({ behavior: 'instant' })")
        expect(active.last).to_have_attribute("href", "#verify")


def test_python_starts_by_itself_when_the_network_is_back(browser, book):
    with watched(browser) as page:
        held_routes = []
        files = re.compile(r"\.(wasm|xz)$")
        page.context.route(files, lambda route: held_routes.append(route))
        page.goto(f"{book}/{LIVE_PAGE}")
        soon(page, lambda: len(held_routes) > 0, True)
        page.context.set_offline(True)
        page.context.route(files, lambda route: route.abort())
        for route in held_routes:
            route.abort()
        status = page.locator(STATUS).first
        expect(status).to_contain_text("There is no network. Python starts when it is back.")
        page.context.unroute_all()
        page.context.set_offline(False)
        expect(status).to_have_text("Live")
        page.faults.clear()  # of the files that did not come
