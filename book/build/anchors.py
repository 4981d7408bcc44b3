"""Sphinx extension: unique anchors on a page, and a link mark at each numbered box.

sphinx-proof and sphinx-exercise give the same id to the body of every theorem, proof, exercise and
solution. In HTML an id must be unique. Nothing links to these ids, so only the first element keeps
its id. Labels, which have links, are unique already.

Sphinx puts a link mark after headings, equations and captions. This extension adds it to theorems,
exercises and figures in HTML. The link in the title of a solution begins with a space, which would
be underlined. The space is moved before the link. A proof gets a visible word at its beginning.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import is_solution_node

MARK = '<a class="headerlink" href="#{}" title="Link to this {}">#</a>'
# Boxes with an id and a title. A proof has no number and belongs to its theorem.
BOX = re.compile(
    r'(?P<start><div class="(?:proof )?(?P<kind>\w+)(?: dropdown)? admonition" id="(?P<id>[^"]+)">'
    r'\s*<p class="admonition-title"><span class="caption-number">.*?)(?=</p>)',
    re.DOTALL,
)
FIGURE = re.compile(
    r'(?P<start><figure id="(?P<id>[^"]+)">(?:(?!</figure>).)*)(?=</figcaption>)', re.DOTALL
)
PROOF = re.compile(r'(<div class="proof admonition"[^>]*>\s*<p>)(Proof\.) ')


def drop_repeated(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Remove an id from all elements but the first one with it."""
    names_so_far: set[str] = set()
    for element in doctree.findall(nodes.Element):
        element["ids"] = [name for name in element["ids"] if name not in names_so_far]
        names_so_far.update(element["ids"])


def part_links(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Move the space at the beginning of a link in the title of a solution before the link."""
    for solution in doctree.findall(is_solution_node):
        for link in solution[0].findall(nodes.reference):
            text = link.next_node(nodes.Text)
            if text.startswith(" "):
                text.parent.replace(text, nodes.Text(text.lstrip()))
                link.parent.insert(link.parent.index(link), nodes.Text(" "))


def add_marks(body: str) -> str:
    """Return a page with the marks.

    >>> add_marks('<figure id="sum"><figcaption>A sum.</figcaption></figure>').count('href="#sum"')
    1
    """
    body = PROOF.sub(r"\1<strong>\2</strong> ", body)
    body = BOX.sub(lambda match: match["start"] + MARK.format(match["id"], match["kind"]), body)
    return FIGURE.sub(lambda match: match["start"] + MARK.format(match["id"], "figure"), body)


def mark(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the marks into a page."""
    if doctree:
        context["body"] = add_marks(context["body"])


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("doctree-resolved", drop_repeated)
    app.connect("doctree-resolved", part_links)
    app.connect("html-page-context", mark)
