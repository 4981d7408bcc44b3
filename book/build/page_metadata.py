"""Sphinx extension: metadata for search engines and previews, and the page for wrong addresses.

The head of a page has a description and the `og:` properties, with a picture for chats
(link_previews.py). Their texts are in book/previews.toml. The root of the site has them for the
whole book, and leads to its first page.

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

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
import link_previews as cards
from after_build import when_built

LONGEST = 200  # characters of a description
PREVIEWS = cards.read_previews()


def preview(page: str) -> cards.Preview:
    """Return the preview of a page, which somebody has written by hand.

    Raises:
        ValueError: the page has none.

    >>> preview("book/race").drawing
    'race'
    """
    name = page.removeprefix("book/")
    if name not in PREVIEWS:
        raise ValueError(f"book/previews.toml has no preview of the page {page}")
    return PREVIEWS[name]


def tags(title: str, page: str, root: str, address: str) -> str:
    """Return the tags for the head of a page. `root` leads from there to the root of the site."""
    page_preview = preview(page)
    picture = f"{root}book/cards/{cards.file_name(page.removeprefix('book/'))}"
    properties = {
        "description": page_preview.description,
        "twitter:card": "summary_large_image",
        "twitter:title": title,
        "twitter:description": page_preview.description,
        "twitter:image": picture,
        "og:site_name": cards.BOOK,
        "og:type": "article" if title != cards.BOOK else "website",
        "og:title": title,
        "og:description": page_preview.description,
        "og:url": address,
        "og:image": picture,
        "og:image:alt": page_preview.question,
        "og:image:width": str(cards.WIDE),
        "og:image:height": str(cards.HIGH),
    }
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
    if title == cards.BOOK:
        context["docstitle"] = ""  # the theme would name the book twice
    own_address = f"{base}{page}.html" if base else ""
    context["metatags"] += tags(title, page, root, own_address)


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
    filled_pages = {
        "title": app.config.html_title,
        "first": f"{first}.html",
        "root": urlsplit(base).path if base else "",
        "chapters": chapters(app),
        "tags": tags(cards.BOOK, first, base, base),
    }
    for source, name in (("missing.html", "404.html"), ("root.html", "index.html")):
        (site / name).write_text(app.builder.templates.render(source, filled_pages) + "\n", "utf-8")


def chapters(app: Sphinx) -> list[tuple[str, str]]:
    """Return the first pages of the table of contents with their titles."""
    first = app.config.root_doc
    subpages = app.env.toctree_includes.get(first, [])
    return [(f"{page}.html", app.env.titles[page].astext()) for page in subpages]


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", add)
    when_built(app, publish)
