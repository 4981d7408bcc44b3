"""Run notebooks and store what they show, so that an unchanged notebook gives no diff.

    python book/build/notebooks.py [NOTEBOOK ...]      all of book/ without arguments

Outputs and widget state are stored in the notebook: the book is built from them, and readers see
them before Python runs in their page. Model ids, new in each run, become counters in the order in
which the widgets were made; the page gives out the same ids when it runs the live cells again.

`run` in the metadata says on which day a notebook was run, by which Python and in how many seconds.
It stays as it is when a later run by the same Python shows the same. Once _config.yml has the
address of the repository, each notebook begins with a cell that gets the package
(launch_buttons.py).
"""

import json
import os
import re
import sys
import time
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

sys.path.insert(0, str(Path(__file__).parent))
import launch_buttons as elsewhere
from stored_widgets import left_out, models

BOOK = Path(__file__).parents[1]
FOLDER, KERNEL = TemporaryDirectory(prefix="kernels"), count()


def sockets() -> dict[str, str]:
    """Return how to speak with a kernel: by files, where there are sockets that are files.

    A port that was free when it was chosen may be taken when the kernel comes to use it.
    """
    if os.name != "posix":
        return {}
    return {"transport": "ipc", "ip": f"{FOLDER.name}/{next(KERNEL)}"}


class Kernel(AsyncKernelManager):
    """A kernel to speak with as `sockets` says."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**sockets(), **options)


def run(path: Path) -> nbformat.NotebookNode:
    """Return the notebook with fresh outputs and widget state, normalised."""
    notebook = nbformat.read(path, as_version=4)
    before = dict(notebook.metadata.get("run", {}))
    stored = nbformat.writes(notebook)
    notebook.metadata.pop("widgets", None)
    start(notebook, elsewhere.address())
    began = time.monotonic()
    NotebookClient(
        notebook,
        kernel_manager_class=Kernel,
        timeout=120,
        record_timing=False,
        store_widget_state=True,
        resources={"metadata": {"path": str(BOOK)}},
    ).execute()
    seconds = max(1, round(time.monotonic() - began))
    python = notebook.metadata.language_info.version
    fresh = normalise(notebook)
    if before.get("python") != python or nbformat.writes(fresh) != stored:
        today = date.today().isoformat()
        fresh.metadata["run"] = {"on": today, "python": python, "seconds": seconds}
    return fresh


def start(notebook: nbformat.NotebookNode, address: str) -> None:
    """Have a notebook begin with the cell that gets the package, or without it."""
    cells = [cell for cell in notebook.cells if cell.id != elsewhere.CELL]
    if address:
        cells = [nbformat.from_dict(it) for it in elsewhere.begun(cells, address)]
    notebook.cells = cells


def normalise(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return the notebook without what differs from run to run or from machine to machine."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python", "file_extension": ".py", "pygments_lexer": "ipython3"},
        **{key: notebook.metadata[key] for key in ("run", "widgets") if key in notebook.metadata},
    }
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _joined(cell.outputs)
    stored = models(notebook)
    for model in stored.values():
        # a null says no more than a missing key, and takes 40 % of the space
        state = {key: value for key, value in model["state"].items() if value is not None}
        model["state"] = left_out(state)
    numbers = {model_id: f"{n:032x}" for n, model_id in enumerate(stored, start=1)}
    if not numbers:
        return notebook
    text = re.sub(
        r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])",  # also in "IPY_MODEL_0123…", where \b is not
        lambda found: numbers.get(found[0], found[0]),
        nbformat.writes(notebook),
    )
    fresh: nbformat.NotebookNode = nbformat.reads(text, as_version=4)
    return fresh


def _joined(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Return the outputs with the pieces of one stream joined: where it broke is chance."""
    joined: list[nbformat.NotebookNode] = []
    for output in outputs:
        before = joined[-1] if joined else None
        if output.output_type == "stream" and before and before.get("name") == output.name:
            before.text += output.text
        else:
            joined.append(output)
    return joined


def main(names: list[str]) -> None:
    """Run the named notebooks, or all; write those that changed."""
    for path in [Path(name) for name in names] or sorted(BOOK.glob("*.ipynb")):
        try:
            text = nbformat.writes(run(path)) + "\n"
        except CellExecutionError as error:
            sys.exit(f"{path.name}: {error}")
        changed = text != path.read_text(encoding="utf-8")
        if changed:
            path.write_text(text, encoding="utf-8")
        size = len(json.dumps(text)) / 1024
        print(f"{path.name}: {'changed' if changed else 'unchanged'}, {size:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
