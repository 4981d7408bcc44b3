"""Sphinx extension: a drawing of the game behind the title of its page (style.css)."""

import sys
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
from page_metadata import picture


def put_on_drawing(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Mark the title of such a page."""
    name, title = picture(page), next(doctree.findall(nodes.title), None)
    if name != "cover" and title is not None:
        title["classes"] += ["oe-head", f"oe-game-{name}"]
        app.builder.images[f"book/images/{name}.svg"] = f"{name}.svg"


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("doctree-resolved", put_on_drawing)
