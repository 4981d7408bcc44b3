"""The picture of an album, full or not."""

from dataclasses import dataclass

from games import album
from games.album.playing import Album
from games_widgets.drawing.parts import Headline, Headlines
from games_widgets.drawing.render import Parts
from games_widgets.drawing.text import count, exactly, number


@dataclass(frozen=True)
class Filled(Parts):
    """An album, and the expected packets of a full one."""

    figures: Headlines
    summary: str


def filled(state: Album) -> Filled:
    """Return an album, with what is expected of a whole one.

    >>> filled(Album(2)).summary
    '0 of 2 pictures after 0 packets; 3 are expected until it is full.'
    """
    mean = album.expected_packets(state.pictures)
    sentence = (
        f"{len(state.have)} of {state.pictures} pictures after {count(state.packets, 'packet')}"
    )
    return Filled(
        Headlines((Headline("packets, on average", number(mean), exactly(mean)),)),
        f"{sentence}; {number(mean)} are expected until it is full.",
    )
