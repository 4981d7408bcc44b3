"""The main numbers of the race."""

from collections.abc import Iterator
from fractions import Fraction

from games import race
from games.results import Result

NAMES = {"Fraction": Fraction, "race": race}


def results() -> Iterator[Result]:
    for below, words in (("clamp", "lands on it"), ("stay", "stays where it is")):
        rule = "" if below == "clamp" else ', below="stay"'
        suffix = "" if below == "clamp" else "-stay"
        where = f"where a marker that would have to go back beyond field 1 {words}"
        for fields in (3, 4, 5, 10, 20, 50, 100):
            yield Result(
                f"race-throws-{fields}{suffix}",
                "race",
                f"The expected number of throws on {fields} fields, {where}",
                f"race.expected_throws({fields}{rule})",
                f"race.chain({fields}{rule}).expected_steps(1)",
                "dicegame" if fields == 100 else "",
            )
        yield Result(
            f"race-variance-100{suffix}",
            "race",
            f"The variance of the number of throws on 100 fields, {where}",
            f"race.variance_throws(100{rule})",
            f"race.chain(100{rule}).variance_steps(1)",
            "",
        )
        yield Result(
            f"race-overshoot-100{suffix}",
            "race",
            f"The mean overshoot on 100 fields, {where}",
            f"race.ledger(100{rule}).overshoot",
            f"race.ledger(100{rule}).pushes - 99"
            f" + Fraction(1, 6) * race.chain(100{rule}).expected_steps(1)",
            "",
        )
        yield Result(
            f"race-start-visits-100{suffix}",
            "race",
            f"How often field 1 is visited on 100 fields, {where}",
            f"race.expected_visits(100{rule})[1]",
            f"race.chain(100{rule}).expected_visits(1)[1]",
            "",
        )
