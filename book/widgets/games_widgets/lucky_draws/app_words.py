"""Controls that several apps of lucky draws share: two words to change, and a deck."""

from collections.abc import Mapping
from itertools import product
from typing import Any

from games.lucky_draws import BLACK, RED, LuckyDraws
from games.lucky_draws.words import complement
from games.parameters import Integer
from games.validate import short_repr
from games_widgets.apps.controls import Text
from games_widgets.apps.parameters import GameSettings
from games_widgets.lucky_draws import view

__all__ = ["DECK", "LONGEST_DRAWN", "Words", "deck_settings", "small_deck", "turn_card", "word"]

LONGEST_DRAWN = 8  # cards of a word in the game, and in pictures of an automaton or a slide
HINT = "games.lucky_draws goes further"
DECK = {"red": RED.restrict(0, 52, HINT), "black": BLACK.restrict(0, 52, HINT)}
MAX_SEARCHED = 60  # cards of the largest deck with a fast search of replies to more than 8 cards


class Words:
    """The words of Yvonne and Zara as settings, and the clicks that change them."""

    def __init__(self, yvonne: str, zara: str, longest: int) -> None:
        self.longest = longest
        self.widgets = {
            player: Text(word(player, text, longest), description=player)
            for player, text in (("Yvonne", yvonne), ("Zara", zara))
        }

    @property
    def pair(self) -> tuple[str, str]:
        """Yvonne's word and Zara's; a ``ValueError`` says why one cannot be drawn."""
        yvonne, zara = (
            word(player, widget.value, self.longest) for player, widget in self.widgets.items()
        )
        return yvonne, zara

    def act(self, act: str, value: str, game: LuckyDraws) -> dict[str, str]:
        """Return the settings of the words after a click; {} if the click is not for the words."""
        yvonne, zara = self.pair
        if act == "turn":
            player, _, place = value.partition(" ")
            words = {"Yvonne": yvonne, "Zara": zara}
            if player in words:
                words[player] = turn_card(words[player], place)
            yvonne, zara = words.values()
        elif act == "reply":
            if problem := view.missing(game, "Yvonne’s word takes", yvonne):
                raise ValueError(problem)
            if len(yvonne) > LONGEST_DRAWN and game.red + game.black > MAX_SEARCHED:
                raise ValueError(
                    f"The deck has {game.red + game.black} cards, but for words of more than "
                    f"{LONGEST_DRAWN} cards the best reply is searched in decks of at most "
                    f"{MAX_SEARCHED}: choose fewer cards, or shorter words."
                )
            zara = game.best_reply(yvonne).word
        elif act == "complement":
            zara = complement(yvonne)
        elif act == "swap":
            yvonne, zara = zara, yvonne
        elif act == "pick":
            zara = word("Zara", value, self.longest)
        elif act == "longer" and len(yvonne) < self.longest:
            yvonne, zara = _longer(game, yvonne, zara)
        elif act == "shorter" and len(yvonne) > 1 < len(zara):
            yvonne, zara = yvonne[:-1], zara[:-1]
            if yvonne == zara:
                zara = turn_card(zara, str(len(zara)))
        else:
            return {}
        return {"y": yvonne, "z": zara}

    @property
    def settings(self) -> dict[str, Any]:
        """The widgets, under their names in the address."""
        return dict(zip("yz", self.widgets.values(), strict=True))


def word(player: str, text: str, longest: int) -> str:
    """Return a word in capitals; a ``ValueError`` says what is wrong with it."""
    letters = str(text).strip().upper()
    if not 1 <= len(letters) <= longest or set(letters) - set("RB"):
        raise ValueError(
            f"{player}’s word is {short_repr(text)}, but must have 1 to {longest} letters, "
            "each R (red) or B (black)."
        )
    return letters


def turn_card(word: str, place: str) -> str:
    """Return a word with one card turned; places count from 1."""
    if not place.isdecimal() or not 1 <= int(place) <= len(word):
        return word
    i = int(place) - 1
    return word[:i] + complement(word[i]) + word[i + 1 :]


def _longer(game: LuckyDraws, yvonne: str, zara: str) -> tuple[str, str]:
    """Return both words with one more card; the deck has these cards, if possible."""
    remaining = {"R": game.red, "B": game.black}
    for card in yvonne + zara:
        remaining[card] -= 1
    endings = sorted(
        product("RB", repeat=2),
        key=lambda cards: (
            any(remaining[card] < cards.count(card) for card in cards),
            cards[0] == cards[1],
            cards[0] == yvonne[-1],
        ),
    )
    return yvonne + endings[0][0], zara + endings[0][1]


def small_deck(fewest: int, largest: int) -> dict[str, Integer]:
    """Return the description of a deck with narrower bounds for each colour."""
    return {name: kind.restrict(fewest, largest, HINT) for name, kind in DECK.items()}


def deck_settings(
    red: int, black: int, kinds: Mapping[str, Integer] = DECK
) -> GameSettings[LuckyDraws]:
    """Return the controls of a deck."""
    return GameSettings(LuckyDraws.restrict(kinds, red=red, black=black), kinds)
