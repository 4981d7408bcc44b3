"""The surface: one widget that shows a picture and tells which part of it was clicked.

A board of twenty fields made of twenty buttons would be twenty widgets. So all pictures are HTML
that `games_widgets.drawing` wrote, shown by this one widget. A part of it acts if it has
``data-act`` (and perhaps ``data-value``): a click on it, or Enter or Space where it has the focus,
calls the callbacks of `HtmlWidget.on_act`. A form with ``data-act`` sends its first input as the
value.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from anywidget import AnyWidget
from ipywidgets import Widget, widget_serialization
from traitlets import Bool, Float, Instance, Int, List, Unicode

from games_widgets.apps.controls import HTML, Plain, shared
from games_widgets.drawing import STYLE

__all__ = ["HtmlWidget", "Kept"]


def sheet() -> HTML:
    """Return the stylesheet of all pictures as a widget that nobody displays.

    Every surface names the same, so a notebook stores its text once and not with each app.
    """
    return HTML(STYLE)


class HtmlWidget(Plain, AnyWidget):
    """A picture whose parts can be clicked.

    In the markup, ``data-next`` marks where the focus goes when the focused part disappears,
    ``data-arrows`` a group in which the arrow keys move it, ``data-key`` the key that does what a
    click does, and parts with the same ``data-link`` light up together; ``data-links`` lists those
    of the equal parts of a drawing, side by side or, with ``data-down``, one below the other.

    Attributes:
        html: the picture. Only `games_widgets.drawing` may write it: there all text is escaped.
            None until something is drawn; the page then keeps a picture that it has, or asks for
            one by the act "draw".
        menu: buttons over it, also markup.
        summary: the picture in words; it is read out when it changes.
        notice: what went wrong, as text; the picture stays.
        told: False while the reader has not yet asked for what tells the odds, which is kept back;
            None where nothing is, and nobody need ask.
        stale: whether the picture is the last good one and not that of the settings: it is dimmed.
        progress: how far long work has come, 0 to 1; None if there is none.
        due: (n, ms): to be sent the act "tick" in so many milliseconds, when n changes.
        sheet: the stylesheet, the same for all.
    """

    _esm = Path(__file__).with_name("html_widget.js").read_text(encoding="utf-8")

    html = Unicode(None, allow_none=True).tag(sync=True)
    menu = Unicode(None, allow_none=True).tag(sync=True)
    summary = Unicode(None, allow_none=True).tag(sync=True)
    notice = Unicode().tag(sync=True)
    told = Bool(None, allow_none=True).tag(sync=True)
    stale = Bool(False).tag(sync=True)
    progress = Float(None, allow_none=True).tag(sync=True)
    due = List(Int(), [0, 0]).tag(sync=True)
    sheet = Instance(Widget).tag(sync=True, **widget_serialization)

    def __init__(self, **traits: Any) -> None:
        super().__init__(sheet=shared(sheet), **traits)
        self._callbacks: list[Callable[[str, str], None]] = []
        self.on_msg(self._hear)

    def __repr__(self) -> str:  # stored in notebooks, so the same in every run
        return f"<Surface: {self.summary}>"

    def get_state(self, key: Any = None, drop_defaults: bool = False) -> dict[str, Any]:
        """Return what the page is told: of the picture nothing, as long as there is none.

        That it is up to date goes without saying, as long as it never was not, and so does that
        nothing is kept back.
        """
        state = super().get_state(key, drop_defaults)
        undrawn = {part for part in ("html", "menu", "summary") if getattr(self, part) is None}
        if key is None and not self.stale:
            undrawn.add("stale")
        if self.told is None:
            undrawn.add("told")
        return {name: value for name, value in state.items() if name not in undrawn}

    def on_act(self, callback: Callable[[str, str], None]) -> None:
        """Have ``callback(act, value)`` called when a part of the picture is clicked."""
        self._callbacks.append(callback)

    def act(self, act: str, value: str = "") -> None:
        """Do what a click does."""
        for callback in self._callbacks:
            callback(act, value)

    def wake(self, milliseconds: int) -> None:
        """Ask the page for one act "tick" after a while.

        In a worker there is no other clock: Python sleeps between messages.
        """
        self.due = [self.due[0] + 1, milliseconds]

    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        if isinstance(content, dict):
            act, value = content.get("act"), content.get("value")
            if isinstance(act, str) and isinstance(value, str):
                self.act(act, value[:1000])


class Kept(HtmlWidget):
    """A surface of which a page of the book keeps what was done (book/live/modules/guesses.js).

    What it gives back, with the act "recall", may come from anywhere, and is read as if typed anew.

    Attributes:
        name: what it is kept by; empty if it is not kept. Of two surfaces with the same name on a
            page each is told what the other keeps.
        kept: what is to be kept; empty until anything happened.
    """

    name = Unicode().tag(sync=True)
    kept = Unicode().tag(sync=True)
