"""The built book: complete, self-contained, every link alive. Run ``make html`` first."""

import importlib
import inspect
import re
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml

ROOT = Path(__file__).parents[1]
SITE = ROOT / "_build" / "html"
VENDOR = ROOT / "book" / "live" / "vendor"

pytestmark = pytest.mark.book

# What a browser loads by itself. A link to another site loads nothing until somebody follows it.
LOADS = {
    "script": "src",
    "img": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
    "input": "src",
}
LOADING_LINKS = {"stylesheet", "preload", "modulepreload", "icon", "shortcut", "manifest"}


class Page(HTMLParser):
    """What a page loads, where it links to, which anchors it has, which images lack a text."""

    def __init__(self, path):
        super().__init__()
        self.path = path
        self.loads, self.links, self.ids, self.silent_images = [], [], [], []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a" and attributes.get("href"):
            self.links.append(attributes["href"])
        if tag == "link" and LOADING_LINKS & set((attributes.get("rel") or "").split()):
            self.loads.append(attributes["href"])
        if attributes.get(LOADS.get(tag, "")):
            self.loads.append(attributes[LOADS[tag]])
        if tag == "img" and not attributes.get("alt"):
            self.silent_images.append(attributes.get("src"))


@cache
def pages():
    assert SITE.is_dir(), "there is no built book: run `make html`"
    return {
        path: Page(path) for path in sorted(SITE.rglob("*.html")) if "_static" not in path.parts
    }


@cache
def chapters():
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    entries = [toc["root"]]

    def collect(node):
        for entry in node.get("parts", []) + node.get("chapters", []) + node.get("sections", []):
            entries.extend([entry["file"]] if "file" in entry else [])
            collect(entry)

    collect(toc)
    return [SITE / f"{entry}.html" for entry in entries]


def local(page, reference):
    """Return the file that a relative reference names."""
    return (page.path.parent / unquote(urlsplit(reference).path)).resolve()


def test_every_chapter_is_built():
    assert len(chapters()) >= 2
    assert [path for path in chapters() if path not in pages()] == []
    assert (SITE / "index.html").is_file()


def test_nothing_is_loaded_from_another_host():
    for page in pages().values():
        for reference in page.loads:
            parts = urlsplit(reference)
            assert parts.scheme in ("", "data"), f"{page.path.name} loads {reference}"
            assert not parts.netloc, f"{page.path.name} loads {reference}"
            if not parts.scheme:
                assert local(page, reference).is_file(), f"{page.path.name} misses {reference}"


def test_no_style_asks_another_host():
    styles = [path.read_text(encoding="utf-8", errors="replace") for path in SITE.rglob("*.css")]
    assert len(styles) > 5
    for style in styles:
        assert re.findall(r"""(?:url\(|@import)\s*["']?(?:https?:)?//[^)"';]*""", style) == []


def test_links_and_anchors_lead_somewhere():
    for page in (pages()[path] for path in chapters()):
        for link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = local(page, link) if parts.path else page.path
            assert target.exists(), f"{page.path.name}: {link}"
            if parts.fragment and target.suffix == ".html":
                anchors = pages()[target].ids
                assert unquote(parts.fragment) in anchors, f"{page.path.name}: {link}"


def test_no_anchor_twice():
    for page in (pages()[path] for path in chapters()):
        twice = [anchor for anchor, n in Counter(page.ids).items() if n > 1]
        assert twice == [], page.path.name


def test_every_image_has_a_text():
    for page in (pages()[path] for path in chapters()):
        assert page.silent_images == [], page.path.name


def test_the_vendored_files_are_published():
    # `exclude_patterns` would drop them without a word
    files = [path.relative_to(VENDOR) for path in VENDOR.rglob("[!.]*") if path.is_file()]
    assert len(files) > 10
    assert [file for file in files if not (SITE / "_static" / "vendor" / file).is_file()] == []


def test_no_page_names_the_machine_it_was_built_on():
    for path in chapters():
        assert str(ROOT) not in path.read_text(encoding="utf-8")


GAMES = ["placement", "yazy", "yahtzee", "race", "chase", "lucky_draws"]
SHARED = ["markov", "decision", "automaton", "turn", "simulate"]


@pytest.mark.parametrize("module", GAMES + SHARED)
def test_every_public_function_is_on_the_api_page(module):
    package = importlib.import_module(f"games.{module}")
    public = {name: inspect.unwrap(getattr(package, name)) for name in package.__all__}
    described = {
        name for name, it in public.items() if inspect.isclass(it) or inspect.isroutine(it)
    }
    assert described
    anchors = pages()[SITE / "book" / "api.html"].ids
    assert {f"games.{module}.{name}" for name in described} <= set(anchors)
