"""What the search finds: all places of the book, by their words and by other names; no answer."""

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
    return {it["id"]: it for it in json.loads(FILE.read_text("utf-8"))}


def test_every_page_and_every_place_is_where_it_says():
    assert set(paths()) <= set(places())
    wanted = defaultdict(set)
    for it in places():
        page, _, anchor = it.partition("#")
        wanted[page].add(anchor)
    for page, anchors in wanted.items():
        ids = set(Page(SITE / page).ids)
        missing = {it for it in anchors - {""} if it not in ids and not it.startswith("app-")}
        assert missing == set(), page


def test_sections_terms_functions_apps_and_results_are_places():
    for it, said in {
        "book/chains.html#how-it-ends": "How it ends",
        "book/glossary.html#term-lumping": "lumping",
        "book/api/race.html#games.race.Race.chain": "games.race.Race.chain",
        "book/race.html#app-game": "The race",
        "book/results.html#chase-turns-4": results.find("chase-turns-4").what,
    }.items():
        assert places()[it]["title"] == said
    assert "36/5" in places()["book/results.html#chase-turns-4"]["text"]
    assert places()["book/chains.html#app-ruin"]["page"] == "Absorbing chains"


def test_formulas_are_found_by_their_words_and_shown_only_where_they_read_as_they_are():
    it = places()["book/lucky_draws.html#conway-s-numbers"]
    assert r"\sum" in it["formulas"]
    assert not any("\\" in it["text"] for it in places().values() if "book/api" not in it["id"])


def test_no_solution_and_no_hint_is_told():
    words = defaultdict(list)
    for it in places().values():
        words[it["id"].partition("#")[0]].append(it["text"])
    kept = 0
    for path in paths():
        text = (SITE / path).read_text("utf-8")
        for box in SOLUTION.findall(text):
            kept += 1
            start = " ".join(unescape(box).split())
            assert not any(start in it for it in words[path]), (path, start)
    assert kept > 10


def test_other_names_lead_somewhere():
    named = yaml.safe_load((ROOT / "book" / "synonyms.yml").read_text("utf-8"))
    assert {it for it, place in places().items() if "names" in place} == set(named)
    for it, names in named.items():
        assert places()[it]["names"] == ", ".join(names)


def test_what_the_search_fetches_is_no_heavier_than_half_a_page():
    assert len(gzip.compress(FILE.read_bytes(), 6)) < 250_000


def test_a_text_is_read_as_it_stands_in_the_page():
    from docutils import nodes

    sections = tool("search_index")
    text, formulas = [], []
    line = nodes.paragraph("", "", nodes.Text("Let "), nodes.math("", "n > 1"), nodes.Text(", or "))
    line += [nodes.strong("", "not"), nodes.math("", r"\lambda")]
    hidden = nodes.container("", nodes.paragraph("", "No."), classes=["dropdown"])
    sections.read(nodes.container("", line, hidden, nodes.raw("", "<p>")), text, formulas)
    assert "".join(text) == "Let n > 1, or not… "
    assert formulas == ["n > 1", r"\lambda"]


def test_a_place_has_its_own_words_and_no_others():
    from docutils import nodes
    from sphinx import addnodes

    exercise_node, solution_node = (  # those of sphinx-exercise
        type(name, (nodes.Element,), {}) for name in ("exercise_node", "solution_node")
    )

    def section(name, *parts):
        return nodes.section("", nodes.title("", "", nodes.Text(name)), *parts, ids=[name.lower()])

    def line(text, **more):
        return nodes.paragraph("", "", nodes.Text(text), **more)

    doctree = new_document("page")
    answer = solution_node("", line("Kept back."))
    task = exercise_node("", line("To do."), classes=["dropdown"])
    result = nodes.container("", line("Elsewhere."), classes=["oe-results"])
    doctree += section(
        "Whole", line("First."), task, answer, result, section("Part", line("Second."))
    )
    terms = [nodes.term("", it, ids=[f"term-{it}"]) for it in ("one", "other")]
    meaning = nodes.definition("", line("What both mean."))
    items = nodes.definition_list("", nodes.definition_list_item("", *terms, meaning))
    doctree[0] += addnodes.glossary("", items)
    found = list(tool("search_index").places("book/glossary", "The whole", doctree))
    assert [(it["id"], it["title"], it["text"]) for it in found] == [
        ("book/glossary.html", "The whole", "First. To do."),
        ("book/glossary.html#part", "Part", "Second."),
        ("book/glossary.html#term-one", "one, other", "What both mean."),
    ]


def test_apps_and_results_are_told_as_they_are():
    for it in tool("search_index").further():
        assert {name: places()[it["id"]][name] for name in ("title", "text")} == {
            name: it[name] for name in ("title", "text")
        }


ASKED = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["found"]


def deep():
    """A place, and a word that stands there alone in the book, far from where the text begins."""
    words = [set(re.findall(r"\w+", it["text"].lower())) for it in places().values()]
    often = Counter(word for found in words for word in found)
    for id, it in places().items():
        for found in re.finditer(r"[a-z]{10,}", it["text"].lower()):
            if "book/api" in id or found.start() <= 500 or often[found[0]] != 1:
                continue
            if sum(word.startswith(found[0][:-1]) for word in often) == 1:
                return id, found[0]
    raise AssertionError("no text is that long")


@pytest.fixture(scope="module")
def searching(browser, book):
    """A page in which nothing was looked for yet."""
    with watched(browser) as page:
        page.asked = []
        page.on("request", lambda it: page.asked.append(it.url.rpartition("/")[2]))
        page.goto(f"{book}/book/bibliography.html")
        yield page


def field(page):
    return page.get_by_role("combobox", name="Search the book")


def options(page):
    return page.get_by_role("listbox").get_by_role("option")


@pytest.mark.browser
def test_nothing_comes_before_somebody_searches_and_then_all(searching):
    page, own = searching, {"search.js", "search.css", "sections.json"}
    expect(page.locator("article h1").first).to_be_visible()
    assert own & set(page.asked) == set()
    page.keyboard.press("Control+k")
    expect(field(page)).to_be_focused()
    assert own <= set(page.asked)
    for query, first in ASKED.items():
        field(page).fill(query)
        expect(options(page).first).to_have_attribute("href", re.compile(f"/book/{first}$"))
    found = []
    for query in ("λ", "lambda"):
        field(page).fill(query)
        found.append(options(page).evaluate_all("all => all.map((it) => it.href)"))
    assert found[0] == found[1] != []
    id, word = deep()
    field(page).fill(f"{word[:-1]}")
    expect(options(page).first).to_have_attribute("href", re.compile(f"/{re.escape(id)}$"))
    marked = options(page).first.locator("mark").all_inner_texts()
    assert {it.lower() for it in marked} == {word}
    field(page).fill("how is the fundamental matrix found")
    expect(options(page).first).to_contain_text("matrix")
    both = options(page).evaluate_all("all => all.map((it) => it.pathname + it.hash)")
    held = [json.dumps(places()[it.partition("/odds/")[2]]).lower() for it in both]
    assert len(held) >= 4
    assert all("fundament" in it and "matri" in it for it in held)
    field(page).fill(f"{word} {places()[id]['page']}")  # few have both: those with one follow
    expect(options(page).first).to_have_attribute("href", re.compile(f"/{re.escape(id)}$"))
    expect(options(page).nth(4)).to_be_visible()
    field(page).fill("penney xyzzyq")  # not one place has both
    expect(options(page).first).to_have_attribute("href", re.compile("/lucky_draws.html$"))
    field(page).fill("xyzzyq")
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("no “xyzzyq”")
    expect(field(page)).to_have_attribute("aria-expanded", "false")


@pytest.mark.browser
def test_the_keyboard_alone_leads_to_a_place(searching):
    page = searching
    page.keyboard.press("Control+k")
    field(page).fill("lumping")
    chosen = page.locator("[role=option][aria-selected=true]")
    expect(chosen).to_have_count(1)
    names = options(page).evaluate_all("all => all.map((it) => it.id)")
    for keys, at in ((["ArrowDown", "ArrowDown"], 2), (["ArrowUp"] * 3, -1), (["ArrowDown"], 0)):
        for key in keys:
            field(page).press(key)
        expect(field(page)).to_have_attribute("aria-activedescendant", names[at])
        expect(chosen).to_have_id(names[at])
        expect(field(page)).to_be_focused()
    field(page).press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.locator("button.search-button__button:visible").first.click()
    expect(field(page)).to_have_value("lumping")
    field(page).press("Backspace")  # all of it: it is selected
    expect(field(page)).to_have_value("")
    field(page).fill("lumping")
    for width in (1280, PHONE["width"]):
        page.set_viewport_size({"width": width, "height": 780})
        no_fault(page, RULES, ["dialog"])
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    dark(page)
    no_fault(page, ["color-contrast"], ["dialog"])
    page.emulate_media(color_scheme="light")
    target = chosen.get_attribute("href")
    field(page).press("Enter")
    expect(page).to_have_url(target)
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    field(page).fill("lumping")
    expect(chosen).to_have_attribute("href", target)
    field(page).press("Enter")  # a place of this page
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Control+k")
    expect(page.get_by_role("dialog")).to_have_count(1)
    page.mouse.click(2, 770)  # beside it
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.browser
def test_where_the_dialog_cannot_come_the_page_of_the_theme_does(page, book):
    page.context.route("**/search.js", lambda route: route.abort())
    page.goto(f"{book}/book/bibliography.html")
    page.wait_for_load_state()
    page.keyboard.press("Control+k")
    expect(page).to_have_url(f"{book}/search.html")
    page.faults.clear()
    page.context.unroute_all()
    page.reload()  # and has no fault of its own
