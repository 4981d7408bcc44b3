"""The main numbers of the chapter on the toolkit."""

from collections.abc import Iterator
from fractions import Fraction

from book_results import Result
from games.maths import turn
from games.maths.markov import AbsorbingChain

NAMES = {"AbsorbingChain": AbsorbingChain, "Fraction": Fraction, "turn": turn}


def results() -> Iterator[Result]:
    step = "{seen: Fraction(seen, 6), seen + 1: Fraction(6 - seen, 6)} if seen < 6 else {6: 1}"
    yield Result(
        "toolkit-all-faces",
        "toolkit",
        "The expected number of throws of a die",
        "until all six faces have been seen",
        f"AbsorbingChain.from_step(lambda seen: {step}, 0).expected_steps(0)",
        "sum(Fraction(6, 6 - seen) for seen in range(6))",
        "another method: a sum of waits",
        method="feller1968",
    )
    for rerolls in (1, 2):
        yield Result(
            f"toolkit-die-{rerolls}",
            "toolkit",
            "What one die is worth",
            f"{rerolls} {'reroll' if rerolls == 1 else 'rerolls'}",
            f"turn.solve(lambda dice: dice[0], rerolls={rerolls}, dice=1).value",
            f"oracles.yazy.turn_value(sum, {rerolls}, 1, 6)",
            "brute force: every roll, rolled again and kept",
        )
