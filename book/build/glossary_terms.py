"""Sphinx extension: glossary.json, the definitions of the glossary, for live/terms.js.

The file has the markup of each definition by the anchor of its term, up to the arrow that leads to
a section. Formulas are in MathML, which a browser draws without a stylesheet. The definitions come
from the written page after its formulas are typeset.
"""

import json
import re
from html import escape
from pathlib import Path

from after_build import DEFINITIONS, when_built
from bs4 import BeautifulSoup
from bs4.element import PageElement, Tag
from sphinx.application import Sphinx

PAGE = "book/glossary"


def markup(part: PageElement) -> str:
    """Return the words and formulas of a part of a page."""
    if not isinstance(part, Tag):
        return escape(str(part), quote=False)
    if part.name == "mjx-container":
        formula = part.find("math")
        return str(formula) if formula else ""
    return "".join(markup(child) for child in part.children)


def definitions(page: str) -> dict[str, str]:
    """Return the definitions of a page by the anchors of their terms.

    >>> definitions('<dl class="glossary"><dt id="a">A</dt><dt id="b">B</dt><dd>One &lt; 2. → C')
    {'a': 'One &lt; 2.', 'b': 'One &lt; 2.'}
    """
    texts: dict[str, str] = {}
    open_terms: list[str] = []
    for item in BeautifulSoup(page, "html.parser").select("dl.glossary > dt, dl.glossary > dd"):
        if item.name == "dt":
            open_terms.append(str(item["id"]))
            continue
        text = re.sub(r"\s+", " ", markup(item)).partition("→")[0].strip()
        texts |= dict.fromkeys(open_terms, text)
        open_terms = []
    return texts


def publish(app: Sphinx) -> None:
    """Write glossary.json beside the page."""
    if PAGE not in app.env.found_docs:
        return
    page = Path(app.outdir, f"{PAGE}.html").read_text("utf-8")
    data = json.dumps(definitions(page), ensure_ascii=False, indent=0)
    Path(app.outdir, f"{PAGE}.json").write_text(data + "\n", "utf-8")


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    when_built(app, publish, DEFINITIONS)
