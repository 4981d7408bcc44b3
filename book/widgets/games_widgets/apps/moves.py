"""The moves of a game under way, written down: with its settings they are the whole game.

What a game brings depends on its settings, its seed and what the reader does. So a page keeps the
text of its moves in the reader's browser, and a link can carry it: ``roll-place.3-12step`` is a
roll, a number placed on field 3, and twelve steps. Such a text is a stranger's: each move is made
anew by the rules of the game, and one that changes nothing there is none.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from typing import Any

from games.validate import short_repr
from games_widgets.drawing.markup import Picture

__all__ = ["Job", "Moves"]

Job = Generator[float | None, None, None]

LONGEST = 1500  # characters that an address can carry beside the settings
MOVE = re.compile(r"([0-9]{0,6})([a-z]+)(?:\.([A-Za-z0-9_ ]{1,40}))?")


class Moves(ABC):
    """A game that can be had again from its moves.

    Attributes:
        moves: the acts of which it consists.
        most: how many of them are kept.
        frame: shows the game.
        state: the game as it stands; after each move it is another object.
        hint: whether advice is shown.
        running: whether moves follow each other by themselves.
        helped: whether the reader has had help, or the same game before: then it does not count.
        origin: the settings with which the game began.
        past_moves: the moves since then, each after how often it was made in a row.
    """

    moves: tuple[str, ...] = ()
    most = 10_000
    state: Any
    hint = helped = running = False
    frame: Any
    origin: Mapping[str, int | str]

    def __init__(self) -> None:
        self.past_moves: list[tuple[int, str, str]] = []
        self._coming = ""

    @abstractmethod
    def start(self) -> None:
        """Begin the game that the settings ask for."""

    @abstractmethod
    def move(self, act: str, value: str) -> None:
        """Make a move, or do what else was clicked."""

    @abstractmethod
    def draw(self) -> Picture | Generator[float | Picture | None, None, Picture]:
        """Show the game."""

    def do(self, act: str, value: str = "") -> bool:
        """Make a move and write it down; return whether the game is another now."""
        before = self.state, self.hint, self.helped
        self.move(act, value)
        after = self.state, self.hint, self.helped
        if all(one is other for one, other in zip(before, after, strict=True)):
            return False
        if act in self.moves:
            times = 1
            if self.past_moves and self.past_moves[-1][1:] == (act, value):
                times += self.past_moves.pop()[0]
            self.past_moves.append((times, act, value))
        return True

    def repeat(self, act: str) -> Job:
        """Do this again and again, for those who watch step by step, until it changes nothing."""
        while self.do(act):
            if self.frame.pause:
                self.frame.redraw()
            yield None

    def watchable(self, job: Job) -> Job:
        """Do a job in view of the reader, who may stop it."""
        self.running = True
        try:
            yield from job
        finally:
            self.running = False

    @property
    def moves_text(self) -> str:
        """The moves as a text; "" if there are none, or more than are kept."""
        if self._coming or sum(times for times, *_ in self.past_moves) > self.most:
            return self._coming
        text = "-".join(
            f"{times if times > 1 else ''}{act}{'.' * bool(value)}{value}"
            for times, act, value in self.past_moves
        )
        return text if len(text) <= LONGEST else ""

    def replay(self, text: str, *, helped: bool) -> Job:
        """Begin anew and make the moves that a text tells, as `moves_text` has it.

        Args:
            text: the moves.
            helped: whether somebody else has made them.

        Raises:
            ValueError: they are none; the message says which is not possible.
        """
        found = [MOVE.fullmatch(it) for it in text.split("-")]
        coming = [(int(it[1] or 1), it[2], it[3] or "") for it in found if it]
        if len(coming) < len(found) or len(text) > LONGEST:
            raise ValueError(f"moves is {short_repr(text)}, but must be moves such as roll-place.3")
        if sum(times for times, *_ in coming) > self.most:
            raise ValueError(f"moves tells of more than {self.most}, which no game keeps")
        self.start()
        self.helped |= helped
        self._coming = text
        try:
            drawing = self.draw()
            if not isinstance(drawing, Picture):  # what it works out the moves may need
                for share in drawing:
                    yield share if isinstance(share, float) else None
            for n, (times, act, value) in enumerate(coming, 1):
                for _ in range(times):
                    if act not in self.moves or not self.do(act, value):
                        tried = short_repr(f"{act} {value}".strip())
                        raise ValueError(f"move {n} is {tried}, which is not possible there")
                    yield n / len(coming)
        finally:
            self._coming = ""
