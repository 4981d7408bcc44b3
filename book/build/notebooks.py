"""Run notebooks and store their outputs. An unchanged notebook gives no diff.

    python book/build/notebooks.py [NOTEBOOK ...]      all of book/ without arguments

Outputs and widget state are stored in the notebook. The book is built from them, and readers see
them before Python runs in their page. Model ids, which are new in each run, become counters in the
order of creation. The page gives the same ids when it runs the live cells again.

`run` in the metadata has the day of the run, the version of Python and the seconds. It does not
change when a later run by the same Python has the same outputs. Once _config.yml has the address of
the repository, each notebook begins with a cell that installs the package (launch_buttons.py).
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
    """Return the settings of the connection to a kernel: socket files, if the system has them.

    Another process may take a free port before the kernel uses it.
    """
    if os.name != "posix":
        return {}
    return {"transport": "ipc", "ip": f"{FOLDER.name}/{next(KERNEL)}"}


class Kernel(AsyncKernelManager):
    """A kernel with the connection of `sockets`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**sockets(), **options)


def run(path: Path) -> nbformat.NotebookNode:
    """Return the notebook with fresh outputs and widget state, normalised."""
    notebook = nbformat.read(path, as_version=4)
    earlier_run = dict(notebook.metadata.get("run", {}))
    stored_text = nbformat.writes(notebook)
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
    if earlier_run.get("python") != python or nbformat.writes(fresh) != stored_text:
        today = date.today().isoformat()
        fresh.metadata["run"] = {"on": today, "python": python, "seconds": seconds}
    return fresh


def start(notebook: nbformat.NotebookNode, address: str) -> None:
    """Add the first cell that installs the package, or remove it."""
    cells = [cell for cell in notebook.cells if cell.id != elsewhere.CELL]
    if address:
        cells = [nbformat.from_dict(cell) for cell in elsewhere.with_first_cell(cells, address)]
    notebook.cells = cells


def normalise(notebook: nbformat.NotebookNode) -> nbformat.NotebookNode:
    """Return the notebook without parts that differ between runs or machines."""
    notebook.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python", "file_extension": ".py", "pygments_lexer": "ipython3"},
        **{key: notebook.metadata[key] for key in ("run", "widgets") if key in notebook.metadata},
    }
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)
        if cell.cell_type == "code":
            cell.outputs = _join_streams(cell.outputs)
    stored_text = models(notebook)
    for model in stored_text.values():
        # A null means the same as a missing key, and takes 40 % of the space.
        state = {key: value for key, value in model["state"].items() if value is not None}
        model["state"] = left_out(state)
    numbers = {model_id: f"{n:032x}" for n, model_id in enumerate(stored_text, start=1)}
    if not numbers:
        return notebook
    text = re.sub(
        r"(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])",  # also in "IPY_MODEL_0123…", where \b is not
        lambda match: numbers.get(match[0], match[0]),
        nbformat.writes(notebook),
    )
    fresh: nbformat.NotebookNode = nbformat.reads(text, as_version=4)
    return fresh


def _join_streams(outputs: list[nbformat.NotebookNode]) -> list[nbformat.NotebookNode]:
    """Return the outputs with the pieces of each stream joined, since their ends are random."""
    outputs_joined: list[nbformat.NotebookNode] = []
    for output in outputs:
        last_output = outputs_joined[-1] if outputs_joined else None
        if (
            output.output_type == "stream"
            and last_output
            and last_output.get("name") == output.name
        ):
            last_output.text += output.text
        else:
            outputs_joined.append(output)
    return outputs_joined


def main(names: list[str]) -> None:
    """Run the named notebooks, or all, and write the changed ones."""
    for path in [Path(name) for name in names] or sorted(BOOK.glob("*.ipynb")):
        try:
            text = nbformat.writes(run(path)) + "\n"
        except CellExecutionError as error:
            sys.exit(f"{path.name}: {error}")
        has_changed = text != path.read_text(encoding="utf-8")
        if has_changed:
            path.write_text(text, encoding="utf-8")
        size = len(json.dumps(text)) / 1024
        print(f"{path.name}: {'changed' if has_changed else 'unchanged'}, {size:.0f} KB")


if __name__ == "__main__":
    main(sys.argv[1:])
