"""What cells need of each other, found from their code, against cells that were really run."""

import ast
import doctest
import json
import re
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import ROOT, SITE, tool

sys.path.insert(0, str(ROOT / "book" / "live"))
import needs
from needs import Page, names, parsed

CASES = tomllib.loads(Path(__file__).with_name("needs.toml").read_text("utf-8"))
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))


def test_the_examples():
    for module in (needs, tool("runnable_cells")):
        failed, tried = doctest.testmod(module)
        assert (failed, tried > 2) == (0, True)


@pytest.mark.book
def test_a_page_is_told_which_cells_are_slow():
    html = (SITE / "book" / "toolkit.html").read_text("utf-8")
    told = json.loads(re.search(r'id="live-cells">(.*?)</script>', html)[1])["slow"]
    code = tool("runnable_cells").cells(ROOT / "book" / "toolkit.ipynb")
    slow = {cell["id"] for cell, is_slow in zip(code, told, strict=True) if is_slow}
    tagged = {cell["id"] for cell in code if "slow" in cell["metadata"].get("tags", [])}
    assert {"pig-solved"} < tagged < slow  # and what needs them
    assert len(slow) < len(code) / 2


def of(source):
    found = names(parsed(source).body)
    return [" ".join(sorted(part)) for part in (found.needs, found.later, found.sets)]


@pytest.mark.parametrize("cell", CASES["names"], ids=lambda cell: cell["source"])
def test_the_names_of_a_cell(cell):
    assert of(cell["source"]) == [cell.get(it, "") for it in ("needs", "later", "sets")]


@pytest.mark.parametrize("case", CASES["plans"], ids=lambda case: case["sources"][case["cell"]])
def test_a_cell_gets_what_it_needs(case):
    assert Page(case["sources"]).plan(case["cell"], {}) == case["plan"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_run_that_gets_only_what_it_needs_is_the_same_run(path):
    """Behind the wall there are other Pythons than the one that has found what a run needs."""
    whole = Page([cell["source"] for cell in tool("runnable_cells").cells(path)])
    for target in range(len(whole.sources)):
        cells, sources = whole.taken([target])
        part = Page(sources)
        assert part.plan(target, {}) == whole.plan(target, {}) == cells
        for n in cells:
            assert part.effects(n) == whole.effects(n)
            assert ast.dump(part.trees[n]) == ast.dump(whole.trees[n])


def test_a_run_gets_no_code_that_it_does_not_need():
    sources = ["secret = 1; from math import pi", "import numpy as np; other = 2", "r = 3"]
    cells, taken = Page([*sources, "x = np.ones(1); y = pi * r", "y"]).taken([4])
    assert (cells, taken[0], taken[2:]) == (
        [2, 3, 4],
        "from math import pi",
        [sources[2], *taken[3:]],
    )
    assert "secret" not in str(taken)
    assert "other" not in str(taken)


def test_nothing_runs_twice_unless_it_was_changed_or_overwritten():
    old, new = (Page([f"n = {n}", "m = n", "n = 5", "m + n"]) for n in (1, 2))
    held = {"m": old.recipe(1), "n": old.recipe(2)}
    assert old.plan(3, held) == [3]
    assert old.plan(1, held) == [0, 1]  # its n is another
    assert new.plan(3, held) == [0, 1, 2, 3]
    assert [n for n in range(4) if old.recipe(n) != new.recipe(n)] == [0, 1, 3]


def test_what_a_cell_imports_for_itself_may_be_in_the_way_of_another():
    page = Page(["import math as a; n = 1", "x = a.pi", "a = 2", "a"])
    held = page.effects(2)
    assert page.plan(3, held) == [3]
    assert page.plan(1, held) == [1]
    assert page.plan(3, held | page.effects(1)) == [2, 3]


def test_a_cell_lacks_what_it_uses_of_an_absent_package_and_what_came_of_that():
    sources = ["import numpy as np; n = 1", "np.pi", "n", "n += np.pi", "n", "np = n = 1", "np, n"]
    assert Page(sources).lacks == [None, "numpy", None, "numpy", "numpy", None, None]


LINES = ["{0} = 1", "{0} = {1} + 1", "{0} += 1", "{0} = [{1}]", "{0} = {1} = 2"]
LINES += [
    "import math as {0}",
    "import cmath as {0}; {1} = {0}",
    "if 1: from cmath import pi as {0}",
]
LINES += ["def {0}(): return {1}", "{0} = {1}() if callable({1}) else {1}"]
LINE = st.builds(str.format, st.sampled_from(LINES), st.sampled_from("abc"), st.sampled_from("abc"))


def told(value):
    """Return a value in which all functions are alike."""
    if isinstance(value, list):
        return [*map(told, value)]
    return "function" if callable(value) else value


@given(st.lists(LINE, min_size=1, max_size=8), st.data())
def test_after_its_plan_a_cell_gives_what_it_gives_after_all_cells_before(sources, data):
    page = Page(sources)
    here, held = {}, {}
    for _ in range(3):  # in any order, in one namespace
        cell = data.draw(st.integers(0, len(sources) - 1))
        whole, failed = {}, False
        for source in sources[: cell + 1]:
            try:
                exec(source, whole)
            except (NameError, TypeError):
                failed = True
        if failed:
            return
        for n in page.plan(cell, held):
            exec("\n".join([*page.imports(n).values(), sources[n]]), here)
            held |= page.effects(n)
        for name in page.names[cell].sets:
            assert told(here[name]) == told(whole[name])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_what_cannot_run_in_the_page_uses_matplotlib_or_numpy(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    lacks = Page(sources).lacks
    importing = r"^(?:from|import) .*\b(?:matplotlib|numpy|plots)\b.*"
    absent = set()
    for source, lack in zip(sources, lacks, strict=True):
        lines = re.findall(importing, source, re.MULTILINE)
        absent |= {word for it in lines for word in re.findall(r"\w+", it)}
        absent -= {"as", "from", "games", "import"}
        if lack:
            assert set(re.findall(r"\w+", source)) & absent, source
            absent |= set(re.findall(r"^(?:def )?(\w+)", source, re.MULTILINE))  # what it sets
