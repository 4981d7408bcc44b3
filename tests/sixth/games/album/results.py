"""The main numbers of the album."""

from collections.abc import Iterator

from games import album
from games.results import Result

NAMES = {"album": album}


def results() -> Iterator[Result]:
    for pictures in (6, 100):
        yield Result(
            f"album-packets-{pictures}",
            "album",
            f"The expected number of packets until {pictures} pictures are there",
            f"album.expected_packets({pictures})",
            f"album.chain({pictures}).expected_steps(0)",
            "feller1968",
        )
