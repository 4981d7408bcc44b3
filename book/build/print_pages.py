"""Sphinx extension: parts of a page for print, besides its stylesheet (book/live/print.css).

Running heads: the head of a page names the book and the page, for the margins of printed pages.

Addresses: in print each app has its short address and a QR code below it. Both need the address of
the book, `html: baseurl` in _config.yml. Without that setting there are none.
"""

import json
import re
from html import escape, unescape
from typing import Any

import segno
from sphinx.application import Sphinx
from stored_widgets import of_page

# A view, its stored picture, and its status line (stored_pictures.py).
VIEW = re.compile(
    r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>'
    r'(?:(?!<script type="application/vnd).)*?<p class="live-status[^>]*>[^<]*</p>',
    re.DOTALL,
)
APP_ADDRESS = (
    '<p class="oe-app-address" hidden>{}'
    '<span>This picture moves at<br><a href="{}">{}</a></span></p>'
)


def heads(book: str, page: str) -> str:
    """Return the style with the running heads.

    >>> heads("Odds, Exactly", "Policy &amp; <em>value</em>")
    '<style>:root { --book: "Odds, Exactly"; --page: "Policy & value" }</style>'
    """
    texts = (unescape(re.sub("<[^>]+>", "", text)).replace("<", r"\3c ") for text in (book, page))
    rules = "; ".join(
        f"--{name}: {json.dumps(text, ensure_ascii=False)}"
        for name, text in zip(("book", "page"), texts, strict=True)
    )
    return f"<style>:root {{ {rules} }}</style>"


def app_address(address: str) -> str:
    """Return the address of an app as a QR code and as text.

    >>> ">example.org/race.html#app-game</a>" in app_address("https://example.org/race.html#app-game")
    True
    """
    code = segno.make(address, error="m", micro=False)
    svg = code.svg_inline(omitsize=True, border=2)
    return APP_ADDRESS.format(svg, escape(address), escape(re.sub("^https?://", "", address)))


def name(models: dict[str, Any], model: str) -> str:
    """Return the name that the app with this widget in it has in the page's address, or ""."""
    state = models.get(model.removeprefix("IPY_MODEL_"), {}).get("state", {})
    if "app" in state and "location" in state:
        return str(state["app"])
    return next(filter(None, (name(models, child) for child in state.get("children", []))), "")


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the running heads into a page, and the address of each app below it."""
    if not doctree:
        return
    context["metatags"] += heads(app.config.html_title, context["title"])
    base = app.config.html_baseurl.rstrip("/")
    if not base:
        return
    models = of_page(app, page, doctree)

    def put_under(view: re.Match[str]) -> str:
        app_name = name(models, json.loads(view[1])["model_id"])
        return view[0] + app_address(f"{base}/{page}.html#app-{app_name}") if app_name else view[0]

    context["body"] = VIEW.sub(put_under, context["body"])


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", add, priority=600)  # after stored_pictures.py
