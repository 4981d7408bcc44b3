"""Downloaded chapters are plain Markdown that any program shows."""

import base64
import doctest
import json
import re
import sys
from io import BytesIO

import nbformat
import pytest
from PIL import Image
from pybtex.database import parse_string

from tests.conftest import ROOT, SITE

sys.path.append(str(ROOT / "book" / "build"))
import plain_notebooks as plain

REFERENCES = plain.References(
    targets={
        "race": plain.Target("book/race", "", "Race"),
        "rules": plain.Target("book/race", "rules", "The rules"),
        "sum": plain.Target("book/race", "equation-sum", "(7)"),
        "limit": plain.Target("book/race", "limit", "Theorem 3"),
        "four": plain.Target("book/race", "four", "Exercise 12"),
        "moves": plain.Target("book/race", "moves", "Fig. 5"),
    },
    citations={"wald": "Wald, 1944", "li": "Li, 1980"},
    sources={"wald": "Abraham Wald. *On sums*.", "li": "Shuo-Yen Li. *Patterns*."},
)
ON_THE_WEB = plain.References(
    REFERENCES.targets, REFERENCES.citations, REFERENCES.sources,
    site="https://example.org/odds",
)  # fmt: skip


def test_examples_of_plain_notebooks():
    failures, example_count = doctest.testmod(plain)
    assert failures == 0
    assert example_count == 4


@pytest.mark.parametrize(
    ("text", "expected", "on_the_web"),
    [
        ("{doc}`race`", "*Race*", "[*Race*](https://example.org/odds/book/race.html)"),
        ("{doc}`it <race>`", "it", "[it](https://example.org/odds/book/race.html)"),
        ("[how](rules)", "how", "[how](https://example.org/odds/book/race.html#rules)"),
        (
            "{prf:ref}`limit`",
            "Theorem 3",
            "[Theorem 3](https://example.org/odds/book/race.html#limit)",
        ),
        ("{eq}`sum`", "(7)", "[(7)](https://example.org/odds/book/race.html#equation-sum)"),
        ("{term}`absorbing\nstate <state>`", "absorbing\nstate", "absorbing\nstate"),
        ("{cite}`wald, li`", "(Wald, 1944; Li, 1980)", "(Wald, 1944; Li, 1980)"),
        ("[a](https://host/x)", "[a](https://host/x)", "[a](https://host/x)"),
        (
            '<a href="your_game.html?a=1&amp;b=2">Open</a>',
            "Open",
            "[Open](https://example.org/odds/book/your_game.html?a=1&b=2)",
        ),
        ("`{a}` and `b`", "`{a}` and `b`", "`{a}` and `b`"),
        ("$$\nx\n$$ (sum)", "$$\nx\n\\tag{7}\n$$", "$$\nx\n\\tag{7}\n$$"),
    ],
)
def test_references_become_text_or_links(text, expected, on_the_web):
    assert plain.plain(text, REFERENCES) == expected
    assert plain.plain(text, ON_THE_WEB) == on_the_web


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (r"author = {H{\"a}ggstr{\"o}m, Olle and W{\"a}stlund, Johan}", "Häggström and Wästlund"),
        ("author = {{Project Euler}}", "Project Euler"),
        ("author = {von Neumann, John}", "von Neumann"),
        ("author = {Reinert, G. and Schbath, S. and Waterman, M. S.}", "Reinert et al."),
        (r"title = {The {Yahtzee} of K{\"o}ln}", "The Yahtzee of Köln"),
    ],
)
def test_sources_are_named_without_markup(fields, expected):
    entry = parse_string(f"@misc{{key, {fields}, year = {{2020}}}}", "bibtex").entries["key"]
    assert plain._author_and_year(entry) == f"{expected}, 2020"


def test_nested_directives_become_headings_and_details():
    text = (
        "before\n\n:::::{exercise} Four fields\n:label: four\n\nSolve {eq}`sum`.\n\n"
        "::::{dropdown} Hint\n```python\n:::x\n```\n::::\n:::::\n\nafter"
    )
    assert plain.plain(text, REFERENCES) == (
        "before\n\n**Exercise 12 (Four fields).**\n\nSolve (7).\n\n"
        "<details><summary>Hint</summary>\n\n```python\n:::x\n```\n\n</details>\n\nafter"
    )


def code(cell_id, source, *tags, **metadata):
    """Return a code cell with one printed line."""
    output = nbformat.v4.new_output("stream", text=f"output of {cell_id}\n")
    metadata["tags"] = list(tags)
    cell = nbformat.v4.new_code_cell(source, id=cell_id, metadata=metadata, outputs=[output])
    return dict(cell)


def text(cell_id, source):
    return dict(nbformat.v4.new_markdown_cell(source, id=cell_id))


def test_a_notebook_in_plain_form():
    figure = {"caption": "Moves of {eq}`sum`.", "name": "moves"}
    figure_tags = {"figure": figure, "image": {"alt": "Five arrows."}}
    picture = nbformat.v4.new_output("display_data", {"image/svg+xml": "<svg/>"})
    cells = [
        text("title", "# Race"),
        code("numbers", "import a\n\n# a board\nfields = 9\nrun(fields)", "parameters", "live"),
        {**code("picture", "draw()", mystnb=figure_tags), "outputs": [picture]},
        text("start", "```{solution-start} four\n```\n\nThe answer, after {cite}`li`."),
        code("answer", "print(1)"),
        text("more", "And so on."),
        text("end", "```{solution-end}\n```"),
        code("last", "print(2)", "hide-cell"),
        text("sources", "## References\n\n```{bibliography}\n```"),
    ]
    notebook = plain.plain_notebook({"cells": cells}, REFERENCES, lambda svg: f"PNG of {svg}")
    by_id = {cell["id"]: cell for cell in notebook["cells"]}
    assert list(by_id) == [
        "title", "parameters", "numbers", "picture", "picture-caption", "start", "answer", "more",
        "last", "sources",
    ]  # fmt: skip
    assert by_id["parameters"]["source"] == "# a board\nfields = 9"
    assert by_id["parameters"]["metadata"]["tags"] == ["parameters"]
    assert by_id["numbers"]["source"] == "import a\n\nrun(fields)"
    assert by_id["numbers"]["metadata"]["tags"] == ["live"]
    (output,) = by_id["picture"]["outputs"]
    assert output["data"]["image/png"] == "PNG of <svg/>"
    assert output["metadata"]["image/png"]["alt"] == "Five arrows."
    assert by_id["picture-caption"]["source"] == "*Fig. 5.* Moves of (7)."
    for name, words in (("start", "The answer, after (Li, 1980)."), ("more", "And so on.")):
        assert by_id[name]["source"] == plain.details("Solution", words)
    assert by_id["answer"]["outputs"] == []
    assert by_id["last"]["outputs"]
    assert by_id["sources"]["source"] == "## References\n\n- Shuo-Yen Li. *Patterns*."


@pytest.mark.book
def test_downloads_are_plain_and_whole():
    """No directive, role or label is left, and each picture has a PNG of its own size."""
    paths = sorted((SITE / "_sources" / "book").glob("*.ipynb"))
    assert len(paths) > 20
    typed_markup = re.compile(r"^:::|^```\{|^\([\w-]+\)=$|^:\w+: |(?<!`)\{[a-z:]+\}`", re.MULTILINE)
    code_or_formula = re.compile(r"```.*?```|`[^`]*`|\$\$.*?\$\$|\$[^$]*\$", re.DOTALL)
    pictures = parameters = answers = 0
    for path in paths:
        notebook = json.loads(path.read_text("utf-8"))
        nbformat.validate(notebook)
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                assert not typed_markup.search(cell["source"]), (path.name, cell["source"])
                words = code_or_formula.sub("", cell["source"])
                assert not set("{}") & set(words), (path.name, words)
                starts, ends = (cell["source"].count(tag) for tag in ("<details>", "</details>"))
                assert starts == ends
                answers += starts
            parameters += "parameters" in cell["metadata"].get("tags", ())
            for output in cell.get("outputs", ()):
                data = output.get("data", {})
                if "image/svg+xml" in data:
                    pictures += 1
                    image = Image.open(BytesIO(base64.b64decode(data["image/png"])))
                    assert min(image.size) > 100
                    assert output["metadata"]["image/png"]["alt"], path.name
                    assert len(set(image.convert("L").tobytes())) > 4, path.name
    assert pictures > 30
    assert parameters == 4
    assert answers > 300
