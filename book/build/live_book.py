"""Sphinx extension: it loads all extensions that make the pages of any book live.

A book needs only notebooks with cells tagged `live`. The extensions that know this book, its games
or its tasks are in `odds_exactly`.

    live_packages    folders of packages that the live cells import besides `games`, relative to the
                     book; the page's Python has them, too.
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
    app.add_config_value("live_packages", [], "env", [list])
    for name in PARTS:
        import_module(name).setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
