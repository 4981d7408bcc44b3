"""Sphinx extension: no anchor twice on a page.

sphinx-proof and sphinx-exercise give one and the same id to the body of every theorem, proof,
exercise and solution. HTML wants an id to be there once. Nothing links to these, so the first keeps
it; labels, which are linked, differ already.
"""

from docutils import nodes
from sphinx.application import Sphinx


def drop_repeated(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Take an id away from all but the first element that has it."""
    seen: set[str] = set()
    for element in doctree.findall(nodes.Element):
        element["ids"] = [name for name in element["ids"] if name not in seen]
        seen.update(element["ids"])


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("doctree-resolved", drop_repeated)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
