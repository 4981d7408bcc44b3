"""The Python of a live page, run without a page: each test takes about a second."""

import pytest

from tests.helpers.live_python import run_live_python

CELLS = '''
cells = [
    """
import ipywidgets as w
slider, text = w.IntSlider(3, description="n"), w.Label("12")
def follow(change):
    text.value = str(12 // change.new)
slider.observe(follow, "value")
display(slider)
""",
    "1 / 0",
    "text",
]
ids = [f"stored-{n:02}" for n in range(20)]
run = asyncio.create_task(bridge.run(cells, ids))
ran = await wait_for("ran")
'''
MOVE = """
(slider,) = ran["views"][0]
for value in values:
    bridge.handle(slider, json.dumps({"method": "update", "state": {"value": value}}), [])
"""


LATE_CODE = """
bridge.cell.set(2)
from ipywidgets import Label
Label("late")
try:
    bridge.display(Label("lost"))
except RuntimeError as error:
    messages.append({"kind": "refused", "text": str(error)})
"""


def of_kind(kind, messages):
    return [message for message in messages if message["kind"] == kind]


def test_live_cells_take_the_stored_ids_in_order():
    messages = run_live_python(CELLS)
    (ran,) = of_kind("ran", messages)
    (slider,), failed_view, (text,) = ran["views"]
    models = ran["models"]
    assert [models[name]["model_name"] for name in (slider, text)] == [
        "IntSliderModel",
        "LabelModel",
    ]
    assert sorted(models) == [f"stored-{n:02}" for n in range(len(models))]
    assert [models[slider]["cell"], models[text]["cell"]] == [0, 0]
    assert failed_view == []
    (error,) = of_kind("error", messages)
    assert (error["cell"], error["brief"]) == (1, "ZeroDivisionError: division by zero")


def test_moved_slider_changes_the_text_and_an_error_is_reported():
    messages = run_live_python(f"{CELLS}\nvalues = [4, 0, 6]{MOVE}")
    (ran,) = of_kind("ran", messages)
    (text,) = ran["views"][2]
    updates = [
        message["data"]["state"]["value"]
        for message in of_kind("comm_msg", messages)
        if message["id"] == text
    ]
    assert updates == ["3", "2"]
    errors = [(error["cell"], error["brief"]) for error in of_kind("error", messages)]
    assert errors[1:] == [(0, "ZeroDivisionError: integer division or modulo by zero")]


def test_widget_made_later_opens_a_comm_with_a_new_id():
    messages = run_live_python(CELLS + LATE_CODE)
    open_messages = of_kind("comm_open", messages)
    assert open_messages
    assert not [message for message in open_messages if message["id"].startswith("stored-")]
    assert {message["cell"] for message in open_messages} == {2}
    (refusal,) = of_kind("refused", messages)
    assert "set the value of an HTML widget" in refusal["text"]


HARVEST = """
import pathlib, tempfile
folder = pathlib.Path(tempfile.mkdtemp())
(folder / "harvest.py").write_text("def answer(content): return {'twice': 2 * content['n']}")
"""
ASK = """
for number, content in enumerate(contents):
    bridge.handle("requests", json.dumps({"number": number, "content": content}), [])
messages.append({"kind": "fetched", "parts": fetched})
"""


def test_request_gets_the_answer_of_the_function_in_the_settings():
    script = f"{HARVEST}\narchives['harvest'] = str(folder)\ncontents = [{{'n': 3}}, {{}}]{ASK}"
    messages = run_live_python(script)
    assert [message["data"] for message in of_kind("comm_msg", messages)] == [
        {"number": 0, "answer": {"twice": 6}},
        {"number": 1, "failed": "'n'"},
    ]
    assert of_kind("fetched", messages)[0]["parts"].count("harvest") == 1


def test_request_fails_while_its_package_is_missing():
    script = f"""{HARVEST}
contents = [{{"n": 3}}]{ASK}
archives["harvest"] = str(folder){ASK}"""
    first, second = of_kind("comm_msg", run_live_python(script))
    assert first["data"] == {"number": 0, "failed": "harvest has not come yet"}
    assert second["data"] == {"number": 0, "answer": {"twice": 6}}


def test_missing_module_fetches_the_rest_once():
    script = """
    archives["rest"] = "nowhere"
    for name in ("no_such_module", "no_such_module", "none_either"):
        try:
            __import__(name)
        except ModuleNotFoundError:
            pass
    messages.append({"kind": "fetched", "parts": fetched})
    """
    assert of_kind("fetched", run_live_python(script))[0]["parts"] == ["rest"]


RUN = """
import runner
async def fetch_part(part):
    archives[part] = str(folder)
    sys.path.insert(0, str(folder))
runner.connect(fetch_part)
async def ask(sources, targets, **more):
    await runner.answer(json.dumps({"sources": sources, "run": targets, **more}))
"""


def test_cells_run_with_the_cells_that_they_need():
    script = f"""{HARVEST}{RUN}
await ask(["n = 6", "print(n)", "m = n * 7\\nm", "n + no_name"], [2, 1, 3], files={{}})
await ask(["n = 5", "print(n)", "m = n * 7\\nm", ""], [2])
"""
    messages = run_live_python(script)
    cells_begun = [message["cell"] for message in of_kind("begin", messages)]
    assert cells_begun == [0, 2, 1, 3, 0, 2]
    assert [(message["cell"], message["text"]) for message in of_kind("show", messages)] == [
        (2, "42"),
        (2, "35"),
    ]
    assert "".join(message["text"] for message in of_kind("text", messages)) == "6\n"
    (error,) = of_kind("error", messages)
    assert (error["cell"], error["line"]) == (3, 1)
    assert error["text"].endswith("NameError: name 'no_name' is not defined")


def test_cell_runs_again_after_its_package_has_come():
    script = f"""{HARVEST}{RUN}
await ask(["import harvest\\nharvest.answer({{'n': 4}})"], [0], files={{}})
"""
    messages = run_live_python(script)
    assert len(of_kind("begin", messages)) == 2
    assert [message["text"] for message in of_kind("show", messages)] == ["{'twice': 8}"]


LIBRARY = """
(folder / "library.py").write_text("six = 6")
bridge.LIBRARIES["library"] = "library"
bridge.finder.missing.add("library")
"""


def test_library_comes_before_the_cell_that_imports_it():
    cell = "print('begun')\ntry:\n    import library\nexcept ImportError: pass\nlibrary.six * 7"
    script = f"{HARVEST}{RUN}{LIBRARY}\nawait ask([{cell!r}], [0], files={{}})\n"
    script += "messages.append({'kind': 'archives', 'names': list(archives)})"
    messages = run_live_python(script)
    assert len(of_kind("fetched", messages)) == 1
    (archives,) = of_kind("archives", messages)
    assert archives["names"] == ["rest", "library"]  # a library may import the rest
    assert {message["library"] for message in of_kind("fetch", messages)} == {"library"}
    assert "".join(message["text"] for message in of_kind("text", messages)) == "begun\n"
    assert [message["text"] for message in of_kind("show", messages)] == ["42"]


def test_missing_library_is_named_by_the_failing_import():
    cell = "import library"
    script = f"{HARVEST}{RUN}{LIBRARY}\nasync def fail(part):\n    raise OSError('no network')\n"
    script += f"runner.connect(fail)\nawait ask([{cell!r}], [0], files={{}})"
    (error,) = of_kind("error", run_live_python(script))
    assert "library could not be fetched (no network)" in error["text"]


def test_cell_with_too_much_output_is_stopped():
    script = f"""{HARVEST}{RUN}
await ask(["for n in range(1000):\\n    print('x' * 1000)", "1 + 1"], [0], files={{}})
await ask(["", "1 + 1"], [1])
"""
    messages = run_live_python(script)
    (error,) = of_kind("error", messages)
    assert "It shows more than 100,000 characters, so it was stopped." in error["text"]
    assert sum(len(message["text"]) for message in of_kind("text", messages)) <= 100_000
    assert [message["text"] for message in of_kind("show", messages)] == ["2"]


@pytest.mark.parametrize("way", ["print(TEXT, end='')", "display(HTML(TEXT))", "TEXT"])
def test_cell_may_show_the_most_characters_and_not_one_more(way):
    overhead = {"TEXT": 2}.get(way, 0)  # the quotation marks of a text
    script = f"{HARVEST}{RUN}\nfor number in (100_000, 100_001):\n"
    cell = "from IPython.display import HTML, display\n" if "HTML" in way else ""
    cell += way.replace("TEXT", f"'x' * (NUMBER - {overhead})")
    script += f"    cell = {cell!r}.replace('NUMBER', str(number))\n"
    script += "    await ask([cell], [0], files={})\n"
    messages = run_live_python(script)
    (error,) = of_kind("error", messages)
    assert "more than 100,000 characters" in error["text"]
    shown = [*of_kind("text", messages), *of_kind("show", messages)]
    assert sum(len(message["text"]) for message in shown) == 100_000
