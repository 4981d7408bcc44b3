"""Sphinx extension: which notebook was run when, by which Python, and how long it took.

    ```{runs}
    ```

is a table of all notebooks, from what notebooks.py has stored in them: a build runs nothing.
"""

import json
import sys
from pathlib import Path
from typing import NamedTuple

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

sys.path.insert(0, str(Path(__file__).parent))
import lessons

HEADS = ("notebook", "cells", "run on", "Python", "seconds")
NUMBERS = (1, 4)  # the columns that are set to the right
DAY = 2  # the column that is not broken


class Run(NamedTuple):
    """How a notebook was run.

    Attributes:
        page: its name.
        cells: how many cells of code it has.
        on: the day.
        python: the version of Python.
        seconds: how long it took.
    """

    page: str
    cells: int
    on: str
    python: str
    seconds: int


def runs() -> list[Run]:
    """Return how each notebook was run, in the order of the table of contents."""
    return [run(page) for page in ["index", *lessons.pages()]]


def run(page: str) -> Run:
    """Return how a notebook was run."""
    notebook = json.loads((lessons.BOOK / f"{page}.ipynb").read_text("utf-8"))
    cells = sum(it["cell_type"] == "code" for it in notebook["cells"])
    return Run(page, cells, **notebook["metadata"]["run"])


class Runs(SphinxDirective):
    """All runs as a table, with how long they took together."""

    def run(self) -> list[nodes.Node]:
        """Return the table and a line below it."""
        found = runs()
        for it in found:
            self.env.note_dependency(str(lessons.BOOK / f"{it.page}.ipynb"))
        group = nodes.tgroup(cols=len(HEADS))
        group += [nodes.colspec(colwidth=it) for it in (40, 10, 20, 15, 15)]
        group += nodes.thead("", self._row(*HEADS))
        group += nodes.tbody("", *(self._row(f"{{doc}}`{it.page}`", *it[1:]) for it in found))
        cells, seconds = sum(it.cells for it in found), sum(it.seconds for it in found)
        line = f"Together these are {cells} cells, run in {seconds} seconds."
        return [nodes.table("", group), nodes.paragraph("", line)]

    def _row(self, *texts: object) -> nodes.row:
        parts = (self.state.inline_text(str(it), self.lineno)[0] for it in texts)
        entries = [nodes.entry("", nodes.paragraph("", "", *it)) for it in parts]
        for i in NUMBERS:
            entries[i]["classes"] += ["text-right"]
        entries[DAY]["classes"] += ["text-nowrap"]
        return nodes.row("", *entries)


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.add_directive("runs", Runs)
