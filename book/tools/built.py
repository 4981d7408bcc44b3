"""What our extensions have Sphinx do once it has written the pages."""

from __future__ import annotations

from collections.abc import Callable

from sphinx.application import Sphinx

FILES = 500  # files beside the pages, of which publish.py then knows
FORMULAS = 800
DEFINITIONS = 850  # which have formulas
PUBLISH = 900  # after all others


def when_built(app: Sphinx, perform: Callable[[Sphinx], None], order: int = FILES) -> None:
    """Do something to a site of which all pages are written."""

    def finish(app: Sphinx, exception: Exception | None) -> None:
        if exception is None and app.builder.format == "html":
            perform(app)

    app.connect("build-finished", finish, priority=order)
