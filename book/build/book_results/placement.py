"""The main numbers of placement."""

from collections.abc import Iterator
from fractions import Fraction
from math import perm

from book_results import Result
from games import placement

NAMES = {"Fraction": Fraction, "perm": perm, "placement": placement}


def results() -> Iterator[Result]:
    sizes = ((3, 2), (20, 4), (26, 5), (100, 5), (100, 10), (100, 20), (1000, 5), (1000, 10))
    for values, fields in sizes:
        board = f"({values}, {fields})"
        raw = f"oracles.placement.RawGame{board}.chance((None,) * {fields})"
        plain = f"Fraction(oracles.placement.sequences{board}, perm{board})"
        yield Result(
            f"placement-win-{values}-{fields}",
            "placement",
            "The best player’s chance to win",
            f"{values} values, {fields} fields",
            f"placement.win{board}",
            raw if values <= 20 else plain,
            "brute force: every board"
            if values <= 20
            else "the recurrence as it stands: every field tried for every draw",
            method="placement",
        )
