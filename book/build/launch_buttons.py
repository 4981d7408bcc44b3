"""Sphinx extension: buttons that open a chapter on Binder, Colab, a hub or a local machine.

`repository.url` in _config.yml is the only setting. While it is empty, pages have no such buttons.
Once it is set, `make notebooks` adds a hidden first cell to each notebook. If the package is
missing, as on Colab, the cell installs the package of this version. A downloaded notebook has the
cell, too, and plain Markdown (plain_notebooks.py). While there is no address, its cell says which
package it needs.
"""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from after_build import when_built
from plain_notebooks import plain_notebook, png_pictures, references, svg_pictures
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ExtensionError

ROOT = Path(__file__).resolve().parents[2]
CELL = "install"
GET = """\
# Where the package is missing, for instance on Colab, this gets it.
from importlib.util import find_spec

if not find_spec("games"):
    book = "git+{url}@v{version}"
    %pip install --quiet "odds-exactly[apps,plots] @ {{book}}" sympy
"""
LOCAL = """\
# This notebook needs the package. In a checkout of the book: pip install ".[lab]"
"""


def address() -> str:
    """Return the address of the repository of the book, or "" if none is set."""
    config = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    return str(config["repository"]["url"] or "").rstrip("/")


def first(url: str, version: str) -> str:
    """Return the code of the first cell of a notebook.

    >>> print(first("", "1.2.3"), end="")
    # This notebook needs the package. In a checkout of the book: pip install ".[lab]"
    >>> "git+https://host/me/book@v1.2.3" in first("https://host/me/book", "1.2.3")
    True
    """
    return GET.format(url=url, version=version) if url else LOCAL


def with_first_cell(cells: list[dict[str, Any]], url: str) -> list[dict[str, Any]]:
    """Return the cells of a notebook with that first cell before them."""
    package = (ROOT / "games" / "__init__.py").read_text("utf-8")
    (version,) = re.findall(r'^__version__ = "(.*)"$', package, re.MULTILINE)
    cell: dict[str, Any] = {"cell_type": "code", "id": CELL, "execution_count": None}
    lines = first(url, version).rstrip("\n")
    cell |= {"outputs": [], "metadata": {"tags": ["remove-cell"]}, "source": lines}
    return [cell, *(cell_after for cell_after in cells if cell_after["id"] != CELL)]


def buttons(app: Sphinx, config: Config) -> None:
    """Leave out the buttons while the address of the notebooks is not set."""
    url = config.html_theme_options.get("repository_url") or ""
    launch = config.html_theme_options["launch_buttons"] if url else {}
    if "github.com/" not in url:  # Colab reads notebooks from GitHub only
        launch = {name: address for name, address in launch.items() if name != "colab_url"}
    config.html_theme_options["launch_buttons"] = launch


def prepare(app: Sphinx) -> None:
    """Give each notebook that can be downloaded its first cell, and plain Markdown."""
    options = app.config.html_theme_options
    url = (options.get("repository_url") or "").rstrip("/")
    pages_without, notebooks = [], {}
    for path in sorted(Path(app.outdir, "_sources").rglob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        for cell in notebook["cells"]:
            cell["source"] = "".join(cell["source"])
        cells = with_first_cell(notebook["cells"], url)
        if notebook["cells"][0]["source"] != cells[0]["source"]:
            pages_without.append(path.stem)
        notebooks[path] = notebook | {"cells": cells}
    if pages_without and options["launch_buttons"].get("colab_url"):
        names = ", ".join(pages_without)
        raise ExtensionError(f"run `make notebooks`: on Colab {names} would miss the package")
    pictures = png_pictures(
        svg for notebook in notebooks.values() for svg in svg_pictures(notebook)
    )
    refs = references(app)
    for path, notebook in notebooks.items():
        plain = plain_notebook(notebook, refs, pictures.__getitem__)
        path.write_text(json.dumps(plain, ensure_ascii=False, indent=1) + "\n", "utf-8")


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("config-inited", buttons)
    when_built(app, prepare)
