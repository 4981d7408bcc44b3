"""The app of a whole deck that is dealt for tricks, and of a tally of many decks."""

from random import Random
from typing import NamedTuple

from ipywidgets import VBox

from games.lucky_draws.playing_tricks import DealtDeck
from games.lucky_draws.tricks import BLACK, RED, Tricks
from games_widgets.apps.base import Value
from games_widgets.apps.parameters import GameSettings
from games_widgets.apps.seeds import shuffled
from games_widgets.apps.simulation import Settings, SimulationApp
from games_widgets.drawing.render import Model
from games_widgets.lucky_draws import view, view_tricks
from games_widgets.lucky_draws.app_words import Words

__all__ = ["game"]

LONGEST = 6  # cards of a word
PACK = {"red": RED.restrict(1, 26), "black": BLACK.restrict(1, 26)}


def game(yvonne: str = "RRB", zara: str = "BRR", seed: int = 1) -> VBox:
    """Return an app with a deck to deal for tricks, and a tally of many decks.

    Args:
        yvonne, zara: two different words of R and B, of equal length, 1 to 6.
        seed: 0 to 999 999 999; one seed gives all words the same deck.
    """
    presets: dict[str, dict[str, Value]] = {
        "The rule against RRR": {"y": "RRR", "z": "BRR"},
        "The rule against RRB": {"y": "RRB", "z": "BRR"},
        "Her best word": {"y": "RBR", "z": "RRB"},
        "A fair pair": {"y": "RRB", "z": "BBR"},
    }
    return _Table("The whole deck", _Settings(yvonne, zara), seed, presets).frame.tree


class _Match(NamedTuple):
    """Two words and a deck; the words have the names of their settings."""

    y: str
    z: str
    game: Tricks


class _Settings(Settings[_Match]):
    """The controls of the words and of the deck."""

    def __init__(self, yvonne: str, zara: str) -> None:
        self.words, self.pack = Words(yvonne, zara, LONGEST), GameSettings(Tricks(), PACK)
        super().__init__(_Match, **self.words.settings, **self.pack.controls)

    @property
    def setup(self) -> _Match:
        """The words and the deck of the controls; a ``ValueError`` says why they cannot play."""
        yvonne, zara = self.words.pair
        if len(yvonne) != len(zara):
            raise ValueError(f"{yvonne} and {zara} have different lengths, but must have the same.")
        if yvonne == zara:
            raise ValueError("Both words are the same, but must differ. Change a card of one.")
        return _Match(yvonne, zara, self.pack.setup)


class _Table(SimulationApp[_Match, DealtDeck]):
    """The table on which one deck is dealt, and the tally of many decks."""

    name, leap = "tricks", 4

    def begin(self, setup: _Match, seed: int) -> DealtDeck:
        """Shuffle the deck, which depends on the seed and the cards alone."""
        yvonne, zara, game = setup
        deck = "R" * game.red + "B" * game.black
        return DealtDeck(game, yvonne, zara, "".join(shuffled(deck, seed, len(deck))))

    def step(self, state: DealtDeck) -> DealtDeck:
        """Deal a card."""
        return state.step()

    def steps(self, state: DealtDeck) -> int:
        """Return how many cards were dealt."""
        return state.dealt_count

    def length(self, setup: _Match, rng: Random) -> int:
        """Deal a deck that is not drawn; return Yvonne's lead."""
        return setup.game.play(rng, setup.y, setup.z)

    def picture(self, state: DealtDeck, note: str) -> Model:
        """Return the table."""
        return view_tricks.table(
            state,
            tally=self.games_played,
            running=self.running,
            note=note,
            odds_visible=self.odds_visible,
        )

    def describe(self, setup: _Match) -> str:
        """Return a text on the words and the deck."""
        return f"{setup.y} against {setup.z}, {view.cards_text(setup.game)}"
