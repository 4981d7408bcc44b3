"""A game of Pig or Piglet under way: the pot, both scores, and the value of each choice."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games.pig import Pig

__all__ = ["OPPONENT", "PLAYER", "Choice", "Play", "Turn"]

PLAYER, OPPONENT = 0, 1


class Turn(NamedTuple):
    """A complete turn, or the first part of one.

    Attributes:
        player: `PLAYER` or `OPPONENT`.
        faces: the results of the throws.
        points_added: the points added to the score; 0 if the pot was emptied, None during the turn.
    """

    player: int
    faces: tuple[int, ...] = ()
    points_added: int | None = None


FIRST = Turn(PLAYER)


class Choice(NamedTuple):
    """A choice of the reader.

    Attributes:
        action: "throw" or "hold".
        pot: the points in the pot.
        chances: the chance to win of each option.
    """

    action: str
    pot: int
    chances: dict[str, Fraction]

    @property
    def loss(self) -> Fraction:
        """The difference between the chances to win of the better option and of this one."""
        return max(self.chances.values()) - self.chances[self.action]


@dataclass(frozen=True)
class Play:
    """A game under way.

    Attributes:
        pig: the game.
        scores: the scores of the reader and of the other player, without the pot.
        turn: the current or last turn.
        turns: the turns before it.
        choices: the choices that the reader has made.
    """

    pig: Pig
    scores: tuple[int, int] = (0, 0)
    turn: Turn = FIRST
    turns: tuple[Turn, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def pot(self) -> int:
        """The points in the pot."""
        return sum(self.turn.faces) if self.turn.points_added is None else 0

    @property
    def throw_count(self) -> int:
        """The number of throws so far."""
        return sum(len(turn.faces) for turn in (*self.turns, self.turn))

    @property
    def face(self) -> int | None:
        """The last throw."""
        last = self.turn if self.turn.faces or not self.turns else self.turns[-1]
        return last.faces[-1] if last.faces else None

    @property
    def is_over(self) -> bool:
        """Whether a player has won."""
        return max(self.scores) >= self.pig.goal

    @property
    def is_won(self) -> bool:
        """Whether the reader has won."""
        return self.scores[PLAYER] >= self.pig.goal

    @property
    def is_your_turn(self) -> bool:
        """Whether it is the reader's turn."""
        return not self.is_over and self.turn.player == PLAYER

    @property
    def options(self) -> dict[str, Fraction]:
        """The options of the player who has the turn, each with the chance to win."""
        if self.is_over:
            return {}
        player = self.turn.player
        own_score, other_score = self.scores[player], self.scores[1 - player]
        return self.pig.options(own_score, other_score, self.pot)

    @property
    def best(self) -> str:
        """The best option of the player who has the turn; "throw" if both are equally good."""
        options = self.options
        return "hold" if options.get("hold", Fraction(0)) > options["throw"] else "throw"

    @property
    def chance(self) -> Fraction:
        """The reader's chance to win, if both play as well as possible from here on."""
        if self.is_over:
            return Fraction(self.is_won)
        best = max(self.options.values())
        return best if self.turn.player == PLAYER else 1 - best

    @property
    def loss(self) -> Fraction:
        """The sum of the losses of all choices."""
        return sum((choice.loss for choice in self.choices), Fraction(0))

    def after_throw(self, face: int) -> "Play":
        """Return the game after a throw."""
        if self.is_over:
            return self
        turn = self.turn._replace(faces=(*self.turn.faces, face))
        next_play = replace(self._record_choice("throw"), turn=turn)
        if face not in self.pig.rules.points:
            return next_play._pass_turn(0)
        if self.scores[turn.player] + next_play.pot >= self.pig.goal:
            return next_play._add_score(next_play.pot)
        return next_play

    def after_hold(self) -> "Play":
        """Return the game after a hold, which needs a pot that is not empty."""
        if self.is_over or not self.pot:
            return self
        return self._record_choice("hold")._pass_turn(self.pot)

    def _record_choice(self, action: str) -> "Play":
        if self.turn.player == OPPONENT or not self.pot:
            return self
        return replace(self, choices=(*self.choices, Choice(action, self.pot, self.options)))

    def _add_score(self, points: int) -> "Play":
        scores = list(self.scores)
        scores[self.turn.player] += points
        turn = self.turn._replace(points_added=points)
        return replace(self, scores=(scores[PLAYER], scores[OPPONENT]), turn=turn)

    def _pass_turn(self, points: int) -> "Play":
        next_play = self._add_score(points)
        return replace(
            next_play, turn=Turn(1 - self.turn.player), turns=(*self.turns, next_play.turn)
        )
