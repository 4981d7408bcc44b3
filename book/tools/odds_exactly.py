"""Sphinx extension: the front door to what knows this book, its games and its tasks."""

from sphinx.application import Sphinx

PARTS = (
    "answers",
    "elsewhere",
    "found",
    "heads",
    "lessons",
    "results",
    "runs",
    "sections",
    "paper",
)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    for name in PARTS:
        app.setup_extension(name)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
