"""A tally of simulated games beside the exact chance, with the error that it must be allowed."""

from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from games.views.markup import Html, element
from games.views.text import count, percent, points

__all__ = ["Tally", "tally"]


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
    top = min(Fraction(1), 3 * expected) or Fraction(1)

    def at(p: Fraction) -> str:
        return f"{float(min(max(p / top, Fraction(0)), Fraction(1))):.4f}"

    def band(errors: int) -> Html:
        low, high = expected - errors * error, expected + errors * error
        return element(
            "span", class_=f"oe-error oe-error-{errors}", style=f"--from:{at(low)};--to:{at(high)}"
        )

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
        element(
            "div",
            band(2),
            band(1),
            element("span", class_="oe-expected", style=f"--at:{at(expected)}"),
            element("span", class_="oe-observed", style=f"--at:{at(share)}"),
            class_="oe-track",
            aria_hidden="true",
        ),
        element(
            "p",
            "Line: the exact chance. Shades: one and two standard errors. Diamond: the tally.",
            class_="oe-note",
        ),
        class_="oe-tally",
    )
