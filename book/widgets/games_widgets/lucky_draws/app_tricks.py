"""The app of a whole pack that is dealt for tricks, and of a tally of many packs."""

from random import Random

from ipywidgets import VBox

from games.lucky_draws import tricks
from games.lucky_draws.playing_tricks import Pack, Pair
from games_widgets.apps.base import Value
from games_widgets.apps.controls import IntSlider, Text
from games_widgets.apps.seeds import shuffled
from games_widgets.apps.simulation import Settings, SimulationApp
from games_widgets.drawing.markup import Picture
from games_widgets.lucky_draws import view_tricks
from games_widgets.lucky_draws.app_words import word

__all__ = ["game"]

LONGEST = 6  # cards of a word
MOST = 26  # cards of each colour


def game(yvonne: str = "RRB", zara: str = "BRR", seed: int = 1) -> VBox:
    """Return an app with a pack to deal for tricks, and a tally of many packs.

    Args:
        yvonne, zara: two different words of R and B, of equal length, 1 to 6.
        seed: 0 to 999 999 999; one seed gives all words the same pack.
    """
    presets: dict[str, dict[str, Value]] = {
        "The rule against RRR": {"y": "RRR", "z": "BRR"},
        "The rule against RRB": {"y": "RRB", "z": "BRR"},
        "Her best word": {"y": "RBR", "z": "RRB"},
        "A fair pair": {"y": "RRB", "z": "BBR"},
    }
    return _Table("The whole pack", _Settings(yvonne, zara), seed, presets).frame.tree


class _Settings(Settings[Pair]):
    """The controls of the words and of the pack."""

    def __init__(self, yvonne: str, zara: str) -> None:
        super().__init__(
            Pair,
            y=Text(word("Yvonne", yvonne, LONGEST), description="Yvonne"),
            z=Text(word("Zara", zara, LONGEST), description="Zara"),
            red=IntSlider(MOST, 1, MOST, description="Red"),
            black=IntSlider(MOST, 1, MOST, description="Black"),
        )

    @property
    def setup(self) -> Pair:
        """The words and the pack of the controls; a ``ValueError`` says why they cannot play."""
        y, z, red, black = super().setup
        yvonne, zara = word("Yvonne", y, LONGEST), word("Zara", z, LONGEST)
        if len(yvonne) != len(zara):
            raise ValueError(f"{yvonne} and {zara} have different lengths, but must have the same.")
        if yvonne == zara:
            raise ValueError("Both words are the same, but must differ: whose would the trick be?")
        return Pair(yvonne, zara, red, black)


class _Table(SimulationApp[Pair, Pack]):
    """The table on which one pack is dealt, and the tally of many packs."""

    name, leap = "tricks", 4

    def begin(self, setup: Pair, seed: int) -> Pack:
        """Shuffle the pack, which depends on the seed and the cards alone."""
        deck = "R" * setup.red + "B" * setup.black
        return Pack(setup, "".join(shuffled(deck, seed, len(deck))))

    def step(self, state: Pack) -> Pack:
        """Deal a card."""
        return state.step()

    def steps(self, state: Pack) -> int:
        """Return how many cards were dealt."""
        return state.dealt_count

    def length(self, setup: Pair, rng: Random) -> int:
        """Deal a pack that is not drawn; return Yvonne's lead."""
        return tricks.play(rng, setup.y, setup.z, red=setup.red, black=setup.black)

    def picture(self, state: Pack, note: str) -> Picture:
        """Return the table."""
        return view_tricks.table(
            state,
            tally=self.played,
            running=self.running,
            note=note,
            odds_visible=self.odds_visible,
        )

    def describe(self, setup: Pair) -> str:
        """Return a text on the words and the pack."""
        return f"{setup.y} against {setup.z}, {setup.red} red and {setup.black} black cards"
