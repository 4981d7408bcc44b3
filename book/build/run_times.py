"""Sphinx extension: which notebook was run when, by which Python, and how long it took.

    ```{runs}
    ```

is a table of all notebooks, from what notebooks.py has stored in them: a build runs nothing.
"""

import json
import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent))
import lessons

HEADS = ("notebook", "cells", "run on", "Python", "seconds")
NUMBERS = (1, 4)  # the columns that are set to the right
DAY = 2  # the column that is not broken


def run(notebook: Path) -> tuple[int, str, str, int]:
    """Return how many cells of code a notebook has, when and by what it was run, in which time."""
    told = json.loads(notebook.read_text("utf-8"))
    cells = sum(it["cell_type"] == "code" for it in told["cells"])
    was = told["metadata"]["run"]
    return cells, was["on"], was["python"], was["seconds"]


class Runs(SphinxDirective):
    """All runs as a table, with how long they took together."""

    def run(self) -> list[nodes.Node]:
        """Return the table and a line below it."""
        paths = [lessons.BOOK / f"{page}.ipynb" for page in ("index", *lessons.pages())]
        for path in paths:
            self.env.note_dependency(str(path))
        found = {path.stem: run(path) for path in paths}
        group = nodes.tgroup(cols=len(HEADS))
        group += [nodes.colspec(colwidth=it) for it in (40, 10, 20, 15, 15)]
        group += nodes.thead("", self._row(*HEADS))
        group += nodes.tbody("", *(self._row(f"{{doc}}`{it}`", *found[it]) for it in found))
        cells, _, _, times = zip(*found.values(), strict=True)
        line = f"Together these are {sum(cells)} cells, run in {sum(times)} seconds."
        return [nodes.table("", group), nodes.paragraph("", line)]

    def _row(self, *texts: object) -> nodes.row:
        parts = (self.state.inline_text(str(it), self.lineno)[0] for it in texts)
        entries = [nodes.entry("", nodes.paragraph("", "", *it)) for it in parts]
        for i in NUMBERS:
            entries[i]["classes"] += ["text-right"]
        entries[DAY][0]["classes"] += ["text-nowrap"]
        return nodes.row("", *entries)


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.add_directive("runs", Runs)
