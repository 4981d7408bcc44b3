"""The main numbers of the chase."""

from collections.abc import Iterator

from book_results import Result
from games.chase import Chase

NAMES = {"Chase": Chase}


def results() -> Iterator[Result]:
    for players in (4, 6, 8, 10, 20, 50, 100, 200):
        yield Result(
            f"chase-turns-{players}",
            "chase",
            "The expected number of turns until one player holds both dice, which begin opposite",
            f"{players} players",
            f"Chase({players}).expected_turns",
            f"Chase({players}).ring_chain.expected_steps({players // 2})",
            "another method: an equation for each distance",
            method="pe227",
        )
    for players in (4, 10, 100):
        yield Result(
            f"chase-variance-{players}",
            "chase",
            "The variance of the number of turns",
            f"{players} players",
            f"Chase({players}).variance_turns",
            f"Chase({players}).ring_chain.variance_steps({players // 2})",
            "another method: an equation for each distance",
        )
    for players, seat, seat_text in (
        (4, 0, "begins with a die"),
        (4, 1, "sits midway"),
        (10, 0, "begins with a die"),
    ):
        yield Result(
            f"chase-loser-{players}-{seat}",
            "chase",
            "The chance to lose",
            f"who {seat_text}, of {players}",
            f"Chase({players}).loser_probabilities[{seat}]",
            f"Chase({players}).pair_chain"
            f".absorption_probabilities((0, {players // 2}))[{seat}, {seat}]",
            "another method: an equation for each pair of seats",
        )
