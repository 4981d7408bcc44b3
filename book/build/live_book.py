"""Sphinx extension: it loads all extensions that make the pages of any book live.

A book needs only notebooks with cells tagged `live`, and book/live.toml if the cells import
packages of the book. The extensions that know this book, its games or its tasks are in
`odds_exactly`.
"""

from importlib import import_module

from sphinx.application import Sphinx

PARTS = (
    "anchors",
    "formulas",
    "docstrings",
    "runnable_cells",
    "stored_pictures",
    "glossary_terms",
    "line_breaks",
    "print_pages",
    "publish",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    for name in PARTS:
        import_module(name).setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
