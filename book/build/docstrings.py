"""Sphinx extension: docstrings on the API page.

What a function returns may be told with a colon.
Napoleon takes what stands before a colon in the first line of "Returns:" for a type. Our types
stand in the signature. So that line gets one before it, with nothing but an escaped line end.

A source that a docstring names by its key, as in [kuklinski2023], is cited by authors and year.

Behind a Literal in a type Sphinx leaves the marks by which it would shorten names, as in
~fractions.Fraction: these names are shortened here.

A field of a tuple is told under "Attributes:" of its class, and Python's "Alias for field number 0"
left out.
"""

import re
from itertools import pairwise
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

REFERENCES = Path(__file__).parent.parent / "references.bib"
KEYS = re.findall(r"^@\w+\{(\w+),", REFERENCES.read_text("utf-8"), re.MULTILINE)
CITED = re.compile(rf"\[({'|'.join(KEYS)})\]")
PREFIX = "a-"  # of the bibliography of the page
LONG = re.compile(r"~(?:\w+\.)+(?=\w)")


def keep_colons(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Put a line without a colon first in "Returns:" where Napoleon would find a type."""
    for at, (heading, first) in enumerate(pairwise(lines), 1):
        if heading.strip() == "Returns:" and ":" in first:
            lines.insert(at, first[: -len(first.lstrip())] + "\\")
            return


def cite(app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]) -> None:
    """Make citations of the keys under "Source:"."""
    for at, (heading, line) in enumerate(pairwise(lines), 1):
        if heading.strip() == "Source:":
            lines[at] = CITED.sub(rf":cite:p:`{PREFIX}\1`", line)


def shorten(app: Sphinx, doctree: nodes.document) -> None:
    """Leave the last part of each name that Sphinx has marked to be shortened."""
    for text in list(doctree.findall(nodes.Text)):
        if LONG.search(text):
            text.parent.replace(text, nodes.Text(LONG.sub("", text)))


def leave_out(
    app: Sphinx, what: str, name: str, obj: object, skip: bool, options: object
) -> bool | None:
    """Leave out the fields of named tuples; on all else Sphinx decides."""
    return (getattr(obj, "__doc__", None) or "").startswith("Alias for field number") or None


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("autodoc-process-docstring", keep_colons, priority=400)  # before Napoleon's 500
    app.connect("autodoc-process-docstring", cite, priority=400)
    app.connect("autodoc-skip-member", leave_out)
    app.connect("doctree-read", shorten)
