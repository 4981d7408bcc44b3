"""Sphinx extension: a table of the last run of each notebook.

    ```{runs}
    ```

is a table of all notebooks: the day, the Python and the seconds of the run, which notebooks.py has
stored. A build runs no notebook.
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
NUMBERS = (1, 4)  # the columns with alignment to the right
DAY = 2  # the column without line breaks


def run(notebook: Path) -> tuple[int, str, str, int]:
    """Return the number of code cells of a notebook, and the day, Python and time of its run."""
    content = json.loads(notebook.read_text("utf-8"))
    cells = sum(cell["cell_type"] == "code" for cell in content["cells"])
    stored_run = content["metadata"]["run"]
    return cells, stored_run["on"], stored_run["python"], stored_run["seconds"]


class Runs(SphinxDirective):
    """A table of all runs, with their total time."""

    def run(self) -> list[nodes.Node]:
        """Return the table and a line below it."""
        paths = [lessons.BOOK / f"{page}.ipynb" for page in ("index", *lessons.pages())]
        for path in paths:
            self.env.note_dependency(str(path))
        runs = {path.stem: run(path) for path in paths}
        group = nodes.tgroup(cols=len(HEADS))
        group += [nodes.colspec(colwidth=width) for width in (40, 10, 20, 15, 15)]
        group += nodes.thead("", self._row(*HEADS))
        group += nodes.tbody("", *(self._row(f"{{doc}}`{name}`", *runs[name]) for name in runs))
        cells, _, _, times = zip(*runs.values(), strict=True)
        line = f"Together these are {sum(cells)} cells, run in {sum(times)} seconds."
        return [nodes.table("", group), nodes.paragraph("", line)]

    def _row(self, *texts: object) -> nodes.row:
        parts = (self.state.inline_text(str(text), self.lineno)[0] for text in texts)
        entries = [nodes.entry("", nodes.paragraph("", "", *children)) for children in parts]
        for i in NUMBERS:
            entries[i]["classes"] += ["text-right"]
        entries[DAY][0]["classes"] += ["text-nowrap"]
        return nodes.row("", *entries)


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.add_directive("runs", Runs)
