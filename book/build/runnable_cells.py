"""Sphinx extension: data about the cells of each page, for book/live/cells.js.

A page gets a list of its cells that can run in it, and the address of its notebook. Files that the
code of the notebook reads are published beside the page and listed, too.

A cell cannot run if it uses a package that the Python of the page does not have
(book/live/needs.py). A cell is slow if it has the tag `slow` or needs such a cell. The editor of
the page suggests names of the packages of the book from names.json.
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
from myst_nb.sphinx_ import HideCodeCellNode
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "live"))
import live_settings
from needs import Page

UNSEEN = re.compile(r'<div class="cell [^"]*\btag_remove-input\b[^"]*">\n?')
HIDDEN_INPUT = """<div class="cell_input" hidden><pre>{}</pre></div>"""


def cells(notebook: Path) -> list[dict[str, Any]]:
    """Return the cells of code of a notebook, each with its source as one text."""
    stored_cells = json.loads(notebook.read_text("utf-8"))["cells"]
    code = [cell for cell in stored_cells if cell["cell_type"] == "code"]
    return [{**cell, "source": "".join(cell["source"])} for cell in code]


def with_unseen(body: str, code: list[dict[str, Any]]) -> str:
    """Return the page with the code of hidden cells, for the cells that need it."""
    unseen = (cell["source"] for cell in code if "remove-input" in cell["metadata"].get("tags", []))

    def add_input(cell: re.Match[str]) -> str:
        return cell[0] + HIDDEN_INPUT.format(escape(next(unseen), quote=False))

    return UNSEEN.sub(add_input, body)


def slow(code: list[dict[str, Any]]) -> list[bool]:
    """Return for each cell whether it takes seconds when no cell has run before it.

    >>> cell = {"metadata": {}}
    >>> long = {"source": "n = 6 * 7", "metadata": {"tags": ["slow"]}}
    >>> slow([{**cell, "source": "m = 1"}, long, {**cell, "source": "m + n"}])
    [False, True, True]
    """
    page = Page([cell["source"] for cell in code])
    slow_cells = {n for n, cell in enumerate(code) if "slow" in cell["metadata"].get("tags", [])}
    return [not slow_cells.isdisjoint(page.plan(n, {})) for n in range(len(code))]


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the data into the page."""
    source = Path(app.env.doc2path(page)) if doctree else Path()
    if source.suffix != ".ipynb":
        return
    code = cells(source)
    texts = [cell["source"] for cell in code]
    data_files = [
        path for path in source.parent.glob("*.json") if f'"{path.name}"' in "".join(texts)
    ]
    for file in data_files:
        place = Path(app.outdir, page).with_name(file.name)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, place)
    context["body"] = with_unseen(context["body"], code)
    parts = {
        "lacks": Page(texts).lacks,
        "slow": slow(code),
        "notebook": context["pathto"](f"_sources/{context['sourcename']}", resource=True),
        "files": [file.name for file in data_files],
    }
    data = json.dumps(parts).replace("</", r"<\/")
    context["metatags"] += f'<script type="application/json" id="live-cells">{data}</script>'


def names(*packages: str, unused: frozenset[str] = frozenset()) -> dict[str, list[str]]:
    """Return the public names of each module of these packages that a page can import.

    Args:
        packages: The names of the packages.
        unused: Names of files and folders that no page has.

    >>> "Race" in names("games")["games.race"], "race" in names("games")["games"]
    (True, True)
    """
    names_by_module: dict[str, list[str]] = {}
    for top in map(import_module, packages):
        names_by_module[top.__name__] = public(top)
        for module in walk_packages(top.__path__, f"{top.__name__}."):
            if not unused & set(module.name.split(".")):
                names_by_module[module.name] = public(import_module(module.name))
    for name in sorted(names_by_module, key=str.lower):
        package, _, last = name.rpartition(".")
        if package:
            names_by_module[package].append(last)
    return names_by_module


def public(module: ModuleType) -> list[str]:
    """Return the public names of a module."""
    own_names = [name for name, value in vars(module).items() if is_public(module, name, value)]
    return sorted(getattr(module, "__all__", own_names))


def is_public(module: ModuleType, name: str, value: object) -> bool:
    """Return whether a module defines a name, and does not import it."""
    if name.startswith("_") or isinstance(value, ModuleType):
        return False
    return getattr(value, "__module__", module.__name__) == module.__name__


def tell(app: Sphinx) -> None:
    """Write the public names of all packages of the book beside the first page."""
    settings = live_settings.read()
    packages = [package.name for package in settings.packages]
    data = names(*packages, unused=settings.unused)
    Path(app.outdir, "names.json").write_text(json.dumps(data, indent=0) + "\n", "utf-8")


def begin_fold(translator: Any, node: Any) -> None:
    """Write the beginning of a folded cell. MyST-NB puts paragraphs into the line to be pressed.

    MyST-NB also names each line “Toggle hidden content”. Its visible words are a better name: each
    line has its own, and voice control knows a line by its visible words. A line that says what the
    cell is about says the same when the cell is open.
    """
    prompts = [node["prompt_show"], node["prompt_hide"]]
    if not prompts[0].startswith("Show "):
        prompts[1] = prompts[0]
    lines = (
        f'<span class="{state} admonition-title">{escape(prompt)}</span>'
        for state, prompt in zip(("collapsed", "expanded"), prompts, strict=True)
    )
    translator.body.append(
        f'<details class="admonition hide {" ".join(node["classes"])}">'
        f"<summary>{''.join(lines)}</summary>\n"
    )


def end_fold(translator: Any, node: Any) -> None:
    """Write the end of a folded cell."""
    translator.body.append("</details>\n")


def write_folds(app: Sphinx) -> None:
    """Write folded cells in valid HTML."""
    app.add_node(HideCodeCellNode, override=True, html=(begin_fold, end_fold))


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("builder-inited", write_folds)
    app.connect("html-page-context", add)
    when_built(app, tell)
