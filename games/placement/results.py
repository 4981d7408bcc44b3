"""The main numbers of placement."""

from collections.abc import Iterator

from games import placement
from games.results import Result

NAMES = {"placement": placement}


def results() -> Iterator[Result]:
    for values, fields, source in (
        (3, 2, ""),
        (20, 4, ""),
        (26, 5, ""),
        (100, 5, ""),
        (100, 10, "placement"),
        (100, 20, ""),
        (1000, 5, ""),
        (1000, 10, ""),
    ):
        yield Result(
            f"placement-win-{values}-{fields}",
            "placement",
            f"The best player's chance to win with {values} values and {fields} fields",
            f"placement.win({values}, {fields})",
            f"sum(max(placement.place({values}, {fields}, r, f) for f in range({fields}))"
            f" for r in range({values})) / {values}",
            source,
        )
