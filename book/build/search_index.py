"""Sphinx extension: sections.json, all places of the book with their words, for live/search.js.

A place is a section, a term of the glossary, a function, an app or a main number. It has its
address, its title, the page that it is on, the text as it is read, and the words of its formulas in
TeX. Code, solutions and what a reader unfolds are left out: nobody shall find an answer by chance.

book/synonyms.yml says what else a place is called. Only a reader who opens the search fetches this.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import book_results as results
import yaml
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

sys.path.insert(0, str(Path(__file__).parent))
import lessons
from after_build import when_built

SYNONYMS = Path(__file__).parents[1] / "synonyms.yml"
FILE = "sections.json"
RESULTS = "book/results"
UNREAD = (
    *(nodes.raw, nodes.literal_block, nodes.doctest_block, nodes.comment, nodes.title),
    nodes.label,
    nodes.field_list,
    addnodes.glossary,
    addnodes.desc,
    addnodes.index,
    addnodes.toctree,
)
PLAIN = re.compile(r"[\w\s()+=<>,.!/*|'-]+")  # a formula that reads as it is written

Place = dict[str, str]


def places(page: str, title: str, doctree: nodes.document) -> Iterator[Place]:
    """Return the places of a page."""
    for section in doctree.findall(nodes.section):
        if not is_of_page(section):
            continue
        is_first = isinstance(section.parent, nodes.document)
        head = title if is_first else section.next_node(nodes.title).astext()
        anchor = "" if is_first else f"#{section['ids'][0]}"
        yield place(page, anchor, head, title, *section.children)
    for item in doctree.findall(nodes.definition_list_item):
        terms = [it for it in item.children if isinstance(it, nodes.term) and it["ids"]]
        if terms and page.endswith("glossary"):
            names = ", ".join(it.astext() for it in terms)
            yield place(page, f"#{terms[0]['ids'][0]}", names, title, *item.children[len(terms) :])
    for item in doctree.findall(addnodes.desc):
        signature = item.next_node(addnodes.desc_signature)
        if signature is not None and signature["ids"]:
            name = signature["ids"][0]
            yield place(page, f"#{name}", name, title, *item.children[1:])


def place(page: str, anchor: str, head: str, title: str, *parts: nodes.Node) -> Place:
    """Return a place, from the parts of the page that belong to it alone."""
    text: list[str] = []
    formulas: list[str] = []
    for part in parts:
        read(part, text, formulas)
    return {
        "id": f"{page}.html{anchor}",
        "title": head,
        "page": title,
        "text": re.sub(r"\s+", " ", "".join(text)).strip(),
        "formulas": " ".join(formulas),
    }


def read(node: nodes.Node, text: list[str], formulas: list[str]) -> None:
    """Add what is to be read of a node, and what stands in its formulas."""
    if isinstance(node, nodes.Text):
        text.append(node.astext())
    elif isinstance(node, nodes.math | nodes.math_block):
        tex = node.astext()
        formulas.append(tex)
        text.append(tex if PLAIN.fullmatch(tex) else "…")
    elif is_read(node):
        if isinstance(node.get("title"), str):  # of a theorem
            text.append(f"{node['title']}. ")
        for child in node.children:
            read(child, text, formulas)
        if isinstance(node, nodes.TextElement) is not isinstance(node, nodes.Inline):
            text.append(" ")


def is_of_page(node: nodes.Node) -> bool:
    """Whether a node is a section of its page, and not the body of a theorem."""
    is_within = isinstance(node.parent, nodes.section | nodes.document)
    return isinstance(node, nodes.section) and is_within


def is_read(node: nodes.Element) -> bool:
    """Whether a node belongs to its section, and is not kept back."""
    kind = type(node).__name__
    is_folded = kind.startswith("dropdown") or "dropdown" in node["classes"]
    is_answer = kind.startswith("solution") or (is_folded and not kind.startswith("exercise"))
    is_own_place = is_of_page(node) or "oe-results" in node["classes"]
    return not (isinstance(node, UNREAD) or is_own_place or is_answer)


def further() -> Iterator[Place]:
    """Return the places that the text of the pages does not tell: apps, and main numbers."""
    for page in lessons.pages():
        if page == "index":
            continue  # it shows an app of a chapter, too
        for app in lessons.apps(page):
            if app.shows:
                id = f"book/{page}.html#app-{app.name}"
                yield {"id": id, "title": app.title, "page": f"book/{page}", "text": app.shows}
    for it in results.entries():
        text = f"{it.value} {it.line}"
        id = f"{RESULTS}.html#{it.name}"
        yield {"id": id, "title": it.what, "page": RESULTS, "text": text}


def gather(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Note the places of a page that is written."""
    if doctree:
        title = app.env.titles[page].astext()
        app.sections[page] = list(places(page, title, doctree))  # type: ignore[attr-defined]


def publish(app: Sphinx) -> None:
    """Write them all into the site."""
    path = Path(app.outdir, FILE)
    found: dict[str, list[Place]] = {}
    if path.is_file():  # of pages that have not changed since
        for it in json.loads(path.read_text("utf-8")):
            found.setdefault(it["id"].partition(".html")[0], []).append(it)
    found |= app.sections  # type: ignore[attr-defined]
    whole = {it["id"]: it for page in app.env.found_docs for it in found.get(page, [])}
    if RESULTS in app.env.found_docs:
        whole |= {it["id"]: it | {"page": app.env.titles[it["page"]].astext()} for it in further()}
        for id, names in yaml.safe_load(SYNONYMS.read_text("utf-8")).items():
            if id not in whole:
                raise ExtensionError(f"{SYNONYMS.name}: the book has no place {id}")
            whole[id] = whole[id] | {"names": ", ".join(names)}
    lines = ",\n".join(json.dumps(it, ensure_ascii=False) for _, it in sorted(whole.items()))
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.sections = {}  # type: ignore[attr-defined]
    app.connect("html-page-context", gather)
    when_built(app, publish)
