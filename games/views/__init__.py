"""Pictures of games and their solutions, as HTML text.

A view is a pure function from a solution, or a game under way (`games.plays`), to a
`games.views.markup.Picture`: the markup and a sentence that says what it shows. It knows no widget
and keeps no state, so the same picture serves an app, a test and a printed page. All text is
escaped on its way in (`games.views.markup`), all numbers are worded in one place
(`games.views.text`), and all colours stand in one stylesheet for light and dark, `STYLE`.

Boards, bars and bands are HTML, not SVG: the text keeps its size, the picture wraps on a phone,
fields are real buttons and bars are rows of a real table. Charts are in `games.views.curves`.
"""

from importlib.resources import files

__all__ = ["STYLE"]

# style.css is what all views share; a game's own file, such as race.css, comes after it
_sheets = [sheet for sheet in files(__name__).iterdir() if sheet.name.endswith(".css")]
_sheets.sort(key=lambda sheet: (sheet.name != "style.css", sheet.name))
STYLE = "\n".join(sheet.read_text(encoding="utf-8") for sheet in _sheets)
