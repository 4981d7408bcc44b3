"""Sphinx extension: what those see who look for the book, are sent a link to it, or miss a page.

A head tells in `description` and `og:` what a page is, with a picture for chats (link_previews.py).
The root of the site says the same of the book, and leads to its first page.

404.html is what a host shows for a page that is not there, at whichever address; so it needs no
other file, and its links are from the root of the site.

sitemap.xml and robots.txt are for search engines. Addresses must be whole there; so without
`html: baseurl` in _config.yml there is no sitemap, no page names its own address as the canonical
one, and 404.html has a script that looks for the root of the site in the folders above.
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

LONGEST = 200  # of a description, in characters


def picture(page: str) -> str:
    """Return the name of the picture for a page.

    >>> picture("book/lucky_draws_search"), picture("book/teaching/race"), picture("book/api")
    ('lucky', 'race', 'cover')
    """
    name = page.rpartition("/")[2]
    if name.startswith(("toolkit", "your_game")):
        return "pig" if name.startswith("toolkit") else "own"
    return next((it for it in cards.TITLES if name.startswith(it)), "cover")


def description(doctree: nodes.document) -> str:
    """Return the beginning of a page's text: its first sentences without a formula."""
    for it in doctree.findall(nodes.paragraph):
        plain = not any(it.findall(nodes.math)) and isinstance(it.parent, nodes.section)
        text = re.sub(r"\s+", " ", it.astext())
        if plain and len(text) > LONGEST // 4:
            return shortened(text)
    return ""


def shortened(text: str) -> str:
    """Return a text that is no longer than a description may be, whole words of it.

    >>> shortened("A die."), len(shortened("word " * 99))
    ('A die.', 200)
    """
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST - 1].rpartition(" ")[0].rstrip(" ,;:.") + "…"


def tags(title: str, text: str, name: str, root: str, address: str) -> str:
    """Return what the head of a page tells; `root` leads from it to the root of the site."""
    told = {"og:site_name": cards.BOOK, "og:type": "article" if title != cards.BOOK else "website"}
    told |= {"og:title": title, "og:description": text, "og:url": address}
    told |= {"og:image": f"{root}book/cards/{name}.png", "og:image:alt": cards.TITLES[name]}
    told |= {"og:image:width": str(cards.WIDE), "og:image:height": str(cards.HIGH)}
    told = {"description": text, "twitter:card": "summary_large_image"} | told
    kinds = {name: "property" if name.startswith("og:") else "name" for name in told}
    return "".join(
        f'<meta {kinds[name]}="{name}" content="{escape(value)}" />\n'
        for name, value in told.items()
        if value
    )


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Tell it in a page."""
    if not doctree:
        return
    base = address(app)
    root = base or context["pathto"]("", resource=True)
    title = unescape(re.sub("<[^>]+>", "", context["title"]))
    text = description(doctree)
    own = f"{base}{page}.html" if base else ""
    context["metatags"] += tags(title, text, picture(page), root, own)


def address(app: Sphinx) -> str:
    """Return the address of the published book with a / at its end, or "" if nobody knows it."""
    base = app.config.html_baseurl or ""
    return base.rstrip("/") + "/" if base else ""


def publish(app: Sphinx) -> None:
    """Write what does not belong to a page."""
    site, base, first = Path(app.outdir), address(app), app.config.root_doc
    shutil.copytree(cards.CARDS, site / "book" / "cards", dirs_exist_ok=True)
    pages = sorted(app.env.found_docs)
    engines = "User-agent: *\nAllow: /\n"
    (site / "sitemap.xml").unlink(missing_ok=True)
    if base:
        engines += f"Sitemap: {base}sitemap.xml\n"
        places = "".join(f"<url><loc>{escape(base)}{it}.html</loc></url>\n" for it in pages)
        kind = "http://www.sitemaps.org/schemas/sitemap/0.9"
        start = '<?xml version="1.0" encoding="utf-8"?>\n'
        whole = f'{start}<urlset xmlns="{kind}">\n{places}</urlset>\n'
        (site / "sitemap.xml").write_text(whole, "utf-8")
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
    """Return the pages that the table of contents begins with, each with its title."""
    first = app.config.root_doc
    below = app.env.toctree_includes.get(first, [])
    return [(f"{it}.html", app.env.titles[it].astext()) for it in below]


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    when_built(app, publish)
