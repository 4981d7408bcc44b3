"""Make the tables in games/yazy/tables and openings, which take too long to compute in a page.

    python book/build/yazy_tables.py      some five minutes, without anything but the standard
    library

The solvers of `games` compute them with enough digits that the rounded floats are correct. Tests
compute parts of the tables again, by the solvers and by other methods.
"""

import json
import sys
import zlib
from array import array
from itertools import product
from pathlib import Path

from games import yazy
from games.incremental import finish
from games.yazy import targets as yazy_targets
from games.yazy import yahtzee

TABLES = Path(yazy.__file__).parent / "tables"
OPENINGS = TABLES.with_name("openings")


def opening_targets(solution: yazy_targets.TargetSolution) -> bytes:
    """Return the table of `yazy_targets.opening_solution`, from a solution for all targets.

    All chances of each set of open categories, in the order of `yazy_targets.opening_sets`: first
    that to make 1 point, then 2, …; eight bytes each, little-endian, compressed by zlib.
    """
    values = array("d")
    for mask in yazy_targets.opening_sets():
        first, row = solution.rows[mask]
        if first != 1:
            raise ValueError(f"the solution begins with {first} points needed, but must with 1")
        values.extend(row)
    if sys.byteorder == "big":
        values.byteswap()
    return zlib.compress(values.tobytes(), level=9)


def yazy_standard() -> str:
    """Return the table of the standard game (`yazy.standard_game` …) as JSON."""
    growth = finish(yazy.Yazy().score_growth_incremental(yazy.GROWTH))
    games = [yazy.Yazy(rerolls) for rerolls in range(yazy.MAX_REROLLS + 1)]
    return json.dumps(
        {
            "expected_scores": [str(game.expected_score) for game in games],
            "chances": [game.score_distribution_float for game in games],
            "values": yazy.Yazy().values_by_set,
            "growth": [[[float(f"{p:.6g}") for p in part] for part in box] for box in growth],
        },
        indent=0,
    )


def yahtzee_scores(width: int = 96) -> str:
    """Return the table of `yahtzee.Yahtzee.expected_score_float` as JSON."""
    rows = []
    for upper, bonus, joker in product((True, False), (True, False), yahtzee.JOKERS):
        game = yahtzee.Yahtzee(upper, bonus, joker)
        value = finish(game.solve_incremental(width=width)).value_float(yahtzee.CATEGORIES)
        print(game, value, flush=True)
        rows.append(
            {"upper_bonus": upper, "yahtzee_bonus": bonus, "joker": joker, "expected_score": value}
        )
    return json.dumps(rows, indent=1) + "\n"


if __name__ == "__main__":
    targets = finish(yazy_targets.solve_incremental(yazy.Yazy(), width=128))
    (OPENINGS / yazy_targets.TABLE).write_bytes(opening_targets(targets))
    (TABLES / yazy.TABLE).write_text(yazy_standard() + "\n", encoding="utf-8")
    (TABLES / yahtzee.TABLE).write_text(yahtzee_scores(), encoding="utf-8")
