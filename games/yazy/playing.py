"""A game of Yazy under way: the dice, the card, and the value of each decision."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from games.maths.turn import Dice
from games.yazy import Action, Yazy

__all__ = ["ALONE", "AUTOPLAY", "WITH_HINT", "Decision", "Play", "Rival", "Throws", "different"]

ALONE, WITH_HINT, AUTOPLAY = "you", "you, with a hint", "autoplay"  # who made a decision
Throws = Sequence[Sequence[Sequence[int]]]


class Decision(NamedTuple):
    """The action of the player with a roll, and its value.

    Attributes:
        turn: 0 for the first.
        roll: the dice.
        rerolls_left: the rerolls that are left.
        names: the open categories.
        action: the action that the player took.
        worth: the expected final score after it.
        best: the best action; ``action`` itself if it is as good.
        best_worth: the expected final score after the best action.
        alternative: the best action if ``action`` is not; else the next best; None if all actions
            are as good.
        alternative_worth: the expected final score after the alternative.
        worth_before: the expected final score before these dice fell.
        decided_by: the one who decided: ``ALONE``, ``WITH_HINT`` or ``AUTOPLAY``.
    """

    turn: int
    roll: Dice
    rerolls_left: int
    names: tuple[str, ...]
    action: Action
    worth: Fraction
    best: Action
    best_worth: Fraction
    alternative: Action | None
    alternative_worth: Fraction
    worth_before: Fraction
    decided_by: str = ALONE

    @property
    def luck(self) -> Fraction:
        """The change of the expected score by the dice."""
        return self.best_worth - self.worth_before

    @property
    def loss(self) -> Fraction:
        """The points that the decision lost: the regret."""
        return self.best_worth - self.worth


@dataclass(frozen=True)
class Play:
    """A game under way. It never changes: each action returns a new one.

    Attributes:
        game: the rules, and what each state is worth.
        card: the categories that are played.
        throws: for each turn, and its first roll, first reroll, …: what each of the five dice shows
            if it is rolled then.
        decisions: the decisions so far.
        scores: (category, points), in order.
        dice: those on the table, in their places; None before the first roll of a turn.
        kept_places: the places of the dice that will stay.
        rerolls_left: the rerolls that are left.
        fresh: the places of the dice that were rolled last.
    """

    game: Yazy
    card: tuple[str, ...]
    throws: Throws = field(repr=False)
    decisions: tuple[Decision, ...] = ()
    scores: tuple[tuple[str, int], ...] = ()
    dice: tuple[int, ...] | None = None
    kept_places: frozenset[int] = frozenset()
    rerolls_left: int = 0
    fresh: frozenset[int] = frozenset()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The open categories."""
        scores = dict(self.scores)
        return tuple(name for name in self.card if name not in scores)

    @property
    def points(self) -> int:
        """The points made."""
        return sum(points for _, points in self.scores)

    @property
    def is_over(self) -> bool:
        """Whether all categories are scored."""
        return not self.names

    @property
    def is_untouched(self) -> bool:
        """Whether no dice have been rolled yet."""
        return not self.scores and self.dice is None

    @property
    def roll(self) -> Dice:
        """The dice on the table in rising order."""
        return tuple(sorted(self.dice or ()))

    @property
    def keep(self) -> Dice:
        """The dice that will stay, in rising order."""
        return tuple(sorted(self.dice[place] for place in self.kept_places)) if self.dice else ()

    @property
    def can_roll(self) -> bool:
        """Whether the player may roll: at the start of a turn, or some dice again."""
        if self.dice is None:
            return not self.is_over
        return self.rerolls_left > 0 and len(self.kept_places) < len(self.dice)

    @cached_property
    def advice(self) -> dict[Action, Fraction]:
        """Every action and the expected final score after it, the best first."""
        if self.dice is None:
            return {}
        advice = different(self.game, self.dice, self.rerolls_left, self.names)
        return {action: self.points + value for action, value in advice.items()}

    @property
    def best(self) -> tuple[Action, ...]:
        """The best actions."""
        return tuple(action for action, worth in self.advice.items() if worth == self.worth)

    @cached_property
    def worth(self) -> Fraction:
        """The expected final score from here on, with best play."""
        if self.dice is not None:
            return next(iter(self.advice.values()))
        return self.points + self.game.value(self.names)

    @property
    def start(self) -> Fraction:
        """The expected score of the whole game."""
        return self.game.value(self.card)

    @property
    def loss(self) -> Fraction:
        """The sum of the losses of all decisions: the total regret."""
        return sum((decision.loss for decision in self.decisions), Fraction(0))

    @property
    def luck(self) -> Fraction:
        """The sum of what the dice changed."""
        return sum((decision.luck for decision in self.decisions), Fraction(0))

    @property
    def is_unaided(self) -> bool:
        """Whether the player made all decisions without a hint and without the autoplay."""
        return all(decision.decided_by == ALONE for decision in self.decisions)

    @property
    def own_decisions(self) -> list[Decision]:
        """The decisions of the player alone that had an alternative."""
        return [
            decision
            for decision in self.decisions
            if decision.decided_by == ALONE and decision.alternative is not None
        ]

    @property
    def mean_loss(self) -> Fraction:
        """The mean loss of those decisions."""
        return sum((decision.loss for decision in self.own_decisions), Fraction(0)) / max(
            1, len(self.own_decisions)
        )

    def toggle(self, place: int) -> "Play":
        """Return the game after the die in a place is kept, or released."""
        if self.dice is None or not self.rerolls_left or place not in range(len(self.dice)):
            return self
        return replace(self, kept_places=self.kept_places ^ {place})

    def keep_dice(self, keep: Iterable[int]) -> "Play":
        """Return the game with dice of these numbers kept, as far as there are any."""
        dice_left, places = list(keep), set()
        for place, face in enumerate(self.dice or ()):
            if face in dice_left:
                dice_left.remove(face)
                places.add(place)
        return replace(self, kept_places=frozenset(places))

    def roll_dice(self, decided_by: str = ALONE) -> "Play":
        """Return the game after a roll of all dice, or of those that are not kept."""
        if not self.can_roll:
            return self
        rerolls = self.game.rerolls
        if self.dice is None:
            throw = tuple(self.throws[len(self.scores)][0])
            everywhere = frozenset(range(len(throw)))
            return replace(
                self, dice=throw, kept_places=frozenset(), rerolls_left=rerolls, fresh=everywhere
            )
        throw = tuple(self.throws[len(self.scores)][rerolls - self.rerolls_left + 1])
        return replace(
            self,
            decisions=(*self.decisions, self._decision(("keep", self.keep), decided_by)),
            dice=tuple(
                self.dice[place] if place in self.kept_places else throw[place]
                for place in range(len(throw))
            ),
            rerolls_left=self.rerolls_left - 1,
            fresh=frozenset(range(len(throw))) - self.kept_places,
        )

    def score(self, category: str, decided_by: str = ALONE) -> "Play":
        """Return the game with the dice scored in a category; unchanged, if that is not open."""
        if self.dice is None or category not in self.names:
            return self
        return replace(
            self,
            decisions=(*self.decisions, self._decision(("score", category), decided_by)),
            scores=(*self.scores, (category, self.game.points(category, self.roll))),
            dice=None,
            kept_places=frozenset(),
            rerolls_left=0,
        )

    def take(self, action: Action, decided_by: str = ALONE) -> "Play":
        """Return the game after an action."""
        if action[0] == "score":
            return self.score(action[1], decided_by)
        return self.keep_dice(action[1]).roll_dice(decided_by)

    def best_until(self, turns: int) -> "Play":
        """Return the game after so many turns, played on as well as possible."""
        play = self
        while len(play.scores) < turns and not play.is_over:
            play = play.roll_dice() if play.dice is None else play.take(play.best[0], AUTOPLAY)
        return play

    def _decision(self, action: Action, decided_by: str) -> Decision:
        worth, best = self.advice[action], self.best
        lower = ((option, value) for option, value in self.advice.items() if value < self.worth)
        if worth == self.worth:
            alternative, alternative_worth = next(lower, (None, worth))
        else:
            alternative, alternative_worth = best[0], self.worth
        return Decision(
            len(self.scores),
            self.roll,
            self.rerolls_left,
            self.names,
            action,
            worth,
            action if action in best else best[0],
            self.worth,
            alternative,
            alternative_worth,
            self.decisions[-1].worth if self.decisions else self.start,
            decided_by,
        )


class Rival(NamedTuple):
    """The opponent, or the score, that the player wants to beat.

    Attributes:
        points: the points that the rival has: in the end, or after as many turns as the player.
        play: the game of the rival, as far as the player may see it; None for a score alone.
    """

    points: int
    play: Play | None = None

    @property
    def name(self) -> str:
        """What the page calls the rival."""
        return "the best player" if self.play else "the score to beat"


def different(
    game: Yazy, roll: Sequence[int], rerolls_left: int, names: Sequence[str]
) -> dict[Action, Fraction]:
    """Return the advice, without the keep of all five dice: that is to score them."""
    advice = game.advice(roll, rerolls_left, names)
    return {
        action: value
        for action, value in advice
        if action[0] == "score" or len(action[1]) < len(roll)
    }
