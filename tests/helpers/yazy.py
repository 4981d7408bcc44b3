"""Small games of Yazy."""

from games.yazy import Yazy

SMALL_GAMES = [
    Yazy(categories=("ones", "sixes")),
    Yazy(categories=("three_of_a_kind", "five_of_a_kind")),
    Yazy(rerolls=1, categories=("full_house", "straight"), full_house=41),
    Yazy(rerolls=3, categories=("fours", "straight"), straight=7),
    Yazy(rerolls=0, categories=("sixes", "four_of_a_kind")),
    Yazy(categories=("twos", "full_house", "four_of_a_kind"), full_house=0),
]


TWO_CATEGORIES = Yazy(categories=("ones", "straight"))


SHORT_GAME = Yazy(categories=("ones", "fives", "three_of_a_kind", "full_house", "straight"))
