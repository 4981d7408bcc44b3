"""Metadata for search engines and previews, and the page for wrong addresses."""

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml
from PIL import Image
from playwright.sync_api import expect

from games.chase import Chase
from games.race import Race
from tests.conftest import ROOT, SITE, tool
from tests.helpers.pages import Page, chapters, parsed, paths
from tests.helpers.selectors import GAME_CLASS, HEAD_CLASS
from tests.live import RULES, no_fault

BASE = "https://somebody.example/odds"
cards, metadata = tool("link_previews"), tool("page_metadata")


def head(path):
    """Return the metadata in the head of a page, and its canonical address."""
    root = parsed(path)
    metas = [
        (meta.get("property") or meta.get("name"), meta.get("content"))
        for meta in root.iter("meta")
    ]
    named_metas = [meta for meta in metas if meta[0] not in (None, "viewport")]
    assert len(dict(named_metas)) == len(named_metas)
    return dict(named_metas), root.xpath("//link[@rel='canonical']/@href")


@pytest.mark.book
def test_pages_have_a_description_and_a_picture():
    texts = []
    for path in chapters():
        metas, canonical = head(path)
        assert 40 < len(metas["description"]) <= metadata.LONGEST, path.name
        assert metas["og:description"] == metas["description"]
        assert metas["twitter:card"] == "summary_large_image"
        file = (path.parent / metas["og:image"]).resolve()
        assert file.is_relative_to(SITE)
        size = (int(metas["og:image:width"]), int(metas["og:image:height"]))
        assert Image.open(file).size == size
        assert metas["og:title"]
        assert metas["og:image:alt"]
        assert "og:url" not in metas
        assert canonical == []
        texts.append(metas["description"])
    assert len(set(texts)) == len(texts)


@pytest.mark.book
def test_root_describes_the_book_and_leads_to_it():
    text = (SITE / "index.html").read_text("utf-8")
    assert '<meta http-equiv="Refresh" content="0; url=book/index.html" />' in text
    metas, _ = head(SITE / "index.html")
    assert metas["og:title"] == "Odds, Exactly"
    assert (SITE / metas["og:image"]).is_file()


def test_each_page_has_a_preview_and_each_preview_a_page():
    pages = {path.removesuffix(".html").removeprefix("book/") for path in paths()}
    assert set(metadata.PREVIEWS) == pages


def test_previews_are_a_question_and_a_short_text_each_their_own():
    previews = metadata.PREVIEWS.values()
    assert len({preview.question for preview in previews}) == len(previews)
    assert len({preview.description for preview in previews}) == len(previews)
    for preview in previews:
        assert len(preview.question) <= 90, preview.question
        assert len(preview.description) <= metadata.LONGEST, preview.description


def test_numbers_of_previews_are_those_of_the_solvers():
    race, chase = Race(), Chase()
    naive, exact = round((race.fields - 1) / race.drift), round(race.expected_throws)
    text = metadata.PREVIEWS["race"].description
    assert [int(number) for number in re.findall(r"\d+", text)] == [naive, exact, naive - exact]
    states = len(chase.ring_chain.transient) + len(chase.ring_chain.absorbing)
    assert f"{chase.players**2:,} states become {states}" in metadata.PREVIEWS["chase"].description
    text = metadata.PREVIEWS["chase_closed"].description
    root, factor, summand = map(int, re.findall(r"\d+", text))
    assert float(chase.expected_turns) == pytest.approx(factor / root**0.5 + summand, abs=5e-7)


@pytest.mark.parametrize("page", metadata.PREVIEWS)
def test_preview_pictures_match_their_sources(page):
    properties = Image.open(cards.CARDS / cards.file_name(page)).text
    assert properties[cards.SOURCE] == cards.digest(metadata.PREVIEWS[page]), (
        "run book/build/link_previews.py"
    )


@pytest.mark.book
def test_book_without_an_address_has_no_sitemap():
    assert not yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"]
    assert not (SITE / "sitemap.xml").exists()
    assert (SITE / "robots.txt").read_text("utf-8") == "User-agent: *\nAllow: /\n"
    script = (SITE / "offline.js").read_text("utf-8")
    assert not [name for name in ("404.html", "robots.txt", "cards/") if name in script]


@pytest.fixture(scope="module")
def published_site(tmp_path_factory):
    """A book of two pages with an address."""
    source = tmp_path_factory.mktemp("published")
    long_text = (
        "It has a text that is long enough to say in a line or two what it is about, or nearly."
    )
    for name in ("index", "race"):
        text = f"# The {name} & more\n\nShort.\n\nWith $x$. {long_text}\n\n{long_text} {name} <b>\n"
        (source / f"{name}.md").write_text(text, "utf-8")
    toc = {"format": "jb-book", "root": "index", "chapters": [{"file": "race"}]}
    (source / "_toc.yml").write_text(yaml.safe_dump(toc), "utf-8")
    sphinx = {"local_extensions": {"page_metadata": str(ROOT / "book" / "build")}}
    sphinx["config"] = {"templates_path": [str(ROOT / "book" / "templates")]}
    config = {"title": "Two", "html": {"baseurl": BASE}, "sphinx": sphinx}
    (source / "_config.yml").write_text(json.dumps(config), "utf-8")
    command = [f"{sys.prefix}/bin/jupyter-book", "build", str(source), "--quiet"]
    subprocess.run(command, check=True, capture_output=True)
    return source / "_build" / "html"


def test_book_with_an_address_has_a_sitemap_for_robots(published_site):
    places = [
        element.text
        for element in ElementTree.parse(published_site / "sitemap.xml").iter()
        if element.text
    ]
    assert [place for place in places if place.strip()] == [
        f"{BASE}/index.html",
        f"{BASE}/race.html",
    ]
    assert f"\nSitemap: {BASE}/sitemap.xml\n" in (published_site / "robots.txt").read_text("utf-8")


def test_page_with_an_address_names_it_and_its_picture(published_site):
    properties, canonical = head(published_site / "race.html")
    assert canonical == [properties["og:url"]] == [f"{BASE}/race.html"]
    assert properties["og:image"] == f"{BASE}/book/cards/race.png"
    assert properties["og:title"] == "The race & more"
    assert properties["description"] == metadata.PREVIEWS["race"].description


def test_missing_page_with_an_address_needs_no_script(published_site):
    page = Page(published_site / "404.html")
    assert page.links == ["/odds/index.html", "/odds/race.html"]
    assert page.scripts == []


@pytest.mark.book
@pytest.mark.browser
def test_missing_page_leads_to_the_book(page, book):
    for place in ("nowhere.html", "book/no/such/page.html?a=b"):
        page.goto(f"{book}/{place}")
        expect(page.get_by_role("link", name="Glossary")).to_have_attribute(
            "href", re.compile(r"^/odds/book/glossary.html$")
        )
    no_fault(page, RULES, ["main"])
    page.faults.clear()  # the page itself, and folders without a book
    page.get_by_role("link", name="Results").click()
    expect(page.get_by_role("heading", name="Results", level=1)).to_be_visible()


@pytest.mark.book
@pytest.mark.browser
def test_missing_page_asks_no_host_that_its_address_names(page, book):
    """An address of two slashes and a name is one of another host."""
    host, _, folder = book.rpartition("/")
    page.goto(f"{host}//{folder}/book/nowhere.html")
    expect(page.get_by_role("link", name="Glossary")).to_have_attribute(
        "href", f"/{folder}/book/glossary.html"
    )
    assert not [fault for fault in page.faults if "Content Security Policy" in fault]
    page.faults.clear()  # the page itself, and folders without a book


def test_title_of_a_game_stands_on_its_drawing():
    style = (ROOT / "book" / "static" / "games.css").read_text("utf-8")
    drawings = dict(
        re.findall(rf"\.{GAME_CLASS}(\w+)\) {{[^}}]*--drawing: url\(\.\./_images/(.+?)\)", style)
    )
    assert all((SITE / "_images" / path).is_file() for path in drawings.values())
    title = re.compile(r'<h1(?: class="([^"]*)")?>(?=.*class="headerlink")')
    for path in chapters():
        name = metadata.preview(path.relative_to(SITE).with_suffix("").as_posix()).drawing
        if path == chapters()[0]:  # its title is the book's
            name = "cover"
        (classes,) = title.findall(path.read_text("utf-8"))
        assert classes == (f"{HEAD_CLASS} {GAME_CLASS}{name}" if name in drawings else ""), (
            path.name
        )
        assert name in {*drawings, "cover"}, path.name
