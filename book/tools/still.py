"""Sphinx extension: the stored view of each app for readers without JavaScript.

A widget is drawn by a script from the state in the notebook. What an app shows is markup, text and
a few values, and all of that is in this state. So it is written into the page a second time, for
browsers that run no scripts, and for those alone: settings as text, the sentence, the picture.
"""

import json
import re
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

STATE = "application/vnd.jupyter.widget-state+json"
VIEW = re.compile(r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>')
BUTTON = re.compile(r"<(/?)button\b")


def still(models: dict[str, Any], name: str) -> str:
    """Return the markup of a stored widget and all in it."""
    state = models.get(name, {}).get("state", {})
    parts = []
    if "title" in state:
        parts.append(f'<p class="oe-title">{escape(state["title"])}</p>')
    if "summary" in state and "html" in state:
        menu = state.get("menu", "")
        question = "" if 'data-act="preset"' in menu else menu
        parts += [question, f'<p class="oe-summary">{escape(state["summary"])}</p>', state["html"]]
        parts = [BUTTON.sub(r"<\1span", part) for part in parts]  # nothing can be pressed
    elif isinstance(state.get("value"), int | str) and "description" in state:
        is_markup = models[name]["model_name"].startswith("HTML")
        value = state["value"] if is_markup else escape(str(state["value"]))
        label = f"{escape(state['description'])}: " if state["description"] else ""
        parts.append(f"<div>{label}{value}</div>")
    parts += [
        still(models, child.removeprefix("IPY_MODEL_")) for child in state.get("children", [])
    ]
    classes = escape(" ".join(state.get("_dom_classes", [])))
    return f'<div class="{classes}">{"".join(parts)}</div>' if any(parts) else ""


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put what a page without scripts shows beside each of its widgets."""
    source = Path(app.env.doc2path(page)) if doctree else Path()
    if source.suffix != ".ipynb":
        return
    metadata = json.loads(source.read_text("utf-8"))["metadata"]
    models = metadata.get("widgets", {}).get(STATE, {}).get("state", {})

    def beside(view: re.Match[str]) -> str:
        shown = still(models, json.loads(view[1])["model_id"])
        return f"{view[0]}<noscript>{shown}</noscript>"

    context["body"] = VIEW.sub(beside, context["body"])
    for model in models.values():
        if "sheet" in model["state"]:
            sheet = models[model["state"]["sheet"].removeprefix("IPY_MODEL_")]["state"]["value"]
            sheet += ".oe-buttons { display: none }"
            context["metatags"] += f"<noscript><style>{sheet}</style></noscript>"
            break


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("html-page-context", add)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
