"""The app of a game of Yazy, against the best player, against a score, or alone."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from operator import add
from random import Random
from typing import NamedTuple

from ipywidgets import VBox

from games import yazy
from games.validate import choice, integer
from games.yazy.playing import ALONE, AUTOPLAY, WITH_HINT, Play, Rival
from games_widgets.apps.base import HiddenSetting, Job
from games_widgets.apps.controls import BoundedIntText, menu, seed_box
from games_widgets.apps.game import GameApp
from games_widgets.drawing.render import Model
from games_widgets.drawing.tally import Lengths
from games_widgets.drawing.text import count, number
from games_widgets.yazy import view

__all__ = ["game", "throws"]

GAMES_PER_PICTURE = 5  # games of the tally between two pictures
GAMES = {
    "all": yazy.CATEGORIES,
    "faces": yazy.CATEGORIES[:6],
    "kinds": yazy.CATEGORIES[6:],
}
FIRST = 72  # in its first turn the best decision and a lucky gamble differ; both give a good score
RIVALS = (("the best player", "best"), ("a score", "score"), ("nobody", "none"))


def game(
    seed: int = FIRST,
    categories: str = "all",
    *,
    expected: bool = True,
    against: str = "best",
    beat: int = 200,
) -> VBox:
    """Return the app of a game: roll, click dice to keep, and see the value of each decision.

    What a die shows depends on the seed, the turn, the number of the roll and the place of the die
    alone. So two players with the same seed begin each turn with the same dice, and dice that both
    of them roll again come down alike. Each new game draws another seed.

    Args:
        seed: 0 to 999 999 999.
        categories: "all", "faces" (the first six) or "kinds" (the other five).
        expected: whether expected scores are shown from the beginning.
        against: "best" for a duel with the best player, who has the same dice; "score" for a score
            to beat; or "none".
        beat: that score, 1 to 280.
    """
    return _Table(seed, categories, expected, against, beat).frame.tree


def throws(seed: int | str, turns: int, rolls: int) -> list[list[list[int]]]:
    """Return what five dice show at each roll of each turn, if they are rolled.

    Longer games begin with the throws of shorter ones.

    >>> throws(1, 1, 3)
    [[[6, 1, 4, 5, 2], [5, 5, 5, 2, 4], [3, 2, 2, 6, 1]]]
    """

    def die(rng: Random) -> int:
        return 1 + int(6 * rng.random())

    def turn(t: int) -> list[list[int]]:
        rng = Random(f"{seed} turn {t}")
        return [[die(rng) for _ in range(5)] for _ in range(rolls)]

    return [turn(t) for t in range(turns)]


class _Card(NamedTuple):
    """The kind of card, by its name in `GAMES`."""

    card: str


class _Table(GameApp[_Card]):
    """The table at which one reader plays, with the earlier games."""

    keeps = "yazy"
    side_acts = (*GameApp.side_acts, "hint", "expected", "all", "dare")
    moves = ("die", "roll", "score", "best", "hint")
    state: Play
    odds_visible = True
    pace = 900

    def __init__(self, seed: int, categories: str, expected: bool, against: str, beat: int) -> None:
        seed_widget = seed_box(seed)
        self.card = HiddenSetting(choice("categories", categories, tuple(GAMES)))
        self.against = menu("against", against, RIVALS, "Against")
        largest_total = yazy.Yazy().largest_total
        self.beat = BoundedIntText(
            integer("beat", beat, 1, largest_total), min=1, max=largest_total, description="To beat"
        )
        self.scores_visible = expected
        self.chances: dict[str, Sequence[float]] = {}  # of each total, for each card
        super().__init__(
            "A game of Yazy",
            {"card": self.card, "seed": seed_widget, "against": self.against, "beat": self.beat},
            {
                "Whole game": {"card": "all"},
                "Six faces": {"card": "faces"},
                "Five kinds": {"card": "kinds"},
            },
            self.fit,
        )

    @property
    def setup(self) -> _Card:
        """The card that the settings ask for."""
        return _Card(choice("card", self.card.value, tuple(GAMES)))

    def set_out(self, setup: _Card, seed: int) -> None:
        """Begin a game, before the first roll."""
        game, card = yazy.standard_game(), GAMES[setup.card]
        rolls = game.rerolls + 1
        self.state = Play(game, card, throws(seed, len(card), rolls))
        self.best = self.state  # the game of the best player
        self.hint = self.everything = self.dared = False

    def clear(self) -> None:
        """Clear the earlier games."""
        self.finished: list[Play] = []
        self.duels = Counter[str]()
        self.machine = Lengths()

    def fit(self) -> None:
        """Show the control for a score to beat only if the reader plays against a score."""
        self.beat.disabled = self.against.value != "score"

    @property
    def rival(self) -> Rival | None:
        """The opponent or the score to beat, with the visible part of the other game."""
        if self.dared or self.against.value == "none":
            return None
        if self.against.value == "score":
            return Rival(self.beat.value)
        self.best = self.best.best_until(len(self.state.scores))
        return Rival(self.best.points, self.best)

    def show(self, note: str) -> Model:
        """Return the table; after a dare a note explains the link to send."""
        if self.dared and not note:
            note = (
                f"The link of this game now deals the same dice and asks for {self.beat.value} "
                "points to be beaten: copy it at the top, and send it to a friend."
            )
        return view.game(
            self.state,
            scores_visible=self.scores_visible,
            odds_visible=self.odds_visible,
            rival=self.rival,
            hint=self.hint,
            running=self.running,
            everything=self.everything,
            note=note,
            record=self.record if self.odds_visible else "",
            machine=self.machine,
            chances=self.chances.get(self.current_game[0].card, ()),
        )

    def describe(self, setup: _Card) -> str:
        """Return the categories of a game with this card, in words."""
        return f"{len(GAMES[setup.card])} categories"

    @property
    def record(self) -> str:
        """The games that the reader finished."""
        games = len(self.finished)
        if not games:
            return ""
        points = sum(play.points for play in self.finished) / games
        loss = sum(play.mean_loss for play in self.finished) / games
        duels = ", ".join(f"{n} {result}" for result, n in self.duels.items())
        return (
            f"You finished {count(games, 'game')} with {number(points, 1)} points on average and "
            f"a mean loss of {number(loss, 2)} per decision." + f" Duels: {duels}." * bool(duels)
        )

    def start_another(self) -> None:
        """Begin another game; after a dare the opponent is the best player again."""
        if self.dared:
            self.frame.put({"against": "best"})
        super().start_another()

    def move(self, act: str, value: str) -> None:
        """Keep dice, roll, score, or show more."""
        if act == "die":
            self.state = self.state.toggle(int(value) if value.isdecimal() else -1)
        elif act == "roll":
            self.go_on(self.state.roll_dice(self.decider))
        elif act == "score":
            self.go_on(self.state.score(value, self.decider))
        elif act == "best":
            self.play_best()
        elif act == "hint":
            self.hint = self.state.dice is not None
        elif act == "expected":
            self.scores_visible = not self.scores_visible
        elif act == "all":
            self.everything = not self.everything
        elif act == "dare" and self.state.is_over and self.state.points:
            self.dared = True
            (card,), seed = self.current_game
            points = self.state.points
            self.frame.apply({"card": card, "seed": seed, "against": "score", "beat": points})

    @property
    def decider(self) -> str:
        """The one who makes the reader's next decision: the reader, perhaps with a hint."""
        return WITH_HINT if self.hint else ALONE

    def go_on(self, play: Play) -> None:
        """Set the next state; record a finished game that the reader played alone."""
        if play is self.state:
            return
        self.state = play
        self.hint = False
        if play.is_over and play.is_unaided and not self.had_help:
            self.finished.append(play)
            best, loss = self.best.best_until(len(play.scores)), f"{float(play.loss):.2f}"
            self.keep(*self.current_game[0], self.current_game[1], play.points, best.points, loss)
            if rival := self.rival:
                result = (play.points > rival.points) - (play.points < rival.points)
                self.duels[("drawn", "won", "lost")[result]] += 1

    def play_best(self) -> None:
        """Make a step of the best player; the kept dice are visible before the roll."""
        play = self.state
        if play.dice is None:
            self.go_on(play.roll_dice())
        elif play.best[0][0] == "keep" and play.keep != play.best[0][1]:
            self.state = play.keep_dice(play.best[0][1])
        else:
            self.go_on(play.take(play.best[0], AUTOPLAY))

    def run_many(self, games: int = 100) -> Job:
        """Let the best player play many games of this size, each with other dice.

        The picture of the scores grows while they are played, under the exact density.
        """
        (setup, seed), play = self.current_game, self.state
        if setup.card not in self.chances:
            part = replace(play.game, categories=play.card)
            chances: Sequence[Fraction | float] = yazy.standard_scores().chances_float
            if part != play.game:
                yield from part.solve_incremental()
                growth = yield from part.score_growth_incremental(part.categories)
                chances = [*map(add, *growth[-1])]
            self.chances[setup.card] = [float(p) for p in chances]
        rolls = play.game.rerolls + 1
        for game_number in range(games):
            dice = throws(f"{seed} tally {self.machine.games}", len(play.card), rolls)
            game = Play(play.game, play.card, dice)
            while not game.is_over:
                game = game.roll_dice() if game.dice is None else game.take(game.best[0])
                yield game_number / games
            self.machine = self.machine.add(game.points)
            if game_number % GAMES_PER_PICTURE == GAMES_PER_PICTURE - 1:
                self.frame.redraw()
