"""Sphinx extension: metadata for search engines and link previews, and the page for a missing page.

The head of a page has a description and the `og:` properties, with a picture for chats
(link_previews.py). The root of the site has them for the whole book, and leads to its first page.

A host shows 404.html for any missing page, at any address. So 404.html needs no other file, and its
links begin at the root of the site.

sitemap.xml and robots.txt are for search engines and need complete addresses. Without
`html: baseurl` in _config.yml there is no sitemap, no page has a canonical address, and 404.html
has a script that looks for the root of the site in the folders above.
"""

import re
import shutil
import sys
from html import escape, unescape
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from docutils import nodes
from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
import link_previews as cards
from after_build import when_built

LONGEST = 200  # characters of a description


def picture(page: str) -> str:
    """Return the name of the picture for a page.

    >>> picture("book/lucky_draws_search"), picture("book/teaching/race"), picture("book/api")
    ('lucky', 'race', 'cover')
    """
    name = page.rpartition("/")[2]
    if name.startswith(("toolkit", "your_game")):
        return "pig" if name.startswith("toolkit") else "own"
    return next((title for title in cards.TITLES if name.startswith(title)), "cover")


def description(doctree: nodes.document) -> str:
    """Return the first sentences of a page that have no formula."""
    for paragraph in doctree.findall(nodes.paragraph):
        plain = not any(paragraph.findall(nodes.math)) and isinstance(
            paragraph.parent, nodes.section
        )
        text = re.sub(r"\s+", " ", paragraph.astext())
        if plain and len(text) > LONGEST // 4:
            return shortened(text)
    return ""


def shortened(text: str) -> str:
    """Return the first words of a text that fit into a description.

    >>> shortened("A die."), len(shortened("word " * 99))
    ('A die.', 200)
    """
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 1].rpartition(" ")[0].rstrip(" ,;:.") + "…"


def tags(title: str, text: str, name: str, root: str, address: str) -> str:
    """Return the tags for the head of a page. `root` leads from there to the root of the site."""
    properties = {
        "og:site_name": cards.BOOK,
        "og:type": "article" if title != cards.BOOK else "website",
    }
    properties |= {"og:title": title, "og:description": text, "og:url": address}
    properties |= {"og:image": f"{root}book/cards/{name}.png", "og:image:alt": cards.TITLES[name]}
    properties |= {"og:image:width": str(cards.WIDE), "og:image:height": str(cards.HIGH)}
    properties = {"description": text, "twitter:card": "summary_large_image"} | properties
    kinds = {name: "property" if name.startswith("og:") else "name" for name in properties}
    return "".join(
        f'<meta {kinds[name]}="{name}" content="{escape(value)}" />\n'
        for name, value in properties.items()
        if value
    )


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Put the tags into a page."""
    if not doctree:
        return
    base = address(app)
    root = base or context["pathto"]("", resource=True)
    title = unescape(re.sub("<[^>]+>", "", context["title"]))
    text = description(doctree)
    own = f"{base}{page}.html" if base else ""
    context["metatags"] += tags(title, text, picture(page), root, own)


def address(app: Sphinx) -> str:
    """Return the address of the published book with a / at its end, or "" if none is set."""
    base = app.config.html_baseurl or ""
    return base.rstrip("/") + "/" if base else ""


def publish(app: Sphinx) -> None:
    """Write the root page, 404.html, the sitemap and robots.txt."""
    site, base, first = Path(app.outdir), address(app), app.config.root_doc
    shutil.copytree(cards.CARDS, site / "book" / "cards", dirs_exist_ok=True)
    pages = sorted(app.env.found_docs)
    engines = "User-agent: *\nAllow: /\n"
    (site / "sitemap.xml").unlink(missing_ok=True)
    if base:
        engines += f"Sitemap: {base}sitemap.xml\n"
        places = "".join(f"<url><loc>{escape(base)}{page}.html</loc></url>\n" for page in pages)
        kind = "http://www.sitemaps.org/schemas/sitemap/0.9"
        start = '<?xml version="1.0" encoding="utf-8"?>\n'
        sitemap = f'{start}<urlset xmlns="{kind}">\n{places}</urlset>\n'
        (site / "sitemap.xml").write_text(sitemap, "utf-8")
    (site / "robots.txt").write_text(engines, "utf-8")
    text = description(app.env.get_doctree(first))
    filled = {
        "title": app.config.html_title,
        "first": f"{first}.html",
        "root": urlsplit(base).path if base else "",
        "chapters": chapters(app),
        "tags": tags(cards.BOOK, text, "cover", base, base),
    }
    for source, name in (("missing.html", "404.html"), ("root.html", "index.html")):
        (site / name).write_text(app.builder.templates.render(source, filled) + "\n", "utf-8")


def chapters(app: Sphinx) -> list[tuple[str, str]]:
    """Return the first pages of the table of contents with their titles."""
    first = app.config.root_doc
    below = app.env.toctree_includes.get(first, [])
    return [(f"{page}.html", app.env.titles[page].astext()) for page in below]


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", add)
    when_built(app, publish)
