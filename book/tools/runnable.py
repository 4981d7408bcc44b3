"""Sphinx extension: each page is told which of its cells can run in it and where its notebook is.

The files beside the notebook that its code reads are published beside the page, and told, too.

A cell cannot if it uses a package that the page's Python does not have (book/live/needs.py). What
the page makes of it is in book/live/cells.js.
"""

import json
import re
import shutil
import sys
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "live"))
from needs import Page

UNSEEN = re.compile(r'<div class="cell [^"]*\btag_remove-input\b[^"]*">\n?')
HIDDEN = """<div class="cell_input" hidden><pre>{}</pre></div>"""


def cells(notebook: Path) -> list[dict[str, Any]]:
    """Return the cells of code of a notebook."""
    stored = json.loads(notebook.read_text("utf-8"))["cells"]
    return [cell for cell in stored if cell["cell_type"] == "code"]


def lacks(notebook: Path) -> list[str | None]:
    """Return for each cell of code the package that keeps it from running in the page, or None."""
    return Page(["".join(cell["source"]) for cell in cells(notebook)]).lacks


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Tell the page."""
    source = Path(app.env.doc2path(page)) if doctree else Path()
    if source.suffix == ".ipynb":
        notebook = context["pathto"](f"_sources/{context['sourcename']}", resource=True)
        code = "".join("".join(cell["source"]) for cell in cells(source))
        read = [it.name for it in source.parent.glob("*.json") if f'"{it.name}"' in code]
        for name in read:
            place = Path(app.outdir, page).with_name(name)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source.with_name(name), place)
        # Code that the page leaves out is there for the cells that need it.
        unseen = (it for it in cells(source) if "remove-input" in it["metadata"].get("tags", []))
        codes = map("".join, (it["source"] for it in unseen))
        put = lambda cell: cell[0] + HIDDEN.format(escape(next(codes), quote=False))  # noqa: E731
        context["body"] = UNSEEN.sub(put, context["body"])
        parts = {"lacks": lacks(source), "notebook": notebook, "files": read}
        told = json.dumps(parts).replace("</", r"<\/")
        context["metatags"] += f'<script type="application/json" id="live-cells">{told}</script>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
