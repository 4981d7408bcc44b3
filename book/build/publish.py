"""Sphinx extension: what a built book needs to be published, done to the pages when they are built.

Names. What makes a page live moves to `_static/live/DIGEST/NAME`, where DIGEST tells the content.
Each file names those it needs in the same way, up to the page itself: old and new never mix, and a
browser may keep them for good.

One script. What scripts have in common is in `live/modules`, and what a long one is made of.
bundle.mjs joins a script and what it imports: a page that is opened from a file loads no modules,
and one on the web would ask for them one after the other.

Haste. All styles are in one file, too (stylesheet.py). The head of a page says at once for which
files the browser will wait: on a page with a policy it does not look ahead for them, and fetched
each would wait for the one before. It has the icon itself, which a browser fetches anew with every
change of the address; such a request, come at the wrong moment, would also hold an old version of
the book. The head of a page begins with a script which it has itself, too (early_start.js): it
makes the worker for Python, if the page is live, and says it when a file does not come.

Integrity. Each tag that has a browser fetch a script or the styles says their sha256, so what came
damaged, or is another script, does not run.

Reach. A formula or table that is wider than a phone scrolls; so it can be reached by keyboard.

Policy. Each page says in its head what it may load and run: files of its own host, and its inline
scripts, those of the theme and early_start.js, each by its hash. Nothing else runs, whatever gets
in: no text becomes a script, no attribute of a tag either. What the theme's buttons do in such an
attribute print.js does. And the reader's Python, too, asks no other host.

Hosts. GitHub Pages would drop files whose names begin with a line, but for `.nojekyll`.

Offline. `offline.js` in the site's root is told all files of the book with their hashes; it is the
service worker which keeps them, so that the book can be read and played without a network.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import lzma
import re
import shutil
import zipfile
from collections.abc import Mapping
from fnmatch import filter, fnmatch
from functools import cached_property
from html.parser import HTMLParser
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import fetch
import stylesheet as sheet
from after_build import PUBLISH, answered, path_for_node, when_built
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[1]
# Each may name those before it.
OURS = [
    "bridge.py",
    "needs.py",
    "runner.py",
    "worker.js",
    "sandbox_worker.js",
    "sandbox_host.js",
    "sandbox_view.js",
]
OURS += ["sandbox.html", "link_target.js", "register_offline.js", "present.css"]
OURS += ["present.js", "apps.js", "typeset.js", "page.js", "cells.js", "answers.js", "print.js"]
OURS += ["search.css", "search.js", "search_button.js", "terms.js", "results.js"]
BESIDE = ("404", "genindex", "index", "search")  # pages that are no documents
EARLY = "early_start.js"  # in the page itself
WITHIN = re.compile(r"<script data-worker=.*?</script>", re.DOTALL)
MODULE = "widget.js"
INTEGRITY = re.compile(r' integrity="[^"]*"')
FETCHED = {"stylesheet", "preload", "modulepreload"}  # the links whose files run, or dress the page
# What only the build needs: python/stdlib.zip replaces the one, formulas.mjs runs the others.
UNUSED = shutil.ignore_patterns(".*", "python_stdlib.zip", "node-main.js", "tex.js", "output")
ONLINE = [".*", "offline.js", "_sources/*", "_static/locales/*"]  # what nobody misses offline
ONLINE += ["404.html", "robots.txt", "sitemap.xml", "book/cards/*"]
ONLINE += ["*.map", "*.inv"]
LATER = "*/sympy.zip"  # what is kept only once a page has asked for it
# What is kept with any page, and how Python starts on a fast line and on a slow one (files.js).
START = {
    "fast": ["*/pyodide.asm.wasm", "*/memory.bin"],
    "slow": ["*/packed/*", "*/games.zip.xz", "*/tasks.zip", "*/xz/*"],
    "": ["*/mathjax/*", "*/python/*.zip", "*/games.zip", LATER],  # comes when it is asked for
}
# Without these a browser refuses a file, by the ending of its name: a part of its Content-Type.
TYPES = {"css": "text/css", "js": "javascript", "svg": "image/svg+xml"}

POLICY = {
    "default-src": "'self'",  # Firefox goes by it where it fetches the next page ahead
    # Python is the second. The sandbox is a text in a frame of the page (sandbox.html), and so
    # under the page's policy besides its own: for it are blob: and the hash of its one script.
    "script-src": "'self' 'wasm-unsafe-eval' blob:",
    # a worker from a blob has the policy of its page (modules/bound_worker.js), one from a file
    # that of its host, which may be none; offline.js is from a file
    "worker-src": "'self' blob:",
    "frame-src": "'none'",  # the frames of a page are texts (sandbox.html), and have no address
    # widgets set their sizes and colours in attributes, and drawings theirs
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
DONE = ("toggleFullScreen()", "window.print()")  # by print.js, in place of the page's markup
SHEET = "book.css"
BUNDLE = Path(__file__).with_name("bundle.mjs")
AHEAD = "ahead"  # the class of a tag of ours
POLICED = "Content-Security-Policy"


def publish(app: Sphinx) -> None:
    """Do all this to the built site."""
    site, static = Path(app.outdir), Path(app.outdir, "_static")
    texts = {it for it in sorted(site.rglob("*.html")) if "_static" not in it.parts}
    for folder in sorted(static.rglob("__pycache__")):  # beside a module that the build imports
        shutil.rmtree(folder)
    known = {site / f"{it}.html" for it in (*app.env.found_docs, *BESIDE)}
    for path in texts - known:  # of an earlier build
        path.unlink()
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(texts & known)}
    packages = [Path(app.srcdir, it) for it in app.config.live_packages]
    sheets = {static_path(it): to for page in pages.values() for it, to in page.sheets.items()}
    earlier = [it for it in sheets if it.startswith("live/")]
    asked = {it: to for it, to in sheets.items() if it not in earlier}
    done = bundled(static, asked, list(pages))
    moved = name_by_content(static, packages, done["scripts"])
    if asked:
        styles = done["sheet"] + sheet.fonts(
            done["sheet"], static, [it.text for it in pages.values()]
        )
        for path in (*static.glob("*.css"), static / "styles", static / "vendor"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        (static / SHEET).write_text(styles, "utf-8")
        moved[SHEET] = named_by_content(static / SHEET, static)
    else:  # no page was written anew
        moved[SHEET] = earlier[0]
    places = {Path(old).name: new for old, new in moved.items()}
    early = done["scripts"][EARLY]
    digests = Digests(static)
    finished = {path: page.finished(places, early, digests) for path, page in pages.items()}
    for path, text in finished.items():
        path.write_text(text, "utf-8")
    named = "".join([*moved.values(), *finished.values()])
    for folder in (static / "live").iterdir():  # of earlier builds
        if f"live/{folder.name}/" not in named:
            shutil.rmtree(folder)
    (site / ".nojekyll").touch()
    keep(site, f"{app.config.root_doc}.html")


def name_by_content(
    static: Path, packages: list[Path], scripts: Mapping[str, str]
) -> dict[str, str]:
    """Move what makes a page live to where its content says; return the new paths by the old."""
    (static / "offline.js").unlink(missing_ok=True)  # goes to the root
    fetched = [f"vendor/{it.name}" for it in sorted((ROOT / "live" / "vendor").glob("[!.]*"))]
    moved: dict[str, str] = {}
    for unit in [*fetched, *OURS]:
        path = static / unit
        place(ROOT / "live" / unit, path)
        if unit == "vendor/games" and packages:
            pack(packages, path / "games.zip")
        if path.suffix == ".js":
            path.write_text(relinked(scripts[unit], moved), "utf-8")
        elif path.suffix == ".html":
            path.write_text(walled(path.read_text("utf-8")), "utf-8")
        moved[unit] = named_by_content(path, static)
    return moved


def relinked(text: str, moved: Mapping[str, str]) -> str:
    """Return a script that names what it loads by its new path."""
    for old, new in moved.items():
        relative = new.replace("live/", "../")
        text = re.sub(rf'"(\./)?{re.escape(old)}(?=[/"])', f'"{relative}', text)
    return text


def named_by_content(path: Path, static: Path) -> str:
    """Move a file or folder to where its content says, and return this place."""
    named = f"live/{digest(path)}/{path.name}"
    target = static / named
    if target.exists():  # of an earlier build
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
    return named


def bundled(static: Path, sheets: Mapping[str, str], pages: list[Path]) -> dict[str, Any]:
    """Have bundle.mjs join our scripts and all stylesheets."""
    live = ROOT / "live"
    for path in [it for it in sheets if (live / it).exists()]:
        place(live / path, static / path)
    scripts = [path_for_node(live / it) for it in [*OURS, EARLY] if it.endswith(".js")]
    theirs = [it for it in static.glob("scripts/*.js") if it.name != "bootstrap.js"]
    theirs += [live / "vendor" / "widgets" / "widgets.js", *static.glob(f"live/*/{MODULE}")]
    content = [
        *map(path_for_node, [*pages, *static.glob("*.js"), *theirs]),
        *scripts,
        path_for_node(live / "modules/*.js"),
    ]
    return joined({"scripts": scripts, "content": content, **sheet.imports(static, sheets)})


def joined(asked: Mapping[str, Any]) -> dict[str, Any]:
    """Run bundle.mjs."""
    pins = json.loads(fetch.PINS.read_text("utf-8"))
    modules = fetch.install(pins, fetch.SCRIPTS, fetch.MODULES)
    done: dict[str, Any]
    done = answered(BUNDLE, modules, asked, "scripts and styles could not be joined")
    return done


def walled(page: str) -> str:
    """Return the frame of what is not the book's, whose policy names its one script by its hash."""
    return page.replace("'sha256-BEGIN'", hash_source(frame_script(page)))


def frame_script(page: str) -> str:
    """Return the one script of that frame."""
    return page.partition("<script>")[2].partition("</script>")[0]


def hash_source(script: str) -> str:
    """Return the source by which a policy allows this inline script, and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def place(source: Path, path: Path) -> None:
    """Copy a file or folder. Sphinx does, but not when it finds nothing new."""
    if source.is_dir():
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(source, path, ignore=UNUSED)
        for script in path.rglob("*.mjs"):  # many hosts do not know that these are scripts
            script.rename(script.with_suffix(".js"))
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)


def pack(packages: list[Path], archive: Path) -> None:
    """Put the packages of a book beside `games`, in both forms that a page may ask for."""
    small = archive.with_name("games.zip.xz")
    smaller = io.BytesIO(lzma.decompress(small.read_bytes()))
    for target in (archive, smaller):
        with zipfile.ZipFile(target, "a") as packed:
            for package in packages:
                for path in sorted(package.rglob("*.py")):
                    name = path.relative_to(package.parent).as_posix()
                    fetch.add(packed, name, path.read_bytes())
    small.write_bytes(fetch.squeezed(smaller.getvalue()))


def digest(path: Path) -> str:
    """Return what tells the content of a file, or of all files of a folder."""
    parts = sorted(path.rglob("*")) if path.is_dir() else [path]
    told = hashlib.sha256()
    for part in parts:
        if part.is_file():
            told.update(f"{part.relative_to(path.parent).as_posix()}\n".encode())
            told.update(hashlib.sha256(part.read_bytes()).digest())
    return told.hexdigest()[:16]


class Digests:
    """What tags say of the content of the files that all pages share."""

    def __init__(self, static: Path) -> None:
        self.static = static
        self._known: dict[str, str] = {}

    def marked(self, tag: str, address: str) -> str:
        """Return a tag that names the sha256 of the file at this address, if all pages share it."""
        path = static_path(address)
        if not path:
            return tag
        if path not in self._known:
            found = hashlib.sha256((self.static / path).read_bytes()).digest()
            self._known[path] = base64.b64encode(found).decode()
        plain = INTEGRITY.sub("", tag)  # of an earlier build
        return plain.replace(
            f'"{address}"', f'"{address}" integrity="sha256-{self._known[path]}"', 1
        )


class Tag(NamedTuple):
    """A start tag of a page."""

    name: str
    given: dict[str, str | None]
    start: int  # its place there
    written: str


class Page(HTMLParser):
    """A page as browsers read it: its tags, the scripts in it, and the styles it asks for."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text = WITHIN.sub("", text)  # of an earlier build
        self.tags: list[Tag] = []
        self.scripts: list[str] = []
        self.sheets: dict[str, str] = {}  # what each is for, by its address
        self._lines = [0, *accumulate(len(it) + 1 for it in text.split("\n"))]
        self._reads = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        line, column = self.getpos()
        written = self.get_starttag_text() or ""
        self.tags.append(Tag(tag, given, self._lines[line - 1] + column, written))
        if given.get("rel") == "stylesheet":
            self.sheets[str(given["href"])] = given.get("media") or ""
        is_data = (given.get("type") or "").startswith("application/")
        self._reads = tag == "script" and "src" not in given and not is_data
        if self._reads:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._reads = False

    def handle_data(self, data: str) -> None:
        if self._reads:
            self.scripts[-1] += data

    def finished(self, places: Mapping[str, str], early: str, digests: Digests) -> str:
        """Return the page as it is published, with a script at its beginning."""
        parts, end = [], 0
        head = self.first(places, early, digests)
        for n, tag in enumerate(self.tags):
            new = self.changed(n, places, digests) + head * ("charset" in tag.given)
            if new != tag.written:
                parts += [self.text[end : tag.start], new]
                end = tag.start + len(tag.written)
        return "".join([*parts, self.text[end:]])

    def changed(self, n: int, places: Mapping[str, str], digests: Digests) -> str:
        """Return a tag as it is published."""
        name, given, _, written = self.tags[n]
        if given.get("class") == AHEAD or given.get("http-equiv") == POLICED:
            return ""  # of an earlier build
        if given.get("rel") == "stylesheet":
            is_first = given["href"] == next(iter(self.sheets))
            styles = f"{self.static}{places[SHEET]}"
            return digests.marked(f'<link rel="stylesheet" href="{styles}" />', styles) * is_first
        for address in {given.get("src"), given.get("href")} - {None}:
            new = renamed(str(address), places)
            written = written.replace(f'"{address}"', f'"{new}"')
            if name == "script" or given.get("rel") in FETCHED:
                written = digests.marked(written, new)
        if given.get("rel") == "icon":
            icon = base64.b64encode((ROOT / "favicon.svg").read_bytes()).decode()
            written = written.replace(str(given["href"]), f"data:image/svg+xml;base64,{icon}")
        for handler in [it for it in given if it.startswith("on")]:
            if handler != "onclick" or given[handler] not in DONE:
                raise ExtensionError(f"no script does what this handler does: {given[handler]}")
            written = written.replace(" onclick=", " data-click=")
        if "charset" in given:
            return written
        if self.awaited and self.tags[n] == self.awaited[0]:
            addresses = [str(it.given["src"]) for it in self.awaited]
            return "".join(ahead(it, "script", digests) for it in addresses) + written
        if self.is_wide(n):
            return written.replace(f"<{name}", f'<{name} tabindex="0"', 1)
        return written

    @cached_property
    def static(self) -> str:
        """The way from this page to what all have."""
        return next(iter(self.sheets)).partition("_static/")[0] + "_static/"

    @cached_property
    def awaited(self) -> list[Tag]:
        """The scripts for which the browser waits before it reads on."""
        head = takewhile(lambda it: it.name != "body", self.tags)
        scripts = [it for it in head if it.name == "script" and it.given.get("src")]
        return [it for it in scripts if "defer" not in it.given]

    def first(self, places: Mapping[str, str], early: str, digests: Digests) -> str:
        """Return what a page begins with: its policy, its styles, and the script before all others.

        If it is live, that script begins the worker for Python.
        """
        if not self.sheets:  # it only leads to another page
            return self.policy(self.scripts)
        styles = ahead(self.static + places[SHEET], "style", digests)
        is_live = any(static_path(it.given.get("src")).endswith("page.js") for it in self.tags)
        worker = self.static + places["worker.js"] if is_live else ""
        script = f'<script data-worker="{worker}">{early}</script>'
        return self.policy([*self.scripts, early]) + styles + script

    def policy(self, scripts: list[str]) -> str:
        """Return the tag that tells the policy of a page with these inline scripts."""
        walled = frame_script((ROOT / "live" / "sandbox.html").read_text("utf-8"))
        hashes = sorted({hash_source(it) for it in [*scripts, walled]})
        policy = POLICY | {"script-src": " ".join([POLICY["script-src"], *hashes])}
        content = "; ".join(f"{name} {sources}" for name, sources in policy.items())
        return f'<meta http-equiv="{POLICED}" content="{content}" />'

    def is_wide(self, n: int) -> bool:
        """Whether a tag begins a formula or a table, which scrolls where it is too wide."""
        name, given, *_ = self.tags[n]
        table = given.get("class") == "pst-scrollable-table-container"
        formula = name == "mjx-container" and given.get("display") == "true"
        return "tabindex" not in given and (table or formula)


def ahead(address: str, kind: str, digests: Digests) -> str:
    """Return the tag that has a browser fetch a file at once."""
    tag = f'<link class="{AHEAD}" rel="preload" as="{kind}" href="{address}" />'
    return digests.marked(tag, address)


def static_path(address: str | None) -> str:
    """Return the path of a file that all pages have, or "" if it is no such file."""
    return (address or "").partition("_static/")[2].partition("?")[0]


def renamed(address: str, places: Mapping[str, str]) -> str:
    """Return where a file is now, whose address is that of the source or of an earlier build."""
    parts = static_path(address).split("/")
    if parts[0] in ("live", "vendor"):  # live/DIGEST/NAME, or vendor/NAME
        del parts[: 2 if parts[0] == "live" else 1]
    new = places.get(parts[0] if parts else "")
    root = address.partition("_static/")[0]
    return "/".join([f"{root}_static", new, *parts[1:]]) if new else address


def keep(site: Path, first: str) -> None:
    """Write the service worker, which has the sha256 and size of every file by its path."""
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*"))}
    if first != "index.html":
        paths.pop("index.html", None)  # it only leads to the first page, as the worker does
    contents = {
        name: path.read_bytes()
        for name, path in paths.items()
        if path.is_file() and not any(fnmatch(name, pattern) for pattern in ONLINE)
    }
    files = {it: (hashlib.sha256(of).hexdigest(), len(of)) for it, of in contents.items()}
    live = [it for it in files if it.startswith("_static/live/") or it == "sections.json"]
    start = {to: [it for each in of for it in filter(live, each)] for to, of in START.items()}
    asked = start.pop("")
    start["all"] = sorted(set(live).difference(asked, *start.values()))
    told = f"const FIRST = {json.dumps(first)};\nconst START = {json.dumps(start)};\n"
    told += f"const LATER = {json.dumps([it for it in files if fnmatch(it, LATER)])};\n"
    told += f"const TYPES = {json.dumps(TYPES)};\n"
    told += f"const FILES = {json.dumps(files, indent=0)};\n\n"
    worker = (ROOT / "live" / "offline.js").read_text("utf-8")
    (site / "offline.js").write_text(told + worker, "utf-8")


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    when_built(app, publish, PUBLISH)
