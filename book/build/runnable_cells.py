"""Sphinx extension: each page is told which of its cells can run in it and where its notebook is.

The files beside the notebook that its code reads are published beside the page, and told, too.

A cell cannot if it uses a package that the page's Python does not have (book/live/needs.py). It is
slow, and says so before it is run, if it has the tag `slow` or needs a cell that has. What the page
makes of it is in book/live/cells.js. While one writes there it offers the names of `games`, and
of other packages of the book, that names.json has.
"""

import json
import re
import shutil
import sys
from html import escape
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

from after_build import when_built
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "live"))
from fetch import PACKAGES, UNUSED
from needs import Page

UNSEEN = re.compile(r'<div class="cell [^"]*\btag_remove-input\b[^"]*">\n?')
HIDDEN = """<div class="cell_input" hidden><pre>{}</pre></div>"""


def cells(notebook: Path) -> list[dict[str, Any]]:
    """Return the cells of code of a notebook, each with its source as one text."""
    stored = json.loads(notebook.read_text("utf-8"))["cells"]
    code = [cell for cell in stored if cell["cell_type"] == "code"]
    return [{**cell, "source": "".join(cell["source"])} for cell in code]


def with_unseen(body: str, code: list[dict[str, Any]]) -> str:
    """Return the page with the code that it leaves out, for the cells that need it."""
    unseen = (it["source"] for it in code if "remove-input" in it["metadata"].get("tags", []))

    def put(cell: re.Match[str]) -> str:
        return cell[0] + HIDDEN.format(escape(next(unseen), quote=False))

    return UNSEEN.sub(put, body)


def slow(code: list[dict[str, Any]]) -> list[bool]:
    """Whether each cell takes seconds in the page where nothing has been run before it.

    >>> cell = {"metadata": {}}
    >>> long = {"source": "n = 6 * 7", "metadata": {"tags": ["slow"]}}
    >>> slow([{**cell, "source": "m = 1"}, long, {**cell, "source": "m + n"}])
    [False, True, True]
    """
    page = Page([cell["source"] for cell in code])
    long = {n for n, it in enumerate(code) if "slow" in it["metadata"].get("tags", [])}
    return [not long.isdisjoint(page.plan(n, {})) for n in range(len(code))]


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Tell the page."""
    source = Path(app.env.doc2path(page)) if doctree else Path()
    if source.suffix != ".ipynb":
        return
    code = cells(source)
    texts = [cell["source"] for cell in code]
    read = [it for it in source.parent.glob("*.json") if f'"{it.name}"' in "".join(texts)]
    for file in read:
        place = Path(app.outdir, page).with_name(file.name)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    context["body"] = with_unseen(context["body"], code)
    parts = {
        "lacks": Page(texts).lacks,
        "slow": slow(code),
        "notebook": context["pathto"](f"_sources/{context['sourcename']}", resource=True),
        "files": [file.name for file in read],
    }
    told = json.dumps(parts).replace("</", r"<\/")
    context["metatags"] += f'<script type="application/json" id="live-cells">{told}</script>'


def names(*packages: str) -> dict[str, list[str]]:
    """Return the public names of each module of these packages that a page can import.

    >>> names("games")["games.race"][:3], "race" in names("games")["games"]
    (['Ledger', 'MAX_FACES', 'chain'], True)
    """
    found: dict[str, list[str]] = {}
    for top in map(import_module, packages):
        found[top.__name__] = public(top)
        for it in walk_packages(top.__path__, f"{top.__name__}."):
            if not UNUSED & set(it.name.split(".")):
                found[it.name] = public(import_module(it.name))
    for name in sorted(found, key=str.lower):
        package, _, last = name.rpartition(".")
        if package:
            found[package].append(last)
    return found


def public(module: ModuleType) -> list[str]:
    """Return the names that a module has for others."""
    own = [name for name, value in vars(module).items() if is_public(module, name, value)]
    return sorted(getattr(module, "__all__", own))


def is_public(module: ModuleType, name: str, value: object) -> bool:
    """Whether a name is of this module, and not one that it has imported."""
    if name.startswith("_") or isinstance(value, ModuleType):
        return False
    return getattr(value, "__module__", module.__name__) == module.__name__


def tell(app: Sphinx) -> None:
    """Write them beside the first page."""
    told = names(*(it.name for it in PACKAGES), *(Path(it).name for it in app.config.live_packages))
    Path(app.outdir, "names.json").write_text(json.dumps(told, indent=0) + "\n", "utf-8")


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    when_built(app, tell)
