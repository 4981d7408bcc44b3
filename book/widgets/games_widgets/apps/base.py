"""What every app has around its picture.

A function makes an app from a few settings (ordinary widgets) and a function that returns the model
of the picture for their values. `App` joins them. It draws again when a setting changes, and offers
presets and a reset. After an error it keeps the last good picture and shows a message. It writes
the settings into the address, and does long work in slices so that the page never freezes.

    def explorer() -> VBox:
        V = IntSlider(10, 1, 100, description="values V")
        return App("explorer", "Explore", {"V": V}, lambda: views.some_game(V.value)).tree

Work that takes longer than a few milliseconds is a generator: it often yields its progress from 0
to 1, and returns the model of the picture. It may also yield one that is correct, but not yet
complete.
A newer change replaces such work, and the reader can stop it.
"""

import re
import sys
from collections.abc import Callable, Collection, Generator, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from math import inf
from time import perf_counter, sleep
from types import NoneType
from typing import Any

from ipywidgets import VBox, Widget
from traitlets import HasTraits, Unicode

from games.validate import choice, integer, short_repr
from games_widgets.apps.address import Address, query, requested_settings
from games_widgets.apps.controls import HBox, values_of
from games_widgets.apps.html_widget import HtmlWidget, SavedWidget
from games_widgets.apps.moves import Job, Moves
from games_widgets.apps.seeds import fresh
from games_widgets.drawing.parts import Button, Label
from games_widgets.drawing.render import Model, Partial, complete_model, render

__all__ = ["App", "HiddenSetting", "Job", "OptionalSetting", "Value", "Work"]

Work = Generator[float | Model | None, None, Model]
Value = int | str

SLICE = 0.012  # seconds of long work between two checks for acts of the reader
STALE_AFTER = 0.2  # seconds of long work until the picture is marked as out of date
POLL = 50  # milliseconds between two checks of work in another place
COMPLETE_AFTER = 300  # milliseconds until a partial picture is completed
STAGGER = 150  # milliseconds between the first drawings of two apps of a page
_frames = count(1)


class HiddenSetting(HasTraits):
    """A setting without a control: the reader changes it in the picture.

    >>> HiddenSetting("RRB").value
    'RRB'
    """

    value = Unicode()

    def __init__(self, value: str) -> None:
        super().__init__(value=value)


class OptionalSetting(HiddenSetting):
    """A hidden setting that an address leaves out as long as it is empty."""


class App:
    """One app; a cell displays its ``tree``.

    In the reader's browser the page already has the first picture, which the notebook stored. So an
    app draws nothing there until the page is live. Then the apps draw one after the other, so that
    results are ready for the first change.

    Args:
        name: the app's name in the address, ``?app=name``.
        title: shown at the top.
        settings: name in the address -> a widget with a value and limits or options (IntSlider,
            BoundedIntText, Dropdown), a Text, or `HiddenSetting`. An address sets them in
            this order.
        draw: returns the model of the picture for the present settings, or is a generator that
            returns it and yields its progress, a picture not yet complete, or None while it waits
            for work elsewhere. The reader sees the message of a ``ValueError`` over the last good
            picture, dimmed.
        fit: adapts the limits of the settings to each other; called after each change.
        act: receives (act, value) from the picture, and "preset" after a preset was applied.
        presets: label -> the settings it stands for.
        first: whether the app is the first of its page, so that its address needs no ``app=``.
        at_once: whether it draws at the start also in the page.
        settings_folded: whether a button hides settings and presets. It does in a game, where the
            board matters most. In an explorer the settings matter most.
        tell: shows or hides odds and verdicts in the next picture, in an app that has a button for
            the act "tell". For other apps the surface hides the summary, the headlines and the
            parts with the class ``oe-odds`` when the address has ``tell=0``.
        remark: returns a sentence on what a change of these settings means, or "". The sentence
            follows the summary until the reader does something else.
        game: a game whose moves the page saves and a link can carry.
        keeps: the name under which a page saves games played here
            (`games_widgets.apps.saved_games`).
    """

    def __init__(
        self,
        name: str,
        title: str,
        settings: Mapping[str, Any],
        draw: Callable[[], Model | Work],
        *,
        fit: Callable[[], None] = lambda: None,
        act: Callable[[str, str], None] = lambda act, value: None,
        presets: Mapping[str, Mapping[str, Value]] | None = None,
        first: bool = False,
        at_once: bool = False,
        settings_folded: bool = False,
        tell: Callable[[bool], None] | None = None,
        remark: Callable[[Collection[str]], str] = lambda names: "",
        game: Moves | None = None,
        keeps: str = "",
    ) -> None:
        self.settings = dict(settings)
        self._draw, self._fit, self._act, self._tell = draw, fit, act, tell
        self._game, self._remark = game, remark
        self._new_settings: Collection[str] = ()  # those that the reader's last act changed
        self._is_paused = False
        self._good: dict[str, Value] = {}  # the settings of the picture
        self._drawing: Work | None = None
        self._partial: Model | None = None  # the picture until it is completed
        self._current = True  # whether the picture is that of the settings
        self._job: Job | None = None
        self._pace: Callable[[], int] = int
        self._no_pauses = False
        self._job_tells_result = False
        fit()
        self.presets = dict(presets or {}) | {"Reset": self.values}
        self.surface = SavedWidget(name=keeps) if keeps else HtmlWidget()
        self.address = Address(
            title=title,
            app=name,
            first=first,
            names=list(settings),
            settings_folded=settings_folded,
        )
        controls = HBox([widget for widget in self.settings.values() if isinstance(widget, Widget)])
        controls.add_class("oe-controls")
        self.tree = VBox([self.address, controls, self.surface])
        self.tree.add_class("oe-app")
        if settings_folded:
            self.tree.add_class("oe-folded")
        if sys.platform == "emscripten" and not at_once:
            self._mark_current()
            self.surface.wake(STAGGER * next(_frames))
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
        self.put(values)
        self._clear_words()
        self.redraw()

    def put(self, values: Mapping[str, Value]) -> None:
        """Change settings without drawing: for a drawing that finds that one of them is wrong."""
        with self._pausing():
            for name, value in values.items():
                self.settings[name].value = value
                self._fit()

    def _changed(self, change: Mapping[str, object]) -> None:
        if not self._is_paused:
            with self._pausing():
                self._fit()
            self._clear_words()
            self._new_settings = [
                name for name, widget in self.settings.items() if widget is change["owner"]
            ]
            self.redraw()

    @contextmanager
    def _pausing(self) -> Iterator[None]:
        self._is_paused = True
        try:
            yield
        finally:
            self._is_paused = False

    def _hear_page(self, _widget: object, content: object, _buffers: object) -> None:
        """Continue the reader's own game, which the browser has stored, or start it again.

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
        """Take settings and moves from a query; report invalid parts and leave them out.

        Args:
            location: the query of the address, or of a game that the browser has stored.
            is_own: whether it is the reader's own game.
        """
        address, old_values, problems = self.address, self.values, []
        accepted_values: dict[str, Value] = {}
        try:
            names = [*address.names, "tell", "moves"]
            texts = requested_settings(location, address.app, names, first=address.first)
        except ValueError as error:
            texts, problems = {}, [str(error)]
        tell, moves = texts.pop("tell", None), texts.pop("moves", "")
        origin = "In what this browser has kept" if is_own else "In the address"
        try:
            if tell is not None:
                self._hide_odds(choice("tell", tell, ("0", "1")) == "0")
        except ValueError as error:
            problems.append(str(error))
        for name, text in texts.items():
            try:
                new = (name, text) == ("seed", "new")  # each reader of the link gets another seed
                accepted_values[name] = fresh() if new else _parse(name, text, self.settings[name])
                self.put({name: accepted_values[name]})
            except ValueError as error:
                problems.append(str(error))
        for name, number in accepted_values.items():
            if (
                isinstance(number, int) and number != self.settings[name].value
            ):  # another setting limits it
                problems.append(f"{name} is {number}, too large beside the other settings")
        if self.values != old_values or (tell is not None and self._tell):
            self.redraw()
            if self.surface.notice:
                problems.append(self.surface.notice)
                self._omit_one(accepted_values, old_values)
        if problems:
            message = "; ".join(problem.removesuffix(".") for problem in problems)
            self.say(f"{origin}, {message}. This part of it is ignored.")
        elif self._game and moves:
            self.run(self._replay(self._game, moves, origin, had_help=not is_own))

    def _replay(self, game: Moves, moves: str, origin: str, *, had_help: bool) -> Job:
        """Make these moves; if one is invalid, start the game again and report it."""
        try:
            yield from game.replay(moves, had_help=had_help)
        except ValueError as error:
            game.start()
            self.say(f"{origin}, {error}. The game is shown from its start.")

    def _hide_odds(self, hide: bool) -> None:
        """Hide the odds until the reader asks for them, or show them."""
        if self._tell:
            self._tell(not hide)
        else:
            self.surface.odds_visible = not hide

    def _omit_one(
        self, accepted_values: Mapping[str, Value], old_values: Mapping[str, Value]
    ) -> None:
        """Leave out the one setting that prevents drawing, or else all settings."""
        for bad in accepted_values:
            self.put(old_values)
            self.put({name: value for name, value in accepted_values.items() if name != bad})
            self.surface.notice = ""
            self.redraw()
            if not self.surface.notice:
                return
        self.put(old_values)
        if old_values == self._good:
            self._mark_current()

    # Drawing

    def say(self, notice: str) -> None:
        """Show a message; the picture stays."""
        self.surface.notice = notice

    def _clear_words(self) -> None:
        """Drop the message, and what the summary says of the last act."""
        self.surface.notice = ""
        self.surface.tells_result = False
        self._new_settings = ()

    def redraw(self, *, at_once: bool = False) -> None:
        """Draw the picture for the present settings, and drop unfinished work for older ones.

        Args:
            at_once: whether to finish the picture before returning.
        """
        self._drawing = None
        self._current = False
        self._request_time = perf_counter()
        try:
            result = self._draw()
            if isinstance(result, Generator):
                self._continue_drawing(result, inf if at_once else SLICE)
            else:
                self._show(result, at_once=at_once)
        except ValueError as error:
            self._fail(error)

    def _fail(self, error: ValueError) -> None:
        """Show the error, and mark the picture if it belongs to other settings."""
        with self.surface.hold_sync():
            self.surface.progress = None
            self.surface.stale = not self._current
            self.say(str(error))

    def _continue_drawing(self, drawing: Work, seconds: float) -> None:
        self._drawing = None
        end = perf_counter() + seconds
        while True:
            try:
                share = next(drawing)
            except StopIteration as stop:
                self._show(stop.value, at_once=seconds == inf)
                return
            if not isinstance(share, (float, int, NoneType)):
                self._show(share, complete=False)
            elif share is None and seconds == inf:
                sleep(POLL / 1000)
            elif share is None or perf_counter() > end:
                self._drawing = drawing
                self.surface.progress = share or 0.0
                if not self._current and perf_counter() > self._request_time + STALE_AFTER:
                    self.surface.stale = True
                self.surface.wake(POLL if share is None else 0)
                return

    def _show(self, picture: Model, *, complete: bool = True, at_once: bool = False) -> None:
        self._mark_current()
        self._partial = picture if isinstance(picture, Partial) and not at_once else None
        self.surface.addition = self._remark(self._new_settings) if self._new_settings else ""
        with self.surface.hold_sync():
            self.surface.show(complete_model(picture) if at_once else picture)
            self.surface.menu = self._menu()
            if complete:
                self.surface.progress = None
            if self._partial:
                self.surface.wake(COMPLETE_AFTER)

    def _mark_current(self) -> None:
        """Mark the picture as that of the present settings."""
        self._good = self.values
        self._current = True
        self.surface.stale = False
        settings = {
            name: value
            for name, value in self._good.items()
            if value or not isinstance(self.settings[name], OptionalSetting)
        }
        if self._game and (moves := self._game.moves_text):
            settings = settings | dict(self._game.origin) | {"moves": moves}
        self.address.query = query(self.address.app, settings, first=self.address.first)

    def _menu(self) -> str:
        buttons = (
            Button(
                label,
                "preset",
                label,
                look="quiet",
                is_pressed=(values == self._good and label != "Reset") or None,
            )
            for label, values in self.presets.items()
        )
        return render((Label("Try"), *buttons))

    # Acts, and long work beside the picture

    def run(
        self, job: Job, pause: int | Callable[[], int] = 0, *, tells_result: bool = False
    ) -> None:
        """Run a job step by step, and draw the picture at its end.

        Args:
            job: a generator of steps; it yields its progress from 0 to 1, or None if it draws the
                picture itself.
            pause: milliseconds between visible steps, or a function that returns them before each
                step; 0 for steps as fast as possible. Readers who prefer reduced motion get no
                pauses.
            tells_result: whether the summary says the result of many games at the end, until the
                reader does something else. Only a change of the summary is read aloud.
        """
        self.cancel()
        self._job_tells_result = tells_result
        self._pace = pause if callable(pause) else lambda: pause
        self._no_pauses = False
        self._continue_job(job)

    @property
    def pause(self) -> int:
        """Milliseconds to the next step of the job; 0 if the steps are not visible."""
        return 0 if self._no_pauses else self._pace()

    def cancel(self) -> None:
        """Drop the job, if there is one."""
        if self._job:
            self._job.close()
            self._job = None
            self.surface.progress = None

    def _continue_job(self, job: Job) -> None:
        self._job = job
        end = perf_counter() + SLICE
        for share in job:
            if self.pause or perf_counter() > end:
                self.surface.progress = share
                self.surface.wake(self.pause)
                return
        self._end_job()

    def _end_job(self) -> None:
        self.cancel()
        self.surface.tells_result = self._job_tells_result
        self.redraw()

    def _hear(self, act: str, value: str) -> None:
        if act == "tick":
            self._tick(no_pauses=value == "still")
            return
        if act == "recall" and isinstance(self.surface, SavedWidget):
            self.surface.saved_text = value
            return
        if self._drawing and not self._current and act not in ("stop", "preset"):
            return  # the picture under the click is out of date
        self._clear_words()
        try:
            if act == "draw":
                self.redraw()
            elif act == "stop":
                self._stop()
            elif act == "tell" and self.surface.odds_visible is not None:
                self.surface.odds_visible = not self.surface.odds_visible
            elif act != "preset":
                if self.surface.html is None:
                    self.redraw(at_once=True)  # drawing may set up the game of an app
                self._act(act, value)
            elif value in self.presets:
                self.apply(self.presets[value])
                self._new_settings = self.presets[value].keys()
                self._act(act, value)
        except ValueError as error:
            self.say(str(error))

    def _tick(self, no_pauses: bool) -> None:
        try:
            if self._drawing:
                self._continue_drawing(self._drawing, SLICE)
                if self._job and not self._drawing:
                    self.surface.wake(self.pause)
            elif self._job:
                self._no_pauses = no_pauses
                self._continue_job(self._job)
            elif picture := self._partial:
                self._partial = None
                self.surface.show(complete_model(picture))
            elif self.surface.html is None:
                result = self._draw()
                if not isinstance(result, Generator):  # long work waits for a change
                    self._show(result)
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
                self.put(self._good)
                self._mark_current()
                self.say("Stopped. The settings are those of the picture again.")
        if self._job:
            self._end_job()


def _parse(name: str, text: str, widget: Any) -> Value:
    """Return the value that a text from the address stands for, or raise a ``ValueError``."""
    if hasattr(widget, "options"):
        options: dict[str, Value] = {str(value): value for value in values_of(widget.options)}
        return options[choice(name, text, tuple(options))]
    if not hasattr(widget, "min"):
        return text
    if not re.fullmatch(r"-?[0-9]{1,15}", text):
        raise ValueError(f"{name} is {short_repr(text)}, but must be a whole number")
    return integer(name, int(text), widget.min, widget.max)
