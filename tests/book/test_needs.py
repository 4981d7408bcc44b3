"""The needs of cells as found in their code, compared with real runs of cells."""

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
from needs import Page, names, parse

CASES = tomllib.loads(Path(__file__).with_name("needs.toml").read_text("utf-8"))
NOTEBOOKS = sorted((ROOT / "book").glob("*.ipynb"))


def test_examples_of_needs():
    for module in (needs, tool("runnable_cells")):
        failures, example_count = doctest.testmod(module)
        assert (failures, example_count > 2) == (0, True)


@pytest.mark.book
def test_page_lists_its_slow_cells():
    html = (SITE / "book" / "toolkit.html").read_text("utf-8")
    is_slow_flags = json.loads(re.search(r'id="live-cells">(.*?)</script>', html)[1])["slow"]
    code = tool("runnable_cells").cells(ROOT / "book" / "toolkit.ipynb")
    slow = {cell["id"] for cell, is_slow in zip(code, is_slow_flags, strict=True) if is_slow}
    tagged_slow = {cell["id"] for cell in code if "slow" in cell["metadata"].get("tags", [])}
    assert {"pig-solved"} < tagged_slow < slow  # and cells that need them
    assert len(slow) < len(code) / 2


def names_of(source):
    cell_names = names(parse(source).body)
    return [
        " ".join(sorted(part)) for part in (cell_names.needs, cell_names.deferred, cell_names.sets)
    ]


@pytest.mark.parametrize("cell", CASES["names"], ids=lambda cell: cell["source"])
def test_names_of_a_cell_are_found(cell):
    assert names_of(cell["source"]) == [
        cell.get(kind, "") for kind in ("needs", "deferred", "sets")
    ]


@pytest.mark.parametrize("case", CASES["plans"], ids=lambda case: case["sources"][case["cell"]])
def test_plan_has_the_cells_that_a_cell_needs(case):
    assert Page(case["sources"]).plan(case["cell"], {}) == case["plan"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_run_with_only_needed_cells_is_the_same_run(path):
    """The sandbox has another version of Python than the process that finds the needs of a run."""
    whole_page = Page([cell["source"] for cell in tool("runnable_cells").cells(path)])
    for target in range(len(whole_page.sources)):
        cells, sources = whole_page.dependencies([target])
        part = Page(sources)
        assert part.plan(target, {}) == whole_page.plan(target, {}) == cells
        for n in cells:
            assert part.effects(n) == whole_page.effects(n)
            assert ast.dump(part.trees[n]) == ast.dump(whole_page.trees[n])


def test_run_gets_only_needed_code():
    sources = ["secret = 1; from math import pi", "import numpy as np; other = 2", "r = 3"]
    cells, lent_sources = Page([*sources, "x = np.ones(1); y = pi * r", "y"]).dependencies([4])
    assert (cells, lent_sources[0], lent_sources[2:]) == (
        [2, 3, 4],
        "from math import pi",
        [sources[2], *lent_sources[3:]],
    )
    assert "secret" not in str(lent_sources)
    assert "other" not in str(lent_sources)


@pytest.mark.parametrize(
    "definition", ["class Fraction: one = 1", "def Fraction(): return 1", "Fraction = 1"]
)
def test_definition_replaces_an_import_of_the_same_name(definition):
    source = f"from fractions import Fraction\n{definition}"
    _, lent_sources = Page([source, "Fraction"]).dependencies([1])
    assert definition in lent_sources[0]


def test_plan_repeats_only_changed_or_overwritten_cells():
    old, new = (Page([f"n = {n}", "m = n", "n = 5", "m + n"]) for n in (1, 2))
    held_recipes = {"m": old.recipe(1), "n": old.recipe(2)}
    assert old.plan(3, held_recipes) == [3]
    assert old.plan(1, held_recipes) == [0, 1]  # this cell uses another n
    assert new.plan(3, held_recipes) == [0, 1, 2, 3]
    assert [n for n in range(4) if old.recipe(n) != new.recipe(n)] == [0, 1, 3]


def test_import_of_one_cell_can_affect_another():
    page = Page(["import math as a; n = 1", "x = a.pi", "a = 2", "a"])
    effects = page.effects(2)
    assert page.plan(3, effects) == [3]
    assert page.plan(1, effects) == [1]
    assert page.plan(3, effects | page.effects(1)) == [2, 3]


def test_cell_lacks_names_from_an_absent_package():
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


def comparable(value):
    """Return a value in which all functions are equal."""
    if isinstance(value, list):
        return [*map(comparable, value)]
    return "function" if callable(value) else value


@given(st.lists(LINE, min_size=1, max_size=8), st.data())
def test_plan_gives_the_same_result_as_all_earlier_cells(sources, data):
    page = Page(sources)
    namespace, held_recipes = {}, {}
    for _ in range(3):  # in any order, in one namespace
        cell = data.draw(st.integers(0, len(sources) - 1))
        whole_namespace, failures = {}, False
        for source in sources[: cell + 1]:
            try:
                exec(source, whole_namespace)
            except (NameError, TypeError):
                failures = True
        if failures:
            return
        for n in page.plan(cell, held_recipes):
            exec("\n".join([*page.imports(n).values(), sources[n]]), namespace)
            held_recipes |= page.effects(n)
        for name in page.names[cell].sets:
            assert comparable(namespace[name]) == comparable(whole_namespace[name])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_cells_that_cannot_run_use_matplotlib_or_numpy(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    sources = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    lacks = Page(sources).lacks
    importing = r"^(?:from|import) .*\b(?:matplotlib|numpy|plots)\b.*"
    absent = set()
    for source, lack in zip(sources, lacks, strict=True):
        lines = re.findall(importing, source, re.MULTILINE)
        absent |= {word for line in lines for word in re.findall(r"\w+", line)}
        absent -= {"as", "from", "games", "import"}
        if lack:
            assert set(re.findall(r"\w+", source)) & absent, source
            # the names that it sets
            absent |= set(re.findall(r"^(?:def )?(\w+)", source, re.MULTILINE))
