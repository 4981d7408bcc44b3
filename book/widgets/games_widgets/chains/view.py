"""Pictures of the gambler's ruin, a small absorbing chain."""

from fractions import Fraction

from games.chains.playing import Ruin
from games_widgets.drawing.markup import (
    Content,
    Html,
    Picture,
    button,
    element,
    headline,
    headlines,
    hidden,
    odds_part,
    remark,
    section,
    table,
)
from games_widgets.drawing.text import count, exactly, number, percent, rounded


def ruin(game: Ruin) -> Picture:
    """Return the matrix N and the numbers that follow from it.

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
        odds_part(
            section("N: how often a game from the row’s coins has the column’s coins", matrix(game))
        ),
    )
    return Picture(
        html,
        f"From {count(game.start, 'coin')}, a game takes {rounded(mean)} rounds on average, give "
        f"or take {deviation}; half of all games are over after {count(game.median, 'round')}. "
        f"The goal of {count(game.goal, 'coin')} is reached with chance {percent(reach)}.",
    )


def matrix(game: Ruin) -> Html:
    """Return N as a table, with the sum of each row and the chance to reach the goal.

    The sum is the expected number of rounds. The heads of the rows are buttons that set the start.
    """
    chain = game.chain
    N = chain.fundamental_matrix()
    goal = chain.expected_reward(lambda coins: int(coins == game.goal))
    largest = max(map(max, N))
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
                element("td", _four(visits), style=f"--share:{float(visits / largest):.3f}")
                for visits in row
            ),
            element("td", _four(chain.expected_steps(coins)), class_="oe-sum"),
            element("td", _percent_without_sign(goal[coins])),
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


def _four(visits: Fraction) -> str:
    """Return a number with three significant digits, so that the matrix fits on a phone."""
    return number(visits, 2 if visits < 10 else 1 if visits < 100 else 0)


def _percent_without_sign(chance: Fraction) -> str:
    """Return a chance in percent with one decimal, without the percent sign."""
    if chance in (0, 1):
        return str(100 * chance)
    text = f"{float(100 * chance):.1f}"
    return {"0.0": "< 0.1", "100.0": "> 99.9"}.get(text, text)
