"""The stored form of a notebook is the same for each run and each machine."""

import nbformat
import pytest

from tests.conftest import tool

notebooks, STATE = tool("notebooks"), tool("stored_widgets").STATE
FIRST_ID, SECOND_ID = "0123456789abcdef0123456789abcdef", "fedcba9876543210fedcba9876543210"


def stream(text, name="stdout"):
    return nbformat.v4.new_output("stream", name=name, text=text)


def ran(*outputs, state=None, **metadata):
    """Return a notebook of one cell after a run."""
    cell = nbformat.v4.new_code_cell("1", outputs=list(outputs), id="one")
    cell.metadata["execution"] = {"iopub.status.busy": "today"}
    if state:
        models = {key: {"state": value} for key, value in state.items()}
        metadata["widgets"] = {STATE: {"state": models}}
    return nbformat.v4.new_notebook(cells=[cell], metadata=metadata)


def test_pieces_of_one_stream_are_joined():
    mixed_streams = ran(stream("a\n"), stream("b\n"), stream("c\n", "stderr"), stream("d\n"))
    (cell,) = notebooks.normalise(mixed_streams).cells
    assert [(output.name, output.text) for output in cell.outputs] == [
        ("stdout", "a\nb\n"),
        ("stderr", "c\n"),
        ("stdout", "d\n"),
    ]


def test_models_are_numbered_in_the_order_of_creation():
    state = {
        SECOND_ID: {"children": [f"IPY_MODEL_{FIRST_ID}"], "tooltip": None},
        FIRST_ID: {"value": 1},
    }
    view = nbformat.v4.new_output(
        "display_data", {"application/vnd.jupyter.widget-view+json": {"model_id": SECOND_ID}}
    )
    stored_outputs = notebooks.normalise(ran(view, state=state))
    models = notebooks.models(stored_outputs)
    assert set(models) == {f"{1:032x}", f"{2:032x}"}
    assert models[f"{1:032x}"]["state"] == {"children": [f"IPY_MODEL_{2:032x}"]}  # no null
    widget_view = (
        stored_outputs.cells[0].outputs[0].data["application/vnd.jupyter.widget-view+json"]
    )
    assert widget_view.model_id == f"{1:032x}"


def test_stored_notebook_has_no_machine_and_no_time():
    stored_outputs = notebooks.normalise(
        ran(kernelspec={"name": "mine", "display_name": "Mine"}, papermill={}, run={"seconds": 1})
    )
    assert set(stored_outputs.metadata) == {"kernelspec", "language_info", "run"}
    assert stored_outputs.metadata.kernelspec.name == "python3"
    assert "version" not in stored_outputs.metadata.language_info
    assert stored_outputs.cells[0].metadata == {}


@pytest.mark.parametrize(
    ("shows", "python", "is_new"),
    [("1", "3.11.1", False), ("2", "3.11.1", True), ("1", "3.12", True)],
)
def test_run_date_changes_only_with_the_outputs(tmp_path, monkeypatch, shows, python, is_new):
    earlier_run = {"on": "2020-01-01", "python": "3.11.1", "seconds": 7}
    path = tmp_path / "one.ipynb"
    nbformat.write(notebooks.normalise(ran(stream("1"), run=earlier_run)), path)

    class Client:
        def __init__(self, notebook, **options):
            self.notebook = notebook

        def execute(self):
            self.notebook.metadata.language_info.version = python
            self.notebook.cells[0].outputs = [stream(shows)]

    monkeypatch.setattr(notebooks, "NotebookClient", Client)
    run_stored = notebooks.run(path).metadata["run"]
    assert (run_stored != earlier_run) == is_new
    assert run_stored["python"] == python
