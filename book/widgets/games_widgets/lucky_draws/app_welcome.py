"""The app of the welcome page: the reader names three colours, and Zara names hers after that."""

from secrets import randbelow

from ipywidgets import VBox

from games.lucky_draws import LuckyDraws
from games.lucky_draws.playing import Deal
from games.lucky_draws.words import all_words
from games_widgets.apps.base import App, Job, OptionalSetting
from games_widgets.apps.controls import menu
from games_widgets.apps.seeds import MAX_SEED
from games_widgets.drawing.render import Model
from games_widgets.drawing.tally import Tally
from games_widgets.lucky_draws import view_welcome
from games_widgets.lucky_draws.app_deal import shuffled_deal
from games_widgets.lucky_draws.app_words import turn_card
from games_widgets.lucky_draws.view_welcome import ROUNDS_BEFORE_WHY, Dare

__all__ = ["welcome"]

PACK = LuckyDraws()
CARD_PAUSE, ROUND_PAUSE = 350, 250  # milliseconds from card to card, and from round to round


def welcome(word: str = "RRR", seed: int | None = None) -> VBox:
    """Return the game of three colours against a player who names hers second.

    The cards of both players are taken out of a full deck. The rest is shuffled and turned up.

    Args:
        word: the reader's first three colours, three of R and B.
        seed: makes the cards repeatable, for tests and for a class; None for cards by chance.
    """
    return _Welcome(word, seed).frame.tree


class _Welcome:
    """The table of the welcome page.

    Attributes:
        deal: the cards of the round; None before the first round with these colours.
        score: the rounds that are over.
        is_running: whether cards are turned up without a click.
    """

    def __init__(self, word: str, seed: int | None) -> None:
        self.word = menu("word", word, all_words(3), "Your three")
        self.dare = OptionalSetting("")
        self.seed = seed
        self.deal: Deal | None = None
        self.score = Tally()
        self.is_running = False
        self.frame = App(
            "welcome",
            "Name three colours",
            {"word": self.word, "dare": self.dare},
            self.draw,
            act=self.act,
            presets={},
            first=True,
            settings_folded=True,
        )

    @property
    def reply(self) -> str:
        """Zara's best three colours against the reader's."""
        return PACK.best_reply(self.word.value).word

    def draw(self) -> Model:
        """Return the table."""
        word, deal = self.word.value, self.deal
        if deal and deal.yvonne != word:  # the reader names other colours
            deal = self.deal = None
        chance = None
        if deal and deal.is_over and not self.is_running and self.score.games >= ROUNDS_BEFORE_WHY:
            chance = 1 - PACK.win_probability(word, deal.zara)
        dare = Dare.parse(self.dare.value) if self.dare.value else None
        reply = deal.zara if deal else ""
        return view_welcome.welcome(
            word, reply, deal, self.score, chance, dare, is_running=self.is_running
        )

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "deal":
            self.frame.run(self.running(self.one_round()), CARD_PAUSE)
        elif act == "ten":
            self.frame.run(self.running(self.ten_rounds()), ROUND_PAUSE)
        elif act == "skip":
            self.frame.cancel()
            self.finish()
        elif act == "turn" and not self.is_running:
            self.frame.apply({"word": turn_card(self.word.value, value)})
        self.frame.redraw()

    def running(self, job: Job) -> Job:
        """Mark the table as running while a job runs."""
        self.is_running = True
        try:
            yield from job
        finally:
            self.is_running = False

    def one_round(self) -> Job:
        """Turn up the cards of a new round one by one."""
        self.deal = self.new_deal()
        while self.deal and not self.deal.is_over:
            self.deal = self.deal.step()
            if not self.deal.is_over:
                self.frame.redraw()
                yield None
        self.count_round()

    def ten_rounds(self) -> Job:
        """Play ten rounds, and show the end of each."""
        for _ in range(10):
            self.deal = self.new_deal()
            self.finish()
            self.frame.redraw()
            yield None

    def finish(self) -> None:
        """Turn up the remaining cards of the round and count it."""
        if self.deal and not self.deal.is_over:
            while not self.deal.is_over:
                self.deal = self.deal.step()
            self.count_round()

    def count_round(self) -> None:
        """Count the round that is over."""
        if self.deal:
            self.score = self.score.add(self.deal.winner == "Yvonne")

    def new_deal(self) -> Deal:
        """Return a shuffled deck without the cards of both players."""
        seed = randbelow(MAX_SEED) if self.seed is None else self.seed + self.score.games
        return shuffled_deal(PACK, self.word.value, self.reply, seed)
