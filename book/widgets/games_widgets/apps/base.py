"""What every app has around its picture.

An app is a function that makes a few settings (ordinary widgets), a function that draws the
picture for their values, and a `App` that joins them: it draws anew when a setting changes,
offers presets and a reset, keeps the last good picture when something is wrong and says what,
carries the settings in the address, and does long work in slices so that nothing freezes.

    def explorer() -> VBox:
        V = IntSlider(10, 1, 100, description="values V")
        return Frame("explorer", "Explore", {"V": V}, lambda: views.some_game(V.value)).tree

Work that takes longer than a few milliseconds is a generator: it yields its progress from 0 to 1,
often, and returns the picture. It may also yield a picture that is right, but not yet complete.
A newer change supersedes it, and the reader can stop it.
"""

import re
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from math import inf
from time import perf_counter, sleep
from typing import Any

from ipywidgets import VBox, Widget
from traitlets import HasTraits, Unicode

from games.validate import choice, integer, short_repr
from games_widgets.apps.address import Address, query, requested_settings
from games_widgets.apps.controls import HBox, values_of
from games_widgets.apps.html_widget import HtmlWidget, Kept
from games_widgets.apps.moves import Job, Moves
from games_widgets.apps.seeds import fresh
from games_widgets.drawing.markup import PartialPicture, Picture, button, element, joined

__all__ = ["App", "HiddenSetting", "Job", "Value", "Work"]

Work = Generator[float | Picture | None, None, Picture]
Value = int | str

SLICE = 0.012  # seconds of long work between two looks at what the reader does
LATE = 0.2  # seconds of it after which the picture is marked as one of other settings
REST = 50  # milliseconds between two looks at work that is done elsewhere
LATER = 300  # and until a picture that stays is completed
APART = 150  # milliseconds between the first drawings of two frames in a page
_frames = count(1)


class HiddenSetting(HasTraits):
    """A setting that has no control of its own: the reader changes it in the picture.

    >>> HiddenSetting("RRB").value
    'RRB'
    """

    value = Unicode()

    def __init__(self, value: str) -> None:
        super().__init__(value=value)


class App:
    """The frame of one app; its ``tree`` is what a cell displays.

    In the reader's browser the page has the first picture already, as the notebook stored it. So a
    frame there draws nothing until the page is live; then one after the other does, so that the
    first change finds worked out what it needs.

    Args:
        name: the app's name in the address, ``?app=name``.
        title: shown at the top.
        settings: name in the address -> a widget with a value and limits or options (IntSlider,
            BoundedIntText, Dropdown), a Text, or `HiddenSetting`. They are set in this order.
        draw: returns the picture for the present settings, or works it out as a generator, which
            yields its progress, a picture so far, or None while it waits for work elsewhere. A
            ``ValueError`` is shown to the reader, over the last good picture, which is dimmed.
        fit: adapts the limits of the settings to each other; called after each change.
        act: hears (act, value) from the picture, and "preset" after one was applied.
        presets: label -> the settings it stands for.
        first: whether the app is the first of its page, so that its address needs no ``app=``.
        at_once: whether it draws at the start in the page, too.
        folded: whether settings and presets wait behind a button, as in a game, whose board is the
            point; in an explorer the settings are.
        tell: has odds and judgements shown, or kept back, in the next picture: for an app that does
            so itself, with a button for the act "tell". Of the others the surface keeps back the
            sentence, the headlines and what is marked with ``oe-tells``, where ``tell=0`` in the
            address asks for it.
        game: one whose moves the page keeps, and a link may carry.
        keeps: by what name a page keeps what was played here (`games_widgets.apps.saved_games`).
    """

    def __init__(
        self,
        name: str,
        title: str,
        settings: Mapping[str, Any],
        draw: Callable[[], Picture | Work],
        *,
        fit: Callable[[], None] = lambda: None,
        act: Callable[[str, str], None] = lambda act, value: None,
        presets: Mapping[str, Mapping[str, Value]] | None = None,
        first: bool = False,
        at_once: bool = False,
        folded: bool = False,
        tell: Callable[[bool], None] | None = None,
        game: Moves | None = None,
        keeps: str = "",
    ) -> None:
        self.settings = dict(settings)
        self._draw, self._fit, self._act, self._tell = draw, fit, act, tell
        self._game = game
        self._held = False
        self._good: dict[str, Value] = {}  # the settings of the picture
        self._drawing: Work | None = None
        self._begun: PartialPicture | None = None  # the picture, while it is still to be completed
        self._current = True  # whether the picture is that of the settings
        self._job: Job | None = None
        self._pace: Callable[[], int] = int
        self._still = False
        fit()
        self.presets = dict(presets or {}) | {"Reset": self.values}
        self.surface = Kept(name=keeps) if keeps else HtmlWidget()
        self.address = Address(
            title=title, app=name, first=first, names=list(settings), folded=folded
        )
        controls = HBox([it for it in self.settings.values() if isinstance(it, Widget)])
        controls.add_class("oe-controls")
        self.tree = VBox([self.address, controls, self.surface])
        self.tree.add_class("oe-app")
        if folded:
            self.tree.add_class("oe-folded")
        if sys.platform == "emscripten" and not at_once:
            self._take_as_shown()
            self.surface.wake(APART * next(_frames))
        else:
            self.redraw(at_once=True)  # what the notebook stores is complete
        for widget in self.settings.values():
            widget.observe(self._changed, "value")
        self.surface.on_act(self._hear)
        self.address.observe(lambda _: self._visit(self.address.location), "location")
        self.address.on_msg(self._hear_page)

    # Settings

    @property
    def values(self) -> dict[str, Value]:
        """The present settings."""
        return {name: widget.value for name, widget in self.settings.items()}

    def apply(self, values: Mapping[str, Value]) -> None:
        """Change several settings at once and draw once."""
        self._set(values)
        self.surface.notice = ""
        self.redraw()

    def _set(self, values: Mapping[str, Value]) -> None:
        with self._holding():
            for name, value in values.items():
                self.settings[name].value = value
                self._fit()

    def _changed(self, _change: object) -> None:
        if not self._held:
            with self._holding():
                self._fit()
            self.surface.notice = ""
            self.redraw()

    @contextmanager
    def _holding(self) -> Iterator[None]:
        self._held = True
        try:
            yield
        finally:
            self._held = False

    def _hear_page(self, _widget: object, content: object, _buffers: object) -> None:
        """Go on with the reader's own game, which the browser has stored, or begin it again.

        Only the page sends such messages. An address cannot: a stranger may have written it.
        """
        if not isinstance(content, dict):
            return
        act, value = content.get("act"), content.get("value")
        if act == "resume" and isinstance(value, str):
            self._visit(value, is_own=True)
        elif act == "restart" and self._game:
            self.cancel()
            self._game.start()
            self.redraw()

    def _visit(self, location: str, *, is_own: bool = False) -> None:
        """Take settings and moves from a query; name what makes no sense, and leave it out.

        Args:
            location: the query of the address, or of a game that the browser has stored.
            is_own: whether it is the reader's own game, which counts.
        """
        address, before, problems = self.address, self.values, []
        taken: dict[str, Value] = {}
        try:
            names = [*address.names, "tell", "moves"]
            texts = requested_settings(location, address.app, names, first=address.first)
        except ValueError as error:
            texts, problems = {}, [str(error)]
        told, moves = texts.pop("tell", None), texts.pop("moves", "")
        where = "In what this browser has kept" if is_own else "In the address"
        try:
            if told is not None:
                self._keep_back(choice("tell", told, ("0", "1")) == "0")
        except ValueError as error:
            problems.append(str(error))
        for name, text in texts.items():
            try:
                new = (name, text) == ("seed", "new")  # each reader who opens the link gets another
                taken[name] = fresh() if new else _read(name, text, self.settings[name])
                self._set({name: taken[name]})
            except ValueError as error:
                problems.append(str(error))
        for name, number in taken.items():
            if isinstance(number, int) and number != self.settings[name].value:  # it gave way
                problems.append(f"{name} is {number}, too much beside the rest")
        if self.values != before or (told is not None and self._tell):
            self.redraw()
            if self.surface.notice:
                problems.append(self.surface.notice)
                self._leave_one_out(taken, before)
        if problems:
            told = "; ".join(it.removesuffix(".") for it in problems)
            self.say(f"{where}, {told}. This part of it is ignored.")
        elif self._game and moves:
            self.run(self._made_again(self._game, moves, where, helped=not is_own))

    def _made_again(self, game: Moves, moves: str, where: str, *, helped: bool) -> Job:
        """Make these moves; if they are none the game stands as it began, and it is told."""
        try:
            yield from game.replay(moves, helped=helped)
        except ValueError as error:
            game.start()
            self.say(f"{where}, {error}. The game is shown from its start.")

    def _keep_back(self, kept: bool) -> None:
        """Keep back what tells the odds until the reader asks for it, or do not."""
        if self._tell:
            self._tell(not kept)
        else:
            self.surface.told = not kept

    def _leave_one_out(self, taken: Mapping[str, Value], before: Mapping[str, Value]) -> None:
        """Take all settings but the one with which nothing can be drawn, or else none."""
        for bad in taken:
            self._set(before)
            self._set({name: value for name, value in taken.items() if name != bad})
            self.surface.notice = ""
            self.redraw()
            if not self.surface.notice:
                return
        self._set(before)
        if before == self._good:
            self._take_as_shown()

    # Drawing

    def say(self, notice: str) -> None:
        """Tell the reader what is wrong; the picture stays."""
        self.surface.notice = notice

    def redraw(self, *, at_once: bool = False) -> None:
        """Draw the picture for the present settings; work under way for older ones is dropped.

        Args:
            at_once: draw to the end, however long it takes.
        """
        self._drawing = None
        self._current = False
        self._asked = perf_counter()
        try:
            drawn = self._draw()
            if isinstance(drawn, Picture):
                self._show(drawn, at_once=at_once)
            else:
                self._go_on_drawing(drawn, inf if at_once else SLICE)
        except ValueError as error:
            self._fail(error)

    def _fail(self, error: ValueError) -> None:
        """Tell what is wrong; a picture of other settings than the present is marked as such."""
        with self.surface.hold_sync():
            self.surface.progress = None
            self.surface.stale = not self._current
            self.say(str(error))

    def _go_on_drawing(self, drawing: Work, seconds: float) -> None:
        self._drawing = None
        end = perf_counter() + seconds
        while True:
            try:
                share = next(drawing)
            except StopIteration as done:
                self._show(done.value, at_once=seconds == inf)
                return
            if isinstance(share, Picture):
                self._show(share, complete=False)
            elif share is None and seconds == inf:
                sleep(REST / 1000)
            elif share is None or perf_counter() > end:
                self._drawing = drawing
                self.surface.progress = share or 0.0
                if not self._current and perf_counter() > self._asked + LATE:
                    self.surface.stale = True
                self.surface.wake(REST if share is None else 0)
                return

    def _show(self, picture: Picture, *, complete: bool = True, at_once: bool = False) -> None:
        self._take_as_shown()
        self._begun = picture if isinstance(picture, PartialPicture) and not at_once else None
        with self.surface.hold_sync():
            self.surface.html = picture.complete() if at_once else picture.html
            self.surface.summary = picture.summary
            self.surface.menu = self._menu()
            if complete:
                self.surface.progress = None
            if self._begun:
                self.surface.wake(LATER)

    def _take_as_shown(self) -> None:
        """Note that the picture is that of the settings."""
        self._good = self.values
        self._current = True
        self.surface.stale = False
        asked = self._good
        if self._game and (moves := self._game.moves_text):
            asked = asked | dict(self._game.origin) | {"moves": moves}
        self.address.query = query(self.address.app, asked, first=self.address.first)

    def _menu(self) -> str:
        buttons = [element("span", "Try", class_="oe-label")]
        for label, values in self.presets.items():
            pressed = "true" if values == self._good and label != "Reset" else None
            buttons.append(button(label, "preset", label, kind="quiet", aria_pressed=pressed))
        return joined(buttons)

    # Acts, and long work beside the picture

    def run(self, job: Job, pause: int | Callable[[], int] = 0) -> None:
        """Do something step by step beside the picture, which is drawn anew at the end.

        Args:
            job: does one step each time it is asked for the next, and gives the progress from 0 to
                1, or None if it draws the picture itself.
            pause: milliseconds between steps to watch, or a function that tells them anew each
                time; 0 for as many steps as fit. Readers who prefer reduced motion get no pauses.
        """
        self.cancel()
        self._pace = pause if callable(pause) else lambda: pause
        self._still = False
        self._go_on_working(job)

    @property
    def pause(self) -> int:
        """Milliseconds to the next step of the job; 0 if nobody watches the steps."""
        return 0 if self._still else self._pace()

    def cancel(self) -> None:
        """Drop the job, if there is one."""
        if self._job:
            self._job.close()
            self._job = None
            self.surface.progress = None

    def _go_on_working(self, job: Job) -> None:
        self._job = job
        end = perf_counter() + SLICE
        for share in job:
            if self.pause or perf_counter() > end:
                self.surface.progress = share
                self.surface.wake(self.pause)
                return
        self.cancel()
        self.redraw()

    def _hear(self, act: str, value: str) -> None:
        if act == "tick":
            self._tick(still=value == "still")
            return
        if act == "recall" and isinstance(self.surface, Kept):
            self.surface.kept = value
            return
        if self._drawing and not self._current and act not in ("stop", "preset"):
            return  # the picture that was clicked is out of date
        self.surface.notice = ""
        try:
            if act == "draw":
                self.redraw()
            elif act == "stop":
                self._stop()
            elif act == "tell" and self.surface.told is not None:
                self.surface.told = not self.surface.told
            elif act != "preset":
                if self.surface.html is None:
                    self.redraw(at_once=True)  # an app may know its game from drawing it
                self._act(act, value)
            elif value in self.presets:
                self.apply(self.presets[value])
                self._act(act, value)
        except ValueError as error:
            self.say(str(error))

    def _tick(self, still: bool) -> None:
        try:
            if self._drawing:
                self._go_on_drawing(self._drawing, SLICE)
                if self._job and not self._drawing:
                    self.surface.wake(self.pause)
            elif self._job:
                self._still = still
                self._go_on_working(self._job)
            elif picture := self._begun:
                self.surface.html, self._begun = picture.complete(), None
            elif self.surface.html is None:
                drawn = self._draw()
                if isinstance(drawn, Picture):  # for the first time, what needs no long work
                    self._show(drawn)
        except ValueError as error:
            self.cancel()
            self._fail(error)

    def _stop(self) -> None:
        if self._drawing:
            self._drawing = None
            self.surface.progress = None
            if self._current:
                self.say("Stopped. A part of the picture has not been worked out.")
            else:
                self._set(self._good)
                self._take_as_shown()
                self.say("Stopped. The settings are those of the picture again.")
        if self._job:
            self.cancel()
            self.redraw()


def _read(name: str, text: str, widget: Any) -> Value:
    """Return the value that a text from the address stands for, or raise a ``ValueError``."""
    if hasattr(widget, "options"):
        options: dict[str, Value] = {str(value): value for value in values_of(widget.options)}
        return options[choice(name, text, tuple(options))]
    if not hasattr(widget, "min"):
        return text
    if not re.fullmatch(r"-?[0-9]{1,15}", text):
        raise ValueError(f"{name} is {short_repr(text)}, but must be a whole number")
    return integer(name, int(text), widget.min, widget.max)
