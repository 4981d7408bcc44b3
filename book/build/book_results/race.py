"""The main numbers of the race."""

from collections.abc import Iterator
from fractions import Fraction

from book_results import Result
from games.race import Race

NAMES = {"Fraction": Fraction, "Race": Race}


def results() -> Iterator[Result]:
    elimination = "another method: a chain, its fields taken out one by one"
    for below, words in (("clamp", "lands on it"), ("stay", "stays where it is")):
        rule = "" if below == "clamp" else ', below="stay"'
        suffix = "" if below == "clamp" else "-stay"
        place_text = f"where a marker that would have to go back beyond field 1 {words}"
        race = f"Race(100{rule})"
        for fields in (3, 4, 5, 10, 20, 50, 100):
            yield Result(
                f"race-throws-{fields}{suffix}",
                "race",
                f"The expected number of throws {place_text}",
                f"{fields} fields",
                f"Race({fields}{rule}).expected_throws",
                f"Race({fields}{rule}).chain.expected_steps(1)",
                elimination,
                printed="dicegame" if fields == 100 else "",
                method="dicegame",
            )
        for name, row, line, second in (
            (
                "variance",
                "the variance of the number of throws",
                "variance_throws",
                "variance_steps(1)",
            ),
            (
                "start-visits",
                "visits to field 1",
                "expected_visits()[1]",
                "expected_visits(1)[1]",
            ),
        ):
            yield Result(
                f"race-{name}-100{suffix}",
                "race",
                f"On 100 fields, {place_text}",
                row,
                f"{race}.{line}",
                f"{race}.chain.{second}",
                elimination,
            )
        yield Result(
            f"race-overshoot-100{suffix}",
            "race",
            f"On 100 fields, {place_text}",
            "the mean overshoot",
            f"{race}.ledger().overshoot",
            "sum(visits * max(0, field + move - 100) for field, visits in"
            f" {race}.chain.expected_visits(1).items() for move in {race}.moves) / 6",
            "another method: from the visits to each field",
        )
