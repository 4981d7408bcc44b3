"""The stored state of widgets in notebooks, without our stylesheet and scripts.

The stylesheet and the scripts are files of a package and the same for all apps. A notebook has one
line in place of each, which is valid where it is used unchanged (JupyterLab, before a cell is run).
The built page puts the files back (stored_pictures.py, page.js). So a change of a style or script
changes no notebook.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

from games_widgets.apps import address, html_widget
from games_widgets.drawing import STYLE

STATE = "application/vnd.jupyter.widget-state+json"
_RUN = "export default { render: ({ el }) => el.append('Run the cell to see the app.') }; // "

SHEET = "/* book/widgets/games_widgets/drawing */"
PARTS = {SHEET: STYLE} | {
    f"{_RUN}book/widgets/games_widgets/apps/{name}.js": widget._esm
    for name, widget in (("address", address.Address), ("html_widget", html_widget.HtmlWidget))
}
_LINES = {str(part): line for line, part in PARTS.items()}


def models(notebook: Mapping[str, Any]) -> dict[str, Any]:
    """Return the stored models of a notebook by their ids."""
    state: dict[str, Any] = notebook["metadata"].get("widgets", {}).get(STATE, {}).get("state", {})
    return state


def of_page(app: Sphinx, page: str, doctree: object) -> dict[str, Any]:
    """Return the stored models of the notebook of a page, or an empty dict."""
    source = Path(app.env.doc2path(page)) if doctree else Path()
    return models(json.loads(source.read_text("utf-8"))) if source.suffix == ".ipynb" else {}


def left_out(state: dict[str, Any]) -> dict[str, Any]:
    """Return the state of a widget with one line in place of its stylesheet and its script.

    >>> left_out({"value": STYLE, "description": "sheet"})
    {'value': '/* book/widgets/games_widgets/drawing */', 'description': 'sheet'}
    """
    return {
        key: _LINES.get(value, value) if isinstance(value, str) else value
        for key, value in state.items()
    }
