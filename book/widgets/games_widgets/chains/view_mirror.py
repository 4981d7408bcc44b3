"""The scene of the mirror: a game of coins, its mirror image, and the odds of the two."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from math import gcd
from random import Random

from games.chains.playing import Duel
from games_widgets.drawing.parts import Button
from games_widgets.drawing.scene import Scene, ScrubberInput, Stage, place_in_words
from games_widgets.drawing.text import SUPERSCRIPT, count, number, percent

__all__ = ["STAGES", "AnotherGame", "MirrorPicture", "mirror"]

PLACES_OF_GAME = 24  # places of the scrubber for the first game
PLACES_OF_OTHERS, GAMES_PER_PLACE = 6, 2  # more places, each of which adds other games
STAGES = (
    Stage(0, "the start", "Drag, and watch both games."),
    Stage(PLACES_OF_GAME // 2, "half-way"),
    Stage(PLACES_OF_GAME, "the end", "Is it so in other games, too?"),
    Stage(PLACES_OF_GAME + PLACES_OF_OTHERS, "many games"),
)
MAX_DIGITS = 13  # a longer number is not written


@dataclass(frozen=True)
class MirrorPicture:
    """A game of coins and its mirror image, round by round.

    Attributes:
        coins: the number of coins at the start.
        rounds: of the whole game.
        lead: the coins won after each round so far, less those lost.
        other_games: the same of other games.
        odds: of the game to its mirror image, as powers.
    """

    coins: int
    rounds: int
    lead: tuple[int, ...]
    other_games: tuple[tuple[int, ...], ...]
    odds: str
    summary: str

    @property
    def alt_text(self) -> str:
        """The picture in words."""
        return f"The coins in a game, and in its mirror image, round by round. {self.summary}"


@dataclass(frozen=True)
class AnotherGame:
    """The button below the scrubber."""

    button: Button


def mirror(duel: Duel, seed: int, place: int = 0) -> Scene[MirrorPicture]:
    """Return the scene: a game and its mirror image, round by round, and then other games.

    Args:
        duel: the coins, and the odds of a round.
        seed: the seed of the games.
        place: the place of the scrubber: 0 is the start, 24 the end of the game, and from 25 to 30
            more games are added.

    >>> mirror(Duel(6, 49, 51), 2, 30).summary
    'A won game and its lost mirror image have chances in the ratio 49⁶ : 51⁶. So have all won and \
all lost games together: \
12 coins are reached with 44.03 %.'
    """
    path, rounds = _path(duel, seed, 0), _rounds(duel, seed, place)
    label = f"{count(rounds, 'round')} of {len(path) - 1}"
    if place > PLACES_OF_GAME:
        label = place_in_words(STAGES, place)
    scrubber = ScrubberInput("Rounds", place, 0, PLACES_OF_GAME + PLACES_OF_OTHERS, label)
    another_game = AnotherGame(Button("Another game", "new", look="quiet"))
    return Scene(partial(_picture, duel, seed), place, STAGES, (scrubber, another_game))


@lru_cache(maxsize=64)
def _path(duel: Duel, seed: int, game: int) -> tuple[int, ...]:
    return tuple(accumulate(duel.play(Random(f"{seed} of the mirror, {game}")), initial=0))


def _rounds(duel: Duel, seed: int, place: int) -> int:
    last = len(_path(duel, seed, 0)) - 1
    return -(-last * min(place, PLACES_OF_GAME) // PLACES_OF_GAME)


def _picture(duel: Duel, seed: int, place: int) -> MirrorPicture:
    """Return the picture: the game so far, its mirror image, and the odds of the two."""
    path, rounds = _path(duel, seed, 0), _rounds(duel, seed, place)
    width = len(path) - 1
    other_games = range(1, 1 + GAMES_PER_PLACE * max(place - PLACES_OF_GAME, 0))
    return MirrorPicture(
        coins=duel.coins,
        rounds=width,
        lead=path[: rounds + 1],
        other_games=tuple(_path(duel, seed, game)[: width + 1] for game in other_games),
        odds=_odds(duel, abs(path[rounds])),
        summary=_summary(
            duel,
            path[: rounds + 1],
            is_over=rounds == width,
            with_others=place == PLACES_OF_GAME + PLACES_OF_OTHERS,
        ),
    )


def _odds(duel: Duel, lead: int) -> str:
    """Return the odds of a game with such a lead to its mirror image, as powers.

    >>> _odds(Duel(6, 49, 51), 12), _odds(Duel(6, 49, 51), 1)
    ('49¹² : 51¹²', '49 : 51')
    """
    power = str(lead).translate(SUPERSCRIPT) if lead > 1 else ""
    return f"{duel.win}{power} : {duel.lose}{power}" if lead else "1 : 1"


def _summary(duel: Duel, path: Sequence[int], *, is_over: bool, with_others: bool) -> str:
    coins, rounds = duel.coins, len(path) - 1
    if with_others:
        reach = duel.reach  # this solves a chain, so it is computed only here
        ratio = Fraction(reach, 1 - reach)
        ratio_text = ""
        if gcd(duel.win, duel.lose) > 1 and len(str(ratio.denominator)) <= MAX_DIGITS:
            ratio_text = f", that is {number(ratio.numerator)} : {number(ratio.denominator)}"
        return (
            f"A won game and its lost mirror image have chances in the ratio {_odds(duel, coins)}. "
            f"So have all won and all lost games together{ratio_text}: {2 * coins} coins are "
            f"reached with {percent(reach)}."
        )
    if not rounds:
        return (
            f"{count(coins, 'coin')}, one a round, until there are {2 * coins} or none. In the "
            "mirror image of a game each won round is lost, and each lost one won."
        )
    wins = (rounds + path[-1]) // 2
    if not path[-1]:
        return (
            f"After {count(rounds, 'round')}, of which {wins} were won and {wins} lost: all cancel "
            "out. The game and its mirror image are equally likely."
        )
    beginning = f"{'Won' if path[-1] > 0 else 'Lost'} after" if is_over else "After"
    return (
        f"{beginning} {count(rounds, 'round')}, of which {wins} were won and {rounds - wins} lost: "
        f"all but {abs(path[-1])} cancel out. The chances of the game that is ahead and of its "
        f"mirror image are in the ratio {_odds(duel, abs(path[-1]))}."
    )
