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
    """Return the table of the standard game (`yazy.standard_solution` …) as JSON."""
    growth = finish(yazy.score_growth_incremental(yazy.solve(), yazy.GROWTH))
    rules = [yazy.Rules(rerolls) for rerolls in range(yazy.MAX_REROLLS + 1)]
    return json.dumps(
        {
            "expected_scores": [str(yazy.solve(rule).expected_score) for rule in rules],
            "chances": [yazy.score_distribution_float(rule) for rule in rules],
            "values": yazy.solve().values,
            "growth": [[[float(f"{p:.6g}") for p in part] for part in box] for box in growth],
        },
        indent=0,
    )


def yahtzee_scores(width: int = 96) -> str:
    """Return the table of `yahtzee.expected_score_float` as JSON."""
    rows = []
    for upper, bonus, joker in product((True, False), (True, False), yahtzee.JOKERS):
        rules = yahtzee.Rules(upper, bonus, joker)
        value = finish(yahtzee.solve_incremental(rules, width=width)).value_float(
            yahtzee.CATEGORIES
        )
        print(rules, value, flush=True)
        rows.append(
            {"upper_bonus": upper, "yahtzee_bonus": bonus, "joker": joker, "expected_score": value}
        )
    return json.dumps(rows, indent=1) + "\n"


if __name__ == "__main__":
    targets = finish(yazy_targets.solve_incremental(width=128))
    (OPENINGS / yazy_targets.TABLE).write_bytes(opening_targets(targets))
    (TABLES / yazy.TABLE).write_text(yazy_standard() + "\n", encoding="utf-8")
    (TABLES / yahtzee.TABLE).write_text(yahtzee_scores(), encoding="utf-8")
