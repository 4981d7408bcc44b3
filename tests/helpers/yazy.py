"""Small games of Yazy, and the dice and rows that a picture shows."""

import re

from games.yazy import Yazy
from tests.helpers.placement import rows as rows_of_one

PAIRS = [
    Yazy(categories=("ones", "sixes")),
    Yazy(categories=("three_of_a_kind", "five_of_a_kind")),
    Yazy(rerolls=1, categories=("full_house", "straight"), full_house=41),
    Yazy(rerolls=3, categories=("fours", "straight"), straight=7),
    Yazy(rerolls=0, categories=("sixes", "four_of_a_kind")),
    Yazy(categories=("twos", "full_house", "four_of_a_kind"), full_house=0),
]


SMALL = Yazy(categories=("ones", "straight"))


SEVERAL = Yazy(categories=("ones", "fives", "three_of_a_kind", "full_house", "straight"))


def rows(markup, kind="table"):
    """Return the rows of the first table of a kind as lists of texts."""
    start = markup.index(kind)
    return rows_of_one(markup[start : markup.index("</table>", start)])


def faces(markup):
    """Return the dice that are drawn, in order; blank ones left out."""
    return [int(face) for face in re.findall(r"oe-die-(\d)", markup)]
