"""The main numbers of the chase."""

from collections.abc import Iterator

from book_results import Result
from games import chase

NAMES = {"chase": chase}


def results() -> Iterator[Result]:
    for players in (4, 6, 8, 10, 20, 50, 100, 200):
        yield Result(
            f"chase-turns-{players}",
            "chase",
            "The expected number of turns until one player holds both dice, which begin opposite",
            f"{players} players",
            f"chase.expected_turns({players})",
            f"chase.ring_chain({players}).expected_steps({players // 2})",
            "another method: an equation for each distance",
            method="pe227",
        )
    for players in (4, 10, 100):
        yield Result(
            f"chase-variance-{players}",
            "chase",
            "The variance of the number of turns",
            f"{players} players",
            f"chase.variance_turns({players})",
            f"chase.ring_chain({players}).variance_steps({players // 2})",
            "another method: an equation for each distance",
        )
    for players, seat, where in (
        (4, 0, "begins with a die"),
        (4, 1, "sits midway"),
        (10, 0, "begins with a die"),
    ):
        yield Result(
            f"chase-loser-{players}-{seat}",
            "chase",
            "The chance to lose",
            f"who {where}, of {players}",
            f"chase.loser_probabilities({players})[{seat}]",
            f"chase.pair_chain({players})"
            f".absorption_probabilities((0, {players // 2}))[{seat}, {seat}]",
            "another method: an equation for each pair of seats",
        )
