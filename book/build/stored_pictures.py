"""Sphinx extension: each page contains the stored view of each app.

A script draws a widget from the state in the notebook. This state has the markup, the text and the
values of an app. So the page contains the app as it will look: settings as text, the sentence, the
picture. page.js removes this view when it draws the app. Without scripts the view stays.

Stored notebooks have neither the stylesheet nor the scripts of our widgets (notebooks.py). This
extension adds the stylesheet to each page. The scripts of all widgets become files, because a page
does not run text as a script.
"""

import json
import re
import sys
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.insert(0, str(Path(__file__).parent))
from line_breaks import join_lines
from publish import WIDGET_MODULE, digest
from stored_widgets import PARTS, SHEET, of_page

VIEW = re.compile(r'<script type="application/vnd\.jupyter\.widget-view\+json">(.*?)</script>')
TEXT = re.compile(r"(?<=>)[^<>]+")
HEADING = re.compile(r"<h([1-6])\b")
BUTTON = re.compile(r"<(/?)button\b([^>]*)>")
ONLY_BUTTONS = re.compile(r' (?:type|aria-keyshortcuts|disabled)(?:="[^"]*")?(?=[ ]|$)')
# The view has the same size as the app, so that nothing on the page moves.
TITLE_LEVEL = 'aria-level="3"'  # of each app in a notebook
HEAD = f"""<div class="oe-header"><p class="oe-title" role="heading" {TITLE_LEVEL}>{{}}</p>\
<div class="oe-buttons live-placeholder">
{{}}</div></div>"""
LATE = (
    "This is a still picture. If the page stays so, loading it anew may help. "
    "If not, its host or this browser forbids its scripts."
)
END = f'<i hidden></i></div><p class="live-status live-slow-note">{LATE}</p>'


def stored_markup(models: dict[str, Any], name: str) -> str:
    """Return the markup of a stored widget and its children."""
    state = models.get(name, {}).get("state", {})
    parts = []
    if "title" in state:
        names = ["Settings"] if state.get("settings_folded") else []
        looks = dict.fromkeys([*names, "Copy link"], "oe-button oe-quiet")
        looks["Embed"] = "oe-button oe-quiet oe-embed"
        buttons = "".join(f'<span class="{look}">{name}</span>' for name, look in looks.items())
        parts.append(HEAD.format(escape(state["title"]), buttons))
    if "summary" in state and "html" in state:
        summary = f'<p class="oe-summary">{escape(join_lines(state["summary"]))}</p>'
        picture = f'<div class="oe-picture">{TEXT.sub(_join_match, state["html"])}</div>'
        parts += [f'<div class="oe-presets">{state.get("menu", "")}</div>', summary, picture]
        parts = [without_buttons(part) for part in parts]
    elif models.get(name, {}).get("model_name") == "TextareaModel":
        label, rows = escape(state["description"]), state["rows"]
        code = f'<textarea rows="{rows}" readonly>{escape(state["value"])}</textarea>'
        parts.append(f'<label><span class="widget-label">{label}</span>{code}</label>')
    elif isinstance(value := _value(state), int | str) and "description" in state:
        is_markup = models[name]["model_name"].startswith("HTML")
        value = value if is_markup else escape(str(value))
        label = f"{escape(state['description'])}: " if state["description"] else ""
        parts.append(f"<div>{label}{value}</div>")
    elif state.get("description") and models[name]["model_name"] == "ButtonModel":
        parts.append(f"<div>{escape(state['description'])}</div>")
    parts += [
        stored_markup(models, child.removeprefix("IPY_MODEL_"))
        for child in state.get("children", [])
    ]
    classes = escape(" ".join(state.get("_dom_classes", [])))
    return f'<div class="{classes}">{"".join(parts)}</div>' if any(parts) else ""


def _join_match(text: re.Match[str]) -> str:
    return join_lines(text[0])


def without_buttons(markup: str) -> str:
    """Return markup with pictures of its buttons in place of the buttons.

    >>> without_buttons('<button type="button" aria-label="Roll" aria-pressed="true">R</button>')
    '<span aria-label="Roll" data-pressed="true" role="img">R</span>'
    """
    return BUTTON.sub(_still_button, markup)


def _still_button(tag: re.Match[str]) -> str:
    """Return the tag of a picture in place of a button, because nobody can press the button yet."""
    attributes = ONLY_BUTTONS.sub("", tag[2]).replace(" aria-pressed=", " data-pressed=")
    role = ' role="img"' if " aria-label=" in attributes else ""
    return f"<{tag[1]}span{attributes}{role}>"


def _value(state: dict[str, Any]) -> object:
    """Return the value of a widget. The value of a menu is one of its labels."""
    labels, index = state.get("_options_labels"), state.get("index")
    return labels[index] if labels and index is not None else state.get("value")


def add(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: object) -> None:
    """Put the stored view beside each widget of a page, and add its stylesheet and scripts."""
    models = of_page(app, page, doctree)
    if not models:
        return

    def put_beside(view: re.Match[str]) -> str:
        picture = stored_markup(models, json.loads(view[1])["model_id"])
        headings = HEADING.findall(view.string, 0, view.start())
        if headings:  # the title of an app is one level below the heading of its section
            picture = picture.replace(TITLE_LEVEL, f'aria-level="{int(headings[-1]) + 1}"')
        return f'{view[0]}<div class="live-still">{picture}{END}' if picture else view[0]

    context["body"] = VIEW.sub(put_beside, context["body"])
    if any("sheet" in model["state"] for model in models.values()):
        context["metatags"] += (
            f'<style id="oe-sheet" data-stylesheet="{SHEET}">{PARTS[SHEET]}</style>'
        )
    scripts = {model["state"]["_esm"] for model in models.values() if "_esm" in model["state"]}
    static = Path(app.outdir) / "_static"
    files = {
        script: context["pathto"](f"_static/{publish(script, static)}", 1)
        for script in sorted(scripts)
    }
    if files:
        data = json.dumps(files).replace("</", r"<\/")
        ahead = "".join(
            f'<link rel="modulepreload" href="{address}" />' for address in files.values()
        )
        context["metatags"] += (
            f'{ahead}<script type="application/json" id="live-modules">{data}</script>'
        )


def publish(script: str, static: Path) -> str:
    """Write the script of a widget to a path named by its content, and return the path."""
    path = static / WIDGET_MODULE
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(PARTS.get(script, script), "utf-8")
    place = f"live/{digest(path)}/{WIDGET_MODULE}"
    (static / place).parent.mkdir(parents=True, exist_ok=True)
    path.replace(static / place)
    return place


def setup(app: Sphinx) -> None:
    """Register the extension with Sphinx."""
    app.connect("html-page-context", add)
