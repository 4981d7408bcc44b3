"""The main numbers of the album."""

from collections.abc import Iterator

from book_results import Result

from games import album

NAMES = {"album": album}


def results() -> Iterator[Result]:
    for pictures in (6, 100):
        yield Result(
            f"album-packets-{pictures}",
            "album",
            "The expected number of packets until all pictures are there",
            f"{pictures} pictures",
            f"album.expected_packets({pictures})",
            f"album.chain({pictures}).expected_steps(0)",
            "another method: an equation for each number of pictures",
            method="feller1968",
        )
