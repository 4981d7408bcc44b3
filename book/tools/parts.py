"""What stored notebooks leave out: the stylesheet and the scripts of our widgets.

They are files of `games`, the same for every app. A notebook has a line in the place of each, which
says nothing wrong where it is read as it stands (JupyterLab, before a cell is run). The built page
puts them back (still.py, page.js). So a change of style or script touches no notebook.
"""

from typing import Any

from games.kit.apps import address, surface

from games.kit import STYLE

_RUN = "export default { render: ({ el }) => el.append('Run the cell to see the app.') }; // "

SHEET = "/* games/kit */"
PARTS = {SHEET: STYLE} | {
    f"{_RUN}games/kit/apps/{name}.js": widget._esm
    for name, widget in (("address", address.Address), ("surface", surface.Surface))
}
_LINES = {str(part): line for line, part in PARTS.items()}


def left_out(state: dict[str, Any]) -> dict[str, Any]:
    """Return the state of a widget with a line in the place of each part.

    >>> left_out({"value": STYLE, "description": "sheet"})
    {'value': '/* games/kit */', 'description': 'sheet'}
    """
    return {
        key: _LINES.get(value, value) if isinstance(value, str) else value
        for key, value in state.items()
    }
