"""The notebooks: stored outputs are those of the code, and live cells run without other cells.

nbval compares the printed outputs. It checks neither the widget state, which readers see first, nor
whether a live cell needs a cell that the page does not run. These tests do.
"""

import ast
import copy
import re
import sys
import tomllib
from datetime import date
from html import unescape
from pathlib import Path

import nbformat
import pytest
import yaml
from bs4 import BeautifulSoup
from IPython.core.formatters import DisplayFormatter
from ipywidgets import Widget

from tests.conftest import NIGHTLY_CELLS, others_slow, tool
from tests.helpers.apps import click, parts, send
from tests.helpers.markup import Parsed
from tests.helpers.selectors import PICTURE, SUMMARY

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "book" / "build"))
from notebooks import models, run  # noqa: E402
from stored_widgets import left_out  # noqa: E402

VIEW = "application/vnd.jupyter.widget-view+json"
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
LIVE_PACKAGES = {
    "games",
    "own_games",
    "games_widgets",
    "games_exercises",
    "ipywidgets",
    "anywidget",
    *sys.stdlib_module_names,
}


def live_cells(notebook):
    return [cell for cell in notebook.cells if "live" in cell.metadata.get("tags", [])]


@pytest.fixture(params=NOTEBOOKS, ids=lambda path: path.stem)
def path(request):
    return request.param


def visible_content(data, models):
    """Return what an output shows: its text, and the widget in it with all its parts."""
    view = data.get(VIEW)
    return data["text/plain"], view and stored_form(parts(models, view["model_id"]))


def stored_form(state):
    """Return a state in the form that `make notebooks` stores, where a null is a missing key."""
    if isinstance(state, list):
        return [stored_form(item) for item in state]
    if not isinstance(state, dict):
        return state
    return {key: stored_form(value) for key, value in left_out(state).items() if value is not None}


def shown_here(cells):
    """Run cells in this process, in names of their own, and yield what they show."""
    names, display = {"__name__": "__main__"}, DisplayFormatter()
    for cell in cells:
        *lines, last = ast.parse(cell.source).body
        if not isinstance(last, ast.Expr):
            exec(compile(cell.source, cell.id, "exec"), names)
            continue
        exec(compile(ast.Module(lines, []), cell.id, "exec"), names)
        value = eval(compile(ast.Expression(last.value), cell.id, "eval"), names)
        data, _ = display.format(value)
        yield visible_content(data, Widget.get_manager_state()["state"])


def test_live_cells_alone_make_the_stored_apps(path):
    stored_notebook = nbformat.read(path, as_version=4)
    cells = live_cells(stored_notebook)
    assert bool(models(stored_notebook)) == bool(cells)
    outputs = [output for cell in cells for output in cell.outputs]
    for output, fresh in zip(outputs, shown_here(cells), strict=True):
        assert fresh == visible_content(output.data, models(stored_notebook))


@pytest.mark.parametrize("name", others_slow([path.stem for path in NOTEBOOKS], "live_notebook"))
def test_live_cells_in_a_kernel_have_the_stored_ids(name, tmp_path):
    """Most faults are found by a quicker twin, `test_live_cells_alone_make_the_stored_apps`."""
    stored_notebook = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
    if not live_cells(stored_notebook):
        return
    single = copy.deepcopy(stored_notebook)
    single.cells = copy.deepcopy(live_cells(stored_notebook))
    nbformat.write(single, tmp_path / f"{name}.ipynb")
    rebuilt = run(tmp_path / f"{name}.ipynb")
    assert models(rebuilt) == models(stored_notebook)
    for old, new in zip(live_cells(stored_notebook), rebuilt.cells, strict=True):
        # An output has the number of its cell, which differs in a run of only the live cells.
        assert [output.data for output in old.outputs] == [output.data for output in new.outputs]


def test_cells_of_the_night_exist():
    for name, twins in NIGHTLY_CELLS.items():
        notebook = nbformat.read(ROOT / "book" / f"{name}.ipynb", as_version=4)
        assert set(twins) <= {cell.id for cell in notebook.cells}


def test_live_cells_import_only_what_the_page_has(path):
    for cell in live_cells(nbformat.read(path, as_version=4)):
        imports = re.findall(r"^(?:from|import)\s+(\w+)", cell.source, flags=re.MULTILINE)
        assert set(imports) <= LIVE_PACKAGES
        assert "remove-input" not in cell.metadata.tags  # the page reads the source from its text


def test_notebook_is_complete_and_clean(path):
    notebook = nbformat.read(path, as_version=4)
    counts = [cell.execution_count for cell in notebook.cells if cell.cell_type == "code"]
    assert counts == list(range(1, len(counts) + 1)), "run `make notebooks`"
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output.output_type != "error"
            assert output.get("name") != "stderr", cell.source
            if output.output_type == "stream":
                assert output.text.count("\n") <= 40, "an output of more than a screen"
    ids = [cell.id for cell in notebook.cells]
    assert len(set(ids)) == len(ids)


def test_cells_are_short(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            lines = cell.source.splitlines()
            assert len(lines) <= 16, cell.source
            assert max(map(len, lines)) <= 80, cell.source  # the height of a page without scrolling


def test_notebook_needs_no_file_beside_it(path):
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "code":
            assert not re.search(r"\bopen\(|\bPath\b|\bread_(text|bytes|csv)\b", cell.source), (
                cell.source
            )


def test_solutions_are_folded_in_jupyterlab(path):
    in_solution = False
    for cell in nbformat.read(path, as_version=4).cells:
        if cell.cell_type == "markdown":
            for edge in re.findall(r"\{solution-(start|end)\}", cell.source):
                in_solution = edge == "start"
        elif cell.cell_type == "code":
            fold_tags = {"source_hidden": True, "outputs_hidden": True} if in_solution else {}
            assert cell.metadata.get("jupyter", {}) == fold_tags, cell.source


def test_captions_say_what_to_see(path):
    for cell in nbformat.read(path, as_version=4).cells:
        data = [output.get("data", {}) for output in cell.get("outputs", [])]
        for svg in [output["image/svg+xml"] for output in data if "image/svg+xml" in output]:
            (width,) = re.findall(r'<svg [^>]*?width="(.+?)pt"', svg)
            assert float(width) <= 360, cell.source  # five inches, which fit on a phone
        if {kind for output in data for kind in output} & {"image/png", "image/svg+xml"}:
            myst = cell.metadata.get("mystnb", {})
            assert len(myst["image"]["alt"]) > 40, cell.source
            assert len(myst["figure"]["caption"]) > 40, cell.source


def text_of(notebook):
    """Return the running text of a notebook: no code, exercises or solutions, "…" for a formula."""
    text = "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    for pattern, instead in (
        (r"(?ms)^```\{solution-start\}.*?^```\{solution-end\}\n```", " "),
        (r"(?ms)^(:{3,})\{exercise[^\n]*\n.*?^\1\s*$", " "),
        (r"(?ms)^(`{3,}).*?^\1\s*$", " "),
        (r"(?s)\$\$.*?\$\$|\$[^$]*\$", "…"),
        (r"(?m)^:[\w-]+:.*$|^:{3,}.*$|^\(.*\)=$", " "),
        (r"\{[\w:]+\}(?=`)|<[^>`]*>(?=`)", " "),
    ):
        text = re.sub(pattern, instead, text)
    return text


def prose(notebook):
    """Return the words of the running text."""
    return re.findall(r"[A-Za-zÀ-ž][\w’'-]*", re.sub("</?span[^>]*>", "", text_of(notebook)))


CORE = [
    entry["file"]
    for entry in yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"][0]["chapters"]
]


@pytest.mark.parametrize("page", CORE)
def test_chapter_has_a_recap_and_exercises(page):
    assert 2000 < len(prose(nbformat.read(ROOT / f"{page}.ipynb", as_version=4))) <= 4000


@pytest.mark.parametrize("page", ["book/index", *CORE, "book/toolkit", "book/your_game"])
def test_page_begins_with_its_stage(page):
    title, stage, *_ = nbformat.read(ROOT / f"{page}.ipynb", as_version=4).cells
    assert len(title.source) < 550  # half the screen of a phone
    assert "live" in stage.metadata.get("tags", [])


def test_large_numbers_in_texts_have_no_comma(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    assert re.findall(r"\b\d+,\d{3}\b", text) == []  # 65 280, as everywhere


def test_captions_do_not_begin_alike(path):
    notebook = nbformat.read(path, as_version=4)
    captions = [cell.metadata.get("mystnb", {}).get("figure", {}) for cell in notebook.cells]
    assert not [
        caption for caption in captions if re.search(r"\bSee (that|how|which)", str(caption))
    ]


def questions_of(notebook):
    """Yield each live question, its right answer, and the text before it."""
    names, earlier_text = {}, ""
    for cell in notebook.cells:
        texts_told = [cell.source] if cell.cell_type == "markdown" else [str(cell.metadata)]
        for output in cell.get("outputs", []):
            texts_told += [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
        if "live" in cell.metadata.get("tags", []):
            *lines, last = ast.parse(cell.source).body
            if "Then you see the answer" not in "".join(texts_told):
                lines = [
                    statement
                    for statement in lines
                    if isinstance(statement, ast.Import | ast.ImportFrom)
                ]
                last = None
            exec(compile(ast.Module(lines, []), cell.id, "exec"), names)
            if last:
                surface = eval(compile(ast.Expression(last.value), cell.id, "eval"), names)
                yield Parsed(surface.menu).text, right_answer(surface), earlier_text
        earlier_text = "\n".join([earlier_text, *texts_told])


def right_answer(surface):
    """Return the right answer: an option, or a number with its unit."""
    assert "The answer" not in str(surface.get_state())
    options = [value for act, value in Parsed(surface.html).acts() if act == "guess" and value]
    send(surface, {"act": "guess", "value": options[0] if options else "1"})
    click(surface, "reveal")
    answer = surface.summary.partition("The answer: ")[2]
    starts = [option for option in options if answer.startswith(option)]
    return max(starts, key=len) if starts else re.match(r"[\d.]*\d( [a-z%]+)?", answer)[0]


def numbers(text):
    text = re.sub(r"(?<=\d)(?:\\,|[,\s])(?=\d{3}(?!\d))", "", text)
    return [float(text) for text in re.findall(r"(?<![\w.^-])\d+(?:\.\d+)?", text)]


def given_away(answer, question, earlier_text):
    """Return whether a text contains an answer: its words, or a number near it."""
    if answer.lower() in earlier_text.lower() and answer not in question and len(answer) > 3:
        return True
    number = next(iter(numbers(answer)), 0)
    tolerance = 0.1 if answer.startswith("about") else 0.003
    near_numbers = [
        value for value in numbers(earlier_text) if abs(value - number) <= tolerance * number
    ]
    return bool(near_numbers) and (number >= 20 or number % 1 > 0)


RIGHT = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["answers"]


def test_answer_is_right_and_not_given_away_before(path):
    answers = []
    for question, answer, earlier_text in questions_of(nbformat.read(path, as_version=4)):
        assert not given_away(answer, question, earlier_text), (question, answer)
        answers.append(answer.replace(",", ""))
    assert ", ".join(answers) == RIGHT.get(path.stem, "")


@pytest.mark.parametrize(
    ("answer", "earlier_text"),
    [
        ("about 4000", "it takes $3781$ turns"),
        ("about 40 000", "it takes $37\\,810$ turns"),
        ("34.44 %", "Yvonne has 0.344 of the games, 34.4 %."),
        ("6 tosses", "On average it takes 6 tosses."),
        ("exactly 1/2", "**Exactly 1/2**, whatever you do."),
    ],
)
def test_answer_that_is_given_away_is_detected(answer, earlier_text):
    assert given_away(answer, "How many?", earlier_text)


def test_glossary_leads_to_the_uses_of_its_terms():
    titles, words = {}, {}
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        links = (" ".join(text.split()) for text in re.findall(r"\{term\}`([^`]+)`", text))
        terms_met = {re.sub(r".*<(.+)>", r"\1", link).lower() for link in links}
        for label in re.findall(r"(?m)^\(([\w-]+)\)=$", text):
            titles[label], words[label] = re.search("(?m)^# (.+)$", text)[1], terms_met
    glossary = (ROOT / "book" / "glossary.md").read_text("utf-8")
    entries = glossary.partition(":::{glossary}\n")[2].partition("\n:::")[0].split("\n\n")
    assert len(entries) > 60
    for entry in entries:
        names = {line.lower() for line in re.findall(r"(?m)^(\S.*)$", entry)}
        places = re.findall(r"([A-Z][\w\s]*):\s+\{ref\}`([\w-]+)`", entry)
        assert any(names & words[label] for _, label in places), entry
        for chapter, label in places:
            assert f"{titles[label]} ".startswith(" ".join(chapter.split()) + " "), entry


@pytest.mark.book
def test_page_of_runs_lists_each_notebook():
    text = (ROOT / "_build" / "html" / "book" / "runs.html").read_text("utf-8")
    rows = [
        [
            unescape(re.sub("<[^>]+>", "", text)).strip()
            for text in re.findall(r"(?s)<td.*?</td>", row)
        ]
        for row in re.findall(r"(?s)<tr.*?</tr>", text)
    ]
    stored_notebooks = [nbformat.read(path, as_version=4) for path in NOTEBOOKS]
    runs = {
        re.search("^# (.+)$", stored_notebook.cells[0].source, re.MULTILINE)[1]: stored_notebook
        for stored_notebook in stored_notebooks
    }
    assert len(runs) == len(NOTEBOOKS)
    assert {title for title, *_ in filter(None, rows)} == set(runs)
    for title, cells, *figures in filter(None, rows):
        assert int(cells) == sum(cell.cell_type == "code" for cell in runs[title].cells)
        run = runs[title].metadata["run"]
        assert figures == [run["on"], run["python"], str(run["seconds"])]
        assert run["python"].startswith("3.11.")
        assert date(2026, 11, 1) < date.fromisoformat(run["on"]) <= date.today()


def test_live_sentence_breaks_like_the_stored_one():
    live = (ROOT / "book/widgets/games_widgets/apps/html_widget.js").read_text("utf-8")
    assert f"/{tool('line_breaks').INNER_SPACE.pattern}/g;" in live


def test_stored_text_stays_text():
    models = {
        "app": {
            "state": {"title": "<i>T</i>", "children": [f"IPY_MODEL_{letter}" for letter in "abcd"]}
        },
        "a": {"state": {"summary": "1 < 2 & <b>", "html": "<p>drawn</p>"}},
        "b": {
            "model_name": "IntSliderModel",
            "state": {"description": "n <", "value": "<script>"},
        },
        "c": {"model_name": "ButtonModel", "state": {"description": "Try < it"}},
        "d": {
            "model_name": "TextareaModel",
            "state": {"description": "Code", "value": "a </textarea>", "rows": 3},
        },
    }
    markup = tool("stored_pictures").stored_markup(models, "app")
    soup = BeautifulSoup(markup, "html.parser")
    assert soup.find(role="heading").text == "<i>T</i>"
    assert soup.select_one(SUMMARY).text == "1 < 2 & <b>"
    assert soup.select_one(f"{SUMMARY} + {PICTURE} > p").text == "drawn"
    assert "<div>n &lt;: &lt;script&gt;</div>" in markup
    assert "<div>Try &lt; it</div>" in markup
    assert '<textarea rows="3" readonly>a &lt;/textarea&gt;</textarea>' in markup


def test_exercises_have_a_level(path):
    all_levels = set(tool("lessons").LEVELS)
    for cell in nbformat.read(path, as_version=4).cells:
        levels = set(cell.metadata.get("tags", [])) & all_levels
        assert len(levels) == len(re.findall("^:+{exercise}", cell.source, re.MULTILINE))
