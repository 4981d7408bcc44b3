"""One widget that shows a picture and reports which part of it was clicked.

A board of twenty buttons would be twenty widgets. So all pictures are HTML from
`games_widgets.drawing`, and this one widget shows them. A part with ``data-act`` (and perhaps
``data-value``) can act: a click on it, or Enter or Space while it has the focus, calls the
callbacks of `HtmlWidget.on_act`. A form with ``data-act`` sends its first input as the value.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from anywidget import AnyWidget
from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Float, Instance, Int, List, Unicode

from games_widgets.apps.controls import HTML, Plain, shared
from games_widgets.drawing import STYLE
from games_widgets.drawing.render import HasTally, Model, render

__all__ = ["HtmlWidget", "SavedWidget"]


def sheet() -> HTML:
    """Return the stylesheet of all pictures as a widget that is never displayed.

    All surfaces refer to this one, so a notebook stores its text only once.
    """
    return HTML(STYLE)


class HtmlWidget(Plain, AnyWidget):
    """A picture whose parts can be clicked.

    In the markup, ``data-next-focus`` marks where the focus goes when the focused part disappears,
    ``data-arrows`` marks a group in which the arrow keys move the focus, and ``data-key`` names the
    key that acts as a click. Parts with the same ``data-link`` are highlighted together;
    ``data-links`` lists the links of the equal parts of a drawing, side by side or, with
    ``data-vertical``, one below the other.

    Attributes:
        html: the picture. Only `games_widgets.drawing` may write it, because it escapes all text.
            None until something is drawn; until then the page leaves its picture as it is, or asks
            for one with the act "draw".
        menu: buttons over the picture, also markup.
        summary: the picture in words; screen readers read it when it changes.
        notice: an error as text; the picture stays.
        odds_visible: whether odds are shown: False while they are hidden until the reader asks for
            them; None where nothing is ever hidden.
        stale: whether the picture is the last good one, not that of the settings; it is dimmed.
        progress: the progress of long work, 0 to 1; None without such work.
        due: (n, ms): when n changes, the page sends the act "tick" after so many milliseconds.
        sheet: the stylesheet, the same for all.
        model: what the picture was drawn from; it stays in Python.
        addition: a sentence that follows the summary. It stays in Python, too.
        tells_result: whether the summary is the result of many games, if the picture has one. It
            stays in Python, too.
    """

    model: Model | None = None
    tells_result = False
    addition = ""

    _esm = Path(__file__).with_name("html_widget.js").read_text(encoding="utf-8")

    html = Unicode(None, allow_none=True).tag(sync=True)
    menu = Unicode(None, allow_none=True).tag(sync=True)
    summary = Unicode(None, allow_none=True).tag(sync=True)
    notice = Unicode().tag(sync=True)
    odds_visible = Bool(None, allow_none=True).tag(sync=True)
    stale = Bool(False).tag(sync=True)
    progress = Float(None, allow_none=True).tag(sync=True)
    due = List(Int(), [0, 0]).tag(sync=True)
    sheet = Instance(Widget).tag(sync=True, **widget_serialization)

    def __init__(self, **traits: Any) -> None:
        super().__init__(sheet=shared(sheet), **traits)
        self._callbacks: list[Callable[[str, str], None]] = []
        self.on_msg(self._hear)

    def __repr__(self) -> str:  # stored in notebooks, so the same in every run
        return f"<HtmlWidget: {self.summary}>"

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return the state for the page, without the parts that hold no information yet.

        These are the picture before it is drawn, ``stale`` while it is False, and ``odds_visible``
        while nothing can be hidden.
        """
        state = super().get_state(key, drop_defaults)
        undrawn = {part for part in ("html", "menu", "summary") if getattr(self, part) is None}
        if key is None and not self.stale:
            undrawn.add("stale")
        if self.odds_visible is None:
            undrawn.add("odds_visible")
        return {name: value for name, value in state.items() if name not in undrawn}

    def show(self, model: Model) -> None:
        """Show the picture of a model, and its summary."""
        result = model.result if self.tells_result and isinstance(model, HasTally) else ""
        with self.hold_sync():
            self.model, self.html = model, render(model)
            self.summary = f"{result or model.summary} {self.addition}".strip()

    def on_act(self, callback: Callable[[str, str], None]) -> None:
        """Register ``callback(act, value)`` for clicks on parts of the picture."""
        self._callbacks.append(callback)

    def act(self, act: str, value: str = "") -> None:
        """Call the callbacks, as a click does."""
        for callback in self._callbacks:
            callback(act, value)

    def wake(self, milliseconds: int) -> None:
        """Ask the page for one act "tick" after so many milliseconds.

        A worker has no other clock: Python sleeps between messages.
        """
        self.due = [self.due[0] + 1, milliseconds]

    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict):
            act, value = content.get("act"), content.get("value")
            if isinstance(act, str) and isinstance(value, str):
                self.act(act, value[:1000])


class SavedWidget(HtmlWidget):
    """A surface whose content a page of the book saves (book/live/modules/guesses.js).

    The page returns it with the act "recall". It may come from anywhere, so it is checked like
    typed input.

    Attributes:
        name: the name under which the page saves it; empty if it is not saved. Surfaces with the
            same name on a page share what they save.
        saved_text: the text to save; empty until something happens.
    """

    name = Unicode().tag(sync=True)
    saved_text = Unicode().tag(sync=True)
