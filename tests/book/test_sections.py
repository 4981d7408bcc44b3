"""The search finds all places of the book by their words and by other names, but no answers."""

import gzip
import json
import re
import tomllib
from collections import Counter, defaultdict
from functools import cache
from html import unescape
from pathlib import Path

import book_results as results
import pytest
import yaml
from docutils.utils import new_document
from playwright.sync_api import expect

from tests.conftest import ROOT, tool, watched
from tests.helpers.pages import SITE, Page, paths
from tests.helpers.selectors import RESULTS
from tests.live import PHONE, RULES, dark, no_fault

pytestmark = pytest.mark.book

FILE = SITE / "sections.json"
SOLUTION = re.compile(
    r'class="solution dropdown[^>]*>\s*<p class="admonition-title">(?:(?!</p>).)*</p>\s*'
    r"<section[^>]*>\s*<p>([^<]{30,})",
    re.DOTALL,
)


@cache
def places():
    return {place["id"]: place for place in json.loads(FILE.read_text("utf-8"))}


def test_pages_and_places_exist_at_their_addresses():
    assert set(paths()) <= set(places())
    anchors_wanted = defaultdict(set)
    for place in places():
        page, _, anchor = place.partition("#")
        anchors_wanted[page].add(anchor)
    for page, anchors in anchors_wanted.items():
        ids = set(Page(SITE / page).ids)
        missing = {
            anchor
            for anchor in anchors - {""}
            if anchor not in ids and not anchor.startswith("app-")
        }
        assert missing == set(), page


def test_all_kinds_of_places_are_in_the_index():
    for place_id, label in {
        "book/chains.html#how-it-ends": "How it ends",
        "book/glossary.html#term-lumping": "lumping",
        "book/api/race.html#games.race.Race.chain": "games.race.Race.chain",
        "book/race.html#app-game": "The race",
        "book/results.html#chase-turns-4": results.find("chase-turns-4").description,
    }.items():
        assert places()[place_id]["title"] == label
    assert "36/5" in places()["book/results.html#chase-turns-4"]["text"]
    assert places()["book/chains.html#app-ruin"]["page"] == "Absorbing chains"


def test_formulas_are_found_by_their_words():
    place = places()["book/lucky_draws.html#conway-s-numbers"]
    assert r"\sum" in place["formulas"]
    assert not any(
        "\\" in place["text"] for place in places().values() if "book/api" not in place["id"]
    )


def test_index_has_no_solutions_and_no_hints():
    words = defaultdict(list)
    for place in places().values():
        words[place["id"].partition("#")[0]].append(place["text"])
    box_count = 0
    for path in paths():
        text = (SITE / path).read_text("utf-8")
        for box in SOLUTION.findall(text):
            box_count += 1
            start = " ".join(unescape(box).split())
            assert not any(start in word for word in words[path]), (path, start)
    assert box_count > 10


def test_synonyms_lead_to_places():
    names_by_place = yaml.safe_load((ROOT / "book" / "synonyms.yml").read_text("utf-8"))
    assert {place_id for place_id, place in places().items() if "names" in place} == set(
        names_by_place
    )
    for place_id, names in names_by_place.items():
        assert places()[place_id]["names"] == ", ".join(names)


def test_search_files_weigh_at_most_half_a_page():
    assert len(gzip.compress(FILE.read_bytes(), 6)) < 250_000


def test_index_text_is_that_of_the_page():
    from docutils import nodes

    sections = tool("search_index")
    text, formulas = [], []
    line = nodes.paragraph("", "", nodes.Text("Let "), nodes.math("", "n > 1"), nodes.Text(", or "))
    line += [nodes.strong("", "not"), nodes.math("", r"\lambda")]
    folded_box = nodes.container("", nodes.paragraph("", "No."), classes=["dropdown"])
    sections.collect_text(
        nodes.container("", line, folded_box, nodes.raw("", "<p>")), text, formulas
    )
    assert "".join(text) == "Let n > 1, or not… "
    assert formulas == ["n > 1", r"\lambda"]


def test_place_has_only_its_own_words():
    from docutils import nodes
    from sphinx import addnodes

    exercise_node, solution_node = (  # nodes of sphinx-exercise
        type(name, (nodes.Element,), {}) for name in ("exercise_node", "solution_node")
    )

    def section(name, *parts):
        return nodes.section("", nodes.title("", "", nodes.Text(name)), *parts, ids=[name.lower()])

    def line(text, **attributes):
        return nodes.paragraph("", "", nodes.Text(text), **attributes)

    doctree = new_document("page")
    answer = solution_node("", line("Kept back."))
    task = exercise_node("", line("To do."), classes=["dropdown"])
    result = nodes.container("", line("Elsewhere."), classes=[RESULTS[1:]])
    doctree += section(
        "Whole", line("First."), task, answer, result, section("Part", line("Second."))
    )
    terms = [nodes.term("", word, ids=[f"term-{word}"]) for word in ("one", "other")]
    meaning = nodes.definition("", line("What both mean."))
    items = nodes.definition_list("", nodes.definition_list_item("", *terms, meaning))
    doctree[0] += addnodes.glossary("", items)
    places_found = list(tool("search_index").places("book/glossary", "The whole", doctree))
    assert [(place["id"], place["title"], place["text"]) for place in places_found] == [
        ("book/glossary.html", "The whole", "First. To do."),
        ("book/glossary.html#part", "Part", "Second."),
        ("book/glossary.html#term-one", "one, other", "What both mean."),
    ]


def test_index_describes_apps_and_results():
    for place in tool("search_index").further():
        assert {name: places()[place["id"]][name] for name in ("title", "text")} == {
            name: place[name] for name in ("title", "text")
        }


FIRST_BY_QUERY = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["found"]


def deep():
    """A place, and a word that is only in its text, far from the beginning."""
    words = [set(re.findall(r"\w+", place["text"].lower())) for place in places().values()]
    counts = Counter(word for word_set in words for word in word_set)
    for id, place in places().items():
        for match in re.finditer(r"[a-z]{10,}", place["text"].lower()):
            if "book/api" in id or match.start() <= 500 or counts[match[0]] != 1:
                continue
            if sum(word.startswith(match[0][:-1]) for word in counts) == 1:
                return id, match[0]
    raise AssertionError("no text is that long")


MARKUP = "Zyzzyva & <b>bold</b> <img src=gone>"


def add_markup(route):
    """Add a place whose title and text look like markup."""
    answer = route.fetch()
    first, *rest = answer.json()
    place = first | {"id": "book/api.html#markup", "title": MARKUP, "text": MARKUP}
    route.fulfill(response=answer, json=[first, *rest, place])


@pytest.fixture(scope="module")
def search_page(browser, book):
    """A page before the first search."""
    with watched(browser) as page:
        page.route("**/sections.json", add_markup)
        page.requested = []
        page.on("request", lambda request: page.requested.append(request.url.rpartition("/")[2]))
        page.goto(f"{book}/book/bibliography.html")
        yield page


def field(page):
    return page.get_by_role("combobox", name="Search the book")


def options(page):
    return page.get_by_role("listbox").get_by_role("option")


@pytest.mark.browser
def test_search_files_load_with_the_first_search(search_page):
    page, own_files = search_page, {"search.js", "search.css", "sections.json"}
    expect(page.locator("article h1").first).to_be_visible()
    assert own_files & set(page.requested) == set()
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    assert own_files <= set(page.requested)
    for query, first in FIRST_BY_QUERY.items():
        field(page).fill(query)
        expect(options(page).first).to_have_attribute("href", re.compile(f"/book/{first}$"))
    answers = []
    for query in ("λ", "lambda"):
        field(page).fill(query)
        answers.append(options(page).evaluate_all("all => all.map((node) => node.href)"))
    assert answers[0] == answers[1] != []
    id, word = deep()
    field(page).fill(f"{word[:-1]}")
    expect(options(page).first).to_have_attribute("href", re.compile(f"/{re.escape(id)}$"))
    marked_words = options(page).first.locator("mark").all_inner_texts()
    assert {word.lower() for word in marked_words} == {word}
    field(page).fill("how is the fundamental matrix found")
    expect(options(page).first).to_contain_text("matrix")
    addresses = options(page).evaluate_all("all => all.map((node) => node.pathname + node.hash)")
    texts = [json.dumps(places()[address.partition("/odds/")[2]]).lower() for address in addresses]
    assert len(texts) >= 4
    assert all("fundament" in text and "matri" in text for text in texts)
    field(page).fill(f"{word} {places()[id]['page']}")  # few places have both words
    expect(options(page).first).to_have_attribute("href", re.compile(f"/{re.escape(id)}$"))
    expect(options(page).nth(4)).to_be_visible()
    field(page).fill("penney xyzzyq")  # no place has both words
    expect(options(page).first).to_have_attribute("href", re.compile("/lucky_draws.html$"))
    field(page).fill("xyzzyq")
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("no “xyzzyq”")
    expect(field(page)).to_have_attribute("aria-expanded", "false")


@pytest.mark.browser
def test_markup_in_a_place_is_shown_as_text(search_page):
    page = search_page
    page.keyboard.press("Control+k")
    field(page).fill("zyzzyva")
    option = options(page).first
    expect(option).to_contain_text(MARKUP)
    assert option.inner_text().count(MARKUP) == 2
    expect(option.locator("mark")).to_have_text(["Zyzzyva", "Zyzzyva"])
    expect(option.locator("b, img")).to_have_count(0)
    field(page).press("Escape")


@pytest.mark.browser
def test_keyboard_leads_to_a_place(search_page):
    page = search_page
    page.keyboard.press("Control+k")
    field(page).fill("lumping")
    selected_option = page.locator("[role=option][aria-selected=true]")
    expect(selected_option).to_have_count(1)
    names = options(page).evaluate_all("all => all.map((node) => node.id)")
    for keys, position in (
        (["ArrowDown", "ArrowDown"], 2),
        (["ArrowUp"] * 3, -1),
        (["ArrowDown"], 0),
    ):
        for key in keys:
            field(page).press(key)
        expect(field(page)).to_have_attribute("aria-activedescendant", names[position])
        expect(selected_option).to_have_id(names[position])
        expect(field(page)).to_be_focused()
    field(page).press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("button.search-button__button:visible").first.click()
    expect(field(page)).to_have_value("lumping")
    field(page).press("Backspace")  # the new text replaces the selected old text
    expect(field(page)).to_have_value("")
    field(page).fill("lumping")
    for width in (1280, PHONE["width"]):
        page.set_viewport_size({"width": width, "height": 780})
        no_fault(page, RULES, ["dialog"])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    dark(page)
    no_fault(page, ["color-contrast"], ["dialog"])
    page.emulate_media(color_scheme="light")
    target = selected_option.get_attribute("href")
    field(page).press("Enter")
    expect(page).to_have_url(target)
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    field(page).fill("lumping")
    expect(selected_option).to_have_attribute("href", target)
    field(page).press("Enter")  # a place on this page
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.mouse.click(2, 770)  # beside it
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.browser
def test_search_page_of_the_theme_replaces_the_dialog(page, book):
    page.context.route("**/search.js", lambda route: route.abort())
    page.goto(f"{book}/book/bibliography.html")
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    expect(page).to_have_url(f"{book}/search.html")
    page.faults.clear()
    page.context.unroute_all()
    page.reload()  # and reports no error
