"""Pictures of an album, full or not."""

from games import album
from games.album.playing import Album
from games_widgets.drawing.markup import Picture, headline, headlines
from games_widgets.drawing.text import count, exactly, number


def filled(state: Album) -> Picture:
    """Return the picture of an album, with what is expected of a whole one.

    >>> filled(Album(2)).summary
    '0 of 2 pictures after 0 packets; 3 are expected until it is full.'
    """
    mean = album.expected_packets(state.pictures)
    sentence = (
        f"{len(state.have)} of {state.pictures} pictures after {count(state.packets, 'packet')}"
    )
    html = headlines(headline("packets, on average", number(mean), exactly(mean)))
    return Picture(html, f"{sentence}; {number(mean)} are expected until it is full.")
