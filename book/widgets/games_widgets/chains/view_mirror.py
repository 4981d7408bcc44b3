"""The scene of the mirror: a game of coins, its mirror image, and the odds of the two."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from math import gcd
from random import Random

from games.chains.playing import Duel
from games_widgets.drawing.markup import Html, Picture, button, div, element, odds_part
from games_widgets.drawing.scene import Stage, scene, scrubber_input
from games_widgets.drawing.text import SUPERSCRIPT, count, number, percent

PLACES_OF_GAME = 24  # places of the scrubber for the first game
PLACES_OF_OTHERS, GAMES_PER_PLACE = 6, 2  # more places, each of which adds other games
STAGES = (
    Stage(0, "the start", "Pull, and watch both games."),
    Stage(PLACES_OF_GAME // 2, "half-way"),
    Stage(PLACES_OF_GAME, "the end", "Is it so in other games, too?"),
    Stage(PLACES_OF_GAME + PLACES_OF_OTHERS, "many games"),
)
MAX_POINTS = 200  # a line has at most so many points
MAX_DIGITS = 13  # a longer number is not written


def mirror(duel: Duel, seed: int, place: int = 0) -> Picture:
    """Return the scene: a game and its mirror image, round by round, and then other games.

    Args:
        duel: the coins, and the odds of a round.
        seed: the seed of the games.
        place: the place of the scrubber: 0 is the start, 24 the end of the game, and from 25 to 30
            more games are added.

    >>> mirror(Duel(6, 49, 51), 2, 30).summary
    'Each won game has a lost mirror image, all at 49⁶ : 51⁶. So are all won games to all lost \
ones: 12 coins are reached with 44.03 %.'
    """
    path, rounds = _path(duel, seed, 0), _rounds(duel, seed, place)
    label = (
        f"{count(rounds, 'round')} of {len(path) - 1}" if place <= PLACES_OF_GAME else "many games"
    )
    scrubber = scrubber_input(
        "Rounds", place, 0, PLACES_OF_GAME + PLACES_OF_OTHERS, value_text=label
    )
    another = button("Another game", "new", kind="quiet")
    return scene(
        partial(_picture, duel, seed), place, STAGES, Html.of(scrubber, div(None, another))
    )


@lru_cache(maxsize=64)
def _path(duel: Duel, seed: int, game: int) -> tuple[int, ...]:
    return tuple(accumulate(duel.play(Random(f"{seed} of the mirror, {game}")), initial=0))


def _rounds(duel: Duel, seed: int, place: int) -> int:
    last = len(_path(duel, seed, 0)) - 1
    return -(-last * min(place, PLACES_OF_GAME) // PLACES_OF_GAME)


@lru_cache(maxsize=64)
def _picture(duel: Duel, seed: int, place: int) -> Picture:
    """Return the picture: the game so far, its mirror image, and the odds of the two."""
    path, rounds, coins = _path(duel, seed, 0), _rounds(duel, seed, place), duel.coins
    width, other_games = (
        len(path) - 1,
        range(1, 1 + GAMES_PER_PLACE * max(place - PLACES_OF_GAME, 0)),
    )
    curves = [("oe-beside", _path(duel, seed, game)[: width + 1]) for game in other_games]
    curves += [("oe-mine", path[: rounds + 1])]
    lines = (
        element(
            "path",
            d=_line(heights, sign),
            class_=f"{kind} oe-is-{'first' if sign > 0 else 'second'}",
        )
        for kind, heights in curves
        for sign in (-1, 1)
    )
    summary = _summary(
        duel,
        path[: rounds + 1],
        is_over=rounds == width,
        with_others=place == PLACES_OF_GAME + PLACES_OF_OTHERS,
    )
    lead = abs(path[rounds])
    drawing = element(
        "div",
        element(
            "svg",
            element("path", d=f"M0 {-coins}h{width}M0 {coins}h{width}", class_="oe-goals"),
            element("path", d=f"M0 0h{width}", class_="oe-axis"),
            *lines,
            viewBox=f"0 {-coins} {width} {2 * coins}",
            preserveAspectRatio="none",
            focusable="false",
        ),
        *(
            element("span", height, style=f"--at:{share}")
            for height, share in ((2 * coins, 0), (coins, 0.5), (0, 1))
        ),
        element("small", "coins"),
        element("small", "rounds"),
        odds_part(element("strong", _odds(duel, lead))),
        class_="oe-mirror",
        role="img",
        aria_label=f"The coins in a game, and in its mirror image, round by round. {summary}",
    )
    return Picture(drawing, summary)


def _line(heights: Sequence[int], sign: int) -> str:
    """Return the SVG path of a game; wins go up."""
    last_index, stride = len(heights) - 1, len(heights) // MAX_POINTS + 1
    places = (f"{t} {-sign * heights[t]}" for t in (*range(0, last_index, stride), last_index))
    end = "" if last_index else "z"  # before the first round the path is a dot
    return "M" + " ".join(places) + end


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
            f"Each won game has a lost mirror image, all at {_odds(duel, coins)}. So are all won "
            f"games to all lost ones{ratio_text}: {2 * coins} coins are reached with "
            f"{percent(reach)}."
        )
    if not rounds:
        return (
            f"{count(coins, 'coin')}, one a round, until there are {2 * coins} or none. In the "
            "mirror image of a game each won round is lost, and each lost one won."
        )
    wins = (rounds + path[-1]) // 2
    beginning = f"{'Won' if path[-1] > 0 else 'Lost'} after" if is_over else "After"
    return (
        f"{beginning} {count(rounds, 'round')}, of which {wins} were won and {rounds - wins} lost: "
        f"all but {abs(path[-1])} cancel out. So the one that is up is to the other as "
        f"{_odds(duel, abs(path[-1]))}."
    )
