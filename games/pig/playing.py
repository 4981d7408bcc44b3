"""A game of Pig or Piglet under way: the pot, both scores, and what each choice was worth."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from games import pig

__all__ = ["OTHER", "YOU", "Choice", "Play", "Turn"]

YOU, OTHER = 0, 1


class Turn(NamedTuple):
    """A turn, or what has been made of it so far.

    Attributes:
        who: `YOU` or `OTHER`.
        faces: what was thrown.
        held: what was added to the score; 0 if the pot was emptied, None while the turn goes on.
    """

    who: int
    faces: tuple[int, ...] = ()
    held: int | None = None


FIRST = Turn(YOU)


class Choice(NamedTuple):
    """A choice of the reader's.

    Attributes:
        did: "throw" or "hold".
        pot: what was in the pot.
        chances: the chance to win with each.
    """

    did: str
    pot: int
    chances: dict[str, Fraction]

    @property
    def loss(self) -> Fraction:
        """By how much the chance to win is smaller than with the better choice."""
        return max(self.chances.values()) - self.chances[self.did]


@dataclass(frozen=True)
class Play:
    """A game under way.

    Attributes:
        kind: "Pig" or "Piglet".
        goal: the points that win.
        scores: yours and the other's, without the pot.
        turn: the turn that is under way, or the last.
        turns: the turns before.
        choices: where you could have done something else.
    """

    kind: str
    goal: int
    scores: tuple[int, int] = (0, 0)
    turn: Turn = FIRST
    turns: tuple[Turn, ...] = ()
    choices: tuple[Choice, ...] = ()

    @property
    def pot(self) -> int:
        """The points in the pot."""
        return sum(self.turn.faces) if self.turn.held is None else 0

    @property
    def thrown(self) -> int:
        """The number of throws so far."""
        return sum(len(turn.faces) for turn in (*self.turns, self.turn))

    @property
    def face(self) -> int | None:
        """What was thrown last."""
        last = self.turn if self.turn.faces or not self.turns else self.turns[-1]
        return last.faces[-1] if last.faces else None

    @property
    def over(self) -> bool:
        """Whether somebody has won."""
        return max(self.scores) >= self.goal

    @property
    def won(self) -> bool:
        """Whether it was you."""
        return self.scores[YOU] >= self.goal

    @property
    def yours(self) -> bool:
        """Whether it is your turn."""
        return not self.over and self.turn.who == YOU

    @property
    def options(self) -> dict[str, Fraction]:
        """What whoever has the turn may do, with their chance to win of each."""
        if self.over:
            return {}
        who = self.turn.who
        mine, other = self.scores[who], self.scores[1 - who]
        return pig.options(self.goal, mine, other, self.pot, kind=self.kind)

    @property
    def best(self) -> str:
        """What is best for whoever has the turn; to throw, if both are as good."""
        options = self.options
        return "hold" if options.get("hold", Fraction(0)) > options["throw"] else "throw"

    @property
    def chance(self) -> Fraction:
        """Your chance to win, if both play well from here on."""
        if self.over:
            return Fraction(self.won)
        best = max(self.options.values())
        return best if self.turn.who == YOU else 1 - best

    @property
    def loss(self) -> Fraction:
        """What your choices have cost, in all."""
        return sum((it.loss for it in self.choices), Fraction(0))

    def threw(self, face: int) -> "Play":
        """Return the game after a throw."""
        if self.over:
            return self
        turn = self.turn._replace(faces=(*self.turn.faces, face))
        after = replace(self._chosen("throw"), turn=turn)
        if face not in pig.GAMES[self.kind].points:
            return after._passed(0)
        if self.scores[turn.who] + after.pot >= self.goal:
            return after._scored(after.pot)
        return after

    def held(self) -> "Play":
        """Return the game after the pot was added to the score; it needs a pot."""
        if self.over or not self.pot:
            return self
        return self._chosen("hold")._passed(self.pot)

    def _chosen(self, did: str) -> "Play":
        if self.turn.who == OTHER or not self.pot:
            return self
        return replace(self, choices=(*self.choices, Choice(did, self.pot, self.options)))

    def _scored(self, held: int) -> "Play":
        scores = list(self.scores)
        scores[self.turn.who] += held
        turn = self.turn._replace(held=held)
        return replace(self, scores=(scores[YOU], scores[OTHER]), turn=turn)

    def _passed(self, held: int) -> "Play":
        after = self._scored(held)
        return replace(after, turn=Turn(1 - self.turn.who), turns=(*self.turns, after.turn))
