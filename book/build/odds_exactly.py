"""Sphinx extension: it loads all extensions that know this book, its games and its tasks."""

from importlib import import_module

from sphinx.application import Sphinx

PARTS = (
    "answers",
    "launch_buttons",
    "page_metadata",
    "title_pictures",
    "lessons",
    "module_tables",
    "results",
    "run_times",
    "search_index",
    "paper",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    for name in PARTS:
        import_module(name).setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
