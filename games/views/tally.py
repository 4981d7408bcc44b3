"""A tally of simulated games beside the exact result, with the error that it must be allowed."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from games.views.markup import Html, element
from games.views.text import count, number, percent, points

__all__ = ["Lengths", "Tally", "lengths", "tally"]


class Tally(NamedTuple):
    """How many games were played, and how many of them won."""

    games: int = 0
    wins: int = 0

    def add(self, won: bool) -> "Tally":
        """Return the tally with one more game."""
        return Tally(self.games + 1, self.wins + won)


def tally(who: str, played: Tally, expected: Fraction) -> Html:
    """Return the share of wins as a mark beside the exact chance and its bands of error.

    The mean of n games has the standard error √(p(1−p)/n), with the exact p: two in three tallies
    lie within one of it, nineteen in twenty within two.

    Args:
        who: who played.
        played: at least one game.
        expected: the exact chance to win one.

    >>> "Best play won 13 of 100 games" in tally("Best play", Tally(100, 13), Fraction(1, 10))
    True
    """
    share = Fraction(played.wins, played.games)
    error = Fraction(sqrt(expected * (1 - expected) / played.games))
    gap = abs(share - expected) / error if error else Fraction(0)
    return element(
        "div",
        element(
            "p",
            f"{who} won {played.wins} of {count(played.games, 'game')}: ",
            element("strong", percent(share)),
            f". Expected: {percent(expected)} with a standard error of {points(error)}; "
            f"the tally is {float(gap):.1f} of them off.",
        ),
        _track(expected, error, share, Fraction(0), min(Fraction(1), 3 * expected) or Fraction(1)),
        element("p", _LEGEND.format("chance"), class_="oe-note"),
        class_="oe-tally",
    )


class Lengths(NamedTuple):
    """How many games were played, and how long they were in all and at the extremes."""

    games: int = 0
    total: int | Fraction = 0
    shortest: int | Fraction = 0
    longest: int | Fraction = 0

    def add(self, length: int | Fraction) -> "Lengths":
        """Return the tally with one more game."""
        shortest = min(self.shortest, length) if self.games else length
        return Lengths(self.games + 1, self.total + length, shortest, max(self.longest, length))


def lengths(
    played: Lengths, unit: str, expected: Fraction, deviation: float, verb: str = "took"
) -> Html:
    """Return the mean length of the games as a mark beside the exact mean and its bands of error.

    The mean of n games has the standard error σ/√n, with the exact σ.

    Args:
        played: at least one game.
        unit: in the singular, such as "turn".
        expected: the exact mean.
        deviation: the standard deviation σ of one game.
        verb: what games do with these units.

    >>> "390.00 throws" in lengths(
    ...     Lengths(100, 39000, 90, 1500), "throw", Fraction(371), 258.0)
    True
    """
    mean = Fraction(played.total, played.games)
    error = Fraction(deviation / sqrt(played.games))
    gap = abs(mean - expected) / error if error else Fraction(0)
    reach = max(4 * error, abs(mean - expected)) or Fraction(1)
    return element(
        "div",
        element(
            "p",
            f"{count(played.games, 'game')} {verb} ",
            element("strong", f"{number(mean, 2)} {unit}s"),
            f" on average, from {number(played.shortest)} to {number(played.longest)}. "
            f"Expected: {number(expected, 2)} with a standard error of {number(error, 2)}; "
            f"the tally is {float(gap):.1f} of them off.",
        ),
        _track(expected, error, mean, expected - reach, expected + reach),
        element("p", _LEGEND.format("mean"), class_="oe-note"),
        class_="oe-tally",
    )


_LEGEND = (
    "Line: the exact {}. Shades: one and two standard errors. Diamond: the tally. "
    "For half the error, play four times as many games."
)


def _track(
    expected: Fraction, error: Fraction, seen: Fraction, low: Fraction, high: Fraction
) -> Html:
    """Return a line from low to high with the expected value, its bands of error, and the tally."""

    def at(value: Fraction) -> str:
        share = (value - low) / (high - low)
        return f"{float(min(max(share, Fraction(0)), Fraction(1))):.4f}"

    def band(errors: int) -> Html:
        style = f"--from:{at(expected - errors * error)};--to:{at(expected + errors * error)}"
        return element("span", class_=f"oe-error oe-error-{errors}", style=style)

    return element(
        "div",
        band(2),
        band(1),
        element("span", class_="oe-expected", style=f"--at:{at(expected)}"),
        element("span", class_="oe-observed", style=f"--at:{at(seen)}"),
        class_="oe-track",
        aria_hidden="true",
    )
