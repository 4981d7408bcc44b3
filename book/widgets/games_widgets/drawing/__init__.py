"""Pictures of games and their solutions, as HTML text.

A view is a pure function from a solution, or a game under way, to a model: what there is to see, as
data, and a sentence that says it. `games_widgets.drawing.render.render` makes markup of a model. It
knows no widget and keeps no state, so the same picture serves an app, a test and a printed page.
All text is escaped on its way in (`games_widgets.drawing.markup`), all numbers are worded in one
place (`games_widgets.drawing.text`), and all colours stand in one stylesheet for light and dark,
`STYLE`.

Boards, bars and bands are HTML, not SVG: the text keeps its size, the picture wraps on a phone,
fields are real buttons and bars are rows of a real table. Charts are in
`games_widgets.drawing.curves`.

Apps are put together from `games_widgets.apps`, and figures for print with `games_widgets.plots`.
"""

import re
from importlib.resources import files

__all__ = ["STYLE"]

# style.css is what all views share, and what is in this folder comes before a game's own view.css
_sheets = sorted(
    (room.name != "drawing", sheet.name != "style.css", room.name, sheet.name)
    for room in files("games_widgets").iterdir()
    if room.is_dir()
    for sheet in room.iterdir()
    if sheet.name.endswith(".css")
)
_COMMENT = re.compile(r"\s*/\*.*?\*/", re.DOTALL)
# Each page carries the sheet, and 3 kB of it would be comments.
STYLE = "\n".join(
    _COMMENT.sub("", files("games_widgets").joinpath(room, sheet).read_text(encoding="utf-8"))
    for *_, room, sheet in _sheets
)
