"""Sphinx extension: what a page needs in print, besides its style (book/live/print.css).

Running heads: a page's head names the book and the page, for the margins of its printed pages.

The way back: under each app stands, in print alone, where its picture moves, as a short address and
as a QR code. Both need the address of the book, which is `html: baseurl` of _config.yml; as long as
that is not set, there are none.
"""

import json
import re
from html import escape, unescape
from typing import Any

import segno
from sphinx.application import Sphinx
from stored_widgets import of_page

# A view, what is shown until it is drawn, and its status line (stored_pictures.py).
VIEW = re.compile(
    r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>'
    r'(?:(?!<script type="application/vnd).)*?<p class="live-status[^>]*>[^<]*</p>',
    re.DOTALL,
)
WAY = """<p class="oe-way" hidden>{}<span>This picture moves at<br><a href="{}">{}</a></span></p>"""


def heads(book: str, page: str) -> str:
    """Return the style that tells the running heads.

    >>> heads("Odds, Exactly", "Policy &amp; <em>value</em>")
    '<style>:root { --book: "Odds, Exactly"; --page: "Policy & value" }</style>'
    """
    texts = (unescape(re.sub("<[^>]+>", "", it)).replace("<", r"\3c ") for it in (book, page))
    told = "; ".join(
        f"--{name}: {json.dumps(text, ensure_ascii=False)}"
        for name, text in zip(("book", "page"), texts, strict=True)
    )
    return f"<style>:root {{ {told} }}</style>"


def way(address: str) -> str:
    """Return where a picture moves, as a QR code and as text.

    >>> ">example.org/race.html#app-game</a>" in way("https://example.org/race.html#app-game")
    True
    """
    code = segno.make(address, error="m", micro=False)
    drawn = code.svg_inline(omitsize=True, border=2)
    return WAY.format(drawn, escape(address), escape(re.sub("^https?://", "", address)))


def name(models: dict[str, Any], model: str) -> str:
    """Return the name that the app with this widget in it has in the page's address, or ""."""
    state = models.get(model.removeprefix("IPY_MODEL_"), {}).get("state", {})
    if "app" in state and "location" in state:
        return str(state["app"])
    return next(filter(None, (name(models, it) for it in state.get("children", []))), "")


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the running heads into a page, and under each of its apps the way to it."""
    if not doctree:
        return
    context["metatags"] += heads(app.config.html_title, context["title"])
    base = app.config.html_baseurl.rstrip("/")
    if not base:
        return
    models = of_page(app, page, doctree)

    def under(view: re.Match[str]) -> str:
        found = name(models, json.loads(view[1])["model_id"])
        return view[0] + way(f"{base}/{page}.html#app-{found}") if found else view[0]

    context["body"] = VIEW.sub(under, context["body"])


def setup(app: Sphinx) -> None:
    """Register with Sphinx."""
    app.connect("html-page-context", add, priority=600)  # after stored_pictures.py
