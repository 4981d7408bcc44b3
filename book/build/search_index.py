"""Sphinx extension: sections.json, all places of the book with their words, for live/search.js.

A place is a section, a term of the glossary, a function, an app or a main number. It has an
address, a title, the title of its page, its text, and the words of its formulas in TeX. Code,
solutions and folded parts are left out, so that a search does not reveal an answer.

book/synonyms.yml has other names of places. A page fetches the file when a reader opens the search.
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
PLAIN = re.compile(r"[\w\s()+=<>,.!/*|'-]+")  # a formula that is readable as plain text

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
        terms = [child for child in item.children if isinstance(child, nodes.term) and child["ids"]]
        if terms and page.endswith("glossary"):
            names = ", ".join(term.astext() for term in terms)
            yield place(page, f"#{terms[0]['ids'][0]}", names, title, *item.children[len(terms) :])
    for item in doctree.findall(addnodes.desc):
        signature = item.next_node(addnodes.desc_signature)
        if signature is not None and signature["ids"]:
            name = signature["ids"][0]
            yield place(page, f"#{name}", name, title, *item.children[1:])


def place(page: str, anchor: str, head: str, title: str, *parts: nodes.Node) -> Place:
    """Return a place, from the parts of the page that belong only to it."""
    text: list[str] = []
    formulas: list[str] = []
    for part in parts:
        collect_text(part, text, formulas)
    return {
        "id": f"{page}.html{anchor}",
        "title": head,
        "page": title,
        "text": re.sub(r"\s+", " ", "".join(text)).strip(),
        "formulas": " ".join(formulas),
    }


def collect_text(node: nodes.Node, text: list[str], formulas: list[str]) -> None:
    """Add the readable text of a node, and the words of its formulas."""
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
            collect_text(child, text, formulas)
        if isinstance(node, nodes.TextElement) is not isinstance(node, nodes.Inline):
            text.append(" ")


def is_of_page(node: nodes.Node) -> bool:
    """Return whether a node is a section of its page, and not the body of a theorem."""
    is_within = isinstance(node.parent, nodes.section | nodes.document)
    return isinstance(node, nodes.section) and is_within


def is_read(node: nodes.Element) -> bool:
    """Return whether a node belongs to its section and is not hidden."""
    kind = type(node).__name__
    is_folded = kind.startswith("dropdown") or "dropdown" in node["classes"]
    is_answer = kind.startswith("solution") or (is_folded and not kind.startswith("exercise"))
    is_own_place = is_of_page(node) or "oe-results" in node["classes"]
    return not (isinstance(node, UNREAD) or is_own_place or is_answer)


def further() -> Iterator[Place]:
    """Yield the places that are not in the text of the pages: apps and main numbers."""
    for page in lessons.pages():
        if page == "index":
            continue  # this page shows an app of a chapter
        for app in lessons.apps(page):
            if app.shows:
                id = f"book/{page}.html#app-{app.name}"
                yield {"id": id, "title": app.title, "page": f"book/{page}", "text": app.shows}
    for result in results.entries():
        text = f"{result.value} {result.line}"
        id = f"{RESULTS}.html#{result.name}"
        yield {"id": id, "title": result.description, "page": RESULTS, "text": text}


def gather(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Note the places of a page that is written."""
    if doctree:
        title = app.env.titles[page].astext()
        app.sections[page] = list(places(page, title, doctree))  # type: ignore[attr-defined]


def publish(app: Sphinx) -> None:
    """Write all places into the site."""
    path = Path(app.outdir, FILE)
    places_by_page: dict[str, list[Place]] = {}
    if path.is_file():  # of pages that have not changed since
        for place in json.loads(path.read_text("utf-8")):
            places_by_page.setdefault(place["id"].partition(".html")[0], []).append(place)
    places_by_page |= app.sections  # type: ignore[attr-defined]
    places_by_id = {
        place["id"]: place for page in app.env.found_docs for place in places_by_page.get(page, [])
    }
    if RESULTS in app.env.found_docs:
        places_by_id |= {
            place["id"]: place | {"page": app.env.titles[place["page"]].astext()}
            for place in further()
        }
        for id, names in yaml.safe_load(SYNONYMS.read_text("utf-8")).items():
            if id not in places_by_id:
                raise ExtensionError(f"{SYNONYMS.name}: the book has no place {id}")
            places_by_id[id] = places_by_id[id] | {"names": ", ".join(names)}
    lines = ",\n".join(
        json.dumps(place, ensure_ascii=False) for _, place in sorted(places_by_id.items())
    )
    path.write_text(f"[\n{lines}\n]\n", "utf-8")


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.sections = {}  # type: ignore[attr-defined]
    app.connect("html-page-context", gather)
    when_built(app, publish)
