"""The API page: words before a colon in "Returns:" do not become a type."""

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
            value = getattr(module, function)
            if inspect.isfunction(value) or inspect.isclass(value):
                yield pytest.param(value, id=f"{name}.{function}")
                for method, member in vars(value).items() if inspect.isclass(value) else ():
                    if not method.startswith("_") and inspect.isfunction(member):
                        yield pytest.param(member, id=f"{name}.{function}.{method}")


def has_type(lines):
    markup = str(GoogleDocstring(lines, Config(napoleon_use_rtype=True)))
    return ":rtype:" in markup


@pytest.mark.parametrize("function", list(functions()))
def test_description_of_a_result_is_not_its_type(function):
    lines = (inspect.getdoc(function) or "").splitlines()
    tool("docstrings").keep_colons(None, "function", "", function, None, lines)
    assert not has_type(lines)


def test_description_becomes_a_type_without_the_extension():
    lines = ["Return it.", "", "Returns:", "    The exact mean. It differs: see there.", ""]
    assert has_type(lines)
    tool("docstrings").keep_colons(None, "function", "", None, None, lines)
    assert not has_type(lines)
    assert " ".join(" ".join(lines).split()).endswith("\\ The exact mean. It differs: see there.")


def test_names_in_types_are_short():
    page = new_document("api")
    for text in ("tuple[~typing.Literal['score'], ~fractions.Fraction]", "~ 1.5", "a~b"):
        page += nodes.paragraph("", text)
    tool("docstrings").shorten(None, page)
    texts = [child.astext() for child in page.children]
    assert texts == ["tuple[Literal['score'], Fraction]", "~ 1.5", "a~b"]


@pytest.mark.book
def test_page_has_no_long_names():
    page = "".join(
        path.read_text("utf-8") for path in sorted((SITE / "book" / "api").glob("*.html"))
    )
    assert not re.findall(r"~(?:\w+\.)+\w+", re.sub("<[^>]+>", "", page))


@pytest.mark.book
def test_field_of_a_tuple_is_documented_once():
    page = (SITE / "book" / "api" / "maths.html").read_text("utf-8")
    assert 'id="games.maths.simulate.Estimate"' in page
    assert "Alias for field number" not in page


def sources(function):
    _, source_text, rest = (inspect.getdoc(function) or "").partition("\nSource:\n")
    return rest.partition("\n\n")[0] if source_text else ""


def test_source_with_a_key_is_cited():
    lines = ["Source:", "    The game with real numbers: [kuklinski2023].", ""]
    tool("docstrings").cite(None, "function", "", None, None, lines)
    assert lines[1].endswith(": :cite:p:`a-kuklinski2023`.")


def test_keys_of_sources_are_in_the_bibliography():
    keys_named = [re.findall(r"\[(\w+)\]", sources(function.values[0])) for function in functions()]
    keys = {key for key_list in keys_named for key in key_list}
    assert keys, "no source is named by its key"
    assert keys <= set(tool("docstrings").KEYS)
