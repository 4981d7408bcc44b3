"""The pages of the built book: which there are, and what a page loads and links to."""

from functools import cache
from importlib import import_module
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


# Where each page takes seconds, `make test` looks at these: the longest chapter, one of theory,
# and one without apps.
REPRESENTATIVE = ("book/yazy.html", "book/race_roots.html", "book/notation.html")


LOADING_LINKS = {"stylesheet", "preload", "modulepreload", "icon", "shortcut", "manifest"}


def parsed(path):
    """The markup of a page, as browsers read it."""
    return document_fromstring(path.read_bytes(), parser=HTMLParser(encoding="utf-8"))


def asks(tag):
    """What a browser loads by itself. A link to a site loads nothing until somebody follows it."""
    if tag.tag == "link":
        return tag.get("href") if LOADING_LINKS & set(tag.get("rel", "").split()) else None
    return tag.get("data" if tag.tag == "object" else "src")


class Page:
    """What a page loads, where it links to, which anchors it has, which images lack a text."""

    def __init__(self, path):
        self.path, root = path, parsed(path)
        tags, scripts = [*root.iter(etree.Element)], root.findall(".//script")
        self.loads = [*filter(None, map(asks, tags))]
        self.links = [it.get("href") for it in root.iter("a") if it.get("href")]
        self.ids = root.xpath("//@id")
        self.silent_images = [it.get("src") for it in root.iter("img") if not it.get("alt")]
        self.handlers = [name for it in tags for name in it.attrib if name.startswith("on")]
        inline = [it for it in scripts if "src" not in it.attrib]
        self.scripts = [it.text for it in inline if "json" not in it.get("type", "")]
        # those for which it waits, and what was loaded before the first of them
        plain = [it for it in scripts if it.get("src") and it.get("type") != "module"]
        awaited = [it for it in plain if "defer" not in it.attrib]
        before = takewhile(lambda it: it not in awaited[:1], tags)
        self.awaited, self.ahead = [it.get("src") for it in awaited], [*map(asks, before)]
        policies = root.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        parts = [part.strip() for it in policies for part in it.split(";")]
        self.policy = dict(it.split(" ", 1) for it in parts)


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


def of_games():
    """The chapters of games: those whose room is a solver, and has a game under way."""
    solvers = [it for it in rooms() if hasattr(import_module(f"games.{it}"), "__all__")]
    played = [it for it in solvers if f"games.{it}.playing" in MODULES]
    return [path.stem for path in chapters() if path.stem in played]


def paths():
    """The chapters as parts of an address."""
    return [path.relative_to(SITE).as_posix() for path in chapters()]


@cache
def lively():
    """Those of them that have live cells."""
    texts = {path: SITE / path for path in paths()}
    return [
        path for path, it in texts.items() if it.is_file() and "tag_live" in it.read_text("utf-8")
    ]


def local(page, reference):
    """Return the file that a relative reference names."""
    return (page.path.parent / unquote(urlsplit(reference).path)).resolve()


TABLED = {"book/yazy.html": {"tables.zip"}, "book/yazy_to_win.html": {"tables.zip", "openings.zip"}}
