"""The pages of the built book: their files, and what each page loads and links to."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path
from urllib.parse import unquote, urlsplit

import yaml
from lxml import etree
from lxml.html import HTMLParser, document_fromstring

from tests.rooms import MODULES, rooms

ROOT = Path(__file__).parents[2]


SITE = ROOT / "_build" / "html"


VENDOR = ROOT / "book" / "live" / "vendor"


LIVE = SITE / "_static" / "live"


# `make test` runs slow tests only on these pages: the longest chapter, one of theory, and one
# without apps.
REPRESENTATIVE = ("book/yazy.html", "book/race_roots.html", "book/notation.html")


LOADING_LINKS = {"stylesheet", "preload", "modulepreload", "icon", "shortcut", "manifest"}


def parsed(path):
    """Return the markup of a page, parsed as browsers do."""
    return document_fromstring(path.read_bytes(), parser=HTMLParser(encoding="utf-8"))


def asks(tag):
    """Return what a browser loads for a tag. A link loads nothing until somebody follows it."""
    if tag.tag == "link":
        return tag.get("href") if LOADING_LINKS & set(tag.get("rel", "").split()) else None
    return tag.get("data" if tag.tag == "object" else "src")


class Page:
    """What a page loads, its links and anchors, and its images that have no text."""

    def __init__(self, path):
        self.path, root = path, parsed(path)
        tags, scripts = [*root.iter(etree.Element)], root.findall(".//script")
        self.loads = [*filter(None, map(asks, tags))]
        self.links = [link.get("href") for link in root.iter("a") if link.get("href")]
        self.ids = root.xpath("//@id")
        self.silent_images = [
            image.get("src") for image in root.iter("img") if not image.get("alt")
        ]
        self.handlers = [name for tag in tags for name in tag.attrib if name.startswith("on")]
        inline = [script for script in scripts if "src" not in script.attrib]
        self.scripts = [script.text for script in inline if "json" not in script.get("type", "")]
        # the scripts for which the page waits, and what it loads before the first of them
        with_source = [script for script in scripts if script.get("src")]
        plain = [script for script in with_source if script.get("type") != "module"]
        scripts_awaited = [script for script in plain if "defer" not in script.attrib]
        earlier = takewhile(lambda tag: tag not in scripts_awaited[:1], tags)
        self.blocking_scripts = [script.get("src") for script in scripts_awaited]
        self.ahead = [*map(asks, earlier)]
        policies = root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        parts = [part.strip() for policy in policies for part in policy.split(";")]
        self.policy = dict(part.split(" ", 1) for part in parts)


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


@cache
def top_chapters():
    """Return the chapters that are not a section of another, as parts of an address."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text(encoding="utf-8"))
    entries = [toc["root"], *(entry["file"] for part in toc["parts"] for entry in part["chapters"])]
    return [f"{entry}.html" for entry in entries]


def of_games():
    """Return the chapters whose room has a solver and a game to play."""
    solvers = [
        room
        for room in rooms()
        if find_spec(f"games.{room}") and hasattr(import_module(f"games.{room}"), "__all__")
    ]
    playable = [room for room in solvers if f"games.{room}.playing" in MODULES]
    return [path.stem for path in chapters() if path.stem in playable]


def paths():
    """Return the chapters as parts of an address."""
    return [path.relative_to(SITE).as_posix() for path in chapters()]


@cache
def lively():
    """Return the chapters with live cells, as parts of an address."""
    texts = {path: SITE / path for path in paths()}
    return [
        path
        for path, page_file in texts.items()
        if page_file.is_file() and "tag_live" in page_file.read_text("utf-8")
    ]


def local(page, reference):
    """Return the file that a relative reference names."""
    return (page.path.parent / unquote(urlsplit(reference).path)).resolve()


TABLES, OPENINGS, EXERCISES = (
    "games.yazy.tables.zip",
    "games.yazy.openings.zip",
    "games_exercises.zip",
)
TABLES_OF_PAGES = {"book/yazy.html": {TABLES}, "book/yazy_to_win.html": {TABLES, OPENINGS}}
