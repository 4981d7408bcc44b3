"""Printed pages, as the browser prints them."""

import re
from io import BytesIO
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from tests.conftest import ROOT, SITE, live, others_slow, tool
from tests.helpers.pages import lively
from tests.helpers.paper import SHORT_PAGE, print_page, without_spaces, words
from tests.helpers.selectors import APP, BUTTON, CONTROLS, HEADER, PICTURE, STILL, TITLE
from tests.live import scan

pytestmark = [pytest.mark.book, pytest.mark.browser]

PRINT_PAGES = tool("print_pages")
TEXT_WIDTH = round((210 - 2 * 18) / 25.4 * 96)  # of A4 between the margins (print.css)
ADDRESS = "oe-app-address"  # the class of the note that has the address of an app
QUESTIONS = f"""() => [...document.querySelectorAll("{APP}:has([data-act=guess])")]
  .filter((app) => !app.closest("{STILL}, .live-loading"))
  .map((app) => [app.querySelector("{TITLE}").textContent,
    ...[...app.querySelectorAll("button[data-act=guess]")].map((node) => node.textContent)])"""
FOLDED_PARTS = """() => [...document.querySelectorAll(
  ".solution > section, :is(.exercise, .tip) details.sd-dropdown > .sd-card-body")]
  .map((part) => part.querySelector("p")?.firstChild)
  .filter((part) => part?.nodeType === Node.TEXT_NODE)
  .map((part) => part.textContent)"""
TOO_WIDE = """(all) => {
  const edge = document.querySelector("article").getBoundingClientRect().right + 1;
  return all
    .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > edge
      || node.matches("pre") && node.scrollWidth > node.clientWidth + 1)
    .map((node) => node.outerHTML.slice(0, 80)) }"""


def colours(page, **options):
    """Return the printed colours of a page."""
    paper = PdfReader(BytesIO(page.pdf(format="A4", prefer_css_page_size=True, **options)))
    colours_found = set()

    def collect(container):
        content = container.get_contents() if isinstance(container, PageObject) else container
        for operands, operator in ContentStream(content, paper).operations:
            if operator == b"rg":
                colours_found.add(tuple(round(float(operand), 2) for operand in operands))
        resources = container.get("/Resources", {})
        for form in resources.get("/XObject", {}).values():
            if form.get_object().get("/Subtype") == "/Form":
                collect(form.get_object())

    for sheet in paper.pages:
        collect(sheet)
    return colours_found


@pytest.mark.slow
@pytest.mark.parametrize("path", lively())
def test_colours_print_without_background_graphics(page, book, path):
    live(page, f"{book}/{path}")
    apps = page.locator(APP).count()
    all_colours, few_colours = colours(page, print_background=True), colours(page)
    assert len(all_colours) > 4 or not apps
    assert all_colours == few_colours


def test_folded_parts_open_for_print(page, book):
    live(page, f"{book}/book/placement.html")
    page.emulate_media(media="print")
    open_and_find = "dispatchEvent(new Event('beforeprint')); document.querySelector('article')"
    assert page.evaluate(f"{open_and_find}.getAnimations({{ subtree: true }}).length") == 0
    break_rules = "all => all.map((node) => getComputedStyle(node).breakInside)"
    assert set(page.locator("article .cell_input").evaluate_all(break_rules)) == {"avoid"}
    solutions = page.locator("article .solution").evaluate_all(break_rules)
    assert set(solutions) == {"auto"}  # without breaks they would leave half pages empty
    frame = (
        "all => all.map(getComputedStyle).map((style) => style.borderLeftWidth + style.paddingTop)"
    )
    assert set(page.locator(f"article {APP}").evaluate_all(frame)) == {"0px0px"}
    # the code of an app is not printed, other code is
    for code_cells, is_visible in ((":not(.tag_live)", True), (".tag_live", False)):
        code = page.locator(f"article .cell.tag_hide-input{code_cells} > details pre")
        assert set(code.evaluate_all("all => all.map((node) => node.checkVisibility())")) == {
            is_visible
        }
    buttons = page.locator(f"article {BUTTON}:not([data-act=guess], th *):visible")
    expect(buttons).to_have_count(0)


def lowest(page):
    """Return the lower end of texts and pictures on a page, as a share of its height."""
    height, ends = float(page.mediabox.height), [1.0]

    def text(text, cm, tm, font, size):
        y = (tm[4] * cm[1] + tm[5] * cm[3] + cm[5]) / height
        if text.strip() and y > 0.08:
            ends.append(y)

    def picture(operator, operands, cm, tm):
        if operator == b"Do":
            ends.append(cm[5] / height)

    page.extract_text(visitor_text=text, visitor_operand_before=picture)
    return 1 - min(ends)


@pytest.mark.slow
@pytest.mark.parametrize("path", others_slow(lively(), "book/race.html"))
def test_printed_page_asks_and_does_not_answer(page, book, path):
    live(page, f"{book}/{path}")
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector("html[data-theme=dark]")
    questions, folded_texts = page.evaluate(QUESTIONS), page.evaluate(FOLDED_PARTS)
    pages = print_page(page)
    text = words(pages)
    for question in questions:
        for part in question:
            assert without_spaces(part) in text
    page_text = without_spaces(
        " ".join(page.locator(f"article :is(p, li):not({APP} *)").all_inner_texts())
    )
    for button in ("Show the code", "Reveal", "Copy link", "This is my guess", "Just show me"):
        assert without_spaces(button) in page_text or without_spaces(button) not in text, button
    answers = [without_spaces(text) for text in folded_texts if len(text) > 30]
    assert [answer for answer in answers if answer in text] == []
    assert "SolutiontoExercise" not in text
    assert len(pages) == 1 or without_spaces(page.title().split(" — ")[0]) in words(pages[1:2])
    assert [n for n, sheet in enumerate(pages[:-1], 1) if lowest(sheet) < 0.5] == []

    page.emulate_media(media="print", color_scheme="dark")
    paper = "getComputedStyle(document.querySelector('{}')).backgroundColor"
    assert page.evaluate(paper.format("body")) in ("rgb(255, 255, 255)", "rgba(0, 0, 0, 0)")
    if page.locator(APP).count():
        assert page.evaluate(paper.format(APP)) == "rgb(255, 255, 255)"
    page.set_viewport_size({"width": TEXT_WIDTH, "height": 900})
    parts = page.locator(f"article :is(pre, table, img, svg, mjx-math, {PICTURE})")
    assert parts.evaluate_all(TOO_WIDE) == []

    page.evaluate("document.documentElement.dataset.print = 'solutions'")
    page.emulate_media(media="screen")
    text = words(print_page(page))
    assert [answer for answer in answers if answer not in text] == []
    assert text.count("SolutiontoExercise") >= page.locator(".solution").count()


@pytest.mark.slow
def test_printed_question_has_boxes_or_a_line(page, book):
    """`test_printed_question_has_only_its_answers_to_tick` is quicker and sees most of this."""
    live(page, f"{book}/book/yazy.html")
    page.emulate_media(media="print")
    option = page.locator(f"{APP} button[data-act=guess]").first
    box = option.evaluate("node => getComputedStyle(node, '::before').borderTopStyle")
    assert box == "solid"
    expect(page.locator(f"{APP} form[data-act=guess] input").first).to_be_visible()
    expect(page.locator(f"{APP} [data-act=reveal]:visible")).to_have_count(0)
    expect(page.locator(f"{CONTROLS}:visible, {HEADER} {BUTTON}:visible")).to_have_count(0)
    page.set_viewport_size({"width": 900, "height": 720})  # a wider page never has it
    show_script = "node => ((node.style = 'display: block'), getComputedStyle(node).display)"
    assert page.locator("#pst-back-to-top").evaluate(show_script) == "none"


def test_address_asks_for_solutions(page, book):
    for query, edition in {"": "questions", "?print=solutions": "solutions"}.items():
        page.goto(f"{book}/{SHORT_PAGE}.html{query}")
        page.wait_for_selector(f"html[data-print={edition}]")


def page_with_addresses(base):
    """Return the page of the race and its meta tags, in a book published at this address."""
    html = (SITE / "book" / "race.html").read_text("utf-8")
    html = re.sub(f'<p class="{ADDRESS}".*?</p>', "", html, flags=re.DOTALL)
    context = {"body": html, "metatags": "", "title": "Race &amp; <em>more</em>"}
    app = SimpleNamespace(
        config=SimpleNamespace(html_title="Odds, Exactly", html_baseurl=base),
        env=SimpleNamespace(doc2path=lambda page: ROOT / f"{page}.ipynb"),
    )
    PRINT_PAGES.add(app, "book/race", "", context, True)
    return context["body"], context["metatags"]


@pytest.mark.parametrize("base", ["", "https://example.org/odds/"])
def test_printed_app_has_its_address_if_the_book_has_one(base):
    body, tags = page_with_addresses(base)
    assert '--page: "Race & more"' in tags
    links = re.findall(rf'<p class="{ADDRESS}" hidden><svg.*?<a href="([^"]*)">', body)
    links_expected = [f"{base}book/race.html#app-{name}" for name in ("game", "explorer", "ledger")]
    assert (set(links_expected) <= set(links)) if base else (links == [])
    assert len(links) == len(set(links))


def test_phone_reads_the_code_printed_under_an_app(page, book):
    body, _ = page_with_addresses("https://example.org/odds/")
    notes = re.findall(rf'<p class="{ADDRESS}" hidden>.*?</p>', body, re.DOTALL)
    page.goto(f"{book}/{SHORT_PAGE}.html")
    page.emulate_media(media="print")
    page.locator("article").evaluate("(node, notes) => (node.innerHTML = notes)", "".join(notes))
    for note in page.locator(f".{ADDRESS}").all():
        address = note.locator("a").get_attribute("href")
        assert scan(note.locator("svg")) == [address]
