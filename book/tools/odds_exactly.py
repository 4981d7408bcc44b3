"""Sphinx extension: the front door to what knows this book, its games and its tasks."""

from importlib import import_module

from sphinx.application import Sphinx

PARTS = (
    "answers",
    "elsewhere",
    "found",
    "heads",
    "lessons",
    "members",
    "results",
    "runs",
    "sections",
    "paper",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    for name in PARTS:
        import_module(name).setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": False}
