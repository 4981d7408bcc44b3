"""Apps of lucky draws: a deck dealt card by card, and the game against the best opponent."""

from dataclasses import replace
from random import Random
from typing import NamedTuple

from ipywidgets import VBox

from games.lucky_draws import LuckyDraws
from games.lucky_draws.playing import Contest, Deal, Round
from games.lucky_draws.words import complement
from games.validate import integer
from games_widgets.apps.base import Job
from games_widgets.apps.controls import Dropdown, IntSlider, menu, seed_box
from games_widgets.apps.game import GameApp
from games_widgets.apps.html_widget import HtmlWidget
from games_widgets.apps.saved_games import saved_games_widget
from games_widgets.apps.seeds import MAX_SEED, shuffled
from games_widgets.drawing.render import Model
from games_widgets.drawing.tally import Tally
from games_widgets.lucky_draws import view, view_early
from games_widgets.lucky_draws import view_deal as lucky_deal
from games_widgets.lucky_draws.app_words import (
    DECK,
    LONGEST_DRAWN,
    Words,
    deck_settings,
    small_deck,
    turn_card,
    word,
)

__all__ = ["evening", "game", "shuffled_deal", "watch"]

SPEEDS = {"slow": 1500, "steady": 700, "fast": 200}  # milliseconds from card to card
TEN_PAUSE = 350  # milliseconds from deck to deck, if ten are played at once
GAMES, STEPS = 1000, 20  # games of the tally, and redrawings while they are played
ROLES = ("Yvonne", "Zara", "Zara, any word")


def shuffled_deal(game: LuckyDraws, yvonne: str, zara: str, seed: int) -> Deal:
    """Return the deck of a seed, without the cards of the words.

    The whole deck is shuffled first, and the cards of the words are taken out afterwards. So one
    seed gives other words nearly the same deck.
    """
    used_cards = yvonne + zara
    cards_left = {"R": game.red - used_cards.count("R"), "B": game.black - used_cards.count("B")}
    deck = [("R", i) for i in range(game.red)] + [("B", i) for i in range(game.black)]
    cards = [card for card, i in shuffled(deck, seed, len(deck)) if i < cards_left[card]]
    coin = "Yvonne" if Random(f"{seed} coin").random() < 0.5 else "Zara"
    return Deal(game, yvonne, zara, "".join(cards), coin)


def watch(
    yvonne: str = "RRB", zara: str = "BRR", red: int = 26, black: int = 26, seed: int = 1
) -> VBox:
    """Return an app with a deck that is dealt card by card, and the automaton.

    Args:
        yvonne, zara: words of R and B, 1 to 8 cards.
        red, black: the cards of the deck, 0 to 52 each.
        seed: the seed of the shuffle, 0 to 999 999 999.
    """
    return _Dealer(yvonne, zara, red, black, seed).frame.tree


class _Match(NamedTuple):
    """Two words and a deck; the words have the names of their settings."""

    y: str
    z: str
    game: LuckyDraws


class _Dealer(GameApp[_Match]):
    """A deck on the table, and the tally of many."""

    name = "watch"
    first = tells = under_way = False  # other words take effect at once
    moves = ("deal",)
    state: Deal | None

    def __init__(self, yvonne: str, zara: str, red: int, black: int, seed: int) -> None:
        self.words = Words(yvonne, zara, LONGEST_DRAWN)
        self.deck = deck_settings(red, black)
        box, self.speed = seed_box(seed), _speed()
        super().__init__(
            "Watch a deck being dealt",
            self.words.settings | self.deck.controls | {"seed": box, "speed": self.speed},
            {
                "Zara’s trap": {"y": "RRR", "z": "BRR", "red": 26, "black": 26, "seed": 4},
                "The coin decides": {"y": "RRRRRR", "z": "BBBBBB", "red": 20, "black": 20},
                "Long words": {"y": "RRBRBRRB", "z": "BRRBRBRR", "red": 26, "black": 26},
            },
        )

    @property
    def setup(self) -> _Match:
        """The words and the deck that the settings ask for."""
        return _Match(*self.words.pair, self.deck.setup)

    def set_out(self, setup: _Match, seed: int) -> None:
        """Shuffle the deck, if it has the cards of both words."""
        yvonne, zara, game = setup
        fault = view.problem(game, yvonne, zara)
        self.state = None if fault else shuffled_deal(game, yvonne, zara, seed)

    def clear(self) -> None:
        """Clear the tally."""
        self.games_played = Tally()

    def show(self, note: str) -> Model:
        """Return the table."""
        yvonne, zara, game = self.setup
        return lucky_deal.watch(
            game, yvonne, zara, self.state, self.games_played, running=self.running
        )

    def describe(self, setup: _Match) -> str:
        """Return a text on the words and the deck."""
        return f"{setup.y} against {setup.z}, {view.cards_text(setup.game)}"

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        if act == "run":
            self.frame.run(self.watchable(self.repeat("deal")), lambda: SPEEDS[self.speed.value])
        elif act == "many":
            self.frame.run(self.watchable(self.run_many()), 40, tells_result=True)
        else:
            super().act(act, value)

    def move(self, act: str, value: str) -> None:
        """Deal a card, or all; or change the words."""
        if act == "deal" and self.state:
            self.state = self.state.step()
        elif act == "end" and self.state:
            while self.do("deal"):
                pass
        else:
            self.frame.apply(self.words.act(act, value, self.deck.setup))

    def run_many(self) -> Job:
        """Deal many decks to the end, and redraw the tally several times."""
        yvonne, zara, game = setup = self.setup
        for _ in range(STEPS):
            for _ in range(GAMES // STEPS):
                rng = Random(f"{self.seed.value} tally {self.games_played.games}")
                yvonne_won = game.play(rng, yvonne, zara)
                self.games_played = self.games_played.add(bool(yvonne_won))
            self.frame.redraw()
            yield None
            if self.setup != setup:
                break


def _speed() -> Dropdown:
    return Dropdown(options=list(SPEEDS), value="steady", description="Speed")


def game(
    role: str = "Yvonne", k: int = 3, red: int = 26, black: int = 26, seed: int | None = None
) -> VBox:
    """Return the game to play against the best opponent: name a word, then watch the cards.

    Chances are shown only on request.

    Yvonne names one of her best words, and Zara one of her best replies. The seed decides which
    words these are, and how the deck is shuffled. The first round has seed 1.

    Args:
        role: the reader's player: "Yvonne", "Zara", or "Zara, any word", where the seed decides
            Yvonne's word.
        k: the length of the words, 1 to 8.
        red, black: the cards of the deck, 1 to 26 each, at least 2k together.
        seed: 0 to 999 999 999.
    """
    return _Player(role, k, red, black, 1 if seed is None else seed).frame.tree


def evening() -> HtmlWidget:
    """Return the reader's last rounds as Yvonne, dealt on until her word is complete."""
    return saved_games_widget(
        "rounds",
        "Your rounds, dealt on until Yvonne’s word is there",
        _round,
        [shuffled_deal(LuckyDraws(), "RRR", "BRR", seed) for seed in range(1, 11)],
        view_early.evening,
    )


def _round(yvonne: str, zara: str, *cards: str) -> Deal:
    """Return the deck of a saved round, or raise a ``ValueError``."""
    red, black, seed = map(int, cards)
    words = word("Yvonne", yvonne, LONGEST_DRAWN), word("Zara", zara, LONGEST_DRAWN)
    game = LuckyDraws.restrict(DECK, red=red, black=black)
    if view.problem(game, *words):
        raise ValueError("the deck has no such words")
    return shuffled_deal(game, *words, integer("seed", seed, 0, MAX_SEED))


class _Roles(NamedTuple):
    """The reader's player, the length of the words, and the deck.

    The player and the length have the names of their settings.
    """

    you: str
    k: int
    game: LuckyDraws


class _Player(GameApp[_Roles]):
    """The round that the reader plays, and all earlier rounds."""

    moves = ("turn", "hint", "name", "deal", "pack")
    state: Contest
    keeps = "rounds"

    def __init__(self, role: str, k: int, red: int, black: int, seed: int) -> None:
        self.role = menu("role", role, ROLES, "You are")
        self.deck = deck_settings(red, black, small_deck(1, 26))
        longest = min(LONGEST_DRAWN, (red + black) // 2)
        self.k = IntSlider(integer("k", k, 1, longest), 1, LONGEST_DRAWN, description="Length k")
        box, self.speed = seed_box(seed), _speed()
        self.rounds: tuple[Round, ...] = ()
        super().__init__(
            "Name three colours",
            {"you": self.role}
            | self.deck.controls
            | {"k": self.k, "seed": box, "speed": self.speed},
            {
                "Go first": {"you": "Yvonne", "k": 3, "red": 26, "black": 26},
                "Answer any word": {"you": "Zara, any word", "k": 3, "red": 26, "black": 26},
                "Answer the best": {"you": "Zara", "k": 3, "red": 26, "black": 26},
                "Few blacks": {"you": "Yvonne", "k": 3, "red": 12, "black": 2},
            },
            self.fit,
        )

    @property
    def setup(self) -> _Roles:
        """The role, the length and the deck that the settings ask for."""
        return _Roles(self.role.value, self.k.value, self.deck.setup)

    def fit(self) -> None:
        """Limit the length of the words to half of the deck."""
        game = self.deck.setup
        self.k.max = min(LONGEST_DRAWN, (game.red + game.black) // 2)

    def set_out(self, setup: _Roles, seed: int) -> None:
        """Begin a round; if the reader is Zara, Yvonne names her word."""
        role, k, game = setup
        if role == "Yvonne":
            word = "R" * min(k, game.red) + "B" * max(0, k - game.red)
            self.state = Contest(game, "Yvonne", word, "")
            return
        rng = Random(f"{seed} word")
        if role == "Zara":
            yvonne_word = game.solve(k).yvonne
            if game.red == game.black and rng.random() < 0.5:
                yvonne_word = complement(yvonne_word)  # the complement is as good, by symmetry
        else:
            yvonne_word = _any_word(rng, k, game)
        self.state = Contest(game, "Zara", complement(yvonne_word), yvonne_word)

    @property
    def under_way(self) -> bool:
        """Whether both words are named."""
        return self.state.deal is not None

    def clear(self) -> None:
        """Keep the rounds: their table groups them by the choice of words."""

    def show(self, note: str) -> Model:
        """Return the table."""
        return lucky_deal.game(
            self.state,
            self.rounds,
            odds=self.odds_visible,
            longer=self.k.value < self.k.max,
            running=self.running,
            note=note,
        )

    def describe(self, setup: _Roles) -> str:
        """Return a text on the role, the words and the deck."""
        return f"you are {setup.you}, words of {setup.k}, {view.cards_text(setup.game)}"

    def act(self, act: str, value: str) -> None:
        """Do what was clicked."""
        deal = self.state.deal
        if act == "run" and deal:
            self.frame.run(self.watchable(self.repeat("deal")), lambda: SPEEDS[self.speed.value])
        elif act == "ten" and deal and deal.is_over:
            self.frame.run(self.watchable(self.ten()), TEN_PAUSE)
        else:
            super().act(act, value)

    def move(self, act: str, value: str) -> None:
        """Change the reader's word, name it, or deal."""
        contest = self.state
        if act == "turn" and not contest.deal:
            player, _, place = value.partition(" ")
            if player == contest.role:
                self.state = replace(contest, word=turn_card(contest.word, place))
        elif act == "hint" and not contest.deal:
            self.state = replace(contest, hint=True)
        elif act == "name" and not contest.deal and not lucky_deal.word_fault(contest):
            self.answer()
        elif act == "deal":
            self.step()
        elif act == "end":
            while self.do("deal"):
                pass
        elif act == "pack" and contest.deal and contest.deal.is_over:
            self.pack()
        elif act == "longer":
            if self.k.value < self.k.max:
                self.frame.apply({"k": self.k.value + 1})
            self.start_another()

    def answer(self) -> None:
        """Let Zara answer if the reader is Yvonne, and shuffle the cards."""
        contest = self.state
        if contest.role == "Yvonne":
            reply = contest.game.best_reply(contest.word)
            contest = replace(contest, opponent_word=reply.word)
        deal = shuffled_deal(contest.game, *contest.words, self.current_game[1])
        self.state = replace(contest, deal=deal)
        if deal.is_over:
            self.finish()

    def step(self) -> None:
        """Deal a card, and count the round if it was the last card."""
        deal = self.state.deal
        if deal and not deal.is_over:
            self.state = replace(self.state, deal=deal.step())
            self.finish()

    def finish(self) -> None:
        """Count the round if it is over."""
        deal = self.state.deal
        if deal and deal.is_over and not self.had_help:
            is_win = deal.winner == self.state.role
            self.rounds = (*self.rounds, Round(self.state.choice, is_win))
            if self.state.role == "Yvonne":
                game = deal.game
                self.keep(deal.yvonne, deal.zara, game.red, game.black, self.current_game[1])

    def pack(self) -> None:
        """Play one more deck to the end with the same words."""
        setup, seed = self.current_game
        seed = (seed + 1) % (MAX_SEED + 1)
        self.current_game = setup, seed
        contest = self.state
        deal = shuffled_deal(contest.game, *contest.words, seed)
        while not deal.is_over:
            deal = deal.step()
        self.state = replace(contest, deal=deal)
        self.finish()
        self.frame.apply({"seed": seed})

    def ten(self) -> Job:
        """Play ten more decks to the end with the same words, one after the other."""
        for _ in range(10):
            self.do("pack")
            yield None


def _any_word(rng: Random, k: int, game: LuckyDraws) -> str:
    """Return a random word that Yvonne can take from a deck; all such words are equally likely."""
    while True:
        word = "".join("RB"[int(2 * rng.random())] for _ in range(k))
        if not view.missing(game, "", word):
            return word
