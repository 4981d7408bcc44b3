"""The API page: a colon in what a function returns makes no type of the words before it."""

import inspect
import re

import pytest
from docutils import nodes
from docutils.utils import new_document
from sphinx.ext.napoleon import Config, GoogleDocstring

from tests.conftest import SITE, tool
from tests.rooms import of_kind


def functions():
    for module in of_kind("solver"):
        name = module.__name__.removeprefix("games.")
        for function in getattr(module, "__all__", ()):
            found = getattr(module, function)
            if inspect.isfunction(found) or inspect.isclass(found):
                yield pytest.param(found, id=f"{name}.{function}")
                for method, it in vars(found).items() if inspect.isclass(found) else ():
                    if not method.startswith("_") and inspect.isfunction(it):
                        yield pytest.param(it, id=f"{name}.{function}.{method}")


def typed(lines):
    made = str(GoogleDocstring(lines, Config(napoleon_use_rtype=True)))
    return ":rtype:" in made


@pytest.mark.parametrize("function", list(functions()))
def test_nothing_that_is_told_of_a_result_becomes_its_type(function):
    lines = (inspect.getdoc(function) or "").splitlines()
    tool("docstrings").keep_colons(None, "function", "", function, None, lines)
    assert not typed(lines)


def test_without_the_cut_it_would():
    lines = ["Return it.", "", "Returns:", "    The exact mean. It differs: see there.", ""]
    assert typed(lines)
    tool("docstrings").keep_colons(None, "function", "", None, None, lines)
    assert not typed(lines)
    assert " ".join(" ".join(lines).split()).endswith("\\ The exact mean. It differs: see there.")


def test_a_name_in_a_type_is_a_short_one():
    page = new_document("api")
    for text in ("tuple[~typing.Literal['score'], ~fractions.Fraction]", "~ 1.5", "a~b"):
        page += nodes.paragraph("", text)
    tool("docstrings").shorten(None, page)
    told = [it.astext() for it in page.children]
    assert told == ["tuple[Literal['score'], Fraction]", "~ 1.5", "a~b"]


@pytest.mark.book
def test_no_long_name_is_left_on_the_page():
    page = "".join(it.read_text("utf-8") for it in sorted((SITE / "book" / "api").glob("*.html")))
    assert not re.findall(r"~(?:\w+\.)+\w+", re.sub("<[^>]+>", "", page))


@pytest.mark.book
def test_a_field_of_a_tuple_is_told_once():
    page = (SITE / "book" / "api" / "maths.html").read_text("utf-8")
    assert 'id="games.maths.simulate.Estimate"' in page
    assert "Alias for field number" not in page


def sources(function):
    _, found, after = (inspect.getdoc(function) or "").partition("\nSource:\n")
    return after.partition("\n\n")[0] if found else ""


def test_a_source_named_by_its_key_is_cited():
    lines = ["Source:", "    The game with real numbers: [kuklinski2023].", ""]
    tool("docstrings").cite(None, "function", "", None, None, lines)
    assert lines[1].endswith(": :cite:p:`a-kuklinski2023`.")


def test_every_key_of_a_source_is_in_the_bibliography():
    named = [re.findall(r"\[(\w+)\]", sources(it.values[0])) for it in functions()]
    keys = {key for each in named for key in each}
    assert keys, "no source is named by its key"
    assert keys <= set(tool("docstrings").KEYS)
