"""The notebooks: what is stored is what the code gives, and live cells stand on their own.

nbval compares the printed outputs. It never sees the widget state that readers see first, nor
whether a live cell leans on one that the page does not run: that is tested here.
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

from tests.conftest import tool
from tests.helpers.apps import click, send
from tests.helpers.markup import Parsed

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "book" / "build"))
from notebooks import models, run  # noqa: E402

NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))
LIVE_PACKAGES = {
    "games",
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


def test_live_cells_alone_rebuild_the_stored_apps(path, tmp_path):
    stored = nbformat.read(path, as_version=4)
    assert bool(models(stored)) == bool(live_cells(stored))
    if not live_cells(stored):
        return
    alone = copy.deepcopy(stored)
    alone.cells = copy.deepcopy(live_cells(stored))
    nbformat.write(alone, tmp_path / path.name)
    rebuilt = run(tmp_path / path.name)
    assert models(rebuilt) == models(stored)
    for old, new in zip(live_cells(stored), rebuilt.cells, strict=True):
        # an output carries the number of its cell, which is another one among live cells alone
        assert [output.data for output in old.outputs] == [output.data for output in new.outputs]


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
            assert max(map(len, lines)) <= 80, cell.source  # what a page shows without scrolling


def test_a_notebook_needs_no_file_beside_it(path):
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
            folded = {"source_hidden": True, "outputs_hidden": True} if in_solution else {}
            assert cell.metadata.get("jupyter", {}) == folded, cell.source


def test_figures_say_what_to_see(path):
    for cell in nbformat.read(path, as_version=4).cells:
        data = [it.get("data", {}) for it in cell.get("outputs", [])]
        for svg in [it["image/svg+xml"] for it in data if "image/svg+xml" in it]:
            (wide,) = re.findall(r'<svg [^>]*?width="(.+?)pt"', svg)
            assert float(wide) <= 360, cell.source  # five inches: a phone shows all of it
        if {kind for it in data for kind in it} & {"image/png", "image/svg+xml"}:
            myst = cell.metadata.get("mystnb", {})
            assert len(myst["image"]["alt"]) > 40, cell.source
            assert len(myst["figure"]["caption"]) > 40, cell.source


def told(notebook):
    """Return what a reader has to read: no code, exercises or solutions, "…" for a formula."""
    text = "\n\n".join(it.source for it in notebook.cells if it.cell_type == "markdown")
    for left_out, instead in (
        (r"(?ms)^```\{solution-start\}.*?^```\{solution-end\}\n```", " "),
        (r"(?ms)^(:{3,})\{exercise[^\n]*\n.*?^\1\s*$", " "),
        (r"(?ms)^(`{3,}).*?^\1\s*$", " "),
        (r"(?s)\$\$.*?\$\$|\$[^$]*\$", "…"),
        (r"(?m)^:[\w-]+:.*$|^:{3,}.*$|^\(.*\)=$", " "),
        (r"\{[\w:]+\}(?=`)|<[^>`]*>(?=`)", " "),
    ):
        text = re.sub(left_out, instead, text)
    return text


def prose(notebook):
    """Return the words that a reader has to read."""
    return re.findall(r"[A-Za-zÀ-ž][\w’'-]*", re.sub("</?span[^>]*>", "", told(notebook)))


CORE = [
    it["file"]
    for it in yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"][0]["chapters"]
]


@pytest.mark.parametrize("page", CORE)
def test_a_chapter_can_be_finished(page):
    assert 2000 < len(prose(nbformat.read(ROOT / f"{page}.ipynb", as_version=4))) <= 4000


@pytest.mark.parametrize("page", ["book/index", *CORE, "book/toolkit", "book/your_game"])
def test_a_page_begins_with_its_stage(page):
    title, stage, *_ = nbformat.read(ROOT / f"{page}.ipynb", as_version=4).cells
    assert len(title.source) < 550  # half the screen of a phone
    assert "live" in stage.metadata.get("tags", [])


def test_a_large_number_in_the_text_has_no_comma(path):
    cells = nbformat.read(path, as_version=4).cells
    text = "\n".join(it.source for it in cells if it.cell_type == "markdown")
    assert re.findall(r"\b\d+,\d{3}\b", text) == []  # 65 280, as everywhere


def test_no_caption_begins_as_all_do(path):
    notebook = nbformat.read(path, as_version=4)
    captions = [it.metadata.get("mystnb", {}).get("figure", {}) for it in notebook.cells]
    assert not [it for it in captions if re.search(r"\bSee (that|how|which)", str(it))]


def asked(notebook):
    """Yield each live question: the question, its right answer, and what stands before it."""
    names, before = {}, ""
    for cell in notebook.cells:
        told = [cell.source] if cell.cell_type == "markdown" else [str(cell.metadata)]
        for output in cell.get("outputs", []):
            told += [output.get("text", ""), output.get("data", {}).get("text/plain", "")]
        if "live" in cell.metadata.get("tags", []):
            *lines, last = ast.parse(cell.source).body
            if "then the answer is revealed" not in "".join(told):
                lines = [it for it in lines if isinstance(it, ast.Import | ast.ImportFrom)]
                last = None
            exec(compile(ast.Module(lines, []), cell.id, "exec"), names)
            if last:
                surface = eval(compile(ast.Expression(last.value), cell.id, "eval"), names)
                yield Parsed(surface.menu).text, answered(surface), before
        before = "\n".join([before, *told])


def answered(surface):
    """Return the right answer: an option, or a number with its unit."""
    assert "The answer" not in str(surface.get_state())
    options = [value for act, value in Parsed(surface.html).acts() if act == "guess" and value]
    send(surface, {"act": "guess", "value": options[0] if options else "1"})
    click(surface, "reveal")
    answer = surface.summary.partition("The answer: ")[2]
    starts = [it for it in options if answer.startswith(it)]
    return max(starts, key=len) if starts else re.match(r"[\d.]*\d( [a-z%]+)?", answer)[0]


def numbers(text):
    text = re.sub(r"(?<=\d)(?:\\,|[,\s])(?=\d{3}(?!\d))", "", text)
    return [float(it) for it in re.findall(r"(?<![\w.^-])\d+(?:\.\d+)?", text)]


def given_away(answer, question, before):
    """Say whether a reader has seen an answer: its words, or a number near it."""
    if answer.lower() in before.lower() and answer not in question and len(answer) > 3:
        return True
    number = next(iter(numbers(answer)), 0)
    near = 0.1 if answer.startswith("about") else 0.003
    told = [it for it in numbers(before) if abs(it - number) <= near * number]
    return bool(told) and (number >= 20 or number % 1 > 0)


RIGHT = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))["answers"]


def test_an_answer_is_right_and_does_not_stand_before_its_question(path):
    answers = []
    for question, answer, before in asked(nbformat.read(path, as_version=4)):
        assert not given_away(answer, question, before), (question, answer)
        answers.append(answer.replace(",", ""))
    assert ", ".join(answers) == RIGHT.get(path.stem, "")


@pytest.mark.parametrize(
    ("answer", "before"),
    [
        ("about 4000", "it takes $3781$ turns"),
        ("about 40 000", "it takes $37\\,810$ turns"),
        ("34.44 %", "Yvonne has 0.344 of the games, 34.4 %."),
        ("6 tosses", "On average it takes 6 tosses."),
        ("exactly 1/2", "**Exactly 1/2**, whatever you do."),
    ],
)
def test_an_answer_that_is_given_away_is_seen(answer, before):
    assert given_away(answer, "How many?", before)


def test_the_glossary_leads_to_where_its_words_are_used():
    titles, words = {}, {}
    for path in NOTEBOOKS:
        cells = nbformat.read(path, as_version=4).cells
        text = "\n".join(it.source for it in cells if it.cell_type == "markdown")
        links = (" ".join(it.split()) for it in re.findall(r"\{term\}`([^`]+)`", text))
        met = {re.sub(r".*<(.+)>", r"\1", it).lower() for it in links}
        for label in re.findall(r"(?m)^\(([\w-]+)\)=$", text):
            titles[label], words[label] = re.search("(?m)^# (.+)$", text)[1], met
    glossary = (ROOT / "book" / "glossary.md").read_text("utf-8")
    entries = glossary.partition(":::{glossary}\n")[2].partition("\n:::")[0].split("\n\n")
    assert len(entries) > 60
    for entry in entries:
        names = {it.lower() for it in re.findall(r"(?m)^(\S.*)$", entry)}
        places = re.findall(r"([A-Z][\w\s]*):\s+\{ref\}`([\w-]+)`", entry)
        assert any(names & words[label] for _, label in places), entry
        for chapter, label in places:
            assert f"{titles[label]} ".startswith(" ".join(chapter.split()) + " "), entry


@pytest.mark.book
def test_the_page_of_runs_tells_how_each_notebook_was_run():
    text = (ROOT / "_build" / "html" / "book" / "runs.html").read_text("utf-8")
    rows = [
        [unescape(re.sub("<[^>]+>", "", it)).strip() for it in re.findall(r"(?s)<td.*?</td>", row)]
        for row in re.findall(r"(?s)<tr.*?</tr>", text)
    ]
    stored = [nbformat.read(path, as_version=4) for path in NOTEBOOKS]
    runs = {re.search("^# (.+)$", it.cells[0].source, re.MULTILINE)[1]: it for it in stored}
    assert len(runs) == len(NOTEBOOKS)
    assert {title for title, *_ in filter(None, rows)} == set(runs)
    for title, cells, *told in filter(None, rows):
        assert int(cells) == sum(it.cell_type == "code" for it in runs[title].cells)
        run = runs[title].metadata["run"]
        assert told == [run["on"], run["python"], str(run["seconds"])]
        assert run["python"].startswith("3.11.")
        assert date(2026, 11, 1) < date.fromisoformat(run["on"]) <= date.today()


def test_a_live_sentence_is_broken_where_the_stored_one_is():
    live = (ROOT / "book/widgets/games_widgets/apps/html_widget.js").read_text("utf-8")
    assert f"const APART = /{tool('units').APART.pattern}/g;" in live


def test_what_is_stored_as_text_stays_text():
    models = {
        "app": {"state": {"title": "<i>T</i>", "children": [f"IPY_MODEL_{it}" for it in "abcd"]}},
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
    shown = tool("stored_pictures").still(models, "app")
    assert '<p class="oe-title" role="heading" aria-level="3">&lt;i&gt;T&lt;/i&gt;</p>' in shown
    assert (
        '<p class="oe-summary">1 &lt; 2 &amp; &lt;b&gt;</p><div class="oe-picture"><p>drawn</p>'
        in shown
    )
    assert "<div>n &lt;: &lt;script&gt;</div>" in shown
    assert "<div>Try &lt; it</div>" in shown
    assert '<textarea rows="3" readonly>a &lt;/textarea&gt;</textarea>' in shown


def test_each_exercise_has_its_level(path):
    for cell in nbformat.read(path, as_version=4).cells:
        levels = set(cell.metadata.get("tags", [])) & set(tool("lessons").LEVELS)
        assert len(levels) == len(re.findall("^:+{exercise}", cell.source, re.MULTILINE))
