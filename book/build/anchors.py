"""Sphinx extension: no anchor twice on a page, and a mark to link by at each that is numbered.

sphinx-proof and sphinx-exercise give one and the same id to the body of every theorem, proof,
exercise and solution. HTML wants an id to be there once. Nothing links to these, so the first keeps
it; labels, which are linked, differ already.

Sphinx puts a quiet link after headings, equations and captions. Theorems and exercises get it here,
and figures that are written as HTML. The link in the title of a solution begins with a space, which
would be underlined; it is moved before the link. And a proof begins with a word that one finds.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx_exercise.nodes import is_solution_node

MARK = '<a class="headerlink" href="#{}" title="Link to this {}">#</a>'
# What has an id and its title; a proof has no number, and belongs to its theorem.
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
    """Take an id away from all but the first element that has it."""
    seen: set[str] = set()
    for element in doctree.findall(nodes.Element):
        element["ids"] = [name for name in element["ids"] if name not in seen]
        seen.update(element["ids"])


def part_links(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Move the space at the beginning of a link in the title of a solution before the link."""
    for solution in doctree.findall(is_solution_node):
        for link in solution[0].findall(nodes.reference):
            text = link.next_node(nodes.Text)
            if text.startswith(" "):
                text.parent.replace(text, nodes.Text(text.lstrip()))
                link.parent.insert(link.parent.index(link), nodes.Text(" "))


def marked(body: str) -> str:
    """Return a page with the marks.

    >>> marked('<figure id="sum"><figcaption>A sum.</figcaption></figure>').count('href="#sum"')
    1
    """
    body = PROOF.sub(r"\1<strong>\2</strong> ", body)
    body = BOX.sub(lambda it: it["start"] + MARK.format(it["id"], it["kind"]), body)
    return FIGURE.sub(lambda it: it["start"] + MARK.format(it["id"], "figure"), body)


def mark(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the marks into a page."""
    if doctree:
        context["body"] = marked(context["body"])


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("doctree-resolved", drop_repeated)
    app.connect("doctree-resolved", part_links)
    app.connect("html-page-context", mark)
