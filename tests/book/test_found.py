"""What those see who look for the book, are sent a link to it, or miss a page."""

import json
import re
import subprocess
import sys
from xml.etree import ElementTree

import pytest
import yaml
from PIL import Image
from playwright.sync_api import expect

from tests.conftest import ROOT, SITE, tool
from tests.helpers.pages import Page, chapters, parsed, paths
from tests.live import RULES, no_fault

BASE = "https://somebody.example/odds"
cards, found = tool("link_previews"), tool("page_metadata")


def head(path):
    """What the head of a page tells of it, and which address it names as its own."""
    root = parsed(path)
    metas = [(it.get("property") or it.get("name"), it.get("content")) for it in root.iter("meta")]
    told = [it for it in metas if it[0] not in (None, "viewport")]
    assert len(dict(told)) == len(told)
    return dict(told), root.xpath("//link[@rel='canonical']/@href")


@pytest.mark.book
def test_every_page_tells_what_it_is_and_has_a_picture():
    texts = []
    for path in chapters():
        told, canonical = head(path)
        assert 40 < len(told["description"]) <= found.LONGEST, path.name
        assert told["og:description"] == told["description"]
        assert told["twitter:card"] == "summary_large_image"
        file = (path.parent / told["og:image"]).resolve()
        assert file.is_relative_to(SITE)
        size = (int(told["og:image:width"]), int(told["og:image:height"]))
        assert Image.open(file).size == size
        assert told["og:title"]
        assert told["og:image:alt"]
        assert "og:url" not in told
        assert canonical == []
        texts.append(told["description"])
    assert len(set(texts)) == len(texts)


@pytest.mark.book
def test_the_root_tells_of_the_book_and_leads_to_its_first_page():
    text = (SITE / "index.html").read_text("utf-8")
    assert '<meta http-equiv="Refresh" content="0; url=book/index.html" />' in text
    told, _ = head(SITE / "index.html")
    assert told["og:title"] == "Odds, Exactly"
    assert (SITE / told["og:image"]).is_file()


def test_each_game_has_its_own_picture():
    names = {it: found.picture(f"book/{it}") for it in ("placement_one_step", "teaching/race")}
    assert names == {"placement_one_step": "placement", "teaching/race": "race"}
    drawn = {found.picture(it.removesuffix(".html")) for it in paths()}
    assert drawn == set(cards.TITLES)


@pytest.mark.parametrize("name", cards.TITLES)
def test_a_picture_is_of_what_it_was_drawn_from(name):
    told = Image.open(cards.CARDS / f"{name}.png").text
    assert told[cards.OF] == cards.digest(name), "run book/build/link_previews.py"


@pytest.mark.book
def test_without_an_address_there_is_no_sitemap():
    assert not yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))["html"]["baseurl"]
    assert not (SITE / "sitemap.xml").exists()
    assert (SITE / "robots.txt").read_text("utf-8") == "User-agent: *\nAllow: /\n"
    kept = (SITE / "offline.js").read_text("utf-8")
    assert not [it for it in ("404.html", "robots.txt", "cards/") if it in kept]


@pytest.fixture(scope="module")
def published(tmp_path_factory):
    """A book of two pages that knows its address."""
    source = tmp_path_factory.mktemp("published")
    long = "It has a text that is long enough to say in a line or two what it is about, or nearly."
    for name in ("index", "race"):
        text = f"# The {name} & more\n\nShort.\n\nWith $x$. {long}\n\n{long} {name} <b>\n"
        (source / f"{name}.md").write_text(text, "utf-8")
    toc = {"format": "jb-book", "root": "index", "chapters": [{"file": "race"}]}
    (source / "_toc.yml").write_text(yaml.safe_dump(toc), "utf-8")
    sphinx = {"local_extensions": {"found": str(ROOT / "book" / "build")}}
    sphinx["config"] = {"templates_path": [str(ROOT / "book" / "templates")]}
    config = {"title": "Two", "html": {"baseurl": BASE}, "sphinx": sphinx}
    (source / "_config.yml").write_text(json.dumps(config), "utf-8")
    asked = [f"{sys.prefix}/bin/jupyter-book", "build", str(source), "--quiet"]
    subprocess.run(asked, check=True, capture_output=True)
    return source / "_build" / "html"


def test_with_an_address_there_is_a_sitemap_and_robots_are_told(published):
    places = [it.text for it in ElementTree.parse(published / "sitemap.xml").iter() if it.text]
    assert [it for it in places if it.strip()] == [f"{BASE}/index.html", f"{BASE}/race.html"]
    assert f"\nSitemap: {BASE}/sitemap.xml\n" in (published / "robots.txt").read_text("utf-8")


def test_with_an_address_a_page_names_its_own_and_that_of_its_picture(published):
    told, canonical = head(published / "race.html")
    assert canonical == [told["og:url"]] == [f"{BASE}/race.html"]
    assert told["og:image"] == f"{BASE}/book/cards/race.png"
    assert told["og:title"] == "The race & more"
    assert told["description"].endswith("race <b>")
    assert "$" not in told["description"]


def test_with_an_address_links_of_a_missing_page_need_no_script(published):
    page = Page(published / "404.html")
    assert page.links == ["/odds/index.html", "/odds/race.html"]
    assert page.scripts == []


@pytest.mark.book
@pytest.mark.browser
def test_whoever_misses_a_page_is_led_to_the_book(page, book):
    for place in ("nowhere.html", "book/no/such/page.html?a=b"):
        page.goto(f"{book}/{place}")
        expect(page.get_by_role("link", name="Glossary")).to_have_attribute(
            "href", re.compile(r"^/odds/book/glossary.html$")
        )
    no_fault(page, RULES, ["main"])
    page.faults.clear()  # the page itself, and the folders in which there is no book
    page.get_by_role("link", name="Results").click()
    expect(page.get_by_role("heading", name="Results", level=1)).to_be_visible()


def test_the_title_of_a_game_s_page_stands_on_its_drawing():
    style = (ROOT / "book" / "live" / "style.css").read_text("utf-8")
    drawn = dict(re.findall(r"\.oe-game-(\w+)\) {[^}]*--drawing: url\(\.\./_images/(.+?)\)", style))
    assert all((SITE / "_images" / it).is_file() for it in drawn.values())
    title = re.compile(r'<h1(?: class="([^"]*)")?>(?=.*class="headerlink")')
    for path in chapters():
        name = found.picture(path.stem)
        (classes,) = title.findall(path.read_text("utf-8"))
        assert classes == (f"oe-head oe-game-{name}" if name in drawn else ""), path.name
        assert name in {*drawn, "cover"}, path.name
