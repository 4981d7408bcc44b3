"""Apps of a game of your own: a chain written state by state, and a program of ten lines."""

import json
import re
import tomllib
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from fractions import Fraction
from functools import partial
from importlib.resources import files
from itertools import islice, pairwise
from random import Random
from typing import Any

import comm
from ipywidgets import Button, DOMWidget, Textarea, VBox

from games_widgets.apps.base import App, HiddenSetting, Job, OptionalSetting, Work
from games_widgets.apps.controls import HTML, BoundedIntText, HBox, SelectionSlider, Text
from games_widgets.drawing.parts import Section
from games_widgets.drawing.render import Model, render
from games_widgets.drawing.text import number, rounded, with_minus
from games_widgets.your_game import view, view_forward, view_long_run, view_outputs, view_slider
from games_widgets.your_game.view import ProgramPicture
from games_widgets.your_game.view_long_run import LongRunPicture, Walk
from own_games import program as programs
from own_games import states
from own_games.curves import Curves, curves_incremental, most_places
from own_games.grammar import with_full_stop
from own_games.isolated import Pending
from own_games.program import (
    DEFAULT_LIMITS,
    LENGTH,
    MAX_LIMITS,
    MAX_STEPS,
    EndlessGame,
    ForwardDecisions,
    ForwardGame,
    Game,
    Limits,
    Outputs,
    ProgramError,
    Table,
)
from own_games.results import Solved
from own_games.slider import Slider
from own_games.states import Row

__all__ = ["CHAPTERS", "DICE", "EXAMPLES", "GALLERY", "chain", "limits_of", "program"]

ROWS = 8  # states of a chain that is written row by row: N is as wide as a phone
MAX_EXCERPT = 72  # characters of a line that a message names
LINK = 1800  # characters of code in an address
MAX_SAVED_TEXTS = 10  # texts that a reader can restore
LAST = 300  # characters of what a text printed before it failed
WORK = 3_000_000  # steps of a hundred simulated games: some seconds
PAUSE = 600  # milliseconds from one step of a watched game to the next
PATIENCE = 200  # steps of it
WALL = "wall"  # the page hears these messages, and runs the text in its sandbox
ANSWER = "own_games.program.answer"

# The files are read on import, because a page's memory snapshot has no files.
_EXAMPLE_FILE = tomllib.loads(
    (files("games_widgets.your_game") / "examples.toml").read_text("utf-8")
)
CHAINS: dict[str, str] = _EXAMPLE_FILE["chains"]
EXAMPLES: dict[str, str] = _EXAMPLE_FILE["rules"]
CHAPTERS: dict[str, str] = _EXAMPLE_FILE["chapters"]  # games that the chapters link to, not presets
DICE: dict[str, str] = _EXAMPLE_FILE["dice"]  # texts that import icepool
GALLERY: dict[str, str] = _EXAMPLE_FILE["gallery"]  # games of public questions
LARGE = {"The ant and the seeds": (12_000, 60)}  # the states and seconds that a game needs
# An address may name these. They are ours, so they run at once.
_TEXT_BY_NAME = EXAMPLES | DICE | GALLERY | CHAPTERS


def chain(text: str = CHAINS["Heads twice"]) -> VBox:
    """Return the editor of a small absorbing chain, with N, its length and its ends.

    Args:
        text: the chain, as `own_games.states.parse` reads it: 8 states at most.

    Raises:
        ValueError: the text is not a chain.
    """
    states.chain(states.parse(text))
    return _Chain(text).frame.tree


def program(text: str = EXAMPLES["Snakes and ladders"]) -> VBox:
    """Return a box for a game in Python; it runs the text and shows the exact answer.

    Args:
        text: the game, as `own_games.program.tabulate` takes it. It runs here, at once,
            because the caller wrote it. A later text, or one from a link, runs by `run_isolated`.

    Raises:
        ValueError: the text is not a game; the message names the line.
    """
    box = _Program(text)
    if box.game is None:
        raise ValueError(box.frame.surface.notice)
    return box.frame.tree


def limits_of(name: str) -> Limits:
    """Return the limits with which an example or a game of the gallery is run.

    Args:
        name: its name. The usual limits are enough for all but one of them.

    >>> limits_of("Snakes and ladders").states, limits_of("The ant and the seeds").states
    (5000, 12000)
    """
    return Limits.for_states(*LARGE.get(name, (DEFAULT_LIMITS.states, DEFAULT_LIMITS.seconds)))


def _presets() -> dict[str, dict[str, int | str]]:
    """Return the settings of each button that loads a game."""
    presets: dict[str, dict[str, int | str]] = {}
    for name in (*EXAMPLES, *DICE, *GALLERY):
        limits = limits_of(name)
        label = f"{name} (takes a while)" if name in LARGE else name
        presets[label] = {"states": limits.states, "seconds": limits.seconds, "code": name}
    return presets


class _SimulatedGame:
    """The part that both apps share: a solved game is played many times, or watched."""

    frame: App
    show: Callable[..., Model]

    def __init__(self) -> None:
        self.game: Solved | None = None
        self.sample = view.NO_SAMPLE
        self.long_walk = Walk()
        self.watched_state: Any = None
        self.asked_settings = {
            "form": OptionalSetting(""),
            "after": OptionalSetting(""),
            "given": OptionalSetting(""),
        }
        self.last_picture: tuple[object, Model] = (None, view.waiting())

    def take(self, game: Solved) -> None:
        """Take another game, if its numbers can be drawn."""
        self.long_walk = Walk()
        try:
            if isinstance(game, Outputs):
                _ = [distribution.deviation_float for distribution in game.distributions.values()]
            elif isinstance(game, Game):
                _ = [game.deviation_float, game.process and game.value_deviation_float]
        except OverflowError as error:
            raise ValueError("The numbers of this text are too large to be drawn.") from error
        if not isinstance(game, Game):
            self.game, self.watched_state = game, None
            return
        self.game, self.sample, self.watched_state = game, view.NO_SAMPLE, None

    @property
    def question_of_reader(self) -> view.Question:
        """The questions of the reader about the answer."""
        form, steps_text, end = (setting.value for setting in self.asked_settings.values())
        if form not in ("", *view.FORMS):
            raise ValueError(f"form is {form[:40]}, but must be one of {', '.join(view.FORMS)}")
        steps = None
        if steps_text:
            if not steps_text.isdecimal() or not 1 <= int(steps_text[:9]) <= MAX_STEPS:
                raise ValueError(
                    f"The number of steps is {steps_text[:20]}, but must be from 1 to {MAX_STEPS}."
                )
            steps = int(steps_text)
        return view.Question(form or view.FORMS[0], steps, end)

    def picture(self) -> Model:
        """Return the picture of the game."""
        assert self.game
        if isinstance(self.game, EndlessGame):
            return view_long_run.long_run(self.game, self.long_walk)
        if isinstance(self.game, ForwardGame):
            return view_forward.forward(self.game)
        if isinstance(self.game, ForwardDecisions):
            return view_forward.decisions(self.game)
        if isinstance(self.game, Outputs):
            return view_outputs.outputs(self.game, self.question_of_reader)
        question = self.question_of_reader
        content = self.game, self.sample, self.watched_state, question
        if content != self.last_picture[0]:
            self.last_picture = (
                content,
                self.show(
                    self.game, self.sample, watched_state=self.watched_state, question=question
                ),
            )
        return self.last_picture[1]

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        game = self.game
        if game is None or isinstance(game, ForwardGame | ForwardDecisions):
            return
        if isinstance(game, EndlessGame):
            self._act_in_long_run(act, game)
            return
        if isinstance(game, Outputs):
            if act == "form":
                self.frame.apply({act: value})
            return
        if act in self.asked_settings:
            value = "" if act == "given" and value == self.asked_settings[act].value else value
            self.frame.apply({act: value.strip()})
        elif act == "play":
            if 100 * game.mean > WORK:
                raise ValueError(
                    f"A game takes {rounded(game.mean)} steps on average: too long to play "
                    "a hundred here."
                )
            self.watched_state = None
            self.frame.run(self._play(game), tells_result=True)
        elif act == "watch":
            watching, self.watched_state = self.watched_state is not None, None
            self.frame.cancel()
            if watching or not view.is_drawn(game):
                self.frame.redraw()
            else:
                self.frame.run(self._watch(game), PAUSE)
        elif act == "clear":
            self.sample = view.NO_SAMPLE
            self.frame.redraw()

    def _act_in_long_run(self, act: str, game: EndlessGame) -> None:
        if act == "play":
            self.frame.run(self._walk_on(game), tells_result=True)
        elif act == "clear":
            self.long_walk = Walk()
            self.frame.redraw()

    def _walk_on(self, game: EndlessGame) -> Job:
        rng = Random(f"{self.long_walk.steps} steps")
        visits: Counter[Any] = Counter()
        walk = islice(game.chain.walk(rng, game.start), 1, view_long_run.STEPS + 1)
        for step, state in enumerate(walk):
            visits[state] += 1
            if step % 1000 == 999:
                yield step / view_long_run.STEPS
        if game is self.game:
            self.long_walk = self.long_walk.plus(visits)

    def _play(self, game: Game) -> Job:
        old_count = len(self.sample.steps)
        rng = Random(f"{old_count} games")
        steps, ends = [], []
        for game_number in range(100):
            step_count = 0
            for step_count, state in enumerate(game.walk(rng)):
                end = state
                if step_count % 1000 == 999:
                    yield game_number / 100
            steps.append(step_count)
            ends.append(end)
            yield (game_number + 1) / 100
        if game is self.game:
            self.sample = self.sample.plus(view.Sample(tuple(steps), tuple(ends)))

    def _watch(self, game: Game) -> Job:
        rng = Random(f"watched {len(self.sample.steps)}")
        for (_, state), _ in zip(pairwise((None, *game.walk(rng))), range(PATIENCE), strict=False):
            if game is not self.game:
                return
            self.watched_state = state
            self.frame.redraw()
            yield None
        self.watched_state = None


class _Chain(_SimulatedGame):
    """The rows of the editor, and the chain that they make."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.show = view.chain
        self.names = [_text(f"State {n}", "name") for n in range(1, ROWS + 1)]
        self.step_texts = [
            _text(f"From state {n}", "the game ends here") for n in range(1, ROWS + 1)
        ]
        self.faults = [HTML() for _ in range(ROWS)]
        self.lines = [
            HBox(parts) for parts in zip(self.names, self.step_texts, self.faults, strict=True)
        ]
        self.text, self.start = HiddenSetting(text), HiddenSetting("")
        self.filling = False
        self.drawn_settings: tuple[str, str] | None = None
        self.drawn_text = text
        self.fill()
        self.frame = App(
            "chain",
            "A chain of your own",
            {"chain": self.text, "start": self.start} | self.asked_settings,
            self.draw,
            fit=self.fit,
            act=self.act,
            presets={label: {"chain": text, "start": ""} for label, text in CHAINS.items()},
            first=True,
        )
        head = HTML(render(view.EditorHead()))
        rows = VBox([head, *self.lines])
        rows.add_class("oe-rows")
        for line in self.lines:
            line.add_class("oe-row")
        address, controls, surface = self.frame.tree.children
        self.frame.tree.children = (address, controls, rows, surface)
        self.text.observe(self.fill, "value")
        for part in (*self.names, *self.step_texts):
            part.observe(self.take_text, "value")

    @property
    def rows(self) -> list[tuple[int, Row]]:
        """The rows with text, each with its place among all rows."""
        pairs = zip(self.names, self.step_texts, strict=True)
        plain_rows = [
            (n, states.plain(name.value, transitions.value))
            for n, (name, transitions) in enumerate(pairs)
        ]
        return [(n, row) for n, row in plain_rows if any(row)]

    def fill(self, _change: object = None) -> None:
        """Write the chain of a link or a preset into the rows."""
        if self.filling:
            return
        self.filling = True
        rows = states.parse(self.text.value)[:ROWS]
        for n in range(ROWS):
            self.names[n].value, self.step_texts[n].value = rows[n] if n < len(rows) else ("", "")
        self.filling = False
        self.mark()

    def take_text(self, _change: object) -> None:
        """Take the text that the reader writes."""
        if not self.filling:
            self.filling = True
            self.text.value = states.to_text([row for _, row in self.rows])
            self.filling = False

    def mark(self) -> None:
        """Mark the wrong rows, and show one more row than the used ones."""
        messages = dict.fromkeys(range(ROWS), "")
        rows = self.rows
        for (n, _), problem in zip(rows, states.problems([row for _, row in rows]), strict=True):
            messages[n] = problem
        last = max((n for n, _ in rows), default=0)
        for n, line in enumerate(self.lines):
            self.faults[n].value = render(view.Fault(messages[n])) if messages[n] else ""
            set_class(line, "oe-is-wrong", bool(messages[n]))
            set_visible(line, n <= last + 1)

    def fit(self) -> None:
        """Drop a start that the present chain does not have."""
        if self.text.value != self.drawn_text:
            self.drawn_text = self.text.value
            if self.start.value not in [row.name for _, row in self.rows]:
                self.start.value = ""

    def draw(self) -> Model:
        """Return the picture of the chain, if all rows are right."""
        self.mark()
        if len(states.parse(self.text.value)) > ROWS:
            raise ValueError(f"chain has more than {ROWS} states, which is the limit here")
        settings = self.text.value, self.start.value
        if settings != self.drawn_settings:
            chain = states.chain([row for _, row in self.rows])
            start = self.start.value or chain.transient[0]
            if start not in chain.transient:
                raise ValueError(
                    f"start is {states.shown_name(start)}, but must be a state that is left"
                )
            self.take(Game(start, chain))
            self.drawn_settings = settings
        return self.picture()

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "start":
            self.frame.apply({"start": value})
        else:
            super().act(act, value)


class _Program(_SimulatedGame):
    """The app of a program: the text in the box, and the last game that it made.

    A text runs if the reader has pressed Run, or if it is one of ours. A link alone never runs a
    text. A text that is not ours runs elsewhere, and its result is a table.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.show = view.program
        self.own_examples = {_clean(example) for example in (*_TEXT_BY_NAME.values(), text)}
        self.box = Textarea(text, description="Your game in Python", rows=14)
        self.button = Button(description="Run")
        self.back_button = Button(description="Back to my text")
        # this button raises the limit that the text has reached
        self.more_button = Button(description="Allow more")
        self.raised_limits: dict[str, int] = {}  # the limits that this button sets
        self.code = HiddenSetting(pack(text))
        states, _, _, seconds = DEFAULT_LIMITS
        self.states = BoundedIntText(states, min=1, max=MAX_LIMITS.states, description="States")
        self.seconds = BoundedIntText(seconds, min=1, max=MAX_LIMITS.seconds, description="Seconds")
        self.place = OptionalSetting("")  # of the slider of the text; "" where the text puts it
        self.handle = SelectionSlider(options=[("", Fraction(0))], continuous_update=True)
        self.track = HBox([self.handle])
        for name in ("oe-controls", "oe-track-row", "oe-is-hidden"):
            self.track.add_class(name)
        self.sliding: _Sliding | None = None
        self.is_following = False
        self.last_run_text = self.typed_text = ""
        self.requested_text: str | None = None  # the text that may run, though it is not ours
        self.saved_texts: list[str] = []  # the reader's texts that are no longer in the box
        self.filling = False
        self.frame = App(
            "program",
            "A game in ten lines of Python",
            {
                "states": self.states,
                "seconds": self.seconds,
                **self.asked_settings,
                "slider": self.place,
                "code": self.code,
            },
            self.draw,
            act=self.act,
            presets=_presets(),
            at_once=True,  # this text may run; the next one needs permission again
        )
        self.box.add_class("oe-code")
        self.button.add_class("oe-run")
        self.back_button.add_class("oe-small-button")
        set_visible(self.back_button, False)
        self.more_button.add_class("oe-small-button")
        self.offer_more("")
        address, controls, surface = self.frame.tree.children
        box = VBox([self.box, HBox([self.button, self.more_button, self.back_button]), self.track])
        box.add_class("oe-rows")
        self.frame.tree.children = (address, controls, box, surface)
        self.code.observe(self.fill, "value")
        self.box.observe(self.take_text, "value")
        self.button.on_click(self.run)
        self.back_button.on_click(self.bring_back)
        self.more_button.on_click(self.run_with_more)
        self.handle.observe(self.take_place, "value")
        self.place.observe(self.follow, "value")

    def fill(self, _change: object) -> None:
        """Write the code of a link or a preset into the box; the old text can be restored."""
        if self.filling:
            return
        self.filling = True
        try:
            text = unpack(self.code.value)
            self.keep(text)
            self.box.value = text
        except ValueError:
            pass  # `draw` reports the error
        finally:
            self.filling = False

    def keep(self, new: str, place: int = MAX_SAVED_TEXTS) -> None:
        """Store the text of the box, if it is not ours, before a new text replaces it."""
        old = self.box.value
        self.saved_texts = [text for text in self.saved_texts if text not in (old, new)]
        if _clean(old) not in self.own_examples and old != new:
            self.saved_texts.insert(place, old)
        del self.saved_texts[:-MAX_SAVED_TEXTS]
        set_visible(self.back_button, bool(self.saved_texts))

    def bring_back(self, _button: object) -> None:
        """Restore the last stored text; the next press restores the text before it."""
        if self.saved_texts:
            text = self.saved_texts[-1]
            self.keep(text, 0)
            self.box.value = text

    def take_text(self, _change: object) -> None:
        """Take the text that the reader writes, without running it."""
        if not self.filling:
            self.filling = True
            self.typed_text = _clean(self.box.value)
            self.code.value = pack(self.box.value)
            self.filling = False

    def run(self, _button: object) -> None:
        """Run the text in the box."""
        self.requested_text = _clean(self.box.value)
        is_new = self.requested_text == self.typed_text != self.last_run_text
        self.frame.apply({"slider": ""} if is_new else {})  # the text says where it begins

    def run_with_more(self, _button: object) -> None:
        """Raise the limit that the text has reached, and run the text in the box."""
        self.frame.put(self.raised_limits)
        self.last_run_text = ""  # a text whose slider reached the limit runs again, too
        self.run(None)

    def offer_more(self, limit: str) -> str:
        """Show the button that raises a limit, and return a sentence about it; hide it for ""."""
        self.raised_limits, label = higher_limit(limit, self.states.value, self.seconds.value)
        set_visible(self.more_button, bool(self.raised_limits))
        if self.raised_limits:
            self.more_button.description = label
            return f" The button “{label}” raises this limit."
        return " The page allows no more." if limit else ""

    def draw(self) -> Model | Work:
        """Return the picture of the game, or run the text if it may run."""
        text = _clean(unpack(self.code.value))
        if self.place.value:
            _ = _place(self.place.value)  # a wrong one is reported at once
        is_ours = text in self.own_examples and text != self.typed_text
        if text != self.last_run_text and (is_ours or text == self.requested_text):
            return self.solve(text)
        if text in (self.last_run_text, self.typed_text):
            return self.slide(self.sliding) if self.sliding else self.picture()
        return view.waiting()

    def picture(self) -> Model:
        """Return the picture of the game, with the curves of its slider."""
        picture = super().picture()
        if self.sliding is None or not isinstance(picture, ProgramPicture | LongRunPicture):
            return picture
        assert isinstance(self.game, Game | EndlessGame)
        return replace(picture, curves=self.sliding.section(self.game))

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "preset" and _clean(self.box.value) != self.last_run_text:
            self.run(None)
        else:
            super().act(act, value)

    def solve(self, text: str) -> Work:
        """Run a text, and show its game."""
        self.requested_text = None
        set_visible(self.track, False)  # it belongs to the text before
        limits = Limits.for_states(self.states.value, self.seconds.value)
        with self.running(text):
            table, problem = yield from self.first_table(text, limits)
            if problem:
                self.frame.put({"slider": ""})
            self.take((yield from programs.solve_table_incremental(table)))
        self.last_run_text, self.sliding = text, None
        if table.slider:
            place = _place(self.place.value) if self.place.value else table.slider.value
            self.sliding = _Sliding(text, limits, table.slider, table, place)
        self.show_track()
        if len(self.code.value) > LINK:
            self.frame.say("This code is too long for a link. Make it shorter, or send the text.")
        if problem:
            self.frame.say(f"In the address, {problem}. This part of it is ignored.")
        if self.sliding:
            return (yield from self.slide(self.sliding))
        return self.picture()

    @contextmanager
    def running(self, text: str) -> Iterator[None]:
        """Show that a text is at work, and name the line of an error."""
        self.button.description = "Running…"
        self.offer_more("")
        try:
            yield
        except ProgramError as error:
            way_out = self.offer_more(error.limit)
            message = quote_line(
                with_full_stop(error.problem) + way_out if way_out else error.problem, text
            )
            if error.printed:
                message += f" It had printed: {error.printed[-LAST:].strip()}"
            raise ValueError(message) from error
        finally:
            self.button.description = "Run"

    def first_table(
        self, text: str, limits: Limits
    ) -> Generator[float | None, None, tuple[Table, str]]:
        """Return the game of a text at the place of the address, and what is wrong with the place.

        Without a place in the address, or with a wrong one, its slider is where the text puts it.
        """
        problem = ""
        if self.place.value:
            try:
                [tables_found] = yield from self.tables(text, limits, [_place(self.place.value)])
                if isinstance(tables_found, Table):
                    return tables_found, ""
                problem = tables_found.message
            except ProgramError as error:
                problem = error.message
        if self.is_local(text, limits):
            return programs.tabulate(text, limits), problem
        return programs.read_table((yield from self.wait(text, limits)), limits), problem

    def is_local(self, text: str, limits: Limits) -> bool:
        """Return whether a text runs here, because it is ours and small, and needs no library."""
        is_light = limits.states <= DEFAULT_LIMITS.states and "icepool" not in text
        return text in self.own_examples and is_light

    def tables(
        self, text: str, limits: Limits, places: Sequence[Fraction]
    ) -> Generator[float | None, None, list[Table | ProgramError]]:
        """Run a text at several places of its slider, here or elsewhere."""
        tables_found: list[Table | ProgramError] = []
        while len(tables_found) < len(places):
            if self.is_local(text, limits):
                try:
                    tables_found.append(programs.tabulate(text, limits, places[len(tables_found)]))
                except ProgramError as error:
                    tables_found.append(error)
            else:
                remaining = places[len(tables_found) :]
                reply = yield from self.wait(text, limits, json.dumps(list(map(str, remaining))))
                tables_found += programs.read_answers(reply, len(remaining), limits)
            yield len(tables_found) / len(places) / 2
        return tables_found

    def wait(self, text: str, limits: Limits, places: str = "") -> Generator[None, None, str]:
        """Run a text elsewhere, and report its time meanwhile."""
        pending = run_isolated(text, limits, places)
        if isinstance(pending, _SandboxRun):
            pending.on_reply = partial(self.frame.surface.wake, 0)  # not at the next look
        waiting = programs.wait_for_reply(pending, limits)
        while True:
            try:
                seconds = next(waiting)
            except StopIteration as stop:
                reply: str = stop.value
                return reply
            if seconds:
                self.button.description = f"Running… {seconds} s"
            yield None

    # The slider of the text

    def slide(self, sliding: "_Sliding") -> Work:
        """Show the game at the place of the slider; at first solve it at all places."""
        if sliding.curves is None and not sliding.problem:
            yield self.picture()
            try:
                yield from self.solve_everywhere(sliding)
            except ValueError as error:
                sliding.problem = str(error)
            self.show_track()
        place = sliding.nearest_place(self.place.value)
        if place != sliding.place:
            table = sliding.tables.get(place)
            with self.running(sliding.text):
                if not isinstance(table, Table):
                    raise table or ProgramError(f"the slider has no place {place}")
                self.take((yield from programs.solve_table_incremental(table)))
            sliding.place = place
        if sliding.curves is not None and _clean(self.box.value) == self.last_run_text:
            set_visible(self.track, True)
        return self.picture()

    def solve_everywhere(self, sliding: "_Sliding") -> Generator[float | None, None, None]:
        """Run the text at all places of its slider, and solve its games."""
        with self.running(sliding.text):
            remaining = [place for place in sliding.places if place not in sliding.tables]
            tables_found = yield from self.tables(sliding.text, sliding.limits, remaining)
            tables = sliding.tables | dict(zip(remaining, tables_found, strict=True))
            work = curves_incremental(sliding.slider, tables)
            while True:
                try:
                    yield 0.5 + next(work) / 2
                except StopIteration as stop:
                    sliding.tables, sliding.curves = tables, stop.value
                    return

    def show_track(self) -> None:
        """Show the slider of the text, if it can be moved."""
        sliding, self.is_following = self.sliding, True
        if sliding is not None and sliding.curves is not None:
            self.handle.description = sliding.slider.name
            self.handle.options = [(with_minus(str(place)), place) for place in sliding.places]
            self.handle.value = sliding.nearest_place(self.place.value)
            set_visible(self.track, True)
        else:
            set_visible(self.track, False)
        self.is_following = False

    def take_place(self, _change: object) -> None:
        """Take the place to which the reader has moved the slider."""
        if self.sliding and not self.is_following:
            is_first = self.handle.value == self.sliding.slider.value
            self.place.value = "" if is_first else str(self.handle.value)

    def follow(self, _change: object) -> None:
        """Move the slider to the place of a link, a preset or an older picture."""
        if self.sliding and not self.is_following:
            self.show_track()


class _Sliding:
    """The slider of the text that has run, and its games.

    Args:
        text: the text.
        limits: how much it may do.
        slider: its slider.
        table: its game at a place.
        place: this place.
    """

    def __init__(
        self, text: str, limits: Limits, slider: Slider, table: Table, place: Fraction
    ) -> None:
        self.text, self.limits, self.slider = text, limits, slider
        self.place = place
        other_places = slider.places(most_places(table))
        self.places = tuple(sorted({*other_places, self.place}))
        self.tables: dict[Fraction, Table | ProgramError] = {place: table}
        self.curves: Curves | None = None
        self.problem = ""

    def nearest_place(self, setting: str) -> Fraction:
        """Return the place that a setting asks for, or the nearest one."""
        place = _place(setting) if setting else self.slider.value
        return min(self.places, key=lambda candidate: (abs(candidate - place), candidate))

    def section(self, game: Game | EndlessGame) -> Section[Any]:
        """Return the part of the picture that is about the slider."""
        if self.problem:
            return view_slider.without_curves(self.slider, self.problem)
        if self.curves is None:
            return view_slider.waiting(self.slider)
        try:
            return view_slider.curves(self.curves, self.place, game)
        except OverflowError:
            problem = "the answers at some of its places are too large to be drawn."
            return view_slider.without_curves(self.slider, problem)


def _place(text: str) -> Fraction:
    """Return the place of a slider that an address names.

    >>> _place("2/5")
    Fraction(2, 5)
    """
    if not re.fullmatch(r"-?[0-9]{1,40}(/[1-9][0-9]{0,39})?", text):
        raise ValueError(f"slider is {text[:40]}, but must be a number such as 2/5")
    return Fraction(text)


def higher_limit(limit: str, states: int, seconds: int) -> tuple[dict[str, int], str]:
    """Return the settings that raise a limit, and the label of a button that sets them.

    Args:
        limit: the name of the limit, a field of `Limits`; "" for none.
        states, seconds: the present settings.

    Returns:
        No settings and no label if the limit cannot be raised. Ways and digits are raised with the
        states.

    >>> higher_limit("states", 5000, 10)
    ({'states': 20000}, 'Allow 20\u202f000 states')
    >>> higher_limit("ways", 5000, 10)
    ({'states': 12500}, 'Allow 12\u202f500 states and 500\u202f000 ways')
    >>> higher_limit("seconds", 600, 600)
    ({}, '')
    """
    if not limit:
        return {}, ""
    if limit == "seconds":
        new_limit = min(max(60, 4 * seconds), MAX_LIMITS.seconds)
        return (
            ({"seconds": new_limit}, f"Allow {new_limit} seconds")
            if new_limit > seconds
            else ({}, "")
        )
    present = getattr(Limits.for_states(states, seconds), limit)
    for new_limit in (
        (20_000, MAX_LIMITS.states) if limit == "states" else (12_500, 20_000, MAX_LIMITS.states)
    ):
        value = getattr(Limits.for_states(new_limit, seconds), limit)
        if value > present:
            limit_text = "" if limit == "states" else f" and {number(value)} {limit}"
            return {"states": new_limit}, f"Allow {number(new_limit)} states{limit_text}"
    return {}, ""


class _SandboxRun:
    """A text that runs in the sandbox of the page; the page measures its time."""

    grace = 120

    def __init__(self, text: str, limits: Limits, places: str) -> None:
        self.reply: str | None = None
        self.on_reply: Callable[[], None] = lambda: None
        arguments = text, json.dumps(limits._asdict()), places
        request = {"call": ANSWER, "given": arguments, "seconds": limits.seconds}
        self.line = comm.create_comm(target_name=WALL, data=request)
        self.line.on_msg(self.hear)

    def hear(self, message: Any) -> None:
        self.reply = message["content"]["data"]["answer"]
        self.on_reply()

    def poll(self) -> str | None:
        return self.reply

    def stop(self) -> None:
        self.line.close()


def run_isolated(text: str, limits: Limits, places: str = "") -> Pending:
    """Run a text in the sandbox of the page, or without a page in a separate process.

    Args:
        text: as `own_games.program.start_isolated` takes it.
        limits: how much it may do.
        places: of its slider, as `own_games.program.answer` takes them.
    """
    is_walled = WALL in comm.get_comm_manager().targets
    return (
        _SandboxRun(text, limits, places)
        if is_walled
        else programs.start_isolated(text, limits, places)
    )


def set_visible(widget: DOMWidget, is_visible: bool) -> None:
    """Show or hide a widget."""
    set_class(widget, "oe-is-hidden", not is_visible)


def set_class(widget: DOMWidget, name: str, has_class: bool) -> None:
    """Add a class to a widget, or remove it."""
    (widget.add_class if has_class else widget.remove_class)(name)


def quote_line(message: str, text: str) -> str:
    """Return a message with the text of the line that it names.

    >>> quote_line("Line 2: division by zero", "start = 0\\nx = 1/0")
    'Line 2: division by zero. The line is: x = 1/0'
    """
    match = re.match(r"Line ([0-9]+):", message)
    lines = text.splitlines()
    if not match or not 1 <= int(match[1]) <= len(lines):
        return message
    line = lines[int(match[1]) - 1].strip()
    if not line:
        return message
    excerpt = line if len(line) <= MAX_EXCERPT else line[: MAX_EXCERPT - 1] + "…"
    return f"{with_full_stop(message)} The line is: {excerpt}"


def pack(text: str) -> str:
    """Return a text in its form for an address: the name of an example, or the compressed text.

    >>> pack(EXAMPLES["All six faces"]), unpack(pack("start = 1"))
    ('All six faces', 'start = 1')
    """
    for label, example in _TEXT_BY_NAME.items():
        if text == example:
            return label
    press = zlib.compressobj(9, wbits=-15)
    data = press.compress(text.encode()) + press.flush()
    return urlsafe_b64encode(data).decode().rstrip("=")


def unpack(code: str) -> str:
    """Return the text that `pack` has packed.

    Raises:
        ValueError: the text was not made by `pack`.
    """
    if code in _TEXT_BY_NAME:
        return _TEXT_BY_NAME[code]
    message = "code cannot be read: was the link cut short?"
    if not re.fullmatch(r"[\w-]{0,20000}", code, re.ASCII):
        raise ValueError(message)
    try:
        press = zlib.decompressobj(wbits=-15)
        text = press.decompress(urlsafe_b64decode(code + "=" * (-len(code) % 4)), 4 * LENGTH)
        if press.eof and not press.unconsumed_tail and not press.unused_data:
            return text.decode()
    except (zlib.error, ValueError):
        pass
    raise ValueError(message)


def _clean(text: str) -> str:
    """Return a text without spaces at the end of its lines and at its end."""
    return "\n".join(line.rstrip() for line in text.rstrip().splitlines())


def _text(label: str, placeholder: str) -> Text:
    return Text(description=label, placeholder=placeholder)
