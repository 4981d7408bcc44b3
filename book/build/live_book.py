"""Sphinx extension: the front door to all that makes the pages of a book live.

It sets up the others here that ask of a book only that its notebooks have cells tagged `live`. What
knows this book, its games or its tasks is in `odds_exactly`.

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
    """Register with Sphinx."""
    app.add_config_value("live_packages", [], "env", [list])
    for name in PARTS:
        import_module(name).setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
