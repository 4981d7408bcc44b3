"""Sphinx extension: what a built book needs to be published, done to the pages when they are built.

Names. What makes a page live moves to `_static/live/DIGEST/NAME`, where DIGEST tells the content.
Each file names those it needs in the same way, up to the page itself: old and new never mix, and a
browser may keep them for good.

One script. What scripts have in common is in `live/modules`, and what a long one is made of.
What a script imports is put in front of it: a page that is opened from a file loads no modules, and
one on the web would ask for them one after the other.

Haste. The head of a page says at once which scripts the browser will wait for: on a page with a
policy it does not look ahead for them, and fetched each would wait for the one before. It has the
icon itself, which a browser fetches anew with every change of the address; such a request, come at
the wrong moment, would also hold an old version of the book. The head of a live page begins with
the worker for Python (early.js).

Reach. A formula or table that is wider than a phone scrolls; so it can be reached by keyboard.

Policy. Each page says in its head what it may load and run: files of its own host, and the inline
scripts of the theme, each by its hash. Nothing else runs, whatever gets into the page: no text
becomes a script, no attribute of a tag either. What the theme's buttons do in such an attribute
print.js does. And the reader's Python, too, asks no other host.

Hosts. GitHub Pages would drop files whose names begin with a line, but for `.nojekyll`.

Offline. `offline.js` in the site's root is told all files of the book with their hashes; it is the
service worker which keeps them, so that the book can be read and played without a network.
"""

import base64
import hashlib
import io
import json
import lzma
import re
import shutil
import zipfile
from collections import Counter
from fnmatch import fnmatch
from html.parser import HTMLParser
from pathlib import Path

import fetch
from built import PUBLISH, when_built
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[1]
# Each may name those before it.
OURS = ["bridge.py", "needs.py", "runner.py", "worker.js", "walled.js", "host.js", "view.js"]
OURS += ["wall.html", "early.js", "place.js", "register.js", "lesson.js", "qr.js", "present.css"]
OURS += ["present.js", "apps.js", "typeset.js", "page.js", "cells.js", "answers.js", "print.js"]
OURS += ["search.css", "search.js", "find.js", "terms.js"]
MODULE = "widget.js"
# What only the build needs: python/stdlib.zip replaces the one, formulas.mjs runs the others.
UNUSED = shutil.ignore_patterns(".*", "python_stdlib.zip", "node-main.js", "tex.js", "chtml.js")
ONLINE = [".*", "offline.js", "_sources/*", "_static/locales/*"]  # what nobody misses offline
ONLINE += ["404.html", "robots.txt", "sitemap.xml", "book/cards/*"]
ONLINE += ["*.map", "*.inv", "*.ttf", "*/fontawesome/*.js"]
LATER = "*/sympy.zip"  # what is kept only once a page has asked for it

POLICY = {
    "default-src": "'self'",  # Firefox goes by it where it fetches the next page ahead
    "script-src": "'self' 'wasm-unsafe-eval'",  # the latter is Python
    # a worker from a blob has the policy of its page (modules/bound.js), one from a file that of
    # its host, which may be none; offline.js is from a file
    "worker-src": "'self' blob:",
    "frame-src": "'self'",
    # widgets set their sizes and colours in attributes, and drawings theirs
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
DONE = ("toggleFullScreen()", "window.print()")  # by print.js, in place of the page's markup
LIVE = re.compile(r'src="(?P<static>[^"]*_static/)(live/[0-9a-f]{16}/)?page\.js')
META = re.compile(r'\n<meta http-equiv="Content-Security-Policy" content="[^"]*" />')
WAITED_FOR = re.compile(r'<script(?![^>]*\sdefer)[^>]*\ssrc="(?P<href>(?![^"]*/early\.js)[^"]*)"')
WIDE = re.compile(
    r'<(mjx-container[^>]*\sdisplay="true"|div class="pst-scrollable-table-container"'
    r"|figure(?=[^>]*>\s*<img\b)[^>]*)"
    r"(?![^>]*tabindex)"
)
ICON = re.compile(r'(?<=<link rel="icon" href=")[^"]+(?=")')
# How our modules are written; what they import has the same name there.
IMPORT = re.compile(r'^import \{[^}]*\} from "(\./(?:modules/)?\w+\.js)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=async|class|const|function|let)", re.MULTILINE)
DECLARED = re.compile(r"^(?:async )?(?:class|const|function|let) (\w+)", re.MULTILINE)
AHEAD = re.compile(r'<link class="ahead"[^>]*>\n')
CHARSET = '<meta charset="utf-8" />'


def publish(app: Sphinx) -> None:
    """Do all this to the built site."""
    site = Path(app.outdir)
    pages = [path for path in sorted(site.rglob("*.html")) if "_static" not in path.parts]
    texts = {path: path.read_text("utf-8") for path in pages}
    packages = [Path(app.srcdir, it) for it in app.config.live_packages]
    moved = name_by_content(site / "_static", "".join(texts.values()), packages)
    for path, text in texts.items():
        guarded = guard(reach(rename(hasten(text), moved)))
        if guarded != text:
            path.write_text(guarded, "utf-8")
    (site / ".nojekyll").touch()
    keep(site, f"{app.config.root_doc}.html")


def name_by_content(static: Path, pages: str, packages: list[Path]) -> dict[str, str]:
    """Move what makes a page live to where its content says; return the new paths by the old.

    What the pages name in this way already (still.py) stays.
    """
    (static / "offline.js").unlink(missing_ok=True)  # goes to the root
    fetched = [f"vendor/{it.name}" for it in sorted((ROOT / "live" / "vendor").glob("[!.]*"))]
    moved: dict[str, str] = {}
    for unit in [*fetched, *OURS]:
        path = static / unit
        place(ROOT / "live" / unit, path)
        if unit == "vendor/games" and packages:
            pack(packages, path / "games.zip")
        if path.suffix == ".js":
            text = joined(ROOT / "live" / unit)
            for old, new in moved.items():
                relative = new.replace("live/", "../")
                text = re.sub(rf'"(\./)?{re.escape(old)}(?=[/"])', f'"{relative}', text)
            path.write_text(text, "utf-8")
        elif path.suffix == ".html":
            path.write_text(walled(path.read_text("utf-8")), "utf-8")
        moved[unit] = f"live/{digest(path)}/{path.name}"
        target = static / moved[unit]
        if target.exists():  # of an earlier build
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            path.rename(target)
    for folder in (static / "live").iterdir():  # of earlier builds
        named = any(new.startswith(f"live/{folder.name}/") for new in moved.values())
        if not named and f"live/{folder.name}/{MODULE}" not in pages:
            shutil.rmtree(folder)
    return moved


def walled(page: str) -> str:
    """Return the frame of what is not the book's, whose policy names its one script by its hash."""
    script = page.partition("<script>")[2].partition("</script>")[0]
    told = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return page.replace("sha256-BEGIN", f"sha256-{told}")


def joined(script: Path) -> str:
    """Return a script with the modules that it imports in front of it, as one that is no module."""
    parts: dict[Path, str] = {}

    def read(path: Path) -> None:
        text = path.read_text("utf-8")
        for module in IMPORT.findall(text):
            if (path.parent / module).resolve() not in parts:
                read((path.parent / module).resolve())
        parts[path.resolve()] = EXPORT.sub("", IMPORT.sub("", text))

    if "./modules/" not in script.read_text("utf-8"):
        return script.read_text("utf-8")
    read(script)
    names = Counter(DECLARED.findall("\n".join(parts.values())))
    twice = [name for name, times in names.items() if times > 1]
    if twice:
        raise ExtensionError(f"{script.name} and its modules declare twice: {', '.join(twice)}")
    return '(() => {\n"use strict";\n' + "\n".join(parts.values()) + "})();\n"


def place(source: Path, path: Path) -> None:
    """Copy a file or folder. Sphinx does, but not when it finds nothing new."""
    if source.is_dir():
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(source, path, ignore=UNUSED)
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


def hasten(page: str) -> str:
    """Return a page with its icon in it, all scripts asked for at once, and the worker if live."""
    icon = base64.b64encode((ROOT / "favicon.svg").read_bytes()).decode()
    page = ICON.sub(f"data:image/svg+xml;base64,{icon}", AHEAD.sub("", page))
    awaited = list(WAITED_FOR.finditer(page, 0, page.find("</head>")))
    if awaited:
        link = '<link class="ahead" rel="preload" as="script" href="{}" />\n'
        ahead = "".join(link.format(it["href"]) for it in awaited)
        start = awaited[0].start()
        page = page[:start] + ahead + page[start:]
    live = LIVE.search(page)
    if not live or 'early.js"' in page:
        return page
    early = f'<script src="{live["static"]}early.js"></script>'
    return page.replace(CHARSET, f"{CHARSET}\n{early}", 1)


def rename(page: str, moved: dict[str, str]) -> str:
    """Return a page that names the files as they are called now."""
    for old, new in moved.items():
        name = re.escape(Path(old).name)
        places = rf"(?:live/[0-9a-f]{{16}}/{name}|{re.escape(old)})"
        page = re.sub(rf'(_static/){places}([^"?]*)(\?v=\w+)?(?=")', rf"\g<1>{new}\g<2>", page)
    return page


def reach(page: str) -> str:
    """Return a page whose formulas, tables and figures can be scrolled by keyboard."""
    return WIDE.sub(r'<\1 tabindex="0"', page)


class Scripts(HTMLParser):
    """The scripts that stand in a page, and the tags with handlers, as browsers read them."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.handled: dict[str, str] = {}  # how a tag is to be written by how it is
        self._reads = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given = dict(attributes)
        for name in [it for it in given if it.startswith("on")]:
            if name != "onclick" or given[name] not in DONE:
                raise ExtensionError(f"no script does what this handler does: {given[name]}")
            written = self.get_starttag_text() or ""
            self.handled[written] = written.replace(" onclick=", " data-click=")
        is_data = (given.get("type") or "").startswith("application/")
        self._reads = tag == "script" and "src" not in given and not is_data
        if self._reads:
            self.texts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._reads = False

    def handle_data(self, data: str) -> None:
        if self._reads:
            self.texts[-1] += data


def guard(page: str) -> str:
    """Return a page whose head tells its policy."""
    page = META.sub("", page)
    scripts = Scripts(page)
    for old, new in scripts.handled.items():
        page = page.replace(old, new)
    told = {hashlib.sha256(it.encode()).digest() for it in scripts.texts}
    hashes = sorted(f"'sha256-{base64.b64encode(it).decode()}'" for it in told)
    policy = POLICY | {"script-src": " ".join([POLICY["script-src"], *hashes])}
    content = "; ".join(f"{name} {sources}" for name, sources in policy.items())
    meta = f'<meta http-equiv="Content-Security-Policy" content="{content}" />'
    return page.replace(CHARSET, f"{CHARSET}\n{meta}", 1)


def keep(site: Path, first: str) -> None:
    """Write the service worker, which has the sha256 of every file of the book by its path."""
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*"))}
    if first != "index.html":
        paths.pop("index.html", None)  # it only leads to the first page, as the worker does
    files = {
        name: hashlib.sha256(path.read_bytes()).hexdigest()
        for name, path in paths.items()
        if path.is_file() and not any(fnmatch(name, pattern) for pattern in ONLINE)
    }
    later = [name for name in files if fnmatch(name, LATER)]
    told = f"const FIRST = {json.dumps(first)};\nconst LATER = {json.dumps(later)};\n"
    told += f"const FILES = {json.dumps(files, indent=0)};\n\n"
    worker = (ROOT / "live" / "offline.js").read_text("utf-8")
    (site / "offline.js").write_text(told + worker, "utf-8")


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    when_built(app, publish, PUBLISH)
