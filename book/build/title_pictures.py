"""Sphinx extension: a drawing of the game behind the title of its page (static/games.css)."""

import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
from page_metadata import preview


def put_on_drawing(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Mark the title of such a page."""
    name, title = preview(page).drawing, next(doctree.findall(nodes.title), None)
    is_first_page = page == app.config.root_doc  # its title is that of the book
    if name != "cover" and title is not None and not is_first_page:
        title["classes"] += ["oe-head", f"oe-game-{name}"]
        app.builder.images[f"book/images/{name}.svg"] = f"{name}.svg"


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("doctree-resolved", put_on_drawing)
