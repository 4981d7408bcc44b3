"""The scene of the mirror: a game of coins and its mirror image, at odds that its end decides."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import accumulate
from math import gcd
from random import Random

from games.chains.playing import Duel
from games.kit.markup import Html, Picture, button, div, element, tells
from games.kit.scene import Stage, hand, scene
from games.kit.text import SUPERSCRIPT, count, number, percent

OVER, OTHERS, EACH = 24, 6, 2  # places to the end of the game, places more, games for each of them
SEEN = (
    Stage(0, "the start", "Pull, and watch both games."),
    Stage(OVER // 2, "half-way"),
    Stage(OVER, "the end", "Is it so in other games, too?"),
    Stage(OVER + OTHERS, "many games"),
)
FINE = 200  # points of a line
LONG = 13  # digits of a number that is still written out


def mirror(duel: Duel, seed: int, at: int = 0) -> Picture:
    """Return the scene: a game round by round and its mirror image, then others with theirs.

    Args:
        duel: the coins, and the odds of a round.
        seed: which games.
        at: from 0, the start, to 24, the end of the game, and on to 30, more and more games.

    >>> mirror(Duel(6, 49, 51), 2, 30).summary
    'Each won game has a lost mirror image, all at 49⁶ : 51⁶. So are all won games to all lost \
ones: 12 coins are reached with 44.03 %.'
    """
    path, rounds = _path(duel, seed, 0), _rounds(duel, seed, at)
    said = f"{count(rounds, 'round')} of {len(path) - 1}" if at <= OVER else "many games"
    held = hand("Rounds", at, 0, OVER + OTHERS, said=said)
    other = button("Another game", "new", kind="quiet")
    return scene(partial(_drawn, duel, seed), at, SEEN, Html.of(held, div(None, other)))


@lru_cache(maxsize=64)
def _path(duel: Duel, seed: int, game: int) -> tuple[int, ...]:
    return tuple(accumulate(duel.play(Random(f"{seed} of the mirror, {game}")), initial=0))


def _rounds(duel: Duel, seed: int, at: int) -> int:
    last = len(_path(duel, seed, 0)) - 1
    return -(-last * min(at, OVER) // OVER)


@lru_cache(maxsize=64)
def _drawn(duel: Duel, seed: int, at: int) -> Picture:
    """Return the game as far as it has come, its mirror image, and the odds of the two."""
    path, rounds, coins = _path(duel, seed, 0), _rounds(duel, seed, at), duel.coins
    wide, others = len(path) - 1, range(1, 1 + EACH * max(at - OVER, 0))
    shown = [("oe-beside", _path(duel, seed, game)[: wide + 1]) for game in others]
    shown += [("oe-mine", path[: rounds + 1])]
    lines = (
        element(
            "path",
            d=_line(heights, sign),
            class_=f"{kind} oe-is-{'first' if sign > 0 else 'second'}",
        )
        for kind, heights in shown
        for sign in (-1, 1)
    )
    told = _told(duel, path[: rounds + 1], over=rounds == wide, many=at == OVER + OTHERS)
    lead = abs(path[rounds])
    drawn = element(
        "div",
        element(
            "svg",
            element("path", d=f"M0 {-coins}h{wide}M0 {coins}h{wide}", class_="oe-goals"),
            element("path", d=f"M0 0h{wide}", class_="oe-axis"),
            *lines,
            viewBox=f"0 {-coins} {wide} {2 * coins}",
            preserveAspectRatio="none",
            focusable="false",
        ),
        *(
            element("span", height, style=f"--at:{share}")
            for height, share in ((2 * coins, 0), (coins, 0.5), (0, 1))
        ),
        element("small", "coins"),
        element("small", "rounds"),
        tells(element("strong", _odds(duel, lead))),
        class_="oe-mirror",
        role="img",
        aria_label=f"The coins in a game, and in its mirror image, round by round. {told}",
    )
    return Picture(drawn, told)


def _line(heights: Sequence[int], sign: int) -> str:
    """Return the path of a game; wins go up."""
    last, step = len(heights) - 1, len(heights) // FINE + 1
    places = (f"{t} {-sign * heights[t]}" for t in (*range(0, last, step), last))
    return "M" + " ".join(places) + "z" * (not last)  # before the first round it is a dot


def _odds(duel: Duel, lead: int) -> str:
    """Return the odds of a game so far ahead, to its mirror image, as powers.

    >>> _odds(Duel(6, 49, 51), 12), _odds(Duel(6, 49, 51), 1)
    ('49¹² : 51¹²', '49 : 51')
    """
    power = str(lead).translate(SUPERSCRIPT) if lead > 1 else ""
    return f"{duel.win}{power} : {duel.lose}{power}" if lead else "1 : 1"


def _told(duel: Duel, path: Sequence[int], *, over: bool, many: bool) -> str:
    coins, rounds = duel.coins, len(path) - 1
    if many:
        reach = duel.reach  # of a chain as long as twice the coins
        ratio = Fraction(reach, 1 - reach)
        told = f", that is {number(ratio.numerator)} : {number(ratio.denominator)}"
        told *= gcd(duel.win, duel.lose) > 1 and len(str(ratio.denominator)) <= LONG
        return (
            f"Each won game has a lost mirror image, all at {_odds(duel, coins)}. So are all won "
            f"games to all lost ones{told}: {2 * coins} coins are reached with {percent(reach)}."
        )
    if not rounds:
        return (
            f"{count(coins, 'coin')}, one a round, until there are {2 * coins} or none. In the "
            "mirror image of a game each won round is lost, and each lost one won."
        )
    won = (rounds + path[-1]) // 2
    ends = f"{'Won' if path[-1] > 0 else 'Lost'} after" if over else "After"
    return (
        f"{ends} {count(rounds, 'round')}, of which {won} were won and {rounds - won} lost: all "
        f"but {abs(path[-1])} cancel out. So the one that is up is to the other as "
        f"{_odds(duel, abs(path[-1]))}."
    )
