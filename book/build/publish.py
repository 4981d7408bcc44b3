"""Sphinx extension: it prepares the built pages for publication.

Names. The files that make a page live move to `_static/live/DIGEST/NAME`, where DIGEST is a digest
of the content. Each file names the files that it needs in the same way, up to the page itself. So
old and new files never mix, and a browser may cache them for good.

Bundles. `live/modules` has the code that scripts share, and the parts of long scripts. bundle.mjs
joins a script with its imports. A page that is opened from a file cannot load modules, and a page
on the web would request them one after the other.

Speed. All styles are in one file, too (stylesheet.py). The head of a page lists the files that the
browser needs. With a policy the browser does not look ahead for them, and would fetch each one
after the other. The head contains the icon, which a browser otherwise fetches at every change of
the address. Such a request at the wrong time would also keep an old version of the book alive. The
head begins with an inline script (early_start.js). It makes the worker for Python, if the page is
live, and reports a file that does not load.

Integrity. Each tag of a script or stylesheet has its sha256, and so does each module that a script
imports later: an import map in the head of the page lists them. A damaged or different file does
not run. Browsers from before 2025 read no sha256 in an import map, and a worker has no import map.

Keyboard. A formula or table that is wider than a phone scrolls, so it gets a tab stop.

Policy. The head of each page says what the page may load and run: files of its own host, and its
inline scripts by their hashes, which are those of the theme and early_start.js. No other text runs
as a script, and no attribute of a tag. print.js does the work of such attributes of the theme. The
Python of the reader cannot use another host, either.

Hosts. Without `.nojekyll` GitHub Pages would drop files whose names begin with an underscore.

Offline. `offline.js` in the root of the site has a list of all files with their hashes. It is the
service worker that caches them, so that the book works without a network.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
import shutil
from collections.abc import Iterable, Mapping, Set
from fnmatch import filter, fnmatch
from functools import cached_property
from html import escape
from html.parser import HTMLParser
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any, NamedTuple

import live_settings
import stylesheet as sheet
from after_build import PUBLISH, packages, path_for_node, run_node, when_built
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[1]
LIVE = ROOT / "live"
STATIC = ROOT / "static"  # scripts and styles of this book alone
# The files of the engine. Each may name the files before it. The scripts of STATIC come after them.
LIVE_FILES = [
    "bridge.py",
    "needs.py",
    "runner.py",
    "worker.js",
    "sandbox_worker.js",
    "sandbox_host.js",
    "sandbox_view.js",
]
LIVE_FILES += ["sandbox.html", "register_offline.js", "present.css", "present.js", "vote.js"]
LIVE_FILES += ["link_target.js", "apps.js", "typeset.js", "page.js", "cells.js", "print.js"]
LIVE_FILES += ["search.css", "search.js", "search_button.js", "terms.js", "results.js"]
OTHER_PAGES = ("404", "genindex", "index", "search")  # pages that are not documents of Sphinx
SEARCH_ID = 'id="search-input"'
EARLY_SCRIPT = "early_start.js"  # this script is inline
INLINE_SCRIPT = re.compile(r'<script (?:data-worker=|type="importmap">).*?</script>', re.DOTALL)
IMPORT = re.compile(r'(?:\bimport\(?|\bfrom)\s*"(\.[^"]+\.js)"')
# what the theme writes in the sidebar: a chapter with pages of its own, and the link to the front
FOLD = re.compile(
    r'(<a class="[^"]*reference internal" href="[^"]*">\s*((?:(?!</a>).)*?)\s*</a>)'
    r"<details( [^>]*)?><summary>"
)
EMPTY_TITLE = '<p class="title logo__title"></p>'
LOGO = re.compile(r'<div class="(sidebar-primary-item)">(\s*<a class="navbar-brand)')
MARK = re.compile(r'(<a class="headerlink" [^>]*)>')
CHECK = re.compile(
    r'<div( class="[^"]*admonition"[^>]*>\s*<p class="admonition-title">(Quick check)</p>)'
)
CORNER = '<th class="head"><p></p></th>'  # of a table with headings
# the space at the ends of lines, but in elements in which it matters
SPACE = re.compile(
    r"(<(script|style|textarea|pre)\b.*?</\2>)|\s*\n\s*(?:<!--[^>]*-->\s*)*", re.DOTALL
)
WIDGET_MODULE = "widget.js"
INTEGRITY = re.compile(r' integrity="[^"]*"')
LOADING_LINKS = {"stylesheet", "preload", "modulepreload"}  # links to scripts and stylesheets
# Only the build needs these. Pages load python/stdlib.zip in place of python_stdlib.zip.
# formulas.mjs loads node-main.js, tex.js and output. The scripts hold settings.json already
# (modules/files.js).
ignore_unused = shutil.ignore_patterns(
    ".*", "python_stdlib.zip", "node-main.js", "tex.js", "output", "settings.json"
)
# files that are not needed offline
ONLINE_PATTERNS = [".*", "offline.js", "_sources/*", "_static/locales/*"]
ONLINE_PATTERNS += ["404.html", "robots.txt", "sitemap.xml", "book/cards/*"]
ONLINE_PATTERNS += ["*.map", "*.inv"]
LATER_PATTERN = "*/sympy.zip"  # this file is cached after its first use
# The files for any page, and those that start Python on a fast or a slow line (files.js).
# On a slow line some packages come later; `keep` adds them to "slow".
START = {
    "fast": ["*/pyodide.asm.wasm", "*/memory.bin"],
    "slow": ["*/packed/*", "*/book.zip.xz", "*/xz/*"],
    "": ["*/mathjax/*", "*/python/*.zip", "*/book.zip", LATER_PATTERN],  # fetched when needed
}
# Without these a browser refuses a file, by the ending of its name: a part of its Content-Type.
TYPES = {"css": "text/css", "js": "javascript", "svg": "image/svg+xml"}

POLICY = {
    "default-src": "'self'",  # Firefox applies this when it prefetches the next page
    # Python needs 'wasm-unsafe-eval'. The sandbox (sandbox.html) is an iframe without an address,
    # so the policy of the page applies to the sandbox, too. The sandbox needs blob: and the hash
    # of its only script.
    "script-src": "'self' 'wasm-unsafe-eval' blob:",
    # A worker from a blob has the policy of its page (modules/bound_worker.js). A worker from a
    # file, such as offline.js, has the policy that its host sends, or none.
    "worker-src": "'self' blob:",
    "frame-src": "'none'",  # the iframes of a page have no address (sandbox.html)
    # widgets and drawings set sizes and colours in style attributes
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self' data:",
    "object-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'self'",
}
# print.js does this in place of the markup
REPLACED_HANDLERS = ("toggleFullScreen()", "window.print()")
SHEET = "book.css"
BUNDLE = Path(__file__).with_name("bundle.mjs")
PRELOAD_CLASS = "ahead"  # marks the tags that the build of a page adds, for the next build
POLICY_HEADER = "Content-Security-Policy"


def publish(app: Sphinx) -> None:
    """Prepare the built site."""
    site, static = Path(app.outdir), Path(app.outdir, "_static")
    paths = {path for path in sorted(site.rglob("*.html")) if "_static" not in path.parts}
    # the build has imported modules of the packages that it copies
    for folder in sorted(static.rglob("__pycache__")):
        shutil.rmtree(folder)
    known_pages = {site / f"{name}.html" for name in (*app.env.found_docs, *OTHER_PAGES)}
    for path in paths - known_pages:  # pages of an earlier build
        path.unlink()
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(paths & known_pages)}
    sheets = {
        static_path(path): names for page in pages.values() for path, names in page.sheets.items()
    }
    earlier_sheets = [path for path in sheets if path.startswith("live/")]
    new_sheets = {path: names for path, names in sheets.items() if path not in earlier_sheets}
    files = our_files()
    bundles = bundle(static, files, new_sheets, list(pages))
    new_names = move_live_files(static, files, bundles["scripts"])
    if new_sheets:
        styles = bundles["sheet"] + sheet.fonts(
            bundles["sheet"], static, [page.text for page in pages.values()]
        )
        for path in (*static.glob("*.css"), static / "styles", static / "vendor"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        (static / SHEET).write_text(styles, "utf-8")
        new_names[SHEET] = move_by_content(static / SHEET, static)
    else:  # no page was written in this build
        new_names[SHEET] = earlier_sheets[0]
    places = {Path(old).name: new for old, new in new_names.items()}
    early_script = bundles["scripts"][EARLY_SCRIPT]
    digests = Digests(static, imported_paths(static, new_names.values()))
    page_texts = {
        path: page.publish_text(places, early_script, digests) for path, page in pages.items()
    }
    for path, text in page_texts.items():
        path.write_text(correct_markup(text, str(app.config.html_title)), "utf-8")
    all_text = "".join([*new_names.values(), *page_texts.values()])
    for folder in (static / "live").iterdir():  # files of earlier builds
        if f"live/{folder.name}/" not in all_text:
            shutil.rmtree(folder)
    # Sphinx would compare .buildinfo at the next build. This file differs between machines.
    (site / ".buildinfo").unlink(missing_ok=True)
    (site / ".nojekyll").touch()
    keep(site, f"{app.config.root_doc}.html")


def our_files() -> dict[str, Path]:
    """Return the files of the engine, and the scripts of the book, by their names."""
    scripts = {path.name: path for path in sorted(STATIC.glob("*.js"))}
    return {name: LIVE / name for name in LIVE_FILES} | scripts


def move_live_files(
    static: Path, files: Mapping[str, Path], scripts: Mapping[str, str]
) -> dict[str, str]:
    """Move the live files to paths named by their content, and return the new paths by the old."""
    (static / "offline.js").unlink(missing_ok=True)  # `keep` writes this file to the root
    vendor_files = {f"vendor/{path.name}": path for path in sorted((LIVE / "vendor").glob("[!.]*"))}
    new_names: dict[str, str] = {}
    for unit, source in {**vendor_files, **files}.items():
        path = static / unit
        place(source, path)
        if path.suffix == ".js":
            path.write_text(relink(scripts[unit], new_names), "utf-8")
        elif path.suffix == ".html":
            path.write_text(with_policy(path.read_text("utf-8")), "utf-8")
        new_names[unit] = move_by_content(path, static)
    return new_names


def relink(text: str, new_names: Mapping[str, str]) -> str:
    """Return a script with the new paths of the files that it loads."""
    for old, new in new_names.items():
        relative = new.replace("live/", "../")
        text = re.sub(rf'(["`])(\./)?{re.escape(old)}(?=[/"`])', rf"\1{relative}", text)
    return text


def imported_paths(static: Path, places: Iterable[str]) -> set[str]:
    """Return the paths of the modules that the published scripts at these places import."""
    return {
        posixpath.normpath(posixpath.join(posixpath.dirname(place), address))
        for place in places
        if place.endswith(".js")
        for address in IMPORT.findall((static / place).read_text("utf-8"))
    }


def move_by_content(path: Path, static: Path) -> str:
    """Move a file or folder to a path named by its content, and return the path."""
    new_name = f"live/{digest(path)}/{path.name}"
    target = static / new_name
    if target.exists():  # an earlier build has moved the same content there
        shutil.rmtree(path) if path.is_dir() else path.unlink()
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        path.rename(target)
    return new_name


def bundle(
    static: Path, files: Mapping[str, Path], sheets: Mapping[str, str], pages: list[Path]
) -> dict[str, Any]:
    """Join our scripts and all stylesheets with bundle.mjs."""
    ours = {path.name: path for folder in (LIVE, STATIC) for path in folder.glob("*.css")}
    for name in sheets.keys() & ours.keys():
        place(ours[name], static / name)
    own_files = [*files.values(), LIVE / EARLY_SCRIPT]
    scripts = [path_for_node(path) for path in own_files if path.suffix == ".js"]
    other_scripts = [path for path in static.glob("scripts/*.js") if path.name != "bootstrap.js"]
    other_scripts += [LIVE / "vendor" / "widgets" / "widgets.js"]
    other_scripts += static.glob(f"live/*/{WIDGET_MODULE}")
    content = [
        *map(path_for_node, [*pages, *static.glob("*.js"), *other_scripts]),
        *scripts,
        path_for_node(LIVE / "modules/*.js"),
    ]
    return run_bundler(
        {"scripts": scripts, "content": content, **sheet.imports(static, sheets, ours.keys())}
    )


def run_bundler(request: Mapping[str, Any]) -> dict[str, Any]:
    """Run bundle.mjs."""
    bundle: dict[str, Any]
    bundle = run_node(BUNDLE, packages(), request, "scripts and styles could not be joined")
    return bundle


def with_policy(page: str) -> str:
    """Return the markup of the sandbox with the hash of its only script in its policy."""
    return page.replace("'sha256-BEGIN'", hash_source(frame_script(page)))


def frame_script(page: str) -> str:
    """Return the only script of the sandbox."""
    return page.partition("<script>")[2].partition("</script>")[0]


def hash_source(script: str) -> str:
    """Return the source by which a policy allows this inline script, and no other."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def place(source: Path, path: Path) -> None:
    """Copy a file or folder. Sphinx copies only when it finds changes."""
    if source.is_dir():
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(source, path, ignore=ignore_unused)
        for script in path.rglob("*.mjs"):  # many hosts do not know that these are scripts
            script.rename(script.with_suffix(".js"))
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)


def digest(path: Path) -> str:
    """Return a digest of a file, or of all files of a folder."""
    parts = sorted(path.rglob("*")) if path.is_dir() else [path]
    hasher = hashlib.sha256()
    for part in parts:
        if part.is_file():
            hasher.update(f"{part.relative_to(path.parent).as_posix()}\n".encode())
            hasher.update(hashlib.sha256(part.read_bytes()).digest())
    return hasher.hexdigest()[:16]


class Digests:
    """The digests of shared files, for the tags of pages, and the modules that any page imports."""

    def __init__(self, static: Path, modules: Set[str]) -> None:
        self.static = static
        self.modules = modules
        self._digests: dict[str, str] = {}

    def of(self, path: str) -> str:
        """Return the sha256 of a shared file."""
        if path not in self._digests:
            digest_bytes = hashlib.sha256((self.static / path).read_bytes()).digest()
            self._digests[path] = f"sha256-{base64.b64encode(digest_bytes).decode()}"
        return self._digests[path]

    def with_digest(self, tag: str, address: str) -> str:
        """Return a tag with the sha256 of the file at this address, if the file is shared."""
        path = static_path(address)
        if not path:
            return tag
        plain = INTEGRITY.sub("", tag)  # without the digest of an earlier build
        return plain.replace(f'"{address}"', f'"{address}" integrity="{self.of(path)}"', 1)


class Tag(NamedTuple):
    """A start tag of a page."""

    name: str
    attributes: dict[str, str | None]
    start: int  # its position in the text
    source: str


class Page(HTMLParser):
    """A page as browsers read it: its tags, its inline scripts, and its stylesheets."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text = INLINE_SCRIPT.sub("", text)  # an earlier build has added them
        self.tags: list[Tag] = []
        self.scripts: list[str] = []
        self.sheets: dict[str, str] = {}  # the medium of each, by its address
        self._lines = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
        self._is_in_script = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        given_attributes = dict(attributes)
        line, column = self.getpos()
        source = self.get_starttag_text() or ""
        self.tags.append(Tag(tag, given_attributes, self._lines[line - 1] + column, source))
        if given_attributes.get("rel") == "stylesheet":
            self.sheets[str(given_attributes["href"])] = given_attributes.get("media") or ""
        is_data = (given_attributes.get("type") or "").startswith("application/")
        self._is_in_script = tag == "script" and "src" not in given_attributes and not is_data
        if self._is_in_script:
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._is_in_script = False

    def handle_data(self, data: str) -> None:
        if self._is_in_script:
            self.scripts[-1] += data

    def publish_text(self, places: Mapping[str, str], early_script: str, digests: Digests) -> str:
        """Return the text of the page as it is published."""
        parts, end = [], 0
        head = self.start_of_head(places, early_script, digests)
        for n, tag in enumerate(self.tags):
            new = self.publish_tag(n, places, digests)
            if "charset" in tag.attributes:
                new += head
            if new != tag.source:
                parts += [self.text[end : tag.start], new]
                end = tag.start + len(tag.source)
        return "".join([*parts, self.text[end:]])

    def publish_tag(self, n: int, places: Mapping[str, str], digests: Digests) -> str:
        """Return a tag as it is published."""
        name, attributes, _, source = self.tags[n]
        is_added = attributes.get("class") == PRELOAD_CLASS
        if is_added or attributes.get("http-equiv") == POLICY_HEADER:
            return ""  # an earlier build has added it
        if attributes.get("rel") == "stylesheet":
            is_first = attributes["href"] == next(iter(self.sheets))
            styles = f"{self.static}{places[SHEET]}"
            tag = f'<link rel="stylesheet" href="{styles}" />'
            return digests.with_digest(tag, styles) if is_first else ""
        for address in {attributes.get("src"), attributes.get("href")} - {None}:
            new = new_path(str(address), places)
            source = source.replace(f'"{address}"', f'"{new}"')
            if name == "script" or attributes.get("rel") in LOADING_LINKS:
                source = digests.with_digest(source, new)
        if attributes.get("rel") == "icon":
            icon = base64.b64encode((ROOT / "favicon.svg").read_bytes()).decode()
            source = source.replace(str(attributes["href"]), f"data:image/svg+xml;base64,{icon}")
        for handler in [attribute for attribute in attributes if attribute.startswith("on")]:
            if handler != "onclick" or attributes[handler] not in REPLACED_HANDLERS:
                raise ExtensionError(
                    f"no script does what this handler does: {attributes[handler]}"
                )
            source = source.replace(" onclick=", " data-click=")
        if "charset" in attributes:
            return source
        if self.blocking_scripts and self.tags[n] == self.blocking_scripts[0]:
            addresses = [str(script.attributes["src"]) for script in self.blocking_scripts]
            preloads = [preload_tag(address, "script", digests) for address in addresses]
            return "".join([*preloads, source])
        if self.is_wide(n):
            return source.replace(f"<{name}", f'<{name} tabindex="0"', 1)
        return source

    @cached_property
    def static(self) -> str:
        """The path from this page to the shared files."""
        return next(iter(self.sheets)).partition("_static/")[0] + "_static/"

    @cached_property
    def blocking_scripts(self) -> list[Tag]:
        """The scripts that block the browser."""
        head = takewhile(lambda tag: tag.name != "body", self.tags)
        scripts = [tag for tag in head if tag.name == "script" and tag.attributes.get("src")]
        return [script for script in scripts if "defer" not in script.attributes]

    def start_of_head(self, places: Mapping[str, str], early_script: str, digests: Digests) -> str:
        """Return the first tags of the head: the policy, the styles, and the early script.

        On a live page that script makes the worker for Python.
        """
        if not self.sheets:  # this page only leads to another page
            return self.policy(self.scripts)
        styles = preload_tag(self.static + places[SHEET], "style", digests)
        is_live = any(
            static_path(tag.attributes.get("src")).endswith("page.js") for tag in self.tags
        )
        worker = self.static + places["worker.js"] if is_live else ""
        script = f'<script data-worker="{worker}">{early_script}</script>'
        integrity = self.import_map(digests)
        policy = self.policy([*self.scripts, early_script, integrity])
        return f'{policy}<script type="importmap">{integrity}</script>{styles}{script}'

    def import_map(self, digests: Digests) -> str:
        """Return the import map with the sha256 of each module that this page may import."""
        widgets = re.findall(rf"live/[0-9a-f]{{16}}/{re.escape(WIDGET_MODULE)}", self.text)
        root = self.static if self.static.startswith(".") else f"./{self.static}"
        modules = {root + path: digests.of(path) for path in sorted({*digests.modules, *widgets})}
        return json.dumps({"integrity": modules}, separators=(",", ":"))

    def policy(self, scripts: list[str]) -> str:
        """Return the tag with the policy of a page that has these inline scripts."""
        sandbox_script = frame_script((LIVE / "sandbox.html").read_text("utf-8"))
        hashes = sorted({hash_source(source) for source in [*scripts, sandbox_script]})
        policy = POLICY | {"script-src": " ".join([POLICY["script-src"], *hashes])}
        content = "; ".join(f"{name} {sources}" for name, sources in policy.items())
        return f'<meta http-equiv="{POLICY_HEADER}" content="{content}" />'

    def is_wide(self, n: int) -> bool:
        """Return whether a tag begins a formula or a table, which scrolls if it is too wide."""
        name, attributes, *_ = self.tags[n]
        table = attributes.get("class") == "pst-scrollable-table-container"
        formula = name == "mjx-container" and attributes.get("display") == "true"
        return "tabindex" not in attributes and (table or formula)


def preload_tag(address: str, kind: str, digests: Digests) -> str:
    """Return the tag that makes a browser fetch a file at once."""
    tag = f'<link class="{PRELOAD_CLASS}" rel="preload" as="{kind}" href="{address}" />'
    return digests.with_digest(tag, address)


def static_path(address: str | None) -> str:
    """Return the path of a shared file, or "" for any other file."""
    return (address or "").partition("_static/")[2].partition("?")[0]


def new_path(address: str, places: Mapping[str, str]) -> str:
    """Return the new path of a file from its address in the source or in an earlier build."""
    parts = static_path(address).split("/")
    if parts[0] in ("live", "vendor"):  # live/DIGEST/NAME, or vendor/NAME
        del parts[: 2 if parts[0] == "live" else 1]
    new = places.get(parts[0] if parts else "")
    root = address.partition("_static/")[0]
    return "/".join([f"{root}_static", new, *parts[1:]]) if new else address


def correct_markup(text: str, title: str) -> str:
    """Return a page with valid markup, and a name for each link and fold of its sidebar.

    - In the theme a fold of the contents has only an arrow. It gets a name.
    - On the front page the theme's link to the front page has no title. It gets one.
    - Sphinx gives a source a role that browsers no longer know. It gets one that they know.
    - The empty corner of a table becomes an ordinary cell.
    - The keyboard does not stop at the link marks after headings. A page has dozens of them, and
      the contents lead to the same places.
    - A quick check becomes a group with a name.
    - Two fields of the search page have the same id. One of them loses it.
    - The theme's comments and the space at the ends of lines are left out, to make pages lighter.
    """
    text = FOLD.sub(_named_fold, text)
    text = text.replace(EMPTY_TITLE, EMPTY_TITLE.replace("><", f">{escape(title)}<"))
    text = LOGO.sub(r'<div class="\1" role="navigation" aria-label="Front page">\2', text)
    text = text.replace(' role="doc-biblioentry"', ' role="listitem"')
    text = text.replace(CORNER, "<td></td>")
    text = MARK.sub(r'\1 tabindex="-1" aria-hidden="true">', text)
    text = CHECK.sub(r'<div role="group" aria-label="\2"\1', text)
    first, field, rest = text.partition(SEARCH_ID)
    text = first + field + rest.replace(SEARCH_ID, "")
    head, begin, rest = text.partition("<article")
    article, end, tail = rest.partition("</article>")
    return _compact(head) + begin + article + end + _compact(tail)


def _compact(text: str) -> str:
    """Return markup without the space at the ends of lines.

    >>> _compact("<p>One \\n  <!-- more -->\\n two</p>  \\n<pre>  1\\n  2</pre>")
    '<p>One\\ntwo</p>\\n<pre>  1\\n  2</pre>'
    """
    return SPACE.sub(lambda match: match[1] or "\n", text)


def _named_fold(fold: re.Match[str]) -> str:
    """Return the link to a chapter, and the fold of its pages with a name."""
    link, chapter, attributes = fold.groups(default="")
    name = re.sub("<[^>]*>", "", chapter)
    return f'{link}<details{attributes}><summary aria-label="Pages of {name}">'


def keep(site: Path, first: str) -> None:
    """Write the service worker with the sha256 and size of every file."""
    paths = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*"))}
    if first != "index.html":
        paths.pop("index.html", None)  # it only leads to the first page, and so does the worker
    contents = {
        name: path.read_bytes()
        for name, path in paths.items()
        if path.is_file() and not any(fnmatch(name, pattern) for pattern in ONLINE_PATTERNS)
    }
    files = {
        path: (hashlib.sha256(content).hexdigest(), len(content))
        for path, content in contents.items()
    }
    live = [path for path in files if path.startswith("_static/live/") or path == "sections.json"]
    archives = [f"*/{name}.zip" for name in live_settings.read().later_on_a_slow_line]
    start = {
        key: [path for patterns_of_key in patterns for path in filter(live, patterns_of_key)]
        for key, patterns in (START | {"slow": [*START["slow"], *archives]}).items()
    }
    not_for_start = start.pop("")
    start["all"] = sorted(set(live).difference(not_for_start, *start.values()))
    constants = f"const FIRST = {json.dumps(first)};\nconst START = {json.dumps(start)};\n"
    later = [path for path in files if fnmatch(path, LATER_PATTERN)]
    constants += f"const LATER = {json.dumps(later)};\n"
    constants += f"const TYPES = {json.dumps(TYPES)};\n"
    constants += f"const FILES = {json.dumps(files, indent=0)};\n\n"
    worker = (LIVE / "offline.js").read_text("utf-8")
    (site / "offline.js").write_text(constants + worker, "utf-8")


def leave_out_tabs(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any
) -> None:
    """Leave out the script of tab sets, which sphinx_design gives to pages without them, too."""
    if "sd-tab-set" not in context.get("body", ""):
        scripts = context["script_files"]
        context["script_files"] = [script for script in scripts if "design-tabs" not in str(script)]


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", leave_out_tabs)
    when_built(app, publish, PUBLISH)
