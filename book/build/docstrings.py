"""Sphinx extension: docstrings on the API page.

The section "Returns:" may have a colon. Napoleon reads the words before a colon in its first line
as a type, but our types are in the signature. So the section gets a new first line, which has only
an escaped line end.

If a docstring names a source by its key, as in [kuklinski2023], the page cites authors and year.

After a Literal in a type Sphinx does not shorten names and leaves its marks, as in
~fractions.Fraction. This extension shortens these names.

The fields of a named tuple are in the section "Attributes:" of its class. Python's own texts for
them, "Alias for field number 0", are left out.
"""

import re
from itertools import pairwise
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

REFERENCES = Path(__file__).parent.parent / "references.bib"
KEYS = re.findall(r"^@\w+\{(\w+),", REFERENCES.read_text("utf-8"), re.MULTILINE)
CITATION = re.compile(rf"\[({'|'.join(KEYS)})\]")
PREFIX = "a-"  # of the bibliography of the page
LONG = re.compile(r"~(?:\w+\.)+(?=\w)")


def keep_colons(
    app: Sphinx, kind: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Put a line without a colon at the beginning of "Returns:", so that Napoleon finds no type."""
    for index, (heading, first) in enumerate(pairwise(lines), 1):
        if heading.strip() == "Returns:" and ":" in first:
            lines.insert(index, first[: -len(first.lstrip())] + "\\")
            return


def cite(app: Sphinx, kind: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Turn the keys under "Source:" into citations."""
    for index, (heading, line) in enumerate(pairwise(lines), 1):
        if heading.strip() == "Source:":
            lines[index] = CITATION.sub(rf":cite:p:`{PREFIX}\1`", line)


def shorten(app: Sphinx, doctree: nodes.document) -> None:
    """Shorten each marked name to its last part."""
    for text in list(doctree.findall(nodes.Text)):
        if LONG.search(text):
            text.parent.replace(text, nodes.Text(LONG.sub("", text)))


def unwrap(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Take a paragraph out of the paragraph around it, since HTML allows no such pair."""
    for paragraph in list(doctree.findall(nodes.paragraph)):
        if any(isinstance(child, nodes.paragraph) for child in paragraph.children):
            paragraph.replace_self(paragraph.children)


def leave_out(
    app: Sphinx, kind: str, name: str, obj: object, skip: bool, options: object
) -> bool | None:
    """Leave out the fields of named tuples. Sphinx decides about everything else."""
    return (getattr(obj, "__doc__", None) or "").startswith("Alias for field number") or None


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # before Napoleon's 500
    app.connect("autodoc-process-docstring", cite, priority=400)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-read", shorten)
    app.connect("doctree-resolved", unwrap)
