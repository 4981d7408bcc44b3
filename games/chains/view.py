"""Pictures of a small absorbing chain: coins won and lost until none is left or enough are."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import ceil

from games.chains.playing import Ruin
from games.kit.curves import Axis, Line, Mark, chart
from games.kit.markup import (
    Content,
    Html,
    Picture,
    button,
    div,
    element,
    headline,
    headlines,
    hidden,
    remark,
    section,
    table,
    tells,
)
from games.kit.tally import Lengths, lengths
from games.kit.text import count, exactly, number, percent

__all__ = ["ruin"]


def ruin(game: Ruin, played: Sequence[int] = ()) -> Picture:
    """Return N, what follows from it, and how long games last.

    Args:
        game: the game.
        played: the lengths of games that were played, to compare.

    >>> ruin(Ruin(3, 1, Fraction(1, 2), Fraction(0))).summary
    'From 1 coin, a game takes 2 rounds on average, give or take 1.41; half of all games are over \
after 1 round. The goal of 3 coins is reached with chance 33.33 %.'
    """
    mean, deviation, reach = game.mean, number(game.deviation, 2), game.reach
    html = Html.of(
        headlines(
            headline("rounds on average", number(mean, 2), exactly(mean)),
            headline("standard deviation", deviation),
            headline(f"chance of {game.goal} before 0", percent(reach), exactly(reach)),
        ),
        tells(
            section(
                "N: how often a game from the row’s coins has the column’s coins",
                matrix(game),
            ),
            section("How long the game lasts", survival(game, played)),
        ),
        section("Games played", _tally(game, played)),
    )
    return Picture(
        html,
        f"From {count(game.start, 'coin')}, a game takes {_rounded(mean)} rounds on average, give "
        f"or take {deviation}; half of all games are over after {count(game.median, 'round')}. "
        f"The goal of {count(game.goal, 'coin')} is reached with chance {percent(reach)}.",
    )


def matrix(game: Ruin) -> Html:
    """Return N as a table: the visits, their sum, which is the length, and the chance of the goal.

    The heads of the rows are buttons that choose the start.
    """
    chain = game.chain
    N = chain.fundamental_matrix()
    goal = chain.expected_reward(lambda coins: int(coins == game.goal))
    most = max(map(max, N))
    rows = (
        element(
            "tr",
            element(
                "th",
                button(
                    Html.of(hidden("start with "), coins),
                    "start",
                    coins,
                    aria_pressed="true" if coins == game.start else "false",
                ),
                scope="row",
            ),
            *(
                element("td", _four(visits), style=f"--share:{float(visits / most):.3f}")
                for visits in row
            ),
            element("td", _four(chain.expected_steps(coins)), class_="oe-sum"),
            element("td", _short(goal[coins])),
            class_="oe-is-best" if coins == game.start else None,
        )
        for coins, row in zip(chain.transient, N, strict=True)
    )
    heads: list[Content] = ["from", *chain.transient, "sum", "goal"]
    return Html.of(
        table(heads, rows, kind="oe-cells", data_arrows=True),
        remark(
            "Sum: of the row, the expected number of rounds. Goal: the chance to reach it, in "
            "percent.",
            element("span", " Choose a row to start there.", class_="oe-on-screen"),
        ),
    )


def survival(game: Ruin, played: Sequence[int] = ()) -> Html:
    """Return the chance that the game goes on after t rounds, with mean, median and the tally."""
    mean, median = game.mean, game.median
    last = max(ceil(mean + Fraction(3 * game.deviation)), 4)
    curve = game.chain.survival_curve_float(game.start, last)
    shapes = [Line(list(enumerate(curve)), "exact", steps=True, filled=True)]
    told = (
        f"The chance that the game is not over after t rounds falls from 100 % at t = 0 to 50 % or "
        f"less at t = {median}, the median, and to {percent(Fraction(curve[-1]))} at t = {last}. "
        f"The mean is {_rounded(mean)}."
    )
    if played:
        ended = Counter(played)
        over = accumulate(ended[t] for t in range(last + 1))
        seen = [(t, 1 - games / len(played)) for t, games in enumerate(over)]
        shapes.append(Line(seen, f"{len(played)} games played", "dashed", steps=True))
        told += f" Of {count(len(played), 'game')} played, the share is drawn beside it."
    return chart(
        *shapes,
        x=Axis("rounds t", 0, last),
        y=Axis("P(T > t): not over after t rounds", 0, 1, lambda share: f"{100 * share:.0f} %"),
        marks=(
            Mark(float(mean), f"mean {number(mean, 2)}"),
            Mark(median, f"median {median}", "dashed"),
        ),
        told=told,
        height=11,
    )


def _tally(game: Ruin, played: Sequence[int]) -> Html:
    tally = Lengths()
    for length in played:
        tally = tally.add(length)
    return Html.of(
        lengths(tally, "round", game.mean, game.deviation) if played else None,
        div(
            "oe-buttons",
            button("Play 100 games", "play"),
            button("Reset tally", "clear", disabled=not played),
        ),
    )


def _rounded(value: Fraction) -> str:
    return number(value) if value.denominator == 1 else number(value, 2)


def _four(visits: Fraction) -> str:
    """Return a number with three digits that count, so that a phone has room for the matrix."""
    return number(visits, 2 if visits < 10 else 1 if visits < 100 else 0)


def _short(chance: Fraction) -> str:
    """Return a chance in percent with one decimal, without the sign."""
    if chance in (0, 1):
        return str(100 * chance)
    rounded = f"{float(100 * chance):.1f}"
    return {"0.0": "< 0.1", "100.0": "> 99.9"}.get(rounded, rounded)
