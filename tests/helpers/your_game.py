"""Games of a reader: some that are right, and some that are wrong or hostile."""

import tomllib
from pathlib import Path

from own_games.program import (
    Limits,
    Table,
    solve_table,
    tabulate,
)

COIN = "start = 0\ndef step(n):\n    return {n: 1} if n == 2 else {n + 1: 1/2, 0: 1/2}"


TEXT = Path(__file__).parents[1].joinpath("your_game", "texts", "bombs.toml").read_text("utf-8")


BOMBS = {bomb["text"]: bomb["message"] for bomb in tomllib.loads(TEXT)["bombs"]}


EDITOR, BENCH = "A chain of your own", "A game in ten lines of Python"


TEXTS = Path(__file__).parents[1] / "your_game" / "texts"


WRONG = tomllib.loads((TEXTS / "mistakes.toml").read_text("utf-8"))


PIGLET = """
start = (0, 0, 0, 0)
def actions(s):
    who, mine, other, pot = s
    if mine + pot == 2:
        return 1 - who
    throw = {(who, mine, other, pot + 1): 1/2, (1 - who, other, mine, 0): 1/2}
    hold = {(1 - who, other, mine + pot, 0): 1}
    return {"throw": throw, "hold": hold} if pot else {"throw": throw}
def opponent(s):
    return s[0] == 1
"""


def solve(text, **limits):
    """Run a text of ours here, pass on its table as the sandbox does, and solve its game."""
    return solve_table(Table.from_json(tabulate(text, Limits(**limits)).to_json()))
