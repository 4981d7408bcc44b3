"""The moves of a game under way as text: with the settings they describe the complete game.

A game depends on its settings, its seed and the acts of the reader. So a page saves the text of the
moves in the reader's browser, and a link can carry it: ``roll-place.3-12step`` is a roll, a number
placed on field 3, and twelve steps. Such a text may come from a stranger: each move is made again
by the rules of the game, and a move that changes nothing is refused.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Generator, Mapping
from typing import Any

from games.validate import short_repr
from games_widgets.drawing.render import Model

__all__ = ["Job", "Moves"]

Job = Generator[float | None, None, None]

LONGEST = 1500  # characters that an address can carry beside the settings
MOVE = re.compile(r"([0-9]{0,6})([a-z]+)(?:\.([A-Za-z0-9_ ]{1,40}))?")


class Moves(ABC):
    """A game that can be replayed from its moves.

    Attributes:
        moves: the acts that count as moves.
        max_moves: how many of them are saved.
        frame: shows the game.
        state: the game under way; each move makes a new object.
        hint: whether advice is shown.
        running: whether moves follow each other automatically.
        had_help: whether the reader had help, or has seen this game before; then it does not count.
        origin: the settings with which the game began.
        past_moves: the moves since then, each with the number of times in a row before it.
    """

    moves: tuple[str, ...] = ()
    max_moves = 10_000
    state: Any
    hint = had_help = running = False
    frame: Any
    origin: Mapping[str, int | str]

    def __init__(self) -> None:
        self.past_moves: list[tuple[int, str, str]] = []
        self._replayed_text = ""

    @abstractmethod
    def start(self) -> None:
        """Begin the game that the settings ask for."""

    @abstractmethod
    def move(self, act: str, value: str) -> None:
        """Make a move, or another act."""

    @abstractmethod
    def draw(self) -> Model | Generator[float | Model | None, None, Model]:
        """Show the game."""

    def do(self, act: str, value: str = "") -> bool:
        """Make a move and record it; return whether the game has changed."""
        previous = self.state, self.hint, self.had_help
        self.move(act, value)
        current = self.state, self.hint, self.had_help
        if all(old is new for old, new in zip(previous, current, strict=True)):
            return False
        if act in self.moves:
            times = 1
            if self.past_moves and self.past_moves[-1][1:] == (act, value):
                times += self.past_moves.pop()[0]
            self.past_moves.append((times, act, value))
        return True

    def repeat(self, act: str) -> Job:
        """Repeat an act in view of the reader, step by step, until it changes nothing."""
        while self.do(act):
            if self.frame.pause:
                self.frame.redraw()
            yield None

    def watchable(self, job: Job) -> Job:
        """Mark the game as running while a job runs, which the reader may stop."""
        self.running = True
        try:
            yield from job
        finally:
            self.running = False

    @property
    def moves_text(self) -> str:
        """The moves as text; "" if there are none, or too many to save."""
        if self._replayed_text or sum(times for times, *_ in self.past_moves) > self.max_moves:
            return self._replayed_text
        text = "-".join(
            f"{times if times > 1 else ''}{act}{f'.{value}' if value else ''}"
            for times, act, value in self.past_moves
        )
        return text if len(text) <= LONGEST else ""

    def replay(self, text: str, *, had_help: bool) -> Job:
        """Start again and make the moves of a text, which has the form of `moves_text`.

        Args:
            text: the moves.
            had_help: whether somebody else made them.

        Raises:
            ValueError: the text has no valid moves; the message names the first impossible move.
        """
        matches = [MOVE.fullmatch(move) for move in text.split("-")]
        moves = [(int(match[1] or 1), match[2], match[3] or "") for match in matches if match]
        if len(moves) < len(matches) or len(text) > LONGEST:
            raise ValueError(f"moves is {short_repr(text)}, but must be moves such as roll-place.3")
        if sum(times for times, *_ in moves) > self.max_moves:
            raise ValueError(f"moves has more than {self.max_moves} moves, which is the limit")
        self.start()
        self.had_help |= had_help
        self._replayed_text = text
        try:
            drawing = self.draw()
            if isinstance(drawing, Generator):  # the moves may need results of this work
                for share in drawing:
                    yield share if isinstance(share, float) else None
            for n, (times, act, value) in enumerate(moves, 1):
                for _ in range(times):
                    if act not in self.moves or not self.do(act, value):
                        move_text = short_repr(f"{act} {value}".strip())
                        raise ValueError(f"move {n} is {move_text}, which is not possible there")
                    yield n / len(moves)
        finally:
            self._replayed_text = ""
