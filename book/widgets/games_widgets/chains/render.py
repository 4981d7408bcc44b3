"""The markup of the gambler's ruin."""

from fractions import Fraction

from games_widgets.chains.view import FundamentalMatrix
from games_widgets.drawing.markup import Html, button, element, for_screen_readers, remark, table
from games_widgets.drawing.render import render
from games_widgets.drawing.text import number


@render.register
def _(matrix: FundamentalMatrix) -> Html:
    """Return N as a table; the heads of its rows are buttons that set the start."""
    largest = max(map(max, matrix.visits))
    rows = (
        element(
            "tr",
            element(
                "th",
                button(
                    Html.of(for_screen_readers("start with "), coins),
                    "start",
                    coins,
                    aria_pressed="true" if coins == matrix.start else "false",
                ),
                scope="row",
            ),
            *(
                element("td", _four(entry), style=f"--share:{float(entry / largest):.3f}")
                for entry in visits
            ),
            element("td", _four(rounds), class_="oe-sum"),
            element("td", _percent_without_sign(reach)),
            class_="oe-is-best" if coins == matrix.start else None,
        )
        for coins, visits, rounds, reach in zip(
            matrix.coins, matrix.visits, matrix.rounds, matrix.reach, strict=True
        )
    )
    return Html.of(
        table(["from", *matrix.coins, "sum", "goal"], rows, kind="oe-cells", data_arrows=True),
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
